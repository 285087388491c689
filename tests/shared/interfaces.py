"""The interfaces of packages: what their ``__init__`` lists for others.

``python tests/shared/interfaces.py`` writes `_HOMES` of each interface from its block
of imports.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "cddiagram"


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
                homes.update({alias.name: node.module for alias in node.names})
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


if __name__ == "__main__":
    for path in interfaces().values():
        text = path.read_text(encoding="utf-8")
        path.write_text(written(text), encoding="utf-8")
