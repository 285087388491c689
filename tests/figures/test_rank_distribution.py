"""The distribution of ranks: counts against a plain count of the scores, cells against
their key, random inputs.
"""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import numpy as np
import pytest
from cases import text_measure
from checks import by_gid, extent, overlaps, page_defects, scale_of, text_defects
from examples import random_figures
from hypothesis import given
from hypothesis import strategies as st
from random_inputs import random_name
from scipy.stats import rankdata

import cddiagram as cd
from cddiagram.figures.rank_distribution import (
    layout_rank_distribution,
    rank_counts,
)
from cddiagram.sheet import Rectangle, Text
from cddiagram.text import LayoutError, UsageError

NEAR = 0.02


def counted(table):
    """Count ranks with fractions, one data set after the other: name -> rank -> how
    often.
    """
    counts = {name: Counter() for name in table.algorithms}
    for row in np.asarray(table.scores).tolist():
        better = sorted(row, reverse=table.higher_is_better)
        for name, score in zip(table.algorithms, row, strict=True):
            places = [place for place, other in enumerate(better, 1) if other == score]
            for place in places:
                counts[name][place] += Fraction(1, len(places))
    return counts


class _Case:
    """What `text_defects` asks for."""

    def __init__(self, comparison):
        self.names, self.order = comparison.algorithms, comparison.order
        self.ranks = comparison.ranking.average_ranks


def defects(layout, comparison, *, width):
    """List what is wrong with a figure, from its elements and the scores alone."""
    table = comparison.table
    found = [
        *page_defects(layout, width),
        *overlaps(layout),
        *text_defects(layout, _Case(comparison), {}),
    ]
    truth = counted(table)
    at = scale_of(layout)
    if at is None:
        return [*found, "no axis"]
    limits = [
        float(t.text.split()[1].rstrip("%"))
        for t in by_gid(layout, Text, "key-text")
        if "≤" in t.text
    ]
    words = " ".join(t.text for t in by_gid(layout, Text, "key-text"))
    if len(limits) != 3 or f"> {limits[-1]:g}% of data sets" not in words:
        return [*found, f"the key is {words!r}"]
    shades = [s.fill for s in by_gid(layout, Rectangle, "legend-swatch")]
    cells = {
        element.gid: element for element in by_gid(layout, Rectangle, r"cell-\d+-\d+")
    }
    widths = [
        cell.width for gid, cell in cells.items() if gid.endswith("-0")
    ]  # the last one may hold fewer places
    if min(widths, default=0.0) < 2.4 - 1e-9:
        found.append("cells run together")
    values = {
        element.gid: element for element in by_gid(layout, Text, r"value-\d+-\d+")
    }
    if values and min(cell.width for cell in cells.values()) < 14 - 1e-9:
        found.append("numbers are in narrow cells")
    for zebra in by_gid(layout, Rectangle, "zebra"):
        if abs(zebra.x + zebra.width - at(table.k + 0.5)) > NEAR:
            found.append("a shade of rows does not end with the cells")
    note = " ".join(t.text for t in by_gid(layout, Text, "note"))
    to_a_cell = (
        int(match[1]) if (match := re.search(r"\((\d+) per cell\)", note)) else 1
    )
    tied = any(len(set(row)) < table.k for row in np.asarray(table.scores).tolist())
    if ("ties split" in note) != tied:
        found.append(f"the note is {note!r}")
    firsts = range(1, table.k + 1, to_a_cell)
    for row, column in enumerate(comparison.order):
        name = table.algorithms[column]
        heights = [t.y for t in by_gid(layout, Text, f"label-{row}")]
        for number, first in enumerate(firsts):
            last = min(first + to_a_cell - 1, table.k)
            true = sum(truth[name][place] for place in range(first, last + 1))
            share = 100 * true / table.n
            cell = cells.pop(f"cell-{row}-{number}", None)
            fill = "background" if cell is None else cell.fill
            rounded = (share + Fraction(1, 2)) // 1
            if fill != shades[sum(rounded > Fraction(limit) for limit in limits)]:
                found.append(f"{name} at {first} is shaded {fill} for {float(share)}%")
            if cell is not None:
                left, top, right, bottom = extent(cell)
                if (
                    abs(left - at(first - 0.5)) > NEAR
                    or abs(right - at(last + 0.5)) > NEAR
                ):
                    found.append(f"the cell of {name} at {first} is not at its place")
                if heights and not top <= min(heights) <= max(heights) <= bottom:
                    found.append(f"the cell of {name} at {first} is not in its row")
            value = values.pop(f"value-{row}-{number}", None)
            if value is not None:
                found += _value(value, cell, float(share), at((first + last) / 2))
            elif layout.values_printed and true:
                found.append(f"no number for {name} at {first}")
    return found + [f"{gid} is not of the figure" for gid in (*cells, *values)]


