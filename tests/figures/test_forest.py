"""Forest: intervals against the test that they invert, places and marks read off the
elements, and random tables.
"""

import math
import re
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from cases import plain_measure, text_measure
from checks import by_gid, overlaps, page_defects, reads
from examples import random_figures
from face_checks import below_defects, plot_defects, tick_defects, type_defects
from grammar import form, number, said
from hypothesis import given
from hypothesis import strategies as st
from random_inputs import random_name
from scipy.stats import wilcoxon

import cddiagram as cd
from cddiagram.figures.forest import DAGGER, layout_forest
from cddiagram.sheet import VERSUS, Line, Marker, Rectangle, Text, wrap
from cddiagram.stats import excludes_zero

TABLE = cd.load_example("garcia2008-table2")


def scale_of(layout):
    """Read the axis off its numbers: place -> value; None with a single one. Steps are
    equal.
    """
    ticks = sorted((t.x, number(t.text)) for t in by_gid(layout, Text, "tick-number"))
    if len(ticks) < 2:
        return None
    (x, low), (right, high) = ticks[0], ticks[-1]
    steps = {
        round((b - a) / (ticks[1][1] - low), 6) for (_, a), (_, b) in pairwise(ticks)
    }
    assert steps == {1.0}
    return lambda place: low + (place - x) * (high - low) / (right - x)


def defects(layout, comparison, *, width, rope=None):
    """What is wrong with a forest, held against the numbers of the comparison."""
    found = [
        *page_defects(layout, width),
        *overlaps(layout),
        *tick_defects(layout),
        *plot_defects(layout),
    ]
    found += type_defects(layout) if layout.font_size >= 6.5 else []
    k, effects = len(comparison.algorithms), comparison.simultaneous_effects
    at, different = scale_of(layout), comparison.different()
    daggers = [t.y for t in by_gid(layout, Text, r"dagger-\d+")]
    near = None if at is None else abs(at(0.5) - at(0.0))  # what half a point is
    [zero] = by_gid(layout, Line, "zero")
    if at and abs(at(zero.points[0][0])) > near:
        found.append("the line of no difference is not at 0")
    bands = by_gid(layout, Rectangle, "rope")
    if len(bands) != (rope is not None):
        found.append("a band without a region, or a region without a band")
    for band in bands:
        if (
            at
            and max(abs(at(band.x) + rope), abs(at(band.x + band.width) - rope)) > near
        ):
            found.append("the band is not the region of practical equivalence")
    wanted_names = names_of_rows(layout)
    for row, (first, second) in enumerate(layout.pairs):
        i, j = (comparison.algorithms.index(name) for name in (first, second))
        [marker] = by_gid(layout, Marker, f"marker-{row}")
        outside = bool(
            effects.interval_low[i, j] > 0 or effects.interval_high[i, j] < 0
        )
        meaning = "reference" if i == j else "different" if outside else "not different"
        if form(marker) != meaning:
            found.append(f"marker {row} says {form(marker)}, not {meaning}")
        if (marker.y in daggers) != (outside != different[i, j]):
            found.append(f"row {row} has a dagger, or lacks one")
        heights = [t.y for t in by_gid(layout, Text, f"label-{row}")]
        if heights and abs((min(heights) + max(heights)) / 2 - marker.y) > 1e-6:
            found.append(f"marker {row} is not beside its name")
        printed = [t.text for t in by_gid(layout, Text, f"label-{row}")]
        wanted = wanted_names[row]
        if not reads(printed, wanted):
            found.append(f"name {wanted!r} is printed as {' '.join(printed)!r}")
        found += [
            f"line {text!r} of row {row} ends with 'vs.', or has a minus sign"
            for text in printed
            if text.rstrip().endswith("vs.") or "−" in text
        ]
        value, low, high = (
            float(v[i, j])
            for v in (
                effects.hodges_lehmann,
                effects.interval_low,
                effects.interval_high,
            )
        )
        if at and abs(at(marker.x) - value) > near:
            found.append(f"marker {row} is not at its estimate")
        lines = by_gid(layout, Line, f"interval-{row}")
        inner = by_gid(layout, Line, f"half-{row}")
        if i == j:
            found += ["the reference has an interval"] if [*lines, *inner] else []
            continue
        half = comparison.effects_at(0.5)
        limits = (float(half.interval_low[i, j]), float(half.interval_high[i, j]))
        found += _inner_defects(row, inner, lines, limits, at and (at, near))
        found += _limit_defects(layout, row, (low, high))
        [number_text] = by_gid(layout, Text, f"rank-{row}")
        if abs(number(number_text.text) - value) > 0.006 * max(
            map(abs, layout.estimates)
        ):
            found.append(f"estimate {value} is printed as {number_text.text}")
        arrows = by_gid(layout, Line, f"interval-open-{row}")
        if len(arrows) != math.isinf(low) + math.isinf(high):
            found.append(
                f"interval {row} is open where it has a limit, or has none where it "
                "is not"
            )
        if len(lines) != 1:
            found.append(f"{len(lines)} intervals in row {row}")
            continue
        (left, y), (right, _) = lines[0].points
        if y != marker.y or (
            at and not arrows and max(abs(at(left) - low), abs(at(right) - high)) > near
        ):
            found.append(f"interval {row} does not end at its limits")
    order = [comparison.algorithms[i] for i in comparison.order]
    if len(layout.pairs) == k and layout.pairs[0][1] == layout.pairs[-1][1]:
        found += (
            []
            if [first for first, _ in layout.pairs] == order
            else ["the best is not on top"]
        )
    elif list(layout.pairs) != [
        pair
        for pair in combinations(order, 2)
        if not np.isnan(
            effects.hodges_lehmann[
                comparison.algorithms.index(pair[0]),
                comparison.algorithms.index(pair[1]),
            ]
        )
    ]:
        found.append("the rows are not all pairs, the better rank first")
    note = " ".join(t.text for t in by_gid(layout, Text, "note"))
    level = f"50% and simultaneous {100 * (1 - comparison.alpha):g}% intervals"
    if level not in note:
        found.append(f"the note is {note!r}")
    if (f"ROPE ±{rope or 0:g}" in said(layout)) != (rope is not None):
        found.append(f"the key says {said(layout)!r}")
    kinds = {"different", "not different"}
    if any(first == second for first, second in layout.pairs):
        kinds.add("reference")
    if {form(m) for m in by_gid(layout, Marker, "key")} != kinds:
        found.append("the key does not show the markers")
    return [*found, *_head(layout, comparison)]


