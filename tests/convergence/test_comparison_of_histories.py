"""Tests of all pairs of histories: the numbers of the papers, direction, symmetry,
adjustment, words.
"""

# ruff: noqa: E501 - messages stand here as they are printed

import itertools
import json
from dataclasses import replace
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import cddiagram as cd
from cddiagram.convergence.words import MEASURED
from cddiagram.procedures import adjustment_choices
from cddiagram.stats import adjust_pvalues

# The published normal approximation (WEB, with K = N = n): Z = (12 (L - 1/2) - 3 n k
# (k+1)^2) / (k (k+1) sqrt(n (k-1))).


def fast_and_slow(n=12, c=10, reached=4):
    """Twelve functions on which A is faster and at 0 from the fifth cut-point on, while
    B goes on falling.
    """
    scale = np.linspace(1.0, 3.0, n)[:, np.newaxis]
    points = np.arange(c)
    fast = scale * np.where(points < reached, 100.0 * 0.3**points, 0.0)
    slow = scale * (100.0 - 6.0 * points)
    return cd.Histories.from_arrays([fast, slow], algorithms=["A", "B"])


def test_the_artefact_of_the_original_ranks():
    """WEB: from the optimum on A cannot gain, and B catches up; the alternative ranks
    mend it.
    """
    histories = fast_and_slow()
    original = cd.compare_convergence(
        histories, test="page", ranks="original", method="asymptotic"
    )
    alternative = cd.compare_convergence(
        histories, test="page", ranks="alternative", method="asymptotic"
    )
    assert original.pvalue[0, 1] > 0.99
    assert original.conclusion("A", "B").startswith("B gained significantly on A (L = ")
    assert (
        alternative.statistic[0, 1] == 12 * sum(j * j for j in range(1, 11)) - 0
    )  # every problem: ranks 1, 2, ..., 10
    assert alternative.pvalue[0, 1] < 1e-20
    assert alternative.conclusion("A", "B").startswith(
        "A gained significantly on B (L = 4620, p < 0.001). At the last cut-point, "
    )


def test_the_normal_p_value_deep_in_the_tail():
    """12 problems, 10 cut-points, L = 4501: p = 3.184422599301293e-20, computed with 40
    digits from WEB's formula.
    """
    ranks = np.tile(np.arange(1.0, 11), (12, 1))
    swaps = [(row, 0, 3) for row in range(12)] + [(0, 4, 7), (1, 8, 9), (2, 8, 9)]
    for row, i, j in swaps:  # places d apart cost d^2: 13 * 9 + 2 = 4620 - 4501
        ranks[row, [i, j]] = ranks[row, [j, i]]
    level = 1000.0 - 20.0 * np.arange(10) + np.zeros((12, 1))
    histories = cd.Histories.from_arrays([level - ranks, level], algorithms=["A", "B"])
    result = cd.compare_convergence(histories, test="page", method="asymptotic")
    assert result.statistic[0, 1] == 4501
    assert result.pvalue[0, 1] == pytest.approx(3.184422599301293e-20, rel=1e-9)


def enumerate_upper(n, c):
    """P(L >= l) by going through all orders of each row, n rows convolved."""
    row = {}
    for order in itertools.permutations(range(1, c + 1)):
        value = sum(j * r for j, r in enumerate(order, 1))
        row[value] = row.get(value, 0) + 1
    total = {0: 1}
    for _ in range(n):
        total = {
            a + b: sum(total.get(a + b - x, 0) * y for x, y in row.items())
            for a in total
            for b in row
        }
    return {
        statistic: sum(count for other, count in total.items() if other >= statistic)
        / factorial(c) ** n
        for statistic in total
    }


