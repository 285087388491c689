"""The figure of power: what a reader sees against the numbers of the study, deliberate
faults, and random studies.
"""

import re
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from cases import text_measure
from checks import by_gid, letters, reads
from convergence_checks import printed, rows_of
from examples import random_figures
from grammar import said
from hypothesis import given
from hypothesis import strategies as st
from plot_checks import (
    NEAR,
    axis_defects,
    face_defects,
    numbers_of,
    plot_defects,
    reader,
)
from random_inputs import random_name

import cddiagram as cd
from cddiagram.features import FEATURES
from cddiagram.sheet import Line, Marker, Text
from cddiagram.studies.power.figure import layout_power
from cddiagram.text import InputError, LayoutError, UsageError

GARCIA = cd.load_example("garcia2008-table2")
QUANTITIES = FEATURES["power"].choices["show"]
PAIR = ("C4.5", "1-NN")
BIASES = [0, 4, 8, 12, 16, 20]
#: What is shown -> what the axis of values says, and whether decisions at a level are
#: counted.
AXES = {
    "power": ("proportion of samples in which the test rejects", True),
    "mean-pvalue": ("mean p-value (the smaller, the higher)", False),
    "replicability-e": ("replicability R(e) of the decision", True),
    "replicability-p": ("replicability R(p) of the p-value", False),
    "family-rejections": (
        "rejected hypotheses of the family in a sample, on average",
        True,
    ),
    "family-mean-pvalue": (
        "mean adjusted p-value of the family (the smaller, the higher)",
        False,
    ),
}


def study_of(group="pair", **options):
    return cd.study_power(
        GARCIA,
        **{"pair": PAIR, "group": group, "biases": BIASES, "repeats": 60, **options},
    )


def shown_of(study, show):
    """The means over the pairs and the ends of their intervals, made again from the
    numbers of each pair.
    """
    values = getattr(study, show.replace("-", "_"))
    low, high = study.interval(show)
    mean, count = values.mean(axis=0), len(values)
    return (
        mean,
        mean - np.sqrt(((values - low) ** 2).sum(0)) / count,
        mean + np.sqrt(((high - values) ** 2).sum(0)) / count,
    )


