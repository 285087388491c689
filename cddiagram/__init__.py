"""Critical-difference diagrams and the tests behind them, from a table of scores.

>>> import cddiagram as cd
>>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
>>> round(comparison.critical_difference, 3)
1.118

Importing the package loads the standard library only; every public name is loaded when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # loading typing for it would take longer than all the rest of this module
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"

#: Public name -> the module that holds it.
_HOMES = {
    "CddiagramError": "errors",
    "InputError": "errors",
    "LayoutError": "errors",
    "OutputError": "errors",
    "UsageError": "errors",
    "Comparison": "results",
    "ConvergenceComparison": "results",
    "Histories": "histories",
    "ScoreTable": "table",
    "compare": "comparison",
    "compare_convergence": "convergence",
    "example_names": "data",
    "guidance": "advice",
    "load_example": "data",
    "check_conditions": "stats.check_conditions",
    "load_histories": "data",
    "make_report": "report.building",
    "plot_cd": "plot.cd",
    "plot_cd_sequence": "plot.cd_sequence",
    "plot_conditions": "plot.conditions",
    "plot_convergence": "plot.convergence",
    "plot_mcb": "plot.mcb",
    "plot_page_matrix": "plot.page_matrix",
    "plot_page_problems": "plot.page_problems",
    "plot_page_trend": "plot.page_trend",
    "plot_pvalue_matrix": "plot.pvalue_matrix",
    "plot_rank_bars": "plot.rank_bars",
    "read_histories": "read.histories",
    "read_score_tables": "read",
    "read_scores": "read",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'cddiagram' has no attribute '{name}'")
    from importlib import import_module

    value = getattr(import_module(f"cddiagram.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
