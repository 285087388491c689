"""Pair matrix: numbers, places, refusals, and random inputs without a defect. Scatter:
test_pair_scatter.py.
"""

import re
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from cases import plain_measure, text_measure
from checks import by_gid, overlaps, page_defects, reads
from face_checks import header_defects, type_defects
from random_inputs import random_name

import cddiagram as cd
from cddiagram.figures import pair_matrix
from cddiagram.figures.cell_drawing import BETTER, WORSE
from cddiagram.figures.pair_matrix import layout_pair_matrix
from cddiagram.figures.pair_scale import round_limits
from cddiagram.sheet import Rectangle, Text
from cddiagram.text import LayoutError, UsageError


def random_comparison(seed, n=20, k=5, *, higher=True, **options):
    rng = np.random.default_rng(seed)
    scores = (rng.random((n, k)) + np.linspace(0, 0.4, k)).round(2) * float(
        rng.choice([1.0, 0.001, 500.0])
    )
    names = [f"{'a rather long name ' * int(rng.integers(0, 2))}{i}" for i in range(k)]
    table = cd.ScoreTable.from_arrays(scores, algorithms=names, higher_is_better=higher)
    return cd.compare(table, higher_is_better=higher, pair_test="wilcoxon", **options)


def number(text):
    return float(text.replace("−", "-"))


def matrix_defects(layout, comparison, width, difference="mean_difference", half=False):
    """Compare every cell with the scores, counted by hand, and with the frame of
    pairs.
    """
    found = [
        *page_defects(layout, width),
        *overlaps(layout),
        *type_defects(layout),
        *header_defects(layout, None),
    ]
    found += [*pair_heads(layout), *scale_defects(layout), *key_defects(layout)]
    frame = {
        frozenset((r.algorithm, r.other)): r
        for r in comparison.to_frame().reset_index().itertuples()
    }
    texts = {t.gid: t for t in layout.elements if isinstance(t, Text)}
    table = comparison.table
    seen = set()
    for cell in by_gid(layout, Rectangle, r"cell-\d+-\d+"):
        place = cell.gid.removeprefix("cell-")
        i, j = (int(part) for part in place.split("-"))
        seen.add(place)
        row, column = layout.rows[i], layout.columns[j]
        a, b = (table.scores[:, table.algorithms.index(name)] for name in (row, column))
        won, lost = (
            ((a > b).sum(), (a < b).sum())
            if table.higher_is_better
            else ((a < b).sum(), (a > b).sum())
        )
        if texts[f"wins-{place}"].text != f"{won}/{(a == b).sum()}/{lost}":
            found.append(f"wins of {place}")
        value = getattr(comparison.effects, difference)[
            table.algorithms.index(row), table.algorithms.index(column)
        ]
        printed = texts[f"difference-{place}"].text
        if abs(number(printed) - value) > 0.501 * 10.0 ** -len(
            printed.partition(".")[2]
        ):
            found.append(f"difference of {place}")
        if difference == "mean_difference" and abs(
            value - (a.mean() - b.mean())
        ) > 1e-9 * max(1, abs(a).max()):
            found.append(f"mean of {place}")
        pair, p = frame.get(frozenset((row, column))), texts[f"p-{place}"].text
        significant = pair is not None and pair.different
        if cell.fill != expected_fill(layout, table, value, printed, significant):
            found.append(f"shade of {place}")
        if pair is None:
            wrong = p != "–"
        elif p[0] in "<>":
            wrong = (pair.pvalue_adjusted < float(p[1:])) != (p[0] == "<")
        else:
            wrong = abs(float(p) - pair.pvalue_adjusted) > 0.0005001
        found += [f"p of {place}"] if wrong else []
        for what in ("difference", "wins", "p"):
            text = texts[f"{what}-{place}"]
            left, top, right, bottom = text.box
            if text.bold != (significant and what == "difference"):
                found.append(f"weight of {text.gid}")
            if (text.color == "secondary") == significant:
                found.append(f"ink of {text.gid}")
            if (
                left < cell.x
                or right > cell.x + cell.width
                or top < cell.y
                or bottom > cell.y + cell.height
            ):
                found.append(f"{text.gid} leaves its cell")
    return found + [
        f"no cell for {pair}" for pair in wanted_pairs(layout, half) if pair not in seen
    ]


def expected_fill(layout, table, value, printed, significant):
    """White without a significant difference; otherwise the shade of its size as it is
    printed.
    """
    if not significant or not value:
        return "background"
    good = value if table.higher_is_better else -value
    size = abs(number(printed)) * (1 - 1e-9)
    return (BETTER if good > 0 else WORSE)[sum(size > end for end in layout.limits[:2])]


