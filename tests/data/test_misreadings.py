"""What would be misread: names of runs, measures and ranks, directions, units; and what
only looks like it.
"""

import io
import json
import warnings

import numpy as np
import pandas as pd
import pytest

from cddiagram import InputError, read_score_tables, read_scores

#: Rows of scores with three decimals, for tables of any names.
RNG = np.random.default_rng(30)
SCORES = RNG.uniform(0.6, 0.95, (40, 12)).round(3)


def wide(rows, columns, scores=SCORES, corner="dataset"):
    """Write a wide table with these names of rows and columns."""
    lines = [",".join([corner, *columns])]
    for name, numbers in zip(rows, scores, strict=False):
        lines.append(
            ",".join([name, *(f"{number:g}" for number in numbers[: len(columns)])])
        )
    return "\n".join(lines) + "\n"


def read(text, **options):
    return read_scores(io.StringIO(text), **options)


@pytest.mark.filterwarnings("ignore")
def refusal(text, **options):
    with pytest.raises(InputError) as error:
        read(text, **options)
    return str(error.value)


def warned(text, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        read(text, **options)
    return [str(warning.message) for warning in caught]


DATASETS = [f"data-{letter}" for letter in "abcdefghij"]

RUN_NAMES = [
    "{} fold {}", "{}_fold{}", "{} (fold {})", "{}-seed{}", "{}_run{}", "{}_rep{}", "{}_cv{}", "{}_split{}",
    "{}_trial_{}", "{}-5-{}tra", "{}-5-{}tst", "fold{}_{}", "seed {} {}", "{}Fold{}", "{} [run {}]", "{}_fold_{}_of_5",
    "{}.seed={}",
]  # fmt: skip


def run_names(pattern, stems, runs):
    """Return names of runs by a pattern in which a number or the stem comes first."""
    names = []
    for stem in stems:
        for run in runs:
            values = (
                (run, stem) if pattern.startswith(("fold", "seed")) else (stem, run)
            )
            names.append(pattern.format(*values))
    return names


@pytest.mark.parametrize("pattern", RUN_NAMES)
@pytest.mark.parametrize("turned", [False, True])
def test_runs_in_names_are_rejected_or_averaged(pattern, turned):
    stems = ["SVM", "RF", "kNN"] if turned else ["iris", "wine", "zoo"]
    names = run_names(pattern, stems, [1, 2, 3])
    text = wide(DATASETS, names) if turned else wide(names, ["SVM", "RF"])
    what = "algorithm" if turned else "data set"
    message = refusal(text)
    assert f"are runs of one {what}" in message
    assert "runs_in_names=True" in message
    table = read(text, runs_in_names=True)
    if turned:
        expected = SCORES[:10, :9].reshape(10, 3, 3).mean(axis=2)
    else:
        expected = SCORES[:9, :2].reshape(3, 3, 2).mean(axis=1)
    assert np.allclose(table.scores, expected)
    assert list(table.algorithms if turned else table.datasets) == stems
    assert "3 runs of each algorithm" in " ".join(table.notes)
    assert read(text, keep=names).scores.size == (90 if turned else 18)


@pytest.mark.parametrize(
    "names",
    [
        ["segment-1", "glass-0", "yeast-3", "ecoli-2"],
        ["F1", "F2", "F3", "F10"],
        ["iris_fold1", "wine_fold1", "zoo_fold1"],
        ["overrun 1", "overrun 2", "folder1", "folder2"],
        ["cv", "run", "seed", "split"],
        ["RF-100", "RF-500", "SVM-100", "SVM-500"],
        ["v1.0", "v1.1", "v2.0", "v2.1"],
        ["ResNet-18", "ResNet-34", "VGG-11", "VGG-16"],
    ],
)
def test_names_with_numbers_that_are_not_runs(names):
    assert warned(wide(names, ["A", "B"])) == []
    assert warned(wide(DATASETS, names)) == []


@pytest.mark.parametrize(
    "pattern", ["{}/{}", "{}.{}", "{}#{}", "{} ({})", "{}_s{}", "{}-{}"]
)
def test_bare_numbers_of_runs_are_warned_of(pattern):
    names = [
        pattern.format(stem, run) for stem in ("iris", "wine") for run in (1, 2, 3)
    ]
    (message,) = warned(wide(names, ["A", "B"]))
    assert "may be runs of one data set" in message
    assert read(wide(names, ["A", "B"]), keep=names).n == 6


@pytest.mark.parametrize(
    ("columns", "dropped"),
    [
        (["A acc", "A rank", "B acc", "B rank"], ["A rank", "B rank"]),
        (["A", "A rank", "B", "B rank"], ["A rank", "B rank"]),
        (["A", "rank A", "B"], ["rank A"]),
        (["A", "A (rank)", "B"], ["A (rank)"]),
        (["A_train", "A_test", "B_train", "B_test"], ["A_train", "B_train"]),
        (["A", "B", "A_train"], ["A_train"]),
        (["SVM acc@1", "SVM acc@5", "RF acc@1", "RF acc@5"], ["SVM acc@5", "RF acc@5"]),
        (["A", "B", "A - B"], ["A - B"]),
        (["A", "B", "C", "Δ"], ["Δ"]),
        (["A", "B", "C", "improvement over best"], ["improvement over best"]),
        (["ours", "base", "p-value"], ["p-value"]),
        (["ours", "base", "base p"], ["base p"]),
        (["SVM", "RF", "imbalance ratio"], ["imbalance ratio"]),
    ],
)
def test_columns_that_are_not_algorithms(columns, dropped):
    text = wide(DATASETS, columns)
    message = refusal(text)
    assert str(dropped if len(dropped) > 1 else dropped[0]) in message.replace(
        "exclude='", ""
    ).replace("'", "'")
    left = read(text, exclude=dropped).algorithms
    assert left == tuple(name for name in columns if name not in dropped)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert read(text, keep=dropped).algorithms == tuple(columns)


def test_bounds_are_known_by_their_names_and_numbers():
    scores = SCORES[:, :4].copy()
    scores[:, 1], scores[:, 2] = scores[:, 0] - 0.02, scores[:, 0] + 0.03
    for low, high in (
        ("SVM_lo", "SVM_hi"),
        ("SVM min", "SVM max"),
        ("SVM 2.5%", "SVM 97.5%"),
        ("lower SVM", "upper SVM"),
    ):
        text = wide(DATASETS, ["SVM", low, high, "RF"], scores)
        assert f"'{low}', '{high}' do not look like algorithms" in refusal(text)
        assert read(text, exclude=[low, high]).algorithms == ("SVM", "RF")
    assert (
        read(wide(DATASETS, ["kNN", "kNN min", "kNN max", "RF"])).k == 4
    )  # their numbers cross


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("XGBoost", "xgboost"),
        ("Random Forest", "random-forest"),
        ("kNN_5", "KNN 5"),
        ("A b", "A  b"),
    ],
)
def test_names_that_differ_in_spelling_only(first, second):
    assert f"'{first}', '{second}' differ only in" in refusal(
        wide(DATASETS, [first, second, "C"])
    )
    assert read(wide(DATASETS, [first, second, "C"]), keep=[first, second]).k == 3
    assert f"'{first}', '{second}' differ only in" in refusal(
        wide([first, second, "C"], ["X", "Y"])
    )
    long = "dataset,algorithm,score\n" + "".join(
        f"d{i},{name},0.{i}7\n" for i in (1, 2) for name in (first, "C")
    )
    assert "differ only in" in refusal(long + f"d3,{second},0.5\nd3,C,0.6\n")


