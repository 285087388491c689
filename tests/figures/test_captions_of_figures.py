"""The captions of all figures mention averaged runs and missing scores."""

import numpy as np
import pandas as pd
import pytest
from every_figure import figures_of_one_comparison

import cddiagram as cd
from cddiagram.words import Wording


@pytest.fixture(scope="module")
def comparison():
    """A comparison of means of three runs, with a missing score."""
    random = np.random.default_rng(1)
    rows = []
    for number in range(10):
        for algorithm in "pqrs":
            if (number, algorithm) == (2, "q"):
                continue
            for run in range(3):
                rows.append((f"set {number}", algorithm, run, random.random()))
    frame = pd.DataFrame(rows, columns=["data set", "algorithm", "run", "score"])
    return cd.compare(frame, higher_is_better=True, missing="worst")


@pytest.mark.parametrize("key", figures_of_one_comparison())
def test_captions_mention_runs_and_missing_scores(comparison, key):
    wording, caption = Wording(comparison), comparison.caption(key)
    assert "3 runs" in wording.runs
    assert wording.runs in caption
    assert "missing" in str(wording.missing)
    assert str(wording.missing) in caption
