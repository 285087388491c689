"""How large the package is: ``python tests/size.py [FOLDER]`` prints modules and lines
by package.

Lines of code are those with a token that is neither a comment nor part of a docstring.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import Counter
from pathlib import Path

_SILENT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def count(source: str) -> Counter[str]:
    """Count the lines of a module: all, those of code, and those of docstrings."""
    documented: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(
            node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        ) and ast.get_docstring(node):
            documented.update(
                range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
            )
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _SILENT:
            code.update(range(token.start[0], token.end[0] + 1))
    return Counter(
        modules=1,
        lines=len(source.splitlines()),
        code=len(code - documented),
        docs=len(documented),
    )


def main(folder: str = "cddiagram") -> None:
    """Print one row for each package, and the sum."""
    root, sizes = Path(folder), {}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).parts
        package = parts[0] if len(parts) > 1 else "(modules at the top)"
        sizes[package] = sizes.get(package, Counter()) + count(
            path.read_text(encoding="utf-8")
        )
    sizes["all"] = sum(sizes.values(), Counter())
    print(f"{'package':22}{'modules':>9}{'lines':>9}{'code':>9}{'docs':>9}")
    for package, size in sizes.items():
        print(
            f"{package:22}{size['modules']:9,}{size['lines']:9,}{size['code']:9,}{size['docs']:9,}"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
