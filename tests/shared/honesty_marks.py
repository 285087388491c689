"""What figures must not say: colours, lines, names and silences that contradict what
they show.

Each check reads a finished drawing as a reader does: its elements, and the colours in
which they are drawn. Nothing here uses the layout code. A check returns its findings as
sentences; an honest figure has none.
"""

import re
from itertools import combinations, pairwise

import numpy as np
from checks import reads
from grammar import by_gid, number

from cddiagram.sheet import Line, Marker, Rectangle, Text, contrast, ink

#: Two colours of lines are at least so far apart, as the distance of their red, green
#: and blue in 0 ... 1.
APART = 0.2
#: Up to so many lines have colours of their own; and the width of a highlighted one.
LINES, HIGHLIGHTED = 8, 1.8
#: A name that is nearer than this to another dot has a pointer to its own.
ALONE = 7.5


def elements_of(drawing, kind, pattern):
    """The elements of a drawing of one kind whose ids match a pattern."""
    return by_gid(drawing.layout, kind, pattern)


def seen(drawing, color):
    """The colour in which something is drawn."""
    return ink(color or None, drawing.colors)


def rows_by_gid(drawing, pattern):
    """The lines of each text, from the top."""
    rows = {}
    for text in sorted(elements_of(drawing, Text, pattern), key=lambda text: text.y):
        rows.setdefault(text.gid, []).append(text.text)
    return rows


# -- (e) a cell that shows a probability of at least 0.5 is never white --


def share_of(text, whole=1.0):
    """The share that a printed one is at least: ``">.999"``, ``"<.001"``, ``".54"``, or
    a count or percentage.
    """
    return 0.0 if text.startswith("<") else float(text.lstrip(">")) / whole


def _whole(drawing):
    """What printed shares are of: 1, 100%, or the number of data sets that the note
    names.
    """
    notes = " ".join(
        " ".join(rows) for rows in rows_by_gid(drawing, "note|key-text").values()
    )
    return 100.0 if "all pools" in notes or "% of data sets" in notes else 1.0


def white_probabilities(drawing):
    """Rule (e), of the values that cells print."""
    page, whole = seen(drawing, "background"), _whole(drawing)
    cells = {
        box.gid.removeprefix("cell-"): box
        for box in elements_of(drawing, Rectangle, r"cell-\d+-\d+")
    }
    found = []
    for text in elements_of(drawing, Text, r"(better|worse|equivalent|value)-\d+-\d+"):
        cell = cells[text.gid.partition("-")[2]]
        if share_of(text.text, whole) >= 0.5 and seen(drawing, cell.fill) == page:
            found.append(f"a white cell shows {text.text}")
    return found


def hidden_probabilities(drawing, better, equivalent):
    """Rule (e), of the probabilities of a posterior in the order of the rows: none of
    at least 0.5 is not shown.
    """
    page = seen(drawing, "background")
    cells = {
        box.gid: seen(drawing, box.fill)
        for box in elements_of(drawing, Rectangle, r"cell-\d+-\d+")
    }
    triangles = {mark.gid for mark in elements_of(drawing, Marker, r"against-\d+-\d+")}
    found = []
    for i, j in combinations(range(len(better)), 2):
        above, below = cells[f"cell-{i}-{j}"], cells[f"cell-{j}-{i}"]
        if max(better[i][j], better[j][i]) >= 0.5 and above == page:
            found.append(f"{i} or {j} is better, and the cell is white")
        if (better[j][i] >= 0.5 and better[j][i] > better[i][j]) != (
            f"against-{i}-{j}" in triangles
        ):
            found.append(f"the triangle of {i} and {j} is missing, or wrong")
        if equivalent[i][j] >= 0.5 and below == page:
            found.append(f"{i} and {j} are equal, and the cell is white")
        for color, hue in ((above, "blue"), (below, "ochre")):
            if color != page and hue_of(color) != hue:
                found.append(f"the cell of {i} and {j} is not {hue}")
    legend = " ".join(
        " ".join(rows) for rows in rows_by_gid(drawing, "key-text").values()
    )
    return (
        found
        if "P(row better)" in legend
        else [*found, "the legend has no word for what the cells show"]
    )


