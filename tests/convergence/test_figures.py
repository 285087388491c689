"""The four figures of convergence: what they show, in numbers, and their options.
Random inputs: test_convergence_random.py.
"""

# ruff: noqa: E501 - messages stand here as they are printed

import re
from dataclasses import replace
from itertools import pairwise, permutations

import numpy as np
import pandas as pd
import pytest
from cases import plain_measure, text_measure
from checks import budget_defects, by_gid
from convergence_checks import heading_lies, problem_lies, trend_lies
from plot_checks import numbers_of, reader
from scipy.stats import gmean, rankdata

import cddiagram as cd
from cddiagram.convergence.averages import quartiles_of
from cddiagram.convergence.figures.curves import layout_convergence_curves
from cddiagram.convergence.figures.matrix import layout_convergence_matrix
from cddiagram.convergence.figures.problems import layout_convergence_problems
from cddiagram.convergence.figures.trend import layout_convergence_trend
from cddiagram.sheet import Area, Line, Marker, Rectangle, Text
from cddiagram.text import InputError, LayoutError, UsageError
from cddiagram.words import even_p


@pytest.fixture(scope="module")
def optimisers():
    return cd.load_histories("optimisers")


@pytest.fixture(scope="module")
def comparison(optimisers):
    return cd.compare_convergence(optimisers, ranks="alternative")


def texts(layout, gid):
    return [
        text.text
        for text in layout.elements
        if isinstance(text, Text) and text.gid == gid
    ]


# -- the matrix ------------------------------------------------------------------------


def printed_cells(layout):
    """Return the fill and the printed text of each cell; no text is empty."""
    values = {text.gid: text.text for text in by_gid(layout, Text, r"value-\d+-\d+")}
    cells = {}
    for cell in by_gid(layout, Rectangle, r"cell-\d+-\d+"):
        row, column = map(int, cell.gid.split("-")[1:])
        cells[row, column] = (cell.fill, values.get(f"value-{row}-{column}", ""))
    return cells


def test_cells_of_the_matrix(comparison):
    layout = layout_convergence_matrix(comparison, measure=plain_measure)
    order = comparison.order
    assert layout.names == tuple(comparison.algorithms[i] for i in order)
    expected = {}
    for row, column in permutations(range(6), 2):
        i, j = order[row], order[column]
        expected[row, column] = ("background", "")
        if comparison.statistic[i, j] > comparison.expected:
            p = comparison.pvalue_adjusted[i, j]
            level = sum([p <= 0.05, p <= 0.01, p <= 0.001])
            fill = f"level-{level}" if level else "background"
            expected[row, column] = (fill, even_p(p, (0.05, 0.01, 0.001)))
    assert printed_cells(layout) == expected
    said = " ".join(texts(layout, "note")).replace("\u00a0", " ")
    assert said == "Sign-flip test, adjusted two-sided p (Holm), α = 0.05"
    words = [text.text for text in by_gid(layout, Text, "key-text")]
    assert words == ["row gained, p", "≤ .05", "≤ .01", "≤ .001"]
    assert len(by_gid(layout, Line, r"diagonal-\d+")) == 6


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({}, "adjusted two-sided p (Holm)"),
        ({"p_adjust": "none"}, "unadjusted two-sided p"),
        ({"test": "page"}, "unadjusted one-sided p"),
        ({"test": "page", "p_adjust": "holm"}, "adjusted one-sided p (Holm)"),
        (
            {"test": "page", "p_adjust": "holm", "family": "unordered"},
            "adjusted two-sided p (Holm)",
        ),
    ],
)
@pytest.mark.parametrize("alpha", [0.001, 0.02, 0.05, 0.2])
def test_the_printed_number_decides_the_fill(optimisers, options, kind, alpha):
    comparison = cd.compare_convergence(optimisers, alpha=alpha, **options)
    layout = layout_convergence_matrix(comparison, measure=plain_measure)
    cells = printed_cells(layout)
    for row, column in permutations(range(6), 2):
        fill, text = cells[row, column]
        gained = comparison.gained()[comparison.order[row], comparison.order[column]]
        assert (fill != "background") == gained
        if gained:
            assert float(text.strip("<>")) <= alpha
            assert not text.startswith(">") or float(text[1:]) < alpha
        elif text:
            assert float(text.removeprefix(">")) >= alpha
            assert text.startswith(">") or float(text) > alpha
        both = {text, cells[column, row][1]}
        assert "" not in both or comparison.family == "unordered"
    assert kind in " ".join(texts(layout, "note"))


