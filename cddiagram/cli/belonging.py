"""Holding a figure against scores: reading them as was recorded, and wording whether it was made from them."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cddiagram.cli.convergence import READING as HISTORIES_READING
from cddiagram.cli.convergence import reading as histories_reading
from cddiagram.cli.options import READING, reading
from cddiagram.errors import InputError, UsageError, listed
from cddiagram.provenance.matching import histories_differences, left_out, table_differences

if TYPE_CHECKING:
    from cddiagram.histories import Histories
    from cddiagram.provenance import Provenance, Subject
    from cddiagram.table import ScoreTable

#: What was found of one subject: what differs, and what the figure leaves out.
_Found = tuple[tuple[str, ...], tuple[str, ...]]


def hold_against(
    provenance: Provenance, file: str, values: dict[str, Any], given: Sequence[click.Option]
) -> tuple[bool, str]:
    """Say whether a figure was made from scores.

    Parameters
    ----------
    provenance : Provenance
        What its file says.
    file : str
        Its name, for the sentence.
    values : dict
        The options of the command; ``scores`` are the files to read.
    given : sequence of click.Option
        Those that stand on the command line: they take the place of what was recorded.

    Returns
    -------
    belongs : bool
    sentence : str

    Raises
    ------
    UsageError
        Options without meaning, or not as many files as the figure was made from.
    InputError
        The scores cannot be read, or the figure was made from none.
    """
    if not values["scores"]:
        raise UsageError(f"{given[0].opts[0]} says how scores are read: pass --scores SCORES too.")
    kinds = {subject.kind for subject in provenance.subjects}
    if not kinds or "p-values" in kinds:
        what = "p-values that were computed elsewhere" if kinds else "no scores"
        raise InputError(f"'{file}' was made from {what}: leave out --scores, there are none to hold it against.")
    if "histories" in kinds and len(kinds) > 1:
        raise InputError(f"'{file}' was made from scores and histories: hold the figures against them one by one.")
    names = ["standard input" if name == "-" else name for name in values["scores"]]
    hold = _hold_histories if kinds == {"histories"} else _hold_tables
    found = hold(provenance, values, given)
    reasons = [f"{_where(subject, found)}{text}" for subject, (texts, _) in found for text in texts]
    if reasons:
        return False, f"{file} does not belong to {_and(names)}: {_and(list(dict.fromkeys(reasons)))}."
    extra = list(dict.fromkeys(text for _, (_, texts) in found for text in texts))
    return True, f"{file} belongs to {_and(names)}{', but leaves out ' + _and(extra) if extra else ''}."


def _where(subject: Subject, found: Sequence[Any]) -> str:
    if len(found) == 1:
        return ""
    return f"in '{subject.title or ', '.join(subject.sources) or subject.sha256[:8]}', "


def _and(texts: Sequence[str]) -> str:
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def _keywords(
    provenance: Provenance, given: Sequence[click.Option], members: Sequence[click.Option], full: Mapping[str, Any]
) -> tuple[dict[str, Any], bool]:
    """Give the options of reading: those recorded, over them those of the command line; and whether these choose."""
    names = {str(member.name) for member in members} | {"split_column", "higher_is_better"}
    for member in given:
        if member.name not in names:
            raise UsageError(f"{member.opts[0]} has no meaning for this figure: leave it out.")
    changed = {"higher_is_better" if m.name == "lower_is_better" else str(m.name) for m in given} - {"split_column"}
    recorded = {name: value for name, value in provenance.reading.items() if name in full}
    return recorded | {name: full[name] for name in sorted(changed)}, "algorithms" in changed


def _directed(subject: Subject, keywords: Mapping[str, Any]) -> dict[str, Any]:
    known = subject.higher_is_better is not None
    return ({"higher_is_better": subject.higher_is_better} if known else {}) | dict(keywords)


class _Sources:
    """The files, in the order of what they are held against; standard input is read once."""

    def __init__(self, provenance: Provenance, names: Sequence[str]) -> None:
        recorded = [os.path.basename(path) for subject in provenance.subjects for path in subject.sources]
        given = [os.path.basename(name) for name in names]
        matched = len(set(given)) == len(given) and sorted(recorded) == sorted(given)
        self.names = sorted(names, key=lambda name: recorded.index(os.path.basename(name))) if matched else list(names)
        self._input = sys.stdin.buffer.read() if "-" in names else b""

    def open(self, place: int) -> str | io.BytesIO:
        return io.BytesIO(self._input) if self.names[place] == "-" else self.names[place]


def _hold_tables(
    provenance: Provenance, values: dict[str, Any], given: Sequence[click.Option]
) -> list[tuple[Subject, _Found]]:
    if values["higher_is_better"] and values["lower_is_better"]:
        raise UsageError("--lower-is-better and --higher-is-better are both given: leave one out.")
    keywords, chosen = _keywords(provenance, given, READING, reading(values))
    column = values["split_column"] or provenance.reading.get("split_column")
    subjects, sources = provenance.subjects, _Sources(provenance, values["scores"])
    if column is not None and len(sources.names) > 1:
        raise UsageError("the tables were told apart by a column of one file: pass --scores once.")
    if len(sources.names) not in (1, len(subjects)):
        count, often = ("one table", "") if len(subjects) == 1 else (f"{len(subjects)} tables", "as often, or ")
        raise UsageError(f"the figure was made from {count}: pass --scores {often}once.")
    found = []
    for place, subject in enumerate(subjects):
        at = place if len(sources.names) > 1 else 0
        title = subject.title if len(subjects) > 1 else None
        read = partial(_table, sources, at, column, title, _directed(subject, keywords))
        found.append((subject, _differences(subject, read, table_differences, chosen)))
    return found


def _table(
    sources: _Sources, place: int, column: str | None, title: str | None, keywords: dict[str, Any], **more: Any
) -> ScoreTable:
    """Read one table; of a file that holds several, the one of that title."""
    from cddiagram.read import read_score_tables, read_scores

    if column is None:
        return read_scores(sources.open(place), **(keywords | more))
    tables = read_score_tables(sources.open(place), split_column=column, **(keywords | more))
    if title is not None and title not in tables:
        raise InputError(f"there is no '{title}' in the column '{column}': it holds {listed(tables)}.")
    return tables[title] if title is not None else next(iter(tables.values()))


def _hold_histories(
    provenance: Provenance, values: dict[str, Any], given: Sequence[click.Option]
) -> list[tuple[Subject, _Found]]:
    keywords, chosen = _keywords(provenance, given, HISTORIES_READING, histories_reading(values))
    sources = _Sources(provenance, values["scores"])
    found = []
    for subject in provenance.subjects:
        read = partial(_histories, sources, _directed(subject, keywords))
        found.append((subject, _differences(subject, read, histories_differences, chosen)))
    return found


def _histories(sources: _Sources, keywords: dict[str, Any], **more: Any) -> Histories:
    from cddiagram.read.histories import read_histories

    opened = [sources.open(place) for place in range(len(sources.names))]
    return read_histories(opened[0] if len(opened) == 1 else opened, **(keywords | more))


def _differences(
    subject: Subject, read: Callable[..., Any], differences: Callable[[Subject, Any], tuple[str, ...]], chosen: bool
) -> _Found:
    """Read everything, then only the algorithms of the figure: gaps and others' data sets may matter no more."""
    refusal: InputError | None = None
    texts: tuple[str, ...] = ()
    try:
        data = read()
        texts = differences(subject, data)
        if not texts:
            rows = data.problems if subject.kind == "histories" else data.datasets
            return (), left_out(subject, data.algorithms, rows)
    except InputError as error:
        refusal = error
    if not chosen:
        try:
            again = differences(subject, read(algorithms=list(subject.algorithms)))
        except InputError:
            pass
        else:
            return again, ()
    if refusal is not None:
        raise refusal
    return texts, ()
