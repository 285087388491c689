"""Rows that are not data sets and columns that are not algorithms, by their names."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np

from cddiagram._util import FloatArray
from cddiagram.data.reading import measures, qualifiers, run_names, vocabulary
from cddiagram.text import (
    Complaint,
    Name,
    Option,
    Phrase,
    commas,
    listed,
    phrase,
)

#: So many names of rows are looked at for spreads of others.
_MOST_ROWS = 5000
#: How many different reasons a message gives.
_REASONS = 3
#: Why a name of a summary is doubtful.
_SUMMARY = "summarises the others"
#: What a name has to be, with the option that leaves names of this kind out.
_EXCLUDE = {
    "algorithm": "exclude",
    "data set": "exclude_datasets",
    "problem": "exclude_problems",
}
_SEPARATORS = re.compile(r"[ \t_\-\u00a0\u2010-\u2015\u2212()\[\]]+")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[ \t_\-\u00a0\u2010-\u2015\u2212]+(?=\d)")

#: A factor in the title of a column: "error (×10⁻³)".
_FACTOR = re.compile(r"[×x*]\s*10\s*(?:\^|\*\*|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]|\{)", flags=re.IGNORECASE)

Place = Callable[[str], str]


def doubtful_rows(labels: Sequence[str]) -> dict[str, str]:
    """Return the names of rows that are not data sets by their names, each with a
    reason.
    """
    if measures.are_measures(labels):
        return dict.fromkeys(labels, "is a measure")
    if qualifiers.are_parts_of_data(labels):
        return dict.fromkeys(labels, "is a part of the data")
    found = {label: _SUMMARY for label in labels if vocabulary.summarises(label)}
    if len(labels) > 2 and vocabulary.summarises_at_end(labels[-1]):
        found[labels[-1]] = _SUMMARY
    for place, reason in qualifiers.second_quantities(labels).items():
        found.setdefault(labels[place], reason)
    for place, (of, sure) in vocabulary.spreads(labels[:_MOST_ROWS]).items():
        if sure:
            found.setdefault(labels[place], f"is the spread of '{labels[of]}'")
    return found


def doubtful_columns(
    titles: Sequence[str], values: Callable[[int], FloatArray]
) -> dict[str, str]:
    """Return the columns that are not algorithms by their names, each with a reason.

    Parameters
    ----------
    titles : sequence of str
        The names of the columns.
    values : callable
        Returns the numbers of a column by its place; some names only count with small
        numbers.
    """
    if measures.are_measures(titles):
        return dict.fromkeys(titles, "is a measure")
    if qualifiers.are_parts_of_data(titles):
        return dict.fromkeys(titles, "is a part of the data")
    found = {title: _SUMMARY for title in titles if vocabulary.summarises(title)}
    found |= {t: "describes the data sets" for t in titles if vocabulary.describes(t)}
    found |= {
        t: "is a bound on the others or compares them"
        for t in titles
        if vocabulary.is_yardstick(t)
    }
    for place, (of, sure) in vocabulary.spreads(titles).items():
        if sure or _is_small(values(place), values(of)):
            found[titles[place]] = f"is the spread of '{titles[of]}'"
    for place, reason in qualifiers.second_quantities(titles, values).items():
        found.setdefault(titles[place], reason)
    for place, (reason, sure) in vocabulary.differences(titles).items():
        others = [values(other) for other in range(len(titles)) if other != place]
        if sure or _alone_negative(values(place), others):
            found.setdefault(titles[place], reason)
    scaled = [title for title in titles if _FACTOR.search(title)]
    if len(scaled) < len(titles):
        found |= dict.fromkeys(scaled, "is scaled by a factor, unlike the others")
    in_unit = [title for title in titles if _has_unit(title)]
    if len(in_unit) < len(titles):
        for title in in_unit:
            found.setdefault(title, "has a unit, unlike the others")
    for place in vocabulary.p_values(titles):
        if _are_probabilities(values(place)):
            found.setdefault(titles[place], "contains p-values")
    return found


def _has_unit(title: str) -> bool:
    """Whether a title ends with a unit in brackets that is no letter: "YOLO (s)" is the
    small one.
    """
    divided = measures.unit_in_brackets(title)
    return divided is not None and (len(divided[1]) > 1 or divided[1] == "%")


def _is_small(spread: FloatArray, of: FloatArray) -> bool:
    """Whether numbers may be spreads of others: none below zero, and most far
    smaller.
    """
    both = np.isfinite(spread) & np.isfinite(of)
    if not both.any() or (spread[both] < 0).any():
        return False
    smaller = spread[both] < 0.5 * np.abs(of[both])
    return bool(np.mean(smaller) > 0.5)


def _alone_negative(numbers: FloatArray, others: Sequence[FloatArray]) -> bool:
    """Whether numbers are partly negative, and no others are."""
    return bool((numbers < 0).any()) and not any((other < 0).any() for other in others)


def _are_probabilities(numbers: FloatArray) -> bool:
    numbers = numbers[np.isfinite(numbers)]
    return bool(numbers.size) and bool(((numbers >= 0) & (numbers <= 1)).all())


def refuse_doubtful(
    what: str, names: Sequence[str], kept: Collection[str], label: str
) -> None:
    """Refuse the first of some names that looks like a summary, unless it is `kept`."""
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
    """Complain about names that are not algorithms, data sets or problems.

    Parameters
    ----------
    what : {"algorithm", "data set", "problem"}
        What the names would be taken for.
    found : mapping of str to str
        The names, each with the reason.
    kept : collection of str
        Names that the caller vouches for.
    names : collection of str
        All names, to see whether any are left.
    place_of : callable
        Returns the place of a name.

    Returns
    -------
    list of Complaint
        One complaint about all of them, or none.
    """
    reasons: dict[str, list[str]] = {}
    for name, reason in found.items():
        if name not in kept:
            reasons.setdefault(reason, []).append(name)
    doubtful = [name for members in reasons.values() for name in members]
    if not doubtful:
        return []
    one = len(doubtful) == 1
    looks = f"does not look like {'an' if what[0] == 'a' else 'a'} {what}"
    if not one:
        looks = f"do not look like {what}s"
    text = Phrase(listed(doubtful), f" {looks} because ", _reasons_of(reasons))
    keep = naming("keep", doubtful)
    it = "it" if one else "them"
    if len(names) - len(doubtful) < 2:
        return [
            Complaint(
                place_of(doubtful[0]),
                text,
                Phrase(f"Keep {it} with ", keep, f" if {it_is(one)} {what}s"),
            )
        ]
    exclude = naming(_EXCLUDE[what], doubtful)
    remedy = Phrase(f"Drop {it} with ", exclude, f", or keep {it} with ", keep)
    return [Complaint(place_of(doubtful[0]), text, remedy)]


def it_is(one: bool) -> str:
    """Return the subject and the verb of a clause about one name or several."""
    return "it is one of the" if one else "they are"


def _reasons_of(reasons: Mapping[str, Sequence[str]]) -> Phrase:
    """Say why names are doubtful, for the first few reasons."""
    first, members = next(iter(reasons.items()))
    if len(reasons) == 1:
        return Phrase(f"{'it' if len(members) == 1 else 'each'} {first}")
    clauses = [
        Phrase(listed(its), f" {reason}")
        for reason, its in list(reasons.items())[:_REASONS]
    ]
    return phrase("{} and {}", commas(clauses[:-1]), clauses[-1])


def naming(option: str, names: Sequence[str]) -> Option:
    """Return an option with names as its value."""
    return Option(option, Name(names[0]) if len(names) == 1 else list(names))


def twins(
    what: str,
    names: Sequence[str],
    kept: Collection[str],
    place_of: Place,
    *,
    long: bool,
) -> list[Complaint]:
    """Complain about names that are equal but for case, spaces, hyphens, underscores
    and brackets.

    In a `long` table both spellings lack scores as a rule, so that keeping them would
    not help.
    """
    joined_names = "\n".join(names)
    folded = _BETWEEN_DIGITS.sub("\0", joined_names.casefold())
    keys = _SEPARATORS.sub("", folded).split("\n")
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
    text = Phrase(
        listed(pairs[0]),
        " differ only in case, spaces, hyphens, underscores or brackets",
    )
    every = list(dict.fromkeys(name for pair in pairs for name in pair))
    remedy = Phrase(f"Use one spelling of the {what}")
    if not long:
        remedy = Phrase(remedy, ", or keep all spellings with ", Option("keep", every))
    return [Complaint(place_of(pairs[0][1]), text, remedy)]


def runs_as_names(
    what: str,
    names: Sequence[str],
    kept: Collection[str],
    place_of: Place,
    otherwise: Option | None,
) -> list[Complaint]:
    """Complain about names that are folds, seeds or runs of the names in front of their
    numbers.

    Parameters
    ----------
    what : {"algorithm", "data set"}
        What the names would be taken for.
    names, kept, place_of
        As for `not_what`.
    otherwise : Option, optional
        What compares the runs if all names are runs of one thing.
    """
    names = [name for name in names if name not in kept]
    found = run_names.runs_by_stem(names)
    average = Option("runs_in_names", True)
    if found:
        members = next(iter(found.values()))
        all_of_one = len(found) == 1 and len(members) == len(names)
        text = Phrase(listed(members, limit=3), f" are runs of one {what}, not {what}s")
        every = [name for its in found.values() for name in its]
        remedy = Phrase("Average the runs with ", average)
        if all_of_one and otherwise is not None:
            remedy = Phrase("Compare the folds of one data set with ", otherwise)
        elif all_of_one:
            remedy = Phrase(f"Give the scores of several {what}s")
        keep = naming("keep", every)
        return [
            Complaint(
                place_of(members[0]), text, Phrase(remedy, ", or keep them with ", keep)
            )
        ]
    twins_of_pandas = run_names.renamed_twins(names)
    if what == "algorithm" and twins_of_pandas:
        name, head = next(
            iter(sorted(twins_of_pandas.items(), key=lambda pair: names.index(pair[0])))
        )
        text = Phrase(
            listed([head, name]),
            " look like one name that appears twice and was numbered by pandas",
        )
        remedy = Phrase(
            "Drop the second one with ",
            naming("exclude", sorted(twins_of_pandas, key=names.index)),
            ", or keep it with ",
        )
        return [
            Complaint(
                place_of(name),
                text,
                Phrase(
                    remedy, naming("keep", sorted(twins_of_pandas, key=names.index))
                ),
            )
        ]
    perhaps = run_names.perhaps_runs(names, joined=what == "algorithm")
    if perhaps:
        members = next(iter(perhaps.values()))
        text = Phrase(
            listed(members, limit=3),
            f" may be runs of one {what}, but each is treated as one {what}",
        )
        remedy = Phrase("Average them with ", average, " if they are runs")
        if len(members) == len(names):
            remedy = Phrase(f"Give the scores of several {what}s if they are runs")
        return [Complaint(place_of(members[0]), text, remedy, rejects=False)]
    return []


def tables_of_spreads(label: str, named: Sequence[tuple[str, str]]) -> list[Complaint]:
    """Warn of a table whose file, sheet or score column states that it holds deviations
    or p-values.
    """
    for what, name in named:
        word = vocabulary.names_spreads(name)
        if word:
            text = Phrase(
                f"the {what} '",
                Name(name),
                f"' contains '{word}', which suggests that the numbers are not scores",
            )
            remedy = (
                "Give the means or medians of the scores if the numbers are spreads or "
                "p-values"
            )
            return [Complaint(label, text, remedy, rejects=False)]
    return []


def matrix_of_pairs(
    label: str,
    algorithms: Sequence[str],
    datasets: Sequence[str],
    kept: Collection[str],
) -> list[Complaint]:
    """Complain about a table whose rows and columns have the same names: wins,
    p-values, ...
    """
    if (
        set(algorithms) != set(datasets)
        or len(algorithms) < 2
        or set(algorithms) <= set(kept)
    ):
        return []
    text = (
        "the rows and the columns have the same names, as in a matrix of pairwise "
        "results"
    )
    pairs = Option("compare_pvalues", typed="compare_pvalues in Python")
    remedy = Phrase(
        "Compare a matrix of p-values with ",
        pairs,
        ", or keep the names with ",
        naming("keep", list(algorithms)),
    )
    return [Complaint(label, text, remedy)]
