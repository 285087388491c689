"""``cddiagram inspect``: print how a figure or report was created.

The command can also check whether the figure was created from particular scores.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from cddiagram._util import read_file, read_input
from cddiagram.cli.command import Command
from cddiagram.cli.options import READING, given, option
from cddiagram.cli.stderr import label_of
from cddiagram.cli.tables import SPLIT
from cddiagram.convergence.command import READING as HISTORIES_READING
from cddiagram.document import write_out
from cddiagram.text import InputError, better_direction, counted

if TYPE_CHECKING:
    from cddiagram.provenance import Provenance, Subject

#: `_WIDTH` is the width of printed lines. `_NAMES` is the width of the first of two
#: columns.
_WIDTH, _NAMES = 100, 20

_KINDS = {
    "scores": "scores",
    "folds": "scores on one data set",
    "average ranks": "average ranks computed elsewhere",
    "p-values": "p-values computed elsewhere",
    "distributions": "scores of each algorithm",
    "histories": "convergence histories",
}
#: Rows usually represent data sets. For all other kinds of data, this dictionary states
#: what a row represents.
_ROWS = {"histories": "problem", "folds": "test set"}

FILE = click.Argument(["file"], metavar="FILE")
SCORES = option(
    "scores",
    "Check whether FILE was created from these scores. Repeatable.",
    {"multiple": True, "metavar": "SCORES"},
    heading="Input",
)
FORMAT = option(
    "format", "Print the record as text or JSON.", ("text", "json"), default="text"
)
_NAMES_OF_SCORES = {member.name for member in READING}
#: These options override recorded options; some of them apply only to histories.
OVERRIDING: Sequence[click.Option] = (
    *READING,
    *(member for member in HISTORIES_READING if member.name not in _NAMES_OF_SCORES),
)


@click.command(
    "inspect",
    cls=Command,
    params=[FILE, SCORES, FORMAT, SPLIT, *OVERRIDING],
)
@click.pass_context
def inspect(context: click.Context, /, **values: Any) -> None:
    """Print how the figure or report FILE was created.

    \b
      cddiagram inspect figure.pdf
      cddiagram inspect figure.pdf --scores scores.csv

    With --scores, check whether FILE was created from these scores. If it was, the exit
    code is 0; otherwise, it is 1. The scores are read with the recorded options unless
    you specify other options. Only the algorithms and data sets in the figure are
    compared, and their order does not matter.
    """
    from cddiagram.provenance import read_provenance

    file = values["file"]
    provenance = read_provenance(read_input() if file == "-" else read_file(file))
    if provenance is None:
        raise InputError(
            f"'{file}' does not record how it was created. Either cddiagram did not "
            "save this file, or the metadata were lost, for example when the figure "
            "was included in another document. Use the original file that cddiagram "
            "saved."
        )
    overriding = given(context, (*OVERRIDING, SPLIT))
    verdict: tuple[bool, str] | None = None
    if values["scores"] or overriding:
        from cddiagram.cli.belonging import hold_against

        verdict = hold_against(provenance, file, values, overriding)
    if values["format"] == "json":
        record = provenance.to_dict()
        if verdict is not None:
            record |= {"belongs": verdict[0], "verdict": verdict[1]}
        write_out(json.dumps(record, indent=2, sort_keys=True) + "\n")
    else:
        blocks = [
            "\n".join(_lines(heading, rows))
            for heading, rows in _blocks(file, provenance)
        ]
        if verdict is not None:
            blocks.append(_printable(verdict[1]))
        write_out("\n\n".join(blocks) + "\n")
    belongs = verdict is None or verdict[0]
    context.exit(0 if belongs else 1)


#: A heading, followed by a list of names and their values.
_Block = tuple[str, list[tuple[str, Any]]]


def _blocks(file: str, provenance: Provenance) -> Iterator[_Block]:
    """Yield blocks about the file, the underlying numbers, and the options."""
    origin: list[tuple[str, Any]] = [
        ("made by", f"{provenance.made}, cddiagram {provenance.version}")
    ]
    packages = [
        f"{name} {version}" for name, version in sorted(provenance.packages.items())
    ]
    if packages:
        origin.append(("with", packages))
    yield label_of(file), origin
    for subject in provenance.subjects:
        title = "" if subject.title is None else f" '{subject.title}'"
        kind = _KINDS.get(subject.kind, subject.kind)
        yield f"{kind}{title}", list(_subject(subject))
    if provenance.parameters:
        yield "options of the figure", _named(provenance.parameters)
    yield from _readings(provenance.subjects)


def _readings(subjects: Sequence[Subject]) -> Iterator[_Block]:
    """Yield blocks with the options of the reader.

    There is only one block if the options are the same for all subjects.
    """
    readings = [_named(subject.reading) for subject in subjects]
    if all(options == readings[0] for options in readings):
        if readings and readings[0]:
            yield "options of reading", readings[0]
        return
    for subject, options in zip(subjects, readings, strict=True):
        if options:
            title = subject.title or ", ".join(subject.sources)
            yield f"options of reading '{title}'", options


def _named(values: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return names and values.

    The part of a file is omitted, because it is printed with the file.
    """
    names = [name for name in sorted(values) if name != "part"]
    return [(name.replace("_", " "), values[name]) for name in names]


def _subject(subject: Subject) -> Iterator[tuple[str, Any]]:
    """Yield names and values that describe the scores or histories in a figure."""
    row = _ROWS.get(subject.kind, "data set")
    if subject.sources:
        sources = [label_of(name) for name in subject.sources]
        yield "read from", sources
    if "part" in subject.reading:
        column = subject.reading.get("split_column")
        yield "part", f"{column} = {subject.reading['part']}"
    yield "SHA-256", subject.sha256
    if subject.higher_is_better is not None:
        direction = better_direction(subject.higher_is_better)
        yield "direction", f"{direction} is better"
    yield f"{subject.k} algorithms", list(subject.algorithms)
    if subject.n:
        names: Any = "names not recorded"
        if subject.datasets is not None:
            names = list(subject.datasets)
        yield counted(subject.n, row), names
    if subject.dropped:
        count = counted(subject.dropped, row)
        yield "dropped", f"{count} with missing scores"
    if subject.dropped_algorithms:
        count = counted(subject.dropped_algorithms, "algorithm")
        yield "dropped", f"{count} with missing scores"
    if subject.missing:
        count = counted(subject.missing, "score")
        yield "missing", f"{count}: see the options of reading"
    yield from _named(subject.decisions)


def _lines(heading: str, block: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """Yield lines with a heading and two columns of names and values."""
    yield _printable(heading)
    hanging = " " * _NAMES
    for name, value in block:
        lines = textwrap.wrap(
            _printable(_text(value)),
            _WIDTH - _NAMES,
            break_long_words=False,
            break_on_hyphens=False,
        )
        text = f"\n{hanging}".join(lines)
        yield f"  {_printable(name)}".ljust(_NAMES - 1) + f" {text}".rstrip()


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_text, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {_text(value[name])}" for name in sorted(value))
    if value is None:
        return "none"
    if isinstance(value, bool):
        if value:
            return "yes"
        return "no"
    return str(value)


def _printable(text: str) -> str:
    """Escape characters that a terminal would interpret.

    This is necessary because the file may not be trustworthy.
    """
    characters = []
    for character in text:
        if not character.isprintable():
            character = character.encode("unicode_escape").decode("ascii")
        characters.append(character)
    return "".join(characters)