@pytest.mark.parametrize(("n", "c"), [(2, 3), (4, 3), (3, 4), (2, 5)])
def test_exact_p_values_are_those_of_enumeration(n, c):
    upper = enumerate_upper(n, c)
    generator = np.random.default_rng(5)
    for _ in range(20):
        ranks = np.array([generator.permutation(c) + 1.0 for _ in range(n)])
        level = 1000.0 - 50.0 * np.arange(c) + np.zeros((n, 1))
        histories = cd.Histories.from_arrays(
            [level - ranks, level], algorithms=["A", "B"]
        )
        result = cd.compare_convergence(histories, test="page")
        assert result.method.tolist() == [["", "exact"], ["exact", ""]]
        assert result.ranks_of("A", "B").tolist() == ranks.tolist()
        assert result.pvalue[0, 1] == pytest.approx(
            upper[int(result.statistic[0, 1])], rel=1e-12
        )
        assert result.pvalue[1, 0] == pytest.approx(
            upper[int(result.statistic[1, 0])], rel=1e-12
        )


#: k algorithms, n problems, c cut-points; errors in tenths that never rise.
random_histories = st.tuples(st.integers(2, 4), st.integers(2, 6), st.integers(2, 7)).flatmap(
    lambda shape: arrays(np.int64, shape, elements=st.integers(0, 4))
).map(lambda steps: np.cumsum(steps[..., ::-1], axis=-1)[..., ::-1] / 10)  # fmt: skip


@settings(deadline=None)
@given(random_histories, st.sampled_from(["original", "alternative"]))
def test_the_two_directions_of_every_pair(values, ranks):
    histories = cd.Histories.from_arrays(
        values, algorithms=[f"a{i}" for i in range(len(values))]
    )
    result = cd.compare_convergence(histories, ranks=ranks)
    k, n, c = values.shape
    assert result.expected == n * c * (c + 1) ** 2 / 4
    for i, j in itertools.permutations(range(k), 2):
        assert result.statistic[i, j] + result.statistic[j, i] == 2 * result.expected
        swapped = c + 1 - result.ranks_of(f"a{j}", f"a{i}")
        np.testing.assert_array_equal(result.ranks_of(f"a{i}", f"a{j}"), swapped)
        assert (
            result.ranks_of(f"a{i}", f"a{j}").sum(axis=0) @ np.arange(1.0, c + 1)
            == result.statistic[i, j]
        )
    assert np.isnan(np.diag(result.statistic)).all()
    assert np.isnan(np.diag(result.pvalue)).all()


@settings(deadline=None)
@given(random_histories, st.lists(st.integers(-50, 50), min_size=6, max_size=6))
def test_constants_of_a_problem_do_not_matter_to_the_original_ranks(values, constants):
    names = [f"a{i}" for i in range(len(values))]
    moved = np.round(values + np.array(constants[: values.shape[1]])[:, np.newaxis], 1)
    plain, other = (
        cd.compare_convergence(
            cd.Histories.from_arrays(v, algorithms=names), ranks="original"
        )
        for v in (values, moved)
    )
    np.testing.assert_array_equal(plain.statistic, other.statistic)
    np.testing.assert_array_equal(plain.pvalue, other.pvalue)


@settings(deadline=None)
@given(random_histories, st.sampled_from(["original", "alternative"]))
def test_maximising_is_minimising_the_distance_from_the_optimum(values, ranks):
    names = [f"a{i}" for i in range(len(values))]
    errors = cd.compare_convergence(
        cd.Histories.from_arrays(values, algorithms=names), ranks=ranks
    )
    higher = cd.Histories.from_arrays(
        np.round(7 - values, 1), algorithms=names, higher_is_better=True, optimum=7
    )
    scores = cd.compare_convergence(higher, ranks=ranks)
    np.testing.assert_array_equal(errors.statistic, scores.statistic)
    np.testing.assert_array_equal(errors.pvalue, scores.pvalue)


def gaining(higher):
    """A gains on B between all cut-points."""
    a, b = np.array([[9.0, 5, 2, 1]] * 6), np.array([[9.0, 8, 7.5, 7.25]] * 6)
    return cd.Histories.from_arrays(
        [100 - a, 100 - b] if higher else [a, b],
        algorithms=["A", "B"],
        higher_is_better=higher,
    )


