"""Odd files and tables by the hundred, seeded: a table, a figure or one sentence, never a surprise.

``python tests/fuzz/run.py`` does the same at length.
"""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

RUN = Path(__file__).parent / "fuzz" / "run.py"

#: Kind of case -> how many of them.
CASES = {"csv": 300, "large": 300, "json": 300, "parquet": 100, "xlsx": 30, "inspect": 60, "whole": 12}


@pytest.mark.parametrize("kind", CASES)
def test_no_surprise(kind, tmp_path):
    command = [sys.executable, str(RUN), "--only", kind, "--cases", str(CASES[kind]), "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    *found, last = done.stdout.splitlines() or [done.stderr]
    assert found == []
    assert last.startswith(f"{kind}: {CASES[kind]} cases, 0 surprises")
