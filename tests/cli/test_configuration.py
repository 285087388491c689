"""Options from a file, groups of the help, what other programs call things, a figure on
standard output, completion.
"""

# ruff: noqa: E501 - messages stand here as they are printed

import os
import re
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner
from example_files import without_comments

import cddiagram as cd
from cddiagram.cli import main

COMMANDS = [
    name
    for name in main.all_commands(click.Context(main))
    if name not in ("example", "inspect", "study")
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.csv").write_bytes(without_comments("demsar2006-table6"))
    return tmp_path


def run(*arguments):
    done = CliRunner().invoke(main, list(arguments))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def failed(*arguments):
    done = run(*arguments)
    assert done.exit_code
    return done.exit_code, done.stderr.strip().removeprefix("Error: ")


def test_options_of_a_file_are_those_of_the_command_line(folder):
    typed = run("plot", "s.csv", "-o", "typed.svg", "--width", "88mm", "--alpha", "0.1", "--no-show-ranks", "--pair-test", "t",
                "--rename", "C4.5=J48", "--rename", "C4.5+m=mine, own", "--algorithms", "C4.5,C4.5+m,C4.5+cf")  # fmt: skip
    assert typed.exit_code == 0
    (folder / "cddiagram.toml").write_text(
        'width = "88mm"\nalpha = 0.1\nshow-ranks = false\nrename = {"C4.5" = "J48", '
        '"C4.5+m" = "mine, own"}\n'
        'algorithms = ["C4.5", "C4.5+m", "C4.5+cf"]\nconfidence = 0.9\n[plot]\n'
        'pair_test = "t"\n[compare]\nformat = "csv"\n'
    )
    house = run("plot", "s.csv", "-o", "house.svg")
    said, *others = house.stderr.splitlines()
    assert said == (
        "Note: cddiagram.toml sets width = 88mm, alpha = 0.1, show-ranks = false, "
        "rename = C4.5=J48, C4.5+m=mine, own, algorithms = C4.5,C4.5+m,C4.5+cf and "
        "pair-test = t."
    )
    assert [
        line.replace("house", "typed") for line in others
    ] == typed.stderr.splitlines()
    assert (folder / "house.svg").read_bytes() == (folder / "typed.svg").read_bytes()
    assert run("compare", "s.csv", "-q").stdout.startswith(
        "algorithm,other,average_rank,"
    )
    assert run("plot", "s.csv", "-q", "-o", "quiet.svg").stderr == ""


def test_what_is_typed_wins(folder):
    (folder / "cddiagram.toml").write_text(
        'alpha = 0.1\nhighlight = ["C4.5"]\nlower-is-better = true\n'
    )
    (folder / "other.toml").write_text("alpha = 0.2\n")

    def alpha(*options):
        return re.search(
            r'"alpha": ([0-9.]+)',
            run("compare", "s.csv", "--format", "json", *options).stdout,
        )[1]

    assert alpha() == "0.1"
    assert alpha("--alpha", "0.01") == "0.01"
    assert alpha("--no-config") == "0.05"
    assert alpha("--config", "other.toml") == "0.2"
    assert "lower scores" in run("compare", "s.csv").stderr
    run("plot", "s.csv", "-o", "f.svg", "--highlight", "C4.5+m")
    assert parameters(folder / "f.svg")["highlight"] == ["C4.5+m"]


def parameters(path):
    from cddiagram.provenance import read_provenance

    return read_provenance(path.read_bytes()).parameters


def test_pyproject(folder):
    (folder / "pyproject.toml").write_text('[project]\nname = "x"\n')
    assert "gives" not in run("compare", "s.csv").stderr
    (folder / "pyproject.toml").write_text("[tool.cddiagram]\nalpha = 0.1\n")
    assert run("compare", "s.csv").stderr.startswith(
        "Note: pyproject.toml sets alpha = 0.1."
    )
    (folder / "cddiagram.toml").write_text("alpha = 0.2\n")  # the first that is there
    assert run("compare", "s.csv").stderr.startswith(
        "Note: cddiagram.toml sets alpha = 0.2."
    )


@pytest.mark.slow
def test_house_options_are_for_many_tables_and_figures(folder):
    """What a figure does not take, and names that a table does not have, are refused
    only where they are typed.
    """
    (folder / "cddiagram.toml").write_text(
        'font-size = 7\nshow-ruler = false\nwidth = "page"\nhighlight = ["C4.5", '
        '"other"]\ncite = "citep"\n'
        'color = ["C4.5=red", "other=blue"]\nrename = {"C4.5" = "J48", "another" = '
        '"x"}\nfont = ["DejaVu Sans"]\n'
    )
    for figure in ("cd", "pvalue-matrix", "assumptions"):
        done = run("plot", "s.csv", "-o", "f.svg", "--figure", figure)
        assert done.exit_code == 0, done.stderr
    run("plot", "s.csv", "-o", "f.svg")
    found = parameters(folder / "f.svg")
    assert (found["highlight"], found["colors"], found["rename"]) == (
        ["C4.5"],
        {"C4.5": "red"},
        {"C4.5": "J48"},
    )
    assert (
        run("compare", "s.csv").exit_code
        == run("report", "s.csv", "-o", "r.txt").exit_code
        == 0
    )
    assert (
        run(
            "study", "power", "s.csv", "--repeats", "2", "--pair", "C4.5", "C4.5+m"
        ).exit_code
        == 0
    )
    assert (
        failed(
            "plot",
            "s.csv",
            "-o",
            "f.svg",
            "--figure",
            "pvalue-matrix",
            "--no-show-ruler",
        )[0]
        == 2
    )
    assert (
        "unknown algorithm in --highlight 'other'"
        in failed("plot", "s.csv", "-o", "f.svg", "--highlight", "other")[1]
    )


def test_a_palette_and_families_of_a_file(folder):
    (folder / "cddiagram.toml").write_text(
        'families = {trees = ["C4.5", "C4.5+m"], "other" = "elsewhere"}\ncolor = '
        '"tab10"\n'
    )
    assert run("plot", "s.csv", "-o", "f.svg").exit_code == 0
    assert parameters(folder / "f.svg")["families"] == {
        "C4.5": "trees",
        "C4.5+m": "trees",
    }
    assert parameters(folder / "f.svg")["colors"] == "tab10"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("widht = 3", "unknown option 'widht': did you mean 'width'? Choose from "),
        ("[plot]\nbiases = 3", "unknown option of plot 'biases': choose from "),
        (
            "[plot]\noutput = 'a.pdf'",
            "unknown option of plot 'output': ",
        ),  # each run has its own
        ("output = 'a.pdf'", "unknown option 'output': "),
        ("[pot]\nalpha = 1", "unknown option 'pot': "),
        (
            "plot = 3",
            "'plot' is not a table of options. Insert the line [plot] above "
            "the options.",
        ),
        ("alpha = 5", "--alpha must be between 0 and 1, not '5'. Use 0.05."),
        (
            "max-lanes = -1",
            "Invalid value for '--max-lanes': -1 is not in the range x>=0.",
        ),
        ("p-adjust = 'hlom'", "unknown --p-adjust 'hlom': did you mean 'holm'?"),
        ("math = 'yes'", "math must be true or false, not 'yes'."),
        (
            "alpha = true",
            "alpha must be a string, a number or a list of these, not True.",
        ),
        (
            "alpha = 2020-01-01",
            "alpha must be a string, a number or a list of these, not "
            "datetime.date(2020, 1, 1).",
        ),
        ("alpha = ", "is not a valid TOML file ("),
        ("alpha = " + "[" * 5000, "is not a valid TOML file ("),
        ("alpha = " + "9" * 5000, "is not a valid TOML file ("),
    ],
)
def test_refusals_name_the_file(folder, text, message):
    (folder / "cddiagram.toml").write_text(text)
    code, said = failed("plot", "s.csv", "-o", "a.pdf")
    assert said.replace("cddiagram.toml is", "cddiagram.toml: is").startswith(
        f"cddiagram.toml: {message}"
    )
    assert code == (1 if "TOML file (" in said else 2)
    assert not (folder / "a.pdf").exists()
    assert run("plot", "s.csv", "-o", "a.svg", "--no-config").exit_code == 0


