"""The options that commands share, made from tables of names, helps and what the
package says of defaults and choices.

Values are checked by callbacks that raise `UsageError` in the words of the package: the
nearest choice is named.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

import click

from cddiagram import procedures
from cddiagram.sheet import PALETTES, VENUES, page_width
from cddiagram.text import InputError, UsageError, choose_from

#: Under what a command keeps the name of the file that gave some of its options.
CONFIG_FILE = "cddiagram.config"

#: What an option takes: see `option`.
Kind = str | Collection[str] | Mapping[str, Any]


class _Once(click.Option):
    """An option that cannot be given twice with two values, of which click would take
    the last.
    """

    heading = "Output"  #: The group of the help that contains it.

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """Name the file that gave a value that is refused."""
        try:
            return super().process_value(ctx, value)
        except (UsageError, click.UsageError) as error:
            if (
                ctx.get_parameter_source(str(self.name))
                is not click.core.ParameterSource.DEFAULT_MAP
            ):
                raise
            said = (
                error.format_message()
                if isinstance(error, click.UsageError)
                else error.args[0]
            )
            raise UsageError(f"{ctx.meta[CONFIG_FILE]}: ", said) from error

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Have the parser look whether there is a value already."""
        super().add_to_parser(parser, ctx)
        if self.multiple:
            return
        for name in (*self.opts, *self.secondary_opts):
            member = parser._long_opt.get(name) or parser._short_opt[name]
            member.process = partial(self._once, member, member.process)

    def _once(
        self, member: Any, process: Callable[[Any, Any], None], value: Any, state: Any
    ) -> None:
        # A switch that is on already may be switched on again.
        if member.dest in state.opts and not (
            self.is_flag and state.opts[member.dest] == member.const
        ):
            if self.is_flag:
                both = f"{self.opts[0]} and {self.secondary_opts[0]}"
                raise UsageError(f"{both} contradict each other: leave one out.")
            values = ", values divided by commas" if "," in str(self.metavar) else ""
            raise UsageError(f"{self.opts[0]} is given twice: give it once{values}.")
        process(value, state)


def option(
    name: str,
    text: str,
    kind: Kind = "NAME",
    *,
    default: Any = None,
    short: str = "",
    heading: str = "Output",
) -> click.Option:
    """Make an option that shows its default and stands under a heading of the help;
    True or False make a switch.

    `kind` are the words that it chooses from, or what its value is called, by which
    `_READERS` finds how it is read (with dots behind it may be given again),
    ``"flag"``, ``"on/off"`` where neither is the default, or settings.
    """
    flag = f"--{name.replace('_', '-')}"
    settings: dict[str, Any] = {}
    if default is True or kind == "on/off":
        flag += f"/--no-{flag[2:]}"
        settings = {"default": default}
    elif default is False or kind == "flag":
        settings = {"is_flag": True, "default": False}
    elif isinstance(kind, str):
        called = kind.removesuffix("...")
        settings = {"metavar": called, "multiple": called != kind}
        if called in _READERS:
            settings["callback"] = checked(_READERS[called])
    elif isinstance(kind, Mapping):
        settings |= kind
    else:
        settings = {
            "callback": checked(_one_of(kind)),
            "metavar": f"[{'|'.join(kind)}]",
        }
    if default:
        settings |= {
            "default": f"{default:g}" if isinstance(default, float) else default,
            "show_default": True,
        }
    made = _Once([flag, *([short] if short else [])], help=text, **settings)
    made.heading = heading
    return made


def options(
    heading: str, defaults: Mapping[str, Any], /, **entries: str | tuple[str, Kind]
) -> tuple[click.Option, ...]:
    """Make options from name=help or name=(help, kind): with their defaults, or the
    first word to choose from.
    """
    made = []
    for name, entry in entries.items():
        text, kind = (entry, "NAME") if isinstance(entry, str) else entry
        default = defaults.get(name, kind[0] if isinstance(kind, tuple) else None)
        made.append(option(name, text, kind, default=default, heading=heading))
    return tuple(made)


