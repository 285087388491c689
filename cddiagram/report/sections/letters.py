"""Groups as letters and as tiers: compact letter displays and leaderboards."""

from __future__ import annotations

from cddiagram.layout.numbers import format_count
from cddiagram.results import Comparison

#: More groups than the alphabet has letters get none, and no list. Those of one critical difference are fewer than the
#: algorithms, follow each other in the ranking, and are drawn by the figure as well, however many they are.
_MOST_GROUPS = 26


def letter_groups(comparison: Comparison) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
    """Give the maximal groups of a comparison a letter each, those of the best algorithms first.

    Parameters
    ----------
    comparison : Comparison
        A comparison of all pairs.

    Returns
    -------
    tuple of (str, tuple of str), or None
        Letter and names, the best first; an algorithm that differs from all others is a group of its own. None with a
        control, where pairs were not tested, or where the groups are too many (`too_many_groups`).

    Examples
    --------
    >>> import cddiagram as cd
    >>> letter_groups(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    (('a', ('C4.5+m+cf', 'C4.5+m', 'C4.5+cf')), ('b', ('C4.5+cf', 'C4.5')))
    """
    if comparison.control is not None or comparison.untested or too_many_groups(comparison):
        return None
    place = {comparison.algorithms[i]: at for at, i in enumerate(comparison.order)}
    groups = [group.algorithms for group in comparison.groups]
    grouped = {name for group in groups for name in group}
    groups += [(name,) for name in place if name not in grouped]
    groups.sort(key=lambda group: [place[name] for name in group])
    return tuple((_letter(number), group) for number, group in enumerate(groups))


def too_many_groups(comparison: Comparison) -> str:
    """Say that groups are too many for letters and for a list, in one sentence; empty where they are not.

    Examples
    --------
    >>> import cddiagram as cd
    >>> too_many_groups(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    ''
    """
    most = _MOST_GROUPS if comparison.critical_difference is None else max(_MOST_GROUPS, len(comparison.algorithms))
    if comparison.groups_complete and len(comparison.groups) <= most:
        return ""
    count = f"{'' if comparison.groups_complete else 'more than '}{format_count(len(comparison.groups))}"
    return (
        f"Groups have no letters and are not listed here: there are {count}. Who is not significantly different "
        "from whom is in the p-values of all pairs, which cddiagram compare --format csv writes."
    )


def compact_letters(comparison: Comparison) -> dict[str, str] | None:
    """Give each algorithm letters such that two share one if and only if they are not significantly different.

    Parameters
    ----------
    comparison : Comparison
        A comparison of all pairs.

    Returns
    -------
    dict of str to str, or None
        Algorithm, best first -> the letters of its groups: ``"ab"``; with more than 26 groups they are set apart:
        ``"a z aa"``. None where `letter_groups` gives None.

    Examples
    --------
    >>> import cddiagram as cd
    >>> compact_letters(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    {'C4.5+m+cf': 'a', 'C4.5+m': 'a', 'C4.5+cf': 'ab', 'C4.5': 'b'}
    """
    groups = letter_groups(comparison)
    if groups is None:
        return None
    between = "" if len(groups) <= 26 else " "
    names = [comparison.algorithms[i] for i in comparison.order]
    return {name: between.join(letter for letter, group in groups if name in group) for name in names}


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


def _letter(number: int) -> str:
    """Count a, b, ..., z, aa, ab, ..."""
    text = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        text = "abcdefghijklmnopqrstuvwxyz"[rest] + text
    return text
