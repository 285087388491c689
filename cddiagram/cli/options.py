"""The options that several commands share.

The options are created from tables of names, help strings, defaults and choices.
Callbacks check the values. They raise a `UsageError` that suggests the most similar
choice.
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
from cddiagram.text import InputError, UsageError, choose_from, likely_level

#: In the metadata of the context, this key refers to the name of the configuration
#: file.
CONFIG_FILE = "cddiagram.config"

#: The kinds of values that an option can have; they are described in `option`.
Kind = str | Collection[str] | Mapping[str, Any]


class _Once(click.Option):
    """An option that cannot be specified twice with different values.

    By default, click would use the last value.
    """

    heading = "Output"  #: The heading under which the help text lists the option.

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """Convert a value.

        If the value was set in a file, errors contain the name of the file.
        """
        try:
            return super().process_value(ctx, value)
        except (UsageError, click.UsageError) as error:
            source = ctx.get_parameter_source(str(self.name))
            if source is not click.core.ParameterSource.DEFAULT_MAP:
                raise
            message = error.args[0]
            if isinstance(error, click.UsageError):
                message = error.format_message()
            raise UsageError(f"{ctx.meta[CONFIG_FILE]}: ", message) from error

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Make the parser check whether the option already has a value."""
        super().add_to_parser(parser, ctx)
        if self.multiple:
            return
        for name in (*self.opts, *self.secondary_opts):
            member = parser._long_opt.get(name) or parser._short_opt[name]
            member.process = partial(self._once, member, member.process)

    def _once(
        self, member: Any, process: Callable[[Any, Any], None], value: Any, state: Any
    ) -> None:
        repeated = member.dest in state.opts
        # A switch may be repeated if its value is the same each time.
        same_switch = self.is_flag and state.opts.get(member.dest) == member.const
        if repeated and not same_switch:
            raise UsageError(self._error_of_repeated())
        process(value, state)

    def _error_of_repeated(self) -> str:
        name = self.opts[0]
        if self.is_flag:
            other = self.secondary_opts[0]
            return f"{name} and {other} cannot be combined. Omit one of them."
        if "," in str(self.metavar):
            return (
                f"{name} occurs twice. Use it once, and separate the values by commas."
            )
        return f"{name} occurs twice. Use it only once."


def option(
    name: str,
    text: str,
    kind: Kind = "NAME",
    *,
    default: Any = None,
    short: str = "",
    heading: str = "Output",
) -> click.Option:
    """Create an option whose help contains the default value.

    If the default is True or False, the option is a switch. `kind` is one of the
    following:

    * a collection of choices;
    * a placeholder for the value, which determines the function that converts it
      (`_READERS`); if the placeholder ends with dots, the option is repeatable;
    * ``"flag"`` for a switch, or ``"on/off"`` for a switch without a default;
    * a mapping of settings for `click.Option`.
    """
    flag = f"--{name.replace('_', '-')}"
    settings: dict[str, Any] = {}
    if default is True or kind == "on/off":
        flag += f"/--no-{flag[2:]}"
        settings["default"] = default
    elif default is False or kind == "flag":
        settings |= {"is_flag": True, "default": False}
    elif isinstance(kind, str):
        value_name = kind.removesuffix("...")
        settings |= {"metavar": value_name, "multiple": value_name != kind}
        if value_name in _READERS:
            settings["callback"] = checked(_READERS[value_name])
    elif isinstance(kind, Mapping):
        settings |= kind
    else:
        settings["callback"] = checked(_one_of(kind))
        settings["metavar"] = f"[{'|'.join(kind)}]"
    if default:
        text_of_default = f"{default:g}" if isinstance(default, float) else default
        settings |= {"default": text_of_default, "show_default": True}
    names = [flag, short] if short else [flag]
    member = _Once(names, help=text, **settings)
    member.heading = heading
    return member


def options(
    heading: str, defaults: Mapping[str, Any], /, **entries: str | tuple[str, Kind]
) -> tuple[click.Option, ...]:
    """Create options from arguments of the form name=help or name=(help, kind).

    If the kind is a collection of choices, the first choice is the default, unless
    `defaults` contains another value.
    """
    members = []
    for name, entry in entries.items():
        text, kind = (entry, "NAME") if isinstance(entry, str) else entry
        first_choice = kind[0] if isinstance(kind, tuple) else None
        default = defaults.get(name, first_choice)
        members.append(option(name, text, kind, default=default, heading=heading))
    return tuple(members)


