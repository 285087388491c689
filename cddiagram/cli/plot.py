"""``cddiagram plot``: a table of scores in, a figure out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from cddiagram.cli.options import (
    QUIET,
    READING,
    SCORES,
    TESTING,
    assigned,
    assignments,
    option,
    positive,
    rank_range,
    reading,
    take,
    width,
)
from cddiagram.cli.say import say_compared, say_read
from cddiagram.layout.options import BEST, LABELS, LAYOUTS, SIDES

FIGURES = ("cd",)

OUTPUT = option(
    "--output", "-o", required=True, metavar="FIGURE", help="File to write: .pdf, .svg, .png or .eps by its suffix."
)
FIGURE = option("--figure", choices=FIGURES, default="cd", help="Which figure.")

#: How it is laid out: the options of `layout_cd` that mean the same in words.
DRAWING: Sequence[click.Option] = (
    option("--width", callback=width, default="column", metavar="column|page|INCHES", help="Width of the page."),
    option("--layout", choices=LAYOUTS, default="auto", help="Two columns of names, or a ranked list."),
    option("--labels", choices=LABELS, default="auto", help="How names stand beside a horizontal axis."),
    option("--side", choices=SIDES, default="both", help="On which side of a horizontal axis names stand."),
    option("--best", choices=BEST, default="right", help="At which end of a horizontal axis the best stands."),
    option("--font-size", callback=positive, default="8", metavar="POINTS", help="Size of the names."),
    option("--min-font-size", callback=positive, default="6.5", metavar="POINTS", help="Smallest size of the names."),
    option("--show-ranks/--no-show-ranks", default=True, help="Print average ranks beside the names."),
    option(
        "--rank-range", callback=rank_range, default="auto", metavar="auto|full|data|LOW,HIGH", help="Ends of the axis."
    ),
    option("--title", metavar="TEXT", help="A line above the figure."),
    option("--show-ruler/--no-show-ruler", default=True, help="Draw the critical difference as a ruler."),
    option("--show-direction/--no-show-direction", default=True, help="Show which end is better."),
    option("--bar-gap", callback=positive, default="5", metavar="POINTS", help="Smallest distance between leaders."),
    option("--max-lanes", type=click.IntRange(min=0), default=12, help="Most rows of group bars of a pairwise test."),
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
    option("--dpi", callback=positive, default="300", metavar="DPI", help="Resolution of PNG."),
)


@click.command(
    "plot",
    params=[SCORES, OUTPUT, FIGURE, *READING, *TESTING, *DRAWING, *TRANSLATED, *SAVING, QUIET],
    short_help="Draw a critical-difference diagram.",
)
def plot(**values: Any) -> None:
    r"""Draw the critical-difference diagram of SCORES ('-' is standard input).

    \b
      cddiagram plot scores.csv -o figure.pdf
      cddiagram plot errors.csv --lower-is-better --pair-test wilcoxon --width page -o figure.svg
    """
    from cddiagram.plot.saving import format_of

    format_of(values["output"])  # a suffix that means nothing is refused before anything is read
    from cddiagram.comparison import compare
    from cddiagram.plot.cd import plot_cd
    from cddiagram.read import read_scores

    table = read_scores(values["scores"], **reading(values))
    comparison = compare(table, **take(values, TESTING))
    drawing = plot_cd(comparison, **take(values, DRAWING), **_translated(values, table.algorithms))
    drawing.save(values["output"], **take(values, SAVING))
    if values["quiet"]:
        return
    say_read(values["scores"], table)
    say_compared(comparison)
    for message in getattr(drawing.layout, "messages", ()):
        click.echo(f"Note: {message}", err=True)
    size = f"{drawing.layout.width / 72:.2f} x {drawing.layout.height / 72:.2f} in"
    click.echo(f"Wrote {values['output']} ({size}).", err=True)


def _translated(values: dict[str, Any], algorithms: Sequence[str]) -> dict[str, Any]:
    """Give the keywords of `plot_cd` whose values are not spelled alike on the command line."""
    decimals, note, wrap = values["rank_decimals"], values["note"], values["wrap"]
    return {
        "highlight": list(values["highlight"]) or None,
        "colors": assigned(values["color"], algorithms),
        "rename": assigned(values["rename"], algorithms),
        "font": list(values["font"]) or None,
        "rank_decimals": decimals if decimals == "auto" else int(decimals),
        "note": None if values["no_note"] else "auto" if note is None else note,
        "wrap": "auto" if wrap is None else wrap,
    }
