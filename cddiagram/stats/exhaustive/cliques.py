"""The exact solution of cluster deletion, which finds the best partition of a graph
into cliques by branch and bound.

The value of a partition is its number of within-group pairs. Sets of vertices are
represented by Python integers, in which bit v represents vertex v.

The search uses two facts. First, *a largest group of a best partition is a maximal
clique.* Otherwise, a vertex that is joined to all a members of the largest group could
move to this group from its own group of b <= a members, with a gain of a - b + 1.
Groups are therefore chosen in descending order of size, and each group is a maximal
clique of the remaining vertices. If two vertices i and j must share a group, the same
is true, except that i and j cannot move alone. A largest group without them is a
maximal clique of the remaining vertices without i and j. A largest group that contains
them is a maximal clique of the remaining vertices.

Second, *a vertex contributes at most half the number of the other members of its
group.* Let w(v) be the size of the largest clique that contains v. The value of a
partition into groups of at most a members does not exceed the sum of ``(min(a, w(v)) -
1) / 2`` over the vertices v. A group that contains i and j has at most w(i, j) members,
where w(i, j) is the size of the largest clique that contains both.
"""

from __future__ import annotations

from collections.abc import Iterable

from cddiagram.stats.groups import members

#: Each group of at least two vertices is represented by a bit mask.
Groups = tuple[int, ...]


class BudgetSpentError(Exception):
    """Error raised if the steps of the search are used up.

    It is always caught within this package.
    """


class Budget:
    """A budget for the number of steps, which are inspected cliques.

    The budget is a number of steps rather than a time, so that results do not depend on
    the speed of the computer.
    """

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self.used = 0

    def spend(self, steps: int = 1) -> None:
        """Subtract steps from the budget.

        Raise `BudgetSpentError` if the budget is used up.
        """
        self.used += steps
        if self.used > self.steps:
            raise BudgetSpentError


def _pairs_within(size: int) -> int:
    """Return the number of pairs within a group of this size."""
    return size * (size - 1) // 2


def maximal_cliques(adjacency: list[int], budget: Budget) -> list[int]:
    """List all maximal cliques in descending order of size (Bron & Kerbosch 1973, with
    a pivot).
    """
    cliques: list[int] = []

    def extend(clique: int, candidates: int, excluded: int) -> None:
        budget.spend()
        if not candidates:
            if not excluded:
                cliques.append(clique)
            return
        pivot = max(
            members(candidates | excluded),
            key=lambda v: (adjacency[v] & candidates).bit_count(),
        )
        for v in members(candidates & ~adjacency[pivot]):
            neighbours = adjacency[v]
            extend(clique | 1 << v, candidates & neighbours, excluded & neighbours)
            candidates &= ~(1 << v)
            excluded |= 1 << v

    extend(0, (1 << len(adjacency)) - 1, 0)
    return _largest_first(cliques)


def _largest_first(cliques: Iterable[int]) -> list[int]:
    """Sort cliques in descending order of size."""
    return sorted(cliques, key=lambda clique: (-clique.bit_count(), clique))


#: This number of set comparisons takes about as long as one step of the search.
_PER_STEP = 64


