"""What a notebook or a prompt shows of each object: short, and what is left out is counted."""

import numpy as np
import pytest

import cddiagram as cd

TABLE = cd.load_example("garcia2008-table2")
LARGE = cd.ScoreTable.from_arrays(np.random.default_rng(0).random((60, 30)), algorithms=[f"a{i}<" for i in range(30)])


def shown():
    for table in (TABLE, LARGE):
        comparison = cd.compare(table)
        yield from (table, comparison, comparison.ranking, comparison.pairwise, comparison.effects, comparison.evidence)
        yield from (comparison.plan, comparison.conditions, *comparison.omnibus, *comparison.groups[:1])
        yield from (comparison.tabulate("scores"), comparison.tabulate("pairs"))
    drawing = cd.plot_cd(comparison)
    report = cd.make_report(cd.compare(TABLE))
    yield from (drawing, drawing.layout, drawing.provenance, report)
    histories = cd.load_histories("optimisers")
    yield from (histories, cd.compare_convergence(histories))


def test_no_repr_is_longer_than_500_characters():
    for thing in shown():
        assert len(repr(thing)) <= 500, type(thing)
        assert repr(thing).lstrip("<").startswith(type(thing).__name__)


def test_small_values_stand_as_they_are_and_arrays_by_their_shape():
    ranking = cd.compare(TABLE).ranking
    assert repr(ranking).startswith("Ranking(kind='friedman', average_ranks=array([2.1")
    assert "ranks=<30 x 5 numbers>" in repr(ranking)
    assert repr(cd.compare(TABLE).groups[-1]) == "Group(algorithms=('1-NN', 'Kernel'))"


@pytest.mark.parametrize(("key", "more"), [("scores", 20), ("pairs", 395), ("ranks", 0)])
def test_html_of_more_than_40_rows_says_how_many_more(key, more):
    shown = cd.compare(LARGE).tabulate(key)
    html = shown._repr_html_()
    rows = html.count("<tr") - 1
    assert rows == min(len(shown.data), 40) + len(shown.rows) - len(shown.data)
    said = f"... and {more} more rows: to_html() has all of them, to_frame() the numbers."
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
