"""What a workbook hides: sheets are skipped, cells are read and noted."""

import io
import re
import zipfile

import numpy as np
import openpyxl
import pytest

from cddiagram.data.reading.scores import read_scores
from cddiagram.data.reading.sheet_scan import MOST_COLUMNS, scan_sheet
from cddiagram.text import InputError

ROWS = [
    ["data set", "A", "B", "C"],
    ["u", 1, 2, 3],
    ["v", 2, 5, 1],
    ["w", 7, 4, 2],
    ["x", 9, 8, 6],
]


def written(path, *sheets):
    """Write sheets, each a function that changes one with the rows."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, (name, change) in enumerate(sheets):
        sheet = book.create_sheet(name)
        for row in ROWS:
            sheet.append(
                [value + number if isinstance(value, int) else value for value in row]
            )
        change(sheet)
    book.save(path)
    return path


def state(value):
    def change(sheet):
        sheet.sheet_state = value

    return change


def unchanged(sheet):
    pass


@pytest.mark.parametrize("hidden", ["hidden", "veryHidden"])
def test_a_hidden_first_sheet_is_skipped(tmp_path, hidden):
    path = written(tmp_path / "s.xlsx", ("old", state(hidden)), ("new", unchanged))
    table = read_scores(path)
    assert table.scores[0].tolist() == [2, 3, 4]
    assert table.notes == (
        "The following hidden sheet was skipped: 'old'. To read a hidden sheet, pass "
        "sheet='old'.",
    )
    assert read_scores(path, sheet="old").scores[0].tolist() == [1, 2, 3]
    assert read_scores(path, sheet=1).scores[0].tolist() == [2, 3, 4]
    with pytest.raises(InputError, match="unknown sheet '2'"):
        read_scores(path, sheet=2)


def test_hidden_sheets_behind_the_first_are_not_offered(tmp_path):
    sheets = (("one", unchanged), ("two", unchanged), ("raw", state("hidden")))
    table = read_scores(written(tmp_path / "s.xlsx", *sheets))
    assert table.notes == (
        "Only the first of 2 sheets was read ('one'). Pass sheet='two' to read "
        "another sheet.",
    )


def test_hidden_rows_are_noted(tmp_path):
    def hide(sheet):
        for row in (3, 5, 900):
            sheet.row_dimensions[row].hidden = True

    table = read_scores(written(tmp_path / "s.xlsx", ("one", hide)))
    assert table.datasets == ("u", "v", "w", "x")
    assert table.notes == (
        "Rows (hidden) were also read: 3, 5. Delete these cells in the sheet if they "
        "do not belong to the table.",
    )


def test_rows_that_a_filter_hides_are_noted(tmp_path):
    def hide(sheet):
        sheet.auto_filter.ref = "A1:D5"
        sheet.auto_filter.add_filter_column(0, ["u", "w", "x"])
        sheet.row_dimensions[3].hidden = True

    (note,) = read_scores(written(tmp_path / "s.xlsx", ("one", hide))).notes
    assert note.startswith("Rows (hidden by a filter) were also read: 3. ")


def test_hidden_columns_are_noted_unless_they_are_blank(tmp_path):
    def hide(sheet):
        sheet.column_dimensions["C"].hidden = True
        sheet.column_dimensions["G"].hidden = True

    table = read_scores(written(tmp_path / "s.xlsx", ("one", hide)))
    assert table.algorithms == ("A", "B", "C")
    assert table.notes == (
        "Hidden columns were also read: 'B'. Delete these cells in the sheet if they "
        "do not belong to the table.",
    )


def test_nothing_is_noted_of_a_plain_sheet(tmp_path):
    assert read_scores(written(tmp_path / "s.xlsx", ("one", unchanged))).notes == ()


def sheet_of(rows, prefix=""):
    """The XML of a sheet of rows, each (attributes, number of cells)."""
    parts = [f"<{prefix}worksheet><{prefix}sheetData>"]
    for attributes, cells in rows:
        parts += [
            f"<{prefix}row {attributes}>",
            f'<{prefix}c r="A1"><{prefix}v>1</{prefix}v></{prefix}c>' * cells,
        ]
        parts.append(f"</{prefix}row>")
    return "".join([*parts, f"</{prefix}sheetData></{prefix}worksheet>"]).encode()


@pytest.mark.parametrize("prefix", ["", "x:"])
@pytest.mark.parametrize("chunk", [7, 64, 1000, 2**20])
def test_tags_on_the_border_of_two_blocks_are_seen(monkeypatch, chunk, prefix):
    """Hidden rows by chance, and the same found by a pattern over the whole text."""
    monkeypatch.setattr("cddiagram.data.reading.sheet_scan._CHUNK", chunk)
    rng = np.random.default_rng(chunk)
    rows = []
    for number in range(1, 61):
        hidden = ' hidden="1"' if rng.random() < 0.3 else ""
        rows.append((f'r="{number}"{hidden}', int(rng.integers(0, 5))))
    data = sheet_of(rows, prefix)
    expected = {int(number) for number in re.findall(rb'row r="(\d+)" hidden', data)}
    scan = scan_sheet(io.BytesIO(data))
    assert (scan.hidden_rows, scan.too_wide) == (expected, None)
    assert len(expected) > 5


@pytest.mark.parametrize(
    ("cells", "too_wide"), [(MOST_COLUMNS, None), (MOST_COLUMNS + 1, 2)]
)
@pytest.mark.parametrize("after", [[], [("", 3)]])
def test_a_row_has_at_most_as_many_cells_as_a_sheet_has_columns(cells, too_wide, after):
    data = sheet_of([("", 3), ("", cells), *after])
    assert scan_sheet(io.BytesIO(data)).too_wide == too_wide


def test_a_row_without_end_is_refused_before_its_cells_are_read(tmp_path, monkeypatch):
    path = written(tmp_path / "s.xlsx", ("one", unchanged))
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace(
        b"</sheetData>", b"<row>" + b"<c><v>1</v></c>" * 20_000 + b"</row></sheetData>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    monkeypatch.setattr(
        "cddiagram.data.reading.formats._cell",
        lambda cell: pytest.fail("a cell was read"),
    )
    with pytest.raises(InputError) as refused:
        read_scores(path)
    assert str(refused.value) == (
        f"{path}, row 6 has more than 16,384 cells. Delete the cells that do not "
        "belong to the table, or save the table as CSV."
    )
