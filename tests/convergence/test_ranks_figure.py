"""Ranks over the budget, drawn: each line at its average ranks, each marker what the
tests say, and what fits.
"""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from cases import text_measure
from checks import by_gid

import cddiagram as cd
from cddiagram.convergence.figures.ranks import layout_convergence_ranks
from cddiagram.sheet import Line, Marker, Text
from cddiagram.text import InputError, LayoutError, UsageError

OVER = cd.compare_over_budget(cd.load_histories("optimisers"))
#: The shapes of the markers of a line that is not the reference.
SHAPES = ("disc", "square", "up", "down")


def lay_out(over=OVER, **options):
    return layout_convergence_ranks(over, measure=text_measure(), **options)


def is_near(x, place, xs):
    """Whether a marker is nearer to its own cut-point than to any other one."""
    gaps = [abs(other - xs[place]) for other in xs if other != xs[place]]
    return abs(x - xs[place]) < min(gaps) / 2


def defects(layout, over):
    """What differs between the figure and the comparisons, read off its elements."""
    found = []
    left, _, right, _ = layout.plot_box
    ranks, points = over.average_ranks, np.array(over.cut_points)
    lines = {
        e.gid: e.points
        for e in layout.elements
        if isinstance(e, Line) and e.gid.startswith("curve-")
    }
    markers = {
        e.gid: e
        for e in layout.elements
        if isinstance(e, Marker) and e.gid.startswith("rank-")
    }
    xs, ys = np.array(lines["curve-0"])[:, 0], []
    if not np.allclose(
        np.diff(xs) / np.diff(points), (xs[-1] - xs[0]) / (points[-1] - points[0])
    ):
        found.append("cut-points are not at their places")
    for i in range(len(over.algorithms)):
        path = np.array(lines[f"curve-{i}"])
        ys.append(path[:, 1])
        if (path[:, 0] < left - 1e-6).any() or (path[:, 0] > right + 1e-6).any():
            found.append(f"line {i} leaves the plot")
        for place in range(len(over)):
            marker = markers[f"rank-{i}-{place}"]
            height = np.interp(marker.x, path[:, 0], path[:, 1])
            if abs(height - marker.y) > 1e-6 or not is_near(marker.x, place, xs):
                found.append(f"marker {i}, {place} is not on its line")
            reference = over.references[place] == over.algorithms[i]
            shape = "diamond" if reference else SHAPES[i % 4]
            if marker.shape != shape or (marker.edge is not None) != (
                not reference and not over.different[place, i]
            ):
                found.append(f"marker {i}, {place} says something else than the test")
    slope = np.polyfit(ranks.T.ravel(), np.array(ys).ravel(), 1)
    if slope[0] <= 0 or not np.allclose(np.polyval(slope, ranks.T), ys, atol=1e-6):
        found.append("lines are not at the average ranks, 1 on top")
    for text in (e for e in layout.elements if isinstance(e, Text)):
        first, high, last, low = text.box
        inside = (
            first > -1e-6
            and high > -1e-6
            and last < layout.width + 1e-6
            and low < layout.height + 1e-6
        )
        if not inside or text.size < 6.5:
            found.append(f"'{text.text}' leaves the page or is small")
    return found


@pytest.mark.parametrize(
    "over",
    [
        OVER,
        cd.compare_over_budget(
            cd.load_histories("optimisers"), control="PSO", pair_test="wilcoxon"
        ),
    ],
    ids=["nemenyi", "control"],
)
@pytest.mark.parametrize("width", ["column", "page"])
def test_the_figure_is_what_the_tests_say(over, width):
    layout = lay_out(over, width=width)
    assert defects(layout, over) == []
    texts = " ".join(e.text for e in layout.elements if isinstance(e, Text))
    assert "α = 0.05" in texts
    assert ("best at the cut-point" in texts) == (over is OVER)


@pytest.mark.parametrize(
    ("gid", "change"),
    [
        ("rank-1-3", {"y": 50.0}),
        ("rank-0-0", {"edge": "foreground"}),
        ("rank-5-0", {"shape": "disc"}),
        ("curve-2", {"points": ((60.0, 50.0),) * 10}),
    ],
)
def test_faults_are_seen(gid, change):
    layout = lay_out()
    elements = tuple(
        replace(e, **change) if e.gid == gid else e for e in layout.elements
    )
    assert elements != layout.elements
    assert defects(replace(layout, elements=elements), OVER) != []


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 3, 9, 14, 25, 40])
@pytest.mark.parametrize("length", [4, 30])
def test_any_number_of_algorithms_fits_or_is_refused(k, length):
    rng = np.random.default_rng(k)
    values = np.minimum.accumulate(rng.random((k, 12, 6)), axis=-1)
    names = [f"{'algorithm of many words'[: length - 3]} {i:02d}" for i in range(k)]
    over = cd.compare_over_budget(cd.Histories.from_arrays(values, algorithms=names))
    for width in ("column", "page"):
        try:
            layout = lay_out(over, width=width)
        except LayoutError:
            assert k > 2  # two names of any length fit
            continue
        assert defects(layout, over) == []


