"""Tables as papers and spreadsheets have them: turned, with decorated numbers, on a
sheet, packed, in old encodings.
"""

import bz2
import gzip
import io
import lzma
import re

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.data import read_folds
from cddiagram.data.reading.numbers import bare
from cddiagram.text import InputError, UsageError

PLAIN = "data set,A,B\nx,0.5,0.25\ny,0.75,0.5\nz,0.25,0.125\n"
SCORES = [[0.5, 0.25], [0.75, 0.5], [0.25, 0.125]]


def read(text, **options):
    return cd.read_scores(io.StringIO(text), **options)


def command(*arguments, content=b""):
    done = CliRunner().invoke(main, list(map(str, arguments)), input=content)
    return done.exit_code, done.stderr.strip()


# turned


def test_a_turned_table_is_the_table():
    turned = read("method,x,y,z\nA,0.5,0.75,0.25\nB,0.25,0.5,0.125\n", transpose=True)
    assert (turned.algorithms, turned.datasets) == (("A", "B"), ("x", "y", "z"))
    assert turned.scores.tolist() == read(PLAIN).scores.tolist() == SCORES
    assert turned.reading == {"transpose": True}


@pytest.mark.parametrize(
    "source",
    [
        pd.DataFrame(np.transpose(SCORES), index=["A", "B"], columns=["x", "y", "z"]),
        pd.DataFrame({"method": ["A", "B"], **dict(zip("xyz", SCORES, strict=True))}),
        {
            "x": {"A": 0.5, "B": 0.25},
            "y": {"A": 0.75, "B": 0.5},
            "z": {"A": 0.25, "B": 0.125},
        },
        io.StringIO(
            ",method,x,y,z\n0,A,0.5,0.75,0.25\n1,B,0.25,0.5,0.125\n"
        ),  # pandas' index
        io.StringIO(
            "method;x;y;z\nA;0,5;0,75;0,25\nB;0,25;0,5;0,125\n"
        ),  # decimals are settled on what is there
    ],
    ids=["index", "column", "dict", "counted", "comma"],
)
def test_whatever_holds_it(source):
    turned = cd.read_scores(source, transpose=True)
    assert (turned.algorithms, turned.datasets, turned.scores.tolist()) == (
        ("A", "B"),
        ("x", "y", "z"),
        SCORES,
    )


def test_places_are_those_of_the_file(tmp_path):
    path = tmp_path / "t.csv"
    for text, message in {
        "# a remark\nmethod,x,y\nA,1,2\nB,3,four\n": "line 4, column 3 (data set 'y', algorithm 'B'): 'four' is not",
        "method,x,y\nA,1,2\nB,3,\n": "line 3, column 3: no score of 'B' on 'y'",
        "method,x,x\nA,1,2\nB,3,4\n": "column 3: the data set 'x' is already in column 2",
        "method,x,y\nA,1,2\nA,3,4\n": "several rows are named 'A', but --transpose requires one row",
        "method,x,Average\nA,1,2\nB,3,4\nC,4,5\n": "column 3: 'Average' does not look like a data set",
        "method,x,y\nA,1,2\nMean,3,5\n": "line 3, column 1: 'Mean' does not look like an algorithm",
    }.items():
        path.write_text(text)
        code, said = command("compare", path, "--transpose")
        assert code == 1
        assert message in said, said


# with what papers print around numbers


@pytest.mark.parametrize(
    ("cell", "number", "beside"),
    [
        ("94.6%", "94.6", ["%"]),
        (r"94.6\,\%", "94.6", ["markup", "%"]),
        ("0.717 ± 0.01", "0.717", ["a spread after ±"]),
        ("-1e-3+/-0.1", "-1e-3", ["a spread after ±"]),
        (r"$0.717_{\pm 0.01}$", "0.717", ["markup", "a spread after ±"]),
        (r"\underline{62.2} $\pm$ 0.5", "62.2", ["markup", "a spread after ±"]),
        ("62.2 (0.5)", "62.2", ["brackets"]),
        ("62.2 [61, 63]*", "62.2", ["brackets", "marks of footnotes"]),
        ("62.2 (5%)", "62.2", ["brackets"]),  # the score is not in per cent
        ("66.3†", "66.3", ["marks of footnotes"]),
        (r"66.3^{\dagger}", "66.3", ["markup", "marks of footnotes"]),
        (r"$\mathbf{62.2}$", "62.2", ["markup"]),
        (r"{\bf 62.2}", "62.2", ["markup"]),
        (r"\cellcolor{gray!20}\textbf{62.2}", "62.2", ["markup"]),
        ("**62.2**", "62.2", ["markup"]),
        ("<b>62.2</b>", "62.2", ["markup"]),
        ("0,717 ± 0,01", "0,717", ["a spread after ±"]),
    ],
)
def test_what_stands_around_a_number(cell, number, beside):
    assert bare(cell) == (number, tuple(beside))
    assert bare(f"  {cell} ") == (number, tuple(beside))


