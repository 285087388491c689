"""`defects`: what is wrong with a CD diagram, found from its elements alone.

Nothing here uses the layout code: groups are read off the leaders that bars cover,
leaders off their corners, places off the boxes. The record is only asked for what a
reader could see as well (which layout, how wide).
"""

import math
import re
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

from face_checks import header_defects, plot_defects, tick_defects, type_defects
from grammar import by_gid, decided, letter_defects, marker_defects, number, said

from cddiagram.sheet import Area, Line, Marker, Rectangle, Text

TOLERANCE = 0.02
#: Distances in points that the specification asks for.
LANE_CLEAR, LEADER_GAP, FLUSH = 7.0, 2.4, 0.3
#: Up to so many groups have a lane of their own, from the top.
STAIRCASE = 6
#: A bar is so long unless that would bring it near to another leader, or make it longer
#: than the ruler; and its pieces between arches are so long.
LEAST_BAR, SHORTEST_PIECE = 6.0, 1.4
#: A leader next to the end of a bar is so far from it, and an algorithm that differs so
#: much farther than the ruler.
BESIDE, VISIBLE = 2.0, 0.3
#: An arch is at least so far off its lane over a leader.
ARCH = 1.9
#: The minimum width of a page, in contrast to a column.
PAGE = 360.0


def defects(layout, case, *, width, rename=None):
    """List the defects of a layout of a case, as sentences; an empty list is a sound
    figure.
    """
    blocks = layout.blocks
    if blocks == 2:
        layout = unfolded(layout)
    found = [
        *page_defects(layout, width),
        *overlaps(layout),
        *text_defects(layout, case, rename or {}),
        *_places(layout, case),
        *header_defects(layout, better_end(layout)),
        *tick_defects(layout),
        *(type_defects(layout) if layout.font_size >= 6.5 else []),
    ]
    if layout.kind == "horizontal":
        found += _leaders(layout, case) + _labels(layout)
    if layout.kind == "list" and not layout.letters and blocks == 1:
        found += plot_defects(layout)
    if layout.kind == "list" and case.control is not None and layout.axis is not None:
        wanted = decided(case.order, case.control, case.alike)
        found += marker_defects(layout, wanted, "control")
    if by_gid(layout, Text, r"letters-\d+"):
        return found + letter_defects(layout, case)
    return found + (
        _control(layout, case) if case.control is not None else _groups(layout, case)
    )


def better_end(layout):
    """Where the best rank stands, and the cue has to point; None if there is no cue."""
    if not by_gid(layout, Line, "cue"):
        return None
    if layout.axis is None:
        return "up"
    return "left" if layout.axis.x_low < layout.axis.x_high else "right"


def _number(gid):
    return int(gid.rsplit("-", 1)[1])


# -- lists in two blocks ---------------------------------------------------------------


def gutter(layout):
    """The gap between the two blocks of a long list on a page or in a column."""
    return 14.0 if layout.width >= PAGE else 9.0


def unfolded(layout):
    """A list in two blocks as one block again, read off its rows.

    A bar that leads from one block to the other leaves the first one below its last row
    and begins above the first row of the second one, in the same lane.
    """
    right = (layout.width + gutter(layout)) / 2
    half = (len(layout.leader_positions) + 1) // 2
    first, _ = _row_edges(layout, 0, half)
    _, cut = _row_edges(layout, half - 1, half)
    second, _ = _row_edges(layout, half, half)
    back = []
    for element in layout.elements:
        if re.fullmatch(
            r"(axis|tick|tick-minor|tick-number|rank-interval-head)-1", element.gid
        ):
            continue
        left, _, _, bottom = extent(element)
        if bottom > first + TOLERANCE and left > right - gutter(layout) - 0.5:
            element = _moved(element, -right, cut - second)
        back.append(element)
    return replace(
        layout,
        elements=tuple(_mended(back, cut)),
        height=layout.height + cut - second,
        blocks=1,
    )


def _row_edges(layout, row, half):
    """The upper and the lower edge of a row, read off the shades of every second
    row.
    """
    right = (layout.width + gutter(layout)) / 2

    def shade(number):
        y, x = layout.leader_positions[number], right if number >= half else 0.0
        [box] = [
            e
            for e in by_gid(layout, Rectangle, "zebra")
            if abs(e.x - x) < 1.0 and e.y < y < e.y + e.height
        ]
        return box.y, box.y + box.height

    if row % 2:
        return shade(row)
    y = layout.leader_positions[row]
    if row not in (0, half):
        _, top = shade(row - 1)
        return top, 2 * y - top
    bottom, _ = shade(row + 1)
    return 2 * y - bottom, bottom


