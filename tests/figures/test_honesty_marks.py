"""Figures do not contradict themselves: cells, lines, changes, silences, scales and
names, in random figures.

The checks are in `honesty_marks`. For each there are figures without a finding, and a
fault that it finds. A few figures of each kind run always; with ``-m slow`` 24 do, or
as many as ``CDDIAGRAM_LAYOUT_EXAMPLES`` states.
"""

import inspect
import os
import warnings
from dataclasses import replace
from random import Random

import honesty_marks as marks
import numpy as np
import pytest
from convergence_checks import random_values
from matplotlib import style
from random_figures import MAKERS, fitted, names_of
from random_inputs import random_name

import cddiagram as cd
from cddiagram.sheet import Line, Marker, Rectangle, Text
from cddiagram.text import CddiagramError

PAGES = ("default", "dark_background")
MANY = int(os.environ.get("CDDIAGRAM_LAYOUT_EXAMPLES", "12"))
COUNTS = [
    pytest.param(4, id="few"),
    pytest.param(MANY, id="many", marks=pytest.mark.slow),
]


def subjects(key, count, maker=None):
    """Yield a figure's function and what it draws, so often, and a source of further
    choices.
    """
    made = seed = 0
    while made < count:
        rng = Random(f"honest {key} {seed}")
        seed += 1
        try:
            plot, *subject = (maker or MAKERS[key])(rng)
        except CddiagramError:
            assert seed < 20 * count + 100, key
            continue
        yield rng, plot, subject
        made += 1


