"""Detection of names that consist of an owner and a qualifier.

Examples are "SVM acc", "train_RF", "SVM 97.5%" and "iris (f1)". If there are several
names with the same owner, the columns contain different quantities, such as measures,
parts of the data, bounds of an interval, or ranks. Only one of these quantities can be
compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from cddiagram._util import FloatArray
from cddiagram._util.lazy import lazy_pattern
from cddiagram.data.reading.measures import DIRECTIONS, unit_in_brackets
from cddiagram.data.reading.splitting import word_set
from cddiagram.data.reading.vocabulary import parts_of

_PARTS_OF_DATA = word_set(
    """train training trn tra test testing tst val valid validation dev holdout oof insample
    outofsample"""
)
_STATISTICS = word_set("mean avg average median best worst last final std stdev sd iqr")
_QUANTILE = lazy_pattern(r"[qp]\d{1,2}")
_COUNTS = word_set("n nruns count num runs")
_LOWER_BOUNDS = word_set("lo low lower min minimum lb lcl cilow cilower")
_UPPER_BOUNDS = word_set("hi high upper max maximum ub ucl ucl cihigh ciupper")
_PERCENT = lazy_pattern(
    r"(?P<owner>.*?)[\s_(\[]*(?P<share>\d{1,2}(?:[.,]\d+)?)\s*%[)\]]?"
)
#: The names of measures that may also be names of algorithms, such as "gd" (gradient
#: descent) and "mae" (masked autoencoder).
_AMBIGUOUS = word_set("gd map mae loss error energy memory cost distance gap time")
#: Numbers are considered to differ in magnitude if their ratio exceeds this limit.
_SIZES = 3.0
#: If there are several statistics or parts of the data, the first one in this order is
#: compared.
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

#: If an algorithm has several columns, qualifiers of these kinds distinguish them. Each
#: kind has a name that is used in messages.
_QUANTITIES = (
    (("measure", "rank"), "measure"),
    (("part",), "part of the data"),
    (("statistic",), "statistic"),
)


@dataclass(frozen=True)
class Qualified:
    """A name that consists of an owner and a qualifier.

    `kind` is "measure", "rank", "part", "statistic", "count" or "bound".
    """

    place: int
    owner: tuple[str, ...]
    qualifier: str
    kind: str


def qualified(names: Sequence[str]) -> list[Qualified]:
    """Return all possible owners and qualifiers of names."""
    readings: list[Qualified] = []
    for place, name in enumerate(names):
        share = _PERCENT.fullmatch(name)
        in_unit = unit_in_brackets(name)
        if share and share["owner"]:
            owner = parts_of(share["owner"])
            readings.append(Qualified(place, owner, f"{share['share']}%", "bound"))
        elif in_unit and parts_of(in_unit[0]):
            owner = parts_of(in_unit[0])
            readings.append(Qualified(place, owner, in_unit[1], "measure"))
        else:
            readings += _by_words(place, parts_of(name))
    return _with_letters(readings, names)


def _by_words(place: int, parts: tuple[str, ...]) -> Iterator[Qualified]:
    """Yield the readings of a name whose first or last word is a qualifier."""
    if len(parts) > 2 and parts[-1].isdigit() and parts[-2] in DIRECTIONS:
        yield Qualified(place, parts[:-2], f"{parts[-2]}@{parts[-1]}", "measure")
    elif len(parts) > 1:
        for word, owner in ((parts[-1], parts[:-1]), (parts[0], parts[1:])):
            kind = _kind_of(word)
            if kind:
                yield Qualified(place, owner, word, kind)


def _with_letters(readings: list[Qualified], names: Sequence[str]) -> list[Qualified]:
    """Add readings in which P and R denote precision and recall. The same owner must
    also have an F1 score or both.
    """
    owners = {one.owner for one in readings if one.qualifier in ("f1", "f")}
    parts_of_names = [parts_of(name) for name in names]
    for parts in parts_of_names:
        if parts[-1:] == ("p",) and (*parts[:-1], "r") in parts_of_names:
            owners.add(parts[:-1])
    letters = []
    for place, parts in enumerate(parts_of_names):
        if len(parts) > 1 and parts[-1] in ("p", "r") and parts[:-1] in owners:
            letters.append(Qualified(place, parts[:-1], parts[-1], "measure"))
    return sorted([*readings, *letters], key=lambda one: one.place)


def _kind_of(word: str) -> str:
    """Return the kind of a qualifier, or an empty string for other words."""
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
    if word in _LOWER_BOUNDS | _UPPER_BOUNDS:
        return "bound"
    return ""


def second_quantities(
    names: Sequence[str], values: Callable[[int], FloatArray] | None = None
) -> dict[int, str]:
    """Find columns that contain an additional quantity for their owners.

    Parameters
    ----------
    names : sequence of str
        The names of columns or rows.
    values : callable, optional
        A function that returns the numbers in a column. It is required to detect
        bounds.

    Returns
    -------
    dict of int to str
        The reason for excluding each such name, with the index of the name as the key.
    """
    readings = qualified(names)
    reasons: dict[int, str] = {}
    for kinds, what in _QUANTITIES:
        of_kind = [one for one in readings if one.kind in kinds]
        reasons |= _of_several(of_kind, names, what)
    if values is not None:
        reasons |= _next_to_owner(readings, names, values)
        reasons |= _of_another_size(names, values)
        reasons |= _bounds(readings, values)
    return reasons


def _of_several(
    readings: Sequence[Qualified], names: Sequence[str], what: str
) -> dict[int, str]:
    """Find second quantities if all owners have a quantity in common.

    Qualifiers at the end of the names are examined before qualifiers at the start.
    """
    for at_end in (True, False):
        owners: dict[tuple[str, ...], dict[str, int]] = {}
        for one in readings:
            parts = parts_of(names[one.place])
            if (parts[: len(one.owner)] == one.owner) == at_end:
                owners.setdefault(one.owner, {})[one.qualifier] = one.place
        if len(owners) < 2:
            continue
        quantities = list(owners.values())
        main = _main(quantities)
        if all(len(places) > 1 and main in places for places in quantities):
            main_name = names[quantities[0][main]]
            reasons = {}
            for places in quantities:
                for qualifier, place in places.items():
                    if qualifier != main:
                        reasons[place] = (
                            f"contains a different {what} ('{qualifier}') from "
                            f"'{main_name}'"
                        )
            return dict(sorted(reasons.items()))
    return {}


def _main(quantities: Sequence[Mapping[str, int]]) -> str:
    """Return the qualifier to compare. This is a preferred qualifier that all owners
    have, or otherwise the first qualifier.
    """
    for qualifier in _MAIN:
        if all(qualifier in places for places in quantities):
            return qualifier
    return next(iter(quantities[0]))


def _next_to_owner(
    readings: Iterable[Qualified],
    names: Sequence[str],
    values: Callable[[int], FloatArray],
) -> dict[int, str]:
    """Find second quantities of owners that also have a column without a qualifier."""
    places = {parts_of(name): place for place, name in enumerate(names)}
    qualifiers = []
    owners: dict[str, set[tuple[str, ...]]] = {}
    for one in readings:
        if places.get(one.owner, one.place) != one.place:
            qualifiers.append(one)
            owners.setdefault(one.qualifier, set()).add(one.owner)
    reasons = {}
    for one in qualifiers:
        own_place = places[one.owner]
        owner = names[own_place]
        shared = len(owners[one.qualifier]) > 1
        if one.kind == "rank":
            reasons[one.place] = f"contains the ranks of '{owner}'"
        elif one.kind == "count" and shared:
            reasons[one.place] = f"contains a count of '{owner}'"
        elif one.kind == "part":
            reasons[one.place] = (
                f"contains the results of '{owner}' on another part of the data"
            )
        elif one.kind == "measure" and (shared or not _is_ambiguous(one.qualifier)):
            measure = f"contains another measure of '{owner}', '{one.qualifier}'"
            reasons[one.place] = measure
        elif one.kind == "bound" and _is_bound(one, own_place, values):
            reasons[one.place] = f"is a bound for '{owner}'"
    return reasons


def _of_another_size(
    names: Sequence[str], values: Callable[[int], FloatArray]
) -> dict[int, str]:
    """Find second columns of all owners whose numbers have a different magnitude.

    The names of these columns consist of the name of the owner and a common word.

    >>> scores, times = np.array([0.7, 0.8]), np.array([12.0, 31.0])
    >>> columns = [scores, times, scores, times]
    >>> reasons = _of_another_size(["A", "A_t", "B", "B_t"], columns.__getitem__)
    >>> reasons[1], list(reasons)
    ("contains numbers of a different magnitude from 'A'", [1, 3])
    """
    places = {parts_of(name): place for place, name in enumerate(names)}
    by_word: dict[str, dict[int, int]] = {}
    for parts, place in places.items():
        if len(parts) > 1 and parts[:-1] in places:
            by_word.setdefault(parts[-1], {})[place] = places[parts[:-1]]
    reasons = {}
    for owners in by_word.values():
        if len(owners) < 2:
            continue
        pairs = ((values(place), values(owner)) for place, owner in owners.items())
        if all(_differ_in_size(second, first) for second, first in pairs):
            for place, owner in owners.items():
                reasons[place] = (
                    f"contains numbers of a different magnitude from '{names[owner]}'"
                )
    return reasons


def _differ_in_size(first: FloatArray, second: FloatArray) -> bool:
    """Return whether all numbers in one column are far larger than all numbers in
    another.
    """
    first = np.abs(first[np.isfinite(first)])
    second = np.abs(second[np.isfinite(second)])
    if not first.size or not second.size:
        return False
    larger = first.min() > _SIZES * second.max()
    smaller = second.min() > _SIZES * first.max()
    return bool(larger or smaller)


def _is_ambiguous(qualifier: str) -> bool:
    """Return whether a measure or a unit may also be part of a name, as in "YOLO (s)"."""
    return qualifier in _AMBIGUOUS or len(qualifier) == 1


def _is_bound(
    one: Qualified, own_place: int, values: Callable[[int], FloatArray]
) -> bool:
    """Return whether all numbers are on the side of the centre that the qualifier
    states.
    """
    bound, centre = values(one.place), values(own_place)
    both = np.isfinite(bound) & np.isfinite(centre)
    if not both.any():
        return False
    below = bool((bound[both] <= centre[both]).all())
    above = bool((bound[both] >= centre[both]).all())
    if one.qualifier in _LOWER_BOUNDS:
        return below
    if one.qualifier in _UPPER_BOUNDS:
        return above
    return below or above


def _bounds(
    readings: Iterable[Qualified], values: Callable[[int], FloatArray]
) -> dict[int, str]:
    """Find lower and upper bounds if their owners have no other columns."""
    owners: dict[tuple[str, ...], list[Qualified]] = {}
    for one in readings:
        if one.kind == "bound":
            owners.setdefault(one.owner, []).append(one)
    reasons = {}
    for bounds in owners.values():
        shares = [one for one in bounds if one.qualifier.endswith("%")]
        reasons.update(_quantiles(shares, values))
        lower = [one.place for one in bounds if one.qualifier in _LOWER_BOUNDS]
        upper = [one.place for one in bounds if one.qualifier in _UPPER_BOUNDS]
        for low, high in zip(lower, upper, strict=False):
            with np.errstate(invalid="ignore"):
                crossed = values(low) > values(high)
            if not crossed.any():
                reasons[low] = reasons[high] = "is a bound of an interval"
    return reasons


def _quantiles(
    shares: Sequence[Qualified], values: Callable[[int], FloatArray]
) -> dict[int, str]:
    """Find quantiles of an owner other than the median.

    The numbers must increase with the probabilities of the quantiles.
    """
    if len(shares) < 2:
        return {}
    ordered = sorted(shares, key=_share_of)
    columns = [values(one.place) for one in ordered]
    with np.errstate(invalid="ignore"):
        if any((low > high).any() for low, high in pairwise(columns)):
            return {}
    return {one.place: "is a quantile" for one in ordered if _share_of(one) != 50}


def _share_of(quantile: Qualified) -> float:
    """Return the probability of a quantile as a percentage."""
    return float(quantile.qualifier.rstrip("%").replace(",", "."))


def are_parts_of_data(names: Sequence[str]) -> bool:
    """Return whether all of two or more names are parts of the data, such as "train"
    and "test".
    """
    parts = {"".join(parts_of(name)) for name in names}
    return len(parts) > 1 and parts <= _PARTS_OF_DATA
