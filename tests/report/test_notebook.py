"""What notebooks show: a comparison as a table with its diagram, a drawing as a
picture. One is executed for real.
"""

import base64
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from matplotlib import style

import cddiagram as cd
from cddiagram.comparing import compare_pvalues
from cddiagram.figures import find_figure
from cddiagram.report.notebook import comparison_html

pytestmark = pytest.mark.slow

VOID = {"br", "hr", "img", "meta", "link"}


class Page(HTMLParser):
    """Checks that tags nest, and keeps elements, ids, references and the text of each
    kind of element.
    """

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.texts = [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if data.strip() and self.open:
            self.texts.append((self.open[-1], data.strip()))

    def of(self, *tags):
        return [text for tag, text in self.texts if tag in tags]

    @property
    def ids(self):
        return [
            attributes["id"] for _, attributes in self.elements if "id" in attributes
        ]

    @property
    def references(self):
        pairs = [
            pair
            for _, attributes in self.elements
            for pair in attributes.items()
            if pair[1]
        ]
        linked = {
            value[1:]
            for key, value in pairs
            if key.endswith("href") and value.startswith("#")
        }
        return linked | {
            name for _, value in pairs for name in re.findall(r"url\(#(.+?)\)", value)
        }


@pytest.fixture
def demsar():
    return cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)


NASTY = ("<script>alert('x')</script>", 'a & "b" -->', "c]]>", "_d_ $e$")


@pytest.fixture
def nasty():
    return compare_pvalues(
        [1, 2, 3, 4], [[1.0] * 4] * 4, algorithms=NASTY, test="<b>test</b>"
    )


def test_table_of_groups(demsar):
    page = Page(comparison_html(demsar))
    assert page.of("caption") == [
        "Comparison of 4 algorithms (C4.5, C4.5+m, C4.5+cf, …) on 14 data sets (adult "
        "(sample), breast cancer, breast cancer wisconsin, …). Nemenyi "
        "(asymptotic), α = 0.10, CD = 1.12. Two algorithms share a "
        "letter if and only if they are not "
        "significantly different."
    ]
    cells = page.of("th", "td")
    assert cells[:3] == ["Algorithm", "Average rank", "Letters"]
    rows = [tuple(cells[i : i + 3]) for i in range(3, len(cells), 3)]
    assert rows == [
        ("C4.5+m+cf", "1.96", "a"),
        ("C4.5+m", "2.00", "a"),
        ("C4.5+cf", "2.89", "ab"),
        ("C4.5", "3.14", "b"),
    ]
    scopes = [
        attributes.get("scope") for tag, attributes in page.elements if tag == "th"
    ]
    assert scopes == ["col"] * 3 + ["row"] * 4
    assert page.of("figcaption") == [demsar.caption()]


def test_table_with_a_control():
    comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), control="C4.5")
    cells = Page(comparison_html(comparison)).of("th", "td")
    assert cells[:4] == [
        "Algorithm",
        "Average rank",
        "Different from C4.5",
        "Adjusted p",
    ]
    assert cells[4:8] == ["C4.5+m+cf", "1.96", "yes", "0.047"]
    assert cells[-3:] == ["C4.5", "3.14", "control"]


def test_one_that_differs_from_all_others_has_a_letter_of_its_own():
    comparison = compare_pvalues(
        [1, 2, 3], [[1, 0.01, 0.01], [0.01, 1, 1], [0.01, 1, 1]], algorithms="abc"
    )
    assert Page(comparison_html(comparison)).of("td") == [
        "1.00",
        "a",
        "2.00",
        "b",
        "3.00",
        "b",
    ]


def test_names_are_escaped(nasty):
    text = comparison_html(nasty)
    page = Page(text)
    assert set(NASTY) <= set(page.of("th"))
    start = (
        "Comparison of 4 algorithms (<script>alert('x')</script>, a & \"b\" -->, "
        "c]]>, …). <b>test</b>, "
    )
    assert page.of("caption")[0].startswith(start)
    assert [tag for tag, _ in page.elements if tag in ("script", "b")] == []
    assert "<!--" not in text


def test_the_diagram_has_a_name_and_a_description(demsar):
    page = Page(comparison_html(demsar))
    (svg,) = (attributes for tag, attributes in page.elements if tag == "svg")
    assert svg["role"] == "img"
    title, description = svg["aria-labelledby"].split()
    assert (
        page.elements[[a.get("id") for _, a in page.elements].index(title)][0]
        == "title"
    )
    assert (
        page.elements[[a.get("id") for _, a in page.elements].index(description)][0]
        == "desc"
    )
    assert page.of("title") == ["Critical-difference diagram of 4 algorithms"]
    assert page.of("desc") == [find_figure("cd").description(demsar)]


