"""Whether a figure was made from given scores: read as was recorded, each table looked
for in the files, and worded.

Names and a hash tell what differs.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import click

from cddiagram._util import as_record, read_input, source_names
from cddiagram.cli.options import READING, reading
from cddiagram.convergence.command import READING as HISTORIES_READING
from cddiagram.provenance import distributions_hash, fits, option_types
from cddiagram.text import InputError, Phrase, UsageError, joined, listed, phrase

if TYPE_CHECKING:
    from cddiagram.convergence import Histories
    from cddiagram.data import ScoreTable
    from cddiagram.provenance import Provenance, Subject

#: What is recorded of reading besides options -> its type.
_RECORDED = {
    "part": "str",
    "names": "Sequence[str]",
    "scores_at": "float",
    "area_scores": "bool",
}
#: Histories were read, and scores taken from them: at a cut-point, or areas.
_SLICES = {"scores_at", "area_scores"}

#: What was found of a table in a file: what differs, and what the figure leaves out.
Found = tuple[tuple[str, ...], tuple[str, ...]]


def hold_against(
    provenance: Provenance,
    file: str,
    values: dict[str, Any],
    given: Sequence[click.Option],
) -> tuple[bool, str]:
    """Return whether a figure was made from the files of ``--scores``, and the sentence
    that says so.

    They are read as was recorded; the options that stand on the command line (`given`)
    come first.
    """
    scores, subjects = values["scores"], provenance.subjects
    if not scores:
        raise UsageError(
            f"{given[0].opts[0]} controls how scores are read, but there are no scores. "
            "Add --scores SCORES."
        )
    histories = _check_subjects(subjects, file)
    if not histories and values["higher_is_better"] and values["lower_is_better"]:
        raise UsageError(
            "--lower-is-better and --higher-is-better exclude each other. Omit one."
        )
    members = HISTORIES_READING if histories else READING
    full = reading(values, members)
    overriding = _overriding(given, members, full)
    if not histories:
        _check_number(subjects, len(scores), values["split_column"])
    piped = read_input() if "-" in scores else b""  # once, for all tables

    def judge(number: int, *places: int) -> Found:
        subject = subjects[number]
        recorded = {
            name: value for name, value in subject.reading.items() if name in full
        }
        known = (
            {}
            if subject.higher_is_better is None
            else {"higher_is_better": subject.higher_is_better}
        )
        column = values["split_column"] or subject.reading.get("split_column")
        # A part of a file has its name; without a record, the title of the table was
        # the name.
        part = subject.reading.get("part", subject.title if len(subjects) > 1 else None)

        def read(**more: Any) -> Any:
            opened = [
                io.BytesIO(piped) if scores[place] == "-" else scores[place]
                for place in places
            ]
            keywords = recorded | known | overriding | more
            if histories:
                return _slice(_histories(opened, subject, keywords), subject)
            return _table(opened[0], subject, column, part, keywords)

        return _differences(subject, read, "algorithms" in overriding)

    unused: list[int] = []
    if histories:
        found = [
            judge(number, *_places(subject, scores, len(subjects)))
            for number, subject in enumerate(subjects)
        ]
    else:
        found, unused = match_files(
            [subject.sources for subject in subjects], scores, judge
        )
    names = ["standard input" if name == "-" else name for name in scores]
    reasons: list[str] = []
    for subject, (texts, _) in zip(subjects, found, strict=True):
        title = subject.title or ", ".join(subject.sources) or subject.sha256[:8]
        within = f"in '{title}', " if len(subjects) > 1 else ""
        reasons += [f"{within}{text!s}" for text in texts]
    reasons += [f"it contains nothing from {names[place]}" for place in unused]
    if reasons:
        different = joined(list(dict.fromkeys(reasons)))
        return False, f"{file} does not belong to {joined(names)}: {different}."
    extra = list(dict.fromkeys(str(text) for _, texts in found for text in texts))
    if extra:
        return True, f"{file} belongs to {joined(names)}, but omits {joined(extra)}."
    return True, f"{file} belongs to {joined(names)}."


def _check_subjects(subjects: Sequence[Subject], file: str) -> bool:
    """Return whether all subjects are histories; refuse those that no scores can be
    held against.

    What no option of reading can have been is refused as it would be on the command
    line.
    """
    from cddiagram.convergence import read_histories
    from cddiagram.data import read_score_tables, read_scores

    kinds = {
        "histories" if _SLICES & subject.reading.keys() else subject.kind
        for subject in subjects
    }
    elsewhere = sorted(kinds & {"average ranks", "p-values"})
    if not kinds or elsewhere:
        what = "no scores"
        if kinds:
            what = f"{elsewhere[0]} computed elsewhere"
        raise InputError(
            f"'{file}' was made from {what}, so there is nothing to compare. "
            "Omit --scores."
        )
    if "histories" in kinds and len(kinds) > 1:
        raise InputError(
            f"'{file}' was made from scores and from histories. Check each figure "
            "separately."
        )
    read = read_histories if "histories" in kinds else read_scores
    types = _RECORDED | option_types(read_score_tables) | option_types(read)
    for name, value in (
        item for subject in subjects for item in subject.reading.items()
    ):
        if name in types and not fits(value, types[name]):
            raise InputError(
                f"'{file}' records '{name}' = {value!r}, which is not a valid option. "
                "Use the file as saved."
            )
    return "histories" in kinds


def _overriding(
    given: Sequence[click.Option],
    members: Sequence[click.Option],
    full: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the options of reading that stand on the command line, as keywords."""
    names = {str(member.name) for member in members} | {
        "split_column",
        "higher_is_better",
    }
    for member in given:
        if member.name not in names:
            raise UsageError(
                f"{member.opts[0]} does not apply to this figure. Omit it."
            )
    changed = {
        "higher_is_better" if m.name == "lower_is_better" else str(m.name)
        for m in given
    } - {"split_column"}
    return {name: full[name] for name in sorted(changed)}


