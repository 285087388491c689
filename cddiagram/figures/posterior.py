"""Posterior probabilities: a matrix of all pairs, or the draws of one pair in a
simplex.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias, Unpack

from cddiagram._util import FloatArray
from cddiagram.figures.cell_drawing import (
    BORDER,
    OCHRE_SHADES,
    Cell,
    draw_triangle,
)
from cddiagram.figures.cells import CellsLayout, Matrix
from cddiagram.figures.cells_fit import MatrixContent
from cddiagram.figures.options import FittedOptions
from cddiagram.figures.registry import Subject, figure
from cddiagram.sheet import (
    SMALLER_TYPE,
    Element,
    Key,
    KeyEntry,
    Line,
    Look,
    Marker,
    Names,
    Page,
    Rectangle,
    Sheet,
    TextMeter,
    fit,
)
from cddiagram.text import UsageError
from cddiagram.words import (
    NO_ERROR_RATES,
    SHADE_LIMITS,
    compact_probability,
    posterior_test,
)

if TYPE_CHECKING:
    from cddiagram.comparing import Posterior
    from cddiagram.figures.drawing import Drawing

_Square: TypeAlias = tuple[tuple[float, ...], ...]
#: Sides of the simplex; how many draws it shows, their radius, the width of its lines,
#: and the length of a sample.
_LARGEST, _NARROWEST, _POINTS, _DOT, _EDGE, _SAMPLE = 200.0, 80.0, 1000, 0.7, 0.6, 9.0
#: Of the key of a matrix: the width of a fill where there is little room, the gaps
#: behind its first word and behind the others, and the radius of its triangle.
_SHORT_SAMPLE, _KEY_GAP, _ENTRY_GAP, _TRIANGLE = 6.0, 4.0, 7.0, 1.7


@dataclass(frozen=True, kw_only=True)
class PosteriorLayout(Sheet):
    """Posterior probabilities laid out.

    Attributes
    ----------
    names : tuple of str
        Display names: best first, or the pair.
    better : tuple of tuple of float
        Probability that the algorithm of a row is practically better than that of a
        column; NaN for itself.
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


