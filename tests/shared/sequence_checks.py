"""What is wrong with a sequence of comparisons, read off its elements as `checks` reads a diagram."""

import re
from itertools import combinations, pairwise

from checks import bar_defects, by_gid, letters, overlaps, page_defects

from cddiagram.sheet.elements import Line, Marker, Text

CLEAR, LINE_GAP = 6.0, 5.0


def defects(layout, cases, *, width, rename=None):
    found = [*page_defects(layout, width), *overlaps(layout)]
    k = cases[0].k
    lines = {int(line.gid.split("-")[1]): line for line in by_gid(layout, Line, r"leader-\d+")}
    if sorted(lines) != list(range(k)):
        return [*found, "not one line for each algorithm"]
    axes = sorted({line.points[0][0] for line in by_gid(layout, Line, "axis")})
    if len(axes) != len(cases):
        return [*found, f"{len(axes)} axes for {len(cases)} comparisons"]
    order = cases[0].order  # method -> algorithm: methods are numbered as the first column ranks them
    hops = any(element.gid.endswith("-gap") for element in layout.elements)
    if hops != ("not a member" in [t.text for t in by_gid(layout, Text, "key-text")]):
        found.append("a key without hops, or hops without a key")
    found += _titles(layout, axes)
    found += _names(layout, lines, cases[0], rename or {})
    for number, (axis, one) in enumerate(zip(axes, cases, strict=True)):
        # in the first column tied algorithms stand in the order of the input
        found += _column(layout, number, axis, one, order, lines)
    return found


def _titles(layout, axes):
    found = []
    for number, title in enumerate(layout.titles):
        printed = "".join(t.text for t in by_gid(layout, Text, f"column-{number}"))
        if letters(printed) != letters(title):
            found.append(f"title {title!r} is printed as {printed!r}")
        for text in by_gid(layout, Text, f"column-{number}"):
            nearest = min(range(len(axes)), key=lambda i: abs(axes[i] - min(max(axes[i], text.box[0]), text.box[2])))
            if nearest != number:
                found.append(f"title {title!r} is nearer to column {nearest}")
    return found


def _names(layout, lines, first, rename):
    found = []
    for method, line in lines.items():
        name = first.names[first.order[method]]
        shown = re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", "", rename.get(name, name))
        left = by_gid(layout, Text, f"label-left-{method}")
        for texts, end in ((by_gid(layout, Text, f"label-{method}"), line.points[-1]), (left, line.points[0])):
            if not texts:
                if texts is not left and letters(shown):
                    found.append(f"name {name!r} is not printed")
                continue
            printed = "".join(t.text for t in texts)
            if letters(printed) != letters(shown):
                found.append(f"name {name!r} is printed as {printed!r}")
            middle = (texts[0].y + texts[-1].y) / 2
            near = min(abs(x - end[0]) for t in texts for x in (t.box[0], t.box[2]))
            if abs(middle - end[1]) > 1e-6 or near > 2.5:
                found.append(f"the line of {name!r} does not end at its name")
    return found


def _column(layout, number, axis, one, order, lines):
    found = []
    numbers = sorted((t for t in by_gid(layout, Text, "tick-number") if abs(t.x - axis) < 1e-6), key=lambda t: t.y)
    [spine] = [line for line in by_gid(layout, Line, "axis") if line.points[0][0] == axis]
    (_, top), (_, bottom) = spine.points
    low, high = float(numbers[0].text), float(numbers[1].text)
    level = {}
    exact = {}
    for method, algorithm in enumerate(order):
        points = lines[method].points
        at = [i for i, (x, _) in enumerate(points) if abs(x - axis) < 1e-9]
        if len(at) != 1:
            return [*found, f"line {method} does not meet axis {number} once"]
        exact[method] = points[at[0]][1]
        wanted = top + (one.ranks[algorithm] - low) / (high - low) * (bottom - top)
        if abs(exact[method] - wanted) > 1e-6:
            found.append(f"line {method} is not at its rank in column {number}")
        (x, y), (u, v) = points[at[0] + 1], points[at[0] + 2]
        level[method] = y
        # level through all lanes: where the column has bars the line runs on at that height
        lanes = [x for e in _bars(layout, number) for x, _ in getattr(e, "points", [(getattr(e, "x", 0), 0)])]
        if one.control is not None:
            lanes += [m.x for m in by_gid(layout, Marker, rf"marker-{number}-\d+")]
        if lanes and (abs(y - v) > 1e-9 or u < max(lanes) or x > min(lanes)):
            found.append(f"line {method} is not level through the lanes of column {number}")
    by_level = sorted(level, key=level.get)
    if any(level[b] - level[a] < LINE_GAP - 1e-6 for a, b in pairwise(by_level)):
        found.append(f"lines of column {number} are closer than {LINE_GAP}")
    if any(exact[b] < exact[a] - 1e-6 for a, b in pairwise(by_level)):
        found.append(f"lines cross between axis and bars of column {number}")
    at = exact if one.control is None else level
    return found + _markers(layout, number, axis, one, order, at) + _groups(layout, number, one, order, level)


