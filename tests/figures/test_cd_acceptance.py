"""The CD diagram as a critic reads it: staircases, straight leaders, bars and ruler,
short headers, and a hundred algorithms on a page.

Everything is measured on the layout of random subsets of a table as large as real ones.
"""

import warnings
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from cases import Case, case_of, text_measure, within
from checks import defects, header_texts

import cddiagram as cd
from cddiagram.figures.cd import layout_cd
from cddiagram.figures.cd_stack import layout_cd_stack
from cddiagram.sheet import Text

#: The height of a row of the header.
ROW = 9.45
WIDTHS = {"column": 237.6, "page": 486.0}
#: Leaders that are nearer than this may be bent by less than `LEAST_BEND`.
NEAR, LEAST_BEND, STRAIGHT = 2.4, 1.5, 0.05
NAMES = """
    HC2 MR-Hydra RDST InceptionTime MiniROCKET Arsenal LITETime Hydra HC1 QUANT DrCIF
    R-STSF MrSQM FreshPRINCE CIF PF BOSS EE RISE Catch22 GRAIL 1NN-DTW CNN TSF STC
    ResNet WEASEL ROCKET TDE STSF RSF cBOSS Signatures TSFresh ShapeDTW TS-CHIEF
    WEASEL-2 H-InceptionTime MR RIST
"""
ALGORITHMS = tuple(NAMES.split())


@cache
def benchmark():
    """Scores of forty algorithms on 112 data sets: a few that lead, many near-ties in
    the middle, and a long tail.
    """
    rng = np.random.default_rng(3)
    skill = np.sort(rng.gamma(2.0, 0.5, size=len(ALGORITHMS)))
    scores = rng.normal(0.0, 1.0, size=(112, len(ALGORITHMS))) - skill
    return np.round(scores, 3)


def comparison_of(k, seed, **choices):
    """Compare a random subset of the algorithms."""
    rng = np.random.default_rng(seed)
    columns = rng.choice(len(ALGORITHMS), size=k, replace=False)
    names = [ALGORITHMS[column] for column in columns]
    table = cd.ScoreTable.from_arrays(
        benchmark()[:, columns], algorithms=names, higher_is_better=True
    )
    return cd.compare(table, **choices)


def lay_out(comparison, width="column", family="DejaVu Sans", **options):
    return layout_cd(comparison, measure=text_measure(family), width=width, **options)


# -- leaders ---------------------------------------------------------------------------


def bends(layout):
    """The bends of all leaders, and whether each has a near neighbour before it bends:
    above the bars and below.
    """
    found = []
    stations = (layout.marker_positions, layout.bar_positions, layout.leader_positions)
    for before, behind in pairwise(stations):
        gaps = [abs(a - b) for a, b in pairwise(before)]
        for i, (start, end) in enumerate(zip(before, behind, strict=True)):
            near = min([*gaps[max(i - 1, 0) : i], *gaps[i : i + 1]]) < NEAR
            found.append((i, abs(end - start), near))
    return found


def leaders_of(figures, k, width):
    """The number of bent leaders of so many figures, and needless small bends."""
    bent, needless, total = 0, [], 0
    for seed in range(figures):
        layout = lay_out(comparison_of(k, seed), width)
        if layout.kind == "list":  # three long names at one end of the axis
            continue
        total += k
        bent += len({i for i, bend, _ in bends(layout) if bend > STRAIGHT})
        needless += [
            (seed, i, bend)
            for i, bend, near in bends(layout)
            if STRAIGHT < bend < LEAST_BEND and not near
        ]
    assert total > 0.9 * figures * k
    return bent / total, needless


@pytest.mark.parametrize(
    "figures", [40, pytest.param(360, marks=pytest.mark.slow)], ids=str
)
def test_leaders_of_nine_algorithms_in_a_column_are_straight(figures):
    bent, needless = leaders_of(figures, 9, "column")
    assert needless == []
    assert bent <= 120 / 360