def names_of_rows(layout):
    """The names that a reader sees: the first name of a pair is printed once for the
    rows below each other.
    """
    pairs = layout.pairs
    if len(pairs) > 1 and pairs[0][1] == pairs[-1][1]:
        return [first for first, _ in pairs]
    names, above = [], None
    for first, second in pairs:
        name = f"{first}{VERSUS}{second}"
        if first == above:
            name = f"vs.\u00a0{second}"
        names.append(name)
        above = first
    return names


def _inner_defects(row, inner, lines, limits, scale):
    """Compare the thick line of a row with the limits of its 50% interval."""
    if any(map(math.isinf, limits)):
        return [f"row {row} has a thick line without limits"] if inner else []
    if len(inner) != 1 or len(lines) != 1:
        return [f"row {row} has {len(inner)} thick lines"]
    (left, y), (right, _) = inner[0].points
    start, end = sorted(x for x, _ in lines[0].points)
    found = []
    if inner[0].width < lines[0].width + 1.3:
        found.append(f"the thick line of row {row} is not thick")
    if y != lines[0].points[0][1] or left < start - 0.02 or right > end + 0.02:
        found.append(f"the thick line of row {row} is not within the thin one")
    if scale:
        at, near = scale
        if max(abs(at(left) - limits[0]), abs(at(right) - limits[1])) > near:
            found.append(f"the thick line of row {row} is not its 50% interval")
    return found


def _limit_defects(layout, row, limits):
    """Compare the limits that are printed, on wide pages, with the interval."""
    texts = by_gid(layout, Text, f"limits-{row}")
    if bool(texts) != (layout.width >= 340 and bool(by_gid(layout, Text, "rank-0"))):
        return [f"row {row} has {len(texts)} printed intervals"]
    found = []
    largest = max(map(abs, layout.estimates))
    for text in texts:
        match = re.fullmatch(r"\[(\S+), (\S+)\]", text.text)
        if match is None:
            return [f"row {row} has the limits {text.text!r}"]
        for printed, limit in zip(match.groups(), limits, strict=True):
            if math.isinf(limit):
                wanted = "∞" if limit > 0 else "−∞"
                found += [] if printed == wanted else [f"{printed} is not {wanted}"]
            elif abs(number(printed) - limit) > 0.006 * max(largest, abs(limit)):
                found.append(f"the limit {limit} is printed as {printed}")
        [estimate] = by_gid(layout, Text, f"rank-{row}")
        if abs(estimate.y - text.y) > 1e-6:
            found.append(f"the limits of row {row} are not in its row")
    return found


