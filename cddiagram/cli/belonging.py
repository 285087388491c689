"""Check whether a figure was made from given scores.

The scores are read as recorded, and each table is searched for in the files. Names and a
hash show what differs.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import click

from cddiagram._util import as_record, read_input, source_names
from cddiagram.cli.options import READING, reading
from cddiagram.cli.stderr import label_of
from cddiagram.convergence.command import READING as HISTORIES_READING
from cddiagram.provenance import distributions_hash, fits, option_types
from cddiagram.text import (
    InputError,
    Phrase,
    UsageError,
    better_direction,
    inflect,
    joined,
    listed,
    phrase,
)

if TYPE_CHECKING:
    from cddiagram.convergence import Histories
    from cddiagram.data import ScoreTable
    from cddiagram.provenance import Provenance, Subject

#: Record about reading that is not an option -> its type.
_RECORDED = {
    "part": "str",
    "names": "Sequence[str]",
    "scores_at": "float",
    "area_scores": "bool",
}
#: The records of scores that were derived from histories: at a cut-point, or as areas.
_SLICES = {"scores_at", "area_scores"}

#: The differences between a table and a file, and the parts of the file that the figure
#: omits.
Found = tuple[tuple[str, ...], tuple[str, ...]]


def hold_against(
    provenance: Provenance,
    file: str,
    values: dict[str, Any],
    given: Sequence[click.Option],
) -> tuple[bool, str]:
    """Return whether a figure was made from the files of ``--scores``, and a sentence
    about it.

    The files are read as recorded; the options on the command line (`given`) take
    precedence.
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
    options = reading(values, members)
    overriding = _overriding(given, members, options)
    if not histories:
        _check_number(subjects, len(scores), values["split_column"])
    piped = b""
    if "-" in scores:
        piped = read_input()
    check = _Check(
        subjects=subjects,
        scores=scores,
        histories=histories,
        options=options,
        overriding=overriding,
        split_column=values["split_column"],
        piped=piped,
    )
    results: list[Found] = []
    unused: list[int] = []
    if histories:
        for number, subject in enumerate(subjects):
            places = _places(subject, scores, len(subjects))
            results.append(check.judge(number, *places))
    else:
        sources = [subject.sources for subject in subjects]
        results, unused = match_files(sources, scores, check.judge)
    return _verdict(file, scores, subjects, results, unused)


def _verdict(
    file: str,
    scores: Sequence[str],
    subjects: Sequence[Subject],
    results: Sequence[Found],
    unused: Sequence[int],
) -> tuple[bool, str]:
    """Return whether a figure belongs to the files, and a sentence with the reasons."""
    names = [label_of(source) for source in scores]
    reasons: list[str] = []
    for subject, (texts, _) in zip(subjects, results, strict=True):
        title = subject.title or ", ".join(subject.sources) or subject.sha256[:8]
        within = ""
        if len(subjects) > 1:
            within = f"in '{title}', "
        reasons += [f"{within}{text!s}" for text in texts]
    reasons += [f"it contains nothing from {names[place]}" for place in unused]
    if reasons:
        different = joined(list(dict.fromkeys(reasons)))
        return False, f"{file} does not belong to {joined(names)}: {different}."
    extra = list(dict.fromkeys(str(text) for _, texts in results for text in texts))
    if extra:
        return True, f"{file} belongs to {joined(names)}, but omits {joined(extra)}."
    return True, f"{file} belongs to {joined(names)}."


@dataclass(frozen=True, kw_only=True)
class _Check:
    """The subjects of a figure, and how the files are read to compare them."""

    subjects: Sequence[Subject]
    scores: Sequence[str]
    histories: bool
    options: Mapping[str, Any]  #: All options for reading, by keyword.
    overriding: Mapping[str, Any]  #: The options on the command line.
    split_column: str | None
    piped: bytes  #: Standard input, which can only be read once.

    def judge(self, number: int, *places: int) -> Found:
        """Compare a subject with the files at some places."""
        subject = self.subjects[number]

        def read(**more: Any) -> Histories | ScoreTable:
            return self._read(subject, places, more)

        return _differences(subject, read, "algorithms" in self.overriding)

    def _read(
        self, subject: Subject, places: Sequence[int], more: Mapping[str, Any]
    ) -> Histories | ScoreTable:
        """Read files as recorded for a subject, with some other options."""
        opened: list[str | io.BytesIO] = []
        for place in places:
            source = self.scores[place]
            opened.append(io.BytesIO(self.piped) if source == "-" else source)
        keywords: dict[str, Any] = {
            name: value
            for name, value in subject.reading.items()
            if name in self.options
        }
        if subject.higher_is_better is not None:
            keywords["higher_is_better"] = subject.higher_is_better
        keywords = {**keywords, **self.overriding, **more}
        if self.histories:
            return _slice(_histories(opened, subject, keywords), subject)
        column = self.split_column or subject.reading.get("split_column")
        # If the title is not recorded, it was the name of the part.
        title = subject.title if len(self.subjects) > 1 else None
        part = subject.reading.get("part", title)
        return _table(opened[0], subject, column, part, keywords)


