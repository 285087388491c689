"""A polynomial algorithm, with a proof, for p-values that decrease with the distance
between average ranks.

Setting
-------
Sort the k algorithms by average rank. Consider a test on ``|R[i] - R[j]|`` with the
same standard error for all pairs (Friedman, aligned ranks or Quade, also with ties).
Its p-values do not increase if an interval widens: ``p[i', j'] >= p[i, j]`` for ``i <=
i' < j' <= j``. At a threshold t, let R(l) be the last algorithm to the right of l that
is joined to l, and let L(r) be the first algorithm to the left of r that is joined to
r. A set is a clique of G(t) if and only if its smallest and largest members are joined.
The interval [smallest, largest] is called the *span* of the set. Let C(n) = n (n - 1) /
2 be the number of pairs within a group of n. A partition into cliques is *better* if it
has more within-group pairs. Moving one member from a group of b to a group of a changes
the count by ``a - (b - 1)``. Merging groups of a and b increases it by ``ab``.

Lemma 1 (no condition). Every best partition consists of contiguous groups.
    Let A be a largest group, with a members. (1) Suppose that a member of another group
    B, of b <= a members, is inside the span of A. It could move to A, whose span would
    stay the same, with a gain of a - b + 1 > 0. Therefore, A contains every point of
    its span. (2) A group with members on both sides of A could be merged with A, whose
    span would stay the same. Therefore, such a group does not exist. Every other group
    is to the left or to the right of A, and both sides are best partitions themselves.
    The proof is completed by induction.

Let F[m] be the best value for the first m algorithms. Then ``F[m] = max over L(m) <= l
<= m of F[l - 1] + C(m - l + 1)`` (algorithms numbered from 1). The mirror image S[m] is
the best value for the algorithms m, m + 1, ..., k.

Theorem. Let i < j be joined, suppose that they must share a group P, and let |P| = s.
Every best partition has one of the forms (a) to (f) below.
    Only i and j cannot move alone. Every other exchange of Lemma 1 is possible, and i
    and j can move together.

    (i) *A group A with a <= s members is completely to the left or to the right of the
    span of P.* A member of A in the span of P could move to P (gain s - a + 1). If A
    had members on both sides, merging A and P would increase the value.

    (ii) *A group A with a > s members whose span meets the span of P covers i or j, not
    both*: its span contains i or j, and no other member of P. Members of P other than
    i, j could move to A (gain a - s + 1). If both i and j were in the span, moving both
    would gain C(a + 2) - C(a) + C(s - 2) - C(s) = 2a - 2s + 4 > 0. If no member of P
    were in it, P would have members on both sides of A (the spans meet), and merging
    would gain. *If A covers i, then i is the smallest member of P:* j > i is beyond the
    right end of A. A member of P below i would be beyond the left end, so that the span
    of P would contain that of A, and merging would gain. Likewise, if a group covers j,
    then j is the largest member of P. *At most one group covers i:* of two such groups
    let A be at least as large as A'. No member of A' is in the span of A (it could move
    to A), but i is in both spans, so that A' has members on both sides of A, and
    merging would gain. The same is true for j.

    (iii) *The spans of two groups other than P are disjoint*, by (1) and (2) of Lemma 1
    for the larger of the two. Every group other than P is therefore contiguous, except
    that one group can omit i and another group can omit j. A point within the span of P
    is in P or in a group that covers i or j. Let l and r be the first and the last
    point that P and these one or two groups cover. All other groups are to the left of
    l or to the right of r. They form best partitions of these parts, with the values
    F[l-1] and S[r+1].

    (a) No group covers i or j. Then P = [l, r] with l <= i and j <= r <= R(l). The
    value is F[l-1] + C(r-l+1) + S[r+1].

    (b) A group A covers i alone: A = [l, q] without i, l < i < q, and
    P = {i} + [q+1, r], q < j <= r <= R(i), |A| > |P|. The end q is R(l). Otherwise the
    next member q + 1 of P could move to A (gain a - s + 1), or if it is j, both i and j
    could. The value is F[l-1] + C(R(l)-l) + C(1+r-R(l)) + S[r+1].

    (c) A group covers j alone: the mirror image of (b).

    (d) A = [l, q] without i and B = [n, r] without j cover one each,
    P = {i} + [q+1, n-1] + {j}, l < i < q < n < j < r. If [q+1, n-1] is not empty,
    q = R(l) and n = L(r) as in (b). The value is
    F[l-1] + C(R(l)-l) + C(L(r)-R(l)+1) + C(r-L(r)) + S[r+1].

    (e), (f) If it is empty, P = {i, j} and n = q + 1. If |B| >= |A|, then n = L(r);
    otherwise q could move to B (gain |B| - |A| + 1). The value of (e) is
    F[l-1] + C(n-l-1) + 1 + C(r-n) + S[r+1] with n = L(r) and n - 1 <= R(l). If
    |A| >= |B|, then q = R(l): (f), the mirror image of (e).

    Conversely, every expression within these ranges is the value of a partition. M(t;
    i, j) is therefore the maximum of these expressions.

Wider ranges
------------
The values depend only on l and r, whereas i and j limit the ranges. The ranges are
widened so that each range depends only on i or only on j. This adds values of other
partitions or of partitions that are not better than the maximum:

* (b) l from L(i) to i - 1, that is l < i <= R(l), and r from j to R(i). If R(l) = i,
  the partition is [l, i-1], [i, r], a case of (a). If R(l) >= j, then i is in P and j
  in A, each in the span of the other's group. Moving i to A if |A| >= |P|, or otherwise
  j to P, gains and joins them, so that there is a better partition.
* (d) l from L(i) to i - 1, r from j + 1 to R(j), and R(l) < L(r). If R(l) = i or
  L(r) = j, the groups are A = [l, i-1] or B = [j+1, r], which is also a partition.
* (e) l <= i, r from j + 1 to R(j), L(n-1) <= l < n = L(r). If l = i, the groups are
  contiguous except for the pair, which is also a partition. If i >= n, then i and j are
  in [n, r], and [l, n-1], [n, r] is a case of (a), which is better.

Each case therefore consists of a table over (l, r) and windowed maxima over its rows
and columns. This takes O(k^2 log k) for all pairs of one threshold, and O(k^4 log k)
for all of the at most k (k - 1) / 2 thresholds. The thresholds are processed in
descending order of their bounds ``t F(t)`` as long as the value of any joined pair can
still increase.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import FloatArray
from cddiagram.stats.exhaustive import Levels

Counts = NDArray[np.signedinteger]

#: A block of shape (thresholds, k, k) has at most this many elements. A block of this
#: size fits in the cache of the processor.
_BLOCK = 1 << 17


def falls_with_distance(index: NDArray[np.int64]) -> bool:
    """Return whether p-values never increase if an interval widens, for algorithms in
    this order.

    If this is the case, p-values in each row increase toward the diagonal and decrease
    after it. The left part of row j is the column above (j, j).
    """
    step = np.diff(index, axis=1)
    violations = np.tril(step < 0, -1) | np.triu(step > 0)
    return not bool(violations.any())


def dynamic_shaffer(levels: Levels) -> FloatArray:
    """Return the adjusted p-values of Shaffer's dynamic procedure for the pairs with i
    < j.

    The algorithms must be in the order of their average ranks.
    """
    left, _ = _ends(levels)
    best = _best_of_first(left)[-1]
    bound = np.minimum(levels.threshold * best, 1.0)
    return np.maximum.accumulate(bound)[levels.pair_index]


def bergmann_hommel(levels: Levels) -> FloatArray:
    """Return the Bergmann-Hommel adjusted p-values for the pairs with i < j, without
    the cumulative maximum.

    The algorithms must be in the order of their average ranks.
    """
    k, threshold = levels.k, levels.threshold
    left, right = _ends(levels)
    first = _best_of_first(left)
    # The values of the mirror image are computed in the same way.
    last = _best_of_first(k - 1 - right[::-1])[::-1]
    bound = np.minimum(threshold * first[-1], 1.0)
    i, j = np.triu_indices(k, 1)
    value = threshold[levels.pair_index]  # At the start, each pair is a separate group.
    waiting = np.argsort(-bound, kind="stable")
    while len(waiting):
        can_rise = levels.lowest_above(value)[waiting] < bound[waiting]
        waiting = waiting[can_rise]
        block, waiting = np.split(waiting, [max(1, _BLOCK // k**2)])
        if len(block) == 0:
            break
        tables = [
            np.ascontiguousarray(a[:, block].T) for a in (first, last, left, right)
        ]
        together = _best_with_pair(*tables)[:, i, j]
        are_joined = levels.pair_index >= block[:, None]
        values = threshold[block, None] * together
        candidates = np.where(are_joined, values, 0.0)
        np.maximum(value, candidates.max(axis=0), out=value)
    return np.minimum(value, 1.0)


def _ends(levels: Levels) -> tuple[Counts, Counts]:
    """Return L and R of every algorithm at every threshold as two arrays of shape (k,
    T).
    """
    k = levels.k
    i, j = np.triu_indices(k, 1)
    number = np.arange(k)[:, None]
    left = number - _count_joined(levels, j)
    right = number + _count_joined(levels, i)
    return _narrow(left, k), _narrow(right, k)


def _count_joined(levels: Levels, member: NDArray[np.intp]) -> Counts:
    """Count the pairs of each algorithm that are joined at each threshold.

    The result has shape (k, T).

    `member` is the first or the second algorithm of each pair. A pair is joined if its
    level reaches the threshold.
    """
    k, T = levels.k, len(levels.threshold)
    counts = np.bincount(member * T + levels.pair_index, minlength=k * T)
    highest_first = counts.reshape(k, T)[:, ::-1]
    return highest_first.cumsum(axis=1)[:, ::-1]


def _narrow(values: NDArray[np.signedinteger], k: int) -> Counts:
    """Convert counts of pairs to 16-bit integers if these can represent k (k - 1) / 2.

    Memory access limits the speed.
    """
    if k <= 200:
        return values.astype(np.int16)
    return values.astype(np.int32)


def _pairs_within(k: int) -> Counts:
    """Return the number of pairs ``n (n - 1) / 2`` within groups of n = 0, ..., k
    members.
    """
    n = np.arange(k + 1)
    return _narrow(n * (n - 1) // 2, k)


def _best_of_first(left: Counts) -> Counts:
    """Return the values F of Lemma 1.

    Row m contains the best values for the first m algorithms, with one column for each
    threshold.
    """
    k, T = left.shape
    pairs = _pairs_within(k)
    best = np.zeros((k + 1, T), dtype=pairs.dtype)
    for m in range(1, k + 1):
        ends = left[m - 1]
        # The last group consists of the algorithms start, ..., m - 1.
        start = np.arange(int(ends.min()), m)
        value = best[start] + pairs[m - start][:, None]
        is_clique = start[:, None] >= ends
        best[m] = np.where(is_clique, value, 0).max(axis=0)
    return best


def _best_with_pair(first: Counts, last: Counts, left: Counts, right: Counts) -> Counts:
    """Return the values M of the theorem for several thresholds.

    The element ``[t, i, j]`` is valid if i < j and the pair is joined at t.

    All other elements are undefined.
    """
    k = left.shape[1]
    best = _contiguous(first, last, right)
    covered = _one_side_covered(first, last, left, right, both=True)
    np.maximum(best, covered, out=best)
    mirrored_left = k - 1 - right[:, ::-1]
    mirrored_right = k - 1 - left[:, ::-1]
    mirrored = _one_side_covered(
        last[:, ::-1], first[:, ::-1], mirrored_left, mirrored_right, both=False
    )
    covered_right = mirrored[:, ::-1, ::-1].transpose(0, 2, 1)
    np.maximum(best, covered_right, out=best)
    return best


def _contiguous(first: Counts, last: Counts, right: Counts) -> Counts:
    """Return the values for case (a), which is P = [l, r] with l <= i and r >= j."""
    k = right.shape[1]
    pairs = _pairs_within(k)
    # These are the values of l and r.
    start, stop = np.arange(k)[:, None], np.arange(k)
    within = pairs[np.maximum(stop - start + 1, 0)]
    value: Counts = first[:, :k, None] + within + last[:, None, 1:]
    value[(stop < start) | (stop > right[:, :, None])] = 0
    np.maximum.accumulate(value, axis=1, out=value)
    backwards = value[:, :, ::-1]
    np.maximum.accumulate(backwards, axis=2, out=backwards)
    return value


def _one_side_covered(
    first: Counts, last: Counts, left: Counts, right: Counts, *, both: bool
) -> Counts:
    """Return the values for cases (b) and (e) for all i and j.

    If `both` is True, include case (d).

    For the mirror image, these are cases (c) and (f).
    """
    k = left.shape[1]
    pairs = _pairs_within(k)
    number = np.arange(k, dtype=pairs.dtype)
    start, stop = number[:, None], number  # The indices are l and r in the theorem.
    outside = first[:, :k, None] + last[:, None, 1:]  # The sum is F[l - 1] + S[r + 1].
    end = right[:, :, None]  # These are the values R(l).
    begin = left[:, None, :]  # These are the values n = L(r).

    def group(size: Counts) -> Counts:
        return pairs[np.maximum(size, 0)]

    # In case (b), A = [l, R(l)] without i, and P = {i} + [R(l) + 1, r].
    case_b = outside + group(end - start) + group(1 + stop - end)
    case_b[stop <= end] = 0
    by_i = _window_maxima(case_b, left, number - 1)
    # In this table, the rows correspond to i, and r is at most R(i).
    by_i[stop > end] = 0
    largest_first = by_i[:, :, ::-1]
    result = np.maximum.accumulate(largest_first, axis=2)[:, :, ::-1]

    # In case (e), A = [l, n - 1] without i, P = {i, j}, and B = [n, r] without j. The
    # following array contains the values L(n - 1).
    before = np.take_along_axis(left, np.maximum(left - 1, 0), axis=1)
    case_e = outside + group(begin - start - 1) + 1 + group(stop - begin)
    case_e[(start < before[:, None, :]) | (start >= begin)] = 0
    by_i = np.maximum.accumulate(case_e, axis=1)

    # In case (d), A = [l, R(l)] without i, P = {i} + [R(l) + 1, L(r) - 1] + {j}, and B
    # = [L(r), r] without j.
    if both:
        case_d = outside + group(end - start) + group(begin - end + 1)
        case_d = case_d + group(stop - begin)
        case_d[end >= begin] = 0
        np.maximum(by_i, _window_maxima(case_d, left, number - 1), out=by_i)

    columns = np.ascontiguousarray(by_i.transpose(0, 2, 1))
    by_j = _window_maxima(columns, number + 1, right)
    return np.maximum(result, by_j.transpose(0, 2, 1))


def _window_maxima(table: Counts, start: Counts, stop: Counts) -> Counts:
    """Return the maxima over the rows start[t, i], ..., stop[t, i], or zeros if such rows do not exist.

    The maxima are computed from windows of 1, 2, 4, ... rows. Any window is covered by
    two of these.
    """
    T, k, _ = table.shape
    start = np.broadcast_to(start, (T, k))
    stop = np.broadcast_to(stop, (T, k))
    length = stop - start + 1
    result = np.zeros_like(table)
    longest = int(length.max())
    width, maxima = 1, table
    while width <= longest:
        t, i = np.nonzero((length >= width) & (length < 2 * width))
        first = maxima[t, start[t, i]]
        last = maxima[t, stop[t, i] - width + 1]
        result[t, i] = np.maximum(first, last)
        if 2 * width <= longest:
            maxima = np.maximum(maxima[:, :-width], maxima[:, width:])
        width *= 2
    return result
