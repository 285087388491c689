"""What the page of a report gives away: each figure, table and text as a file, packed into the page."""

from __future__ import annotations

import base64
import gzip
import json

from cddiagram.report.model import Document, Figure, Listing, Paragraph, Table
from cddiagram.report.write_latex import tables_latex
from cddiagram.words.inlines import pasted_words, plain_words


def files_of(block: object) -> dict[str, str]:
    """Return suffix -> content of the files of a block, those that are no text in base64: what saving them writes."""
    if isinstance(block, Figure):
        drawing = block.drawing
        return {"pdf": base64.b64encode(drawing.to_bytes("pdf")).decode(), "svg": drawing.to_bytes("svg").decode()}
    if isinstance(block, Table):
        return {"csv": block.to_csv(), "tex": tables_latex([block], preamble=False)}
    if isinstance(block, Paragraph):
        return {"txt": plain_words(block.words), "tex": pasted_words(block.words)}
    return {"bib": f"{block.text}\n"} if isinstance(block, Listing) else {}


def packed_files(report: Document) -> tuple[dict[int, str], str]:
    """Return the name of each block that has files, by its `id`, and all files, packed: name -> suffix -> content."""
    names: dict[int, str] = {}
    files: dict[str, dict[str, str]] = {}
    for section in report.sections:
        for block in section.blocks:
            if isinstance(block, Paragraph) and not block.for_papers:
                continue
            key = getattr(block, "key", f"{section.key}-{getattr(block, 'role', 'bibtex')}")
            if content := files_of(block):
                names[id(block)], files[key] = key, content
    text = json.dumps(files, ensure_ascii=False)
    return names, base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()
