"""Options that commands share, made from tables of names, help strings, defaults and
choices.

Values are checked by callbacks that raise `UsageError` with the nearest choice.
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

#: The key in a context for the name of the file that sets some of its options.
CONFIG_FILE = "cddiagram.config"

#: The kind of values of an option; see `option`.
Kind = str | Collection[str] | Mapping[str, Any]


class _Once(click.Option):
    """An option that cannot be given twice with two values; click would use the last."""

    heading = "Output"  #: The group of options in the help text.

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """Read a value; an error about a value from a file names the file."""
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
        """Let the parser check whether the option already has a value."""
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
        # A switch may be repeated with the same value.
        same_switch = self.is_flag and state.opts.get(member.dest) == member.const
        if repeated and not same_switch:
            raise UsageError(self._error_of_repeated())
        process(value, state)

    def _error_of_repeated(self) -> str:
        name = self.opts[0]
        if self.is_flag:
            other = self.secondary_opts[0]
            return f"{name} and {other} contradict each other. Omit one."
        if "," in str(self.metavar):
            return (
                f"{name} occurs twice. Give it once, with values separated by commas."
            )
        return f"{name} occurs twice. Give it once."


def option(
    name: str,
    text: str,
    kind: Kind = "NAME",
    *,
    default: Any = None,
    short: str = "",
    heading: str = "Output",
) -> click.Option:
    """Return an option that prints its default, under a heading of the help.

    The option is a switch if the default is True or False. `kind` is one of

    * the choices;
    * the name of the value, which determines the reader (`_READERS`); the option may be
      repeated if it ends with dots;
    * ``"flag"`` for a switch, or ``"on/off"`` for a switch without a default;
    * settings of `click.Option`.
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
    """Return options from name=help or name=(help, kind).

    The default of choices is the first one, unless `defaults` contains another.
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
    """Return a callback that reads the value of an option, if there is one.

    `read` receives the option and the text, and returns the value or raises
    `UsageError`.
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
    """Split names at commas; double quotes enclose a name with a comma or line break."""
    try:
        lines = list(csv.reader(io.StringIO(value, newline=""), skipinitialspace=True))
    except csv.Error as error:
        raise UsageError(
            f"{option} must be names separated by commas ({error}). Give shorter names."
        ) from error
    if len(lines) > 1:
        raise UsageError(
            f"{option} contains a line break. Put the name with the line break in "
            "double quotes."
        )
    names = tuple(name.strip() for line in lines for name in line if name.strip())
    # An empty shell variable in a script does not mean that the option is missing.
    if not names:
        raise UsageError(
            f"{option} contains no names. Give names separated by commas, or omit it."
        )
    return names


def number(value: str) -> float:
    """Read a number; NaN, which no check accepts, if it is not one."""
    try:
        return float(value)
    except ValueError:
        return math.nan


def _level(option: str, value: str) -> float:
    level = number(value)
    if 0 < level < 1:
        return level
    example = likely_level(number(value.rstrip("% ").replace(",", ".")))
    raise UsageError(
        f"{option} must be between 0 and 1, not '{value}'. Write {example}."
    )


def _levels(option: str, value: str) -> tuple[float, ...]:
    return tuple(_level(option, part.strip()) for part in value.split(","))


