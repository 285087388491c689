"""``cddiagram example``: the tables and histories that ship with the package."""

from __future__ import annotations

from typing import Any

import click

from cddiagram.cli.compare import write
from cddiagram.cli.options import OUTPUT

NAME = click.Argument(["name"], required=False, metavar="[NAME]")


@click.command("example", params=[NAME, OUTPUT], short_help="Give an example table as CSV; without NAME, list them.")
def example(**values: Any) -> None:
    """Write the table or the histories NAME as CSV, their source in comment lines; without NAME, list all.

    \b
      cddiagram example demsar2006-table6 -o scores.csv
    """
    from cddiagram.data.examples import describe_example, example_names, history_names, read_example

    if values["name"] is not None:
        write(read_example(values["name"]), values["output"])
        return
    names = (*example_names(), *history_names())
    width = max(map(len, names))
    lines = [f"{name.ljust(width)}  {describe_example(name)}" for name in names]
    write("".join(f"{line}\n" for line in lines).encode(), values["output"])
