"""The page of a report, read as text: its structure, its words and numbers, its safety,
its colours.
"""

import base64
import hashlib
import itertools
import json
import re
from html.parser import HTMLParser
from importlib import resources

import pytest
from matplotlib import style

import cddiagram as cd
from cddiagram.document import (
    DARK,
    LIGHT,
    PLAIN,
    Bullets,
    Cell,
    Column,
    Figure,
    Levels,
    Listing,
    Paragraph,
    Report,
    Section,
    TableBlock,
    page_figure,
    report_html,
)
from cddiagram.provenance import Provenance, read_provenance
from cddiagram.sheet import contrast
from cddiagram.text import Citation, Formula, citation_runs
from cddiagram.words import CitedSource, plain_words

VOID = {"br", "hr", "img", "input", "meta", "link"}
TAGS = re.compile(
    "html|head|meta|title|desc|link|style|script|body|a|header|h[123]|nav|ol|ul|li|main|section|p|span|div|figure|figcaption|"
    "table|thead|tbody|tfoot|u|i|tr|th|td|strong|pre|code|footer|details|summary|label|select|option|input|output|svg|g|defs|path|use|circle|rect"
)
NASTY = (
    "A&B",
    "50%",
    "x_1",
    "<script>alert(1)</script>",
    r"$\alpha$",
    "C#",
    '"><img src=x onerror=alert(2)>',
    "-->",
)


class Element:
    def __init__(self, tag, attributes, parent):
        self.tag, self.attributes, self.parent, self.children = (
            tag,
            attributes,
            parent,
            [],
        )

    def walk(self):
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def all(self, *tags, **attributes):
        wanted = {key.strip("_"): value for key, value in attributes.items()}
        return [
            element
            for element in self.walk()
            if (not tags or element.tag in tags)
            and all(
                value in element.attributes.get(key, "").split()
                for key, value in wanted.items()
            )
        ]

    def one(self, *tags, **attributes):
        (found,) = self.all(*tags, **attributes)
        return found

    @property
    def text(self):
        return "".join(
            child.text if isinstance(child, Element) else child
            for child in self.children
        )

    def texts(self, *without):
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.attributes.get("class") == "formula":
                yield child.text  # its symbols stand in elements of their own
            elif child.tag not in without:
                yield from child.texts(*without)


class Page(HTMLParser):
    """A tree; every tag must be closed in order."""

    def __init__(self, text):
        super().__init__()
        self.root = self.open = Element("", {}, None)
        self.comments, self.doctype = [], None
        self.feed(text)
        self.close()
        assert self.open is self.root

    def handle_starttag(self, tag, attributes):
        assert len(attributes) == len(dict(attributes)), f"{tag} has an attribute twice"
        element = Element(
            tag, {key: value or "" for key, value in attributes}, self.open
        )
        self.open.children.append(element)
        if tag not in VOID:
            self.open = element

    def handle_startendtag(self, tag, attributes):
        self.open.children.append(Element(tag, dict(attributes), self.open))

    def handle_endtag(self, tag):
        assert self.open.tag == tag
        self.open = self.open.parent

    def handle_data(self, data):
        self.open.children.append(data)

    def handle_comment(self, data):
        self.comments.append(data)

    def handle_decl(self, decl):
        self.doctype = decl


def nasty_table(n=14):
    scores = [
        [(7 * i + 3 * j * j) % 11 + j for j in range(len(NASTY))] for i in range(n)
    ]
    return cd.ScoreTable.from_arrays(
        scores, algorithms=NASTY, datasets=[f"<b>{i}</b>" for i in range(n)]
    )


REPORTS = {
    "all pairs": lambda: cd.make_report(
        cd.compare(cd.load_example("demsar2006-table6"), alpha=0.10)
    ),
    "control": lambda: cd.make_report(
        cd.compare(cd.load_example("garcia2010-table3"), control="PDFC"),
        figures=("cd", "rank-bars", "mcb"),
    ),
    "ranks only": lambda: cd.make_report(
        cd.compare(cd.load_example("garcia2008-table2-ranks"))
    ),
    "nasty": lambda: cd.make_report(
        cd.compare(nasty_table()), title="Names: <script>alert(0)</script> & others"
    ),
    "several": lambda: cd.make_report(
        {
            "Accuracy & <i>": cd.compare(cd.load_example("garcia2008-table2")),
            "AUC": cd.compare(cd.load_example("demsar2006-table6"), control="C4.5"),
        }
    ),
}


