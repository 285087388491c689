"""What is wrong with Q-Q plots, read off their elements as `checks` reads a diagram."""

import re
from itertools import combinations, pairwise

import numpy as np
from checks import by_gid, letters, number, overlaps, page_defects, reads
from scipy.stats import beta, norm

from cddiagram.sheet import Line, Marker, Text
from cddiagram.stats import Assumptions, LeveneResult, NormalityTest, histogram_of

TESTS = ("kolmogorov-smirnov", "lilliefors", "shapiro-wilk", "dagostino-pearson")


def stated(scores, names, pvalues, levene_p=0.2):
    """Make a result of stated p-values, so that no test has to be computed."""
    scores = np.array(scores, dtype=float)
    n, k = scores.shape
    return Assumptions(
        algorithms=tuple(names),
        order=tuple(range(k)),
        scores=np.sort(scores, axis=0),
        quantiles=np.sort(np.linspace(-2.0, 2.0, n)),
        histograms=tuple(histogram_of(column) for column in scores.T),
        means=scores.mean(axis=0),
        deviations=np.where(
            np.ptp(scores, axis=0) > 0, scores.std(axis=0, ddof=1), 0.0
        ),
        normality=tuple(
            NormalityTest(name=name, statistic=np.zeros(k), pvalue=row)
            for name, row in zip(TESTS, pvalues, strict=True)
        ),
        levene=LeveneResult(
            statistic=2.5, df=(k - 1.0, k * (n - 1.0)), pvalue=levene_p, center="mean"
        ),
    )


