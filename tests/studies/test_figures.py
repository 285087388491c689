"""The figures of studies: what a reader sees against the numbers of the study, and
random inputs without a defect.
"""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from cases import text_measure
from checks import by_gid, extent, overlaps, page_defects, reads, scale_of
from examples import random_figures
from face_checks import below_defects, tick_defects, type_defects
from grammar import form, said
from hypothesis import given
from hypothesis import strategies as st
from random_inputs import random_name

import cddiagram as cd
from cddiagram.sheet import Line, Marker, Rectangle, Text
from cddiagram.studies.pool.figure import layout_pool
from cddiagram.studies.stability.figure import layout_stability
from cddiagram.text import LayoutError, UsageError

GARCIA = cd.load_example("garcia2008-table2")
NEAR = 0.02


def table_of(seed, n, k, names=None):
    scores = np.round(
        np.random.default_rng(seed).normal(size=(n, k)) + np.linspace(1.5, 0, k), 1
    )
    return cd.ScoreTable.from_arrays(
        scores, algorithms=names or [f"M{i}" for i in range(k)]
    )


def face(layout, width, end, names):
    found = [
        *page_defects(layout, width),
        *overlaps(layout),
        *tick_defects(layout),
        *type_defects(layout),
    ]
    return [*found, *below_defects(layout, (end, ""), names)]


def percent(text, share):
    """Whether a share is printed rightly."""
    text = text.removesuffix("%")
    if text.startswith("<"):
        return 0 < share < 0.005001
    if text.startswith(">"):
        return 0.994999 < share < 1
    return abs(float(text) - 100 * share) <= 0.5001 and (float(text) == 0) == (
        share == 0
    )


def names_lie(layout, shown):
    printed = [
        [t.text for t in by_gid(layout, Text, f"label-{row}")]
        for row in range(len(shown))
    ]
    return [
        f"{name!r} reads {text!r}"
        for name, text in zip(shown, printed, strict=True)
        if not reads(text, name)
    ]


#: The names of an axis of ranks.
RANKS = (
    "average rank",
    "average aligned rank",
    "average Quade rank",
    "rank of the mean score",
)


# -- stability -------------------------------------------------------------------------


def stability_defects(layout, study, width):
    comparison, at = study.comparison, scale_of(layout)
    found = [
        *face(layout, width, "better", RANKS),
        *names_lie(layout, [comparison.algorithms[i] for i in comparison.order]),
    ]
    if at is None:
        return [*found, "no axis"]
    axis = by_gid(layout, Line, "axis")[0]
    for row, i in enumerate(comparison.order):
        (marker,), (line,) = (
            by_gid(layout, Marker, f"marker-{row}"),
            by_gid(layout, Line, f"interval-{row}"),
        )
        (rank,) = by_gid(layout, Text, f"rank-{row}")
        (share,) = by_gid(layout, Text, f"first-{row}")
        ends = [x for x, _ in line.points]
        if abs(float(rank.text) - comparison.ranking.average_ranks[i]) > 0.0501:
            found.append(f"{rank.text} is printed as the rank of row {row}")
        if abs(marker.x - at(comparison.ranking.average_ranks[i])) > NEAR:
            found.append(f"marker {row} is not at its rank")
        if (
            max(abs(ends[0] - at(study.low[i])), abs(ends[1] - at(study.high[i])))
            > NEAR
        ):
            found.append(f"line {row} is not the interval")
        heights = {marker.y, share.y, rank.y, *(y for _, y in line.points)}
        if max(heights) - min(heights) > NEAR:
            found.append(f"row {row} is not level")
        low, high = sorted(x for x, _ in axis.points)
        if min(ends) < low - NEAR or max(ends) > high + NEAR:
            found.append(f"line {row} leaves the axis")
        if not percent(share.text, study.first[i]):
            found.append(f"{share.text} is printed for {study.first[i]}")
    heads = [by_gid(layout, Text, f"{gid}-head") for gid in ("rank", "first")]
    if [[t.text for t in head] for head in heads] != [["rank"], ["best in"]]:
        found.append("the columns of numbers have no heads")
    for gid, head in zip(("rank", "first"), heads, strict=True):
        column = [t.box[2] for t in by_gid(layout, Text, rf"{gid}-\d+")]
        if any(abs(t.box[2] - end) > NEAR for t in head for end in column):
            found.append(f"the head {gid} is not above its column")
    note = " ".join(t.text for t in by_gid(layout, Text, "note"))
    level = f"{100 * study.confidence:g}% bootstrap intervals"
    if note != f"{level}, {study.resamples:,} resamples" or said(layout):
        found.append(f"the note is {note!r}, the key {said(layout)!r}")
    caption = study.caption()
    for what, decisions in study.decisions_without.items():
        count = len(study.changed(what))
        changed = f"{count or 'none'} of {decisions:,} pairwise decisions"
        if f"Omitting one {what} at a time changes {changed}" not in caption:
            found.append(f"the caption is {caption!r}")
    return found


