"""Writing a report to files: all of them or none."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from cddiagram._util import suffix_format, write_all
from cddiagram.document.model import Document
from cddiagram.text import OutputError


@dataclass(frozen=True, kw_only=True, eq=False)
class Report(Document):
    """A report: the document, where it came from, and all numbers of it. Made by
    `cddiagram.make_report`.

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
        The comparisons in plain Python (`Comparison.to_dict`), and what the report adds
        to them.

    Examples
    --------
    >>> import cddiagram as cd
    >>> report = cd.make_report(
    ...     cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    ... )
    >>> report.to_markdown().splitlines()[0][:1]
    '#'
    """

    def to_text(self, width: int = 100) -> str:
        """Write the report as plain text of `width` columns."""
        from cddiagram.document.write_text import report_text

        return report_text(self, width)

    def to_markdown(self) -> str:
        """Write the report as Markdown; figures are referred to as files beside it."""
        from cddiagram.document.write_markdown import report_markdown

        return report_markdown(self)

    def to_latex(self, *, standalone: bool = True, cite: str = "cite") -> str:
        """Write the report as LaTeX: a document that compiles, or what stands between
        its begin and end.

        The latter cites by `cite`, as in `to_fragments`.
        """
        from cddiagram.document.write_latex import report_latex

        return report_latex(self, standalone=standalone, cite=cite)

    def to_fragments(
        self, *, width: str | float | None = None, cite: str = "cite"
    ) -> dict[str, str]:
        r"""Write the report as LaTeX in pieces, to be read by a paper with ``\input``.

        Parameters
        ----------
        width : str or float, optional
            Of the column or page of the paper that the tables are for, as of figures:
            ``"ieee-column"``, ..., or inches; by default 12 cm. Figures have the width
            that the report was made with, so give it there, too. What has no room in a
            column of two floats over both (``table*``, ``figure*``).
        cite : {"cite", "citep", "autocite", "parencite"}, default "cite"
            The command that cites: with natbib ``"citep"``, with biblatex one of the
            last two.

        Returns
        -------
        dict of str to str
            Name of the file -> its content: ``preamble.tex``; ``text-KEY.tex`` for each
            section with words in it, and ``text-caption.tex`` and ``text-method.tex``;
            ``table-KEY.tex`` and ``figure-KEY.tex`` with caption and label,
            ``tabular-KEY.tex`` and ``picture-KEY.tex`` without; ``captions.tex`` with
            the captions of all, for floats of your own; ``references.bib``;
            ``bibliography.tex``, the same without BibTeX; and ``main.tex``, a document
            of them all.

        Raises
        ------
        UsageError
            Unknown width or command.

        Examples
        --------
        >>> import cddiagram as cd
        >>> pieces = cd.make_report(
        ...     cd.compare(cd.load_example("garcia2008-table2-ranks"))
        ... ).to_fragments(cite="citep")
        >>> sorted(name for name in pieces if "cd" in name or "method" in name)
        ['figure-cd.tex', 'picture-cd.tex', 'text-method.tex']
        """
        from cddiagram.document.latex.fragments import fragments

        return fragments(self, width, cite)

    def save_fragments(
        self,
        folder: str | os.PathLike[str],
        *,
        width: str | float | None = None,
        cite: str = "cite",
    ) -> None:
        """Write the pieces of `to_fragments` into a folder, all or none.

        Parameters
        ----------
        folder : path
            Made if it does not exist, with the folders above it. One that exists must
            hold pieces of a report and nothing else, or nothing: it is replaced.
        width, cite : optional
            As in `to_fragments`.

        Raises
        ------
        UsageError
            Unknown width or command.
        OutputError
            The folder holds something else, or cannot be written.
        """
        from cddiagram.document.latex.fragments import save_fragments

        save_fragments(self, folder, width, cite)

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self.to_html())}" style="width: 100%; height: '
            '600px; border: 0"></iframe>'
        )

    def to_html(self) -> str:
        """Write the report as one page of HTML that needs nothing beside it."""
        from cddiagram.document.write_html import report_html

        return report_html(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the report to a file, wholly or not at all; the suffix decides the
        format.

        Parameters
        ----------
        path : path
            Ends in ``.html``, ``.md``, ``.tex``, ``.pdf`` or ``.txt``.

        Raises
        ------
        UsageError
            Unknown suffix.
        OutputError
            The file cannot be written, or a PDF is asked for where no LaTeX is
            installed.
        """
        save_report(self, path)


def save_report(report: Report, path: str | os.PathLike[str]) -> tuple[Path, ...]:
    """Write a report, in Markdown with its figures beside it, and return the files
    written, the report first.
    """
    target = Path(path)
    files = _WRITERS[report_format(target)](report, target)
    write_all(list(files), files.values())
    return tuple(files)


def check_path(path: str | os.PathLike[str]) -> None:
    """Refuse a path for a report before it is made: an unknown suffix, or a PDF where
    there is no LaTeX.
    """
    if report_format(path) == "pdf":
        from cddiagram.document.latex.pdf import latex_engine

        latex_engine()


def report_format(path: str | os.PathLike[str]) -> str:
    """Return the format that the suffix of `path` stands for."""
    return suffix_format(path, "report", tuple(FORMATS))


def _markdown(report: Report, path: Path) -> Mapping[Path, str | bytes]:
    from cddiagram.document.write_markdown import figure_files, report_markdown

    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise OutputError(
            f"cannot write '{path}': Markdown has its figures beside it; give the "
            "name of a file."
        )
    figures = {
        path.parent / name: content
        for name, content in figure_files(report, path.stem).items()
    }
    return {path: report_markdown(report, path.stem), **figures}


def _pdf(report: Report, path: Path) -> Mapping[Path, str | bytes]:
    from cddiagram.document.latex.pdf import compile_latex

    return {path: compile_latex(report.to_latex())}


#: Suffix without its dot -> writer of the files.
_WRITERS: Mapping[str, Callable[[Report, Path], Mapping[Path, str | bytes]]] = {
    "html": lambda report, path: {path: report.to_html()},
    "md": _markdown,
    "tex": lambda report, path: {path: report.to_latex()},
    "pdf": _pdf,
    "txt": lambda report, path: {
        path: f"{report.to_text()}\n{report.provenance.comment('txt')}\n"
    },
}
#: The formats, each the suffix of its files without the dot.
FORMATS = tuple(_WRITERS)
