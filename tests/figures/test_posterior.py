"""Posteriors drawn: cells and corners held against the numbers of the result, regions
against its draws.
"""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from cases import text_measure
from checks import by_gid, overlaps, page_defects, reads
from click.testing import CliRunner
from plot_checks import face_defects

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.figures.posterior import layout_posterior
from cddiagram.sheet import Line, Marker, Rectangle, Text
from cddiagram.words import NO_ERROR_RATES, SHADE_LIMITS, compact_probability

TABLE = cd.load_example("garcia2008-table2")
EQUAL = ("P(practically equal)", "P(equal)")


@cache
def posterior(rope=0.05, pair_test="wilcoxon", k=5):
    table = TABLE
    if k != 5:
        scores = np.random.default_rng(k).normal(size=(20, k)).round(2) + np.linspace(
            1, 0, k
        ).round(2)
        table = cd.ScoreTable.from_arrays(
            scores, algorithms=[f"method {i}" for i in range(k)]
        )
    return cd.compare(table).posterior(rope, pair_test=pair_test, draws=2000)


def lay_out(result, *pair, **options):
    return layout_posterior(
        result, *pair, measure=text_measure("DejaVu Sans"), **options
    )


def reading(text, probability):
    """The interval of probabilities that a printed one may stand for."""
    text = text.removeprefix("P ").removeprefix("= ").replace(" ", "")
    if text[0] in "<>":
        end = float(text[1:])
        return (0.0, end) if text[0] == "<" else (end, 1.0)
    half = 0.5 * 10 ** -len(text.partition(".")[2])
    return float(text) - half - 1e-12, float(text) + half + 1e-12


def shown_at(result, i, j):
    """What the cell of a row and a column shows: which probability, and its value."""
    better = result.better
    if i > j:
        return "equivalent", result.equivalent[result.order[i], result.order[j]]
    row, column = (
        better[result.order[a], result.order[b]] for a, b in ((i, j), (j, i))
    )
    return ("worse", column) if column >= 0.5 and column > row else ("better", row)


