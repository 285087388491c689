"""Files that someone has crafted, or that a program left behind: a few bytes that stand
for very many.

No clock: a process of its own does the work within limits of processor time and memory
that the right way needs a tenth of, and that the wrong way exceeds many times.
"""

import io
import os
import subprocess
import sys
import threading
import zipfile
import zlib

import openpyxl
import pytest

from cddiagram import InputError, read_scores
from cddiagram.data.examples import read_example
from cddiagram.provenance import (
    Provenance,
    fits,
    info_strings,
    option_types,
    read_provenance,
)

resource = pytest.importorskip("resource", reason="limits are set as POSIX systems do")

_LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
resource.setrlimit(resource.RLIMIT_AS, (2 * 10**9, 2 * 10**9))
{}
"""


def limited(code, *arguments):
    """Run code in a process with limits; give what it prints."""
    command = [sys.executable, "-c", _LIMITED.format(code), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def png(kind, body, side=1):
    """Write a PNG of a square with a chunk before its pixels."""
    size = side.to_bytes(4, "big")
    chunks = (
        (b"IHDR", size + size + bytes([8, 6, 0, 0, 0])),
        (kind, body),
        (b"IDAT", b""),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(body).to_bytes(4, "big")
        + kind
        + body
        + zlib.crc32(kind + body).to_bytes(4, "big")
        for kind, body in chunks
    )


def packed_zeros(count):
    """Compress `count` zeros; each block of them is compressed as if nothing stood
    before it, so one is enough.
    """
    size = 10**7
    packer = zlib.compressobj()
    first, again = (
        packer.compress(bytes(size)) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2)
    )
    last_block = b"\x03\x00"
    checksum = (count % 65521 << 16) + 1  # Adler's, of zeros
    return (
        first + again * (count // size - 1) + last_block + checksum.to_bytes(4, "big")
    )


def test_packed_zeros():
    assert zlib.decompress(packed_zeros(3 * 10**7)) == bytes(3 * 10**7)


@pytest.mark.slow
def test_inspect_ends_soon_whatever_the_file(tmp_path):
    zeros = packed_zeros(3 * 10**9)
    stream = (
        b"1 0 obj << /Type /ObjStm /First 10 >> stream\n"
        + zeros
        + b"\nendstream endobj "
    )
    files = [
        b"%PDF-1.5\n" + b"<< /ObjStm " * 100_000 + b" /Info 7 0 R",
        b"%PDF-1.5\n" + b"<< /ObjStm stream\n" * 100_000 + b" /Info 7 0 R",
        b"%PDF-1.5\n" + b"<<" * 500_000 + b" /Info 7 0 R",
        b"%PDF-1.5\n" + stream * 3 + b" /Info 7 0 R",
        png(b"zTXt", b"k\0\0" + zeros),
        png(b"iTXt", b"k\0\1\0\0\0" + zeros),
        png(b"IDAT", zeros, side=50_000),
        b'cddiagram: {"' * 1_000_000,
        b'cddiagram: {"a":"' * 100_000,
    ]
    for number, content in enumerate(files):
        (tmp_path / f"{number}").write_bytes(content)
    code = (
        "from pathlib import Path\nfrom cddiagram.provenance import read_provenance\n"
        "for file in sys.argv[1:]: print(read_provenance(Path(file).read_bytes()))"
    )
    printed = limited(code, *(tmp_path / f"{number}" for number in range(len(files))))
    assert printed.split() == ["None"] * len(files)


@pytest.mark.slow
def test_an_object_stream_is_read_and_a_broken_one_passed_over():
    body = zlib.compress(b"7 0 8 9 << /Subject (found) >>")
    good = (
        b"1 0 obj << /Type /ObjStm /N 2 /First 8 >> stream\n"
        + body
        + b"\nendstream endobj "
    )
    bad = good.replace(body, zlib.compress(b"7 x 8 9 << /Subject (bad) >>"))
    for before in (
        b"",
        bad,
        good.replace(body, b"broken"),
        b"/ObjStm " * 50,
        b"2 0 obj << /Type /ObjStm >> endobj ",
    ):
        assert list(
            info_strings(b"%PDF-1.5\n" + before + good + b" << /Info 7 0 R >>")
        ) == ["found"], before


def workbook(cells):
    book = openpyxl.Workbook()
    for row in (["d", "A", "B"], ["x", 1, 2], ["y", 3.0, 4], ["z", 1, 5]):
        book.active.append(row)
    for place, value in cells.items():
        book.active[place] = value
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "said"),
    [
        (
            "ALL1048576",
            "row 1048576, column 1: the data set has no name. Add the name.",
        ),
        (
            "XFD1048576",
            "row 1048576, column 1: the data set has no name. Add the name.",
        ),
        (
            "XFD3",
            "row 1, column 16384: the column has no name. Add the name of the "
            "algorithm.",
        ),
    ],
)
def test_a_stray_cell_takes_no_memory(tmp_path, place, said):
    path = tmp_path / "s.xlsx"
    path.write_bytes(workbook({place: 7}))
    code = (
        "from cddiagram import InputError, read_scores\ntry: read_scores(sys.argv[1])\n"
        "except InputError as error: print(error)"
    )
    assert limited(code, path) == f"{path}, {said}\n"


def test_blanks_around_a_table_in_a_workbook_are_no_part_of_it(tmp_path):
    path = tmp_path / "s.xlsx"
    path.write_bytes(
        workbook({"AAA900": " ", "D2": "", "A5": "w", "B5": "2.5", "C5": 1})
    )
    table = read_scores(path)
    assert (table.algorithms, table.datasets) == (("A", "B"), ("x", "y", "z", "w"))
    assert table.scores[:, 0].tolist() == [1, 3, 1, 2.5]


def test_more_cells_than_a_table_has_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("cddiagram.data.reading.formats._MOST_CELLS", 1000)
    path = tmp_path / "s.xlsx"
    path.write_bytes(workbook({"ALL3": 7}))
    with pytest.raises(InputError) as refused:
        read_scores(path)
    assert str(refused.value) == (
        f"{path}, row 3, column 1000 is so far from the other cells that the sheet has "
        "more than 1,000 cells. Delete the cells that do not belong to the table, or "
        "save the table as CSV."
    )


def test_a_workbook_that_is_huge_when_unpacked_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("cddiagram.data.reading.formats._MOST_BYTES", 1_000_000)
    path = tmp_path / "s.xlsx"
    out = io.BytesIO(workbook({}))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("more", bytes(2_000_000))
    path.write_bytes(out.getvalue())
    with pytest.raises(
        InputError,
        match=(
            r"takes up 2 MB after decompression\. Save only the table, or save the table "
            r"as CSV"
        ),
    ):
        read_scores(path)


@pytest.mark.slow
def test_a_row_that_no_sheet_has_is_refused(tmp_path):
    path = tmp_path / "s.xlsx"
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook({"A9": "w"}))) as old,
        zipfile.ZipFile(out, "w") as new,
    ):
        for name in old.namelist():
            new.writestr(
                name, old.read(name).replace(b'<row r="9"', b'<row r="999999999999"')
            )
    path.write_bytes(out.getvalue())
    with pytest.raises(
        InputError,
        match=r"cannot be read as Excel \(row 1048577 is outside the sheet\)",
    ):
        read_scores(path)


@pytest.mark.slow
def test_parquet_with_text_that_is_no_utf8(tmp_path):
    import pandas as pd

    path = tmp_path / "s.parquet"
    pd.DataFrame({"data set": ["xaxax", "yayay"], "A": [1, 2], "B": [2, 1]}).to_parquet(
        path, compression=None
    )
    path.write_bytes(path.read_bytes().replace(b"yayay", b"y\xff\xfe\xb4y"))
    with pytest.raises(InputError, match="cannot be read as Parquet"):
        read_scores(path)


#: Field of a record -> values that it cannot have; `None` stands for the record itself.
WRONG = {
    "packages": [5, [], {"numpy": 1}],
    "parameters": [5, [], "x"],
    "made": [5, None],
    "cddiagram": [5, None],
    "format": [None, "1", True, 0, 1.5],
    "subjects": [5, {}, [5], [[]], [{}]],
}
WRONG_IN_SUBJECT = {
    "dropped": ["1", [], {}, None, True],
    "datasets": [5, "x", [5], {}],
    "algorithms": [5, "x", [5], {}, None],
    "sources": [{}, 5, "x", [None]],
    "n": ["5", None, 1.5],
    "k": ["5", None],
    "kind": [None, 5],
    "sha256": [None, 5],
    "higher_is_better": [1, "x"],
    "title": [5, []],
    "decisions": [5, []],
    "reading": [5, [], None],
}


def record():
    subject = {"kind": "scores", "sha256": "", "n": 2, "k": 2, "algorithms": ["A", "B"]}
    return {"format": 1, "made": "plot_cd", "cddiagram": "1", "subjects": [subject]}


@pytest.mark.slow
@pytest.mark.parametrize("field", [*WRONG, *WRONG_IN_SUBJECT])
def test_a_record_with_a_field_of_another_type_is_none(field):
    import json

    assert Provenance.from_json(json.dumps(record())).made == "plot_cd"
    for value in WRONG.get(field, WRONG_IN_SUBJECT.get(field)):
        crafted = record()
        (crafted if field in WRONG else crafted["subjects"][0])[field] = value
        with pytest.raises(InputError, match=r"^the string is not a provenance record"):
            Provenance.from_json(json.dumps(crafted))
        assert read_provenance(f"cddiagram: {json.dumps(crafted)}".encode()) is None


@pytest.mark.slow
def test_a_record_that_is_nested_without_end_is_none():
    for depth in (30, 500, 100_000):
        crafted = (
            '{"format":1,"made":"x","cddiagram":"1","parameters":{"a":'
            + "[" * depth
            + "]" * depth
            + "}}"
        )
        assert read_provenance(f"cddiagram: {crafted}".encode()) is None


@pytest.mark.slow
def test_every_type_of_an_option_that_is_recorded_is_known():
    from cddiagram.convergence import read_histories
    from cddiagram.data.reading.scores import read_score_tables

    for function in (read_scores, read_histories):
        types = option_types(function)
        assert len(types) > 10
        assert not any(fits(object(), annotation) for annotation in types.values())
    assert fits("measure", option_types(read_score_tables)["split_column"])


@pytest.mark.slow
@pytest.mark.parametrize(
    "option",
    [
        {"exclude": 5},
        {"exclude": [5]},
        {"run_column": {}},
        {"runs": ["mean"]},
        {"part": []},
    ],
)
def test_an_option_of_reading_of_another_type_is_refused(tmp_path, monkeypatch, option):
    import json

    from click.testing import CliRunner

    from cddiagram.cli import main

    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.csv").write_bytes(read_example("demsar2006-table6"))
    crafted = record()
    crafted["subjects"][0]["reading"] = option
    (tmp_path / "f.tex").write_text(f"% cddiagram: {json.dumps(crafted)}\n")
    ((name, value),) = option.items()
    done = CliRunner().invoke(main, ["inspect", "f.tex", "--scores", "s.csv"])
    assert done.exit_code == 1
    assert done.stderr == (
        f"Error: 'f.tex' records the option '{name}' as {value!r}, which is not "
        "valid. Use the original file that cddiagram saved.\n"
    )


def test_a_name_given_twice_among_very_many_is_found_soon(tmp_path):
    """Each name compared with all before it would take a minute and a half."""
    path = tmp_path / "s.json"
    names = [f"n{number}" for number in range(200_000)]
    members = ", ".join(f'"{name}": 1' for name in [*names, names[-1]])
    path.write_text(f"[{{{members}}}]")
    code = (
        "from cddiagram import read_scores\ntry: read_scores(sys.argv[1])\nexcept "
        "ValueError as error: print(error)"
    )
    expected = (
        f"{path}: the name 'n199999' occurs twice in one object. Rename one "
        "occurrence.\n"
    )
    assert limited(code, path) == expected


@pytest.mark.slow
@pytest.mark.skipif(
    not os.path.exists("/dev/zero"), reason="there is no such device here"
)
def test_a_device_without_end_is_refused():
    code = (
        "from cddiagram import read_scores\ntry: read_scores(sys.argv[1])\nexcept "
        "ValueError as error: print(error)"
    )
    expected = (
        "cannot read '/dev/zero': the data exceed 500 MB. Save the table to a file.\n"
    )
    assert limited(code, "/dev/zero") == expected


def test_a_pipe_is_read_whole_and_not_beyond_the_limit(tmp_path, monkeypatch):
    text = "data set,A,B\n" + "".join(
        f"d{number},{number % 7},{number % 5}\n" for number in range(20_000)
    )
    for most, expected in ((len(text), 20_000), (len(text) - 1, None)):
        monkeypatch.setattr("cddiagram._util.files._MOST_STREAMED", most)
        pipe = tmp_path / f"pipe{most}"
        os.mkfifo(pipe)
        writer = subprocess.Popen(
            ["sh", "-c", f"cat > '{pipe}'"], stdin=subprocess.PIPE, text=True
        )
        if expected is None:
            with pytest.raises(
                InputError, match=r"the data exceed 0 MB\. Save the table"
            ):
                read_after(writer, pipe, text)
        else:
            assert len(read_after(writer, pipe, text).datasets) == expected


def read_after(writer, pipe, text):
    """Read scores from a pipe into which a process writes a text."""
    feeder = threading.Thread(target=writer.communicate, args=(text,))
    feeder.start()
    try:
        return read_scores(pipe)
    finally:
        feeder.join()
