"""What differs between a figure and scores, as far as names and a hash can tell, and which file holds which table."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from cddiagram._util.records import as_record
from cddiagram.errors import InputError, listed
from cddiagram.provenance.subjects import distributions_hash

if TYPE_CHECKING:
    from cddiagram.convergence.histories import Histories
    from cddiagram.data.table import ScoreTable
    from cddiagram.provenance.model import Subject

#: What was found of a table in a file: what differs, and what the figure leaves out.
Found = tuple[tuple[str, ...], tuple[str, ...]]


def match_files(
    sources: Sequence[tuple[str, ...]], names: Sequence[str], judge: Callable[[int, int], Found]
) -> tuple[list[Found], list[int]]:
    """Look for each table in the files, and for each file whether a table is in it.

    Each table is first looked for in the file of the name that was recorded (`sources`), then in that of its own place,
    then in the others; most files are read once. `judge` holds the table of a number against the file at a place. A
    table that is in none is said to differ from the first of these that holds no other. Returned is what was found of
    each table, and the files that hold nothing, where no table can be said to differ from them. What `judge` raises of
    a file that is needed is raised.
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

    def named(number: int, place: int) -> bool:
        return os.path.basename(names[place]) in sources[number]

    def unlikely(number: int, place: int) -> tuple[bool, bool]:
        return not named(number, place), number != place

    tables, places = range(len(sources)), range(len(names))
    held: dict[int, int] = {}
    for number in tables:
        likely = sorted(places, key=lambda place: unlikely(number, place))
        home = next((place for place in likely if fits(number, place)), None)
        if home is not None:
            held[number] = home
    homes = tuple(held)
    idle = [p for p in places if p not in held.values() and not any(fits(number, p) for number in tables)]
    for number in (number for number in tables if number not in homes):
        held[number] = min(idle or places, key=lambda place: unlikely(number, place))
        idle = [place for place in idle if place != held[number]]
    unused = []
    for place in idle:
        number = min(homes, key=lambda number: unlikely(number, place))
        known(number, place)  # perhaps the file cannot be read
        if len(places) == len(tables) or named(number, place):
            held[number] = place
        else:
            unused.append(place)
    return [known(number, held[number]) for number in tables], unused


def table_differences(subject: Subject, table: ScoreTable) -> tuple[str, ...]:
    """Say what differs between a table and the scores that a figure was made from; it may hold more than the figure.

    >>> import cddiagram as cd
    >>> table = cd.load_example("demsar2006-table6")
    >>> (subject,) = cd.plot_cd(cd.compare(table)).provenance.subjects
    >>> table_differences(subject, table)
    ()
    >>> table_differences(subject, table.exclude("C4.5"))
    ("the algorithm 'C4.5' is missing",)
    """
    missing = _missing(subject, table.algorithms, table.datasets, "data set")
    if missing:
        return missing
    part = table.select(subject.algorithms)
    if subject.kind == "distributions":
        columns = dict(zip(part.algorithms, part.scores.T.tolist(), strict=True))
        return () if distributions_hash(columns) == subject.sha256 else _count_or_values(subject, part.n)
    if subject.datasets is not None:
        rows = [part.datasets.index(name) for name in subject.datasets]
        part = replace(part, scores=part.scores[rows], datasets=subject.datasets)
    if part.sha256 == subject.sha256:
        return ()
    if replace(part, higher_is_better=not part.higher_is_better).sha256 == subject.sha256:
        return (_direction(subject, "scores"),)
    return _count_or_values(subject, part.n)


def histories_differences(subject: Subject, histories: Histories) -> tuple[str, ...]:
    """Say what differs between histories and those that a figure was made from; they may hold more than the figure."""
    missing = _missing(subject, histories.algorithms, histories.problems, "problem")
    if missing:
        return missing
    part = histories.select(subject.algorithms)
    if subject.datasets is not None:
        places = [part.problems.index(name) for name in subject.datasets]
        optimum = None if part.optimum is None else tuple(part.optimum[place] for place in places)
        part = replace(part, values=part.values[:, places], problems=subject.datasets, optimum=optimum)
    if part.sha256 == subject.sha256:
        return ()
    made = subject.decisions
    if "cut_points" in made and list(part.cut_points) != as_record(made["cut_points"]):
        return ("the cut-points are others (--cut-points and --budget set them)",)
    if part.unit != made.get("unit", part.unit):
        return (f"the cut-points count {part.unit}, those of the figure {made['unit']}",)
    if part.higher_is_better != subject.higher_is_better:
        return (_direction(subject, "values"),)
    if (part.optimum is not None) != made.get("optimum", part.optimum is not None):
        return (f"the figure was made {'with' if made['optimum'] else 'without'} optima (--optimum gives one)",)
    return _count_or_values(subject, part.n)


def left_out(subject: Subject, algorithms: Iterable[str], datasets: Iterable[str]) -> tuple[str, ...]:
    """Name what was read and is not in the figure.

    >>> from cddiagram.provenance import Subject
    >>> subject = Subject(kind="scores", sha256="", n=2, k=2, algorithms=("A", "B"), datasets=("iris", "wine"))
    >>> left_out(subject, ["A", "B", "C"], ["wine", "iris"])
    ("the algorithm 'C'",)
    """
    known = (subject.algorithms, subject.datasets)
    return tuple(
        _named(what, extra)
        for what, names, inside in zip(("algorithm", "data set"), (algorithms, datasets), known, strict=True)
        if inside is not None and (extra := [name for name in names if name not in inside])
    )


def _missing(subject: Subject, algorithms: tuple[str, ...], datasets: tuple[str, ...], row: str) -> tuple[str, ...]:
    wanted = (("algorithm", subject.algorithms, algorithms), (row, subject.datasets or (), datasets))
    found = [(what, [name for name in names if name not in there]) for what, names, there in wanted]
    return tuple(
        f"{_named(what, names)} {'is' if len(names) == 1 else 'are'} missing" for what, names in found if names
    )


def _named(what: str, names: list[str]) -> str:
    return f"the {what}{'s' * (len(names) > 1)} {listed(names)}"


def _direction(subject: Subject, what: str) -> str:
    return f"the figure was made with {'higher' if subject.higher_is_better else 'lower'} {what} as the better ones"


def _count_or_values(subject: Subject, n: int) -> tuple[str, ...]:
    if n != subject.n:
        return (f"the figure was made from {subject.n} data sets, not {n}",)
    return (f"the {'values' if subject.kind == 'histories' else 'scores'} are not those of the figure",)
