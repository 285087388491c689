"""The figures of the registry, for tests of all figures."""

import inspect

from cddiagram._util import loaded
from cddiagram.features import FEATURES, FIGURES
from cddiagram.figures import COMPARED, find_figure


def _requires(plot):
    """Return the options of a public function that have no default."""
    options = list(inspect.signature(plot).parameters.values())[1:]
    return [option.name for option in options if option.default is option.empty]


def figures_of_one_comparison(but=()):
    """Return the public functions that draw a comparison without further options.

    The result has the keys of the registry. `but` are the keys that a test has its own
    examples for.
    """
    plots = {}
    for key in FIGURES:
        figure = find_figure(key)
        if key in but or figure.subject is not COMPARED or _requires(figure.plot):
            continue
        plots[key] = figure.plot
    return plots


def figure_of(plot):
    """Return the figure with this public function."""
    layouts = [find_figure(key) for key in FIGURES]
    for feature in FEATURES.values():
        layouts += [loaded(layout) for layout in feature.figures.values()]
    return next(figure for figure in layouts if figure.name == plot.__name__)
