"""Names that are commands, markup or damage elsewhere, in every kind of output, opened
by who reads it.

They are printed, not obeyed: nothing runs, is fetched, is read from or written to the
disk, and no file is broken.
"""

import csv
import io
import json
import re
import warnings
from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest
from chromium import browsing
from click.testing import CliRunner
from latex import need
from markdown_it import MarkdownIt
from PIL import Image
from pypdf import PdfReader

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.provenance import read_provenance
from cddiagram.text import LayoutError, as_text

#: What it is -> a name.
NAMES = {
    "tex": r"\input{/etc/passwd}$%_^~#{}&\end{document}",
    "tex that writes": r"\immediate\write18{touch owned}^^M",
    "script": "<script>alert(1)</script>&amp;<img src=x onerror=alert(2)>",
    "attribute": '"><svg onload=alert(3)>',
    "end of data": "]]> --> <!-- <?x?>",
    "link": "[a](javascript:alert(4)) | `c` *d* ![e](http://example.org/f)",
    "escape": "\x1b]0;owned\x07\x1b[31mred\x9b1m",
    "formula": '=HYPERLINK("http://example.org","y")',
    "calculator": "+1+cmd|' /C calc'!A0",
    "sum": "@SUM(A1)",
    "bidi": "\u202eabc\u2066def",
    "control": "a\0b\x0cc\x08",
    "lines": "one\ntwo\r\nthree\u2028four",
    "surrogates": "A\ud800B\udfff",
}
#: More letters than any figure prints.
LONG = "y" * 10000
KEYS = [
    "ranks",
    *(
        pytest.param(key, marks=pytest.mark.slow)
        for key in ("pairs", "scores", "leaderboard", "pvalues", "effects")
    ),
]
#: Where a text turns its direction: what the command prints has none of them, strings
#: keep those of names.
TURNS = str.maketrans("", "", "\u202e\u2066\u2068\u2069")


@cache
def comparison(*more, printable=False):
    names = [name for name in NAMES.values() if name.isprintable() or not printable] + [
        "plain",
        *more,
    ]
    rng = np.random.default_rng(1)
    scores = rng.random((14, len(names))) + np.linspace(0, 1.5, len(names))
    datasets = [f"{names[i % len(names)]} {i}" for i in range(14)]
    return cd.compare(
        cd.ScoreTable.from_arrays(scores, algorithms=names, datasets=datasets)
    )


@cache
def drawing(family=None):
    """A diagram of those that the default face has, by the writers of the package; of
    all by matplotlib.
    """
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", UserWarning
        )  # no font has what stands for what cannot be printed
        return cd.plot_cd(
            comparison(printable=family is None),
            width="page",
            title=NAMES["tex"],
            font=family,
        )


@cache
def report():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return cd.make_report(
            comparison(), title=" / ".join(NAMES.values()), figures=["cd"]
        )


def seen(text):
    """Give the letters of a text, as all outputs have them."""
    return "".join(
        c
        for c in as_text(text)
        if c.isprintable() and not c.isspace() and c != "\ufffd"
    )


def harmless(text):
    """Whether a terminal obeys nothing in it."""
    return all(c.isprintable() or c in "\n " for c in text)


# -- tables ----------------------------------------------------------------------------


@pytest.mark.parametrize("more", [(), (LONG,)], ids=["odd", "long"])
@pytest.mark.parametrize("key", KEYS)
def test_tables_of_values(key, more):
    table = comparison(*more).tabulate(key)
    names = set(comparison(*more).algorithms)
    rows = list(csv.reader(io.StringIO(table.to_csv(), newline="")))
    assert {len(row) for row in rows} == {len(rows[0])}
    assert names <= {cell for row in rows for cell in row}
    assert names <= set(
        _strings(json.loads(json.dumps(table.to_dict(), allow_nan=False)))
    )


def _strings(value):
    if isinstance(value, str):
        yield value
    for part in (
        value.values()
        if isinstance(value, dict)
        else value
        if isinstance(value, list)
        else ()
    ):
        yield from _strings(part)


