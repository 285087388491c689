"""The sections of one comparison: which there are, in the order that a reader needs, and what they are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cddiagram.comparison import Comparison
from cddiagram.convergence.comparison import ConvergenceComparison
from cddiagram.families import Family, compare_rankings, family_of
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


@dataclass(frozen=True, kw_only=True, eq=False)
class _Material:
    """A comparison with everything its sections are made of."""

    comparison: Comparison
    family: Family
    rankings: Mapping[str, Comparison]
    families: Mapping[str, Family]
    setting: Setting


def comparison_sections(comparison: Comparison, setting: Setting) -> tuple[list[Section], dict[str, Any]]:
    """Build the sections of a comparison; those without content are left out."""
    rankings = compare_rankings(comparison) if "rankings" in setting.wanted else {}
    material = _Material(
        comparison=comparison,
        family=family_of(comparison),
        rankings=rankings,
        families={
            kind: family_of(other, beside=True)
            for kind, other in rankings.items()
            if other is not comparison and comparison.control is not None
        },
        setting=setting,
    )
    blocks = {key: make(material, f"{setting.prefix}{key}") for key, make in _BLOCKS.items() if key in setting.wanted}
    return _put_together(blocks, setting), _data(material)


def convergence_sections(comparison: ConvergenceComparison, setting: Setting) -> tuple[list[Section], dict[str, Any]]:
    """Build the sections of a comparison of convergence; see `comparison_sections`."""
    prefix, width, font = setting.prefix, setting.width, setting.font
    makers: dict[str, Callable[[], tuple[Block, ...]]] = {
        "summary": lambda: convergence_summary(comparison),
        "figures": lambda: convergence_figures(comparison, prefix, width, font) if setting.figures else (),
        "pairs": lambda: convergence_pairs(comparison, f"{prefix}pairs-table", setting.max_rows),
        "guidance": lambda: guidance_blocks(comparison),
        "input": lambda: convergence_input(comparison, f"{prefix}input-table"),
        "texts": lambda: convergence_texts(comparison),
    }
    blocks = {key: make() for key, make in makers.items() if key in setting.wanted}
    return _put_together(blocks, setting), comparison.to_dict()


def _put_together(blocks: Mapping[str, tuple[Block, ...]], setting: Setting) -> list[Section]:
    return [
        Section(key=f"{setting.prefix}{key}", title=TITLES[key], level=setting.level, blocks=found)
        for key, found in blocks.items()
        if found
    ]


def _figures(material: _Material, key: str) -> tuple[Block, ...]:
    setting = material.setting
    return figures_blocks(material.comparison, setting.figures, setting.prefix, setting.width, setting.font)


def _pairs(material: _Material, key: str) -> tuple[Block, ...]:
    return pairs_blocks(material.comparison, f"{key}-table", material.setting.max_rows)


def _procedures(material: _Material, key: str) -> tuple[Block, ...]:
    setting = material.setting
    return families_blocks(material.family, material.comparison.alpha, f"{setting.prefix}apv", setting.max_rows)


def _rankings(material: _Material, key: str) -> tuple[Block, ...]:
    setting, alpha = material.setting, material.comparison.alpha
    blocks = rankings_blocks(material.comparison, material.rankings, f"{key}-table")
    apv = rankings_apv_blocks(material.families, alpha, f"{setting.prefix}apv", setting.max_rows)
    return (*blocks, *apv)


_BLOCKS: dict[str, Callable[[_Material, str], tuple[Block, ...]]] = {
    "summary": lambda material, key: summary_blocks(material.comparison),
    "figures": _figures,
    "ranks": lambda material, key: ranks_blocks(material.comparison, f"{key}-table"),
    "omnibus": lambda material, key: omnibus_blocks(material.comparison, f"{key}-table"),
    "pairs": _pairs,
    "procedures": _procedures,
    "rankings": _rankings,
    "contrasts": lambda material, key: contrasts_blocks(material.comparison, f"{key}-table"),
    "conditions": lambda material, key: conditions_blocks(material.comparison, f"{key}-table"),
    "guidance": lambda material, key: guidance_blocks(material.comparison),
    "input": lambda material, key: input_blocks(material.comparison, f"{key}-table"),
    "texts": lambda material, key: texts_blocks(material.comparison),
}


def _data(material: _Material) -> dict[str, Any]:
    """Return the comparison and what the report adds to it as plain Python."""
    comparison = material.comparison
    groups, tiered = comparison.letter_groups, tiers(comparison)
    rankings = {
        kind: {
            "average_ranks": other.ranking.average_ranks.tolist(),
            "omnibus": [result.to_dict() for result in other.omnibus],
        }
        for kind, other in material.rankings.items()
    }
    return {
        **comparison.to_dict(),
        "letters": None if groups is None else {letter: list(names) for letter, names in groups},
        "tiers": None if tiered is None else [list(tier) for tier in tiered],
        "family": material.family.to_dict(),
        "rankings": rankings,
        "families": {kind: family.to_dict() for kind, family in material.families.items()},
    }
