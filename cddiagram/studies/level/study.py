"""Simulations that estimate the error rates of procedures.

An error is a significant difference between algorithms that perform equally.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Unpack

import numpy as np

from cddiagram._util import BoolArray, Exact, FloatArray, IntArray
from cddiagram.features import FEATURES
from cddiagram.stats import significant
from cddiagram.studies.engine import Arrays, StudyOptions, study
from cddiagram.studies.many_tables import StudiedTest
from cddiagram.studies.monte_carlo import wilson_interval
from cddiagram.studies.planned import PlannedTests, plan_tests
from cddiagram.studies.results import Study
from cddiagram.text import Option, UsageError, check_count, choose_from

_NULLS = FEATURES["level"].choices["null"]
# The first two numbers are the standard deviation of the data set effects and the mean
# of all scores. The third number is the distance of mirrored algorithms from this mean.
# By default, scores are rounded to multiples of the fourth number. All these numbers
# are multiples of the standard deviation of the noise.
_EFFECT, _MEAN, _FAR, _FINE = 2.0, 100.0, 10.0, 1e-6


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class LevelStudy(Study):
    """The error rates of procedures on simulated tables.

    This is the result of `cddiagram.study_level`. The axes of arrays are the null
    hypotheses, the tests and the pairs.

    Attributes
    ----------
    k, n : int
        The numbers of algorithms and data sets in each table.
    nulls : tuple of str
        The null hypotheses, as in `cddiagram.study_level`.
    tests : tuple of str
        The names of the procedures.
    control : str or None
        The control, or ``"best"``.
    alpha : float
        The significance level of the tests.
    shift, grid : float
        The amount by which algorithms are shifted, and the grid spacing of the scores
        (0 if they are not rounded). Both are in standard deviations of the noise.
    repeats, seed : int
        The number of tables for each null hypothesis, and the random seed.
    pairs : tuple of (str, str)
        The pairs of the family.
    true : ndarray of bool, shape (nulls, pairs)
        Whether the two algorithms of a pair perform equally.
    decided : ndarray of int, shape (nulls, pairs)
        The number of tables with a decision about the pair. It equals `repeats` unless
        the control is ``"best"``.
    rejections : ndarray of int, shape (nulls, tests, pairs)
        The number of tables in which the algorithms of the pair are significantly
        different.
    family_errors : ndarray of int, shape (nulls, tests)
        The number of tables in which two algorithms that perform equally are
        significantly different.
    omnibus : str
        The name of the omnibus test for the ranking.
    omnibus_rejections : ndarray of int, shape (nulls,)
        The number of tables in which the omnibus test rejects its hypothesis.
    """

    kind: ClassVar[str] = "level"
    derived = (
        "familywise",
        "familywise_interval",
        "per_comparison",
        "per_comparison_interval",
        "exceeds",
    )

    k: int
    n: int
    nulls: tuple[str, ...]
    tests: tuple[str, ...]
    control: str | None
    alpha: float
    shift: float
    grid: float
    repeats: int
    seed: int
    pairs: tuple[tuple[str, str], ...]
    true: BoolArray
    decided: IntArray
    rejections: IntArray
    family_errors: IntArray
    omnibus: str
    omnibus_rejections: IntArray

    def __repr__(self) -> str:
        subject = (
            f"{len(self.tests)} tests of {self.k} algorithms on {self.n} data sets"
        )
        details = f"{self.repeats} tables, alpha = {self.alpha:g}"
        return f"<LevelStudy of {subject}: {details}>"

    @property
    def familywise(self) -> FloatArray:
        """The family-wise error rate, of shape (nulls, tests).

        This is the proportion of tables with a significant difference between at least
        two algorithms that perform equally.
        """
        return np.asarray(self.family_errors / self.repeats)

    @property
    def familywise_interval(self) -> tuple[FloatArray, FloatArray]:
        """The limits of Wilson's 95% confidence intervals for `familywise`."""
        return wilson_interval(self.family_errors, self.repeats)

    @property
    def per_comparison(self) -> FloatArray:
        """The proportion of false decisions among the decisions about equal algorithms.

        The array has the shape (nulls, tests). An element is NaN if there are no
        decisions about algorithms that perform equally.
        """
        true = self.true[:, np.newaxis]
        decisions = (self.decided[:, np.newaxis] * true).sum(axis=-1)
        errors = (self.rejections * true).sum(axis=-1)
        totals = np.where(decisions > 0, decisions, np.nan)
        return np.asarray(errors / totals)

    @property
    def per_comparison_interval(self) -> tuple[FloatArray, FloatArray]:
        """The limits of Wilson's 95% confidence intervals for `per_comparison`.

        Decisions about the same table are dependent. Each table is therefore counted as
        a single decision, which makes the intervals conservative.
        """
        return wilson_interval(self.per_comparison * self.repeats, self.repeats)

    @property
    def exceeds(self) -> BoolArray:
        """Whether the family-wise error rate significantly exceeds alpha.

        The difference must be larger than three Monte Carlo standard errors.
        """
        error = np.sqrt(self.alpha * (1 - self.alpha) / self.repeats)
        return np.asarray(self.familywise > self.alpha + 3 * error)


