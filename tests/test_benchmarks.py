"""The benchmarks can be run: one command, one table. Nothing is asserted about
times.
"""

import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).parent / "benchmarks" / "run.py"


@pytest.mark.slow
def test_one_command_gives_one_table(tmp_path):
    target = tmp_path / "table.md"
    command = [
        sys.executable,
        str(RUN),
        "--only",
        "start",
        "--rounds",
        "1",
        "--markdown",
        str(target),
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=tmp_path
    )
    said, _, table = done.stdout.partition("\n\n")
    assert said.endswith(".")
    assert "Python 3." in said
    head, *rows = table.splitlines()
    assert head.split()[:2] == ["what", "k"]
    assert [row.split("  ")[0] for row in rows] == [
        "import cddiagram",
        "cddiagram --help",
    ]
    assert all("python -c pass" in row and "[" in row for row in rows)
    lines = target.read_text(encoding="utf-8").partition("\n\n")[2].splitlines()
    assert lines[1] == "| " + " | ".join(["---"] * 7) + " |"
    assert [line.split(" | ")[0] for line in lines[2:]] == [
        "| import cddiagram",
        "| cddiagram --help",
    ]


@pytest.mark.slow
def test_a_peer_that_is_missing_is_named(tmp_path):
    code = (
        f"import sys; sys.path.insert(0, {str(RUN.parent)!r}); "
        "sys.modules['statsmodels'] = None\n"
        "import run; run.main(['--only', 'hommel', '--rounds', '1'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert "not measured: " in done.stdout
    assert "statsmodels" in done.stdout
