"""Plausible tables with their right reading: each is read right, warned of or rejected;
none is misread silently.
"""

import ast
import base64
import json
import re
import warnings
from pathlib import Path

import numpy as np
import openpyxl
import pytest

from cddiagram import CddiagramError, read_scores

#: Each has a name, a suffix, a note, options, a text, and the right scores if there is
#: a right reading.
TABLES = json.loads(
    (Path(__file__).parent / "plausible_tables.json").read_text(encoding="utf-8")
)
NAMES = [table["name"] for table in TABLES]

#: Tables that nobody can interpret with certainty, with the reason.
UNKNOWABLE = {
    "0 as missing": "0 may be a score",
    "confusion": "a table of two rows and two columns of counts may hold scores",
    "excel autofill 0.81,0.82": "a series of scores may rise by 0.01",
    "truncated last number": "0.8 is a score like 0.831",
}
#: Tables that are read right although the list of tables expects no reading of them.
READ_RIGHT = {
    "unicode minus": "the sign of a minus is read as a minus",
    "unicode minus some": "the sign of a minus is read as a minus",
    "last row '#wins' (other numbers)": "a comment is no row, and a note names its line",
    "comment row inside": "a comment is no row, and a note names its line",
}
#: What is hidden in a workbook is named in a note.
NOTED = {"xlsx hidden rows", "xlsx hidden first sheet"}

OPTIONS = re.compile(
    r"\b(exclude|exclude_datasets|keep|select|run_column|transpose|runs_in_names|decimal|higher_is_better|clean|missing)"
    r"=(\[[^\]]*\]|\{[^}]*\}|'[^']*'|True|False)"
)


def workbook(kind, path):
    """Write a workbook of one of the kinds that the list of tables only names."""
    right = TABLES[0]["right"]
    datasets = [line.split(",")[0] for line in TABLES[0]["text"].splitlines()[1:]]
    header = ["dataset", *right]
    rows = [
        [name, *scores] for name, *scores in zip(datasets, *right.values(), strict=True)
    ]
    book = openpyxl.Workbook()
    sheet = book.active
    if kind == "HIDDENSHEET":
        sheet.append(["notes", "x", "y"])
        sheet.append(["a", 1, 2])
        sheet.append(["b", 2, 1])
        sheet.sheet_state = "hidden"
        sheet = book.create_sheet("scores")
        book.active = 1
    if kind == "TWOSHEETS":
        sheet.title = "acc"
        other = book.create_sheet("f1")
        for row in [header, *rows]:
            other.append(row)
    if kind == "MERGEDLONG":
        header = ["dataset", "algorithm", "score"]
        rows = []
        for at, name in enumerate(datasets):
            for number, (algorithm, scores) in enumerate(right.items()):
                rows.append([None if number else name, algorithm, scores[at]])
    for row in [header, *rows]:
        sheet.append(row)
    if kind == "HIDDENROWS":
        sheet.row_dimensions[3].hidden = True
    if kind == "PCTFMT":
        for row in sheet.iter_rows(min_row=2, min_col=2):
            for cell in row:
                cell.number_format = "0%"
    book.save(path)


def write(table, folder):
    """Write a table into a folder and return the path."""
    named = re.search(r"file=(\S+)", table["note"])
    path = folder / (named[1] if named else f"scores.{table['ext']}")
    text = table.get("text", "")
    if table["ext"] == "xlsx" and text.isupper():
        workbook(text, path)
    else:
        path.write_bytes(
            base64.b64decode(table["base64"]) if "base64" in table else text.encode()
        )
    return path


def read(path, **options):
    """Return the table or nothing, the message of an error, and the messages of the
    warnings.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            table = read_scores(path, **options)
        except CddiagramError as error:
            return None, str(error), []
    return table, "", [str(warning.message) for warning in caught]


def is_right(table, right):
    if table is None or list(table.algorithms) != list(right):
        return False
    return np.allclose(table.scores.T, list(right.values()))


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_no_table_is_misread_silently(table, tmp_path):
    found, message, warned = read(write(table, tmp_path), **table["options"])
    if table["right"] is not None:
        assert is_right(found, table["right"]), message
    elif table["name"] in READ_RIGHT:
        assert found is not None
        assert found.notes or (np.abs(found.scores) > 0).all()
    elif table["name"] in NOTED:
        assert "hidden" in " ".join(found.notes)
    elif table["name"] in UNKNOWABLE:
        assert found is not None
    else:
        assert message or warned


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_each_remedy_leads_to_a_result(table, tmp_path):
    path = write(table, tmp_path)
    _, message, warned = read(path, **table["options"])
    text = " ".join([message, *warned]).replace(str(tmp_path), "")
    offered = OPTIONS.findall(text)
    failed = []
    for option, value in offered:
        again, refusal, _ = read(
            path, **table["options"] | {option: ast.literal_eval(value)}
        )
        if again is None:
            failed.append((option, value, refusal))
    # Of two signs before decimals one is right; the other may lead to another
    # complaint.
    signs = [option for option, _, _ in failed].count("decimal")
    assert len(failed) == signs, (text, failed)
    assert signs < max(1, [option for option, _ in offered].count("decimal")), (
        text,
        failed,
    )


def test_the_list_of_unknowable_tables_is_short():
    assert set(UNKNOWABLE) | set(READ_RIGHT) | NOTED <= set(NAMES)
    assert len(UNKNOWABLE) <= 25