def checked(
    read: Callable[[str, Any], Any],
) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Make a callback of what takes an option and its value, and returns what it stands
    for or raises `UsageError`.
    """
    return lambda context, option, value: (
        None if value is None else read(option.opts[0], value)
    )


def _one_of(choices: Collection[str]) -> Callable[[str, str], str]:
    def read(option: str, value: str) -> str:
        procedures.check_procedure(option, value, choices)
        return value

    return read


def _names(option: str, value: str) -> tuple[str, ...]:
    """Divide names at commas; a name that holds a comma or a line break stands in
    double quotes.
    """
    try:
        lines = list(csv.reader(io.StringIO(value, newline=""), skipinitialspace=True))
    except csv.Error as error:
        raise UsageError(
            f"{option} are no names divided by commas ({error}): give shorter ones."
        ) from error
    if len(lines) > 1:
        raise UsageError(
            f"{option} holds a line break: put the name that it belongs to in double "
            "quotes."
        )
    names = tuple(name.strip() for line in lines for name in line if name.strip())
    # as of a variable of a script that is empty: not as if the option were not there
    if not names:
        raise UsageError(
            f"{option} names nothing: give names divided by commas, or leave it out."
        )
    return names


def number(value: str) -> float:
    """Read a number; NaN, which no check accepts, where there is none."""
    try:
        return float(value)
    except ValueError:
        return math.nan


def _level(option: str, value: str) -> float:
    if not 0 < number(value) < 1:
        meant = number(value.rstrip("% ").replace(",", "."))
        meant = meant / 100 if meant >= 1 else meant
        remedy = f"write {meant:g}" if 0 < meant < 1 else "0.05 is usual"
        raise UsageError(f"{option} must lie between 0 and 1, not '{value}': {remedy}.")
    return number(value)


def _levels(option: str, value: str) -> tuple[float, ...]:
    return tuple(_level(option, part.strip()) for part in value.split(","))


def _numbers(option: str, value: str) -> tuple[float, ...]:
    found = tuple(number(part) for part in value.split(","))
    if not all(map(math.isfinite, found)):
        raise UsageError(f"{option} must be numbers divided by commas, not '{value}'.")
    return found


def _missing(option: str, value: str) -> str:
    procedures.check_missing(option, value)
    return value


def _width(option: str, value: str) -> str | float:
    width = value if math.isnan(number(value)) else number(value)
    page_width(width)
    return width


def _positive(option: str, value: str) -> float:
    if not 0 < number(value) < math.inf:
        raise UsageError(f"{option} must be a positive number, not '{value}'.")
    return number(value)


def _rank_range(option: str, value: str) -> str | tuple[float, float]:
    low, _, high = value.partition(",")
    if value in procedures.CD_CHOICES["rank_range"]:
        return value
    if not (math.isfinite(number(low)) and math.isfinite(number(high))):
        raise UsageError(
            f"{option} must be 'auto', 'full', 'data' or LOW,HIGH, not '{value}'."
        )
    return number(low), number(high)


def _assignments(called: str) -> Callable[[str, Sequence[str]], Sequence[str]]:
    """Take NAME=VALUE; which ``=`` divides the two is settled by `assigned`, when the
    names are known.
    """

    def read(option: str, values: Sequence[str]) -> Sequence[str]:
        for text in values:
            if "=" not in text:
                raise UsageError(f"{option} must be {called}, not '{text}'.")
        return values

    return read


def _colors(option: str, values: Sequence[str]) -> Sequence[str]:
    """Take one palette, or NAME=COLOR for each name."""
    for text in values:
        if "=" not in text and len(values) > 1:
            raise UsageError(
                f"{option} is one palette, or NAME=COLOR for each name, not '{text}' "
                "beside another."
            )
        if "=" not in text and text not in PALETTES:
            raise UsageError(
                choose_from(option, text, PALETTES, ", or give NAME=COLOR")
            )
    return values


def _families(option: str, values: Sequence[str]) -> dict[str, str]:
    """Return the family of each name."""
    found: dict[str, str] = {}
    for text in values:
        family, _, names = text.partition("=")
        if not family.strip() or not names.strip(' ",'):
            raise UsageError(f"{option} must be FAMILY=A,B,C, not '{text}'.")
        for name in _names(option, names):
            if found.setdefault(name, family) != family:
                raise UsageError(
                    f"{option} has '{name}' in '{found[name]}' and in '{family}': "
                    "leave one out."
                )
    return found


#: What a value is called -> what reads it; any other is taken as it stands.
_READERS: dict[str, Callable[[str, Any], Any]] = {
    **dict.fromkeys(("A,B,C", "X,Y,Z", "NAMES"), _names),
    **dict.fromkeys(("POINTS", "DPI", "NUMBER"), _positive),
    **{called: _assignments(called) for called in ("COLUMN=VALUE", "NAME=TEXT")},
    "NAME=COLOR|PALETTE": _colors,
    "FAMILY=A,B,C": _families,
    "LEVEL": _level,
    "NUMBERS": _numbers,
    "|".join(procedures.MISSING_SCORES): _missing,
    "A,B": _levels,
    "column|page|LENGTH": _width,
    "auto|full|data|LOW,HIGH": _rank_range,
}


def suffixed(
    otherwise: str = "",
) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Refuse standard output where the suffix of a file decides the format."""

    def read(option: str, value: str | tuple[str, ...]) -> str | tuple[str, ...]:
        if "-" in (value if isinstance(value, tuple) else (value,)):
            raise UsageError(
                f"{option} - has no suffix, which decides the format: name a "
                f"file{otherwise}."
            )
        return value

    return checked(read)


