"""The figures of convergence on random histories: no defect, and they say what the
numbers say.

Everything is read off the elements; ``CDDIAGRAM_LAYOUT_EXAMPLES=4000`` runs more than
the suite does.
"""

from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from cases import text_measure
from checks import by_gid, reads
from convergence_checks import (
    cut_point_lies,
    matrix_lies,
    printed,
    problem_lies,
    random_values,
    rows_of,
    shown,
    trend_lies,
    value_lies,
)
from examples import random_figures
from hypothesis import given
from hypothesis import strategies as st
from plot_checks import axis_defects, face_defects, numbers_of, plot_defects
from random_inputs import random_name
from scipy.stats import gmean

import cddiagram as cd
from cddiagram.convergence.figures.curves import layout_convergence_curves
from cddiagram.convergence.figures.matrix import layout_convergence_matrix
from cddiagram.convergence.figures.problems import layout_convergence_problems
from cddiagram.convergence.figures.trend import layout_convergence_trend
from cddiagram.sheet import Line, Marker, Rectangle
from cddiagram.stats import rank_scores

WIDTHS = {"column": 237.6, "page": 486.0, 5.0: 360.0}


# -- what a figure must say ------------------------------------------------------------


def curve_lies(layout, histories, problem, highlight):
    """Curves run through the values at the cut-points; names point at the ends of their
    own curves.
    """
    if problem is not None:
        values = histories.values[:, histories.problems.index(problem)]
    elif (histories.values > 0).all():
        values = gmean(histories.values, axis=1)
    else:
        values = (
            rank_scores(np.moveaxis(histories.values, 0, -1), higher_is_better=False)
            .mean(axis=0)
            .T
        )
    falls = layout.scale.low > layout.scale.high  # rank 1 is on top
    _, top, right, bottom = layout.plot_box
    lines = {
        int(line.gid.split("-")[1]): line for line in by_gid(layout, Line, r"curve-\d+")
    }
    found = []
    heights = [
        (v, y)
        for i, line in lines.items()
        for v, (_, y) in zip(values[i], line.points, strict=True)
    ]
    heights.sort()
    by_curve = [lines[i] for i in range(histories.k)]
    log = layout.scale.log
    found += value_lies(by_curve, values, numbers_of(layout, "value-number"), log=log)
    found += [
        *axis_defects(layout, "value-number", log=log),
        *plot_defects(layout, layout.plot_box),
    ]
    found += cut_point_lies(layout, histories.cut_points, by_curve[0])
    for (small, y), (large, higher) in pairwise(heights):
        if falls:
            y, higher = higher, y
        if higher > y + 1e-6 or (large > 1.01 * small and higher > y - 1e-6):
            found.append(f"{large} does not stand above {small}")
    if not all(top - 1e-6 <= y <= bottom + 1e-6 for _, y in heights):
        found.append("a curve leaves the plot")
    for place, text in layout.scale.ticks(bottom - top, 7.0):
        if text != "0" and not -1e-9 <= place <= 1 + 1e-9:
            found.append(f"the tick {text} is off the axis")
    pointers = {
        int(line.gid.split("-")[1]): line
        for line in by_gid(layout, Line, r"pointer-\d+")
    }
    for i, name in enumerate(histories.algorithms):
        end, start = lines[i].points[-1], pointers[i].points[0]
        box, stop = layout.label_boxes[i], pointers[i].points[1]
        if (
            abs(start[1] - end[1]) > 1e-6
            or not 0 < start[0] - end[0] < 4
            or abs(end[0] - right) > 1e-6
        ):
            found.append(f"the pointer of {name!r} does not start at its curve")
        if [(dot.x, dot.y, dot.fill) for dot in by_gid(layout, Marker, f"end-{i}")] != [
            (*end, lines[i].color)
        ]:
            found.append(f"the curve of {name!r} does not end at its dot")
        if abs(stop[1] - (box[1] + box[3]) / 2) > 2.0 or not 0 < box[0] - stop[0] < 4:
            found.append(f"the pointer of {name!r} does not end at its name")
        if not reads(rows_of(layout, f"label-{i}"), name):
            found.append(
                f"name {name!r} is printed as {rows_of(layout, f'label-{i}')!r}"
            )
    slopes = sorted((p.points[0][1], p.points[1][1]) for p in pointers.values())
    if any(b[1] < a[1] - 1e-6 for a, b in pairwise(slopes) if b[0] > a[0] + 1e-6):
        found.append("pointers cross")
    looks = [
        (lines[i].color, lines[i].dash, lines[i].width) for i in range(histories.k)
    ]
    colors = [look[0] for look in looks[:8]]
    if len(set(looks)) < min(histories.k, 72) or len(set(colors)) < len(colors):
        found.append("two curves look alike, or two of the first eight have one colour")
    if any(
        (lines[i].width > 1.2) != (name == highlight)
        for i, name in enumerate(histories.algorithms)
    ):
        found.append("not just the highlighted curve is thick")
    bands = by_gid(layout, Rectangle, "zero-band")
    if bool(bands) != layout.scale.zero:
        found.append(
            "0 has a band of its own if and only if it is on a logarithmic axis"
        )
    for band in bands:
        if any((v == 0) != (y > band.y) for v, y in heights):
            found.append("what is not 0 stands in the band of 0, or 0 elsewhere")
    return found


