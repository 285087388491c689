"""Every bad input is refused in one whole sentence with place and remedy; no output
file is touched.
"""

# ruff: noqa: E501 - messages stand here as they are printed

import os
import sys

import pytest
from click.testing import CliRunner

from cddiagram._util import read_file
from cddiagram.cli import main
from cddiagram.text import InputError

#: How the refusal of missing scores ends.
KEPT = " ('drop-algorithms', 'worst', 'like:NAME' and 'available' keep them)."
GOOD = "data set,A,B,C\nx,0.9,0.8,0.7\ny,0.6,0.5,0.4\nz,0.3,0.2,0.1\n"
LONG = "data set,algorithm,score\nx,A,1\nx,B,2\ny,A,3\ny,B,4\n"

#: Content of scores.csv -> the message that both commands give, with exit code 1.
FILES = {
    # nothing there
    None: "cannot read 'scores.csv': the file does not exist. Check the name.",
    "": "scores.csv is empty. Add a header and one line for each data set.",
    " \n\n": "scores.csv is empty. Add a header and one line for each data set.",
    "# only\n# comments\n": "scores.csv contains only comments. Add a header and one "
    "line for each data set.",
    "data set,A,B\n": (
        "scores.csv has no rows after the header (line 1). Add a row for each data set."
    ),
    "A\n1\n2\n": "scores.csv has only one column. Separate the columns (a data set and two "
    "or more algorithms) with commas, semicolons or tabs.",
    # too few
    "data set,A\nx,1\ny,2\n": (
        "scores.csv contains one algorithm ('A'), but a comparison requires two or "
        "more."
    ),
    "data set,A,B\nx,1,2\n": (
        "scores.csv contains one data set ('x'), but a comparison requires two or more."
    ),
    "data set,fold,A,B\nx,1,1,2\nx,2,1,2\n": (
        "scores.csv contains one data set ('x'), and its folds or runs are not data "
        "sets. Compare them with cddiagram folds."
    ),
    "fold,A,B\n1,0.5,0.25\n2,0.5,0.75\n": "scores.csv: the rows are folds or runs ('fold'), and no column contains the "
    "names of data sets. Compare the folds of one data set with cddiagram folds, "
    "or add a column of data sets.",
    "cv,A,B\nfold 1,1,2\nfold 2,3,4\nfold 3,3,4\nfold 4,3,4\n": "scores.csv: 'fold 1', 'fold 2', 'fold 3' and 1 more look like folds or "
    "runs, not data sets. Compare the folds of one data set with cddiagram "
    "folds, or rename the rows.",
    # names
    "data set,A,B\nx,1,2\ny,3,4\nx,5,6\n": "scores.csv, line 4, column 1: the data set 'x' is already in line 2. Rename "
    "one, or specify the column of run numbers with --run-column.",
    "data set,fold,A,B\nx,1,1,2\ny,1,3,4\nx,1,5,6\n": "scores.csv, line 4, column 1: the data set 'x' (run 1) is already in line "
    "2. Rename one.",
    "# a remark\ndata set,A,B, A\nx,1,2,3\ny,1,2,3\n": (
        "scores.csv, line 2, column 4: the algorithm 'A' is already in column 2. Rename one of them."
    ),
    "data set,A,,B\nx,1,2,3\ny,1,2,3\n": (
        "scores.csv, line 1, column 3: the column has no name. Add the name of the "
        "algorithm."
    ),
    "data set,A,B\nx,1,2\n,3,4\n": (
        "scores.csv, line 3, column 1: the data set has no name. Add the name."
    ),
    LONG
    + "x,A,5\n": "scores.csv, line 6: the score of 'A' on 'x' is already in line 2. "
    "Keep one, or specify the column of run numbers with --run-column.",
    "data set,algorithm,run,score\nx,A,1,1\nx,A,1,2\n": (
        "scores.csv contains one algorithm ('A'), but a comparison requires two or "
        "more."
    ),
    "data set,algorithm,run,score\nx,A,1,1\nx,B,1,2\nx,A,1,3\ny,A,1,1\ny,B,1,1\n": "scores.csv, line 4: the score of 'A' on 'x' (run 1) is already in line 2. "
    "Keep one.",
    "data set,algorithm,score\nx,,1\n": (
        "scores.csv, line 2, column 2: the algorithm has no name. Add the name."
    ),
    # cells
    "data set,A,B\nx,1,2\ny,3,four\n": "scores.csv, line 3, column 3 (data set 'y', algorithm 'B'): 'four' is not a "
    "number. Enter a number, or leave the cell empty.",
    "data set,A,B\nx,1,2\ny,3,85.1%\n": "scores.csv, line 3, column 3 (data set 'y', algorithm 'B'): '85.1%' is "
    "not a plain number. Write it without '%', as in the other cells.",
    # numbers as papers print them, in whole columns: no names of algorithms
    "data set,A,B,C\nx,94.6%,93%,90%\ny,91%,92%,89%\n": "scores.csv, line 2, column 2 (data set 'x', algorithm 'A'): '94.6%' is "
    "not a plain number. Pass --clean to read 94.6.",
    "id,A,B\n1,94.6%,93 %\n2,91%,92 %\n": "scores.csv, line 2, column 2 (data set '1', algorithm 'A'): '94.6%' is "
    "not a plain number. Pass --clean to read 94.6.",
    "data set,A,B\nx,94.6%,93\ny,91%,92\n": "scores.csv, line 2, column 2 (data set 'x', algorithm 'A'): '94.6%' is "
    "not a plain number. Pass --clean to read 94.6.",
    "data set;A;B\nx;94,6%;93,1%\ny;91%;92%\n": "scores.csv, line 2, column 2 (data set 'x', algorithm 'A'): '94,6%' is "
    "not a plain number. Pass --clean to read 94,6.",
    "data set,A,B\nx,0.717 ± 0.01,0.7 ± 0.02\ny,0.6 ± 0.01,0.8 ± 0.1\n": "scores.csv, line 2, column 2 (data set 'x', algorithm 'A'): '0.717 ± "
    "0.01' is not a plain number. Pass --clean to read 0.717.",
    "data set,A,B\nx,1e-3+-0.1,.7+/-2\ny,.6+-2,.8+-1\n": "scores.csv, line 2, column 2 (data set 'x', algorithm 'A'): '1e-3+-0.1' "
    "is not a plain number. Pass --clean to read 1e-3.",
    "data set,A,B\nx,0.717 (2),0.8 (1)\ny,0.6 (2),0.8 (1)\n": "scores.csv, line 2, column 2 (data set 'x', algorithm 'A'): '0.717 (2)' "
    "is not a plain number. Pass --clean to read 0.717.",
    "data set,A,B\nx,0.717,0.8\ny,0.6,0.8*\n": "scores.csv, line 3, column 3 (data set 'y', algorithm 'B'): '0.8*' is not "
    "a plain number. Pass --clean to read 0.8.",
    "data set,method,auc\nx,A,1%\nx,B,2%\ny,A,3%\ny,B,4%\n": "scores.csv, line 2, column 3 (data set 'x', algorithm 'A'): '1%' is not a "
    "plain number. Pass --clean to read 1.",
    "classifier,iris,wine\nSVM,90%,80%\nkNN,70%,60%\n": "scores.csv: the column 'classifier' suggests that the rows are algorithms. "
    "Pass --transpose if this is correct, or --dataset-column 'classifier' if the "
    "rows are data sets.",
    "data set,A,B\nx,1,2\ny,3,1_000\n": "scores.csv, line 3, column 3 (data set 'y', algorithm 'B'): '1_000' is not a "
    "number. Enter a number, or leave the cell empty.",
    "data set;A;B\nx;0,1;0,2\ny;0,3;0.4\n": "scores.csv, line 3, column 3 (data set 'y', algorithm 'B'): '0.4' is not a "
    "number. Enter a number with a decimal comma, as in the rest of the file, or "
    "leave the cell empty.",
    "data set,A,B\nx,1,inf\ny,3,4\n": (
        "scores.csv, line 2, column 3 (data set 'x', algorithm 'B'): 'inf' is "
        "infinite. Enter a finite score, or leave the cell empty."
    ),
    "data set,A,B\nx,1,1e999\ny,3,4\n": (
        "scores.csv, line 2, column 3 (data set 'x', algorithm 'B'): '1e999' is "
        "infinite. Enter a finite score, or leave the cell empty."
    ),
    "data set,A,B\nx,1,\ny,3,4\n": (
        "scores.csv, line 2, column 3: no score of 'B' on 'x'. Add the missing score, "
        "or pass --missing drop to exclude such data sets ('drop-algorithms', 'worst', "
        "'like:NAME' and 'available' keep them)."
    ),
    "data set,A,B\nx,1,2\ny,NA,\nz,nan,4\n": (
        "scores.csv, line 3, column 2: no score of 'A' on 'y' (3 scores on 2 of 3 data "
        "sets are missing). Add the missing score, or pass --missing drop to exclude "
        "such data sets ('drop-algorithms', 'worst', 'like:NAME' and 'available' keep "
        "them)."
    ),
    LONG.replace(
        "4", "x4"
    ): "scores.csv, line 5, column 3 (data set 'y', algorithm 'B'): 'x4' is not a "
    "number. Enter a number, or leave the cell empty.",
    # no data sets and no algorithms
    "data set,A,B\nx,.9,.8\ny,.7,.6\nz,.5,.7\nAvg.,.7,.7\nMean rank,1.3,1.7\n": "scores.csv, line 5: 'Avg.', 'Mean rank' do not look like data sets, "
    "because each summarises the others. Drop them with --exclude-datasets "
    "'Avg.,Mean rank', or keep them with --keep 'Avg.,Mean rank'.",
    "data set,A,B\nx,.91,.84\ny,.72,.61\nz,.53,.71\nw,.66,.51\nrest,.705,.6675\n": "scores.csv, line 6: 'rest' does not look like a data set, because it "
    "contains the means of the other rows. Drop it with --exclude-datasets "
    "'rest', or keep it with --keep 'rest'.",
    "data set,#inst,A,B\nx,150,.9,.8\ny,178,.7,.6\n": "scores.csv, line 1, column 2: '#inst' does not look like an algorithm, "
    "because it describes the data sets. Drop it with --exclude '#inst', or "
    "keep it with --keep '#inst'.",
    "data set,A,A_std,B,B_std\nx,.9,.1,.8,.1\ny,.7,.1,.6,.1\n": (
        "scores.csv, line 1, column 3: 'A_std', 'B_std' do not look like algorithms, "
        "because 'A_std' contains a measure of spread for 'A' and 'B_std' contains a "
        "measure of spread for 'B'. Drop them with --exclude 'A_std,B_std', or keep "
        "them with --keep 'A_std,B_std'."
    ),
    "data set,A_acc,A_f1,B_acc,B_f1\nx,.9,.8,.8,.7\ny,.7,.6,.6,.6\n": "scores.csv, line 1, column 3: 'A_f1', 'B_f1' do not look like algorithms, "
    "because each contains a different measure ('f1') from 'A_acc'. Drop them "
    "with --exclude 'A_f1,B_f1', or keep them with --keep 'A_f1,B_f1'.",
    "data set,n,A,B\nx,150,.9,.8\ny,178,.7,.6\nz,214,.5,.9\n": "scores.csv, line 1, column 2: 'n' does not look like an algorithm, because "
    "it contains whole numbers, most of which are far outside the range of the "
    "other columns (0.5 to 0.9). Drop it with --exclude 'n', or keep it with "
    "--keep 'n'.",
    "data set,algorithm,metric,score\nx,A,acc,1\nx,A,f1,2\nx,B,acc,3\nx,B,f1,4\n": "scores.csv, line 3: the column 'metric' distinguishes measures ('acc', "
    "'f1'). Select one with --select 'metric=acc', or analyse all of them "
    "separately with --split-column 'metric' (plot and report).",
    "data set,algorithm,budget,score\nx,A,10,1\nx,A,20,2\nx,B,10,3\nx,B,20,4\n": "scores.csv, line 3: the column 'budget' distinguishes scores of the same "
    "algorithm and data set ('10', '20'). Select one with --select 'budget=10', "
    "or analyse all of them separately with --split-column 'budget' (plot and "
    "report), or pass --run-column 'budget' if these are runs.",
    # numbers that may be read in two ways
    "data set;A;B\nx;12.345;987\ny;3.456;12.000\n": "scores.csv, line 2: '12.345' may be a whole number or a decimal number. Pass "
    "--decimal ',' if the value is 12345, or --decimal '.' if 345 are the "
    "decimals.",
    'data set,A,B\nx,"0,62","0,67"\ny,"0,5","0,6"\n': "scores.csv, line 2, column 2 (data set 'x', algorithm 'A'): '0,62' is not "
    "a plain number. Pass --decimal ',' if a comma precedes the decimals and "
    "dots separate thousands.",
    "data set,A,B\nx,76 728,67 000\ny,1,2\n": "scores.csv, line 2, column 2 (data set 'x', algorithm 'A'): '76 728' is "
    "not a plain number. Pass --decimal '.' if commas or spaces separate "
    "thousands.",
    'data set,A,B\nx,"76,728","67,000"\ny,1,2\n': "scores.csv, line 2, column 2 (data set 'x', algorithm 'A'): '76,728' may be "
    "a whole number or a decimal number. Pass --decimal '.' if the value is "
    "76728, or --decimal ',' if 728 are the decimals.",
    # form
    "data set,A,B\nx,1,2\ny,3\n": "scores.csv, line 3 has 2 cells, but the header has 3. Complete the line, "
    "and quote cells that contain the separator.",
    'data set,A,B\nx,1,2\n"y,3,4\n': "scores.csv, line 3: the quotation marks do not match (unexpected end of "
    "data). Close or double the quotation marks.",
    "A,B\n0.1,0.2\n0.3,0.4\n": "scores.csv, line 1, column 1: 'A' contains numbers, "
    "not names of data sets. Add a column with the names of the data sets, "
    "pass --dataset-column none if each row is a data set, "
    "or compare folds of one data set with cddiagram folds.",
    "A,B\n1,2\n1,4\n": "scores.csv, line 1, column 1: 'A' contains numbers, not names "
    "of data sets. Add a column with the names of the data sets, pass "
    "--dataset-column none if each row is a data set, or compare "
    "folds of one data set with cddiagram folds.",
    "x,0.1,0.2\ny,0.3,0.4\nz,0.5,0.6\n": "scores.csv, line 1 should contain the names of the columns, but it contains "
    "numbers ('0.1, 0.2'). Add a header that does not begin with #.",
    "data set\tA\tB\nx\t1,234\t5,678\ny\t1\t2\n": "scores.csv, line 2: '1,234' may be a whole number or a decimal number. Pass "
    "--decimal '.' if the value is 1234, or --decimal ',' if 234 are the decimals.",
    "data set\tA\tB\nx\t1,234\t5,678\ny\t1,222\t2,333\n": "scores.csv, line 2: '1,234' may be a whole number or a decimal number. Pass "
    "--decimal '.' if the value is 1234, or --decimal ',' if 234 are the decimals.",
    "data set;A;B\nx;1,234;5\ny;987;2\n": "scores.csv, line 2: '1,234' may be a whole number or a decimal number. Pass "
    "--decimal '.' if the value is 1234, or --decimal ',' if 234 are the decimals.",
    "classifier,iris,wine\nSVM,0.9,0.8\nkNN,0.7,0.6\n": "scores.csv: the column 'classifier' suggests that the rows are algorithms. "
    "Pass --transpose if this is correct, or --dataset-column 'classifier' if the "
    "rows are data sets.",
    "data set,algorithm,auc,f1\nx,A,1,2\nx,B,1,2\ny,A,1,2\ny,B,1,2\n": "scores.csv: it is unclear which column of this long table contains the "
    "scores ('auc', 'f1'). Pass --score-column.",
    "one,two,auc\nx,A,1\nx,B,2\ny,A,3\ny,B,4\n": "scores.csv: this looks like a long table, but it is unclear which column "
    "contains the algorithms ('one', 'two', 'auc'). Pass --algorithm-column "
    "and --dataset-column.",
    "suite,model,bench,auc\nx,A,u,1\nx,B,v,2\n": "scores.csv: it is unclear which column of this long table contains the "
    "data sets ('suite', 'model', 'bench', 'auc'). Pass --dataset-column.",
    "data set,A,B\nx,1,1" + "0" * 400 + "\ny,3,4\n": (
        "scores.csv, line 2, column 3 (data set 'x', algorithm 'B'): "
        "'1000000000000000000000000000000000000000...' is infinite. Enter a finite "
        "score, or leave the cell empty."
    ),
    'data set,A,B\nx,1,2\ny,"'
    + "3\n" * 70_000
    + ",4\n": "scores.csv, line 3 begins a cell of more than 131,072 characters. "
    "Close the quotation mark, or shorten the cell.",
    f"data set,A,{'B' * 5000}\nx,1,2\ny,3,four\n": f"scores.csv, line 3, column 3 (data set 'y', algorithm '{'B' * 100}...'): "
    "'four' is not a number. Enter a number, or leave the cell empty.",
    "data set\tA\tB\nx\t1\t2\ny\t3\n".encode(
        "utf-32"
    ): "scores.csv, line 3 has 2 cells, but the header has 3. Complete the line, "
    "and quote cells that contain the separator.",
    b"data set,A,B\nx,1,2\nGr\xf6\xdfe,3,4\n": "scores.csv, line 3 is not UTF-8 text. Pass --encoding cp1252 if Excel wrote "
    "the file in Western Europe, or save the file as CSV in UTF-8.",
}

