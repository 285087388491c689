"""The page of published numbers: every number of the tests is on it, computed anew, the
wrong ones first.
"""

import importlib
import importlib.util
import re
import shutil
from pathlib import Path

import pytest
from chromium import browsing
from published_numbers import PAPERS

SITE = Path(__file__).parents[1] / "gallery" / "site"


@pytest.fixture(scope="module")
def published():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(SITE)
        yield importlib.import_module("published")


@pytest.fixture(scope="module")
def sections(published):
    """Title -> rows of cells."""
    text = published.tables()
    parts = re.split(r"^(.+)\n-{9,}$", text, flags=re.MULTILINE)[1:]
    return {
        title: [
            re.findall(r"^   [* ] - (.*)$", row, re.MULTILINE)
            for row in re.split(r"(?m)^(?=   \* - )", body)[2:]
        ]
        for title, body in zip(parts[::2], parts[1::2], strict=True)
    }


def test_every_number_has_a_row(sections):
    counts = [int(re.search(r"(\d+) numbers$", title)[1]) for title in sections]
    assert counts == [len(rows) for rows in sections.values()]
    assert sum(counts) == sum(len(paper["entries"]) for paper in PAPERS.values())
    first = next(iter(sections))
    assert first == "Wrong in print: 25 numbers"
    assert all(
        len(row) == 5 and all(row[:4]) for rows in sections.values() for row in rows
    )
    assert all(row[4] not in ("", "the same") for row in sections[first])
    printed = [
        row
        for rows in list(sections.values())[1:]
        for row in rows
        if row[1] != "not printed"
    ]
    assert len(printed) == 354 - 25


def test_what_is_wrong_differs_and_the_rest_does_not(sections):
    """As a reader sees it: the computed number, rounded as the printed one, is the
    printed one or not.
    """
    for title, rows in sections.items():
        for what, _, printed, computed, remark in rows:
            if not re.fullmatch(r"-?[\d.]+(?:e-?\d+)?", printed):
                continue
            mantissa, _, power = printed.partition("e")
            unit = 10.0 ** (int(power or 0) - len(mantissa.partition(".")[2]))
            apart = abs(float(printed) - float(computed)) / unit
            if title.startswith("Wrong"):
                assert apart > 0.5 - 1e-6, (what, printed, computed)
            elif remark == "the same":
                assert apart < 0.51, (what, printed, computed)


def test_no_two_numbers_of_a_paper_have_the_same_words(published, sections):
    for rows in sections.values():
        seen = [(row[0], row[1]) for row in rows]
        assert [
            row
            for row in set(seen)
            if seen.count(row) > 1 and "true hypotheses" not in row[0]
        ] == []
    with pytest.raises(ValueError, match="no words for the key 'apples'"):
        published.words("apples")


def test_a_number_that_is_not_the_stored_one_stops_the_build(published, monkeypatch):
    numbers = published.numbers
    paper, entry, value = next(iter(numbers()))
    assert value == entry["value"]
    spec = published.importlib.util.spec_from_file_location

    def moved(name, path):
        found = spec(name, path)
        load = found.loader.exec_module

        def exec_module(module):
            load(module)
            module.PAPERS[paper]["entries"][0]["value"] += 1e-6

        found.loader.exec_module = exec_module
        return found

    monkeypatch.setattr(published.importlib.util, "spec_from_file_location", moved)
    with pytest.raises(ValueError, match=r"is computed, .* stored"):
        next(iter(numbers()))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "left"), [("", 4), ("QUADE", 2), ("quade%20holm", 1), ("nothing", 0)]
)
def test_the_filter_in_a_browser(tmp_path, asked, left):
    """Rows that do not hold every word go, and sections of no rows with them."""
    page = re.search(
        r"raw:: html\n\n((?:   .+\n)+)",
        (SITE / "guide" / "published.rst").read_text(encoding="utf-8"),
    )[1]
    rows = [["Quade: Holm", "Quade: Li"], ["Friedman: Holm", "sign"]]
    tables = "".join(
        f'<section><h2>{at}</h2><table class="published numbers"><tbody>'
        + "".join(f"<tr><td>{cell}</td></tr>" for cell in cells)
        + "</tbody></table></section>"
        for at, cells in enumerate(rows)
    )
    shutil.copy(SITE / "_static" / "published.js", tmp_path)
    file = tmp_path / "page.html"
    file.write_text(
        f'<meta charset="utf-8">{page}{tables}<script src="published.js"></script>',
        encoding="utf-8",
    )
    with browsing(tmp_path / "profile") as browser:
        browser.open(f"{file.as_uri()}#q={asked}")
        shown = browser.run("document.documentElement.outerHTML")
    assert f"{left} of 4 numbers" in shown
    assert len(re.findall("<tr>", shown)) == left
    sections = re.findall(r"<section( hidden=\"\")?>(.*?)</section>", shown, re.DOTALL)
    assert [bool(hidden) for hidden, _ in sections] == [
        "<tr>" not in body for _, body in sections
    ]
    assert '<div id="published-search">' in shown
