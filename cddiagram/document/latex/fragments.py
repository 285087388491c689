r"""The report as LaTeX in pieces: a folder with a file for each table, figure and text,
to `\input` in a paper.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from cddiagram._util import write_folder
from cddiagram.document import write_latex
from cddiagram.document.latex.setting import Room, room_of
from cddiagram.document.latex.tables import table_key, tex_key, tex_table, tex_tabular
from cddiagram.document.latex.words import tex_prose, tex_words
from cddiagram.document.model import (
    FOR_PAPERS,
    Bullets,
    Document,
    Figure,
    Paragraph,
    Section,
    TableBlock,
)
from cddiagram.sheet import widths_from

#: The document of the folder: how the pieces are put together, and a proof that they
#: can be.
_MAIN = r"""\documentclass[a4paper,@CLASS]{article}
\usepackage[@PAGE, textheight=9.5in, centering]{geometry}
\ifdefined\directlua\else\IfFileExists{lmodern.sty}{\usepackage[T1]{fontenc}\usepackage{lmodern}}{}\fi
\setlength{\emergencystretch}{4em} \tolerance=1000 \hbadness=10000 \raggedbottom
\input{preamble}@CITING
\begin{document}
@TITLE
@BODY
\end{document}
"""
#: What the document needs beside LaTeX to cite.
_CITING = {"cite": "", "citep": "\n\\usepackage{natbib}"}
_BIBLATEX = "\n\\usepackage{biblatex}\\addbibresource{references.bib}"

_PREAMBLE = rf"""% To be read in the preamble of a paper, with \input: what the tables, figures and texts here need.
{write_latex.PACKAGES}
{write_latex.DEFINITIONS}
"""

#: The names of pieces.
_OURS = re.compile(
    r"(?s:(main|preamble|captions|bibliography)\.tex|references\.bib|(text|table|tabular|figure|picture)-.*\.tex)"
)

#: Captions are macros: what \input reads cannot stand in a \caption, which writes to
#: the lists of figures and tables.
_CAPTIONS = r"""% To be read with \input before a float of your own: \caption[\cddshort{KEY}]{\cddcaption{KEY}}
\def\cddcaption#1{\cddsaid{cddcaption #1}}
\def\cddshort#1{\cddsaid{cddshort #1}}
\def\cddsaid#1{\ifcsname#1\endcsname\csname#1\endcsname\else\errmessage{there is no #1 in captions.tex}\fi}
"""


def fragments(
    report: Document, width: str | float | None = None, cite: str = "cite"
) -> dict[str, str]:
    """Write the pieces of a report; see
    `cddiagram.document.saving.Report.to_fragments`.
    """
    rooms = [Room()] if width is None else list(map(room_of, widths_from(width)))
    pieces, body = {"preamble": _PREAMBLE, "captions": _captions(report, cite)}, ""
    for section in report.sections:
        if section.key != write_latex.REFERENCES:
            made = dict(_pieces(section, rooms, cite))
            read = [
                rf"\input{{{name}}}"
                for name in made
                if not name.startswith(("tabular-", "picture-"))
            ]
            body += "\n".join(
                ["\n" + write_latex.heading(section), *read, "\\clearpage\n"]
            )
            pieces |= made
    bibtex = {}
    if report.references:
        bibtex["references.bib"] = (
            "\n\n".join(reference.bibtex for reference in report.references) + "\n"
        )
        pieces["bibliography"] = write_latex.bibliography(report, cite)
        body += r"\input{bibliography}"
    pieces["main"] = _main(report, rooms, body, given=width is not None, cite=cite)
    comment = report.provenance.comment("tex")
    files = {
        f"{name}.tex": f"{content.rstrip()}\n" for name, content in pieces.items()
    } | bibtex
    return {name: f"{comment}\n{content}" for name, content in files.items()}


def _pieces(
    section: Section, rooms: Sequence[Room], cite: str
) -> Iterator[tuple[str, str]]:
    """Write the pieces of a section: its words, and those for a paper by themselves;
    tables, figures.
    """
    words = []
    for block in section.blocks:
        if isinstance(block, Paragraph) and block.role in FOR_PAPERS:
            yield (
                f"text-{tex_key(section.key.removesuffix('texts').removesuffix('brief') + block.role)}",
                tex_words(block.words, cite),
            )
        elif isinstance(block, Paragraph | Bullets):
            words.append(write_latex.block_tex(block, floating=True, cite=cite))
    if words:
        yield f"text-{tex_key(section.key)}", "\n\n".join(words)
    for block in section.blocks:
        if isinstance(block, TableBlock):
            yield f"table-{table_key(block.key)}", tex_table(block, *rooms)
            if alone := tex_tabular(block, *rooms):
                yield f"tabular-{table_key(block.key)}", alone
        elif isinstance(block, Figure):
            key, wide = (
                tex_key(block.key),
                block.drawing.layout.width > rooms[0].width * 72 / 72.27 + 0.5,
            )
            starred = rooms[0].starred or (len(rooms) > 1 and wide)
            yield (
                f"figure-{key}",
                write_latex.tex_figure(
                    block, floating=True, starred=starred, cite=cite
                ),
            )
            yield f"picture-{key}", write_latex.tex_picture(block, floating=True)


def _captions(report: Document, cite: str) -> str:
    """Define the captions of all figures and tables: long, and short for the lists of
    them.
    """
    said = {
        f"figure-{tex_key(k)}": (tex_words(f.caption, cite), tex_prose(f.alt))
        for k, f in report.figures().items()
    }
    said |= {
        f"table-{table_key(k)}": (tex_prose(table.caption),) * 2
        for k, table in report.tables().items()
    }
    lines = [
        rf"\expandafter\def\csname {kind} {key}\endcsname{{{text}}}"
        for key, texts in said.items()
        for kind, text in zip(("cddcaption", "cddshort"), texts, strict=True)
    ]
    return _CAPTIONS + "\n".join(lines)


def _main(
    report: Document, rooms: Sequence[Room], body: str, *, given: bool, cite: str
) -> str:
    """Put the pieces together, in columns or on pages as wide as they are made for."""
    columns, page = (
        "11pt",
        f"textwidth={rooms[-1].width}pt" if given else "textwidth=6.5in",
    )
    if rooms[-1].starred:
        gap = rooms[-1].width - 2 * rooms[0].width if len(rooms) > 1 else 12
        columns, page = "10pt,twocolumn", f"{page}, columnsep={gap:.2f}pt"
    parts = {"@CLASS": columns, "@PAGE": page, "@CITING": _CITING.get(cite, _BIBLATEX)}
    return write_latex.filled(
        _MAIN, parts | {"@TITLE": write_latex.headed(report), "@BODY": body}
    )


def save_fragments(
    report: Document,
    folder: str | os.PathLike[str],
    width: str | float | None = None,
    cite: str = "cite",
) -> None:
    """Write the pieces of a report into a folder; see
    `cddiagram.document.saving.Report.save_fragments`.
    """
    write_folder(
        folder,
        lambda: fragments(report, width, cite),
        own=_OURS,
        what="piece of a report",
    )
