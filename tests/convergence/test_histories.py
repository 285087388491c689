"""Convergence histories: the three forms, runs, regular cut-points, direction; every
refusal as a whole sentence.
"""

# ruff: noqa: E501 - messages stand here as they are printed

import io

import numpy as np
import pandas as pd
import polars as pl
import pytest

import cddiagram as cd

LONG = "algorithm,problem,evaluations,value\n" + "".join(
    f"{a},{p},{e},{v}\n"
    for a, start in (("A", 9), ("B", 8))
    for p in ("f1", "f2")
    for e, v in ((10, start), (20, start - 3), (30, start - 5))
)
WIDE = "algorithm,problem,p10,p20,p30\nA,f1,9,6,4\nA,f2,9,6,4\nB,f1,8,5,3\nB,f2,8,5,3\n"
VALUES = [[[9, 6, 4], [9, 6, 4]], [[8, 5, 3], [8, 5, 3]]]


def read(text, **options):
    return cd.read_histories(io.StringIO(text), **options)


def refused(text, **options):
    with pytest.raises(cd.CddiagramError) as caught:
        read(text, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        (LONG, "evaluations"),
        (LONG.replace("evaluations", "time"), "time"),
        (LONG.replace(",", ";").replace("value", "fitness"), "evaluations"),
        (WIDE, "% of the budget"),
        (
            WIDE.replace("p10", "10%").replace("p20", "20%").replace("p30", "30%"),
            "% of the budget",
        ),
        (
            WIDE.replace("p10", "10").replace("p20", "20").replace("p30", "30"),
            "evaluations",
        ),
        (
            WIDE.replace("p10", "fe_10")
            .replace("p20", "fe_20")
            .replace("p30", "fe_30"),
            "fe",
        ),
    ],
)
def test_forms(text, unit):
    histories = read(text)
    assert histories.values.tolist() == VALUES
    assert (histories.algorithms, histories.problems) == (("A", "B"), ("f1", "f2"))
    assert (histories.cut_points, histories.unit) == ((10.0, 20.0, 30.0), unit)
    assert (histories.higher_is_better, histories.notes) == (False, ())


def test_frames():
    frame = pd.read_csv(io.StringIO(LONG))
    for given in (
        frame,
        pl.from_pandas(frame),
        frame.set_index(["algorithm", "problem"]),
        frame.sample(frac=1, random_state=1),
    ):
        histories = cd.read_histories(given)
        rows = [
            sorted(histories.algorithms).index(name) for name in histories.algorithms
        ]
        assert histories.values.tolist() == [VALUES[row] for row in rows]


def test_a_frame_of_histories_is_read_back():
    histories = read(LONG)
    again = cd.read_histories(histories.to_frame())
    assert again.to_dict() == histories.to_dict()


#: What iohinspector 0.0.8 gives, metadata first: "evals" and "best_y" are the totals of
#: a run.
IOHINSPECTOR = {
    "data_id": pl.UInt64, "algorithm_name": pl.String, "algorithm_info": pl.String, "suite": pl.String,
    "function_name": pl.String, "function_id": pl.UInt16, "dimension": pl.UInt16, "instance": pl.UInt16,
    "run_id": pl.UInt32, "evals": pl.UInt64, "best_y": pl.Float64, "evaluations": pl.UInt64, "raw_y": pl.Float64,
}  # fmt: skip


def iohinspector_frame(instances=(1,), runs=(1, 2)):
    rows = [
        (
            i,
            algorithm,
            "",
            "BBOB",
            function,
            number,
            5,
            instance,
            run,
            100,
            1.0 / run,
            e,
            y + 1.0 / run,
        )
        for i, algorithm in enumerate(("ES", "random search"))
        for number, function in enumerate(("Sphere", "Rastrigin"), 1)
        for instance in instances
        for run in runs
        for e, y in (
            (1, 9.0),
            (30, 4.0 - i),
            (50 + 50 * (run == 1), 0.0),
        )  # a run is recorded while it gets better
    ]
    return pl.DataFrame(rows, schema=IOHINSPECTOR, orient="row")


