"""Histograms and Q-Q plots: they show the numbers of the result, and random inputs have no defect."""

import os
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from cases import plain_measure, text_measure
from checks import by_gid
from conditions_checks import TESTS, defects, stated
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from random_inputs import random_name

import cddiagram as cd
from cddiagram.errors import LayoutError, UsageError
from cddiagram.figures.conditions import layout_conditions
from cddiagram.sheet.elements import Line, Text
from cddiagram.stats.conditions import check_conditions, histogram_of

EXAMPLES = int(os.environ.get("CDDIAGRAM_LAYOUT_EXAMPLES", "400"))


# -- the checker: everything is read off the elements ---------------------------------------------------------------


# -- cases -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", ["DejaVu Sans", "STIXGeneral"])
@pytest.mark.parametrize("width", [3.3, 6.75])
@pytest.mark.parametrize("name", ["demsar2006-table6", "garcia2008-table2", "garcia2010-table3"])
def test_no_defects(name, width, family):
    conditions = check_conditions(cd.load_example(name))
    layout = layout_conditions(conditions, measure=text_measure(family), width=width)
    assert defects(layout, conditions, width=round(72 * width, 9)) == []
    assert layout.columns == min({3.3: 2, 6.75: 4}[width], len(conditions.algorithms))


def test_what_the_result_holds():
    table = cd.load_example("garcia2008-table2")
    conditions = check_conditions(table, center="median")
    column = table.algorithms.index("C4.5")
    assert [conditions.algorithms[i] for i in conditions.order] == ["C4.5", "NaiveBayes", "CN2", "1-NN", "Kernel"]
    assert conditions.scores[:, column].tolist() == sorted(table.scores[:, column].tolist())
    assert all(histogram.counts.sum() == 30 for histogram in conditions.histograms)
    assert all(
        (histogram.edges[0], histogram.edges[-1]) == pytest.approx((low, high))
        for histogram, low, high in zip(
            conditions.histograms, table.scores.min(axis=0), table.scores.max(axis=0), strict=True
        )
    )
    # Blom's plotting positions for n = 30: (1 - 3/8) / 30.25 = .02066, whose normal quantile is -2.040
    assert conditions.quantiles[0] == pytest.approx(-2.0403, abs=2e-4)
    assert conditions.quantiles == pytest.approx(-conditions.quantiles[::-1])
    assert conditions.means[column] == pytest.approx(table.scores[:, column].mean())
    assert conditions.deviations[column] == pytest.approx(table.scores[:, column].std(ddof=1))
    assert conditions.levene.center == "median"
    with pytest.raises(ValueError, match="read-only"):
        conditions.scores[0, 0] = 1.0


def test_bins():
    assert histogram_of(np.array([3.0, 3.0])).counts.tolist() == [2]
    tails = histogram_of(np.concatenate([np.linspace(0, 1, 500), [1000.0]]))
    assert len(tails.counts) == 20  # Freedman and Diaconis would take thousands
    assert tails.counts.sum() == 501
    close = histogram_of(np.nextafter(1.0, 2.0, dtype=float) * np.array([1.0, 1.0]) - [0.0, 2**-52])
    assert close.counts.sum() == 2


def test_header_says_what_is_shown():
    conditions = check_conditions(cd.load_example("garcia2008-table2"))
    layout = layout_conditions(conditions, measure=text_measure())
    note = " ".join(t.text for t in by_gid(layout, Text, "note"))
    f, p = conditions.levene.statistic, conditions.levene.pvalue
    assert note == (
        "histogram with normal curve; normal Q–Q plot; p-values of tests of normality; "
        f"Levene, equal variances: F(4, 145) = {f:.2f}, p = {p:.3f}".replace("0.0", ".0")
    )
    assert 0.001 < p < 0.1
    small = stated([[1.0, 2.0], [2.0, 4.0], [3.0, 9.0]], ["a", "b"], np.full((4, 2), 0.5), levene_p=1e-9)
    note = " ".join(t.text for t in by_gid(layout_conditions(small, measure=text_measure()), Text, "note"))
    assert note.endswith("F(1, 4) = 2.50, p <.001")


def test_constant_scores_are_not_tested_and_have_no_curve():
    p = np.full((4, 2), 0.5)
    p[:, 1] = np.nan
    conditions = stated([[1.0, 3.0], [2.0, 3.0], [4.0, 3.0]], ["a", "b"], p)
    layout = layout_conditions(conditions, measure=text_measure())
    assert defects(layout, conditions, width=237.6) == []
    assert [t.text for t in by_gid(layout, Text, r"pvalue-1-\d")] == ["not tested"] * 4
    assert not by_gid(layout, Line, "curve-1")
    assert by_gid(layout, Line, "curve-0")


