"""The report as Markdown, read back by a reader of Markdown with tables."""

import re
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_tables import READER, read_tables, said
from subjects import ODD_NAMES, PUBLISHED, cells, forty, odd, published

import cddiagram as cd
from cddiagram.document import (
    Listing,
    Paragraph,
    Report,
    Section,
    figure_files,
    markdown_table,
    markdown_text,
    report_markdown,
)
from cddiagram.provenance import read_provenance
from cddiagram.report.pasted import comparison_markdown


def flat(text):
    return " ".join(text.split())


def same(report):
    tables = list(report.tables().values())
    found = read_tables(report_markdown(report))
    assert len(found) == len(tables)
    for table, rows in zip(tables, found, strict=True):
        assert rows[0] == [flat(column.head) for column in table.columns]
        assert rows[1:] == [[flat(cell.text) for cell in row] for row in table.rows]


@pytest.mark.slow
@pytest.mark.parametrize("control", [False, True])
@pytest.mark.parametrize("name", PUBLISHED)
def test_published_tables_read_back(name, control):
    same(published(name, control))


@pytest.mark.slow
@pytest.mark.parametrize("control", [False, True])
def test_odd_names_read_back(control):
    report = odd(control)
    same(report)
    lines = [
        said(token)
        for token in READER.parse(report_markdown(report))
        if token.type == "inline"
    ]
    assert lines[0] == " / ".join(ODD_NAMES[:6])
    everything = "\n".join(lines)
    assert all(name in everything for name in ODD_NAMES)


def test_no_dollar_can_open_mathematics():
    text = report_markdown(odd()).split("-->", 1)[1]
    assert "$" in text
    assert "$" not in text.replace("<span>$</span>", "")


@pytest.mark.slow
def test_forty_algorithms_read_back():
    same(forty())


def test_nothing_in_the_page_is_html_but_the_comment():
    text = report_markdown(odd())
    page = [token for token in READER.parse(text) if token.type == "html_block"]
    assert len(page) == 1
    assert page[0].content.startswith("<!-- cddiagram: {")
    assert page[0].content.rstrip().endswith("-->")
    assert page[0].content.count("-->") == 1


@given(
    st.text(
        alphabet=st.sampled_from(list("ab1-+=.)(*_`[]<>|~&#$!\\:;\"' \n")), max_size=24
    )
)
def test_any_text_is_literal(text):
    source = markdown_text(text)
    tokens = READER.parse(source)
    if not flat(text):
        assert tokens == []
        return
    assert [token.type for token in tokens] == [
        "paragraph_open",
        "inline",
        "paragraph_close",
    ], source
    assert said(tokens[1]) == flat(text)


@given(st.text(max_size=24))
def test_any_text_keeps_a_cell_in_its_row(text):
    report = published("demsar2006-table2")
    row = report.tables()["ranks-table"].rows[0]
    cell = type(row[0])(text=text, role="name")
    table = type(report.tables()["ranks-table"])(
        key="t",
        caption="",
        columns=report.tables()["ranks-table"].columns,
        rows=((cell, *row[1:]),),
    )
    rows = read_tables(markdown_table(table))[0]
    assert [len(row) for row in rows] == [len(table.columns)] * 2


def test_figures_are_files_beside_the_page(tmp_path):
    report = published("demsar2006-table6")
    path = tmp_path / "my report.md"
    report.save(path)
    text = path.read_text(encoding="utf-8")
    pictures = re.findall(r"!\[([^]]+)\]\(([^)\s]+)\)", text)
    assert len(pictures) == len(report.figures()) >= 2
    for alt, link in pictures:
        assert "algorithms" in alt
        assert (tmp_path / unquote(link)).read_bytes().startswith(b"<?xml")
    assert {file.name for file in tmp_path.iterdir()} == {
        "my report.md",
        *(unquote(link) for _, link in pictures),
    }
    assert read_provenance(path.read_bytes()) == report.provenance


def test_figures_are_the_drawings():
    report = published("demsar2006-table6")
    assert list(figure_files(report, "x")) == [
        f"x-{key}.svg" for key in report.figures()
    ]


def test_significant_cells_are_bold():
    text = report_markdown(published("garcia2008-table2"))
    bold = [
        cell.text
        for cell in cells(published("garcia2008-table2"))
        if cell.role == "significant"
    ]
    assert bold
    assert text.count("| **") >= len(bold)


def test_a_listing_may_hold_fences():
    listing = Listing(text="````\n<b>\n", language="bibtex")
    section = Section(
        key="s",
        title="S",
        blocks=(listing, Paragraph(words=("after",), role="warning")),
    )
    source = published("demsar2006-table2")
    report = Report(
        title="T",
        sections=(section,),
        references=(),
        provenance=source.provenance,
        data={},
    )
    tokens = READER.parse(report_markdown(report))
    fences = [token for token in tokens if token.type == "fence"]
    assert [fence.content for fence in fences] == ["````\n<b>\n"]
    assert [token.type for token in tokens].count("blockquote_open") == 1


def test_the_tables_of_a_comparison():
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    ranks, pairs = read_tables(comparison_markdown(comparison))
    assert [row[0] for row in ranks[1:]] == [
        comparison.algorithms[i] for i in comparison.order
    ]
    assert len(pairs) == 1 + 10
    assert comparison.to_markdown() == comparison_markdown(comparison)
