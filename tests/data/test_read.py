"""Scores from files: both forms, every notation, and nothing read that was not
meant.
"""

import copy
import io
import json
import pickle
import random
import warnings

import numpy as np
import pandas as pd
import pytest

from cddiagram import InputError, ScoreTable, UsageError, read_score_tables, read_scores
from cddiagram.text import typed

WIDE = "data set,A,B\niris,0.9,0.8\nwine,0.7,0.6\n"
CONTENT = {
    "algorithms": ("A", "B"),
    "datasets": ("iris", "wine"),
    "scores": [[0.9, 0.8], [0.7, 0.6]],
}


def read(text, **options):
    return read_scores(io.StringIO(text), **options)


def content(table):
    return {
        "algorithms": table.algorithms,
        "datasets": table.datasets,
        "scores": table.scores.tolist(),
    }


SAME = {
    "plain": WIDE,
    "no newline at the end": WIDE.rstrip("\n"),
    "carriage returns": WIDE.replace("\n", "\r\n"),
    "byte-order mark": "\ufeff" + WIDE,
    "tabs": WIDE.replace(",", "\t"),
    "semicolons": WIDE.replace(",", ";"),
    "semicolons and decimal commas": WIDE.replace(",", ";").replace(".", ","),
    "tabs and decimal commas": WIDE.replace(",", "\t").replace(".", ","),
    "blanks after commas": WIDE.replace(",", ", "),
    "quoted": 'data set,"A","B"\n"iris","0.9",0.8\nwine,0.7,0.6\n',
    "comments": "# scores, 2006\n\n" + WIDE.replace("wine", "  # noted, later\nwine"),
    "blank lines": WIDE.replace("\n", "\n\n") + "\n,,\n",
    "no name for the first column": WIDE.replace("data set", ""),
    "another name for the first column": WIDE.replace("data set", "dataset_id"),
    "written by R": "A,B\niris,0.9,0.8\nwine,0.7,0.6\n",
    "a comma at the end": WIDE.replace("\n", ",\n"),
    "a comma at the end of rows": "data set,A,B\niris,0.9,0.8,\nwine,0.7,0.6,\n",
    "row numbers, as pandas writes them": ",data set,A,B\n0,iris,0.9,0.8\n1,wine,0.7,0.6\n",
    "row numbers and another name": ",bench,A,B\n0,iris,0.9,0.8\n1,wine,0.7,0.6\n",
    "long": "data set,algorithm,score\niris,A,.9\niris,B,.8\nwine,A,.7\nwine,B,.6\n",
    "long, in any order": "score,algorithm,data set\n.9,A,iris\n.8,B,iris\n.6,B,wine\n.7,A,wine\n",
    "long, other words": "Classifier,Task,auc\nA,iris,.9\nB,iris,.8\nA,wine,.7\nB,wine,.6\n",
    "long, one word known": "problem,who,auc\niris,A,.9\niris,B,.8\nwine,A,.7\nwine,B,.6\n",
    "long, other columns": "data set,algorithm,score,time\niris,A,.9,9\niris,B,.8,8\nwine,A,.7,7\n"
    "wine,B,.6,6\n",
    "long, with a fold": "data set,fold,model,acc\niris,1,A,.9\niris,1,B,.8\nwine,1,A,.7\nwine,1,B,.6\n",
    "wide, with a fold": "data set,Fold,A,B\niris,1,.9,.8\nwine,1,.7,.6\n",
    "wide, with a run in front": "run_id,data set,A,B\n1,iris,.9,.8\n1,wine,.7,.6\n",
    "exponents": "data set,A,B\niris,9e-1,+0.8\nwine,7E-1,.6\n",
}


@pytest.mark.parametrize("name", SAME)
def test_same_table_in_every_notation(name):
    assert content(read(SAME[name])) == CONTENT


@pytest.mark.parametrize(
    "encode",
    [str.encode, lambda t: b"\xef\xbb\xbf" + t.encode(), lambda t: t.encode("utf-16")],
)
def test_encodings(encode, tmp_path):
    path = tmp_path / "scores.csv"
    path.write_bytes(
        encode(
            WIDE.replace("iris", "Schwertlilie ä").replace("A", "Entscheidungsbäume 木")
        )
    )
    for source in (path, str(path), io.BytesIO(path.read_bytes())):
        table = read_scores(source)
        assert table.datasets == ("Schwertlilie ä", "wine")
        assert table.algorithms == ("Entscheidungsbäume 木", "B")


