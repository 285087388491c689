"""The look of a figure: the options that figures share, and the page widths of
publication venues.

Each figure is defined in one module. The arguments of its layout function are the
object to draw, a validated `Look`, a `TextMeter` and the figure's own options; the
function returns a `Sheet`. The decorator `cddiagram.figures.registry.figure` turns the
layout function into a public plotting function.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from cddiagram._util.lazy import lazy_pattern
from cddiagram.text import Option, UsageError, choose_from

POINTS_PER_INCH = 72.0

#: The length of a TeX point in inches. LaTeX class files specify lengths in this unit.
#: One pica (pc) is equal to 12 points.
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
_LENGTH = lazy_pattern(r"([0-9]+\.?[0-9]*|\.[0-9]+) ?(in|cm|mm|pt|pc|bp)")
_WIDEST = 200  # inches

#: Maps each venue to the widths of a column and of the text block in inches. If the
#: venue has only one column, the value is a single number.
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
    # The Nature research figure guide ("Figure sizing") specifies 89 mm for a single
    # column and 183 mm for a double column.
    "nature": (89 * _MM, 183 * _MM),
}

_named_widths = {"column": 3.3, "page": 6.75}
for _venue, _widths in VENUES.items():
    if not isinstance(_widths, tuple):
        _widths = (_widths, _widths)
    _named_widths[f"{_venue}-column"], _named_widths[f"{_venue}-page"] = _widths
#: Maps the name of each width to this width in inches. If a venue has only one column,
#: the widths of the column and of the page are equal.
NAMED_WIDTHS: Mapping[str, float] = MappingProxyType(_named_widths)

_SMALLEST_TYPE = 3.0
#: The font size of names does not exceed this number. Markers, lines and bars have
#: fixed sizes in points and would be too small for names in a larger font size.
_LARGEST_TYPE = 24.0
#: By default, the font size of names is not reduced below this number.
_MIN_FONT_SIZE = 6.5

#: Maps each value of `font` to a list of typefaces. The first of these typefaces that
#: is installed and can be embedded is used. The lists "paper" and "times" are suitable
#: for papers in Helvetica and in Times, respectively. DejaVu Sans and STIXGeneral are
#: included in matplotlib.
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

#: Maps each palette to its colours, in the order in which they are used. Each colour is
#: moved towards the text colour until its contrast with the page is sufficient for
#: readable text.
PALETTES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        # These colours of Okabe and Ito (2008, Color Universal Design) can be
        # distinguished with all types of colour vision. Black is omitted because it is
        # the colour of the text. Yellow is omitted because a yellow that is dark enough
        # to be readable resembles the darkened orange.
        "okabe-ito": ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"),
        # The default colour cycle of matplotlib, in the same order.
        "tab10": (
            *("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd"),
            *("#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf"),
        ),
    }
)

#: Maps each option to its type and its description for docstrings.
_TEXTS = {
    "look": (
        "Look, optional",
        "The shared options as a single object, for figures with the same look.\n"
        "Options that are passed directly take precedence.",
    ),
    "ax": (
        "matplotlib.axes.Axes, optional",
        "The axes on which the figure is drawn. The figure begins at their upper left\n"
        "corner, is as wide as the axes, and is drawn in points without scaling.\n"
        "Other parts of the matplotlib figure are not changed. Layout engines must be\n"
        "applied before. By default, a new matplotlib figure of the required size is\n"
        "created.",
    ),
    "ids": (
        "bool, default False",
        "Whether each element has its own artist and SVG id, for example\n"
        "``label-0`` and ``marker-0``. The numbers are rank positions and start at\n"
        "0. By default, elements of the same kind share an artist, which results in\n"
        "smaller files.",
    ),
    "font": (
        "str or sequence of str, optional",
        "The typeface of the figure, or several typefaces in order of preference.\n"
        "The default is Source Sans 3, or the typeface of the rc settings if they\n"
        'have been changed. ``"dejavu"`` is DejaVu Sans. ``"paper"`` is the first\n'
        "installed typeface of Arial, Helvetica, Liberation Sans and TeX Gyre Heros\n"
        'that all formats can embed. ``"times"`` is the first such typeface of\n'
        "Times New Roman, Times, Liberation Serif, TeX Gyre Termes, STIX Two Text\n"
        "and STIXGeneral, which is always available. The provenance records the\n"
        "typeface. DejaVu Sans replaces missing characters.",
    ),
    "width": (
        'str or float, default "column"',
        "The exact width of the page, as a number of inches, a length such as\n"
        '``"88mm"``, or a name. The names are ``"column"`` (3.3 in), ``"page"``\n'
        '(6.75 in), and the column or page of a venue, such as ``"ieee-column"``\n'
        'and ``"ieee-page"``. The venues are ieee, acm, elsevier, springer, lncs,\n'
        "neurips, jmlr, icml and nature. The units of length are in, mm, cm, pt (the\n"
        "TeX point, 1/72.27 in), pc and bp. The height depends on the width.",
    ),
    "font_size": (
        "float, default 8.0",
        "The type size of the names in points. All other text is 1 pt smaller, but\n"
        "at least 6.5 pt.",
    ),
    "min_font_size": (
        "float, default 6.5",
        "The smallest type size of names in points. If names do not fit at this\n"
        "size, they are broken into lines, or the figure is arranged differently.",
    ),
    "show_ranks": (
        "bool, default True",
        "Whether to print the average ranks next to the names.",
    ),
    "rank_decimals": (
        '{"auto", 2, 3}, default "auto"',
        'The number of decimals of average ranks. "auto" is three if two different\n'
        "ranks would otherwise look equal, one for 50 algorithms or more, and two in\n"
        "all other cases.",
    ),
    "highlight": (
        "str, sequence of str or mapping of str to colour, optional",
        "The algorithms to highlight. Their names are bold, and their marks have the\n"
        "accent colour. If a mapping is passed, names and marks have the specified\n"
        "colours.",
    ),
    "colors": (
        'mapping of str to colour, or {"okabe-ito", "tab10"}, optional',
        "The colours of individual algorithms, or a palette for all algorithms in the\n"
        "order of the table. With families, these are the colours or the palette of\n"
        "the families. The colours of a palette are darkened, or lightened on dark\n"
        "pages, until they are readable as text. Colours in a mapping are not\n"
        "changed, but a warning is issued if their contrast with the page is low.",
    ),
    "families": (
        "mapping of str to str, optional",
        "The families of the algorithms, at most six. Each family has a colour and a\n"
        "mark, which is drawn next to the names of its algorithms. A key explains the\n"
        "marks. Algorithms without a family do not have a colour or a mark.",
    ),
    "rename": (
        "mapping of str to str, optional",
        "The names to print instead of the names in the data.",
    ),
    "show_direction": (
        "bool, default True",
        "Whether to draw an arrow that points to the better end of the axis.",
    ),
    "note": (
        "str, optional",
        "The note above the figure. By default, it states the test and alpha. None\n"
        "omits the note.",
    ),
    "title": (
        "str, optional",
        "The title above the figure, in the type size of the names.",
    ),
    "wrap": (
        '{"auto", True, False}, default "auto"',
        "Whether long names may be broken into lines.",
    ),
    "math": (
        "bool, default False",
        "Whether ``$...$`` in names and titles is rendered as mathtext. By default,\n"
        "all characters are printed literally.",
    ),
}


@dataclass(frozen=True, kw_only=True)
class Look:
    """The shared options of figures. Each figure uses only the options that it
    supports.

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

    #: The padding around each figure, in points.
    PAD_X = 1.5
    PAD_Y = 2.0
    #: The word that is printed at the better end of an axis.
    BETTER = "better"
    #: The approximate height, in inches, of the text block on a letter or A4 page.
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
        """The width of the page in points."""
        return page_width(self.width)

    @property
    def font_sets(self) -> tuple[str, ...]:
        """The requested fonts that are names of typeface lists, such as ``"times"``."""
        fonts = self.font or ()
        if isinstance(fonts, str):
            fonts = (fonts,)
        return tuple(name for name in fonts if len(FONT_SETS.get(name, ())) > 1)

    @property
    def given_colors(self) -> dict[str, str]:
        """The colours of individual algorithms and families."""
        colors: dict[str, str] = {}
        for option in (self.colors, self.highlight):
            if isinstance(option, Mapping):
                colors.update(option)
        return colors

    @property
    def sizes(self) -> tuple[float, ...]:
        """The type sizes that are tried for names, in points. They decrease from
        `font_size` to `min_font_size` in steps of half a point.
        """
        smallest = min(self.min_font_size, self.font_size)
        steps = math.ceil((self.font_size - smallest) / 0.5 - 1e-9)
        sizes = []
        for step in range(steps + 1):
            sizes.append(max(self.font_size - 0.5 * step, smallest))
        return tuple(sizes)


