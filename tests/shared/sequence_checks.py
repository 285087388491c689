"""What is wrong with a sequence of comparisons, read off its elements as `checks` reads
a diagram.
"""

import math
import re
from dataclasses import replace
from itertools import combinations, pairwise, takewhile

from checks import (
    VISIBLE,
    bar_defects,
    bars_unexplained,
    by_gid,
    overlaps,
    page_defects,
    reads,
)
from face_checks import header_defects, type_defects
from grammar import decided, explains_hollow, form, said

from cddiagram.sheet import Line, Marker, Text

CLEAR, LINE_GAP, MARK_GAP = 6.0, 5.0, 2.0
#: A ruler that would differ by this part of an axis is drawn.
SAME_LENGTH = 0.025
#: Two leaders are so many sizes apart half-way to their names, across both.
LEADERS_APART = 0.3


def defects(layout, cases, *, width, rename=None, ruler=True):
    found = [*page_defects(layout, width), *overlaps(layout)]
    cases = cases if ruler else [replace(one, cd=None) for one in cases]
    k = cases[0].k
    lines = {
        int(line.gid.split("-")[1]): line
        for line in by_gid(layout, Line, r"leader-\d+")
    }
    if sorted(lines) != list(range(k)):
        return [*found, "not one line for each algorithm"]
    axes = sorted({line.points[0][0] for line in by_gid(layout, Line, "axis")})
    if len(axes) != len(cases):
        return [*found, f"{len(axes)} axes for {len(cases)} comparisons"]
    order = cases[
        0
    ].order  # method -> algorithm: methods are numbered as the first column ranks them
    arches = any(element.gid.endswith("-gap") for element in layout.elements)
    if arches != ("arch: not in the group" in said(layout)):
        found.append("a key without arches, or arches without a key")
    found += bars_unexplained(layout, by_gid(layout, Line, r"group-\d+-\d+"))
    upright = replace(
        layout,
        elements=tuple(e for e in layout.elements if not e.gid.startswith("cd-ruler")),
    )
    towards = "up" if by_gid(layout, Line, "cue") else None
    cue_rows = {round(t.y, 6) for t in by_gid(layout, Text, "cue")}
    title_rows = {round(t.y, 6) for t in by_gid(layout, Text, r"column-\d+|cd-text")}
    found += [
        defect
        for defect in header_defects(upright, towards)
        if "the cue is not in the first row" not in defect or not cue_rows <= title_rows
    ]
    found += type_defects(layout) if layout.font_size >= 6.5 else []
    found += _titles(layout, axes)
    found += _names(layout, lines, cases[0], rename or {})
    found += _leaders(layout, lines)
    texts = sorted(by_gid(layout, Text, "cd-text"), key=lambda text: (text.x, text.y))
    differences = " ".join(text.text for text in texts)
    printed = set(re.findall(r"CD\s=\s([0-9.]*[0-9])", differences))
    rulers = rulers_of(cases, _ranges(layout, axes), printed)
    before = {
        method: method for method in lines
    }  # in the first column tied algorithms stand in the order of the input
    for number, (axis, one) in enumerate(zip(axes, cases, strict=True)):
        ranked = sorted(lines, key=lambda m: (round(one.ranks[order[m]], 9), before[m]))
        before = {method: place for place, method in enumerate(ranked)}
        found += _column(
            layout, number, axis, one, order, lines, ranked, rulers[number]
        )
        if number in (0, len(axes) - 1):
            found += _ranks(layout, "rank" if number else "rank-left", one, order)
    return found + _first_ranks(layout, cases[0], order)


