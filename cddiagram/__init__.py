"""Critical-difference diagrams and the tests behind them, from a table of scores.

>>> import cddiagram as cd
>>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
>>> round(comparison.critical_difference, 3)
1.118

Importing the package loads the standard library only; every public name is loaded when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # loading typing for it would take longer than all the rest of this module
if TYPE_CHECKING:  # what type checkers and editors see; `_HOMES` is what is done
    from cddiagram.advice import guidance as guidance
    from cddiagram.comparison import compare as compare
    from cddiagram.convergence import compare_convergence as compare_convergence
    from cddiagram.data import example_names as example_names
    from cddiagram.data import load_example as load_example
    from cddiagram.data import load_histories as load_histories
    from cddiagram.errors import CddiagramError as CddiagramError
    from cddiagram.errors import InputError as InputError
    from cddiagram.errors import LayoutError as LayoutError
    from cddiagram.errors import OutputError as OutputError
    from cddiagram.errors import UsageError as UsageError
    from cddiagram.histories import Histories as Histories
    from cddiagram.plot.cd import plot_cd as plot_cd
    from cddiagram.plot.cd_sequence import plot_cd_sequence as plot_cd_sequence
    from cddiagram.plot.conditions import plot_conditions as plot_conditions
    from cddiagram.plot.convergence import plot_convergence as plot_convergence
    from cddiagram.plot.mcb import plot_mcb as plot_mcb
    from cddiagram.plot.page_matrix import plot_page_matrix as plot_page_matrix
    from cddiagram.plot.page_problems import plot_page_problems as plot_page_problems
    from cddiagram.plot.page_trend import plot_page_trend as plot_page_trend
    from cddiagram.plot.pvalue_matrix import plot_pvalue_matrix as plot_pvalue_matrix
    from cddiagram.plot.rank_bars import plot_rank_bars as plot_rank_bars
    from cddiagram.read import read_score_tables as read_score_tables
    from cddiagram.read import read_scores as read_scores
    from cddiagram.read.histories import read_histories as read_histories
    from cddiagram.report.building import make_report as make_report
    from cddiagram.results import Comparison as Comparison
    from cddiagram.results import ConvergenceComparison as ConvergenceComparison
    from cddiagram.stats.check_conditions import check_conditions as check_conditions
    from cddiagram.table import ScoreTable as ScoreTable

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


if not TYPE_CHECKING:  # to a type checker an unknown name is an error

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'cddiagram' has no attribute '{name}'")
        from importlib import import_module

        value = getattr(import_module(f"cddiagram.{_HOMES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
