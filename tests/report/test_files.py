"""Texts of published reports, as files to be looked at: run with ``--update-golden``
after a wanted change.
"""

import re
from pathlib import Path

import pytest
from subjects import published

from cddiagram.procedures import ADJUSTMENTS

GOLDEN = Path(__file__).parents[1] / "golden" / "reports"

#: What stands in every report and depends on neither fonts nor versions.
SECTIONS = (
    "summary",
    "ranks",
    "omnibus",
    "pairs",
    "procedures",
    "rankings",
    "contrasts",
    "assumptions",
    "advice",
    "scores",
)

#: The procedures of these reports; others are tested on their own, so that a new one
#: leaves the files as they are.
PROCEDURES = (
    *("nemenyi", "tukey", "dunnett", "bonferroni", "bonferroni-dunn", "sidak", "holm"),
    *("shaffer", "shaffer-dynamic", "bergmann-hommel", "max-t", "hochberg", "hommel"),
    *("holland", "rom", "finner", "li", "none"),
)

TABLES = {
    "demsar2006-table6": False,
    "garcia2008-table2-ranks": False,
    "garcia2010-table3": True,
}
WRITERS = {"txt": "to_text", "md": "to_markdown", "tex": "to_latex", "html": "to_html"}


def text_of(report, suffix):
    """Write a report, without what depends on versions: provenance, and the styles and
    scripts around the page.
    """
    text = getattr(report, WRITERS[suffix])()
    if suffix == "html":
        page = "".join(re.findall(r"<main.*</main>\n", text, re.DOTALL))
        # Full precision is for other tests: the last bits are the processor's.
        return re.sub(
            r'(data-number=")([^"]*)"',
            lambda found: f'{found[1]}{float(found[2]):.9g}"',
            page,
        )
    text = re.sub(r"(cddiagram: )\{.*\}", r"\1{}", text)
    return re.sub(r"(/Provenance )<[0-9a-f]*>", r"\1<>", text)


@pytest.fixture(scope="module", autouse=True)
def _fixed_procedures():
    """List these procedures in reports, in the order of the registry."""
    listed = {key: entry for key, entry in ADJUSTMENTS.items() if key in PROCEDURES}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cddiagram.comparing.all_procedures.ADJUSTMENTS", listed)
        yield


@pytest.mark.parametrize("suffix", WRITERS)
@pytest.mark.parametrize("example", TABLES)
def test_golden(example, suffix, request):
    text = text_of(published(example, TABLES[example], sections=SECTIONS), suffix)
    assert "Holm" in text
    name = f"{example}{'-control' * TABLES[example]}.{suffix}"
    if request.config.getoption("--update-golden"):
        GOLDEN.mkdir(parents=True, exist_ok=True)
        (GOLDEN / name).write_text(text, encoding="utf-8", newline="\n")
    assert text == (GOLDEN / name).read_text(encoding="utf-8")


def test_no_golden_file_is_left_over():
    names = {
        f"{example}{'-control' * control}.{suffix}"
        for example, control in TABLES.items()
        for suffix in WRITERS
    }
    assert {path.name for path in GOLDEN.iterdir()} == names
