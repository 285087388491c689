"""Bayesian counterparts of the sign, signed-rank and resampled t tests.

The tests use a region of practical equivalence (ROPE). For each pair, they compute the
posterior distribution of three shares of the differences. The first share contains the
differences beyond the ROPE that favour the first algorithm, the second contains those
within the ROPE (limits included), and the third contains those that favour the second
algorithm. The result is the probability that each share is the largest (Benavoli,
Corani, Demšar & Zaffalon 2017, Time for a change, JMLR 18(77), 4.2). Each pair is
considered separately.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cddiagram._util import Exact, FloatArray, decimal
from cddiagram.stats.differences import differences_from
from cddiagram.stats.pair_test import check_shape

#: The integral over a Gamma variable is computed with 257 nodes. The probability that
#: is omitted in each tail is 1e-18.
_POINTS, _BEYOND = 257, 1e-18
#: A block of samples contains approximately this many weights. Blocks of this size fit
#: in the cache of the processor.
_BLOCK = 1 << 15


@dataclass(frozen=True)
class _Pair:
    """The differences of a pair in ascending order, with a sign that does not depend on
    the order of the algorithms.

    `limit` is half the width of the ROPE, `twice` its width, and `is_negated` states
    whether the differences were negated.
    """

    values: FloatArray
    limit: float
    twice: float
    is_negated: bool

    def to_front(self, shares: FloatArray) -> FloatArray:
        """Return the shares (better, equivalent, worse) for the first algorithm of the
        pair.
        """
        if self.is_negated:
            return shares[..., ::-1]
        return shares


def _pairs(
    scores: ArrayLike | Exact, rope: float, *, higher_is_better: bool
) -> Iterator[tuple[int, int, _Pair]]:
    """Yield the columns of each pair and the differences between them.

    The differences are positive if they favour the first algorithm.
    """
    exact = Exact.of(scores)
    shape = exact.values.shape
    check_shape(
        shape,
        "scores",
        1,
        2,
        "a single n x k table with at least two columns",
        one=True,
    )
    for i in range(shape[1] - 1):
        differences, unit = differences_from(exact, i)
        limit, twice = _rope_limits(exact, unit, rope)
        if not higher_is_better:
            differences = -differences
        for j, values in enumerate(np.sort(differences, axis=-1), i + 1):
            negated = -values[::-1]
            # Python compares two lists by the first elements that differ.
            is_negated = values.tolist() < negated.tolist()
            if is_negated:
                values = negated
            yield i, j, _Pair(values, limit, twice, is_negated)


def _rope_limits(exact: Exact, unit: int, rope: float) -> tuple[float, float]:
    """Return half the width and the full width of the ROPE in the units of the
    differences.

    If the differences are whole numbers, they are compared exactly. The limits are
    therefore rounded down.
    """
    if exact.short is None:
        return rope + exact.near, 2 * (rope + exact.near)
    number, places = decimal(rope)
    share = number * Fraction(10) ** -places * unit
    return float(math.floor(share)), float(math.floor(2 * share))


def _arrange_shares(
    k: int, pairs: Iterable[tuple[int, int, FloatArray]]
) -> tuple[FloatArray, FloatArray]:
    """Arrange the shares of all pairs in two arrays of shape (k, k), `better` and
    `equivalent`, with NaN on the diagonals.
    """
    better, equivalent = np.full((2, k, k), np.nan)
    for i, j, (first, equal, second) in pairs:
        better[i, j] = first
        better[j, i] = second
        equivalent[i, j] = equivalent[j, i] = equal
    return better, equivalent


def sign_posterior(
    scores: ArrayLike | Exact,
    rope: float,
    *,
    prior: float = 1.0,
    higher_is_better: bool = True,
) -> tuple[FloatArray, FloatArray]:
    """Return P(i practically better than j) and P(i and j practically equivalent)
    according to the Bayesian sign test.

    The posterior is a Dirichlet distribution whose parameters are the three counts. The
    count within the ROPE is increased by `prior` (Benavoli et al. 2017, 4.2.1). The
    results are exact arrays of shape (k, k).

    >>> better, equivalent = sign_posterior(
    ...     [[9, 5], [8, 5], [7, 5], [6, 5], [5, 6]], 0.5
    ... )
    >>> better.round(4).tolist(), equivalent[0, 1].round(4)
    ([[nan, 0.8873], [0.0563, nan]], np.float64(0.0563))
    """
    exact = Exact.of(scores)
    pairs = _pairs(exact, rope, higher_is_better=higher_is_better)
    shares_of_counts: dict[tuple[int, float, int], FloatArray] = {}
    shares = []
    for i, j, pair in pairs:
        counts = _dirichlet_parameters(pair, prior)
        if counts not in shares_of_counts:
            shares_of_counts[counts] = largest_share(*counts)
        shares.append((i, j, pair.to_front(shares_of_counts[counts])))
    return _arrange_shares(exact.values.shape[1], shares)


def _dirichlet_parameters(pair: _Pair, prior: float) -> tuple[int, float, int]:
    """Return the parameters of the Dirichlet distribution for a pair."""
    above = int((pair.values > pair.limit).sum())
    below = int((pair.values < -pair.limit).sum())
    within = len(pair.values) - above - below
    return above, within + prior, below


def largest_share(above: int, within: float, below: int) -> FloatArray:
    """Return the probability that each of three shares is the largest.

    The shares have a Dirichlet distribution with the given parameters, so they are
    Gamma variables divided by their sum. A share is the largest if both other variables
    are smaller. The probability of this event is the integral of ``f(t) G_2(t) G_3(t)
    dt``, where f is the density of a Gamma variable and G_2 and G_3 are distribution
    functions. The integral over log t is computed by the trapezoidal rule, which
    converges exponentially.
    """
    from scipy.special import gammainc, gammainccinv, gammaincinv, gammaln

    def largest(own: int, *others: float) -> float:
        if own == 0:
            return 0.0
        low = math.log(gammaincinv(own, _BEYOND))
        high = math.log(gammainccinv(own, _BEYOND))
        log_t = np.linspace(low, high, _POINTS)
        t = np.exp(log_t)
        density = np.exp(own * log_t - t - gammaln(own))
        integrand = density
        for other in others:
            integrand *= gammainc(other, t)
        step = log_t[1] - log_t[0]
        return float(integrand.sum() * step)

    first = largest(above, within, below)
    last = largest(below, within, above)
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
    """Return P(i practically better than j) and P(i and j practically equivalent)
    according to the Bayesian signed-rank test.

    The posterior is a Dirichlet process. The differences and a pseudo-difference of 0
    with the parameter `prior` have random weights. A share is the total weight of the
    pairs of differences whose mean is in the respective range (Benavoli et al. 2014,
    ICML; 2017, 4.2.2). The probabilities are proportions of `draws` samples. The same
    weights are used for all pairs and are assigned to the differences by size. The
    results are therefore identical to the last bit for every order of the rows and
    columns.

    >>> better, equivalent = signed_rank_posterior(
    ...     [[9, 5], [8, 5], [7, 5], [6, 5], [5, 6]], 0.5
    ... )
    >>> better.round(2).tolist(), equivalent[0, 1].round(2)
    ([[nan, 0.94], [0.01, nan]], np.float64(0.05))
    """
    exact = Exact.of(scores)
    n, k = exact.values.shape
    pairs = list(_pairs(exact, rope, higher_is_better=higher_is_better))
    places = [_positions_of_limits(pair) for *_, pair in pairs]
    counts = np.zeros((len(pairs), 3))
    for weights, sums in _random_weights(n, prior, draws, seed):
        for count, place in zip(counts, places, strict=True):
            largest = np.argmax(_shares_of_samples(weights, sums, place), axis=0)
            count += np.bincount(largest, minlength=3)
    shares = []
    for (i, j, pair), count in zip(pairs, counts, strict=True):
        shares.append((i, j, pair.to_front(count / draws)))
    return _arrange_shares(k, shares)


def _random_weights(
    n: int, prior: float, draws: int, seed: int
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield blocks of weights of shape (n + 1, samples) with their cumulative sums.

    The cumulative sums are over the first 0, 1, ..., n differences.

    The weight of the pseudo-difference comes first. It is doubled, because its mean
    with a difference d is counted for (0, d) and for (d, 0), and its mean with itself
    is in the ROPE. The samples do not depend on the size of the blocks.
    """
    of_prior = np.random.default_rng([seed, 0])
    of_differences = np.random.default_rng([seed, 1])
    step = max(1, _BLOCK // (n + 1))
    for begin in range(0, draws, step):
        size = min(step, draws - begin)
        first = of_prior.standard_gamma(prior, (1, size))
        others = of_differences.standard_exponential((size, n)).T
        weights = np.concatenate([first, others])
        weights /= weights.sum(axis=0)
        sums = np.zeros(weights.shape)
        np.cumsum(weights[1:], axis=0, out=sums[1:])
        weights[0] *= 2
        yield weights, sums


def _positions_of_limits(pair: _Pair) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return, for 0 and for each difference d, how many differences have a mean with d
    that does not exceed the upper limit of the ROPE, and how many have a mean with d
    below the lower limit.
    """
    d = np.concatenate([[0.0], pair.values])
    not_above = np.searchsorted(pair.values, pair.twice - d, side="right")
    below = np.searchsorted(pair.values, -pair.twice - d, side="left")
    return not_above, below


def _shares_of_samples(
    weights: FloatArray,
    sums: FloatArray,
    places: tuple[NDArray[np.intp], NDArray[np.intp]],
) -> FloatArray:
    """Return the shares (better, equivalent, worse) of each sample as an array of shape
    (3, samples).

    Each share is a sum of products of the weights of two differences.
    """
    products = [np.einsum("ij,ij->j", weights, sums[place]) for place in places]
    not_above, below = products
    above = weights.sum(axis=0) * sums[-1] - not_above
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
    """Sample the shares (better, equivalent, worse) for the first of two algorithms.

    The result is an array of shape (draws, 3).

    >>> shares = pair_draws(
    ...     [[9, 5], [8, 5], [5, 6]], 0.5, test="sign", prior=1.0, draws=1000, seed=0
    ... )
    >>> shares.shape, shares.mean(axis=0).round(1).tolist()
    ((1000, 3), [0.5, 0.3, 0.3])
    """
    exact = Exact.of(scores)
    [(_, _, pair)] = _pairs(exact, rope, higher_is_better=higher_is_better)
    if test == "sign":
        generator = np.random.default_rng(seed)
        gammas = generator.standard_gamma(
            _dirichlet_parameters(pair, prior), (draws, 3)
        )
        gammas /= gammas.sum(axis=1, keepdims=True)
        return pair.to_front(gammas)
    places = _positions_of_limits(pair)
    blocks = _random_weights(len(exact.values), prior, draws, seed)
    shares = [_shares_of_samples(weights, sums, places).T for weights, sums in blocks]
    return pair.to_front(np.concatenate(shares))


def correlated_t_posterior(
    scores: ArrayLike | Exact, rope: float, *, folds: int, higher_is_better: bool = True
) -> tuple[FloatArray, FloatArray]:
    """Return P(i practically better than j) and P(i and j practically equivalent) on
    one data set.

    The rows are its J folds.

    The mean difference has a t distribution with J - 1 degrees of freedom around the
    mean of the J differences. The variance (1 / J + rho / (1 - rho)) s^2 is corrected
    for the overlap of the training sets, where rho = 1 / `folds` is the proportion of the
    data in a test set (Corani & Benavoli 2015, Machine Learning 100, eq. 10; correction
    of Nadeau & Bengio 2003). Note that rho / (1 - rho) = 1 / (folds - 1).

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
    limit = rope
    if exact.short is not None:  # The differences are multiples of 1 / denominator.
        limit = rope * exact.short.denominator

    def probabilities(pair: _Pair) -> FloatArray:
        d = pair.values
        if d[0] == d[-1]:  # A variance of zero means certainty.
            above = float(d[0] > pair.limit)
            below = float(d[0] < -pair.limit)
        else:
            df = len(d) - 1
            inflation = 1 / len(d) + 1 / (folds - 1)
            scale = math.sqrt(inflation * d.var(ddof=1))
            above = float(stdtr(df, (d.mean() - limit) / scale))
            below = float(stdtr(df, (-d.mean() - limit) / scale))
        equivalent = max(1.0 - above - below, 0.0)
        return pair.to_front(np.array([above, equivalent, below]))

    shares = []
    for i, j, pair in _pairs(exact, rope, higher_is_better=higher_is_better):
        shares.append((i, j, probabilities(pair)))
    return _arrange_shares(exact.values.shape[1], shares)
