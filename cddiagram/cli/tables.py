"""Functions that read and print tables, and the command ``cddiagram example``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cddiagram._util.lazy import lazy_pattern
from cddiagram.cli.command import Command
from cddiagram.cli.options import OUTPUT, option, reading
from cddiagram.text import UsageError, as_text

if TYPE_CHECKING:
    from cddiagram._util import TableView
    from cddiagram.comparing import Comparison
    from cddiagram.data import ScoreTable

TABLES = click.Argument(["scores"], metavar="SCORES...", nargs=-1, required=True)
SPLIT = option(
    "split_column",
    "Divide the file into one table for each value of this column.",
    heading="Input",
)
#: Invisible characters that reorder or hide the surrounding text.
_TURNING = lazy_pattern("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
COMMENTS = option(
    "comments",
    "Include the source as comment lines, which begin with '#'. Some programs cannot "
    "read files with comment lines. Without this option, the source is printed on "
    "standard error.",
    "flag",
)
NAME = click.Argument(["name"], required=False, metavar="[NAME]")


def read_tables(values: dict[str, Any]) -> dict[str, ScoreTable]:
    """Read all tables.

    Their titles are the names of the files or the values in the split column.
    """
    from cddiagram.data import read_score_tables, read_scores

    sources, column = values["scores"], values["split_column"]
    if column is None:
        stems = [as_text(Path(source).stem) for source in sources]
        titles = stems if len(set(stems)) == len(stems) else list(map(as_text, sources))
        if len(set(titles)) < len(titles):
            raise UsageError(
                "the same SCORES file was specified twice. Specify each file once."
            )
        return {
            title: read_scores(source, **reading(values))
            for title, source in zip(titles, sources, strict=True)
        }
    if len(sources) > 1:
        raise UsageError(
            "--split-column divides a single file. Pass only one SCORES file."
        )
    return read_score_tables(sources[0], split_column=column, **reading(values))


def compare_average_ranks(values: dict[str, Any], source: str) -> Comparison:
    """Read average ranks and compare the algorithms."""
    from cddiagram.comparing import compare_ranks
    from cddiagram.data import read_average_ranks

    names, ranks = read_average_ranks(
        source, **{name: values[name] for name in ("sheet", "encoding", "decimal")}
    )
    options = {name: values[name] for name in ("control", "p_adjust", "alpha")}
    return compare_ranks(ranks, values["n_datasets"], algorithms=names, **options)


def write(content: bytes, output: str | None) -> None:
    """Write bytes to standard output or to a file.

    The file is either written completely or not changed.
    """
    from cddiagram._util import write_all
    from cddiagram.document import write_out

    if output is None:
        write_out(content)
        return
    write_all([output], [content])


def as_json(result: Any, **more: Any) -> str:
    """Return all numbers of a result as JSON, together with additional items."""
    text = json.dumps(
        result.to_dict() | more, ensure_ascii=False, allow_nan=False, indent=2
    )
    # In JSON, an escape sequence has the same meaning as the character itself, but the
    # sequence does not reorder the surrounding text.
    return _TURNING.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def print_result(result: Any, how: str, key: str = "") -> None:
    """Print a table of a result, or all of its numbers, in the specified format."""
    write(_text_of(result, how, key).encode(), None)


def _text_of(result: Any, how: str, key: str) -> str:
    if how == "json" and key in ("", getattr(result, "kind", "")):
        return as_json(result)
    table = result.tabulate(key)
    if how != "text":
        return table_in(table, how)
    summary = [
        line for line in result.summary().splitlines() if line not in table.notes
    ]
    return "\n".join([table.to_text(), *summary, ""])


def table_in(table: TableView, how: str, **options: Any) -> str:
    """Return a table in the specified format."""
    text: str = (
        as_json(table) if how == "json" else getattr(table, f"to_{how}")(**options)
    )
    return text


@click.command("example", cls=Command, params=[NAME, OUTPUT, COMMENTS])
def example(**values: Any) -> None:
    """Write the example table NAME as CSV, or list all example tables.

    \b
      cddiagram example demsar2006-table6 -o scores.csv
    """
    from cddiagram.cli.stderr import say
    from cddiagram.data import describe_examples, read_example

    if values["name"] is None:
        write(_list_of_examples(describe_examples()), values["output"])
        return
    content = read_example(values["name"])
    if values["comments"]:
        write(content, values["output"])
        return
    comments, table = _without_comments(content)
    write(table, values["output"])
    for comment in comments:
        say(comment)


def _list_of_examples(descriptions: Mapping[str, str]) -> bytes:
    """Return a list of all examples with their names and descriptions."""
    width = max(map(len, descriptions))
    lines = [
        f"{name.ljust(width)}  {description}\n"
        for name, description in descriptions.items()
    ]
    return "".join(lines).encode()


def _without_comments(content: bytes) -> tuple[list[str], bytes]:
    """Split a CSV file into its comments and all other lines."""
    comments = []
    rows = []
    for line in content.splitlines(keepends=True):
        if line.startswith(b"#"):
            comments.append(line.decode().lstrip("#").strip())
        else:
            rows.append(line)
    return comments, b"".join(rows)