@pytest.mark.parametrize("form", ["polars", "pandas", "reversed", "csv"])
def test_iohprofiler_frames(form):
    frame = iohinspector_frame()
    given = {
        "polars": lambda: frame,
        "pandas": frame.to_pandas,
        "reversed": lambda: frame.select(reversed(frame.columns)),
        "csv": lambda: io.StringIO(frame.write_csv()),
    }[form]()
    histories = cd.read_histories(given, budget=100, cut_points=4)
    assert (histories.algorithms, histories.problems) == (
        ("ES", "random search"),
        ("Sphere", "Rastrigin"),
    )
    assert (histories.cut_points, histories.unit) == ((25, 50, 75, 100), "evaluations")
    # run 1: 10, 5, 5, 1; run 2 ends at 50: 9.5, 0.5, 0.5, 0.5
    assert histories.values[0, 0].tolist() == [9.75, 2.75, 2.75, 0.75]
    assert histories.values[1, 1].tolist() == [9.75, 2.25, 2.25, 0.75]
    assert "keep their last value (4 of 8)." in " ".join(histories.notes)


def test_iohprofiler_frames_of_several_instances():
    frame = iohinspector_frame(instances=(1, 2))
    with pytest.raises(cd.InputError) as caught:
        cd.read_histories(frame, budget=100)
    assert str(caught.value) == (
        "data frame: the column 'instance' has 2 values ('1', '2'), which divide "
        "the histories. Select one with select={'instance': '1'}, or use "
        "run_column='instance' if these are runs."
    )
    one = cd.read_histories(frame, budget=100, cut_points=4, select={"instance": "2"})
    both = cd.read_histories(
        frame, budget=100, cut_points=4, run_column=["run_id", "instance"]
    )
    assert one.values.tolist() == both.values.tolist()
    assert (
        "The 4 runs of each algorithm on each problem were reduced to their mean at each "
        "cut-point." in both.notes
    )


def test_coco_frames():
    """cocopp's DataSet.funvals: evaluations, then the best error of each instance; one
    for each function.
    """
    funvals = np.array(
        [[1.0, 27.8, 17.7], [3.0, 13.1, 17.7], [40.0, 0.5, 0.25], [100.0, 0.5, 1e-9]]
    )
    frame = pd.concat(
        pd.DataFrame(
            {"algorithm": name, "function": function, "dimension": 3, "instance": instance, "evaluations": funvals[:, 0],
             "error": factor * funvals[:, column]}
        )
        for name, factor in (("RS", 2), ("ES", 1))
        for function in (1, 2)
        for column, instance in ((1, 1), (2, 2))
    )  # fmt: skip
    histories = cd.read_histories(frame, run_column="instance", cut_points=2)
    assert (histories.algorithms, histories.problems) == (("RS", "ES"), ("1", "2"))
    np.testing.assert_allclose(histories.values[1], [[0.375, 0.25 + 5e-10]] * 2)
    assert histories.values[0].tolist() == (2 * histories.values[1]).tolist()


def test_one_file_for_each_algorithm(tmp_path):
    for name, shift in (("jSO", 0), ("DES", 1)):
        (tmp_path / f"{name}.csv").write_text(
            f"problem,p50,p100\nf1,{5 + shift},3\nf2,{6 + shift},4\n"
        )
    histories = cd.read_histories([tmp_path / "jSO.csv", tmp_path / "DES.csv"])
    assert histories.algorithms == ("jSO", "DES")
    assert histories.values.tolist() == [[[5, 3], [6, 4]], [[6, 3], [7, 4]]]
    named = cd.read_histories({"x": tmp_path / "jSO.csv", "y": tmp_path / "DES.csv"})
    assert named.algorithms == ("x", "y")


def test_a_dividing_column_is_selected():
    text = "algorithm,problem,dimension,p50,p100\n" + "".join(
        f"{a},{p},{d},{d},{v}\n"
        for d, v in ((10, 1), (30, 2))
        for a in "AB"
        for p in ("f1", "f2")
    )
    assert read(text, select={"dimension": "30"}).values.tolist() == [[[30, 2]] * 2] * 2
    assert refused(text) == (
        "input: the column 'dimension' has 2 values ('10', '30'), which divide "
        "the histories. Select one with select={'dimension': '10'}, or use "
        "run_column='dimension' if these are runs."
    )
    assert (
        refused(text, select={"dimension": "50"})
        == "input: unknown value of 'dimension' '50': choose from '10', '30'."
    )
    assert read(text, run_column="dimension").values.tolist() == [[[20, 1.5]] * 2] * 2


