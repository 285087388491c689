"""The four figures of convergence: what they show, in numbers, and their options. Random inputs: test_convergence_random.py."""

# ruff: noqa: E501 - messages stand here as they are printed

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from cases import plain_measure, text_measure
from checks import by_gid
from convergence_checks import problem_lies

import cddiagram as cd
from cddiagram.convergence.figures.curves import layout_convergence_curves
from cddiagram.convergence.figures.matrix import layout_convergence_matrix
from cddiagram.convergence.figures.problems import layout_convergence_problems
from cddiagram.convergence.figures.trend import layout_convergence_trend
from cddiagram.errors import InputError, LayoutError, UsageError
from cddiagram.sheet.elements import Line, Marker, Rectangle, Text


@pytest.fixture(scope="module")
def optimisers():
    return cd.load_histories("optimisers")


@pytest.fixture(scope="module")
def comparison(optimisers):
    return cd.compare_convergence(optimisers, ranks="alternative")


def texts(layout, gid):
    return [text.text for text in layout.elements if isinstance(text, Text) and text.gid == gid]


# -- the matrix ----------------------------------------------------------------------------------------------------


def test_cells_of_the_matrix(comparison):
    layout = layout_convergence_matrix(comparison, measure=plain_measure)
    order = comparison.order
    assert layout.names == tuple(comparison.algorithms[i] for i in order)
    cells = {cell.gid: cell.fill for cell in by_gid(layout, Rectangle, r"cell-\d+-\d+")}
    assert len(cells) == 30
    for row, i in enumerate(order):
        for column, j in enumerate(order):
            if i != j:
                p = comparison.pvalue[i, j]
                level = sum([p <= 0.05, p <= 0.01, p <= 0.001])
                wanted = "background" if level == 0 else f"level-{level}"
                assert cells[f"cell-{row}-{column}"] == wanted
    said = " ".join(texts(layout, "note")).replace("\u00a0", " ")
    tests = "30 tests, not adjusted for their number, error rate not controlled"
    start = f"Page, alternative ranks, α = 0.05, {tests}"
    assert said == f"{start}: row faster than column; rows from fast to slow by the sum of L"
    assert len(by_gid(layout, Line, r"diagonal-\d+")) == 6


def test_nine_in_a_column_keep_their_numbers():
    steps = np.linspace(9.0, 1.0, 10) ** np.linspace(0.2, 3.0, 9)[:, np.newaxis, np.newaxis]
    values = steps * np.linspace(1.0, 5.0, 12)[:, np.newaxis]
    names = ["jSO", "EBO", "DYYPO", "LSSPA", "MOS11", "MM", "IDEN", "DES", "MOS12"]
    histories = cd.Histories(
        values=values, algorithms=names, problems=[f"f{i}" for i in range(12)], cut_points=range(10, 110, 10)
    )
    layout = layout_convergence_matrix(cd.compare_convergence(histories), measure=text_measure("DejaVu Sans"))
    assert len([e for e in layout.elements if isinstance(e, Text) and e.gid.startswith("value-")]) == 72
    assert min(e.size for e in layout.elements if isinstance(e, Text)) >= 6.5


# -- the trend -----------------------------------------------------------------------------------------------------


def test_the_trend_shows_the_ranks_of_l(comparison):
    layout = layout_convergence_trend(comparison, "PSO", "(1+1)-ES", measure=plain_measure)
    ranks = comparison.ranks_of("PSO", "(1+1)-ES")
    np.testing.assert_allclose(layout.mean_ranks, ranks.mean(axis=0))
    left, top, right, bottom = layout.plot_box
    (mean,) = by_gid(layout, Line, "mean")
    y = [bottom - (rank - 1) / 9 * (bottom - top) for rank in layout.mean_ranks]
    np.testing.assert_allclose([point[1] for point in mean.points], y)
    steps = np.diff([point[0] for point in mean.points])
    np.testing.assert_allclose(steps, steps[0])
    assert left < mean.points[0][0] < mean.points[-1][0] <= right
    assert [(dot.x, dot.y) for dot in by_gid(layout, Marker, r"mean-dot-\d+")] == list(mean.points)
    problems = by_gid(layout, Line, r"problem-\d+")
    assert len(problems) == 20
    for line, row in zip(problems, ranks, strict=True):
        np.testing.assert_allclose([p[1] for p in line.points], [bottom - (r - 1) / 9 * (bottom - top) for r in row])
    (level,) = by_gid(layout, Line, "level")
    assert level.points[0][1] == pytest.approx((top + bottom) / 2)
    total = float(20 * np.array(layout.mean_ranks) @ np.arange(1, 11))
    assert f"L =\u00a0{total:.12g}".replace(" ", "\u00a0") in "".join(texts(layout, "note")).replace(" ", "\u00a0")
    axis = "alternative ranks of error differences, rising: PSO gains"
    assert " ".join(texts(layout, "value-label")) == axis
    assert len({text.y for text in layout.elements if isinstance(text, Text) and text.y < top - 4}) <= 4


