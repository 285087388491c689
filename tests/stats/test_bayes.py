"""Bayesian tests: against laws in closed form, brute force, another program, and what
no order may change.
"""

import itertools
import math

import numpy as np
import pytest
from scipy import integrate, stats

import cddiagram as cd
from cddiagram.stats import bayes
from cddiagram.stats.bayes import (
    correlated_t_posterior,
    largest_share,
    pair_draws,
    sign_posterior,
    signed_rank_posterior,
)

#: The classifiers of Garcia & Herrera (2008), Table 2.
TABLE = cd.load_example("garcia2008-table2")


# -- the sign test: exact --------------------------------------------------------------


@pytest.mark.parametrize(
    ("above", "below"), [(7, 3), (30, 24), (400, 350), (1, 1), (54, 0)]
)
def test_two_shares_are_a_tail_of_the_beta_law(above, below):
    """With nothing within the rope the larger of two shares is the one over one half: a
    Beta tail.
    """
    expected = stats.beta.sf(0.5, above, below) if below else 1.0
    assert largest_share(above, 0.0, below) == pytest.approx(
        [expected, 0.0, 1 - expected], abs=2e-12
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "counts", [(3, 1.0, 2), (14, 5.0, 11), (1, 0.5, 1), (2, 30.5, 9), (90, 40.0, 80)]
)
def test_three_shares_by_quadrature_in_the_simplex(counts):
    """P(a is the largest of three) is the integral of the Dirichlet density over its
    third of the simplex.
    """
    a, b, c = counts
    constant = math.lgamma(a + b + c) - math.lgamma(a) - math.lgamma(b) - math.lgamma(c)

    def inner(
        x,
        # the share x of `a` is the largest: y in (1 - 2x, x) and (0, 1 - x), z = 1 - x
        # - y
    ):
        low, high = max(0.0, 1 - 2 * x), min(x, 1 - x)
        if high <= low:
            return 0.0
        part = stats.beta(b, c).cdf([low / (1 - x), high / (1 - x)])
        return stats.beta(a, b + c).pdf(x) * (part[1] - part[0])

    expected, _ = integrate.quad(
        inner, 1 / 3, 1, points=[1 / 2], limit=400, epsabs=2e-12
    )
    assert math.isfinite(constant)
    assert largest_share(*counts)[0] == pytest.approx(expected, abs=1e-10)


def test_whole_counts_by_the_sum_over_binomials():
    """For whole parameters: P(Gamma_a > both) as a finite sum of multinomial terms, all
    in rationals.
    """
    from fractions import Fraction

    def exact(a, b, c):
        # P(X > max(Y, Z)) = 1 - P(Y > X) - P(Z > X) + P(min(Y, Z) > X), each a finite
        # sum for Erlang variables
        def beats(
            m, n
        ):  # P(Gamma_m > Gamma_n) = P(fewer than m events of m's before n of n's)
            return sum(
                (Fraction(math.comb(n - 1 + s, s), 2 ** (n + s)) for s in range(m)),
                start=Fraction(0),
            )  # s of m's events before the n-th of n's

        both = Fraction(0)
        for s, t in itertools.product(range(b), range(c)):
            ways = math.factorial(a - 1 + s + t) // (
                math.factorial(a - 1) * math.factorial(s) * math.factorial(t)
            )
            both += Fraction(ways, 3 ** (a + s + t))
        return 1 - beats(b, a) - beats(c, a) + both

    for a, b, c in [(1, 1, 1), (4, 2, 3), (9, 1, 5), (6, 6, 2)]:
        assert largest_share(a, float(b), c)[0] == pytest.approx(
            float(exact(a, b, c)), abs=1e-14
        )
        assert largest_share(a, float(b), c).sum() == pytest.approx(1.0, abs=1e-14)


def test_sign_counts_are_those_of_the_table():
    better, equivalent = sign_posterior(TABLE.exact, 0.01)
    d = np.round(TABLE.scores[:, 0] - TABLE.scores[:, 1], 6)
    wanted = largest_share(
        int((d > 0.01).sum()), float((abs(d) <= 0.01).sum()) + 1, int((d < -0.01).sum())
    )
    assert [better[0, 1], equivalent[0, 1], better[1, 0]] == wanted.tolist()
    assert np.nansum(better + better.T + equivalent) == pytest.approx(20)


def test_a_difference_as_large_as_the_rope_lies_within_it():
    """0.85 - 0.84 is more than 0.01 in doubles; means of two such differences
    likewise.
    """
    table = [[0.85, 0.84], [0.86, 0.85], [0.03, 0.02], [0.7, 0.69]]
    assert 0.85 - 0.84 > 0.01
    for compute in (sign_posterior, signed_rank_posterior):
        better, equivalent = compute(table, 0.01)
        assert (better[0, 1], equivalent[0, 1]) == (0.0, 1.0)
        assert compute(table, 0.00999)[1][0, 1] < 0.2


# -- the signed-rank test --------------------------------------------------------------


