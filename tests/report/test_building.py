"""What a report holds: sections, keys, names as they are, what is left out, what it
says of itself.
"""

import json
import math
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import get_args

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.comparing import TableKey
from cddiagram.document import Bullets, Figure, Listing, Paragraph, TableBlock
from cddiagram.features import FIGURES, TABLES
from cddiagram.figures import find_figure
from cddiagram.procedures import PAIR_TESTS
from cddiagram.report.building import make_report
from cddiagram.report.sections.figures import fits_brief
from cddiagram.text import Citation, UsageError, citation_runs
from cddiagram.words import OMNIBUS, SOURCES, cited_sources, plain_words

AWKWARD = ("A&B", "50%", "x_1", "<script>", r"$\alpha$", "C#")


def garcia(**options):
    return cd.compare(cd.load_example("garcia2008-table2"), **options)


def random_table(k, n=40, seed=0):
    generator = np.random.default_rng(seed)
    scores = generator.normal(size=(n, k)) + np.linspace(0, 2, k)
    return cd.ScoreTable.from_arrays(scores, algorithms=[f"A{i}" for i in range(k)])


def texts(report):
    """Yield every text of a report."""
    for section in report.sections:
        yield section.title
        for block in section.blocks:
            if isinstance(block, Paragraph):
                runs = citation_runs(block.words)
                yield from (
                    word if isinstance(word, str) else getattr(word, "text", "")
                    for word in runs
                )
            elif isinstance(block, Bullets):
                yield from block.items
            elif isinstance(block, TableBlock):
                yield block.caption
                yield from block.notes
                yield from (column.head for column in block.columns)
                yield from (
                    text
                    for row in block.rows
                    for cell in row
                    for text in (cell.text, cell.hint)
                )
            elif isinstance(block, Figure):
                yield from (
                    plain_words(block.caption),
                    block.alt,
                    *block.hints.values(),
                )
            elif isinstance(block, Listing):
                yield block.text


def keys(report):
    for section in report.sections:
        yield section.key
        yield from (
            block.key
            for block in section.blocks
            if isinstance(block, TableBlock | Figure)
        )