def scale_defects(layout):
    """The scale has seven boxes of one size with a white one in the middle, the limits
    under their outer ends, and limits that are successive numbers 1, 2, 5.
    """
    boxes = by_gid(layout, Rectangle, "legend-swatch")
    if not layout.limits:
        return ["a scale without a difference"] if boxes else []
    if [box.fill for box in boxes] != [*WORSE[::-1], "background", *BETTER]:
        return ["the scale has other boxes"]
    found = []
    numbers = by_gid(layout, Text, "limit")
    ends = [boxes[i].x for i in range(3)]
    ends += [boxes[i].x + boxes[i].width for i in (4, 5, 6)]
    wanted = [*layout.limits[::-1], *layout.limits]
    at = sorted((text.x, float(text.text)) for text in numbers)
    right = sorted(zip(ends, wanted, strict=True))
    if len(at) != 6 or not np.allclose(at, right, rtol=0, atol=1e-6):
        found.append(f"the scale counts {at}")
    if any(text.y < boxes[0].y + boxes[0].height for text in numbers):
        found.append("the limits are not under the scale")
    digits = [float(f"{limit:e}".partition("e")[0]) for limit in layout.limits]
    if digits not in ([1, 2, 5], [2, 5, 1], [5, 1, 2]):
        found.append(f"the limits are {layout.limits}")
    return found


def key_defects(layout):
    """The key to the lines is in the first place without a pair, or in the header."""
    lines = by_gid(layout, Text, r"(difference|wins|p)-key-\d+-\d+")
    if not lines:
        words = " ".join(t.text for t in by_gid(layout, Text, "key-text"))
        return [] if "win/tie/loss" in words else ["no key to the lines of a cell"]
    found = []
    if not all(line.italic and line.color == "secondary" for line in lines):
        found.append("the key looks like a cell")
    cells = by_gid(layout, Rectangle, r"(diagonal-)?cell-\d+-\d+")
    width, edges = layout.cell_width, layout.row_edges
    first = min(c.x - int(c.gid.split("-")[-1]) * width for c in cells)
    row, column = map(int, lines[0].gid.split("-")[-2:])
    left = first + column * width
    for line in lines:
        if line.box[0] < left or line.box[2] > left + width:
            found.append(f"{line.gid} leaves its cell")
        if not edges[row] < line.box[1] < line.box[3] < edges[row + 1]:
            found.append(f"{line.gid} leaves its row")
    places = [tuple(map(int, c.gid.split("-")[-2:])) for c in cells if c.gid[0] == "c"]
    if (row, column) in places:
        found.append("the key is in the cell of a pair")
    return found


def wanted_pairs(layout, half):
    """List the pairs that have cells: all, or each once, its better-ranked one in the
    row.
    """
    names = [*layout.rows, layout.columns[-1]] if half else layout.rows
    for i, row in enumerate(layout.rows):
        for j, column in enumerate(layout.columns):
            if row != column and (not half or names.index(row) < names.index(column)):
                yield f"{i}-{j}"


def pair_heads(layout):
    """Over each column, in the middle, stands its name, or the number that stands in
    the row of that name.
    """
    found, edges = [], layout.row_edges
    numbers = {
        t.text: layout.rows[int(t.gid.split("-")[1])]
        for t in by_gid(layout, Text, r"row-\d+")
    }
    first = min(
        c.x - int(c.gid.split("-")[2]) * layout.cell_width
        for c in by_gid(layout, Rectangle, r"cell-\d+-\d+")
    )
    for j, name in enumerate(layout.columns):
        heads = by_gid(layout, Text, f"column-{j}")
        said = [t.text for t in heads]
        if not reads([numbers.get(line, line) for line in said], name):
            found.append(f"column {j} is called {' '.join(said)!r}")
        if any(
            abs(t.x - first - (j + 0.5) * layout.cell_width) > 1e-6
            or t.box[3] > edges[0]
            for t in heads
        ):
            found.append(f"the head of column {j} is not over it")
    for i, name in enumerate(layout.rows):
        labels = by_gid(layout, Text, f"label-{i}")
        if not reads([t.text for t in labels], name):
            found.append(f"row {i} has another name")
        if not all(
            edges[i] <= t.y <= edges[i + 1]
            for t in (*labels, *by_gid(layout, Text, f"(mean|rank|row)-{i}"))
        ):
            found.append(f"the name of row {i} stands elsewhere")
    return found


