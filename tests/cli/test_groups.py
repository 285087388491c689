"""Commands in groups: ``cddiagram study pool``, its help, errors, options from a file and
completion.
"""

import re
import sys
from importlib.metadata import version
from types import ModuleType

import click
import pytest
from click.shell_completion import get_completion_class
from click.testing import CliRunner
from example_files import without_comments

from cddiagram.cli import main
from cddiagram.convergence import FIGURES
from cddiagram.features import FEATURES, Command, Feature, commands_of

STUDIES = list(commands_of("study"))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.csv").write_bytes(without_comments("demsar2006-table6"))
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(main, list(arguments))


def error_of(*arguments):
    result = run(*arguments)
    assert result.stdout == ""
    return result.exit_code, result.stderr.removeprefix("Error: ").rstrip("\n")


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",)])
def test_the_group_lists_its_commands_in_the_order_of_the_registry(words):
    result = run("study", *words)
    assert (result.exit_code, result.stderr) == (0, "")
    listed = result.stdout.partition("Commands:\n")[2]
    for command in commands_of("study").values():
        assert command.line in " ".join(listed.split())
    names = [line.split()[0] for line in listed.splitlines() if line[2:3].strip()]
    assert names == STUDIES


def test_core_commands_come_first_and_groups_last():
    names = main.list_commands(click.Context(main))
    features = list(commands_of(""))
    assert names[0] == "plot"
    assert names[-1 - len(features) :] == [*features, "study"]
    assert not {*names} & {*STUDIES}


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_has_its_help_in_the_group(name):
    for option in ("--help", "-h"):
        result = run("study", name, option)
        assert result.exit_code == 0
        assert result.stdout.startswith(f"Usage: cddiagram study {name} ")
        assert f"  cddiagram study {name} " in result.stdout


@pytest.mark.parametrize("name", STUDIES)
def test_a_study_outside_the_group_is_refused_with_its_name(name, folder):
    expected = (
        f"unknown command '{name}': did you mean 'cddiagram study {name}'? See "
        "'cddiagram --help'."
    )
    assert error_of(name, "s.csv") == (2, expected)
    (folder / name).touch()  # a file of this name is not a table to plot
    assert error_of(name, "s.csv") == (2, expected)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (
            "study stabilty s.csv",
            "unknown command 'study stabilty': did you mean 'cddiagram study "
            "stability'? See 'cddiagram study --help'.",
        ),
        (
            "stabilty s.csv",
            "unknown command 'stabilty': did you mean 'cddiagram study stability'? "
            "See 'cddiagram --help'.",
        ),
        (
            "study plot s.csv",
            "unknown command 'study plot': did you mean 'cddiagram plot'? See "
            "'cddiagram study --help'.",
        ),
        (
            "study s.csv",
            f"unknown command 'study s.csv': choose from {', '.join(map(repr, STUDIES))}. "
            "See 'cddiagram study --help'.",
        ),
        (
            "study pool s.csv --pear A B",
            "unknown option '--pear': did you mean --pair? See 'cddiagram study pool "
            "--help'.",
        ),
        (
            "study pool",
            "Missing argument 'SCORES'. See 'cddiagram study pool --help'.",
        ),
        (
            "study --seed 1",
            "unknown option '--seed'. See 'cddiagram study --help'.",
        ),
        (
            "study pool s.csv --pairs al",
            "unknown --pairs 'al': did you mean 'all'? Choose from 'auto', 'all', "
            "'changing'.",
        ),
    ],
)
def test_errors_name_the_group(typed, message, folder):
    assert error_of(*typed.split()) == (2, message)


LEVEL = ("study", "level", "3", "5")


