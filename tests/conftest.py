"""What all tests share: where the baseline images are, and text as boxes for those that
must not depend on fonts.

Image tests never use ``remove_text=True``: it leaves annotations and axes texts in
place, so a diagram made of them stays the same, and a wrong name would never be seen.
Boxes stand where the texts stand and are as long as they are.
"""

import neutral_settings  # noqa: F401 - before matplotlib, which then reads its settings

# isort: split

import importlib
import io
import os
import tempfile
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from hypothesis import settings
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from pictured import CASES
from PIL import Image

import cddiagram
from cddiagram.sheet import InstalledFonts, Typeface

PACKAGE = Path(cddiagram.__file__).parent
#: Pixels per inch of the baselines, and letters per size: a box is about as wide as the
#: text in DejaVu Sans.
BASELINE_DPI, LETTERS_PER_SIZE = 101, 1.618

ALL_TESTS = pytest.StashKey[list[pytest.Item]]()

# No clock decides a test, and each run draws the same examples. New ones are drawn by
# `pytest --hypothesis-profile anew`.
settings.register_profile(
    "cddiagram", settings.default, deadline=None, derandomize=True, database=None
)
settings.register_profile("anew", settings.default, deadline=None, derandomize=False)
settings.load_profile("cddiagram")

# Without what a matplotlibrc in the current folder has set.
matplotlib.rcdefaults()
matplotlib.use("agg")


def pytest_addoption(parser):
    parser.addoption(
        "--site",
        type=Path,
        metavar="FOLDER",
        help="where the site was built, to be tried in a browser",
    )
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write the texts under tests/golden and of the README anew",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    # From the root of the checkout: a path in the ini file would count from the current
    # directory.
    if config.getoption("mpl_generate_path") is None and not config.getoption(
        "mpl_baseline_path"
    ):
        config.option.mpl_baseline_path = str(config.rootpath / "baseline_images")
    # Paths on the command line count from the folder in which pytest was started.
    for option in ("mpl_generate_path", "site"):
        path = config.getoption(option)
        if path is not None:
            setattr(config.option, option, type(path)(os.path.abspath(path)))


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session):
    """Import the modules whose doctests are asked for by their names.

    By its file pytest would import a module a second time where its package has
    imported it already: then its classes exist twice, and the module stands in the
    place of a function of its name. What is imported, it takes as it is.
    """
    for argument in session.config.args:
        path = Path(argument.partition("::")[0]).absolute()
        for file in (path,) if path.is_file() else path.rglob("*.py"):
            if PACKAGE in file.parents and file.suffix == ".py":
                parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
                importlib.import_module(".".join(parts).removesuffix(".__init__"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    config.stash[ALL_TESTS] = list(items)  # before -m and -k take some of them out


@pytest.fixture
def all_tests(pytestconfig):
    """Return the tests of all collected files, including those that are not run."""
    return pytestconfig.stash[ALL_TESTS]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give all tests of a file to one process, which computes what they share once."""
    if config.getoption("dist") != "load":  # another way was asked for
        return None
    from xdist.scheduler import LoadFileScheduling

    return LoadFileScheduling(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop():
    """Run the tests in an empty folder, without a matplotlibrc for the processes they
    start.
    """
    started_in = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            return (yield)
        finally:
            os.chdir(started_in)


@pytest.fixture
def text_as_boxes(monkeypatch):
    """Draw texts as boxes and measure them as wide, so that no version of a font or of
    FreeType enters.

    A box is size / 1.618 *pixels* wide per character and stands on the baseline; at the
    101 dpi of the baselines that is 72 / 101 times as many points.
    """

    def measure(self, text, size, bold=False, italic=False):
        return len(text) * size * 72 / BASELINE_DPI / LETTERS_PER_SIZE

    def draw(self, renderer):
        if not (self.get_visible() and self.get_text()):
            return
        x, y = self.get_transform().transform(self.get_unitless_position())
        width, height = (
            len(self.get_text()) * self.get_size() / LETTERS_PER_SIZE,
            self.get_size(),
        )
        left = (
            x
            - {"left": 0.0, "center": 0.5, "right": 1.0}[self.get_horizontalalignment()]
            * width
        )
        Rectangle(
            (left, y), width, height, facecolor=self.get_color(), edgecolor="none"
        ).draw(renderer)

    # Matplotlib gives a subclass of Text, when it is defined, the method that Text has
    # at this time.
    importlib.import_module("cddiagram.sheet.mpl.painter")
    monkeypatch.setattr(InstalledFonts, "measure", measure)
    monkeypatch.setattr(Typeface, "measure", measure)
    monkeypatch.setattr(Text, "draw", draw)


@pytest.fixture
def comparison_of():
    """Return the comparison of that name."""
    return lambda name: CASES[name]()


@pytest.fixture
def assert_same_ink():
    """Compare two PNG files up to the smoothing where strokes of one colour cross.

    Drawn one after the other the half-covered pixels there are inked twice, drawn as
    one path once.
    """

    def check(found, expected):
        images = [
            np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)
            for data in (found, expected)
        ]
        assert images[0].shape == images[1].shape
        difference = np.abs(images[0] - images[1])
        assert difference.max() < 100
        assert np.mean(difference > 2) < 0.005

    return check


def pytest_terminal_summary(terminalreporter):
    """Print what a green dot does not say: how many published numbers were tested, and
    the measured error rates.
    """
    passed = terminalreporter.stats.get("passed", [])
    golden = sum("::test_published_number[" in report.nodeid for report in passed)
    if golden:
        terminalreporter.write_line(
            f"published numbers of the source papers tested: {golden}"
        )
    bars = [
        value
        for report in passed
        for name, value in report.user_properties
        if name == "bars"
    ]
    if bars:
        horizontal, lists, because, shifts, straight = zip(*bars, strict=True)
        terminalreporter.write_line(
            f"bars against the ruler: {sum(horizontal)} horizontal figures, "
            f"{sum(straight)} with straight leaders, "
            f"largest shift {max(shifts):.2f} pt; {sum(lists)} lists, {sum(because)} "
            "of them because of the bars"
        )
    rows = [
        value
        for report in passed
        for name, value in report.user_properties
        if name == "calibration"
    ]
    if rows:
        terminalreporter.section(
            "family-wise error at nominal .05, with its 95% interval"
        )
        for row in rows:
            terminalreporter.write_line(row)
