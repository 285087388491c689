"""``cddiagram compare``: a table of scores in, every number out."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from cddiagram.cli.options import QUIET, READING, SCORES, TESTING, option, reading, take
from cddiagram.cli.say import say_compared, say_read

if TYPE_CHECKING:
    from cddiagram.results import Comparison

OUTPUT = option("--output", "-o", metavar="FILE", help="File to write instead of standard output.")


def _text(comparison: Comparison) -> str:
    from cddiagram.cli.text import comparison_text

    return comparison_text(comparison)


def _json(comparison: Comparison) -> str:
    return json.dumps(comparison.to_dict(), ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def _csv(comparison: Comparison) -> str:
    """Write one line for each tested pair, all numbers at full precision."""
    out = io.StringIO(newline="")
    rows = comparison.pair_rows()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _markdown(comparison: Comparison) -> str:
    from cddiagram.report.write_markdown import comparison_markdown

    return comparison_markdown(comparison)


def _latex(comparison: Comparison) -> str:
    from cddiagram.report.write_latex import comparison_latex

    return comparison_latex(comparison)


#: Format -> writer.
WRITERS: dict[str, Callable[[Comparison], str]] = {
    "text": _text,
    "json": _json,
    "csv": _csv,
    "markdown": _markdown,
    "latex": _latex,
}

FORMAT = option(
    "--format",
    choices=tuple(WRITERS),
    default="text",
    help="Tables to read, everything, the pairs, or tables of ranks and pairs for a README or a paper.",
)


@click.command(
    "compare", params=[SCORES, FORMAT, OUTPUT, *READING, *TESTING, QUIET], short_help="Print ranks, tests and groups."
)
def compare(**values: Any) -> None:
    """Compare the algorithms of SCORES ('-' is standard input): average ranks, omnibus tests, pairs, groups.

    \b
      cddiagram compare scores.csv
      cddiagram compare scores.csv --pair-test wilcoxon --format json -o numbers.json
      cddiagram compare scores.csv --format latex -o tables.tex
    """
    from cddiagram.comparison import compare as compare_table
    from cddiagram.read import read_scores

    table = read_scores(values["scores"], **reading(values))
    comparison = compare_table(table, **take(values, TESTING))
    if not values["quiet"]:
        say_read(values["scores"], table)
    if values["format"] == "text" and values["output"] is None:
        from cddiagram.cli.text import print_comparison

        print_comparison(comparison)
    else:
        write(WRITERS[values["format"]](comparison).encode(), values["output"])
    if not values["quiet"] and (values["format"] != "text" or values["output"] is not None):
        say_compared(comparison)


def write(content: bytes, output: str | None) -> None:
    """Write bytes to a file, wholly or not at all, or to standard output."""
    from cddiagram.atomic import atomic_write

    if output is None:
        click.echo(content, nl=False)
        return
    with atomic_write(output) as file:
        file.write(content)
