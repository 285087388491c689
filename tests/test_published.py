"""From ranks and n: the tests of published tables, and what is refused."""

import itertools
import json
import math

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import norm, studentized_range

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.data import read_average_ranks

#: Example with the printed ranks -> decimals of the averages that the paper prints.
PAPERS = {
    "demsar2006-table6-ranks": 3,
    "garcia2008-table2-ranks": 3,
    "garcia2010-table3-ranks": 3,
}


def run(*arguments, code=0):
    result = CliRunner().invoke(main, list(map(str, arguments)))
    assert result.exit_code == code, result.output
    return result


class TestCriticalDifference:
    @pytest.mark.parametrize("k", [2, 4, 10, 50])
    @pytest.mark.parametrize("alpha", [0.05, 0.10, 0.001])
    def test_against_scipy(self, k, alpha):
        error = math.sqrt(k * (k + 1) / (6 * 30))
        q = studentized_range.isf(alpha, k, np.inf) / math.sqrt(2)
        found = cd.critical_difference(k, 30, alpha=alpha, method="asymptotic")
        assert found == pytest.approx(q * error, rel=1e-6)
        for p_adjust, m in (
            ("bonferroni-dunn", k - 1),
            ("bonferroni", math.comb(k, 2)),
            ("none", 1),
        ):
            found = cd.critical_difference(
                k, 30, alpha=alpha, p_adjust=p_adjust, method="asymptotic"
            )
            assert found == pytest.approx(norm.isf(alpha / m / 2) * error, rel=1e-12)
        sidak = -math.expm1(math.log1p(-alpha) / math.comb(k, 2))
        found = cd.critical_difference(k, 30, alpha=alpha, p_adjust="sidak")
        assert found == pytest.approx(norm.isf(sidak / 2) * error, rel=1e-9)

    def test_it_is_that_of_a_comparison(self):
        table = cd.load_example("garcia2008-table2")
        asymptotic = {"method": "asymptotic"}
        assert (
            cd.critical_difference(5, 30, **asymptotic)
            == cd.compare(table, **asymptotic).critical_difference
        )
        dunn = cd.compare(table, control="CN2", **asymptotic).critical_difference
        assert (
            cd.critical_difference(5, 30, p_adjust="bonferroni-dunn", **asymptotic)
            == dunn
        )

    @pytest.mark.parametrize(
        ("arguments", "options", "said"),
        [
            ((1, 30), {}, "k must be a whole number of at least 2, not 1."),
            ((4, 2.5), {}, "n must be a whole number of at least 2, not 2.5."),
            ((4, True), {}, "n must be a whole number of at least 2, not True."),
            (
                (4, 14),
                {"alpha": 5},
                "alpha must be between 0 and 1, not 5. Use 0.05.",
            ),
            (
                (4, 14),
                {"p_adjust": "holm"},
                "p_adjust 'holm' does not have a critical difference. Use 'nemenyi'",
            ),
            (
                (4, 14),
                {"method": "exact", "p_adjust": "holm"},
                "method 'exact' requires three or more algorithms and",
            ),
            ((4, 14), {"method": "fast"}, "unknown method 'fast': choose from"),
            (
                (4, 14),
                {"p_adjust": "nemeny"},
                "unknown p_adjust 'nemeny': did you mean 'nemenyi'?",
            ),
        ],
    )
    def test_refusals(self, arguments, options, said):
        with pytest.raises(cd.UsageError) as error:
            cd.critical_difference(*arguments, **options)
        assert str(error.value).startswith(said)


