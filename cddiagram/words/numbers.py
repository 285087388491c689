"""The format of numbers in figures, captions and tables."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import ROUND_HALF_UP, ROUND_UP, Decimal
from functools import lru_cache

from cddiagram.text import Option, UsageError, choose_from

#: Average ranks are rounded to this many decimals before they are compared. The order
#: in which ranks are added affects the rounding errors.
SAME_RANK = 9
#: A rank has at most this many decimals.
MOST_DECIMALS = SAME_RANK
#: P-values and levels below this limit are printed as powers of ten.
_POWERS_BELOW = 1e-9
#: If all p-values in a matrix are printed with the same number of decimals, this is the
#: maximum number.
_MOST_EVEN = 5
#: A p-value just above a significance level is printed with at most this many
#: additional decimals.
_FURTHER = 2
#: If an estimate is smaller than this proportion of the largest estimate, it differs
#: from 0 only because of rounding errors.
_ROUNDING = 1e-9
#: A mean score has at most this many decimals.
_MOST_MEAN = 4
#: By default, p-values and significance levels are printed in the form 0.05. In APA
#: style, they are printed in the form .05.
STYLES = ("default", "apa")
_style: ContextVar[str] = ContextVar("style", default="default")
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@contextmanager
def number_style(style: str) -> Iterator[None]:
    """Set the style of p-values and significance levels within a ``with`` block.

    Parameters
    ----------
    style : {"default", "apa"}
        With ``"default"``, numbers are printed as 0.05 and p = 0.014. With ``"apa"``,
        the leading zero of p-values and levels is omitted, as the American
        Psychological Association recommends. Other leading zeros are not affected.

    Raises
    ------
    UsageError
        If the style is unknown.

    Examples
    --------
    >>> with number_style("apa"):
    ...     print(format_p(0.0143), format_alpha(0.05))
    .014 .05
    """
    if style not in STYLES:
        raise UsageError(choose_from(Option("style"), style, STYLES))
    before = _style.set(style)
    try:
        yield
    finally:
        _style.reset(before)


def styled_number(number: str) -> str:
    """Drop the leading zero of a printed p-value or level if the style requires it."""
    if _style.get() == "apa":
        return re.sub(r"^([<>]?)0\.", r"\1.", number)
    return number


def rank_decimals(average_ranks: Iterable[float], least: int = 2) -> int:
    """Return the smallest number of decimals, from `least` to 3, with which different
    average ranks are printed as different numbers.
    """
    return _rank_decimals(tuple(average_ranks), least)


@lru_cache(maxsize=16)
def _rank_decimals(average_ranks: tuple[float, ...], least: int) -> int:
    distinct = {round(float(rank), SAME_RANK) for rank in average_ranks}
    for decimals in range(least, 3):
        printed = {f"{rank:.{decimals}f}" for rank in distinct}
        if len(printed) == len(distinct):
            return decimals
    return 3


def true_minus(text: str) -> str:
    """Replace the hyphens in a number by minus signs."""
    return text.replace("-", "−")


def format_rank(rank: float, decimals: int = 2) -> str:
    """Format an average rank."""
    return true_minus(f"{round(float(rank), SAME_RANK):.{decimals}f}")


def format_cd(
    critical_difference: float, decimals: int = 2, rounding: str = ROUND_HALF_UP
) -> str:
    """Format a critical difference, with more decimals if it would be printed as 0."""
    value = float(critical_difference)
    if 0.0 < value < 0.005:
        decimals = max(decimals, 1 - math.floor(math.log10(value)))
    exact = Decimal(repr(round(value, max(SAME_RANK, decimals))))
    return f"{exact.quantize(Decimal(1).scaleb(-decimals), rounding):f}"


def format_alpha(alpha: float) -> str:
    """Format a significance level with at least two decimals, and with more if
    necessary.

    A level below 10⁻⁹ is printed as a power of ten.

    >>> [format_alpha(alpha) for alpha in (0.05, 0.001, 1e-60)]
    ['0.05', '0.001', '10⁻⁶⁰']
    """
    if alpha < _POWERS_BELOW:
        return short_number(alpha)
    decimals = 2
    while decimals < 12 and not math.isclose(
        round(alpha, decimals), alpha, rel_tol=1e-6, abs_tol=0.0
    ):
        decimals += 1
    return styled_number(f"{alpha:.{decimals}f}")


def format_p(p: float, alpha: float | None = None) -> str:
    """Format a p-value for a text or a table.

    The digits are the same as for `compact_p`. The number has a leading zero unless the
    style omits it.

    >>> [format_p(p) for p in (0.0143, 0.0001, 0.9999, 1.0)]
    ['0.014', '<0.001', '>0.999', '1']
    """
    return styled_number(re.sub(r"^([<>]?)\.", r"\g<1>0.", compact_p(p, alpha)))


def compact_p(p: float, alpha: float | None = None) -> str:
    """Format a p-value for a figure, without the leading zero to save space.

    P-values below 0.1 have three decimals and others have two; halves are rounded up. A
    p-value is printed as 0 or 1 only if it is equal to this number. More digits are
    printed if rounding would reach or cross `alpha`. The same applies to 0.01 and 0.001
    if they are smaller than `alpha`, because figures distinguish these levels. The
    p-value of a pair that was not tested, NaN, is replaced by a dash.
    """
    if math.isnan(p):
        return "–"
    limits = p_limits(alpha)
    smallest = min(limits, default=0.001)
    if p < smallest:
        return f"<{format_alpha(smallest).removeprefix('0')}"
    if p == 1.0:
        return "1"
    if p > 0.9995 and all(limit <= 0.999 for limit in limits):
        return ">.999"
    if p < _POWERS_BELOW:
        return _small_p(p, limits)
    return _rounded_p(p, limits).removeprefix("0")


def _rounded_p(p: float, limits: tuple[float, ...]) -> str:
    """Format a p-value with the smallest number of decimals that does not move it to or
    across a limit.
    """
    exact = Decimal(repr(float(p)))
    fewest = 2
    if p < 0.1:
        fewest = 3
    for decimals in range(fewest, 20):
        printed = exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
        is_misleading = any(_misleads(p, float(printed), limit) for limit in limits)
        if printed < 1 and not is_misleading:
            break
    return f"{printed:f}"


def _small_p(p: float, limits: tuple[float, ...]) -> str:
    """Format a p-value as a power of ten with as many digits as the limits require."""
    for digits in range(1, 17):
        printed = float(f"{p:.{digits}g}")
        if not any(_misleads(p, printed, limit) for limit in limits):
            break
    return short_number(p, digits)


def equals(p: str) -> str:
    """Insert a relational operator before a printed p-value, as in ``"= 0.014"``."""
    if p.startswith(("<", ">")):
        return f"{p[0]} {p[1:]}"
    return f"= {p}"


def even_p(p: float, levels: Sequence[float]) -> str:
    """Format a p-value for a matrix in which all p-values have the same number of
    decimals.

    This number is three, or larger if one of the `levels` that the matrix distinguishes
    requires more. A p-value that exceeds a level but would be rounded to it has up to
    two more decimals. NaN is replaced by a dash.

    >>> [even_p(p, (0.05, 0.01, 0.001)) for p in (0.61, 0.0524, 0.0504, 0.0004)]
    ['.610', '.052', '.0504', '<.001']
    """
    if math.isnan(p):
        return "–"
    decimals = max(3, *map(_decimals_of, levels))
    if decimals > _MOST_EVEN:
        return compact_p(p, levels[0])
    if p == 1.0:
        return "1"
    smallest = min(0.001, *levels)
    if p < smallest:
        return f"<{_bare(smallest, decimals)}"
    unit = Decimal(1).scaleb(-decimals)
    printed = Decimal(repr(float(p))).quantize(unit, ROUND_HALF_UP)
    if printed == 1:
        return f">{_bare(1 - unit, decimals)}"
    for level in levels:
        if p > level >= float(printed):
            return _just_above(p, level, decimals)
    return _bare(printed, decimals)


def _just_above(p: float, level: float, decimals: int) -> str:
    """Format a p-value that exceeds a level but would be rounded to it.

    Decimals are added until the printed number exceeds the level. If the maximum number
    of decimals is not sufficient, the last decimal is rounded up.

    >>> [_just_above(p, 0.001, 3) for p in (0.0013, 0.00104, 0.001004)]
    ['.0013', '.00104', '.00101']
    """
    exact = Decimal(repr(float(p)))
    for further in range(1, _FURTHER + 1):
        unit = Decimal(1).scaleb(-decimals - further)
        printed = exact.quantize(unit, ROUND_HALF_UP)
        if float(printed) > level:
            return _bare(printed, decimals + further)
    printed = exact.quantize(unit, ROUND_UP)
    return _bare(printed, decimals + _FURTHER)


def _bare(number: float | Decimal, decimals: int) -> str:
    """Format a number below 1 without its leading zero."""
    return f"{number:.{decimals}f}".removeprefix("0")


def _decimals_of(number: float) -> int:
    """Return the number of decimals in a printed number."""
    exponent = Decimal(repr(float(number))).normalize().as_tuple().exponent
    return -int(exponent)


def p_limits(alpha: float | None) -> tuple[float, ...]:
    """Return the levels that printed p-values and the shades in figures distinguish.

    These are alpha and, if they are smaller, 0.01 and 0.001.
    """
    if alpha is None:
        return ()
    return (alpha, *(limit for limit in (0.01, 0.001) if limit < alpha))


def _misleads(p: float, printed: float, limit: float) -> bool:
    # If p is equal to the limit, the printed p must also be equal to it.
    if p == limit:
        return not math.isclose(printed, limit, rel_tol=1e-6, abs_tol=0.0)
    return printed == limit or (printed < limit) != (p < limit)


def difference_decimals(largest: float) -> int:
    """Return the number of decimals with which the largest difference has three digits."""
    if largest == 0:
        return 0
    return max(0, 2 - math.floor(math.log10(largest)))


def format_difference(value: float, largest: float) -> str:
    """Format a difference with its sign.

    The number of decimals depends on the `largest` difference.

    Zero is printed as ``"0"``.
    """
    if not value:
        return "0"
    return true_minus(f"{value:+.{difference_decimals(largest)}f}")


def format_mean(value: float, largest: float) -> str:
    """Format a mean score with at most four decimals.

    The number of decimals depends on the `largest` difference between scores.
    """
    decimals = min(difference_decimals(largest), _MOST_MEAN)
    return true_minus(f"{value:.{decimals}f}")


def tick_decimals(step: float) -> int:
    """Return the number of decimals that a step between ticks requires."""
    return max(0, -_exponent(step))


def format_tick(value: float, step: float) -> str:
    """Format a multiple of a step with all its digits.

    Long numbers are printed as powers of ten.
    """
    if 1e-4 <= step < 1e6:
        return true_minus(f"{value:.{tick_decimals(step)}f}")
    first = _exponent(abs(value) or step)
    last = _exponent(step)
    return short_number(value, digits=max(1, first - last + 1))


def _exponent(number: float) -> int:
    """Return the power of ten of the first digit of a positive number."""
    return math.floor(math.log10(number) + 1e-9)


def power_of_ten(exponent: int) -> str:
    """Format a power of ten with superscript digits."""
    return "10" + str(exponent).translate(_SUPERSCRIPTS)


def short_number(value: float, digits: int = 4) -> str:
    """Format a number with the specified number of digits.

    Long numbers are printed as powers of ten.
    """
    number = float(f"{value:.{digits}g}")
    if number == 0 or 1e-3 <= abs(number) < 1e6:
        return true_minus(f"{number or 0:.{max(digits, 10)}g}")
    mantissa, _, exponent = f"{value:.{digits - 1}e}".partition("e")
    factor = true_minus(f"{float(mantissa):.{digits}g}")
    power = power_of_ten(int(exponent))
    if factor in ("1", "−1"):
        return factor.removesuffix("1") + power
    return f"{factor}·{power}"


def format_count(count: int) -> str:
    """Format a count with commas as thousands separators."""
    return f"{count:,}"


def format_interval(first: int, last: int) -> str:
    """Format a range of whole numbers, such as ``"2–5"``, or ``"3"`` if both ends are
    3.
    """
    if first == last:
        return f"{first}"
    return f"{first}–{last}"


def format_estimate(value: float, largest: float) -> str:
    """Format an estimate, or a limit of its interval.

    The number of decimals is chosen so that the `largest` estimate has three digits. An
    estimate that would be printed as 0 has more decimals. An estimate that differs from
    0 only by rounding errors is printed as 0.

    >>> [format_estimate(value, 0.05) for value in (0.01234, 0.00003, 1e-17, -math.inf)]
    ['0.0123', '0.00003', '0.0000', '−∞']
    """
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if largest == 0 or 1e-4 <= largest < 1e6:
        text = f"{value:.{difference_decimals(largest or 1.0)}f}"
        if float(text) != 0:
            return true_minus(text)
        if abs(value) <= _ROUNDING * largest:
            return text.removeprefix("-")
        return true_minus(f"{value:.{-_exponent(abs(value))}f}")
    mantissa, _, exponent = f"{value:.3g}".partition("e")
    if not exponent:
        return true_minus(mantissa)
    return true_minus(f"{mantissa}e{int(exponent)}")


def plain_p(pvalue: float, alpha: float) -> str:
    """Format a p-value with a leading zero and three digits, or with more digits if
    rounding would cross alpha.

    >>> (
    ...     plain_p(0.0625, 0.05),
    ...     plain_p(2**-16, 0.05),
    ...     plain_p(0.050004, 0.05),
    ...     plain_p(1.0, 0.05),
    ... )
    ('0.0625', '0.0000153', '0.050004', '1')
    """
    for digits in range(3, 17):
        rounded = f"{pvalue:.{digits}g}"
        text = f"{Decimal(rounded):f}"
        if (float(rounded) <= alpha) == (pvalue <= alpha):
            return text
    return text


def format_level(level: float) -> str:
    """Format a confidence or significance level in percent.

    >>> [format_level(level) for level in (0.95, 0.9975, 0.05)]
    ['95%', '99.75%', '5%']
    """
    share = min(level, 1 - level)
    decimals = max(0, 2 - math.floor(math.log10(100 * share) + 1e-9))
    number = f"{100 * level:.{decimals}f}"
    if "." in number:
        number = number.rstrip("0").rstrip(".")
    return f"{number}%"


def format_share(share: float) -> str:
    """Format a share as a whole percentage. 0% and 100% are printed only for shares of
    exactly 0 and 1.
    """
    percent = round(100 * share)
    if (percent == 0) != (share == 0):
        return "<1%"
    if percent == 100 and share < 1:
        return ">99%"
    return f"{percent}%"
