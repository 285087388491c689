"""``cddiagram plot``: a table of scores in, a figure out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cddiagram.cli.command import command
from cddiagram.cli.drawing import (
    DRAWING,
    OUTPUT,
    PIPED,
    SAVING,
    check_output,
    check_piped,
    drawing_keywords,
    on_wide_page,
    refuse_unused,
    save,
    say_drawn,
    say_fonts,
    say_tall,
)
from cddiagram.cli.options import (
    RANKS,
    READING,
    TESTING,
    of_average_ranks,
    option,
    options,
    reading,
    take,
)
from cddiagram.cli.stderr import (
    progress,
    say_compared,
    say_ranks_read,
    say_read,
    say_results,
)
from cddiagram.cli.tables import SPLIT, TABLES, compare_average_ranks, read_tables
from cddiagram.figures.registry import FIGURES, find_figure
from cddiagram.procedures import CONDITIONS_OF, DIFFERENCES
from cddiagram.text.errors import InputError, UsageError, choose_from

if TYPE_CHECKING:
    from cddiagram.data.table import ScoreTable
    from cddiagram.figures.registry import Figure
    from cddiagram.sheet.elements import Sheet

FIGURE = option(
    "figure", "Which figure.", FIGURES.keys(), default="cd", heading="Figure"
)
#: All options of drawing; each figure takes some of them, those here are of single
#: figures.
_DRAWN = DRAWING + options(
    "Figure",
    {},
    alphas=("Levels of the cut lines of rank-bars.", "A,B"),
    reference=(
        "Whose interval is the band of mcb; whom forest holds all against.",
        "NAME|best",
    ),
    full=("Both triangles of the pvalue-matrix.", "flag"),
    show_places=(
        "Show the places that each algorithm may hold (cd as a list, mcb).",
        "flag",
    ),
    of=("Scores of conditions, or their differences from the best.", CONDITIONS_OF),
    rope=(
        "Practical equivalence in forest, pair-matrix, posterior: half the width of "
        "its region.",
        "NUMBER",
    ),
    probability=("Mark what is at least so probable in posterior.", "NUMBER"),
    seed=("Of the draws of posterior.", {"type": click.IntRange(min=0)}),
    cost=("Table of costs for score-cost, read as SCORES are.", "FILE"),
    cost_label=("What the costs are, with their unit.", "TEXT"),
    more_is_better=("Higher costs are better (a throughput).", "flag"),
    average=("Cost of an algorithm over its data sets.", ("mean", "median")),
    score=("What score-cost shows upwards.", ("rank", "mean")),
    difference=("Which difference the pair-matrix shows.", tuple(DIFFERENCES)),
    rows=("An algorithm for a row of the pair-matrix; may be given again.", "NAME..."),
    columns=("The same for a column.", "NAME..."),
    half=("Each pair of the pair-matrix once.", "flag"),
    pair=(
        "The algorithms of pair-scatter, or of one posterior.",
        {"nargs": 2, "metavar": "A B"},
    ),
    name_farthest=(
        "How many data sets far from the diagonal of pair-scatter are named.",
        {"type": click.IntRange(min=0)},
    ),
)
#: Figures of what is made of a comparison, or of scores -> the options that make it;
#: tests have no other meaning there.
_MADE: dict[str, tuple[str, ...]] = {
    "conditions": (),
    "posterior": ("rope", "seed", "pair_test"),
}


@command(
    "plot",
    TABLES,
    OUTPUT,
    PIPED,
    FIGURE,
    SPLIT,
    *RANKS,
    *READING,
    *TESTING,
    *_DRAWN,
    *SAVING,
)
@click.pass_context
def plot(context: click.Context, /, **values: Any) -> None:
    """Draw the critical-difference diagram of SCORES ('-' is standard input), or
    another figure of it.

    \b
      cddiagram plot scores.csv -o figure.pdf
      cddiagram plot errors.csv --lower-is-better --pair-test wilcoxon --width page -o figure.svg
      cddiagram plot scores.csv --figure rank-bars --control "My method" --alphas 0.05,0.10 -o bars.pdf
      cddiagram plot scores.csv --figure score-cost --cost seconds.csv --cost-label "time (s)" -o cost.pdf
      cddiagram plot scores.csv --figure posterior --rope 0.01 --probability 0.95 -o posterior.pdf
      cddiagram plot auc.csv f1.csv --figure cd-sequence --width page -o sequence.pdf
      cddiagram plot ranks.csv --average-ranks --n-datasets 30 -o published.pdf
    """
    outputs, piped = values["output"], values["format"]
    check_output(
        context,
        check_piped(outputs, piped),
        [*values["scores"], *filter(None, [values["cost"]])],
    )  # before reading
    figure = find_figure(values["figure"])
    made = _MADE.get(figure.key, ())
    accepted = figure.accepts | {*made} | ({"pair"} if "first" in figure.own else set())
    if (
        "first" in figure.own
        and figure.own["first"].default is not None
        and not values["pair"]
    ):
        raise UsageError(f"--figure {figure.key} shows one pair: pass --pair A B.")
    if "rope" in made and values["rope"] is None:
        raise UsageError(
            f"--figure {figure.key} needs a region of practical equivalence: pass --rope NUMBER."
        )
    unread = [
        member for member in TESTING if figure.key in _MADE and member.name not in made
    ]
    refuse_unused(context, figure.key, accepted, _DRAWN, unread)
    by_ranks = of_average_ranks(context, values) and _check_ranks(values, figure)
    with progress(quiet=values["quiet"]) as stage:
        stage("reading")
        results: dict[str, Any] = (
            {"": compare_average_ranks(values, *values["scores"])} if by_ranks else {}
        )
        tables = {} if by_ranks else _tables(values, figure.subject.several)
        named = [*tables.values(), *results.values()]
        algorithms = list(
            dict.fromkeys(name for holder in named for name in holder.algorithms)
        )
        keywords = drawing_keywords(
            context, values, _DRAWN, algorithms, accepted=accepted
        )
        pair = keywords.pop("pair", ())
        made_by = {name: keywords.pop(name) for name in made if name in keywords}
        for name in pair:
            if name not in algorithms:
                raise InputError(choose_from("algorithm in --pair", name, algorithms))
        if figure.key == "score-cost":
            keywords["cost"] = _costs(values)
        stage(f"comparing {len(algorithms)} algorithms")
        results |= _results(values, tables, made_by)
        stage("drawing")
        subject = results if figure.subject.several else next(iter(results.values()))
        drawing = figure.plot(subject, *pair, **keywords)
        save(drawing, outputs, piped, values)
    if not values["quiet"]:
        if by_ranks:
            say_ranks_read(values["scores"][0], results[""])
            say_compared(results[""])
        say_results(values["scores"], tables, {} if figure.key in _MADE else results)
        if "cost" in keywords:
            say_read(values["cost"], keywords["cost"])
        say_fonts(values["font"])
        say_drawn(outputs, drawing.layout)

        def lay_out(key: str) -> Sheet:
            return on_wide_page(
                find_figure(key),
                (subject, *pair) if key == figure.key else (subject,),
                keywords,
            )  # loaded only if needed

        matrix = (
            partial(lay_out, "pvalue-matrix")
            if figure.rows and values["control"] is None
            else None
        )
        say_tall(drawing.layout, partial(lay_out, figure.key), matrix=matrix)


def _check_ranks(values: dict[str, Any], figure: Figure[Any]) -> bool:
    """Refuse several files of average ranks, and figures of scores or of several
    comparisons.
    """
    if figure.subject.several or figure.key in _MADE:
        raise UsageError(
            f"--figure {figure.key} needs scores: --average-ranks has no meaning for "
            "it."
        )
    if len(values["scores"]) > 1 or values["split_column"] is not None:
        raise UsageError(
            "--average-ranks takes one file, with one rank of each algorithm: draw "
            "them one by one."
        )
    return True


def _tables(values: dict[str, Any], several: bool) -> dict[str, ScoreTable]:
    """Read as many tables as the figure takes."""
    tables, figure = read_tables(values), f"--figure {values['figure']}"
    if several and len(tables) < 2:
        raise UsageError(
            f"{figure} needs several tables: give more SCORES, or --split-column."
        )
    if not several and len(tables) > 1:
        raise UsageError(
            f"{figure} takes one table, not {len(tables)}: use --figure cd-sequence "
            "or cd-stack."
        )
    return tables


def _costs(values: dict[str, Any]) -> ScoreTable:
    """Read the costs, as the scores are read; of their rows all, as their data sets may
    be others.
    """
    from cddiagram.data.reading.scores import read_scores

    if values["cost"] is None:
        raise UsageError(
            "--figure score-cost needs the costs as well: pass --cost FILE."
        )
    keywords = reading(values) | {
        "higher_is_better": values["more_is_better"],
        "exclude_datasets": None,
        "select": {},
    }
    return read_scores(values["cost"], **keywords)


def _results(
    values: dict[str, Any], tables: dict[str, ScoreTable], made_by: dict[str, Any]
) -> dict[str, Any]:
    """Return what the figure is drawn from: a comparison of each table, the conditions
    of its scores, a posterior.
    """
    if values["figure"] == "conditions":
        from cddiagram.stats.conditions import check_conditions

        return {title: check_conditions(table) for title, table in tables.items()}
    from cddiagram.comparing.from_scores import compare

    results = {
        title: compare(table, **take(values, TESTING))
        for title, table in tables.items()
    }
    if values["figure"] == "posterior":
        return {title: result.posterior(**made_by) for title, result in results.items()}
    return results
