"""Each nasty file gives its numbers or its sentence: to Python, to the command, and
read as a large file.
"""

import warnings
import xml.dom.minidom
from unittest import mock

import pytest
from click.testing import CliRunner
from nasty_files import CASES

from cddiagram import CddiagramError, read_scores
from cddiagram.cli import main
from cddiagram.provenance import read_provenance

NAMES = [case[0] for case in CASES]
GOOD = [case for case in CASES if case[3]]


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def outcome(path):
    """Return what comes of reading, in a line."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings(
            "ignore", ".*starts with '#' and looks like a row", UserWarning
        )
        try:
            table = read_scores(path)
        except CddiagramError as error:
            return str(error)
    names = (
        ",".join(name[:12] for name in names)
        for names in (table.algorithms, table.datasets)
    )
    return "; ".join(
        [
            *names,
            " ".join(",".join(f"{score:g}" for score in row) for row in table.scores),
        ]
    )


def test_there_are_enough():
    assert len(CASES) >= 150
    assert len(set(NAMES)) == len(CASES)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(
    ("name", "suffix", "content", "scores", "refusal"), CASES, ids=NAMES
)
def test_numbers_or_a_sentence(here, name, suffix, content, scores, refusal, large):
    path = f"s.{suffix}"
    (here / path).write_bytes(content)
    with mock.patch("cddiagram.data.reading.text._LARGE", 0 if large else 2**20):
        found = outcome(path)
    if scores:
        assert found == scores
    else:
        assert found.startswith(refusal)
        assert found.endswith(".")
        assert len(found.splitlines()) == 1
    assert bool(scores) != bool(refusal)


@pytest.mark.parametrize(
    "name",
    [
        "algorithm named script",
        "score word",
        "open quote",
        "json, cut",
        "xlsx that is text",
    ],
)
def test_the_command_says_the_same(here, name):
    _, suffix, content, scores, refusal = CASES[NAMES.index(name)]
    (here / f"s.{suffix}").write_bytes(content)
    done = CliRunner().invoke(main, ["compare", f"s.{suffix}", "--format", "json"])
    errors = [line for line in done.stderr.splitlines() if line.startswith("Error: ")]
    assert (done.exit_code, len(errors)) == ((0, 0) if scores else (1, 1))
    assert scores or errors[0].startswith(f"Error: {refusal[:40]}")


@pytest.mark.slow
@pytest.mark.filterwarnings(
    "ignore:no glyph for:UserWarning"
)  # which the command prints
@pytest.mark.filterwarnings("ignore:.*starts with '#' and looks like a row:UserWarning")
@pytest.mark.parametrize("suffix", ["svg", "pdf", "tex"])
def test_figures_of_all_that_is_read(here, suffix):
    for name, kind, content, _, _ in GOOD:
        (here / f"s.{kind}").write_bytes(content)
        done = CliRunner().invoke(
            main, ["plot", f"s.{kind}", "-o", f"f.{suffix}", "-q"]
        )
        assert done.exception is None or isinstance(done.exception, SystemExit), name
        if (
            done.exit_code
        ):  # a name that no page holds, scores whose differences overflow
            assert done.stderr.count("Error: ") == 1, name
            continue
        data = (here / f"f.{suffix}").read_bytes()
        assert read_provenance(data) is not None, name
        if suffix == "svg":
            root = xml.dom.minidom.parseString(data).documentElement
            assert not root.getElementsByTagName("script"), name
