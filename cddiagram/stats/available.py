"""Ranks, tests of pairs and effect sizes of scores with gaps: each pair on the data sets that both have.

Scores are `Exact` arrays (n, k) in which NaN is a missing result. All other functions of this package take complete
scores: here they get the parts of the table that are complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from cddiagram._util.exact import Exact, Tie
from cddiagram._util.types import BoolArray, FloatArray
from cddiagram.stats.effects import Effects, pair_effects
from cddiagram.stats.pair_test import PairTest
from cddiagram.stats.ranks import rank_scores
from cddiagram.stats.results import Result

_T = TypeVar("_T")
_R = TypeVar("_R", bound=Result)


def available_ranks(scores: Exact, *, higher_is_better: bool = True) -> FloatArray:
    """Rank on each data set the scores that there are, as `rank_scores`; NaN where there is none.

    >>> available_ranks(Exact.of([[0.9, np.nan, 0.8], [0.1, 0.3, 0.2]])).tolist()
    [[1.0, nan, 2.0], [3.0, 1.0, 2.0]]
    """
    present = ~np.isnan(scores.values)
    ranks = np.full(present.shape, np.nan)
    for pattern, rows in _alike(present):
        columns = np.flatnonzero(pattern)
        if columns.size:
            ranks[np.ix_(rows, columns)] = _on(scores, rows, columns, lambda part: rank_scores(part, higher_is_better))
    return ranks


def available_pairs(scores: Exact, test: Callable[..., PairTest], **options: Any) -> PairTest:
    """Test each pair on the data sets that both have, with a test of complete scores; NaN where there are none.

    >>> from cddiagram.stats.sign import sign_pair_test
    >>> scores = Exact.of([[5, 1, 2], [6, np.nan, 3], [7, 2, np.nan], [8, 3, np.nan], [9, 4, np.nan], [9, 5, np.nan]])
    >>> available_pairs(scores, sign_pair_test).pvalue.round(4)[0].tolist()
    [nan, 0.0625, 0.5]
    """

    def tested(part: Exact) -> PairTest:
        found = test(part, **options)
        return replace(found, method=np.broadcast_to(found.method, found.pvalue.shape).astype("<U10"))

    arrays, parts = _by_pair(scores, tested)
    k = scores.values.shape[1]
    blank = {"statistic": np.full((k, k), np.nan), "pvalue": np.full((k, k), np.nan), "method": np.full((k, k), "")}
    choices: dict[str, Any] = {}
    for part in parts:
        choices |= part.choices
    return PairTest(**(blank | arrays), choices=choices)


def available_effects(
    scores: Exact,
    *,
    higher_is_better: bool = True,
    confidence: float = 0.95,
    algorithms: Sequence[str] | None = None,
) -> Effects:
    """Compute the effect sizes of each pair on the data sets that both have; NaN where there are none.

    >>> effects = available_effects(Exact.of([[5, 1, 2], [6, np.nan, 3], [7, 2, np.nan]]))
    >>> effects.wins[0].tolist(), effects.mean_difference[0].tolist()
    ([0, 2, 2], [0.0, 4.5, 3.0])
    """
    arrays, parts = _by_pair(
        scores, lambda part: pair_effects(part, higher_is_better=higher_is_better, confidence=confidence)
    )
    for array in arrays.values():
        np.fill_diagonal(array, 0)
    methods = sorted({part.interval_method for part in parts}, reverse=True)
    fields: dict[str, Any] = {**arrays, "confidence": confidence, "interval_method": " or ".join(methods)}
    names = range(1, scores.values.shape[1] + 1) if algorithms is None else algorithms
    return Effects(**fields, algorithms=tuple(map(str, names)))


def _by_pair(scores: Exact, made: Callable[[Exact], _R]) -> tuple[dict[str, NDArray[Any]], list[_R]]:
    """Make results of the pairs of each two groups of algorithms that have the same data sets: put together, and all.

    Algorithms with the same data sets are worked on at once; their pairs with others are cut out of what is made of
    both groups.
    """
    present = ~np.isnan(scores.values)
    k = present.shape[1]
    groups = [(pattern, columns) for pattern, columns in _alike(present.T)]
    whole: dict[str, NDArray[Any]] = {}
    parts = []
    for at, (pattern, own) in enumerate(groups):
        for other, others in groups[at:]:
            rows = np.flatnonzero(pattern & other)
            columns = np.union1d(own, others)
            if not rows.size or len(columns) < 2:
                continue
            found = _on(scores, rows, columns, made)
            parts.append(found)
            first = np.isin(columns, own)
            wanted = (first[:, np.newaxis] != first) | (len(own) == len(columns))
            target = np.ix_(columns, columns)
            for name, value in vars(found).items():
                if isinstance(value, np.ndarray) and value.ndim == 2:
                    if name not in whole:
                        fill = np.nan if value.dtype.kind == "f" else "" if value.dtype.kind == "U" else 0
                        whole[name] = np.full((k, k), fill, dtype=value.dtype)
                    whole[name][target] = np.where(wanted, value, whole[name][target])
    return whole, parts


def _alike(present: BoolArray) -> Iterator[tuple[BoolArray, NDArray[np.intp]]]:
    """Yield each different row, and which rows are so."""
    patterns, which = np.unique(present, axis=0, return_inverse=True)
    for at, pattern in enumerate(patterns):
        yield pattern, np.flatnonzero(which.reshape(-1) == at)


def _on(scores: Exact, rows: NDArray[np.intp], columns: NDArray[np.intp], made: Callable[[Exact], _T]) -> _T:
    """Make something of a part of the scores; the ties that the tolerance makes there are told of the whole."""
    log: list[Tie] = []
    found = made(replace(scores.take(np.ix_(rows, columns)), log=log))
    if scores.log is not None:
        names = {"differences": columns}
        scores.log.extend((kind, tuple(int(names.get(kind, rows)[at]) for at in places)) for kind, places in log)
    return found
