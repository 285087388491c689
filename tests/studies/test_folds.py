"""One data set: numbers, reading, refusals, tables and words of `compare_folds`."""

import io
import itertools
import json
import re

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest
from scipy.stats import t as student

import cddiagram as cd
from cddiagram.data import read_folds
from cddiagram.stats import adjust_pvalues, corrected_t_test

A = [0.82, 0.81, 0.83, 0.80, 0.82, 0.84, 0.79, 0.82, 0.81, 0.83]
NAMES = ["Forest", "Boosting", "SVM", "Bayes"]


def scores_of(rows, k=4, seed=0):
    rng = np.random.default_rng(seed)
    base = rng.normal(0.8, 0.04, (rows, 1))
    return np.round(base + np.linspace(0.04, 0, k) + rng.normal(0, 0.015, (rows, k)), 3)


def text_of(scores, names=NAMES, folds=10, head="repeat,fold"):
    rows = [
        f"{i // folds + 1},{i % folds + 1},{','.join(map(str, row))}"
        for i, row in enumerate(scores.tolist())
    ]
    return "\n".join([f"{head},{','.join(names)}", *rows, ""])


# -- numbers ---------------------------------------------------------------------------


def test_the_published_numbers():
    folds = cd.compare_folds({"A": A, "B": [0.8] * 10}, folds=10)
    assert folds.pairwise.statistic[0, 1] == pytest.approx(2.4758, abs=5e-5)
    assert (
        folds.pairwise.pvalue[0, 1]
        == folds.pairwise.pvalue_adjusted[0, 1]
        == pytest.approx(0.0352, abs=5e-5)
    )
    assert (folds.folds, folds.test_ratio, folds.pairwise.p_adjust) == (
        10,
        1 / 9,
        "none",
    )


@pytest.mark.parametrize("p_adjust", ["auto", "holm", "bonferroni", "hommel", "none"])
def test_all_pairs_are_adjusted_as_elsewhere(p_adjust):
    scores = scores_of(30)
    folds = cd.compare_folds(
        dict(zip(NAMES, scores.T, strict=True)), folds=10, p_adjust=p_adjust
    )
    test = corrected_t_test(scores, test_ratio=1 / 9)
    upper = np.triu_indices(4, 1)
    expected = adjust_pvalues(
        test.pvalue[upper], "holm" if p_adjust == "auto" else p_adjust
    )
    np.testing.assert_array_equal(folds.pairwise.pvalue_adjusted[upper], expected)
    np.testing.assert_array_equal(folds.different()[upper], expected <= 0.05)
    assert folds.decided.critical_difference is None


def test_shaffer_and_bergmann_hommel_are_never_weaker_than_holm():
    scores = dict(zip(NAMES, scores_of(20, seed=4).T, strict=True))
    holm, *others = (
        cd.compare_folds(scores, folds=10, p_adjust=p).pairwise.pvalue_adjusted
        for p in ("holm", "shaffer", "bergmann-hommel")
    )
    for other in others:
        assert (np.nan_to_num(other) <= np.nan_to_num(holm)).all()
        assert (np.nan_to_num(other) < np.nan_to_num(holm)).any()


@pytest.mark.parametrize(("k", "alpha"), [(2, 0.05), (4, 0.1)])
def test_intervals_are_those_of_bonferroni_and_hold_the_differences(k, alpha):
    scores = scores_of(20, k)
    folds = cd.compare_folds(
        dict(zip(NAMES, scores.T, strict=False)),
        folds=10,
        p_adjust="bonferroni",
        alpha=alpha,
    )
    low, high = folds.intervals
    for i, j in itertools.permutations(range(k), 2):
        d = scores[:, i] - scores[:, j]
        half = student.isf(alpha / (k * (k - 1)), 19) * np.sqrt(
            (1 / 20 + 1 / 9) * d.var(ddof=1)
        )
        assert folds.difference[i, j] == pytest.approx(d.mean(), abs=1e-12)
        assert (low[i, j], high[i, j]) == pytest.approx(
            (d.mean() - half, d.mean() + half), rel=1e-9
        )
        assert folds.different()[i, j] == (low[i, j] > 0 or high[i, j] < 0)


def test_lower_is_better_turns_order_and_t_but_no_difference():
    scores = dict(zip(NAMES, scores_of(20).T, strict=True))
    high, low = (
        cd.compare_folds(scores, folds=10, higher_is_better=which)
        for which in (True, False)
    )
    assert low.order == high.order[::-1]
    np.testing.assert_array_equal(low.pairwise.statistic, -high.pairwise.statistic)
    np.testing.assert_array_equal(low.difference, high.difference)
    assert "lower scores are better" in low.caption()