@study
def study_level(
    k: int,
    n: int,
    *,
    null: str | Sequence[str] = "all",
    p_adjust: str | Sequence[str] = "auto",
    alpha: float = 0.05,
    shift: float = 1.0,
    grid: float = 0.0,
    repeats: int = 10_000,
    seed: int = 0,
    **options: Unpack[StudyOptions],
) -> LevelStudy:
    """Estimate the error rates of procedures on simulated tables.

    Each score is the sum of a normal data set effect with standard deviation 2 and
    normal noise with standard deviation 1. The tests of `compare` are applied to each
    table. A family-wise error occurs if at least two algorithms that perform equally
    are significantly different in a table.

    Parameters
    ----------
    k, n : int
        The numbers of algorithms and data sets. Each must be at least two. The
        algorithms are named A1, A2, ..., Ak.
    null : {"all", "global", "one-shifted", "half-shifted", "mirrored"} or sequence of them, default "all"
        The null hypotheses:

        - ``"global"``: all algorithms perform equally.
        - ``"one-shifted"``: all algorithms except the last perform equally.
        - ``"half-shifted"``: the last ``k // 2`` algorithms are shifted by the same
          amount.
        - ``"mirrored"``: on each data set, one of A1 and A2 is far better than all
          other algorithms, and the other is far worse. Which of them is better is
          selected at random. Ranks are then not exchangeable, although the distribution
          of every difference is symmetric about 0.
        - ``"all"``: the first three hypotheses, except those under which no two
          algorithms of the family perform equally.
    p_adjust : str or sequence of str, default "auto"
        One or more adjustments, as in `compare`. All are applied to the same tables.
        ``"all"`` applies every adjustment that is valid for the tests, except for
        ``"max-t"``. If p-values are not based on ranks and there are more than 15
        pairs, it also excludes procedures that search for sets of hypotheses.
    alpha : float, default 0.05
        The significance level of the tests.
    shift : float, default 1
        The amount by which shifted algorithms are better, in standard deviations of the
        noise.
    grid : float, default 0
        The grid spacing of the scores, in standard deviations of the noise. Scores are
        rounded to the grid, which creates ties. If it is 0, the scores are not rounded.
    repeats : int, default 10000
        The number of tables for each null hypothesis.
    seed : int, default 0
        The random seed for the simulated tables. The results do not depend on the
        number of workers.
    {test_options}
    {run_options}

    Returns
    -------
    LevelStudy
        The error rates of each procedure under each null hypothesis.

    Raises
    ------
    UsageError
        If a number or name is not supported, if `compare` does not support the tests,
        or if no two algorithms of the family perform equally under a null hypothesis.
    InputError
        If the control is neither an algorithm nor ``"best"``, or if the checkpoint
        belongs to a different study.

    Examples
    --------
    >>> import cddiagram as cd
    >>> study = cd.study_level(
    ...     4, 20, null="global", p_adjust=["nemenyi", "none"], repeats=500
    ... )
    >>> study.tests, study.exceeds.tolist()
    (('Nemenyi', 'Friedman ranks, not adjusted'), [[False, True]])
    """
    check_count("k", k, 2)
    check_count("n", n, 2)
    check_count("repeats", repeats)
    if not np.isfinite(shift):
        raise UsageError(Option("shift"), f" must be a finite number, not {shift!r}.")
    if not np.isfinite(grid) or grid < 0:
        raise UsageError(
            Option("grid"), f" must be finite and non-negative, not {grid!r}."
        )
    algorithms = tuple(f"A{number}" for number in range(1, k + 1))
    tests = plan_tests(algorithms, p_adjust, alpha, options)
    nulls = _null_hypotheses(null, tests)
    work = _Work(tests, n, float(shift), float(grid))
    identity = {
        "study": "level",
        "k": k,
        "n": n,
        "shift": work.shift,
        "grid": work.grid,
    }
    sizes = dict.fromkeys(nulls, n)
    counts = tests.count_outcomes(work, sizes, repeats, seed, identity, options)
    return LevelStudy(
        k=k,
        n=n,
        nulls=nulls,
        tests=tuple(plan.label for plan in tests.plans),
        control=tests.control,
        alpha=tests.alpha,
        shift=work.shift,
        grid=work.grid,
        repeats=repeats,
        seed=seed,
        pairs=tests.named_pairs,
        true=np.array([equal_pairs(name, tests) for name in nulls]),
        omnibus=work.omnibus.name,
        **counts,
    )


