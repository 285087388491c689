"""The figure of one data set: what a reader sees against the numbers of the comparison,
and random inputs.
"""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from cases import text_measure
from checks import by_gid, letters, overlaps, page_defects, reads
from examples import random_figures
from face_checks import below_defects, tick_defects, type_defects
from grammar import form, number, said
from hypothesis import given
from hypothesis import strategies as st
from random_inputs import random_name

import cddiagram as cd
from cddiagram.sheet import Line, Marker, Text
from cddiagram.studies.folds.figure import layout_folds


def folds_of(seed=0, k=5, rows=20, higher=True, names=None, size=1.0, **options):
    rng = np.random.default_rng(seed)
    scores = (
        rng.normal(0.8, 0.04, (rows, 1))
        + np.linspace(0.06, 0, k)
        + rng.normal(0, 0.012, (rows, k))
    )
    names = names or [f"Model {i}" for i in range(k)]
    return cd.compare_folds(
        dict(zip(names, np.round(scores * size, 4).T, strict=True)),
        folds=10,
        higher_is_better=higher,
        **options,
    )


def scale_of(layout):
    """Read the axis off its numbers: place -> difference; None with a single one."""
    ticks = sorted((t.x, number(t.text)) for t in by_gid(layout, Text, "tick-number"))
    if len(ticks) < 2:
        return None
    (x, low), (right, high) = ticks[0], ticks[-1]
    return lambda place: low + (place - x) * (high - low) / (right - x)


def defects(layout, folds, width, reference="best"):
    """What is wrong with the figure, held against the numbers of the comparison."""
    found = [
        *page_defects(layout, width),
        *overlaps(layout),
        *tick_defects(layout),
        *type_defects(layout),
    ]
    reference_name = folds.algorithms[
        folds.order[0] if reference == "best" else folds.algorithms.index(reference)
    ]
    ends = ["", "better"]
    if not folds.table.higher_is_better:
        ends.reverse()
    name = f"difference from {reference_name}"
    found += below_defects(layout, tuple(ends), (name, "difference from reference"))
    at, order, names = scale_of(layout), folds.order, folds.algorithms
    held = order[0] if reference == "best" else names.index(reference)
    near = None if at is None else abs(at(0.5) - at(0.0))  # what half a point is
    [zero] = by_gid(layout, Line, "zero")
    if at and abs(at(zero.points[0][0])) > near:
        found.append("the line of no difference is not at 0")
    largest = max(abs(folds.table.means))
    for row, i in enumerate(order):
        [marker], [mean] = (
            by_gid(layout, Marker, f"marker-{row}"),
            by_gid(layout, Text, f"rank-{row}"),
        )
        lines, labels = (
            by_gid(layout, Line, f"interval-{row}"),
            by_gid(layout, Text, f"label-{row}"),
        )
        limits = [end[i, held] for end in folds.intervals]
        outside = (
            min(abs(limits[0]), abs(limits[1])) > 1e-12 * largest
            and limits[0] * limits[1] > 0
        )
        meaning = (
            "reference" if i == held else "different" if outside else "not different"
        )
        if form(marker) != meaning:
            found.append(f"marker {row} says {form(marker)}, not {meaning}")
        decided_otherwise = i != held and folds.different()[i, held] != outside
        if (
            any(t.y == marker.y for t in by_gid(layout, Text, r"dagger-\d+"))
            != decided_otherwise
        ):
            found.append(f"row {row} has a dagger, or lacks one")
        if (
            at
            and abs(at(marker.x) - (folds.table.means[i] - folds.table.means[held]))
            > near
        ):
            found.append(f"marker {row} is not at its difference")
        if abs(number(mean.text) - folds.table.means[i]) > 0.0051 * largest:
            found.append(f"mean {folds.table.means[i]} is printed as {mean.text}")
        if not reads([t.text for t in labels], names[i]):
            found.append(f"{names[i]!r} is printed as {[t.text for t in labels]}")
        heights = [t.y for t in labels]
        if (
            abs((min(heights) + max(heights)) / 2 - marker.y) > 1e-6
            or abs(mean.y - marker.y) > 1e-6
        ):
            found.append(f"row {row} is not level")
        if any(t.bold for t in labels) != (i == held):
            found.append(
                f"the name of row {row} is bold, or that of the reference is not"
            )
        if (len(lines) != 1) != (i == held):
            found.append(f"{len(lines)} intervals in row {row}")
        for line in lines if at else ():
            (left, y), (right, _) = line.points
            if (
                y != marker.y
                or max(abs(at(left) - limits[0]), abs(at(right) - limits[1])) > near
            ):
                found.append(f"interval {row} does not end at its limits")
    words = " ".join([*(t.text for t in by_gid(layout, Text, "note")), said(layout)])
    for wanted in (
        "One data set: mean scores",
        f"simultaneous {100 * (1 - folds.alpha):g}% intervals",
        "includes 0",
        "excludes 0",
    ):
        if letters(wanted) not in letters(words):
            found.append(f"{wanted!r} is not said, but {words!r}")
    if ("† test disagrees" in words) != bool(by_gid(layout, Text, r"dagger-\d+")):
        found.append(f"daggers without their key, or a key without daggers: {words!r}")
    kinds = {"reference", "different", "not different"}
    if {form(m) for m in by_gid(layout, Marker, "key")} != kinds:
        found.append("the key does not show the markers")
    return found