def hue_of(color):
    """The hue of a fill as one word."""
    red, _, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    if abs(red - blue) < 8:
        return "gray"
    return "blue" if blue > red else "ochre"


# -- (g) up to eight lines have eight colours, and highlighting changes none --


def _lines(drawing):
    """The named lines by their number."""
    return {
        int(line.gid.split("-")[1]): line
        for line in elements_of(drawing, Line, r"curve-\d+")
    }


def _distance(first, second):
    parts = [
        [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        for color in (first, second)
    ]
    return float(np.linalg.norm(np.subtract(*parts)))


def alike_lines(drawing):
    """Rule (g), of one drawing whose colours nobody chose."""
    lines = _lines(drawing)
    looks = {i: (seen(drawing, line.color), line.dash) for i, line in lines.items()}
    found = []
    for i, j in combinations(sorted(looks)[:LINES], 2):
        if _distance(looks[i][0], looks[j][0]) < APART:
            found.append(f"lines {i} and {j} have one colour")
        if looks[i][1] != looks[j][1]:
            found.append(
                f"lines {i} and {j} have other dashes, though their colours differ"
            )
    if len(set(looks.values())) < len(looks):
        found.append("two lines look alike")
    for pattern in (r"pointer-\d+", r"end-\d+"):
        for element in elements_of(drawing, Line | Marker, pattern):
            own = looks[int(element.gid.split("-")[1])][0]
            if seen(drawing, getattr(element, "color", None) or element.fill) != own:
                found.append(f"{element.gid} has another colour than its line")
    return found


def changed_by_highlighting(plain, highlighted, picked):
    """Rule (g), of two drawings of the same lines; `picked` are the numbers of the
    highlighted ones.
    """
    before, after = _lines(plain), _lines(highlighted)
    found = []
    for i, line in before.items():
        if (seen(plain, line.color), line.dash) != (
            seen(highlighted, after[i].color),
            after[i].dash,
        ):
            found.append(f"highlighting changes line {i}")
        if (after[i].width == HIGHLIGHTED) != (i in picked):
            found.append(f"line {i} is {after[i].width} wide")
        bold = [text.bold for text in elements_of(highlighted, Text, f"label-{i}")]
        if any(one != (i in picked) for one in bold):
            found.append(f"the name of line {i} is bold, or should be")
    return found


# -- (h) what "gained" refers to is drawn as it is tested, with the final values --


def gains_not_drawn(drawing):
    """Rule (h): the heading above each panel names the algorithm that the line says
    gained, and the end is that of the final values.

    Page's test ranks the differences first - second along the cut-points, 1 for the
    largest. With alternative ranks, the algorithm at a disc gains from there on. A
    reader sees differences that are apart by more than 1e-6 pt; if those that are not
    could turn the sign, either heading is right.
    """
    count = len(drawing.layout.changes[0])
    found = []
    panels = sorted(
        {int(gid.split("-")[1]) for gid in rows_by_gid(drawing, r"problem-\d+")}
    )
    for p in panels:
        heights, sides, zero, closed = _read_panel(drawing, p, count)
        gained = _side_of_heading(drawing, p, len(panels))
        low, high = _part_of_l(heights, sides, zero, closed)
        if (
            (low > 0 and gained != 1)
            or (high < 0 and gained != -1)
            or (low == high == 0 and gained != 0)
        ):
            found.append(f"panel {p}: the line is not that of what the heading says")
        found += _final(drawing, p, heights, sides, zero)
    return found


def _side_of_heading(drawing, p, count):
    """The algorithm that the heading above a panel names: 1, -1 or 0; None if it names
    no algorithm.

    Headings and panels are read row by row. The rule below a heading begins at the
    left of the first panel of its group.
    """
    left, middle = _place_of_name(drawing, p)
    rules = [line.points[0] for line in elements_of(drawing, Line, "heading-rule")]
    above = [(y, x) for x, y in rules if y < middle]
    nearest = max(y for y, _ in above)
    tops = [_place_of_name(drawing, q)[1] for q in range(count)]
    is_own_row = not any(nearest < y < middle - 20 for y in tops)
    if is_own_row:
        above = [(y, x) for y, x in above if y < nearest - 1e-6 or x < left + 0.1]
    y, x = max(above)
    earlier = max((other for _, other in rules if other < y - 1e-6), default=0.0)
    rows = [
        text
        for text in elements_of(drawing, Text, "heading")
        if earlier < text.y < y and abs(text.x - x) < 0.1
    ]
    said = letters("".join(row.text for row in sorted(rows, key=lambda row: row.y)))
    legend = rows_by_gid(drawing, "legend-text").values()
    entries = letters(" ".join(" ".join(rows) for rows in legend))
    heading = re.fullmatch(rf"(.*?)(gained)?on\d+(of{count}problems)?", said)
    if heading is None:
        return None
    name = heading[1]
    if name == "neither":
        return 0
    if entries.startswith(f"{name}ahead"):
        return 1
    return -1 if f"ahead{name}ahead" in entries else None


def _place_of_name(drawing, p):
    """The left end and the height of the name of a panel, at its last line."""
    name = max(elements_of(drawing, Text, f"problem-{p}"), key=lambda text: text.y)
    return name.left, name.y


def _read_panel(drawing, p, count):
    """The heights at the cut-points, who is ahead there (1, -1, 0, or None behind the
    optimum), the height of 0, and from which cut-point on who is at the optimum.
    """
    pieces = elements_of(drawing, Line, f"(first|second|even|closed)-{p}")
    discs = elements_of(drawing, Marker, f"reached-{p}")
    points = sorted(
        [point for line in pieces for point in line.points]
        + [(disc.x, disc.y) for disc in discs]
    )
    xs, ys = zip(*points, strict=True)
    places = np.linspace(xs[0], xs[-1], count)
    heights = np.interp(places, xs, ys)
    [zero] = [
        text.y
        for text in elements_of(drawing, Text, f"value-number-{p}")
        if text.text == "0"
    ]
    behind = [line for line in pieces if line.gid.startswith("closed")]
    sides = []
    for x, y in zip(places, heights, strict=True):
        is_behind = any(
            line.points[0][0] - 1e-6 <= x <= line.points[-1][0] + 1e-6
            for line in behind
        )
        side = int(np.sign(zero - y)) if abs(y - zero) >= 1e-9 else 0
        sides.append(None if side and is_behind else side)
    closed = None
    if discs:
        at = int(np.argmin(np.abs(places - discs[0].x)))
        closed = (
            at,
            1 if seen(drawing, discs[0].fill) != seen(drawing, "background") else -1,
        )
    return heights, sides, zero, closed


def _part_of_l(heights, sides, zero, closed):
    """The least and the greatest part of L above its mean without a trend, of the order
    that the line shows.
    """
    c = len(heights)
    until = closed[0] if closed else c
    # The first algorithm is ahead above 0; there, the difference first - second is
    # negative.
    sign = next((side for side in sides if side), None)
    differences = heights[:until] - zero
    ends = []
    for lean in (
        -1,
        1,
    ):  # differences that look equal are ordered against, and for, the first
        order = sorted(
            range(until), key=lambda i: (-round(float(differences[i]), 6), lean * i)
        )
        ranks = np.empty(c)
        ranks[order] = np.arange(1.0, until + 1)
        if closed and closed[1] > 0:
            ranks[until:] = np.arange(until + 1.0, c + 1)
        elif closed:
            ranks[:until] += c - until
            ranks[until:] = np.arange(c - until, 0.0, -1.0)
        ends.append(float(ranks @ np.arange(1.0, c + 1) - c * (c + 1) ** 2 / 4))
    if (
        until
        and len({round(float(value), 6) for value in differences}) == 1
        and not closed
    ):
        return 0.0 if sign is None else min(ends), 0.0 if sign is None else max(ends)
    return min(ends), max(ends)


def _final(drawing, p, heights, sides, zero):
    """The final values of both are printed, and the better one is bold: that of the
    algorithm ahead at the end.
    """
    texts = [
        elements_of(drawing, Text, f"last-{name}-{p}") for name in ("first", "second")
    ]
    if [len(one) for one in texts] != [1, 1]:
        return [f"panel {p}: the final values are not there"]
    bold = [one[0].bold for one in texts]
    if bold[0] and bold[1]:
        return [f"panel {p}: both final values are bold"]
    equal = abs(heights[-1] - zero) < 1e-9
    if sides[-1] and bold != [sides[-1] > 0, sides[-1] < 0]:
        return [f"panel {p}: the bold final value is not that of the algorithm ahead"]
    values = [number(one[0].text) for one in texts]
    if equal and any(bold) and values[0] == values[1]:
        return [f"panel {p}: one of two equal final values is bold"]
    return []


# -- (i) what an option asks for and the figure does not show is said --


def unsaid_names(drawing, asked, warnings):
    """Rule (i), of names of data sets in a scatter."""
    printed = {text.gid for text in elements_of(drawing, Text, r"dataset-\d+")}
    if len(printed) >= asked:
        return []
    said = [text for text in warnings if text.startswith("name_farthest")]
    return (
        []
        if said
        else [f"{len(printed)} of {asked} names are printed, and nothing is said"]
    )


def doubtful_names(drawing):
    """Rule (i), of names of data sets that could belong to two dots: these have a
    pointer to their own.
    """
    dots = {dot.gid: dot for dot in elements_of(drawing, Marker, r"dot-\d+")}
    pointers = {
        line.gid.rsplit("-", 1)[1]: line
        for line in elements_of(drawing, Line, r"dataset-pointer-\d+")
    }
    found = []
    for text in elements_of(drawing, Text, r"dataset-\d+"):
        row = text.gid.rsplit("-", 1)[1]
        own = dots[f"dot-{row}"]
        if row in pointers:
            start, stop = pointers[row].points
            if np.hypot(start[0] - own.x, start[1] - own.y) > own.radius + 0.1:
                found.append(f"the pointer of {text.text} does not begin at its dot")
            if _gap(text.box, (*stop, *stop)) > 2.0:
                found.append(f"the pointer of {text.text} does not end at it")
            continue
        others = [dot for dot in dots.values() if (dot.x, dot.y) != (own.x, own.y)]
        if _gap(text.box, own.box) > 3.0 or any(
            _gap(text.box, dot.box) < ALONE for dot in others
        ):
            found.append(f"{text.text} could belong to two dots, or to none")
    return found


def _gap(box, other):
    """How far two boxes are apart along the axis on which they are farther apart."""
    across = max(box[0] - other[2], other[0] - box[2], 0.0)
    down = max(box[1] - other[3], other[1] - box[3], 0.0)
    return max(across, down)


def unsaid_highlights(drawing, highlighted, warnings):
    """Rule (i), of highlighted names; `highlighted` are their display names."""
    groups = rows_by_gid(drawing, ".*").items()
    bold = {
        text.gid
        for text in drawing.layout.elements
        if isinstance(text, Text) and text.bold
    }
    # Lines of a legend are highlighted by their colour.
    samples = elements_of(drawing, Line, "legend-line")
    if any(
        seen(drawing, line.color) != seen(drawing, "foreground") for line in samples
    ):
        bold.add("legend-text")
    found = []
    for name in highlighted:
        shown = any(gid in bold and _holds(rows, name) for gid, rows in groups)
        said = any(text.startswith("highlight") and name in text for text in warnings)
        if not shown and not said:
            found.append(f"{name} is not highlighted, and nothing is said")
    return found


def _holds(rows, name):
    return reads(rows, name) or letters(name) in letters("".join(rows))


def unsaid_arrangement(drawing, options, warnings):
    """Rule (i), of the options of a horizontal diagram: if the figure does not follow
    them, that is said.
    """
    found = []
    axis = elements_of(drawing, Line, r"(diagram-0-)?axis")
    leaders = elements_of(drawing, Line, r"(diagram-0-)?leader-\d+")
    labels = elements_of(drawing, Text, r"(diagram-0-)?label-\d+")
    numbers = sorted(
        elements_of(drawing, Text, r"(diagram-0-)?tick-number"), key=lambda text: text.x
    )
    horizontal = bool(axis and leaders)
    if "best_at" in options and horizontal and len(numbers) > 1:
        best = "left" if number(numbers[0].text) < number(numbers[-1].text) else "right"
        if best != options["best_at"]:
            found.append("best_at")
    side = options.get("side", "both")
    # Names on the left end at their leaders.
    if (
        horizontal
        and side != "both"
        and any((text.anchor == "right") != (side == "left") for text in labels)
    ):
        found.append("side")
    if not horizontal:
        defaults = {"best_at": "right", "side": "both", "labels": "auto"}
        found += [
            name
            for name, value in defaults.items()
            if options.get(name, value) != value
        ]
    return [
        f"the figure does not follow {name}, and nothing is said"
        for name in found
        if not any(text.startswith(name) for text in warnings)
    ]


# -- (j) the dark version of a colour scale is inverted --


def _scales(drawing):
    """The scales of the legend: for each hue the fills from the first to the last
    entry.
    """
    scales = {}
    swatches = elements_of(drawing, Rectangle, "legend-swatch|key-swatch")
    for box in sorted(swatches, key=lambda box: (round(box.y), box.x)):
        fill = seen(drawing, box.fill)
        if fill != seen(drawing, "background") and fill not in scales.setdefault(
            hue_of(fill), []
        ):
            scales[hue_of(fill)].append(fill)
    return scales


def upside_down_scales(light, dark):
    """Rule (j), of a figure on a light and on a dark page: on both, the larger value
    differs more from the page.
    """
    found = []
    here, there = _scales(light), _scales(dark)
    if {hue: len(fills) for hue, fills in here.items()} != {
        hue: len(fills) for hue, fills in there.items()
    }:
        found.append("the legends differ")
    for name, drawing, scales in (("light", light, here), ("dark", dark, there)):
        page = seen(drawing, "background")
        for hue, fills in scales.items():
            strength = [contrast(fill, page) for fill in fills]
            is_worse = hue == "ochre" and elements_of(drawing, Text, "limit")
            if is_worse:  # the strongest shade is first
                strength = strength[::-1]
            if any(b <= a for a, b in pairwise(strength)):
                found.append(f"the {hue} scale is upside down on the {name} page")
        found += [f"on the {name} page {lie}" for lie in _differences(drawing, page)]
    return found


def _differences(drawing, page):
    """In a pair matrix the larger of two printed differences of one sign is not the
    fainter one.
    """
    cells = {
        box.gid.removeprefix("cell-"): box
        for box in elements_of(drawing, Rectangle, r"cell-\d+-\d+")
    }
    printed = {"blue": [], "ochre": []}
    for text in elements_of(drawing, Text, r"difference-\d+-\d+"):
        fill = seen(drawing, cells[text.gid.partition("-")[2]].fill)
        if text.text != "–" and hue_of(fill) in printed:
            printed[hue_of(fill)].append(
                (abs(number(text.text.lstrip("+"))), contrast(fill, page))
            )
    found = []
    for hue, shades in printed.items():
        for (small, faint), (large, strong) in pairwise(sorted(shades)):
            if large > small and strong < faint - 1e-9:
                found.append(f"{hue} {large} is fainter than {small}")
    return found


# -- (k) names are never changed --

#: Ids of texts that are a name, or two names with a sign between them.
NAMES = r"(diagram-\d+-)?(label|column|problem|part|left-label|right-label)-\d+"


def letters(text):
    """A text without spaces of any kind, and without what is never drawn."""
    return re.sub(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029\u00a0]", "", text)


def changed_names(drawing, names, more=()):
    """Rule (k): each name that is printed is one of `names`, or two of them; `more` are
    other texts in their places.
    """
    known = {letters(name) for name in (*names, *more)}
    found = []
    for gid, rows in rows_by_gid(drawing, NAMES).items():
        text = letters("".join(rows))
        if not _is_known(text, known):
            found.append(f"{gid} is printed as {rows}")
    for rows in rows_by_gid(
        drawing, "note|median|triangles|value-label|legend-text|key-text|title|label"
    ).values():
        for row in rows[:-1]:
            if row.endswith("-") and not any(
                row.split()[-1].lstrip("(") in name for name in (*names, *more)
            ):
                found.append(f"a hyphen ends {row!r}")
    return found


def _is_known(text, known):
    if not text or text in known or text.isdecimal():
        return True
    for name in known:
        rest = text.removeprefix(name)
        if rest != text and rest[:1] in ("−", "–") and rest[1:] in known:
            return True
        if rest != text and rest.startswith("vs.") and rest[3:] in known:
            return True
        if rest == "better":
            return True
    return text == "practicallyequal"