def _null_hypotheses(null: str | Sequence[str], tests: PlannedTests) -> tuple[str, ...]:
    """Return the null hypotheses.

    Raise an error if there are none, or if no two algorithms of the family perform
    equally under one of them.
    """
    if null == "all":
        names = _distinct_null_hypotheses(tests)
    elif isinstance(null, str):
        names = (null,)
    else:
        names = tuple(dict.fromkeys(null))
    if not names:
        choices = ", ".join(map(repr, _NULLS))
        raise UsageError(Option("null"), f" is empty. Specify one of {choices}.")
    for name in names:
        if name not in _NULLS:
            raise UsageError(choose_from(Option("null"), name, ("all", *_NULLS)))
        if not equal_pairs(name, tests).any():
            raise UsageError(
                Option("null"),
                f" '{name}' does not apply, because no two algorithms of the family "
                "perform equally under this hypothesis. Use 'global'.",
            )
    return names


def _distinct_null_hypotheses(tests: PlannedTests) -> tuple[str, ...]:
    """Return the null hypotheses, except ``"mirrored"``, that apply to the family.

    At least two algorithms of the family must perform equally. If several hypotheses
    imply equal performance for the same pairs, only the first of them is included.
    """
    nulls: dict[bytes, str] = {}
    for name in _NULLS[:3]:
        equal = equal_pairs(name, tests)
        if equal.any():
            nulls.setdefault(equal.tobytes(), name)
    return tuple(nulls.values())


def _number_of_shifted(null: str, k: int) -> int:
    """Return the number of shifted algorithms, which are the last algorithms."""
    numbers = {"one-shifted": 1, "half-shifted": k // 2}
    return numbers.get(null, 0)


def equal_pairs(null: str, tests: PlannedTests) -> BoolArray:
    """Return whether the two algorithms of each pair in the family perform equally."""
    k = len(tests.algorithms)
    unshifted = k - _number_of_shifted(null, k)
    first, second = tests.pairs
    return np.asarray((first < unshifted) == (second < unshifted))


def null_scores(
    null: str,
    k: int,
    n: int,
    count: int,
    rng: np.random.Generator,
    *,
    shift: float,
    grid: float,
) -> FloatArray:
    """Simulate tables of scores as an array of shape (count, n, k).

    Higher scores are better.

    The scores are whole numbers in units of the grid.
    """
    scores = rng.normal(size=(count, n, k))
    scores += _MEAN + _EFFECT * rng.normal(size=(count, n, 1))
    unshifted = k - _number_of_shifted(null, k)
    scores[..., unshifted:] += shift
    if null == "mirrored":
        distance = _FAR * rng.choice([-1.0, 1.0], size=(count, n))
        scores[..., 0] += distance
        scores[..., 1] -= distance
    spacing = grid or _FINE
    return np.asarray(np.rint(scores / spacing))


@dataclass(frozen=True)
class _Work:
    """A picklable callable that simulates tables and tests them."""

    tests: PlannedTests
    n: int
    shift: float
    grid: float

    @property
    def omnibus(self) -> StudiedTest:
        """The omnibus test for the ranking method."""
        ranking = self.tests.plans[0].ranking
        key = ranking
        if ranking == "means":
            key = "anova"
        return StudiedTest(key=key, group="omnibus", ranking=ranking)

    def __call__(self, part: tuple[str, int], rng: np.random.Generator) -> Arrays:
        """Simulate tables and test them.

        `part` contains a null hypothesis and a number of tables.
        """
        null, count = part
        k = len(self.tests.algorithms)
        scores = null_scores(
            null, k, self.n, count, rng, shift=self.shift, grid=self.grid
        )
        tables = self.tests.tables(Exact.of(scores), True)
        different, tested = self.tests.decide(tables)
        errors = different & equal_pairs(null, self.tests)
        tables_with_errors = errors.any(axis=-1)
        omnibus_pvalues, _ = tables.pvalues((self.omnibus,))[self.omnibus]
        omnibus_rejections = significant(omnibus_pvalues[:, 0], self.tests.alpha)
        return {
            "decided": tested.sum(axis=0),
            "rejections": different.sum(axis=0),
            "family_errors": tables_with_errors.sum(axis=0),
            "omnibus_rejections": omnibus_rejections.sum(),
        }