SUBJECTS = {
    "all pairs": lambda: garcia(),
    "control": lambda: garcia(control="C4.5", p_adjust="holm"),
    "best": lambda: garcia(control="best", pair_test="wilcoxon"),
    "sign": lambda: garcia(pair_test="sign"),
    "multiple sign": lambda: garcia(control="C4.5", pair_test="multiple-sign"),
    "not adjusted": lambda: garcia(p_adjust="none"),
    "aligned": lambda: garcia(ranking="aligned"),
    "quade": lambda: garcia(ranking="quade", variance="conover", control="Kernel"),
    "t": lambda: garcia(pair_test="t-relative"),
    "means": lambda: garcia(ranking="means", pair_test="t", p_adjust="tukey"),
    "dunnett": lambda: garcia(
        ranking="means", pair_test="t", p_adjust="dunnett", control="C4.5"
    ),
    "two algorithms": lambda: cd.compare(
        cd.load_example("demsar2006-table2"), pair_test="wilcoxon"
    ),
    "all equal": lambda: cd.compare(
        cd.ScoreTable.from_arrays([[1, 1, 1]] * 3, algorithms=["A", "B", "C"])
    ),
    "p-values": lambda: cd.compare_pvalues(
        [1, 2, 3],
        [[1, 0.01, math.nan], [0.01, 1, 0.2], [math.nan, 0.2, 1]],
        algorithms=["A", "B", "C"],
    ),
    "convergence": lambda: cd.compare_convergence(
        cd.load_histories("optimisers"), p_adjust="holm"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SUBJECTS)
def test_every_kind_of_comparison_has_a_report(name):
    report = make_report(SUBJECTS[name]())
    found = list(keys(report))
    assert len(found) == len(set(found))
    assert {
        "brief",
        "summary",
        "pairs",
        "input",
        "texts",
        "references",
        "versions",
    } <= set(found)
    for table in report.tables().values():
        assert all(len(row) == len(table.columns) for row in table.rows)
        assert table.rows
    for text in texts(report):
        assert "nan" not in text.lower().replace("finance", "").split()
        assert "None" not in text.split() or text.startswith("None of the ")
    numbers = report.to_dict()
    assert json.loads(json.dumps(numbers, allow_nan=False)) == numbers
    assert [section.blocks for section in report.sections] == [section.blocks for section in report.sections if
                                                              section.blocks]  # fmt: skip


def test_sections_stand_in_reading_order():
    report = make_report(garcia())
    assert [section.key for section in report.sections] == [
        "brief", "summary", "figures", "ranks", "omnibus", "scores", "pairs", "advice", "input", "levels",
        "procedures", "rankings", "contrasts", "assumptions", "stability", "texts", "references", "versions",
    ]  # fmt: skip
    assert report.title == "Comparison of 5 algorithms on 30 data sets"
    assert {section.level for section in report.sections} == {1}


def test_only_the_sections_asked_for():
    report = make_report(garcia(), sections=("pairs", "ranks"), figures=())
    assert [section.key for section in report.sections] == ["ranks", "pairs"]
    assert "hodges1963" in {reference.key for reference in report.references}
    assert report.figures() == {}


@pytest.mark.slow
def test_several_comparisons_have_sections_of_their_own():
    both = {
        "Accuracy": garcia(),
        "Ranks": cd.compare(cd.load_example("garcia2008-table2-ranks"), control="C4.5"),
    }
    report = make_report(both, title="Two measures")
    found = list(keys(report))
    assert len(found) == len(set(found))
    assert report.title == "Two measures"
    assert [section.title for section in report.sections if section.level == 1] == [
        "All comparisons", "Accuracy", "Ranks", "References", "Software versions"
    ]  # fmt: skip
    assert {
        "m1-cd",
        "m1-pvalue-matrix",
        "m2-cd",
        "m2-rank-bars",
        "measures-cd-sequence",
    } == set(report.figures())
    assert [subject.title for subject in report.provenance.subjects] == [
        "Accuracy",
        "Ranks",
    ]
    assert [part["title"] for part in report.to_dict()["comparisons"]] == [
        "Accuracy",
        "Ranks",
    ]
    same = make_report(
        list(both.values()), titles=("Accuracy", "Ranks"), title="Two measures"
    )
    assert same.to_dict() == report.to_dict()
    assert [s.title for s in make_report([garcia(), garcia()]).sections if s.key in ("m1", "m2")] == [
        "Comparison 1", "Comparison 2"
    ]  # fmt: skip


def test_comparisons_of_other_algorithms_are_not_put_side_by_side():
    report = make_report([garcia(), cd.compare(cd.load_example("garcia2010-table3"))])
    assert "measures" not in {section.key for section in report.sections}


def test_a_comparison_of_convergence_stands_beside_one_of_scores():
    convergence = cd.compare_convergence(cd.load_histories("optimisers"))
    report = make_report({"Final": garcia(), "On the way": convergence})
    assert {"m1-cd", "m2-page-matrix", "m2-convergence"} <= set(report.figures())
    hints = report.figures()["m2-page-matrix"].hints
    fast, slow = (convergence.algorithms[convergence.order[i]] for i in (0, -1))
    assert hints[f"cell-0-{len(convergence.algorithms) - 1}"].startswith(
        f"{fast} vs. {slow}: significant gain (L = "
    )
    rows = report.tables()["m2-pairs-table"].rows
    i, j = (convergence.algorithms.index(rows[0][place].text) for place in (0, 1))
    assert rows[0][2].value == convergence.statistic[i, j]
    assert rows[0][3].value == convergence.pvalue[i, j]


def test_names_stay_as_they_are():
    generator = np.random.default_rng(5)
    table = cd.ScoreTable.from_arrays(
        generator.normal(size=(20, 6)),
        algorithms=AWKWARD,
        datasets=[f"<b>{i}</b>" for i in range(20)],
    )
    report = make_report(cd.compare(table))
    assert {row[0].text for row in report.tables()["ranks-table"].rows} == set(AWKWARD)
    everything = "\n".join(texts(report))
    for name in (*AWKWARD, "<b>3</b>"):
        assert name in everything
    for escaped in ("&amp;", "&lt;", r"\&", r"\%", r"\_"):
        assert escaped not in everything


@pytest.mark.slow
@pytest.mark.parametrize("k", [40, 104])
def test_many_algorithms_keep_tables_readable(k):
    report = make_report(cd.compare(random_table(k)))
    tables = report.tables()
    assert len(tables["ranks-table"].rows) == k
    assert len(tables["apv"].rows) == 60
    assert any("--format csv" in note for note in tables["apv"].notes)
    assert len(tables["pairs-table"].rows) == min(60, k - 1)
    *_, note = tables["pairs-table"].notes
    best = tables["ranks-table"].rows[0][0].text
    shown = "the 39 pairs" if k == 40 else "the 60 of the 103 pairs"
    assert note.startswith(f"The table lists only {shown} of {best}")
    assert note.endswith(
        f"Run 'cddiagram compare --format csv' for all {k * (k - 1) // 2:,} pairs."
    )
    assert all(best in (row[0].text, row[1].text) for row in tables["pairs-table"].rows)
    assert len(tables["contrasts-table"].columns) == 2
    assert "pvalue-matrix" not in report.figures()
    assert any(note.startswith("Rom is omitted") for note in tables["apv"].notes)
    assert max(len(table.columns) for table in tables.values()) <= 13


def test_a_cut_list_of_pairs_keeps_the_significant_ones():
    comparison = cd.compare(random_table(20), pair_test="wilcoxon")
    best = comparison.order[0]
    significant = {
        comparison.algorithms[j] for j in np.flatnonzero(comparison.different()[best])
    }
    assert 5 < len(significant) < 15
    report = make_report(comparison, figures=(), max_rows=15, sections=("pairs",))
    for key in ("pairs-table", "pairs-table-effects"):
        table = report.tables()[key]
        assert significant <= {row[1].text for row in table.rows}
        assert table.notes[-1].startswith(
            "The table lists only the 15 of the 19 pairs of A19 with the smallest p-values, in ascending order."
        )
    adjusted = [row[5].value for row in report.tables()["pairs-table"].rows]
    assert adjusted == sorted(adjusted)


def many_groups():
    generator = np.random.default_rng(4)
    scores = generator.normal(size=(30, 80)) + np.linspace(0, 2.5, 80)
    comparison = cd.compare(cd.ScoreTable.from_arrays(scores, algorithms=[f"A{i}" for i in range(80)]),
                            pair_test="wilcoxon", p_adjust="none")  # fmt: skip
    assert len(comparison.groups) > 52
    return comparison


@pytest.mark.slow
def test_groups_too_many_for_letters_are_counted():
    comparison = many_groups()
    report = make_report(comparison, figures=())
    assert comparison.letter_groups is None
    (section,) = (section for section in report.sections if section.key == "ranks")
    (table,) = section.blocks  # no list
    assert [column.head for column in table.columns] == [
        "Algorithm", "Average rank", "Mean score", "Median score", "Tier", "Rank interval"
    ]  # fmt: skip
    assert table.notes[-1].startswith(
        "Letters and groups are not shown, because there are "
        f"{len(comparison.groups):,} groups."
    )
    assert report.data["comparisons"][0]["letters"] is None


def test_groups_of_a_critical_difference_are_drawn_and_have_letters():
    comparison = cd.compare(random_table(104, n=60), p_adjust="nemenyi")
    assert len(comparison.groups) > 26
    assert len(comparison.letter_groups) >= len(comparison.groups)


def mixed_scales(higher_is_better=False):
    generator = np.random.default_rng(8)
    sizes = np.where(np.arange(30) % 10 == 0, 1e5, 0.1)[:, np.newaxis]
    scores = sizes * (1 + generator.random((30, 4)) / 10 + np.arange(4) / 20)
    return cd.ScoreTable.from_arrays(
        scores, algorithms=list("ABCD"), higher_is_better=higher_is_better
    )


def test_effects_and_medians_of_mixed_scales_are_not_printed_as_0():
    tables = make_report(cd.compare(mixed_scales()), figures=()).tables()
    found = [
        tables["ranks-table"].rows,
        tables["pairs-table-effects"].rows,
        tables["contrasts-table"].rows,
    ]
    numbers = [
        cell
        for rows in found
        for row in rows
        for cell in row
        if isinstance(cell.value, float)
    ]
    assert max(abs(cell.value) for cell in numbers) > 1e4
    for cell in numbers:
        if math.isfinite(cell.value) and cell.value:
            assert float(cell.text.replace("−", "-")) == pytest.approx(
                cell.value, rel=5.1e-3, abs=5.1e-3
            )
            assert float(cell.text.replace("−", "-")) != 0
    medians = [row[3] for row in tables["ranks-table"].rows]
    assert all(len(cell.text) >= 5 for cell in medians)


@pytest.mark.parametrize("higher_is_better", [False, True])
def test_tables_of_pairs_say_for_whom_numbers_speak(higher_is_better):
    table = mixed_scales(higher_is_better)
    tables = make_report(cd.compare(table, pair_test="wilcoxon"), figures=()).tables()
    first, *_ = tables["pairs-table"].notes
    assert first.startswith(
        "W+ is the sum of the ranks of the differences in favour of the first algorithm."
    )
    note, *_ = tables["pairs-table-effects"].notes
    for test, effect in zip(
        tables["pairs-table"].rows, tables["pairs-table-effects"].rows, strict=True
    ):
        assert test[0].text == effect[0].text
        for_first = test[3].value > 30 * 31 / 4
        assert for_first == (effect[2].value > effect[4].value)  # wins, losses
        positive = effect[10].value > 0
        assert positive == (for_first == higher_is_better)
    sign = "positive" if higher_is_better else "negative"
    assert f"so {sign} differences and correlations favour the first" in note


@pytest.mark.parametrize(
    ("options", "head", "said"),
    [
        ({}, "z", "z is positive if the first algorithm has the better average rank"),
        (
            {"ranking": "quade", "variance": "conover"},
            "t",
            "t is positive if the first algorithm has the better average rank",
        ),
        (
            {"pair_test": "t"},
            "t",
            "t is positive if the first algorithm is better on average",
        ),
        (
            {"pair_test": "sign"},
            "wins",
            "Wins are the data sets on which the first algorithm is better, plus half of the ties",
        ),
        (
            {"pair_test": "multiple-sign", "control": "Kernel"},
            "wins",
            "Wins are the data sets on which the",
        ),
    ],
)
def test_every_statistic_is_explained(options, head, said):
    tables = make_report(garcia(**options), figures=()).tables()
    pairs = tables["pairs-table"]
    assert pairs.columns[3].head == head
    assert pairs.notes[0].startswith(said)
    if "apv-levels-05" in tables:
        assert tables["apv-levels-05"].columns[2].head == head
        assert pairs.notes[0] in tables["apv-levels-05"].notes


def test_a_control_that_is_not_the_best_stands_first():
    comparison = garcia(control="Kernel", pair_test="multiple-sign")
    pairs = make_report(comparison, figures=()).tables()["pairs-table"]
    assert {row[0].text for row in pairs.rows} == {"Kernel"}
    assert [(row[1].text, row[3].text) for row in pairs.rows] == [
        ("C4.5", "3"), ("NaiveBayes", "5"), ("CN2", "5"), ("1-NN", "7")
    ]  # fmt: skip
    assert pairs.columns[-1].head == "Control better"
    assert (
        "the control is listed first. The control is significantly better if the p-value is at most"
        in pairs.caption
    )


def test_hypotheses_against_the_best_keep_their_numbers():
    report = make_report(
        garcia(control="best", p_adjust="hochberg", alpha=0.10), figures=()
    )
    tables = report.tables()
    for key in ("apv", "apv-2", "apv-levels-05", "apv-levels-10-2"):
        assert [row[0].text for row in tables[key].rows] == ["1", "4", "7", "10"]
    counts = {
        row[0].text: (row[3].text, row[4].text) for row in tables["apv-rejected"].rows
    }
    assert counts["Hochberg"] == ("3", "1, 4, 7")
    everything = "\n".join(texts(report))
    assert (
        "At α = 0.10, 3 of the 4 hypotheses listed are rejected by Hochberg's procedure: "
        "C4.5 vs. Kernel, " in everything
    )
    assert (
        "The family contains 10 hypotheses (all pairs). The tables list the 4 comparisons with C4.5"
        in everything
    )
    assert any(note.startswith("These rules apply to all hypotheses of the family") for note in
               tables["apv-levels-05"].notes)  # fmt: skip
    assert not any(
        "These rules" in text for text in texts(make_report(garcia(), figures=()))
    )


def test_means_are_compared_by_means():
    comparison = garcia(ranking="means", pair_test="t", p_adjust="holm")
    tables = make_report(comparison, figures=()).tables()
    assert tables["ranks-table"].caption.startswith(
        "Algorithms ordered by mean score, best first"
    )
    assert [row[1].text for row in tables["ranks-table"].rows] == [
        "1",
        "2",
        "3",
        "4",
        "5",
    ]
    pairs = tables["pairs-table"]
    assert "the algorithm with the better mean score is listed first" in pairs.caption
    assert "Rank difference" not in {column.head for column in pairs.columns}
    for row in pairs.rows:
        i, j = (comparison.algorithms.index(row[place].text) for place in (0, 1))
        assert row[2].value == comparison.ranking.means[i] - comparison.ranking.means[j]


@pytest.mark.parametrize(
    "options", [{}, {"control": "best"}, {"pair_test": "wilcoxon"}]
)
def test_a_comparison_gives_the_tables_of_its_report(options):
    comparison = garcia(**options)
    tables = make_report(comparison, figures=()).tables()
    names = {
        "scores": "scores-table",
        "contrasts": "contrasts-table",
        "assumptions": "assumptions-table",
        "ranks": "ranks-table",
        "pairs": "pairs-table",
        "effects": "pairs-table-effects",
        "omnibus": "omnibus-table",
    }
    for key, name in names.items():
        shown, table = comparison.tabulate(key), tables[name]
        assert (shown.caption, shown.columns, shown.rows, shown.notes) == (
            table.caption, table.columns, table.rows, table.notes
        )  # fmt: skip
        frame = shown.to_frame()
        assert [*frame.index.names, *frame.columns] == [
            column.head for column in table.columns
        ]
        assert len(frame) == len(table.data)


def test_tables_of_all_pairs_hold_all_of_them():
    table = cd.ScoreTable.from_arrays(
        np.random.default_rng(0).random((5, 30)),
        algorithms=[f"A{i}" for i in range(30)],
    )
    comparison = cd.compare(table)
    assert (
        len(comparison.tabulate("pairs").rows)
        == len(comparison.tabulate("effects").rows)
        == 435
    )
    matrix = comparison.tabulate("pvalues")
    order = list(comparison.order)
    values = matrix.to_frame().to_numpy(dtype=float)
    np.testing.assert_array_equal(
        values, comparison.pairwise.pvalue_adjusted[np.ix_(order, order)]
    )


def test_a_table_of_a_comparison_is_shown_in_every_format():
    table = cd.compare(
        cd.ScoreTable.from_arrays([[1, 2], [2, 4], [1, 3]], algorithms=["A&B", "<i>"])
    ).tabulate("pairs")
    assert str(table) == table.to_text()
    assert max(map(len, table.to_text(50).splitlines())) <= 50
    assert "\n| \\<i\\> | A\\&B |" in table.to_markdown()
    assert r"A\&B" in table.to_latex()
    assert "A&amp;B" in table.to_html()
    assert "<p>" in table._repr_html_()
    assert "<i>" not in table.to_html()


def test_the_type_of_keys_names_the_tables_that_there_are():
    assert get_args(TableKey) == tuple(TABLES)


def test_tables_that_there_are_not_are_refused():
    with pytest.raises(
        cd.UsageError, match="unknown table 'rank': did you mean 'ranks'"
    ):
        garcia().tabulate("rank")
    given = cd.compare_pvalues([1, 2, 3], np.full((3, 3), 0.3), algorithms="ABC")
    for key in ("effects", "omnibus"):
        with pytest.raises(
            cd.UsageError,
            match=f"table '{key}' requires scores, but this comparison was made from",
        ):
            given.tabulate(key)
    assert len(given.tabulate("ranks").rows) == 3


def test_pvalues_that_are_not_adjusted_are_said_to_be():
    p = [[1, 0.01, 0.3], [0.01, 1, 0.04], [0.3, 0.04, 1]]
    report = make_report(
        cd.compare_pvalues([1, 2, 3], p, algorithms=["A", "B", "C"]), figures=()
    )
    tables = report.tables()
    for key in ("apv", "apv-levels-05", "apv-levels-10"):
        assert [column.head for column in tables[key].columns[:3]] == [
            "No.",
            "Hypothesis",
            "Unadjusted p",
        ]
    assert tables["apv-rejected"].rows[0][0].text == "Unadjusted p"
    assert [row[2].role for row in tables["apv"].rows] == [
        "significant",
        "significant",
        "plain",
    ]
    everything = list(texts(report))
    assert (
        "At α = 0.05, 2 of 3 hypotheses are rejected without adjustment: A vs. B, B "
        "vs. C." in everything
    )
    for table in tables.values():
        for place in range(len(table.columns)):
            assert any(row[place].role != "none" for row in table.rows), table.key


@pytest.mark.parametrize(
    "options",
    [{}, {"control": "best"}, {"pair_test": "wilcoxon"}, {"method": "asymptotic"}],
)
def test_two_algorithms_make_one_hypothesis_with_nothing_to_adjust(options):
    report = make_report(
        cd.compare(cd.load_example("demsar2006-table2"), **options), figures=()
    )
    everything = "\n".join(texts(report))
    assert "apv" not in report.tables()
    assert "1 hypotheses" not in everything
    assert not re.search("Nemenyi|Holm|djusted p", everything.split("Method. ")[0])


def test_two_data_sets_test_no_assumptions():
    table = cd.ScoreTable.from_arrays(
        np.random.default_rng(0).random((2, 4)), algorithms=list("ABCD")
    )
    tables = make_report(cd.compare(table), figures=()).tables()
    normality, levene = tables["assumptions-table"], tables["assumptions-table-levene"]
    assert {cell.text for row in normality.rows for cell in row[1:]} == {"–"}
    assert [cell.text for cell in levene.rows[0]] == [
        "Levene (centred at the mean)",
        "–",
        "3, 4",
        "–",
    ]
    assert normality.notes[0].startswith("–: not tested")
    assert levene.notes[0].startswith("–: not tested")
    assert make_report(garcia(), figures=()).tables()["assumptions-table"].notes == ()
    figure = cd.plot_assumptions(cd.compare(table).assumptions).layout
    assert [
        element.text for element in figure.elements if element.gid.startswith("pvalue-")
    ] == ["not tested"] * 4


@pytest.mark.slow
def test_several_comparisons_have_a_stack_by_request():
    fewer = cd.load_example("garcia2008-table2").to_frame().iloc[:, :3]
    both = {"five": garcia(), "three": cd.compare(cd.read_scores(fewer))}
    report = make_report(both, figures=["cd", "cd-stack"])
    assert set(report.figures()) == {"measures-cd-stack", "m1-cd", "m2-cd"}
    figure = report.figures()["measures-cd-stack"]
    assert figure.hints["diagram-1-marker-0"].startswith(
        "three: NaiveBayes: average rank 1.77, position 1 of 3"
    )
    assert "diagram-1-axis" not in figure.hints
    assert (
        report.to_markdown().count(
            "Diagrams of 2 comparisons. All diagrams share one axis."
        )
        == 1
    )
    same = {"five": garcia(), "again": garcia(pair_test="sign")}
    assert set(make_report(same, figures="cd-stack").figures()) == {"measures-cd-stack"}
    with pytest.raises(cd.UsageError, match="unknown figure 'cd-stack'"):
        make_report(garcia(), figures=["cd-stack"])


def test_more_rows_where_they_are_wanted():
    report = make_report(cd.compare(random_table(14)), max_rows=200, figures=())
    assert (
        len(report.tables()["apv"].rows)
        == len(report.tables()["pairs-table"].rows)
        == 91
    )
    assert report.provenance.parameters == {"figures": [], "max_rows": 200}


@pytest.mark.slow
def test_all_figures_are_set_in_the_font_asked_for():
    histories = cd.load_histories("optimisers")
    subjects = {
        "one": garcia(),
        "two": garcia(control="C4.5"),
        "time": cd.compare_convergence(histories),
    }
    report = make_report(subjects, font="STIXGeneral")
    figures = report.figures()
    assert set(figures) >= {
        "measures-cd-sequence",
        "m1-cd",
        "m2-rank-bars",
        "m3-page-matrix",
        "m3-convergence",
    }
    for figure in figures.values():
        assert {text.get_fontfamily()[0] for text in figure.drawing.ax.texts} == {
            "STIXGeneral"
        }
    assert dict(report.provenance.parameters) == {"font": "STIXGeneral"}


def test_a_figure_that_does_not_fit_is_replaced_by_words():
    report = make_report(garcia(), width=0.3)
    (section,) = (section for section in report.sections if section.key == "figures")
    said = [block for block in section.blocks if isinstance(block, Paragraph)]
    assert [block.role for block in said] == ["warning"] * len(section.blocks)
    assert "was not drawn. Reason:" in said[0].words[0]


def test_a_pair_that_was_not_tested_leaves_out_the_figure_that_needs_it():
    p = [[np.nan, 0.01, np.nan], [0.01, np.nan, 0.5], [np.nan, 0.5, np.nan]]
    comparison = cd.compare_pvalues([1.2, 2.3, 2.5], p, algorithms=["A", "B", "C"])
    report = cd.make_report(comparison, figures=["cd", "rank-bars"])
    brief, figures = (
        section for section in report.sections if section.key in ("brief", "figures")
    )
    drawn, [said] = brief.blocks[1], figures.blocks
    assert drawn.key == "cd"
    assert said.role == "warning"
    assert said.words[0] == (
        "The figure 'Rank bars' was not drawn. Reason: the pair 'A' and 'C' was not tested, but the "
        "figure requires all pairs with its reference. Draw a CD diagram instead."
    )


def test_warnings_stand_in_the_summary():
    table = cd.ScoreTable.from_arrays(
        np.random.default_rng(3).normal(size=(8, 4)), algorithms=list("ABCD")
    )
    report = make_report(cd.compare(table), figures=())
    (section,) = (section for section in report.sections if section.key == "summary")
    said = [
        "".join(block.words)
        for block in section.blocks
        if getattr(block, "role", "") == "warning"
    ]
    assert said == [
        word
        for word in said
        if word.startswith(
            "At α = 0.05, the exact Friedman test does not reject the hypothesis that"
        )
    ]
    assert len(said) == 1


def test_input_tells_what_was_dropped(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("data,A,B\nd1,1,2\nd2,,3\nd3,2,1\nd4,5,3\n", encoding="utf-8")
    table = cd.read_scores(path, missing="drop", higher_is_better=False)
    report = make_report(cd.compare(table), figures=())
    facts = {row[0].text: row[1].value for row in report.tables()["input-table"].rows}
    assert facts["Data sets"] == 3
    assert facts["Dropped data sets"] == 1
    assert facts["Better scores"] == "lower"
    assert (
        facts["SHA-256 of the scores"]
        == table.sha256
        == report.provenance.subjects[0].sha256
    )
    named = [text for text in texts(report) if re.search(r"\bd2\b", text)]
    assert named == ["1 of 4 data sets was dropped because scores are missing: 'd2'."]


def test_references_are_exactly_those_cited():
    report = make_report(garcia())
    cited = {
        word.key
        for section in report.sections
        for block in section.blocks
        if isinstance(block, Paragraph)
        for word in block.words
        if isinstance(word, Citation)
    }
    assert {reference.key for reference in report.references} == cited
    assert {
        "friedman1937",
        "iman1980",
        "nemenyi1963",
        "quade1979",
        "doksum1967",
        "levene1960",
    } <= cited
    assert cited.isdisjoint({"wilcoxon1945", "page1963", "tukey1949"})
    labels = [reference.label for reference in report.references]
    assert len(set(labels)) == len(labels)
    (listing,) = (
        block for block in report.sections[-2].blocks if isinstance(block, Listing)
    )
    assert listing.text.count("\n}") == len(report.references)


@pytest.mark.slow
def test_every_source_can_be_cited():
    used = set()
    for make in SUBJECTS.values():
        used |= {
            reference.key for reference in make_report(make(), figures=()).references
        }
    gaps = {"ranking": "skillings-mack", "pair_test": "sign"}
    flips = {"p_adjust": "max-t", "pair_test": "t"}
    exact = {"method": "exact", "p_adjust": "holm"}
    for options in ({"pair_test": "wilcoxon", "zeros": "pratt"}, exact, gaps, flips):
        used |= {r.key for r in make_report(garcia(**options), figures=()).references}
    scores = {
        "A": (9, 8, 7, 9, 6, 9),
        "B": (1, 3, 4, None, None, None),
        "C": (None, None, None, 3, 2, 5),
    }
    nested = {
        name: {f"d{at}": score for at, score in enumerate(column)}
        for name, column in scores.items()
    }
    apart = cd.compare(nested, missing="available", pair_test="sign")
    used |= {reference.key for reference in make_report(apart, figures=()).references}
    posterior = garcia().posterior(0.1, pair_test="sign")
    of_one = cd.correlated_t_test(garcia().table, 0.1, folds=10)
    used |= {
        source.key
        for result in (posterior, of_one)
        for source in cited_sources([find_figure("posterior").caption(result)])
    }
    assert all(
        result.references().startswith("@article{") for result in (posterior, of_one)
    )
    folds = cd.compare_folds(garcia().table, folds=10)
    used |= set(re.findall(r"^@\w+\{(\w+),", folds.references(), flags=re.MULTILINE))
    # A text cites one source of each procedure, and those of the omnibus test that it
    # reports. The registries state the other sources.
    further = {key for test in PAIR_TESTS.values() for key in test.sources[1:]}
    further |= {
        OMNIBUS[f"anova-{name}"][2] for name in ("greenhouse-geisser", "huynh-feldt")
    }
    assert used | further == set(SOURCES)


IN_REPORTS = [key for key in FIGURES if find_figure(key).report is not None]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"figures": ("cd", "bars")}, "unknown figure 'bars': did you mean 'rank-bars'? Choose from "
            f"{', '.join(map(repr, IN_REPORTS))}."),
        ({"titles": ("a", "b")}, "there are 1 comparisons but 2 titles. Pass one title for each comparison."),
        ({"max_rows": 0}, "max_rows must be at least 1, not 0."),
        ({"font": "STIXGenral"}, "the font 'STIXGenral' is not installed. Did you mean 'STIXGeneral'?"),
    ],
)  # fmt: skip
def test_wrong_options_are_refused(options, message):
    with pytest.raises(cd.UsageError) as caught:
        make_report(garcia(), **options)
    assert str(caught.value) == message


