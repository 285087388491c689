"""Errors of the command: one line on standard error, and an exit code.

This module is only loaded if an error occurs.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import NoReturn, TextIO

import click

from cddiagram.cli.stderr import say
from cddiagram.text import CddiagramError, Phrase, UsageError, nearest


def fail(error: Exception) -> NoReturn:
    """Print an error and exit.

    The exit code is 2 for a wrong option or value, and 1 for all other errors.
    """
    if isinstance(error, click.NoSuchOption):
        _stop(_unknown(error), 2)
    if isinstance(error, click.UsageError):
        command = "cddiagram"
        if error.ctx is not None:
            command = error.ctx.command_path
        _stop(f"{error.format_message().rstrip('.')}. See '{command} --help'.", 2)
    if isinstance(error, click.ClickException):
        _stop(error.format_message(), error.exit_code)
    if isinstance(error, click.Abort):
        _stop("stopped.", 1)
    if isinstance(error, CddiagramError):
        _stop(error.args[0], 2 if isinstance(error, UsageError) else 1)
    if isinstance(error, MemoryError):
        _stop(
            "memory ran out. Use fewer algorithms, or a smaller --width or --dpi for "
            "figures.",
            1,
        )
    package = _absent_package(error)
    if package:
        _stop(
            f"this needs the package {package}, which is not installed or not whole. "
            f"Install it with 'pip install {package}'.",
            1,
        )
    if isinstance(
        error, BrokenPipeError
    ):  # the reader of our output has exited, as in `| head`
        _forget(sys.stdout, sys.stderr)
        sys.exit(1)
    if isinstance(error, OSError):
        _forget(sys.stdout)
        _stop(
            f"cannot write: {(error.strerror or str(error)).lower()}. Choose another "
            "location.",
            1,
        )
    raise error


def _absent_package(error: Exception) -> str:
    """Return the package that is missing or cannot be loaded; "" for another error.

    If one of our own modules cannot be imported, this is our error.
    """
    if not isinstance(error, ImportError) or not error.name:
        return ""
    package = error.name.partition(".")[0]
    if package == "cddiagram" or package in sys.stdlib_module_names:
        return ""
    return {"PIL": "pillow", "dateutil": "python-dateutil"}.get(package, package)


#: Option name in other programs -> our option.
_ELSEWHERE = {
    "--p-adjust": "adjust adjustment correction multitest posthoc post-hoc p-adjust-method",
    "--pair-test": "test pairwise pairwise-test",
    "--width": "figsize figure-width size textwidth",
    "--alpha": "alfa significance significance-level sig-level level",
    "--control": "baseline reference proposed",
    "--lower-is-better": "minimize minimise minimization lower-better smaller-is-better ascending "
    "reverse",
    "--select": "metric measure filter",
    "--decimal": "thousands",
    "--color": "colors colours colour palette",
    "--rename": "names display-names",
    "--figure": "kind type plot",
    "--score-column": "value-column",
    "--dpi": "resolution",
}


def _unknown(error: click.NoSuchOption) -> str:
    """Word the error for an unknown option, with the option that was probably meant.

    The names that other programs use are compared first.
    """
    context = error.ctx
    names: list[str] = []
    command = "cddiagram"
    if context is not None:
        command = context.command_path
        for member in context.command.params:
            names += [name for name in member.opts if name.startswith("--")]
    unknown = error.option_name.lstrip("-").lower().replace("_", "-")
    ours = [
        name
        for name, others in _ELSEWHERE.items()
        if unknown in others.split() and name in names
    ]
    suggestion = nearest(unknown, [name[2:] for name in names])
    if ours:
        suggestion = ours[0].removeprefix("--")
    hint = ". See"
    if suggestion is not None:
        hint = f": did you mean --{suggestion}? See"
    return f"unknown option '{error.option_name}'{hint} '{command} --help'."


def _stop(message: str, code: int) -> NoReturn:
    with suppress(OSError):  # nobody reads the message, but the exit code is kept
        say(Phrase("Error: ", message))
    sys.exit(code)


def _forget(*streams: TextIO) -> None:
    """Discard the content of buffers, which the interpreter would try to write at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        with suppress(OSError, AttributeError):
            os.dup2(nowhere, stream.fileno())
