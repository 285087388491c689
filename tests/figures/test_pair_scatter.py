"""Pair scatter: dots at the numbers of both axes, counts from the scores, errors, and
random tables.
"""

import math
import random
import re
from dataclasses import replace

import numpy as np
import pytest
from cases import plain_measure, text_measure
from checks import by_gid, letters, overlaps, reads
from examples import random_figures
from hypothesis import given
from hypothesis import strategies as st
from plot_checks import (
    NEAR,
    axis_defects,
    face_defects,
    numbers_of,
    plot_defects,
    reader,
)
from random_inputs import random_name

import cddiagram as cd
from cddiagram.figures.pair_scatter import layout_pair_scatter
from cddiagram.sheet import Line, Marker, Text
from cddiagram.text import LayoutError, UsageError
from cddiagram.words import equals, format_p

TABLE = cd.load_example("garcia2008-table2")


def rows(layout, gid):
    return [t.text for t in sorted(by_gid(layout, Text, gid), key=lambda t: t.y)]


def words(layout, gid):
    return letters("".join(rows(layout, gid)))


def scatter_defects(layout, comparison, first, second, width):
    """What is wrong with a scatter, held against the scores and the p-values."""
    table, alpha = comparison.table, comparison.alpha
    i, j = comparison.algorithms.index(first), comparison.algorithms.index(second)
    across, upwards = table.scores[:, j], table.scores[:, i]
    found = [*face_defects(layout, width), *plot_defects(layout, layout.plot_box)]
    # The header begins above the square, which is in the middle of a wide page.
    found = [defect for defect in found if "is not flush left" not in defect]
    if len({round(t.box[0], 6) for t in by_gid(layout, Text, "note|label-0")}) > 1:
        found.append("the header does not begin above the square")
    for gid in ("tick-number", "value-number"):
        found += axis_defects(layout, gid, log=layout.log)
    x, y = numbers_of(layout, "tick-number"), numbers_of(layout, "value-number")
    at_x, at_y = reader(x, log=layout.log), reader(y, log=layout.log)
    if [value for _, value in x] != [value for _, value in reversed(y)]:
        found.append("the axes differ")
    left, top, right, bottom = layout.plot_box
    if abs((right - left) - (bottom - top)) > 1e-6:
        found.append("not a square")
    [line] = by_gid(layout, Line, "diagonal")
    equal = [(at_x(value), at_y(value)) for _, value in x]
    corners = zip(line.points, ((left, bottom), (right, top)), strict=True)
    if any(math.dist(*ends) > NEAR for ends in corners) or any(
        abs(a - left - bottom + b) > NEAR for a, b in equal
    ):
        found.append("the diagonal does not join equal scores")
    dots = {
        int(dot.gid.split("-")[1]): dot for dot in by_gid(layout, Marker, r"dot-\d+")
    }
    if sorted(dots) != list(range(table.n)):
        return [*found, "not one dot for each data set"]
    for row, dot in dots.items():
        if math.dist((dot.x, dot.y), (at_x(across[row]), at_y(upwards[row]))) > NEAR:
            found.append(f"{dot.gid} is not at its score")
    p = comparison.pairwise.pvalue_adjusted[i, j]
    found += _words(layout, (upwards, across), table.higher_is_better, p <= alpha)
    found += _clear_of_dots(layout, dots.values())
    said = (
        "this pair was not tested"
        if math.isnan(p)
        else f"p {equals(format_p(p, alpha))}, α = {alpha:.2f}"
    )
    if not words(layout, "note").endswith(letters(said)):
        found.append(f"the note is {words(layout, 'note')}")
    return found + _named(layout, dots, table)


SIDES = ("upper", "lower")