def test_letters_and_groups_are_those_of_the_decisions():
    folds = cd.compare_folds(dict(zip(NAMES, scores_of(100).T, strict=True)), folds=10)
    letters, different = folds.letters, folds.different()
    assert list(letters) == [NAMES[i] for i in folds.order]
    assert 0 < different.sum() < 12
    for i, j in itertools.combinations(range(4), 2):
        assert different[i, j] == (not set(letters[NAMES[i]]) & set(letters[NAMES[j]]))
    assert not folds.at(1e-12).different().any()
    assert folds.at(0.5).alpha == 0.5


def test_more_repetitions_hardly_help():
    """The variance does not fall below that of the overlap: ten times as many rows are
    not ten times the data.
    """
    scores = dict(zip(NAMES, np.tile(scores_of(10), (10, 1)).T, strict=True))
    once, often = (
        cd.compare_folds({name: its[:rows] for name, its in scores.items()}, folds=10)
        for rows in (10, 100)
    )
    np.testing.assert_allclose(
        often.standard_error**2,
        once.standard_error**2 * (0.01 + 1 / 9) / (0.1 + 1 / 9) * 90 / 99,
        rtol=1e-9,
    )


def test_equal_differences_are_noted():
    folds = cd.compare_folds(
        {"A": [0.5, 0.6, 0.7], "B": [0.4, 0.5, 0.6], "C": [0.4, 0.5, 0.6]}, folds=3
    )
    assert folds.pairwise.pvalue[0, 1] == 0.0
    assert folds.pairwise.pvalue[1, 2] == 1.0
    assert folds.notes == (
        "The differences between 'A' and 'B', 'A' and 'C' are equal on all test sets, so "
        "t is infinite and p is 0.",
    )
    assert (folds.intervals[0][0, 1], folds.intervals[1][0, 1]) == pytest.approx(
        (0.1, 0.1)
    )


def test_sign_test_of_two_systems_on_items_is_mcnemars():
    """Items with 0/1 scores: the exact test on ranks leaves ties out, as McNemar's
    exact test does concordant pairs.
    """
    rng = np.random.default_rng(2)
    items = (rng.random((200, 2)) < [0.8, 0.7]).astype(int)
    comparison = cd.compare(
        cd.ScoreTable.from_arrays(items, algorithms=["ours", "theirs"])
    )
    won, lost = (
        int((items[:, 0] > items[:, 1]).sum()),
        int((items[:, 0] < items[:, 1]).sum()),
    )
    mcnemar = binomtest(won, won + lost).pvalue
    assert comparison.pairwise.pvalue[0, 1] == pytest.approx(mcnemar, rel=1e-12)
    assert comparison.omnibus == ()
    split = cd.compare(comparison.table, pair_test="sign").pairwise.pvalue[0, 1]
    assert (
        split > 1.4 * mcnemar
    )  # ties split evenly between both, as Demšar has it, make it another test


# -- reading ---------------------------------------------------------------------------


def long(text):
    frame = pd.read_csv(io.StringIO(text))
    return frame.melt(
        ["repeat", "fold"], var_name="algorithm", value_name="score"
    ).sample(frac=1.0, random_state=1)


def test_a_header_alone_holds_no_folds():
    with pytest.raises(cd.InputError, match=r"has no rows after the header \(line 1\)"):
        read_folds(io.StringIO("dataset,fold,A,B\n"))


def test_folds_and_repetitions_are_read_in_every_form():
    scores = scores_of(20)
    text = text_of(scores)
    expected = cd.compare_folds(io.StringIO(text))
    assert (expected.folds, expected.table.n) == (10, 20)
    assert (
        repr(expected)
        == "<FoldsComparison of 4 algorithms on one data set: 2 × 10-fold "
        "cross-validation>"
    )
    frame = pd.read_csv(io.StringIO(text))
    with_name = "data set," + "\niris,".join(text.strip().split("\n")) + "\n"
    for source in (
        frame,
        frame.set_index(["repeat", "fold"]),
        long(text),
        io.StringIO(with_name),
        frame.sample(frac=1.0, random_state=2),
        io.StringIO(text.replace("repeat", "seed").replace("fold", "cv_fold")),
    ):
        found = cd.compare_folds(source)
        assert (found.folds, sorted(found.table.algorithms)) == (10, sorted(NAMES))
        columns = [found.algorithms.index(name) for name in NAMES]
        np.testing.assert_array_equal(
            found.pairwise.pvalue[np.ix_(columns, columns)], expected.pairwise.pvalue
        )
    table = cd.ScoreTable.from_arrays(scores, algorithms=NAMES)
    for given in (
        table,
        dict(zip(NAMES, scores.T, strict=True)),
        frame[NAMES],
        scores_dict(scores),
    ):
        np.testing.assert_array_equal(
            cd.compare_folds(given, folds=10).pairwise.pvalue, expected.pairwise.pvalue
        )


