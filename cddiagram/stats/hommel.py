"""Hommel's procedure as a closed test, in O(m log m).

Closing Simes' test gives Hommel's procedure: a hypothesis is rejected at alpha when Simes' test rejects every set of
hypotheses that holds it. Among the sets with s members the one hardest to reject, and not holding ``p[i]``, are the s
largest p-values; so with ``simes[s]`` the Simes p-value of the s largest,

    adjusted p[i] = max over s of  min( s p[i],  simes[s] ).

Why: Let ``h(alpha)`` be the largest s with ``simes[s] > alpha``. Hommel's rule (D06 3.2.2; G08 Section 2.1; G10
Section 5) rejects ``p[i]`` when ``h p[i] <= alpha``. It fails to reject exactly when some s has both ``s p[i] > alpha``
and ``simes[s] > alpha`` (if s has, so has h, being at least s), that is, when the maximum above exceeds alpha. The
algorithm of G08 Fig. 3 and G10 Fig. 2 is another way to the same number.

Two facts make it fast. With ``b = m - s`` p-values left out, ``simes[s] = s * min over t > b of p[t] / (t - b)``, the
flattest slope from the point (b, 0) to the points (t, p[t]) on its right. Where t beats a larger t' at b it does so at
every smaller b (``p[t] (t' - b) <= p[t'] (t - b)`` is linear in b and ``p[t] <= p[t']``), so the best t rises with b
and divide and conquer finds all slopes in O(m log m). And ``s p[i]`` rises with s while the running maximum of
``simes`` from large s down falls, so their crossing is found by bisection, for all i at once.
"""

from __future__ import annotations

import numpy as np

from cddiagram._util.types import FloatArray

#: Families up to this size take all slopes at once, batches included; larger ones divide and conquer.
_DENSE_LIMIT = 64


def hommel_sorted(p: FloatArray) -> FloatArray:
    """Hommel's adjusted p-values of sorted families.

    Adjusted p-values in the same order. Shapes: `p` (..., m), the result (..., m).

    Demšar 2006, Section 3.2.2; García & Herrera 2008, Section 3 and Figure 3; García et al. 2010, Figure 2.

    >>> hommel_sorted(np.array([0.01, 0.02, 0.022, 0.8])).tolist()
    [0.03, 0.04, 0.044, 0.8]
    """
    m = p.shape[-1]
    if m <= _DENSE_LIMIT:
        simes = _simes_dense(p)
    else:
        simes = np.empty_like(p)
        for row in np.ndindex(p.shape[:-1]):
            simes[row] = _simes_divided(p[row])
    # envelope[s - 1] = max of simes over sets of s or more: falls with s.
    envelope = np.maximum.accumulate(simes[..., ::-1], axis=-1)[..., ::-1]
    # The largest s with s p[i] < envelope[s], by bisection between `below` (holds) and `above` (does not). If it fails
    # even at s = 1, then p[i] = envelope[1], and starting there is right as well.
    below = np.ones(p.shape, dtype=np.intp)
    above = np.full(p.shape, m + 1, dtype=np.intp)
    for _ in range(m.bit_length() + 1):
        middle = (below + above) // 2
        inside = (middle > below) & (middle < above)
        probe = np.minimum(middle, m)
        holds = probe * p < np.take_along_axis(envelope, probe - 1, axis=-1)
        below = np.where(inside & holds, middle, below)
        above = np.where(inside & ~holds, middle, above)
    next_envelope = np.take_along_axis(envelope, np.minimum(below, m - 1), axis=-1)
    adjusted: FloatArray = np.maximum(below * p, np.where(below < m, next_envelope, 0.0))
    return adjusted


def _simes_dense(p: FloatArray) -> FloatArray:
    """Simes p-values of the s largest, s = 1..m, from all slopes at once: O(m^2) for each family."""
    m = p.shape[-1]
    rank = np.arange(1, m + 1) - (m - np.arange(1, m + 1))[:, None]  # [s - 1, t - 1] = t - b with b = m - s
    size = np.arange(1, m + 1)[:, None]
    ratio = np.where(rank > 0, size * p[..., None, :] / np.maximum(rank, 1), np.inf)
    simes: FloatArray = ratio.min(axis=-1)
    return simes


def _simes_divided(p: FloatArray) -> FloatArray:
    """Simes p-values of the s largest, s = 1..m, by monotone divide and conquer, one level of the tree at a time."""
    m = len(p)
    best = np.zeros(m + 2, dtype=np.intp)  # best[b + 1] = position t of the flattest slope from b; 0 and m + 1 bound it
    best[m + 1] = m
    simes = np.empty(m)
    stride = 1 << m.bit_length()
    while stride > 1:
        stride //= 2
        # The rows of this level lie halfway between rows already known, which bound their best positions.
        row = np.arange(stride, m + 1, 2 * stride)
        left = row - 1  # b
        first = np.maximum(best[row - stride], row)  # t > b, that is t >= row
        last = best[np.minimum(row + stride, m + 1)]
        length = last - first + 1
        start = np.cumsum(length) - length
        position = np.arange(start[-1] + length[-1]) - np.repeat(start - first, length)
        ratio = np.repeat(m - left, length) * p[position - 1] / (position - np.repeat(left, length))
        lowest = np.minimum.reduceat(ratio, start)
        hit = np.flatnonzero(ratio == np.repeat(lowest, length))
        best[row] = position[hit[np.searchsorted(hit, start)]]  # the first of equal slopes
        simes[m - row] = lowest
    return simes
