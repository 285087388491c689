"""Checks for names of rows that are not data sets, and of columns that are not
algorithms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np

from cddiagram._util import FloatArray
from cddiagram._util.lazy import lazy_pattern
from cddiagram.data.reading import measures, qualifiers, run_names, vocabulary
from cddiagram.text import (
    Complaint,
    Name,
    Option,
    Phrase,
    commas,
    inflect,
    listed,
    phrase,
)

#: At most this many row names are searched for measures of spread.
_MOST_ROWS = 5000
#: A message gives at most this many reasons.
_REASONS = 3
#: Messages about names of summaries give this reason.
_SUMMARY = "summarises the others"
#: Maps each kind of name to the option that excludes names of this kind.
_EXCLUDE = {
    "algorithm": "exclude",
    "data set": "exclude_datasets",
    "problem": "exclude_problems",
}
_SEPARATORS = lazy_pattern(r"[ \t_\-\u00a0\u2010-\u2015\u2212()\[\]]+")
_BETWEEN_DIGITS = lazy_pattern(r"(?<=\d)[ \t_\-\u00a0\u2010-\u2015\u2212]+(?=\d)")

#: The pattern for a factor in the title of a column, as in "error (×10⁻³)".
_FACTOR = lazy_pattern(
    r"[×x*]\s*10\s*(?:\^|\*\*|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]|\{)", flags=re.IGNORECASE
)

Place = Callable[[str], str]


def doubtful_rows(labels: Sequence[str]) -> dict[str, str]:
    """Return the names of rows that do not look like data sets, with reasons."""
    if measures.are_measures(labels):
        return dict.fromkeys(labels, "is a measure")
    if qualifiers.are_parts_of_data(labels):
        return dict.fromkeys(labels, "denotes a part of the data")
    reasons = {label: _SUMMARY for label in labels if vocabulary.summarises(label)}
    if len(labels) > 2 and vocabulary.summarises_at_end(labels[-1]):
        reasons[labels[-1]] = _SUMMARY
    for place, reason in qualifiers.second_quantities(labels).items():
        reasons.setdefault(labels[place], reason)
    for place, (centre, sure) in vocabulary.spreads(labels[:_MOST_ROWS]).items():
        if sure:
            reasons.setdefault(
                labels[place], f"contains a measure of spread for '{labels[centre]}'"
            )
    return reasons


def doubtful_columns(
    titles: Sequence[str], values: Callable[[int], FloatArray]
) -> dict[str, str]:
    """Return the names of columns that do not look like algorithms, with reasons.

    Parameters
    ----------
    titles : sequence of str
        The names of the columns.
    values : callable
        A function that returns the numbers in a column. Some names are suspicious only
        if the column contains certain numbers.
    """
    if measures.are_measures(titles):
        return dict.fromkeys(titles, "is a measure")
    if qualifiers.are_parts_of_data(titles):
        return dict.fromkeys(titles, "denotes a part of the data")
    reasons = {title: _SUMMARY for title in titles if vocabulary.summarises(title)}
    for title in filter(vocabulary.describes, titles):
        reasons[title] = "describes the data sets"
    for title in filter(vocabulary.is_yardstick, titles):
        reasons[title] = "is a bound for other columns or compares them"
    for place, (centre, sure) in vocabulary.spreads(titles).items():
        if sure or _is_small(values(place), values(centre)):
            reasons[titles[place]] = (
                f"contains a measure of spread for '{titles[centre]}'"
            )
    for place, reason in qualifiers.second_quantities(titles, values).items():
        reasons.setdefault(titles[place], reason)
    for place, (reason, sure) in vocabulary.differences(titles).items():
        others = [values(other) for other in range(len(titles)) if other != place]
        if sure or _alone_negative(values(place), others):
            reasons.setdefault(titles[place], reason)
    scaled = list(filter(_FACTOR.search, titles))
    if len(scaled) < len(titles):
        reasons |= dict.fromkeys(
            scaled, "is scaled by a factor, unlike all other columns"
        )
    in_unit = list(filter(_has_unit, titles))
    if len(in_unit) < len(titles):
        for title in in_unit:
            reasons.setdefault(title, "has a unit, unlike all other columns")
    for place in vocabulary.p_values(titles):
        if _are_probabilities(values(place)):
            reasons.setdefault(titles[place], "contains p-values")
    return reasons


def _has_unit(title: str) -> bool:
    """Return whether a title ends with a unit in brackets.

    A single letter is not treated as a unit, because it can be part of a name, as in
    "YOLO (s)".
    """
    parts = measures.unit_in_brackets(title)
    return parts is not None and (len(parts[1]) > 1 or parts[1] == "%")


def _is_small(spread: FloatArray, of: FloatArray) -> bool:
    """Return whether numbers may be measures of spread for other numbers."""
    both = np.isfinite(spread) & np.isfinite(of)
    if not both.any() or (spread[both] < 0).any():
        return False
    smaller = spread[both] < 0.5 * np.abs(of[both])
    return bool(np.mean(smaller) > 0.5)


def _alone_negative(numbers: FloatArray, others: Sequence[FloatArray]) -> bool:
    """Return whether only this column contains negative numbers."""
    return bool((numbers < 0).any()) and not any((other < 0).any() for other in others)


def _are_probabilities(numbers: FloatArray) -> bool:
    """Return whether all numbers are between 0 and 1."""
    numbers = numbers[np.isfinite(numbers)]
    return numbers.size > 0 and bool(((numbers >= 0) & (numbers <= 1)).all())


def check_not_summaries(
    what: str, names: Sequence[str], kept: Collection[str], label: str
) -> None:
    """Raise an error if a name looks like a summary and is not in `kept`."""
    doubtful = doubtful_rows(names)
    for complaint in not_what(what, doubtful, kept, names, lambda name: label):
        raise complaint.error()


def not_what(
    what: str,
    found: Mapping[str, str],
    kept: Collection[str],
    names: Collection[str],
    place_of: Place,
) -> list[Complaint]:
    """Return a complaint about names that do not look like algorithms, data sets or
    problems.

    Parameters
    ----------
    what : {"algorithm", "data set", "problem"}
        The kind of the names, such as "algorithm".
    found : mapping of str to str
        The suspicious names, with reasons.
    kept : collection of str
        The names that the caller accepts.
    names : collection of str
        All names. Dropping names is recommended only if at least two names remain.
    place_of : callable
        A function that returns the location of a name.

    Returns
    -------
    list of Complaint
        A list with one complaint about all names, or an empty list.
    """
    by_reason: dict[str, list[str]] = {}
    for name, reason in found.items():
        if name not in kept:
            by_reason.setdefault(reason, []).append(name)
    doubtful = [name for members in by_reason.values() for name in members]
    if not doubtful:
        return []
    looks, it, it_is_one = f"do not look like {what}s", "them", f"they are {what}s"
    if len(doubtful) == 1:
        article = "an" if what == "algorithm" else "a"
        looks = f"does not look like {article} {what}"
        it, it_is_one = "it", f"it is one of the {what}s"
    because = _reasons(by_reason)
    text = Phrase(listed(doubtful), f" {looks}, because ", because)
    place = place_of(doubtful[0])
    keep = naming("keep", doubtful)
    if len(names) - len(doubtful) < 2:
        remedy = Phrase(f"Keep {it} with ", keep, f" if {it_is_one}")
    else:
        exclude = naming(_EXCLUDE[what], doubtful)
        remedy = Phrase(f"Drop {it} with ", exclude, f", or keep {it} with ", keep)
    return [Complaint(place, text, remedy)]


def _reasons(by_reason: Mapping[str, Sequence[str]]) -> Phrase:
    """Return the most important reasons why names are suspicious."""
    if len(by_reason) == 1:
        ((reason, members),) = by_reason.items()
        subject = inflect(len(members), "it", "each")
        return Phrase(f"{subject} {reason}")
    clauses = []
    for reason, members in list(by_reason.items())[:_REASONS]:
        clauses.append(Phrase(listed(members), f" {reason}"))
    return phrase("{} and {}", commas(clauses[:-1]), clauses[-1])


def naming(option: str, names: Sequence[str]) -> Option:
    """Return an option whose value is a list of names."""
    return Option(option, Name(names[0]) if len(names) == 1 else list(names))


def twins(
    what: str,
    names: Sequence[str],
    kept: Collection[str],
    place_of: Place,
    *,
    long: bool,
) -> list[Complaint]:
    """Return complaints about names that differ only in case and separators.

    In a `long` table, scores are usually missing for both spellings, so keeping both is
    not recommended.
    """
    joined_names = "\n".join(names)
    without_separators = _BETWEEN_DIGITS.sub("\0", joined_names.casefold())
    keys = _SEPARATORS.sub("", without_separators).split("\n")
    if len(keys) != len(names) or len(set(keys)) == len(keys):
        return []
    first: dict[str, str] = {}
    pairs = []
    for key, name in zip(keys, names, strict=True):
        other = first.setdefault(key, name)
        if other != name and not {name, other} <= set(kept):
            pairs.append((other, name))
    if not pairs:
        return []
    differ = " differ only in case, spaces, hyphens, underscores or brackets"
    text = Phrase(listed(pairs[0]), differ)
    remedy = Phrase(f"Use one spelling of the {what}")
    if not long:
        spellings = list(dict.fromkeys(name for pair in pairs for name in pair))
        keep = Option("keep", spellings)
        remedy = Phrase(remedy, ", or keep all spellings with ", keep)
    return [Complaint(place_of(pairs[0][1]), text, remedy)]


def runs_as_names(
    what: str,
    names: Sequence[str],
    kept: Collection[str],
    place_of: Place,
    otherwise: Option | None,
) -> list[Complaint]:
    """Return a complaint about names that denote folds, seeds or runs of the same
    algorithm or data set.

    Parameters
    ----------
    what : {"algorithm", "data set"}
        The kind of the names, such as "algorithm".
    names, kept, place_of
        The same parameters as in `not_what`.
    otherwise : Option, optional
        The option that is recommended if all names denote runs of the same algorithm or
        data set.
    """
    names = [name for name in names if name not in kept]
    runs = run_names.runs_by_stem(names)
    if runs:
        return [_certain_runs(what, names, runs, place_of, otherwise)]
    twins_of_pandas = run_names.renamed_twins(names)
    if what == "algorithm" and twins_of_pandas:
        return [_numbered_by_pandas(names, twins_of_pandas, place_of)]
    perhaps = run_names.perhaps_runs(names, joined=what == "algorithm")
    if not perhaps:
        return []
    members = next(iter(perhaps.values()))
    text = Phrase(
        listed(members, limit=3),
        f" may be runs of one {what}, but each is treated as one {what}",
    )
    average = Option("runs_in_names", True)
    remedy = Phrase("Average them with ", average, " if they are runs")
    if len(members) == len(names):
        remedy = Phrase(f"Provide scores for several {what}s if these are runs")
    return [Complaint(place_of(members[0]), text, remedy, rejects=False)]


def _certain_runs(
    what: str,
    names: Sequence[str],
    runs: Mapping[str, Sequence[str]],
    place_of: Place,
    otherwise: Option | None,
) -> Complaint:
    """Return the complaint about names that contain a word such as "run" or "fold"."""
    members = next(iter(runs.values()))
    text = Phrase(listed(members, limit=3), f" are runs of one {what}, not {what}s")
    remedy = Phrase("Average the runs with ", Option("runs_in_names", True))
    if len(members) == len(names):
        remedy = Phrase(f"Provide scores for several {what}s")
        if otherwise is not None:
            remedy = Phrase("Compare the folds of one data set with ", otherwise)
    every = [name for its in runs.values() for name in its]
    keep = naming("keep", every)
    remedy = Phrase(remedy, ", or keep them with ", keep)
    return Complaint(place_of(members[0]), text, remedy)


def _numbered_by_pandas(
    names: Sequence[str], twins_of_pandas: Mapping[str, str], place_of: Place
) -> Complaint:
    """Return the complaint about names to which pandas added a number."""
    in_order = [name for name in names if name in twins_of_pandas]
    name = in_order[0]
    text = Phrase(
        listed([twins_of_pandas[name], name]),
        " look like one name that occurred twice and was numbered by pandas",
    )
    exclude, keep = naming("exclude", in_order), naming("keep", in_order)
    remedy = Phrase("Drop the second column with ", exclude, ", or keep it with ", keep)
    return Complaint(place_of(name), text, remedy)


def tables_of_spreads(label: str, named: Sequence[tuple[str, str]]) -> list[Complaint]:
    """Return a warning if a name suggests that a table contains deviations or p-values."""
    for what, name in named:
        word = vocabulary.names_spreads(name)
        if word:
            suggests = "which suggests that the numbers are not scores"
            contains = f"' contains '{word}', {suggests}"
            text = Phrase(f"the {what} '", Name(name), contains)
            remedy = (
                "Provide the means or medians of the scores if the numbers are "
                "measures of spread or p-values"
            )
            return [Complaint(label, text, remedy, rejects=False)]
    return []


def matrix_of_pairs(
    label: str,
    algorithms: Sequence[str],
    datasets: Sequence[str],
    kept: Collection[str],
) -> list[Complaint]:
    """Return a complaint about a matrix of pairwise results, such as wins or p-values."""
    if set(algorithms) != set(datasets) or len(algorithms) < 2:
        return []
    if set(algorithms) <= set(kept):
        return []
    text = (
        "the rows and the columns have the same names, as in a matrix of pairwise "
        "results"
    )
    remedy = Phrase(
        "Compare a matrix of p-values with ",
        Option("compare_pvalues", typed="compare_pvalues in Python"),
        ", or keep the names with ",
        naming("keep", list(algorithms)),
    )
    return [Complaint(label, text, remedy)]
