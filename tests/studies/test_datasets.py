"""How many data sets: formulas by other ways, drawn tables against `compare`, and the
line about a design.
"""

import json
import math
from itertools import pairwise

import numpy as np
import pytest
from flat import FLAT
from scipy import stats

import cddiagram as cd
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.stats import adjust_pairs, adjust_pvalues, sign_test_power
from cddiagram.studies.engine import generator
from cddiagram.text import InputError, UsageError
from cddiagram.words import Wording

GARCIA = cd.load_example("garcia2008-table2")

# -- by formula ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("k", "p_adjust", "alpha", "difference", "n"),
    [
        (3, "nemenyi", 0.05, 1.0, 11),
        (5, "nemenyi", 0.05, 1.0, 38),
        (10, "nemenyi", 0.05, 1.0, 184),
        (20, "nemenyi", 0.05, 1.0, 880),
        (5, "nemenyi", 0.10, 0.5, None),
        (5, "bonferroni-dunn", 0.05, 1.0, None),
        (7, "sidak", 0.01, 2.0, None),
        (4, "none", 0.05, 3.9, None),
    ],
)
def test_critical_difference_is_small_enough(k, p_adjust, alpha, difference, n):
    found = cd.required_datasets(
        k, difference=difference, alpha=alpha, p_adjust=p_adjust
    )
    assert found == (n or found)
    options = {"alpha": alpha, "p_adjust": p_adjust, "method": "asymptotic"}
    assert cd.critical_difference(k, found, **options) <= difference
    assert found == 2 or cd.critical_difference(k, found - 1, **options) > difference
    pairs = {"nemenyi": None, "bonferroni-dunn": k - 1, "sidak": None, "none": 1}[
        p_adjust
    ]
    if pairs:
        z = stats.norm.isf(alpha / pairs / 2)
        assert found == max(2, math.ceil(k * (k + 1) / 6 * (z / difference) ** 2))
    elif p_adjust == "nemenyi":
        q = stats.studentized_range.isf(alpha, k, np.inf)
        assert found == math.ceil(k * (k + 1) / 12 * (q / difference) ** 2)


def test_a_critical_difference_that_is_met_exactly_is_enough():
    exact = cd.critical_difference(6, 50)
    assert cd.required_datasets(6, difference=exact) == 50
    assert cd.required_datasets(6, difference=np.nextafter(exact, 0)) == 51


def power_by_sums(n, wins, alpha):
    """Rejections of the exact two-sided test, count by count."""
    counts = np.arange(n + 1)
    p = np.minimum(2 * stats.binom.sf(np.maximum(counts, n - counts) - 1, n, 0.5), 1)
    return stats.binom.pmf(counts, n, wins)[p <= alpha].sum()


@pytest.mark.parametrize("alpha", [0.05, 0.005])
def test_power_of_the_sign_test(alpha):
    sizes = np.arange(1, 120)
    for wins in (0.55, 0.7, 0.93):
        expected = [power_by_sums(n, wins, alpha) for n in sizes]
        assert sign_test_power(sizes, wins, alpha) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("wins", "power", "alpha", "n"),
    [
        (0.6, 0.8, 0.05, 210),
        (0.7, 0.8, 0.05, 54),
        (0.8, 0.8, 0.05, 23),
        (0.75, 0.95, 0.01, None),
        (0.99, 0.5, 0.05, 6),
    ],
)
def test_data_sets_for_the_sign_test(wins, power, alpha, n):
    found = cd.required_datasets(wins=wins, power=power, alpha=alpha)
    assert found == (n or found)
    assert power_by_sums(found - 1, wins, alpha) < power
    assert (
        min(power_by_sums(size, wins, alpha) for size in range(found, 4 * found + 20))
        >= power
    )


def test_power_goes_up_and_down_with_the_data_sets():
    power = sign_test_power(np.arange(1, 60), 0.7, 0.05)
    falls = [
        n for n, (before, after) in enumerate(pairwise(power), 2) if after < before
    ]
    assert falls
    assert (power[:53] >= 0.8).any()  # below the answer, 54, too


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "the number of data sets depends on either a difference between average ranks "
         "or the probability of a win. Specify difference or wins."),
        ({"difference": 1, "wins": 0.7}, "the number of data sets depends on either a difference between average ranks "
         "or the probability of a win. Specify difference or wins."),
        ({"difference": 0}, "difference must be a positive difference in average ranks, not 0."),
        ({"wins": 0.5}, "wins must be between 0.5 and 1, not 0.5."),
        ({"wins": 0.7, "power": 1}, "power must be between 0 and 1, not 1."),
        ({"wins": 0.501}, "more than 20,000 data sets would be required. "
            "Use a larger difference or a higher probability of winning."),
        ({"difference": 1e-4}, "more than 20,000 data sets would be required. "
            "Use a larger difference or a higher probability of winning."),
        ({"difference": 1, "p_adjust": "holm"},
         "p_adjust 'holm' does not have a critical difference. Use 'nemenyi', 'bonferroni' or "
         "'sidak'."),
        ({"difference": 1, "k": 1}, "k must be a whole number of at least 2, not 1."),
        ({"wins": 0.7, "alpha": 5}, "alpha must be between 0 and 1, not 5. Use 0.05."),
    ],
)  # fmt: skip
def test_what_has_no_answer(arguments, message):
    with pytest.raises(UsageError) as refused:
        cd.required_datasets(**arguments)
    assert str(refused.value) == message


