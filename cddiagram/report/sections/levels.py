"""The section about other levels: the levels at which decisions change, with their
diagrams, letters and conclusions.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from cddiagram.comparing import Comparison
from cddiagram.document import (
    Block,
    Figure,
    Filled,
    Level,
    Levels,
    TableBlock,
    count_cell,
    table_of,
    text_cell,
)
from cddiagram.figures import find_figure
from cddiagram.report.sections.figures import comparison_hint, element_hints
from cddiagram.sheet import Sheet, fonts_for
from cddiagram.text import LayoutError, Name, commas, phrase
from cddiagram.words import Wording, format_alpha, format_count

#: The lowest and the highest level, and the maximum number of levels.
_LOWEST, _HIGHEST, _MOST = 0.001, 0.2, 40
#: More pairs than this are counted, not named.
_NAMED = 3
#: P-values that differ by less than this are equal.
_DUST = 1e-9
_TOO_WIDE = "The diagram at this level does not fit into the width."


def levels_of(comparison: Comparison) -> list[float]:
    """List the levels at which decisions change, in ascending order.

    A level is the smallest p-value of a change, rounded up to few decimals. The level of
    the comparison is always included, and represents all levels with the same decisions.
    At most 40 levels are returned, evenly spaced in the list.
    """
    adjusted = comparison.pairwise.pvalue_adjusted
    pvalues = np.unique(adjusted[~np.isnan(adjusted)])
    changes = []
    for p, following in pairwise([*pvalues, 2.0]):
        if following - p > _DUST and _LOWEST < p <= _HIGHEST:
            changes.append(float(p))
    candidates = {_LOWEST}
    for p, following in pairwise([*changes, 2 * _HIGHEST]):
        candidates.add(_rounded(p, following))
    # One level between two changes is enough: the level of the comparison, if it is
    # there.
    different = comparison.different()
    levels = []
    for level in sorted(candidates):
        if not np.array_equal(comparison.at(level).different(), different):
            levels.append(level)
    if len(levels) >= _MOST:
        places = np.linspace(0, len(levels) - 1, _MOST - 1)
        levels = [levels[round(place)] for place in places]
    return sorted([*levels, comparison.alpha])


def _rounded(p: float, following: float) -> float:
    """Return the level with the fewest decimals that is at least p, but below the
    following p-value.
    """
    for decimals in range(2, 12):
        level: float = math.ceil(p * 10**decimals - _DUST) / 10**decimals
        if p <= level < following and level <= _HIGHEST:
            return level
    return p


def levels_blocks(
    comparison: Comparison,
    original: Comparison,
    diagram: Block | None,
    key: str,
    look: Mapping[str, Any],
) -> tuple[Block, ...]:
    """Return the diagrams at other levels, drawn like the `diagram` of the report, and a
    table of the changes.
    """
    levels = levels_of(comparison)
    if len(levels) < 2:
        return ()
    table = _levels_table(comparison, levels, key)
    if not isinstance(diagram, Figure):
        return (table,)
    block = Levels(
        words=("The HTML report shows the diagram at each of these levels.",),
        like=diagram,
        own=levels.index(comparison.alpha),
        algorithms=tuple(Name(comparison.algorithms[i]) for i in comparison.order),
        states=partial(_states, comparison, original, levels, diagram, dict(look)),
    )
    return (block, table)


def _levels_table(
    comparison: Comparison, levels: Sequence[float], key: str
) -> TableBlock:
    """Return the number of significant pairs at each level, and the additional pairs."""
    steps = [comparison.at(level) for level in levels]
    names = [text_cell(format_alpha(level), role="name") for level in levels]
    counts = [count_cell(int(step.different().sum()) // 2) for step in steps]
    changes = [text_cell("–", role="none")]
    for before, after in pairwise(steps):
        changes.append(text_cell(_change(before, after)))
    columns = (
        Filled.right("α", names),
        Filled.right("Significant pairs", counts),
        Filled.left("Additional pairs", changes),
    )
    caption = (
        f"Decisions at levels between {_LOWEST:g} and {_HIGHEST:g}. Each set of "
        "significant pairs is represented by one level."
    )
    omission = f"At most {_MOST} levels are listed." if len(levels) == _MOST else ""
    uncontrolled = Wording(comparison).uncontrolled
    return table_of(key, caption, columns, (omission, uncontrolled))


def _change(before: Comparison, after: Comparison) -> str:
    """Name the pairs that are significantly different at a level, but not at the level
    before.
    """
    new = after.different() & ~before.different()
    pairs = [pair for pair in combinations(after.order, 2) if new[pair]]
    names = []
    for i, j in pairs[:_NAMED]:
        first, second = Name(after.algorithms[i]), Name(after.algorithms[j])
        names.append(phrase("{} – {}", first, second))
    rest = ""
    if len(pairs) > _NAMED:
        rest = f" and {format_count(len(pairs) - _NAMED)} more"
    return phrase("{}{}", commas(names), rest)


def _states(
    comparison: Comparison,
    original: Comparison,
    levels: Sequence[float],
    diagram: Figure,
    look: Mapping[str, Any],
) -> tuple[Level, ...]:
    """Lay out the diagram at each level like the `diagram` of the report, with the
    conclusions at that level.
    """
    figure, layout = find_figure("cd"), diagram.drawing.layout
    measure = fonts_for(look.get("font")).measure
    options: dict[str, Any] = {"ids": True, "width": layout.width / 72}
    for name, value in look.items():
        if name not in options and (name in figure.accepts or name == "look"):
            options[name] = value
    states = []
    for level in levels:
        at_level = comparison.at(level)
        sentences: tuple[str, ...] = Wording(at_level).conclusions
        try:
            sheet = figure(original.at(level), measure=measure, **options)
        except LayoutError:
            sheet = Sheet(width=layout.width, height=layout.height, elements=())
        if not sheet.elements:
            sentences = (*sentences, _TOO_WIDE)
        label = f"α = {format_alpha(level)}"
        if level == comparison.alpha:
            label = f"{label}, the level of this report"
        letters = at_level.letters or {}
        gids = [element.gid for element in sheet.elements]
        state = Level(
            label=label,
            sheet=sheet,
            hints=element_hints(gids, partial(comparison_hint, at_level)),
            letters=tuple(letters.values()),
            sentences=sentences,
        )
        states.append(state)
    return tuple(states)
