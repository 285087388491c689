"""The files that the page of a report gives away are those that saving writes."""

import base64
import gzip
import json
import re

import cddiagram as cd
from cddiagram.document import Table, report_html
from cddiagram.words import finished_words


def test_figures_tables_and_texts_are_the_files_that_saving_writes(tmp_path):
    comparison = cd.compare(cd.load_example("demsar2006-table6"), alpha=0.10)
    report = cd.make_report(
        comparison, sections=["brief", "ranks", "references"], rename={"C4.5": "C&B"}
    )
    page = report_html(report)
    assert report_html(report) == page
    [packed] = re.findall(
        r'<script type="text/plain" id="files">([^<]*)</script>', page
    )
    files = json.loads(gzip.decompress(base64.b64decode(packed)))
    named = re.findall(r'data-files="([^"]*)" data-name="([^"]*)"', page)
    assert {name: kinds.split() for kinds, name in named} == {
        name: list(kinds) for name, kinds in files.items()
    }
    drawing = cd.plot_cd(comparison, ids=True, width=4.0, rename={"C4.5": "C&B"})
    drawing.save(tmp_path / "f.pdf", tmp_path / "f.svg")
    assert base64.b64decode(files["cd"]["pdf"]) == (tmp_path / "f.pdf").read_bytes()
    assert files["cd"]["svg"].encode() == (tmp_path / "f.svg").read_bytes()
    table = report.tables()["ranks-table"]
    shown = Table(**vars(table))
    assert files["ranks-table"] == {
        "csv": shown.to_csv(),
        "tex": shown.to_latex(preamble=False),
    }
    assert r"C\&B" in files["ranks-table"]["tex"]
    [method] = [
        block
        for section in report.sections
        for block in section.blocks
        if getattr(block, "role", "") == "method"
    ]
    assert files["brief-method"] == {
        "txt": comparison.methods(),
        "tex": finished_words(method.words, latex=True),
    }
    assert (
        files["references-bibtex"]["bib"]
        == "\n\n".join(source.bibtex for source in report.references) + "\n"
    )