def test_nine_in_a_column_keep_their_numbers():
    steps = (
        np.linspace(9.0, 1.0, 10) ** np.linspace(0.2, 3.0, 9)[:, np.newaxis, np.newaxis]
    )
    values = steps * np.linspace(1.0, 5.0, 12)[:, np.newaxis]
    names = ["jSO", "EBO", "DYYPO", "LSSPA", "MOS11", "MM", "IDEN", "DES", "MOS12"]
    histories = cd.Histories(
        values=values,
        algorithms=names,
        problems=[f"f{i}" for i in range(12)],
        cut_points=range(10, 110, 10),
    )
    layout = layout_convergence_matrix(
        cd.compare_convergence(histories), measure=text_measure("DejaVu Sans")
    )
    assert len(by_gid(layout, Text, "value-.*")) == 36
    assert min(e.size for e in layout.elements if isinstance(e, Text)) >= 6.5


# -- the trend -------------------------------------------------------------------------


def test_the_trend_shows_the_ranks_of_l(comparison):
    layout = layout_convergence_trend(
        comparison, "Nelder-Mead", "(1+1)-ES", measure=plain_measure
    )
    ranks = comparison.ranks_of("Nelder-Mead", "(1+1)-ES")
    np.testing.assert_allclose(layout.mean_ranks, ranks.mean(axis=0))
    left, top, right, bottom = layout.plot_box
    (mean,) = by_gid(layout, Line, "mean")
    y = [bottom - (rank - 1) / 9 * (bottom - top) for rank in layout.mean_ranks]
    np.testing.assert_allclose([point[1] for point in mean.points], y)
    steps = np.diff([point[0] for point in mean.points])
    np.testing.assert_allclose(steps, steps[0])
    assert left < mean.points[0][0] < mean.points[-1][0] <= right
    assert [(dot.x, dot.y) for dot in by_gid(layout, Marker, r"mean-dot-\d+")] == list(
        mean.points
    )
    quartiles = np.quantile(ranks, [0.25, 0.75], axis=0).T
    np.testing.assert_allclose(layout.quartiles, quartiles)
    assert trend_lies(layout, comparison, "Nelder-Mead", "(1+1)-ES") == []
    (level,) = by_gid(layout, Line, "level")
    assert level.points[0][1] == pytest.approx((top + bottom) / 2)
    note = " ".join(texts(layout, "note")).replace("\u00a0", " ")
    assert (
        note == "Nelder-Mead gained on (1+1)-ES (n = 20, adjusted two-sided p = 0.026)"
    )
    assert texts(layout, "value-label") == [
        "rank of the error difference, Nelder-Mead gains"
    ]
    assert len(by_gid(layout, Line, "value-direction")) == 2  # the arrow
    assert texts(layout, "axis-label") == ["evaluations"]


@pytest.mark.parametrize("width", ["column", "page"])
@pytest.mark.parametrize(
    "draw", [cd.plot_convergence_trend, cd.plot_convergence_problems]
)
def test_headers_of_pairs_are_short(optimisers, draw, width):
    comparison = cd.compare_convergence(optimisers)
    for pair in permutations(optimisers.algorithms, 2):
        layout = draw(comparison, *pair, width=width).layout
        assert budget_defects(layout, pair) == []


def test_a_long_direction_is_broken(optimisers):
    comparison = cd.compare_convergence(optimisers)
    layout = layout_convergence_trend(
        comparison,
        "PSO",
        "Random search",
        measure=text_measure(),
        rename={"PSO": "Particle swarm optimisation with an inertia weight"},
    )
    label = by_gid(layout, Text, "value-label")
    assert len(label) == 2
    assert label[-1].box[3] < layout.plot_box[1]
    arrow = by_gid(layout, Line, "value-direction")[0]
    assert arrow.points[0][0] > label[-1].box[2]


def test_the_trend_of_the_swapped_pair_is_the_mirror_image(comparison):
    there = layout_convergence_trend(
        comparison, "PSO", "(1+1)-ES", measure=plain_measure
    )
    back = layout_convergence_trend(
        comparison, "(1+1)-ES", "PSO", measure=plain_measure
    )
    np.testing.assert_allclose(np.array(there.mean_ranks) + back.mean_ranks, 11)


# -- curves ----------------------------------------------------------------------------


