"""Check whether a figure was created from particular scores.

The scores are read with the recorded options, and the matching file is determined for
each table of the figure. Differences are determined from the names and a hash.
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

#: The record may also contain these values, which are not options of the readers. Each
#: value is mapped to its type.
_RECORDED = {
    "part": "str",
    "names": "Sequence[str]",
    "scores_at": "float",
    "area_scores": "bool",
}
#: If the scores were derived from histories, the record contains one of these values.
#: The first denotes scores at a cut-point, and the second denotes areas under the
#: curves.
_SLICES = {"scores_at", "area_scores"}

#: A check returns two tuples: the differences between a table and a file, and the parts
#: of the file that the figure omits.
Found = tuple[tuple[str, ...], tuple[str, ...]]


def hold_against(
    provenance: Provenance,
    file: str,
    values: dict[str, Any],
    given: Sequence[click.Option],
) -> tuple[bool, str]:
    """Return whether a figure was created from the files in ``--scores``.

    Also return a sentence that reports the result. The files are read with the recorded
    options. Options on the command line (`given`) take precedence.
    """
    scores, subjects = values["scores"], provenance.subjects
    if not scores:
        raise UsageError(
            f"{given[0].opts[0]} controls how scores are read, but no scores were "
            "specified. Add --scores SCORES."
        )
    histories = _check_subjects(subjects, file)
    if not histories and values["higher_is_better"] and values["lower_is_better"]:
        raise UsageError(
            "--lower-is-better and --higher-is-better cannot be combined. Omit one of "
            "them."
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
    """Return whether a figure was created from the files, and state the reasons."""
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
    """A check of the subjects of a figure, with the options for reading the files."""

    subjects: Sequence[Subject]
    scores: Sequence[str]
    histories: bool
    options: Mapping[str, Any]  #: The values of all options for reading.
    # The options that were specified on the command line.
    overriding: Mapping[str, Any]
    split_column: str | None
    piped: bytes  #: The contents of standard input, which can be read only once.

    def judge(self, number: int, *places: int) -> Found:
        """Compare a subject with the files at these positions."""
        subject = self.subjects[number]

        def read(**more: Any) -> Histories | ScoreTable:
            return self._read(subject, places, more)

        return _differences(subject, read, "algorithms" in self.overriding)

    def _read(
        self, subject: Subject, places: Sequence[int], more: Mapping[str, Any]
    ) -> Histories | ScoreTable:
        """Read files with the recorded options of a subject and additional options."""
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
        # If the record does not specify a part of the file, the title is used as the
        # name of the part.
        title = subject.title if len(self.subjects) > 1 else None
        part = subject.reading.get("part", title)
        return _table(opened[0], subject, column, part, keywords)


def _check_subjects(subjects: Sequence[Subject], file: str) -> bool:
    """Return True if all subjects are histories, and False if all subjects are scores.

    Raise an error if subjects cannot be compared with scores, or if a recorded value is
    not a valid option of the reader.
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
            f"'{file}' was created from {what}, which cannot be compared with scores. "
            "Omit --scores."
        )
    if "histories" in kinds and len(kinds) > 1:
        raise InputError(
            f"'{file}' was created from both scores and histories. Check each figure "
            "separately."
        )
    reader = read_histories if "histories" in kinds else read_scores
    types = _RECORDED | option_types(read_score_tables) | option_types(reader)
    for subject in subjects:
        for name, value in subject.reading.items():
            if name in types and not fits(value, types[name]):
                raise InputError(
                    f"'{file}' records the option '{name}' as {value!r}, which is not "
                    "valid. Use the original file that cddiagram saved."
                )
    return "histories" in kinds