def drawn(plot, subject, options):
    """Draw a figure that fits, and return it with the warnings; None if it does not fit
    any width.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            drawing = fitted(plot, subject, options)
        except CddiagramError:
            return None, []
    return drawing, [str(one.message) for one in caught]


def known(plot, options):
    """The options that a figure takes."""
    names = inspect.signature(plot).parameters
    return {name: value for name, value in options.items() if name in names}


def with_changed(drawing, gid, **change):
    """A drawing with one element changed."""
    elements = list(drawing.layout.elements)
    place = next(i for i, element in enumerate(elements) if element.gid == gid)
    elements[place] = replace(elements[place], **change)
    return replace(drawing, layout=replace(drawing.layout, elements=tuple(elements)))


def without(drawing, *gids):
    """A drawing without some elements."""
    kept = tuple(
        element for element in drawing.layout.elements if element.gid not in gids
    )
    return replace(drawing, layout=replace(drawing.layout, elements=kept))


# -- (e) a cell that shows a probability of at least 0.5 is never white --


def random_posterior(rng):
    k = rng.randint(2, 12)
    numbers = np.random.default_rng(rng.randrange(2**32))
    means = numbers.normal(size=k) * rng.choice([0.005, 0.05])
    noise = numbers.normal(size=(rng.randint(6, 30), k)) * rng.choice([0.001, 0.03])
    outliers = numbers.normal(size=noise.shape) * (numbers.random(noise.shape) < 0.15)
    scores = 0.7 + means + noise + outliers * rng.choice([0.0, 0.5])
    table = cd.ScoreTable.from_arrays(scores, algorithms=[f"A{i}" for i in range(k)])
    test = rng.choice(["sign", "wilcoxon"])
    return cd.plot_posterior, cd.compare(table).posterior(
        rng.choice([0.01, 0.1]), pair_test=test, draws=1000
    )


@pytest.mark.parametrize("count", COUNTS)
def test_no_cell_of_a_posterior_matrix_is_white_at_half(count):
    triangles = 0
    for rng, plot, subject in subjects("posterior matrix", count, random_posterior):
        options = {
            "width": rng.choice(["column", "page"]),
            "probability": rng.choice([None, 0.6, 0.95]),
        }
        with style.context(rng.choice(PAGES)):
            drawing, _ = drawn(plot, subject, options)
        layout = drawing.layout
        assert marks.white_probabilities(drawing) == []
        assert (
            marks.hidden_probabilities(drawing, layout.better, layout.equivalent) == []
        )
        triangles += bool(marks.elements_of(drawing, Marker, r"against-\d+-\d+"))
    assert triangles or count < 100


@pytest.mark.parametrize("key", ["rank-distribution", "pool"])
@pytest.mark.parametrize("count", COUNTS)
def test_no_other_cell_with_a_share_is_white_at_half(key, count):
    for rng, plot, subject in subjects(key, count):
        with style.context(rng.choice(PAGES)):
            drawing, _ = drawn(plot, subject, {"width": "page"})
        assert drawing is not None
        assert marks.white_probabilities(drawing) == []


def a_posterior():
    posterior = cd.compare(cd.load_example("garcia2008-table2")).posterior(
        0.05, draws=1000
    )
    return cd.plot_posterior(posterior)


@pytest.mark.parametrize("gid", ["cell-1-0", "cell-0-4"])
def test_a_white_cell_is_found(gid):
    drawing = a_posterior()
    faulty = with_changed(drawing, gid, fill="background")
    assert marks.white_probabilities(faulty)
    assert marks.hidden_probabilities(
        faulty, faulty.layout.better, faulty.layout.equivalent
    )


def test_a_white_cell_without_a_number_is_found():
    drawing = with_changed(
        without(a_posterior(), "equivalent-1-0"), "cell-1-0", fill="background"
    )
    assert marks.white_probabilities(drawing) == []
    assert marks.hidden_probabilities(
        drawing, drawing.layout.better, drawing.layout.equivalent
    )


def test_a_cell_of_the_other_colour_is_found():
    drawing = with_changed(a_posterior(), "cell-1-0", fill="level-3")
    assert marks.hidden_probabilities(
        drawing, drawing.layout.better, drawing.layout.equivalent
    )


# -- (g) up to eight lines have eight colours, and highlighting changes none --


def random_histories(rng, most=8, names=None):
    numbers = np.random.default_rng(rng.randrange(2**32))
    k, n, c = rng.randint(2, most), rng.randint(2, 6), rng.randint(2, 8)
    found = names or [f"{random_name(rng)} {i}" for i in range(k)]
    return cd.Histories(
        values=random_values(numbers, k, n, c),
        algorithms=found,
        problems=[f"{random_name(rng)} {p}" for p in range(n)],
        cut_points=range(1, c + 1),
    )


def random_lines(key):
    """A maker of a figure with named lines."""

    def make(rng):
        if key == "power":
            return MAKERS["power"](rng)
        histories = random_histories(rng, rng.choice([8, 8, 20]))
        if key == "curves":
            return cd.plot_convergence_curves, histories
        return cd.plot_convergence_ranks, cd.compare_over_budget(histories)

    return make


@pytest.mark.parametrize("key", ["curves", "ranks", "power"])
@pytest.mark.parametrize("count", COUNTS)
def test_eight_lines_have_eight_colours(key, count):
    for rng, plot, subject in subjects(key, count, random_lines(key)):
        names = subject[0].tests if key == "power" else subject[0].algorithms
        picked = rng.sample(range(len(names)), rng.randint(1, min(3, len(names))))
        options = {"width": rng.choice(["column", "page"])}
        with style.context(rng.choice(PAGES)):
            plain, _ = drawn(plot, subject, options)
            bold, _ = drawn(
                plot, subject, options | {"highlight": [names[i] for i in picked]}
            )
        if plain is None or bold is None:  # names that do not fit any width
            continue
        assert marks.alike_lines(plain) == []
        assert marks.alike_lines(bold) == []
        assert marks.changed_by_highlighting(plain, bold, picked) == []


def curves(**options):
    return cd.plot_convergence_curves(cd.load_histories("optimisers"), **options)


@pytest.mark.parametrize(
    ("gid", "change"),
    [
        ("curve-4", {"color": "line-1"}),
        ("curve-2", {"dash": (2.0, 1.0)}),
        ("pointer-3", {"color": "foreground"}),
        ("end-5", {"fill": "foreground"}),
    ],
)
def test_lines_that_look_alike_are_found(gid, change):
    assert marks.alike_lines(curves()) == []
    assert marks.alike_lines(with_changed(curves(), gid, **change))


@pytest.mark.parametrize(
    "change", [{"color": "foreground"}, {"dash": (2.0, 1.0)}, {"width": 1.1}]
)
def test_a_line_that_highlighting_changes_is_found(change):
    plain, bold = curves(), curves(highlight="PSO")
    assert marks.changed_by_highlighting(plain, bold, [2]) == []
    assert marks.changed_by_highlighting(
        plain, with_changed(bold, "curve-2", **change), [2]
    )


# -- (h) what "gained" refers to is drawn as it is tested, with the final values --


def random_panels(rng):
    histories = random_histories(rng, 3)
    if rng.random() < 0.3:
        values = np.random.default_rng(rng.randrange(2**32)).normal(
            size=histories.values.shape
        )
        histories = replace(
            histories, values=np.minimum.accumulate(values, axis=-1), whole=None
        )
    ranks = (
        rng.choice(["original", "alternative"])
        if (histories.values >= 0).all()
        else "original"
    )
    threshold = rng.choice([0.0, 1e-3]) if ranks == "alternative" else 0.0
    comparison = cd.compare_convergence(histories, ranks=ranks, threshold=threshold)
    return (
        cd.plot_convergence_problems,
        comparison,
        *rng.sample(comparison.algorithms, 2),
    )


@pytest.mark.parametrize("count", COUNTS)
def test_panels_show_what_the_headings_say(count):
    gains = 0
    for rng, plot, subject in subjects("problems", count, random_panels):
        with style.context(rng.choice(PAGES)):
            drawing, _ = drawn(plot, subject, {"width": rng.choice(["column", "page"])})
        assert drawing is not None
        assert marks.gains_not_drawn(drawing) == []
        gains += len(marks.elements_of(drawing, Text, r"heading"))
    assert gains > count


def panels():
    comparison = cd.compare_convergence(
        cd.load_histories("optimisers"), ranks="alternative"
    )
    return cd.plot_convergence_problems(
        comparison, "Dual annealing", "Random search", width="page"
    )


def test_the_optimisers_of_the_review_are_honest():
    """Where the heading says that random search gained, the line of dual annealing
    falls.
    """
    assert marks.gains_not_drawn(panels()) == []


@pytest.mark.parametrize(
    ("gid", "change"),
    [
        ("heading", {"text": "Random search gained on 12 of 20 problems"}),
        ("reached-0", {"fill": "background"}),  # another one reaches the optimum first
        ("last-second-1", {"bold": True}),
        ("last-first-6", {"bold": False}),
        ("legend-text", {"text": "Random search ahead"}),
    ],
)
def test_a_panel_that_contradicts_its_heading_is_found(gid, change):
    assert marks.gains_not_drawn(with_changed(panels(), gid, **change))


def test_a_line_that_rises_instead_of_falling_is_found():
    drawing = panels()
    [line] = marks.elements_of(drawing, Line, "first-2")
    start = line.points[0][1]
    rising = tuple((x, 2 * start - y) for x, y in line.points)
    assert marks.gains_not_drawn(with_changed(drawing, "first-2", points=rising))


def test_missing_final_values_are_found():
    assert marks.gains_not_drawn(without(panels(), "last-first-3"))


# -- (i) what an option asks for and the figure does not show is said --


@pytest.mark.parametrize("count", COUNTS)
def test_names_that_have_no_room_are_reported(count):
    short = 0
    for rng, plot, subject in subjects("pair-scatter", count):
        asked = rng.choice([1, 3, 6, 12, 50])
        drawing, said = drawn(
            plot,
            subject,
            {"width": rng.choice(["column", "page"]), "name_farthest": asked},
        )
        if drawing is None:
            continue
        assert marks.unsaid_names(drawing, asked, said) == []
        assert marks.doubtful_names(drawing) == []
        short += len(marks.elements_of(drawing, Text, r"dataset-\d+")) < asked
    assert short


def random_part(rng):
    """A figure that shows some of the algorithms, and which can be highlighted."""
    table = cd.ScoreTable.from_arrays(
        np.random.default_rng(rng.randrange(2**32)).normal(size=(12, 5)),
        algorithms=["A", "B", "C", "D", "E"],
    )
    comparison = cd.compare(table)
    pair = rng.sample(table.algorithms, 2)
    kind = rng.choice(["scatter", "posterior", "matrix", "panels", "pool"])
    if kind == "scatter":
        return cd.plot_pair_scatter, comparison, *pair
    if kind == "posterior":
        return (
            cd.plot_posterior,
            comparison.posterior(0.1, pair_test="sign", draws=1000),
            *pair,
        )
    if kind == "matrix":
        return lambda subject, **options: cd.plot_pair_matrix(
            subject, rows=pair, columns=pair, **options
        ), comparison
    if kind == "pool":
        return cd.plot_pool, cd.study_pool(comparison, max_pools=20)
    histories = random_histories(rng, names=table.algorithms[:2])
    return cd.plot_convergence_problems, cd.compare_convergence(histories), "A", "B"


@pytest.mark.parametrize("count", COUNTS)
def test_highlighted_names_that_are_not_shown_are_reported(count):
    unshown = 0
    for rng, plot, subject in subjects("part", count, random_part):
        names = getattr(subject[0], "algorithms", None) or subject[0].table.algorithms
        picked = rng.sample(names, min(2, len(names)))
        drawing, said = drawn(plot, subject, {"width": "page", "highlight": picked})
        if drawing is None:  # no decision of the pool depends on it
            continue
        assert marks.unsaid_highlights(drawing, picked, said) == []
        unshown += bool(said)
    assert unshown


@pytest.mark.parametrize("key", ["cd", "cd-small", "cd-stack"])
@pytest.mark.parametrize("count", COUNTS)
def test_options_of_the_other_arrangement_are_reported(key, count):
    for rng, plot, subject in subjects(key, count):
        chosen = {
            "best_at": "left",
            "side": rng.choice(["left", "right"]),
            "labels": "stair",
            "arrangement": "list",
        }
        options = {
            name: value
            for name, value in known(plot, chosen).items()
            if rng.random() < 0.5
        }
        drawing, said = drawn(
            plot, subject, options | {"width": rng.choice(["column", "page"])}
        )
        if drawing is not None:
            assert marks.unsaid_arrangement(drawing, options, said) == []


def crowded(asked=20):
    table = cd.ScoreTable.from_arrays(
        np.random.default_rng(0).normal(0.8, 0.02, size=(60, 3)),
        algorithms=["A", "B", "C"],
        datasets=[f"a long name of data set {i}" for i in range(60)],
    )
    return drawn(
        cd.plot_pair_scatter, (cd.compare(table), "A", "B"), {"name_farthest": asked}
    )


def test_silence_about_names_is_found():
    drawing, said = crowded()
    assert marks.unsaid_names(drawing, 20, said) == []
    assert marks.unsaid_names(drawing, 20, [])
    assert said[0].startswith("name_farthest=20: ")
    assert said[0].endswith(" do not fit in the figure.")


def test_a_name_that_could_belong_to_two_dots_is_found():
    drawing, _ = crowded()
    assert marks.doubtful_names(drawing) == []
    pointers = marks.elements_of(drawing, Line, r"dataset-pointer-\d+")
    assert marks.doubtful_names(without(drawing, pointers[0].gid))
    assert marks.doubtful_names(
        with_changed(drawing, pointers[0].gid, points=((0.0, 0.0), (9.0, 9.0)))
    )


def test_silence_about_a_highlighted_name_is_found():
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    drawing, said = drawn(
        cd.plot_pair_scatter,
        (comparison, "C4.5", "CN2"),
        {"highlight": ["CN2", "Kernel"]},
    )
    assert said == ["highlight: the figure does not show 'Kernel'."]
    assert marks.unsaid_highlights(drawing, ["CN2", "Kernel"], said) == []
    assert marks.unsaid_highlights(drawing, ["CN2", "Kernel"], [])


def test_silence_about_the_other_arrangement_is_found():
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    options = {"arrangement": "list", "best_at": "left", "side": "left"}
    drawing, said = drawn(cd.plot_cd, (comparison,), options)
    assert said == [
        "side='left' has no effect on a list, only on the horizontal arrangement.",
        "best_at='left' has no effect on a list, only on the horizontal arrangement.",
    ]
    assert marks.unsaid_arrangement(drawing, options, said) == []
    assert len(marks.unsaid_arrangement(drawing, options, [])) == 2


# -- (j) the dark version of a colour scale is inverted --

SCALED = [
    "pvalue-matrix",
    "pair-matrix",
    "rank-distribution",
    "pool",
    "posterior",
    "rank-bars",
    "convergence-matrix",
]


@pytest.mark.parametrize("key", SCALED)
@pytest.mark.parametrize("count", COUNTS)
def test_scales_are_inverted_on_dark_pages(key, count):
    scales = 0
    for rng, plot, subject in subjects(
        key, count, random_posterior if key == "posterior" else None
    ):
        options = known(
            plot,
            {"width": rng.choice(["column", "page"]), "alphas": (0.1, 0.05, 0.001)},
        )
        drawings = []
        for page in PAGES:
            with style.context(page):
                drawings.append(drawn(plot, subject, options)[0])
        if None in drawings:
            continue
        assert marks.upside_down_scales(*drawings) == []
        scales += bool(marks.elements_of(drawings[0], Rectangle, "legend-swatch"))
    assert scales


def pair_matrices():
    drawings = []
    for page in PAGES:
        with style.context(page):
            drawings.append(
                cd.plot_pair_matrix(
                    cd.compare(cd.load_example("garcia2008-table2")), width="page"
                )
            )
    return drawings


def test_a_scale_that_is_not_inverted_is_found():
    """The dark pair matrix of fad98c2 had the fills of the light one."""
    light, dark = pair_matrices()
    assert marks.upside_down_scales(light, dark) == []
    names = [f"{side}-{number}" for side in ("better", "worse") for number in (1, 2, 3)]
    fixed = {name: light.colors[name] for name in names}
    output = replace(dark.output, colors={**dark.colors, **fixed})
    faulty = replace(dark, output=output)
    found = marks.upside_down_scales(light, faulty)
    assert "the blue scale is upside down on the dark page" in found
    assert "the ochre scale is upside down on the dark page" in found
    assert any("is fainter than" in one for one in found)


# -- (k) names are never changed --


def long_names(rng, count):
    """Names that have to be broken: in humps, at hyphens, and in the middle of a
    word.
    """
    parts = [
        "Inception",
        "Time",
        "Naive",
        "Bayes",
        "-",
        "/",
        "_",
        " ",
        "Gradient",
        "Boosting",
        "x" * 9,
        "50",
        "Über",
    ]
    return [
        f"{''.join(rng.choice(parts) for _ in range(rng.randint(2, 6)))}{i}"
        for i in range(count)
    ]


NAMED = sorted(set(MAKERS) - {"power"})


@pytest.mark.parametrize("key", NAMED)
@pytest.mark.parametrize("count", COUNTS)
def test_no_name_is_changed(key, count):
    for rng, plot, subject in subjects(key, count):
        names = names_of(subject[0])
        called = (
            dict(zip(names, long_names(rng, len(names)), strict=True))
            if rng.random() < 0.7
            else {}
        )
        options = known(
            plot, {"width": rng.choice([2.2, "column", "page"]), "rename": called}
        )
        drawing, _ = drawn(plot, subject, options)
        if drawing is None:
            continue
        shown = [called.get(name, name) for name in names]
        more = [
            str(one)
            for one in getattr(
                getattr(subject[0], "histories", subject[0]), "problems", ()
            )
        ]
        if isinstance(subject[0], dict):
            more += list(subject[0])
        assert marks.changed_names(drawing, shown, more) == [], (key, options)


def broken():
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    drawing = cd.plot_pair_matrix(comparison, font="dejavu")
    return drawing, comparison.algorithms


def test_a_hyphen_in_a_name_is_found():
    """The head of a column of fad98c2 read "Naive-" and "Bayes"."""
    drawing, names = broken()
    [gid] = [
        gid
        for gid, rows in marks.rows_by_gid(drawing, r"column-\d+").items()
        if rows == ["Naive", "Bayes"]
    ]
    assert marks.changed_names(drawing, names) == []
    assert marks.changed_names(with_changed(drawing, gid, text="Naive-"), names)


def test_a_hyphen_in_a_note_is_found():
    drawing, names = broken()
    rows = marks.elements_of(drawing, Text, "key-text")
    assert len(rows) > 1
    assert marks.changed_names(
        with_changed(drawing, "key-text", text="not significantly dif-"), names
    )


@pytest.mark.parametrize("fmt", ["svg", "tex"])
def test_no_writer_adds_a_hyphen(fmt):
    drawing, _ = broken()
    written = (
        drawing.to_bytes("svg", text="editable").decode()
        if fmt == "svg"
        else drawing.to_bytes("tex").decode()
    )
    assert "Naive" in written
    assert "Naive-" not in written
    assert r"\-" not in written
