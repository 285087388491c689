r"""Tables as LaTeX in the style of the booktabs package. The module `setting`
determines their layout.
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

#: The minimum width of notes, in points.
_NOTE = 300
#: Maps the role of a cell to the code before and after its text.
_EMPHASIS = dict.fromkeys(BOLD, (r"\textbf{", "}")) | {"second": (r"\underline{", "}")}
#: The code at the end of a row. The key is True if no page break is allowed after the
#: row.
_ENDS_OF_ROWS = {True: r" \\*", False: r" \\"}


def tex_table(table: TableBlock, *rooms: Room) -> str:
    r"""Return the LaTeX code for a table with its caption and notes.

    In a paper, the table is a float in the first of the `rooms` into which it fits. If
    the table is taller than a page of a two-column layout, it is divided into several
    floats. Without `rooms`, the table is not a float (environment ``cddtable`` of the
    report). The packages ``array``, ``booktabs`` and ``longtable`` are required.
    """
    floating = bool(rooms)
    setting = set_table(table, *(rooms or (Room(width=WIDTH),)))
    label = rf"\label{{tab:{table_key(table.key)}}}"
    if setting.long and floating:
        return _long(setting, label)
    if setting.long:
        return rf"\cddroom{{110pt}}{_long(setting, label)}"
    name, place, start = "cddtable", "", r"\centering"
    if floating:
        name, place = "table", "[tbp]"
        # Many document classes do not insert space between the caption and the top
        # rule.
        start = r"\centering\setlength{\abovetopsep}{3pt}"
        if setting.room.starred:
            name = "table*"
    caption = rf"\caption{{{tex_prose(table.caption)}}}{label}"
    lines = []
    for body in _bodies(setting, floating=floating):
        lines += [rf"\begin{{{name}}}{place}", start, caption, body]
        lines += [rf"\end{{{name}}}", ""]
        caption = r"\addtocounter{table}{-1}\caption{Continued.}"
    return "\n".join(lines)


def tex_tabular(table: TableBlock, *rooms: Room) -> str:
    """Return the LaTeX code for a table without a float, a caption or a label.

    The result is empty if the table does not fit into a single float.
    """
    setting = set_table(table, *rooms)
    if setting.long or not setting.low:
        return ""
    (body,) = _bodies(setting, floating=True)
    return f"{{\\setlength{{\\abovetopsep}}{{3pt}}{body}\\par}}"


def _bodies(setting: Setting, *, floating: bool) -> list[str]:
    """Return the contents of the floats. There are several floats if the table is
    taller than a page.
    """
    if setting.low:
        panels = [_tabular(setting, panel) for panel in setting.panels]
        parts = ["\n\n\\medskip\n".join(panels)]
    else:
        parts = []
        for panel in setting.panels:
            for rows in setting.parts(panel):
                table = replace(setting.table, rows=rows)
                parts.append(_tabular(replace(setting, table=table), panel))
    parts[-1] += "".join(f"\n\n{note}" for note in _notes(setting, floating=floating))
    return [f"{_font(setting.size)}\n{part}" for part in parts]


def tex_key(key: str) -> str:
    r"""Return a key that can be used in `\label` and `\input`."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", key).strip("-")


def table_key(key: str) -> str:
    """Return the key of a table without the prefix "table"."""
    return tex_key(key.replace("-table", "") or key)


def _tabular(setting: Setting, panel: Panel) -> str:
    lines = [
        rf"\begin{{tabular}}{{{_columns(setting.table, panel)}}}",
        r"\toprule",
        _head(setting, panel),
        r"\midrule",
        *_rows(setting.table, panel),
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines)


def _long(setting: Setting, label: str) -> str:
    """Return the LaTeX code for a table with page breaks. All panels have the same
    table number.
    """
    first, *others = setting.panels
    caption = rf"\caption{{{tex_prose(setting.table.caption)}}}{label}\\"
    blocks = ["{" + _font(setting.size) + r"\setlength{\LTcapwidth}{\textwidth}"]
    blocks += _long_panel(setting, first, caption)
    for panel in others:
        blocks.append(r"\addtocounter{table}{-1}")
        blocks += _long_panel(setting, panel, _continued(panel))
    # Notes are typeset as rows, because otherwise the last page could contain only the
    # notes. The rows have zero width, so that the last column does not become wider.
    across = _across(len(setting.panels[-1].columns))
    end = blocks.pop()
    for note in _notes(setting):
        blocks.append(rf"{across}{{\makebox[0pt][l]{{{note}}}}}\\*")
    return "\n".join([*blocks, end, "}", ""])