def test_curves_of_one_problem_and_of_the_mean(optimisers):
    layout = layout_convergence_curves(
        optimisers, measure=plain_measure, problem="Rastrigin", highlight="PSO"
    )
    row = optimisers.problems.index("Rastrigin")
    np.testing.assert_array_equal(layout.curves, optimisers.values[:, row])
    assert texts(layout, "note") == ["Rastrigin: mean and 25–75% band of 5 runs"]
    assert texts(layout, "value-label") == ["error, better"]
    tail, tip = by_gid(layout, Line, "value-direction")[0].points
    assert tip[1] > tail[1]  # low errors are at the lower end
    lines = {line.gid: line for line in by_gid(layout, Line, r"curve-\d+")}
    left, top, right, bottom = layout.plot_box
    for i in range(6):
        heights = [
            bottom - layout.scale.position(v) * (bottom - top) for v in layout.curves[i]
        ]
        np.testing.assert_allclose([y for _, y in lines[f"curve-{i}"].points], heights)
        assert lines[f"curve-{i}"].points[0][0] == pytest.approx(left)
        assert lines[f"curve-{i}"].points[-1][0] == pytest.approx(right)
    highlighted = lines["curve-2"]
    assert (highlighted.width, highlighted.color, highlighted.dash) == (
        1.8,
        "line-3",
        None,
    )
    assert [lines[f"curve-{i}"].color for i in range(6)] == [
        f"line-{i}" for i in range(1, 7)
    ]
    assert {line.dash for line in lines.values()} == {None}
    assert all(
        text.bold and text.color == "foreground"
        for text in by_gid(layout, Text, "label-2")
    )
    assert layout.elements.index(highlighted) < min(  # it would cover them
        layout.elements.index(line)
        for line in lines.values()
        if line is not highlighted
    )
    assert len(by_gid(layout, Line, "tick|tick-minor")) == 10
    mean = layout_convergence_curves(optimisers, measure=plain_measure, average="mean")
    np.testing.assert_allclose(mean.curves, optimisers.values.mean(axis=1))
    assert texts(mean, "note") == ["20 problems"]
    assert texts(mean, "value-label") == ["mean error, better"]


def test_by_default_curves_are_average_ranks_if_an_error_is_0(optimisers):
    """No problem of large errors decides the place of a curve."""
    assert (optimisers.values == 0).any()
    layout = layout_convergence_curves(optimisers, measure=plain_measure)
    assert texts(layout, "note") == ["20 problems"]
    assert texts(layout, "value-label") == ["average rank, better"]
    tail, tip = by_gid(layout, Line, "value-direction")[0].points
    assert tip[1] < tail[1]  # rank 1 is at the upper end
    for j in range(optimisers.c):
        ranks = rankdata(optimisers.values[:, :, j], axis=0).mean(axis=1)
        np.testing.assert_allclose([curve[j] for curve in layout.curves], ranks)
    scaled = replace(
        optimisers,
        values=optimisers.values * np.logspace(-3, 3, optimisers.n)[:, np.newaxis],
        whole=None,
    )
    again = layout_convergence_curves(scaled, measure=plain_measure)
    np.testing.assert_allclose(again.curves, layout.curves)
    best, worst = (
        min(range(6), key=lambda i: sign * layout.curves[i][-1]) for sign in (1, -1)
    )
    assert (
        layout.label_boxes[best][1] < layout.label_boxes[worst][1]
    )  # rank 1 is on top


def test_by_default_curves_are_geometric_means_of_positive_errors(optimisers):
    values = optimisers.values + 1e-3
    layout = layout_convergence_curves(
        replace(optimisers, values=values, whole=None), measure=plain_measure
    )
    assert texts(layout, "note") == ["20 problems"]
    assert texts(layout, "value-label") == ["geometric mean of the error, better"]
    np.testing.assert_allclose(layout.curves, gmean(values, axis=1))
    assert layout.scale.log


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"average": "geometric-mean"}, "the geometric mean requires positive errors, but the error of '(1+1)-ES' on "
            "'sphere' is 0. Use average='rank'."),
        ({"average": "median"}, "unknown average 'median': did you mean 'mean'? Choose from 'auto', "
            "'geometric-mean', 'rank', 'mean', 'targets'."),
        ({"average": "mean", "problem": "sphere"}, "average combines all problems. Omit it or problem."),
        ({"scale": "log"}, "the axis of average ranks is linear. Omit scale, or use "
            "average='mean'."),
    ],
)  # fmt: skip
def test_averages_that_cannot_be_drawn(optimisers, options, message):
    with pytest.raises(UsageError) as caught:
        layout_convergence_curves(optimisers, measure=plain_measure, **options)
    assert str(caught.value) == message


