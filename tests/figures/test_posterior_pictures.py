"""Posteriors drawn: pictures of the matrix and of the simplex, light and dark."""

import pytest
from matplotlib import style

import cddiagram as cd

TABLE = cd.load_example("garcia2008-table2")


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("probability", [None, 0.95])
def test_posterior_matrix(probability, text_as_boxes):
    posterior = cd.compare(TABLE).posterior(0.1, pair_test="sign")
    return cd.plot_posterior(
        posterior, probability=probability, highlight="CN2", title="A title"
    ).figure


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("pair_test", ["wilcoxon", "sign"])
def test_posterior_simplex(pair_test, text_as_boxes):
    posterior = cd.compare(TABLE).posterior(0.05, pair_test=pair_test, draws=2000)
    return cd.plot_posterior(posterior, "C4.5", "CN2", probability=0.6).figure


@pytest.mark.slow
@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("pair", [(), ("C4.5", "NaiveBayes")])
def test_posterior_dark(pair, text_as_boxes):
    posterior = cd.compare(TABLE).posterior(0.05, draws=2000)
    with style.context("dark_background"):
        return cd.plot_posterior(posterior, *pair, width=4.0).figure


def test_elements_have_ids():
    posterior = cd.compare(TABLE).posterior(0.05, pair_test="sign")
    names = {
        a.get_gid() for a in cd.plot_posterior(posterior, ids=True).ax.get_children()
    }
    assert {
        "cell-0-1",
        "better-0-4",
        "equivalent-1-0",
        "diagonal-0",
        "label-0",
        "column-0",
        "note",
    } <= names
    names = {
        a.get_gid()
        for a in cd.plot_posterior(posterior, "C4.5", "CN2", ids=True).ax.get_children()
    }
    assert {
        "simplex",
        "region",
        "density-95-0",
        "part-0",
        "corner-0",
        "corner-1",
        "corner-2",
        "note",
    } <= names
