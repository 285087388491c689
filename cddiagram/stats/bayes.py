"""Bayesian counterparts of the sign, signed-rank and resampled t tests, with a region
of practical equivalence (rope).

Of a pair the posterior of three shares is asked for: of differences in favour of the
one by more than the rope, within it (its ends included), in favour of the other. The
probability that a share is the largest is what can be said of the pair (Benavoli,
Corani, Demšar & Zaffalon 2017, Time for a change, JMLR 18(77), 4.2). Each pair is
judged by itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util import Exact, FloatArray, decimal
from cddiagram.stats.differences import differences_from
from cddiagram.stats.pair_test import check_shape

#: Points of the integral of a Gamma variable, and what is left out at either end of it.
_POINTS, _LEFT_OUT = 257, 1e-18
#: Draws are worked on in blocks of about so many weights, which stay in the cache.
_BLOCK = 1 << 15


@dataclass(frozen=True)
class _Pair:
    """The differences of a pair, ascending, turned to a side that no order of
    algorithms changes; its rope, twice.
    """

    values: FloatArray
    limit: float
    twice: float
    #: Whether they were turned around.
    turned: bool

    def to_front(self, shares: FloatArray) -> FloatArray:
        """Return (better, equivalent, worse) of the first of the pair."""
        return shares[..., ::-1] if self.turned else shares


def _pairs(
    scores: ArrayLike | Exact, rope: float, *, higher_is_better: bool
) -> Iterator[tuple[int, int, _Pair]]:
    """Yield the columns of each pair, and its differences, positive in favour of the
    first.
    """
    exact = Exact.of(scores)
    check_shape(
        exact.values.shape,
        "scores",
        1,
        2,
        "one table (n, k) with k at least 2",
        one=True,
    )
    k = exact.values.shape[1]
    for i in range(k - 1):
        differences, unit = differences_from(exact, i)
        limit, twice = _limits(exact, unit, rope)
        for j, d in enumerate(
            np.sort(differences if higher_is_better else -differences, axis=-1), i + 1
        ):
            other = -d[::-1]
            unlike = np.flatnonzero(d != other)
            turned = bool(unlike.size and d[unlike[0]] < other[unlike[0]])
            yield i, j, _Pair(other if turned else d, limit, twice, turned)


def _limits(exact: Exact, unit: int, rope: float) -> tuple[float, float]:
    """Return the rope in the unit of differences, and twice it: whole differences are
    compared exactly.
    """
    if exact.short is None:
        return rope + exact.near, 2 * (rope + exact.near)
    number, places = decimal(rope)
    share = number * Fraction(10) ** -places * unit
    return float(math.floor(share)), float(math.floor(2 * share))


def _square(
    k: int, found: Iterator[tuple[int, int, FloatArray]]
) -> tuple[FloatArray, FloatArray]:
    """Return better and equivalent, (k, k) with NaN on the diagonal, from what is found
    of pairs.
    """
    better, equivalent = np.full((2, k, k), np.nan)
    for i, j, shares in found:
        better[i, j], equivalent[i, j], better[j, i] = shares
        equivalent[j, i] = equivalent[i, j]
    return better, equivalent


def sign_posterior(
    scores: ArrayLike | Exact,
    rope: float,
    *,
    prior: float = 1.0,
    higher_is_better: bool = True,
) -> tuple[FloatArray, FloatArray]:
    """Return P(i practically better than j) and P(practically equivalent), by the
    Bayesian sign test.

    The posterior is a Dirichlet distribution of the three counts, `prior` added to that
    within the rope (Benavoli et al. 2017, 4.2.1): both arrays (k, k) are exact, no
    draws are made.

    >>> better, equivalent = sign_posterior(
    ...     [[9, 5], [8, 5], [7, 5], [6, 5], [5, 6]], 0.5
    ... )
    >>> better.round(4).tolist(), equivalent[0, 1].round(4)
    ([[nan, 0.8873], [0.0563, nan]], np.float64(0.0563))
    """
    pairs = list(_pairs(scores, rope, higher_is_better=higher_is_better))
    counts = [(*_counts(pair, prior),) for *_, pair in pairs]
    known = {shares: largest_share(*shares) for shares in set(counts)}
    return _square(
        np.shape(Exact.of(scores).values)[1],
        (
            (i, j, pair.to_front(known[shares]))
            for (i, j, pair), shares in zip(pairs, counts, strict=True)
        ),
    )


def _counts(pair: _Pair, prior: float) -> tuple[int, float, int]:
    above, below = (
        int((pair.values > pair.limit).sum()),
        int((pair.values < -pair.limit).sum()),
    )
    return above, len(pair.values) - above - below + prior, below


def largest_share(above: int, within: float, below: int) -> FloatArray:
    """Return the probability that each of three shares is the largest, their law being
    Dirichlet with these parameters.

    Shares are Gamma variables over their sum; the one is the largest if both others are
    smaller: an integral over the logarithm of a Gamma variable, by the trapezoidal
    rule, whose error falls exponentially there.
    """
    from scipy.special import gammainc, gammainccinv, gammaincinv, gammaln

    def largest(own: int, *others: float) -> float:
        if own == 0:
            return 0.0
        low, high = (
            math.log(gammaincinv(own, _LEFT_OUT)),
            math.log(gammainccinv(own, _LEFT_OUT)),
        )
        t = np.linspace(low, high, _POINTS)
        density = np.exp(own * t - np.exp(t) - gammaln(own))
        return float(
            (
                density
                * gammainc(others[0], np.exp(t))
                * gammainc(others[1], np.exp(t))
            ).sum()
            * (t[1] - t[0])
        )

    first, last = largest(above, within, below), largest(below, within, above)
    return np.array([first, max(1.0 - first - last, 0.0), last])


def signed_rank_posterior(
    scores: ArrayLike | Exact,
    rope: float,
    *,
    prior: float = 0.5,
    draws: int = 50_000,
    seed: int = 0,
    higher_is_better: bool = True,
) -> tuple[FloatArray, FloatArray]:
    """Return P(i practically better than j) and P(practically equivalent), by the
    Bayesian signed-rank test.

    The posterior is a Dirichlet process: weights of the differences and of one more, 0,
    whose parameter is `prior`; a share is the weight of the pairs of differences whose
    mean lies there (Benavoli et al. 2014, ICML; 2017, 4.2.2). Shares of `draws` samples
    are counted. All pairs have the same weights, given to differences by their size, so
    that no order of rows or columns changes a bit.

    >>> better, equivalent = signed_rank_posterior(
    ...     [[9, 5], [8, 5], [7, 5], [6, 5], [5, 6]], 0.5
    ... )
    >>> better.round(2).tolist(), equivalent[0, 1].round(2)
    ([[nan, 0.94], [0.01, nan]], np.float64(0.05))
    """
    exact = Exact.of(scores)
    n, k = exact.values.shape
    pairs = list(_pairs(exact, rope, higher_is_better=higher_is_better))
    places = [_places(pair) for *_, pair in pairs]
    counts = np.zeros((len(pairs), 3))
    for weights, sums in _weights(n, prior, draws, seed):
        for number, place in enumerate(places):
            largest = np.argmax(_shares(weights, sums, place), axis=0)
            counts[number] += np.bincount(largest, minlength=3)
    return _square(
        k,
        (
            (i, j, pair.to_front(c / draws))
            for (i, j, pair), c in zip(pairs, counts, strict=True)
        ),
    )


def _weights(
    n: int, prior: float, draws: int, seed: int
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield blocks of weights, shape (n + 1, some), and their sums: of none, one, ...
    of the n differences.

    The weight of the prior comes first, twice: its mean with a difference is counted as
    (0, d) and as (d, 0), that with itself lies in the rope. No size of a block changes
    a draw.
    """
    first, others = (np.random.default_rng([seed, stream]) for stream in (0, 1))
    step = max(1, _BLOCK // (n + 1))
    for begin in range(0, draws, step):
        size = min(step, draws - begin)
        weights = np.concatenate(
            [
                first.standard_gamma(prior, (1, size)),
                others.standard_exponential((size, n)).T,
            ]
        )
        weights /= weights.sum(axis=0)
        sums = np.concatenate([np.zeros((1, size)), np.cumsum(weights[1:], axis=0)])
        weights[0] *= 2
        yield weights, sums


def _places(pair: _Pair) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return for 0 and each difference how many have a mean with it up to the rope, and
    how many one below it.
    """
    d = np.concatenate([[0.0], pair.values])
    return (
        np.searchsorted(pair.values, pair.twice - d, side="right"),
        np.searchsorted(pair.values, -pair.twice - d, side="left"),
    )


def _shares(
    weights: FloatArray,
    sums: FloatArray,
    places: tuple[NDArray[np.intp], NDArray[np.intp]],
) -> FloatArray:
    """Return (better, equivalent, worse) of each draw, shape (3, draws): sums of
    products of weights.
    """
    rest, below = (np.einsum("ij,ij->j", weights, sums[place]) for place in places)
    above = weights.sum(axis=0) * sums[-1] - rest
    return np.stack([above, 1.0 - above - below, below])


def pair_draws(
    scores: ArrayLike | Exact,
    rope: float,
    *,
    test: str,
    prior: float,
    draws: int,
    seed: int,
    higher_is_better: bool = True,
) -> FloatArray:
    """Return draws of the shares (better, equivalent, worse) of the first of two
    algorithms, shape (draws, 3).

    >>> shares = pair_draws(
    ...     [[9, 5], [8, 5], [5, 6]], 0.5, test="sign", prior=1.0, draws=1000, seed=0
    ... )
    >>> shares.shape, shares.mean(axis=0).round(1).tolist()
    ((1000, 3), [0.5, 0.3, 0.3])
    """
    exact = Exact.of(scores)
    [(_, _, pair)] = _pairs(exact, rope, higher_is_better=higher_is_better)
    if test == "sign":
        gammas = np.random.default_rng(seed).standard_gamma(
            _counts(pair, prior), (draws, 3)
        )
        return pair.to_front(gammas / gammas.sum(axis=1, keepdims=True))
    blocks = _weights(len(exact.values), prior, draws, seed)
    return pair.to_front(
        np.concatenate([_shares(*block, _places(pair)).T for block in blocks])
    )


def correlated_t_posterior(
    scores: ArrayLike | Exact, rope: float, *, folds: int, higher_is_better: bool = True
) -> tuple[FloatArray, FloatArray]:
    """Return P(i practically better than j) and P(practically equivalent) on one data
    set, rows being folds.

    The mean difference has a t distribution with J - 1 degrees of freedom around that
    of the J rows, its variance corrected for what training sets share: (1 / J + rho /
    (1 - rho)) s^2, rho = 1 / `folds` the share of a test set (Corani & Benavoli 2015,
    Machine Learning 100, eq. 10; the correction of Nadeau & Bengio 2003).

    >>> d = [
    ...     [0.02],
    ...     [0.01],
    ...     [0.03],
    ...     [0.0],
    ...     [0.02],
    ...     [0.04],
    ...     [-0.01],
    ...     [0.02],
    ...     [0.01],
    ...     [0.03],
    ... ]
    >>> better, equivalent = correlated_t_posterior(
    ...     np.hstack([d, np.zeros((10, 1))]), 0.01, folds=10
    ... )
    >>> better[0, 1].round(4), equivalent[0, 1].round(4)
    (np.float64(0.8327), np.float64(0.1656))
    """
    from scipy.special import stdtr

    exact = Exact.of(scores)

    def probabilities(pair: _Pair, unit: int) -> FloatArray:
        d = pair.values
        if d[0] == d[-1]:  # no variance: the mean difference is known
            above, below = float(d[0] > pair.limit), float(d[0] < -pair.limit)
        else:
            scale = math.sqrt((1 / len(d) + 1 / (folds - 1)) * d.var(ddof=1))
            above, below = (
                float(stdtr(len(d) - 1, (side * d.mean() - rope * unit) / scale))
                for side in (1, -1)
            )
        return pair.to_front(np.array([above, max(1.0 - above - below, 0.0), below]))

    unit = 1 if exact.short is None else exact.short.denominator
    pairs = _pairs(exact, rope, higher_is_better=higher_is_better)
    return _square(
        exact.values.shape[1],
        ((i, j, probabilities(pair, unit)) for i, j, pair in pairs),
    )
