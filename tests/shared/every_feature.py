"""Results of the features in the registry, made by the calls that their entries state."""

import inspect

import cddiagram as cd
from cddiagram._util import loaded
from cddiagram.features import FEATURES


def result_of(key):
    """Make the result of a feature from an example, as its entry says how."""
    table = cd.load_example("garcia2008-table2")
    names = {
        "table": table,
        "scores": table,
        "comparison": cd.compare(table),
        "histories": cd.load_histories("optimisers"),
        "k": table.k,
        "n": table.n,
    }
    public = {name: getattr(cd, name) for name in cd.__all__}
    return eval(FEATURES[key].call, public | names)


def results_but(known):
    """Make the results whose classes are not among those of the known ones."""
    kinds = {type(result).__name__ for result in known}
    return [
        result_of(key) for key, entry in FEATURES.items() if entry.result not in kinds
    ]


def figures_but(names):
    """Return the figures of features whose public functions are not among these names:
    key -> (feature, public function). Figures that require options are left out.
    """
    plots = {}
    for entry in FEATURES.values():
        for layout in entry.figures.values():
            figure = loaded(layout)
            options = list(inspect.signature(figure.plot).parameters.values())[1:]
            required = any(option.default is option.empty for option in options)
            if figure.name not in names and not required:
                plots[figure.key] = (entry.key, figure.plot)
    return plots
