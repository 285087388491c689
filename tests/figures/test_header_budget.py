"""The header of every figure keeps to a budget of rows, words and height.

The other words are in the caption, or next to what they describe.
"""

import warnings
from functools import cache

import numpy as np
import pytest
from cases import text_measure
from checks import budget_defects
from every_feature import result_of
from every_figure import figures_of_one_comparison

import cddiagram as cd
from cddiagram._util import loaded
from cddiagram.features import FEATURES, FIGURES
from cddiagram.figures import find_figure

NAMES = (
    "HC2", "MR-Hydra", "ROCKET", "InceptionTime", "DrCIF", "TDE", "TSF", "1NN-DTW", "CNN", "ResNet", "STC", "BOSS",
    "Catch22", "ProximityForest",
)  # fmt: skip


@cache
def table(k):
    """Return a table of k algorithms: the published one of five, or one like it."""
    if k == 5:
        return cd.load_example("garcia2008-table2")
    random = np.random.default_rng(k)
    scores = 0.8 + random.normal(size=(60, k)) * 0.05 - np.linspace(0, 0.16, k)
    return cd.ScoreTable.from_arrays(scores.round(3), algorithms=NAMES[:k])


@cache
def compared(k, pair_test="wilcoxon", control=None):
    return cd.compare(table(k), pair_test=pair_test, control=control)


def against_control(k):
    return compared(k, "wilcoxon", table(k).algorithms[1])


def costs(k):
    values = 10.0 ** np.random.default_rng(1).uniform(-2, 3, size=(2, k))
    names = table(k).algorithms
    return cd.ScoreTable.from_arrays(values, algorithms=names, higher_is_better=False)


def all_pairs(k):
    return [(compared(k, "ranks"),), (compared(k),)]


def with_control(k):
    return [*all_pairs(k), (against_control(k),)]


def pairs(k):
    """All pairs, and the best algorithm against the others, which has the longest note."""
    best = cd.compare(table(k), pair_test="sign", control="best", p_adjust="none")
    return [*all_pairs(k), (best,)]


def several(k):
    return [({"Nemenyi": compared(k, "ranks"), "Wilcoxon": compared(k)},)]


def posteriors(k):
    posterior = compared(k).posterior(0.01, pair_test="sign", draws=1000)
    return [(posterior,), (posterior, *posterior.algorithms[:2])]


@cache
def histories():
    return cd.load_histories("optimisers")


def pair_of_histories(k):
    comparison = cd.compare_convergence(histories())
    return [(comparison, *comparison.algorithms[:2])]


#: Key -> the subjects of the figure for a table of k algorithms.
SUBJECTS = {
    "pair-scatter": lambda k: [(compared(k), *table(k).algorithms[:2])],
    "mcb": lambda k: [(compared(k, "ranks"),)],
    "cd-sequence": several,
    "cd-stack": several,
    "assumptions": lambda k: [(cd.check_assumptions(table(k)),)],
    "score-cost": lambda k: [(compared(k), costs(k))],
    "posterior": posteriors,
    "pair-matrix": pairs,
    "stability": lambda k: [(cd.study_stability(compared(k), resamples=100),)],
    "pool": lambda k: [(cd.study_pool(table(k), max_pools=20),)],
    "power": lambda k: [(cd.study_power(table(k), biases=[0, 20], repeats=20),)],
    "folds": lambda k: [(cd.compare_folds(table(k), folds=10),)],
    "matrix": lambda k: [(cd.compare_convergence(histories()),)],
    "trend": pair_of_histories,
    "problems": pair_of_histories,
    "ranks": lambda k: [(cd.compare_over_budget(histories()),)],
    "curves": lambda k: [(histories(),)],
}
SUBJECTS |= dict.fromkeys(figures_of_one_comparison(but=SUBJECTS), with_control)

#: Key -> numbers of algorithms, if they are not the usual ones.
COUNTS = {"cd": (3, 4, 5, 9, 14), "folds": (5, 9), "forest": (5, 9)}
#: Few rows are higher where they would otherwise be lower than three times the header.
FEW_ROWS = ("posterior", "pvalue-matrix", "rank-distribution")
COUNTS |= dict.fromkeys(FEW_ROWS, (2, 3, 4, 5, 9, 14))
COUNTS["pair-matrix"] = (2, 3, 4, 5, 9, 14)
COUNTS |= dict.fromkeys(
    ("assumptions", "curves", "matrix", "pool", "power", "problems", "ranks", "trend"),
    (5,),
)
#: Figures of features without an entry draw the results of the calls in the registry.
for _feature in FEATURES.values():
    for _key in _feature.figures.keys() - SUBJECTS.keys():
        SUBJECTS[_key] = lambda k, key=_feature.key: [(result_of(key),)]
        COUNTS[_key] = (5,)


def layout_of(key):
    """Return the layout function of a figure of the registry or of a feature."""
    if key in FIGURES:
        return find_figure(key)
    layouts = {}
    for feature in FEATURES.values():
        layouts |= feature.figures
    return loaded(layouts[key])


def findings(key):
    """Return what exceeds the budget in the figures of a kind."""
    found = []
    for k in COUNTS.get(key, (5, 9, 14)):
        for subject in SUBJECTS[key](k):
            names = [*table(k).algorithms, *histories().algorithms]
            for width in ("column", "page"):
                layout = _laid_out(layout_of(key), subject, width)
                rows = 0 if layout is None else len(getattr(layout, "label_boxes", ()))
                if layout is not None:
                    defects = budget_defects(layout, names, rows)
                    found += [f"k = {k}, {width}: {defect}" for defect in defects]
    return found


def _laid_out(layout, subject, width):
    """Return a layout; None if it does not fit the width."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        try:
            return layout(*subject, measure=text_measure(), width=width)
        except cd.LayoutError:
            return None


KEYS = sorted(SUBJECTS)


def test_every_figure_is_here():
    assert {*FIGURES} <= set(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_a_header_keeps_to_its_budget(key):
    assert findings(key) == []