def _value(value, cell, share, x):
    found = []
    if value.text.startswith("<"):
        is_right = 0 < share < float(value.text[1:])
    elif value.text.startswith(">"):
        is_right = float(value.text[1:]) < share < 100
    else:
        is_right = abs(float(value.text) - share) < 0.5001
    if not is_right or "." in value.text or float(value.text.strip("<>")) == 0:
        found.append(f"{value.gid} says {value.text} for {share}")
    if abs(value.x - x) > NEAR:
        found.append(f"{value.gid} is not in the middle of its cell")
    if (
        cell is None
        or value.box[0] < cell.x - NEAR
        or value.box[2] > cell.x + cell.width + NEAR
    ):
        found.append(f"{value.gid} leaves its cell")
    return found


def table_of(seed, k, n, *, digits=6, names=None, higher_is_better=True):
    rng = np.random.default_rng(seed)
    scores = np.round(rng.normal(size=(n, k)) + np.linspace(1, 0, k), digits)
    return cd.ScoreTable.from_arrays(
        scores,
        algorithms=names or [f"M{i}" for i in range(k)],
        higher_is_better=higher_is_better,
    )


# -- counts ----------------------------------------------------------------------------


@pytest.mark.parametrize("digits", [6, 1, 0])
@pytest.mark.parametrize("higher_is_better", [True, False])
def test_counts_are_those_of_the_scores(digits, higher_is_better):
    table = table_of(3, 7, 40, digits=digits, higher_is_better=higher_is_better)
    comparison = cd.compare(table)
    layout = layout_rank_distribution(comparison, measure=text_measure())
    truth, counts = counted(table), np.array(layout.counts)
    for row, column in enumerate(comparison.order):
        assert counts[row] == pytest.approx(
            [float(truth[table.algorithms[column]][p]) for p in range(1, 8)]
        )
    assert counts.sum(axis=0) == pytest.approx(40)
    assert counts.sum(axis=1) == pytest.approx(40)
    mean_places = counts @ np.arange(1, 8) / 40
    assert mean_places == pytest.approx(
        np.asarray(comparison.ranking.average_ranks)[list(comparison.order)]
    )


def test_tied_algorithms_share_their_ranks():
    """Each row counts as the mean of all orders that its ties leave open."""
    scores = np.random.default_rng(3).integers(0, 3, size=(20, 4))
    expected = np.zeros((4, 4))
    for row in scores:
        orders = [
            order
            for order in permutations(range(4))
            if (np.diff(row[list(order)]) >= 0).all()
        ]
        for order in orders:
            expected[order, range(4)] += 1 / len(orders)
    ranks = rankdata(scores, axis=1)
    found = rank_counts(ranks)
    assert found == pytest.approx(expected, abs=1e-8)
    assert (found @ np.arange(1, 5) / 20).tolist() == pytest.approx(
        ranks.mean(axis=0).tolist()
    )


def test_equal_percentages_have_equal_shades():
    """The limits of the shades are compared with the printed percentages."""
    comparison = cd.compare(table_of(0, 9, 112, digits=1))
    layout = layout_rank_distribution(comparison, measure=text_measure())
    fills = {}
    for text in by_gid(layout, Text, r"value-\d+-\d+"):
        [cell] = by_gid(layout, Rectangle, text.gid.replace("value", "cell"))
        fills.setdefault(text.text, set()).add(cell.fill)
    assert {"5", "10"} <= set(fills)  # shares just above 5% and 10% among them
    assert all(len(shades) == 1 for shades in fills.values()), fills


