"""Compilation of LaTeX documents with an installed engine, in a temporary folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import warnings
from pathlib import Path

from cddiagram.document.latex.glyphs import codes, lend_fonts
from cddiagram.text import OutputError

#: The TeX engines, from fastest to slowest. pdfLaTeX can print only characters for
#: which LaTeX has commands.
_ENGINES = ("pdflatex", "lualatex")
_COMMAND = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")
#: LaTeX is run at most this many times. Two runs are sufficient unless the column
#: widths change.
_RUNS = 4
_SECONDS = 600


def compile_latex(document: str) -> bytes:
    """Compile a document that `report_latex` returned.

    The same document, engine and fonts always result in the same PDF.
    """
    characters = codes(document)
    engine = latex_engine(many_characters=bool(characters))
    if characters and engine == "pdflatex":
        names = ", ".join(f"'{c}' (U+{ord(c):04X})" for c in characters[:8])
        warnings.warn(
            f"pdfLaTeX cannot print {names}, so their codes are printed. Install "
            "lualatex to print all characters.",
            stacklevel=2,
        )
    with tempfile.TemporaryDirectory(prefix="cddiagram-") as folder:
        work = Path(folder)
        (work / "report.tex").write_text(document, encoding="utf-8", newline="\n")
        if characters and engine == "lualatex":
            lend_fonts(work, characters)
        for _ in range(_RUNS):
            before = _auxiliary_file(work)
            _run(engine, work)
            if _auxiliary_file(work) == before:
                break
        return (work / "report.pdf").read_bytes()


def latex_engine(*, many_characters: bool = False) -> str:
    """Return the name of an installed engine.

    LuaLaTeX is preferred if the document contains characters for which LaTeX has no
    commands.
    """
    engines = list(_ENGINES)
    if many_characters:
        engines.reverse()
    for engine in engines:
        if shutil.which(engine):
            return engine
    raise OutputError(
        "writing a PDF requires LaTeX, but neither pdflatex nor lualatex is installed. "
        "Install one of them, or write the report as .html, .md, .tex or .txt."
    )


def _auxiliary_file(work: Path) -> bytes | None:
    """Return the auxiliary file that a run writes for the next run, or None before the
    first run.
    """
    path = work / "report.aux"
    if not path.is_file():
        return None
    return path.read_bytes()


def _run(engine: str, work: Path) -> None:
    # These variables set the date in \today and in the metadata to 1 January 1980.
    environment = os.environ | {
        "SOURCE_DATE_EPOCH": "315532800",
        "FORCE_SOURCE_DATE": "1",
        "openout_any": "p",
    }
    try:
        process = subprocess.run(
            [engine, *_COMMAND, "report.tex"],
            cwd=work,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise OutputError(
            f"{engine} cannot be run ({error}). Write the report as .tex, and compile "
            "it separately."
        ) from error
    if process.returncode != 0:
        raise OutputError(
            f"{engine} cannot compile the report ({_reason(work)}). Write the report "
            "as .html, or install the LaTeX packages that the report requires."
        )


def _reason(work: Path) -> str:
    """Return the first error message in the TeX log, which starts with an exclamation
    mark.
    """
    log = work / "report.log"
    if log.is_file():
        text = log.read_text(encoding="utf-8", errors="replace")
        for line in text.splitlines():
            if line.startswith("!"):
                return line[1:].strip().rstrip(".")
    return "unknown reason"
