"""How numbers are printed, everywhere: figures, captions and tables."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

#: Means closer than this are the same mean: sums of ranks in another order differ by rounding only.
SAME_RANK = 9


def rank_decimals(average_ranks: Iterable[float]) -> int:
    """Return 2, or 3 if two different average ranks would print alike with two decimals.

    >>> rank_decimals([3.143, 2.0, 2.893, 1.964])
    2
    >>> rank_decimals([2.001, 2.004])
    3
    """
    return _rank_decimals(tuple(average_ranks))


@lru_cache(maxsize=16)
def _rank_decimals(average_ranks: tuple[float, ...]) -> int:
    distinct = {round(float(rank), SAME_RANK) for rank in average_ranks}
    return 2 if len({f"{rank:.2f}" for rank in distinct}) == len(distinct) else 3


def true_minus(text: str) -> str:
    """Print the minus signs of a number as such, not as hyphens."""
    return text.replace("-", "−")


def format_rank(rank: float, decimals: int = 2) -> str:
    """Print an average rank."""
    return true_minus(f"{round(float(rank), SAME_RANK):.{decimals}f}")


def format_cd(critical_difference: float) -> str:
    """Print a critical difference: two decimals, more for a value that would print as 0.

    >>> format_cd(1.1171), format_cd(0.0042)
    ('1.12', '0.0042')
    """
    value = float(critical_difference)
    decimals = 1 - math.floor(math.log10(value)) if 0.0 < value < 0.005 else 2
    return f"{value:.{decimals}f}"


def format_alpha(alpha: float) -> str:
    """Print a significance level: two decimals, more if it has more.

    >>> format_alpha(0.1), format_alpha(0.05), format_alpha(0.025), format_alpha(1e-4)
    ('0.10', '0.05', '0.025', '0.0001')
    """
    decimals = 2
    while decimals < 12 and not math.isclose(round(alpha, decimals), alpha, rel_tol=1e-6, abs_tol=0.0):
        decimals += 1
    return f"{alpha:.{decimals}f}"


def format_p(p: float, alpha: float | None = None) -> str:
    """Print a p-value: in figures, tables and sentences alike, never as 0 or 1 where it is neither, nor across a level.

    Three decimals below 0.1 without the leading zero, two above, halves rounded up; a dash for NaN, a pair that was not
    tested. More digits are printed where rounding would reach or cross `alpha`, or one of .01 and .001 below it, the
    levels that figures tell apart.

    >>> [format_p(p) for p in (0.0312, 0.0625, 0.418, 2e-9, 0.9996, 1.0, float("nan"))]
    ['.031', '.063', '.42', '<.001', '>.999', '1.0', '–']
    >>> format_p(0.0496, alpha=0.05), format_p(0.05, alpha=0.05), format_p(0.0098, alpha=0.05)
    ('.0496', '.050', '.0098')
    >>> format_p(1e-9, alpha=0.0005), format_p(0.0005, alpha=0.0005)
    ('<.0005', '.0005')
    """
    if math.isnan(p):
        return "–"
    limits = p_limits(alpha)
    smallest = limits[-1] if limits else 0.001
    if p < smallest:
        return "<" + (".001" if smallest == 0.001 else format_alpha(smallest).removeprefix("0"))
    if p == 1.0:
        return "1.0"
    if p > 0.9995 and all(limit <= 0.999 for limit in limits):
        return ">.999"
    exact = Decimal(repr(float(p)))
    for decimals in range(3 if p < 0.1 else 2, 20):
        printed = exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
        if printed < 1 and not any(_misleads(p, float(printed), limit) for limit in limits):
            break
    return f"{printed:f}".removeprefix("0")


def equals(p: str) -> str:
    """Put a sign of equality before a printed p-value that has none of its own."""
    return f"{p[0]} {p[1:]}" if p.startswith(("<", ">")) else f"= {p}"


def p_limits(alpha: float | None) -> tuple[float, ...]:
    """Return the levels that printed p-values and the shades of figures tell apart: alpha, and .01 and .001 below it.

    >>> p_limits(0.05), p_limits(0.01), p_limits(None)
    ((0.05, 0.01, 0.001), (0.01, 0.001), ())
    """
    return () if alpha is None else (alpha, *(limit for limit in (0.01, 0.001) if limit < alpha))


def _misleads(p: float, printed: float, limit: float) -> bool:
    if p == limit:  # must not read as more or less
        return not math.isclose(printed, limit, rel_tol=1e-6, abs_tol=0.0)
    return printed == limit or (printed < limit) != (p < limit)


def difference_decimals(largest: float) -> int:
    """Return the decimals of differences, so that the largest has three digits.

    >>> difference_decimals(0.1643), difference_decimals(250.0), difference_decimals(0.0)
    (3, 0, 0)
    """
    return max(0, 2 - math.floor(math.log10(largest))) if largest else 0


def format_difference(value: float, decimals: int) -> str:
    """Print a difference with its sign, which stays where its digits are rounded away; none is 0.

    >>> format_difference(-0.0171, 3), format_difference(0.0002, 3), format_difference(0.0, 3)
    ('−0.017', '+0.000', '0')
    """
    return true_minus(f"{value:+.{decimals}f}") if value else "0"


def tick_decimals(step: float) -> int:
    """Return how many decimals a step of ticks has."""
    return max(0, -math.floor(math.log10(step) + 1e-9))


def format_tick(value: float, step: float) -> str:
    """Print a tick number with as many decimals as its step has.

    >>> format_tick(3.0, 1.0), format_tick(-0.25, 0.05)
    ('3', '−0.25')
    """
    return true_minus(f"{value:.{tick_decimals(step)}f}")


def format_count(count: int) -> str:
    """Print a count with a comma every three digits."""
    return f"{count:,}"


def place_words(first: int, last: int) -> str:
    """Print an interval of places.

    >>> place_words(2, 5), place_words(3, 3)
    ('2–5', '3')
    """
    return f"{first}–{last}" if first < last else f"{first}"


def format_estimate(value: float, largest: float) -> str:
    """Print an estimate with as many decimals as the largest beside it needs for three digits, and a real minus sign.

    >>> format_estimate(-0.0123, 0.25), format_estimate(12.34, 12.34), format_estimate(0.0, 1.0)
    ('−0.012', '12.3', '0.00')
    >>> format_estimate(-1.5e-9, 2e-9)
    '−1.5e−9'
    """
    if largest and not 1e-4 <= largest < 1e6:
        mantissa, _, exponent = f"{value:.3g}".partition("e")
        text = f"{mantissa}e{int(exponent)}" if exponent else mantissa
    else:
        text = f"{value:.{difference_decimals(largest or 1.0)}f}"
        text = text if float(text) else text.removeprefix("-")
    return true_minus(text)


def format_percent(level: float) -> str:
    """Print a level of confidence in percent, with three digits of what is missing to 100.

    >>> format_percent(0.95), format_percent(1 - 0.05 / 6), format_percent(1 - 0.05 / 780)
    ('95 %', '99.167 %', '99.99359 %')
    """
    decimals = max(0, 2 - math.floor(math.log10(100 * (1 - level)) + 1e-9))
    return f"{100 * level:.{decimals}f}".rstrip("0").rstrip(".") + " %"


def format_share(share: float) -> str:
    """Print a share in whole percent, never as none or all where it is neither.

    >>> [format_share(share) for share in (0.0, 0.002, 0.6146, 0.9993, 1.0)]
    ['0 %', '<1 %', '61 %', '>99 %', '100 %']
    """
    whole = round(100 * share)
    if (whole == 0) != (share == 0):
        return "<1 %"
    return ">99 %" if whole == 100 and share < 1 else f"{whole} %"