def test_leaders_on_a_page_are_straight():
    bent, needless = leaders_of(20, 9, "page")
    assert needless == []
    assert bent <= 0.2


# -- bars ------------------------------------------------------------------------------


def lanes_defects(layout):
    """Bars that touch in neighbouring lanes which do not descend, and lanes that are no
    staircase.
    """
    found = []
    lanes = [bar.lane for bar in layout.bars]
    if len(lanes) <= 6 and lanes != list(range(len(lanes))):
        found.append(f"the lanes {lanes} are no staircase")
    for i, one in enumerate(layout.bars):
        for other in layout.bars[i + 1 :]:
            ends = {one.members[0], one.members[-1]}
            touch = ends & {other.members[0], other.members[-1]}
            if touch and other.lane == one.lane - 1:
                found.append(f"group {other.group} is above group {one.group}")
    return found


@pytest.mark.parametrize("choices", [{}, {"pair_test": "wilcoxon"}], ids=str)
@pytest.mark.parametrize("k", [3, 5, 7, 9, 14])
def test_groups_are_a_staircase_at_every_width_and_in_every_typeface(k, choices):
    for seed in range(6):
        comparison = comparison_of(k, seed, **choices)
        seen = set()
        for width in ("column", "page", 5.0):
            for family in ("DejaVu Sans", "STIXGeneral"):
                layout = lay_out(comparison, width, family, arrangement="horizontal")
                assert lanes_defects(layout) == [], (seed, width)
                seen.add(tuple((bar.members, bar.lane) for bar in layout.bars))
        assert len(seen) == 1


@pytest.mark.parametrize("k", [25, 40])
def test_many_groups_are_packed_without_battlements(k):
    for seed in range(4):
        comparison = comparison_of(k, seed)
        for arrangement in ("horizontal", "list"):
            layout = lay_out(comparison, "page", arrangement=arrangement)
            assert lanes_defects(layout) == []


@pytest.mark.parametrize(
    "figures", [4, pytest.param(60, marks=pytest.mark.slow)], ids=str
)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("k", [5, 7, 9, 12])
def test_no_bar_contradicts_the_ruler(k, width, figures):
    for seed in range(figures):
        comparison = comparison_of(k, seed)
        layout = lay_out(comparison, width)
        assert defects(layout, case_of(comparison), width=WIDTHS[width]) == [], seed


# -- words -----------------------------------------------------------------------------


def words_of_header(layout):
    """The words above the axis: numbers, signs and names do not count."""
    texts = [
        e.text
        for e in layout.elements
        if isinstance(e, Text) and e.gid in ("note", "cue", "key-text", "cd-text")
    ]
    words = " ".join(texts).replace("(", " ").replace(")", " ").split()
    named = {part for name in layout.names for part in name.split()}
    return [
        word
        for word in words
        if any(c.isalpha() for c in word) and word not in named and word != "α"
    ]


def rows_of_header(layout):
    return {round(text.y, 3) for text in header_texts(layout)}


@pytest.mark.parametrize(
    "choices",
    [{}, {"pair_test": "wilcoxon"}, {"p_adjust": "holm"}, {"control": True}],
    ids=str,
)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("k", [5, 9, 14, 25])
def test_the_header_is_short(k, width, choices):
    if choices.get("control"):
        choices = {"control": comparison_of(k, 0).algorithms[1]}
    layout = lay_out(comparison_of(k, 0, **choices), width)
    rows = rows_of_header(layout)
    header = ROW * len(rows)
    assert len(rows) <= 2
    assert len(words_of_header(layout)) <= 18
    assert header / layout.height <= (0.25 if k < 8 else 0.20)


# -- a hundred algorithms --------------------------------------------------------------


def hundred(count=100, difference=15.0, **choices):
    ranks = tuple(10 + 0.8 * i for i in range(count))
    return Case(
        names=tuple(f"algorithm {i}" for i in range(count)),
        ranks=ranks,
        cd=difference,
        alike=within(ranks, difference),
        **choices,
    )


