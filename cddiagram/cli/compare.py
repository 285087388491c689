"""``cddiagram compare``: a table of scores in, every number out."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from cddiagram._util.files import refuse_overwriting
from cddiagram.cli.options import (
    OUTPUT,
    QUIET,
    RANKS,
    READING,
    SCORES,
    TABLE_WIDTH,
    TESTING,
    of_average_ranks,
    option,
    reading,
    take,
)
from cddiagram.cli.stderr import progress, say_compared, say_ranks_read, say_read
from cddiagram.cli.tables import compare_average_ranks, write
from cddiagram.errors import UsageError
from cddiagram.report import TABLES

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.report import ShownTable


#: Characters that reorder or hide the text around them.
_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def _text(comparison: Comparison) -> str:
    from cddiagram.cli.text import comparison_text

    return comparison_text(comparison)


def _json(result: Comparison | ShownTable) -> str:
    text = json.dumps(result.to_dict(), ensure_ascii=False, allow_nan=False, indent=2)
    # Escapes mean the same in JSON, and turn nothing around for those who look at it.
    return _TURNING.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"


def _csv(comparison: Comparison) -> str:
    """Write one line for each tested pair, all numbers at full precision."""
    out = io.StringIO(newline="")
    rows = comparison.pair_rows()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


#: Format -> writer.
WRITERS: dict[str, Callable[..., str]] = {
    "text": _text,
    "json": _json,
    "csv": _csv,
    "markdown": lambda comparison: comparison.to_markdown(),
    "latex": lambda comparison, **options: comparison.to_latex(**options),
    "html": lambda comparison: "".join(comparison.tabulate(key).to_html() for key in ("ranks", "pairs")),
}
#: The same for one table.
TABLE_WRITERS: dict[str, Callable[..., str]] = {
    "text": lambda table: table.to_text(),
    "json": _json,
    "csv": lambda table: table.to_csv(),
    "markdown": lambda table: table.to_markdown(),
    "latex": lambda table, **options: table.to_latex(**options),
    "html": lambda table: table.to_html(),
}

FORMAT = option(
    "format",
    "Tables to read, everything, the pairs, or tables of ranks and pairs for a README or a paper; with --table that "
    "one. In CSV names stand as they are: a spreadsheet takes one that begins with = for a formula.",
    tuple(WRITERS),
    default="text",
)
WIDTH = option("width", *TABLE_WIDTH)
TABLE = option("table", "One table by itself; the board has places with their intervals, for a ranking.", TABLES.keys())


@click.command(
    "compare",
    params=[SCORES, TABLE, FORMAT, WIDTH, OUTPUT, *RANKS, *READING, *TESTING, QUIET],
    short_help="Print ranks, tests and groups.",
)
@click.pass_context
def compare(context: click.Context, /, **values: Any) -> None:
    """Compare the algorithms of SCORES ('-' is standard input): average ranks, omnibus tests, pairs, groups.

    \b
      cddiagram compare scores.csv
      cddiagram compare scores.csv --pair-test wilcoxon --format json -o numbers.json
      cddiagram compare scores.csv --format latex -o tables.tex
      cddiagram compare scores.csv --table board --format markdown
      cddiagram compare ranks.csv --average-ranks --n-datasets 30
    """
    source = values["scores"]
    refuse_overwriting(values["output"], [source])
    by_ranks = of_average_ranks(context, values)
    if values["width"] is not None and values["format"] != "latex":
        raise UsageError("--width is for --format latex: leave it out.")
    sized = {} if values["width"] is None else {"width": values["width"]}
    with progress(quiet=values["quiet"]) as stage:
        stage("reading")
        comparison = compare_average_ranks(values, source) if by_ranks else _compared(values, stage)
        content = None
        if values["table"] is not None:
            content = TABLE_WRITERS[values["format"]](comparison.tabulate(values["table"]), **sized).encode()
        elif values["format"] != "text" or values["output"] is not None:
            stage("writing")
            content = WRITERS[values["format"]](comparison, **sized).encode()
    if not values["quiet"]:
        if comparison.table is None:
            say_ranks_read(source, comparison)
        else:
            say_read(source, comparison.table)
    if content is None:
        from cddiagram.cli.text import print_comparison

        print_comparison(comparison)
        return
    write(content, values["output"])
    if not values["quiet"]:
        say_compared(comparison)


def _compared(values: dict[str, Any], stage: Callable[[str], None]) -> Comparison:
    from cddiagram.data.reading.scores import read_scores
    from cddiagram.testing.compare import compare as compare_table

    table = read_scores(values["scores"], **reading(values))
    stage(f"comparing {table.k} algorithms")
    return compare_table(table, **take(values, TESTING))
