"""`defects`: what is wrong with a CD diagram, found from its elements alone.

Nothing here uses the layout code: groups are read off the dots, leaders off their corners, places off the boxes.
The record is only asked for what a reader could see as well (which layout, how wide).
"""

import math
import re
from collections import Counter
from itertools import combinations, pairwise

from grammar import decided, letter_defects, marker_defects

from cddiagram.layout.elements import Line, Marker, Rectangle, Text

TOLERANCE = 0.02
#: Distances in points that the specification asks for.
BARS_APART, LANE_CLEAR, HALF_BREAK = 3.0, 7.0, 1.7


def defects(layout, case, *, width, bar_gap=5.0, rename=None):
    """List the defects of a layout of a case, as sentences; an empty list is a sound figure."""
    found = [*_page(layout, width), *_overlaps(layout), *_texts(layout, case, rename or {}), *_places(layout, case)]
    if layout.kind == "horizontal":
        found += _leaders(layout, case, bar_gap)
    if layout.kind == "list" and case.control is not None and layout.axis is not None:
        found += marker_defects(layout, decided(case.order, case.control, case.alike))
    if _by_gid(layout, Text, r"letters-\d+"):
        return found + letter_defects(layout, case)
    return found + (_control(layout, case) if case.control is not None else _groups(layout, case))


def _by_gid(layout, kind, pattern):
    return [e for e in layout.elements if isinstance(e, kind) and re.fullmatch(pattern, e.gid)]


def _number(gid):
    return int(gid.rsplit("-", 1)[1])


# -- page and overlaps -------------------------------------------------------------------------------------------


def _extent(element):
    if isinstance(element, Text):
        return element.box
    if isinstance(element, Marker):
        r = element.radius + element.edge_width / 2
        return element.x - r, element.y - r, element.x + r, element.y + r
    if isinstance(element, Rectangle):
        return element.x, element.y, element.x + element.width, element.y + element.height
    half = element.width / 2
    xs, ys = zip(*element.points, strict=True)
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def _page(layout, width):
    found = []
    if abs(layout.width - width) > 1e-9:
        found.append(f"page is {layout.width} wide, not {width}")
    for element in layout.elements:
        left, top, right, bottom = _extent(element)
        if not all(math.isfinite(value) for value in (left, top, right, bottom)):
            found.append(f"{element.gid} has no finite place")
        elif left < -TOLERANCE or top < -TOLERANCE or right > layout.width + TOLERANCE:
            found.append(f"{element.gid} leaves the page")
        elif bottom > layout.height + TOLERANCE:
            found.append(f"{element.gid} leaves the page below")
    return found


def _overlaps(layout):
    found = []
    texts = [e for e in layout.elements if isinstance(e, Text)]
    boxes = [t.box for t in texts]
    by_top = sorted(range(len(texts)), key=lambda i: boxes[i][1])
    for place, i in enumerate(by_top):
        for j in by_top[place + 1 :]:
            if boxes[j][1] >= boxes[i][3] - TOLERANCE:
                break
            if boxes[i][0] < boxes[j][2] - TOLERANCE and boxes[j][0] < boxes[i][2] - TOLERANCE:
                found.append(f"texts {texts[i].gid} and {texts[j].gid} overlap")
    ink = [e for e in layout.elements if isinstance(e, Line | Marker)]
    for text, box in zip(texts, boxes, strict=True):
        for element in ink:
            left, top, right, bottom = _extent(element)
            if right <= box[0] or left >= box[2] or bottom <= box[1] or top >= box[3]:
                continue
            if isinstance(element, Marker) or _crosses(element, box):
                found.append(f"{element.gid} touches text {text.gid}")
    return found


def _crosses(line, box):
    """Whether the stroke of a polyline enters a box."""
    half = line.width / 2 - TOLERANCE
    grown = (box[0] - half, box[1] - half, box[2] + half, box[3] + half)
    return any(_clip(a, b, grown) for a, b in zip(line.points, line.points[1:], strict=False))


