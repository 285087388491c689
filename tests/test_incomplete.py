"""Comparisons of tables with missing scores: what is tested on what, what is refused,
and that every output says so.
"""

import io
import json
import math

import numpy as np
import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.comparing import make_plan
from cddiagram.features import FIGURES
from cddiagram.figures import find_figure
from cddiagram.stats import estimate_average_ranks, wilcoxon_test

TEXT = """data set,C4.5,1-NN,NaiveBayes,Kernel,CN2
adult,.859,.793,.840,.75,.81
breast,.954,.951,.974,,.95
bupa,.628,.625,.594,.57,.60
car,.882,.85,.85,.70,.78
cleve,.564,.535,.553,,.55
crx,.855,.81,.78,.72,
derma,.96,.945,.97,.35,.90
german,.717,.705,.75,.70,.72
glass,.669,.736,.47,.64,.60
hayes,.826,.357,.81,,.75
heart,.777,.752,.84,.58,.80
iris,.946,.955,.953,.94,
led7,.714,.46,.731,,.69
wine,.937,.954,.971,.66,.92
yeast,.552,.50,.578,.31,.45
"""
#: Beta and Delta have no data set in common.
APART = "data set,Alpha,Beta,Gamma,Delta\n" + "".join(
    f"{name},{a},{b},{c},{d}\n"
    for name, a, b, c, d in [
        ("a", 9, 1, 3, ""), ("b", 8, 3, 2, ""), ("c", 7, 4, 5, ""), ("d", 9, 2, 1, ""), ("e", 6, 5, 8, ""),
        ("f", 9, "", 3, 1), ("g", 8, "", 2, 4), ("h", 7, "", 5, 2), ("i", 9, "", 1, 3), ("j", 6, "", 8, 5),
    ]
)  # fmt: skip
POLICIES = ["drop", "drop-algorithms", "worst", "like:C4.5", "available"]


def read(missing, text=TEXT):
    return cd.read_scores(io.StringIO(text), missing=missing)


@pytest.fixture(scope="module")
def available():
    return cd.compare(read("available"), pair_test="wilcoxon")


def texts(drawing):
    return [
        element.text for element in drawing.layout.elements if hasattr(element, "text")
    ]


def test_pairs_are_tested_on_what_both_have(available):
    scores = available.table.scores
    both = ~np.isnan(scores[:, 3]) & ~np.isnan(scores[:, 4])
    alone = wilcoxon_test(scores[both][:, [3, 4]])
    assert available.pairwise.pvalue[3, 4] == alone.pvalue[0, 1]
    assert available.pairwise.statistic[3, 4] == alone.statistic[0, 1]
    assert available.pairwise.n_hypotheses == 10
    assert available.to_dict()["pairwise"]["n_datasets"][3][4] == both.sum() == 9
    assert {row["n_datasets"] for row in available.pair_rows()} == {9, 11, 13, 15}
    assert (
        available.effects.wins[4, 3] == (scores[both][:, 4] > scores[both][:, 3]).sum()
    )


def test_ranks_are_estimated_and_the_test_is_skillings_and_macks(available):
    ranking = available.ranking
    assert ranking.kind == available.plan.ranking == "skillings-mack"
    assert ranking.average_ranks == pytest.approx(
        estimate_average_ranks(ranking.ranks).average_ranks
    )
    assert (ranking.smallest_common, ranking.without_common) == (9, ())
    assert ranking.average_ranks.sum() == pytest.approx(15)
    assert [(r.name, r.tie_corrected) for r in available.omnibus] == [
        ("skillings-mack", False),
        ("skillings-mack", True),
    ]
    assert available.headline is available.omnibus[0]
    corrected = cd.compare(read("available"), pair_test="sign", tie_correction=True)
    assert corrected.headline is corrected.omnibus[1]


def test_a_complete_table_gives_friedmans_numbers():
    table = cd.load_example("garcia2008-table2")
    ours = cd.compare(table, ranking="skillings-mack", pair_test="wilcoxon")
    friedman = cd.compare(table, pair_test="wilcoxon")
    assert ours.ranking.average_ranks == pytest.approx(
        friedman.ranking.average_ranks, abs=1e-10
    )
    assert [r.statistic for r in ours.omnibus] == pytest.approx(
        [friedman.omnibus[i].statistic for i in (0, 2)], rel=1e-10
    )
    assert np.array_equal(
        ours.pairwise.pvalue_adjusted, friedman.pairwise.pvalue_adjusted, equal_nan=True
    )
    assert ours.sensitivity is friedman.sensitivity is None


@pytest.mark.parametrize("control", ["C4.5", "best"])
def test_control(control):
    comparison = cd.compare(
        read("available"), pair_test="sign", p_adjust="bonferroni", control=control
    )
    assert comparison.control == "C4.5"
    assert comparison.pairwise.n_hypotheses == (4 if control == "C4.5" else 10)
    assert "n = 11–15 per pair" in " ".join(texts(cd.plot_cd(comparison)))


