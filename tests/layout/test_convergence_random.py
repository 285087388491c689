"""The figures of convergence on random histories: no defect, and they say what the numbers say.

Everything is read off the elements; ``CDDIAGRAM_LAYOUT_EXAMPLES=4000`` runs more than the suite does.
"""

import os
import re
from itertools import combinations, pairwise
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from cases import text_measure
from checks import _by_gid as by_gid
from checks import _letters as letters
from checks import _overlaps as overlaps
from checks import _page as page_defects
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_cd_random import random_name
from test_pvalue_matrix import defects as matrix_defects

import cddiagram as cd
from cddiagram.convergence.figures.curves import layout_convergence_curves
from cddiagram.convergence.figures.matrix import layout_convergence_matrix
from cddiagram.convergence.figures.problems import layout_convergence_problems
from cddiagram.convergence.figures.trend import layout_convergence_trend
from cddiagram.sheet.elements import Line, Marker, Text

EXAMPLES = int(os.environ.get("CDDIAGRAM_LAYOUT_EXAMPLES", "400"))
WIDTHS = {"column": 237.6, "page": 486.0, 5.0: 360.0}


# -- what a figure must say ------------------------------------------------------------------------------------------


def sound(layout, width):
    """Nothing leaves the page, no texts overlap, no line or marker touches a text."""
    return [*page_defects(layout, width), *overlaps(layout)]


def printed(layout, gid):
    texts = sorted(by_gid(layout, Text, gid), key=lambda text: text.y)
    return letters("".join(text.text for text in texts))


