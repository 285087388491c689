"""The numbers of Garcia, Fernandez, Luengo & Herrera 2010 (Information Sciences 180),
G10: Tables 3-8, 10, 11.

The tables are carried here as printed. Where the paper is wrong, the right number is
tested, and that the printed one follows from the mistake named.
"""

from __future__ import annotations

import numpy as np
import pytest
from published_numbers import (
    aligned_as_printed,
    aligned_error_as_printed,
    quade_as_printed,
    quade_error_as_printed,
)
from rhyne_steel import printed_critical_value

from cddiagram.stats.aligned import (
    aligned_pair_test,
    aligned_ranks,
    aligned_standard_error,
    aligned_test,
)
from cddiagram.stats.effects import contrast_estimates, unadjusted_medians
from cddiagram.stats.multiple_sign import multiple_sign_test
from cddiagram.stats.quade import (
    quade_average_ranks,
    quade_standard_error,
    quade_statistics,
    quade_test,
    quade_weights,
)
from cddiagram.stats.ranks import rank_scores

# Columns: PDFC, NNEP, IS-CHC+1NN, FH-GBML; rows: 24 data sets. ACCURACY is Table 3,
# TABLE_5 the printed differences D12, D13, D14, D23, D24, D34, TABLE_7 the printed
# aligned ranks, TABLE_8_Q the printed ranks of the ranges.

ACCURACY = np.array(
    [
        [0.752, 0.773, 0.785, 0.795],  # Adult*
        [0.727, 0.748, 0.724, 0.713],  # Breast
        [0.736, 0.716, 0.585, 0.638],  # Bupa
        [0.994, 0.861, 0.880, 0.791],  # Car
        [0.508, 0.553, 0.575, 0.515],  # Cleveland
        [0.535, 0.536, 0.513, 0.471],  # Contraceptive
        [0.967, 0.871, 0.954, 0.532],  # Dermatology
        [0.831, 0.807, 0.819, 0.768],  # Ecoli
        [0.745, 0.702, 0.719, 0.705],  # German
        [0.709, 0.572, 0.669, 0.607],  # Glass
        [0.722, 0.728, 0.725, 0.732],  # Haberman
        [0.967, 0.947, 0.953, 0.960],  # Iris
        [0.832, 0.752, 0.802, 0.691],  # Lymphography
        [0.998, 0.992, 0.482, 0.910],  # Mushrooms
        [0.963, 0.963, 0.954, 0.926],  # Newthyroid
        [0.982, 0.953, 0.932, 0.630],  # Penbased*
        [0.978, 0.773, 0.834, 0.849],  # Ring
        [0.854, 0.787, 0.841, 0.779],  # Satimage*
        [0.965, 0.984, 0.995, 0.947],  # Shuttle*
        [0.924, 0.887, 0.861, 0.804],  # spambase*
        [0.929, 0.942, 0.931, 0.921],  # Thyroid*
        [0.837, 0.643, 0.602, 0.554],  # Vehicle
        [0.972, 0.956, 0.944, 0.922],  # Wine
        [0.958, 0.959, 0.964, 0.964],  # Wisconsin
    ]
)

TABLE_5 = np.array(
    [
        [-0.021, -0.033, -0.043, -0.012, -0.022, -0.010],  # Adult <sup>*</sup>
        [-0.021, 0.003, 0.014, 0.024, 0.035, 0.011],  # Breast
        [0.020, 0.151, 0.099, 0.131, 0.078, -0.053],  # Bupa
        [0.133, 0.114, 0.203, -0.019, 0.071, 0.089],  # Car
        [-0.045, -0.067, -0.007, -0.021, 0.039, 0.060],  # Cleveland
        [-0.001, 0.022, 0.064, 0.023, 0.065, 0.042],  # Contraceptive
        [0.096, 0.014, 0.436, -0.083, 0.339, 0.422],  # Dermatology
        [0.024, 0.012, 0.063, -0.012, 0.039, 0.051],  # Ecoli
        [0.043, 0.026, 0.040, -0.017, -0.003, 0.014],  # German
        [0.137, 0.040, 0.101, -0.097, -0.036, 0.062],  # Glass
        [-0.006, -0.003, -0.010, 0.004, -0.003, -0.007],  # Haberman
        [0.020, 0.013, 0.007, -0.007, -0.013, -0.007],  # Iris
        [0.080, 0.031, 0.141, -0.049, 0.061, 0.110],  # Lymphography
        [0.006, 0.515, 0.087, 0.509, 0.081, -0.428],  # Mushrooms <sup>*</sup>
        [0.000, 0.010, 0.038, 0.010, 0.038, 0.028],  # Newthyroid
        [0.029, 0.049, 0.352, 0.020, 0.323, 0.302],  # Penbased <sup>*</sup>
        [0.205, 0.145, 0.130, -0.061, -0.076, -0.015],  # Ring <sup>*</sup>
        [0.067, 0.012, 0.075, -0.054, 0.008, 0.062],  # Satimage <sup>*</sup>
        [-0.019, -0.030, 0.018, -0.011, 0.038, 0.048],  # Shuttle <sup>*</sup>
        [0.037, 0.063, 0.120, 0.026, 0.083, 0.057],  # Spambase <sup>*</sup>
        [-0.013, -0.001, 0.008, 0.011, 0.021, 0.010],  # Thyroid <sup>*</sup>
        [0.194, 0.235, 0.282, 0.041, 0.089, 0.047],  # Vehicle
        [0.016, 0.028, 0.050, 0.011, 0.034, 0.023],  # Wine
        [-0.001, -0.006, -0.006, -0.005, -0.005, 0.000],  # Wisconsin
    ]
)

