"""The prose in Python files: docstrings, comments, and the texts that users read."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Collection, Iterator
from pathlib import Path

from prose import of_docstring, words

_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
#: Comments to tools, which are no prose.
_DIRECTIVE = re.compile(r"#\s*(?:noqa|type:|pragma|ruff|mypy|fmt|!)")
#: Strings of fewer words are names and labels.
_FEWEST_WORDS = 4


def docstrings(folder: Path, without: Collection[str] = ()) -> list[str]:
    """Return the paragraphs of all docstrings in a folder of Python files."""
    paragraphs = []
    for tree in _trees(folder, without):
        for node in ast.walk(tree):
            if isinstance(node, _DOCUMENTED):
                paragraphs += of_docstring(ast.get_docstring(node) or "")
    return paragraphs


def comments(folder: Path, without: Collection[str] = ()) -> list[str]:
    """Return the comments in a folder; the lines of one comment are joined."""
    found = []
    for path in _files(folder, without):
        found += _comments_of(path.read_text(encoding="utf-8"))
    return found


def texts(folder: Path, without: Collection[str] = ()) -> list[str]:
    """Return the strings of several words: messages, notes, help and templates.

    Strings without a space after a word, such as patterns and style sheets, are
    left out. The values in an f-string are replaced by VALUE.
    """
    found = []
    for tree in _trees(folder, without):
        skipped = set(_docstring_nodes(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                skipped.update(id(part) for part in node.values)
            if id(node) not in skipped:
                text = _text_of(node)
                if _is_prose(text):
                    found.append(text)
    return found


def _files(folder: Path, without: Collection[str]) -> Iterator[Path]:
    """Yield the files of a folder, except those of some packages."""
    for path in sorted(folder.rglob("*.py")):
        if not path.relative_to(folder).as_posix().startswith(tuple(without)):
            yield path


def _trees(folder: Path, without: Collection[str]) -> Iterator[ast.Module]:
    for path in _files(folder, without):
        yield ast.parse(path.read_text(encoding="utf-8"))


def _comments_of(source: str) -> list[str]:
    joined: list[str] = []
    last = -1
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or _DIRECTIVE.match(token.string):
            continue
        text = token.string.lstrip("#: ")
        line = token.start[0]
        if line == last + 1:
            joined[-1] += f" {text}"
        else:
            joined.append(text)
        last = line
    return joined


def _docstring_nodes(tree: ast.Module) -> Iterator[int]:
    """Yield the ids of strings that are statements by themselves."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            yield id(node.value)


def _text_of(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = [_text_of(part) or "VALUE" for part in node.values]
        return "".join(parts)
    return ""


def _is_prose(text: str) -> bool:
    """Return whether a string consists of words with spaces, and not of markup."""
    if len(words(text)) < _FEWEST_WORDS or re.search(r"[{}<>]|\n\s|;\n", text):
        return False
    return len(text.split()) >= _FEWEST_WORDS
