"""Who does the work of a study changes no number: workers, threads, processes, a Dask
cluster; in one go or not.
"""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pandas as pd
import pytest

import cddiagram as cd
from cddiagram.text import InputError

GARCIA = cd.load_example("garcia2008-table2")
STUDIES = {
    "power": lambda **how: cd.study_power(
        GARCIA, pair=("C4.5", "1-NN"), group="all", tests=["tukey", "nemenyi", "shaffer"], biases=[0, 8], repeats=300,
        seed=4, **how
    ),
    "level": lambda **how: cd.study_level(
        4, 12, p_adjust=["nemenyi", "rom", "shaffer"], repeats=300, grid=0.5, seed=4, **how
    ),
    "datasets": lambda **how: cd.study_datasets(GARCIA, sizes=[8, 16], repeats=300, pair_test="sign", seed=4, **how),
}  # fmt: skip


@pytest.fixture(scope="module", params=STUDIES)
def study(request):
    return STUDIES[request.param]


@pytest.fixture(scope="module")
def alone(study):
    """The study by one worker, in one go."""
    return study()


@pytest.fixture(scope="module")
def cluster():
    """A cluster of Dask on this machine: a scheduler and two workers, processes of
    their own.
    """
    distributed = pytest.importorskip("distributed")
    options = {
        "n_workers": 2,
        "threads_per_worker": 1,
        "dashboard_address": None,
        "worker_dashboard_address": None,
    }
    with (
        distributed.LocalCluster(**options) as started,
        distributed.Client(started) as client,
    ):
        yield client


def assert_same(found, expected):
    pd.testing.assert_frame_equal(
        found.to_frame(), expected.to_frame(), check_exact=True
    )
    assert found.to_dict() == expected.to_dict()


@pytest.mark.parametrize("workers", [2, 4])
def test_workers(study, alone, workers):
    assert_same(study(workers=workers), alone)


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_pools(study, alone, pool):
    with pool(2) as executor:
        assert_same(study(executor=executor), alone)


@pytest.mark.slow
def test_a_dask_cluster(study, alone, cluster):
    seen = []
    with cluster.get_executor() as executor:
        assert_same(
            study(executor=executor, progress=lambda *done: seen.append(done)), alone
        )
    total = seen[0][1]
    assert seen == [(done, total) for done in range(total + 1)]
    assert len(cluster.scheduler_info()["workers"]) == 2


@pytest.mark.slow
def test_a_study_that_was_stopped_on_a_cluster_goes_on_elsewhere(
    study, alone, cluster, tmp_path
):
    stopped_and_resumed(study, alone, tmp_path / "kept.npz", cluster.get_executor())


@pytest.mark.parametrize("workers", [1, 2])
def test_a_study_that_was_stopped_goes_on(study, alone, workers, tmp_path):
    stopped_and_resumed(study, alone, tmp_path / "kept.npz", None, workers)


def stopped_and_resumed(study, alone, kept, executor, workers=1):
    def stop(done, total):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study(checkpoint=kept, progress=stop, executor=executor, workers=workers)
    seen = []
    assert_same(study(checkpoint=kept, progress=lambda *done: seen.append(done)), alone)
    assert seen[0][0] >= 2
    assert seen[-1][0] == seen[-1][1]


def test_a_checkpoint_belongs_to_one_study(tmp_path):
    kept = tmp_path / "kept.npz"
    cd.study_level(3, 8, repeats=20, checkpoint=kept)
    for other in (
        {"grid": 0.5},
        {"alpha": 0.1},
        {"pair_test": "sign"},
        {"control": "A1"},
        {"repeats": 21},
        {"seed": 1},
    ):
        with pytest.raises(InputError, match="belongs to a different study"):
            cd.study_level(3, 8, **({"repeats": 20} | other), checkpoint=kept)
    with pytest.raises(InputError, match="belongs to a different study"):
        cd.study_datasets(GARCIA, sizes=[5], repeats=20, checkpoint=kept)