def test_the_trend_of_the_swapped_pair_is_the_mirror_image(comparison):
    there = layout_convergence_trend(comparison, "PSO", "(1+1)-ES", measure=plain_measure)
    back = layout_convergence_trend(comparison, "(1+1)-ES", "PSO", measure=plain_measure)
    np.testing.assert_allclose(np.array(there.mean_ranks) + back.mean_ranks, 11)


# -- curves --------------------------------------------------------------------------------------------------------


def test_curves_of_one_problem_and_of_the_mean(optimisers):
    layout = layout_convergence_curves(optimisers, measure=plain_measure, problem="Rastrigin", highlight="PSO")
    row = optimisers.problems.index("Rastrigin")
    np.testing.assert_array_equal(layout.curves, optimisers.values[:, row])
    assert texts(layout, "note") == ["Rastrigin"]
    assert texts(layout, "value-label") == ["error, lower is better"]
    lines = {line.gid: line for line in by_gid(layout, Line, r"curve-\d+")}
    left, top, right, bottom = layout.plot_box
    for i in range(6):
        heights = [bottom - layout.scale.place(v) * (bottom - top) for v in layout.curves[i]]
        np.testing.assert_allclose([y for _, y in lines[f"curve-{i}"].points], heights)
        assert lines[f"curve-{i}"].points[0][0] == pytest.approx(left)
        assert lines[f"curve-{i}"].points[-1][0] == pytest.approx(right)
    highlighted = lines["curve-2"]
    assert (highlighted.width, highlighted.color, highlighted.dash) == (1.5, "foreground", None)
    assert len({line.dash for line in lines.values() if line is not highlighted}) == 5
    assert len({line.color for line in lines.values()}) == 3  # vermilion was its own
    assert all(text.bold and text.color == "foreground" for text in by_gid(layout, Text, "label-2"))
    assert layout.elements.index(highlighted) < min(  # it would cover them
        layout.elements.index(line) for line in lines.values() if line is not highlighted
    )
    assert len(by_gid(layout, Line, "tick|tick-minor")) == 10
    mean = layout_convergence_curves(optimisers, measure=plain_measure)
    np.testing.assert_allclose(mean.curves, optimisers.values.mean(axis=1))
    assert texts(mean, "note") == ["Mean over 20 problems"]
    assert texts(mean, "value-label") == ["mean error, lower is better"]


def test_colours_and_dashes_belong_to_names(optimisers):
    """Whatever is picked out, and by which colour, every other curve looks as before."""

    def look(**options):
        layout = layout_convergence_curves(optimisers, measure=plain_measure, problem="Rastrigin", **options)
        return {line.gid: (line.color, line.dash) for line in by_gid(layout, Line, r"curve-\d+")}

    plain = look()
    assert look(highlight="PSO") == plain | {"curve-2": ("foreground", None)}
    assert look(highlight={"PSO": "#ff0000"}) == plain | {"curve-2": ("#ff0000", None)}
    assert look(colors={"PSO": "#ff0000"}) == plain | {"curve-2": ("#ff0000", (1.4, 1.4))}


def test_zero_stands_in_a_band_behind_a_break(optimisers):
    layout = layout_convergence_curves(optimisers, measure=plain_measure, problem="Rastrigin")
    _, top, _, bottom = layout.plot_box
    lowest = bottom - layout.scale.start * (bottom - top)
    (axis,), (zero,) = by_gid(layout, Line, "value-axis"), by_gid(layout, Line, "value-zero")
    (band,) = by_gid(layout, Rectangle, "zero-band")
    slashes = by_gid(layout, Line, "value-break")
    assert max(y for _, y in axis.points) == pytest.approx(lowest)
    assert [y for _, y in zero.points] == pytest.approx([bottom, band.y])
    assert band.y < bottom < band.y + band.height
    assert len(slashes) == 2
    assert all(lowest < y < band.y for slash in slashes for _, y in slash.points)
    ends = {i: by_gid(layout, Line, f"curve-{i}")[0].points[-1][1] for i in range(6)}
    assert [i for i, y in ends.items() if y > band.y] == [optimisers.algorithms.index("Dual annealing")]
    positive = layout_convergence_curves(optimisers, measure=plain_measure)
    assert not [e for e in positive.elements if e.gid in ("value-break", "value-zero", "zero-band")]


