"""Normal Q-Q plots: they show the numbers of the result, and random inputs have no
defect.
"""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from assumptions_checks import TESTS, defects, stated
from cases import plain_measure, text_measure
from checks import by_gid
from examples import random_figures
from family_checks import some_families
from hypothesis import event, given
from hypothesis import strategies as st
from random_inputs import random_name
from scipy.stats import shapiro

import cddiagram as cd
from cddiagram.figures.assumptions import layout_assumptions
from cddiagram.sheet import Line, Text
from cddiagram.stats import check_assumptions, histogram_of
from cddiagram.text import InputError, LayoutError, UsageError

# -- the checker: everything is read off the elements ----------------------------------


# -- cases -----------------------------------------------------------------------------


@pytest.mark.parametrize("family", ["DejaVu Sans", "STIXGeneral"])
@pytest.mark.parametrize("width", [3.3, 6.75])
@pytest.mark.parametrize(
    "name", ["demsar2006-table6", "garcia2008-table2", "garcia2010-table3"]
)
def test_no_defects(name, width, family):
    assumptions = check_assumptions(cd.load_example(name))
    layout = layout_assumptions(assumptions, measure=text_measure(family), width=width)
    assert defects(layout, assumptions, width=round(72 * width, 9)) == []
    most = min({3.3: 3, 6.75: 5}[width], len(assumptions.algorithms))
    assert layout.columns == (
        2 if (most, len(assumptions.algorithms)) == (3, 4) else most
    )
    differences = assumptions.differences()
    layout = layout_assumptions(
        assumptions, measure=text_measure(family), width=width, of="differences"
    )
    assert layout == layout_assumptions(
        differences, measure=text_measure(family), width=width
    )
    assert defects(layout, differences, width=round(72 * width, 9)) == []


def test_what_the_result_holds():
    table = cd.load_example("garcia2008-table2")
    assumptions = check_assumptions(table, center="median")
    column = table.algorithms.index("C4.5")
    assert [assumptions.algorithms[i] for i in assumptions.order] == [
        "C4.5",
        "NaiveBayes",
        "CN2",
        "1-NN",
        "Kernel",
    ]
    assert assumptions.scores[:, column].tolist() == sorted(
        table.scores[:, column].tolist()
    )
    assert all(histogram.counts.sum() == 30 for histogram in assumptions.histograms)
    assert all(
        (histogram.edges[0], histogram.edges[-1]) == pytest.approx((low, high))
        for histogram, low, high in zip(
            assumptions.histograms,
            table.scores.min(axis=0),
            table.scores.max(axis=0),
            strict=True,
        )
    )
    # Blom's plotting positions for n = 30: (1 - 3/8) / 30.25 = .02066, whose normal
    # quantile is -2.040
    assert assumptions.quantiles[0] == pytest.approx(-2.0403, abs=2e-4)
    assert assumptions.quantiles == pytest.approx(-assumptions.quantiles[::-1])
    assert assumptions.means[column] == pytest.approx(table.scores[:, column].mean())
    assert assumptions.deviations[column] == pytest.approx(
        table.scores[:, column].std(ddof=1)
    )
    assert assumptions.levene.center == "median"
    with pytest.raises(ValueError, match="read-only"):
        assumptions.scores[0, 0] = 1.0


def test_bins():
    assert histogram_of(np.array([3.0, 3.0])).counts.tolist() == [2]
    tails = histogram_of(np.concatenate([np.linspace(0, 1, 500), [1000.0]]))
    assert len(tails.counts) == 20  # Freedman and Diaconis would take thousands
    assert tails.counts.sum() == 501
    close = histogram_of(
        np.nextafter(1.0, 2.0, dtype=float) * np.array([1.0, 1.0]) - [0.0, 2**-52]
    )
    assert close.counts.sum() == 2


