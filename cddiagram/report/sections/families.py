"""Sections that compare adjustment procedures.

The sections contain adjusted p-values, rejected hypotheses and adjusted levels, as on
the SCI2S page and in García and Herrera (2008) and García et al. (2010).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

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
from cddiagram.text import (
    Name,
    Phrase,
    RichText,
    cite,
    commas,
    inflect,
    join,
    joined,
    phrase,
)
from cddiagram.words import (
    capitalised,
    format_alpha,
    format_count,
    format_interval,
    names_words,
    rank_nouns,
    statistic_symbol,
)

#: The programs on the SCI2S page list the hypotheses that are rejected at these levels.
LEVELS = (0.05, 0.10)
#: If possible, a table contains at most this many procedures.
_SIDE_BY_SIDE = 7


def families_blocks(
    family: ProceduresCompared, alpha: float, key: str, max_rows: int
) -> tuple[Block, ...]:
    """Return adjusted p-values, rejected hypotheses and adjusted levels.

    The blocks contain all procedures. The hypotheses are tested at 0.05 and 0.10.
    """
    procedures = _adjustments(family)
    if not procedures or family.n_hypotheses == 1:
        return ()
    return (
        Paragraph(words=_introduction(family, procedures)),
        *apv_tables(family, alpha, key, max_rows),
        _rejected_table(family, f"{key}-rejected"),
        _rejections_of_chosen(family),
        *_level_tables(family, f"{key}-levels", max_rows),
    )


def _adjustments(family: ProceduresCompared) -> list[Adjusted]:
    """Return the procedures that actually adjust p-values."""
    return [each for each in family.procedures if each.p_adjust != "none"]


def apv_tables(
    family: ProceduresCompared,
    alpha: float,
    key: str,
    max_rows: int,
    *,
    about: str = "",
) -> tuple[TableBlock, ...]:
    """Return tables of adjusted p-values.

    The tables have the form of Table 5 in García and Herrera (2008) and of Tables 9 to
    11 in García et al. (2010).

    Rounding does not move a number to the other side of `alpha`, 0.05 or 0.10. Only the
    `max_rows` hypotheses with the smallest p-values are listed. The caption contains
    `about`, which describes the ranking.
    """
    procedures, alphas = _adjustments(family), (alpha, *LEVELS)
    unadjusted = family.pvalue[:max_rows]
    p = Filled.right(_UNADJUSTED, _p_cells(unadjusted, alphas, alpha), _CHOSEN)
    if any(procedure.chosen for procedure in procedures):
        p = Filled.right("p", _p_cells(unadjusted, alphas), "unadjusted")
    explanations = {True: _CHOSEN, False: ""}
    columns = []
    for procedure in procedures:
        cells = _p_cells(procedure.pvalue_adjusted[:max_rows], alphas, alpha)
        explanation = explanations[procedure.chosen]
        columns.append(Filled.right(procedure.name, cells, explanation))
    start = phrase("P-values{} adjusted", about)
    notes = family.left_out
    return tuple(_side_by_side(family, key, start, (p,), columns, max_rows, notes))


def _side_by_side(
    family: ProceduresCompared,
    key: str,
    start: str,
    numbers: Sequence[Filled],
    procedures: Sequence[Filled],
    max_rows: int,
    notes: Sequence[str],
) -> Iterator[TableBlock]:
    """Yield as few tables as possible, each with about the same number of procedures.

    The `notes` appear below the first table.
    """
    parts = 1
    if len(procedures) > _SIDE_BY_SIDE + 2:
        parts = math.ceil(len(procedures) / _SIDE_BY_SIDE)
    size = max(1, math.ceil(len(procedures) / parts))
    omission = ""
    if len(family.hypotheses) > max_rows:
        omission = (
            f"The table lists only the {max_rows} of "
            f"{format_count(len(family.hypotheses))} hypotheses with the smallest "
            "p-values. Run 'cddiagram compare --format csv' for all p-values."
        )
    for part in range(parts):
        columns = procedures[part * size : (part + 1) * size]
        heads = [column.head for column, _ in columns]
        caption = Phrase(start, f" by {_procedures(heads)}. {_ORDER}")
        all_columns = (*_hypothesis_columns(family, max_rows), *numbers, *columns)
        if part == 0:
            yield table_of(key, caption, all_columns, (omission, *notes))
        else:
            yield table_of(f"{key}-{part + 1}", caption, all_columns, (omission,))


def _p_cells(
    values: FloatArray, alphas: Sequence[float], alpha: float | None = None
) -> list[Cell]:
    """Return the cells for p-values.

    Values of at most `alpha` are marked as significant.
    """
    cells = []
    for p in values:
        rejects = alpha is not None and bool(significant(p, alpha))
        cells.append(full_p_cell(float(p), alphas, significant=rejects))
    return cells


def _hypothesis_columns(
    family: ProceduresCompared, max_rows: int
) -> tuple[Filled, Filled]:
    """Return the columns that contain the numbers and the names of the hypotheses."""
    numbers = []
    for place in family.places[:max_rows]:
        text = format_count(int(place))
        numbers.append(Cell(text=text, value=int(place), role="name"))
    head: str = "Hypothesis"
    if family.control is not None:
        head = Phrase(Name(family.control), " vs.")
    names = []
    for first, second in family.hypotheses[:max_rows]:
        name: str = _versus(first, second)
        if family.control is not None:
            name = Name(second)
        names.append(text_cell(name, role="name"))
    explained = (
        f"position among the {_hypotheses(family.n_hypotheses)} of the family in "
        "ascending order of p"
    )
    return Filled.right("No.", numbers, explained), Filled.left(head, names)


def rankings_apv_blocks(
    families: Mapping[str, ProceduresCompared], alpha: float, key: str, max_rows: int
) -> tuple[Block, ...]:
    """Return the tables of adjusted p-values for several ranking methods."""
    blocks: list[Block] = []
    for kind, family in families.items():
        if family.n_hypotheses == 1:
            continue
        about = phrase(
            " of tests on {}{},", rank_nouns(kind), _details_in_brackets(family)
        )
        blocks += apv_tables(family, alpha, f"{key}-{kind}", max_rows, about=about)
    return tuple(blocks)


def _details_in_brackets(family: ProceduresCompared) -> str:
    """Return the control and the variance of a family in brackets.

    The text is empty if neither applies.
    """
    details: list[str] = []
    if family.control is not None:
        details.append(phrase("control {}", Name(family.control)))
    if family.variance:
        details.append(f"{family.variance} variance")
    if not details:
        return ""
    return phrase(" ({})", commas(details))


def _introduction(
    family: ProceduresCompared, procedures: Sequence[Adjusted]
) -> RichText:
    """Describe the family of hypotheses, and name the procedures with their sources."""
    basis = "unadjusted p-values"
    names: list[str | RichText] = []
    for procedure in procedures:
        sources = ADJUSTMENTS[procedure.p_adjust].sources
        names += [", ", procedure.name, cite(*sources)]
        if procedure.chosen:
            basis = f"the p-values adjusted by {_procedures([procedure.name])}"
    names[0] = ""
    if len(procedures) > 1:
        names[-3] = " and "
    are = inflect(len(procedures), "procedure is that of", "procedures are those of")
    return join(
        _family_words(family),
        f" The applicable {are} ",
        *names,
        f". The decisions of the comparison are based on {basis}.",
        _error_rates(procedures),
        " If a procedure is chosen after seeing this table, the error rate is not "
        "controlled.",
    )


def _error_rates(procedures: Sequence[Adjusted]) -> str:
    """Name the procedures that do not control the FWER, or control it only weakly."""
    entries = [ADJUSTMENTS[procedure.p_adjust] for procedure in procedures]
    never = [entry.name for entry in entries if entry.controls in ("none", "fdr")]
    weakly, discoveries = [], []
    for entry in entries:
        if entry.controls == "fdr":
            discoveries.append(entry.name)
        elif entry.controls == "fwer-weak" and entry.law is None:
            weakly.append(entry.name)
    texts = []
    rate = "the family-wise error rate"
    if never:
        do = inflect(len(never), "does", "do")
        subject = capitalised(_procedures(never))
        texts.append(f" {subject} {do} not control {rate}.")
        rate = "this error rate"
    if weakly:
        control = inflect(len(weakly), "controls", "control")
        subject = capitalised(_procedures(weakly))
        texts.append(
            f" {subject} {control} {rate} only if all algorithms perform equally."
        )
    if discoveries:
        control = inflect(len(discoveries), "controls", "control")
        subject = capitalised(_procedures(discoveries))
        texts.append(
            f" {subject} {control} the false discovery rate instead, if each test depends "
            "only on its pair."
        )
    return "".join(texts)


def _procedures(names: Sequence[str]) -> str:
    """Name procedures in a sentence: ``"the procedures of Holm and Li"``."""
    if len(names) > 1:
        return f"the procedures of {joined(names)}"
    (name,) = names
    if name.isalpha():
        return f"{name}'s procedure"
    return f"the {name} procedure"


def _family_words(family: ProceduresCompared) -> Phrase:
    """Count the hypotheses in the family, and explain which of them the tables list."""
    rows, count = len(family.hypotheses), family.n_hypotheses
    size = f"The family contains {_hypotheses(count)}"
    if rows == count:
        return Phrase(size, ".")
    comparisons = inflect(
        rows, "the comparison", f"the {format_count(rows)} comparisons"
    )
    return phrase(
        "{} (all pairs). The tables list {} with {}, numbered among all {} in ascending "
        "order of p. In a stepwise procedure, a hypothesis that is not listed can "
        "affect the decision about a listed hypothesis.",
        size,
        comparisons,
        Name(family.control),
        _hypotheses(count),
    )


def _rejected_table(family: ProceduresCompared, key: str) -> TableBlock:
    """Return a table of the hypotheses that each procedure rejects at 0.05 and 0.10."""
    names = []
    for procedure in family.procedures:
        name = procedure.name
        if procedure.p_adjust == "none":
            name = _UNADJUSTED
        names.append(text_cell(name, role="name"))
    columns = [Filled.left("Procedure", names)]
    for alpha in LEVELS:
        counts, ranges = [], []
        for procedure in family.procedures:
            numbers = family.rejected(procedure, alpha)
            counts.append(count_cell(len(numbers)))
            ranges.append(text_cell(number_ranges(numbers)))
        columns.append(Filled.right(f"Rejected at {format_alpha(alpha)}", counts))
        columns.append(Filled.left("Numbers", ranges))
    hypotheses = "Hypotheses"
    if len(family.hypotheses) != family.n_hypotheses:
        hypotheses = "Listed hypotheses"
    caption = (
        f"{hypotheses} rejected at α = {format_alpha(0.05)} and "
        f"α = {format_alpha(0.1)}, numbered as in the tables above."
    )
    return table_of(key, caption, columns)


def _rejections_of_chosen(family: ProceduresCompared) -> Bullets:
    """Name the hypotheses that the chosen procedure rejects at 0.05 and at 0.10."""
    (procedure,) = (procedure for procedure in family.procedures if procedure.chosen)
    method = f"by {_procedures([procedure.name])}"
    if procedure.p_adjust == "none":
        method = "without adjustment"
    hypotheses = _hypotheses(len(family.hypotheses))
    every = f"the {hypotheses}"
    if len(family.hypotheses) != family.n_hypotheses:
        hypotheses = every = f"the {hypotheses} listed"
    lines = []
    for alpha in LEVELS:
        level = format_alpha(alpha)
        rejections = significant(procedure.pvalue_adjusted, alpha)
        names = [_versus(*family.hypotheses[i]) for i in np.flatnonzero(rejections)]
        if not names:
            lines.append(f"At α = {level}, none of {every} is rejected {method}.")
            continue
        are = inflect(len(names), "is", "are")
        count = f"{format_count(len(names))} of {hypotheses} {are} rejected {method}"
        lines.append(phrase("At α = {}, {}: {}.", level, count, names_words(names)))
    return Bullets(items=tuple(lines))


def _level_tables(
    family: ProceduresCompared, key: str, max_rows: int
) -> tuple[TableBlock, ...]:
    """Return tables of the adjusted levels of the procedures.

    The procedures compare the unadjusted p-values with these levels, as in Table 3 of
    García and Herrera (2008).
    """
    names = {procedure.p_adjust: procedure.name for procedure in family.procedures}
    head = "p"
    if "none" in names:
        head = _UNADJUSTED
    p = Filled.right(head, _p_cells(family.pvalue[:max_rows], LEVELS), "unadjusted")
    numbers = (*_statistics(family, max_rows), p)
    notes = [_LEVELS_NOTE]
    if len(family.hypotheses) != family.n_hypotheses:
        notes.append(_UNLISTED_NOTE)
    notes += statistic_words(family.kind, family.variance)
    tables: list[TableBlock] = []
    for alpha in LEVELS:
        columns = []
        for p_adjust, levels in family.levels(alpha).items():
            cells = list(map(_level_cell, levels[:max_rows]))
            columns.append(Filled.right(names[p_adjust], cells))
        start = f"Significance levels for α = {format_alpha(alpha)}, adjusted"
        key_of_level = f"{key}-{round(alpha * 100):02d}"
        tables += _side_by_side(
            family, key_of_level, start, numbers, columns, max_rows, notes
        )
    return tuple(tables)


def _level_cell(level: float) -> Cell:
    """Return the table cell for an adjusted level."""
    if level == 0:  # Li's adjusted level is 0 if the largest p-value is 1.
        return number_cell(level, 0)
    return full_p_cell(level, ())


def _statistics(family: ProceduresCompared, max_rows: int) -> Sequence[Filled]:
    """Return the column of test statistics.

    The result is empty for p-values from another source.
    """
    if family.kind == "given":
        return ()
    values = [float(value) for value in family.statistic[:max_rows]]
    decimals = statistic_decimals(family.kind, values)
    cells = [number_cell(value, decimals) for value in values]
    return (Filled.right(statistic_symbol(family.kind, family.variance), cells),)


#: The first text is the header of the column of unadjusted p-values. The second text
#: describes the procedure on which the decisions are based.
_UNADJUSTED, _CHOSEN = "Unadjusted p", "the chosen procedure"
#: In captions, this sentence states the order of the hypotheses.
_ORDER = "Hypotheses are listed in ascending order of the unadjusted p-value."
_LEVELS_NOTE = (
    "The procedures of Holm, Shaffer, Holland and Finner reject hypotheses in ascending "
    "order of p as long as p is at most the adjusted level. The procedures of Hochberg "
    "and Rom reject all hypotheses up to the largest p that is at most its adjusted "
    "level. The other procedures reject every hypothesis whose p is at most the adjusted "
    "level. Procedures without adjusted levels are omitted."
)
_UNLISTED_NOTE = (
    "These rules apply to all hypotheses of the family in the order of their numbers, "
    "including hypotheses that are not listed. Rejections therefore cannot be derived "
    "from the listed hypotheses alone."
)


def number_ranges(numbers: Iterable[int]) -> str:
    """Format numbers, with consecutive numbers as ranges, such as ``"1–4, 6"``."""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    texts = [format_interval(first, last) for first, last in ranges]
    return ", ".join(texts) or "–"


def _hypotheses(count: int) -> str:
    """Return a number of hypotheses, such as ``"6 hypotheses"``."""
    return f"{format_count(count)} {inflect(count, 'hypothesis', 'hypotheses')}"


def _versus(first: str, second: str) -> Phrase:
    return phrase("{} vs. {}", Name(first), Name(second))
