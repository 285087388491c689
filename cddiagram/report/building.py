"""The report of one comparison or of several, from its title to its references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cddiagram._util.inlines import Name, Option
from cddiagram._util.text import one_line
from cddiagram.comparison import Comparison
from cddiagram.convergence.comparison import ConvergenceComparison
from cddiagram.errors import UsageError, choose_from
from cddiagram.provenance import Provenance, provenance_of
from cddiagram.report.model import Block, Section
from cddiagram.report.saving import Report
from cddiagram.report.sections.contents import TITLES, Setting, comparison_sections, convergence_sections
from cddiagram.report.sections.figures import FIGURES, measures_blocks
from cddiagram.report.sections.overview import references_blocks, versions_blocks
from cddiagram.sheet.mpl.fonts import Fonts
from cddiagram.words.sources import Reference, cited_keys, reference_of

#: What a report can be about.
Subject = Comparison | ConvergenceComparison

#: Rows of tables of pairs and hypotheses.
MAX_ROWS = 60
#: Sections of the whole report, before and after those of the comparisons.
_OPENING, _CLOSING = {"measures": "All comparisons"}, {"references": "References", "versions": "Versions"}


def make_report(
    comparisons: Subject | Sequence[Subject] | Mapping[str, Subject],
    *,
    titles: Sequence[str] | None = None,
    title: str | None = None,
    figures: str | Sequence[str] = "auto",
    width: float | str = "auto",
    font: str | Sequence[str] | None = None,
    sections: Sequence[str] | None = None,
    max_rows: int = MAX_ROWS,
) -> Report:
    """Report on one comparison or on several.

    Parameters
    ----------
    comparisons : Comparison or ConvergenceComparison, sequence of them, or mapping of title to one
        What to report on: several for several measures. Several comparisons of the same algorithms are also shown side
        by side.
    titles : sequence of str, optional
        The title of each; by default the keys of a mapping, otherwise "Comparison 1", "Comparison 2", ...
    title : str, optional
        The head of the report; by default the number of algorithms and data sets.
    figures : "auto" or sequence of {"cd", "rank-bars", "pvalue-matrix", "mcb"}
        Which figures: by default the diagram; rank bars with a control; the matrix of p-values for up to 30 algorithms.
        An empty sequence is a report without figures.
    width : float or "auto", default "auto"
        Width of the figures in inches; "auto" is 4 up to 10 algorithms and 6 beyond.
    font : str or sequence of str, optional
        Family or families of the figures in HTML and Markdown; by default the rc family. DejaVu Sans stands in for
        missing characters. LaTeX and PDF set the texts of figures in the fonts of the document.
    sections : sequence of str, optional
        Keys of the sections wanted, by default all: "measures", "summary", "figures", "ranks", "omnibus", "pairs",
        "procedures", "rankings", "contrasts", "conditions", "guidance", "input", "texts", "references", "versions".
    max_rows : int, default 60
        Tables of pairs and hypotheses with more rows keep those of the best algorithm or the smallest p-values, and
        say what is left out.

    Returns
    -------
    Report

    Raises
    ------
    UsageError
        An unknown figure or section, no comparison, titles that do not fit, a font that is not installed.

    Examples
    --------
    >>> import cddiagram as cd
    >>> report = cd.make_report(cd.compare(cd.load_example("garcia2008-table2-ranks")))
    >>> [section.key for section in report.sections][:4]
    ['summary', 'figures', 'ranks', 'omnibus']
    >>> report.tables()["apv"].rows[2][1].text, report.tables()["apv"].rows[2][6].text
    ('CN2 vs. Kernel', '.0230')
    """
    named = _named(comparisons, titles)
    title = None if title is None else one_line(title)
    wanted = _chosen("section", sections, (*_OPENING, *TITLES, *_CLOSING))
    shown = figures if figures == "auto" else _chosen("figure", figures, FIGURES)
    if max_rows < 1:
        raise UsageError(Option("max_rows"), f" must be at least 1, not {max_rows}.")
    Fonts(font)  # refused here: a figure that cannot be drawn is only reported
    several = len(named) > 1
    found = _opening(named, width, font, figures=bool(shown)) if several and "measures" in wanted else []
    data: list[dict[str, Any]] = []
    for number, (name, comparison) in enumerate(named, 1):
        setting = Setting(
            prefix=f"m{number}-" if several else "",
            level=2 if several else 1,
            wanted=wanted,
            figures=shown,
            width=width,
            font=font,
            max_rows=max_rows,
        )
        if isinstance(comparison, ConvergenceComparison):
            parts, numbers = convergence_sections(comparison, setting)
        else:
            parts, numbers = comparison_sections(comparison, setting)
        found += [*([Section(key=f"m{number}", title=Name(name))] if several else []), *parts]
        data.append({"title": name, **numbers})
    options = {"figures": shown, "width": width, "font": font, "sections": sections and wanted}
    provenance = _provenance(named, {**options, "max_rows": max_rows, "title": title})
    texts = (getattr(block, "words", ()) for section in found for block in section.blocks)
    references = tuple(reference_of(key) for key in cited_keys(texts))
    found += _closing(references, provenance, wanted)
    return Report(
        title=title or _title(named),
        sections=tuple(section for section in found if section.blocks or (section.level == 1 and several)),
        references=references,
        provenance=provenance,
        data={"comparisons": data, "provenance": provenance.to_dict()},
    )


def _named(
    comparisons: Subject | Sequence[Subject] | Mapping[str, Subject], titles: Sequence[str] | None
) -> list[tuple[str, Subject]]:
    """Return each comparison its title."""
    if isinstance(comparisons, Subject):
        given, names = [comparisons], [""]
    elif isinstance(comparisons, Mapping):
        given, names = list(comparisons.values()), [one_line(str(key)) for key in comparisons]
    else:
        given = list(comparisons)
        names = [f"Comparison {number}" for number in range(1, len(given) + 1)] if len(given) > 1 else [""]
    if titles is not None:
        names = [one_line(str(name)) for name in titles]
    if not given:
        raise UsageError("there is nothing to report on: give one comparison or more.")
    if len(names) != len(given):
        raise UsageError(f"there are {len(given)} comparisons and {len(names)} titles: give one title for each.")
    if len(set(names)) != len(names):
        raise UsageError("two comparisons have the same title: give each a title of its own.")
    return list(zip(names, given, strict=True))


def _chosen(what: str, given: str | Sequence[str] | None, choices: Sequence[str]) -> tuple[str, ...]:
    """Check names, and put them into the order of the choices; None is all of them."""
    if given is None:
        return tuple(choices)
    names = (given,) if isinstance(given, str) else tuple(given)
    for name in names:
        if name not in choices:
            raise UsageError(choose_from(what, name, choices))
    return tuple(choice for choice in choices if choice in names)


def _opening(
    named: Sequence[tuple[str, Subject]], width: float | str, font: str | Sequence[str] | None, *, figures: bool
) -> list[Section]:
    """Show comparisons of the same algorithms side by side."""
    compared = [(name, subject) for name, subject in named if isinstance(subject, Comparison)]
    blocks = measures_blocks(compared, width, font, figures=figures) if len(compared) > 1 else ()
    return [Section(key="measures", title=_OPENING["measures"], blocks=blocks)] if blocks else []


def _provenance(named: Sequence[tuple[str, Subject]], options: Mapping[str, Any]) -> Provenance:
    """Record the report: a single comparison by itself, several or a named one by their titles."""
    defaults = {"figures": "auto", "width": "auto", "max_rows": MAX_ROWS}
    return provenance_of(
        "report",
        dict(named) if len(named) > 1 or named[0][0] else named[0][1],
        parameters={key: value for key, value in options.items() if value != defaults.get(key)},
    )


def _closing(references: tuple[Reference, ...], provenance: Provenance, wanted: Sequence[str]) -> list[Section]:
    """List the sources of all sections, and what the report was made with."""
    blocks: dict[str, tuple[Block, ...]] = {
        "references": references_blocks(references) if references else (),
        "versions": versions_blocks(provenance, "versions-table"),
    }
    return [Section(key=key, title=title, blocks=blocks[key]) for key, title in _CLOSING.items() if key in wanted]


def _title(named: Sequence[tuple[str, Subject]]) -> str:
    """Name the report after what was compared."""
    if len(named) > 1:
        return "Comparison of algorithms"
    name, subject = named[0]
    if name:
        return Name(name)
    if isinstance(subject, ConvergenceComparison):
        return f"Convergence of {subject.histories.k} algorithms on {subject.histories.n} problems"
    on = "" if subject.table is None else f" on {subject.table.n} data sets"
    return f"Comparison of {len(subject.algorithms)} algorithms{on}"
