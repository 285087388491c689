"""Odd files and tables by the hundred, seeded: a table, a figure or one sentence, never
a surprise.

``python tests/fuzz/run.py`` does the same at length, ``guided.py`` beside it looks for
files that reach new lines.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

RUN = Path(__file__).parent / "fuzz" / "run.py"

#: Kind of case -> how many of them.
CASES = {
    "csv": 300,
    "large": 300,
    "json": 300,
    "parquet": 100,
    "xlsx": 30,
    "inspect": 60,
    "whole": 12,
}


@pytest.mark.parametrize("kind", CASES)
def test_no_surprise(kind, tmp_path):
    command = [
        sys.executable,
        str(RUN),
        "--only",
        kind,
        "--cases",
        str(CASES[kind]),
        "--seed",
        "1",
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=tmp_path
    )
    *found, last = done.stdout.splitlines() or [done.stderr]
    assert found == []
    assert last.startswith(f"{kind}: {CASES[kind]} cases, 0 surprises")


def test_no_surprise_in_what_reaches_new_lines(tmp_path):
    command = [
        sys.executable,
        str(RUN.with_name("guided.py")),
        "--executions",
        "400",
        "--seed",
        "2",
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=tmp_path
    )
    *found, last = done.stdout.splitlines() or [done.stderr]
    assert found == []
    assert re.match(r"400 executions, \d{4} steps reached, 0 surprises", last)


def test_a_figure_that_lies_is_a_surprise(tmp_path):
    """A marker at another place, a pair that no bar joins, type that is too small."""
    script = """
import sys
from dataclasses import replace
sys.path.insert(0, sys.argv[1])
import seen
import cddiagram as cd
from cddiagram.figures.registry import Figure
lay_out, lie = Figure.lay_out, lambda elements: elements
def lying(self, *given):
    sheet = lay_out(self, *given)
    return replace(sheet, elements=tuple(lie(list(sheet.elements))))
Figure.lay_out = lying
comparison = cd.compare(cd.load_example("garcia2008-table2"))
def moved(elements):
    return [replace(e, x=e.x + 9) if e.gid == "marker-1" else e for e in elements]
def unjoined(elements):
    return [e for e in elements if not e.gid.startswith("group-0")]
def small(elements):
    return [replace(e, size=5) if e.gid == "note" else e for e in elements]
for lie in (lambda elements: elements, moved, unjoined, small):
    with seen.watched() as found:
        cd.plot_cd(comparison, arrangement="list")
    print(len(found) > 0)
"""
    command = [sys.executable, "-c", script, str(RUN.parent)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert done.stdout.split() == ["False", "True", "True", "True"]