def test_each_average_can_be_asked_for(optimisers):
    positive = replace(optimisers, values=optimisers.values + 1e-3, whole=None)
    for average, said in (
        ("rank", "average rank, better"),
        ("mean", "mean error, better"),
        ("geometric-mean", "geometric mean of the error, better"),
    ):
        layout = layout_convergence_curves(
            positive, measure=plain_measure, average=average
        )
        assert texts(layout, "note") == ["20 problems"]
        assert texts(layout, "value-label") == [said]


def test_colours_and_dashes_belong_to_names(optimisers):
    """Whatever is picked out, and by which colour, every other curve looks as
    before.
    """

    def look(**options):
        layout = layout_convergence_curves(
            optimisers, measure=plain_measure, problem="Rastrigin", **options
        )
        return {
            line.gid: (line.color, line.dash)
            for line in by_gid(layout, Line, r"curve-\d+")
        }

    plain = look()
    assert look(highlight="PSO") == plain
    assert look(highlight={"PSO": "#ff0000"}) == plain | {"curve-2": ("#ff0000", None)}
    assert look(colors={"PSO": "#ff0000"}) == plain | {"curve-2": ("#ff0000", None)}


def test_zero_stands_in_a_band_behind_a_break(optimisers):
    layout = layout_convergence_curves(
        optimisers, measure=plain_measure, problem="Rastrigin"
    )
    _, top, _, bottom = layout.plot_box
    lowest = bottom - layout.scale.start * (bottom - top)
    (axis,), (zero,) = (
        by_gid(layout, Line, "value-axis"),
        by_gid(layout, Line, "value-zero"),
    )
    (band,) = by_gid(layout, Rectangle, "zero-band")
    slashes = by_gid(layout, Line, "value-break")
    assert max(y for _, y in axis.points) == pytest.approx(lowest)
    assert [y for _, y in zero.points] == pytest.approx([bottom, band.y])
    assert band.y < bottom < band.y + band.height
    assert len(slashes) == 2
    assert all(lowest < y < band.y for slash in slashes for _, y in slash.points)
    ends = {i: by_gid(layout, Line, f"curve-{i}")[0].points[-1][1] for i in range(6)}
    assert [i for i, y in ends.items() if y > band.y] == [
        optimisers.algorithms.index("Dual annealing")
    ]
    positive = layout_convergence_curves(
        optimisers, measure=plain_measure, average="mean"
    )
    assert not [
        e
        for e in positive.elements
        if e.gid in ("value-break", "value-zero", "zero-band")
    ]


def test_broken_names_stand_apart(optimisers):
    rename = {
        name: f"{name}, restarted and tuned once more by a race"
        for name in optimisers.algorithms
    }
    layout = layout_convergence_curves(
        optimisers, measure=text_measure(), rename=rename, width=3.3
    )
    names = {
        name: by_gid(layout, Text, f"label-{i}")
        for i, name in enumerate(optimisers.algorithms)
    }
    assert all(len(lines) > 1 for lines in names.values())
    within = min(b.y - a.y for lines in names.values() for a, b in pairwise(lines))
    ordered = sorted(names.values(), key=lambda lines: lines[0].y)
    assert all(
        after[0].y - before[-1].y > 1.3 * within for before, after in pairwise(ordered)
    )


def test_names_stand_in_the_order_of_the_ends(optimisers):
    layout = layout_convergence_curves(
        optimisers, measure=plain_measure, problem="sphere"
    )
    ends = [curve[-1] for curve in layout.curves]
    middles = [(box[1] + box[3]) / 2 for box in layout.label_boxes]
    order = sorted(range(6), key=lambda i: middles[i])
    assert all(ends[i] >= ends[j] for i, j in pairwise(order))
    assert all(
        middles[j] - middles[i] >= 1.2 * layout.font_size - 1e-6
        for i, j in pairwise(order)
    )


