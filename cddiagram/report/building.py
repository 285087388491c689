"""Reports about one or more comparisons."""

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
from cddiagram.report.not_reportable import not_reportable
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
from cddiagram.text import Name, Option, RichText, UsageError, choose_from, one_line
from cddiagram.words import (
    CitedSource,
    Wording,
    cited_sources,
    number_style,
    plain_words,
)


class Reportable(Protocol):
    """A result that can be reported: a comparison or the result of a feature."""

    @property
    def algorithms(self) -> Sequence[str]:
        """The names of the algorithms."""

    def to_dict(self) -> dict[str, Any]:
        """Return the result as built-in Python types."""


#: By default, a table has at most this many rows.
MAX_ROWS = 60
#: A table that fits on a page has at most this many score columns.
_MOST_COLUMNS = 12
#: Maps the keys of the sections that precede or follow the comparisons to their titles.
_WHOLE = {
    "measures": "All comparisons",
    "references": "References",
    "versions": "Software versions",
}
#: Maps the key of each section about a comparison to its title, in reading order.
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
#: The default values of the options. The provenance omits options that have their
#: default values.
_DEFAULTS = {
    "figures": "auto",
    "width": "auto",
    "max_rows": MAX_ROWS,
    "style": "default",
}
#: These sections are appendices, which are collapsed on HTML pages.
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
    """Create a report about one or more comparisons.

    The report begins with a one-page summary. In HTML, appendices are collapsed by
    default, and only expanded appendices are printed.

    Parameters
    ----------
    comparisons : Comparison or ConvergenceComparison, sequence of them, or mapping of title to one
        The comparisons, for example one for each performance measure. If several
        comparisons contain the same algorithms, the report also shows them side by
        side.
    titles : sequence of str, optional
        The titles of the comparisons. By default, they are the keys of a mapping, or
        "Comparison 1", "Comparison 2", ...
    title : str, optional
        The title of the report. By default, it contains the numbers of algorithms and
        data sets.
    figures : "auto" or sequence of str
        The figures, named as in `Comparison.plot`. By default, a report contains the CD
        diagram, rank bars if there is a control, and the matrix of p-values for up to
        30 algorithms. A report about several comparisons can also contain a
        ``"cd-stack"``. An empty sequence omits all figures. If a report cannot contain
        a figure, the error message lists the available figures.
    width : float or str, default "auto"
        The width of the figures in inches, or the name of a venue such as
        ``"ieee-column"``. By default, it is 4 in for up to 10 algorithms and 6 in for
        more algorithms. A figure that does not fit within a column spans the full page
        width.
    font : str or sequence of str, optional
        The typefaces of the figures in HTML and Markdown, as in `plot_cd`. In LaTeX and
        PDF, figures use the fonts of the document.
    look : Look, optional
        The look of all figures. Options that are passed directly take precedence.
    rename : mapping of str to str, optional
        The names that replace the algorithm names in figures, tables and sentences. The
        provenance contains the original names.
    highlight : str, sequence of str or mapping of str to colour, optional
        The algorithms to highlight in figures and tables.
    colors, families : optional
        The colours and families of algorithms, as in `plot_cd`.
    sections : str or sequence of str, optional
        The keys of the sections. By default, the report contains all sections:
        "measures", "brief", "summary", "figures", "ranks", "omnibus", "scores",
        "pairs", "advice", "input", "levels", "procedures", "rankings", "contrasts",
        "assumptions", "stability", "texts", "references", "versions". A report that
        contains only "brief" is one page long.
    max_rows : int, default 60
        The maximum number of rows in a table. Longer tables are shortened, and a note
        reports the omission. A table of pairs or hypotheses is then limited to the
        pairs with the best algorithm or with the smallest p-values, and a table of
        scores is limited to the first data sets.
    style : {"default", "apa"}, default "default"
        The style of p-values and significance levels: 0.05 by default, and .05 in the
        style of the American Psychological Association.

    Returns
    -------
    Report
        The report, which can be written as HTML, LaTeX, PDF, Markdown and plain text.

    Raises
    ------
    UsageError
        If a figure, section, width or algorithm is unknown, if two printed names would
        be identical, if no comparison is passed, if the number of titles is wrong, or
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
    subjects = _with_titles(comparisons, titles)
    if title is not None:
        title = one_line(title)
    all_keys = ("measures", *TITLES, "references", "versions")
    section_keys = _checked_keys("section", sections, all_keys)
    figure_choice = _figure_choice(figures, several=len(subjects) > 1)
    if max_rows < 1:
        raise UsageError(Option("max_rows"), f" must be at least 1, not {max_rows}.")
    width = _checked_width(width, look)
    font = _checked_font(font)
    options = {
        "rename": rename,
        "highlight": highlight,
        "colors": colors,
        "families": families,
    }
    naming = Naming.combined(look, options, _all_algorithms(subjects))
    setting = Setting(
        prefix="",
        level=1,
        wanted=section_keys,
        figures=figure_choice,
        look=_drawing_options(width, font, look),
        naming=naming,
        max_rows=max_rows,
    )
    with number_style(style):
        parts, data = _parts(subjects, setting)
    parameters = {
        "figures": figure_choice,
        "width": width,
        "font": font,
        "sections": sections and section_keys,
        **naming.options,
        "max_rows": max_rows,
        "title": title,
        "style": style,
    }
    return _assembled(subjects, parts, data, setting, parameters)


def _assembled(
    subjects: Sequence[tuple[str, Reportable]],
    parts: Sequence[Section],
    data: Sequence[dict[str, Any]],
    setting: Setting,
    parameters: Mapping[str, Any],
) -> Report:
    """Assemble a report from the sections and the numbers of its subjects.

    The references and the versions of packages are added at the end.
    """
    blocks = [block for section in parts for block in section.blocks]
    provenance = _provenance(subjects, blocks, parameters)
    references = cited_sources(getattr(block, "words", ()) for block in blocks)
    closing = _closing_sections(setting.wanted, references, provenance)
    names = setting.naming.options.get("rename") or {}
    algorithms = _all_algorithms(subjects)
    return Report(
        title=parameters["title"] or _title(subjects),
        sections=tuple(filter(_has_content, [*parts, *closing])),
        references=references,
        provenance=provenance,
        data={"comparisons": data, "provenance": provenance.to_dict()},
        algorithms=tuple(names.get(name, name) for name in algorithms),
    )


def _parts(
    subjects: Sequence[tuple[str, Reportable]], setting: Setting
) -> tuple[list[Section], list[dict[str, Any]]]:
    """Return the sections about the comparisons, and the results as plain dicts.

    In a report about several comparisons, the title of each comparison precedes its
    sections.
    """
    if len(subjects) == 1:
        ((name, subject),) = subjects
        sections, numbers = _sections_of(subject, setting)
        return sections, [{"title": name, **numbers}]
    parts: list[Section] = []
    data: list[dict[str, Any]] = []
    if "measures" in setting.wanted:
        parts.append(_measures(subjects, setting))
    for number, (name, subject) in enumerate(subjects, 1):
        parts.append(Section(key=f"m{number}", title=Name(name)))
        own_setting = replace(setting, prefix=f"m{number}-", level=2)
        sections, numbers = _sections_of(subject, own_setting)
        parts += sections
        data.append({"title": name, **numbers})
    return parts, data


def _has_content(section: Section) -> bool:
    """Return whether a section contains blocks or is the title of a comparison."""
    return bool(section.blocks) or section.key not in _WHOLE


def _figure_choice(
    figures: str | Sequence[str], *, several: bool
) -> str | Sequence[str]:
    """Return the keys of the requested figures, or ``"auto"`` for default figures."""
    if figures == "auto":
        return "auto"
    if not figures:
        return ()
    return _checked_keys("figure", figures, figure_keys(several=several))


def _checked_width(width: float | str, look: Look | None) -> float | str:
    """Return the width of the figures, which defaults to the width in `look`.

    Raise an error if a figure of this width does not fit on a page.
    """
    if width != "auto":
        page_width(width)
        return width
    if look is not None:
        return look.width
    return width


def _checked_font(font: str | Sequence[str] | None) -> str | Sequence[str] | None:
    """Return a font. Raise an error if the font is not installed.

    Without this check, the report would contain error messages instead of figures. A
    font set is replaced by the list of its families.
    """
    fonts = fonts_for(font)
    if Look(font=font).font_sets:
        return list(fonts.families)
    return font


def _all_algorithms(subjects: Sequence[tuple[str, Reportable]]) -> list[str]:
    """List the algorithms of all comparisons without duplicates."""
    names = [name for _, subject in subjects for name in subject.algorithms]
    return list(dict.fromkeys(names))


def _drawing_options(
    width: float | str, font: str | Sequence[str] | None, look: Look | None
) -> dict[str, Any]:
    """Return the options for all figures.

    Options that refer to algorithms are removed from the look.
    """
    if look is None:
        return {"width": width, "font": font}
    nameless: dict[str, Any] = dict.fromkeys(Naming.OF_FIGURES)
    return {
        "width": width,
        "font": font or look.font,
        "look": replace(look, **nameless),
    }


def _measures(subjects: Sequence[tuple[str, Reportable]], setting: Setting) -> Section:
    """Return the section that shows all comparisons together."""
    members = []
    for name, subject in subjects:
        if isinstance(subject, Comparison):
            members.append((name, subject))
    naming = setting.naming
    blocks = measures_blocks(
        members, figures=setting.figures, naming=naming, **setting.look
    )
    title = _WHOLE["measures"]
    return Section(key="measures", title=title, blocks=naming.highlighted(blocks))


def _provenance(
    subjects: Sequence[tuple[str, Reportable]],
    blocks: Sequence[Block],
    options: Mapping[str, Any],
) -> Provenance:
    """Record the comparisons in the report and the options that are not defaults."""
    packages = {"numpy"}
    for block in blocks:
        if isinstance(block, Figure):
            packages.update(block.drawing.packages)
    parameters = {}
    for name, value in options.items():
        if value != _DEFAULTS.get(name):
            parameters[name] = value
    subject: Any = dict(subjects)
    if list(subject) == [""]:
        subject = subject[""]
    return provenance_of(
        "report", subject, parameters=parameters, packages=sorted(packages)
    )


def _closing_sections(
    keys: Sequence[str],
    references: tuple[CitedSource, ...],
    provenance: Provenance,
) -> list[Section]:
    """Return the sections with the references and the package versions."""
    closing = {
        "references": compared.references_blocks(references),
        "versions": compared.versions_blocks(provenance, "versions-table"),
    }
    return [
        Section(key=key, title=_WHOLE[key], folded=key in _FOLDED, blocks=blocks)
        for key, blocks in closing.items()
        if key in keys
    ]


def _with_titles(
    comparisons: Reportable | Sequence[Reportable] | Mapping[str, Reportable],
    titles: Sequence[str] | None,
) -> list[tuple[str, Reportable]]:
    """Return each comparison with its title.

    By default, the title of a single comparison is empty.
    """
    members, names = _members_and_keys(comparisons)
    for member in members:
        if not is_reportable(member):
            raise not_reportable(member)
    if titles is not None:
        names = [one_line(str(name)) for name in titles]
    if not members:
        raise UsageError(
            "a report requires at least one comparison, but none was passed. Pass a "
            "comparison."
        )
    if len(names) != len(members):
        raise UsageError(
            f"there are {len(members)} comparisons but {len(names)} titles. Pass one "
            "title for each comparison."
        )
    if len(set(names)) != len(names):
        raise UsageError(
            "two comparisons have the same title. Pass a different title for each "
            "comparison."
        )
    return list(zip(names, members, strict=True))


def _members_and_keys(comparisons: Any) -> tuple[list[Any], list[str]]:
    """Return the members of a mapping or a sequence, with their keys or numbers."""
    if is_reportable(comparisons):
        return [comparisons], [""]
    if isinstance(comparisons, Mapping):
        keys = [one_line(str(key)) for key in comparisons]
        return list(comparisons.values()), keys
    if not isinstance(comparisons, list | tuple):
        raise not_reportable(comparisons)
    if len(comparisons) < 2:
        return list(comparisons), [""]
    numbers = range(1, len(comparisons) + 1)
    return list(comparisons), [f"Comparison {number}" for number in numbers]


def is_reportable(candidate: object) -> bool:
    """Return whether an object can be reported."""
    if isinstance(candidate, Comparison):
        return True
    feature = feature_of(candidate)
    return feature is not None and feature.report != ""


def _sections_of(
    subject: Reportable, setting: Setting
) -> tuple[list[Section], dict[str, Any]]:
    """Return the sections about one subject, and its results as a plain dict."""
    if isinstance(subject, Comparison):
        return comparison_sections(subject, setting)
    feature = FEATURES[feature_key(subject)]
    sections: tuple[list[Section], dict[str, Any]]
    sections = loaded(feature.report)(subject, setting)
    return sections


def _checked_keys(
    what: str, keys: str | Sequence[str] | None, choices: Sequence[str]
) -> tuple[str, ...]:
    """Return keys in the order of the choices. Raise an error if a key is unknown.

    By default, all choices are returned.
    """
    if keys is None:
        return tuple(choices)
    if isinstance(keys, str):
        keys = (keys,)
    for key in keys:
        if key not in choices:
            raise UsageError(choose_from(what, key, choices))
    return tuple(choice for choice in choices if choice in keys)


def _title(subjects: Sequence[tuple[str, Reportable]]) -> str:
    """Return the title of a report, with the numbers of algorithms and data sets."""
    if len(subjects) > 1:
        return "Comparison of algorithms"
    name, subject = subjects[0]
    if name:
        return Name(name)
    if not isinstance(subject, Comparison):
        return str(view(f"{feature_key(subject)} title")(subject))
    title = f"Comparison of {len(subject.algorithms)} algorithms"
    if subject.n_datasets is None:
        return title
    return f"{title} on {subject.n_datasets} data sets"


@dataclass(frozen=True, kw_only=True)
class Setting:
    """The options for the part of a report that is about one comparison.

    Attributes
    ----------
    prefix : str
        The prefix of all keys. It distinguishes the keys of several comparisons.
    level : int
        The heading level of the sections.
    wanted : tuple of str
        The keys of the requested sections.
    figures : "auto" or sequence of str
        The keys of the figures.
    look : mapping
        The width and the font of the figures.
    naming : Naming
        The options that refer to algorithms.
    max_rows : int
        The maximum number of rows in a table.
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
        """Return the requested sections that have content.

        `makers` maps the key of each section to the function that returns its blocks.
        This function receives the key of the tables in the section.
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
            blocks=self.naming.highlighted(blocks),
        )

    def texts(self, caption: RichText, method: RichText) -> tuple[Block, ...]:
        """Return the caption and the methods paragraph for a paper.

        The methods paragraph is omitted if the one-page summary contains it.
        """
        caption_block = Paragraph(words=caption, role="caption")
        if "brief" in self.wanted:
            return (caption_block,)
        return (caption_block, Paragraph(words=method, role="method"))


def comparison_sections(
    original: Comparison, setting: Setting
) -> tuple[list[Section], dict[str, Any]]:
    """Return the sections about a comparison, and its results as a plain dict."""
    content = _Content(original, setting)
    makers = {key: getattr(content, key) for key in TITLES}
    return setting.sections(makers), content.to_dict()


class _Content:
    """The contents of the sections about one comparison.

    Each method returns the blocks of the section with the same name.
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
        self._figures = self._draw()
        self._in_brief = self._figures[: self._figure_fits_brief()]

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
        return fits_brief(self._figures, sum(map(len, texts)))

    def _families_of_rankings(self) -> dict[str, ProceduresCompared]:
        """Compare the adjustment procedures for the other ranking methods.

        The result is empty for a comparison of all pairs.
        """
        if self._comparison.control is None:
            return {}
        families = {}
        for kind, other in self._rankings.items():
            if other is not self._comparison:
                families[kind] = procedures_compared(other, beside=True)
        return families

    def brief(self, key: str) -> tuple[Block, ...]:
        return compared.brief_blocks(
            self._comparison, key, self._figures[:1], self._in_brief
        )

    def summary(self, key: str) -> tuple[Block, ...]:
        brief = "brief" in self._setting.wanted
        return compared.summary_blocks(self._comparison, brief=brief)

    def figures(self, key: str) -> tuple[Block, ...]:
        return self._figures[len(self._in_brief) :]

    def ranks(self, key: str) -> tuple[Block, ...]:
        return compared.ranks_blocks(self._comparison, key)

    def omnibus(self, key: str) -> tuple[Block | None, ...]:
        return (omnibus_table(self._comparison, key),)

    def pairs(self, key: str) -> tuple[Block, ...]:
        return compared.pairs_blocks(self._comparison, key, self._setting.max_rows)

    def levels(self, key: str) -> tuple[Block, ...]:
        diagram = None
        for block in self._figures:
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
        """The key of the tables that contain adjusted p-values."""
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
        """Return the comparison and the additional results as built-in Python types."""
        tiers_as_lists = None
        tiers_of_all = tiers(self._comparison)
        if tiers_of_all is not None:
            tiers_as_lists = [list(tier) for tier in tiers_of_all]
        studies = {}
        if self._stability is not None:
            studies = self._stability.to_dict()
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
            "tiers": tiers_as_lists,
            "family": self._family.to_dict(),
            "studies": studies,
            "rankings": rankings,
            "families": families,
        }
