"""The (k, k) interface: rows stay with their pairs, order of power, tails, messages."""

import re
from dataclasses import replace

import numpy as np
import pytest
from flat import FLAT
from hypothesis import given, settings
from hypothesis import strategies as st
from published_numbers import bergmann_hommel_formula

from cddiagram.procedures import ADJUSTMENTS
from cddiagram.stats.adjust import adjust_pvalues
from cddiagram.stats.pair_adjustments import adjust_pairs
from cddiagram.text import InputError


def undecided(result):
    """Count the pairs whose bounds lie on different sides of .05."""
    return np.count_nonzero(np.triu((result.lower <= 0.05) & (result.upper > 0.05), 1))


METHODS = (*FLAT, "shaffer", "shaffer-dynamic", "bergmann-hommel")

#: (weaker, stronger): every adjusted p-value of the first is at least that of the
#: second.
POWER = [
    ("bonferroni", "holm"),
    (
        "holm",
        "hochberg",
    ),  # the same factors, maximum from below against minimum from above
    ("hochberg", "hommel"),  # Hommel 1989: the closed Simes test contains Hochberg's
    ("hochberg", "rom"),  # c[n] >= alpha / n
    ("bonferroni", "sidak"),  # 1 - (1 - p)^m <= m p
    ("sidak", "holland"),
    ("holm", "holland"),
    ("holland", "finner"),  # m / i <= m - i + 1
    ("holm", "shaffer"),  # t[i] <= m - i + 1
    (
        "shaffer",
        "shaffer-dynamic",
    ),  # fewer can be true once it is known which are false
    (
        "shaffer-dynamic",
        "bergmann-hommel",
    ),  # t |I| with min p in I = t is at most t F(t)
]


@st.composite
def families(draw):
    """Symmetric p-values for k = 2..6, with ties and numbers far below 1e-16."""
    k = draw(st.integers(2, 6))
    number = st.one_of(
        st.floats(0.0, 1.0),
        st.sampled_from([0.0, 0.01, 0.02, 0.05, 0.5, 1.0]),
        st.integers(1, 300).map(lambda exponent: 10.0**-exponent),
    )
    values = draw(
        st.lists(number, min_size=k * (k - 1) // 2, max_size=k * (k - 1) // 2)
    )
    p = np.ones((k, k))
    p[np.triu_indices(k, 1)] = values
    p.T[np.triu_indices(k, 1)] = values
    return p


def pairs(p, method, **options):
    return adjust_pairs(p, method, **options).pvalue_adjusted[
        np.triu_indices(len(p), 1)
    ]


@pytest.mark.slow
@settings(max_examples=120)
@given(families())
def test_order_of_power(p):
    adjusted = {method: pairs(p, method) for method in METHODS}
    formula, _, _ = bergmann_hommel_formula(p)
    adjusted["formula"] = formula[np.triu_indices(len(p), 1)]
    for weaker, stronger in [*POWER, ("bergmann-hommel", "formula")]:
        slack = 1e-13 * adjusted[weaker]
        assert np.all(adjusted[stronger] <= adjusted[weaker] + slack), (
            weaker,
            stronger,
        )


@pytest.mark.slow
@settings(max_examples=120)
@given(families(), st.randoms(use_true_random=False))
def test_properties_of_every_procedure(p, random):
    k = len(p)
    upper = np.triu_indices(k, 1)
    order = np.argsort(p[upper], kind="stable")
    shuffle = list(range(k))
    random.shuffle(shuffle)
    mixed = np.ix_(shuffle, shuffle)
    for method in METHODS:
        result = adjust_pairs(p, method)
        adjusted = result.pvalue_adjusted
        assert result.exact
        assert result.method == method
        np.testing.assert_array_equal(adjusted, adjusted.T)
        assert np.all(np.isnan(np.diag(adjusted)))
        values = adjusted[upper]
        assert np.all(values >= p[upper])
        assert np.all(values <= 1.0)
        assert np.all(np.diff(values[order]) >= 0)
        assert np.all(np.diff(values[order])[np.diff(p[upper][order]) == 0] == 0)
        np.testing.assert_allclose(
            adjust_pairs(p[mixed], method).pvalue_adjusted, adjusted[mixed], rtol=1e-13
        )


@pytest.mark.parametrize("method", METHODS)
def test_every_procedure_keeps_rows_with_their_pairs(method):
    """Trap 8, and tails: ten thousand data sets give p-values like these; they stay
    finite, ordered, above p.
    """
    place = np.array([0.0, 3.0, 1.0, 6.0])
    p = 10.0 ** -(50.0 * np.abs(place[:, None] - place))
    result = adjust_pairs(p, method, average_ranks=place)
    upper = np.triu_indices(4, 1)
    values = result.pvalue_adjusted[upper]
    assert np.all(np.isfinite(values))
    # Bonferroni's factor, or for the others a multiple of it; Li's is near 1 here.
    most = 6 if ADJUSTMENTS[method].bounded or method == "li" else 6 * 6
    assert np.all((values >= p[upper]) & (values <= most * p[upper] * (1 + 1e-12)))
    np.testing.assert_array_equal(
        np.argsort(values, kind="stable"), np.argsort(p[upper], kind="stable")
    )
    assert result.pvalue_adjusted[0, 3] < most / 6 * 1e-299


@pytest.mark.parametrize("method", METHODS)
def test_one_pair_stays_what_it_is(method):
    result = adjust_pairs(
        [[np.nan, 0.03], [0.03, np.nan]], method, average_ranks=[1.5, 1.5]
    )
    np.testing.assert_array_equal(
        result.pvalue_adjusted, [[np.nan, 0.03], [0.03, np.nan]]
    )
    assert (result.exact, result.steps, undecided(result)) == (True, 0, 0)


@pytest.mark.parametrize("method", METHODS)
def test_all_equal(method):
    adjusted = adjust_pairs(np.ones((5, 5)), method).pvalue_adjusted
    np.testing.assert_array_equal(adjusted[~np.eye(5, dtype=bool)], 1.0)


@pytest.mark.parametrize("method", FLAT)
def test_flat_procedures_take_the_pairs_as_one_family(method):
    p = np.array([[0, 0.01, 0.3], [0.01, 0, 0.02], [0.3, 0.02, 0]])
    expected = adjust_pvalues([0.01, 0.3, 0.02], method)
    np.testing.assert_array_equal(pairs(p, method), expected)
    assert adjust_pairs(p, method).algorithm == "closed form"


def test_ranks_give_only_an_order():
    """Either direction, any scale; a wrong order costs time, not truth."""
    place = np.array([0.0, 3.0, 1.0, 4.5, 2.0])
    p = np.exp(-np.abs(place[:, None] - place))
    reference = adjust_pairs(p, "bergmann-hommel", average_ranks=place)
    assert reference.algorithm == "mean ranks"
    for ranks, algorithm in (
        (-7 * place, "mean ranks"),
        (np.zeros(5), "branch and bound"),
        (None, "branch and bound"),
    ):
        result = adjust_pairs(p, "bergmann-hommel", average_ranks=ranks)
        assert result.algorithm == algorithm
        np.testing.assert_allclose(
            result.pvalue_adjusted, reference.pvalue_adjusted, rtol=1e-15
        )


def test_results_are_read_only_and_inputs_are_left_alone():
    p = np.array([[0.5, 0.01], [0.01, 0.5]])
    result = adjust_pairs(p, "holm")
    for array in (result.pvalue_adjusted, result.lower, result.upper):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 1] = 0.0
    assert p.tolist() == [[0.5, 0.01], [0.01, 0.5]]


