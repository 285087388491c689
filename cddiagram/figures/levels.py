"""The levels of rank bars: the decisions at each alpha, where its cut lines stand, and the shades of the bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cddiagram._util.inlines import Option
from cddiagram.errors import UsageError
from cddiagram.figures.content import CDContent
from cddiagram.sheet.look import is_number
from cddiagram.words.drawable import Reference, reference_of
from cddiagram.words.numbers import SAME_RANK, format_alpha

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison

MOST_LEVELS = 3
#: Shades of the bars by how many levels shades show, most significant first, not different last.
_SHADES = {1: ("shade-1", "shade-4"), 2: ("shade-1", "shade-2", "shade-4")}
_SHADES[3] = ("shade-1", "shade-2", "shade-3", "shade-4")
_DASHES = (None, (3.0, 2.0), (1.0, 1.5))


@dataclass(frozen=True, kw_only=True)
class Level:
    """One alpha.

    Attributes
    ----------
    alpha : float
        The level.
    ends : tuple of float
        Average ranks beyond which an algorithm differs from the reference: the upper end where algorithms rank worse
        than the reference, the lower one where some rank better; none for a procedure without a critical difference.
        The first one bears the label.
    dash : tuple of float or None
        Pattern of its cut lines.
    different : tuple of bool
        Which algorithms, in rank order, are significantly different from the reference.
    """

    alpha: float
    ends: tuple[float, ...]
    dash: tuple[float, ...] | None
    different: tuple[bool, ...]

    @property
    def label(self) -> str:
        """The text at the cut line."""
        return f"α = {format_alpha(self.alpha)}"


@dataclass(frozen=True, kw_only=True)
class Levels:
    """All levels, in the order asked for, and what they say about each algorithm.

    Attributes
    ----------
    reference : int
        Rank position of the algorithm that the others are compared with.
    levels : tuple of Level
        One or more.
    decision : str
        What the algorithms of a level are, compared with the reference: different, or worse in one-sided tests.
    """

    reference: int
    levels: tuple[Level, ...]
    decision: str = "different"

    @property
    def cuts(self) -> tuple[Level, ...]:
        """The levels with cut lines, from the lowest line to the highest."""
        return tuple(sorted((level for level in self.levels if level.ends), key=lambda level: level.ends[0]))

    @property
    def all_cut(self) -> bool:
        """Whether every level has a cut line, which bears its alpha."""
        return len(self.cuts) == len(self.levels)

    @property
    def by_shade(self) -> tuple[Level, ...]:
        """The levels that shades show: the first if all have cut lines, else all, smallest alpha first."""
        if self.all_cut:
            return self.levels[:1]
        return tuple(sorted(self.levels, key=lambda level: level.alpha))

    @property
    def greatest(self) -> float:
        """The highest cut line; 0 without any."""
        return max((level.ends[0] for level in self.cuts), default=0.0)

    def shade(self, position: int) -> str:
        """Return the role of a bar's colour."""
        levels = self.by_shade
        found = (number for number, level in enumerate(levels) if level.different[position])
        return _SHADES[len(levels)][next(found, len(levels))]

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """Shade and meaning of each class of bars."""
        levels = self.by_shade
        meanings = [f"p ≤ {_printed(level)}" for level in levels] + [f"p > {_printed(levels[-1])}"]
        if len(levels) == 1:
            at = f" at {levels[0].label}" if len(self.levels) > 1 else ""
            meanings = [f"{self.decision}{at}", f"not {self.decision}"]
        return tuple(zip(_SHADES[len(levels)], meanings, strict=True))


def _printed(level: Level) -> str:
    return format_alpha(level.alpha).removeprefix("0")


def levels_of(comparison: Comparison, content: CDContent, alphas: Sequence[float] | float | None) -> Levels:
    """Decide the comparison at each alpha, without testing again.

    Raises
    ------
    UsageError
        `alphas` is not one to three different levels between 0 and 1.
    InputError
        A pair of the reference was not tested.
    """
    levels = []
    reference = reference_of(comparison)
    for number, alpha in enumerate(_checked(comparison, alphas)):
        decided = comparison if alpha == comparison.alpha else comparison.at(alpha)
        levels.append(
            Level(
                alpha=alpha,
                ends=_ends(content.average_ranks, reference, decided.critical_difference),
                dash=_DASHES[number],
                different=reference_of(decided).different,
            )
        )
    return Levels(reference=reference.position, levels=tuple(levels), decision=content.decision)


def _checked(comparison: Comparison, alphas: Sequence[float] | float | None) -> tuple[float, ...]:
    if alphas is None:
        return (comparison.alpha,)
    must = f" must be one to {MOST_LEVELS} different levels between 0 and 1, not {alphas!r}."
    wrong = UsageError(Option("alphas"), must)
    given: Any = (alphas,) if is_number(alphas) else alphas
    try:
        levels = tuple(given)
    except TypeError:
        raise wrong from None
    if not 1 <= len(levels) <= MOST_LEVELS or not all(is_number(alpha) and 0 < alpha < 1 for alpha in levels):
        raise wrong
    if len(set(levels)) < len(levels):
        raise wrong
    return tuple(float(alpha) for alpha in levels)


def _ends(ranks: Sequence[float], reference: Reference, difference: float | None) -> tuple[float, ...]:
    """Return the ends of the interval around the reference that bars can reach, the upper one if there is none."""
    if difference is None:
        return ()
    rank = ranks[reference.position]
    worse = round(max(ranks), SAME_RANK) > round(rank, SAME_RANK)
    better = round(min(ranks), SAME_RANK) < round(rank, SAME_RANK)
    lower = (rank - difference,) if better and rank > difference else ()
    return (rank + difference, *lower) if worse or not lower else lower
