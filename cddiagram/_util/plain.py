"""ASCII replacements for special characters, for consoles and pipes with limited
encodings.
"""

from __future__ import annotations

import codecs
import re

from cddiagram._util.lazy import lazy_pattern

#: The name of the error handler for `str.encode`.
PLAIN = "cddiagram-plain"

#: Maps each character to its replacement for encodings that do not support it. All
#: other unsupported characters are escaped, so that distinct names remain distinct.
_SIGNS = {
    # Greek letters of tests and effects
    "α": "alpha",
    "β": "beta",
    "δ": "delta",
    "ε": "epsilon",
    "μ": "mu",
    "ρ": "rho",
    "σ": "sigma",
    "τ": "tau",
    "χ": "chi",
    "Δ": "Delta",
    # Superscripts and subscripts
    **dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", "0123456789+-n", strict=True)),
    **dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ₙ", "0123456789+-n", strict=True)),
    # Relations and operators
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≈": "~",
    "±": "+/-",
    "−": "-",
    "×": "x",
    "·": ".",
    "∞": "inf",
    "→": "->",
    "←": "<-",
    "°": " deg",
    "√": "sqrt ",
    # Dashes, quotation marks and other marks
    **dict.fromkeys("‐‑‒–—―", "-"),
    "“": '"',
    "”": '"',
    "„": '"',
    "‘": "'",
    "’": "'",
    "…": "...",
    "•": "*",
    "\xa0": " ",
    "†": "+",
    "‡": "++",
    "§": "sec. ",
    "✓": "x",
    "✔": "x",
    "★": "*",
    # Light, heavy and double table rules
    **dict.fromkeys("─━═╌╍┄┅┈┉╴╶╸╺╼╾", "-"),
    **dict.fromkeys("│┃║╎╏┆┇┊┋╵╷╹╻╽╿", "|"),
}
#: Maps the names of cited authors to their spellings without accents.
_AUTHORS = {
    "Demšar": "Demsar",
    "Šidák": "Sidak",
    "García": "Garcia",
    "Fernández": "Fernandez",
}
#: The pattern for a table cell and the spaces after it.
_CELL = lazy_pattern(r"(\S+)(  +)")
#: These code points represent crossings and corners of table rules.
_CORNERS = range(0x250C, 0x2571)


def plain(character: str) -> str:
    r"""Return the replacement for a character, or its escape sequence by default.

    >>> plain("≤"), plain("┼"), plain("é")
    ('<=', '+', '\\xe9')
    """
    if character in _SIGNS:
        return _SIGNS[character]
    if ord(character) in _CORNERS:
        return "+"
    return character.encode("ascii", "backslashreplace").decode()


def encode_plain(text: str, encoding: str) -> bytes:
    """Encode a string, and replace the characters that the encoding does not support.

    >>> encode_plain("χ²    2.0 ≤ α, Šidák", "ascii")
    b'chi2  2.0 <= alpha, Sidak'
    """
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        pass
    for name, without_accents in _AUTHORS.items():
        if name in text and plain_in(name, encoding) != name:
            text = text.replace(name, without_accents)

    def narrowed(cell: re.Match[str]) -> str:
        """Remove spaces after a cell if its replacement is longer."""
        word = plain_in(cell[1], encoding)
        longer = len(word) - len(cell[1])
        return word + cell[2][: max(2, len(cell[2]) - longer)]

    return _CELL.sub(narrowed, text).encode(encoding, PLAIN)


def plain_in(text: str, encoding: str) -> str:
    """Return a string as it is printed in an encoding."""
    return text.encode(encoding, PLAIN).decode(encoding)


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that an encoding does not support."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(map(plain, lacking)), error.end


codecs.register_error(PLAIN, _replace)
