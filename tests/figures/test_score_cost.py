"""Scores against costs: places as numbers, the front against brute force, names clear
of all else, random tables.
"""

import math
import random
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from cases import plain_measure, text_measure
from checks import by_gid, extent, overlaps, page_defects, reads
from examples import random_figures
from face_checks import type_defects
from grammar import form
from hypothesis import example, given
from hypothesis import strategies as st
from plot_checks import axis_defects, numbers_of, plot_defects, reader
from random_inputs import random_name
from sheets import costs

import cddiagram as cd
from cddiagram.figures.score_cost import layout_score_cost
from cddiagram.sheet import Line, Marker, Text

TABLE = cd.load_example("garcia2008-table2")


def beaten(i, both):
    return any(
        all(b <= a for a, b in zip(both[i], other, strict=True)) and other != both[i]
        for other in both
    )


def defects(
    layout,
    comparison,
    cost,
    *,
    width,
    average="mean",
    score="rank",
    more_is_better=False,
    over=False,
):
    """What is wrong with a figure, held against the numbers of both tables."""
    log = layout.cost_axis.scale.log
    found = [
        *page_defects(layout, width),
        *overlaps(layout),
        *type_defects(layout),
        *_face(layout, more_is_better),
    ]
    found += [
        *axis_defects(layout, "tick-number", log=log),
        *axis_defects(layout, "value-number"),
    ]
    found += plot_defects(
        layout, (layout.cost_axis.start, 0.0, layout.cost_axis.end, 0.0)
    )
    names, order = comparison.algorithms, comparison.order
    mean = np.mean if average == "mean" else np.median
    column = [mean(cost.scores[:, cost.algorithms.index(names[i])]) for i in order]
    value = [comparison.ranking.average_ranks[i] for i in order]
    if score == "mean":
        value = [comparison.table.scores[:, i].mean() for i in order]
    x = reader(numbers_of(layout, "tick-number"), log=log)
    y = reader(numbers_of(layout, "value-number"))
    markers = [by_gid(layout, Marker, f"marker-{i}")[0] for i in range(len(names))]
    for i, marker in enumerate(markers):
        if x and (column[i] > 0 or not log) and abs(x(column[i]) - marker.x) > 0.5:
            found.append(f"marker {i} is not at its cost")
        if y and abs(y(value[i]) - marker.y) > 0.5:
            found.append(f"marker {i} is not at its score")
        printed = [t.text for t in by_gid(layout, Text, f"label-{i}")]
        if not reads(printed, layout.names[i]):
            found.append(
                f"name {layout.names[i]!r} is printed as {' '.join(printed)!r}"
            )
    signs = (
        -1 if more_is_better else 1,
        -1 if score == "mean" and comparison.table.higher_is_better else 1,
    )
    if signs[1] * (markers[0].y - markers[-1].y) * (value[0] - value[-1]) < 0:
        found.append("the better is not on top")
    both = [
        (signs[0] * c, signs[1] * round(float(v), 9))
        for c, v in zip(column, value, strict=True)
    ]
    front = {i for i in range(len(names)) if not beaten(i, both)}
    rings = {int(m.gid.split("-")[1]): m for m in by_gid(layout, Marker, r"front-\d+")}
    if set(rings) != front:
        found.append(f"ringed are {sorted(rings)}, not {sorted(front)}")
    found += [
        f"ring {i} is not around its marker"
        for i in front & set(rings)
        if not _same(rings[i], markers[i])
    ]
    lines = by_gid(layout, Line, "front(-tail-[01])?")
    tails = [line for line in lines if line.dash]
    if len(tails) != 2 or [line.gid for line in lines if not line.dash] not in (
        [],
        ["front"],
    ):
        found.append("the front is not dashed beyond its algorithms, and only there")
    steps = [step for line in lines for step in pairwise(line.points)]
    if any(a != c and b != d for (a, b), (c, d) in steps):
        found.append("the front has a slope")
    corners = {(round(a, 6), round(b, 6)) for step in steps for a, b in step}
    found += [
        f"the front misses {i}"
        for i in front
        if (round(markers[i].x, 6), round(markers[i].y, 6)) not in corners
    ]
    held = order.index(names.index(comparison.control)) if comparison.control else 0
    different = comparison.different()
    for i, marker in enumerate(markers):
        meaning = "different" if different[order[held], order[i]] else "not different"
        if form(marker) != ("reference" if i == held else meaning):
            found.append(f"marker {i} says {form(marker)}")
    return found + _whose(layout, markers, over)


