"""Conversion of names and messages to single lines that are valid in all output
formats.
"""

from __future__ import annotations

from decimal import Decimal
from numbers import Real

from cddiagram._util.lazy import lazy_pattern

#: The last two code points of each Unicode plane are noncharacters.
_NONCHARACTERS = "".join(
    f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(17)
)
#: These characters are invalid in XML 1.0 (production 2, Char), in HTML (13.2.3.5), or
#: in both. They are surrogates, noncharacters, and control characters other than
#: whitespace.
_EXCLUDED = lazy_pattern(
    f"[\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef{_NONCHARACTERS}]"
)
#: These whitespace characters are invalid in XML, in HTML, or in both.
_SPACES = lazy_pattern("[\x0b\x0c\x1c-\x1f\x85]")
#: Fonts do not contain glyphs for tabs, line breaks and other control characters.
_CONTROLS = lazy_pattern("[\0-\x1f\x7f-\x9f\u2028\u2029]+")
#: Dollar signs enclose a mathtext formula. If the number of dollar signs is odd, they
#: are treated as literal characters.
DOLLAR = lazy_pattern(r"(?<!\\)\$")
#: This pattern finds quoted names that are too long for a message.
_LONG = lazy_pattern("'([^']{100})[^']{200,}'")
#: If an integer has at most this many bits, `str` can convert it regardless of Python's
#: settings. By default, `str` converts at most 4,300 digits, and the smallest possible
#: limit is 640 digits.
_MOST_BITS = 2000


def as_text(text: str) -> str:
    """Replace characters that are not permitted in UTF-8, XML or HTML with U+FFFD."""
    if text.isprintable():
        return text
    return _SPACES.sub(" ", _EXCLUDED.sub("\ufffd", text))


def name(value: object) -> str:
    """Convert a value to a name without leading and trailing spaces. The name of a
    missing value is empty.
    """
    if isinstance(value, str):
        return as_text(value).strip()
    if is_nothing(value):
        return ""
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return str(Decimal(value))
    return as_text(str(value)).strip()


def is_nothing(value: object) -> bool:
    """Return whether a value is None, NaN or a pandas missing value."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    if isinstance(value, Decimal):
        return value.is_nan()
    if not isinstance(value, Real) or isinstance(value, int):
        return False
    return bool(value != value)


def one_line(text: str) -> str:
    """Replace each run of control characters, such as line breaks, with a space."""
    return as_text(_CONTROLS.sub(" ", text))


def sentence(text: str) -> str:
    """Convert a message to a single line. Quoted names with more than 300 characters
    are shortened.
    """
    return _LONG.sub(r"'\1...'", one_line(text))