def _numbers(option: str, value: str) -> tuple[float, ...]:
    values = tuple(number(part) for part in value.split(","))
    if not all(map(math.isfinite, values)):
        raise UsageError(
            f"{option} must be numbers separated by commas, not '{value}'."
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
    """Return a reader of NAME=VALUE; `assigned` splits it when the names are known."""

    def read(option: str, values: Sequence[str]) -> Sequence[str]:
        for text in values:
            if "=" not in text:
                raise UsageError(f"{option} must be {called}, not '{text}'.")
        return values

    return read


def _colors(option: str, values: Sequence[str]) -> Sequence[str]:
    """Read one palette, or NAME=COLOR for each name."""
    for text in values:
        if "=" not in text and len(values) > 1:
            raise UsageError(
                f"{option} must be one palette or NAME=COLOR for each name, not '{text}' "
                "and another value."
            )
        if "=" not in text and text not in PALETTES:
            raise UsageError(
                choose_from(option, text, PALETTES, ", or give NAME=COLOR")
            )
    return values


def _families(option: str, values: Sequence[str]) -> dict[str, str]:
    """Return the family of each name."""
    family_of: dict[str, str] = {}
    for text in values:
        family, _, names = text.partition("=")
        if not family.strip() or not names.strip(' ",'):
            raise UsageError(f"{option} must be FAMILY=A,B,C, not '{text}'.")
        for name in _names(option, names):
            earlier = family_of.setdefault(name, family)
            if earlier != family:
                raise UsageError(
                    f"{option} contains '{name}' in '{earlier}' and in '{family}'. Omit "
                    "one."
                )
    return family_of


#: Kind of values -> the function that converts them. Values of other kinds are not
#: converted.
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
    """Return a reader that rejects standard output, which has no suffix."""

    def read(option: str, value: str | tuple[str, ...]) -> str | tuple[str, ...]:
        if "-" in (value if isinstance(value, tuple) else (value,)):
            raise UsageError(
                f"{option} - has no suffix, which determines the format. Name a "
                f"file{otherwise}."
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
    "Print only errors and warnings on standard error.",
    "flag",
    short="-q",
)
ALPHA = ("Set the significance level.", "LEVEL")
#: The options for the input file, which are shared by scores and histories.
SOURCE: Mapping[str, str | tuple[str, Kind]] = {
    "select": (
        "Keep only the rows with the specified value in a column. Repeatable.",
        "COLUMN=VALUE...",
    ),
    "sheet": (
        "Read the sheet with this name or number from a workbook.  [default: the "
        "first visible one]"
    ),
    "encoding": (
        "Decode text files with this encoding, for example cp1252.  [default: utf-8]"
    ),
    "decimal": (
        "Use this decimal separator. The other character is treated as a thousands "
        "separator.",
        procedures.READING_CHOICES["decimal"],
    ),
}

#: The placeholder for the value of a width.
WIDTH = "column|page|LENGTH"
*_OTHER_VENUES, _LAST_VENUE = VENUES
#: The possible widths, for help texts.
WIDTHS = (
    "column (3.3 in), page (6.75 in), a length (88mm, 8.8cm, 252pt, 3.3in), or the "
    "column width or page width of a venue, such as ieee-column or nature-page. The "
    f"supported venues are {', '.join(_OTHER_VENUES)} and {_LAST_VENUE}."
)
TABLE_WIDTH = (f"Fit LaTeX tables to the width {WIDTHS}", WIDTH)

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
        "66.3*, and in cells with LaTeX markup. Report how many cells were changed.",
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
        "Combine runs or folds by their mean or median.",
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
        "Compare all other algorithms with this control, or with the best-ranked "
        "algorithm if the value is best.",
        "NAME|best",
    ),
    ranking=("Rank the algorithms by this method.", procedures.CHOICES["ranking"]),
    pair_test=("Compare each pair with this test.", procedures.CHOICES["pair_test"]),
    p_adjust=(
        "Adjust p-values for multiple comparisons. By default (auto), Nemenyi's "
        "procedure is used for average ranks, Bonferroni's procedure for average "
        "ranks with a control, and Holm's procedure for all other tests.",
        procedures.adjustment_choices(),
    ),
    alpha=ALPHA,
    zeros=(
        "Handle zero differences in the Wilcoxon test by this method.",
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
        "Compute p-values by this method. By default (auto), tests on average ranks "
        "are exact if the number of algorithms is small.",
        procedures.CHOICES["method"],
    ),
)


#: The options for average ranks instead of scores, as in `compare_ranks`.
RANKS = options(
    "Input",
    {},
    average_ranks=(
        "Read average ranks from SCORES. The file contains two columns (names and "
        "ranks), or a header with names and one row of ranks.",
        "flag",
    ),
    n_datasets=(
        "Specify the number of data sets on which the average ranks (--average-ranks) "
        "are based.",
        {"type": click.IntRange(min=2), "metavar": "N"},
    ),
)
#: The options that can be combined with average ranks.
_WITH_RANKS = ("control", "p_adjust", "alpha", "sheet", "encoding", "decimal")


def of_average_ranks(context: click.Context, values: Mapping[str, Any]) -> bool:
    """Return whether average ranks are given instead of scores.

    Raises an error for options that do not apply in this case, or only in the other.
    """
    if not values["average_ranks"]:
        if values["n_datasets"] is not None:
            raise UsageError(
                "--n-datasets applies only to --average-ranks, because the data sets of "
                "scores are counted. Omit it."
            )
        return False
    if values["n_datasets"] is None:
        raise UsageError(
            "--average-ranks requires the number of data sets. Pass --n-datasets N."
        )
    for member in given(context, (*READING, *TESTING)):
        if member.name not in _WITH_RANKS:
            raise UsageError(
                f"{member.opts[0]} does not apply to --average-ranks. Omit it."
            )
    return True


def take(values: Mapping[str, Any], options: Sequence[click.Option]) -> dict[str, Any]:
    """Return the values of some options, by their names."""
    return {str(member.name): values[str(member.name)] for member in options}


def given(
    context: click.Context, options: Sequence[click.Option]
) -> list[click.Option]:
    """Return the options on the command line."""
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
    selection: dict[str, str] = {}
    for text in keywords["select"]:
        column, _, value = text.partition("=")
        earlier = selection.setdefault(column, value)
        if earlier != value:
            raise UsageError(
                f"--select contains two values for '{column}', '{earlier}' and "
                f"'{value}'. Give one."
            )
    keywords["select"] = selection
    keywords["run_column"] = keywords["run_column"] or None
    return keywords


def assigned(
    texts: Sequence[str], algorithms: Sequence[str], what: str = "algorithm"
) -> dict[str, str] | None:
    """Return the value of each name from texts NAME=VALUE; names may contain ``=``.

    The names are algorithms, or `what` states what they are.
    """
    values: dict[str, str] = {}
    for text in texts:
        parts = text.split("=")
        # The longest name is tried first.
        names = ["=".join(parts[:count]) for count in range(len(parts) - 1, 0, -1)]
        name = next((name for name in names if name in algorithms), None)
        if name is None:
            raise InputError(choose_from(what, names[-1], algorithms))
        values[name] = text[len(name) + 1 :]
    return values or None
