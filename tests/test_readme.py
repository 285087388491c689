"""The README is correct: its commands and code run, and its numbers are computed."""

import json
import re
import shlex
import sys
import textwrap
from types import SimpleNamespace

import matplotlib as mpl
import numpy as np
import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.data import read_example
from cddiagram.features import FIGURES
from cddiagram.procedures import PAIR_TEST_CHOICES, RANKING_CHOICES

PINNED = "3.11.2"


@pytest.fixture(scope="module")
def readme(pytestconfig):
    return (pytestconfig.rootpath / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Return a folder with every file that the README names, and work in it."""
    monkeypatch.chdir(tmp_path)
    example = read_example("garcia2008-table2").decode()
    text = example.replace("C4.5", "My method")
    lines = text.splitlines()
    holes = [lines[0], lines[1].rpartition(",")[0] + ",", *lines[2:]]
    ranks = "algorithm,average rank\nA,2.1\nB,3.25\nC,2.2\nD,4.333\nE,3.117\n"
    rng = np.random.default_rng(1)
    folds = [
        f"iris,{m},{f},{rng.normal(0.8 + 0.01 * at):.4f}"
        for at, m in enumerate("ABC")
        for f in range(10)
    ]
    for name, content in {
        "scores.csv": example,
        "results.csv": text,
        "errors.csv": text,
        "holes.csv": "\n".join(holes) + "\n",
        "ranks.csv": ranks,
        "folds.csv": "\n".join(["data set,algorithm,fold,score", *folds]) + "\n",
        "histories.csv": read_example("optimisers").decode(),
    }.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


def table_of_commands(readme):
    """Return the rows of the table "You want to | Command"."""
    table = readme.partition("| You want to | Command |\n")[2].partition("\n\n")[0]
    _, *lines = table.splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def blocks(readme, language):
    """Return the code of all blocks in a language."""
    return re.findall(rf"```{language}\n(.*?)```", readme, flags=re.DOTALL)


@pytest.mark.skipif(
    mpl.__version__ != PINNED,
    reason=f"drawn by matplotlib {PINNED}; others set text a little apart",
)
@pytest.mark.mpl_image_compare(
    savefig_kwargs={"dpi": 202}, style={"text.hinting": "no_hinting"}
)
def test_readme_figure():
    """Garcia & Herrera 2008, Table 2, as the README's first command draws it."""
    return cd.plot_cd(cd.compare(cd.load_example("garcia2008-table2"))).figure


def test_pictures_are_those_that_tests_draw(readme, pytestconfig):
    """The only picture is the baseline of the test above, under the first sentence."""
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", readme)
    assert pictures == ["baseline_images/test_readme_figure.png"]
    assert (pytestconfig.rootpath / pictures[0]).stat().st_size < 100_000
    assert readme.index(pictures[0]) < readme.index("\n## ")


def test_links_lead_somewhere(readme, pytestconfig):
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", readme)
    assert len(links) > 12
    assert [
        link
        for link in links
        if "://" in link or not (pytestconfig.rootpath / link).exists()
    ] == []


def test_length(readme):
    assert len(readme.splitlines()) <= 110


def test_code_is_not_cut_off(readme):
    """GitHub shows 85 columns; the two commands that set themselves up are longer."""
    lines = [
        line
        for language in ("sh", "python", "text")
        for block in blocks(readme, language)
        for line in block.splitlines()
    ]
    long = [line for line in lines if len(line) > 85]
    assert all(line.startswith("python3 -m venv ") for line in long)
    assert len(lines) > 8


def test_the_two_commands_set_themselves_up(readme):
    commands = [
        line for line in readme.splitlines() if line.startswith("python3 -m venv ")
    ]
    assert len(commands) == 2
    assert all("pip install" in command for command in commands)


def test_python_code_prints_the_text_below_it(readme, files, capsys, pytestconfig):
    """With ``--update-golden``, write what the code prints into the README."""
    (code,), (shown,) = blocks(readme, "python"), blocks(readme, "text")
    exec(compile(code, "README.md", "exec"), {})
    assert (files / "cd.pdf").stat().st_size > 1000
    printed = capsys.readouterr().out
    expected = textwrap.fill(printed, 85, break_on_hyphens=False) + "\n"
    if pytestconfig.getoption("--update-golden"):
        updated = readme.replace(shown, expected)
        (pytestconfig.rootpath / "README.md").write_text(updated, encoding="utf-8")
    else:
        assert shown == expected


def test_the_table_has_one_command_for_each_case(readme):
    rows = table_of_commands(readme)
    assert {len(row) for row in rows} == {2}
    assert len(rows) == 13
    assert all(re.fullmatch("`cddiagram [^`]+`", command) for _, command in rows)


@pytest.mark.slow
def test_commands_of_the_table_run(readme, files):
    for _, quoted in table_of_commands(readme):
        command = quoted.strip("`")
        arguments = shlex.split(command)[1:]
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, (command, result.output)
        if "-o" in arguments:
            output = files / arguments[arguments.index("-o") + 1]
            assert output.stat().st_size > 1000, command
            output.unlink()
        else:
            assert len(result.output) > 500, command


def test_options_of_the_prose_exist(readme, files):
    """The example of ``inspect`` in "Safeguards" is run on its own figure."""
    (inspect,) = re.findall("`(cddiagram inspect [^`]+)`", readme)
    arguments = shlex.split(inspect)[1:]
    drawn = CliRunner().invoke(main, ["plot", "results.csv", "-o", "fig.pdf"])
    assert drawn.exit_code == 0
    assert CliRunner().invoke(main, arguments).exit_code == 0
    (files / "results.csv").write_bytes((files / "ranks.csv").read_bytes())
    assert CliRunner().invoke(main, arguments).exit_code == 1


def test_published_numbers(readme, pytestconfig):
    golden = sorted((pytestconfig.rootpath / "tests" / "golden").glob("*.json"))
    entries = [
        entry
        for path in golden
        for entry in json.loads(path.read_text(encoding="utf-8"))["entries"]
    ]
    printed = sum(entry["published"] is not None for entry in entries)
    wrong = sum(entry["agrees"] is False for entry in entries)
    assert f"{printed} numbers that" in readme
    assert f"Of these numbers, {wrong} are wrong" in readme


def test_every_choice_is_named_in_the_guide(pytestconfig):
    page = (
        pytestconfig.rootpath / "gallery" / "site" / "guide" / "choosing.rst"
    ).read_text(encoding="utf-8")
    for choice in (*RANKING_CHOICES, *PAIR_TEST_CHOICES):
        assert f"``{choice}``" in page, choice
    # The site writes this table from the registry: see tests/test_new_adjustment.py.
    assert ".. include:: ../generated/adjustments.txt" in page
    for choice in ("auto", "none", "bonferroni-dunn"):  # those without a row of it
        assert f"``{choice}``" in page, choice


def test_every_figure_is_on_the_page_of_figures(pytestconfig, monkeypatch):
    """The site writes its table from the registry."""
    site = pytestconfig.rootpath / "gallery" / "site"
    page = (site / "guide" / "figures.rst").read_text(encoding="utf-8")
    assert ".. include:: ../generated/figures.txt" in page
    scrapers = SimpleNamespace(figure_rst=None)  # the table needs none of Sphinx
    monkeypatch.setitem(
        sys.modules, "sphinx_gallery", SimpleNamespace(scrapers=scrapers)
    )
    monkeypatch.setitem(sys.modules, "sphinx_gallery.scrapers", scrapers)
    monkeypatch.syspath_prepend(site)
    from site_tools import figures_table

    table = figures_table()
    keys = re.findall(r"^   \* - ``(\w[\w-]+)``$", table, re.MULTILINE)
    assert keys == [*FIGURES]
    named = re.findall(r":func:`(\w+) <cddiagram.", table)
    assert set(named) <= set(cd.__all__)
    assert len(named) == len(FIGURES)
    assert "     - The average ranks of a comparison as bars, with cut lines\n" in table


def test_the_changelog_keeps_its_form(pytestconfig):
    """Keep a Changelog: bullets of at most two lines under headings of its own."""
    text = (pytestconfig.rootpath / "CHANGELOG.md").read_text(encoding="utf-8")
    version = text.partition("\n## 0.1.0")[2].partition("\n## ")[0]
    headings = re.findall("^### (.+)$", version, flags=re.MULTILINE)
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert headings != []
    assert set(headings) <= kinds
    assert len(version.splitlines()) <= 120
    bullets = re.findall(r"^- .*(?:\n  .*)*", version, flags=re.MULTILINE)
    assert len(bullets) > 40
    assert [bullet for bullet in bullets if bullet.count("\n") > 1] == []
