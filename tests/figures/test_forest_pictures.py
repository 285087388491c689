"""Forest and score against cost, drawn: pictures, light and dark."""

import pytest
from matplotlib import style
from sheets import costs

import cddiagram as cd

TABLE = cd.load_example("garcia2008-table2")


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("reference", ["pairs", "CN2"])
def test_forest(reference, text_as_boxes):
    comparison = cd.compare(TABLE, pair_test="wilcoxon")
    return cd.plot_forest(
        comparison, reference=reference, rope=0.02, highlight="Kernel"
    ).figure


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
def test_forest_dark(text_as_boxes):
    few = cd.ScoreTable.from_arrays(TABLE.scores[:5], algorithms=TABLE.algorithms)
    with style.context("dark_background"):
        return cd.plot_forest(
            cd.compare(few, control="C4.5"), rope=0.01, highlight="CN2"
        ).figure


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("score", ["rank", "mean"])
def test_score_cost(score, text_as_boxes):
    return cd.plot_score_cost(
        cd.compare(TABLE), costs(TABLE, 1.2 if score == "mean" else 4.0), score=score
    ).figure


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
def test_score_cost_dark(text_as_boxes):
    with style.context("dark_background"):
        comparison = cd.compare(TABLE, control="CN2")
        return cd.plot_score_cost(
            comparison, costs(TABLE), title="A title", highlight="Kernel"
        ).figure


def test_elements_have_ids():
    forest = cd.plot_forest(cd.compare(TABLE), rope=0.1, ids=True)
    names = {artist.get_gid() for artist in forest.ax.get_children()}
    assert {
        "zero",
        "rope",
        "interval-0",
        "marker-9",
        "label-0",
        "rank-0",
        "axis",
        "note",
    } <= names
    cost = cd.plot_score_cost(cd.compare(TABLE), costs(TABLE), ids=True)
    names = {artist.get_gid() for artist in cost.ax.get_children()}
    assert {
        "front",
        "marker-4",
        "label-4",
        "axis",
        "value-axis",
        "cue",
        "note",
    } <= names
