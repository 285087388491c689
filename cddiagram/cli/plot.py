"""``cddiagram plot``: draw a figure of scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import click

from cddiagram._util import loaded
from cddiagram.cli.command import command
from cddiagram.cli.drawing import (
    DRAWING,
    OUTPUT,
    PIPED,
    SAVING,
    check_options_apply,
    check_output,
    check_piped,
    drawing_keywords,
    on_wide_page,
    save,
    say_figure,
)
from cddiagram.cli.options import (
    RANKS,
    READING,
    TESTING,
    Kind,
    of_average_ranks,
    option,
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
from cddiagram.features import FIGURES
from cddiagram.figures import find_figure, own_options
from cddiagram.text import InputError, UsageError, choose_from

if TYPE_CHECKING:
    from cddiagram.data import ScoreTable
    from cddiagram.figures import Figure, FigureOption
    from cddiagram.sheet import Sheet

FIGURE = option(
    "figure", "Draw this figure.", FIGURES.keys(), default="cd", heading="Figure"
)


def _option_of(stated: FigureOption) -> click.Option:
    """Convert an option of figures to an option of the command."""
    kind: Kind
    if stated.values is int:
        kind = {"type": click.IntRange(min=0)}
    elif len(stated.parameters) > 1:
        kind = {"nargs": len(stated.parameters), "metavar": stated.values}
    else:
        kind = cast("Kind", stated.values)
    # If an option has fixed choices, the help text shows its default. All other
    # defaults are determined by the figure.
    default = stated.default if isinstance(kind, tuple) else None
    return option(stated.name, stated.help, kind, default=default, heading="Figure")


def _options_of_figures() -> dict[str, FigureOption]:
    """Return the options that only some figures support, with their names as keys."""
    stated: dict[str, FigureOption] = {}
    for key in FIGURES:
        for member in own_options(key).options:
            if member.values:
                stated.setdefault(member.name, member)
    return stated


_STATED = _options_of_figures()
#: All options for drawing. Each figure supports only some of these options.
_OPTIONS = (*DRAWING, *map(_option_of, _STATED.values()))
#: The options whose values are paths to additional tables.
_FURTHER_TABLES = tuple(name for name, member in _STATED.items() if member.direction)


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
    *_OPTIONS,
    *SAVING,
)
@click.pass_context
def plot(context: click.Context, /, **values: Any) -> None:
    """Draw a critical-difference diagram or another figure of SCORES.

    Use '-' to read from standard input.

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
    sources = [*values["scores"]]
    sources += [values[name] for name in _FURTHER_TABLES if values[name] is not None]
    # The output is checked before the input is read, because reading can take a long
    # time.
    check_output(context, check_piped(outputs, piped), sources)
    figure = find_figure(values["figure"])
    making = figure.own_options.making
    _check_needs(values, figure)
    unread = []
    if making is not None:
        unread = [test for test in TESTING if test.name not in making.testing]
    accepted = figure.accepts | figure.own_options.names
    check_options_apply(context, figure.key, accepted, _OPTIONS, unread)
    by_ranks = of_average_ranks(context, values) and _check_ranks(values, figure)
    with progress(quiet=values["quiet"]) as stage:
        stage("reading")
        tables: dict[str, ScoreTable] = {}
        results: dict[str, Any] = {}
        if by_ranks:
            results[""] = compare_average_ranks(values, *values["scores"])
        else:
            tables = _tables(values, figure.subject.several)
        algorithms = _names_in([*tables.values(), *results.values()])
        keywords = drawing_keywords(
            context, values, _OPTIONS, algorithms, accepted=accepted
        )
        made_by = {}
        for name in () if making is None else making.options:
            if name in keywords:
                made_by[name] = keywords.pop(name)
        keywords = _with_pairs(keywords, figure, algorithms)
        for name in _FURTHER_TABLES:
            if name in keywords:
                keywords[name] = _further_table(values, name)
        stage(f"comparing {len(algorithms)} algorithms")
        results |= _results(values, tables, figure, made_by)
        stage("drawing")
        subject = results if figure.subject.several else next(iter(results.values()))
        drawing = figure.plot(subject, **keywords)
        save(drawing, outputs, piped, values)
    if not values["quiet"]:
        if by_ranks:
            say_ranks_read(values["scores"][0], results[""])
            say_compared(results[""])
        say_results(values["scores"], tables, results if making is None else {})
        for name in _FURTHER_TABLES:
            if name in keywords:
                say_read(values[name], keywords[name])

        # This function delays the computation of the matrix layout until it is needed.
        def lay_out_matrix() -> Sheet:
            return on_wide_page(find_figure("pvalue-matrix"), (subject,), keywords)

        matrix = None
        if figure.rows and values["control"] is None:
            matrix = lay_out_matrix
        say_figure(
            outputs,
            drawing,
            figure,
            (subject,),
            keywords,
            fonts=values["font"],
            matrix=matrix,
        )


