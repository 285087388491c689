"""The figures of studies, drawn: pictures."""

import numpy as np
import pytest
from matplotlib import style

import cddiagram as cd

NAMES = ["Forest", "Boosting", "SVM", "Naive Bayes", "kNN", "Tree", "Ridge"]


def table():
    scores = np.random.default_rng(7).normal(size=(40, 7)) + np.linspace(1, 0, 7)
    return cd.ScoreTable.from_arrays(np.round(scores, 1), algorithms=NAMES)


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("ranking", ["friedman", "aligned"])
def test_stability(ranking, text_as_boxes):
    study = cd.study_stability(cd.compare(table(), ranking=ranking), resamples=1000)
    return cd.plot_stability(study, highlight="SVM").figure


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("pairs", ["all", "changing"])
def test_pool(pairs, text_as_boxes):
    return cd.plot_pool(cd.study_pool(table()), pairs=pairs, highlight="SVM").figure


def folds():
    rng = np.random.default_rng(7)
    scores = (
        rng.normal(0.85, 0.03, (50, 1))
        + np.linspace(0.04, 0, 7)
        + rng.normal(0, 0.012, (50, 7))
    )
    return cd.compare_folds(
        dict(zip(NAMES, np.round(scores, 3).T, strict=True)), folds=10
    )


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("reference", ["best", "SVM"])
def test_folds(reference, text_as_boxes):
    return cd.plot_folds(folds(), reference=reference, highlight="kNN").figure


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
def test_folds_dark(text_as_boxes):
    with style.context("dark_background"):
        return cd.plot_folds(
            folds(), width="page", title="One data set", highlight={"SVM": "#d55e00"}
        ).figure


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("figure", ["stability", "pool"])
def test_studies_dark(figure, text_as_boxes):
    with style.context("dark_background"):
        if figure == "stability":
            return cd.plot_stability(
                cd.study_stability(cd.compare(table()), resamples=1000), width="page"
            ).figure
        return cd.plot_pool(cd.study_pool(table(), max_pools=60), width="page").figure


POWER = {"pair": ("Forest", "Tree"), "size": 15, "repeats": 300, "biases": range(4)}


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize(
    ("group", "show"),
    [
        ("pair", "power"),
        ("pair", "replicability-e"),
        ("all", "mean-pvalue"),
        ("control", "family-rejections"),
    ],
)
def test_power(group, show, text_as_boxes):
    study = cd.study_power(table(), group=group, **POWER)
    return cd.plot_power(
        study,
        show=show,
        highlight={"pair": "Wilcoxon", "all": "Shaffer"}.get(group, "Li"),
    ).figure


@pytest.mark.slow
@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 100})
@pytest.mark.parametrize("width", ["column", "page"])
def test_power_dark(width, text_as_boxes):
    study = cd.study_power(table(), **(POWER | {"pair": None, "biases": [0, 2, 8]}))
    with style.context("dark_background"):
        return cd.plot_power(study, width=width, title="All pairs").figure
