"""Which file is which table: small cases by hand."""

import itertools

import pytest

from cddiagram.cli.belonging import match_files
from cddiagram.text import InputError


def judging(fitting, unreadable=()):
    """Give a judge that knows what fits, and the pairs that it was asked about."""
    asked = []

    def judge(number, place):
        asked.append((number, place))
        if place in unreadable:
            raise InputError(f"cannot read {place}")
        return (
            ((), ())
            if (number, place) in fitting
            else ((f"{number} is not in {place}",), ())
        )

    return judge, asked


FITS = ((), ())


def test_names_and_order_are_tried_first():
    judge, asked = judging({(0, 1), (1, 0)})
    assert match_files([("a.csv",), ("b.csv",)], ["x/b.csv", "y/a.csv"], judge) == (
        [FITS, FITS],
        [],
    )
    assert sorted(asked) == [(0, 1), (1, 0)]
    judge, asked = judging({(0, 0), (1, 1)})
    assert match_files([(), ()], ["1.csv", "2.csv"], judge) == ([FITS, FITS], [])
    assert sorted(asked) == [(0, 0), (1, 1)]


def test_content_decides():
    judge, _ = judging({(0, 1), (1, 0)})
    assert match_files([("a.csv",), ("b.csv",)], ["a.csv", "b.csv"], judge) == (
        [FITS, FITS],
        [],
    )


def test_a_table_is_left_to_the_file_that_fits_no_other():
    judge, _ = judging({(0, 0), (1, 0), (0, 1)})
    assert match_files([(), ()], ["1.csv", "2.csv"], judge) == ([FITS, FITS], [])


def test_what_differs_is_that_of_the_named_file_or_of_the_one_in_its_place():
    judge, _ = judging(set())
    found, unused = match_files([("a.csv",), ("b.csv",)], ["b.csv", "a.csv"], judge)
    assert [texts for texts, _ in found] == [("0 is not in 1",), ("1 is not in 0",)]
    assert unused == []
    found, _ = match_files([(), ()], ["1.csv", "2.csv"], judge)
    assert [texts for texts, _ in found] == [("0 is not in 0",), ("1 is not in 1",)]


def test_one_file_for_all_and_a_file_for_none():
    judge, _ = judging({(0, 0), (1, 0), (2, 0)})
    assert match_files([()] * 3, ["all.csv"], judge) == ([FITS] * 3, [])
    assert match_files([()] * 3, ["all.csv", "other.csv"], judge) == ([FITS] * 3, [1])


def test_a_file_that_cannot_be_read():
    judge, _ = judging({(0, 0), (1, 0), (2, 0)}, unreadable={1})
    for tables in (2, 3):
        with pytest.raises(InputError, match="cannot read 1"):
            match_files([()] * tables, ["all.csv", "other.csv"], judge)


@pytest.mark.parametrize(("tables", "files"), [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3)])
def test_nothing_differs_where_every_table_is_in_a_file_and_every_file_holds_one(
    tables, files
):
    pairs = list(itertools.product(range(tables), range(files)))
    for chosen in itertools.product([False, True], repeat=len(pairs)):
        fitting = set(itertools.compress(pairs, chosen))
        judge, _ = judging(fitting)
        found, unused = match_files(
            [("0",), *[()] * (tables - 1)],
            [str(place) for place in range(files)],
            judge,
        )
        whole = {number for number, _ in fitting} == set(range(tables)) and len(
            {p for _, p in fitting}
        ) == files
        assert (found == [FITS] * tables and not unused) == whole
