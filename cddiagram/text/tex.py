r"""Literal text for LaTeX: every character is printed as it is, by pdfLaTeX and
LuaLaTeX alike.

The output is ASCII wherever LaTeX has a command for a character, so it depends on no
input encoding. Only kernel commands are used. Characters that the old text encoding OT1
lacks or prints as another one (straight quotes, a hook, guillemets) go through two
switches that `PREAMBLE` defines: `\cddtype` and `\cddwide`. Names in letters that run
from right to left are turned by `\cddright` (see `cddiagram.text.tex_direction`).
"""

from __future__ import annotations

import re
import unicodedata

from cddiagram.text.lines import DOLLAR
from cddiagram.text.tex_direction import directed

#: Definitions that the text needs, local to the group they stand in. In OT1, the
#: encoding of LaTeX without further packages, `\cddtype` takes straight quotes from
#: Computer Modern Typewriter and `\cddwide` turns to T1 (Latin Modern where it is
#: installed, as its letters are outlines and those of plain T1 may be bitmaps).
#: Elsewhere they do nothing. `\cddright` sets the rest of its group from right to left,
#: `\cddleft` the usual way round; LuaTeX alone can.
PREAMBLE = r"""\def\cddold{OT1}
\def\cddtype{\expandafter\ifx\csname f@encoding\endcsname\cddold\fontfamily{cmtt}\selectfont\fi}
\def\cddwide{\expandafter\ifx\csname f@encoding\endcsname\cddold
  \IfFileExists{t1lmr.fd}{\fontfamily{lmr}}{}\fontencoding{T1}\selectfont\fi}
\def\cddquote{\expandafter\ifx\csname f@encoding\endcsname\cddold\char13 \else\textquotesingle\fi}
\def\cddgrave{\expandafter\ifx\csname f@encoding\endcsname\cddold\char18 \else\textasciigrave\fi}
\def\cddquotes{\expandafter\ifx\csname f@encoding\endcsname\cddold\char34 \else\textquotedbl\fi}
\protected\def\cddright{\ifdefined\textdirection\def\cddscript{:script=arab}\textdirection1 \fi}
\protected\def\cddleft{\ifdefined\textdirection\textdirection0 \fi}"""


def _commands(table: str, form: str) -> dict[str, str]:
    """Read a table of characters with names behind them, each name in a command of the
    form.
    """
    return {entry[0]: form.replace("*", entry[1:]) for entry in table.split()}


_ASCII = {
    **_commands("&& %% $$ ## __ {{ }}", r"\*"),
    **_commands(
        r"\backslash ~asciitilde ^asciicircum <less >greater |bar", r"\text*{}"
    ),
    **_commands("\"quotes 'quote `grave", r"{\cddtype\cdd*}"),
    " ": " ",
}

#: Pairs that fonts for LaTeX join: two hyphens are a dash, two commas a quote. Braces
#: between them keep pdfLaTeX from it, LuaLaTeX only a kern.
_JOINED = frozenset({"--", ",,", "<<", ">>", "``", "''", "!`", "?`"})

_SYMBOLS = {
    "\u00a0": "~",
    "\u2002": r"\enspace{}",
    "\u2003": r"\quad{}",
    **dict.fromkeys("\u2009\u202f", r"\thinspace{}"),
    **dict.fromkeys("\u00ad\u200b", ""),
    **dict.fromkeys("\u2010\u2011", "-"),
    **_commands(
        "‒endash –endash —emdash ‘quoteleft ’quoteright “quotedblleft ”quotedblright "
        "…ellipsis",
        r"\text*{}",
    ),
    **_commands(
        "•bullet ·periodcentered †dagger ‡daggerdbl §section ¶paragraph ©copyright "
        "®registered",
        r"\text*{}",
    ),
    **_commands(
        "™trademark °degree £sterling €euro ¡exclamdown ¿questiondown ªordfeminine "
        "ºordmasculine",
        r"\text*{}",
    ),
    **_commands("¼onequarter ½onehalf ¾threequarters", r"\text*{}"),
    **_commands("ÆAE æae ŒOE œoe ØO øo ŁL łl ßss ıi ȷj", r"\*{}"),
    **_commands(
        "‚quotesinglbase „quotedblbase «guillemotleft »guillemotright ‹guilsinglleft",
        r"{\cddwide\*}",
    ),
    **_commands("›guilsinglright ĐDJ đdj ÐDH ðdh ÞTH þth ŊNG ŋng", r"{\cddwide\*}"),
    "ẞ": "SS",
    # LuaTeX takes the character itself for broken UTF-8, and stops
    "\ufffd": r"\ensuremath{\diamondsuit}",
}