@pytest.fixture(scope="module")
def made():
    return {
        name: (report := make(), report_html(report)) for name, make in REPORTS.items()
    }


@pytest.fixture(params=REPORTS)
def case(request, made):
    """The report, its HTML and its tree."""
    report, text = made[request.param]
    return report, text, Page(text).root


def report_of(*sections, references=(), title="T"):
    provenance = Provenance(made="report", version="0.1.0")
    return Report(
        title=title,
        sections=sections,
        references=references,
        provenance=provenance,
        data={},
    )


# -- Structure -------------------------------------------------------------------------


@pytest.mark.slow
def test_the_document_is_whole(case):
    report, text, root = case
    assert text.startswith("<!DOCTYPE html>\n<html")
    assert root.one("html").attributes["lang"] == "en"
    assert root.one("head").one("title").text == report.title
    assert root.one("h1").text == report.title
    assert root.all("meta")[0].attributes == {"charset": "utf-8"}
    assert (
        root.one("meta", name="viewport").attributes["content"]
        == "width=device-width, initial-scale=1"
    )
    assert all(
        TAGS.fullmatch(element.tag) for element in root.walk() if element is not root
    )


@pytest.mark.slow
def test_landmarks_and_headings(case):
    _, _, root = case
    body = root.one("body")
    blocks = [child for child in body.children if isinstance(child, Element)]
    assert [
        block.tag
        for block in blocks
        if block.tag in ("header", "nav", "main", "footer")
    ] == [
        "header",
        "nav",
        "main",
        "footer",
    ]
    assert body.one("nav").attributes["aria-label"] == "Contents"
    skip = blocks[0]
    assert (skip.tag, skip.attributes["href"]) == (
        "a",
        "#" + body.one("main").attributes["id"],
    )
    levels = [int(element.tag[1]) for element in root.all("h1", "h2", "h3")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


@pytest.mark.slow
def test_ids_are_unique_and_all_references_lead_somewhere(case):
    _, _, root = case
    ids = [
        element.attributes["id"]
        for element in root.walk()
        if "id" in element.attributes
    ]
    assert len(ids) == len(set(ids)) > 10
    assert all(re.fullmatch(r"[A-Za-z][\w.-]*", name) for name in ids)
    for element in root.walk():
        for key in ("href", "aria-labelledby", "aria-describedby"):
            for name in element.attributes.get(key, "").split():
                if key != "href" or name.startswith("#"):
                    assert name.removeprefix("#") in ids, (element.tag, key, name)
        assert "url(" not in " ".join(element.attributes.values())


def test_the_contents_list_every_section_once_and_in_order(case):
    report, _, root = case
    links = root.one("nav").all("a")
    assert [link.text for link in links] == [
        section.title for section in report.sections
    ]
    heads = root.all("h2", "h3")
    assert [head.text for head in heads] == [link.text for link in links]
    assert [section.attributes["id"] for section in root.all("section")] == [
        link.attributes["href"][1:] for link in links
    ]
    for section, part in zip(root.all("section"), report.sections, strict=True):
        first = next(child for child in section.children if isinstance(child, Element))
        assert (first.tag == "details") == part.folded


def test_levels_are_nested(made):
    report, text = made["several"]
    root = Page(text).root
    outer = [part for part in root.one("main").children if isinstance(part, Element)]
    assert [part.one("h2").text for part in outer] == [
        s.title for s in report.sections if s.level == 1
    ]
    assert [len(part.all("h3")) for part in outer] == [
        sum(
            1
            for _ in itertools.takewhile(
                lambda s: s.level == 2, report.sections[place + 1 :]
            )
        )
        for place, section in enumerate(report.sections)
        if section.level == 1
    ]


# -- Words and numbers -----------------------------------------------------------------


def test_tables_hold_the_cells_of_the_model(case):
    report, _, root = case
    tables = list(report.tables().values())
    drawn = root.all("figure", class_="table")
    assert len(drawn) == len(tables) > 0
    for number, (table, figure) in enumerate(zip(tables, drawn, strict=True), 1):
        assert figure.one("figcaption").text == f"Table {number}. {table.caption!s}"
        assert [note.text for note in figure.all("p", class_="note")] == list(
            table.notes
        )
        head, *rows = figure.all("tr")
        assert [cell.text for cell in head.all("th")] == [
            column.head for column in table.columns
        ]
        assert {cell.attributes["scope"] for cell in head.all("th")} == {"col"}
        assert [[cell.text for cell in row.all("th", "td")] for row in rows] == [
            [cell.text for cell in row] for row in table.rows
        ]


def test_cells_know_how_they_look_and_what_they_are_sorted_by(case):
    report, _, root = case
    hints = json.loads(root.one(id="hints").text)
    for table, figure in zip(
        report.tables().values(), root.all("figure", class_="table"), strict=True
    ):
        drawn_rows = [
            row for body in figure.all("tbody", "tfoot") for row in body.all("tr")
        ]
        feet = [row for body in figure.all("tfoot") for row in body.all("tr")]
        assert len(feet) == sum(
            row[0].role == "foot" for row in table.rows
        )  # they stay below when a table is sorted
        for row, drawn in zip(table.rows, drawn_rows, strict=True):
            for cell, column, element in zip(
                row, table.columns, drawn.all("th", "td"), strict=True
            ):
                assert (element.tag == "th") == (
                    cell.role in ("name", "control", "foot")
                )
                assert (element.attributes.get("scope") == "row") == (
                    element.tag == "th"
                )
                classes = element.attributes.get("class", "").split()
                assert ("number" in classes) == (column.align == "right")
                if cell.role not in ("plain", "name"):
                    assert cell.role in classes
                assert bool(element.all("strong")) == (
                    cell.role in ("significant", "best")
                )  # not by colour alone
                assert bool(element.all("u")) == (cell.role == "second")
                assert (
                    hints[int(element.attributes["data-hint"])] == cell.hint
                    if cell.hint
                    else True
                )
                assert ("data-hint" in element.attributes) == bool(cell.hint)
                if isinstance(cell.value, int | float):
                    assert float(element.attributes["data-number"]) == cell.value


@pytest.mark.slow
def test_figures_are_named_captioned_and_tell_their_numbers(case):
    report, _, root = case
    figures = list(report.figures().values())
    drawn = root.all("figure", class_="picture")
    assert len(drawn) == len(figures) > 0
    hints = json.loads(root.one(id="hints").text)
    for number, (figure, element) in enumerate(zip(figures, drawn, strict=True), 1):
        assert (
            element.one("figcaption").text
            == f"Figure {number}. {plain_words(figure.caption)}"
        )
        svg = element.one("svg")
        title = svg.one("title")
        assert title.text == figure.alt
        labels = svg.attributes["aria-labelledby"].split()
        assert labels[0] == title.attributes["id"]
        marks = {
            mark.attributes["id"].removeprefix(f"f{number}-"): hints[
                int(mark.attributes["data-hint"])
            ]
            for mark in svg.all("g", class_="mark")
            if "id" in mark.attributes
        }
        assert marks
        assert all(figure.hints[gid] == hint for gid, hint in marks.items())
        assert sorted(marks.values()) == sorted(
            set(figure.hints.values())
        )  # one stop for each sentence
        assert all(mark.all(class_="hit") for mark in svg.all("g", class_="mark"))


def words_of(report):
    """Every text of the model, and the few words of the page itself."""
    yield from (
        "BibTeX entries",
        "Folded sections are printed where they are open.",
        "Highlight",
        "no algorithm",
    )
    yield from (
        report.title,
        *report.algorithms,
        "Skip to the report",
        "References",
        f"Made with cddiagram {report.provenance.version}.",
    )
    labels = {reference.key: reference.label for reference in report.references}
    yield from (*labels.values(), *(reference.text for reference in report.references))
    for section in report.sections:
        yield section.title
        for block in section.blocks:
            if isinstance(block, Levels):
                yield from (
                    text
                    for level in block.states()
                    for text in (*level.sentences, *level.letters)
                )
                if any(level.letters for level in block.states()):
                    yield from ("Algorithm", "Letters", *block.algorithms)
                yield from ("Level", block.like.alt)
            elif isinstance(block, Paragraph):
                yield from (
                    getattr(run, "text", run)
                    for run in citation_runs(block.named)
                    if not isinstance(run, tuple)
                )
            elif isinstance(block, Bullets):
                yield from block.items
            elif isinstance(block, Listing):
                yield block.text
            elif isinstance(block, TableBlock):
                yield from (
                    block.caption,
                    *block.notes,
                    *(column.head for column in block.columns),
                )
                yield from (cell.text for row in block.rows for cell in row)
            else:
                yield from (
                    getattr(run, "text", run) for run in citation_runs(block.caption)
                )
                yield block.alt
    for figure in report.figures().values():
        yield figure.description


@pytest.mark.slow
def test_every_text_of_the_page_is_one_of_the_model(case):
    report, _, root = case
    known = {text.strip() for text in words_of(report)}
    for text in root.one("body").texts("script"):
        shown = text.strip()
        if shown in ("", "(", ")", ";"):
            continue
        if re.fullmatch(r"(Table|Figure) \d+\.", shown):
            continue
        parts = {
            shown,
            *(f"{shown}{end}".strip() for end in (" (", "(")),
            shown.removesuffix("(").strip(),
        }
        # A citation's brackets stand in the text nodes beside its link.
        parts |= {
            shown.removeprefix(")").strip(),
            shown.removeprefix(")").removesuffix("(").strip(),
        }
        linked = any(shown in text for text in known if "http" in text)
        assert parts & known or linked, shown


def test_every_text_of_the_model_is_on_the_page(case):
    report, _, root = case
    shown = " ".join(root.one("body").text.split())
    for text in words_of(report):
        assert " ".join(text.split()) in shown, text


def test_citations_stand_in_brackets_and_lead_to_the_sources():
    references = tuple(
        CitedSource(
            key=k, label=f"{k.title()} & Co, 2000", text=f"{k} entry.", bibtex=""
        )
        for k in "abc"
    )
    words = (
        "One ",
        Citation(key="a"),
        " ",
        Citation(key="b"),
        Citation(key="c"),
        ", ",
        Formula(text="p < .001", latex="p < .001"),
        " ",
        Citation(key="a"),
        ".",
    )
    root = Page(
        report_html(
            report_of(
                Section(key="s", title="S", blocks=(Paragraph(words=words),)),
                references=references,
            )
        )
    ).root
    paragraph = root.one("section", id="s").one("p")
    assert (
        paragraph.text
        == "One (A & Co, 2000; B & Co, 2000; C & Co, 2000), p < .001 (A & Co, 2000)."
    )
    assert paragraph.one("span", class_="formula").text == "p < .001"
    entries = {
        item.attributes["id"]: item.text
        for item in root.one("ul", class_="references").all("li")
    }
    assert [entries[link.attributes["href"][1:]] for link in paragraph.all("a")] == [
        "a entry.",
        "b entry.",
        "c entry.",
        "a entry.",
    ]
    assert [link.text for link in root.one("nav").all("a")] == ["S", "References"]


def test_the_list_of_sources_of_the_report_itself_is_the_one_that_citations_lead_to(
    case,
):
    report, _, root = case
    (items,) = root.all("ul", class_="references")
    assert [item.text for item in items.all("li")] == [
        reference.text for reference in report.references
    ]
    assert [head.text for head in root.all("h2")].count("References") == 1


def test_addresses_in_sources_are_links_and_nothing_else_is():
    text = 'See <a href="x">, https://example.org/a_(b)?c&d. And doi.org.'
    reference = CitedSource(key="k", label="l", text=text, bibtex="")
    root = Page(report_html(report_of(references=(reference,)))).root
    item = root.one("ul", class_="references").one("li")
    assert item.text == text
    assert item.one("a").attributes == {"href": "https://example.org/a_(b)?c&d"}


@pytest.mark.parametrize(
    ("value", "attributes"),
    [
        (0.1, {"data-number": "0.1"}),
        (3, {"data-number": "3"}),
        (1e-300, {"data-number": "1e-300"}),
        (float("inf"), {"data-number": "Infinity"}),
        (float("-inf"), {"data-number": "-Infinity"}),
        (float("nan"), {}),
        (None, {}),
        ("text", {}),
        ("a<b", {"data-text": "a<b"}),
    ],
)
def test_what_cells_are_sorted_by(value, attributes):
    table = TableBlock(
        key="t",
        caption="c",
        columns=(Column(head="h"),),
        rows=((Cell(text="text", value=value),),),
    )
    root = Page(
        report_html(report_of(Section(key="s", title="S", blocks=(table,))))
    ).root
    assert root.one("td").attributes == attributes


def test_warnings_lists_and_listings():
    blocks = (
        Paragraph(words=("Mind <this>.",), role="warning"),
        Bullets(items=("one", "two & three")),
        Listing(text="@book{a,\n  title = {<B> & C}\n}", language="bibtex"),
    )
    root = Page(report_html(report_of(Section(key="s", title="S", blocks=blocks)))).root
    assert root.one("div", role="note").one("p").text == "Mind <this>."
    assert [item.text for item in root.one("main").all("li")] == ["one", "two & three"]
    assert root.one("pre").text == blocks[2].text


def test_keys_of_any_kind_give_ids_that_are_unique():
    keys = (
        "references",
        "report",
        "hint",
        "a b",
        "a-b",
        "f1-marker-0",
        "2",
        "ä",
        "a-b-head",
    )
    sections = tuple(Section(key=key, title=key, level=2) for key in keys)
    reference = CitedSource(key="x", label="l", text="t", bibtex="")
    root = Page(report_html(report_of(*sections, references=(reference,)))).root
    ids = [
        element.attributes["id"]
        for element in root.walk()
        if "id" in element.attributes
    ]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[A-Za-z][\w-]*", name, flags=re.ASCII) for name in ids)
    assert (
        len(root.all("h3")) == len(keys) - 1
    )  # a level-2 section without one above it opens a chapter
    assert len(root.all("h2")) == 2


# -- Safety and provenance -------------------------------------------------------------


def test_names_are_literal_and_nothing_of_them_is_markup(made):
    report, text = made["nasty"]
    root = Page(text).root
    names = [cell.text for cell in root.all("th", scope="row")]
    assert set(NASTY) <= set(names)
    assert len(root.all("script")) == 4
    assert not root.all("img")
    assert not re.search(r"<script>alert|<img|<b>", text)
    for element in root.walk():
        assert not [key for key in element.attributes if key.startswith("on")]
    drawn = root.all("figure", class_="picture")[0]
    assert drawn.one("figcaption").text.endswith(
        plain_words(next(iter(report.figures().values())).caption)
    )


@pytest.mark.slow
def test_the_policy_allows_this_style_sheet_and_this_script_and_nothing_else(case):
    _, _, root = case
    policy = root.all("meta")[1]
    assert policy.attributes["http-equiv"] == "Content-Security-Policy"
    rules = dict(
        rule.strip().split(" ", 1) for rule in policy.attributes["content"].split(";")
    )

    def allowed(element):
        return f"'sha256-{base64.b64encode(hashlib.sha256(element.text.encode()).digest()).decode()}'"

    scripts = root.all("script")
    assert [script.attributes.get("type") for script in scripts] == [
        "application/json",
        "application/json",
        "text/plain",
        None,
    ]
    assert rules == {
        "default-src": "'none'",
        "style-src": allowed(root.one("style")),
        "script-src": allowed(scripts[-1]),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }


def test_nothing_is_loaded_from_elsewhere(case):
    _, text, root = case
    for element in root.walk():
        assert "style" not in element.attributes  # the policy forbids them
        assert not {"src", "srcset", "data", "action", "poster"} & set(
            element.attributes
        )
        if element.tag == "link":
            assert element.attributes["href"].startswith("data:image/svg+xml,")
        elif element.tag == "use":
            assert element.attributes["href"].startswith("#")
    assert "@import" not in text
    assert "url(" not in root.one("style").text


def test_the_page_knows_how_it_was_made(case):
    report, text, _ = case
    assert read_provenance(text.encode()) == report.provenance


@pytest.mark.slow
def test_the_same_report_gives_the_same_page(made):
    for name, make in REPORTS.items():
        report, text = made[name]
        assert report_html(report) == text
        assert report_html(make()) == text


# -- Figures ---------------------------------------------------------------------------


def figure_of(drawing, hints=None, alt="a"):
    return Figure(key="k", drawing=drawing, caption=("c",), alt=alt, hints=hints or {})


def svg_of(drawing, **options):
    figure = figure_of(drawing, **options)
    numbered = {
        hint: number for number, hint in enumerate(dict.fromkeys(figure.hints.values()))
    }
    return Page(page_figure(figure, name="f1", numbered=numbered)).root.one("svg")


@pytest.fixture(scope="module")
def comparison():
    return cd.compare(cd.load_example("demsar2006-table6"), alpha=0.10)


def test_a_diagram_takes_the_colours_of_the_page(comparison):
    svg = svg_of(cd.plot_cd(comparison, ids=True))
    assert svg.attributes["class"] == "drawing"
    for element in svg.walk():
        assert element.attributes.get("fill", "none") == "none"
        assert "stroke" not in element.attributes
    classes = {
        name
        for group in svg.all("g")
        for name in group.attributes.get("class", "").split()
    }
    assert classes == {
        "fill-foreground",
        "fill-secondary",
        "stroke-foreground",
        "stroke-leader",
        "stroke-secondary",
    }


def test_tones_keep_their_sheet_because_captions_speak_of_them(comparison):
    svg = svg_of(cd.plot_pvalue_matrix(comparison, ids=True))
    assert svg.attributes["class"] == "drawing own"
    fills = {element.attributes.get("fill") for element in svg.walk()}
    assert {"#ffffff", LIGHT["level-1"]} <= fills
    assert "Darker cells mark" in comparison.caption("pvalue-matrix")


@pytest.mark.parametrize("change", ["style", "color"])
def test_a_figure_with_colours_of_its_own_keeps_them(comparison, change):
    if change == "style":
        with style.context("dark_background"):
            drawing = cd.plot_cd(comparison, ids=True)
    else:
        drawing = cd.plot_cd(comparison, colors={"C4.5": "#aa0000"})
    figure = figure_of(drawing, {"marker-0": "told", "label-0": "told"})
    svg = svg_of(drawing, hints=figure.hints)
    assert svg.attributes["class"] == "drawing own"
    assert svg.attributes["fill"] == "#000000"
    assert len(svg.all("g", class_="mark")) == 2
    text = report_html(report_of(Section(key="s", title="S", blocks=(figure,))))
    assert f"--sheet: {drawing.colors['background']};" in text


def test_shapes_stand_where_the_layout_puts_them(comparison):
    drawing = cd.plot_cd(comparison, ids=True)
    svg = svg_of(drawing, hints={f"marker-{i}": str(i) for i in range(4)})
    size = [float(number) for number in svg.attributes["viewbox"].split()[2:]]
    assert size == pytest.approx([drawing.layout.width, drawing.layout.height])
    for i, x in enumerate(drawing.layout.marker_positions):
        disc, hit = svg.one("g", id=f"f1-marker-{i}").all("circle")
        assert (
            float(disc.attributes["cx"])
            == float(hit.attributes["cx"])
            == pytest.approx(x, abs=0.006)
        )
        assert float(hit.attributes["r"]) > float(disc.attributes["r"])


def test_marks_do_not_cover_their_neighbours(comparison):
    svg = svg_of(
        cd.plot_cd(comparison, ids=True),
        hints={f"marker-{i}": str(i) for i in range(4)},
    )
    hits = [
        tuple(float(c.attributes[key]) for key in ("cx", "r"))
        for c in svg.all("circle", class_="hit")
    ]
    discs = [
        float(c.attributes["cx"])
        for c in svg.all("circle")
        if "class" not in c.attributes
    ]
    for (x, radius), other in itertools.product(hits, discs):
        assert abs(x - other) >= radius or x == other
    assert (
        len({radius for _, radius in hits}) > 1
    )  # each has the room that its own neighbours leave


def test_elements_that_tell_the_same_are_one_stop(comparison):
    hints = {"leader-0": "A", "marker-0": "A", "label-0": "A", "marker-1": "B"}
    svg = svg_of(cd.plot_cd(comparison, ids=True), hints=hints)
    stops = [
        mark
        for mark in svg.all("g", class_="mark")
        if "echo" not in mark.attributes["class"].split()
    ]
    assert {mark.attributes["id"] for mark in stops} == {"f1-marker-0", "f1-marker-1"}
    assert len(stops) == 2
    assert len(svg.all("g", class_="echo")) == 2
    matrix = svg_of(
        cd.plot_pvalue_matrix(comparison, ids=True),
        hints={"cell-1-0": "A", "value-1-0": "A"},
    )
    assert len(matrix.all("g", class_="mark")) == 1  # the number lies in its cell


def test_letters_are_drawn_as_matplotlib_draws_them(comparison):
    """Each letter of the page is a letter of the file, in the same number (see
    test_write_svg).
    """
    drawing = cd.plot_cd(comparison, ids=True)
    svg = svg_of(drawing)
    file = drawing._repr_mimebundle_()["image/svg+xml"]
    assert len(svg.all("use")) == file.count("<use ")
    shapes = {path.attributes["id"] for path in svg.one("defs").all("path")}
    assert {use.attributes["href"][1:] for use in svg.all("use")} == shapes


# -- Colours ---------------------------------------------------------------------------

SHEET = (
    resources.files("cddiagram.document.html")
    .joinpath("page", "report.css")
    .read_text(encoding="utf-8")
)


def variables(block):
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


def schemes():
    light, dark = (
        variables(block) for block in re.findall(r":root \{(.*?)\}", SHEET, re.S)
    )
    return {"light": light, "dark": {**light, **dark}}


TEXTS = ("text", "quiet", "link", "caution-mark")
GROUNDS = ("page", "strong", "row", "caution", "chosen")


def test_all_colours_are_variables_of_both_schemes():
    rest = re.sub(r":root \{.*?\}", "", SHEET, flags=re.S)
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*\})", rest) == []
    light, dark = (
        variables(block) for block in re.findall(r":root \{(.*?)\}", SHEET, re.S)
    )
    assert light.keys() == dark.keys()
    used = set(re.findall(r"(?<!-)\bcolor: var\(--([\w-]+)\)", rest))
    assert used <= {*TEXTS, "page"}  # "page" is written on "text" in the box of hints
    grounds = set(re.findall(r"background(?:-color)?: var\(--([\w-]+)\)", rest))
    assert grounds <= {*GROUNDS, "text", "sheet"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_reads_on_every_ground(scheme):
    """WCAG 2.2, 1.4.3: 4.5 to 1; 1.4.11: 3 to 1 for what is no text."""
    colors = schemes()[scheme]
    for text, ground in itertools.product(TEXTS, GROUNDS):
        assert contrast(colors[text], colors[ground]) >= 4.5, (text, ground)
    for line, ground in itertools.product(("focus", "rule", "caution-mark"), GROUNDS):
        assert contrast(colors[line], colors[ground]) >= 3, (line, ground)
    assert contrast(colors["faint"], colors["page"]) >= 3


@pytest.mark.parametrize(("scheme", "inks"), [("light", LIGHT), ("dark", DARK)])
def test_figures_read_on_the_page(scheme, inks):
    colors = schemes()[scheme]
    assert inks["background"] == colors["page"]
    for role, least in {
        "foreground": 4.5,
        "secondary": 4.5,
        "accent": 4.5,
        "leader": 3,
    }.items():
        assert contrast(inks[role], inks["background"]) >= least, role
    for level in (1, 2, 3):
        assert contrast(LIGHT[f"on-level-{level}"], LIGHT[f"level-{level}"]) >= 4.5


def test_figures_are_painted_by_role(made):
    _, text = made["all pairs"]
    sheet = Page(text).root.one("style").text
    light, dark = re.findall(r":root \{ (--figure-.*?) \}", sheet)
    for block, inks in ((light, LIGHT), (dark, DARK)):
        assert dict(re.findall(r"--figure-([\w-]+): (#\w+)", block)) == {
            role: inks[role] for role in PLAIN
        }
    for role in PLAIN:
        assert f".fill-{role} {{ fill: var(--figure-{role}) }}" in sheet
        assert f".stroke-{role} {{ stroke: var(--figure-{role}) }}" in sheet
