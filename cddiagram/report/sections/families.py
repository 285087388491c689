"""The sections about all procedures: adjusted p-values, rejected hypotheses, adjusted levels (WEB; G08 and G10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from cddiagram._util.inlines import Name, Phrase, Words, cite, join, phrase
from cddiagram.errors import joined
from cddiagram.families import Adjusted, Family
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.report.model import Block, Bullets, Cell, Column, Paragraph, Table
from cddiagram.report.sections.cells import (
    count_cell,
    full_p_cell,
    left,
    level_cell,
    number_cell,
    right,
    statistic_decimals,
    statistic_words,
    text_cell,
)
from cddiagram.stats.results import significant
from cddiagram.words.conclusions import names_words
from cddiagram.words.names import RANKINGS, statistic_symbol
from cddiagram.words.numbers import format_alpha, format_count

_Item = TypeVar("_Item")

#: The levels at which the programs of the SCI2S page list rejected hypotheses.
LEVELS = (0.05, 0.10)
#: Columns of procedures that stand side by side in one table.
_SIDE_BY_SIDE = 7


def families_blocks(family: Family, alpha: float, key: str, max_rows: int) -> tuple[Block, ...]:
    """Return adjusted p-values by all procedures, what is rejected at .05 and .10, and the adjusted levels."""
    procedures = [procedure for procedure in family.procedures if procedure.p_adjust != "none"]
    if not procedures or family.n_hypotheses == 1:
        return ()
    return (
        Paragraph(words=_introduction(family, procedures)),
        *apv_tables(family, alpha, key, max_rows),
        _rejected_table(family, f"{key}-rejected"),
        *_rejected_by_chosen(family),
        *_level_tables(family, f"{key}-levels", max_rows),
    )


def apv_tables(family: Family, alpha: float, key: str, max_rows: int, *, about: str = "") -> tuple[Table, ...]:
    """Return the tables of adjusted p-values, as G08 Table 5 and G10 Tables 9 to 11.

    No number reads as if it were on the other side of `alpha`, of .05 or of .10. Of more than `max_rows` hypotheses
    those with the largest p-values are left out. `about` goes into the caption: which ranking.
    """
    procedures = [procedure for procedure in family.procedures if procedure.p_adjust != "none"]
    shown = min(len(family.hypotheses), max_rows)
    alphas = (alpha, *LEVELS)
    decided_by_p = not any(procedure.chosen for procedure in procedures)
    p_column = right(_UNADJUSTED, _CHOSEN) if decided_by_p else right("p", "not adjusted")
    tables = []
    for part, some in enumerate(_parts(procedures), 1):
        rows = []
        for place in range(shown):
            p = float(family.pvalue[place])
            cells = [_place_cell(family, place), _hypothesis_cell(family, place)]
            cells.append(full_p_cell(p, alphas, significant=decided_by_p and bool(significant(p, alpha))))
            for procedure in some:
                p = float(procedure.pvalue_adjusted[place])
                cells.append(full_p_cell(p, alphas, significant=bool(significant(p, alpha))))
            rows.append(tuple(cells))
        heads = tuple(right(procedure.name, _CHOSEN if procedure.chosen else "") for procedure in some)
        tables.append(
            Table(
                key=key if part == 1 else f"{key}-{part}",
                caption=phrase(
                    "Adjusted p-values{}, hypotheses by rising p: {}.", about, joined([p.name for p in some])
                ),
                columns=(_number_column(family), left(_hypothesis_head(family)), p_column, *heads),
                rows=tuple(rows),
                notes=(*_left_out(family, shown), *(family.left_out if part == 1 else ())),
            )
        )
    return tuple(tables)


def rankings_apv_blocks(families: Mapping[str, Family], alpha: float, key: str, max_rows: int) -> tuple[Block, ...]:
    """Return the adjusted p-values of the families of several rankings, a table each."""
    blocks: list[Block] = []
    for kind, family in families.items():
        if family.n_hypotheses == 1:
            continue
        control = Phrase(", control ", Name(family.control)) if family.control is not None else ""
        variance = f", {family.variance} variance" if family.variance else ""
        about = phrase(" with {}{}{}{}", RANKINGS[kind][0].lower(), RANKINGS[kind][1:], control, variance)
        blocks += apv_tables(family, alpha, f"{key}-{kind}", max_rows, about=about)
    return tuple(blocks)


def _introduction(family: Family, procedures: Sequence[Adjusted]) -> Words:
    """Name the family, and the procedures with their sources."""
    chosen = next((procedure.name for procedure in procedures if procedure.chosen), "")
    named: list[str | Words] = []
    for procedure in procedures:
        sources = ADJUSTMENTS[procedure.p_adjust].sources
        named.append(join(f"{', ' if named else ''}{procedure.name}", cite(*sources)))
    decides = f"The comparison decides by {chosen}" if chosen else "The comparison decides by p without adjustment"
    return join(
        _family_words(family),
        " All procedures that have a meaning for it: ",
        *named,
        f". {decides}; the others show what they would say.",
        " A procedure chosen after looking at this table does not hold its level.",
    )


def _family_words(family: Family) -> Phrase:
    """Say how many hypotheses there are, and where not all are listed, what the others do and how numbers run."""
    shown, count = len(family.hypotheses), family.n_hypotheses
    words = f"The family holds {_hypotheses(count)}"
    if shown == count:
        return Phrase(words, ".")
    comparisons = "comparison" if shown == 1 else "comparisons"
    return Phrase(
        f"{words} (all pairs), of which the {format_count(shown)} {comparisons} with ",
        Name(family.control),
        f" are listed under their numbers among all {format_count(count)} by rising p. All of them count, listed or "
        "not: by a procedure that goes from one hypothesis to the next, one that is not listed can decide about one "
        "that is.",
    )


def _rejected_table(family: Family, key: str) -> Table:
    """Say for each procedure which hypotheses it rejects at .05 and at .10, by their numbers."""
    rows = []
    for procedure in family.procedures:
        cells = [text_cell(_UNADJUSTED if procedure.p_adjust == "none" else procedure.name, role="name")]
        for alpha in LEVELS:
            numbers = family.rejected(procedure, alpha)
            cells += [count_cell(len(numbers)), text_cell(number_ranges(numbers))]
        rows.append(tuple(cells))
    columns = [left("Procedure")]
    for alpha in LEVELS:
        columns += [right(f"Rejected at {format_alpha(alpha)}"), left("Which")]
    listed = "" if len(family.hypotheses) == family.n_hypotheses else "listed "
    return Table(
        key=key,
        caption=f"The {listed}hypotheses that are rejected at 0.05 and at 0.10, by their numbers in the tables above.",
        columns=tuple(columns),
        rows=tuple(rows),
    )


def _rejected_by_chosen(family: Family) -> tuple[Block, ...]:
    """Name the hypotheses that the chosen procedure rejects at .05 and at .10."""
    (chosen,) = (procedure for procedure in family.procedures if procedure.chosen)
    count = len(family.hypotheses)
    hypotheses = f"{'the ' if count != family.n_hypotheses else ''}{_hypotheses(count)}"
    hypotheses += " listed" if count != family.n_hypotheses else ""
    lines = []
    for alpha in LEVELS:
        names = [
            _versus(first, second)
            for (first, second), p in zip(family.hypotheses, chosen.pvalue_adjusted, strict=True)
            if significant(p, alpha)
        ]
        how = "without adjustment" if chosen.p_adjust == "none" else f"by {chosen.name}"
        verb = "is" if len(names) == 1 else "are"
        rejected = f"{format_count(len(names))} of {hypotheses} {verb} rejected {how}"
        lines.append(phrase("At α = {}, {}: {}.", format_alpha(alpha), rejected, names_words(names)))
    return (Bullets(items=tuple(lines)),)


def _level_tables(family: Family, key: str, max_rows: int) -> tuple[Table, ...]:
    """Return the levels that the procedures compare the unadjusted p-values with, as G08 Table 3."""
    shown = min(len(family.hypotheses), max_rows)
    names = {procedure.p_adjust: procedure.name for procedure in family.procedures}
    statistics = _statistics(family, shown)
    p_column = right(_UNADJUSTED if "none" in names else "p", "not adjusted")
    tables = []
    for alpha in LEVELS:
        levels = family.levels(alpha)
        for part, some in enumerate(_parts(list(levels)), 1):
            rows = []
            for place in range(shown):
                cells = [_place_cell(family, place), _hypothesis_cell(family, place)]
                cells += [cell for _, column in statistics for cell in column[place : place + 1]]
                cells.append(full_p_cell(float(family.pvalue[place]), LEVELS))
                cells += [level_cell(float(levels[name][place])) for name in some]
                rows.append(tuple(cells))
            percent = f"{round(alpha * 100):02d}"
            tables.append(
                Table(
                    key=f"{key}-{percent}" if part == 1 else f"{key}-{percent}-{part}",
                    caption=f"Adjusted levels for α = {format_alpha(alpha)}: {joined([names[name] for name in some])}.",
                    columns=(
                        _number_column(family), left(_hypothesis_head(family)),
                        *(right(symbol) for symbol, _ in statistics), p_column, *(right(names[name]) for name in some),
                    ),
                    rows=tuple(rows),
                    notes=(*_left_out(family, shown), *(_level_notes(family) if part == 1 else ())),
                )
            )  # fmt: skip
    return tuple(tables)


def _statistics(family: Family, shown: int) -> list[tuple[str, list[Cell]]]:
    """Return the column of statistics; none where p-values were handed in."""
    if family.kind == "given":
        return []
    values = [float(value) for value in family.statistic[:shown]]
    decimals = statistic_decimals(family.kind, values)
    return [(statistic_symbol(family.kind, family.variance), [number_cell(value, decimals) for value in values])]


def _level_notes(family: Family) -> tuple[str, ...]:
    unlisted = () if len(family.hypotheses) == family.n_hypotheses else (_UNLISTED_NOTE,)
    return (_LEVELS_NOTE, *unlisted, *statistic_words(family.kind, family.variance))


#: The p-values themselves, where they decide.
_UNADJUSTED, _CHOSEN = "p, not adjusted", "the chosen procedure"
_LEVELS_NOTE = (
    "Holm, Shaffer, Holland and Finner reject from the smallest p on, as long as p is at most its level; Hochberg and "
    "Rom reject all hypotheses up to the largest p that is at most its level; the others reject every p that is at "
    "most its level. Procedures that are missing have no such levels."
)
_UNLISTED_NOTE = (
    "These rules run over all hypotheses of the family in the order of their numbers, those that are not listed among "
    "them: what is rejected cannot be read off the listed ones alone."
)


def number_ranges(numbers: Iterable[int]) -> str:
    """Print numbers with neighbours as ranges.

    >>> number_ranges([1, 2, 3, 5]), number_ranges([])
    ('1–3, 5', '–')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs) or "–"


