"""Procedures for a flat family: published tables, other programs' vectors, definitions,
tails, messages.
"""

import re

import numpy as np
import pytest
from flat import FLAT
from published_numbers import adjusted_as_printed, rom_as_printed

import cddiagram as cd
from cddiagram.stats.adjust import adjust_pvalues
from cddiagram.text import InputError

VECTORS = ("p25", "p15", "ties", "unsorted", "small", "one", "two", "zero_one")
TABLES = (
    "demsar2006",
    "garcia2008",
    "garcia2010-friedman",
    "garcia2010-aligned",
    "garcia2010-quade",
)
PUBLISHED_METHODS = (
    "bonferroni",
    "holm",
    "hochberg",
    "hommel",
    "holland",
    "finner",
    "li",
    "rom",
)


@pytest.mark.parametrize(
    "method", ["bonferroni", "holm", "hochberg", "hommel", "holland", "finner", "li"]
)
@pytest.mark.parametrize("vector", VECTORS)
def test_vectors_of_r_and_statsmodels(published, vector, method):
    case = published["vectors"][vector]
    np.testing.assert_allclose(
        adjust_pvalues(case["p"], method), case[method], rtol=2e-15
    )


@pytest.mark.parametrize("vector", [name for name in VECTORS if name != "one"])
def test_vectors_of_rom(published, vector):
    case = published["vectors"][vector]
    adjusted, printed = adjust_pvalues(case["p"], "rom"), rom_as_printed(case["p"])
    np.testing.assert_allclose(adjusted, case["rom_smallest_alpha"], rtol=1e-14)
    np.testing.assert_allclose(printed, case["rom_keel_list_alpha05"], rtol=1e-14)


@pytest.mark.parametrize("table", TABLES)
def test_published_tables(published, table):
    case = published["tables"][table]
    for method in set(PUBLISHED_METHODS) & set(case["adjusted"]):
        expected = case["adjusted"][method]
        got = adjusted_as_printed(case["p"], method)
        np.testing.assert_allclose(got, expected["value"], rtol=1e-12, err_msg=method)
        rows = zip(
            got,
            expected["published"],
            expected["tolerance"],
            expected["agrees"],
            strict=True,
        )
        for value, printed, tolerance, agrees in rows:
            if printed is not None:
                assert (
                    bool(abs(value - float(printed)) <= tolerance * (1 + 1e-9))
                    is agrees
                ), (method, printed)


def test_count_of_published_numbers(published):
    """Tables 9 to 11 of G10 print 72 adjusted values of these procedures, Table 5 of
    G08 prints 20; 4 are misprints.
    """
    agrees = [
        flag
        for table in TABLES
        for method, column in published["tables"][table]["adjusted"].items()
        if method in PUBLISHED_METHODS
        for flag in column["agrees"]
        if flag is not None
    ]
    assert (len(agrees), agrees.count(False)) == (92, 4)


def test_rom_of_table_9_by_the_definition(published):
    """Errata 4.7: only the first value differs between the printed list and the
    smallest alpha that rejects.
    """
    p = published["tables"]["garcia2010-friedman"]["p"]
    np.testing.assert_allclose(
        adjust_pvalues(p, "rom"), [1.7097504058382967e-4, p[1], p[2]], rtol=1e-13
    )


# The rejection rules, step by step, at one level: a second way to every adjusted
# p-value.


def rejected_by_rule(p, method, alpha):
    m = len(p)
    order = np.argsort(p, kind="stable")
    level = {
        "bonferroni": [alpha / m] * m,
        "sidak": [1 - (1 - alpha) ** (1 / m)] * m,
        "holm": [alpha / (m - i) for i in range(m)],
        "holland": [1 - (1 - alpha) ** (1 / (m - i)) for i in range(m)],
        "finner": [1 - (1 - alpha) ** ((i + 1) / m) for i in range(m)],
        "hochberg": [alpha / (m - i) for i in range(m)],
    }[method]
    passes = [p[row] <= level[i] for i, row in enumerate(order)]
    if method in ("bonferroni", "sidak"):
        count = sum(passes)
    elif (
        method == "hochberg"
    ):  # step up: the largest p-value that passes takes all smaller ones with it
        count = max((i + 1 for i in range(m) if passes[i]), default=0)
    else:  # step down: stop at the first that fails
        count = passes.index(False) if False in passes else m
    rejected = np.zeros(m, dtype=bool)
    rejected[order[:count]] = True
    return rejected


