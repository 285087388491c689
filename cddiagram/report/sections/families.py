"""The sections about adjustment procedures: adjusted p-values, rejected hypotheses,
adjusted levels (WEB; G08 and G10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cddiagram._util import FloatArray
from cddiagram.comparing import Adjusted, ProceduresCompared
from cddiagram.document import (
    Block,
    Bullets,
    Cell,
    Filled,
    Paragraph,
    TableBlock,
    count_cell,
    full_p_cell,
    number_cell,
    table_of,
    text_cell,
)
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.report.tables import statistic_decimals, statistic_words
from cddiagram.stats import significant
from cddiagram.text import Name, Phrase, Words, cite, commas, join, joined, phrase
from cddiagram.words import (
    format_alpha,
    format_count,
    names_words,
    rank_nouns,
    statistic_symbol,
)

#: The levels at which the programs of the SCI2S page list rejected hypotheses.
LEVELS = (0.05, 0.10)
#: Columns of procedures in one table.
_SIDE_BY_SIDE = 7


def families_blocks(
    family: ProceduresCompared, alpha: float, key: str, max_rows: int
) -> tuple[Block, ...]:
    """Return adjusted p-values by all procedures, what is rejected at .05 and .10, and
    the adjusted levels.
    """
    procedures = [
        procedure for procedure in family.procedures if procedure.p_adjust != "none"
    ]
    if not procedures or family.n_hypotheses == 1:
        return ()
    return (
        Paragraph(words=_introduction(family, procedures)),
        *apv_tables(family, alpha, key, max_rows),
        _rejected_table(family, f"{key}-rejected"),
        *_rejected_by_chosen(family),
        *_level_tables(family, f"{key}-levels", max_rows),
    )


def apv_tables(
    family: ProceduresCompared,
    alpha: float,
    key: str,
    max_rows: int,
    *,
    about: str = "",
) -> tuple[TableBlock, ...]:
    """Return the tables of adjusted p-values, as G08 Table 5 and G10 Tables 9 to 11.

    No number reads as if it were on the other side of `alpha`, of .05 or of .10. Of
    more than `max_rows` hypotheses those with the largest p-values are left out.
    `about` goes into the caption: which ranking.
    """
    procedures = [
        procedure for procedure in family.procedures if procedure.p_adjust != "none"
    ]
    alphas = (alpha, *LEVELS)
    if any(procedure.chosen for procedure in procedures):
        p = Filled.right("p", _p_cells(family.pvalue[:max_rows], alphas), "unadjusted")
    else:
        p = Filled.right(
            _UNADJUSTED, _p_cells(family.pvalue[:max_rows], alphas, alpha), _CHOSEN
        )
    adjusted = [
        Filled.right(
            each.name,
            _p_cells(each.pvalue_adjusted[:max_rows], alphas, alpha),
            _CHOSEN if each.chosen else "",
        )
        for each in procedures
    ]
    start = phrase("P-values{} adjusted", about)
    return tuple(
        _side_by_side(family, key, start, (p,), adjusted, max_rows, family.left_out)
    )


def _side_by_side(
    family: ProceduresCompared,
    key: str,
    start: str,
    numbers: Sequence[Filled],
    procedures: Sequence[Filled],
    shown: int,
    notes: Sequence[str],
) -> Iterator[TableBlock]:
    """Divide the columns of procedures evenly among as few tables as possible, with
    `notes` under the first.
    """
    parts = (
        -(-len(procedures) // _SIDE_BY_SIDE)
        if len(procedures) > _SIDE_BY_SIDE + 2
        else 1
    )
    size = max(1, -(-len(procedures) // parts))
    left_out = (
        f"The table lists only the {shown} of {format_count(len(family.hypotheses))} "
        "hypotheses with the smallest p-values. "
        "Run 'cddiagram compare --format csv' for all p-values."
    )
    for part in range(parts):
        some = procedures[part * size : (part + 1) * size]
        heads = [column.head for column, _ in some]
        yield table_of(
            f"{key}-{part + 1}" if part else key,
            Phrase(start, f" with {joined(heads)}. {_ORDER}"),
            (*_named(family, shown), *numbers, *some),
            (
                left_out if len(family.hypotheses) > shown else "",
                *(() if part else notes),
            ),
        )


def _p_cells(
    values: FloatArray, alphas: Sequence[float], alpha: float | None = None
) -> list[Cell]:
    """Make the cells of p-values; those up to alpha are significant."""
    rejects = [alpha is not None and bool(significant(p, alpha)) for p in values]
    return [
        full_p_cell(float(p), alphas, significant=each)
        for p, each in zip(values, rejects, strict=True)
    ]


def _named(family: ProceduresCompared, shown: int) -> Sequence[Filled]:
    """Return number and names of the hypotheses."""
    control = family.control
    numbers = [
        Cell(text=format_count(int(place)), value=int(place), role="name")
        for place in family.places[:shown]
    ]
    hypotheses = [
        text_cell(
            Name(second) if control is not None else _versus(first, second), role="name"
        )
        for first, second in family.hypotheses[:shown]
    ]
    return (
        Filled.right(
            "No.",
            numbers,
            f"position among the {_hypotheses(family.n_hypotheses)} of the family "
            "in ascending order of p",
        ),
        Filled.left(
            "Hypothesis" if control is None else Phrase(Name(control), " vs."),
            hypotheses,
        ),
    )


def rankings_apv_blocks(
    families: Mapping[str, ProceduresCompared], alpha: float, key: str, max_rows: int
) -> tuple[Block, ...]:
    """Return the adjusted p-values of the families of several rankings, a table
    each.
    """
    blocks: list[Block] = []
    for kind, family in families.items():
        if family.n_hypotheses == 1:
            continue
        control: Phrase | str = ""
        if family.control is not None:
            control = phrase("control {}", Name(family.control))
        variance = f"{family.variance} variance" if family.variance else ""
        details = [detail for detail in (control, variance) if detail]
        brackets = phrase(" ({})", commas(details)) if details else ""
        about = phrase(" of tests on {}{},", rank_nouns(kind), brackets)
        blocks += apv_tables(family, alpha, f"{key}-{kind}", max_rows, about=about)
    return tuple(blocks)


def _introduction(family: ProceduresCompared, procedures: Sequence[Adjusted]) -> Words:
    """Name the family, and the procedures with their sources."""
    chosen = next((procedure.name for procedure in procedures if procedure.chosen), "")
    named: list[str | Words] = []
    for number, procedure in enumerate(procedures, 1):
        separator = ""
        if number > 1:
            separator = " and " if number == len(procedures) else ", "
        sources = ADJUSTMENTS[procedure.p_adjust].sources
        named.append(join(f"{separator}{procedure.name}", cite(*sources)))
    are = "procedures are" if len(procedures) > 1 else "procedure is"
    basis = "unadjusted p-values"
    if chosen:
        basis = f"the p-values adjusted with {chosen}"
    return join(
        _family_words(family),
        f" The applicable {are} ",
        *named,
        f". The decisions of the comparison are based on {basis}.",
        _uncontrolled(procedures),
        " If a procedure is chosen after seeing this table, the error rate is not "
        "controlled.",
    )


def _uncontrolled(procedures: Sequence[Adjusted]) -> str:
    """Name the procedures that do not, or only weakly, control the FWER."""
    entries = [ADJUSTMENTS[procedure.p_adjust] for procedure in procedures]
    never = [entry.name for entry in entries if entry.controls in ("none", "fdr")]
    discoveries = [entry.name for entry in entries if entry.controls == "fdr"]
    weakly = [
        entry.name
        for entry in entries
        if entry.controls == "fwer-weak" and entry.law is None
    ]
    said = ""
    if never:
        do = "does" if len(never) == 1 else "do"
        said += f" {joined(never)} {do} not control the family-wise error rate."
    if weakly:
        control = "controls" if len(weakly) == 1 else "control"
        rate = "this error rate" if never else "the family-wise error rate"
        said += f" {joined(weakly)} {control} {rate} only if all algorithms are equal."
    if discoveries:
        control = "controls" if len(discoveries) == 1 else "control"
        said += (
            f" {joined(discoveries)} {control} the false discovery rate instead, if "
            "each test depends only on its pair."
        )
    return said


def _family_words(family: ProceduresCompared) -> Phrase:
    """Count the hypotheses of the family, and explain which are listed."""
    shown, count = len(family.hypotheses), family.n_hypotheses
    size = f"The family contains {_hypotheses(count)}"
    if shown == count:
        return Phrase(size, ".")
    listed = f"the {format_count(shown)} comparisons"
    if shown == 1:
        listed = "the comparison"
    return phrase(
        "{} (all pairs). The tables list {} with {}, numbered among all {} in ascending "
        "order of p. In a stepwise procedure, a hypothesis that is not listed can "
        "affect the decision about a listed hypothesis.",
        size,
        listed,
        Name(family.control),
        _hypotheses(count),
    )


def _rejected_table(family: ProceduresCompared, key: str) -> TableBlock:
    """Return the numbers of the hypotheses that each procedure rejects at 0.05, 0.10."""
    names = [
        _UNADJUSTED if procedure.p_adjust == "none" else procedure.name
        for procedure in family.procedures
    ]
    columns = [
        Filled.left("Procedure", [text_cell(name, role="name") for name in names])
    ]
    for alpha in LEVELS:
        rejected = [
            family.rejected(procedure, alpha) for procedure in family.procedures
        ]
        columns.append(
            Filled.right(
                f"Rejected at {format_alpha(alpha)}",
                [count_cell(len(numbers)) for numbers in rejected],
            )
        )
        columns.append(
            Filled.left(
                "Numbers", [text_cell(number_ranges(each)) for each in rejected]
            )
        )
    hypotheses = "Hypotheses"
    if len(family.hypotheses) != family.n_hypotheses:
        hypotheses = "Listed hypotheses"
    caption = (
        f"{hypotheses} rejected at α = {format_alpha(0.05)} and "
        f"α = {format_alpha(0.1)}, numbered as in the tables "
        "above."
    )
    return table_of(key, caption, columns)


def _rejected_by_chosen(family: ProceduresCompared) -> tuple[Block, ...]:
    """Name the hypotheses that the chosen procedure rejects at .05 and at .10."""
    (chosen,) = (procedure for procedure in family.procedures if procedure.chosen)
    hypotheses = _hypotheses(len(family.hypotheses))
    every = f"the {hypotheses}"
    if len(family.hypotheses) != family.n_hypotheses:
        hypotheses = every = f"the {hypotheses} listed"
    by = f"with {chosen.name}"
    if chosen.p_adjust == "none":
        by = "without adjustment"
    lines = []
    for alpha in LEVELS:
        names = [
            _versus(first, second)
            for (first, second), p in zip(
                family.hypotheses, chosen.pvalue_adjusted, strict=True
            )
            if significant(p, alpha)
        ]
        verb = "is" if len(names) == 1 else "are"
        rejected = f"{format_count(len(names))} of {hypotheses} {verb} rejected {by}"
        level = format_alpha(alpha)
        if names:
            line = phrase("At α = {}, {}: {}.", level, rejected, names_words(names))
        else:
            line = phrase("At α = {}, none of {} is rejected {}.", level, every, by)
        lines.append(line)
    return (Bullets(items=tuple(lines)),)


def _level_tables(
    family: ProceduresCompared, key: str, max_rows: int
) -> tuple[TableBlock, ...]:
    """Return the levels that the procedures compare the unadjusted p-values with, as
    G08 Table 3.
    """
    names = {procedure.p_adjust: procedure.name for procedure in family.procedures}
    p = Filled.right(
        _UNADJUSTED if "none" in names else "p",
        _p_cells(family.pvalue[:max_rows], LEVELS),
        "unadjusted",
    )
    unlisted = (
        () if len(family.hypotheses) == family.n_hypotheses else (_UNLISTED_NOTE,)
    )
    notes = (_LEVELS_NOTE, *unlisted, *statistic_words(family.kind, family.variance))
    tables: list[TableBlock] = []
    for alpha in LEVELS:
        start = f"Levels for α = {format_alpha(alpha)}, adjusted"
        levels = [
            Filled.right(names[name], list(map(_level_cell, found[:max_rows])))
            for name, found in family.levels(alpha).items()
        ]
        numbers, key_of_alpha = (
            (*_statistics(family, max_rows), p),
            f"{key}-{round(alpha * 100):02d}",
        )
        tables += _side_by_side(
            family, key_of_alpha, start, numbers, levels, max_rows, notes
        )
    return tuple(tables)


def _level_cell(level: float) -> Cell:
    """Return the cell of the level that a procedure compares a p-value with.

    Li's level is 0 if the largest p-value is 1.
    """
    return full_p_cell(level, ()) if level else number_cell(level, 0)


def _statistics(family: ProceduresCompared, shown: int) -> Sequence[Filled]:
    """Return the column of statistics; none where p-values were handed in."""
    if family.kind == "given":
        return ()
    values = [float(value) for value in family.statistic[:shown]]
    decimals = statistic_decimals(family.kind, values)
    return (
        Filled.right(
            statistic_symbol(family.kind, family.variance),
            [number_cell(value, decimals) for value in values],
        ),
    )


#: The heading of p-values that decide without adjustment, and of the deciding column.
_UNADJUSTED, _CHOSEN = "Unadjusted p", "the chosen procedure"
#: The order of hypotheses, in captions.
_ORDER = "Hypotheses are listed in ascending order of the unadjusted p-value."
_LEVELS_NOTE = (
    "Holm, Shaffer, Holland and Finner reject hypotheses in ascending order of p as "
    "long as p is at most the adjusted level. Hochberg and Rom reject all hypotheses up "
    "to the largest p that is at most its adjusted level. The other procedures reject "
    "every hypothesis whose p is at most the adjusted level. Procedures without "
    "adjusted levels are omitted."
)
_UNLISTED_NOTE = (
    "These rules apply to all hypotheses of the family in the order of their numbers, "
    "including hypotheses that are not listed. Rejections therefore cannot be derived "
    "from the listed hypotheses alone."
)


def number_ranges(numbers: Iterable[int]) -> str:
    """Print numbers with neighbours as ranges."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return (
        ", ".join(
            str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs
        )
        or "–"
    )


def _hypotheses(count: int) -> str:
    """Count hypotheses."""
    return "1 hypothesis" if count == 1 else f"{format_count(count)} hypotheses"


def _versus(first: str, second: str) -> Phrase:
    return phrase("{} vs. {}", Name(first), Name(second))
