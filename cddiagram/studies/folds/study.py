"""One data set: algorithms compared on the folds of its cross-validation, which are no
data sets.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

import numpy as np

from cddiagram._util import (
    BoolArray,
    FloatArray,
    Whole,
    check_size,
    view,
)
from cddiagram.comparing import Comparison, decided, make_plan
from cddiagram.data import ReadingOptions, ScoreTable, table_of_folds, takes
from cddiagram.features import FEATURES
from cddiagram.procedures import PAIR_TESTS, AdjustmentName, check_procedure
from cddiagram.provenance import fields_of
from cddiagram.stats import (
    SCHEMA,
    PairwiseResult,
    Plotted,
    Ranking,
    column_sums,
    critical_difference,
    plain,
    rank_means,
    result_notes,
)
from cddiagram.studies.results import Study
from cddiagram.text import (
    Option,
    Phrase,
    UsageError,
    check_alpha,
    check_count,
)
from cddiagram.words import finished_words, number_style

if TYPE_CHECKING:
    from cddiagram._util import (
        Tie,
    )


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class FoldsComparison(Plotted, Study):
    """Algorithms compared on one data set, by its cross-validation. Made by
    `cddiagram.compare_folds`.

    Whatever it says is about this one data set.

    Attributes
    ----------
    table : ScoreTable
        The scores; its rows are the folds, or whatever the test sets are.
    folds : int or None
        Folds of one cross-validation; None where the share of a test set was stated
        instead.
    test_ratio : float
        Size of a test set divided by that of its training set: 1 / (folds - 1).
    difference : ndarray, shape (k, k)
        Mean score of i minus that of j, in the units of the scores.
    standard_error : ndarray, shape (k, k)
        Of the differences, corrected for the overlap of training sets; NaN on the
        diagonal.

    Examples
    --------
    >>> import cddiagram as cd
    >>> a = [0.82, 0.81, 0.83, 0.80, 0.82, 0.84, 0.79, 0.82, 0.81, 0.83]
    >>> folds = cd.compare_folds({"A": a, "B": [0.8] * 10}, folds=10)
    >>> folds
    <FoldsComparison of 2 algorithms on one data set: 10-fold cross-validation>
    >>> (
    ...     round(float(folds.pairwise.statistic[0, 1]), 4),
    ...     round(float(folds.pairwise.pvalue[0, 1]), 4),
    ... )
    (2.4758, 0.0352)
    """

    kind: ClassVar[str] = "folds"

    table: ScoreTable
    folds: int | None
    test_ratio: float
    difference: FloatArray
    standard_error: FloatArray
    #: The decisions, where all that is common to comparisons is read off; it has no
    #: ranks to be drawn by.
    decided: Comparison = field(repr=False)

    def __repr__(self) -> str:
        return (
            f"<FoldsComparison of {self.table.k} algorithms on one data set: "
            f"{self.splits}>"
        )

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Names, in the column order of the table."""
        return self.table.algorithms

    @property
    def order(self) -> tuple[int, ...]:
        """Columns from the best to the worst mean score, ties by column."""
        return self.decided.order

    @property
    def alpha(self) -> float:
        """The level of the decisions."""
        return self.decided.alpha

    @property
    def pairwise(self) -> PairwiseResult:
        """The tests of all pairs; t is positive when i is better than j."""
        return self.decided.pairwise

    @property
    def test(self) -> str:
        """The name of the tests and their adjustment, as it is printed."""
        return self.decided.test

    @property
    def letters(self) -> dict[str, str] | None:
        """The letters of each algorithm, best first: two share one if and only if they
        are not significantly different.

        None where the alphabet ends, as for `Comparison.letters`.
        """
        return self.decided.letters

    @property
    def notes(self) -> tuple[str, ...]:
        """What reading did, where the tolerance for the last digits made ties, where
        differences are all equal.
        """
        return (*self.table.notes, *self.decided.notes)

    @property
    def splits(self) -> str:
        """How the data set was split, in words."""
        if self.folds is None:
            share = self.test_ratio / (1 + self.test_ratio)
            return (
                f"{self.table.n} splits with {100 * share:.3g}% of the data in each "
                "test set"
            )
        repeats = self.table.n // self.folds
        return (
            f"{f'{repeats} × ' if repeats > 1 else ''}{self.folds}-fold "
            "cross-validation"
        )

    @property
    def confidence(self) -> float:
        """Level of each interval of `intervals`: 1 - alpha / m, for all m pairs at once
        at least 1 - alpha.
        """
        return 1 - self.alpha / self.pairwise.n_hypotheses

    @cached_property
    def intervals(self) -> tuple[FloatArray, FloatArray]:
        """Lower and upper limits of the differences, each (k, k), simultaneous by
        Bonferroni whatever `p_adjust` is.
        """
        k, df, count = self.table.k, self.table.n - 1.0, self.pairwise.n_hypotheses
        law = partial(
            critical_difference, k, 1.0, alpha=self.alpha, p_adjust="bonferroni"
        )
        half = self.standard_error * law(n_hypotheses=count, df=df)
        return self.difference - half, self.difference + half

    def different(self) -> BoolArray:
        """Return which pairs are significantly different: a (k, k) array."""
        return self.decided.different()

    def at(self, alpha: float) -> FoldsComparison:
        """Decide the same tests at another level, without testing again."""
        return replace(self, decided=self.decided.at(alpha))

    def methods(
        self, *, latex: bool = False, cite: str = "cite", style: str = "default"
    ) -> str:
        """Return the paragraph about the method, with its sources, as
        `Comparison.methods` does.
        """
        with number_style(style):
            words = view("folds methods")(self)
        return finished_words(words, latex=latex, cite=cite)

    def references(self) -> str:
        """Return the BibTeX entries of the sources that `methods` cites."""
        return str(view("folds references")(self))

    def pair_rows(self) -> list[dict[str, Any]]:
        """Return all pairs, the better mean score first, as rows of names and
        numbers.
        """
        pairs, different, (low, high) = self.pairwise, self.different(), self.intervals
        return [
            {
                "algorithm": self.algorithms[i],
                "other": self.algorithms[j],
                "difference": float(self.difference[i, j]),
                "interval_low": float(low[i, j]),
                "interval_high": float(high[i, j]),
                "statistic": float(pairs.statistic[i, j]),
                "pvalue": float(pairs.pvalue[i, j]),
                "pvalue_adjusted": float(pairs.pvalue_adjusted[i, j]),
                "different": bool(different[i, j]),
            }
            for at, i in enumerate(self.order)
            for j in self.order[at + 1 :]
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python, ready for JSON, all numbers at full
        precision.
        """
        return {
            "schema": SCHEMA,
            "study": self.kind,
            "algorithms": list(self.algorithms),
            "table": self.table.to_dict(),
            "folds": self.folds,
            "test_ratio": self.test_ratio,
            "means": dict(zip(self.algorithms, self.table.means.tolist(), strict=True)),
            "alpha": self.alpha,
            "test": self.test,
            "p_adjust": self.pairwise.p_adjust,
            "df": self.table.n - 1,
            "confidence": self.confidence,
            "pairs": plain(self.pair_rows()),
            "groups": [list(group.algorithms) for group in self.decided.groups],
            "letters": self.letters,
            "notes": list(self.notes),
        }

    def _provenance_(self) -> dict[str, Any]:
        recorded = {**fields_of(self.decided), "kind": self.kind}
        split: dict[str, Any] = (
            {"test_ratio": self.test_ratio}
            if self.folds is None
            else {"folds": self.folds}
        )
        return self._recorded(recorded, **split)


@takes(ReadingOptions)
def compare_folds(
    scores: Any,
    *,
    folds: int | None = None,
    test_share: float | None = None,
    higher_is_better: bool | None = None,
    p_adjust: AdjustmentName = "auto",
    alpha: float = 0.05,
    **options: Unpack[ReadingOptions],
) -> FoldsComparison:
    r"""Compare algorithms on one data set by its cross-validation: corrected resampled
    t tests of all pairs.

    Folds are no data sets: their training sets overlap, and tests that take them as
    independent call far too much significant. The corrected test takes the variance of
    a mean difference as ``(1/J + n_test/n_train) s^2`` for J test sets, with J - 1
    degrees of freedom: an approximation, whose level the guide has as it was measured.
    All that follows is about this one data set; there are no ranks and no critical
    difference.

    Parameters
    ----------
    scores : path, file object, data frame, dict, array or ScoreTable
        A row is a fold, a column an algorithm; or a long table. Files and frames are
        read as by `read_scores`, but that columns called fold, run, seed or repeat name
        the rows. A dict holds the scores of each algorithm on the folds,
        ``{algorithm: cross_val_score(...)}`` or ``{algorithm: cross_validate(...)}``;
        all arrays are in the same order of the same folds. The ``cv_results_`` of a
        search, or a frame or file of it, are the scores of its settings. `score_column`
        chooses among several measures.
    folds : int, optional
        Folds of one cross-validation: 10 for ten times ten folds in 100 rows. By
        default the number in the columns of folds and repetitions; where there are none
        it has to be stated, as the number of rows does not tell it.
    test_share : float, optional
        For other splits than into folds: the share of the data in a test set, 0.3 for
        repeated splits 70:30. With folds of unequal sizes r / (1 + r), r the mean of
        n_test / n_train.
    higher_is_better : bool, optional
        The direction of the scores, as in `compare`.
    p_adjust : str, default "auto"
        Adjustment for the number of pairs, by default Holm's; those of any test and of
        all pairs as in `compare`.
    alpha : float, default 0.05
        Level of the decisions: adjusted p-values up to alpha are significant.
    dataset_column, algorithm_column, score_column, group_column, run_column : optional
        As in `read_scores`, for scores that have yet to be read.
    algorithms, exclude, exclude_datasets, select, keep, missing, runs : optional
        As in `read_scores`, for scores that have yet to be read.
    transpose, clean, runs_in_names, decimal, sheet, encoding : optional
        As in `read_scores`, for scores that have yet to be read.

    Returns
    -------
    FoldsComparison

    Raises
    ------
    UsageError
        Neither `folds` nor `test_share` where the scores do not tell the folds; both; a
        number of folds that does not divide the rows, or that their columns contradict;
        an adjustment for average ranks; alpha outside (0, 1).
    InputError
        The scores cannot be read, hold several data sets, or repetitions of different
        numbers of folds.

    References
    ----------
    C. Nadeau and Y. Bengio (2003), Inference for the generalization error, Machine
    Learning 52:239-281; R. R. Bouckaert and E. Frank (2004), Evaluating the
    replicability of significance tests for comparing learning algorithms, PAKDD
    2004:3-12.

    Examples
    --------
    >>> import io
    >>> import cddiagram as cd
    >>> text = "fold,A,B,C\n1,.91,.90,.70\n2,.88,.89,.72\n3,.93,.90,.71\n4,.90,.88,.66\n5,.92,.89,.69\n"
    >>> folds = cd.compare_folds(io.StringIO(text))
    >>> folds.folds, folds.letters
    (5, {'A': 'a', 'B': 'a', 'C': 'b'})
    """
    stated = folds is not None or test_share is not None
    table, read = table_of_folds(scores, higher_is_better, options, stated=stated)
    return compare_table(
        table, read, folds=folds, test_share=test_share, p_adjust=p_adjust, alpha=alpha
    )


def compare_table(
    table: ScoreTable,
    read: int | None,
    *,
    folds: int | None,
    test_share: float | None,
    p_adjust: AdjustmentName,
    alpha: float,
) -> FoldsComparison:
    """Compare on a table of folds, whose columns told how many there are, or not: see
    `compare_folds`.
    """
    check_size(table.scores)
    alpha = check_alpha(alpha)
    ratio, folds = _ratio(table.n, read, folds, test_share)
    check_procedure(Option("p_adjust"), p_adjust, FEATURES["folds"].choices["p_adjust"])
    plan = make_plan(table.algorithms, p_adjust=p_adjust, pair_test="wilcoxon")
    plan = replace(plan, pair_test="corrected-t", ranking="means")
    log: list[Tie] = []
    exact = table.exact.watched(log)
    pairs = PAIR_TESTS["corrected-t"].load()(
        exact, test_ratio=ratio, higher_is_better=table.higher_is_better
    )
    average = rank_means(exact, table.higher_is_better)
    ranking = Ranking(
        kind="means",
        average_ranks=average,
        means=table.means,
        algorithms=table.algorithms,
    )
    notes = result_notes(
        log, table.algorithms, table.datasets, pairs.statistic, "test sets"
    )
    single = replace(pairs, standard_error=None)
    results = decided(
        table.algorithms, plan, ranking, (), single, None, notes=notes, n_datasets=None
    )
    sums = column_sums(table.exact)
    assert pairs.standard_error is not None
    return FoldsComparison(
        table=table,
        folds=folds,
        test_ratio=ratio,
        difference=Whole(
            sums.numerators[:, np.newaxis] - sums.numerators, sums.denominator
        ).doubles(),
        standard_error=pairs.standard_error,
        decided=Comparison(table=table, plan=plan, test_results=results, alpha=alpha),
    )


def _ratio(
    n: int, read: int | None, folds: int | None, test_share: float | None
) -> tuple[float, int | None]:
    """Return the size of a test set over that of its training set, and the number of
    folds if they are folds.
    """
    if test_share is not None:
        if folds is not None:
            raise UsageError(
                Option("folds"),
                " and ",
                Option("test_share"),
                " say the same: leave one out.",
            )
        if (
            isinstance(test_share, bool)
            or not isinstance(test_share, int | float)
            or not 0 < test_share < 1
        ):
            raise UsageError(
                Option("test_share"),
                f" must lie between 0 and 1, not {test_share!r}: 0.3 for 70:30.",
            )
        return test_share / (1 - test_share), None
    if folds is None and read is None:
        example = 10 if n % 10 == 0 else n
        raise UsageError(
            f"the {n} rows do not tell how many folds a cross-validation has: pass ",
            Option("folds", example),
            " (ten times ten folds are 100 rows), or for other splits the share of "
            "the data in a test set, ",
            Option("test_share", typed="--test-share SHARE"),
            ".",
        )
    count = check_count("folds", read if folds is None else folds, 2)
    if read not in (None, count) and (
        n != read or n % count
    ):  # beside a column of repetitions nothing else is right
        said = Phrase(
            Option("folds"),
            f" is {count}, and the columns of the table have {read} folds: leave it "
            "out.",
        )
        raise UsageError(said)
    if n % count:
        raise UsageError(
            Option("folds"),
            f" must divide the {n} rows into whole cross-validations, not {count}.",
        )
    return 1 / (count - 1), count