@pytest.mark.parametrize(
    "method", ["bonferroni", "sidak", "holm", "holland", "finner", "hochberg"]
)
def test_adjusted_decides_as_the_stepwise_rule(method):
    """Trap 8: decisions step, and belong to the rows they are given for. Ties in p are
    frequent here.
    """
    rng = np.random.default_rng(8)
    compared = 0
    for _ in range(300):
        m = int(rng.integers(1, 12))
        p = np.round(rng.uniform(size=m) ** 3, 3)
        adjusted = adjust_pvalues(p, method)
        for alpha in (0.01, 0.05, 0.1, 0.3):
            if (
                np.abs(adjusted - alpha).min() > 1e-9
            ):  # exactly at alpha, rounding decides
                np.testing.assert_array_equal(
                    adjusted <= alpha, rejected_by_rule(p, method, alpha)
                )
                compared += 1
    assert compared > 1000


def test_li_decides_in_two_steps():
    """G10 Section 5: reject all if the largest p <= alpha, else those with p <= (1 -
    p_max) / (1 - alpha) * alpha.
    """
    rng = np.random.default_rng(9)
    for _ in range(300):
        p = rng.uniform(size=rng.integers(1, 8)) ** 2
        for alpha in (0.01, 0.05, 0.2):
            rule = p <= (
                1.0 if p.max() <= alpha else (1 - p.max()) / (1 - alpha) * alpha
            )
            np.testing.assert_array_equal(adjust_pvalues(p, "li") <= alpha, rule)


def test_li_takes_the_largest_of_the_family_not_the_last():
    assert adjust_pvalues([0.4, 0.01], "li").tolist() == [0.4, 0.01 / 0.61]


def test_li_of_zero_over_zero():
    assert adjust_pvalues([1.0, 0.0], "li").tolist() == [1.0, 0.0]


def test_li_caution():
    expected = (
        "Li's procedure loses power if the largest p-value of the family exceeds 0.5. "
        "Here, the largest p-value is 0.608."
    )
    for largest, said in ((0.6084, True), (0.5, False), (np.nan, False)):
        p = [[1, 0.0157, 0.0192], [0.0157, 1, largest], [0.0192, largest, 1]]
        comparison = cd.compare_pvalues([1, 2, 3], p, algorithms="ABC", p_adjust="li")
        assert (expected in cd.advise(comparison)) == said
    untested = cd.compare_pvalues(
        [1, 2], np.full((2, 2), np.nan), algorithms="AB", p_adjust="li"
    )
    assert expected not in cd.advise(untested)


def test_step_up_is_not_a_maximum(published):
    """Trap 7: with the misprinted maximum all three values of Table 9 become 0.1147 for
    Hochberg, and for Rom.
    """
    p = published["tables"]["garcia2010-friedman"]["p"]
    assert adjust_pvalues(p, "hochberg").max() < 0.0574
    assert adjust_pvalues(p, "rom").max() < 0.0574
    assert rom_as_printed(p).max() < 0.0574


def test_rom_takes_no_cumulative_maximum_first():
    """Trap 13: on the p-values that programs get from Table 3, scmamp gives Rom 0.0422,
    0.0422 for the two larger.
    """
    p = [6.016956546921074e-05, 0.021091396089544186, 0.02751561423586018]
    for adjusted in (adjust_pvalues(p, "rom"), rom_as_printed(p)):
        np.testing.assert_allclose(adjusted[1:], 0.02751561423586018, rtol=1e-14)


# Tails


