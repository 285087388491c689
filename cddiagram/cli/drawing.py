"""The options for drawing and saving figures, which several commands share.

This module also converts the options to keyword arguments and reports tall figures.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from cddiagram.cli.command import from_file
from cddiagram.cli.options import (
    WIDTH,
    WIDTHS,
    assigned,
    given,
    option,
    options,
    suffixed,
    take,
)
from cddiagram.cli.overwriting import check_not_overwriting
from cddiagram.cli.stderr import say, say_note
from cddiagram.procedures import (
    CD_CHOICES,
    MAX_LANES,
)
from cddiagram.sheet import (
    FORMATS,
    ONLY_IN,
    PALETTES,
    POINTS_PER_INCH,
    Look,
    format_of,
    page_width,
)
from cddiagram.text import (
    CddiagramError,
    InputError,
    UsageError,
    choose_from,
    inflect,
    listed,
)

if TYPE_CHECKING:
    from cddiagram.figures import Drawing, Figure
    from cddiagram.sheet import Sheet

#: This advice is given if a figure is too tall because it has a row for each algorithm.
FEWER = "keep fewer algorithms with --algorithms or --exclude"


_FILES = (
    "Write the figure to this file. The suffix determines the format: .pdf, .svg, "
    ".png, .eps, .tex (TikZ) or .pgf. Repeatable."
)
_OUTPUT: Mapping[str, Any] = {"metavar": "FIGURE", "multiple": True}
OUTPUT = option(
    "output",
    f"{_FILES} Use '-' for standard output.",
    {**_OUTPUT, "required": True},
    short="-o",
)
#: This option specifies the format of a figure that is written to standard output.
PIPED = option(
    "format",
    "Use this format when the figure is written to standard output (--output -).",
    FORMATS,
)
#: The output option for commands that print their results by default.
MAYBE_OUTPUT = option(
    "output",
    f"{_FILES} Without this option, the results are printed.",
    {**_OUTPUT, "callback": suffixed()},
    short="-o",
)
FORMAT = option(
    "format",
    "Print the results in this format.",
    ("text", "json", "csv", "markdown", "latex"),
    default="text",
)

_LOOK = ("width", "font_size", "min_font_size", "show_ranks", "show_direction", "math")
#: The options for the layout of figures, which have the same names as in `plot_cd`.
DRAWING = options(
    "Figure",
    {
        "rank_range": CD_CHOICES["rank_range"][0],
        "show_ruler": True,
        "max_lanes": MAX_LANES,
    }
    | {name: getattr(Look, name) for name in _LOOK},
    width=(f"Set the width of the figure to {WIDTHS}", WIDTH),
    arrangement=(
        "Arrange names on both sides of an axis, or as a ranked list.",
        CD_CHOICES["arrangement"],
    ),
    labels=(
        "Align the names of a horizontal diagram in columns, or arrange them like "
        "stairs.",
        CD_CHOICES["labels"],
    ),
    side=(
        "Place the names of a horizontal diagram on the left, on the right, or on both "
        "sides.",
        CD_CHOICES["side"],
    ),
    best_at=(
        "Place the best rank at this end of a horizontal axis.",
        CD_CHOICES["best_at"],
    ),
    font_size=("Set the font size of the names.", "POINTS"),
    min_font_size=("Set the minimum font size of the names.", "POINTS"),
    show_ranks="Print average ranks next to the names.",
    rank_range=("Set the limits of the rank axis.", "auto|full|data|LOW,HIGH"),
    title=("Print this line above the figure.", "TEXT"),
    show_ruler="Draw the critical difference as a ruler.",
    show_direction="Show which end of the axis is better.",
    max_lanes=(
        "Limit the bars in diagrams of pairwise tests to this number of rows.",
        {"type": click.IntRange(min=0)},
    ),
    letters=(
        "Show groups as letters instead of bars.  [default: if there are too many "
        "bars]",
        "on/off",
    ),
    math="Typeset $...$ as a formula. Without this option, every character is "
    "printed literally.",
    highlight=("Highlight this algorithm. Repeatable.", "NAME..."),
    color=(
        "Use this colour for an algorithm or a family, or use the palette okabe-ito or "
        "tab10. Repeatable.",
        "NAME=COLOR|PALETTE...",
    ),
    families=(
        "Draw the algorithms of a family in the same colour and with the same marker. "
        "Repeatable.",
        "FAMILY=A,B,C...",
    ),
    rename=(
        "Print this name instead of the original name of an algorithm. Repeatable.",
        "NAME=TEXT...",
    ),
    font=(
        "Use the font family with this name, or one of the predefined families "
        "dejavu, paper and times. To specify several families in order of "
        "preference, repeat the option.",
        "FONT...",
    ),
    rank_decimals=(
        "Print average ranks with this number of decimals.",
        ("auto", "2", "3"),
    ),
    note=(
        "Print this note above the figure, instead of the test and its level.",
        "TEXT",
    ),
    no_note=("Omit the note above the figure.", "flag"),
    wrap=(
        "Break long names into several lines.  [default: only if names do not fit "
        "otherwise]",
        "on/off",
    ),
)
#: The options for saving figures, which correspond to the arguments of `Drawing.save`.
SAVING = options(
    "Output",
    {"dpi": 300.0},
    transparent=("Draw the figure without a background.", "flag"),
    text=("Write SVG text as outlines, or as editable text.", ("outlines", "editable")),
    standalone=("Write TikZ files as complete documents.", "flag"),
    dpi=("Set the resolution of PNG files.", "DPI"),
)
#: These options have different names as arguments of the plotting functions.
_KEYWORDS = {"color": "colors", "no_note": "note"}
#: The options whose values contain names of algorithms.
_NAMING = ("highlight", "families", "rename", "color")


def _keyword(member: click.Option) -> str:
    return _KEYWORDS.get(str(member.name), str(member.name))


def drawing_keywords(
    context: click.Context,
    values: dict[str, Any],
    members: Sequence[click.Option],
    algorithms: Sequence[str],
    what_named: str = "algorithm",
    accepted: Collection[str] | None = None,
) -> dict[str, Any]:
    """Return the keyword arguments of a plotting function.

    Options can be specified on the command line and in a file. For options on the
    command line, unknown names of algorithms raise an error. The options in a file
    apply to many tables and figures. Therefore, only options that are `accepted` by the
    function are used, and unknown names are removed from their values.
    """
    of_file = from_file(context, members)
    if accepted is not None:
        of_file = [member for member in of_file if _keyword(member) in accepted]
    subjects = [*algorithms, *values["families"].values()]
    values = dict(values)
    for member in of_file:
        option_name = str(member.name)
        if option_name in _NAMING:
            values[option_name] = _of_these(subjects, values[option_name])
    _check_names(values, algorithms, what_named)
    families = list(values["families"].values())
    decimals = values.get("rank_decimals", "auto")
    stated = {
        **values,
        "highlight": list(values["highlight"]),
        "color": _colors(values["color"], families, algorithms),
        "rename": assigned(values["rename"], algorithms, what_named),
        "font": list(values["font"]),
        "rank_decimals": decimals if decimals == "auto" else int(decimals),
    }
    if values.get("no_note"):
        stated |= {"note": None, "no_note": None}
    keywords = {}
    for member in [*of_file, *given(context, members)]:
        keywords[_keyword(member)] = stated[str(member.name)]
    return keywords


def _check_names(
    values: Mapping[str, Any], algorithms: Sequence[str], what_named: str
) -> None:
    """Raise an error if an option contains a name that is not an algorithm."""
    for option_name in ("highlight", "families"):
        for name in values[option_name]:
            _check_name(option_name, name, algorithms, what_named)
    if values.get("reference") is not None:
        choices = ["best", "pairs", *algorithms]
        _check_name("reference", values["reference"], choices, what_named)


def _check_name(
    option_name: str, name: str, choices: Sequence[str], what_named: str
) -> None:
    if name not in choices:
        what = f"{what_named} in --{option_name}"
        raise InputError(choose_from(what, name, choices))


def _of_these(known: Collection[str], value: Any) -> Any:
    """Remove unknown names from the value of an option.

    The value contains families, names, or items of the form NAME=VALUE. It can also be
    a palette, which does not contain names.
    """
    if isinstance(value, dict):
        return {name: family for name, family in value.items() if name in known}
    prefixes = tuple(f"{name}=" for name in known)
    parts = []
    for text in value:
        if text in known or text in PALETTES or text.startswith(prefixes):
            parts.append(text)
    return tuple(parts)


def _colors(
    texts: Sequence[str], families: Sequence[str], algorithms: Sequence[str]
) -> str | dict[str, str] | None:
    """Return a palette, or a dict of colours by families or algorithms."""
    if texts and "=" not in texts[0]:
        return texts[0]
    if families:
        return assigned(texts, families, "family")
    return assigned(texts, algorithms)


def say_fonts(fonts: Sequence[str]) -> None:
    """Report which font is used if the option is the name of a set of fonts."""
    from cddiagram.sheet import fonts_for

    for name in Look(font=fonts).font_sets:
        say_note(f"--font {name} uses {fonts_for(name).families[0]} on this computer.")


def check_options_apply(
    context: click.Context,
    figure: str,
    accepted: Collection[str],
    members: Sequence[click.Option],
    testing: Sequence[click.Option],
) -> None:
    """Raise an error if an option for drawing or testing does not apply to a figure."""
    unused = [
        member for member in given(context, members) if _keyword(member) not in accepted
    ]
    unused += given(context, testing)
    if not unused:
        return
    reason = ""
    if _keyword(unused[0]) in ("highlight", "colors", "families"):
        reason = ", which does not highlight algorithms"
    raise UsageError(
        f"{unused[0].opts[0]} does not apply to --figure {figure}{reason}. Omit this "
        "option."
    )


def check_output(
    context: click.Context,
    outputs: Sequence[str],
    sources: Sequence[str],
    members: Sequence[click.Option] = (),
) -> None:
    """Raise an error if a file cannot be written, or if an option has no effect.

    A file cannot be written if its suffix is unknown or if the command reads the file.
    Options for saving have no effect if they do not apply to any of the formats.
    Without files, neither the options for saving nor the options for the figure
    (`members`) have an effect.
    """
    if not outputs and (unused := given(context, (*members, *SAVING))):
        raise UsageError(
            f"{unused[0].opts[0]} applies only to figures. Specify a file with "
            "--output, or omit this option."
        )
    for output in outputs:
        check_not_overwriting(output, sources)
    formats = [format_of(output) for output in outputs]
    for member in given(context, SAVING):
        home = ONLY_IN.get(str(member.name), formats[0])
        if home not in formats:
            file = inflect(len(formats), "the file", "a file")
            raise UsageError(
                f"{member.opts[0]} does not apply to ",
                listed(f".{fmt}" for fmt in formats),
                f". Omit this option, or use the suffix '.{home}' for {file}.",
            )


def save(
    drawing: Drawing[Any],
    outputs: Sequence[str],
    piped: str | None,
    values: Mapping[str, Any],
) -> None:
    """Save a figure to files, and to standard output in the format `piped`."""
    saving = take(values, SAVING)
    content = None if piped is None else drawing.to_bytes(piped, **saving)
    files = [output for output in outputs if output != "-"]
    if files:
        drawing.save(*files, **saving)
    if content is not None:
        from cddiagram.document import write_out

        write_out(content)


def check_piped(outputs: Sequence[str], piped: str | None) -> list[str]:
    """Return file names with suffixes for all outputs, including standard output.

    Raise an error if standard output is used without a format, or if a format is
    specified without standard output.
    """
    if ("-" in outputs) != (piped is not None):
        if piped is not None:
            raise UsageError(
                "--format applies only to --output -, because the suffix of a file "
                "determines its format. Omit --format."
            )
        raise UsageError(
            "--output - does not specify a format. Pass --format svg, or specify a "
            "file."
        )
    if "-" in outputs and sys.stdout is not None and sys.stdout.isatty():
        raise UsageError(
            "standard output is a terminal, which cannot display figures. Pipe the "
            "output, or specify a file."
        )
    return [f"-.{piped}" if output == "-" else output for output in outputs]


def say_figure(
    outputs: Sequence[str],
    drawing: Drawing[Any],
    figure: Figure[Any],
    subjects: Sequence[Any],
    keywords: Mapping[str, Any],
    *,
    fonts: Sequence[str] = (),
    otherwise: str = "",
    matrix: Callable[[], Sheet] | None = None,
) -> None:
    """Report the fonts, the files and the size of a figure.

    The parameters `otherwise` and `matrix` are described in `say_tall`.
    """
    say_fonts(fonts)
    sheet = drawing.layout
    say_drawn(outputs, drawing)

    def lay_out_wide() -> Sheet:
        return on_wide_page(figure, subjects, keywords)

    say_tall(sheet, lay_out_wide, otherwise or FEWER, matrix)


def say_drawn(outputs: Sequence[str], drawing: Drawing[Any]) -> None:
    """Report the messages about a figure, and its files and sizes.

    The size can be different for LaTeX.
    """
    for message in getattr(drawing.layout, "messages", ()):
        say_note(message)
    files: dict[str, list[str]] = {}
    for output in outputs:
        if output == "-":
            files.setdefault(size_of(drawing.layout), []).append("standard output")
            continue
        sheet = drawing.output.sheet_in(format_of(output))
        files.setdefault(size_of(sheet), []).append(output)
    for size, names in files.items():
        say(f"Wrote {', '.join(names)} ({size}).")


def size_of(sheet: Sheet) -> str:
    """Return the width and height of a figure in inches."""
    return (
        f"{sheet.width / POINTS_PER_INCH:.2f} x {sheet.height / POINTS_PER_INCH:.2f} in"
    )


def say_tall(
    sheet: Sheet,
    wide: Callable[[], Sheet],
    otherwise: str = FEWER,
    matrix: Callable[[], Sheet] | None = None,
) -> None:
    """Report that a figure is taller than a page, and how its height can be reduced.

    Two alternatives are tried: a larger width, and the matrix of all pairs at this
    width. The first alternative that fits on a page is recommended. If neither fits,
    the size of the first alternative with less than 60% of the height is reported. The
    remedy `otherwise` is always reported.
    """
    if _fits(sheet):
        return
    options: dict[str, Callable[[], Sheet]] = {}
    if sheet.width < page_width("page"):
        options["--width page"] = wide
    if matrix is not None:
        options["--figure pvalue-matrix --width page"] = matrix
    remedies = [otherwise]
    lower_size = ""
    for way, lay_out in options.items():
        try:
            lower = lay_out()
        except CddiagramError:
            # The figure does not fit within this width, or it is not available for this
            # comparison.
            continue
        if _fits(lower):
            remedies.insert(0, f"pass {way} ({size_of(lower)})")
            lower_size = ""
            break
        if not lower_size and lower.height < 0.6 * sheet.height:
            lower_size = f" With {way}, its size is {size_of(lower)}."
    page = f"the text area of a letter or A4 page (about {Look.PAGE_HEIGHT:g} in)"
    remedy = ", or ".join(remedies)
    remedy = remedy[0].upper() + remedy[1:]
    say(f"Note: the figure is taller than {page}. {remedy}.{lower_size}")


def _fits(sheet: Sheet) -> bool:
    return sheet.height <= Look.PAGE_HEIGHT * POINTS_PER_INCH


def on_wide_page(
    figure: Figure[Any], shown: Sequence[Any], keywords: Mapping[str, Any]
) -> Sheet:
    """Lay out a figure at page width without drawing it.

    Keywords that the figure does not accept are ignored.
    """
    from cddiagram.sheet import fonts_for

    fonts = fonts_for(keywords.get("font"), math=keywords.get("math", False))
    accepted = {
        name: value
        for name, value in {**keywords, "width": "page"}.items()
        if name in figure.accepts
    }
    sheet: Sheet = figure(*shown, measure=fonts.measure, **accepted)
    return sheet
