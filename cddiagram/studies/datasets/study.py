"""How many data sets: those that a critical difference or the sign test needs, and
power by resampling a pilot.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, Unpack

import numpy as np

from cddiagram._util import FloatArray, IntArray
from cddiagram.comparing import critical_difference
from cddiagram.data import ScoreTable
from cddiagram.procedures import AdjustmentName
from cddiagram.stats import sign_test_power
from cddiagram.studies.engine import Arrays, StudyOptions, study
from cddiagram.studies.planned import Design, design
from cddiagram.studies.power.study import wilson_interval
from cddiagram.studies.results import Study
from cddiagram.text import Option, UsageError, check_alpha, check_count

#: Numbers of data sets of a curve, where nobody names them.
SIZES = (5, 10, 15, 20, 30, 40, 60, 80, 100)
#: Larger answers are refused.
_MOST = 20_000


def required_datasets(
    k: int = 2,
    *,
    difference: float | None = None,
    wins: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    p_adjust: AdjustmentName = "nemenyi",
) -> int:
    """Return how many data sets are needed: the smallest number with the property that
    it and every larger one have it.

    With `difference`: the asymptotic critical difference of the average ranks of k
    algorithms (D06 3.2.2) is at most so much. That is no statement about power: a true
    difference of that size is found in about half of all tables. With `wins`: the exact
    two-sided sign test of two algorithms (D06 3.1.4) rejects with probability `power`,
    where the one wins on a data set with probability `wins` and nothing ties.
    `study_datasets` answers for any tests, from a pilot.

    Parameters
    ----------
    k : int, default 2
        Algorithms: goes with `difference`.
    difference : float, optional
        In average ranks, positive.
    wins : float, optional
        Chance of a win, between 0.5 and 1.
    power : float, default 0.8
        Goes with `wins`.
    alpha : float, default 0.05
        Level of the test; for several sign tests that of one of them, ``alpha / m`` by
        Bonferroni.
    p_adjust : str, default "nemenyi"
        As in `critical_difference`: goes with `difference`.

    Returns
    -------
    int

    Raises
    ------
    UsageError
        Neither `difference` nor `wins`, or both; a number out of its range; more than
        20,000 data sets.

    Examples
    --------
    >>> import cddiagram as cd
    >>> [cd.required_datasets(k, difference=1.0) for k in (3, 5, 10, 20)]
    [11, 38, 184, 880]
    >>> [cd.required_datasets(wins=wins) for wins in (0.6, 0.7, 0.8)]
    [210, 54, 23]
    """
    alpha = check_alpha(alpha)
    if (difference is None) == (wins is None):
        raise UsageError(
            "name either ",
            Option("difference"),
            " of average ranks or ",
            Option("wins"),
            ".",
        )
    if difference is not None:
        if not 0 < difference < math.inf:
            raise UsageError(
                Option("difference"),
                f" must be a positive number of ranks, not {difference!r}.",
            )
        asymptotic = partial(
            critical_difference, k, alpha=alpha, p_adjust=p_adjust, method="asymptotic"
        )
        # The critical difference falls with the square root of n.
        needed = (asymptotic(2) / difference) ** 2 * 2
        found = max(2, math.ceil(min(needed, 2.0 * _MOST) * (1 - 1e-12)))
        while found <= _MOST and asymptotic(found) > difference:
            found += 1
    else:
        found = _for_sign_test(float(wins or 0.0), power, alpha)
    if found > _MOST:
        raise UsageError(
            f"more than {_MOST:,} data sets would be needed: look for a larger "
            "difference."
        )
    return found


def _for_sign_test(wins: float, power: float, alpha: float) -> int:
    """Return the smallest n from which on the power of the sign test stays; it goes up
    and down with n.
    """
    for name, value, least in (("wins", wins, 0.5), ("power", power, 0.0)):
        if not least < value < 1:
            raise UsageError(
                Option(name), f" must lie between {least:g} and 1, not {value!r}."
            )
    # By Hoeffding's inequality sqrt(n log(2 / alpha) / 2) + 1 wins above n / 2 are
    # significant, and fewer than sqrt(n log(1 / (1 - power)) / 2) below n wins have a
    # chance of 1 - power: where the one is below the other, and so from there on, the
    # power is reached.
    sum_ = math.sqrt(math.log(2 / alpha) / 2) + math.sqrt(math.log(1 / (1 - power)) / 2)
    margin = wins - 0.5
    enough = ((sum_ + math.sqrt(sum_**2 + 4 * margin)) / (2 * margin)) ** 2
    if enough > 4 * _MOST:
        return _MOST + 1
    sizes = np.arange(1, math.ceil(enough) + 1)
    short = np.flatnonzero(sign_test_power(sizes, wins, alpha) < power)
    return int(sizes[short[-1]]) + 1 if short.size else 1


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class DatasetsStudy(Study):
    """How often pairs are significantly different on so many data sets. Made by
    `cddiagram.study_datasets`.

    Arrays have an axis of numbers of data sets, and one of pairs.

    Attributes
    ----------
    algorithms : tuple of str
        Of the pilot.
    test : str
        The procedure in print.
    control : str or None
        The control, or ``"best"``.
    alpha : float
        Level of the decisions.
    sizes : tuple of int
        Data sets of a drawn table, rising.
    repeats, seed : int
        Drawn tables for each number of data sets, and the seed of the draws.
    pairs : tuple of (str, str)
        The family; a control that was named stands first.
    rejections : ndarray of int, shape (sizes, pairs)
        In how many drawn tables the pair is significantly different.
    """

    kind: ClassVar[str] = "datasets"
    derived = ("power", "power_interval")

    table: ScoreTable = field(repr=False)
    algorithms: tuple[str, ...]
    test: str
    control: str | None
    alpha: float
    sizes: tuple[int, ...]
    repeats: int
    seed: int
    pairs: tuple[tuple[str, str], ...]
    rejections: IntArray

    def __repr__(self) -> str:
        what = (
            f"{self.test} for {len(self.pairs)} pairs at {len(self.sizes)} numbers of "
            "data sets"
        )
        return f"<DatasetsStudy of {what}: {self.repeats} draws>"

    @property
    def power(self) -> FloatArray:
        """Share of the drawn tables in which the pair is significantly different, shape
        (sizes, pairs).
        """
        return np.asarray(self.rejections / self.repeats)

    @property
    def power_interval(self) -> tuple[FloatArray, FloatArray]:
        """Ends of Wilson's 95% interval of each share: what another seed might
        give.
        """
        return wilson_interval(self.rejections, self.repeats)

    def required(self, power: float = 0.8) -> dict[tuple[str, str], int | None]:
        """Return for each pair the smallest number of data sets that was drawn with the
        power, as all larger ones have.

        The lower end of the interval has to reach it; None where the largest number
        does not.
        """
        if not 0 < power < 1:
            raise UsageError(
                Option("power"), f" must lie between 0 and 1, not {power!r}."
            )
        reached = np.logical_and.accumulate(
            self.power_interval[0][::-1] >= power, axis=0
        ).sum(axis=0)
        return {
            pair: self.sizes[-count] if count else None
            for pair, count in zip(self.pairs, reached.tolist(), strict=True)
        }


@study
def study_datasets(
    table: ScoreTable,
    *,
    sizes: Iterable[int] = SIZES,
    p_adjust: AdjustmentName = "auto",
    alpha: float = 0.05,
    repeats: int = 1000,
    seed: int = 0,
    **options: Unpack[StudyOptions],
) -> DatasetsStudy:
    """Ask how many data sets are needed: the power of any tests on so many, by
    resampling those of a pilot.

    Data sets are drawn with replacement, also more than there are, and the tests of
    `compare` made on each drawn table. So the curve is that of data sets like those of
    the pilot, with differences as large as there: of a small pilot, or of one that was
    chosen because its differences are large, it says too much. Data sets that are drawn
    twice tie.

    Parameters
    ----------
    table : ScoreTable
        Scores of the pilot.
    sizes : iterable of int, default 5, 10, 15, 20, 30, 40, 60, 80, 100
        How many data sets to draw, two or more.
    p_adjust : str, default "auto"
        As in `compare`.
    alpha : float, default 0.05
        Level of the decisions.
    repeats : int, default 1000
        Drawn tables for each number of data sets.
    seed : int, default 0
        Of the draws: the same seed gives the same numbers, on any number of workers.
    {tests}
    {how}

    Returns
    -------
    DatasetsStudy

    Raises
    ------
    UsageError
        No table; a number that is no count or no level; tests that `compare` refuses.
    InputError
        A control that is not in the table; the checkpoint of another study.

    Examples
    --------
    >>> import cddiagram as cd
    >>> study = cd.study_datasets(
    ...     cd.load_example("garcia2008-table2"),
    ...     sizes=[10, 20, 40],
    ...     repeats=200,
    ...     control="C4.5",
    ... )
    >>> study.power[:, 0], study.required(0.7)[("C4.5", "1-NN")]
    (array([0.1 , 0.43, 0.83]), 40)
    """
    if not isinstance(table, ScoreTable):
        raise UsageError(
            f"study_datasets studies a ScoreTable, not a {type(table).__name__}: "
            "read_scores makes one."
        )
    drawn = tuple(sorted({check_count("sizes", size, 2) for size in sizes}))
    if not drawn:
        raise UsageError(
            Option("sizes"), " are missing: name one number of data sets at least."
        )
    check_count("repeats", repeats)
    table.check_complete("a study of data sets")
    made = design(table.algorithms, p_adjust, alpha, options)
    names = [*table.algorithms, *table.datasets]
    asked = {
        "study": "datasets",
        "scores": table.sha256,
        "names": names,
        "higher_is_better": table.higher_is_better,
    }
    counts = made.count(
        _Work(table, made),
        dict(zip(drawn, drawn, strict=True)),
        repeats,
        seed,
        asked,
        options,
    )
    return DatasetsStudy(
        table=table,
        algorithms=table.algorithms,
        test=made.plans[0].label,
        control=made.control,
        alpha=made.alpha,
        sizes=drawn,
        repeats=repeats,
        seed=seed,
        pairs=made.named_pairs,
        **counts,
    )


@dataclass(frozen=True)
class _Work:
    """Draws tables and tests them; can be pickled."""

    table: ScoreTable
    design: Design

    def __call__(self, part: tuple[int, int], rng: np.random.Generator) -> Arrays:
        """Do one part: how many data sets, and how many tables."""
        size, count = part
        rows = rng.integers(self.table.n, size=(count, size))
        tables = self.design.tables(
            self.table.exact.take(rows), self.table.higher_is_better
        )
        return {"rejections": self.design.decide(tables)[0][:, 0].sum(axis=0)}
