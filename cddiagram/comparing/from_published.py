"""Tests from what papers print: average ranks and the number of data sets (D06
3.2.2).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import FloatArray, decimal
from cddiagram.comparing.comparison import Comparison
from cddiagram.comparing.from_scores import (
    aligned,
    check_average_ranks,
    names_of,
)
from cddiagram.comparing.plan import make_plan
from cddiagram.comparing.results import decided
from cddiagram.procedures import (
    CHOICES,
    AdjustmentName,
    Method,
    adjustment_choices,
    check_procedure,
)
from cddiagram.stats import (
    Ranking,
    average_rank_tests,
    untied_critical_difference,
)
from cddiagram.text import (
    InputError,
    Name,
    Option,
    UsageError,
    check_alpha,
    check_count,
    choose_from,
    phrase,
)


def critical_difference(
    k: int,
    n: int,
    *,
    alpha: float = 0.05,
    p_adjust: AdjustmentName = "nemenyi",
    method: Method = "auto",
) -> float:
    """Return the critical difference of the average ranks of k algorithms on n data
    sets (D06 3.2.2).

    Parameters
    ----------
    k, n : int
        Two or more algorithms and data sets.
    alpha : float, default 0.05
        Level of significance.
    p_adjust : {"nemenyi", "bonferroni-dunn", "bonferroni", "sidak", "none"}
        Nemenyi's test of all pairs, the Bonferroni-Dunn test of k - 1 pairs with a
        control, Bonferroni's or Sidak's adjustment for all pairs, or none.
    method : {"auto", "exact", "asymptotic"}
        "exact" takes the law of the largest difference of rank sums without ties, for
        Nemenyi's and the Bonferroni-Dunn test; beyond the limits of `compare` it is
        estimated by Monte Carlo. "asymptotic" is the formula of D06. "auto" is exact
        within the limits: for k = 3 up to n = 170, for k = 4 up to n = 60 and for k = 5
        up to n = 30.

    Returns
    -------
    float
        In ranks: pairs whose average ranks differ by that much, or more, are
        significantly different. Infinity if no difference is significant by the exact
        test.

    Raises
    ------
    UsageError
        A number below two, alpha outside (0, 1), an adjustment that is unknown or has
        no critical difference, an unknown method, or an exact one of another
        adjustment.

    Examples
    --------
    Demsar 2006, pages 12 and 13: four algorithms on 14 data sets at .05 and at .10. The
    exact test needs 18 / 14.

    >>> import cddiagram as cd
    >>> [
    ...     round(cd.critical_difference(4, 14, alpha=alpha, method="asymptotic"), 2)
    ...     for alpha in (0.05, 0.10)
    ... ]
    [1.25, 1.12]
    >>> round(cd.critical_difference(4, 14), 4)
    1.2857
    """
    check_procedure(Option("p_adjust"), p_adjust, adjustment_choices())
    check_count("k", k, 2)
    check_count("n", n, 2)
    if method not in CHOICES["method"]:
        raise UsageError(choose_from(Option("method"), method, CHOICES["method"]))
    joint = p_adjust in ("nemenyi", "bonferroni-dunn") and k > 2
    if method == "exact" and not joint:
        raise UsageError(
            Option("method"),
            " 'exact' is for three or more algorithms and ",
            Option("p_adjust"),
            " 'nemenyi' or 'bonferroni-dunn': leave it out.",
        )
    return untied_critical_difference(
        int(k), int(n), alpha=check_alpha(alpha), p_adjust=p_adjust, method=method
    )


def compare_ranks(
    average_ranks: Sequence[float] | ArrayLike,
    n_datasets: int,
    *,
    algorithms: Sequence[str] | None = None,
    control: str | None = None,
    p_adjust: AdjustmentName = "auto",
    alpha: float = 0.05,
) -> Comparison:
    """Compare algorithms by average ranks that are known from elsewhere, as papers
    print them.

    Friedman's test, Iman and Davenport's, and the post-hoc tests on average ranks need
    no more (D06 3.2.2). Ranks that were rounded are taken for the sums of ranks that
    they were rounded from, where only one comes as near.

    Parameters
    ----------
    average_ranks : sequence of float or Series, length k
        Of three or more algorithms, 1 is best, the mean of ranks 1 to k on each data
        set. The labels of a Series name the algorithms.
    n_datasets : int
        On how many data sets.
    algorithms : sequence of str, length k, optional
        Distinct names; by default the labels of the ranks.
    control : str, optional
        As for `compare`.
    p_adjust : str, default "auto"
        As for `compare` on Friedman mean ranks.
    alpha : float, default 0.05
        Level of the decisions.

    Returns
    -------
    Comparison
        With `table` None; tests, figures and tables that need the scores are refused or
        left out.

    Raises
    ------
    InputError
        No names, duplicate ones or labels that are others; ranks that are not between 1
        and k, or do not add up to k (k + 1) / 2 but for rounding; fewer than three
        algorithms, whose ties average ranks do not tell.
    UsageError
        Fewer than two data sets, unknown or meaningless `p_adjust`, alpha outside (0,
        1).

    Examples
    --------
    Demsar 2006, Table 6:

    >>> import cddiagram as cd
    >>> names = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
    >>> comparison = cd.compare_ranks(
    ...     [3.143, 2.000, 2.893, 1.964], 14, algorithms=names, alpha=0.10
    ... )
    >>> [group.algorithms for group in comparison.groups]
    [('C4.5+m+cf', 'C4.5+m', 'C4.5+cf'), ('C4.5+cf', 'C4.5')]
    >>> (
    ...     round(comparison.omnibus[0].statistic, 2),
    ...     round(comparison.omnibus[1].statistic, 2),
    ... )
    (9.28, 3.69)
    """
    alpha = check_alpha(alpha)
    check_count("n_datasets", n_datasets, 2)
    n, names = int(n_datasets), names_of(algorithms, average_ranks)
    printed = aligned(average_ranks, "average_ranks", names)
    check_average_ranks(names, printed)
    ranks, notes = _unrounded(names, printed, n)
    plan = make_plan(names, control, p_adjust=p_adjust)
    if plan.sign_flips:
        needs = (
            f" '{p_adjust}' needs the ranks on each data set, not their averages: use "
            "'holm' instead."
        )
        raise UsageError(Option("p_adjust"), needs)
    omnibus, pairs = average_rank_tests(ranks, n)
    return Comparison(
        table=None,
        plan=plan,
        alpha=alpha,
        test_results=decided(
            names,
            plan,
            Ranking(kind="friedman", average_ranks=ranks, algorithms=names),
            omnibus,
            pairs,
            control if plan.control_chosen == "before" else None,
            notes=notes,
            n_datasets=n,
        ),
    )


def _unrounded(
    names: tuple[str, ...], printed: FloatArray, n: int
) -> tuple[FloatArray, tuple[str, ...]]:
    """Return the means of n ranks that average ranks were rounded, or cut off, from; as
    they are if that is not plain.

    Ranks are multiples of 1/2, so their sums are as well.
    """
    k = len(names)
    if k < 3:
        raise InputError(
            "average ranks of two algorithms do not tell their ties: compare their "
            "scores instead."
        )
    for name, rank in zip(names, printed.tolist(), strict=True):
        if not 1.0 <= rank <= k:
            raise InputError(
                phrase(
                    f"the average rank of '{{}}' is {rank:g}: those of {k} algorithms "
                    f"lie from 1 to {k}.",
                    Name(name),
                )
            )
    unit = 10.0 ** -max(0, *(decimal(rank)[1] for rank in printed.tolist()))
    total, whole = float(printed.sum()), k * (k + 1) / 2
    if abs(total - whole) > k * (unit + 1e-9):
        raise InputError(
            f"average ranks add up to {total:.10g}, and those of {k} algorithms to "
            f"{whole:g}: an algorithm is missing, "
            "or a rank is misprinted."
        )
    sums = np.rint(2 * n * printed)
    near = np.abs(sums / (2 * n) - printed) <= unit + 1e-9
    if unit >= 1 / (4 * n):  # several sums come as near
        return printed, ()
    if near.all() and sums.sum() == n * k * (k + 1):
        return sums / (2 * n), ()
    wrong = int(np.argmin(near))
    said = (
        f"The average rank {printed[wrong]:.10g} of '{{}}' is no mean of {n} ranks: "
        "all are taken as given."
    )
    return printed, () if near.all() else (phrase(said, Name(names[wrong])),)
