"""``cddiagram plot``: a table of scores in, a figure out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from cddiagram.cli.drawing import DRAWING, OUTPUT, SAVING, TRANSLATED, check_output, drawing_keywords, refuse_unused
from cddiagram.cli.options import QUIET, READING, TESTING, levels, option, take
from cddiagram.cli.progress import progress
from cddiagram.cli.say import say, say_compared, say_read
from cddiagram.cli.tables import SPLIT, TABLES, read_tables
from cddiagram.cli.tall import FEWER, laid_out, size_of, tall_notice, wider
from cddiagram.cli.wording import in_options
from cddiagram.errors import UsageError
from cddiagram.figures.registry import FIGURES, Figure, find_figure

if TYPE_CHECKING:
    from cddiagram.data.table import ScoreTable
    from cddiagram.figures.drawing import Drawing
    from cddiagram.sheet.elements import Sheet

FIGURE = option("--figure", choices=FIGURES, default="cd", help="Which figure.")
#: Options of single figures.
SPECIAL: Sequence[click.Option] = (
    option("--alphas", callback=levels, metavar="A,B", help="Levels of the cut lines of rank-bars."),
    option("--reference", metavar="NAME|best", help="Whose interval is the band of mcb."),
    option("--full", is_flag=True, help="Both triangles of the pvalue-matrix."),
)
#: All options of drawing; each figure takes some of them.
_DRAWN = (*DRAWING, *TRANSLATED, *SPECIAL)


@click.command(
    "plot",
    params=[TABLES, OUTPUT, FIGURE, SPLIT, *READING, *TESTING, *_DRAWN, *SAVING, QUIET],
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
    check_output(context, values["output"], values["scores"])  # before anything is read
    figure = find_figure(values["figure"])
    refuse_unused(context, figure.key, figure.accepts, _DRAWN, TESTING if values["figure"] == "conditions" else ())
    with progress(quiet=values["quiet"]) as stage:
        stage("reading")
        tables = _tables(values)
        algorithms = next(iter(tables.values())).algorithms
        keywords = drawing_keywords(context, values, _DRAWN, algorithms)
        stage(f"comparing {len(algorithms)} algorithms")
        results = _results(values, tables)
        stage("drawing")
        subject = results if values["figure"] == "cd-sequence" else next(iter(results.values()))
        drawing = figure.plot(subject, **keywords)
        drawing.save(*values["output"], **take(values, SAVING))
    if not values["quiet"]:
        _say(values, tables, results, drawing)
        _say_tall(figure, subject, keywords, drawing)


def _tables(values: dict[str, Any]) -> dict[str, ScoreTable]:
    """Read as many tables as the figure takes."""
    tables = read_tables(values)
    several = values["figure"] == "cd-sequence"
    if several and len(tables) < 2:
        raise UsageError("--figure cd-sequence needs several tables: give more SCORES, or --split-column.")
    if not several and len(tables) > 1:
        raise UsageError(f"--figure {values['figure']} takes one table, not {len(tables)}: use --figure cd-sequence.")
    return tables


def _results(values: dict[str, Any], tables: dict[str, ScoreTable]) -> dict[str, Any]:
    """Give what the figure is drawn from: a comparison of each table, or the conditions of its scores."""
    if values["figure"] == "conditions":
        from cddiagram.stats.check_conditions import check_conditions

        return {title: check_conditions(table) for title, table in tables.items()}
    from cddiagram.testing.compare import compare

    return {title: compare(table, **take(values, TESTING)) for title, table in tables.items()}


def _say(values: dict[str, Any], tables: dict[str, ScoreTable], results: dict[str, Any], drawing: Drawing[Any]) -> None:
    for title, table in tables.items():
        say_read(values["scores"][0] if len(tables) == 1 else title, table)
        if values["figure"] != "conditions":
            say_compared(results[title])
    for message in getattr(drawing.layout, "messages", ()):
        say(f"Note: {in_options(message)}")
    say(f"Wrote {', '.join(values['output'])} ({size_of(drawing.layout)}).")


def _say_tall(figure: Figure[Any], subject: Any, keywords: dict[str, Any], drawing: Drawing[Any]) -> None:
    """Say of a figure that is higher than a page what would make it lower."""

    def lay_out(changed: Mapping[str, Any], figure: Figure[Any] = figure) -> Sheet:
        return laid_out(figure, (subject,), {**keywords, **changed})

    def remedies() -> Iterator[tuple[str, Callable[[], Sheet]]]:
        yield from wider(drawing.layout, lay_out)
        if figure.rows and subject.control is None:
            matrix = find_figure("pvalue-matrix")  # shows the decisions about all pairs in less height
            yield "--figure pvalue-matrix --width page", lambda: lay_out({"width": "page"}, matrix)

    notice = tall_notice(drawing.layout, remedies(), FEWER)
    if notice is not None:
        say(notice)