_FORMS = (
    'Provide a list of records [{"data set": "iris", "A": 0.9, ...}, ...], columns '
    '{"A": [...], ...} or {"A": {"iris": 0.9, ...}, ...}, or an object with '
    '"algorithms", "datasets" and "scores".'
)

#: Name and content of other files -> the message.
OTHER_FILES = {
    (
        "bad.json",
        b'[{"data set": "x",\n "A": 1 "B": 2}]',
    ): "bad.json, line 2, column 9 is not valid JSON (Expecting ',' delimiter). "
    "Correct the file, or save the table as CSV.",
    ("bad.json", b""): f"bad.json is empty. {_FORMS}",
    ("bad.json", b"[" * 100_000): f"bad.json does not contain a table. {_FORMS}",
    ("bad.json", b"[1, 2]"): f"bad.json does not contain a table. {_FORMS}",
    (
        "bad.json",
        b'[{"d": "x"},\n{"d": "Gr\xf6\xdfe"}]',
    ): "bad.json, line 2 is not UTF-8 text. Save the file as UTF-8.",
    (
        "bad.xlsx",
        b"",
    ): "bad.xlsx is empty. Add a header row and one row for each data set.",
    (
        "bad.parquet",
        b"",
    ): "bad.parquet is empty. Add a header row and one row for each data set.",
    (
        "bad.xls",
        b"data set\tA\tB\n",
    ): (
        "bad.xls does not contain Excel data, despite its suffix. Change the "
        "suffix to .csv if it is a text file."
    ),
    (
        "bad.parquet",
        b"data set,A,B\n",
    ): "bad.parquet does not contain Parquet data, despite its suffix. Change "
    "the suffix to .csv if it is a text file.",
    (
        "bad.json",
        b'{"A": [1' + b"0" * 5000 + b', 2], "B": [3, 4]}',
    ): "bad.json: the 2 scores of each algorithm ('A', 'B') have no names of data "
    "sets. Compare folds of one data set with "
    "cddiagram folds. If each row is a data set, name the rows or pass "
    "--dataset-column none.",
    (
        "bad.json",
        b'[{"d": "x", "A": 1' + b"0" * 400 + b', "B": 1}, {"d": "y", "A": 2, "B": 1}]',
    ): (
        "bad.json, row 1, column 2 (data set 'x', algorithm 'A'): "
        "'1000000000000000000000000000000000000000...' is infinite. Enter a finite "
        "score, or leave the cell empty."
    ),
    (
        "bad.json",
        b'[{"d": "x", " A": 1, "A": 2}, {"d": "y", " A": 3, "A": 1}]',
    ): (
        "bad.json, column 3: the algorithm 'A' is already in column 2. Rename one of "
        "them."
    ),
    (
        "bad.json",
        b'{"algorithms": ["A", "  "], "datasets": ["x", "y"], "scores": [[1, 2], [3, 4]]}',
    ): "bad.json, column 2: the column has no name. Add the name of the algorithm.",
    (
        "bad.xlsx",
        b"PK\x03\x04cut off",
    ): "bad.xlsx cannot be read as Excel (File is not a zip file). Check the file, or "
    "save the table as CSV.",
    (
        "bad.csv",
        b'data set,A,B\nx,"1,2\ny,3,4\n',
    ): "bad.csv, line 2: the quotation marks do not match (unexpected end of data). "
    "Close or double the quotation marks.",
    (
        "bad.csv",
        b"run,fold\n1,2\n2,3\n",
    ): "bad.csv: the table contains only run indices ('run', 'fold') and no "
    "scores. Add a column for each algorithm, or pass --run-column none if "
    "these are not runs.",
}