@pytest.mark.parametrize(
    "names", [["yeast-1-2", "yeast-12"], ["C4.5", "C45"], ["A+", "A"], ["f1", "f11"]]
)
def test_names_that_differ_in_more_than_spelling(names):
    assert warned(wide(names, ["X", "Y"])) == []


LOWER = [
    "rmse",
    "test_error",
    "MAPE",
    "nll",
    "wer",
    "FID",
    "regret",
    "log_loss",
    "Fehlerrate",
    "error rate",
]


@pytest.mark.parametrize("measure", LOWER)
def test_the_direction_of_measures(measure, tmp_path):
    body = "".join(
        f"d{i},{name},{0.1 * i:.1f}{j}\n"
        for i in range(1, 5)
        for j, name in enumerate("AB")
    )
    titled = f"dataset,algorithm,{measure}\n" + body
    selected = "dataset,algorithm,metric,value\n" + "".join(
        f"{line.rpartition(',')[0]},{name},{line.rpartition(',')[2]}\n"
        for line in body.splitlines()
        for name in (measure, "accuracy")
    )
    corner = wide(DATASETS, ["SVM", "RF"], corner=measure)
    ended = wide(DATASETS, [f"SVM {measure}", f"RF {measure}"])
    path = tmp_path / f"results {measure}.csv"
    path.write_text(wide(DATASETS, ["SVM", "RF"]))
    for source, options in (
        (titled, {}),
        (selected, {"select": {"metric": measure}}),
        (corner, {}),
        (ended, {}),
    ):
        (message,) = warned(source, **options)
        assert (
            "which indicates that lower is better, but higher scores are treated as better"
            in message
        )
        assert warned(source, higher_is_better=False, **options) == []
    with pytest.warns(UserWarning, match="the file name 'results"):
        read_scores(path)
    assert warned(selected, select={"metric": "accuracy"}) == []
    (message,) = warned(selected, select={"metric": "accuracy"}, higher_is_better=False)
    assert (
        "which indicates that higher is better, but lower scores are treated as better"
        in message
    )
    with pytest.raises(
        InputError,
        match=f"higher is better for 'accuracy', but lower is better for '{measure}'",
    ):
        read_score_tables(io.StringIO(selected), split_column="metric")


