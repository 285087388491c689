"""The caption of the curves in a report names the average over the problems."""

from dataclasses import replace

import cddiagram as cd
from cddiagram.convergence.words import curves_caption
from cddiagram.words import plain_words


def test_the_caption_names_the_average():
    histories = cd.load_histories("optimisers")
    said = (
        "Convergence curves of 6 algorithms: average rank over 20 problems at 10 "
        "cut-points. Lower values are better."
    )
    assert plain_words(curves_caption(histories)) == said
    positive = replace(histories, values=histories.values + 1e-3, whole=None)
    assert "geometric mean of the errors over 20 problems" in plain_words(
        curves_caption(positive)
    )