#: Options -> (exit code, message), on a good table.
OPTIONS = {
    ("--alpha", "0"): (
        2,
        "--alpha must be between 0 and 1, not '0'. Use 0.05, for example.",
    ),
    ("--alpha", "1"): (2, "--alpha must be between 0 and 1, not '1'. Use 0.01."),
    ("--alpha", "-0.05"): (
        2,
        "--alpha must be between 0 and 1, not '-0.05'. Use 0.05, for example.",
    ),
    ("--alpha", "nan"): (
        2,
        "--alpha must be between 0 and 1, not 'nan'. Use 0.05, for example.",
    ),
    ("--alpha", "5%"): (2, "--alpha must be between 0 and 1, not '5%'. Use 0.05."),
    ("--pair-test", "wilcoxn"): (
        2,
        "unknown --pair-test 'wilcoxn': did you mean 'wilcoxon'? Choose from ",
    ),
    ("--p-adjust", "hlom"): (
        2,
        "unknown --p-adjust 'hlom': did you mean 'holm'? Choose from ",
    ),
    ("--ranking", "friedmann"): (
        2,
        "unknown --ranking 'friedmann': did you mean 'friedman'? Choose from ",
    ),
    ("--missing", "skip"): (
        2,
        "unknown --missing 'skip': choose from 'error', 'drop', 'drop-algorithms', "
        "'worst', 'like:NAME', 'available'.",
    ),
    ("--runs", "max"): (2, "unknown --runs 'max': choose from 'mean', 'median'."),
    ("--zeros", "none"): (
        2,
        "unknown --zeros 'none': choose from 'split', 'drop', 'pratt'.",
    ),
    ("--colour", "red"): (2, "unknown option '--colour'"),
    ("--control", "D"): (
        1,
        "the control 'D' is not one of the algorithms: choose from 'A', 'B', 'C'.",
    ),
    ("--algorithms", "A,D"): (
        1,
        "scores.csv: unknown algorithm 'D': choose from 'A', 'B', 'C'.",
    ),
    ("--exclude", "b"): (
        1,
        "scores.csv: unknown algorithm 'b': did you mean 'B'? Choose from 'A', 'B', "
        "'C'.",
    ),
    ("--exclude", "A,B"): (
        1,
        "scores.csv contains one algorithm ('C'), but a comparison requires two or "
        "more.",
    ),
    ("--exclude", "A\nB"): (
        2,
        "--exclude contains a line break. Enclose the name that contains the line "
        "break in double quotes.",
    ),
    ("--exclude", '"A\nB"'): (
        1,
        "scores.csv: unknown algorithm 'A B': choose from 'A', 'B', 'C'.",
    ),
    ("--exclude", "x" * 140_000): (
        2,
        "--exclude must be a comma-separated list of names (field larger than field "
        "limit (131072)). Use shorter names.",
    ),
    ("--dataset-column", "dataset"): (
        1,
        "scores.csv: unknown column 'dataset': did you mean 'data set'? Choose from "
        "'data set', 'A', 'B', 'C'.",
    ),
}