def _check_number(subjects: Sequence[Subject], count: int, column: str | None) -> None:
    """Refuse more files than tables, and several where one was divided."""
    one = len({subject.sources for subject in subjects}) == 1 and all(
        "split_column" in s.reading for s in subjects
    )
    if count > 1 and (column is not None or one):
        raise UsageError(
            "the tables come from one file, divided by a column. Pass --scores once."
        )
    if count > len(subjects):
        remedy = "the figure was made from one table. Pass --scores once."
        if len(subjects) > 1:
            remedy = (
                f"the figure was made from {len(subjects)} tables. Pass --scores once, "
                "or once for each table."
            )
        raise UsageError(remedy)


def _table(
    source: str | io.BytesIO,
    subject: Subject,
    column: str | None,
    part: str | None,
    keywords: dict[str, Any],
) -> ScoreTable:
    """Read one table; of a file that holds several, the one of that name, or the one
    that fits.
    """
    from cddiagram.data import read_score_tables, read_scores

    if subject.kind == "folds":
        from cddiagram.data import read_folds

        return read_folds(source, **keywords)[0]
    if column is None:
        return read_scores(source, **keywords)
    tables = read_score_tables(source, split_column=column, **keywords)
    if part is None:
        fitting = (
            table for table in tables.values() if not table_differences(subject, table)
        )
        return next(fitting, next(iter(tables.values())))
    if part not in tables:
        raise InputError(
            f"there is no '{part}' in the column '{column}', which contains ",
            listed(tables),
            ".",
        )
    return tables[part]


def _places(subject: Subject, scores: Sequence[str], count: int) -> Sequence[int]:
    """Choose the files of histories by their names, in their order; all files where
    that does not work.
    """
    every, bases = range(len(scores)), list(source_names(scores))
    own = [
        place
        for name in dict.fromkeys(subject.sources)
        for place in every
        if bases[place] == name
    ]
    if (
        not own
        or not set(subject.sources) <= set(bases)
        or (count == 1 and len(own) < len(every))
    ):
        return every
    return own


def _histories(
    opened: Sequence[str | io.BytesIO], subject: Subject, keywords: dict[str, Any]
) -> Histories:
    from cddiagram.convergence import read_histories

    names = subject.reading.get("names", ())
    source: Any = opened[0] if len(opened) == 1 else opened
    if len(names) == len(opened):
        source = dict(zip(names, opened, strict=True))
    return read_histories(source, **keywords)


def _slice(histories: Histories, subject: Subject) -> Histories | ScoreTable:
    """Return the histories, or what a figure took from them."""
    if "scores_at" in subject.reading:
        return histories.scores_at(float(subject.reading["scores_at"]))
    return histories.area_scores() if "area_scores" in subject.reading else histories


def _differences(subject: Subject, read: Callable[..., Any], chosen: bool) -> Found:
    """Read everything, then only the algorithms of the figure: gaps and others' data
    sets may matter no more.
    """
    differences = (
        histories_differences if subject.kind == "histories" else table_differences
    )
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
            return differences(subject, read(algorithms=list(subject.algorithms))), ()
        except InputError:
            pass
    if refusal is not None:
        raise refusal
    return texts, ()


def match_files(
    sources: Sequence[tuple[str, ...]],
    names: Sequence[str],
    judge: Callable[[int, int], Found],
) -> tuple[list[Found], list[int]]:
    """Look for each table in the files, and for each file whether a table is in it.

    Each table is first looked for in the file of the name that was recorded
    (`sources`), then in that of its own place, then in the others; most files are read
    once. `judge` holds the table of a number against the file at a place. A table that
    is in none is said to differ from the first of these that holds no other. Returned
    is what was found of each table, and the files that hold nothing, where no table can
    be said to differ from them. What `judge` raises of a file that is needed is raised.
    """

    @cache
    def outcome(number: int, place: int) -> Found | InputError:
        try:
            return judge(number, place)
        except InputError as error:
            return error

    def known(number: int, place: int) -> Found:
        found = outcome(number, place)
        if isinstance(found, InputError):
            raise found
        return found

    def fits(number: int, place: int) -> bool:
        found = outcome(number, place)
        return not isinstance(found, InputError) and not found[0]

    tables, places, bases = (
        range(len(sources)),
        range(len(names)),
        list(map(os.path.basename, names)),
    )

    def unlikely(number: int, place: int) -> tuple[bool, bool]:
        return bases[place] not in sources[number], number != place

    held: dict[int, int] = {}
    for number in tables:
        likely = sorted(places, key=lambda place: unlikely(number, place))
        if (
            home := next((place for place in likely if fits(number, place)), None)
        ) is not None:
            held[number] = home
    homes = tuple(held)
    idle = [
        p
        for p in places
        if p not in held.values() and not any(fits(number, p) for number in tables)
    ]
    for number in (number for number in tables if number not in homes):
        held[number] = min(idle or places, key=lambda place: unlikely(number, place))
        idle = [place for place in idle if place != held[number]]
    unused = []
    for place in idle:
        number = min(homes, key=lambda number: unlikely(number, place))
        known(number, place)  # perhaps the file cannot be read
        if len(places) == len(tables) or bases[place] in sources[number]:
            held[number] = place
        else:
            unused.append(place)
    return [known(number, held[number]) for number in tables], unused


