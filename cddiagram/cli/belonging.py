"""Holding a figure against scores: reading them as was recorded, and wording whether it was made from them."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from cddiagram._util.files import read_input
from cddiagram._util.records import source_names
from cddiagram.cli.convergence import READING as HISTORIES_READING
from cddiagram.cli.matching import Found, histories_differences, left_out, match_files, table_differences
from cddiagram.cli.options import READING, reading
from cddiagram.errors import InputError, UsageError, joined, listed
from cddiagram.provenance.model import fits, option_types

if TYPE_CHECKING:
    from cddiagram.convergence.histories import Histories
    from cddiagram.data.table import ScoreTable
    from cddiagram.provenance import Provenance, Subject

#: What is recorded of reading besides options -> its type.
_RECORDED = {"part": "str", "names": "Sequence[str]"}


def hold_against(
    provenance: Provenance, file: str, values: dict[str, Any], given: Sequence[click.Option]
) -> tuple[bool, str]:
    """Return whether a figure was made from the files of ``--scores``, and the sentence that says so.

    They are read as was recorded; the options that stand on the command line (`given`) come first.
    """
    scores, subjects = values["scores"], provenance.subjects
    if not scores:
        raise UsageError(f"{given[0].opts[0]} says how scores are read: pass --scores SCORES too.")
    histories = _check_subjects(subjects, file)
    if not histories and values["higher_is_better"] and values["lower_is_better"]:
        raise UsageError("--lower-is-better and --higher-is-better are both given: leave one out.")
    members = HISTORIES_READING if histories else READING
    full = reading(values, members)
    overriding = _overriding(given, members, full)
    if not histories:
        _check_number(subjects, len(scores), values["split_column"])
    piped = read_input() if "-" in scores else b""  # once, for all tables

    def judge(number: int, *places: int) -> Found:
        subject = subjects[number]
        recorded = {name: value for name, value in subject.reading.items() if name in full}
        known = {} if subject.higher_is_better is None else {"higher_is_better": subject.higher_is_better}
        keywords = recorded | known | overriding
        column = values["split_column"] or subject.reading.get("split_column")
        # A part of a file has its name; without a record, the title of the table was the name.
        part = subject.reading.get("part", subject.title if len(subjects) > 1 else None)

        def read(**more: Any) -> Any:
            opened = [io.BytesIO(piped) if scores[place] == "-" else scores[place] for place in places]
            if histories:
                return _histories(opened, subject, keywords | more)
            return _table(opened[0], subject, column, part, keywords | more)

        return _differences(subject, read, histories_differences if histories else table_differences, overriding)

    unused: list[int] = []
    if histories:
        found = [judge(number, *_places(subject, scores, len(subjects))) for number, subject in enumerate(subjects)]
    else:
        found, unused = match_files([subject.sources for subject in subjects], scores, judge)
    return _verdict(file, scores, subjects, found, unused)


def _verdict(
    file: str, scores: Sequence[str], subjects: Sequence[Subject], found: Sequence[Found], unused: Sequence[int]
) -> tuple[bool, str]:
    """Put into a sentence what was found of each subject, and which files hold nothing of the figure."""
    names = ["standard input" if name == "-" else name for name in scores]
    reasons = [
        (f"in '{subject.title or ', '.join(subject.sources) or subject.sha256[:8]}', " if len(subjects) > 1 else "")
        + text
        for subject, (texts, _) in zip(subjects, found, strict=True)
        for text in texts
    ]
    reasons += [f"nothing in it is from {names[place]}" for place in unused]
    if reasons:
        return False, f"{file} does not belong to {joined(names)}: {joined(list(dict.fromkeys(reasons)))}."
    extra = list(dict.fromkeys(text for _, texts in found for text in texts))
    return True, f"{file} belongs to {joined(names)}{', but leaves out ' + joined(extra) if extra else ''}."


def _check_subjects(subjects: Sequence[Subject], file: str) -> bool:
    """Return whether all subjects are histories; refuse those that no scores can be held against.

    What no option of reading can have been is refused as it would be on the command line.
    """
    from cddiagram.convergence.reading import read_histories
    from cddiagram.data.reading.scores import read_score_tables, read_scores

    kinds = {subject.kind for subject in subjects}
    if not kinds or "p-values" in kinds:
        what = "p-values that were computed elsewhere" if kinds else "no scores"
        raise InputError(f"'{file}' was made from {what}: leave out --scores, there are none to hold it against.")
    if "histories" in kinds and len(kinds) > 1:
        raise InputError(f"'{file}' was made from scores and histories: hold the figures against them one by one.")
    read = read_histories if "histories" in kinds else read_scores
    types = _RECORDED | option_types(read_score_tables) | option_types(read)
    for name, value in (item for subject in subjects for item in subject.reading.items()):
        if name in types and not fits(value, types[name]):
            raise InputError(f"'{file}' records '{name}' = {value!r}, which is no such option: give the file as saved.")
    return "histories" in kinds


def _overriding(
    given: Sequence[click.Option], members: Sequence[click.Option], full: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the options of reading that stand on the command line, as keywords."""
    names = {str(member.name) for member in members} | {"split_column", "higher_is_better"}
    for member in given:
        if member.name not in names:
            raise UsageError(f"{member.opts[0]} has no meaning for this figure: leave it out.")
    changed = {"higher_is_better" if m.name == "lower_is_better" else str(m.name) for m in given} - {"split_column"}
    return {name: full[name] for name in sorted(changed)}


