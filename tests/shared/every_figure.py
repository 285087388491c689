"""The figures that need no example of their own in tests of all figures."""

import inspect

from cddiagram.features import FIGURES
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
