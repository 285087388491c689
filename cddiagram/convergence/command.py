"""``cddiagram convergence``: histories in; tests, curves, or ranks over the budget out,
drawn or as numbers.
"""

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
    check_output,
    drawing_keywords,
    refuse_unused,
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
    from cddiagram.convergence.histories import Histories
    from cddiagram.figures import Figure


def _cut_points(option: str, value: str) -> int | tuple[float, ...]:
    """Read a count, or places divided by commas."""
    places = tuple(map(number, value.split(",")))
    if len(places) == 1 and places[0].is_integer():
        return int(places[0])
    if len(places) == 1 or any(map(math.isnan, places)):
        raise UsageError(
            f"{option} must be a whole number, or places divided by commas, not "
            f"'{value}'."
        )
    return places


def _optimum(option: str, value: Sequence[str]) -> float | dict[str, float] | None:
    """Read one value, or one for each problem."""
    optima = {
        problem: number(text)
        for problem, _, text in (text.rpartition("=") for text in value)
    }
    if (
        any(map(math.isnan, optima.values()))
        or ("" in optima and len(value) > 1)
        or len(optima) < len(value)
    ):
        shown = " and ".join(f"'{text}'" for text in value)
        raise UsageError(
            f"{option} must be VALUE, or PROBLEM=VALUE once for each problem, not "
            f"{shown}."
        )
    return optima.get("", optima) if optima else None


_CHOICES = FEATURES["convergence"].choices
HISTORIES = click.Argument(
    ["histories"], metavar="HISTORIES...", nargs=-1, required=True
)
FIGURE = option(
    "figure",
    "Draw this figure. The last four figures show average ranks at the cut-points; cd "
    "shows only the last cut-point.",
    tuple(FIGURES),
    default="matrix",
    heading="Figure",
)
PAIR = option(
    "pair",
    "Show whether A gained on B or B gained on A (trend, problems).",
    {"nargs": 2, "metavar": "A B"},
    heading="Figure",
)

