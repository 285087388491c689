"""The report of one comparison or of several, from its title to its references: which
sections, in which order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from cddiagram._util import loaded, view
from cddiagram.comparing import Comparison, compare_rankings, procedures_compared
from cddiagram.document import Block, Figure, Paragraph, Report, Section
from cddiagram.features import FEATURES, feature_key, feature_of
from cddiagram.figures import find_figure
from cddiagram.provenance import provenance_of
from cddiagram.report.naming import Naming
from cddiagram.report.refused import not_reported
from cddiagram.report.score_table import scores_table
from cddiagram.report.sections import comparison as compared
from cddiagram.report.sections.families import families_blocks, rankings_apv_blocks
from cddiagram.report.sections.figures import (
    figure_keys,
    figures_blocks,
    fits_brief,
    measures_blocks,
)
from cddiagram.report.sections.levels import levels_blocks
from cddiagram.report.tables import omnibus_table, tiers
from cddiagram.sheet import Look, fonts_for, page_width
from cddiagram.text import Name, Option, UsageError, Words, choose_from, one_line
from cddiagram.words import (
    Wording,
    cited_sources,
    number_style,
    plain_words,
)


class Reportable(Protocol):
    """What a report can be about: a comparison, or the result of a feature."""

    @property
    def algorithms(self) -> Sequence[str]:
        """The names of the algorithms."""

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain Python."""


#: Rows of tables of pairs and hypotheses.
MAX_ROWS = 60
#: More columns of scores than this have no room on a page.
_MOST_COLUMNS = 12
#: Sections of the whole report, before and after those of the comparisons.
_WHOLE = {
    "measures": "All comparisons",
    "references": "References",
    "versions": "Software versions",
}
#: Key -> title of each section of a comparison, in reading order.
TITLES = {
    "brief": "In brief",
    "summary": "Summary",
    "figures": "Figures",
    "ranks": "Ranks and groups",
    "omnibus": "Omnibus tests",
    "scores": "Scores",
    "pairs": "Pairwise comparisons",
    "advice": "Advice",
    "input": "Input",
    "levels": "Other significance levels",
    "procedures": "Adjustment procedures",
    "rankings": "Alternative rankings",
    "contrasts": "Contrast estimates",
    "assumptions": "Assumptions of parametric tests",
    "stability": "Robustness",
    "texts": "Caption and methods",
}
#: The appendices: a page shows their titles, and what is in them when it is asked for.
_FOLDED = (
    "input",
    "levels",
    "procedures",
    "rankings",
    "contrasts",
    "assumptions",
    "stability",
    "texts",
    "versions",
)


