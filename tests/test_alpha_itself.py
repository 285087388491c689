"""A p-value equal to alpha is significant, wherever a decision is made, shown or told;
a hair above it is not.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.comparing import procedures_compared
from cddiagram.convergence import layout_convergence_matrix
from cddiagram.document import Bullets
from cddiagram.figures import (
    layout_cd,
    layout_mcb,
    layout_pvalue_matrix,
    layout_rank_bars,
)
from cddiagram.report import (
    advise,
    comparison_text,
    families_blocks,
    pairs_blocks,
    tiers,
)
from cddiagram.stats import significant
from cddiagram.words import Wording

TABLE = cd.load_example("demsar2006-table6-ranks")
NAMES = ["A", "B", "C"]


def measure(text, size, bold, italic):
    return 0.5 * size * len(text)


def given(p, alpha, **options):
    """Three algorithms of which only the first and the last may differ, by exactly this
    p-value.
    """
    pvalues = [[1, 0.8, p], [0.8, 1, 0.7], [p, 0.7, 1]]
    return cd.compare_pvalues(
        [1.0, 2.0, 3.0], pvalues, algorithms=NAMES, alpha=alpha, **options
    )


ABOVE = float(np.nextafter(0.05, 1))


def test_the_one_place():
    assert significant(0.05, 0.05)
    assert not significant(ABOVE, 0.05)
    assert not significant(np.nan, 0.05)


@pytest.mark.parametrize(("p", "apart"), [(0.05, True), (ABOVE, False)])
def test_all_pairs(p, apart):
    comparison = given(p, 0.05)
    assert comparison.different().tolist() == [
        [False, False, apart],
        [False] * 3,
        [apart, False, False],
    ]
    found = [group.algorithms for group in comparison.groups]
    assert found == ([("A", "B"), ("B", "C")] if apart else [("A", "B", "C")])
    assert [row["different"] for row in comparison.pair_rows()] == [False, apart, False]
    assert comparison.to_dict()["pairwise"]["different"][0][2] == apart
    letters = comparison.letters
    assert bool(set(letters["A"]) & set(letters["C"])) != apart
    assert tiers(comparison) == ((("A", "B"), ("C",)) if apart else (("A", "B", "C"),))
    assert Wording(comparison).pair(0, 2).endswith(": significantly different") == apart
    said = "One of the 3 pairwise differences is significant at α = 0.05."
    assert (said in Wording(comparison).conclusions) == apart
    assert ("yes" in comparison_text(comparison)) == apart
    (row,) = (
        row
        for row in pairs_blocks(comparison, "pairs", 9)[0].rows
        if row[0].text == "A" and row[1].text == "C"
    )
    assert row[-1].text == ("yes" if apart else "no")


@pytest.mark.parametrize(("p", "apart"), [(0.05, True), (ABOVE, False)])
def test_figures(p, apart):
    comparison = given(p, 0.05, critical_difference=2.0)
    assert layout_rank_bars(comparison, measure=measure).levels.levels[0].different == (
        False,
        False,
        apart,
    )
    assert (
        layout_rank_bars(comparison, measure=measure, alphas=[0.05, 0.01])
        .levels.levels[0]
        .different[2]
        == apart
    )
    assert layout_mcb(comparison, measure=measure).reference.different == (
        False,
        False,
        apart,
    )
    bars = [bar.members for bar in layout_cd(comparison, measure=measure).bars]
    assert bars == ([(0, 1), (1, 2)] if apart else [(0, 1, 2)])
    matrix = layout_pvalue_matrix(comparison, measure=measure)
    (cell,) = (cell for cell in matrix.elements if cell.gid == "cell-2-0")
    assert (cell.fill == "background") != apart


@pytest.mark.parametrize(
    "options",
    [{}, {"pair_test": "wilcoxon"}, {"pair_test": "sign"}, {"method": "exact"}],
)
@pytest.mark.parametrize("control", ["C4.5", "best"])
def test_against_a_control(options, control):
    comparison = cd.compare(TABLE, control=control, **options)
    row = comparison.algorithms.index(comparison.control)
    for column in range(4):
        if column == row:
            continue
        p, name = (
            float(comparison.pairwise.pvalue_adjusted[row, column]),
            comparison.algorithms[column],
        )
        if p >= 1:
            continue
        at, below = comparison.at(p), comparison.at(float(np.nextafter(p, 0)))
        assert (name in at.not_different, name in below.not_different) == (False, True)
        assert (at.different()[row, column], below.different()[row, column]) == (
            True,
            False,
        )
        drawn = [
            layout_cd(decided, measure=measure, arrangement="list")
            for decided in (at, below)
        ]
        assert drawn[0].elements != drawn[1].elements
        for decided, word in ((at, "yes"), (below, "no")):
            (cells,) = (
                cells
                for cells in pairs_blocks(decided, "x", 9)[0].rows
                if cells[1].text == name
            )
            assert cells[-1].text == word


def test_procedures_and_their_tables():
    comparison = cd.compare(TABLE, p_adjust="holm")
    family = procedures_compared(comparison)
    for procedure in family.procedures:
        for place, p in enumerate(procedure.pvalue_adjusted):
            if p < 1:
                assert family.places[place] in family.rejected(procedure, float(p))
                assert family.places[place] not in family.rejected(
                    procedure, float(np.nextafter(p, 0))
                )
    p = float(np.nanmin(comparison.pairwise.pvalue_adjusted))
    (holm,) = (
        place
        for place, found in enumerate(f for f in family.procedures)
        if found.chosen
    )
    decided = families_blocks(family, p, "x", 9)[1].rows[0][3 + holm]
    assert (decided.role, decided.value) == ("significant", p)
    (bullets,) = (
        block
        for block in families_blocks(
            procedures_compared(given(0.05, 0.05)), 0.05, "x", 9
        )
        if isinstance(block, Bullets)
    )
    assert (
        bullets.items[0]
        == "At α = 0.05, 1 of 3 hypotheses is rejected without adjustment: A vs. C."
    )


def test_the_omnibus_test():
    for options in ({}, {"ranking": "quade"}, {"ranking": "aligned"}):
        comparison = cd.compare(TABLE, **options)
        p = comparison.headline.pvalue
        at, below = comparison.at(p), comparison.at(float(np.nextafter(p, 0)))
        assert (Wording(at).omnibus_warning, bool(Wording(below).omnibus_warning)) == (
            "",
            True,
        )
        assert (
            "does not reject" in at.summary(),
            "does not reject" in below.summary(),
        ) == (False, True)
        assert (
            "does not reject" in at.caption(),
            "does not reject" in below.caption(),
        ) == (False, True)
        refused = [
            "did not reject the hypothesis that all algorithms perform equally, "
            in c.methods()
            for c in (at, below)
        ]
        assert refused == [False, True]
        assert [
            "rejected the hypothesis that all algorithms perform equally, "
            in c.methods()
            for c in (at, below)
        ] == [True, False]


def with_bounds(comparison, lower):
    pairs = replace(comparison.pairwise, pvalue_adjusted_lower=lower)
    return replace(
        comparison, test_results=replace(comparison.test_results, pairwise=pairs)
    )


def test_bounds_are_undecided_only_where_they_lie_on_both_sides():
    comparison = given(0.04, 0.05)
    lower = np.array(comparison.pairwise.pvalue_adjusted)
    lower[0, 1] = lower[1, 0] = 0.05
    words = Wording(with_bounds(comparison, lower)).stopped_search
    assert words.endswith("its algorithms are shown as not significantly different.")
    lower[0, 1] = lower[1, 0] = ABOVE
    words = Wording(with_bounds(comparison, lower)).stopped_search
    assert words.endswith("This does not affect any decision.")


def test_the_power_of_other_procedures_is_counted_up_to_alpha():
    table = cd.load_example("garcia2008-table2")
    comparison, holm = cd.compare(table), cd.compare(table, p_adjust="holm")
    p = float(np.sort(holm.pairwise.pvalue_adjusted[np.triu_indices(5, 1)])[4])
    for alpha, count in ((p, 5), (float(np.nextafter(p, 0)), 4)):
        assert any(
            f"The same p-values yield {count} significant differences after Holm's adjustment, "
            in sentence
            for sentence in advise(comparison.at(alpha))
        )


def test_convergence():
    comparison = cd.compare_convergence(cd.load_histories("optimisers"))
    rising = np.where(
        comparison.statistic > comparison.expected, comparison.pvalue_adjusted, np.nan
    )
    i, j = np.unravel_index(int(np.nanargmin(np.abs(rising - 0.05))), rising.shape)
    p = float(comparison.pvalue_adjusted[i, j])
    names = comparison.algorithms[i], comparison.algorithms[j]
    for alpha, faster in ((p, True), (float(np.nextafter(p, 0)), False)):
        decided = replace(comparison, alpha=alpha)
        assert decided.gained()[i, j] == faster
        assert (
            f"{names[0]} gained significantly on" in decided.conclusion(*names)
        ) == faster
        layout = layout_convergence_matrix(decided, measure=measure)
        place = {column: at for at, column in enumerate(decided.order)}
        (cell,) = (
            cell
            for cell in layout.elements
            if cell.gid == f"cell-{place[i]}-{place[j]}"
        )
        assert (cell.fill == "background") != faster
