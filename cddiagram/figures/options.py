"""The options of individual figures: their meanings, values and defaults.

`OWN_OPTIONS` contains the options of each figure, from which ``cddiagram plot`` derives
its command-line options. Several figures can share an option. This module does not
import the figures, so that ``cddiagram plot --help`` is fast.

This module also defines the groups of shared options, such as `RowOptions`. The public
function ``plot_...`` of a figure declares its own options and ``**options: Unpack[...]``
with one group. `Figure.public` adds the options of the group to its signature and its
docstring.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypedDict

from cddiagram.procedures import ASSUMPTIONS_OF

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cddiagram.sheet import Look


class PageOptions(TypedDict, total=False):
    """The options of all figures."""

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
    """The options of figures that show the names of all algorithms."""

    highlight: str | Sequence[str] | Mapping[str, str] | None
    colors: str | Mapping[str, str] | None
    families: Mapping[str, str] | None


class FittedOptions(LookOptions, total=False):
    """The options of figures whose names may be printed in smaller type."""

    min_font_size: float


class OrderedOptions(FittedOptions, total=False):
    """The options of figures whose axis has a better and a worse end."""

    show_direction: bool


class WrappedOptions(FittedOptions, total=False):
    """The options of figures whose names may be broken into lines."""

    wrap: str | bool


class BrokenOptions(OrderedOptions, WrappedOptions, total=False):
    """The options of figures with a better end whose names may be broken into lines."""


class RankedOptions(OrderedOptions, total=False):
    """The options of figures that print average ranks."""

    show_ranks: bool
    rank_decimals: str | int


class RowOptions(RankedOptions, BrokenOptions, total=False):
    """The options of figures with a row or a label for each algorithm and its average
    rank.
    """


@dataclass(frozen=True, kw_only=True)
class FigureOption:
    """An option that only some figures have."""

    name: str
    help: str
    #: The values of the option. This is a tuple of choices, a placeholder (which ends
    #: in dots if the option is repeatable), ``"flag"``, or `int` for a non-negative
    #: integer. An empty string means that the option is not available on the command
    #: line.
    values: str | tuple[str, ...] | type[int] = "NAME"
    default: Any = None
    #: If the option sets several parameters of the figure, these are their names.
    parameters: tuple[str, ...] = ()
    #: If the value of the option is a file with a table, this is the name of another
    #: option, which specifies whether higher values in the table are better.
    direction: str = ""

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices; empty if the option has other values."""
        if isinstance(self.values, tuple):
            return self.values
        return ()


@dataclass(frozen=True, kw_only=True)
class Making:
    """The computation of the subject of a figure that does not draw a comparison."""

    #: The function that computes the subject from the table, as ``"module:function"``.
    #: If a method of the comparison computes the subject instead, the second string is
    #: the name of this method.
    from_table: str = ""
    from_comparison: str = ""
    #: The options of the figure that are passed to this method.
    options: tuple[str, ...] = ()
    #: The options of the test that affect the result of this method.
    testing: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class OwnOptions:
    """The options of a figure in addition to the shared options."""

    options: tuple[FigureOption, ...] = ()
    #: Maps each required option to the reason why it is required, such as "shows one
    #: pair".
    needs: Mapping[str, str] = field(default_factory=dict)
    #: How the subject is computed if the figure does not draw a comparison.
    making: Making | None = None

    @property
    def names(self) -> frozenset[str]:
        """The names of the options."""
        return frozenset(option.name for option in self.options)


