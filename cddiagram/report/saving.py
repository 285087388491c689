"""Writing a report to files: each wholly, and none when anything fails before the first takes its place."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from html import escape
from pathlib import Path

from cddiagram._util.files import atomic_write, suffix_format
from cddiagram.errors import OutputError
from cddiagram.report.model import Document


@dataclass(frozen=True, kw_only=True, eq=False)
class Report(Document):
    """A report: the document, where it came from, and all numbers of it. Made by `cddiagram.make_report`.

    Attributes
    ----------
    title : str
        The head of the document.
    sections : tuple of Section
        In reading order.
    references : tuple of Reference
        The sources of exactly the procedures that were used.
    provenance : Provenance
        Parameters, versions and the SHA-256 of the scores.
    data : mapping
        The comparisons in plain Python (`Comparison.to_dict`), and what the report adds to them.

    Examples
    --------
    >>> import cddiagram as cd
    >>> report = cd.make_report(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    >>> report.to_markdown().splitlines()[0][:1]
    '#'
    """

    def to_text(self, width: int = 100) -> str:
        """Write the report as plain text of `width` columns."""
        from cddiagram.report.write_text import report_text

        return report_text(self, width)

    def to_markdown(self) -> str:
        """Write the report as Markdown; figures are referred to as files beside it."""
        from cddiagram.report.write_markdown import report_markdown

        return report_markdown(self)

    def to_latex(self, *, standalone: bool = True) -> str:
        """Write the report as LaTeX: a document that compiles, or what stands between its begin and end."""
        from cddiagram.report.write_latex import report_latex

        return report_latex(self, standalone=standalone)

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.to_html())}" style="width: 100%; height: 600px; border: 0"></iframe>'

    def to_html(self) -> str:
        """Write the report as one page of HTML that needs nothing beside it."""
        from cddiagram.report.write_html import report_html

        return report_html(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the report to a file, wholly or not at all; the suffix decides the format.

        Parameters
        ----------
        path : path
            Ends in ``.html``, ``.md``, ``.tex``, ``.pdf`` or ``.txt``.

        Raises
        ------
        UsageError
            Unknown suffix.
        OutputError
            The file cannot be written, or a PDF is asked for where no LaTeX is installed.
        """
        save_report(self, path)


def save_report(report: Report, path: str | os.PathLike[str]) -> tuple[Path, ...]:
    """Write a report; the suffix decides the format.

    Markdown writes its figures as SVG beside it: ``report.md`` and ``report-cd.svg``. Returned are the files that were
    written, the report first.
    """
    target = Path(path)
    files = _WRITERS[report_format(target)](report, target)
    write_all(files)
    return tuple(files)


def report_format(path: str | os.PathLike[str]) -> str:
    """Return the format that the suffix of `path` stands for."""
    return suffix_format(path, "report", tuple(FORMATS))


def write_all(files: Mapping[Path, str | bytes]) -> None:
    """Write files, each wholly or not at all; none is touched before the contents of all are on the disk.

    They take their places last first, so a report comes after the figures that it refers to.
    """
    with ExitStack() as stack:
        opened = [stack.enter_context(atomic_write(path)) for path in files]
        for file, content in zip(opened, files.values(), strict=True):
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()


def _markdown(report: Report, path: Path) -> Mapping[Path, str | bytes]:
    from cddiagram.report.write_markdown import figure_files, report_markdown

    if path.exists() and not path.is_file() and not path.is_dir():
        raise OutputError(f"cannot write '{path}': Markdown has its figures beside it; give the name of a file.")
    figures = {path.parent / name: content for name, content in figure_files(report, path.stem).items()}
    return {path: report_markdown(report, path.stem), **figures}


def _pdf(report: Report, path: Path) -> Mapping[Path, str | bytes]:
    from cddiagram.report.latex.pdf import compile_latex

    return {path: compile_latex(report.to_latex())}


#: Suffix without its dot -> writer of the files.
_WRITERS: Mapping[str, Callable[[Report, Path], Mapping[Path, str | bytes]]] = {
    "html": lambda report, path: {path: report.to_html()},
    "md": _markdown,
    "tex": lambda report, path: {path: report.to_latex()},
    "pdf": _pdf,
    "txt": lambda report, path: {path: f"{report.to_text()}\n{report.provenance.comment('txt')}\n"},
}
#: The formats, each the suffix of its files without the dot.
FORMATS = tuple(_WRITERS)