def test_broken_names_stand_apart(optimisers):
    rename = {name: f"{name}, restarted and tuned once more by a race" for name in optimisers.algorithms}
    layout = layout_convergence_curves(optimisers, measure=text_measure(), rename=rename, width=3.3)
    names = {name: by_gid(layout, Text, f"label-{i}") for i, name in enumerate(optimisers.algorithms)}
    assert all(len(lines) > 1 for lines in names.values())
    within = min(b.y - a.y for lines in names.values() for a, b in pairwise(lines))
    ordered = sorted(names.values(), key=lambda lines: lines[0].y)
    assert all(after[0].y - before[-1].y > 1.3 * within for before, after in pairwise(ordered))


def test_names_stand_in_the_order_of_the_ends(optimisers):
    layout = layout_convergence_curves(optimisers, measure=plain_measure, problem="sphere")
    ends = [curve[-1] for curve in layout.curves]
    middles = [(box[1] + box[3]) / 2 for box in layout.label_boxes]
    order = sorted(range(6), key=lambda i: middles[i])
    assert all(ends[i] >= ends[j] for i, j in pairwise(order))
    assert all(middles[j] - middles[i] >= 1.2 * layout.font_size - 1e-6 for i, j in pairwise(order))


def test_values_to_be_maximised_are_linear_or_errors():
    values = np.array([[[0.5, 0.75, 0.875]] * 2, [[0.5, 0.5, 0.75]] * 2])
    plain = cd.Histories.from_arrays(values, algorithms=["A", "B"], higher_is_better=True)
    layout = layout_convergence_curves(plain, measure=plain_measure)
    assert not layout.scale.log
    assert texts(layout, "value-label") == ["mean value, higher is better"]
    known = cd.Histories.from_arrays(values, algorithms=["A", "B"], higher_is_better=True, optimum=1)
    layout = layout_convergence_curves(known, measure=plain_measure, problem="1")
    assert layout.scale.log
    assert layout.curves[0] == (0.5, 0.25, 0.125)
    assert (texts(layout, "note"), texts(layout, "value-label")) == (["Problem 1"], ["error, lower is better"])


# -- small multiples -----------------------------------------------------------------------------------------------


