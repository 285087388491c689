"""Figure, tables, sentences and decisions of one report never contradict each other, on
random tables.
"""

import itertools
import math
import re
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cddiagram as cd
from cddiagram.report.sections.figures import comparison_hint, element_hints
from cddiagram.report.tables import tiers
from cddiagram.sheet import Line
from cddiagram.words import Wording, format_p


@st.composite
def comparisons(draw, most=6):
    n, k = draw(st.integers(2, 12)), draw(st.integers(2, most))
    cells = draw(st.lists(st.integers(0, 6), min_size=n * k, max_size=n * k))
    names = [f"A{i}" for i in range(k)]
    shift = draw(st.sampled_from([0, 0, 2, 5]))
    scores = np.reshape(cells, (n, k)) + shift * np.arange(k)
    table = cd.ScoreTable.from_arrays(
        scores, algorithms=names, higher_is_better=draw(st.booleans())
    )
    control = draw(st.sampled_from([None, None, names[-1], "best"]))
    options = draw(
        st.sampled_from([{}, {"pair_test": "wilcoxon"}, {"pair_test": "sign"}, {"ranking": "aligned"},
                         {"ranking": "quade"}, {"pair_test": "t", "ranking": "means"}])
    )  # fmt: skip
    p_adjust = draw(st.sampled_from(["auto", "auto", "holm", "hommel", "none"]))
    alpha = draw(st.sampled_from([0.05, 0.1, 0.3]))
    return cd.compare(table, control=control, p_adjust=p_adjust, alpha=alpha, **options)


def told_apart(comparison):
    names, different = comparison.algorithms, comparison.different()
    return {
        frozenset((names[i], names[j])) for i in range(len(names)) for j in range(i) if different[i, j]
    }  # fmt: skip


def rows_of(report, key):
    table = report.tables()[key]
    return [
        {column.head: cell for column, cell in zip(table.columns, row, strict=True)} for row in table.rows
    ]  # fmt: skip


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(comparisons())
def test_letters_and_tiers_are_the_decisions(comparison):
    letters = comparison.letters
    if comparison.control is not None:
        assert letters is None
        assert tiers(comparison) is None
        return
    apart, names = told_apart(comparison), comparison.algorithms
    for i, first in enumerate(names):
        assert letters[first]
        for second in names[:i]:
            assert bool(set(letters[first]) & set(letters[second])) != (
                frozenset((first, second)) in apart
            )
    groups = comparison.letter_groups
    assert [letter for letter, _ in groups] == sorted(letter for letter, _ in groups)
    assert {group for _, group in groups if len(group) > 1} <= {
        group.algorithms for group in comparison.groups
    }
    found = tiers(comparison)
    assert sorted(name for tier in found for name in tier) == sorted(names)
    for tier in found:
        assert not any(frozenset((tier[0], other)) in apart for other in tier[1:])
    for better, worse in itertools.pairwise(found):
        assert frozenset((better[0], worse[0])) in apart


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(comparisons(most=5))
def test_tables_are_the_comparison(comparison):
    report = cd.make_report(
        comparison, figures=(), sections=("summary", "ranks", "pairs", "procedures")
    )
    names, pairs, alpha = comparison.algorithms, comparison.pairwise, comparison.alpha
    apart = told_apart(comparison)
    ranks = rows_of(report, "ranks-table")
    assert [row["Algorithm"].text for row in ranks] == [
        names[i] for i in comparison.order
    ]
    for row in ranks:
        column = names.index(row["Algorithm"].text)
        rank = next(
            cell
            for head, cell in row.items()
            if "rank" in head.lower() and head != "Algorithm"
        )
        assert rank.value == comparison.ranking.average_ranks[column]
    pair_rows = rows_of(report, "pairs-table")
    assert len(pair_rows) == (~np.isnan(pairs.pvalue)).sum() // 2
    for row in pair_rows:
        i, j = names.index(row["First"].text), names.index(row["Second"].text)
        adjusted = row.get("Adjusted p", row["p"])
        assert row["p"].value == pairs.pvalue[i, j]
        assert adjusted.value == pairs.pvalue_adjusted[i, j]
        assert row["Significant"].text == (
            "yes" if frozenset((names[i], names[j])) in apart else "no"
        )
        printed = format_p(pairs.pvalue_adjusted[i, j], alpha)
        assert adjusted.text == printed
        if "Adjusted p" in row:
            assert (adjusted.role == "significant") == (
                row["Significant"].text == "yes"
            )
            assert adjusted.hint.endswith(
                ": significantly different"
                if row["Significant"].text == "yes"
                else ": not significantly different"
            )


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(comparisons(most=5))
def test_rejected_hypotheses_are_those_decided_at_their_levels(comparison):
    report = cd.make_report(comparison, figures=(), sections=("procedures",))
    if (
        not report.sections
    ):  # the p-values are not adjusted: the section would repeat them
        return
    family = report.data["comparisons"][0]["family"]
    numbered = {
        place: frozenset(pair)
        for place, pair in zip(family["places"], family["hypotheses"], strict=True)
    }
    (chosen,) = (found for found in family["procedures"] if found["chosen"])
    checked = 0
    for row in report.tables()["apv-rejected"].rows:
        if row[0].text != {"not adjusted": "Unadjusted p"}.get(
            chosen["name"], chosen["name"]
        ):
            continue
        checked += 1
        for level, count, which in ((0.05, row[1], row[2]), (0.10, row[3], row[4])):
            expected = told_apart(comparison.at(level))
            assert {numbered[number] for number in expand(which.text)} == expected
            assert count.value == len(expected)
    assert checked == 1
    for row in rows_of(report, "apv"):
        assert row["No."].value in family["places"]
        for head, cell in row.items():
            if head in ("No.", "p") or isinstance(cell.value, str):
                continue
            value = float(cell.text.replace("<1e-300", "0").removeprefix(">"))
            for level in (comparison.alpha, 0.05, 0.10):
                assert (value <= level) == (cell.value <= level)
            assert (cell.role == "significant") == (cell.value <= comparison.alpha)


