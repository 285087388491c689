"""The contents of a CD diagram before its layout: names, ranks, groups, decisions and
text, in rank order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from string import ascii_letters
from typing import TYPE_CHECKING, Any

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
    procedure_note,
    rank_decimals_at_cd,
)
from cddiagram.words import rank_decimals as enough_decimals

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.figures.rank_intervals import RankIntervals
    from cddiagram.figures.references import ReferenceAlgorithm


#: An axis may show all ranks from 1 to k if there are at most this many algorithms.
_FULL_RANGE_UP_TO = 12

#: If there are at least this many ranks, only one decimal is printed, because a second
#: decimal would not be meaningful. If a rank has at least as many integer digits as the
#: second number, no decimals are printed.
_ONE_DECIMAL_FROM, _DIGITS = 50, 4

#: Highlighted discs are enlarged by this factor, because the accent colour is fainter
#: in greyscale than the foreground colour.
_HIGHLIGHT = 1.28


@dataclass(frozen=True, kw_only=True)
class AxisKind:
    """The quantity on the axis of a ranking."""

    #: The label of the quantity. The label is optional for Friedman's average ranks.
    label: str
    #: Whether the axis may show the range from 1 to k.
    full: bool = False
    #: Whether all values are between 1 and k.
    bounded: bool = False


#: The quantity on the axis of most figures.
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
    """The contents of a CD diagram. All sequences with one entry for each algorithm are
    in rank order, best first.
    """

    #: The average ranks in ascending order. Rounding errors of up to 1e-9 may violate
    #: this order.
    average_ranks: tuple[float, ...]
    #: The rank positions of the members of each group, in ascending order. The groups are
    #: in lexicographic order.
    groups: tuple[tuple[int, ...], ...] = ()
    #: Whether the search for groups was completed before its limit was reached.
    groups_complete: bool = True
    #: Whether all pairs are compared with a single critical difference. If so, all bars
    #: are drawn.
    single_cd: bool = False
    #: The critical difference, followed by its number of decimals. In a figure, the
    #: critical difference is the length of the ruler or half the width of the control's
    #: interval.
    critical_difference: float | None = None
    cd_decimals: int = 2
    #: The method by which the critical difference was computed, for example
    #: ``"exact"``. The method is specified only if the test supports several methods.
    cd_method: str = ""
    #: The rank position of the control, and whether each algorithm is significantly
    #: different from it. Without a control, the first value is None and the second
    #: is empty.
    control: int | None = None
    rejected: tuple[bool, ...] = ()
    #: The legend uses this term for the control.
    reference_term: str = "control"
    #: The meaning of filled markers: "different" for algorithms that differ from the
    #: control, or "worse" in a one-sided test.
    decision: str = "different"
    #: The comparison whose groups can be shown as letters, or None if there is a
    #: control.
    lettered: Comparison | None = None
    #: Whether consecutive letters are printed as ranges, such as "a–d".
    short_letters: bool = False
    #: Whether each algorithm is significantly different from the algorithm with the
    #: best average rank.
    apart_from_best: tuple[bool, ...] = ()
    #: The rank intervals of the algorithms, if the figure shows them.
    rank_intervals: RankIntervals | None = None
    note: str | None = None
    title: str | None = None
    #: The kind of the axis, followed by the values at its lower and upper ends.
    axis: AxisKind
    axis_range: tuple[float, float]
    #: The number of decimals of average ranks, followed by the strings, if any, that
    #: are printed instead of the average ranks.
    decimals: int = 2
    printed: tuple[str, ...] = ()
    #: The parts of the legend that are omitted because they are in the common header of
    #: several diagrams.
    explained: frozenset[str] = frozenset()
    #: Whether the diagram is part of a stack. In a stack, its title is a heading.
    stacked: bool = False
    #: Whether numbers are printed on the axis. In a stack, only the first axis has
    #: numbers.
    axis_numbered: bool = True

    @classmethod
    def of_rows(
        cls,
        names: Mapping[str, Any],
        values: Sequence[float],
        printed: Sequence[str],
        *,
        axis_label: str,
        axis_range: tuple[float, float],
        note: str | None,
        look: Look,
    ) -> CDContent:
        """Return the contents of a figure with rows of values that are not average
        ranks.

        `names` contains the fields of `Names`, `printed` contains the printed values,
        and `note` is the default note.
        """
        if look.note != "auto":
            note = look.note
        return cls(
            **names,
            average_ranks=tuple(values),
            printed=tuple(printed),
            axis=AxisKind(label=axis_label),
            axis_range=axis_range,
            note=text_or_none("note", note),
            title=text_or_none("title", look.title),
        )

    def bold(self, position: int) -> bool:
        """Return whether a name is bold because the algorithm is highlighted or the
        control.
        """
        return position == self.control or super().bold(position)

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """The printed average ranks."""
        if self.printed:
            return self.printed
        return tuple(format_rank(rank, self.decimals) for rank in self.average_ranks)

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters of each algorithm, for a diagram without bars; empty if there are
        none.
        """
        if self.lettered is None:
            return ()
        letters = self.lettered.letters
        if letters is None:
            return ()
        return tuple(letters.values())

    @cached_property
    def letter_ranges(self) -> tuple[str, ...]:
        """The letters of each algorithm as a range; empty if the letters of an
        algorithm are not consecutive.
        """
        ranges = []
        for text in self.letters:
            if text not in ascii_letters:
                return ()
            if len(text) > 2:
                text = f"{text[0]}–{text[-1]}"
            ranges.append(text)
        return tuple(ranges)

    @property
    def printed_letters(self) -> tuple[str, ...]:
        """The printed letters of each algorithm."""
        if self.short_letters:
            return self.letter_ranges
        return self.letters

    @property
    def cd_text(self) -> str | None:
        """The printed critical difference, with its method unless the note contains the
        method.
        """
        if self.critical_difference is None:
            return None
        method = ""
        if self.cd_method:
            method = f" ({self.cd_method})"
        if method in (self.note or ""):
            method = ""
        return f"CD = {format_cd(self.critical_difference, self.cd_decimals)}{method}"

    @property
    def reach_text(self) -> str | None:
        """The printed half-width of the interval around the control."""
        if self.control is None or self.critical_difference is None:
            return None
        return f"± {format_cd(self.critical_difference)}"

    @property
    def groups_counted(self) -> str:
        """The number of groups, for example ``"21 groups"``, or ``"more than 10,000
        groups"`` if the search stopped.
        """
        number = format_count(len(self.groups))
        if not self.groups_complete:
            number = f"more than {number}"
        return f"{number} groups"

    def header(self, page: float, size: float, **more: Any) -> HeaderItems:
        """Return the header of a figure whose names have this type size.

        `more` contains additional fields of `HeaderItems`.
        """
        title, heading = self.title, None
        if self.stacked:
            title, heading = None, self.title
        return HeaderItems(
            page=page,
            size=small_type(size),
            title=title,
            heading=heading,
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
        """Return the marker of an average rank: a disc, or the marker of the decision
        if there is a control.
        """
        gid = gid or f"marker-{position}"
        color = self.color(position, "foreground")
        if self.control is None:
            if self.highlighted(position):
                radius *= _HIGHLIGHT
            return Marker(gid=gid, x=x, y=y, radius=radius, fill=color)
        different: bool | None = self.rejected[position]
        if position == self.control:
            different = None
        return decision_marker(gid, x, y, color, different=different)

    @property
    def decision_key(self) -> tuple[KeyEntry, ...]:
        """The key entries that explain the markers of decisions."""
        return KeyEntry.decisions(self.reference_term, self.decision)

    def unexplained(self, key: Iterable[KeyEntry]) -> tuple[KeyEntry, ...]:
        """Return the entries of a key that the common header does not contain."""
        return tuple(entry for entry in key if entry.text not in self.explained)

    def scale(self, x_low: float, x_high: float) -> AxisScale:
        """Return the scale of the axis; `x_low` and `x_high` are the coordinates of its
        ends.
        """
        low, high = self.axis_range
        return AxisScale(low=low, high=high, x_low=x_low, x_high=x_high)

    def ruler(self, scale: AxisScale) -> Ruler | None:
        """Return the ruler, which begins at the left end of the axis. If the axis is
        too short, the ruler is as long as the axis, and its text reports this.
        """
        if self.control is not None or self.critical_difference is None:
            return None
        length = scale.points(self.critical_difference)
        if length <= scale.length + 1e-9:
            text = self.cd_text or ""
            end = scale.left + length
            return Ruler(start=scale.left, end=end, whole=True, text=text)
        text = f"{self.cd_text} (longer than the axis)"
        return Ruler(start=scale.left, end=scale.right, whole=False, text=text)

    def interval(self, scale: AxisScale) -> tuple[float, float, list[float]] | None:
        """Return the lower and upper ends of the control's interval, limited to the
        axis, and a list of the original ends that are on the axis.
        """
        if self.control is None or self.critical_difference is None:
            return None
        rank = self.average_ranks[self.control]
        low, high = rank - self.critical_difference, rank + self.critical_difference
        ends_on_axis = []
        for end in (low, high):
            if scale.low - 1e-9 <= end <= scale.high + 1e-9:
                ends_on_axis.append(end)
        return max(low, scale.low), min(high, scale.high), ends_on_axis


def content_from(
    comparison: Comparison,
    look: Look,
    rank_range: str | tuple[float, float] = "auto",
    note: str | None = None,
    order: Sequence[int] | None = None,
    known: Sequence[str] | None = None,
) -> CDContent:
    """Return the contents of a diagram of a comparison, in rank order.

    Parameters
    ----------
    rank_range : str or (float, float)
        The range of the axis.
    note : str, optional
        The default note of the figure.
    order : sequence of int, optional
        The column indices in rank order, if tied algorithms have a particular order.
    known : sequence of str, optional
        The algorithm names that options may contain. By default, these are the
        algorithms of the comparison.
    """
    algorithms = comparison.algorithms
    ranks = [float(rank) for rank in comparison.ranking.average_ranks]
    if order is None:
        order = rank_order(ranks)
    ordered_ranks = tuple(ranks[column] for column in order)
    ordered_algorithms = [algorithms[column] for column in order]
    names = Names.of(look, known or algorithms, ordered_algorithms)
    kind = comparison.ranking.kind
    axis = AXIS_KINDS.get(kind, AxisKind(label=f"average {kind} rank"))
    content = CDContent(
        **vars(names),
        average_ranks=ordered_ranks,
        groups_complete=comparison.groups_complete,
        title=text_or_none("title", look.title),
        axis=axis,
        axis_range=_axis_range(rank_range, ordered_ranks, ordered_algorithms, axis),
        decimals=_decimals(look.rank_decimals, ordered_ranks, comparison),
        **_decisions(comparison, ordered_algorithms),
        **_critical_difference(comparison),
    )
    if look.note != "auto":
        note = look.note
    elif not note:
        control_name = None
        if content.control is not None:
            control_name = names.names[content.control]
        tests = procedure_note(comparison, control_name)
        note = f"{tests}, α = {format_alpha(comparison.alpha)}"
    return replace(content, note=text_or_none("note", note))


def _decisions(comparison: Comparison, algorithms: Sequence[str]) -> dict[str, Any]:
    """Return the fields of `CDContent` for the groups, or for the decisions about a
    control. `algorithms` are in rank order.
    """
    if comparison.control is None:
        return {"groups": _groups(comparison, algorithms)}
    # Diagrams of all pairs do not need this module.
    from cddiagram.figures.references import reference_term

    not_different = {*comparison.not_different, comparison.control}
    decision = "different"
    if comparison.pairwise.pair_test == "multiple-sign":
        decision = "worse"
    column = comparison.algorithms.index(comparison.control)
    return {
        "control": algorithms.index(comparison.control),
        "reference_term": reference_term(comparison, column),
        "rejected": tuple(name not in not_different for name in algorithms),
        "decision": decision,
    }


def _critical_difference(comparison: Comparison) -> dict[str, Any]:
    """Return the fields of `CDContent` for the critical difference, if there is one."""
    if comparison.critical_difference is None:
        return {}
    return {
        "single_cd": True,
        "critical_difference": comparison.critical_difference,
        "cd_decimals": cd_decimals(comparison),
        "cd_method": _cd_method(comparison),
    }


def _cd_method(comparison: Comparison) -> str:
    """Return the method of the critical difference; an empty string for the usual,
    asymptotic method.
    """
    if comparison.plan.joint and comparison.method in ("exact", "Monte Carlo"):
        return comparison.method
    return ""


def against(
    content: CDContent,
    comparison: Comparison,
    look: Look,
    reference: ReferenceAlgorithm,
    what: str = "{}",
    alphas: Sequence[float] = (),
) -> CDContent:
    """Return the contents for comparisons of all algorithms with a reference.

    The default note states the tests (inserted into the template `what`), the reference
    and the significance levels.
    """
    note = content.note
    if look.note == "auto":
        best = comparison.control is None and reference.position == 0
        tests = procedure_note(comparison, content.names[reference.position], best=best)
        levels = map(format_alpha, alphas or (comparison.alpha,))
        note = f"{what.format(tests)}, α = {', '.join(levels)}"
    return replace(
        content,
        note=note,
        control=reference.position,
        reference_term=reference.term,
        rejected=reference.different,
        groups=(),
    )


def _groups(
    comparison: Comparison, in_order: Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    """Return the rank positions of the members of each group with at least two
    members.
    """
    position_of = {name: position for position, name in enumerate(in_order)}
    groups = []
    for group in comparison.groups:
        if len(group.algorithms) > 1:
            groups.append(tuple(sorted(position_of[name] for name in group.algorithms)))
    return tuple(sorted(groups))


def _decimals(option: str | int, ranks: Sequence[float], comparison: Comparison) -> int:
    """Return the number of decimals of printed ranks."""
    if option == "auto":
        # Aligned ranks can have many digits because they are ranks among all scores.
        digits = len(f"{max(ranks):.0f}")
        least = max(0, min(2, _DIGITS - digits))
        if len(ranks) >= _ONE_DECIMAL_FROM:
            return min(least, 1)
        return rank_decimals_at_cd(comparison, enough_decimals(ranks, least))
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
    """Return the lower and upper ends of the axis."""
    if isinstance(option, str):
        check_choice("rank_range", option, CD_CHOICES["rank_range"])
        is_short = option == "auto" and len(ranks) <= _FULL_RANGE_UP_TO
        full = (option == "full" or is_short) and axis.full
        return AxisScale.rank_range(ranks, full=full, bounded=axis.bounded)
    low, high = _checked_range(option)
    subject = Phrase(Option("rank_range"), f" ({low:g}, {high:g})")
    least = 1.0
    if len(ranks) > 2:
        least = 2.0
    if high - low < least:
        remedy = f"Use a range of at least {least:g} ranks."
        raise UsageError(subject, f" is too narrow. {remedy}")
    outside = []
    for name, rank in zip(names, ranks, strict=True):
        if not low - 1e-9 <= rank <= high + 1e-9:
            outside.append(name)
    if outside:
        remedy = ". Widen it to contain every rank."
        raise UsageError(subject, " leaves out ", listed(outside), remedy)
    return low, high


def _checked_range(option: object) -> tuple[float, float]:
    """Return both limits of a range, or raise an error if the option is not a range."""
    if isinstance(option, Sequence) and len(option) == 2:
        low, high = option
        if is_number(low) and is_number(high):
            return float(low), float(high)
    kinds = "'auto', 'full', 'data' or two numbers (low, high)"
    raise UsageError(Option("rank_range"), f" must be {kinds}, not {option!r}.")


def titled(
    comparisons: Sequence[Comparison] | Mapping[str, Comparison],
    titles: Sequence[str] | None,
    what: str,
) -> tuple[tuple[Comparison, ...], tuple[str, ...]]:
    """Return the comparisons and their titles for a figure of several comparisons.

    `what` is the name of the figure in error messages.
    """
    if isinstance(comparisons, Mapping):
        members = tuple(comparisons.values())
        if titles is None:
            titles = tuple(comparisons)
    elif isinstance(comparisons, Sequence):
        members = tuple(comparisons)
    else:
        raise UsageError(
            "comparisons must be a list of comparisons or a mapping of titles to "
            "comparisons; use plot_cd for a single comparison."
        )
    if len(members) < 2:
        raise UsageError(
            f"{what} requires at least two comparisons; use plot_cd for a single "
            "comparison."
        )
    if titles is None:
        titles = tuple(map(_letter_title, range(len(members))))
    is_list = not isinstance(titles, str) and len(titles) == len(members)
    if not is_list or not all(isinstance(text, str) for text in titles):
        raise UsageError(
            f"titles must contain one string for each of the {len(members)} "
            f"comparisons, not {titles!r}."
        )
    return members, tuple(label_of(text).strip() for text in titles)


def _letter_title(number: int) -> str:
    """Return the default title of a comparison: a letter, or a number from the 27th
    comparison onwards.
    """
    if number < 26:
        return f"({chr(ord('a') + number)})"
    return f"({number + 1})"