def small_type(size: float) -> float:
    """Return the type size of text other than names, given the size of the names. It is
    1 pt smaller, but at least 6.5 pt unless the names are smaller than that.
    """
    return max(size - 1.0, min(size, _MIN_FONT_SIZE))


def option_texts(names: Sequence[str]) -> str:
    """Return the indented parameter descriptions of options for a docstring."""
    lines = []
    for name in names:
        kind, text = _TEXTS[name]
        lines.append(f"    {name} : {kind}")
        lines += [f"        {line}" for line in text.split("\n")]
    return "\n".join(lines)


if Look.__doc__:  # None under -OO
    Look.__doc__ = Look.__doc__.replace(
        "    {texts}",
        option_texts([name for name in _TEXTS if name in Look.__dataclass_fields__]),
    )


def page_width(width: str | float) -> float:
    """Return the width of the page in points.

    Raises
    ------
    UsageError
        If the name is unknown, or if the width is not positive or exceeds 200 in.
    """
    if isinstance(width, str):
        inches = _inches(width)
        _check_inches(inches, width)
        return round(inches * POINTS_PER_INCH, 9)
    _check_inches(width, width)
    return float(width) * POINTS_PER_INCH


def _inches(width: str) -> float:
    """Convert a named width, or a length with a unit, to inches."""
    length = _LENGTH.fullmatch(width)
    if length is not None:
        number, unit = length.groups()
        return float(number) * _UNITS[unit]
    if width not in NAMED_WIDTHS:
        more = ", or give a length such as '88mm'"
        raise UsageError(choose_from(Option("width"), width, NAMED_WIDTHS, more))
    return NAMED_WIDTHS[width]