def test_values_to_be_maximised_are_linear_or_errors():
    values = np.array([[[0.5, 0.75, 0.875]] * 2, [[0.5, 0.5, 0.75]] * 2])
    plain = cd.Histories.from_arrays(
        values, algorithms=["A", "B"], higher_is_better=True
    )
    assert texts(layout_convergence_curves(plain, measure=plain_measure), "note") == [
        "2 problems"
    ]
    layout = layout_convergence_curves(plain, measure=plain_measure, average="mean")
    assert not layout.scale.log
    assert texts(layout, "value-label") == ["mean value, better"]
    known = cd.Histories.from_arrays(
        values, algorithms=["A", "B"], higher_is_better=True, optimum=1
    )
    layout = layout_convergence_curves(known, measure=plain_measure, problem="1")
    assert layout.scale.log
    assert layout.curves[0] == (0.5, 0.25, 0.125)
    assert (texts(layout, "note"), texts(layout, "value-label")) == (
        ["Problem 1"],
        ["error, better"],
    )


def histories_of_runs(runs=8):
    """Read two algorithms on two problems with several runs each."""
    rng = np.random.default_rng(1)
    values = np.minimum.accumulate(rng.exponential(size=(2, 2, runs, 5)) + 0.1, axis=-1)
    rows = [
        {"algorithm": "AB"[a], "problem": "xy"[p], "run": r, "evaluations": 10 * (j + 1), "value": value}
        for (a, p, r, j), value in np.ndenumerate(values)
    ]  # fmt: skip
    return cd.read_histories(
        pd.DataFrame(rows), cut_points=[10, 20, 30, 40, 50]
    ), values


def test_bands_show_the_quartiles_of_the_runs():
    histories, values = histories_of_runs()
    np.testing.assert_allclose(
        histories.run_quartiles, np.quantile(values, [0.25, 0.75], axis=2)
    )
    layout = layout_convergence_curves(histories, measure=text_measure(), problem="y")
    assert texts(layout, "note") == ["y: mean and 25–75% band of 8 runs"]
    lines = [line.points for line in by_gid(layout, Line, r"curve-\d+")]
    at = reader(numbers_of(layout, "value-number"), log=layout.scale.log)
    for i in range(2):
        lower, upper = np.quantile(values[i, 1], [0.25, 0.75], axis=0)
        [band] = by_gid(layout, Area, f"band-{i}")
        edges = by_gid(layout, Line, f"band-edge-{i}")
        assert band.corners == (*edges[0].points, *edges[1].points[::-1])
        assert {edge.color for edge in edges} == {f"line-{i + 1}"}
        for edge, quartile in zip(edges, (lower, upper), strict=True):
            assert [x for x, _ in edge.points] == [x for x, _ in lines[i]]
            heights = [y for _, y in edge.points]
            np.testing.assert_allclose(heights, [at(v) for v in quartile], atol=0.3)
        first_line = layout.elements.index(by_gid(layout, Line, "curve-0")[0])
        assert layout.elements.index(edges[1]) < first_line


def bands_of(subject, **options):
    layout = layout_convergence_curves(subject, measure=text_measure(), **options)
    return [int(area.gid.split("-")[1]) for area in by_gid(layout, Area, r"band-\d+")]


def test_bands_belong_to_highlighted_lines_or_to_few_lines(optimisers):
    problem = {"problem": "Rastrigin"}
    assert bands_of(optimisers, **problem) == []
    assert bands_of(optimisers, **problem, highlight="PSO") == [2]
    assert bands_of(optimisers, **problem, highlight="PSO", run_bands="hide") == []
    assert bands_of(optimisers, **problem, run_bands="show") == [0, 1, 2, 3, 4, 5]
    assert bands_of(optimisers.select(["PSO", "Nelder-Mead"]), **problem) == [0, 1]
    assert bands_of(optimisers, highlight="PSO") == []
    few, _ = histories_of_runs(3)
    assert few.run_quartiles is None
    assert bands_of(few, problem="x") == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "run_bands='show' shows the runs on one problem. Specify problem."),
        ({"problem": "x"}, "run_bands='show' requires histories with at least four runs each, read by "
            "read_histories. Omit the option."),
    ],
)  # fmt: skip
def test_bands_that_cannot_be_drawn(options, message):
    histories, _ = histories_of_runs(3)
    with pytest.raises(UsageError) as caught:
        bands_of(histories, run_bands="show", **options)
    assert str(caught.value) == message


def test_quartiles_of_errors_are_distances_from_the_optimum():
    histories, _ = histories_of_runs()
    raised = replace(
        histories, values=-histories.values, run_quartiles=-histories.run_quartiles[::-1],
        higher_is_better=True, optimum=(0.0, 0.0), whole=None,
    )  # fmt: skip
    np.testing.assert_allclose(quartiles_of(raised), histories.run_quartiles)
    with pytest.raises(
        InputError, match="run_quartiles must contain 2 x 2 x 2 x 5 numbers"
    ):
        replace(histories, run_quartiles=histories.run_quartiles[::-1])