def make_report(
    comparisons: Reportable | Sequence[Reportable] | Mapping[str, Reportable],
    *,
    titles: Sequence[str] | None = None,
    title: str | None = None,
    figures: str | Sequence[str] = "auto",
    width: float | str = "auto",
    font: str | Sequence[str] | None = None,
    look: Look | None = None,
    rename: Mapping[str, str] | None = None,
    highlight: str | Sequence[str] | Mapping[str, str] | None = None,
    colors: str | Mapping[str, str] | None = None,
    families: Mapping[str, str] | None = None,
    sections: str | Sequence[str] | None = None,
    max_rows: int = MAX_ROWS,
    style: str = "default",
) -> Report:
    """Report on one comparison or on several: first a brief of one page, then
    everything else.

    On the page of HTML appendices are folded until they are opened, and printed if they
    are open.

    Parameters
    ----------
    comparisons : Comparison or ConvergenceComparison, sequence of them, or mapping of title to one
        What to report on: several for several measures. Several comparisons of the same
        algorithms are also shown side by side.
    titles : sequence of str, optional
        The title of each; by default the keys of a mapping, otherwise "Comparison 1",
        "Comparison 2", ...
    title : str, optional
        The head of the report; by default the number of algorithms and data sets.
    figures : "auto" or sequence of {"cd", "rank-bars", "pvalue-matrix", "mcb", "rank-distribution"}
        Which figures: by default the diagram; rank bars with a control; the matrix of
        p-values for up to 30 algorithms. Several comparisons may have a "cd-stack",
        too. An empty sequence is a report without figures.
    width : float or str, default "auto"
        Width of the figures in inches, or of a venue (``"ieee-column"``, as of any
        figure); "auto" is 4 up to 10 algorithms and 6 beyond. What has no room in one
        of two columns takes the width of the page.
    font : str or sequence of str, optional
        Family or families of the figures in HTML and Markdown; by default the rc
        family. DejaVu Sans stands in for missing characters. LaTeX and PDF set the
        texts of figures in the fonts of the document.
    look : Look, optional
        The look of all figures; options given beside it come first.
    rename : mapping of str to str, optional
        Names to print instead, in figures, tables and sentences alike. Provenance keeps
        those of the scores.
    highlight : str, sequence of str or mapping of str to colour, optional
        Algorithms to set in bold in figures and tables.
    colors, families : optional
        Colours and families of algorithms in the figures that have them, as of
        `plot_cd`.
    sections : str or sequence of str, optional
        Keys of the sections wanted, by default all: "measures", "brief", "summary",
        "figures", "ranks", "omnibus", "scores", "pairs", "advice", "input", "levels",
        "procedures", "rankings", "contrasts", "assumptions", "stability", "texts",
        "references", "versions". "brief" alone is a report of one page.
    max_rows : int, default 60
        Tables of pairs and hypotheses with more rows keep those of the best algorithm
        or the smallest p-values, that of the scores keeps the first data sets, and all
        say what is left out.

    style : {"default", "apa"}, default "default"
        The style of p-values and levels: 0.05 by default, .05 in the style of the
        American Psychological Association.

    Returns
    -------
    Report

    Raises
    ------
    UsageError
        An unknown figure, section, width or algorithm, names that would look alike, no
        comparison, titles that do not fit, a font that is not installed.

    Examples
    --------
    >>> import cddiagram as cd
    >>> report = cd.make_report(cd.compare(cd.load_example("garcia2008-table2-ranks")))
    >>> [section.key for section in report.sections][:4]
    ['brief', 'summary', 'figures', 'ranks']
    >>> report.tables()["apv"].rows[2][1].text, report.tables()["apv"].rows[2][6].text
    ('CN2 vs. Kernel', '0.0230')
    """
    named = _named(comparisons, titles)
    title = None if title is None else one_line(title)
    wanted = _chosen(
        "section", sections, ("measures", *TITLES, "references", "versions")
    )
    several = len(named) > 1
    shown: str | Sequence[str] = "auto" if figures == "auto" else ()
    if figures and figures != "auto":
        shown = _chosen("figure", figures, figure_keys(several=several))
    if max_rows < 1:
        raise UsageError(Option("max_rows"), f" must be at least 1, not {max_rows}.")
    if width != "auto":
        page_width(width)
    elif look is not None:
        width = look.width
    fonts = fonts_for(
        font
    )  # refused here: a figure that cannot be drawn is only reported
    if Look(font=font).font_sets:
        font = list(fonts.families)
    known = list(
        dict.fromkeys(name for _, subject in named for name in subject.algorithms)
    )
    given = {
        "rename": rename,
        "highlight": highlight,
        "colors": colors,
        "families": families,
    }
    naming = Naming.told_by(look, given, known)
    drawing: dict[str, Any] = {"width": width, "font": font}
    if look is not None:
        nameless: dict[str, Any] = dict.fromkeys(Naming.OF_FIGURES)
        drawing |= {"font": font or look.font, "look": replace(look, **nameless)}
    found: list[Section] = []
    data: list[dict[str, Any]] = []
    with number_style(style):
        if several and "measures" in wanted:
            members = [
                (name, subject)
                for name, subject in named
                if isinstance(subject, Comparison)
            ]
            blocks = measures_blocks(members, figures=shown, naming=naming, **drawing)
            found.append(
                Section(
                    key="measures",
                    title=_WHOLE["measures"],
                    blocks=naming.set_off(blocks),
                )
            )
        for number, (name, comparison) in enumerate(named, 1):
            setting = Setting(
                prefix=f"m{number}-" if several else "",
                level=2 if several else 1,
                wanted=wanted,
                figures=shown,
                look=drawing,
                naming=naming,
                max_rows=max_rows,
            )
            parts, numbers = _sections_of(comparison, setting)
            found += [
                *([Section(key=f"m{number}", title=Name(name))] if several else []),
                *parts,
            ]
            data.append({"title": name, **numbers})
    defaults = {
        "figures": "auto",
        "width": "auto",
        "max_rows": MAX_ROWS,
        "style": "default",
    }
    options = {
        "figures": shown,
        "width": width,
        "font": font,
        "sections": sections and wanted,
        **naming.options,
    }
    options |= {"max_rows": max_rows, "title": title, "style": style}
    every = [block for section in found for block in section.blocks]
    packages = {
        "numpy",
        *(
            name
            for block in every
            if isinstance(block, Figure)
            for name in block.drawing.packages
        ),
    }
    # a single comparison by itself, several or a named one by their titles
    provenance = provenance_of(
        "report",
        dict(named) if several or named[0][0] else named[0][1],
        parameters={
            key: value for key, value in options.items() if value != defaults.get(key)
        },
        packages=sorted(packages),
    )
    texts = (getattr(block, "words", ()) for block in every)
    references = cited_sources(texts)
    closing = {
        "references": compared.references_blocks(references),
        "versions": compared.versions_blocks(provenance, "versions-table"),
    }
    found += [
        Section(key=key, title=_WHOLE[key], folded=key in _FOLDED, blocks=blocks)
        for key, blocks in closing.items()
        if key in wanted
    ]
    return Report(
        title=title or _title(named),
        sections=tuple(
            section for section in found if section.blocks or section.key not in _WHOLE
        ),
        references=references,
        provenance=provenance,
        data={"comparisons": data, "provenance": provenance.to_dict()},
        algorithms=tuple(
            (naming.options.get("rename") or {}).get(name, name) for name in known
        ),
    )


