"""Measures of the syntax of Python files, by which their density can be compared."""

from __future__ import annotations

import ast
import io
import tokenize
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

#: Statements of more tokens than this are dense.
MANY_TOKENS = 30
#: Function bodies of more lines than this are long.
MANY_LINES = 80
#: Participles that name a step of the computation instead of its result.
_PARTICIPLES = (
    "asked broken chosen counted cut done drawn found given gone held joined kept known "
    "laid made meant named needed offered placed put read recorded refused said seen set "
    "settled shown taken told wanted whole worn written"
)
PARTICIPLES = frozenset(_PARTICIPLES.split())
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_NOT_COUNTED = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


@dataclass
class Syntax:
    """What was counted in some files.

    Attributes
    ----------
    statements : int
        Number of statements without docstrings and imports.
    tokens : int
        Number of tokens of these statements. A compound statement consists of
        its header.
    conditionals : int
        Number of conditional expressions.
    places : dict
        Kind of finding -> the places, written "file:line name".
    """

    statements: int = 0
    tokens: int = 0
    conditionals: int = 0
    places: dict[str, list[str]] = field(default_factory=dict)

    @property
    def tokens_per_statement(self) -> float:
        return self.tokens / self.statements

    @property
    def share_of_dense_statements(self) -> float:
        return len(self.places.get("dense statement", [])) / self.statements

    def add(self, path: Path, name: str) -> None:
        """Count the syntax of one file, which findings call by this name."""
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        self._add_statements(tree, source, name)
        for scope, node in _nodes_with_scope(tree):
            self.conditionals += isinstance(node, ast.IfExp)
            for kind, line in _findings(node):
                self.places.setdefault(kind, []).append(f"{name}:{line} {scope}")

    def _add_statements(self, tree: ast.Module, source: str, name: str) -> None:
        starts = _starts_of_tokens(source)
        for scope, node in _nodes_with_scope(tree):
            if not isinstance(node, ast.stmt) or _is_docstring_or_import(node):
                continue
            first, last = _extent(node)
            count = bisect_left(starts, last) - bisect_left(starts, first)
            self.statements += 1
            self.tokens += count
            if count > MANY_TOKENS:
                places = self.places.setdefault("dense statement", [])
                places.append(f"{name}:{node.lineno} {scope}")


def measure(folder: Path) -> Syntax:
    """Count the syntax of all Python files in a folder."""
    syntax = Syntax()
    for path in sorted(folder.rglob("*.py")):
        syntax.add(path, path.relative_to(folder).as_posix())
    return syntax


def _starts_of_tokens(source: str) -> list[tuple[int, int]]:
    """Return where the tokens begin; an f-string is one token in every version."""
    starts = []
    depth = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        kind = tokenize.tok_name[token.type]
        if token.type not in _NOT_COUNTED and depth == 0:
            starts.append(token.start)
        if kind == "FSTRING_START":
            depth += 1
        elif kind == "FSTRING_END":
            depth -= 1
    return starts


def _nodes_with_scope(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Yield every node with the name of the class or function that contains it."""
    pending: list[tuple[str, ast.AST]] = [("", tree)]
    while pending:
        scope, node = pending.pop()
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            scope = f"{scope}.{node.name}".lstrip(".")
        yield scope, node
        children = [(scope, child) for child in ast.iter_child_nodes(node)]
        pending.extend(reversed(children))


def _is_docstring_or_import(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        value = node.value
        return isinstance(value, ast.Constant) and isinstance(value.value, str)
    return isinstance(node, (ast.Import, ast.ImportFrom))


def _extent(node: ast.stmt) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return where a statement begins and where it, or its header, ends."""
    first = (node.lineno, node.col_offset)
    last = (node.end_lineno or node.lineno, node.end_col_offset or 0)
    body = getattr(node, "body", None)
    if isinstance(body, list) and body:
        last = (body[0].lineno, body[0].col_offset)
    return first, last


def _findings(node: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the kinds of findings about a node, with their lines."""
    line = getattr(node, "lineno", 0)
    if isinstance(node, _COMPREHENSIONS) and _contains(node, _COMPREHENSIONS):
        yield "comprehension in a comprehension", line
    if isinstance(node, ast.IfExp) and _contains(node, ast.IfExp):
        yield "conditional expression in a conditional expression", line
    if isinstance(node, ast.JoinedStr) and _contains(node, ast.IfExp):
        yield "conditional expression in an f-string", line
    if isinstance(node, ast.Call) and node.end_lineno != node.lineno:
        arguments = [*node.args, *node.keywords]
        if any(isinstance(each, ast.IfExp) for each in _below(arguments)):
            yield "conditional expression in a call of several lines", line
    if isinstance(node, _FUNCTIONS):
        if _lines_of_body(node) > MANY_LINES:
            yield "long function", line
        for name in _locals(node):
            if name.id in PARTICIPLES:
                yield "participle as a name", name.lineno


def _locals(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.Name]:
    """Yield the names that a function assigns, without functions inside it."""
    pending: list[ast.AST] = list(function.body)
    while pending:
        node = pending.pop()
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node
        pending.extend(ast.iter_child_nodes(node))


def _below(nodes: list[ast.expr | ast.keyword]) -> Iterator[ast.AST]:
    for node in nodes:
        yield from ast.walk(node)


def _contains(node: ast.AST, kinds: type | tuple[type, ...]) -> bool:
    """Return whether a node contains another node of these kinds."""
    return any(isinstance(each, kinds) for each in ast.walk(node) if each is not node)


def _lines_of_body(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    body = [each for each in node.body if not _is_docstring_or_import(each)]
    if not body:
        return 0
    return (node.end_lineno or 0) - body[0].lineno + 1
