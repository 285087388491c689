"""``cddiagram compare``: print all numbers of a comparison."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from cddiagram.cli.command import command
from cddiagram.cli.options import (
    OUTPUT,
    RANKS,
    READING,
    SCORES,
    TABLE_WIDTH,
    TESTING,
    given,
    of_average_ranks,
    option,
    reading,
    take,
)
from cddiagram.cli.overwriting import check_not_overwriting
from cddiagram.cli.stderr import progress, say_compared, say_ranks_read, say_read
from cddiagram.cli.tables import as_json, compare_average_ranks, table_in, write
from cddiagram.features import TABLES
from cddiagram.text import UsageError

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison


def _text(comparison: Comparison, rope: float | None) -> str:
    from cddiagram.report import comparison_text

    return comparison_text(comparison, rope=rope)


def _json(comparison: Comparison, rope: float | None) -> str:
    equivalence: dict[str, Any] = {}
    if rope is not None:
        equivalence["equivalence"] = comparison.equivalence(rope).to_dict()
    return as_json(comparison, **equivalence)


def _csv(comparison: Comparison, rope: float | None) -> str:
    """Return CSV with one line for each tested pair and numbers at full precision."""
    out = io.StringIO(newline="")
    rows = comparison.pair_rows(rope)
    names = list(rows[0]) if rows else []
    writer = csv.DictWriter(out, fieldnames=names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


#: Maps each format to the function that writes it.
WRITERS: dict[str, Callable[..., str]] = {
    "text": _text,
    "json": _json,
    "csv": _csv,
    "markdown": lambda comparison, rope: comparison.to_markdown(rope=rope),
    "latex": lambda comparison, rope, **options: comparison.to_latex(
        rope=rope, **options
    ),
    "html": lambda comparison, rope: (
        comparison.tabulate("ranks").to_html()
        + comparison.tabulate("pairs", rope=rope).to_html()
    ),
}
FORMAT = option(
    "format",
    "Use this output format. Without --table, the output contains readable tables "
    "(text), all numbers (json), the pairs (csv), or tables of ranks and pairs "
    "(other formats). Names in CSV files are not changed, so spreadsheet programs "
    "treat a name that begins with = as a formula.",
    tuple(WRITERS),
    default="text",
)
ROPE = option(
    "rope",
    "Report which pairs are practically equivalent. Differences up to this size are "
    "considered irrelevant. This option requires --pair-test wilcoxon.",
    "NUMBER",
    heading="Tests",
)
WIDTH = option("width", *TABLE_WIDTH)
TABLE = option(
    "table",
    "Print only this table. The leaderboard contains rank intervals.",
    TABLES.keys(),
)


@command(
    "compare", SCORES, TABLE, FORMAT, WIDTH, OUTPUT, *RANKS, *READING, *TESTING, ROPE
)
@click.pass_context
def compare(context: click.Context, /, **values: Any) -> None:
    """Compare the algorithms in SCORES with omnibus tests and pairwise tests.

    Use '-' to read from standard input.

    \b
      cddiagram compare scores.csv
      cddiagram compare scores.csv --pair-test wilcoxon --format json -o numbers.json
      cddiagram compare scores.csv --format latex -o tables.tex
      cddiagram compare scores.csv --table leaderboard --format markdown
      cddiagram compare ranks.csv --average-ranks --n-datasets 30
    """
    source = values["scores"]
    check_not_overwriting(values["output"], [source])
    by_ranks = of_average_ranks(context, values)
    latex = values["format"] == "latex"
    if given(context, [WIDTH]) and not latex:
        raise UsageError("--width applies only to --format latex. Omit --width.")
    sized = {"width": values["width"]} if latex and values["width"] is not None else {}
    with progress(quiet=values["quiet"]) as stage:
        stage("reading")
        comparison = (
            compare_average_ranks(values, source)
            if by_ranks
            else _compared(values, stage)
        )
        content = None
        if values["table"] is not None:
            table = comparison.tabulate(values["table"], rope=values["rope"])
            content = table_in(table, values["format"], **sized).encode()
        elif values["format"] != "text" or values["output"] is not None:
            stage("writing")
            write_format = WRITERS[values["format"]]
            content = write_format(comparison, values["rope"], **sized).encode()
    if not values["quiet"]:
        if comparison.table is None:
            say_ranks_read(source, comparison)
        else:
            say_read(source, comparison.table)
    if content is None:
        from cddiagram.report import print_comparison

        print_comparison(comparison, values["rope"])
        return
    write(content, values["output"])
    if not values["quiet"]:
        say_compared(comparison)


def _compared(values: dict[str, Any], stage: Callable[[str], None]) -> Comparison:
    from cddiagram.comparing import compare as compare_table
    from cddiagram.data import read_scores

    table = read_scores(values["scores"], **reading(values))
    stage(f"comparing {table.k} algorithms")
    return compare_table(table, **take(values, TESTING))