def _face(layout, more_is_better):
    """The note is flush left, each axis has its cue towards the better end, and the key
    shows every mark.
    """
    found = [
        f"the note {t.text!r} is not flush left"
        for t in by_gid(layout, Text, "note")
        if abs(t.box[0] - 1.5) > 0.6
    ]
    arrows = [
        line.points for line in by_gid(layout, Line, "cue") if len(line.points) == 2
    ]
    ways = sorted(
        (round(to_x - x, 6) > 0, round(to_y - y, 6) < 0)
        for (x, y), (to_x, to_y) in arrows
    )
    if ways not in ([], sorted([(more_is_better, False), (False, True)])):
        found.append(f"the cues point {ways}")
    shown = {form(m) for m in by_gid(layout, Marker, "key")}
    if shown != {"reference", "not different", "different"}:
        found.append(f"the key shows {shown}")
    rings = {
        (m.radius, m.edge_width, m.edge)
        for m in by_gid(layout, Marker, r"(key-)?front.*")
    }
    if (
        len(rings) != 1
        or not by_gid(layout, Marker, "key-front")
        or not by_gid(layout, Line, "key")
    ):
        found.append("the key does not show the front")
    return found


def _same(ring, marker):
    return math.dist((ring.x, ring.y), (marker.x, marker.y)) < 1e-6


def _whose(layout, markers, over):
    """Names are nearest to their own points, or a leader goes there, across no line,
    and 6 pt around is no other.

    `over`: leaders may go over the front, as they do where names have no other places.
    """
    found = []
    leaders = {int(e.gid.split("-")[1]): e for e in by_gid(layout, Line, r"leader-\d+")}
    rings = {int(m.gid.split("-")[1]): m for m in by_gid(layout, Marker, r"front-\d+")}
    radii = [rings.get(i, marker).radius for i, marker in enumerate(markers)]
    for i, box in enumerate(layout.label_boxes):
        start = markers[i].x, markers[i].y
        away = [
            max(0.0, _apart(box, (m.x, m.y)) - radius)
            for m, radius in zip(markers, radii, strict=True)
        ]
        nearest = 6.0 if i in leaders else away[i]
        found += [
            f"name {i} stands at point {j}"
            for j, marker in enumerate(markers)
            if away[j] < nearest - 1e-6 and not _same(marker, markers[i])
        ]
        if i in leaders:
            a, b = leaders[i].points
            ends = (
                math.dist(a, start) > 5.0,
                not (
                    box[0] - 1.5 <= b[0] <= box[2] + 1.5
                    and box[1] - 1.5 <= b[1] <= box[3] + 1.5
                ),
            )
            found += (
                [f"leader {i} does not join its point and its name"]
                if any(ends)
                else []
            )
        else:
            found += (
                [f"name {i} is far from its point"] if _apart(box, start) > 9.0 else []
            )
    fronts = by_gid(layout, Line, "front(-tail-[01])?")
    steps = [step for line in fronts for step in pairwise(line.points)]
    for i, leader in leaders.items():
        lines = [
            *([] if over else steps),
            *(leaders[j].points for j in leaders if j != i),
        ]
        found += [
            f"leader {i} crosses a line"
            for line in lines
            if _cross(leader.points, line)
        ]
    return found


def _apart(box, point):
    """How far a point is from a box."""
    return math.dist(
        point,
        [
            min(max(at, low), high)
            for at, low, high in zip(point, box[:2], box[2:], strict=True)
        ],
    )


def _cross(one, other):
    """Whether the ends of each line lie on both sides of the other."""

    def side(line, at):
        (x, y), (u, v) = line
        return (u - x) * (at[1] - y) - (v - y) * (at[0] - x)

    return all(
        side(a, b[0]) * side(a, b[1]) < 0 for a, b in ((one, other), (other, one))
    )


def lay_out(comparison, cost, family="DejaVu Sans", **options):
    return layout_score_cost(comparison, cost, measure=text_measure(family), **options)


# -- numbers ---------------------------------------------------------------------------


@pytest.mark.parametrize("width", [3.3, 6.75])
@pytest.mark.parametrize("control", [None, "CN2"])
@pytest.mark.parametrize(
    "options",
    [{}, {"average": "median", "score": "mean"}, {"more_is_better": True}],
    ids=["rank", "score", "throughput"],
)
def test_no_defects(options, control, width):
    comparison = cd.compare(TABLE, control=control)
    for factor in (1.1, 4.0, 50.0):
        cost = costs(TABLE, factor)
        layout = lay_out(comparison, cost, width=width, **options)
        assert layout.cost_axis.scale.log == (factor > 2)
        assert (
            defects(layout, comparison, cost, width=round(width * 72, 9), **options)
            == []
        )


