"""Forest plot: estimates of the differences between algorithms, with simultaneous
confidence intervals.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Unpack

import numpy as np

from cddiagram._util import BoolArray, FloatArray
from cddiagram.comparing import check_rope
from cddiagram.figures.bars import PVALUE_MATRIX
from cddiagram.figures.content import AxisKind, CDContent, against, content_from
from cddiagram.figures.options import BrokenOptions
from cddiagram.figures.references import ReferenceAlgorithm, reference_algorithm
from cddiagram.figures.registry import figure
from cddiagram.figures.rows import (
    AxisTitle,
    NumberColumns,
    RankRows,
    RowsLayout,
    rank_rows,
)
from cddiagram.sheet import (
    REFERENCE,
    VERSUS,
    Element,
    KeyEntry,
    Line,
    Look,
    Names,
    TextMeter,
    decision_marker,
    like_shapes,
    small_type,
)
from cddiagram.stats import excludes_zero
from cddiagram.text import Option, UsageError, counted
from cddiagram.words import (
    check_scores,
    format_count,
    format_estimate,
    format_level,
    missing_note,
)

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.drawing import Drawing
    from cddiagram.stats import Effects

_ZERO = 0.6
#: The margin at each end of the axis, as a fraction of the length of the axis. The
#: second number is used if there are unbounded intervals.
_MARGIN, _OPEN = 0.04, 0.25
#: The first number is the length of an arrowhead, and the second is half its height.
_HEAD = (3.6, 2.2)
#: The line for the 50% interval is thicker than the line for the simultaneous interval
#: by this amount.
_THICKER = 1.4
#: If the test and the interval in a row disagree, this mark follows the row number. The
#: second constant is the gap before the mark.
DAGGER = "†"
_DAGGER_GAP = 1.2
#: A name or a pair of names may have at most this many lines. These limits are tried in
#: this order.
_LINES = (2, 3, 4, 8, Names.ANY_LINES)
#: The figure shows at most this many pairs. All pairs of 12 algorithms (66 rows) fill a
#: page.
_MOST_PAIRS = 66
#: By default, all pairs are shown if there are at most this many algorithms.
_MOST_OF_ALL_PAIRS = 6
#: The limits of the intervals are printed only if the page is at least this wide, in
#: points.
_PAGE_WITH_LIMITS = 340.0


@dataclass(frozen=True, kw_only=True)
class ForestLayout(RowsLayout):
    """The layout of a forest plot, which extends `RowsLayout`. `names` contains the
    names of the rows.

    Attributes
    ----------
    pairs : tuple of (str, str)
        The two algorithms of each row. The row shows the first algorithm minus the
        second. Both are the same in the row of the reference.
    estimates : tuple of float
        The Hodges–Lehmann estimate of each row, in the units of the scores.
    intervals : tuple of (float, float)
        The limits of the simultaneous confidence interval of each row, in the same
        units. They are infinite if there are too few data sets, and 0 for the
        reference.
    half_intervals : tuple of (float, float)
        The limits of the 50% confidence interval of each row.
    confidence : float
        The confidence level of each of the simultaneous intervals.
    """

    pairs: tuple[tuple[str, str], ...]
    estimates: tuple[float, ...]
    intervals: tuple[tuple[float, float], ...]
    half_intervals: tuple[tuple[float, float], ...]
    confidence: float


#: The lower and upper limits of the interval in each row.
Limits = tuple[FloatArray, FloatArray]


@dataclass(frozen=True, kw_only=True)
class DifferenceRows:
    """Rows of differences with simultaneous intervals, as they are drawn.

    Both limits of the interval of a reference are 0. An unbounded interval has infinite
    limits.
    """

    comparison: Comparison
    #: The column indices of the two algorithms in each row. Each difference is the
    #: score of the first algorithm minus the score of the second.
    pairs: Sequence[tuple[int, int]]
    values: FloatArray
    limits: Limits
    #: The limits of the narrower intervals. These intervals are drawn as thicker lines.
    inner: Limits | None = None
    #: Whether the test result for each pair is significant.
    different: BoolArray

    @cached_property
    def intervals(self) -> tuple[tuple[float, float], ...]:
        """The lower and upper limits of each interval."""
        return _rows_of(self.limits)

    @cached_property
    def excluding(self) -> BoolArray:
        """Whether each interval excludes 0."""
        return excludes_zero(*self.limits)

    @cached_property
    def disagreeing(self) -> BoolArray:
        """Whether the decisions of the test and of the interval differ in each row."""
        disagreeing: BoolArray = self.different != self.excluding
        return disagreeing

    def content(self, base: CDContent, rope: float = 0.0) -> CDContent:
        """Return the contents of the rows, with the values in place of average ranks.

        The axis contains all values and limits.
        """
        position = {column: at for at, column in enumerate(self.comparison.order)}
        rows: list[tuple[int, ...]]
        if base.control is None:
            base.check_single("Pass ", Option("reference", "best"))
            rows = [(position[i], position[j]) for i, j in self.pairs]
        else:
            rows = [(position[i],) for i, _ in self.pairs]
        fields = base.joined(rows, VERSUS)
        fields["names"] = _grouped(base.names, rows)
        return replace(
            base,
            **fields,
            average_ranks=tuple(self.values.tolist()),
            printed=self.estimates,
            rejected=tuple(self.excluding.tolist()),
            groups=(),
            axis=AxisKind(label=""),
            axis_range=self._axis_range(rope),
        )

    @property
    def estimates(self) -> tuple[str, ...]:
        """The printed estimates."""
        largest = float(abs(self.values).max())
        values = self.values.tolist()
        return tuple(format_estimate(value, largest) for value in values)

    @property
    def printed_limits(self) -> tuple[str, ...]:
        """The printed limits; empty in the row of a reference."""
        largest = float(abs(self.values).max())
        texts = []
        for (i, j), (low, high) in zip(self.pairs, self.intervals, strict=True):
            text = (
                f"[{format_estimate(low, largest)}, {format_estimate(high, largest)}]"
            )
            if i == j:
                text = ""
            texts.append(text)
        return tuple(texts)

    def _axis_range(self, rope: float) -> tuple[float, float]:
        """Return the limits of the axis, which contains all values and limits, 0, and
        the region of practical equivalence, with a margin.
        """
        limits = [*self.limits, *(self.inner or ())]
        values = np.concatenate((self.values, *limits))
        bounded = values[np.isfinite(values)]
        low = min(-rope, 0.0, float(bounded.min()))
        high = max(rope, 0.0, float(bounded.max()))
        share = _MARGIN
        if len(bounded) < len(values):
            share = _OPEN
        margin = share * (high - low) or 1.0
        return low - margin, high + margin

    def key(
        self, reference: str = "", entries: Iterable[KeyEntry] = ()
    ) -> tuple[KeyEntry, ...]:
        """Return the key, which explains the markers and, if any row has a dagger, the
        dagger. `entries` are additional entries of the key.

        `reference` is the term for the reference, if there is one.
        """
        key = [*KeyEntry.decisions(reference, "excludes 0", "includes 0"), *entries]
        if self.disagreeing.any():
            key.append(KeyEntry(text=f"{DAGGER} test disagrees"))
        return tuple(key)

    def marks(self, on: RankRows, meter: TextMeter) -> list[Element]:
        """Return the intervals and markers, and a dagger after the numbers of each row
        whose test and interval disagree.
        """
        marks: list[Element] = []
        for row, limits in enumerate(self.intervals):
            marks += _interval(on, row, limits)
        if self.inner is not None:
            for row, limits in enumerate(_rows_of(self.inner)):
                marks += _inner_interval(on, row, limits)
        for row in range(len(self.pairs)):
            marks.append(_marker(on, row))
        marks.sort(key=like_shapes)
        x, size = on.columns.further_right + _DAGGER_GAP, on.columns.small
        for row in np.flatnonzero(self.disagreeing).tolist():
            y = on.rows.middles[row]
            marks.append(meter.put(f"dagger-{row}", x, y, DAGGER, size))
        return marks

    @staticmethod
    def zero_line(on: RankRows) -> Line:
        """Return the vertical line at zero, which is drawn behind the marks."""
        x = on.scale.at(0.0)
        ends = ((x, on.top), (x, on.scale.y))
        return Line(gid="zero", points=ends, width=_ZERO, color="leader")


def _grouped(names: Sequence[str], rows: Sequence[tuple[int, ...]]) -> tuple[str, ...]:
    """Return the names of rows. The first name of a pair is omitted if it is also the
    first name in the row above.
    """
    labels = []
    above = None
    for row in rows:
        label = VERSUS.join(names[position] for position in row)
        if len(row) == 2 and row[0] == above:
            label = VERSUS.lstrip() + names[row[1]]
        labels.append(label)
        above = row[0]
    return tuple(labels)


def _rows_of(limits: Limits) -> tuple[tuple[float, float], ...]:
    """Return the two limits of each row."""
    low, high = limits
    return tuple(zip(low.tolist(), high.tolist(), strict=True))


@figure(
    "forest",
    BrokenOptions,
    incomplete=True,
    title="Differences with simultaneous intervals",
    rows=True,
    intervals=True,
    check="words.drawable:check_scores",
    worded="words.captions:forest_caption_words",
    reading="words.captions:reading_of_forest",
    described="words.descriptions:describe_differences",
    report=lambda comparison: False,
)
def layout_forest(
    comparison: Comparison,
    *,
    look: Look,
    meter: TextMeter,
    reference: str = "auto",
    rope: float | None = None,
) -> ForestLayout:
    """Lay out differences with simultaneous intervals (see `plot_forest`)."""
    table = check_scores(comparison)
    if rope is not None:
        rope = check_rope(rope)
    against_one = _reference(comparison, reference)
    rows, effects = _rows(comparison, against_one)
    base = content_from(comparison, look)
    higher = table.higher_is_better
    title = AxisTitle.of_pairs(look, higher_is_better=higher)
    term = ""
    if against_one is not None:
        term = against_one.term
        base = against(base, comparison, look, against_one)
        name = base.names[against_one.position]
        title = AxisTitle.of_differences(name, look, higher_is_better=higher)
    if look.note == "auto":
        level = format_level(1 - comparison.alpha)
        note = f"Hodges–Lehmann, 50% and simultaneous {level} intervals"
        missing = missing_note(comparison)
        if missing:
            note = f"{note}, {missing}"
        base = replace(base, note=note)
    numbers = NumberColumns()
    if look.show_ranks and look.page_width >= _PAGE_WITH_LIMITS:
        limits = rows.printed_limits
        numbers = NumberColumns(further=limits, further_gid="limits")
    on = rank_rows(
        rows.content(base, rope or 0.0),
        look,
        meter,
        lines=_LINES,
        overhang=REFERENCE,
        key=rows.key(term, _key(effects, rope, look)),
        whole=False,
        title=title,
        numbers=numbers,
    )
    under: list[Element] = [rows.zero_line(on)]
    if rope is not None:
        under = [*on.band("rope", (-rope, rope), ()), *under]
    names = comparison.algorithms
    assert rows.inner is not None
    return on.sheet(
        ForestLayout,
        rows.marks(on, meter),
        under=under,
        pairs=tuple((names[i], names[j]) for i, j in rows.pairs),
        estimates=tuple(rows.values.tolist()),
        intervals=rows.intervals,
        half_intervals=_rows_of(rows.inner),
        confidence=effects.confidence,
    )


def _reference(comparison: Comparison, reference: str) -> ReferenceAlgorithm | None:
    """Return the algorithm that the others are compared with; None for all pairs."""
    if reference in comparison.algorithms:
        return reference_algorithm(comparison, reference)
    if reference == "pairs" and comparison.control is None:
        return None
    if reference == "auto":
        few = len(comparison.algorithms) <= _MOST_OF_ALL_PAIRS
        if few and comparison.control is None:
            return None
        reference = "best"
    return reference_algorithm(comparison, reference)


def _rows(
    comparison: Comparison, reference: ReferenceAlgorithm | None
) -> tuple[DifferenceRows, Effects]:
    """Return the rows and the effects with simultaneous intervals. Pairs of algorithms
    without a common data set have no row.
    """
    effects, half = comparison.simultaneous_effects, comparison.effects_at(0.5)
    assert effects is not None
    assert half is not None
    is_unknown = np.isnan(effects.hodges_lehmann)
    pairs = [pair for pair in _pairs(comparison, reference) if not is_unknown[pair]]
    columns = tuple(zip(*pairs, strict=True))
    rows = DifferenceRows(
        comparison=comparison,
        pairs=pairs,
        values=effects.hodges_lehmann[columns],
        limits=(effects.interval_low[columns], effects.interval_high[columns]),
        inner=(half.interval_low[columns], half.interval_high[columns]),
        different=comparison.different()[columns],
    )
    return rows, effects


def _pairs(
    comparison: Comparison, reference: ReferenceAlgorithm | None
) -> list[tuple[int, int]]:
    """Return the two column indices of each row: all pairs, with the better average
    rank first, or each algorithm with the reference.
    """
    order = comparison.order
    if reference is not None:
        return [(i, order[reference.position]) for i in order]
    pairs = list(combinations(order, 2))
    if len(pairs) > _MOST_PAIRS:
        raise UsageError(
            f"a forest plot of all {format_count(len(pairs))} pairs of {len(order)} "
            "algorithms is longer than a page. Compare them with one reference (",
            Option("reference", "best"),
            ") or draw the p-value matrix (",
            PVALUE_MATRIX,
            ").",
        )
    return pairs


def _key(effects: Effects, rope: float | None, look: Look) -> list[KeyEntry]:
    """Return the key entries about the region of practical equivalence and about pairs
    that are not shown.
    """
    entries = []
    if rope is not None:
        size = small_type(look.font_size)
        entries.append(KeyEntry.swatch(f"ROPE ±{rope:g}", size, "band"))
    missing = int(np.isnan(effects.hodges_lehmann).sum()) // 2
    if missing:
        entries.append(KeyEntry(text=f"{counted(missing, 'pair')} not compared"))
    return entries


def _marker(on: RankRows, row: int) -> Element:
    """Return the marker of a row: a diamond for the reference, otherwise a disc."""
    different = None
    if row != on.content.control:
        different = on.content.rejected[row]
    color = on.content.color(row, "foreground")
    y = on.rows.middles[row]
    return decision_marker(
        f"marker-{row}", on.positions[row], y, color, different=different
    )


def _interval(on: RankRows, row: int, limits: tuple[float, float]) -> list[Element]:
    """Return the interval of a row. An unbounded end has an arrowhead at the end of the
    axis.
    """
    if row == on.content.control:
        return []
    y, scale = on.rows.middles[row], on.scale
    low, high = (scale.at(min(max(limit, scale.low), scale.high)) for limit in limits)
    interval = on.interval(row, (low, high))
    marks: list[Element] = [interval]
    for x, limit in zip((low, high), limits, strict=True):
        if math.isinf(limit):
            back = x - math.copysign(_HEAD[0], limit)
            points = ((back, y - _HEAD[1]), (x, y), (back, y + _HEAD[1]))
            gid = f"interval-open-{row}"
            marks.append(replace(interval, gid=gid, points=points, cap="round"))
    return marks


def _inner_interval(
    on: RankRows, row: int, limits: tuple[float, float]
) -> list[Element]:
    """Return the thick line of the 50% interval of a row, if it is bounded."""
    if row == on.content.control or math.inf in limits:
        return []
    interval = on.interval(row, (on.scale.at(limits[0]), on.scale.at(limits[1])))
    width = interval.width + _THICKER
    return [replace(interval, gid=f"half-{row}", width=width)]


@layout_forest.public
def plot_forest(
    comparison: Comparison,
    *,
    reference: str = "auto",
    rope: float | None = None,
    **options: Unpack[BrokenOptions],
) -> Drawing[ForestLayout]:
    """Draw estimates of the differences between algorithms with confidence intervals.

    A row shows the difference between an algorithm and the reference, or between the
    two algorithms of a pair, in the units of the scores. The first algorithm of a pair
    has the better average rank, and its name is printed once for consecutive rows. The
    difference is the score of the first algorithm minus the score of the second. The
    number next to a name is the Hodges–Lehmann estimate. On wide pages, this number is
    followed by the limits of the interval.

    The thin line is a simultaneous confidence interval. All intervals contain the true
    differences with a joint probability of at least 1 - alpha. Each interval inverts
    the signed-rank test at the level alpha / m, where m is the total number of pairs,
    or the number of pairs with a control that was specified in advance. Like this test,
    the intervals assume that the differences are symmetric about their median. They are
    exact for up to 50 data sets. With too few data sets, an interval is unbounded and
    ends in arrows. The thick line is the 50% confidence interval for the pair, without
    adjustment.

    A marker is filled if its interval excludes 0, and hollow if it includes 0. A dagger
    follows the estimate if this result differs from the decision of the comparison.

    Parameters
    ----------
    comparison : Comparison
        The comparison of a table of scores, as returned by `cddiagram.compare`.
    reference : str, default "auto"
        The algorithm that the others are compared with, ``"best"`` for the best average
        rank, or ``"pairs"`` for all pairs. By default, the reference is the control. If
        there is no control, all pairs are shown for up to 6 algorithms, and more than 6
        algorithms are compared with the best-ranked algorithm.
    rope : float, optional
        Half the width of the region of practical equivalence, in the units of the
        scores. The region is drawn as a band from -rope to rope. A confidence interval
        does not assign a probability to this region; see `plot_posterior`.
    note : str, optional
        The note above the figure. By default, it explains the intervals. None omits the
        note.
    {rest}
    InputError
        If a comparison with the reference was not tested.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(
    ...     cd.load_example("garcia2008-table2"), pair_test="wilcoxon", control="C4.5"
    ... )
    >>> layout = plot_forest(comparison, rope=0.01).layout
    >>> (
    ...     layout.pairs[1],
    ...     round(layout.estimates[1], 4),
    ...     [round(limit, 4) for limit in layout.intervals[1]],
    ... )
    (('NaiveBayes', 'C4.5'), -0.007, [-0.0665, 0.021])
    """
    return layout_forest.draw(comparison, options, reference=reference, rope=rope)
