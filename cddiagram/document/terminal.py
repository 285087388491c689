"""Pages for a terminal, or as plain text where there is none; nothing in them steers
the terminal.
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

#: Columns of a page where there is no terminal to ask.
WIDTH = 100


def printable_line(text: str) -> str:
    """Return a text as one line without control characters: names come from files, and
    a terminal would obey them.
    """
    return " ".join(_printable(text).split())


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() or c.isspace() else "\ufffd" for c in text)


@dataclass(frozen=True)
class Page:
    """A page that `compose` lays out for a number of columns."""

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
        """Print the page to standard output, in the width of the terminal.

        Without a terminal, print it as plain text.
        """
        if sys.stdout is None or not sys.stdout.isatty():
            write_out(self.text())
            return
        from rich.console import Console

        console = Console(markup=False, highlight=False, emoji=False)
        console.print(self.compose(console.width))


def write_out(content: str | bytes) -> None:
    r"""Write to standard output, all of it; on a terminal without control characters.

    A stream that is not buffered (``PYTHONUNBUFFERED``) may take less than it is given
    and says so only by what its ``write`` returns. Signs that its encoding lacks become
    plain letters, other characters escapes like ``\u4e2d``.

    Bytes are UTF-8, and written as they are where no terminal reads them.
    """
    out = sys.stdout
    if out is None:
        raise OutputError(
            "cannot write: standard output is closed; name a file with --output."
        )
    if out.isatty():
        content = _printable(content if isinstance(content, str) else content.decode())
    if not hasattr(
        out, "buffer"
    ):  # a stream of text that stands in for it, as in notebooks
        out.write(content if isinstance(content, str) else content.decode())
        return
    data = (
        content
        if isinstance(content, bytes)
        else encode_plain(content, out.encoding or "utf-8")
    )
    out.flush()
    rest = memoryview(data)
    while rest:
        rest = rest[out.buffer.write(rest) or 0 :]
    out.buffer.flush()