def _overriding(
    given: Sequence[click.Option],
    members: Sequence[click.Option],
    full: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the reader options on the command line as keyword arguments."""
    names = {str(member.name) for member in members}
    names |= {"split_column", "higher_is_better"}
    keywords = {}
    for member in given:
        name = str(member.name)
        if name not in names:
            raise UsageError(
                f"{member.opts[0]} does not apply to this figure. Omit this option."
            )
        if name == "lower_is_better":
            name = "higher_is_better"
        if name != "split_column":
            keywords[name] = full[name]
    return dict(sorted(keywords.items()))


def _check_number(subjects: Sequence[Subject], count: int, column: str | None) -> None:
    """Raise an error if there are too many files.

    There must not be more files than tables, and only one file if the tables are parts
    of one file.
    """
    of_one_file = len({subject.sources for subject in subjects}) == 1
    divided = all("split_column" in subject.reading for subject in subjects)
    if count > 1 and (column is not None or (of_one_file and divided)):
        raise UsageError(
            "the tables are parts of one file that was divided by a column. Pass "
            "--scores once."
        )
    if count > len(subjects):
        remedy = "the figure was created from one table. Pass --scores once."
        if len(subjects) > 1:
            remedy = (
                f"the figure was created from {len(subjects)} tables. Pass --scores "
                "once, or once for each table."
            )
        raise UsageError(remedy)


def _table(
    source: str | io.BytesIO,
    subject: Subject,
    column: str | None,
    part: str | None,
    keywords: dict[str, Any],
) -> ScoreTable:
    """Read the table for a subject.

    If a file contains several tables, the table with the name `part` is returned. If
    `part` is None, the first table that matches the subject is returned.
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
    """Return the positions of the files that contain the histories of a subject.

    If the recorded names do not determine the files, all positions are returned.
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
    """Return the histories, or the scores that a figure derived from histories."""
    if "scores_at" in subject.reading:
        return histories.scores_at(float(subject.reading["scores_at"]))
    if "area_scores" in subject.reading:
        return histories.area_scores()
    return histories


def _differences(subject: Subject, read: Callable[..., Any], chosen: bool) -> Found:
    """Compare a subject with a file.

    If they differ, the file is read again with only the algorithms of the subject.
    Missing scores and additional data sets of other algorithms do not affect this
    second comparison.
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
    """Find the file that matches each table, and the files without a matching table.

    Each table is first compared with the file that has the recorded name (`sources`),
    then with the file at the same position, and then with all other files. Most files
    are read only once.

    Parameters
    ----------
    sources : sequence of tuple of str
        The recorded file names for each table.
    names : sequence of str
        The names of the specified files.
    judge : callable
        A function that compares a table with a file. Its arguments are the indices of
        the table and of the file.

    Returns
    -------
    results : list
        The result for each table. If no file matches a table, the table is compared
        with the first file without a matching table.
    unused : list of int
        The indices of the files that neither match a table nor belong to a result in
        `results`.

    Raises
    ------
    InputError
        If a required file cannot be read.
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
        result(number, place)  # raises the error of the reader, if any
        if len(places) == len(tables) or bases[place] in sources[number]:
            place_of[number] = place
        else:
            unused.append(place)
    return [result(number, place_of[number]) for number in tables], unused


def table_differences(subject: Subject, table: ScoreTable) -> tuple[str, ...]:
    """Describe the differences between a table and the scores in a figure.

    The table may contain additional algorithms and data sets.
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
    """Describe the differences between histories and the histories in a figure.

    The histories may contain additional algorithms and problems.
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
        return ("the cut-points differ (specify --cut-points and --budget)",)
    if part.unit != record.get("unit", part.unit):
        return (
            f"the unit of the cut-points is {part.unit}, but the figure uses "
            f"{record['unit']}",
        )
    if part.higher_is_better != subject.higher_is_better:
        return (_direction(subject, "values"),)
    has_optimum = part.optimum is not None
    if has_optimum != record.get("optimum", has_optimum):
        with_optima = "with" if record["optimum"] else "without"
        return (f"the figure was created {with_optima} optima (specify --optimum)",)
    return _count_or_values(subject, part.n)


def _part_of_histories(histories: Histories, problems: tuple[str, ...]) -> Histories:
    """Return the histories for the specified problems."""
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
    """Describe the algorithms and data sets that are not in the figure."""
    names = _beyond("algorithm", algorithms, subject.algorithms)
    if subject.datasets is not None:
        names += _beyond("data set", datasets, subject.datasets)
    return tuple(text for text, _ in names)


def _missing(
    subject: Subject, algorithms: tuple[str, ...], datasets: tuple[str, ...], row: str
) -> tuple[str, ...]:
    """Describe the algorithms and rows that are in the figure but were not read."""
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
    """Return a description and the number of the unknown names.

    The list is empty if all names are known.
    """
    extra = [name for name in names if name not in known]
    if not extra:
        return []
    plural = inflect(len(extra), "", "s")
    return [(Phrase(f"the {what}{plural} ", listed(extra)), len(extra))]


def _direction(subject: Subject, what: str) -> str:
    direction = better_direction(bool(subject.higher_is_better))
    return f"in the figure, {direction} {what} are better"


def _count_or_values(subject: Subject, n: int) -> tuple[str, ...]:
    if n != subject.n:
        return (f"the figure was created from {subject.n} data sets, not {n}",)
    what = "values" if subject.kind == "histories" else "scores"
    return (f"the {what} differ from those in the figure",)