def test_several_on_a_page_share_no_id(demsar, nasty):
    pages = [
        Page(comparison_html(comparison)) for comparison in (demsar, demsar, nasty)
    ]
    for page in pages:
        assert len(page.ids) == len(set(page.ids)) > 10
        assert page.references
        assert page.references <= set(page.ids)
    assert len(set().union(*(page.ids for page in pages))) == sum(
        len(page.ids) for page in pages
    )


def test_nothing_leaks_into_the_page(demsar):
    text = comparison_html(demsar)
    assert "<style" not in text  # a style sheet in an element holds for the whole page
    assert "<?xml" not in text
    assert "<!DOCTYPE" not in text
    assert 'stroke-linejoin="round"' in text[: text.index("<title")]


def test_the_diagram_is_the_drawing(demsar):
    (svg,) = re.findall(r"<svg.*</svg>", comparison_html(demsar), re.S)
    sheet = cd.plot_cd(demsar).layout
    root = ElementTree.fromstring(svg)
    assert [float(number) for number in root.get("viewBox").split()] == [
        0,
        0,
        *(round(x, 6) for x in (sheet.width, sheet.height)),
    ]
    drawn = [node for node in root if node.tag == "g"]
    assert len(drawn) == len(
        sheet.elements
    )  # what each of them looks like: test_write_svg


def test_the_table_takes_the_colours_of_the_page_and_the_diagram_brings_its_own(demsar):
    with style.context("dark_background"):
        dark = comparison_html(demsar)
    light = comparison_html(demsar)
    for text, page, ink in (
        (light, "#ffffff", "#000000"),
        (dark, "#000000", "#ffffff"),
    ):
        table, _, figure = text.partition("<figure")
        assert "color" not in table
        assert (
            re.search(r"<rect[^>]*/>", figure)[0]
            == f'<rect width="100%" height="100%" fill="{page}"/>'
        )
        painted = {
            color
            for pair in re.findall(
                r'<g(?: fill="(#\w+)")?(?: stroke="(#\w+)")?>', figure
            )
            for color in pair
        }
        assert {ink} <= painted
        assert all(kind in text for kind in ("fill=", "stroke="))


def test_what_does_not_fit_leaves_the_table_and_says_so():
    names = ["x" * 3000, "y"]
    comparison = compare_pvalues([1, 2], [[1, 0.5], [0.5, 1]], algorithms=names)
    page = Page(comparison_html(comparison))
    assert page.of("th")[3:] == names
    if not any(tag == "svg" for tag, _ in page.elements):
        assert page.of("p")[0].startswith("No diagram: ")


def test_a_drawing_shows_itself(demsar):
    bundle = cd.plot_cd(demsar)._repr_mimebundle_()
    assert list(bundle) == ["image/svg+xml", "image/png"]
    assert base64.b64decode(bundle["image/png"]).startswith(b"\x89PNG")


CELLS = [
    "import cddiagram as cd\ntable = cd.load_example('demsar2006-table6-ranks')",
    "comparison = cd.compare(table, alpha=0.10)\ncomparison",
    "cd.plot_cd(comparison)",
    "comparison",
]


@pytest.fixture(scope="module")
def notebook(tmp_path_factory):
    """A real notebook, executed by a real kernel, as a notebook and as a page."""
    import nbformat
    from nbconvert import HTMLExporter
    from nbconvert.preprocessors import ExecutePreprocessor

    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS]
    )
    folder = tmp_path_factory.mktemp("notebook")
    ExecutePreprocessor(timeout=120, kernel_name="python3").preprocess(
        notebook, {"metadata": {"path": str(folder)}}
    )
    page, _ = HTMLExporter().from_notebook_node(notebook)
    return notebook, page


def outputs_of(notebook, cell):
    return [
        output
        for output in notebook.cells[cell].outputs
        if output.output_type == "execute_result"
    ]


def test_an_executed_notebook_holds_table_and_diagram(notebook):
    executed, _ = notebook
    assert [
        output.output_type for cell in executed.cells for output in cell.outputs
    ] == ["execute_result"] * 3
    (first,), (second,) = outputs_of(executed, 1), outputs_of(executed, 3)
    pages = [Page(output.data["text/html"]) for output in (first, second)]
    assert pages[0].of("th")[:3] == ["Algorithm", "Average rank", "Letters"]
    assert not set(pages[0].ids) & set(pages[1].ids)


def test_an_executed_notebook_holds_the_drawing_as_svg_and_png(notebook):
    (output,) = outputs_of(notebook[0], 2)
    assert {"image/svg+xml", "image/png"} <= set(output.data)
    assert "<svg" in output.data["image/svg+xml"]


def test_the_exported_page_shows_all_three(notebook):
    _, page = notebook
    assert page.count('<div class="cddiagram">') == 2
    assert (
        len(re.findall(r"<svg\b", page)) + page.count("data:image/svg+xml;base64,") >= 3
    )