TABLE_7 = np.array(
    [
        [74, 56, 39, 30],  # Adult*
        [51, 29, 59, 68],  # Breast
        [11, 16, 90, 81],  # Bupa
        [7, 72, 53, 92],  # Car
        [80, 32, 19, 73],  # Cleveland
        [28, 26, 50, 85],  # Contraceptive
        [4, 17, 5, 95],  # Dermatology
        [24, 48, 33, 84],  # Ecoli
        [22, 69, 47, 67],  # German
        [10, 88, 21, 82],  # Glass
        [61, 46, 54, 41],  # Haberman
        [38, 66, 58, 42],  # Iris
        [13, 71, 20, 89],  # Lymphography
        [2, 3, 96, 12],  # Mushrooms*
        [34.5, 34.5, 45, 76],  # Newthyroid
        [8, 9, 14, 94],  # Penbased*
        [6, 91, 75, 65],  # Ring*
        [18, 79, 23, 83],  # Satimage*
        [62, 36, 27, 77],  # Shuttle
        [15, 31, 63, 87],  # Spambase*
        [52, 37, 49, 64],  # Thyroid*
        [1, 70, 86, 93],  # Vehicle
        [25, 40, 60, 78],  # Wine
        [57, 55, 43.5, 43.5],  # Wisconsin
    ]
)
TABLE_8_Q = np.array(
    [
        8,
        5,
        18,
        19,
        13,
        12,
        23,
        11,
        7,
        16,
        2,
        3,
        17,
        24,
        6,
        22,
        20,
        14,
        9,
        15,
        4,
        21,
        10,
        1,
    ]
)
RANKS = rank_scores(ACCURACY)


def test_friedman_ranks_are_those_of_table_3() -> None:
    np.testing.assert_allclose(
        RANKS.mean(axis=0), [1.771, 2.479, 2.479, 3.271], atol=5e-4
    )


def test_aligned_totals_of_table_7() -> None:
    assert TABLE_7.sum(axis=0).tolist() == [703.5, 1121.5, 1129.5, 1701.5]
    # Eq. (8) prints 1121^2; its sum is that of 1121.5^2.
    assert (TABLE_7.sum(axis=0) ** 2).sum() == 5923547
    assert (TABLE_7.sum(axis=1) ** 2).sum() == 926830


def test_aligned_statistic_is_that_of_the_formula_and_not_the_printed_one() -> None:
    plain, corrected = aligned_test(TABLE_7)
    assert plain.statistic == pytest.approx(22.28987814856587, rel=1e-13, abs=0)
    assert plain.pvalue == pytest.approx(5.6770635367976094e-05, rel=1e-11, abs=0)
    assert plain.df == (3.0,)
    assert corrected.statistic == pytest.approx(22.29020677453835, rel=1e-13, abs=0)
    assert corrected.tie_corrected
    assert not plain.tie_corrected
    # Eq. (10) prints 18.837, p 2.96e-4: that has 1/k on the algorithms' sum of squares
    # instead of the data sets'.
    wrong = 3 * (5923547 / 4 - 24**2 * 97**2) / (96 * 97 * 193 / 6 - 926830)
    assert wrong == pytest.approx(18.837, abs=5e-4)
    assert plain.statistic != pytest.approx(18.837, abs=1)