@pytest.mark.parametrize("highlight", [(), "PSO"])
@pytest.mark.parametrize("width", ["column", "page"])
def test_no_marker_hides_another_one(width, highlight):
    """The centres of two markers are farther apart than 0.6 times their radii; the
    upper marker has a rim.
    """
    for pair_test in ("ranks", "wilcoxon"):
        over = cd.compare_over_budget(
            cd.load_histories("optimisers"), pair_test=pair_test
        )
        layout = lay_out(over, width=width, highlight=highlight)
        for place in range(len(over)):
            markers = by_gid(layout, Marker, rf"rank-\d+-{place}")
            assert len(markers) == 6
            for one, other in combinations(markers, 2):
                apart = np.hypot(one.x - other.x, one.y - other.y)
                assert apart >= 0.6 * (one.radius + other.radius) - 1e-6


def test_markers_that_are_apart_are_at_their_cut_points():
    layout = lay_out()
    [line] = by_gid(layout, Line, "curve-0")
    markers = by_gid(layout, Marker, r"rank-0-\d+")
    assert [marker.x for marker in markers] == [x for x, _ in line.points]


def test_families_leave_all_markers_round():
    layout = lay_out(families={"PSO": "swarms", "Nelder-Mead": "simplex"})
    shapes = {marker.shape for marker in by_gid(layout, Marker, r"rank-\d+-\d+")}
    assert shapes == {"disc", "diamond"}
    keyed = {marker.shape for marker in by_gid(layout, Marker, "key")}
    assert keyed == {"disc", "diamond", "square", "up"}  # the latter are of families


def test_the_key_has_all_shapes():
    keyed = [marker.shape for marker in by_gid(lay_out(), Marker, "key")]
    assert keyed == ["diamond", *SHAPES, *SHAPES]


def test_ties_throughout_have_an_axis():
    values = np.tile([3.0, 2.0, 1.0], (3, 4, 1))
    over = cd.compare_over_budget(
        cd.Histories.from_arrays(values, algorithms=["A", "B", "C"])
    )
    layout = lay_out(over)
    assert (over.average_ranks == 2).all()
    left, top, right, bottom = layout.plot_box
    heights = [
        e.y
        for e in layout.elements
        if isinstance(e, Marker) and e.gid.startswith("rank-")
    ]
    assert heights == pytest.approx([(top + bottom) / 2] * 9)
    assert right > left


def test_one_cut_point_is_refused():
    over = cd.compare_over_budget(cd.load_histories("optimisers"), cut_points=[500])
    with pytest.raises(
        InputError,
        match=r"but there is one \(500 evaluations\)\. Specify more cut_points",
    ):
        lay_out(over)


def test_what_is_no_comparison_over_the_budget_is_refused():
    with pytest.raises(
        UsageError,
        match=r"Compare the histories first: "
        r"plot_convergence_ranks\(compare_over_budget\(histories\)\)",
    ):
        cd.plot_convergence_ranks(cd.load_histories("optimisers"))


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
def test_ranks_over_budget(text_as_boxes):
    return cd.plot_convergence_ranks(OVER, highlight="PSO").figure


@pytest.mark.parametrize("k", [2, 3, 12, 40, 100])
def test_the_axis_numbers_no_rank_that_there_is_not(k):
    values = (
        np.arange(1, k + 1)[:, np.newaxis, np.newaxis]
        * np.linspace(9.0, 1.0, 8)
        * np.ones((30, 1))
    )
    histories = cd.Histories(
        values=values,
        algorithms=[f"algorithm {i}" for i in range(k)],
        problems=[f"f{i}" for i in range(30)],
        cut_points=range(10, 90, 10),
    )
    layout = lay_out(cd.compare_over_budget(histories))
    numbers = [
        float(e.text)
        for e in layout.elements
        if isinstance(e, Text) and e.gid == "value-number"
    ]
    assert min(numbers) >= 1
    assert max(numbers) <= k
    assert len(numbers) <= 20  # not one at every rank
    if k > 3:
        assert all(number.is_integer() for number in numbers)
    axis = next(
        e for e in layout.elements if isinstance(e, Line) and e.gid == "value-axis"
    )
    low, high = sorted(y for _, y in axis.points)
    rows = [
        e.y
        for e in layout.elements
        if isinstance(e, Marker) and e.gid.startswith("rank-")
    ]
    assert low < min(rows) - 1
    assert max(rows) + 1 < high


def test_markers_of_a_highlighted_line_are_seen_on_it_and_on_top():
    over = cd.compare_over_budget(cd.load_histories("optimisers"))
    layout = layout_convergence_ranks(over, measure=text_measure(), highlight="PSO")
    place = over.algorithms.index("PSO")
    (line,) = by_gid(layout, Line, f"curve-{place}")
    own = by_gid(layout, Marker, rf"rank-{place}-\d+")
    assert all(2 * marker.radius - line.width >= 1.5 for marker in own)
    assert by_gid(layout, Marker, r"rank-\d+-\d+")[-len(own) :] == own