@pytest.mark.parametrize(
    "columns",
    [
        ["1-NN with Dynamic Time Warping", "ROCKET", "HC2"],
        ["InceptionTime", "LITETime", "ROCKET"],
        ["Error-correcting output codes", "SVM", "RF"],
        ["RankSVM", "RankNet", "LambdaMART"],
        ["Cost-sensitive tree", "Lossless", "Distance-weighted kNN"],
    ],
)
def test_names_of_algorithms_say_nothing_about_the_direction(columns):
    assert warned(wide(DATASETS, columns)) == []


def test_names_of_sheets_say_what_the_direction_is(tmp_path):
    frame = pd.DataFrame(
        SCORES[:6, :3],
        index=pd.Index(DATASETS[:6], name="dataset"),
        columns=list("ABC"),
    )
    frame.to_excel(tmp_path / "s.xlsx", sheet_name="RMSE")
    with pytest.warns(UserWarning, match="the sheet name 'RMSE' contains 'rmse'"):
        read_scores(tmp_path / "s.xlsx")


def items(seed, shape, probability=0.6):
    return (np.random.default_rng(seed).random(shape) < probability).astype(int)


def rasch(seed, shape):
    """Return right and wrong answers of systems that differ in skill to items that
    differ in difficulty.
    """
    rng = np.random.default_rng(seed)
    skill = rng.normal(0.5, 0.8, shape[1])
    difficulty = rng.normal(0.0, 1.5, shape[0])
    chance = 1 / (1 + np.exp(difficulty[:, np.newaxis] - skill))
    return (rng.random(shape) < chance).astype(int)