def test_aligned_ranks_of_the_printed_accuracies_keep_decimal_ties() -> None:
    ranks = aligned_ranks(ACCURACY)
    # The paper ranked unrounded accuracies: 14 of 96 ranks differ, by at most 1.5.
    assert np.abs(ranks - TABLE_7).max() <= 1.5
    assert (ranks != TABLE_7).sum() == 14
    # Binary subtraction loses ties: 29.333, 46.792, 46.979, 70.896 (KEEL, R scmamp,
    # statds).
    assert ranks.sum(axis=0).tolist() == [704.5, 1122.5, 1127.0, 1702.0]
    assert aligned_test(ranks)[0].statistic == pytest.approx(
        22.267108513409212, rel=1e-13, abs=0
    )


@pytest.mark.parametrize(
    ("other", "z", "printed", "tolerance"),
    [
        (3, 5.171053868406868, 2.32777e-7, 5e-13),
        (2, 2.207283514971268, 0.02729, 5e-6),
        (1, 2.1658321813567847, 0.03032, 5e-6),
    ],
)
def test_aligned_p_of_table_10_needs_the_variance_of_the_paper(
    other: int, z: float, printed: float, tolerance: float
) -> None:
    statistic, pvalue = aligned_as_printed(TABLE_7)
    assert statistic[0, other] == pytest.approx(z, rel=1e-13, abs=0)
    assert pvalue[0, other] == pytest.approx(printed, abs=tolerance)
    # Eq. (21) as printed, sqrt(k (n + 1) / 6), would give half the standard error.
    assert aligned_error_as_printed(24, 4) == pytest.approx(
        8.04155872120988, rel=1e-14, abs=0
    )
    # Within a data set aligned ranks are negatively correlated: 78.5 and not 64.7.
    assert aligned_standard_error(TABLE_7) ** 2 == pytest.approx(78.5, abs=0.05)
    assert aligned_pair_test(TABLE_7).pvalue[0, other] > pvalue[0, other]


def test_quade_sums_and_average_ranks_of_table_8() -> None:
    sums = (TABLE_8_Q[:, np.newaxis] * (RANKS - 2.5)).sum(axis=0)
    assert sums.tolist() == [-332.0, 11.0, 27.5, 293.5]
    # The text after Table 8 prints 3.487 for the last.
    np.testing.assert_allclose(
        quade_average_ranks(RANKS, TABLE_8_Q), [1.393, 2.537, 2.592, 3.478], atol=5e-4
    )


def test_quade_statistic_is_that_of_the_formula_and_not_the_printed_one() -> None:
    plain, corrected = quade_test(RANKS, TABLE_8_Q)
    assert plain.statistic == pytest.approx(11.60978896064429, rel=1e-13, abs=0)
    assert plain.pvalue == pytest.approx(3.004372676382946e-06, rel=1e-11, abs=0)
    assert plain.df == (3.0, 69.0)
    assert corrected.statistic > plain.statistic
    # Eq. (17)-(18): A2 = 24500; B is 8218.479, printed 4068.479 as (-332)^2 was taken
    # for 332 * 32.
    b = ((TABLE_8_Q[:, np.newaxis] * (RANKS - 2.5)).sum(axis=0) ** 2).sum() / 24
    assert b == pytest.approx(8218.479, abs=5e-4)
    assert b - (332**2 - 332 * 32) / 24 == pytest.approx(4068.479, abs=5e-4)
    # Eq. (19) prints 21.967: a program took (k + 1) / 2 = 2 in integers. Quade is wrong
    # there for every even k.
    b_integer = ((TABLE_8_Q[:, np.newaxis] * (RANKS - 2)).sum(axis=0) ** 2).sum() / 24
    assert 23 * b_integer / (24500 - b_integer) == pytest.approx(21.967, abs=5e-4)


def test_quade_from_the_printed_accuracies_keeps_the_tie_of_adult_and_german() -> None:
    weights = quade_weights(ACCURACY)
    assert weights[0] == weights[8] == 7.5
    assert np.array_equal(np.delete(weights, [0, 8]), np.delete(TABLE_8_Q, [0, 8]))
    plain, corrected = quade_test(RANKS, weights)
    assert plain.statistic == pytest.approx(
        11.7518623493225, rel=1e-12, abs=0
    )  # R scmamp 0.3.2, quadeTest
    assert plain.pvalue == pytest.approx(2.61812050561527e-06, rel=1e-11, abs=0)
    assert corrected.statistic == pytest.approx(
        11.7671019284455, rel=1e-12, abs=0
    )  # R 4.2.2, quade.test
    assert corrected.pvalue == pytest.approx(2.57983784314518e-06, rel=1e-11, abs=0)


