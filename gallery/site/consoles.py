"""What pages show as typed and printed: ``console`` blocks, run by the tests in full,
and for the pictures of the site.

After a wanted change of what commands print: python gallery/site/consoles.py PAGE
writes it anew.
"""

import contextlib
import doctest
import re
import shlex
import shutil
import sys
import tempfile
import textwrap
from pathlib import Path

_BLOCK = re.compile(r"^\.\. code-block:: console\n\n((?:(?:   .*)?\n)+)", re.MULTILINE)


def typed(page):
    """Return the commands of a page's console blocks, each with what the page says that
    it prints.
    """
    lines = [
        line[3:]
        for block in _BLOCK.findall(page.read_text(encoding="utf-8"))
        for line in block.splitlines()
    ]
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append([line[2:], ""])
        elif line.startswith("> "):  # the shell's sign that a command goes on
            found[-1][0] = f"{found[-1][0].rstrip(chr(92))} {line[2:]}"
        else:
            found[-1][1] += f"{line.rstrip()}\n"
    return [(command, said.strip("\n")) for command, said in found]


def run(command):
    """Run a command of the package; return what it prints on both ways out, without the
    blanks at the ends of lines.
    """
    from click.testing import CliRunner

    from cddiagram.cli import main

    program, *arguments = shlex.split(command)
    if program != "cddiagram":
        raise ValueError(f"not a command of the package: {command}")
    output = CliRunner().invoke(main, arguments, prog_name=program).output
    return "\n".join(line.rstrip() for line in output.splitlines()).strip("\n")


def run_page(page, folder):
    """Run the commands of a page in a folder with the files of the one named like it;
    yield what is printed.
    """
    found, beside = typed(page), page.with_suffix("")
    if beside.is_dir():
        shutil.copytree(beside, folder, dirs_exist_ok=True)
    with contextlib.chdir(folder):
        for command, said in found:
            yield command, said, run(command)


def same(said, printed):
    """Whether a command printed what the page says; dots stand for anything."""
    return doctest.OutputChecker().check_output(
        f"{said}\n", f"{printed}\n", doctest.ELLIPSIS
    )


def rewrite(page):
    """Put what is printed in the place of what a page says is printed, where the two
    differ.
    """
    with tempfile.TemporaryDirectory() as folder:
        found = [
            (said, printed)
            for _, said, printed in run_page(page, folder)
            if not same(said, printed)
        ]
    text = page.read_text(encoding="utf-8")
    for said, printed in found:
        text = text.replace(
            *(textwrap.indent(shown, "   ") for shown in (said, printed)), 1
        )
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        rewrite(Path(argument))
