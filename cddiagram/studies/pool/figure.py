"""Pools: in what share of the pools of other algorithms a pair is significantly
different, beside the pair alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from cddiagram.features import FEATURES
from cddiagram.figures import (
    BrokenOptions,
    CDContent,
    Cell,
    RowsLayout,
    cells_in_rows,
    figure,
    rank_rows,
)
from cddiagram.sheet import (
    DASH,
    REFERENCE,
    Element,
    KeyEntry,
    Look,
    Names,
    TextMeter,
    check_choice,
    decision_marker,
    small_type,
)
from cddiagram.text import Option, UsageError
from cddiagram.words import format_alpha, format_share

if TYPE_CHECKING:
    from cddiagram.figures import Drawing
    from cddiagram.studies.pool.study import PoolStudy

#: By default all pairs are shown up to so many, and then those whose decision depends
#: on the pool.
_ALL_UP_TO = 15
#: Least share of the page for the cells, good and bearable.
_PLOTS = (0.3, 0.2)
#: The columns of the tests of the pair alone, and their distance from the cells, in
#: points.
_HEADS, _COLUMN, _APART = ("W", "S"), 11.0, 4.0


@dataclass(frozen=True, kw_only=True)
class PoolLayout(RowsLayout):
    """A figure of pools laid out: `RowsLayout`, whose names are those of the pairs, and
    what follows.

    Attributes
    ----------
    pairs : tuple of (str, str)
        The two algorithms of each row.
    share : tuple of float
        Share of all pools in which they are significantly different.
    shares : tuple of tuple of float
        The same for 1, 2, ... other algorithms; NaN where there was no pool.
    wilcoxon, sign : tuple of bool
        Whether they are significantly different by the test of the pair alone.
    """

    pairs: tuple[tuple[str, str], ...]
    share: tuple[float, ...]
    shares: tuple[tuple[float, ...], ...]
    wilcoxon: tuple[bool, ...]
    sign: tuple[bool, ...]


@figure(
    "pool",
    BrokenOptions,
    listed=False,
    title="Decisions over pools of algorithms",
    subject="pool",
    rows=True,
)
def layout_pool(
    study: PoolStudy, *, look: Look, meter: TextMeter, pairs: str = "auto"
) -> PoolLayout:
    """Lay out the share of pools in which pairs differ: see `plot_pool`."""
    check_choice("pairs", pairs, FEATURES["pool"].choices["pairs"])
    shown = _shown(study, pairs)
    content, sizes = _content(study, look, shown), len(study.pools)
    beside = _APART + _COLUMN * len(_HEADS)
    key = _key(study, len(shown), small_type(look.font_size))
    # What is kept free at both ends of the cells is for the markers on the right alone.
    upright, right = replace(look, show_direction=False), beside + REFERENCE / 2
    least = Cell.LEAST_WIDTH * sizes - (2 * beside - right)
    on = rank_rows(
        content, upright, meter, plots=_PLOTS, least=least, key=key, overhang=beside
    )
    scale = replace(on.scale, x_low=on.columns.right, x_high=on.page - right)
    shares = [[float(study.shares[s, i, j]) for s in range(sizes)] for i, j in shown]
    texts = {
        (row, size): Cell(sign="crossed")
        if math.isnan(share)
        else Cell(
            fill=Cell.SHADES[level_of(share)],
            texts={"value": format_share(share).removesuffix("%")},
        )
        for row, some in enumerate(shares)
        for size, share in enumerate(some)
    }
    on, cells = cells_in_rows(
        replace(on, scale=scale),
        [size + 0.5 for size in range(sizes + 1)],
        texts,
        meter,
    )
    free = [study.pool_free("wilcoxon"), study.pool_free("sign")]
    marks: list[Element] = []
    for column, (head, decided) in enumerate(zip(_HEADS, free, strict=True)):
        x = scale.right + _APART + (column + 0.5) * _COLUMN
        y = scale.number_row(on.columns.small)
        marks.append(
            meter.put(
                f"head-{column}", x, y, head, on.columns.small, "foreground", "center"
            )
        )
        for row, pair in enumerate(shown):
            color, different = content.color(row, "foreground"), bool(decided[pair])
            marks.append(
                decision_marker(
                    f"{head}-{row}", x, on.rows.middles[row], color, different=different
                )
            )
    names = study.table.algorithms
    return on.sheet(
        PoolLayout,
        [*cells, *marks],
        pairs=tuple((names[i], names[j]) for i, j in shown),
        share=content.average_ranks,
        shares=tuple(map(tuple, shares)),
        wilcoxon=tuple(bool(free[0][pair]) for pair in shown),
        sign=tuple(bool(free[1][pair]) for pair in shown),
        unshown=Names.unshown_highlights(
            look, [names[column] for pair in shown for column in pair]
        ),
    )


def _shown(study: PoolStudy, pairs: str) -> list[tuple[int, int]]:
    """Return the columns of the pairs that are shown."""
    found = list(study.pairs)
    if pairs == "all" or (pairs == "auto" and len(found) <= _ALL_UP_TO):
        return found
    names = study.table.algorithms
    flips = {
        (names.index(flip.first), names.index(flip.second)) for flip in study.flips
    }
    if not flips:
        raise UsageError(
            "no decision depends on the pool, so there is no pair to show: pass ",
            Option("pairs", "all"),
            ".",
        )
    return [pair for pair in found if pair in flips]


def _content(
    study: PoolStudy, look: Look, shown: Sequence[tuple[int, int]]
) -> CDContent:
    """Return the rows in words: the names of the pairs, and in the place of average
    ranks the share of all pools.
    """
    columns = list(dict.fromkeys(column for pair in shown for column in pair))
    algorithms, share = study.table.algorithms, study.share
    base = Names.of(look, algorithms, [algorithms[column] for column in columns])
    base.check_single("Leave them out")
    place = {column: at for at, column in enumerate(columns)}
    rows = [(place[i], place[j]) for i, j in shown]
    note = f"{study.test} in each pool, α = {format_alpha(study.alpha)}"
    shares = [float(share[pair]) for pair in shown]
    return CDContent.of_rows(
        vars(base) | base.joined(rows, DASH),
        shares,
        [format_share(value) for value in shares],
        axis_label="number of others",
        axis_range=(0.5, len(study.pools) + 0.5),
        note=note,
        look=look,
    )


def _key(study: PoolStudy, shown: int, size: float) -> tuple[KeyEntry, ...]:
    """Return what the shades, the numbers beside the names and the markers mean, and
    what is not shown.
    """
    shades = Cell.shade_key(("no pool", "≤ 50%", "> 50%", "all pools"), size)
    drawn = not all(study.complete)
    share = f"beside names: {'estimated ' if drawn else ''}share of all pools"
    if any((study.pools[:, i, j] == 0).any() for i, j in study.pairs):
        shades.append(Cell.crossed_key("none drawn", size))
    more = (
        [f"{len(study.pairs) - shown} pairs alike in all pools not shown"]
        if len(study.pairs) > shown
        else []
    )
    more += ["pools drawn at random where they are many"] if drawn else []
    alone = KeyEntry(text="pair alone (W: Wilcoxon, S: sign test)", gap=4.0)
    first = KeyEntry(text="different in", gap=4.0)
    return (
        first,
        *shades,
        KeyEntry(text=share),
        alone,
        *KeyEntry.decisions(),
        *(KeyEntry(text=text) for text in more),
    )


def level_of(share: float) -> int:
    """Return the class of a share: in no pool, in up to half, in more, in all."""
    return 0 if share == 0 else 3 if share == 1 else 1 if share <= 0.5 else 2


@layout_pool.public
def plot_pool(
    study: PoolStudy, *, pairs: str = "auto", **options: Unpack[BrokenOptions]
) -> Drawing[PoolLayout]:
    """Draw in what share of the pools of other algorithms pairs are significantly
    different, beside the pair alone.

    A row is a pair, the better average rank first, a column a number of other
    algorithms; a cell is the share of the pools with so many others in which tests on
    average ranks call the two significantly different, the stronger its shade, the
    larger. Beside the names stands the share of all pools. The markers on the right are
    Wilcoxon's signed-rank test (W) and the sign test (S), which depend on the pair
    alone: filled is significantly different.

    Parameters
    ----------
    study : PoolStudy
        The finished study, from `cddiagram.study_pool`.
    pairs : {"auto", "all", "changing"}, default "auto"
        All pairs, or those whose decision depends on the pool; by default all up to 15.
    note : str, optional
        By default the test, alpha, and what the cells are; None for no note.
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