class _Page(HTMLParser):
    """The tags of a page, and its texts."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.texts = set(), []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags |= {tag, *(name for name, _ in attributes if name.startswith("on"))}

    def handle_data(self, data):
        self.texts.append(data)


@pytest.mark.parametrize("key", KEYS)
def test_tables_of_markup(key):
    table = comparison().tabulate(key)
    rendered = MarkdownIt("commonmark").enable("table").render(table.to_markdown())
    for page in (_Page(table.to_html()), _Page(rendered)):
        assert not {
            tag
            for tag in page.tags
            if tag in ("script", "img", "svg", "a") or tag.startswith("on")
        }
        text = seen("".join(page.texts))
        assert [
            name for name in comparison().algorithms if seen(name) not in text
        ] == []
    assert harmless(table.to_text().translate(TURNS))


def test_what_is_said_is_harmless_in_a_terminal():
    compared = comparison()
    for text in (
        compared.caption(),
        compared.summary(),
        str(compared.table),
        str(compared),
    ):
        assert harmless(text.translate(TURNS))
    with pytest.raises(
        LayoutError,
        match=r"^the name 'y{100}\.\.\.' has 10000 characters, but a figure prints at most 500",
    ):
        cd.plot_cd(comparison(LONG))


def test_the_command_prints_them_for_a_terminal(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.csv").write_text(
        comparison().tabulate("scores").to_csv(), encoding="utf-8"
    )
    done = CliRunner().invoke(main, ["compare", "s.csv"])
    assert done.exit_code == 0
    assert harmless(done.stderr)
    assert harmless(done.stdout)


# -- figures ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:no glyph for:UserWarning")
@pytest.mark.parametrize("family", [None, "STIXGeneral"], ids=["own", "matplotlib"])
def test_pdf(family, tmp_path):
    drawing(family).save(tmp_path / "f.pdf")
    reader = PdfReader(tmp_path / "f.pdf", strict=True)
    [page] = reader.pages
    assert list(page.get("/Annots", [])) == []
    assert not {"/OpenAction", "/AA", "/Names"} & set(reader.trailer["/Root"])
    text = seen(page.extract_text())
    named = comparison(printable=family is None).algorithms
    assert [
        name for name in named if "\u202e" not in name and seen(name) not in text
    ] == []
    assert (b"Matplotlib" in (tmp_path / "f.pdf").read_bytes()) == (family is not None)
    assert read_provenance((tmp_path / "f.pdf").read_bytes()) is not None


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:no glyph for:UserWarning")
@pytest.mark.parametrize(
    ("family", "text"),
    [
        (None, "outlines"),
        ("STIXGeneral", "outlines"),
        (None, "editable"),
        ("STIXGeneral", "editable"),
    ],
)
def test_svg(family, text, tmp_path, browser):
    path = tmp_path / "f.svg"
    drawing(family).save(path, text=text)
    elements = list(ElementTree.fromstring(path.read_bytes()).iter())
    kinds = {
        element.tag.rpartition("}")[2]
        for element in elements
        if isinstance(element.tag, str)
    }
    assert not kinds & {"script", "foreignObject", "image", "a"}
    assert not [
        name
        for element in elements
        for name in element.attrib
        if name.lower().startswith("on")
    ]
    opened(browser, path)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:no glyph for:UserWarning")
def test_png_and_eps(tmp_path):
    drawing("STIXGeneral").save(tmp_path / "f.png", tmp_path / "f.eps")
    with Image.open(tmp_path / "f.png") as image:
        image.verify()
    eps = (tmp_path / "f.eps").read_bytes()
    comments = [line for line in eps.split(b"\n") if line.startswith(b"%")]
    assert all(32 <= byte < 127 for line in comments for byte in line)
    assert not re.search(
        rb"^(?!%).*\b(run|file|deletefile|renamefile)\b", eps, re.MULTILINE
    )


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:no glyph for:UserWarning")
@pytest.mark.parametrize("form", ["tex", "pgf"])
def test_pictures_for_latex(form, tmp_path):
    drawing("STIXGeneral").save(tmp_path / f"f.{form}", standalone=form == "tex")
    if form == "pgf":
        source = r"\documentclass{article}\usepackage{pgf}\begin{document}\input{f.pgf}\end{document}"
        (tmp_path / "document.tex").write_text(source)
    compiled("lualatex", tmp_path / ("f.tex" if form == "tex" else "document.tex"))


# -- reports ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["pdflatex", "lualatex"])
def test_report_in_latex(engine, tmp_path):
    (tmp_path / "r.tex").write_text(report().to_latex(), encoding="utf-8")
    compiled(engine, tmp_path / "r.tex")


@pytest.mark.slow
def test_report_in_a_browser(tmp_path, browser):
    report().save(tmp_path / "r.html")
    opened(browser, tmp_path / "r.html")
    assert (
        browser.run(
            "document.querySelectorAll('main script, main img, [onerror], "
            "[onload]').length"
        )
        == 0
    )
    shown = seen(browser.run("document.querySelector('main').textContent"))
    assert [name for name in comparison().algorithms if seen(name) not in shown] == []


@pytest.mark.slow
def test_report_in_text_and_markdown():
    assert harmless(report().to_text().translate(TURNS))
    page = _Page(
        MarkdownIt("commonmark").enable("table").render(report().to_markdown())
    )
    assert not {
        tag for tag in page.tags if tag in ("script", "svg") or tag.startswith("on")
    }
    links = re.findall(
        r'(?:href|src)="([^"]*)"',
        MarkdownIt("commonmark").render(report().to_markdown()),
    )
    assert not [
        link
        for link in links
        if "javascript" in link or link.startswith("http://example.org")
    ]


# -- who reads them --------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with browsing(tmp_path_factory.mktemp("profile")) as chromium:
        yield chromium


def opened(browser, path):
    """Open a file in the browser: nothing is said, asked for or run."""
    browser.open(path.as_uri())
    for event in (
        "Log.entryAdded",
        "Runtime.exceptionThrown",
        "Page.javascriptDialogOpening",
    ):
        assert browser.happened(event) == []
    asked = [
        event["request"]["url"]
        for event in browser.happened("Network.requestWillBeSent")
    ]
    assert [url for url in asked if not url.startswith("data:")] == [path.as_uri()]


def compiled(engine, path):
    """Compile a document: TeX stops nowhere, and has read and written nothing that a
    name names.
    """
    import subprocess

    need(engine)
    command = [
        engine,
        "-interaction=nonstopmode",
        "-halt-on-error",
        "-recorder",
        path.name,
    ]
    done = subprocess.run(
        command, cwd=path.parent, capture_output=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:]
    record = path.with_suffix(".fls").read_text(errors="replace")
    assert "passwd" not in record
    assert not (path.parent / "owned").exists()
    text = seen(
        "".join(
            page.extract_text() for page in PdfReader(path.with_suffix(".pdf")).pages
        )
    )
    assert "root:x:" not in text
    assert seen("touch owned") in text
