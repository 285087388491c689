"""A new feature, such as a study, is in the tests of all results by its entry."""

import pytest
from every_feature import figures_but, result_of, results_but

import cddiagram as cd
from cddiagram import features
from cddiagram.features import FEATURES


@pytest.fixture
def twin(monkeypatch):
    """A feature that differs from the study of stability in its keys."""
    entry = FEATURES["stability"]._replace(
        key="twin",
        result="TwinStudy",
        call="study_stability(comparison, resamples=10)",
    )
    monkeypatch.setitem(features.FEATURES, "twin", entry)
    return entry


def test_its_call_makes_a_result(twin):
    assert result_of("twin").resamples == 10


def test_a_result_that_no_test_makes_is_made(twin):
    known = [result_of("stability"), result_of("pool")]
    kept = {type(result).__name__ for result in known}
    others = {entry.result for entry in FEATURES.values()} - kept - {twin.result}
    assert twin.result not in kept
    pretended = [type(name, (), {})() for name in others]
    (made,) = results_but([*known, *pretended])
    assert type(made).__name__ == "StabilityStudy"


def test_its_figure_is_drawn_if_no_test_draws_it(twin):
    names = {name for name in cd.__all__ if name.startswith("plot_")}
    assert figures_but(names) == {}
    assert figures_but(names - {"plot_stability"}) == {
        "stability": ("twin", cd.plot_stability)
    }
