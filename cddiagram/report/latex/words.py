r"""Texts for LaTeX: of a report, with places to break long names (`tex_words`); and to be pasted (`pasted_words`).

Characters that LaTeX has no command for go through `\cddglyph`, which `GLYPHS` defines: LuaLaTeX takes them from its
font or from DejaVu Sans, and where no font has them their code is printed, so no text breaks the run or is lost.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from cddiagram.layout.tex import tex_text
from cddiagram.report.model import Formula, Words
from cddiagram.report.wording.words import citation_runs

GLYPHS = r"""\DeclareRobustCommand{\cddglyph}[2]{\ifdefined\directlua
    \iffontchar\font"#2 #1\else\IfFileExists{DejaVuSans.ttf}{\cddother{#1}{#2}}{\cddcode{#2}}\fi
  \else\cddcode{#2}\fi}
\makeatletter
\DeclareRobustCommand{\cddother}[2]{\begingroup\font\cddfont={file:DejaVuSans.ttf} at \f@size pt \cddfont
  \iffontchar\font"#2 #1\else\normalfont\cddcode{#2}\fi\endgroup}
\DeclareRobustCommand{\cddcode}[1]{{\ttfamily[U+#1]}}
\makeatother"""

#: Words longer than this may be broken, after marks and, where there is none, after as many letters.
_LONG = 16
_RELATIONS = ("=", "<", ">", "≤", "≥", "≈")
_MARKS = "-_+/.,:;=)|\\@#&"

#: What `tex_text` writes, with macros of `cddiagram.layout.tex.PREAMBLE` -> what an author writes.
_PASTED = {
    r"{\cddtype\cddquotes}": "''",
    r"{\cddtype\cddquote}": "'",
    r"{\cddtype\cddgrave}": "`",
    r"\cddwide": "",
    r"\textendash{}": "--",
}


def tex_line(text: str) -> str:
    r"""Write one line that is not broken: a cell, a heading.

    Examples
    --------
    >>> print(tex_line("A&B"), tex_line("Ж"))
    A\&B \cddglyph{Ж}{0416}
    """
    return with_glyphs(tex_text(" ".join(_known(text).split())))


def tex_prose(text: str) -> str:
    r"""Write a text that LaTeX breaks into lines.

    An apostrophe between letters is set as one (in `tex_line` it stays straight, as in the names of a figure).

    Examples
    --------
    >>> print(tex_prose("Holm's adjustment of a_very-long.name+algorithm"))
    Holm's adjustment of a\_very-\allowbreak{}long.\allowbreak{}name+\allowbreak{}algorithm
    """
    text = _known(text)
    if not text.strip():
        return " " if text else ""
    edges = (" " if text[:1] == " " else "", " " if text[-1:] == " " else "")
    line = ""
    before = ""
    for word in text.split():
        tied = word in _RELATIONS or before in _RELATIONS  # "p = .031" stays on one line
        line += ("~" if tied else " ") * bool(before) + _word(word)
        before = word
    return edges[0] + line + edges[1]


def tex_words(words: Words) -> str:
    r"""Write a text with citations and formulas.

    Examples
    --------
    >>> from cddiagram.report.model import Citation
    >>> alpha = Formula(text="α = 0.05", latex=r"\alpha = 0.05")
    >>> print(tex_words(("Ranks ", Citation(key="demsar2006"), " ", Citation(key="garcia2008"), " at ", alpha, ".")))
    Ranks~\cite{demsar2006,garcia2008} at $\alpha = 0.05$.
    """
    return _set(words, tex_prose).strip()


def pasted_words(words: Words) -> str:
    r"""Write a text with citations and formulas to be pasted into a paper: every character literal, no macro of ours.

    Examples
    --------
    >>> from cddiagram.report.wording.words import cite, formula_alpha, join
    >>> print(pasted_words(join("A&B's", cite("holm1979", "demsar2006"), ", ", formula_alpha(0.05))))
    A\&B's~\cite{holm1979,demsar2006}, $\alpha = 0.05$
    """
    return _set(words, _pasted)


def _set(words: Words, write: Callable[[str], str]) -> str:
    text = ""
    for run in citation_runs(words):
        if isinstance(run, tuple):
            text = f"{text.rstrip()}{'~' if text.strip() else ''}\\cite{{{','.join(run)}}}"
        else:
            text += f"${run.latex}$" if isinstance(run, Formula) else write(run)
    return text


def _pasted(text: str) -> str:
    """Escape a text. Straight quotes become those of the paper, whose encoding is taken to have its letters."""
    written = tex_text(text.strip(" "))
    for ours, plain in _PASTED.items():
        written = written.replace(ours, plain)
    return f"{' ' * text.startswith(' ')}{written}{' ' * (text.endswith(' ') and bool(written))}"


def with_glyphs(tex: str) -> str:
    r"""Send every character beyond ASCII through `\cddglyph`.

    Examples
    --------
    >>> print(with_glyphs("A 中"))
    A \cddglyph{中}{4E2D}
    """
    return re.sub(r"[^\x00-\x7f]", _glyph, tex)


def codes(tex: str) -> tuple[str, ...]:
    r"""List the characters that a document passes through `\cddglyph`, in order of appearance."""
    return tuple(dict.fromkeys(re.findall(r"\\cddglyph\{(.)\}", tex)))


def _glyph(match: re.Match[str]) -> str:
    character = match[0]
    if unicodedata.category(character) in ("Cf", "Cc", "Cn", "Co", "Cs"):
        return "" if unicodedata.category(character) == "Cf" else f"\\cddcode{{{ord(character):04X}}}"
    if unicodedata.category(character) == "Zs":
        return " "
    return f"\\cddglyph{{{character}}}{{{ord(character):04X}}}"


def _known(text: str) -> str:
    """Drop what has no width and no meaning on paper: joiners, marks of direction, variation selectors."""
    text = unicodedata.normalize("NFC", text)
    return "".join(c for c in text if unicodedata.category(c) != "Cf" and not 0xFE00 <= ord(c) <= 0xFE0F)


def _word(word: str) -> str:
    if len(word) <= _LONG:
        return _spelled(word)
    # A break inside a word, with no hyphen that could be taken for one of the name, is the last resort.
    parts = (r"\penalty900{}".join(_spelled(piece) for piece in _cut(part)) for part in _parts(word))
    return r"\allowbreak{}".join(parts)


def _spelled(word: str) -> str:
    """Write a word, or a part of one."""
    return "'".join(with_glyphs(tex_text(part)) for part in re.split(r"(?<=[^\W\d_])'(?=[^\W\d_])", word))


def _parts(word: str) -> Iterable[str]:
    """Divide a long word after marks, and before capitals that follow a small letter."""
    divided = re.sub(rf"([{re.escape(_MARKS)}]+(?=[^{re.escape(_MARKS)}])|[a-z](?=[A-Z]))", "\\1\n", word)
    joined: list[str] = []
    for part in divided.split("\n"):
        if joined and min(len(joined[-1]), len(part)) < 3:  # no break before or after one or two letters
            joined[-1] += part
        else:
            joined.append(part)
    return joined


def _cut(part: str) -> list[str]:
    return [part[at : at + _LONG] for at in range(0, len(part), _LONG)]