@pytest.mark.parametrize(
    ("k", "width"),
    [
        (2, 3.3),
        (3, 6.75),
        (5, 3.3),
        (9, 6.75),
        (14, 3.3),
        (25, 6.75),
        (40, 3.3),
        (100, 3.3),
    ],
)
def test_stability_has_no_defects(k, width):
    study = cd.study_stability(
        cd.compare(table_of(k, 30, k)), resamples=200, leave_out=k < 10
    )
    layout = layout_stability(study, measure=text_measure(), width=width)
    assert stability_defects(layout, study, round(72 * width, 9)) == []
    assert layout.font_size == 8.0


@pytest.mark.parametrize(
    ("ranking", "pair_test"),
    [
        ("aligned", "ranks"),
        ("quade", "ranks"),
        ("means", "t"),
        ("friedman", "wilcoxon"),
    ],
)
@pytest.mark.parametrize("control", [None, "M2", "best"])
def test_stability_of_other_rankings(ranking, pair_test, control):
    comparison = cd.compare(
        table_of(3, 20, 15), ranking=ranking, pair_test=pair_test, control=control
    )
    study = cd.study_stability(comparison, resamples=100)
    assert (
        stability_defects(layout_stability(study, measure=text_measure()), study, 237.6)
        == []
    )


STABILITY_FAULTS = {
    "marker": lambda e: replace(e, x=e.x + 1) if e.gid == "marker-1" else e,
    "interval": lambda e: replace(e, points=(e.points[0], (e.points[1][0] + 1, e.points[1][1])))
    if e.gid == "interval-2" else e,
    "share": lambda e: replace(e, text="60%") if e.gid == "first-0" else e,
    "rank": lambda e: replace(e, text="2.20") if e.gid == "rank-0" else e,
    "head": lambda e: replace(e, text="rank") if e.gid == "first-head" else e,
    "name": lambda e: replace(e, text="C4.6") if e.gid == "label-0" else e,
    "note": lambda e: replace(e, text=e.text.replace("10,000", "1,000")) if e.gid == "note" else e,
    "row": lambda e: replace(e, y=e.y + 1) if e.gid == "rank-3" else e,
}  # fmt: skip


@pytest.mark.parametrize("fault", STABILITY_FAULTS)
def test_the_checker_of_stability_sees(fault):
    study = cd.study_stability(cd.compare(GARCIA))
    layout = layout_stability(study, measure=text_measure())
    assert stability_defects(layout, study, 237.6) == []
    broken = replace(
        layout, elements=tuple(map(STABILITY_FAULTS[fault], layout.elements))
    )
    assert stability_defects(broken, study, 237.6) != []


# -- pools -----------------------------------------------------------------------------

SHADES = {
    "background": "0",
    "level-1": "≤ 50",
    "level-2": "> 50",
    "level-3": "100",
}


#: The headers of the cells, and the titles of the axis, of which the shorter one is
#: only to the left of the tick numbers.
HEADS = "different in % of pools", "% of pools"
TITLES = "other algorithms in the pool", "others in the pool"


def shade_of(share):
    if share == 0:
        return "0"
    if share == 1:
        return "100"
    return "≤ 50" if round(100 * share) <= 50 else "> 50"