# -- small multiples -------------------------------------------------------------------


def test_every_problem_has_a_panel(comparison):
    layout = layout_convergence_problems(
        comparison, "PSO", "Nelder-Mead", measure=plain_measure
    )
    ranks = comparison.ranks_of("PSO", "Nelder-Mead")
    parts = ranks @ np.arange(1.0, 11) - 10 * 121 / 4
    assert layout.gained == tuple(int(np.sign(part)) for part in parts)
    assert problem_lies(layout, comparison, "PSO", "Nelder-Mead") == []
    axis = "error difference, relative to the first"
    assert " ".join(texts(layout, "value-label")) == axis
    assert " ".join(texts(layout, "axis-label")) == "evaluations"
    assert texts(layout, "legend-text") == [
        "PSO ahead",
        "Nelder-Mead ahead",
        "last errors: PSO",
        "Nelder-Mead",
        "first at the optimum:",
        "PSO",
        "Nelder-Mead",
        "not ranked",
    ]


@pytest.mark.parametrize("width", ["column", "page"])
def test_all_words_of_a_figure_of_problems_are_few(optimisers, width):
    """All texts together, without names, headings and numbers, have about as many words
    as one header may have.
    """
    comparison = cd.compare_convergence(optimisers, ranks="alternative")
    for pair in permutations(optimisers.algorithms, 2):
        layout = cd.plot_convergence_problems(comparison, *pair, width=width).layout
        said = " ".join(
            text.text
            for text in by_gid(layout, Text, "note|legend-text|value-label|axis-label")
        )
        for name in pair:
            said = said.replace(name, "")
        words = [word for word in said.split() if re.search("[a-z]{2}", word)]
        assert len(words) <= 22, words


def test_headings_of_problems(comparison):
    layout = layout_convergence_problems(
        comparison, "PSO", "Nelder-Mead", measure=plain_measure
    )
    gained = layout.gained
    assert texts(layout, "heading") == [
        f"PSO gained on {gained.count(1)} of 20 problems",
        f"Nelder-Mead gained on {gained.count(-1)} of 20 problems",
    ]
    assert heading_lies(layout, gained, "PSO", "Nelder-Mead") == []