@figure(
    "posterior",
    FittedOptions,
    title="Posterior probabilities",
    subject=Subject(
        result="Posterior",
        subject="a posterior",
        made="Specify a region of practical equivalence first",
        call="comparison.posterior(rope)",
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
        posterior.decide(probability)  # raises an error if it is not a probability
    if (first is None) != (second is None):
        raise UsageError("a pair has two algorithms: give both, or none for all pairs.")
    page = Page(look, meter)
    if first is not None and second is not None:
        return _simplex(posterior, (first, second), page, probability)
    return _matrix(posterior, page, probability)


def _note(posterior: Posterior, probability: float | None) -> str:
    return posterior_test(posterior) + (
        "" if probability is None else f", decided at {probability:g}"
    )


def _chosen(array: FloatArray, columns: Sequence[int]) -> _Square:
    """Return the probabilities of some algorithms in their order."""
    return tuple(tuple(float(array[i, j]) for j in columns) for i in columns)


def _matrix(
    posterior: Posterior, page: Page, probability: float | None
) -> PosteriorLayout:
    """Lay out all pairs: who is better above the diagonal, practical equality below
    it.
    """
    order = posterior.order
    better = _chosen(posterior.better, order)
    equivalent = _chosen(posterior.equivalent, order)
    names = Names.of(
        page.look, posterior.algorithms, [posterior.algorithms[i] for i in order]
    )
    limits: tuple[float, ...] = SHADE_LIMITS
    if probability is not None:
        limits = (
            *(limit for limit in SHADE_LIMITS[:-1] if limit < probability),
            probability,
        )
    everyone = range(names.k)
    cells: dict[tuple[int, int], Cell] = {}
    for i in everyone:
        for j in everyone:
            if i == j:
                cells[i, j] = Cell(fill="", sign="dash")
            elif i < j:
                cells[i, j] = _better_cell(
                    better[i][j], better[j][i], limits, probability
                )
            else:
                cells[i, j] = _cell("equivalent", equivalent[i][j], limits, probability)

    def legend(size: float, printed: bool) -> list[list[KeyEntry]]:
        groups = [_shade_key(limits, page, size)]
        if any(cell.mark for cell in cells.values()):
            groups.append(
                [KeyEntry(text="column better", width=2 * _TRIANGLE, draw=_reversed)]
            )
        if printed and any(cell.bold for cell in cells.values()):
            groups.append([KeyEntry(text="bold: decided")])
        return groups

    content = MatrixContent(
        **vars(names),
        cells=cells,
        columns=everyone,
        heads=replace(names, families=()),  # rows have the marks
        legend=legend,
        show_direction=False,
    )
    matrix = Matrix.of(content, page, f"a matrix of {names.k} algorithms")
    sheet = matrix.sheet(CellsLayout, _note(posterior, probability), None)
    return PosteriorLayout(
        width=sheet.width,
        height=sheet.height,
        elements=sheet.elements,
        names=names.names,
        better=better,
        equivalent=equivalent,
        values_printed=matrix.printed,
    )


def _better_cell(
    row: float, column: float, limits: Sequence[float], probability: float | None
) -> Cell:
    """Return the cell of a pair above the diagonal.

    The probability that the column, which has the worse average rank, is better has a
    triangle. It is shown if it reaches the first limit and is the larger of both.
    """
    if column >= limits[0] and column > row:
        return replace(_cell("worse", column, limits, probability), mark="triangle")
    return _cell("better", row, limits, probability)


def _cell(
    what: str, share: float, limits: Sequence[float], probability: float | None
) -> Cell:
    """Return a cell with its shade, and with its value from the first limit on."""
    shades = OCHRE_SHADES if what == "equivalent" else Cell.SHADES
    fills = _fills_of(shades, limits)
    level = sum(share >= limit for limit in limits)
    if level == 0:
        return Cell(fill=fills[0])
    decided = probability is not None and share >= probability
    texts = {what: compact_probability(share, probability)}
    return Cell(fill=fills[level], texts=texts, bold=list(texts) if decided else [])


def _fills_of(shades: Sequence[str], limits: Sequence[float]) -> tuple[str, ...]:
    """Return the fills of the classes: the last limit has the strongest fill, however
    many there are.
    """
    return (*shades[: len(limits)], shades[-1])


def _shade_key(limits: Sequence[float], page: Page, size: float) -> list[KeyEntry]:
    """Return the key of the shades in one row, in the longest words that have room."""
    exact = [compact_probability(limit) for limit in limits]
    short = [f"{limit:g}".removeprefix("0") for limit in limits]
    wordings = (
        (_SAMPLE, "practically equal", exact),
        (_SHORT_SAMPLE, "practically equal", short),
        (_SHORT_SAMPLE, "equal", short),
    )
    for sample, equal, numbers in wordings:
        key = [
            KeyEntry(text="probability", gap=_KEY_GAP),
            _shades_entry("row better", Cell.SHADES, limits, sample, size),
            _shades_entry(equal, OCHRE_SHADES, limits, sample, size),
            KeyEntry(text=f"≥ {', '.join(numbers)}"),
        ]
        if Key(key).width(size, page.meter) <= page.room:
            return key
    return key


def _shades_entry(
    text: str,
    shades: Sequence[str],
    limits: Sequence[float],
    sample: float,
    size: float,
) -> KeyEntry:
    """Return the entry of a key that explains the fills of one colour, side by side."""
    fills = _fills_of(shades, limits)[1:]
    half = 0.42 * size

    def draw(left: float, y: float) -> list[Element]:
        boxes: list[Element] = []
        for number, fill in enumerate(fills):
            x = left + number * sample
            box = Rectangle(
                gid="legend-swatch",
                x=x,
                y=y - half,
                width=sample,
                height=2 * half,
                fill=fill,
                edge="leader",
            )
            boxes.append(replace(box, edge_width=BORDER))
        return boxes

    return KeyEntry(text=text, width=sample * len(fills), draw=draw, gap=_ENTRY_GAP)


def _reversed(left: float, y: float) -> list[Element]:
    """Return the triangle of a pair whose column is better."""
    return [draw_triangle("key", left + _TRIANGLE, y, _TRIANGLE, "foreground")]


def _simplex(
    posterior: Posterior, pair: tuple[str, str], page: Page, probability: float | None
) -> PosteriorLayout:
    """Lay out one pair: draws of the three shares, a corner for each, and regions where
    one is the largest.
    """
    draws = posterior.draw(*pair, _POINTS)
    columns = [posterior.algorithms.index(name) for name in pair]
    better, equivalent = (
        _chosen(array, columns) for array in (posterior.better, posterior.equivalent)
    )
    called, small = Names.of(page.look, posterior.algorithms, pair), page.small
    least = _NARROWEST + 2 * Look.PAD_X + 4.0
    wide = fit(
        lambda tried: tried.page_width if tried.page_width >= least else None,
        page.look,
        "the simplex of a pair",
        SMALLER_TYPE,
    )
    side = min(wide - 2 * Look.PAD_X - 4.0, _LARGEST)
    head, y = page.header(
        _note(posterior, probability),
        key=_SIMPLEX_KEY,
        families=called.family_key(),
    )
    y += 0.4 * small  # the upper corner is no row of the key
    found = (better[0][1], equivalent[0][1], better[1][0])
    ours, theirs = called.families or (None, None)
    corners = Names(
        names=(
            f"{called.names[0]} practically better",
            "practically equivalent",
            f"{called.names[1]} practically better",
        ),
        highlight=(called.highlight[0], None, called.highlight[1]),
        colors=(called.colors[0], None, called.colors[1]),
        heavy=frozenset(
            n
            for n, p in enumerate(found)
            if probability is not None and p >= probability
        ),
        families=(ours, None, theirs) if called.families else (),
    )
    rows = []
    for n, p in enumerate(found):
        room = page.room / 2 - small - corners.room(n)
        lines = page.meter.lines(corners.names[n], room, small, corners.bold(n))
        decided = ", decided" if n in corners.heavy else ""
        rows.append(
            (*lines, f"probability {compact_probability(p, probability)}{decided}")
        )
    middle, top = page.width / 2, y + len(rows[1]) * Names.LINE_PITCH * small + 3.0
    left, bottom = middle - side / 2, top + side * math.sqrt(3) / 2

    def inwards(n: int) -> float:
        """Return how far from the edge the text of a lower corner begins: in the middle
        of it, as far as it can.
        """
        wide = corners.room(n) + max(
            page.meter.width(line, small, corners.bold(n)) for line in rows[n]
        )
        return max(Look.PAD_X, min(left - wide / 2, middle - small / 2 - wide))

    ends = (
        (inwards(0), bottom + 3.0, "left"),
        (middle, y, "center"),
        (page.width - inwards(2), bottom + 3.0, "right"),
    )
    texts: list[Element] = []
    for n, (x, start, anchor) in enumerate(ends):
        height = start + (0.6 + (len(rows[n]) - 1) / 2 * Names.LINE_PITCH) * small
        texts += corners.put(
            n, rows[n], x, height, small, anchor, page.meter, f"corner-{n}"
        )

    def at(share: Sequence[float]) -> tuple[float, float]:
        return left + side * (share[2] + share[1] / 2), bottom - (bottom - top) * share[
            1
        ]

    outline = tuple(
        at(corner) for corner in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0))
    )
    sides = [
        (at((1 / 3, 1 / 3, 1 / 3)), at(edge))
        for edge in ((0.5, 0.5, 0), (0, 0.5, 0.5), (0.5, 0, 0.5))
    ]
    points = tuple(at(draw) for draw in draws.tolist())
    below = max(len(rows[0]), len(rows[2])) * Names.LINE_PITCH * small
    return PosteriorLayout(
        width=page.width,
        height=bottom + 3.0 + below + Look.PAD_Y,
        # Draws along an edge stand on its line, and the lines between regions on the
        # draws.
        elements=(
            *head,
            Line(gid="simplex", points=outline, width=_EDGE, color="leader"),
            *(_draw(f"draw-{n}", x, y) for n, (x, y) in enumerate(points)),
            *(Line(gid="region", points=line, width=_EDGE) for line in sides),
            *texts,
        ),
        names=called.names,
        better=better,
        equivalent=equivalent,
        points=points,
        unshown=Names.unshown_highlights(page.look, pair),
    )


