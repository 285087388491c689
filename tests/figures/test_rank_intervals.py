"""Place intervals in the list and in MCB: the same as those of the comparison, in a
column of text.
"""

from dataclasses import replace

import numpy as np
import pytest
from cases import text_measure
from checks import by_gid, overlaps, page_defects
from examples import random_figures
from hypothesis import given
from hypothesis import strategies as st

import cddiagram as cd
from cddiagram.figures.cd import layout_cd
from cddiagram.figures.mcb import layout_mcb
from cddiagram.sheet import Line, Marker, Text
from cddiagram.text import UsageError

FIGURES = {"cd": layout_cd, "mcb": layout_mcb}


def table_of(k, n=30, seed=0, spread=1.5):
    scores = np.random.default_rng(seed).normal(size=(n, k)) + np.linspace(spread, 0, k)
    return cd.ScoreTable.from_arrays(scores, algorithms=[f"M{i}" for i in range(k)])


def sure_of(comparison):
    """Say how sure the intervals of an adjustment that controls the error rate are, or
    of none.
    """
    several = len(comparison.algorithms) > 2
    if several and comparison.pairwise.p_adjust == "none":
        return "error rate not controlled"
    if several and comparison.pairwise.pair_test == "ranks":
        return f"tests at α = {comparison.alpha:.2f}, no simultaneous confidence"
    return f"simultaneous confidence at least {100 * (1 - comparison.alpha):g}%"


def defects(layout, comparison, *, width=237.6):
    """List what is wrong with the rank intervals of a figure, from its elements."""
    found = [*page_defects(layout, width), *overlaps(layout)]
    wanted = [
        comparison.rank_intervals[comparison.algorithms[column]]
        for column in comparison.order
    ]
    texts = {
        int(e.gid.split("-")[-1]): e for e in by_gid(layout, Text, r"rank-interval-\d+")
    }
    if sorted(texts) != list(range(len(wanted))):
        return [*found, f"{len(texts)} texts for {len(wanted)} algorithms"]
    rows = {i: [t.y for t in by_gid(layout, Text, f"label-{i}")] for i in texts}
    for i, (first, last) in enumerate(wanted):
        if texts[i].text != (f"{first}–{last}" if first < last else f"{first}"):
            found.append(f"the places of {i} are printed as {texts[i].text}")
        if abs(texts[i].y - np.mean([min(rows[i]), max(rows[i])])) > 0.02:
            found.append(f"the places of {i} are not in its row")
    if by_gid(layout, Line, r"place.*"):
        found.append("places are drawn on the axis of average ranks")
    return [*found, *_explained(layout, comparison, texts)]


def _explained(layout, comparison, texts):
    """The column has a head in the row of the numbers of the axis, and without an axis
    a key.
    """
    heads = by_gid(layout, Text, "rank-interval-head")
    key = " ".join(t.text for t in by_gid(layout, Text, "key-text"))
    if by_gid(layout, Line, "axis"):
        row = _row_of_heads(layout)
        ends = [t.box[2] for t in (*texts.values(), *heads)]
        headed = (
            [t.text for t in heads] == ["ranks"]
            and row[0] - 0.02 <= heads[0].y <= row[1]
            and max(ends) - min(ends) < 1e-6
        )
        found = [] if headed else ["the column of places has no head"]
        return found + (["a key beside a head"] if "rank interval" in key else [])
    found = ["a head without an axis"] if heads else []
    sure = sure_of(comparison)
    if not any(f"{text.text}: rank interval, {sure}" in key for text in texts.values()):
        found.append(f"the key is {key!r}")
    if ("tests against the control" in key) != (comparison.control is not None):
        found.append(f"the key does not say that intervals are wide: {key!r}")
    return found


def _row_of_heads(layout):
    """The ends of the row of the heads: that of the numbers of an axis above the rows,
    or the room between the header and the first row.
    """
    [axis, *_] = by_gid(layout, Line, "axis")
    [tick, *_] = by_gid(layout, Text, "tick-number")
    if tick.y < axis.points[0][1]:
        return tick.y, tick.y + 0.02
    header = by_gid(layout, Text, "note|key-text")
    return max(t.box[3] for t in header), by_gid(layout, Text, "label-0")[0].box[1]


def test_garcia():
    # García and Herrera 2008, Table 2, Nemenyi: 1-3, 1-4, 1-4, 2-5, 4-5
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    layout = layout_cd(comparison, measure=text_measure(), show_rank_intervals=True)
    printed = [t.text for t in by_gid(layout, Text, r"rank-interval-\d")]
    assert printed == ["1–3", "1–4", "1–4", "2–5", "4–5"]
    assert (layout.kind, defects(layout, comparison)) == ("list", [])