def _moved(element, dx, dy):
    if isinstance(element, Line):
        points = tuple((x + dx, y + dy) for x, y in element.points)
        return replace(element, points=points)
    return replace(element, x=element.x + dx, y=element.y + dy)


def _mended(elements, cut):
    """Join the two parts, drawn one after the other, of bars and bands that are cut at a
    height.
    """
    mended = []
    first = None
    for element in elements:
        if first is not None:
            assert first.gid == element.gid
            element = _joined(first, element)
            first = None
        elif _leads_on(element, cut):
            first = element
            continue
        mended.append(element)
    return mended


def _leads_on(element, cut):
    """Whether an element of the first block leads on to the second one."""
    if element.gid.startswith("interval") and not isinstance(element, Text):
        return True
    if not isinstance(element, Line) or not element.gid.startswith("group"):
        return False
    return abs(max(y for _, y in element.points) - cut - 1.5) < 0.01


def _joined(upper, lower):
    if isinstance(upper, Rectangle):
        return replace(upper, height=lower.y + lower.height - upper.y)
    (x, top), _ = sorted(upper.points, key=lambda point: point[1])
    _, (_, bottom) = sorted(lower.points, key=lambda point: point[1])
    return replace(upper, points=((x, top), (x, bottom)))


# -- page and overlaps -----------------------------------------------------------------


def extent(element):
    if isinstance(element, Text):
        return element.box
    if isinstance(element, Marker):
        r = element.radius + element.edge_width / 2
        return element.x - r, element.y - r, element.x + r, element.y + r
    if isinstance(element, Area):
        return element.box
    if isinstance(element, Rectangle):
        return (
            element.x,
            element.y,
            element.x + element.width,
            element.y + element.height,
        )
    half = element.width / 2
    xs, ys = zip(*element.points, strict=True)
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


def page_defects(layout, width):
    found = []
    if abs(layout.width - width) > 1e-9:
        found.append(f"page is {layout.width} wide, not {width}")
    for element in layout.elements:
        left, top, right, bottom = extent(element)
        if not all(math.isfinite(value) for value in (left, top, right, bottom)):
            found.append(f"{element.gid} has no finite place")
        elif left < -TOLERANCE or top < -TOLERANCE or right > layout.width + TOLERANCE:
            found.append(f"{element.gid} leaves the page")
        elif bottom > layout.height + TOLERANCE:
            found.append(f"{element.gid} leaves the page below")
    return found


def overlaps(layout):
    found = []
    texts = [e for e in layout.elements if isinstance(e, Text)]
    boxes = [t.box for t in texts]
    by_top = sorted(range(len(texts)), key=lambda i: boxes[i][1])
    for place, i in enumerate(by_top):
        for j in by_top[place + 1 :]:
            if boxes[j][1] >= boxes[i][3] - TOLERANCE:
                break
            if (
                boxes[i][0] < boxes[j][2] - TOLERANCE
                and boxes[j][0] < boxes[i][2] - TOLERANCE
            ):
                found.append(f"texts {texts[i].gid} and {texts[j].gid} overlap")
    ink = [e for e in layout.elements if isinstance(e, Line | Marker)]
    for text, box in zip(texts, boxes, strict=True):
        for element in ink:
            left, top, right, bottom = extent(element)
            if right <= box[0] or left >= box[2] or bottom <= box[1] or top >= box[3]:
                continue
            if isinstance(element, Marker) or _crosses(element, box):
                found.append(f"{element.gid} touches text {text.gid}")
    return found


def _crosses(line, box):
    """Whether the stroke of a polyline enters a box."""
    half = line.width / 2 - TOLERANCE
    grown = (box[0] - half, box[1] - half, box[2] + half, box[3] + half)
    return any(
        _clip(a, b, grown) for a, b in zip(line.points, line.points[1:], strict=False)
    )


