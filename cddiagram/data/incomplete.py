"""The six policies for missing scores, which are applied when scores are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from cddiagram._util import BoolArray, Exact, IntArray
from cddiagram.procedures import LIKE
from cddiagram.text import (
    InputError,
    Option,
    Phrase,
    choose_from,
    counted,
    inflect,
    listed,
    phrase,
)

#: Error messages about missing scores recommend these policies.
POLICIES = Phrase(
    "pass ",
    Option("missing", "drop"),
    " to exclude such data sets ('drop-algorithms', 'worst', 'like:NAME' and "
    "'available' keep them)",
)

#: If scores are missing for some folds, this remedy is recommended, because such scores
#: can be neither excluded nor imputed.
EVERY_FOLD = Phrase(
    "Add the missing score, or exclude the algorithm, because each algorithm must have "
    "a score on every fold"
)
#: A note lists at most this number of names.
_MOST_NAMES = 60


def settle(
    scores: Exact,
    gaps: BoolArray,
    missing: str,
    algorithms: Sequence[str],
    datasets: Sequence[str],
    higher_is_better: bool,
    *,
    holder: str,
) -> tuple[dict[str, Any], tuple[IntArray, ...]]:
    """Apply a policy to the missing scores in a table.

    If no scores are imputed, data sets with fewer than two scores are dropped, because
    they contain no information about any pair of algorithms.

    Parameters
    ----------
    scores : Exact
        The scores, of shape (n, k).
    gaps : array_like of bool
        An array of shape (n, k) in which True marks missing scores. All values may be
        False.
    missing : str
        The policy, as in `cddiagram.read_scores`.
    algorithms, datasets : sequence of str
        The names of columns and rows.
    higher_is_better : bool
        The direction of the scores.
    holder : str
        The table name for use in messages.

    Returns
    -------
    fields : dict
        The fields of the `ScoreTable`, with a note about missing scores.
    index : tuple of array
        An index that selects the remaining rows and columns.
    """
    if not gaps.any():
        missing = "error"  # no policy is required if no score is missing
    columns = np.arange(gaps.shape[1])
    # The index of the column from which each score is copied. A score that was not
    # imputed is copied from the column of its own algorithm. An imputed score is copied
    # from the column of another algorithm.
    sources = np.broadcast_to(columns, gaps.shape)
    inserts = _inserts(missing)
    if missing == "worst":
        substitutes = _worst_columns(scores, gaps, higher_is_better)
        sources = np.where(gaps, substitutes[:, np.newaxis], sources)
    elif inserts:
        name = missing.removeprefix(LIKE)
        baseline = _baseline(gaps, name, algorithms, datasets, holder)
        sources = np.where(gaps, baseline, sources)
    elif missing == "drop-algorithms":
        columns = np.flatnonzero(~gaps.any(axis=0))
    out = _dropped_rows(gaps, missing)
    rows = np.flatnonzero(~out)
    if min(len(rows), len(columns)) < 2:
        raise InputError(
            _too_few(gaps, missing, algorithms, len(rows), len(columns), holder)
        )

    values = np.take_along_axis(scores.values, sources, axis=1)
    if not inserts:
        values = np.where(gaps, np.nan, values)
    exact = scores.given and scores.given.each(
        lambda numbers: np.take_along_axis(numbers, sources, axis=1)
    )
    index = np.ix_(rows, columns)
    incomplete = gaps.any(axis=1) & ~out
    notes: tuple[str, ...] = ()
    if missing != "error":
        notes = (_note(gaps, missing, algorithms, datasets, out),)
    fields = {
        "scores": values[index],
        "whole": exact and exact.take(index),
        "algorithms": tuple(algorithms[j] for j in columns.tolist()),
        "datasets": tuple(datasets[i] for i in rows.tolist()),
        "dropped": tuple(_names_where(out, datasets)),
        "dropped_algorithms": tuple(
            name for j, name in enumerate(algorithms) if j not in columns
        ),
        "missing": missing,
        "filled": gaps[index] & inserts,
        "incomplete": tuple(_names_where(incomplete, datasets)),
        "notes": notes,
    }
    return fields, index


def _inserts(missing: str) -> bool:
    """Return whether a policy imputes scores."""
    return missing == "worst" or missing.startswith(LIKE)


def _worst_columns(scores: Exact, gaps: BoolArray, higher_is_better: bool) -> IntArray:
    """Return the column of the worst score in each row."""
    quality = scores.values if higher_is_better else -scores.values
    return np.asarray(np.where(gaps, np.inf, quality).argmin(axis=1))


def _dropped_rows(gaps: BoolArray, missing: str) -> BoolArray:
    """Return a boolean array that is true for data sets that a policy drops."""
    if missing == "drop":
        return np.asarray(gaps.any(axis=1))
    if missing == "available":
        return np.asarray((~gaps).sum(axis=1) < 2)
    if _inserts(missing):
        return np.asarray(gaps.all(axis=1))
    return np.zeros(len(gaps), dtype=bool)


def _names_where(marks: BoolArray, names: Sequence[str]) -> list[str]:
    """Return the names at the positions where `marks` is true."""
    return [names[place] for place in np.flatnonzero(marks).tolist()]


def runs_left_out(gaps: BoolArray, runs: IntArray) -> tuple[str, ...]:
    """Return a note about runs that are not used, because other runs of the same
    algorithm on the same data set are missing.

    The array `runs` of shape (n, k) contains the numbers of available runs.
    """
    unused = runs[gaps & (runs > 0)].tolist()
    if not unused:
        return ()
    subject, whose = "1 score with a missing run is treated", "Its"
    if len(unused) > 1:
        subject, whose = f"{len(unused)} scores with a missing run are treated", "Their"
    others = "other run is"
    if sum(unused) > 1:
        others = f"{sum(unused)} other runs are"
    return (f"{subject} as missing. {whose} {others} not used.",)


def _baseline(
    gaps: BoolArray,
    name: str,
    algorithms: Sequence[str],
    datasets: Sequence[str],
    holder: str,
) -> int:
    """Return the column of the algorithm whose scores are imputed.

    Raise an error if the algorithm does not exist or has a missing score.
    """
    if name not in algorithms:
        raise InputError(f"{holder}: ", choose_from("algorithm", name, algorithms))
    column = algorithms.index(name)
    if gaps[:, column].any():
        dataset = datasets[int(gaps[:, column].argmax())]
        raise InputError(
            f"{holder}: the baseline '{name}' has no score on '{dataset}'. Choose a "
            "baseline that has a score on every data set, or pass ",
            Option("missing", "worst"),
            ".",
        )
    return column


def _too_few(
    gaps: BoolArray,
    missing: str,
    algorithms: Sequence[str],
    n: int,
    k: int,
    holder: str,
) -> Phrase:
    """Compose the message that too few rows (`n`) or columns (`k`) remain."""
    if missing == "drop-algorithms":
        have = inflect(k, "has", "have")
        return Phrase(
            f"{holder}: {k} of {len(algorithms)} algorithms {have} a score on every "
            "data set. Pass ",
            Option("missing", "drop"),
            " or 'available'.",
        )
    have = inflect(n, "has", "have")
    required = "every algorithm" if missing == "drop" else "at least two algorithms"
    counts = Counter(np.nonzero(gaps)[1].tolist())
    worst = sorted(counts, key=lambda j: (-counts[j], algorithms[j]))[:3]
    return Phrase(
        f"{holder}: {n} of {len(gaps)} data sets {have} a score for {required}. "
        "Exclude algorithms with many missing scores, starting with ",
        listed(algorithms[j] for j in worst),
        ".",
    )


def _note(
    gaps: BoolArray,
    missing: str,
    algorithms: Sequence[str],
    datasets: Sequence[str],
    out: BoolArray,
) -> str:
    """Return a note about the policy that was applied and the names that it affects."""
    n, k = gaps.shape
    if missing == "drop":
        return _dropped(_names_where(out, datasets), n, "data set")
    if missing == "drop-algorithms":
        return _dropped(
            _names_where(np.asarray(gaps.any(axis=0)), algorithms), k, "algorithm"
        )
    inside = gaps[~out]
    count = int(inside.sum())
    rows = int(inside.any(axis=1).sum())
    verb = inflect(count, "is", "are")
    first = f"{counted(count, 'score')} on {rows} of {n} data sets {verb} missing."
    it = inflect(count, "It", "Each")
    effect = Phrase("Each pair is compared on the data sets on which both have scores")
    if missing == "worst":
        effect = Phrase(f"{it} is replaced by the worst score on the data set")
    elif missing != "available":
        baseline = listed([missing.removeprefix(LIKE)])
        effect = Phrase(
            f"{it} is replaced by the score of ", baseline, " on the data set"
        )
    dropped = _names_where(out, datasets)
    if not dropped:
        return Phrase(first, " ", effect, ".")
    few = "fewer than two scores" if missing == "available" else "no score"
    subject = counted(len(dropped), "data set")
    verb = inflect(len(dropped), "was", "were")
    return Phrase(
        first,
        " ",
        effect,
        f". {subject} with {few} {verb} dropped: ",
        listed(dropped, limit=_MOST_NAMES),
        ".",
    )


def _dropped(names: Sequence[str], count: int, what: str) -> str:
    """Return a note about names that were dropped from a total of `count` names."""
    verb = inflect(len(names), "was", "were")
    return phrase(
        f"{len(names)} of {count} {what}s {verb} dropped because scores are missing: {{}}.",
        listed(names, limit=_MOST_NAMES),
    )