# -- by resampling a pilot -------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"pair_test": "wilcoxon", "zeros": "pratt"},
        {"control": "CN2"},
        {"control": "best"},
    ],
)
def test_shares_are_those_of_the_drawn_tables(options):
    study = cd.study_datasets(
        GARCIA, sizes=[12, 7], repeats=40, seed=3, alpha=0.1, **options
    )
    assert study.sizes == (7, 12)
    for number, size in enumerate(study.sizes):
        rows = generator(3, number).integers(30, size=(40, size))
        counts = dict.fromkeys(study.pairs, 0)
        for drawn in rows:
            table = cd.ScoreTable.from_arrays(
                GARCIA.scores[drawn], algorithms=GARCIA.algorithms
            )
            different = cd.compare(table, alpha=0.1, **options).different()
            for pair in counts:
                counts[pair] += int(
                    different[tuple(map(GARCIA.algorithms.index, pair))]
                )
        assert study.rejections[number].tolist() == list(counts.values())
    assert study.rejections.sum() > 0


def test_lower_is_better():
    turned = cd.ScoreTable.from_arrays(
        (1000 - 1000 * GARCIA.scores) / 1000,
        algorithms=GARCIA.algorithms,
        higher_is_better=False,
    )
    options = {
        "sizes": [10],
        "repeats": 100,
        "control": "C4.5",
        "pair_test": "multiple-sign",
    }
    study = cd.study_datasets(turned, **options)
    assert (
        study.rejections.tolist()
        == cd.study_datasets(GARCIA, **options).rejections.tolist()
    )
    assert study.rejections.sum() > 0


def test_required_data_sets_keep_the_power():
    study = cd.study_datasets(GARCIA, sizes=[5, 10, 20, 40, 80], repeats=200)
    low, _ = study.power_interval
    for at, (pair, n) in enumerate(study.required(0.6).items()):
        reached = [
            size for size, end in zip(study.sizes, low[:, at], strict=True) if end < 0.6
        ]
        assert n == next(
            (size for size in study.sizes if size > max(reached, default=0)), None
        ), pair
    assert set(study.required(0.6).values()) >= {10, 40, None}
    with pytest.raises(UsageError, match=r"power must be between 0 and 1, not 2\."):
        study.required(2)


def test_texts_and_tables():
    study = cd.study_datasets(GARCIA, sizes=[10, 40], repeats=200, control="C4.5")
    assert (
        repr(study)
        == "<DatasetsStudy of Bonferroni–Dunn for 4 pairs at 2 numbers of data sets: "
        "200 tables>"
    )
    assert str(study).splitlines() == [
        "A power of 80% requires 40 data sets for C4.5 – Kernel.",
        "Even with 40 data sets, a power of 80% is not reached for C4.5 – 1-NN, C4.5 – "
        "NaiveBayes and C4.5 – CN2.",
        "A number of data sets is sufficient if the lower limit of the 95% interval for "
        "the power is at least 80% at this number and at all larger numbers examined.",
        "Test: Bonferroni–Dunn, α = 0.05.",
        "For each number of data sets (10 and 40), 200 tables were generated by "
        "sampling with replacement from the 30 data sets of the pilot study.",
        "The results apply to data sets similar to those in the pilot study and to "
        "differences of the same size.",
    ]
    frame = study.to_frame()
    assert frame["Power"].tolist() == study.power.T.ravel().tolist()
    assert frame["Data sets"].tolist() == [10, 40] * 4
    shown = (
        "Power as a function of the number of data sets (Bonferroni–Dunn, α = 0.05)."
    )
    assert study.caption() == " ".join([shown, *str(study).splitlines()[4:]])
    found = json.loads(json.dumps(study.to_dict(), allow_nan=False))
    assert found["rejections"] == study.rejections.tolist()
    assert (found["schema"], found["study"]) == (1, "datasets")
    assert found["power"] == study.power.tolist()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sizes": [1]}, "sizes must be a whole number of at least 2, not 1."),
        ({"sizes": []}, "sizes is empty. Specify one or more numbers of data sets."),
        ({"repeats": 0}, "repeats must be a whole number of at least 1, not 0."),
        ({"control": "C5"},
         "the control 'C5' is not one of the algorithms: did you mean 'C4.5'? Choose "
         "from 'C4.5', '1-NN', 'NaiveBayes', 'Kernel', 'CN2'."),
        ({"p_adjust": "dunnett"},
         "p_adjust 'dunnett' requires ranking 'means' and pair_test 't'. Specify "
         "both, or use 'bonferroni-dunn' for average ranks."),
    ],
)  # fmt: skip
def test_refusals(options, message):
    with pytest.raises((InputError, UsageError)) as refused:
        cd.study_datasets(GARCIA, **options)
    assert str(refused.value) == message


