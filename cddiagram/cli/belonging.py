"""Holding a figure against scores: reading them as was recorded, and wording whether it was made from them."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cddiagram._util.files import read_input
from cddiagram._util.records import source_names
from cddiagram.cli.assigning import Found, assigned
from cddiagram.cli.convergence import READING as HISTORIES_READING
from cddiagram.cli.convergence import reading as histories_reading
from cddiagram.cli.options import READING, reading
from cddiagram.errors import InputError, UsageError, joined, listed
from cddiagram.provenance.matching import histories_differences, left_out, table_differences
from cddiagram.provenance.model import fits, option_types

if TYPE_CHECKING:
    from cddiagram.convergence.histories import Histories
    from cddiagram.data.table import ScoreTable
    from cddiagram.provenance import Provenance, Subject

#: What is recorded of reading besides options -> its type.
_RECORDED = {"part": "str", "names": "Sequence[str]"}

#: What was found of each subject, and the places of files that hold nothing of the figure.
_Held = tuple[list[tuple["Subject", Found]], list[int]]


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
    for subject in provenance.subjects:
        _check_reading(subject, file)
    names = ["standard input" if name == "-" else name for name in values["scores"]]
    hold = _hold_histories if kinds == {"histories"} else _hold_tables
    found, unused = hold(provenance, values, given)
    reasons = [f"{_where(subject, found)}{text}" for subject, (texts, _) in found for text in texts]
    reasons += [f"nothing in it is from {names[place]}" for place in unused]
    if reasons:
        return False, f"{file} does not belong to {joined(names)}: {joined(list(dict.fromkeys(reasons)))}."
    extra = list(dict.fromkeys(text for _, (_, texts) in found for text in texts))
    return True, f"{file} belongs to {joined(names)}{', but leaves out ' + joined(extra) if extra else ''}."


def _check_reading(subject: Subject, file: str) -> None:
    """Refuse what no option of reading can have been, as it would be refused on the command line."""
    from cddiagram.convergence.reading import read_histories
    from cddiagram.data.reading.scores import read_score_tables, read_scores

    read = read_histories if subject.kind == "histories" else read_scores
    types = _RECORDED | option_types(read_score_tables) | option_types(read)
    for name, value in subject.reading.items():
        if name in types and not fits(value, types[name]):
            raise InputError(f"'{file}' records '{name}' = {value!r}, which is no such option: give the file as saved.")


def _where(subject: Subject, found: Sequence[Any]) -> str:
    if len(found) == 1:
        return ""
    return f"in '{subject.title or ', '.join(subject.sources) or subject.sha256[:8]}', "


class _Files:
    """The files to hold against; standard input is read once."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.bases = list(source_names(names))
        self._input = read_input() if "-" in names else b""

    def open(self, place: int) -> str | io.BytesIO:
        return io.BytesIO(self._input) if self.names[place] == "-" else self.names[place]


def _overriding(
    given: Sequence[click.Option], members: Sequence[click.Option], full: Mapping[str, Any]
) -> dict[str, Any]:
    """Give the options of reading that stand on the command line, as keywords."""
    names = {str(member.name) for member in members} | {"split_column", "higher_is_better"}
    for member in given:
        if member.name not in names:
            raise UsageError(f"{member.opts[0]} has no meaning for this figure: leave it out.")
    changed = {"higher_is_better" if m.name == "lower_is_better" else str(m.name) for m in given} - {"split_column"}
    return {name: full[name] for name in sorted(changed)}


def _keywords(subject: Subject, full: Mapping[str, Any], overriding: Mapping[str, Any]) -> dict[str, Any]:
    """Give what was recorded of reading, over it what stands on the command line."""
    recorded = {name: value for name, value in subject.reading.items() if name in full}
    known = {} if subject.higher_is_better is None else {"higher_is_better": subject.higher_is_better}
    return recorded | known | dict(overriding)


