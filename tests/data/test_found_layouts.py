"""Layouts that published tables have: units in brackets, seeds, directions by row,
tables of spreads, counts beside.
"""

import io
import warnings

import numpy as np
import pytest

from cddiagram import CddiagramError, read_scores

RNG = np.random.default_rng(31)
DATASETS = ["iris", "wine", "glass", "sonar", "vehicle", "heart", "zoo", "yeast"]


def wide(columns, rows=DATASETS, corner="dataset", low=0.5, high=1.0):
    """Write a wide table of random scores with three decimals."""
    lines = [",".join([corner, *columns])]
    for row in rows:
        scores = [f"{score:.3f}" for score in RNG.uniform(low, high, len(columns))]
        lines.append(",".join([row, *scores]))
    return "\n".join(lines) + "\n"


def read(source, **options):
    """Return the table or nothing, and the error or the warnings as one text."""
    source = io.StringIO(source) if isinstance(source, str) else source
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            table = read_scores(source, **options)
        except CddiagramError as error:
            return None, str(error)
    return table, " ".join(str(warning.message) for warning in caught)


@pytest.mark.parametrize(
    "unit",
    ["[s]", "(s)", "(ms)", "[min]", "(GB)", "[kWh]", "($)", "(in s)", "(s/epoch)"],
)
def test_units_in_brackets_say_that_lower_is_better(unit):
    text = wide([f"ARIMA {unit}", f"ETS {unit}", f"Theta {unit}"])
    table, message = read(text)
    assert table is not None
    assert "which indicates that lower is better" in message
    assert read(text, higher_is_better=False)[1] == ""
    assert (
        "which indicates that lower is better"
        in read(wide(["A", "B", "C"], corner=f"problem {unit}"))[1]
    )


@pytest.mark.parametrize("unit", ["(img/s)", "[fps]", "(tokens/s)", "(it/sec)", "[dB]"])
def test_units_of_rates_say_that_higher_is_better(unit):
    text = wide([f"A {unit}", f"B {unit}"])
    assert read(text)[1] == ""
    assert (
        "which indicates that higher is better" in read(text, higher_is_better=False)[1]
    )


def test_units_without_brackets_count_if_all_names_end_with_them():
    assert (
        "'s', which indicates that lower is better"
        in read(wide(["ARIMA_s", "ETS_s", "Theta_s"]))[1]
    )
    for columns in (
        ["ARIMA_s", "ETS_s", "Theta"],
        ["ViT B", "Swin B", "DeiT B"],
        ["A_s", "B_s"],
    ):
        assert read(wide(columns))[1] == ""


def check_dropped(columns, dropped):
    """Check that some columns are rejected by their names, and that the others can be
    read without them.
    """
    text = wide(columns)
    table, message = read(text)
    assert table is None
    assert all(f"'{name}'" in message for name in dropped)
    assert list(read(text, exclude=dropped)[0].algorithms) == [
        name for name in columns if name not in dropped
    ]


@pytest.mark.parametrize(
    ("columns", "dropped"),
    [
        (["SVM", "SVM (s)", "RF", "RF (s)"], ["SVM (s)", "RF (s)"]),
        (["SVM", "SVM (ms)", "RF"], ["SVM (ms)"]),
        (["A [%]", "A [s]", "B [%]", "B [s]"], ["A [s]", "B [s]"]),
    ],
)
def test_columns_in_another_unit_are_no_algorithms(columns, dropped):
    check_dropped(columns, dropped)


@pytest.mark.parametrize(
    "columns",
    [
        ["YOLO (s)", "YOLO (m)", "YOLO (l)"],
        ["YOLO", "YOLO (s)", "YOLO (x)"],
        ["XLNet (B)", "BERT (B)", "GPT (L)"],
    ],
)
def test_sizes_in_brackets_are_no_units(columns):
    table, message = read(wide(columns))
    assert (list(table.algorithms), message) == (columns, "")


def named_runs(pattern, numbers, stems=("BERT", "RoBERTa", "DeBERTa")):
    names = []
    for stem in stems:
        names += [pattern.format(stem, number) for number in numbers]
    return names