@pytest.mark.parametrize("seed", range(40))
def test_random_pair_matrices_have_no_defects(seed):
    control = {} if seed % 5 else {"control": "best"}
    comparison = random_comparison(
        seed, n=5 + 3 * seed, k=2 + seed % 6, higher=bool(seed % 2), **control
    )
    layout = layout_pair_matrix(
        comparison, measure=text_measure(), width=6.75, half=seed % 3 == 0
    )
    assert matrix_defects(layout, comparison, 486.0, half=seed % 3 == 0) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_more_random_pair_matrices_have_no_defects(seed):
    rng = Random(seed)
    k, width, half = rng.randint(2, 9), rng.choice([3.3, 5.0, 6.75]), rng.random() < 0.3
    control = {"control": "best"} if rng.random() < 0.2 else {}
    comparison = random_comparison(
        seed, n=rng.randint(4, 130), k=k, higher=rng.random() < 0.5, **control
    )
    labels = list({random_name(rng): None for _ in range(3 * k)})[:k]
    options = {
        "half": half,
        "font_size": rng.choice([7.0, 8.0, 9.0]),
        "title": rng.choice([None, "A title"]),
    }
    if rng.random() < 0.5:
        options["rename"] = dict(zip(comparison.algorithms, labels, strict=True))
    try:
        layout = layout_pair_matrix(
            comparison, measure=text_measure(), width=width, **options
        )
    except LayoutError as error:
        if "does not fit 40 in. Use " in str(error):
            return
        width = float(re.search(r"it needs (\d+\.\d\d) in", str(error))[1])
        layout = layout_pair_matrix(
            comparison, measure=text_measure(), width=width, **options
        )
    back = {shown: name for name, shown in options.get("rename", {}).items()}
    found = matrix_defects(
        _renamed(layout, back), comparison, round(72 * width, 9), half=half
    )
    assert [
        defect
        for defect in found
        if "is called" not in defect and "has another name" not in defect
    ] == []
    assert pair_heads(layout) == []


def _renamed(layout, back):
    """Give a layout the names that the scores have."""
    rows, columns = (
        tuple(back.get(name, name) for name in names)
        for names in (layout.rows, layout.columns)
    )
    return replace(layout, rows=rows, columns=columns)


@pytest.mark.parametrize(("k", "width"), [(4, 3.3), (9, 6.75)])
def test_readable_where_it_is_promised(k, width):
    comparison = random_comparison(1, n=128, k=k)
    names = {name: f"method {i}" for i, name in enumerate(comparison.algorithms)}
    layout = layout_pair_matrix(
        comparison, measure=text_measure(), width=width, rename=names
    )
    assert min(t.size for t in layout.elements if isinstance(t, Text)) >= 6.5
    assert len(by_gid(layout, Rectangle, "cell-.*")) == k * (k - 1)
    assert pair_heads(layout) == []
    assert layout.cell_width * k >= 0.25 * layout.width


@pytest.mark.parametrize("higher", [True, False])
def test_the_scale_has_the_signs_that_tell_the_sides_in_gray(higher):
    layout = layout_pair_matrix(
        random_comparison(4, higher=higher), measure=text_measure(), width=6.75
    )
    words = [t.text for t in by_gid(layout, Text, "key-text")]
    worse, better = ("−", "+") if higher else ("+", "−")
    assert f"row worse ({worse})" in words
    assert f"row better ({better})" in words
    assert scale_defects(layout) == []


@pytest.mark.parametrize(
    ("largest", "limits"),
    [
        (0.164, (0.05, 0.1, 0.2)),
        (0.2, (0.05, 0.1, 0.2)),
        (0.21, (0.1, 0.2, 0.5)),
        (0.51, (0.2, 0.5, 1.0)),
        (1e-7, (2e-8, 5e-8, 1e-7)),
        (730.0, (200.0, 500.0, 1000.0)),
        (0.0, ()),
    ],
)
def test_limits_are_round_numbers(largest, limits):
    assert round_limits(largest) == pytest.approx(limits)


def test_without_a_significant_difference_all_cells_are_white():
    rng = np.random.default_rng(0)
    names = [f"M{i}" for i in range(4)]
    table = cd.ScoreTable.from_arrays(rng.random((6, 4)), algorithms=names)
    layout = layout_pair_matrix(cd.compare(table), measure=text_measure(), width=6.75)
    fills = {cell.fill for cell in by_gid(layout, Rectangle, r"cell-\d+-\d+")}
    assert (fills, layout.limits) == ({"background"}, ())
    assert not by_gid(layout, Rectangle, "legend-swatch")