def test_pairs_without_common_data_sets_are_not_tested():
    comparison = cd.compare(read("available", APART), pair_test="wilcoxon")
    assert comparison.untested == 1
    assert comparison.pairwise.n_hypotheses == 5
    assert comparison.letters is None
    assert "One of the 6 pairs was not tested." in comparison.caption()
    forest = cd.plot_forest(comparison).layout
    assert ("Beta", "Delta") not in forest.pairs
    assert ("Delta", "Beta") not in forest.pairs
    assert len(forest.pairs) == 5
    cells = texts(cd.plot_pair_matrix(comparison))
    assert cells.count("–") == 6
    assert "nan" not in cells


def test_pairs_without_common_data_sets_are_listed():
    comparison = cd.compare(read("available", APART), pair_test="wilcoxon")
    assert comparison.ranking.without_common == (("Beta", "Delta"),)
    assert comparison.ranking.smallest_common == 5
    record = json.loads(json.dumps(comparison.to_dict()))["ranking"]
    assert (record["without_common"], record["smallest_common"]) == (
        [["Beta", "Delta"]],
        5,
    )
    listed = (
        "One pair (Beta – Delta) has no common data sets, so its contribution to the "
        "average ranks was estimated"
    )
    report = cd.make_report(comparison, figures=None).to_markdown()
    board = comparison.tabulate("leaderboard").to_markdown()
    for text in (
        comparison.caption(),
        comparison.summary(),
        comparison.methods(),
        report,
        board,
    ):
        assert listed in text
    assert (
        "All other pairs had at least 5 common data sets. The proportions for the pair "
        "without common data sets were estimated" in comparison.methods()
    )
    assert "Jiang et al., 2011" in comparison.methods()
    renamed = cd.make_report(
        comparison, rename={"Beta": "second"}, figures=None
    ).to_markdown()
    assert "(second – Delta)" in renamed


def test_no_text_derives_the_ranks_from_the_omnibus_test(available):
    """The estimated ranks are those of `wins / common`, in the figure and in every
    table.
    """
    effects, common = available.effects, available.table.common
    shares = (effects.wins + effects.ties / 2).T / common
    np.fill_diagonal(shares, 0)
    expected = 1 + shares.sum(axis=1)
    assert available.ranking.average_ranks == pytest.approx(expected)
    for key in ("leaderboard", "ranks"):
        frame = available.to_frame(key)
        (column,) = [name for name in frame.columns if "average rank" in name.lower()]
        assert frame[column].to_dict() == pytest.approx(
            dict(zip(available.algorithms, expected, strict=True))
        )
    printed = [
        float(text)
        for text in texts(cd.plot_cd(available, width="page"))
        if text.count(".") == 1 and text[0].isdigit()
    ]
    assert all(
        any(abs(number - rank) < 0.006 for number in printed) for rank in expected
    )
    ranked = (
        available.methods()
        .partition("The average rank of each algorithm")[2]
        .partition(". ")[0]
    )
    assert "Skillings" not in ranked


def test_groups_that_nothing_connects_are_refused():
    text = "data set,A,B,C,D\nu,1,2,,\nv,2,1,,\nw,,,1,2\nx,,,3,1\n"
    with pytest.raises(cd.InputError) as caught:
        cd.compare(read("available", text), pair_test="wilcoxon")
    assert str(caught.value) == (
        "no data set has scores of both 'A', 'B' and 'C', 'D', and no other data sets "
        "connect the two groups. Exclude one group, or read the scores with "
        "missing='worst'."
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "pair_test 'ranks' requires complete scores, but some are missing. Read "
             "the scores with missing='worst' or 'drop', or use 'wilcoxon' or 'sign'."),
        ({"pair_test": "t"}, "pair_test 't' requires complete scores"),
        ({"pair_test": "sign", "ranking": "quade"},
            "ranking 'quade' requires complete scores"),
        ({"pair_test": "t", "ranking": "means"},
            "ranking 'means' requires complete scores"),
        *(({"pair_test": "wilcoxon", "p_adjust": p_adjust},
            f"p_adjust '{p_adjust}' requires complete scores")
          for p_adjust in ("shaffer", "shaffer-dynamic", "bergmann-hommel", "hommel")),
        ({"pair_test": "wilcoxon", "p_adjust": "nemenyi"},
            "p_adjust 'nemenyi' applies to differences between Friedman"),
    ],
)  # fmt: skip
def test_what_needs_every_score_is_refused(options, message):
    with pytest.raises(cd.UsageError) as caught:
        cd.compare(read("available"), **options)
    assert str(caught.value).startswith(message)
    if options:
        with pytest.raises(cd.UsageError):
            make_plan(incomplete=True, **options)


