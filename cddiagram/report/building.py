"""The report of one comparison or of several comparisons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from cddiagram._util import loaded, view
from cddiagram.comparing import (
    Comparison,
    ProceduresCompared,
    compare_rankings,
    procedures_compared,
)
from cddiagram.document import Block, Figure, Paragraph, Report, Section
from cddiagram.features import FEATURES, feature_key, feature_of
from cddiagram.figures import find_figure
from cddiagram.provenance import Provenance, provenance_of
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
    CitedSource,
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
#: Sections of the whole report, before and after the sections of the comparisons.
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
#: Defaults of the options, which the provenance omits.
_DEFAULTS = {
    "figures": "auto",
    "width": "auto",
    "max_rows": MAX_ROWS,
    "style": "default",
}
#: The appendices, which are folded on a page of HTML.
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
    """Write a report about one comparison or several comparisons.

    The report begins with a brief of one page. In HTML, appendices are folded until they
    are opened, and are printed if they are open.

    Parameters
    ----------
    comparisons : Comparison or ConvergenceComparison, sequence of them, or mapping of title to one
        The comparisons, for example one for each measure. Several comparisons of the
        same algorithms are also shown side by side.
    titles : sequence of str, optional
        The titles of the comparisons. By default, they are the keys of a mapping, or
        "Comparison 1", "Comparison 2", ...
    title : str, optional
        The title of the report. By default, it contains the numbers of algorithms and
        data sets.
    figures : "auto" or sequence of {"cd", "rank-bars", "pvalue-matrix", "mcb", "rank-distribution"}
        The figures. By default, a report contains the CD diagram, rank bars if there is
        a control, and the matrix of p-values for up to 30 algorithms. A report of
        several comparisons can also contain a "cd-stack". An empty sequence omits all
        figures.
    width : float or str, default "auto"
        The width of the figures in inches, or the name of a venue such as
        ``"ieee-column"``. By default, it is 4 for up to 10 algorithms and 6 for more. A
        figure that does not fit into a column is as wide as the page.
    font : str or sequence of str, optional
        The typefaces of the figures in HTML and Markdown, as in `plot_cd`. In LaTeX and
        PDF, figures use the fonts of the document.
    look : Look, optional
        The look of all figures. Other options take precedence over it.
    rename : mapping of str to str, optional
        The names to print in figures, tables and sentences. The provenance contains the
        original names.
    highlight : str, sequence of str or mapping of str to colour, optional
        The algorithms to highlight in figures and tables.
    colors, families : optional
        The colours and families of algorithms, as in `plot_cd`.
    sections : str or sequence of str, optional
        The keys of the sections, by default all of them: "measures", "brief", "summary",
        "figures", "ranks", "omnibus", "scores", "pairs", "advice", "input", "levels",
        "procedures", "rankings", "contrasts", "assumptions", "stability", "texts",
        "references", "versions". A report with "brief" only has one page.
    max_rows : int, default 60
        The maximum number of rows of a table. A longer table of pairs or hypotheses
        contains the pairs of the best algorithm or the smallest p-values, and a longer
        table of scores contains the first data sets. A note reports the omission.
    style : {"default", "apa"}, default "default"
        The style of p-values and levels: 0.05 by default, .05 in the style of the
        American Psychological Association.

    Returns
    -------
    Report
        The report, which can be written as HTML, LaTeX, PDF, Markdown and plain text.

    Raises
    ------
    UsageError
        If a figure, section, width or algorithm is unknown, if two names would be
        printed alike, if the comparisons are empty, if the number of titles is wrong, or
        if a font is not installed.

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
    section_keys = ("measures", *TITLES, "references", "versions")
    wanted = _chosen("section", sections, section_keys)
    several = len(named) > 1
    figure_choice = _figure_choice(figures, several=several)
    if max_rows < 1:
        raise UsageError(Option("max_rows"), f" must be at least 1, not {max_rows}.")
    if width != "auto":
        page_width(width)
    elif look is not None:
        width = look.width
    font = _checked_font(font)
    algorithms = _all_algorithms(named)
    naming = Naming.told_by(
        look,
        {
            "rename": rename,
            "highlight": highlight,
            "colors": colors,
            "families": families,
        },
        algorithms,
    )
    drawing = _drawing_options(width, font, look)
    parts: list[Section] = []
    data: list[dict[str, Any]] = []
    with number_style(style):
        if several and "measures" in wanted:
            parts.append(_measures(named, figure_choice, naming, drawing))
        for number, (name, subject) in enumerate(named, 1):
            prefix, level = "", 1
            if several:
                prefix, level = f"m{number}-", 2
                parts.append(Section(key=f"m{number}", title=Name(name)))
            setting = Setting(
                prefix=prefix,
                level=level,
                wanted=wanted,
                figures=figure_choice,
                look=drawing,
                naming=naming,
                max_rows=max_rows,
            )
            sections_of_subject, numbers = _sections_of(subject, setting)
            parts += sections_of_subject
            data.append({"title": name, **numbers})
    blocks = [block for section in parts for block in section.blocks]
    provenance = _provenance(
        named,
        blocks,
        {
            "figures": figure_choice,
            "width": width,
            "font": font,
            "sections": sections and wanted,
            **naming.options,
            "max_rows": max_rows,
            "title": title,
            "style": style,
        },
    )
    references = cited_sources(getattr(block, "words", ()) for block in blocks)
    parts += _closing_sections(wanted, references, provenance)
    names = naming.options.get("rename") or {}
    return Report(
        title=title or _title(named),
        sections=tuple(
            section for section in parts if section.blocks or section.key not in _WHOLE
        ),
        references=references,
        provenance=provenance,
        data={"comparisons": data, "provenance": provenance.to_dict()},
        algorithms=tuple(names.get(name, name) for name in algorithms),
    )


