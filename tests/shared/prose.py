"""The prose of the project: paragraphs of pages, help, docstrings and generated texts.

Code, tables, headings and directives are left out, because they do not consist of
sentences.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from types import ModuleType

#: A full stop after these does not end a sentence.
_ABBREVIATIONS = re.compile(r"\b(?:e\.g|i\.e|cf|vs|et al|Eq|Fig|Sec|No|pp|p|approx)\.$")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")


def words(text: str) -> list[str]:
    """Return the words of a text."""
    return _WORD.findall(text)


def sentences(paragraph: str) -> list[str]:
    """Divide a paragraph into sentences of at least three words."""
    parts: list[str] = []
    for part in re.split(r"(?<=[.!?])[\"”)]*\s+", paragraph):
        if parts and _ABBREVIATIONS.search(parts[-1]):
            parts[-1] += f" {part}"
        else:
            parts.append(part)
    return [part.strip() for part in parts if len(words(part)) >= 3]


def _blocks(text: str) -> Iterator[list[str]]:
    """Divide a text into blocks of lines at blank lines."""
    block: list[str] = []
    for line in [*text.splitlines(), ""]:
        if line.strip():
            block.append(line)
        elif block:
            yield block
            block = []


def of_markdown(text: str) -> list[str]:
    """Return the paragraphs and list items of a Markdown page."""
    without_code = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    found = []
    for block in _blocks(without_code):
        if block[0].startswith(("|", "#", "![", "[![")):
            continue
        items = re.split(r"^(?:[-*]|\d+\.) ", "\n".join(block), flags=re.MULTILINE)
        found += [_plain_markdown(item) for item in items if item.strip()]
    return found


def _plain_markdown(text: str) -> str:
    """Return a paragraph of Markdown without its marks."""
    text = re.sub(r"\]\([^)]*\)", "]", text)
    text = re.sub(r"`[^`]*`", "CODE", text)
    return " ".join(re.sub(r"[*\[\]]", "", text).split())


def of_rst(text: str) -> list[str]:
    """Return the paragraphs and list items of a page of reStructuredText."""
    found = []
    indented = None
    for block in _blocks(text):
        first = block[0]
        depth = len(first) - len(first.lstrip())
        if indented is not None and depth > indented:
            continue
        indented = None
        if first.lstrip().startswith((".. ", "..\n", ">>>", ":", "=", "+--")):
            indented = depth
            continue
        if len(block) > 1 and re.fullmatch(r"\s*([=~^*#\"'-])\1{2,}", block[1]):
            block = block[2:]
        if not block or "====" in "".join(block):
            continue
        if block[-1].rstrip().endswith("::"):
            indented = depth
        joined = "\n".join(block)
        items = re.split(r"^\s*(?:[-*]|\d+\.|#\.) ", joined, flags=re.MULTILINE)
        found += [_plain_rst(item) for item in items if item.strip()]
    return found


def _plain_rst(text: str) -> str:
    """Return a paragraph of reStructuredText without its marks."""
    text = re.sub(r":[\w:+-]+:`([^`<]*?)(?:\s*<[^`]*>)?`", r"\1", text)
    text = re.sub(r"``[^`]*``", "CODE", text)
    text = re.sub(r"`([^`<]*?)(?:\s*<[^`]*>)?`_{0,2}", r"\1", text)
    return " ".join(text.replace("::", ":").replace("*", "").split())


def of_docstrings(module: ModuleType) -> list[str]:
    """Return the paragraphs of the docstrings of the public names of a module."""
    names = getattr(module, "__all__", None) or dir(module)
    found = []
    for name in names:
        thing = getattr(module, name, None)
        if name.startswith("_") or not callable(thing):
            continue
        found += of_docstring(inspect.getdoc(thing) or "")
        if inspect.isclass(thing):
            members = (getattr(thing, each) for each in vars(thing) if each[0] != "_")
            for member in members:
                if callable(member):
                    found += of_docstring(inspect.getdoc(member) or "")
    return list(dict.fromkeys(found))


def of_docstring(text: str) -> list[str]:
    """Return the paragraphs of a docstring without its examples and references."""
    prose = re.split(r"\n(?:References|Examples|See Also)\n-+\n", text)[0]
    lines = [
        "" if re.match(r"\s*(?:-{3,}|\*?\w[\w, *]* : .*)$", line) else line.strip()
        for line in prose.splitlines()
    ]
    return of_rst("\n".join(lines))


def rate(pattern: str, paragraphs: Iterable[str]) -> float:
    """Count the occurrences of a pattern per 1,000 words."""
    text = "\n".join(paragraphs)
    count = len(re.findall(pattern, text, flags=re.IGNORECASE))
    return 1000 * count / len(words(text))
