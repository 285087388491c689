"""A comparison as tables to read, with rich: nothing cut off, no number that reads as 0."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cddiagram._util.inlines import typed
from cddiagram.advice import advise
from cddiagram.report.terminal import WIDTH, page_text, print_page, printable_line
from cddiagram.words.names import OMNIBUS, RANKINGS, capitalised, degrees_words, statistic_symbol
from cddiagram.words.numbers import format_alpha, format_cd, format_count, format_p, format_rank, rank_decimals
from cddiagram.words.sentences import group_lines, omnibus_warning, undecided_words

if TYPE_CHECKING:
    from cddiagram.comparison import Comparison

#: More pairs than this are left to the other formats.
_PAIRS = 200


def print_comparison(comparison: Comparison) -> None:
    """Print to standard output: as wide as the terminal, or plain text of 100 columns where there is none."""
    print_page(lambda width: _page(comparison))


def comparison_text(comparison: Comparison, width: int = WIDTH) -> str:
    """Return the tables as plain text; names longer than a column are broken over lines, never cut.

    Examples
    --------
    >>> import cddiagram as cd
    >>> text = comparison_text(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    >>> [line for line in text.splitlines() if line.startswith("Not sig")]
    ['Not significantly different: C4.5+m+cf, C4.5+m, C4.5+cf', 'Not significantly different: C4.5+cf, C4.5']
    """
    return page_text(lambda columns: _page(comparison), width)


def _page(comparison: Comparison) -> RenderableType:
    parts: list[RenderableType] = [_ranks(comparison)]
    if comparison.omnibus:
        parts.append(_omnibus(comparison))
    warnings = [words for words in (omnibus_warning(comparison), undecided_words(comparison)) if words]
    advice = [f"Advice: {typed(sentence)}" for sentence in advise(comparison)]
    return Group(*parts, _pairs(comparison), *map(_line, (*group_lines(comparison), *warnings, *advice)))


def _table(names: Iterable[str], numbers: Iterable[str]) -> Table:
    """Make an empty table: first columns of names, broken where they are too long, then columns of numbers."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in names:
        table.add_column(Text(name), overflow="fold")
    for number in numbers:
        table.add_column(Text(number), justify="right", no_wrap=True)
    return table


def _titled(title: str, table: Table) -> RenderableType:
    return Group(Text(title, style="bold"), table)


def _line(text: str) -> Text:
    return Text(printable_line(text))


def _ranks(comparison: Comparison) -> RenderableType:
    given = comparison.table
    what = f"{RANKINGS[comparison.ranking.kind]} of {len(comparison.algorithms)} algorithms"
    if given is not None:
        what += f" on {given.n} data sets ({'higher' if given.higher_is_better else 'lower'} scores are better)"
    table = _table(["algorithm"], ["average rank"])
    ranks = comparison.ranking.average_ranks
    decimals = max(3, rank_decimals(ranks))
    for i in comparison.order:
        control = " (control)" if comparison.algorithms[i] == comparison.control else ""
        table.add_row(_line(comparison.algorithms[i] + control), format_rank(ranks[i], decimals))
    return _titled(what, table)


def _omnibus(comparison: Comparison) -> RenderableType:
    table = _table(["test"], ["statistic", "df", "p", "method"])
    for result in comparison.omnibus:
        called, symbol = OMNIBUS[result.name]
        name = f"{capitalised(called)}, {symbol}" + (", corrected for ties" if result.tie_corrected else "")
        p = format_p(result.pvalue, comparison.alpha)
        table.add_row(_line(name), f"{result.statistic:.4f}", degrees_words(result.df), p, result.method)
    return _titled("Any difference at all", table)


def _pairs(comparison: Comparison) -> RenderableType:
    difference = comparison.critical_difference
    cd = "" if difference is None else f", CD = {format_cd(difference)}"
    title = f"Pairs: {printable_line(comparison.test)}, alpha = {format_alpha(comparison.alpha)}{cd}"
    tested = int(np.isfinite(comparison.pairwise.pvalue).sum()) // 2
    if tested > _PAIRS:
        hidden = f"{format_count(tested)} pairs are not listed here: use --format csv or --format json."
        return Text(f"{title}\n\n{hidden}\n")
    rows = comparison.pair_rows()
    statistic = statistic_symbol(comparison.pairwise.kind, comparison.choices.get("variance"))
    table = _table(["algorithm", "other"], ["rank difference", statistic, "p", "p adjusted", "different"])
    for row in rows:
        table.add_row(
            _line(row["algorithm"]),
            _line(row["other"]),
            format_rank(row["average_rank_other"] - row["average_rank"], 3),
            f"{row['statistic']:.4g}",
            format_p(row["pvalue"], comparison.alpha),
            format_p(row["pvalue_adjusted"], comparison.alpha),
            "yes" if row["different"] else "no",
        )
    return _titled(title, table)