@pytest.mark.parametrize("higher", [False, True])
def test_direction_in_words(higher):
    result = cd.compare_convergence(gaining(higher), test="page", tie_correction=True)
    assert result.pvalue[0, 1] < 0.001 < 0.999 < result.pvalue[1, 0]
    ending = "At the last cut-point, A is better on all 6 problems."
    if higher:
        ending = ending.replace(".", "; the optimum is not known.")
    sentence = f"A gained significantly on B (L = 180, p < 0.001). {ending} {MEASURED}"
    assert result.conclusion("A", "B") == result.conclusion("B", "A") == sentence
    flips = cd.compare_convergence(gaining(higher))
    assert (
        flips.conclusion("A", "B")
        == f"A gained significantly on B (L = 180, two-sided p = 0.031). {ending}"
    )
    gain = "A gained significantly on B. At the last cut-point, it is better than B on all 6 problems."
    if higher:
        gain += " The optimum is not known."
    gained = f"{gain}\nNo other algorithm gained significantly."
    assert gained in result.summary()
    assert gained in flips.summary()
    assert f"{'higher' if higher else 'lower'} values are better" in result.caption()


def test_no_conclusion():
    histories = cd.Histories.from_arrays(
        [[[3, 2, 1], [3, 1, 1]], [[3, 1, 1], [3, 2, 1]]], algorithms=["A", "B"]
    )
    result = cd.compare_convergence(histories, test="page")
    none = "Neither A nor B gained significantly on the other"
    assert (
        result.conclusion("A", "B")
        == f"{none} (p = 0.60 for A and 0.60 for B). {MEASURED}"
    )
    few = (
        "L equals its expected value on every problem; significance at α = 0.05 requires "
        "a difference on at least 6."
    )
    assert (
        cd.compare_convergence(histories).conclusion("A", "B")
        == f"{none} (two-sided p = 1). {few}"
    )


def test_equal_histories():
    histories = cd.Histories.from_arrays([[[3, 2, 1]] * 3] * 2, algorithms=["A", "B"])
    result = cd.compare_convergence(histories, ranks="alternative")
    assert result.statistic[0, 1] == result.expected
    assert result.pvalue[0, 1] == 1


@pytest.mark.parametrize(
    ("values", "options", "threshold", "ranks"),
    [
        (
            [3, 0, 0],
            {},
            0.0,
            "alternative",
        ),  # minimised and never negative: errors, whose optimum is 0
        ([3, 1, 0], {}, 0.0, "original"),  # only at the end: nothing is left to be lost
        ([3, 2, 1], {}, 0.0, "original"),
        ([3, 2, 1], {}, 2.5, "alternative"),
        ([3, 0, -1], {}, 0.0, "original"),  # no errors, and no optimum is known
        ([3, -1, -1], {"optimum": -1}, 0.0, "alternative"),
        ([1, 2, 2], {"higher_is_better": True}, 0.0, "original"),
        ([1, 2, 2], {"higher_is_better": True, "optimum": 2}, 0.0, "alternative"),
    ],
)
def test_alternative_ranks_are_the_default_where_an_optimum_is_reached_and_known(
    values, options, threshold, ranks
):
    other = [1, 1.5, 1.75] if options.get("higher_is_better") else [9, 8, 7]
    histories = cd.Histories.from_arrays(
        [[values] * 3, [other] * 3], algorithms=["A", "B"], **options
    )
    result = cd.compare_convergence(histories, threshold=threshold)
    wanted = cd.compare_convergence(histories, ranks=ranks, threshold=threshold)
    assert result.ranks == ranks
    np.testing.assert_array_equal(result.statistic, wanted.statistic)
    assert f"({ranks} ranks; the largest difference" in result.caption()
    assert f"({ranks} ranks; the largest difference" in result.summary()


def test_the_threshold_decides_who_is_there():
    """With plateaus at 1e-9 and threshold 1e-8 both ranks are those of an exact 0."""
    exact = fast_and_slow()
    values = np.where(exact.values == 0, 1e-9, exact.values)
    near = cd.Histories.from_arrays(values, algorithms=["A", "B"])
    wanted = cd.compare_convergence(exact, ranks="alternative")
    result = cd.compare_convergence(near, ranks="alternative", threshold=1e-8)
    assert result.statistic.tolist()[0][1] == wanted.statistic[0, 1] == 4620
    assert cd.compare_convergence(near, ranks="alternative").statistic[0, 1] < 4620
    optimum = (
        "The optimum is defined as an error of at most 10⁻⁸; 12 of 24 histories reached "
        "it before the last cut-point."
    )
    assert optimum in result.caption()
    assert optimum in result.summary()