def defects(layout, result, *, width, probability=None):
    """What is wrong with a matrix, held against the probabilities."""
    found = [*face_defects(layout, width)]
    order, k = result.order, len(result.order)
    limits = (
        [0.5, 0.75, 0.9]
        if probability is None
        else [p for p in (0.5, 0.75) if p < probability] + [probability]
    )
    fills = {
        color: [
            "background",
            *[f"{color}-1", f"{color}-2"][: len(limits) - 1],
            f"{color}-3",
        ]
        for color in ("level", "equal")
    }
    names = [result.algorithms[i] for i in order]
    if list(layout.names) != names:
        found.append("the names are not in rank order")
    boxes = {
        tuple(map(int, b.gid.split("-")[1:])): b
        for b in by_gid(layout, Rectangle, r"cell-\d+-\d+")
    }
    if set(boxes) != {(i, j) for i in range(k) for j in range(k) if i != j}:
        return [*found, "not one cell for each ordered pair"]
    triangles = {m.gid for m in by_gid(layout, Marker, r"against-\d+-\d+")}
    for (i, j), box in boxes.items():
        what, p = shown_at(result, i, j)
        color = "equal" if what == "equivalent" else "level"
        if box.fill != fills[color][sum(p >= limit for limit in limits)]:
            found.append(f"cell {i}-{j} has the shade of another probability")
        if (f"against-{i}-{j}" in triangles) != (what == "worse"):
            found.append(
                f"cell {i}-{j} has a triangle and a better row, or a better column "
                "and none"
            )
        name = by_gid(layout, Text, f"label-{i}|row-{i}")
        if not reads(
            [t.text for t in name if t.gid.startswith("label")], names[i]
        ) or not all(box.y < t.y < box.y + box.height for t in name):
            found.append(f"cell {i}-{j} is not in its row")
        heads = by_gid(layout, Text, f"column-{j}")
        said = [t.text for t in heads]
        if not all(box.x < t.x < box.x + box.width for t in heads) or (
            heads and not reads(said, names[j]) and said != [str(j + 1)]
        ):
            found.append(f"cell {i}-{j} is not in its column")
        if (
            said == [str(j + 1)]
            and [t.text for t in by_gid(layout, Text, f"row-{j}")] != said
        ):
            found.append(f"column {j} has a number that no row has")
        texts = by_gid(layout, Text, f"(better|worse|equivalent)-{i}-{j}")
        if [text.gid.split("-")[0] for text in texts] != [what] * bool(
            layout.values_printed and p >= 0.5
        ):
            found.append(f"cell {i}-{j} has no value, or one that is not shown")
        for text in texts:
            low, high = reading(text.text, probability)
            if not low <= p <= high:
                found.append(f"cell {i}-{j} prints {text.text} for {p}")
            printed = text.text.lstrip("<>")
            if any((float(printed) >= limit) != (p >= limit) for limit in limits):
                found.append(
                    f"cell {i}-{j} prints {printed} for {p}: that has another shade"
                )
            if text.bold != (probability is not None and p >= probability):
                found.append(
                    f"cell {i}-{j} is bold and not decided, or decided and not bold"
                )
            left, top, right, bottom = text.box
            if (
                left < box.x
                or right > box.x + box.width
                or top < box.y
                or bottom > box.y + box.height + 0.5
            ):
                found.append(f"the value of {i}-{j} leaves its cell")
    swatches = [box.fill for box in by_gid(layout, Rectangle, "legend-swatch")]
    if swatches != fills["level"][1:] + fills["equal"][1:]:
        found.append(f"the legend shows {swatches}")
    legend = [text.text for text in by_gid(layout, Text, "key-text")]
    if legend[0] != "P(row better)" or legend[1] not in EQUAL:
        found.append("the legend does not say what the cells show")
    if legend[2].endswith(" (decided)") != (probability is not None):
        found.append("the legend has a decision that there is not, or lacks it")
    said = legend[2].removeprefix("≥ ").removesuffix(" (decided)").split(", ")
    if [float(limit) for limit in said] != limits:
        found.append(f"the legend says {legend[2]}")
    own = by_gid(layout, Rectangle, r"diagonal-cell-\d+-\d+")
    edges = {(box.edge, box.edge_width) for box in (*own, *boxes.values())}
    if len(own) != k or len(edges) != 1:
        found.append("a cell of the diagonal has no border")
    if (
        not ("column better" in legend)
        == bool(by_gid(layout, Marker, "key"))
        == bool(triangles)
    ):
        found.append("the legend has a triangle where no cell has one, or lacks it")
    return found


@pytest.mark.parametrize("probability", [None, 0.7, 0.75, 0.95])
@pytest.mark.parametrize("rope", [0.01, 0.2])
@pytest.mark.parametrize("width", [3.3, 6.75])
def test_the_matrix_is_that_of_the_result(probability, rope, width):
    for test in ("wilcoxon", "sign"):
        layout = lay_out(posterior(rope, test), width=width, probability=probability)
        assert layout.values_printed
        assert (
            defects(
                layout, posterior(rope, test), width=width * 72, probability=probability
            )
            == []
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("k", "width", "printed"),
    [(2, 3.3, True), (12, 6.75, True), (16, 3.3, False), (40, 6.75, False)],
)
def test_many_algorithms(k, width, printed):
    result = posterior(0.3, "sign", k)
    layout = lay_out(result, width=width, probability=0.6)
    assert layout.values_printed == printed
    assert defects(layout, result, width=width * 72, probability=0.6) == []


def test_the_finding_that_a_column_hid():
    """Two algorithms that are practically equal with probability .999 have the
    strongest ochre, not a white cell.
    """
    same = np.linspace(0.5, 0.9, 30)
    scores = np.stack([same + 0.001, same, same - 0.2], axis=1)
    table = cd.ScoreTable.from_arrays(scores, algorithms=["HC2", "MR-Hydra", "TSF"])
    result = cd.compare(table).posterior(0.01, pair_test="wilcoxon", draws=2000)
    layout = lay_out(result)
    [cell] = by_gid(layout, Rectangle, "cell-1-0")
    assert result.equivalent[0, 1] > 0.99
    assert cell.fill == "equal-3"
    assert [t.text for t in by_gid(layout, Text, "equivalent-1-0")] == [">.99"]
    assert by_gid(layout, Rectangle, "cell-0-1")[0].fill == "background"


