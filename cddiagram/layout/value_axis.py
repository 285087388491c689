"""The scale of values on a vertical axis: logarithmic for errors, where 0 has a place of its own below, or linear."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from cddiagram.errors import UsageError
from cddiagram.layout.options import check_choice
from cddiagram.layout.ticks import make_ticks

SCALES = ("auto", "log", "linear")

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
#: How far 0 lies below the smallest power of ten, as a part of the whole axis.
_ZERO_GAP = 0.12
#: Smallest distance between two numbers, in units of the type size.
_TICK_PITCH = 1.5
_DECADE_STEPS = (1, 2, 3, 5, 10, 20, 50, 100, 200)


def power_of_ten(exponent: int) -> str:
    """Print a power of ten with superscript digits.

    Examples
    --------
    >>> power_of_ten(-12), power_of_ten(3)
    ('10⁻¹²', '10³')
    """
    return "10" + str(exponent).translate(_SUPERSCRIPTS)


@dataclass(frozen=True, kw_only=True)
class ValueScale:
    """Where values stand between the lower end (0) and the upper end (1) of an axis.

    Attributes
    ----------
    low, high : float
        Ends: exponents of ten on a logarithmic scale (of the part above 0), values on a linear one.
    log : bool
        Whether it is logarithmic.
    zero : bool
        Whether a logarithmic axis has a place for 0, at its lower end.
    """

    low: float
    high: float
    log: bool
    zero: bool = False

    def place(self, value: float) -> float:
        """Give the place of a value, 0 to 1.

        Examples
        --------
        >>> ValueScale(low=-2, high=2, log=True).place(1.0)
        0.5
        """
        if self.log and value <= 0:
            return 0.0
        number = math.log10(value) if self.log else value
        start = _ZERO_GAP if self.zero else 0.0
        return start + (1.0 - start) * (number - self.low) / (self.high - self.low)

    @property
    def start(self) -> float:
        """Where the part above 0 begins, 0 to 1."""
        return _ZERO_GAP if self.zero else 0.0

    def ticks(self, length: float, size: float) -> tuple[tuple[float, str], ...]:
        """Give place and number of each tick of an axis of that length in points, from the lower end up.

        Examples
        --------
        >>> ValueScale(low=-2, high=2, log=True).ticks(100, 7)
        ((0.0, '10⁻²'), (0.25, '10⁻¹'), (0.5, '10⁰'), (0.75, '10¹'), (1.0, '10²'))
        """
        if not self.log:
            marks = make_ticks(self.low, self.high, length, lambda text: size, whole=False)
            return tuple((self.place(v), text) for v, text in zip(marks.major, marks.labels, strict=True))
        low, high = round(self.low), round(self.high)
        decade = length * (1.0 - self.start) / (high - low)
        step = next((s for s in _DECADE_STEPS if s * decade >= _TICK_PITCH * size), high - low)
        exponents = [e for e in range(low, high + 1) if (high - e) % step == 0]
        zero = ((0.0, "0"),) if self.zero else ()
        return (*zero, *((self.place(10.0**e), power_of_ten(e)) for e in exponents))

    def describe(self) -> str:
        """Name both ends, the lower one first.

        Examples
        --------
        >>> ValueScale(low=-2, high=2, log=True, zero=True).describe()
        '0, 10⁻² – 10²'
        """
        if not self.log:
            return f"{_short(self.low)} – {_short(self.high)}"
        if not float(self.low).is_integer():
            return f"{_short(10**self.low)} – {_short(10**self.high)}"
        ends = f"{power_of_ten(round(self.low))} – {power_of_ten(round(self.high))}"
        return f"0, {ends}" if self.zero else ends


def make_scale(values: Iterable[float], scale: str = "auto", *, decades: bool = True) -> ValueScale:
    """Choose a scale that holds all values.

    Parameters
    ----------
    values : iterable of float
        Finite.
    scale : {"auto", "log", "linear"}
        "auto" is logarithmic unless a value is negative or all are 0.
    decades : bool, default True
        End a logarithmic axis at powers of ten always, not only where values fill at least half of the room between.

    Raises
    ------
    UsageError
        An unknown scale, or a logarithmic one for negative values.

    Examples
    --------
    >>> make_scale([0.0, 0.5, 300.0])
    ValueScale(low=-1, high=3, log=True, zero=True)
    >>> make_scale([-1.0, 3.0])
    ValueScale(low=-1.0, high=3.0, log=False, zero=False)
    """
    check_choice("scale", scale, SCALES)
    numbers = list(values)
    low, high = min(numbers), max(numbers)
    if low < 0 and scale == "log":
        raise UsageError(f"a logarithmic scale needs values that are not negative, not {low:.6g}: use scale 'linear'.")
    if scale == "linear" or low < 0 or high <= 0:
        if low == high:
            low, high = low - 0.5, high + 0.5
        return ValueScale(low=low, high=high, log=False)
    positive = [math.log10(value) for value in numbers if value > 0]
    bottom, top = math.floor(min(positive) + 1e-9), math.ceil(max(positive) - 1e-9)
    if not decades and low > 0 and 2 * (max(positive) - min(positive)) < max(top - bottom, 1):
        return _close(min(positive), max(positive))
    return ValueScale(low=bottom, high=max(top, bottom + 1), log=True, zero=low <= 0)


def _close(low: float, high: float) -> ValueScale:
    """Make a logarithmic scale that just holds its values, whole exponents aside: `describe` prints numbers then."""
    margin = 0.001 if high - low < 0.001 else 0.0
    low, high = low - margin, high + margin
    return ValueScale(low=low - 1e-9 if float(low).is_integer() else low, high=high, log=True)


def _short(value: float) -> str:
    """Print a number with four digits, as a power of ten where it would be long.

    Examples
    --------
    >>> _short(30791.2), _short(0.25), _short(-1.5e9), _short(0)
    ('30790', '0.25', '−1.5·10⁹', '0')
    """
    number = float(f"{value:.4g}")
    sign = "−" if number < 0 else ""
    if number == 0 or 1e-3 <= abs(number) < 1e6:
        return f"{sign}{abs(number):.10g}"
    exponent = math.floor(math.log10(abs(number)))
    return f"{sign}{abs(number) / 10.0**exponent:.4g}·{power_of_ten(exponent)}"
