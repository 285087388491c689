"""What a CD diagram says, before any place is chosen: names, ranks, groups, decisions
and texts in rank order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cddiagram.figures.references import ReferenceAlgorithm
from cddiagram.procedures import CD_CHOICES
from cddiagram.sheet import (
    FILLED,
    AxisScale,
    HeaderItems,
    KeyEntry,
    Look,
    Marker,
    Names,
    Ruler,
    check_choice,
    decision_marker,
    is_number,
    label_of,
    small_type,
    text_or_none,
)
from cddiagram.stats import rank_order
from cddiagram.text import Option, Phrase, UsageError, listed
from cddiagram.words import (
    cd_decimals,
    format_alpha,
    format_cd,
    format_count,
    format_rank,
    procedure,
)
from cddiagram.words import rank_decimals as enough_decimals

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.rank_intervals import RankIntervals


#: Up to so many algorithms an axis shows all ranks, 1 to k.
_FULL_RANGE_UP_TO = 12

#: Beside so many ranks more than one decimal is noise, and behind so many digits all
#: are.
_ONE_DECIMAL_FROM, _DIGITS = 50, 4

#: A highlighted disc is so much wider: the accent prints fainter in gray than the
#: foreground.
_PICKED = 1.28


@dataclass(frozen=True, kw_only=True)
class AxisKind:
    """What the axis of a ranking shows."""

    #: What its numbers are; Friedman's average ranks need not be named where that takes
    #: room.
    label: str
    #: Whether 1..k is a range that the axis may show.
    full: bool = False
    #: Whether all values lie in 1..k.
    bounded: bool = False


#: The axis of most figures.
AVERAGE_RANK = "average rank"
AXIS_KINDS: Mapping[str, AxisKind] = {
    "friedman": AxisKind(label=AVERAGE_RANK, full=True, bounded=True),
    "aligned": AxisKind(label="average aligned rank"),
    "quade": AxisKind(label="average Quade rank", bounded=True),
    "skillings-mack": AxisKind(label="estimated average rank", full=True, bounded=True),
    "means": AxisKind(label="rank of the mean score", full=True, bounded=True),
}


@dataclass(frozen=True, kw_only=True)
class CDContent(Names):
    """The content of a CD diagram; every sequence over algorithms is in rank order,
    best first.
    """

    #: Ascending to 1e-9.
    average_ranks: tuple[float, ...]
    #: Rank positions of the members of each group, ascending; the groups in
    #: lexicographic order.
    groups: tuple[tuple[int, ...], ...] = ()
    #: False if the search for groups stopped at a limit.
    groups_complete: bool = True
    #: Whether one critical difference decides all pairs: then all bars are always
    #: drawn.
    single_cd: bool = False
    #: Length of the ruler, or half the width of the control's interval; and the
    #: decimals that it is printed with.
    critical_difference: float | None = None
    cd_decimals: int = 2
    #: Whether it is exact or estimated, if its test can be either: ``"exact"``,
    #: ``"Monte Carlo"``.
    cd_method: str = ""
    #: Rank position of the control, and who is significantly different from it; empty
    #: without one.
    control: int | None = None
    rejected: tuple[bool, ...] = ()
    #: What filled markers are: different from the control, or worse where the test is
    #: one-sided.
    decision: str = "different"
    #: The comparison whose letters may show the groups; None with a control. And who is
    #: significantly different from the first.
    lettered: Comparison | None = None
    apart_from_best: tuple[bool, ...] = ()
    #: The places that each algorithm may hold, where they are shown.
    places: RankIntervals | None = None
    note: str | None = None
    title: str | None = None
    #: What the axis shows, and its lower and upper end.
    axis: AxisKind
    axis_range: tuple[float, float]
    #: Decimals of the printed ranks, and what is printed instead of them.
    decimals: int = 2
    printed: tuple[str, ...] = ()
    #: What its own header leaves out of its key: that of several diagrams says it of
    #: all.
    explained: frozenset[str] = frozenset()

    @classmethod
    def of_rows(
        cls,
        names: Mapping[str, Any],
        values: Sequence[float],
        printed: Sequence[str],
        *,
        axis_label: str,
        axis_range: tuple[float, float],
        note: str,
        look: Look,
    ) -> CDContent:
        """Return rows of values other than average ranks; `names` has the fields of
        `Names`.
        """
        return cls(
            **names,
            average_ranks=tuple(values),
            printed=tuple(printed),
            axis=AxisKind(label=axis_label),
            axis_range=axis_range,
            note=text_or_none("note", note if look.note == "auto" else look.note),
            title=text_or_none("title", look.title),
        )

    def bold(self, position: int) -> bool:
        """Whether a name is bold: highlighted, or the control."""
        return position == self.control or super().bold(position)

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The average ranks in print."""
        return self.printed or tuple(
            format_rank(rank, self.decimals) for rank in self.average_ranks
        )

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters of each algorithm, which only a diagram without bars asks for;
        empty if there are none.
        """
        letters = None if self.lettered is None else self.lettered.letters
        return () if letters is None else tuple(letters.values())

    @property
    def cd_text(self) -> str | None:
        """The critical difference in print."""
        if self.critical_difference is None:
            return None
        method = f" ({self.cd_method})" if self.cd_method else ""
        return f"CD = {format_cd(self.critical_difference, self.cd_decimals)}{method}"

    @property
    def reach_text(self) -> str | None:
        """How far the interval around the control reaches to either side, in print."""
        if self.control is None or self.critical_difference is None:
            return None
        return f"± {format_cd(self.critical_difference)}"

    @property
    def groups_counted(self) -> str:
        """How many groups there are: ``"21 groups"``, or ``"more than 10,000 groups"``
        where the search stopped.
        """
        return f"{'' if self.groups_complete else 'more than '}{format_count(len(self.groups))} groups"

    def header(self, page: float, size: float, **more: Any) -> HeaderItems:
        """Return the header of a figure whose names have a size: title, note, and what
        else it shows.
        """
        return HeaderItems(
            page=page,
            size=small_type(size),
            title=self.title,
            title_size=size,
            note=self.note,
            axis_label=self.axis.label,
            axis_named=self.axis.label != AVERAGE_RANK,
            families=self.unexplained(self.family_key()),
            **more,
        )

    def marker(
        self, position: int, x: float, y: float, radius: float = FILLED, gid: str = ""
    ) -> Marker:
        """Return the mark of an average rank: a disc, or beside a control what the
        tests say.
        """
        gid, color = gid or f"marker-{position}", self.color(position, "foreground")
        if self.control is None:
            wider = _PICKED if self.highlighted(position) else 1.0
            return Marker(gid=gid, x=x, y=y, radius=wider * radius, fill=color)
        different = None if position == self.control else self.rejected[position]
        return decision_marker(gid, x, y, color, different=different)

    @property
    def decision_key(self) -> tuple[KeyEntry, ...]:
        """What the marks beside a control mean."""
        return KeyEntry.decisions(decision=self.decision)

    def unexplained(self, key: Iterable[KeyEntry]) -> tuple[KeyEntry, ...]:
        """Return the entries of a key that the header of several diagrams does not
        have.
        """
        return tuple(entry for entry in key if entry.text not in self.explained)

    def scale(self, x_low: float, x_high: float) -> AxisScale:
        """Return the axis from its lower to its upper end."""
        return AxisScale(
            low=self.axis_range[0], high=self.axis_range[1], x_low=x_low, x_high=x_high
        )

    def ruler(self, scale: AxisScale) -> Ruler | None:
        """Return the ruler, from the left end of the axis; an axis that is too short is
        shown whole, and said to be.
        """
        if self.control is not None or self.critical_difference is None:
            return None
        length = scale.points(self.critical_difference)
        whole = length <= scale.length + 1e-9
        text = f"{self.cd_text}{'' if whole else ' (longer than the axis)'}"
        return Ruler(
            start=scale.left,
            end=scale.left + length if whole else scale.right,
            whole=whole,
            text=text,
        )

    def interval(self, scale: AxisScale) -> tuple[float, float, list[float]] | None:
        """Return the control's interval as ranks cut at the ends of the axis, and its
        closed ends.
        """
        if self.control is None or self.critical_difference is None:
            return None
        rank = self.average_ranks[self.control]
        ends = (rank - self.critical_difference, rank + self.critical_difference)
        closed = [end for end in ends if scale.low - 1e-9 <= end <= scale.high + 1e-9]
        return max(ends[0], scale.low), min(ends[1], scale.high), closed


def content_from(
    comparison: Comparison,
    look: Look,
    rank_range: str | tuple[float, float] = "auto",
    note: str | None = None,
    order: Sequence[int] | None = None,
    known: Sequence[str] | None = None,
) -> CDContent:
    """Put a comparison into rank order and words.

    `note` is the figure's own default, `order` another order of ties, `known` whom
    options may name beyond those of the comparison.
    """
    algorithms = comparison.algorithms
    ranks = [float(rank) for rank in comparison.ranking.average_ranks]

    order = rank_order(ranks) if order is None else order
    ordered = tuple(ranks[column] for column in order)
    in_order = [algorithms[column] for column in order]
    kind = comparison.ranking.kind
    axis = AXIS_KINDS.get(kind, AxisKind(label=f"average {kind} rank"))
    control = None if comparison.control is None else in_order.index(comparison.control)
    alike = {*comparison.not_different, comparison.control}
    names = Names.of(look, known or algorithms, in_order)
    if look.note == "auto" and not note:
        tests = procedure(comparison, None if control is None else names.names[control])
        note = f"{tests}, α = {format_alpha(comparison.alpha)}"
    return CDContent(
        **vars(names),
        average_ranks=ordered,
        groups=() if control is not None else _groups(comparison, in_order),
        groups_complete=comparison.groups_complete,
        single_cd=comparison.critical_difference is not None,
        critical_difference=comparison.critical_difference,
        cd_decimals=2
        if comparison.critical_difference is None
        else cd_decimals(comparison),
        cd_method=_cd_method(comparison),
        control=control,
        rejected=()
        if control is None
        else tuple(name not in alike for name in in_order),
        decision="worse"
        if comparison.pairwise.pair_test == "multiple-sign"
        else "different",
        note=text_or_none("note", note if look.note == "auto" else look.note),
        title=text_or_none("title", look.title),
        axis=axis,
        axis_range=_axis_range(rank_range, ordered, in_order, axis),
        decimals=_decimals(look.rank_decimals, ordered),
    )


def _cd_method(comparison: Comparison) -> str:
    """Return what the ruler is called besides its length: that of the asymptotic tests
    is the usual one.
    """
    if comparison.plan.joint and comparison.method in ("exact", "Monte Carlo"):
        return comparison.method
    return ""


def against(
    content: CDContent,
    comparison: Comparison,
    look: Look,
    held: ReferenceAlgorithm,
    what: str = "{}",
    alphas: Sequence[float] = (),
) -> CDContent:
    """Hold all algorithms against one, whom the note names beside the tests (in `what`)
    and the levels.
    """
    if look.note == "auto":
        best = comparison.control is None and held.position == 0
        tests = procedure(comparison, content.names[held.position], best=best)
        levels = ", ".join(
            format_alpha(alpha) for alpha in alphas or (comparison.alpha,)
        )
        content = replace(content, note=f"{what.format(tests)}, α = {levels}")
    return replace(content, control=held.position, rejected=held.different, groups=())


def _groups(
    comparison: Comparison, in_order: Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    position = {name: place for place, name in enumerate(in_order)}
    groups = (
        tuple(sorted(position[name] for name in group.algorithms))
        for group in comparison.groups
    )
    return tuple(sorted(group for group in groups if len(group) > 1))


def _decimals(option: str | int, ranks: Sequence[float]) -> int:
    if option == "auto":
        least = max(
            0, min(2, _DIGITS - len(f"{max(ranks):.0f}"))
        )  # aligned ranks count all scores
        return (
            min(least, 1)
            if len(ranks) >= _ONE_DECIMAL_FROM
            else enough_decimals(ranks, least)
        )
    if isinstance(option, bool) or not isinstance(option, int) or option not in (2, 3):
        raise UsageError(
            Option("rank_decimals"), f" must be 'auto', 2 or 3, not {option!r}."
        )
    return option


def _axis_range(
    option: str | tuple[float, float],
    ranks: Sequence[float],
    names: Sequence[str],
    axis: AxisKind,
) -> tuple[float, float]:
    if isinstance(option, str):
        check_choice("rank_range", option, CD_CHOICES["rank_range"])
        full = option == "full" or (
            option == "auto" and len(ranks) <= _FULL_RANGE_UP_TO
        )
        return AxisScale.rank_range(
            ranks, full=full and axis.full, bounded=axis.bounded
        )
    if (
        not isinstance(option, Sequence)
        or len(option) != 2
        or not all(is_number(end) for end in option)
    ):
        wanted = "'auto', 'full', 'data' or two numbers (low, high)"
        raise UsageError(Option("rank_range"), f" must be {wanted}, not {option!r}.")
    low, high = float(option[0]), float(option[1])
    least = 2.0 if len(ranks) > 2 else 1.0
    given = Phrase(Option("rank_range"), f" ({low:g}, {high:g})")
    if high - low < least:
        raise UsageError(
            given, f" is too narrow: an axis shows at least {least:g} ranks."
        )
    outside = [
        name
        for name, rank in zip(names, ranks, strict=True)
        if not low - 1e-9 <= rank <= high + 1e-9
    ]
    if outside:
        raise UsageError(
            given, " leaves out ", listed(outside), ": widen it to hold every rank."
        )
    return low, high


def titled(
    comparisons: Sequence[Comparison] | Mapping[str, Comparison],
    titles: Sequence[str] | None,
    what: str,
) -> tuple[tuple[Comparison, ...], tuple[str, ...]]:
    """Return the comparisons of a figure of several, `what` with its article, and a
    title for each.
    """
    if isinstance(comparisons, Mapping):
        members = tuple(comparisons.values())
        titles = tuple(comparisons) if titles is None else titles
    elif isinstance(comparisons, Sequence):
        members = tuple(comparisons)
    else:
        raise UsageError(
            "comparisons must be a list of comparisons or map titles to them; plot_cd "
            "draws a single one."
        )
    if len(members) < 2:
        raise UsageError(
            f"{what} needs two comparisons or more; plot_cd draws a single one."
        )
    if titles is None:
        titles = tuple(
            f"({chr(ord('a') + i)})" if i < 26 else f"({i + 1})"
            for i in range(len(members))
        )
    if (
        isinstance(titles, str)
        or len(titles) != len(members)
        or not all(isinstance(text, str) for text in titles)
    ):
        raise UsageError(
            f"titles must be one text for each of the {len(members)} comparisons, not "
            f"{titles!r}."
        )
    return members, tuple(label_of(text).strip() for text in titles)