def scores_dict(scores):
    return {
        name: {f"fold {i}": score for i, score in enumerate(its)}
        for name, its in zip(NAMES, scores.T, strict=True)
    }


def test_the_number_of_folds_is_never_taken_from_the_rows():
    scores = scores_of(10)
    for source in (
        io.StringIO(text_of(scores).replace("repeat,fold", "seed,run")),
        pd.DataFrame(scores, columns=NAMES),
    ):
        with pytest.raises(cd.UsageError) as refused:
            cd.compare_folds(source)
        assert str(refused.value) == (
            "the number of folds of a cross-validation cannot be inferred from 10 "
            "rows. Specify folds=10 (for example, 100 rows are ten repetitions of ten "
            "folds). For other splits, specify the proportion of the data in the test set with "
            "test_share."
        )


def test_folds_numbered_through_are_said_and_may_be_stated():
    text = (
        "fold,"
        + ",".join(NAMES)
        + "\n"
        + "\n".join(
            f"{i},{','.join(map(str, row))}"
            for i, row in enumerate(scores_of(100).tolist(), 1)
        )
    )
    read = cd.compare_folds(io.StringIO(text))
    assert read.folds == 100
    assert read.notes[0] == (
        "The column 'fold' was read as 100 folds of one cross-validation. If it "
        "numbers the folds of several repetitions, pass folds."
    )
    stated = cd.compare_folds(io.StringIO(text), folds=10)
    assert (stated.folds, stated.test_ratio) == (10, 1 / 9)
    assert (
        stated.notes
        == cd.compare_folds(io.StringIO(text), test_share=0.1).notes
        == read.notes[1:]
    )
    assert stated.pairwise.pvalue[0, 1] > read.pairwise.pvalue[0, 1]


def test_other_splits():
    scores = dict(zip(NAMES, scores_of(30).T, strict=True))
    splits = cd.compare_folds(scores, test_share=0.3)
    assert (splits.folds, splits.test_ratio) == (None, pytest.approx(3 / 7))
    assert "30 splits with 30% of the data in each test set" in splits.caption()
    tenth = cd.compare_folds(scores, test_share=0.1)
    np.testing.assert_allclose(
        tenth.pairwise.pvalue,
        cd.compare_folds(scores, folds=10).pairwise.pvalue,
        rtol=1e-12,
    )


def test_one_of_several_data_sets_is_selected():
    text = text_of(scores_of(20)).replace("repeat,", "data set,")
    with pytest.raises(cd.InputError) as refused:
        cd.compare_folds(io.StringIO(text))
    assert str(refused.value) == (
        "input contains folds of 2 data sets ('1', '2'). Keep the folds of one data set "
        "with select={'data set': '1'}, or compare the algorithms over all data sets "
        "with compare."
    )
    assert cd.compare_folds(io.StringIO(text), select={"data set": "2"}).table.n == 10


def with_a_gap():
    lines = text_of(scores_of(20)).split("\n")
    cells = lines[11].split(",")
    lines[11] = ",".join([*cells[:4], "", cells[5]])
    return "\n".join(lines)


def table(**options):
    return cd.compare_folds(dict(zip("AB", scores_of(12, 2).T, strict=True)), **options)