GOOD = [[1.0, 0.1, 0.2], [0.1, 1.0, 0.3], [0.2, 0.3, 1.0]]
MESSAGES = [
    (lambda: adjust_pairs([0.1, 0.2], "holm"), InputError,
     "p-values of all pairs must be a square array for at least two algorithms, not "
     "of shape (2,)."),
    (lambda: adjust_pairs([[1.0]], "holm"), InputError,
     "p-values of all pairs must be a square array for at least two algorithms, not "
     "of shape (1, 1)."),
    (lambda: adjust_pairs([[1.0, 0.1], [0.2, 1.0]], "holm"), InputError,
     "p-values of all pairs must be symmetric, but the elements (0, 1) and (1, 0) are "
     "0.1 and 0.2."),
    (lambda: adjust_pairs([[1.0, np.nan], [np.nan, 1.0]], "shaffer"), InputError,
     "a p-value is NaN, which means that the hypothesis was not tested. Remove "
     "NaN values before the adjustment."),
    (lambda: adjust_pairs([[1.0, 2.0], [2.0, 1.0]], "bergmann-hommel"), InputError,
     "p-values must be between 0 and 1, not 2.0."),
    (lambda: adjust_pairs(GOOD, "bergmann-hommel", average_ranks=[1.0, 2.0]), InputError,
     "average ranks must be 3 numbers, one for each algorithm."),
    (lambda: adjust_pairs(GOOD, "bergmann-hommel", average_ranks=[1.0, 2.0, np.nan]), InputError,
     "average ranks must be 3 numbers, one for each algorithm."),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "message"), MESSAGES)
def test_messages(call, error, message):
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        call()


def test_undecided_pairs_are_those_with_alpha_between_their_bounds():
    result = adjust_pairs(np.full((3, 3), 0.04), "holm")
    lower, upper = np.full((3, 3), 0.01), np.full((3, 3), 0.2)
    assert (
        undecided(replace(result, lower=lower, upper=upper)) == 3
    )  # neighbours and others
    lower[0, 1] = lower[1, 0] = 0.05
    upper[0, 2] = upper[2, 0] = 0.05
    assert undecided(replace(result, lower=lower, upper=upper)) == 2
    lower[1, 2] = lower[2, 1] = np.nextafter(0.05, 1)
    assert undecided(replace(result, lower=lower, upper=upper)) == 1


def test_a_budget_of_no_steps_is_one():
    p = np.array([[1, 0.03, 0.2], [0.03, 1, 0.01], [0.2, 0.01, 1]])
    result = adjust_pairs(p, "bergmann-hommel", budget=0)
    assert (result.lower <= result.upper)[np.triu_indices(3, 1)].all()