def _names_in(subjects: Sequence[Any]) -> list[str]:
    """Return the distinct algorithms in tables or comparisons."""
    names: dict[str, None] = {}
    for subject in subjects:
        names |= dict.fromkeys(subject.algorithms)
    return list(names)


def _check_needs(values: Mapping[str, Any], figure: Figure[Any]) -> None:
    """Raise an error if an option that the figure requires is missing."""
    for name, reason in figure.own_options.needs.items():
        if values[name] is None:
            flag = f"--{name.replace('_', '-')} {_STATED[name].values}"
            raise UsageError(f"--figure {figure.key} {reason}. Pass {flag}.")


def _with_pairs(
    keywords: Mapping[str, Any], figure: Figure[Any], algorithms: Sequence[str]
) -> dict[str, Any]:
    """Split options with several algorithms into one parameter for each algorithm."""
    parameters = dict(keywords)
    for member in figure.own_options.options:
        if not member.parameters or member.name not in parameters:
            continue
        names = parameters.pop(member.name)
        for name in names:
            if name not in algorithms:
                what = f"algorithm in --{member.name}"
                raise InputError(choose_from(what, name, algorithms))
        parameters |= zip(member.parameters, names, strict=True)
    return parameters


def _check_ranks(values: dict[str, Any], figure: Figure[Any]) -> bool:
    """Raise an error if the figure requires scores, or if there are several files of
    average ranks.
    """
    if figure.subject.several or figure.own_options.making is not None:
        raise UsageError(
            f"--figure {figure.key} requires scores. Omit --average-ranks, and pass "
            "scores."
        )
    if len(values["scores"]) > 1 or values["split_column"] is not None:
        raise UsageError(
            "--average-ranks requires one file with one rank for each algorithm. Plot "
            "each file separately."
        )
    return True


def _tables(values: dict[str, Any], several: bool) -> dict[str, ScoreTable]:
    """Read the table or tables for a figure."""
    tables, figure = read_tables(values), f"--figure {values['figure']}"
    if several and len(tables) < 2:
        raise UsageError(
            f"{figure} requires several tables. Pass several SCORES, or use "
            "--split-column."
        )
    if not several and len(tables) > 1:
        raise UsageError(
            f"{figure} requires one table, not {len(tables)}. Use --figure cd-sequence "
            "or cd-stack."
        )
    return tables


def _further_table(values: dict[str, Any], name: str) -> ScoreTable:
    """Read the additional table for an option, such as a table of costs.

    The table is read with the same options as the scores, but with its own direction.
    All rows are read, because the data sets may differ.
    """
    from cddiagram.data import read_scores

    keywords = reading(values) | {
        "higher_is_better": values[_STATED[name].direction],
        "exclude_datasets": None,
        "select": {},
    }
    return read_scores(values[name], **keywords)


def _results(
    values: dict[str, Any],
    tables: dict[str, ScoreTable],
    figure: Figure[Any],
    made_by: dict[str, Any],
) -> dict[str, Any]:
    """Return the object that the figure shows for each table.

    The object is a comparison or a result that is computed from the table or its
    comparison.
    """
    making = figure.own_options.making
    if making is not None and making.from_table:
        make = loaded(making.from_table)
        return {title: make(table, **made_by) for title, table in tables.items()}
    from cddiagram.comparing import compare

    results: dict[str, Any] = {}
    for title, table in tables.items():
        result: Any = compare(table, **take(values, TESTING))
        if making is not None:
            result = getattr(result, making.from_comparison)(**made_by)
        results[title] = result
    return results
