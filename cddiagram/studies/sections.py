"""The studies in the report of a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cddiagram.comparing import Comparison
from cddiagram.document import Block, Bullets, Paragraph
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.studies.pool.study import PoolStudy, study_pool
from cddiagram.studies.pool.words import examined_sentences
from cddiagram.studies.results import Study
from cddiagram.studies.stability.study import StabilityStudy, study_stability
from cddiagram.studies.stability.tables import stability_table
from cddiagram.studies.stability.words import first_words, oddities
from cddiagram.text import cite, join

#: Tests of more hypotheses than this by searching procedures are not made again for a
#: report.
_MOST_SEARCHED = 66


#: Scores that all tests made again may look at, and pools, in a report.
_MOST_WORK, _POOLS = 50_000_000, 20_000


@dataclass(frozen=True)
class StabilitySection:
    """The section of a report about the robustness of a comparison."""

    studies: Mapping[str, Study]

    def blocks(self, key: str) -> tuple[Block, ...]:
        """Return the blocks of the section; `key` is the key of its table."""
        return stability_blocks(self.studies, key)

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers of the studies as plain Python."""
        return {kind: study.to_dict() for kind, study in self.studies.items()}


def stability_section(comparison: Comparison) -> StabilitySection:
    """Make the studies of a report, and the section about them."""
    return StabilitySection(studies_of(comparison))


def studies_of(comparison: Comparison) -> dict[str, Study]:
    """Make the studies of a report: of stability, and of the pool where there are
    others beside a pair.

    Tests of large tables, and of procedures that search, are not made again without
    each algorithm and data set.
    """
    table = comparison.table
    if table is None or table.n < 2 or table.has_gaps:
        return {}
    searched = (
        ADJUSTMENTS[comparison.plan.p_adjust].searched
        and comparison.pairwise.n_hypotheses > _MOST_SEARCHED
    )
    work = (table.n + table.k) * table.n * table.k**2
    found: dict[str, Study] = {
        "stability": study_stability(
            comparison, leave_out=not searched and work <= _MOST_WORK
        )
    }
    return (
        found
        if table.k < 3
        else {**found, "pool": study_pool(comparison, max_pools=_POOLS)}
    )


def stability_blocks(studies: Mapping[str, Study], key: str) -> tuple[Block, ...]:
    """Report the robustness of ranks and decisions: resamples, omissions, pools."""
    study, pool = studies.get("stability"), studies.get("pool")
    if not isinstance(study, StabilityStudy):
        return ()
    repeated = (
        ". All tests were repeated with each algorithm and each data set omitted in "
        "turn."
    )
    if not study.decisions_without_dataset:
        repeated = (
            ". The tests were not repeated with each algorithm and each data set "
            "omitted in turn, because this would take too long."
        )
    findings: list[str] = [first_words(study), *oddities(study)]
    if isinstance(pool, PoolStudy):
        findings += examined_sentences(pool)
    paragraph = Paragraph(
        words=join(
            "To assess the robustness of the results, the data sets were resampled with "
            "replacement",
            cite("efron1979"),
            repeated,
        )
    )
    return (paragraph, stability_table(study, key), Bullets(items=tuple(findings)))
