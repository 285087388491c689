"""The options of reading in every function and command that reads, as they are
recorded, and given twice.
"""

import inspect
import io
import os

import click
import pandas as pd
import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram import InputError, ScoreTable, read_score_tables, read_scores
from cddiagram.cli import main

WIDE = "data set,measure,A,B,C\n" + "".join(
    f"{d},{m},{a},{b},{c}\n"
    for m, less in (("acc", 0), ("f1", 0.2))
    for d, a, b, c in (
        ("iris", 0.9 - less, 0.8 - less, 0.75),
        ("wine", 0.7, 0.6, 0.5 - less),
        ("glass", 0.4, 0.5, 0.3),
    )
)
READ = ["--select", "measure=f1", "--exclude-datasets", "wine"]
OPTIONS = {"select": {"measure": "f1"}, "exclude_datasets": ["wine"]}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_text(WIDE)
    return tmp_path


def run(*arguments):
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), (
        result.exception
    )
    return result


def refused(*arguments):
    result = run(*arguments)
    assert result.stderr.startswith("Error: ")
    return result.exit_code, result.stderr.removeprefix("Error: ").rstrip("\n")


def test_one_reading_for_files_and_frames():
    table = read_scores(io.StringIO(WIDE), **OPTIONS)
    assert (table.algorithms, table.datasets) == (("A", "B", "C"), ("iris", "glass"))
    assert table.scores[0].tolist() == [0.7, 0.6000000000000001, 0.75]
    assert dict(table.reading) == {
        "select": {"measure": "f1"},
        "exclude_datasets": ("wine",),
    }
    framed = ScoreTable.from_frame(pd.read_csv(io.StringIO(WIDE)), **OPTIONS)
    assert framed.sha256 == table.sha256
    parts = read_score_tables(
        io.StringIO(WIDE), split_column="measure", exclude_datasets="wine"
    )
    assert parts["f1"].sha256 == table.sha256


@pytest.mark.parametrize("function", [read_scores, ScoreTable.from_frame])
def test_every_option_is_shown(function):
    shown = inspect.signature(function).parameters
    assert {
        "higher_is_better",
        "exclude_datasets",
        "select",
        "keep",
        "decimal",
        "missing",
        "runs",
    } <= set(shown)
    assert "options" not in shown


def test_a_table_leaves_data_sets_out():
    table = read_scores(io.StringIO(WIDE), select={"measure": "acc"})
    assert table.exclude_datasets(["iris"]).datasets == ("wine", "glass")
    with pytest.raises(InputError, match="unknown data set 'irs': did you mean 'iris'"):
        table.exclude_datasets("irs")
    with pytest.raises(InputError, match="the table has one data set"):
        table.exclude_datasets(["iris", "wine"])


LONG = "data set,algorithm,score\n" + "".join(
    f"{d},{a},{score}\n"
    for d, a, score in (
        ("iris", "A", 0.9), ("iris", "B", 0.8), ("wine", "A", 0.7), ("wine", "B", 0.6), ("glass", "A_std", 0.1)
    )
)  # fmt: skip


@pytest.mark.parametrize("missing", ["error", "drop"])
@pytest.mark.parametrize(
    "text",
    [WIDE.replace("acc,", "1,").replace("f1,", "2,").replace("measure", "fold"), LONG],
)
def test_leaving_all_data_sets_out_is_refused(text, missing):
    every, keep = ["iris", "wine", "glass"], "A_std" if text == LONG else None
    with pytest.raises(InputError) as refusal:
        read_scores(
            io.StringIO(text), exclude_datasets=every, missing=missing, keep=keep
        )
    assert (
        str(refusal.value)
        == "input contains no data sets, but a comparison requires two or more."
    )


def test_an_algorithm_without_rows_left_is_refused_by_its_name():
    with pytest.raises(InputError) as refusal:
        read_scores(io.StringIO(LONG), exclude_datasets="glass")
    assert str(refusal.value) == (
        "input: 'A_std' does not look like an algorithm, because it contains a measure "
        "of spread for 'A'. Drop it with exclude='A_std', or keep it with keep='A_std'."
    )


