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