def check_items(scores):
    """Read a table of zeros and ones, which is to be neither rejected nor doubted."""
    frame = pd.DataFrame(
        scores, columns=[f"model-{j}b" for j in range(scores.shape[1])]
    )
    frame.insert(0, "name", [f"q{i}x" for i in range(len(scores))])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Items are data sets that differ: a table with items as columns may be turned.
        warnings.filterwarnings("ignore", ".*columns differ more than")
        table = read_scores(frame)
    assert np.array_equal(table.scores, scores)


SHAPES = [(300, 20), (500, 12), (1000, 10), (200, 30)]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("shape", [(200, 30), (300, 20)])
@pytest.mark.parametrize("kind", [items, rasch])
def test_tables_of_zeros_and_ones_are_read(kind, shape, turned):
    scores = kind(0, shape)
    check_items(scores.T if turned else scores)


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", [items, rasch])
def test_many_tables_of_zeros_and_ones_are_read(kind, shape):
    for seed in range(10):
        check_items(kind(seed, shape))
    for seed in range(3):
        check_items(kind(seed, shape).T)


@pytest.mark.parametrize(
    "title",
    [
        "item",
        "item_id",
        "question",
        "prompt_id",
        "sample",
        "doc_id",
        "example",
        "Instance",
    ],
)
@pytest.mark.parametrize("long", [True, False])
def test_items_of_a_data_set_are_averaged_with_a_note(title, long):
    rows = []
    for task in ("mmlu", "arc", "gsm"):
        for item in range(4):
            numbers = items(len(task) + item, 2)
            if long:
                rows += [
                    (task, item, name, number)
                    for name, number in zip("AB", numbers, strict=True)
                ]
            else:
                rows.append((task, item, *numbers))
    columns = ["task", title, "model", "score"] if long else ["task", title, "A", "B"]
    frame = pd.DataFrame(rows, columns=columns)
    table = read_scores(frame)
    pairs = (
        frame
        if long
        else frame.melt(["task", title], var_name="model", value_name="score")
    )
    expected = (
        pairs.groupby(["task", "model"])["score"]
        .mean()
        .unstack()
        .loc[["mmlu", "arc", "gsm"]]
    )
    assert table.datasets == ("mmlu", "arc", "gsm")
    assert np.array_equal(table.scores, expected.to_numpy())
    (note,) = table.notes
    assert (
        f"The tests do not account for the sampling error of the items ('{title}')"
        in note
    )


def test_many_values_of_a_column_are_not_offered_for_choice():
    rows = [
        (f"d{i}", "AB"[j], number, 0.5)
        for i in range(3)
        for number in range(20)
        for j in range(2)
    ]
    frame = pd.DataFrame(rows, columns=["dataset", "algorithm", "attempt", "score"])
    with pytest.raises(
        InputError,
        match=("Average the scores over this column with run_column='attempt'"),
    ) as error:
        read_scores(frame)
    assert "select" not in str(error.value)
    assert read_scores(frame, run_column="attempt").n == 3


@pytest.mark.parametrize(
    ("cells", "factor", "told"),
    [
        ([(3, 2)], 100, "looks like a percentage"),
        ([(0, 1), (3, 1), (5, 1), (7, 1)], 100, "looks like a percentage"),
        ([(1, 1)], 1000, "is far from all other scores"),
    ],
)
def test_cells_in_another_unit(cells, factor, told):
    scores = SCORES[:8, :4].copy()
    for cell in cells:
        scores[cell] *= factor
    text = wide(DATASETS[:8], "ABCD", scores)
    message = refusal(text) if len(cells) > 1 else warned(text)[0]
    assert told in message
    row, column = cells[0]
    assert f"line {row + 2}, column {column + 2}" in message
    assert warned(text, keep="ABCD"[column]) == []


@pytest.mark.parametrize("sign", [-1, -999, 9999, 1e6])
def test_signs_of_failure_are_warned_of(sign):
    scores = SCORES[:8, :4].copy()
    scores[0, 0] = scores[4, 2] = sign
    (message,) = warned(wide(DATASETS[:8], "ABCD", scores))
    assert f"{sign:g} looks like a code for a failed run" in message


