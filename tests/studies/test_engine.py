"""The engine: the same numbers on any number of workers, in one go or resumed; a
checkpoint belongs to one study.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.studies.engine import batches, generator, run
from cddiagram.text import CddiagramError, InputError, UsageError

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
    [
        {"workers": 2},
        {"workers": 4},
        {"executor": ThreadPoolExecutor(2)},
        {"executor": Backwards()},
    ],
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
    assert (batches(500), batches(501), batches(3), batches(0)) == (
        [250, 250],
        [250, 250, 1],
        [3],
        [],
    )


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
        Stops(2),
        PARTS,
        seed=5,
        study={"study": "toy"},
        checkpoint=path,
        progress=lambda *now: told.append(now),
    )
    assert flat(again) == plain()
    assert told == [(2, 4), (3, 4), (4, 4)]
    assert (
        flat(run(Stops(0), PARTS, seed=5, study={"study": "toy"}, checkpoint=path))
        == plain()
    )
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
    message = (
        f"the checkpoint '{path}' belongs to a different study (it differs in "
        f"{differs}). Choose another file, or remove this checkpoint."
    )
    assert str(refused.value) == message
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"scores,A,B\n", b"PK\x03\x04"])
def test_what_is_no_checkpoint_is_refused_and_stays(tmp_path, content):
    path = tmp_path / "scores.csv"
    path.write_bytes(content)
    with pytest.raises(
        InputError,
        match=r"scores.csv' is not a checkpoint of a study\. Choose another file\.$",
    ):
        plain(checkpoint=path)
    assert path.read_bytes() == content


def test_arrays_of_others_are_no_checkpoint(tmp_path):
    path = tmp_path / "arrays.npz"
    np.savez(path, study=np.array(json.dumps({})), numbers=np.zeros(3))
    with pytest.raises(InputError, match="is not a checkpoint"):
        plain(checkpoint=path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"workers": 0}, "workers must be a whole number of at least 1, not 0."),
        ({"workers": True}, "workers must be a whole number of at least 1, not True."),
        (
            {"workers": 2, "executor": Backwards()},
            "pass either workers or executor, not both.",
        ),
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
        lambda **o: cd.study_stability(
            cd.compare(TABLE, pair_test="wilcoxon"), resamples=700, **o
        ),
        lambda **o: cd.study_pool(TABLE, max_pools=9, **o),
    ],
    ids=["stability", "pool"],
)
def test_studies_have_the_same_numbers_on_any_number_of_workers_and_resumed(
    study, tmp_path
):
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
    with pytest.raises(InputError, match="belongs to a different study"):
        study(checkpoint=path, seed=1)


def killed(part, rng):
    """End the worker as the system does when memory runs out."""
    if part == PARTS[-1]:
        os.kill(os.getpid(), signal.SIGKILL)
    return work(part, rng)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("own", [False, True])
def test_a_killed_worker_is_one_sentence_with_a_remedy(tmp_path, kept, own):
    path = tmp_path / "study.npz"
    how = {"workers": 2} if own else {"executor": ProcessPoolExecutor(2)}
    if kept:
        how["checkpoint"] = path
    with pytest.raises(CddiagramError) as refused:
        run(killed, PARTS, seed=5, study={"study": "toy"}, **how)
    remedy = "Use fewer workers" if own else "Use an executor with fewer workers"
    more = ", and a checkpoint for the finished parts."
    if kept:
        more = f"; the checkpoint '{path}' contains the finished parts."
    start = (
        "a worker process ended before its part was finished, often because memory ran "
        "out. "
    )
    assert str(refused.value) == start + remedy + more
    if kept:
        assert plain(checkpoint=path) == plain()


def test_an_error_of_the_work_itself_passes():
    with pytest.raises(RuntimeError, match=r"^of the work$"):
        run(fails, PARTS, seed=5, study={}, workers=2)


def fails(part, rng):
    raise RuntimeError("of the work")


#: A study of which the first part is done at once and the others never.
ENDLESS = """
import os, time
import numpy as np
from cddiagram.cli import _stop_in_order
from cddiagram.studies.engine import run