SCORES = click.Argument(["scores"], metavar="SCORES")
OUTPUT = option(
    "output",
    "Write to this file instead of standard output ('-').",
    {
        "callback": checked(lambda option, value: None if value == "-" else value),
        "metavar": "FILE",
    },
    short="-o",
)
QUIET = option(
    "quiet",
    "Print only errors and warnings on standard error.",
    "flag",
    short="-q",
)
ALPHA = ("Set the significance level.", "LEVEL")
#: The options of scores and of histories about the file.
SOURCE: Mapping[str, str | tuple[str, Kind]] = {
    "select": (
        "Keep only rows with this value in this column. Repeatable.",
        "COLUMN=VALUE...",
    ),
    "sheet": (
        "Read this sheet of a workbook, by name or number.  [default: the first "
        "visible one]"
    ),
    "encoding": (
        "Decode text with this encoding, for example cp1252.  [default: utf-8]"
    ),
    "decimal": (
        "Use this decimal sign. The other sign separates thousands.",
        procedures.READING_CHOICES["decimal"],
    ),
}

#: Of tables for LaTeX, as of figures.
WIDTH = "column|page|LENGTH"
#: Which widths there are.
WIDTHS = (
    "column (3.3 in), page (6.75 in), the column or page of a venue, such as "
    "ieee-column and nature-page "
    f"({', '.join(VENUES)}), or a length: 88mm, 8.8cm, 252pt, 3.3in."
)
TABLE_WIDTH = (f"Fit LaTeX tables to this width: {WIDTHS}", WIDTH)

#: How the table is read: `read_scores`.
READING = options(
    "Input",
    {"decimal": None, "missing": "error"},
    lower_is_better=(
        "Treat lower scores as better (errors, losses, times, ranks).",
        "flag",
    ),
    algorithms=("Keep only these algorithms.", "A,B,C"),
    exclude=("Drop these algorithms or columns.", "A,B,C"),
    exclude_datasets=("Drop these data sets or rows.", "X,Y,Z"),
    select=SOURCE["select"],
    keep=(
        "Accept these rows, columns or scores, which would otherwise raise an error.",
        "NAMES",
    ),
    transpose=(
        "Read a table whose rows are algorithms and whose columns are data sets.",
        "flag",
    ),
    runs_in_names=(
        "Combine names such as iris_fold1 and SVM_seed2, which are runs of iris and "
        "SVM.",
        "flag",
    ),
    clean=(
        "Read 94.6%, 0.717 ± 0.01, 62.2 (0.5), 66.3* and LaTeX markup as plain "
        "numbers, and report how many were changed.",
        "flag",
    ),
    sheet=SOURCE["sheet"],
    encoding=SOURCE["encoding"],
    decimal=SOURCE["decimal"],
    missing=(
        "Handle missing scores: raise an error, drop data sets or algorithms, insert "
        "the worst or a baseline's score, or use the available scores of each pair.",
        "|".join(procedures.MISSING_SCORES),
    ),
    runs=(
        "Combine runs or folds by their mean or median.",
        procedures.READING_CHOICES["runs"],
    ),
    dataset_column="Read data set names from this column. Use 'none' to number the rows.",
    algorithm_column=(
        "Read algorithm names from this column (long table). Use 'none' for a wide table."
    ),
    score_column="Read scores from this column (long table).",
    group_column="Group the data sets of --table scores by this column.",
    run_column=(
        "Read run indices from this column. Use 'none' if there are none. Repeatable.",
        "NAME...",
    ),
)

