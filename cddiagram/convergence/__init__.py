"""Convergence histories: their data, tests, figures, captions and tables."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    # The figures of convergence
    from cddiagram.convergence.figures import FIGURES as FIGURES
    from cddiagram.convergence.figures import find_figure as find_figure

    # Convergence curves
    from cddiagram.convergence.figures.curves import (
        layout_convergence_curves as layout_convergence_curves,
    )

    # The p-value matrix of histories
    from cddiagram.convergence.figures.matrix import (
        layout_convergence_matrix as layout_convergence_matrix,
    )

    # Small multiples of all problems for one pair
    from cddiagram.convergence.figures.problems import (
        layout_convergence_problems as layout_convergence_problems,
    )

    # Ranks over the budget
    from cddiagram.convergence.figures.ranks import (
        layout_convergence_ranks as layout_convergence_ranks,
    )

    # The trend of one pair
    from cddiagram.convergence.figures.trend import (
        layout_convergence_trend as layout_convergence_trend,
    )

    # The container of histories
    from cddiagram.convergence.histories import Histories as Histories

    # Histories that have reached the optimum
    from cddiagram.convergence.optimum import at_optimum as at_optimum

    # Alternative ranks
    from cddiagram.convergence.pair_ranks import (
        ranks_with_optimum as ranks_with_optimum,
    )

    # The reader of histories
    from cddiagram.convergence.reading import read_histories as read_histories

    # Tests of all pairs
    from cddiagram.convergence.testing import compare_convergence as compare_convergence

    # The sentences about a comparison of convergence
    from cddiagram.convergence.words import MEASURED as MEASURED
    from cddiagram.convergence.words import not_exchangeable as not_exchangeable

_HOMES = {
    "FIGURES": "cddiagram.convergence.figures",
    "Histories": "cddiagram.convergence.histories",
    "MEASURED": "cddiagram.convergence.words",
    "at_optimum": "cddiagram.convergence.optimum",
    "compare_convergence": "cddiagram.convergence.testing",
    "find_figure": "cddiagram.convergence.figures",
    "layout_convergence_curves": "cddiagram.convergence.figures.curves",
    "layout_convergence_matrix": "cddiagram.convergence.figures.matrix",
    "layout_convergence_problems": "cddiagram.convergence.figures.problems",
    "layout_convergence_ranks": "cddiagram.convergence.figures.ranks",
    "layout_convergence_trend": "cddiagram.convergence.figures.trend",
    "not_exchangeable": "cddiagram.convergence.words",
    "ranks_with_optimum": "cddiagram.convergence.pair_ranks",
    "read_histories": "cddiagram.convergence.reading",
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # otherwise type checkers would accept every name
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
