"""The section with the studies in a report on a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cddiagram.comparing import Comparison
from cddiagram.data import ScoreTable
from cddiagram.document import Block, Bullets, Paragraph
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.studies.pool.study import PoolStudy, study_pool
from cddiagram.studies.pool.words import examined_sentences
from cddiagram.studies.results import Study
from cddiagram.studies.stability.study import StabilityStudy, study_stability
from cddiagram.studies.stability.tables import stability_table
from cddiagram.studies.stability.words import first_words, oddities
from cddiagram.text import RichText, cite, join

#: If there are more hypotheses, a report does not repeat procedures that search for
#: sets of hypotheses.
_MOST_SEARCHED = 66
#: For the repeated tests in a report, the first number is the maximum number of scores
#: that are processed, and the second number is the maximum number of pools.
_MOST_WORK, _POOLS = 50_000_000, 20_000


@dataclass(frozen=True)
class StabilitySection:
    """The report section on the robustness of a comparison."""

    studies: Mapping[str, Study]

    def blocks(self, key: str) -> tuple[Block, ...]:
        """Return the blocks of the section.

        `key` is the key of the table in the section.
        """
        return stability_blocks(self.studies, key)

    def to_dict(self) -> dict[str, Any]:
        """Return the results of the studies as built-in Python types."""
        return {kind: study.to_dict() for kind, study in self.studies.items()}


def stability_section(comparison: Comparison) -> StabilitySection:
    """Return the section on robustness, which includes the studies."""
    return StabilitySection(studies_of(comparison))


def studies_of(comparison: Comparison) -> dict[str, Study]:
    """Return the studies for a report.

    These are a study of stability and, if there are more than two algorithms, a study
    of pools. If the table is large or the procedure is slow, the tests are not repeated
    with algorithms or data sets omitted.
    """
    table = comparison.table
    if table is None or table.n < 2 or table.has_gaps:
        return {}
    stability = study_stability(comparison, leave_out=_is_fast(comparison, table))
    studies: dict[str, Study] = {"stability": stability}
    if table.k > 2:
        studies["pool"] = study_pool(comparison, max_pools=_POOLS)
    return studies


def _is_fast(comparison: Comparison, table: ScoreTable) -> bool:
    """Return whether the tests are fast enough to be repeated in a report."""
    is_search = ADJUSTMENTS[comparison.plan.p_adjust].searched
    if is_search and comparison.pairwise.n_hypotheses > _MOST_SEARCHED:
        return False
    repetitions = table.n + table.k
    scores_of_pairs = table.n * table.k**2
    return repetitions * scores_of_pairs <= _MOST_WORK


def stability_blocks(studies: Mapping[str, Study], key: str) -> tuple[Block, ...]:
    """Return the blocks that report the robustness of ranks and decisions."""
    study = studies.get("stability")
    if not isinstance(study, StabilityStudy):
        return ()
    findings: list[str] = [first_words(study), *oddities(study)]
    pool = studies.get("pool")
    if isinstance(pool, PoolStudy):
        findings += examined_sentences(pool)
    method = Paragraph(words=_method_words(study))
    return method, stability_table(study, key), Bullets(items=tuple(findings))


def _method_words(study: StabilityStudy) -> RichText:
    """Describe how the robustness was assessed."""
    omissions = (
        ". All tests were repeated with each algorithm and each data set omitted in "
        "turn."
    )
    if not study.decisions_without_dataset:
        omissions = (
            ". The tests were not repeated with each algorithm and each data set "
            "omitted in turn, because this would take too long."
        )
    return join(
        "To assess the robustness of the results, the data sets were resampled with "
        "replacement",
        cite("efron1979"),
        omissions,
    )