def _figure_choice(
    figures: str | Sequence[str], *, several: bool
) -> str | Sequence[str]:
    """Check the figures; ``"auto"`` is returned as it is."""
    if figures == "auto":
        return "auto"
    if not figures:
        return ()
    return _chosen("figure", figures, figure_keys(several=several))


def _checked_font(font: str | Sequence[str] | None) -> str | Sequence[str] | None:
    """Raise an error for a font that is not installed, because a figure that cannot be
    drawn is only reported. Return the families of a set of fonts.
    """
    fonts = fonts_for(font)
    if Look(font=font).font_sets:
        return list(fonts.families)
    return font


def _all_algorithms(named: Sequence[tuple[str, Reportable]]) -> list[str]:
    """List the algorithms of all comparisons, each once."""
    names = [name for _, subject in named for name in subject.algorithms]
    return list(dict.fromkeys(names))


def _drawing_options(
    width: float | str, font: str | Sequence[str] | None, look: Look | None
) -> dict[str, Any]:
    """Return the options of all figures, without the names that the look contains."""
    if look is None:
        return {"width": width, "font": font}
    nameless: dict[str, Any] = dict.fromkeys(Naming.OF_FIGURES)
    return {
        "width": width,
        "font": font or look.font,
        "look": replace(look, **nameless),
    }


def _measures(
    named: Sequence[tuple[str, Reportable]],
    figures: str | Sequence[str],
    naming: Naming,
    drawing: Mapping[str, Any],
) -> Section:
    """Return the section about all comparisons together."""
    members = []
    for name, subject in named:
        if isinstance(subject, Comparison):
            members.append((name, subject))
    blocks = measures_blocks(members, figures=figures, naming=naming, **drawing)
    title = _WHOLE["measures"]
    return Section(key="measures", title=title, blocks=naming.set_off(blocks))


def _provenance(
    named: Sequence[tuple[str, Reportable]],
    blocks: Sequence[Block],
    options: Mapping[str, Any],
) -> Provenance:
    """Record what the report was made from, with the options that are not defaults."""
    packages = {"numpy"}
    for block in blocks:
        if isinstance(block, Figure):
            packages.update(block.drawing.packages)
    parameters = {}
    for name, value in options.items():
        if value != _DEFAULTS.get(name):
            parameters[name] = value
    (title, only), *others = named
    subject = dict(named) if others or title else only
    return provenance_of(
        "report", subject, parameters=parameters, packages=sorted(packages)
    )


def _closing_sections(
    wanted: Sequence[str],
    references: tuple[CitedSource, ...],
    provenance: Provenance,
) -> list[Section]:
    """Return the references and the versions of packages."""
    closing = {
        "references": compared.references_blocks(references),
        "versions": compared.versions_blocks(provenance, "versions-table"),
    }
    return [
        Section(key=key, title=_WHOLE[key], folded=key in _FOLDED, blocks=blocks)
        for key, blocks in closing.items()
        if key in wanted
    ]


