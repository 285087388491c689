"""MCB: intervals, the band and the dots, and random inputs without a defect."""

import re
from dataclasses import replace
from itertools import combinations

import pytest
from cases import SYNTHETIC, load, plain_measure, text_measure
from checks import by_gid, overlaps, page_defects, scale_of, text_defects
from convergence_checks import says
from examples import random_figures
from face_checks import below_defects, plot_defects, tick_defects, type_defects
from family_checks import some_families
from grammar import decided, form, marker_defects, number, said
from hypothesis import given
from hypothesis import strategies as st
from reference_cases import NAN, OPTIONS, by_difference, stated, subjects

import cddiagram as cd
from cddiagram.comparing import PICKED_AFTER
from cddiagram.figures.mcb import layout_mcb
from cddiagram.sheet import Line, Marker, Rectangle, Text
from cddiagram.text import InputError, LayoutError, UsageError

#: Kind of ranks -> the names of the axis.
AXES = {
    "friedman": ("average rank",),
    "aligned": ("average aligned rank",),
    "quade": ("average Quade rank",),
}
WIDTHS = {"column": 237.6, "page": 486.0}


# -- the checker: everything is read off the elements ----------------------------------


def defects(layout, comparison, *, width, options=None, reference=None):
    options = options or {}
    reference = (
        comparison.reference if reference is None else comparison.names.index(reference)
    )
    found = [
        *page_defects(layout, width),
        *overlaps(layout),
        *text_defects(layout, comparison, {}),
    ]
    dots = {int(m.gid.split("-")[1]): m for m in by_gid(layout, Marker, r"marker-\d+")}
    lines = {int(e.gid.split("-")[1]): e for e in by_gid(layout, Line, r"interval-\d+")}
    if not sorted(dots) == sorted(lines) == list(range(len(comparison.names))):
        return [*found, "not one interval and dot for each algorithm"]
    [band] = by_gid(layout, Rectangle, "interval")
    found += _axis(layout, comparison, dots)
    found += _intervals(comparison, dots, lines)
    found += _band(layout, comparison, dots, lines, band, reference)
    found += _head(layout, comparison, options, reference)
    found += marker_defects(
        layout, decided(comparison.order, reference, _meeting(comparison, lines))
    )
    for text in (e for e in layout.elements if isinstance(e, Text)):
        left, top, right, bottom = text.box
        if (
            left < band.x + band.width
            and right > band.x
            and top < band.y + band.height
            and bottom > band.y
        ):
            found.append(f"text {text.gid} stands on the band")
        if (
            re.fullmatch(r"(label|rank)-\d+", text.gid)
            and right > min(x for x, _ in lines[0].points) + 0.02
        ):
            found.append(f"text {text.gid} stands among the intervals")
    return found


def _meeting(comparison, lines):
    """The pairs of columns whose intervals meet, with a hair of tolerance: two ends at
    one place meet.
    """
    ends = {position: [x for x, _ in line.points] for position, line in lines.items()}
    order = comparison.order
    return {
        tuple(sorted((order[a], order[b])))
        for a, b in combinations(range(len(order)), 2)
        if ends[a][0] <= ends[b][1] + 1e-6 and ends[b][0] <= ends[a][1] + 1e-6
    }


def points_of_a_rank(comparison, dots):
    """Points for one rank, from the first and last dot; None if they tie."""
    ranks = [comparison.ranks[column] for column in comparison.order]
    return (
        (dots[len(ranks) - 1].x - dots[0].x) / (ranks[-1] - ranks[0])
        if ranks[-1] - ranks[0] > 1e-6
        else None
    )


def _axis(layout, comparison, dots):
    found = []
    at = scale_of(layout)
    if at is not None:
        found += [
            f"{dot.gid} is not at its rank"
            for position, dot in dots.items()
            if abs(at(comparison.ranks[comparison.order[position]]) - dot.x) > 0.02
        ]
    numbers = [number(t.text) for t in by_gid(layout, Text, "tick-number")]
    if (
        not numbers
        or min(numbers) < 1
        or (comparison.kind != "aligned" and max(numbers) > len(comparison.names))
    ):
        found.append(f"tick numbers {numbers}")
    [axis] = by_gid(layout, Line, "axis")
    ends = sorted(x for x, _ in axis.points)
    ticks = [line.points[0][0] for line in by_gid(layout, Line, "tick(-minor)?")]
    if any(not ends[0] - 0.02 <= x <= ends[1] + 0.02 for x in ticks):
        found.append("a tick beyond the axis")
    if ends[1] - ends[0] < 0.08 * layout.width:
        found.append("the axis is too short to be read")
    return found