def _long_panel(setting: Setting, panel: Panel, caption: str) -> list[str]:
    """Return the lines of code for a panel with page breaks."""
    head = (r"\toprule", _head(setting, panel), r"\midrule")
    count = len(panel.columns)
    # This rule is identical to `\bottomrule`, except that it does not allow a page
    # break below it.
    rule = rf"\multispan{{{count}}}\leaders\hrule height\heavyrulewidth\hfill\cr"
    return [
        rf"\begin{{longtable}}{{{_columns(setting.table, panel)}}}",
        *(caption, *head, r"\endfirsthead"),
        *(_continued(panel), *head, r"\endhead"),
        *(r"\bottomrule", r"\endfoot"),
        r"\noalign{\vskip0pt}\endlastfoot",
        *_rows(setting.table, panel),
        rf"\noalign{{\nobreak\vskip\aboverulesep}}{rule}"
        r"\noalign{\nobreak\vskip\belowrulesep}",
        r"\end{longtable}",
    ]


def _continued(panel: Panel) -> str:
    return rf"{_across(len(panel.columns))}{{\tablename~\thetable, continued}}\\"


def _across(count: int) -> str:
    return rf"\multicolumn{{{count}}}{{@{{}}l@{{}}}}"


def _notes(setting: Setting, *, floating: bool = False) -> list[str]:
    """Return the notes. They are as wide as the table, unless the table is narrow.

    The notes are never wider than a text column of the paper.
    """
    points = min(setting.room.width, max(_NOTE, *map(setting.total, setting.panels)))
    width = f"{points:.1f}pt"
    if floating:
        width = rf"\ifdim{width}>\linewidth\linewidth\else{width}\fi"
    start = rf"\parbox[t]{{{width}}}{{\raggedright\rule{{0pt}}{{2.4ex}}"
    return [f"{start}{tex_prose(note)}}}" for note in setting.table.notes]


def _font(size: int) -> str:
    return rf"\fontsize{{{size}}}{{{SIZES[size]}}}\selectfont\setlength{{\tabcolsep}}{{{HALF_GAP[size]}pt}}"


def _columns(table: TableBlock, panel: Panel) -> str:
    """Return the column specification, without spaces at the edges, as booktabs
    recommends.
    """
    ragged = {"right": r"\raggedleft", "left": r"\raggedright"}
    kinds = ""
    for place, width in zip(panel.columns, panel.widths, strict=True):
        align = table.columns[place].align
        if width is None:
            kinds += align[0]
        else:
            kinds += rf">{{{ragged[align]}\arraybackslash}}p{{{width:.1f}pt}}"
    return f"@{{}}{kinds}@{{}}"


def _head(setting: Setting, panel: Panel) -> str:
    heads = []
    for place, width in zip(panel.columns, panel.widths, strict=True):
        head = _head_cell(setting, place, width)
        if setting.table.columns[place].set_off:
            head = rf"{{\bfseries {head}}}"
        heads.append(head)
    return " & ".join(heads) + r" \\"


def _head_cell(setting: Setting, place: int, width: float | None) -> str:
    is_turned, lines = setting.head(place)
    if is_turned:
        head = tex_line(lines[0])
        if turned_lines(lines[0], setting.size) > 1:
            text = rf"{{\raggedright {tex_prose(lines[0])}}}"
            head = rf"\parbox{{{TALL}pt}}{text}"
        return rf"\rotatebox{{90}}{{{head}}}"
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
    """Return the rows, with rules and with small spaces that make rows easier to
    follow.
    """
    ruled = table.ruled
    count = len(table.rows)
    start = 0  # the index of the first row in the current group
    for number, row in enumerate(table.rows):
        role = row[0].role
        is_step = number > start and (number - start) % STEP == 0
        if number in ruled:
            start = number
            yield r"\midrule"
        elif count > MANY and is_step and role not in (SUBTOTAL, FOOT):
            yield r"\addlinespace"
        if role == HEADING:
            start = number + 1
            across = _across(len(panel.columns))
            yield rf"{across}{{\textit{{{tex_line(row[0].text)}}}}} \\*"
            continue
        # A page break must not follow one of the first three rows or precede one of the
        # last three rows.
        is_near_end = min(number, count - 2 - number) < 3
        yield " & ".join(_cells(row, panel)) + _ENDS_OF_ROWS[is_near_end]


def _cells(row: Sequence[Cell], panel: Panel) -> Iterator[str]:
    for place, width in zip(panel.columns, panel.widths, strict=True):
        cell = row[place]
        before, after = _EMPHASIS.get(cell.emphasis, ("", ""))
        main, rest = cell.marked
        if rest:
            yield f"{before}{tex_line(main)}{after} {tex_line(rest)}"
            continue
        write = tex_line if width is None else tex_prose
        text = write(cell.text)
        if text:
            text = f"{before}{text}{after}"
        yield text