@pytest.mark.parametrize("figure", FIGURES)
@pytest.mark.parametrize("control", [None, "M2"])
@pytest.mark.parametrize("k", [2, 3, 9, 12, 13, 40])
def test_a_column_of_places(figure, control, k):
    comparison = cd.compare(table_of(k), control=control if k > 2 else None)
    layout = FIGURES[figure](
        comparison, measure=text_measure(), show_rank_intervals=True
    )
    assert defects(layout, comparison) == []


def test_one_place_is_one_number():
    comparison = cd.compare(table_of(3, n=200, spread=6.0))
    assert set(comparison.rank_intervals.values()) == {(1, 1), (2, 2), (3, 3)}
    layout = layout_cd(comparison, measure=text_measure(), show_rank_intervals=True)
    assert [t.text for t in by_gid(layout, Text, r"rank-interval-\d")] == [
        "1",
        "2",
        "3",
    ]
    assert defects(layout, comparison) == []


@pytest.mark.parametrize("ranking", ["aligned", "quade"])
def test_other_rankings_have_the_same_column(ranking):
    comparison = cd.compare(table_of(4), ranking=ranking)
    layout = layout_cd(comparison, measure=text_measure(), show_rank_intervals=True)
    assert defects(layout, comparison) == []


def test_a_list_without_an_axis_explains_the_column_in_its_key():
    names = [f"A name that leaves no room {i}" for i in range(40)]
    table = cd.ScoreTable.from_arrays(table_of(40).scores, algorithms=names)
    for options in (
        {},
        {"control": names[3]},
        {"pair_test": "wilcoxon", "p_adjust": "none"},
    ):
        comparison = cd.compare(table, **options)
        layout = layout_cd(
            comparison, measure=text_measure(), show_rank_intervals=True, wrap=False
        )
        assert layout.axis is None
        assert defects(layout, comparison) == []


@pytest.mark.parametrize("figure", FIGURES)
def test_all_else_stays(figure):
    comparison = cd.compare(
        table_of(9), pair_test="wilcoxon" if figure == "cd" else "ranks"
    )
    options = {"width": "page"} | ({"arrangement": "list"} if figure == "cd" else {})
    plain, with_places = (
        FIGURES[figure](
            comparison, measure=text_measure(), show_rank_intervals=show, **options
        )
        for show in (False, True)
    )
    kept = [
        e
        for e in with_places.elements
        if not e.gid.startswith(("rank-interval-", "key"))
    ]
    gids = [e.gid for e in plain.elements if not e.gid.startswith("key")]
    assert [e.gid for e in kept] == gids
    heights = [
        [m.y for m in by_gid(layout, Marker, r"marker-\d")]
        for layout in (plain, with_places)
    ]
    # The row of the head moves all rows of MCB, whose axis is below them.
    moves = [after - before for before, after in zip(*heights, strict=True)]
    assert moves == pytest.approx([moves[0]] * len(moves))
    # A further column makes the axis begin further right, behind the note. The cue at
    # its left end then needs no row of its own.
    assert moves[0] == pytest.approx(-1.35 * 7 if figure == "cd" else 1.35 * 7)


def test_p_values_that_hold_no_level_together_say_so():
    table = table_of(5)
    single = cd.compare(table, pair_test="wilcoxon", p_adjust="none")
    layout = layout_cd(single, measure=text_measure(), show_rank_intervals=True)
    assert defects(layout, single) == []
    caption = single.caption("cd", show_rank_intervals=True)
    assert "The tests do not control the family-wise error rate, so" in caption
    given = cd.compare_pvalues(
        [1.0, 2.0, 3.0],
        np.where(np.eye(3), np.nan, 0.01),
        algorithms=["a", "b", "c"],
        alpha=0.10,
    )
    assert "Each pair was tested at α = 0.10;" in given.caption(
        "cd", show_rank_intervals=True
    )


def test_what_cannot_be_shown_is_refused():
    comparison = cd.compare(table_of(5))
    with pytest.raises(
        UsageError,
        match=r"^rank intervals are shown only next to the names in a list\. Pass "
        r"arrangement='list'",
    ):
        cd.plot_cd(comparison, show_rank_intervals=True, arrangement="horizontal")
    with pytest.raises(
        UsageError, match=r"^show_rank_intervals must be True or False, not 'yes'"
    ):
        cd.plot_mcb(comparison, show_rank_intervals="yes")


