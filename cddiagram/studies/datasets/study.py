"""Estimates of the number of data sets that a test requires.

The number is determined for a given critical difference, for a given power of the sign
test, or by resampling a pilot study.
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
from cddiagram.studies.monte_carlo import wilson_interval
from cddiagram.studies.planned import PlannedTests, plan_tests
from cddiagram.studies.results import Study
from cddiagram.text import Option, UsageError, check_alpha, check_count

#: By default, these numbers of data sets are considered.
SIZES = (5, 10, 15, 20, 30, 40, 60, 80, 100)
#: Larger numbers of data sets are not considered.
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
    """Return the number of data sets that a test requires.

    If `difference` is specified, the result is the smallest number for which the
    asymptotic critical difference of the average ranks of k algorithms does not exceed
    `difference`. This does not guarantee high power, because a true difference of this
    size is detected in only about half of all tables.

    If `wins` is specified, the result is the smallest number for which the exact
    two-sided sign test of two algorithms has at least the specified power. All larger
    numbers must also be sufficient. One algorithm wins on each data set with
    probability `wins`, and there are no ties. For other tests, use `study_datasets`
    with a pilot study.

    Parameters
    ----------
    k : int, default 2
        The number of algorithms. It is used only with `difference`.
    difference : float, optional
        The difference between average ranks, which must be positive.
    wins : float, optional
        The probability of a win, between 0.5 and 1.
    power : float, default 0.8
        The power of the sign test. It is used only with `wins`.
    alpha : float, default 0.05
        The significance level of the test. For m sign tests with Bonferroni's
        adjustment, use ``alpha / m``.
    p_adjust : str, default "nemenyi"
        The adjustment, as in `critical_difference`. It is used only with `difference`.

    Returns
    -------
    int
        The required number of data sets.

    Raises
    ------
    UsageError
        If both or neither of `difference` and `wins` are specified, if a number is
        outside its range, or if more than 20,000 data sets would be required.

    See Also
    --------
    study_datasets : Estimate the power of other tests from a pilot study.
    critical_difference : Return the critical difference for average ranks.

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
            "the number of data sets depends on either a difference between average ranks "
            "or the probability of a win. Specify ",
            Option("difference"),
            " or ",
            Option("wins"),
            ".",
        )
    if difference is not None:
        required = _datasets_for_difference(k, difference, alpha, p_adjust)
    if wins is not None:
        required = _datasets_for_sign_test(float(wins), power, alpha)
    if required > _MOST:
        raise UsageError(
            f"more than {_MOST:,} data sets would be required. Use a larger difference "
            "or a higher probability of winning."
        )
    return required


def _datasets_for_difference(
    k: int, difference: float, alpha: float, p_adjust: AdjustmentName
) -> int:
    """Return the smallest number of data sets for a critical difference.

    The asymptotic critical difference must not exceed `difference`.
    """
    if not 0 < difference < math.inf:
        raise UsageError(
            Option("difference"),
            f" must be a positive difference in average ranks, not {difference!r}.",
        )
    asymptotic = partial(
        critical_difference, k, alpha=alpha, p_adjust=p_adjust, method="asymptotic"
    )
    # The critical difference is proportional to 1 / sqrt(n).
    estimate = (asymptotic(2) / difference) ** 2 * 2
    n = max(2, math.ceil(min(estimate, 2.0 * _MOST) * (1 - 1e-12)))
    while n <= _MOST and asymptotic(n) > difference:
        n += 1
    return n


