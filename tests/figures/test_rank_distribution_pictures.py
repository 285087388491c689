"""The distribution of places, drawn: pictures."""

import numpy as np
import pytest
from matplotlib import style

import cddiagram as cd

NAMES = ["Forest", "Boosting", "SVM", "Naive Bayes", "kNN", "Tree", "Ridge"]


def comparison_of(k, digits):
    scores = np.random.default_rng(k).normal(size=(50, k)) + np.linspace(1, 0, k)
    names = NAMES if k == len(NAMES) else [f"M{number}" for number in range(k)]
    return cd.compare(
        cd.ScoreTable.from_arrays(np.round(scores, digits), algorithms=names)
    )


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("k", [7, 60])
def test_rank_distribution(k, text_as_boxes):
    comparison = comparison_of(k, 1)
    return cd.plot_rank_distribution(
        comparison, highlight=comparison.algorithms[1]
    ).figure


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
def test_rank_distribution_dark(text_as_boxes):
    with style.context("dark_background"):
        return cd.plot_rank_distribution(comparison_of(7, 6), width="page").figure