def pool_defects(layout, study, width, shown):
    names = study.table.algorithms
    found = [
        *face(layout, width, "", TITLES),
        *names_lie(
            layout, [f"{names[i]} vs.\N{NO-BREAK SPACE}{names[j]}" for i, j in shown]
        ),
    ]
    swatches = {
        r.fill: r for r in reversed(by_gid(layout, Rectangle, "legend-swatch"))
    }  # the crossed one comes last
    for fill, words in SHADES.items():
        key = [t for t in by_gid(layout, Text, "key-text") if t.text == words]
        if len(shown) < 4:
            found += [f"a key for {words} of few rows"] if key else []
        elif (
            fill not in swatches
            or len(key) != 1
            or abs(key[0].x - swatches[fill].x) > 15
        ):
            found.append(f"no key for {words}")
    numbers = {float(t.text): t.x for t in by_gid(layout, Text, "tick-number")}
    cells = {r.gid: r for r in by_gid(layout, Rectangle, r"cell-\d+-\d+")}
    if min(cell.width for cell in cells.values()) < 2.4 - NEAR:
        found.append("cells run together")
    values = {t.gid: t for t in by_gid(layout, Text, r"value-\d+-\d+")}
    crossed = {line.gid for line in by_gid(layout, Line, r"untested-\d+-\d+")}
    is_explained = {"none", "pools"} & {*said(layout).split()}
    if bool(is_explained) != any(
        (study.pools[:, i, j] == 0).any() for i, j in study.pairs
    ):
        found.append("the key does not say what crossed cells are")
    if ("were sampled at random" in study.caption()) == all(study.complete):
        found.append("the caption does not say that shares are estimated")
    hidden = [t.text for t in by_gid(layout, Text, "head-pairs")]
    wanted = []
    if len(shown) < len(study.pairs):
        wanted = [f"{len(shown)} of {len(study.pairs)}"]
    if [text.removesuffix(" pairs") for text in hidden] != wanted:
        found.append(f"the number of pairs is printed as {hidden}")
    [all_pools] = by_gid(layout, Text, "rank-head")
    shares = by_gid(layout, Text, r"rank-\d+")
    if all_pools.text != "all" or any(
        abs(t.box[2] - all_pools.box[2]) > NEAR for t in shares
    ):
        found.append("the shares of all pools have no head")
    right = max(cell.x + cell.width for cell in cells.values())
    for shade in by_gid(layout, Rectangle, "zebra"):
        if abs(shade.x + shade.width - right) > 0.3:
            found.append("the shade of a row does not end with the cells")
    for row, (i, j) in enumerate(shown):
        different, pools = study.different[:, i, j], study.pools[:, i, j]
        for others, (some, every) in enumerate(zip(different, pools, strict=True)):
            cell, value = (
                cells.pop(f"cell-{row}-{others}", None),
                values.pop(f"value-{row}-{others}", None),
            )
            if (f"untested-{row}-{others}" in crossed) != (every == 0) or cell is None:
                found.append(f"cell {row}-{others} for {every} pools")
            elif every:
                left, top, right, bottom = extent(cell)
                heights = [t.y for t in by_gid(layout, Text, f"label-{row}")]
                if SHADES[cell.fill] != shade_of(some / every):
                    found.append(f"{some}/{every} is shaded {cell.fill}")
                if (
                    others + 1 in numbers
                    and abs((left + right) / 2 - numbers[others + 1]) > NEAR
                ):
                    found.append(f"cell {row}-{others} is not under its number")
                if not top <= min(heights) <= max(heights) <= bottom:
                    found.append(f"cell {row}-{others} is not in its row")
                if value is not None and not (
                    percent(value.text, some / every)
                    and left < value.box[0] < value.box[2] < right
                ):
                    found.append(f"{value.text} is printed for {some}/{every}")
        (share,) = by_gid(layout, Text, f"rank-{row}")
        if not percent(share.text, study.share[i, j]):
            found.append(f"{share.text} is printed for {study.share[i, j]}")
        for column, (letter, test) in enumerate((("W", "wilcoxon"), ("S", "sign"))):
            (marker,), (head,) = (
                by_gid(layout, Marker, f"{letter}-{row}"),
                by_gid(layout, Text, f"head-{column}"),
            )
            p, many = (
                getattr(study, test)[i, j],
                1 if study.p_adjust == "none" else len(names) * (len(names) - 1) // 2,
            )
            if form(marker) != (
                "different" if min(1, many * p) <= study.alpha else "not different"
            ):
                found.append(f"{letter} of row {row} is {form(marker)}")
            if (
                head.text != {"W": "Wilcoxon", "S": "sign"}[letter]
                or abs((head.box[0] + head.box[2]) / 2 - marker.x) > NEAR
            ):
                found.append(f"{letter} of row {row} is not under its head")
    found += [
        f"{t.gid} begins with a dash"
        for t in by_gid(layout, Text, r"label-\d+")
        if t.text.startswith("–")
    ]
    [unit] = by_gid(layout, Text, "head-cells")
    if unit.text not in HEADS or unit.y != all_pools.y:
        found.append(f"the unit of the cells is {unit.text!r}")
    [axis, *more] = by_gid(layout, Text, "axis-name")
    if more == [] and axis.y == max(t.y for t in by_gid(layout, Text, "tick-number")):
        if axis.box[2] > min(cell.x for cell in by_gid(layout, Rectangle, "cell-.*")):
            found.append("the title of the axis is not to the left of its numbers")
    elif axis.text == TITLES[1]:
        found.append("the title of the axis is shorter than it could be")
    for title in by_gid(layout, Text, "tests-name"):
        heads = by_gid(layout, Text, r"head-\d")
        if title.text != "pair alone" or title.y != axis.y or title.x < axis.box[2] + 3:
            found.append(f"the title of the tests is {title}")
        if not min(t.box[0] for t in heads) - 5 < title.x < heads[-1].box[2]:
            found.append("the title of the tests is not below them")
    return [*found, *cells, *values]