def _datasets_for_sign_test(wins: float, power: float, alpha: float) -> int:
    """Return the number of data sets that the sign test requires.

    This is the smallest number such that the sign test has the required power for this
    number and for all larger numbers. The power of the exact test is not monotonic in
    the number of data sets.
    """
    for name, value, least in (("wins", wins, 0.5), ("power", power, 0.0)):
        if not least < value < 1:
            raise UsageError(
                Option(name), f" must be between {least:g} and 1, not {value!r}."
            )
    # By Hoeffding's inequality, at least n * wins - sqrt(n log(1 / (1 - power)) / 2)
    # wins occur with probability `power`. By the same inequality, n / 2 + sqrt(n log(2
    # / alpha) / 2) + 1 wins are significant. Let reach be sqrt(log(2 / alpha) / 2) +
    # sqrt(log(1 / (1 - power)) / 2). The required power is reached if margin * n -
    # reach * sqrt(n) - 1 >= 0, which is a quadratic inequality in sqrt(n).
    margin = wins - 0.5
    reach = math.sqrt(math.log(2 / alpha) / 2)
    reach += math.sqrt(math.log(1 / (1 - power)) / 2)
    root = (reach + math.sqrt(reach**2 + 4 * margin)) / (2 * margin)
    sufficient = root**2
    if sufficient > 4 * _MOST:
        return _MOST + 1
    sizes = np.arange(1, math.ceil(sufficient) + 1)
    too_small = sizes[sign_test_power(sizes, wins, alpha) < power]
    return int(too_small.max(initial=0)) + 1


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class DatasetsStudy(Study):
    """The power of tests for several numbers of data sets, based on a pilot study.

    This is the result of `cddiagram.study_datasets`. The axes of arrays are the numbers
    of data sets and the pairs.

    Attributes
    ----------
    algorithms : tuple of str
        The names of the algorithms in the pilot study.
    test : str
        The name of the procedure.
    control : str or None
        The control, or ``"best"``.
    alpha : float
        The significance level of the decisions.
    sizes : tuple of int
        The numbers of data sets in the sampled tables, in ascending order.
    repeats, seed : int
        The number of sampled tables for each number of data sets, and the random seed.
    pairs : tuple of (str, str)
        The pairs of the family. If there is a control, it is the first algorithm of
        each pair.
    rejections : ndarray of int, shape (sizes, pairs)
        The number of sampled tables in which the algorithms of the pair are
        significantly different.
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
        pairs, sizes = len(self.pairs), len(self.sizes)
        return (
            f"<DatasetsStudy of {self.test} for {pairs} pairs at {sizes} numbers of data "
            f"sets: {self.repeats} tables>"
        )

    @property
    def power(self) -> FloatArray:
        """The proportion of sampled tables in which a pair is significantly different.

        The array has the shape (sizes, pairs).
        """
        return np.asarray(self.rejections / self.repeats)

    @property
    def power_interval(self) -> tuple[FloatArray, FloatArray]:
        """The limits of Wilson's 95% confidence interval for the power."""
        return wilson_interval(self.rejections, self.repeats)

    def required(self, power: float = 0.8) -> dict[tuple[str, str], int | None]:
        """Return the number of data sets that each pair requires for a specified power.

        A number of data sets is sufficient if the lower confidence limit of the power
        is at least `power` for this number and all larger numbers in the study.

        Parameters
        ----------
        power : float, default 0.8
            The required power.

        Returns
        -------
        dict from (str, str) to int or None
            The smallest sufficient number for each pair, or None if no number in the
            study is sufficient.
        """
        if not 0 < power < 1:
            raise UsageError(
                Option("power"), f" must be between 0 and 1, not {power!r}."
            )
        low, _ = self.power_interval
        required: dict[tuple[str, str], int | None] = dict.fromkeys(self.pairs)
        for number, pair in enumerate(self.pairs):
            for size, limit in zip(self.sizes[::-1], low[::-1, number], strict=True):
                if limit < power:
                    break
                required[pair] = size
        return required


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
    """Estimate the power of tests for several numbers of data sets.

    Data sets are sampled with replacement from the pilot study, and the tests of
    `compare` are applied to each sampled table. The results apply to data sets similar
    to those in the pilot study and to differences of the same size. They are optimistic
    if the pilot study is small or was selected because its differences are large.

    Parameters
    ----------
    table : ScoreTable
        The scores of the pilot study.
    sizes : iterable of int, default 5, 10, 15, 20, 30, 40, 60, 80, 100
        The numbers of data sets in the sampled tables. Each number must be at least
        two.
    p_adjust : str, default "auto"
        The adjustment, as in `compare`.
    alpha : float, default 0.05
        The significance level of the decisions.
    repeats : int, default 1000
        The number of sampled tables for each number of data sets.
    seed : int, default 0
        The random seed for sampling. The results do not depend on the number of
        workers.
    {test_options}
    {run_options}

    Returns
    -------
    DatasetsStudy
        The power of the test for each pair.

    Raises
    ------
    UsageError
        If `table` is not a ScoreTable, if a number is outside its range, or if `compare`
        does not support the tests.
    InputError
        If the control is not in the table, or if the checkpoint belongs to a different
        study.

    See Also
    --------
    required_datasets : Return the required number of data sets without a pilot study.

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
            f"study_datasets requires a ScoreTable, not a {type(table).__name__}. Read "
            "the scores with read_scores."
        )
    numbers = sorted({check_count("sizes", size, 2) for size in sizes})
    if not numbers:
        raise UsageError(
            Option("sizes"), " is empty. Specify one or more numbers of data sets."
        )
    check_count("repeats", repeats)
    table.check_complete("a study of data sets")
    tests = plan_tests(table.algorithms, p_adjust, alpha, options)
    identity = {
        "study": "datasets",
        "scores": table.sha256,
        "names": [*table.algorithms, *table.datasets],
        "higher_is_better": table.higher_is_better,
    }
    work = _Work(table, tests)
    sizes_of_kinds = {number: number for number in numbers}
    counts = tests.count_outcomes(
        work, sizes_of_kinds, repeats, seed, identity, options
    )
    return DatasetsStudy(
        table=table,
        algorithms=table.algorithms,
        test=tests.plans[0].label,
        control=tests.control,
        alpha=tests.alpha,
        sizes=tuple(numbers),
        repeats=repeats,
        seed=seed,
        pairs=tests.named_pairs,
        **counts,
    )


@dataclass(frozen=True)
class _Work:
    """A picklable callable that samples tables and tests them."""

    table: ScoreTable
    tests: PlannedTests

    def __call__(self, part: tuple[int, int], rng: np.random.Generator) -> Arrays:
        """Sample tables and test them.

        `part` contains the number of data sets and the number of tables.
        """
        size, count = part
        rows = rng.integers(self.table.n, size=(count, size))
        scores = self.table.exact.take(rows)
        tables = self.tests.tables(scores, self.table.higher_is_better)
        different, _ = self.tests.decide(tables)
        return {"rejections": different[:, 0].sum(axis=0)}
