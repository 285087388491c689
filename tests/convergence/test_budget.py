"""Ranks over the budget: each slice is `compare` of that slice, digit for digit."""

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.text import InputError, UsageError


@pytest.fixture(scope="module")
def histories():
    return cd.load_histories("optimisers")


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"pair_test": "wilcoxon"},
        {"control": "PSO"},
        {"p_adjust": "bergmann-hommel", "alpha": 0.1},
    ],
)
def test_each_slice_is_compare_of_that_slice(histories, options):
    over = cd.compare_over_budget(histories, **options)
    assert over.cut_points == histories.cut_points
    for place, point in enumerate(over.cut_points):
        table = cd.ScoreTable.from_arrays(
            histories.values[:, :, place].T,
            algorithms=histories.algorithms,
            datasets=histories.problems,
            higher_is_better=False,
        )
        direct, slice_ = cd.compare(table, **options), over.comparisons[place]
        assert over[f"{point:g} evaluations"] is slice_
        assert slice_.table.sha256 == table.sha256
        mine, theirs = slice_.to_dict(), direct.to_dict()
        mine["table"].pop("notes"), theirs["table"].pop("notes")
        assert mine == theirs
        assert (
            over.average_ranks[place].tolist() == direct.ranking.average_ranks.tolist()
        )
        reference = direct.control or direct.algorithms[direct.order[0]]
        assert over.references[place] == reference
        assert (
            over.different[place].tolist()
            == direct.different()[direct.algorithms.index(reference)].tolist()
        )
    frame = over.to_frame()
    assert len(frame) == len(over) * 6


def test_figures_take_it_as_it_is_and_say_where_it_is_from(histories):
    over = cd.compare_over_budget(histories, cut_points=[500, 2500, 5000])
    for plot in (cd.plot_cd_stack, cd.plot_cd_sequence):
        drawing = plot(over, width="page")
        assert [subject.title for subject in drawing.provenance.subjects] == list(over)
        assert [
            subject.reading["scores_at"] for subject in drawing.provenance.subjects
        ] == [500, 2500, 5000]
        assert drawing.layout.titles == tuple(over)


def test_areas_are_means_over_the_budget(histories):
    table = histories.area_scores()
    assert table.datasets == histories.problems
    points = np.array(histories.cut_points)
    expected = np.trapezoid(histories.values, points, axis=-1).T / (
        points[-1] - points[0]
    )
    assert table.scores == pytest.approx(expected, rel=1e-12, abs=1e-300)
    tied = cd.Histories(
        values=[[[0.3, 0.2, 0.1]] * 2, [[0.4, 0.1, 0.0]] * 2, [[0.6, 0.1, 0.0]] * 2],
        algorithms=["A", "B", "C"],
        problems=["p", "q"],
        cut_points=[1, 2, 4],
    )
    areas = tied.area_scores()
    assert areas.scores[0] == pytest.approx(
        [(0.25 + 0.3) / 3, (0.25 + 0.1) / 3, (0.35 + 0.1) / 3], rel=1e-15
    )
    # In tenths, whose binary sums differ: both curves have the same area, and tie.
    same = cd.Histories(
        values=[[[0.3, 0.2, 0.1]] * 2, [[0.4, 0.15, 0.1]] * 2],
        algorithms=["A", "B"],
        problems=["p", "q"],
        cut_points=[1, 2, 3],
    ).area_scores()
    assert cd.compare(same).ranking.average_ranks.tolist() == [1.5, 1.5]


def test_refusals(histories):
    with pytest.raises(
        InputError,
        match=r"55 is not one of the cut-points \(500, 1000, .*\)\. To use it, read "
        r"the histories again",
    ):
        histories.scores_at(55)
    with pytest.raises(
        UsageError,
        match=r"control 'best' can be a different algorithm at each cut-point\. Omit this",
    ):
        cd.compare_over_budget(histories, control="best")
    with pytest.raises(UsageError, match="did you mean 'pair_test'"):
        cd.compare_over_budget(histories, pairtest="sign")
    with pytest.raises(
        UsageError,
        match=r"histories must be a Histories object, not a dict\. Read the histories",
    ):
        cd.compare_over_budget({})


def test_words_say_who_leads_and_what_is_counted(histories):
    over = cd.compare_over_budget(histories, cut_points=[500, 5000])
    lines = over.summary().splitlines()
    assert lines[2] == (
        "500 evaluations: Dual annealing has the best average rank (1.80) and is not "
        "significantly different from PSO, Differential evolution or (1+1)-ES."
    )
    assert lines[-1] == (
        "The tests use problems, not runs, as blocks. The significance level is not "
        "adjusted for the number of cut-points."
    )
    assert over.caption().endswith(
        " At each cut-point, the diamond marks the algorithm with the best average rank. "
        "Filled markers denote algorithms that differ significantly from it; hollow "
        "markers denote those that do not. Overlapping markers are moved apart along "
        f"their lines. {lines[-1]}"
    )
    assert r"$\alpha = 0.05$" in over.caption(latex=True)
    against = cd.compare_over_budget(histories, control="PSO", cut_points=[500, 5000])
    assert (
        " At each cut-point, the diamond marks the control, PSO. " in against.caption()
    )