def test_a_wrong_section_or_title_or_nothing_is_refused():
    with pytest.raises(
        cd.UsageError, match="unknown section 'rank': did you mean 'ranks'"
    ):
        make_report(garcia(), sections=("rank",))
    with pytest.raises(cd.UsageError, match="two comparisons have the same title"):
        make_report([garcia(), garcia()], titles=("a", "a"))
    with pytest.raises(cd.UsageError, match="requires at least one comparison"):
        make_report([])


def test_the_same_comparison_gives_the_same_report():
    first, second = make_report(garcia()), make_report(garcia())
    assert list(texts(first)) == list(texts(second))
    assert first.to_dict() == second.to_dict()
    assert first.provenance == second.provenance


# -- Brief, names ----------------------------------------------------------------------


@pytest.mark.parametrize("name", SUBJECTS)
def test_the_brief_is_a_figure_five_sentences_and_the_method(name):
    report = make_report(SUBJECTS[name](), sections="brief")
    [brief] = report.sections
    *heads, figure, sentences, method = brief.blocks
    assert ["".join(head.words)[:11] for head in heads] in ([], ["Comparison "])
    assert bool(heads) == (name != "convergence")
    assert isinstance(figure, Figure)
    assert 1 <= len(sentences.items) <= 5
    assert (brief.key, method.role) == ("brief", "method")


