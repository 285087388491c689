"""``cddiagram convergence``: tests, curves, and ranks over the budget."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cddiagram.cli.command import command
from cddiagram.cli.drawing import (
    DRAWING,
    FORMAT,
    MAYBE_OUTPUT,
    SAVING,
    check_options_apply,
    check_output,
    drawing_keywords,
    say_figure,
)
from cddiagram.cli.options import (
    ALPHA,
    SOURCE,
    checked,
    given,
    number,
    option,
    options,
    reading,
    take,
)
from cddiagram.cli.options import TESTING as COMPARING
from cddiagram.cli.stderr import progress, say, say_note
from cddiagram.cli.tables import print_result
from cddiagram.convergence.figures import FIGURES, find_figure
from cddiagram.data import HISTORY_CHOICES
from cddiagram.features import FEATURES
from cddiagram.procedures import CHOICES, SCALES, adjustment_choices
from cddiagram.text import UsageError

if TYPE_CHECKING:
    from cddiagram.convergence.budget import BudgetComparison
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.convergence.histories import Histories
    from cddiagram.figures import Figure


def _cut_points(option: str, value: str) -> int | tuple[float, ...]:
    """Parse a number of cut-points, or their positions separated by commas."""
    numbers = tuple(map(number, value.split(",")))
    if len(numbers) == 1 and numbers[0].is_integer():
        return int(numbers[0])
    if len(numbers) == 1 or any(map(math.isnan, numbers)):
        raise UsageError(
            f"{option} must be a whole number, or positions separated by commas, not "
            f"'{value}'. A typical number is 10."
        )
    return numbers


def _optimum(option: str, value: Sequence[str]) -> float | dict[str, float] | None:
    """Parse one optimum for all problems, or PROBLEM=VALUE for each problem."""
    if not value:
        return None
    optima = {}
    for text in value:
        problem, _, optimum = text.rpartition("=")
        optima[problem] = number(optimum)
    is_repeated = len(optima) < len(value)
    is_mixed = "" in optima and len(value) > 1
    if is_repeated or is_mixed or any(map(math.isnan, optima.values())):
        values = " and ".join(f"'{text}'" for text in value)
        raise UsageError(
            f"{option} must be VALUE, or PROBLEM=VALUE once for each problem, not "
            f"{values}."
        )
    return optima.get("", optima)


_CHOICES = FEATURES["convergence"].choices
HISTORIES = click.Argument(
    ["histories"], metavar="HISTORIES...", nargs=-1, required=True
)
FIGURE = option(
    "figure",
    "Draw this figure. The figures ranks, cd-stack and cd-sequence show average "
    "ranks at all cut-points, and cd shows average ranks at the last cut-point.",
    tuple(FIGURES),
    default="matrix",
    heading="Figure",
)
PAIR = option(
    "pair",
    "Show the results for algorithms A and B in the trend or problems figure.",
    {"nargs": 2, "metavar": "A B"},
    heading="Figure",
)

#: The options of `read_histories`.
READING = options(
    "Input",
    {"decimal": None},
    higher_is_better=(
        "Treat higher values as better. By default, lower values are better.",
        "flag",
    ),
    cut_points=(
        "Compare the histories at this number of equally spaced cut-points, or at this "
        "list of cut-points.  [default: the cut-points in the file, or 10]",
        {"callback": checked(_cut_points), "metavar": "C|A,B,..."},
    ),
    budget=("Set the last cut-point of all histories.", "NUMBER"),
    optimum=(
        "Specify the best possible value for all problems, or for a single problem "
        "(PROBLEM=VALUE). Repeatable.",
        {"callback": checked(_optimum), "multiple": True, "metavar": "VALUE"},
    ),
    best_so_far=(
        "Replace each value by the best value found up to this point.",
        "flag",
    ),
    runs=(
        "Use the mean or median of the runs. With the value all, the mean of all runs "
        "is used even if the numbers of runs differ.",
        HISTORY_CHOICES["runs"],
    ),
    missing=(
        "Specify how to handle missing histories: raise an error, or drop the "
        "problems with missing histories.",
        HISTORY_CHOICES["missing"],
    ),
    algorithms=("Keep only these algorithms.", "A,B,C"),
    exclude=("Drop these algorithms.", "A,B,C"),
    exclude_problems=("Drop these problems.", "X,Y,Z"),
    select=SOURCE["select"],
    keep=(
        "Accept these algorithms or problems, which would otherwise raise an error.",
        "NAMES",
    ),
    sheet=SOURCE["sheet"],
    encoding=SOURCE["encoding"],
    decimal=SOURCE["decimal"],
    algorithm_column="Read algorithm names from this column.",
    problem_column="Read problem names from this column.",
    run_column=(
        "Read the names of runs from this column. Use 'none' if such a column does "
        "not exist. Repeatable.",
        "NAME...",
    ),
    budget_column=(
        "Read evaluations or times from this column if the table contains one row "
        "for each value."
    ),
    value_column="Read values from this column if the table contains one row for "
    "each value.",
)
#: The options of `compare_convergence`.
TESTING = options(
    "Tests",
    {"alpha": 0.05},
    test=(
        "Use the sign-flip test or Page's test. Page's test does not control the "
        "error rate.",
        _CHOICES["test"],
    ),
    ranks=(
        "Rank the differences between errors with this method.",
        _CHOICES["ranks"],
    ),
    threshold=(
        "Treat errors up to this value as the optimum in the alternative ranks.",
        {"type": float, "default": 0.0, "show_default": True},
    ),
    p_adjust=(
        "Adjust p-values for the number of pairs. By default (auto), the sign-flip "
        "test uses Holm's procedure, and the p-values of Page's test are not "
        "adjusted. For average ranks, the default is the same as for compare.",
        adjustment_choices(),
    ),
    family=(
        "Adjust the p-values of Page's test for both directions of all pairs "
        "(ordered), or only for the number of pairs (unordered).",
        _CHOICES["family"],
    ),
    alpha=ALPHA,
    tie_correction=(
        "Use a variance with a correction for tied ranks in Page's test.",
        "flag",
    ),
    method=("Compute p-values with this method.", CHOICES["method"]),
)
#: These test options are accepted by both `compare_convergence` and
#: `compare_over_budget`.
_SHARED_TESTING = ("p_adjust", "alpha")
#: These test options are accepted only by `compare_over_budget`.
OVER_BUDGET = tuple(
    member for member in COMPARING if member.name in ("control", "pair_test")
)
#: The options for drawing figures. Each figure accepts only some of these options.
DRAWN = (
    *options(
        "Figure",
        {},
        problem="Draw the convergence curves for this problem.  [default: the "
        "average over all problems]",
        average=(
            "Combine the curves for all problems with this average, or with the "
            "proportion of targets reached.",
            FEATURES["histories"].choices["average"],
        ),
        scale=("Use this scale for the value axis.", SCALES),
        run_bands=(
            "Show bands between the quartiles of the runs in curves for a single "
            "problem.",
            FEATURES["histories"].choices["run_bands"],
        ),
    ),
    *DRAWING,
)


@command(
    "convergence",
    HISTORIES,
    MAYBE_OUTPUT,
    FORMAT,
    FIGURE,
    PAIR,
    *READING,
    *TESTING,
    *OVER_BUDGET,
    *DRAWN,
    *SAVING,
)
@click.pass_context
def convergence(context: click.Context, /, **values: Any) -> None:
    """Compare the convergence of all pairs of optimisers.

    HISTORIES contains best-so-far values, with one row for each algorithm, problem and
    number of evaluations. Alternatively, it contains one row for each algorithm and
    problem, and one column for each cut-point. A separate file for each algorithm,
    folders with IOHprofiler or COCO logs, and result matrices of CEC competitions are
    also supported. Use '-' to read from standard input.

    \b
      cddiagram convergence histories.csv
      cddiagram convergence histories.csv -o matrix.pdf
      cddiagram convergence histories.csv --figure trend --pair new old --ranks alternative -o trend.pdf
      cddiagram convergence histories.csv --figure curves --problem f10 --highlight new -o curves.pdf
      cddiagram convergence histories.csv --figure cd-stack --cut-points 25,50,100 -o ranks.pdf
    """
    key, outputs = values["figure"], values["output"]
    figure = find_figure(key)
    prints_result = not outputs or bool(given(context, [FORMAT]))
    _check_options(context, key, figure, values["pair"])
    if key == "curves" and prints_result:
        raise UsageError(
            "--figure curves has no results to print. Specify --output, and omit "
            "--format."
        )
    check_output(context, outputs, values["histories"], (*DRAWN, PAIR))
    drawing = None
    with progress(quiet=values["quiet"]) as stage:
        stage("reading")
        histories = histories_of(values["histories"], values)
        keywords = drawing_keywords(
            context, values, DRAWN, histories.algorithms, accepted=figure.accepts
        )
        stage(f"comparing {histories.k} algorithms")
        result = _result(histories, key, values)
        if outputs:
            stage("drawing")
            subject = result.comparisons[-1] if key == "cd" else result
            arguments = (subject, *(values["pair"] or ()))
            drawing = figure.plot(*arguments, **keywords)
            drawing.save(*outputs, **take(values, SAVING))
    if not values["quiet"]:
        say_histories(histories)
    if prints_result:
        print_result(result, values["format"])
    if drawing is not None and not values["quiet"]:
        _say_findings(result, key, values["pair"])
        remedy = ""
        if key == "problems":
            remedy = "draw --figure trend, which shows all problems at once"
        say_figure(
            outputs,
            drawing,
            figure,
            arguments,
            keywords,
            fonts=values["font"],
            otherwise=remedy,
        )


def histories_of(sources: Sequence[str], values: dict[str, Any]) -> Histories:
    """Read histories from one or more sources, using the command-line options."""
    from cddiagram.convergence.reading import read_histories

    options = reading(values, READING)
    if len(sources) == 1:
        return read_histories(sources[0], **options)
    return read_histories(sources, **options)


def _result(histories: Histories, key: str, values: dict[str, Any]) -> Any:
    """Return the result that a figure shows.

    The result is a `Histories`, `ConvergenceComparison` or `BudgetComparison` object.
    """
    if key == "curves":
        return histories
    if key in FEATURES["budget"].figures:
        return _over_budget(histories, key, values)
    from cddiagram.convergence.testing import compare_convergence

    return compare_convergence(histories, **take(values, TESTING))


def _over_budget(
    histories: Histories, key: str, values: dict[str, Any]
) -> BudgetComparison:
    """Compare average ranks at all cut-points, or at the last for a CD diagram."""
    from cddiagram.convergence.budget import compare_over_budget

    points = None
    if key == "cd":
        points = histories.cut_points[-1:]
    options = take(values, OVER_BUDGET)
    for name in _SHARED_TESTING:
        options[name] = values[name]
    return compare_over_budget(histories, cut_points=points, **options)


def _check_options(
    context: click.Context, key: str, figure: Figure[Any], pair: tuple[str, str] | None
) -> None:
    """Raise an error if an option does not apply, or if --pair is missing."""
    unused: Sequence[click.Option] = OVER_BUDGET
    if key == "curves":
        unused = (*TESTING, *OVER_BUDGET)
    elif key in FEATURES["budget"].figures:
        unused = [member for member in TESTING if member.name not in _SHARED_TESTING]
    check_options_apply(context, key, figure.accepts, DRAWN, unused)
    shows_one_pair = "first" in figure.own
    if pair is None and shows_one_pair:
        raise UsageError(f"--figure {key} shows one pair. Specify --pair A B.")
    if pair is not None and not shows_one_pair:
        raise UsageError(
            f"--pair does not apply to --figure {key}. Use --figure trend or --figure "
            "problems."
        )


def say_histories(histories: Histories) -> None:
    """Print a description of the histories and the notes about them."""
    description, *_ = str(histories).splitlines()
    say(description)
    for note in histories.notes:
        say_note(note)


def _say_findings(result: Any, key: str, pair: tuple[str, str] | None) -> None:
    """Print the test and its conclusions for the figure that was drawn."""
    if key in FEATURES["budget"].figures:
        for line in result.summary().splitlines()[1:]:
            say(line)
    elif key != "curves":
        _say_gains(result, pair)


def _say_gains(comparison: ConvergenceComparison, pair: tuple[str, str] | None) -> None:
    """Print the gains of all pairs or of one pair, followed by cautions and advice."""
    from cddiagram.convergence.words import (
        caution,
        gains,
        ranks_caution,
        tested_words,
        worse_throughout,
    )
    from cddiagram.report import advise
    from cddiagram.words import plain_words

    say(plain_words(tested_words(comparison)))
    findings: list[str] = [*gains(comparison), *worse_throughout(comparison)]
    findings += map(plain_words, caution(comparison))
    if pair is not None:
        findings = [comparison.conclusion(*pair), ranks_caution(comparison)]
    for line in findings:
        say(line)
    for note in (*comparison.notes, *advise(comparison)):
        say_note(note)