def changing(study):
    names = study.table.algorithms
    flips = {(flip.first, flip.second) for flip in study.flips}
    return [(i, j) for i, j in study.pairs if (names[i], names[j]) in flips]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("k", "width"), [(3, 3.3), (4, 6.75), (5, 3.3), (9, 6.75), (14, 3.3), (25, 3.3)]
)
def test_pool_has_no_defects(k, width):
    study = cd.study_pool(table_of(k, 40, k), max_pools=1000)
    shown = list(study.pairs) if len(study.pairs) <= 15 else changing(study)
    layout = layout_pool(study, measure=text_measure(), width=width)
    assert pool_defects(layout, study, round(72 * width, 9), shown) == []
    assert layout.font_size == 8.0


@pytest.mark.slow
def test_cells_without_a_pool_are_crossed_out():
    study = cd.study_pool(table_of(14, 40, 14), max_pools=40)
    assert (study.pools == 0).any(axis=0)[np.triu_indices(14, 1)].any()
    layout = layout_pool(study, measure=text_measure(), width="page", pairs="all")
    assert by_gid(layout, Line, r"untested-\d+-\d+")
    assert pool_defects(layout, study, 486.0, list(study.pairs)) == []


@pytest.mark.slow
def test_cells_of_many_sizes_do_not_run_together():
    study = cd.study_pool(
        table_of(2, 20, 40, [f"tuned classifier {i}" for i in range(40)]), max_pools=3
    )
    layout = layout_pool(study, measure=text_measure(), width=3.0)
    assert pool_defects(layout, study, 216.0, changing(study)) == []


def test_no_line_of_a_pair_begins_with_its_dash():
    study = cd.study_pool(
        table_of(4, 40, 4, ["InceptionTime", "HC2", "MR-Hydra", "ROCKET"])
    )
    layout = layout_pool(study, measure=text_measure(), width=2.6)
    assert any(len(by_gid(layout, Text, f"label-{row}")) > 1 for row in range(6))
    assert pool_defects(layout, study, round(72 * 2.6, 9), list(study.pairs)) == []


def test_pool_of_one_pair_and_of_all():
    table = table_of(7, 40, 8)
    one = cd.study_pool(table, pair=("M1", "M6"), p_adjust="none")
    assert (
        pool_defects(
            layout_pool(one, measure=text_measure()), one, 237.6, list(one.pairs)
        )
        == []
    )
    study = cd.study_pool(table)
    every = layout_pool(study, measure=text_measure(), pairs="all")
    assert len(every.pairs) == 28
    assert pool_defects(every, study, 237.6, list(study.pairs)) == []
    some = layout_pool(study, measure=text_measure(), pairs="changing")
    assert pool_defects(some, study, 237.6, changing(study)) == []


