"""What a notebook or a prompt shows of each object: short, and what is left out is
counted.
"""

from dataclasses import FrozenInstanceError

import numpy as np
import pandas as pd
import pytest
from every_feature import results_but

import cddiagram as cd
from cddiagram._util import KeepsReadOnly, ShortRepr
from cddiagram.comparing import Comparison, Plan, procedures_compared
from cddiagram.convergence import Histories
from cddiagram.data import ScoreTable
from cddiagram.document import Report, Table
from cddiagram.features import TABLES
from cddiagram.figures import Drawing
from cddiagram.provenance import Provenance
from cddiagram.sheet import Sheet
from cddiagram.stats import Assumptions, Ranking, Result

TABLE = cd.load_example("garcia2008-table2")
LARGE = cd.ScoreTable.from_arrays(
    np.random.default_rng(0).random((60, 30)), algorithms=[f"a{i}<" for i in range(30)]
)


def results():
    """Every result that can be had, and what it holds: found in the attributes of those
    that users begin with.
    """
    comparison = cd.compare(TABLE, pair_test="wilcoxon")
    histories = cd.load_histories("optimisers")
    begin = [
        TABLE,
        LARGE,
        comparison,
        cd.compare(LARGE),
        cd.compare_ranks(
            np.arange(1.0, 51), 20, algorithms=[f"a{i}<" for i in range(50)]
        ),
        cd.compare(TABLE, control="best"),
        cd.compare_ranks([1.2, 2.1, 2.7], 20, algorithms=["A", "B", "C"]),
        cd.compare_pvalues([1, 2], [[1, np.nan], [np.nan, 1]], algorithms=["A", "B"]),
        comparison.equivalence(0.1),
        comparison.posterior(0.01, draws=1000),
        cd.check_assumptions(TABLE).differences(),
        histories,
        cd.compare_convergence(histories),
        cd.study_stability(comparison, resamples=10),
        cd.study_pool(TABLE),
        cd.study_power(TABLE, biases=[0, 15], repeats=2),
        cd.study_level(3, 5, repeats=2),
        cd.study_datasets(TABLE, sizes=[10], repeats=2),
        cd.compare_folds(TABLE, folds=10),
        cd.compare_over_budget(histories),
        *(comparison.tabulate(key) for key in TABLES),
        cd.plot_cd(comparison),
        cd.make_report(comparison, figures=()),
        procedures_compared(comparison),
    ]
    begin += results_but(begin)
    found = {}
    while begin:
        thing = begin.pop()
        if id(thing) in found:
            continue
        found[id(thing)] = thing
        if not isinstance(thing, Table | Report | Plan):
            names = [name for name in dir(type(thing)) if not name.startswith("_")]
            names += [name for name in vars(thing) if not name.startswith("_")]
            held = [
                getattr(thing, name)
                for name in names
                if not callable(getattr(type(thing), name, None))
            ]
            held += [
                part for value in held if isinstance(value, tuple) for part in value
            ]
            begin += [
                value for value in held if isinstance(value, KeepsReadOnly | ShortRepr)
            ]
    return list(found.values())


RESULTS = results()
#: Name of a class -> its results, which one test looks at.
KINDS = {
    name: [thing for thing in RESULTS if type(thing).__name__ == name]
    for name in {type(t).__name__ for t in RESULTS}
}


def test_every_class_of_results_was_met():
    """A new result has to be begun with, or to be held by one: else nobody looks at
    what it shows.
    """
    classes = set(Result.__subclasses__())
    while (
        below := {kind for known in classes for kind in known.__subclasses__()}
        - classes
    ):
        classes |= below
    abstract = {kind for kind in classes if kind.__subclasses__()}
    # What tests hand on before it becomes a part of the evidence: nobody is handed
    # these.
    inner = {"PairTest", "PageResult", "FlipResult", "TrendResult"}
    assert {kind.__name__ for kind in classes - abstract} - inner == {
        type(thing).__name__ for thing in RESULTS if isinstance(thing, Result)
    }


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_no_repr_is_longer_than_500_characters(kind):
    for thing in KINDS[kind]:
        assert len(repr(thing)) <= 500
        assert repr(thing).lstrip("<").startswith(kind)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_results_are_printed_and_never_change(kind):
    for thing in KINDS[kind]:
        assert str(thing).strip()
        name = next(iter(getattr(thing, "__dataclass_fields__", ())), None)
        if name and isinstance(thing, Result):
            with pytest.raises(FrozenInstanceError):
                setattr(thing, name, getattr(thing, name))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_html_has_40_rows_or_says_how_many_more(kind):
    for thing in KINDS[kind]:
        show = getattr(thing, "_repr_html_", None)
        if isinstance(thing, Report) or show is None:
            assert isinstance(thing, Report | Drawing | Sheet | Provenance)
        else:
            has_40_rows_or_says_how_many_more(thing, show())