def _first_ranks(layout, first, order):
    """Without names on the left, ranks of the first column follow the names, in
    parentheses, and the heads of both columns say so.
    """
    texts = by_gid(layout, Text, r"rank-first-\d+")
    wanted = bool(by_gid(layout, Text, r"rank-\d+")) and not by_gid(
        layout, Text, r"label-left-\d+"
    )
    if bool(texts) != wanted or (wanted and by_gid(layout, Text, r"rank-left-\d+")):
        return ["the ranks of the first column are not where a reader looks for them"]
    heads = by_gid(layout, Text, "rank-head")
    found = [] if bool(heads) == wanted else ["parentheses are not explained"]
    if wanted:
        found += _heads(heads, texts, by_gid(layout, Text, r"rank-\d+"))
    for text in texts:
        method = int(text.gid.split("-")[2])
        names = by_gid(layout, Text, f"label-{method}")
        if not names:
            continue  # an empty name
        if (
            not re.fullmatch(r"\(.*\)", text.text)
            or text.box[0] - max(t.box[2] for t in names) < 4
        ):
            found.append(f"the first rank of line {method} does not follow its name")
    plain = [replace(text, text=text.text.strip("()")) for text in texts]
    return found + _ranks(
        replace(layout, elements=tuple(plain)), "rank-first", first, order
    )


def _heads(heads, first, last):
    """The heads are above their columns, and the ranks in parentheses are flush
    right.
    """
    if sorted(t.text for t in heads) != ["(first)", "last"]:
        return ["the heads of the ranks are not read"]
    found = []
    [over_first] = [t for t in heads if t.text == "(first)"]
    [over_last] = [t for t in heads if t.text == "last"]
    rights = {round(t.box[2], 6) for t in (*first, over_first)}
    lefts = {round(t.box[0], 6) for t in (*last, over_last)}
    if len(rights) > 1 or len(lefts) > 1:
        found.append("a head is not above its ranks")
    if max(t.y for t in heads) > min(t.y for t in (*first, *last)):
        found.append("a head is below a rank")
    return found


def _ranks(layout, gid, one, order):
    texts = {m: by_gid(layout, Text, f"{gid}-{m}") for m in range(len(order))}
    if not any(texts.values()):
        return []  # not asked for
    printed = {m: own[0].text for m, own in texts.items() if own}
    half = {
        m: 0.50001 * 10 ** -len(text.partition(".")[2]) for m, text in printed.items()
    }
    ranks = {m: one.ranks[algorithm] for m, algorithm in enumerate(order)}
    largest = max(
        ranks.values()
    )  # aligned ranks of hundreds and thousands have four digits
    most = (
        0.501
        if largest >= 1000
        else 0.0501
        if largest >= 100 or len(order) >= 50
        else 0.00501
    )
    wrong = [
        m
        for m in ranks
        if m not in printed or abs(float(printed[m]) - ranks[m]) > min(half[m], most)
    ]
    return [f"the {gid} of line {m} is not printed, or another one" for m in wrong]


def _titles(layout, axes):
    found = []
    for number, title in enumerate(layout.titles):
        printed = [t.text for t in by_gid(layout, Text, f"column-{number}")]
        if not reads(printed, title):
            found.append(f"title {title!r} is printed as {' '.join(printed)!r}")
        for text in by_gid(layout, Text, f"column-{number}"):
            nearest = min(
                range(len(axes)),
                key=lambda i: abs(
                    axes[i] - min(max(axes[i], text.box[0]), text.box[2])
                ),
            )
            if nearest != number:
                found.append(f"title {title!r} is nearer to column {nearest}")
    return found


def _names(layout, lines, first, rename):
    found = []
    for method, line in lines.items():
        name = first.names[first.order[method]]
        shown = rename.get(name, name)
        for side, end in (("", line.points[-1]), ("-left", line.points[0])):
            texts = by_gid(layout, Text, f"label{side}-{method}")
            numbers = by_gid(layout, Text, f"rank{side}-{method}")
            printed = [t.text for t in texts]
            if not reads(printed, shown) and (texts or not side):
                found.append(f"name {name!r} is printed as {' '.join(printed)!r}")
            near = [
                abs(x - end[0]) for t in texts + numbers for x in (t.box[0], t.box[2])
            ]
            middles = [(own[0].y + own[-1].y) / 2 for own in (texts, numbers) if own]
            if near and (
                min(near) > 2.5 or any(abs(y - end[1]) > 1e-6 for y in middles)
            ):
                found.append(f"the line of {name!r} does not end at its name")
    return found