def brute(d, rope, prior, weights):
    """The three shares by all pairs of the differences and 0, one draw after the
    other.
    """
    z = np.concatenate([[0.0], np.sort(d)])
    sums = z[:, np.newaxis] + z
    found = []
    for w in weights:
        product = np.outer(w, w)
        found.append(
            [product[sums > 2 * rope].sum(), product[abs(sums) <= 2 * rope].sum()]
        )
    return np.array(found)


@pytest.mark.parametrize("rope", [0.25, 1.0, 3.0])
@pytest.mark.parametrize("higher", [True, False])
def test_shares_are_those_of_all_pairs(rope, higher):
    rng = np.random.default_rng(5)
    table = rng.integers(0, 8, size=(13, 2)).astype(float)
    d = (table[:, 0] - table[:, 1]) * (1 if higher else -1)
    draws = pair_draws(
        table,
        rope,
        test="signed-rank",
        prior=0.5,
        draws=60,
        seed=3,
        higher_is_better=higher,
    )
    # the same weights, drawn in another way: each draw by itself, at first for the side
    # that is larger
    first, others = (np.random.default_rng([3, stream]) for stream in (0, 1))
    raw = np.column_stack(
        [first.standard_gamma(0.5, 60), others.standard_exponential((60, 13))]
    )
    weights = raw / raw.sum(axis=1, keepdims=True)
    turned = tuple(np.sort(d)) < tuple(np.sort(-d))
    expected = brute(-d if turned else d, rope, 0.5, weights)
    above, within = expected[:, 0], expected[:, 1]
    shares = np.column_stack([above, within, 1 - above - within])
    assert draws == pytest.approx(shares[:, ::-1] if turned else shares, abs=1e-12)


def test_probabilities_count_the_draws():
    better, equivalent = signed_rank_posterior(
        TABLE.scores[:, :2], 0.01, draws=4000, seed=7
    )
    draws = pair_draws(
        TABLE.scores[:, :2], 0.01, test="signed-rank", prior=0.5, draws=4000, seed=7
    )
    share = np.bincount(draws.argmax(axis=1), minlength=3) / 4000
    assert [better[0, 1], equivalent[0, 1], better[1, 0]] == share.tolist()


def test_no_order_and_no_block_changes_a_bit(monkeypatch):
    scores, rng = TABLE.scores, np.random.default_rng(1)
    better, equivalent = signed_rank_posterior(scores, 0.01, draws=2000, seed=4)
    rows, columns = rng.permutation(30), rng.permutation(5)
    again = signed_rank_posterior(scores[rows][:, columns], 0.01, draws=2000, seed=4)
    assert np.array_equal(again[0], better[np.ix_(columns, columns)], equal_nan=True)
    assert np.array_equal(
        again[1], equivalent[np.ix_(columns, columns)], equal_nan=True
    )
    lower = signed_rank_posterior(
        -scores, 0.01, draws=2000, seed=4, higher_is_better=False
    )
    assert np.array_equal(lower[0], better, equal_nan=True)
    monkeypatch.setattr(bayes, "_BLOCK", 700)
    assert np.array_equal(
        signed_rank_posterior(scores, 0.01, draws=2000, seed=4)[0],
        better,
        equal_nan=True,
    )
    other = signed_rank_posterior(scores, 0.01, draws=2000, seed=5)[0]
    assert not np.array_equal(other, better, equal_nan=True)


def test_draws_of_the_sign_test_are_of_its_law():
    draws = pair_draws(
        TABLE.scores[:, :2], 0.01, test="sign", prior=1.0, draws=40_000, seed=0
    )
    better, equivalent = sign_posterior(TABLE.scores[:, :2], 0.01)
    share = np.bincount(draws.argmax(axis=1), minlength=3) / 40_000
    assert share == pytest.approx(
        [better[0, 1], equivalent[0, 1], better[1, 0]], abs=4 * 0.5 / 200
    )


#: baycomp 1.0.3 on the table of Garcia & Herrera (2008), random_state=1, a rope that no
#: sum of differences meets: pair -> (left, rope, right) of `SignedRankTest.probs(x, y,
#: 0.00953, nsamples=100_000)`, of `SignTest.probs(..., nsamples=1_000_000)`.
BAYCOMP = {
    (0, 1): ((0.99846, 0.0, 0.00154), (0.99912, 0.00042, 0.00046)),
    (0, 2): ((0.74418, 0.00048, 0.25534), (0.4221, 0.00146, 0.57644)),
    (0, 3): ((1.0, 0.0, 0.0), (1.0, 0.0, 0.0)),
    (0, 4): ((0.99998, 2e-05, 0.0), (0.9739, 0.02601, 8e-05)),
    (1, 2): ((0.02624, 0.0, 0.97376), (0.01785, 1e-05, 0.98214)),
    (1, 3): ((0.99704, 0.0, 0.00296), (0.99881, 0.0, 0.00119)),
    (1, 4): ((0.30188, 4e-05, 0.69808), (0.27806, 0.00131, 0.72063)),
    (2, 3): ((1.0, 0.0, 0.0), (0.99994, 0.0, 6e-05)),
    (2, 4): ((0.99802, 0.00013, 0.00185), (0.99699, 3e-05, 0.00298)),
    (3, 4): ((2e-05, 0.0, 0.99998), (5e-05, 0.0, 0.99995)),
}  # fmt: skip
ROPE = 0.00953


