"""What is shown on a terminal while work takes longer than a second, and that nothing
is shown otherwise.
"""

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress

import pytest

from cddiagram.cli import stderr as module
from cddiagram.cli.stderr import progress, say
from cddiagram.data import read_example
from cddiagram.text import InputError

pytestmark = pytest.mark.skipif(
    not hasattr(os, "openpty"), reason="there are no pseudo-terminals here"
)


def read_all(terminal):
    """Read until the other side is closed; Linux says so by an error."""
    content = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            part = b""
        if not part:
            os.close(terminal)
            return content.decode("utf-8")
        content += part


@pytest.fixture
def shown(monkeypatch):
    """Give a function that works with standard error being a terminal, and gives what
    was written to it.
    """
    monkeypatch.setenv("TERM", "xterm")

    def run(work, *, quiet=False, delay=0.05):
        monkeypatch.setattr(module, "_DELAY", delay)
        ours, theirs = os.openpty()
        stream = os.fdopen(theirs, "w", encoding="utf-8", buffering=1)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stderr", stream)
            with suppress(InputError), progress(quiet=quiet) as stage:
                work(stage)
        stream.close()
        return read_all(ours)

    return run


def long_work(stage):
    """Take time until something has been shown, and some more."""
    stage("comparing [b]5[/b] algorithms")
    time.sleep(0.6)
    stage("drawing")
    time.sleep(0.4)


#: What stands at the end: the cursor is back, and the line is cleared.
WIPED = "\x1b[?25h\r\x1b[1A\x1b[2K"


@pytest.mark.slow
def test_long_work_is_shown_and_wiped_away(shown):
    text = shown(long_work)
    assert "comparing [b]5[/b] algorithms" in text
    assert text.index("comparing") < text.index("drawing")
    assert text.endswith(WIPED)
    assert not any(
        isinstance(thread, threading.Timer) for thread in threading.enumerate()
    )


@pytest.mark.slow
def test_an_error_ends_it_too(shown):
    def work(stage):
        long_work(stage)
        raise InputError

    assert shown(work).endswith(WIPED)


@pytest.mark.slow
def test_short_work_shows_nothing(shown):
    assert shown(long_work, delay=60) == ""


@pytest.mark.slow
def test_quiet_shows_nothing(shown):
    assert shown(long_work, quiet=True) == ""


def test_what_is_said_meanwhile_stands(shown):
    def work(stage):
        stage("comparing")
        time.sleep(0.5)
        say("Warning: something.")
        time.sleep(0.2)

    assert "Warning: something.\r\n" in shown(work)


def test_no_terminal_no_progress(capsys, monkeypatch):
    monkeypatch.setattr(module, "_DELAY", 0.01)
    with progress(quiet=False) as stage:
        long_work(stage)
    assert capsys.readouterr() == ("", "")


@pytest.mark.slow
@pytest.mark.parametrize(("delay", "shown"), [(60, False), (0, True)])
def test_the_command_on_a_terminal(delay, shown, tmp_path):
    """A whole process: its standard error is a terminal, its standard output is not."""
    (tmp_path / "scores.csv").write_bytes(read_example("garcia2008-table2"))
    code = (
        "import sys\nfrom cddiagram.cli import main, stderr\n"
        f"stderr._DELAY = {delay}\n"
        "try:\n    main(['report', 'scores.csv', '-o', 'r.html'])\n"
        "except SystemExit as stop:\n    assert not stop.code\n"
        "print('rich.progress' in sys.modules)"
    )
    ours, theirs = os.openpty()
    environment = os.environ | {"TERM": "xterm"}
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=theirs,
        cwd=tmp_path,
        env=environment,
        text=True,
    ) as process:
        os.close(theirs)
        text = read_all(ours)
        assert process.stdout.read() == f"{shown}\n"
    assert process.returncode == 0
    lines = text.replace("\r\n", "\n").splitlines()
    assert lines[-1] == "Wrote r.html."
    assert ("creating the report" in text) is shown
    assert ("\x1b" in text) is shown