def test_differences_are_those_of_the_table():
    table = cd.load_example("garcia2008-table2")
    assumptions = check_assumptions(table)
    differences = assumptions.differences()
    best, names = table.algorithms.index("C4.5"), list(table.algorithms)
    assert differences.reference == "C4.5"
    assert [differences.algorithms[i] for i in differences.order] == [
        "NaiveBayes",
        "CN2",
        "1-NN",
        "Kernel",
    ]
    for j, name in enumerate(differences.algorithms):
        wanted = np.sort(table.scores[:, best] - table.scores[:, names.index(name)])
        np.testing.assert_allclose(differences.scores[:, j], wanted, atol=1e-12)
        statistic, p = shapiro(wanted)
        test = differences.normality[TESTS.index("shapiro-wilk")]
        assert (test.statistic[j], test.pvalue[j]) == pytest.approx(
            (statistic, p), rel=1e-6
        )
    assert differences.levene is assumptions.levene
    assert assumptions.differences("CN2").reference == "CN2"


def test_equal_differences_do_not_vary():
    """0.3 - 0.1 and 0.9 - 0.7 differ by the last bit of a double, and are equal."""
    table = cd.ScoreTable.from_arrays(
        [[0.3, 0.1], [0.9, 0.7], [0.5, 0.3]], algorithms=["A", "B"]
    )
    differences = check_assumptions(table).differences()
    assert differences.deviations.tolist() == [0.0]
    assert differences.scores.ravel().tolist() == [0.2] * 3


def test_the_band_holds_95_percent_of_normal_samples_at_each_quantile():
    assumptions = check_assumptions(cd.load_example("garcia2008-table2"))
    low, high = assumptions.band
    samples = np.sort(np.random.default_rng(5).standard_normal((4000, 30)), axis=1)
    np.testing.assert_allclose(
        ((low <= samples) & (samples <= high)).mean(axis=0), 0.95, atol=0.02
    )
    np.testing.assert_allclose(low, -high[::-1], atol=1e-9)


def test_header_says_what_is_shown():
    assumptions = check_assumptions(cd.load_example("garcia2008-table2"))
    notes = {
        of: " ".join(
            t.text
            for t in by_gid(
                layout_assumptions(assumptions, measure=text_measure(), of=of),
                Text,
                "note",
            )
        )
        for of in ("scores", "differences")
    }
    assert notes == {
        "scores": "Normal Q–Q plots, Shapiro–Wilk p",
        "differences": "C4.5 minus each other algorithm: normal Q–Q plots, Shapiro–Wilk p",
    }
    renamed = layout_assumptions(
        assumptions, measure=text_measure(), of="differences", rename={"C4.5": "tree"}
    )
    assert by_gid(renamed, Text, "note")[0].text.startswith("tree minus each other")


def test_constant_scores_are_not_tested_and_have_no_line():
    p = np.full((4, 2), 0.5)
    p[:, 1] = np.nan
    assumptions = stated([[1.0, 3.0], [2.0, 3.0], [4.0, 3.0]], ["a", "b"], p)
    layout = layout_assumptions(assumptions, measure=text_measure())
    assert defects(layout, assumptions, width=237.6) == []
    assert [t.text for t in by_gid(layout, Text, "pvalue-1")] == ["not tested"]
    assert not by_gid(layout, Line, "normal-1")
    assert by_gid(layout, Line, "normal-0")


def test_long_names_are_broken():
    names = ["a very long name of an algorithm, longer than its panel", "b"]
    assumptions = stated(
        [[-1.23e-5, 2.0], [4.56e-5, 4.0], [1e-5, 9.0]], names, np.full((4, 2), 0.5)
    )
    layout = layout_assumptions(
        assumptions, measure=text_measure(), highlight=names[0], rename={"b": "B 2"}
    )
    assert len(by_gid(layout, Text, "label-0")) > 1
    assert all(
        t.bold and t.color == "foreground" for t in by_gid(layout, Text, "label-0")
    )
    assert defects(layout, assumptions, width=237.6, rename={"b": "B 2"}) == []


