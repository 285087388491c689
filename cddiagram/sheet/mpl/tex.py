r"""PGF files, which matplotlib writes. `cddiagram.sheet.tikz_writer` writes TikZ.

Matplotlib's PGF writer uses TeX to measure text, and it writes text as markup.
Therefore, this module first replaces the text with LaTeX code. As in TikZ, text is
scaled down if the font of the document is wider than the measured font.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from matplotlib.text import Text as TextArtist

from cddiagram.sheet.mpl.fonts import measure_width, parse_dollars
from cddiagram.sheet.mpl.saving import with_matplotlib, written
from cddiagram.sheet.mpl.settings import settings
from cddiagram.text import PREAMBLE, OutputError, tex_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from cddiagram.provenance import Provenance

#: These TeX engines are supported by matplotlib. The fastest engine is first. pdfLaTeX
#: supports only characters for which there is a LaTeX command.
_ENGINES = ("pdflatex", "lualatex", "xelatex")

#: `\cddshrink` is a TeX macro that prints the preceding box. If the box is wider than
#: `\cddwidth`, it is scaled down to this width.
_SHRINKING = (
    r"\def\cddshrink{\ifdim\wd2>\cddwidth \resizebox{\cddwidth}{!}{\box2}\else\box2 "
    r"\fi}"
)

#: These settings are fixed while a PGF file is written, so that its bytes do not depend
#: on the user's settings.
_FIXED: Mapping[Any, Any] = {
    "pgf.rcfonts": False,
    "pgf.preamble": f"{PREAMBLE}\n{_SHRINKING}",
    "font.size": 10.0,
}


def pgf_of(
    figure: Figure, *, transparent: bool = False, provenance: Provenance | None = None
) -> bytes:
    r"""Write a figure as PGF, for ``\input`` in a document that loads ``pgf``.

    Raises
    ------
    OutputError
        If TeX is not installed, or if it cannot typeset the text.
    """
    texts = [text.get_text() for text in figure.findobj(TextArtist)]
    engines = list(_ENGINES)
    if not all(tex_text(text).isascii() for text in texts):
        engines.sort(key="pdflatex".__eq__)
    engine = next((name for name in engines if shutil.which(name)), None)
    if engine is None:
        raise OutputError(
            "PGF requires TeX (pdflatex, lualatex or xelatex) to measure the text, "
            "but TeX is not installed. Install TeX, or save the figure as '.tex' "
            "(TikZ)."
        )
    with settings({**_FIXED, "pgf.texsystem": engine}), _written_for_tex(figure):
        try:
            data = written(figure, "pgf", transparent=transparent, dpi=72.0)
        except (RuntimeError, ValueError) as error:
            raise OutputError(
                f"{engine} cannot typeset the text in the figure for PGF "
                f"({_reason(error)}). Save the figure as '.tex' (TikZ), which is "
                "typeset only when a document includes it."
            ) from error
    head, start, body = data.partition(b"\\begingroup%\n")
    # A line break outside the picture would add a space next to it.
    lines = f"{PREAMBLE}\n{_SHRINKING}".splitlines()
    definitions = "".join(f"{line}%\n" for line in lines)
    comment = ""
    if provenance is not None:
        comment = with_matplotlib(provenance).comment("tex") + "\n"
    return comment.encode() + head + start + definitions.encode() + body


@contextmanager
def _written_for_tex(figure: Figure) -> Iterator[None]:
    """Replace the text of a figure with LaTeX code while the block runs."""
    originals: list[tuple[TextArtist, str, bool]] = []
    for text in figure.findobj(TextArtist):
        assert isinstance(text, TextArtist)
        if text.get_text():
            originals.append((text, text.get_text(), text.get_parse_math()))
    try:
        for text, content, math in originals:
            words, is_math = parse_dollars(content, math=math)
            width = measure_width(words, text.get_fontproperties(), is_math=is_math)
            box = rf"\setbox2=\hbox{{{tex_text(content, math=math)}}}"
            text.set_parse_math(False)
            text.set_text(rf"\def\cddwidth{{{width:.4f}bp}}{box}\cddshrink")
        yield
    finally:
        for text, content, math in originals:
            text.set_text(content)
            text.set_parse_math(math)


def _reason(error: Exception) -> str:
    """Return TeX's error message: the first line that begins with an exclamation mark,
    or else the first line.
    """
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    for line in lines:
        if line.startswith("!"):
            return line[1:].strip()
    if lines:
        return lines[0]
    return "no reason given"
