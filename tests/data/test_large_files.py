"""Large text files are read at once where they are plain: the same scores, notes and
sentences as cell by cell.
"""

import csv
import io
import random
import sys
from unittest import mock

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cddiagram import CddiagramError, read_histories, read_score_tables, read_scores
from cddiagram.data.reading import columns, text
from cddiagram.data.reading.numbers import numbers

#: Cells as files have them; most are plain, so that whole files of them are.
NAMES = st.one_of(
    st.sampled_from(
        ["a", "b", "C4.5", "naïve", "中文", "x" * 40, "a b", "1", "01", "12"]
    ),
    st.sampled_from(
        [
            '"q"',
            '"a,b"',
            '"',
            'a"b',
            '""',
            " a",
            "a ",
            "",
            "#x",
            "mean",
            "a\tb",
            "a\0",
            '"a\nb"',
            "_",
            "A;B",
        ]
    ),
)
PLAIN = st.one_of(
    st.floats(-1e6, 1e6).map(repr),
    st.floats().map(repr),
    st.integers(-(10**20), 10**20).map(str),
    st.decimals(
        allow_nan=False, allow_infinity=False, places=3, min_value=-9999, max_value=9999
    ).map(str),
)
ODD = st.sampled_from(
    [
        *[
            "",
            "NA",
            "x",
            "94.6%",
            "1,5",
            "1.234",
            "-",
            "+1",
            ".5",
            "5.",
            "-.5",
            "1e5",
            "--1",
            "1.2.3",
            "1-2",
            "inf",
        ],
        *[
            "nan",
            " 1",
            '"1"',
            '"0.5"',
            "٣",
            "1_0",
            "0" * 30,
            "1" * 17,
            "1" * 18,
            "9007199254740993",
        ],
    ]
)