def defects(layout, assumptions, *, width, rename=None):
    found = [*page_defects(layout, width), *overlaps(layout)]
    for (i, a), (j, b) in combinations(enumerate(layout.plot_boxes), 2):
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
            found.append(f"panels {i} and {j} overlap")
    for place, column in enumerate(assumptions.order):
        name = assumptions.algorithms[column]
        printed = [t.text for t in by_gid(layout, Text, f"label-{place}")]
        if not reads(printed, (rename or {}).get(name, name)):
            found.append(f"name {name!r} is printed as {' '.join(printed)!r}")
        found += _pvalue(layout, place, column, assumptions)
        found += _quantiles(layout, place, column, assumptions)
        found += _inside(layout, place)
    samples = [(e.width, e.color, e.dash) for e in by_gid(layout, Line, "key")]
    drawn = {
        (e.width, e.color, e.dash) for e in by_gid(layout, Line, r"(normal|band)-\d+")
    }
    if drawn and not drawn <= set(samples):
        found.append("the key does not show the lines")
    for gid in ("axis", "value-axis"):
        axes = by_gid(layout, Line, gid)
        if len(axes) != len(assumptions.order) or len({e.width for e in axes}) != 1:
            found.append(f"{gid} is not one line of the same width in each panel")
    quantity = "differences" if assumptions.reference else "scores"
    rows = -(-len(assumptions.order) // layout.columns)
    words = letters("".join(t.text for t in by_gid(layout, Text, "value-label")))
    if words != rows * letters(f"standardised {quantity}"):
        found.append(f"the vertical axes are called {words}")
    return found + _titles(layout)


def _titles(layout):
    """The title of a vertical axis is next to its upper end, and the title of the
    horizontal axes is below the middle of the panels.
    """
    found = []
    for box in layout.plot_boxes[:: layout.columns]:
        above = [t for t in by_gid(layout, Text, "value-label") if t.y < box[1]]
        if not 0 <= box[1] - max(t.box[3] for t in above) < 4:
            found.append("the title of an axis is not next to it")
    [below] = by_gid(layout, Text, "axis-label")
    left = min(box[0] for box in layout.plot_boxes)
    right = max(box[2] for box in layout.plot_boxes)
    if below.text != "normal quantiles":
        found.append(f"the horizontal axes are called {below.text}")
    if right - left > below.width and abs(below.x - (left + right) / 2) > 1e-6:
        found.append("the title of the horizontal axes is not in the middle")
    if below.y < max(box[3] for box in layout.plot_boxes):
        found.append("the title of the horizontal axes is not below them")
    for text in by_gid(layout, Text, r"pvalue-\d+"):
        number = int(text.gid.partition("-")[2])
        for dot in by_gid(layout, Marker, f"point-{number}"):
            x, y = text.box[2] + dot.radius, text.box[3] + dot.radius
            if dot.x < x and dot.y < y:
                found.append(f"the p-value of {number} is on a point")
        for line in by_gid(layout, Line, f"(band|normal)-{number}"):
            left_points = [y for x, y in line.points if x < text.box[2]]
            if left_points and min(left_points) < text.box[3]:
                found.append(f"the p-value of {number} is on a line")
    return found


def _pvalue(layout, place, column, assumptions):
    """One number for each algorithm, that of Shapiro and Wilk."""
    [text] = by_gid(layout, Text, f"pvalue-{place}")
    p = assumptions.normality[TESTS.index("shapiro-wilk")].pvalue[column]
    if (text.text == "not tested") != bool(np.isnan(p)):
        return [f"p {p} is printed as {text.text}"]
    number = re.fullmatch(r"p ([<>=]) ?([\d.]+)", text.text)
    if not np.isnan(p) and not (
        number
        and {
            "<": p < float(number[2]),
            ">": p > float(number[2]),
            "=": abs(p - float(number[2])) <= 0.0051,
        }[number[1]]
    ):
        return [f"p {p} is printed as {text.text}"]
    return []


def _quantiles(layout, place, column, assumptions):
    """Points, line and band stand at their values, read off the numbers of the axes."""
    scores, n = assumptions.scores[:, column], len(assumptions.scores)
    points = by_gid(layout, Marker, f"point-{place}")
    found = []
    if len(points) != min(n, 120):
        found.append(f"{len(points)} points for {n} scores of {place}")
    if any(b.x <= a.x or b.y > a.y + 1e-9 for a, b in pairwise(points)):
        found.append(f"the points of {place} do not ascend")
    left, top, right, bottom = layout.plot_boxes[place]
    scale, inset = layout.scale, 2.5

    def at(value):
        return (
            bottom
            - inset
            - (value - scale.low)
            / (scale.high - scale.low)
            * (bottom - top - 2 * inset)
        )

    varies = assumptions.deviations[column] > 0
    if len(points) == n:
        wanted = (
            (scores - assumptions.means[column]) / assumptions.deviations[column]
            if varies
            else np.zeros(n)
        )
        if not np.allclose([point.y for point in points], at(wanted), atol=1e-3):
            found.append(f"the points of {place} are not at their scores")
    bands = by_gid(layout, Line, f"band-{place}")
    rank = np.arange(1, n + 1)
    for edge, tail in zip(bands, (0.025, 0.975), strict=True):
        if not np.allclose(
            [y for _, y in edge.points],
            at(norm.ppf(beta.ppf(tail, rank, n + 1 - rank))),
            atol=1e-6,
        ):
            found.append(f"the band of {place} is not that of order statistics")
    normal = by_gid(layout, Line, f"normal-{place}")
    if bool(normal) != (scores[-1] > scores[0]):
        found.append(f"a normal line for {place} without, or none with, a deviation")
    ends = [
        (x, at(q))
        for x, q in (
            (left + inset, -assumptions.quantiles[-1]),
            (right - inset, assumptions.quantiles[-1]),
        )
    ]
    if normal and not np.allclose(normal[0].points, ends):
        found.append(
            f"the normal line of {place} is not where values are their quantiles"
        )
    ticks = [t for t in by_gid(layout, Text, "value-number") if top <= t.y <= bottom]
    if place % layout.columns == 0 and not ticks:
        found.append(f"the row of {place} has no numbers")
    below = [t for t in by_gid(layout, Text, "tick-number") if left < t.x < right]
    last = place >= len(assumptions.order) - layout.columns
    reach = assumptions.quantiles[-1]
    wanted = [
        (left + right) / 2 + number(t.text) / reach * ((right - left) / 2 - inset)
        for t in below
    ]
    if not np.allclose([t.x for t in below], wanted, atol=1e-6):
        found.append(f"a number below {place} stands at another place")
    if (
        last
        and sorted(number(t.text) for t in below)
        != sorted(-number(t.text) for t in below)
    ) or last > bool(below):
        found.append(f"the numbers below {place} are not those of both sides")
    if any(abs(at(number(t.text)) - t.y) > 1e-6 for t in ticks):
        found.append(f"a number of the row of {place} stands at another place")
    return found


def _inside(layout, place):
    """Plots stay in their panels."""
    left, top, right, bottom = layout.plot_boxes[place]
    found = []
    for element in layout.elements:
        kind, _, number = element.gid.partition("-")
        if kind not in ("point", "band", "normal", "frame") or number != str(place):
            continue
        places = (
            element.points if isinstance(element, Line) else [(element.x, element.y)]
        )
        if any(
            not (left - 0.01 <= x <= right + 0.01 and top - 0.01 <= y <= bottom + 0.01)
            for x, y in places
        ):
            found.append(f"{kind} leaves panel {place}")
    return found
