"""Exhaustive sets when p falls with the distance of mean ranks: polynomial, with the
proof.

Setting
-------
Sort the k algorithms by mean rank. Every test on ``|R[i] - R[j]|`` with one standard error for all pairs (Friedman,
aligned ranks, Quade, ties included) gives p-values that do not rise as an interval
widens: ``p[i', j'] >= p[i, j]`` for ``i <= i' < j' <= j``. At a threshold t let R(l) be
the farthest algorithm joined to l on its right and L(r) the farthest joined to r on its
left. A set is a clique of G(t) exactly if its smallest and largest member are joined;
call [smallest, largest] its *span*. C(n) = n (n - 1) / 2. A partition into cliques is
*better* when it has more within-group pairs. Moving one member from a group of b to a
group of a changes the count by ``a - (b - 1)``; merging groups of a and b by ``ab``.

Lemma 1 (no condition). Every best partition consists of contiguous groups.
    Let A be a largest group, of a members. (1) A member of another group B, of b <= a
    members, inside the span of A could move to A (the span stays), a gain of a - b + 1
    > 0; so A holds every point of its span. (2) A group with members on both sides of A
    could be merged with A (its span stays); so there is none. Hence every other group
    lies to the left or to the right of A, and both sides are best partitions
    themselves: induction.

So with F[m] the best value of the first m algorithms, ``F[m] = max over L(m) <= l <= m
of F[l - 1] + C(m - l + 1)`` (algorithms numbered from 1), and with S[m] the mirror
image, the best value of the algorithms m, m + 1, ..., k.

Theorem (i < j, joined, must share a group P). Let |P| = s. Every best partition has one of the forms (a) to (f) below.
    Only i and j cannot move alone; every other exchange of Lemma 1 is open, and i and j
    can move together.

    (i) *A group A with a <= s members lies wholly to the left or to the right of the
        span of P.* A member of A in the
    span of P could move to P (gain s - a + 1); and if A had members on both sides,
    merging would gain.

    (ii) *A group A with a > s members whose span meets the span of P covers i or j, not
    both*, that is, has i or j, and no other member of P, in its span. Members of P
    other than i, j could move to A (gain a - s + 1). If both i and j were there, moving
    both would gain C(a + 2) - C(a) + C(s - 2) - C(s) = 2a - 2s + 4 > 0. If no member of
    P were there, P would have members on both sides of A (the spans meet), and merging
    would gain. *If A covers i, then i is the smallest member of P:* j > i lies beyond
    the right end of A; a member of P below i would lie beyond the left end, so the span
    of P would contain that of A, and merging would gain. Likewise a group that covers j
    has j the largest of P. *At most one group covers i:* of two, let A be no smaller
    than A'; no member of A' is in the span of A (it could move to A), yet i is in both
    spans, so A' has members on both sides of A, and merging would gain. Likewise for j.

    (iii) *The spans of two groups other than P are disjoint*, by (1) and (2) of Lemma 1
    for the larger of the two. So every group other than P is contiguous, except that
    one may leave out i and another one j. A point within the span of P is in P or in a
    group that covers i or j. All groups beside P and these one or two lie to the left
    of l or to the right of r, where l and r are the ends of what P and these cover;
    they are best partitions there, worth F[l - 1] and S[r + 1].

    (a) No group covers i or j. Then P = [l, r] with l <= i and j <= r <= R(l): the
        value is F[l-1] + C(r-l+1) + S[r+1].

    (b) A group A covers i alone: A = [l, q] without i, l < i < q, and P = {i} + [q+1, r], q < j <= r <= R(i), |A| >
    |P|. The end q is R(l): otherwise the next member q + 1 of P could move to A (gain a - s + 1), or if it is j, both
    i and j could. Value F[l-1] + C(R(l)-l) + C(1+r-R(l)) + S[r+1].

    (c) A group covers j alone: the mirror image of (b).

    (d) A = [l, q] without i and B = [n, r] without j cover one each, P = {i} + [q+1,
        n-1] + {j}, l < i < q < n < j < r.
    If [q+1, n-1] is not empty, q = R(l) and n = L(r) as in (b). Value
    F[l-1] + C(R(l)-l) + C(L(r)-R(l)+1) + C(r-L(r)) + S[r+1].

    (e), (f) If it is empty, P = {i, j} and n = q + 1. If |B| >= |A|, then n = L(r), otherwise q could move to B (gain
    |B| - |A| + 1): (e) F[l-1] + C(n-l-1) + 1 + C(r-n) + S[r+1] with n = L(r) and n - 1 <= R(l). If |A| >= |B|, then
    q = R(l): (f), the mirror image of (e).

    Conversely every expression within these ranges is the value of a partition, so M(t;
    i, j) is their maximum.

Wider ranges
------------
The values depend on l and r only, and i and j only limit the ranges. To let each range
depend on i alone or on j alone, it is widened where that adds values of other
partitions, or of none better than the maximum:

* (b) l from L(i) to i - 1, that is l < i <= R(l), and r from j to R(i). If R(l) = i,
  the partition is [l, i-1], [i, r], a case of (a). If R(l) >= j, then i is in P and j
  in A, each in the span of the other's group; moving i to A if |A| >= |P|, or j to P if
  not, gains and puts them together, so there is a partition worth more.
* (d) l from L(i) to i - 1, r from j + 1 to R(j), and R(l) < L(r). If R(l) = i or L(r) =
  j, the groups are A = [l, i-1] or B = [j+1, r], a partition still.
* (e) l <= i, r from j + 1 to R(j), L(n-1) <= l < n = L(r). If l = i, the groups are
  contiguous but for the pair, a partition still. If i >= n, then i and j lie in [n, r],
  and [l, n-1], [n, r] is a case of (a), which is worth more.

So each case is a table over (l, r) and windowed maxima over its rows and columns: O(k^2
log k) for all pairs of one threshold, O(k^4 log k) for all of the at most k (k - 1) / 2
thresholds. These are opened largest bound ``t F(t)`` first, as long as some pair joined
there could still rise.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import FloatArray
from cddiagram.stats.exhaustive import Levels

Counts = NDArray[np.signedinteger]

#: Elements of one (thresholds, k, k) block: small enough for the processor's cache,
#: large enough for numpy.
_BLOCK = 1 << 17


def falls_with_distance(index: NDArray[np.int64]) -> bool:
    """Whether p never rises as an interval widens, for algorithms in this order:
    O(k^2).
    """
    step = np.diff(index, axis=1)
    # Along a row p rises towards the diagonal and falls after it; the left part of row
    # j is the column above (j, j).
    return not bool((np.tril(step < 0, -1) | np.triu(step > 0)).any())


def dynamic_shaffer(levels: Levels) -> FloatArray:
    """Return Shaffer's dynamic adjusted p-values of the pairs i < j, algorithms in
    mean-rank order.
    """
    left, _ = _ends(levels)
    bound = np.minimum(levels.threshold * _best_of_first(left)[-1], 1.0)
    return np.maximum.accumulate(bound)[levels.pair_index]


def bergmann_hommel(levels: Levels) -> FloatArray:
    """Return Bergmann-Hommel adjusted p-values (raw formula) of the pairs i < j,
    algorithms in mean-rank order.
    """
    k, threshold = levels.k, levels.threshold
    left, right = _ends(levels)
    first = _best_of_first(left)
    last = _best_of_first(k - 1 - right[::-1])[::-1]  # the same on the mirror image
    bound = np.minimum(threshold * first[-1], 1.0)
    upper = np.triu_indices(k, 1)
    value = threshold[levels.pair_index]  # the pair alone in a group, at its own p
    waiting = np.argsort(-bound, kind="stable")
    while len(waiting):
        waiting = waiting[levels.lowest_above(value)[waiting] < bound[waiting]]
        block, waiting = np.split(waiting, [max(1, _BLOCK // k**2)])
        if len(block) == 0:
            break
        columns = [
            np.ascontiguousarray(a[:, block].T) for a in (first, last, left, right)
        ]
        together = _best_with_pair(*columns)[:, upper[0], upper[1]]
        joined = levels.pair_index >= block[:, None]
        found = np.where(joined, threshold[block, None] * together, 0.0)
        np.maximum(value, found.max(axis=0), out=value)
    return np.minimum(value, 1.0)


def _ends(levels: Levels) -> tuple[Counts, Counts]:
    """Return L and R of every algorithm at every threshold: two arrays (k, T)."""
    k, T = levels.k, len(levels.threshold)
    i, j = np.triu_indices(k, 1)
    # How many algorithms on the right (left) of l are joined to it: those whose level
    # reaches the threshold.
    reach_right = (
        np.bincount(i * T + levels.pair_index, minlength=k * T)
        .reshape(k, T)[:, ::-1]
        .cumsum(axis=1)[:, ::-1]
    )
    reach_left = (
        np.bincount(j * T + levels.pair_index, minlength=k * T)
        .reshape(k, T)[:, ::-1]
        .cumsum(axis=1)[:, ::-1]
    )
    number = np.arange(k)[:, None]
    return _narrow(number - reach_left, k), _narrow(number + reach_right, k)


def _narrow(values: NDArray[np.signedinteger], k: int) -> Counts:
    """Hold counts of pairs in 16 bits where k (k - 1) / 2 fits: the work is bound by
    memory.
    """
    return values.astype(np.int16 if k <= 200 else np.int32)


def _pairs_within(k: int) -> Counts:
    """Return the pairs within a group of n, ``n (n - 1) / 2``, for n = 0..k."""
    n = np.arange(k + 1)
    return _narrow(n * (n - 1) // 2, k)


def _best_of_first(left: Counts) -> Counts:
    """F (Lemma 1): row m holds the best value of the first m algorithms, one column for
    each threshold.
    """
    k, T = left.shape
    pairs = _pairs_within(k)
    best = np.zeros((k + 1, T), dtype=pairs.dtype)
    for m in range(1, k + 1):
        start = np.arange(int(left[m - 1].min()), m)[
            :, None
        ]  # the last group is start .. m - 1
        value = best[start[:, 0]] + pairs[m - start]
        best[m] = np.where(start >= left[m - 1], value, 0).max(axis=0)
    return best


def _best_with_pair(first: Counts, last: Counts, left: Counts, right: Counts) -> Counts:
    """M of the theorem for several thresholds at once: ``[t, i, j]`` for i < j joined
    at t; elsewhere meaningless.
    """
    k = left.shape[1]
    mirror_left, mirror_right = k - 1 - right[:, ::-1], k - 1 - left[:, ::-1]
    best = _contiguous(first, last, right)
    np.maximum(best, _one_side_covered(first, last, left, right, both=True), out=best)
    mirrored = _one_side_covered(
        last[:, ::-1], first[:, ::-1], mirror_left, mirror_right, both=False
    )
    np.maximum(best, mirrored[:, ::-1, ::-1].transpose(0, 2, 1), out=best)
    return best


def _contiguous(first: Counts, last: Counts, right: Counts) -> Counts:
    """Case (a): P = [l, r] for l <= i and r >= j."""
    k = right.shape[1]
    pairs = _pairs_within(k)
    start, stop = np.arange(k)[:, None], np.arange(k)  # l, r
    value: Counts = (
        first[:, :k, None] + pairs[np.maximum(stop - start + 1, 0)] + last[:, None, 1:]
    )
    value[(stop < start) | (stop > right[:, :, None])] = 0
    np.maximum.accumulate(value, axis=1, out=value)
    np.maximum.accumulate(value[:, :, ::-1], axis=2, out=value[:, :, ::-1])
    return value


def _one_side_covered(
    first: Counts, last: Counts, left: Counts, right: Counts, *, both: bool
) -> Counts:
    """Cases (b) and (e), and with `both` case (d), for all i, j. On the mirror image:
    cases (c) and (f).
    """
    k = left.shape[1]
    pairs = _pairs_within(k)
    number = np.arange(k, dtype=pairs.dtype)
    start, stop = number[:, None], number  # l and r of the theorem
    outside = first[:, :k, None] + last[:, None, 1:]  # F[l - 1] + S[r + 1]
    end = right[:, :, None]  # R(l)
    begin = left[:, None, :]  # n = L(r)

    def group(size: Counts) -> Counts:
        return pairs[np.maximum(size, 0)]

    # (b) A = [l, R(l)] without i, P = {i} + [R(l) + 1, r].
    case_b = outside + group(end - start) + group(1 + stop - end)
    case_b[stop <= end] = 0
    by_i = _window_maxima(case_b, left, number - 1)
    by_i[stop > end] = 0  # here the rows are i: r goes up to R(i)
    result = np.maximum.accumulate(by_i[:, :, ::-1], axis=2)[:, :, ::-1]

    # (e) A = [l, n - 1] without i, P = {i, j}, B = [n, r] without j.
    before = np.take_along_axis(left, np.maximum(left - 1, 0), axis=1)[
        :, None, :
    ]  # L(n - 1)
    case_e = outside + group(begin - start - 1) + 1 + group(stop - begin)
    case_e[(start < before) | (start >= begin)] = 0
    by_i = np.maximum.accumulate(case_e, axis=1)

    # (d) A = [l, R(l)] without i, P = {i} + [R(l) + 1, L(r) - 1] + {j}, B = [L(r), r]
    # without j.
    if both:
        case_d = (
            outside + group(end - start) + group(begin - end + 1) + group(stop - begin)
        )
        case_d[end >= begin] = 0
        np.maximum(by_i, _window_maxima(case_d, left, number - 1), out=by_i)

    by_j = _window_maxima(
        np.ascontiguousarray(by_i.transpose(0, 2, 1)), number + 1, right
    )
    return np.maximum(result, by_j.transpose(0, 2, 1))


def _window_maxima(table: Counts, start: Counts, stop: Counts) -> Counts:
    """Return maxima over the rows start[t, i] .. stop[t, i], zeros for none, from
    windows of 1, 2, 4, ... rows.
    """
    T, k, _ = table.shape
    start, stop = np.broadcast_to(start, (T, k)), np.broadcast_to(stop, (T, k))
    length = stop - start + 1
    result = np.zeros_like(table)
    widest = int(length.max())
    width, maxima = 1, table
    while width <= widest:
        t, i = np.nonzero((length >= width) & (length < 2 * width))
        result[t, i] = np.maximum(
            maxima[t, start[t, i]], maxima[t, stop[t, i] - width + 1]
        )
        if 2 * width <= widest:
            maxima = np.maximum(maxima[:, :-width], maxima[:, width:])
        width *= 2
    return result