@pytest.mark.parametrize("width", ["column", "page"])
def test_groups_of_problems_share_rows(optimisers, width):
    """Two groups share a row only if all panels of the row are below a heading."""
    comparison = cd.compare_convergence(optimisers)
    for pair in permutations(optimisers.algorithms, 2):
        layout = cd.plot_convergence_problems(comparison, *pair, width=width).layout
        assert heading_lies(layout, layout.gained, *layout.names) == []
        tops = sorted({box[1] for box in layout.panel_boxes})
        counts = [sum(box[1] == top for box in layout.panel_boxes) for top in tops]
        assert max(counts) <= layout.columns
        for top in tops:
            firsts = [box[0] for box in layout.panel_boxes if box[1] == top]
            rules = [
                rule.points[0][0]
                for rule in by_gid(layout, Line, "heading-rule")
                if 0 < top - rule.points[0][1] < 60
            ]
            assert len(rules) < 2 or min(rules) < min(firsts)
        groups = [list(layout.gained).count(side) for side in set(layout.gained)]
        assert len(tops) <= sum(-(-count // layout.columns) for count in groups)
        assert layout.height < 480


@pytest.mark.parametrize(
    ("gid", "change", "seen"),
    [
        ("legend-ground-1", {"fill": "background"}, "look alike"),
        ("ground-3", {"y": 400.0}, "panel 3 is not grey below 0"),
        ("heading", {"text": "PSO gained on 1 of 20 problems"}, "the headings are"),
        ("tick-number", {"text": "600"}, "the cut-points are"),
        ("legend-reached", {"fill": "background"}, "not the marks of the panels"),
        ("first-7", {"points": ((60.0, 400.0),) * 10}, "the line of panel 7"),
        (
            "grid-4",
            {"points": ((60.0, 400.0), (70.0, 400.0))},
            "the lines of panel 4 are not those of its numbers",
        ),
        (
            "value-number-4",
            {"text": "2"},
            "the line of panel 4 does not run through its differences",
        ),
        ("last-first-5", {"text": "7"}, "of panel 5 is printed as 7"),
        ("last-second-11", {"bold": True}, "the better last error of panel 11"),
        (
            "reached-1",
            {"fill": "background"},
            "panel 1 does not show who reaches the optimum first",
        ),
        (
            "note",
            {"text": "PSO gained (n = 20, adjusted two-sided p = 0.03)"},
            "the note does not",
        ),
        ("legend-text", {"text": "PSO"}, "the legend says"),
    ],
)
def test_the_checker_sees_faults_of_panels(comparison, gid, change, seen):
    layout = layout_convergence_problems(
        comparison, "PSO", "Nelder-Mead", measure=plain_measure
    )
    elements = list(layout.elements)
    index = next(i for i, element in enumerate(elements) if element.gid == gid)
    elements[index] = replace(elements[index], **change)
    found = problem_lies(
        replace(layout, elements=tuple(elements)), comparison, "PSO", "Nelder-Mead"
    )
    assert any(seen in lie for lie in found), found


# -- options ---------------------------------------------------------------------------


def test_two_algorithms_with_one_label(optimisers, comparison):
    """Where both are named; a figure of one pair names no third."""
    for rename in ({"PSO": "Nelder-Mead"}, {"PSO": "x", "Nelder-Mead": "x"}):
        draws = [
            lambda rename=rename: layout_convergence_curves(
                optimisers, measure=plain_measure, rename=rename
            ),
            lambda rename=rename: layout_convergence_matrix(
                comparison, measure=plain_measure, rename=rename
            ),
            *(
                lambda layout=layout, rename=rename: layout(
                    comparison,
                    "PSO",
                    "Nelder-Mead",
                    measure=plain_measure,
                    rename=rename,
                )
                for layout in (layout_convergence_trend, layout_convergence_problems)
            ),
        ]
        for draw in draws:
            with pytest.raises(
                UsageError,
                match=r"^'.*' and '.*' would both be called '.*' in the figure. Give "
                r"them",
            ):
                draw()
    for layout in (layout_convergence_trend, layout_convergence_problems):
        pair = layout(
            comparison,
            "PSO",
            "(1+1)-ES",
            measure=plain_measure,
            rename={"PSO": "Nelder-Mead"},
        )
        assert pair.names == ("Nelder-Mead", "(1+1)-ES")
    swapped = layout_convergence_curves(
        optimisers,
        measure=plain_measure,
        rename={"PSO": "Nelder-Mead", "Nelder-Mead": "PSO"},
    )
    assert sorted(swapped.names) == sorted(optimisers.algorithms)


def test_unknown_names(optimisers, comparison):
    with pytest.raises(InputError) as caught:
        layout_convergence_curves(optimisers, measure=plain_measure, problem="spheer")
    assert str(caught.value).startswith(
        "unknown problem 'spheer': did you mean 'sphere'? Choose from "
    )
    with pytest.raises(InputError) as caught:
        layout_convergence_trend(comparison, "PSO", "PSA", measure=plain_measure)
    assert str(caught.value).startswith(
        "unknown algorithm 'PSA': did you mean 'PSO'? Choose from "
    )
    with pytest.raises(UsageError) as caught:
        layout_convergence_matrix(comparison, measure=plain_measure, highlight="PSA")
    assert str(caught.value).startswith(
        "unknown algorithm in highlight 'PSA': did you mean 'PSO'? Choose from "
    )


def test_too_narrow(optimisers, comparison):
    for layout, message in (
        (lambda: layout_convergence_curves(optimisers, measure=plain_measure, width=0.9), "convergence curves with names does not"),
        (lambda: layout_convergence_trend(comparison, "PSO", "(1+1)-ES", measure=plain_measure, width=0.9), "the trend of a pair does"),
        (lambda: layout_convergence_problems(comparison, "PSO", "(1+1)-ES", measure=plain_measure, width=0.6), "one panel does not"),
    ):  # fmt: skip
        with pytest.raises(LayoutError) as caught:
            layout()
        assert str(caught.value).startswith(message)


def lay_out_pair(first, second, **options):
    """Lay out two algorithms, A and B, on problems; their errors are given problem by
    problem.
    """
    values = [np.array(first, dtype=float), np.array(second, dtype=float)]
    n, c = values[0].shape
    histories = cd.Histories(
        values=values,
        algorithms=("A", "B"),
        problems=[f"f{p}" for p in range(n)],
        cut_points=range(1, c + 1),
    )
    comparison = cd.compare_convergence(histories, **options)
    return layout_convergence_problems(
        comparison, "A", "B", measure=text_measure(), width="page"
    ), comparison


def test_panels_show_the_differences_that_are_ranked():
    """Of two errors that fall by the same factor the larger gains; a logarithmic axis
    had them in parallel.
    """
    rate = np.tile(np.exp(-np.arange(6.0)), (3, 1))
    layout, comparison = lay_out_pair(rate, 3 * rate)
    assert layout.gained == (-1, -1, -1)
    np.testing.assert_allclose(layout.changes, rate)  # from 1 to 0: B catches up
    swapped, _ = lay_out_pair(3 * rate, rate)
    np.testing.assert_allclose(swapped.changes, -rate)  # A, which is behind, gains
    assert swapped.gained == (1, 1, 1)
    assert layout.ahead == ((1,) * 6,) * 3
    assert problem_lies(layout, comparison, "A", "B") == []


def test_differences_of_0_and_changes_of_sign():
    """The first difference that is not 0 is 1 if the first algorithm is better, and -1
    if the second is; at 0 both are equal.
    """
    first = [[4, 4, 2, 1], [4, 3, 2, 1], [4, 3, 2, 1], [5, 3, 2, 1]]
    second = [[4, 3, 2, 2], [4, 3, 2, 1], [8, 5, 2, 0.5], [4, 3, 2, 1]]
    layout, comparison = lay_out_pair(first, second, ranks="original")
    assert layout.changes == (
        (0.0, -1.0, 0.0, 1.0),
        (0.0,) * 4,
        (1.0, 0.5, 0.0, -0.125),
        (-1.0, 0.0, 0.0, 0.0),
    )
    assert layout.ahead == ((0, -1, 0, 1), (0,) * 4, (1, 1, 0, -1), (-1, 0, 0, 0))
    assert problem_lies(layout, comparison, "A", "B") == []
    bold = [
        (text.gid, text.text)
        for text in layout.elements
        if getattr(text, "bold", False) and "last" in text.gid
    ]
    assert bold == [("last-first-0", "1"), ("last-second-2", "0.5")]


def test_rounding_is_no_difference():
    layout, _ = lay_out_pair(
        [[0.1 + 0.2, 0.2, 0.1]] * 2, [[0.3, 0.1, 0.1]] * 2, ranks="original"
    )
    assert layout.changes == ((0.0, -1.0, 0.0),) * 2


def test_the_optimum_reached_first_is_marked():
    """By alternative ranks it gains from there on, although the difference shrinks."""
    first, second = [[9, 5, 0, 0, 0]] * 3, [[9, 8, 7, 4, 1]] * 3
    layout, comparison = lay_out_pair(first, second, ranks="alternative")
    assert layout.gained == (1, 1, 1)
    [disc] = by_gid(layout, Marker, "reached-0")
    assert disc.fill == "foreground"
    assert problem_lies(layout, comparison, "A", "B") == []
    swapped, comparison = lay_out_pair(second, first, ranks="alternative")
    assert swapped.gained == (-1, -1, -1)
    assert by_gid(swapped, Marker, "reached-0")[0].fill == "background"
    assert problem_lies(swapped, comparison, "A", "B") == []


def test_last_errors_that_differ_print_differently():
    layout, _ = lay_out_pair([[2, 0.20013]] * 2, [[3, 0.20017]] * 2)
    assert [texts(layout, f"last-{name}-0") for name in ("first", "second")] == [
        ["0.2001"],
        ["0.2002"],
    ]


@pytest.mark.parametrize("sign", [1, -1])
def test_the_names_of_the_lines_of_a_trend_are_apart(sign):
    """Also if the mean rank ends on the line of no trend."""
    rng = np.random.default_rng(6)
    steps = sign * np.array([[3.0, 2.5, 1.0, 1.5, 2.0]]) + 1e-3 * rng.random((20, 5))
    values = np.stack(
        [50 - 5 * np.arange(5) + steps, 50 - 5 * np.arange(5) + 0 * steps]
    )
    histories = cd.Histories.from_arrays(
        values,
        algorithms=["A", "B"],
        problems=[f"f{i}" for i in range(20)],
        cut_points=[1, 2, 3, 4, 5],
    )
    layout = layout_convergence_trend(
        cd.compare_convergence(histories), "A", "B", measure=plain_measure
    )
    found = {element.gid: element for element in layout.elements}
    mean, level = found["mean-label"], found["level-label"]
    apart = abs(mean.y - level.y)
    assert apart >= 1.2 * mean.size - 1e-9
    assert abs(found["mean"].points[-1][1] - found["level"].points[-1][1]) < apart