def test_a_part_may_lack_what_is_left_out():
    text = (
        "data set,measure,A,B\nx,acc,1,2\ny,acc,3,4\nAvg.,acc,2,3\nx,f1,1,2\ny,f1,3,5\n"
    )
    tables = read_score_tables(
        io.StringIO(text), split_column="measure", exclude_datasets="Avg."
    )
    assert [table.datasets for table in tables.values()] == [("x", "y")] * 2
    kept = read_score_tables(io.StringIO(text), split_column="measure", keep="Avg.")
    assert kept["acc"].datasets == ("x", "y", "Avg.")
    with pytest.raises(InputError, match="unknown data set 'z'"):
        read_score_tables(
            io.StringIO(text), split_column="measure", exclude_datasets="z"
        )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"exclude_datasets": "wien"},
            "input: unknown data set 'wien': did you mean 'wine'? Choose from ",
        ),
        (
            {"select": {"measur": "acc"}},
            "input: unknown column 'measur': did you mean 'measure'? Choose from ",
        ),
        (
            {"select": {"measure": "ac"}},
            "input: unknown value of 'measure' 'ac': did you mean 'acc'? Choose from ",
        ),
        (
            {"select": {"measure": "acc", "A": "0.4", "B": "0.8"}},
            "input has no row with measure=acc and A=0.4 and B=0.8",
        ),
        (
            {"select": "measure=acc"},
            "select is 'measure=acc'. Specify columns and values, for example "
            "{'measure': 'acc'}.",
        ),
        ({"keep": "Avrage"}, "input: unknown name to keep 'Avrage': choose from "),
        ({"decimal": ";"}, "unknown decimal ';': choose from '.', ','."),
        (
            {"missing": "skip"},
            "unknown missing 'skip': choose from 'error', 'drop', 'drop-algorithms', "
            "'worst', 'like:NAME', "
            "'available'.",
        ),
    ],
    ids=str,
)
def test_wrong_values(options, message):
    with pytest.raises((InputError, cd.UsageError)) as error:
        read_scores(io.StringIO(WIDE), **({"select": {"measure": "acc"}} | options))
    assert str(error.value).startswith(message)


def test_numbers_are_selected_as_numbers():
    frame = pd.DataFrame(
        {
            "ds": ["x", "x", "y", "y"],
            "dim": [10.0, 30.0] * 2,
            "A": [1, 2, 3, 4],
            "B": [2, 1, 5, 3],
        }
    )
    for value in ("10", 10, 10.0, "10.0"):
        assert ScoreTable.from_frame(frame, select={"dim": value}).scores.tolist() == [
            [1, 2],
            [3, 5],
        ]


@pytest.mark.parametrize(
    "command",
    [
        ["plot", "-o", "cd.svg"],
        ["compare", "--format", "json", "-o", "c.json"],
        ["report", "-o", "report.md"],
    ],
    ids=lambda command: command[0],
)
def test_every_command_reads_so(folder, command):
    name, *rest = command
    expected = read_scores(io.StringIO(WIDE), **OPTIONS)
    assert (
        "3 algorithms (A, B, C) on 2 data sets (iris, glass)"
        in run(name, "scores.csv", *rest, *READ).stderr
    )
    if name != "compare":
        held = run("inspect", rest[-1], "--scores", "scores.csv")
        assert (held.exit_code, "belongs to scores.csv" in held.stdout) == (0, True)
        assert expected.sha256 in run("inspect", rest[-1]).stdout
        other = run(
            "inspect", rest[-1], "--scores", "scores.csv", "--select", "measure=acc"
        )
        assert (other.exit_code, "does not belong" in other.stdout) == (1, True)


def test_keep_and_decimal_are_recorded(folder):
    (folder / "big.csv").write_text(
        "data set;A;B\nx;1.234;987\nAvg.;5.678;12\nz;9.000;5.500\n"
    )
    assert (
        run(
            "plot", "big.csv", "-o", "cd.svg", "--decimal", ",", "--keep", "Avg."
        ).exit_code
        == 0
    )
    held = run("inspect", "cd.svg", "--scores", "big.csv")
    assert (held.exit_code, "belongs to big.csv" in held.stdout) == (0, True)


