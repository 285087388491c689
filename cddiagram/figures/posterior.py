"""Posterior probabilities: a matrix of all pairs, or a simplex of one pair."""

from __future__ import annotations

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
from cddiagram.figures.posterior_simplex import Simplex
from cddiagram.figures.registry import Subject, figure
from cddiagram.sheet import (
    Element,
    Key,
    KeyEntry,
    Look,
    Names,
    Page,
    Rectangle,
    Sheet,
    TextMeter,
)
from cddiagram.text import UsageError
from cddiagram.words import (
    NO_ERROR_RATES,
    SHADE_LIMITS,
    compact_probability,
    equals,
    posterior_test,
)

if TYPE_CHECKING:
    from cddiagram.comparing import Posterior
    from cddiagram.figures.drawing import Drawing

_Square: TypeAlias = tuple[tuple[float, ...], ...]
#: The density in a simplex is estimated from this many posterior samples.
_DRAWS = 4000
#: The quantity that blue cells show, followed by the quantity that ochre cells show.
_BETTER, _EQUAL = "P(row better)", "P(practically equal)"
#: The forms that the legend of a matrix can have, from most to least readable. Each
#: form consists of the text for ochre cells, the width of a fill, and a boolean that is
#: True if all limits have the same number of decimals.
_FORMS = (
    (_EQUAL, 9.0, True),
    (_EQUAL, 7.0, True),
    ("P(equal)", 7.0, True),
    ("P(equal)", 5.0, True),
    ("P(equal)", 5.0, False),
)
_ENTRY_GAP, _TRIANGLE = 8.0, 1.7