def defects(layout, study, show, width, names=None):
    found = [*face_defects(layout, width), *plot_defects(layout, layout.plot_box)]
    found += axis_defects(layout, "value-number")
    own = [text.text for text in by_gid(layout, Text, "tick-number")] == [
        f"{b:g}" for b in sorted(study.biases)
    ]
    found += [
        fault
        for fault in axis_defects(layout, "tick-number")
        if not (own and "counts in steps" in fault)
    ]
    at, across = (
        reader(numbers_of(layout, "value-number")),
        reader(numbers_of(layout, "tick-number")),
    )
    if at is None or across is None:
        return [*found, "an axis has fewer than two numbers"]
    rising = np.argsort(study.biases)
    mean, low, high = (numbers[rising] for numbers in shown_of(study, show))
    left, top, right, bottom = layout.plot_box
    if (at(0.2) > at(0.1)) != show.endswith("pvalue"):
        found.append("the axis of values runs the wrong way")
    points = {point.gid: point for point in by_gid(layout, Marker, r"point-\d+-\d+")}
    exact = [across(study.biases[at]) for at in rising]
    for test, name in enumerate(study.tests if names is None else names):
        lines = by_gid(layout, Line, f"curve-{test}")
        if len(lines) != 1 or len(lines[0].points) != len(rising):
            found.append(f"{name} has no line")
            continue
        for place, (x, y) in enumerate(lines[0].points):
            if abs(x - exact[place]) > NEAR:
                found.append(f"{name} is not at its bias {place}")
            if abs(y - at(mean[place, test])) > NEAR:
                found.append(f"{name} is not at its value {place}")
            if not (
                left - NEAR <= x <= right + NEAR and top - NEAR <= y <= bottom + NEAR
            ):
                found.append(f"{name} leaves the plot")
            point = points.pop(f"point-{test}-{place}", None)
            if point is None or max(abs(point.x - x), abs(point.y - y)) > NEAR:
                found.append(f"{name} has no point at its value {place}")
            elif point.fill != lines[0].color:
                found.append(f"the point {place} of {name} has another colour")
        pointers, (x, y) = by_gid(layout, Line, f"pointer-{test}"), lines[0].points[-1]
        texts = by_gid(layout, Text, f"label-{test}")
        middle = sum(text.y for text in texts) / len(texts)
        if not reads(rows_of(layout, f"label-{test}"), name):
            found.append(f"{name!r} reads {rows_of(layout, f'label-{test}')!r}")
        if (
            abs(pointers[0].points[0][1] - y) > NEAR
            or abs(pointers[0].points[1][1] - middle) > NEAR
        ):
            found.append(f"the pointer of {name} goes elsewhere")
    largest = high.max()
    if show == "power" and 0.04 < largest < 0.5:
        part = (at(0.0) - at(largest)) / (bottom - top)
        if part < 0.79:
            found.append("the axis extends to more than 1.25 times the largest value")
    styles = {(line.color, line.dash) for line in by_gid(layout, Line, r"curve-\d+")}
    if len(styles) < len(study.tests):
        found.append("two lines look alike")
    axis, counted = AXES[show]
    axis = (
        axis.replace("p-value", "adjusted p-value")
        if max(study.hypotheses) > 1 and "adjusted" not in axis
        else axis
    )
    if printed(layout, "value-label") != letters(axis):
        found.append(f"the axis of values says {printed(layout, 'value-label')}")
    favoured = "the first algorithm of the pair"
    if len(study.pairs) == 1:
        favoured = study.pairs[0][0]
    if printed(layout, "bias-label") != letters(f"bias towards {favoured}"):
        found.append(f"the axis of biases says {printed(layout, 'bias-label')}")
    note = printed(layout, "note")
    if (f"α={study.alpha:.2f}" in note) != counted:
        found.append("the note has a level that decided nothing, or lacks one that did")
    means = " for the means" if len(study.pairs) > 1 else ""
    key = re.fullmatch(
        rf"95%(?:MonteCarlo)?intervals(?:{letters(means)})?:atmost±([0-9.]+)",
        letters(said(layout)),
    )
    margin = max((mean - low).max(), (high - mean).max())
    if key is None or not margin <= float(key[1]) <= 1.1 * margin + 1e-12:
        found.append(f"the key says {said(layout)}")
    return [*found, *points]