@pytest.mark.parametrize(
    "text",
    [
        "A,B\niris,0.9,0.8\nwine,0.7,0.6\n",
        "# a comment\n" + WIDE,
        '"data set",A,B' + WIDE[12:],
    ],
)
def test_byte_order_mark_is_no_part_of_the_text(text):
    assert content(read_scores(io.BytesIO(b"\xef\xbb\xbf" + text.encode()))) == CONTENT
    assert content(read("\ufeff" + text)) == CONTENT


NAMES = [
    "$x_1$",
    "50%",
    "a & b",
    "#1",
    "{n}",
    "back\\slash",
    "<b>",
    "two, three",
    'say "x"',
    "e" * 120,
    "Größe",
    "'q'",
]


def test_names_are_kept_as_they_are(tmp_path):
    path = tmp_path / "scores.csv"
    frame = pd.DataFrame(
        np.arange(24.0).reshape(2, 12), columns=NAMES, index=["#a,b", "c\nd"]
    )
    frame.to_csv(path, index_label="data set", quoting=1)
    table = read_scores(path)
    assert table.algorithms == tuple(NAMES)
    assert table.datasets == ("#a,b", "c\nd")


def test_numbers_are_as_printed():
    texts = [repr(random.Random(i).uniform(-1, 1)) for i in range(50)]
    table = read(
        "data set,A,B\n" + "".join(f"d{i},{t},0\n" for i, t in enumerate(texts))
    )
    assert [repr(x) for x in table.scores[:, 0].tolist()] == texts


def test_pairing_is_by_name_and_not_by_row():
    """Trap 16: shuffled lines change nothing but the order of first appearance."""
    cells = [
        (f"d{i}", a, f"{i % 7 / 10 + j / 100:.2f}")
        for i in range(12)
        for j, a in enumerate("ABC")
    ]
    straight = read(
        "data set,algorithm,score\n" + "".join(",".join(cell) + "\n" for cell in cells)
    )
    random.Random(1).shuffle(cells)
    shuffled = read(
        "data set,algorithm,score\n" + "".join(",".join(cell) + "\n" for cell in cells)
    )
    assert shuffled.algorithms != straight.algorithms
    frame = shuffled.to_frame()
    assert (
        frame.loc[list(straight.datasets), list(straight.algorithms)]
        .to_numpy()
        .tolist()
        == straight.scores.tolist()
    )


def test_runs_are_reduced_and_announced():
    table = read(
        "data set,fold,A,B\niris,1,1,5\nwine,1,7,2\niris,2,2,5\niris,3,6,5\n"
        "wine,2,8,2\nwine,3,9,2\n"
    )
    assert content(table) == CONTENT | {"scores": [[3.0, 5.0], [8.0, 2.0]]}
    assert table.notes == (
        (
            "3 runs of each algorithm on a data set (column 'fold') were reduced to "
            "their mean, because runs are not data sets."
        ),
    )


def test_median_of_runs():
    table = read(
        "data set,seed,A,B\niris,1,1,5\niris,2,2,5\niris,3,6,5\nwine,1,1,1\n"
        "wine,2,4,2\n",
        runs="median",
    )
    assert table.scores.tolist() == [[2.0, 5.0], [2.5, 1.5]]
    assert table.notes[0].startswith("2 to 3 runs of each algorithm")
    assert "reduced to their median" in table.notes[0]


def test_runs_in_a_long_table_by_two_columns():
    rows = [
        f"{d},{r},{f},{a},{r + f}"
        for d in "xy"
        for r in (0, 1)
        for f in (0, 1)
        for a in "AB"
    ]
    table = read("data set,repeat,fold,algorithm,score\n" + "\n".join(rows))
    assert table.scores.tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert table.notes[0].startswith(
        "4 runs of each algorithm on a data set (column 'repeat', 'fold')"
    )


def test_mean_of_runs_keeps_decimal_ties_in_any_order():
    """Trap 15: (0.1 + 0.2 + 0.3) / 3 is 0.2, and does not depend on the order of the
    folds.
    """
    runs = [("0.1", "0.2"), ("0.2", "0.2"), ("0.3", "0.2")]
    assert (0.1 + 0.2 + 0.3) / 3 != (0.3 + 0.2 + 0.1) / 3  # what plain sums give
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        rows = [f"{d},{i},{runs[i][0]},{runs[i][1]}" for d in "xy" for i in order]
        assert read("data set,fold,A,B\n" + "\n".join(rows)).scores.tolist() == [
            [0.2, 0.2],
            [0.2, 0.2],
        ]


