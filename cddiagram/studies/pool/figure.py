"""The figure of pools: the share of pools of other algorithms in which a pair is
significantly different, and the tests of the pair alone.
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

#: The largest number of pairs that are all shown by default. If there are more, only
#: pairs whose decision depends on the pool are shown.
_ALL_UP_TO = 15
#: The smallest shares of the page width for the cells: desirable and acceptable.
_PLOTS = (0.3, 0.2)
#: The heads of the columns of the tests of the pair alone, the width of such a column,
#: and the distance of the columns from the cells, in points.
_HEADS, _COLUMN, _APART = ("W", "S"), 11.0, 4.0


@dataclass(frozen=True, kw_only=True)
class PoolLayout(RowsLayout):
    """The layout of a figure of pools.

    The attributes of `RowsLayout` and the following ones describe the rows. The names
    of `RowsLayout` are pairs of names.

    Attributes
    ----------
    pairs : tuple of (str, str)
        The two algorithms of each row.
    share : tuple of float
        The share of all pools in which the pair is significantly different.
    shares : tuple of tuple of float
        The shares of the pools with 1, 2, ... other algorithms; NaN if there was no
        pool.
    wilcoxon, sign : tuple of bool
        Whether the pair is significantly different according to the Wilcoxon
        signed-rank test and the sign test.
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
    # The layout of rows reserves space at both ends of the cells. Only the markers on
    # the right require it.
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
        [texts],
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
            "no decision depends on the pool, so every pair would be omitted. Use ",
            Option("pairs", "all"),
            ".",
        )
    return [pair for pair in found if pair in flips]


def _content(
    study: PoolStudy, look: Look, shown: Sequence[tuple[int, int]]
) -> CDContent:
    """Return the texts of the rows: the names of the pairs, and the share of all pools
    instead of an average rank.
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
    """Return the key, which explains the shades, the numbers next to the names and the
    markers, and reports which pairs are not shown.
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
    """Return the class of a share: no pool, up to half of the pools, more, or all."""
    return 0 if share == 0 else 3 if share == 1 else 1 if share <= 0.5 else 2


@layout_pool.public
def plot_pool(
    study: PoolStudy, *, pairs: str = "auto", **options: Unpack[BrokenOptions]
) -> Drawing[PoolLayout]:
    """Draw the share of pools in which each pair is significantly different.

    Each row is a pair, with the better average rank first. Each column is a number of
    other algorithms. A cell shows the share of the pools with this number of other
    algorithms in which the pair is significantly different according to tests on
    average ranks. A stronger shade denotes a larger share. The share of all pools is
    printed next to the names.

    The markers on the right show the results of the Wilcoxon signed-rank test (W) and
    the sign test (S), which use only the scores of the pair. A filled marker denotes a
    significant difference.

    Parameters
    ----------
    study : PoolStudy
        The finished study, from `cddiagram.study_pool`.
    pairs : {"auto", "all", "changing"}, default "auto"
        The pairs to show: all pairs, or only pairs whose decision depends on the pool.
        ``"auto"`` shows all pairs if there are at most 15.
    note : str, optional
        The note below the figure. By default, it names the test and alpha. None omits
        the note.
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
