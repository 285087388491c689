"""Posterior probabilities: a matrix of all pairs, or the draws of one pair in a simplex."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias, Unpack

from cddiagram._util.types import FloatArray
from cddiagram.errors import LayoutError, UsageError
from cddiagram.figures.cells_fit import BORDER
from cddiagram.figures.content import AxisKind, CDContent
from cddiagram.figures.registry import Subject, figure
from cddiagram.figures.rows import RankRows, RowsLayout, rank_rows
from cddiagram.practical import check_probability
from cddiagram.sheet.elements import Element, Line, Marker, Rectangle, Sheet
from cddiagram.sheet.fit import SMALLER_TYPE, fit
from cddiagram.sheet.header import PAD_X, PAD_Y
from cddiagram.sheet.legend import KeyEntry, swatch_entry
from cddiagram.sheet.look import FittedOptions, Look, small_type
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import names_of, text_or_none
from cddiagram.sheet.page import ROW, Page
from cddiagram.words.practical import NO_ERROR_RATES, format_probability, posterior_test

if TYPE_CHECKING:
    from cddiagram.figures.drawing import Drawing
    from cddiagram.practical import Posterior

#: From these probabilities on a cell has the next shade; at a stated one that is the last.
_SHADES = (0.5, 0.75, 0.9)
_Square: TypeAlias = tuple[tuple[float, ...], ...]
_FILLS = ("background", "level-1", "level-2", "level-3")
#: Least share of the page for cells, the most that leaves room for names, room beside a value, distance of its lines.
_PLOT, _MOST, _ROOM, _PITCH = 0.45, 0.8, 2.0, 1.22
_LARGEST, _NARROWEST, _POINTS, _DOT, _EDGE = 200.0, 80.0, 1000, 0.7, 0.6


@dataclass(frozen=True, kw_only=True)
class PosteriorLayout(Sheet):
    """Posterior probabilities laid out.

    Attributes
    ----------
    names : tuple of str
        Display names: best first, or the pair.
    better : tuple of tuple of float
        Probability that the algorithm of a row is practically better than that of a column; NaN for itself.
    equivalent : tuple of tuple of float
        Probability that they are practically equivalent.
    values_printed : bool
        Whether the cells hold these numbers; in a simplex the corners always do.
    points : tuple of (float, float)
        Where the draws of a pair stand; empty for a matrix.
    messages : tuple of str
        What the numbers are not.
    """

    names: tuple[str, ...]
    better: _Square
    equivalent: _Square
    values_printed: bool = True
    points: tuple[tuple[float, float], ...] = ()
    messages: tuple[str, ...] = (NO_ERROR_RATES,)


class _Content(CDContent):
    """The algorithms, with the numbers of their columns."""

    @property
    def numbers(self) -> tuple[str, ...]:
        """Numbers from 1."""
        return tuple(str(number) for number in range(1, self.k + 1))


@figure(
    "posterior",
    FittedOptions,
    title="Posterior probabilities",
    subject=Subject(
        kind="Posterior",
        words="a posterior",
        remedy="state what is practically equivalent: {name}(comparison.posterior(rope))",
    ),
    check="words.practical:check_posterior",
    worded="words.practical:posterior_caption",
    reading="words.practical:reading_of_posterior",
)
def layout_posterior(
    posterior: Posterior,
    first: str | None = None,
    second: str | None = None,
    *,
    look: Look,
    meter: TextMeter,
    probability: float | None = None,
) -> PosteriorLayout:
    """Lay out posterior probabilities: see `plot_posterior`."""
    if probability is not None:
        check_probability(probability)
    if (first is None) != (second is None):
        raise UsageError("a pair has two algorithms: give both, or none for all pairs.")
    if first is not None and second is not None:
        return _simplex(posterior, (first, second), Page(look, meter), probability)
    return _matrix(posterior, look, meter, probability)


def _note(posterior: Posterior, probability: float | None) -> str:
    return posterior_test(posterior) + ("" if probability is None else f", decided at {probability:g}")


def _chosen(array: FloatArray, columns: Sequence[int]) -> _Square:
    """Return the probabilities of some algorithms in their order."""
    return tuple(tuple(float(array[i, j]) for j in columns) for i in columns)


def _matrix(posterior: Posterior, look: Look, meter: TextMeter, probability: float | None) -> PosteriorLayout:
    """Lay out all pairs: a cell for each row against each column."""
    order, page, small = posterior.order, Page(look, meter), small_type(look.font_size)
    better, equivalent = (_chosen(array, order) for array in (posterior.better, posterior.equivalent))
    k, shown = len(order), [posterior.algorithms[i] for i in order]
    content = _Content(
        **vars(names_of(look, posterior.algorithms, shown)),
        average_ranks=tuple(map(float, range(1, k + 1))),
        note=page.note(_note(posterior, probability)),
        title=text_or_none("title", look.title),
        axis=AxisKind(label=""),
        axis_range=(0.5, k + 0.5),
    )
    texts = {
        (i, j): tuple(
            f"{sign}{format_probability(square[i][j], probability)}"
            for square, sign in ((better, ""), (equivalent, "≈ "))
        )
        for i in range(k)
        for j in range(k)
        if i != j
    }
    limits = _SHADES if probability is None else (*(at for at in _SHADES[:-1] if at < probability), probability)
    values = min(small, small_type(look.sizes[-1]))
    widest = max(meter.width(text, values, True) for pair in texts.values() for text in pair) + _ROOM

    def rows(share: float, least: float = 0.0) -> RankRows:
        key, plain = _key(limits, small, probability, values=least > 0), replace(look, show_direction=False)
        return rank_rows(content, plain, meter, plots=(share,), lines=(2, 4), key=key, least=least)

    on, needed = None, k * widest / page.width
    if needed <= _MOST:
        with suppress(LayoutError):  # shades alone need less
            on = rows(max(needed, _PLOT), 2 * _PITCH * values + 3.0)
    printed = on is not None and on.scale.points(1) >= widest
    on = on if on is not None and printed else rows(_PLOT)
    cells, written = _cells(on, (better, equivalent), limits, probability, texts if printed else {}, values, meter)
    sheet = replace(on, axis=_numbers(on, meter)).sheet(RowsLayout, [*cells, *written])
    return PosteriorLayout(
        width=sheet.width,
        height=sheet.height,
        elements=sheet.elements,
        names=sheet.names,
        better=better,
        equivalent=equivalent,
        values_printed=printed,
    )


def _key(limits: Sequence[float], size: float, probability: float | None, *, values: bool) -> tuple[KeyEntry, ...]:
    """Return what shades and lines mean."""
    words = "row practically better than column" + ("; ≈ practically equivalent" if values else "")
    shades = [f"≥ {format_probability(limit)}" for limit in limits]
    entries = [KeyEntry(text=words)]
    fills = _fills(limits)[1:]
    entries += [swatch_entry(text, size, fill, "leader") for text, fill in zip(shades, fills, strict=True)]
    if probability is not None:
        entries.append(KeyEntry(text="bold: decided" if values else f"dot: equivalent {shades[-1]}"))
    return tuple(entries)


def _fills(limits: Sequence[float]) -> tuple[str, ...]:
    """Return the fill below the first limit and from each one on, the strongest from the last."""
    return (*_FILLS[: len(limits)], _FILLS[-1])


def _numbers(on: RankRows, meter: TextMeter) -> list[Element]:
    """Return the numbers of the columns, every one that has room."""
    size, cell, k = on.columns.small, on.scale.points(1), on.content.k
    step = next(s for s in (1, 5, 10, 20, 50, 100, k) if s * cell >= 1.3 * meter.width(str(k), size) or s == k)
    y = on.scale.y - 0.6 * size
    return [
        meter.put(f"column-{n - 1}", on.scale.at(n), y, str(n), size, "secondary", "center")
        for n in range(1, k + 1)
        if n % step == 0 or n == 1
    ]


def _cells(
    on: RankRows,
    shares: tuple[_Square, _Square],
    limits: Sequence[float],
    probability: float | None,
    texts: dict[tuple[int, int], tuple[str, ...]],
    size: float,
    meter: TextMeter,
) -> tuple[list[Element], list[Element]]:
    """Return the cells with the marks of what is decided, and their two lines."""
    boxes: list[Element] = []
    dashes: list[Element] = []
    lines: list[Element] = []
    width, border = on.scale.points(1), BORDER if on.scale.points(1) >= 5.0 else BORDER / 2
    for i in range(on.content.k):
        y, height = on.rows.tops[i], on.rows.heights[i]
        for j in range(on.content.k):
            x, middle = on.scale.at(j + 1), y + height / 2
            if i == j:
                ends = ((x - 0.25 * width, middle), (x + 0.25 * width, middle))
                dashes.append(Line(gid=f"diagonal-{i}", points=ends, width=BORDER, color="leader"))
                continue
            pair = shares[0][i][j], shares[1][i][j]
            fill = _fills(limits)[sum(pair[0] >= limit for limit in limits)]
            ink = "foreground" if fill == "background" else f"on-{fill}"
            box = {"x": x - width / 2, "y": y, "width": width, "height": height}
            boxes.append(Rectangle(gid=f"cell-{i}-{j}", **box, fill=fill, edge="guide", edge_width=border))
            sure = [probability is not None and share >= probability for share in pair]
            if not texts and sure[1]:
                lines.append(Marker(gid=f"equivalent-{i}-{j}", x=x, y=middle, radius=min(2.0, 0.3 * width), fill=ink))
            for line, text in enumerate(texts.get((i, j), ())):
                at = middle + (line - 0.5) * _PITCH * size
                lines.append(meter.put(f"value-{i}-{j}-{line}", x, at, text, size, ink, "center", sure[line]))
    return [*boxes, *dashes], lines  # like elements together share an artist


def _side(look: Look) -> float | None:
    """Return the side of the simplex; None where it would be too small to be read."""
    side = min(look.page_width - 2 * PAD_X - 4.0, _LARGEST)
    return side if side >= _NARROWEST else None


def _simplex(posterior: Posterior, pair: tuple[str, str], page: Page, probability: float | None) -> PosteriorLayout:
    """Lay out one pair: draws of the three shares, a corner for each, and regions where one is the largest."""
    draws = posterior.draw(*pair, _POINTS)
    columns = [posterior.algorithms.index(name) for name in pair]
    better, equivalent = (_chosen(array, columns) for array in (posterior.better, posterior.equivalent))
    names, small = names_of(page.look, posterior.algorithms, pair).names, page.small
    told = (f"{names[0]} practically better", "practically equivalent", f"{names[1]} practically better")
    found = (better[0][1], equivalent[0][1], better[1][0])
    sure = [probability is not None and share >= probability for share in found]
    corners = [
        [
            *page.lines(words, page.room / 2 - small, small, math=page.look.math),
            f"probability {format_probability(p, probability)}{', decided' if decided else ''}",
        ]
        for words, p, decided in zip(told, found, sure, strict=True)
    ]
    side = fit(_side, page.look, "the simplex of a pair", SMALLER_TYPE)
    head, y = page.header(_note(posterior, probability))
    middle, top = page.width / 2, y + len(corners[1]) * ROW * small + 3.0
    left, bottom = middle - side / 2, top + side * math.sqrt(3) / 2

    def at(share: Sequence[float]) -> tuple[float, float]:
        return left + side * (share[2] + share[1] / 2), bottom - (bottom - top) * share[1]

    centre = at((1 / 3, 1 / 3, 1 / 3))
    edges = [(0.5, 0.5, 0.0), (0.0, 0.5, 0.5), (0.5, 0.0, 0.5)]
    outline = tuple(at(corner) for corner in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0)))
    points = tuple(at(draw) for draw in draws.tolist())
    dots = [Marker(gid=f"draw-{n}", x=x, y=y, radius=_DOT, fill="secondary") for n, (x, y) in enumerate(points)]
    lines = [Line(gid="region", points=(centre, at(edge)), width=_EDGE, color="foreground") for edge in edges]
    texts = []
    for number, (rows, x, start, anchor) in enumerate(
        ((corners[0], PAD_X, bottom + 3.0, "left"), (corners[1], middle, y, "center"),
         (corners[2], page.width - PAD_X, bottom + 3.0, "right"))
    ):  # fmt: skip
        for line, text in enumerate(rows):
            place = start + (line + 0.6) * ROW * small
            texts.append(page.meter.put(f"corner-{number}", x, place, text, small, "foreground", anchor, sure[number]))
    below = max(len(corners[0]), len(corners[2])) * ROW * small
    return PosteriorLayout(
        width=page.width,
        height=bottom + 3.0 + below + PAD_Y,
        # Draws along an edge stand on its line, and the lines between regions on the draws.
        elements=(*head, Line(gid="simplex", points=outline, width=_EDGE, color="leader"), *dots, *lines, *texts),
        names=names,
        better=better,
        equivalent=equivalent,
        points=points,
    )


@layout_posterior.public
def plot_posterior(
    posterior: Posterior,
    first: str | None = None,
    second: str | None = None,
    *,
    probability: float | None = None,
    **options: Unpack[FittedOptions],
) -> Drawing[PosteriorLayout]:
    """Draw posterior probabilities: all pairs as a matrix, or the posterior of one pair in a simplex.

    In the matrix each cell is its row against its column: the probability that the row is practically better, and
    behind ≈ that both are practically equivalent, where all have room; the shade is the first of them. In the simplex
    each point is a draw of the three shares: near a corner one of them is nearly all; lines divide it into the regions
    where one is the largest, whose probabilities stand at the corners. These are posterior probabilities of single
    pairs, no error rates, and they are not adjusted for the number of pairs.

    Parameters
    ----------
    posterior : Posterior
        From `Comparison.posterior`, or for the matrix from `cddiagram.correlated_t_test`.
    first, second : str, optional
        The pair of a simplex; by default all pairs.
    probability : float, optional
        Mark what is at least so probable, in bold (where there is no room for values, by the last shade and by a dot
        for equivalence). By default nothing is decided.
    note : str, optional
        By default the test and the region; None for no note.
    {look}

    {returns}

    Raises
    ------
    {raises}

    Examples
    --------
    >>> import cddiagram as cd
    >>> posterior = cd.compare(cd.load_example("garcia2008-table2")).posterior(0.01, pair_test="sign")
    >>> layout = plot_posterior(posterior, probability=0.95).layout
    >>> layout.names[0], round(layout.better[0][4], 3)
    ('C4.5', 1.0)
    """
    return layout_posterior.draw(posterior, options, first=first, second=second, probability=probability)