def _named(
    comparisons: Reportable | Sequence[Reportable] | Mapping[str, Reportable],
    titles: Sequence[str] | None,
) -> list[tuple[str, Reportable]]:
    """Return each comparison its title."""
    given: list[Any]
    if is_reportable(comparisons):
        given, names = [comparisons], [""]
    elif not isinstance(comparisons, Mapping | list | tuple):
        raise not_reported(comparisons)
    elif isinstance(comparisons, Mapping):
        given, names = (
            list(comparisons.values()),
            [one_line(str(key)) for key in comparisons],
        )
    else:
        given = list(comparisons)
        names = (
            [f"Comparison {number}" for number in range(1, len(given) + 1)]
            if len(given) > 1
            else [""]
        )
    for member in given:
        if not is_reportable(member):
            raise not_reported(member)
    if titles is not None:
        names = [one_line(str(name)) for name in titles]
    if not given:
        raise UsageError("there is nothing to report. Pass at least one comparison.")
    if len(names) != len(given):
        raise UsageError(
            f"there are {len(given)} comparisons but {len(names)} titles. Pass one "
            "title for each comparison."
        )
    if len(set(names)) != len(names):
        raise UsageError(
            "two comparisons have the same title. Pass a different title for each."
        )
    return list(zip(names, given, strict=True))


def is_reportable(candidate: object) -> bool:
    """Return whether a report can be about this."""
    if isinstance(candidate, Comparison):
        return True
    feature = feature_of(candidate)
    return feature is not None and feature.report != ""


def _sections_of(
    subject: Reportable, setting: Setting
) -> tuple[list[Section], dict[str, Any]]:
    """Return the sections about one subject, and its numbers as plain Python."""
    if isinstance(subject, Comparison):
        return comparison_sections(subject, setting)
    feature = FEATURES[feature_key(subject)]
    sections: tuple[list[Section], dict[str, Any]]
    sections = loaded(feature.report)(subject, setting)
    return sections


def _chosen(
    what: str, given: str | Sequence[str] | None, choices: Sequence[str]
) -> tuple[str, ...]:
    """Check names, and put them into the order of the choices; None is all of them."""
    if given is None:
        return tuple(choices)
    names = (given,) if isinstance(given, str) else tuple(given)
    for name in names:
        if name not in choices:
            raise UsageError(choose_from(what, name, choices))
    return tuple(choice for choice in choices if choice in names)


