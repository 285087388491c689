r"""Figures for LaTeX by matplotlib: PGF (TikZ is written from the layout, by
`cddiagram.sheet.tikz_writer`).

Matplotlib's PGF writer asks a TeX for the size of every text and passes texts on as
markup. Here they are written for LaTeX first, and scaled down where the document's font
is wider than the measured one, as in TikZ.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from matplotlib.text import Text as TextArtist

from cddiagram.sheet.mpl.fonts import as_set, set_width
from cddiagram.sheet.mpl.saving import with_matplotlib, written
from cddiagram.sheet.mpl.settings import settings
from cddiagram.text import PREAMBLE, OutputError, tex_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from cddiagram.provenance import Provenance

#: The engines that matplotlib can ask, fastest first; only the others know characters
#: that have no command in LaTeX.
_ENGINES = ("pdflatex", "lualatex", "xelatex")

#: `\cddshrink` prints the box that stands before it, no wider than `\cddwidth`.
_SHRINKING = (
    r"\def\cddshrink{\ifdim\wd2>\cddwidth \resizebox{\cddwidth}{!}{\box2}\else\box2 "
    r"\fi}"
)

#: What the bytes of a PGF file must not depend on.
_FIXED: Mapping[Any, Any] = {
    "pgf.rcfonts": False,
    "pgf.preamble": f"{PREAMBLE}\n{_SHRINKING}",
    "font.size": 10.0,
}


def pgf_of(
    figure: Figure, *, transparent: bool = False, provenance: Provenance | None = None
) -> bytes:
    r"""Write a figure as PGF, for ``\input`` in a document that loads ``pgf``; without
    a TeX that can, refuse.
    """
    texts = [text.get_text() for text in figure.findobj(TextArtist)]
    ascii_only = all(tex_text(text).isascii() for text in texts)
    ordered = _ENGINES if ascii_only else sorted(_ENGINES, key="pdflatex".__eq__)
    engine = next((name for name in ordered if shutil.which(name)), None)
    if engine is None:
        raise OutputError(
            "PGF needs an installed TeX (pdflatex, lualatex or xelatex), which "
            "measures the texts: install one, or "
            "write '.tex' (TikZ), which needs none."
        )
    with settings({**_FIXED, "pgf.texsystem": engine}), _written_for_tex(figure):
        try:
            data = written(figure, "pgf", transparent=transparent, dpi=72.0)
        except (RuntimeError, ValueError) as error:
            raise OutputError(
                f"{engine} cannot set the texts of the figure for PGF "
                f"({_reason(error)}): write '.tex' (TikZ), which "
                "needs no TeX until it is used."
            ) from error
    head, start, body = data.partition(b"\\begingroup%\n")
    # Line ends outside the picture would be spaces beside it.
    definitions = "".join(
        f"{line}%\n" for line in f"{PREAMBLE}\n{_SHRINKING}".splitlines()
    )
    comment = (
        "" if provenance is None else with_matplotlib(provenance).comment("tex") + "\n"
    )
    return comment.encode() + head + start + definitions.encode() + body


@contextmanager
def _written_for_tex(figure: Figure) -> Iterator[None]:
    """Replace the texts of a figure by LaTeX for the time being."""
    texts: list[TextArtist] = [
        text for text in figure.findobj(TextArtist) if text.get_text()
    ]
    kept = [(text, text.get_text(), text.get_parse_math()) for text in texts]
    try:
        for text, content, math in kept:
            words, is_math = as_set(content, math=math)
            width = set_width(words, text.get_fontproperties(), is_math=is_math)
            text.set_parse_math(False)
            text.set_text(
                rf"\def\cddwidth{{{width:.4f}bp}}\setbox2=\hbox{{{tex_text(content, math=math)}}}\cddshrink"
            )
        yield
    finally:
        for text, content, math in kept:
            text.set_text(content)
            text.set_parse_math(math)


def _reason(error: Exception) -> str:
    """Return TeX's own complaint, a line that starts with an exclamation mark, or the
    first line there is.
    """
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return next(
        (line[1:].strip() for line in lines if line.startswith("!")),
        lines[0] if lines else "no reason given",
    )