def _draw(gid: str, x: float, y: float) -> Marker:
    """Return the dot of a draw."""
    return Marker(gid=gid, x=x, y=y, radius=_DOT, fill="secondary")


#: What the dots are, and the lines between them.
_SIMPLEX_KEY = (
    KeyEntry(
        text="a draw of the three shares",
        width=2 * _DOT,
        draw=lambda x, y: [_draw("key", x + _DOT, y)],
    ),
    KeyEntry(
        text="borders of where each is the largest",
        width=_SAMPLE,
        draw=lambda x, y: [
            Line(gid="key", points=((x, y), (x + _SAMPLE, y)), width=_EDGE)
        ],
    ),
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
    """Draw posterior probabilities: all pairs as a matrix, or the posterior of one pair
    in a simplex.

    In the matrix the cell of a pair above the diagonal is blue and shows the
    probability that the row is practically better than the column. Its cell below the
    diagonal is ochre and shows the probability that both are practically equal. Shades
    and values begin at 0.5. If the algorithm of the column, which has the worse average
    rank, is better with a probability of at least 0.5, the cell above the diagonal
    shows that, with a triangle. In the simplex each point is a draw of the three
    shares: near a corner one of them is nearly all; lines divide it into the regions
    where one is the largest, whose probabilities stand at the corners. These are
    posterior probabilities of single pairs, no error rates, and they are not adjusted
    for the number of pairs.

    Parameters
    ----------
    posterior : Posterior
        From `Comparison.posterior`, or for the matrix from
        `cddiagram.correlated_t_test`.
    first, second : str, optional
        The pair of a simplex; by default all pairs.
    probability : float, optional
        Mark what is at least so probable, in bold and by the last shade. By default
        nothing is decided.
    note : str, optional
        By default the test and the region; None for no note.
    {rest}

    Examples
    --------
    >>> import cddiagram as cd
    >>> posterior = cd.compare(cd.load_example("garcia2008-table2")).posterior(
    ...     0.01, pair_test="sign"
    ... )
    >>> layout = plot_posterior(posterior, probability=0.95).layout
    >>> layout.names[0], round(layout.better[0][4], 3)
    ('C4.5', 1.0)
    """
    return layout_posterior.draw(
        posterior, options, first=first, second=second, probability=probability
    )
