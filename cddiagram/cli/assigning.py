"""Which of several files is which table of a figure: by what they hold, first tried where names and order say so."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache

from cddiagram.errors import InputError

#: What was found of a table in a file: what differs, and what the figure leaves out.
Found = tuple[tuple[str, ...], tuple[str, ...]]


def assigned(
    sources: Sequence[tuple[str, ...]], names: Sequence[str], judge: Callable[[int, int], Found]
) -> tuple[list[Found], list[int]]:
    """Find a file for each table, each file used.

    Parameters
    ----------
    sources : sequence of tuple of str
        For each table the names of the files that it was read from, without folders.
    names : sequence of str
        The files at hand, at most as many as tables.
    judge : callable
        Holds the table of a number against the file at a place; may raise `InputError`.

    Returns
    -------
    found : list of Found
        For each table what differs from its file; where no file fits, from the one that it should be.
    unused : list of int
        Files that no table is in, though every table is in one.

    Raises
    ------
    InputError
        What `judge` raised of a file that no other takes the place of.
    """

    @cache
    def outcome(number: int, place: int) -> Found | InputError:
        try:
            return judge(number, place)
        except InputError as error:
            return error

    def fits(number: int, place: int) -> bool:
        found = outcome(number, place)
        return not isinstance(found, InputError) and not found[0]

    def unlikely(number: int, place: int) -> tuple[bool, bool, int, int]:
        return os.path.basename(names[place]) not in sources[number], number != place, number, place

    tables, places = range(len(sources)), range(len(names))
    owned: dict[int, int] = {}  # table -> file

    def settle(place: int, tried: set[int]) -> bool:
        """Give the file a table, and the file that had it another one (augmenting paths: all that can get one do)."""
        for number in sorted(tables, key=lambda number: unlikely(number, place)):
            if number in tried or not fits(number, place):
                continue
            tried.add(number)
            if number not in owned or settle(owned[number], tried):
                owned[number] = place
                return True
        return False

    idle = [place for place in places if not settle(place, set())]
    for number in tables:
        if number not in owned:
            likely = sorted(places, key=lambda place: unlikely(number, place))
            other = [place for place in likely if place in idle and place not in owned.values()]
            # A table that fits a file which has one already says nothing, where this one has a file of its own.
            own = [place for place in other if len(places) == len(tables) or not unlikely(number, place)[0]]
            fitting = [place for place in likely if fits(number, place)]
            owned[number] = (own or fitting or other or likely)[0]
    found = [_known(outcome(number, owned[number])) for number in tables]
    unused = [place for place in idle if place not in owned.values()]
    for place in unused:  # perhaps because it cannot be read
        _known(outcome(min(tables, key=lambda number: unlikely(number, place)), place))
    return found, unused


def _known(found: Found | InputError) -> Found:
    if isinstance(found, InputError):
        raise found
    return found
