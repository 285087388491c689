"""Which column is taken where several may be meant, and the places that messages
name.
"""

import io

import numpy as np
import pytest

from cddiagram import InputError, ScoreTable, read_scores
from cddiagram.data.reading.numbers import is_decorated, numbers


def read(text, **options):
    return read_scores(io.StringIO(text), **options)


def refused(text, **options):
    with pytest.raises(InputError) as error:
        read(text, **options)
    return str(error.value)


def long(header):
    rows = [
        (d, p, m, o, i)
        for i, (d, p, m, o) in enumerate(
            (d, p, m, o) for d, p in ("xu", "yv") for m, o in ("AC", "BD")
        )
    ]
    return header + "".join(f"{','.join(map(str, row))}\n" for row in rows)


def test_the_first_column_of_data_sets_and_of_algorithms_is_taken():
    table = read(long("dataset,problem,method,model,score\n"))
    assert (table.datasets, table.algorithms) == (("x", "y"), ("A", "B"))
    assert table.notes == ("The columns 'problem', 'model' were not used.",)
    table = read(long("problem,dataset,model,method,score\n"))
    assert (table.datasets, table.algorithms) == (("x", "y"), ("A", "B"))
    other = read(
        long("dataset,problem,method,model,score\n"),
        dataset_column="problem",
        algorithm_column="model",
    )
    assert (other.datasets, other.algorithms) == (("u", "v"), ("C", "D"))


def test_the_first_named_column_of_a_wide_table_is_taken():
    table = read(
        "no,task,dataset,A,B\n7.5,x,u,1,2\n8.5,y,v,3,4\n", exclude=["no", "dataset"]
    )
    assert (table.datasets, table.algorithms) == (("x", "y"), ("A", "B"))


def test_the_place_of_an_empty_cell_of_a_long_table():
    text = (
        "data set,algorithm,run,score\nx,A,1,.1\nx,A,2,\nx,A,3,\nx,B,1,.2\nx,B,2,.3\n"
        "x,B,3,.4\ny,A,1,.5\ny,B,1,.5\n"
    )
    assert refused(text).startswith(
        "input, line 3, column 4: no score of 'A' on 'x'. Add the missing runs"
    )
    moved = "run,score,algorithm,data set\n1,.1,A,x\n1,.2,B,x\n1,.3,A,y\n1,,B,y\n"
    assert refused(moved).startswith(
        "input, line 5, column 2: no score of 'B' on 'y'. Add the missing score"
    )


def test_the_run_that_stands_already():
    rows = "x,A,1,a,.1\nx,B,1,a,.2\ny,A,1,a,.3\ny,B,1,a,.4\nx,B,1,a,.5\n"
    assert refused("data set,algorithm,fold,seed,score\n" + rows) == (
        "input, line 6: the score of 'B' on 'x' (run 1, a) is already in line "
        "3. Keep one."
    )
    wide = "data set,fold,seed,A,B\nx,1,a,1,2\ny,1,a,1,2\ny,2,a,1,2\ny,1,a,3,4\n"
    assert refused(wide) == (
        "input, line 5, column 1: the data set 'y' (run 1, a) is already in "
        "line 3. Rename one."
    )


def test_row_numbers_of_a_long_table_are_no_scores():
    text = ",data set,method,fold,acc\n0,i,A,0,.9\n1,i,B,0,.8\n2,w,A,0,.7\n3,w,B,0,.6\n"
    table = read(text)
    assert (table.scores.tolist(), table.notes) == ([[0.9, 0.8], [0.7, 0.6]], ())
    assert (
        read(text.replace(",data", "Unnamed: 0,data", 1)).scores.tolist()
        == table.scores.tolist()
    )


def test_names_are_no_scores_to_be_cleaned():
    table = read("data set,A,B\n1.5%,0.5 ± 0.1,0.25\n2.5%,0.75,0.5\n", clean=True)
    assert (table.datasets, table.scores.tolist()) == (
        ("1.5%", "2.5%"),
        [[0.5, 0.25], [0.75, 0.5]],
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "data set,algorithm,score\n1,A,0.5\n2,B,0.6\n",
            "input: no score of 'B' on '1' (2 scores",
        ),
        (
            "problem size,algorithm,score\n1,A,0.5\n2,B,0.6\n",
            "input: the column 'algorithm' suggests that the rows are algorithms",
        ),
        (
            "size,algorithm,score\n1,A,0.5\n2,A,0.6\n",
            (
                "input: it is unclear which column of this long table contains the "
                "data sets"
            ),
        ),
    ],
)
def test_rows_that_are_named_by_algorithms(text, said):
    """Each once and without data sets beside them they may be a table that lies on its
    side.
    """
    assert refused(text).startswith(said)


@pytest.mark.parametrize(
    ("column", "decorated"),
    [
        (["0.7 ± 0.1", "0.5"], True),
        (["94.6%", "0,5"], True),
        (["1,234.5"], True),
        (["94.6%", "x"], False),
        (["0.5", ""], False),
    ],
)
def test_numbers_with_something_behind_them_are_no_names(column, decorated):
    assert is_decorated(column, numbers(column)) is decorated


@pytest.mark.parametrize(
    "spreads", [[[1.0, 2.0, 3.0]], [[1.0, 2.0], [3.0, -0.1], [0.0, 0.0]]]
)
def test_spreads_that_are_none(spreads):
    with pytest.raises(InputError) as error:
        ScoreTable(
            scores=np.eye(3, 2),
            algorithms=["A", "B"],
            datasets=["x", "y", "z"],
            spreads=spreads,
        )
    assert (
        str(error.value)
        == "spreads must be an array of 3 x 2 non-negative numbers. Pass one standard "
        "deviation for each score."
    )