def _leaders(layout, lines):
    """Leaders on either side do not merge: the middle of one is clear of the next."""
    found = []
    for side, (name, mark) in (("", (-1, -2)), ("-left", (0, 1))):
        if not by_gid(layout, Text, rf"(label|rank){side}-\d+"):
            continue
        drawn = sorted(
            (line.points[name][::-1], line.points[mark][::-1])
            for line in lines.values()
        )
        for ((y, x), (at, end)), ((low, next_x), (under, next_end)) in pairwise(drawn):
            cosines = [
                abs(b - a) / math.hypot(b - a, d - c)
                for a, b, c, d in ((x, end, y, at), (next_x, next_end, low, under))
            ]
            apart = (low + under - y - at) / 2 * min(cosines)
            if apart < LEADERS_APART * layout.font_size - 1e-6:
                found.append(f"leaders{side} at {y:.0f} are {apart:.2f} apart")
    return found


def _column(layout, number, axis, one, order, lines, ranked, has_ruler):
    found = []
    numbers = sorted(
        (t for t in by_gid(layout, Text, "tick-number") if abs(t.x - axis) < 1e-6),
        key=lambda t: t.y,
    )
    [spine] = [
        line for line in by_gid(layout, Line, "axis") if line.points[0][0] == axis
    ]
    (_, top), (_, bottom) = spine.points
    low, high = float(numbers[0].text), float(numbers[1].text)
    ticks = sorted(
        line.points[0][1]
        for line in by_gid(layout, Line, "tick")
        if line.points[0][0] < axis < line.points[1][0]
    )
    steps = [b - a for a, b in pairwise(ticks)]
    if steps and max(steps) - min(steps) > 1e-6:
        found.append(f"the ticks of column {number} are not at equal steps")
    beside = [
        t
        for t in by_gid(layout, Text, "tick-number")
        if t.anchor == "right" and 0 < axis - t.x < 6
    ]
    if any(
        abs(top + (float(t.text) - low) / (high - low) * (bottom - top) - t.y) > 1e-6
        for t in beside
    ):
        found.append(f"a number beside axis {number} is not at its rank")
    exact, level, reach, wanted = {}, {}, {}, {}
    for method, algorithm in enumerate(order):
        points = lines[method].points
        at = [place for place, (x, _) in enumerate(points) if abs(x - axis) < 1e-9]
        if len(at) != 1:
            return [*found, f"line {method} does not meet axis {number} once"]
        exact[method] = points[at[0]][1]
        wanted[method] = top + (one.ranks[algorithm] - low) / (high - low) * (
            bottom - top
        )
        # beside the axis, where bars and decisions are, it is level
        (start, level[method]), *beyond = points[at[0] + 1 :]
        straight = takewhile(
            lambda point, y=level[method]: abs(point[1] - y) < 1e-9, beyond
        )
        reach[method] = start, max((x for x, _ in straight), default=start)
    found += _marks(number, exact, wanted, ranked, (top, bottom))
    along = [level[method] for method in ranked]
    least = LINE_GAP if one.control is not None else 0.0
    if any(b - a < least - 1e-6 for a, b in pairwise(along)):
        found.append(
            f"what leads from axis {number} crosses, or is closer than {least}"
        )
    unit = (bottom - top) / (high - low)
    at = exact if one.control is None else level
    found += _markers(layout, number, axis, one, order, at, reach)
    found += _groups(layout, number, one, order, along, ranked, reach)
    return found + _ruler(
        layout,
        number,
        axis,
        one,
        (top, bottom, unit),
        {m: along[i] for i, m in enumerate(ranked)},
        order,
        has_ruler,
    )