REFUSED = {
    "folds must divide the 12 rows into whole cross-validations, not 5.": lambda: table(
        folds=5
    ),
    "folds must be a whole number of at least 2, not 1.": lambda: table(folds=1),
    "folds must be a whole number of at least 2, not 2.0.": lambda: table(folds=2.0),
    "pass either folds or test_share, not both.": lambda: table(
        folds=4, test_share=0.25
    ),
    "test_share must be between 0 and 1, not 1.0. Use 0.3 for 70:30 splits.": lambda: (
        table(test_share=1.0)
    ),
    "alpha must be between 0 and 1, not 5. Use 0.05.": lambda: table(folds=4, alpha=5),
    "select controls how scores are read, but a ScoreTable was passed. Omit this "
    "option.": lambda: cd.compare_folds(
        cd.load_example("garcia2008-table2"), folds=10, select={"a": "b"}
    ),
    "dict: unknown column 'a': did you mean 'A'? Choose from 'A', 'B'.": lambda: table(
        folds=4, select={"a": "b"}
    ),
    "folds is 5, but the columns of the table contain 10 folds. Omit this option.": lambda: (
        cd.compare_folds(io.StringIO(text_of(scores_of(20))), folds=5)
    ),
    "the algorithms have different numbers of folds ('A' 3, 'B' 2). Pass the scores "
    "on all folds for each algorithm.": lambda: cd.compare_folds(
        {"A": [1, 2, 3], "B": [1, 2]}, folds=3
    ),
    "input: repeat '2' has 9 folds, but '1' has 10. Add the missing folds, or remove "
    "the incomplete repetition.": lambda: cd.compare_folds(
        io.StringIO(text_of(scores_of(19)))
    ),
    (
        "input, line 12, column 5: no score of 'SVM' on 'repeat 2, fold 1'. Add the "
        "missing score, or exclude the algorithm, because each algorithm must have a "
        "score on every fold."
    ): lambda: cd.compare_folds(io.StringIO(with_a_gap())),
    (
        "the score of 'B' in row 2 is missing. Add the missing score, or exclude the "
        "algorithm, because each algorithm must have a score on every fold."
    ): lambda: cd.compare_folds({"A": [1, 2, 3], "B": [1, float("nan"), 2]}, folds=3),
    (
        "the score of 'B' on '2' is missing. Add the missing score, or exclude the "
        "algorithm, because each algorithm must have a score on every fold."
    ): lambda: cd.compare_folds(
        cd.ScoreTable.from_arrays(
            [[1, 2, 3], [1, np.nan, 2], [3, 1, 2]],
            algorithms=list("ABC"),
            missing="available",
        ),
        folds=3,
    ),
    "missing='worst' applies to data sets and cannot be used for folds. Use "
    "'drop-algorithms', or omit this option.": lambda: cd.compare_folds(
        io.StringIO(with_a_gap()), missing="worst"
    ),
    "unknown p_adjust 'tukey': choose from 'auto', ": lambda: table(
        folds=4, p_adjust="tukey"
    ),
    "p_adjust None is ambiguous: it means 'not adjusted' in some libraries ": lambda: (
        table(folds=4, p_adjust=None)
    ),
}


@pytest.mark.parametrize("message", REFUSED)
def test_refusals(message):
    with pytest.raises((cd.UsageError, cd.InputError)) as refused:
        REFUSED[message]()
    said = str(refused.value)
    assert said.startswith(message) if message.endswith(" ") else said == message


FOLDS_NAMED = "name,A,B\n" + "".join(f"fold {i},{i},2\n" for i in range(1, 11))


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (
            "data set,fold,A,B\nx,1,1,2\nx,2,1,2\n",
            {},
            "and its folds or runs are not data sets. Compare them with",
        ),
        (
            "fold,A,B\n1,0.5,0.2\n2,0.5,0.3\n",
            {},
            "of one data set with compare_folds, or add a column of",
        ),
        (
            "fold,A,B\n1,0.5,0.2\n2,0.5,0.3\n",
            {"dataset_column": "none"},
            "of one data set with compare_folds",
        ),
        (
            FOLDS_NAMED,
            {},
            "Compare the folds of one data set with compare_folds, or rename the rows.",
        ),
        (
            "A,B\n0.5,0.2\n0.5,0.3\n",
            {},
            "or compare folds of one data set with compare_folds.",
        ),
    ],
)
def test_folds_in_the_place_of_data_sets_are_refused_with_what_takes_them(
    text, options, message
):
    with pytest.raises(cd.InputError) as refused:
        cd.read_scores(io.StringIO(text), **options)
    assert message in str(refused.value)
    found, _ = read_folds(io.StringIO(text))
    assert found.k == 2


def test_no_rank_is_drawn_of_it():
    folds = table(folds=4)
    with pytest.raises(cd.UsageError) as refused:
        cd.plot_cd(folds)
    assert str(refused.value) == (
        "plot_cd requires a comparison, not a FoldsComparison. Use plot_folds for one "
        "data set, which has no ranks."
    )
    with pytest.raises(cd.UsageError) as refused:
        cd.plot_folds({"A": A})
    assert str(refused.value) == (
        "plot_folds requires a comparison on folds, not a dict. Compare the scores "
        "first: "
        "plot_folds(compare_folds(scores, folds=10))."
    )


# -- words and tables ------------------------------------------------------------------

EXAMPLE = cd.compare_folds(io.StringIO(text_of(scores_of(100))))


