"""Random awkward names in the figures without a list of names of their own.

Accents, wide letters, TeX's special characters, tabs, line breaks, empty names, words
of 120 letters, Chinese, Hebrew, and mixtures: drawn literally, without a defect. What a
defect is, the modules of the figures say. ``CDDIAGRAM_LAYOUT_EXAMPLES=4000`` runs more
than the suite does.
"""

import re
from random import Random

import numpy as np
import pytest
from assumptions_checks import TESTS
from assumptions_checks import defects as assumptions_defects
from assumptions_checks import stated as stated_assumptions
from cases import Case, text_measure, within
from checks import reads
from convergence_checks import (
    matrix_lies,
    printed,
    problem_lies,
    random_values,
    rows_of,
    shown,
    trend_lies,
)
from examples import random_figures
from family_checks import some_families
from hypothesis import event, given
from hypothesis import strategies as st
from matrix_checks import compared, symmetric
from matrix_checks import defects as matrix_defects
from plot_checks import face_defects
from random_inputs import random_ranks
from sequence_checks import defects as sequence_defects

import cddiagram as cd
from cddiagram.convergence import (
    layout_convergence_matrix,
    layout_convergence_problems,
    layout_convergence_trend,
)
from cddiagram.figures.assumptions import layout_assumptions
from cddiagram.figures.cd_sequence import layout_cd_sequence
from cddiagram.figures.pvalue_matrix import layout_pvalue_matrix
from cddiagram.sheet import Text
from cddiagram.text import LayoutError, as_text

pytestmark = pytest.mark.slow

LETTERS = (
    "éèüßøñçŁőşİÆ",
    "e\u0301o\u0308",  # combining accents
    "WMŒ@ﷺ—",
    "_%&#${}\\^~",
    "随机森林梯度提升机",
    "יער אקראי",
    "abc XYZ 0123 -/(",
)
BREAKS = ("\t", "\n", "\r\n", "\u2028", "\x00", " \t ")
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
LONG = "xWm随א_é"


# -- names and what all figures must show of them --------------------------------------


@st.composite
def words(draw):
    """One script, or all of them mixed, with or without a control character."""
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    alphabet = "".join(LETTERS) if rng.random() < 0.5 else rng.choice(LETTERS)
    letters = [rng.choice(alphabet) for _ in range(rng.choice((1, 8, 24)))]
    if rng.random() < 0.4:
        letters.insert(rng.randint(0, len(letters)), rng.choice(BREAKS))
    return "".join(letters)


def names(least, most):
    """Names that look different; half of the lists have an empty one and one word of
    120 letters among them.
    """
    odd = st.one_of(
        words(), st.sampled_from(["", "$x$ and $y", *(letter * 120 for letter in LONG)])
    )
    drawn = st.lists(odd, min_size=least, max_size=most, unique=True)
    sure = st.tuples(
        st.sampled_from(LONG),
        st.lists(words(), min_size=least - 2, max_size=most - 2, unique=True),
    ).map(lambda parts: [*parts[1], "", parts[0] * 120])
    return st.one_of(drawn, sure.flatmap(st.permutations)).filter(
        lambda found: len({seen(name) for name in found}) == len(found)
    )


def seen(name):
    """Give what a reader sees of a name: two that blanks alone tell apart are
    refused.
    """
    return " ".join(CONTROLS.sub(" ", name).split())


OPTIONS = st.fixed_dictionaries(
    {
        "measure": st.sampled_from(["DejaVu Sans", "STIXGeneral"]).map(text_measure),
        "width": st.sampled_from([2.0, 3.3, 6.75]),
        "font_size": st.sampled_from([7.0, 8.0, 10.0]),
        "title": words(),
    }
)
#: No font of the tests has Chinese letters: what stands for them has a width too.
NO_GLYPH = pytest.mark.filterwarnings("ignore:Glyph .* missing from font")
many = random_figures(40)


def literal(layout, options):
    """The title is printed as it is; no text is mathtext, holds a control character, or
    has a wrong width.
    """
    found = []
    if not reads(rows_of(layout, "title"), options["title"]):
        found.append(
            f"title {options['title']!r} is printed as {printed(layout, 'title')!r}"
        )
    for text in (e for e in layout.elements if isinstance(e, Text)):
        if text.math:
            found.append(f"{text.gid} is mathtext")
        if CONTROLS.search(text.text):
            found.append(f"{text.gid} holds a control character")
        if (
            abs(
                options["measure"](text.text, text.size, text.bold, text.italic)
                - text.width
            )
            > 1e-6
        ):
            found.append(f"{text.gid} is not as wide as it says")
    return found


def points(options):
    return round(options["width"] * 72, 9)


def emphasised(algorithms, which):
    """Options for a name in bold, and for a name that is only shown so."""
    if which == "highlight":
        return {
            "highlight": [algorithms[0], algorithms[-1]],
            "families": some_families(algorithms),
        }
    return (
        {}
        if which == "plain"
        else {"rename": {algorithms[0]: algorithms[-1][:60] + "\tנ%"}}
    )


