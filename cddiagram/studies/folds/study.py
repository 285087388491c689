"""Comparisons of algorithms on the folds of one data set."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

import numpy as np

from cddiagram._util import (
    BoolArray,
    FloatArray,
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
    PairTest,
    PairwiseResult,
    Plotted,
    Ranking,
    critical_difference,
    plain,
    rank_means,
    result_notes,
)
from cddiagram.studies.results import Study
from cddiagram.text import (
    Option,
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
    """A comparison of algorithms on the folds of one data set.

    This is the result of `cddiagram.compare_folds`. All conclusions apply to this data
    set only.

    Attributes
    ----------
    table : ScoreTable
        The scores. The rows are folds or other test sets.
    folds : int or None
        The number of folds in one cross-validation. None if the proportion of test data
        was specified instead.
    test_ratio : float
        The ratio of the size of the test set to the size of the training set, which is
        1 / (folds - 1) for a cross-validation.
    difference : ndarray, shape (k, k)
        The mean score of algorithm i minus the mean score of algorithm j, in the units
        of the scores.
    standard_error : ndarray, shape (k, k)
        The standard errors of the differences, corrected for the overlap of the
        training sets. They are NaN on the diagonal.

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
    #: This comparison contains the same tests but no ranks.
    decided: Comparison = field(repr=False)

    def __repr__(self) -> str:
        subject = f"{self.table.k} algorithms on one data set"
        return f"<FoldsComparison of {subject}: {self.splits}>"

    @property
    def algorithms(self) -> tuple[str, ...]:
        """The names of the algorithms, in the column order of the table."""
        return self.table.algorithms

    @property
    def order(self) -> tuple[int, ...]:
        """The columns, in order from the best to the worst mean score.

        Tied algorithms are in column order.
        """
        return self.decided.order

    @property
    def alpha(self) -> float:
        """The significance level of the decisions."""
        return self.decided.alpha

    @property
    def pairwise(self) -> PairwiseResult:
        """The tests of all pairs.

        The statistic t is positive if algorithm i is better than algorithm j.
        """
        return self.decided.pairwise

    @property
    def test(self) -> str:
        """The name of the tests and their adjustment."""
        return self.decided.test

    @property
    def letters(self) -> dict[str, str] | None:
        """The letters for each algorithm, in the order of the mean scores.

        Two algorithms share a letter if and only if they are not significantly
        different. As in `Comparison.letters`, the value is None if there are more
        groups than letters.
        """
        return self.decided.letters

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes about the scores and the tests, for example about ties."""
        return (*self.table.notes, *self.decided.notes)

    @property
    def splits(self) -> str:
        """A description of how the data set was split."""
        n = self.table.n
        if self.folds is None:
            share = self.test_ratio / (1 + self.test_ratio)
            return f"{n} splits with {100 * share:.3g}% of the data in each test set"
        splits = f"{self.folds}-fold cross-validation"
        repeats = n // self.folds
        if repeats > 1:
            return f"{repeats} × {splits}"
        return splits

    @property
    def confidence(self) -> float:
        """The confidence level 1 - alpha / m of each of the m intervals.

        The simultaneous confidence level of all intervals is at least 1 - alpha.
        """
        return 1 - self.alpha / self.pairwise.n_hypotheses

    @cached_property
    def intervals(self) -> tuple[FloatArray, FloatArray]:
        """The lower and upper limits of the confidence intervals for the differences.

        Both arrays have the shape (k, k). The intervals are simultaneous. They use
        Bonferroni's adjustment regardless of `p_adjust`.
        """
        quantile = critical_difference(
            self.table.k,
            1.0,
            alpha=self.alpha,
            p_adjust="bonferroni",
            n_hypotheses=self.pairwise.n_hypotheses,
            df=self.table.n - 1.0,
        )
        half_width = self.standard_error * quantile
        return self.difference - half_width, self.difference + half_width

    def different(self) -> BoolArray:
        """Return whether each pair is significantly different, of shape (k, k)."""
        return self.decided.different()

    def at(self, alpha: float) -> FoldsComparison:
        """Return the same tests with decisions at a different significance level."""
        return replace(self, decided=self.decided.at(alpha))

    def methods(
        self, *, latex: bool = False, cite: str = "cite", style: str = "default"
    ) -> str:
        """Return the methods paragraph with its sources. See `Comparison.methods`."""
        with number_style(style):
            words = view("folds methods")(self)
        return finished_words(words, latex=latex, cite=cite)

    def references(self) -> str:
        """Return the BibTeX entries of the sources that `methods` cites."""
        return str(view("folds references")(self))

    def pair_rows(self) -> list[dict[str, Any]]:
        """Return a dict of names and numbers for each pair of algorithms.

        The algorithm with the better mean score is the first of the pair.
        """
        low, high = self.intervals
        different = self.different()
        numbers = {
            "difference": self.difference,
            "interval_low": low,
            "interval_high": high,
            "statistic": self.pairwise.statistic,
            "pvalue": self.pairwise.pvalue,
            "pvalue_adjusted": self.pairwise.pvalue_adjusted,
        }
        rows = []
        for i, j in combinations(self.order, 2):
            row: dict[str, Any] = {}
            row["algorithm"] = self.algorithms[i]
            row["other"] = self.algorithms[j]
            for name, values in numbers.items():
                row[name] = float(values[i, j])
            row["different"] = bool(different[i, j])
            rows.append(row)
        return rows

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as a JSON-serialisable dict, with numbers at full
        precision.
        """
        means = self.table.means.tolist()
        return {
            "schema": SCHEMA,
            "study": self.kind,
            "algorithms": list(self.algorithms),
            "table": self.table.to_dict(),
            "folds": self.folds,
            "test_ratio": self.test_ratio,
            "means": dict(zip(self.algorithms, means, strict=True)),
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
        subject = {**fields_of(self.decided), "kind": self.kind}
        split: dict[str, Any] = {"folds": self.folds}
        if self.folds is None:
            split = {"test_ratio": self.test_ratio}
        return self._add_decisions(subject, **split)


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
    r"""Compare algorithms on one data set with corrected resampled t tests.

    Folds are not independent, because their training sets overlap. Tests that assume
    independence reject far too often. The corrected test estimates the variance of a
    mean difference as ``(1/J + n_test/n_train) s^2`` for J test sets, with J - 1
    degrees of freedom. This is an approximation; the guide reports its simulated error
    rate. All conclusions apply to this data set only. Ranks and critical differences
    are not defined for folds.

    Parameters
    ----------
    scores : path, file object, data frame, dict, array or ScoreTable
        The scores, in one of the following forms:

        - A table with one row for each fold and one column for each algorithm, or a
          long table. Files and data frames are read as in `read_scores`, except that
          columns named fold, run, seed or repeat identify the rows.
        - A dict with the scores of each algorithm on the same folds in the same order:
          ``{algorithm: cross_val_score(...)}`` or ``{algorithm: cross_validate(...)}``.
        - The ``cv_results_`` attribute of a search, or a data frame or file with its
          contents. The algorithms are the parameter settings of the search.
          `score_column` selects one of several metrics.
    folds : int, optional
        The number of folds in one cross-validation, for example 10 if 100 rows
        represent ten repetitions of a 10-fold cross-validation. By default, it is
        inferred from the fold and repetition columns. It is required if these columns
        are missing.
    test_share : float, optional
        The proportion of the data in the test set, for splits that are not folds, such
        as 0.3 for repeated 70:30 splits. For folds of unequal sizes, use r / (1 + r),
        where r is the mean of n_test / n_train.
    higher_is_better : bool, optional
        Whether higher scores are better, as in `compare`.
    p_adjust : str, default "auto"
        The adjustment for the number of pairs, as in `compare`. ``"auto"`` selects
        Holm's adjustment.
    alpha : float, default 0.05
        The significance level of the decisions. Adjusted p-values of at most `alpha`
        are significant.
    dataset_column, algorithm_column, score_column, group_column, run_column : optional
        As in `read_scores`. Not supported for a `ScoreTable`.
    algorithms, exclude, exclude_datasets, select, keep, missing, runs : optional
        As in `read_scores`. Not supported for a `ScoreTable`.
    transpose, clean, runs_in_names, decimal, sheet, encoding : optional
        As in `read_scores`. Not supported for a `ScoreTable`.

    Returns
    -------
    FoldsComparison
        The mean scores, the tests of all pairs, and confidence intervals for the
        differences.

    Raises
    ------
    UsageError
        If both or neither of `folds` and `test_share` are specified, if the number of
        folds is inconsistent with the number of rows or with the columns, if the
        adjustment requires average ranks, or if `alpha` is not between 0 and 1.
    InputError
        If the scores cannot be read, or if they contain several data sets or
        repetitions with different numbers of folds.

    See Also
    --------
    correlated_t_test : Compare algorithms with the Bayesian correlated t test.
    compare : Compare algorithms on several data sets.

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
    table, count = table_of_folds(scores, higher_is_better, options, stated=stated)
    return compare_table(
        table, count, folds=folds, test_share=test_share, p_adjust=p_adjust, alpha=alpha
    )


def compare_table(
    table: ScoreTable,
    count: int | None,
    *,
    folds: int | None,
    test_share: float | None,
    p_adjust: AdjustmentName,
    alpha: float,
) -> FoldsComparison:
    """Compare algorithms on a table of folds. See `compare_folds`.

    `count` is the number of folds that the columns of the table indicate, or None if it
    is unknown.
    """
    check_size(table.scores)
    alpha = check_alpha(alpha)
    if test_share is None:
        folds = _number_of_folds(table.n, count, folds)
        ratio = 1 / (folds - 1)
    else:
        ratio = _test_ratio(folds, test_share)
    check_procedure(Option("p_adjust"), p_adjust, FEATURES["folds"].choices["p_adjust"])
    ties: list[Tie] = []
    scores = table.exact.watched(ties)
    pairs: PairTest = PAIR_TESTS["corrected-t"].load()(
        scores, test_ratio=ratio, higher_is_better=table.higher_is_better
    )
    assert pairs.standard_error is not None
    plan = make_plan(table.algorithms, p_adjust=p_adjust, pair_test="wilcoxon")
    plan = replace(plan, pair_test="corrected-t", ranking="means")
    ranking = Ranking(
        kind="means",
        average_ranks=rank_means(scores, table.higher_is_better),
        means=table.means,
        algorithms=table.algorithms,
    )
    notes = result_notes(
        ties, table.algorithms, table.datasets, pairs.statistic, "test sets"
    )
    results = decided(
        table.algorithms,
        plan,
        ranking,
        (),
        replace(pairs, standard_error=None),
        None,
        notes=notes,
        n_datasets=None,
    )
    return FoldsComparison(
        table=table,
        folds=folds,
        test_ratio=ratio,
        difference=_mean_differences(table),
        standard_error=pairs.standard_error,
        decided=Comparison(table=table, plan=plan, test_results=results, alpha=alpha),
    )


def _mean_differences(table: ScoreTable) -> FloatArray:
    """Return the differences between the mean scores of all pairs, of shape (k, k)."""
    means = table.exact.whole.means(axis=0)
    return means.differences(np.s_[:, np.newaxis], np.s_[np.newaxis]).doubles()


def _number_of_folds(n: int, known: int | None, folds: int | None) -> int:
    """Return the number of folds in one cross-validation.

    `known` is the number of folds that the columns of the table indicate.
    """
    if folds is None:
        folds = known
    if folds is None:
        example = n
        if n % 10 == 0:
            example = 10
        raise UsageError(
            f"the number of folds of a cross-validation cannot be inferred from {n} "
            "rows. Specify ",
            Option("folds", example),
            " (for example, 100 rows are ten repetitions of ten folds). For other splits, "
            "specify the proportion of the data in the test set with ",
            Option("test_share", typed="--test-share SHARE"),
            ".",
        )
    check_count("folds", folds, 2)
    # If the table also contains a column of repetitions, the user cannot specify a
    # different number of folds.
    if known not in (None, folds) and (n != known or n % folds):
        raise UsageError(
            Option("folds"),
            f" is {folds}, but the columns of the table contain {known} folds. Omit "
            "this option.",
        )
    if n % folds:
        raise UsageError(
            Option("folds"),
            f" must divide the {n} rows into whole cross-validations, not {folds}.",
        )
    return folds


def _test_ratio(folds: int | None, test_share: float) -> float:
    """Return the ratio of the size of the test set to the size of the training set."""
    if folds is not None:
        raise UsageError(
            "pass either ", Option("folds"), " or ", Option("test_share"), ", not both."
        )
    is_number = isinstance(test_share, int | float) and not isinstance(test_share, bool)
    if not is_number or not 0 < test_share < 1:
        raise UsageError(
            Option("test_share"),
            f" must be between 0 and 1, not {test_share!r}. Use 0.3 for 70:30 splits.",
        )
    return test_share / (1 - test_share)
