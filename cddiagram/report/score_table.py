"""The table of scores in the form that papers use.

The best scores are marked, and the last rows contain the ranks.
"""

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
from cddiagram.text import Name, Phrase, UsageError, counted, phrase
from cddiagram.words import Wording, format_count, rank_decimals

_MARKS = (
    "The best score on each data set, after rounding, is bold. If there is a single best "
    "score, the second-best score is underlined. Neither mark indicates significance."
)
_OMISSION = (
    "The table lists only the first {} of {} data sets. "
    "Run 'cddiagram compare --table scores' for all data sets."
)
_ROUNDED = "Ranks are computed from the unrounded scores."
_SPREAD = "Scores are means ± standard deviations of the runs."
_OF_GROUPS = (
    "The average ranks of a group refer to its data sets only, whereas the tests use "
    "all data sets."
)
#: This mark indicates an imputed score.
_IMPUTED = "†"
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
    """Return the table of scores.

    The last rows contain average ranks, rank intervals, letters (or comparisons with
    the control), wins, ties and losses. If the data sets are grouped, each group is
    followed by its average ranks. These include data sets of the group that are not
    listed because of `max_rows`.

    Parameters
    ----------
    comparison : Comparison
        The comparison.
    key : str
        The key of the table.
    max_rows : int, optional
        The maximum number of data sets in the table.
    decimals : int, optional
        The number of decimals for the scores. By default, it is chosen separately for
        each data set.
    ranks : bool, default False
        Whether to add the ranks in parentheses.
    spread : bool, default True
        Whether to add the standard deviations over runs, if these are available.

    Returns
    -------
    TableBlock or None
        The table, or None if the comparison does not contain scores.
    """
    table = comparison.table
    if table is None:
        return None
    if decimals is not None and (type(decimals) is not int or not 0 <= decimals <= 15):
        raise UsageError(
            f"decimals must be a whole number from 0 to 15, not {decimals!r}."
        )
    row_decimals = _decimals(table)
    if decimals is not None:
        row_decimals = [decimals] * table.n
    if max_rows is None:
        max_rows = table.n
    printed = _PrintedScores(comparison, table, row_decimals, ranks, spread)
    order = comparison.order
    summaries = (
        ranks_column(comparison, rank_decimals(comparison.ranking.average_ranks)),
        rank_intervals_column(comparison),
        *decided_columns(comparison),
        _wins(comparison),
    )
    notes = _notes(comparison, table, printed, max_rows)
    explanations = [column.explained for column, _ in summaries]
    rows = list(_rows_of_data_sets(table, printed, order, max_rows))
    for column, cells in summaries:
        rows.append((Cell(text=column.head, role="foot"), *cells))
    heads, *scores = zip(*rows, strict=True)
    columns = [Filled.left("Data set", heads)]
    for i, cells in zip(order, scores, strict=True):
        columns.append(Filled.right(Name(table.algorithms[i]), cells))
    direction = Wording(comparison).direction
    caption = (
        f"Scores of {table.k} algorithms on {table.n} data sets ({direction}). The "
        "algorithms are ordered by average rank, best first."
    )
    notes += [*explanations, no_letters(comparison)]
    return table_of(key, caption, columns, notes)


def _notes(
    comparison: Comparison, table: ScoreTable, printed: _PrintedScores, most: int
) -> list[str]:
    """Return the notes below the table. Notes that do not apply are empty."""
    wording = Wording(comparison)
    notes = [
        wording.pairwise_sentence(difference=False),
        wording.omnibus_warning,
        _MARKS,
    ]
    if most < table.n:
        notes.insert(0, _OMISSION.format(most, format_count(table.n)))
    if printed.hides_differences():
        notes.append(_ROUNDED)
    notes.append(wording.runs)
    if printed.spreads is not None:
        notes.append(_SPREAD)
    if printed.with_ranks:
        notes.append("Ranks within each data set are given in parentheses.")
    if table.groups is not None and not table.has_gaps:
        notes.append(_OF_GROUPS)
    return [*notes, Phrase(_explanation_of_mark(table), wording.missing)]