_MATH = {
    "−": "-",
    **_commands(
        "±pm ∓mp ×times ÷div ⋅cdot ∗ast ≤leq ≥geq ≠neq ≈approx ≡equiv ∼sim ∝propto "
        "≪ll ≫gg ∞infty",
        r"\*",
    ),
    **_commands(
        "√surd ∂partial ∇nabla ∑sum ∏prod ∫int ∈in ∉notin ∪cup ∩cap ⊂subset ⊆subseteq "
        "∅emptyset",
        r"\*",
    ),
    **_commands(
        "∧wedge ∨vee ¬neg ∀forall ∃exists ⊕oplus ⊗otimes ←leftarrow →rightarrow "
        "↔leftrightarrow",
        r"\*",
    ),
    **_commands(
        "↑uparrow ↓downarrow ⇒Rightarrow ⇔Leftrightarrow ℓell ★star ∘circ △triangle "
        "µmu",
        r"\*",
    ),
    "′": r"^{\prime}",
    "″": r"^{\prime\prime}",
    **dict(
        zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", (f"^{{{sign}}}" for sign in "0123456789+-n"), strict=True)
    ),
    **dict(
        zip("₀₁₂₃₄₅₆₇₈₉₊₋ₙ", (f"_{{{sign}}}" for sign in "0123456789+-n"), strict=True)
    ),
}

_GREEK = (
    " alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi o pi "
    "rho sigma tau upsilon phi chi psi "
    "omega "
)
#: Greek capitals that are Latin in shape have no command.
_LATIN_CAPITALS = {
    name: latin
    for latin, name in _commands(
        "Aalpha Bbeta Eepsilon Zzeta Heta Iiota Kkappa Mmu Nnu Oo Prho Ttau Xchi", "*"
    ).items()
}
#: Combining marks -> accent command.
_ACCENTS = dict(
    zip(
        "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0323\u0327\u0328\u0331",
        "`'^~=u.\"rHvdckb",
        strict=True,
    )
)


def tex_text(text: str, *, math: bool = False, turned: bool = True) -> str:
    """Write one line of text for LaTeX."""
    if math and len(parts := DOLLAR.split(text)) > 1 and len(parts) % 2:
        return "".join(
            f"${part}$" if inside % 2 else _literal(part, True)
            for inside, part in enumerate(parts)
        )
    if not turned:
        return _literal(text, math)
    return directed(text, lambda piece: _literal(piece, math), isolated=True)


def _literal(text: str, escaped_dollar: bool) -> str:
    if escaped_dollar:  # as matplotlib's Text does where mathtext is allowed
        text = text.replace(r"\$", "$")
    pieces: list[str] = []
    before = " "  # a space at either end, or after another one, would be dropped
    clusters = _clusters(text)
    for place, cluster in enumerate(clusters):
        if cluster == " " and (before == " " or place == len(clusters) - 1):
            pieces.append(r"\ ")
        elif before + cluster in _JOINED:
            pieces.append(
                r"\kern0pt" + ("" if cluster in "-," else " ") + _character(cluster)
            )
        else:
            pieces.append(_character(cluster))
        before = cluster
    return "".join(pieces)


def _clusters(text: str) -> list[str]:
    """Split text into characters, each with the combining marks that follow it."""
    clusters: list[str] = []
    for character in unicodedata.normalize("NFC", text):
        if clusters and unicodedata.combining(character):
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


def _character(cluster: str) -> str:
    for table in (_ASCII, _SYMBOLS):
        if cluster in table:
            return table[cluster]
    if cluster in _MATH:
        return rf"\ensuremath{{{_MATH[cluster]}}}"
    if len(cluster) == 1 and ord(cluster) < 128:
        return cluster if cluster.isprintable() else " "
    return _greek(cluster) or _accented(cluster) or cluster


def _greek(character: str) -> str | None:
    named = re.fullmatch(
        r"GREEK (SMALL|CAPITAL) LETTER (FINAL SIGMA|[A-Z]+)", _name(character)
    )
    if named is None:
        return None
    letter = {"omicron": "o", "lamda": "lambda", "final sigma": "varsigma"}.get(
        named[2].lower(), named[2].lower()
    )
    if letter == "varsigma":
        return r"\ensuremath{\varsigma}"
    if f" {letter} " not in _GREEK:
        return None
    if named[1] == "SMALL":
        return r"\ensuremath{o}" if letter == "o" else rf"\ensuremath{{\{letter}}}"
    if letter in _LATIN_CAPITALS:
        return _LATIN_CAPITALS[letter]
    return rf"\ensuremath{{\{letter.capitalize()}}}"


def _name(character: str) -> str:
    return unicodedata.name(character, "") if len(character) == 1 else ""


def _accented(cluster: str) -> str | None:
    base, *marks = list(unicodedata.normalize("NFD", cluster))
    if not marks or any(mark not in _ACCENTS for mark in marks):
        return None
    if ord(base) < 128 and base.isalpha():
        written = {"i": r"\i", "j": r"\j"}.get(base, base)
        if any(
            _ACCENTS[mark] in "dbck" for mark in marks
        ):  # a mark below leaves the dot above
            written = base
    elif base in _SYMBOLS and base.isalpha():
        written = _SYMBOLS[base]
    else:
        return None
    for mark in marks:
        accent = _ACCENTS[mark]
        written = rf"\{accent}{{{written}}}"
        if accent == "k":  # the one accent that OT1 lacks
            written = rf"{{\cddwide{written}}}"
    return written
