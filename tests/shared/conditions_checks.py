"""What is wrong with histograms and Q-Q plots, read off their elements as `checks` reads a diagram."""

import re
from itertools import combinations, pairwise

import numpy as np
from checks import by_gid, letters, overlaps, page_defects

from cddiagram.sheet.elements import Line, Marker, Rectangle, Text
from cddiagram.stats.conditions import Conditions, LeveneResult, NormalityTest, histogram_of

TESTS = ("kolmogorov-smirnov", "lilliefors", "shapiro-wilk", "dagostino-pearson")


def stated(scores, names, pvalues, levene_p=0.2):
    """Make a result of stated p-values, so that no test has to be computed."""
    scores = np.array(scores, dtype=float)
    n, k = scores.shape
    return Conditions(
        algorithms=tuple(names),
        order=tuple(range(k)),
        scores=np.sort(scores, axis=0),
        quantiles=np.sort(np.linspace(-2.0, 2.0, n)),
        histograms=tuple(histogram_of(column) for column in scores.T),
        means=scores.mean(axis=0),
        deviations=np.where(np.ptp(scores, axis=0) > 0, scores.std(axis=0, ddof=1), 0.0),
        normality=tuple(
            NormalityTest(name=name, statistic=np.zeros(k), pvalue=row)
            for name, row in zip(TESTS, pvalues, strict=True)
        ),
        levene=LeveneResult(statistic=2.5, df=(k - 1.0, k * (n - 1.0)), pvalue=levene_p, center="mean"),
    )


def defects(layout, conditions, *, width, rename=None):
    found = [*page_defects(layout, width), *overlaps(layout)]
    for (i, a), (j, b) in combinations(enumerate(layout.panel_boxes), 2):
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
            found.append(f"panels {i} and {j} overlap")
    for place, column in enumerate(conditions.order):
        name = conditions.algorithms[column]
        printed = "".join(t.text for t in by_gid(layout, Text, f"label-{place}"))
        shown = re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", "", (rename or {}).get(name, name))
        if letters(printed) != letters(shown):
            found.append(f"name {name!r} is printed as {printed!r}")
        found += _pvalues(layout, place, column, conditions)
        found += _histogram(layout, place, conditions.histograms[column])
        found += _quantiles(layout, place, conditions.scores[:, column])
        found += _inside(layout, place)
    return found


def _pvalues(layout, place, column, conditions):
    found = []
    for row, test in enumerate(conditions.normality):
        [text] = by_gid(layout, Text, f"pvalue-{place}-{row}")
        p = test.pvalue[column]
        if (text.text == "not tested") != bool(np.isnan(p)):
            found.append(f"p {p} is printed as {text.text}")
        elif not np.isnan(p):
            value = float(text.text.lstrip("<>"))
            if not (p < 0.001 if text.text.startswith("<") else abs(value - p) <= 0.0051 and value > 0):
                found.append(f"p {p} is printed as {text.text}")
        [label] = by_gid(layout, Text, f"test-{place}-{row}")
        if label.y != text.y:
            found.append(f"the value of {label.text} is on another line")
    return found


def _histogram(layout, place, histogram):
    bars = by_gid(layout, Rectangle, f"bin-{place}")
    counts = [count for count in histogram.counts.tolist() if count]
    if len(bars) != len(counts):
        return [f"{len(bars)} bars for {len(counts)} bins of {place}"]
    tallest = max(bar.height for bar in bars) / max(counts)
    found = []
    if any(abs(bar.height - count * tallest) > 1e-6 for bar, count in zip(bars, counts, strict=True)):
        found.append(f"the bars of {place} are not as high as their counts")
    if any(b.x < a.x + a.width - 1e-6 for a, b in pairwise(bars)):
        found.append(f"the bars of {place} overlap")
    return found


def _quantiles(layout, place, scores):
    points = by_gid(layout, Marker, f"point-{place}")
    found = []
    if len(points) != min(len(scores), 120):
        found.append(f"{len(points)} points for {len(scores)} scores of {place}")
    if any(b.x <= a.x or b.y > a.y + 1e-9 for a, b in pairwise(points)):
        found.append(f"the points of {place} do not ascend")
    span = float(scores[-1] - scores[0])
    if span > 0 and len(points) == len(scores):
        height = points[0].y - points[-1].y
        wanted = [points[0].y - (score - scores[0]) / span * height for score in scores]
        if any(abs(point.y - y) > 1e-6 for point, y in zip(points, wanted, strict=True)):
            found.append(f"the points of {place} are not at their scores")
    if bool(by_gid(layout, Line, f"normal-{place}")) != (span > 0):
        found.append(f"a normal line for {place} without, or none with, a deviation")
    return found


def _inside(layout, place):
    """Plots stay in the panel, and histogram and Q-Q plot stay apart."""
    left, top, right, bottom = layout.panel_boxes[place]
    found = []
    reach = {}
    for element in layout.elements:
        if element.gid.split("-")[-1] != str(place) or isinstance(element, Text):
            continue
        kind = element.gid.split("-")[0]
        if isinstance(element, Line):
            xs, ys = zip(*element.points, strict=True)
        elif isinstance(element, Marker):
            xs, ys = (element.x - element.radius, element.x + element.radius), (element.y, element.y)
        else:
            xs, ys = (element.x, element.x + element.width), (element.y, element.y + element.height)
        if min(xs) < left - 0.01 or max(xs) > right + 0.01 or min(ys) < top - 0.01 or max(ys) > bottom + 0.01:
            found.append(f"{kind} leaves panel {place}")
        side = "histogram" if kind in ("bin", "curve", "axis") else "quantiles"
        low, high = reach.get(side, (min(xs), max(xs)))
        reach[side] = (min(low, *xs), max(high, *xs))
    if reach["histogram"][1] > reach["quantiles"][0] - 1.0:
        found.append(f"the plots of {place} touch")
    return found