def _named(
    comparisons: Reportable | Sequence[Reportable] | Mapping[str, Reportable],
    titles: Sequence[str] | None,
) -> list[tuple[str, Reportable]]:
    """Return each comparison with its title."""
    members: list[Any]
    if is_reportable(comparisons):
        members, names = [comparisons], [""]
    elif isinstance(comparisons, Mapping):
        members = list(comparisons.values())
        names = [one_line(str(key)) for key in comparisons]
    elif isinstance(comparisons, list | tuple):
        members, names = list(comparisons), [""]
        if len(members) > 1:
            names = [f"Comparison {number}" for number in range(1, len(members) + 1)]
    else:
        raise not_reported(comparisons)
    for member in members:
        if not is_reportable(member):
            raise not_reported(member)
    if titles is not None:
        names = [one_line(str(name)) for name in titles]
    if not members:
        raise UsageError("there is nothing to report. Pass at least one comparison.")
    if len(names) != len(members):
        raise UsageError(
            f"there are {len(members)} comparisons but {len(names)} titles. Pass one "
            "title for each comparison."
        )
    if len(set(names)) != len(names):
        raise UsageError(
            "two comparisons have the same title. Pass a different title for each."
        )
    return list(zip(names, members, strict=True))


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
    what: str, keys: str | Sequence[str] | None, choices: Sequence[str]
) -> tuple[str, ...]:
    """Check keys, and return them in the order of the choices; None means all."""
    if keys is None:
        return tuple(choices)
    names = (keys,) if isinstance(keys, str) else tuple(keys)
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
    """The options of the part of a report about one comparison.

    `prefix` begins every key, so that the keys of several comparisons differ. `wanted`
    contains keys of `TITLES`, and `look` the width and font of the figures.
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
        """Make the wanted sections that have content.

        `makers` are functions of the key of a table that return the blocks of a section.
        """
        sections = []
        for key in self.wanted:
            if key not in makers:
                continue
            blocks = makers[key](f"{self.prefix}{key}-table")
            content = [block for block in blocks if block is not None]
            if content:
                sections.append(self._section(key, content))
        return sections

    def _section(self, key: str, blocks: Sequence[Block]) -> Section:
        return Section(
            key=f"{self.prefix}{key}",
            title=TITLES[key],
            level=self.level,
            folded=key in _FOLDED,
            blocks=self.naming.set_off(blocks),
        )

    def texts(self, caption: Words, method: Words) -> tuple[Block, ...]:
        """Return the caption to be pasted, and the paragraph about the methods unless the
        brief contains it.
        """
        caption_block = Paragraph(words=caption, role="caption")
        if "brief" in self.wanted:
            return (caption_block,)
        return (caption_block, Paragraph(words=method, role="method"))


def comparison_sections(
    original: Comparison, setting: Setting
) -> tuple[list[Section], dict[str, Any]]:
    """Return the sections of a comparison, and its numbers as plain Python."""
    content = _Content(original, setting)
    makers = {key: getattr(content, key) for key in TITLES}
    return setting.sections(makers), content.to_dict()


class _Content:
    """The content of the sections of one comparison. Each method returns the blocks of
    the section with its name.
    """

    def __init__(self, original: Comparison, setting: Setting) -> None:
        comparison = setting.naming.renamed(original)
        self._original, self._comparison, self._setting = original, comparison, setting
        self._wording = Wording(comparison)
        self._family = procedures_compared(comparison)
        self._rankings: Mapping[str, Comparison] = {}
        if "rankings" in setting.wanted:
            self._rankings = compare_rankings(comparison)
        self._other_families = self._families_of_rankings()
        self._stability: Any = None
        if "stability" in setting.wanted:
            self._stability = loaded(FEATURES["stability"].section)(comparison)
        self._look = {**setting.look, **setting.naming.of(original.algorithms)}
        self._drawn = self._draw()
        self._in_brief = self._drawn[: self._figure_fits_brief()]

    def _draw(self) -> tuple[Block, ...]:
        """Draw the figures, if a section contains them."""
        setting = self._setting
        if not {"brief", "figures", "levels"} & {*setting.wanted}:
            return ()
        return figures_blocks(
            self._comparison,
            setting.figures,
            setting.prefix,
            original=self._original,
            **self._look,
        )

    def _figure_fits_brief(self) -> bool:
        if "brief" not in self._setting.wanted:
            return False
        texts = [*self._wording.brief, plain_words(self._wording.methods)]
        return fits_brief(self._drawn, sum(map(len, texts)))

    def _families_of_rankings(self) -> dict[str, ProceduresCompared]:
        """Return the families of the other rankings, or nothing without a control."""
        if self._comparison.control is None:
            return {}
        families = {}
        for kind, other in self._rankings.items():
            if other is not self._comparison:
                families[kind] = procedures_compared(other, beside=True)
        return families

    def brief(self, key: str) -> tuple[Block, ...]:
        return compared.brief_blocks(
            self._comparison, key, self._drawn[:1], self._in_brief
        )

    def summary(self, key: str) -> tuple[Block, ...]:
        brief = "brief" in self._setting.wanted
        return compared.summary_blocks(self._comparison, brief=brief)

    def figures(self, key: str) -> tuple[Block, ...]:
        return self._drawn[len(self._in_brief) :]

    def ranks(self, key: str) -> tuple[Block, ...]:
        return compared.ranks_blocks(self._comparison, key)

    def omnibus(self, key: str) -> tuple[Block | None, ...]:
        return (omnibus_table(self._comparison, key),)

    def pairs(self, key: str) -> tuple[Block, ...]:
        return compared.pairs_blocks(self._comparison, key, self._setting.max_rows)

    def levels(self, key: str) -> tuple[Block, ...]:
        diagram = None
        for block in self._drawn:
            if getattr(block, "key", "") == f"{self._setting.prefix}cd":
                diagram = block
                break
        return levels_blocks(self._comparison, self._original, diagram, key, self._look)

    def procedures(self, key: str) -> tuple[Block, ...]:
        alpha, max_rows = self._comparison.alpha, self._setting.max_rows
        return families_blocks(self._family, alpha, self._apv_key, max_rows)

    def rankings(self, key: str) -> tuple[Block, ...]:
        alpha, max_rows = self._comparison.alpha, self._setting.max_rows
        families = self._other_families
        return (
            *compared.rankings_blocks(self._comparison, self._rankings, key),
            *rankings_apv_blocks(families, alpha, self._apv_key, max_rows),
        )

    @property
    def _apv_key(self) -> str:
        """The key of the tables of adjusted p-values."""
        return f"{self._setting.prefix}apv"

    def contrasts(self, key: str) -> tuple[Block, ...]:
        return compared.contrasts_blocks(self._comparison, key)

    def assumptions(self, key: str) -> tuple[Block, ...]:
        return compared.assumptions_blocks(self._comparison, key)

    def stability(self, key: str) -> tuple[Block, ...]:
        blocks: tuple[Block, ...] = self._stability.blocks(key)
        return blocks

    def advice(self, key: str) -> tuple[Block, ...]:
        return compared.advice_blocks(self._comparison)

    def input(self, key: str) -> tuple[Block, ...]:
        return compared.input_blocks(self._comparison, key)

    def scores(self, key: str) -> tuple[Block | None, ...]:
        comparison = self._comparison
        k = len(comparison.algorithms)
        if comparison.table is None or k <= _MOST_COLUMNS:
            return (scores_table(comparison, key, self._setting.max_rows),)
        too_wide = (
            f"The score table of {k} algorithms is too wide for a report. "
            "Run 'cddiagram compare --table scores' to print it."
        )
        return (Paragraph(words=(too_wide,)),)

    def texts(self, key: str) -> tuple[Block, ...]:
        caption = find_figure("cd").caption(self._comparison)
        return self._setting.texts(caption, self._wording.methods)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison, and what the report adds to it, as plain Python."""
        tiers_of_all = tiers(self._comparison)
        rankings = {}
        for kind, other in self._rankings.items():
            rankings[kind] = {
                "average_ranks": other.ranking.average_ranks.tolist(),
                "omnibus": [result.to_dict() for result in other.omnibus],
            }
        families = {}
        for kind, family in self._other_families.items():
            families[kind] = family.to_dict()
        return {
            **self._comparison.to_dict(),
            "tiers": None if tiers_of_all is None else list(map(list, tiers_of_all)),
            "family": self._family.to_dict(),
            "studies": {} if self._stability is None else self._stability.to_dict(),
            "rankings": rankings,
            "families": families,
        }