#: Options of plot only -> (exit code, message).
PLOT_OPTIONS = {
    ("-o", "figure.docx"): (
        2,
        "unknown figure suffix '.docx' of 'figure.docx'. Use one of '.pdf', "
        "'.svg', '.png', '.eps', '.pgf', '.tex'.",
    ),
    ("-o", "figure"): (
        2,
        "'figure' has no suffix, but the suffix determines the format of the figure. "
        "Use one of '.pdf', '.svg', '.png', '.eps', '.pgf', '.tex'.",
    ),
    ("-o", "scores.csv/figure.pdf"): (
        1,
        "cannot write 'scores.csv/figure.pdf': not a directory. Choose another "
        "location.",
    ),
    ("-o", "dangling.pdf"): (1, "cannot write 'dangling.pdf': the folder '"),
    ("-o", "loop.pdf"): (
        1,
        "cannot write 'loop.pdf': the symbolic link points to itself. Remove the "
        "link, or choose another name.",
    ),
    ("-o", "small.png", "--dpi", "0.5"): (
        2,
        "dpi is 0.5. Specify at least 20 pixels per inch.",
    ),
    ("-o", "small.png", "--dpi", "19"): (
        2,
        "dpi is 19.0. Specify at least 20 pixels per inch.",
    ),
    ("--rename", f"A={'x' * 501}"): (
        1,
        f"the name '{'x' * 100}...' has 501 characters, but a figure prints at most 500. "
        "Is a quotation mark missing in the file? "
        "Otherwise use a shorter name.",
    ),
    ("--note", "x" * 2001): (2, "note has 2001 characters. Use at most 2000."),
    ("-o", "folder.pdf"): (
        1,
        "cannot write 'folder.pdf': it is a folder. Specify a file in the folder.",
    ),
    ("--figure", "pie"): (2, "unknown --figure 'pie': choose from "),
    ("--width", "wide"): (
        2,
        "unknown --width 'wide': choose from 'column', 'page', 'ieee-column', ",
    ),
    ("--width", "-3"): (
        2,
        "--width must be a name, a length such as '88mm', or a number of inches up to "
        "200, not -3.0.",
    ),
    ("--figure", "mcb", "--arrangement", "list"): (
        2,
        "--arrangement does not apply to --figure mcb. Omit this option.",
    ),
    ("--figure", "rank-distribution", "--show-rank-intervals"): (
        2,
        "--show-rank-intervals does not apply to --figure rank-distribution. Omit "
        "this option.",
    ),
    ("--figure", "assumptions", "--alpha", "0.1"): (
        2,
        "--alpha does not apply to --figure assumptions. Omit this option.",
    ),
    ("--figure", "cd-sequence"): (
        2,
        "--figure cd-sequence requires several tables. Pass several SCORES, or use "
        "--split-column.",
    ),
    ("--figure", "cd-stack"): (
        2,
        "--figure cd-stack requires several tables. Pass several SCORES, or use "
        "--split-column.",
    ),
    ("--figure", "cd-stack", "--letters"): (
        2,
        "--letters does not apply to --figure cd-stack. Omit this option.",
    ),
    ("--split-column", "fold"): (
        1,
        "scores.csv: unknown column 'fold': choose from 'data set', 'A', 'B', 'C'.",
    ),
    ("scores.csv",): (
        2,
        "the same SCORES file was specified twice. Specify each file once.",
    ),
    ("--figure", "rank-bars", "--alphas", "0.05,2"): (
        2,
        "--alphas must be between 0 and 1, not '2'. Use 0.02.",
    ),
    ("--arrangement", "lists"): (
        2,
        "unknown --arrangement 'lists': did you mean 'list'? Choose from ",
    ),
    ("--dpi", "0"): (2, "--dpi must be a positive number, not '0'."),
    ("--dpi", "300"): (
        2,
        "--dpi does not apply to '.pdf'. Omit this option, or use the suffix '.png' "
        "for the file.",
    ),
    ("--text", "editable"): (
        2,
        "--text does not apply to '.pdf'. Omit this option, or use the suffix '.svg' "
        "for the file.",
    ),
    ("--standalone",): (
        2,
        "--standalone does not apply to '.pdf'. Omit this option, or use the suffix "
        "'.tex' for the file.",
    ),
    ("--font-size", "300"): (
        2,
        "--font-size must be a size from 3 to 24 points, not 300.0.",
    ),
    ("--min-font-size", "2"): (
        2,
        "--min-font-size must be a size from 3 to 24 points, not 2.0.",
    ),
    ("--rank-range", "1"): (
        2,
        "--rank-range must be 'auto', 'full', 'data' or LOW,HIGH, not '1'.",
    ),
    ("--rename", "A"): (2, "--rename must be NAME=TEXT, not 'A'."),
    ("--rename", "D=d"): (1, "unknown algorithm 'D': choose from 'A', 'B', 'C'."),
    ("--rename", "A=B"): (
        2,
        "'A' and 'B' would both be called 'B' in the figure. Give them different "
        "names (--rename).",
    ),
    ("--figure", "assumptions", "--rename", "A=x", "--rename", "C=x"): (
        2,
        "'A' and 'C' would both be called 'x' in the figure. Give them different "
        "names (--rename).",
    ),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_text(GOOD)
    (tmp_path / "figure.pdf").write_bytes(b"what was there before")
    (tmp_path / "folder.pdf").mkdir()
    (tmp_path / "dangling.pdf").symlink_to("nowhere/x.pdf")
    (tmp_path / "loop.pdf").symlink_to("loop.pdf")
    return tmp_path


def refused(folder, *arguments):
    """Run a command that must fail; give exit code and message. Nothing may be written
    or left behind.
    """
    before = {
        name: (folder / name).read_bytes()
        for name in os.listdir(folder)
        if (folder / name).is_file()
    }
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    after = {
        name: (folder / name).read_bytes()
        for name in os.listdir(folder)
        if (folder / name).is_file()
    }
    assert after == before
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    return result.exit_code, result.stderr.removeprefix("Error: ").rstrip("\n")


@pytest.mark.parametrize("command", ["plot", "compare"])
@pytest.mark.parametrize("content", FILES)
def test_bad_files(folder, command, content):
    path = folder / "scores.csv"
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    assert refused(folder, command, "scores.csv", "-o", "figure.pdf") == (
        1,
        FILES[content],
    )


@pytest.mark.parametrize(("name", "content"), OTHER_FILES)
def test_bad_files_of_other_kinds(folder, name, content):
    (folder / name).write_bytes(content)
    assert refused(folder, "compare", name) == (1, OTHER_FILES[name, content])


def test_the_package_that_reads_a_workbook_is_named(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "xlrd", None)
    (folder / "old.xls").write_bytes(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600))
    expected = (
        "old.xls: reading Excel files requires xlrd. Install it with pip install "
        "'critdiagram[excel]'."
    )
    assert refused(folder, "compare", "old.xls") == (1, expected)