@pytest.mark.parametrize(
    "pattern",
    ["{}@{}", "{}#{}", "{} #{}", "{}_s{}", "{}-{}", "{}_{}", "{}:{}", "{} [{}]"],
)
@pytest.mark.parametrize("rows", [True, False])
def test_seeds_in_names_are_warned_of_and_averaged(pattern, rows):
    names = named_runs(pattern, [13, 42, 1337])
    text = wide(["A", "B"], rows=names) if rows else wide(names)
    table, message = read(text)
    assert table is not None
    assert "'BERT" in message
    assert "runs_in_names=True" in message
    averaged, message = read(text, runs_in_names=True)
    assert list(averaged.datasets if rows else averaged.algorithms) == [
        "BERT",
        "RoBERTa",
        "DeBERTa",
    ]
    assert message == ""
    plain = (
        table.scores.reshape(3, 3, 2).mean(axis=1)
        if rows
        else table.scores.reshape(8, 3, 3).mean(axis=2)
    )
    assert np.allclose(averaged.scores, plain)


@pytest.mark.parametrize("pattern", ["{}@{}", "{}#{}", "{}_s{}"])
def test_any_numbers_behind_signs_of_runs_are_warned_of(pattern):
    names = named_runs(pattern, [7, 8, 90])
    assert "may be runs of one algorithm" in read(wide(names))[1]
    assert "may be runs of one algorithm" in read(wide([*names, "CBOW"]))[1]


def test_numbers_directly_behind_names_are_warned_of_if_there_are_three():
    assert (
        "may be runs of one algorithm" in read(wide(named_runs("{}{}", [1, 2, 3])))[1]
    )
    assert read(wide(named_runs("{}{}", [1, 2])))[1] == ""
    assert (
        read(wide(["A", "B"], rows=named_runs("{}{}", [1, 2, 3], ["DTLZ", "WFG"])))[1]
        == ""
    )


def test_seeds_directly_behind_names():
    names = named_runs("{}seed{}", [3, 8])
    assert "are runs of one algorithm" in read(wide(names))[1]
    assert list(read(wide(names), runs_in_names=True)[0].algorithms) == [
        "BERT",
        "RoBERTa",
        "DeBERTa",
    ]


@pytest.mark.parametrize("pattern", ["{}_seed{}", "{}@{}"])
def test_runs_of_one_algorithm_alone_are_not_offered_for_averaging(pattern):
    message = read(wide(named_runs(pattern, [1, 5, 7], ["BERT"])))[1]
    assert "of one algorithm" in message
    assert "runs_in_names" not in message


@pytest.mark.parametrize(
    "names",
    [
        ["RF-100", "RF-500", "SVM-100", "SVM-500"],
        ["LoRA_r4", "LoRA_r8", "DoRA_r4", "DoRA_r8"],
        ["GPT-3", "GPT-4", "Llama-3", "Llama-4"],
        ["ResNet50", "ResNet101", "VGG16", "VGG19"],
        ["gpt-4-0314", "gpt-4-0613", "claude-2", "claude-3"],
        ["YOLOv5", "YOLOv7", "YOLOv8", "SSD300", "SSD512"],
    ],
)
def test_sizes_and_versions_are_no_runs(names):
    assert read(wide(names))[1] == ""


def by_row(title, values, scores=(0.9, 0.8, 0.7)):
    """Write a wide table whose second column states a direction for each data set."""
    lines = [f"dataset,{title},A,B,C"]
    for number, value in enumerate(values):
        cells = [f"{score + number / 100:.3f}" for score in scores]
        lines.append(",".join([DATASETS[number], value, *cells]))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("title", "higher", "lower"),
    [
        ("better", "max", "min"),
        ("goal", "maximize", "minimize"),
        ("direction", "↑", "↓"),
        ("what is best", "higher is better", "lower is better"),
        ("higher_is_better", "True", "False"),
        ("greater is better", "1", "0"),
        ("minimise", "no", "yes"),
        ("maximize", "1", "-1"),
        ("sign", "+", "-"),
        ("metric", "auc", "rmse"),
        ("metric", "accuracy", "log loss"),
        ("measure", "neg_log_loss", "log_loss"),
    ],
)
def test_directions_that_differ_by_row_are_rejected(title, higher, lower):
    text = by_row(title, [higher, lower, higher, lower])
    table, message = read(text)
    assert table is None
    assert (
        f"according to the column '{title}', higher scores are better on some data sets "
        f"('{higher}')" in message
    )
    assert "lower scores on others" in message
    table, message = read(text, select={title: higher})
    assert (table.n, list(table.algorithms), message) == (2, ["A", "B", "C"], "")
    assert (
        "which indicates that lower is better" in read(text, select={title: lower})[1]
    )
    assert read(text, keep=title)[0].n == 4


