"""What the command prints arrives wholly, under any encoding, or the exit code says
that it did not.
"""

import csv
import io
import itertools
import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from cddiagram._util import encode_plain
from cddiagram.cli import main
from cddiagram.cli.failing import fail
from cddiagram.document import write_out
from cddiagram.text import OutputError

TABLE = "data set,Größe α 中文,B,C\nx,1,2,3\ny,3,1,2\nz,4,1,5\nw,1,3,2\n"
PRINTING = (
    ["compare", "s.csv"],
    ["report", "s.csv"],
    ["inspect", "f.svg"],
    ["compare", "s.csv", "--format", "json"],
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("output")
    (path / "s.csv").write_text(TABLE, encoding="utf-8")
    command(path, "plot", "s.csv", "-o", "f.svg", "--font", "DejaVu Sans")
    return path


def command(folder, *arguments, text="", **more):
    """Run the command in a process of its own; `text` is shell behind it."""
    words = [sys.executable, "-m", "cddiagram", *arguments]
    if text:
        words = ["sh", "-c", f'"$@" {text}', "sh", *words]
    environment = os.environ | more
    return subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, check=False
    )


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "koi8-r"])
@pytest.mark.parametrize("arguments", PRINTING, ids=" ".join)
def test_any_encoding(folder, monkeypatch, encoding, arguments):
    monkeypatch.chdir(folder)
    done = CliRunner(charset=encoding).invoke(main, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    content = done.stdout_bytes.decode("utf-8" if "json" in arguments else encoding)
    plain = CliRunner().invoke(main, arguments).stdout
    if "json" in arguments:
        assert content == plain
    else:
        assert "\\u4e2d\\u6587" in content.replace("\n", "").replace(" ", "")
        assert len(content) > len(plain)


@pytest.mark.slow
def test_the_process_itself_under_ascii(folder):
    done = command(folder, "report", "s.csv", PYTHONIOENCODING="ascii")
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
    assert b" chi2 " in done.stdout
    assert b"Gr\\xf6\\xdfe alpha \\u4e2d" in done.stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "cp437", "koi8-r"])
@pytest.mark.parametrize(
    "arguments",
    [["compare"], ["report"], ["compare", "--pair-test", "wilcoxon"]],
    ids=" ".join,
)
def test_signs_of_ours_are_plain_where_the_encoding_lacks_them(
    tmp_path, monkeypatch, encoding, arguments
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.csv").write_text(
        "d,A,B,C\nx,1,2,3\ny,3,1,2\nz,4,1,5\nw,1,3,2\n", encoding="utf-8"
    )
    lines = []
    for charset in (encoding, "utf-8"):
        done = CliRunner(charset=charset).invoke(
            main, [arguments[0], "s.csv", *arguments[1:]], catch_exceptions=False
        )
        lines.append(done.stdout_bytes.decode(charset).splitlines())
    plain, full = lines
    assert not [line for line in plain if "\\" in line]
    assert max(map(len, plain)) < 130
    assert ("alpha = " in "".join(plain)) is (encoding != "cp437")
    assert "chi" in "".join(plain)
    heads = [number for number, line in enumerate(full) if set(line) == {"─"}]
    assert len(heads) >= 3
    for number in heads:
        assert len(plain[number]) == len(full[number])


def test_a_longer_sign_moves_no_column():
    text = "test      symbol  df\nFriedman  χ²      2\n"
    assert (
        encode_plain(text, "ascii").decode()
        == "test      symbol  df\nFriedman  chi2    2\n"
    )
    assert encode_plain(text, "utf-8").decode() == text


@pytest.mark.parametrize(
    ("character", "expected"),
    [("≤", "<="), ("╭", "+"), ("é", "\\xe9"), ("中", "\\u4e2d")],
)
def test_only_signs_become_plain_letters(character, expected):
    assert encode_plain(f"a{character}b", "ascii").decode() == f"a{expected}b"


PACKAGES = ("scipy", "rich", "matplotlib", "pandas")
CALLS = ("report s.csv", "plot s.csv -o f.png", "compare s.csv --format json")
#: Each of these calls needs its package.
NEEDED = {("scipy", "report s.csv"), ("matplotlib", "plot s.csv -o f.png")}
WITHOUT = [
    pytest.param(
        *case, marks=() if case in NEEDED else pytest.mark.slow, id=" ".join(case)
    )
    for case in itertools.product(PACKAGES, CALLS)
]


@pytest.mark.parametrize(("package", "call"), WITHOUT)
def test_a_package_that_is_missing_is_one_sentence(folder, package, call):
    """Whatever needs it ends with a remedy, and whatever does not goes on."""
    script = (
        f"import sys; sys.modules[{package!r}] = None; from cddiagram.cli import run; "
        "run()"
    )
    words = [sys.executable, "-c", script, *call.split()]
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    if done.returncode:
        expected = (
            f"Error: this command requires the package {package}, which is not "
            f"installed or is damaged. Run 'pip install {package}'.\n"
        )
        assert (done.returncode, done.stderr.splitlines(keepends=True)[-1]) == (
            1,
            expected,
        )
    elif (package, call) in NEEDED:
        pytest.fail("nothing was missing")


def test_a_module_of_ours_that_is_missing_is_no_sentence():
    """It is an error of ours, whose traceback helps."""
    for name in ("cddiagram.sheet", "json"):
        with pytest.raises(ImportError):
            fail(ImportError("no", name=name))