@pytest.mark.parametrize("command", ["plot", "compare"])
@pytest.mark.parametrize("options", OPTIONS)
def test_bad_options(folder, command, options):
    code, message = refused(folder, command, "scores.csv", "-o", "figure.pdf", *options)
    expected_code, expected = OPTIONS[options]
    assert code == expected_code
    assert (
        message == expected if expected.endswith(".") else message.startswith(expected)
    )


@pytest.mark.parametrize("options", PLOT_OPTIONS)
def test_bad_options_of_plot(folder, options):
    code, message = refused(folder, "plot", "scores.csv", "-o", "figure.pdf", *options)
    expected_code, expected = PLOT_OPTIONS[options]
    assert code == expected_code
    assert (
        message == expected if expected.endswith(".") else message.startswith(expected)
    )


@pytest.mark.parametrize(
    "options",
    [
        ("-o", "figure.docx"),
        ("--alpha", "2"),
        ("--figure", "pie"),
        ("--runs", "x"),
        ("--dpi", "100"),
    ],
)
def test_wrong_values_are_refused_before_anything_is_read(folder, options):
    assert (
        refused(folder, "plot", "no-such-file.csv", "-o", "figure.pdf", *options)[0]
        == 2
    )


def test_an_empty_folder_is_no_table(folder):
    expected = "'folder.pdf' is an empty folder. Specify a folder that contains tables."
    assert refused(folder, "compare", "folder.pdf") == (1, expected)


