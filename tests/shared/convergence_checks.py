"""What is wrong with a figure of convergence, read off its elements as `checks` reads a
diagram.
"""

import re
from types import SimpleNamespace

import numpy as np
from checks import by_gid, letters, reads
from grammar import number
from matrix_checks import defects as matrix_defects
from plot_checks import NEAR, axis_defects, numbers_of, reader

from cddiagram.sheet import Area, Line, Marker, Rectangle, Text


def rows_of(layout, gid):
    return [
        text.text for text in sorted(by_gid(layout, Text, gid), key=lambda text: text.y)
    ]


def printed(layout, gid):
    return letters("".join(rows_of(layout, gid)))


def says(rows, said):
    """Find a text in rows, each of which may end within it."""
    return re.search(
        r"\n?".join(map(re.escape, letters(said))), "\n".join(map(letters, rows))
    )


def shown(name):
    return letters(re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", "", name))


def matrix_lies(layout, comparison, width):
    """The cells are filled by their numbers, which are the p-values that decide.

    A two-sided p-value is in the row of the algorithm with the larger L.
    """
    place = {i: position for position, i in enumerate(comparison.order)}
    k = len(place)
    pvalues = np.array(comparison.pvalue_adjusted)
    if comparison.family == "unordered":
        statistic = np.asarray(comparison.statistic)
        pvalues[statistic < statistic.T] = np.nan
    gained = conclusions(comparison)
    said = SimpleNamespace(
        algorithms=comparison.algorithms,
        ranking=SimpleNamespace(average_ranks=[place[i] for i in range(k)]),
        pairwise=SimpleNamespace(
            pvalue_adjusted=pvalues, statistic=np.full((k, k), np.nan)
        ),
        alpha=comparison.alpha,
        control=None,
    )
    against = {
        (place[i], place[j]) for i, j in worse_throughout(comparison) if gained[i, j]
    }
    found = matrix_defects(
        layout, said, width=width, full=True, against=against, crossed=False
    )
    cells = {cell.gid: cell.fill for cell in by_gid(layout, Rectangle, r"cell-.*")}
    order = list(comparison.order)
    for gid, fill in cells.items():
        row, column = map(int, gid.split("-")[1:])
        if (fill != "background") != gained[order[row], order[column]]:
            found.append(f"{gid} is filled, or not, against the conclusion")
    return found


def conclusions(comparison):
    """Where the row gained: L is above its mean and the p-value that decides is at most
    alpha.
    """
    above = np.asarray(comparison.statistic) > comparison.expected
    return above & (np.asarray(comparison.pvalue_adjusted) <= comparison.alpha)


def worse_throughout(comparison):
    """List the pairs whose first has the larger error at every cut-point of every
    problem.

    Two errors that count as the optimum are equal.
    """
    values = comparison.histories.values
    k = len(values)
    pairs = set()
    for i in range(k):
        for j in range(k):
            if (values[i] > values[j]).all() and not both_reached(
                comparison, i, j
            ).any():
                pairs.add((i, j))
    return pairs


def both_reached(comparison, i, j):
    """Where both algorithms have reached the optimum at the last cut-point, (n,);
    nowhere if it is not known.
    """
    histories = comparison.histories
    if word_of(comparison) != "error":
        return np.zeros(histories.n, dtype=bool)
    optimum = 0.0 if histories.optimum is None else np.array(histories.optimum)
    errors = np.abs(histories.values[:, :, -1] - optimum)
    return np.maximum(errors[i], errors[j]) <= comparison.threshold


def word_of(comparison):
    """What differences are of: errors, unless values are better the higher, or are
    negative, without an optimum.
    """
    histories = comparison.histories
    known = histories.optimum is not None or not (
        histories.higher_is_better or (histories.values < 0).any()
    )
    return "error" if known else "value"


def trend_lies(layout, comparison, first, second):
    """The line runs through the mean ranks, the band is between their quartiles, the
    axis has its direction, and the note reports the test.
    """
    ranks = np.asarray(comparison.ranks_of(first, second))
    _, c = ranks.shape
    left, top, right, bottom = layout.plot_box
    numbers = numbers_of(layout, "value-number")
    (high, most), (low, least) = numbers[0], numbers[-1]
    found = axis_defects(layout, "value-number", rounded=False)
    if (least, most) != (1.0, float(c)):
        found.append("the axis does not show the ranks 1 to c")

    def read(y):
        return 1 + (low - y) / (low - high) * (c - 1)

    [mean] = by_gid(layout, Line, "mean")
    [band] = by_gid(layout, Area, "band")
    if len(mean.points) != c or len(band.corners) != 2 * c:
        return [*found, "not one mean and two edges of the band for each cut-point"]
    if not np.allclose([read(y) for _, y in mean.points], ranks.mean(axis=0)):
        found.append("the line does not run through the mean ranks")
    lower, upper = np.quantile(ranks, [0.25, 0.75], axis=0)
    edges = [*upper, *lower[::-1]]
    if not np.allclose([read(y) for _, y in band.corners], edges, atol=1e-6):
        found.append("the band is not between the quartiles")
    places = [x for x, _ in mean.points]
    if not np.allclose([x for x, _ in band.corners], [*places, *places[::-1]]):
        found.append("the band is not at the cut-points")
    x0, y0, x1, y1 = band.box
    inside = left < x0 and x1 < right + 1e-6 and top - 1e-6 < y0 and y1 < bottom + 1e-6
    if not inside:
        found.append("the band leaves the plot")
    found += cut_point_lies(layout, comparison.histories.cut_points, mean)
    [level] = by_gid(layout, Line, "level")
    if {round(y, 6) for _, y in level.points} != {round((high + low) / 2, 6)}:
        found.append("the level without a trend is not that of the middle rank")
    ends = {"mean": mean.points[-1][1], "no trend": level.points[0][1]}
    texts = sorted(
        (t for t in layout.elements if isinstance(t, Text) and t.text in ends),
        key=lambda t: t.y,
    )
    if (
        sorted(t.text for t in texts) != sorted(ends)
        or ends[texts[0].text] > ends[texts[1].text] + 1e-6
        or len(by_gid(layout, Text, "band-label")) != 1
    ):
        found.append("the marks have not their names")
    found += headline_lies(layout, comparison, first, second)
    name = f"rank of the {word_of(comparison)} difference, {shown(first)} gains"
    if printed(layout, "value-label") != letters(name):
        found.append(f"the axis is worded {printed(layout, 'value-label')}")
    arrow = by_gid(layout, Line, "value-direction")
    if len(arrow) != 2 or arrow[0].points[0][1] <= arrow[0].points[1][1]:
        found.append("the arrow does not point up")
    return found


def cut_point_lies(layout, points, line):
    """The numbers of the axis of cut-points are some of these, each at its place of a
    line; the last always is.
    """
    places = [x for x, _ in line.points]
    numbers = {round(t.x, 6): t.text for t in by_gid(layout, Text, "tick-number")}
    divisor = _divisor(points)
    wanted = {
        round(x, 6): f"{point / divisor:.6g}"
        for x, point in zip(places, points, strict=True)
    }
    found = [
        f"the cut-point {text} is not there"
        for x, text in numbers.items()
        if wanted.get(x) != text
    ]
    return (
        found
        if round(places[-1], 6) in numbers
        else [*found, "the last cut-point has no number"]
    )


def _divisor(points):
    """The thousands, millions or billions in which cut-points are printed."""
    return max(
        float(f"1e{power}")
        for power in (0, 3, 6, 9)
        if power == 0 or points[-1] >= max(1e5, 10.0**power)
    )


def value_lies(lines, values, marks, *, log):
    """Lines run through their values as the numbers beside them are read."""
    at = reader(marks, log=log)
    if at is None:
        return []
    return [
        f"{line.gid} has not {value:g} where the axis has it"
        for line, row in zip(lines, values, strict=True)
        for (_, y), value in zip(line.points, row, strict=True)
        if (value > 0 or not log) and abs(at(value) - y) > 2 * NEAR
    ]


def headline_lies(layout, comparison, first, second, names_both=True):
    """The note reports the direction that is significant, or that none is, the number
    of problems, the p-value, and cautions.

    Both algorithms are named unless a legend names them.
    """
    note = printed(layout, "note")
    i, j = comparison.pair(first, second)
    said, is_worse = "No significant gain (", False
    if names_both:
        said = f"{shown(first)} and {shown(second)}: no significant gain ("
    value = comparison.pvalue_adjusted[i, j]
    for name, other, a, b in ((first, second, i, j), (second, first, j, i)):
        if conclusions(comparison)[a, b]:
            said = f"{shown(name)} gained ("
            if names_both:
                said = f"{shown(name)} gained on {shown(other)} ("
            is_worse = (a, b) in worse_throughout(comparison)
            value = comparison.pvalue_adjusted[a, b]
    said = letters(f"{said}n = {comparison.histories.n}, ")
    rows = rows_of(layout, "note")
    heard = note.startswith(said) and says(rows, said)
    found = [] if heard else [f"the note does not say '{said}': {note}"]
    kinds = {"page": "", "sign-flip": "two-sided"}
    kind = "adjusted" * (comparison.p_adjust != "none") + kinds[comparison.test]
    p = re.match(rf"{re.escape(letters(kind))}p([=<>])([0-9.]+)", note[len(said) :])
    if p is None:
        return [*found, f"the note has no p-value: {note}"]
    sign, printed_p = p[1], float(p[2].rstrip("."))
    right = {
        "=": abs(printed_p - value) < 0.006,
        "<": value < printed_p,
        ">": value > printed_p,
    }
    if not right[sign]:
        found.append(f"p = {value} is printed as {p[0]}")
    if ("butisworsethroughout" in note) != is_worse:
        found.append(f"the note is wrong about worse throughout: {note}")
    if (letters("error rate not controlled") in note) != (comparison.test == "page"):
        found.append(f"the error rate of Page's test, and of no other: {note}")
    return found


def change_of(comparison, i, j, p):
    """The differences of the errors on a problem over the size of the first that is not
    0, positive if the first algorithm is better, and who is better: 1, -1 or 0.
    """
    histories = comparison.histories
    first, second = (histories.values[which, p].tolist() for which in (i, j))
    change = []
    for a, b in zip(first, second, strict=True):
        same = abs(a - b) <= 1e-13 * max(abs(a), abs(b))
        change.append(
            0.0 if same else (a - b) * (1 if histories.higher_is_better else -1)
        )
    start = abs(next((value for value in change if value), 1.0))
    return [value / start for value in change], [
        (value > 0) - (value < 0) for value in change
    ]


def first_at_optimum(comparison, i, j, p):
    """From which cut-point on one algorithm alone is at the optimum, by alternative
    ranks, and whose: 1 or -1.
    """
    histories = comparison.histories
    optimum = 0.0 if histories.optimum is None else histories.optimum[p]
    counts = []
    for which in (i, j):
        errors = np.abs(histories.values[which, p] - optimum)
        open_places = np.flatnonzero(errors > comparison.threshold)
        counts.append(int(open_places[-1]) + 1 if open_places.size else 0)
    if comparison.ranks == "original" or counts[0] == counts[1]:
        return None
    return min(counts), 1 if counts[0] < counts[1] else -1


def drawn_change(layout, p, c):
    """Read the line of a panel: the heights at the cut-points, and the pieces with who
    is ahead on them.
    """
    sides = {"first": 1, "second": -1, "even": 0, "closed": None}
    lines = by_gid(layout, Line, f"(first|second|even|closed)-{p}")
    pieces = [(sides[line.gid.split("-")[0]], line.points) for line in lines]
    points = sorted(point for _, piece in pieces for point in piece)
    points += [(disc.x, disc.y) for disc in by_gid(layout, Marker, f"reached-{p}")]
    xs, ys = zip(*sorted(points), strict=True)
    places = np.linspace(xs[0], xs[-1], c)
    return places, np.interp(places, xs, ys), pieces


def problem_lies(layout, comparison, first, second):
    """Each panel has the line of its differences, the mark of who gained, by the sign
    of its part of L, and the last errors of both.
    """
    ranks = np.asarray(comparison.ranks_of(first, second))
    n, c = ranks.shape
    i, j = comparison.pair(first, second)
    found = headline_lies(layout, comparison, first, second, names_both=False)
    gained = []
    grounds = [box.fill for box in by_gid(layout, Rectangle, r"legend-ground-\d")]
    if grounds != ["background", "band"]:
        return [*found, "the sides of both look alike"]
    closed = [first_at_optimum(comparison, i, j, p) for p in range(n)]
    values = comparison.histories.values
    optimum = comparison.histories.optimum
    for p in range(n):
        left, top, right, bottom = layout.panel_boxes[p]
        part = ranks[p] @ np.arange(1.0, c + 1) - c * (c + 1) ** 2 / 4
        gained.append(int(np.sign(part)))
        change, ahead = change_of(comparison, i, j, p)
        at = reader(numbers_of(layout, f"value-number-{p}"))
        places, heights, pieces = drawn_change(layout, p, c)
        start = next((value for value in change if value), 1.0)
        low, high = min(0.0, start, *change), max(0.0, start, *change)
        if at is None:
            # Numbers at 0 and 1 or -1 that are closer than a line would overlap.
            [value_number, *_] = by_gid(layout, Text, f"value-number-{p}")
            if 24.0 / (high - low) >= 1.1 * value_number.size:
                found.append(f"panel {p} has no two numbers")
        elif not np.allclose(heights, [at(value) for value in change], atol=2 * NEAR):
            found.append(f"the line of panel {p} does not run through its differences")
        if not np.allclose(
            (bottom - 3.0 - heights) * (high - low),
            (np.array(change) - low) * 24.0,
            atol=1e-6,
        ):
            found.append(f"the line of panel {p} is not as high as its differences")
        for side, points in pieces:
            inside = [
                k
                for k, x in enumerate(places)
                if points[0][0] - 1e-6 <= x <= points[-1][0] + 1e-6
            ]
            if side is None:
                continue
            if any(ahead[k] not in (side, 0) for k in inside) or (
                side == 0 and any(ahead[k] for k in inside)
            ):
                found.append(
                    f"a piece of the line of panel {p} is that of another algorithm"
                )
        [ground] = by_gid(layout, Rectangle, f"ground-{p}")
        sizes = ground.x, ground.y, ground.x + ground.width, ground.y + ground.height
        zero = bottom - 3.0 + low * 24.0 / (high - low)
        if ground.fill != grounds[1] or not np.allclose(
            sizes, (left, zero, right, bottom)
        ):
            found.append(f"panel {p} is not grey below 0, and only there")
        if not all(
            left < x < right and top < y < bottom
            for x, y in zip(places, heights, strict=True)
        ):
            found.append(f"a line leaves panel {p}")
        discs = [
            (disc.x, disc.fill != "background")
            for disc in by_gid(layout, Marker, f"reached-{p}")
        ]
        wanted = [(places[closed[p][0]], closed[p][1] > 0)] if closed[p] else []
        if len(discs) != len(wanted) or any(
            abs(disc[0] - one[0]) > 1e-6 or disc[1] != one[1]
            for disc, one in zip(discs, wanted, strict=True)
        ):
            found.append(f"panel {p} does not show who reaches the optimum first")
        grid = sorted(line.points[0][1] for line in by_gid(layout, Line, f"grid-{p}"))
        if grid != sorted(text.y for text in by_gid(layout, Text, f"value-number-{p}")):
            found.append(f"the lines of panel {p} are not those of its numbers")
        if not reads(rows_of(layout, f"problem-{p}"), comparison.histories.problems[p]):
            found.append(f"panel {p} has the wrong name")
        for name, which, side in (("first", i, 1), ("second", j, -1)):
            [text] = by_gid(layout, Text, f"last-{name}-{p}")
            last = values[which, p, -1]
            if optimum is not None:
                last = (
                    (optimum[p] - last)
                    if comparison.histories.higher_is_better
                    else (last - optimum[p])
                )
            # Powers of ten have one digit.
            rounding = 0.5 if re.search("10[⁻⁰¹²³⁴-⁹]", text.text) else 0.06
            if abs(number(text.text) - last) > rounding * abs(last):
                found.append(
                    f"the last error {last} of panel {p} is printed as {text.text}"
                )
            if text.bold != (ahead[-1] == side):
                found.append(f"the better last error of panel {p} is not the bold one")
        [bar] = by_gid(layout, Line, f"last-bar-{p}")
        one, other = (by_gid(layout, Text, f"last-{name}-{p}")[0] for name in ORDER)
        if not one.box[2] < bar.points[0][0] < other.box[0] or one.y > top:
            found.append(f"the last errors of panel {p} are not in their order")
    found += _legend_lies(layout, comparison, closed, first, second)
    found += _cut_point_ends(layout, comparison.histories.cut_points)
    return found + heading_lies(layout, gained, first, second)


#: The names of the two algorithms of a pair in ids.
ORDER = ("first", "second")


def _legend_lies(layout, comparison, closed, first, second):
    """The legend names the sides, the order of the last errors, and the marks of the
    optimum that there are.
    """
    said = f"{first} ahead {second} ahead last {word_of(comparison)}s: {first} {second}"
    sides = {one[1] for one in closed if one}
    if sides:
        said += " first at the optimum:"
    for side, name in ((1, first), (-1, second)):
        if side in sides:
            said += f" {name}"
    if sides:
        said += " not ranked"
    legend = [
        text.text
        for text in sorted(
            by_gid(layout, Text, "legend-text"), key=lambda t: (t.y, t.x)
        )
    ]
    found = [] if reads(legend, said) else [f"the legend says {legend}"]
    marks = [
        disc.fill != "background" for disc in by_gid(layout, Marker, "legend-reached")
    ]
    if marks != [side > 0 for side in (1, -1) if side in sides]:
        found.append("the legend has not the marks of the panels")
    return found


def _cut_point_ends(layout, points):
    """The first and the last cut-point are below the plots of the last row."""
    divisor = _divisor(points)
    wanted = [f"{point / divisor:.6g}" for point in (points[0], points[-1])]
    last_row = max(box[1] for box in layout.panel_boxes)
    boxes = sorted(box for box in layout.panel_boxes if box[1] == last_row)
    numbers = sorted(by_gid(layout, Text, "tick-number"), key=lambda t: t.box[0])
    if [text.text for text in numbers] != wanted * len(boxes):
        return [f"the cut-points are {[text.text for text in numbers]}"]
    for box, first, last in zip(boxes, numbers[::2], numbers[1::2], strict=True):
        inside = box[0] - 1e-6 < first.box[0] and last.box[2] < box[2] + 1e-6
        if not inside or first.box[1] < box[3] or first.box[2] > last.box[0]:
            return ["the cut-points are not below their plots"]
    return []


def heading_lies(layout, gained, first, second):
    """Each panel follows the heading of the algorithm that gained on its problem, if
    panels and headings are read row by row.
    """
    rows = sorted({box[1] for box in layout.panel_boxes})
    rules = []
    for rule in by_gid(layout, Line, "heading-rule"):
        (left, y), _ = rule.points
        row = min(top for top in rows if top > y)
        rules.append(((row, left - 0.01), y))
    rules.sort()
    texts = by_gid(layout, Text, "heading")
    sides = []
    for (_, left), y in rules:
        earlier = max((other for _, other in rules if other < y - 1), default=0.0)
        own = [t for t in texts if abs(t.x - left) < 0.1 and earlier < t.y < y]
        own.sort(key=lambda text: text.y)
        said = letters("".join(text.text for text in own))
        for side, name in ((1, first), (-1, second), (0, "neither")):
            count = gained.count(side)
            start = "neither on" if side == 0 else f"{shown(name)} gained on"
            long = f"{shown(name)} gained on {count} of {len(gained)} problems"
            if said in (letters(long), letters(f"{start} {count}")):
                sides.append(side)
    if sides != [side for side in (1, -1, 0) if side in gained]:
        return [f"the headings are {[text.text for text in texts]}"]
    found = []
    for p, side in enumerate(gained):
        left = min(text.left for text in by_gid(layout, Text, f"problem-{p}"))
        place = (layout.panel_boxes[p][1], left)
        before = [s for (key, _), s in zip(rules, sides, strict=True) if key <= place]
        if before[-1] != side:
            found.append(f"panel {p} is below the wrong heading")
    return found


def random_values(rng, k, n, c):
    """Histories of any size of numbers, some at 0 early, some nearly equal, some that
    stand still.
    """
    values = 10.0 ** rng.uniform(-12, 12, (1, n, 1)) * 10.0 ** rng.uniform(
        -3, 3, (k, n, 1)
    )
    if rng.random() < 0.3:  # all within a few per cent
        values = 10.0 ** rng.uniform(-3, 6) * rng.uniform(1, 1.1, (k, n, 1))
    values = values * np.cumprod(
        rng.choice([1.0, 1.0, rng.uniform(0.1, 1)], (k, n, c)), axis=-1
    )
    values[rng.random((k, n, c)) < rng.choice([0.0, 0.02, 0.2])] = 0.0
    return np.minimum.accumulate(np.round(values, rng.choice([0, 3, 14])), axis=-1)