@pytest.mark.parametrize(
    "scores",
    [
        10.0
        ** np.random.default_rng(1).uniform(-8, 3, (10, 4)),  # errors of optimisers
        np.random.default_rng(2).lognormal(3, 2, (10, 4)),  # costs
        np.random.default_rng(3).uniform(-0.5, 1, (10, 4)).round(3),  # correlations
        np.random.default_rng(4).integers(0, 100, (10, 4)) / 100,
        np.random.default_rng(5).uniform(60, 95, (10, 4)).round(2),
        np.random.default_rng(6).integers(100, 5000, (10, 4)),
        np.where(np.random.default_rng(7).random((10, 4)) < 0.3, 1.0, 0.5),
    ],
)
def test_scores_of_many_kinds_are_not_doubted(scores):
    assert warned(wide(DATASETS, "ABCD", scores)) == []


def test_rows_of_ranks_are_warned_of():
    ranks = np.array([np.random.default_rng(i).permutation(4) + 1 for i in range(8)])
    (message,) = warned(wide(DATASETS[:8], "ABCD", ranks))
    assert "each row contains the ranks from 1 to 4" in message
    assert warned(wide(DATASETS[:8], "ABCD", ranks), higher_is_better=False) == []


def test_a_matrix_of_pairs_is_no_table_of_scores():
    text = wide(["A", "B", "C"], ["A", "B", "C"])
    assert "as in a matrix of pairwise results" in refusal(text)
    assert read(text, keep=["A", "B", "C"]).n == 3


def test_equal_columns_are_warned_of():
    scores = SCORES[:8, :4].copy()
    scores[:, 3] = scores[:, 1]
    (message,) = warned(wide(DATASETS[:8], "ABCD", scores))
    assert "'B', 'D' have the same score on every data set" in message


def test_columns_of_well_known_data_sets_are_warned_of():
    (message,) = warned(
        wide([f"method {i}" for i in range(6)], ["iris", "wine", "MNIST"])
    )
    assert "are data sets, but they are compared as algorithms" in message
    assert (
        read(
            wide([f"method {i}" for i in range(6)], ["iris", "wine", "MNIST"]),
            transpose=True,
        ).k
        == 6
    )


@pytest.mark.parametrize("first", ["idx", "index", "Nr", "#", "id", "no"])
def test_a_first_column_of_row_numbers_is_not_used(first):
    lines = [f"{first},name,A,B"] + [
        f"{i},{name},0.7{i},0.8" for i, name in enumerate(DATASETS[:5], 1)
    ]
    table = read("\n".join(lines))
    assert (table.datasets, table.algorithms) == (tuple(DATASETS[:5]), ("A", "B"))


@pytest.mark.parametrize("title", ["domain", "winner", "source", "comment", "date"])
def test_texts_about_the_data_sets_are_not_used(title):
    cells = {"date": "2024-01-0{}"}.get(title, "text {}")
    lines = [f"name,A,B,{title}"] + [
        f"{name},0.7{i},0.8,{cells.format(i)}" for i, name in enumerate(DATASETS[:5], 1)
    ]
    table = read("\n".join(lines))
    assert table.algorithms == ("A", "B")
    assert table.notes == (f"The column '{title}' was not used.",)
    assert read("\n".join(lines), exclude=title).algorithms == ("A", "B")


@pytest.mark.parametrize("failed", ["OOM", "timeout", "failed"])
def test_a_column_of_failures_is_an_algorithm(failed):
    lines = ["name,A,B,C"] + [
        f"{name},0.7{i},0.8,{failed}" for i, name in enumerate(DATASETS[:5], 1)
    ]
    assert f"algorithm 'C'): '{failed}' is not a number" in refusal("\n".join(lines))