def test_ties_share_their_ranks():
    assert rank_counts(np.array([[2.0, 2.0, 2.0], [1.0, 2.5, 2.5]])) == pytest.approx(
        np.array([[4 / 3, 1 / 3, 1 / 3], [1 / 3, 5 / 6, 5 / 6], [1 / 3, 5 / 6, 5 / 6]])
    )


def test_garcia():
    # Garcia and Herrera 2008, Table 2: Kernel is last on 22 of the 30 data sets
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    layout = layout_rank_distribution(comparison, measure=text_measure())
    texts = {
        element.gid: element.text
        for element in layout.elements
        if isinstance(element, Text)
    }
    assert (texts["value-4-4"], texts["value-0-0"], layout.names[4]) == (
        "73",
        "28",
        "Kernel",
    )
    assert texts["note"] == "Ranks on 30 data sets; ties split"
    assert defects(layout, comparison, width=237.6) == []


@pytest.mark.parametrize("ranking", ["aligned", "quade"])
def test_ranks_are_those_on_the_data_sets_whatever_is_ranked(ranking):
    table = table_of(1, 5, 12)
    plain, other = (
        layout_rank_distribution(
            cd.compare(table, ranking=kind), measure=text_measure()
        )
        for kind in ("friedman", ranking)
    )
    assert dict(zip(plain.names, plain.counts, strict=True)) == dict(
        zip(other.names, other.counts, strict=True)
    )


def test_a_comparison_without_scores_has_no_distribution():
    comparison = cd.compare_pvalues(
        [1.0, 2.0], [[np.nan, 0.2], [0.2, np.nan]], algorithms=["a", "b"]
    )
    said = "the figure shows scores, but this comparison was made from p-values"
    with pytest.raises(UsageError, match=said):
        cd.plot_rank_distribution(comparison)
    with pytest.raises(UsageError, match=said):
        comparison.caption("rank-distribution")


# -- the figure ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("k", "n", "width", "per_cell"),
    [
        *((k, 60, width, 1) for k in (2, 3, 5, 9) for width in (3.3, 6.75)),
        *((14, n, 3.3, many) for n, many in ((140, 1), (139, 2), (70, 2), (60, 2))),
        *((25, n, 6.75, many) for n, many in ((250, 1), (125, 2), (60, 5), (20, 5))),
        *((40, n, 3.3, many) for n, many in ((900, 2), (200, 2), (199, 5), (60, 5))),
        *((104, n, 6.75, many) for n, many in ((900, 2), (500, 5), (60, 20))),
    ],
)
def test_no_defects(k, n, width, per_cell):
    """In a cell, at least ten data sets are expected, unless there are few algorithms
    or fewer than five cells would remain.
    """
    comparison = cd.compare(table_of(k, k, n, digits=1))
    layout = layout_rank_distribution(comparison, measure=text_measure(), width=width)
    assert layout.ranks_per_cell == per_cell
    assert layout.font_size == 8.0
    assert min(cell.width for cell in by_gid(layout, Rectangle, r"cell-\d+-\d+")) >= 4.0
    assert defects(layout, comparison, width=round(72 * width, 9)) == []


def test_cells_of_a_narrow_page_do_not_run_together():
    comparison = cd.compare(
        table_of(
            40, 40, 60, digits=1, names=[f"tuned classifier {i}" for i in range(40)]
        )
    )
    layout = layout_rank_distribution(comparison, measure=text_measure(), width=2.5)
    assert defects(layout, comparison, width=180.0) == []