# -- random histories ------------------------------------------------------------------


@st.composite
def histories(draw):
    seed = draw(st.integers(0, 2**32 - 1))
    rng, random = np.random.default_rng(seed), Random(seed)
    k, n, c = (
        draw(st.integers(2, 18)),
        draw(st.integers(2, 9)),
        draw(st.integers(2, 25)),
    )
    names, problems = (
        [f"{random_name(random)}{i}" for i in range(count)] for count in (k, n)
    )
    step = draw(st.sampled_from([0.1, 10, 2500, 10**7]))
    return cd.Histories(
        values=random_values(rng, k, n, c),
        algorithms=names,
        problems=problems,
        cut_points=np.cumsum(rng.choice([1, 1, 3], c)) * step,
        unit=draw(st.sampled_from(["evaluations", "% of the budget", "s"])),
    )  # fmt: skip


@pytest.mark.slow
@random_figures(60)
@given(
    histories(),
    st.sampled_from(list(WIDTHS)),
    st.sampled_from([7.0, 8.0, 10.0]),
    st.sampled_from(["DejaVu Sans", "STIXGeneral"]),
    st.sampled_from(["original", "alternative"]),
    st.sampled_from(["none", "holm"]),
    st.sampled_from(["sign-flip", "page"]),
)
def test_random_figures_have_no_defects_and_tell_the_truth(
    subject, width, size, family, ranks, p_adjust, test
):
    comparison = cd.compare_convergence(
        subject, test=test, ranks=ranks, p_adjust=p_adjust
    )
    first, second = comparison.algorithms[:2]
    points = WIDTHS[width]
    options = {
        "measure": text_measure(family),
        "width": width,
        "font_size": size,
        "title": "A title",
    }
    layout = layout_convergence_matrix(comparison, **options)
    assert matrix_lies(layout, comparison, points) == []
    layout = layout_convergence_trend(comparison, first, second, **options)
    assert [
        *face_defects(layout, points),
        *plot_defects(layout, layout.plot_box),
        *trend_lies(layout, comparison, first, second),
    ] == []
    layout = layout_convergence_problems(comparison, first, second, **options)
    assert [
        *face_defects(layout, points),
        *problem_lies(layout, comparison, first, second),
    ] == []
    for problem in (None, subject.problems[0]):
        layout = layout_convergence_curves(
            subject, problem=problem, highlight=second, **options
        )
        assert [
            *face_defects(layout, points),
            *curve_lies(layout, subject, problem, second),
        ] == []


