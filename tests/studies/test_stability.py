"""Stability: known values, resamples of all rankings against a loop over tables,
decisions against tables made anew.
"""

import pickle

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.stats import Majorities
from cddiagram.studies.engine import generator
from cddiagram.studies.stability.study import (
    ChangedDecision,
    first_shares,
    resampled_ranks,
)
from cddiagram.text import UsageError

GARCIA = cd.load_example("garcia2008-table2")


def table_of(seed, n, k, digits=1, **options):
    scores = np.round(
        np.random.default_rng(seed).normal(size=(n, k)) + np.linspace(0.6, 0, k), digits
    )
    return cd.ScoreTable.from_arrays(
        scores, algorithms=[f"M{i}" for i in range(k)], **options
    )


# -- the published table ---------------------------------------------------------------


def test_garcia():
    study = cd.study_stability(cd.compare(GARCIA))
    first = dict(zip(GARCIA.algorithms, study.first, strict=True))
    assert first["C4.5"] == pytest.approx(0.615, abs=0.01)
    assert first["NaiveBayes"] == pytest.approx(0.385, abs=0.01)
    assert study.same_order == pytest.approx(0.36, abs=0.01)
    assert (
        "of the resamples, the order of the average ranks is the same as in the original "
        "table." in study.summary()
    )
    assert (len(study.changed("algorithm")), study.decisions_without_algorithm) == (
        6,
        30,
    )
    (one,) = study.contrary
    assert (one.winner, one.ranked_better, one.wins, one.losses) == (
        "NaiveBayes",
        "C4.5",
        16,
        14,
    )
    assert study.cycles == ()


def test_garcia_by_wilcoxon():
    study = cd.study_stability(cd.compare(GARCIA, pair_test="wilcoxon"), resamples=10)
    assert study.changes == ()
    assert (study.decisions_without_algorithm, study.decisions_without_dataset) == (
        30,
        300,
    )


def test_max_t_is_kept_if_two_algorithms_remain():
    """Sign flips are the test of the pair, too."""
    table = GARCIA.select(["C4.5", "CN2", "Kernel"])
    study = cd.study_stability(
        cd.compare(table, pair_test="t", p_adjust="max-t"), resamples=10
    )
    assert study.decisions_without_algorithm == 3
    changed = {
        change.left_out for change in study.changes if change.what == "algorithm"
    }
    whole = cd.compare(table, pair_test="t", p_adjust="max-t").to_frame()["different"]
    for name in table.algorithms:
        rest = cd.compare(
            table.exclude([name]), pair_test="t", p_adjust="max-t"
        ).to_frame()["different"]
        pair = rest.index[0]
        assert (rest.iloc[0] != whole.loc[pair]) == (name in changed)


# -- resamples -------------------------------------------------------------------------


@pytest.mark.parametrize("higher_is_better", [True, False])
@pytest.mark.parametrize(
    ("ranking", "pair_test"),
    [("friedman", "ranks"), ("aligned", "ranks"), ("quade", "ranks"), ("means", "t")],
)
def test_resamples_are_ranked_as_tables(ranking, pair_test, higher_is_better):
    table = table_of(1, 12, 4, higher_is_better=higher_is_better)
    comparison = cd.compare(table, ranking=ranking, pair_test=pair_test)
    found = resampled_ranks(comparison, 40, generator(3, 0))
    for row, averages in zip(
        generator(3, 0).integers(12, size=(40, 12)), found, strict=True
    ):
        again = cd.ScoreTable.from_arrays(
            table.scores[row],
            algorithms=table.algorithms,
            higher_is_better=higher_is_better,
        )
        expected = cd.compare(
            again, ranking=ranking, pair_test=pair_test
        ).ranking.average_ranks
        assert averages == pytest.approx(np.asarray(expected), abs=1e-12)


def test_ties_for_the_first_place_are_split():
    assert first_shares(
        np.array([[1.0, 1.0 + 1e-12, 2.0], [2.0, 1.5, 1.5]])
    ).tolist() == [0.25, 0.5, 0.25]