@pytest.mark.slow
@random_figures(60)
@given(
    st.integers(0, 10**6),
    st.one_of(st.integers(2, 14), st.integers(2, 60)),
    st.integers(2, 60),
    st.sampled_from([6, 1, 0]),
    st.sampled_from([3.3, 5.0, 6.75]),
    st.booleans(),
    st.sampled_from(["DejaVu Sans", "STIXGeneral"]),
)
def test_random_inputs_have_no_defects(seed, k, n, digits, width, higher, family):
    rng = Random(seed)
    names = list({"".join(random_name(rng).split()) or "x": None for _ in range(k)})
    names += [f"further {number}" for number in range(k - len(names))]
    comparison = cd.compare(
        table_of(seed, k, n, digits=digits, names=names, higher_is_better=higher)
    )
    layout = layout_rank_distribution(
        comparison, measure=text_measure(family), width=width
    )
    assert defects(layout, comparison, width=round(72 * width, 9)) == []


def swapped(layout):
    """Exchange the shades of two neighbouring cells."""
    one, other = by_gid(layout, Rectangle, "cell-4-3|cell-4-4")
    fills = {one.gid: other.fill, other.gid: one.fill}
    return [
        replace(e, fill=fills[e.gid]) if e.gid in fills else e for e in layout.elements
    ]


FAULTS = {
    "missing": lambda layout: [e for e in layout.elements if e.gid != "cell-4-4"],
    "number": lambda layout: [e for e in layout.elements if e.gid != "value-4-4"],
    "swapped": swapped,
    "shifted": lambda layout: [replace(e, x=e.x + 2.0) if e.gid == "cell-0-0" else e for e in layout.elements],
    "wrong": lambda layout: [replace(e, text="72") if e.gid == "value-4-4" else e for e in layout.elements],
    "decimals": lambda layout: [replace(e, text="73.3") if e.gid == "value-4-4" else e for e in layout.elements],
    "zebra": lambda layout: [replace(e, width=layout.width) if e.gid == "zebra" else e for e in layout.elements],
    "key": lambda layout: [
        replace(e, text=e.text.replace("10%", "5%")) if e.gid == "key-text" else e for e in layout.elements
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_the_checker_sees(name):
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    layout = layout_rank_distribution(comparison, measure=text_measure())
    broken = replace(layout, elements=tuple(FAULTS[name](layout)))
    assert defects(broken, comparison, width=237.6) != []


def test_what_does_not_fit_is_refused():
    comparison = cd.compare(
        table_of(1, 9, 12, names=[f"a name of some length {i}" for i in range(9)])
    )
    with pytest.raises(
        LayoutError, match=r"the figure does not fit 0\.60 in: it needs \d\.\d\d in"
    ):
        cd.plot_rank_distribution(comparison, width=0.6)


def test_its_caption_says_what_shades_and_ties_are():
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    caption = comparison.caption("rank-distribution")
    reading = (
        " Each cell represents the proportion of data sets on which an algorithm has a "
        "given rank; darker cells mark larger proportions. Tied algorithms share their ranks equally. The mean of each "
        "distribution is the average rank. "
    )
    assert reading in caption
    assert "The mean of each" not in cd.compare(
        comparison.table, ranking="aligned"
    ).caption("rank-distribution")


def test_a_report_has_it_where_it_is_asked_for():
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    assert "rank-distribution" not in cd.make_report(comparison).figures()
    report = cd.make_report(comparison, figures=["rank-distribution"])
    assert (
        report.figures()["rank-distribution"].alt
        == "Distribution of ranks of 5 algorithms"
    )
    assert (
        "Each cell shows the percentage of data sets on which an algorithm has a given "
        "rank; darker cells mark larger percentages" in report.to_markdown()
    )


@pytest.mark.parametrize(
    ("k", "width", "numbers"),
    [
        (9, 3.3, [str(rank) for rank in range(1, 10)]),
        (14, 3.3, ["1–2", "3–4", "5–6", "7–8", "9–10", "11–12", "13–14"]),
        (23, 6.75, ["1–5", "6–10", "11–15", "16–20", "21–23"]),
        (40, 3.3, ["5", "10", "15", "20", "25", "30", "35", "40"]),
    ],
)
def test_cells_are_labelled_with_their_ranks(k, width, numbers):
    """The range of ranks is above each cell if there is room."""
    comparison = cd.compare(table_of(k, k, 112))
    layout = layout_rank_distribution(comparison, measure=text_measure(), width=width)
    assert [text.text for text in by_gid(layout, Text, "tick-number")] == numbers