def test_mean_of_runs_over_all_magnitudes():
    table = read("data set,run,A,B\nx,1,1e300,1\nx,2,1e-300,1\nx,3,-1e300,1\ny,1,1,1\n")
    assert table.scores[0, 0] == pytest.approx(1e-300 / 3, rel=1e-15)


@pytest.mark.parametrize(
    "title",
    [
        "Fold",
        "cv_fold",
        "run",
        "run id",
        "seed",
        "random_seed",
        "repeat",
        "Execution_Id",
    ],
)
def test_names_of_run_columns(title):
    assert read(
        f"data set,{title},A,B\nx,1,1,2\nx,2,3,4\ny,1,1,2\ny,2,1,2\n"
    ).algorithms == ("A", "B")


@pytest.mark.parametrize(
    ("title", "is_run"),
    [("trial", True), ("split", True), ("runner", False), ("folded", False)],
)
def test_other_names_beside_them(title, is_run):
    table = read(f"data set,{title},A,B\nx,1,1,2\ny,1,1,2\n")
    assert (table.algorithms[0] == "A") is is_run


def test_an_algorithm_called_split_with_scores():
    assert read("data set,Split,B\nx,0.5,2\ny,0.1,2\n").algorithms == ("Split", "B")


def test_run_column_by_name_and_none():
    text = "data set,batch,A,B\nx,1,1,2\nx,2,3,4\ny,1,1,2\ny,2,1,2\n"
    assert read(text, run_column="batch").scores.tolist() == [[2.0, 3.0], [1.0, 2.0]]
    assert read("data set,fold,A\nx,1,2\ny,3,4\n", run_column="none").algorithms == (
        "fold",
        "A",
    )


def test_identifiers_are_names():
    assert read("task,A,B\n31,0.9,0.8\n10101,0.7,0.6\n").datasets == ("31", "10101")
    table = read("task,fold,A,B\n31,0,1,2\n31,1,1,2\n7,0,1,2\n")
    assert table.datasets == ("31", "7")


def test_dataset_column_none_numbers_the_rows():
    table = read("A,B\n0.9,0.8\n0.9,0.6\n0.5,0.5\n", dataset_column="none")
    assert table.datasets == ("1", "2", "3")
    assert table.algorithms == ("A", "B")


def test_columns_by_name():
    text = "who,what,where,acc\nA,x,lab,0.1\nB,x,lab,0.2\nA,y,lab,0.3\nB,y,lab,0.4\n"
    table = read(
        text, dataset_column="what", algorithm_column="who", score_column="acc"
    )
    assert table.scores.tolist() == [[0.1, 0.2], [0.3, 0.4]]
    assert table.notes == ("The column 'where' was not used.",)
    assert read("A,B,name\n1,2,x\n3,4,y\n", dataset_column="name").algorithms == (
        "A",
        "B",
    )


def test_wide_by_force():
    text = "problem,Model,B\nx,1,2\ny,3,4\n"
    assert read(text).algorithms == ("Model", "B")
    with pytest.raises(InputError, match="contains one algorithm \\('auc'\\)"):
        read("problem,who,auc\niris,A,.9\nwine,A,.7\n", algorithm_column="none")


def test_selection_looks_at_no_other_column():
    text = "data set,A,B,C,note\nx,1,2,,ok\ny,3,4,inf,ok\n"
    assert read(text, algorithms=["B", "A"]).algorithms == ("B", "A")
    assert read(text, exclude=["C", "note"]).algorithms == ("A", "B")


def test_dropping_is_announced_and_only_for_the_chosen():
    """Trap 26."""
    text = "data set,A,B,C\nu,1,2,?\nv,1,2,3\nw,NA,2,3\nx,1,,3\ny,1,2,3\nz,1,2,n/a\n"
    table = read(text, missing="drop")
    assert table.datasets == ("v", "y")
    assert table.dropped == ("u", "w", "x", "z")
    assert table.notes == (
        "4 of 6 data sets were dropped because scores are missing: 'u', 'w', 'x', 'z'.",
    )
    assert read(text, missing="drop", exclude=["C"]).dropped == ("w", "x")
    assert read("data set,A,B\nx,1,2\ny,3,4\n", missing="drop").notes == ()


