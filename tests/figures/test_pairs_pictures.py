"""Pair matrix and pair scatter, drawn: pictures on light and dark pages."""

import pytest
from matplotlib import style

import cddiagram as cd

PAIR = ("C4.5", "1-NN")


def comparison(**options):
    return cd.compare(
        cd.load_example("garcia2008-table2"), pair_test="wilcoxon", **options
    )


CASES = {
    "matrix": lambda: cd.plot_pair_matrix(comparison(), width="page"),
    "strip": lambda: cd.plot_pair_matrix(
        comparison(control="C4.5"), rows=["C4.5"], title="A title"
    ),
    "half": lambda: cd.plot_pair_matrix(
        comparison(), half=True, difference="median", highlight="CN2"
    ),
    "scatter": lambda: cd.plot_pair_scatter(comparison(), *PAIR, name_farthest=3),
}


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("name", CASES)
def test_pairs(name, text_as_boxes):
    return CASES[name]().figure


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("name", ["matrix", "scatter"])
def test_pairs_dark(name, text_as_boxes):
    with style.context("dark_background"):
        return CASES[name]().figure
