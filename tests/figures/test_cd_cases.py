"""Fixed cases: defects, known pictures, sizes."""

import math

import pytest
from cases import SYNTHETIC, Case, case, load, text_measure, within
from checks import defects

import cddiagram as cd
from cddiagram.figures.cd import layout_cd

KEYS = ("c1", "c2", *SYNTHETIC)
TESTS = ("nemenyi", "wilcoxon", "control")
WIDTHS = {"column": 237.6, "page": 486.0}


def lay_out(subject, family="DejaVu Sans", **options):
    return layout_cd(subject.comparison, measure=text_measure(family), **options)


@pytest.mark.parametrize(
    "options",
    [{}, {"best_at": "left"}, {"arrangement": "list"}, {"font": "STIXGeneral"}],
    ids=str,
)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("key", KEYS)
def test_no_defects(key, test, width, options):
    options = dict(options)
    family = options.pop("font", "DejaVu Sans")
    subject = case(key, test)
    layout = lay_out(subject, family, width=width, **options)
    assert defects(layout, subject, width=WIDTHS[width]) == []


@pytest.mark.parametrize("side", ["both", "left", "right"])
@pytest.mark.parametrize("labels", ["column", "stair"])
@pytest.mark.parametrize("best", ["left", "right"])
def test_no_defects_in_forced_layouts(side, labels, best):
    subject = case("c8", "wilcoxon")
    layout = lay_out(
        subject,
        arrangement="horizontal",
        side=side,
        labels=labels,
        best_at=best,
        title="Title",
    )
    assert (layout.kind, layout.labels) == ("horizontal", labels)
    assert defects(layout, subject, width=237.6) == []


def comparison_of_table(key, scores, higher_is_better, **options):
    data = load(key)
    table = cd.ScoreTable.from_arrays(
        data[scores],
        algorithms=data["names"],
        datasets=data["datasets"],
        higher_is_better=higher_is_better,
    )
    return cd.compare(table, **options)


def drawn_groups(layout):
    return [tuple(layout.names[i] for i in bar.members) for bar in layout.bars]


def test_demsar_nemenyi():
    # Demsar 2006, p. 11: at alpha .10 CD = 1.12; C4.5+m and C4.5+m+cf differ from C4.5
    # but nothing else does
    comparison = comparison_of_table("c1", "ranks", False, alpha=0.10)
    layout = layout_cd(comparison, measure=text_measure())
    assert drawn_groups(layout) == [
        ("C4.5+m+cf", "C4.5+m", "C4.5+cf"),
        ("C4.5+cf", "C4.5"),
    ]
    texts = [element.text for element in layout.elements if element.gid == "cd-text"]
    assert texts == ["CD = 1.12"]


def test_demsar_bonferroni_dunn_interval():
    # Demsar 2006, Figure 1(b): CD 1.17 around C4.5 leaves C4.5+m inside and C4.5+m+cf
    # outside
    comparison = comparison_of_table("c1", "ranks", False, control="C4.5")
    layout = layout_cd(comparison, measure=text_measure())
    assert layout.names == ("C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5")
    markers = {e.gid: e for e in layout.elements if e.gid.startswith("marker-")}
    assert [markers[f"marker-{i}"].fill for i in range(4)] == [
        "foreground",
        "background",
        "background",
        "foreground",
    ]
    assert markers["marker-3"].shape == "diamond"
    [bracket] = [e for e in layout.elements if e.gid == "interval"]
    right = max(x for x, _ in bracket.points)
    exact = layout.marker_positions
    assert layout.axis.points(1.168) == pytest.approx(right - exact[3], abs=0.05)
    assert exact[1] < right < exact[0]


