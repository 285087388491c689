"""The section of the report and the advice: the numbers of the studies, and only what
was done.
"""

import numpy as np

import cddiagram as cd

GARCIA = cd.compare(cd.load_example("garcia2008-table2"))


def test_the_section_holds_the_numbers_of_the_studies():
    report = cd.make_report(GARCIA, sections=["stability"], figures=())
    study, pool = cd.study_stability(GARCIA), cd.study_pool(GARCIA)
    (comparison,) = report.to_dict()["comparisons"]
    assert comparison["studies"] == {
        "stability": study.to_dict(),
        "pool": pool.to_dict(),
    }
    (table,) = report.tables().values()
    assert [
        cell.value for cell in next(zip(*[row[4:] for row in table.rows], strict=True))
    ] == [float(study.first[i]) for i in GARCIA.order]
    text = " ".join(report.to_text().split())
    assert (
        "Omitting one algorithm at a time changes 6 of 30 pairwise decisions." in text
    )
    assert (
        "Each pool contains the two algorithms of a pair and at least one other "
        "algorithm. In each pool, the average ranks were compared using the asymptotic "
        "Nemenyi test (α = 0.05)." in text
    )
    assert "NaiveBayes is better than C4.5 on 16 of 30 data sets" in text
    assert "Efron" in text


def test_slow_tests_are_not_made_again_and_that_is_said():
    scores = np.random.default_rng(1).normal(size=(20, 13))
    table = cd.ScoreTable.from_arrays(scores, algorithms=[f"M{i}" for i in range(13)])
    comparison = cd.compare(table, pair_test="wilcoxon", p_adjust="bergmann-hommel")
    report = cd.make_report(comparison, sections=["stability"], figures=())
    text = " ".join(report.to_text().split())
    assert (
        "The tests were not repeated with each algorithm and each data set omitted in "
        "turn, because this would take too long" in text
    )
    assert "Omitting one" not in text
    assert (
        report.to_dict()["comparisons"][0]["studies"]["stability"][
            "decisions_without_dataset"
        ]
        == 0
    )


def test_two_algorithms_have_no_pool_and_p_values_no_studies():
    two = cd.compare(cd.load_example("demsar2006-table2"))
    found = cd.make_report(two, sections=["stability"], figures=()).to_dict()[
        "comparisons"
    ][0]["studies"]
    assert list(found) == ["stability"]
    given = cd.compare_pvalues([1.0, 2.0], [[1, 0.2], [0.2, 1]], algorithms=["a", "b"])
    report = cd.make_report(given, sections=["stability"], figures=())
    assert report.to_dict()["comparisons"][0]["studies"] == {}
    assert report.tables() == {}


def test_the_advice_names_a_majority_against_the_order():
    assert cd.advise(GARCIA)[-1] == (
        "NaiveBayes is better than C4.5 on 16 of 30 data sets and worse on 14, "
        "although it has a worse average rank. Use study_stability to assess the "
        "robustness of the ranking."
    )
    study = cd.study_stability(GARCIA, resamples=10, leave_out=False)
    assert [(one.winner, one.ranked_better, one.wins) for one in study.contrary] == [
        ("NaiveBayes", "C4.5", 16)
    ]


def test_several_of_them_are_counted_and_none_needs_no_word():
    ranks = [[1, 2, 3, 4, 5, 6]] * 3 + [[5, 6, 1, 2, 3, 4]] * 2
    table = cd.ScoreTable.from_arrays(
        ranks, algorithms=list("ABCDEF"), higher_is_better=False
    )
    assert cd.advise(cd.compare(table))[-1] == (
        "A is better than C on 3 of 5 data sets and worse on 2, although it has "
        "a worse average rank. The same is true for 2 other pairs. Use "
        "study_stability to assess the robustness of the ranking."
    )
    study = cd.study_stability(cd.compare(table), resamples=10)
    assert {(one.winner, one.ranked_better) for one in study.contrary} == {
        ("A", "C"),
        ("B", "C"),
        ("B", "D"),
    }
    clear = cd.ScoreTable.from_arrays(
        [[3, 2, 1], [3, 2, 1], [3, 1, 2]], algorithms=["A", "B", "C"]
    )
    assert not any("although" in sentence for sentence in cd.advise(cd.compare(clear)))