#: How it is tested: `compare`.
TESTING = options(
    "Tests",
    {"alpha": 0.05},
    control=(
        "Compare all other algorithms with this one, or with the best-ranked.",
        "NAME|best",
    ),
    ranking=("Rank the algorithms in this way.", procedures.CHOICES["ranking"]),
    pair_test=("Compare each pair with this test.", procedures.CHOICES["pair_test"]),
    p_adjust=(
        "Adjust p-values for multiple comparisons; auto: nemenyi on average ranks, "
        "bonferroni with a control, otherwise holm.",
        procedures.adjustment_choices(),
    ),
    alpha=ALPHA,
    zeros=(
        "Treat zero differences in Wilcoxon's test in this way.",
        procedures.CHOICES["zeros"],
    ),
    tie_correction=(
        "Correct the variance for ties, or do not.  [default: depends on the test]",
        "on/off",
    ),
    variance=("Use this variance for Quade ranks.", procedures.CHOICES["variance"]),
    method=(
        "Compute p-values in this way; auto is exact on average ranks of few algorithms.",
        procedures.CHOICES["method"],
    ),
)


#: What stands in the place of scores where only average ranks are known:
#: `compare_ranks`.
RANKS = options(
    "Input",
    {},
    average_ranks=(
        "Read SCORES as average ranks: two columns (names and ranks), or a header of "
        "names and one row of ranks.",
        "flag",
    ),
    n_datasets=(
        "Specify the number of data sets on which the average ranks "
        "(--average-ranks) are based.",
        {"type": click.IntRange(min=2), "metavar": "N"},
    ),
)
#: The options that go with average ranks; of the others those that stand on the command
#: line are refused.
_WITH_RANKS = ("control", "p_adjust", "alpha", "sheet", "encoding", "decimal")


def of_average_ranks(context: click.Context, values: Mapping[str, Any]) -> bool:
    """Whether average ranks are given in the place of scores; refuse what has no
    meaning then, or only then.
    """
    if not values["average_ranks"]:
        if values["n_datasets"] is not None:
            raise UsageError(
                "--n-datasets goes with --average-ranks: of scores they are counted; "
                "leave it out."
            )
        return False
    if values["n_datasets"] is None:
        raise UsageError(
            "--average-ranks needs the number of data sets as well: pass --n-datasets "
            "N."
        )
    for member in given(context, (*READING, *TESTING)):
        if member.name not in _WITH_RANKS:
            raise UsageError(
                f"{member.opts[0]} has no meaning for --average-ranks: leave it out."
            )
    return True


def take(values: Mapping[str, Any], options: Sequence[click.Option]) -> dict[str, Any]:
    """Pick the values of a group of options by the names of its members."""
    return {str(member.name): values[str(member.name)] for member in options}


def given(
    context: click.Context, options: Sequence[click.Option]
) -> list[click.Option]:
    """List the options that stand on the command line."""
    source = click.core.ParameterSource.COMMANDLINE
    return [
        member
        for member in options
        if context.get_parameter_source(str(member.name)) is source
    ]


def reading(
    values: Mapping[str, Any], options: Sequence[click.Option] = READING
) -> dict[str, Any]:
    """Return the keywords of `read_scores`, or of `read_histories` by its options."""
    keywords = take(values, options)
    if "lower_is_better" in keywords:
        keywords["higher_is_better"] = not keywords.pop("lower_is_better")
    chosen: dict[str, str] = {}
    for text in keywords["select"]:
        column, _, value = text.partition("=")
        if chosen.setdefault(column, value) != value:
            raise UsageError(
                f"--select gives '{column}' two values, '{chosen[column]}' and "
                f"'{value}': give one."
            )
    return keywords | {"run_column": keywords["run_column"] or None, "select": chosen}


def assigned(
    texts: Sequence[str], algorithms: Sequence[str], what: str = "algorithm"
) -> dict[str, str] | None:
    """Divide NAME=VALUE texts where NAME is an algorithm (or what else); names may hold
    ``=`` themselves.
    """
    found: dict[str, str] = {}
    for text in texts:
        parts = text.split("=")
        heads = ["=".join(parts[:i]) for i in range(len(parts) - 1, 0, -1)]
        head = next((head for head in heads if head in algorithms), None)
        if head is None:
            raise InputError(choose_from(what, heads[-1], algorithms))
        found[head] = text[len(head) + 1 :]
    return found or None
