"""A PDF from LaTeX, which an installed engine compiles in a temporary folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import warnings
from pathlib import Path

from cddiagram.document.latex.glyphs import codes, lend_fonts
from cddiagram.text import OutputError

#: The engines, fastest first. pdfLaTeX has only letters that LaTeX has commands for.
_ENGINES = ("pdflatex", "lualatex")
_COMMAND = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")
#: The most runs until no number changes. Two are sufficient, unless the widths of columns
#: change.
_RUNS = 4
_SECONDS = 600


def compile_latex(document: str) -> bytes:
    """Compile a document of `report_latex`.

    The PDF is the same for the same document, engine and fonts.
    """
    characters = codes(document)
    engine = latex_engine(many_characters=bool(characters))
    if characters and engine == "pdflatex":
        names = ", ".join(f"'{c}' (U+{ord(c):04X})" for c in characters[:8])
        warnings.warn(
            f"pdfLaTeX has no letters for {names}: their codes are printed; install "
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
    """Return the name of an installed engine.

    LuaLaTeX is preferred if LaTeX has no commands for some characters.
    """
    for engine in reversed(_ENGINES) if many_characters else _ENGINES:
        if shutil.which(engine):
            return engine
    raise OutputError(
        "a PDF needs an installed LaTeX (pdflatex or lualatex): install one, or end the "
        "file in .html, .md, .tex or .txt, which need none."
    )


def _settled(work: Path) -> bytes | None:
    """Return the numbers that a run leaves for the next one; None before the first."""
    notes = work / "report.aux"
    return notes.read_bytes() if notes.is_file() else None


def _run(engine: str, work: Path) -> None:
    # The date in \today and in the metadata is the start of 1980.
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
            f"{engine} cannot be run ({error}). Write '.tex' and compile it yourself."
        ) from error
    if process.returncode != 0:
        raise OutputError(
            f"{engine} cannot compile the report ({_reason(work)}). Write '.html', or "
            "write '.tex' and compile it with its packages installed."
        )


def _reason(work: Path) -> str:
    """Return TeX's first error message, which starts with an exclamation mark."""
    log = work / "report.log"
    if log.is_file():
        text = log.read_text(encoding="utf-8", errors="replace")
        for line in text.splitlines():
            if line.startswith("!"):
                return line[1:].strip().rstrip(".")
    return "no reason given"