@pytest.mark.parametrize(
    ("title", "values"),
    [
        ("better", ["min"] * 3),
        ("higher_is_better", ["False"] * 3),
        ("metric", ["rmse", "mae", "rmse"]),
        ("x", ["mse"] * 3),
    ],
)
def test_directions_that_all_rows_share_are_compared_with_the_one_in_use(title, values):
    text = by_row(title, values)
    table, message = read(text)
    assert list(table.algorithms) == ["A", "B", "C"]
    assert "lower is better" in message
    assert read(text, higher_is_better=False)[1] == ""


@pytest.mark.parametrize(
    ("title", "values"),
    [
        ("metric", ["auc", "acc", "f1"]),
        ("domain", ["high", "text", "low"]),
        ("note", ["max", "x", "y"]),
    ],
)
def test_texts_that_state_no_opposite_directions(title, values):
    assert read(by_row(title, values))[1] == ""


def test_long_tables_with_a_measure_for_each_data_set():
    lines = ["dataset,metric,model,score"]
    for dataset, measure in (("adult", "auc"), ("house", "rmse"), ("zoo", "auc")):
        lines += [
            f"{dataset},{measure},{model},0.{digit}"
            for model, digit in (("A", 7), ("B", 8))
        ]
    text = "\n".join(lines) + "\n"
    assert "lower scores on others ('rmse')" in read(text)[1]
    assert read(text, select={"metric": "auc"})[0].n == 2


def test_a_column_of_results_that_repeats_opposite_measures():
    lines = ["task,framework,fold,result,acc,auc,logloss"]
    for number, task in enumerate(["adult", "car", "vehicle", "zoo"]):
        for framework in ("A", "B", "C"):
            for fold in (0, 1):
                acc, auc, loss = RNG.uniform(0.5, 1, 3).round(4)
                result = auc if number % 2 else loss
                lines.append(
                    f"{task},{framework},{fold},{result},{acc},{auc if number % 2 else ''},{loss}"
                )
    text = "\n".join(lines) + "\n"
    table, message = read(text)
    assert table is None
    assert (
        "the column 'result' repeats the values of 'auc' in some rows and the "
        "values of 'logloss' in others"
    ) in message
    assert "score_column='acc'" in message
    assert read(text, score_column="acc")[0].n == 4


@pytest.mark.parametrize(
    "name",
    [
        "Std-HV.csv",
        "IQR-EP.csv",
        "results-std.csv",
        "variance_of_scores.csv",
        "acc_sd.csv",
        "p-values.csv",
    ],
)
def test_files_of_spreads_are_warned_of(name, tmp_path):
    path = tmp_path / name
    path.write_text(wide(["A", "B", "C"]))
    assert "which suggests that the numbers are not scores" in read(path)[1]


@pytest.mark.parametrize(
    "name",
    ["avg-std.csv", "results.csv", "stdlib.csv", "sd_models.csv", "variants.csv"],
)
def test_other_files_are_not_taken_for_spreads(name, tmp_path):
    path = tmp_path / name
    path.write_text(wide(["A", "B", "C"]))
    assert read(path)[1] == ""


@pytest.mark.parametrize(
    "name",
    [
        "latencies.csv",
        "perplexities.csv",
        "elapsed.csv",
        "FPR95.csv",
        "wall_clock.csv",
        "KL.csv",
        "RMSFE_gdp.csv",
        "accuracy_drop.csv",
    ],
)
def test_more_names_of_measures_say_that_lower_is_better(name, tmp_path):
    path = tmp_path / name
    path.write_text(wide(["A", "B", "C"]))
    assert "lower is better" in read(path)[1]
    assert read(path, higher_is_better=False)[1] == ""


def test_one_minus_a_share_is_an_error():
    assert "lower is better" in read(wide(["1 - SVM", "1 - RF", "1 - kNN"]))[1]
    assert read(wide(["1-NN", "3-NN", "5-NN"]))[1] == ""


def test_the_column_that_is_named_so_holds_the_data_sets():
    lines = ["type,task,A,B"]
    for number, dataset in enumerate(DATASETS):
        kind = ("binary", "multiclass")[number % 2]
        lines.append(f"{kind},{dataset},0.{700 + number},0.{800 - number}")
    table, message = read("\n".join(lines) + "\n")
    assert (list(table.datasets), list(table.algorithms), message) == (
        DATASETS,
        ["A", "B"],
        "",
    )
    assert "The column 'type' was not used." in " ".join(table.notes)


def described(title, numbers, corner="dataset"):
    """Write a wide table in which a column of other numbers is in front of the
    scores.
    """
    lines = [f"{corner},{title},A,B,C"]
    for dataset, number in zip(DATASETS, numbers, strict=True):
        scores = [f"{score:.3f}" for score in RNG.uniform(0.5, 1, 3)]
        lines.append(",".join([dataset, str(number), *scores]))
    return "\n".join(lines) + "\n"


