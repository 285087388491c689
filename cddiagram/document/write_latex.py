r"""The report as LaTeX: a document that compiles as it is, with pdfLaTeX or LuaLaTeX,
figures included as TikZ.

It needs the packages ``array``, ``booktabs``, ``geometry``, ``longtable``, ``multicol``
and ``tikz``. Numbers of tables, figures and sources are LaTeX's own; two runs settle
them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

from cddiagram.document.latex.glyphs import BOXES, GLYPHS, codes, with_glyphs
from cddiagram.document.latex.setting import WIDTH, Room, room_of
from cddiagram.document.latex.tables import tex_key, tex_table
from cddiagram.document.latex.words import tex_prose, tex_words
from cddiagram.document.model import (
    Block,
    Bullets,
    Document,
    Figure,
    Listing,
    Paragraph,
    Section,
    TableBlock,
)
from cddiagram.text import PREAMBLE, Option, UsageError

#: What tables, figures and texts need wherever they are read with `\input`.
PACKAGES = r"\usepackage{array,booktabs,longtable,tikz}"


DEFINITIONS = f"{PREAMBLE}\n{GLYPHS}"


#: The key of the section that lists the sources.
REFERENCES = "references"


#: The report's own page: captions in small letters, tables and figures where they are
#: mentioned, the same bytes always.
_DOCUMENT = r"""\documentclass[a4paper,11pt]{article}
\usepackage[textwidth=6.5in, textheight=9.5in, centering]{geometry}
@PACKAGES
\usepackage{multicol}
% Without further packages pdfLaTeX has only the letters of 1982: take Latin Modern, the same design with all accents.
\ifdefined\directlua\else\IfFileExists{lmodern.sty}{\usepackage[T1]{fontenc}\usepackage{lmodern}}{}\fi
@DEFINITIONS
@FIXED
\frenchspacing
\raggedbottom
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.5\baselineskip}
\setlength{\emergencystretch}{4em}
\clubpenalty=10000 \widowpenalty=10000 \relpenalty=10000 \binoppenalty=10000 \tolerance=1000 \hbadness=10000
\makeatletter
\newcommand{\cddcaption}[2]{\parbox{\textwidth}{\small\parskip=0pt\textbf{#1.} #2\par}}
\renewcommand{\@makecaption}[2]{\vskip\abovecaptionskip\cddcaption{#1}{#2}\vskip\belowcaptionskip}
\def\LT@makecaption#1#2#3{\LT@mcol\LT@cols c{\hbox to 0pt{\hss\parbox[t]{\textwidth}{%
  \cddcaption{#2}{#3}\par\vskip\belowcaptionskip}\hss}}}
\def\@listi{\leftmargin=\leftmargini \topsep=0pt \partopsep=0pt \parsep=0pt \itemsep=2pt}
\let\@listI=\@listi
\newcommand{\cddroom}[1]{\par\penalty0 \ifdim\dimexpr\pagegoal-\pagetotal<#1 \newpage\fi}
\newenvironment{cddbox}[1]{\par\addvspace{0.7\baselineskip}\def\@captype{#1}\minipage{\textwidth}}%
  {\endminipage\par\addvspace{0.7\baselineskip}}
\newenvironment{cddtable}{\setlength{\abovecaptionskip}{0pt}\setlength{\belowcaptionskip}{5pt}\cddbox{table}}{\endcddbox}
\newenvironment{cddfigure}{\setlength{\abovecaptionskip}{5pt}\setlength{\belowcaptionskip}{0pt}\cddbox{figure}}{\endcddbox}
\makeatother
\setlength{\belowcaptionskip}{5pt}
\begin{document}
@BODY
\end{document}
"""


#: PDF without dates and random names, by pdfTeX (its manual, 7.1) and LuaTeX (its
#: manual, 3.2.2: bits 1 to 8 are entries of its own, 32 and 64 the dates, 512 the id).
_FIXED = r"""\ifdefined\pdfvariable \pdfvariable suppressoptionalinfo 623 \else
  \ifdefined\pdftrailerid \pdftrailerid{}\pdfsuppressptexinfo=15 \pdfinfoomitdate=1 \fi\fi"""


def report_latex(
    report: Document, *, standalone: bool = True, cite: str = "cite"
) -> str:
    r"""Write the report as LaTeX.

    Not `standalone` is what stands between begin and end of the document, for
    ``\input`` in one whose preamble has what the first lines of the text say, and that
    cites by `cite`.
    """
    if standalone and cite != "cite":
        raise UsageError(
            Option("cite"),
            " is for standalone=False, as a document lists its sources: leave it out.",
        )
    comment = report.provenance.comment("tex")
    body = "\n".join(_body(report, floating=not standalone, cite=cite))
    if not standalone:
        return (
            f"{comment}\n% Needs in the preamble: {PACKAGES}\n{DEFINITIONS}\n{body}\n"
        )
    parts = {
        "@PACKAGES": PACKAGES,
        "@DEFINITIONS": DEFINITIONS,
        "@FIXED": f"{_FIXED}\n{report.provenance.pdfinfo()}\n{_title(report.title)}",
        "@BODY": f"{headed(report)}\n{body}".rstrip(),
    }
    return f"{comment}\n{filled(_DOCUMENT, parts)}"


def filled(document: str, parts: Mapping[str, str]) -> str:
    """Put the parts of a document where their names stand."""
    for name, text in parts.items():
        document = document.replace(name, text, 1)
    return document


def headed(report: Document) -> str:
    """Write the title of a report."""
    return rf"\begin{{center}}\Large\bfseries {tex_prose(report.title)}\end{{center}}"


def tables_latex(
    tables: Iterable[TableBlock],
    *,
    preamble: bool = True,
    width: str | float | None = None,
) -> str:
    """Write tables for a paper: with a `preamble` of what they need, and for a `width`
    of its column or page.
    """
    written = "\n".join(tex_table(table, room_of(width)) for table in tables)
    if not preamble:
        return written
    return (
        f"% Needs in the preamble: {PACKAGES.replace(',tikz', ',graphicx')}\n"
        f"{DEFINITIONS}\n{written}"
    )


def bibliography(report: Document, cite: str = "cite") -> str:
    r"""Write the references as a ``thebibliography``, for biblatex as its own command;
    empty where nothing is cited.
    """
    if not report.references:
        return ""
    if cite in ("autocite", "parencite"):
        return "\\printbibliography\n"
    items = []
    for reference in report.references:
        authors, _, year = reference.label.rpartition(", ")
        label = f"[{{{tex_prose(authors)}}}({year})]" * (
            cite == "citep"
        )  # as natbib reads them
        items.append(rf"\bibitem{label}{{{reference.key}}} {tex_prose(reference.text)}")
    return "\n".join(
        [
            rf"\begin{{thebibliography}}{{{len(items)}}}",
            *items,
            r"\end{thebibliography}",
            "",
        ]
    )


def heading(section: Section) -> str:
    r"""Write the heading of a section; its title is kept out of the table of contents,
    where it could not break.
    """
    command = "section" if section.level == 1 else "subsection"
    return (
        rf"\{command}{{{tex_prose(section.title)}}}\label{{sec:{tex_key(section.key)}}}"
    )


def _body(report: Document, *, floating: bool, cite: str) -> Iterator[str]:
    listed = False
    for section in report.sections:
        blocks = section.blocks
        if (
            section.key == REFERENCES
        ):  # as LaTeX's own list, which has a heading and the numbers that texts cite
            yield bibliography(report, cite)
            listed, blocks = (
                True,
                tuple(block for block in blocks if isinstance(block, Listing)),
            )
        else:
            # A heading stays with the table below it, and the table begins with some of
            # its rows.
            room = 170 if blocks and isinstance(blocks[0], TableBlock) else 90
            yield ("" if floating else rf"\cddroom{{{room}pt}}") + heading(section)
        for block in blocks:
            yield f"{block_tex(block, floating=floating, cite=cite).rstrip()}\n"
    if not listed:
        yield bibliography(report, cite)


def block_tex(block: Block, *, floating: bool, cite: str = "cite") -> str:
    """Write one block."""
    if isinstance(block, Paragraph):
        text = tex_words(block.named, cite)
        if block.role != "warning":
            return text
        box = r"\fboxsep=5pt\fbox{\begin{minipage}{\dimexpr\linewidth-2\fboxsep-2\fboxrule}"
        return f"\\noindent{{{box}\n\\textbf{{Warning.}} {text}\n\\end{{minipage}}}}}}"
    if isinstance(block, Bullets):
        items = [rf"\item {tex_prose(item)}" for item in block.items]
        return "\n".join([r"\begin{itemize}", *items, r"\end{itemize}"])
    if isinstance(block, Listing):
        return _listing(block, floating=floating)
    if isinstance(block, TableBlock):
        return tex_table(block, *([Room()] if floating else []))
    return tex_figure(block, floating=floating, cite=cite)


def tex_figure(
    figure: Figure, *, floating: bool, starred: bool = False, cite: str = "cite"
) -> str:
    """Write a figure with its caption, over both columns where it is `starred`."""
    name = f"figure{'*' * starred}" if floating else "cddfigure"
    caption = rf"\caption{f'[{{{tex_prose(figure.alt)}}}]' * floating}{{{tex_words(figure.caption, cite)}}}"
    label = rf"\label{{fig:{tex_key(figure.key)}}}"
    start, picture = (
        rf"\begin{{{name}}}{'[tbp]' * floating}",
        tex_picture(figure, floating=floating),
    )
    return "\n".join(
        [start, r"\centering", picture, caption + label, rf"\end{{{name}}}", ""]
    )


def tex_picture(figure: Figure, *, floating: bool) -> str:
    """Write a figure as TikZ; one that is larger than the page, or than the line where
    it floats, is scaled down.
    """
    from cddiagram.sheet import tikz_picture

    drawing = figure.drawing
    width, height = (
        drawing.layout.width * 72.27 / 72,
        drawing.layout.height * 72.27 / 72,
    )
    lines = tikz_picture(drawing.layout, colors=drawing.colors).splitlines()
    # Characters that LaTeX has no command for go through \cddglyph.
    picture = "\n".join(
        with_glyphs(line) for line in lines if not line.startswith("% Needs a font")
    )
    picture = f"{{{BOXES}\n{picture}\n}}" if codes(picture) else picture.rstrip()
    factor = min(1.0, math.inf if floating else (WIDTH + 0.05) / width, 580 / height)
    if factor < 1.0:
        picture = f"\\scalebox{{{factor:.4f}}}{{%\n{picture}\n}}"
    if floating:  # in the width of the paper, which is not known here
        fitted = (
            r"\ifdim\wd0>\linewidth \resizebox{\linewidth}{!}{\usebox0}\else\usebox0 "
            r"\fi"
        )
        return f"{{\\sbox0{{%\n{picture}\n}}{fitted}}}"
    return picture


def _listing(listing: Listing, *, floating: bool) -> str:
    """Write lines as they stand, in two columns of small letters; for a paper, where
    they are no text, as comments.
    """
    lines = listing.text.rstrip().splitlines()
    if floating:
        return "\n".join(f"% {line}".rstrip() for line in lines)
    written = []
    for line in lines:
        indent = 0.5 * (len(line) - len(line.lstrip()))
        words = tex_prose(line.strip())
        written.append(
            rf"\hspace*{{{indent:g}em}}\hangindent={indent + 2:g}em {words}\par"
            if words
            else r"\smallskip"
        )
    start = r"\begin{multicols}{2}\fontsize{7}{8.2}\ttfamily\raggedright\setlength{\parskip}{0pt}"
    return "\n".join([start, *written, r"\end{multicols}"])


def _title(title: str) -> str:
    """Put the title into the PDF's information, as UTF-16 (ISO 32000-1, 7.9.2.2): no
    character of it is TeX's.
    """
    code = ("\ufeff" + " ".join(title.split())).encode("utf-16-be").hex().upper()
    entry = f"{{/Title <{code}> /Creator (cddiagram)}}"
    return (
        rf"\ifdefined\pdfextension \pdfextension info{entry}\else\ifdefined\pdfinfo "
        rf"\pdfinfo{entry}\fi\fi"
    )
