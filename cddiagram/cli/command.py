"""The class of all commands.

The class supports groups of options in the help and default options in a file. The file
is ``cddiagram.toml`` or ``pyproject.toml`` (table ``tool.cddiagram``) in the current
folder. Options at the top level apply to all commands that support them. Options in a
table with the name of a command apply only to this command. If a command belongs to a
group, its table is inside the table of the group, as in ``[study.pool]``.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Sequence
from typing import Any

import click

from cddiagram._util import read_file
from cddiagram.cli.options import CONFIG_FILE, QUIET, option
from cddiagram.cli.overwriting import check_not_overwriting
from cddiagram.text import InputError, UsageError, choose_from, joined

#: These files in the current folder are tried in this order until one of them contains
#: options.
CONFIG_FILES = ("cddiagram.toml", "pyproject.toml")
#: The option groups, in the order of the help text.
_HEADINGS = ("Input", "Tests", "Figure", "Output")
#: A configuration file must not contain these options, because their values usually
#: differ between runs.
_TYPED = (
    *("help", "config", "no_config", "output", "checkpoint", "pair", "cost"),
    *("average_ranks", "n_datasets", "histories", "fragments"),
)
_FROM_FILE = click.core.ParameterSource.DEFAULT_MAP


class Command(click.Command):
    """A command whose options are divided into groups and can be set in a file."""

    def format_options(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """Write the options under their headings."""
        groups: dict[str, list[tuple[str, str]]] = {
            heading: [] for heading in _HEADINGS
        }
        for member in self.get_params(ctx):
            record = member.get_help_record(ctx)
            if record is not None and isinstance(member, click.Option):
                groups[getattr(member, "heading", "Output")].append(record)
        for heading, records in groups.items():
            if records:
                with formatter.section(heading):
                    formatter.write_dl(records)

    def invoke(self, ctx: click.Context) -> Any:
        """Report the options that a file sets, and run the command."""
        self._keep_sources(ctx)
        values = ctx.default_map or {}
        names = [
            name for name in values if ctx.get_parameter_source(name) is _FROM_FILE
        ]
        if names and not ctx.params.get("quiet"):
            from cddiagram.cli.stderr import say_note

            settings = [
                f"{name.replace('_', '-')} = {_text_of(values[name])}" for name in names
            ]
            say_note(f"{ctx.meta[CONFIG_FILE]} sets {joined(settings)}.")
        return super().invoke(ctx)

    def _keep_sources(self, ctx: click.Context) -> None:
        """Raise an error if an output would overwrite the options or the checkpoint."""
        config = ctx.meta.get(CONFIG_FILE)
        checkpoint = ctx.params.get("checkpoint")
        sources = [source for source in (config, checkpoint) if source is not None]
        outputs = ctx.params.get("output") or ()
        if isinstance(outputs, str):
            outputs = (outputs,)
        for output in outputs:
            check_not_overwriting(output, sources)


def _text_of(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    if isinstance(value, bool):
        if value:
            return "true"
        return "false"
    return str(value)


def from_file(
    context: click.Context, members: Sequence[click.Option]
) -> list[click.Option]:
    """Return the options that a file sets."""
    return [
        member
        for member in members
        if context.get_parameter_source(str(member.name)) is _FROM_FILE
    ]


def read_config(file: str, context: click.Context) -> dict[str, Any] | None:
    """Return the options that a file sets for a command.

    The values have the same form as on the command line. The result is None if the file
    does not contain options for any command.
    """
    import tomllib

    data = read_file(file)
    try:
        content: Any = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{file} is not a valid TOML file ({error}). Correct the file, or pass "
            "--no-config."
        ) from error
    if os.path.basename(file) == "pyproject.toml":
        tools = content.get("tool")
        content = tools.get("cddiagram") if isinstance(tools, dict) else None
    if content is None:
        return None
    if not isinstance(content, dict):
        raise UsageError(
            f"{file}: tool.cddiagram is not a table of options. Use the header "
            "[tool.cddiagram]."
        )
    shared, own = _shared_and_own(file, content, context)
    members = _options(context.command)
    for key in own:
        if _name(key) not in members:
            raise UsageError(
                f"{file}: ",
                choose_from(f"option of {context.command.name}", key, _keys(members)),
            )
    unknown = [key for key in shared if _name(key) not in members]
    if unknown:  # other commands may have these options
        root = context.find_root()
        every = members | _all_options(root.command, root)
        for key in unknown:
            if _name(key) not in every:
                raise UsageError(f"{file}: ", choose_from("option", key, _keys(every)))
    both = shared | own
    return {
        _name(key): _typed(file, key, value, members[_name(key)])
        for key, value in both.items()
        if key not in unknown
    }


def _shared_and_own(
    file: str, content: dict[str, Any], context: click.Context
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the options at the top level of a file and in the table of a command."""
    shared: dict[str, Any] = {}
    table, words = content, []
    for parent, name in _path_to(context):
        commands = parent.list_commands(context)
        shared |= {key: value for key, value in table.items() if key not in commands}
        words.append(name)
        table = table.get(name, {})
        if not isinstance(table, dict):
            raise UsageError(
                f"{file}: '{name}' is not a table of options. Insert the line "
                f"[{'.'.join(words)}] above the options."
            )
    for group, name in _commands_in_groups():
        if isinstance(shared.get(name), dict):
            raise UsageError(
                f"{file}: [{name}] is not the name of a command. Use [{group}.{name}]."
            )
    return shared, table