def test_a_missing_run_drops_its_data_set():
    text = "data set,fold,A,B\nx,1,1,2\nx,2,1,\ny,1,1,2\ny,2,1,2\nz,1,1,2\nz,2,1,2\n"
    assert read(text, missing="drop").dropped == ("x",)


def test_missing_rows_and_runs_of_a_long_table():
    rows = [(d, r, a) for d in "xyz" for r in "12" for a in "AB"]
    text = "data set,run,algorithm,score\n" + "".join(
        f"{d},{r},{a},1\n" for d, r, a in rows if d + r + a != "x2B"
    )
    assert read(text, missing="drop").dropped == ("x",)
    with pytest.raises(InputError) as caught:
        read(text)
    assert str(caught.value) == (
        "input: 'B' has 1 run on 'x', but 'A' has 2. Add the missing runs, replace all "
        "runs by the means of the available runs, or pass missing='drop' to exclude "
        "such data sets ('drop-algorithms', 'worst', 'like:NAME' and 'available' keep "
        "them)."
    )


def test_runs_of_one_data_set_need_no_common_labels():
    text = (
        "data set,seed,algorithm,score\nx,1,A,1\nx,2,A,3\nx,7,B,5\nx,8,B,5\ny,1,A,1\n"
        "y,1,B,2\n"
    )
    assert read(text).scores.tolist() == [[2.0, 5.0], [1.0, 2.0]]


@pytest.mark.parametrize(
    "text",
    ["", "NA", "nan", "NaN", "null", "None", "?", "-", "--", ".", "n/a", " ", "#N/A"],
)
def test_missing_texts(text):
    assert read(
        f"data set,A,B\nx,1,2\ny,{text},2\nz,1,2\n", missing="drop"
    ).dropped == ("y",)


def test_comment_that_looks_like_a_row_is_announced():
    with pytest.warns(
        UserWarning,
        match=r"line 4 starts with '#' and looks like a row of the table, but comments",
    ):
        table = read("# a,b,c\ndata set,A,B\nx,1,2\n#y,1,2\n# a remark\nz,1,2\n")
    assert table.datasets == ("x", "z")


def test_records_over_several_lines_keep_their_place():
    with pytest.raises(InputError, match=r"^input, line 5, column 2 "):
        read('data set,A,B\n"x\n# no comment\n",1,2\ny,oops,2\n')


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("error.csv", WIDE, "file name 'error.csv' contains 'error'"),
        ("valErrors.csv", WIDE, "file name 'valErrors.csv' contains 'errors'"),
        ("a_RMSE_b.csv", WIDE, "file name 'a_RMSE_b.csv' contains 'rmse'"),
        (
            "s.csv",
            WIDE.replace("A", "A (rank)"),
            "column name 'A (rank)' contains 'rank'",
        ),
        (
            "s.csv",
            SAME["long"].replace("score", "logLoss"),
            "column name 'logLoss' contains 'logloss'",
        ),
        ("timetable.csv", WIDE, None),
        (
            "terror.csv",
            WIDE.replace("A", "InceptionTime").replace("B", "Framework"),
            None,
        ),
        ("s.csv", SAME["long, other columns"], None),
    ],
)
def test_direction_is_asked_about(name, text, said, tmp_path):
    """Trap 20."""
    path = tmp_path / name
    path.write_text(text)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        read_scores(path)
    expected = (
        f"{path}: the {said}, which indicates that lower is better, but higher scores "
        "are treated as better. Pass higher_is_better=False if this is wrong."
    )
    assert [str(warning.message) for warning in warned] == (
        [] if said is None else [expected]
    )
    read_scores(path, higher_is_better=False)  # without a warning


def test_json_forms(tmp_path):
    path = tmp_path / "scores.json"
    forms = [
        [{"data set": "iris", "A": 0.9, "B": 0.8}, {"data set": "wine", "B": 0.6, "A": 0.7}],
        {"data set": ["iris", "wine"], "A": [0.9, 0.7], "B": [0.8, 0.6]},
        {"A": {"iris": 0.9, "wine": 0.7}, "B": {"wine": 0.6, "iris": 0.8}},
        [{"data set": d, "algorithm": a, "score": s} for d, a, s in
         [("iris", "A", 0.9), ("iris", "B", 0.8), ("wine", "A", 0.7), ("wine", "B", 0.6)]],
        ScoreTable.from_arrays([[0.9, 0.8], [0.7, 0.6]], algorithms=["A", "B"], datasets=["iris", "wine"]).to_dict(),
    ]  # fmt: skip
    for form in forms:
        path.write_text(json.dumps(form))
        assert content(read_scores(path)) == CONTENT


