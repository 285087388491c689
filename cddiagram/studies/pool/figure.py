"""The figure of pools of algorithms.

The figure shows the proportion of pools in which each pair is significantly different. For
comparison, it also shows tests that use only the scores of the pair.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from cddiagram.features import FEATURES
from cddiagram.figures import (
    AxisTitle,
    CDContent,
    Cell,
    NumberColumns,
    RowsLayout,
    WrappedOptions,
    cells_in_rows,
    figure,
    rank_rows,
)
from cddiagram.sheet import (
    VERSUS,
    AxisScale,
    Element,
    KeyEntry,
    Look,
    Names,
    Text,
    TextMeter,
    check_choice,
    decision_marker,
    small_type,
)
from cddiagram.text import Option, UsageError
from cddiagram.words import format_alpha, format_share

if TYPE_CHECKING:
    from cddiagram.figures import Drawing, RankRows
    from cddiagram.studies.pool.study import PoolStudy

#: By default, the figure shows all pairs only if there are at most this many. If there
#: are more pairs, the figure shows only those pairs whose decision depends on the pool.
_ALL_UP_TO = 15
#: The first number is the preferred width of the cells. The second number is their
#: minimum width. Both are proportions of the page width.
_PLOTS = (0.3, 0.2)
#: These tests use only the scores of the pair. Each test is listed with the prefix of
#: its marker ids and the header of its column.
_TESTS = (("W", "Wilcoxon"), ("S", "sign"))
#: The title for the columns of tests.
_TESTS_TITLE = "pair alone"
#: The distance in points between the cells and the columns of tests, and between these
#: columns.
_APART = 6.0
#: The second text is a shorter version of the axis title. It is used only to the left
#: of the tick numbers.
_TITLE, _SHORT_TITLE = "other algorithms in the pool", "others in the pool"
#: The second text is a shorter version of the cell header.
_CELLS, _SHORT_CELLS = "different in % of pools", "% of pools"
#: The first number is the minimum gap on either side of the cell header. The second
#: number is the gap between the axis and a title to its left.
_HEAD_GAP, _BEFORE_NUMBERS = 3.0, 4.0
#: The gap between two shades in the legend of the figure.
_KEY_GAP = 5.0
#: The legend explains the shades of the cells only if there are at least this many
#: rows.
_ROWS_WITH_KEY = 4


@dataclass(frozen=True, kw_only=True)
class PoolLayout(RowsLayout):
    """The layout of a figure of pools.

    It extends `RowsLayout`. The names are the names of the pairs.

    Attributes
    ----------
    pairs : tuple of (str, str)
        The two algorithms of each row.
    share : tuple of float
        The proportion of all pools in which the pair is significantly different.
    shares : tuple of tuple of float
        The proportion of pools with 1, 2, ... other algorithms in which the pair is
        significantly different. It is NaN if no pool was examined.
    wilcoxon, sign : tuple of bool
        Whether the pair is significantly different according to the Wilcoxon
        signed-rank test and the sign test, which use only the scores of the pair.
    """

    pairs: tuple[tuple[str, str], ...]
    share: tuple[float, ...]
    shares: tuple[tuple[float, ...], ...]
    wilcoxon: tuple[bool, ...]
    sign: tuple[bool, ...]


@figure(
    "pool",
    WrappedOptions,
    listed=False,
    title="Decisions over pools of algorithms",
    subject="pool",
    rows=True,
)
def layout_pool(
    study: PoolStudy, *, look: Look, meter: TextMeter, pairs: str = "auto"
) -> PoolLayout:
    """Lay out the shares of pools in which pairs are significantly different.

    See `plot_pool`.
    """
    check_choice("pairs", pairs, FEATURES["pool"].choices["pairs"])
    rows = _rows(study, pairs)
    content = _content(study, look, rows)
    sizes = len(study.pools)
    small = small_type(look.font_size)
    on = rank_rows(
        content,
        look,
        meter,
        plots=_PLOTS,
        least=Cell.LEAST_WIDTH * sizes,
        key=_key(study, len(rows), small),
        title=AxisTitle(name=_TITLE),
        numbers=NumberColumns(head="all"),
        has_heads=True,
        beside=_width_of_tests(small, meter),
    )
    scale = replace(on.scale, x_low=on.columns.right)
    shares = []
    for i, j in rows:
        shares.append(tuple(float(study.shares[size, i, j]) for size in range(sizes)))
    edges = [size + 0.5 for size in range(sizes + 1)]
    on, cells = cells_in_rows(replace(on, scale=scale), edges, _cells(shares), meter)
    wilcoxon = tuple(bool(study.pool_free("wilcoxon")[pair]) for pair in rows)
    sign = tuple(bool(study.pool_free("sign")[pair]) for pair in rows)
    on, tests_title = _with_titles(on, meter)
    names = study.table.algorithms
    members = [names[column] for pair in rows for column in pair]
    return on.sheet(
        PoolLayout,
        [
            *cells,
            *_tests_of_pairs(on, (wilcoxon, sign), meter),
            *_head_of_pairs(on, len(study.pairs), meter),
            _head_of_cells(on, meter),
            *tests_title,
        ],
        pairs=tuple((names[i], names[j]) for i, j in rows),
        share=content.average_ranks,
        shares=tuple(shares),
        wilcoxon=wilcoxon,
        sign=sign,
        unshown=Names.unshown_highlights(look, members),
    )


def _width_of_tests(size: float, meter: TextMeter) -> float:
    """Return the width of the columns for the tests that use only the pair."""
    return sum(_APART + meter.width(head, size) for _, head in _TESTS)


def _cells(shares: Sequence[Sequence[float]]) -> dict[tuple[int, int], Cell]:
    """Return the cells that show the shares in each row."""
    cells = {}
    for row, values in enumerate(shares):
        for column, share in enumerate(values):
            cell = Cell(sign="crossed")
            if not math.isnan(share):
                texts = {"value": _format_percent(share)}
                cell = Cell(fill=Cell.SHADES[level_of(share)], texts=texts)
            cells[row, column] = cell
    return cells


def _format_percent(share: float) -> str:
    """Format a share in percent, without the sign, which the header contains."""
    return format_share(share).removesuffix("%")


def _tests_of_pairs(
    on: RankRows, decisions: Sequence[Sequence[bool]], meter: TextMeter
) -> list[Element]:
    """Return the columns, with headers, for the tests that use only the pair.

    The markers in these columns show the decisions.
    """
    elements: list[Element] = []
    size = on.columns.small
    x = on.scale.right
    for column, ((gid, head), different) in enumerate(
        zip(_TESTS, decisions, strict=True)
    ):
        half = meter.width(head, size) / 2
        x += _APART + half
        text = meter.put(
            f"head-{column}", x, on.heads_y, head, size, "secondary", "center"
        )
        elements.append(text)
        for row, y in enumerate(on.rows.middles):
            color = on.content.color(row, "foreground")
            marker = decision_marker(
                f"{gid}-{row}", x, y, color, different=different[row]
            )
            elements.append(marker)
        x += half
    return elements


def _with_titles(on: RankRows, meter: TextMeter) -> tuple[RankRows, list[Element]]:
    """Return the figure with the title of its axis, and the title of the columns of the
    tests of the pair alone, in one row.

    Both titles are in the row of the tick numbers if the title of the axis fits to the
    left of them. Otherwise, they are below, and the title of the axis is moved to the
    left if the title of the tests leaves too little room.
    """
    size = on.columns.small
    width = meter.width(_TESTS_TITLE, size)
    middle = on.scale.right + (_width_of_tests(size, meter) + _APART) / 2
    left = min(middle - width / 2, on.page - Look.PAD_X - width)
    [name] = on.title
    assert isinstance(name, Text)
    moved = _title_left_of_numbers(on, name, meter)
    if moved is None:
        moved = replace(name, x=min(name.x, left - _APART - name.width))
    else:
        on = replace(on, bottom=on.scale.y + AxisScale.below(size))
    if moved.x < Look.PAD_X:
        return on, []
    title = meter.put("tests-name", left, moved.y, _TESTS_TITLE, size, "secondary")
    return replace(on, title=[moved]), [title]


def _title_left_of_numbers(on: RankRows, name: Text, meter: TextMeter) -> Text | None:
    """Return the title of the axis, or a shorter one, to the left of the tick numbers;
    None if there is no room.
    """
    right = on.scale.left - _BEFORE_NUMBERS
    y = max(number.y for number in on.axis if isinstance(number, Text))
    for words in (_TITLE, _SHORT_TITLE):
        width = meter.width(words, name.size)
        if width <= right - Look.PAD_X:
            return replace(name, x=right - width, y=y, text=words, width=width)
    return None


def _rows(study: PoolStudy, pairs: str) -> list[tuple[int, int]]:
    """Return the columns of the two algorithms in each row."""
    rows = list(study.pairs)
    if pairs == "all" or (pairs == "auto" and len(rows) <= _ALL_UP_TO):
        return rows
    index = study.table.algorithms.index
    changing = {(index(flip.first), index(flip.second)) for flip in study.flips}
    if not changing:
        raise UsageError(
            "no decision depends on the pool, so every pair would be omitted. Use ",
            Option("pairs", "all"),
            ".",
        )
    return [pair for pair in rows if pair in changing]


def _head_of_pairs(on: RankRows, pairs: int, meter: TextMeter) -> list[Element]:
    """Return a header that contains the number of pairs if some pairs are not shown."""
    rows = len(on.rows.tops)
    if rows == pairs:
        return []
    size = on.columns.small
    room = on.columns.names_right - Look.PAD_X
    text = f"{rows} of {pairs} pairs"
    if meter.width(text, size) > room:
        text = f"{rows} of {pairs}"
    x = max(on.columns.names_right, Look.PAD_X + meter.width(text, size))
    return [meter.put("head-pairs", x, on.heads_y, text, size, "secondary", "right")]


def _head_of_cells(on: RankRows, meter: TextMeter) -> Element:
    """Return the meaning of the numbers above the cells, which is shorter if it does
    not fit between the other headers.
    """
    middle = (on.scale.left + on.scale.right) / 2
    size, color = on.columns.small, "secondary"
    left = on.columns.right
    right = on.scale.right + _APART
    room = 2 * (min(middle - left, right - middle) - _HEAD_GAP)
    head = _CELLS
    if meter.width(head, size) > room:
        head = _SHORT_CELLS
    return meter.put("head-cells", middle, on.heads_y, head, size, color, "center")


def _content(
    study: PoolStudy, look: Look, pairs: Sequence[tuple[int, int]]
) -> CDContent:
    """Return the content of the rows.

    The rows contain the names of the pairs and, instead of average ranks, the shares of
    all pools.
    """
    columns = list(dict.fromkeys(column for pair in pairs for column in pair))
    algorithms = study.table.algorithms
    base = Names.of(look, algorithms, [algorithms[column] for column in columns])
    base.check_single("Leave them out")
    position = {column: number for number, column in enumerate(columns)}
    rows = [(position[i], position[j]) for i, j in pairs]
    shares = [float(study.share[pair]) for pair in pairs]
    return CDContent.of_rows(
        vars(base) | base.joined(rows, VERSUS),
        shares,
        [_format_percent(share) for share in shares],
        axis_label="",
        axis_range=(0.5, len(study.pools) + 0.5),
        note=f"{study.test}, α = {format_alpha(study.alpha)}",
        look=look,
    )


def _key(study: PoolStudy, rows: int, size: float) -> tuple[KeyEntry, ...]:
    """Return the legend of the markers and, if there are enough rows, of the shades."""
    key: list[KeyEntry] = []
    if rows >= _ROWS_WITH_KEY:
        *shades, last = Cell.shade_key(("0", "≤ 50", "> 50", "100"), size)
        key += [replace(shade, gap=_KEY_GAP) for shade in shades]
        key.append(last)
    key += KeyEntry.decisions()
    if any((study.pools[:, i, j] == 0).any() for i, j in study.pairs):
        crossed = Cell.crossed_key("no pools", size)
        key.append(replace(crossed, shorter="none"))
    return tuple(key)


def level_of(share: float) -> int:
    """Return the class of a share.

    Class 0 denotes no pools, class 1 at most half of the pools, class 2 more than half
    of the pools, and class 3 all pools. The share is rounded in the same way as the
    printed number, so that equal numbers have equal shades.
    """
    if share == 0:
        return 0
    if share == 1:
        return 3
    if round(100 * share) <= 50:
        return 1
    return 2


@layout_pool.public
def plot_pool(
    study: PoolStudy, *, pairs: str = "auto", **options: Unpack[WrappedOptions]
) -> Drawing[PoolLayout]:
    """Draw how often the two algorithms of each pair are significantly different.

    Each row shows a pair, with the better-ranked algorithm first. Each column
    represents a number of other algorithms in the pool. A cell contains the percentage
    of pools of this size in which the test on average ranks finds a significant
    difference. Darker cells denote larger shares. The percentage over all pools is
    printed next to the names. The markers on the right represent the Wilcoxon
    signed-rank test and the sign test, which use only the scores of the pair. A marker
    is filled if the difference is significant.

    Parameters
    ----------
    study : PoolStudy
        The study, as returned by `cddiagram.study_pool`.
    pairs : {"auto", "all", "changing"}, default "auto"
        The pairs to show: all pairs, or only pairs whose decision depends on the pool.
        By default, all pairs are shown if there are at most 15 pairs.
    note : str, optional
        The note above the figure. By default, it contains the test and alpha. None
        omits the note.
    {rest}

    References
    ----------
    A. Benavoli, G. Corani and F. Mangili (2016), Should we really use post-hoc tests
    based on mean-ranks?, Journal of Machine Learning Research 17(5):1-10.

    Examples
    --------
    >>> import cddiagram as cd
    >>> layout = plot_pool(cd.study_pool(cd.load_example("garcia2008-table2"))).layout
    >>> layout.pairs[0], layout.shares[0]
    (('C4.5', 'NaiveBayes'), (0.0, 0.0, 0.0))
    """
    return layout_pool.draw(study, options, pairs=pairs)
