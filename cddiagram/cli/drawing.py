"""The options of drawing and saving that commands share, the keywords that they become,
and the notice about height.
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
from cddiagram.cli.overwriting import refuse_overwriting
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
from cddiagram.text import CddiagramError, InputError, UsageError, choose_from, listed

if TYPE_CHECKING:
    from cddiagram.figures import Drawing, Figure
    from cddiagram.sheet import Sheet

#: What helps with a figure that has a row for each algorithm.
FEWER = "keep fewer algorithms with --algorithms or --exclude"


_FILES = (
    "Write the figure to this file. The suffix selects the format: .pdf, .svg, .png, "
    ".eps, .tex (TikZ) or .pgf. Repeatable."
)
_OUTPUT: Mapping[str, Any] = {"metavar": "FIGURE", "multiple": True}
OUTPUT = option(
    "output",
    f"{_FILES} '-' is standard output.",
    {**_OUTPUT, "required": True},
    short="-o",
)
#: The format of a figure that no suffix tells.
PIPED = option("format", "Write this format to standard output (--output -).", FORMATS)
#: Of commands that print numbers where they draw nothing.
MAYBE_OUTPUT = option(
    "output",
    f"{_FILES} Without it, numbers are printed.",
    {**_OUTPUT, "callback": suffixed()},
    short="-o",
)
FORMAT = option(
    "format",
    "Print the numbers in this format.",
    ("text", "json", "csv", "markdown", "latex"),
    default="text",
)

_LOOK = ("width", "font_size", "min_font_size", "show_ranks", "show_direction", "math")
#: How it is laid out: the options of `plot_cd` that mean the same in words.
DRAWING = options(
    "Figure",
    {
        "rank_range": CD_CHOICES["rank_range"][0],
        "show_ruler": True,
        "max_lanes": MAX_LANES,
    }
    | {name: getattr(Look, name) for name in _LOOK},
    width=(f"Set the width of the figure: {WIDTHS}", WIDTH),
    arrangement=(
        "Arrange names on both sides of an axis, or as a ranked list.",
        CD_CHOICES["arrangement"],
    ),
    labels=(
        "Align the names of a horizontal axis in columns, or as stairs.",
        CD_CHOICES["labels"],
    ),
    side=("Place the names on these sides of a horizontal axis.", CD_CHOICES["side"]),
    best_at=(
        "Place the best rank at this end of a horizontal axis.",
        CD_CHOICES["best_at"],
    ),
    font_size=("Set the font size of the names.", "POINTS"),
    min_font_size=("Set the smallest font size that names may have.", "POINTS"),
    show_ranks="Print average ranks next to the names.",
    rank_range=("Set the ends of the rank axis.", "auto|full|data|LOW,HIGH"),
    title=("Print this line above the figure.", "TEXT"),
    show_ruler="Draw the critical difference as a ruler.",
    show_direction="Show which end of the axis is better.",
    max_lanes=(
        "Limit the rows of bars for the groups of a pairwise test.",
        {"type": click.IntRange(min=0)},
    ),
    letters=(
        "Show groups by letters.  [default: if there are too many bars]",
        "on/off",
    ),
    math="Typeset $...$ as mathtext. Otherwise every character is literal.",
    highlight=("Highlight this algorithm. Repeatable.", "NAME..."),
    color=(
        "Use this colour for an algorithm or a family (repeatable), or use a palette: "
        "okabe-ito, tab10.",
        "NAME=COLOR|PALETTE...",
    ),
    families=(
        "Mark these algorithms by one colour and one symbol. Repeatable.",
        "FAMILY=A,B,C...",
    ),
    rename=("Print this text instead of the name. Repeatable.", "NAME=TEXT..."),
    font=(
        "Use this font family; paper and times select a usual one. Repeatable, in "
        "order of preference.",
        "FONT...",
    ),
    rank_decimals=("Print average ranks with this many decimals.", ("auto", "2", "3")),
    note=("Print this note instead of the test and its level.", "TEXT"),
    no_note=("Omit the note.", "flag"),
    wrap=(
        "Break long names into lines.  [default: only if nothing else helps]",
        "on/off",
    ),
)
#: How the file is written: `Drawing.save`.
SAVING = options(
    "Output",
    {"dpi": 300.0},
    transparent=("Omit the background.", "flag"),
    text=("Write SVG text as outlines, or as editable text.", ("outlines", "editable")),
    standalone=("Write TikZ as a complete document instead of a picture.", "flag"),
    dpi=("Set the resolution of PNG.", "DPI"),
)
#: Option -> keyword of the drawing functions, where they differ.
_KEYWORDS = {"color": "colors", "no_note": "note"}
#: Options that name algorithms, each as far as it is there.
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
    """Return the keywords of a drawing function that are typed, names in them being
    algorithms.

    So are those of a file, which are for many tables and figures: of them those that
    the function has `accepted` among its own, without the names of other algorithms.
    """
    house = [
        m
        for m in from_file(context, members)
        if accepted is None or _keyword(m) in accepted
    ]
    these = [*algorithms, *values["families"].values()]
    values = values | {
        str(m.name): _of_these(these, values[str(m.name)])
        for m in house
        if m.name in _NAMING
    }
    families = values["families"]
    named: list[tuple[str, str, Sequence[str]]] = [
        (what, name, algorithms)
        for what in ("highlight", "families")
        for name in values[what]
    ]
    if values.get("reference") is not None:
        named.append(("reference", values["reference"], ["best", *algorithms]))
    for what, name, known in named:
        if name not in known:
            raise InputError(choose_from(f"{what_named} in --{what}", name, known))
    decimals = values.get("rank_decimals", "auto")
    translated: dict[str, Any] = {
        "highlight": list(values["highlight"]),
        "color": _colors(values["color"], list(families.values()), algorithms),
        "rename": assigned(values["rename"], algorithms, what_named),
        "font": list(values["font"]),
        "rank_decimals": decimals if decimals == "auto" else int(decimals),
    }
    if values.get("no_note"):
        translated |= {"note": None, "no_note": None}
    stated = {**values, **translated}
    return {
        _keyword(member): stated[str(member.name)]
        for member in [*house, *given(context, members)]
    }


def _of_these(known: Collection[str], value: Any) -> Any:
    """Leave out what is said of other names: of families, NAME, or NAME=VALUE; a
    palette is of none.
    """
    if isinstance(value, dict):
        return {name: family for name, family in value.items() if name in known}
    return tuple(
        text
        for text in value
        if text in (*known, *PALETTES)
        or any(text.startswith(f"{name}=") for name in known)
    )


def _colors(
    texts: Sequence[str], families: Sequence[str], algorithms: Sequence[str]
) -> str | dict[str, str] | None:
    if texts and "=" not in texts[0]:
        return texts[0]
    return (
        assigned(texts, families, "family") if families else assigned(texts, algorithms)
    )


def say_fonts(fonts: Sequence[str]) -> None:
    """Say which font stands for a name of several."""
    from cddiagram.sheet import fonts_for

    for name in Look(font=fonts).font_sets:
        say_note(f"--font {name} is {fonts_for(name).families[0]} here.")


def refuse_unused(
    context: click.Context,
    figure: str,
    accepted: Collection[str],
    members: Sequence[click.Option],
    testing: Sequence[click.Option],
) -> None:
    """Refuse options that the figure does not take, and those of tests if it shows
    none.
    """
    unused = [
        member for member in given(context, members) if _keyword(member) not in accepted
    ]
    unused += given(context, testing)
    if unused:
        marks = _keyword(unused[0]) in ("highlight", "colors", "families")
        why = ", which marks no algorithm" if marks else ""
        raise UsageError(
            f"{unused[0].opts[0]} has no meaning for --figure {figure}{why}: leave it "
            "out."
        )


def check_output(
    context: click.Context,
    outputs: Sequence[str],
    sources: Sequence[str],
    members: Sequence[click.Option] = (),
) -> None:
    """Refuse unknown suffixes, to overwrite a source, and options of saving without
    meaning for any of the formats.

    Where there is no figure, options of saving have none, nor have those of the figure,
    `members`.
    """
    if not outputs and (unused := given(context, (*members, *SAVING))):
        raise UsageError(
            f"{unused[0].opts[0]} is for a figure: name a file with --output, or "
            "leave it out."
        )
    for output in outputs:
        refuse_overwriting(output, sources)
    formats = [format_of(output) for output in outputs]
    for member in given(context, SAVING):
        home = ONLY_IN.get(str(member.name), formats[0])
        if home not in formats:
            ways = (
                f"leave it out, or end {'the' if len(formats) == 1 else 'a'} file in "
                f"'.{home}'."
            )
            raise UsageError(
                f"{member.opts[0]} has no meaning for ",
                listed(f".{fmt}" for fmt in formats),
                f": {ways}",
            )


def save(
    drawing: Drawing[Any],
    outputs: Sequence[str],
    piped: str | None,
    values: Mapping[str, Any],
) -> None:
    """Write a figure to files, and to standard output in the format in which it is
    `piped`.
    """
    saving = take(values, SAVING)
    content = None if piped is None else drawing.to_bytes(piped, **saving)
    files = [output for output in outputs if output != "-"]
    if files:
        drawing.save(*files, **saving)
    if content is not None:
        from cddiagram.document import write_out

        write_out(content)


def check_piped(outputs: Sequence[str], piped: str | None) -> list[str]:
    """Return names of files with a suffix for all outputs; refuse standard output
    without a format, and the reverse.
    """
    if ("-" in outputs) != (piped is not None):
        if piped is not None:
            raise UsageError(
                "--format is for --output -: the suffix of a file is its format; "
                "leave it out."
            )
        raise UsageError(
            "--output - has no suffix, which decides the format: pass --format svg, "
            "or name a file."
        )
    if "-" in outputs and sys.stdout is not None and sys.stdout.isatty():
        raise UsageError(
            "--output - is the terminal, which shows no figures: pipe it on, or name "
            "a file."
        )
    return [f"-.{piped}" if output == "-" else output for output in outputs]


def say_figure(
    outputs: Sequence[str],
    sheet: Sheet,
    figure: Figure[Any],
    subjects: Sequence[Any],
    keywords: Mapping[str, Any],
    *,
    fonts: Sequence[str] = (),
    otherwise: str = "",
    matrix: Callable[[], Sheet] | None = None,
) -> None:
    """Report the fonts, the files and the size of a figure of some subjects.

    See `say_tall` for `otherwise` (by default: keep fewer algorithms) and `matrix`.
    """
    say_fonts(fonts)
    say_drawn(outputs, sheet)

    def lay_out_wide() -> Sheet:
        return on_wide_page(figure, subjects, keywords)

    say_tall(sheet, lay_out_wide, otherwise or FEWER, matrix)


def say_drawn(outputs: Sequence[str], sheet: Sheet) -> None:
    """Say what a figure has no room for, and which files hold it."""
    for message in getattr(sheet, "messages", ()):
        say_note(message)
    names = ("standard output" if output == "-" else output for output in outputs)
    say(f"Wrote {', '.join(names)} ({size_of(sheet)}).")


def size_of(sheet: Sheet) -> str:
    """Return width and height of a figure in inches."""
    return (
        f"{sheet.width / POINTS_PER_INCH:.2f} x {sheet.height / POINTS_PER_INCH:.2f} in"
    )


def say_tall(
    sheet: Sheet,
    wide: Callable[[], Sheet],
    otherwise: str = FEWER,
    matrix: Callable[[], Sheet] | None = None,
) -> None:
    """Say of a figure that is higher than a page what makes it lower.

    A wider page is named, or the matrix of all pairs on one, if what these lay out then
    fits a page, and else if it is less than half as high; `otherwise` helps always.
    """
    if _fits(sheet):
        return
    remedies = [("--width page", wide)] if sheet.width < page_width("page") else []
    if matrix is not None:
        remedies.append(("--figure pvalue-matrix --width page", matrix))
    ways, still = [otherwise], ""
    for how, lay_out in remedies:
        try:
            lower = lay_out()
        except (
            CddiagramError
        ):  # it does not fit that width, or there is no such figure of this comparison
            continue
        if _fits(lower):
            ways.insert(0, f"pass {how} ({size_of(lower)})")
            still = ""
            break
        if not still and lower.height < sheet.height / 2:
            still = f"; {how} makes it {size_of(lower)}"
    page = f"the text of a letter or A4 page (about {Look.PAGE_HEIGHT:g} in)"
    say(f"Note: the figure is higher than {page}: {', or '.join(ways)}{still}.")


def _fits(sheet: Sheet) -> bool:
    return sheet.height <= Look.PAGE_HEIGHT * POINTS_PER_INCH


def on_wide_page(
    figure: Figure[Any], shown: Sequence[Any], keywords: Mapping[str, Any]
) -> Sheet:
    """Lay a figure out on a wide page, without drawing it; keywords that it does not
    take are left out.
    """
    from cddiagram.sheet import fonts_for

    fonts = fonts_for(keywords.get("font"), math=keywords.get("math", False))
    taken = {
        name: value
        for name, value in {**keywords, "width": "page"}.items()
        if name in figure.accepts
    }
    sheet: Sheet = figure(*shown, measure=fonts.measure, **taken)
    return sheet
