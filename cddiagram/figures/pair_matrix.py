"""The pair matrix: for each pair the difference of scores, wins, ties and losses, and the p-value of the comparison."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Unpack

from cddiagram._util.inlines import Option
from cddiagram.errors import UsageError, choose_from
from cddiagram.figures.pvalue_matrix import pvalue_note
from cddiagram.figures.registry import figure
from cddiagram.procedures import DIFFERENCES
from cddiagram.sheet.elements import Box, Element, Rectangle, Sheet
from cddiagram.sheet.families import family_key
from cddiagram.sheet.fit import SHORTER_NAMES, fit
from cddiagram.sheet.header import PAD_X, PAD_Y
from cddiagram.sheet.legend import LEGEND_ROW, KeyEntry, draw_legend, key_rows, swatch_entry
from cddiagram.sheet.look import FittedOptions, Look, check_choice, check_flag
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import LINE_PITCH, BrokenNames, Names, fit_names, names_of, row_height, text_box
from cddiagram.sheet.page import Page
from cddiagram.sheet.wrap import wrap
from cddiagram.words.drawable import effects_of
from cddiagram.words.numbers import difference_decimals, format_difference, format_p, format_rank, rank_decimals

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.figures.drawing import Drawing

#: Fills for rows that score better and for those that score worse, the larger the difference the stronger. Blue is the
#: darker one in gray; all carry black type, so they are the same on any page.
BETTER, WORSE = ("#e3ebf5", "#b4c9e2", "#7f9fc4"), ("#fdf3e1", "#fce4bd", "#f9d08c")
_EVEN, _INK = "#f4f4f4", "#000000"
_BORDER, _ROOM, _GAP, _WIDEST = 0.5, 4.0, 4.0, 64.0
_PITCH = 1.22
_HEAD_ROOM = 3.0
_WIDER = (1.0, 1.25, 1.5, 2.0)
_MOST_LINES = 4
#: Behind the p-value of a pair that is practically equivalent.
_EQUIVALENT = " ≈"


@dataclass(frozen=True, kw_only=True)
class PairMatrixLayout(Sheet):
    """A pair matrix laid out.

    Attributes
    ----------
    rows, columns : tuple of str
        Display names, best average rank first.
    font_size : float
        Size of the names of the rows, in points.
    cell_width : float
        Width of a cell in points.
    row_edges : tuple of float
        Upper edge of each row, and the lower edge of the last.
    limits : tuple of float
        Upper ends of the three shades, as differences without sign; empty where no pair differs.
    label_boxes : tuple of (left, top, right, bottom)
        The box of each row's name, all its lines together.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    font_size: float
    cell_width: float
    row_edges: tuple[float, ...]
    limits: tuple[float, ...]
    label_boxes: tuple[Box, ...]


@dataclass(frozen=True, kw_only=True)
class _Cell:
    """What a cell says: its lines, whether they are bold, and its fill."""

    lines: tuple[str, str, str]
    bold: bool
    fill: str


@dataclass(frozen=True, kw_only=True)
class _Plan:
    """A matrix that fits: names, size of all else, left edge and width of the cells, heads of the columns in lines."""

    names: BrokenNames
    small: float
    left: float
    cell: float
    heads: tuple[tuple[str, ...], ...]