def test_a_file_that_cannot_be_opened(folder, monkeypatch):
    def refuse(path, mode):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("cddiagram._util.files.open", refuse, raising=False)
    with pytest.raises(InputError) as error:
        read_file("scores.csv")
    expected = (
        "cannot read 'scores.csv': permission denied. Check whether the file can be "
        "opened, or copy the file."
    )
    assert str(error.value) == expected


def test_no_data_set_complete(folder):
    (folder / "scores.csv").write_text("data set,A,B,C\nx,1,2,\ny,1,2,\nz,,2,3\n")
    expected = (
        "scores.csv: 0 of 3 data sets have a score for every algorithm. Exclude "
        "algorithms with many missing scores, starting with 'C', 'A'."
    )
    assert refused(folder, "compare", "scores.csv", "--missing", "drop") == (
        1,
        expected,
    )


def test_infinite_scores_are_not_missing(folder):
    (folder / "scores.csv").write_text(GOOD.replace("0.9", "inf"))
    code, message = refused(folder, "compare", "scores.csv", "--missing", "drop")
    assert (code, "'inf' is infinite" in message) == (1, True)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write anywhere")
@pytest.mark.parametrize("protected", ["figure.pdf", "."])
def test_write_protected(folder, protected):
    (folder / protected).chmod(0o555)
    code, message = refused(folder, "plot", "scores.csv", "-o", "figure.pdf")
    (folder / protected).chmod(0o755)
    assert code == 1
    assert message.startswith("cannot write 'figure.pdf': ")