def test_garcia_wilcoxon_has_an_arch_over_cn2():
    # Garcia and Herrera 2008, Table 2: 1-NN and NaiveBayes are alike, CN2 between them
    # differs from NaiveBayes
    comparison = comparison_of_table("c2", "accuracy", True, pair_test="wilcoxon")
    layout = layout_cd(comparison, measure=text_measure())
    [bar] = [bar for bar in layout.bars if bar.gaps]
    assert tuple(layout.names[i] for i in bar.members) == ("NaiveBayes", "1-NN")
    assert tuple(layout.names[i] for i in bar.gaps) == ("CN2",)
    [arch] = [e for e in layout.elements if e.gid == f"group-{bar.group}-gap"]
    leader = layout.bar_positions[bar.gaps[0]]
    # half a circle of 2.4 pt around the unbroken leader of CN2
    assert [math.dist(point, (leader, bar.level)) for point in arch.points] == (
        pytest.approx([2.4] * len(arch.points))
    )
    assert min(y for _, y in arch.points) == pytest.approx(bar.level - 2.4)
    assert [e.text for e in layout.elements if e.gid == "key-text"] == [
        "bar: not significantly different",
        "arch: not in the group",
    ]


@pytest.mark.parametrize(
    ("key", "test", "groups", "lanes"),
    [("c4a", "nemenyi", 11, 6), ("c4b", "wilcoxon", 21, 11)],
    ids=str,
)
def test_known_numbers_of_lanes(key, test, groups, lanes):
    layout = lay_out(case(key, test), arrangement="list", letters=False)
    assert (len(layout.bars), layout.lanes) == (groups, lanes)


# Nine classifiers of time-series classification at about their published ranks: the c3
# of the specification.
C3 = Case(
    names=(
        "ResNet",
        "FCN",
        "Encoder",
        "MLP",
        "Time-CNN",
        "TWIESN",
        "MCDCNN",
        "MCNN",
        "t-LeNet",
    ),
    ranks=(1.99, 2.68, 3.68, 4.61, 4.97, 5.26, 5.36, 8.02, 8.42),
    cd=1.30,
    alike=within((1.99, 2.68, 3.68, 4.61, 4.97, 5.26, 5.36, 8.02, 8.42), 1.30),
)


@pytest.mark.parametrize(
    ("subject", "least"),
    [(C3, 8.0), (case("c4a", "nemenyi"), 7.0), (case("c4b", "wilcoxon"), 6.5)],
)
def test_names_stay_readable_in_a_column(subject, least):
    assert lay_out(subject).font_size >= least


def test_heights_of_the_specification():
    assert lay_out(C3).height / 72 == pytest.approx(1.67, abs=0.05)
    assert 0.6 <= lay_out(case("c7", "wilcoxon")).height / 72 <= 0.75


def test_the_narrow_page_of_many_algorithms_is_a_list_and_the_wide_one_of_few_is_not():
    assert lay_out(C3).kind == "horizontal"
    assert lay_out(case("c4a", "nemenyi"), width="page").kind == "list"
    forced = lay_out(case("c4a", "nemenyi"), width="page", arrangement="horizontal")
    assert forced.kind == "horizontal"
    assert forced.height / 72 == pytest.approx(3.15, abs=0.1)
    assert defects(forced, case("c4a", "nemenyi"), width=486.0) == []


AWKWARD = (
    r"a_b%c&d#e$f{g}h\i^j",
    "$x$ and $y",
    "Ærøskøbing é",
    "tab\there",
    "line\r\nbreak",
    "",
    "x" * 120,
)


# A forced horizontal layout has no room for a word of 120 characters on 2 in; it says
# so.
@pytest.mark.parametrize(
    ("layout", "width"),
    [
        *(
            (layout, width)
            for layout in ("auto", "list")
            for width in (2.0, "column", "page")
        ),
        ("horizontal", "column"),
        ("horizontal", "page"),
    ],
)
@pytest.mark.parametrize("family", ["DejaVu Sans", "STIXGeneral"])
def test_awkward_names_are_drawn_literally(layout, width, family):
    ranks = (1.2, 2.0, 3.1, 3.3, 5.0, 6.1, 7.0)
    subject = Case(names=AWKWARD, ranks=ranks, cd=1.5, alike=within(ranks, 1.5))
    result = lay_out(subject, family, width=width, arrangement=layout)
    points = {"column": 237.6, "page": 486.0, 2.0: 144.0}[width]
    assert defects(result, subject, width=points) == []
    assert not any(t.math for t in result.elements if hasattr(t, "math"))