def _words(layout, scores, higher, different):
    """Each triangle contains the number of wins of the algorithm that is better there;
    the median of the differences and the ties are below the numbers.
    """
    first, second = layout.names
    upwards, across = scores
    better = (upwards > across) if higher else (upwards < across)
    wins, ties = int(better.sum()), int((upwards == across).sum())
    counts = {first: wins, second: len(upwards) - wins - ties}
    details = {
        first: "median difference",
        second: "1 tie" if ties == 1 else f"{ties} ties",
    }
    winner = max(counts, key=counts.get) if wins != counts[second] else None
    found = []
    for side, name in zip(
        SIDES, (first, second) if higher else (second, first), strict=True
    ):
        said, detail = f"{name} better: {counts[name]}", details[name]
        texts = by_gid(layout, Text, f"triangle-{side}")
        below = rows(layout, f"triangle-{side}-detail")
        if not texts:
            if letters(f"{side} triangle: {said}, {detail}") not in words(
                layout, "triangles"
            ):
                found.append(f"{said} is in no triangle and not above the square")
            continue
        if not reads(rows(layout, f"triangle-{side}"), said):
            found.append(f"{texts} is said, not {said}")
        if {text.bold for text in texts} != {bool(different) and name == winner}:
            found.append(
                f"{said} is bold without a significant difference, or not bold"
            )
        if not letters("".join(below)).startswith(letters(detail)):
            found.append(f"{below} is below {said}")
        found += _triangle_defects(layout, side, texts)
    median = float(np.median(upwards - across))
    found += _median_defects(layout, median, SIDES[not higher])
    if not (
        reads(rows(layout, "label-0"), first) and reads(rows(layout, "label-1"), second)
    ):
        found.append("the axes have other names")
    return found


def _triangle_defects(layout, side, texts):
    """All words of a side are in the square, and in the triangle of that side."""
    left, top, right, bottom = layout.plot_box
    for text in (*texts, *by_gid(layout, Text, f"triangle-{side}-detail")):
        a, b, c, d = text.box
        if a < left or b < top or c > right or d > bottom:
            return [f"{text.text} is not in the square"]
        corners = [(x - left) - (bottom - y) for x in (a, c) for y in (b, d)]
        inside = max(corners) < 0 if side == "upper" else min(corners) > 0
        if not inside:
            return [f"{text.text} is not in the {side} triangle"]
    return []


def _median_defects(layout, median, side):
    """The median of the differences is printed with its sign."""
    texts = rows(layout, f"triangle-{side}-detail") or rows(layout, "triangles")
    joined = "".join(texts).replace("−", "-").replace(" ", "")
    rest = joined.partition("mediandifference")[2]
    printed = re.split("upper|lower", rest)[0]
    same = math.isclose(
        float(printed),
        median,
        rel_tol=0.0051,
        abs_tol=1e-12 * np.abs(layout.limits).max(),
    )
    if not same or (float(printed) > 0) != printed.startswith("+"):
        return [f"the median {median} is printed as {printed}"]
    return []


def _clear_of_dots(layout, dots):
    """No dot is nearer than 1 pt to a number of wins."""
    found = []
    for text in by_gid(layout, Text, "triangle-.*"):
        a, b, c, d = text.box
        for dot in dots:
            nearest = (min(max(dot.x, a), c), min(max(dot.y, b), d))
            if math.dist(nearest, (dot.x, dot.y)) < dot.radius + 1.0:
                found.append(f"{text.text} touches {dot.gid}")
    return found


def _named(layout, dots, table):
    """A name stands at its dot, nearer than to any other, or a pointer leads to it from
    its dot.
    """
    found = []
    pointers = {
        line.gid.rsplit("-", 1)[1]: line
        for line in by_gid(layout, Line, r"dataset-pointer-\d+")
    }
    for text in by_gid(layout, Text, r"dataset-\d+"):
        row, (a, b, c, d) = int(text.gid.split("-")[1]), text.box
        away = {
            other: math.dist(
                (dot.x, dot.y), (min(max(dot.x, a), c), min(max(dot.y, b), d))
            )
            for other, dot in dots.items()
        }
        own = dots[row]
        if str(row) in pointers:
            start = pointers[str(row)].points[0]
            at_its_dot = math.dist(start, (own.x, own.y)) < own.radius + 0.1
        else:
            at_its_dot = away[row] <= min(min(away.values()) + 1e-9, 6.0)
        if text.text != str(table.datasets[row]) or not at_its_dot:
            found.append(f"{text.text} is not the name of its dot")
    if [text.text for text in by_gid(layout, Text, r"dataset-\d+")] != list(
        layout.named
    ):
        found.append("other data sets are named than the layout says")
    return found


def lay_out(comparison, first, second, **options):
    return layout_pair_scatter(
        comparison, first, second, measure=text_measure(), **options
    )


# -- numbers ---------------------------------------------------------------------------


