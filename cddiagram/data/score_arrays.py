"""Checks of arrays of scores against the names of rows and columns, and reduction of
runs to one score.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from cddiagram._util import (
    BoolArray,
    Exact,
    FloatArray,
    as_names,
    as_numbers,
    check_names,
)
from cddiagram.data.incomplete import POLICIES, runs_left_out
from cddiagram.text import (
    InputError,
    counted,
)


def as_scores(scores: ArrayLike) -> FloatArray:
    """Return scores as an array with two axes, data sets and algorithms."""
    return as_numbers(
        scores,
        "scores",
        ndim=2,
        each="n rows of k numbers each",
        axes="two, one row for each data set and one column for each algorithm",
    )


def reduce_runs(scores: ArrayLike, runs: str) -> tuple[FloatArray, dict[str, Any]]:
    """Reduce the runs on the third axis to the mean or median.

    Return the scores and all fields of the `ScoreTable` that depend on the runs.
    """
    array = as_numbers(
        scores,
        "scores",
        ndim=3,
        each="n x k x r numbers",
        axes="data sets x algorithms x runs",
    )
    n, k, count = array.shape
    values = array.ravel()
    cells = np.repeat(np.arange(n * k), count)
    exact = Exact.of_runs(values, cells, n * k, runs).reshape((n, k))
    spreads = None
    if runs == "mean" and count > 1:
        spreads = Exact.spread_of_runs(values, cells, n * k).reshape((n, k))
    note = (
        f"{count} runs of each algorithm on a data set were reduced to their {runs}, "
        "because runs are not data sets."
    )
    present = (~np.isnan(array)).sum(axis=2)
    return exact.values, {
        "whole": exact.given,
        "spreads": spreads,
        "run_counts": (count, count),
        "notes": (note, *runs_left_out(np.isnan(exact.values), present)),
        "reading": {} if runs == "mean" else {"runs": runs},
    }


def check_scores(
    scores: ArrayLike,
    algorithms: tuple[str, ...],
    datasets: tuple[str, ...],
    missing: str,
) -> FloatArray:
    """Check scores and names, and return a read-only copy of the scores.

    NaN is permitted only if `missing` is "available".
    """
    array = as_scores(scores) + 0.0  # replaces -0 by 0
    n, k = len(datasets), len(algorithms)
    if array.shape != (n, k):
        hint = " (transpose the scores)" if array.shape == (k, n) else ""
        raise InputError(
            f"scores have shape {array.shape}, but there are names for {n} data sets "
            f"and {k} algorithms. Pass one row for each data set and one column for "
            f"each algorithm{hint}."
        )
    check_names(algorithms, "algorithm", holder="the table has", purpose="a comparison")
    check_names(datasets, "data set", holder="the table has", purpose="a comparison")
    invalid = np.isinf(array) if missing == "available" else ~np.isfinite(array)
    if invalid.any():
        row, column = np.argwhere(invalid)[0]
        value = array[row, column]
        score = f"the score of '{algorithms[column]}' on '{datasets[row]}'"
        if np.isnan(value):
            raise InputError(
                f"{score} is missing (nan). Specify a finite number, or ", POLICIES, "."
            )
        raise InputError(
            f"{score} is infinite ({value}). Specify a finite number, or exclude the "
            "data set."
        )
    array.setflags(write=False)
    return array


def check_marks(marks: ArrayLike | None, scores: FloatArray) -> BoolArray:
    """Return a read-only copy of the marks of imputed scores. By default, no scores are
    imputed.
    """
    if marks is None:
        marks = np.zeros(scores.shape)
    array = np.array(marks, dtype=bool)
    if array.shape != scores.shape:
        n, k = scores.shape
        raise InputError(
            f"filled has shape {array.shape}, but the scores have shape {(n, k)}. Pass "
            "one truth value for each score."
        )
    array.setflags(write=False)
    return array


def check_spreads(spreads: ArrayLike | None, scores: FloatArray) -> FloatArray | None:
    """Return a read-only copy of standard deviations. Raise an error if any is
    negative.
    """
    if spreads is None:
        return None
    array = np.array(spreads, dtype=np.float64)
    with np.errstate(invalid="ignore"):
        valid = array.shape == scores.shape and not (array < 0).any()
    if not valid:
        n, k = scores.shape
        raise InputError(
            f"spreads must be an array of {n} x {k} non-negative numbers. Pass one "
            "standard deviation for each score."
        )
    array.setflags(write=False)
    return array


def check_groups(groups: Any, n: int) -> tuple[str, ...] | None:
    """Return the group of each data set, or None if the data sets are not grouped."""
    if groups is None:
        return None
    names = as_names(groups, "groups")
    if len(names) != n:
        count = counted(len(names), "name")
        raise InputError(
            f"groups has {count}, but there are {n} data sets. Pass one group for each "
            "data set."
        )
    return names