def test_the_lower_ranked_of_a_pair_may_be_better():
    """The order is that of the average ranks; a probability of the other direction is
    marked.
    """
    rng = np.random.default_rng(0)
    base = rng.normal(size=12)
    # A is a little better on most data sets, B is much better on the others.
    other = base + np.where(np.arange(12) < 7, -0.02, 1.0)
    table = cd.ScoreTable.from_arrays(
        np.stack([base, other], axis=1), algorithms=["A", "B"]
    )
    result = cd.compare(table).posterior(0.05, pair_test="wilcoxon", draws=2000)
    assert shown_at(result, 0, 1)[0] == "worse"
    for width in (3.3, 6.75):
        layout = lay_out(result, width=width)
        assert defects(layout, result, width=width * 72) == []
        assert by_gid(layout, Marker, "against-0-1")
        assert len({t.y for t in by_gid(layout, Text, "key-text")}) == 1


@pytest.mark.parametrize("width", [3.3, 6.75])
@pytest.mark.parametrize("font", ["DejaVu Sans", "STIXGeneral", "cmr10"])
def test_the_legend_is_one_row(width, font):
    layout = layout_posterior(posterior(), measure=text_measure(font), width=width)
    entries = by_gid(layout, Text, "key-text")
    assert len({text.y for text in entries}) == 1
    assert entries[1].text == "P(practically equal)"


def test_long_names_are_broken_before_the_values_are_left_out():
    result, words = posterior(), "Diverse Representation of Canonical Interval Forests"
    layout = lay_out(
        result,
        rename={name: f"{words} {i}" for i, name in enumerate(result.algorithms)},
    )
    assert (layout.values_printed, [*face_defects(layout, 237.6)]) == (True, [])
    assert len(by_gid(layout, Text, "label-0")) >= 2
    assert {t.size for t in by_gid(layout, Text, r"label-\d+")} == {8.0}


BREAKS = {
    "value": lambda e: replace(e, text=".41") if e.gid == "better-0-3" else e,
    "swapped": lambda e: replace(e, gid="worse-0-3") if e.gid == "better-0-3" else e,
    "bold": lambda e: replace(e, bold=not e.bold) if e.gid == "better-0-3" else e,
    "shade": lambda e: replace(e, fill="level-1") if e.gid == "cell-0-4" else e,
    "colour": lambda e: replace(e, fill="level-3") if e.gid == "cell-3-0" else e,
    "row": lambda e: replace(e, y=e.y + e.height) if e.gid == "cell-2-1" else e,
    "column": lambda e: replace(e, x=e.x + 40) if e.gid == "column-3" else e,
    "swatch": lambda e: replace(e, fill="level-1") if e.gid == "legend-swatch" and e.fill == "level-3" else e,
    "legend": lambda e: replace(e, text=e.text.removesuffix(" (decided)")) if e.gid == "key-text" else e,
    "limit": lambda e: replace(e, text=e.text.replace(".75", ".80")) if e.gid == "key-text" else e,
    "border": lambda e: replace(e, edge=None) if e.gid == "diagonal-cell-1-1" else e,
}  # fmt: skip


@pytest.mark.parametrize("name", BREAKS)
def test_the_checker_sees(name):
    layout = lay_out(posterior(), probability=0.95)
    assert defects(layout, posterior(), width=237.6, probability=0.95) == []
    broken = replace(
        layout, elements=tuple(BREAKS[name](element) for element in layout.elements)
    )
    assert defects(broken, posterior(), width=237.6, probability=0.95) != []


def strips_of(layout, share):
    """The region of highest density with a share of the draws, in strips."""
    return by_gid(layout, Rectangle, rf"density-{share}-\d+")