def lay_out(folds, **options):
    return layout_folds(folds, measure=text_measure(), **options)


@pytest.mark.parametrize("width", [3.3, 5.0, 6.75])
@pytest.mark.parametrize(
    ("k", "higher"), [(2, True), (3, False), (5, True), (9, False), (25, True)]
)
def test_no_defects(k, higher, width):
    folds = folds_of(k, k, higher=higher)
    layout = lay_out(folds, width=width)
    assert defects(layout, folds, round(72 * width, 9)) == []
    assert layout.font_size == 8.0
    assert layout.means == tuple(folds.table.means[i] for i in folds.order)


@pytest.mark.parametrize(
    "options",
    [
        {"p_adjust": "shaffer"},
        {"alpha": 0.01},
        {"size": 1e-6},
        {"size": 1e5},
        {"rows": 100},
    ],
)
@pytest.mark.parametrize("reference", ["best", "Model 3"])
def test_other_tests_units_and_references(options, reference):
    folds = folds_of(2, **options)
    assert defects(lay_out(folds, reference=reference), folds, 237.6, reference) == []


def test_rows_where_the_test_and_the_interval_disagree_have_a_dagger():
    """Holm's test rejects more than simultaneous intervals do."""
    counts = {}
    for seed in range(40):
        folds = folds_of(seed, 6)
        layout = lay_out(folds)
        assert defects(layout, folds, 237.6) == []
        counts[seed] = "† test disagrees" in said(layout)
    assert any(counts.values())
    assert not all(counts.values())


def test_differences_without_spread_are_points():
    folds = cd.compare_folds(
        {"A": [0.5, 0.6, 0.7], "B": [0.4, 0.5, 0.6], "C": [0.5, 0.6, 0.7]}, folds=3
    )
    layout = lay_out(folds)
    assert defects(layout, folds, 237.6) == []
    assert layout.intervals[2] == pytest.approx((-0.1, -0.1))
    same = cd.compare_folds({"A": [0.5, 0.5], "B": [0.5, 0.5]}, folds=2)
    assert lay_out(same).differences == (0.0, 0.0)


FAULTS = {
    "marker": lambda e: replace(e, x=e.x + 2) if e.gid == "marker-1" else e,
    "meaning": lambda e: replace(e, fill="background", radius=1.6, edge="foreground", edge_width=0.8)
    if e.gid == "marker-4" else e,
    "interval": lambda e: replace(e, points=(e.points[0], (e.points[1][0] + 2, e.points[1][1])))
    if e.gid == "interval-2" else e,
    "lost interval": lambda e: replace(e, gid="guide") if e.gid == "interval-1" else e,
    "mean": lambda e: replace(e, text="0.999") if e.gid == "rank-2" else e,
    "name": lambda e: replace(e, text="Model 9") if e.gid == "label-1" else e,
    "zero": lambda e: replace(e, points=tuple((x + 2, y) for x, y in e.points)) if e.gid == "zero" else e,
    "scope": lambda e: replace(e, text=e.text.replace("One data set", "Ten data sets")) if e.gid == "note" else e,
    "name of the axis": lambda e: replace(e, text="difference from Model 9") if e.gid == "axis-name" else e,
    "ends": lambda e: replace(e, text="worse") if e.gid == "cue" and isinstance(e, Text) else e,
    "row": lambda e: replace(e, y=e.y + 1) if e.gid == "rank-3" else e,
    "bold": lambda e: replace(e, bold=True) if e.gid == "label-2" else e,
    "over the edge": lambda e: replace(e, x=e.x - 60) if e.gid == "label-0" else e,
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_the_checker_sees(fault):
    folds = folds_of(1)
    layout = lay_out(folds)
    assert defects(layout, folds, 237.6) == []
    broken = replace(layout, elements=tuple(map(FAULTS[fault], layout.elements)))
    assert defects(broken, folds, 237.6) != []


def test_what_does_not_fit_is_refused():
    with pytest.raises(
        cd.LayoutError, match=r"the figure does not fit 0\.50 in: it needs \d\.\d\d in"
    ):
        cd.plot_folds(folds_of(), width=0.5)
    with pytest.raises(cd.UsageError, match="unknown reference 'Model 9'"):
        cd.plot_folds(folds_of(), reference="Model 9")


@pytest.mark.slow
@random_figures(40)
@given(
    st.integers(0, 10**6),
    st.integers(2, 14),
    st.sampled_from([3.3, 5.0, 6.75]),
    st.booleans(),
    st.booleans(),
)
def test_random_inputs_have_no_defects(seed, k, width, serif, higher):
    rng = Random(seed)
    names = list({"".join(random_name(rng).split()) or "x": None for _ in range(k)})
    names += [f"further {number}" for number in range(k - len(names))]
    folds = folds_of(
        seed, k, higher=higher, names=names, size=10.0 ** rng.randint(-4, 4)
    )
    measure = text_measure("STIXGeneral" if serif else "DejaVu Sans")
    reference = rng.choice(["best", names[rng.randrange(k)]])
    layout = layout_folds(folds, measure=measure, width=width, reference=reference)
    assert defects(layout, folds, round(72 * width, 9), reference) == []
