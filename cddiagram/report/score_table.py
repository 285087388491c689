"""The table of scores as printed in papers: best scores marked, ranks below."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from cddiagram._util import FloatArray, decimal
from cddiagram.comparing import Comparison
from cddiagram.data import ScoreTable
from cddiagram.document import (
    NOTHING,
    Cell,
    Filled,
    TableBlock,
    decimals_for,
    name_cell,
    number_cell,
    rank_cell,
    table_of,
)
from cddiagram.report.leaderboard import total_wins, wins_and_ties
from cddiagram.report.tables import (
    decided_columns,
    no_letters,
    rank_intervals_column,
    ranks_column,
)
from cddiagram.stats import rank_scores
from cddiagram.text import Name, Phrase, UsageError, phrase
from cddiagram.words import (
    Wording,
    format_alpha,
    format_count,
    rank_decimals,
)

_MARKED = (
    "The best score of each data set, as printed, is bold. If there is a single best "
    "score, the second-best score is underlined. Neither mark indicates significance."
)
_LISTED = (
    "The table lists only the first {} of {} data sets. "
    "Run 'cddiagram compare --table scores' for all data sets."
)
_ROUNDED = "Ranks are computed from the unrounded scores."
_SPREAD = "Scores are means ± standard deviations of the runs."
_OF_GROUPS = (
    "The average ranks of a group refer to its data sets only, whereas the tests use "
    "all data sets."
)
#: The mark of an imputed score.
_PUT_IN = "†"
_EMPTY = Cell(text="", role="none")


def scores_table(
    comparison: Comparison,
    key: str = "scores",
    max_rows: int | None = None,
    *,
    decimals: int | None = None,
    ranks: bool = False,
    spread: bool = True,
) -> TableBlock | None:
    """Return the scores with their `spread` over runs and their `ranks` in brackets, if
    wanted; None without scores.

    The last rows contain average ranks, rank intervals, letters or decisions against
    the control, wins, ties and losses. Average ranks on groups of data sets follow the
    groups. They refer to all data sets, even if only `max_rows` are listed.
    """
    wording = Wording(comparison)
    table = comparison.table
    if table is None:
        return None
    if decimals is not None and (type(decimals) is not int or not 0 <= decimals <= 15):
        raise UsageError(
            f"decimals must be a whole number from 0 to 15, not {decimals!r}."
        )
    each = _decimals(table) if decimals is None else [decimals] * table.n
    printed = _Printed(comparison, table, each, ranks, spread)
    average, order = rank_decimals(comparison.ranking.average_ranks), comparison.order
    places = rank_intervals_column(comparison)
    foot = (
        ranks_column(comparison, average),
        places,
        *decided_columns(comparison),
        _wins(comparison),
    )
    mark = "–: no score. " if table.has_gaps else f"{_PUT_IN}: imputed score. "
    most = table.n if max_rows is None else max_rows
    notes = (
        _LISTED.format(most, format_count(table.n)) if most < table.n else "",
        f"Pairwise comparisons: {comparison.test}, "
        f"α = {format_alpha(comparison.alpha)}.",
        wording.omnibus_warning,
        _MARKED,
        _ROUNDED if printed.hidden() else "",
        wording.runs,
        _SPREAD if printed.spreads is not None else "",
        "Ranks within each data set are given in parentheses." if ranks else "",
        _OF_GROUPS if table.groups is not None and not table.has_gaps else "",
        Phrase(mark if table.touched else "", wording.missing),
        *(column.explained for column, _ in foot),
        *no_letters(comparison),
    )
    rows = list(_body(table, printed, order, most))
    for column, cells in foot:
        rows.append((Cell(text=column.head, role="foot"), *cells))
    heads, *scores = zip(*rows, strict=True)
    columns = [Filled.left("Data set", heads)]
    for i, cells in zip(order, scores, strict=True):
        columns.append(Filled.right(Name(table.algorithms[i]), cells))
    caption = (
        f"Scores of {table.k} algorithms on {table.n} data sets "
        f"({wording.direction}), best average rank first."
    )
    return table_of(key, caption, columns, notes)


def _decimals(table: ScoreTable) -> list[int | None]:
    """Choose the decimals of each data set: the usual ones, or its own where four
    digits ask for two more or fewer.

    One data set of large scores does not take the digits of the others, and those of
    equal size are printed alike.
    """
    own = [decimals_for(row) for row in table.scores]
    known = sorted(decimals for decimals in own if decimals is not None)
    usual = known[len(known) // 2] if known else None
    alike = [
        decimals is not None and usual is not None and abs(decimals - usual) < 2
        for decimals in own
    ]
    shared = _given(table.scores[alike], usual)
    return [
        shared if usually else _given(row, decimals)
        for row, decimals, usually in zip(table.scores, own, alike, strict=True)
    ]


def _given(scores: FloatArray, most: int | None) -> int | None:
    """Return the decimals that the scores have, and no more than so many."""
    if most is None:
        return None
    given = 0
    for score in scores[~np.isnan(scores)].tolist():
        given = max(given, decimal(score)[1])
        if given >= most:
            return most
    return given


class _Printed:
    """The scores of a table as they are printed."""

    def __init__(
        self,
        comparison: Comparison,
        table: ScoreTable,
        decimals: Sequence[int | None],
        ranks: bool,
        spread: bool,
    ) -> None:
        self.table, self.decimals, self.order = table, decimals, comparison.order
        of_gaps = comparison.ranking.ranks if table.has_gaps else None
        self.ranks = (
            rank_scores(table.exact, table.higher_is_better)
            if of_gaps is None
            else of_gaps
        )
        self.with_ranks = ranks
        spreads = table.spreads if spread else None
        self.spreads = None if spreads is None or np.isnan(spreads).all() else spreads
        self.texts = [
            [number_cell(score, places, least=2, dust=0.0).text for score in row]
            for row, places in zip(table.scores.tolist(), decimals, strict=True)
        ]
        self.values = np.array(
            [
                [
                    math.nan if text == NOTHING.text else float(text.replace("−", "-"))
                    for text in row
                ]
                for row in self.texts
            ]
        )

    def hidden(self) -> bool:
        """Whether scores print alike that do not tie."""
        rows = zip(self.values, self.ranks, strict=True)
        return any(
            len(set(values.tolist())) < len(set(ranks.tolist()))
            for values, ranks in rows
        )

    def row(self, i: int) -> Iterator[Cell]:
        """Return the cells of a data set, the best average rank first."""
        roles = marks(self.values[i], higher_is_better=self.table.higher_is_better)
        for j in self.order:
            text = self.texts[i][j]
            if self.spreads is not None and not math.isnan(self.spreads[i, j]):
                text += (
                    " ± "
                    f"{number_cell(float(self.spreads[i, j]), self.decimals[i]).text}"
                )
            text += _PUT_IN if self.table.filled[i, j] else ""
            if self.with_ranks and not math.isnan(self.ranks[i, j]):
                text += f" ({self.ranks[i, j]:g})"
            yield Cell(text=text, value=float(self.table.scores[i, j]), role=roles[j])


def marks(printed: FloatArray, *, higher_is_better: bool) -> list[str]:
    """Return the role of each score of a data set by its printed value: the best, the
    second, or plain.
    """
    falling = sorted(
        {value for value in printed.tolist() if not math.isnan(value)},
        reverse=higher_is_better,
    )
    if len(falling) < 2:
        return ["plain"] * len(printed)
    role = {falling[0]: "best"}
    if (printed == falling[0]).sum() == 1 and len(printed) > 2:
        role[falling[1]] = "second"
    return [role.get(value, "plain") for value in printed.tolist()]


def _body(
    table: ScoreTable, printed: _Printed, order: Sequence[int], most: int
) -> Iterator[tuple[Cell, ...]]:
    """Return the rows of the first data sets, those of a group together under its name,
    and over its average ranks.
    """
    names, groups = table.datasets, table.groups
    if groups is None:
        yield from (
            (name_cell(names[i]), *printed.row(i)) for i in range(min(table.n, most))
        )
        return
    for group in dict.fromkeys(groups):
        members = [i for i in range(table.n) if groups[i] == group]
        average = printed.ranks[members].mean(axis=0)
        decimals = rank_decimals(average)
        heading = phrase(
            f"{{}} ({len(members)} data set{'s' * (len(members) > 1)})", Name(group)
        )
        yield Cell(text=heading, role="heading"), *[_EMPTY] * table.k
        yield from ((name_cell(names[i]), *printed.row(i)) for i in members if i < most)
        if table.has_gaps:  # ranks of few are no ranks of all
            continue
        said = phrase("Average rank on {}", Name(group))
        yield (
            Cell(text=said, role="subtotal"),
            *(rank_cell(float(average[j]), decimals) for j in order),
        )


def _wins(comparison: Comparison) -> Filled:
    """Return wins, ties and losses against the control, or against all others."""
    counts: Sequence[np.ndarray] = total_wins(comparison)
    head = Phrase("Wins/ties/losses")
    explained = (
        "Wins, ties and losses are counted over all other algorithms and all data sets."
    )
    if comparison.plan.incomplete:
        explained = (
            "Wins, ties and losses are counted over all other algorithms and the data "
            "sets with scores of both."
        )
    table, control = comparison.table, comparison.control
    if control is not None and table is not None:
        at = comparison.algorithms.index(control)
        wins, ties = wins_and_ties(comparison, table)
        counts, head = (
            (wins[:, at], ties[:, at], wins[at]),
            Phrase("Wins/ties/losses against ", Name(control)),
        )
        explained = (
            "Wins, ties and losses of each column's algorithm are counted against the "
            "control."
        )
    cells = [
        Cell(
            text="/".join(str(int(c[i])) for c in counts),
            value=tuple(int(c[i]) for c in counts),
        )
        for i in comparison.order
    ]
    if control is not None:
        cells[comparison.order.index(comparison.algorithms.index(control))] = NOTHING
    return Filled.right(head, cells, explained)