def test_json_keeps_every_digit_and_sees_names_given_twice(tmp_path):
    path = tmp_path / "scores.json"
    path.write_text('{"d": ["x", "y"], "A": [0.1234567890123456789, 1], "B": [2, 3]}')
    assert read_scores(path).scores[0, 0] == 0.1234567890123456789
    path.write_text('{"d": ["x", "y"], "A": [1, 2], "A": [2, 3]}')
    with pytest.raises(
        InputError,
        match=r"the name 'A' occurs twice in one object\. Rename one occurrence\.$",
    ):
        read_scores(path)


def test_json_that_is_no_utf8_names_the_line(tmp_path):
    path = tmp_path / "scores.json"
    path.write_bytes(b'\n[{"d": "x"},\n{"d": "Gr\xf6\xdfe"}]')
    with pytest.raises(
        InputError,
        match=r"scores\.json, line 3 is not UTF-8 text\. Save the file as UTF-8\.$",
    ):
        read_scores(path)


def test_parquet_and_excel(tmp_path):
    frame = pd.DataFrame(
        {"data set": ["iris", "wine"], "A": [0.9, 0.7], "B": [0.8, 0.6]}
    )
    frame.to_parquet(tmp_path / "s.parquet")
    frame.to_excel(tmp_path / "s.xlsx", index=False)
    frame.set_index("data set").to_parquet(tmp_path / "t.parquet")
    for name in ("s.parquet", "s.xlsx", "t.parquet"):
        assert content(read_scores(tmp_path / name)) == CONTENT


def test_excel_sees_what_pandas_would_rename(tmp_path):
    path = tmp_path / "s.xlsx"
    cells = pd.DataFrame([["data set", "A", "A"], ["NA", 1, 2], ["wine", 3, 4]])
    with pd.ExcelWriter(path) as book:
        cells.to_excel(book, sheet_name="one", header=False, index=False)
        cells.to_excel(book, sheet_name="two", header=False, index=False)
    with pytest.raises(
        InputError,
        match=r"row 1, column 3: the algorithm 'A' is already in column 2\. Rename one of "
        r"them\.$",
    ):
        read_scores(path)
    cells.iloc[0, 2] = "B"
    with pd.ExcelWriter(path) as book:
        cells.to_excel(book, sheet_name="one", header=False, index=False)
        cells.to_excel(book, sheet_name="two", header=False, index=False)
    table = read_scores(path)
    assert table.datasets == ("NA", "wine")
    assert table.notes == (
        "Only the first of 2 sheets was read ('one'). Pass sheet='two' to read "
        "another sheet.",
    )


@pytest.mark.parametrize(
    ("text", "options", "algorithms"),
    [
        ("noise,A,B\n10%,1,2\n20%,3,4\n", {}, ("A", "B")),
        ("data set,A,B,note\nx,1,2,5%\ny,3,4,6%\n", {"exclude": "note"}, ("A", "B")),
        ("noise,method,auc\n10%,A,1\n10%,B,2\n20%,A,3\n20%,B,4\n", {}, ("A", "B")),
        (
            "data set,noise,auc\nx,10%,1\nx,20%,2\ny,10%,3\ny,20%,4\n",
            {},
            ("10%", "20%"),
        ),
        (
            "x,y,z\nu,10%,1\nu,20%,2\nv,10%,3\nv,20%,4\n",
            {"algorithm_column": "y"},
            ("10%", "20%"),
        ),
    ],
)
def test_names_may_begin_with_numbers(text, options, algorithms):
    """Scores such as 94.6% are no names, but names such as 10% stay names."""
    table = read(text, **options)
    assert table.algorithms == algorithms
    assert table.scores.tolist() == [[1, 2], [3, 4]]


def test_unknown_option_values():
    for option in ("missing", "runs"):
        with pytest.raises(UsageError, match=f"^unknown {option} 'x': choose from"):
            read(WIDE, **{option: "x"})


