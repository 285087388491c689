"""What the README shows and says is what the package does."""

import importlib.util
import json
import re
import shlex
import sys
from types import SimpleNamespace

import matplotlib as mpl
import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.data import read_example
from cddiagram.figures import FIGURES
from cddiagram.procedures import PAIR_TEST_CHOICES, RANKING_CHOICES

PINNED = "3.11.2"


@pytest.fixture(scope="module")
def readme(pytestconfig):
    return (pytestconfig.rootpath / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A folder with every file that the README names, in which the calls are made."""
    monkeypatch.chdir(tmp_path)
    text = read_example("garcia2008-table2").decode().replace("C4.5", "My method")
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
        "results.csv": text,
        "errors.csv": text,
        "holes.csv": "\n".join(holes) + "\n",
        "ranks.csv": ranks,
        "folds.csv": "\n".join(["data set,algorithm,fold,score", *folds]) + "\n",
        "histories.csv": read_example("optimisers").decode(),
    }.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    return tmp_path


def cases(readme):
    """The rows of "your case -> the call": what it is, the commands, the call in
    Python.
    """
    table = readme.partition("| You have, or want |")[2].partition("\n\n")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split(" | ")]
        for line in table.splitlines()[2:]
    ]
    assert all(len(row) == 3 or row[1].startswith("|") for row in rows)
    return [
        (row[0], re.findall("`([^`]+)`", " ".join(row[1:-1])), row[-1].strip("|` "))
        for row in rows
    ]


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
    """Baselines of this test and of the gallery's, and the report that
    gallery/report_picture.py draws; all small.
    """
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", readme)
    assert len(pictures) == 5
    assert pictures[0] == "baseline_images/test_readme_figure.png"
    for picture in pictures[1:]:
        name = re.fullmatch(r"baseline_images/test_gallery_(\w+)\.png", picture)
        if name:
            assert (pytestconfig.rootpath / "gallery" / f"plot_{name[1]}.py").is_file()
        else:
            assert picture == "gallery/site/_static/report.png"
    assert (
        sum((pytestconfig.rootpath / picture).stat().st_size for picture in pictures)
        < 500_000
    )


def test_links_lead_somewhere(readme, pytestconfig):
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", readme)
    assert len(links) > 20
    assert [
        link
        for link in links
        if "://" in link or not (pytestconfig.rootpath / link).exists()
    ] == []


def test_at_most_two_screens(readme):
    assert len(readme.splitlines()) <= 115


def test_the_two_commands_set_themselves_up(readme):
    commands = [
        line for line in readme.splitlines() if line.startswith("python3 -m venv ")
    ]
    assert len(commands) == 2
    assert all("pip install" in command for command in commands)


def test_python_code_runs(readme, files):
    """The code at the top, on the example table with one algorithm renamed."""
    code = re.search(r"```python\n(.*?)```", readme, flags=re.S).group(1)
    exec(compile(code, "README.md", "exec"), {})
    assert (files / "fig.pdf").stat().st_size > 1000


@pytest.mark.slow
def test_every_case_runs_in_python(readme, files):
    table = cd.read_scores("results.csv")
    known = {
        "cd": cd, "table": table, "comparison": cd.compare(table), "path": "errors.csv",
        "histories": cd.read_histories("histories.csv"), "names": list("ABCDE"),
        "average_ranks": [2.1, 3.25, 2.2, 4.333, 3.117], "pvalues": np.full((5, 5), 0.04),
    }  # fmt: skip
    rows = cases(readme)
    assert len(rows) > 15
    for _, _, call in rows:
        assert eval(call, known) is not None or call.endswith('("tables")'), call


@pytest.mark.slow
def test_commands_run(readme, files):
    """Every line of shell code that calls the command, then those of the cases, as
    written.
    """
    blocks = re.findall(r"```sh\n(.*?)```", readme, flags=re.DOTALL)
    commands = [
        line
        for block in blocks
        for line in block.splitlines()
        if line.startswith("cddiagram ")
    ]
    assert len(commands) == 3
    commands += [command for _, own, _ in cases(readme) for command in own]
    assert len(commands) > 18
    for command in commands:
        result = CliRunner().invoke(main, shlex.split(command, comments=True)[1:])
        assert result.exit_code == 0, (command, result.output)
    assert (files / "tables" / "main.tex").is_file()


def test_published_numbers(readme, pytestconfig):
    golden = sorted((pytestconfig.rootpath / "tests" / "golden").glob("*.json"))
    entries = [
        entry
        for path in golden
        for entry in json.loads(path.read_text(encoding="utf-8"))["entries"]
    ]
    printed = sum(entry["published"] is not None for entry in entries)
    wrong = sum(entry["agrees"] is False for entry in entries)
    assert f"{printed} printed numbers of three papers" in readme
    assert f"{wrong} of them are wrong in print" in readme


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


@pytest.mark.slow
def test_picture_of_the_report(pytestconfig, tmp_path):
    """What the script draws now looks like what is kept; browsers set letters a little
    apart, so both are coarse.
    """
    spec = importlib.util.spec_from_file_location(
        "picture", pytestconfig.rootpath / "gallery" / "report_picture.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if module.browser() is None:
        pytest.skip("no browser")
    module.draw(tmp_path / "report.png")
    pictures = [
        Image.open(path).convert("L") for path in (tmp_path / "report.png", module.FILE)
    ]
    assert [picture.size for picture in pictures] == [module.SIZE] * 2
    made, kept = (
        np.asarray(picture.resize((90, 120)), dtype=float) for picture in pictures
    )
    assert kept.std() > 10
    assert np.abs(made - kept).mean() < 3, (
        "the report has changed: python gallery/report_picture.py, and look at it"
    )