class TestCompareRanks:
    @pytest.mark.parametrize("example", PAPERS)
    @pytest.mark.parametrize(
        "options",
        [{}, {"p_adjust": "bergmann-hommel"}, {"p_adjust": "holm", "alpha": 0.1}],
    )
    def test_the_same_as_from_the_table(self, example, options):
        """Averages rounded as printed give, to the last bit, what the ranks themselves
        give.
        """
        whole = cd.compare(cd.load_example(example), **options)
        printed = np.round(whole.ranking.average_ranks, PAPERS[example])
        assert not np.array_equal(printed, whole.ranking.average_ranks)
        found = cd.compare_ranks(
            printed, whole.n_datasets, algorithms=whole.algorithms, **options
        )
        np.testing.assert_array_equal(
            found.ranking.average_ranks, whole.ranking.average_ranks
        )
        np.testing.assert_array_equal(
            found.pairwise.statistic, whole.pairwise.statistic
        )
        np.testing.assert_array_equal(
            found.pairwise.pvalue_adjusted, whole.pairwise.pvalue_adjusted
        )
        assert (found.critical_difference, found.groups[0].algorithms) == (
            whole.critical_difference, whole.groups[0].algorithms
        )  # fmt: skip
        for test in found.omnibus:
            (same,) = (
                r for r in whole.omnibus if r.name == test.name and not r.tie_corrected
            )
            assert (test.df, test.method) == (same.df, same.method)
            assert test.statistic == pytest.approx(same.statistic, rel=1e-12)
            assert test.pvalue == pytest.approx(same.pvalue, rel=1e-10)
        assert (found.letters, found.rank_intervals) == (
            whole.letters,
            whole.rank_intervals,
        )

    @pytest.mark.parametrize("control", ["C4.5", "best"])
    def test_with_a_control(self, control):
        whole = cd.compare(cd.load_example("garcia2008-table2-ranks"), control=control)
        ranks = whole.ranking.average_ranks.round(3)
        found = cd.compare_ranks(
            ranks, 30, algorithms=whole.algorithms, control=control
        )
        assert (found.control, found.test, found.not_different) == (
            whole.control,
            whole.test,
            whole.not_different,
        )
        np.testing.assert_array_equal(
            found.pairwise.pvalue_adjusted, whole.pairwise.pvalue_adjusted
        )

    def test_all_data_sets_rank_alike(self):
        whole = cd.compare(
            cd.ScoreTable.from_arrays(
                [[1, 2, 3]] * 8, algorithms=list("ABC"), higher_is_better=False
            )
        )
        found = cd.compare_ranks([1, 2, 3], 8, algorithms=list("ABC"))
        names = {test.name: test for test in whole.omnibus if not test.tie_corrected}
        assert math.isinf(found.omnibus[1].statistic)
        assert found.omnibus[1].pvalue == pytest.approx(
            names["iman-davenport"].pvalue, rel=1e-12
        )

    def test_too_few_decimals_are_taken_as_they_are(self):
        found = cd.compare_ranks([1.3, 2.1, 2.6], 40, algorithms=list("ABC"))
        assert found.ranking.average_ranks.tolist() == [1.3, 2.1, 2.6]
        assert found.notes == ()

    def test_a_rank_that_no_data_sets_have_is_said(self):
        found = cd.compare_ranks(
            [3.143, 2.000, 2.90, 1.957], 14, algorithms=["C4.5", "m", "cf", "m+cf"]
        )
        assert found.notes == (
            "The average rank 2.9 of 'cf' cannot be the mean of 14 ranks. All average "
            "ranks are used as printed.",
        )
        assert found.ranking.average_ranks.tolist() == [3.143, 2.0, 2.9, 1.957]

    def test_what_needs_scores_is_refused_in_one_sentence(self):
        found = cd.compare_ranks([1.25, 2.0, 2.75], 8, algorithms=list("ABC"))
        said = "but this comparison was made from average ranks. Compare a table"
        with pytest.raises(
            cd.UsageError, match=f"table 'scores' requires scores, {said}"
        ):
            found.tabulate("scores")
        with pytest.raises(cd.UsageError, match=f"the figure shows scores, {said}"):
            cd.plot_forest(found)
        assert list(found.to_frame("leaderboard")) == [
            "Rank", "Rank interval", "Letters", "Average rank"
        ]  # fmt: skip

    def test_words_name_what_is_known(self):
        found = cd.compare_ranks([1.25, 2.0, 2.75], 8, algorithms=list("ABC"))
        assert (
            repr(found)
            == "<Comparison of 3 algorithms on 8 data sets: Nemenyi (asymptotic), "
            "alpha = 0.05>"
        )
        assert found.caption().startswith(
            "Critical-difference diagram of 3 algorithms on 8 data sets. Rank 1 is best. "
            "Bars"
        )
        assert found.methods().startswith(
            "The average ranks of 3 algorithms on 8 data sets were taken from another "
            "source. The Iman"
        )
        report = cd.make_report(found, figures=()).to_text()
        assert (
            "The average ranks were taken from another source. Scores are not available."
            in report
        )
        (subject,) = cd.plot_cd(found).provenance.subjects
        assert (subject.kind, subject.n, subject.k) == ("average ranks", 8, 3)
        other = cd.compare_ranks([1.25, 2.125, 2.625], 8, algorithms=list("ABC"))
        assert cd.plot_cd(other).provenance.subjects[0].sha256 != subject.sha256

    def test_labels_of_a_series(self):
        import pandas as pd

        found = cd.compare_ranks(pd.Series({"A": 1.25, "B": 2.0, "C": 2.75}), 8)
        assert found.algorithms == ("A", "B", "C")

    @pytest.mark.parametrize(
        ("ranks", "said"),
        [
            (
                [1.2, 2.0, 2.2],
                "average ranks add up to 5.4, but for 3 algorithms they must add up to "
                "6. Check whether an algorithm is missing",
            ),
            (
                [0.9, 2.5, 2.6],
                "the average rank of 'A' is 0.9, but average ranks of 3 algorithms "
                "must be between 1 and 3.",
            ),
            (
                [1.5, np.nan, 2.5],
                "the average ranks must be 3 finite numbers, one for each algorithm.",
            ),
        ],
    )
    def test_refusals(self, ranks, said):
        with pytest.raises(cd.InputError) as error:
            cd.compare_ranks(ranks, 8, algorithms=list("ABC"))
        assert str(error.value).startswith(said)

    def test_two_algorithms_and_missing_names_are_refused(self):
        with pytest.raises(
            cd.InputError,
            match=(
                r"two algorithms do not determine the number of ties\. Compare the "
                r"scores instead"
            ),
        ):
            cd.compare_ranks([1.2, 1.8], 8, algorithms=list("AB"))
        with pytest.raises(
            cd.InputError,
            match=(
                r"the average ranks have no labels\. Specify the names of the "
                r"algorithms"
            ),
        ):
            cd.compare_ranks([1.25, 2.0, 2.75], 8)
        with pytest.raises(
            cd.UsageError,
            match=("n_datasets must be a whole number of at least 2, not 1"),
        ):
            cd.compare_ranks([1.25, 2.0, 2.75], 1, algorithms=list("ABC"))

    def test_random_ranks_come_back_from_their_rounded_averages(self):
        rng = np.random.default_rng(1)
        for n, k in itertools.product((5, 14, 30, 60), (3, 6, 12)):
            ranks = (
                np.argsort(np.argsort(rng.normal(size=(n, k)), axis=1), axis=1).mean(
                    axis=0
                )
                + 1
            )
            found = cd.compare_ranks(
                ranks.round(3), n, algorithms=[f"a{i}" for i in range(k)]
            )
            np.testing.assert_allclose(found.ranking.average_ranks, ranks, rtol=1e-14)