@pytest.mark.parametrize("scale", [1e-300, 1e-150, 1e-17, 1e-8])
def test_small_pvalues_keep_their_digits(scale):
    """Far below 1, every 1 - (1 - p)^c is c p, and Rom's critical values are alpha /
    n.
    """
    p = np.array([3.0, 1.0, 2.0]) * scale
    linear = {
        "bonferroni": [9, 3, 6],
        "sidak": [9, 3, 6],
        "holm": [4, 3, 4],
        "holland": [4, 3, 4],
        "finner": [3, 3, 3],
        "hochberg": [3, 3, 3],
        "hommel": [3, 3, 3],
        "rom": [3, 3, 3],
        "li": [3, 1, 2],
        "none": [3, 1, 2],
    }
    for method, factors in linear.items():
        expected = np.array(factors) * scale
        np.testing.assert_allclose(
            adjust_pvalues(p, method), expected, rtol=1e-15 + 10 * scale, err_msg=method
        )


@pytest.mark.parametrize("method", FLAT)
@pytest.mark.parametrize("scale", [1e-300, 1e-150, 1e-17])
def test_small_pvalues_are_adjusted_in_proportion(method, scale):
    p, small = np.array([3.0, 1.0, 2.0, 1.0]), 1e-8
    np.testing.assert_allclose(
        adjust_pvalues(p * scale, method) / scale,
        adjust_pvalues(p * small, method) / small,
        rtol=100 * small,
    )


@pytest.mark.parametrize("method", FLAT)
def test_from_denormals_to_one(method):
    p = np.array([1.0, 5e-324, 1e-310, 0.0, 1e-300, 1e-20, 1e-5, 0.5, 1 - 1e-16])
    adjusted = adjust_pvalues(p, method)
    assert np.all(np.isfinite(adjusted))
    assert np.all(adjusted >= p)
    assert adjusted[3] == 0.0
    assert adjusted[0] == 1.0
    order = np.argsort(p)
    assert np.all(np.diff(adjusted[order]) >= 0)
    if method != "li":  # Li with p_max = 1 has no power at all
        assert 0 < adjusted[4] < 1e-297
        assert adjusted[5] < 1e-18


@pytest.mark.parametrize("method", FLAT)
def test_one_hypothesis_stays_what_it_is(method):
    for p in (0.0, 1e-300, 0.1, 0.3, 1 / 3, 1.0):
        assert adjust_pvalues([p], method).tolist() == [p]


# Shapes


@pytest.mark.parametrize("method", FLAT)
@pytest.mark.parametrize("m", [3, 70])
def test_batches_equal_single_families(method, m):
    p = np.random.default_rng(m).uniform(size=(2, 3, m)) ** 3
    batch = adjust_pvalues(p, method)
    assert batch.shape == p.shape
    for row in np.ndindex(2, 3):
        # Rom's roots are solved together; how far an iteration goes depends on the
        # company.
        tolerance = 4e-15 if method == "rom" else 0.0
        np.testing.assert_allclose(
            batch[row], adjust_pvalues(p[row], method), rtol=tolerance
        )


@pytest.mark.parametrize("method", FLAT)
def test_empty_family(method):
    assert adjust_pvalues([], method).shape == (0,)
    assert adjust_pvalues(np.empty((0, 4)), method).shape == (0, 4)


def test_input_is_left_alone():
    p = np.array([0.3, 0.1])
    for method in FLAT:
        result = adjust_pvalues(p, method)
        result[:] = 7.0
    assert p.tolist() == [0.3, 0.1]


MESSAGES = [
    (lambda: adjust_pvalues(0.1, "holm"), InputError,
     "p-values must be an array with at least one axis, not a single number. Pass "
     "all p-values of the family."),
    (lambda: adjust_pvalues([0.1, np.nan], "holm"), InputError,
     "a p-value is NaN, which means that the hypothesis was not tested. Remove "
     "NaN values before the adjustment."),
    (lambda: adjust_pvalues([0.1, 1.5], "holm"), InputError, "p-values must be between 0 and 1, not 1.5."),
    (lambda: adjust_pvalues([-1e-3], "none"), InputError, "p-values must be between 0 and 1, not -0.001."),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "message"), MESSAGES)
def test_messages(call, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        call()