def test_numbers_are_those_of_both_tables():
    comparison = cd.compare(TABLE)
    cost = costs(TABLE).select(sorted(TABLE.algorithms))
    layout = lay_out(comparison, cost)
    ranks = dict(
        zip(comparison.algorithms, comparison.ranking.average_ranks, strict=True)
    )
    means = dict(zip(cost.algorithms, cost.means, strict=True))
    assert layout.scores == tuple(ranks[name] for name in layout.names)
    assert layout.costs == tuple(means[name] for name in layout.names)
    assert (
        lay_out(comparison, costs(TABLE, higher_is_better=True)).elements
        == lay_out(comparison, costs(TABLE)).elements
    )


def test_other_data_sets_are_at_the_axis_of_costs():
    comparison = cd.compare(TABLE)
    part = cd.ScoreTable.from_arrays(
        TABLE.scores[:9], algorithms=TABLE.algorithms, datasets=TABLE.datasets[:9]
    )
    labels = []
    for cost in (costs(TABLE), part, TABLE):
        layout = lay_out(comparison, cost)
        labels.append(" ".join(t.text for t in by_gid(layout, Text, "axis-name")))
    assert labels[0].endswith("mean cost (2 data sets, none with scores)")
    assert labels[1].endswith("mean cost (9 data sets, 9 with scores)")
    assert "data sets" not in labels[2]


def test_equal_costs_and_ranks():
    same = cd.ScoreTable.from_arrays(np.ones((3, 3)), algorithms=list("abc"))
    comparison = cd.compare(same)
    layout = lay_out(comparison, same)
    assert layout.front == (0, 1, 2)
    assert defects(layout, comparison, same, width=237.6) == []


def test_costs_of_nothing_have_a_linear_axis():
    cost = cd.ScoreTable.from_arrays(
        [[0, 1, 50, 900, 3]] * 2, algorithms=TABLE.algorithms
    )
    layout = lay_out(cd.compare(TABLE), cost)
    assert not layout.cost_axis.scale.log
    assert defects(layout, cd.compare(TABLE), cost, width=237.6) == []


# -- reader's side ---------------------------------------------------------------------


@pytest.mark.slow
@random_figures(60)
@example(
    1_184_846_834, 2, 6.75, False, False
)  # a long last number at the very end of the axis of costs
@given(
    st.integers(0, 2**32 - 1),
    st.integers(2, 30),
    st.sampled_from([3.3, 5.0, 6.75]),
    st.booleans(),
    st.booleans(),
)
def test_random_tables_have_no_defects(seed, k, width, more, mean):
    rng, source, names = np.random.default_rng(seed), random.Random(seed), []
    while len(names) < k:
        name = random_name(source)[:30].strip()
        if name and name not in names:
            names.append(name)
    scores = rng.normal(size=(20, k)) + rng.normal(size=k) * rng.choice([0.0, 1.0, 3.0])
    table = cd.ScoreTable.from_arrays(
        scores, algorithms=names, higher_is_better=bool(rng.integers(2))
    )
    spent = np.round(
        10.0 ** rng.uniform(0, rng.choice([0.5, 2, 6]), k)
        * rng.uniform(0.9, 1.1, (3, k)),
        2,
    )
    cost = cd.ScoreTable.from_arrays(spent, algorithms=names)
    options = {"more_is_better": more, "score": "mean" if mean else "rank"}
    comparison = cd.compare(table)
    if k <= 4:
        layout = lay_out(comparison, cost, width=width, **options)
    else:
        try:
            layout = lay_out(comparison, cost, width=width, **options)
        except cd.LayoutError:
            return
    assert (
        defects(
            layout, comparison, cost, width=round(width * 72, 9), over=True, **options
        )
        == []
    )


def test_labels_touch_nothing_where_it_is_crowded():
    rng = np.random.default_rng(5)
    names = [f"Method {i} (tuned)" for i in range(14)]
    table = cd.ScoreTable.from_arrays(
        rng.normal(size=(20, 14)) + np.arange(14) // 5, algorithms=names
    )
    cost = cd.ScoreTable.from_arrays(
        10 ** rng.uniform(1, 2.5, (2, 14)), algorithms=names
    )
    layout = lay_out(cd.compare(table), cost)
    assert defects(layout, cd.compare(table), cost, width=237.6) == []
    for one, other in combinations(layout.label_boxes, 2):
        assert (
            one[2] <= other[0]
            or other[2] <= one[0]
            or one[3] <= other[1]
            or other[3] <= one[1]
        )
    discs = [extent(marker) for marker in by_gid(layout, Marker, r"(marker|front)-\d+")]
    for left, top, right, bottom in layout.label_boxes:
        assert all(
            d[2] <= left or d[0] >= right or d[3] <= top or d[1] >= bottom
            for d in discs
        )


