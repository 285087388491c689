"""The options of drawing and saving that commands share, the keywords that they become, and the notice about height."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from cddiagram._util.files import refuse_overwriting
from cddiagram.cli.options import assigned, assignments, given, option, positive, rank_range, suffixed, width
from cddiagram.cli.stderr import say
from cddiagram.errors import CddiagramError, InputError, UsageError, choose_from, listed
from cddiagram.procedures import ARRANGEMENTS, BEST_AT, LABELS, MAX_LANES, SIDES
from cddiagram.sheet.look import POINTS_PER_INCH, page_width

if TYPE_CHECKING:
    from cddiagram.figures.registry import Figure
    from cddiagram.sheet.elements import Sheet

#: About the height of the text of a letter or A4 page, in inches.
PAGE_HEIGHT = 9.5

#: What helps with a figure that has a row for each algorithm.
FEWER = "keep fewer algorithms with --algorithms or --exclude"


def _figures(context: click.Context, member: click.Parameter, value: Sequence[str]) -> Sequence[str]:
    for path in value:
        suffixed(context, member, path)
    return value


OUTPUT = option(
    "--output",
    "-o",
    callback=_figures,
    required=True,
    multiple=True,
    metavar="FIGURE",
    help="File to write: .pdf, .svg, .png, .eps, .tex (TikZ) or .pgf by its suffix; may be given again.",
)

#: How it is laid out: the options of `layout_cd` that mean the same in words.
DRAWING: Sequence[click.Option] = (
    option("--width", callback=width, default="column", metavar="column|page|INCHES", help="Width of the page."),
    option("--arrangement", choices=ARRANGEMENTS, default="auto", help="Two columns of names, or a ranked list."),
    option("--labels", choices=LABELS, default="auto", help="How names stand beside a horizontal axis."),
    option("--side", choices=SIDES, default="both", help="On which side of a horizontal axis names stand."),
    option("--best-at", choices=BEST_AT, default="right", help="At which end of a horizontal axis the best stands."),
    option("--font-size", callback=positive, default="8", metavar="POINTS", help="Size of the names."),
    option("--min-font-size", callback=positive, default="6.5", metavar="POINTS", help="Smallest size of the names."),
    option("--show-ranks/--no-show-ranks", default=True, help="Print average ranks beside the names."),
    option(
        "--rank-range", callback=rank_range, default="auto", metavar="auto|full|data|LOW,HIGH", help="Ends of the axis."
    ),
    option("--title", metavar="TEXT", help="A line above the figure."),
    option("--show-ruler/--no-show-ruler", default=True, help="Draw the critical difference as a ruler."),
    option("--show-direction/--no-show-direction", default=True, help="Show which end is better."),
    option(
        "--max-lanes", type=click.IntRange(min=0), default=MAX_LANES, help="Most rows of group bars of a pairwise test."
    ),
    option("--letters/--no-letters", default=None, help="Show groups by letters.  [default: where bars are too many]"),
    option("--math", is_flag=True, help="Names are mathtext ($...$); otherwise every character is literal."),
    option("--highlight", multiple=True, metavar="NAME", help="Set this algorithm off; may be given again."),
    option("--color", callback=assignments, multiple=True, metavar="NAME=COLOR", help="Colour of an algorithm."),
    option("--rename", callback=assignments, multiple=True, metavar="NAME=TEXT", help="What to print for it."),
    option("--font", multiple=True, metavar="FAMILY", help="Font family; may be given again for more choices."),
    option("--rank-decimals", choices=("auto", "2", "3"), default="auto", help="Decimals of average ranks."),
    option("--note", metavar="TEXT", help="Text of the note instead of test and alpha."),
    option("--no-note", is_flag=True, help="Leave the note out."),
    option("--wrap/--no-wrap", default=None, help="Break long names.  [default: only where nothing else helps]"),
)
#: How the file is written: `Drawing.save`.
SAVING: Sequence[click.Option] = (
    option("--transparent", is_flag=True, help="Leave the background out."),
    option("--text", choices=("outlines", "editable"), default="outlines", help="How SVG holds text."),
    option("--standalone", is_flag=True, help="TikZ as a document of its own instead of a picture."),
    option("--dpi", callback=positive, default="300", metavar="DPI", help="Resolution of PNG."),
)
#: Option -> keyword of the drawing functions, where they differ.
_KEYWORDS = {"color": "colors", "no_note": "note"}


def _keyword(member: click.Option) -> str:
    return _KEYWORDS.get(str(member.name), str(member.name))


def drawing_keywords(
    context: click.Context, values: dict[str, Any], members: Sequence[click.Option], algorithms: Sequence[str]
) -> dict[str, Any]:
    """Return the keywords of a drawing function that stand on the command line, names in them being algorithms."""
    for name in values["highlight"]:
        if name not in algorithms:
            raise InputError(choose_from("algorithm in --highlight", name, algorithms))
    reference = values.get("reference")
    if reference not in (None, "best", *algorithms):
        raise InputError(choose_from("algorithm in --reference", reference, ["best", *algorithms]))
    decimals = values.get("rank_decimals", "auto")
    translated: dict[str, Any] = {
        "highlight": list(values["highlight"]),
        "color": assigned(values["color"], algorithms),
        "rename": assigned(values["rename"], algorithms),
        "font": list(values["font"]),
        "rank_decimals": decimals if decimals == "auto" else int(decimals),
    }
    if values["no_note"]:
        translated |= {"note": None, "no_note": None}
    stated = values | translated
    return {_keyword(member): stated[str(member.name)] for member in given(context, members)}


def refuse_unused(
    context: click.Context,
    figure: str,
    accepted: Collection[str],
    members: Sequence[click.Option],
    testing: Sequence[click.Option],
) -> None:
    """Refuse options that the figure does not take, and those of tests if it shows none."""
    unused = [member for member in given(context, members) if _keyword(member) not in accepted]
    unused += given(context, testing)
    if unused:
        raise UsageError(f"{unused[0].opts[0]} has no meaning for --figure {figure}: leave it out.")


def check_output(context: click.Context, outputs: Sequence[str], sources: Sequence[str]) -> None:
    """Refuse unknown suffixes, to overwrite a source, and options of saving without meaning for any of the formats."""
    from cddiagram.sheet.mpl.saving import ONLY_IN, format_of

    for output in outputs:
        refuse_overwriting(output, sources)
    formats = [format_of(output) for output in outputs]
    for member in given(context, SAVING):
        home = ONLY_IN.get(str(member.name), formats[0])
        if home not in formats:
            ways = f"leave it out, or end {'the' if len(formats) == 1 else 'a'} file in '.{home}'."
            raise UsageError(f"{member.opts[0]} has no meaning for {listed(f'.{fmt}' for fmt in formats)}: {ways}")


def size_of(sheet: Sheet) -> str:
    """Return width and height of a figure in inches."""
    return f"{sheet.width / POINTS_PER_INCH:.2f} x {sheet.height / POINTS_PER_INCH:.2f} in"


def say_tall(
    sheet: Sheet, wide: Callable[[], Sheet], otherwise: str = FEWER, matrix: Callable[[], Sheet] | None = None
) -> None:
    """Say of a figure that is higher than a page what makes it lower.

    A wider page is named, or the matrix of all pairs on one, only if what these lay out then fits a page; `otherwise`
    helps always.
    """
    if _fits(sheet):
        return
    remedies = [("--width page", wide)] if sheet.width < page_width("page") else []
    if matrix is not None:
        remedies.append(("--figure pvalue-matrix --width page", matrix))
    ways = [otherwise]
    for options, lay_out in remedies:
        try:
            lower = lay_out()
        except CddiagramError:  # it does not fit that width, or there is no such figure of this comparison
            continue
        if _fits(lower):
            ways.insert(0, f"pass {options} ({size_of(lower)})")
            break
    page = f"the text of a letter or A4 page (about {PAGE_HEIGHT:g} in)"
    say(f"Note: the figure is higher than {page}: {', or '.join(ways)}.")


def _fits(sheet: Sheet) -> bool:
    return sheet.height <= PAGE_HEIGHT * POINTS_PER_INCH


def on_wide_page(figure: Figure[Any], shown: Sequence[Any], keywords: Mapping[str, Any]) -> Sheet:
    """Lay a figure out on a wide page, without drawing it; keywords that it does not take are left out."""
    from cddiagram.sheet.mpl.fonts import Fonts

    fonts = Fonts(keywords.get("font"), math=keywords.get("math", False))
    taken = {name: value for name, value in {**keywords, "width": "page"}.items() if name in figure.accepts}
    sheet: Sheet = figure(*shown, measure=fonts.measure, **taken)
    return sheet