RUNS = "algorithm,problem,run,p50,p100\n" + "".join(
    f"{a},{p},{run},{first},{first / 4}\n"
    for a in "AB"
    for p in ("f1", "f2")
    for run, first in ((1, 4), (2, 6), (3, 14))
)


@pytest.mark.parametrize(("runs", "values"), [("mean", [8, 2]), ("median", [6, 1.5])])
def test_runs(runs, values):
    histories = read(RUNS, runs=runs)
    assert histories.values.tolist() == [[values] * 2] * 2
    assert histories.notes == (
        f"The 3 runs of each algorithm on each problem were reduced to their {runs} at "
        "each cut-point.",
    )


IRREGULAR = "algorithm,problem,evaluations,value\n" + "".join(
    f"{a},{p},{e},{v}\n"
    for a in "AB"
    for p in ("f1", "f2")
    for e, v in ((1, 9), (30, 7), (55, 4), (100, 2))
)


def test_the_last_value_is_carried_forward():
    """Values hold from their evaluation on: 7 from 30, also at 50, where 4 is still to
    come.
    """
    histories = read(IRREGULAR, cut_points=4)
    assert histories.cut_points == (25, 50, 75, 100)
    assert histories.values[0, 0].tolist() == [9, 7, 4, 2]
    assert histories.notes == (
        "The histories were read at 4 equally spaced cut-points up to the budget. The "
        "value at a cut-point is the last value recorded up to it.",
    )
    assert read(IRREGULAR).cut_points == tuple(range(10, 101, 10))
    assert read(IRREGULAR).values[1, 1].tolist() == [9, 9, 7, 7, 7, 4, 4, 4, 4, 2]


def test_cut_points_at_places():
    histories = read(IRREGULAR, cut_points=[30, 31, 100])
    assert histories.cut_points == (30, 31, 100)
    assert histories.values[0, 0].tolist() == [7, 7, 2]
    assert histories.notes == (
        "The histories were read at 3 specified cut-points. The value at a cut-point is the last "
        "value recorded up to it.",
    )
    assert read(WIDE, cut_points=np.array([10.0, 30.0])).values[0, 0].tolist() == [9, 4]
    assert read(WIDE, cut_points=(10, 30)).notes == ()
    held = read(IRREGULAR, cut_points=(1, 10, 1000), budget=1000)
    assert held.values[0, 0].tolist() == [9, 9, 2]
    assert held.notes[1:] == (
        "Histories that end before the budget of 1000 evaluations keep their last value "
        "(4 of 4).",
    )


def test_budgets():
    text = IRREGULAR.replace("B,f2,100,2\n", "")
    assert refused(text) == (
        "input: the history of 'B' on 'f2' ends at 55 evaluations, but the "
        "history of 'A' ends at 100. Use budget to cut longer histories at the "
        "specified position and to let shorter histories keep their last value."
    )
    histories = read(text, budget=80, cut_points=2)
    assert histories.values.tolist() == [[[7, 4]] * 2] * 2
    assert histories.notes[1:] == (
        "Histories that end before the budget of 80 evaluations keep their last value "
        "(1 of 4).",
        "Histories that are longer than the budget of 80 evaluations were cut there "
        "(3 of 4).",
    )


def test_runs_that_end_at_different_places_are_named():
    text = RUNS_LONG.replace("A,f1,2,100,1\n", "A,f1,2,90,1\n")
    assert refused(text) == (
        "input: the history of 'A' on 'f1' (run 2) ends at 90 evaluations, but "
        "the history of 'A' (run 1) ends at 100. Use budget to cut longer "
        "histories at the specified position and to let shorter histories keep their last value."
    )