def test_optimum_turns_values_into_errors():
    exact = fast_and_slow()
    moved = cd.Histories.from_arrays(
        exact.values + 500, algorithms=["A", "B"], optimum=500
    )
    wanted = cd.compare_convergence(exact, ranks="alternative")
    assert (
        cd.compare_convergence(moved, ranks="alternative").statistic[0, 1]
        == wanted.statistic[0, 1]
    )


def test_tie_correction():
    histories = cd.Histories.from_arrays(
        [[[4, 3, 2, 2]] * 8, [[5, 5, 5, 5]] * 8], algorithms=["A", "B"]
    )
    plain = cd.compare_convergence(histories, test="page")
    corrected = cd.compare_convergence(histories, test="page", tie_correction=True)
    assert plain.method[0, 1] == corrected.method[0, 1] == "asymptotic"
    # Ranks 1, 2, 3.5, 3.5: variance 8 * 4*5/12 * 4.5 = 60 in place of 8 * 16*25*3/144 =
    # 66.67; L - E = 8 * 4.5 = 36.
    from scipy.special import ndtr

    assert plain.pvalue[0, 1] == pytest.approx(
        ndtr(-35.5 / np.sqrt(800 / 12)), rel=1e-12
    )
    assert corrected.pvalue[0, 1] == pytest.approx(ndtr(-35.5 / np.sqrt(60)), rel=1e-12)


@pytest.fixture(scope="module")
def optimisers():
    return cd.load_histories("optimisers")


@pytest.mark.parametrize("p_adjust", ["bonferroni", "holm", "hommel"])
def test_adjustment_over_ordered_pairs(optimisers, p_adjust):
    result = cd.compare_convergence(
        optimisers, test="page", ranks="alternative", p_adjust=p_adjust
    )
    apart = ~np.eye(6, dtype=bool)
    np.testing.assert_array_equal(
        result.pvalue_adjusted[apart], adjust_pvalues(result.pvalue[apart], p_adjust)
    )
    assert "for 30 ordered pairs" in result.caption()


def test_adjustment_over_unordered_pairs(optimisers):
    options = {
        "test": "page",
        "ranks": "alternative",
        "p_adjust": "holm",
        "family": "unordered",
    }
    result = cd.compare_convergence(optimisers, **options)
    i, j = np.triu_indices(6, 1)
    smaller = np.minimum(result.pvalue[i, j], result.pvalue[j, i])
    wanted = adjust_pvalues(np.minimum(1, 2 * smaller), "holm")
    np.testing.assert_array_equal(
        np.minimum(result.pvalue_adjusted[i, j], result.pvalue_adjusted[j, i]), wanted
    )
    assert (
        np.maximum(result.pvalue_adjusted[i, j], result.pvalue_adjusted[j, i]) == 1
    ).all()
    assert (np.nan_to_num(result.gained()) <= np.nan_to_num(result.pvalue < 0.5)).all()
    assert (
        "two-sided Page trend tests, with Holm's adjustment for 15 pairs"
        in result.caption()
    )


def test_caption_for_latex(optimisers):
    result = cd.compare_convergence(replace(optimisers, unit="% of FE_max"))
    assert "500 to 5000% of FE_max; lower" in result.caption()
    written = result.caption(latex=True)
    assert r"500 to 5000\% of FE\_max; lower" in written
    assert r" 15 pairs ($\alpha = 0.05$). On each problem, the differences" in written
    assert written.startswith(
        "Adjusted two-sided $p$-values for pairwise comparisons of the convergence of 6"
    )
    assert "The $p$-value of a pair is printed in the row" in written


def test_another_level(optimisers):
    result = cd.compare_convergence(optimisers, ranks="alternative")
    assert result.at(1e-9).gained().sum() < result.gained().sum()
    assert result.at(0.01).alpha == 0.01