def table_differences(subject: Subject, table: ScoreTable) -> tuple[str, ...]:
    """Say what differs between a table and the scores that a figure was made from; it
    may hold more than the figure.
    """
    missing = _missing(subject, table.algorithms, table.datasets, "data set")
    if missing:
        return missing
    part = table.select(subject.algorithms)
    if subject.kind == "distributions":
        columns = dict(zip(part.algorithms, part.scores.T.tolist(), strict=True))
        return (
            ()
            if distributions_hash(columns) == subject.sha256
            else _count_or_values(subject, part.n)
        )
    if subject.datasets is not None:
        part = part.exclude_datasets(
            [name for name in part.datasets if name not in subject.datasets]
        )
    if part.sha256 == subject.sha256:
        return ()
    if (
        replace(part, higher_is_better=not part.higher_is_better).sha256
        == subject.sha256
    ):
        return (_direction(subject, "scores"),)
    return _count_or_values(subject, part.n)


def histories_differences(subject: Subject, histories: Histories) -> tuple[str, ...]:
    """Say what differs between histories and those that a figure was made from; they
    may hold more than the figure.
    """
    missing = _missing(subject, histories.algorithms, histories.problems, "problem")
    if missing:
        return missing
    part = histories.select(subject.algorithms)
    if subject.datasets is not None:
        places = [part.problems.index(name) for name in subject.datasets]
        optimum = (
            None
            if part.optimum is None
            else tuple(part.optimum[place] for place in places)
        )
        part = replace(
            part,
            values=part.values[:, places],
            problems=subject.datasets,
            optimum=optimum,
        )
    if part.sha256 == subject.sha256:
        return ()
    made = subject.decisions
    if "cut_points" in made and list(part.cut_points) != as_record(made["cut_points"]):
        return ("the cut-points differ (set them with --cut-points and --budget)",)
    if part.unit != made.get("unit", part.unit):
        return (
            f"the cut-points are in {part.unit}, but in the figure in {made['unit']}",
        )
    if part.higher_is_better != subject.higher_is_better:
        return (_direction(subject, "values"),)
    if (part.optimum is not None) != made.get("optimum", part.optimum is not None):
        return (
            f"the figure was made {'with' if made['optimum'] else 'without'} optima "
            "(set one with --optimum)",
        )
    return _count_or_values(subject, part.n)


def left_out(
    subject: Subject, algorithms: Iterable[str], datasets: Iterable[str]
) -> tuple[str, ...]:
    """Name what was read and is not in the figure."""
    inside = (subject.algorithms, subject.datasets)
    return tuple(
        text for text, _ in _beyond("data set", (algorithms, datasets), inside)
    )


def _missing(
    subject: Subject, algorithms: tuple[str, ...], datasets: tuple[str, ...], row: str
) -> tuple[str, ...]:
    found = _beyond(
        row, (subject.algorithms, subject.datasets or ()), (algorithms, datasets)
    )
    missing = []
    for text, count in found:
        verb = "is" if count == 1 else "are"
        missing.append(phrase("{} {} missing", text, verb))
    return tuple(missing)


def _beyond(
    row: str, names: Sequence[Iterable[str]], known: Sequence[Sequence[str] | None]
) -> Iterator[tuple[str, int]]:
    """Word which algorithms and rows are not among those that are known, and say how
    many.
    """
    for what, these, those in zip(("algorithm", row), names, known, strict=True):
        if those is not None and (
            extra := [name for name in these if name not in those]
        ):
            plural = "s" if len(extra) > 1 else ""
            yield Phrase(f"the {what}{plural} ", listed(extra)), len(extra)


def _direction(subject: Subject, what: str) -> str:
    direction = "higher" if subject.higher_is_better else "lower"
    return f"the figure was made with {direction} {what} as better"


def _count_or_values(subject: Subject, n: int) -> tuple[str, ...]:
    if n != subject.n:
        return (f"the figure was made from {subject.n} data sets, not {n}",)
    what = "values" if subject.kind == "histories" else "scores"
    return (f"the {what} differ from the figure",)
