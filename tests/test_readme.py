"""What the README shows and says is what the package does."""

import re
import shlex

import matplotlib as mpl
import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.data.examples import read_example
from cddiagram.procedures import PAIR_TEST_CHOICES, RANKING_CHOICES, adjustment_choices

PINNED = "3.11.2"


@pytest.fixture(scope="module")
def readme(pytestconfig):
    return (pytestconfig.rootpath / "README.md").read_text(encoding="utf-8")


@pytest.mark.skipif(mpl.__version__ != PINNED, reason=f"drawn by matplotlib {PINNED}; others set text a little apart")
@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 202}, style={"text.hinting": "no_hinting"})
def test_readme_figure():
    """Garcia & Herrera 2008, Table 2, as the README's first command draws it."""
    return cd.plot_cd(cd.compare(cd.load_example("garcia2008-table2"))).figure


def test_the_figure_is_the_baseline(readme, pytestconfig):
    picture = re.search(r"!\[[^]]+\]\(([^)]+)\)", readme).group(1)
    assert picture == "baseline_images/test_readme_figure.png"
    assert (pytestconfig.rootpath / picture).is_file()


def test_the_two_commands_set_themselves_up(readme):
    commands = [line for line in readme.splitlines() if line.startswith("python3 -m venv ")]
    assert len(commands) == 2
    assert all("pip install" in command for command in commands)


def test_python_code_runs(readme, tmp_path, monkeypatch):
    """The code of "In Python", on the example table with one algorithm renamed."""
    monkeypatch.chdir(tmp_path)
    text = read_example("garcia2008-table2").decode().replace("C4.5", "My method")
    (tmp_path / "results.csv").write_text(text, encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", readme, flags=re.S).group(1)
    exec(compile(code, "README.md", "exec"), {})
    assert (tmp_path / "fig.pdf").stat().st_size > 1000


@pytest.mark.slow
def test_commands_run(readme, tmp_path, monkeypatch):
    """Every line of shell code that calls the command, as written and in this order, in a folder with both tables."""
    monkeypatch.chdir(tmp_path)
    text = read_example("garcia2008-table2").decode().replace("C4.5", "My method")
    for name in ("results.csv", "errors.csv"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", readme, flags=re.DOTALL)
    commands = [line for block in blocks for line in block.splitlines() if line.startswith("cddiagram ")]
    assert len(commands) > 12
    for command in commands:
        result = CliRunner().invoke(main, shlex.split(command, comments=True)[1:])
        assert result.exit_code == 0, (command, result.output)
    assert (tmp_path / "paper" / "tables" / "main.tex").is_file()


def test_every_choice_is_named(readme):
    for choice in (*RANKING_CHOICES, *PAIR_TEST_CHOICES, *adjustment_choices()):
        assert f"`{choice}`" in readme, choice