@pytest.mark.parametrize("width", [3.3, 6.75])
@pytest.mark.parametrize(
    "options",
    [{}, {"pair_test": "wilcoxon"}, {"control": "CN2"}],
    ids=["all", "wilcoxon", "control"],
)
def test_no_defects(options, width):
    comparison = cd.compare(TABLE, **options)
    for first, second in (("C4.5", "CN2"), ("CN2", "Kernel"), ("1-NN", "C4.5")):
        layout = lay_out(comparison, first, second, width=width, name_farthest=4)
        assert (
            scatter_defects(layout, comparison, first, second, round(width * 72, 9))
            == []
        )


@pytest.mark.parametrize("width", [3.3, 6.75])
def test_the_square_stands_in_the_middle_and_its_words_in_one_line(width):
    names = {
        "C4.5": "Decision trees",
        "CN2": "Rules by covering",
    }
    table = cd.ScoreTable.from_arrays(
        TABLE.scores[:, [TABLE.algorithms.index(name) for name in names]],
        algorithms=list(names),
    )
    layout = lay_out(cd.compare(table), *names, rename=names, width=width)
    drawn = [
        element
        for element in layout.elements
        if element.gid in ("value-number", "tick-number")
    ]
    left, right = (
        min(t.box[0] for t in drawn),
        layout.width - max(t.box[2] for t in drawn),
    )
    assert left == pytest.approx(right, abs=0.01)
    [name] = by_gid(layout, Text, "label-0")
    assert name.box[0] == pytest.approx(left)
    said = [
        len(by_gid(layout, Text, gid)) for gid in ("triangle-upper", "triangle-lower")
    ]
    assert said == [1, 1]


def test_triangles_of_a_lower_is_better_table():
    table = cd.ScoreTable.from_arrays(
        [[1.0, 2.0], [1.0, 3.0], [2.0, 4.0], [9.0, 8.0]],
        algorithms=["A", "B"],
        higher_is_better=False,
    )
    layout = lay_out(cd.compare(table), "A", "B")
    assert rows(layout, "triangle-upper") == ["B better: 1"]
    assert rows(layout, "triangle-lower") == ["A better: 3"]
    assert rows(layout, "triangle-lower-detail") == ["median difference −1.50"]


@pytest.mark.parametrize(
    ("scale", "numbers"),
    [
        (1.0, "0.0 0.5 1.0 1.5 2.0 2.5 3.0 3.5 4.0"),
        (-1.0, "−4.0 −3.5 −3.0 −2.5 −2.0 −1.5 −1.0 −0.5 0.0"),
        (3e-7, "0 5·10⁻⁷ 10⁻⁶ 1.5·10⁻⁶"),
        (25e6, "0 2·10⁷ 4·10⁷ 6·10⁷ 8·10⁷ 10⁸"),
    ],
)
def test_numbers_of_any_size(scale, numbers):
    table = cd.ScoreTable.from_arrays(
        scale * np.array([[0.0, 1.0], [4.0, 3.0], [2.0, 2.0]]), algorithms=["A", "B"]
    )
    comparison = cd.compare(table)
    layout = lay_out(comparison, "A", "B")
    assert " ".join(t.text for t in by_gid(layout, Text, "tick-number")) == numbers
    assert scatter_defects(layout, comparison, "A", "B", 237.6) == []


def test_the_lowest_numbers_of_both_axes_keep_apart_in_any_type():
    table = cd.ScoreTable.from_arrays(
        [[-2.0, 1.0], [0.5, 2.0], [2.0, -1.5]], algorithms=["A", "B"]
    )
    for size in (6.5, 9.0, 12.0, 24.0):
        layout = layout_pair_scatter(
            cd.compare(table),
            "A",
            "B",
            measure=text_measure(),
            font_size=size,
            width=6.75,
        )
        assert overlaps(layout) == []


def test_one_data_set_of_another_order_does_not_hide_the_others():
    """Errors in units of their own: the axes are logarithmic, and all else is as it
    was.
    """
    rng = np.random.default_rng(3)
    scores = np.exp(rng.normal(size=(30, 2)) / 2)
    scores[7] *= 1e6
    table = cd.ScoreTable.from_arrays(
        scores, algorithms=["A", "B"], higher_is_better=False
    )
    comparison = cd.compare(table)
    layout = lay_out(comparison, "A", "B", name_farthest=3)
    assert layout.log
    assert len(numbers_of(layout, "tick-number")) >= 3
    assert scatter_defects(layout, comparison, "A", "B", 237.6) == []
    assert not lay_out(cd.compare(TABLE), "C4.5", "CN2").log


