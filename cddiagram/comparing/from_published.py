"""Comparisons based on published average ranks (Demšar 2006, section 3.2.2)."""

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
    """Return the critical difference for average ranks of k algorithms on n data sets.

    Parameters
    ----------
    k, n : int
        The number of algorithms and the number of data sets; each must be at least two.
    alpha : float, default 0.05
        The significance level.
    p_adjust : {"nemenyi", "bonferroni-dunn", "bonferroni", "sidak", "none"}
        The adjustment: Nemenyi's test for all pairs, the Bonferroni-Dunn test for k - 1
        comparisons with a control, Bonferroni's or Sidak's adjustment for all pairs, or
        no adjustment.
    method : {"auto", "exact", "asymptotic"}
        The method for computing the critical difference. "exact" uses the exact
        distribution of the largest difference between rank sums, assuming no ties. It
        is supported for Nemenyi's test and the Bonferroni-Dunn test. For large n and k,
        this distribution is estimated by Monte Carlo simulation. "asymptotic" uses the
        formula of Demšar (2006, section 3.2.2). "auto" selects "exact" for k = 3 and n
        ≤ 170, for k = 4 and n ≤ 60, and for k = 5 and n ≤ 30.

    Returns
    -------
    float
        The critical difference, in ranks. Pairs whose average ranks differ by at least
        this amount are significantly different. It is infinite if even the largest
        possible difference is not significant in the exact test.

    Raises
    ------
    UsageError
        If `k` or `n` is less than two, if alpha is outside (0, 1), if the adjustment is
        unknown or does not have a critical difference, or if the method is unknown or
        not supported for the adjustment.

    Examples
    --------
    Demsar 2006, pages 12 and 13: four algorithms on 14 data sets at 0.05 and at 0.10.
    The exact critical difference is 18 / 14.

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
            " 'exact' requires three or more algorithms and ",
            Option("p_adjust"),
            " 'nemenyi' or 'bonferroni-dunn'. Omit the method.",
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
    """Compare algorithms by published average ranks.

    Friedman's test, Iman and Davenport's test, and the post-hoc tests on average ranks
    require only the average ranks and the number of data sets (Demšar 2006, section
    3.2.2). If the rounded average ranks determine the exact rank sums, the rank sums
    are used.

    Parameters
    ----------
    average_ranks : sequence of float or Series, length k
        The average ranks of three or more algorithms. Rank 1 is best. The labels of a
        Series are used as the names of the algorithms.
    n_datasets : int
        The number of data sets.
    algorithms : sequence of str, length k, optional
        The names of the algorithms, which must be distinct. By default, they are the
        labels of `average_ranks`.
    control : str, optional
        The control, as in `compare`.
    p_adjust : str, default "auto"
        The adjustment, as in `compare` for Friedman ranks.
    alpha : float, default 0.05
        The significance level.

    Returns
    -------
    Comparison
        A comparison without a table of scores. It does not support tests, figures or
        tables that require scores.

    Raises
    ------
    InputError
        If names are missing, duplicate or different from the labels, if ranks are not
        between 1 and k, or if their sum differs from k (k + 1) / 2 by more than
        rounding can explain. If there are only two algorithms, because their average
        ranks do not determine the number of ties.
    UsageError
        If there are fewer than two data sets, if `p_adjust` is unknown or not
        supported, or if alpha is outside (0, 1).

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
    n = int(n_datasets)
    names = names_of(algorithms, average_ranks)
    printed = aligned(average_ranks, "average_ranks", names)
    check_average_ranks(names, printed)
    ranks, notes = _unrounded(names, printed, n)
    plan = make_plan(names, control, p_adjust=p_adjust)
    if plan.sign_flips:
        needs = (
            f" '{p_adjust}' requires the ranks on each data set, not only average "
            "ranks. Use 'holm' instead."
        )
        raise UsageError(Option("p_adjust"), needs)
    omnibus, pairs = average_rank_tests(ranks, n)
    if plan.control_chosen == "after":
        control = None  # the function `decided` selects the best-ranked algorithm
    results = decided(
        names,
        plan,
        Ranking(kind="friedman", average_ranks=ranks, algorithms=names),
        omnibus,
        pairs,
        control,
        notes=notes,
        n_datasets=n,
    )
    return Comparison(table=None, plan=plan, alpha=alpha, test_results=results)


def _unrounded(
    names: tuple[str, ...], printed: FloatArray, n: int
) -> tuple[FloatArray, tuple[str, ...]]:
    """Reconstruct the unrounded means of n ranks from printed average ranks.

    Ranks and their sums are multiples of 1/2. If the rounded average ranks do not
    determine the sums, they are returned unchanged. If one of them cannot be the mean
    of n ranks, a note is also returned.
    """
    k = len(names)
    if k < 3:
        raise InputError(
            "average ranks of two algorithms do not determine the number of ties. "
            "Compare the scores instead."
        )
    for name, rank in zip(names, printed.tolist(), strict=True):
        if not 1.0 <= rank <= k:
            outside = (
                f"the average rank of '{{}}' is {rank:g}, but average ranks of {k} "
                f"algorithms must be between 1 and {k}."
            )
            raise InputError(phrase(outside, Name(name)))
    decimals = [decimal(rank)[1] for rank in printed.tolist()]
    unit = 10.0 ** -max(0, *decimals)
    total = float(printed.sum())
    expected = k * (k + 1) / 2
    if abs(total - expected) > k * (unit + 1e-9):
        raise InputError(
            f"average ranks add up to {total:.10g}, but for {k} algorithms they must "
            f"add up to {expected:g}. Check whether an algorithm is missing or a rank is "
            "misprinted."
        )
    sums = np.rint(2 * n * printed)
    distances = np.abs(sums / (2 * n) - printed)
    is_mean = distances <= unit + 1e-9
    if unit >= 1 / (4 * n):  # several sums of ranks are equally close
        return printed, ()
    if not is_mean.all():
        wrong = int(np.argmin(is_mean))
        note = (
            f"The average rank {printed[wrong]:.10g} of '{{}}' cannot be the mean of "
            f"{n} ranks. All average ranks are used as printed."
        )
        return printed, (phrase(note, Name(names[wrong])),)
    if sums.sum() != n * k * (k + 1):
        return printed, ()
    return sums / (2 * n), ()
