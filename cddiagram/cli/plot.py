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
from cddiagram.figures import FIGURES, find_figure
from cddiagram.text import InputError, UsageError, choose_from

if TYPE_CHECKING:
    from cddiagram.data import ScoreTable
    from cddiagram.figures import Figure, FigureEntry, FigureOption, Making
    from cddiagram.sheet import Sheet

FIGURE = option(
    "figure", "Draw this figure.", FIGURES.keys(), default="cd", heading="Figure"
)


def _option_of(stated: FigureOption) -> click.Option:
    """Return the option of the command from an option of figures."""
    kind: Kind
    if stated.values is int:
        kind = {"type": click.IntRange(min=0)}
    elif len(stated.parameters) > 1:
        kind = {"nargs": len(stated.parameters), "metavar": stated.values}
    else:
        kind = cast("Kind", stated.values)
    # The help text prints the defaults of choices; the figure provides all other
    # defaults.
    default = stated.default if isinstance(kind, tuple) else None
    return option(stated.name, stated.help, kind, default=default, heading="Figure")


def _options_of_figures() -> dict[str, FigureOption]:
    """Return the options that only some figures accept, by their names."""
    stated: dict[str, FigureOption] = {}
    for entry in FIGURES.values():
        for member in entry.options:
            if member.values:
                stated.setdefault(member.name, member)
    return stated


_STATED = _options_of_figures()
#: All drawing options; each figure accepts some of them.
_OPTIONS = (*DRAWING, *map(_option_of, _STATED.values()))
#: The options whose value is an additional table.
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
    # The output is checked before the input is read.
    check_output(context, check_piped(outputs, piped), sources)
    figure = find_figure(values["figure"])
    entry = FIGURES[figure.key]
    making = entry.making
    _check_needs(values, entry)
    unread = []
    if making is not None:
        unread = [test for test in TESTING if test.name not in making.testing]
    accepted = figure.accepts | entry.names
    check_options_apply(context, figure.key, accepted, _OPTIONS, unread)
    by_ranks = of_average_ranks(context, values) and _check_ranks(values, figure, entry)
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
        keywords = _with_pairs(keywords, entry, algorithms)
        for name in _FURTHER_TABLES:
            if name in keywords:
                keywords[name] = _further_table(values, name)
        stage(f"comparing {len(algorithms)} algorithms")
        results |= _results(values, tables, making, made_by)
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

        def lay_out_matrix() -> Sheet:  # imported only if needed
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
    """Return the algorithms of tables or comparisons, each once."""
    names: dict[str, None] = {}
    for subject in subjects:
        names |= dict.fromkeys(subject.algorithms)
    return list(names)


def _check_needs(values: Mapping[str, Any], entry: FigureEntry) -> None:
    """Raise an error for a figure without an option that it requires."""
    for name, reason in entry.needs.items():
        if values[name] is None:
            flag = f"--{name.replace('_', '-')} {_STATED[name].values}"
            raise UsageError(f"--figure {values['figure']} {reason}. Pass {flag}.")


def _with_pairs(
    keywords: Mapping[str, Any], entry: FigureEntry, algorithms: Sequence[str]
) -> dict[str, Any]:
    """Replace options with several algorithms by one parameter for each."""
    parameters = dict(keywords)
    for member in entry.options:
        if not member.parameters or member.name not in parameters:
            continue
        names = parameters.pop(member.name)
        for name in names:
            if name not in algorithms:
                what = f"algorithm in --{member.name}"
                raise InputError(choose_from(what, name, algorithms))
        parameters |= zip(member.parameters, names, strict=True)
    return parameters


def _check_ranks(
    values: dict[str, Any], figure: Figure[Any], entry: FigureEntry
) -> bool:
    """Raise an error for several files of average ranks, and for figures that require
    scores.
    """
    if figure.subject.several or entry.making is not None:
        raise UsageError(
            f"--figure {figure.key} requires scores. Give scores instead of "
            "--average-ranks."
        )
    if len(values["scores"]) > 1 or values["split_column"] is not None:
        raise UsageError(
            "--average-ranks requires one file with one rank for each algorithm. Draw "
            "the files one by one."
        )
    return True


def _tables(values: dict[str, Any], several: bool) -> dict[str, ScoreTable]:
    """Read the tables of a figure, one or several."""
    tables, figure = read_tables(values), f"--figure {values['figure']}"
    if several and len(tables) < 2:
        raise UsageError(
            f"{figure} requires several tables. Give more SCORES, or --split-column."
        )
    if not several and len(tables) > 1:
        raise UsageError(
            f"{figure} requires one table, not {len(tables)}. Use --figure cd-sequence "
            "or cd-stack."
        )
    return tables


def _further_table(values: dict[str, Any], name: str) -> ScoreTable:
    """Read the further table of an option like the scores, with its own direction.

    All rows are read, because its data sets may differ.
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
    making: Making | None,
    made_by: dict[str, Any],
) -> dict[str, Any]:
    """Return the subject of the figure for each table.

    The subject is a comparison, or made from the table or from its comparison.
    """
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
