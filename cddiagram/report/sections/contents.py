"""The sections of one comparison: which there are, in the order that a reader needs, and what they are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cddiagram.comparison import Comparison
from cddiagram.convergence.comparison import ConvergenceComparison
from cddiagram.families import compare_rankings, family_of
from cddiagram.report.model import Block, Section
from cddiagram.report.sections.convergence import (
    convergence_figures,
    convergence_input,
    convergence_pairs,
    convergence_summary,
    convergence_texts,
)
from cddiagram.report.sections.families import families_blocks, rankings_apv_blocks
from cddiagram.report.sections.figures import figures_blocks
from cddiagram.report.sections.overview import (
    conditions_blocks,
    guidance_blocks,
    input_blocks,
    summary_blocks,
    texts_blocks,
)
from cddiagram.report.sections.results import (
    contrasts_blocks,
    omnibus_blocks,
    pairs_blocks,
    rankings_blocks,
    ranks_blocks,
)
from cddiagram.report.tables import tiers

#: Key -> title of each section of a comparison, in reading order.
TITLES = {
    "summary": "Summary",
    "figures": "Figures",
    "ranks": "Ranks and groups",
    "omnibus": "Any difference at all",
    "pairs": "Pairs",
    "procedures": "All procedures",
    "rankings": "All rankings",
    "contrasts": "Contrast estimation",
    "conditions": "Conditions of parametric tests",
    "guidance": "Guidance",
    "input": "Input",
    "texts": "Caption and method",
}


#: What makes the blocks of a section, from the key of its tables.
_Makers = Mapping[str, Callable[[str], tuple[Block, ...]]]


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What one comparison's part of a report looks like.

    `prefix` begins every key, so that the keys of several comparisons differ; `wanted` are keys of `TITLES`.
    """

    prefix: str
    level: int
    wanted: tuple[str, ...]
    figures: str | Sequence[str]
    width: float | str
    font: str | Sequence[str] | None
    max_rows: int

    def sections(self, makers: _Makers) -> list[Section]:
        """Make the sections that are wanted; those without content are left out."""
        made = {key: make(f"{self.prefix}{key}-table") for key, make in makers.items() if key in self.wanted}
        return [
            Section(key=f"{self.prefix}{key}", title=TITLES[key], level=self.level, blocks=blocks)
            for key, blocks in made.items()
            if blocks
        ]


def comparison_sections(comparison: Comparison, setting: Setting) -> tuple[list[Section], dict[str, Any]]:
    """Return the sections of a comparison, and it and what they add to it as plain Python."""
    rankings = compare_rankings(comparison) if "rankings" in setting.wanted else {}
    beside = {kind: other for kind, other in rankings.items() if other is not comparison}
    family = family_of(comparison)
    families = (
        {k: family_of(other, beside=True) for k, other in beside.items()} if comparison.control is not None else {}
    )
    alpha, apv, rows = comparison.alpha, f"{setting.prefix}apv", setting.max_rows
    made = setting.sections(
        {
            "summary": lambda key: summary_blocks(comparison),
            "figures": lambda key: figures_blocks(
                comparison, setting.figures, setting.prefix, setting.width, setting.font
            ),
            "ranks": lambda key: ranks_blocks(comparison, key),
            "omnibus": lambda key: omnibus_blocks(comparison, key),
            "pairs": lambda key: pairs_blocks(comparison, key, rows),
            "procedures": lambda key: families_blocks(family, alpha, apv, rows),
            "rankings": lambda key: (
                *rankings_blocks(comparison, rankings, key),
                *rankings_apv_blocks(families, alpha, apv, rows),
            ),
            "contrasts": lambda key: contrasts_blocks(comparison, key),
            "conditions": lambda key: conditions_blocks(comparison, key),
            "guidance": lambda key: guidance_blocks(comparison),
            "input": lambda key: input_blocks(comparison, key),
            "texts": lambda key: texts_blocks(comparison),
        }
    )
    groups, tiered = comparison.letter_groups, tiers(comparison)
    return made, {
        **comparison.to_dict(),
        "letters": None if groups is None else {letter: list(names) for letter, names in groups},
        "tiers": None if tiered is None else [list(tier) for tier in tiered],
        "family": family.to_dict(),
        "rankings": {
            kind: {
                "average_ranks": other.ranking.average_ranks.tolist(),
                "omnibus": [result.to_dict() for result in other.omnibus],
            }
            for kind, other in rankings.items()
        },
        "families": {kind: each.to_dict() for kind, each in families.items()},
    }


def convergence_sections(comparison: ConvergenceComparison, setting: Setting) -> tuple[list[Section], dict[str, Any]]:
    """Return the sections of a comparison of convergence; see `comparison_sections`."""
    prefix, width, font = setting.prefix, setting.width, setting.font
    made = setting.sections(
        {
            "summary": lambda key: convergence_summary(comparison),
            "figures": lambda key: convergence_figures(comparison, prefix, width, font) if setting.figures else (),
            "pairs": lambda key: convergence_pairs(comparison, key, setting.max_rows),
            "guidance": lambda key: guidance_blocks(comparison),
            "input": lambda key: convergence_input(comparison, key),
            "texts": lambda key: convergence_texts(comparison),
        }
    )
    return made, comparison.to_dict()
