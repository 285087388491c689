"""Texts with citations and formulas in them: put together, and written as plain text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from cddiagram.report.model import Citation, Formula, Words
from cddiagram.stats.results import OmnibusResult
from cddiagram.words.names import OMNIBUS, OMNIBUS_SYMBOLS, degrees_words
from cddiagram.words.numbers import equals, format_alpha, format_cd, format_p
from cddiagram.words.references import reference_of

#: A piece of a text: words, or something that holds them.
Piece = str | Citation | Formula | Words
_SYMBOLS = re.compile(r"\b([zt](?= tests?\b)|p(?=-values?\b))")


def join(*pieces: Piece) -> Words:
    """Put pieces together, neighbouring strings into one.

    Examples
    --------
    >>> join("a ", ("b", Citation(key="holm1979")), "", "c")
    ('a b', Citation(key='holm1979'), 'c')
    """
    found: list[str | Citation | Formula] = []
    for piece in pieces:
        for word in piece if isinstance(piece, tuple) else (piece,):
            if isinstance(word, str) and found and isinstance(found[-1], str):
                found[-1] += word
            elif word != "":
                found.append(word)
    return tuple(found)


def sentences(parts: Iterable[Piece]) -> Words:
    """Join sentences with blanks, leaving out the empty ones."""
    found: list[Piece] = []
    for part in parts:
        if part not in ("", ()):
            found += [" ", part] if found else [part]
    return join(*found)


def with_symbols(text: str) -> Words:
    """Make formulas of the letters in "z test", "t tests" and "p-values"; for texts without names of users.

    Examples
    --------
    >>> with_symbols("t tests")
    (Formula(text='t', latex='t'), ' tests')
    """
    pieces = _SYMBOLS.split(text)  # every second one is a symbol
    return join(*(Formula(text=piece, latex=piece) if place % 2 else piece for place, piece in enumerate(pieces)))


def cite(*keys: str) -> Words:
    """Cite sources, with the blank before them."""
    return tuple(word for key in keys for word in (" ", Citation(key=key)))


def plain_words(words: Piece) -> str:
    """Write words as plain text: citations as author and year in brackets, neighbouring ones in one pair of brackets.

    Examples
    --------
    >>> plain_words(join("by Holm's procedure", cite("holm1979", "demsar2006"), "."))
    "by Holm's procedure (Holm, 1979; Demšar, 2006)."
    """
    return "".join(map(_text, citation_runs(words)))


def formula_alpha(alpha: float) -> Formula:
    """Give a level."""
    return Formula(text=f"α = {format_alpha(alpha)}", latex=rf"\alpha = {format_alpha(alpha)}")


def formula_cd(critical_difference: float) -> Formula:
    """Give a critical difference."""
    number = format_cd(critical_difference)
    return Formula(text=f"CD = {number}", latex=rf"\mathrm{{CD}} = {number}")


def formula_p(p: float, alpha: float) -> Formula:
    """Give a p-value, printed on the right side of alpha.

    Examples
    --------
    >>> formula_p(1e-9, 0.05).text, formula_p(1e-9, 0.05).latex, formula_p(0.2, 0.05).text
    ('p < .001', 'p < .001', 'p = .20')
    """
    text = f"p {equals(format_p(p, alpha))}"
    return Formula(text=text, latex=text.replace("–", r"\mathrm{-}"))


def formula_statistic(result: OmnibusResult) -> Formula:
    r"""Give the statistic of an omnibus test with its degrees of freedom.

    Examples
    --------
    >>> result = OmnibusResult(name="friedman", statistic=9.2786, df=(3.0,), pvalue=0.0258, method="asymptotic")
    >>> formula_statistic(result).text
    'χ²(3) = 9.28'
    >>> print(formula_statistic(result).latex)
    \chi^2_{3} = 9.28
    """
    value, tex_value = f"{result.statistic:.2f}", f"{result.statistic:.2f}"
    if math.isinf(result.statistic):
        value, tex_value = "∞", r"\infty"
    df = degrees_words(result.df)
    symbol = OMNIBUS[result.name][1]
    return Formula(
        text=f"{symbol}{f'({df})' if df else ''} = {value}",
        latex=f"{OMNIBUS_SYMBOLS[symbol]}{f'_{{{df}}}' if df else ''} = {tex_value}",
    )


def citation_runs(words: Piece) -> list[str | Formula | tuple[str, ...]]:
    """Give texts, formulas, and the keys of sources that share their brackets: with nothing but a blank between.

    Examples
    --------
    >>> citation_runs(join("by Holm", cite("holm1979", "demsar2006"), "."))
    ['by Holm ', ('holm1979', 'demsar2006'), '.']
    """
    runs: list[str | Formula | tuple[str, ...]] = []
    for word in words if isinstance(words, tuple) else (words,):
        if not isinstance(word, Citation):
            runs.append(word)
            continue
        if len(runs) > 1 and runs[-1] == " " and isinstance(runs[-2], tuple):
            runs.pop()
        before = runs[-1] if runs else ""
        if isinstance(before, tuple):
            runs[-1] = (*before, word.key)
        else:
            runs.append((word.key,))
    return runs


def _text(run: str | Formula | tuple[str, ...]) -> str:
    if isinstance(run, tuple):
        return f"({'; '.join(reference_of(key).label for key in run)})"
    return run if isinstance(run, str) else run.text