def _marks(number, at, wanted, ranked, ends):
    """Lines meet the axis at their ranks, or if these are nearly equal, 2 pt apart
    around their mean.
    """
    runs = [[ranked[0]]]
    found = []
    for before, method in pairwise(ranked):
        gap = at[method] - at[before]
        if gap < MARK_GAP - 1e-6:
            found.append(f"lines are {gap:.2f} apart on axis {number}")
        if gap > MARK_GAP + 1e-6:
            runs.append([])
        runs[-1].append(method)
    for run in runs:
        shift = sum(at[method] - wanted[method] for method in run) / len(run)
        first, last = at[run[0]], at[run[-1]]
        at_end = abs(first - ends[0]) < 1e-6 or abs(last - ends[1]) < 1e-6
        if abs(shift) > 1e-6 and not at_end:
            found.append(f"line {run[0]} is not at its rank in column {number}")
    return found


def rulers_of(cases, ranges, printed):
    """Which columns have a ruler: all with a critical difference, or the first of them
    if all rulers would be the same. `printed` are the different numbers in print.
    """
    parts = {}
    for number, (one, (low, high)) in enumerate(zip(cases, ranges, strict=True)):
        if one.cd is not None and one.control is None:
            parts[number] = one.cd / (high - low)
    is_same = parts and max(parts.values()) - min(parts.values()) < SAME_LENGTH
    if is_same and len(printed) == 1:
        parts = {min(parts): 0.0}
    return [number in parts for number in range(len(cases))]


def _ranges(layout, axes):
    """The ends of each axis."""
    ranges = []
    for axis in axes:
        numbers = sorted(
            (t for t in by_gid(layout, Text, "tick-number") if abs(t.x - axis) < 1e-6),
            key=lambda t: t.y,
        )
        ranges.append((float(numbers[0].text), float(numbers[1].text)))
    return ranges


def _ruler(layout, number, axis, one, scale, level, order, has_ruler):
    """A ruler left of an axis, as long as the critical difference or as the axis; bars
    agree with it.
    """
    top, bottom, unit = scale
    rulers = [
        line
        for line in by_gid(layout, Line, "cd-ruler")
        if 0 < axis - line.points[0][0] < 10
    ]
    if one.cd is None or one.control is not None:
        return ["a ruler without a critical difference"] if rulers else []
    wanted, found = (top, min(top + one.cd * unit, bottom)), []
    if len(rulers) != has_ruler:
        found.append(f"column {number} has {len(rulers)} rulers")
    for ruler in rulers:
        ends = zip(ruler.points, wanted, strict=True)
        if any(abs(y - w) > 1e-6 for (_, y), w in ends):
            found.append("the ruler is not as long as the critical difference")
        if abs(axis - ruler.points[0][0] - 8.0) > 1e-6:
            found.append("the ruler is not 8 pt left of the axis")
    middles = {t.x for t in by_gid(layout, Text, f"column-{number}")}
    said = [
        t.text
        for t in by_gid(layout, Text, "cd-text")
        if t.x in middles or t.box[0] - 40 < axis < t.box[2] + 40
    ]
    if has_ruler and "CD = " not in " ".join(said):
        # a narrow column breaks it into lines
        found.append("the critical difference is not said")
    joined = {algorithm: method for method, algorithm in enumerate(order)}
    for i, j in combinations(range(len(order)), 2):
        apart = abs(level[joined[i]] - level[joined[j]])
        exact = abs(one.ranks[i] - one.ranks[j]) * unit
        least = min(one.cd * unit + VISIBLE, exact)
        if (i, j) not in one.alike and one.alike and apart < least - 0.02:
            found.append(
                f"{(i, j)} differ and are {apart:.2f} apart, the ruler is "
                f"{one.cd * unit:.2f}"
            )
        if (i, j) in one.alike and apart > one.cd * unit + 0.02:
            found.append(
                f"{(i, j)} do not differ and are {apart:.2f} apart, the ruler is "
                f"{one.cd * unit:.2f}"
            )
    return found


