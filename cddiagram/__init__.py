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

from cddiagram._util.version import __version__ as __version__

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
    from cddiagram.data.examples import example_names as example_names
    from cddiagram.data.examples import load_example as load_example
    from cddiagram.data.reading.scores import read_score_tables as read_score_tables
    from cddiagram.data.reading.scores import read_scores as read_scores
    from cddiagram.data.table import ScoreTable as ScoreTable
    from cddiagram.document.model import Cell as Cell
    from cddiagram.document.model import Column as Column
    from cddiagram.document.saving import Report as Report
    from cddiagram.document.shown import Table as Table
    from cddiagram.features import *  # noqa: F403 - the names of figures and features
    from cddiagram.figures.drawing import Drawing as Drawing
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
    from cddiagram.text.errors import CddiagramError as CddiagramError
    from cddiagram.text.errors import InputError as InputError
    from cddiagram.text.errors import LayoutError as LayoutError
    from cddiagram.text.errors import OutputError as OutputError
    from cddiagram.text.errors import UsageError as UsageError


# ``python tests/shared/interfaces.py`` generates this table from the block above. The
# registry `cddiagram.features` contains the names of figures and features.
_HOMES = {
    "Assumptions": "cddiagram.stats.assumptions",
    "CddiagramError": "cddiagram.text.errors",
    "Cell": "cddiagram.document.model",
    "Column": "cddiagram.document.model",
    "Comparison": "cddiagram.comparing.comparison",
    "Drawing": "cddiagram.figures.drawing",
    "Effects": "cddiagram.stats.effects",
    "Equivalence": "cddiagram.comparing.practical",
    "ErrorControl": "cddiagram.comparing.plan",
    "Group": "cddiagram.comparing.comparison",
    "Histogram": "cddiagram.stats.assumptions",
    "InputError": "cddiagram.text.errors",
    "LargestDifferenceLaw": "cddiagram.stats.rank_sums",
    "LayoutError": "cddiagram.text.errors",
    "LeveneResult": "cddiagram.stats.assumptions",
    "Look": "cddiagram.sheet.look",
    "NormalityTest": "cddiagram.stats.assumptions",
    "OmnibusResult": "cddiagram.stats.results",
    "OutputError": "cddiagram.text.errors",
    "PairwiseResult": "cddiagram.stats.results",
    "Plan": "cddiagram.comparing.plan",
    "Posterior": "cddiagram.comparing.practical",
    "Provenance": "cddiagram.provenance.model",
    "RankDifferenceLaw": "cddiagram.stats.rank_pairs_exact",
    "Ranking": "cddiagram.stats.results",
    "Report": "cddiagram.document.saving",
    "ScoreTable": "cddiagram.data.table",
    "Sensitivity": "cddiagram.comparing.comparison",
    "Subject": "cddiagram.provenance.model",
    "Table": "cddiagram.document.shown",
    "TestResults": "cddiagram.comparing.results",
    "UsageError": "cddiagram.text.errors",
    "advise": "cddiagram.report.advice",
    "check_assumptions": "cddiagram.stats.assumptions",
    "compare": "cddiagram.comparing.from_scores",
    "compare_pvalues": "cddiagram.comparing.from_scores",
    "compare_ranks": "cddiagram.comparing.from_published",
    "critical_difference": "cddiagram.comparing.from_published",
    "example_names": "cddiagram.data.examples",
    "load_example": "cddiagram.data.examples",
    "make_report": "cddiagram.report.building",
    "read_provenance": "cddiagram.provenance.files",
    "read_score_tables": "cddiagram.data.reading.scores",
    "read_scores": "cddiagram.data.reading.scores",
}


def _modules() -> dict[str, str]:
    """Return the public names, each with its module."""
    from cddiagram.features import public_modules

    modules = dict(_HOMES)
    for name, module in public_modules().items():
        modules[name] = f"cddiagram.{module}"
    return modules


if not TYPE_CHECKING:  # type checkers would otherwise accept any attribute

    def __getattr__(name: str) -> object:
        if name == "__all__":
            return ["__version__", *_modules()]
        modules = _HOMES
        if name not in modules:
            modules = _modules()
        if name not in modules:
            raise AttributeError(f"module 'cddiagram' has no attribute '{name}'")
        from importlib import import_module

        value = getattr(import_module(modules[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(["__version__", *_modules()])