def test_shares_and_intervals_are_those_of_the_resamples():
    comparison = cd.compare(table_of(2, 20, 5))
    study = cd.study_stability(
        comparison, resamples=300, confidence=0.8, seed=4, leave_out=False
    )
    averages = np.concatenate(
        [
            resampled_ranks(comparison, 250, generator(4, 0)),
            resampled_ranks(comparison, 50, generator(4, 1)),
        ]
    )
    assert study.first == pytest.approx(first_shares(averages))
    assert study.first.sum() == pytest.approx(1.0)
    assert study.low == pytest.approx(np.quantile(averages, 0.1, axis=0))
    assert study.high == pytest.approx(np.quantile(averages, 0.9, axis=0))
    order = np.argsort(comparison.ranking.average_ranks, kind="stable")
    same = [
        list(np.argsort(row, kind="stable")) == list(order)
        and len(set(row.round(9))) == 5
        for row in averages
    ]
    assert study.same_order == pytest.approx(np.mean(same))


def test_equal_average_ranks_have_no_strict_order():
    table = cd.ScoreTable.from_arrays([[1, 2], [2, 1], [3, 3]], algorithms=["A", "B"])
    assert cd.study_stability(cd.compare(table), resamples=50).same_order is None


# -- decisions made again --------------------------------------------------------------


def expected_changes(table, **options):
    """Compare tables without one algorithm or data set, pair by pair."""
    whole, found = cd.compare(table, **options), []
    best = {
        name: place
        for place, name in enumerate(whole.algorithms[i] for i in whole.order)
    }

    def decided(comparison):
        names, p = comparison.algorithms, comparison.pairwise.pvalue_adjusted
        pairs = [(a, b) for a in names for b in names if best[a] < best[b]]
        values = {(a, b): p[names.index(a), names.index(b)] for a, b in pairs}
        return {
            pair: bool(value <= comparison.alpha)
            for pair, value in values.items()
            if not np.isnan(value)
        }

    before = decided(whole)
    for what, names in (("algorithm", table.algorithms), ("data set", table.datasets)):
        for name in names:
            if what == "algorithm" and name == options.get("control"):
                continue
            left = (
                table.exclude(name)
                if what == "algorithm"
                else table.exclude_datasets(name)
            )
            own = {
                key: value
                for key, value in options.items()
                if key != "p_adjust" or left.k > 2
            }
            for (a, b), different in decided(cd.compare(left, **own)).items():
                if different != before[a, b]:
                    change = ChangedDecision(
                        what=what, left_out=name, first=a, second=b, different=different
                    )
                    found.append(change)
    return found


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"pair_test": "wilcoxon", "p_adjust": "shaffer"},
        {"p_adjust": "bergmann-hommel"},
        {"control": "M2"},
        {"ranking": "aligned"},
        {"ranking": "means", "pair_test": "t"},
        {"pair_test": "sign", "p_adjust": "none"},
    ],
    ids=str,
)
@pytest.mark.parametrize("k", [3, 5])
def test_changes_are_those_of_tables_made_anew(options, k):
    table = table_of(8 + k, 14, k)
    study = cd.study_stability(cd.compare(table, **options), resamples=10)
    assert sorted(study.changes, key=str) == sorted(
        expected_changes(table, **options), key=str
    )


def test_some_of_these_tables_have_changes():
    assert expected_changes(table_of(13, 14, 5))
    assert expected_changes(table_of(13, 14, 5), control="M2")


def test_a_control_picked_after_looking_is_decided_on_its_family():
    table = table_of(13, 14, 5)
    all_pairs, best = (
        cd.compare(table),
        cd.compare(table, control="best", p_adjust="nemenyi"),
    )
    assert (
        cd.study_stability(best, resamples=10).changes
        == cd.study_stability(all_pairs, resamples=10).changes
    )


def test_two_algorithms_and_two_data_sets_are_left_alone():
    table = table_of(3, 9, 2)
    study = cd.study_stability(cd.compare(table), resamples=10)
    assert (study.decisions_without_algorithm, study.decisions_without_dataset) == (
        0,
        9,
    )
    study = cd.study_stability(cd.compare(table_of(3, 2, 3)), resamples=10)
    assert (study.decisions_without_algorithm, study.decisions_without_dataset) == (
        3,
        0,
    )


# -- majorities ------------------------------------------------------------------------


