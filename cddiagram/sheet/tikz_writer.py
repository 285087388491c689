r"""The TikZ writer of the sheet. LaTeX typesets the figure in the fonts of the
document.

One unit is one big point (``bp``, 1/72 in, the point of a sheet), and y increases
downwards. The bounding box is the page of the sheet, so that the picture has exactly
the same size as in the other formats. Text was measured in one font and is typeset in
another. If a line of text is wider than measured, all text of its size becomes smaller.
If a line is still too wide, this line alone is scaled down further. Therefore, elements
that do not overlap in the layout do not overlap on paper.

The picture requires only the package ``tikz`` (which loads ``graphicx`` and
``xcolor``). It overrides any document-wide styles of nodes and paths, and it defines
only names that begin with ``cdd``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from cddiagram.sheet.colors import ink, palette
from cddiagram.sheet.elements import (
    MIDDLE_ABOVE_BASELINE,
    ROLES,
    Area,
    Line,
    Marker,
    Rectangle,
    Sheet,
    Text,
    decimal,
)
from cddiagram.text import PREAMBLE, tex_text

#: LaTeX's default fonts exist in these sizes. For other font sizes, the font of the
#: next larger size is scaled down. Otherwise, LaTeX would substitute the nearest size
#: and print a warning.
_FONT_SIZES = (5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 10.95, 12.0, 14.4, 17.28, 20.74, 24.88)

_CAPS = {"butt": None, "projecting": "rect", "round": "round"}
_ANCHORS = {"left": "base west", "center": "base", "right": "base east"}

#: The common scaling factor, in thousandths, is at least this number. Text that
#: requires a smaller factor is scaled individually. Otherwise, one name in capitals
#: would reduce the font size of all text.
_LEAST_FACTOR = 900

#: These TeX macros process `\cddtexts` in two passes. In the first pass, `\cddmeasure`
#: determines the common scaling factor for each font size. In the second pass,
#: `\cddprint` scales and prints the text. `\cddset` begins the box for a piece of text
#: in an existing font size. `\cddclose` ends the box and computes its width. The box is
#: lowered so that its vertical middle is at the position of the node.
_FITTING = rf"""\def\cddset{{\mdseries\upshape\fontsize{{\cddfont}}{{\cddfont}}\selectfont\setbox0=\hbox\bgroup}}
\def\cddclose{{\egroup\dimen0=\cddscale\wd0 \edef\cddsize{{cdd \cddfont/\cddscale}}}}
\def\cddmeasure{{\cddclose\ifdim\dimen0>\cddwidth\relax
  \edef\cddratio{{\number\numexpr1000*\dimexpr\cddwidth\relax/\dimen0-1\relax}}%
  \ifnum\cddratio<{_LEAST_FACTOR} \def\cddratio{{{_LEAST_FACTOR}}}\fi
  \ifnum\cddratio<\csname\cddsize\endcsname\relax \expandafter\global\expandafter\let\csname\cddsize\endcsname\cddratio
  \fi\fi}}
\def\cddprint{{\cddclose
  \setbox0=\hbox{{\lower\dimexpr\cddfont pt*{round(1000 * MIDDLE_ABOVE_BASELINE)}/1000\relax\box0}}%
  \dimen2=\dimexpr\dimen0*\csname\cddsize\endcsname/1000\relax
  \ifdim\dimen2>\cddwidth\relax \dimen2=\cddwidth\relax\fi
  \ifdim\dimen2=\wd0 \box0 \else\resizebox{{\the\dimen2}}{{!}}{{\box0}}\fi}}"""

_STYLES = r"""  every path/.style={}, every label/.style={}, line join=round, line cap=butt,
  cdd font/.store in=\cddfont, cdd scale/.store in=\cddscale, cdd width/.store in=\cddwidth, cdd scale=1,
  every node/.style={shape=rectangle, inner sep=0pt, outer sep=0pt, minimum size=0pt, anchor=base,
    execute at begin node=\cddset, execute at end node=\cddfit}]"""

_DOCUMENT = r"""\documentclass{article}
\usepackage{tikz}
%% Without further packages, pdfLaTeX uses the text encoding OT1. Latin Modern has the same design and all accents.
\ifdefined\directlua\else\ifdefined\XeTeXversion\else\IfFileExists{t1lmr.fd}{%
  \renewcommand{\encodingdefault}{T1}\renewcommand{\rmdefault}{lmr}%
  \renewcommand{\sfdefault}{lmss}\renewcommand{\ttdefault}{lmtt}}{}\fi\fi