#: Their first digits are not the number: it is another one, or none.
OTHERS = [
    "3*10^5",
    "10^{-3}",
    r"1.2 \times 10^{-3}",
    "1_000",
    "3 rings",
    "0.5 ± nan",
    "5 (",
    "± 0.5",
    "1/2",
    "0.5-0.7",
    "5a",
]


@pytest.mark.parametrize("cell", OTHERS)
def test_what_is_another_number_stays(cell):
    assert bare(cell) == (cell, ())
    with pytest.raises(InputError, match=rf"'{re.escape(cell)}' is not a number"):
        read(f'data set,A,B\nx,0.5,"{cell}"\ny,0.75,0.5\n', clean=True)


def test_the_numbers_alone_are_read_and_the_rest_is_said():
    text = (
        PLAIN.replace("0.25\n", "**0.25 ± 0.1**\n")
        .replace("0.75", r"$\mathbf{0.75}$ (1)")
        .replace("0.125", "0.125*")
    )
    table = read(text, clean=True)
    assert table.scores.tolist() == SCORES
    # (x, B) has markup and a spread, (y, A) markup and brackets, (z, B) a mark
    said = "markup (2), brackets (1), a spread after ± (1) and marks of footnotes (1)"
    assert table.notes == (
        f"3 scores were read without these additions to the number: {said}.",
    )
    assert table.reading == {"clean": True}
    assert read(PLAIN, clean=True).notes == ()


def test_names_stay_as_they_are():
    for title in ("data set", "", "problem"):
        table = read(f'{title},A*,"B (ours)"\n5%,0.5,0.25\n10%,0.75,0.5*\n', clean=True)
        assert (table.algorithms, table.datasets) == (("A*", "B (ours)"), ("5%", "10%"))
    turned = read("noise,5%,10%\nA,0.5,0.25\nB,0.75,0.5*\n", clean=True, transpose=True)
    assert turned.datasets == ("5%", "10%")
    said = read(
        "noise,A,B\n5%,0.5,0.25\n10%,0.75,0.5*\n", clean=True, dataset_column="noise"
    )
    assert said.datasets == ("5%", "10%")
    long = read(
        "data set,method,acc\n5%,A,50%\n5%,B,25%\n10%,A,75%\n10%,B,50%\n", clean=True
    )
    assert (long.datasets, long.scores.tolist()) == (
        ("5%", "10%"),
        [[50, 25], [75, 50]],
    )


def test_two_units_are_refused():
    message = (
        "line 2, column 2 \\('94.6%'\\) is a percentage, but line 3, column 2 "
        "\\('0.9'\\) is not. Write all scores in the same"
    )
    with pytest.raises(InputError, match=message):
        read("data set,A,B\nx,94.6%,93%\ny,0.9,92%\n", clean=True)
    kept = read(
        "data set,A,B\nx,94.6%,93%\ny,90%,\nz,90 %,92 ± 1%\n",
        clean=True,
        missing="drop",
    )
    assert kept.scores.tolist() == [[94.6, 93], [90, 92]]


def test_cleaned_decimal_commas():
    table = read("data set;A;B\nx;0,5 ± 0,1;0,25\ny;0,75;0,5\n", clean=True)
    assert table.scores.tolist() == SCORES[:2]
    with pytest.raises(
        InputError, match=r"'0,5' is not a plain number. Pass decimal=','"
    ):
        read('data set,A,B\nx,"0,5 ± 0,1",0.25\ny,0.75,0.5\n', clean=True)