TITLES = FigureOption(
    name="titles",
    help="Print these titles, in the order of the comparisons.",
    values="",
)
SHOW_RANK_INTERVALS = FigureOption(
    name="show_rank_intervals",
    help="Show the rank interval of each algorithm in a ranked list or in the mcb "
    "figure.",
    values="flag",
    default=False,
)
REFERENCE = FigureOption(
    name="reference",
    help="Compare the other algorithms with this reference in the mcb or forest "
    "figure. With the value pairs, the forest plot shows all pairs.",
    values="NAME|best|pairs",
    default="best",
)
ROPE = FigureOption(
    name="rope",
    help="Set the half-width of the region of practical equivalence in the forest, "
    "pair-matrix and posterior figures.",
    values="NUMBER",
)
PAIR = FigureOption(
    name="pair",
    help="Show these two algorithms in the pair-scatter or posterior figure.",
    values="A B",
    parameters=("first", "second"),
)
ALPHAS = FigureOption(
    name="alphas",
    help="Draw cut lines for these significance levels in the rank-bars figure.",
    values="A,B",
)
FULL = FigureOption(
    name="full",
    help="Show both triangles of the p-value matrix.",
    values="flag",
    default=False,
)
#: Maps each kind of difference to an attribute of the effect sizes and to the name of
#: the difference in figures.
DIFFERENCES = {
    "mean": ("mean_difference", "difference of means"),
    "median": ("median_difference", "median difference"),
    "hodges-lehmann": ("hodges_lehmann", "Hodges–Lehmann difference"),
}
DIFFERENCE = FigureOption(
    name="difference",
    help="Show this kind of difference between algorithms in the pair matrix.",
    values=tuple(DIFFERENCES),
    default="mean",
)
ROWS = FigureOption(
    name="rows",
    help="Show this algorithm as a row of the pair matrix. Repeatable.",
    values="NAME...",
)
COLUMNS = FigureOption(
    name="columns",
    help="Show this algorithm as a column of the pair matrix. Repeatable.",
    values="NAME...",
)
HALF = FigureOption(
    name="half",
    help="Show each pair only once in the pair matrix.",
    values="flag",
    default=False,
)
NAME_FARTHEST = FigureOption(
    name="name_farthest",
    help="Label this number of data sets in the scatter plot, starting with the data "
    "set that is farthest from the diagonal.",
    values=int,
    default=0,
)
OF = FigureOption(
    name="of",
    help="Draw Q–Q plots of the scores, or of the differences from the best-ranked "
    "algorithm, in the assumptions figure.",
    values=ASSUMPTIONS_OF,
    default="scores",
)
COST = FigureOption(
    name="cost",
    help="Read the costs for the score-cost figure from this table. The input options "
    "apply to both SCORES and this table.",
    values="FILE",
    direction="more_is_better",
)
COST_LABEL = FigureOption(
    name="cost_label",
    help="Use this label for the cost axis of the score-cost figure.",
    values="TEXT",
    default="cost",
)
MORE_IS_BETTER = FigureOption(
    name="more_is_better",
    help="Treat higher costs as better in the score-cost figure, for example if the "
    "costs are throughputs.",
    values="flag",
    default=False,
)
AVERAGE = FigureOption(
    name="average",
    help="Use the mean or median of each algorithm's costs in the score-cost figure.",
    values=("mean", "median"),
    default="mean",
)
SCORE = FigureOption(
    name="score",
    help="Show average ranks or mean scores on the vertical axis of the score-cost "
    "figure.",
    values=("rank", "mean"),
    default="rank",
)
PROBABILITY = FigureOption(
    name="probability",
    help="Mark outcomes with at least this probability in the posterior figure.",
    values="NUMBER",
)
SEED = FigureOption(
    name="seed",
    help="Set the random seed for the posterior figure.",
    values=int,
    default=0,
)

#: Maps each figure to the options that it has in addition to the shared options. A
#: figure that has only the shared options does not have an entry.
OWN_OPTIONS = {
    "cd": OwnOptions(options=(SHOW_RANK_INTERVALS,)),
    "rank-bars": OwnOptions(options=(ALPHAS,)),
    "pvalue-matrix": OwnOptions(options=(FULL,)),
    "pair-matrix": OwnOptions(
        options=(
            DIFFERENCE,
            ROWS,
            COLUMNS,
            HALF,
            ROPE,
        ),
    ),
    "pair-scatter": OwnOptions(
        options=(PAIR, NAME_FARTHEST),
        needs={"pair": "shows one pair"},
    ),
    "mcb": OwnOptions(options=(REFERENCE, SHOW_RANK_INTERVALS)),
    "cd-sequence": OwnOptions(options=(TITLES,)),
    "cd-stack": OwnOptions(options=(TITLES,)),
    "assumptions": OwnOptions(
        options=(OF,),
        making=Making(from_table="stats.assumptions:check_assumptions"),
    ),
    "forest": OwnOptions(
        # By default, all pairs are shown if there are few algorithms.
        options=(replace(REFERENCE, default="auto"), ROPE),
    ),
    "score-cost": OwnOptions(
        options=(
            COST,
            COST_LABEL,
            MORE_IS_BETTER,
            AVERAGE,
            SCORE,
        ),
        needs={"cost": "needs the costs as well"},
    ),
    "posterior": OwnOptions(
        options=(
            PAIR,
            ROPE,
            PROBABILITY,
            SEED,
        ),
        needs={"rope": "needs a region of practical equivalence"},
        making=Making(
            from_comparison="posterior",
            options=("rope", "seed"),
            testing=("pair_test",),
        ),
    ),
}


def own_options(key: str) -> OwnOptions:
    """Return the options of a figure in addition to the shared options."""
    return OWN_OPTIONS.get(key, OwnOptions())