def _bars(layout, number):
    return by_gid(layout, Line, rf"group-{number}-\d+(-gap)?") + by_gid(
        layout, Marker, rf"group-{number}-\d+-member-\d+"
    )


def _markers(layout, number, axis, one, order, at, reach):
    """Discs on the axis, or decisions about a control on the lines beside it, where no
    two are at one place.
    """
    found = []
    markers = by_gid(layout, Marker, rf"marker-{number}-\d+")
    if one.control is not None and any(
        not start <= m.x <= end for m in markers for start, end in reach.values()
    ):
        found.append(
            f"not every line of column {number} goes level through its decision"
        )
    if sorted(round(m.y, 6) for m in markers) != sorted(
        round(y, 6) for y in at.values()
    ):
        found.append(f"markers of column {number} are not on their lines")
    if any((abs(m.x - axis) < 1e-9) != (one.control is None) for m in markers):
        found.append(f"a marker of column {number} is at the wrong place")
    says = (
        ["a rank"] * len(order)
        if one.control is None
        else decided(order, one.control, one.alike)
    )
    wanted = [(round(at[method], 6), meaning) for method, meaning in enumerate(says)]
    seen = [
        (
            round(m.y, 6),
            "a rank" if one.control is None and m.shape == "disc" else form(m),
        )
        for m in markers
    ]
    if sorted(seen, key=str) != sorted(wanted, key=str):
        found.append(f"markers of column {number} say something else about the control")
    heights = sorted((m.y, m.radius + m.edge_width / 2) for m in markers)
    if one.control is not None and any(
        b - a < r + s - 1e-6 for (a, r), (b, s) in pairwise(heights)
    ):
        found.append(f"markers of column {number} overlap")
    if one.control is not None:
        keyed = {form(marker) for marker in by_gid(layout, Marker, "key")}
        if (
            not explains_hollow(layout)
            or not {form(m) for m in markers} - {"reference"} <= keyed
        ):
            found.append("hollow markers are not explained")
    return found


def _groups(layout, number, one, order, along, ranked, reach):
    elements = _bars(layout, number)
    if one.control is not None:
        return ["bars beside a control"] if elements else []
    place = {method: position for position, method in enumerate(ranked)}
    along = dict(enumerate(along))
    drawn = {}
    for element in elements:
        drawn.setdefault(int(element.gid.split("-")[2]), []).append(element)
    found, spans, joined = [], [], set()
    for index, own in drawn.items():
        members, wrong = bar_defects(index, own, along, 1)
        found += wrong
        joined |= set(combinations(sorted(members), 2))
        x = next(e.points[0][0] if isinstance(e, Line) else e.x for e in own)
        for position in range(min(members, default=0), max(members, default=-1) + 1):
            start, end = reach[ranked[position]]
            if not start <= x <= end:
                found.append(
                    f"nothing leads from {position} to a bar in column {number}"
                )
        if members:
            spans.append((along[min(members)], along[max(members)], x))
    method_of = {algorithm: method for method, algorithm in enumerate(order)}
    alike = {
        tuple(sorted((place[method_of[i]], place[method_of[j]]))) for i, j in one.alike
    }
    found += [
        f"{pair} of column {number} are alike and not joined"
        for pair in sorted(alike - joined)
    ]
    found += [
        f"{pair} of column {number} are joined and not alike"
        for pair in sorted(joined - alike)
    ]
    for a, b in combinations(spans, 2):
        if a[2] == b[2] and max(a[0], b[0]) - min(a[1], b[1]) < CLEAR - 1e-6:
            found.append(f"bars of column {number} are too close in their lane")
    lanes = {x for _, _, x in spans}
    if len(lanes) > len(spans):
        found.append(f"an empty lane in column {number}")
    return found
