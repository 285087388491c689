"""The pair matrix: for each pair the difference of scores, wins, ties and losses, and
the p-value of the comparison.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from cddiagram.figures.bars import PVALUE_MATRIX
from cddiagram.figures.cell_drawing import BETTER, WORSE, Cell
from cddiagram.figures.cells import CellsLayout, Matrix
from cddiagram.figures.cells_fit import TEXT_CELL, MatrixContent
from cddiagram.figures.options import DIFFERENCES, FittedOptions
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
from cddiagram.words import compact_p, format_difference, format_rank, rank_decimals

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.drawing import Drawing

#: The fill of a pair without a difference.
_EVEN = "zebra"
#: Room beside a text, the most that a cell grows to, and the gap between the words of a
#: key and its fills.
_ROOM, _WIDEST, _GAP = 4.0, 64.0, 4.0
#: What helps where the cells alone are wider than the page.
_FEWER = Phrase(
    "fewer columns (",
    Option("columns"),
    "), or draw the p-value matrix (",
    PVALUE_MATRIX,
    ")",
)

#: Behind the p-value of a pair that is practically equivalent.
_EQUIVALENT = " ≈"


@dataclass(frozen=True, kw_only=True)
class PairMatrixLayout(CellsLayout):
    """A pair matrix laid out: `CellsLayout`, and what follows.

    Attributes
    ----------
    rows, columns : tuple of str
        Display names, best average rank first.
    limits : tuple of float
        Upper ends of the three shades, as differences without sign; empty where no pair
        differs.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    limits: tuple[float, ...]


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
    """Lay out differences, wins and p-values of all pairs: see `plot_pair_matrix`."""
    check_choice("difference", difference, tuple(DIFFERENCES))
    check_flag("half", half)
    algorithms, both = (
        comparison.algorithms,
        (Option("rows"), " and ", Option("columns")),
    )
    if half and (rows is not None or columns is not None):
        raise UsageError(
            Option("half"), " is of the whole matrix: leave it out, or ", *both, "."
        )
    down, across = (
        _chosen(comparison, "rows", rows),
        _chosen(comparison, "columns", columns),
    )
    # An algorithm that would only meet itself has no row and no column.
    across, down = (
        [j for j in across if down != [j]],
        [i for i in down if across != [i]],
    )
    if half:
        down, across = down[:-1], across[1:]
    met = [
        (r, c)
        for r, i in enumerate(down)
        for c, j in enumerate(across)
        if i != j and (not half or c >= r)
    ]
    if not met:
        raise UsageError(*both, " hold one algorithm alone: give a second.")
    what = f"a pair matrix of {len(down)} x {len(across)} algorithms"
    check_hope(what, len(across) * TEXT_CELL, _FEWER)
    cells, limits = _cells(
        comparison, difference, {(r, c): (down[r], across[c]) for r, c in met}, rope
    )
    row_names = Names.of(look, algorithms, [algorithms[i] for i in down])
    heads = Names.of(look, algorithms, [algorithms[j] for j in across])
    marks = [
        None if j in down else mark
        for j, mark in zip(across, heads.families, strict=False)
    ]
    heads = replace(heads, families=tuple(marks))  # the others have theirs at the rows
    means = comparison.ranking.average_ranks
    places = rank_decimals(means)
    content = MatrixContent(
        **vars(row_names),
        cells=cells,
        columns=range(len(across)),
        heads=heads,
        texts_needed=True,
        legend=lambda size, printed: _key(
            comparison, difference, limits, size, cells.values(), rope
        ),
        text_room=_ROOM,
        widest=_WIDEST,
        under=[f"rank {format_rank(means[i], places)}" for i in down],
        show_direction=False,
    )
    matrix = Matrix.of(content, Page(look, meter), what, _FEWER)
    named = [algorithms[i] for i in (*down, *across)]
    shown = {
        "rows": row_names.names,
        "columns": heads.names,
        "limits": tuple(map(abs, limits)),
        "unshown": Names.unshown_highlights(look, named),
    }
    return matrix.sheet(PairMatrixLayout, pvalue_note(comparison, look), None, **shown)


def _chosen(
    comparison: Comparison, option: str, names: Sequence[str] | None
) -> list[int]:
    """Return the columns of the algorithms chosen, best average rank first."""
    names = [names] if isinstance(names, str) else names
    for name in names or ():
        if name not in comparison.algorithms:
            raise UsageError(
                choose_from(f"algorithm in {option}", name, comparison.algorithms)
            )
    return [
        i for i in comparison.order if not names or comparison.algorithms[i] in names
    ]


