"""``cddiagram report``: write a report on scores or convergence histories."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cddiagram.cli.command import command
from cddiagram.cli.drawing import DRAWING, drawing_keywords, say_fonts
from cddiagram.cli.options import (
    READING,
    TABLE_WIDTH,
    TESTING,
    given,
    option,
    options,
    suffixed,
    take,
)
from cddiagram.cli.overwriting import check_not_overwriting
from cddiagram.cli.stderr import progress, say, say_results
from cddiagram.cli.tables import SPLIT, TABLES, read_tables
from cddiagram.convergence.command import READING as HISTORIES_READING
from cddiagram.convergence.command import TESTING as PAGE_TESTING
from cddiagram.convergence.command import histories_of, say_histories
from cddiagram.text import Citation, UsageError
from cddiagram.words import STYLES

if TYPE_CHECKING:
    from cddiagram.document import Report

OUTPUT = option(
    "output",
    "Write the report to this file. The suffix determines the format: .html, .md, "
    ".tex, .pdf or .txt. Without this option, the report is printed as text, without "
    "BibTeX entries.",
    {
        "callback": suffixed(", or omit it to print the report as text"),
        "metavar": "REPORT",
    },
    short="-o",
)
OWN = options(
    "Output",
    {"max_rows": 60},
    sections=(
        "Include only these sections. The section brief is a one-page summary.",
        "NAMES",
    ),
    figures=(
        "Include only these figures. The permitted names are the values of plot "
        "--figure.",
        "NAMES",
    ),
    fragments=(
        "Write LaTeX fragments to the folder specified by --output, with separate "
        "files for the tables, the figures and the text of each section.",
        "flag",
    ),
    width=(
        "Set the width of the figures, and the width of the tables in LaTeX "
        "fragments. The permitted values are the same as for plot --width.",
        TABLE_WIDTH[1],
    ),
    cite=(
        "Use this citation command in LaTeX fragments. The command citep requires "
        "natbib, and the commands autocite and parencite require biblatex.",
        Citation.COMMANDS,
    ),
    style=(
        "Print p-values and levels with a leading zero, such as 0.05 (default), or "
        "without a leading zero, such as .05 (apa).",
        STYLES,
    ),
    title=("Use this title for the report.", "TEXT"),
    max_rows=(
        "Limit tables of pairs to this many rows. If there are more pairs, only the "
        "pairs with the best algorithm or with the smallest p-values are listed.",
        {"type": click.IntRange(min=1), "metavar": "ROWS"},
    ),
)
#: The options for the appearance of figures. If algorithms are renamed, the new names
#: also appear in tables and sentences.
LOOK = tuple(
    member
    for member in DRAWING
    if member.name in ("rename", "highlight", "color", "families", "font")
)
HISTORIES = option(
    "histories",
    "Treat SCORES as convergence histories, and write a report about their "
    "convergence.",
    "flag",
    heading="Input",
)
#: The options that have no effect in reports without figures.
_OF_FIGURES = ("font", "color", "families", "figures", "width")
_OF_SCORES = {member.name for member in (*READING, *TESTING)}
_OF_CONVERGENCE = (*HISTORIES_READING, *PAGE_TESTING)
#: This option selects the runs of histories. It accepts more values than the option
#: that selects the runs of scores. If the file contains scores, the additional values
#: raise an error.
_RUNS = next(member for member in HISTORIES_READING if member.name == "runs")
_SCORES_READING = tuple(
    _RUNS if member.name == "runs" else member for member in READING
)
#: The options of the `convergence` command that do not apply to scores.
OF_HISTORIES = tuple(
    member for member in _OF_CONVERGENCE if member.name not in _OF_SCORES
)
_BOTH = _OF_SCORES & {member.name for member in _OF_CONVERGENCE}
_ONLY_SCORES = tuple(
    member for member in (*_SCORES_READING, *TESTING) if member.name not in _BOTH
)


@command(
    "report",
    TABLES,
    OUTPUT,
    *OWN,
    *LOOK,
    SPLIT,
    *_SCORES_READING,
    *TESTING,
    HISTORIES,
    *OF_HISTORIES,
)
@click.pass_context
def report(context: click.Context, /, **values: Any) -> None:
    """Write a report about SCORES from one or more files.

    Use '-' to read from standard input.

    \b
      cddiagram report scores.csv -o report.html
      cddiagram report auc.csv f1.csv --pair-test wilcoxon -o report.pdf
      cddiagram report scores.csv --fragments --width ieee-column -o paper/comparison
      cddiagram report histories.csv --histories --p-adjust holm -o convergence.html
    """
    output = values["output"]
    _check(context, output, values)
    _check_subject(context, histories=values["histories"])
    check_not_overwriting(output, values["scores"])
    # A text report does not contain figures. Drawing figures would take time and could
    # cause warnings about fonts.
    has_figures = output is not None and not output.lower().endswith(".txt")
    if not has_figures:
        _check_without_figures(context)
    from cddiagram.report import make_report

    files: Sequence[Path] = ()
    with progress(quiet=values["quiet"]) as stage:
        stage("reading")
        if values["histories"]:
            tables, results, subject = _histories(values)
        else:
            tables, results, subject = _scores(values, stage)
        stage("creating the report")
        subjects = subject.values() if isinstance(subject, dict) else [subject]
        algorithms = list(
            dict.fromkeys(name for member in subjects for name in member.algorithms)
        )
        figures = (values["figures"] or "auto") if has_figures else ()
        document = make_report(
            subject,
            title=values["title"],
            figures=figures,
            width=values["width"] or "auto",
            sections=values["sections"],
            max_rows=values["max_rows"],
            style=values["style"] or "default",
            **drawing_keywords(context, values, LOOK, algorithms),
        )
        if output is not None:
            stage("compiling" if output.lower().endswith(".pdf") else "writing")
            files = _written(document, output, values)
    if not values["quiet"]:
        if values["histories"]:
            say_histories(subject.histories)
        say_results(values["scores"], tables, results if output is not None else {})
        say_fonts(values["font"])
    if output is None:
        from cddiagram.document import print_report

        print_report(document)
        return
    if not values["quiet"]:
        say(f"Wrote {', '.join(map(str, files))}.")


def _check_subject(context: click.Context, *, histories: bool) -> None:
    """Raise an error if an option does not apply to histories or, if scores are read,
    to scores.
    """
    unused = (SPLIT, *_ONLY_SCORES) if histories else OF_HISTORIES
    for member in given(context, unused):
        applies = "does not apply" if histories else "applies only"
        raise UsageError(
            f"{member.opts[0]} {applies} to --histories. Omit this option."
        )


def _check_without_figures(context: click.Context) -> None:
    """Raise an error if an option applies only to figures."""
    for member in given(context, (*LOOK, *OWN)):
        if member.name in _OF_FIGURES:
            raise UsageError(
                f"{member.opts[0]} applies to figures, but a text report has no "
                "figures. Omit this option, or write the report as .html or .md."
            )


def _scores(
    values: dict[str, Any], stage: Callable[[str], None]
) -> tuple[dict[str, Any], dict[str, Any], Any]:
    """Return the tables, the comparisons, and the subject of the report."""
    from cddiagram.comparing import compare

    tables = read_tables(values)
    stage("comparing")
    results = {
        title: compare(table, **take(values, TESTING))
        for title, table in tables.items()
    }
    if len(results) == 1:
        return tables, results, next(iter(results.values()))
    return tables, results, results


def _histories(values: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any], Any]:
    """Return the subject of a report on convergence histories, without tables and
    comparisons.
    """
    from cddiagram.convergence import compare_convergence

    tested = take(values, PAGE_TESTING)
    tested["tie_correction"] = bool(tested["tie_correction"])
    return {}, {}, compare_convergence(histories_of(values["scores"], values), **tested)


def _check(
    context: click.Context, output: str | None, values: Mapping[str, Any]
) -> None:
    """Raise an error if the report cannot be written."""
    from cddiagram.document import FORMATS, check_path

    fragments = values["fragments"]
    if not fragments and any(member.name == "cite" for member in given(context, OWN)):
        raise UsageError("--cite applies only to --fragments. Omit --cite.")
    if fragments and output is None:
        raise UsageError(
            "--fragments writes files to a folder. Specify the folder with --output."
        )
    if fragments and Path(output or "").suffix.lower().removeprefix(".") in FORMATS:
        raise UsageError(
            f"--fragments writes files to a folder, but '{output}' is the name of a file. "
            "Specify a name without a suffix."
        )
    if output is not None and not fragments:
        check_path(output)


def _written(
    document: Report, output: str, values: Mapping[str, Any]
) -> Sequence[Path]:
    if values["fragments"]:
        document.save_fragments(output, width=values["width"], cite=values["cite"])
        return (Path(output),)
    from cddiagram.document import save_report

    return save_report(document, output)