def expand(text):
    if text == "–":
        return []
    numbers = []
    for part in text.split(", "):
        first, _, last = part.partition("–")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(comparisons())
def test_conclusions_are_the_decisions(comparison):
    apart, said = told_apart(comparison), set()
    names = set(comparison.algorithms)
    text = Wording(comparison).conclusions
    control = comparison.control
    for sentence in text:
        apart_from = (
            r"(A\d) differs significantly from ([A0-9, and]+?)"
            r"(, but not from (.+))?\."
        )
        if match := re.fullmatch(apart_from, sentence):
            different = set(re.split(", | and ", match[2]))
            same = set(re.split(", | or ", match[4] or "")) - {""}
            assert different | same | {match[1]} == names
            said |= {frozenset((match[1], other)) for other in different}
            assert not {frozenset((match[1], other)) for other in same} & apart
        elif match := re.fullmatch(
            r"(?:No other algorithm differs|A\d does not differ) significantly from the "
            r"(?:control|(?:best|better)-ranked algorithm), (A\d), at .*",
            sentence,
        ):
            assert match[1] == control
            assert not [pair for pair in apart if control in pair]
        elif match := re.fullmatch(
            r"(.+) differs? significantly from the "
            r"(?:control|(?:best|better)-ranked algorithm), (A\d), at .*",
            sentence,
        ):
            assert match[2] == control
            said |= {
                frozenset((control, other)) for other in re.split(", | and ", match[1])
            }
        elif match := re.fullmatch(
            r"(.+) do(?:es)? not differ significantly from the "
            r"(?:control|(?:best|better)-ranked algorithm)\.",
            sentence,
        ):
            assert (
                not {
                    frozenset((control, other))
                    for other in re.split(", | and ", match[1])
                }
                & apart
            )
        elif (
            sentence.startswith("All pairwise differences are significant")
            or "differ significantly at" in sentence
        ):
            said = {
                frozenset((first, second))
                for first in names
                for second in names
                if first != second
            }
    assert said == apart
    ranks = comparison.ranking.average_ranks
    best = {
        name
        for name, rank in zip(comparison.algorithms, ranks, strict=True)
        if abs(rank - ranks.min()) < 1e-9
    }
    assert set(re.findall(r"A\d", text[0])) == best


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(comparisons())
def test_hints_are_the_decisions(comparison):
    k, order, names = (
        len(comparison.algorithms),
        comparison.order,
        comparison.algorithms,
    )
    gids = [f"cell-{i}-{j}" for i in range(k) for j in range(i)] + [
        f"marker-{i}" for i in range(k)
    ]
    gids += [f"group-{number}" for number in range(len(comparison.groups))]
    hints = element_hints(gids, partial(comparison_hint, comparison))
    apart = told_apart(comparison)
    for gid, words in hints.items():
        kind, *numbers = gid.split("-")
        places = [int(number) for number in numbers]
        if kind == "cell":
            i, j = (order[place] for place in places)
            p = comparison.pairwise.pvalue_adjusted[i, j]
            verdict = (
                "not tested"
                if math.isnan(p)
                else "significantly different"
                if p <= comparison.alpha
                else "not significantly different"
            )
            assert re.split(r"[;:] ", words)[-1] == verdict
            assert names[i] in words
            assert names[j] in words
        elif kind == "group":
            assert (
                words == "Not significantly different: "
                f"{', '.join(comparison.groups[places[0]].algorithms)}"
            )
        else:
            name = names[order[places[0]]]
            assert words.startswith(f"{name}: ")
            if comparison.control is None:
                listed = words.partition("; not significantly different from ")[2]
                same = set(re.split(", | or ", listed)) - {""}
                assert same == {
                    other
                    for other in names
                    if other != name and frozenset((other, name)) not in apart
                }
                assert same or words.endswith(
                    "; significantly different from all others"
                )
    assert len(hints) == len(gids)