def test_shares_in_per_cent_next_to_scores_are_warned_of():
    text = described("Outlier Perc", [14.6, 9.6, 4.2, 35.9, 6.3, 3.2, 2.6, 31.6])
    assert "'Outlier Perc' contains numbers up to 35.9" in read(text)[1]
    assert "exclude='Outlier Perc'" in read(text)[1]
    assert read(text, exclude="Outlier Perc")[1] == ""
    assert read(text, keep="Outlier Perc")[1] == ""


@pytest.mark.parametrize(
    "numbers", [[2.9] * 3 + [0.9] * 5, [1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8]]
)
def test_an_algorithm_with_some_larger_errors_is_compared(numbers):
    assert read(described("Diverging", numbers))[1] == ""


def test_many_columns_of_whole_numbers_in_front_of_scores():
    lines = ["Problem,N,M,D,FEs,NSGA-II,MOEA/D"]
    for dataset in DATASETS:
        first, second = RNG.uniform(0.01, 0.9, 2).round(4)
        lines.append(f"{dataset},100,3,12,10000,{first},{second}")
    table, message = read("\n".join(lines) + "\n")
    assert table is None
    assert "exclude=['N', 'M', 'D', 'FEs']" in message
    assert list(
        read("\n".join(lines) + "\n", exclude=["N", "M", "D", "FEs"])[0].algorithms
    ) == ["NSGA-II", "MOEA/D"]


def test_numbers_on_both_sides_of_texts_are_warned_of():
    lines = ["file,A,B,C,kind,point,seq"]
    for number, dataset in enumerate(DATASETS):
        scores = [f"{score:.3f}" for score in RNG.uniform(0.5, 1, 3)]
        lines.append(
            ",".join([dataset, *scores, "ECG", str(number % 2), str(1 - number % 2)])
        )
    text = "\n".join(lines) + "\n"
    assert (
        "the text column 'kind' separates 'A', 'B', 'C' from 'point', 'seq'"
        in read(text)[1]
    )
    assert list(read(text, exclude=["point", "seq"])[0].algorithms) == ["A", "B", "C"]
    assert read(text, exclude=["point", "seq"])[1] == ""


SETTINGS = {
    "shots": ["0-shot", "1-shot", "5-shot"],
    "rates": ["lr=0.1", "lr=0.01", "lr=0.001"],
    "shares": ["1%", "10%", "100%"],
    "percentiles": ["p50", "p90", "p95", "p99"],
    "classes": ["class 0", "class 1", "class 2"],
    "epochs": ["epoch_1", "epoch_2", "epoch_3"],
    "sizes": ["D10", "D50", "D100"],
    "noise": ["noise 0.1", "noise 0.2", "noise 0.5"],
    "quarters": ["2019Q1", "2019Q2", "2019Q3"],
    "months": ["Jan", "Feb", "Mar"],
    "horizons": ["96", "192", "336"],
}


@pytest.mark.parametrize("kind", SETTINGS)
def test_rows_of_settings_of_one_data_set_are_warned_of(kind):
    message = read(wide(["A", "B", "C"], rows=SETTINGS[kind], corner=""))[1]
    assert message.partition(" look like ")[2].startswith(
        ("settings of", "periods of", "values of")
    )
    assert read(wide(["A", "B", "C"], rows=SETTINGS[kind], corner="dataset"))[1] == ""


def test_a_title_can_say_that_rows_are_settings():
    text = wide(["A", "B"], rows=["short", "middle", "long"], corner="horizon")
    assert "values of 'horizon'" in read(text)[1]
    assert "dataset_column='horizon'" in read(text)[1]
    assert read(text, dataset_column="horizon")[1] == ""


@pytest.mark.parametrize(
    ("names", "corner"),
    [
        (["F1", "F3", "F4", "F5", "F6"], ""),
        (["S01", "S05", "S10"], ""),
        (["3", "31", "37", "44"], ""),
        (["1", "2", "3"], "id"),
        (["tai20", "tai50", "tai100"], ""),
        (["dataset 1", "dataset 2", "dataset 42"], ""),
        ([f"dataset {number}" for number in range(1, 21)], ""),
        (["Mars", "Maya", "March-madness"], ""),
        (["year", "class", "size"], ""),
        (["ETTh1_96", "ETTh1_192", "Traffic_96", "Traffic_192"], ""),
        (["problem #1", "problem #2", "problem #3"], ""),
    ],
)
def test_numbered_data_sets_are_read(names, corner):
    assert read(wide(["A", "B", "C"], rows=names, corner=corner))[1] == ""