def _head(layout, comparison):
    """The title of the axis, and the names that are compared with a reference."""
    pairs, higher = layout.pairs, comparison.table.higher_is_better
    is_against_one = pairs[0][1] == pairs[-1][1] and len(pairs) > 1
    ends, names = ["second better", "first better"], ("difference of scores",)
    if is_against_one:
        ends = ["", "better"]
        reference = " ".join(pairs[0][1].split())
        names = (f"difference from {reference}", "difference from reference")
    elif len(pairs) == 1:
        names = (*names, f"difference from {pairs[0][1]}")
    if not higher:
        ends.reverse()
    if not by_gid(layout, Text, "cue"):
        ends = ["", ""]
    found = below_defects(layout, tuple(ends), names)
    held = (
        layout.pairs[0][1]
        if layout.pairs[0][1] == layout.pairs[-1][1] and len(layout.pairs) > 1
        else None
    )
    for row, (first, _) in enumerate(layout.pairs):
        names = by_gid(layout, Text, f"label-{row}")
        if any(t.bold for t in names) != (first == held and bool(names)):
            found.append(
                f"the name of row {row} is bold, or that of the reference is not"
            )
    return found


def lay_out(comparison, family="DejaVu Sans", **options):
    return layout_forest(comparison, measure=text_measure(family), **options)


# -- numbers ---------------------------------------------------------------------------


