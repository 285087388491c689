"""Names that consist of an owner and a qualifier: "SVM acc", "train_RF", "SVM 97.5%",
"iris (f1)".

Several names of one owner hold several quantities of it: measures, parts of the data,
bounds of an interval, or ranks. Only one of these quantities can be compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from cddiagram._util import FloatArray
from cddiagram.data.reading.measures import DIRECTIONS, unit_in_brackets
from cddiagram.data.reading.splitting import word_set
from cddiagram.data.reading.vocabulary import parts_of

_PARTS_OF_DATA = word_set(
    """train training trn tra test testing tst val valid validation dev holdout oof insample
    outofsample"""
)
_STATISTICS = word_set("mean avg average median best worst last final std stdev sd iqr")
_QUANTILE = re.compile(r"[qp]\d{1,2}")
_COUNTS = word_set("n nruns count num runs")
_LOWER_BOUNDS = word_set("lo low lower min minimum lb lcl cilow cilower")
_UPPER_BOUNDS = word_set("hi high upper max maximum ub ucl ucl cihigh ciupper")
_PERCENT = re.compile(
    r"(?P<owner>.*?)[\s_(\[]*(?P<share>\d{1,2}(?:[.,]\d+)?)\s*%[)\]]?"
)
#: Measures whose names also belong to algorithms: gradient descent, masked
#: autoencoders, ...
_AMBIGUOUS = word_set("gd map mae loss error energy memory cost distance gap time")
#: How many times larger numbers of another size are.
_SIZES = 3.0
#: The statistic, or the part of the data, that is compared if there are several.
_MAIN = (
    "mean",
    "avg",
    "average",
    "median",
    "test",
    "testing",
    "tst",
    "val",
    "valid",
    "validation",
)


@dataclass(frozen=True)
class Qualified:
    """A name with its owner and its qualifier; `kind` is what the qualifier is."""

    place: int
    owner: tuple[str, ...]
    qualifier: str
    kind: str


def qualified(names: Sequence[str]) -> list[Qualified]:
    """Return every way in which names consist of an owner and a qualifier."""
    found = []
    for place, name in enumerate(names):
        share = _PERCENT.fullmatch(name)
        if share and share["owner"]:
            found.append(
                Qualified(
                    place, parts_of(share["owner"]), f"{share['share']}%", "bound"
                )
            )
            continue
        in_unit = unit_in_brackets(name)
        if in_unit and parts_of(in_unit[0]):
            found.append(Qualified(place, parts_of(in_unit[0]), in_unit[1], "measure"))
            continue
        parts = parts_of(name)
        if len(parts) > 2 and parts[-1].isdigit() and parts[-2] in DIRECTIONS:
            measure = f"{parts[-2]}@{parts[-1]}"
            found.append(Qualified(place, parts[:-2], measure, "measure"))
        elif len(parts) > 1:
            for word, owner in ((parts[-1], parts[:-1]), (parts[0], parts[1:])):
                kind = _kind_of(word)
                if kind:
                    found.append(Qualified(place, owner, word, kind))
    return _with_letters(found, names)


def _with_letters(known: list[Qualified], names: Sequence[str]) -> list[Qualified]:
    """Add P and R as precision and recall of owners that have an F1 as well."""
    owners = {one.owner for one in known if one.qualifier in ("f1", "f")}
    every = [parts_of(name) for name in names]
    owners |= {
        parts[:-1]
        for parts in every
        if parts[-1:] == ("p",) and (*parts[:-1], "r") in every
    }
    letters = []
    for place, name in enumerate(names):
        parts = parts_of(name)
        if len(parts) > 1 and parts[-1] in ("p", "r") and parts[:-1] in owners:
            letters.append(Qualified(place, parts[:-1], parts[-1], "measure"))
    return sorted([*known, *letters], key=lambda one: one.place)


def _kind_of(word: str) -> str:
    if word in ("rank", "ranks", "rk"):
        return "rank"
    if word in DIRECTIONS:
        return "measure"
    if word in _PARTS_OF_DATA:
        return "part"
    if word in _STATISTICS or _QUANTILE.fullmatch(word):
        return "statistic"
    if word in _COUNTS:
        return "count"
    return "bound" if word in _LOWER_BOUNDS | _UPPER_BOUNDS else ""


def second_quantities(
    names: Sequence[str], values: Callable[[int], FloatArray] | None = None
) -> dict[int, str]:
    """Find the names that hold a second quantity of their owners, each with a reason.

    Parameters
    ----------
    names : sequence of str
        Names of columns, or of rows.
    values : callable, optional
        Returns the numbers of a column by its place. Bounds are only looked for with
        it.

    Returns
    -------
    dict of int to str
        Place of each name to leave out -> reason.
    """
    known = qualified(names)
    measured = [one for one in known if one.kind in ("measure", "rank")]
    found = _of_several(measured, names, "measure")
    found |= _of_several(
        [one for one in known if one.kind == "part"], names, "part of the data"
    )
    found |= _of_several(
        [one for one in known if one.kind == "statistic"], names, "statistic"
    )
    if values is not None:
        found |= _beside_owner(known, names, values)
        found |= _of_another_size(names, values)
        found |= _bounds(known, values)
    return found


def _of_several(
    known: Iterable[Qualified], names: Sequence[str], what: str
) -> dict[int, str]:
    """Find the second quantities of owners that have several, if all owners share
    one.
    """
    for at_end in (True, False):
        owners: dict[tuple[str, ...], dict[str, int]] = {}
        for one in known:
            parts = parts_of(names[one.place])
            if (parts[: len(one.owner)] == one.owner) == at_end:
                owners.setdefault(one.owner, {})[one.qualifier] = one.place
        first = next(iter(next(iter(owners.values()), {})), "")
        main = next(
            (part for part in _MAIN if all(part in its for its in owners.values())),
            first,
        )
        several = all(len(its) > 1 and main in its for its in owners.values())
        if len(owners) > 1 and several:
            chosen = next(iter(owners.values()))[main]
            found = {}
            for its in owners.values():
                for qualifier, place in its.items():
                    if qualifier != main:
                        found[place] = (
                            f"contains '{qualifier}', a different {what} from "
                            f"'{names[chosen]}'"
                        )
            return dict(sorted(found.items()))
    return {}


def _beside_owner(
    known: Iterable[Qualified],
    names: Sequence[str],
    values: Callable[[int], FloatArray],
) -> dict[int, str]:
    """Find the second quantities of owners that have a column of their own."""
    plain = {parts_of(name): place for place, name in enumerate(names)}
    qualifiers = [
        one for one in known if one.owner in plain and plain[one.owner] != one.place
    ]
    found = {}
    for one in qualifiers:
        owner = names[plain[one.owner]]
        same = {other.owner for other in qualifiers if other.qualifier == one.qualifier}
        if one.kind == "rank":
            found[one.place] = f"contains the ranks of '{owner}'"
        elif one.kind == "count" and len(same) > 1:
            found[one.place] = f"contains a count of '{owner}'"
        elif one.kind == "part":
            found[one.place] = f"contains another part of the data of '{owner}'"
        elif one.kind == "measure" and (
            len(same) > 1 or not _is_ambiguous(one.qualifier)
        ):
            found[one.place] = (
                f"contains '{one.qualifier}' of '{owner}', another measure"
            )
        elif one.kind == "bound" and _is_bound(
            one, values(one.place), values(plain[one.owner])
        ):
            found[one.place] = f"is a bound of '{owner}'"
    return found


def _of_another_size(
    names: Sequence[str], values: Callable[[int], FloatArray]
) -> dict[int, str]:
    """Find second columns of all owners, with the same word behind, whose numbers have
    another size.

    >>> scores, times = np.array([0.7, 0.8]), np.array([12.0, 31.0])
    >>> _of_another_size(
    ...     ["A", "A_t", "B", "B_t"], [scores, times, scores, times].__getitem__
    ... )
    {1: "contains numbers of another size than 'A'", 3: "contains numbers of another size than 'B'"}
    """
    places = {parts_of(name): place for place, name in enumerate(names)}
    by_word: dict[str, dict[int, int]] = {}
    for parts, place in places.items():
        if len(parts) > 1 and parts[:-1] in places:
            by_word.setdefault(parts[-1], {})[place] = places[parts[:-1]]
    found = {}
    for owners in by_word.values():
        if len(owners) > 1 and all(
            _differ_in_size(values(own), values(of)) for own, of in owners.items()
        ):
            for place, owner in owners.items():
                found[place] = f"contains numbers of another size than '{names[owner]}'"
    return found


def _differ_in_size(first: FloatArray, second: FloatArray) -> bool:
    """Whether all numbers of one column are far larger than all of another."""
    first, second = (
        np.abs(first[np.isfinite(first)]),
        np.abs(second[np.isfinite(second)]),
    )
    if not first.size or not second.size:
        return False
    return bool(
        first.min() > _SIZES * second.max() or second.min() > _SIZES * first.max()
    )


def _is_ambiguous(qualifier: str) -> bool:
    """Whether a measure or a unit may as well belong to the name of an algorithm: "YOLO
    (s)" is the small one.
    """
    return qualifier in _AMBIGUOUS or len(qualifier) == 1


def _is_bound(one: Qualified, bound: FloatArray, centre: FloatArray) -> bool:
    """Whether all numbers lie on the side of the centre that the name states."""
    both = np.isfinite(bound) & np.isfinite(centre)
    if not both.any():
        return False
    below = bool((bound[both] <= centre[both]).all())
    above = bool((bound[both] >= centre[both]).all())
    if one.qualifier in _LOWER_BOUNDS:
        return below
    return above if one.qualifier in _UPPER_BOUNDS else below or above


def _bounds(
    known: Iterable[Qualified], values: Callable[[int], FloatArray]
) -> dict[int, str]:
    """Find pairs of a lower and an upper bound whose owners have no column of their
    own.
    """
    owners: dict[tuple[str, ...], list[Qualified]] = {}
    for one in known:
        if one.kind == "bound":
            owners.setdefault(one.owner, []).append(one)
    found = {}
    for its in owners.values():
        found.update(
            _quantiles([one for one in its if one.qualifier.endswith("%")], values)
        )
        lower = [one.place for one in its if one.qualifier in _LOWER_BOUNDS]
        upper = [one.place for one in its if one.qualifier in _UPPER_BOUNDS]
        for low, high in zip(lower, upper, strict=False):
            with np.errstate(invalid="ignore"):
                crossed = values(low) > values(high)
            if not crossed.any():
                found[low] = found[high] = "is a bound of an interval"
    return found


def _quantiles(
    its: Sequence[Qualified], values: Callable[[int], FloatArray]
) -> dict[int, str]:
    """Find the quantiles of one owner but its median: their numbers rise with their
    shares.
    """
    if len(its) < 2:
        return {}
    ordered = sorted(
        its, key=lambda one: float(one.qualifier.rstrip("%").replace(",", "."))
    )
    columns = [values(one.place) for one in ordered]
    with np.errstate(invalid="ignore"):
        if any((low > high).any() for low, high in pairwise(columns)):
            return {}
    return {
        one.place: "is a quantile"
        for one in ordered
        if float(one.qualifier.rstrip("%").replace(",", ".")) != 50
    }


def are_parts_of_data(names: Sequence[str]) -> bool:
    """Whether two or more names, all of them, are parts of the data: train, test,
    ...
    """
    joined = {"".join(parts_of(name)) for name in names}
    return len(joined) > 1 and joined <= _PARTS_OF_DATA
