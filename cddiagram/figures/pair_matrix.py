"""The pair matrix. For each pair, it shows the difference between the scores, the wins,
ties and losses, and the p-value.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram.figures.bars import PVALUE_MATRIX
from cddiagram.figures.cell_drawing import BORDER, Cell
from cddiagram.figures.cells import CellsLayout, Matrix
from cddiagram.figures.cells_fit import TEXT_CELL, MatrixContent
from cddiagram.figures.options import DIFFERENCES, FittedOptions
from cddiagram.figures.pair_scale import DifferenceShades, Place
from cddiagram.figures.pvalue_matrix import pvalue_note
from cddiagram.figures.references import effects_of
from cddiagram.figures.registry import figure
from cddiagram.sheet import (
    KeyEntry,
    Look,
    Names,
    Page,
    TextMeter,
    check_choice,
    check_flag,
    check_hope,
)
from cddiagram.text import Option, Phrase, UsageError, choose_from
from cddiagram.words import (
    check_scores,
    even_p,
    format_mean,
    format_rank,
    rank_decimals,
)

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.drawing import Drawing

#: The padding around the text in a cell, and the maximum width of a cell.
_ROOM, _WIDEST = 4.0, 64.0
#: These remedies are suggested if the cells would be wider than the page even without
#: names.
_FEWER = Phrase(
    "fewer columns (",
    Option("columns"),
    "), or draw the p-value matrix (",
    PVALUE_MATRIX,
    ")",
)
#: The sign that follows the p-value of a practically equivalent pair.
_EQUIVALENT = " ≈"
_SMALL = ("equivalent", "different and negligible")
#: A long and a short explanation of each line in a cell. The text of the first line
#: depends on the kind of difference.
_DIFFERENCE_LINES = {
    "mean": ("row − column", "row − col."),
    "median": ("median diff.", "med. diff."),
    "hodges-lehmann": ("Hodges–L. diff.", "HL diff."),
}
_WINS_LINE = ("win/tie/loss", "w/t/l")
_ADJUSTED_LINE, _P_LINE = ("adjusted p", "adj. p"), ("p", "p")


@dataclass(frozen=True, kw_only=True)
class PairMatrixLayout(CellsLayout):
    """The layout of a pair matrix, which extends `CellsLayout`.

    Attributes
    ----------
    rows, columns : tuple of str
        The names in the figure, in the order of average ranks.
    limits : tuple of float
        The upper limits of the three shades, as absolute differences. The tuple is
        empty if no pair is significantly different.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    limits: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class _Grid:
    """The algorithms of the rows and columns, and the pair that each cell compares."""

    rows: list[int]
    columns: list[int]
    #: Maps the row and column of a cell to the column indices of its two algorithms.
    pairs: dict[Place, tuple[int, int]] = field(default_factory=dict)

    @property
    def what(self) -> str:
        """The name of the figure in messages."""
        return f"a pair matrix of {len(self.rows)} x {len(self.columns)} algorithms"

    @property
    def unpaired(self) -> list[Place]:
        """The positions of the cells without a pair, row by row."""
        places = product(range(len(self.rows)), range(len(self.columns)))
        return [place for place in places if place not in self.pairs]


@figure(
    "pair-matrix",
    FittedOptions,
    incomplete=True,
    title="Pair matrix",
    check="figures.references:effects_of",
    worded="words.captions:pairs_caption_words",
    reading="words.captions:reading_of_pairs",
    report=lambda comparison: False,
)
def layout_pair_matrix(
    comparison: Comparison,
    *,
    look: Look,
    meter: TextMeter,
    difference: str = "mean",
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    half: bool = False,
    rope: float | None = None,
) -> PairMatrixLayout:
    """Lay out differences, wins and p-values of all pairs (see `plot_pair_matrix`)."""
    check_choice("difference", difference, tuple(DIFFERENCES))
    check_flag("half", half)
    grid = _grid(comparison, rows, columns, half)
    check_hope(grid.what, len(grid.columns) * TEXT_CELL, _FEWER)
    shades = _shades(comparison, difference, grid)
    cells = _cells(comparison, grid, shades, rope)
    algorithms = comparison.algorithms
    row_names = Names.of(look, algorithms, [algorithms[i] for i in grid.rows])
    heads = Names.of(look, algorithms, [algorithms[j] for j in grid.columns])
    page, key = Page(look, meter), _further_key(cells, rope)
    content = MatrixContent(
        **vars(row_names),
        cells=cells,
        columns=range(len(grid.columns)),
        heads=_without_marks(heads, grid),
        texts_needed=True,
        note_key=key,
        key_may_be_below=True,
        legend=lambda size, printed: shades.scale(size, page),
        below_legend=shades.below,
        text_room=_ROOM,
        widest=_WIDEST,
        under=_under(comparison, grid, shades),
    )
    matrix = Matrix.of(content, page, grid.what, _FEWER)
    lines = _lines_of(comparison, difference)
    corner = _line_key(lines, matrix, grid)
    if corner is None:
        key = [*key, KeyEntry(text=", ".join(long for long, _ in lines.values()))]
        content = replace(content, note_key=key)
        matrix = replace(matrix, content=content)
    else:
        plan = replace(matrix.plan, cells={**matrix.plan.cells, **corner})
        matrix = replace(matrix, plan=plan)
    visible = [algorithms[i] for i in (*grid.rows, *grid.columns)]
    return matrix.sheet(
        PairMatrixLayout,
        pvalue_note(comparison, look, names_values=False),
        None,
        rows=row_names.names,
        columns=heads.names,
        limits=shades.limits,
        unshown=Names.unshown_highlights(look, visible),
    )