def test_the_slower_one_is_faster_at_no_level(optimisers):
    for test in ("sign-flip", "page"):
        result = cd.compare_convergence(optimisers, test=test, ranks="alternative").at(
            0.999
        )
        gained = result.gained()
        assert gained.any()
        assert not (gained & gained.T).any()
        assert (result.statistic[gained] > result.statistic.T[gained]).all()


def test_numbers_in_other_forms(optimisers):
    result = cd.compare_convergence(optimisers, ranks="alternative", p_adjust="holm")
    content = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert content["statistic"][0][0] is None
    assert content["pvalue"][0][1] == result.pvalue[0, 1]
    assert content["histories"]["unit"] == "evaluations"
    assert "pair_ranks" not in content
    frame = result.to_frame()
    assert len(frame) == 30
    row = frame.loc[("PSO", "(1+1)-ES")]
    assert row.statistic == result.statistic[result.pair("PSO", "(1+1)-ES")]
    pair = result.pair("PSO", "(1+1)-ES")
    assert bool(row.gained) == bool(result.gained()[pair])
    assert row.better_at_last == result.better_at_last[pair]
    assert content["gained"] == result.gained().tolist()
    assert str(result) == result.summary()
    with pytest.raises(ValueError, match="read-only"):
        result.pvalue[0, 1] = 0


def test_what_the_readme_says_of_the_example(optimisers):
    """Original ranks turn against dual annealing, which solved a third of the functions
    at once.
    """
    assert (optimisers.values[5, :, 0] == 0).sum() >= 20 / 3
    original, alternative = (
        cd.compare_convergence(optimisers, test="page", ranks=ranks)
        for ranks in ("original", "alternative")
    )
    pair = ("Dual annealing", "Random search")
    assert original.conclusion(*pair).startswith(
        "Random search gained significantly on Dual annealing ("
    )
    assert alternative.conclusion(*pair).startswith(
        "Dual annealing gained significantly on Random search ("
    )
    flips = cd.compare_convergence(optimisers, ranks="original").conclusion(*pair)
    assert flips.startswith("Random search gained significantly on Dual annealing (")
    assert "At the last cut-point, Dual annealing is better on all 20 problems" in flips


def test_rows_are_ordered_by_the_sum_of_l(optimisers):
    result = cd.compare_convergence(optimisers)
    totals = [np.nansum(result.statistic[i]) for i in result.order]
    assert totals == sorted(totals, reverse=True)


def test_guidance(optimisers):
    few = cd.Histories.from_arrays(
        np.arange(24, 0, -1).reshape(2, 3, 4), algorithms=["A", "B"]
    )
    instead = (
        "Page's test does not control the error rate for convergence histories. Use "
        "test='sign-flip', which is based on the same ranks and controls the error rate."
    )
    assert cd.advise(cd.compare_convergence(few)) == ()
    assert cd.advise(cd.compare_convergence(few, test="page")) == (
        "Page's test requires about twice as many problems as cut-points. With 4 "
        "cut-points, about 8 problems are recommended instead of 3.",
        instead,
    )
    assert cd.advise(
        cd.compare_convergence(fast_and_slow(), test="page", ranks="original")
    ) == (
        "Page's test requires about twice as many problems as cut-points. With 10 "
        "cut-points, about 20 problems are recommended instead of 12. Alternatively, "
        "use cut_points=6.",
        "Before the last cut-point, 12 histories reach the optimum. With original "
        "ranks, an algorithm at the optimum cannot gain any further, and its trend "
        "reverses. Use ranks='alternative'; with alternative ranks, the first algorithm "
        "to reach the optimum continues to gain.",
        instead,
    )
    assert cd.advise(cd.compare_convergence(few, ranks="alternative")) == (
        "No history reaches the threshold of 0 before the last cut-point, so the "
        "alternative ranks are identical to the original ranks.",
    )
    assert cd.advise(
        cd.compare_convergence(optimisers, test="page", ranks="alternative")
    ) == (
        instead,
        "The p-values of 30 one-sided tests are not adjusted for multiple comparisons. "
        "Use p_adjust='holm'.",
    )
    assert cd.advise(
        cd.compare_convergence(optimisers, ranks="alternative", p_adjust="none")
    ) == (
        "The p-values of 15 two-sided tests are not adjusted for multiple comparisons. "
        "Use p_adjust='holm'.",
    )
    assert cd.advise(cd.compare_convergence(optimisers, ranks="alternative")) == ()