def share_within(strips, points):
    """The share of points that are on a strip."""
    within = np.zeros(len(points), dtype=bool)
    for strip in strips:
        x, y = points[:, 0] - strip.x, points[:, 1] - strip.y
        # The sides of the triangle pass through a strip obliquely.
        across = (x >= -0.35) & (x <= strip.width + 0.35)
        within |= across & (y >= 0) & (y <= strip.height)
    return within.mean()


@pytest.mark.parametrize("test", ["wilcoxon", "sign"])
@pytest.mark.parametrize("width", [3.3, 2.0])
def test_the_simplex_shows_the_draws(test, width):
    result = posterior(0.05, test)
    layout = lay_out(result, "CN2", "C4.5", width=width, probability=0.6)
    assert [*page_defects(layout, width * 72), *overlaps(layout)] == []
    [outline] = by_gid(layout, Line, "simplex")
    corners = np.array(outline.points[:3])
    sides = [math.dist(corners[a], corners[b]) for a, b in ((0, 1), (1, 2), (2, 0))]
    assert sides == pytest.approx([sides[0]] * 3)
    left, right = corners[:, 0].min(), width * 72 - corners[:, 0].max()
    assert left == pytest.approx(right)
    assert left >= 1.5  # as far from the edge of the paper as everything else
    # Barycentric coordinates: first better, equivalent, second better.
    points = np.array(layout.points)
    draws = result.draw("CN2", "C4.5", 4000)
    assert points == pytest.approx(draws @ corners)
    for share in (50, 95):
        strips = strips_of(layout, share)
        assert share_within(strips, points) == pytest.approx(share / 100, abs=0.05)
        for strip in strips:
            assert strip.y >= corners[1][1] - 1
            assert strip.y + strip.height <= corners[0][1] + 1
    fills = [strips_of(layout, share)[0].fill for share in (50, 95)]
    key = [box.fill for box in by_gid(layout, Rectangle, "legend-swatch")]
    assert key == (fills if width > 3 else key)
    centre = corners.mean(axis=0)
    for line in by_gid(layout, Line, "region"):
        assert line.points[0] == pytest.approx(centre)
        middles = [(corners[a] + corners[b]) / 2 for a, b in ((0, 1), (1, 2), (2, 0))]
        assert min(math.dist(line.points[1], middle) for middle in middles) < 1e-9


@pytest.mark.parametrize("width", [3.3, 2.0, 1.4])
def test_a_simplex_names_its_parts_and_prints_their_probabilities(width):
    result = posterior(0.05, "sign")
    layout = lay_out(result, "CN2", "C4.5", width=width, probability=0.6)
    assert [*page_defects(layout, width * 72), *overlaps(layout)] == []
    [outline] = by_gid(layout, Line, "simplex")
    corners = outline.points[:3]
    i, j = (result.algorithms.index(name) for name in ("CN2", "C4.5"))
    shares = (result.better[i, j], result.equivalent[i, j], result.better[j, i])
    words = ("CN2 better", "practically equal", "C4.5 better")
    for number, share in enumerate(shares):
        [printed] = by_gid(layout, Text, f"corner-{number}")
        name = by_gid(layout, Text, f"part-{number}")
        low, high = reading(printed.text, 0.6)
        assert low <= share <= high
        assert printed.size == 9.0
        assert reads([text.text for text in name], words[number])
        assert all(text.bold == (share >= 0.6) for text in (printed, *name))
        assert printed.text.startswith("P ")
        assert math.dist((printed.x, printed.y), corners[number]) < 30
        is_inside = all(corners[1][1] < text.y < corners[0][1] for text in name)
        assert is_inside == (width > 2)


#: The numbers of data sets on which A is better, both are practically equal, and B is
#: better: clouds in each corner, at each side, in the middle, small and large.
CLOUDS = [
    (30, 0, 0), (0, 30, 0), (0, 0, 30), (15, 15, 0), (15, 0, 15), (0, 15, 15),
    (20, 8, 2), (2, 8, 20), (8, 20, 2), (2, 20, 8), (10, 10, 10), (60, 60, 60),
    (4, 4, 4), (1, 1, 1), (3, 0, 0), (0, 3, 0), (0, 0, 3), (1, 2, 0), (300, 200, 250),
]  # fmt: skip


