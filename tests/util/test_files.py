"""A file is wholly new or wholly as it was."""

import os
import threading

import pytest

from cddiagram._util.files import atomic_write
from cddiagram.errors import OutputError


def test_writes_and_leaves_nothing_behind(tmp_path):
    target = tmp_path / "a.txt"
    with atomic_write(target) as file:
        file.write(b"new")
        assert not target.exists()
    assert target.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["a.txt"]


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


def test_refusals(tmp_path):
    for target, reason in ((tmp_path, "it is a folder"), (tmp_path / "no" / "a.txt", "does not exist")):
        with pytest.raises(OutputError, match=reason), atomic_write(target):
            pytest.fail("nothing may be computed for a file that cannot be written")


def test_a_protected_file_stays_though_its_folder_would_allow_the_rename(tmp_path, monkeypatch):
    target = tmp_path / "a.txt"
    target.write_bytes(b"old")
    # The superuser, who may run the tests, can write to any file: so the answer of the system is made up.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(OutputError, match=r"the file is write-protected; choose another name\.$"), atomic_write(target):
        pytest.fail("nothing may be computed for a file that cannot be written")
    assert target.read_bytes() == b"old"
