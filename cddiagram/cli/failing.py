"""Error handling of the command: one line on standard error, and an exit code.

This module is loaded only if an error occurs.
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

    The exit code is 2 for invalid options and values, and 1 for all other errors.
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
            "there is not enough memory. Use fewer algorithms, or reduce --width or "
            "--dpi for figures.",
            1,
        )
    package = _absent_package(error)
    if package:
        _stop(
            f"this command requires the package {package}, which is not installed or "
            f"is damaged. Run 'pip install {package}'.",
            1,
        )
    if isinstance(error, BrokenPipeError):  # the reader has exited, as in `| head`
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
    """Return the name of the package that is missing or cannot be loaded.

    The name is empty for all other errors. If a module of cddiagram itself cannot be
    imported, the error is a bug.
    """
    if not isinstance(error, ImportError) or not error.name:
        return ""
    package = error.name.partition(".")[0]
    if package == "cddiagram" or package in sys.stdlib_module_names:
        return ""
    return {"PIL": "pillow", "dateutil": "python-dateutil"}.get(package, package)


#: Maps each option to similar options in other programs, so that error messages can
#: suggest the right option.
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
    """Return the message for an unknown option.

    The message suggests the option that was probably meant. The names that other
    programs use take precedence over similar names.
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
    with suppress(OSError):  # the exit code is the same if standard error is closed
        say(Phrase("Error: ", message))
    sys.exit(code)


def _forget(*streams: TextIO) -> None:
    """Discard the contents of buffers.

    Otherwise, the interpreter would try to write them at exit.
    """
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        with suppress(OSError, AttributeError):
            os.dup2(nowhere, stream.fileno())
