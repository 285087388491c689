"""A comparison as tables to read, with rich: nothing cut off, no number that reads as 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cddiagram._util.inlines import typed
from cddiagram.advice import advise
from cddiagram.report.terminal import WIDTH, page_text, print_page, printable_line
from cddiagram.words.missing import missing_words, sensitivity_words
from cddiagram.words.names import OMNIBUS, RANKINGS, capitalised, degrees_words, statistic_symbol
from cddiagram.words.numbers import (
    format_alpha,
    format_cd,
    format_count,
    format_p,
    format_rank,
    place_words,
    rank_decimals,
)
from cddiagram.words.sentences import direction_words, group_lines, omnibus_warning, undecided_words

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison
    from cddiagram.practical import Equivalence

#: More pairs than this are left to the other formats.
_PAIRS = 200


def print_comparison(comparison: Comparison, rope: float | None = None) -> None:
    """Print to standard output: as wide as the terminal, or plain text of 100 columns where there is none."""
    print_page(lambda width: _page(comparison, rope))


def comparison_text(comparison: Comparison, width: int = WIDTH, *, rope: float | None = None) -> str:
    """Return the tables as plain text; names longer than a column are broken over lines, never cut."""
    return page_text(lambda columns: _page(comparison, rope), width)


def _page(comparison: Comparison, rope: float | None) -> RenderableType:
    judged = None if rope is None else comparison.equivalence(rope)
    tables = [_ranks(comparison), *([_omnibus(comparison)] if comparison.omnibus else []), _pairs(comparison, judged)]
    missing = missing_words(comparison), sensitivity_words(comparison)
    warnings = [words for words in (omnibus_warning(comparison), undecided_words(comparison), *missing) if words]
    notes = [f"Note: {note}" for note in comparison.notes]
    advice = [f"Advice: {typed(sentence)}" for sentence in advise(comparison)]
    practical = [] if judged is None else [judged.summary()]
    lines = (*group_lines(comparison), *practical, *warnings, *notes, *advice)
    return Group(*tables, *(Text(printable_line(line)) for line in lines))


def _table(title: str, names: dict[str, list[str]], numbers: dict[str, list[str]]) -> RenderableType:
    """Draw a table: columns of names, broken where they are too long, then columns of numbers."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in names:
        table.add_column(Text(name), overflow="fold")
    for number in numbers:
        table.add_column(Text(number), justify="right", no_wrap=True)
    for row in zip(*names.values(), *numbers.values(), strict=True):
        table.add_row(*(Text(printable_line(text)) for text in row))
    return Group(Text(title, style="bold"), table)


def _ranks(comparison: Comparison) -> RenderableType:
    what = f"{RANKINGS[comparison.ranking.kind]} of {len(comparison.algorithms)} algorithms"
    what += "" if comparison.n_datasets is None else f" on {comparison.n_datasets} data sets"
    what += f" ({direction_words(comparison)})" if comparison.table is not None else ""
    ranks, names = comparison.ranking.average_ranks, [comparison.algorithms[i] for i in comparison.order]
    decimals = max(3, rank_decimals(ranks))
    shown = [f"{name} (control)" if name == comparison.control else name for name in names]
    numbers = {
        "average rank": [format_rank(ranks[i], decimals) for i in comparison.order],
        "places": [place_words(*ends) for ends in comparison.place_intervals.values()],
    }
    letters = comparison.letters
    return _table(what, {"algorithm": shown}, numbers | ({} if letters is None else {"groups": list(letters.values())}))


def _omnibus(comparison: Comparison) -> RenderableType:
    results = comparison.omnibus
    names = [
        f"{capitalised(OMNIBUS[result.name][0])}, {OMNIBUS[result.name][1]}"
        + (", corrected for ties" if result.tie_corrected else "")
        for result in results
    ]
    numbers = {
        "statistic": [f"{result.statistic:.4f}" for result in results],
        "df": [degrees_words(result.df) for result in results],
        "p": [format_p(result.pvalue, comparison.alpha) for result in results],
        "method": [result.method for result in results],
    }
    return _table("Any difference at all", {"test": names}, numbers)


def _pairs(comparison: Comparison, judged: Equivalence | None) -> RenderableType:
    difference = comparison.critical_difference
    cd = "" if difference is None else f", CD = {format_cd(difference)}"
    title = f"Pairs: {printable_line(comparison.test)}, alpha = {format_alpha(comparison.alpha)}{cd}"
    tested = int(np.isfinite(comparison.pairwise.pvalue).sum()) // 2
    if tested > _PAIRS:
        hidden = f"{format_count(tested)} pairs are not listed here: use --format csv or --format json."
        return Text(f"{title}\n\n{hidden}\n")
    rows, alpha = comparison.pair_rows(), comparison.alpha
    symbol = statistic_symbol(comparison.pairwise.kind, comparison.choices.get("variance"))
    names = {"algorithm": [row["algorithm"] for row in rows], "other": [row["other"] for row in rows]}
    numbers = {
        "rank difference": [format_rank(row["average_rank_other"] - row["average_rank"], 3) for row in rows],
        symbol: [f"{row['statistic']:.4g}" for row in rows],
        **({"n": [str(row["n_datasets"]) for row in rows]} if comparison.plan.incomplete else {}),
        "p": [format_p(row["pvalue"], alpha) for row in rows],
        "p adjusted": [format_p(row["pvalue_adjusted"], alpha) for row in rows],
        "different": ["yes" if row["different"] else "no" for row in rows],
    }
    if judged is not None:
        numbers["practically"] = [row["verdict"] for row in judged.pair_rows()]
    return _table(title, names, numbers)
