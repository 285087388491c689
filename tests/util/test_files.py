"""A file is wholly new or wholly as it was."""

import errno
import os
import signal
import subprocess
import sys
import threading
from functools import partial

import pytest

import cddiagram as cd
from cddiagram._util.files import atomic_write, atomic_writes
from cddiagram.text import InputError, OutputError


def test_writes_and_leaves_nothing_behind(tmp_path):
    target = tmp_path / "a.txt"
    with atomic_write(target) as file:
        file.write(b"new")
        assert not target.exists()
    assert target.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["a.txt"]


@pytest.mark.skipif(sys.platform == "win32", reason="limits of a process")
@pytest.mark.parametrize("size", [600, 600_000])
def test_a_disk_that_is_full_while_it_is_written(tmp_path, size):
    """Large contents reach the disk while they are written, small ones when the file is
    closed.
    """
    (tmp_path / "a.txt").write_bytes(b"old")
    script = f"""
import resource
from cddiagram._util.files import atomic_writes
from cddiagram.text.errors import OutputError
resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))
try:
    with atomic_writes(["a.txt", "b.txt"]) as files:
        for file in files:
            file.write(b"x" * {size})
except OutputError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == (
        "cannot write 'a.txt': file too large. Choose another location.\n",
        "",
    )
    assert os.listdir(tmp_path) == ["a.txt"]
    assert (tmp_path / "a.txt").read_bytes() == b"old"


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_an_error_leaves_the_old_file(tmp_path, error):
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")

    def fail():
        with atomic_write(target) as file:
            file.write(b"half")
            raise error

    with pytest.raises(error):
        fail()
    assert target.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_closing_the_file_is_allowed(tmp_path):
    with atomic_write(tmp_path / "a.txt") as file:
        file.write(b"new")
        file.close()
    assert (tmp_path / "a.txt").read_bytes() == b"new"


def test_permissions_stay_and_new_files_get_the_usual_ones(tmp_path):
    old, new, usual = tmp_path / "old", tmp_path / "new", tmp_path / "usual"
    old.write_bytes(b"old")
    old.chmod(0o640)
    usual.touch()
    for target in (old, new):
        with atomic_write(target) as file:
            file.write(b"x")
    assert old.stat().st_mode & 0o777 == 0o640
    assert new.stat().st_mode == usual.stat().st_mode


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "real.txt").write_bytes(b"old")
    link = tmp_path / "link.txt"
    link.symlink_to("real.txt")
    with atomic_write(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert (tmp_path / "real.txt").read_bytes() == b"new"


@pytest.mark.parametrize("close", [False, True])
def test_a_pipe_is_written_to(tmp_path, close):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    with atomic_write(pipe) as file:
        file.write(b"through")
        if close:
            file.close()
    reader.join(timeout=10)
    assert received == [b"through"]


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b", "x" * 300])
def test_a_name_that_no_file_can_have(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    reason = "file name too long" if name[0] == "x" else "this is not a valid file name"
    report = cd.make_report(
        cd.compare(cd.load_example("demsar2006-table6-ranks")), figures=()
    )
    for write in (
        atomic_write(name).__enter__,
        partial(report.save, f"{name}.md"),
        partial(report.save_fragments, name),
    ):
        with pytest.raises(
            OutputError, match=rf"cannot write '.*': {reason}\. Choose another"
        ):
            write()
    for read in (cd.read_scores, cd.read_histories):
        with pytest.raises(InputError, match=rf"cannot read '.*': {reason}\. "):
            read(name)
    assert list(tmp_path.iterdir()) == []


def test_refusals(tmp_path):
    link = tmp_path / "link.txt"
    link.symlink_to(tmp_path / "unmounted" / "a.txt")
    (tmp_path / "file").touch()
    for target, reason in (
        (tmp_path, "it is a folder"),
        (link, r"the folder '.*unmounted' does not exist. Create the folder first\.$"),
        (tmp_path / "file" / "a.txt", r"not a directory. Choose another location\.$"),
    ):
        with pytest.raises(OutputError, match=reason), atomic_write(target):
            pytest.fail("nothing may be computed for a file that cannot be written")


def test_missing_folders_are_made(tmp_path):
    path = tmp_path / "results" / "figures" / "a.txt"
    write([path, tmp_path / "b.txt"], b"new")
    assert path.read_bytes() == b"new"
    assert sorted(os.listdir(tmp_path)) == ["b.txt", "results"]


def test_an_error_leaves_no_new_folder(tmp_path):
    old = tmp_path / "old"
    old.mkdir()

    def fail():
        with atomic_writes([tmp_path / "x" / "y" / "a.txt", old / "b.txt"]):
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert os.listdir(tmp_path) == ["old"]


def test_a_protected_file_stays_though_its_folder_would_allow_the_rename(
    tmp_path, monkeypatch
):
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")
    # The superuser, who may run the tests, can write to any file: so the answer of the
    # system is made up.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with (
        pytest.raises(
            OutputError, match=r"the file is write-protected. Choose another name\.$"
        ),
        atomic_write(target),
    ):
        pytest.fail("nothing may be computed for a file that cannot be written")
    assert target.read_bytes() == b"old"


def in_child(work):
    """Do work in a process of its own; return how it ended."""
    child = os.fork()
    if not child:
        try:
            work()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def write(paths, content):
    with atomic_writes(paths) as files:
        for file in files:
            file.write(content)


@pytest.mark.parametrize("folders", [1, 2])
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("step", range(6))
def test_a_kill_leaves_all_old_or_all_new(tmp_path, folders, step, after):
    paths = [tmp_path / str(place % folders) / f"{place}.txt" for place in range(3)]
    for path in paths:
        path.parent.mkdir(exist_ok=True)
    write(paths, b"old")
    replace, calls = os.replace, []

    def killed(source, target):
        calls.append(source)
        if len(calls) <= step or after:
            replace(source, target)
        if len(calls) > step:
            os._exit(9)

    def work():
        os.replace = killed
        write(paths, b"new")

    ended = in_child(work)
    assert ended == (9 if step < 3 + folders else 0)
    for folder in {path.parent for path in paths}:  # whoever writes there next
        write([folder / "other.txt"], b"other")
    # The first replacements put the lists in their places; once all of them stand, the
    # work will be finished.
    whole = b"new" if step >= folders or (after and step == folders - 1) else b"old"
    assert [path.read_bytes() for path in paths] == [whole] * 3
    assert not [
        name
        for folder in range(folders)
        for name in os.listdir(tmp_path / str(folder))
        if name[0] == "."
    ]


def test_what_a_killed_process_left_is_taken_away_but_not_what_is_at_work(tmp_path):
    def work():
        with atomic_write(tmp_path / "a.txt") as file:
            file.write(b"half")
            os._exit(9)

    assert in_child(work) == 9
    assert len(os.listdir(tmp_path)) == 1
    with atomic_write(tmp_path / "b.txt") as file:
        file.write(b"b")
        assert len(os.listdir(tmp_path)) == 1
        with atomic_write(tmp_path / "c.txt"):
            assert len(os.listdir(tmp_path)) == 2
    assert sorted(os.listdir(tmp_path)) == ["b.txt", "c.txt"]


@pytest.mark.parametrize(
    "said",
    [
        '{"lists": [], "here": {".cddiagram-1-0.tmp": "../out.txt"}}',
        '{"lists": [], "here": {"../out.txt": "stolen.txt"}}',
        '{"lists": [], "here": {"mine.txt": "stolen.txt"}}',
        '{"lists": ["../out.txt"], "here": {}}',
        *("", "[]", "{}", "5", '{"lists": 5}', '{"lists": [], "here": [1]}', "\xff"),
    ],
)
def test_a_list_from_elsewhere_reaches_nothing_beyond(tmp_path, said):
    folder, out = tmp_path / "inside", tmp_path / "out.txt"
    folder.mkdir()
    (folder / "mine.txt").write_bytes(b"mine")
    out.write_bytes(b"out")
    (folder / ".cddiagram-1-0.tmp").write_bytes(b"bad")
    (folder / ".cddiagram-1.all").write_bytes(said.encode("latin-1"))
    write([folder / "a.txt"], b"a")
    assert (folder / "a.txt").read_bytes() == b"a"
    assert out.read_bytes() == b"out"
    assert (folder / "mine.txt").read_bytes() == b"mine"
    assert not (folder / "stolen.txt").exists()


@pytest.mark.slow
def test_two_writers_of_the_same_files_leave_those_of_one(tmp_path):
    paths = [tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "c.txt"]
    for _ in range(5):
        children = []
        for number in range(4):
            child = os.fork()
            if not child:
                write(paths, str(number).encode() * 1000)
                os._exit(0)
            children.append(child)
        assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
        assert len({path.read_bytes() for path in paths}) == 1
    assert len(os.listdir(tmp_path)) == 3


def test_a_full_disk_leaves_all_as_it_was(tmp_path):
    resource = pytest.importorskip("resource")
    paths = [tmp_path / "a.txt", tmp_path / "b.txt"]
    write(paths, b"old")

    def fail():
        with atomic_writes(paths) as (first, second):
            first.write(b"new")
            second.write(b"new" * 1000)

    def work():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        with pytest.raises(
            OutputError, match=r"b\.txt': file too large. Choose another location\.$"
        ):
            fail()

    assert in_child(work) == 0
    assert [path.read_bytes() for path in paths] == [b"old", b"old"]
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "b.txt"]


#: Writes two files while another program holds the lock of the folder for ever.
BESIDE_A_LOCK = """
import fcntl, os
from cddiagram._util.files import write_all
handle = os.open(".", os.O_RDONLY)
fcntl.flock(handle, fcntl.LOCK_EX)
write_all(["a.txt", "b.txt"], ["a", "b"])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no locks on folders")
@pytest.mark.parametrize("left", [False, True], ids=["clean", "left"])
def test_a_lock_of_another_program_is_not_waited_for_without_end(tmp_path, left):
    half = tmp_path / ".cddiagram-0-0.tmp"
    if left:
        half.write_text("half")
    subprocess.run(
        [sys.executable, "-c", BESIDE_A_LOCK], cwd=tmp_path, check=True, timeout=60
    )
    assert [(tmp_path / name).read_text() for name in ("a.txt", "b.txt")] == ["a", "b"]
    write([tmp_path / "c.txt"], b"c")  # tidies what could not be tidied
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "b.txt", "c.txt"]


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("number", range(3))
def test_an_interruption_between_two_files_waits_for_the_others(
    tmp_path, monkeypatch, number, after
):
    paths = [tmp_path / name for name in ("a.txt", "b.txt", "c.txt")]
    write(paths, b"old")
    replace, moved = os.replace, []

    def interrupted(source, target):
        if os.path.basename(target) not in ("a.txt", "b.txt", "c.txt"):
            return replace(source, target)
        moved.append(target)
        if after:
            replace(source, target)
        if len(moved) == number + 1:
            raise KeyboardInterrupt
        return None if after else replace(source, target)

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(paths, b"new")
    assert [path.read_bytes() for path in paths] == [b"new"] * 3
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "b.txt", "c.txt"]


