"""What is no algorithm and no data set is refused with place and remedy; what only
looks like it is read, or kept.
"""

import io
import json

import numpy as np
import pandas as pd
import pytest
from looks_like import BAD, GOOD

from cddiagram import InputError, ScoreTable, read_scores


def read(text, **options):
    return read_scores(io.StringIO(text), **options)


def refused(text, **options):
    with pytest.raises(InputError) as error:
        read(text, **options)
    return str(error.value)


def told(option, value):
    """Write an option as messages do."""
    if isinstance(value, dict):
        ((column, cell),) = value.items()
        return f"{option}={{'{column}': '{cell}'}}"
    names = [value] if isinstance(value, str) else value
    listed = ", ".join(f"'{name}'" for name in names)
    return f"{option}={listed if len(names) == 1 else f'[{listed}]'}"


def check(table, right):
    algorithms, datasets, scores = right
    assert (table.algorithms, table.datasets) == (tuple(algorithms), tuple(datasets))
    assert np.array_equal(table.scores, np.array(scores, dtype=float))


def test_there_are_enough():
    assert (len(BAD) >= 60, len(GOOD) >= 60) == (True, True)


@pytest.mark.parametrize("name", BAD)
def test_bad_tables_are_refused_with_place_and_remedy(name):
    bad = BAD[name]
    message = refused(bad.text, **bad.given)
    assert message.startswith(f"input, {bad.place}") or (
        bad.given and message.startswith("input: ")
    )
    for text in (*(told(*pair) for pair in bad.remedy.items()), *bad.says):
        assert text in message
    assert message.endswith(".")
    assert "\n" not in message


@pytest.mark.parametrize("name", BAD)
def test_the_remedy_gives_the_right_table(name):
    bad = BAD[name]
    given = {} if "select" in bad.remedy else bad.given
    check(read(bad.text, **given, **bad.remedy), bad.right)


@pytest.mark.filterwarnings("ignore:.*scores are treated as better")
@pytest.mark.parametrize("name", [name for name, bad in BAD.items() if bad.keeps])
def test_what_is_kept_is_compared(name):
    bad = BAD[name]
    (names,) = bad.remedy.values()
    assert told("keep", names) in refused(bad.text)
    table = read(bad.text, keep=names)
    kept = {names} if isinstance(names, str) else set(names)
    assert kept <= {*table.algorithms, *table.datasets}
    assert len(table.algorithms) + len(table.datasets) == len(bad.right[0]) + len(
        bad.right[1]
    ) + len(kept)


#: Tables whose cells say the same in every source: those of text alone tell decimals.
TYPED = [name for name, bad in BAD.items() if "decimal" not in bad.remedy]


@pytest.mark.parametrize("name", TYPED)
def test_frames_and_json_take_the_same_way(name, tmp_path):
    bad = BAD[name]
    frame = pd.read_csv(
        io.StringIO(bad.text),
        sep=";" if bad.text.startswith("data set;") else ",",
        keep_default_na=False,
    )
    path = tmp_path / "scores.json"
    path.write_text(
        json.dumps({title: frame[title].tolist() for title in frame.columns})
    )
    expected = refused(bad.text, **bad.given).partition(": ")[2]
    for source in (frame, path):
        with pytest.raises(InputError) as error:
            read_scores(source, **bad.given)
        assert str(error.value).partition(": ")[2] == expected
    given = {} if "select" in bad.remedy else bad.given
    check(ScoreTable.from_frame(frame, **given, **bad.remedy), bad.right)


def test_excel_and_parquet_take_the_same_way(tmp_path):
    bad = BAD["two descriptions"]
    frame = pd.read_csv(io.StringIO(bad.text))
    frame.to_excel(tmp_path / "scores.xlsx", index=False)
    frame.to_parquet(tmp_path / "scores.parquet", index=False)
    for name in ("scores.xlsx", "scores.parquet"):
        with pytest.raises(
            InputError, match="'#inst', 'classes' do not look like algorithms"
        ):
            read_scores(tmp_path / name)
        check(read_scores(tmp_path / name, **bad.remedy), bad.right)


@pytest.mark.filterwarnings("ignore:.*scores are treated as better")
@pytest.mark.parametrize("name", GOOD)
def test_good_tables_are_read_at_once_or_with_one_option(name):
    text, options = GOOD[name]
    if options:
        message = refused(text)
        ((option, value),) = options.items()
        assert told(option, value) in message
    table = read(text, **options)
    lines = text.splitlines()
    if "algorithm" not in lines[0]:
        assert (table.k, table.n) == (
            lines[0].count(",") + lines[0].count(";"),
            len(lines) - 1,
        )


def test_most_good_tables_need_no_option():
    assert sum(not options for _, options in GOOD.values()) >= 45
