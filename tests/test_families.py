"""The hypotheses of a comparison: order, adjusted p-values by all procedures, levels
that give the same decisions.
"""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cddiagram as cd
from cddiagram.comparing import compare_rankings, procedures_compared
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.stats import StepRule, adjust_pairs

#: Adjustment -> how it goes from one hypothesis to the next, if it has levels.
STEPS = {
    "nemenyi": "single",
    "hommel": "single",
    "li": "single",
    "rom": "up",
    "shaffer": "down",
}
for key, entry in ADJUSTMENTS.items():
    if entry.flat and isinstance(entry.load(), StepRule):
        STEPS[key] = entry.load().step


def garcia(**options):
    return cd.compare(cd.load_example("garcia2008-table2-ranks"), **options)


@pytest.mark.parametrize(
    "options",
    [{}, {"control": "C4.5"}, {"pair_test": "wilcoxon"}, {"pair_test": "sign"}],
)
def test_max_t_is_in_the_family_only_if_it_is_chosen(options):
    """Its p-values are not made of those of other tests; other adjustments are made of
    its unadjusted ones.
    """
    holm, chosen = (
        procedures_compared(garcia(p_adjust=key, **options))
        for key in ("holm", "max-t")
    )
    assert "max-t" not in {found.p_adjust for found in holm.procedures}
    by_key = {found.p_adjust: found for found in chosen.procedures}
    assert by_key["max-t"].chosen
    assert "nemenyi" not in by_key
    assert (
        by_key["bonferroni"].pvalue_adjusted >= by_key["holm"].pvalue_adjusted
    ).all()
    assert (by_key["max-t"].pvalue_adjusted >= chosen.pvalue).all()
    assert "max-t" not in chosen.levels(0.05)


def test_rankings_beside_max_t_are_decided_by_it_or_by_their_default():
    rankings = compare_rankings(garcia(p_adjust="max-t"))
    assert {kind: found.test for kind, found in rankings.items()} == {
        "friedman": "Friedman ranks, max-T",
        "aligned": "Aligned ranks (permutation variance), Holm",
        "quade": "Quade ranks (permutation variance), Holm",
    }


def procedure(family, p_adjust):
    return next(found for found in family.procedures if found.p_adjust == p_adjust)


@st.composite
def comparisons(draw):
    n, k = draw(st.integers(2, 12)), draw(st.integers(2, 6))
    cells = draw(st.lists(st.integers(0, 5), min_size=n * k, max_size=n * k))
    names = [f"A{i}" for i in range(k)]
    table = cd.ScoreTable.from_arrays(
        np.reshape(cells, (n, k)),
        algorithms=names,
        higher_is_better=draw(st.booleans()),
    )
    control = draw(st.sampled_from([None, names[0], "best"]))
    options = draw(
        st.sampled_from(
            [
                {},
                {"pair_test": "wilcoxon"},
                {"ranking": "aligned"},
                {"ranking": "quade"},
            ]
        )
    )
    p_adjust = draw(
        st.sampled_from(["auto", "holm", "hochberg", "hommel", "rom", "finner", "none"])
    )
    alpha = draw(st.sampled_from([0.05, 0.1, 0.3]))
    return cd.compare(table, control=control, p_adjust=p_adjust, alpha=alpha, **options)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(comparisons())
