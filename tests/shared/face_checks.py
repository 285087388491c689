"""What is wrong with the face of a figure, whatever it shows: its header, its ticks,
the size of its type.

As in `checks`, nothing here uses the layout code: all is read off the elements.
"""

from itertools import pairwise

from grammar import by_gid, number

from cddiagram.sheet import Line, Text

#: The outer padding, the gap between two things in a row of the header, and how exactly
#: places are met.
PAD, GAP, NEAR = 1.5, 9.0, 0.6
#: Numbers nearer than this have no small ticks between them.
MINOR_BETWEEN = 18.0


def header_defects(layout, towards):
    """Note flush left in the first row, cue at the better end of the axis, its arrow
    `towards` this end. In the row of the ruler, only the key may be next to its number.
    """
    notes, words = by_gid(layout, Text, "note"), by_gid(layout, Text, "cue")
    arrows = [line for line in by_gid(layout, Line, "cue") if len(line.points) == 2]
    found = [
        f"the note {t.text!r} is not flush left"
        for t in notes
        if abs(t.box[0] - PAD) > NEAR
    ]
    keys = by_gid(layout, Text, "key-text")
    found += note_defects(layout)
    if bool(arrows) != (towards is not None) or len(arrows) > 1:
        found.append(f"{len(arrows)} direction cues")
    if arrows:
        (x, y), (to_x, to_y) = arrows[0].points
        if {"left": to_x < x, "right": to_x > x, "up": to_y < y}[towards] is False:
            found.append("the cue points to the worse end")
        named = [t for t in words if t.text.endswith("better")]
        if not named:
            found.append("the arrow says not what it is")
        elif towards == "left" and min(t.box[0] for t in words) < named[0].box[0]:
            found.append("the word is not at the better end")
    left = min(
        [t.box[0] for t in words] + [p[0] for a in arrows for p in a.points],
        default=layout.width,
    )
    right = max(
        [t.box[2] for t in words]
        + [p[0] for a in by_gid(layout, Line, "cue") for p in a.points],
        default=0.0,
    )
    is_flush = abs(right - (layout.width - PAD)) <= NEAR
    if words and towards == "left":
        found += left_cue_defects(layout, left, is_flush)
    elif words and left > PAD + NEAR and not is_flush:
        found.append(f"the cue ends at {right:.2f}, not at the right edge")
    elif words and notes and abs(words[0].y - notes[0].y) > 0.01:
        free = layout.width - PAD - notes[0].box[2] - GAP
        if right - left <= free - NEAR:
            found.append("the cue is not in the first row, though it has room there")
    for ruler in by_gid(layout, Line, "cd-ruler"):
        y = ruler.points[0][1]
        beside = [
            t
            for t in layout.elements
            if isinstance(t, Text)
            and t.box[1] < y < t.box[3]
            and t.gid not in ("cd-text", "key-text")
        ]
        near = [
            t
            for t in (*keys, *by_gid(layout, Line, "key"))
            if _distance(t, ruler) < GAP - NEAR
        ]
        found += [f"{t.gid} is near the ruler" for t in near]
        start = min(x for x, _ in ruler.points)
        if towards == "left" and start - GAP >= right - NEAR:  # a mirrored ruler
            beside = [t for t in beside if t.gid != "cue"]
        found += [f"{t.gid} stands in the row of the ruler" for t in beside]
        if any(t.y > y + 0.01 for t in (*notes, *words, *keys)):
            found.append("the ruler is not the last row of the header")
    return found


def _distance(element, ruler):
    """The horizontal distance of a part of the key from a ruler in the same row; a mark
    of the key may be 4 pt higher or lower.
    """
    xs = [x for x, _ in getattr(element, "points", ())] or element.box[::2]
    ys = [y for _, y in getattr(element, "points", ())] or [element.y]
    if abs(sum(ys) / len(ys) - ruler.points[0][1]) > 4.0:
        return GAP
    (start, _), (end, _) = sorted(ruler.points)
    return max(min(xs) - end, start - max(xs))


def left_cue_defects(layout, left, is_flush):
    """A cue to the left begins at the left end of the axis, or behind a text that ends
    within 24 pt of it, unless the page ends first.
    """
    ends = [x for line in by_gid(layout, Line, "axis") for x, _ in line.points]
    if not ends:  # the header of a stack
        ends = [layout.axis.x_low]
    start = min(ends)
    if abs(left - start) <= NEAR or is_flush:
        return []
    if start < left <= start + 24 + NEAR:
        return []
    return [f"the cue begins at {left:.2f}, not at the left end of the axis"]