def test_long_tables_runs_and_folds_are_cleaned():
    text = (
        "data set,method,fold,acc\nx,A,1,50%\nx,A,2,70%\nx,B,1,40%\nx,B,2,20%\n"
        "y,A,1,5%\ny,A,2,5%\ny,B,1,2%\ny,B,2,4%\n"
    )
    assert read(text, clean=True).scores.tolist() == [[60, 30], [5, 3]]
    folds, _ = read_folds(
        io.StringIO("fold,A,B\n1,0.5*,0.25\n2,0.75,0.5\n3,0.25,0.125\n"), clean=True
    )
    assert folds.scores.tolist() == SCORES


# on a sheet, packed, encoded


@pytest.fixture
def workbook(tmp_path):
    path = tmp_path / "book.xlsx"
    scores = pd.DataFrame(SCORES, index=["x", "y", "z"], columns=["A", "B"])
    with pd.ExcelWriter(path) as book:
        scores.to_excel(book, sheet_name="f1")
        (scores * 2).to_excel(book, sheet_name="acc")
        pd.DataFrame(["one", "two"]).to_excel(
            book, sheet_name="2", header=False, index=False
        )
    return path


def test_a_sheet_by_its_name_or_number(workbook):
    assert (
        cd.read_scores(workbook, sheet="acc").scores.tolist()
        == (2 * np.array(SCORES)).tolist()
    )
    assert cd.read_scores(workbook, sheet="acc").notes == ()
    assert cd.read_scores(workbook, sheet=1).scores.tolist() == SCORES
    assert cd.read_scores(workbook).notes == (
        "Only the first of 3 sheets was read ('f1'). Pass sheet='2' to read another "
        "sheet.",
    )
    code, said = command("compare", workbook, "--sheet", "Acc")
    assert (code, "unknown sheet 'Acc'" in said) == (1, True)
    with pytest.raises(InputError, match=r"contains no algorithms|no rows"):
        cd.read_scores(workbook, sheet="2")  # a name before a number


def test_a_first_sheet_without_a_table(tmp_path):
    path = tmp_path / "book.xlsx"
    with pd.ExcelWriter(path) as book:
        pd.DataFrame(["a", "b"]).to_excel(book, sheet_name="about", index=False)
        pd.DataFrame(SCORES).to_excel(book, sheet_name="acc")
    with pytest.raises(
        InputError,
        match=r"the first of 2 sheets \('about'\) does not contain a table of scores\. Pass "
        r"sheet='acc'",
    ):
        cd.read_scores(path)


def test_a_line_above_the_header(tmp_path):
    path = tmp_path / "book.xlsx"
    with pd.ExcelWriter(path) as book:
        pd.DataFrame(SCORES, columns=["A", "B"]).to_excel(book, startrow=2)
        book.sheets["Sheet1"]["A1"] = "Results"
    with pytest.raises(
        InputError,
        match=(
            "row 1 has one cell, but there are 3 columns below it, so it is not a "
            "header"
        ),
    ):
        cd.read_scores(path)
    with pytest.raises(
        InputError,
        match=r"line 1 is not a header, because it has one cell and the other lines "
        r"have 3. Delete this line, or insert",
    ):
        read("Results\n\n" + PLAIN)
    with pytest.raises(
        InputError,
        match=r"line 2 has 5 cells, but the header has 3. Complete the line, and quote cells",
    ):
        read("x,A,B\nd1,1,2,3,4\nd2,3,4,5,6\n")


def test_encodings(tmp_path):
    path = tmp_path / "old.csv"
    path.write_bytes("Données;A;B\nGröße;0,5;0,25\ny;0,75;0,5\n".encode("cp1252"))
    assert cd.read_scores(path, encoding="cp1252").datasets == ("Größe", "y")
    for asked, code, message in [
        (
            [],
            1,
            "line 1 is not UTF-8 text. Pass --encoding cp1252 if Excel wrote the file "
            "in Western Europe",
        ),
        (
            ["--encoding", "ascii"],
            1,
            "line 1 is not ascii text. Pass another --encoding.",
        ),
        (
            ["--encoding", "cp99"],
            2,
            ("unknown --encoding 'cp99'. Pass, for example, cp1252, latin-1 or utf-8."),
        ),
        (["--encoding", "base64"], 2, "unknown --encoding 'base64'"),
        (["--encoding", "utf-16"], 1, "is not utf-16 text. Pass another"),
    ]:
        found, said = command("compare", path, *asked)
        assert (found, message in said) == (code, True), said
    assert (
        command("compare", "-", "--encoding", "cp1252", content=path.read_bytes())[0]
        == 0
    )