def test_a_cycle_is_named():
    rows = [[3, 2, 1, 0], [1, 3, 2, 0], [2, 1, 3, 0]]
    comparison = cd.compare(
        cd.ScoreTable.from_arrays(rows, algorithms=["A", "B", "C", "D"])
    )
    study = cd.study_stability(comparison, resamples=10)
    assert study.cycles == (("A", "B", "C"),)
    assert (
        "The pairwise majorities are cyclic: A → B → C → A. Each algorithm is better "
        "than the next on most of the data sets on which the two are not tied."
        in study.summary()
    )
    assert study.contrary == ()  # the three share the best rank


@pytest.mark.parametrize("seed", range(40))
def test_cycles_are_shortest_cycles(seed):
    """Against all simple cycles, found by trying them."""
    rng = np.random.default_rng(seed)
    k = int(rng.integers(3, 7))
    wins = rng.integers(0, 4, size=(k, k))
    beats = wins > wins.T
    lengths = {}

    def extend(way):
        for other in range(k):
            if beats[way[-1], other]:
                if other == way[0]:
                    for member in way:
                        lengths[member] = min(lengths.get(member, k + 1), len(way))
                elif other not in way:
                    extend([*way, other])

    for start in range(k):
        extend([start])
    found = Majorities(wins).cycles()
    for cycle in found:
        assert all(
            beats[a, b] for a, b in zip(cycle, (*cycle[1:], cycle[0]), strict=True)
        )
        assert cycle[0] == min(cycle)
        assert len(cycle) == min(lengths[member] for member in cycle)
    assert bool(found) == bool(lengths)


def test_equal_ranks_and_ties_are_no_contradiction():
    assert Majorities(np.array([[0, 2], [1, 0]])).contrary_to([1.5, 1.5]).tolist() == []
    assert Majorities(np.array([[0, 2], [2, 0]])).contrary_to([1.6, 1.4]).tolist() == []
    assert Majorities(np.array([[0, 2], [1, 0]])).contrary_to([1.6, 1.4]).tolist() == [
        [0, 1]
    ]


# -- as a result -----------------------------------------------------------------------


def test_words_and_tables():
    study = cd.study_stability(cd.compare(GARCIA), resamples=1000, seed=2)
    text = str(study)
    assert f"{round(100 * study.first[0])}%" in text
    assert (
        "Omitting one algorithm at a time changes 6 of 30 pairwise decisions." in text
    )
    assert (
        "NaiveBayes is better than C4.5 on 16 of 30 data sets and worse on 14, although its average rank is worse."
        in text
    )
    frame = study.to_frame()
    assert frame.index.tolist() == [
        GARCIA.algorithms[i] for i in study.comparison.order
    ]
    assert frame["Ranks first"].tolist() == [
        float(study.first[i]) for i in study.comparison.order
    ]
    assert frame["Changes if omitted"].sum() == 6
    assert len(study.to_frame("changes")) == len(study.changes)
    assert "<table" in study._repr_html_()
    assert study.caption().startswith("Average ranks of 5 algorithms on 30 data sets")
    assert r"\%" in study.caption(latex=True)
    assert pickle.loads(pickle.dumps(study)).to_dict() == study.to_dict()
    with pytest.raises(
        UsageError, match="unknown table 'ranks': choose from 'stability', 'changes'"
    ):
        study.tabulate("ranks")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cd.study_stability(GARCIA), "study_stability requires a comparison, not a ScoreTable. "
         "Compare the table with compare(table)."),
        (lambda: cd.study_stability(cd.compare_pvalues([1, 2], [[1, 0.5], [0.5, 1]], algorithms=["A", "B"])),
         "this comparison was made from p-values and does not contain scores. "
         "Compare a table of scores."),
        (lambda: cd.study_stability(cd.compare(GARCIA), resamples=0),
         "resamples must be a whole number of at least 1, not 0."),
        (lambda: cd.study_stability(cd.compare(GARCIA), confidence=95),
         "confidence must be between 0 and 1, not 95."),
        (lambda: cd.study_stability(cd.compare(GARCIA), seed=-1),
            "seed must be a whole number of at least 0, not -1."),
    ],
)  # fmt: skip
def test_refusals(call, message):
    with pytest.raises(UsageError) as refused:
        call()
    assert str(refused.value) == message