def test_files_that_are_asked_for(folder):
    assert failed("compare", "s.csv", "--config", "none.toml") == (
        1, "cannot read 'none.toml': the file does not exist. Check the name.")  # fmt: skip
    (folder / "c.toml").write_text("alpha = 0.1")
    both = (2, "--config and --no-config cannot be combined. Omit one of them.")
    assert failed("compare", "s.csv", "--config", "c.toml", "--no-config") == both
    assert failed("compare", "s.csv", "--no-config", "--config", "c.toml") == both
    (folder / "latin.toml").write_bytes(b"title = '\xe9'")
    assert failed("compare", "s.csv", "--config", "latin.toml")[1].startswith(
        "latin.toml is not a valid TOML file ("
    )


def test_a_project_whose_tools_are_no_table_says_nothing(folder):
    (folder / "pyproject.toml").write_text("tool = 5")
    assert run("compare", "s.csv").exit_code == 0


def test_the_folder_decides_nothing_where_nothing_is_decided(folder):
    """Figures are read as was recorded, examples are written, and the help is printed,
    whatever a file says.
    """
    (folder / "cddiagram.toml").write_text("nonsense = 1")
    assert (
        run("example").exit_code
        == run("plot", "--help").exit_code
        == run("--help").exit_code
        == 0
    )
    run("plot", "s.csv", "-o", "f.svg", "--no-config")
    assert run("inspect", "f.svg", "--scores", "s.csv").exit_code == 0