def test_histories_are_read_so():
    text = "algorithm,problem,noise,p50,p100\n" + "".join(
        f"{a},{p},{n},{4 + n},{v}\n"
        for n in (0, 1)
        for a, v in (("A", 1), ("B", 2))
        for p in ("f1", "f2", "mean", "f3")
    )
    options = {"select": {"noise": 1}, "exclude_problems": "f2"}
    with pytest.raises(InputError) as error:
        cd.read_histories(io.StringIO(text), **options)
    assert str(error.value) == (
        "input: 'mean' does not look like a problem, because it summarises the "
        "others. Drop it with exclude_problems='mean', or keep it with "
        "keep='mean'."
    )
    assert cd.read_histories(io.StringIO(text), **options, keep="mean").problems == (
        "f1",
        "mean",
        "f3",
    )
    left = cd.read_histories(
        io.StringIO(text), select={"noise": 1}, exclude_problems=["f2", "mean"]
    )
    assert (left.problems, left.values[0, 0].tolist()) == (("f1", "f3"), [5, 1])
    with pytest.raises(InputError, match="unknown problem 'f4': choose from 'f1', "):
        cd.read_histories(io.StringIO(text), exclude_problems="f4", select={"noise": 1})
    comma = text.replace(",", ";").replace(";5;", ";5,5;")
    assert (
        cd.read_histories(
            io.StringIO(comma), **options, keep="mean", decimal=","
        ).values[0, 0, 0]
        == 5.5
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--score-column", "x", "--score-column", "y"),
            "--score-column occurs twice. Use it only once.",
        ),
        (
            ("--alpha", "0.1", "--alpha", "0.1"),
            "--alpha occurs twice. Use it only once.",
        ),
        (
            ("--exclude", "A", "--exclude", "B"),
            "--exclude occurs twice. Use it once, and separate the values by commas.",
        ),
        (
            ("--tie-correction", "--no-tie-correction"),
            "--tie-correction and --no-tie-correction cannot be combined. Omit one of "
            "them.",
        ),
        (
            ("--select", "a=1", "--select", "a=2"),
            "--select contains two values for 'a': '1' and '2'. Specify only one "
            "value.",
        ),
        (
            ("-o", "a.txt", "--output", "b.txt"),
            "--output occurs twice. Use it only once.",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_options_of_one_value_are_given_once(folder, arguments, message):
    assert refused("compare", "scores.csv", *arguments) == (2, message)
    assert os.listdir(folder) == ["scores.csv"]


@pytest.mark.slow
def test_every_option_of_every_command_minds_it():
    for words, command in main.all_commands(click.Context(main)).items():
        for option in command.params:
            if (
                option.param_type_name == "argument"
                or option.multiple
                or option.name == "help"
            ):
                continue
            values = [] if option.is_flag else ["1"] * option.nargs
            twice = [
                option.opts[0],
                *values,
                (option.secondary_opts or option.opts)[0],
                *values,
            ]
            code, message = refused(*words.split(), "nowhere.csv", *twice)
            if option.is_flag and not option.secondary_opts:
                assert "twice" not in message
            else:
                assert (
                    code,
                    "twice" in message or "cannot be combined" in message,
                ) == (2, True), twice


def test_a_switch_may_be_on_twice_and_what_takes_several_takes_them(folder):
    result = run(
        "compare",
        "scores.csv",
        *READ,
        "-q",
        "-q",
        "--run-column",
        "none",
        "--select",
        "A=0.7",
    )
    assert "twice" not in result.stderr


def test_a_figure_is_written_to_several_files(folder):
    arguments = (
        "plot",
        "scores.csv",
        *READ,
        "-o",
        "cd.pdf",
        "-o",
        "cd.png",
        "--output",
        "cd.svg",
        "--dpi",
        "100",
    )
    result = run(*arguments)
    assert (result.exit_code, "Wrote cd.pdf, cd.png, cd.svg (" in result.stderr) == (
        0,
        True,
    )
    table = read_scores("scores.csv", **OPTIONS)
    drawing = cd.plot_cd(cd.compare(table))
    for name in ("cd.pdf", "cd.png", "cd.svg"):
        drawing.save(folder / f"own-{name}", dpi=100.0)
        assert (folder / f"own-{name}").read_bytes() == (folder / name).read_bytes()


def test_several_files_are_written_all_or_none(folder):
    (folder / "a.svg").write_text("before")
    for bad, message in (
        (
            "a.svg/b.pdf",
            "cannot write 'a.svg/b.pdf': not a directory. Choose another location.",
        ),
        ("./a.svg", "'./a.svg' would be written twice. Specify each file once."),
        ("b.docx", "unknown figure suffix '.docx' of 'b.docx'. Use one of "),
    ):
        assert refused("plot", "scores.csv", *READ, "-o", "a.svg", "-o", bad)[
            1
        ].startswith(message)
        assert (sorted(os.listdir(folder)), (folder / "a.svg").read_text()) == (
            ["a.svg", "scores.csv"],
            "before",
        )
    expected = (
        "--text does not apply to '.pdf', '.png'. Omit this option, or use the suffix "
        "'.svg' for a file."
    )
    assert refused(
        "plot", "scores.csv", "-o", "a.pdf", "-o", "a.png", "--text", "editable"
    ) == (2, expected)


def test_a_full_disk_changes_none_of_several_files(folder, monkeypatch):
    drawing = cd.plot_cd(cd.compare(read_scores("scores.csv", **OPTIONS)))
    for name in ("a.svg", "b.svg"):
        (folder / name).write_text("before")
    flushed = []

    class Full(io.FileIO):
        def flush(self):
            flushed.append(self)
            if len(flushed) == 2:
                raise OSError(28, "No space left on device")

    monkeypatch.setattr("cddiagram._util.files.open", Full, raising=False)
    with pytest.raises(
        cd.OutputError,
        match=r"cannot write 'b.svg': no space left on device. Choose another location",
    ):
        drawing.save("a.svg", "b.svg")
    assert {
        name: (folder / name).read_text() for name in ("a.svg", "b.svg")
    } == dict.fromkeys(("a.svg", "b.svg"), "before")
    assert len(os.listdir(folder)) == 3