#: Element -> what is done to it (None: it is missing), and what the checker then says.
FAULTS_OF_A_TREND = {
    "mean": (
        {"points": ((20.0, 60.0),) * 10},
        "the line does not run through the mean ranks",
    ),
    "band": (
        {"corners": ((20.0, 60.0),) * 20},
        "the band is not between the quartiles",
    ),
    "level": ({"points": ((20.0, 50.0), (200.0, 50.0))}, "the level without a trend"),
    "level-label": ({"text": "mean"}, "the marks have not their names"),
    "tick-number": ({"text": "2"}, "the cut-point 2 is not there"),
    "value-number": ({"text": "2"}, "the axis does not show the ranks 1 to c"),
    "value-label": (
        {"text": "rank of the error difference"},
        "the axis is worded",
    ),
    "value-direction": (None, "the arrow does not point up"),
    "note": (
        {"text": "PSO gained on Dual annealing (n = 20, adjusted two-sided p = 0.01)"},
        "the note does not say",
    ),
}
FAULTS_OF_CURVES = {
    "curve-2": ({"points": ((20.0, 60.0),) * 10}, "curve-2 has not"),
    "pointer-1": (
        {"points": ((190.0, 60.0), (200.0, 70.0))},
        "does not start at its curve",
    ),
    "end-3": ({"y": 60.0}, "does not end at its dot"),
    "label-3": ({"text": "PSO"}, "is printed as"),
    "value-number": ({"text": "10⁻²"}, "where the axis has it"),
    "tick-number": ({"text": "1500"}, "the cut-point 1500 is not there"),
    "zero-band": (None, "0 has a band of its own"),
    "curve-4": ({"color": "line-1"}, "two curves look alike"),
}


def faulty(layout, gid, change):
    """The sheet with one element changed or missing."""
    place = next(i for i, element in enumerate(layout.elements) if element.gid == gid)
    changed = [] if change is None else [replace(layout.elements[place], **change)]
    return replace(
        layout,
        elements=(*layout.elements[:place], *changed, *layout.elements[place + 1 :]),
    )


@pytest.mark.parametrize("gid", FAULTS_OF_A_TREND)
def test_the_checker_sees_faults_of_a_trend(gid):
    comparison = cd.compare_convergence(cd.load_histories("optimisers"))
    pair = "Dual annealing", "PSO"
    layout = layout_convergence_trend(comparison, *pair, measure=text_measure())
    change, seen = FAULTS_OF_A_TREND[gid]
    assert trend_lies(layout, comparison, *pair) == []
    assert seen in " ".join(trend_lies(faulty(layout, gid, change), comparison, *pair))


@pytest.mark.parametrize("gid", FAULTS_OF_CURVES)
def test_the_checker_sees_faults_of_curves(gid):
    subject = cd.load_histories("optimisers")
    layout = layout_convergence_curves(
        subject, problem="Rastrigin", measure=text_measure()
    )
    change, seen = FAULTS_OF_CURVES[gid]
    assert curve_lies(layout, subject, "Rastrigin", None) == []
    assert seen in " ".join(
        curve_lies(faulty(layout, gid, change), subject, "Rastrigin", None)
    )


def test_a_long_unit_is_broken():
    subject = cd.Histories(
        values=[[[9.0, 5, 1]] * 3, [[8.0, 6, 2]] * 3],
        algorithms=["A", "B"],
        problems=["x", "y", "z"],
        cut_points=(1, 2, 3),
        unit="evaluations of the objective function on all folds of the training set "
        "of a problem",
    )
    layout = layout_convergence_curves(subject, measure=text_measure())
    assert [
        *face_defects(layout, 237.6),
        *curve_lies(layout, subject, None, None),
    ] == []
    assert printed(layout, "axis-label") == shown(subject.unit)


AWKWARD = ("_%&#${}\\^", "é ü ø", "a\ttab", "a\nbreak", "w" * 120, "x")


@pytest.mark.parametrize("width", ["column", "page"])
def test_awkward_names(width):
    """Names are drawn literally, whatever they hold."""
    values = [[[9.0 - i / 10, 5 - i / 10, 1 + i / 2]] * 4 for i in range(6)]
    subject = cd.Histories(
        values=values, algorithms=AWKWARD, problems=AWKWARD[:4], cut_points=(1, 2, 3)
    )
    comparison = cd.compare_convergence(subject)
    options = {"measure": text_measure(), "width": width}
    first, second = AWKWARD[0], AWKWARD[3]
    layout = layout_convergence_matrix(comparison, **options)
    assert matrix_lies(layout, comparison, WIDTHS[width]) == []
    layout = layout_convergence_trend(comparison, first, second, **options)
    assert [
        *face_defects(layout, WIDTHS[width]),
        *trend_lies(layout, comparison, first, second),
    ] == []
    layout = layout_convergence_problems(comparison, first, second, **options)
    assert [
        *face_defects(layout, WIDTHS[width]),
        *problem_lies(layout, comparison, first, second),
    ] == []
    layout = layout_convergence_curves(subject, **options)
    assert [
        *face_defects(layout, WIDTHS[width]),
        *curve_lies(layout, subject, None, None),
    ] == []
