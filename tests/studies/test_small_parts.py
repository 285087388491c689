"""What the small parts of studies return."""

import numpy as np

from cddiagram._util import Exact
from cddiagram.stats import ManyTables
from cddiagram.studies.engine import batches
from cddiagram.studies.level.study import null_scores
from cddiagram.studies.monte_carlo import replicability, wilson_interval
from cddiagram.studies.pool.figure import level_of
from cddiagram.studies.power.study import sample_datasets


def test_engine_batches():
    assert batches(600) == [250, 250, 100]


def test_pool_level_of():
    shares = (0.0, 0.001, 0.5, 0.504, 0.506, 0.999, 1.0)
    assert [level_of(share) for share in shares] == [0, 1, 1, 1, 2, 2, 3]


def test_level_null_scores():
    assert null_scores(
        "global", 2, 3, 1, np.random.default_rng(0), shift=1.0, grid=0.5
    ).tolist() == [[[205.0, 205.0], [205.0, 204.0], [196.0, 198.0]]]


def test_power_replicability():
    assert replicability(np.array([[1.0], [1.0], [0.0], [0.0]])).round(4).tolist() == [
        0.3333
    ]


def test_power_wilson_interval():
    assert [float(end.round(4)) for end in wilson_interval(np.array(50), 1000)] == [
        0.0381,
        0.0653,
    ]


def test_power_draw():
    assert sample_datasets(
        np.array([1.0, 0.0, -1.0, -1.0]), 1000.0, 2, 1, np.random.default_rng(0)
    ).tolist() == [[0, 1]]


def test_many_tables_signed_rank_pvalues():
    scores = Exact.of([[[0.9, 0.8], [0.7, 0.6], [0.8, 0.5], [0.6, 0.61]]])
    found = ManyTables(scores, True).signed_rank_pvalues()
    np.testing.assert_array_equal(found, [[[np.nan, 0.25], [0.25, np.nan]]])
