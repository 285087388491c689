"""Results draw themselves: ``comparison.plot("mcb")`` is ``plot_mcb(comparison)``."""

from functools import partial
from typing import get_args

import pytest
from every_feature import result_of

import cddiagram as cd
from cddiagram.features import FEATURES, FIGURES, FigureKey, feature_of
from cddiagram.figures import COMPARED, find_figure

TABLE = cd.load_example("demsar2006-table6")
COMPARISON = cd.compare(TABLE, alpha=0.10)
KINDS = [key for key in FIGURES if find_figure(key).subject == COMPARED]
OTHERS = [key for key in FIGURES if key not in KINDS]
#: What a figure requires besides the comparison.
REQUIRED = {
    "pair-scatter": {"first": "C4.5", "second": "C4.5+m"},
    "score-cost": {"cost": TABLE},
}


def same(drawing, expected):
    assert drawing.provenance == expected.provenance
    assert drawing.to_bytes("pdf") == expected.to_bytes("pdf")


def test_the_kinds_are_the_figures_of_one_comparison():
    assert set(get_args(FigureKey)) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_plot_is_the_function_of_the_figure(kind):
    options = {**REQUIRED.get(kind, {}), "width": 6.0, "note": "as the function"}
    function = getattr(cd, find_figure(kind).name)
    same(COMPARISON.plot(kind, **options), function(COMPARISON, **options))


def test_the_default_is_the_cd_diagram():
    same(COMPARISON.plot(), cd.plot_cd(COMPARISON))


def test_an_unknown_kind_is_answered_with_the_figures():
    with pytest.raises(cd.UsageError, match="unknown figure 'mbc': did you mean 'mcb'"):
        COMPARISON.plot("mbc")


@pytest.mark.parametrize("kind", OTHERS)
def test_a_figure_of_something_else_is_refused(kind):
    with pytest.raises(cd.CddiagramError):
        COMPARISON.plot(kind)


def test_what_assumptions_need_is_said():
    with pytest.raises(
        cd.UsageError, match=r"plot_assumptions\(comparison\.assumptions"
    ):
        COMPARISON.plot("assumptions")


def test_an_unknown_option_is_one_of_the_function():
    with pytest.raises(TypeError, match=r"plot_mcb\(\) got an unexpected .* 'letters'"):
        COMPARISON.plot("mcb", letters=True)


HISTORIES = cd.load_histories("optimisers")
RESULTS = {
    "stability": lambda: cd.study_stability(COMPARISON, resamples=10),
    "pool": lambda: cd.study_pool(COMPARISON),
    "power": lambda: cd.study_power(TABLE, biases=[0, 15], repeats=2),
    "folds": lambda: cd.compare_folds(TABLE, folds=14),
    "convergence": lambda: cd.compare_convergence(HISTORIES),
    "budget": lambda: cd.compare_over_budget(HISTORIES),
    "histories": lambda: HISTORIES,
}
for _key, _entry in FEATURES.items():
    if _entry.figures:
        RESULTS.setdefault(_key, partial(result_of, _key))


@pytest.mark.parametrize("key", RESULTS)
def test_features_draw_their_first_figure(key):
    result = RESULTS[key]()
    feature = feature_of(result)
    assert feature.key == key
    drawing = result.plot(width="page")
    function = getattr(cd, drawing.provenance.made)
    same(drawing, function(result, width="page"))
    same(drawing, result.plot(next(iter(feature.figures)), width="page"))
    with pytest.raises(cd.UsageError, match="unknown figure 'no-such-figure'"):
        result.plot("no-such-figure")


@pytest.mark.parametrize("key", RESULTS)
def test_the_description_is_that_of_the_first_figure(key):
    result = RESULTS[key]()
    assert result.description() == result.plot(width="page").description
    assert 0 < len(result.description()) <= 2000


def test_probabilities_and_assumptions_draw_their_figure():
    comparison = cd.compare(TABLE)
    posterior, assumptions = comparison.posterior(0.01), cd.check_assumptions(TABLE)
    same(posterior.plot(), cd.plot_posterior(posterior))
    same(assumptions.plot(), cd.plot_assumptions(assumptions))
    for result in (posterior, assumptions):
        assert result.description() == result.plot().description


def test_a_figure_of_a_pair_takes_the_pair_by_name():
    convergence = RESULTS["convergence"]()
    pair = dict(zip(("first", "second"), convergence.algorithms, strict=False))
    same(
        convergence.plot("trend", **pair),
        cd.plot_convergence_trend(convergence, **pair),
    )
