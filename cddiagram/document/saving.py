"""The class of reports, and functions that save a report to one or more files."""

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
    """A report, as returned by `cddiagram.make_report`.

    Attributes
    ----------
    title : str
        The title of the document.
    sections : tuple of Section
        The sections in reading order.
    references : tuple of Reference
        The sources of the procedures that were used.
    provenance : Provenance
        The parameters, the versions of packages, and the SHA-256 hash of the scores.
    data : mapping
        The comparisons as JSON-serialisable dicts (see `Comparison.to_dict`), and the
        other numbers in the report.

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
        """Return the report as plain text with lines of at most `width` characters."""
        from cddiagram.document.write_text import report_text

        return report_text(self, width)

    def to_markdown(self) -> str:
        """Return the report as Markdown, with links to figures in the same folder."""
        from cddiagram.document.write_markdown import report_markdown

        return report_markdown(self)

    def to_latex(self, *, standalone: bool = True, cite: str = "cite") -> str:
        """Return the report as LaTeX.

        Parameters
        ----------
        standalone : bool, default True
            Whether to return a complete document. Otherwise, only the body is returned.
        cite : {"cite", "citep", "autocite", "parencite"}, default "cite"
            The LaTeX command for citations in the body, as in `to_fragments`.

        Returns
        -------
        str

        Raises
        ------
        UsageError
            If the command is unknown, or if it is specified for a complete document.
        """
        from cddiagram.document.write_latex import report_latex

        return report_latex(self, standalone=standalone, cite=cite)

    def to_fragments(
        self, *, width: str | float | None = None, cite: str = "cite"
    ) -> dict[str, str]:
        r"""Return the report as LaTeX files that a paper can include with ``\input``.

        Parameters
        ----------
        width : str or float, optional
            The width of the tables in inches, or the name of a column or page such as
            ``"ieee-column"``, as for figures. The default is 12 cm. Pass the same width
            to `make_report` for the figures. In papers with two columns, tables and
            figures that do not fit into one column span both columns (``table*``,
            ``figure*``).
        cite : {"cite", "citep", "autocite", "parencite"}, default "cite"
            The LaTeX command for citations. ``"citep"`` requires natbib, and the last
            two commands require biblatex.

        Returns
        -------
        dict of str to str
            The contents of the files, with the file names as keys:

            * ``preamble.tex``: the definitions for the preamble of the paper;
            * ``text-KEY.tex``: the text of each section, the caption
              (``text-caption.tex``) and the methods paragraph (``text-method.tex``);
            * ``table-KEY.tex`` and ``figure-KEY.tex``: floats with captions and labels;
            * ``tabular-KEY.tex`` and ``picture-KEY.tex``: tables and figures without
              floats;
            * ``captions.tex``: all captions, for use in your own floats;
            * ``references.bib``, and ``bibliography.tex`` for use without BibTeX;
            * ``main.tex``: a document that includes all other files.

        Raises
        ------
        UsageError
            If the width or the command is unknown.

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
        """Write the files of `to_fragments` to a folder. Either all files are written,
        or none.

        Parameters
        ----------
        folder : path
            The folder, which is created if it does not exist. The contents of an
            existing folder are replaced. An existing folder must contain only files
            that this method writes.
        width, cite : optional
            The options of `to_fragments`.

        Raises
        ------
        UsageError
            If the width or the command is unknown.
        OutputError
            If the folder contains other files or cannot be written.
        """
        from cddiagram.document.latex.fragments import save_fragments

        save_fragments(self, folder, width, cite)

    def _repr_html_(self) -> str:
        style = "width: 100%; height: 600px; border: 0"
        page = escape(self.to_html())
        return f'<iframe srcdoc="{page}" style="{style}"></iframe>'

    def to_html(self) -> str:
        """Return the report as a self-contained HTML page."""
        from cddiagram.document.write_html import report_html

        return report_html(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the report to a file.

        Parameters
        ----------
        path : path
            The file. Its suffix determines the format: ``.html``, ``.md``, ``.tex``,
            ``.pdf`` or ``.txt``.

        Raises
        ------
        UsageError
            If the suffix is unknown.
        OutputError
            If the file cannot be written, or if a PDF is requested and LaTeX is not
            installed.
        """
        save_report(self, path)


def save_report(report: Report, path: str | os.PathLike[str]) -> tuple[Path, ...]:
    """Write a report. Return the paths of all files, beginning with the report.

    A Markdown report consists of several files, because each figure has its own file.
    """
    target = Path(path)
    files = _WRITERS[report_format(target)](report, target)
    write_all(list(files), files.values())
    return tuple(files)


def check_path(path: str | os.PathLike[str]) -> None:
    """Raise an error if a report cannot be written to a path.

    Possible reasons are an unknown suffix and, for a PDF, a missing LaTeX installation.
    """
    if report_format(path) == "pdf":
        from cddiagram.document.latex.pdf import latex_engine

        latex_engine()


def report_format(path: str | os.PathLike[str]) -> str:
    """Return the format specified by the suffix of a path."""
    return suffix_format(path, "report", tuple(FORMATS))


def _markdown(report: Report, path: Path) -> Mapping[Path, str | bytes]:
    from cddiagram.document.write_markdown import figure_files, report_markdown

    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        raise OutputError(
            f"cannot write '{path}': a Markdown report saves its figures in additional "
            "files. Pass the name of a regular file."
        )
    files: dict[Path, str | bytes] = {path: report_markdown(report, path.stem)}
    for name, content in figure_files(report, path.stem).items():
        files[path.parent / name] = content
    return files


def _text(report: Report, path: Path) -> Mapping[Path, str | bytes]:
    return {path: f"{report.to_text()}\n{report.provenance.comment('txt')}\n"}


def _pdf(report: Report, path: Path) -> Mapping[Path, str | bytes]:
    from cddiagram.document.latex.pdf import compile_latex

    return {path: compile_latex(report.to_latex())}


#: Maps each suffix (without the dot) to the function that creates the files in this
#: format.
_WRITERS: Mapping[str, Callable[[Report, Path], Mapping[Path, str | bytes]]] = {
    "html": lambda report, path: {path: report.to_html()},
    "md": _markdown,
    "tex": lambda report, path: {path: report.to_latex()},
    "pdf": _pdf,
    "txt": _text,
}
#: The report formats, as suffixes without dots.
FORMATS = tuple(_WRITERS)