@pytest.mark.slow
@pytest.mark.parametrize("control", [None, "C4.5", "best"])
@pytest.mark.parametrize("pair_test", ["ranks", "wilcoxon"])
def test_hints_belong_to_elements_of_the_drawn_figure(control, pair_test):
    comparison = cd.compare(
        cd.load_example("garcia2008-table2"), control=control, pair_test=pair_test
    )
    report = cd.make_report(
        comparison, figures=("cd", "rank-bars", "pvalue-matrix"), sections=("figures",)
    )
    order, names = comparison.order, comparison.algorithms
    for key, figure in report.figures().items():
        drawn = {artist.get_gid() for artist in figure.drawing.ax.get_children()}
        assert set(figure.hints) <= drawn
        texts = {
            element.gid: element.text
            for element in figure.drawing.layout.elements
            if hasattr(element, "text")
        }
        for place in range(len(names)):
            assert names[order[place]] in texts[f"label-{place}"]
            wanted = {
                "cd": f"marker-{place}",
                "rank-bars": f"bar-{place}",
                "pvalue-matrix": f"label-{place}",
            }[key]
            assert figure.hints[wanted].startswith(names[order[place]])
        for gid in drawn:
            member = re.fullmatch(r"group-(\d+)-member-(\d+)", gid or "")
            if member:
                group = comparison.groups[int(member[1])].algorithms
                assert names[order[int(member[2])]] in group
                assert (
                    figure.hints[gid]
                    == f"Not significantly different: {', '.join(group)}"
                )


def test_hints_of_a_sequence_follow_its_lines():
    table = cd.load_example("garcia2008-table2")
    lower = cd.ScoreTable.from_arrays(
        [[1, 1, 2, 3, 3], [1, 1, 2, 3, 3], [2, 2, 1, 3, 3]],
        algorithms=table.algorithms,
        higher_is_better=False,
    )
    report = cd.make_report(
        {"first": cd.compare(table), "second": cd.compare(lower)},
        sections=("measures",),
    )
    figure = report.figures()["measures-cd-sequence"]
    labels = [
        e for e in figure.drawing.layout.elements if re.fullmatch(r"label-\d+", e.gid)
    ]
    right = [label.text for label in sorted(labels, key=lambda label: label.y)]
    for place in range(5):
        assert figure.hints[f"marker-1-{place}"].startswith(f"second: {right[place]}: ")
    for label in labels:
        assert figure.hints[label.gid].startswith(f"{label.text}: average ranks ")
    assert figure.hints["marker-1-0"].startswith(
        "second: C4.5: average rank 1.83, position 1 of 5"
    )
    assert figure.hints["marker-1-1"].startswith(
        "second: 1-NN: average rank 1.83, position 1 of 5"
    )


