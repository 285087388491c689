"""Forest plot: by how much algorithms differ, Hodges-Lehmann estimates with
simultaneous intervals.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
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
from cddiagram.figures.rows import RankRows, RowsLayout, draw_band, rank_rows
from cddiagram.sheet import (
    MINUS,
    REFERENCE,
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
from cddiagram.text import Option, UsageError
from cddiagram.words import (
    check_scores,
    format_count,
    format_estimate,
    format_level,
    name_of_tests,
    verdict_counts,
)

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.drawing import Drawing
    from cddiagram.stats import Effects

_ZERO = 0.6
#: How far the axis reaches beyond what it shows, in parts of it; the same where
#: intervals have no ends; arrow heads.
_MARGIN, _OPEN, _HEAD = 0.04, 0.25, (3.6, 2.2)
#: Follows the number of a row whose tests decide otherwise than its interval; the gap
#: between them.
DAGGER = "†"
_DAGGER_GAP = 1.2
#: What the markers of a figure of intervals mean: they repeat what the intervals show.
_INTERVAL_KEY = (
    KeyEntry.decision("interval includes 0", different=False),
    KeyEntry.decision("excludes 0", different=True),
)
#: Most lines of a name, or of two.
_LINES = (2, 3, 4, 8, Names.ANY_LINES)
#: Rows of all pairs: those of 12 algorithms fill a page.
_MOST_PAIRS = 66


@dataclass(frozen=True, kw_only=True)
class ForestLayout(RowsLayout):
    """A forest plot laid out: `RowsLayout`, whose names are those of the rows, and what
    follows.

    Attributes
    ----------
    pairs : tuple of (str, str)
        The two algorithms of each row, the first one minus the second; twice the same
        in the row of a reference.
    estimates : tuple of float
        Hodges-Lehmann estimate of each row, in the units of the scores.
    intervals : tuple of (float, float)
        Limits of each row in the same units; infinite where there are too few data
        sets, 0 for the reference.
    confidence : float
        Level of each single interval.
    """

    pairs: tuple[tuple[str, str], ...]
    estimates: tuple[float, ...]
    intervals: tuple[tuple[float, float], ...]
    confidence: float


@dataclass(frozen=True, kw_only=True)
class DifferenceRows:
    """Rows of differences with simultaneous intervals, as they are drawn.

    The interval of a reference has the limits 0; an interval without limits has
    infinite ones.
    """

    comparison: Comparison
    #: The columns of the two algorithms of each row, the first minus the second.
    pairs: Sequence[tuple[int, int]]
    values: FloatArray
    low: FloatArray
    high: FloatArray
    #: The decision of the tests about each pair.
    different: BoolArray

    @cached_property
    def excluding(self) -> BoolArray:
        """Whether each interval excludes 0."""
        return excludes_zero(self.low, self.high)

    @cached_property
    def otherwise(self) -> BoolArray:
        """Whether the tests decide otherwise than the interval."""
        otherwise: BoolArray = self.different != self.excluding
        return otherwise

    @cached_property
    def limits(self) -> tuple[tuple[float, float], ...]:
        """The limits of each interval."""
        return tuple(zip(self.low.tolist(), self.high.tolist(), strict=True))

    def content(self, base: CDContent, rope: float = 0.0) -> CDContent:
        """Return the content of the rows, with the values in place of average ranks;
        the axis contains all values and limits.
        """
        position = {column: at for at, column in enumerate(self.comparison.order)}
        rows: list[tuple[int, ...]]
        if base.control is None:
            base.check_single("Pass ", Option("reference", "best"))
            rows = [(position[i], position[j]) for i, j in self.pairs]
        else:
            rows = [(position[i],) for i, _ in self.pairs]
        largest = float(abs(self.values).max())
        return replace(
            base,
            **base.joined(rows, MINUS),
            average_ranks=tuple(self.values.tolist()),
            printed=tuple(format_estimate(value, largest) for value in self.values),
            rejected=tuple(self.excluding.tolist()),
            groups=(),
            axis=AxisKind(label=""),
            axis_range=_axis_range((self.values, self.low, self.high), rope),
        )

    def key(self, entries: Iterable[KeyEntry]) -> tuple[KeyEntry, ...]:
        """Return the key: the markers, further entries, and the dagger if a row has
        one.
        """
        key = [*_INTERVAL_KEY, *entries]
        if self.otherwise.any():
            tests = name_of_tests(self.comparison)
            key.append(KeyEntry(text=f"{DAGGER} {tests} decides otherwise"))
        return tuple(key)

    def marks(self, on: RankRows, meter: TextMeter) -> list[Element]:
        """Return intervals and markers, and a dagger after the number of each row whose
        tests decide otherwise than its interval.
        """
        marks: list[Element] = []
        for row, limits in enumerate(self.limits):
            marks.extend(_mark(on, row, limits))
        marks.sort(key=like_shapes)
        x, size = on.columns.ranks_right + _DAGGER_GAP, on.columns.small
        for row in np.flatnonzero(self.otherwise).tolist():
            y = on.rows.middles[row]
            marks.append(meter.put(f"dagger-{row}", x, y, DAGGER, size))
        return marks

    @staticmethod
    def zero_line(on: RankRows) -> Line:
        """Return the line of no difference, which is drawn behind the marks."""
        x = on.scale.at(0.0)
        ends = ((x, on.scale.y), (x, on.rows.bottom))
        return Line(gid="zero", points=ends, width=_ZERO, color="leader")


@figure(
    "forest",
    BrokenOptions,
    incomplete=True,
    title="Differences with simultaneous intervals",
    rows=True,
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
    reference: str | None = None,
    rope: float | None = None,
) -> ForestLayout:
    """Lay out differences with simultaneous intervals: see `plot_forest`."""
    table, effects = check_scores(comparison), comparison.simultaneous_effects
    assert effects is not None
    rope = None if rope is None else check_rope(rope)
    held = (
        None
        if reference is None and comparison.control is None
        else reference_algorithm(comparison, reference or "best")
    )
    apart = np.isnan(effects.hodges_lehmann)  # those that no data set compares
    pairs = [pair for pair in _pairs(comparison, held) if not apart[pair]]
    columns = tuple(zip(*pairs, strict=True))
    estimates, low, high = (
        values[columns]
        for values in (
            effects.hodges_lehmann,
            effects.interval_low,
            effects.interval_high,
        )
    )
    rows = DifferenceRows(
        comparison=comparison,
        pairs=pairs,
        values=estimates,
        low=low,
        high=high,
        different=comparison.different()[columns],
    )
    base = content_from(comparison, look)
    base = base if held is None else against(base, comparison, look, held)
    content = rows.content(base, rope or 0.0)
    key = rows.key(_key(comparison, effects, rope, look))
    if rope is not None and comparison.plan.pair_test == "wilcoxon":
        verdict = comparison.equivalence(rope).verdict
        key += (
            KeyEntry(
                text="verdicts: "
                f"{verdict_counts(verdict[i, j] for i, j in pairs if i != j)}"
            ),
        )
    ends = (
        ("worse", "better") if held is not None else ("second better", "first better")
    )
    ends = ends if table.higher_is_better else ends[::-1]
    names = comparison.algorithms
    on = rank_rows(
        content,
        look,
        meter,
        lines=_LINES,
        overhang=REFERENCE,
        key=key,
        whole=False,
        ends=ends,
    )
    return on.sheet(
        ForestLayout,
        rows.marks(on, meter),
        under=[
            *(
                []
                if rope is None
                else draw_band("rope", (-rope, rope), on.scale, on.rows.bottom)
            ),
            rows.zero_line(on),
        ],
        pairs=tuple((names[i], names[j]) for i, j in pairs),
        estimates=tuple(estimates.tolist()),
        intervals=rows.limits,
        confidence=effects.confidence,
    )


def _pairs(
    comparison: Comparison, held: ReferenceAlgorithm | None
) -> list[tuple[int, int]]:
    """Return the columns of each row: all pairs, the better average rank first, or all
    algorithms against one.
    """
    order = comparison.order
    if held is not None:
        return [(i, order[held.position]) for i in order]
    pairs = list(combinations(order, 2))
    if len(pairs) > _MOST_PAIRS:
        raise UsageError(
            f"a forest of all {format_count(len(pairs))} pairs of {len(order)} "
            "algorithms is longer than a page: hold "
            "all against one (",
            Option("reference", "best"),
            ") or draw the p-value matrix (",
            PVALUE_MATRIX,
            ").",
        )
    return pairs


def _axis_range(shown: Sequence[FloatArray], rope: float) -> tuple[float, float]:
    """Return the range of estimates and limits, of 0 and of the region of practical
    equivalence, and some more.
    """
    values = np.concatenate(shown)
    finite = [0.0, -rope, rope, *values[np.isfinite(values)]]
    low, high = float(min(finite)), float(max(finite))
    margin = (_MARGIN if len(finite) == len(values) + 3 else _OPEN) * (
        high - low
    ) or 1.0
    return low - margin, high + margin


def _key(
    comparison: Comparison, effects: Effects, rope: float | None, look: Look
) -> Iterator[KeyEntry]:
    """Yield what the band and the intervals are, and why some have no limits."""
    if rope is not None:
        yield KeyEntry.swatch(
            f"practical equivalence, ±{rope:g}",
            small_type(look.font_size),
            "band",
            "leader",
        )
    each = (
        f" (each {format_level(effects.confidence)})"
        if len(comparison.algorithms) > 2
        else ""
    )
    level = format_level(1 - comparison.alpha)
    yield KeyEntry(
        text=f"Hodges–Lehmann intervals, simultaneous at least {level}{each}"
    )
    if np.isinf(effects.interval_high).any() and comparison.table is not None:
        many = "" if comparison.table.has_gaps else f"{comparison.table.n} "
        yield KeyEntry(text=f"arrows: no limits, {many}data sets are too few")
    if without := int(np.isnan(effects.hodges_lehmann).sum()) // 2:
        yield KeyEntry(
            text=f"{without} pair{'s' * (without > 1)} without a common data set"
        )


def _mark(on: RankRows, row: int, limits: tuple[float, float]) -> list[Element]:
    """Return interval and marker of a row; an end without a limit is an arrow head at
    the end of the axis.
    """
    y, scale, color = (
        on.rows.middles[row],
        on.scale,
        on.content.color(row, "foreground"),
    )
    different = None if row == on.content.control else on.content.rejected[row]
    marker = decision_marker(
        f"marker-{row}", on.positions[row], y, color, different=different
    )
    if different is None:
        return [marker]
    low, high = (scale.at(min(max(limit, scale.low), scale.high)) for limit in limits)
    interval = on.interval(row, (low, high))
    marks: list[Element] = [interval]
    for x, limit in zip((low, high), limits, strict=True):
        if math.isinf(limit):
            back = x - math.copysign(_HEAD[0], limit)
            points = ((back, y - _HEAD[1]), (x, y), (back, y + _HEAD[1]))
            marks.append(
                replace(
                    interval, gid=f"interval-open-{row}", points=points, cap="round"
                )
            )
    return [*marks, marker]


@layout_forest.public
def plot_forest(
    comparison: Comparison,
    *,
    reference: str | None = None,
    rope: float | None = None,
    **options: Unpack[BrokenOptions],
) -> Drawing[ForestLayout]:
    """Draw by how much algorithms differ: Hodges-Lehmann estimates with simultaneous
    intervals.

    A row is an algorithm minus the reference, or a pair, the first minus the second, in
    the units of the scores; the better average rank comes first, the estimate stands
    beside the name. All intervals hold at once with probability at least 1 - alpha:
    each inverts the signed-rank test at 1 - alpha / m, m the number of all pairs, or of
    those with a control that was named before (they assume, as that test does,
    differences that are symmetric about their median; up to 50 data sets they are
    exact). Where there are too few data sets for that level, they end in arrows and
    have no limits. A marker is filled if its interval excludes 0, and hollow if it
    includes 0. A dagger follows the estimate if the tests of the comparison, whatever
    those are, decide otherwise.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison of a table of scores, from `cddiagram.compare`.
    reference : str, optional
        The algorithm that all others are held against, or "best"; by default the
        control, and without one all pairs.
    rope : float, optional
        Half the width of the region of practical equivalence, in the units of the
        scores: a band from -rope to rope. With ``pair_test="wilcoxon"`` the verdicts of
        `Comparison.equivalence` are counted.
    note : str, optional
        By default the test and alpha; None for no note.
    {rest}
    InputError
        A pair of the reference was not tested.

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