def test_every_text_says_that_it_is_about_one_data_set():
    texts = [
        EXAMPLE.summary(),
        EXAMPLE.caption(),
        EXAMPLE.caption(latex=True),
        EXAMPLE.methods(),
        EXAMPLE.methods(latex=True),
        EXAMPLE.tabulate().to_text(),
        EXAMPLE.tabulate("means").to_markdown(),
        EXAMPLE.tabulate().to_latex(),
        EXAMPLE._repr_html_(),
    ]
    for text in texts:
        assert "All conclusions apply to this data set only." in " ".join(text.split())
        assert (
            re.search(r"\b(average )?ranks?\b|critical difference|\bCD\b", text) is None
        )
        assert "told apart" not in text


def test_caption_and_methods():
    assert EXAMPLE.caption() == (
        "Differences in mean score relative to the reference (diamond) for 4 algorithms "
        "on one data set (10 × 10-fold cross-validation; higher scores are better). Lines show "
        "simultaneous confidence intervals (confidence level at least 95% for all pairs "
        "jointly, 99.167% for each pair). A marker is filled if its interval excludes 0. A dagger (†) marks "
        "an algorithm for which the test and the interval lead to different decisions. "
        "Mean scores are printed next to the names. All pairs were compared using two-sided corrected "
        "resampled t tests, with Holm's adjustment for 6 comparisons (α = 0.05). An "
        "interval can contain 0 although the difference is significant, because "
        "Bonferroni's adjustment of the intervals is more conservative than Holm's "
        "adjustment of the tests. All conclusions apply to this data set only."
    )
    methods = EXAMPLE.methods(latex=True)
    assert (
        "where $J = 100$ is the number of test sets, $r = 1/9$ is the ratio" in methods
    )
    assert (
        r"We compared all pairs of algorithms using two-sided corrected resampled $t$ "
        r"tests~\cite{nadeau2003} at $\alpha = 0.05$." in methods
    )
    adjusted = r"We applied Holm's adjustment for 6 comparisons~\cite{holm1979}."
    assert adjusted in methods
    assert [
        line[1:].split(",")[0]
        for line in EXAMPLE.references().splitlines()
        if line.startswith("@")
    ] == [
        "article{holm1979",
        "article{nadeau2003",
    ]


def test_tables_hold_the_numbers():
    frame, rows = EXAMPLE.to_frame("folds"), EXAMPLE.pair_rows()
    heads = ["Difference of means", "from", "to", "t", "p", "Adjusted p", "Significant"]
    assert list(frame.columns) == heads
    assert EXAMPLE.to_frame().reset_index().to_dict("records") == rows
    for (names, line), row in zip(frame.iterrows(), rows, strict=True):
        i, j = (
            EXAMPLE.algorithms.index(row["algorithm"]),
            EXAMPLE.algorithms.index(row["other"]),
        )
        assert names == (row["algorithm"], row["other"])
        assert line["Difference of means"] == pytest.approx(
            row["difference"], abs=1e-15
        )
        assert (line["from"], line["to"]) == (row["interval_low"], row["interval_high"])
        assert (
            line["Adjusted p"]
            == row["pvalue_adjusted"]
            == EXAMPLE.pairwise.pvalue_adjusted[i, j]
        )
        assert (
            bool(line["Significant"]) == row["different"] == EXAMPLE.different()[i, j]
        )
    means = EXAMPLE.to_frame("means")
    assert means["Mean score"].tolist() == [
        EXAMPLE.table.means[i] for i in EXAMPLE.order
    ]
    assert means["Letters"].tolist() == list(EXAMPLE.letters.values())
    with pytest.raises(
        cd.UsageError, match="unknown table 'ranks': did you mean 'means'"
    ):
        EXAMPLE.tabulate("ranks")


def test_json_has_everything():
    found = json.loads(json.dumps(EXAMPLE.to_dict(), allow_nan=False))
    assert set(found) == {
        "schema",
        "study",
        "algorithms",
        "table",
        "folds",
        "test_ratio",
        "means",
        "alpha",
        "test",
        "p_adjust",
        "df",
        "confidence",
        "pairs",
        "groups",
        "letters",
        "notes",
    }
    assert found["pairs"] == EXAMPLE.pair_rows()
    assert (found["folds"], found["df"], found["means"]["SVM"]) == (
        10,
        99,
        EXAMPLE.table.means[2],
    )


def test_provenance():
    (subject,) = cd.plot_folds(EXAMPLE).provenance.subjects
    assert (subject.kind, subject.n, subject.k, subject.sha256) == (
        "folds",
        100,
        4,
        EXAMPLE.table.sha256,
    )
    assert subject.decisions["folds"] == 10
    assert subject.decisions["test"] == "Corrected resampled t test, Holm"