\pagestyle{empty}
\setlength{\paperwidth}{@WIDTHbp}
\setlength{\paperheight}{@HEIGHTbp}
\ifdefined\pagewidth \pagewidth=\paperwidth \pageheight=\paperheight
\else \pdfpagewidth=\paperwidth \pdfpageheight=\paperheight \fi
\setlength{\hoffset}{-1in}
\setlength{\voffset}{-1in}
\setlength{\oddsidemargin}{0pt}
\setlength{\topmargin}{0pt}
\setlength{\headheight}{0pt}
\setlength{\headsep}{0pt}
\setlength{\topskip}{0pt}
\setlength{\footskip}{0pt}
\setlength{\parindent}{0pt}
\setlength{\textwidth}{\dimexpr\paperwidth+1pt}
\setlength{\textheight}{\dimexpr\paperheight+1pt}
\begin{document}
@PICTURE
\end{document}
"""


def tikz_picture(
    sheet: Sheet,
    *,
    standalone: bool = False,
    colors: Mapping[str, str] | None = None,
    transparent: bool = False,
) -> str:
    r"""Write a sheet as a TikZ picture.

    `colors` maps roles to colours. By default, the colours for a white page are used.
    """
    inks = _Inks({**palette("white", "black"), **(colors or {})})
    # If a length has a unit, TeX reads it exactly. A length that is specified as a
    # multiple of 1bp has an error in the fifth digit.
    corner = f"({_number(sheet.width)}bp,-{_number(sheet.height)}bp)"
    drawing = [rf"\useasboundingbox (0,0) rectangle {corner};"]
    if not transparent and inks.hex("background") != "#ffffff":
        page = inks.name("background")
        drawing.append(rf"\fill[fill={page}] (0,0) rectangle {corner}; % page")
    texts = []
    for element in sheet.elements:
        if not isinstance(element, Text):
            drawing.append(_shape(element, inks))
        elif element.width > 0 and element.text.strip():
            texts.append(element)
    drawing += _nodes(texts, inks)
    lines = [*_remarks(texts), r"\begin{tikzpicture}[x=1bp, y=-1bp,", _STYLES]
    if texts:
        lines += [PREAMBLE, _FITTING]
    lines += [*inks.definitions(), *drawing]
    # Without the percent sign, the line break would add a space next to the picture.
    lines += [r"\end{tikzpicture}%", ""]
    picture = "\n".join(lines)
    if not standalone:
        return picture
    parts = {
        "@WIDTH": _number(sheet.width),
        "@HEIGHT": _number(sheet.height),
        "%%": "%",
        "@PICTURE": picture.removesuffix("\n"),
    }
    document = _DOCUMENT
    for name, content in parts.items():
        document = document.replace(name, content)
    return document


class _Inks:
    """The colours of a picture, and the names by which the picture defines them."""

    def __init__(self, colors: Mapping[str, str]) -> None:
        self._colors = colors
        self._used: dict[str, str] = {}

    def hex(self, color: str) -> str:
        return ink(color, self._colors).lower()

    def name(self, color: str) -> str:
        value = self.hex(color)
        name = f"cdd-{value[1:]}"
        if color in ROLES:
            name = f"cdd-{color}"
        self._used[name] = value
        return name

    def definitions(self) -> list[str]:
        return [
            rf"\definecolor{{{name}}}{{HTML}}{{{value[1:].upper()}}}"
            for name, value in self._used.items()
        ]


def untranslated(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the characters without a LaTeX command, in order of appearance."""
    latex = "".join(map(tex_text, texts))
    return tuple(dict.fromkeys(c for c in latex if not c.isascii()))


def _remarks(texts: Iterable[Text]) -> list[str]:
    """Return comments for the reader of the file: its requirements, and the characters
    without a LaTeX command.
    """
    remarks = [
        r"% TikZ picture by cddiagram. It requires \usepackage{tikz}. Texts are "
        r"typeset in the fonts of the document."
    ]
    characters = untranslated(text.text for text in texts)
    if characters:
        codes = ", ".join(f"{each} (U+{ord(each):04X})" for each in characters)
        remarks.append(
            f"% A font (in pdfLaTeX, also a font encoding) with {codes} is required."
        )
    return remarks