def counted_posterior(counts, test):
    """The posterior of A and B with these numbers of data sets in each part."""
    differences = np.repeat([0.2, 0.0, -0.2], counts)
    base = np.linspace(0.3, 0.7, len(differences))
    scores = np.stack([base + differences, base], axis=1)
    table = cd.ScoreTable.from_arrays(scores, algorithms=["A", "B"])
    return cd.compare(table).posterior(0.05, pair_test=test, draws=2000)


@pytest.mark.parametrize("counts", CLOUDS)
def test_no_name_in_a_simplex_is_on_the_cloud(counts):
    for test, width in (("sign", 3.3), ("sign", 2.2), ("wilcoxon", 3.3)):
        layout = lay_out(counted_posterior(counts, test), "A", "B", width=width)
        assert [*page_defects(layout, width * 72), *overlaps(layout)] == []
        [outline] = by_gid(layout, Line, "simplex")
        names = by_gid(layout, Text, r"part-\d")
        assert {text.gid for text in names} == {"part-0", "part-1", "part-2"}
        for text in names:
            left, top, right, bottom = text.box
            for strip in strips_of(layout, 95):
                assert (
                    left > strip.x + strip.width + 1
                    or right < strip.x - 1
                    or top > strip.y + strip.height + 1
                    or bottom < strip.y - 1
                ), f"{text.text} is on the cloud"
            if outline.points[1][1] < text.y < outline.points[0][1]:
                corners = [(x, y) for x in (left, right) for y in (top, bottom)]
                parts = {part_of(corner, outline.points) for corner in corners}
                assert parts == {int(text.gid[-1])}


def part_of(point, corners):
    """The share that is the largest at a point of the triangle; None outside of it."""
    matrix = np.array([[x, y, 1.0] for x, y in corners[:3]]).T
    shares = np.linalg.solve(matrix, [*point, 1.0])
    if shares.min() < 0:
        return None
    return int(shares.argmax())


def test_names_in_a_simplex_stay_inside_if_the_cloud_has_the_usual_size():
    """With 30 data sets, no cloud displaces a name from the triangle."""
    for counts in CLOUDS[:11]:
        layout = lay_out(counted_posterior(counts, "sign"), "A", "B")
        [outline] = by_gid(layout, Line, "simplex")
        upper, lower = outline.points[1][1], outline.points[0][1]
        names = by_gid(layout, Text, r"part-\d")
        assert all(upper < text.y < lower for text in names), counts


def test_a_certain_posterior_is_seen():
    """All draws are near one corner, so that their region is small but not empty."""
    same = np.linspace(0.5, 0.9, 30)
    table = cd.ScoreTable.from_arrays(
        np.stack([same + 0.2, same], axis=1), algorithms=["A", "B"]
    )
    result = cd.compare(table).posterior(0.01, pair_test="wilcoxon", draws=2000)
    layout = lay_out(result, "A", "B")
    assert [*page_defects(layout, 237.6), *overlaps(layout)] == []
    assert sum(strip.height for strip in strips_of(layout, 95)) > 1
    assert by_gid(layout, Text, "corner-0")[0].text == "P > .99"


def test_the_parts_of_a_simplex_have_the_marks_of_families():
    families = {"CN2": "Rules", "C4.5": "Trees"}
    layout = lay_out(posterior(), "CN2", "C4.5", families=families)
    assert [*page_defects(layout, 237.6), *overlaps(layout)] == []
    key = {mark.shape: mark.fill for mark in by_gid(layout, Marker, "key")}
    texts = [t.text for t in by_gid(layout, Text, "key-text")]
    assert (list(key), texts) == (["square", "up"], ["Rules", "Trees"])
    for number, shape in ((0, "square"), (2, "up")):
        [mark] = by_gid(layout, Marker, f"part-{number}-family")
        words = by_gid(layout, Text, f"part-{number}")
        assert (mark.shape, mark.fill, {t.color for t in words}) == (
            shape,
            key[shape],
            {key[shape]},
        )
    assert not by_gid(layout, Marker, "part-1-family")


