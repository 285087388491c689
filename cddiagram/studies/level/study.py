"""Level: how often procedures call algorithms significantly different that are equal,
on tables made at random.
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
from cddiagram.studies.planned import Design, design
from cddiagram.studies.power.study import wilson_interval
from cddiagram.studies.results import Study
from cddiagram.studies.rules import Rule
from cddiagram.text import Option, UsageError, check_count, choose_from

#: Standard deviation of the effects of data sets, mean of all scores, how far mirrored
#: algorithms are from it, and of what scores are multiples where they are not made
#: coarser: in standard deviations of the noise.
_NULLS = FEATURES["level"].choices["null"]
_EFFECT, _MEAN, _FAR, _FINE = 2.0, 100.0, 10.0, 1e-6


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class LevelStudy(Study):
    """How often procedures call equal algorithms significantly different. Made by
    `cddiagram.study_level`.

    Arrays have an axis of null hypotheses, one of tests, and one of pairs, as far as
    they apply.

    Attributes
    ----------
    k, n : int
        Algorithms and data sets of each table.
    nulls : tuple of str
        Which algorithms are equal, as `cddiagram.study_level` calls it.
    tests : tuple of str
        The procedures in print.
    control : str or None
        The control, or ``"best"``.
    alpha : float
        Level of the tests.
    shift, grid : float
        How far the shifted algorithms are from the others, and of what scores are
        multiples (0: of nothing), in standard deviations of the noise.
    repeats, seed : int
        Tables for each null hypothesis, and the seed of the draws.
    pairs : tuple of (str, str)
        The family.
    true : ndarray of bool, shape (nulls, pairs)
        Whether the two of a pair are equal.
    decided : ndarray of int, shape (nulls, pairs)
        In how many tables there was a decision about the pair: in all, but with the
        control ``"best"``.
    rejections : ndarray of int, shape (nulls, tests, pairs)
        In how many tables the pair is significantly different.
    family_errors : ndarray of int, shape (nulls, tests)
        In how many tables some pair of equal algorithms is significantly different.
    omnibus : str
        The test of any difference at all that belongs to the ranking, as the papers
        print it.
    omnibus_rejections : ndarray of int, shape (nulls,)
        In how many tables it rejects.
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
        """Family-wise error: share of the tables with a false difference, shape (nulls,
        tests).
        """
        return np.asarray(self.family_errors / self.repeats)

    @property
    def familywise_interval(self) -> tuple[FloatArray, FloatArray]:
        """Ends of Wilson's 95% interval of each family-wise error: what another seed
        might give.
        """
        return wilson_interval(self.family_errors, self.repeats)

    @property
    def per_comparison(self) -> FloatArray:
        """Share of the decisions about equal algorithms that are false, (nulls, tests);
        NaN where there are none.
        """
        true = self.true[:, np.newaxis]
        decided = (self.decided[:, np.newaxis] * true).sum(axis=-1)
        return np.asarray(
            (self.rejections * true).sum(axis=-1)
            / np.where(decided > 0, decided, np.nan)
        )

    @property
    def per_comparison_interval(self) -> tuple[FloatArray, FloatArray]:
        """Ends of Wilson's 95% interval as if each table gave one decision: wide
        enough however they depend.
        """
        return wilson_interval(self.per_comparison * self.repeats, self.repeats)

    @property
    def exceeds(self) -> BoolArray:
        """Where the family-wise error is above alpha by more than three Monte-Carlo
        standard errors.
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
    """Ask whether procedures hold their level: how often they find differences between
    algorithms that are equal.

    Tables are made at random: each score is the effect of its data set (normal,
    standard deviation 2) and normal noise (standard deviation 1). Then the tests of
    `compare` are made on each. A family-wise error is a table in which a pair of equal
    algorithms, at least one, is called significantly different.

    Parameters
    ----------
    k, n : int
        Algorithms and data sets, two or more. The algorithms are called A1, A2, ...,
        Ak.
    null : {"all", "global", "one-shifted", "half-shifted", "mirrored"} or sequence of them, default "all"
        Which algorithms are equal: all; all but the last; the first half (the last
        ``k // 2`` are shifted, and equal among themselves). ``"mirrored"``: of A1 and
        A2 one is far above all others and one far below, as a coin on each data set
        decides, so that no difference of two has a direction and yet ranks cannot be
        exchanged (B16 4.4). ``"all"`` stands for the first three, where two equal
        algorithms are left.
    p_adjust : str or sequence of str, default "auto"
        As in `compare`; several are made on the same tables, and ``"all"`` are those
        that go with the tests, searching ones for up to 15 pairs where p-values do not
        come from ranks. ``"max-t"``, which takes longer, has to be named.
    alpha : float, default 0.05
        Level of the tests.
    shift : float, default 1
        By how much shifted algorithms are better, in standard deviations of the noise.
    grid : float, default 0
        Round scores to multiples of so many standard deviations of the noise, so that
        they tie; 0 makes no ties.
    repeats : int, default 10000
        Tables for each null hypothesis.
    seed : int, default 0
        Of the tables: the same seed gives the same numbers, on any number of workers.
    {tests}
    {how}

    Returns
    -------
    LevelStudy

    Raises
    ------
    UsageError
        A number or word that is none of those possible; tests that `compare` refuses; a
        null hypothesis under which no two algorithms of the family are equal.
    InputError
        A control that is neither an algorithm nor ``"best"``; the checkpoint of another
        study.

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
    for name, value, least in (("shift", shift, None), ("grid", grid, 0.0)):
        if not np.isfinite(value) or (least is not None and value < least):
            raise UsageError(
                Option(name),
                f" must be a finite number{'' if least is None else ', 0 or more'}.",
            )
    made = design(
        tuple(f"A{number}" for number in range(1, k + 1)), p_adjust, alpha, options
    )
    nulls = _nulls(null, made)
    work = _Work(made, n, float(shift), float(grid))
    asked = {"study": "level", "k": k, "n": n, "shift": work.shift, "grid": work.grid}
    counts = made.count(work, dict.fromkeys(nulls, n), repeats, seed, asked, options)
    return LevelStudy(
        k=k,
        n=n,
        nulls=nulls,
        tests=tuple(plan.label for plan in made.plans),
        control=made.control,
        alpha=made.alpha,
        shift=work.shift,
        grid=work.grid,
        repeats=repeats,
        seed=seed,
        pairs=made.named_pairs,
        true=np.array([equal_pairs(of, made) for of in nulls]),
        omnibus=work.omnibus.name,
        **counts,
    )


def _nulls(null: str | Sequence[str], made: Design) -> tuple[str, ...]:
    """Return the null hypotheses under which two algorithms of the family are equal;
    each kind once.
    """
    usual = null == "all"
    asked = (
        _NULLS[:3]
        if null == "all"
        else (null,)
        if isinstance(null, str)
        else tuple(dict.fromkeys(null))
    )
    found: dict[bytes, str] = {}
    for name in asked:
        if name not in _NULLS:
            raise UsageError(choose_from(Option("null"), name, ("all", *_NULLS)))
        equal = equal_pairs(name, made)
        if equal.any():
            found.setdefault(equal.tobytes() if usual else name.encode(), name)
        elif not usual:
            raise UsageError(
                Option("null"),
                f" '{name}' leaves no two equal algorithms to compare: take 'global'.",
            )
    if not found:
        raise UsageError(
            Option("null"),
            " is missing: name one of ",
            ", ".join(map(repr, _NULLS)),
            ".",
        )
    return tuple(found.values())


def _shifted(null: str, k: int) -> int:
    """Return how many of the last algorithms are shifted."""
    return {"one-shifted": 1, "half-shifted": k // 2}.get(null, 0)


def equal_pairs(null: str, made: Design) -> BoolArray:
    """Return the pairs of the family whose two algorithms are equal."""
    k = len(made.algorithms)
    last = k - _shifted(null, k)
    first, second = made.pairs
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
    """Make tables of scores, (count, n, k), higher ones better; in units of the grid,
    so that they are whole.
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
    """Makes tables and tests them; can be pickled."""

    design: Design
    n: int
    shift: float
    grid: float

    @property
    def omnibus(self) -> Rule:
        """The test of any difference at all."""
        ranking = self.design.plans[0].ranking
        return Rule(
            key="anova" if ranking == "means" else ranking,
            group="omnibus",
            ranking=ranking,
        )

    def __call__(self, part: tuple[str, int], rng: np.random.Generator) -> Arrays:
        """Do one part: a null hypothesis, and how many tables."""
        null, count = part
        k = len(self.design.algorithms)
        scores = null_scores(
            null, k, self.n, count, rng, shift=self.shift, grid=self.grid
        )
        tables = self.design.tables(Exact.of(scores), True)
        different, decided = self.design.decide(tables)
        p, _ = tables.pvalues((self.omnibus,))[self.omnibus]
        return {
            "decided": decided.sum(axis=0),
            "rejections": different.sum(axis=0),
            "family_errors": (different & equal_pairs(null, self.design))
            .any(axis=-1)
            .sum(axis=0),
            "omnibus_rejections": significant(p[:, 0], self.design.alpha).sum(),
        }
