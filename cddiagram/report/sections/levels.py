"""The section about other significance levels.

The section contains the levels at which decisions change, with diagrams, letters and
conclusions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
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
from cddiagram.text import LayoutError, Name, phrase
from cddiagram.words import Wording, format_alpha, names_words

#: The section lists levels between the first two numbers. The third number is the
#: maximum number of levels.
_LOWEST, _HIGHEST, _MOST = 0.001, 0.2, 40
#: At most this many pairs are named. If there are more pairs, only the number of
#: remaining pairs is given.
_MOST_PAIRS = 3
#: Two p-values are considered equal if they differ by at most this amount.
_DUST = 1e-9
_TOO_WIDE = "The diagram at this level does not fit within the width."


def levels_of(comparison: Comparison) -> list[float]:
    """List the levels at which decisions change, in ascending order.

    Each level is the smallest p-value at which the decisions change, rounded up to few
    decimals. The level of the comparison is always included and represents all levels
    with the same decisions. If there are more than 40 levels, an evenly spaced
    selection is returned.
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
    # Between two levels at which the decisions change, one level is sufficient. The
    # level of the comparison is preferred to other levels.
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
    """Return the level with the fewest decimals from p up to the following p-value.

    The level is at least p and less than the following p-value.
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
    """Return diagrams at other levels and a table of the changes.

    The diagrams have the style of `diagram`, the CD diagram in the report.
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
    """Return a table of the numbers of significant pairs and the additional pairs."""
    steps = [comparison.at(level) for level in levels]
    names = [text_cell(format_alpha(level), role="name") for level in levels]
    counts = [count_cell(int(step.different().sum()) // 2) for step in steps]
    changes = [text_cell("–", role="none")]
    for before, after in pairwise(steps):
        changes.append(text_cell(_additional_pairs(before, after)))
    columns = (
        Filled.right("α", names),
        Filled.right("Significant pairs", counts),
        Filled.left("Additional pairs", changes),
    )
    caption = (
        f"Decisions at levels between {_LOWEST:g} and {_HIGHEST:g}. Each set of "
        "significant pairs is represented by one level."
    )
    notes = [Wording(comparison).uncontrolled]
    if len(levels) == _MOST:
        notes.insert(0, f"At most {_MOST} levels are listed.")
    return table_of(key, caption, columns, notes)


def _additional_pairs(before: Comparison, after: Comparison) -> str:
    """Name the pairs that are significantly different only at the second level."""
    is_new = after.different() & ~before.different()
    names = []
    for i, j in combinations(after.order, 2):
        if is_new[i, j]:
            first, second = Name(after.algorithms[i]), Name(after.algorithms[j])
            names.append(phrase("{} – {}", first, second))
    return names_words(names, _MOST_PAIRS)


def _states(
    comparison: Comparison,
    original: Comparison,
    levels: Sequence[float],
    diagram: Figure,
    look: Mapping[str, Any],
) -> tuple[Level, ...]:
    """Lay out the diagram at each level.

    The layouts have the style of `diagram`, the CD diagram in the report.
    """
    draw = _drawer_of(diagram, look)
    states = []
    for level in levels:
        state = _state(comparison.at(level), draw(original.at(level)))
        if level == comparison.alpha:
            label = f"{state.label}, the level of this report"
            state = replace(state, label=label)
        states.append(state)
    return tuple(states)


def _drawer_of(
    diagram: Figure, look: Mapping[str, Any]
) -> Callable[[Comparison], Sheet]:
    """Return a function that lays out a comparison in the same way as a given diagram.

    If the diagram does not fit, the sheet is empty.
    """
    figure, layout = find_figure("cd"), diagram.drawing.layout
    measure = fonts_for(look.get("font")).measure
    options: dict[str, Any] = {"ids": True, "width": layout.width / 72}
    for name, value in look.items():
        if name not in options and (name in figure.accepts or name == "look"):
            options[name] = value

    def draw(comparison: Comparison) -> Sheet:
        try:
            sheet: Sheet = figure(comparison, measure=measure, **options)
        except LayoutError:
            return Sheet(width=layout.width, height=layout.height, elements=())
        return sheet

    return draw


def _state(comparison: Comparison, sheet: Sheet) -> Level:
    """Return the decisions of a comparison together with its diagram."""
    sentences: tuple[str, ...] = Wording(comparison).conclusions
    if not sheet.elements:
        sentences = (*sentences, _TOO_WIDE)
    letters = comparison.letters or {}
    gids = [element.gid for element in sheet.elements]
    return Level(
        label=f"α = {format_alpha(comparison.alpha)}",
        sheet=sheet,
        hints=element_hints(gids, partial(comparison_hint, comparison)),
        letters=tuple(letters.values()),
        sentences=sentences,
    )
