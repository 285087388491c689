"""``pytest`` takes modules and tests together, in any order: each module of the package
exists once.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cddiagram

PACKAGE = Path(cddiagram.__file__).parent
TESTS = Path(__file__).parent


@pytest.mark.slow
def test_modules_before_tests():
    """A facade has a function of the name of its module; `test_comparison` pickles what
    results hold.
    """
    modules = [
        PACKAGE / "data" / "reading" / "arrange.py",
        PACKAGE / "comparing" / "comparison.py",
    ]
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
    done = subprocess.run(
        [*command, *modules, *tests],
        capture_output=True,
        text=True,
        check=False,
        cwd=TESTS.parent,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


#: Settings that change figures, among them another typeface: it moved texts in 64
#: tests.
MATPLOTLIBRC = """
backend: svg
font.family: serif
font.size: 17
figure.facecolor: yellow
savefig.dpi: 55
"""


@pytest.mark.slow
def test_settings_of_a_user_change_no_test(tmp_path):
    """They are in the current folder, in the home folder, and in the environment."""
    (tmp_path / "matplotlibrc").write_text(MATPLOTLIBRC)
    (tmp_path / ".config" / "matplotlib").mkdir(parents=True)
    (tmp_path / ".config" / "matplotlib" / "matplotlibrc").write_text(MATPLOTLIBRC)
    environment = os.environ | {
        "HOME": str(tmp_path),
        "MATPLOTLIBRC": str(tmp_path / "matplotlibrc"),
        "MPLCONFIGDIR": str(tmp_path),
        "MPLBACKEND": "none of this name",
    }
    tests = [
        TESTS / "sheet" / "test_fonts.py",
        TESTS / "sheet" / "test_widths.py",
        f"{__file__}::test_a_process_has_the_default_settings",
    ]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-m",
        "not slow",
    ]
    configuration = ["-c", TESTS.parent / "pyproject.toml"]
    done = subprocess.run(
        [*command, *configuration, *tests],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=environment,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_a_process_has_the_default_settings():
    code = (
        "import matplotlib as mpl; print(mpl.rcParams['font.family'], "
        "mpl.get_backend())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["['sans-serif']", "agg"]


def test_examples_are_the_same_in_each_run():
    assert len(drawn_examples()) > 10
    assert drawn_examples() == drawn_examples()


def test_the_profile_alone_decides_whether_examples_are_new():
    """Otherwise the job that draws new examples would repeat those of a test that has
    its own setting.
    """
    setting = re.compile(r"\bderandomize\b")
    own = [
        path.name
        for path in TESTS.rglob("*.py")
        if setting.search(path.read_text(encoding="utf-8"))
    ]
    assert sorted(own) == ["conftest.py"]


def drawn_examples():
    """Return what hypothesis draws for a test."""
    examples = []

    @given(st.integers())
    def draw(value):
        examples.append(value)

    draw()
    return examples