def test_the_header_of_a_file_for_excel_and_of_numpy():
    rows = "iris;0.5;0.6\nwine;0.7;0.65\nzoo;0.8;0.9\n"
    assert read("sep=;\nname;A;B\n" + rows).algorithms == ("A", "B")
    assert read("# name;A;B\n" + rows).algorithms == ("A", "B")
    assert read("# made on Monday\nname;A;B\n" + rows).algorithms == ("A", "B")
    assert "line 4" in refusal("sep=;\nname;A;B\niris;0.5;0.6\nwine;x;0.6\n")


def test_a_first_row_of_scores_is_no_header():
    rows = [[83, 71, 90], [66, 94, 75], [99, 60, 65]]
    text = "".join(
        f"{name},{','.join(map(str, row))}\n"
        for name, row in zip(DATASETS, rows, strict=False)
    )
    assert (
        "should contain the names of the columns, but it contains numbers"
        in refusal(text)
    )
    assert read("k,1,3,5\n" + wide(DATASETS, "ABC").partition("\n")[2]).algorithms == (
        "1",
        "3",
        "5",
    )


@pytest.mark.parametrize("sep", [",", ";", "\t"])
def test_dots_that_may_divide_thousands(sep):
    text = f"name{sep}A{sep}B\niris{sep}1.074{sep}987\nwine{sep}2.043{sep}955\n"
    assert "may be a whole number or a decimal number" in refusal(text)
    assert read(text, decimal=",").scores.tolist() == [[1074, 987], [2043, 955]]
    assert read(text, decimal=".").scores.tolist() == [[1.074, 987], [2.043, 955]]
    quoted = 'name,A,B\niris,"0,835","0,25"\nwine,"0,5","0,125"\n'
    assert "decimal=','" in refusal(quoted)
    assert "0835" not in refusal(quoted)


def test_all_numbers_may_be_thousands_where_semicolons_divide_cells():
    numbers = [
        [51.494, 18.611, 8.412],
        [61.687, 75.894, 60.294],
        [24.758, 89.752, 95.738],
        [85.999, 15.805, 72.843],
    ]
    text = wide(DATASETS, "ABC", np.array(numbers)).replace(",", ";")
    (message,) = warned(text)
    assert "three digits after '.', as in 51.494" in message
    assert read(text, decimal=",").scores[0, 0] == 51494
    assert warned(text, decimal=".") == []


def test_means_and_deviations_in_a_column_of_folds():
    folds = list(enumerate(("1", "2", "mean", "std")))
    rows = [
        f"d{d},{fold},0.{d}{at}1,0.{d}{at}5" for d in range(1, 4) for at, fold in folds
    ]
    message = refusal("name,fold,A,B\n" + "\n".join(rows))
    assert (
        "the column 'fold' contains 'mean', 'std', which summarise the runs" in message
    )


def test_rows_that_are_marked_as_failed_are_warned_of():
    rows = [
        f"d{d},{a},{'failed' if d == 2 else 'ok'},0.{d}{j}"
        for d in range(1, 5)
        for j, a in enumerate("AB", 4)
    ]
    (message,) = warned("dataset,algorithm,status,score\n" + "\n".join(rows))
    assert (
        "the column 'status' marks rows as 'failed', but their scores are compared"
        in message
    )


@pytest.mark.parametrize(
    "name", ["Ours-best", "Ours vs. baseline", "Ours - second best"]
)
def test_differences_from_what_a_word_names(name):
    assert "is the difference between 'Ours' and" in refusal(
        wide(DATASETS, ["SVM", "Ours", name])
    )


def test_shares_and_predictions_are_no_scores():
    shares = np.random.default_rng(2).dirichlet([2, 2, 2], 10).round(3)
    (message,) = warned(wide(DATASETS, ["cat", "dog", "horse"], shares))
    assert (
        "the numbers in each row add up to 1, which suggests probabilities" in message
    )
    lines = [
        "sample,y_true,A,B",
        *(f"s{i},{'xy'[i % 2]},0.{i}1,0.{i}7" for i in range(6)),
    ]
    assert "a table of predictions" in refusal("\n".join(lines))