def test_folds_by_ordinal_words_are_no_data_sets():
    names = ["first fold", "second fold", "third fold"]
    assert "look like folds or runs" in read(wide(["A", "B"], rows=names))[1]


@pytest.mark.parametrize(
    ("columns", "dropped"),
    [
        (["A", "A+aug", "A gain", "B", "B+aug", "B gain"], ["A gain", "B gain"]),
        (["A", "B", "C", "Imp. (%)"], ["Imp. (%)"]),
        (["A", "B", "Size (MB)"], ["Size (MB)"]),
        (["A", "B", "Volume (ml)"], ["Volume (ml)"]),
        (["A P", "A R", "B P", "B R"], ["A R", "B R"]),
        (["A MiF1", "A MaF1", "B MiF1", "B MaF1"], ["A MaF1", "B MaF1"]),
        (["A (median)", "A (q25)", "B (median)", "B (q25)"], ["A (q25)", "B (q25)"]),
        (["A best", "A last", "B best", "B last"], ["A last", "B last"]),
        (["C4.5.Tra", "C4.5.Tst", "kNN.Tra", "kNN.Tst"], ["C4.5.Tra", "kNN.Tra"]),
    ],
)
def test_more_columns_that_are_no_algorithms(columns, dropped):
    check_dropped(columns, dropped)


def test_dates_in_front_of_names_may_be_those_of_runs():
    names = ["2023-01-05_RF", "2023-01-06_RF", "2023-01-05_SVM", "2023-01-06_SVM"]
    assert "may be runs of one algorithm" in read(wide(names))[1]
    assert list(read(wide(names), runs_in_names=True)[0].algorithms) == ["RF", "SVM"]
    assert (
        read(wide(["gpt-4-2024-05-13", "gpt-4-2024-08-06", "claude-2", "claude-3"]))[1]
        == ""
    )


@pytest.mark.parametrize("title", ["binary", "is_multiclass"])
def test_marks_of_zero_and_one_next_to_scores_are_warned_of(title):
    text = described(title, [0, 1, 1, 0, 1, 0, 0, 1])
    assert f"'{title}' contains only the values 0 and 1" in read(text)[1]
    assert read(text, exclude=title)[1] == ""
    assert read(text, keep=title)[1] == ""
    assert read(described(title, [0] * 8))[1] == ""


def second_columns(low, high):
    """Write two algorithms, each with a second column of numbers between two bounds."""
    lines = ["dataset,A,A_t,B,B_t"]
    for dataset in DATASETS:
        cells = []
        for score in RNG.uniform(0.5, 1, 2):
            cells += [f"{score:.3f}", f"{RNG.uniform(low, high):.3f}"]
        lines.append(",".join([dataset, *cells]))
    return "\n".join(lines) + "\n"


def test_second_columns_of_all_algorithms_in_another_size():
    table, message = read(second_columns(10, 90))
    assert table is None
    assert "exclude=['A_t', 'B_t']" in message
    assert "contains numbers of a different magnitude from 'A'" in message
    assert read(second_columns(0.5, 1))[1] == ""


def test_budgets_behind_the_sign_of_runs_are_doubted():
    names = ["PPO@100k", "PPO@500k", "SAC@100k", "SAC@500k"]
    assert "may be runs of one algorithm" in read(wide(names))[1]


@pytest.mark.parametrize(
    "pattern", ["s{1}.{0}", "{1}_{0}", "{0} run{1} acc", "{0}_t{1}"]
)
def test_numbers_of_runs_in_front_and_inside(pattern):
    names = named_runs(pattern, [0, 1], ["GCN", "GAT"])
    text = wide(names)
    assert "of one algorithm" in read(text)[1]
    assert read(text, runs_in_names=True)[0].k == 2
    assert (
        read(wide(["2-layer GCN", "3-layer GCN", "2-layer GAT", "3-layer GAT"]))[1]
        == ""
    )


@pytest.mark.parametrize("word", ["±", "std"])
def test_rows_of_spreads_of_other_rows_are_no_data_sets(word):
    names = ["cora", f"cora {word}", "citeseer", f"citeseer {word}", "arxiv"]
    text = wide(["A", "B"], rows=names)
    assert "contains a measure of spread for 'cora'" in read(text)[1]
    assert list(read(text, exclude_datasets=names[1::2])[0].datasets) == names[::2]