def test_options_of_a_file_for_one_study_for_all_and_for_every_command(folder):
    typed = run(*LEVEL, "--repeats", "8", "--seed", "3", "--alpha", "0.1")
    assert typed.exit_code == 0
    (folder / "cddiagram.toml").write_text(
        "alpha = 0.1\n[study]\nseed = 3\nrepeats = 9\n[study.level]\nrepeats = 8\n"
        '[study.pool]\npairs = "all"\n'
    )
    configured = run(*LEVEL)
    assert configured.stdout == typed.stdout
    assert configured.stderr == (
        "Note: cddiagram.toml sets alpha = 0.1, seed = 3 and repeats = 8.\n"
    )
    plain = run(*LEVEL, "--repeats", "8", "--seed", "3", "--no-config")
    assert plain.stdout != typed.stdout


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "[level]\nrepeats = 8\n",
            "cddiagram.toml: [level] is not the name of a command. Use [study.level].",
        ),
        (
            "study = 3\n",
            "cddiagram.toml: 'study' is not a table of options. Insert the line "
            "[study] above the options.",
        ),
        (
            "[study]\nlevel = 3\n",
            "cddiagram.toml: 'level' is not a table of options. Insert the line "
            "[study.level] above the options.",
        ),
        (
            "[study.level]\nrepeat = 3\n",
            "cddiagram.toml: unknown option of level 'repeat': did you mean "
            "'repeats'? ",
        ),
        (
            "[study]\nrepeat = 3\n",
            "cddiagram.toml: unknown option 'repeat': did you mean 'repeats'? ",
        ),
    ],
)
def test_errors_in_a_file_for_studies(content, message, folder):
    (folder / "cddiagram.toml").write_text(content)
    code, printed = error_of(*LEVEL)
    assert code == 2
    assert printed.startswith(message)


def test_options_of_studies_are_known_to_other_commands(folder):
    """A file serves all commands: those of another one are passed over."""
    (folder / "cddiagram.toml").write_text(
        "repeats = 20\n[study]\nseed = 3\n[study.level]\ngrid = 0.5\n"
    )
    result = run("compare", "s.csv", "--format", "csv")
    assert (result.exit_code, "cddiagram.toml" in result.stderr) == (0, False)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_in_the_group(shell):
    completion = get_completion_class(shell)(
        main, {}, "cddiagram", "_CDDIAGRAM_COMPLETE"
    )

    def completed(*words):
        *typed, incomplete = words
        return [item.value for item in completion.get_completions(typed, incomplete)]

    assert completed("stu") == ["study"]
    assert completed("study", "po") == ["pool", "power"]
    # Older versions of click complete no options of a command in a group.
    release = tuple(map(int, version("click").split(".")[:2]))
    if release >= (8, 3):
        assert completed("study", "pool", "--max-p") == ["--max-pools"]
    assert completed("study", "nothing", "--max-p") == []


def test_the_command_offers_the_figures_of_histories():
    command = main.get_command(click.Context(main), "convergence")
    (member,) = [member for member in command.params if member.name == "figure"]
    figures = [
        figure
        for key in ("convergence", "histories", "budget")
        for figure in FEATURES[key].figures
    ]
    assert list(FIGURES) == figures
    assert str(member.metavar).strip("[]").split("|") == figures


def test_a_new_study_is_found_by_its_entry(monkeypatch, folder):
    module = ModuleType("cddiagram.studies.toy.command")
    module.toy = click.Command("toy", callback=lambda: click.echo("played"))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    command = Command("studies.toy.command:toy", "Play with the scores.", "study")
    entry = Feature("toy", "ToyStudy", "a toy", "make it", "toy()", command=command)
    monkeypatch.setitem(FEATURES, "toy", entry)
    assert run("study", "toy").stdout == "played\n"
    shown = run("study", "--help").stdout
    assert re.search(r"toy +Play with the scores\.", shown)
    assert "'cddiagram study toy'" in run("toy").stderr
    (folder / "cddiagram.toml").write_text("[study.toy]\nx = 1\n")
    assert run(*LEVEL, "--repeats", "2").exit_code == 0