@pytest.mark.parametrize(
    "scores",
    [
        [[1.0, 1.0], [1.0, 1.0]],
        [[1e5, 1e5 + 1e-9], [1e5 + 2e-9, 1e5]],
        [[0, 0], [0, 0]],
    ],
)
def test_scores_that_are_nearly_equal(scores):
    comparison = cd.compare(cd.ScoreTable.from_arrays(scores, algorithms=["A", "B"]))
    layout = lay_out(comparison, "A", "B")
    assert [*face_defects(layout, 237.6), *axis_defects(layout, "tick-number")] == []


def test_names_of_dots_are_never_those_of_others():
    """Two dots side by side: a name between them would be that of either."""
    scores = [[0.0, 0.0], [10.0, 10.0], [9.0, 3.0], [9.0, 3.2]]
    table = cd.ScoreTable.from_arrays(
        scores, algorithms=["A", "B"], datasets=["low", "high", "left one", "right one"]
    )
    comparison = cd.compare(table)
    layout = lay_out(comparison, "A", "B", name_farthest=2)
    assert layout.named == ("left one", "right one")
    assert scatter_defects(layout, comparison, "A", "B", 237.6) == []


# -- reader's side ---------------------------------------------------------------------


@pytest.mark.slow
@random_figures(60)
@given(
    st.integers(0, 2**32 - 1),
    st.integers(2, 120),
    st.sampled_from([2.2, 3.3, 6.75]),
    st.sampled_from([7.0, 8.0, 10.0]),
)
def test_random_scatters_have_no_defects(seed, n, width, size):
    rng, source = np.random.default_rng(seed), random.Random(seed)
    names = dict.fromkeys(
        f"{random_name(source)[:length]}{i}".strip()
        for i, length in enumerate((42, 8, 20))
    )
    scores = rng.choice([0.0, -3.0, 200.0]) + np.round(
        rng.normal(size=(n, 3)), int(rng.choice([0, 2, 12]))
    )
    scores = (
        np.exp(2 * scores) if rng.random() < 0.2 else scores
    ) * 10.0 ** rng.uniform(-9, 9)
    table = cd.ScoreTable.from_arrays(
        scores, algorithms=list(names), datasets=[f"{random_name(source)[:12]}{i}" for i in range(n)],
        higher_is_better=bool(rng.integers(2)),
    )  # fmt: skip
    comparison = cd.compare(table, pair_test=str(rng.choice(["wilcoxon", "ranks"])))
    first, second = table.algorithms[:2]
    options = {"width": width, "font_size": size, "name_farthest": int(rng.integers(9))}
    try:
        layout = lay_out(comparison, first, second, **options)
    except LayoutError:
        assert width < 3.0
        return
    assert (
        scatter_defects(layout, comparison, first, second, round(width * 72, 9)) == []
    )


def worded(gid, old, new):
    return lambda e: (
        replace(e, text=e.text.replace(old, new)) if re.fullmatch(gid, e.gid) else e
    )


def changed(gid, **values):
    return lambda e: replace(e, **values) if e.gid == gid else e


