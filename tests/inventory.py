"""Which tests there are, by name: ``python tests/inventory.py > now.txt``, or with the
names of before what changed.

``python tests/inventory.py before.txt`` lists the test functions that are gone and
those that are new, wherever they stand: a test that moved to another file keeps its
name.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path


def names(folder: Path) -> list[str]:
    """List all test functions, those of classes by class and name."""
    found = []
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                found.append(node.name)
    return sorted(found)


def main(before: str = "") -> None:
    """Print all names, or the difference."""
    now = names(Path(__file__).parent)
    if not before:
        print("\n".join(now))
        return
    old = Path(before).read_text(encoding="utf-8").split()
    for sign, ours, others in (("-", old, list(now)), ("+", now, list(old))):
        for name in ours:
            others.remove(name) if name in others else print(sign, name)


if __name__ == "__main__":
    main(*sys.argv[1:])
