"""The sections about ranks: average ranks with groups and scores, omnibus tests, all rankings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cddiagram._util.inlines import Name, Phrase, cite, commas, join, phrase
from cddiagram.comparison import Comparison
from cddiagram.report.model import Block, Bullets, Cell, Column, Paragraph, Table
from cddiagram.report.sections.cells import (
    decimals_for,
    decision_cell,
    full_p_cell,
    left,
    name_cell,
    number_cell,
    p_cell,
    rank_cell,
    right,
    score_cell,
    text_cell,
)
from cddiagram.stats.groups import LETTERS
from cddiagram.stats.results import OmnibusResult
from cddiagram.words.conclusions import algorithm_words
from cddiagram.words.names import OMNIBUS, capitalised, degrees_words, rank_head
from cddiagram.words.numbers import format_alpha, format_count, rank_decimals
from cddiagram.words.sentences import group_lines


def too_many_groups(comparison: Comparison) -> str:
    """Say that groups are too many for letters and for a list, in one sentence; empty where they are not.

    Those of one critical difference are fewer than the algorithms, follow each other in the ranking, and are drawn by
    the figure as well, however many they are.

    >>> import cddiagram as cd
    >>> too_many_groups(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    ''
    """
    if comparison.letter_groups is not None:
        return ""
    most = len(LETTERS) if comparison.critical_difference is None else len(comparison.algorithms)
    if comparison.groups_complete and len(comparison.groups) <= most:
        return ""
    count = f"{'' if comparison.groups_complete else 'more than '}{format_count(len(comparison.groups))}"
    return (
        f"Groups have no letters and are not listed here: there are {count}. Who is not significantly different "
        "from whom is in the p-values of all pairs, which cddiagram compare --format csv writes."
    )


def tiers(comparison: Comparison) -> tuple[tuple[str, ...], ...] | None:
    """Divide the algorithms into tiers: the best one with all not different from it; of the others the same again.

    Best first, algorithms by average rank; None with a control, or where pairs were not tested.

    >>> import cddiagram as cd
    >>> tiers(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    (('C4.5+m+cf', 'C4.5+m', 'C4.5+cf'), ('C4.5',))
    """
    if comparison.control is not None or comparison.untested:
        return None
    different, names = comparison.different(), comparison.algorithms
    remaining, found = list(comparison.order), []
    while remaining:
        best = remaining[0]
        tier = [i for i in remaining if i == best or not different[best, i]]
        found.append(tuple(names[i] for i in tier))
        remaining = [i for i in remaining if i not in tier]
    return tuple(found)


_LETTERS = "Two algorithms share a letter if and only if they are not significantly different."
_TIERS = (
    "Tier 1 is the best-ranked algorithm with all that are not significantly different from it; of the rest, the best "
    "again with all not significantly different from it is tier 2, and so on. Neighbours in different tiers may share "
    "a letter."
)


def ranks_blocks(comparison: Comparison, key: str) -> tuple[Block, ...]:
    """Return average ranks, scores, and the groups: letters and tiers, or who differs from the control."""
    ranks, by_means = comparison.ranking.average_ranks, comparison.ranking.means is not None
    heads, cells = _decisions(comparison)
    score_heads, scores = _scores(comparison)
    columns = (left("Algorithm"), right(rank_head(comparison.ranking.kind)), *score_heads)
    # Ranks of mean scores are places, not averages.
    decimals = int(any(rank % 1 for rank in ranks)) if by_means else max(2, rank_decimals(ranks))
    rows = []
    for i in comparison.order:
        name = name_cell(comparison.algorithms[i], comparison.control)
        named = Cell(text=name.text, value=name.value, role=name.role, hint=algorithm_words(comparison, i))
        rows.append((named, rank_cell(ranks[i], decimals), *scores[i], *cells[i]))
    notes = [column.explained for column in heads if column.explained]
    if comparison.control is None and comparison.untested:
        notes.append(
            "Groups have no letters here: pairs that were not tested are neither significantly different nor not."
        )
    many = too_many_groups(comparison)
    table = Table(
        key=key,
        caption=f"Algorithms by {'mean score' if by_means else 'average rank'}, the best first "
        f"(α = {format_alpha(comparison.alpha)}).",
        columns=(*columns, *heads),
        rows=tuple(rows),
        notes=(*notes, *([many] if many else [])),
    )
    return (table,) if many else (table, Bullets(items=tuple(_grouped(comparison))))


def omnibus_blocks(comparison: Comparison, key: str) -> tuple[Block, ...]:
    """Return the tests of any difference at all, plain and corrected for ties."""
    if not comparison.omnibus:
        return ()
    rows = []
    for result in comparison.omnibus:
        name, ties, *numbers = _test_cells(result, comparison.alpha)
        rows.append((name, ties, text_cell(OMNIBUS[result.name][1]), *numbers, text_cell(result.method)))
    columns = (
        left("Test"), left("Corrected for ties"), left("Symbol"), right("Statistic"), right("df"), right("p"),
        left("Distribution", "whether p is exact or from the limiting distribution"),
    )  # fmt: skip
    caption = "Tests of any difference at all."
    return (Table(key=key, caption=caption, columns=columns, rows=tuple(rows)),)


def rankings_blocks(comparison: Comparison, rankings: Mapping[str, Comparison], key: str) -> tuple[Block, ...]:
    """Return average ranks and statistics of all rankings of G10."""
    if not rankings:
        return ()
    words = join(
        "The same scores ranked in three ways",
        cite("garcia2010"),
        ": within data sets",
        cite("friedman1937"),
        ", after the mean of each data set is taken off",
        cite("hodges1962"),
        ", and within data sets that weigh by the range of their scores",
        cite("quade1979"),
        ".",
    )
    columns = (left("Algorithm"), *(right(rank_head(kind)) for kind in rankings))
    decimals = {kind: max(3, rank_decimals(other.ranking.average_ranks)) for kind, other in rankings.items()}
    rows = tuple(
        (
            name_cell(comparison.algorithms[i], comparison.control),
            *(rank_cell(other.ranking.average_ranks[i], decimals[kind]) for kind, other in rankings.items()),
        )
        for i in comparison.order
    )
    ranks = Table(key=key, caption="Average ranks by all rankings.", columns=columns, rows=rows)
    tests = tuple(_test_cells(result, comparison.alpha) for other in rankings.values() for result in other.omnibus)
    heads = (left("Test"), left("Corrected for ties"), right("Statistic"), right("df"), right("p"))
    statistics = Table(key=f"{key}-tests", caption="Statistics of all rankings.", columns=heads, rows=tests)
    return (Paragraph(words=words), ranks, statistics)


def _test_cells(result: OmnibusResult, alpha: float) -> tuple[Cell, ...]:
    """Return name, correction for ties, statistic, degrees of freedom and p-value of a test of any difference."""
    return (
        text_cell(capitalised(OMNIBUS[result.name][0]), role="name"),
        text_cell("yes" if result.tie_corrected else "no"),
        number_cell(result.statistic, 4),
        text_cell(degrees_words(result.df) or "–"),
        full_p_cell(result.pvalue, (alpha,), significant=result.rejects(alpha)),
    )


def _scores(comparison: Comparison) -> tuple[tuple[Column, ...], list[tuple[Cell, ...]]]:
    """Return mean and median score of each algorithm."""
    table = comparison.table
    if table is None:
        return (), [()] * len(comparison.algorithms)
    means = table.means if comparison.ranking.means is None else comparison.ranking.means
    medians = table.medians
    # A sum of positive and negative scores leaves rounding errors of this size.
    dust = 1e-15 * abs(table.scores).max(axis=0)
    mean_decimals, median_decimals = decimals_for(means), decimals_for(medians)
    cells: list[tuple[Cell, ...]] = [
        (score_cell(means[i], mean_decimals, dust=float(dust[i])), score_cell(medians[i], median_decimals))
        for i in range(len(comparison.algorithms))
    ]
    return (right("Mean score"), right("Median score")), cells


def _decisions(comparison: Comparison) -> tuple[tuple[Column, ...], list[tuple[Cell, ...]]]:
    """Return the columns about groups, their cells for each algorithm in column order."""
    if comparison.control is not None:
        return _against_control(comparison)
    letters, found = comparison.letters, tiers(comparison)
    heads: list[Column] = []
    cells: list[list[Cell]] = [[] for _ in comparison.algorithms]
    if found is not None:
        heads.append(right("Tier", _TIERS))
        number = {name: at for at, tier in enumerate(found, 1) for name in tier}
        for i, name in enumerate(comparison.algorithms):
            cells[i].append(Cell(text=str(number[name]), value=number[name]))
    if letters is not None:
        heads.append(left("Groups", _LETTERS))
        for i, name in enumerate(comparison.algorithms):
            cells[i].append(text_cell(letters[name]))
    return tuple(heads), [tuple(row) for row in cells]


def _against_control(comparison: Comparison) -> tuple[tuple[Column, ...], list[tuple[Cell, ...]]]:
    control, names = Name(comparison.control), comparison.algorithms
    row = names.index(control)
    adjusted, different = comparison.pairwise.pvalue_adjusted[row], comparison.different()[row]
    worse = comparison.pairwise.pair_test == "multiple-sign"
    head = Phrase(control, " shown to be better") if worse else Phrase("Different from ", control)
    cells: list[tuple[Cell, ...]] = []
    for i in range(len(names)):
        if i == row:
            cells.append((Cell(text="–", role="none"), text_cell("control")))
            continue
        p = p_cell(float(adjusted[i]), comparison.alpha, significant=bool(different[i]))
        cells.append((p, decision_cell(bool(different[i]))))
    kind = "p" if comparison.pairwise.p_adjust == "none" else "Adjusted p"
    return (right(kind), left(head)), cells


def _grouped(comparison: Comparison) -> Sequence[str]:
    """List the groups with their letters."""
    groups = comparison.letter_groups
    if groups is None:
        return group_lines(comparison)
    others = "the other" if len(comparison.algorithms) == 2 else "all others"
    told = {True: "not significantly different", False: f"differs from {others}"}
    return [phrase("{}: {} ({})", letter, commas(names), told[len(names) > 1]) for letter, names in groups]
