r"""Escaping of literal text, so that pdfLaTeX and LuaLaTeX print every character
unchanged.

If LaTeX has commands for all characters, the output consists of ASCII characters, so
that it does not depend on the input encoding. Only commands of the LaTeX kernel are
used. `PREAMBLE` defines two switches, `\cddtype` and `\cddwide`, for characters that
the old font encoding OT1 does not contain or prints as other characters (such as
straight quotes and guillemets). Right-to-left names are enclosed in `\cddright` (see
`cddiagram.text.tex_direction`).
"""

from __future__ import annotations

import unicodedata

from cddiagram._util.lazy import lazy_pattern
from cddiagram.text.lines import DOLLAR
from cddiagram.text.tex_direction import directed

#: The escaped text requires these TeX definitions. The definitions are local to the
#: group that contains them. In OT1, the default encoding of LaTeX, `\cddtype` prints
#: straight quotes in Computer Modern Typewriter, and `\cddwide` selects the encoding
#: T1. If possible, `\cddwide` also selects Latin Modern, because the default T1 fonts
#: may be bitmap fonts. In other encodings, `\cddtype` and `\cddwide` have no effect.
#: `\cddright` typesets the rest of its group from right to left, and `\cddleft`
#: typesets it from left to right. Both require LuaTeX.
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
    """Return a mapping of characters to commands. Each word of the table consists of a
    character and a name, which replaces ``*`` in `form`.
    """
    return {entry[0]: form.replace("*", entry[1:]) for entry in table.split()}


def _scripts(characters: str, sign: str) -> dict[str, str]:
    """Return the commands for superscript or subscript digits, plus and minus signs,
    and n.
    """
    commands = [f"{sign}{{{digit}}}" for digit in "0123456789+-n"]
    return dict(zip(characters, commands, strict=True))


_ASCII = {
    **_commands("&& %% $$ ## __ {{ }}", r"\*"),
    **_commands(
        r"\backslash ~asciitilde ^asciicircum <less >greater |bar", r"\text*{}"
    ),
    **_commands("\"quotes 'quote `grave", r"{\cddtype\cdd*}"),
    " ": " ",
}

#: LaTeX replaces these pairs of characters with ligatures. For example, two hyphens
#: become a dash, and two commas become a quotation mark. In pdfLaTeX, braces between
#: the characters would prevent ligatures, but LuaLaTeX requires a kern.
_JOINED = frozenset({"--", ",,", "<<", ">>", "``", "''", "!`", "?`"})
#: If one of these characters follows, the kern does not require a terminating space.
_KERN_BEFORE = {"-": r"\kern0pt", ",": r"\kern0pt"}

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
    # LuaTeX rejects the character U+FFFD, because it indicates invalid UTF-8.
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
    **_scripts("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", "^"),
    **_scripts("₀₁₂₃₄₅₆₇₈₉₊₋ₙ", "_"),
}

#: The LaTeX names of the Greek letters. Three of these letters have different names in
#: Unicode.
_GREEK = frozenset({
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota",
    "kappa", "lambda", "mu", "nu", "xi", "o", "pi", "rho", "sigma", "varsigma", "tau",
    "upsilon", "phi", "chi", "psi", "omega",
})  # fmt: skip
_GREEK_NAMES = {"omicron": "o", "lamda": "lambda", "final sigma": "varsigma"}
_GREEK_NAME = lazy_pattern(r"GREEK (SMALL|CAPITAL) LETTER (FINAL SIGMA|[A-Z]+)")
#: If LaTeX has no command for a Greek capital, it is mapped to the Latin letter of the
#: same shape.
_LATIN_CAPITALS = {
    "alpha": "A",
    "beta": "B",
    "epsilon": "E",
    "zeta": "Z",
    "eta": "H",
    "iota": "I",
    "kappa": "K",
    "mu": "M",
    "nu": "N",
    "o": "O",
    "rho": "P",
    "tau": "T",
    "chi": "X",
}
#: Maps each combining mark to the LaTeX command for the corresponding accent.
_ACCENTS = dict(
    zip(
        "\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0323\u0327\u0328\u0331",
        "`'^~=u.\"rHvdckb",
        strict=True,
    )
)