def test_the_first_cell_can_name_rows_and_columns():
    names = [f"method {i}" for i in range(6)]
    text = wide(names, ["d1", "d2", "d3"], corner="algorithm / data set")
    assert "indicates that the rows are algorithms" in refusal(text)
    assert read(text, transpose=True).k == 6
    assert read(wide(DATASETS, ["A", "B"], corner="data set / algorithm")).k == 2


def test_a_comment_above_the_header_states_the_direction():
    (message,) = warned("# RMSE on the test sets\n" + wide(DATASETS, "AB"))
    assert "the comment 'RMSE on the test sets' contains 'rmse'" in message


def test_folds_of_other_languages():
    languages = (
        ["Durchlauf 1", "Durchlauf 2"],
        ["第一折", "第二折", "第三折"],
        ["Graine 1", "Graine 2"],
    )
    for names in languages:
        assert "are folds or runs of one algorithm" in refusal(wide(DATASETS, names))
        assert read(wide(DATASETS, names), keep=names).k == len(names)


def test_columns_of_margins_ranges_and_quantiles():
    scores = SCORES[:10, :4].copy()
    ordered = np.sort(scores[:, :3], axis=1)
    scores[:, 3] = (ordered[:, 2] - ordered[:, 1]).round(3)
    assert "the best score in other columns minus the second-best score" in refusal(
        wide(DATASETS, ["A", "B", "C", "margin"], scores)
    )
    scores[:, 3] = (ordered[:, 2] - ordered[:, 0]).round(3)
    assert "the range of the other columns" in refusal(
        wide(DATASETS, ["A", "B", "C", "D"], scores)
    )
    quantiles = np.sort(SCORES[:10, :3], axis=1)
    text = wide(
        DATASETS,
        ["A 2.5%", "A 50%", "A 97.5%", "B"],
        np.column_stack([quantiles, SCORES[:10, 3]]),
    )
    assert read(text, exclude=["A 2.5%", "A 97.5%"]).algorithms == ("A 50%", "B")
    assert (
        "'A 2.5%', 'A 97.5%' do not look like algorithms, because each is a quantile"
    ) in refusal(text)


def test_rows_of_dates_and_columns_of_units():
    (message,) = warned(
        wide([f"{day:02}.03.2024" for day in range(1, 11)], ["Temperature", "Humidity"])
    )
    assert "the names of the rows are dates" in message
    rows = [
        f"d{d},{a},{'ms' if d > 2 else 's'},{d}.{j}"
        for d in range(1, 5)
        for j, a in enumerate("AB", 4)
    ]
    assert "the column 'unit' contains different units ('s', 'ms')" in refusal(
        "dataset,model,unit,value\n" + "\n".join(rows)
    )


@pytest.mark.parametrize(
    "comment",
    ["lower is better", "wall-clock, 1 thread; smaller is better", "minimised"],
)
def test_a_comment_states_the_direction_in_words(comment):
    (message,) = warned(f"# {comment}\n" + wide(DATASETS, "AB"))
    assert "which indicates that lower is better" in message
    assert warned("# higher is better\n" + wide(DATASETS, "AB")) == []


# -- references, and scores that are best at a value -----------------------------------


