"""Pages that are printed to a terminal or written as plain text, without control
characters.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cddiagram._util import encode_plain
from cddiagram.text import OutputError

if TYPE_CHECKING:
    from rich.console import RenderableType

#: The width of a page in characters if the output is not a terminal.
WIDTH = 100


def printable_line(text: str) -> str:
    """Convert a string to a single line without control characters.

    Otherwise, a terminal would interpret control characters in names from files.
    """
    return " ".join(_printable(text).split())


def _printable(text: str) -> str:
    """Replace control characters with U+FFFD."""
    characters = []
    for character in text:
        if not (character.isprintable() or character.isspace()):
            character = "\ufffd"
        characters.append(character)
    return "".join(characters)


@dataclass(frozen=True)
class Page:
    """A page of text. The function `compose` lays out the page for a width in
    characters.
    """

    compose: Callable[[int], RenderableType]

    def text(self, width: int = WIDTH) -> str:
        """Return the page as plain text."""
        from rich.console import Console

        out = io.StringIO()
        console = Console(
            file=out,
            width=width,
            color_system=None,
            force_terminal=False,
            markup=False,
            highlight=False,
            emoji=False,
            legacy_windows=False,
        )
        console.print(self.compose(width))
        lines = out.getvalue().rstrip().splitlines()
        return "".join(f"{line.rstrip()}\n" for line in lines)

    def print(self) -> None:
        """Print the page to standard output at the width of the terminal.

        If standard output is not a terminal, the page is written as plain text.
        """
        if sys.stdout is None or not sys.stdout.isatty():
            write_out(self.text())
            return
        from rich.console import Console

        console = Console(markup=False, highlight=False, emoji=False)
        console.print(self.compose(console.width))


def write_out(content: str | bytes) -> None:
    r"""Write a string, or bytes in UTF-8, to standard output.

    On a terminal, control characters are replaced. If the encoding of the stream does
    not support a character, it is replaced with ASCII characters or with an escape
    sequence such as ``\u4e2d``. Bytes are written unchanged, unless standard output is
    a terminal.
    """
    out = sys.stdout
    if out is None:
        raise OutputError(
            "cannot write the output, because standard output is closed. Specify a "
            "file with --output."
        )
    # In notebooks, standard output has no attribute `buffer`.
    is_text_stream = not hasattr(out, "buffer")
    if isinstance(content, bytes) and (out.isatty() or is_text_stream):
        content = content.decode()
    if isinstance(content, str):
        if out.isatty():
            content = _printable(content)
        if is_text_stream:
            out.write(content)
            return
        content = encode_plain(content, out.encoding or "utf-8")
    out.flush()
    # An unbuffered stream (PYTHONUNBUFFERED) may write only some of the data.
    rest = memoryview(content)
    while rest:
        rest = rest[out.buffer.write(rest) or 0 :]
    out.buffer.flush()