def _shape(element: Line | Marker | Rectangle | Area, inks: _Inks) -> str:
    if isinstance(element, Line):
        return _line(element, inks)
    if isinstance(element, Marker):
        return _marker(element, inks)
    if isinstance(element, Area):
        path = _outline(element.corners)
        return rf"\path[{_surface(element, inks)}] {path}; % {element.gid}"
    first = _point(element.x, element.y)
    last = _point(element.x + element.width, element.y + element.height)
    return (
        rf"\path[{_surface(element, inks)}] {first} rectangle {last}; % {element.gid}"
    )


def _nodes(texts: Sequence[Text], inks: _Inks) -> list[str]:
    r"""Return the definition of the text, which is drawn over all shapes, and the
    commands for the two passes over them.
    """
    if not texts:
        return []
    sizes: dict[str, None] = {}
    for text in texts:
        font = _font(text)
        sizes[f"{_number(font)}/{_number(text.size / font)}"] = None
    return [
        *(rf"\expandafter\gdef\csname cdd {size}\endcsname{{1000}}" for size in sizes),
        r"\def\cddtexts{",
        *(_text(text, inks) for text in texts),
        "}",
        r"\let\cddfit=\cddmeasure \cddtexts",
        r"\let\cddfit=\cddprint \cddtexts",
    ]


def _font(text: Text) -> float:
    """Return the font size of text before it is scaled."""
    larger = (size for size in _FONT_SIZES if size >= text.size - 1e-9)
    return next(larger, _FONT_SIZES[-1])


def _line(line: Line, inks: _Inks) -> str:
    options = [f"draw={inks.name(line.color)}", f"line width={_number(line.width)}bp"]
    if line.dash is not None:
        words = ("on", "off") * len(line.dash)
        steps = zip(words, line.dash, strict=False)
        pattern = " ".join(f"{word} {_number(length)}bp" for word, length in steps)
        options.append(f"dash pattern={pattern}")
    if cap := _CAPS[line.cap]:
        options.append(f"line cap={cap}")
    # Repeated points are omitted because a line of length zero has no direction.
    corners = [point for point, _ in groupby(line.points)]
    if len(corners) == 1:
        corners *= 2
    path = " -- ".join(_point(x, y) for x, y in corners)
    return rf"\draw[{', '.join(options)}] {path}; % {line.gid}"


def _marker(marker: Marker, inks: _Inks) -> str:
    if marker.corners:
        path = _outline(marker.corners)
    else:
        path = f"{_point(marker.x, marker.y)} circle[radius={_number(marker.radius)}bp]"
    return rf"\path[{_surface(marker, inks)}] {path}; % {marker.gid}"


def _outline(corners: Iterable[tuple[float, float]]) -> str:
    """Return the path of a polygon."""
    return " -- ".join(_point(x, y) for x, y in corners) + " -- cycle"


def _surface(shape: Marker | Rectangle | Area, inks: _Inks) -> str:
    """Return the options of a filled shape. Half of an edge is inside the outline."""
    options = [f"fill={inks.name(shape.fill)}"]
    if shape.edge is not None and shape.edge_width > 0:
        options += [
            f"draw={inks.name(shape.edge)}",
            f"line width={_number(shape.edge_width)}bp",
            "line join=miter",
        ]
    return ", ".join(options)


def _text(text: Text, inks: _Inks) -> str:
    font = _font(text)
    scale = _number(text.size / font)
    options = [
        f"anchor={_ANCHORS[text.anchor]}",
        f"text={inks.name(text.color)}",
        f"cdd font={_number(font)}",
    ]
    if scale != "1":
        options.append(f"cdd scale={scale}")
    options.append(f"cdd width={_number(text.width)}bp")
    content = tex_text(text.text, math=text.math)
    if text.italic:
        content = rf"\itshape {content}"
    if text.bold:
        content = rf"\bfseries {content}"
    point = _point(text.x, text.y)
    return rf"\node[{', '.join(options)}] at {point} {{{content}}}; % {text.gid}"


def _point(x: float, y: float) -> str:
    return f"({_number(x)},{_number(y)})"


def _number(value: float) -> str:
    """Format a length. The fourth decimal is 1/2,000 of the thinnest line width."""
    return decimal(value, 4)