@pytest.mark.slow
def test_no_module_is_loaded_for_it_where_there_is_no_file(folder):
    code = (
        "import sys\nfrom cddiagram.cli import main\ntry: main(['study', 'level', '3', '3', "
        "'--repeats', '1'])\nexcept SystemExit: pass"
    )
    code += "\nassert 'tomllib' not in sys.modules"
    subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, env=os.environ
    )


# the help


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_stands_in_a_group(command):
    text = run(*command.split(), "--help").stdout
    groups = re.findall(r"^(\w+):$", text, flags=re.MULTILINE)
    assert groups == [
        name for name in ("Input", "Tests", "Figure", "Output") if name in groups
    ]
    heads = r"^  (?:-., )?(--[\w-]+)"
    inputs, _, rest = text.partition("\nInput:\n")[2].partition("\n\n")
    assert re.findall(heads, inputs, flags=re.MULTILINE)[-2:] == [
        "--no-config",
        "--config",
    ]
    outputs = rest.partition("Output:\n")[2]
    assert re.findall(heads, outputs, flags=re.MULTILINE)[-2:] == ["--quiet", "--help"]


def test_the_help_of_plot_names_venues_and_units():
    text = run("plot", "--help").stdout
    width = " ".join(text.partition("--width")[2].partition("--arrangement")[0].split())
    for word in ("nature", "icml", "ieee", "88mm", "252pt", "(3.3 in)"):
        assert word in width


