"""What is wrong with a plot over two axes: its face, its size, and numbers that are not
where they say.

As in `checks`, nothing here uses the layout code: all is read off the elements.
"""

import math
from itertools import pairwise

from checks import overlaps, page_defects
from face_checks import header_defects, type_defects
from grammar import by_gid, number

from cddiagram.sheet import Text

#: How exactly numbers stand at their values, in points.
NEAR = 0.05


def face_defects(layout, width, towards=None):
    """Page, overlaps, header, and no type under 6.5 pt; `towards` is where the cue of
    the header points.
    """
    return [
        *page_defects(layout, width),
        *overlaps(layout),
        *header_defects(layout, towards),
        *type_defects(layout),
    ]


def plot_defects(layout, box):
    """A plot is at least a quarter of its page wide."""
    part = (box[2] - box[0]) / layout.width
    return [] if part >= 0.25 else [f"the plot has {part:.0%} of the width"]


def numbers_of(layout, gid, between=(-math.inf, math.inf)):
    """The numbers of an axis as (place, value), in the order of their places; of an
    upright one those between two.
    """
    texts = by_gid(layout, Text, gid)
    places = [(t.y if gid.startswith("value") else t.x, number(t.text)) for t in texts]
    return sorted(
        (place, value) for place, value in places if between[0] <= place <= between[1]
    )


def axis_defects(
    layout, gid, *, log=False, between=(-math.inf, math.inf), rounded=True
):
    """Every number stands at its value; those of a straight axis are at equal steps, 1,
    2 or 5 times a power of ten.
    """
    marks = numbers_of(layout, gid, between)
    if len({value for _, value in marks}) < len(marks):
        return [f"{gid} says one number twice: {marks}"]
    at = reader(marks, log=log)
    if at is None:
        return []
    found = [
        f"{gid} {value:g} is off"
        for place, value in marks
        if not _near(at, value, place, log)
    ]
    if not log:
        gaps = [abs(b - a) for (_, a), (_, b) in pairwise(marks)]
        step = gaps[0] / 10.0 ** math.floor(math.log10(gaps[0]) + 1e-9)
        odd = rounded and all(abs(step - digit) > 1e-6 for digit in (1, 2, 5))
        if odd or max(gaps) - min(gaps) > 1e-6 * max(gaps):
            found.append(f"{gid} counts in steps of {gaps}")
    return found


def reader(marks, *, log=False):
    """Read an axis off its first and last number: value -> place; None with fewer than
    two of them.
    """
    marks = [
        (place, math.log10(value) if log else value)
        for place, value in marks
        if value > 0 or not log
    ]
    if len(marks) < 2:
        return None
    (start, low), (end, high) = marks[0], marks[-1]
    return lambda value: (
        start
        + ((math.log10(value) if log else value) - low) * (end - start) / (high - low)
    )


def _near(at, value, place, log):
    return (log and value <= 0) or abs(at(value) - place) < NEAR
