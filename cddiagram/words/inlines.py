"""Conversion of texts with formulas and citations to plain text and LaTeX, and common
formulas.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from cddiagram._util.lazy import lazy_pattern
from cddiagram.stats import OmnibusResult
from cddiagram.text import (
    ISOLATES,
    Citation,
    Formula,
    Option,
    Phrase,
    RichText,
    TextPart,
    UsageError,
    choose_from,
    citation_runs,
    tex_text,
)
from cddiagram.words.names import OMNIBUS, OMNIBUS_SYMBOLS, degrees_words
from cddiagram.words.numbers import equals, format_alpha, format_p
from cddiagram.words.sources import source_of

_ISOLATES = lazy_pattern("[{}{}]".format(*ISOLATES))
#: Maps nonstandard commands in the output of `tex_text` to equivalent standard LaTeX
#: commands. The nonstandard commands are defined in `cddiagram.text.tex.PREAMBLE`.
_PASTED = {
    r"{\cddtype\cddquotes}": "''",
    r"{\cddtype\cddquote}": "'",
    r"{\cddtype\cddgrave}": "`",
    r"\cddwide": "",
    r"\textendash{}": "--",
}


#: Maps each superscript character to the character that it represents in an exponent.
_EXPONENTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def plain_words(words: TextPart, *, isolated: bool = False) -> str:
    """Convert a text to plain text, optionally with `isolated` names.

    Citations are replaced by authors and years, and neighbouring citations are
    combined.
    """
    text = ""
    for run in citation_runs(words, isolated=isolated):
        if isinstance(run, tuple):
            labels = [source_of(key).label for key in run]
            text += f"({'; '.join(labels)})"
        elif isinstance(run, Formula):
            text += run.text
        else:
            text += run
    return text


def plain_phrase(words: RichText) -> Phrase:
    """Convert a text without citations to a phrase, which preserves the names in the
    text.
    """
    pieces: list[str] = []
    for inline in words:
        if isinstance(inline, Formula):
            pieces.append(inline.text)
        elif isinstance(inline, str):
            pieces.append(inline)
    return Phrase(*pieces)


def latex_words(
    words: TextPart,
    write: Callable[[str], str],
    *,
    isolated: bool = True,
    cite: str = "cite",
) -> str:
    """Convert a text to LaTeX.

    Formulas are set in math mode, citations use the command `cite`, and the function
    `write` converts everything else.
    """
    if cite not in Citation.COMMANDS:
        raise UsageError(choose_from(Option("cite"), cite, Citation.COMMANDS))
    text = ""
    for run in citation_runs(words, isolated=isolated):
        if isinstance(run, tuple):
            text = text.rstrip()
            if text:
                text += "~"
            text += f"\\{cite}{{{','.join(run)}}}"
        elif isinstance(run, Formula):
            text += f"${run.latex}$"
        else:
            text += write(run)
    return text


def finished_words(words: TextPart, *, latex: bool, cite: str = "cite") -> str:
    """Convert a text for a paper to plain text, or to LaTeX in which citations use the
    command `cite`.
    """
    if latex:
        return pasted_words(words, cite)
    if cite != "cite":
        raise UsageError(
            Option("cite"), " applies to LaTeX only. Omit it or pass latex=True."
        )
    return plain_words(words)


def pasted_words(words: TextPart, cite: str = "cite") -> str:
    """Convert a text to LaTeX that authors can paste into a paper.

    The result does not require macros from this package.
    """
    return latex_words(words, _escape_for_paper, isolated=False, cite=cite)


def _escape_for_paper(text: str) -> str:
    """Escape a text for LaTeX, and replace straight quotes by LaTeX quotes.

    All letters of the text are assumed to exist in the encoding of the paper.
    """
    stripped = text.strip(" ")
    if not stripped:
        return text[:1]
    before, after = text.split(stripped)
    escaped = tex_text(_ISOLATES.sub("", stripped), turned=False)
    for ours, plain in _PASTED.items():
        escaped = escaped.replace(ours, plain)
    return f"{before[:1]}{escaped}{after[:1]}"


def formula_alpha(alpha: float) -> Formula:
    """Return a significance level as a formula."""
    number = format_alpha(alpha)
    return Formula(text=f"α = {number}", latex=rf"\alpha = {_latex_number(number)}")


def formula_p(p: float, alpha: float) -> Formula:
    """Return a p-value as a formula.

    Rounding does not move the p-value to the other side of alpha.
    """
    text = f"p {equals(format_p(p, alpha))}"
    latex = _latex_number(text).replace("–", r"\mathrm{-}")
    return Formula(text=text, latex=latex)


def _latex_number(number: str) -> str:
    r"""Convert the powers of ten in a printed number to LaTeX.

    >>> print(_latex_number("2·10⁻⁶⁰"))
    2 \cdot 10^{-60}
    """

    def exponent(power: re.Match[str]) -> str:
        return f"^{{{power[0].translate(_EXPONENTS)}}}"

    return re.sub("[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", exponent, number.replace("·", r" \cdot "))


def formula_statistic(result: OmnibusResult) -> Formula:
    """Return the statistic of an omnibus test as a formula, with its degrees of
    freedom.
    """
    symbol = OMNIBUS[result.name][1]
    text, latex = symbol, OMNIBUS_SYMBOLS[symbol]
    df = degrees_words(result.df)
    if df:
        text, latex = f"{text}({df})", f"{latex}_{{{df}}}"
    if math.isinf(result.statistic):
        return Formula(text=f"{text} = ∞", latex=rf"{latex} = \infty")
    value = f"{result.statistic:.2f}"
    return Formula(text=f"{text} = {value}", latex=f"{latex} = {value}")
