"""Best partitions of a graph into cliques (cluster deletion), exact, by branch and
bound on bit masks.

The value of a partition is its number of within-group pairs. Sets of vertices are
Python integers, bit v for vertex v.

Two facts carry the search. *A largest group of a best partition is a maximal clique:* a
vertex joined to all of its a members could move to it from its own group of b <= a
members, a gain of a - b + 1. So groups are taken in falling size, each a maximal clique
of what is left. With two vertices i and j that must share a group the same holds,
except that i and j cannot move alone: a largest group without them is a maximal clique
of what is left without i and j, and a largest group that holds them is a maximal clique
of what is left. *A vertex adds at most half its group mates:* a partition with groups
of at most a members is worth at most the sum over the vertices v of
``(min(a, w(v)) - 1) / 2``, w(v) the size of the largest clique that holds v; a group
that holds i and j has at most w(i, j) members, the largest clique with both.
"""

from __future__ import annotations

from collections.abc import Iterable

from cddiagram.stats.groups import members

#: A group of two or more, or several: masks.
Groups = tuple[int, ...]


class BudgetSpentError(Exception):
    """The search has used up its steps. Raised and caught inside this package."""


class Budget:
    """A number of steps (cliques looked at); counted, so that results do not depend on
    the speed of the machine.
    """

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self.used = 0

    def spend(self, steps: int = 1) -> None:
        """Count steps; raise `BudgetSpentError` when there are no more."""
        self.used += steps
        if self.used > self.steps:
            raise BudgetSpentError


def _pairs_within(size: int) -> int:
    return size * (size - 1) // 2


def maximal_cliques(adjacency: list[int], budget: Budget) -> list[int]:
    """List all maximal cliques (Bron & Kerbosch 1973, with a pivot), largest first."""
    found: list[int] = []

    def extend(clique: int, candidates: int, excluded: int) -> None:
        budget.spend()
        if not candidates:
            if not excluded:
                found.append(clique)
            return
        pivot = max(
            members(candidates | excluded),
            key=lambda v: (adjacency[v] & candidates).bit_count(),
        )
        for v in members(candidates & ~adjacency[pivot]):
            extend(clique | 1 << v, candidates & adjacency[v], excluded & adjacency[v])
            candidates &= ~(1 << v)
            excluded |= 1 << v

    extend(0, (1 << len(adjacency)) - 1, 0)
    return _largest_first(found)


def _largest_first(cliques: Iterable[int]) -> list[int]:
    return sorted(cliques, key=lambda clique: (-clique.bit_count(), clique))


#: Comparisons of two sets that take about as long as a step: lists of cliques that grow
#: long are charged for.
_PER_STEP = 64


