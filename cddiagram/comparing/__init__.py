"""Comparisons: their plans, tests and results."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cddiagram.comparing.all_procedures import Adjusted as Adjusted
    from cddiagram.comparing.all_procedures import (
        ProceduresCompared as ProceduresCompared,
    )
    from cddiagram.comparing.all_procedures import compare_rankings as compare_rankings
    from cddiagram.comparing.all_procedures import (
        procedures_compared as procedures_compared,
    )
    from cddiagram.comparing.comparison import Comparison as Comparison
    from cddiagram.comparing.comparison import Sensitivity as Sensitivity
    from cddiagram.comparing.comparison import TableKey as TableKey
    from cddiagram.comparing.from_published import compare_ranks as compare_ranks
    from cddiagram.comparing.from_published import (
        critical_difference as critical_difference,
    )
    from cddiagram.comparing.from_scores import compare as compare
    from cddiagram.comparing.from_scores import compare_by_plan as compare_by_plan
    from cddiagram.comparing.from_scores import compare_pvalues as compare_pvalues
    from cddiagram.comparing.plan import PICKED_AFTER as PICKED_AFTER
    from cddiagram.comparing.plan import ErrorControl as ErrorControl
    from cddiagram.comparing.plan import Plan as Plan
    from cddiagram.comparing.plan import make_plan as make_plan
    from cddiagram.comparing.practical import Equivalence as Equivalence
    from cddiagram.comparing.practical import Posterior as Posterior
    from cddiagram.comparing.practical import check_rope as check_rope
    from cddiagram.comparing.results import decided as decided

_HOMES = {
    "Adjusted": "cddiagram.comparing.all_procedures",
    "Comparison": "cddiagram.comparing.comparison",
    "Equivalence": "cddiagram.comparing.practical",
    "ErrorControl": "cddiagram.comparing.plan",
    "PICKED_AFTER": "cddiagram.comparing.plan",
    "Plan": "cddiagram.comparing.plan",
    "Posterior": "cddiagram.comparing.practical",
    "ProceduresCompared": "cddiagram.comparing.all_procedures",
    "Sensitivity": "cddiagram.comparing.comparison",
    "TableKey": "cddiagram.comparing.comparison",
    "check_rope": "cddiagram.comparing.practical",
    "compare": "cddiagram.comparing.from_scores",
    "compare_by_plan": "cddiagram.comparing.from_scores",
    "compare_pvalues": "cddiagram.comparing.from_scores",
    "compare_rankings": "cddiagram.comparing.all_procedures",
    "compare_ranks": "cddiagram.comparing.from_published",
    "critical_difference": "cddiagram.comparing.from_published",
    "decided": "cddiagram.comparing.results",
    "make_plan": "cddiagram.comparing.plan",
    "procedures_compared": "cddiagram.comparing.all_procedures",
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # type checkers would otherwise accept any attribute
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