RUNS_LONG = "algorithm,problem,run,evaluations,value\n" + "".join(
    f"{a},{p},{run},{e},{v}\n"
    for a in "AB"
    for p in ("f1", "f2")
    for run in (1, 2)
    for e, v in ((50, 3), (100, 1))
)


def test_problems_with_their_own_budgets_are_cut_in_per_cent():
    text = "\n".join(
        line.replace(",f2,", ",f2,")
        .replace("f2,1,", "f2,2,")
        .replace("f2,30,", "f2,60,")
        .replace("f2,55,", "f2,110,")
        .replace("f2,100,", "f2,200,")
        for line in IRREGULAR.splitlines()
    )
    histories = read(text, cut_points=4)
    assert (histories.cut_points, histories.unit) == (
        (25, 50, 75, 100),
        "% of the budget",
    )
    assert histories.values.tolist() == [[[9, 7, 4, 2]] * 2] * 2


def test_direction():
    rising = WIDE.replace("9,6,4", "4,6,9").replace("8,5,3", "3,5,8")
    assert read(rising, higher_is_better=True).higher_is_better
    assert refused(rising) == (
        "input: the history of 'A' on 'f1' increases from 4 to 6 between 10 and 20% of "
        "the budget. Use best_so_far=True to "
        "replace each value with the best value so far, or pass higher_is_better=True if higher values "
        "are better."
    )
    assert refused(WIDE, higher_is_better=True) == (
        "input: the history of 'A' on 'f1' decreases from 9 to 6 between 10 and 20% of "
        "the budget. Use best_so_far=True to "
        "replace each value with the best value so far, or omit higher_is_better=True if lower "
        "values are better."
    )


def test_best_so_far():
    text = WIDE.replace("A,f1,9,6,4", "A,f1,9,4,6")
    histories = read(text, best_so_far=True)
    assert histories.values[0, 0].tolist() == [9, 4, 4]
    assert histories.notes == (
        "In 1 of 4 histories, some values were worse than earlier ones and were "
        "replaced by the best value so far.",
    )
    array = cd.Histories.from_arrays(
        [[[1, 2]] * 2, [[1, 3]] * 2], algorithms=["A", "B"], best_so_far=True
    )
    assert array.values.tolist() == [[[1, 1]] * 2] * 2
    assert array.notes == (
        "In 4 of 4 histories, some values were worse than earlier ones and were "
        "replaced by the best value so far.",
    )


def test_runs_are_cumulated_before_they_are_averaged():
    text = RUNS.replace("A,f1,1,4,1.0", "A,f1,1,4,10.0")
    assert read(text, best_so_far=True).values[0, 0].tolist() == [
        8,
        (4 + 1.5 + 3.5) / 3,
    ]


def test_missing_histories():
    text = WIDE.replace("B,f2,8,5,3\n", "") + "A,f3,1,1,1\nB,f3,1,1,1\n"
    assert refused(text) == (
        "input: the history of 'B' on 'f2' is missing. Add it, or use "
        "missing='drop' to drop such problems."
    )
    histories = read(text, missing="drop")
    assert histories.problems == ("f1", "f3")
    assert histories.notes == (
        "Problems with missing histories were dropped (1 of 3 problems): 'f2'.",
    )


def test_optimum():
    assert read(WIDE, optimum=3).optimum == (3, 3)
    assert read(WIDE, optimum={"f1": 1, "f2": 2}).optimum == (1, 2)
    assert (
        refused(WIDE, optimum={"f1": 1})
        == "no optimum is specified for 'f2'. Specify one for each problem."
    )
    assert (
        refused(WIDE, optimum={"f1": 1, "f9": 2})
        == "unknown problem in optimum 'f9': choose from 'f1', 'f2'."
    )
    assert (
        refused(WIDE, optimum=[1, 2, 3])
        == "3 optima are specified for 2 problems. Specify one for each problem."
    )


def test_optima_of_dropped_problems_are_left_out():
    text = WIDE.replace("B,f2,8,5,3\n", "") + "A,f3,1,1,1\nB,f3,1,1,1\n"
    assert read(text, missing="drop", optimum={"f1": 1, "f2": 2, "f3": 0}).optimum == (
        1,
        0,
    )