POOL_FAULTS = {
    "shade": lambda e: replace(e, fill="level-1") if e.gid == "cell-3-1" else e,
    "shifted": lambda e: replace(e, x=e.x + 1) if e.gid == "cell-0-0" else e,
    "value": lambda e: replace(e, text="34") if e.gid == "value-1-1" else e,
    "share": lambda e: replace(e, text="58") if e.gid == "rank-1" else e,
    "marker": lambda e: replace(e, fill="background", radius=1.6, edge="foreground", edge_width=0.8)
    if e.gid == "W-1" else e,
    "head of shares": lambda e: replace(e, text="some") if e.gid == "rank-head" else e,
    "zebra": lambda e: replace(e, width=e.width + 9) if e.gid == "zebra" else e,
    "unit": lambda e: replace(e, text="pools") if e.gid == "head-cells" else e,
    "title": lambda e: replace(e, text="the pair") if e.gid == "tests-name" else e,
    "drawn": lambda e: replace(e, gid="untested-0-0") if e.gid == "tick" else e,
    "head": lambda e: replace(e, text="S") if e.gid == "head-0" else e,
    "key": lambda e: replace(e, text="≤ 40") if e.gid == "key-text" and e.text == "≤ 50" else e,
    "name": lambda e: replace(e, text="C4.5 vs.\N{NO-BREAK SPACE}CN3") if e.gid == "label-1" else e,
    "dash": lambda e: replace(e, text=f"–{e.text}") if e.gid == "label-1" else e,
}  # fmt: skip


@pytest.mark.parametrize("fault", POOL_FAULTS)
def test_the_checker_of_pools_sees(fault):
    study = cd.study_pool(GARCIA)
    layout = layout_pool(study, measure=text_measure())
    assert pool_defects(layout, study, 237.6, list(study.pairs)) == []
    broken = replace(layout, elements=tuple(map(POOL_FAULTS[fault], layout.elements)))
    assert pool_defects(broken, study, 237.6, list(study.pairs)) != []


def test_no_pair_that_changes_is_refused():
    table = cd.ScoreTable.from_arrays(
        np.arange(40)[:, np.newaxis] + np.arange(7.0), algorithms=list("ABCDEFG")
    )
    study = cd.study_pool(table, p_adjust="none")
    assert study.flips == ()
    with pytest.raises(UsageError) as refused:
        cd.plot_pool(study)
    said_so = "no decision depends on the pool, so every pair would be omitted. Use pairs='all'."
    assert str(refused.value) == said_so


# -- both ------------------------------------------------------------------------------


@pytest.mark.slow
@random_figures(40)
@given(
    st.integers(0, 10**6),
    st.integers(3, 12),
    st.sampled_from([3.3, 5.0, 6.75]),
    st.booleans(),
)
def test_random_inputs_have_no_defects(seed, k, width, serif):
    rng = Random(seed)
    names = list({"".join(random_name(rng).split()) or "x": None for _ in range(k)})
    names += [f"further {number}" for number in range(k - len(names))]
    table, measure = (
        table_of(seed, rng.randint(3, 40), k, names),
        text_measure("STIXGeneral" if serif else "DejaVu Sans"),
    )
    stability = cd.study_stability(
        cd.compare(table), resamples=50, leave_out=rng.random() < 0.5
    )
    pool = cd.study_pool(table, max_pools=200, p_adjust=rng.choice(["nemenyi", "none"]))
    points = round(72 * width, 9)
    assert (
        stability_defects(
            layout_stability(stability, measure=measure, width=width), stability, points
        )
        == []
    )
    pairs = "all" if len(pool.pairs) <= 15 or not pool.flips else "auto"
    shown = changing(pool) if pairs == "auto" else list(pool.pairs)
    assert (
        pool_defects(
            layout_pool(pool, measure=measure, width=width, pairs=pairs),
            pool,
            points,
            shown,
        )
        == []
    )


@pytest.mark.parametrize(
    "draw",
    [lambda **o: cd.plot_stability(cd.study_stability(cd.compare(GARCIA), resamples=20), **o),
     lambda **o: cd.plot_pool(cd.study_pool(GARCIA), **o)],
    ids=["stability", "pool"],
)  # fmt: skip
def test_what_does_not_fit_is_refused(draw):
    with pytest.raises(
        LayoutError, match=r"does not fit 0\.50 in: it needs \d\.\d\d in"
    ):
        draw(width=0.5)


@pytest.mark.parametrize("plot", [cd.plot_stability, cd.plot_pool])
def test_what_is_no_study_is_refused(plot):
    kind = plot.__name__.removeprefix("plot_")
    with pytest.raises(UsageError) as refused:
        plot(cd.compare(GARCIA))
    made = f"{plot.__name__}(study_{kind}(comparison))"
    assert str(refused.value) == (
        f"{plot.__name__} requires a {kind} study, not a Comparison. Run the study "
        f"first: {made}."
    )