@pytest.mark.parametrize(
    "call",
    [
        lambda c: cd.study_stability(c),
        lambda c: cd.study_pool(c),
        lambda c: cd.study_power(c.table, pair=("C4.5", "CN2"), size=5),
        lambda c: cd.check_assumptions(c.table),
        lambda c: c.posterior(0.01),
        lambda c: c.equivalence(0.01),
    ],
)
def test_other_studies_are_refused_with_the_remedy(available, call):
    with pytest.raises(cd.InputError) as caught:
        call(available)
    assert str(caught.value).endswith(
        "requires complete scores, but 6 of 75 are missing. Read the scores with "
        "missing='worst' or 'drop'."
    )
    assert available.contrasts is available.assumptions is None


def test_every_figure_draws_or_refuses(available):
    drawn = {key for key in FIGURES if find_figure(key).incomplete}
    assert drawn >= {
        "cd",
        "rank-bars",
        "pvalue-matrix",
        "pair-matrix",
        "cd-sequence",
        "cd-stack",
        "forest",
    }
    for key in FIGURES:
        figure = find_figure(key)
        if figure.subject.result != "Comparison":
            continue
        subject = (
            {"one": available, "two": available}
            if figure.subject.several
            else available
        )
        if figure.incomplete:
            assert "n = 9–15 per pair" in " ".join(
                texts(figure.plot(subject, width="column"))
            )
            continue
        pair, options = (("C4.5", "CN2") if key == "pair-scatter" else ()), {}
        if key == "score-cost":
            options["cost"] = available.table
        with pytest.raises(
            cd.InputError, match=f"figure '{key}' requires complete scores, but 6 of 75"
        ):
            figure.plot(subject, *pair, **options)
        with pytest.raises(
            cd.InputError, match=(f"figure '{key}' requires complete scores")
        ):
            available.caption(key)


@pytest.mark.parametrize("missing", POLICIES)
def test_sensitivity_is_the_comparison_of_the_complete_data_sets(missing):
    comparison = cd.compare(read(missing), pair_test="wilcoxon")
    if missing == "drop":
        assert comparison.sensitivity is None
        return
    dropped = cd.compare(
        read("drop").select(comparison.algorithms), pair_test="wilcoxon"
    )
    own, other = comparison.different(), dropped.different()
    found = comparison.sensitivity
    names = {frozenset(pair) for pair in found.changed}
    assert names == {
        frozenset((comparison.algorithms[i], comparison.algorithms[j]))
        for i, j in np.argwhere(own != other)
    }
    assert found.n_datasets == 9
    assert found.tested == math.comb(len(comparison.algorithms), 2)
    assert comparison.at(1e-9).sensitivity.changed == ()


def test_policies_change_verdicts():
    changed = {
        m: len(cd.compare(read(m), pair_test="wilcoxon").sensitivity.changed)
        for m in POLICIES[1:]
    }
    assert changed == {"drop-algorithms": 0, "worst": 3, "like:C4.5": 2, "available": 1}


def test_few_complete_data_sets_say_nothing():
    comparison = cd.compare(read("available", APART), pair_test="wilcoxon")
    assert comparison.sensitivity.tested == 0
    assert (
        "No data set has complete scores, so the effect of the missing scores"
        in comparison.summary()
    )


SAID = {
    "drop": "Six further data sets with missing scores were excluded.",
    "drop-algorithms": "Two further algorithms with missing scores were excluded: Kernel, CN2.",
    "worst": "Six of the 75 scores were missing and were replaced by the worst score on the "
    "same data set.",
    "like:C4.5": "Six of the 75 scores were missing and were replaced by the score of C4.5 on "
    "the same data set.",
    "available": "Six of the 75 scores were missing. Each pair was compared on the data "
    "sets on which both algorithms have scores (9–15 data sets per pair). This assumes that the scores are missing at "
    "random, that is, independently of their unobserved values.",
}
NOTES = {
    "drop": "Wilcoxon–Holm, α = 0.05",
    "drop-algorithms": "Wilcoxon–Holm, α = 0.05",
    "worst": "Wilcoxon–Holm, 6 failures as worst, α = 0.05",
    "like:C4.5": "Wilcoxon–Holm, 6 failures as baseline, α = 0.05",
    "available": "Wilcoxon–Holm, n = 9–15 per pair, α = 0.05",
}


