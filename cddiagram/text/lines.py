"""Names and sentences as they come from files and callers, made such that every output
can hold them.
"""

from __future__ import annotations

import re
from decimal import Decimal
from numbers import Real

#: What XML 1.0 (production 2, Char) or HTML (13.2.3.5, control characters and
#: noncharacters) exclude: controls that are no white space, halves of surrogate pairs,
#: code points that are no characters.
_EXCLUDED = re.compile(
    "[\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef"
    + "".join(
        chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF)
    )
    + "]"
)
#: White space that they exclude.
_SPACES = re.compile("[\x0b\x0c\x1c-\x1f\x85]")
#: Tabs, line breaks and other control characters, which have no glyph.
_CONTROLS = re.compile("[\0-\x1f\x7f-\x9f\u2028\u2029]+")
#: What begins and ends a formula of mathtext, where their number is even; any other
#: text is literal.
DOLLAR = re.compile(r"(?<!\\)\$")
#: A name in a message that nobody reads to its end.
_LONG = re.compile("'([^']{100})[^']{200,}'")


def as_text(text: str) -> str:
    """Return a text without characters that UTF-8, XML or HTML cannot hold: U+FFFD
    stands for each of them.
    """
    return (
        text if text.isprintable() else _SPACES.sub(" ", _EXCLUDED.sub("\ufffd", text))
    )


def name(value: object) -> str:
    """Return what is given as a name: text without outer blanks, empty where nothing is
    given.
    """
    if isinstance(value, str):
        return as_text(value).strip()
    if is_nothing(value):
        return ""
    if (
        isinstance(value, int) and value.bit_length() > 2000
    ):  # str() refuses very long ones
        return str(Decimal(value))
    return as_text(str(value)).strip()


def is_nothing(value: object) -> bool:
    """Return whether a value that is no text says that nothing is there: None, NaN,
    what pandas has for them.
    """
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    if isinstance(value, Decimal):
        return value.is_nan()
    if not isinstance(value, Real) or isinstance(value, int):
        return False
    return bool(value != value)


def one_line(text: str) -> str:
    """Return a text with each run of tabs, line breaks and other control characters as
    one space.
    """
    return as_text(_CONTROLS.sub(" ", text))


def sentence(text: str) -> str:
    """Return a message as one line, in which quoted names of more than 300 letters are
    cut.
    """
    return _LONG.sub(r"'\1...'", one_line(text))