def test_optima_that_are_no_numbers():
    assert (
        refused(WIDE, optimum=float("nan"))
        == "the optimum of 'f1' is nan. Specify a finite number."
    )
    assert refused(WIDE, optimum={"f1": 1, "f2": "low"}) == (
        "an optimum is not a number (could not convert string to float: 'low'). Specify "
        "one number for all problems, or one for each problem."
    )
    assert read(WIDE, optimum="3").optimum == (3, 3)


def test_choosing_algorithms():
    text = WIDE + "C,f1,7,7,7\nC,f2,7,7,7\n"
    assert read(text, algorithms=["C", "A"]).algorithms == ("C", "A")
    assert read(text, exclude=["A"]).algorithms == ("B", "C")
    assert read(text).select(["C", "B"]).values[:, 0, 0].tolist() == [7, 8]


#: Text -> the whole message.
BAD = {
    # gaps
    WIDE.replace("8,5,3", "8,,3", 1): "input, line 4, column 4: a value of 'B' on 'f1' is missing. Add it.",
    LONG.replace("A,f2,20,6", "A,f2,20,NA"): "input, line 6, column 4: a value of 'A' on 'f2' is missing. "
        "Add it, or omit the row; the value at a cut-point is the last value recorded up to it.",
    LONG.replace("A,f2,20,6", "A,f2,20,6 ± 1"): "input, line 6, column 4 ('A' on 'f2'): '6 ± 1' is not a plain number. "
        "Write it as 6.",
    "algorithm,thing,evaluations,foo\nA,f,1,3%\nA,f,2,3%\n": (
        "input, line 2, column 4 ('A' on 'f'): '3%' is not a plain number. Write "
        "it as 3."
    ),
    "algorithm,problem,p10,p20\nA,f,3 (1),2 (1)\nB,f,3 (1),2 (1)\n": "input, line 2, column 3 ('A' on 'f'): '3 (1)' is not a plain number. "
        "Write it as 3.",
    LONG.replace("A,f2,20,6", "A,f2,20,six"): "input, line 6, column 4 ('A' on 'f2'): 'six' is not a number. Give a number.",
    LONG.replace("A,f2,20,6", "A,f2,20,inf"): "input, line 6, column 4 ('A' on 'f2'): 'inf' is infinite. Specify a "
        "finite number.",
    IRREGULAR.replace("A,f1,1,9\n", ""): "input: the history of 'A' on 'f1' begins at 30, after the first "
        "cut-point at 10. Use fewer cut_points, or record an earlier value.",
    # too few
    "algorithm,problem,p100\nA,f1,1\nA,f2,1\nB,f1,1\nB,f2,1\n": "input has one cut-point (100% of the budget), but a trend requires "
        "two or more. Specify more cut-points, for example 10.",
    "algorithm,problem,evaluations,value\nA,f1,5,1\nA,f2,5,1\nB,f1,5,1\nB,f2,5,1\n": "input has one cut-point (5 evaluations), but a trend requires two "
        "or more. Specify more cut-points, for example 10.",
    "algorithm,problem,p50,p100\nA,f1,2,1\nB,f1,2,1\n":
        "input contains one problem ('f1'), but a comparison of convergence requires "
        "two or more.",
    "algorithm,problem,p50,p100\nA,f1,2,1\nA,f2,2,1\n":
        "input contains one algorithm ('A'), but a comparison of convergence requires "
        "two or more.",
    "algorithm,problem,p50,p100\n": "input has no rows. Add one row for each value, or one row for each algorithm and "
        "problem.",
    # twice
    LONG + "A,f1,20,6\n": "input, line 14: the value at 20 evaluations of 'A' on 'f1' "
                          "is already in line 3. Keep one, or specify the column of "
                          "run numbers with run_column.",
    WIDE + "A,f1,9,6,4\n": "input, line 6: the history of 'A' on 'f1' is already in "
                           "line 2. Keep one, or specify the column of run numbers "
                           "with run_column.",
    RUNS + "A,f1,2,9,9\n": "input, line 14: the history of 'A' on 'f1' (run 2) is already in line 3. "
        "Keep one.",
    WIDE.replace("p20", "p10"): "input, line 1, column 4: the cut-point 10 already occurs in column 3. "
        "Rename one of them.",
    # columns
    "problem,p50,p100\nf1,2,1\nf2,2,1\n": "input has no algorithm column. Specify one with algorithm_column, or "
        "pass one file for each algorithm.",
    "algorithm,problem,start,end\nA,f1,2,1\nB,f1,2,1\n": "input has neither an evaluations or time column nor columns named "
        "after cut-points (p10, p20, ...). Specify budget_column and value_column.",
    "algorithm,problem,evaluations,u,v\nA,f1,1,2,3\n": "input: it is unclear which column contains the values ('u', 'v'). Specify it with "
        "value_column.",
    "algorithm,a,b,p50,p100\nX,y,z,2,1\n": "input: it is unclear which column contains the problems ('algorithm', 'a', 'b', "
        "'p50', 'p100'). Specify it with problem_column.",
    "algorithm,problem,p50,p100\n,f1,2,1\n": (
        "input, line 2, column 1: the algorithm has no name. Add the name."
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_bad_input(text):
    assert refused(text) == BAD[text]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cut_points": 1}, "cut_points must be a whole number of at least 2, or a list of increasing positions, "
        "not 1. A typical number is 10."),
        ({"cut_points": 2.5}, "cut_points must be a whole number of at least 2, or a list of increasing positions, "
        "not 2.5. A typical number is 10."),
        ({"cut_points": [20]}, "cut_points must be a whole number of at least 2, or a list of increasing positions, "
        "not 20. A typical number is 10."),
        ({"cut_points": (20, 10)}, "cut_points must be a whole number of at least 2, or a list of increasing positions, "
        "not 20, 10. A typical number is 10."),
        ({"cut_points": (10, 20, 40)}, "input: the history of 'A' on 'f1' ends at 30% of the budget, before the "
        "last cut-point at 40. Specify earlier cut_points, or use budget to let "
        "shorter histories keep their last value."),
        ({"cut_points": (5, 20)}, "input: the history of 'A' on 'f1' begins at 10, after the first "
        "cut-point at 5. Use fewer cut_points, or record an earlier value."),
        ({"cut_points": (10, 20), "budget": 15}, "the last cut-point, 20, is beyond the budget of 15. Omit this cut-point or increase the budget."),
        ({"budget": -1}, "budget must be a positive number, not -1."),
        ({"runs": "max"}, "unknown runs 'max': choose from 'mean', 'median', 'all'."),
        ({"missing": "skip"}, "unknown missing 'skip': choose from 'error', 'drop'."),
        ({"algorithms": ["D"]}, "input: unknown algorithm 'D': choose from 'A', 'B'."),
        ({"value_column": "w"}, "input: unknown column 'w': choose from 'algorithm', 'problem', 'p10', "
            "'p20', 'p30'."),
        ({"select": {"dim": "3"}}, "input: unknown column 'dim': choose from 'algorithm', 'problem', 'p10', "
            "'p20', 'p30'."),
    ],
)  # fmt: skip
def test_bad_options(options, message):
    assert refused(WIDE, **options) == message


