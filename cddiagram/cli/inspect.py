"""``cddiagram inspect``: a figure or report in; how it was made out, and whether it
belongs to given scores.
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
from cddiagram.cli.tables import SPLIT
from cddiagram.convergence.command import READING as HISTORIES_READING
from cddiagram.document import write_out
from cddiagram.text import InputError

if TYPE_CHECKING:
    from cddiagram.provenance import Provenance, Subject

#: Width of the printed lines, and of the first of their two columns.
_WIDTH, _NAMES = 100, 20

_KINDS = {
    "scores": "scores",
    "folds": "scores on one data set",
    "average ranks": "average ranks computed elsewhere",
    "p-values": "p-values computed elsewhere",
    "distributions": "scores of each algorithm",
    "histories": "convergence histories",
}

FILE = click.Argument(["file"], metavar="FILE")
SCORES = option(
    "scores",
    "Compare FILE with these scores. Repeatable.",
    {"multiple": True, "metavar": "SCORES"},
    heading="Input",
)
FORMAT = option("format", "Print text or JSON.", ("text", "json"), default="text")
#: How the scores are read, where it is not as recorded: the options of scores, and
#: those that only histories have.
OVERRIDING: Sequence[click.Option] = (
    *READING,
    *(
        member
        for member in HISTORIES_READING
        if member.name not in {shared.name for shared in READING}
    ),
)


@click.command(
    "inspect",
    cls=Command,
    params=[FILE, SCORES, FORMAT, SPLIT, *OVERRIDING],
)
@click.pass_context
def inspect(context: click.Context, /, **values: Any) -> None:
    """Print how FILE was made, a figure or report saved by cddiagram.

    \b
      cddiagram inspect figure.pdf
      cddiagram inspect figure.pdf --scores scores.csv

    With --scores, check whether FILE was made from these scores. The exit code is 0 if
    it was, and 1 if it was not. The scores are read with the recorded options; options
    of this command take precedence. Only the algorithms and data sets of the figure
    are compared, in any order.
    """
    from cddiagram.provenance import read_provenance

    file = values["file"]
    provenance = read_provenance(read_input() if file == "-" else read_file(file))
    if provenance is None:
        raise InputError(
            f"'{file}' does not record how it was made. Either cddiagram did not save "
            "it, or its metadata were lost, for example when the figure was placed in "
            "another document. Use the file as saved."
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
        text = "\n\n".join(
            "\n".join(_lines(*block)) for block in _blocks(file, provenance)
        )
        write_out(
            text + "\n" if verdict is None else f"{text}\n\n{_printable(verdict[1])}\n"
        )
    context.exit(0 if verdict is None or verdict[0] else 1)


#: A heading, and names with values.
_Block = tuple[str, list[tuple[str, Any]]]


def _blocks(file: str, provenance: Provenance) -> Iterator[_Block]:
    """Arrange everything: the file, the numbers it was made from, the options."""
    packages = [
        f"{name} {version}" for name, version in sorted(provenance.packages.items())
    ]
    made = ("made by", f"{provenance.made}, cddiagram {provenance.version}")
    yield (
        "standard input" if file == "-" else file,
        [made, *([("with", packages)] if packages else [])],
    )
    for subject in provenance.subjects:
        title = "" if subject.title is None else f" '{subject.title}'"
        yield (
            f"{_KINDS.get(subject.kind, subject.kind)}{title}",
            list(_subject(subject)),
        )
    if provenance.parameters:
        yield "options of the figure", _named(provenance.parameters)
    readings = [_named(subject.reading) for subject in provenance.subjects]
    alike = all(options == readings[0] for options in readings)
    for subject, options in zip(
        provenance.subjects[: 1 if alike else None], readings, strict=False
    ):
        if options:
            whose = "" if alike else f" '{subject.title or ', '.join(subject.sources)}'"
            yield f"options of reading{whose}", options


def _named(values: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return names and values; but the name of a part, which stands beside the file."""
    return [
        (name.replace("_", " "), values[name])
        for name in sorted(values)
        if name != "part"
    ]


def _subject(subject: Subject) -> Iterator[tuple[str, Any]]:
    rows = {"histories": "problems", "folds": "test sets"}.get(
        subject.kind, "data sets"
    )
    if subject.sources:
        yield (
            "read from",
            ["standard input" if name == "-" else name for name in subject.sources],
        )
    if "part" in subject.reading:
        yield (
            "part",
            f"{subject.reading.get('split_column')} = {subject.reading['part']}",
        )
    yield "SHA-256", subject.sha256
    if subject.higher_is_better is not None:
        yield (
            "direction",
            f"{'higher' if subject.higher_is_better else 'lower'} is better",
        )
    yield f"{subject.k} algorithms", list(subject.algorithms)
    if subject.n:
        yield (
            f"{subject.n} {rows}",
            "names not recorded"
            if subject.datasets is None
            else list(subject.datasets),
        )
    if subject.dropped:
        yield (
            "dropped",
            f"{subject.dropped} {rows if subject.dropped > 1 else rows[:-1]} with "
            "missing scores",
        )
    if subject.dropped_algorithms:
        yield (
            "dropped",
            f"{subject.dropped_algorithms} "
            f"algorithm{'s' * (subject.dropped_algorithms > 1)} with missing scores",
        )
    if subject.missing:
        yield (
            "missing",
            f"{subject.missing} score{'s' * (subject.missing > 1)}: see the options "
            "of reading",
        )
    yield from _named(subject.decisions)


def _lines(heading: str, block: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """Lay names and values out in two columns."""
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
    return (
        {True: "yes", False: "no", None: "none"}[value]
        if value is None or isinstance(value, bool)
        else str(value)
    )


def _printable(text: str) -> str:
    """Show what a terminal would obey as an escape: the file may come from anywhere."""
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii")
        for c in text
    )