def checked(
    read: Callable[[str, Any], Any],
) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Return a callback that converts the value of an option unless it is None.

    The function `read` receives the name of the option and the string. It returns the
    value or raises a `UsageError`.
    """

    def callback(context: click.Context, option: click.Parameter, value: Any) -> Any:
        if value is None:
            return None
        return read(option.opts[0], value)

    return callback


def _one_of(choices: Collection[str]) -> Callable[[str, str], str]:
    def read(option: str, value: str) -> str:
        procedures.check_procedure(option, value, choices)
        return value

    return read


def _names(option: str, value: str) -> tuple[str, ...]:
    """Split names at commas.

    Names that contain commas or line breaks are enclosed in double quotes.
    """
    try:
        lines = list(csv.reader(io.StringIO(value, newline=""), skipinitialspace=True))
    except csv.Error as error:
        raise UsageError(
            f"{option} must be a comma-separated list of names ({error}). Use shorter "
            "names."
        ) from error
    if len(lines) > 1:
        raise UsageError(
            f"{option} contains a line break. Enclose the name that contains the line "
            "break in double quotes."
        )
    names = tuple(name.strip() for line in lines for name in line if name.strip())
    # In scripts, an option may have an empty value because a shell variable is empty.
    # An empty value is not the same as an omitted option.
    if not names:
        raise UsageError(
            f"{option} contains no names. Specify names separated by commas, or omit "
            "this option."
        )
    return names


def number(value: str) -> float:
    """Convert a string to a number.

    If this is not possible, the result is NaN, which subsequent checks reject.
    """
    try:
        return float(value)
    except ValueError:
        return math.nan


def _level(option: str, value: str) -> float:
    level = number(value)
    if 0 < level < 1:
        return level
    example = likely_level(number(value.rstrip("% ").replace(",", ".")))
    raise UsageError(f"{option} must be between 0 and 1, not '{value}'. Use {example}.")


def _levels(option: str, value: str) -> tuple[float, ...]:
    return tuple(_level(option, part.strip()) for part in value.split(","))


def _numbers(option: str, value: str) -> tuple[float, ...]:
    values = tuple(number(part) for part in value.split(","))
    if not all(map(math.isfinite, values)):
        raise UsageError(
            f"{option} must be a comma-separated list of numbers, not '{value}'."
        )
    return values


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
    """Return a function that checks values of the form NAME=VALUE.

    The function `assigned` splits the values when the names are known.
    """

    def read(option: str, values: Sequence[str]) -> Sequence[str]:
        for text in values:
            if "=" not in text:
                raise UsageError(f"{option} must be {called}, not '{text}'.")
        return values

    return read


def _colors(option: str, values: Sequence[str]) -> Sequence[str]:
    """Check that the values are one palette or have the form NAME=COLOR."""
    for text in values:
        if "=" not in text and len(values) > 1:
            raise UsageError(
                f"{option} must be either a single palette or one NAME=COLOR for each "
                f"name, but '{text}' was combined with another value."
            )
        if "=" not in text and text not in PALETTES:
            raise UsageError(choose_from(option, text, PALETTES, ", or use NAME=COLOR"))
    return values


def _families(option: str, values: Sequence[str]) -> dict[str, str]:
    """Parse items of the form FAMILY=A,B,C, and return the family of each name."""
    family_of: dict[str, str] = {}
    for text in values:
        family, _, names = text.partition("=")
        if not family.strip() or not names.strip(' ",'):
            raise UsageError(f"{option} must be FAMILY=A,B,C, not '{text}'.")
        for name in _names(option, names):
            earlier = family_of.setdefault(name, family)
            if earlier != family:
                raise UsageError(
                    f"{option} assigns '{name}' to both '{earlier}' and '{family}'. "
                    "Omit one of them."
                )
    return family_of


#: Maps each kind of value to the function that converts a string to such a value.
#: Values of all other kinds remain strings.
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
    """Return a function that raises an error for standard output, which has no suffix."""

    def read(option: str, value: str | tuple[str, ...]) -> str | tuple[str, ...]:
        if "-" in (value if isinstance(value, tuple) else (value,)):
            raise UsageError(
                f"{option} - does not specify a format. Specify a file{otherwise}."
            )
        return value

    return checked(read)


def _file_or_none(option: str, value: str) -> str | None:
    if value == "-":
        return None
    return value


SCORES = click.Argument(["scores"], metavar="SCORES")
OUTPUT = option(
    "output",
    "Write to this file instead of standard output ('-').",
    {"callback": checked(_file_or_none), "metavar": "FILE"},
    short="-o",
)
QUIET = option(
    "quiet",
    "Print only errors and warnings to standard error.",
    "flag",
    short="-q",
)
ALPHA = ("Set the significance level.", "LEVEL")
#: The options for the input file, which are shared by scores and histories.
SOURCE: Mapping[str, str | tuple[str, Kind]] = {
    "select": (
        "Keep only the rows in which the column has the specified value. Repeatable.",
        "COLUMN=VALUE...",
    ),
    "sheet": (
        "Read the sheet with this name or number from a workbook.  [default: the "
        "first visible one]"
    ),
    "encoding": (
        "Decode text files with this encoding, such as cp1252.  [default: utf-8]"
    ),
    "decimal": (
        "Use a point or a comma as the decimal separator. The other character is "
        "treated as a thousands separator.",
        procedures.READING_CHOICES["decimal"],
    ),
}

#: This placeholder represents a width in the help text.
WIDTH = "column|page|LENGTH"
*_OTHER_VENUES, _LAST_VENUE = VENUES
#: The possible widths, as described in the help text.
WIDTHS = (
    "column (3.3 in), page (6.75 in), a length (88mm, 8.8cm, 252pt, 3.3in), or the "
    "column width or page width of a venue, such as ieee-column or nature-page. The "
    f"supported venues are {', '.join(_OTHER_VENUES)} and {_LAST_VENUE}."
)
TABLE_WIDTH = (f"Fit LaTeX tables to this width: {WIDTHS}", WIDTH)

#: The options of `read_scores`.
READING = options(
    "Input",
    {"decimal": None, "missing": "error"},
    lower_is_better=(
        "Treat lower scores as better, for example if the scores are errors or times.",
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
        "Read a table in which rows are algorithms and columns are data sets.",
        "flag",
    ),
    runs_in_names=(
        "Treat names such as iris_fold1 or SVM_seed2 as runs of iris or SVM.",
        "flag",
    ),
    clean=(
        "Read only the number in cells such as 94.6%, 0.717 ± 0.01, 62.2 (0.5) or "
        "66.3*, and in cells with LaTeX markup. The number of changed cells is "
        "reported.",
        "flag",
    ),
    sheet=SOURCE["sheet"],
    encoding=SOURCE["encoding"],
    decimal=SOURCE["decimal"],
    missing=(
        "Specify how to handle missing scores: raise an error, drop data sets or "
        "algorithms, impute the worst score or the score of a baseline, or use the "
        "available scores of each pair.",
        "|".join(procedures.MISSING_SCORES),
    ),
    runs=(
        "Use the mean or median of the scores of several runs or folds.",
        procedures.READING_CHOICES["runs"],
    ),
    dataset_column="Read the names of data sets from this column. Use 'none' to "
    "number the rows.",
    algorithm_column=(
        "Read the names of algorithms in a long table from this column. Use 'none' "
        "for a wide table."
    ),
    score_column="Read the scores in a long table from this column.",
    group_column="Group the data sets in the table of scores (--table scores) by "
    "this column.",
    run_column=(
        "Read the names of runs from this column. Use 'none' if such a column does "
        "not exist. Repeatable.",
        "NAME...",
    ),
)

#: The options of `compare`.
TESTING = options(
    "Tests",
    {"alpha": 0.05},
    control=(
        "Compare all other algorithms with this control. With the value best, the "
        "control is the best-ranked algorithm.",
        "NAME|best",
    ),
    ranking=("Rank the algorithms with this method.", procedures.CHOICES["ranking"]),
    pair_test=(
        "Compare each pair of algorithms with this test.",
        procedures.CHOICES["pair_test"],
    ),
    p_adjust=(
        "Adjust p-values for multiple comparisons. By default (auto), Nemenyi's "
        "procedure is used for average ranks, Bonferroni's procedure for average "
        "ranks with a control, and Holm's procedure for all other tests.",
        procedures.adjustment_choices(),
    ),
    alpha=ALPHA,
    zeros=(
        "Handle zero differences in the Wilcoxon test with this method.",
        procedures.CHOICES["zeros"],
    ),
    tie_correction=(
        "Use the variance with or without a correction for tied ranks.  [default: "
        "depends on the test]",
        "on/off",
    ),
    variance=(
        "Use this variance in tests on Quade ranks.",
        procedures.CHOICES["variance"],
    ),
    method=(
        "Compute p-values with this method. By default (auto), tests on average ranks "
        "are exact if the number of algorithms is small.",
        procedures.CHOICES["method"],
    ),
)


#: The options for comparisons of average ranks, which correspond to the arguments of
#: `compare_ranks`.
RANKS = options(
    "Input",
    {},
    average_ranks=(
        "Read average ranks instead of scores. The file must contain two columns "
        "(names and ranks), or a header with the names and one row of ranks.",
        "flag",
    ),
    n_datasets=(
        "Specify the number of data sets on which the average ranks (--average-ranks) "
        "are based.",
        {"type": click.IntRange(min=2), "metavar": "N"},
    ),
)
#: The input and test options that apply to average ranks.
_WITH_RANKS = ("control", "p_adjust", "alpha", "sheet", "encoding", "decimal")


def of_average_ranks(context: click.Context, values: Mapping[str, Any]) -> bool:
    """Return whether the command reads average ranks instead of scores.

    Raise an error if an option does not apply in this case.
    """
    if not values["average_ranks"]:
        if values["n_datasets"] is not None:
            raise UsageError(
                "--n-datasets applies only to --average-ranks, because a table of "
                "scores determines the number of data sets. Omit --n-datasets."
            )
        return False
    if values["n_datasets"] is None:
        raise UsageError(
            "--average-ranks requires the number of data sets. Pass --n-datasets N."
        )
    for member in given(context, (*READING, *TESTING)):
        if member.name not in _WITH_RANKS:
            raise UsageError(
                f"{member.opts[0]} does not apply to --average-ranks. Omit this option."
            )
    return True


def take(values: Mapping[str, Any], options: Sequence[click.Option]) -> dict[str, Any]:
    """Return the values of the specified options as a dict."""
    return {str(member.name): values[str(member.name)] for member in options}


def given(
    context: click.Context, options: Sequence[click.Option]
) -> list[click.Option]:
    """Return the options that were specified on the command line."""
    source = click.core.ParameterSource.COMMANDLINE
    return [
        member
        for member in options
        if context.get_parameter_source(str(member.name)) is source
    ]


def reading(
    values: Mapping[str, Any], options: Sequence[click.Option] = READING
) -> dict[str, Any]:
    """Return the keyword arguments of `read_scores`.

    If `options` contains the options of `read_histories`, return the keyword arguments
    of that function.
    """
    keywords = take(values, options)
    if "lower_is_better" in keywords:
        keywords["higher_is_better"] = not keywords.pop("lower_is_better")
    selection: dict[str, str] = {}
    for text in keywords["select"]:
        column, _, value = text.partition("=")
        earlier = selection.setdefault(column, value)
        if earlier != value:
            raise UsageError(
                f"--select contains two values for '{column}': '{earlier}' and "
                f"'{value}'. Specify only one value."
            )
    keywords["select"] = selection
    keywords["run_column"] = keywords["run_column"] or None
    return keywords


def assigned(
    texts: Sequence[str], algorithms: Sequence[str], what: str = "algorithm"
) -> dict[str, str] | None:
    """Convert items of the form NAME=VALUE to a dict. Names may contain ``=``.

    The argument `what` describes the names in error messages.
    """
    values: dict[str, str] = {}
    for text in texts:
        parts = text.split("=")
        # Names may contain equals signs, so the longest possible name is tried first.
        names = ["=".join(parts[:count]) for count in range(len(parts) - 1, 0, -1)]
        name = next((name for name in names if name in algorithms), None)
        if name is None:
            raise InputError(choose_from(what, names[-1], algorithms))
        values[name] = text[len(name) + 1 :]
    return values or None
