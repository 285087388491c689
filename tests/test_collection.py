"""``pytest`` takes modules and tests together, in any order: each module of the package exists once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cddiagram

pytestmark = pytest.mark.slow

PACKAGE = Path(cddiagram.__file__).parent
TESTS = Path(__file__).parent


def test_modules_before_tests():
    """A facade has a function of the name of its module; `test_comparison` pickles what results hold."""
    modules = [PACKAGE / "data" / "reading" / "arrange.py", PACKAGE / "comparison.py"]
    tests = [TESTS / "test_traps.py", TESTS / "test_comparison.py"]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-k",
        "pickl or wide_table or Comparison",
    ]
    done = subprocess.run([*command, *modules, *tests], capture_output=True, text=True, check=False, cwd=TESTS.parent)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def test_settings_of_a_user_change_no_test(tmp_path):
    """A file matplotlibrc with another typeface moved texts in 64 tests."""
    (tmp_path / "matplotlibrc").write_text("font.family: serif\nfont.size: 17\nsavefig.dpi: 55\n")
    environment = os.environ | {"MATPLOTLIBRC": str(tmp_path / "matplotlibrc"), "MPLCONFIGDIR": str(tmp_path)}
    tests = [TESTS / "sheet" / "test_fonts.py", TESTS / "sheet" / "test_widths.py"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not slow"]
    done = subprocess.run(
        [*command, *tests], capture_output=True, text=True, check=False, cwd=TESTS.parent, env=environment
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


def test_examples_are_the_same_in_each_run():
    assert len(drawn_examples()) > 10
    assert drawn_examples() == drawn_examples()


def drawn_examples():
    """Return what hypothesis draws for a test."""
    examples = []

    @given(st.integers())
    def draw(value):
        examples.append(value)

    draw()
    return examples