def _hold_tables(provenance: Provenance, values: dict[str, Any], given: Sequence[click.Option]) -> _Held:
    if values["higher_is_better"] and values["lower_is_better"]:
        raise UsageError("--lower-is-better and --higher-is-better are both given: leave one out.")
    full = reading(values)
    overriding = _overriding(given, READING, full)
    subjects, column = provenance.subjects, values["split_column"]
    _check_number(subjects, len(values["scores"]), column)
    files = _Files(values["scores"])

    def judge(number: int, place: int) -> Found:
        subject = subjects[number]
        # A part of a file has its name; without a record, the title of the table was the name.
        part = subject.reading.get("part", subject.title if len(subjects) > 1 else None)
        keywords = _keywords(subject, full, overriding)
        split = column or subject.reading.get("split_column")
        read = partial(_table, files, place, subject, split, part, keywords)
        return _differences(subject, read, table_differences, "algorithms" in overriding)

    found, unused = assigned([subject.sources for subject in subjects], files.names, judge)
    return list(zip(subjects, found, strict=True)), unused


def _check_number(subjects: Sequence[Subject], count: int, column: str | None) -> None:
    """Refuse more files than tables, and several where one was divided."""
    one = len({subject.sources for subject in subjects}) == 1 and all("split_column" in s.reading for s in subjects)
    if count > 1 and (column is not None or one):
        raise UsageError("the tables were told apart by a column of one file: pass --scores once.")
    if count > len(subjects):
        tables, often = ("one table", "") if len(subjects) == 1 else (f"{len(subjects)} tables", "as often, or ")
        raise UsageError(f"the figure was made from {tables}: pass --scores {often}once.")


def _table(
    files: _Files,
    place: int,
    subject: Subject,
    column: str | None,
    part: str | None,
    keywords: dict[str, Any],
    **more: Any,
) -> ScoreTable:
    """Read one table; of a file that holds several, the one of that name, or the one that fits."""
    from cddiagram.data.reading.scores import read_score_tables, read_scores

    if column is None:
        return read_scores(files.open(place), **(keywords | more))
    tables = read_score_tables(files.open(place), split_column=column, **(keywords | more))
    if part is None:
        fitting = (table for table in tables.values() if not table_differences(subject, table))
        return next(fitting, next(iter(tables.values())))
    if part not in tables:
        raise InputError(f"there is no '{part}' in the column '{column}': it holds {listed(tables)}.")
    return tables[part]


def _hold_histories(provenance: Provenance, values: dict[str, Any], given: Sequence[click.Option]) -> _Held:
    full = histories_reading(values)
    overriding = _overriding(given, HISTORIES_READING, full)
    files = _Files(values["scores"])
    found: list[tuple[Subject, Found]] = []
    for subject in provenance.subjects:
        places = _places(subject, files, alone=len(provenance.subjects) == 1)
        read = partial(_histories, files, places, subject, _keywords(subject, full, overriding))
        found.append((subject, _differences(subject, read, histories_differences, "algorithms" in overriding)))
    return found, []


def _places(subject: Subject, files: _Files, *, alone: bool) -> list[int]:
    """Choose the files of histories by their names, in their order; all files where that does not work."""
    every = list(range(len(files.names)))
    own = [place for name in dict.fromkeys(subject.sources) for place in every if files.bases[place] == name]
    if not own or not set(subject.sources) <= set(files.bases) or (alone and len(own) < len(every)):
        return every
    return own


def _histories(
    files: _Files, places: Sequence[int], subject: Subject, keywords: dict[str, Any], **more: Any
) -> Histories:
    from cddiagram.convergence.reading import read_histories

    opened = [files.open(place) for place in places]
    names = subject.reading.get("names", ())
    source: Any = opened[0] if len(opened) == 1 else opened
    if len(names) == len(opened):
        source = dict(zip(names, opened, strict=True))
    return read_histories(source, **(keywords | more))


def _differences(
    subject: Subject, read: Callable[..., Any], differences: Callable[[Subject, Any], tuple[str, ...]], chosen: bool
) -> Found:
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