def test_bad_sources(tmp_path):
    with pytest.raises(cd.InputError) as caught:
        cd.read_histories(5)
    assert str(caught.value) == (
        "histories cannot be read from a int. Pass a path, a file or a data frame, or "
        "use Histories.from_arrays."
    )
    (tmp_path / "a.csv").write_text("problem,p50,p100\nf1,2,1\nf2,2,1\n")
    (tmp_path / "b.csv").write_text("problem,50,100\nf1,2,1\nf2,2,1\n")
    with pytest.raises(cd.InputError) as caught:
        cd.read_histories([tmp_path / "a.csv", tmp_path / "b.csv"])
    assert str(caught.value) == (
        f"the unit of {tmp_path / 'a.csv'} is % of the budget, but the unit of "
        f"{tmp_path / 'b.csv'} is evaluations. Use one unit for all histories."
    )
    with pytest.raises(cd.InputError) as caught:
        cd.read_histories({"x": tmp_path / "a.csv", "y": tmp_path / "missing.csv"})
    assert (
        str(caught.value)
        == f"cannot read '{tmp_path / 'missing.csv'}': the file does not exist. Check "
        "the name."
    )
    with pytest.raises(cd.InputError) as caught:
        cd.read_histories([tmp_path / "a.csv", tmp_path / "a.csv"])
    assert (
        str(caught.value)
        == f"{tmp_path / 'a.csv'}: the history of 'a' on 'f1' already occurs "
        f"in {tmp_path / 'a.csv'}. Keep one of them."
    )


