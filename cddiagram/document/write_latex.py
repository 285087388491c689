r"""The report as a LaTeX document for pdfLaTeX or LuaLaTeX, with figures in TikZ.

The document requires the packages ``array``, ``booktabs``, ``geometry``, ``longtable``,
``multicol`` and ``tikz``. Two runs of LaTeX are necessary to number the tables, figures
and sources.
"""

from __future__ import annotations

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
from cddiagram.text import PREAMBLE, Option, UsageError, tex_description

#: The packages and definitions that tables, figures and paragraphs require.
PACKAGES = r"\usepackage{array,booktabs,longtable,tikz}"


#: The first number is the maximum height of a figure in TeX points. The second is the
#: number of TeX points in a big point.
_MOST_HEIGHT = 580
_POINTS = 72.27 / 72

#: TeX code that prints box 0. If necessary, the box is scaled down to the line width.
_FITTED_BOX = (
    r"\ifdim\wd0>\linewidth \resizebox{\linewidth}{!}{\usebox0}\else\usebox0 \fi"
)

DEFINITIONS = f"{PREAMBLE}\n{GLYPHS}"


#: The key of the section that lists the sources.
REFERENCES = "references"


#: The template of the report document, with small captions and without floats.
_DOCUMENT = r"""\documentclass[a4paper,11pt]{article}
\usepackage[textwidth=6.5in, textheight=9.5in, centering]{geometry}
@PACKAGES
\usepackage{multicol}
% Without further packages, pdfLaTeX uses the text encoding OT1. Latin Modern has the same design and all accents.
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


#: Commands that omit dates and random identifiers from PDF files, for pdfTeX (manual,
#: 7.1) and LuaTeX (manual, 3.2.2). In the bit mask for LuaTeX, the values 1 to 8
#: suppress LuaTeX's own entries, 32 and 64 suppress dates, and 512 suppresses the
#: identifier.
_FIXED = r"""\ifdefined\pdfvariable \pdfvariable suppressoptionalinfo 623 \else
  \ifdefined\pdftrailerid \pdftrailerid{}\pdfsuppressptexinfo=15 \pdfinfoomitdate=1 \fi\fi"""


def report_latex(
    report: Document, *, standalone: bool = True, cite: str = "cite"
) -> str:
    r"""Return the report as LaTeX code.

    If `standalone` is false, only the body of the document is returned, which can be
    used with ``\input``. Its first lines list the packages and definitions that the
    preamble of the paper must contain. `cite` is the citation command in the body.
    """
    if standalone and cite != "cite":
        raise UsageError(
            Option("cite"),
            " applies only to standalone=False, because a complete document contains "
            "its own list of sources. Omit this option.",
        )
    comment = report.provenance.comment("tex")
    body = "\n".join(_body(report, floating=not standalone, cite=cite))
    if not standalone:
        return f"{comment}\n% Required in the preamble: {PACKAGES}\n{DEFINITIONS}\n{body}\n"
    parts = {
        "@PACKAGES": PACKAGES,
        "@DEFINITIONS": DEFINITIONS,
        "@FIXED": f"{_FIXED}\n{report.provenance.pdfinfo()}\n{_title(report.title)}",
        "@BODY": f"{headed(report)}\n{body}".rstrip(),
    }
    return f"{comment}\n{filled(_DOCUMENT, parts)}"


def filled(document: str, parts: Mapping[str, str]) -> str:
    """Replace the placeholders in a document with its parts."""
    for name, text in parts.items():
        document = document.replace(name, text, 1)
    return document


def headed(report: Document) -> str:
    """Return the title of a report as LaTeX code."""
    return rf"\begin{{center}}\Large\bfseries {tex_prose(report.title)}\end{{center}}"


def tables_latex(
    tables: Iterable[TableBlock],
    *,
    preamble: bool = True,
    width: str | float | None = None,
) -> str:
    """Return tables as LaTeX code for a paper with this column or page width.

    If `preamble` is true, the code begins with the definitions that the tables require.
    """
    text = "\n".join(tex_table(table, room_of(width)) for table in tables)
    if not preamble:
        return text
    packages = PACKAGES.replace(",tikz", ",graphicx")
    return f"% Required in the preamble: {packages}\n{DEFINITIONS}\n{text}"


def bibliography(report: Document, cite: str = "cite") -> str:
    r"""Return the references as a ``thebibliography`` environment or, for biblatex, as
    a command.

    The result is empty if nothing is cited.
    """
    if not report.references:
        return ""
    if cite in ("autocite", "parencite"):
        return "\\printbibliography\n"
    lines = [rf"\begin{{thebibliography}}{{{len(report.references)}}}"]
    for reference in report.references:
        label = ""
        if cite == "citep":  # natbib requires labels with authors and years
            authors, _, year = reference.label.rpartition(", ")
            label = f"[{{{tex_prose(authors)}}}({year})]"
        lines.append(rf"\bibitem{label}{{{reference.key}}} {tex_prose(reference.text)}")
    lines += [r"\end{thebibliography}", ""]
    return "\n".join(lines)


def heading(section: Section) -> str:
    """Return the heading of a section with its label."""
    commands = {1: "section", 2: "subsection"}
    label = rf"\label{{sec:{tex_key(section.key)}}}"
    return rf"\{commands[section.level]}{{{tex_prose(section.title)}}}{label}"


def _body(report: Document, *, floating: bool, cite: str) -> Iterator[str]:
    for section in report.sections:
        blocks = section.blocks
        if section.key == REFERENCES:
            # LaTeX adds the heading of the bibliography and the numbers of the sources.
            yield bibliography(report, cite)
            blocks = tuple(block for block in blocks if isinstance(block, Listing))
        elif floating:
            yield heading(section)
        else:
            yield rf"\cddroom{{{_room_below_heading(section)}pt}}{heading(section)}"
        for block in blocks:
            yield f"{block_tex(block, floating=floating, cite=cite).rstrip()}\n"
    if all(section.key != REFERENCES for section in report.sections):
        yield bibliography(report, cite)


def _room_below_heading(section: Section) -> int:
    """Return the height in points that must be available below a heading. Otherwise, a
    page break would separate it from the first lines or table rows below it.
    """
    if section.blocks and isinstance(section.blocks[0], TableBlock):
        return 170
    return 90


def block_tex(block: Block, *, floating: bool, cite: str = "cite") -> str:
    """Return a block as LaTeX code."""
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
        rooms = [Room()] if floating else []
        return tex_table(block, *rooms)
    return tex_figure(block, floating=floating, cite=cite)


def tex_figure(
    figure: Figure, *, floating: bool, starred: bool = False, cite: str = "cite"
) -> str:
    """Return a figure with its caption. A `starred` figure spans both columns."""
    name, place, short = "cddfigure", "", ""
    described = []
    if floating:
        described = [tex_description(figure.description)]
        name, place = "figure", "[tbp]"
        short = f"[{{{tex_prose(figure.alt)}}}]"
    if starred:
        name = "figure*"
    caption = rf"\caption{short}{{{tex_words(figure.caption, cite)}}}"
    label = rf"\label{{fig:{tex_key(figure.key)}}}"
    lines = [
        rf"\begin{{{name}}}{place}",
        r"\centering",
        tex_picture(figure, floating=floating),
        caption + label,
        *described,
        rf"\end{{{name}}}",
        "",
    ]
    return "\n".join(lines)


def tex_picture(figure: Figure, *, floating: bool) -> str:
    """Return a figure as TikZ code. It is scaled down if it does not fit on the page or
    in the line.
    """
    from cddiagram.sheet import tikz_picture

    drawing = figure.drawing
    sheet = drawing.output.document_sheet
    tikz = tikz_picture(sheet, colors=drawing.colors)
    # \cddglyph prints characters for which LaTeX has no command.
    lines = []
    for line in tikz.splitlines():
        if not line.startswith("% A font"):
            lines.append(with_glyphs(line))
    picture = "\n".join(lines).rstrip()
    if codes(picture):
        picture = f"{{{BOXES}\n{picture}\n}}"
    factor = _MOST_HEIGHT / (sheet.height * _POINTS)
    if not floating:
        factor = min(factor, (WIDTH + 0.05) / (sheet.width * _POINTS))
    if factor < 1.0:
        picture = f"\\scalebox{{{factor:.4f}}}{{%\n{picture}\n}}"
    if floating:  # the line width of the paper is not known here
        picture = f"{{\\sbox0{{%\n{picture}\n}}{_FITTED_BOX}}}"
    return picture


def _listing(listing: Listing, *, floating: bool) -> str:
    """Return a listing in two columns in a small font or, for a paper, as comments."""
    lines = listing.text.rstrip().splitlines()
    if floating:
        return "\n".join(f"% {line}".rstrip() for line in lines)
    output = [
        r"\begin{multicols}{2}\fontsize{7}{8.2}\ttfamily\raggedright\setlength{\parskip}{0pt}"
    ]
    for line in lines:
        indent = 0.5 * (len(line) - len(line.lstrip()))
        words = tex_prose(line.strip())
        if words:
            space = rf"\hspace*{{{indent:g}em}}\hangindent={indent + 2:g}em"
            output.append(rf"{space} {words}\par")
        else:
            output.append(r"\smallskip")
    output.append(r"\end{multicols}")
    return "\n".join(output)


def _title(title: str) -> str:
    """Return TeX code that adds the title to the metadata of the PDF.

    The title is encoded as hexadecimal UTF-16 (ISO 32000-1, 7.9.2.2), which does not
    contain special characters of TeX.
    """
    code = ("\ufeff" + " ".join(title.split())).encode("utf-16-be").hex().upper()
    entry = f"{{/Title <{code}> /Creator (cddiagram)}}"
    return (
        rf"\ifdefined\pdfextension \pdfextension info{entry}\else\ifdefined\pdfinfo "
        rf"\pdfinfo{entry}\fi\fi"
    )