def test_captions():
    comparison = cd.compare(cd.load_example("garcia2008-table2"), alpha=0.10)
    assert "Place intervals" not in comparison.caption("cd")
    for figure in FIGURES:
        caption = comparison.caption(figure, show_rank_intervals=True)
        assert (
            "The rank interval of an algorithm contains the ranks that the tests do not "
            "exclude." in caption
        )
        assert "The intervals are not simultaneous confidence intervals." in caption
        assert "to 5 minus the number of significantly worse algorithms." in caption
    assert r"control the family-wise error rate (FWER) at level" in comparison.caption(
        "cd", show_rank_intervals=True, latex=True
    )
    control = cd.compare(comparison.table, control="CN2")
    assert "because only comparisons with the control were tested" in control.caption(
        "cd", show_rank_intervals=True
    )
    assert (
        "The intervals are wide because only comparisons with the control were tested."
        in control.caption("mcb", show_rank_intervals=True)
    )


def test_captions_keep_names_as_names():
    table = cd.ScoreTable.from_arrays(
        np.random.default_rng(1).normal(size=(9, 2)), algorithms=["a_b", "c$d"]
    )
    comparison = cd.compare(table, control="a_b")
    with_places, plain = (
        comparison.caption("cd", show_rank_intervals=places, latex=True)
        for places in (True, False)
    )
    assert with_places.startswith(plain)
    assert r"c\$d" in plain


def test_an_interval_without_the_own_place_is_said():
    # A is worse than B by a little on most data sets, and better by far on the others,
    # which decide the t test
    scores = np.random.default_rng(0).normal(size=(40, 3)) * 0.01 + [0.0, 0.1, -5.0]
    scores[:12, 0] += 10.0
    table = cd.ScoreTable.from_arrays(scores, algorithms=["A", "B", "C"])
    found = cd.compare(table, pair_test="t")
    assert [found.algorithms[column] for column in found.order] == ["B", "A", "C"]
    assert found.rank_intervals == {"B": (2, 2), "A": (1, 1), "C": (3, 3)}
    assert "can exclude the position of its algorithm by average rank" in found.caption(
        "cd", show_rank_intervals=True
    )
    assert "exclude the position" not in cd.compare(table).caption(
        "cd", show_rank_intervals=True
    )


def test_dictionaries_have_letters_and_places():
    found = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10).to_dict()
    assert found["letters"] == {
        "a": ["C4.5+m+cf", "C4.5+m", "C4.5+cf"],
        "b": ["C4.5+cf", "C4.5"],
    }
    assert found["rank_intervals"] == {
        "C4.5+m+cf": [1, 3],
        "C4.5+m": [1, 3],
        "C4.5+cf": [1, 4],
        "C4.5": [3, 4],
    }


SWAPPED = {
    "rank-interval-0": "rank-interval-4",
    "rank-interval-4": "rank-interval-0",
}

FAULTS = {
    "missing": lambda e: None if e.gid == "rank-interval-2" else e,
    "shifted": lambda e: replace(e, y=e.y + 3) if e.gid == "rank-interval-1" else e,
    "swapped": lambda e: replace(e, gid=SWAPPED.get(e.gid, e.gid)),
    "a bracket": lambda e: replace(e, gid="places-0")
    if e.gid == "guide-0" else e,
    "no head": lambda e: None if e.gid == "rank-interval-head" else e,
    "a head among the rows": lambda e: replace(e, y=e.y + 12) if e.gid == "rank-interval-head" else e,
    "another head": lambda e: replace(e, text="places") if e.gid == "rank-interval-head" else e,
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_the_checker_sees(name):
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    layout = layout_cd(comparison, measure=text_measure(), show_rank_intervals=True)
    assert defects(layout, comparison) == []
    kept = [FAULTS[name](element) for element in layout.elements]
    assert (
        defects(
            replace(layout, elements=tuple(e for e in kept if e is not None)),
            comparison,
        )
        != []
    )


@pytest.mark.slow
@random_figures(60)
@given(
    st.integers(0, 10**6),
    st.one_of(st.integers(3, 14), st.integers(3, 40)),
    st.sampled_from([3.3, 5.0, 6.75]),
    st.sampled_from(["DejaVu Sans", "STIXGeneral"]),
    st.sampled_from(
        [{}, {"control": "best"}, {"pair_test": "wilcoxon"}, {"p_adjust": "shaffer"}]
    ),
    st.sampled_from(
        [{}, {"show_ranks": False}, {"letters": True}, {"rank_range": "full"}]
    ),
    st.sampled_from(list(FIGURES)),
)
def test_random_inputs_have_no_defects(
    seed, k, width, family, testing, options, figure
):
    comparison = cd.compare(
        table_of(k, n=10 + seed % 50, seed=seed, spread=seed % 4), **testing
    )
    if figure == "mcb" and comparison.critical_difference is None:
        figure = "cd"
    if figure == "mcb" or comparison.control is not None:
        options = {
            name: value for name, value in options.items() if name == "show_ranks"
        }
    layout = FIGURES[figure](
        comparison,
        measure=text_measure(family),
        show_rank_intervals=True,
        width=width,
        **options,
    )
    assert defects(layout, comparison, width=round(72 * width, 9)) == []