def _grid(
    comparison: Comparison,
    rows: Sequence[str] | None,
    columns: Sequence[str] | None,
    half: bool,
) -> _Grid:
    """Return the rows, the columns and the pairs of a matrix."""
    both = (Option("rows"), " and ", Option("columns"))
    if half and (rows is not None or columns is not None):
        raise UsageError(
            Option("half"),
            " applies to the whole matrix. Omit it, or omit ",
            *both,
            ".",
        )
    down = _selection(comparison, "rows", rows)
    across = _selection(comparison, "columns", columns)
    # If there is only one column, its algorithm does not have a row, and vice versa.
    grid = _Grid(
        rows=[i for i in down if across != [i]],
        columns=[j for j in across if down != [j]],
    )
    if half:
        grid = _Grid(rows=down[:-1], columns=across[1:])
    for r, i in enumerate(grid.rows):
        for c, j in enumerate(grid.columns):
            if i != j and (c >= r or not half):
                grid.pairs[r, c] = i, j
    if not grid.pairs:
        raise UsageError(*both, " contain only one algorithm. Add a second one.")
    return grid


def _selection(
    comparison: Comparison, option: str, names: Sequence[str] | None
) -> list[int]:
    """Return the column indices of the selected algorithms, in rank order."""
    if not names:
        return list(comparison.order)
    names = [names] if isinstance(names, str) else names
    algorithms = comparison.algorithms
    for name in names:
        if name not in algorithms:
            raise UsageError(choose_from(f"algorithm in {option}", name, algorithms))
    return [i for i in comparison.order if algorithms[i] in names]


def _without_marks(heads: Names, grid: _Grid) -> Names:
    """Return the names above the columns. Algorithms that also have a row have their
    family marks only there.
    """
    marks = list(heads.families)
    for column in range(len(marks)):
        if grid.columns[column] in grid.rows:
            marks[column] = None
    return replace(heads, families=tuple(marks))


def _under(
    comparison: Comparison, grid: _Grid, shades: DifferenceShades
) -> list[Mapping[str, str]]:
    """Return the mean score and the average rank, which are printed below the name of
    each row. Means are omitted if they would be computed from different data sets.
    """
    means = np.mean(check_scores(comparison).scores, axis=0)
    ranks = comparison.ranking.average_ranks
    decimals = rank_decimals(ranks)
    texts: list[Mapping[str, str]] = []
    for i in grid.rows:
        rank = {"rank": f"rank {format_rank(ranks[i], decimals)}"}
        if np.isnan(means).any():
            texts.append(rank)
            continue
        mean = format_mean(float(means[i]), shades.largest)
        texts.append({"mean": f"mean {mean}", **rank})
    return texts


def _shades(comparison: Comparison, difference: str, grid: _Grid) -> DifferenceShades:
    """Return the shades of the differences of all pairs."""
    attribute, _ = DIFFERENCES[difference]
    differences = getattr(effects_of(comparison), attribute)
    different = comparison.different()
    pairs = grid.pairs.items()
    return DifferenceShades(
        values={place: float(differences[pair]) for place, pair in pairs},
        significant={place for place, pair in pairs if different[pair]},
        higher_is_better=check_scores(comparison).higher_is_better,
    )


def _cells(
    comparison: Comparison, grid: _Grid, shades: DifferenceShades, rope: float | None
) -> dict[Place, Cell]:
    """Return all cells. If a difference is not significant, the cell is white and its
    text has the secondary colour. Cells on the diagonal are empty.
    """
    equivalent: Collection[tuple[int, int]] = ()
    if rope is not None:
        verdicts = np.isin(comparison.equivalence(rope).verdict, _SMALL)
        equivalent = {(int(i), int(j)) for i, j in np.argwhere(verdicts)}
    cells = {}
    for place, pair in grid.pairs.items():
        texts = _texts(comparison, pair, place, shades)
        if pair in equivalent:
            texts["p"] += _EQUIVALENT
        cell = Cell(texts=texts, secondary=tuple(texts))
        if place in shades.significant:
            cell = Cell(fill=shades.fill(place), texts=texts, bold=("difference",))
        cells[place] = cell
    for row, column in grid.unpaired:
        if grid.rows[row] == grid.columns[column]:
            cells[row, column] = Cell(diagonal=True)
    return cells


