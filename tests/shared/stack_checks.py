"""What is wrong with a stack of CD diagrams, read off its elements as `checks` reads
one diagram.
"""

import re
from dataclasses import replace
from itertools import product

from checks import better_end, by_gid, overlaps, page_defects, reads
from checks import defects as defects_of_one
from face_checks import header_defects

from cddiagram.sheet import Line, Text

#: What the key of all is for a diagram below it.
ABOVE = ("key leaves the page", "key-text leaves the page")
#: What a key explains -> names of the elements that it is about: each diagram below the
#: key of all has some.
ABOUT = {
    "bar: not significantly different": r"group-\d+",
    "bar: not different": r"group-\d+",
    "arch: not in the group": r"group-\d+-gap",
    "thin: not in the group": r"group-\d+-gap",
    "same letter: not different": r"letters-\d+",
}


def alone(layout, number):
    """One diagram of a stack as it is on the page, but counted from its own top; the
    key of all stands above it.
    """
    prefix, top = f"diagram-{number}-", layout.tops[number]
    own = [e for e in layout.elements if e.gid.startswith(prefix)]
    own += _numbers_of_first(layout, number)
    elements = tuple(
        replace(moved(e, 0, -top), gid=e.gid.removeprefix(prefix)) for e in own
    )
    keys = [e for e in layout.elements if e.gid in ("key", "key-text")]
    keys = [moved(e, 0, -top) for e in keys]
    return replace(layout.diagrams[number], elements=(*keys, *elements))


def _numbers_of_first(layout, number):
    """The numbers of the first axis, which a reader also reads on an axis without
    numbers.
    """
    prefix = f"diagram-{number}-"
    if by_gid(layout, Text, f"{prefix}tick-number"):
        return []
    axes = by_gid(layout, Line, "diagram-0-axis"), by_gid(layout, Line, f"{prefix}axis")
    if not all(axes):
        return []
    down = axes[1][0].points[0][1] - axes[0][0].points[0][1]
    numbers = by_gid(layout, Text, "diagram-0-tick-number")
    return [
        replace(moved(text, 0, down), gid=f"{prefix}tick-number") for text in numbers
    ]


def title_defects(layout, number, own):
    """The title is bold and flush left, above the axis, and a note is below or behind
    it.
    """
    titles = by_gid(own, Text, "title")
    if not titles:
        return [f"diagram {number} has no title"]
    found = []
    if not all(text.bold and abs(text.box[0] - 1.5) < 0.6 for text in titles):
        found.append(f"the title of diagram {number} is not bold and flush left")
    axes = by_gid(own, Line, "axis")
    if axes and titles[-1].y > axes[0].points[0][1]:
        found.append(f"the title of diagram {number} is below its axis")
    rows = by_gid(layout, Text, f"diagram-{number}-(note|key-text|cd-text)")
    if any(text.y - layout.tops[number] < titles[0].y - 0.01 for text in rows):
        found.append(f"the title of diagram {number} is not its first row")
    return found


def is_about_stacks(defect, own):
    """Whether a defect of a single diagram is none in a stack."""
    if defect in ABOVE or defect == "title stands in the row of the ruler":
        return True
    rows = {round(text.y, 6) for text in by_gid(own, Text, "title")}
    if "the cue is not in the first row" in defect:
        cue = min(text.y for text in by_gid(own, Text, "cue"))
        return round(cue, 6) in rows
    notes = by_gid(own, Text, "note")
    if "is not flush left" in defect and notes:
        return round(notes[0].y, 6) in rows
    return False


def moved(element, dx, dy):
    if isinstance(element, Line):
        return replace(
            element, points=tuple((x + dx, y + dy) for x, y in element.points)
        )
    return replace(element, x=element.x + dx, y=element.y + dy)


def defects(layout, cases, *, width):
    """List what is wrong with the page, with a diagram, and with their one axis."""
    found = [*page_defects(layout, width), *overlaps(layout)]
    header = replace(
        layout.diagrams[0],
        elements=tuple(e for e in layout.elements if not e.gid.startswith("diagram-")),
    )
    found += header_defects(header, better_end(header))
    axes = []
    for number, one in enumerate(cases):
        own = alone(layout, number)
        own_defects = []
        has_numbers = by_gid(layout, Text, f"diagram-{number}-tick-number")
        for defect in defects_of_one(own, one, width=width):
            if is_about_stacks(defect, own):
                continue
            if has_numbers or "tick-number" not in defect:
                own_defects.append(defect)
        found += title_defects(layout, number, own)
        found += [f"diagram {number}: {defect}" for defect in own_defects]
        if own.kind == "list" and own.axis.length < 0.2499 * layout.width:
            found.append(
                f"the axis of diagram {number} has "
                f"{own.axis.length / layout.width:.0%} of the width"
            )
        title = [t.text for t in by_gid(own, Text, "title")]
        if not reads(title, layout.titles[number]):
            found.append(
                f"the title of diagram {number} is printed as {' '.join(title)!r}"
            )
        ends = [
            sorted(round(x, 6) for x, _ in line.points)
            for line in by_gid(own, Line, "axis")
        ]
        axes.append(
            (
                ends,
                sorted(
                    (t.text, round(t.x, 6)) for t in by_gid(own, Text, "tick-number")
                ),
                sorted(round(t.points[0][0], 6) for t in by_gid(own, Line, "tick")),
            )
        )
    said = [t.text for t in by_gid(layout, Text, "key-text")]
    below = [
        {t.text for t in by_gid(layout, Text, f"diagram-{n}-key-text")}
        for n in range(len(cases))
    ]
    found += [
        f"the key says {text!r} twice" for text in sorted(set(said) & set.union(*below))
    ]
    found += [
        f"each diagram says {text!r}" for text in sorted(set.intersection(*below))
    ]
    for text, number in product(said, range(len(cases))):
        has_letters = by_gid(layout, Text, rf"diagram-{number}-letters-\d+")
        is_decided = cases[number].control is not None or bool(has_letters)
        is_about_marker = is_decided or "different" not in text
        about = ABOUT.get(text, "marker.*" if is_about_marker else "none")
        if not any(
            re.fullmatch(f"diagram-{number}-{about}", e.gid) for e in layout.elements
        ):
            found.append(
                f"the key of all says {text!r}, which is not in diagram {number}"
            )
    if any(axis != axes[0] for axis in axes):
        found.append("the diagrams have different axes")
    if len({d.kind for d in layout.diagrams}) > 1:
        found.append("diagrams of two kinds")
    return found