def _cells(
    comparison: Comparison,
    difference: str,
    pairs: Mapping[tuple[int, int], tuple[int, int]],
    rope: float | None,
) -> tuple[dict[tuple[int, int], Cell], tuple[float, ...]]:
    """Return the cells of pairs of columns of the comparison, and the ends of the
    shades of rows that score better.
    """
    effects, different = effects_of(comparison), comparison.different()
    values = getattr(effects, DIFFERENCES[difference][0])
    pvalues = comparison.pairwise.pvalue_adjusted
    verdict = None if rope is None else comparison.equivalence(rope).verdict
    finite = [
        abs(float(values[pair]))
        for pair in pairs.values()
        if not math.isnan(values[pair])
    ]
    largest = max(finite, default=0.0)
    better = (
        1.0 if comparison.table is None or comparison.table.higher_is_better else -1.0
    )
    cells = {}
    for place, pair in pairs.items():
        value = float(values[pair])
        if math.isnan(value):  # no data set has both
            cells[place] = Cell(
                fill=_EVEN, texts={"difference": "–", "wins": "–", "p": "–"}, bold=()
            )
            continue
        shade = min(math.ceil(3 * abs(value) / largest - 1e-9), 3) - 1 if value else -1
        fills = BETTER if better * value > 0 else WORSE
        small = verdict is not None and verdict[pair] in (
            "equivalent",
            "different and negligible",
        )
        texts = {
            "difference": format_difference(value, largest),
            "wins": f"{effects.wins[pair]}/{effects.ties[pair]}/{effects.losses[pair]}",
            "p": compact_p(float(pvalues[pair]), comparison.alpha)
            + _EQUIVALENT * small,
        }
        fill, bold = (
            fills[max(shade, 0)] if value else _EVEN,
            texts if different[pair] else (),
        )
        cells[place] = Cell(fill=fill, texts=texts, bold=bold)
    return cells, tuple(
        better * largest * third / 3 for third in (1, 2, 3)
    ) if largest else ()


def _key(
    comparison: Comparison,
    difference: str,
    limits: Sequence[float],
    size: float,
    cells: Collection[Cell],
    rope: float | None,
) -> list[list[KeyEntry]]:
    """Return the rows of the key: what the lines of a cell are, and what its shade
    is.
    """
    adjusted = (
        comparison.pairwise.p_adjust != "none" and comparison.pairwise.n_hypotheses > 1
    )
    lines = (
        f"{DIFFERENCES[difference][1]} (row − column), wins/ties/losses of the row, "
        f"{'adjusted ' if adjusted else ''}p"
    )
    said = [
        [
            KeyEntry(
                text=f"{lines}{'; –: not tested' if any(cell.texts['p'] == '–' for cell in cells) else ''}"
            )
        ],
        [KeyEntry(text="bold: significantly different")],
    ]
    if rope is not None:
        said[-1].append(KeyEntry(text=f"≈: practically equivalent, within ±{rope:g}"))
    for word, sign, fills in (
        (("better", 1.0, BETTER), ("worse", -1.0, WORSE)) if limits else ()
    ):
        if not any(cell.fill in fills for cell in cells):
            continue
        ends = [format_difference(sign * limit, abs(limits[-1])) for limit in limits]
        said.append(
            [
                KeyEntry(text=f"row {word}: up to", gap=_GAP),
                *Cell.shade_key(ends, size, fills),
            ]
        )
    return said


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
    """Draw what there is to say of each pair: difference of scores, wins, ties and
    losses, p-value; best first.

    Each cell is its row against its column. The p-values and decisions are those of the
    comparison, bold is significantly different; the shade is the size of the
    difference, blue where the row scores better, orange where it scores worse. Below
    each name stands its average rank. Algorithms stand in the order of their average
    ranks, which may differ from that of the scores.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison, from `cddiagram.compare`; one without scores is
        refused.
    difference : {"mean", "median", "hodges-lehmann"}, default "mean"
        Difference of the mean scores, median of the differences, or their
        Hodges-Lehmann estimate; in the units of the scores.
    rows, columns : sequence of str, optional
        Only these algorithms, for a strip; by default all.
    half : bool, default False
        Each pair once, above the diagonal.
    rope : float, optional
        Half the width of the region of practical equivalence, in the units of the
        scores: pairs that `Comparison.equivalence` calls equivalent have a ≈ behind
        their p-value.
    note : str, optional
        By default the test, what the p-values are, and alpha; None for no note.
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