def crowded(k, seed):
    """Many long names, at points some of which are near one another, on a page."""
    names = (
        "Time-series combination of heterogeneous embeddings",
        "Diverse representation ensemble",
        "Elastic ensemble",
    )
    rng = np.random.default_rng(seed)
    known = [f"{name} v{number}" for number in range(k) for name in names][:k]
    table = cd.ScoreTable.from_arrays(
        rng.normal(size=(50, k)) * 0.5 + rng.normal(size=k), algorithms=known
    )
    cost = cd.ScoreTable.from_arrays(
        10.0 ** (rng.normal(size=k) * 1.2 + np.zeros((2, 1))), algorithms=known
    )
    return cd.compare(table), cost, lay_out(cd.compare(table), cost, width=6.75)


def names_on_the_wrong_side(layout):
    """The names of algorithms on the front are outside it, and all others inside."""
    sign = 1.0 if layout.cost_axis.start < layout.cost_axis.end else -1.0
    front = [layout.points[i] for i in layout.front]
    wrong = []
    for i, (left, top, right, bottom) in enumerate(layout.label_boxes):
        x, y = (left + right) / 2, (top + bottom) / 2
        is_inside = any(sign * a <= sign * x and b <= y for a, b in front)
        if is_inside == (i in layout.front):
            wrong.append(layout.names[i])
    return wrong


@pytest.mark.parametrize("width", [3.3, 6.75])
@pytest.mark.parametrize("k", [5, 9, 14])
@pytest.mark.parametrize("seed", range(4))
def test_names_are_on_the_side_of_their_algorithms(seed, k, width):
    rng = np.random.default_rng(seed)
    names = [f"Method {number}" for number in range(k)]
    table = cd.ScoreTable.from_arrays(
        rng.normal(size=(50, k)) + np.linspace(0, 1, k), algorithms=names
    )
    cost = cd.ScoreTable.from_arrays(
        10.0 ** (np.linspace(0, 4, k) + rng.normal(size=(2, k))), algorithms=names
    )
    layout = cd.plot_score_cost(cd.compare(table), cost, width=width).layout
    assert names_on_the_wrong_side(layout) == []
    first = layout.front[0]
    x, y = layout.points[first]
    boxes = list(layout.label_boxes)
    boxes[first] = (x + 1, y + 1, x + 2, y + 2)
    moved = replace(layout, label_boxes=tuple(boxes))
    assert names_on_the_wrong_side(moved) == [layout.names[first]]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("k", [25, 40])
def test_it_is_seen_whose_a_name_is_and_no_word_is_cut(k, seed):
    comparison, cost, layout = crowded(k, seed)
    assert defects(layout, comparison, cost, width=486.0) == []
    assert by_gid(layout, Line, r"leader-\d+")
    lines = [
        t.text
        for t in layout.elements
        if isinstance(t, Text) and t.gid.startswith("label-")
    ]
    assert not [line for line in lines if line.endswith("-") and line != "Time-"]


def test_the_checker_sees_whose_a_name_is():
    comparison, cost, layout = crowded(25, 0)
    leader = by_gid(layout, Line, r"leader-\d+")[0]
    i = int(leader.gid.split("-")[1])
    j = next(j for j in range(25) if j != i)
    left, top, right, bottom = layout.label_boxes[i]
    x, y = layout.points[j]
    box = (
        x + 7.0,
        y - 3.0,
        x + 7.0 + right - left,
        y - 3.0 + bottom - top,
    )  # 5.4 pt from the marker
    boxes = (*layout.label_boxes[:i], box, *layout.label_boxes[i + 1 :])
    assert f"name {i} stands at point {j}" in defects(
        replace(layout, label_boxes=boxes), comparison, cost, width=486.0
    )
    (a, b), *_ = pairwise(by_gid(layout, Line, "front")[0].points)
    beyond = tuple(
        p + q - at for p, q, at in zip(a, b, layout.points[i], strict=True)
    )  # through the middle of a step
    over = replace(leader, points=(layout.points[i], beyond))
    crossing = tuple(
        over if element is leader else element for element in layout.elements
    )
    assert f"leader {i} crosses a line" in defects(
        replace(layout, elements=crossing), comparison, cost, width=486.0
    )