#: How the histories are read: `read_histories`.
READING = options(
    "Input",
    {"decimal": None},
    higher_is_better=(
        "Treat higher values as better; otherwise, values are errors.",
        "flag",
    ),
    cut_points=(
        "Compare at this many cut-points, or at these positions.  [default: shared "
        "regular ones, or 10]",
        {"callback": checked(_cut_points), "metavar": "C|A,B,..."},
    ),
    budget=("Set the position of the last cut-point.", "NUMBER"),
    optimum=(
        "Specify the best possible value of all problems, or PROBLEM=VALUE for each. "
        "Repeatable.",
        {"callback": checked(_optimum), "multiple": True, "metavar": "VALUE"},
    ),
    best_so_far=(
        "Use the best value found up to each point if values of a history get worse.",
        "flag",
    ),
    runs=(
        "Combine runs into one history. The choice all uses the mean of all runs, even "
        "if the numbers of runs differ.",
        HISTORY_CHOICES["runs"],
    ),
    missing=(
        "Handle missing histories: raise an error, or drop their problems.",
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
        "Read run indices from this column. Use 'none' if there are none. Repeatable.",
        "NAME...",
    ),
    budget_column=(
        "Read evaluations or times from this column (one row for each value)."
    ),
    value_column="Read values from this column (one row for each value).",
)
#: How it is tested: `compare_convergence`.
TESTING = options(
    "Tests",
    {"alpha": 0.05},
    test=(
        "Use sign flips of the problems, or Page's test, which does not control the "
        "error rate.",
        _CHOICES["test"],
    ),
    ranks=("Rank the differences by this method.", _CHOICES["ranks"]),
    threshold=(
        "Treat errors up to this value as the optimum (alternative ranks).",
        {"type": float, "default": 0.0, "show_default": True},
    ),
    p_adjust=(
        "Adjust p-values for the number of pairs. The choice auto uses holm, none for "
        "Page's test, and for average ranks the same adjustment as compare.",
        adjustment_choices(),
    ),
    family=(
        "Adjust Page's test for all directions (ordered) or all pairs (unordered).",
        _CHOICES["family"],
    ),
    alpha=ALPHA,
    tie_correction=("Use the variance of tied ranks in Page's test.", "flag"),
    method=("Compute p-values by this method.", CHOICES["method"]),
)
#: How average ranks are tested at each cut-point, beside `p_adjust` and `alpha`:
#: `compare_over_budget`.
OVER_BUDGET = tuple(
    member for member in COMPARING if member.name in ("control", "pair_test")
)
#: How it is drawn; each figure takes some of them.
DRAWN = (
    *options(
        "Figure",
        {},
        problem="Draw the curves of this problem.  [default: an average over all]",
        average=(
            "Use this average to combine the curves of all problems.",
            FEATURES["histories"].choices["average"],
        ),
        scale=("Use this scale for the axis of values.", SCALES),
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
    """Compare how fast optimisers converge: test every pair for gains over the budget.

    HISTORIES contain best-so-far values. They have one row for each algorithm, problem
    and number of evaluations, or one row for each algorithm and problem with a column
    for each cut-point. One file for each algorithm, folders with logs of IOHprofiler or
    COCO, and matrices of CEC competitions are also supported. Use '-' for standard
    input.

    \b
      cddiagram convergence histories.csv
      cddiagram convergence histories.csv -o matrix.pdf
      cddiagram convergence histories.csv --figure trend --pair new old --ranks alternative -o trend.pdf
      cddiagram convergence histories.csv --figure curves --problem f10 --highlight new -o curves.pdf
      cddiagram convergence histories.csv --figure cd-stack --cut-points 25,50,100 -o ranks.pdf
    """
    key, outputs = values["figure"], values["output"]
    drawn = find_figure(key)
    _check_given(context, key, drawn, values["pair"])
    if key == "curves" and (not outputs or given(context, [FORMAT])):
        raise UsageError(
            "--figure curves is of values, which HISTORIES hold: pass --output, and no --format."
        )
    check_output(
        context, outputs, values["histories"], (*DRAWN, PAIR)
    )  # before anything is read
    drawing = None
    with progress(quiet=values["quiet"]) as stage:
        stage("reading")
        histories = histories_of(values["histories"], values)
        keywords = drawing_keywords(
            context, values, DRAWN, histories.algorithms, accepted=drawn.accepts
        )
        stage(f"comparing {histories.k} algorithms")
        result = _result(histories, key, values)
        if outputs:
            stage("drawing")
            subject = result.comparisons[-1] if key == "cd" else result
            shown = (subject, *(values["pair"] or ()))
            drawing = drawn.plot(*shown, **keywords)
            drawing.save(*outputs, **take(values, SAVING))
    if not values["quiet"]:
        say_histories(histories)
    if not outputs or given(context, [FORMAT]):
        print_result(result, values["format"])
    if drawing is not None and not values["quiet"]:
        _say_found(result, key, values["pair"])
        remedy = ""
        if key == "problems":
            remedy = "draw --figure trend, which shows all problems at once"
        say_figure(
            outputs,
            drawing,
            drawn,
            shown,
            keywords,
            fonts=values["font"],
            otherwise=remedy,
        )


def histories_of(sources: Sequence[str], values: dict[str, Any]) -> Histories:
    """Read histories, of one source or several, with the options on the command
    line.
    """
    from cddiagram.convergence.reading import read_histories

    return read_histories(
        sources[0] if len(sources) == 1 else sources, **reading(values, READING)
    )


def _result(histories: Histories, key: str, values: dict[str, Any]) -> Any:
    """Return what a figure shows, or what is printed: histories, tests of pairs,
    comparisons over the budget.
    """
    if key == "curves":
        return histories
    if key in FEATURES["budget"].figures:
        from cddiagram.convergence.budget import compare_over_budget

        points = histories.cut_points[-1:] if key == "cd" else None
        tested = {name: values[name] for name in ("p_adjust", "alpha")} | take(
            values, OVER_BUDGET
        )
        return compare_over_budget(histories, cut_points=points, **tested)
    from cddiagram.convergence.testing import compare_convergence

    return compare_convergence(histories, **take(values, TESTING))


def _check_given(
    context: click.Context, key: str, figure: Figure[Any], pair: tuple[str, str] | None
) -> None:
    """Refuse options that the figure does not take, and a figure of one pair without
    one.
    """
    unread = (
        [m for m in TESTING if m.name not in ("p_adjust", "alpha")]
        if key in FEATURES["budget"].figures
        else OVER_BUDGET
    )
    refuse_unused(
        context,
        key,
        figure.accepts,
        DRAWN,
        (*TESTING, *OVER_BUDGET) if key == "curves" else unread,
    )
    if pair is None and "first" in figure.own:
        raise UsageError(f"--figure {key} shows one pair: pass --pair A B.")
    if pair is not None and "first" not in figure.own:
        raise UsageError(
            f"--pair has no meaning for --figure {key}: use --figure trend or problems."
        )


def say_histories(histories: Histories) -> None:
    """Say what was read."""
    head, *_ = str(histories).splitlines()
    say(head)
    for note in histories.notes:
        say_note(note)


def _say_found(result: Any, key: str, pair: tuple[str, str] | None) -> None:
    """Say what was tested and concluded."""
    if key in FEATURES["budget"].figures:
        for line in result.summary().splitlines()[1:]:
            say(line)
    elif key != "curves":
        from cddiagram.convergence.words import (
            caution,
            gains,
            ranks_caution,
            tested_words,
            worse_throughout,
        )
        from cddiagram.report import advise
        from cddiagram.words import plain_words

        say(plain_words(tested_words(result)))
        if pair:
            findings = [result.conclusion(*pair), ranks_caution(result)]
        else:
            findings = [
                *gains(result),
                *worse_throughout(result),
                *map(plain_words, caution(result)),
            ]
        for line in findings:
            say(line)
        for note in (*result.notes, *advise(result)):
            say_note(note)
