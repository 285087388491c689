"""``cddiagram report``: tables of scores, or convergence histories, in; a report
out.
"""

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
from cddiagram.cli.overwriting import refuse_overwriting
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
    "Write the report to this file. The suffix selects the format: .html, .md, .tex, "
    ".pdf or .txt. Without this option, the text is printed without BibTeX.",
    {"callback": suffixed(", or leave it out to print the text"), "metavar": "REPORT"},
    short="-o",
)
OWN = options(
    "Output",
    {"max_rows": 60},
    sections=(
        "Include only these sections. The section brief is a report of one page.",
        "NAMES",
    ),
    figures=("Include only these figures, named as in plot --figure.", "NAMES"),
    fragments=(
        "Write LaTeX fragments to the folder --output, one file for each table, figure "
        "and text.",
        "flag",
    ),
    width=(
        "Set the width of the figures, and of the tables with --fragments; see plot "
        "--width.",
        TABLE_WIDTH[1],
    ),
    cite=(
        "Use this citation command in --fragments, of LaTeX, natbib (citep) or biblatex "
        "(the last two).",
        Citation.COMMANDS,
    ),
    style=(
        "Print p-values and levels as 0.05 (default) or as .05 (apa).",
        STYLES,
    ),
    title=("Use this title for the report.", "TEXT"),
    max_rows=(
        "Limit tables of pairs to this many rows. Longer ones show the best algorithm "
        "or the smallest p-values.",
        {"type": click.IntRange(min=1), "metavar": "ROWS"},
    ),
)
#: The look of the figures, of which the names are those of tables and sentences, too.
LOOK = tuple(
    member
    for member in DRAWING
    if member.name in ("rename", "highlight", "color", "families", "font")
)
HISTORIES = option(
    "histories",
    "Read SCORES as convergence histories, and report on them.",
    "flag",
    heading="Input",
)
#: What has no meaning without figures.
_OF_FIGURES = ("font", "color", "families", "figures", "width")
#: Options of `convergence` that scores do not have as well, and those of scores that
#: histories do not have.
_OF_SCORES = {member.name for member in (*READING, *TESTING)}
#: Runs of histories may be more than those of scores, whose reader refuses what it does
#: not know.
_RUNS = next(member for member in HISTORIES_READING if member.name == "runs")
_SCORES_READING = tuple(
    _RUNS if member.name == "runs" else member for member in READING
)
OF_HISTORIES = tuple(
    member
    for member in (*HISTORIES_READING, *PAGE_TESTING)
    if member.name not in _OF_SCORES
)
_BOTH = _OF_SCORES & {member.name for member in (*HISTORIES_READING, *PAGE_TESTING)}


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
    """Write one report about SCORES, which may be several files or measures.

    '-' is standard input.

    \b
      cddiagram report scores.csv -o report.html
      cddiagram report auc.csv f1.csv --pair-test wilcoxon -o report.pdf
      cddiagram report scores.csv --fragments --width ieee-column -o paper/comparison
      cddiagram report histories.csv --histories --p-adjust holm -o convergence.html
    """
    output = values["output"]
    _check(context, output, values)
    unread = [
        SPLIT,
        *(
            member
            for member in (*_SCORES_READING, *TESTING)
            if member.name not in _BOTH
        ),
    ]
    for member in given(context, unread if values["histories"] else OF_HISTORIES):
        with_it = "has no meaning for" if values["histories"] else "goes with"
        raise UsageError(f"{member.opts[0]} {with_it} --histories: leave it out.")
    refuse_overwriting(output, values["scores"])
    # A text shows no figures: to draw them would take time, and warn about fonts that
    # nothing is set in.
    drawn = output is not None and not output.lower().endswith(".txt")
    for member in () if drawn else given(context, (*LOOK, *OWN)):
        if member.name in _OF_FIGURES:
            where = (
                "is for figures, and a text has none: leave it out, or write .html or "
                ".md."
            )
            raise UsageError(f"{member.opts[0]} {where}")
    from cddiagram.report import make_report

    files: Sequence[Path] = ()
    with progress(quiet=values["quiet"]) as stage:
        stage("reading")
        tables, results, whole = (
            _histories(values) if values["histories"] else _scores(values, stage)
        )
        stage("making the report")
        subjects = whole.values() if isinstance(whole, dict) else [whole]
        algorithms = list(
            dict.fromkeys(name for subject in subjects for name in subject.algorithms)
        )
        made = make_report(
            whole,
            title=values["title"],
            figures=(values["figures"] or "auto") if drawn else (),
            width=values["width"] or "auto",
            sections=values["sections"],
            max_rows=values["max_rows"],
            style=values["style"] or "default",
            **drawing_keywords(context, values, LOOK, algorithms),
        )
        if output is not None:
            stage("compiling" if output.lower().endswith(".pdf") else "writing")
            files = _written(made, output, values)
    if not values["quiet"]:
        if values["histories"]:
            say_histories(whole.histories)
        say_results(values["scores"], tables, results if output is not None else {})
        say_fonts(values["font"])
    if output is None:
        from cddiagram.document import print_report

        print_report(made)
        return
    if not values["quiet"]:
        say(f"Wrote {', '.join(map(str, files))}.")


def _scores(
    values: dict[str, Any], stage: Callable[[str], None]
) -> tuple[dict[str, Any], dict[str, Any], Any]:
    """Return the tables, their comparisons, and what is reported on."""
    from cddiagram.comparing import compare

    tables = read_tables(values)
    stage("comparing")
    results = {
        title: compare(table, **take(values, TESTING))
        for title, table in tables.items()
    }
    return (
        tables,
        results,
        next(iter(results.values())) if len(results) == 1 else results,
    )


def _histories(values: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any], Any]:
    """Return the same of convergence histories, which are no tables."""
    from cddiagram.convergence import compare_convergence

    tested = take(values, PAGE_TESTING)
    tested["tie_correction"] = bool(tested["tie_correction"])
    return {}, {}, compare_convergence(histories_of(values["scores"], values), **tested)


def _check(
    context: click.Context, output: str | None, values: Mapping[str, Any]
) -> None:
    """Refuse before anything is read what cannot be written."""
    from cddiagram.document import FORMATS, check_path

    fragments = values["fragments"]
    if not fragments and any(member.name == "cite" for member in given(context, OWN)):
        raise UsageError("--cite is for --fragments: leave it out.")
    if fragments and output is None:
        raise UsageError("--fragments writes a folder: name it with --output.")
    if fragments and Path(output or "").suffix.lower().removeprefix(".") in FORMATS:
        raise UsageError(
            f"--fragments writes a folder, not '{output}': give a name without a "
            "suffix."
        )
    if output is not None and not fragments:
        check_path(output)


def _written(made: Report, output: str, values: Mapping[str, Any]) -> Sequence[Path]:
    if values["fragments"]:
        made.save_fragments(output, width=values["width"], cite=values["cite"])
        return (Path(output),)
    from cddiagram.document import save_report

    return save_report(made, output)
