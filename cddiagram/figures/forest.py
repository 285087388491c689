"""Forest plot: by how much algorithms differ, Hodges-Lehmann estimates with simultaneous intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack

from cddiagram._util.inlines import Option
from cddiagram.errors import UsageError
from cddiagram.figures.content import AxisKind, CDContent, content_from
from cddiagram.figures.registry import figure
from cddiagram.figures.rows import RankRows, RowsLayout, rank_rows
from cddiagram.sheet.elements import Element, Line, Rectangle, like_shapes
from cddiagram.sheet.legend import REFERENCE, KeyEntry, decision_key, decision_marker, swatch_entry
from cddiagram.sheet.look import BrokenOptions, Look, is_number, small_type
from cddiagram.sheet.meter import TextMeter
from cddiagram.sheet.names import check_single
from cddiagram.words.drawable import check_scores, reference_of
from cddiagram.words.numbers import format_alpha, format_estimate, format_percent
from cddiagram.words.procedure import procedure

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.figures.drawing import Drawing
    from cddiagram.stats.effects import Effects

_INTERVAL, _ZERO = 1.2, 0.6
#: How far the axis reaches beyond what it shows, in parts of it; the same where intervals have no ends; arrow heads.
_MARGIN, _OPEN, _HEAD = 0.04, 0.25, (3.6, 2.2)


@dataclass(frozen=True, kw_only=True)
class ForestLayout(RowsLayout):
    """A forest plot laid out: `RowsLayout`, whose names are those of the rows, and what follows.

    Attributes
    ----------
    pairs : tuple of (str, str)
        The two algorithms of each row, the first one minus the second; twice the same in the row of a reference.
    estimates : tuple of float
        Hodges-Lehmann estimate of each row, in the units of the scores.
    intervals : tuple of (float, float)
        Limits of each row in the same units; infinite where there are too few data sets, 0 for the reference.
    confidence : float
        Level of each single interval.
    """

    pairs: tuple[tuple[str, str], ...]
    estimates: tuple[float, ...]
    intervals: tuple[tuple[float, float], ...]
    confidence: float


@dataclass(frozen=True, kw_only=True)
class _Row:
    """A row: columns of its two algorithms, estimate, limits, and the decision (None for the reference itself)."""

    first: int
    second: int
    estimate: float
    low: float
    high: float
    different: bool | None


@dataclass(frozen=True, kw_only=True)
class _Content(CDContent):
    """The rows in words; what stands as average ranks are the estimates, in the order of the rows."""

    largest: float = 1.0

    @property
    def numbers(self) -> tuple[str, ...]:
        """The estimates in print."""
        return tuple(format_estimate(value, self.largest) for value in self.average_ranks)


@figure(
    "forest",
    BrokenOptions,
    title="Differences with simultaneous intervals",
    rows=True,
    check="words.drawable:check_scores",
    reading="words.captions:reading_of_forest",
    report=lambda comparison: False,
)
def layout_forest(
    comparison: Comparison, *, look: Look, meter: TextMeter, reference: str | None = None, rope: float | None = None
) -> ForestLayout:
    """Lay out differences with simultaneous intervals: see `plot_forest`."""
    table, effects = check_scores(comparison), comparison.simultaneous_effects
    assert effects is not None
    if rope is not None and not (is_number(rope) and rope > 0):
        raise UsageError(Option("rope"), f" must be a positive number in units of the scores, not {rope!r}.")
    rows = _rows(comparison, effects, reference)
    content = _content(comparison, look, rows, rope)
    words = [f"{format_percent(1 - comparison.alpha)} Hodges–Lehmann intervals at once"]
    words[0] += f" (each {format_percent(effects.confidence)})" if len(comparison.algorithms) > 2 else ""
    if any(math.isinf(row.high) for row in rows):
        words.append(f"arrows: no limits, {table.n} data sets are too few")
    band = (
        [] if rope is None else [swatch_entry(f"practical equivalence, ±{rope:g}", small_type(look.font_size), "guide")]
    )
    words += _contradictions(rows, content.decision)
    key = (*decision_key(decision=content.decision), *band, *(KeyEntry(text=text) for text in words))
    ends = ("worse", "better") if content.control is not None else ("second better", "first better")
    ends = ends if table.higher_is_better else ends[::-1]
    on = rank_rows(content, look, meter, overhang=REFERENCE, key=key, whole=False, ends=ends)
    marks = [element for place, row in enumerate(rows) for element in _mark(on, place, row)]
    marks.sort(key=like_shapes)
    names = comparison.algorithms
    return on.sheet(
        ForestLayout,
        marks,
        under=_under(on, rope),
        pairs=tuple((names[row.first], names[row.second]) for row in rows),
        estimates=tuple(row.estimate for row in rows),
        intervals=tuple((row.low, row.high) for row in rows),
        confidence=effects.confidence,
    )


def _rows(comparison: Comparison, effects: Effects, reference: str | None) -> list[_Row]:
    """Return the rows: of all pairs, the better average rank first, or of all algorithms against the reference."""
    different, order = comparison.different(), comparison.order
    if reference is None and comparison.control is None:
        pairs = [(i, j) for place, i in enumerate(order) for j in order[place + 1 :]]
    else:
        held = order[reference_of(comparison, reference or "best").position]
        pairs = [(i, held) for i in order]
    return [
        _Row(
            first=i,
            second=j,
            estimate=float(effects.hodges_lehmann[i, j]),
            low=float(effects.interval_low[i, j]) if i != j else 0.0,
            high=float(effects.interval_high[i, j]) if i != j else 0.0,
            different=None if i == j else bool(different[i, j]),
        )
        for i, j in pairs
    ]


def _content(comparison: Comparison, look: Look, rows: list[_Row], rope: float | None) -> _Content:
    """Return the rows in words, with the range of what they show, 0 and the region of practical equivalence."""
    base = content_from(comparison, look)
    place = {column: at for at, column in enumerate(comparison.order)}
    control = next((at for at, row in enumerate(rows) if row.different is None), None)
    names = tuple(base.names[place[row.first]] for row in rows)
    if control is None:
        check_single(base, "pass ", Option("reference", "best"))
        names = tuple(f"{base.names[place[row.first]]} − {base.names[place[row.second]]}" for row in rows)

    def first_of(values: tuple[str | None, ...]) -> tuple[str | None, ...]:
        ends = [(row.first,) if control is not None else (row.first, row.second) for row in rows]
        return tuple(next((values[place[i]] for i in pair if values[place[i]]), None) for pair in ends)

    shown = [0.0, *(v for row in rows for v in (row.estimate, row.low, row.high) if math.isfinite(v))]
    low, high = min(*shown, -(rope or 0.0)), max(*shown, rope or 0.0)
    margin = (_MARGIN if all(math.isfinite(row.high) for row in rows) else _OPEN) * (high - low) or 1.0
    content = _Content(
        **{
            **vars(base),
            "names": names,
            "highlight": first_of(base.highlight),
            "colors": first_of(base.colors),
            "families": tuple(base.families[place[row.first]] for row in rows) if base.families else (),
            "average_ranks": tuple(row.estimate for row in rows),
            "control": control,
            "groups": (),
            "axis": AxisKind(label=""),
            "axis_range": (low - margin, high + margin),
            "largest": max(abs(row.estimate) for row in rows),
        }
    )
    if look.note != "auto":
        return content
    held = None if control is None else names[control]
    parts = [procedure(comparison, None if comparison.control is None else held)]
    parts += [] if held is None or comparison.control is not None else [f"reference: {held}"]
    return replace(content, note=", ".join([*parts, f"α = {format_alpha(comparison.alpha)}"]))


def _contradictions(rows: list[_Row], decision: str) -> list[str]:
    """Count the rows where interval and test say different things."""
    inside = sum(row.different is True and row.low <= 0 <= row.high for row in rows)
    outside = sum(row.different is False and not row.low <= 0 <= row.high for row in rows)
    found = [f"{decision}, yet 0 inside: {inside}"] if inside else []
    return [*found, *([f"not {decision}, yet 0 outside: {outside}"] if outside else [])]


def _under(on: RankRows, rope: float | None) -> list[Element]:
    """Return what lies behind the marks: the region of practical equivalence, and the line at 0."""
    top, bottom, at = on.scale.y, on.rows.bottom, on.scale.at
    zero = Line(gid="zero", points=((at(0.0), top), (at(0.0), bottom)), width=_ZERO, color="leader")
    if rope is None:
        return [zero]
    width = at(rope) - at(-rope)
    return [Rectangle(gid="rope", x=at(-rope), y=top, width=width, height=bottom - top, fill="guide"), zero]


def _mark(on: RankRows, place: int, row: _Row) -> list[Element]:
    """Return interval and marker of a row; an end without a limit is an arrow head at the end of the axis."""
    y, scale, color = on.rows.middles[place], on.scale, on.content.color(place, "foreground")
    marker = decision_marker(f"marker-{place}", scale.at(row.estimate), y, color, different=row.different)
    if row.different is None:
        return [marker]
    ends = [scale.at(min(max(limit, scale.low), scale.high)) for limit in (row.low, row.high)]
    marks: list[Element] = [
        Line(gid=f"interval-{place}", points=((ends[0], y), (ends[1], y)), width=_INTERVAL, color=color)
    ]
    for x, limit in zip(ends, (row.low, row.high), strict=True):
        if math.isinf(limit):
            back = x - math.copysign(_HEAD[0], limit)
            points = ((back, y - _HEAD[1]), (x, y), (back, y + _HEAD[1]))
            marks.append(Line(gid=f"interval-open-{place}", points=points, width=_INTERVAL, color=color, cap="round"))
    return [*marks, marker]


@layout_forest.public
def plot_forest(
    comparison: Comparison,
    *,
    reference: str | None = None,
    rope: float | None = None,
    **options: Unpack[BrokenOptions],
) -> Drawing[ForestLayout]:
    """Draw by how much algorithms differ: Hodges-Lehmann estimates with simultaneous intervals.

    A row is an algorithm minus the reference, or a pair, the first minus the second, in the units of the scores; the
    better average rank comes first, the estimate stands beside the name. All intervals hold at once with probability
    1 - alpha: each inverts the signed-rank test at 1 - alpha / m, m the number of all pairs, or of those with a control
    that was named before (they assume, as that test does, differences that are symmetric about their median; up to 50
    data sets they are exact). Where there are too few data sets for that level, they end in arrows and have no limits.
    Filled markers are significantly different by the tests of the comparison, whatever those are: the note counts where
    an interval says something else.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison of a table of scores, from `cddiagram.compare`.
    reference : str, optional
        The algorithm that all others are held against, or "best"; by default the control, and without one all pairs.
    rope : float, optional
        Half the width of the region of practical equivalence, in the units of the scores: a band from -rope to rope.
    note : str, optional
        By default the test, alpha, the level of the intervals, and where these contradict the test; None for no note.
    {look}

    {returns}

    Raises
    ------
    InputError
        A pair of the reference was not tested.
    {raises}

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("garcia2008-table2"), pair_test="wilcoxon", control="C4.5")
    >>> layout = plot_forest(comparison, rope=0.01).layout
    >>> layout.pairs[1], round(layout.estimates[1], 4), [round(limit, 4) for limit in layout.intervals[1]]
    (('NaiveBayes', 'C4.5'), -0.007, [-0.0665, 0.021])
    """
    return layout_forest.draw(comparison, options, reference=reference, rope=rope)