def _bars(layout, number):
    return by_gid(layout, Line, rf"clique-{number}-\d+(-gap)?") + by_gid(
        layout, Marker, rf"clique-{number}-\d+-member-\d+"
    )


def _markers(layout, number, axis, one, order, at):
    """Discs on the axis, or decisions about a control beside it, where no two lines are at one place."""
    found = []
    markers = by_gid(layout, Marker, rf"marker-{number}-\d+")
    if sorted(round(m.y, 6) for m in markers) != sorted(round(y, 6) for y in at.values()):
        found.append(f"markers of column {number} are not on their lines")
    if any((abs(m.x - axis) < 1e-9) != (one.control is None) for m in markers):
        found.append(f"a marker of column {number} is at the wrong place")
    wanted = []
    for method, algorithm in enumerate(order):
        alike = one.control is not None and tuple(sorted((algorithm, one.control))) in one.alike
        mark = "diamond" if algorithm == one.control else "hollow" if alike else "disc"
        wanted.append((round(at[method], 6), mark))
    seen = [(round(m.y, 6), "hollow" if m.fill == "background" else m.shape) for m in markers]
    if sorted(seen) != sorted(wanted):
        found.append(f"markers of column {number} say something else about the control")
    heights = sorted((m.y, m.radius + m.edge_width / 2) for m in markers)
    if one.control is not None and any(b - a < r + s - 1e-6 for (a, r), (b, s) in pairwise(heights)):
        found.append(f"markers of column {number} overlap")
    if one.control is not None and "not different" not in [t.text for t in by_gid(layout, Text, "key-text")]:
        found.append("hollow markers are not explained")
    return found


def _groups(layout, number, one, order, level):
    elements = _bars(layout, number)
    if one.control is not None:
        return ["bars beside a control"] if elements else []
    by_level = sorted(level, key=level.get)
    place = {method: position for position, method in enumerate(by_level)}
    along = {place[m]: y for m, y in level.items()}
    drawn = {}
    for element in elements:
        drawn.setdefault(int(element.gid.split("-")[2]), []).append(element)
    found, spans, joined = [], [], set()
    for index, own in drawn.items():
        members, wrong = bar_defects(index, own, along, 1)
        found += wrong
        joined |= set(combinations(sorted(members), 2))
        x = next(e.points[0][0] if isinstance(e, Line) else e.x for e in own)
        if members:
            spans.append((along[min(members)], along[max(members)], x))
    method_of = {algorithm: method for method, algorithm in enumerate(order)}
    alike = {tuple(sorted((place[method_of[i]], place[method_of[j]]))) for i, j in one.alike}
    found += [f"{pair} of column {number} are alike and not joined" for pair in sorted(alike - joined)]
    found += [f"{pair} of column {number} are joined and not alike" for pair in sorted(joined - alike)]
    for a, b in combinations(spans, 2):
        if a[2] == b[2] and max(a[0], b[0]) - min(a[1], b[1]) < CLEAR - 1e-6:
            found.append(f"bars of column {number} are too close in their lane")
    depth = max((sum(a < start + 1e-9 < b + CLEAR for a, b, _ in spans) for start, _, _ in spans), default=0)
    if len({x for _, _, x in spans}) != depth:
        found.append(f"{len({x for _, _, x in spans})} lanes in column {number} where {depth} would do")
    return found
