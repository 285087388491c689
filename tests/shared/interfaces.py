"""The interfaces of packages: what their ``__init__`` lists for others.

``python tests/shared/interfaces.py`` writes `_HOMES` of each interface from its block
of imports, and the types of public names in the registry of figures and features from
its entries.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "cddiagram"
REGISTRY = PACKAGE / "features.py"


def interfaces() -> dict[str, Path]:
    """Return the packages that have an interface: name -> its ``__init__``."""
    found = {}
    for path in sorted(PACKAGE.glob("*/__init__.py")):
        if "_HOMES = " in path.read_text(encoding="utf-8"):
            found[path.parent.name] = path
    return found


def listed(source: str) -> dict[str, str]:
    """Return the names in the block of imports of an interface: name -> module."""
    homes = {}
    for block in ast.parse(source).body:
        if not isinstance(block, ast.If) or ast.unparse(block.test) != "TYPE_CHECKING":
            continue
        for node in block.body:
            if isinstance(node, ast.ImportFrom):
                names = [alias.name for alias in node.names if alias.name != "*"]
                homes.update(dict.fromkeys(names, node.module))
    return dict(sorted(homes.items()))


def written(source: str) -> str:
    """Return an interface with `_HOMES` as its block of imports says."""
    homes = listed(source)
    entries = "".join(f'    "{name}": "{home}",\n' for name, home in homes.items())
    return re.sub(
        r"^_HOMES = \{.*?\}\n",
        lambda _: f"_HOMES = {{\n{entries}}}\n",
        source,
        flags=re.MULTILINE | re.DOTALL,
    )


# -- the registry of figures and features ----------------------------------------------

#: What the script writes: everything from this line to the end of the file.
TYPES = "# -- types: written by ``python tests/shared/interfaces.py`` "


def without_types(source: str) -> str:
    """Return the registry without its types, to which layers do not apply."""
    return source.partition(TYPES)[0]


def public_types(source: str) -> tuple[dict[str, str], list[str], list[str]]:
    """Return the types in the registry: the imported names with their modules, the
    names in ``__all__``, and the keys in `FigureKey`.
    """
    types = source.partition(TYPES)[2].partition("\n")[2]
    values = {}
    for node in ast.walk(ast.parse(types)):
        if isinstance(node, ast.Assign):
            values[ast.unparse(node.targets[0])] = node.value
    exported = ast.literal_eval(values["__all__"])
    keys = ast.literal_eval(values["FigureKey"].slice)
    return listed(types), exported, list(keys)


def with_types(source: str, modules: dict[str, str], keys: list[str]) -> str:
    """Return the registry with the types of these names and keys, to be formatted.

    `modules` are the public names with their modules, relative to the package.
    """
    lines = [
        TYPES + "-" * (88 - len(TYPES)),
        "",
        "#: The keys of the figures for a single comparison.",
        f"FigureKey = Literal{keys}",
        "",
        "if TYPE_CHECKING:  # what `cddiagram` exports",
    ]
    for name, module in modules.items():
        lines.append(f"    from cddiagram.{module} import {name}")
    lines += ["", f"    __all__ = {sorted(modules)}", ""]
    return without_types(source) + "\n".join(lines)


def figures_of_one() -> list[str]:
    """Return the keys of the figures of one comparison."""
    from cddiagram.features import FIGURES
    from cddiagram.figures import COMPARED, find_figure

    return [key for key in FIGURES if find_figure(key).subject is COMPARED]


def write() -> None:
    """Write the interfaces and the types in the registry."""
    from cddiagram.features import public_modules

    for path in (PACKAGE / "__init__.py", *interfaces().values()):
        text = path.read_text(encoding="utf-8")
        path.write_text(written(text), encoding="utf-8")
    text = REGISTRY.read_text(encoding="utf-8")
    text = with_types(text, public_modules(), figures_of_one())
    REGISTRY.write_text(text, encoding="utf-8")
    for arguments in (["format"], ["check", "--fix"], ["format"]):
        ruff = [sys.executable, "-m", "ruff", *arguments, "--quiet", REGISTRY]
        subprocess.run(ruff, check=False)


if __name__ == "__main__":
    write()
