"""Files of options: ``cddiagram.toml``, or the table ``tool.cddiagram`` of ``pyproject.toml``. Loaded for such a file.

An option stands under its name for all commands that have it, or in a table with the name of a command for that one.
"""

from __future__ import annotations

import csv
import io
import tomllib
from pathlib import Path
from typing import Any

import click

from cddiagram._util.files import read_file
from cddiagram.errors import InputError, UsageError, choose_from

#: Each run has its own.
_TYPED = (
    *("help", "config", "no_config", "output", "checkpoint", "pair", "cost"),
    *("average_ranks", "n_datasets", "histories", "fragments"),
)


def read_config(file: str, command: click.Command) -> dict[str, Any] | None:
    """Return the options that a file has for a command, as they would be typed; None where it has none for any."""
    data = read_file(file)
    try:
        content: Any = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file} is not TOML ({error}): correct it, or pass --no-config.") from error
    if Path(file).name == "pyproject.toml":
        tools = content.get("tool")
        content = tools.get("cddiagram") if isinstance(tools, dict) else None
    if content is None:
        return None
    if not isinstance(content, dict):
        raise UsageError(f"{file}: tool.cddiagram is no table of options: write [tool.cddiagram].")
    from cddiagram.cli import main

    commands = main.list_commands(click.Context(main))
    shared = {key: value for key, value in content.items() if key not in commands}
    own = content.get(str(command.name), {})
    if not isinstance(own, dict):
        raise UsageError(f"{file}: '{command.name}' is no table of options: write [{command.name}] above them.")
    members = _options(command)
    for key in own:
        if _name(key) not in members:
            raise UsageError(f"{file}: ", choose_from(f"option of {command.name}", key, _keys(members)))
    unknown = [key for key in shared if _name(key) not in members]
    if unknown:  # an option of other commands, which are loaded only now
        known = members | {
            n: m for name in commands for n, m in _options(main.get_command(click.Context(main), name)).items()
        }
        for key in unknown:
            if _name(key) not in known:
                raise UsageError(f"{file}: ", choose_from("option", key, _keys(known)))
    both = shared | own
    return {
        _name(key): _typed(file, key, value, members[_name(key)]) for key, value in both.items() if key not in unknown
    }


def _name(key: str) -> str:
    return key.replace("-", "_")


def _keys(members: dict[str, click.Option]) -> list[str]:
    return sorted(name.replace("_", "-") for name in members)


def _options(command: click.Command | None) -> dict[str, click.Option]:
    """Return the options of a command that may stand in a file."""
    params = [] if command is None else command.params
    takes = {member.name for member in params} >= {"quiet"}
    return {m.name: m for m in params if takes and isinstance(m, click.Option) and m.name and m.name not in _TYPED}


def _typed(file: str, key: str, value: Any, member: click.Option) -> Any:
    """Return a value as the command line would give it."""
    if member.is_flag:
        if not isinstance(value, bool):
            raise UsageError(f"{file}: {key} must be true or false, not {value!r}.")
        return value
    if member.multiple:
        if isinstance(value, dict):
            return [f"{name}={_text(file, key, item)}" for name, item in value.items()]
        return [_text(file, key, item) for item in (value if isinstance(value, list) else [value])]
    if member.nargs != 1:
        if not isinstance(value, list) or len(value) != member.nargs:
            raise UsageError(f"{file}: {key} must be a list of {member.nargs} texts, not {value!r}.")
        return [_text(file, key, item) for item in value]
    return _text(file, key, value)


def _text(file: str, key: str, value: Any) -> str:
    """Write a value; names of a list are divided by commas, and quoted where they hold one."""
    if isinstance(value, list):
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow([_text(file, key, item) for item in value])
        return line.getvalue()
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise UsageError(f"{file}: {key} must be a text or a number, or a list of them, not {value!r}.")
    return str(value)