def _explanation_of_mark(table: ScoreTable) -> str:
    if not table.touched:
        return ""
    if table.has_gaps:
        return "–: no score. "
    return f"{_IMPUTED}: imputed score. "


def _decimals(table: ScoreTable) -> list[int | None]:
    """Choose the number of decimals for each data set.

    By default, the scores of a data set have four digits. The data sets for which the
    resulting number of decimals differs by at most one from the median share one number
    of decimals. Scores of similar size therefore have the same number of decimals, and
    a data set with large scores does not affect the other data sets.
    """
    own = [decimals_for(row) for row in table.scores]
    usual = _median([decimals for decimals in own if decimals is not None])
    similar = [_differ_by_one_at_most(decimals, usual) for decimals in own]
    common = _necessary_decimals(table.scores[similar], usual)
    results = []
    for row, decimals, is_similar in zip(table.scores, own, similar, strict=True):
        if is_similar:
            results.append(common)
        else:
            results.append(_necessary_decimals(row, decimals))
    return results


def _median(numbers: list[int]) -> int | None:
    if not numbers:
        return None
    return sorted(numbers)[len(numbers) // 2]


def _differ_by_one_at_most(decimals: int | None, usual: int | None) -> bool:
    if decimals is None or usual is None:
        return False
    return abs(decimals - usual) <= 1


def _necessary_decimals(scores: FloatArray, most: int | None) -> int | None:
    """Return the number of decimals in the scores, but not more than `most`."""
    if most is None:
        return None
    decimals = 0
    for score in scores[~np.isnan(scores)].tolist():
        decimals = max(decimals, decimal(score)[1])
        if decimals >= most:
            return most
    return decimals


class _PrintedScores:
    """The scores as the table prints them."""

    def __init__(
        self,
        comparison: Comparison,
        table: ScoreTable,
        decimals: Sequence[int | None],
        ranks: bool,
        spread: bool,
    ) -> None:
        self.table, self.decimals, self.order = table, decimals, comparison.order
        self.with_ranks = ranks
        if table.has_gaps and comparison.ranking.ranks is not None:
            self.ranks = comparison.ranking.ranks
        else:
            self.ranks = rank_scores(table.exact, table.higher_is_better)
        self.spreads = None
        if spread and table.spreads is not None and not np.isnan(table.spreads).all():
            self.spreads = table.spreads
        self.texts = []
        for row, places in zip(table.scores.tolist(), decimals, strict=True):
            cells = [number_cell(score, places, least=2, dust=0.0) for score in row]
            self.texts.append([cell.text for cell in cells])
        self.values = np.array([list(map(_value, row)) for row in self.texts])

    def hides_differences(self) -> bool:
        """Return whether different scores on any data set are printed as equal."""
        for values, ranks in zip(self.values, self.ranks, strict=True):
            if len(set(values.tolist())) < len(set(ranks.tolist())):
                return True
        return False

    def row(self, i: int) -> Iterator[Cell]:
        """Return the cells of a data set in ascending order of the average ranks."""
        roles = marks(self.values[i], higher_is_better=self.table.higher_is_better)
        for j in self.order:
            score = float(self.table.scores[i, j])
            yield Cell(text=self._text(i, j), value=score, role=roles[j])

    def _text(self, i: int, j: int) -> str:
        """Return a score with its standard deviation, its mark and its rank."""
        text = self.texts[i][j]
        if self.spreads is not None and not math.isnan(self.spreads[i, j]):
            spread = number_cell(float(self.spreads[i, j]), self.decimals[i])
            text = f"{text} ± {spread.text}"
        if self.table.filled[i, j]:
            text = f"{text}{_IMPUTED}"
        if self.with_ranks and not math.isnan(self.ranks[i, j]):
            text = f"{text} ({self.ranks[i, j]:g})"
        return text


def _value(text: str) -> float:
    """Return a printed score as a number, or NaN if the score is missing."""
    if text == NOTHING.text:
        return math.nan
    return float(text.replace("−", "-"))


def marks(printed: FloatArray, *, higher_is_better: bool) -> list[str]:
    """Classify the printed scores of a data set as best, second or plain."""
    distinct = {value for value in printed.tolist() if not math.isnan(value)}
    if len(distinct) < 2:
        return ["plain"] * len(printed)
    best, second, *_ = sorted(distinct, reverse=higher_is_better)
    roles = {best: "best"}
    if (printed == best).sum() == 1 and len(printed) > 2:
        roles[second] = "second"
    return [roles.get(value, "plain") for value in printed.tolist()]


def _rows_of_data_sets(
    table: ScoreTable, printed: _PrintedScores, order: Sequence[int], most: int
) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows for the listed data sets.

    Each group of data sets begins with a heading and ends with its average ranks.
    """
    if table.groups is None:
        for i in range(min(table.n, most)):
            yield (name_cell(table.datasets[i]), *printed.row(i))
        return
    for group in dict.fromkeys(table.groups):
        members = [i for i in range(table.n) if table.groups[i] == group]
        yield from _group_rows(table, printed, order, most, group, members)


def _group_rows(
    table: ScoreTable,
    printed: _PrintedScores,
    order: Sequence[int],
    most: int,
    group: str,
    members: Sequence[int],
) -> Iterator[tuple[Cell, ...]]:
    """Yield the heading, the rows and the average ranks of one group of data sets."""
    count = len(members)
    heading = phrase(f"{{}} ({counted(count, 'data set')})", Name(group))
    yield (Cell(text=heading, role="heading"), *[_EMPTY] * table.k)
    for i in members:
        if i < most:
            yield (name_cell(table.datasets[i]), *printed.row(i))
    if table.has_gaps:  # Average ranks over fewer data sets would not be comparable.
        return
    average = printed.ranks[members].mean(axis=0)
    decimals = rank_decimals(average)
    label = Cell(text=phrase("Average rank on {}", Name(group)), role="subtotal")
    yield (label, *(rank_cell(float(average[j]), decimals) for j in order))


def _wins(comparison: Comparison) -> Filled:
    """Return the wins, ties and losses against the control or all other algorithms."""
    table, control = comparison.table, comparison.control
    if control is not None and table is not None:
        return _wins_against(comparison, table, control)
    explained = (
        "Wins, ties and losses are counted over all other algorithms and all data sets."
    )
    if comparison.plan.incomplete:
        explained = (
            "Wins, ties and losses are counted over all other algorithms and over the "
            "data sets on which both algorithms have scores."
        )
    cells = _count_cells(comparison, total_wins(comparison))
    return Filled.right("Wins/ties/losses", cells, explained)


def _wins_against(comparison: Comparison, table: ScoreTable, control: str) -> Filled:
    """Return the wins, ties and losses of each algorithm against the control."""
    column = comparison.algorithms.index(control)
    wins, ties = wins_and_ties(comparison, table)
    counts = (wins[:, column], ties[:, column], wins[column])
    cells = _count_cells(comparison, counts)
    cells[comparison.order.index(column)] = NOTHING
    explained = (
        "Wins, ties and losses of the algorithm in each column are counted against the "
        "control."
    )
    head = Phrase("Wins/ties/losses against ", Name(control))
    return Filled.right(head, cells, explained)


def _count_cells(comparison: Comparison, counts: Sequence[np.ndarray]) -> list[Cell]:
    cells = []
    for i in comparison.order:
        numbers = tuple(int(count[i]) for count in counts)
        cells.append(Cell(text="/".join(map(str, numbers)), value=numbers))
    return cells