def _texts(
    comparison: Comparison,
    pair: tuple[int, int],
    place: Place,
    shades: DifferenceShades,
) -> dict[str, str]:
    """Return the three lines of a cell; dashes if no data set has scores of both
    algorithms.
    """
    if math.isnan(shades.values[place]):
        return {"difference": "–", "wins": "–", "p": "–"}
    effects = effects_of(comparison)
    counts = (effects.wins[pair], effects.ties[pair], effects.losses[pair])
    p = float(comparison.pairwise.pvalue_adjusted[pair])
    return {
        "difference": shades.text(place),
        "wins": "/".join(map(str, counts)),
        "p": even_p(p, (comparison.alpha,)),
    }


def _further_key(cells: Mapping[Place, Cell], rope: float | None) -> list[KeyEntry]:
    """Return the key entries that precede the scale."""
    entries = [KeyEntry(text="no fill: not significantly different")]
    if any(cell.texts.get("p") == "–" for cell in cells.values()):
        # Two entries are abbreviated, because a header has at most 18 words.
        entries = [KeyEntry(text="no fill: not different")]
        entries.append(KeyEntry(text="–: not tested"))
    if rope is not None:
        entries.append(KeyEntry(text=f"≈: practically equivalent within ±{rope:g}"))
    return entries


def _lines_of(comparison: Comparison, difference: str) -> dict[str, tuple[str, str]]:
    """Return the key to the three lines of a cell, in long and short forms."""
    pairs = comparison.pairwise
    is_adjusted = pairs.p_adjust != "none" and pairs.n_hypotheses > 1
    return {
        "difference": _DIFFERENCE_LINES[difference],
        "wins": _WINS_LINE,
        "p": _ADJUSTED_LINE if is_adjusted else _P_LINE,
    }


def _line_key(
    lines: Mapping[str, tuple[str, str]], matrix: Matrix, grid: _Grid
) -> dict[Place, Cell] | None:
    """Return the key to the lines, in the first cell without a pair; None if there is
    no such cell, or if the key does not fit in it.
    """
    if not grid.unpaired:
        return None
    plan, meter = matrix.plan, matrix.page.meter
    size, room = plan.texts or matrix.small, plan.cell - 2 * BORDER
    texts = {}
    for kind, forms in lines.items():
        fitting = [
            form for form in forms if meter.width(form, size, italic=True) <= room
        ]
        if not fitting:
            return None
        texts[f"{kind}-key"] = fitting[0]
    row, column = grid.unpaired[0]
    fill = Cell.fill
    if grid.rows[row] != grid.columns[column]:
        fill = ""  # below the diagonal, which a triangular matrix does not show
    cell = Cell(
        texts=texts, secondary=tuple(texts), fill=fill, diagonal=True, is_key=True
    )
    return {(row, column): cell}


@layout_pair_matrix.public
def plot_pair_matrix(
    comparison: Comparison,
    *,
    difference: str = "mean",
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    half: bool = False,
    rope: float | None = None,
    **options: Unpack[FittedOptions],
) -> Drawing[PairMatrixLayout]:
    """Draw a matrix with the difference, the wins, ties and losses, and the p-value of
    each pair.

    Each cell compares the algorithm of its row with the algorithm of its column. The
    p-values and decisions are those of the comparison. Cells for pairs that are not
    significantly different are not filled. Other cells are blue if the algorithm of the
    row has better scores, and orange if it has worse scores. Stronger colours denote
    larger differences. The algorithms are in the order of their average ranks, which
    may differ from the order of their mean scores. The average rank and the mean score
    are printed below each name. Mean scores are omitted if scores are missing.

    Parameters
    ----------
    comparison : Comparison
        The comparison, as returned by `cddiagram.compare`. It must contain scores.
    difference : {"mean", "median", "hodges-lehmann"}, default "mean"
        The measure of the difference, in the units of the scores: the difference
        between the mean scores, the median of the differences, or the Hodges–Lehmann
        estimate.
    rows, columns : sequence of str, optional
        The algorithms in the rows and in the columns. By default, all algorithms are
        shown.
    half : bool, default False
        Whether to show each pair only once, above the diagonal.
    rope : float, optional
        Half the width of the region of practical equivalence, in the units of the
        scores. If it is specified, "≈" follows the p-values of pairs that are
        practically equivalent according to `Comparison.equivalence`.
    note : str, optional
        The note above the figure. By default, it states the test and alpha. None omits
        the note.
    {rest}

    References
    ----------
    A. Ismail-Fawaz et al. (2023), An approach to multiple comparison benchmark
    evaluations that is stable under manipulation of the comparate set,
    arXiv:2305.11921.

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = plot_pair_matrix(cd.compare(cd.load_example("demsar2006-table6")))
    >>> drawing.layout.rows[0], drawing.layout.width / 72
    ('C4.5+m+cf', 3.3)
    """
    own = {
        "difference": difference,
        "rows": rows,
        "columns": columns,
        "half": half,
        "rope": rope,
    }
    return layout_pair_matrix.draw(comparison, options, **own)
