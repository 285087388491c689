"""All pairs with logical relations: Shaffer's dynamic procedure and Bergmann-Hommel's, without enumerating.

If A equals B and B equals C, then A equals C: the hypotheses "i and j are equal" that can be true together are the
within-group pairs of a partition of the k algorithms into groups (the *exhaustive sets* I of G08, Definition 1, Fig. 1;
Bell(k) - 1 of them hold a pair). The procedures are

* Bergmann-Hommel (G08 Section 2.1, Section 3): adjusted p of (i, j) = max over exhaustive I that hold (i, j) of
  ``|I| min(p in I)``, capped at 1;
* Shaffer, dynamic (G08 Section 2.1, called S2 by Shaffer 1986): step down with t* = the largest ``|I|`` among the
  exhaustive sets that hold no hypothesis rejected before.

Both are optimisations over thresholds. For a distinct p-value t join i and j when ``p[i, j] >= t``; call that graph
G(t). An exhaustive set with ``min(p in I) >= t`` is a partition of the algorithms into cliques of G(t). Let F(t) be the
largest number of within-group pairs of such a partition and M(t; i, j) the largest among those that keep i and j
together. Then, each maximum over the distinct p-values t,

* Bergmann-Hommel: adjusted p of (i, j) = max over t <= p[i, j] of ``t M(t; i, j)``;
* Shaffer, dynamic: adjusted p of (i, j) = max over t <= p[i, j] of ``t F(t)``.

(A set with minimum p0 > t counted at t instead of p0 is counted too low, so the maximum is not disturbed.)

F(t) is the *cluster deletion* problem. On the graphs of mean-rank tests it is polynomial (`mean_ranks`, with the
proof); on arbitrary graphs it is NP-hard (Shamir, Sharan & Tsur 2004), and `cliques` with `search` solve it by branch
and bound with a budget, past which they return bounds that are certain. `levels` holds what they share.
"""
