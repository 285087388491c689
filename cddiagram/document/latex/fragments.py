r"""The report as LaTeX fragments, with one file for each table, figure or text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cddiagram._util import write_folder
from cddiagram._util.lazy import lazy_pattern
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

#: A document that includes all fragments.
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
#: Maps each citation command to the packages that it requires.
_CITING = {"cite": "", "citep": "\n\\usepackage{natbib}"}
_BIBLATEX = "\n\\usepackage{biblatex}\\addbibresource{references.bib}"

_PREAMBLE = rf"""% Packages and definitions for the tables, figures and texts. Use \input in the preamble of the paper.
{write_latex.PACKAGES}
{write_latex.DEFINITIONS}
"""

#: The pattern for the file names of all fragments.
_OURS = lazy_pattern(
    r"(?s:(main|preamble|captions|bibliography)\.tex|references\.bib|(text|table|tabular|figure|picture)-.*\.tex)"
)

#: Captions are defined as macros, because the argument of \caption is also written to
#: the lists of figures and tables and cannot contain \input.
_CAPTIONS = r"""% Use \input{captions} before floats of your own: \caption[\cddshort{KEY}]{\cddcaption{KEY}}
\def\cddcaption#1{\cddstored{cddcaption #1}}
\def\cddshort#1{\cddstored{cddshort #1}}
\def\cddstored#1{\ifcsname#1\endcsname\csname#1\endcsname\else\errmessage{there is no #1 in captions.tex}\fi}
"""


def fragments(
    report: Document, width: str | float | None = None, cite: str = "cite"
) -> dict[str, str]:
    """Return the contents of each file of
    `cddiagram.document.saving.Report.to_fragments`.
    """
    rooms = [Room()]
    if width is not None:
        rooms = [room_of(each) for each in widths_from(width)]
    pieces = {"preamble": _PREAMBLE, "captions": _captions(report, cite)}
    body: list[str] = []
    for section in report.sections:
        if section.key == write_latex.REFERENCES:
            continue
        of_section = dict(_pieces(section, rooms, cite))
        body += ["", write_latex.heading(section)]
        for name in of_section:
            if not name.startswith(("tabular-", "picture-")):
                body.append(rf"\input{{{name}}}")
        body.append(r"\clearpage")
        pieces |= of_section
    if report.references:
        pieces["bibliography"] = write_latex.bibliography(report, cite)
        body.append(r"\input{bibliography}")
    else:
        body.append("")
    layout = {"@CLASS": "11pt", "@PAGE": "textwidth=6.5in"}
    if width is not None:
        layout = _page_layout(rooms)
    pieces["main"] = _document_of_all_pieces(report, layout, "\n".join(body), cite)
    comment = report.provenance.comment("tex")
    files = {}
    for name, content in pieces.items():
        files[f"{name}.tex"] = f"{comment}\n{content.rstrip()}\n"
    if report.references:
        bibtex = "\n\n".join(reference.bibtex for reference in report.references)
        files["references.bib"] = f"{comment}\n{bibtex}\n"
    return files


def _pieces(
    section: Section, rooms: Sequence[Room], cite: str
) -> Iterator[tuple[str, str]]:
    """Yield the name and the contents of each file for a section.

    The caption and the methods paragraph are in separate files. All other paragraphs
    are in a single file.
    """
    texts = []
    for block in section.blocks:
        if isinstance(block, Paragraph) and block.role in FOR_PAPERS:
            prefix = section.key.removesuffix("texts").removesuffix("brief")
            yield f"text-{tex_key(prefix + block.role)}", tex_words(block.words, cite)
        elif isinstance(block, Paragraph | Bullets):
            texts.append(write_latex.block_tex(block, floating=True, cite=cite))
    if texts:
        yield f"text-{tex_key(section.key)}", "\n\n".join(texts)
    for block in section.blocks:
        if isinstance(block, TableBlock):
            yield f"table-{table_key(block.key)}", tex_table(block, *rooms)
            tabular = tex_tabular(block, *rooms)
            if tabular:
                yield f"tabular-{table_key(block.key)}", tabular
        elif isinstance(block, Figure):
            key = tex_key(block.key)
            starred = _is_starred(block, rooms)
            float_ = write_latex.tex_figure(
                block, floating=True, starred=starred, cite=cite
            )
            yield f"figure-{key}", float_
            yield f"picture-{key}", write_latex.tex_picture(block, floating=True)


def _is_starred(figure: Figure, rooms: Sequence[Room]) -> bool:
    """Return whether a figure is a float that spans both columns."""
    column, *wider = rooms
    is_wide = figure.drawing.layout.width > column.width * 72 / 72.27 + 0.5
    return column.starred or (bool(wider) and is_wide)


def _captions(report: Document, cite: str) -> str:
    """Define the long and short captions of all figures and tables."""
    lines = []
    for key, figure in report.figures().items():
        name = f"figure-{tex_key(key)}"
        lines.append(_definition("cddcaption", name, tex_words(figure.caption, cite)))
        lines.append(_definition("cddshort", name, tex_prose(figure.alt)))
    for key, table in report.tables().items():
        name = f"table-{table_key(key)}"
        caption = tex_prose(table.caption)
        lines.append(_definition("cddcaption", name, caption))
        lines.append(_definition("cddshort", name, caption))
    return _CAPTIONS + "\n".join(lines)


def _definition(kind: str, name: str, text: str) -> str:
    return rf"\expandafter\def\csname {kind} {name}\endcsname{{{text}}}"


def _page_layout(rooms: Sequence[Room]) -> dict[str, str]:
    """Return the options for the document class and the page geometry that match the
    widths of a paper.
    """
    *columns, page = rooms
    text_width = f"textwidth={page.width}pt"
    if not page.starred:
        return {"@CLASS": "11pt", "@PAGE": text_width}
    gap = 12.0
    if columns:
        gap = page.width - 2 * columns[0].width
    return {
        "@CLASS": "10pt,twocolumn",
        "@PAGE": f"{text_width}, columnsep={gap:.2f}pt",
    }


def _document_of_all_pieces(
    report: Document, layout: Mapping[str, str], body: str, cite: str
) -> str:
    """Return the contents of ``main.tex``, which includes all other files."""
    parts = {
        **layout,
        "@CITING": _CITING.get(cite, _BIBLATEX),
        "@TITLE": write_latex.headed(report),
        "@BODY": body,
    }
    return write_latex.filled(_MAIN, parts)


def save_fragments(
    report: Document,
    folder: str | os.PathLike[str],
    width: str | float | None = None,
    cite: str = "cite",
) -> Path:
    """Write the fragments of a report to a folder, and return the folder.

    See `cddiagram.document.saving.Report.save_fragments`.
    """
    target = Path(folder)
    write_folder(
        target,
        lambda: fragments(report, width, cite),
        own=_OURS,
        what="fragment of a report",
    )
    return target
