r"""A table as LaTeX, as in a paper (booktabs): where it stands, and what is written;
`setting` decides how large.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cddiagram.document.fitting import Panel
from cddiagram.document.latex.setting import (
    BOLD,
    HALF_GAP,
    MANY,
    SIZES,
    STEP,
    TALL,
    WIDTH,
    Room,
    Setting,
    set_table,
    turned_lines,
)
from cddiagram.document.latex.words import tex_line, tex_prose
from cddiagram.document.model import FOOT, HEADING, SUBTOTAL, Cell, TableBlock

#: Notes are set at least as wide.
_NOTE = 300
#: What stands around the text of a cell by its role.
_EMPHASIS = dict.fromkeys(BOLD, (r"\textbf{", "}")) | {"second": (r"\underline{", "}")}


def tex_table(table: TableBlock, *rooms: Room) -> str:
    r"""Write a table with caption and notes.

    In a paper a table that fits on a page floats, in the first of the `rooms` that
    holds it; without any it stays where it is (`\cddtable`, of the report's own
    preamble). Needs the packages ``array``, ``booktabs`` and ``longtable``. What is
    taller than a page of two columns floats in parts.
    """
    floating = bool(rooms)
    setting, label = (
        set_table(table, *(rooms or (Room(width=WIDTH),))),
        rf"\label{{tab:{table_key(table.key)}}}",
    )
    if setting.long:
        return ("" if floating else "\\cddroom{110pt}") + _long(setting, label)
    name = f"table{'*' * setting.room.starred}" if floating else "cddtable"
    begin, end = rf"\begin{{{name}}}{'[tbp]' * floating}", rf"\end{{{name}}}"
    # Between the caption and the first rule there is nothing in many classes of
    # document.
    start = r"\centering\setlength{\abovetopsep}{3pt}" if floating else r"\centering"
    caption, written = rf"\caption{{{tex_prose(table.caption)}}}{label}", []
    for body in _bodies(setting, floating=floating):
        written += [begin, start, caption, body, end, ""]
        caption = r"\addtocounter{table}{-1}\caption{Continued.}"
    return "\n".join(written)


def tex_tabular(table: TableBlock, *rooms: Room) -> str:
    """Write a table without float, caption and label; empty where one float cannot hold
    it.
    """
    setting = set_table(table, *rooms)
    if setting.long or not setting.low:
        return ""
    (body,) = _bodies(setting, floating=True)
    return f"{{\\setlength{{\\abovetopsep}}{{3pt}}{body}\\par}}"


def _bodies(setting: Setting, *, floating: bool) -> list[str]:
    """Write what stands in a float, or in each of several where one would be taller
    than the page.
    """
    if setting.low:
        parts = [
            "\n\n\\medskip\n".join(_tabular(setting, panel) for panel in setting.panels)
        ]
    else:
        table = setting.table
        parts = [
            _tabular(replace(setting, table=replace(table, rows=rows)), panel)
            for panel in setting.panels
            for rows in setting.parts(panel)
        ]
    parts[-1] += "".join(f"\n\n{note}" for note in _notes(setting, floating=floating))
    return [f"{_font(setting.size)}\n{part}" for part in parts]


def tex_key(key: str) -> str:
    r"""Return a key that `\label` and `\input` take."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", key).strip("-")


def table_key(key: str) -> str:
    """Return the key of a table, without saying that it is one."""
    return tex_key(key.replace("-table", "") or key)


def _tabular(setting: Setting, panel: Panel) -> str:
    start = rf"\begin{{tabular}}{{{_columns(setting.table, panel)}}}"
    above = [start, r"\toprule", _head(setting, panel), r"\midrule"]
    return "\n".join(
        [*above, *_rows(setting.table, panel), r"\bottomrule", r"\end{tabular}"]
    )


def _long(setting: Setting, label: str) -> str:
    """Write a table that breaks over pages; its panels follow each other, all under one
    number.
    """
    table = setting.table
    blocks: list[str] = []
    for number, panel in enumerate(setting.panels):
        head, count = _head(setting, panel), len(panel.columns)
        again = rf"{_across(count)}{{\tablename~\thetable, continued}}\\"
        first = (
            rf"\caption{{{tex_prose(table.caption)}}}{label}\\"
            if number == 0
            else again
        )
        last = number == len(setting.panels) - 1
        # Rows, not the foot of the last page, which could stand on a page without rows;
        # and without a width of their own, lest they make the last column wider.
        notes = [
            rf"{_across(count)}{{\makebox[0pt][l]{{{note}}}}}\\*"
            for note in _notes(setting)
            if last
        ]
        # What `\bottomrule` draws, without the place to break a page that it leaves
        # below itself.
        rule = rf"\multispan{{{count}}}\leaders\hrule height\heavyrulewidth\hfill\cr"
        blocks += [
            *([r"\addtocounter{table}{-1}"] if number else []),
            rf"\begin{{longtable}}{{{_columns(table, panel)}}}",
            *(first, r"\toprule", head, r"\midrule", r"\endfirsthead"),
            *(again, r"\toprule", head, r"\midrule", r"\endhead"),
            *(r"\bottomrule", r"\endfoot"),
            r"\noalign{\vskip0pt}\endlastfoot",
            *_rows(table, panel),
            rf"\noalign{{\nobreak\vskip\aboverulesep}}{rule}\noalign{{\n"
            rf"obreak\vskip\belowrulesep}}",
            *notes,
            r"\end{longtable}",
        ]
    start = "{" + _font(setting.size) + r"\setlength{\LTcapwidth}{\textwidth}"
    return "\n".join([start, *blocks, "}", ""])


