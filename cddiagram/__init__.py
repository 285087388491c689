"""Critical-difference diagrams and the underlying tests, computed from a table of
scores.

>>> import cddiagram as cd
>>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
>>> round(comparison.critical_difference, 3)
1.118

Importing the package loads only modules of the standard library. Every public name is
loaded when it is first used. `__all__` lists the public interface. All submodules are
internal and may change.

The following sources are cited by abbreviations in the code:

D06
    J. Demšar (2006), Statistical comparisons of classifiers over multiple data sets,
    Journal of Machine Learning Research 7:1-30.
G08
    S. García and F. Herrera (2008), An extension on "Statistical comparisons of
    classifiers over multiple data sets" for all pairwise comparisons, Journal of
    Machine Learning Research 9:2677-2694.
G10
    S. García, A. Fernández, J. Luengo and F. Herrera (2010), Advanced nonparametric
    tests for multiple comparisons in the design of experiments in computational
    intelligence and data mining, Information Sciences 180:2044-2064.
B16
    A. Benavoli, G. Corani and F. Mangili (2016), Should we really use post-hoc tests
    based on mean-ranks?, Journal of Machine Learning Research 17(5):1-10.
WEB
    SCI2S, Statistical inference in computational intelligence and data mining: the
    thematic page of the University of Granada, with its programs and tutorials.
"""

from __future__ import annotations

from cddiagram._util.version import __version__

TYPE_CHECKING = False  # `typing` takes longer to import than this module
if TYPE_CHECKING:  # used by type checkers and editors only
    from cddiagram.comparing.comparison import Comparison as Comparison
    from cddiagram.comparing.comparison import Group as Group
    from cddiagram.comparing.comparison import Sensitivity as Sensitivity
    from cddiagram.comparing.from_published import compare_ranks as compare_ranks
    from cddiagram.comparing.from_published import (
        critical_difference as critical_difference,
    )
    from cddiagram.comparing.from_scores import compare as compare
    from cddiagram.comparing.from_scores import compare_pvalues as compare_pvalues
    from cddiagram.comparing.plan import ErrorControl as ErrorControl
    from cddiagram.comparing.plan import Plan as Plan
    from cddiagram.comparing.practical import Equivalence as Equivalence
    from cddiagram.comparing.practical import Posterior as Posterior
    from cddiagram.comparing.results import TestResults as TestResults
    from cddiagram.convergence.budget import BudgetComparison as BudgetComparison
    from cddiagram.convergence.budget import compare_over_budget as compare_over_budget
    from cddiagram.convergence.comparison import (
        ConvergenceComparison as ConvergenceComparison,
    )
    from cddiagram.convergence.figures.curves import (
        plot_convergence_curves as plot_convergence_curves,
    )
    from cddiagram.convergence.figures.matrix import (
        plot_convergence_matrix as plot_convergence_matrix,
    )
    from cddiagram.convergence.figures.problems import (
        plot_convergence_problems as plot_convergence_problems,
    )
    from cddiagram.convergence.figures.ranks import (
        plot_convergence_ranks as plot_convergence_ranks,
    )
    from cddiagram.convergence.figures.trend import (
        plot_convergence_trend as plot_convergence_trend,
    )
    from cddiagram.convergence.histories import Histories as Histories
    from cddiagram.convergence.reading import load_histories as load_histories
    from cddiagram.convergence.reading import read_histories as read_histories
    from cddiagram.convergence.testing import compare_convergence as compare_convergence
    from cddiagram.data.examples import example_names as example_names
    from cddiagram.data.examples import load_example as load_example
    from cddiagram.data.reading.scores import read_score_tables as read_score_tables
    from cddiagram.data.reading.scores import read_scores as read_scores
    from cddiagram.data.table import ScoreTable as ScoreTable
    from cddiagram.document.model import Cell as Cell
    from cddiagram.document.model import Column as Column
    from cddiagram.document.saving import Report as Report
    from cddiagram.document.shown import Table as Table
    from cddiagram.figures.assumptions import plot_assumptions as plot_assumptions
    from cddiagram.figures.cd import plot_cd as plot_cd
    from cddiagram.figures.cd_sequence import plot_cd_sequence as plot_cd_sequence
    from cddiagram.figures.cd_stack import plot_cd_stack as plot_cd_stack
    from cddiagram.figures.drawing import Drawing as Drawing
    from cddiagram.figures.forest import plot_forest as plot_forest
    from cddiagram.figures.mcb import plot_mcb as plot_mcb
    from cddiagram.figures.pair_matrix import plot_pair_matrix as plot_pair_matrix
    from cddiagram.figures.pair_scatter import plot_pair_scatter as plot_pair_scatter
    from cddiagram.figures.posterior import plot_posterior as plot_posterior
    from cddiagram.figures.pvalue_matrix import plot_pvalue_matrix as plot_pvalue_matrix
    from cddiagram.figures.rank_bars import plot_rank_bars as plot_rank_bars
    from cddiagram.figures.rank_distribution import (
        plot_rank_distribution as plot_rank_distribution,
    )
    from cddiagram.figures.score_cost import plot_score_cost as plot_score_cost
    from cddiagram.provenance.files import read_provenance as read_provenance
    from cddiagram.provenance.model import Provenance as Provenance
    from cddiagram.provenance.model import Subject as Subject
    from cddiagram.report.advice import advise as advise
    from cddiagram.report.building import make_report as make_report
    from cddiagram.sheet.look import Look as Look
    from cddiagram.stats.assumptions import Assumptions as Assumptions
    from cddiagram.stats.assumptions import Histogram as Histogram
    from cddiagram.stats.assumptions import LeveneResult as LeveneResult
    from cddiagram.stats.assumptions import NormalityTest as NormalityTest
    from cddiagram.stats.assumptions import check_assumptions as check_assumptions
    from cddiagram.stats.effects import Effects as Effects
    from cddiagram.stats.rank_pairs_exact import RankDifferenceLaw as RankDifferenceLaw
    from cddiagram.stats.rank_sums import LargestDifferenceLaw as LargestDifferenceLaw
    from cddiagram.stats.results import OmnibusResult as OmnibusResult
    from cddiagram.stats.results import PairwiseResult as PairwiseResult
    from cddiagram.stats.results import Ranking as Ranking
    from cddiagram.studies.datasets.study import DatasetsStudy as DatasetsStudy
    from cddiagram.studies.datasets.study import required_datasets as required_datasets
    from cddiagram.studies.datasets.study import study_datasets as study_datasets
    from cddiagram.studies.folds.correlated import (
        correlated_t_test as correlated_t_test,
    )
    from cddiagram.studies.folds.figure import plot_folds as plot_folds
    from cddiagram.studies.folds.study import FoldsComparison as FoldsComparison
    from cddiagram.studies.folds.study import compare_folds as compare_folds
    from cddiagram.studies.level.study import LevelStudy as LevelStudy
    from cddiagram.studies.level.study import study_level as study_level
    from cddiagram.studies.pool.figure import plot_pool as plot_pool
    from cddiagram.studies.pool.study import Flip as Flip
    from cddiagram.studies.pool.study import PoolStudy as PoolStudy
    from cddiagram.studies.pool.study import study_pool as study_pool
    from cddiagram.studies.power.figure import plot_power as plot_power
    from cddiagram.studies.power.study import PowerStudy as PowerStudy
    from cddiagram.studies.power.study import study_power as study_power
    from cddiagram.studies.stability.figure import plot_stability as plot_stability
    from cddiagram.studies.stability.study import ChangedDecision as ChangedDecision
    from cddiagram.studies.stability.study import ContraryMajority as ContraryMajority
    from cddiagram.studies.stability.study import StabilityStudy as StabilityStudy
    from cddiagram.studies.stability.study import study_stability as study_stability
    from cddiagram.text.errors import CddiagramError as CddiagramError
    from cddiagram.text.errors import InputError as InputError
    from cddiagram.text.errors import LayoutError as LayoutError
    from cddiagram.text.errors import OutputError as OutputError
    from cddiagram.text.errors import UsageError as UsageError


