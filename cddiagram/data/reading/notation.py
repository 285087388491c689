"""Numbers that are not written as programs write them: decimal commas, and digits in groups of three."""

from __future__ import annotations

import re
from typing import Any

from cddiagram._util.text import name, one_line

#: Numbers whose digits stand in groups of three, by the sign in front of decimals; blanks and apostrophes divide too.
_GROUPS = "[{} \u00a0\u2009\u202f'\u2019]"
_GROUPED = {
    decimal: re.compile(rf"[+-]?[0-9]{{1,3}}(?:{_GROUPS.format(other)}[0-9]{{3}})+(?:\{decimal}[0-9]*)?")
    for decimal, other in ((".", ","), (",", "."))
}
_DIVIDERS = {decimal: re.compile(_GROUPS.format(other)) for decimal, other in ((".", ","), (",", "."))}
_NOTATION = {
    ".": "commas or blanks divide thousands",
    ",": "a comma stands before decimals and dots divide thousands",
}
COMMA = re.compile(r"[+-]?[0-9]*,[0-9]+(?:[eE][+-]?[0-9]+)?")


def decimal_of(cell: Any) -> str:
    """Give the signs that may stand before the decimals of a number that is not written plainly; none of other texts.

    Examples
    --------
    >>> [decimal_of(cell) for cell in ("0,62", "2.345.678", "1.234,5", "76,728", "76 728", "0.62", "x")]
    [',', ',', ',', '.,', '.', '', '']
    """
    if not isinstance(cell, str):
        return ""
    cell = cell.strip()
    grouped = "".join(decimal for decimal in ".," if _GROUPED[decimal].fullmatch(cell))
    if grouped == ".,":  # divided by blanks or apostrophes
        return "."
    return grouped + ("," if "," not in grouped and COMMA.fullmatch(cell) else "")


def may_be_thousand(cell: Any, sign: str) -> str:
    """Word that a sign may divide thousands or stand before decimals, and what tells.

    Examples
    --------
    >>> may_be_thousand("1.234", ".")
    "'1.234' may be a thousand or a decimal: pass decimal=',' if it is 1234, or decimal='.' if 234 are its decimals"
    """
    other = "." if sign == "," else ","
    if str(cell).count(sign) > 1:
        return not_plain(cell, other)
    whole, _, decimals = str(cell).strip().partition(sign)
    return (
        f"{shown(cell)} may be a thousand or a decimal: pass decimal='{other}' if it is {whole}{decimals}, or "
        f"decimal='{sign}' if {decimals} are its decimals"
    )


def not_plain(cell: Any, decimal: str) -> str:
    """Word that a cell is a number in another notation, and how it is read.

    Examples
    --------
    >>> not_plain("0,62", ",")
    "'0,62' is no plain number: pass decimal=',' if a comma stands before decimals and dots divide thousands"
    """
    return f"{shown(cell)} is no plain number: pass decimal='{decimal}' if {_NOTATION[decimal]}"


def ungrouped(cell: str, decimal: str) -> str:
    """Take out what divides thousands.

    Examples
    --------
    >>> [ungrouped(cell, ".") for cell in ("76,728", "1 234.5", "0,5")]
    ['76728', '1234.5', '0,5']
    """
    return _DIVIDERS[decimal].sub("", cell) if _GROUPED[decimal].fullmatch(cell) else cell


def shown(cell: Any, limit: int = 40) -> str:
    """Quote a cell for a message, on one line and not too long."""
    text = " ".join(one_line(cell if isinstance(cell, str) else name(cell)).split())
    return f"'{text}'" if len(text) <= limit else f"'{text[:limit]}...'"
