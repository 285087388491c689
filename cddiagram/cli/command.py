"""What all commands have in common: help in groups, and options from a file of the folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import click

from cddiagram.cli.options import CONFIG_FILE, QUIET, option
from cddiagram.errors import UsageError

#: Files in the current folder that may hold options; the first that is there and does is read.
CONFIG_FILES = ("cddiagram.toml", "pyproject.toml")
#: The groups of options in the help, in their order.
_HEADINGS = ("Reading", "Tests", "Study", "Figure", "File", "Other")
_FROM_FILE = click.core.ParameterSource.DEFAULT_MAP


class Command(click.Command):
    """A command whose options stand in groups, and may come from a file."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options under their headings."""
        groups: dict[str, list[tuple[str, str]]] = {heading: [] for heading in _HEADINGS}
        for member in self.get_params(ctx):
            record = member.get_help_record(ctx)
            if record is not None and isinstance(member, click.Option):
                groups[getattr(member, "heading", "Other")].append(record)
        for heading, records in groups.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)

    def invoke(self, ctx: click.Context) -> Any:
        """Say first what comes from a file: it decides as what is typed does."""
        values = ctx.default_map or {}
        taken = [name for name in values if ctx.get_parameter_source(name) is _FROM_FILE]
        if taken and not ctx.params.get("quiet"):
            from cddiagram.cli.stderr import say_note
            from cddiagram.errors import joined

            names = [f"{name.replace('_', '-')} = {_shown(values[name])}" for name in taken]
            say_note(f"{ctx.meta[CONFIG_FILE]} gives {joined(names)}.")
        return super().invoke(ctx)


def _shown(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else {True: "true", False: "false"}.get(value, value)


def from_file(context: click.Context, members: Sequence[click.Option]) -> list[click.Option]:
    """List the options that come from a file."""
    return [member for member in members if context.get_parameter_source(str(member.name)) is _FROM_FILE]


def _configure(context: click.Context, option: click.Parameter, value: str | None) -> None:
    """Take the options of a file for defaults."""
    files = CONFIG_FILES if value is None else (value,)
    if context.meta.get("cddiagram.no_config"):
        if value is not None:
            raise UsageError("--config and --no-config contradict each other: leave one out.")
        return
    for file in files:
        if value is not None or os.path.isfile(file):
            from cddiagram.cli.config import read_config

            options = read_config(file, context.command)
            if options is not None:
                context.default_map, context.meta[CONFIG_FILE] = options, file
                return


def _refuse_files(context: click.Context, option: click.Parameter, value: bool) -> None:
    if value and CONFIG_FILE in context.meta:
        raise UsageError("--config and --no-config contradict each other: leave one out.")
    context.meta["cddiagram.no_config"] = value


_EAGER = {"is_eager": True, "expose_value": False}
#: Where options come from that are not typed, looked at before all others, --no-config first; and how much is said.
_ALL = (
    option(
        "no_config",
        "Take no options from a file.",
        {**_EAGER, "is_flag": True, "callback": _refuse_files},
        heading="Other",
    ),
    option(
        "config",
        "Take options from this file.  [default: cddiagram.toml or pyproject.toml in the folder, where there is one]",
        {**_EAGER, "metavar": "FILE", "callback": _configure},
        heading="Other",
    ),
    QUIET,
)


def command(name: str, *params: click.Parameter) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a command of a function, with these parameters and those that all have."""
    return click.command(name, cls=Command, params=[*params, *_ALL])