def test_interruptions_without_end_leave_the_rest_to_the_next_save(
    tmp_path, monkeypatch
):
    paths = [tmp_path / name for name in ("a.txt", "b.txt")]
    write(paths, b"old")
    replace = os.replace

    def interrupted(source, target):
        if os.path.basename(target) == "a.txt":
            raise KeyboardInterrupt
        replace(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write(paths, b"new")
    assert [path.read_bytes() for path in paths] == [b"old", b"new"]
    write([tmp_path / "c.txt"], b"c")
    assert [path.read_bytes() for path in paths] == [b"new", b"new"]
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "b.txt", "c.txt"]


@pytest.mark.parametrize(
    ("protected", "contents", "message"),
    [
        ("c", "old old old", r"c\.txt': permission denied. Choose another location\.$"),
        (
            "b",
            "new old new",
            r"b\.txt': .* location\. The following files were written: '.*a\.txt', "
            r"'.*c\.txt'\.$",
        ),
        (
            "a",
            "old new new",
            r"a\.txt': .* location\. The following files were written: '.*b\.txt', "
            r"'.*c\.txt'\.$",
        ),
    ],
)
def test_a_refused_move_names_its_file_and_stops_no_other(
    tmp_path, monkeypatch, protected, contents, message
):
    """The last file moves first: if it is refused, all files stay as they were."""
    paths = [tmp_path / name for name in ("a.txt", "b.txt", "c.txt")]
    write(paths, b"old")
    replace = os.replace

    def refuse(source, target):
        if os.path.basename(target) == f"{protected}.txt":
            raise PermissionError(errno.EACCES, "Permission denied")
        replace(source, target)

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OutputError, match=message):
        write(paths, b"new")
    assert " ".join(path.read_text() for path in paths) == contents
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "b.txt", "c.txt"]


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners")
@pytest.mark.parametrize("kind", ["list", "half", "link"])
def test_what_another_user_left_is_not_obeyed(tmp_path, monkeypatch, kind):
    precious, evil = tmp_path / "precious.txt", tmp_path / ".cddiagram-evil"
    precious.write_bytes(b"precious")
    evil.write_bytes(b"evil")
    listed = tmp_path / ".cddiagram-00.all"
    listed.write_text('{"lists": [], "here": {".cddiagram-evil": "precious.txt"}}')
    if kind == "link":
        evil.rename(tmp_path / "elsewhere")
        evil.symlink_to("elsewhere")
    else:
        strange = listed if kind == "list" else evil
        lstat = os.lstat

        def of_another(path):
            status = list(lstat(path))
            status[4] += os.fspath(path) == os.fspath(strange)
            return os.stat_result(status)

        monkeypatch.setattr(os, "lstat", of_another)
    write([tmp_path / "a.txt"], b"a")
    assert precious.read_bytes() == b"precious"
    assert not precious.is_symlink()


def test_what_one_left_oneself_is_obeyed(tmp_path):
    """So the test above would see a list that is obeyed."""
    (tmp_path / ".cddiagram-half").write_bytes(b"new")
    (tmp_path / ".cddiagram-00.all").write_text(
        '{"lists": [], "here": {".cddiagram-half": "b.txt"}}'
    )
    write([tmp_path / "a.txt"], b"a")
    assert (tmp_path / "b.txt").read_bytes() == b"new"