def _intervals(comparison, dots, lines):
    found = []
    unit = points_of_a_rank(comparison, dots)
    lengths = [line.points[1][0] - line.points[0][0] for line in lines.values()]
    if max(lengths) - min(lengths) > 1e-6:
        found.append("intervals of different lengths")
    if (
        unit is not None
        and abs(lengths[0] - unit * comparison.critical_difference)
        > 1e-3 * lengths[0] + 1e-3
    ):
        found.append("the intervals are not as long as the critical difference")
    for position, line in lines.items():
        (left, y), (right, also_y) = line.points
        if (
            abs((left + right) / 2 - dots[position].x) > 1e-6
            or not y == also_y == dots[position].y
        ):
            found.append(f"the dot of {position} is not in the middle of its interval")
    return found


def _band(layout, comparison, dots, lines, band, reference):
    found = []
    place = comparison.order.index(reference)
    if (
        abs(band.x - lines[place].points[0][0]) > 1e-6
        or abs(band.x + band.width - lines[place].points[1][0]) > 1e-6
    ):
        found.append("the band is not the interval of the reference")
    if by_gid(layout, Line, "interval-cap"):
        found.append("the band has edges, which look like limits of all rows")
    [axis] = by_gid(layout, Line, "axis")
    if band.y + band.height > axis.points[0][1] + 1e-6:
        found.append("the band ends below the axis")
    if band.y > dots[0].y - 3 or band.y + band.height < dots[len(dots) - 1].y + 3:
        found.append("the band does not pass all rows")
    for position, dot in dots.items():
        heights = [
            t.y
            for t in layout.elements
            if t.gid in (f"label-{position}", f"rank-{position}")
        ]
        if heights and abs((min(heights) + max(heights)) / 2 - dot.y) > 1e-6:
            found.append(f"dot {position} is not beside its name")
        bold = any(t.bold for t in by_gid(layout, Text, f"label-{position}"))
        if position == place and not bold and by_gid(layout, Text, f"label-{position}"):
            found.append("the name of the reference is not bold")
    return found


def _head(layout, comparison, options, reference):
    found = []
    end = "better" if options.get("show_direction", True) else ""
    found += below_defects(layout, (end, ""), AXES[comparison.kind])
    found += [
        *tick_defects(layout),
        *plot_defects(layout),
        *(type_defects(layout) if layout.font_size >= 6.5 else []),
    ]
    notes = [t.text for t in by_gid(layout, Text, "note")]
    whom = (
        comparison.names[reference]
        if reference != comparison.order[0] or comparison.control
        else None
    )
    if comparison.test.endswith(PICKED_AFTER):
        whom = ""
    if whom is None:
        whom = PICKED_AFTER
    elif whom:
        whom = f" against {whom}"
    wanted = f"{comparison.test}{whom} (MCB)"
    if "note" not in options and not says(notes, wanted):
        found.append(f"the note is {notes}")
    half = re.search(r"bars: ± CD/2 = ± ([\d.]+)", said(layout))
    if (
        half is None
        or abs(float(half[1]) - comparison.critical_difference / 2) > 0.005001
    ):
        found.append("the half-width of the bars is not given, or another one")
    return found


# -- cases -----------------------------------------------------------------------------


def lay_out(subject, family="DejaVu Sans", **options):
    return layout_mcb(subject, measure=text_measure(family), **options)


