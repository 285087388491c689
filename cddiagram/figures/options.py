"""The options of single figures: what each means, its values and its default.

The entries of `cddiagram.figures.registry.FIGURES` name the options of each figure, and
``cddiagram plot`` makes its own options from them. Several figures share an option as
one object. Nothing here loads a figure, so that the help of the command is fast.

The groups of shared options (`RowOptions`, ...) are here as well. Each figure names the
group that it takes. Its public function ``plot_...`` declares its own options and
``**options: Unpack[...]`` of that group; signature and docstring are completed from
`cddiagram.sheet.Look`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypedDict

from cddiagram.procedures import ASSUMPTIONS_OF, DIFFERENCES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cddiagram.sheet import Look


class PageOptions(TypedDict, total=False):
    """The options that every figure takes."""

    look: Look
    ax: Axes | None
    ids: bool
    font: str | Sequence[str] | None
    width: str | float
    font_size: float
    rename: Mapping[str, str] | None
    note: str | None
    title: str | None
    math: bool


class LookOptions(PageOptions, total=False):
    """The options of figures that name all algorithms."""

    highlight: str | Sequence[str] | Mapping[str, str] | None
    colors: str | Mapping[str, str] | None
    families: Mapping[str, str] | None


class FittedOptions(LookOptions, total=False):
    """The options of figures whose names may shrink."""

    min_font_size: float


class OrderedOptions(FittedOptions, total=False):
    """The options of figures with a better and a worse end."""

    show_direction: bool


class BrokenOptions(OrderedOptions, total=False):
    """The options of figures whose names may be broken as well."""

    wrap: str | bool


class RankedOptions(OrderedOptions, total=False):
    """The options of figures that print average ranks."""

    show_ranks: bool
    rank_decimals: str | int


class RowOptions(RankedOptions, BrokenOptions, total=False):
    """The options of figures with a row, or a label, for each algorithm and its average
    rank.
    """


@dataclass(frozen=True, kw_only=True)
class FigureOption:
    """An option that single figures take."""

    name: str
    help: str
    #: The words to choose from; the name of a value, followed by dots if the option may
    #: be repeated; ``"flag"``; `int` for a whole number from 0; or an empty text if the
    #: command has no such option.
    values: str | tuple[str, ...] | type[int] = "NAME"
    default: Any = None
    #: The parameters of the figure that the option sets, if these are several.
    parameters: tuple[str, ...] = ()
    #: If the value is a file with a table: the option that states whether higher values
    #: in it are better.
    direction: str = ""

    @property
    def choices(self) -> tuple[str, ...]:
        """The words to choose from, if its values are words."""
        return self.values if isinstance(self.values, tuple) else ()


@dataclass(frozen=True, kw_only=True)
class Making:
    """What makes the subject of a figure that does not draw a comparison."""

    #: A function of the table, as ``"module:function"``; or a method of the comparison.
    from_table: str = ""
    from_comparison: str = ""
    #: The options of the figure that this method takes.
    options: tuple[str, ...] = ()
    #: The options of tests that have a meaning for it.
    testing: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class FigureEntry:
    """A figure in the registry, before it is loaded."""

    #: The module of the figure.
    module: str
    #: The options that only some figures take.
    options: tuple[FigureOption, ...] = ()
    #: Option that the figure cannot do without -> the reason: "shows one pair".
    needs: Mapping[str, str] = field(default_factory=dict)
    #: What makes the subject, unless the figure draws comparisons.
    making: Making | None = None

    @property
    def names(self) -> frozenset[str]:
        """The names of its options."""
        return frozenset(option.name for option in self.options)


TITLES = FigureOption(
    name="titles", help="Titles of the comparisons, in their order.", values=""
)
SHOW_RANK_INTERVALS = FigureOption(
    name="show_rank_intervals",
    help="Show the places that each algorithm may hold (cd as a list, mcb).",
    values="flag",
    default=False,
)
REFERENCE = FigureOption(
    name="reference",
    help="Whose interval is the band of mcb; whom forest holds all against.",
    values="NAME|best",
    default="best",
)
ROPE = FigureOption(
    name="rope",
    help="Practical equivalence in forest, pair-matrix, posterior: half the width of "
    "its region.",
    values="NUMBER",
)
PAIR = FigureOption(
    name="pair",
    help="The algorithms of pair-scatter, or of one posterior.",
    values="A B",
    parameters=("first", "second"),
)
#: The reason why a figure needs `PAIR`.
ONE_PAIR = "shows one pair"

ALPHAS = FigureOption(
    name="alphas", help="Levels of the cut lines of rank-bars.", values="A,B"
)
FULL = FigureOption(
    name="full",
    help="Both triangles of the pvalue-matrix.",
    values="flag",
    default=False,
)
DIFFERENCE = FigureOption(
    name="difference",
    help="Which difference the pair-matrix shows.",
    values=tuple(DIFFERENCES),
    default="mean",
)
ROWS = FigureOption(
    name="rows",
    help="An algorithm for a row of the pair-matrix; may be given again.",
    values="NAME...",
)
COLUMNS = FigureOption(name="columns", help="The same for a column.", values="NAME...")
HALF = FigureOption(
    name="half",
    help="Each pair of the pair-matrix once.",
    values="flag",
    default=False,
)
NAME_FARTHEST = FigureOption(
    name="name_farthest",
    help="How many data sets far from the diagonal of pair-scatter are named.",
    values=int,
    default=0,
)
OF = FigureOption(
    name="of",
    help="Scores of assumptions, or their differences from the best.",
    values=ASSUMPTIONS_OF,
    default="scores",
)
COST = FigureOption(
    name="cost",
    help="Table of costs for score-cost, read as SCORES are.",
    values="FILE",
    direction="more_is_better",
)
COST_LABEL = FigureOption(
    name="cost_label",
    help="What the costs are, with their unit.",
    values="TEXT",
    default="cost",
)
MORE_IS_BETTER = FigureOption(
    name="more_is_better",
    help="Higher costs are better (a throughput).",
    values="flag",
    default=False,
)
AVERAGE = FigureOption(
    name="average",
    help="Cost of an algorithm over its data sets.",
    values=("mean", "median"),
    default="mean",
)
SCORE = FigureOption(
    name="score",
    help="What score-cost shows upwards.",
    values=("rank", "mean"),
    default="rank",
)
PROBABILITY = FigureOption(
    name="probability",
    help="Mark what is at least so probable in posterior.",
    values="NUMBER",
)
SEED = FigureOption(
    name="seed", help="Of the draws of posterior.", values=int, default=0
)