#: What is done to each element (None: it is missing), and what the checker then says.
FAULTS = {
    "a shifted dot": (changed("dot-3", x=60.0), "dot-3 is not at its score"),
    "a missing dot": (
        lambda e: None if e.gid == "dot-3" else e,
        "not one dot for each data set",
    ),
    "a wrong number": (worded("tick-number", "0.5", "0.55"), "is off"),
    "a swapped count": (worded("triangle-upper", "C4.5", "CN2"), "is said, not"),
    "a wrong median": (worded("triangle-.*-detail", "+0.", "−0."), "the median"),
    "a wrong level": (worded("note", "0.05", "0.01"), "the note is"),
    "a bold count": (changed("triangle-upper", bold=True), "is bold"),
    "a count in the other triangle": (
        changed("triangle-lower", x=90.0, y=60.0),
        "is not in the lower triangle",
    ),
    "a bent diagonal": (
        changed("diagonal", points=((31.0, 90.0), (200.0, 80.0))),
        "the diagonal",
    ),
    "a shifted name": (
        lambda e: replace(e, x=e.x - 9) if e.gid.startswith("dataset") else e,
        "not the name of its dot",
    ),
    "small type": (changed("label-0", size=6.0), "is set in 6 pt"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_checker_sees(fault):
    comparison = cd.compare(TABLE)
    layout = lay_out(comparison, "C4.5", "CN2", name_farthest=2)
    assert scatter_defects(layout, comparison, "C4.5", "CN2", 237.6) == []
    change, seen = FAULTS[fault]
    elements = tuple(e for e in map(change, layout.elements) if e is not None)
    found = scatter_defects(
        replace(layout, elements=elements), comparison, "C4.5", "CN2", 237.6
    )
    assert any(seen in defect for defect in found), found


# -- room ------------------------------------------------------------------------------


def test_counts_leave_the_corner_for_dots_each_side_by_itself():
    """A dot in the upper left corner moves the upper count down, and no other."""
    scores = [[0.0, 0.0], [1.0, 0.02], [0.98, 0.1], [1.0, 1.0], [0.5, 0.6]]
    layouts = []
    for table in (scores, [scores[0], *scores[3:]]):
        table = cd.ScoreTable.from_arrays(table, algorithms=["A", "B"])
        layouts.append(lay_out(cd.compare(table), "A", "B"))
    places = [
        [
            by_gid(layout, Text, f"triangle-{side}")[0].y - layout.plot_box[1]
            for side in SIDES
        ]
        for layout in layouts
    ]
    assert places[0][0] > places[1][0] + 10.0
    assert places[0][1] == pytest.approx(places[1][1])


def test_a_header_of_one_row():
    layout = lay_out(cd.compare(TABLE), "C4.5", "CN2")
    assert by_gid(layout, Text, "triangles") == []
    assert layout.height / 72 < 3.7
    assert rows(layout, "note") == [
        "Nemenyi (asymptotic), adjusted p = 0.093, α = 0.05"
    ]


def test_bold_type_is_explained_if_it_occurs():
    for second in ("Kernel", "NaiveBayes"):
        layout = lay_out(cd.compare(TABLE), "C4.5", second)
        is_bold = any(text.bold for text in by_gid(layout, Text, "triangle-.*"))
        assert is_bold == (second == "Kernel")
        explained = ["bold: significantly better"] if is_bold else []
        assert rows(layout, "key-text") == explained


def test_the_header_begins_above_the_square():
    layout = lay_out(cd.compare(TABLE), "C4.5", "Kernel", width=6.75)
    [note], [name] = by_gid(layout, Text, "note"), by_gid(layout, Text, "label-0")
    numbers = by_gid(layout, Text, "value-number")
    assert note.box[0] == pytest.approx(name.box[0])
    assert note.box[0] == pytest.approx(min(text.box[0] for text in numbers), abs=1.0)
    assert note.box[0] > 100


def test_counts_without_room_are_above_the_square():
    """The upper triangle is full of dots."""
    grid = np.linspace(0.0, 1.0, 40)
    scores = [(a, b) for a in grid for b in grid if a > b]
    table = cd.ScoreTable.from_arrays(scores, algorithms=["A", "B"])
    comparison = cd.compare(table)
    layout = lay_out(comparison, "A", "B")
    [sentence] = rows(layout, "triangles")
    assert sentence.startswith("upper triangle: A better: 780, median difference +0.3")
    assert rows(layout, "triangle-lower") == ["B better: 0"]
    assert scatter_defects(layout, comparison, "A", "B", 237.6) == []


# -- refusals --------------------------------------------------------------------------


def test_refusals():
    comparison = cd.compare(TABLE)
    p = np.where(np.eye(2, dtype=bool), np.nan, 0.3)
    bare = cd.compare_pvalues([1.2, 1.8], p, algorithms=["A", "B"])
    with pytest.raises(
        UsageError,
        match="the figure shows scores, but this comparison was made from p-values",
    ):
        layout_pair_scatter(bare, "A", "B", measure=plain_measure)
    with pytest.raises(
        LayoutError, match=r"the scatter of a pair does not fit 1.00 in: it needs \d"
    ):
        layout_pair_scatter(comparison, "C4.5", "CN2", measure=plain_measure, width=1.0)
    with pytest.raises(UsageError, match="a pair requires two different algorithms"):
        layout_pair_scatter(comparison, "CN2", "CN2", measure=plain_measure)
    with pytest.raises(UsageError, match="unknown algorithm 'CN3': did you mean 'CN2'"):
        layout_pair_scatter(comparison, "C4.5", "CN3", measure=plain_measure)
    for farthest in (-1, True, 1.5):
        with pytest.raises(
            UsageError, match="name_farthest must be a non-negative integer"
        ):
            layout_pair_scatter(
                comparison, "C4.5", "CN2", measure=plain_measure, name_farthest=farthest
            )