# what others call things


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--pair-test", "nemenyi"], "unknown --pair-test 'nemenyi': pass --p-adjust nemenyi, on average ranks "
            "(--pair-test ranks)."),
        (["--pair-test", "wilcoxon-holm"], "unknown --pair-test 'wilcoxon-holm': pass --pair-test wilcoxon and "
            "--p-adjust holm."),
        (["--p-adjust", "Wilcoxon_Holm"], "unknown --p-adjust 'Wilcoxon_Holm': pass --pair-test wilcoxon and "
            "--p-adjust holm."),
        (["--p-adjust", "wilcoxon"], "unknown --p-adjust 'wilcoxon': pass --pair-test wilcoxon."),
        (["--p-adjust", "Holm"], "unknown --p-adjust 'Holm': did you mean 'holm'? Choose from "),
        (["--p-adjust", "dunn"], "unknown --p-adjust 'dunn': did you mean 'dunnett'? Choose from "),
        (["--alpha", "5%"], "--alpha must be between 0 and 1, not '5%'. Use 0.05."),
        (["--alpha", "0,01"], "--alpha must be between 0 and 1, not '0,01'. Use 0.01."),
        (["--correction", "holm"], "unknown option '--correction': did you mean --p-adjust? See 'cddiagram "
            "plot --help'."),
        (["--p_adjust", "holm"], "unknown option '--p_adjust': did you mean --p-adjust? See"),
        (["--figsize", "3"], "unknown option '--figsize': did you mean --width? See"),
        (["--xyz", "3"], "unknown option '--xyz'. See 'cddiagram plot --help'."),
        (["--control", "c4.5+M"], "the control 'c4.5+M' is not one of the algorithms: "
                                  "did you mean 'C4.5+m'? Choose from "),
        (["--highlight", "m+cf"], "unknown algorithm in --highlight 'm+cf': did you mean 'C4.5+m+cf'? "
            "Choose from "),
        (["--font", "Times"], r"the font 'Times' is not installed. Pass --font times, which is \w"),
        (["--width", "88m"], "unknown --width '88m': choose from "),
        (["--width", "900in"], "--width must be a name, a length such as '88mm', or a number of inches "
            "up to 200, not '900in'."),
    ],
)  # fmt: skip
def test_the_remedy_is_named(folder, arguments, message):
    if "--font" in arguments:
        from cddiagram.sheet import installed_families

        if installed_families(["Times"]):
            pytest.skip("the font is here")
    said = failed("plot", "s.csv", "-o", "a.pdf", *arguments)[1]
    assert re.match(re.escape(message).replace(r"\\w", r"\w"), said), said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["plto", "s.csv"],
            "unknown command 'plto': did you mean 'cddiagram plot'? See 'cddiagram "
            "--help'.",
        ),
        (
            ["s.csv"],
            "unknown command 's.csv': did you mean 'cddiagram plot s.csv'? See "
            "'cddiagram --help'.",
        ),
        (["xyz"], "unknown command 'xyz'. See 'cddiagram --help'."),
        (
            ["study", "pool", "s.csv", "--p-adjust", "wilcoxon"],
            "unknown --p-adjust 'wilcoxon': choose from ",
        ),  # no test to choose
    ],
)
def test_commands_and_studies(folder, arguments, message):
    assert failed(*arguments)[0] == 2
    assert failed(*arguments)[1].startswith(message)


def test_python_says_it_in_its_own_words():
    table = cd.load_example("demsar2006-table6")
    with pytest.raises(
        cd.UsageError,
        match=r"unknown pair_test 'wilcoxon-holm': pass pair_test='wilcoxon' and "
        r"p_adjust='holm'",
    ):
        cd.compare(table, pair_test="wilcoxon-holm")
    with pytest.raises(
        cd.InputError,
        match=r"the control 'c4.5' is not one of the algorithms: did you mean 'C4.5'\?",
    ):
        cd.compare(table, control="c4.5")


# a figure on standard output


@pytest.mark.parametrize("fmt", ["svg", "tex"])
def test_a_figure_on_standard_output_is_the_file(folder, fmt):
    done = run("plot", "s.csv", "-o", "-", "--format", fmt, "-o", f"f.{fmt}")
    assert done.stdout_bytes == (folder / f"f.{fmt}").read_bytes()
    assert f"Wrote standard output, f.{fmt} (" in done.stderr


