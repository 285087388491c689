"""How numbers are printed, everywhere: figures, captions and tables (figures.md rule 8)."""

from __future__ import annotations

import math
from collections.abc import Iterable

#: Means closer than this are the same mean: sums of ranks in another order differ by rounding only.
SAME_RANK = 9


def rank_decimals(average_ranks: Iterable[float]) -> int:
    """Return 2, or 3 if two different average ranks would print alike with two decimals.

    Examples
    --------
    >>> rank_decimals([3.143, 2.0, 2.893, 1.964])
    2
    >>> rank_decimals([2.001, 2.004])
    3
    """
    distinct = {round(float(rank), SAME_RANK) for rank in average_ranks}
    return 2 if len({f"{rank:.2f}" for rank in distinct}) == len(distinct) else 3


def format_rank(rank: float, decimals: int = 2) -> str:
    """Print an average rank.

    Examples
    --------
    >>> format_rank(10.25), format_rank(2.0, 3)
    ('10.25', '2.000')
    """
    return f"{round(float(rank), SAME_RANK):.{decimals}f}"


def format_cd(critical_difference: float) -> str:
    """Print a critical difference: two decimals, more for a value that would print as 0.

    Examples
    --------
    >>> format_cd(1.1171), format_cd(0.0042)
    ('1.12', '0.0042')
    """
    value = float(critical_difference)
    decimals = 1 - math.floor(math.log10(value)) if 0.0 < value < 0.005 else 2
    return f"{value:.{decimals}f}"


def format_alpha(alpha: float) -> str:
    """Print a significance level: two decimals, more if it has more.

    Examples
    --------
    >>> format_alpha(0.1), format_alpha(0.05), format_alpha(0.025), format_alpha(1e-4)
    ('0.10', '0.05', '0.025', '0.0001')
    """
    decimals = 2
    while decimals < 12 and not math.isclose(round(alpha, decimals), alpha, rel_tol=1e-6, abs_tol=0.0):
        decimals += 1
    return f"{alpha:.{decimals}f}"


def format_p(p: float, alpha: float | None = None) -> str:
    """Print a p-value so that it never reads as 0 and never on the wrong side of alpha.

    Parameters
    ----------
    p : float
        The p-value; NaN (a pair that was not tested) is printed as a dash.
    alpha : float, optional
        The level that `p` is compared with: more digits are printed where rounding would reach or cross it.

    Returns
    -------
    str
        Three decimals below 0.1 without the leading zero, two above, ``<.001``, ``1.0``.

    Examples
    --------
    >>> [format_p(p) for p in (0.0312, 0.418, 2e-9, 1.0, float("nan"))]
    ['.031', '.42', '<.001', '1.0', '–']
    >>> format_p(0.0496, alpha=0.05), format_p(0.05, alpha=0.05), format_p(1e-9, alpha=0.0005)
    ('.0496', '.050', '<.0005')
    >>> format_p(0.0005, alpha=0.0005)
    '.0005'
    """
    if math.isnan(p):
        return "–"
    smallest = 0.001 if alpha is None else min(0.001, alpha)
    if p < smallest:
        return "<" + _without_zero(0.001, 3) if smallest == 0.001 else "<" + format_alpha(smallest).lstrip("0")
    decimals = 3 if p < 0.1 else 2
    while decimals < 15 and (_misleads(p, round(p, decimals), alpha) or (0.0 < p < 1.0 and round(p, decimals) == 0.0)):
        decimals += 1
    return _without_zero(p, decimals)


def _misleads(p: float, printed: float, alpha: float | None) -> bool:
    if alpha is None:
        return False
    if p == alpha:  # significant: must not read as more than alpha
        return not math.isclose(printed, alpha, rel_tol=1e-6, abs_tol=0.0)
    return printed == alpha or (printed < alpha) != (p < alpha)


def _without_zero(p: float, decimals: int) -> str:
    text = f"{p:.{decimals}f}"
    return text[1:] if text.startswith("0.") else "1.0"


def format_tick(value: float, step: float) -> str:
    """Print a tick number with as many decimals as its step has.

    Examples
    --------
    >>> format_tick(3.0, 1.0), format_tick(0.25, 0.05)
    ('3', '0.25')
    """
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    return f"{value:.{decimals}f}"


def format_count(count: int) -> str:
    """Print a count with a comma every three digits.

    Examples
    --------
    >>> format_count(10000)
    '10,000'
    """
    return f"{count:,}"