def _check_number(subjects: Sequence[Subject], count: int, column: str | None) -> None:
    """Refuse more files than tables, and several where one was divided."""
    one = len({subject.sources for subject in subjects}) == 1 and all("split_column" in s.reading for s in subjects)
    if count > 1 and (column is not None or one):
        raise UsageError("the tables were divided by a column of one file: pass --scores once.")
    if count > len(subjects):
        tables, often = ("one table", "") if len(subjects) == 1 else (f"{len(subjects)} tables", "as often, or ")
        raise UsageError(f"the figure was made from {tables}: pass --scores {often}once.")


def _table(
    source: str | io.BytesIO, subject: Subject, column: str | None, part: str | None, keywords: dict[str, Any]
) -> ScoreTable:
    """Read one table; of a file that holds several, the one of that name, or the one that fits."""
    from cddiagram.data.reading.scores import read_score_tables, read_scores

    if column is None:
        return read_scores(source, **keywords)
    tables = read_score_tables(source, split_column=column, **keywords)
    if part is None:
        fitting = (table for table in tables.values() if not table_differences(subject, table))
        return next(fitting, next(iter(tables.values())))
    if part not in tables:
        raise InputError(f"there is no '{part}' in the column '{column}': it holds {listed(tables)}.")
    return tables[part]


def _places(subject: Subject, scores: Sequence[str], count: int) -> Sequence[int]:
    """Choose the files of histories by their names, in their order; all files where that does not work."""
    every, bases = range(len(scores)), list(source_names(scores))
    own = [place for name in dict.fromkeys(subject.sources) for place in every if bases[place] == name]
    if not own or not set(subject.sources) <= set(bases) or (count == 1 and len(own) < len(every)):
        return every
    return own


def _histories(opened: Sequence[str | io.BytesIO], subject: Subject, keywords: dict[str, Any]) -> Histories:
    from cddiagram.convergence.reading import read_histories

    names = subject.reading.get("names", ())
    source: Any = opened[0] if len(opened) == 1 else opened
    if len(names) == len(opened):
        source = dict(zip(names, opened, strict=True))
    return read_histories(source, **keywords)


def _differences(
    subject: Subject,
    read: Callable[..., Any],
    differences: Callable[[Subject, Any], tuple[str, ...]],
    overriding: Mapping[str, Any],
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
    if "algorithms" not in overriding:
        try:
            return differences(subject, read(algorithms=list(subject.algorithms))), ()
        except InputError:
            pass
    if refusal is not None:
        raise refusal
    return texts, ()
