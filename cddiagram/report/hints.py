"""What each element of a figure tells: the sentence with the numbers of an algorithm, a group or a pair."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from cddiagram.plot.painter import unique_ids
from cddiagram.report.conclusions import algorithm_words, names_words, pair_words
from cddiagram.results import Comparison

#: Elements of one algorithm, by its place in the ranking.
_ALGORITHM = re.compile(r"(?:marker|label|rank|leader|bar|interval|guide|row|column)-(\d+)")
#: Elements of a group, by its place in the list of groups.
_GROUP = re.compile(r"clique-(\d+)(?:-gap)?")
_MEMBER = re.compile(r"clique-(\d+)-member-(\d+)")
_PAIR = re.compile(r"(?:cell|value|untested|against)-(\d+)-(\d+)")


def figure_hints(comparison: Comparison, gids: Iterable[str]) -> dict[str, str]:
    """Tell what the elements of a figure of a comparison show.

    Parameters
    ----------
    comparison : Comparison
        What the figure shows.
    gids : iterable of str
        The names of the elements of its layout (`cddiagram.layout.elements`), in drawing order.

    Returns
    -------
    dict of str to str
        Id -> sentence; ids of repeated elements as `cddiagram.plot.painter.paint` makes them with ``ids=True``
        (``"clique-0"``, ``"clique-0-2"``).

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> figure_hints(comparison, ["axis", "clique-0", "marker-3"])
    {'clique-0': 'Not told apart: C4.5+m+cf, C4.5+m, C4.5+cf', 'marker-3': 'C4.5: average rank 3.14, place 4 of 4; \
not told apart from C4.5+cf'}
    """
    names = list(gids)
    told = {gid: _hint(comparison, gid) for gid in dict.fromkeys(names)}
    return {unique: told[gid] for gid, unique in zip(names, unique_ids(names), strict=True) if told[gid]}


def _hint(comparison: Comparison, gid: str) -> str:
    order = comparison.order
    for pattern, words in _WORDS:
        match = pattern.fullmatch(gid)
        if match:
            places = [int(number) for number in match.groups()]
            return words(comparison, [order[place] for place in places] if pattern is not _GROUP else places)
    match = _MEMBER.fullmatch(gid)
    return _group_words(comparison, [int(match[1])]) if match else ""


def _group_words(comparison: Comparison, places: list[int]) -> str:
    return f"Not told apart: {names_words(comparison.groups[places[0]].algorithms)}"


_WORDS: tuple[tuple[re.Pattern[str], Callable[[Comparison, list[int]], str]], ...] = (
    (_ALGORITHM, lambda comparison, columns: algorithm_words(comparison, columns[0])),
    (_GROUP, _group_words),
    (_PAIR, lambda comparison, columns: pair_words(comparison, columns[0], columns[1])),
)