def test_the_mean_score_and_the_rank_are_under_each_name():
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    layout = layout_pair_matrix(comparison, measure=text_measure(), width=6.75)
    table, ranks = comparison.table, comparison.ranking.average_ranks
    for row, name in enumerate(layout.rows):
        column = table.algorithms.index(name)
        [label], [mean], [rank] = (
            by_gid(layout, Text, f"{what}-{row}") for what in ("label", "mean", "rank")
        )
        assert mean.text == f"mean {table.scores[:, column].mean():.3f}"
        assert rank.text == f"rank {ranks[column]:.2f}"
        assert label.box[3] <= mean.box[1] + 0.01 < mean.box[3] <= rank.box[1] + 0.01
        assert label.x == mean.x == rank.x


def test_fourteen_algorithms_fit_a_page():
    names = ["HC2", "MR-Hydra", "ROCKET", "InceptionTime", "DrCIF", "TDE", "TSF"]
    names += ["1NN-DTW", "CNN", "ResNet", "STC", "BOSS", "Catch22", "PF"]
    rng = np.random.default_rng(14)
    scores = (rng.random((112, 14)) * 0.1 + np.linspace(0.9, 0.7, 14)).round(3)
    comparison = cd.compare(
        cd.ScoreTable.from_arrays(scores, algorithms=names), pair_test="wilcoxon"
    )
    layout = layout_pair_matrix(comparison, measure=text_measure(), width=6.75)
    assert matrix_defects(layout, comparison, 486.0) == []
    assert layout.height <= 9.5 * 72


@pytest.mark.parametrize(
    ("option", "effect"),
    [("median", "median_difference"), ("hodges-lehmann", "hodges_lehmann")],
)
def test_other_differences(option, effect):
    comparison = random_comparison(2)
    layout = layout_pair_matrix(
        comparison, measure=text_measure(), width=6.75, difference=option
    )
    assert matrix_defects(layout, comparison, 486.0, effect) == []


@pytest.mark.parametrize(("k", "width"), [(4, 3.3), (5, 3.3), (9, 6.75)])
def test_names_that_fit_stand_over_their_columns_and_long_ones_have_numbers(k, width):
    comparison = random_comparison(3, k=k)
    short = {name: f"alg-{i}" for i, name in enumerate(comparison.algorithms)}
    long = {
        name: f"Averylongnameofanalgorithm {i}"
        for i, name in enumerate(comparison.algorithms)
    }
    named, numbered = (
        layout_pair_matrix(
            comparison, measure=text_measure(), width=width, rename=names
        )
        for names in (short, long)
    )
    assert [t.text for t in by_gid(named, Text, r"column-\d+")] == list(named.columns)
    assert [t.text for t in by_gid(numbered, Text, r"column-\d+")] == [
        str(i + 1) for i in range(k)
    ]
    assert [*pair_heads(named), *pair_heads(numbered)] == []


def test_strips_keep_the_order():
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    layout = layout_pair_matrix(
        comparison,
        measure=text_measure(),
        rows=["CN2", "C4.5"],
        columns=["Kernel", "C4.5"],
        width=3.3,
    )
    assert (layout.rows, layout.columns) == (("C4.5", "CN2"), ("C4.5", "Kernel"))
    assert matrix_defects(layout, comparison, 237.6) == []


def test_refusals():
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    p = np.where(np.eye(2, dtype=bool), np.nan, 0.3)
    bare = cd.compare_pvalues([1.2, 1.8], p, algorithms=["A", "B"])
    with pytest.raises(
        UsageError,
        match="the figure shows scores, but this comparison was made from p-values",
    ):
        layout_pair_matrix(bare, measure=plain_measure)
    with pytest.raises(
        LayoutError,
        match=r"a pair matrix of 5 x 5 algorithms does not fit 1.00 in: it needs \d",
    ):
        layout_pair_matrix(comparison, measure=plain_measure, width=1.0)
    for options in (
        {"rows": ["nobody"]},
        {"rows": ["CN2"], "half": True},
        {"rows": ["CN2"], "columns": ["CN2"]},
    ):
        with pytest.raises(UsageError):
            layout_pair_matrix(comparison, measure=plain_measure, **options)