def _check_inches(inches: Any, width: str | float) -> None:
    """Raise an error unless a width in inches is positive and within the limit."""
    if not is_number(inches) or not 0 < inches <= _WIDEST:
        kinds = (
            " must be a name, a length such as '88mm', or a number of inches up to "
            f"{_WIDEST}, not {width!r}."
        )
        raise UsageError(Option("width"), kinds)


def widths_from(width: str | float) -> tuple[str | float, ...]:
    """Return the widths to try: the width itself and, if it is the column width of a
    two-column venue, also the page width.
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
        choices = "True or False"
        if also:
            choices = f"{also}, True or False"
        raise UsageError(Option(name), f" must be {choices}, not {value!r}.")


def is_number(value: Any) -> bool:
    """Return whether a value is a finite number. Booleans are not numbers."""
    if isinstance(value, bool | str):
        return False
    try:
        return math.isfinite(value)
    except TypeError:
        return False


def check_size(name: str, value: object) -> None:
    """Raise an error unless the value is a valid type size."""
    if not is_number(value) or not _SMALLEST_TYPE <= value <= _LARGEST_TYPE:  # type: ignore[operator]
        sizes = f"{_SMALLEST_TYPE:g} to {_LARGEST_TYPE:g}"
        raise UsageError(
            Option(name), f" must be a size from {sizes} points, not {value!r}."
        )