def test_a_large_file_is_read_exactly():
    rng = np.random.default_rng(0)
    cells = rng.uniform(size=(1000, 100))
    lines = ["data set," + ",".join(f"a{j}" for j in range(100))]
    lines += [
        f"d{i}," + ",".join(map(repr, row)) for i, row in enumerate(cells.tolist())
    ]
    table = read("\n".join(lines))
    assert (table.scores == cells).all()


# One source with several tables


SPLIT = (
    "data set,measure,A,B\niris,auc,.9,.8\nwine,auc,.7,.6\niris,f1,.8,.9\n"
    "wine,f1,.5,x\n"
)


def test_tables_told_apart_by_a_column():
    tables = read_score_tables(
        io.StringIO(SPLIT.replace("x", ".6")), split_column="measure"
    )
    assert list(tables) == ["auc", "f1"]
    assert tables["f1"].scores.tolist() == [[0.8, 0.9], [0.5, 0.6]]
    assert tables["auc"].algorithms == ("A", "B")


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        (
            SPLIT,
            "metric",
            "input: unknown column 'metric': choose from 'data set', 'measure', 'A', "
            "'B'.",
        ),
        (
            SPLIT.replace("iris,f1", "iris,"),
            "measure",
            "input, line 4, column 2: the table is divided by this column, but this "
            "cell is empty. Fill in this cell.",
        ),
    ],
)
def test_columns_that_cannot_split(text, column, message):
    with pytest.raises(InputError) as error:
        read_score_tables(io.StringIO(text), split_column=column)
    assert str(error.value) == message


def test_places_are_those_of_the_whole_source():
    with pytest.raises(InputError, match="line 5, column 4"):
        read_score_tables(io.StringIO(SPLIT), split_column="measure")


@pytest.mark.parametrize(
    "header",
    [
        "measure,data set,A,B",
        "split,data set,A,B",
        "data set,A,B,measure",
        "A,measure,B,data set",
    ],
)
def test_the_column_that_splits_may_stand_anywhere(header):
    cells = {"A": (1, 2, 3, 4), "B": (2, 1, 4, 3), "measure": "ppqq", "split": "ppqq"}
    cells["data set"] = "xyxy"
    columns = header.split(",")
    rows = [",".join(str(cells[column][i]) for column in columns) for i in range(4)]
    splitting = "split" if "split" in columns else "measure"
    tables = read_score_tables(
        io.StringIO("\n".join([header, *rows])), split_column=splitting
    )
    assert {name: table.scores.tolist() for name, table in tables.items()} == {
        "p": [[1.0, 2.0], [2.0, 1.0]],
        "q": [[3.0, 4.0], [4.0, 3.0]],
    }
    assert tables["p"].datasets == ("x", "y")


UNEQUAL = "data set,measure,algorithm,score\n" + "".join(
    f"{d},{m},{a},{i}\n"
    for i, (m, d, a) in enumerate(
        (m, d, a)
        for m, names in (("auc", "ABC"), ("f1", "AB"))
        for d in "xy"
        for a in names
    )
)
EMPTY = "data set,measure,A,B,C\nx,auc,1,2,3\ny,auc,3,1,2\nx,f1,1,2,\ny,f1,2,1,\n"


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (EMPTY, {}, "input: 'C' has no score on any data set. Drop it with exclude='C'."),
        (EMPTY, {"missing": "drop"}, "input: 'C' has no score on any data set. Drop it with exclude='C'."),
        (EMPTY.replace("f1,1,2,", "f1,1,u,"), {},
            "input, line 4, column 4 (data set 'x', algorithm 'B'): 'u' is not a "
            "number. Enter a number, or leave the cell empty."),
        (UNEQUAL, {"algorithms": ["A", "C"]}, "input: unknown algorithm 'C': choose from 'A', 'B'."),
        (EMPTY.replace("y,f1,2,1,\n", ""), {},
            "input contains one data set ('x'), but a comparison requires two or more."),
    ],
)  # fmt: skip
def test_messages_name_the_table(text, options, message):
    with pytest.raises(InputError) as error:
        read_score_tables(io.StringIO(text), split_column="measure", **options)
    assert str(error.value) == f"measure 'f1': {message}"


