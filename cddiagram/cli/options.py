"""The options that commands share, in groups, and what checks their values.

Values are checked by callbacks that raise `UsageError` in the words of the package: the nearest choice is named.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Collection, Sequence
from typing import Any

import click

from cddiagram.errors import InputError, UsageError, choose_from
from cddiagram.procedures import (
    METHODS,
    PAIR_TEST_CHOICES,
    RANKING_CHOICES,
    ROM_CRITICAL,
    VARIANCES,
    ZEROS,
    adjustment_choices,
)
from cddiagram.sheet.look import NAMED_WIDTHS

#: Takes what click hands over, gives the value or raises `UsageError`.
Check = Callable[[click.Context, click.Parameter, Any], Any]

#: The names of all options of all commands, as keywords; `cddiagram.cli.wording` calls them as they are typed.
NAMES: set[str] = set()


class _Once(click.Option):
    """An option that cannot be given twice with two values, of which click would take the last."""

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Have the parser look whether there is a value already."""
        super().add_to_parser(parser, ctx)
        if self.multiple:
            return
        for name in (*self.opts, *self.secondary_opts):
            member = parser._long_opt.get(name) or parser._short_opt[name]
            member.process = self._checked(member, name, member.process)

    def _checked(self, member: Any, name: str, process: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
        def checked(value: Any, state: Any) -> None:
            # A switch that is on already may be switched on again.
            if member.dest in state.opts and not (self.is_flag and state.opts[member.dest] == member.const):
                if self.is_flag:
                    both = f"{self.opts[0]} and {self.secondary_opts[0]}"
                    raise UsageError(f"{both} contradict each other: leave one out.")
                values = ", values divided by commas" if "," in str(self.metavar) else ""
                raise UsageError(f"{self.opts[0]} is given twice: give it once{values}.")
            process(value, state)

        return checked


def option(*names: str, choices: Collection[str] = (), **settings: Any) -> click.Option:
    """Make an option that shows its default; with `choices`, one that takes no other word."""
    settings.setdefault("show_default", settings.get("default") is not None and not settings.get("is_flag"))
    if choices:
        settings |= {"callback": _one_of(choices), "metavar": f"[{'|'.join(choices)}]"}
    made = _Once(list(names), **settings)
    NAMES.add(str(made.name))
    return made


def _one_of(choices: Collection[str]) -> Check:
    def check(context: click.Context, option: click.Parameter, value: Any) -> Any:
        if value is not None and value not in choices:
            raise UsageError(choose_from(option.opts[0], value, choices))
        return value

    return check


def names(context: click.Context, option: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    """Divide names at commas; a name that holds a comma or a line break stands in double quotes."""
    if value is None:
        return None
    try:
        lines = list(csv.reader(io.StringIO(value, newline=""), skipinitialspace=True))
    except csv.Error as error:
        raise UsageError(f"{option.opts[0]} are no names divided by commas ({error}): give shorter ones.") from error
    if len(lines) > 1:
        raise UsageError(f"{option.opts[0]} holds a line break: put the name that it belongs to in double quotes.")
    return tuple(name.strip() for line in lines for name in line if name.strip())


def level(context: click.Context, option: click.Parameter, value: str) -> float:
    """Read a level between 0 and 1, both excluded."""
    number = _float(value)
    if not 0 < number < 1:
        raise UsageError(f"{option.opts[0]} must lie between 0 and 1, not '{value}': 0.05 is usual.")
    return number


def levels(context: click.Context, option: click.Parameter, value: str | None) -> tuple[float, ...] | None:
    """Read levels between 0 and 1, divided by commas."""
    if value is None:
        return None
    return tuple(level(context, option, part.strip()) for part in value.split(","))


def width(context: click.Context, option: click.Parameter, value: str) -> str | float:
    """Read the name of a width or a number of inches."""
    inches = _float(value)
    if math.isnan(inches):
        if value not in NAMED_WIDTHS:
            raise UsageError(f"{choose_from(option.opts[0], value, NAMED_WIDTHS).rstrip('.')}, or give inches.")
        return value
    if not 0 < inches <= 200:
        raise UsageError(
            f"{option.opts[0]} must be a positive number of inches, at most 200, or a name, not '{value}'."
        )
    return inches


def positive(context: click.Context, option: click.Parameter, value: str) -> float:
    """Read a positive number."""
    number = _float(value)
    if not 0 < number < math.inf:
        raise UsageError(f"{option.opts[0]} must be a positive number, not '{value}'.")
    return number


def rank_range(context: click.Context, option: click.Parameter, value: str) -> str | tuple[float, float]:
    """Read ``auto``, ``full``, ``data`` or LOW,HIGH."""
    if value in ("auto", "full", "data"):
        return value
    low, _, high = value.partition(",")
    ends = (_float(low), _float(high))
    if not (math.isfinite(ends[0]) and math.isfinite(ends[1])):
        raise UsageError(f"{option.opts[0]} must be 'auto', 'full', 'data' or LOW,HIGH, not '{value}'.")
    return ends


def assignments(context: click.Context, option: click.Parameter, value: Sequence[str]) -> Sequence[str]:
    """Check NAME=VALUE; which ``=`` divides the two is settled by `assigned`, when the names are known."""
    for text in value:
        if "=" not in text:
            raise UsageError(f"{option.opts[0]} must be {option.metavar}, not '{text}'.")
    return value


def _float(value: str) -> float:
    """Read a number; NaN, which no check accepts, where there is none."""
    try:
        return float(value)
    except ValueError:
        return math.nan


SCORES = click.Argument(["scores"], metavar="SCORES")


def _or_standard_output(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    return None if value == "-" else value


def suffixed(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Refuse standard output where the suffix of a file decides the format."""
    if value == "-":
        otherwise = "" if option.required else ", or leave it out to print the text"
        raise UsageError(f"{option.opts[0]} - has no suffix, which decides the format: name a file{otherwise}.")
    return value


OUTPUT = option(
    "--output",
    "-o",
    callback=_or_standard_output,
    metavar="FILE",
    help="File to write instead of standard output, which '-' is too.",
)

QUIET = option("--quiet", "-q", is_flag=True, help="Say nothing on standard error but errors and warnings.")

SELECT = option(
    "--select",
    callback=assignments,
    multiple=True,
    metavar="COLUMN=VALUE",
    help="Keep only the rows with this value; may be given again.",
)
DECIMAL = option("--decimal", choices=(".", ","), help="The sign before decimals; the other one divides thousands.")

#: How the table is read: `read_scores`.
READING: Sequence[click.Option] = (
    option("--lower-is-better", is_flag=True, help="Lower scores are better (errors, losses, times, ranks)."),
    option("--algorithms", callback=names, metavar="A,B,C", help="Keep only these algorithms."),
    option("--exclude", callback=names, metavar="A,B,C", help="Leave these algorithms or columns out."),
    option("--exclude-datasets", callback=names, metavar="X,Y,Z", help="Leave these data sets or rows out."),
    SELECT,
    option(
        "--keep",
        callback=names,
        metavar="NAMES",
        help="Take these rows and columns for data sets and algorithms although they look like none (averages, sizes).",
    ),
    DECIMAL,
    option(
        "--missing",
        choices=("error", "drop"),
        default="error",
        help="Refuse missing scores, or drop the data sets that have any.",
    ),
    option("--runs", choices=("mean", "median"), default="mean", help="How runs or folds become one score."),
    option("--dataset-column", metavar="NAME", help="Column of data sets; 'none' numbers the rows."),
    option("--algorithm-column", metavar="NAME", help="Column of algorithms (long table); 'none': the table is wide."),
    option("--score-column", metavar="NAME", help="Column of scores (long table)."),
    option(
        "--run-column",
        metavar="NAME",
        multiple=True,
        help="Column of run indices; may be given again; 'none': there is none.",
    ),
)

#: How it is tested: `compare`.
TESTING: Sequence[click.Option] = (
    option("--control", metavar="NAME|best", help="Compare the others with this algorithm, or with the best-ranked."),
    option("--ranking", choices=RANKING_CHOICES, default="friedman", help="What is ranked."),
    option("--pair-test", choices=PAIR_TEST_CHOICES, default="ranks", help="How a pair is tested."),
    option(
        "--p-adjust",
        choices=adjustment_choices(),
        default="auto",
        help="Adjustment for the number of tests; auto: nemenyi on mean ranks, bonferroni with a control, else holm.",
    ),
    option("--alpha", callback=level, default="0.05", metavar="LEVEL", help="Level of significance."),
    option("--zeros", choices=ZEROS, default="split", help="Zero differences in Wilcoxon's test."),
    option(
        "--tie-correction/--no-tie-correction",
        default=None,
        help="Force the variance for ties, or the one without.  [default: each test's own]",
    ),
    option("--variance", choices=VARIANCES, default="permutation", help="Variance of aligned and Quade ranks."),
    option("--rom-critical", choices=ROM_CRITICAL, default="exact", help="Rom's critical values, or the printed list."),
    option(
        "--bh-monotone/--no-bh-monotone",
        default=True,
        show_default=True,
        help="Bergmann-Hommel: adjusted p-values in the order of p, or the bare formula.",
    ),
    option(
        "--method",
        choices=METHODS,
        default="auto",
        help="How p-values are obtained: on mean ranks auto is exact for two.",
    ),
)


def take(values: dict[str, Any], options: Sequence[click.Option]) -> dict[str, Any]:
    """Pick the values of a group of options by the names of its members."""
    return {str(member.name): values[str(member.name)] for member in options}


def given(context: click.Context, options: Sequence[click.Option]) -> list[click.Option]:
    """List the options that stand on the command line."""
    source = click.core.ParameterSource.COMMANDLINE
    return [member for member in options if context.get_parameter_source(str(member.name)) is source]


def reading(values: dict[str, Any]) -> dict[str, Any]:
    """Return the keywords of `read_scores`."""
    keywords = take(values, READING)
    keywords["higher_is_better"] = not keywords.pop("lower_is_better")
    keywords["run_column"] = keywords["run_column"] or None
    keywords["select"] = selected(keywords["select"])
    return keywords


def selected(texts: Sequence[str]) -> dict[str, str]:
    """Divide COLUMN=VALUE texts at their first ``=``; a column has one value."""
    found: dict[str, str] = {}
    for text in texts:
        column, _, value = text.partition("=")
        if found.setdefault(column, value) != value:
            raise UsageError(f"--select gives '{column}' two values, '{found[column]}' and '{value}': give one.")
    return found


def assigned(texts: Sequence[str], algorithms: Sequence[str]) -> dict[str, str] | None:
    """Divide NAME=VALUE texts where NAME is an algorithm; names may hold ``=`` themselves.

    Examples
    --------
    >>> assigned(["k=5=five neighbours"], ["k=5", "k=1"])
    {'k=5': 'five neighbours'}
    """
    found: dict[str, str] = {}
    for text in texts:
        parts = text.split("=")
        heads = ["=".join(parts[:i]) for i in range(len(parts) - 1, 0, -1)]
        head = next((head for head in heads if head in algorithms), None)
        if head is None:
            raise InputError(choose_from("algorithm", heads[-1], algorithms))
        found[head] = text[len(head) + 1 :]
    return found or None
