"""Texts of published reports, as files to be looked at: run with ``--update-golden`` after a wanted change."""

import re
from pathlib import Path

import pytest
from subjects import published

GOLDEN = Path(__file__).parent.parent / "golden" / "reports"

#: What stands in every report and depends on neither fonts nor versions.
SECTIONS = ("summary", "ranks", "omnibus", "pairs", "procedures", "rankings", "contrasts")

CASES = {
    "demsar2006-table6.txt": ("demsar2006-table6", False, "to_text"),
    "garcia2008-table2.md": ("garcia2008-table2-ranks", False, "to_markdown"),
    "garcia2010-table3-control.tex": ("garcia2010-table3", True, "to_latex"),
}


@pytest.mark.parametrize("name", CASES)
def test_golden(name, request):
    example, control, write = CASES[name]
    report = published(example, control, sections=SECTIONS)
    text = re.sub(r"(cddiagram: )\{.*\}", r"\1{}", getattr(report, write)())
    text = re.sub(r"(/Provenance )<[0-9a-f]*>", r"\1<>", text)
    if request.config.getoption("--update-golden"):
        GOLDEN.mkdir(parents=True, exist_ok=True)
        (GOLDEN / name).write_text(text, encoding="utf-8", newline="\n")
    assert text == (GOLDEN / name).read_text(encoding="utf-8")
