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
    "bar: not significantly different": r"group-\d+-gap",
    "arch: not in the group": r"group-\d+-gap",
    "thin: not in the group": r"group-\d+-gap",
    "same letter: not different": r"letters-\d+",
    "not different from the best": r"letters-\d+",
}


def alone(layout, number):
    """One diagram of a stack as it is on the page, but counted from its own top; the
    key of all stands above it.
    """
    prefix, top = f"diagram-{number}-", layout.tops[number]
    own = [e for e in layout.elements if e.gid.startswith(prefix)]
    elements = tuple(
        replace(moved(e, 0, -top), gid=e.gid.removeprefix(prefix)) for e in own
    )
    keys = (
        []
        if any(e.gid == "key" for e in elements)
        else [e for e in layout.elements if e.gid in ("key", "key-text")]
    )
    keys = [moved(e, 0, -top) for e in keys]
    return replace(layout.diagrams[number], elements=(*keys, *elements))


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
        own_defects = [
            d for d in defects_of_one(own, one, width=width) if d not in ABOVE
        ]
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
        about = ABOUT.get(
            text,
            "marker.*"
            if cases[number].control is not None or "different" not in text
            else "none",
        )
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
