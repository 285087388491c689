"""A PDF from LaTeX: the document is compiled in a folder of its own by an engine that
is installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import warnings
from pathlib import Path

from cddiagram.document.latex.glyphs import codes, lend_fonts
from cddiagram.text import OutputError

#: The fastest first; it has no letters beyond those that LaTeX has commands for.
_ENGINES = ("pdflatex", "lualatex")
_COMMAND = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")
#: Runs until no number changes any more; two are enough unless a table's columns have
#: to settle.
_RUNS = 4
_SECONDS = 600


def compile_latex(document: str) -> bytes:
    """Compile a document of `report_latex`; the PDF is the same for the same document,
    engine and fonts.
    """
    characters = codes(document)
    engine = latex_engine(many_characters=bool(characters))
    if characters and engine == "pdflatex":
        named = ", ".join(f"'{c}' (U+{ord(c):04X})" for c in characters[:8])
        warnings.warn(
            f"pdfLaTeX has no letters for {named}: their codes are printed; install "
            "lualatex.",
            stacklevel=2,
        )
    with tempfile.TemporaryDirectory(prefix="cddiagram-") as folder:
        work = Path(folder)
        (work / "report.tex").write_text(document, encoding="utf-8", newline="\n")
        if characters and engine == "lualatex":
            lend_fonts(work, characters)
        for _ in range(_RUNS):
            before = _settled(work)
            _run(engine, work)
            if _settled(work) == before:
                break
        return (work / "report.pdf").read_bytes()


def latex_engine(*, many_characters: bool = False) -> str:
    """Choose the engine: pdfLaTeX, or LuaLaTeX first where characters are met that have
    no LaTeX command.
    """
    engines = reversed(_ENGINES) if many_characters else _ENGINES
    found = next((name for name in engines if shutil.which(name)), None)
    if found is None:
        raise OutputError(
            "a PDF needs an installed LaTeX (pdflatex or lualatex): install one, or "
            "end the file in .html, .md, .tex "
            "or .txt, which need none."
        )
    return found


def _settled(work: Path) -> bytes | None:
    """Return what one run leaves for the next; None before the first."""
    notes = work / "report.aux"
    return notes.read_bytes() if notes.is_file() else None


def _run(engine: str, work: Path) -> None:
    # No date enters: what \today and the metadata would say is the start of 1980.
    surroundings = os.environ | {
        "SOURCE_DATE_EPOCH": "315532800",
        "FORCE_SOURCE_DATE": "1",
        "openout_any": "p",
    }
    try:
        done = subprocess.run(
            [engine, *_COMMAND, "report.tex"],
            cwd=work,
            env=surroundings,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise OutputError(
            f"{engine} could not be run ({error}): write '.tex' and compile it "
            "yourself."
        ) from error
    if done.returncode != 0:
        raise OutputError(
            f"{engine} refuses the report ({_reason(work)}): write '.tex' and compile "
            "it where its packages are "
            "installed, or '.html'."
        )


def _reason(work: Path) -> str:
    """Return TeX's own complaint: the first line of its log that starts with an
    exclamation mark.
    """
    log = work / "report.log"
    lines = (
        log.read_text(encoding="utf-8", errors="replace").splitlines()
        if log.is_file()
        else []
    )
    return next(
        (line[1:].strip().rstrip(".") for line in lines if line.startswith("!")),
        "no reason given",
    )