@pytest.mark.parametrize(
    "title", ["Previous best", "SOTA", "State of the art", "Best published", "Human"]
)
def test_references_that_are_no_algorithms(title):
    table = (
        f"data set,{title},BERT,Ours\nAG News,95.5,94.6,95.0\nYelp,98.6,97.9,98.1\n"
        "TREC,98.1,97.4,97.6\n"
    )
    with pytest.raises(InputError, match=f"'{title}' does not look like an algorithm"):
        read_scores(io.StringIO(table))
    assert read_scores(io.StringIO(table), keep=title).k == 3


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        (
            "calibration_slope",
            r"'slope', whose best value is 1. Compare the distances from 1, ",
        ),
        (
            "t2m_mean_bias",
            r"'bias', whose best value is 0. Compare the absolute values with ",
        ),
    ],
)
def test_scores_that_are_best_at_a_value_are_warned_of(name, remedy, tmp_path):
    path = tmp_path / f"{name}.csv"
    path.write_text(
        "site,QRISK,Cox\nWales,1.12,0.96\nSpain,0.93,1.01\nItaly,1.05,0.9\n"
    )
    with pytest.warns(UserWarning, match=remedy):
        read_scores(path)
    path = path.rename(
        tmp_path / f"{name}_mae.csv"
    )  # the measure of the scores is another one
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read_scores(path, higher_is_better=False)


def test_numbers_of_selected_features_are_warned_of(tmp_path):
    path = tmp_path / "avg_selected_features.csv"
    path.write_text("data set,GA,Lasso\nColon,31,30\nLung,13,23\nLymphoma,15,31\n")
    with pytest.warns(
        UserWarning, match=r"'selectedfeatures', which indicates that lower is better"
    ):
        read_scores(path)


def test_a_nested_file_says_which_names_are_algorithms(tmp_path):
    path = tmp_path / "micro_f1.json"
    path.write_text(
        '{"PPI": {"LINE": 0.4, "GCN": 0.5}, "Wiki": {"LINE": 0.3, "GCN": 0.35}}'
    )
    assert read_scores(path).notes == (
        "The outer names of the nested object were read as algorithms, and the inner "
        "names as data sets.",
    )
    table = read_scores(path, transpose=True)
    assert (table.algorithms, table.notes) == (("LINE", "GCN"), ())


def test_measures_are_no_runs(tmp_path):
    path = tmp_path / "kge_results.json"
    scores = {"MRR": 0.4, "MR": 3035, "Hits@10": 0.6}
    nested = {
        data: dict.fromkeys(("TransE", "RotatE"), scores) for data in ("WN18RR", "NELL")
    }
    path.write_text(json.dumps(nested))
    with pytest.raises(
        InputError,
        match=r"the runs 'MRR', 'MR', 'Hits@10' are different measures.*select={'run': 'MRR'}",
    ):
        read_scores(path)
    assert read_scores(path, select={"run": "MRR"}).scores.tolist() == [
        [0.4, 0.4],
        [0.4, 0.4],
    ]


def test_one_of_several_comments_states_the_direction():
    rows = "data set,LR,GBDT\nCriteo,0.398,0.395\nAvazu,0.403,0.4\nKKBox,0.325,0.331\n"
    stated = "# time: 2024-02-19\n# metric: log loss on test\n# averaged over 5 seeds\n"
    with pytest.warns(
        UserWarning, match=r"'logloss', which indicates that lower is better"
    ):
        read_scores(io.StringIO(stated + rows))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read_scores(
            io.StringIO("# time: 2024-02-19\n# errors are sent to Ann\n" + rows)
        )


@pytest.mark.parametrize(
    "names", [("SNR −15 dB", "SNR −10 dB", "SNR −5 dB"), ("x −20", "x −15", "x −10")]
)
def test_names_with_a_minus_sign_are_read(names):
    rows = "".join(f"{name},{place},{place + 1}\n" for place, name in enumerate(names))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they may be settings
        assert read_scores(io.StringIO(f",A,B\n{rows}")).datasets == names


@pytest.mark.parametrize("name", ["1-NN {}", "1-shot {}", "1-NN-{}"])
def test_numbers_in_names_are_no_complements(name):
    titles = ",".join(name.format(which) for which in ("ED", "DTW", "LCSS"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read_scores(io.StringIO(f"data set,{titles}\nwine,.8,.7,.9\niris,.9,.6,.8\n"))
