"""Several tables of scores: the files or the column that name them, and reading them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cddiagram._util.text import as_text
from cddiagram.cli.options import option, reading
from cddiagram.errors import UsageError

if TYPE_CHECKING:
    from cddiagram.data.table import ScoreTable

TABLES = click.Argument(["scores"], metavar="SCORES...", nargs=-1, required=True)
SPLIT = option("--split-column", metavar="NAME", help="Column that tells several tables in one file apart.")


def read_tables(values: dict[str, Any]) -> dict[str, ScoreTable]:
    """Read all tables, by their titles: names of files, or words of the split column."""
    from cddiagram.data.reading.scores import read_score_tables, read_scores

    sources, column = values["scores"], values["split_column"]
    if column is None:
        stems = [as_text(Path(source).stem) for source in sources]
        titles = stems if len(set(stems)) == len(stems) else list(map(as_text, sources))
        if len(set(titles)) < len(titles):
            raise UsageError("the same SCORES are given twice: name each file once.")
        return {title: read_scores(source, **reading(values)) for title, source in zip(titles, sources, strict=True)}
    if len(sources) > 1:
        raise UsageError("--split-column divides one file: give one SCORES, not several.")
    return read_score_tables(sources[0], split_column=column, **reading(values))
