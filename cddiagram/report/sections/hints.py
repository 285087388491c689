"""What each element of a figure tells: the sentence with the numbers of an algorithm, a group or a pair."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from cddiagram._util.inlines import Phrase
from cddiagram.comparison import Comparison
from cddiagram.sheet.elements import unique_ids
from cddiagram.words.conclusions import algorithm_words, names_words, pair_words

#: Elements of one algorithm, by its place in the ranking.
_ALGORITHM = re.compile(r"(?:marker|label|rank|leader|bar|interval|guide|row|column)-(\d+)")
#: Elements of a group, by its place in the list of groups.
_GROUP = re.compile(r"clique-(\d+)(?:-gap|-member-\d+)?")
_PAIR = re.compile(r"(?:cell|value|untested|against)-(\d+)-(\d+)")


def element_hints(gids: Iterable[str], tell: Callable[[str], str]) -> dict[str, str]:
    """Tell what the elements of a figure show.

    Parameters
    ----------
    gids : iterable of str
        The names of the elements of its layout (`cddiagram.sheet.elements`), in drawing order.
    tell : callable
        Gives the sentence for an element, empty where it shows no number.

    Returns
    -------
    dict of str to str
        Id -> sentence; ids of repeated elements as `cddiagram.sheet.mpl.painter.paint` makes them with ``ids=True``
        (``"clique-0"``, ``"clique-0-2"``).

    Examples
    --------
    >>> element_hints(["axis", "cell", "cell"], lambda gid: ".031" if gid == "cell" else "")
    {'cell': '.031', 'cell-2': '.031'}
    """
    names = list(gids)
    told = {gid: tell(gid) for gid in dict.fromkeys(names)}
    return {unique: told[gid] for gid, unique in zip(names, unique_ids(names), strict=True) if told[gid]}


def comparison_hint(comparison: Comparison, gid: str) -> str:
    """Tell what an element of a figure of a comparison shows; empty where it shows no number.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> comparison_hint(comparison, "clique-0"), comparison_hint(comparison, "axis")
    ('Not significantly different: C4.5+m+cf, C4.5+m, C4.5+cf', '')
    >>> comparison_hint(comparison, "marker-3")
    'C4.5: average rank 3.14, place 4 of 4; not significantly different from C4.5+cf'
    """
    order = comparison.order
    if algorithm := _ALGORITHM.fullmatch(gid):
        return algorithm_words(comparison, order[int(algorithm[1])])
    if group := _GROUP.fullmatch(gid):
        return Phrase("Not significantly different: ", names_words(comparison.groups[int(group[1])].algorithms))
    if pair := _PAIR.fullmatch(gid):
        return pair_words(comparison, order[int(pair[1])], order[int(pair[2])])
    return ""