EMPHASIS = st.sampled_from(["plain", "highlight", "rename"])


# -- the figures -----------------------------------------------------------------------


@NO_GLYPH
@many
@given(names(2, 16), OPTIONS, EMPHASIS, st.booleans(), st.integers(0, 2**32 - 1))
def test_matrix(algorithms, options, emphasis, full, seed):
    rng, k = Random(seed), len(algorithms)
    p = symmetric(k, [rng.betavariate(0.3, 1) for _ in range(k * (k - 1) // 2)])
    subject = compared(random_ranks(rng, k, "ties"), p, names=algorithms)
    extra = emphasised(algorithms, emphasis)
    layout = layout_pvalue_matrix(subject, full=full, **options, **extra)
    found = matrix_defects(
        layout, subject, width=points(options), full=full, rename=extra.get("rename")
    )
    assert [*found, *literal(layout, options)] == []


@NO_GLYPH
@many
@given(
    names(2, 12),
    st.lists(words(), min_size=2, max_size=4),
    OPTIONS,
    EMPHASIS,
    st.booleans(),
    st.integers(0, 2**32 - 1),
)
def test_sequence(algorithms, titles, options, emphasis, plain_titles, seed):
    rng, k = Random(seed), len(algorithms)
    cases = []
    for _ in titles:
        ranks, cd_ = (
            tuple(random_ranks(rng, k, rng.choice(["uniform", "ties", "equal"]))),
            0.3 * k,
        )
        control = rng.randrange(k) if rng.random() < 0.2 else None
        cases.append(
            Case(
                names=tuple(algorithms),
                ranks=ranks,
                cd=cd_,
                alike=within(ranks, cd_),
                control=control,
            )
        )
    extra = emphasised(algorithms, emphasis)
    titles = [f"({i})" for i in range(len(titles))] if plain_titles else titles
    comparisons = [case.comparison for case in cases]
    options = options | {"titles": titles}
    try:
        layout = layout_cd_sequence(comparisons, **options, **extra)
    except LayoutError as error:
        # a title is never broken within a word, so it may need more room than there is,
        # and so may names of more lines than six; four columns always need more than
        # two inches
        assert (
            not plain_titles
            or options["width"] == 2.0
            or max(map(len, algorithms)) > 60
        )
        options["width"] = float(
            re.search(r"it needs (\d+\.\d\d) in", str(error)).group(1)
        )
        event("does not fit")
        layout = layout_cd_sequence(comparisons, **options, **extra)
    assert [shown(title) for title in layout.titles] == [
        shown(title) for title in titles
    ]
    found = sequence_defects(
        layout, cases, width=points(options), rename=extra.get("rename")
    )
    assert [*found, *literal(layout, options)] == []


@NO_GLYPH
@many
@given(names(2, 8), OPTIONS, EMPHASIS, st.integers(0, 2**32 - 1))
def test_assumptions(algorithms, options, emphasis, seed):
    rng = np.random.default_rng(seed)
    subject = stated_assumptions(
        rng.normal(size=(6, len(algorithms))),
        algorithms,
        rng.random((len(TESTS), len(algorithms))),
    )
    extra = emphasised(algorithms, emphasis)
    layout = layout_assumptions(subject, **options, **extra)
    found = assumptions_defects(
        layout, subject, width=points(options), rename=extra.get("rename")
    )
    assert [*found, *literal(layout, options)] == []


@NO_GLYPH
@many
@given(names(2, 6), names(2, 6), OPTIONS, st.integers(0, 2**32 - 1))
def test_figures_of_page(algorithms, problems, options, seed):
    rng = np.random.default_rng(seed)
    subject = cd.Histories(
        values=random_values(rng, len(algorithms), len(problems), 4),
        # What names hold when they come in; an empty one is refused there.
        algorithms=[as_text(name).strip() or "?" for name in algorithms],
        problems=[as_text(name).strip() or "?" for name in problems],
        cut_points=(1, 2, 3, 4),
    )
    comparison = cd.compare_convergence(subject)
    first, second = comparison.algorithms[-2:]
    layout = layout_convergence_matrix(comparison, **options)
    assert [
        *matrix_lies(layout, comparison, points(options)),
        *literal(layout, options),
    ] == []
    layout = layout_convergence_trend(comparison, first, second, **options)
    lies = trend_lies(layout, comparison, first, second)
    assert [
        *face_defects(layout, points(options)),
        *lies,
        *literal(layout, options),
    ] == []
    layout = layout_convergence_problems(comparison, first, second, **options)
    lies = problem_lies(layout, comparison, first, second)
    assert [
        *face_defects(layout, points(options)),
        *lies,
        *literal(layout, options),
    ] == []
