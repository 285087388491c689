"""The caption of the curves in a report names the average over the problems."""

from dataclasses import replace

import pytest

import cddiagram as cd
from cddiagram.convergence.words import curves_caption
from cddiagram.words import plain_words


def test_the_caption_names_the_average():
    histories = cd.load_histories("optimisers")
    said = (
        "Convergence curves of 6 algorithms: average rank over 20 problems at 10 "
        "cut-points (500 to 5000 evaluations). Rank 1 is best."
    )
    assert plain_words(curves_caption(histories)) == histories.caption() == said
    positive = replace(histories, values=histories.values + 1e-3, whole=None)
    assert "geometric mean of the errors over 20 problems" in plain_words(
        curves_caption(positive)
    )


def test_the_caption_of_a_problem_explains_bands():
    histories = cd.load_histories("optimisers")
    caption = histories.caption(problem="Rastrigin")
    assert caption.endswith(
        "Each history is the mean of 5 runs. Bands, if shown, extend from the 25th to the "
        "75th percentile of the runs."
    )
    without_runs = replace(histories, run_quartiles=None)
    assert "Bands" not in without_runs.caption(problem="Rastrigin")
    with pytest.raises(cd.InputError, match="unknown problem 'x'"):
        histories.caption(problem="x")