def of_case(key, *, control=False):
    data = load(key)
    names, ranks = data["names"], data["mean_ranks"]
    return by_difference(
        dict(zip(names, ranks, strict=True)),
        {0.05: data["bonferroni_dunn_cd"] if control else data["cd"]},
        control=names[len(names) // 2] if control else None,
    )


@pytest.mark.parametrize("family", ["DejaVu Sans", "STIXGeneral", "cmr10"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("control", [True, False])
@pytest.mark.parametrize("key", SYNTHETIC)
def test_no_defects(key, control, width, family):
    subject = of_case(key, control=control)
    assert (
        defects(lay_out(subject, family, width=width), subject, width=WIDTHS[width])
        == []
    )


@pytest.mark.slow
@random_figures(60)
@given(
    subjects(with_difference=True),
    OPTIONS,
    st.sampled_from(["DejaVu Sans", "STIXGeneral"]),
    st.booleans(),
)
def test_random_inputs_have_no_defects(subject, options, family, emphasise):
    comparison, _ = subject
    names = comparison.names
    emphasis = (
        {"highlight": [names[0], names[-1]], "families": some_families(names)}
        if emphasise
        else {}
    )
    layout = lay_out(comparison, family, **options, **emphasis)
    assert (
        defects(
            layout, comparison, width=round(options["width"] * 72, 9), options=options
        )
        == []
    )


SERIES = {"ResNet": 1.39, "FCN": 1.88, "Encoder": 2.9, "MLP": 4.0, "MCNN": 4.83}
BREAKS = {
    "dot": lambda e: replace(e, x=e.x + 1.0) if e.gid == "marker-1" else e,
    "fill": lambda e: replace(e, fill="background") if e.gid == "marker-3" else e,
    "interval": lambda e: replace(e, points=((40.0, e.points[0][1]), e.points[1])) if e.gid == "interval-2" else e,
    "band": lambda e: replace(e, width=e.width + 4) if e.gid == "interval" else e,
    "rows": lambda e: replace(e, height=e.height - 12) if e.gid == "interval" else e,
    "tick": lambda e: replace(e, text="0") if e.gid == "tick-number" and e.text == "1" else e,
    "name": lambda e: replace(e, text="ResNe") if e.gid == "label-0" else e,
    "missing": lambda e: None if e.gid == "interval-2" else e,
    "swapped": lambda e: replace(e, gid={"marker-0": "marker-1", "marker-1": "marker-0"}.get(e.gid, e.gid)),
    "label": lambda e: replace(e, y=e.y + 2.0) if e.gid == "label-3" else e,
    "edge": lambda e: replace(e, gid="interval-cap") if e.gid == "tick" else e,
    "name of the axis": lambda e: replace(e, text="rank") if e.gid == "axis-name" else e,
    "end": lambda e: replace(e, text="worse") if e.gid == "cue" and isinstance(e, Text) else e,
    "cue": lambda e: replace(e, points=e.points[::-1]) if e.gid == "cue" and isinstance(e, Line) else e,
}  # fmt: skip


@pytest.mark.parametrize("name", BREAKS)
def test_the_checker_sees(name):
    subject = by_difference(SERIES, {0.05: 1.5})
    layout = lay_out(subject)
    assert defects(layout, subject, width=237.6) == []
    broken = [BREAKS[name](element) for element in layout.elements]
    broken = replace(
        layout, elements=tuple(element for element in broken if element is not None)
    )
    assert defects(broken, subject, width=237.6) != []


# -- published comparisons -------------------------------------------------------------


def note_of(layout):
    return " ".join(t.text for t in by_gid(layout, Text, "note"))


def filled(layout):
    """Who is different from the reference; None for the reference itself."""
    forms = [form(m) for m in by_gid(layout, Marker, r"marker-\d+")]
    return [
        {"reference": None, "different": True, "not different": False}[found]
        for found in forms
    ]


def test_demsar():
    # Demšar 2006, p. 12: at .10 CD = 1.12, and C4.5 is the one that differs from the
    # best, C4.5+m+cf
    comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    layout = layout_mcb(comparison, measure=plain_measure)
    assert filled(layout) == [None, False, False, True]
    assert (
        note_of(layout)
        == "Nemenyi (asymptotic), best against the others (MCB), α = 0.10"
    )
    assert [t.text for t in by_gid(layout, Text, "key-text")] == [
        "best",
        "different",
        "not different",
        "bars: ± CD/2 = ± 0.56",
    ]
    [(left, right), *_] = layout.intervals
    assert right - left == pytest.approx(layout.axis.points(1.118), abs=0.05)


def test_any_algorithm_may_be_the_reference_of_all_pairs():
    comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    layout = layout_mcb(comparison, measure=plain_measure, reference="C4.5")
    # p. 12: C4.5 differs from C4.5+m and C4.5+m+cf
    assert filled(layout) == [True, True, False, None]
    assert note_of(layout) == "Nemenyi (asymptotic) against C4.5 (MCB), α = 0.10"


def test_the_control_is_the_reference():
    comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), control="C4.5")
    layout = layout_mcb(comparison, measure=plain_measure)
    # p. 15: with Bonferroni-Dunn at .05 only C4.5+m+cf differs from C4.5
    assert filled(layout) == [True, False, False, None]
    assert (
        note_of(layout) == "Bonferroni–Dunn (asymptotic) against C4.5 (MCB), α = 0.05"
    )
    assert (
        layout_mcb(comparison, measure=plain_measure, reference="C4.5").elements
        == layout.elements
    )
    with pytest.raises(
        UsageError,
        match=r"^the reference 'C4\.5\+m' was not compared with the others; only the "
        r"control",
    ):
        layout_mcb(comparison, measure=plain_measure, reference="C4.5+m")


def test_a_control_chosen_after_looking_is_named_by_the_test():
    comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), control="best")
    assert (
        note_of(layout_mcb(comparison, measure=plain_measure))
        == f"{comparison.test} (MCB), α = 0.05"
    )