def _title(named: Sequence[tuple[str, Reportable]]) -> str:
    """Name the report after what was compared."""
    if len(named) > 1:
        return "Comparison of algorithms"
    name, subject = named[0]
    if name:
        return Name(name)
    if not isinstance(subject, Comparison):
        return str(view(f"{feature_key(subject)} title")(subject))
    on = "" if subject.n_datasets is None else f" on {subject.n_datasets} data sets"
    return f"Comparison of {len(subject.algorithms)} algorithms{on}"


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What one comparison's part of a report looks like.

    `prefix` begins every key, so that the keys of several comparisons differ; `wanted`
    are keys of `TITLES`, `look` is width and font of the figures.
    """

    prefix: str
    level: int
    wanted: tuple[str, ...]
    figures: str | Sequence[str]
    look: Mapping[str, Any]
    naming: Naming
    max_rows: int

    def sections(
        self, makers: Mapping[str, Callable[[str], tuple[Block | None, ...]]]
    ) -> list[Section]:
        """Make the sections that are wanted, from the keys of their tables; those
        without content are left out.
        """
        made = {
            key: makers[key](f"{self.prefix}{key}-table")
            for key in self.wanted
            if key in makers
        }
        return [
            Section(
                key=f"{self.prefix}{key}",
                title=TITLES[key],
                level=self.level,
                folded=key in _FOLDED,
                blocks=self.naming.set_off(blocks),
            )
            for key, found in made.items()
            if (blocks := [block for block in found if block is not None])
        ]

    def texts(self, caption: Words, method: Words) -> tuple[Block, ...]:
        """Return the caption, and the paragraph about the method where no brief has it,
        ready to be printed.
        """
        both = (
            Paragraph(words=caption, role="caption"),
            Paragraph(words=method, role="method"),
        )
        return both[:1] if "brief" in self.wanted else both


def comparison_sections(
    original: Comparison, setting: Setting
) -> tuple[list[Section], dict[str, Any]]:
    """Return the sections of a comparison, and it and what they add to it as plain
    Python.
    """
    comparison = setting.naming.renamed(original)
    wording = Wording(comparison)
    rankings = compare_rankings(comparison) if "rankings" in setting.wanted else {}
    beside = {
        kind: other for kind, other in rankings.items() if other is not comparison
    }
    family = procedures_compared(comparison)
    families = (
        {k: procedures_compared(other, beside=True) for k, other in beside.items()}
        if comparison.control is not None
        else {}
    )
    stability: Any = None
    if "stability" in setting.wanted:
        stability = loaded(FEATURES["stability"].section)(comparison)
    alpha, apv, rows = comparison.alpha, f"{setting.prefix}apv", setting.max_rows
    drawn: tuple[Block, ...] = ()
    look = {**setting.look, **setting.naming.of(original.algorithms)}
    if {"brief", "figures", "levels"} & {*setting.wanted}:
        drawn = figures_blocks(
            comparison, setting.figures, setting.prefix, original=original, **look
        )
    texts = [*wording.brief, plain_words(wording.methods)]
    leading = drawn[
        : "brief" in setting.wanted and fits_brief(drawn, sum(map(len, texts)))
    ]
    diagram = next(
        (
            block
            for block in drawn
            if getattr(block, "key", "") == f"{setting.prefix}cd"
        ),
        None,
    )
    made = setting.sections(
        {
            "brief": lambda key: compared.brief_blocks(
                comparison, key, drawn[:1], leading
            ),
            "summary": lambda key: compared.summary_blocks(
                comparison, brief="brief" in setting.wanted
            ),
            "figures": lambda key: drawn[len(leading) :],
            "ranks": lambda key: compared.ranks_blocks(comparison, key),
            "omnibus": lambda key: (omnibus_table(comparison, key),),
            "pairs": lambda key: compared.pairs_blocks(comparison, key, rows),
            "levels": lambda key: levels_blocks(
                comparison, original, diagram, key, look
            ),
            "procedures": lambda key: families_blocks(family, alpha, apv, rows),
            "rankings": lambda key: (
                *compared.rankings_blocks(comparison, rankings, key),
                *rankings_apv_blocks(families, alpha, apv, rows),
            ),
            "contrasts": lambda key: compared.contrasts_blocks(comparison, key),
            "assumptions": lambda key: compared.assumptions_blocks(comparison, key),
            "stability": lambda key: stability.blocks(key),
            "advice": lambda key: compared.advice_blocks(comparison),
            "input": lambda key: compared.input_blocks(comparison, key),
            "scores": lambda key: _scores(comparison, key, rows),
            "texts": lambda key: setting.texts(
                find_figure("cd").caption(comparison), wording.methods
            ),
        }
    )
    tiered = tiers(comparison)
    return made, {
        **comparison.to_dict(),
        "tiers": None if tiered is None else [list(tier) for tier in tiered],
        "family": family.to_dict(),
        "studies": {} if stability is None else stability.to_dict(),
        "rankings": {
            kind: {
                "average_ranks": other.ranking.average_ranks.tolist(),
                "omnibus": [result.to_dict() for result in other.omnibus],
            }
            for kind, other in rankings.items()
        },
        "families": {kind: each.to_dict() for kind, each in families.items()},
    }


def _scores(
    comparison: Comparison, key: str, max_rows: int
) -> tuple[Block | None, ...]:
    """Return the table of scores; in its place a sentence where it would be too wide
    for any page.
    """
    k = len(comparison.algorithms)
    if comparison.table is None or k <= _MOST_COLUMNS:
        return (scores_table(comparison, key, max_rows),)
    wide = (
        f"The score table of {k} algorithms is too wide for a report. "
        "Run 'cddiagram compare --table scores' to print it."
    )
    return (Paragraph(words=(wide,)),)