def test_standard_output_needs_a_format(folder):
    for arguments, message in [
        (["-o", "-"], "--output - does not specify a format. Pass --format svg, or "
                      "specify a file."),
        (["-o", "a.pdf", "--format", "svg"],
            "--format applies only to --output -, because the suffix of a file "
            "determines its format. Omit --format."),
        (["-o", "-", "--format", "pdf", "--dpi", "90"],
            "--dpi does not apply to '.pdf'. Omit this option, or use the suffix "
            "'.png' for the file."),
    ]:  # fmt: skip
        assert failed("plot", "s.csv", *arguments) == (2, message)


def test_to_bytes_is_what_save_writes(tmp_path):
    drawing = cd.plot_cd(cd.compare(cd.load_example("demsar2006-table6")))
    drawing.save(tmp_path / "f.svg", text="editable")
    assert drawing.to_bytes("svg", text="editable") == (tmp_path / "f.svg").read_bytes()
    with pytest.raises(cd.UsageError, match="unknown figure format 'gif'"):
        drawing.to_bytes("gif")


# completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell):
    """The script is printed, and what it asks for is answered: commands and options."""
    from click.shell_completion import get_completion_class

    completion = get_completion_class(shell)(
        main, {}, "cddiagram", "_CDDIAGRAM_COMPLETE"
    )
    if shell != "bash":  # which asks the installed bash for its version
        assert "_CDDIAGRAM_COMPLETE" in completion.source()
    assert [item.value for item in completion.get_completions([], "pl")] == ["plot"]
    assert [
        item.value for item in completion.get_completions(["plot"], "--pair-t")
    ] == ["--pair-test"]
    assert completion.get_completions(["nothing"], "--pair-t") == []


@pytest.mark.slow
def test_the_script_for_bash_is_printed():
    env = {**os.environ, "_CDDIAGRAM_COMPLETE": "bash_source"}
    code = "from cddiagram.cli import run; run()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("_cddiagram_completion() {")
    assert (
        "complete -o nosort -F _cddiagram_completion_setup" in done.stdout
        or "_cddiagram_completion" in done.stdout
    )


@pytest.mark.parametrize("config", ["c.svg", "./c.svg"])
def test_options_are_not_written_over(folder, config):
    (folder / "c.svg").write_text("alpha = 0.1\n")
    expected = (
        "'c.svg' is an input file and would be overwritten. Choose another name for "
        "the output."
    )
    assert failed(
        "plot", "s.csv", "--config", config, "-o", "a.pdf", "-o", "c.svg"
    ) == (2, expected)
    assert (folder / "c.svg").read_text() == "alpha = 0.1\n"
    assert not (folder / "a.pdf").exists()


@pytest.mark.parametrize("command", ["report", "compare"])
def test_options_of_the_folder_are_not_written_over(folder, command):
    (folder / "cddiagram.toml").write_text("")
    (folder / "own.md").symlink_to("cddiagram.toml")
    assert failed(command, "s.csv", "-o", "own.md")[1].startswith(
        "'own.md' is an input file and would be overwritten. "
    )
    assert (folder / "own.md").is_symlink()
    assert (folder / "cddiagram.toml").read_text() == ""


@pytest.mark.parametrize("exists", [False, True])
@pytest.mark.parametrize("checkpoint", ["f.svg", "./f.svg", "link.svg"])
def test_a_checkpoint_is_not_written_over(folder, checkpoint, exists):
    if exists:
        (folder / "f.svg").write_text("checkpoint")
    (folder / "link.svg").symlink_to("f.svg")
    before = sorted(folder.iterdir())
    expected = (
        "'f.svg' is an input file and would be overwritten. Choose another name for "
        "the output."
    )
    arguments = (
        "study",
        "stability",
        "s.csv",
        "--resamples",
        "10",
        "--checkpoint",
        checkpoint,
    )
    assert failed(*arguments, "-o", "f.svg") == (2, expected)
    assert sorted(folder.iterdir()) == before


def test_devices_may_be_given_twice(folder):
    if not os.path.exists("/dev/null"):
        pytest.skip("there is no null device")
    assert (
        run("compare", "s.csv", "--config", "/dev/null", "-o", "/dev/null").exit_code
        == 0
    )