@pytest.mark.slow
def test_a_diagram_higher_than_a_page_leaves_its_place_in_the_brief_to_the_best():
    comparison = cd.compare(random_table(60))
    report = make_report(comparison, sections=("brief", "figures"), figures=["cd"])
    brief, figures = report.sections
    best = [comparison.algorithms[column] for column in comparison.order[:10]]
    assert [row[0].text for row in brief.blocks[1].rows] == best
    assert [block.key for block in figures.blocks] == ["cd"]


def test_new_names_are_everywhere_and_provenance_keeps_the_old_ones():
    comparison = garcia(control="C4.5", pair_test="wilcoxon")
    report = make_report(
        comparison, rename={"C4.5": "Our tree", "CN2": "C4.5"}, highlight="C4.5"
    )
    everything = "\n".join(texts(report))
    assert "Our tree" in everything
    assert "CN2" not in everything
    assert report.provenance == replace(
        make_report(comparison).provenance, parameters=report.provenance.parameters
    )
    drawing = report.figures()["cd"].drawing
    assert drawing.provenance.subjects == cd.plot_cd(comparison).provenance.subjects
    assert {"Our tree", "C4.5"} <= {
        getattr(element, "text", "") for element in drawing.layout.elements
    }
    rows = {row[0].text: row[0].set_off for row in report.tables()["ranks-table"].rows}
    assert rows == {name: name == "Our tree" for name in report.algorithms}
    assert [
        column.head
        for column in report.tables()["scores-table"].columns
        if column.set_off
    ] == ["Our tree"]
    assert report.to_dict()["comparisons"][0]["control"] == "Our tree"


