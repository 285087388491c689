"""``cddiagram plot``: a table of scores in, a figure out."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cddiagram.cli.options import (
    QUIET,
    READING,
    TESTING,
    assigned,
    assignments,
    levels,
    option,
    positive,
    rank_range,
    reading,
    take,
    width,
)
from cddiagram.cli.say import say_compared, say_read
from cddiagram.cli.wording import in_options
from cddiagram.errors import UsageError
from cddiagram.layout.options import BEST, LABELS, LAYOUTS, SIDES

if TYPE_CHECKING:
    from cddiagram.plot.drawing import Drawing
    from cddiagram.provenance import Provenance
    from cddiagram.table import ScoreTable

#: Figure -> the module and the function that draw it; the function says which options it takes.
FIGURES = {
    "cd": ("cddiagram.plot.cd", "plot_cd"),
    "rank-bars": ("cddiagram.plot.rank_bars", "plot_rank_bars"),
    "pvalue-matrix": ("cddiagram.plot.pvalue_matrix", "plot_pvalue_matrix"),
    "mcb": ("cddiagram.plot.mcb", "plot_mcb"),
    "cd-sequence": ("cddiagram.plot.cd_sequence", "plot_cd_sequence"),
    "conditions": ("cddiagram.plot.conditions", "plot_conditions"),
}

TABLES = click.Argument(["scores"], metavar="SCORES...", nargs=-1, required=True)
OUTPUT = option(
    "--output",
    "-o",
    required=True,
    metavar="FIGURE",
    help="File to write: .pdf, .svg, .png, .eps, .tex (TikZ) or .pgf by its suffix.",
)
FIGURE = option("--figure", choices=tuple(FIGURES), default="cd", help="Which figure.")
SPLIT = option("--split-column", metavar="NAME", help="Column that tells several tables in one file apart.")

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
    option("--standalone", is_flag=True, help="TikZ as a document of its own instead of a picture."),
    option("--dpi", callback=positive, default="300", metavar="DPI", help="Resolution of PNG."),
)


#: Options of single figures.
SPECIAL: Sequence[click.Option] = (
    option("--alphas", callback=levels, metavar="A,B", help="Levels of the cut lines of rank-bars."),
    option("--reference", metavar="NAME|best", help="Whose interval is the band of mcb."),
    option("--full", is_flag=True, help="Both triangles of the pvalue-matrix."),
)
#: Option -> keyword of the drawing functions, where they differ.
_KEYWORDS = {"color": "colors", "no_note": "note"}


@click.command(
    "plot",
    params=[
        *(TABLES, OUTPUT, FIGURE, SPLIT),
        *(*READING, *TESTING, *DRAWING, *TRANSLATED, *SPECIAL, *SAVING, QUIET),
    ],
    short_help="Draw a critical-difference diagram, or another figure.",
)
@click.pass_context
def plot(context: click.Context, /, **values: Any) -> None:
    """Draw the critical-difference diagram of SCORES ('-' is standard input), or another figure of it.

    \b
      cddiagram plot scores.csv -o figure.pdf
      cddiagram plot errors.csv --lower-is-better --pair-test wilcoxon --width page -o figure.svg
      cddiagram plot scores.csv --figure rank-bars --control "My method" --alphas 0.05,0.10 -o bars.pdf
      cddiagram plot auc.csv f1.csv --figure cd-sequence --width page -o sequence.pdf
    """
    from cddiagram.plot.saving import format_of

    format_of(values["output"])  # a suffix that means nothing is refused before anything is read
    module, name = FIGURES[values["figure"]]
    draw = getattr(importlib.import_module(module), name)
    check_given(context, values["figure"], draw)
    tables = _tables(values)
    results = _results(values, tables)
    names = next(iter(tables.values())).algorithms
    keywords = values | _translated(values, names)
    given = {
        _KEYWORDS.get(str(member.name), str(member.name)): keywords[_KEYWORDS.get(str(member.name), str(member.name))]
        for member in _drawing_options(context)
    }
    drawing = draw(results if values["figure"] == "cd-sequence" else next(iter(results.values())), **given)
    drawing = _recorded(drawing, values, tables)
    drawing.save(values["output"], **take(values, SAVING))
    if not values["quiet"]:
        _say(values, tables, results, drawing)


def _drawing_options(context: click.Context) -> list[click.Option]:
    """List the drawing options that stand on the command line; all others are left to the defaults of the figure."""
    given = click.core.ParameterSource.COMMANDLINE
    members = (*DRAWING, *TRANSLATED, *SPECIAL)
    return [member for member in members if context.get_parameter_source(str(member.name)) is given]


def check_given(context: click.Context, figure: str, draw: Callable[..., Any]) -> None:
    """Refuse options that the figure does not take.

    Raises
    ------
    UsageError
        Naming the option and the figure.
    """
    accepted = inspect.signature(draw).parameters
    given = click.core.ParameterSource.COMMANDLINE
    for member in _drawing_options(context):
        if _KEYWORDS.get(str(member.name), str(member.name)) not in accepted:
            raise UsageError(f"{member.opts[0]} has no meaning for --figure {figure}: leave it out.")
    if figure == "conditions":
        for member in TESTING:
            if context.get_parameter_source(str(member.name)) is given:
                raise UsageError(f"{member.opts[0]} has no meaning for --figure {figure}: leave it out.")


def _tables(values: dict[str, Any]) -> dict[str, ScoreTable]:
    """Read as many tables as the figure takes."""
    tables = read_tables(values)
    several = values["figure"] == "cd-sequence"
    if several and len(tables) < 2:
        raise UsageError("--figure cd-sequence needs several tables: give more SCORES, or --split-column.")
    if not several and len(tables) > 1:
        raise UsageError(f"--figure {values['figure']} takes one table, not {len(tables)}: use --figure cd-sequence.")
    return tables


def read_tables(values: dict[str, Any]) -> dict[str, ScoreTable]:
    """Read all tables, by their titles: names of files, or words of the split column."""
    from cddiagram.read import read_score_tables, read_scores

    sources, column = values["scores"], values["split_column"]
    if column is None:
        stems = [Path(source).stem for source in sources]
        titles = stems if len(set(stems)) == len(stems) else list(sources)
        if len(set(titles)) < len(titles):
            raise UsageError("the same SCORES are given twice: name each file once.")
        return {title: read_scores(source, **reading(values)) for title, source in zip(titles, sources, strict=True)}
    if len(sources) > 1:
        raise UsageError("--split-column divides one file: give one SCORES, not several.")
    return read_score_tables(sources[0], split_column=column, **reading(values))


def _results(values: dict[str, Any], tables: dict[str, ScoreTable]) -> dict[str, Any]:
    """Give what the figure is drawn from: a comparison of each table, or the conditions of its scores."""
    if values["figure"] == "conditions":
        from cddiagram.stats.check_conditions import check_conditions

        return {title: check_conditions(table) for title, table in tables.items()}
    from cddiagram.comparison import compare

    return {title: compare(table, **take(values, TESTING)) for title, table in tables.items()}


def _recorded(drawing: Drawing, values: dict[str, Any], tables: dict[str, ScoreTable]) -> Drawing:
    return replace(drawing, provenance=drawing.provenance and with_tables(drawing.provenance, values, tables))


def with_tables(provenance: Provenance, values: dict[str, Any], tables: dict[str, ScoreTable]) -> Provenance:
    """Add to a provenance how the tables of `read_tables` were read, and from which files."""
    from cddiagram.read import read_scores

    column, sources = values["split_column"], values["scores"]
    split = {} if column is None else {"split_column": column}
    files = [(source,) for source in (sources if column is None else [*sources] * len(tables))]
    return _with_reading(provenance, read_scores, reading(values) | split, *files)


def recorded(
    drawing: Drawing, reader: Callable[..., Any], keywords: dict[str, Any], *sources: Sequence[str]
) -> Drawing:
    """Add to the provenance of a drawing how its input was read.

    Parameters
    ----------
    drawing : Drawing
        The figure.
    reader : callable
        What read the input; it has the defaults, which are not recorded.
    keywords : dict
        What it was called with.
    *sources : sequence of str
        The files of each table.

    Returns
    -------
    Drawing
        The same figure.
    """
    provenance = drawing.provenance and _with_reading(drawing.provenance, reader, keywords, *sources)
    return replace(drawing, provenance=provenance)


def _with_reading(
    provenance: Provenance, reader: Callable[..., Any], keywords: dict[str, Any], *sources: Sequence[str]
) -> Provenance:
    return provenance.with_reading(not_default(reader, keywords), *map(tuple, sources))


def not_default(reader: Callable[..., Any], keywords: dict[str, Any]) -> dict[str, Any]:
    """Pick the keywords that differ from the defaults of a function.

    Examples
    --------
    >>> from cddiagram.read import read_scores
    >>> not_default(read_scores, {"missing": "drop", "runs": "mean", "exclude": None})
    {'missing': 'drop'}
    """
    defaults = reader.__kwdefaults__ or {}
    given = {name: value for name, value in keywords.items() if value is not None and value != {}}
    return {name: value for name, value in given.items() if value != defaults.get(name)}


def _say(values: dict[str, Any], tables: dict[str, ScoreTable], results: dict[str, Any], drawing: Drawing) -> None:
    for title, table in tables.items():
        say_read(values["scores"][0] if len(tables) == 1 else title, table)
        if values["figure"] != "conditions":
            say_compared(results[title])
    for message in getattr(drawing.layout, "messages", ()):
        click.echo(f"Note: {in_options(message)}", err=True)
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