def test_the_family_is_that_of_the_comparison(comparison):
    family = procedures_compared(comparison)
    names, pairs = comparison.algorithms, comparison.pairwise
    tested = {
        frozenset((names[i], names[j]))
        for i, j in zip(*np.nonzero(~np.isnan(pairs.pvalue)), strict=True)
    }
    assert {frozenset(pair) for pair in family.hypotheses} == tested
    assert len(family.hypotheses) == len(tested)
    assert (np.diff(family.pvalue) >= 0).all()
    assert (np.diff(family.places) > 0).all()
    assert family.places.max() <= family.n_hypotheses == pairs.n_hypotheses
    (chosen,) = (found for found in family.procedures if found.chosen)
    assert chosen.p_adjust == pairs.p_adjust
    for place, (first, second) in enumerate(family.hypotheses):
        i, j = names.index(first), names.index(second)
        assert family.pvalue[place] == pairs.pvalue[i, j]
        assert family.statistic[place] == pairs.statistic[i, j]
        assert chosen.pvalue_adjusted[place] == pairs.pvalue_adjusted[i, j]
    for found in family.procedures:
        # an adjusted p-value never falls below its p-value; Nemenyi's comes from
        # another integral
        assert (found.pvalue_adjusted >= family.pvalue * (1 - 1e-9)).all()
        assert (np.diff(found.pvalue_adjusted) >= -1e-12).all()


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(comparisons(), st.sampled_from([0.05, 0.1]))
def test_the_levels_lead_to_the_decisions_of_the_adjusted_pvalues(comparison, alpha):
    if comparison.control_chosen == "after":
        comparison = cd.compare(
            comparison.table, alpha=comparison.alpha
        )  # a step needs the whole family
    family = procedures_compared(comparison)
    for name, levels in family.levels(alpha).items():
        adjusted = procedure(family, name).pvalue_adjusted
        if np.isclose(adjusted, alpha, rtol=1e-6, atol=0).any():
            continue  # the two computations may differ in the last bit
        below = family.pvalue <= levels
        if STEPS[name] == "down":
            rejected = np.cumprod(below).astype(bool)
        elif STEPS[name] == "up":
            rejected = np.cumsum(below[::-1])[::-1] > 0
        else:
            rejected = below
        assert rejected.tolist() == (adjusted <= alpha).tolist(), name


def test_steps_are_those_of_the_sources():
    for key in ("holm", "holland", "finner"):
        assert STEPS[key] == "down"
    for key in ("hochberg", "benjamini-hochberg"):
        assert STEPS[key] == "up"
    for key in ("bonferroni", "sidak"):
        assert STEPS[key] == "single"


def test_step_procedures_have_levels_and_searches_have_none():
    family = procedures_compared(garcia())
    without = {found.p_adjust for found in family.procedures} - set(family.levels(0.05))
    assert without >= {"shaffer-dynamic", "bergmann-hommel"}
    assert without.isdisjoint(STEPS)


def test_levels_are_those_of_the_sources():
    family = procedures_compared(garcia(control="C4.5"))
    levels = family.levels(0.05)
    assert levels["holm"] == pytest.approx([0.0125, 0.05 / 3, 0.025, 0.05])
    assert levels["holland"] == pytest.approx(
        [1 - 0.95 ** (1 / i) for i in (4, 3, 2, 1)]
    )
    assert levels["finner"] == pytest.approx(
        [1 - 0.95 ** (i / 4) for i in (1, 2, 3, 4)]
    )
    # Rom 1990, Table 1, alpha = .05
    assert levels["rom"].round(5).tolist() == [0.01271, 0.01688, 0.025, 0.05]
    largest = family.pvalue[-1]
    assert levels["li"][:3] == pytest.approx(0.05 * (1 - largest) / 0.95)


def test_hypotheses_name_the_better_algorithm_or_the_control_first():
    assert procedures_compared(garcia()).hypotheses[0] == ("C4.5", "Kernel")
    assert {
        first for first, _ in procedures_compared(garcia(control="Kernel")).hypotheses
    } == {"Kernel"}


def test_the_best_against_the_others_has_the_family_of_all_pairs():
    everything, row = (
        procedures_compared(garcia(p_adjust="holm")),
        procedures_compared(garcia(control="best", p_adjust="holm")),
    )
    assert row.n_hypotheses == everything.n_hypotheses == 10
    assert row.hypotheses == tuple(
        pair for pair in everything.hypotheses if "C4.5" in pair
    )
    for found in row.procedures:
        whole = procedure(everything, found.p_adjust).pvalue_adjusted
        assert found.pvalue_adjusted.tolist() == whole[row.places - 1].tolist()
    for alpha in (0.05, 0.1):
        for name, levels in row.levels(alpha).items():
            assert (
                levels.tolist()
                == everything.levels(alpha)[name][row.places - 1].tolist()
            )


def test_procedures_without_a_meaning_are_not_there():
    names = {
        found.p_adjust
        for found in procedures_compared(garcia(control="C4.5")).procedures
    }
    assert names.isdisjoint(
        {"nemenyi", "shaffer", "shaffer-dynamic", "bergmann-hommel"}
    )
    assert "nemenyi" not in {
        found.p_adjust
        for found in procedures_compared(garcia(pair_test="wilcoxon")).procedures
    }
    table = cd.load_example("garcia2008-table2")
    sign = procedures_compared(
        cd.compare(table, control="C4.5", pair_test="multiple-sign")
    )
    assert [found.p_adjust for found in sign.procedures] == ["none"]
    tukey = procedures_compared(
        cd.compare(table, ranking="means", pair_test="t", p_adjust="tukey")
    )
    assert [found.name for found in tukey.procedures][:2] == ["Tukey", "Bonferroni"]