def _check_subjects(subjects: Sequence[Subject], file: str) -> bool:
    """Return whether all subjects are histories.

    Raises an error for subjects that cannot be compared with scores, and for records
    that are not valid options of reading.
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
    reader = read_histories if "histories" in kinds else read_scores
    types = _RECORDED | option_types(read_score_tables) | option_types(reader)
    for subject in subjects:
        for name, value in subject.reading.items():
            if name in types and not fits(value, types[name]):
                raise InputError(
                    f"'{file}' records '{name}' = {value!r}, which is not a valid "
                    "option. Use the file as saved."
                )
    return "histories" in kinds


def _overriding(
    given: Sequence[click.Option],
    members: Sequence[click.Option],
    full: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the options of reading on the command line, as keywords."""
    names = {str(member.name) for member in members}
    names |= {"split_column", "higher_is_better"}
    keywords = {}
    for member in given:
        name = str(member.name)
        if name not in names:
            raise UsageError(
                f"{member.opts[0]} does not apply to this figure. Omit it."
            )
        if name == "lower_is_better":
            name = "higher_is_better"
        if name != "split_column":
            keywords[name] = full[name]
    return dict(sorted(keywords.items()))


def _check_number(subjects: Sequence[Subject], count: int, column: str | None) -> None:
    """Raise an error for more files than tables, and for several files if one file was
    divided.
    """
    of_one_file = len({subject.sources for subject in subjects}) == 1
    divided = all("split_column" in subject.reading for subject in subjects)
    if count > 1 and (column is not None or (of_one_file and divided)):
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
    """Read one table.

    From a file with several tables, read the table of a name, or the first that fits.
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
            f"'{part}' does not occur in the column '{column}', which contains ",
            listed(tables),
            ".",
        )
    return tables[part]


def _places(subject: Subject, scores: Sequence[str], count: int) -> Sequence[int]:
    """Return the places of the files of histories, by their names; all if names do not
    determine them.
    """
    every = range(len(scores))
    bases = list(source_names(scores))
    own: list[int] = []
    for name in dict.fromkeys(subject.sources):
        own += [place for place in every if bases[place] == name]
    complete = set(subject.sources) <= set(bases)
    only_some = count == 1 and len(own) < len(every)
    if own and complete and not only_some:
        return own
    return every


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
    """Return the histories, or the scores that a figure took from them."""
    if "scores_at" in subject.reading:
        return histories.scores_at(float(subject.reading["scores_at"]))
    if "area_scores" in subject.reading:
        return histories.area_scores()
    return histories


def _differences(subject: Subject, read: Callable[..., Any], chosen: bool) -> Found:
    """Compare a subject with a file, and then with only its own algorithms of the file.

    Gaps and the data sets of other algorithms do not matter in the second comparison.
    """
    differences: Callable[[Subject, Any], tuple[str, ...]] = table_differences
    if subject.kind == "histories":
        differences = histories_differences
    error: InputError | None = None
    texts: tuple[str, ...] = ()
    try:
        data = read()
        texts = differences(subject, data)
        if not texts:
            rows = data.problems if subject.kind == "histories" else data.datasets
            return (), left_out(subject, data.algorithms, rows)
    except InputError as caught:
        error = caught
    if not chosen:
        try:
            return differences(subject, read(algorithms=list(subject.algorithms))), ()
        except InputError:
            pass
    if error is not None:
        raise error
    return texts, ()


def match_files(
    sources: Sequence[tuple[str, ...]],
    names: Sequence[str],
    judge: Callable[[int, int], Found],
) -> tuple[list[Found], list[int]]:
    """Find the file of each table, and the files without a table.

    Each table is first compared with the file of the recorded name (`sources`), then
    with the file at its own place, then with the others. Most files are read once.

    Parameters
    ----------
    sources : sequence of tuple of str
        The recorded names of the files of each table.
    names : sequence of str
        The names of the files.
    judge : callable
        Compares the table of a number with the file at a place.

    Returns
    -------
    results : list
        The result for each table. A table that is in no file differs from the first
        file without a table.
    unused : list of int
        The places of files without a table, unless a table differs from them.

    Raises
    ------
    InputError
        If a file that is needed cannot be read.
    """

    @cache
    def outcome(number: int, place: int) -> Found | InputError:
        try:
            return judge(number, place)
        except InputError as error:
            return error

    def result(number: int, place: int) -> Found:
        value = outcome(number, place)
        if isinstance(value, InputError):
            raise value
        return value

    def fits(number: int, place: int) -> bool:
        value = outcome(number, place)
        return not isinstance(value, InputError) and not value[0]

    bases = list(map(os.path.basename, names))

    def unlikely(number: int, place: int) -> tuple[bool, bool]:
        return bases[place] not in sources[number], number != place

    tables = range(len(sources))
    places = range(len(names))
    place_of: dict[int, int] = {}
    for number in tables:
        for place in sorted(places, key=lambda place: unlikely(number, place)):
            if fits(number, place):
                place_of[number] = place
                break
    fitting = tuple(place_of)
    idle = []
    for place in places:
        if place in place_of.values():
            continue
        if not any(fits(number, place) for number in tables):
            idle.append(place)
    for number in tables:
        if number not in fitting:
            candidates = idle or places
            place_of[number] = min(
                candidates, key=lambda place: unlikely(number, place)
            )
            idle = [place for place in idle if place != place_of[number]]
    unused = []
    for place in idle:
        number = min(fitting, key=lambda number: unlikely(number, place))
        result(number, place)  # raises an error if the file cannot be read
        if len(places) == len(tables) or bases[place] in sources[number]:
            place_of[number] = place
        else:
            unused.append(place)
    return [result(number, place_of[number]) for number in tables], unused


def table_differences(subject: Subject, table: ScoreTable) -> tuple[str, ...]:
    """Return the differences between a table and the scores of a figure.

    The table may contain more than the figure.
    """
    missing = _missing(subject, table.algorithms, table.datasets, "data set")
    if missing:
        return missing
    part = table.select(subject.algorithms)
    if subject.kind == "distributions":
        columns = dict(zip(part.algorithms, part.scores.T.tolist(), strict=True))
        if distributions_hash(columns) == subject.sha256:
            return ()
        return _count_or_values(subject, part.n)
    if subject.datasets is not None:
        others = [name for name in part.datasets if name not in subject.datasets]
        part = part.exclude_datasets(others)
    if part.sha256 == subject.sha256:
        return ()
    opposite = replace(part, higher_is_better=not part.higher_is_better)
    if opposite.sha256 == subject.sha256:
        return (_direction(subject, "scores"),)
    return _count_or_values(subject, part.n)


def histories_differences(subject: Subject, histories: Histories) -> tuple[str, ...]:
    """Return the differences between histories and the histories of a figure.

    The histories may contain more than the figure.
    """
    missing = _missing(subject, histories.algorithms, histories.problems, "problem")
    if missing:
        return missing
    part = histories.select(subject.algorithms)
    if subject.datasets is not None:
        part = _part_of_histories(part, subject.datasets)
    if part.sha256 == subject.sha256:
        return ()
    record = subject.decisions
    cut_points = list(part.cut_points)
    if as_record(record.get("cut_points", cut_points)) != cut_points:
        return ("the cut-points differ (set them with --cut-points and --budget)",)
    if part.unit != record.get("unit", part.unit):
        return (
            f"the cut-points are in {part.unit}, but in the figure in {record['unit']}",
        )
    if part.higher_is_better != subject.higher_is_better:
        return (_direction(subject, "values"),)
    has_optimum = part.optimum is not None
    if has_optimum != record.get("optimum", has_optimum):
        with_optima = "with" if record["optimum"] else "without"
        return (f"the figure was made {with_optima} optima (set one with --optimum)",)
    return _count_or_values(subject, part.n)


def _part_of_histories(histories: Histories, problems: tuple[str, ...]) -> Histories:
    """Return histories on some problems."""
    places = [histories.problems.index(name) for name in problems]
    optimum = histories.optimum
    if optimum is not None:
        optimum = tuple(optimum[place] for place in places)
    run_counts = histories.run_counts
    if run_counts is not None:
        run_counts = run_counts[:, places]
    return replace(
        histories,
        values=histories.values[:, places],
        problems=problems,
        optimum=optimum,
        run_counts=run_counts,
        run_quartiles=None,
    )


def left_out(
    subject: Subject, algorithms: Iterable[str], datasets: Iterable[str]
) -> tuple[str, ...]:
    """Return the algorithms and data sets that were read but are not in the figure."""
    names = _beyond("algorithm", algorithms, subject.algorithms)
    if subject.datasets is not None:
        names += _beyond("data set", datasets, subject.datasets)
    return tuple(text for text, _ in names)


def _missing(
    subject: Subject, algorithms: tuple[str, ...], datasets: tuple[str, ...], row: str
) -> tuple[str, ...]:
    """Return the algorithms and rows of a figure that were not read."""
    names = _beyond("algorithm", subject.algorithms, algorithms)
    names += _beyond(row, subject.datasets or (), datasets)
    missing = []
    for text, count in names:
        verb = inflect(count, "is", "are")
        missing.append(phrase("{} {} missing", text, verb))
    return tuple(missing)


def _beyond(
    what: str, names: Iterable[str], known: Sequence[str]
) -> list[tuple[str, int]]:
    """Word the names that are not among the known names, with their number, if any."""
    extra = [name for name in names if name not in known]
    if not extra:
        return []
    plural = inflect(len(extra), "", "s")
    return [(Phrase(f"the {what}{plural} ", listed(extra)), len(extra))]


def _direction(subject: Subject, what: str) -> str:
    direction = better_direction(bool(subject.higher_is_better))
    return f"the figure was made with {direction} {what} as better"


def _count_or_values(subject: Subject, n: int) -> tuple[str, ...]:
    if n != subject.n:
        return (f"the figure was made from {subject.n} data sets, not {n}",)
    what = "values" if subject.kind == "histories" else "scores"
    return (f"the {what} differ from the figure",)
