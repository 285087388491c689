"""``pytest`` takes modules and tests together, in any order: each module of the package exists once."""

import subprocess
import sys
from pathlib import Path

import pytest

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