def below_defects(layout, ends, name):
    """Compare the title of an axis below the rows with what it should be: the meanings
    of its left and right end, empty for none, and the name of the quantity.
    """
    [axis] = by_gid(layout, Line, "axis")
    y = axis.points[0][1]
    numbers = by_gid(layout, Text, "tick-number")
    words = sorted(by_gid(layout, Text, "cue"), key=lambda t: t.x)
    arrows = [line for line in by_gid(layout, Line, "cue") if len(line.points) == 2]
    names = by_gid(layout, Text, "axis-name")
    title = [*words, *names]
    others = by_gid(layout, Text, "tests-name")
    rows = [
        t
        for t in layout.elements
        if isinstance(t, Text) and t not in title and t not in others
    ]
    found = [
        f"the note {t.text!r} is not flush left"
        for t in by_gid(layout, Text, "note")
        if abs(t.box[0] - PAD) > NEAR
    ]
    found += note_defects(layout)
    if any(t.y < y for t in numbers):
        found.append("a number of the axis is not below it")
    # A title may be in the row of the numbers, to the left of them.
    is_beside = all(
        t.y == max(n.y for n in numbers) and t.box[2] < min(n.box[0] for n in numbers)
        for t in title
    )
    above = [t for t in rows if not (is_beside and t in numbers)]
    if any(t.box[1] < max(n.box[3] for n in above) - NEAR for t in title):
        found.append("the title of the axis is not below everything else")
    if [t.text for t in words] != [text for text in ends if text]:
        found.append(f"the ends of the axis say {[t.text for t in words]}")
    if len(arrows) != len(words):
        found.append(f"{len(arrows)} arrows for {len(words)} meanings")
    for text in words:
        outwards = -1 if text.text == ends[0] else 1
        beside = []
        for arrow in arrows:
            (tail, _), (tip, _) = arrow.points
            is_outwards = (tip - tail) * outwards > 0
            inner = text.box[2] if outwards > 0 else text.box[0]
            if is_outwards and (tail - inner) * outwards > 0:
                beside.append(arrow)
        if not beside:
            found.append(f"no arrow leads outwards from {text.text!r}")
    if len(names) != 1 or names[0].text not in name:
        found.append(f"the axis is named {[t.text for t in names]}, not {name}")
    room = layout.width - 2 * PAD - 2 * GAP
    needed = sum(t.width for t in title) + sum(
        abs(a.points[1][0] - a.points[0][0]) + 4 for a in arrows
    )
    if len({round(t.y, 6) for t in title}) > 1 and needed < room - 20:
        found.append("the title of the axis has two rows, although one has room")
    return found


def note_defects(layout):
    """The lines of a note follow one another."""
    notes = by_gid(layout, Text, "note")
    between = [
        t
        for t in by_gid(layout, Text, "key-text|cd-text")
        if notes and notes[0].y <= t.y < notes[-1].y - 0.01
    ]
    return [f"{t.gid} {t.text!r} stands between the lines of the note" for t in between]


def tick_defects(layout):
    """Numbers at equal steps, none printed for the ends alone; small ticks only where
    numbers are far apart.
    """
    numbers = sorted((number(t.text), t.x) for t in by_gid(layout, Text, "tick-number"))
    steps = {round(b - a, 9) for (a, _), (b, _) in pairwise(numbers)}
    found = (
        [f"the axis counts {[value for value, _ in numbers]}"] if len(steps) > 1 else []
    )
    if len(numbers) > 2:
        apart = min(abs(b - a) for (_, a), (_, b) in pairwise(numbers))
        small = {
            round(line.points[0][0], 6) for line in by_gid(layout, Line, "tick-minor")
        }
        if apart < MINOR_BETWEEN - 1e-6 and len(small) > 2:
            found.append(f"small ticks between numbers {apart:.1f} pt apart")
    return found


def plot_defects(layout, least=0.25):
    """The axis has at least a quarter of a column or of wider pages: names are broken
    before.

    There may be none where names of four lines would make rows higher than a page, and
    then numbers stand for it.
    """
    axes = by_gid(layout, Line, "axis")
    if not axes:
        held = len(layout.names) * 4.78 * 6.5 <= 9.5 * 72
        return (
            ["there is no plot"]
            if layout.width >= 237.6 and (held or not by_gid(layout, Text, "rank-0"))
            else []
        )
    [axis] = axes
    share = (
        max(x for x, _ in axis.points) - min(x for x, _ in axis.points)
    ) / layout.width
    narrow = layout.width >= 237.6 and share < least - 1e-9
    return [f"the plot has {100 * share:.0f}% of the width"] if narrow else []


def type_defects(layout, smallest=6.5):
    """No text is smaller than this by default."""
    small = sorted(
        {
            (t.gid, t.size)
            for t in layout.elements
            if isinstance(t, Text) and t.size < smallest - 1e-9
        }
    )
    return [f"{gid} is set in {size:g} pt" for gid, size in small]