#: Maps each module to its public names.
_NAMES = {
    "comparing.comparison": "Comparison Group Sensitivity",
    "comparing.results": "TestResults",
    "comparing.from_published": "compare_ranks critical_difference",
    "comparing.from_scores": "compare compare_pvalues",
    "comparing.plan": "ErrorControl Plan",
    "comparing.practical": "Equivalence Posterior",
    "convergence.budget": "BudgetComparison compare_over_budget",
    "convergence.comparison": "ConvergenceComparison",
    "convergence.figures.curves": "plot_convergence_curves",
    "convergence.figures.matrix": "plot_convergence_matrix",
    "convergence.figures.problems": "plot_convergence_problems",
    "convergence.figures.ranks": "plot_convergence_ranks",
    "convergence.figures.trend": "plot_convergence_trend",
    "convergence.histories": "Histories",
    "convergence.reading": "load_histories read_histories",
    "convergence.testing": "compare_convergence",
    "data.examples": "example_names load_example",
    "data.reading.scores": "read_score_tables read_scores",
    "data.table": "ScoreTable",
    "document.model": "Cell Column",
    "document.saving": "Report",
    "document.shown": "Table",
    "figures.cd": "plot_cd",
    "figures.cd_sequence": "plot_cd_sequence",
    "figures.cd_stack": "plot_cd_stack",
    "figures.assumptions": "plot_assumptions",
    "figures.drawing": "Drawing",
    "figures.forest": "plot_forest",
    "figures.mcb": "plot_mcb",
    "figures.pair_matrix": "plot_pair_matrix",
    "figures.pair_scatter": "plot_pair_scatter",
    "figures.posterior": "plot_posterior",
    "figures.pvalue_matrix": "plot_pvalue_matrix",
    "figures.rank_bars": "plot_rank_bars",
    "figures.rank_distribution": "plot_rank_distribution",
    "figures.score_cost": "plot_score_cost",
    "provenance.files": "read_provenance",
    "provenance.model": "Provenance Subject",
    "report.advice": "advise",
    "report.building": "make_report",
    "sheet.look": "Look",
    "stats.assumptions": "Assumptions Histogram LeveneResult NormalityTest check_assumptions",
    "stats.effects": "Effects",
    "stats.rank_pairs_exact": "RankDifferenceLaw",
    "stats.rank_sums": "LargestDifferenceLaw",
    "stats.results": "OmnibusResult PairwiseResult Ranking",
    "studies.datasets.study": "DatasetsStudy required_datasets study_datasets",
    "studies.folds.correlated": "correlated_t_test",
    "studies.folds.figure": "plot_folds",
    "studies.folds.study": "FoldsComparison compare_folds",
    "studies.level.study": "LevelStudy study_level",
    "studies.pool.figure": "plot_pool",
    "studies.pool.study": "Flip PoolStudy study_pool",
    "studies.power.figure": "plot_power",
    "studies.power.study": "PowerStudy study_power",
    "studies.stability.figure": "plot_stability",
    "studies.stability.study": "ChangedDecision ContraryMajority StabilityStudy study_stability",
    "text.errors": "CddiagramError InputError LayoutError OutputError UsageError",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = ["__version__", *_HOMES]


if not TYPE_CHECKING:  # type checkers would otherwise accept any attribute

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'cddiagram' has no attribute '{name}'")
        from importlib import import_module

        value = getattr(import_module(f"cddiagram.{_HOMES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