#: These commands print accents below a letter. If the accent is below the letter, "i"
#: and "j" keep their dots.
_BELOW = "dbck"
_DOTLESS = {"i": r"\i", "j": r"\j"}


def tex_text(text: str, *, math: bool = False, turned: bool = True) -> str:
    """Escape one line of literal text for LaTeX.

    Parameters
    ----------
    text : str
        The text.
    math : bool, default False
        Whether parts between dollar signs are formulas, as in matplotlib's mathtext.
        Dollar signs are literal if their number is odd or if they follow a backslash.
    turned : bool, default True
        Whether to enclose right-to-left text in commands that set its direction.

    Returns
    -------
    str
    """
    if math:
        parts = DOLLAR.split(text)
        if len(parts) > 1 and len(parts) % 2 == 1:
            parts[::2] = [_literal(part, True) for part in parts[::2]]
            return "$".join(parts)
    if not turned:
        return _literal(text, math)
    return directed(text, lambda piece: _literal(piece, math), isolated=True)


def _literal(text: str, has_escaped_dollars: bool) -> str:
    if has_escaped_dollars:
        text = text.replace(r"\$", "$")
    pieces: list[str] = []
    before = " "  # LaTeX ignores a space at either end of a line or after another space
    clusters = _clusters(text)
    for place, cluster in enumerate(clusters):
        is_last = place == len(clusters) - 1
        if cluster == " " and (before == " " or is_last):
            pieces.append(r"\ ")
        elif before + cluster in _JOINED:
            pieces.append(_KERN_BEFORE.get(cluster, r"\kern0pt ") + _character(cluster))
        else:
            pieces.append(_character(cluster))
        before = cluster
    return "".join(pieces)


def _clusters(text: str) -> list[str]:
    """Split a string into characters, each with the combining marks that follow."""
    clusters: list[str] = []
    for character in unicodedata.normalize("NFC", text):
        if clusters and unicodedata.combining(character):
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


def _character(cluster: str) -> str:
    """Return the LaTeX code for one character, or the character itself if LaTeX has no
    command.
    """
    for table in (_ASCII, _SYMBOLS):
        if cluster in table:
            return table[cluster]
    if cluster in _MATH:
        return rf"\ensuremath{{{_MATH[cluster]}}}"
    if cluster.isascii():
        return cluster if cluster.isprintable() else " "
    return _greek(cluster) or _accented(cluster) or cluster


def _greek(cluster: str) -> str:
    """Return the LaTeX code for a Greek letter, or an empty string for other
    characters.
    """
    if len(cluster) > 1:
        return ""
    name = _GREEK_NAME.fullmatch(unicodedata.name(cluster, ""))
    if name is None:
        return ""
    case, letter = name[1], name[2].lower()
    letter = _GREEK_NAMES.get(letter, letter)
    if letter not in _GREEK:
        return ""
    if case == "CAPITAL" and letter in _LATIN_CAPITALS:
        return _LATIN_CAPITALS[letter]
    if letter == "o":
        return r"\ensuremath{o}"
    if case == "CAPITAL":
        letter = letter.capitalize()
    return rf"\ensuremath{{\{letter}}}"


def _accented(cluster: str) -> str:
    """Return the LaTeX code for a letter with accents. The result is empty if LaTeX
    does not support the letter or an accent.
    """
    base, *marks = list(unicodedata.normalize("NFD", cluster))
    if not marks or any(mark not in _ACCENTS for mark in marks) or not base.isalpha():
        return ""
    accents = [_ACCENTS[mark] for mark in marks]
    if base in _SYMBOLS:
        letter = _SYMBOLS[base]
    elif not base.isascii():
        return ""
    elif any(accent in _BELOW for accent in accents):
        letter = base
    else:
        letter = _DOTLESS.get(base, base)
    for accent in accents:
        letter = rf"\{accent}{{{letter}}}"
        if accent == "k":  # the ogonek is the only accent that is not available in OT1
            letter = rf"{{\cddwide{letter}}}"
    return letter


def tex_description(text: str) -> str:
    r"""Return the description of a figure for document classes that define
    ``\Description``, such as the ACM classes.
    """
    return rf"\ifdefined\Description\Description{{{tex_text(text)}}}\fi"
