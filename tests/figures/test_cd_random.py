"""Random inputs, no defect: sizes, ties, graphs, names, widths, options.

``CDDIAGRAM_LAYOUT_EXAMPLES=4000`` runs more than the suite does.
"""

import re
from random import Random

import pytest
from cases import Case, text_measure
from checks import defects
from examples import random_figures
from family_checks import family_defects, some_families
from hypothesis import event, given
from hypothesis import strategies as st
from random_inputs import random_alike, random_name, random_ranks

from cddiagram.figures.cd import layout_cd
from cddiagram.text import LayoutError

pytestmark = pytest.mark.slow


@st.composite
def subjects(draw):
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    k = draw(st.one_of(st.integers(2, 60), st.integers(2, 16)))
    ranks = random_ranks(
        rng,
        k,
        draw(st.sampled_from(["uniform", "ties", "clusters", "equal", "narrow"])),
    )
    names = []
    while len(names) < k:
        name = random_name(rng)
        if name not in names:
            names.append(name)
    cd = rng.choice((0.1, 0.25, 0.5, 1.2)) * k * rng.uniform(0.3, 1.0)
    control = draw(st.booleans()) and rng.randrange(k)
    # flipping many pairs of many algorithms makes more groups than the independent
    # search could list
    flips = (
        draw(st.sampled_from([0.0, 0.02, 0.08, 0.2]))
        if control is not False or k <= 24
        else draw(st.sampled_from([0.0, 0.01]))
    )
    one_cd = flips == 0.0 and draw(st.booleans())
    return Case(
        names=tuple(names),
        ranks=tuple(ranks),
        alike=random_alike(rng, ranks, cd, flips),
        cd=cd if one_cd else None,
        control=None if control is False else control,
        alpha=rng.choice((0.05, 0.10, 0.01, 0.001)),
        test=rng.choice(
            (
                "Nemenyi",
                "Wilcoxon–Holm",
                "Friedman ranks, Bergmann–Hommel",
                "Bonferroni–Dunn",
            )
        ),
    )


OPTIONS = st.fixed_dictionaries(
    {
        "width": st.sampled_from([3.3, 5.0, 6.75]),
        "font_size": st.sampled_from([7.0, 8.0, 9.0, 10.0]),
    },
    optional={
        "best_at": st.just("left"),
        "arrangement": st.sampled_from(["list", "horizontal"]),
        "labels": st.sampled_from(["column", "stair"]),
        "side": st.sampled_from(["left", "right"]),
        "rank_range": st.sampled_from(["full", "data"]),
        "show_ranks": st.just(False),
        "show_direction": st.just(False),
        "show_ruler": st.just(False),
        "note": st.sampled_from(
            [
                None,
                "A longer note than most, which has to be broken over lines in a "
                "column",
            ]
        ),
        "title": st.just("A title"),
        "wrap": st.sampled_from([True]),
    },
)


@random_figures(60)
@given(
    subjects(), OPTIONS, st.sampled_from(["DejaVu Sans", "STIXGeneral"]), st.booleans()
)
def test_random_inputs_have_no_defects(subject, options, family, emphasise):
    measure = text_measure(family)
    if emphasise:
        families = some_families(subject.names)
        options = options | {
            "highlight": [subject.names[0], subject.names[-1]],
            "families": families,
        }
    try:
        layout = layout_cd(subject.comparison, measure=measure, **options)
    except LayoutError as error:
        if "are too many for bars: draw the p-value matrix" in str(
            error
        ):  # no width would do, nor would the list
            assert options["arrangement"] == "horizontal"
            assert subject.comparison.letters is None
            return
        if "are too many for bars, and for the letters a-z and A-Z" in str(
            error
        ):  # no width would do
            assert subject.comparison.letters is None
            return
        # only a forced horizontal layout, and a list with a wide column of letters, may
        # need more width than they are given; the message names one that does
        letters = subject.comparison.letters
        wide = (
            letters is not None
            and max(map(len, letters.values())) > 8
            and options["width"] < 5
        )
        assert options.get("arrangement") == "horizontal" or wide
        if "are too many for bars: pass arrangement='list'" in str(
            error
        ):  # no width would do
            assert len(subject.comparison.groups) > 12
            return
        needed = re.search(r"it needs (\d+\.\d\d) in", str(error))
        options = options | {"width": float(needed.group(1))}
        layout = layout_cd(subject.comparison, measure=measure, **options)
    event(f"{layout.kind} {layout.labels}, letters: {bool(layout.letters)}")
    found = defects(layout, subject, width=round(options["width"] * 72, 9))
    if emphasise and all(subject.names):
        found += family_defects(layout, dict.fromkeys(subject.names) | families)
    assert found == []