def test_names_set_off_are_bold_in_every_format():
    report = make_report(garcia(), highlight=["CN2"], figures=(), sections=["ranks"])
    assert r"\textbf{CN2}" in report.to_latex()
    assert "| **CN2** |" in report.to_markdown()
    assert "<strong>CN2</strong>" in report.to_html()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rename": {"C45": "A"}}, "unknown algorithm in rename 'C45'"),
        ({"rename": {"C4.5": "CN2"}}, "would both be called 'CN2'"),
        ({"highlight": "C45"}, "unknown algorithm in highlight 'C45'"),
        ({"look": cd.Look(highlight=["C45"])}, "unknown algorithm in highlight 'C45'"),
        (
            {"colors": {"rules": "red"}, "families": {"CN2": "rule"}},
            "unknown algorithm in colors 'rules'",
        ),
    ],
)
def test_wrong_names_are_refused(options, message):
    with pytest.raises(UsageError, match=re.escape(message)):
        make_report(garcia(), **options)


@pytest.mark.parametrize(
    ("height", "characters", "fits"),
    [
        (100, 0, True),
        (450, 0, True),
        (451, 0, False),
        (300, 1700, True),
        (300, 1900, False),
        (460, 3000, False),
    ],
)
def test_a_figure_stands_in_a_brief_if_it_is_low_and_the_text_leaves_room(
    height, characters, fits
):
    drawing = SimpleNamespace(layout=SimpleNamespace(height=float(height)))
    figure = Figure(key="cd", drawing=drawing, caption=(), alt="")
    assert fits_brief([figure], characters) is fits
    assert not fits_brief([], characters)
    assert not fits_brief([Bullets(items=())], characters)


def test_words_take_the_options_of_latex():
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    plain = comparison.methods()
    cited = comparison.methods(latex=True, cite="citep")
    assert "\\cite" not in plain
    assert "\\citep{" in cited
    assert "\\cite{" in comparison.methods(latex=True)
    histories = cd.compare_convergence(cd.load_histories("optimisers"))
    assert "$" not in histories.caption()
    assert "$" in histories.caption(latex=True)
