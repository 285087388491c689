"""Pages for a terminal, or as plain text where there is none; nothing in them steers the terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType

#: Columns of a page where there is no terminal to ask.
WIDTH = 100


def printable_line(text: str) -> str:
    r"""Give a text as one line without control characters: names come from files, and a terminal would obey them.

    Examples
    --------
    >>> printable_line("A\x1b[31m\tB")
    'A\ufffd[31m B'
    """
    return " ".join("".join(c if c.isprintable() or c.isspace() else "\ufffd" for c in text).split())


def page_text(page: Callable[[int], RenderableType], width: int = WIDTH) -> str:
    """Write a page as plain text.

    Parameters
    ----------
    page : callable
        Gives the page for a width.
    width : int, default 100
        Columns of the page.

    Returns
    -------
    str
        Lines that end in a line break and not in a space; the last one is not empty.
    """
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
    console.print(page(width))
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().rstrip().splitlines())


def print_page(page: Callable[[int], RenderableType]) -> None:
    """Print a page to standard output: as wide as the terminal, or plain text where there is none."""
    if sys.stdout.isatty():
        from rich.console import Console

        console = Console(markup=False, highlight=False, emoji=False)
        console.print(page(console.width))
        return
    sys.stdout.write(page_text(page))
    sys.stdout.flush()