def _clip(a, b, box):
    """Whether the segment a-b has a point inside the box (Liang-Barsky)."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        delta = b[axis] - a[axis]
        if delta == 0:
            if not box[axis] < a[axis] < box[axis + 2]:
                return False
            continue
        t, u = sorted(
            ((box[axis] - a[axis]) / delta, (box[axis + 2] - a[axis]) / delta)
        )
        low, high = max(low, t), min(high, u)
    return low < high


# -- what is said ----------------------------------------------------------------------


def text_defects(layout, case, rename):
    found = []
    few = (
        max(case.ranks) >= 100
    )  # aligned ranks count all scores: four digits are enough
    decimals = (0, 1, 2, 3) if few else (2, 3) if len(case.names) < 50 else (1,)
    for position, column in enumerate(case.order):
        shown = rename.get(case.names[column], case.names[column])
        printed = [t.text for t in by_gid(layout, Text, f"label-{position}")]
        if not reads(printed, shown):
            found.append(f"name {shown!r} is printed as {' '.join(printed)!r}")
        for text in by_gid(layout, Text, f"rank-{position}"):
            digits = len(text.text.partition(".")[2])
            if (
                digits not in decimals
                or abs(number(text.text) - case.ranks[column]) > 0.5001 * 10**-digits
            ):
                found.append(f"rank {case.ranks[column]} is printed as {text.text}")
    return found


def letters(text):
    return re.sub(r"\s", "", text)


def reads(lines, name):
    """Whether lines read as a name: nothing is added where a line ends, and nothing but
    a space is left out.
    """
    rest = " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", " ", name).split())
    for line in (" ".join(line.split()) for line in lines):
        if not rest.startswith(line):
            return False
        rest = rest[len(line) :].lstrip()
    return not rest


# -- places of the ranks ---------------------------------------------------------------


def scale_of(layout):
    """Read the axis off its first and last number: rank -> x; None without an axis. A
    range such as "1–5" is in its middle.
    """
    numbers = sorted(by_gid(layout, Text, "tick-number"), key=lambda t: t.x)
    if len(numbers) < 2:
        return None

    def middle(text):
        ends = [number(end) for end in text.split("–")]
        return (ends[0] + ends[-1]) / 2

    (a, x), (b, y) = ((middle(t.text), t.x) for t in (numbers[0], numbers[-1]))
    return lambda rank: x + (rank - a) * (y - x) / (b - a)


def _places(layout, case):
    found = []
    at = scale_of(layout)
    axis = by_gid(layout, Line, "axis")
    if not axis:
        return (
            ["no axis in a horizontal diagram"] if layout.kind == "horizontal" else []
        )
    ends = sorted(x for x, _ in axis[0].points)
    markers = by_gid(layout, Marker, r"marker-\d+")
    if len(markers) != case.k:
        found.append(f"{len(markers)} markers for {case.k} algorithms")
    places = (
        []
        if layout.kind == "horizontal" and case.control is not None
        else [(m.gid, m.x) for m in markers]
    )
    for line in by_gid(layout, Line, r"leader-\d+"):
        places.append((line.gid, line.points[0][0]))
        if abs(line.points[0][1] - axis[0].points[0][1]) > TOLERANCE:
            found.append(f"{line.gid} does not begin at the axis")
    for gid, x in places:
        rank = case.ranks[case.order[_number(gid)]]
        if not ends[0] - TOLERANCE <= x <= ends[1] + TOLERANCE:
            found.append(f"{gid} is off the axis")
        if at is not None and abs(at(rank) - x) > TOLERANCE:
            found.append(f"{gid} is not at its rank {rank}")
    return found + (_ruler(layout, case, at, ends) if at is not None else [])


def _ruler(layout, case, at, ends):
    rulers = by_gid(layout, Line, "cd-ruler")
    caps = by_gid(layout, Line, "cd-ruler-cap")
    if not rulers:
        return ["caps without a ruler"] if caps else []
    if case.cd is None or case.control is not None:
        return ["a ruler without a critical difference"]
    xs = sorted(x for x, _ in rulers[0].points)
    length, wanted = xs[1] - xs[0], abs(at(case.cd) - at(0.0))
    text = " ".join(t.text for t in by_gid(layout, Text, "cd-text"))
    found = []
    if min(abs(xs[0] - ends[0]), abs(xs[1] - ends[1])) > TOLERANCE:
        found.append("the ruler starts at no end of the axis")
    printed = re.search(
        r"CD = \d+\.(\d\d+)", text
    )  # two decimals, or as many as the decisions need
    if case.cd >= 0.01 and (
        printed is None or f"CD = {case.cd:.{len(printed[1])}f}" not in text
    ):
        found.append(f"CD {case.cd} is printed as {text!r}")
    if wanted <= ends[1] - ends[0] + TOLERANCE:
        if abs(length - wanted) > TOLERANCE or len(caps) != 2:
            found.append("the ruler is not as long as the critical difference")
    elif (
        "longer than the axis" not in text
        or len(caps) != 1
        or abs(length - (ends[1] - ends[0])) > TOLERANCE
    ):
        found.append("a ruler longer than the axis is not said to be")
    return found


def _labels(layout):
    """Each number and name stands at the end of its own leader, on its outer side: the
    number first, then the name.
    """
    found = []
    for line in by_gid(layout, Line, r"leader-\d+"):
        position, (x, y) = _number(line.gid), line.points[-1]
        outwards = 1 if x > line.points[-2][0] else -1
        parts = [by_gid(layout, Text, f"{gid}-{position}") for gid in ("rank", "label")]
        middles = [(own[0].y + own[-1].y) / 2 for own in parts if own]
        parts[1] += by_gid(layout, Marker, f"label-{position}-family")
        if any(abs(middle - y) > TOLERANCE for middle in middles):
            found.append(f"the label of {position} is not at the height of its leader")
        starts = [
            min(outwards * (t.box[0 if outwards > 0 else 2] - x) for t in own)
            for own in parts
            if own
        ]
        if starts != sorted(starts) or not 1.0 < (*starts, 2.0)[0] < 10.5:
            found.append(f"the label of {position} does not begin at its leader")
    return found


# -- leaders ---------------------------------------------------------------------------


def _leaders(layout, case):
    found = []
    leaders = by_gid(layout, Line, r"leader-\d+")
    if sorted(_number(line.gid) for line in leaders) != list(range(case.k)):
        found.append("not one leader for each algorithm")
    boxes = [extent(line) for line in leaders]
    for (i, a), (j, b) in combinations(enumerate(leaders), 2):
        apart = abs(_vertical(a) - _vertical(b))
        if apart < LEADER_GAP - TOLERANCE:
            found.append(f"{a.gid} and {b.gid} are {apart:.2f} apart")
        one, other = boxes[i], boxes[j]
        if (
            one[0] > other[2]
            or other[0] > one[2]
            or one[1] > other[3]
            or other[1] > one[3]
        ):
            continue
        # above the fan leaders of equal ranks may run into one, but not past each other
        order = [
            u - v for (u, _), (v, _) in zip(a.points[:3], b.points[:3], strict=True)
        ]
        swapped = min(order) < -1e-9 and max(order) > 1e-9
        if swapped or any(
            _cross(p, q, r, s) for p, q in _segments(a)[2:] for r, s in _segments(b)[2:]
        ):
            found.append(f"{a.gid} and {b.gid} cross")
    return found


def _segments(line):
    return list(zip(line.points, line.points[1:], strict=False))


def _vertical(leader):
    """The x of the vertical part of a leader that leads to its label."""
    return leader.points[-2][0]


def _at_height(leader, level):
    """The x of a leader at a height that it passes on its way down."""
    for (x, y), (u, v) in _segments(leader):
        if y <= level <= v and v > y:
            return x + (u - x) * (level - y) / (v - y)
    return None


def _cross(p, q, r, s):
    """Whether two segments meet in a point that is not the start of both (leaders of
    tied ranks share that).
    """
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


# -- groups ----------------------------------------------------------------------------


def _along(layout, case, level=None):
    """Where a bar of a level meets each rank position, and which coordinate that is: x
    of its leader, y of its row.
    """
    if layout.kind == "horizontal":
        return {
            _number(line.gid): _at_height(line, level)
            for line in by_gid(layout, Line, r"leader-\d+")
        }, 0
    rows = {}
    for position in range(case.k):
        heights = [t.y for t in by_gid(layout, Text, f"(label|rank)-{position}")]
        if heights:
            rows[position] = (min(heights) + max(heights)) / 2
    missing = [
        p for p in range(case.k) if p not in rows
    ]  # an empty name without a rank
    markers = {_number(m.gid): m.y for m in by_gid(layout, Marker, r"marker-\d+")}
    return rows | {p: markers[p] for p in missing if p in markers}, 1


def _groups(layout, case):
    place = {column: position for position, column in enumerate(case.order)}
    alike = {tuple(sorted((place[i], place[j]))) for i, j in case.alike}
    drawn = {}
    for element in by_gid(layout, Line, r"group-\d+(-gap)?"):
        drawn.setdefault(int(element.gid.split("-")[1]), []).append(element)
    ruler = math.inf
    at = scale_of(layout)
    if case.cd is not None and at is not None:
        ruler = abs(at(case.cd) - at(0.0))
    found, groups = [], {}
    for index, elements in drawn.items():
        axis = 0 if layout.kind == "horizontal" else 1
        piece = next(e for e in elements if not e.gid.endswith("-gap"))
        level = piece.points[0][1 - axis]
        along, axis = _along(layout, case, level)
        group, defects_of_bar = bar_defects(
            index, elements, along, axis, ruler, thin=layout.kind == "list"
        )
        groups[index] = (group, along, level)
        found += defects_of_bar
    joined = {
        pair for group, *_ in groups.values() for pair in combinations(sorted(group), 2)
    }
    found += [f"{pair} are alike and not joined" for pair in sorted(alike - joined)]
    found += [f"{pair} are joined and not alike" for pair in sorted(joined - alike)]
    counts = Counter(tuple(sorted(group)) for group, *_ in groups.values())
    if max(counts.values(), default=1) > 1:
        found.append("one group is drawn twice")
    word = "arch" if layout.kind == "horizontal" else "thin"
    keyed = f"{word}: not in the group" in said(layout)
    if keyed != bool(by_gid(layout, Line, r"group-\d+-gap")):
        found.append("a key without gaps, or gaps without a key")
    found += bars_unexplained(layout, groups)
    if layout.kind == "horizontal" and case.cd is not None:
        found += _against_the_ruler(layout, case, groups, alike)
    return found + _lanes(layout, drawn, groups)


def bars_unexplained(layout, bars):
    """The key explains bars if there are any; without a note, the caption does."""
    has_key = explains_bars(layout)
    if has_key and not bars:
        return ["a key without bars, or bars without a key"]
    if bars and not has_key and by_gid(layout, Text, "note"):
        return ["a key without bars, or bars without a key"]
    return []


def explains_bars(layout):
    """Whether the key explains bars, in its longer or its shorter form."""
    return bool(re.search(r"bar: not (significantly )?different", said(layout)))


#: The key of a control, in its longer and its shorter form.
DECISION_KEYS = (
    ["control", "different", "not different"],
    ["control", "differs", "does not"],
)


def bar_defects(index, elements, along, axis, ruler=math.inf, *, thin=False):
    """Read the members of a group off the leaders or rows that its thick pieces cover;
    return them, and what is wrong with it.

    The bar ends flush with its last leaders and clear of all others, or is as short as
    a bar may be. Its pieces and gaps follow one another, and the gaps, which are thin,
    are over whoever is not in the group.
    """
    found = []
    pieces = [e for e in elements if not e.gid.endswith("-gap")]
    gaps = [e for e in elements if e.gid.endswith("-gap")]
    spans = sorted(sorted(p[axis] for p in (e.points[0], e.points[-1])) for e in pieces)
    levels = {round(p[1 - axis], 6) for e in pieces for p in e.points}
    feet = {round(p[1 - axis], 6) for e in gaps for p in (e.points[0], e.points[-1])}
    if len(levels | feet) != 1:
        found.append(f"group {index} is not in one lane")
    low, high = spans[0][0], spans[-1][1]
    members = set()
    for start, end in spans:
        members |= {
            p for p, x in along.items() if start - TOLERANCE <= x <= end + TOLERANCE
        }
    if any(e.dash for e in elements) or any(
        gap.width > 0.75 * piece.width for gap in gaps for piece in pieces
    ):
        found.append(f"group {index} has a bar like a gap")
    others = [x for p, x in along.items() if p not in members]
    found += _ends(index, low, high, [along[p] for p in members], others, ruler, axis)
    found += _gaps(index, spans, gaps, axis)
    for position, x in along.items():
        is_over = any(
            abs(_height_at(gap, x, axis, min(levels)) - min(levels)) >= ARCH
            or (thin and len(gap.points) == 2)
            for gap in gaps
            if min(p[axis] for p in gap.points) < x < max(p[axis] for p in gap.points)
        )
        if position not in members and low < x < high and not is_over:
            found.append(f"group {index} runs into {position}, no member")
    return members, found


def _ends(index, low, high, joined, others, ruler, axis):
    """Whether a bar ends at its last leaders, or is as short as a bar may be."""
    found = []
    if not joined:
        return [f"group {index} joins nobody"]
    first, last = min(joined), max(joined)
    middle, reach = (low + high) / 2, (high - low) / 2
    least = last - first + 2 * FLUSH
    is_flush = abs(low - first) <= FLUSH + TOLERANCE >= abs(high - last)
    is_short = (
        abs(middle - (first + last) / 2) <= TOLERANCE
        and 2 * reach <= max(min(LEAST_BAR, ruler), least) + TOLERANCE
    )
    if not (is_flush or is_short):
        found.append(f"group {index} does not end flush with a leader")
    beside = min((abs(x - end) for x in others for end in (low, high)), default=BESIDE)
    if beside + FLUSH < BESIDE - TOLERANCE:
        found.append(f"group {index} ends {beside + FLUSH:.2f} from who is no member")
    room = min((abs(x - middle) for x in others), default=math.inf) - BESIDE
    longest = min(LEAST_BAR, ruler, 2 * room)
    if axis == 0 and 2 * reach < longest - TOLERANCE:
        found.append(f"group {index} has a bar of {2 * reach:.2f} pt")
    return found


def _gaps(index, spans, gaps, axis):
    """One gap leads from each piece to the next."""
    found = []
    paths = sorted(sorted(p[axis] for p in (e.points[0], e.points[-1])) for e in gaps)
    if len(paths) != len(spans) - 1:
        found.append(f"group {index} has {len(spans)} pieces and {len(paths)} gaps")
    for (_, start), (end, _), (low, high) in zip(spans, spans[1:], paths, strict=False):
        if abs(low - start) > 0.4 or abs(high - end) > 0.4:
            found.append(f"group {index} has a gap that does not reach its pieces")
    if any(end - start < SHORTEST_PIECE - TOLERANCE for start, end in spans):
        found.append(f"group {index} has a piece that cannot be seen")
    return found


def _height_at(line, place, axis, level):
    """The level of a gap at a place; that of the lane where it does not pass it."""
    for a, b in _segments(line):
        low, high = sorted((a[axis], b[axis]))
        if low <= place <= high and high > low:
            return a[1 - axis] + (b[1 - axis] - a[1 - axis]) * (place - a[axis]) / (
                b[axis] - a[axis]
            )
    return level


def _against_the_ruler(layout, case, groups, alike):
    """With one critical difference no bar is longer than it, and whoever differs is
    visibly farther apart.
    """
    at = scale_of(layout)
    if at is None:
        return []
    found = []
    ruler = abs(at(case.cd) - at(0.0))
    for index, (group, along, _) in groups.items():
        span = (
            max(along[p] for p in group) - min(along[p] for p in group)
            if group
            else 0.0
        )
        if span > ruler + TOLERANCE:
            found.append(f"group {index} is {span:.2f} long, the ruler {ruler:.2f}")
    levels = [level for *_, level in groups.values()] or [
        by_gid(layout, Line, "leader-0")[0].points[2][1]
    ]
    for level in {min(levels), max(levels)}:
        along, _ = _along(layout, case, level)
        for i, j in combinations(range(case.k), 2):
            exact = at(case.ranks[case.order[i]]) - at(case.ranks[case.order[j]])
            least = min(ruler + VISIBLE, abs(exact))
            if (i, j) not in alike and abs(along[i] - along[j]) < least - TOLERANCE:
                found.append(
                    f"{(i, j)} differ and are {abs(along[i] - along[j]):.2f} apart, "
                    f"the ruler is {ruler:.2f}"
                )
    return found


def _lanes(layout, drawn, groups):
    """Bars of a lane keep their distance, and those of two do not touch. Up to six
    lanes are a staircase. In more, a bar is not right above one that it touches.
    """
    found = []
    bars, reach = {}, {}
    for index, (group, along, level) in groups.items():
        places = [along[p] for p in group]
        if not places:
            continue
        bars[index] = (min(places), max(places), round(level, 3), sorted(group))
        across = 1 if layout.kind == "horizontal" else 0
        extents = [extent(element)[across::2] for element in drawn[index]]
        reach.setdefault(round(level, 3), []).append(
            (min(a for a, _ in extents), max(b for _, b in extents))
        )
    clear = LANE_CLEAR if layout.kind == "horizontal" else 3.0
    for (i, a), (j, b) in combinations(bars.items(), 2):
        if a[2] == b[2] and max(a[0], b[0]) - min(a[1], b[1]) < clear - TOLERANCE:
            found.append(f"groups {i} and {j} are too close in their lane")
    levels = sorted(reach)
    lanes = {index: levels.index(level) for index, (_, _, level, _) in bars.items()}
    if len(bars) <= STAIRCASE and any(i != lane for i, lane in lanes.items()):
        found.append(f"{len(bars)} groups in the lanes {lanes} are no staircase")
    for (i, a), (j, b) in combinations(sorted(bars.items()), 2):
        ends = {a[3][0], a[3][-1]} & {b[3][0], b[3][-1]}
        if ends and lanes[j] == lanes[i] - 1:
            found.append(f"group {j} is right above group {i}, which it touches")
    if max(lanes.values(), default=0) >= max(len(bars), 1):
        found.append("an empty lane")
    for upper, lower in pairwise(levels):
        if (
            max(b for _, b in reach[upper])
            > min(a for a, _ in reach[lower]) + TOLERANCE
        ):
            found.append("bars of neighbouring lanes touch")
    return found


# -- control ---------------------------------------------------------------------------


def _control(layout, case):
    found = []
    if by_gid(layout, Marker, r"group-.*") or by_gid(
        layout, Line, r"group-.*|cd-ruler.*"
    ):
        found.append("groups or a ruler beside a control")
    markers = {_number(m.gid): m for m in by_gid(layout, Marker, r"marker-\d+")}
    if len(markers) != len(by_gid(layout, Marker, r"marker-\d+")):
        found.append("a decision has two markers")
    ends = {
        _number(line.gid): line.points[-1]
        for line in by_gid(layout, Line, r"leader-\d+")
    }
    for position, column in enumerate(case.order):
        marker = markers.get(position)
        if marker is None:
            found.append(f"no marker for {position}")
            continue
        if (marker.shape == "diamond") != (column == case.control):
            found.append(f"{marker.gid} has the wrong shape")
        elif column != case.control:
            alike = tuple(sorted((column, case.control))) in case.alike
            if (marker.fill == "background") != alike:
                found.append(f"{marker.gid} has the wrong fill")
        if (
            layout.kind == "horizontal"
            and math.dist((marker.x, marker.y), ends[position]) > TOLERANCE
        ):
            found.append(f"{marker.gid} is not at the label end of its leader")
    if layout.kind == "list":
        return found + _band(layout, case)
    words = [t.text for t in by_gid(layout, Text, "key-text")]
    discs = (m for m in by_gid(layout, Marker, "key") if m.shape == "disc")
    keyed = {(m.fill == "background", m.radius, m.edge_width) for m in discs}
    shown = {
        (m.fill == "background", m.radius, m.edge_width)
        for m in markers.values()
        if m.shape == "disc"
    }
    if len(keyed) != 2 or shown - keyed or words[:3] not in DECISION_KEYS:
        found.append("the key does not explain the markers")
    return found + _interval(layout, case)


def _interval(layout, case):
    """The bracket below the axis: as long as the critical difference to both sides,
    capped where the axis shows it.
    """
    stretch, caps = (
        by_gid(layout, Line, "interval"),
        by_gid(layout, Line, "interval-cap"),
    )
    heads = by_gid(layout, Line, "interval-open")
    [axis], at = by_gid(layout, Line, "axis"), scale_of(layout)
    if case.cd is None:
        return (
            ["an interval without a critical difference"]
            if stretch or caps or heads
            else []
        )
    if at is None:
        return []
    ends = sorted(x for x, _ in axis.points)
    wanted = sorted(at(case.ranks[case.control] + sign * case.cd) for sign in (-1, 1))
    inside = [x for x in wanted if ends[0] - 1e-6 <= x <= ends[1] + 1e-6]
    outside = [ends[0] - 1.5] * (wanted[0] < ends[0] - 1e-6) + [ends[1] + 1.5] * (
        wanted[1] > ends[1] + 1e-6
    )
    found = []
    if len(stretch) != 1 or not _same(
        sorted(inside + outside), sorted(x for x, _ in stretch[0].points)
    ):
        found.append("the interval is not the critical difference around the control")
    if not _same(inside, sorted(cap.points[0][0] for cap in caps)):
        found.append("the interval is capped where it is open, or open where it ends")
    if not _same(outside, sorted(head.points[1][0] for head in heads)):
        found.append("the interval has no arrow head where it goes on")
    for text in by_gid(layout, Text, "interval-text"):
        reach = float(text.text.removeprefix("± "))
        drawn = [x for line in (*stretch, *heads) for x, _ in line.points]
        away = max(text.box[0] - max(drawn), min(drawn) - text.box[2])
        if (
            abs(reach - case.cd) > max(0.005, 0.05 * case.cd) + 1e-9
            or not 2.4 < away < 7.1
        ):
            found.append(
                f"{text.text} is not how far the interval reaches, or not at its end"
            )
    below = axis.points[0][1] + 5.5
    if any(abs(y - below) > TOLERANCE for line in stretch for _, y in line.points):
        found.append("the interval is not below the axis")
    return found


def _same(wanted, found):
    return len(wanted) == len(found) and all(
        abs(a - b) < TOLERANCE for a, b in zip(wanted, found, strict=True)
    )


def _band(layout, case):
    """The interval in a list: a column behind the dots with a border where it ends."""
    bands, caps = (
        by_gid(layout, Rectangle, "interval"),
        by_gid(layout, Line, "interval-cap"),
    )
    axis, at = by_gid(layout, Line, "axis"), scale_of(layout)
    if case.cd is None or not axis:
        return ["an interval without a critical difference"] if bands or caps else []
    if at is None:
        return []
    ends = sorted(x for x, _ in axis[0].points)
    wanted = sorted(at(case.ranks[case.control] + sign * case.cd) for sign in (-1, 1))
    left, right = max(wanted[0], ends[0]), min(wanted[1], ends[1])
    found = []
    if (
        len(bands) != 1
        or abs(bands[0].x - left) > 0.05
        or abs(bands[0].x + bands[0].width - right) > 0.05
    ):
        found.append("the interval is not the critical difference around the control")
    inside = [x for x in wanted if ends[0] - 1e-6 <= x <= ends[1] + 1e-6]
    if len(caps) != len(inside):
        found.append("the interval is capped where it is open, or open where it ends")
    return found


# -- header ----------------------------------------------------------------------------

#: The texts of a header. The names of columns, axis numbers and titles that a user gives
#: are not among them.
_HEADER = r"note|cue|key-text|legend-text|cd-text"
#: A word has two letters next to each other; "p", "t" and "α" are symbols.
_WORD = re.compile(r"[^\W\d_]{2}")
#: The budget of a header: rows, words, and shares of the height of figures with fewer
#: and with more rows.
MOST_ROWS, MOST_WORDS, MOST_SHARE, MOST_SHARE_OF_MANY, MANY_ROWS = 2, 18, 0.25, 0.2, 8


def header_texts(layout):
    """The texts of the header: above everything that is not a part of it.

    A cue to the left in a row of its own is the title of the axis below it.
    """
    own = by_gid(layout, Text, _HEADER)
    if better_end_of_cue(layout) == "left":
        own = [text for text in own if text.gid != "cue" or not is_alone(text, own)]
    others = ("title", "limit", "cue")
    inks = [
        e
        for e in layout.elements
        if isinstance(e, Text) and e not in own and e.gid not in others
    ]
    inks += by_gid(layout, Rectangle, r"cell-.*") + by_gid(layout, Line, "axis|simplex")
    top = min((extent(element)[1] for element in inks), default=layout.height)
    return [text for text in own if text.y < top]


def better_end_of_cue(layout):
    """The direction of the arrow of the cue; None without an arrow."""
    for line in by_gid(layout, Line, "cue"):
        if len(line.points) == 2:
            (x, _), (to_x, _) = line.points
            return "left" if to_x < x else "right" if to_x > x else "up"
    return None


def is_alone(text, texts):
    """Whether only other parts of the cue are in the row of a text."""
    return all(other.gid == "cue" for other in texts if abs(other.y - text.y) < 1)


def header_words(layout, names=()):
    """Count the words of the header. Numbers, signs and the names of algorithms are not
    counted.
    """
    words = 0
    for text in header_texts(layout):
        rest = text.text
        for name in sorted(names, key=len, reverse=True):
            rest = rest.replace(name, " ")
        words += sum(bool(_WORD.search(part)) for part in rest.split())
    return words


def header_rows(layout):
    """Count the rows of the header."""
    return len({round(text.y, 1) for text in header_texts(layout)})


def header_share(layout):
    """The share of the height of a figure that its header takes."""
    bottoms = [text.box[3] for text in header_texts(layout)]
    return max(bottoms, default=0.0) / layout.height


def budget_defects(layout, names=(), rows=0):
    """What exceeds the budget of words; `rows` is the number of rows of the figure."""
    most = MOST_SHARE_OF_MANY if rows >= MANY_ROWS else MOST_SHARE
    share, words, lines = (
        header_share(layout),
        header_words(layout, names),
        header_rows(layout),
    )
    found = []
    if lines > MOST_ROWS:
        found.append(f"the header has {lines} rows")
    if words > MOST_WORDS:
        found.append(f"the header has {words} words")
    if share > most:
        found.append(f"the header takes {share:.0%} of the height")
    return found
