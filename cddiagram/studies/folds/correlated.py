"""The Bayesian correlated t test on the folds of one data set."""

from __future__ import annotations

from typing import Any, Unpack

from cddiagram.comparing import Posterior, check_rope
from cddiagram.data import ReadingOptions, table_of_folds, takes
from cddiagram.procedures import POSTERIORS
from cddiagram.stats import rank_order
from cddiagram.text import Option, UsageError, check_count


@takes(ReadingOptions)
def correlated_t_test(
    table: Any,
    rope: float,
    *,
    folds: int,
    higher_is_better: bool | None = None,
    **options: Unpack[ReadingOptions],
) -> Posterior:
    """Compare algorithms on one data set with the Bayesian correlated t test.

    The scores must be computed on the folds of a cross-validation. The test corrects
    the variance of the mean difference for the overlap of the training sets.

    Parameters
    ----------
    table : ScoreTable, path, file object, data frame, dict or array
        The scores on one data set, with one row for each fold or for each fold of each
        repetition. Any other input is read as in `compare_folds`.
    rope : float
        Half the width of the region of practical equivalence (ROPE), in the units of
        the scores.
    folds : int
        The number of folds in one cross-validation, for example 10 if 100 rows
        represent ten repetitions of a 10-fold cross-validation.
    higher_is_better : bool, optional
        Whether higher scores are better, as in `compare_folds`.
    dataset_column, algorithm_column, score_column, group_column, run_column : optional
        As in `read_scores`. Not supported for a `ScoreTable`.
    algorithms, exclude, exclude_datasets, select, keep, missing, runs : optional
        As in `read_scores`. Not supported for a `ScoreTable`.
    transpose, clean, runs_in_names, decimal, sheet, encoding : optional
        As in `read_scores`. Not supported for a `ScoreTable`.

    Returns
    -------
    Posterior
        The exact posterior probabilities for the mean difference between the algorithms
        of each pair. All conclusions apply to this data set only.

    Raises
    ------
    UsageError
        If `rope` is not positive, or if `folds` does not divide the number of rows.
    InputError
        If the scores cannot be read.

    See Also
    --------
    compare_folds : Compare algorithms with the corrected resampled t test.

    References
    ----------
    G. Corani and A. Benavoli (2015), A Bayesian approach for comparing cross-validated
    algorithms on multiple data sets, Machine Learning 100:285-304; C. Nadeau and Y.
    Bengio (2003), Inference for the generalization error, Machine Learning 52:239-281.

    Examples
    --------
    >>> import cddiagram as cd
    >>> a, b = [0.82, 0.81, 0.83, 0.80, 0.82, 0.84, 0.79, 0.82, 0.81, 0.83], [0.8] * 10
    >>> folds = cd.ScoreTable.from_arrays(list(zip(a, b)), algorithms=["A", "B"])
    >>> cd.correlated_t_test(folds, 0.01, folds=10).to_frame().round(3).values.tolist()
    [[0.833, 0.166, 0.002]]
    """
    rope = check_rope(rope)
    check_count("folds", folds, 2)
    table, _ = table_of_folds(table, higher_is_better, options, stated=True)
    if table.n % folds:
        raise UsageError(
            Option("folds"),
            f" must divide the {table.n} rows into whole cross-validations, not "
            f"{folds}.",
        )
    test = POSTERIORS["correlated-t"].load()
    better, equivalent = test(
        table.exact, rope, folds=folds, higher_is_better=table.higher_is_better
    )
    losses = table.means
    if table.higher_is_better:
        losses = -table.means
    return Posterior(
        algorithms=table.algorithms,
        order=rank_order(losses),
        rope=rope,
        test="correlated-t",
        better=better,
        equivalent=equivalent,
        table=table,
    )