def _across(count: int) -> str:
    return rf"\multicolumn{{{count}}}{{@{{}}l@{{}}}}"


def _notes(setting: Setting, *, floating: bool = False) -> list[str]:
    """Write the notes as wide as the table, a little wider where it is narrow, no wider
    than the column of a paper.
    """
    width = min(setting.room.width, max(_NOTE, *map(setting.total, setting.panels)))
    start = r"\raggedright\rule{0pt}{2.4ex}"
    most = (
        rf"\ifdim{width:.1f}pt>\linewidth\linewidth\else{width:.1f}pt\fi"
        if floating
        else f"{width:.1f}pt"
    )
    return [
        rf"\parbox[t]{{{most}}}{{{start}{tex_prose(note)}}}"
        for note in setting.table.notes
    ]


def _font(size: int) -> str:
    return rf"\fontsize{{{size}}}{{{SIZES[size]}}}\selectfont\setlength{{\tabcolsep}}{{{HALF_GAP[size]}pt}}"


def _columns(table: TableBlock, panel: Panel) -> str:
    """Write the specification of the columns: no space at the edges, as booktabs
    advises.
    """
    kinds = ""
    for place, width in zip(panel.columns, panel.widths, strict=True):
        align = table.columns[place].align
        ragged = (
            rf">{{\ragged{'left' if align == 'right' else 'right'}\arraybackslash}}"
        )
        kinds += align[0] if width is None else rf"{ragged}p{{{width:.1f}pt}}"
    return f"@{{}}{kinds}@{{}}"


def _head(setting: Setting, panel: Panel) -> str:
    at = zip(panel.columns, panel.widths, strict=True)
    heads = [_head_cell(setting, place, width) for place, width in at]
    set_off = [setting.table.columns[place].set_off for place in panel.columns]
    return (
        " & ".join(
            rf"{{\bfseries {head}}}" if bold else head
            for head, bold in zip(heads, set_off, strict=True)
        )
        + r" \\"
    )


def _head_cell(setting: Setting, place: int, width: float | None) -> str:
    turned, lines = setting.head(place)
    if turned and turned_lines(lines[0], setting.size) == 1:
        return rf"\rotatebox{{90}}{{{tex_line(lines[0])}}}"
    if turned:
        return (
            rf"\rotatebox{{90}}{{\parbox{{{TALL}pt}}{{\raggedright "
            rf"{tex_prose(lines[0])}}}}}"
        )
    column = setting.table.columns[place]
    if width is not None:
        return tex_prose(column.head)
    if len(lines) == 1:
        return tex_line(lines[0])
    stacked = r"\\".join(map(tex_line, lines))
    return (
        rf"\begin{{tabular}}[b]{{@{{}}{column.align[0]}@{{}}}}{stacked}\end{{tabular}}"
    )


def _rows(table: TableBlock, panel: Panel) -> Iterator[str]:
    ruled, since = table.ruled, 0
    for number, row in enumerate(table.rows):
        stays = (
            min(number, len(table.rows) - 2 - number) < 3
        )  # no page has one or two rows alone
        if number in ruled:
            since = number
            yield r"\midrule"
        elif (
            len(table.rows) > MANY
            and number > since
            and (number - since) % STEP == 0
            and row[0].role not in (SUBTOTAL, FOOT)
        ):
            yield r"\addlinespace"
        if row[0].role == HEADING:
            since = number + 1
            yield rf"{_across(len(panel.columns))}{{\textit{{{tex_line(row[0].text)}}}}} \\*"
            continue
        yield " & ".join(_cells(row, panel)) + (r" \\*" if stays else r" \\")


def _cells(row: Sequence[Cell], panel: Panel) -> Iterator[str]:
    for place, width in zip(panel.columns, panel.widths, strict=True):
        cell = row[place]
        written = tex_line(cell.text) if width is None else tex_prose(cell.text)
        before, after = _EMPHASIS.get(cell.emphasis, ("", "")) if written else ("", "")
        marked, rest = cell.marked
        yield (
            f"{before}{tex_line(marked)}{after} {tex_line(rest)}"
            if rest
            else f"{before}{written}{after}"
        )