def from_arrays(values, **options):
    with pytest.raises(cd.InputError) as caught:
        cd.Histories.from_arrays(
            values, algorithms=options.pop("algorithms", ["A", "B"]), **options
        )
    return str(caught.value)


def test_bad_arrays():
    good = np.array(VALUES, dtype=float)
    gap = good.copy()
    gap[1, 0, 2] = np.nan
    rising = good.copy()
    rising[1, 1, 2] = 6
    assert from_arrays(gap) == (
        "the value of 'B' on '1' at 3 cut-points is missing (nan). Specify a "
        "finite number, or omit the problem."
    )
    assert from_arrays(rising, problems=["u", "v"], cut_points=[10, 20, 30]) == (
        "the history of 'B' on 'v' increases from 5 to 6 between 20 and 30 evaluations. "
        "Use best_so_far=True to replace each value with the "
        "best value so far, or pass higher_is_better=True if higher values are better."
    )
    assert (
        from_arrays(good[:, :1])
        == "the histories have one problem ('1'), but a comparison of convergence "
        "requires two or more."
    )
    assert (
        from_arrays(good[:, :, :1])
        == "the histories have one cut-point, but a trend requires two or more. "
        "Specify more cut-points, for example 10."
    )
    assert (
        from_arrays(good[0])
        == "values have 2 dimensions (2, 3). Pass three, algorithms x problems x "
        "cut-points."
    )
    assert from_arrays(good, algorithms=["A", "A"]) == (
        "the name 'A' belongs to more than one algorithm. Specify a unique name "
        "for every algorithm."
    )
    assert (
        from_arrays(good, algorithms="AB")
        == "algorithms is the string 'AB'. Pass a list of names."
    )
    assert from_arrays(good, cut_points=[1, 3, 2]) == (
        "the cut-points must be finite and increasing. Specify each cut-point once, "
        "with the earliest first."
    )
    assert from_arrays(good, cut_points=[1, 2]) == (
        "values have shape (2, 2, 3), but 2 algorithms, 2 problems and 2 cut-points "
        "are specified. Pass an array of shape 2 x 2 x 2."
    )


def test_values_cannot_be_written_to():
    histories = read(WIDE)
    with pytest.raises(ValueError, match="read-only"):
        histories.values[0, 0, 0] = 1


def test_values_are_read_only_after_pickling_and_masked_ones_are_missing():
    import pickle

    histories = pickle.loads(pickle.dumps(cd.load_histories("optimisers")))
    assert not histories.values.flags.writeable
    masked = np.ma.masked_array(
        np.ones((2, 2, 3)), mask=np.arange(12).reshape(2, 2, 3) == 5
    )
    with pytest.raises(cd.InputError, match="nan"):
        cd.Histories.from_arrays(masked, algorithms=["A", "B"])


def test_the_names_of_several_sources_are_recorded(tmp_path):
    for name, worse in (("one", 0), ("two", 1)):
        (tmp_path / f"{name}.csv").write_text(
            f"problem,50,100\nf1,{3 + worse},1\nf2,{2 + worse},1\n"
        )
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    listed = cd.read_histories([one, two], cut_points=2)
    assert listed.reading["sources"] == ("one.csv", "two.csv")
    assert "names" not in listed.reading
    named = cd.read_histories({"A": one, "B": two}, cut_points=2)
    assert (named.reading["sources"], named.reading["names"]) == (
        ("one.csv", "two.csv"),
        ("A", "B"),
    )
    frames = cd.read_histories(
        {"A": pd.read_csv(one), "B": pd.read_csv(two)}, cut_points=2
    )
    assert "sources" not in frames.reading