class Slow(io.RawIOBase):
    """A stream that takes ten bytes at a time, as an unbuffered one may."""

    def __init__(self):
        self.taken = b""

    def writable(self):
        return True

    def write(self, data):
        self.taken += bytes(data[:10])
        return min(len(data), 10)


@pytest.mark.parametrize("content", ["Größe " * 30, b"bytes " * 30, "", b""])
def test_every_byte_is_written(monkeypatch, content):
    slow = Slow()
    monkeypatch.setattr(
        sys, "stdout", io.TextIOWrapper(slow, encoding="utf-8", write_through=True)
    )
    write_out(content)
    assert slow.taken == (content if isinstance(content, bytes) else content.encode())
    monkeypatch.undo()


def test_streams_that_hold_text_alone(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    write_out("Größe\n")
    write_out("Größe\n".encode())
    assert sys.stdout.getvalue() == "Größe\n" * 2


@pytest.mark.slow
@pytest.mark.skipif(
    not os.path.exists("/dev/full"), reason="there is no full device here"
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "arguments", [["report", "s.csv"], ["example"], ["inspect", "f.svg"]], ids=" ".join
)
def test_a_full_device_is_said(folder, arguments, unbuffered):
    done = command(folder, *arguments, text="> /dev/full", PYTHONUNBUFFERED=unbuffered)
    assert done.returncode == 1
    assert (
        b"Error: cannot write: no space left on device. Choose another location.\n"
        in done.stderr
    )
    assert b"Traceback" not in done.stderr


@pytest.mark.slow
def test_a_reader_that_goes_away(folder):
    done = command(folder, "report", "s.csv", "-q", text="| head -n 1; true")
    assert done.stdout.decode() == "Comparison of 3 algorithms on 4 data sets\n"
    assert done.stderr == b""
    done = command(folder, "compare", "s.csv", text="2>&1 >/dev/null | true; true")
    assert (done.stdout, done.stderr) == (b"", b"")


@pytest.mark.slow
def test_closed_streams(folder):
    assert command(folder, "plot", "s.csv", "-o", "open.svg").returncode == 0
    assert (
        command(folder, "plot", "s.csv", "-o", "closed.svg", text="2>&-").returncode
        == 0
    )
    assert (folder / "closed.svg").read_bytes() == (folder / "open.svg").read_bytes()
    assert (
        command(
            folder, "plot", "s.csv", "-o", "closed.svg", text="<&- >&- 2>&-"
        ).returncode
        == 0
    )
    done = command(folder, "compare", "s.csv", "-q", text=">&-")
    assert done.returncode == 1
    assert done.stderr.decode() == (
        "Error: cannot write the output, because standard output is closed. Specify "
        "a file with --output.\n"
    )
    for arguments in (
        ["compare", "-"],
        ["inspect", "-"],
        ["inspect", "f.svg", "--scores", "-"],
    ):
        done = command(folder, *arguments, text="<&-")
        assert done.returncode == 1
        assert done.stderr.decode() == (
            "Error: standard input is closed. Specify a file, or pipe a file into "
            "the command.\n"
        )


def test_a_closed_standard_output_in_the_same_process(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(OutputError, match="standard output is closed"):
        write_out("text")


@pytest.mark.skipif(
    not hasattr(os, "openpty"), reason="there are no pseudo-terminals here"
)
def test_no_control_character_reaches_a_terminal(monkeypatch):
    ours, theirs = os.openpty()
    monkeypatch.setattr(sys, "stdout", os.fdopen(theirs, "w", encoding="utf-8"))
    write_out("A\x1b[31m\u202eB\nC\n".encode())
    sys.stdout.close()
    monkeypatch.undo()
    assert os.read(ours, 1000).decode() == "A\ufffd[31m\ufffdB\r\nC\r\n"
    os.close(ours)


def test_csv_keeps_names_as_they_are_and_the_help_says_what_a_spreadsheet_makes_of_them(
    tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.csv").write_text(TABLE.replace(",B,", ",=1+1,"), encoding="utf-8")
    rows = list(
        csv.DictReader(
            CliRunner()
            .invoke(main, ["compare", "s.csv", "--format", "csv", "-q"])
            .stdout.splitlines()
        )
    )
    assert "=1+1" in {name for row in rows for name in row.values()}
    printed = CliRunner().invoke(main, ["compare", "--help"]).stdout
    assert (
        "spreadsheet programs treat a name that begins with = as a formula"
        in " ".join(printed.split())
    )


def test_json_turns_nothing_around_and_means_the_same(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.csv").write_text(
        TABLE.replace("B", "B\u202e\u2066"), encoding="utf-8"
    )
    done = CliRunner().invoke(main, ["compare", "s.csv", "--format", "json", "-q"])
    assert "\u202e" not in done.stdout
    assert json.loads(done.stdout)["algorithms"][1] == "B\u202e\u2066"


def test_too_small_a_memory_is_said_of_any_command(tmp_path, monkeypatch):
    def exhaust(*arguments, **options):
        raise MemoryError

    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.csv").write_text(TABLE, encoding="utf-8")
    monkeypatch.setattr("cddiagram.data.read_scores", exhaust)
    done = CliRunner().invoke(main, ["compare", "s.csv"])
    assert done.exit_code == 1
    assert done.stderr == (
        "Error: there is not enough memory. Use fewer algorithms, or reduce --width or "
        "--dpi for figures.\n"
    )