def shown(name):
    return letters(re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", "", name))


def matrix_lies(layout, comparison, width):
    """The cells are those of the p-values, one-sided, in the order from fast to slow."""
    place = {i: position for position, i in enumerate(comparison.order)}
    k = len(place)
    said = SimpleNamespace(
        algorithms=comparison.algorithms,
        ranking=SimpleNamespace(average_ranks=[place[i] for i in range(k)]),
        pairwise=SimpleNamespace(
            pvalue_adjusted=np.asarray(comparison.pvalue_adjusted), statistic=np.full((k, k), np.nan)
        ),
        alpha=comparison.alpha,
    )
    p = np.asarray(comparison.pvalue_adjusted)
    against = {(place[i], place[j]) for i, j in worse_throughout(comparison) if p[i, j] <= comparison.alpha}
    return matrix_defects(layout, said, width=width, full=True, against=against)


def worse_throughout(comparison):
    """List the pairs whose first has the larger error at every cut-point of every problem."""
    values = comparison.histories.values
    k = len(values)
    return {(i, j) for i in range(k) for j in range(k) if i != j and (values[i] > values[j]).all()}


def trend_lies(layout, comparison, first, second):
    """Every line runs through the ranks of its problem, the thick one through their means, and L is their sum."""
    ranks = np.asarray(comparison.ranks_of(first, second))
    n, c = ranks.shape
    left, top, right, bottom = layout.plot_box
    numbers = sorted((t.y, float(t.text)) for t in by_gid(layout, Text, "value-number"))
    (high, most), (low, least) = numbers[0], numbers[-1]
    found = [] if (least, most) == (1.0, float(c)) else ["the axis does not show the ranks 1 to c"]
    lines = [*by_gid(layout, Line, r"problem-\d+"), *by_gid(layout, Line, "mean")]
    if len(lines) != n + 1:
        return [*found, "not one line for each problem and one for the mean"]
    for line, wanted in zip(lines, [*ranks, ranks.mean(axis=0)], strict=True):
        read = [1 + (low - y) / (low - high) * (c - 1) for _, y in line.points]
        if not np.allclose(read, wanted, atol=1e-6):
            found.append(f"{line.gid} does not run through its ranks")
        if not all(left <= x <= right + 1e-6 and top - 1e-6 <= y <= bottom + 1e-6 for x, y in line.points):
            found.append(f"{line.gid} leaves the plot")
    note = printed(layout, "note")
    i, j = comparison.pair(first, second)
    said = letters("neither converges faster")
    for name, other, a, b in ((first, second, i, j), (second, first, j, i)):
        if comparison.pvalue_adjusted[a, b] <= comparison.alpha:
            total = np.asarray(comparison.ranks_of(name, other)).sum(axis=0) @ np.arange(1.0, c + 1)
            verb = "gained" if (a, b) in worse_throughout(comparison) else "converges faster"
            said = letters(f"{shown(name)} {verb} (L = {total:.12g},")
    if said not in note:
        found.append(f"the note does not say '{said}': {note}")
    if ("worseateverycut-point" in note) != ("gained(L" in note):
        found.append(f"gained and worse throughout, or neither: {note}")
    words = printed(layout, "words")
    if words != letters(f"rising: {shown(first)} gains; falling: {shown(second)} gains"):
        found.append(f"the direction is worded {words}")
    return found


def curve_lies(layout, histories, problem, highlight):
    """Curves run through the values at the cut-points; names point at the ends of their own curves."""
    values = histories.values.mean(axis=1)
    if problem is not None:
        values = histories.values[:, histories.problems.index(problem)]
    _, top, right, bottom = layout.plot_box
    lines = {int(line.gid.split("-")[1]): line for line in by_gid(layout, Line, r"curve-\d+")}
    found = []
    heights = [(v, y) for i, line in lines.items() for v, (_, y) in zip(values[i], line.points, strict=True)]
    heights.sort()
    for (small, y), (large, higher) in pairwise(heights):
        if higher > y + 1e-6 or (large > 1.01 * small and higher > y - 1e-6):
            found.append(f"{large} does not stand above {small}")
    if not all(top - 1e-6 <= y <= bottom + 1e-6 for _, y in heights):
        found.append("a curve leaves the plot")
    for place, text in layout.scale.ticks(bottom - top, 7.0):
        if text != "0" and not -1e-9 <= place <= 1 + 1e-9:
            found.append(f"the tick {text} is off the axis")
    pointers = {int(line.gid.split("-")[1]): line for line in by_gid(layout, Line, r"pointer-\d+")}
    for i, name in enumerate(histories.algorithms):
        end, start = lines[i].points[-1], pointers[i].points[0]
        box, stop = layout.label_boxes[i], pointers[i].points[1]
        if abs(start[1] - end[1]) > 1e-6 or not 0 < start[0] - end[0] < 4 or abs(end[0] - right) > 1e-6:
            found.append(f"the pointer of {name!r} does not start at its curve")
        if abs(stop[1] - (box[1] + box[3]) / 2) > 2.0 or not 0 < box[0] - stop[0] < 4:
            found.append(f"the pointer of {name!r} does not end at its name")
        if printed(layout, f"label-{i}") != shown(name):
            found.append(f"name {name!r} is printed as {printed(layout, f'label-{i}')!r}")
    slopes = sorted((p.points[0][1], p.points[1][1]) for p in pointers.values())
    if any(b[1] < a[1] - 1e-6 for a, b in pairwise(slopes) if b[0] > a[0] + 1e-6):
        found.append("pointers cross")
    plain = [lines[i] for i in range(histories.k) if histories.algorithms[i] != highlight]
    if any(a.dash == b.dash for a, b in combinations(plain[:6], 2)):
        found.append("two of the first six curves have one dash pattern")
    return found


def problem_lies(layout, comparison, first, second):
    """The mark of a panel is the sign of its part of L; both lines run through their values on one scale."""
    ranks = np.asarray(comparison.ranks_of(first, second))
    n, c = ranks.shape
    i, j = comparison.pair(first, second)
    marks = {mark.gid: mark.shape for mark in by_gid(layout, Marker, r"gained-\d+")}
    found = []
    for p in range(n):
        part = ranks[p] @ np.arange(1.0, c + 1) - c * (c + 1) ** 2 / 4
        if marks.get(f"gained-{p}") != {1: "triangle", -1: "disc", 0: None}[int(np.sign(part))]:
            found.append(f"problem {p} has the wrong mark")
        lines = [by_gid(layout, Line, f"{row}-{p}")[0] for row in ("first", "second")]
        points = [
            (float(v), y)
            for line, row in zip(lines, (i, j), strict=True)
            for v, (_, y) in zip(comparison.histories.values[row, p], line.points, strict=True)
        ]
        if any(a > b and u > v + 1e-6 for (a, u), (b, v) in combinations(sorted(points, reverse=True), 2)):
            found.append(f"in problem {p} a smaller value stands higher")
        box = layout.panel_boxes[p]
        if not all(box[0] < x < box[2] and box[1] < y < box[3] for line in lines for x, y in line.points):
            found.append(f"a line leaves panel {p}")
        if (lines[0].dash is None) == (lines[1].dash is None):
            found.append(f"the lines of panel {p} look alike")
        if printed(layout, f"problem-{p}") != shown(comparison.histories.problems[p]):
            found.append(f"panel {p} has the wrong name")
    counts = [list(marks.values()).count(shape) for shape in ("triangle", "disc")]
    legend = printed(layout, "legend-text")
    one, other = shown(first), shown(second)
    if legend != f"{one}{other}{one}gained({counts[0]}){other}gained({counts[1]})":
        found.append(f"{counts} marks, but the legend says {legend}")
    return found


# -- random histories ------------------------------------------------------------------------------------------------


def random_values(rng, k, n, c):
    """Histories of any size of numbers, some at 0 early, some nearly equal, some that stand still."""
    values = 10.0 ** rng.uniform(-12, 12, (1, n, 1)) * 10.0 ** rng.uniform(-3, 3, (k, n, 1))
    if rng.random() < 0.3:  # all within a few per cent
        values = 10.0 ** rng.uniform(-3, 6) * rng.uniform(1, 1.1, (k, n, 1))
    values = values * np.cumprod(rng.choice([1.0, 1.0, rng.uniform(0.1, 1)], (k, n, c)), axis=-1)
    values[rng.random((k, n, c)) < rng.choice([0.0, 0.02, 0.2])] = 0.0
    return np.minimum.accumulate(np.round(values, rng.choice([0, 3, 14])), axis=-1)


@st.composite
def histories(draw):
    seed = draw(st.integers(0, 2**32 - 1))
    rng, random = np.random.default_rng(seed), Random(seed)
    k, n, c = draw(st.integers(2, 18)), draw(st.integers(2, 9)), draw(st.integers(2, 25))
    names, problems = ([f"{random_name(random)}{i}" for i in range(count)] for count in (k, n))
    step = draw(st.sampled_from([0.1, 10, 2500, 10**7]))
    return cd.Histories(
        values=random_values(rng, k, n, c),
        algorithms=names,
        problems=problems,
        cut_points=np.cumsum(rng.choice([1, 1, 3], c)) * step,
        unit=draw(st.sampled_from(["evaluations", "% of the budget", "s"])),
    )  # fmt: skip


@pytest.mark.slow
@settings(max_examples=EXAMPLES, derandomize=EXAMPLES == 400, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    histories(),
    st.sampled_from(list(WIDTHS)),
    st.sampled_from([7.0, 8.0, 10.0]),
    st.sampled_from(["DejaVu Sans", "STIXGeneral"]),
    st.sampled_from(["original", "alternative"]),
    st.sampled_from(["none", "holm"]),
)
def test_random_figures_have_no_defects_and_tell_the_truth(subject, width, size, family, ranks, p_adjust):
    comparison = cd.compare_convergence(subject, ranks=ranks, p_adjust=p_adjust)
    first, second = comparison.algorithms[:2]
    points = WIDTHS[width]
    options = {"measure": text_measure(family), "width": width, "font_size": size, "title": "A title"}
    layout = layout_convergence_matrix(comparison, **options)
    assert matrix_lies(layout, comparison, points) == []
    layout = layout_convergence_trend(comparison, first, second, **options)
    assert [*sound(layout, points), *trend_lies(layout, comparison, first, second)] == []
    layout = layout_convergence_problems(comparison, first, second, **options)
    assert [*sound(layout, points), *problem_lies(layout, comparison, first, second)] == []
    for problem in (None, subject.problems[0]):
        layout = layout_convergence_curves(subject, problem=problem, highlight=second, **options)
        assert [*sound(layout, points), *curve_lies(layout, subject, problem, second)] == []


AWKWARD = ("_%&#${}\\^", "é ü ø", "a\ttab", "a\nbreak", "w" * 120, "x")


@pytest.mark.parametrize("width", ["column", "page"])
def test_awkward_names(width):
    """Names are drawn literally, whatever they hold."""
    values = [[[9.0 - i / 10, 5 - i / 10, 1 + i / 2]] * 4 for i in range(6)]
    subject = cd.Histories(values=values, algorithms=AWKWARD, problems=AWKWARD[:4], cut_points=(1, 2, 3))
    comparison = cd.compare_convergence(subject)
    options = {"measure": text_measure(), "width": width}
    first, second = AWKWARD[0], AWKWARD[3]
    layout = layout_convergence_matrix(comparison, **options)
    assert matrix_lies(layout, comparison, WIDTHS[width]) == []
    layout = layout_convergence_trend(comparison, first, second, **options)
    assert [*sound(layout, WIDTHS[width]), *trend_lies(layout, comparison, first, second)] == []
    layout = layout_convergence_problems(comparison, first, second, **options)
    assert [*sound(layout, WIDTHS[width]), *problem_lies(layout, comparison, first, second)] == []
    layout = layout_convergence_curves(subject, **options)
    assert [*sound(layout, WIDTHS[width]), *curve_lies(layout, subject, None, None)] == []