@pytest.mark.parametrize(
    ("suffix", "pack"),
    [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)],
)
def test_packed_files(tmp_path, suffix, pack):
    path = tmp_path / f"scores.csv{suffix}"
    path.write_bytes(pack(PLAIN.encode()))
    assert cd.read_scores(path).scores.tolist() == SCORES
    path.write_bytes(pack(PLAIN.encode())[:-6])
    code, said = command("compare", path)
    assert (code, "cannot be decompressed" in said) == (1, True)
    path.write_bytes(b"\0" * 40)
    assert "cannot be decompressed" in command("compare", path)[1]


def test_packed_json_and_lines_of_json(tmp_path):
    lines = "\n".join(
        f'{{"data set": "{name}", "A": {a}, "B": {b}}}'
        for name, (a, b) in zip("xyz", SCORES, strict=True)
    )
    (tmp_path / "s.jsonl").write_text(f"\n{lines}\n\n")
    assert cd.read_scores(tmp_path / "s.jsonl").scores.tolist() == SCORES
    (tmp_path / "s.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    assert cd.read_scores(tmp_path / "s.jsonl.gz").scores.tolist() == SCORES
    (tmp_path / "e.jsonl").write_text("\n")
    assert "is empty" in command("compare", tmp_path / "e.jsonl")[1]


def test_more_than_memory_holds_is_not_unpacked(tmp_path, monkeypatch):
    from cddiagram.data.reading import formats

    monkeypatch.setattr(formats, "_MOST_BYTES", 10**6)
    (tmp_path / "s.csv.gz").write_bytes(gzip.compress(b"," * 2 * 10**6))
    with pytest.raises(InputError, match=r"s.csv.gz exceeds 1 MB after decompression"):
        cd.read_scores(tmp_path / "s.csv.gz")


@pytest.mark.parametrize(
    ("name", "options", "what"),
    [
        (
            "s.csv",
            {"sheet": 1},
            "s.csv: sheet applies only to Excel files. Omit this option.",
        ),
        (
            "s.json",
            {"encoding": "cp1252"},
            "s.json: encoding applies only to text files. Omit this option.",
        ),
        (
            "s.xlsx",
            {"encoding": "cp1252"},
            "s.xlsx: encoding applies only to text files. Omit this option.",
        ),
        (
            pd.DataFrame(SCORES),
            {"sheet": 1},
            "a DataFrame: sheet applies only to files. Omit this option.",
        ),
        (
            io.StringIO(PLAIN),
            {"sheet": 1},
            "input: sheet applies only to Excel files. Omit this option.",
        ),
    ],
    ids=["csv", "json", "xlsx", "frame", "file"],
)
def test_options_of_other_files_are_refused(tmp_path, name, options, what):
    if isinstance(name, str):
        (tmp_path / name).write_text(PLAIN)
    with pytest.raises((InputError, UsageError), match=re.escape(what)):
        cd.read_scores(tmp_path / name if isinstance(name, str) else name, **options)


def test_tables_of_binary_formats_are_no_text(tmp_path):
    (tmp_path / "s.feather").write_bytes(b"ARROW1\0\0\xff\xff")
    assert command("compare", tmp_path / "s.feather")[1].endswith(
        "s.feather is not a text file. Save the table as CSV, Excel or Parquet."
    )


@pytest.mark.slow
def test_inspect_reads_as_was_recorded(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("method;x;y;z\nA;50%;75%;25%\nB;25%;50%;12%\n")
    assert (
        command(
            "plot",
            path,
            "--transpose",
            "--clean",
            "--encoding",
            "ascii",
            "-o",
            tmp_path / "f.svg",
        )[0]
        == 0
    )
    assert command("inspect", tmp_path / "f.svg", "--scores", path)[0] == 0
    path.write_text("method;x;y;z\nA;50%;75%;25%\nB;25%;50%;11%\n")
    assert command("inspect", tmp_path / "f.svg", "--scores", path)[0] == 1