CASES = [
    *(("pair", show, {}) for show in QUANTITIES[:4]),
    ("pair", "power", {"pair": None, "biases": [0, 15]}),
    ("pair", "mean-pvalue", {"pair": None, "biases": [20, 0, 5]}),
    ("omnibus", "power", {"tests": ["anova", "friedman", "aligned", "quade"]}),
    *(("all", show, {}) for show in QUANTITIES),
    *(("control", show, {}) for show in ("power", "mean-pvalue", "family-rejections")),
    (
        "control",
        "family-mean-pvalue",
        {"ranking": ["friedman", "aligned", "quade"], "tests": ["holm", "li"]},
    ),
    ("all", "power", {"pair_test": "wilcoxon"}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("group", "show", "options"), CASES)
@pytest.mark.parametrize("width", [3.3, 6.75])
def test_power_has_no_defects(group, show, options, width):
    study = study_of(group, **options)
    layout = layout_power(study, measure=text_measure(), width=width, show=show)
    assert defects(layout, study, show, round(72 * width, 9)) == []
    assert layout.font_size >= (8.0 if width > 4 else 6.5)
    assert layout.biases == tuple(sorted(study.biases))


FAULTS = {
    "value": lambda e: replace(e, points=(*e.points[:2], (e.points[2][0], e.points[2][1] + 1), *e.points[3:]))
    if e.gid == "curve-1" else e,
    "bias": lambda e: replace(e, points=(*e.points[:2], (e.points[2][0] + 1, e.points[2][1]), *e.points[3:]))
    if e.gid == "curve-1" else e,
    "swapped": lambda e: replace(e, gid={"curve-0": "curve-2", "curve-2": "curve-0"}.get(e.gid, e.gid)),
    "missing": lambda e: replace(e, gid="none") if e.gid == "curve-3" else e,
    "point": lambda e: replace(e, y=e.y + 1) if e.gid == "point-2-2" else e,
    "gray point": lambda e: replace(e, fill="guide") if e.gid == "point-1-1" else e,
    "no point": lambda e: replace(e, gid="none") if e.gid == "point-0-0" else e,
    "a narrower interval": lambda e: replace(e, text=re.sub("± 0.1.", "± 0.01", e.text))
    if e.gid == "key-text" else e,
    "name": lambda e: replace(e, text="Sign") if e.gid == "label-3" else e,
    "pointer": lambda e: replace(e, points=(e.points[0], (e.points[1][0], e.points[1][1] + 3)))
    if e.gid == "pointer-0" else e,
    "alike": lambda e: replace(e, color="foreground", dash=None) if e.gid == "curve-1" else e,
    "number": lambda e: replace(e, text="0.5") if e.gid == "value-number" and e.text == "0.4" else e,
    "tick": lambda e: replace(e, x=e.x + 1) if e.gid == "tick-number" and e.text == "8" else e,
    "axis": lambda e: replace(e, text=e.text.replace("rejects", "accepts")) if e.gid == "value-label" else e,
    "favoured": lambda e: replace(e, text=e.text.replace("C4.5", "1-NN")) if e.gid == "bias-label" else e,
    "note": lambda e: replace(e, text=e.text.replace("0.05", "0.10")) if e.gid == "note" else e,
    "key": lambda e: replace(e, text=e.text.replace("95", "99")) if e.gid == "key-text" else e,
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_the_checker_sees(fault):
    study = study_of()
    layout = layout_power(study, measure=text_measure())
    assert defects(layout, study, "power", 237.6) == []
    broken = replace(layout, elements=tuple(map(FAULTS[fault], layout.elements)))
    assert defects(broken, study, "power", 237.6) != []


@pytest.mark.slow
@random_figures(40)
@given(
    st.integers(0, 10**6),
    st.sampled_from([3.3, 5.0, 6.75]),
    st.booleans(),
    st.booleans(),
)
def test_random_studies_have_no_defects(seed, width, serif, renamed):
    rng = Random(seed)
    k, n = rng.randint(3, 7), rng.randint(6, 25)
    names = list({"".join(random_name(rng).split()) or "x": None for _ in range(k)})
    names += [f"further {number}" for number in range(k - len(names))]
    scores = np.round(
        np.random.default_rng(seed).normal(size=(n, k))
        + rng.random() * np.linspace(1, 0, k),
        1,
    )
    table = cd.ScoreTable.from_arrays(
        scores, algorithms=names, higher_is_better=rng.random() < 0.5
    )
    group = rng.choice(["pair", "omnibus", "all", "control"])
    pair = (
        None if group == "pair" and rng.random() < 0.5 else tuple(rng.sample(names, 2))
    )
    biases = sorted(
        {float(rng.choice([0, 0.5, 1, 3, 7, 20, 100])) for _ in range(6)} | {0.0, 2.0}
    )
    study = cd.study_power(
        table,
        pair=pair,
        group=group,
        biases=biases,
        size=rng.randint(3, n - 1),
        repeats=rng.choice([2, 3, 20]),
    )
    show = rng.choice(QUANTITIES if max(study.hypotheses) > 1 else QUANTITIES[:4])
    called = dict(
        zip(
            study.tests,
            (f"{number} {random_name(rng)}" for number in range(99)),
            strict=False,
        )
    )
    options = {"rename": called} if renamed else {}
    measure = text_measure("STIXGeneral" if serif else "DejaVu Sans")
    layout = layout_power(study, measure=measure, width=width, show=show, **options)
    shown = [called[name] for name in study.tests] if renamed else None
    assert defects(layout, study, show, round(72 * width, 9), shown) == []


def test_what_has_no_lines_is_refused():
    with pytest.raises(InputError) as refused:
        cd.plot_power(study_of(biases=[3, 3]))
    assert str(refused.value) == (
        "the figure of power requires two different biases, but this study has only one. Specify two or more with "
        "biases."
    )
    with pytest.raises(UsageError) as refused:
        cd.plot_power(study_of(), show="family-rejections")
    assert str(refused.value) == (
        "show 'family-rejections' requires families of hypotheses, but these tests have "
        "one hypothesis. Use 'power'."
    )
    with pytest.raises(
        UsageError,
        match=r"unknown show 'rejections': .*hoose from 'power', 'mean-pvalue'",
    ):
        cd.plot_power(study_of(), show="rejections")
    with pytest.raises(
        UsageError,
        match=r"plot_power requires a power study, not a Comparison\. Run the study "
        r"first",
    ):
        cd.plot_power(cd.compare(GARCIA))
    for option, value in {
        "highlight": "CN2",
        "rename": {"CN2": "x"},
        "colors": {"CN2": "red"},
        "families": {"CN2": "f"},
    }.items():
        with pytest.raises(UsageError, match=f"unknown test in {option} 'CN2'"):
            cd.plot_power(study_of(), **{option: value})
    with pytest.raises(
        LayoutError, match=r"does not fit 0\.50 in: it needs \d\.\d\d in"
    ):
        cd.plot_power(study_of(), width=0.5)


def test_captions():
    study = study_of("all", repeats=1000, biases=[0, 10])
    assert study.caption() == (
        "Proportion of samples in which each test rejects the null hypothesis, as a "
        "function of the bias of the samples towards C4.5. The vertical axis does not extend to "
        "1. The tests compare all pairs of 5 algorithms; results are "
        "shown for C4.5 and 1-NN (α = 0.05, 1,000 samples for each bias). Each sample "
        "contains 10 data sets, selected without replacement. A larger bias increases "
        "the probability of selecting data sets on which C4.5 is better than 1-NN. The "
        "Nemenyi test is asymptotic. The 95% Monte Carlo intervals extend at "
        "most 0.030 to either side of the lines. They apply to other samples from this "
        "table, not to other data sets."
    )
    family = study.caption(show="family-mean-pvalue")
    assert family.startswith(
        "Mean adjusted p-value of the family (reversed axis), as a function of the bias "
        "of the samples"
    )
    assert (
        "The tests compare all pairs of 5 algorithms (1,000 samples for each bias)."
        in family
    )
    assert (
        "R(e) estimates the probability that two samples lead to the same decision."
        in study.caption(show="replicability-e")
    )
    assert r"$\alpha = 0.05$" in study.caption(latex=True)
    every = study_of(pair=None, biases=[0, 15]).caption(show="replicability-p")
    assert (
        "Each test compares two algorithms; results are averaged over 10 pairs (60 "
        "samples for each bias and pair). R(p) = 1 − 2 var(p), where" in every
    )
    assert "on which the first algorithm of the pair is better than the second" in every
    assert "95% Monte Carlo intervals for the means" in every


@pytest.mark.parametrize(
    ("biases", "own"), [(BIASES, True), (range(21), False), ([0, 5, 20], True)]
)
def test_biases_are_the_ticks_where_they_have_room(biases, own):
    """Nothing was drawn between them."""
    layout = layout_power(study_of(biases=biases), measure=text_measure())
    numbers = [text.text for text in by_gid(layout, Text, "tick-number")]
    assert (numbers == [f"{bias:g}" for bias in biases]) == own


def test_a_low_power_fills_the_axis():
    study = study_of("all", pair=("C4.5", "CN2"), repeats=200)
    assert shown_of(study, "power")[2].max() < 0.5
    layout = layout_power(study, measure=text_measure())
    assert layout.scale.high == pytest.approx(1.25 * shown_of(study, "power")[2].max())
    high = study_of(biases=[0, 20])
    assert shown_of(high, "power")[2].max() > 0.5
    assert layout_power(high, measure=text_measure()).scale.high == 1.0