def _clip(a, b, box):
    """Whether the segment a-b has a point inside the box (Liang-Barsky)."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        delta = b[axis] - a[axis]
        if delta == 0:
            if not box[axis] < a[axis] < box[axis + 2]:
                return False
            continue
        t, u = sorted(((box[axis] - a[axis]) / delta, (box[axis + 2] - a[axis]) / delta))
        low, high = max(low, t), min(high, u)
    return low < high


# -- what is said ------------------------------------------------------------------------------------------------


def _texts(layout, case, rename):
    found = []
    for position, column in enumerate(case.order):
        shown = rename.get(case.names[column], case.names[column])
        printed = "".join(t.text for t in _by_gid(layout, Text, f"label-{position}"))
        if _letters(printed) != _letters(re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", "", shown)):
            found.append(f"name {shown!r} is printed as {printed!r}")
        for text in _by_gid(layout, Text, f"rank-{position}"):
            digits = len(text.text.partition(".")[2])
            if digits not in (2, 3) or abs(float(text.text) - case.ranks[column]) > 0.5001 * 10**-digits:
                found.append(f"rank {case.ranks[column]} is printed as {text.text}")
    return found


def _letters(text):
    return re.sub(r"\s", "", text)


# -- places of the ranks -----------------------------------------------------------------------------------------


def _scale(layout):
    """Read the axis off its first and last number: rank -> x; None without an axis."""
    numbers = sorted(_by_gid(layout, Text, "tick-number"), key=lambda t: t.x)
    if len(numbers) < 2:
        return None
    (a, x), (b, y) = ((float(t.text), t.x) for t in (numbers[0], numbers[-1]))
    return lambda rank: x + (rank - a) * (y - x) / (b - a)


def _places(layout, case):
    found = []
    at = _scale(layout)
    axis = _by_gid(layout, Line, "axis")
    if not axis:
        return ["no axis in a horizontal diagram"] if layout.kind == "horizontal" else []
    ends = sorted(x for x, _ in axis[0].points)
    markers = _by_gid(layout, Marker, r"marker-\d+")
    if len(markers) != case.k:
        found.append(f"{len(markers)} markers for {case.k} algorithms")
    for marker in markers:
        rank = case.ranks[case.order[_number(marker.gid)]]
        if not ends[0] - TOLERANCE <= marker.x <= ends[1] + TOLERANCE:
            found.append(f"{marker.gid} is off the axis")
        if at is not None and abs(at(rank) - marker.x) > TOLERANCE:
            found.append(f"{marker.gid} is not at its rank {rank}")
    return found + (_ruler(layout, case, at, ends) if at is not None else [])


def _ruler(layout, case, at, ends):
    rulers = _by_gid(layout, Line, "cd-ruler")
    caps = _by_gid(layout, Line, "cd-ruler-cap")
    if not rulers:
        return ["caps without a ruler"] if caps else []
    if case.cd is None or case.control is not None:
        return ["a ruler without a critical difference"]
    xs = sorted(x for x, _ in rulers[0].points)
    length, wanted = xs[1] - xs[0], abs(at(case.cd) - at(0.0))
    text = " ".join(t.text for t in _by_gid(layout, Text, "cd-text"))
    found = []
    if min(abs(xs[0] - ends[0]), abs(xs[1] - ends[1])) > TOLERANCE:
        found.append("the ruler starts at no end of the axis")
    if f"CD = {case.cd:.2f}" not in text and case.cd >= 0.01:
        found.append(f"CD {case.cd} is printed as {text!r}")
    if wanted <= ends[1] - ends[0] + TOLERANCE:
        if abs(length - wanted) > TOLERANCE or len(caps) != 2:
            found.append("the ruler is not as long as the critical difference")
    elif "longer than the axis" not in text or len(caps) != 1 or abs(length - (ends[1] - ends[0])) > TOLERANCE:
        found.append("a ruler longer than the axis is not said to be")
    return found


# -- leaders -----------------------------------------------------------------------------------------------------


def _leaders(layout, case, bar_gap):
    found = []
    leaders = _by_gid(layout, Line, r"leader-\d+")
    if sorted(_number(line.gid) for line in leaders) != list(range(case.k)):
        found.append("not one leader for each algorithm")
    boxes = [_extent(line) for line in leaders]
    for (i, a), (j, b) in combinations(enumerate(leaders), 2):
        apart = abs(_vertical(a) - _vertical(b))
        if apart < bar_gap - TOLERANCE:
            found.append(f"{a.gid} and {b.gid} are {apart:.2f} apart")
        one, other = boxes[i], boxes[j]
        if one[0] > other[2] or other[0] > one[2] or one[1] > other[3] or other[1] > one[3]:
            continue
        if any(_cross(p, q, r, s) for p, q in _segments(a) for r, s in _segments(b)):
            found.append(f"{a.gid} and {b.gid} cross")
    return found


def _segments(line):
    return list(zip(line.points, line.points[1:], strict=False))


def _vertical(leader):
    """The x of the vertical part of a leader, which follows its fan."""
    return leader.points[1][0]


def _cross(p, q, r, s):
    """Whether two segments meet in a point that is not the start of both (leaders of tied ranks share that)."""
    if p == r:
        return False

    def side(a, b, c):
        value = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        return 0 if abs(value) < 1e-9 else (1 if value > 0 else -1)

    def on(a, b, c):
        return (
            side(a, b, c) == 0
            and min(a[0], b[0]) <= c[0] <= max(a[0], b[0])
            and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])
        )

    if side(p, q, r) * side(p, q, s) < 0 and side(r, s, p) * side(r, s, q) < 0:
        return True
    return on(p, q, r) or on(p, q, s) or on(r, s, p) or on(r, s, q)


# -- groups ------------------------------------------------------------------------------------------------------


def _along(layout, case):
    """Where bars meet each rank position, and which coordinate that is: x of its leader, or y of its row."""
    if layout.kind == "horizontal":
        return {_number(line.gid): _vertical(line) for line in _by_gid(layout, Line, r"leader-\d+")}, 0
    rows = {}
    for position in range(case.k):
        heights = [t.y for t in _by_gid(layout, Text, f"(label|rank)-{position}")]
        if heights:
            rows[position] = (min(heights) + max(heights)) / 2
    missing = [p for p in range(case.k) if p not in rows]  # an empty name without a rank
    markers = {_number(m.gid): m.y for m in _by_gid(layout, Marker, r"marker-\d+")}
    return rows | {p: markers[p] for p in missing if p in markers}, 1


def _groups(layout, case):
    dots = _by_gid(layout, Marker, r"clique-\d+-member-\d+")
    strokes = _by_gid(layout, Line, r"clique-\d+(-gap)?")
    along, axis = _along(layout, case)
    place = {column: position for position, column in enumerate(case.order)}
    alike = {tuple(sorted((place[i], place[j]))) for i, j in case.alike}
    members = {}
    for dot in dots:
        _, group, _, member = dot.gid.split("-")
        members.setdefault(int(group), {})[int(member)] = dot
    joined = {pair for group in members.values() for pair in combinations(sorted(group), 2)}
    found = [f"{pair} are alike and not joined" for pair in sorted(alike - joined)]
    found += [f"{pair} are joined and not alike" for pair in sorted(joined - alike)]
    if max(Counter(tuple(sorted(group)) for group in members.values()).values(), default=1) > 1:
        found.append("one group is drawn twice")
    for index, group in members.items():
        lines = [s for s in strokes if int(s.gid.split("-")[1]) == index]
        found += _bar(index, group, lines, along, axis)
    return found + _lanes(layout, members, along, axis)


def _bar(index, group, strokes, along, axis):
    """The dots of a bar sit on their leaders, solid strokes join neighbours, dashes open around non-members."""
    found = []
    centre = {member: (dot.x, dot.y)[axis] for member, dot in group.items()}
    levels = {round((dot.y, dot.x)[axis], 6) for dot in group.values()}
    levels |= {round(point[1 - axis], 6) for stroke in strokes for point in stroke.points}
    if len(levels) != 1:
        found.append(f"clique {index} is not in one lane")
    for member, at in centre.items():
        if member in along and abs(along[member] - at) > TOLERANCE:
            found.append(f"clique {index}: the dot of {member} is not on its leader")
    low, high = min(centre.values()), max(centre.values())
    spans = [(*sorted(point[axis] for point in stroke.points), stroke) for stroke in strokes]
    if any(a < low - TOLERANCE or b > high + TOLERANCE for a, b, _ in spans):
        found.append(f"clique {index} goes beyond its last dot")
    for position, at in along.items():
        if position in group or not low < at < high:
            continue
        if any(a < at + HALF_BREAK - TOLERANCE and b > at - HALF_BREAK + TOLERANCE for a, b, _ in spans):
            found.append(f"clique {index} touches {position}, no member")
    ordered = sorted(group)
    radius = max(dot.radius for dot in group.values())
    for better, worse in pairwise(ordered):
        a, b = sorted((centre[better], centre[worse]))
        here = [(s, e, line) for s, e, line in spans if s < b - TOLERANCE and e > a + TOLERANCE]
        neighbours = worse == better + 1
        if not here and b - a > 2 * radius:
            found.append(f"clique {index}: nothing joins {better} and {worse}")
        if any((line.dash is None) != neighbours for _, _, line in here):
            found.append(f"clique {index}: wrong stroke between {better} and {worse}")
        if neighbours and not any(s <= a + TOLERANCE and e >= b - TOLERANCE for s, e, _ in here):
            found.append(f"clique {index}: {better} and {worse} are not joined throughout")
    return found


def _lanes(layout, members, along, axis):
    """Bars of a lane keep their distance, and there are no more lanes than bars over one place."""
    bars = {}
    for index, group in members.items():
        centre = [(dot.x, dot.y)[axis] for dot in group.values()]
        dot = next(iter(group.values()))
        bars[index] = (min(centre), max(centre), round((dot.y, dot.x)[axis], 6), dot.radius, sorted(group))
    found = []
    for (i, a), (j, b) in combinations(bars.items(), 2):
        if a[2] == b[2]:
            apart = max(a[0], b[0]) - min(a[1], b[1]) - a[3] - b[3]
            if apart < BARS_APART:
                found.append(f"cliques {i} and {j} are {apart:.2f} apart in their lane")
    if layout.kind == "horizontal":
        spans = [(low, high + LANE_CLEAR) for low, high, *_ in bars.values()]
    else:  # half a row apart, counted in rows
        spans = [(group[0], group[-1] + 0.5) for *_, group in bars.values()]
    depth = max((sum(a < start + 1e-9 < b for a, b in spans) for start, _ in spans), default=0)
    mirrored = [(-b, -a) for a, b in spans]
    depth = max(depth, max((sum(a < start + 1e-9 < b for a, b in mirrored) for start, _ in mirrored), default=0))
    lanes = len({level for _, _, level, *_ in bars.values()})
    if lanes != depth:
        found.append(f"{lanes} lanes where {depth} would do")
    levels = sorted({level for _, _, level, *_ in bars.values()})
    radius = max((bar[3] for bar in bars.values()), default=0.0)
    if any(b - a < 2 * radius - TOLERANCE for a, b in pairwise(levels)):
        found.append("dots of neighbouring lanes overlap")
    return found


# -- control -----------------------------------------------------------------------------------------------------


def _control(layout, case):
    found = []
    if _by_gid(layout, Marker, r"clique-.*") or _by_gid(layout, Line, r"clique-.*|cd-ruler.*"):
        found.append("groups or a ruler beside a control")
    markers = {_number(m.gid): m for m in _by_gid(layout, Marker, r"marker-\d+")}
    for position, column in enumerate(case.order):
        marker = markers.get(position)
        if marker is None:
            found.append(f"no marker for {position}")
        elif (marker.shape == "diamond") != (column == case.control):
            found.append(f"{marker.gid} has the wrong shape")
        elif column != case.control:
            alike = tuple(sorted((column, case.control))) in case.alike
            if (marker.fill == "background") != alike:
                found.append(f"{marker.gid} has the wrong fill")
    return found + _interval(layout, case) + _decisions(layout, case)


def _interval(layout, case):
    bands = _by_gid(layout, Rectangle, "interval")
    caps = _by_gid(layout, Line, "interval-cap")
    axis, at = _by_gid(layout, Line, "axis"), _scale(layout)
    if case.cd is None or not axis:
        return ["an interval without a critical difference"] if bands or caps else []
    if at is None:
        return []
    ends = sorted(x for x, _ in axis[0].points)
    wanted = sorted(at(case.ranks[case.control] + sign * case.cd) for sign in (-1, 1))
    left, right = max(wanted[0], ends[0]), min(wanted[1], ends[1])
    found = []
    if len(bands) != 1 or abs(bands[0].x - left) > 0.05 or abs(bands[0].x + bands[0].width - right) > 0.05:
        found.append("the interval is not the critical difference around the control")
    inside = [x for x in wanted if ends[0] - 1e-6 <= x <= ends[1] + 1e-6]
    heights = {}
    for cap in caps:
        heights.setdefault(cap.points[0][0], []).extend(y for _, y in cap.points)
    level = axis[0].points[0][1]
    if len(heights) != len(inside) or (layout.kind == "horizontal" and not _both_sides(heights.values(), level)):
        found.append("the interval is capped where it is open, or open where it ends")
    return found + (_caps(layout, caps) if layout.kind == "horizontal" else [])


def _both_sides(heights, level):
    return all(min(ys) <= level - 4 and max(ys) >= level + 4 for ys in heights)


def _caps(layout, caps):
    """No cap touches the disc of a marker, so that its filling is seen; the diamond may stand on a cap."""
    discs = [m for m in _by_gid(layout, Marker, r"marker-\d+") if m.shape == "disc"]
    found = []
    for cap, disc in ((cap, disc) for cap in caps for disc in discs):
        left, top, right, bottom = _extent(cap)
        across = max(left - disc.x, disc.x - right, 0.0)
        along = max(top - disc.y, disc.y - bottom, 0.0)
        if math.hypot(across, along) < disc.radius + disc.edge_width / 2 - TOLERANCE:
            found.append(f"{disc.gid} stands on a cap of the interval")
    return found


def _decisions(layout, case):
    """Markers that hide each other stand once more on the leaders, like them in shape and filling, and apart."""
    again = {_number(m.gid): m for m in _by_gid(layout, Marker, r"decision-\d+")}
    markers = {_number(m.gid): m for m in _by_gid(layout, Marker, r"marker-\d+")}
    places = sorted(markers.values(), key=lambda m: m.x)
    hidden = any(b.x - a.x < min(a.radius, b.radius) for a, b in pairwise(places))
    if layout.kind == "list" or not again:
        return ["a marker on the axis is hidden by another"] if layout.kind == "horizontal" and hidden else []
    found = [] if sorted(again) == list(range(case.k)) else ["not one decision on each leader"]
    along, _ = _along(layout, case)
    for position, mark in again.items():
        like = markers[position]
        if (mark.shape, mark.fill, mark.edge) != (like.shape, like.fill, like.edge):
            found.append(f"{mark.gid} is not like its marker")
        if abs(along[position] - mark.x) > TOLERANCE:
            found.append(f"{mark.gid} is not on its leader")
    ordered = sorted(again.values(), key=lambda m: m.x)
    for a, b in pairwise(ordered):
        if b.x - a.x < a.radius + b.radius + (a.edge_width + b.edge_width) / 2 - TOLERANCE:
            found.append(f"{a.gid} and {b.gid} overlap")
    return found