@figure(
    "pair-matrix",
    FittedOptions,
    title="Pair matrix",
    check="words.drawable:effects_of",
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
    page, algorithms = Page(look, meter), comparison.algorithms
    if half and (rows is not None or columns is not None):
        raise UsageError(
            Option("half"),
            " is of the whole matrix: leave it out, or ",
            Option("rows"),
            " and ",
            Option("columns"),
            ".",
        )
    down, across = _chosen(comparison, "rows", rows), _chosen(comparison, "columns", columns)
    # An algorithm that would only meet itself has no row and no column.
    across, down = [j for j in across if down != [j]], [i for i in down if across != [i]]
    if half:
        down, across = down[:-1], across[1:]
    cells, limits, decimals = _cells(comparison, difference, down, across, half=half, rope=rope)
    if not cells:
        raise UsageError(Option("rows"), " and ", Option("columns"), " hold one algorithm alone: give a second.")
    row_names = names_of(look, algorithms, [algorithms[i] for i in down])
    column_names = names_of(look, algorithms, [algorithms[j] for j in across])
    marks = [None if j in down else mark for j, mark in zip(across, column_names.families, strict=False)]
    column_names = replace(column_names, families=tuple(marks), aligned=False)  # the others have theirs at the rows
    means = comparison.ranking.average_ranks
    places = rank_decimals(means)
    ranks = [f"rank {format_rank(means[i], places)}" for i in down]

    plan = fit(
        lambda tried: _fit(cells, row_names, column_names, ranks, tried, meter),
        look,
        f"a pair matrix of {len(down)} x {len(across)} algorithms",
        SHORTER_NAMES,
    )
    small = plan.small
    head, y = page.header(
        pvalue_note(comparison), small + 1.0, families=family_key((*row_names.families, *column_names.families))
    )
    for entries in _key(comparison, difference, limits, decimals, small, list(cells.values()), rope):
        key, middle = draw_legend(
            key_rows(entries, page.room, small, meter), PAD_X, y + 0.5 * LEGEND_ROW * small, small, meter
        )
        head, y = [*head, *key], middle + 0.5 * LEGEND_ROW * small
    top = y + 0.3 * small + max(map(len, plan.heads)) * LINE_PITCH * small + 2.0
    for j, lines in enumerate(plan.heads):
        middle = top - 2.0 - len(lines) / 2 * LINE_PITCH * small
        at = plan.left + (j + 0.5) * plan.cell
        head += column_names.put(j, lines, at, middle, small, "center", meter, f"column-{j}")
    least = 3 * _PITCH * small + _ROOM
    heights = [max(least, row_height(len(lines), plan.names.size) + _PITCH * small) for lines in plan.names.lines]
    edges = tuple(accumulate(heights, initial=top))
    names, boxes = _draw_names(row_names, ranks, plan, edges, meter)
    fills, texts = _draw_cells(cells, plan, edges, meter)
    return PairMatrixLayout(
        width=page.width,
        height=edges[-1] + _BORDER / 2 + PAD_Y,
        elements=(*fills, *head, *names, *texts),
        rows=row_names.names,
        columns=column_names.names,
        font_size=plan.names.size,
        cell_width=plan.cell,
        row_edges=edges,
        limits=limits,
        label_boxes=boxes,
    )


def _fit(
    cells: Mapping[tuple[int, int], _Cell],
    row_names: Names,
    column_names: Names,
    ranks: Sequence[str],
    look: Look,
    meter: TextMeter,
) -> _Plan | None:
    """Return the most readable matrix that fits the page; None if none does."""
    right, columns = look.page_width - PAD_X - _BORDER / 2, len(column_names.names)
    said = [(line, cell.bold) for cell in cells.values() for line in cell.lines]
    steps = ((whole, lines, wider) for whole in (True, False) for lines in (1, 2, 4) for wider in _WIDER)
    for whole, lines, wider in steps:
        for size in look.sizes:
            small = max(size - 1.0, look.sizes[-1])
            least = wider * (max(meter.width(text, small, bold) for text, bold in said) + _ROOM)
            names = fit_names(row_names, size, right - columns * least - _GAP - PAD_X, lines, meter)
            if names is None:
                continue
            left = PAD_X + max(names.widest, *(meter.width(text, small) for text in ranks)) + _GAP
            cell = min(max(_WIDEST, least), (right - left) / columns)
            heads = _heads(column_names, cell - _HEAD_ROOM, small, meter, whole=whole)
            if cell >= least and heads is not None:
                return _Plan(names=names, small=small, left=left, cell=cell, heads=heads)
    return None


def _draw_names(
    names: Names, ranks: Sequence[str], plan: _Plan, edges: Sequence[float], meter: TextMeter
) -> tuple[list[Element], tuple[Box, ...]]:
    """Return the name of each row with the average rank under it, and the boxes of the names."""
    elements: list[Element] = []
    boxes: list[Box] = []
    size, pitch = plan.names.size, _PITCH * plan.small
    for i, lines in enumerate(plan.names.lines):
        middle, height = (edges[i] + edges[i + 1]) / 2, len(lines) * LINE_PITCH * size
        half_block = (height + pitch) / 2
        name = names.put(i, lines, PAD_X, middle - half_block + height / 2, size, "left", meter)
        rank = meter.put(f"rank-{i}", PAD_X, middle + half_block - pitch / 2, ranks[i], plan.small, "secondary")
        elements += [*name, rank]
        boxes.append(text_box(name, (PAD_X, middle)))
    return elements, tuple(boxes)


def _draw_cells(
    cells: Mapping[tuple[int, int], _Cell], plan: _Plan, edges: Sequence[float], meter: TextMeter
) -> tuple[list[Element], list[Element]]:
    """Return the fills of the cells, and the three lines in each."""
    fills: list[Element] = []
    texts: list[Element] = []
    for (i, j), cell in cells.items():
        x, top, bottom = plan.left + j * plan.cell, edges[i], edges[i + 1]
        box = {"x": x, "y": top, "width": plan.cell, "height": bottom - top}
        fills.append(Rectangle(gid=f"cell-{i}-{j}", **box, fill=cell.fill, edge="leader", edge_width=_BORDER))
        for line, (what, text) in enumerate(zip(("difference", "wins", "p"), cell.lines, strict=True)):
            y = (top + bottom) / 2 + (line - 1) * _PITCH * plan.small
            texts.append(
                meter.put(f"{what}-{i}-{j}", x + plan.cell / 2, y, text, plan.small, _INK, "center", cell.bold)
            )
    return fills, texts


def _chosen(comparison: Comparison, option: str, names: Sequence[str] | None) -> list[int]:
    """Return the columns of the algorithms chosen, best average rank first."""
    names = [names] if isinstance(names, str) else names
    for name in names or ():
        if name not in comparison.algorithms:
            raise UsageError(choose_from(f"algorithm in {option}", name, comparison.algorithms))
    return [i for i in comparison.order if not names or comparison.algorithms[i] in names]


def _cells(
    comparison: Comparison,
    difference: str,
    down: Sequence[int],
    across: Sequence[int],
    *,
    half: bool,
    rope: float | None,
) -> tuple[dict[tuple[int, int], _Cell], tuple[float, ...], int]:
    """Return the cells, the upper ends of the shades, and the decimals of differences."""
    effects, different = effects_of(comparison), comparison.different()
    values = getattr(effects, DIFFERENCES[difference][0])
    pvalues = comparison.pairwise.pvalue_adjusted
    verdict = None if rope is None else comparison.equivalence(rope).verdict
    pairs = [(r, c, i, j) for r, i in enumerate(down) for c, j in enumerate(across) if i != j and (not half or c >= r)]
    largest = max((abs(float(values[i, j])) for *_, i, j in pairs), default=0.0)
    sign = 1.0 if comparison.table is None or comparison.table.higher_is_better else -1.0
    decimals = difference_decimals(largest)
    cells = {}
    for r, c, i, j in pairs:
        value = float(values[i, j])
        shade = min(math.ceil(3 * abs(value) / largest - 1e-9), 3) - 1 if value else -1
        fills = BETTER if sign * value > 0 else WORSE
        small = verdict is not None and verdict[i, j] in ("equivalent", "different and negligible")
        cells[r, c] = _Cell(
            lines=(
                format_difference(value, decimals),
                f"{effects.wins[i, j]}/{effects.ties[i, j]}/{effects.losses[i, j]}",
                format_p(float(pvalues[i, j]), comparison.alpha) + _EQUIVALENT * small,
            ),
            bold=bool(different[i, j]),
            fill=fills[max(shade, 0)] if value else _EVEN,
        )
    return cells, tuple(largest * third / 3 for third in (1, 2, 3)) if largest else (), decimals


def _heads(
    names: Names, limit: float, size: float, meter: TextMeter, *, whole: bool
) -> tuple[tuple[str, ...], ...] | None:
    """Break the heads of the columns to a width, at first between words only; None if one needs too many lines."""
    heads = []
    for j, name in enumerate(names.names):
        measure = partial(meter.width, size=size, bold=names.bold(j))
        lines = wrap(name, limit - names.room(j), measure, math=names.math, whole_words=whole)
        if lines is None or len(lines) > _MOST_LINES:
            return None
        heads.append(lines)
    return tuple(heads)


def _key(
    comparison: Comparison,
    difference: str,
    limits: Sequence[float],
    decimals: int,
    size: float,
    cells: Sequence[_Cell],
    rope: float | None,
) -> list[list[KeyEntry]]:
    """Return the rows of the key: what the lines of a cell are, and what its shade is."""
    adjusted = comparison.pairwise.p_adjust != "none" and comparison.pairwise.n_hypotheses > 1
    lines = (
        f"{DIFFERENCES[difference][1]} (row − column), wins/ties/losses of the row, {'adjusted ' if adjusted else ''}p"
    )
    said = [
        [KeyEntry(text=f"{lines}{'; –: not tested' if any(cell.lines[2] == '–' for cell in cells) else ''}")],
        [KeyEntry(text="bold: significantly different")],
    ]
    if rope is not None:
        said[-1].append(KeyEntry(text=f"≈: practically equivalent, within ±{rope:g}"))
    for word, fills in (("better", BETTER), ("worse", WORSE)) if limits else ():
        if not any(cell.fill in fills for cell in cells):
            continue
        ends = [format_difference(limit, decimals).removeprefix("+") for limit in limits]
        said.append([KeyEntry(text=f"row {word} by up to", gap=_GAP)])
        said[-1] += [swatch_entry(text, size, fill, "leader") for text, fill in zip(ends, fills, strict=True)]
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
    """Draw what there is to say of each pair: difference of scores, wins, ties and losses, p-value; best first.

    Each cell is its row against its column. The p-values and decisions are those of the comparison, bold is
    significantly different; the shade is the size of the difference, blue where the row scores better, orange where it
    scores worse. Below each name stands its average rank. Algorithms stand in the order of their average ranks, which
    may differ from that of the scores.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison, from `cddiagram.compare`; one without scores is refused.
    difference : {"mean", "median", "hodges-lehmann"}, default "mean"
        Difference of the mean scores, median of the differences, or their Hodges-Lehmann estimate; in the units of the
        scores.
    rows, columns : sequence of str, optional
        Only these algorithms, for a strip; by default all.
    half : bool, default False
        Each pair once, above the diagonal.
    rope : float, optional
        Half the width of the region of practical equivalence, in the units of the scores: pairs that
        `Comparison.equivalence` calls equivalent have a ≈ behind their p-value.
    note : str, optional
        By default the test, what the p-values are, and alpha; None for no note.
    {look}

    {returns}

    Raises
    ------
    {raises}

    References
    ----------
    A. Ismail-Fawaz et al. (2023), An approach to multiple comparison benchmark evaluations that is stable under
    manipulation of the comparate set, arXiv:2305.11921.

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = plot_pair_matrix(cd.compare(cd.load_example("demsar2006-table6")))
    >>> drawing.layout.rows[0], drawing.layout.width / 72
    ('C4.5+m+cf', 3.3)
    """
    own = {"difference": difference, "rows": rows, "columns": columns, "half": half, "rope": rope}
    return layout_pair_matrix.draw(comparison, options, **own)
