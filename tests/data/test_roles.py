"""Which column is taken where several may be meant, and the places that messages name."""

import io

import pytest

from cddiagram import InputError, read_scores


def read(text, **options):
    return read_scores(io.StringIO(text), **options)


def refused(text, **options):
    with pytest.raises(InputError) as error:
        read(text, **options)
    return str(error.value)


def long(header):
    rows = [
        (d, p, m, o, i) for i, (d, p, m, o) in enumerate((d, p, m, o) for d, p in ("xu", "yv") for m, o in ("AC", "BD"))
    ]
    return header + "".join(f"{','.join(map(str, row))}\n" for row in rows)


def test_the_first_column_of_data_sets_and_of_algorithms_is_taken():
    table = read(long("dataset,problem,method,model,score\n"))
    assert (table.datasets, table.algorithms) == (("x", "y"), ("A", "B"))
    assert table.notes == ("columns not used: 'problem', 'model'.",)
    table = read(long("problem,dataset,model,method,score\n"))
    assert (table.datasets, table.algorithms) == (("x", "y"), ("A", "B"))
    other = read(long("dataset,problem,method,model,score\n"), dataset_column="problem", algorithm_column="model")
    assert (other.datasets, other.algorithms) == (("u", "v"), ("C", "D"))


def test_the_first_named_column_of_a_wide_table_is_taken():
    table = read("no,task,dataset,A,B\n7.5,x,u,1,2\n8.5,y,v,3,4\n", exclude=["no", "dataset"])
    assert (table.datasets, table.algorithms) == (("x", "y"), ("A", "B"))


def test_the_place_of_an_empty_cell_of_a_long_table():
    text = "data set,algorithm,run,score\nx,A,1,.1\nx,A,2,\nx,A,3,\nx,B,1,.2\nx,B,2,.3\nx,B,3,.4\ny,A,1,.5\ny,B,1,.5\n"
    assert refused(text).startswith("input, line 3, column 4: no score of 'A' on 'x': complete it")
    moved = "run,score,algorithm,data set\n1,.1,A,x\n1,.2,B,x\n1,.3,A,y\n1,,B,y\n"
    assert refused(moved).startswith("input, line 5, column 2: no score of 'B' on 'y': complete it")


def test_the_run_that_stands_already():
    rows = "x,A,1,a,.1\nx,B,1,a,.2\ny,A,1,a,.3\ny,B,1,a,.4\nx,B,1,a,.5\n"
    assert refused("data set,algorithm,fold,seed,score\n" + rows) == (
        "input, line 6: the score of 'B' on 'x' (run 1, a) stands in line 3 already: keep one."
    )
    wide = "data set,fold,seed,A,B\nx,1,a,1,2\ny,1,a,1,2\ny,2,a,1,2\ny,1,a,3,4\n"
    assert refused(wide) == (
        "input, line 5, column 1: the data set 'y' (run 1, a) stands in line 3 already: rename one."
    )


def test_row_numbers_of_a_long_table_are_no_scores():
    text = ",data set,method,fold,acc\n0,i,A,0,.9\n1,i,B,0,.8\n2,w,A,0,.7\n3,w,B,0,.6\n"
    table = read(text)
    assert (table.scores.tolist(), table.notes) == ([[0.9, 0.8], [0.7, 0.6]], ())
    assert read(text.replace(",data", "Unnamed: 0,data", 1)).scores.tolist() == table.scores.tolist()