@pytest.mark.parametrize("control", [None, "A"])
def test_a_table_with_missing_scores_has_the_procedures_that_take_them(control):
    scores = np.random.default_rng(0).random((12, 4))
    scores[3, 1] = np.nan
    table = cd.ScoreTable.from_arrays(
        scores, algorithms=list("ABCD"), missing="available"
    )
    family = procedures_compared(
        cd.compare(table, control=control, pair_test="wilcoxon")
    )
    assert {found.p_adjust for found in family.procedures} - {"none"} == {
        "bonferroni",
        "holm",
    }
    assert all(ADJUSTMENTS[key].incomplete for key in ("none", "bonferroni", "holm"))


def test_untested_pairs_belong_to_no_family():
    p = [[math.nan, 0.01, math.nan], [0.01, math.nan, 0.2], [math.nan, 0.2, math.nan]]
    family = procedures_compared(
        cd.compare_pvalues([1, 2, 3], p, algorithms=["A", "B", "C"])
    )
    assert family.hypotheses == (("A", "B"), ("B", "C"))
    assert procedure(family, "bonferroni").pvalue_adjusted.tolist() == [0.02, 0.4]
    assert "shaffer" not in {found.p_adjust for found in family.procedures}


def test_bonferroni_is_dunns_with_a_control_on_friedman_ranks_only():
    assert (
        procedure(procedures_compared(garcia(control="C4.5")), "bonferroni").name
        == "Bonferroni–Dunn"
    )
    assert procedure(procedures_compared(garcia()), "bonferroni").name == "Bonferroni"
    assert (
        procedure(
            procedures_compared(garcia(control="C4.5", ranking="quade")), "bonferroni"
        ).name
        == "Bonferroni"
    )


def test_large_families_go_without_rom_and_say_so():
    generator = np.random.default_rng(1)
    table = cd.ScoreTable.from_arrays(
        generator.normal(size=(30, 40)), algorithms=[f"A{i}" for i in range(40)]
    )
    family = procedures_compared(cd.compare(table))
    assert "rom" not in {found.p_adjust for found in family.procedures}
    (said,) = family.left_out
    assert said.startswith("Rom is omitted for more than 500 hypotheses (here 780)")
    assert "rom" in {
        found.p_adjust
        for found in procedures_compared(cd.compare(table, control="A1")).procedures
    }


def test_a_search_that_would_take_long_is_left_out(monkeypatch):
    monkeypatch.setattr("cddiagram.comparing.all_procedures._STEPS", 1)
    generator = np.random.default_rng(2)
    table = cd.ScoreTable.from_arrays(
        generator.normal(size=(15, 9)), algorithms=[f"A{i}" for i in range(9)]
    )
    comparison = cd.compare(table, pair_test="wilcoxon")
    family = procedures_compared(comparison)
    assert {"shaffer-dynamic", "bergmann-hommel"}.isdisjoint(
        found.p_adjust for found in family.procedures
    )
    (said,) = family.left_out
    assert said.startswith(
        "Shaffer (dynamic) and Bergmann–Hommel are omitted because the search for these "
        "p-values was "
    )
    assert (
        "stopped after 1 steps. With p_adjust 'shaffer-dynamic' or 'bergmann-hommel', "
        "the search takes more steps" in said
    )
    chosen = cd.compare(table, pair_test="wilcoxon", p_adjust="bergmann-hommel")
    assert procedure(procedures_compared(chosen), "bergmann-hommel").chosen
    exact = adjust_pairs(comparison.pairwise.pvalue, "bergmann-hommel").pvalue_adjusted
    assert np.nanmax(np.abs(exact - chosen.pairwise.pvalue_adjusted)) == 0