BREAKS = {
    "point": lambda e: replace(e, x=e.x + 3.0) if e.gid == "marker-2" else e,
    "swapped": lambda e: replace(e, shape="disc") if e.gid == "marker-0" else e,
    "ring": lambda e: replace(e, gid="ring") if e.gid == "front-0" else e,
    "front": lambda e: (
        replace(e, points=(e.points[0], e.points[-1])) if e.gid == "front" else e
    ),
    "name": lambda e: replace(e, text="CN3") if e.gid == "label-2" else e,
    "height": lambda e: (
        replace(e, y=e.y + 5) if e.gid == "value-number" and e.text == "2" else e
    ),
    "cost": lambda e: (
        replace(e, text="10⁰") if e.gid == "tick-number" and e.text == "10¹" else e
    ),
    "decision": lambda e: replace(e, fill="background") if e.gid == "marker-3" else e,
    "key": lambda e: (
        replace(e, shape="disc")
        if e.gid == "key" and getattr(e, "shape", "") == "diamond"
        else e
    ),
    "key of the front": lambda e: replace(e, radius=3.0) if e.gid == "key-front" else e,
    "cue": lambda e: (
        replace(e, points=e.points[::-1])
        if e.gid == "cue" and isinstance(e, Line)
        else e
    ),
    "type": lambda e: replace(e, size=6.0) if e.gid == "note" else e,
}


@pytest.mark.parametrize("name", BREAKS)
def test_the_checker_sees(name):
    comparison, cost = cd.compare(TABLE), costs(TABLE)
    layout = lay_out(comparison, cost)
    broken = replace(
        layout, elements=tuple(BREAKS[name](element) for element in layout.elements)
    )
    assert defects(broken, comparison, cost, width=237.6) != []


# -- refusals --------------------------------------------------------------------------


def test_what_cannot_be_drawn_is_refused():
    comparison = cd.compare(TABLE)
    with pytest.raises(
        cd.UsageError,
        match=r"^cost must be a ScoreTable, not a list: read it with read_scores",
    ):
        lay_out(comparison, [1, 2])
    with pytest.raises(cd.InputError) as error:
        lay_out(comparison, TABLE.exclude("CN2"))
    assert (
        str(error.value)
        == "there are no costs for 'CN2': both tables must contain the same algorithms."
    )
    with pytest.raises(
        cd.InputError, match=r"^there are no scores for 'CN2': both tables"
    ):
        lay_out(cd.compare(TABLE.exclude("CN2")), TABLE)
    for option in ("average", "score"):
        with pytest.raises(cd.UsageError, match=f"unknown {option} 'max'"):
            lay_out(comparison, TABLE, **{option: "max"})
    with pytest.raises(
        cd.UsageError, match="more_is_better must be True or False, not 1"
    ):
        lay_out(comparison, TABLE, more_is_better=1)
    with pytest.raises(
        cd.UsageError, match="cost_label must be a string or None, not 3"
    ):
        lay_out(comparison, TABLE, cost_label=3)
    with pytest.raises(
        cd.LayoutError, match=r"does not fit 0\.80 in: it needs \d\.\d\d in"
    ):
        lay_out(comparison, TABLE, width=0.8)
    narrow = cd.ScoreTable.from_arrays(
        [[5.53, 5.94], [5.54, 5.96]], algorithms=["A", "B"]
    )  # no round number between
    with pytest.raises(
        cd.LayoutError, match=r"does not fit 0\.60 in: it needs \d\.\d\d in"
    ):
        lay_out(cd.compare(narrow), narrow, width=0.6, score="mean")
    given_p = cd.compare_pvalues(
        [1.5, 1.5], [[1, 0.5], [0.5, 1]], algorithms=["A", "B"]
    )
    pair = cd.ScoreTable.from_arrays([[1, 2], [2, 3]], algorithms=["B", "A"])
    assert layout_score_cost(given_p, pair, measure=plain_measure).costs == (2.5, 1.5)
    with pytest.raises(cd.UsageError, match="shows scores"):
        lay_out(given_p, pair, score="mean")


def test_rings_of_the_key_stay_on_the_page_in_any_type():
    for size in (3.0, 6.5, 8.0):
        layout = lay_out(cd.compare(TABLE), costs(TABLE), note="", font_size=size)
        assert page_defects(layout, layout.width) == []


def test_the_cost_is_recorded():
    drawing = cd.plot_score_cost(cd.compare(TABLE), costs(TABLE), average="median")
    assert drawing.provenance.parameters == {
        "cost": costs(TABLE).sha256,
        "average": "median",
    }
