"""Error rates of procedures on simulated tables: how often equal algorithms are found
significantly different.
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
# In standard deviations of the noise: the standard deviation of the effects of data
# sets, the mean of all scores, the distance of mirrored algorithms from it, and the
# rounding of scores if no grid is specified.
_EFFECT, _MEAN, _FAR, _FINE = 2.0, 100.0, 10.0, 1e-6


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class LevelStudy(Study):
    """Error rates of procedures on simulated tables.

    Returned by `cddiagram.study_level`. Arrays have an axis of null hypotheses, one of
    tests and one of pairs, as far as they apply.

    Attributes
    ----------
    k, n : int
        The numbers of algorithms and data sets of each table.
    nulls : tuple of str
        The null hypotheses, as in `cddiagram.study_level`.
    tests : tuple of str
        The names of the procedures.
    control : str or None
        The control, or ``"best"``.
    alpha : float
        The level of the tests.
    shift, grid : float
        The shift of the shifted algorithms and the grid spacing of the scores (0 for no
        rounding), in standard deviations of the noise.
    repeats, seed : int
        The number of tables for each null hypothesis, and the seed.
    pairs : tuple of (str, str)
        The pairs of the family.
    true : ndarray of bool, shape (nulls, pairs)
        Whether the two algorithms of a pair are equal.
    decided : ndarray of int, shape (nulls, pairs)
        The number of tables with a decision about the pair. This is every table unless
        the control is ``"best"``.
    rejections : ndarray of int, shape (nulls, tests, pairs)
        The number of tables in which the pair is significantly different.
    family_errors : ndarray of int, shape (nulls, tests)
        The number of tables in which a pair of equal algorithms is significantly
        different.
    omnibus : str
        The name of the omnibus test of the ranking.
    omnibus_rejections : ndarray of int, shape (nulls,)
        The number of tables in which the omnibus test rejects.
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
        what = f"{len(self.tests)} tests of {self.k} algorithms on {self.n} data sets"
        return f"<LevelStudy of {what}: {self.repeats} tables, alpha = {self.alpha:g}>"

    @property
    def familywise(self) -> FloatArray:
        """The family-wise error rate, shape (nulls, tests): the share of the tables with
        a false difference.
        """
        return np.asarray(self.family_errors / self.repeats)

    @property
    def familywise_interval(self) -> tuple[FloatArray, FloatArray]:
        """The limits of Wilson's 95% interval of each family-wise error rate."""
        return wilson_interval(self.family_errors, self.repeats)

    @property
    def per_comparison(self) -> FloatArray:
        """The share of false decisions among those about equal algorithms, (nulls,
        tests); NaN if there are none.
        """
        true = self.true[:, np.newaxis]
        decisions = (self.decided[:, np.newaxis] * true).sum(axis=-1)
        errors = (self.rejections * true).sum(axis=-1)
        return np.asarray(errors / np.where(decisions > 0, decisions, np.nan))

    @property
    def per_comparison_interval(self) -> tuple[FloatArray, FloatArray]:
        """The limits of Wilson's 95% interval of each share of false decisions.

        The interval is conservative: it counts each table as one decision, so that it
        is wide enough if decisions about the same table are dependent.
        """
        return wilson_interval(self.per_comparison * self.repeats, self.repeats)

    @property
    def exceeds(self) -> BoolArray:
        """Whether the family-wise error rate exceeds alpha by more than three Monte
        Carlo standard errors.
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

    Each score is the sum of the effect of its data set (normal, standard deviation 2)
    and normal noise (standard deviation 1). The tests of `compare` are applied to each
    table. A family-wise error is a table in which at least one pair of equal algorithms
    is significantly different.

    Parameters
    ----------
    k, n : int
        The numbers of algorithms and data sets, two or more. The algorithms are named
        A1, A2, ..., Ak.
    null : {"all", "global", "one-shifted", "half-shifted", "mirrored"} or sequence of them, default "all"
        The null hypotheses. ``"global"``: all algorithms are equal. ``"one-shifted"``:
        all but the last are equal. ``"half-shifted"``: the last ``k // 2`` are shifted
        and equal among themselves. ``"mirrored"``: on each data set, one of A1 and A2,
        chosen at random, is far better than all others and the other one far worse.
        Then ranks are not exchangeable, although no difference has a direction.
        ``"all"``: the first three, if they leave two equal algorithms.
    p_adjust : str or sequence of str, default "auto"
        One or several adjustments as in `compare`, applied to the same tables. ``"all"``
        applies every adjustment that is valid for the tests. It excludes ``"max-t"``
        and, for p-values that are not based on ranks, searches for more than 15 pairs.
    alpha : float, default 0.05
        The level of the tests.
    shift : float, default 1
        How much better shifted algorithms are, in standard deviations of the noise.
    grid : float, default 0
        Round scores to multiples of this number of standard deviations of the noise to
        create ties; 0 for no rounding.
    repeats : int, default 10000
        The number of tables for each null hypothesis.
    seed : int, default 0
        The seed of the tables. The results do not depend on the number of workers.
    {tests}
    {how}

    Returns
    -------
    LevelStudy
        The error rates of each procedure under each null hypothesis.

    Raises
    ------
    UsageError
        If a number or name is not supported, `compare` does not support the tests, or
        no two algorithms of the family are equal under a null hypothesis.
    InputError
        If the control is neither an algorithm nor ``"best"``, or the checkpoint belongs
        to a different study.

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
        raise UsageError(Option("shift"), " must be a finite number.")
    if not (np.isfinite(grid) and grid >= 0):
        raise UsageError(Option("grid"), " must be a finite number, 0 or more.")
    algorithms = tuple(f"A{number}" for number in range(1, k + 1))
    tests = plan_tests(algorithms, p_adjust, alpha, options)
    nulls = _nulls(null, tests)
    work = _Work(tests, n, float(shift), float(grid))
    identity = {"study": "level", "k": k, "n": n}
    identity |= {"shift": work.shift, "grid": work.grid}
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


def _nulls(null: str | Sequence[str], tests: PlannedTests) -> tuple[str, ...]:
    """Return the null hypotheses under which two algorithms of the family are equal.

    Null hypotheses of ``"all"`` under which the same pairs are equal are kept once.
    """
    if null == "all":
        nulls: dict[bytes, str] = {}
        for name in _NULLS[:3]:
            equal = equal_pairs(name, tests)
            if equal.any():
                nulls.setdefault(equal.tobytes(), name)
        if nulls:
            return tuple(nulls.values())
        names: tuple[str, ...] = ()
    else:
        names = (null,) if isinstance(null, str) else tuple(dict.fromkeys(null))
    for name in names:
        if name not in _NULLS:
            raise UsageError(choose_from(Option("null"), name, ("all", *_NULLS)))
        if not equal_pairs(name, tests).any():
            raise UsageError(
                Option("null"),
                f" '{name}' leaves no two equal algorithms to compare. Use 'global'.",
            )
    if not names:
        choices = ", ".join(map(repr, _NULLS))
        raise UsageError(Option("null"), f" is missing. Specify one of {choices}.")
    return names


def _shifted(null: str, k: int) -> int:
    """Return how many of the last algorithms are shifted."""
    return {"one-shifted": 1, "half-shifted": k // 2}.get(null, 0)


def equal_pairs(null: str, tests: PlannedTests) -> BoolArray:
    """Return which pairs of the family consist of equal algorithms."""
    k = len(tests.algorithms)
    last = k - _shifted(null, k)
    first, second = tests.pairs
    return np.asarray((first < last) == (second < last))


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
    """Simulate tables of scores, (count, n, k), of which higher ones are better.

    The scores are whole numbers in units of the grid.
    """
    scores = rng.normal(size=(count, n, k))
    scores += _MEAN + _EFFECT * rng.normal(size=(count, n, 1))
    scores[..., k - _shifted(null, k) :] += shift
    if null == "mirrored":
        far = _FAR * rng.choice([-1.0, 1.0], size=(count, n))
        scores[..., 0] += far
        scores[..., 1] -= far
    return np.asarray(np.rint(scores / (grid or _FINE)))


@dataclass(frozen=True)
class _Work:
    """Simulate tables and test them; can be pickled."""

    tests: PlannedTests
    n: int
    shift: float
    grid: float

    @property
    def omnibus(self) -> StudiedTest:
        """The omnibus test of the ranking."""
        ranking = self.tests.plans[0].ranking
        return StudiedTest(
            key="anova" if ranking == "means" else ranking,
            group="omnibus",
            ranking=ranking,
        )

    def __call__(self, part: tuple[str, int], rng: np.random.Generator) -> Arrays:
        """Do one part: a null hypothesis, and how many tables."""
        null, count = part
        k = len(self.tests.algorithms)
        scores = null_scores(
            null, k, self.n, count, rng, shift=self.shift, grid=self.grid
        )
        tables = self.tests.tables(Exact.of(scores), True)
        different, decided = self.tests.decide(tables)
        errors = different & equal_pairs(null, self.tests)
        p, _ = tables.pvalues((self.omnibus,))[self.omnibus]
        return {
            "decided": decided.sum(axis=0),
            "rejections": different.sum(axis=0),
            "family_errors": errors.any(axis=-1).sum(axis=0),
            "omnibus_rejections": significant(p[:, 0], self.tests.alpha).sum(),
        }