@pytest.mark.slow
@pytest.mark.parametrize("missing", POLICIES)
def test_every_output_says_what_was_done(missing):
    comparison = cd.compare(read(missing), pair_test="wilcoxon")
    report = cd.make_report(comparison, figures=None)
    sensitive = (
        ""
        if missing == "drop"
        else "If only the 9 data sets without missing scores are used, "
    )
    for text in (
        comparison.caption(),
        comparison.methods(),
        comparison.summary(),
        report.to_markdown(),
    ):
        assert SAID[missing] in text
    assert sensitive in comparison.summary()
    assert sensitive in report.to_markdown()
    assert SAID[missing] in report.to_html()
    drawing = cd.plot_cd(comparison)
    assert NOTES[missing] in texts(drawing)
    record = drawing.provenance.to_dict()["subjects"][0]
    assert record["reading"] == {"missing": missing}
    counts = {
        name: record[name]
        for name in ("dropped", "dropped_algorithms", "missing")
        if name in record
    }
    assert counts == {
        "drop": {"dropped": 6},
        "drop-algorithms": {"dropped_algorithms": 2},
    }.get(missing, {"missing": 6})
    data = json.loads(json.dumps(comparison.to_dict(), allow_nan=False))
    assert data["table"]["missing"] == missing
    assert (data["sensitivity"] is None) == (missing == "drop")
    assert len(data["table"]["missing_scores"]) == counts.get("missing", 0)


@pytest.mark.parametrize(
    ("missing", "marked", "said"),
    [("worst", "†", "†: imputed score."), ("available", "–", "–: no score.")],
)
def test_tables_mark_every_touched_cell(missing, marked, said):
    comparison = cd.compare(read(missing), pair_test="wilcoxon")
    shown = comparison.tabulate("scores")
    lines = [line for line in shown.to_markdown().splitlines() if line.startswith("|")]
    assert sum(line.count(marked) for line in lines[2:17]) == 6
    assert said in shown.to_markdown()
    assert said in shown.to_html()
    assert {"†": "\\textdagger", "–": "\\textendash"}[marked] in shown.to_latex()
    assert "nan" not in shown.to_text().lower().replace("naivebayes", "")


def test_made_up_sizes_are_warned_about():
    (said,) = (
        text
        for text in cd.advise(cd.compare(read("worst"), pair_test="t"))
        if "imputed" in text
    )
    assert said == (
        "The tests and the effect sizes depend on 6 imputed scores, which were not "
        "measured. Interpret these results with caution."
    )
    assert not [
        text
        for text in cd.advise(cd.compare(read("available"), pair_test="sign"))
        if "imputed" in text
    ]


@pytest.mark.parametrize("kind", ["html", "md", "tex", "txt"])
def test_reports(available, tmp_path, kind):
    cd.make_report(available, figures=None).save(tmp_path / f"report.{kind}")
    text = (tmp_path / f"report.{kind}").read_text()
    assert "Skillings" in text
    assert ">nan<" not in text
    assert " nan" not in text


def test_command(tmp_path):
    (tmp_path / "scores.csv").write_text(TEXT)
    run = CliRunner().invoke
    path = str(tmp_path / "scores.csv")
    found = run(
        main,
        [
            "compare",
            path,
            "--missing",
            "available",
            "--pair-test",
            "sign",
            "--format",
            "json",
            "-q",
        ],
    )
    assert json.loads(found.stdout)["table"]["missing"] == "available"
    found = run(main, ["compare", path, "--missing", "like:Kernel"])
    assert (found.exit_code, "--missing worst" in found.stderr) == (1, True)
    found = run(main, ["compare", path, "--missing", "available"])
    assert found.exit_code == 2
    assert "--pair-test 'ranks' requires complete scores" in found.stderr
    found = run(
        main, ["plot", path, "--missing", "worst", "-o", str(tmp_path / "cd.svg")]
    )
    assert found.exit_code == 0, found.stderr
    found = run(main, ["inspect", str(tmp_path / "cd.svg"), "--scores", path])
    assert found.exit_code == 0, found.stderr + found.stdout


def test_a_figure_belongs_to_the_file_it_was_made_of(tmp_path):
    """Also where the file has more algorithms, more data sets and runs by now."""
    (tmp_path / "scores.csv").write_text(TEXT)
    run, figure = CliRunner().invoke, str(tmp_path / "cd.svg")
    for missing in ("worst", "available"):
        made = [
            "plot",
            str(tmp_path / "scores.csv"),
            "--missing",
            missing,
            "--pair-test",
            "sign",
            "-o",
            figure,
            "-q",
        ]
        assert run(main, made).exit_code == 0
        header, *rows = TEXT.splitlines()
        more = [
            f"{header},more",
            *(f"{row},.5" for row in rows),
            "data,.61,.72,.83,.94,.55,.66",
        ]
        (tmp_path / "more.csv").write_text("\n".join(more))
        found = run(main, ["inspect", figure, "--scores", str(tmp_path / "more.csv")])
        said = " ".join(found.stdout.split())
        assert found.exit_code == 0, said
        assert "missing 6 scores: see the options of reading" in said
        assert f"missing {missing}" in said