def test_an_algorithm_of_some_tables_can_be_left_out():
    tables = read_score_tables(
        io.StringIO(UNEQUAL), split_column="measure", exclude=["C"]
    )
    assert [table.algorithms for table in tables.values()] == [("A", "B")] * 2
    assert [dict(table.reading) for table in tables.values()] == [
        {"exclude": ("C",), "split_column": "measure", "part": part}
        for part in ("auc", "f1")
    ]
    with pytest.raises(
        InputError, match=r"^measure 'auc': input: unknown algorithm 'D'"
    ):
        read_score_tables(io.StringIO(UNEQUAL), split_column="measure", exclude=["D"])
    tables = read_score_tables(io.StringIO(EMPTY), split_column="measure", exclude="C")
    assert [table.algorithms for table in tables.values()] == [("A", "B")] * 2


def test_several_algorithms_without_scores():
    with pytest.raises(InputError) as error:
        read_scores(io.StringIO("data set,A,B,C\nx,1,,\ny,2,,NA\n"), missing="drop")
    expected = (
        "input: 'B', 'C' have no score on any data set. Drop them with exclude=['B', "
        "'C']."
    )
    assert str(error.value) == expected


# What is remembered of reading


def test_reading_is_remembered_without_folders_and_defaults(tmp_path):
    path = tmp_path / "a b.csv"
    path.write_text("ds,fold,A,B,C\nx,1,1,2,3\nx,2,2,2,3\ny,1,3,4,1\ny,2,5,6,1\n")
    options = {
        "dataset_column": "ds",
        "run_column": ["fold"],
        "runs": "median",
        "algorithms": iter(["A", "B"]),
    }
    for source in (path, str(path)):
        table = read_scores(source, missing="error", **options)
        options["algorithms"] = ("A", "B")
        assert dict(table.reading) == {
            "dataset_column": "ds", "run_column": ("fold",), "runs": "median", "algorithms": ("A", "B"),
            "sources": ("a b.csv",),
        }  # fmt: skip
    with path.open() as file:
        assert dict(read_scores(file).reading) == {"sources": ("a b.csv",)}
    assert dict(
        read_scores(io.StringIO(path.read_text()), higher_is_better=False).reading
    ) == {"higher_is_better": False}
    assert dict(read_scores(path).reading) == {"sources": ("a b.csv",)}


def test_reading_cannot_be_changed_and_is_no_part_of_the_content():
    names = ["A", "B"]
    table = read_scores(
        io.StringIO("ds,A,B\nx,1,2\ny,3,4\n"), algorithms=names, runs="median"
    )
    names.append("C")
    assert table.reading["algorithms"] == ("A", "B")
    with pytest.raises(TypeError):
        table.reading["runs"] = "mean"
    for again in (
        pickle.loads(pickle.dumps(table)),
        copy.deepcopy(table),
        table.select(["B", "A"]),
    ):
        assert again.reading == table.reading
        assert again.sha256 == table.sha256
    plain = read_scores(io.StringIO("ds,A,B\nx,1,2\ny,3,4\n"))
    assert plain.reading == {}
    assert (plain.sha256, plain.to_dict()) == (table.sha256, table.to_dict())
    assert plain.exclude([]).reading == {}


@pytest.mark.parametrize(
    "title",
    ["rank", "Ranks", "average rank", "Average_Ranks", "Avg. rank", "mean rank"],
)
def test_a_file_of_average_ranks_is_known_by_its_column(title):
    text = f"name,{title}\nA,2.1\nB,3.25\nC,1.5\n"
    with pytest.raises(InputError) as caught:
        read(text)
    said = (
        f"input contains one algorithm ('{title}'), but a comparison requires two or "
        "more. Compare average ranks with "
    )
    assert str(caught.value) == f"{said}compare_ranks."
    assert typed(caught.value.args[0]) == f"{said}--average-ranks (compare and plot)."


def test_another_single_column_is_taken_for_no_ranks():
    with pytest.raises(InputError, match=r"requires two or more\.$"):
        read("name,RankNet\nA,2.1\nB,3.25\n")


@pytest.mark.parametrize(
    "header", ["iris,0.83,0.77", "iris,0.83,0.83", "iris,1,2.5", "iris,1,1"]
)
def test_a_header_of_scores_is_refused(header):
    """A file without a header would lose its first row."""
    text = f"{header}\nwine,0.5,0.6\nzoo,0.7,0.4\n"
    with pytest.raises(
        InputError,
        match=(
            r"line 1 should contain the names of the columns, but it contains numbers "
            r"\("
        ),
    ):
        read_scores(io.StringIO(text))
