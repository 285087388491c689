"""Pair matrix and pair scatter: numbers, places, refusals, and random inputs without a defect."""

from dataclasses import replace

import numpy as np
import pytest
from cases import plain_measure, text_measure
from checks import by_gid, overlaps, page_defects

import cddiagram as cd
from cddiagram.errors import LayoutError, UsageError
from cddiagram.figures.pair_matrix import BETTER, WORSE, layout_pair_matrix
from cddiagram.figures.pair_scatter import layout_pair_scatter
from cddiagram.sheet.elements import Marker, Rectangle, Text


def random_comparison(seed, n=20, k=5, *, higher=True, **options):
    rng = np.random.default_rng(seed)
    scores = (rng.random((n, k)) + np.linspace(0, 0.4, k)).round(2) * float(rng.choice([1.0, 0.001, 500.0]))
    names = [f"{'a rather long name ' * int(rng.integers(0, 2))}{i}" for i in range(k)]
    table = cd.ScoreTable.from_arrays(scores, algorithms=names, higher_is_better=higher)
    return cd.compare(table, higher_is_better=higher, pair_test="wilcoxon", **options)


def number(text):
    return float(text.replace("−", "-"))


def matrix_defects(layout, comparison, width, difference="mean_difference"):
    """Compare every cell with the scores, counted by hand, and with the frame of pairs."""
    found = [*page_defects(layout, width), *overlaps(layout)]
    frame = {frozenset((r.algorithm, r.other)): r for r in comparison.to_frame().itertuples()}
    texts = {t.gid: t for t in layout.elements if isinstance(t, Text)}
    table = comparison.table
    for cell in by_gid(layout, Rectangle, r"cell-\d+-\d+"):
        place = cell.gid.removeprefix("cell-")
        i, j = (int(part) for part in place.split("-"))
        row, column = layout.rows[i], layout.columns[j]
        a, b = (table.scores[:, table.algorithms.index(name)] for name in (row, column))
        won, lost = ((a > b).sum(), (a < b).sum()) if table.higher_is_better else ((a < b).sum(), (a > b).sum())
        if texts[f"wins-{place}"].text != f"{won}/{(a == b).sum()}/{lost}":
            found.append(f"wins of {place}")
        value = getattr(comparison.effects, difference)[table.algorithms.index(row), table.algorithms.index(column)]
        printed = texts[f"difference-{place}"].text
        if abs(number(printed) - value) > 0.501 * 10.0 ** -len(printed.partition(".")[2]):
            found.append(f"difference of {place}")
        if difference == "mean_difference" and abs(value - (a.mean() - b.mean())) > 1e-9 * max(1, abs(a).max()):
            found.append(f"mean of {place}")
        good = value if table.higher_is_better else -value
        if value and (cell.fill in BETTER, cell.fill in WORSE) != (good > 0, good < 0):
            found.append(f"shade of {place}")
        pair, p = frame.get(frozenset((row, column))), texts[f"p-{place}"].text
        if pair is None:
            wrong = p != "–"
        elif p[0] in "<>":
            wrong = (pair.pvalue_adjusted < float(p[1:])) != (p[0] == "<")
        else:
            wrong = abs(float(p) - pair.pvalue_adjusted) > 0.0051
        found += [f"p of {place}"] if wrong else []
        for what in ("difference", "wins", "p"):
            text = texts[f"{what}-{place}"]
            left, top, right, bottom = text.box
            if text.bold != bool(pair is not None and pair.different):
                found.append(f"weight of {text.gid}")
            if left < cell.x or right > cell.x + cell.width or top < cell.y or bottom > cell.y + cell.height:
                found.append(f"{text.gid} leaves its cell")
    found += [f"{t.gid} is small" for t in texts.values() if t.size < 6.5]
    return found


def scatter_defects(layout, comparison, first, second, width):
    """Read every dot off the ticks."""
    found = [*page_defects(layout, width), *overlaps(layout)]
    x = sorted((number(t.text), t.x) for t in by_gid(layout, Text, "tick-number"))
    y = sorted((number(t.text), t.y) for t in by_gid(layout, Text, "value-number"))
    if [value for value, _ in x] != [value for value, _ in y]:
        found.append("the axes differ")
    left, top, right, bottom = layout.plot_box
    if abs((right - left) - (bottom - top)) > 1e-6:
        found.append("not a square")
    table = comparison.table
    dots = by_gid(layout, Marker, r"dot-\d+")
    if len(dots) != table.n:
        found.append("not one dot for each data set")
    for dot in dots:
        row = table.scores[int(dot.gid.split("-")[1])]
        for axis, name, at in ((x, second, dot.x), (y, first, dot.y)):
            (a, start), (b, end) = axis[0], axis[-1]
            wanted = start + (row[table.algorithms.index(name)] - a) * (end - start) / (b - a)
            if abs(wanted - at) > 0.05:
                found.append(f"{dot.gid} is not at its score")
    return found


def said(layout):
    return " ".join(t.text for t in layout.elements if isinstance(t, Text))


@pytest.mark.parametrize("seed", range(40))
def test_random_pair_matrices_have_no_defects(seed):
    control = {} if seed % 5 else {"control": "best"}
    comparison = random_comparison(seed, n=5 + 3 * seed, k=2 + seed % 6, higher=bool(seed % 2), **control)
    layout = layout_pair_matrix(comparison, measure=text_measure(), width=6.75, half=seed % 3 == 0)
    assert matrix_defects(layout, comparison, 486.0) == []


