r"""A sheet as TikZ: the same figure as text for LaTeX, set in the fonts of the
document.

One unit is one big point (``bp``, 1/72 in, the point of a sheet), y grows downwards,
and the bounding box is the page of the sheet, so the picture is exactly as wide and
high as the other formats. Texts were measured in one font and are set in another. Where
one comes out wider than measured, it and all texts of its size are set smaller, alike;
one that is wider still is scaled down alone. So whatever did not overlap in the layout
does not overlap on paper.

The picture needs the package ``tikz`` alone (which loads ``graphicx`` and ``xcolor``).
It takes nothing over from the styles that a document has for all nodes and paths, and
defines only names that begin with ``cdd``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from cddiagram.sheet.colors import ink, palette
from cddiagram.sheet.elements import (
    MIDDLE_ABOVE_BASELINE,
    ROLES,
    Line,
    Marker,
    Rectangle,
    Sheet,
    Text,
    decimal,
)
from cddiagram.text import PREAMBLE, tex_text

#: Sizes in which LaTeX's own fonts exist. Another size is the next of these, scaled:
#: otherwise LaTeX takes the nearest one and warns.
_FONT_SIZES = (5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 10.95, 12.0, 14.4, 17.28, 20.74, 24.88)

_CAPS = {"butt": None, "projecting": "rect", "round": "round"}
_ANCHORS = {"left": "base west", "center": "base", "right": "base east"}

#: Least common factor, in thousandths: beyond it a text that is too wide is scaled down
#: alone, lest one name of capitals makes the whole figure small.
_LEAST_FACTOR = 900

#: How texts are set, in two rounds over `\cddtexts`: `\cddmeasure` prints nothing and
#: finds, for each size, the common factor; `\cddprint` scales. `\cddset` opens the box
#: at a size that exists, `\cddclose` gives its wanted width. The box is lowered so that
#: its middle is at the node's point.
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
%% Without further packages pdfLaTeX has only the letters of 1982: take Latin Modern, the same design with all accents.
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
    r"""Write a sheet as a TikZ picture; `colors` are those of roles that are not as on
    a white page.
    """
    inks = _Inks({**palette("white", "black"), **(colors or {})})
    page = (
        ""
        if transparent or inks.hex("background") == "#ffffff"
        else inks.name("background")
    )
    shapes = [
        _shape(element, inks)
        for element in sheet.elements
        if not isinstance(element, Text)
    ]
    # With its unit TeX reads a length exactly; as a multiple of 1bp it would be off in
    # the fifth digit.
    corner = f"({_number(sheet.width)}bp,-{_number(sheet.height)}bp)"
    texts = [
        e
        for e in sheet.elements
        if isinstance(e, Text) and e.width > 0 and e.text.strip()
    ]
    nodes = _nodes(texts, inks)
    lines = [
        *_remarks(texts),
        r"\begin{tikzpicture}[x=1bp, y=-1bp,",
        _STYLES,
        *((PREAMBLE, _FITTING) if texts else ()),
        *inks.definitions(),
        rf"\useasboundingbox (0,0) rectangle {corner};",
        *([rf"\fill[fill={page}] (0,0) rectangle {corner}; % page"] if page else []),
        *shapes,
        *nodes,
        # the line break after it would be a space beside the picture
        r"\end{tikzpicture}%",
        "",
    ]
    picture = "\n".join(lines)
    if not standalone:
        return picture
    document = _DOCUMENT.replace("@WIDTH", _number(sheet.width)).replace(
        "@HEIGHT", _number(sheet.height)
    )
    return document.replace("%%", "%").replace("@PICTURE", picture.removesuffix("\n"))


class _Inks:
    """The colours of a picture: each that is used gets a name in it."""

    def __init__(self, colors: Mapping[str, str]) -> None:
        self._colors = colors
        self._used: dict[str, str] = {}

    def hex(self, color: str) -> str:
        return ink(color, self._colors).lower()

    def name(self, color: str) -> str:
        value = self.hex(color)
        name = f"cdd-{color}" if color in ROLES else f"cdd-{value[1:]}"
        self._used[name] = value
        return name

    def definitions(self) -> list[str]:
        return [
            rf"\definecolor{{{name}}}{{HTML}}{{{value[1:].upper()}}}"
            for name, value in self._used.items()
        ]


def untranslated(texts: Iterable[str]) -> tuple[str, ...]:
    """List the characters that LaTeX has no command for, in order of appearance."""
    written = "".join(map(tex_text, texts))
    return tuple(dict.fromkeys(c for c in written if not c.isascii()))


def _remarks(texts: Iterable[Text]) -> list[str]:
    """Say what the reader of the file must know: what it needs, and which characters
    LaTeX has no command for.
    """
    remarks = [
        r"% A TikZ picture by cddiagram; needs \usepackage{tikz}. Texts are set in "
        r"the fonts of the document."
    ]
    left = untranslated(text.text for text in texts)
    if left:
        named = ", ".join(f"{character} (U+{ord(character):04X})" for character in left)
        remarks.append(
            f"% Needs a font, and with pdfLaTeX a font encoding, that has {named}."
        )
    return remarks


def _shape(element: Line | Marker | Rectangle, inks: _Inks) -> str:
    if isinstance(element, Line):
        return _line(element, inks)
    if isinstance(element, Marker):
        return _marker(element, inks)
    path = (
        f"{_point(element.x, element.y)} rectangle "
        f"{_point(element.x + element.width, element.y + element.height)}"
    )
    return rf"\path[{_surface(element, inks)}] {path}; % {element.gid}"


def _nodes(texts: Sequence[Text], inks: _Inks) -> list[str]:
    r"""Return the texts, on top of all shapes, and the two rounds over them."""
    if not texts:
        return []
    sizes = dict.fromkeys(
        f"{_number(font)}/{_number(text.size / font)}"
        for text in texts
        for font in [_font(text)]
    )
    return [
        *(rf"\expandafter\gdef\csname cdd {size}\endcsname{{1000}}" for size in sizes),
        r"\def\cddtexts{",
        *(_text(text, inks) for text in texts),
        "}",
        r"\let\cddfit=\cddmeasure \cddtexts",
        r"\let\cddfit=\cddprint \cddtexts",
    ]


def _font(text: Text) -> float:
    """Return the size that a text is set in before it is scaled."""
    return next(
        (size for size in _FONT_SIZES if size >= text.size - 1e-9), _FONT_SIZES[-1]
    )


def _line(line: Line, inks: _Inks) -> str:
    options = [f"draw={inks.name(line.color)}", f"line width={_number(line.width)}bp"]
    if line.dash is not None:
        steps = zip(("on", "off") * len(line.dash), line.dash, strict=False)
        options.append(
            "dash pattern="
            + " ".join(f"{word} {_number(length)}bp" for word, length in steps)
        )
    if cap := _CAPS[line.cap]:
        options.append(f"line cap={cap}")
    corners = [
        next(group) for _, group in groupby(line.points)
    ]  # no length has no direction to join on
    path = " -- ".join(
        _point(x, y) for x, y in (corners if len(corners) > 1 else corners * 2)
    )
    return rf"\draw[{', '.join(options)}] {path}; % {line.gid}"


def _marker(marker: Marker, inks: _Inks) -> str:
    path = " -- ".join(_point(*corner) for corner in marker.corners) + " -- cycle"
    if not marker.corners:
        path = f"{_point(marker.x, marker.y)} circle[radius={_number(marker.radius)}bp]"
    return rf"\path[{_surface(marker, inks)}] {path}; % {marker.gid}"


def _surface(shape: Marker | Rectangle, inks: _Inks) -> str:
    """Return the options of a filled shape; an edge lies half inside and half outside
    the outline.
    """
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
    options = [
        f"anchor={_ANCHORS[text.anchor]}",
        f"text={inks.name(text.color)}",
        f"cdd font={_number(font)}",
        *(
            [f"cdd scale={_number(text.size / font)}"]
            if _number(text.size / font) != "1"
            else []
        ),
        f"cdd width={_number(text.width)}bp",
    ]
    shape = (r"\bfseries " if text.bold else "") + (r"\itshape " if text.italic else "")
    written = tex_text(text.text, math=text.math)
    return (
        rf"\node[{', '.join(options)}] at {_point(text.x, text.y)} "
        rf"{{{shape}{written}}}; % {text.gid}"
    )


def _point(x: float, y: float) -> str:
    return f"({_number(x)},{_number(y)})"


def _number(value: float) -> str:
    """Write a length: four decimals are a two-thousandth of the thinnest line."""
    return decimal(value, 4)