def test_a_full_disk_leaves_the_old_file(folder, monkeypatch):
    def no_space(source, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", no_space)
    expected = (
        "cannot write 'figure.pdf': no space left on device. Choose another location."
    )
    assert refused(folder, "plot", "scores.csv", "-o", "figure.pdf") == (1, expected)
    assert refused(folder, "example", "demsar2006-table6", "-o", "figure.pdf") == (
        1,
        expected,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["compare"],
        ["plot"],
        ["report"],
        ["convergence"],
        ["compare", "--format", "csv"],
    ],
    ids=" ".join,
)
def test_what_is_read_is_not_overwritten(folder, arguments):
    name = "scores.md" if arguments == ["report"] else "scores.svg"
    (folder / name).write_text(GOOD)
    (folder / "link").symlink_to(name)
    for source in (name, f"./{name}", "link"):
        assert refused(folder, *arguments, source, "-o", name) == (
            2,
            f"'{name}' is an input file and would be overwritten. Choose another name "
            "for the output.",
        )


def test_scores_that_overflow(folder):
    (folder / "scores.csv").write_text("data set,A,B\nx,1e308,0\ny,-1e308,1\nz,0,2\n")
    expected = (
        "the largest absolute score is 1e+308, and differences between such scores "
        "overflow. Divide all scores by the same power of ten, which does not change "
        "any test result."
    )
    assert refused(
        folder, "plot", "scores.csv", "--figure", "assumptions", "-o", "figure.pdf"
    ) == (1, expected)
    assert refused(folder, "compare", "scores.csv") == (1, expected)


def test_nothing_to_do_and_no_such_thing(folder):
    assert refused(folder, "plot", "scores.csv") == (
        2,
        "Missing option '--output' / '-o'. See 'cddiagram plot --help'.",
    )
    assert refused(folder, "compare") == (
        2,
        "Missing argument 'SCORES'. See 'cddiagram compare --help'.",
    )
    code, message = refused(folder, "draw")
    assert (code, message) == (2, "unknown command 'draw'. See 'cddiagram --help'.")
    code, message = refused(folder, "example", "demsar2006-table7")
    assert (code, message[:77]) == (
        2,
        "unknown example 'demsar2006-table7': did you mean 'demsar2006-table6'? Choose",
    )