@pytest.mark.parametrize("control", [None, "a"])
@pytest.mark.parametrize(("n", "k"), [(9, 3), (12, 4), (20, 5)])
def test_limits_are_where_the_test_at_the_level_of_a_pair_turns(n, k, control):
    scores = np.random.default_rng(n).normal(size=(n, k)) + np.arange(k)
    comparison = cd.compare(
        cd.ScoreTable.from_arrays(scores, algorithms=list("abcde"[:k])), control=control
    )
    layout = layout_forest(comparison, measure=plain_measure)
    level = 0.05 / (k - 1 if control else k * (k - 1) / 2)
    assert layout.confidence == pytest.approx(1 - level)
    assert len(layout.pairs) == (k if control else k * (k - 1) // 2)
    for (first, second), estimate, limits in zip(
        layout.pairs, layout.estimates, layout.intervals, strict=True
    ):
        if first == second:
            assert (estimate, limits) == (0.0, (0.0, 0.0))
            continue
        d = scores[:, "abcde".index(first)] - scores[:, "abcde".index(second)]
        walsh = [(d[i] + d[j]) / 2 for i in range(n) for j in range(i, n)]
        assert estimate == pytest.approx(np.median(walsh))
        for limit, outwards in zip(limits, (-1e-9, 1e-9), strict=True):
            assert wilcoxon(d - limit - outwards, method="exact").pvalue <= level
            assert wilcoxon(d - limit + outwards, method="exact").pvalue > level


@pytest.mark.slow
@pytest.mark.parametrize("control", [None, "a"])
def test_intervals_hold_at_once(control):
    rng, repeats, held = np.random.default_rng(11), 600, 0
    true = np.array([0.0, 0.3, 1.0, 1.0])
    for _ in range(repeats):
        table = cd.ScoreTable.from_arrays(
            rng.normal(size=(14, 4)) + true, algorithms=list("abcd")
        )
        effects = cd.compare(table, control=control).simultaneous_effects
        gaps = true[:, np.newaxis] - true
        covered = (effects.interval_low <= gaps) & (gaps <= effects.interval_high)
        held += bool(covered[0].all() if control else covered.all())
    assert held / repeats >= 0.95 - 3 * math.sqrt(0.05 * 0.95 / repeats)


def test_a_control_picked_after_looking_has_the_level_of_all_pairs():
    after, before = (
        cd.compare(TABLE, control=control).simultaneous_effects
        for control in ("best", "C4.5")
    )
    assert after.confidence == pytest.approx(1 - 0.05 / 10)
    assert before.confidence == pytest.approx(1 - 0.05 / 4)


def test_markers_and_daggers_give_the_decisions_of_the_frame():
    comparison = cd.compare(TABLE, pair_test="wilcoxon")
    layout = layout_forest(comparison, measure=plain_measure)
    frame = comparison.to_frame()
    assert list(layout.pairs) == frame.index.tolist()
    forms = [form(by_gid(layout, Marker, f"marker-{row}")[0]) for row in range(10)]
    daggers = [int(t.gid.split("-")[1]) for t in by_gid(layout, Text, r"dagger-\d+")]
    differs = [
        (form != "different") if row in daggers else form == "different"
        for row, form in enumerate(forms)
    ]
    assert differs == frame["different"].tolist()
    # of these, 1-NN - Kernel is significantly different, and its interval at the
    # stricter level covers 0
    assert [(layout.pairs[row], forms[row]) for row in daggers] == [
        (("1-NN", "Kernel"), "not different")
    ]
    assert "† test disagrees" in said(layout)


def test_an_interval_that_ends_at_0_includes_it():
    low, high = (
        [-1.0, 0.0, 0.1, -2.0, -np.inf, 3e-17],
        [0.0, 1.0, 1.0, -0.1, np.inf, 1.0],
    )
    assert excludes_zero(low, high).tolist() == [False, False, True, True, False, False]


def test_a_forest_without_disagreement_has_no_dagger():
    """Intervals of Bonferroni's level invert the tests that Bonferroni's adjustment
    decides.
    """
    scores = np.random.default_rng(4).normal(loc=[0.0, 0.3, 0.9, 1.5], size=(20, 4))
    table = cd.ScoreTable.from_arrays(scores, algorithms=list("abcd"))
    comparison = cd.compare(table, pair_test="wilcoxon", p_adjust="bonferroni")
    layout = layout_forest(comparison, measure=plain_measure)
    assert by_gid(layout, Text, r"dagger-\d+") == []
    assert DAGGER not in said(layout)
    assert DAGGER not in comparison.caption("forest")
    assert DAGGER in cd.compare(TABLE).caption("forest")


def test_rows_break_between_their_two_names_where_each_has_room():
    row = f"ROCKET{VERSUS}Time series forest"
    assert wrap(row, 22, len) == ("ROCKET", "vs.\u00a0Time series forest")
    assert wrap(row, 16, len) == (f"ROCKET{VERSUS}Time", "series forest")
    assert wrap(f"HC2{VERSUS}H-InceptionTime", 19, len) == (
        "HC2",
        "vs.\u00a0H-InceptionTime",
    )


def test_few_data_sets_have_no_limits():
    comparison = cd.compare(
        cd.ScoreTable.from_arrays(TABLE.scores[:6], algorithms=TABLE.algorithms)
    )
    layout = layout_forest(comparison, measure=plain_measure)
    assert all(limits == (-math.inf, math.inf) for limits in layout.intervals)
    assert "Arrows mark unbounded intervals." in comparison.caption("forest")
    assert defects(layout, comparison, width=237.6) == []


@pytest.mark.parametrize(
    ("higher", "side"), [(True, "right"), (False, "left")], ids=["higher", "lower"]
)
def test_the_better_end_is_marked(higher, side):
    table = cd.ScoreTable.from_arrays(
        TABLE.scores, algorithms=TABLE.algorithms, higher_is_better=higher
    )
    layout = layout_forest(cd.compare(table, control="CN2"), measure=plain_measure)
    [word], [name] = by_gid(layout, Text, "cue"), by_gid(layout, Text, "axis-name")
    assert word.text == "better"
    assert (word.x > name.x) == (side == "right")
    pairs = layout_forest(cd.compare(table), measure=plain_measure)
    expected = (
        ["second better", "first better"]
        if higher
        else ["first better", "second better"]
    )
    assert [
        t.text for t in sorted(by_gid(pairs, Text, "cue"), key=lambda t: t.x)
    ] == expected
    assert (
        by_gid(
            layout_forest(
                cd.compare(table), measure=plain_measure, show_direction=False
            ),
            Text,
            "cue",
        )
        == []
    )


def test_the_note_explains_the_intervals():
    def note(*args, **options):
        return " ".join(
            t.text
            for t in by_gid(
                layout_forest(*args, measure=plain_measure, **options), Text, "note"
            )
        )

    explained = "Hodges–Lehmann, 50% and simultaneous 95% intervals"
    assert note(cd.compare(TABLE)) == explained
    assert note(cd.compare(TABLE, control="CN2")) == explained
    at_10 = "Hodges–Lehmann, 50% and simultaneous 90% intervals"
    assert note(cd.compare(TABLE, alpha=0.10), reference="best") == at_10
    assert note(cd.compare(TABLE), note="mine") == "mine"


# -- reader's side ---------------------------------------------------------------------


@st.composite
def tables(draw):
    k, n = draw(st.integers(2, 12)), draw(st.integers(2, 40))
    seed = draw(st.integers(0, 2**32 - 1))
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(n, k)) * 10.0 ** rng.integers(-6, 6) + rng.normal(
        size=k
    ) * rng.choice([0.0, 1.0, 30.0])
    scores = np.round(scores, 1) if draw(st.booleans()) else scores
    import random

    names, source = [], random.Random(seed)
    while len(names) < k:
        name = random_name(source)
        if name not in names:
            names.append(name)
    return cd.ScoreTable.from_arrays(
        scores, algorithms=names, higher_is_better=draw(st.booleans())
    )