def test_a_hopeless_search_is_given_up_early(monkeypatch):
    budgets = []

    def counted(pvalues, method, *, budget=None, **options):
        result = adjust_pairs(
            pvalues, method, **({} if budget is None else {"budget": budget}), **options
        )
        if method in ("shaffer-dynamic", "bergmann-hommel"):
            budgets.append((method, budget, result.exact))
        return result

    monkeypatch.setattr("cddiagram.stats.pair_adjustments.adjust_pairs", counted)
    generator = np.random.default_rng(5)
    scores = generator.normal(size=(30, 104)) + np.linspace(0, 4, 104)
    table = cd.ScoreTable.from_arrays(scores, algorithms=[f"A{i}" for i in range(104)])
    family = procedures_compared(cd.compare(table, pair_test="wilcoxon"))
    assert budgets == [
        ("shaffer-dynamic", 2000, False)
    ]  # the harder search is not begun
    assert family.left_out[0].startswith(
        "Shaffer (dynamic) and Bergmann–Hommel are omitted"
    )


def test_a_ranking_beside_another_goes_without_a_long_computation():
    scores = np.random.default_rng(6).normal(size=(20, 61))
    comparison = cd.compare(
        cd.ScoreTable.from_arrays(scores, algorithms=[f"A{i}" for i in range(61)]),
        control="best",
        p_adjust="holm",
    )
    assert "bergmann-hommel" in {
        found.p_adjust for found in procedures_compared(comparison).procedures
    }
    beside = procedures_compared(comparison, beside=True)
    assert "bergmann-hommel" not in {found.p_adjust for found in beside.procedures}
    assert beside.left_out[0].startswith(
        "Bergmann–Hommel is omitted for more than 60 algorithms (here 61)"
    )


def test_means_have_the_tests_of_means_whatever_decides():
    table = cd.load_example("garcia2008-table2")
    for control, test in ((None, "tukey"), ("C4.5", "dunnett"), ("best", "tukey")):
        chosen = cd.compare(
            table, ranking="means", pair_test="t", p_adjust=test, control=control
        )
        other = procedures_compared(
            cd.compare(
                table, ranking="means", pair_test="t", p_adjust="holm", control=control
            )
        )
        expected = procedure(procedures_compared(chosen), test).pvalue_adjusted
        assert procedure(other, test).pvalue_adjusted.tolist() == expected.tolist()
        assert {"tukey", "dunnett"} & {
            found.p_adjust for found in other.procedures
        } == {test}
    assert {"tukey", "dunnett"}.isdisjoint(
        found.p_adjust for found in procedures_compared(cd.compare(table)).procedures
    )


def test_rejected_hypotheses_have_their_numbers_in_the_whole_family():
    everything, row = (
        procedures_compared(garcia(p_adjust="holm")),
        procedures_compared(garcia(control="best", p_adjust="holm")),
    )
    listed = set(row.places.tolist())
    assert listed == {1, 4, 7, 10}
    for found in row.procedures:
        whole = procedure(everything, found.p_adjust)
        for alpha in (0.05, 0.1):
            assert set(row.rejected(found, alpha)) == listed & set(
                everything.rejected(whole, alpha)
            )
            assert everything.rejected(whole, alpha) == tuple(
                int(place) + 1
                for place in np.flatnonzero(whole.pvalue_adjusted <= alpha)
            )


def test_rankings_keep_control_procedure_and_variance():
    table = cd.load_example("garcia2010-table3")
    comparison = cd.compare(
        table,
        ranking="quade",
        variance="conover",
        control="PDFC",
        p_adjust="holm",
        alpha=0.1,
    )
    found = compare_rankings(comparison)
    assert list(found) == ["friedman", "aligned", "quade"]
    assert found["quade"] is comparison
    assert dict(found["quade"].choices)["variance"] == "conover"
    assert dict(found["aligned"].choices)["variance"] == "permutation"
    assert {other.control for other in found.values()} == {"PDFC"}
    assert {other.alpha for other in found.values()} == {0.1}
    assert {other.pairwise.p_adjust for other in found.values()} == {"holm"}
    assert (
        compare_rankings(
            cd.compare_pvalues([1, 2], [[1, 0.5], [0.5, 1]], algorithms=["A", "B"])
        )
        == {}
    )


def test_a_family_becomes_plain_python():
    found = procedures_compared(garcia()).to_dict()
    assert found["hypotheses"][0] == ["C4.5", "Kernel"]
    assert set(found["procedures"][0]) == {
        "p_adjust",
        "name",
        "pvalue_adjusted",
        "chosen",
    }
    assert not any(key.startswith("_") for key in found)