def defects_of_blocks(layout, subject):
    """The defects of a list in two blocks, each of which has a plot of its own."""
    assert layout.axis.length >= 0.25 * (486.0 - 14.0) / 2
    return defects(layout, subject, width=486.0)


def test_a_hundred_algorithms_on_a_page_are_two_blocks():
    subject = hundred()
    layout = lay_out(subject.comparison, "page")
    assert (layout.kind, layout.blocks) == ("list", 2)
    assert layout.height <= 8 * 72
    # both blocks begin at one height and have the same axis
    first, second = layout.leader_positions[:50], layout.leader_positions[50:]
    assert first == pytest.approx(second)
    [one] = [e for e in layout.elements if e.gid == "axis"]
    [other] = [e for e in layout.elements if e.gid == "axis-1"]
    shifts = {
        round(b[0] - a[0], 6) for a, b in zip(one.points, other.points, strict=True)
    }
    assert len(shifts) == 1
    assert defects_of_blocks(layout, subject) == []


def test_a_control_of_a_hundred_algorithms_on_a_page():
    subject = hundred(control=30)
    layout = lay_out(subject.comparison, "page")
    assert layout.blocks == 2
    assert layout.height <= 8 * 72
    assert defects_of_blocks(layout, subject) == []


def test_a_hundred_algorithms_in_a_column_are_two_blocks_with_ranges_of_letters():
    subject = hundred(difference=60.0)
    layout = lay_out(subject.comparison)
    assert (layout.kind, layout.blocks, layout.bars) == ("list", 2, ())
    assert layout.font_size >= 6.5
    assert layout.height <= 9.5 * 72
    printed = [t.text for t in layout.elements if t.gid.startswith("letters-")]
    assert max(map(len, printed)) == 3
    assert any("–" in text for text in printed)
    assert max(map(len, layout.letters)) > 20
    assert defects(layout, subject, width=237.6) == []
    with_bars = lay_out(subject.comparison, letters=False)
    assert (with_bars.blocks, with_bars.letters) == (1, ())
    # The rows of a block that is higher than a page are close to one another.
    assert with_bars.height < 10.5 * 72
    assert with_bars.font_size == 6.5
    assert defects(with_bars, subject, width=237.6) == []


def test_a_control_of_a_hundred_algorithms_in_a_column():
    subject = hundred(control=30)
    layout = lay_out(subject.comparison)
    assert (layout.blocks, layout.letters) == (2, ())
    assert layout.height <= 9.5 * 72
    assert defects(layout, subject, width=237.6) == []


def many(k):
    """Compare k algorithms by random scores, of which some differ."""
    random = np.random.default_rng(k).normal(size=(60, k))
    scores = (random + np.linspace(0, 2, k)).round(3)
    names = [f"algorithm {i}" for i in range(k)]
    return cd.compare(cd.ScoreTable.from_arrays(scores, algorithms=names))


def test_a_figure_higher_than_a_page_issues_a_warning():
    """The command reports this with its own options instead."""
    hundred_algorithms = many(100)
    with pytest.warns(
        UserWarning, match="taller than the text block of a page"
    ) as caught:
        cd.plot_cd(many(250))
    [warning] = caught
    assert str(warning.message).endswith("Compare fewer algorithms.")
    assert warning.filename == __file__
    with pytest.warns(UserWarning, match="Pass width='page'"):
        cd.plot_cd(hundred_algorithms, letters=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cd.plot_cd(hundred_algorithms)
        cd.plot_cd(hundred_algorithms, width="page", letters=False)


def test_lists_of_a_stack_are_not_folded():
    subject = hundred()
    stack = layout_cd_stack(
        [subject.comparison, subject.comparison], measure=text_measure(), width="page"
    )
    assert {diagram.blocks for diagram in stack.diagrams} == {1}
