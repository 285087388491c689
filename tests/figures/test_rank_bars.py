"""Rank bars: lengths, cut lines and shades, and random inputs without a defect."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from cases import SYNTHETIC, load, plain_measure, text_measure
from checks import by_gid, overlaps, page_defects, scale_of, text_defects
from examples import random_figures
from face_checks import below_defects, plot_defects, tick_defects, type_defects
from family_checks import some_families
from hypothesis import given
from hypothesis import strategies as st
from reference_cases import NAN, OPTIONS, by_difference, stated, subjects

import cddiagram as cd
from cddiagram.figures.rank_bars import layout_rank_bars
from cddiagram.sheet import Line, Rectangle, Text
from cddiagram.text import InputError, LayoutError, UsageError

WIDTHS = {"column": 237.6, "page": 486.0}
DASHES = (None, (3.0, 2.0), (1.0, 1.5))
SHADES = {1: ("shade-1", "shade-4"), 2: ("shade-1", "shade-2", "shade-4")}
SHADES[3] = ("shade-1", "shade-2", "shade-3", "shade-4")


# -- the checker: everything is read off the elements ----------------------------------


def defects(layout, comparison, alphas, *, width, options=None):
    options = options or {}
    found = [
        *page_defects(layout, width),
        *overlaps(layout),
        *text_defects(layout, comparison, {}),
    ]
    bars = {int(b.gid.split("-")[1]): b for b in by_gid(layout, Rectangle, r"bar-\d+")}
    if sorted(bars) != list(range(len(comparison.names))):
        return [*found, "not one bar for each algorithm"]
    boxes = {position: box_of(bar) for position, bar in bars.items()}
    found += _lengths(layout, comparison, boxes)
    found += _fills(layout, comparison, alphas, bars)
    found += _cuts(layout, comparison, alphas, boxes)
    found += _head(layout, comparison, options)
    shapes = [
        *boxes.values(),
        *(box_of(s) for s in by_gid(layout, Rectangle, "legend-swatch")),
    ]
    for text in (e for e in layout.elements if isinstance(e, Text)):
        if any(meet(text.box, shape) for shape in shapes):
            found.append(f"text {text.gid} stands on a bar")
    return found


def box_of(rectangle):
    half = rectangle.edge_width / 2
    return (
        rectangle.x - half,
        rectangle.y - half,
        rectangle.x + rectangle.width + half,
        rectangle.y + rectangle.height + half,
    )


def meet(a, b):
    return (
        a[0] < b[2] - 0.02
        and b[0] < a[2] - 0.02
        and a[1] < b[3] - 0.02
        and b[1] < a[3] - 0.02
    )


def _lengths(layout, comparison, boxes):
    found = []
    [baseline], [axis] = by_gid(layout, Line, "baseline"), by_gid(layout, Line, "axis")
    at = scale_of(layout)
    if (
        min(x for x, _ in axis.points) != baseline.points[0][0]
        or axis.points[0][1] < baseline.points[1][1] - 1e-6
    ):
        found.append("the axis does not begin where the bars do, below them")
    if abs(at(1.0) - baseline.points[0][0]) > 1e-6 and min(comparison.ranks) >= 1:
        found.append("the bars do not start at rank 1")
    for position, box in boxes.items():
        if abs(box[0] - baseline.points[0][0]) > 1e-6:
            found.append(f"bar {position} does not start at the baseline")
        if abs(box[2] - at(comparison.ranks[comparison.order[position]])) > 1e-6:
            found.append(f"bar {position} does not end at its rank")
        heights = [
            t.y
            for t in layout.elements
            if t.gid in (f"label-{position}", f"rank-{position}")
        ]
        if (
            heights
            and abs((min(heights) + max(heights)) / 2 - (box[1] + box[3]) / 2) > 1e-6
        ):
            found.append(f"bar {position} is not beside its name")
        if not 2.0 < box[3] - box[1] <= 8.5 + 1e-9:
            found.append(f"bar {position} is {box[3] - box[1]} high")
    found += [
        f"bars {p} and {p + 1} touch"
        for p in range(len(boxes) - 1)
        if boxes[p][3] + 1 > boxes[p + 1][1]
    ]
    tops, bottoms = baseline.points[0][1], baseline.points[1][1]
    if tops > boxes[0][1] or bottoms < boxes[len(boxes) - 1][3]:
        found.append("the baseline is shorter than the rows")
    return found


def _fills(layout, comparison, alphas, bars):
    found = []
    told = sorted(alphas)
    for position, column in enumerate(comparison.order):
        bar = bars[position]
        if column == comparison.reference:
            wanted = "background"
            if bar.edge is None:
                found.append("the reference has no outline")
        else:
            p = comparison.pvalues[comparison.reference][column]
            wanted = SHADES[len(told)][
                next((n for n, alpha in enumerate(told) if p <= alpha), len(told))
            ]
        if bar.fill != wanted:
            found.append(f"bar {position} is {bar.fill}, not {wanted}")
    swatches = [s.fill for s in by_gid(layout, Rectangle, "legend-swatch")]
    if swatches != ["background", *reversed(SHADES[len(told)])]:
        found.append(f"the key shows {swatches}")
    wanted = ["not different", "different"]
    if len(told) > 1:
        wanted = [f"p > {_level(told[-1])}"]
        wanted += [f"≤ {_level(alpha)}" for alpha in reversed(told)]
    wanted.insert(0, "best" if comparison.control is None else "control")
    said = " ".join(
        t.text
        for t in by_gid(layout, Text, "key-text")
        if not t.text.startswith("family ")
    )
    if said != " ".join(wanted):
        found.append(f"the key says {said}, not {wanted}")
    return found


def _level(alpha):
    return f"{alpha:.2f}" if round(alpha, 2) == alpha else f"{alpha:.12g}"


def _cuts(layout, comparison, alphas, boxes):
    found = []
    differences = dict(comparison.differences)
    at = scale_of(layout)
    rank = comparison.ranks[comparison.reference]
    better = min(round(r, 9) for r in comparison.ranks) < round(rank, 9)
    worse = max(round(r, 9) for r in comparison.ranks) > round(rank, 9)
    for alpha, dash in zip(alphas, DASHES, strict=False):
        gid = f"{alpha:.12g}"
        lines = by_gid(layout, Line, re.escape(f"cut-{gid}"))
        labels = by_gid(layout, Text, re.escape(f"cut-text-{gid}"))
        wanted = []
        if alpha in differences:
            wanted = (
                [rank - differences[alpha]]
                if better and rank - differences[alpha] > 1
                else []
            )
            wanted = (
                [rank + differences[alpha], *wanted] if worse or not wanted else wanted
            )
        if len(lines) != len(wanted) or len(labels) != bool(wanted):
            found.append(f"{len(lines)} cut lines and {len(labels)} labels at {alpha}")
            continue
        for line, value in zip(lines, wanted, strict=True):
            (x, top), (also_x, bottom) = line.points
            if abs(x - at(value)) > 1e-6 or x != also_x:
                found.append(f"the cut line at {alpha} is not at {value}")
            if top > boxes[0][1] or bottom < boxes[len(boxes) - 1][3]:
                found.append(f"the cut line at {alpha} is shorter than the rows")
            if line.dash != dash:
                found.append(f"the cut line at {alpha} has the wrong dashes")
        if len(alphas) == 1:
            found += _single_label(labels, lines, boxes[position_of(comparison)], at)
        else:
            found += [
                f"label {t.text!r} at {alpha}"
                for t in labels
                if float(t.text.removeprefix("α = ")) != alpha
            ]
        for label in labels:
            [pointer] = by_gid(layout, Line, re.escape(f"cut-pointer-{gid}"))
            start, end = pointer.points
            if (
                start[0] != label.x
                or end != lines[0].points[0]
                or start[1] < label.box[3] - 0.02
            ):
                found.append(
                    f"the pointer at {alpha} does not lead from its label to its line"
                )
    places = sorted(
        (line.points[0][0], line.width) for line in by_gid(layout, Line, r"cut-[\d.]+")
    )
    for (one, width), (other, _) in pairwise(places):
        if width > max((other - one) / 2, 0.4) + 1e-9:
            found.append(f"cut lines of {width} pt stand {other - one} pt apart")
    labels = sorted(
        (t.box for t in by_gid(layout, Text, "cut-text-.*")), key=lambda box: box[0]
    )
    found += [
        "labels of cut lines nearly touch"
        for a, b in pairwise(labels)
        if b[0] - a[2] < 5.0
    ]
    return found


def position_of(comparison):
    """The rank position of the reference."""
    return comparison.order.index(comparison.reference)


def _single_label(labels, lines, bar, at):
    """Compare the label of a single level, such as "best + CD (1.14)", with the
    distance from the end of the reference's bar to each line.
    """
    found = []
    unit = at(2.0) - at(1.0)
    for text in labels:
        match = re.fullmatch(r"(best|control) ([+−±]) CD \(([\d.]+)\)", text.text)
        if match is None:
            found.append(f"the label of the cut line is {text.text!r}")
            continue
        signs = {"+": [1], "−": [-1], "±": [1, -1]}[match[2]]
        half = 0.5001 * 10.0 ** -len(match[3].partition(".")[2])
        distances = [(line.points[0][0] - bar[2]) / unit for line in lines]
        wanted = [sign * float(match[3]) for sign in signs]
        if len(distances) != len(wanted) or any(
            abs(a - b) > half + 1e-6 for a, b in zip(distances, wanted, strict=True)
        ):
            found.append(f"{text.text!r} labels lines at {distances} from the bar")
    return found


def _head(layout, comparison, options):
    found = []
    end = "better" if options.get("show_direction", True) else ""
    names = ("average rank", "average aligned rank", "average Quade rank")
    found += below_defects(layout, (end, ""), names)
    found += [
        *tick_defects(layout),
        *plot_defects(layout),
        *(type_defects(layout) if layout.font_size >= 6.5 else []),
    ]
    note = "".join(t.text for t in by_gid(layout, Text, "note")).replace(" ", "")
    if "note" not in options and comparison.test.replace(" ", "") not in note:
        found.append(f"the note is {note!r}")
    return found


# -- cases -----------------------------------------------------------------------------


def lay_out(subject, family="DejaVu Sans", **options):
    return layout_rank_bars(subject, measure=text_measure(family), **options)


def of_case(key, *, control=True, differences=True):
    data = load(key)
    names, ranks = data["names"], data["mean_ranks"]
    shared = {
        "alpha": 0.05,
        "control": names[ranks.index(min(ranks))] if control else None,
    }
    named = dict(zip(names, ranks, strict=True))
    if differences:
        difference = data["bonferroni_dunn_cd"] if control else data["cd"]
        return by_difference(
            named, {0.05: difference, 0.10: 0.92 * difference}, **shared
        )
    p = data["wilcoxon_holm"]
    return stated(
        named,
        lambda a, b: p[names.index(a)][names.index(b)],
        test="Wilcoxon–Holm",
        **shared,
    )


@pytest.mark.parametrize("family", ["DejaVu Sans", "STIXGeneral", "cmr10"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("differences", [True, False])
@pytest.mark.parametrize("control", [True, False])
@pytest.mark.parametrize("key", SYNTHETIC)
def test_no_defects(key, control, differences, width, family):
    subject = of_case(key, control=control, differences=differences)
    layout = lay_out(subject, family, alphas=(0.05, 0.10), width=width)
    assert defects(layout, subject, (0.05, 0.10), width=WIDTHS[width]) == []


@pytest.mark.slow
@random_figures(60)
@given(
    subjects(), OPTIONS, st.sampled_from(["DejaVu Sans", "STIXGeneral"]), st.booleans()
)
def test_random_inputs_have_no_defects(subject, options, family, emphasise):
    comparison, alphas = subject
    names = comparison.names
    emphasis = (
        {"highlight": [names[0], names[-1]], "families": some_families(names)}
        if emphasise
        else {}
    )
    layout = lay_out(comparison, family, alphas=alphas, **options, **emphasis)
    assert (
        defects(
            layout,
            comparison,
            alphas,
            width=round(options["width"] * 72, 9),
            options=options,
        )
        == []
    )


SERIES = {"ResNet": 1.99, "FCN": 2.68, "Encoder": 3.68, "MLP": 4.61, "MCNN": 8.02}
BREAKS = {
    "length": lambda e: replace(e, width=e.width * 0.9) if e.gid == "bar-1" else e,
    "start": lambda e: replace(e, x=e.x + 1.0) if e.gid == "bar-1" else e,
    "shade": lambda e: replace(e, fill="shade-4") if e.gid == "bar-2" else e,
    "cut": lambda e: (
        replace(e, points=tuple((x + 0.5, y) for x, y in e.points))
        if e.gid == "cut-0.05"
        else e
    ),
    "dash": lambda e: replace(e, dash=(3.0, 2.0)) if e.gid == "cut-0.05" else e,
    "label": lambda e: (
        replace(e, text="control + CD (1.40)") if e.gid == "cut-text-0.05" else e
    ),
    "sign": lambda e: (
        replace(e, text="control − CD (1.50)") if e.gid == "cut-text-0.05" else e
    ),
    "name of the axis": lambda e: (
        replace(e, text="rank") if e.gid == "axis-name" else e
    ),
    "name": lambda e: replace(e, text="ResNe") if e.gid == "label-0" else e,
    "missing": lambda e: None if e.gid == "bar-3" else e,
    "swapped": lambda e: replace(
        e, gid={"bar-0": "bar-4", "bar-4": "bar-0"}.get(e.gid, e.gid)
    ),
    "row": lambda e: replace(e, y=e.y + 2.0) if e.gid == "label-3" else e,
    "key": lambda e: replace(e, fill="shade-4") if e.gid == "legend-swatch" else e,
    "cue": lambda e: (
        replace(e, points=e.points[::-1])
        if e.gid == "cue" and isinstance(e, Line)
        else e
    ),
}


@pytest.mark.parametrize("name", BREAKS)
def test_the_checker_sees(name):
    subject = by_difference(SERIES, {0.05: 1.5}, control="ResNet")
    layout = lay_out(subject)
    assert defects(layout, subject, (0.05,), width=237.6) == []
    broken = [BREAKS[name](element) for element in layout.elements]
    broken = replace(
        layout, elements=tuple(element for element in broken if element is not None)
    )
    assert defects(broken, subject, (0.05,), width=237.6) != []


# -- published comparisons -------------------------------------------------------------


def fills(layout):
    return [bar.fill for bar in by_gid(layout, Rectangle, r"bar-\d+")]


def note_of(layout):
    return " ".join(t.text for t in by_gid(layout, Text, "note"))


def test_cut_lines_of_a_control_that_is_the_worst():
    # Demšar 2006, p. 15: Bonferroni-Dunn at .05 has q = 2.394 for 4 classifiers and
    # sqrt(k(k+1)/6n) = .488, CD 1.168
    comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), control="C4.5")
    layout = layout_rank_bars(comparison, measure=plain_measure, alphas=(0.05, 0.10))
    assert layout.names == ("C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5")
    [first, second] = layout.levels.levels
    assert first.ends == pytest.approx((3.143 - 1.168,), abs=2e-3)
    assert second.ends[0] > first.ends[0]
    # the better one is left of both lines, C4.5+m (2.00) of that at .10 alone
    assert first.ends[0] < 2.0 < second.ends[0]
    assert fills(layout) == ["shade-1", "shade-2", "shade-4", "background"]
    assert (
        note_of(layout) == "Bonferroni–Dunn (asymptotic) against C4.5, α = 0.05, 0.10"
    )


@pytest.mark.parametrize(
    ("control", "ends"),
    [("ResNet", (3.49,)), ("Encoder", (5.18, 2.18)), ("MCNN", (6.52,))],
)
def test_cut_lines_stand_where_bars_can_end(control, ends):
    layout = lay_out(by_difference(SERIES, {0.05: 1.5}, control=control))
    assert layout.levels.levels[0].ends == pytest.approx(ends)
    places = [line.points[0][0] for line in by_gid(layout, Line, r"cut-0\.05")]
    assert places == pytest.approx([layout.axis.at(end) for end in ends])


def test_step_down_has_shades_and_a_legend_instead_of_lines():
    table = cd.load_example("garcia2008-table2")
    comparison = cd.compare(table, control="C4.5", p_adjust="holm")
    layout = layout_rank_bars(comparison, measure=plain_measure, alphas=(0.10, 0.05))
    assert layout.levels.cuts == ()
    assert [t.text for t in by_gid(layout, Text, "key-text")] == [
        "control",
        "p > 0.10",
        "≤ 0.10",
        "≤ 0.05",
    ]
    assert note_of(layout) == f"{comparison.test} against C4.5, α = 0.10, 0.05"


def test_all_pairs_hold_the_best_against_the_others():
    comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    layout = layout_rank_bars(comparison, measure=plain_measure)
    # Demšar 2006, p. 12: at .10 C4.5 differs from C4.5+m+cf by more than CD = 1.12
    assert fills(layout) == ["background", "shade-4", "shade-4", "shade-1"]
    assert layout.levels.levels[0].ends == pytest.approx((1.964 + 1.118,), abs=2e-3)
    assert note_of(layout) == "Nemenyi (asymptotic), best against the others, α = 0.10"
    chosen = cd.compare(
        cd.load_example("demsar2006-table6-ranks"), alpha=0.10, control="best"
    )
    assert layout_rank_bars(chosen, measure=plain_measure).elements == layout.elements


def test_a_single_alpha_may_be_a_number():
    comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), control="C4.5")
    one = layout_rank_bars(comparison, measure=plain_measure, alphas=0.10)
    assert [level.alpha for level in one.levels.levels] == [0.10]
    assert one.levels.levels[0].ends == pytest.approx(
        layout_rank_bars(comparison.at(0.10), measure=plain_measure)
        .levels.levels[0]
        .ends
    )


def test_a_difference_known_at_one_level_only_leaves_the_other_to_the_shades():
    subject = by_difference(SERIES, {0.05: 1.5}, control="ResNet")
    layout = lay_out(subject, alphas=(0.05, 0.10))
    assert [level.alpha for level in layout.levels.cuts] == [0.05]
    assert defects(layout, subject, (0.05, 0.10), width=237.6) == []


def test_highlight_and_colours_are_outlines():
    subject = by_difference(SERIES, {0.05: 1.5}, control="ResNet")
    plain = lay_out(subject)
    layout = lay_out(subject, highlight="FCN", colors={"MLP": "#d55e00"})
    assert fills(layout) == fills(plain)
    assert [bar.edge for bar in by_gid(layout, Rectangle, r"bar-\d+")] == [
        "foreground", "accent", None, "#d55e00", None,
    ]  # fmt: skip
    assert layout.bar_ends == plain.bar_ends


def test_size_of_the_specification():
    names = (
        "ResNet",
        "FCN",
        "Encoder",
        "MLP",
        "Time-CNN",
        "TWIESN",
        "MCDCNN",
        "MCNN",
        "t-LeNet",
    )
    nine = dict(
        zip(names, (1.99, 2.68, 3.68, 4.61, 4.97, 5.26, 5.36, 8.02, 8.42), strict=True)
    )
    layout = lay_out(
        by_difference(nine, {0.05: 1.2, 0.1: 1.1}, control="ResNet"),
        alphas=(0.05, 0.10),
    )
    # Two rows of the header, the labels, nine rows, and the axis with its title.
    assert layout.height / 72 == pytest.approx(2.25, abs=0.05)
    assert layout.font_size == 8.0


def test_names_shrink_a_little_then_break_before_the_bars_have_less_than_a_quarter():
    for key in ("c4a", "c4b"):
        layout = lay_out(of_case(key), alphas=(0.05, 0.10))
        assert layout.font_size >= 7.0
        assert layout.axis.length >= 0.25 * layout.width


AWKWARD = (
    r"a_b%c&d#e$f{g}h\i^j",
    "$x$ and $y",
    "Ærøskøbing é",
    "tab\there",
    "line\r\nbreak",
    "",
    "x" * 120,
)


@pytest.mark.parametrize("width", [2.0, "column", "page"])
@pytest.mark.parametrize("family", ["DejaVu Sans", "STIXGeneral"])
def test_awkward_names_are_drawn_literally(width, family):
    named = dict(zip(AWKWARD, (1.2, 2.0, 3.1, 3.3, 5.0, 6.1, 7.0), strict=True))
    subject = by_difference(named, {0.05: 1.5, 0.10: 1.4}, control=AWKWARD[-1])
    layout = lay_out(subject, family, width=width, alphas=(0.05, 0.10))
    points = {2.0: 144.0, **WIDTHS}[width]
    assert (
        defects(
            layout,
            subject,
            (0.05, 0.10),
            width=points,
            options={"note": "its name is broken over lines"},
        )
        == []
    )
    assert not any(t.math for t in layout.elements if isinstance(t, Text))


# -- refusals --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "alphas",
    [
        0.0,
        1.0,
        (),
        (0.05, 0.05),
        (0.01, 0.02, 0.05, 0.1),
        ("0.05",),
        "0.05",
        float("nan"),
    ],
)
def test_levels_that_are_none(alphas):
    subject = by_difference(SERIES, {0.05: 1.5})
    with pytest.raises(
        UsageError,
        match=r"^alphas must contain one to 3 different levels between 0 and 1, not ",
    ):
        lay_out(subject, alphas=alphas)


def test_ranks_that_are_not_positive():
    subject = by_difference({"A": 0.0, "B": 2.0, "C": 3.0}, {0.05: 1.5})
    with pytest.raises(
        InputError,
        match=r"^the average rank of 'A' is 0, but rank bars require positive ranks",
    ):
        lay_out(subject)


def test_a_pair_that_was_not_tested():
    subject = stated(SERIES, lambda a, b: NAN if {a, b} == {"ResNet", "MLP"} else 0.5)
    with pytest.raises(
        InputError,
        match=r"^the pair 'ResNet' and 'MLP' was not tested, but the figure requires all pairs",
    ):
        lay_out(subject)


def test_a_width_that_is_too_small_names_one_that_does():
    subject = by_difference(SERIES, {0.05: 1.5, 0.10: 1.4, 0.01: 1.7}, control="ResNet")
    with pytest.raises(
        LayoutError, match=r"^the figure does not fit 1\.00 in: it needs (\d\.\d\d) in"
    ) as error:
        lay_out(subject, alphas=(0.05, 0.10, 0.01), width=1.0)
    needed = float(re.search(r"needs (\d\.\d\d)", str(error.value)).group(1))
    assert needed < 2.0
    lay_out(subject, alphas=(0.05, 0.10, 0.01), width=needed)
    with pytest.raises(LayoutError, match=r"wrap=True or shorter names"):
        lay_out(by_difference({"x" * 120: 1.0, "B": 2.0}, {0.05: 1.5}), wrap=False)