def test_guidance_counts_one_history():
    one = cd.Histories.from_arrays(
        [[[3, 0, 0]] + [[3, 2, 1]] * 5, [[3, 2, 1]] * 6], algorithms=["A", "B"]
    )
    assert cd.advise(cd.compare_convergence(one, ranks="original"))[0].startswith(
        "Before the last cut-point, 1 history reaches the optimum."
    )


NEGATIVE = cd.Histories.from_arrays(
    [[[3, 2, -1]] * 2, [[3, 2, 1]] * 2], algorithms=["A", "B"], cut_points=[5, 10, 15]
)
HIGHER = cd.Histories.from_arrays(
    [[[1, 2, 3]] * 2] * 2, algorithms=["A", "B"], higher_is_better=True
)
PASSED = cd.Histories.from_arrays(
    [[[1, 2, 3]] * 2] * 2, algorithms=["A", "B"], higher_is_better=True, optimum=2
)

#: (histories, options) -> the whole message.
BAD = [
    (NEGATIVE, {"ranks": "alternative"}, "the error of 'A' on '1' at 15 evaluations is -1, but alternative ranks "
        "require errors that are not negative. Subtract the known optimum, or "
        "pass it when reading (optimum)."),
    (PASSED, {"ranks": "alternative"}, "the error of 'A' on '1' at 3 cut-points is -1, but alternative ranks "
        "require errors that are not negative. Correct the optimum, which is "
        "worse than this value."),
    (HIGHER, {"ranks": "alternative"}, "alternative ranks require an optimum if higher values are better. Pass "
        "the optimum when reading the histories (optimum)."),
    (HIGHER, {"ranks": "original", "threshold": 0.1}, "the original ranks do not use an optimum. Use ranks 'alternative' with "
        "a threshold."),
    (HIGHER, {"threshold": -1}, "threshold must be 0 or a positive number, not -1. Specify the "
        "largest error that counts as the optimum."),
    (HIGHER, {"ranks": "alternativ"}, "unknown ranks 'alternativ': did you mean 'alternative'? Choose from 'auto', "
     "'original', 'alternative'."),
    (HIGHER, {"p_adjust": "shaffer"}, "unknown p_adjust 'shaffer': choose from "
        f"{', '.join(map(repr, adjustment_choices(flat=True)))}."),
    (HIGHER, {"family": "all"}, "unknown family 'all': choose from 'auto', 'ordered', 'unordered'."),
    (HIGHER, {"test": "pages"}, "unknown test 'pages': did you mean 'page'? Choose from 'sign-flip', 'page'."),
    (HIGHER, {"family": "ordered"}, "the sign-flip test is two-sided. Omit "
        "family='ordered' or use test='page'."),
    (HIGHER, {"tie_correction": True}, "the sign-flip test does not require a correction for ties. Omit tie_correction "
        "or use test='page'."),
    (HIGHER, {"alpha": 5}, "alpha must be between 0 and 1, not 5. Use 0.05."),
    (HIGHER, {"tie_correction": None}, "tie_correction must be True or False, not None."),
    (HIGHER, {"test": "page", "method": "exact"}, "an exact p-value requires at most 100 rows without ties and at most 12 "
        "columns, but this "
     "table is 2 x 3 with ties. Use method='asymptotic'."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("histories", "options", "message"),
    BAD,
    ids=[str(options) for _, options, _ in BAD],
)
def test_bad_calls(histories, options, message):
    with pytest.raises(cd.CddiagramError) as caught:
        cd.compare_convergence(histories, **options)
    assert str(caught.value) == message


def test_unknown_pairs():
    result = cd.compare_convergence(fast_and_slow())
    for pair, message in (
        (("A", "C"), "unknown algorithm 'C': choose from 'A', 'B'."),
        (("A", "A"), "The pair contains 'A' twice. Specify two different algorithms."),
    ):
        with pytest.raises(cd.InputError) as caught:
            result.conclusion(*pair)
        assert str(caught.value) == message
