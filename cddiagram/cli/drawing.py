"""The options of drawing and saving that commands share, and how they become keywords of the drawing functions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import click

from cddiagram._util.files import refuse_overwriting
from cddiagram.cli.options import assigned, assignments, given, option, positive, rank_range, suffixed, width
from cddiagram.errors import InputError, UsageError, choose_from, listed
from cddiagram.sheet.look import ARRANGEMENTS, BEST_AT, LABELS, MAX_LANES, SIDES


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
)
#: Options whose values need a word of translation.
TRANSLATED: Sequence[click.Option] = (
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
    option(
        "--text",
        choices=("outlines", "editable"),
        default="outlines",
        help="How SVG holds text.",
    ),
    option("--standalone", is_flag=True, help="TikZ as a document of its own instead of a picture."),
    option("--dpi", callback=positive, default="300", metavar="DPI", help="Resolution of PNG."),
)
#: Option -> keyword of the drawing functions, where they differ.
_KEYWORDS = {"color": "colors", "no_note": "note"}


def drawing_keywords(
    context: click.Context, values: dict[str, Any], members: Sequence[click.Option], algorithms: Sequence[str]
) -> dict[str, Any]:
    """Give the keywords of a drawing function that stand on the command line; the function has the defaults of others.

    Parameters
    ----------
    context : click.Context
        Knows which options were given.
    values : dict
        The values of all options.
    members : sequence of click.Option
        The options of drawing that the command has.
    algorithms : sequence of str
        The names that values may begin with.

    Returns
    -------
    dict of str to object

    Raises
    ------
    InputError
        If an option names an algorithm that is not among them.
    """
    for name in values["highlight"]:
        if name not in algorithms:
            raise InputError(choose_from("algorithm in --highlight", name, algorithms))
    reference = values.get("reference")
    if reference not in (None, "best", *algorithms):
        raise InputError(choose_from("algorithm in --reference", reference, ["best", *algorithms]))
    decimals, note = values.get("rank_decimals", "auto"), values["note"]
    keywords = values | {
        "highlight": list(values["highlight"]) or None,
        "colors": assigned(values["color"], algorithms),
        "rename": assigned(values["rename"], algorithms),
        "font": list(values["font"]) or None,
        "rank_decimals": decimals if decimals == "auto" else int(decimals),
        "note": None if values["no_note"] else "auto" if note is None else note,
        **{name: "auto" if values.get(name) is None else values[name] for name in ("wrap", "letters")},
    }
    return {_keyword(member): keywords[_keyword(member)] for member in given(context, members)}


def refuse_unused(
    context: click.Context,
    figure: str,
    accepted: Collection[str],
    members: Sequence[click.Option],
    testing: Sequence[click.Option],
) -> None:
    """Refuse options that the figure does not take.

    Parameters
    ----------
    context : click.Context
        Knows which options were given.
    figure : str
        Its name on the command line.
    accepted : collection of str
        The options that it takes.
    members, testing : sequence of click.Option
        The options of drawing that the command has; those of tests, where the figure shows none.

    Raises
    ------
    UsageError
        Naming the option and the figure.
    """
    unused = [member for member in given(context, members) if _keyword(member) not in accepted]
    unused += given(context, testing)
    if unused:
        raise UsageError(f"{unused[0].opts[0]} has no meaning for --figure {figure}: leave it out.")


def check_output(context: click.Context, outputs: Sequence[str], sources: Sequence[str]) -> None:
    """Refuse a suffix that means nothing, to overwrite a source, and options of saving without meaning for any format.

    Raises
    ------
    UsageError
        Naming the file, or the option and the suffix.
    """
    from cddiagram.sheet.mpl.saving import ONLY_IN, format_of

    for output in outputs:
        refuse_overwriting(output, sources)
    formats = [format_of(output) for output in outputs]
    for member in given(context, SAVING):
        home = ONLY_IN.get(str(member.name), formats[0])
        if home not in formats:
            ways = f"leave it out, or end {'the' if len(formats) == 1 else 'a'} file in '.{home}'."
            raise UsageError(f"{member.opts[0]} has no meaning for {listed(f'.{fmt}' for fmt in formats)}: {ways}")


def _keyword(member: click.Option) -> str:
    return _KEYWORDS.get(str(member.name), str(member.name))