def has_40_rows_or_says_how_many_more(thing, html):
    assert html.count("<table") == 1
    shown = html.partition("</table>")[0].count("<tr") - 1
    if isinstance(thing, Comparison | ScoreTable | Histories):
        there, foot = (
            len(thing.algorithms) if isinstance(thing, Comparison) else thing.n,
            0,
        )
    else:
        table = thing if isinstance(thing, Table) else thing.tabulate()
        there, foot = len(table.data), len(table.rows) - len(table.data)
    assert shown == min(there, 40) + foot
    assert (f"... and {there - 40} more " in html) == (there > 40)
    assert "a0<" not in html


@pytest.mark.parametrize(
    "kind", [kind for kind in sorted(KINDS) if hasattr(KINDS[kind][0], "to_frame")]
)
def test_frames_have_names_in_their_index(kind):
    for thing in KINDS[kind]:
        frame = thing.to_frame()
        named = set(getattr(thing, "algorithms", ()))
        assert not isinstance(frame.index, pd.RangeIndex) or frame.empty
        if named and isinstance(thing, Ranking | Assumptions):
            assert set(frame.index) == named


def test_labelled_frames_hold_the_arrays():
    comparison = cd.compare(TABLE)
    names = list(TABLE.algorithms)
    ranking, effects, pairs = (
        part.to_frame()
        for part in (comparison.ranking, comparison.effects, comparison.pairwise)
    )
    assert (
        ranking["average_ranks"][names].tolist()
        == comparison.ranking.average_ranks.tolist()
    )
    ranks = comparison.ranking.to_frame("datasets")
    assert (
        ranks.loc[list(TABLE.datasets), names].to_numpy().tolist()
        == comparison.ranking.ranks.tolist()
    )
    for (first, second), row in effects.iterrows():
        at = names.index(first), names.index(second)
        assert all(
            row[name] == getattr(comparison.effects, name)[at] for name in effects
        )
        assert row["wins"] + row["ties"] + row["losses"] == 30
        assert (
            pairs.loc[(first, second), "pvalue_adjusted"]
            == comparison.pairwise.pvalue_adjusted[at]
        )
        assert (
            comparison.to_frame("pvalues").loc[first, second]
            == comparison.pairwise.pvalue_adjusted[at]
        )
        assert (
            comparison.to_frame("contrasts").loc[first, second]
            == comparison.contrasts[at]
        )
    assumptions = comparison.assumptions.to_frame()
    tests = {
        test.name.replace("-", "_"): test.pvalue
        for test in comparison.assumptions.normality
    }
    for name, pvalue in tests.items():
        assert assumptions[f"pvalue_{name}"][names].tolist() == pvalue.tolist()
    assert assumptions["means"][names].tolist() == comparison.assumptions.means.tolist()


def test_a_table_that_there_is_not_is_refused_with_those_that_there_are():
    ranking = cd.compare_ranks([1.2, 2.1, 2.7], 20, algorithms=["A", "B", "C"]).ranking
    with pytest.raises(
        cd.UsageError, match="unknown table 'rank': did you mean 'ranking'"
    ):
        ranking.to_frame("rank")
    with pytest.raises(
        cd.UsageError,
        match=r"table 'datasets' is empty for this ranking\. Choose another table",
    ):
        ranking.to_frame("datasets")


def test_small_values_stand_as_they_are_and_arrays_by_their_shape():
    ranking = cd.compare(TABLE).ranking
    assert repr(ranking).startswith("Ranking(kind='friedman', average_ranks=array([2.1")
    assert "ranks=<30 x 5 numbers>" in repr(ranking)
    assert repr(cd.compare(TABLE).groups[-1]) == "Group(algorithms=('1-NN', 'Kernel'))"


@pytest.mark.parametrize(
    ("key", "more"), [("scores", 20), ("pairs", 395), ("ranks", 0)]
)
def test_html_of_more_than_40_rows_says_how_many_more(key, more):
    shown = cd.compare(LARGE).tabulate(key)
    html = shown._repr_html_()
    rows = html.count("<tr") - 1
    assert rows == min(len(shown.data), 40) + len(shown.rows) - len(shown.data)
    said = (
        f"... and {more} more rows: use to_html() for all rows, or to_frame() for the "
        "numbers."
    )
    assert (said in html) == bool(more)
    assert shown.to_html().count("<tr") - 1 == len(shown.rows)


def test_html_of_a_table_of_scores():
    html = LARGE._repr_html_()
    assert html.count("<tr>") == 41
    assert "... and 20 more data sets and 10 more algorithms" in html
    assert "<th>a0&lt;</th>" in html
    assert "... and" not in TABLE._repr_html_()


def test_a_report_stands_in_a_frame_of_its_own():
    html = cd.make_report(cd.compare(TABLE), figures=())._repr_html_()
    assert html.startswith('<iframe srcdoc="&lt;!DOCTYPE html&gt;')
    assert html.count('"') == 4
