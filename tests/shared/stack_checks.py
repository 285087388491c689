"""What is wrong with a stack of CD diagrams, read off its elements as `checks` reads one diagram."""

from dataclasses import replace

from checks import better_end, by_gid, letters, overlaps, page_defects
from checks import defects as defects_of_one
from face_checks import header_defects

from cddiagram.sheet.elements import Line, Text


def alone(layout, number):
    """One diagram of a stack as it is on the page, but counted from its own top."""
    prefix, top = f"diagram-{number}-", layout.tops[number]
    own = [e for e in layout.elements if e.gid.startswith(prefix)]
    elements = tuple(replace(moved(e, 0, -top), gid=e.gid.removeprefix(prefix)) for e in own)
    return replace(layout.diagrams[number], elements=elements)


def moved(element, dx, dy):
    if isinstance(element, Line):
        return replace(element, points=tuple((x + dx, y + dy) for x, y in element.points))
    return replace(element, x=element.x + dx, y=element.y + dy)


def defects(layout, cases, *, width):
    """List what is wrong with the page, with a diagram, and with their one axis."""
    found = [*page_defects(layout, width), *overlaps(layout)]
    header = replace(layout.diagrams[0], elements=tuple(e for e in layout.elements if not e.gid.startswith("diagram-")))
    found += header_defects(header, better_end(header))
    axes = []
    for number, one in enumerate(cases):
        own = alone(layout, number)
        # Lists share columns, each as wide as that of any needs it: less than a quarter may be left for the axis.
        own_defects = [d for d in defects_of_one(own, one, width=width) if not d.startswith("the plot has")]
        found += [f"diagram {number}: {defect}" for defect in own_defects]
        if own.axis.length < 0.12 * layout.width:
            found.append(f"the axis of diagram {number} has {own.axis.length / layout.width:.0%} of the width")
        title = "".join(t.text for t in by_gid(own, Text, "title"))
        if letters(title) != letters(layout.titles[number]):
            found.append(f"the title of diagram {number} is printed as {title!r}")
        ends = [sorted(round(x, 6) for x, _ in line.points) for line in by_gid(own, Line, "axis")]
        axes.append((ends, sorted((t.text, round(t.x, 6)) for t in by_gid(own, Text, "tick-number"))))
    if any(axis != axes[0] for axis in axes):
        found.append("the diagrams have different axes")
    if len({d.kind for d in layout.diagrams}) > 1:
        found.append("diagrams of two kinds")
    return found