def _path_to(context: click.Context) -> list[tuple[click.Group, str]]:
    """Return the groups that contain a command, starting with the outermost group.

    Each group is paired with the name of the next group or of the command.
    """
    path: list[tuple[click.Group, str]] = []
    while context.parent is not None:
        group = context.parent.command
        if isinstance(group, click.Group):
            path.insert(0, (group, str(context.command.name)))
        context = context.parent
    return path


def _commands_in_groups() -> list[tuple[str, str]]:
    """Return the group and the name of each command that belongs to a group."""
    from cddiagram.features import FEATURES

    return [
        (entry.command.group, key)
        for key, entry in FEATURES.items()
        if entry.command is not None and entry.command.group
    ]


def _all_options(
    group: click.Command, context: click.Context
) -> dict[str, click.Option]:
    """Return the options of all commands in a group that can be set in a file."""
    if not isinstance(group, click.Group):
        return _options(group)
    members: dict[str, click.Option] = {}
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        members |= _all_options(command, context)
    return members


def _name(key: str) -> str:
    return key.replace("-", "_")


def _keys(members: dict[str, click.Option]) -> list[str]:
    return sorted(name.replace("_", "-") for name in members)


def _options(command: click.Command) -> dict[str, click.Option]:
    """Return the options of a command that can be set in a file."""
    options: dict[str, click.Option] = {}
    if "quiet" not in {member.name for member in command.params}:
        return options
    for member in command.params:
        name = member.name
        if name and name not in _TYPED and isinstance(member, click.Option):
            options[name] = member
    return options


def _typed(file: str, key: str, value: Any, member: click.Option) -> Any:
    """Convert a value from a file to the value that the command line would provide."""
    if member.is_flag:
        if not isinstance(value, bool):
            raise UsageError(f"{file}: {key} must be true or false, not {value!r}.")
        return value
    if member.multiple:
        if isinstance(value, dict):
            return [f"{name}={_text(file, key, item)}" for name, item in value.items()]
        items = value if isinstance(value, list) else [value]
        return [_text(file, key, item) for item in items]
    if member.nargs != 1:
        if not isinstance(value, list) or len(value) != member.nargs:
            raise UsageError(
                f"{file}: {key} must be a list of {member.nargs} strings, not {value!r}."
            )
        return [_text(file, key, item) for item in value]
    return _text(file, key, value)


def _text(file: str, key: str, value: Any) -> str:
    """Convert a value to a string. The items of a list are separated by commas."""
    if isinstance(value, list):
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow(
            [_text(file, key, item) for item in value]
        )
        return line.getvalue()
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise UsageError(
            f"{file}: {key} must be a string, a number or a list of these, not "
            f"{value!r}."
        )
    return str(value)


def _configure(
    context: click.Context, option: click.Parameter, value: str | None
) -> None:
    """Use the options that a file sets as defaults."""
    files = CONFIG_FILES if value is None else (value,)
    if context.meta.get("cddiagram.no_config"):
        if value is not None:
            raise UsageError(
                "--config and --no-config cannot be combined. Omit one of them."
            )
        return
    for file in files:
        if value is not None or os.path.isfile(file):
            options = read_config(file, context)
            if options is not None:
                context.default_map, context.meta[CONFIG_FILE] = options, file
                return


def _check_not_both(
    context: click.Context, option: click.Parameter, value: bool
) -> None:
    if value and CONFIG_FILE in context.meta:
        raise UsageError(
            "--config and --no-config cannot be combined. Omit one of them."
        )
    context.meta["cddiagram.no_config"] = value


_EAGER = {"is_eager": True, "expose_value": False}
#: These options are available in every command. The options --no-config and --config
#: are processed first, in this order.
_ALL = (
    option(
        "no_config",
        "Ignore files that contain default options.",
        {**_EAGER, "is_flag": True, "callback": _check_not_both},
        heading="Input",
    ),
    option(
        "config",
        "Read default options from this file.  [default: cddiagram.toml or "
        "pyproject.toml in the current folder, if it exists]",
        {**_EAGER, "metavar": "FILE", "callback": _configure},
        heading="Input",
    ),
    QUIET,
)


def command(
    name: str, *params: click.Parameter
) -> Callable[[Callable[..., Any]], click.Command]:
    """Return a decorator that turns a function into a command.

    The command has the specified parameters and the common options.
    """
    return click.command(name, cls=Command, params=[*params, *_ALL])