TWO = (
    "algorithm,average rank\nC4.5,3.143\nC4.5+m,2.000\nC4.5+cf,2.893\nC4.5+m+cf,1.964\n"
)
ROW = "what,C4.5,C4.5+m,C4.5+cf,C4.5+m+cf\naverage rank,3.143,2.000,2.893,1.964\n"


class TestCommand:
    @pytest.mark.parametrize(
        "text", [TWO, ROW, ROW.replace("what,", "").replace("average rank,", "")]
    )
    def test_both_forms_of_the_file(self, tmp_path, text):
        (tmp_path / "ranks.csv").write_text(text)
        result = run(
            "compare",
            tmp_path / "ranks.csv",
            "--average-ranks",
            "--n-datasets",
            14,
            "--alpha",
            0.1,
            "--format",
            "json",
        )
        record = json.loads(result.stdout)
        assert record["groups"] == [
            ["C4.5+m+cf", "C4.5+m", "C4.5+cf"],
            ["C4.5+cf", "C4.5"],
        ]
        assert record["critical_difference"] == pytest.approx(1.118, abs=5e-4)
        assert (
            "average ranks of 4 algorithms (C4.5, C4.5+m, C4.5+cf, …) on 14 data sets; "
            "rank 1 is best." in result.stderr
        )

    def test_a_figure(self, tmp_path):
        (tmp_path / "ranks.csv").write_text(TWO)
        ranks, figure = tmp_path / "ranks.csv", tmp_path / "f.svg"
        result = run("plot", ranks, "--average-ranks", "--n-datasets", 14, "-o", figure)
        assert "Test: Nemenyi (asymptotic), α = 0.05, CD = 1.25." in result.stderr
        assert figure.exists()
        inspected = run("inspect", figure).stdout
        assert "average ranks computed elsewhere" in inspected

    @pytest.mark.parametrize(
        ("arguments", "code", "said"),
        [
            (
                ["--average-ranks"],
                2,
                "--average-ranks requires the number of data sets. Pass --n-datasets N.",
            ),
            (["--n-datasets", "9"], 2, "--n-datasets applies only to --average-ranks"),
            (
                ["--average-ranks", "--n-datasets", "9", "--pair-test", "sign"],
                2,
                "--pair-test does not apply to",
            ),
            (
                ["--average-ranks", "--n-datasets", "9", "--lower-is-better"],
                2,
                "--lower-is-better does not apply to",
            ),
        ],
    )
    def test_options_that_do_not_go_together(self, tmp_path, arguments, code, said):
        (tmp_path / "ranks.csv").write_text(TWO)
        assert (
            said in run("compare", tmp_path / "ranks.csv", *arguments, code=code).stderr
        )

    @pytest.mark.parametrize("figure", ["cd-stack", "assumptions"])
    def test_figures_of_scores_or_of_several_comparisons(self, tmp_path, figure):
        (tmp_path / "ranks.csv").write_text(TWO)
        options = [
            "--average-ranks",
            "--n-datasets",
            9,
            "--figure",
            figure,
            "-o",
            tmp_path / "f.svg",
        ]
        said = (
            f"--figure {figure} requires scores. Omit --average-ranks, and pass scores."
        )
        assert said in run("plot", tmp_path / "ranks.csv", *options, code=2).stderr

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (
                "a,b,c,d\nx,1,2,3\ny,3,2,1\n",
                "does not contain average ranks. Write two columns (names and ranks) "
                "with",
            ),
            ("algorithm,rank\nA,1.2\nB,x\nC,2\n", "line 3, column 2"),
            (
                "algorithm,rank\nA,1.2\nB,\nC,2\n",
                "line 3, column 2: the average rank is missing. Enter the average "
                "rank.",
            ),
        ],
    )
    def test_files_that_are_refused(self, tmp_path, text, said):
        (tmp_path / "ranks.csv").write_text(text)
        with pytest.raises(cd.InputError) as error:
            read_average_ranks(tmp_path / "ranks.csv")
        assert said in str(error.value)

    def test_tables_in_every_format(self, tmp_path):
        scores = tmp_path / "s.csv"
        run("example", "garcia2008-table2", "-o", scores)
        comparison = cd.compare(cd.read_scores(scores))
        for key in (
            "leaderboard",
            "scores",
            "ranks",
            "pairs",
            "pvalues",
            "effects",
            "omnibus",
        ):
            table = comparison.tabulate(key)
            written = {
                name: run(
                    "compare", scores, "--table", key, "--format", name, "-q"
                ).stdout
                for name in ("text", "json", "csv", "markdown", "latex", "html")
            }
            assert json.loads(written.pop("json")) == json.loads(
                json.dumps(table.to_dict())
            )
            for name, text in written.items():
                assert text == getattr(table, f"to_{name}")()
        html = run("compare", scores, "--format", "html", "-q").stdout
        assert (
            html
            == comparison.tabulate("ranks").to_html()
            + comparison.tabulate("pairs").to_html()
        )

    def test_groups_of_data_sets(self, tmp_path):
        text = (
            "data set,domain,A,B\na,text,1,2\nb,text,2,1\nc,images,3,4\nd,images,5,6\n"
            "e,text,1,4\n"
        )
        (tmp_path / "s.csv").write_text(text)
        shown = run(
            "compare",
            tmp_path / "s.csv",
            "--group-column",
            "domain",
            "--table",
            "scores",
            "-q",
        ).stdout
        assert "text (3 data sets)" in shown
        assert "Average rank on images" in shown