PIECE = re.compile(r"group-(\d+)(?:-member-\d+)?")


def rank_texts(drawing):
    """Name -> the rank printed beside it."""
    texts = {e.gid: e.text for e in drawing.layout.elements if hasattr(e, "text")}
    places = [gid.partition("-")[2] for gid in texts if gid.startswith("label-")]
    return {texts[f"label-{place}"]: texts[f"rank-{place}"] for place in places}


def covered(piece, layout):
    """List the rank positions whose leaders a piece of a bar covers."""
    axis = 0 if layout.kind == "horizontal" else 1
    bar = isinstance(piece, Line)  # a disc covers the leaders of near-ties
    ends = (
        [point[axis] for point in piece.points]
        if bar
        else [piece.box[axis] + 0.3, piece.box[axis + 2] - 0.3]
    )
    low, high = min(ends) - 1e-6, max(ends) + 1e-6
    return [place for place, at in enumerate(layout.bar_positions) if low <= at <= high]


def check_diagram(comparison, drawing):
    ranked = [comparison.algorithms[i] for i in comparison.order]
    apart = told_apart(comparison)
    if comparison.control is None:
        members = {}
        for element in drawing.layout.elements:
            found = PIECE.fullmatch(element.gid)
            if found:
                members.setdefault(found[1], set()).update(
                    ranked[place] for place in covered(element, drawing.layout)
                )
        assert sorted(map(sorted, members.values())) == sorted(
            sorted(group.algorithms) for group in comparison.groups
        )
        return
    for element in drawing.layout.elements:
        if element.gid.startswith("marker-"):
            name = ranked[int(element.gid.removeprefix("marker-"))]
            different = frozenset((name, comparison.control)) in apart
            assert (element.shape == "diamond") == (name == comparison.control)
            assert (element.fill == "foreground") == (
                different or name == comparison.control
            )


def check_matrix(comparison, drawing, told):
    """Every printed p-value stands in the table of pairs, too, and its decision is the
    table's.
    """
    ranked = [comparison.algorithms[i] for i in comparison.order]
    texts = {
        e.gid: e.text for e in drawing.layout.elements if e.gid.startswith("value-")
    }
    for gid, text in texts.items():
        first, second = (ranked[int(place)] for place in gid.split("-")[1:])
        printed, verdict = told[frozenset((first, second))]
        # a figure has no room for leading zeros
        assert abs(float(printed.strip("<>")) - float(text.strip("<>"))) < 0.006
        assert verdict == (frozenset((first, second)) in told_apart(comparison))
    return texts


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(comparisons(most=5))
def test_figures_tables_and_sentences_agree(comparison):
    figures = ("cd", "pvalue-matrix")
    report = cd.make_report(
        comparison, figures=figures, sections=("summary", "figures", "ranks", "pairs")
    )
    drawn = {key: figure.drawing for key, figure in report.figures().items()}
    assert set(drawn) == {"cd", "pvalue-matrix"}
    check_diagram(comparison, drawn["cd"])
    ranks = {
        row[0].value or row[0].text: row[1].text
        for row in report.tables()["ranks-table"].rows
    }
    ranks = {name.removesuffix(" (control)"): text for name, text in ranks.items()}
    if comparison.ranking.kind != "means":
        assert rank_texts(drawn["cd"]) == ranks
    pairs = report.tables()["pairs-table"]
    heads = [column.head for column in pairs.columns]
    adjusted = heads.index("Adjusted p") if "Adjusted p" in heads else heads.index("p")
    told = {
        frozenset((row[0].text, row[1].text)): (row[adjusted].text, row[-1].text == "yes") for row in pairs.rows
    }  # fmt: skip
    assert {pair for pair, (_, verdict) in told.items() if verdict} == {
        pair for pair in told_apart(comparison) if pair in told
    }
    assert check_matrix(comparison, drawn["pvalue-matrix"], told)
    for key, drawing in drawn.items():
        said = report.figures()[key].hints
        for gid, sentence in said.items():
            assert any(gid.startswith(e.gid) for e in drawing.layout.elements), (
                gid,
                sentence,
            )