def _within(cliques: list[int], vertices: int, budget: Budget) -> list[int]:
    """Restrict a list that holds every maximal clique to some vertices: drop what is
    empty, repeated or contained.
    """
    kept: list[int] = []
    for clique in _largest_first({clique & vertices for clique in cliques}):
        budget.spend(len(kept) // _PER_STEP)
        if clique and not any(clique & larger == clique for larger in kept):
            kept.append(clique)
    return kept


def _twice_bound(cliques: list[int], vertices: int, cap: int) -> int:
    """Twice the bound of the module: the sum of ``min(cap, w(v)) - 1``; `cliques`
    largest first over the vertices.
    """
    total = 0
    for clique in cliques:
        new = clique & vertices
        if new:
            total += new.bit_count() * (min(cap, clique.bit_count()) - 1)
            vertices &= ~new
    return total


class CliquePartitions:
    """Best partitions of a graph, given by the masks of its vertices' neighbours, with
    and without a pair together.
    """

    def __init__(self, adjacency: list[int], budget: Budget) -> None:
        self._budget = budget
        self._all = (1 << len(adjacency)) - 1
        self._cliques = maximal_cliques(adjacency, budget)
        self._known: dict[int, tuple[int, Groups]] = {0: (0, ())}

    def best(self) -> tuple[int, Groups]:
        """Return the best value F and the groups (two members or more) of a partition
        that has it.
        """
        return self._best(self._all, self._cliques)

    def best_together(
        self, i: int, j: int, more_than: int
    ) -> tuple[int, Groups] | None:
        """Return the best value M with i and j in one group, and its groups; None
        unless it exceeds `more_than`.
        """
        search = _TogetherSearch(self, 1 << i | 1 << j, more_than)
        search.branch(self._all, self._cliques, 0, (), self._all.bit_count())
        return search.found

    def _best(self, vertices: int, cliques: list[int]) -> tuple[int, Groups]:
        """Return the best partition of some vertices; `cliques` are their maximal
        cliques, largest first.
        """
        known = self._known.get(vertices)
        if known is not None:
            return known
        self._budget.spend(len(cliques))
        value = 0
        groups: Groups = ()
        for component in _components(cliques):
            part = component
            if part != vertices and part in self._known:
                more, more_groups = self._known[part]
            else:
                own = [clique for clique in cliques if clique & part]
                more, more_groups = self._best_connected(part, own)
                self._known[part] = (more, more_groups)
            value, groups = value + more, groups + more_groups
        self._known[vertices] = (value, groups)
        return value, groups

    def _best_connected(self, vertices: int, cliques: list[int]) -> tuple[int, Groups]:
        """Branch on the largest group."""
        if len(cliques) == 1:
            size = vertices.bit_count()
            return _pairs_within(size), ((vertices,) if size > 1 else ())
        best = -1
        best_groups: Groups = ()
        for group in cliques:
            self._budget.spend(len(cliques) // _PER_STEP)
            size = group.bit_count()
            if _twice_bound(cliques, vertices, size) <= 2 * best:
                # cliques come largest first: no largest group from here on can do
                # better
                break
            left = vertices & ~group
            own = _pairs_within(size)
            if 2 * own + _twice_bound(cliques, left, size) <= 2 * best:
                continue
            inner = self._known.get(left)
            if inner is None:
                remaining = _within(cliques, left, self._budget)
                if 2 * own + _twice_bound(remaining, left, size) <= 2 * best:
                    continue
                inner = self._best(left, remaining)
            if own + inner[0] > best:
                best, best_groups = (
                    own + inner[0],
                    ((group,) if size > 1 else ()) + inner[1],
                )
        return best, best_groups


class _TogetherSearch:
    """Depth-first search for a partition that keeps a pair together and beats a given
    value.
    """

    def __init__(self, graph: CliquePartitions, pair: int, more_than: int) -> None:
        self._graph = graph
        self._pair = pair
        self._best = more_than
        self._visited: dict[int, tuple[int, int]] = {}
        self.found: tuple[int, Groups] | None = None

    def branch(
        self, vertices: int, cliques: list[int], gained: int, groups: Groups, cap: int
    ) -> None:
        """Take the next largest group, of at most `cap` members, with the pair or
        without it.
        """
        # The same vertices left after the same or a better start, with no tighter cap:
        # nothing new.
        before = self._visited.get(vertices)
        if before is not None and (
            before[0] > gained or (before[0] == gained and before[1] >= cap)
        ):
            return
        self._visited[vertices] = (gained, cap)
        self._graph._budget.spend(len(cliques))
        pair = self._pair
        with_pair = [clique for clique in cliques if clique & pair == pair]
        widest = with_pair[0].bit_count()
        # Without the pair a largest group is a maximal clique of the other vertices.
        others = _within(cliques, vertices & ~pair, self._graph._budget)
        steps = [(group.bit_count(), True, group) for group in with_pair]
        steps += [
            (group.bit_count(), False, group) for group in others if group & (group - 1)
        ]
        for size, final, group in sorted(
            steps, key=lambda step: step[:2], reverse=True
        ):
            if size > cap:
                continue
            self._graph._budget.spend(len(cliques) // _PER_STEP)
            if (
                2 * gained + self._twice_bound(cliques, vertices, size, widest)
                <= 2 * self._best
            ):
                break  # largest groups first: from here on nothing can do better
            left = vertices & ~group
            own = gained + _pairs_within(size)
            if final:
                self._finish(left, cliques, own, (*groups, group))
            elif (
                2 * own + self._twice_bound(cliques, left, size, widest)
                > 2 * self._best
            ):
                self.branch(
                    left,
                    _within(cliques, left, self._graph._budget),
                    own,
                    (*groups, group),
                    size,
                )

    def _twice_bound(
        self, cliques: list[int], vertices: int, cap: int, widest: int
    ) -> int:
        """Twice the bound on what the vertices can add: the pair adds as much as a
        group of `widest` allows.
        """
        return _twice_bound(cliques, vertices & ~self._pair, cap) + 2 * (
            min(widest, cap) - 1
        )

    def _finish(
        self, left: int, cliques: list[int], gained: int, groups: Groups
    ) -> None:
        """Complete a partition whose group with the pair is chosen."""
        if 2 * gained + _twice_bound(cliques, left, left.bit_count()) <= 2 * self._best:
            return
        value, more = self._graph._best(
            left, _within(cliques, left, self._graph._budget)
        )
        if gained + value > self._best:
            self._best = gained + value
            self.found = (self._best, groups + more)


def _components(cliques: list[int]) -> list[int]:
    """Return the connected components that the cliques form, in the order of their
    first clique.
    """
    components: list[int] = []
    for clique in cliques:
        merged = clique
        apart = []
        for component in components:
            if component & merged:
                merged |= component
            else:
                apart.append(component)
        components = [*apart, merged]
    return components