def test_messages():
    assumptions = stated([[1.0, 2.0], [2.0, 4.0]], ["a", "b"], np.full((4, 2), 0.5))
    with pytest.raises(LayoutError) as caught:
        layout_assumptions(assumptions, measure=plain_measure, width=0.9)
    assert str(caught.value) == (
        "a panel does not fit 0.90 in: it needs 1.00 in. Use that width or a smaller "
        "font_size."
    )
    assert (
        layout_assumptions(assumptions, measure=plain_measure, width=1.0).columns == 1
    )
    with pytest.raises(
        UsageError, match=r"^differences\(\) requires the scores on each data set"
    ):
        layout_assumptions(assumptions, measure=plain_measure, of="differences")
    with pytest.raises(
        UsageError, match=r"^unknown of 'ranks': choose from 'scores', 'differences'"
    ):
        layout_assumptions(assumptions, measure=plain_measure, of="ranks")
    with pytest.raises(InputError, match=r"^unknown algorithm 'c'"):
        check_assumptions(cd.load_example("garcia2008-table2")).differences("c")
    with pytest.raises(UsageError, match="unknown algorithm in rename"):
        layout_assumptions(assumptions, measure=plain_measure, rename={"c": "C"})
    with pytest.raises(
        UsageError, match=r"^'a' and 'b' would both be called 'a' in the figure\. "
    ):
        layout_assumptions(assumptions, measure=plain_measure, rename={"b": "a"})
    swapped = layout_assumptions(
        assumptions, measure=plain_measure, rename={"a": "b", "b": "a"}
    )
    assert swapped.names == tuple(
        {"a": "b", "b": "a"}[assumptions.algorithms[i]] for i in assumptions.order
    )


# -- the checker sees what it is for ---------------------------------------------------


@pytest.mark.parametrize(
    ("gid", "values", "seen"),
    [
        ("label-1", {"text": "x"}, "is printed as 'x'"),
        ("pvalue-0", {"text": "p = 0.99"}, "is printed as p = 0.99"),
        ("pvalue-0", {"text": "not tested"}, "is printed as not tested"),
        ("point-2", {"y": 0.0}, "do not ascend"),
        ("point-2", {"x": 500.0}, "leaves the page"),
        ("band-1", {"points": ((60.0, 60.0),) * 30}, "the band of 1 is not"),
        (
            "normal-3",
            {"points": ((60.0, 60.0), (90.0, 60.0))},
            "the normal line of 3 is not",
        ),
        ("value-number", {"text": "7"}, "stands at another place"),
    ],
)
def test_checker_sees(gid, values, seen):
    assumptions = check_assumptions(cd.load_example("garcia2008-table2"))
    layout = layout_assumptions(assumptions, measure=text_measure())
    index = next(i for i, element in enumerate(layout.elements) if element.gid == gid)
    elements = list(layout.elements)
    elements[index] = replace(elements[index], **values)
    found = defects(replace(layout, elements=tuple(elements)), assumptions, width=237.6)
    assert any(seen in defect for defect in found), found


# -- random inputs ---------------------------------------------------------------------


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
        kind, scale, shift = (
            rng.choice(list(kinds)),
            10.0 ** rng.randint(-9, 9),
            rng.choice((0.0, 1.0, -100.0)),
        )
        columns.append([kinds[kind]() * scale + shift for _ in range(n)])
    p = np.array(
        [
            [
                rng.choice((np.nan, 0.0, 1.0, 0.05, rng.random(), rng.random() ** 6))
                for _ in columns
            ]
            for _ in TESTS
        ]
    )
    return stated(np.array(columns).T, names, np.array(p), levene_p=rng.random())


OPTIONS = st.fixed_dictionaries(
    {
        "width": st.sampled_from([3.3, 5.0, 6.75]),
        "font_size": st.sampled_from([7.0, 8.0, 9.0, 10.0]),
    },
    optional={
        "note": st.sampled_from(
            [
                None,
                "A longer note than most, which has to be broken over lines in a "
                "column",
            ]
        ),
        "title": st.just("A title"),
    },
)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@random_figures(60)
@given(
    subjects(), OPTIONS, st.sampled_from(["DejaVu Sans", "STIXGeneral"]), st.booleans()
)
def test_random_inputs_have_no_defects(subject, options, family, emphasise):
    if emphasise:
        names = subject.algorithms
        options = options | {
            "highlight": [names[0], names[-1]],
            "families": some_families(names),
        }
    layout = layout_assumptions(subject, measure=text_measure(family), **options)
    event(f"{layout.columns} columns")
    assert defects(layout, subject, width=round(options["width"] * 72, 9)) == []