def test_an_algorithm_may_be_called_best():
    subject = by_difference({"A": 1.2, "best": 2.5, "C": 2.9}, {0.05: 0.5})
    layout = lay_out(subject, reference="best")
    assert layout.reference.position == 1


def test_ticks_stand_at_possible_ranks_only():
    # intervals from 0.25 to 3.75, ranks of three algorithms are 1 to 3
    layout = lay_out(by_difference({"A": 1.25, "B": 2.0, "C": 2.75}, {0.05: 2.0}))
    assert [t.text for t in by_gid(layout, Text, "tick-number")] == ["1", "2", "3"]
    ticks = [line.points[0][0] for line in by_gid(layout, Line, "tick(-minor)?")]
    assert min(ticks) == pytest.approx(layout.axis.at(1.0))
    assert max(ticks) == pytest.approx(layout.axis.at(3.0))
    assert (layout.axis.low, layout.axis.high) == (0.25, 3.75)


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
    layout = lay_out(by_difference(nine, {0.05: 1.3}))
    # Two rows of the header, nine rows, and the axis with its title.
    assert layout.height / 72 == pytest.approx(1.95, abs=0.05)
    assert layout.font_size == 8.0


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
    subject = by_difference(
        dict(zip(AWKWARD, (1.2, 2.0, 3.1, 3.3, 5.0, 6.1, 7.0), strict=True)),
        {0.05: 1.5},
    )
    layout = lay_out(subject, family, width=width)
    points = {2.0: 144.0, **WIDTHS}[width]
    assert defects(layout, subject, width=points) == []
    assert not any(t.math for t in layout.elements if isinstance(t, Text))


# -- refusals --------------------------------------------------------------------------


def test_no_critical_difference():
    comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon")
    with pytest.raises(UsageError) as error:
        layout_mcb(comparison, measure=plain_measure)
    assert str(error.value) == (
        "MCB requires a critical difference, but there is none for this procedure "
        "(Wilcoxon–Holm). Use p_adjust='nemenyi' and omit pair_test. Alternatively, draw "
        "rank bars or the CD diagram."
    )


def test_an_unknown_reference():
    with pytest.raises(
        UsageError,
        match=r"^unknown reference 'FNC': did you mean 'FCN'\? Choose from 'best', "
        r"'ResNet'",
    ):
        lay_out(by_difference(SERIES, {0.05: 1.5}), reference="FNC")


def test_a_pair_that_was_not_tested():
    subject = stated(
        SERIES,
        lambda a, b: NAN if {a, b} == {"ResNet", "MLP"} else 0.5,
        differences=((0.05, 1.0),),
    )
    with pytest.raises(
        InputError,
        match=r"^the pair 'ResNet' and 'MLP' was not tested, but the figure requires all pairs",
    ):
        lay_out(subject)


def test_a_width_that_is_too_small_names_one_that_does():
    subject = by_difference(SERIES, {0.05: 1.5})
    with pytest.raises(
        LayoutError, match=r"^the figure does not fit 0\.50 in: it needs (\d\.\d\d) in"
    ) as error:
        lay_out(subject, width=0.5)
    needed = float(re.search(r"needs (\d\.\d\d)", str(error.value)).group(1))
    assert needed < 2.0
    lay_out(subject, width=needed)