def _within(cliques: list[int], vertices: int, budget: Budget) -> list[int]:
    """Restrict the maximal cliques to a subset of the vertices.

    Cliques that become empty, repeated or contained in other cliques are dropped.
    """
    maximal: list[int] = []
    for clique in _largest_first({clique & vertices for clique in cliques}):
        budget.spend(len(maximal) // _PER_STEP)
        if clique and not any(clique & larger == clique for larger in maximal):
            maximal.append(clique)
    return maximal


def _twice_bound(cliques: list[int], vertices: int, cap: int) -> int:
    """Return the sum of ``min(cap, w(v)) - 1`` over the vertices, which is twice the
    bound that the module docstring derives.

    The cliques must be in descending order of size.
    """
    total = 0
    for clique in cliques:
        new = clique & vertices
        if new:
            total += new.bit_count() * (min(cap, clique.bit_count()) - 1)
            vertices &= ~new
    return total


class CliquePartitions:
    """The best partitions of a graph, with or without the condition that a pair is in
    one group.

    The graph is specified by the bit masks of the neighbours of each vertex.
    """

    def __init__(self, adjacency: list[int], budget: Budget) -> None:
        self._budget = budget
        self._all = (1 << len(adjacency)) - 1
        self._cliques = maximal_cliques(adjacency, budget)
        self._known: dict[int, tuple[int, Groups]] = {0: (0, ())}

    def best(self) -> tuple[int, Groups]:
        """Return the best value F and the groups of a partition that has this value."""
        return self._best(self._all, self._cliques)

    def best_together(
        self, i: int, j: int, more_than: int
    ) -> tuple[int, Groups] | None:
        """Return the best value M with i and j in one group, and the groups of the
        partition.

        Return None if M does not exceed `more_than`.
        """
        search = _TogetherSearch(self, 1 << i | 1 << j, more_than)
        most = self._all.bit_count()
        search.branch(self._all, self._cliques, 0, (), most)
        return search.result

    def _best(self, vertices: int, cliques: list[int]) -> tuple[int, Groups]:
        """Return the best partition of a subset of the vertices.

        `cliques` contains the maximal cliques of the subset in descending order of
        size.
        """
        result = self._known.get(vertices)
        if result is not None:
            return result
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
        """Return the best partition of a connected subset by branching on the largest
        group.
        """
        if len(cliques) == 1:
            return _pairs_within(vertices.bit_count()), _as_groups(vertices)
        best = -1
        best_groups: Groups = ()
        for group in cliques:
            self._budget.spend(len(cliques) // _PER_STEP)
            size = group.bit_count()
            if _twice_bound(cliques, vertices, size) <= 2 * best:
                break  # The remaining groups are smaller, so they cannot be better.
            others = vertices & ~group
            own = _pairs_within(size)
            if 2 * own + _twice_bound(cliques, others, size) <= 2 * best:
                continue
            inner = self._known.get(others)
            if inner is None:
                remaining = _within(cliques, others, self._budget)
                if 2 * own + _twice_bound(remaining, others, size) <= 2 * best:
                    continue
                inner = self._best(others, remaining)
            value, groups = inner
            if own + value > best:
                best = own + value
                best_groups = (*_as_groups(group), *groups)
        return best, best_groups


def _as_groups(vertices: int) -> Groups:
    """Return a tuple that contains one group, or an empty tuple for a single vertex."""
    if vertices.bit_count() > 1:
        return (vertices,)
    return ()


class _TogetherSearch:
    """A depth-first search for a partition that has a pair in one group and a value
    above a limit.
    """

    def __init__(self, graph: CliquePartitions, pair: int, more_than: int) -> None:
        self._graph = graph
        self._pair = pair
        self._best = more_than
        self._visited: dict[int, tuple[int, int]] = {}
        self.result: tuple[int, Groups] | None = None

    def branch(
        self, vertices: int, cliques: list[int], gained: int, groups: Groups, cap: int
    ) -> None:
        """Choose the next largest group, which has at most `cap` members, with or
        without the pair.
        """
        if not self._is_new(vertices, gained, cap):
            return
        budget, pair = self._graph._budget, self._pair
        budget.spend(len(cliques))
        with_pair = [clique for clique in cliques if clique & pair == pair]
        widest = with_pair[0].bit_count()
        # If the pair is removed, each of these groups is a maximal clique of the other
        # vertices.
        others = _within(cliques, vertices & ~pair, budget)
        choices = [(group.bit_count(), True, group) for group in with_pair]
        for group in others:
            if group & (group - 1):  # The group has at least two vertices.
                choices.append((group.bit_count(), False, group))
        choices.sort(key=lambda choice: choice[:2], reverse=True)
        for size, contains_pair, group in choices:
            if size > cap:
                continue
            budget.spend(len(cliques) // _PER_STEP)
            bound = self._twice_bound(cliques, vertices, size, widest)
            if 2 * gained + bound <= 2 * self._best:
                break  # The remaining groups are smaller, so they cannot be better.
            remaining = vertices & ~group
            own = gained + _pairs_within(size)
            if contains_pair:
                self._finish(remaining, cliques, own, (*groups, group))
                continue
            bound = self._twice_bound(cliques, remaining, size, widest)
            if 2 * own + bound > 2 * self._best:
                inner = _within(cliques, remaining, budget)
                self.branch(remaining, inner, own, (*groups, group), size)

    def _is_new(self, vertices: int, gained: int, cap: int) -> bool:
        """Record a state, and return whether it can lead to a new result.

        A state cannot lead to a new result if the same vertices have already remained
        with at least the same gain and at least the same cap.
        """
        visited = self._visited.get(vertices)
        if visited is not None:
            earlier_gained, earlier_cap = visited
            if earlier_gained > gained:
                return False
            if earlier_gained == gained and earlier_cap >= cap:
                return False
        self._visited[vertices] = (gained, cap)
        return True

    def _twice_bound(
        self, cliques: list[int], vertices: int, cap: int, widest: int
    ) -> int:
        """Return twice the bound on the value that the vertices can contribute.

        The contribution of the pair is limited by a group of `widest` vertices.
        """
        of_pair = 2 * (min(widest, cap) - 1)
        return _twice_bound(cliques, vertices & ~self._pair, cap) + of_pair

    def _finish(
        self, vertices: int, cliques: list[int], gained: int, groups: Groups
    ) -> None:
        """Complete a partition in which the group that contains the pair has been
        chosen.
        """
        bound = _twice_bound(cliques, vertices, vertices.bit_count())
        if 2 * gained + bound <= 2 * self._best:
            return
        remaining = _within(cliques, vertices, self._graph._budget)
        value, more = self._graph._best(vertices, remaining)
        if gained + value > self._best:
            self._best = gained + value
            self.result = (self._best, groups + more)


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
