r"""The report as LaTeX in pieces: a folder with a file for each table, figure and text, to `\input` in a paper."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path

from cddiagram.errors import OutputError
from cddiagram.report.latex.tables import Room, room_of, table_key, tex_key, tex_table
from cddiagram.report.latex.words import tex_prose
from cddiagram.report.model import Bullets, Document, Figure, Paragraph, Section, Table
from cddiagram.report.write_latex import DEFINITIONS, PACKAGES, REFERENCES, bibliography, block_tex, heading

#: The document of the folder: how the pieces are put together, and a proof that they can be.
_MAIN = r"""\documentclass[a4paper,11pt]{article}
\usepackage[textwidth=6.5in, textheight=9.5in, centering]{geometry}
\ifdefined\directlua\else\IfFileExists{lmodern.sty}{\usepackage[T1]{fontenc}\usepackage{lmodern}}{}\fi
\setlength{\emergencystretch}{4em} \tolerance=1000 \hbadness=10000
\input{preamble}
\begin{document}
\begin{center}\Large\bfseries @TITLE\end{center}
@BODY
\end{document}
"""

_PREAMBLE = r"""% To be read in the preamble of a paper, with \input: what the tables, figures and texts beside it need.
@PACKAGES
@DEFINITIONS
"""


def fragments(report: Document, width: str | float | None = None) -> dict[str, str]:
    r"""Write the pieces of a report, tables for a column or page of this width (as figures take it; else 12 cm).

    Name -> content: ``preamble.tex`` (packages and definitions), ``text-KEY.tex`` for each section with words in it,
    ``table-KEY.tex`` and ``figure-KEY.tex`` as floats with caption and label (``tab:KEY``, ``fig:KEY``),
    ``references.bib``, ``bibliography.tex`` (the same without BibTeX), and ``main.tex``, a document of them all.
    """
    comment = report.provenance.comment("tex")
    preamble = _PREAMBLE.replace("@PACKAGES", PACKAGES).replace("@DEFINITIONS", DEFINITIONS)
    files = {"preamble.tex": preamble}
    body: list[str] = []
    for section in report.sections:
        if section.key == REFERENCES:
            continue
        body.append(f"\n{heading(section)}")
        for name, content in _pieces(section, room_of(width)).items():
            files[f"{name}.tex"] = f"{content.rstrip()}\n"
            body.append(rf"\input{{{name}}}")
        body.append(r"\clearpage")
    if report.references:
        files["references.bib"] = "\n\n".join(reference.bibtex for reference in report.references) + "\n"
        files["bibliography.tex"] = bibliography(report)
        body.append(r"\input{bibliography}")
    main = _MAIN.replace("@TITLE", tex_prose(report.title), 1).replace("@BODY", "\n".join(body))
    return {name: f"{comment}\n{content}" for name, content in {"main.tex": main, **files}.items()}


def _pieces(section: Section, room: Room) -> dict[str, str]:
    found: dict[str, str] = {}
    words = [block_tex(block, floating=True) for block in section.blocks if isinstance(block, Paragraph | Bullets)]
    if words:
        found[f"text-{tex_key(section.key)}"] = "\n\n".join(words)
    for block in section.blocks:
        if isinstance(block, Table):
            found[f"table-{table_key(block.key)}"] = tex_table(block, floating=True, room=room)
        elif isinstance(block, Figure):
            found[f"figure-{tex_key(block.key)}"] = block_tex(block, floating=True)
    return found


def save_fragments(report: Document, folder: str | os.PathLike[str], width: str | float | None = None) -> Path:
    """Write the pieces of a report into a folder, all or none.

    The folder is made if it does not exist, with the folders above it. One that exists must hold pieces of a report and
    nothing else, or nothing: it is replaced.
    """
    target = Path(os.path.realpath(folder))
    _check(target, Path(folder))
    try:
        _put(fragments(report, width), target)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OutputError(f"cannot write '{folder}': {reason}; choose another place.") from error
    return Path(folder)


def _put(pieces: Mapping[str, str], target: Path) -> None:
    """Make the folder beside its place, then put it there; if that fails, all is as it was, missing parents too."""
    missing = [parent for parent in target.parents if not parent.exists()]
    place = target.parents[len(missing)]
    temporary = place / f".cddiagram-{secrets.token_hex(8)}.tmp"
    old = place / f".cddiagram-{secrets.token_hex(8)}.old"
    made: list[Path] = []
    try:
        temporary.mkdir()
        for name, content in pieces.items():
            (temporary / name).write_text(content, encoding="utf-8", newline="\n")
        for parent in reversed(missing):
            parent.mkdir()
            made.append(parent)
        if target.exists():
            target.rename(old)
        try:
            temporary.rename(target)
        except OSError:
            if old.exists():
                old.rename(target)
            raise
        made.clear()
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
        for parent in reversed(made):
            with contextlib.suppress(OSError):  # another program has put something there meanwhile
                parent.rmdir()


def _check(target: Path, shown: Path) -> None:
    """Refuse a place where a folder of pieces may not be put."""
    above = next(parent for parent in target.parents if parent.exists())
    if not above.is_dir():
        raise OutputError(f"cannot write '{shown}': '{above.name}' is a file, no folder; choose another place.")
    if not target.exists():
        return
    if not target.is_dir():
        raise OutputError(f"cannot write '{shown}': it is a file; give the name of a folder.")
    strange = sorted(path.name for path in target.iterdir() if not _ours(path))
    if strange:
        raise OutputError(
            f"cannot write '{shown}': it holds '{strange[0]}', which is no piece of a report; give a new folder."
        )


def _ours(path: Path) -> bool:
    name = path.name
    known = name in ("main.tex", "preamble.tex", "references.bib", "bibliography.tex")
    piece = name.startswith(("text-", "table-", "figure-")) and name.endswith(".tex")
    return (known or piece) and path.is_file()