def test_long_names_are_broken_and_ranges_get_a_second_row():
    names = ["a very long name of an algorithm, longer than its panel", "b"]
    conditions = stated([[-1.23e-5, 2.0], [4.56e-5, 4.0], [1e-5, 9.0]], names, np.full((4, 2), 0.5))
    layout = layout_conditions(conditions, measure=text_measure(), highlight=names[0], rename={"b": "B 2"})
    assert len(by_gid(layout, Text, "label-0")) > 1
    assert all(t.bold and t.color == "foreground" for t in by_gid(layout, Text, "label-0"))
    low, high = by_gid(layout, Text, "range-0")
    assert (low.text, high.text) == ("-1.23e-05", "4.56e-05")
    assert high.y > low.y
    assert defects(layout, conditions, width=237.6, rename={"b": "B 2"}) == []


def test_messages():
    conditions = stated([[1.0, 2.0], [2.0, 4.0]], ["a", "b"], np.full((4, 2), 0.5))
    with pytest.raises(LayoutError) as caught:
        layout_conditions(conditions, measure=plain_measure, width=1.0)
    assert str(caught.value) == (
        "a panel does not fit 1.00 in: it needs 1.50 in; give that width or a smaller font_size."
    )
    assert layout_conditions(conditions, measure=plain_measure, width=1.5).columns == 1
    with pytest.raises(UsageError, match="unknown algorithm in rename"):
        layout_conditions(conditions, measure=plain_measure, rename={"c": "C"})
    with pytest.raises(UsageError, match=r"^'a' and 'b' would both be called 'a' in the figure: "):
        layout_conditions(conditions, measure=plain_measure, rename={"b": "a"})
    swapped = layout_conditions(conditions, measure=plain_measure, rename={"a": "b", "b": "a"})
    assert swapped.names == tuple({"a": "b", "b": "a"}[conditions.algorithms[i]] for i in conditions.order)


# -- the checker sees what it is for ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gid", "values", "seen"),
    [
        ("label-1", {"text": "x"}, "is printed as 'x'"),
        ("pvalue-0-1", {"text": ".99"}, "is printed as .99"),
        ("pvalue-0-1", {"text": "not tested"}, "is printed as not tested"),
        ("pvalue-0-1", {"y": 0.0}, "on another line"),
        ("bin-2", {"height": 1.0}, "not as high as their counts"),
        ("point-2", {"y": 0.0}, "do not ascend"),
        ("point-2", {"x": 500.0}, "leaves the page"),
        ("test-0-0", {"text": "x", "y": 50.0}, "touches text test-0-0"),
    ],
)
def test_checker_sees(gid, values, seen):
    conditions = check_conditions(cd.load_example("garcia2008-table2"))
    layout = layout_conditions(conditions, measure=text_measure())
    index = next(i for i, element in enumerate(layout.elements) if element.gid == gid)
    elements = list(layout.elements)
    elements[index] = replace(elements[index], **values)
    found = defects(replace(layout, elements=tuple(elements)), conditions, width=237.6)
    assert any(seen in defect for defect in found), found


# -- random inputs -----------------------------------------------------------------------------------------------------


@st.composite
def subjects(draw):
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    k = draw(st.integers(2, 14))
    n = draw(st.one_of(st.integers(2, 30), st.integers(2, 300)))
    names = []
    while len(names) < k:
        name = random_name(rng)
        if name not in names:
            names.append(name)
    kinds = {
        "normal": lambda: rng.gauss(0, 1),
        "skewed": lambda: rng.expovariate(1) ** 3,
        "few": lambda: float(rng.randint(0, 2)),
        "constant": lambda: 0.7,
        "outlier": lambda: 1e6 if rng.random() < 0.02 else rng.random(),
    }
    columns = []
    for _ in range(k):
        kind, scale, shift = rng.choice(list(kinds)), 10.0 ** rng.randint(-9, 9), rng.choice((0.0, 1.0, -100.0))
        columns.append([kinds[kind]() * scale + shift for _ in range(n)])
    p = np.array(
        [[rng.choice((np.nan, 0.0, 1.0, 0.05, rng.random(), rng.random() ** 6)) for _ in columns] for _ in TESTS]
    )
    return stated(np.array(columns).T, names, np.array(p), levene_p=rng.random())


OPTIONS = st.fixed_dictionaries(
    {"width": st.sampled_from([3.3, 5.0, 6.75]), "font_size": st.sampled_from([7.0, 8.0, 9.0, 10.0])},
    optional={
        "note": st.sampled_from([None, "A longer note than most, which has to be broken over lines in a column"]),
        "title": st.just("A title"),
    },
)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(max_examples=EXAMPLES, derandomize=EXAMPLES == 400, deadline=None, suppress_health_check=list(HealthCheck))
@given(subjects(), OPTIONS, st.sampled_from(["DejaVu Sans", "STIXGeneral"]), st.booleans())
def test_random_inputs_have_no_defects(subject, options, family, emphasise):
    if emphasise:
        options = options | {"highlight": [subject.algorithms[0], subject.algorithms[-1]]}
    layout = layout_conditions(subject, measure=text_measure(family), **options)
    event(f"{layout.columns} columns")
    assert defects(layout, subject, width=round(options["width"] * 72, 9)) == []
