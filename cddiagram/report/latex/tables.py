r"""A table as LaTeX, set as in a paper (booktabs): as large as it can be, nothing cut, no box too full.

A table may be wider than the page. The first of these that fits is taken: letters of 9, 8 and 7 points, each with
heads on one line, on several, and turned; long texts on several lines; panels that repeat the names. Sizes are given
in points and widths are measured beforehand, so that it fits in any class of document with a text as wide.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from cddiagram.report.fitting import Panel, arrange, head_lines, head_pieces, lead
from cddiagram.report.latex.words import measure, tex_line, tex_prose
from cddiagram.report.model import FOOT, HEADING, SUBTOTAL, Cell, Column, Table
from cddiagram.sheet.look import POINTS_PER_INCH, page_width, widths_from

#: The width of the report's text, in TeX's points: 6.5 in, that of A4 and letter pages; and that of floating tables:
#: 12 cm, which papers of one column have at least.
WIDTH, PAPER = 6.5 * 72.27, 345.0

#: How tall a table that cannot break is at most, in points, with caption and notes: a page of two columns.
_TALLEST = 640
#: More rows than this are broken over pages (`longtable`); fewer stay together.
_TOGETHER = 30

#: Size of the letters in points -> distance of their lines.
_SIZES = {9: 11, 8: 9.5, 7: 8.2}
#: Half of the space between columns, in points, by the size of the letters.
_HALF_GAP = {9: 6, 8: 4, 7: 3}
#: Text columns that wrap keep at least this many points, or their longest word.
_LEAST = {9: 110, 8: 90, 7: 70}
#: Widths are measured without kerning; a little is left free.
_SLACK = 1.02
#: A little white after every so many rows guides the eye, in tables that have more rows than `_MANY`.
_STEP, _MANY = 5, 12
#: Notes are set at least as wide.
_NOTE = 300

#: Roles of cells that are bold, and what stands around the text of a cell by its role.
_BOLD = ("significant", "best")
_EMPHASIS = dict.fromkeys(_BOLD, (r"\textbf{", "}")) | {"second": (r"\underline{", "}")}

#: A turned head that is longer, in points, stands on several lines.
_TALL = 160

#: How the heads of columns are set.
_LINE, _LINES, _TURNED = "line", "lines", "turned"


@dataclass(frozen=True, kw_only=True)
class Room:
    """What a floating table may take of a paper.

    `width` in TeX's points; `starred` is the whole width of a page of two columns, where no table `breaks` over pages.
    """

    width: float = PAPER
    starred: bool = False
    breaks: bool = True


def room_of(width: str | float | None) -> Room:
    """Return the room of a width as figures take it: a name, or inches; None is 12 cm.

    >>> room_of("ieee-column"), round(room_of(3.5).width)
    (Room(width=252.0, starred=False, breaks=False), 253)
    """
    if width is None:
        return Room()
    points = round(page_width(width) / POINTS_PER_INCH * 72.27, 3)
    column = width.removesuffix("page") + "column" if isinstance(width, str) and width.endswith("page") else width
    two = len(widths_from(column)) > 1
    return Room(width=points, starred=two and column != width, breaks=not two)


@dataclass(frozen=True, kw_only=True)
class _Setting:
    """How a table is set.

    `size` is that of the letters in points; of `heads` only those of numbers are turned; `width` is what there is.
    """

    size: int
    heads: str
    panels: tuple[Panel, ...]
    width: float

    @property
    def whole(self) -> bool:
        """Whether all columns stand side by side with no text broken."""
        return len(self.panels) == 1 and not any(self.panels[0].widths)


def tex_table(table: Table, *, floating: bool, room: Room | None = None) -> str:
    r"""Write a table with caption and notes.

    `floating` says whether a table that fits on a page floats, as in a paper, in the `room` it has there; otherwise it
    stays where it is (`\cddtable`, of the report's own preamble). Needs the packages ``array``, ``booktabs`` and
    ``longtable``. What is taller than a page of two columns floats in parts.
    """
    room = room or (Room() if floating else Room(width=WIDTH))
    setting, label = _setting(table, room), rf"\label{{tab:{table_key(table.key)}}}"
    if room.breaks and len(table.rows) * len(setting.panels) > _TOGETHER:
        return ("" if floating else "\\cddroom{110pt}") + _long(table, setting, label)
    name = f"table{'*' * room.starred}" if floating else "cddtable"
    begin, end = rf"\begin{{{name}}}{'[tbp]' * floating}", rf"\end{{{name}}}"
    # Between the caption and the first rule there is nothing in many classes of document.
    start = r"\centering\setlength{\abovetopsep}{3pt}" if floating else r"\centering"
    caption, written = rf"\caption{{{tex_prose(table.caption)}}}{label}", []
    for body in _bodies(table, setting, room, floating=floating):
        written += [begin, start, caption, body, end, ""]
        caption = r"\addtocounter{table}{-1}\caption{Continued.}"
    return "\n".join(written)


def tex_tabular(table: Table, room: Room) -> str:
    """Write a table without float, caption and label; empty where one float cannot hold it."""
    setting = _setting(table, room)
    if room.breaks and len(table.rows) * len(setting.panels) > _TOGETHER:
        return ""
    body, *more = _bodies(table, setting, room, floating=True)
    return "" if more else f"{{\\setlength{{\\abovetopsep}}{{3pt}}{body}\\par}}"


def roomiest(table: Table, rooms: Sequence[Room]) -> Room:
    """Return the first room where a table stands side by side in one piece, with no text broken; else the last."""

    def whole(room: Room) -> bool:
        setting = _setting(table, room)
        return setting.whole and (room.breaks or _height(table, setting) <= _TALLEST)

    return next(filter(whole, rooms), rooms[-1])


def _bodies(table: Table, setting: _Setting, room: Room, *, floating: bool) -> list[str]:
    """Write what stands in a float, or in each of several where one would be taller than the page."""
    if room.breaks or _height(table, setting) <= _TALLEST:
        parts = ["\n\n\\medskip\n".join(_tabular(table, setting, panel) for panel in setting.panels)]
    else:
        parts = [
            _tabular(replace(table, rows=rows), setting, panel)
            for panel in setting.panels
            for rows in _cut(table, setting, panel)
        ]
    parts[-1] += "".join(f"\n\n{note}" for note in _notes(table, setting, floating=floating))
    return [f"{_font(setting.size)}\n{part}" for part in parts]


def _height(table: Table, setting: _Setting) -> float:
    """Estimate how tall a table is with its caption and notes."""
    return _words_height(table, setting) + sum(_panel_height(table, setting, panel) for panel in setting.panels)


def _words_height(table: Table, setting: _Setting) -> float:
    notes = sum(_lines(measure(note, setting.size), setting.width) for note in table.notes)
    return 12 * _lines(measure(table.caption, 10), setting.width) + 25 + _SIZES[setting.size] * notes


def _panel_height(table: Table, setting: _Setting, panel: Panel) -> float:
    """Estimate how tall a panel is: rules, heads, rows, and the white between them."""
    size, line, head, rows = setting.size, _SIZES[setting.size], 1.0, len(table.rows)
    for place, width in zip(panel.columns, panel.widths, strict=True):
        column, contents = table.columns[place], _contents(table, place, size)
        if setting.heads == _TURNED and _turns(column, contents, size):
            head = max(head, min(_TALL, measure(column.head, size)) / line)
        elif width is None:
            head = max(head, len(_head_lines(column, contents, size, setting.heads)))
        else:
            head = max(head, _lines(measure(column.head, size), width))
    broken = [(place, width) for place, width in zip(panel.columns, panel.widths, strict=True) if width is not None]
    rows = sum(max([1, *(_lines(_width(row[place], size), width) for place, width in broken)]) for row in table.rows)
    return 20 + 8 * len(table.ruled) + line * (head + rows) + len(table.rows) / _STEP * size / 2


def _lines(natural: float, width: float) -> int:
    """Estimate on how many lines a text stands, the ends of which stay empty."""
    return 1 if natural <= width else math.ceil(1.1 * natural / width)


def _cut(table: Table, setting: _Setting, panel: Panel) -> Iterator[tuple[tuple[Cell, ...], ...]]:
    """Divide the rows of a panel evenly into as few parts as pages hold; none ends with the name of a group."""
    rows = table.rows
    parts = math.ceil(_panel_height(table, setting, panel) / (_TALLEST - _words_height(table, setting)))
    while rows:
        size = math.ceil(len(rows) / max(1, parts))
        size -= 1 < size < len(rows) and rows[size - 1][0].role == HEADING
        yield rows[:size]
        rows, parts = rows[size:], parts - 1


def tex_key(key: str) -> str:
    r"""Return a key that `\label` and `\input` take.

    >>> tex_key("AUC mean/ranks_1")
    'AUC-mean-ranks-1'
    """
    return re.sub(r"[^A-Za-z0-9.]+", "-", key).strip("-")


def table_key(key: str) -> str:
    """Return the key of a table, without saying that it is one."""
    return tex_key(key.replace("-table", "") or key)


def _setting(table: Table, room: Room) -> _Setting:
    """Set a table in the largest letters that hold it whole, else in as few panels as can be."""

    def low(setting: _Setting) -> bool:
        return room.breaks or _height(table, setting) <= _TALLEST

    turned = (_TURNED,) if _gains(table) else ()
    found = None
    for size in _SIZES:
        for heads in (_LINE, _LINES, *(turned if size < 9 else ())):
            setting = _tried(table, size, heads, room.width, wrap=False)
            if setting.whole and low(setting):
                return setting
            found = found or (setting if setting.whole else None)
    wrapped = [_tried(table, size, heads, room.width, wrap=True) for size in (8, 7) for heads in (_LINES, *turned)]
    least = [setting for setting in wrapped if low(setting)] or ([found] if found else wrapped)
    return min(least, key=lambda setting: len(setting.panels))


def _gains(table: Table) -> bool:
    """Whether turning the heads of numbers saves width: words longer than what stands below them."""
    heads = [place for place, column in enumerate(table.columns) if column.align == "right"]
    longer = [place for place in heads if _longest(table.columns[place].head) > 1.3 * _contents(table, place, 8)]
    return len(longer) > 2


def _longest(head: str) -> float:
    return max((measure(word, 8) for word in head_pieces(head)), default=0.0)


def _tried(table: Table, size: int, heads: str, available: float, *, wrap: bool) -> _Setting:
    natural = [_natural(table, place, size, heads) for place in range(len(table.columns))]
    least = [
        min(width, max(_LEAST[size], _longest_part(table, place, size))) if wrap and column.align == "left" else width
        for place, (column, width) in enumerate(zip(table.columns, natural, strict=True))
    ]
    panels = arrange(natural, least, available=available / _SLACK, gap=2 * _HALF_GAP[size], lead=lead(table))
    return _Setting(size=size, heads=heads, panels=panels, width=available)


def _natural(table: Table, place: int, size: int, heads: str) -> float:
    column = table.columns[place]
    contents = _contents(table, place, size)
    if heads == _TURNED and _turns(column, contents, size):
        return max(contents, 1.2 * size, _turned_lines(column, size) * _SIZES[size])
    return max(contents, 1.0, *(measure(line, size) for line in _head_lines(column, contents, size, heads)))


def _turns(column: Column, contents: float, size: int) -> bool:
    """Whether a head is turned where heads are: that of a column of numbers which are shorter."""
    return column.align == "right" and measure(" ".join(column.head.split()), size) > max(contents, 1.2 * size)


def _turned_lines(column: Column, size: int) -> int:
    """Return on how many lines a turned head stands; the end of each may stay empty for want of a place to break."""
    width = measure(" ".join(column.head.split()), size)
    return 1 if width <= _TALL else math.ceil(width / (_TALL - 4 * size))


def _contents(table: Table, place: int, size: int) -> float:
    return max((_width(row[place], size) for row in table.rows if row[place].role != HEADING), default=0.0)


def _width(cell: Cell, size: int) -> float:
    return measure(cell.text, size, bold=cell.role in _BOLD)


def _longest_part(table: Table, place: int, size: int) -> float:
    """Return the width of the longest piece that is never broken; long words are (see `tex_prose`)."""
    words = [word for row in table.rows for word in row[place].text.split() if len(word) <= 16]
    return max((measure(word, size, bold=True) for word in words), default=0.0)


def _head_lines(column: Column, contents: float, size: int, heads: str) -> list[str]:
    if heads == _LINE:
        return [" ".join(column.head.split())]
    return head_lines(column.head, contents, lambda text: measure(text, size))


def _tabular(table: Table, setting: _Setting, panel: Panel) -> str:
    head, rows = _head(table, setting, panel), _rows(table, panel)
    return "\n".join(
        [
            rf"\begin{{tabular}}{{{_columns(table, panel)}}}",
            r"\toprule",
            head,
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


def _long(table: Table, setting: _Setting, label: str) -> str:
    """Write a table that breaks over pages; its panels follow each other, all under one number."""
    blocks = []
    for number, panel in enumerate(setting.panels):
        head, count = _head(table, setting, panel), len(panel.columns)
        again = rf"{_across(count)}{{\tablename~\thetable, continued}}\\"
        first = rf"\caption{{{tex_prose(table.caption)}}}{label}\\" if number == 0 else again
        last = number == len(setting.panels) - 1
        # Rows, not the foot of the last page, which could stand on a page without rows; and without a width of their
        # own, lest they make the last column wider.
        notes = [rf"{_across(count)}{{\makebox[0pt][l]{{{note}}}}}\\*" for note in _notes(table, setting) if last]
        blocks.append(
            "\n".join(
                [
                    *([r"\addtocounter{table}{-1}"] if number else []),
                    rf"\begin{{longtable}}{{{_columns(table, panel)}}}",
                    *(first, r"\toprule", head, r"\midrule", r"\endfirsthead"),
                    *(again, r"\toprule", head, r"\midrule", r"\endhead"),
                    *(r"\bottomrule", r"\endfoot"),
                    r"\noalign{\vskip0pt}\endlastfoot",
                    *_rows(table, panel),
                    *(_last_rule(count), *notes),
                    r"\end{longtable}",
                ]
            )
        )
    start = "{" + _font(setting.size) + r"\setlength{\LTcapwidth}{\textwidth}"
    return "\n".join([start, *blocks, "}", ""])


def _last_rule(count: int) -> str:
    r"""Draw what `\bottomrule` draws, without the place to break a page that it leaves below itself."""
    rule = rf"\multispan{{{count}}}\leaders\hrule height\heavyrulewidth\hfill\cr"
    return rf"\noalign{{\nobreak\vskip\aboverulesep}}{rule}\noalign{{\nobreak\vskip\belowrulesep}}"


def _across(count: int) -> str:
    return rf"\multicolumn{{{count}}}{{@{{}}l@{{}}}}"


def _notes(table: Table, setting: _Setting, *, floating: bool = False) -> list[str]:
    """Write the notes as wide as the table, a little wider where it is narrow, no wider than the column of a paper."""
    width = min(setting.width, max(_NOTE, *(_total(table, setting, panel) for panel in setting.panels)))
    start = r"\raggedright\rule{0pt}{2.4ex}"
    most = rf"\ifdim{width:.1f}pt>\linewidth\linewidth\else{width:.1f}pt\fi" if floating else f"{width:.1f}pt"
    return [rf"\parbox[t]{{{most}}}{{{start}{tex_prose(note)}}}" for note in table.notes]


def _total(table: Table, setting: _Setting, panel: Panel) -> float:
    widths = [
        _natural(table, place, setting.size, setting.heads) if width is None else width
        for place, width in zip(panel.columns, panel.widths, strict=True)
    ]
    return sum(widths) + 2 * _HALF_GAP[setting.size] * (len(widths) - 1)


def _font(size: int) -> str:
    return rf"\fontsize{{{size}}}{{{_SIZES[size]}}}\selectfont\setlength{{\tabcolsep}}{{{_HALF_GAP[size]}pt}}"


def _columns(table: Table, panel: Panel) -> str:
    """Write the specification of the columns: no space at the edges, as booktabs advises."""
    kinds = []
    for place, width in zip(panel.columns, panel.widths, strict=True):
        ragged = "left" if table.columns[place].align == "right" else "right"
        kinds.append(
            table.columns[place].align[0]
            if width is None
            else rf">{{\ragged{ragged}\arraybackslash}}p{{{width:.1f}pt}}"
        )
    return "@{}" + "".join(kinds) + "@{}"


def _head(table: Table, setting: _Setting, panel: Panel) -> str:
    cells = [_head_cell(table, place, setting, width) for place, width in zip(panel.columns, panel.widths, strict=True)]
    return " & ".join(cells) + r" \\"


def _head_cell(table: Table, place: int, setting: _Setting, width: float | None) -> str:
    column = table.columns[place]
    contents = _contents(table, place, setting.size)
    if setting.heads == _TURNED and _turns(column, contents, setting.size):
        if _turned_lines(column, setting.size) == 1:
            return rf"\rotatebox{{90}}{{{tex_line(column.head)}}}"
        return rf"\rotatebox{{90}}{{\parbox{{{_TALL}pt}}{{\raggedright {tex_prose(column.head)}}}}}"
    if width is not None:
        return tex_prose(column.head)
    broken = _head_lines(column, contents, setting.size, setting.heads)
    lines = [tex_line(line) for line in broken]
    if len(lines) == 1:
        return lines[0]
    stacked = r"\\".join(lines)
    return rf"\begin{{tabular}}[b]{{@{{}}{column.align[0]}@{{}}}}{stacked}\end{{tabular}}"


def _rows(table: Table, panel: Panel) -> Iterator[str]:
    ruled, since = table.ruled, 0
    for number, row in enumerate(table.rows):
        stays = min(number, len(table.rows) - 2 - number) < 3  # no page has one or two rows alone
        if number in ruled:
            since = number
            yield r"\midrule"
        elif (
            len(table.rows) > _MANY
            and number > since
            and (number - since) % _STEP == 0
            and row[0].role not in (SUBTOTAL, FOOT)
        ):
            yield r"\addlinespace"
        if row[0].role == HEADING:
            since = number + 1
            yield rf"\multicolumn{{{len(panel.columns)}}}{{@{{}}l@{{}}}}{{\textit{{{tex_line(row[0].text)}}}}} \\*"
            continue
        yield " & ".join(_cells(row, panel)) + (r" \\*" if stays else r" \\")


def _cells(row: Sequence[Cell], panel: Panel) -> Iterator[str]:
    for place, width in zip(panel.columns, panel.widths, strict=True):
        cell = row[place]
        written = tex_line(cell.text) if width is None else tex_prose(cell.text)
        before, after = _EMPHASIS.get(cell.role, ("", "")) if written else ("", "")
        marked, rest = cell.marked
        yield f"{before}{tex_line(marked)}{after} {tex_line(rest)}" if rest else f"{before}{written}{after}"
