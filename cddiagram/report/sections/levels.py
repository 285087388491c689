"""The section about other levels: where decisions change, and the diagram, letters and
sentences at each of them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from cddiagram.comparing import Comparison
from cddiagram.document import (
    Block,
    Figure,
    Filled,
    Level,
    Levels,
    count_cell,
    table_of,
    text_cell,
)
from cddiagram.figures import find_figure
from cddiagram.report.sections.figures import comparison_hint, element_hints
from cddiagram.sheet import Sheet, fonts_for
from cddiagram.text import LayoutError, Name, commas, phrase
from cddiagram.words import Wording, format_alpha, format_count

#: The levels between which decisions are followed, and so many levels at most.
_LOWEST, _HIGHEST, _MOST = 0.001, 0.2, 40
#: More pairs than this are counted, not named.
_NAMED = 3
#: P-values that are nearer than this to each other are one.
_DUST = 1e-9


def levels_of(comparison: Comparison) -> list[float]:
    """List the levels at which decisions change, the smallest first: with few digits,
    from the p-values on.

    The level of the comparison is always included, and represents all levels with the
    same decisions. At most 40 levels are kept, evenly spaced in the list.
    """
    adjusted = comparison.pairwise.pvalue_adjusted
    found = np.unique(adjusted[~np.isnan(adjusted)])
    ends = [
        float(p)
        for p, after in pairwise([*found, 2.0])
        if after - p > _DUST and _LOWEST < p <= _HIGHEST
    ]
    levels = {_LOWEST, *map(_rounded, ends, [*ends[1:], 2 * _HIGHEST])}
    # Between two changes one level is enough, and the comparison's own comes first.
    own = comparison.alpha
    levels = {
        level
        for level in levels
        if not np.array_equal(comparison.at(level).different(), comparison.different())
    }
    kept = sorted(levels)
    if len(kept) >= _MOST:
        kept = [kept[round(at)] for at in np.linspace(0, len(kept) - 1, _MOST - 1)]
    return sorted([*kept, own])


def _rounded(p: float, after: float) -> float:
    """Return the level of fewest decimals that is not below a p-value, but below the
    next one.
    """
    for decimals in range(2, 12):
        level: float = math.ceil(p * 10**decimals - _DUST) / 10**decimals
        if p <= level < after and level <= _HIGHEST:
            return level
    return p


def levels_blocks(
    comparison: Comparison,
    original: Comparison,
    shown: Block | None,
    key: str,
    look: Mapping[str, Any],
) -> tuple[Block, ...]:
    """Return the levels with their diagrams, in the look of the one that is `shown`,
    and a table of what changes.
    """
    levels = levels_of(comparison)
    if len(levels) < 2:
        return ()
    steps = [comparison.at(level) for level in levels]
    counts = [int(step.different().sum()) // 2 for step in steps]
    changes = [
        text_cell("–", role="none"),
        *(text_cell(_change(*pair)) for pair in pairwise(steps)),
    ]
    table = table_of(
        key,
        f"Decisions at levels between {_LOWEST:g} and {_HIGHEST:g}. Each set of "
        "significant pairs is represented by one level.",
        (
            Filled.right(
                "α", [text_cell(format_alpha(level), role="name") for level in levels]
            ),
            Filled.right("Significant pairs", list(map(count_cell, counts))),
            Filled.left("Additional pairs", changes),
        ),
        (
            f"At most {_MOST} levels are listed." if len(levels) == _MOST else "",
            Wording(comparison).uncontrolled,
        ),
    )
    if not isinstance(shown, Figure):
        return (table,)
    words = "The HTML report shows the diagram at each of these levels."
    states = partial(_states, comparison, original, levels, shown, dict(look))
    names = tuple(Name(comparison.algorithms[i]) for i in comparison.order)
    own = levels.index(comparison.alpha)
    return Levels(
        words=(words,), like=shown, own=own, algorithms=names, states=states
    ), table


def _change(before: Comparison, after: Comparison) -> str:
    """Name the pairs that differ at a level and not at the one before."""
    new = after.different() & ~before.different()
    names, order = after.algorithms, after.order
    pairs = [(i, j) for at, i in enumerate(order) for j in order[at + 1 :] if new[i, j]]
    said = [
        phrase("{} – {}", Name(names[i]), Name(names[j])) for i, j in pairs[:_NAMED]
    ]
    more = (
        f" and {format_count(len(pairs) - _NAMED)} more" if len(pairs) > _NAMED else ""
    )
    return phrase("{}{}", commas(said), more)


def _states(
    comparison: Comparison,
    original: Comparison,
    levels: Sequence[float],
    shown: Figure,
    look: Mapping[str, Any],
) -> tuple[Level, ...]:
    """Lay out the diagram at each level as it is `shown` at that of the comparison, and
    say what is decided there.
    """
    figure, drawing = find_figure("cd"), shown.drawing
    width = drawing.layout.width / 72
    taken = {
        name: value
        for name, value in look.items()
        if name in figure.accepts or name == "look"
    }
    fonts, made = fonts_for(look.get("font")), []
    for level in levels:
        there, said = (
            comparison.at(level),
            "" if level != comparison.alpha else ", the level of this report",
        )
        letters = () if there.letters is None else tuple(there.letters.values())
        try:
            sheet = figure(
                original.at(level),
                measure=fonts.measure,
                **{**taken, "ids": True, "width": width},
            )
        except LayoutError:
            sheet = Sheet(
                width=drawing.layout.width, height=drawing.layout.height, elements=()
            )
        hints = element_hints(
            [element.gid for element in sheet.elements], partial(comparison_hint, there)
        )
        label = f"α = {format_alpha(level)}{said}"
        room = (
            ()
            if sheet.elements
            else ("The diagram at this level does not fit into the width.",)
        )
        sentences = (*Wording(there).conclusions, *room)
        made.append(
            Level(
                label=label,
                sheet=sheet,
                hints=hints,
                letters=letters,
                sentences=sentences,
            )
        )
    return tuple(made)
