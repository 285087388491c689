"""LaTeX and its pages for tests: documents compiled, logs read, pages as arrays of
gray.
"""

import os
import re
import shutil
import subprocess

import matplotlib.image
import numpy as np
import pytest

#: What must not be in the log of a good run.
COMPLAINTS = re.compile(
    r"^!|Warning|Overfull|Underfull|Missing character|Undefined", re.MULTILINE
)

#: Debian packages with pdflatex, lualatex, TikZ, Latin Modern, pdftocairo (pdftoppm
#: would move thin lines to whole pixels), and Ghostscript for EPS; .ci/run installs
#: them.
PACKAGES = (
    "texlive-latex-base texlive-latex-recommended texlive-pictures texlive-luatex "
    "lmodern poppler-utils ghostscript"
)


def need(*programs):
    """Skip where a program is missing; on CI that is a failure, not a reason to
    skip.
    """
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        text = f"{', '.join(missing)} not installed (Debian: {PACKAGES})"
        if os.environ.get("CI"):
            pytest.fail(text)
        pytest.skip(text)


def compile_tex(engine, source, folder, name="document"):
    """Compile a document, check that TeX has nothing to remark, and give the path of
    the PDF and the log.
    """
    need(engine)
    (folder / f"{name}.tex").write_text(source, encoding="utf-8")
    command = [
        engine,
        "-interaction=nonstopmode",
        "-halt-on-error",
        "-no-shell-escape",
        f"{name}.tex",
    ]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, timeout=300, check=False
    )
    log = (folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
    assert done.returncode == 0, log[-3000:]
    remarks = [line for line in log.splitlines() if COMPLAINTS.search(line)]
    assert remarks == [], remarks
    return folder / f"{name}.pdf", log


def pages_of(pdf, dpi):
    """Give the pages of a PDF as arrays of gray, 0 black to 1 white."""
    need("pdftocairo")
    prefix = pdf.with_suffix("")
    subprocess.run(
        ["pdftocairo", "-png", "-r", str(dpi), str(pdf), str(prefix)],
        check=True,
        timeout=300,
    )
    images = sorted(
        prefix.parent.glob(f"{prefix.name}-*.png"),
        key=lambda path: int(path.stem.rpartition("-")[2]),
    )
    pages = [matplotlib.image.imread(path)[..., :3].mean(axis=-1) for path in images]
    for path in images:
        path.unlink()
    return [np.asarray(page) for page in pages]


#: A document whose pages are exactly as large as the pictures on them; TeX says how
#: large that is.
BOOK = r"""%s
\usepackage{tikz}
\newcommand{\picturepage}[1]{\setbox0=\hbox{\input{#1}}%%
  \typeout{SIZE #1 \the\wd0 \space \the\dimexpr\ht0+\dp0\relax}%%
  \ifdefined\pagewidth \pagewidth=\wd0 \pageheight=\dimexpr\ht0+\dp0\relax
  \else \pdfpagewidth=\wd0 \pdfpageheight=\dimexpr\ht0+\dp0\relax \fi \shipout\box0 }
\begin{document}
\hoffset=-1in \voffset=-1in
%s
\end{document}
"""


def compile_book(engine, pictures, folder, preamble=r"\documentclass{article}"):
    """Compile {name: tikzpicture} into one PDF, a page for each; also give {name:
    (width, height)} in big points.
    """
    for name, picture in pictures.items():
        (folder / f"{name}.tikz.tex").write_text(picture, encoding="utf-8")
    body = "\n".join(rf"\picturepage{{{name}.tikz.tex}}" for name in pictures)
    pdf, log = compile_tex(
        engine, BOOK % (preamble, body), folder, name=f"book-{engine}"
    )
    found = re.findall(
        r"^SIZE (\S+)\.tikz\.tex ([\d.]+)pt ([\d.]+)pt",
        log.replace("\n ", " "),
        re.MULTILINE,
    )
    return pdf, {
        name: (float(w) * 72 / 72.27, float(h) * 72 / 72.27) for name, w, h in found
    }