def work(part, rng):
    if part:
        os.write(1, b"at work\\n")
        time.sleep(600)
    return {"part": np.array([part])}

def told(done, total):
    if done:
        os.write(1, b"one done\\n")

if __name__ == "__main__":
    _stop_in_order()
    run(work, range(5), seed=1, study={}, workers=2, checkpoint="study.npz", progress=told)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGTERM, 143),
        (signal.SIGHUP, 129),
        (signal.SIGINT, -2),
        (signal.SIGKILL, -9),
    ],
)
def test_workers_end_with_the_process_that_started_them(tmp_path, number, code):
    """The workers hold the pipe open: it ends when all of them have ended."""
    (tmp_path / "endless.py").write_text(ENDLESS)
    process = subprocess.Popen(
        [sys.executable, "endless.py"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        lines = [process.stdout.readline() for _ in range(3)]
        assert sorted(lines) == ["at work\n", "at work\n", "one done\n"]
        process.send_signal(number)
        process.communicate(timeout=60)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    assert process.returncode == code
    if number != signal.SIGKILL:
        with np.load(tmp_path / "study.npz") as kept:
            assert [key for key in kept.files if ":" in key] == ["0:part"]


@pytest.mark.skipif(sys.platform == "win32", reason="no signals")
@pytest.mark.parametrize("ignored", [False, True])
def test_the_command_stops_in_order(ignored):
    """A signal that whoever started the command ignores, as nohup does, stays
    ignored.
    """
    script = f"""
import signal
from cddiagram import cli
if {ignored}:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
cli.main = lambda **_: print(*(signal.getsignal(n) == signal.SIG_IGN for n in (signal.SIGTERM, signal.SIGHUP)))
cli.run()
signal.raise_signal(signal.SIGTERM)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == (
        f"False {ignored}\n",
        "",
        143,
    )


def altered(path, change):
    """Change the arrays of a checkpoint, and write them as they are."""
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    change(arrays)
    np.savez(path, **arrays)


def renamed(arrays, old, new):
    arrays[new] = arrays.pop(old)


@pytest.mark.parametrize(
    "change",
    [
        lambda arrays: arrays.update(study=np.array("[1, 2]")),
        lambda arrays: arrays.update(study=np.array("5")),
        lambda arrays: arrays.update(study=np.zeros(3)),
        lambda arrays: arrays.update({"0:a": arrays["0:a"][:1]}),
        lambda arrays: arrays.update({"0:a": arrays["0:a"].reshape(3, 1)}),
        lambda arrays: arrays.update({"0:a": arrays["0:a"].astype(str)}),
        lambda arrays: arrays.update({"0:a": arrays["0:a"] + 1e-9}),
        lambda arrays: arrays.update({"0:b": arrays["0:a"]}),
        lambda arrays: renamed(arrays, "0:a", "-1:a"),
        lambda arrays: renamed(arrays, "0:a", "0:a:b"),
        lambda arrays: arrays.pop("0:a"),
        lambda arrays: arrays.pop("digest"),
        lambda arrays: arrays.clear(),
    ],
)
def test_a_checkpoint_with_other_content_is_refused(tmp_path, change):
    path = tmp_path / "study.npz"
    plain(checkpoint=path)
    altered(path, change)
    with pytest.raises(
        InputError,
        match=r"study.npz' is not a checkpoint of a study\. Choose another file\.$",
    ):
        plain(checkpoint=path)


def test_one_array_alone_is_no_checkpoint(tmp_path):
    path = tmp_path / "array.npy"
    np.save(path, np.zeros(3))
    with pytest.raises(InputError, match="is not a checkpoint"):
        plain(checkpoint=path)
