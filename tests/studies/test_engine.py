"""The engine: the same numbers on any number of workers, in one go or resumed; a checkpoint belongs to one study."""

import json
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.errors import InputError, UsageError
from cddiagram.studies.engine import batches, generator, run

PARTS = [("a", 3), ("b", 2), ("a", 1), ("c", 4)]


def work(part, rng):
    name, count = part
    return {name: rng.random(count), "all": np.array([count])}


def flat(found):
    return [{name: array.tolist() for name, array in part.items()} for part in found]


def plain(**options):
    return flat(run(work, PARTS, seed=5, study={"study": "toy"}, **options))


class Backwards(Executor):
    """Does what it is given last to first, when the last is there."""

    def __init__(self):
        self.waiting = []

    def submit(self, function, /, *args, **keywords):
        future = Future()
        self.waiting.append((future, function, args))
        if len(self.waiting) == len(PARTS):
            for future_, function_, args_ in reversed(self.waiting):
                future_.set_result(function_(*args_))
        return future


@pytest.mark.parametrize(
    "options",
    [{"workers": 2}, {"workers": 4}, {"executor": ThreadPoolExecutor(2)}, {"executor": Backwards()}],
    ids=["2", "4", "threads", "backwards"],
)
def test_who_works_changes_no_number(options):
    assert plain(**options) == plain()


def test_an_executor_is_left_open():
    with ProcessPoolExecutor(1) as pool:
        assert plain(executor=pool) == plain(executor=pool)


def test_another_seed_gives_other_numbers_and_parts_do_not_share_theirs():
    first = plain()
    assert flat(run(work, PARTS, seed=6, study={}))[0] != first[0]
    assert first[0]["a"][0] != first[2]["a"][0]


def test_the_generator_of_a_part_is_found_again():
    assert work(PARTS[2], generator(5, 2))["a"].tolist() == plain()[2]["a"]


def test_batches_have_a_fixed_size():
    assert (batches(500), batches(501), batches(3), batches(0)) == ([250, 250], [250, 250, 1], [3], [])


class Stops:
    """Does the parts until it is stopped."""

    def __init__(self, after):
        self.left = after

    def __call__(self, part, rng):
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        return work(part, rng)


def test_a_study_that_was_stopped_goes_on_where_it_stood(tmp_path):
    path, told = tmp_path / "study.npz", []
    with pytest.raises(KeyboardInterrupt):
        run(Stops(2), PARTS, seed=5, study={"study": "toy"}, checkpoint=path)
    again = run(
        Stops(2), PARTS, seed=5, study={"study": "toy"}, checkpoint=path, progress=lambda *now: told.append(now)
    )
    assert flat(again) == plain()
    assert told == [(2, 4), (3, 4), (4, 4)]
    assert flat(run(Stops(0), PARTS, seed=5, study={"study": "toy"}, checkpoint=path)) == plain()
    assert [file.name for file in tmp_path.iterdir()] == ["study.npz"]


@pytest.mark.parametrize(
    ("changed", "differs"),
    [
        ({"seed": 6}, "seed"),
        ({"study": {"study": "other"}}, "study"),
        ({"study": {"study": "toy", "alpha": 0.1}}, "alpha"),
        ({"parts": PARTS[:3]}, "parts"),
    ],
)
def test_a_checkpoint_of_another_study_is_refused(tmp_path, changed, differs):
    path = tmp_path / "study.npz"
    given = {"parts": PARTS, "seed": 5, "study": {"study": "toy"}, "checkpoint": path}
    run(work, **given)
    before = path.read_bytes()
    with pytest.raises(InputError) as refused:
        run(work, **(given | changed))
    message = f"the checkpoint '{path}' is of another study (it differs in {differs}): name another file, or remove it."
    assert str(refused.value) == message
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"scores,A,B\n", b"PK\x03\x04"])
def test_what_is_no_checkpoint_is_refused_and_stays(tmp_path, content):
    path = tmp_path / "scores.csv"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"scores.csv' is no checkpoint of a study: name another file\.$"):
        plain(checkpoint=path)
    assert path.read_bytes() == content


def test_arrays_of_others_are_no_checkpoint(tmp_path):
    path = tmp_path / "arrays.npz"
    np.savez(path, study=np.array(json.dumps({})), numbers=np.zeros(3))
    with pytest.raises(InputError, match="is no checkpoint"):
        plain(checkpoint=path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"workers": 0}, "workers must be a whole number, 1 or more, not 0."),
        ({"workers": True}, "workers must be a whole number, 1 or more, not True."),
        ({"workers": 2, "executor": Backwards()}, "workers and executor both say who works: leave one of them out."),
    ],
)
def test_options_that_make_no_sense_are_refused(options, message):
    with pytest.raises(UsageError) as refused:
        plain(**options)
    assert str(refused.value) == message


TABLE = cd.load_example("garcia2008-table2")


@pytest.mark.slow
@pytest.mark.parametrize(
    "study",
    [
        lambda **o: cd.study_stability(cd.compare(TABLE, pair_test="wilcoxon"), resamples=700, **o),
        lambda **o: cd.study_pool(TABLE, max_pools=9, **o),
    ],
    ids=["stability", "pool"],
)
def test_studies_have_the_same_numbers_on_any_number_of_workers_and_resumed(study, tmp_path):
    alone = study().to_dict()
    path = tmp_path / "study.npz"
    calls = []

    def stop(done, total):
        calls.append(done)
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study(checkpoint=path, progress=stop)
    assert study(checkpoint=path).to_dict() == alone
    assert study(workers=2).to_dict() == alone
    with ThreadPoolExecutor(3) as pool:
        assert study(executor=pool).to_dict() == alone
    with pytest.raises(InputError, match="is of another study"):
        study(checkpoint=path, seed=1)