def held_against(found, expected, *draws):
    """Each probability lies within 4.5 standard errors of both, a very small one within
    those of one in a thousand.
    """
    error = math.sqrt(sum(1 / n for n in draws))
    for ours, theirs in zip(found, expected, strict=True):
        assert abs(ours - theirs) <= 4.5 * error * math.sqrt(
            max(ours * (1 - ours), 1e-3)
        )


@pytest.mark.parametrize("pair", BAYCOMP)
def test_another_program_finds_the_same(pair):
    i, j = pair
    signed, sign = BAYCOMP[pair]
    for compute, expected, draws in (
        (signed_rank_posterior, signed, (50_000, 100_000)),
        (sign_posterior, sign, (1_000_000,)),
    ):
        better, equivalent = compute(TABLE.exact.take((slice(None), [i, j])), ROPE)
        held_against((better[0, 1], equivalent[0, 1], better[1, 0]), expected, *draws)


@pytest.mark.slow
def test_the_other_program_itself():
    baycomp = pytest.importorskip("baycomp")
    for i, j in itertools.combinations(range(5), 2):
        x, y = TABLE.scores[:, i].copy(), TABLE.scores[:, j].copy()
        better, equivalent = sign_posterior(TABLE.scores, ROPE)
        drawn = baycomp.SignTest.probs(x, y, ROPE, nsamples=100_000, random_state=2)
        held_against((better[i, j], equivalent[i, j], better[j, i]), drawn, 100_000)
        better, equivalent = signed_rank_posterior(TABLE.scores[:, [i, j]], ROPE)
        drawn = baycomp.SignedRankTest.probs(
            x, y, ROPE, nsamples=10_000, random_state=2
        )
        held_against(
            (better[0, 1], equivalent[0, 1], better[1, 0]), drawn, 10_000, 50_000
        )
        t = correlated_t_posterior(TABLE.scores[:, [i, j]], ROPE, folds=10)
        given = baycomp.CorrelatedTTest.probs(x, y, ROPE, runs=3)
        assert (t[0][0, 1], t[1][0, 1], t[0][1, 0]) == pytest.approx(given, abs=1e-12)


# -- the correlated t test -------------------------------------------------------------


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize(("rows", "folds"), [(10, 10), (100, 10), (15, 5)])
def test_correlated_t_is_the_tail_of_its_t_law(rows, folds, higher):
    scores = (
        np.random.default_rng(rows).normal([0.8, 0.79], 0.02, size=(rows, 2)).round(4)
    )
    better, equivalent = correlated_t_posterior(
        scores, 0.01, folds=folds, higher_is_better=higher
    )
    d = (scores[:, 0] - scores[:, 1]) * (1 if higher else -1)
    rho = 1 / folds
    scale = math.sqrt((1 / rows + rho / (1 - rho)) * d.var(ddof=1))
    law = stats.t(rows - 1, d.mean(), scale)
    assert better[0, 1] == pytest.approx(law.sf(0.01), abs=1e-12)
    assert better[1, 0] == pytest.approx(law.cdf(-0.01), abs=1e-12)
    assert equivalent[0, 1] == pytest.approx(law.cdf(0.01) - law.cdf(-0.01), abs=1e-12)


def test_without_variance_the_mean_is_known():
    table = cd.ScoreTable.from_arrays(
        [[0.85, 0.84, 0.8]] * 4, algorithms=["A", "B", "C"]
    )
    posterior = cd.correlated_t_test(table, 0.01, folds=4)
    assert posterior.decide(0.95).tolist() == [
        ["", "equivalent", "better"],
        ["equivalent", "", "better"],
        ["worse"] * 2 + [""],
    ]
    with pytest.raises(
        cd.UsageError,
        match=r"^folds must divide the 4 rows into whole cross-validations, not 3\.$",
    ):
        cd.correlated_t_test(table, 0.01, folds=3)
    with pytest.raises(cd.UsageError, match="not proportions of data sets"):
        posterior.draw("A", "B")


@pytest.mark.parametrize("rope", [0.01, 0.0105, 0.1])
def test_thirds_are_compared_as_what_they_stand_for(rope):
    """Scores of 16 digits are uncertain in the last ones; differences as large as the
    rope still lie within it.
    """
    for compute in (
        sign_posterior,
        lambda scores, rope: signed_rank_posterior(scores, rope, draws=500),
    ):
        for plain, thirds in zip(
            compute(TABLE.scores, rope),
            compute(TABLE.scores / 3, rope / 3),
            strict=True,
        ):
            assert np.array_equal(plain, thirds, equal_nan=True)