@pytest.mark.parametrize(
    ("gid", "values", "seen"),
    [
        ("wins-0-1", {"text": "9/9/9"}, "wins of 0-1"),
        ("difference-0-1", {"text": "−0.9"}, "difference of 0-1"),
        ("p-0-1", {"text": ".88"}, "p of 0-1"),
        ("p-0-1", {"x": 100.0}, "leaves its cell"),
        ("cell-0-1", {"fill": WORSE[0]}, "shade of 0-1"),
        ("difference-0-4", {"bold": False}, "weight of difference-0-4"),
        ("wins-0-4", {"color": "secondary"}, "ink of wins-0-4"),
        ("limit", {"text": ".3"}, "the scale counts"),
        ("wins-key-0-0", {"x": 100.0}, "wins-key-0-0 leaves its cell"),
        ("cell-0-1", {"gid": "elsewhere"}, "no cell for 0-1"),
        ("column-2", {"text": "C4.5"}, "column 2 is called 'C4.5'"),
        ("column-2", {"x": 100.0}, "the head of column 2 is not over it"),
        ("label-1", {"text": "CN2"}, "row 1 has another name"),
        ("label-1", {"y": 300.0}, "the name of row 1 stands elsewhere"),
    ],
)
def test_the_checker_sees_faults_of_a_matrix(gid, values, seen):
    comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
    layout = layout_pair_matrix(comparison, measure=text_measure(), width=6.75)
    assert matrix_defects(layout, comparison, 486.0) == []
    changed = replace(
        layout,
        elements=tuple(
            replace(e, **values) if e.gid == gid else e for e in layout.elements
        ),
    )
    assert any(seen in defect for defect in matrix_defects(changed, comparison, 486.0))


FEWER = "fewer columns (columns), or draw the p-value matrix (plot_pvalue_matrix)"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("k", "name", "width", "helps"),
    [
        (5, "a method whose name is long {}", 2.6, "shorter names (rename)"),
        (9, "{}", 3.3, FEWER),
        (25, "{}", 6.75, FEWER),
        (100, "{}", 6.75, FEWER),
    ],
)
def test_a_refusal_names_what_helps(k, name, width, helps):
    """Shorter names help no matrix whose cells alone are wider than the page, and no
    width one of 100 columns.
    """
    comparison = random_comparison(1, n=30, k=k)
    options = {
        "rename": {
            shown: name.format(i) for i, shown in enumerate(comparison.algorithms)
        }
    }
    with pytest.raises(LayoutError) as refused:
        layout_pair_matrix(comparison, measure=text_measure(), width=width, **options)
    said = re.escape(f"a pair matrix of {k} x {k} algorithms does not fit ")
    if k == 100:
        assert re.fullmatch(
            f"{said}40 in\\. Use {re.escape(helps)}\\.", str(refused.value)
        )
        return
    said += (
        rf"{width:.2f} in: it needs (\d+\.\d\d) in. Use that width or "
        rf"{re.escape(helps)}\."
    )
    found = re.fullmatch(said, str(refused.value))
    assert layout_pair_matrix(
        comparison, measure=text_measure(), width=float(found[1]), **options
    ).rows


def test_a_matrix_narrower_than_the_page_stands_in_its_middle():
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    for k, width in ((3, 6.75), (5, 6.75), (3, 3.3)):
        columns = list(comparison.algorithms[:k])
        layout = layout_pair_matrix(
            comparison, measure=text_measure(), columns=columns, width=width
        )
        drawn = [
            *by_gid(layout, Rectangle, r"cell-\d+-\d+"),
            *by_gid(layout, Text, r"(label|mean|rank|row)-\d+"),
        ]
        boxes = [
            (d.x, d.x + d.width) if isinstance(d, Rectangle) else d.box[::2]
            for d in drawn
        ]
        left, right = (
            min(low for low, _ in boxes),
            layout.width - max(high for _, high in boxes),
        )
        assert left == pytest.approx(right, abs=0.3)
        assert matrix_defects(layout, comparison, width * 72) == []


def test_what_no_page_holds_is_refused_before_its_numbers_are_computed(monkeypatch):
    """170 columns of 17 pt are wider than 40 in: nothing is computed for them."""
    values = np.random.default_rng(170).normal(size=(6, 170))
    comparison = cd.compare(
        cd.ScoreTable.from_arrays(values, algorithms=[f"M{i}" for i in range(170)])
    )
    monkeypatch.setattr(
        pair_matrix,
        "effects_of",
        lambda comparison: pytest.fail("effects were computed"),
    )
    said = f"does not fit 40 in. Use {FEWER}."
    with pytest.raises(LayoutError) as refused:
        cd.plot_pair_matrix(comparison, width=3.3)
    assert str(refused.value) == f"a pair matrix of 170 x 170 algorithms {said}"
    monkeypatch.undo()
    assert cd.plot_pair_matrix(
        comparison, rows=["M0", "M1"], columns=["M2", "M3"], width=3.3
    ).layout.rows