def _parts(items: Sequence[_Item]) -> list[Sequence[_Item]]:
    """Divide columns evenly into as few tables as hold them."""
    count = -(-len(items) // _SIDE_BY_SIDE)
    if count <= 1 or len(items) <= _SIDE_BY_SIDE + 2:
        return [items]
    size = -(-len(items) // count)
    return [items[start : start + size] for start in range(0, len(items), size)]


def _hypotheses(count: int) -> str:
    return f"{format_count(count)} {'hypothesis' if count == 1 else 'hypotheses'}"


def _number_column(family: Family) -> Column:
    return right("No.", f"place among the {_hypotheses(family.n_hypotheses)} of the family by rising p")


def _place_cell(family: Family, place: int) -> Cell:
    number = int(family.places[place])
    return Cell(text=format_count(number), value=number, role="name")


def _hypothesis_cell(family: Family, place: int) -> Cell:
    first, second = family.hypotheses[place]
    return text_cell(Name(second) if family.control is not None else _versus(first, second), role="name")


def _versus(first: str, second: str) -> Phrase:
    return phrase("{} vs. {}", Name(first), Name(second))


def _hypothesis_head(family: Family) -> str:
    return "Hypothesis" if family.control is None else Phrase(Name(family.control), " vs.")


def _left_out(family: Family, shown: int) -> tuple[str, ...]:
    hidden = len(family.hypotheses) - shown
    if not hidden:
        return ()
    return (
        f"The {shown} hypotheses with the smallest p-values of {format_count(len(family.hypotheses))}; the p-values of "
        "all of them are written by cddiagram compare --format csv.",
    )