def test_the_caption_of_a_pair_explains_the_simplex():
    caption = posterior().caption("CN2", "C4.5")
    assert "in favour of CN2, within the ROPE, and in favour of C4.5." in caption
    assert "Shaded areas contain 50% and 95% of the posterior draws." in caption
    assert "Blue cells" not in caption
    with pytest.raises(cd.UsageError, match="unknown algorithm 'CN3'"):
        posterior().caption("CN2", "CN3")


@pytest.mark.parametrize(
    ("share", "printed"),
    [
        (0.0, "<.01"),
        (0.0049, "<.01"),
        (0.0149, ".01"),
        (0.2501, ".25"),
        (0.7498, ".75"),
        (0.9849, ".98"),
        (0.9949, ".99"),
        (0.9951, ">.99"),
        (1.0, ">.99"),
    ],
)
def test_probabilities_have_two_decimals(share, printed):
    assert compact_probability(share) == printed


@pytest.mark.parametrize(
    ("share", "printed"),
    [
        (0.74976, ".7498"),
        (0.745, ".74"),
        (0.7451, ".745"),
        (0.744, ".74"),
        (0.75, ".75"),
        (0.7504, ".75"),
        (0.49996, ".49996"),
        (0.8951, ".895"),
    ],
)
def test_no_probability_is_rounded_across_a_limit_of_shades(share, printed):
    """It would read as that of the next shade: .75 stood in the shade of .50 and
    more.
    """
    assert compact_probability(share, SHADE_LIMITS) == printed


@pytest.mark.parametrize(
    ("share", "printed"), [(0.9972, ">.99"), (0.9991, ".999"), (0.9999, ">.999")]
)
def test_a_decision_above_99_percent_has_three_decimals(share, printed):
    assert compact_probability(share, (*SHADE_LIMITS, 0.998)) == printed


def test_cell_table_and_summary_print_one_probability():
    result = cd.compare(TABLE).posterior(0.01)
    assert result.better[0, 2] == pytest.approx(0.74976)
    assert {t.text for t in by_gid(lay_out(result), Text, "better-0-1")} == {".7498"}
    assert (
        "Compared with NaiveBayes, C4.5 is practically better with probability 0.7498, "
        "practically equivalent with probability < 0.001 and practically worse with "
        "probability 0.249." in result.summary()
    )


def test_words():
    result = posterior(0.05)
    note = by_gid(lay_out(result, probability=0.95), Text, "note")[0].text
    assert note == "Bayesian signed-rank test, practically equal within ±0.05"
    assert by_gid(lay_out(result), Text, "note")[0].text == note
    assert not any(
        "decided" in e.text for e in lay_out(result).elements if isinstance(e, Text)
    )
    assert result.caption().endswith(NO_ERROR_RATES)
    assert "Bayesian signed-rank test (Benavoli et al., 2017)" in result.caption()
    assert (
        "2,000 posterior draws (seed 0) and a prior that assigns the ROPE a weight "
        "equivalent to 0.5 data sets." in result.caption()
    )
    assert r"\cite{benavoli2017}" in result.caption(latex=True)
    assert lay_out(result).messages == (NO_ERROR_RATES,)
    assert str(result).endswith(NO_ERROR_RATES)
    assert "inconclusive" not in result.summary()
    decided = result.decide(0.95)
    one = (np.isin(decided, ["better", "worse"]).sum()) // 2
    assert (
        f"At a probability threshold of 0.95, one algorithm is practically better in {one} "
        "of 10 pairs," in result.summary(0.95)
    )
    one_set = cd.correlated_t_test(TABLE, 0.05, folds=10)
    assert "on one data set (30 test sets)" in one_set.caption()
    assert defects(lay_out(one_set, width="page"), one_set, width=486.0) == []