@pytest.mark.slow
@random_figures(60)
@given(
    tables(),
    st.sampled_from([3.3, 5.0, 6.75]),
    st.sampled_from(["auto", "best", "pairs", "control"]),
    st.sampled_from([None, 0.1, 3.0]),
    st.sampled_from(["ranks", "wilcoxon", "t"]),
)
def test_random_tables_have_no_defects(table, width, reference, rope, pair_test):
    control = table.algorithms[-1] if reference == "control" else None
    comparison = cd.compare(table, control=control, pair_test=pair_test)
    if (
        np.isnan(comparison.pairwise.pvalue_adjusted).sum() > len(table.algorithms)
        and control is None
    ):
        return
    layout = lay_out(
        comparison,
        width=width,
        reference="auto" if control else reference,
        rope=rope,
    )
    assert defects(layout, comparison, width=round(width * 72, 9), rope=rope) == []


def test_up_to_six_algorithms_have_all_pairs_by_default():
    for k, rows in ((2, 1), (6, 15), (7, 7), (9, 9)):
        scores = np.random.default_rng(k).normal(size=(20, k))
        table = cd.ScoreTable.from_arrays(scores, algorithms=list("abcdefghi"[:k]))
        comparison = cd.compare(table)
        layout = lay_out(comparison)
        assert len(layout.pairs) == rows
        assert defects(layout, comparison, width=237.6) == []
        pairs = lay_out(comparison, reference="pairs")
        assert len(pairs.pairs) == k * (k - 1) // 2


def test_a_long_name_of_the_reference_is_not_repeated_below_the_axis():
    names = ["a classifier with a name in a great many words", "b", "c"]
    table = cd.ScoreTable.from_arrays(TABLE.scores[:, :3], algorithms=names)
    layout = lay_out(cd.compare(table, control=names[0]))
    [name] = by_gid(layout, Text, "axis-name")
    assert name.text == "difference from reference"


BREAKS = {
    "estimate": lambda e: replace(e, x=e.x + 2.0) if e.gid == "marker-1" else e,
    "swapped": lambda e: replace(e, fill="foreground", edge=None, radius=2.0) if e.gid == "marker-1" else e,
    "limit": lambda e: replace(e, points=(e.points[0], (200.0, e.points[1][1]))) if e.gid == "interval-2" else e,
    "zero": lambda e: replace(e, points=tuple((x - 3, y) for x, y in e.points)) if e.gid == "zero" else e,
    "band": lambda e: replace(e, width=e.width + 4) if e.gid == "rope" else e,
    "row": lambda e: replace(e, y=e.y + 3) if e.gid == "label-3" else e,
    "missing": lambda e: None if e.gid == "interval-3" else e,
    "bold": lambda e: replace(e, bold=False) if e.gid == "label-0" else e,
    "key": lambda e: replace(e, fill="foreground", edge=None, radius=2.0) if e.gid == "key" else e,
    "ends": lambda e: replace(e, points=e.points[::-1]) if e.gid == "cue" and isinstance(e, Line) else e,
    "thick line": lambda e: replace(e, points=((e.points[0][0] - 30, e.points[0][1]), e.points[1]))
    if e.gid == "half-2" else e,
    "thin line": lambda e: replace(e, width=1.2) if e.gid == "half-2" else e,
    "name of the axis": lambda e: replace(e, text="difference from CN2") if e.gid == "axis-name" else e,
    "number": lambda e: replace(e, text=e.text.replace("−", "")) if e.gid == "rank-4" else e,
}  # fmt: skip