@pytest.mark.parametrize(
    ("other", "z", "printed", "tolerance"),
    [
        # Table 11 prints 6.43747e-4 for the first; its own Bonferroni value is 3 times
        # 6.43747e-5.
        (3, 3.996172914074624, 6.43747e-5, 5e-11),
        (2, 2.296761251174784, 0.02163, 5e-6),
        (1, 2.191346617949794, 0.02843, 5e-6),
    ],
)
def test_quade_p_of_table_11_needs_the_variance_of_the_paper(
    other: int, z: float, printed: float, tolerance: float
) -> None:
    statistic, pvalue = quade_as_printed(RANKS, TABLE_8_Q)
    assert statistic[0, other] == pytest.approx(z, rel=1e-13, abs=0)
    assert pvalue[0, other] == pytest.approx(printed, abs=tolerance)
    assert quade_error_as_printed(24, 4) == pytest.approx(
        0.521749194749951, rel=1e-14, abs=0
    )
    assert quade_standard_error(RANKS, TABLE_8_Q) == pytest.approx(
        0.4260064336151292, rel=1e-14, abs=0
    )


def test_quade_many_tables_at_once() -> None:
    statistic, pvalue = quade_statistics(
        np.stack([RANKS, RANKS]), np.stack([TABLE_8_Q, quade_weights(ACCURACY)])
    )
    np.testing.assert_allclose(
        statistic, [11.60978896064429, 11.7518623493225], rtol=1e-12
    )
    np.testing.assert_allclose(
        pvalue, [3.004372676382946e-06, 2.61812050561527e-06], rtol=1e-10
    )


def test_multiple_sign_counts_of_table_4() -> None:
    dropped, kept = (
        multiple_sign_test(ACCURACY, 0),
        multiple_sign_test(ACCURACY, 0, ties="keep"),
    )
    # Table 4 prints 7 pluses and 16 minuses for NNEP: it takes Cleveland, 0.553 against
    # 0.508, for a minus.
    pluses, minuses = dropped.statistic[1:, 0], dropped.statistic[0, 1:]
    assert pluses.tolist() == np.minimum(pluses, minuses).tolist() == [8, 6, 4]
    assert minuses.tolist() == [15, 18, 20]
    assert (pluses + minuses).tolist() == [23, 24, 24]
    np.testing.assert_allclose(
        kept.pvalue[0, 1:],
        [0.18655749236641384, 0.03173809871584299, 0.0022797909504482794],
        rtol=1e-10,
    )
    np.testing.assert_array_equal(dropped.pvalue[0, 2:], kept.pvalue[0, 2:])
    assert dropped.pvalue[0, 1] > kept.pvalue[0, 1]
    # The decision of the paper: at most 6 pluses (its text says "less than 6").
    critical = printed_critical_value(24, 3, 0.05)
    assert critical == printed_critical_value(23, 3, 0.05) == 6
    assert (pluses <= critical).tolist() == [False, True, True]
    assert (dropped.pvalue[0, 1:] <= 0.05).tolist() == [False, True, True]


def test_contrasts_of_section_3_3_and_table_6() -> None:
    medians = np.zeros((4, 4))
    upper = np.triu_indices(4, 1)
    medians[upper] = np.median(TABLE_5, axis=0)
    np.testing.assert_allclose(
        medians[upper], [0.02, 0.018, 0.064, -0.006, 0.038, 0.035], atol=5.01e-4
    )
    printed = [0.02257, 0.01976, 0.05955, -0.00281, 0.03698, 0.03979]
    # Table 6 comes from unrounded accuracies; the printed differences have three
    # decimals.
    np.testing.assert_allclose(
        contrast_estimates(medians - medians.T)[upper], printed, atol=1e-3
    )
    estimates = contrast_estimates(unadjusted_medians(ACCURACY))
    # The same from Table 3: R scmamp 0.3.2 contrastEstimationMatrix and KEEL.
    np.testing.assert_allclose(
        estimates[upper],
        [0.0225, 0.01975, 0.05925, -0.00275, 0.03675, 0.0395],
        atol=1e-12,
    )
    np.testing.assert_allclose(estimates[upper], printed, atol=1e-3)
    np.testing.assert_array_equal(estimates, -estimates.T)
