"""``cddiagram convergence``: convergence histories in, a figure of Page's tests or of the curves out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cddiagram.cli.drawing import (
    DRAWING,
    FEWER,
    OUTPUT,
    SAVING,
    check_output,
    drawing_keywords,
    on_wide_page,
    refuse_unused,
    say_tall,
    size_of,
)
from cddiagram.cli.options import DECIMAL, QUIET, SELECT, level, names, option, positive, selected, take
from cddiagram.cli.stderr import progress, say
from cddiagram.cli.wording import in_options
from cddiagram.convergence.figures import find_figure
from cddiagram.errors import UsageError
from cddiagram.procedures import CONVERGENCE_FIGURES, FAMILIES, METHODS, PAGE_RANKS, flat_choices
from cddiagram.sheet.scale import SCALES

if TYPE_CHECKING:
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.convergence.histories import Histories
    from cddiagram.figures.drawing import Drawing
    from cddiagram.figures.registry import Figure


def _positive_if_given(context: click.Context, member: click.Parameter, value: str | None) -> float | None:
    return None if value is None else positive(context, member, value)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _cut_points(context: click.Context, member: click.Parameter, value: str | None) -> int | tuple[float, ...] | None:
    """Read a count, or places divided by commas."""
    if value is None:
        return None
    places = [_number(part) for part in value.split(",")]
    count = places[0]
    if len(places) == 1 and count is not None and count.is_integer():
        return int(count)
    if len(places) == 1 or None in places:
        raise UsageError(f"{member.opts[0]} must be a whole number, or places divided by commas, not '{value}'.")
    return tuple(place for place in places if place is not None)


def _optimum(context: click.Context, member: click.Parameter, value: Sequence[str]) -> float | dict[str, float] | None:
    """Read one value, or one for each problem."""
    parts = [text.rpartition("=") for text in value]
    found = {problem: _number(text) for problem, _, text in parts}
    if None in found.values() or ("" in found and len(value) > 1) or len(found) < len(value):
        shown = " and ".join(f"'{text}'" for text in value)
        raise UsageError(f"{member.opts[0]} must be VALUE, or PROBLEM=VALUE once for each problem, not {shown}.")
    optima = {problem: number for problem, number in found.items() if number is not None}
    return optima.get("", optima) if optima else None


HISTORIES = click.Argument(["histories"], metavar="HISTORIES...", nargs=-1, required=True)
FIGURE = option("--figure", choices=CONVERGENCE_FIGURES, default="matrix", help="Which figure.")
PAIR = option("--pair", nargs=2, metavar="A B", help="The pair of trend and problems: did A converge faster than B?")

#: How the histories are read: `read_histories`.
READING: Sequence[click.Option] = (
    option("--higher-is-better", is_flag=True, help="Higher values are better; histories are errors otherwise."),
    option(
        "--cut-points",
        callback=_cut_points,
        metavar="C|A,B,...",
        help="How many cut-points, or their places.  [default: shared regular ones, or 10]",
    ),
    option("--budget", callback=_positive_if_given, metavar="NUMBER", help="Where the last cut-point stands."),
    option(
        "--optimum",
        callback=_optimum,
        multiple=True,
        metavar="VALUE",
        help="The best possible value of every problem, or PROBLEM=VALUE for each.",
    ),
    option("--best-so-far", is_flag=True, help="Take the best value so far where a history gets worse."),
    option("--runs", choices=("mean", "median"), default="mean", help="How runs become one history."),
    option("--missing", choices=("error", "drop"), default="error", help="Refuse missing histories, or drop problems."),
    option("--algorithms", callback=names, metavar="A,B,C", help="Keep only these algorithms."),
    option("--exclude", callback=names, metavar="A,B,C", help="Leave these algorithms out."),
    option("--exclude-problems", callback=names, metavar="X,Y,Z", help="Leave these problems out."),
    SELECT,
    option("--keep", callback=names, metavar="NAMES", help="Take these names for algorithms or problems all the same."),
    DECIMAL,
    option("--algorithm-column", metavar="NAME", help="Column of algorithms."),
    option("--problem-column", metavar="NAME", help="Column of problems."),
    option("--run-column", metavar="NAME", multiple=True, help="Column of run indices; 'none': there is none."),
    option("--budget-column", metavar="NAME", help="Column of evaluations or time (one row for each value)."),
    option("--value-column", metavar="NAME", help="Column of values (one row for each value)."),
)
#: How it is tested: `compare_convergence`.
TESTING: Sequence[click.Option] = (
    option("--ranks", choices=PAGE_RANKS, default="original", help="Ranks of the differences."),
    option("--threshold", type=float, default=0.0, help="Errors up to this are the optimum (alternative ranks)."),
    option(
        "--p-adjust", choices=flat_choices(), default="auto", help="Adjustment for the number of pairs; auto: none."
    ),
    option("--family", choices=FAMILIES, default="ordered", help="What is adjusted for: directions, or pairs."),
    option("--alpha", callback=level, default="0.05", metavar="LEVEL", help="Level of significance."),
    option("--tie-correction", is_flag=True, help="Variance of the tied ranks at hand."),
    option("--method", choices=METHODS, default="auto", help="How p-values are obtained."),
)
_SHARED = ("width", "font_size", "min_font_size", "title", "math", "highlight", "color", "rename", "font")
#: How it is drawn; each figure takes some of them.
DRAWN: Sequence[click.Option] = (
    option("--problem", metavar="NAME", help="The problem of curves.  [default: the mean over all]"),
    option("--scale", choices=SCALES, default="auto", help="Axis of the values."),
    *(member for member in DRAWING if member.name in (*_SHARED, "note", "no_note")),
)


@click.command(
    "convergence",
    params=[HISTORIES, OUTPUT, FIGURE, PAIR, *READING, *TESTING, *DRAWN, *SAVING, QUIET],
    short_help="Test and draw who converges faster (Page's trend test).",
)
@click.pass_context
def convergence(context: click.Context, /, **values: Any) -> None:
    """Test for every pair of algorithms in HISTORIES who converges faster, and draw it ('-' is standard input).

    HISTORIES hold best-so-far values: one row for each (algorithm, problem, evaluations, value), or one row for each
    algorithm and problem with a column for each cut-point; or one file for each algorithm.

    \b
      cddiagram convergence histories.csv -o matrix.pdf
      cddiagram convergence histories.csv --figure trend --pair new old --ranks alternative -o trend.pdf
      cddiagram convergence histories.csv --figure curves --problem f10 --highlight new -o curves.pdf
    """
    check_output(context, values["output"], values["histories"])  # before anything is read
    figure = values["figure"]
    drawn = find_figure(figure)
    _check_given(context, figure, drawn, values["pair"])
    from cddiagram.convergence.reading import read_histories
    from cddiagram.convergence.sampling import asked_cut_points
    from cddiagram.convergence.testing import compare_convergence

    asked_cut_points(values["cut_points"])
    sources = values["histories"]
    with progress(quiet=values["quiet"]) as stage:
        stage("reading")
        histories = read_histories(sources[0] if len(sources) == 1 else sources, **reading(values))
        keywords = drawing_keywords(context, values, DRAWN, histories.algorithms)
        stage(f"comparing {histories.k} algorithms")
        comparison = None if figure == "curves" else compare_convergence(histories, **take(values, TESTING))
        stage("drawing")
        shown = (histories if comparison is None else comparison, *(values["pair"] or ()))
        drawing = drawn.plot(*shown, **keywords)
        drawing.save(*values["output"], **take(values, SAVING))
    if not values["quiet"]:
        _say(values, histories, comparison, drawing)
        otherwise = "draw --figure trend, which shows all problems at once" if figure == "problems" else FEWER
        say_tall(drawing.layout, lambda: on_wide_page(drawn, shown, keywords), otherwise)


def _check_given(context: click.Context, key: str, figure: Figure[Any], pair: tuple[str, str] | None) -> None:
    """Refuse options that the figure does not take, and a figure of one pair without one."""
    refuse_unused(context, key, figure.accepts, DRAWN, TESTING if key == "curves" else ())
    if pair is None and "first" in figure.own:
        raise UsageError(f"--figure {key} shows one pair: pass --pair A B.")
    if pair is not None and "first" not in figure.own:
        raise UsageError(f"--pair has no meaning for --figure {key}: use --figure trend or problems.")


def reading(values: dict[str, Any]) -> dict[str, Any]:
    """Return the keywords of `read_histories`."""
    keywords = take(values, READING)
    keywords["run_column"] = keywords["run_column"] or None
    keywords["select"] = selected(keywords["select"])
    return keywords


def _say(
    values: dict[str, Any], histories: Histories, comparison: ConvergenceComparison | None, drawing: Drawing[Any]
) -> None:
    """Say what was read, tested, concluded and written."""
    from cddiagram.advice import advise

    head, *notes = str(histories).splitlines()
    lines = [f"{head}.", *(f"Note: {in_options(note)}" for note in notes)]
    if comparison is not None:
        told = comparison.summary().splitlines()[2:]
        test, *who, caution = told[: len(told) - len(comparison.notes)]
        lines += [test, *([comparison.conclusion(*values["pair"])] if values["pair"] else who), caution]
        lines += [f"Note: {note}" for note in comparison.notes]
        lines += [f"Note: {in_options(advice)}" for advice in advise(comparison)]
    for line in [*lines, f"Wrote {', '.join(values['output'])} ({size_of(drawing.layout)})."]:
        say(line)