def test_refusals():
    result = posterior()
    for call, message in (
        (
            lambda: lay_out(result, "C4.5"),
            "a pair requires two algorithms. Specify both, or neither to show "
            "all pairs.",
        ),
        (
            lambda: lay_out(result, "C4.5", "C4.5"),
            "a pair requires two different algorithms, not 'C4.5' twice.",
        ),
        (
            lambda: lay_out(result, "C4.5", "CN3"),
            "unknown algorithm 'CN3': did you mean 'CN2'?",
        ),
        (
            lambda: lay_out(result, probability=0.5),
            "probability must be between 0.5 and 1, not 0.5. Use a probability such "
            "as 0.95.",
        ),
        (
            lambda: cd.plot_posterior(cd.compare(TABLE)),
            "plot_posterior requires a posterior, not a Comparison. Specify a region",
        ),
        (
            lambda: cd.compare(TABLE).caption("posterior"),
            "Call the caption method of comparison.posterior(rope).",
        ),
        (
            lambda: cd.compare(TABLE, pair_test="t").posterior(0.1),
            "pair_test 't' does not have a Bayesian counterpart",
        ),
        (
            lambda: cd.compare(TABLE).posterior(0.1, prior=0),
            "prior must be a positive number of data sets, not 0.",
        ),
        (
            lambda: cd.compare(TABLE).posterior(0.1, draws=0.5),
            "draws must be a whole number of at least 1000, not 0.5.",
        ),
        (
            lambda: cd.compare(TABLE).posterior(0),
            "rope must be a positive number in the units of the scores, not 0.",
        ),
    ):
        with pytest.raises(cd.UsageError) as refused:
            call()
        assert message in str(refused.value)
    with pytest.raises(
        cd.LayoutError,
        match=r"the simplex of a pair does not fit 1\.00 in: it needs 1\.\d\d in",
    ):
        lay_out(result, "C4.5", "CN2", width=1.0)


def run(*arguments):
    return CliRunner().invoke(
        main, ["plot", "scores.csv", "--figure", "posterior", *arguments]
    )


@pytest.mark.slow
def test_the_command_draws_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    TABLE.to_frame().to_csv("scores.csv")
    for arguments, options, pair in (
        (["--pair-test", "sign", "--probability", "0.95"], {"pair_test": "sign"}, ()),
        (["--seed", "3", "--pair", "C4.5", "CN2"], {"seed": 3}, ("C4.5", "CN2")),
    ):
        result = run("--rope", "0.01", *arguments, "-o", "figure.svg")
        assert result.exit_code == 0, result.output
        assert NO_ERROR_RATES in result.stderr
        assert "Test:" not in result.stderr
        made = cd.compare(cd.read_scores("scores.csv")).posterior(0.01, **options)
        python = cd.plot_posterior(
            made,
            *pair,
            **({"probability": 0.95} if "--probability" in arguments else {}),
        )
        python.save("python.svg")
        assert (tmp_path / "figure.svg").read_bytes() == (
            tmp_path / "python.svg"
        ).read_bytes()
    for arguments, message in (
        (
            [],
            "--figure posterior needs a region of practical equivalence. Pass --rope "
            "NUMBER.",
        ),
        (
            ["--rope", "0.1", "--alpha", "0.1"],
            "--alpha does not apply to --figure posterior. Omit this option.",
        ),
        (
            ["--rope", "0.1", "--pair-test", "t"],
            "--pair-test 't' does not have a Bayesian counterpart",
        ),
        (
            ["--rope", "0.1", "--probability", "0.3"],
            "--probability must be between 0.5 and 1, not 0.3",
        ),
    ):
        refused = run(*arguments, "-o", "figure.svg")
        assert (refused.exit_code, message in refused.stderr) == (2, True), (
            refused.stderr
        )
    seed = CliRunner().invoke(
        main, ["plot", "scores.csv", "--seed", "3", "-o", "figure.svg"]
    )
    assert "--seed does not apply to --figure cd. Omit this option." in seed.stderr