@st.composite
def long_files(draw):
    """Draw a long file: its text, and what is asked for."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    names, few = draw(st.lists(NAMES, min_size=3, max_size=6)), draw(st.booleans())
    if draw(st.booleans()):  # plain throughout
        names = [f"n{place}" for place in range(len(names))]
    pool = draw(st.lists(PLAIN, min_size=3, max_size=12))
    odd = draw(st.lists(ODD, max_size=1 if few else 3))
    delimiter, end = (
        draw(st.sampled_from(",,,\t;")),
        draw(st.sampled_from(["\n", "\n", "\r\n", "\r"])),
    )
    lines = [delimiter.join(["data set", "algorithm", "run", "score"])]
    for dataset in names:
        for algorithm in names:
            for run in range(rng.choice([1, 2, 2])):
                score = (
                    rng.choice(odd) if odd and rng.random() < 0.02 else rng.choice(pool)
                )
                lines.append(delimiter.join([dataset, algorithm, str(run), score]))
    if draw(st.booleans()):
        lines.insert(
            rng.randrange(len(lines)),
            draw(st.sampled_from(["# a, comment", "", "#,,,", ",,,", "a,b", " "])),
        )
    if draw(st.integers(0, 5)) == 0:
        lines.append(rng.choice(lines[1:]))
    ending = draw(st.sampled_from([end, "", end * 2]))
    return end.join(lines) + ending, draw(
        st.sampled_from(["error", "drop", "available"])
    )


def outcome(content, *, large, read=read_scores, **options):
    """Return what comes of reading, by one way or the other."""
    together = random.Random(len(content)).choice([90, 300, 2**21])
    with (
        mock.patch.object(text, "_LARGE", 0 if large else sys.maxsize),
        mock.patch.object(columns, "_TOGETHER", together),
    ):
        try:
            found = read(io.StringIO(content, newline=""), **options)
        except CddiagramError as error:
            return str(error)
    if isinstance(found, dict):
        return {
            name: table.to_dict() | {"notes": table.notes}
            for name, table in found.items()
        }
    return found.to_dict() | {"notes": list(map(str, found.notes))}


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(long_files())
def test_both_ways_give_the_same(drawn):
    content, missing = drawn
    options = {"missing": missing}
    assert repr(outcome(content, large=True, **options)) == repr(
        outcome(content, large=False, **options)
    )


@pytest.mark.slow
@settings(max_examples=600, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    long_files(),
    st.sampled_from(["select", "exclude", "split", "decimal", "group", "histories"]),
)
def test_both_ways_give_the_same_with_options(drawn, kind):
    content, missing = drawn
    ways = {
        "select": (read_scores, {"select": {"run": "0"}, "missing": missing}),
        "exclude": (
            read_scores,
            {"exclude": "n0", "exclude_datasets": "n1", "missing": missing},
        ),
        "split": (read_score_tables, {"split_column": "run", "missing": missing}),
        "decimal": (read_scores, {"decimal": ",", "missing": missing}),
        "group": (read_scores, {"group_column": "run", "missing": missing}),
        "histories": (
            read_histories,
            {
                "problem_column": "data set",
                "budget_column": "run",
                "value_column": "score",
            },
        ),
    }
    read, options = ways[kind]
    assert repr(outcome(content, large=True, read=read, **options)) == repr(
        outcome(content, large=False, read=read, **options)
    )


@pytest.mark.parametrize("delimiter", ",;\t")
def test_plain_files_are_read_at_once(delimiter):
    rows = [
        ["d1", '"A"', "0.5"],
        ["d1", "B", "0.25"],
        ["d2", '"A"', "NA"],
        ["d2", "B", "7"],
    ] * 3
    found = columns.read_large("\n".join(map(delimiter.join, rows)), delimiter, 3)
    assert found is not None
    assert [list(column) for column in found] == [
        [cell.strip('"') for cell in column] for column in zip(*rows, strict=True)
    ]


@pytest.mark.parametrize(
    "line",
    [
        'd,"A,B",1',
        'd,"A',
        "d,A",
        "d,A,1,2",
        "#d,A,1",
        ",A,1",
        "d,A\0,1",
        "d,A\r,1",
        'd,"A"b",1',
        "d," + "A" * 300 + ",1",
    ],
)
def test_other_files_are_not(line):
    assert (
        columns.read_large("d,A,1\n" * 3 + line + "\n" + "d,A,1\n" * 3, ",", 3) is None
    )


@given(
    st.lists(
        st.one_of(PLAIN, ODD.filter(lambda cell: '"' not in cell and cell[:1] != " ")),
        min_size=1,
    )
)
def test_numbers_are_those_of_single_cells(cells):
    data = ",".join(cells).encode()
    sizes = np.array([len(cell.encode()) for cell in cells])
    starts = np.cumsum(sizes + 1) - sizes - 1
    found, expected = (
        columns._numbers(columns._Part(data + b","), starts, sizes),
        numbers(cells),
    )
    for name in ("values", "missing", "bad"):
        assert getattr(found, name).tobytes() == getattr(expected, name).tobytes()


def decimals(cells):
    return columns._decimals(
        np.array([list(cell.encode()) for cell in cells], dtype=np.uint8).T.copy()
    )


@pytest.mark.parametrize(
    "cells",
    [
        ["0", "7"],
        ["0.5", ".25", "12.", "-.5", "-12", "1234"],
        ["9007199254740991", "1234567.12345678", "-0.1"],
        [
            "0.5994164984727038",
            "-0.599416498472703",
            "-0.5994164984727038",
            "-0.059941649847270381",
        ],
    ],
)
def test_digits_and_a_point_are_read_all_at_once(cells):
    """Exactly as `float` reads them, and without it: a file of such cells does not wait
    for single ones.
    """
    for size in set(map(len, cells)):
        same = [cell for cell in cells if len(cell) == size]
        found, plain = decimals(same)
        assert plain.all(), same
        assert found.tolist() == list(map(float, same))


@pytest.mark.parametrize(
    "cell",
    [
        ".",
        "-",
        "-.",
        "1.2.3",
        "1-2",
        "--1",
        "1e5",
        "+1",
        "9007199254740993",
        "1/2",
        "1:2",
    ],
)
def test_other_cells_are_not(cell):
    assert not decimals([cell])[1].any()


@given(
    st.integers(0, 10**21 - 1).map(str),
    st.integers(0, 21),
    st.sampled_from(["", "-"]),
    st.sampled_from([".", ""]),
)
def test_many_digits_are_rounded_once(digits, at, minus, point):
    """What is read at once is the nearest double, and a cell of which that is not sure
    is left to `float`.
    """
    cell = minus + digits[:at] + point + digits[at:]
    (found,), (plain,) = decimals([cell])
    assert not plain or found == float(cell)


@pytest.mark.skipif(np.finfo(np.longdouble).nmant < 63, reason="needs extended doubles")
@pytest.mark.parametrize("size", [17, 18, 19, 20])
def test_numbers_of_full_precision_are_read_all_at_once(size):
    cells = [
        cell
        for cell in map(repr, np.random.default_rng(5).random(2000).tolist())
        if len(cell) == size
    ]
    found, plain = decimals(cells)
    assert plain.mean() > 0.95
    assert found[plain].tolist() == [
        float(cell) for cell, well in zip(cells, plain, strict=True) if well
    ]


def long_text(scores):
    rows = [
        f"d{number // 2},{'AB'[number % 2]},{score}"
        for number, score in enumerate(scores)
    ]
    return "\n".join(["data set,algorithm,score", *rows]) + "\n"


def test_a_large_file_takes_the_fast_way(monkeypatch):
    monkeypatch.setattr(text, "_LARGE", 0)
    grid = text.grid_from_text(
        "# said before\n" + long_text([f"0.{number}" for number in range(100, 140)]),
        label="f",
    )
    kinds = [type(column) for column in grid.columns]
    assert kinds == [columns.Coded, columns.Coded, columns.Spelled]
    assert (grid.places, grid.header, grid.delimiter) == (range(3, 43), "line 2", ",")


@pytest.mark.parametrize("bad", [0, 7, 33, 59])
def test_a_cell_of_a_large_file_is_quoted_as_it_stands(bad, monkeypatch):
    """Numbers that all differ are kept without their texts, which are found again in
    any part of the file.
    """
    cells = [f"0.{number}0" for number in range(100, 160)]
    cells[bad] = "0.5x"
    monkeypatch.setattr(columns, "_TOGETHER", 90)  # a few lines in each part
    read = columns.read_large(long_text(cells).partition("\n")[2], ",", 3)
    assert isinstance(read[2], columns.Spelled)
    assert list(read[2]) == cells
    assert [read[2][row] for row in (59, 0, 33, 34, 7)] == [
        cells[row] for row in (59, 0, 33, 34, 7)
    ]
    rows = np.array([40, 3, 59])
    taken = read[2].take(rows)
    assert list(taken) == [cells[row] for row in rows]
    assert list(taken.take(np.array([2, 0]))) == [cells[59], cells[40]]
    said = outcome(long_text(cells), large=True)
    assert said.startswith(
        f"input, line {bad + 2}, column 3 (data set 'd{bad // 2}', algorithm "
        f"'{'AB'[bad % 2]}'): '0.5x' "
    )
    assert said == outcome(long_text(cells), large=False)


@pytest.mark.parametrize(
    ("options", "cell", "score"),
    [
        ({}, "1.234", 1.234),
        ({"decimal": ","}, "1.234", 1234.0),
        ({"clean": True}, "0.717 ± 0.01", 0.717),
    ],
)
def test_a_large_file_is_read_in_the_notation_asked_for(options, cell, score):
    content = long_text([cell, *(f"{number}.500" for number in range(100, 139))])
    found = outcome(content, large=True, **options)
    assert repr(found) == repr(outcome(content, large=False, **options))
    assert found["scores"][0][0] == score


def test_first_rows_are_those_of_a_set():
    rng = np.random.default_rng(1)
    for n, kinds in ((1, 1), (50, 3), (200, 40), (30, 10**6)):
        parts = [
            columns.Coded.of(list(map(str, rng.integers(0, kinds, n))))
            for _ in range(3)
        ]
        seen = {}
        for row, key in enumerate(zip(*parts, strict=True)):
            seen.setdefault(key, row)
        assert columns.first_rows(*parts).tolist() == list(seen.values())


def test_more_keys_than_whole_numbers_hold():
    wide = columns.Coded(range(2**40), np.array([5, 2**39, 5, 5]))
    assert columns.first_rows(wide, wide, wide).tolist() == [0, 1]


@pytest.mark.parametrize(
    "content",
    ["data set,A,B", "data set,A,B\n", "data set,A,B\r", "\n# x\n\ndata set,A,B"],
)
def test_a_header_alone_has_no_rows(content):
    assert "has no rows after the header" in outcome(content, large=True)


def test_comments_alone_are_no_table():
    assert outcome("# x\n# y\n", large=True) == outcome("# x\n# y\n", large=False)


def test_a_long_field_is_refused_as_in_small_files():
    content = (
        "data set,A,B\n"
        + "x,1,2\n" * 3
        + "y,"
        + "1" * (csv.field_size_limit() + 1)
        + ",2\n"
    )
    assert "characters" in outcome(content, large=True)
