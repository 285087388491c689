"""Groups as letters and as tiers: compact letter displays and leaderboards."""

from __future__ import annotations

from cddiagram.comparison import Comparison
from cddiagram.stats.groups import LETTERS
from cddiagram.words.numbers import format_count


def too_many_groups(comparison: Comparison) -> str:
    """Say that groups are too many for letters and for a list, in one sentence; empty where they are not.

    Those of one critical difference are fewer than the algorithms, follow each other in the ranking, and are drawn by
    the figure as well, however many they are.

    Examples
    --------
    >>> import cddiagram as cd
    >>> too_many_groups(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    ''
    """
    if comparison.letter_groups is not None:
        return ""
    most = len(LETTERS) if comparison.critical_difference is None else len(comparison.algorithms)
    if comparison.groups_complete and len(comparison.groups) <= most:
        return ""
    count = f"{'' if comparison.groups_complete else 'more than '}{format_count(len(comparison.groups))}"
    return (
        f"Groups have no letters and are not listed here: there are {count}. Who is not significantly different "
        "from whom is in the p-values of all pairs, which cddiagram compare --format csv writes."
    )


def tiers(comparison: Comparison) -> tuple[tuple[str, ...], ...] | None:
    """Divide the algorithms into tiers: the best one with all not different from it; of the others the same again.

    Returns
    -------
    tuple of tuple of str, or None
        Tiers, best first, their algorithms by average rank. None with a control, or where pairs were not tested.

    Examples
    --------
    >>> import cddiagram as cd
    >>> tiers(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    (('C4.5+m+cf', 'C4.5+m', 'C4.5+cf'), ('C4.5',))
    """
    if comparison.control is not None or comparison.untested:
        return None
    different, names = comparison.different(), comparison.algorithms
    remaining, found = list(comparison.order), []
    while remaining:
        best = remaining[0]
        tier = [i for i in remaining if i == best or not different[best, i]]
        found.append(tuple(names[i] for i in tier))
        remaining = [i for i in remaining if i not in tier]
    return tuple(found)
