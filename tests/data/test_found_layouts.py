"""Layouts that published tables have: units in brackets, seeds, directions by row, tables of spreads, counts beside."""

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


@pytest.mark.parametrize("unit", ["[s]", "(s)", "(ms)", "[min]", "(GB)", "[kWh]", "($)", "(in s)", "(s/epoch)"])
def test_units_in_brackets_say_that_lower_is_better(unit):
    text = wide([f"ARIMA {unit}", f"ETS {unit}", f"Theta {unit}"])
    table, message = read(text)
    assert table is not None
    assert "of which lower is better" in message
    assert read(text, higher_is_better=False)[1] == ""
    assert "of which lower is better" in read(wide(["A", "B", "C"], corner=f"problem {unit}"))[1]


@pytest.mark.parametrize("unit", ["(img/s)", "[fps]", "(tokens/s)", "(it/sec)", "[dB]"])
def test_units_of_rates_say_that_higher_is_better(unit):
    text = wide([f"A {unit}", f"B {unit}"])
    assert read(text)[1] == ""
    assert "of which higher is better" in read(text, higher_is_better=False)[1]


def test_units_without_brackets_count_if_all_names_end_with_them():
    assert "'s', of which lower is better" in read(wide(["ARIMA_s", "ETS_s", "Theta_s"]))[1]
    for columns in (["ARIMA_s", "ETS_s", "Theta"], ["ViT B", "Swin B", "DeiT B"], ["A_s", "B_s"]):
        assert read(wide(columns))[1] == ""


@pytest.mark.parametrize(
    ("columns", "dropped"),
    [
        (["SVM", "SVM (s)", "RF", "RF (s)"], ["SVM (s)", "RF (s)"]),
        (["SVM", "SVM (ms)", "RF"], ["SVM (ms)"]),
        (["A [%]", "A [s]", "B [%]", "B [s]"], ["A [s]", "B [s]"]),
    ],
)
def test_columns_in_another_unit_are_no_algorithms(columns, dropped):
    text = wide(columns)
    table, message = read(text)
    assert table is None
    assert all(f"'{name}'" in message for name in dropped)
    assert list(read(text, exclude=dropped)[0].algorithms) == [name for name in columns if name not in dropped]


@pytest.mark.parametrize(
    "columns",
    [["YOLO (s)", "YOLO (m)", "YOLO (l)"], ["YOLO", "YOLO (s)", "YOLO (x)"], ["XLNet (B)", "BERT (B)", "GPT (L)"]],
)
def test_sizes_in_brackets_are_no_units(columns):
    table, message = read(wide(columns))
    assert (list(table.algorithms), message) == (columns, "")


def named_runs(pattern, numbers, stems=("BERT", "RoBERTa", "DeBERTa")):
    names = []
    for stem in stems:
        names += [pattern.format(stem, number) for number in numbers]
    return names


@pytest.mark.parametrize("pattern", ["{}@{}", "{}#{}", "{} #{}", "{}_s{}", "{}-{}", "{}_{}", "{}:{}", "{} [{}]"])
@pytest.mark.parametrize("rows", [True, False])
def test_seeds_in_names_are_warned_of_and_averaged(pattern, rows):
    names = named_runs(pattern, [13, 42, 1337])
    text = wide(["A", "B"], rows=names) if rows else wide(names)
    table, message = read(text)
    assert table is not None
    assert "'BERT" in message
    assert "runs_in_names=True" in message
    averaged, message = read(text, runs_in_names=True)
    assert list(averaged.datasets if rows else averaged.algorithms) == ["BERT", "RoBERTa", "DeBERTa"]
    assert message == ""
    plain = table.scores.reshape(3, 3, 2).mean(axis=1) if rows else table.scores.reshape(8, 3, 3).mean(axis=2)
    assert np.allclose(averaged.scores, plain)


@pytest.mark.parametrize("pattern", ["{}@{}", "{}#{}", "{}_s{}"])
def test_any_numbers_behind_signs_of_runs_are_warned_of(pattern):
    names = named_runs(pattern, [7, 8, 90])
    assert "may be runs of one algorithm" in read(wide(names))[1]
    assert "may be runs of one algorithm" in read(wide([*names, "CBOW"]))[1]


def test_numbers_directly_behind_names_are_warned_of_if_there_are_three():
    assert "may be runs of one algorithm" in read(wide(named_runs("{}{}", [1, 2, 3])))[1]
    assert read(wide(named_runs("{}{}", [1, 2])))[1] == ""
    assert read(wide(["A", "B"], rows=named_runs("{}{}", [1, 2, 3], ["DTLZ", "WFG"])))[1] == ""


def test_seeds_directly_behind_names():
    names = named_runs("{}seed{}", [3, 8])
    assert "are runs of one algorithm" in read(wide(names))[1]
    assert list(read(wide(names), runs_in_names=True)[0].algorithms) == ["BERT", "RoBERTa", "DeBERTa"]


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
        ("metric", "auc", "rmse"),
        ("metric", "accuracy", "log loss"),
        ("measure", "neg_log_loss", "log_loss"),
    ],
)
def test_directions_that_differ_by_row_are_rejected(title, higher, lower):
    text = by_row(title, [higher, lower, higher, lower])
    table, message = read(text)
    assert table is None
    assert f"by the column '{title}' higher scores are better on some data sets ('{higher}')" in message
    assert "lower ones" in message
    table, message = read(text, select={title: higher})
    assert (table.n, list(table.algorithms), message) == (2, ["A", "B", "C"], "")
    assert "of which lower is better" in read(text, select={title: lower})[1]
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
    [("metric", ["auc", "acc", "f1"]), ("domain", ["high", "text", "low"]), ("note", ["max", "x", "y"])],
)
def test_texts_that_state_no_opposite_directions(title, values):
    assert read(by_row(title, values))[1] == ""


def test_long_tables_with_a_measure_for_each_data_set():
    lines = ["dataset,metric,model,score"]
    for dataset, measure in (("adult", "auc"), ("house", "rmse"), ("zoo", "auc")):
        lines += [f"{dataset},{measure},{model},0.{digit}" for model, digit in (("A", 7), ("B", 8))]
    text = "\n".join(lines) + "\n"
    assert "lower ones on others ('rmse')" in read(text)[1]
    assert read(text, select={"metric": "auc"})[0].n == 2