@pytest.mark.parametrize("seed", range(40))
def test_random_pair_scatters_have_no_defects(seed):
    comparison = random_comparison(seed, n=4 + 3 * seed, higher=bool(seed % 2))
    first, second = comparison.algorithms[:2]
    layout = layout_pair_scatter(comparison, first, second, measure=text_measure(), name_farthest=seed % 7)
    assert scatter_defects(layout, comparison, first, second, 237.6) == []
    effects = comparison.effects
    for name, won in ((first, effects.wins[0, 1]), (second, effects.losses[0, 1])):
        assert f"{name} better on {won}" in said(layout)


@pytest.mark.parametrize(("k", "width"), [(4, 3.3), (9, 6.75)])
def test_readable_where_it_is_promised(k, width):
    comparison = random_comparison(1, n=128, k=k)
    names = {name: f"method {i}" for i, name in enumerate(comparison.algorithms)}
    layout = layout_pair_matrix(comparison, measure=text_measure(), width=width, rename=names)
    assert min(t.size for t in layout.elements if isinstance(t, Text)) >= 6.5
    assert len(by_gid(layout, Rectangle, "cell-.*")) == k * (k - 1)


@pytest.mark.parametrize(("option", "effect"), [("median", "median_difference"), ("hodges-lehmann", "hodges_lehmann")])
def test_other_differences(option, effect):
    comparison = random_comparison(2)
    layout = layout_pair_matrix(comparison, measure=text_measure(), width=6.75, difference=option)
    assert matrix_defects(layout, comparison, 486.0, effect) == []


def test_strips_keep_the_order():
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    layout = layout_pair_matrix(
        comparison, measure=text_measure(), rows=["CN2", "C4.5"], columns=["Kernel", "C4.5"], width=3.3
    )
    assert (layout.rows, layout.columns) == (("C4.5", "CN2"), ("C4.5", "Kernel"))
    assert matrix_defects(layout, comparison, 237.6) == []


def test_triangles_of_a_lower_is_better_table():
    table = cd.ScoreTable.from_arrays(
        [[1.0, 2.0], [1.0, 3.0], [2.0, 4.0], [9.0, 8.0]], algorithms=["A", "B"], higher_is_better=False
    )
    layout = layout_pair_scatter(cd.compare(table), "A", "B", measure=text_measure())
    assert [t.text for t in by_gid(layout, Text, "triangle-upper")] == ["B better on 1"]
    assert [t.text for t in by_gid(layout, Text, "triangle-lower")] == ["A better on 3"]
    assert "lower is better" in said(layout)


def test_refusals():
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    p = np.where(np.eye(2, dtype=bool), np.nan, 0.3)
    bare = cd.compare_pvalues([1.2, 1.8], p, algorithms=["A", "B"])
    for layout, pair in ((layout_pair_matrix, ()), (layout_pair_scatter, ("A", "B"))):
        with pytest.raises(UsageError, match="the figure shows scores, and this comparison was made from p-values"):
            layout(bare, *pair, measure=plain_measure)
    with pytest.raises(LayoutError, match=r"a pair matrix of 5 x 5 algorithms does not fit 1.00 in: it needs \d"):
        layout_pair_matrix(comparison, measure=plain_measure, width=1.0)
    with pytest.raises(LayoutError, match=r"the scatter of a pair does not fit 1.00 in: it needs \d"):
        layout_pair_scatter(comparison, "C4.5", "CN2", measure=plain_measure, width=1.0)
    for options in ({"rows": ["nobody"]}, {"rows": ["CN2"], "half": True}, {"rows": ["CN2"], "columns": ["CN2"]}):
        with pytest.raises(UsageError):
            layout_pair_matrix(comparison, measure=plain_measure, **options)
    with pytest.raises(UsageError, match="a pair has two algorithms"):
        layout_pair_scatter(comparison, "CN2", "CN2", measure=plain_measure)


@pytest.mark.parametrize(
    ("gid", "values", "seen"),
    [
        ("wins-0-1", {"text": "9/9/9"}, "wins of 0-1"),
        ("difference-0-1", {"text": "−0.9"}, "difference of 0-1"),
        ("p-0-1", {"text": ".88"}, "p of 0-1"),
        ("p-0-1", {"x": 100.0}, "leaves its cell"),
        ("cell-0-1", {"fill": WORSE[0]}, "shade of 0-1"),
        ("wins-0-4", {"bold": False}, "weight of wins-0-4"),
    ],
)
def test_the_checker_sees_faults_of_a_matrix(gid, values, seen):
    comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
    layout = layout_pair_matrix(comparison, measure=text_measure(), width=6.75)
    assert matrix_defects(layout, comparison, 486.0) == []
    changed = replace(layout, elements=tuple(replace(e, **values) if e.gid == gid else e for e in layout.elements))
    assert any(seen in defect for defect in matrix_defects(changed, comparison, 486.0))


def test_the_checker_sees_a_shifted_and_a_missing_dot():
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    layout = layout_pair_scatter(comparison, "C4.5", "CN2", measure=text_measure())
    shifted = tuple(replace(e, x=e.x + 1) if e.gid == "dot-3" else e for e in layout.elements)
    missing = tuple(e for e in layout.elements if e.gid != "dot-3")
    assert scatter_defects(layout, comparison, "C4.5", "CN2", 237.6) == []
    for elements, seen in ((shifted, "dot-3 is not at its score"), (missing, "not one dot for each data set")):
        assert seen in scatter_defects(replace(layout, elements=elements), comparison, "C4.5", "CN2", 237.6)