@dataclass(frozen=True, kw_only=True)
class PosteriorLayout(Sheet):
    """The layout of posterior probabilities.

    Attributes
    ----------
    names : tuple of str
        The names in the figure. In a matrix, the best algorithm is first.
    better : tuple of tuple of float
        The probability that the algorithm of a row is practically better than the
        algorithm of a column. It is NaN on the diagonal.
    equivalent : tuple of tuple of float
        The probability that the two algorithms are practically equivalent.
    values_printed : bool
        Whether the probabilities are printed in the cells. They are always printed at
        the corners of a simplex.
    points : tuple of (float, float)
        The positions of the samples in a simplex. The tuple is empty for a matrix.
    messages : tuple of str
        The limits of the probabilities.
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
    """Lay out posterior probabilities (see `plot_posterior`)."""
    if probability is not None:
        posterior.decide(probability)  # raises an error for an invalid probability
    if (first is None) != (second is None):
        raise UsageError(
            "a pair requires two algorithms. Specify both, or neither to show all "
            "pairs."
        )
    page = Page(look, meter)
    if first is not None and second is not None:
        return _simplex(posterior, (first, second), page, probability)
    return _matrix(posterior, page, probability)


def _square(array: FloatArray, columns: Sequence[int]) -> _Square:
    """Return the probabilities between the algorithms with these indices, in this
    order.
    """
    rows = []
    for i in columns:
        rows.append(tuple(float(array[i, j]) for j in columns))
    return tuple(rows)


# -- matrix ----------------------------------------------------------------------------


def _matrix(
    posterior: Posterior, page: Page, probability: float | None
) -> PosteriorLayout:
    """Lay out all pairs. The probabilities that the row is better are above the
    diagonal, and the probabilities of practical equivalence are below it.
    """
    order = posterior.order
    better = _square(posterior.better, order)
    equivalent = _square(posterior.equivalent, order)
    algorithms = [posterior.algorithms[i] for i in order]
    names = Names.of(page.look, posterior.algorithms, algorithms)
    shades = _Shades.of(probability)
    cells: dict[tuple[int, int], Cell] = {}
    for i in range(names.k):
        for j in range(names.k):
            if i == j:
                cells[i, j] = Cell(sign="dash", diagonal=True)
            elif i < j:
                cells[i, j] = shades.better_cell(better[i][j], better[j][i])
            else:
                cells[i, j] = shades.cell("equivalent", equivalent[i][j])
    has_triangle = any(cell.mark for cell in cells.values())
    content = MatrixContent(
        **vars(names),
        cells=cells,
        columns=range(names.k),
        heads=replace(names, families=()),  # the row names have the markers
        legend=lambda size, printed: shades.key(page, size, has_triangle=has_triangle),
    )
    matrix = Matrix.of(content, page, f"a matrix of {names.k} algorithms")
    sheet = matrix.sheet(CellsLayout, posterior_test(posterior), None)
    return PosteriorLayout(
        width=sheet.width,
        height=sheet.height,
        elements=sheet.elements,
        names=names.names,
        better=better,
        equivalent=equivalent,
        values_printed=matrix.printed,
    )


@dataclass(frozen=True)
class _Shades:
    """The shades of cells: their lower limits, and the probability that a decision
    requires.
    """

    limits: tuple[float, ...]
    probability: float | None

    @classmethod
    def of(cls, probability: float | None) -> _Shades:
        """Return the shades for decisions at a probability, which is the last limit."""
        if probability is None:
            return cls(SHADE_LIMITS, None)
        lower = [limit for limit in SHADE_LIMITS[:-1] if limit < probability]
        return cls((*lower, probability), probability)

    def fills(self, shades: Sequence[str]) -> tuple[str, ...]:
        """Return the fills of the classes. The last class has the strongest fill,
        regardless of the number of classes.
        """
        return (*shades[: len(self.limits)], shades[-1])

    def better_cell(self, row: float, column: float) -> Cell:
        """Return the cell of a pair above the diagonal.

        The cell shows the probability that the row is better. If the column, which has
        the worse average rank, is more likely to be better and its probability reaches
        the first limit, this probability is shown with a triangle.
        """
        if column >= self.limits[0] and column > row:
            return replace(self.cell("worse", column), mark="triangle")
        return self.cell("better", row)

    def cell(self, quantity: str, share: float) -> Cell:
        """Return a cell with its shade. Its value is printed if it reaches the first
        limit.
        """
        fills = self.fills(OCHRE_SHADES if quantity == "equivalent" else Cell.SHADES)
        level = sum(share >= limit for limit in self.limits)
        if level == 0:
            return Cell(fill=fills[0])
        texts = {quantity: compact_probability(share, self._all_limits)}
        bold: tuple[str, ...] = ()
        if self.probability is not None and share >= self.probability:
            bold = (quantity,)
        return Cell(fill=fills[level], texts=texts, bold=bold)

    @property
    def _all_limits(self) -> tuple[float, ...]:
        """The limits that the rounding of a printed probability must not cross. They
        include the limits in tables, so that figures and tables print the same digits.
        """
        return (*SHADE_LIMITS, *self.limits)

    def key(self, page: Page, size: float, *, has_triangle: bool) -> list[KeyEntry]:
        """Return the key of the shades and the triangle, with the widest fills that fit
        in one row.
        """
        triangle = KeyEntry(text="column better", width=2 * _TRIANGLE, draw=_triangle)
        for equal, width, has_even_decimals in _FORMS:
            entries = [
                self._entry(_BETTER, Cell.SHADES, width, size),
                self._entry(equal, OCHRE_SHADES, width, size),
                KeyEntry(text=self._limits(has_even_decimals)),
            ]
            if has_triangle:
                entries.append(triangle)
            if Key(entries).width(size, page.meter) <= page.room:
                break
        return entries

    def _limits(self, has_even_decimals: bool) -> str:
        """Return the limits of the shades as text."""
        numbers = []
        for limit in self.limits:
            number = f"{limit:g}".removeprefix("0")
            if has_even_decimals:
                number = compact_probability(limit, (limit,))
            numbers.append(number)
        decided = "" if self.probability is None else " (decided)"
        return f"≥ {', '.join(numbers)}{decided}"

    def _entry(
        self, name: str, shades: Sequence[str], width: float, size: float
    ) -> KeyEntry:
        """Return the key entry of a quantity: its name and its fills, side by side."""
        fills = self.fills(shades)[1:]
        half = 0.42 * size

        def draw(left: float, y: float) -> list[Element]:
            boxes: list[Element] = []
            for number, fill in enumerate(fills):
                box = Rectangle(
                    gid="legend-swatch",
                    x=left + number * width,
                    y=y - half,
                    width=width,
                    height=2 * half,
                    fill=fill,
                    edge="leader",
                    edge_width=BORDER,
                )
                boxes.append(box)
            return boxes

        return KeyEntry(text=name, width=width * len(fills), draw=draw, gap=_ENTRY_GAP)


def _triangle(left: float, y: float) -> list[Element]:
    """Return the triangle of a pair whose column is better."""
    return [draw_triangle("key", left + _TRIANGLE, y, _TRIANGLE, "foreground")]


# -- simplex ---------------------------------------------------------------------------


def _simplex(
    posterior: Posterior, pair: tuple[str, str], page: Page, probability: float | None
) -> PosteriorLayout:
    """Lay out one pair: regions of highest density of the three shares, and the
    probability that each share is the largest.
    """
    draws = posterior.draw(*pair, _DRAWS)
    columns = [posterior.algorithms.index(name) for name in pair]
    better = _square(posterior.better, columns)
    equivalent = _square(posterior.equivalent, columns)
    shares = (better[0][1], equivalent[0][1], better[1][0])
    own = Names.of(page.look, posterior.algorithms, pair)
    names = _part_names(own, shares, probability)
    limits = () if probability is None else (probability,)
    texts = [f"P {equals(compact_probability(share, limits))}" for share in shares]

    simplex = Simplex.of(draws, page)
    are_inside = simplex.fits(names)
    head, y = page.header(posterior_test(posterior), families=own.family_key())
    bottom = Simplex.bottom_of(page, simplex.side, y, names, are_inside)
    simplex = replace(simplex, bottom=bottom)
    corners, lower = simplex.draw_corners(names, texts, are_inside)
    parts = simplex.draw_names(names) if are_inside else []
    return PosteriorLayout(
        width=page.width,
        height=lower,
        elements=(
            *head,
            *simplex.draw_regions(),
            simplex.outline,
            *simplex.borders,
            *simplex.draw_key(),
            *corners,
            *parts,
        ),
        names=own.names,
        better=better,
        equivalent=equivalent,
        points=tuple(map(simplex.at, draws.tolist())),
        unshown=Names.unshown_highlights(page.look, pair),
    )


def _part_names(
    own: Names, shares: Sequence[float], probability: float | None
) -> Names:
    """Return the names of the three parts of a simplex. The name of a part with a
    decision is bold.
    """
    first, second = own.names
    decided = frozenset(
        part
        for part, share in enumerate(shares)
        if probability is not None and share >= probability
    )
    families = own.families
    if families:
        families = (families[0], None, families[1])
    return Names(
        names=(f"{first} better", "practically equal", f"{second} better"),
        highlight=(own.highlight[0], None, own.highlight[1]),
        colors=(own.colors[0], None, own.colors[1]),
        heavy=decided,
        families=families,
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

    In the matrix, the blue cells above the diagonal show the probability that the
    algorithm of the row is practically better than the algorithm of the column. The
    ochre cells below the diagonal show the probability that the two algorithms are
    practically equivalent. Probabilities below 0.5 are neither shaded nor printed. The
    algorithm of the column has the worse average rank. If this algorithm is better with
    a probability of at least 0.5, the cell above the diagonal shows this probability
    with a triangle.

    In the simplex, each point represents three proportions of the differences: in
    favour of the first algorithm, within the region of practical equivalence, and in
    favour of the second algorithm. The two shades mark the regions of highest density
    that contain 50% and 95% of the samples. Lines divide the simplex into the parts in
    which each proportion is the largest. The posterior probabilities of these parts are
    printed at the corners.

    These are posterior probabilities of individual pairs. They are not error rates and
    are not adjusted for the number of pairs.

    Parameters
    ----------
    posterior : Posterior
        The result of `Comparison.posterior` or, for the matrix, of
        `cddiagram.correlated_t_test`.
    first, second : str, optional
        The pair to show in a simplex. By default, all pairs are shown in a matrix.
    probability : float, optional
        The probability required for a decision. Decisions are bold and have the
        strongest shade. By default, no decisions are marked.
    note : str, optional
        The note above the figure. By default, it states the test and the region of
        practical equivalence. None omits the note.
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