@pytest.mark.parametrize("name", BREAKS)
def test_the_checker_sees(name):
    comparison = cd.compare(TABLE, pair_test="wilcoxon", control="C4.5")
    layout = lay_out(comparison, rope=0.01)
    assert defects(layout, comparison, width=237.6, rope=0.01) == []
    broken = [BREAKS[name](element) for element in layout.elements]
    broken = replace(
        layout, elements=tuple(element for element in broken if element is not None)
    )
    assert defects(broken, comparison, width=237.6, rope=0.01) != []


PAIR_BREAKS = {
    "first name": lambda e: replace(e, text=e.text.replace("CN2", "Kernel")) if e.gid == "label-7" else e,
    "second name": lambda e: replace(e, text=e.text.replace("1-NN", "Kernel")) if e.gid == "label-2" else e,
    "group": lambda e: replace(e, text="− CN2") if e.gid == "label-4" else e,
    "limit": lambda e: replace(e, text=e.text.replace("[−", "[")) if e.gid == "limits-0" else e,
    "other limits": lambda e: replace(e, gid={"limits-1": "limits-2", "limits-2": "limits-1"}.get(e.gid, e.gid)),
    "no limits": lambda e: None if e.gid == "limits-3" else e,
    "row": lambda e: replace(e, y=e.y + 3) if e.gid == "limits-3" else e,
}  # fmt: skip


@pytest.mark.parametrize("name", PAIR_BREAKS)
def test_the_checker_sees_in_the_rows_of_pairs(name):
    comparison = cd.compare(TABLE)
    layout = lay_out(comparison, width="page")
    assert defects(layout, comparison, width=486.0) == []
    broken = [PAIR_BREAKS[name](element) for element in layout.elements]
    elements = tuple(element for element in broken if element is not None)
    assert defects(replace(layout, elements=elements), comparison, width=486.0) != []


# -- refusals --------------------------------------------------------------------------


@pytest.mark.parametrize("rope", [0, -0.1, math.inf, "0.1", True])
def test_a_region_is_a_positive_number(rope):
    with pytest.raises(
        cd.UsageError,
        match=r"^rope must be a positive number in the units of the scores, not ",
    ):
        lay_out(cd.compare(TABLE), rope=rope)


def test_what_cannot_be_drawn_is_refused():
    given_p = cd.compare_pvalues(
        [1.5, 1.5], [[1, 0.5], [0.5, 1]], algorithms=["A", "B"]
    )
    for draw in (lambda: lay_out(given_p), lambda: given_p.caption("forest")):
        with pytest.raises(
            cd.UsageError,
            match="shows scores, but this comparison was made from p-values",
        ):
            draw()
    with pytest.raises(
        cd.UsageError, match=r"^unknown reference 'CN3': did you mean 'CN2'\?"
    ):
        lay_out(cd.compare(TABLE), reference="CN3")
    with pytest.raises(cd.UsageError, match="only the control 'CN2' was"):
        lay_out(cd.compare(TABLE, control="CN2"), reference="Kernel")
    with pytest.raises(
        cd.UsageError,
        match=r"^a forest plot of all 105 pairs of 15 algorithms is longer than a page",
    ):
        lay_out(
            cd.compare(
                cd.ScoreTable.from_arrays(
                    np.random.default_rng(1).random((9, 15)),
                    algorithms=list("abcdefghijklmno"),
                )
            ),
            reference="pairs",
        )
    with pytest.raises(
        cd.LayoutError, match=r"does not fit 0\.50 in: it needs \d\.\d\d in"
    ):
        lay_out(cd.compare(TABLE), width=0.5)


def test_a_short_axis_has_two_numbers():
    scores = [
        [0.85 + 0.001 * (i % 5), 0.849 + 0.001 * (i % 4), 0.84 + 0.0005 * (i % 7)]
        for i in range(40)
    ]
    names = [
        "a name in many words, which is long",
        "MultiROCKET and Hydra, joined",
        "ROCKET (10,000 kernels)",
    ]
    comparison = cd.compare(
        cd.ScoreTable.from_arrays(scores, algorithms=names), pair_test="wilcoxon"
    )
    layout = lay_out(comparison, reference="best", rope=0.01, width=2.5)
    assert [t.text for t in by_gid(layout, Text, "tick-number")] == ["−0.01", "0.01"]
    assert defects(layout, comparison, width=round(72 * 2.5, 9), rope=0.01) == []