def test_no_table():
    with pytest.raises(
        UsageError, match="study_datasets requires a ScoreTable, not a list"
    ):
        cd.study_datasets([[1, 2], [3, 4]])


# -- the line about a design -----------------------------------------------------------

_WORDS = {
    "": "With 30 data sets, algorithms whose average ranks differ by at least 1.12 are "
    "significantly different.",
    "p_adjust=holm": "With 30 data sets, algorithms whose average ranks differ by less than 0.80 are "
    "never significantly different, and those whose ranks differ by at least 1.15 always "
    "are. For intermediate differences, the decision depends on the other pairs.",
    "p_adjust=li": "With 30 data sets, algorithms whose average ranks differ by less than 0.80 are "
    "never significantly different. For larger differences, the decision depends on the "
    "other pairs.",
    "control=C4.5": "With 30 data sets, algorithms whose average ranks differ by at least 1.02 are "
    "significantly different.",
    "pair_test=wilcoxon": "The pairwise tests use the scores, so a critical difference in "
    "average ranks is not defined.",
    "ranking=aligned,p_adjust=bonferroni": "With 30 data sets, algorithms whose average "
    "aligned ranks differ by at least 33.54 are significantly different.",
}


@pytest.mark.parametrize("options", _WORDS)
def test_words_about_a_design(options):
    given = dict(part.split("=") for part in options.split(",") if part)
    assert Wording(cd.compare(GARCIA, **given)).design == _WORDS[options]


def test_few_data_sets_cannot_be_enough():
    wins = cd.ScoreTable.from_arrays([[2, 1]] * 5, algorithms=["A", "B"])
    said = (
        "With these 5 data sets, no difference in average ranks can be significant at "
        "α = 0.05."
    )
    assert Wording(cd.compare(wins)).design == said
    given = cd.compare_pvalues([1.2, 1.8], [[1, 0.2], [0.2, 1]], algorithms=["A", "B"])
    assert (Wording(given).design, given.difference_bounds) == ("", None)
    published = cd.compare_ranks(
        [3.143, 2.0, 2.893, 1.964], 14, algorithms=list("ABCD")
    )
    assert Wording(published).design.startswith(
        "With 14 data sets, algorithms whose average ranks differ by at least 1.26"
    )


@pytest.mark.parametrize(
    "p_adjust",
    ["holm", "shaffer", "bergmann-hommel", "hommel", "rom", "finner", "nemenyi"],
)
@pytest.mark.parametrize("method", ["asymptotic", "exact"])
def test_no_decision_contradicts_the_line(p_adjust, method):
    seen = set()
    rng = np.random.default_rng(5)
    for _ in range(40):
        scores = rng.integers(0, 12, size=(12, 4)) + rng.integers(0, 8, size=4)
        comparison = cd.compare(
            cd.ScoreTable.from_arrays(scores, algorithms=list("ABCD")),
            p_adjust=p_adjust,
            method=method,
        )
        low, high = comparison.difference_bounds
        ranks = comparison.ranking.average_ranks
        apart = np.abs(ranks[:, np.newaxis] - ranks)
        different = comparison.different()
        assert not different[apart < low - 1e-9].any()
        assert different[apart > high + 1e-9].all()
        between = (apart >= low - 1e-9) & (apart < high - 1e-9)
        seen |= {("different", bool(value)) for value in different[between]}
    assert p_adjust == "nemenyi" or seen == {("different", True), ("different", False)}


@pytest.mark.parametrize("key", ADJUSTMENTS)
def test_bounded_adjustments_are_never_above_bonferronis(key):
    entry = ADJUSTMENTS[key]
    if entry.needs in ("statistics", "sign flips") or entry.stands_for != key:
        pytest.skip("made of statistics")
    rng, above = np.random.default_rng(6), False
    for _ in range(60):
        p = rng.random(6) ** rng.integers(1, 6, size=6)
        if key in FLAT:
            adjusted = adjust_pvalues(p, key)
        else:
            square = np.full((4, 4), np.nan)
            square[np.triu_indices(4, 1)] = p
            square[np.triu_indices(4, 1)[::-1]] = p
            adjusted = adjust_pairs(square, key).pvalue_adjusted[np.triu_indices(4, 1)]
        above |= bool((adjusted > np.minimum(6 * p, 1) * (1 + 1e-12)).any())
    assert above != entry.bounded


def test_a_table_with_gaps_is_refused():
    scores = np.array(
        [[1.0, 2.0, 3.0], [2.0, 1.0, np.nan], [3.0, 1.0, 2.0], [1.0, 3.0, 2.0]]
    )
    table = cd.ScoreTable.from_arrays(
        scores, algorithms=["A", "B", "C"], missing="available"
    )
    with pytest.raises(
        cd.InputError,
        match=r"^a study of data sets requires complete scores, but 1 of 12 is missing",
    ):
        cd.study_datasets(table, pair_test="wilcoxon", repeats=10)
