"""Scores near the largest double are refused in a sentence; below 1e300 nothing
overflows.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.stats.assumptions import check_assumptions, normality_tests
from cddiagram.text import InputError

SCORES = np.random.default_rng(2).uniform(-1, 1, (12, 4)).round(3)


def table(scale: float) -> cd.ScoreTable:
    return cd.ScoreTable.from_arrays(SCORES * scale, algorithms=list("abcd"))


@pytest.mark.parametrize(
    "options", [{"ranking": "means", "pair_test": "t"}, {"pair_test": "t"}, {}]
)
def test_scores_whose_differences_overflow_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(InputError) as error:
        cd.compare(table(1.7e308), **options)
    assert str(error.value) == (
        "the largest absolute score is 1.6e+308, and differences between such scores "
        "overflow. Divide all scores by the same power of ten, which does not change "
        "any test result."
    )


@pytest.mark.parametrize("study", [cd.study_power, cd.study_pool])
def test_studies_reject_them_too(study: Callable[..., object]) -> None:
    with pytest.raises(
        InputError, match=r"^the largest absolute score is 1.6e\+308, and differences"
    ):
        study(table(1.7e308))


def test_a_bias_may_be_any_number() -> None:
    power = cd.study_power(
        table(1e300), biases=[0.0, 1e200], repeats=5, size=4, pair=["a", "b"]
    )
    assert power.biases == (0.0, 1e200)


@pytest.mark.parametrize("scale", [1e300, 1e160, 1e-160, 1e-300])
@pytest.mark.parametrize(
    "options",
    [
        {"ranking": "means", "pair_test": "t", "p_adjust": "tukey"},
        {"ranking": "aligned"},
        {"ranking": "quade"},
        {"pair_test": "t"},
        {"pair_test": "wilcoxon"},
    ],
)
def test_no_test_depends_on_the_unit(scale: float, options: dict[str, str]) -> None:
    scaled, plain = (
        cd.compare(table(scale), **options),
        cd.compare(table(1.0), **options),
    )
    np.testing.assert_allclose(
        scaled.pairwise.pvalue_adjusted, plain.pairwise.pvalue_adjusted, rtol=1e-9
    )
    for one, other in zip(scaled.omnibus, plain.omnibus, strict=True):
        assert one.pvalue == pytest.approx(other.pvalue, rel=1e-9)


@pytest.mark.parametrize("scale", [1e300, 1e160, 1e-160, 1e-300])
def test_assumptions_do_not_depend_on_the_unit(scale: float) -> None:
    assumptions, plain = check_assumptions(table(scale)), check_assumptions(table(1.0))
    np.testing.assert_allclose(
        assumptions.deviations / scale, plain.deviations, rtol=1e-9
    )
    assert assumptions.levene.pvalue == pytest.approx(plain.levene.pvalue, rel=1e-9)
    for one, other in zip(
        normality_tests(SCORES * scale), plain.normality, strict=True
    ):
        np.testing.assert_allclose(one.pvalue, other.pvalue, rtol=1e-9)