def test_every_problem_has_a_panel(comparison):
    layout = layout_convergence_problems(comparison, "PSO", "Nelder-Mead", measure=plain_measure)
    ranks = comparison.ranks_of("PSO", "Nelder-Mead")
    parts = ranks @ np.arange(1.0, 11) - 10 * 121 / 4
    assert layout.gained == tuple(int(np.sign(part)) for part in parts)
    assert len(by_gid(layout, Line, r"first-\d+")) == len(by_gid(layout, Line, r"second-\d+")) == 20
    assert problem_lies(layout, comparison, "PSO", "Nelder-Mead") == []
    assert texts(layout, "value-label") == ["error, lower is better; one scale for each row"]
    assert texts(layout, "tick-number")[:2] == ["500", "5000"]
    assert texts(layout, "axis-label") == ["evaluations, 10 cut-points"]
    assert len(by_gid(layout, Line, "value-axis")) == -(-20 // layout.columns)


@pytest.mark.parametrize(
    ("gid", "change", "seen"),
    [
        ("first-3", {"dash": (1.0, 1.0)}, "look alike"),
        ("gained-2", {"dash": (9.0, 9.0)}, "problem 2 has the wrong mark"),
        ("second-7", {"points": ((60.0, 400.0),) * 10}, "second-7 does not run through its values"),
        ("grid-4", {"points": ((60.0, 400.0), (70.0, 400.0))}, "the ticks of panel 4 are not those of its row"),
        ("note", {"text": "Page, original ranks: neither is shown to converge faster"}, "the note does not"),
        ("legend-text", {"text": "PSO (gained on 3)"}, "but the legend says"),
    ],
)
def test_the_checker_sees_faults_of_panels(comparison, gid, change, seen):
    layout = layout_convergence_problems(comparison, "PSO", "Nelder-Mead", measure=plain_measure)
    elements = list(layout.elements)
    index = next(i for i, element in enumerate(elements) if element.gid == gid)
    elements[index] = replace(elements[index], **change)
    found = problem_lies(replace(layout, elements=tuple(elements)), comparison, "PSO", "Nelder-Mead")
    assert any(seen in lie for lie in found), found


def test_original_ranks_say_what_they_do_to_a_solver(optimisers):
    original = cd.compare_convergence(optimisers, ranks="original")
    for layout, gid in ((layout_convergence_problems, "note"), (layout_convergence_trend, "value-label")):
        said = " ".join(texts(layout(original, "Dual annealing", "Random search", measure=plain_measure), gid))
        assert "original ranks (problems solved early count against the solver)" in said


# -- options -----------------------------------------------------------------------------------------------------


def test_two_algorithms_with_one_label(optimisers, comparison):
    """Where both are named; a figure of one pair names no third."""
    for rename in ({"PSO": "Nelder-Mead"}, {"PSO": "x", "Nelder-Mead": "x"}):
        draws = [
            lambda rename=rename: layout_convergence_curves(optimisers, measure=plain_measure, rename=rename),
            lambda rename=rename: layout_convergence_matrix(comparison, measure=plain_measure, rename=rename),
            *(
                lambda layout=layout, rename=rename: layout(
                    comparison, "PSO", "Nelder-Mead", measure=plain_measure, rename=rename
                )
                for layout in (layout_convergence_trend, layout_convergence_problems)
            ),
        ]
        for draw in draws:
            with pytest.raises(UsageError, match=r"^'.*' and '.*' would both be called '.*' in the figure: give them"):
                draw()
    for layout in (layout_convergence_trend, layout_convergence_problems):
        pair = layout(comparison, "PSO", "(1+1)-ES", measure=plain_measure, rename={"PSO": "Nelder-Mead"})
        assert pair.names == ("Nelder-Mead", "(1+1)-ES")
    swapped = layout_convergence_curves(
        optimisers, measure=plain_measure, rename={"PSO": "Nelder-Mead", "Nelder-Mead": "PSO"}
    )
    assert sorted(swapped.names) == sorted(optimisers.algorithms)


def test_unknown_names(optimisers, comparison):
    with pytest.raises(InputError) as caught:
        layout_convergence_curves(optimisers, measure=plain_measure, problem="spheer")
    assert str(caught.value).startswith("unknown problem 'spheer': did you mean 'sphere'? Choose from ")
    with pytest.raises(InputError) as caught:
        layout_convergence_trend(comparison, "PSO", "PSA", measure=plain_measure)
    assert str(caught.value).startswith("unknown algorithm 'PSA': did you mean 'PSO'? Choose from ")
    with pytest.raises(UsageError) as caught:
        layout_convergence_matrix(comparison, measure=plain_measure, highlight="PSA")
    assert str(caught.value).startswith("unknown algorithm in highlight 'PSA': did you mean 'PSO'? Choose from ")


def test_too_narrow(optimisers, comparison):
    for layout, message in (
        (lambda: layout_convergence_curves(optimisers, measure=plain_measure, width=0.9), "convergence curves with names does not"),
        (lambda: layout_convergence_trend(comparison, "PSO", "(1+1)-ES", measure=plain_measure, width=0.9), "the trend of a pair does"),
        (lambda: layout_convergence_problems(comparison, "PSO", "(1+1)-ES", measure=plain_measure, width=0.7), "one panel does not"),
    ):  # fmt: skip
        with pytest.raises(LayoutError) as caught:
            layout()
        assert str(caught.value).startswith(message)


@pytest.mark.parametrize(("scale", "ratios"), [("log", True), ("linear", False)])
def test_panels_say_that_gains_are_of_differences(scale, ratios):
    """Of two errors that fall by the same factor the larger gains, although a logarithmic axis has them in parallel."""
    rate = np.tile(np.exp(-np.arange(6.0)), (3, 1))
    subject = cd.compare_convergence(
        cd.Histories(values=[rate, 3 * rate], algorithms=("A", "B"), problems=("x", "y", "z"), cut_points=range(1, 7))
    )
    layout = layout_convergence_problems(subject, "A", "B", measure=text_measure(), scale=scale, width="page")
    assert layout.gained == (-1, -1, -1)
    said = " ".join(texts(layout, "legend-text"))
    assert "over a panel: who gained, by differences of errors" in said
    assert ("while the axis shows ratios" in said) == ratios
    marks = [(line.dash, line.width) for line in by_gid(layout, Line, "legend-mark")]
    drawn = [by_gid(layout, Line, f"{name}-0")[0] for name in ("first", "second")]
    assert marks == [(line.dash, line.width) for line in drawn]


@pytest.mark.parametrize("sign", [1, -1])
def test_the_names_of_the_lines_of_a_trend_are_apart(sign):
    """Also if the mean rank ends on the line of no trend."""
    rng = np.random.default_rng(6)
    steps = sign * np.array([[3.0, 2.5, 1.0, 1.5, 2.0]]) + 1e-3 * rng.random((20, 5))
    values = np.stack([50 - 5 * np.arange(5) + steps, 50 - 5 * np.arange(5) + 0 * steps])
    histories = cd.Histories.from_arrays(
        values, algorithms=["A", "B"], problems=[f"f{i}" for i in range(20)], cut_points=[1, 2, 3, 4, 5]
    )
    layout = layout_convergence_trend(cd.compare_convergence(histories), "A", "B", measure=plain_measure)
    found = {element.gid: element for element in layout.elements}
    mean, level = found["mean-label"], found["level-label"]
    apart = abs(mean.y - level.y)
    assert apart >= 1.2 * mean.size - 1e-9
    assert abs(found["mean"].points[-1][1] - found["level"].points[-1][1]) < apart
