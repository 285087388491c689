"""The look of a figure: the options that figures share, and the widths of venues.

Each figure is defined in one module. Its layout function takes the finished object that
it draws, a checked `Look`, a `TextMeter` and its own options, and returns a `Sheet`.
The decorator `cddiagram.figures.registry.figure` makes a figure of it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from cddiagram.text import Option, UsageError, choose_from

POINTS_PER_INCH = 72.0

#: Points of TeX, in which class files count, to inches; 12 of them are a pica (pc).
_PT = 1 / 72.27
_PC = 12 * _PT
_MM = 1 / 25.4
_UNITS = {
    "in": 1.0,
    "cm": 10 * _MM,
    "mm": _MM,
    "pt": _PT,
    "pc": _PC,
    "bp": 1 / POINTS_PER_INCH,
}
_LENGTH = re.compile(r"([0-9]+\.?[0-9]*|\.[0-9]+) ?(in|cm|mm|pt|pc|bp)")
_WIDEST = 200  # inches

#: Venue -> widths of a column and of the page (the text block) in inches, or one number
#: if the text has one column.
VENUES: Mapping[str, tuple[float, float] | float] = {
    # IEEEtran.cls 1.8b, conference and journal: \textwidth 43pc, \columnsep 1pc
    "ieee": (21 * _PC, 43 * _PC),
    # acmart.cls, format sigconf: paperwidth=8.5in, inner=54pt, outer=54pt,
    # columnsep=2pc
    "acm": ((8.5 - 108 * _PT - 2 * _PC) / 2, 8.5 - 108 * _PT),
    # elsarticle.cls 1.20, option 5p with twocolumn: textwidth=522pt, columnsep=18pt
    "elsevier": (252 * _PT, 522 * _PT),
    # svjour3.cls with svglov3.clo, option twocolumn: \textwidth 17.4cm, \columnsep 6mm
    "springer": (84 * _MM, 174 * _MM),
    # llncs.cls 2.14 (Lecture Notes in Computer Science): \textwidth 12.2cm
    "lncs": 122 * _MM,
    # neurips_2023.sty: textwidth=5.5in
    "neurips": 5.5,
    # jmlr2e.sty (Journal of Machine Learning Research): \textwidth 6.0 true in
    "jmlr": 6.0,
    # icml2024.sty: \textwidth 6.75in, \columnsep 0.25in
    "icml": (3.25, 6.75),
    # Nature research figure guide, "Figure sizing": 89 mm (single column), 183 mm
    # (double column)
    "nature": (89 * _MM, 183 * _MM),
}

_named = {"column": 3.3, "page": 6.75}
for _venue, _both in VENUES.items():
    _named[f"{_venue}-column"], _named[f"{_venue}-page"] = (
        _both if isinstance(_both, tuple) else (_both, _both)
    )
#: Name -> width in inches. The column of a venue that sets one column is its page.
NAMED_WIDTHS: Mapping[str, float] = MappingProxyType(_named)

_SMALLEST_TYPE = 3.0
#: Dots, lines and lanes have fixed sizes in points. They would be lost next to larger
#: names.
_LARGEST_TYPE = 24.0
#: The size to which names shrink by default.
_MIN_FONT_SIZE = 6.5

#: Name for `font` -> families of which the first one that is installed and can be
#: embedded is used. The second and the third list match papers in Helvetica and in
#: Times. DejaVu Sans and the last family of Times come with matplotlib.
FONT_SETS: Mapping[str, tuple[str, ...]] = {
    "dejavu": ("DejaVu Sans",),
    "paper": ("Arial", "Helvetica", "Liberation Sans", "TeX Gyre Heros"),
    "times": (
        "Times New Roman",
        "Times",
        "Liberation Serif",
        "TeX Gyre Termes",
        "STIX Two Text",
        "STIXGeneral",
    ),
}

#: Name -> colours, in the order in which they are used. A writer moves each towards the
#: colour of the text until it is readable as type on its page.
PALETTES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        # Okabe and Ito (2008), Color Universal Design: distinct for every kind of
        # colour vision. Black is left out because it is the colour of the text, and
        # yellow because as type on paper it becomes the brown of their orange.
        "okabe-ito": ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"),
        # The colours of the lines of matplotlib's own plots, in the same order.
        "tab10": (
            *("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd"),
            *("#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf"),
        ),
    }
)

#: Option -> its type in words, and what it does.
_TEXTS = {
    "look": (
        "Look, optional",
        "The shared options as one object, for figures that are to look alike. Options "
        "that are also given directly take precedence.",
    ),
    "ax": (
        "matplotlib.axes.Axes, optional",
        "Draw here, from the upper left corner and in true points; the figure is as "
        "wide as the axes. Nothing else of\n"
        "their figure is changed. Apply any layout engine of it before. By default, a "
        "new figure of exactly the required\n"
        "size is made.",
    ),
    "ids": (
        "bool, default False",
        "One artist (and SVG id) per element, for example ``label-0``, ``marker-0``; "
        "numbers are rank positions from\n"
        "0. Otherwise like elements share one artist and files are smaller.",
    ),
    "font": (
        "str or sequence of str, optional",
        "Family or families of all texts; by default Source Sans 3, or the rc family if "
        "it has been changed.\n"
        '``"dejavu"`` is DejaVu Sans, ``"paper"`` is the first installed of Arial, '
        "Helvetica, Liberation Sans and\n"
        'TeX Gyre Heros that every format can embed, and ``"times"`` is the first of '
        "Times New Roman, Times,\n"
        "Liberation Serif, TeX Gyre Termes, STIX Two Text and STIXGeneral (which is "
        "always available). The\n"
        "provenance records it. DejaVu Sans replaces missing characters.",
    ),
    "width": (
        'str or float, default "column"',
        '``"column"`` (3.3 in), ``"page"`` (6.75 in), the column or page of a venue '
        '(``"ieee-"``, ``"acm-"``,\n'
        '``"elsevier-"``, ``"springer-"``, ``"lncs-"``, ``"neurips-"``, ``"jmlr-"``, '
        '``"icml-"`` or ``"nature-"``\n'
        "before ``column`` or ``page``), a number of inches, or a length in in, mm, "
        "cm, pt (of TeX: 72.27 to the\n"
        'inch), pc or bp, such as ``"88mm"``; exactly the width of the page. The '
        "height follows.",
    ),
    "font_size": (
        "float, default 8.0",
        "Size of the names in points; other texts are 1 pt smaller, but not below 6.5.",
    ),
    "min_font_size": (
        "float, default 6.5",
        "The size to which names shrink before they are broken over lines, or before "
        "the figure changes in other ways.",
    ),
    "show_ranks": ("bool, default True", "Print the average ranks next to the names."),
    "rank_decimals": (
        '{"auto", 2, 3}, default "auto"',
        "By default, two decimals, three if two different ranks would be printed alike, "
        "and one for 50 algorithms or more.",
    ),
    "highlight": (
        "str, sequence of str or mapping of str to colour, optional",
        "Algorithms whose names are bold and whose marks have the accent colour, or "
        "both the given colour.",
    ),
    "colors": (
        'mapping of str to colour, or {"okabe-ito", "tab10"}, optional',
        "Colours of single algorithms, or a palette for all algorithms in the order of "
        "the table. With families,\n"
        "colours of single families, or their palette. A palette is made darker, or "
        "lighter on dark pages, until it\n"
        "is readable as type. Given colours are not changed, but a warning is issued if "
        "they hardly differ from the page.",
    ),
    "families": (
        "mapping of str to str, optional",
        "Families of algorithms, up to six. Each has a colour and a mark next to its "
        "names, and a key explains the marks.\n"
        "Algorithms without a family have neither.",
    ),
    "rename": ("mapping of str to str, optional", "Names to print instead."),
    "show_direction": ("bool, default True", "Draw the arrow to the better end."),
    "note": (
        "str, optional",
        "A line above the figure; by default the test and alpha. None for no note.",
    ),
    "title": ("str, optional", "A line above the figure, in the size of the names."),
    "wrap": (
        '{"auto", True, False}, default "auto"',
        "Whether long names may be broken into lines.",
    ),
    "math": (
        "bool, default False",
        "Read ``$...$`` in texts as mathtext; otherwise every character is literal.",
    ),
}


@dataclass(frozen=True, kw_only=True)
class Look:
    """The shared options of figures. Each figure uses the options that apply to it.

    Parameters
    ----------
    {texts}

    Raises
    ------
    UsageError
        If a value has the wrong type or is not a known choice.

    Examples
    --------
    >>> import cddiagram as cd
    >>> house = cd.Look(width="ieee-column", font_size=7.0)
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"))
    >>> cd.plot_mcb(comparison, look=house, title="Four versions of C4.5").layout.width
    251.058...
    """

    #: Outer padding of every figure, in points.
    PAD_X = 1.5
    PAD_Y = 2.0
    #: About the height of the text of a letter or A4 page, in inches.
    PAGE_HEIGHT = 9.5

    ids: bool = False
    font: str | Sequence[str] | None = None
    width: str | float = "column"
    font_size: float = 8.0
    min_font_size: float = _MIN_FONT_SIZE
    show_ranks: bool = True
    rank_decimals: str | int = "auto"
    highlight: str | Sequence[str] | Mapping[str, str] | None = None
    colors: str | Mapping[str, str] | None = None
    families: Mapping[str, str] | None = None
    rename: Mapping[str, str] | None = None
    show_direction: bool = True
    note: str | None = "auto"
    title: str | None = None
    wrap: str | bool = "auto"
    math: bool = False

    def __post_init__(self) -> None:
        page_width(self.width)
        for name in ("show_ranks", "show_direction", "math"):
            check_flag(name, getattr(self, name))
        if self.wrap != "auto":
            check_flag("wrap", self.wrap, also="'auto'")
        if isinstance(self.colors, str):
            check_choice("colors", self.colors, tuple(PALETTES))
        check_size("font_size", self.font_size)
        check_size("min_font_size", self.min_font_size)

    @property
    def page_width(self) -> float:
        """Width of the page in points."""
        return page_width(self.width)

    @property
    def font_sets(self) -> tuple[str, ...]:
        """The requested fonts that are names of several families, one of which is used."""
        fonts = (self.font,) if isinstance(self.font, str) else tuple(self.font or ())
        return tuple(name for name in fonts if len(FONT_SETS.get(name, ())) > 1)

    @property
    def given_colors(self) -> dict[str, str]:
        """The colours of single algorithms and families."""
        colors: dict[str, str] = {}
        for option in (self.colors, self.highlight):
            if isinstance(option, Mapping):
                colors.update(option)
        return colors

    @property
    def sizes(self) -> tuple[float, ...]:
        """Sizes of the names to try, in points: from `font_size` down to
        `min_font_size` in half points.
        """
        smallest = min(self.min_font_size, self.font_size)
        steps = math.ceil((self.font_size - smallest) / 0.5 - 1e-9)
        return tuple(
            max(self.font_size - 0.5 * step, smallest) for step in range(steps + 1)
        )


def small_type(size: float) -> float:
    """Return the type size of everything but names of a size: 1 pt smaller, but not
    below 6.5 pt unless the names are.
    """
    return max(size - 1.0, min(size, _MIN_FONT_SIZE))


def option_texts(names: Sequence[str]) -> str:
    """Return the section of a docstring on these options, indented."""
    lines = []
    for name in names:
        kind, text = _TEXTS[name]
        lines.append(f"    {name} : {kind}")
        lines += [f"        {line}" for line in text.split("\n")]
    return "\n".join(lines)


if Look.__doc__:  # not under -OO
    Look.__doc__ = Look.__doc__.replace(
        "{texts}",
        option_texts([name for name in _TEXTS if name in Look.__dataclass_fields__]),
    )


def page_width(width: str | float) -> float:
    """Return the width of the page in points.

    Raises
    ------
    UsageError
        If the name is unknown, or if the number is not positive and finite.
    """
    length = _LENGTH.fullmatch(width) if isinstance(width, str) else None
    inches: str | float
    if length:
        inches = float(length[1]) * _UNITS[length[2]]
    elif isinstance(width, str):
        inches = NAMED_WIDTHS.get(width, width)
    else:
        inches = width
    if isinstance(inches, str):
        more = ", or give a length such as '88mm'"
        raise UsageError(choose_from(Option("width"), width, NAMED_WIDTHS, more))
    if not is_number(inches) or not 0 < inches <= _WIDEST:
        kinds = (
            " must be a name, a length such as '88mm', or a number of inches up to "
            f"{_WIDEST}, not {width!r}."
        )
        raise UsageError(Option("width"), kinds)
    if isinstance(width, str):
        return round(inches * POINTS_PER_INCH, 9)
    return float(inches) * POINTS_PER_INCH


def widths_from(width: str | float) -> tuple[str | float, ...]:
    """Return a width, and after the column of a venue with two columns the width of its
    page.
    """
    if isinstance(width, str) and width.endswith("column"):
        page = width.removesuffix("column") + "page"
        if page_width(page) > page_width(width):
            return width, page
    return (width,)


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    """Raise an error that lists the choices unless the value is one of them."""
    if not isinstance(value, str) or value not in choices:
        raise UsageError(choose_from(Option(name), value, choices))


def check_flag(name: str, value: object, also: str = "") -> None:
    """Raise an error unless the value is True or False."""
    if not isinstance(value, bool):
        choices = f"{also}, True or False" if also else "True or False"
        raise UsageError(Option(name), f" must be {choices}, not {value!r}.")


def is_number(value: Any) -> bool:
    """Whether a value is a finite number (and not a flag)."""
    if isinstance(value, bool | str):
        return False
    try:
        return math.isfinite(value)
    except TypeError:
        return False


def check_size(name: str, value: object) -> None:
    """Raise an error unless the value is a type size."""
    if not is_number(value) or not _SMALLEST_TYPE <= value <= _LARGEST_TYPE:  # type: ignore[operator]
        sizes = f"{_SMALLEST_TYPE:g} to {_LARGEST_TYPE:g}"
        raise UsageError(
            Option(name), f" must be a number of points, {sizes}, not {value!r}."
        )
