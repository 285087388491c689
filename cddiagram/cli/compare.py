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
from cddiagram.cli.options import OUTPUT, QUIET, READING, SCORES, TESTING, option, reading, take
from cddiagram.cli.stderr import progress, say_compared, say_read
from cddiagram.cli.tables import write

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison


#: Characters that reorder or hide the text around them.
_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def _text(comparison: Comparison, rope: float | None) -> str:
    from cddiagram.cli.text import comparison_text

    return comparison_text(comparison, rope=rope)


def _json(comparison: Comparison, rope: float | None) -> str:
    judged = {} if rope is None else {"equivalence": comparison.equivalence(rope).to_dict()}
    text = json.dumps(comparison.to_dict() | judged, ensure_ascii=False, allow_nan=False, indent=2)
    # Escapes mean the same in JSON, and turn nothing around for those who look at it.
    return _TURNING.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"


def _csv(comparison: Comparison, rope: float | None) -> str:
    """Write one line for each tested pair, all numbers at full precision."""
    out = io.StringIO(newline="")
    rows = comparison.pair_rows()
    if rope is not None:
        rows = [a | b for a, b in zip(rows, comparison.equivalence(rope).pair_rows(), strict=True)]
    writer = csv.DictWriter(out, fieldnames=list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


#: Format -> writer.
WRITERS: dict[str, Callable[[Comparison, float | None], str]] = {
    "text": _text,
    "json": _json,
    "csv": _csv,
    "markdown": lambda comparison, rope: comparison.to_markdown(rope=rope),
    "latex": lambda comparison, rope: comparison.to_latex(rope=rope),
}

FORMAT = option(
    "format",
    "Tables to read, everything, the pairs, or tables of ranks and pairs for a README or a paper. In CSV names stand "
    "as they are: a spreadsheet takes one that begins with = for a formula.",
    tuple(WRITERS),
    default="text",
)
ROPE = option(
    "rope", "Say which pairs are practically equivalent: differences up to this do not matter (wilcoxon).", "NUMBER"
)


@click.command(
    "compare",
    params=[SCORES, FORMAT, OUTPUT, *READING, *TESTING, ROPE, QUIET],
    short_help="Print ranks, tests and groups.",
)
def compare(**values: Any) -> None:
    """Compare the algorithms of SCORES ('-' is standard input): average ranks, omnibus tests, pairs, groups.

    \b
      cddiagram compare scores.csv
      cddiagram compare scores.csv --pair-test wilcoxon --format json -o numbers.json
      cddiagram compare scores.csv --format latex -o tables.tex
    """
    refuse_overwriting(values["output"], [values["scores"]])
    from cddiagram.data.reading.scores import read_scores
    from cddiagram.testing.compare import compare as compare_table

    with progress(quiet=values["quiet"]) as stage:
        stage("reading")
        table = read_scores(values["scores"], **reading(values))
        stage(f"comparing {table.k} algorithms")
        comparison = compare_table(table, **take(values, TESTING))
        content = None
        if values["format"] != "text" or values["output"] is not None:
            stage("writing")
            content = WRITERS[values["format"]](comparison, values["rope"]).encode()
    if not values["quiet"]:
        say_read(values["scores"], table)
    if content is None:
        from cddiagram.cli.text import print_comparison

        print_comparison(comparison, values["rope"])
        return
    write(content, values["output"])
    if not values["quiet"]:
        say_compared(comparison)
