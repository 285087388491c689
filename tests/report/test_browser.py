"""The page of a report in a real browser: it sorts, tells numbers, asks for nothing; it
fits phone, night and paper.
"""

import base64
import io
import json
import time

import numpy as np
import pytest
from chromium import browsing

import cddiagram as cd
from cddiagram.document import Levels

pytestmark = pytest.mark.slow

NASTY = (
    "A&B",
    "50%",
    "x_1",
    "<script>alert(1)</script>",
    r"$\alpha$",
    "C#",
    '"><img src=x onerror=alert(2)>',
    "');alert(3);('",
    "a name of an algorithm that is longer than any line of a small telephone would be",
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with browsing(tmp_path_factory.mktemp("profile")) as chromium:
        yield chromium


def nasty_table(n=14):
    scores = [
        [(7 * i + 3 * j * j) % 11 + j for j in range(len(NASTY))] for i in range(n)
    ]
    return cd.ScoreTable.from_arrays(scores, algorithms=NASTY)


@pytest.fixture(scope="module")
def reports():
    return {
        "plain": cd.make_report(
            cd.compare(cd.load_example("demsar2006-table6"), alpha=0.10)
        ),
        "control": cd.make_report(
            cd.compare(cd.load_example("garcia2010-table3"), control="PDFC")
        ),
        "nasty": cd.make_report(
            cd.compare(nasty_table()), title="<script>alert(0)</script>"
        ),
    }


@pytest.fixture(scope="module")
def urls(reports, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for name, report in reports.items():
        (folder / f"{name}.html").write_text(report.to_html(), encoding="utf-8")
    return {name: (folder / f"{name}.html").as_uri() for name in reports}


NAMES = ("plain", "control", "nasty")
HINT = "document.getElementById('hint')"
SHOWN = f"{HINT}.hidden ? '' : {HINT}.textContent"


def column(browser, table, place):
    return browser.run(
        f"[...document.querySelectorAll('#table-{table} tbody tr')].map((r) => "
        f"r.cells[{place}].textContent)"
    )


# -- Nothing goes wrong, nothing goes out ----------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_no_error_no_request_and_no_name_that_runs(browser, urls, name):
    browser.open(urls[name])
    browser.run(
        "document.querySelectorAll('[role=button]').forEach((head) => head.click())"
    )
    assert browser.happened("Log.entryAdded") == []
    assert browser.happened("Runtime.consoleAPICalled") == []
    assert browser.happened("Runtime.exceptionThrown") == []
    assert browser.happened("Page.javascriptDialogOpening") == []
    asked = [
        event["request"]["url"]
        for event in browser.happened("Network.requestWillBeSent")
    ]
    assert [url for url in asked if not url.startswith("data:")] == [urls[name]]
    assert (
        browser.run(
            "performance.getEntriesByType('resource').filter((e) => "
            "!e.name.startsWith('data:')).length"
        )
        == 0
    )
    assert browser.run("document.querySelectorAll('main script, main img').length") == 0


def test_the_policy_stops_scripts_styles_and_requests(browser, urls):
    browser.open(urls["plain"])
    stopped = browser.run(
        """new Promise((done) => {
          const stopped = [];
          document.addEventListener("securitypolicyviolation", (event) => {
            stopped.push(event.effectiveDirective);
            if (stopped.length === 5) done(stopped.sort());
          });
          setTimeout(() => done(stopped.sort()), 3000);
          const host = document.createElement("div");
          host.innerHTML = '<img src="https://example.org/x.png"><p onclick="ran = 1" style="color: red">x</p>';
          document.body.append(host);
          const script = document.createElement("script");
          script.textContent = "ran = 2";
          document.body.append(script);
          fetch("https://example.org/").catch(() => {});
        })"""
    )
    assert stopped == [
        "connect-src",
        "img-src",
        "script-src-attr",
        "script-src-elem",
        "style-src-attr",
    ]
    assert browser.run("typeof ran") == "undefined"
    failed = {
        event["requestId"]: event.get("blockedReason")
        for event in browser.happened("Network.loadingFailed")
    }
    for event in browser.happened("Network.requestWillBeSent"):
        if event["request"]["url"].startswith("https:"):
            assert failed[event["requestId"]] == "csp"
    assert browser.happened("Network.responseReceived")[1:] == []


def test_without_scripts_the_page_reads_the_same(browser, urls, reports):
    browser.open(urls["plain"])
    browser.run("document.querySelectorAll('.files').forEach((row) => row.remove())")
    text = browser.run("document.querySelector('main').innerText")
    browser.open(urls["plain"], scripts=False)
    assert browser.run("document.querySelectorAll('[role=button], #hint').length") == 0
    assert (
        browser.run("document.querySelector('main').innerText").split() == text.split()
    )


# -- Sorting ---------------------------------------------------------------------------


def test_heads_sort_up_down_and_back(browser, urls, reports):
    table = reports["plain"].tables()["apv"]
    place = 2
    given = [row[place].text for row in table.rows]
    values = {row[place].text: row[place].value for row in table.rows}
    browser.open(urls["plain"])
    browser.unfold()
    head = f"#table-apv thead th:nth-child({place + 1})"
    state = f"document.querySelector('{head}').getAttribute('aria-sort')"
    assert column(browser, "apv", place) == given
    # Hypotheses stand by rising p: turn them round first, so that sorting has something
    # to do.
    for _ in range(2):
        browser.click(f"{head} [role=button]")
    assert browser.run(state) == "descending"
    assert (
        column(browser, "apv", place)
        == sorted(given, key=values.get, reverse=True)
        != given
    )
    browser.click(f"{head} [role=button]")
    assert browser.run(state) is None
    assert column(browser, "apv", place) == given
    browser.click(f"{head} [role=button]")
    assert browser.run(state) == "ascending"
    assert column(browser, "apv", place) == sorted(given, key=values.get)


def test_sorting_by_numbers_is_by_value_stable_and_keeps_gaps_last(browser, tmp_path):
    """As texts 10 would stand before 9; and 1.0, 0.99996 and 1.00004 look alike."""
    from cddiagram.document import Cell, Column, Report, Section, TableBlock
    from cddiagram.provenance import Provenance

    numbers = [
        ("9", 9.0),
        ("10", 10.0),
        ("−∞", float("-inf")),
        ("1.0", 1.00004),
        ("1.0", 0.99996),
        ("9", 9.0),
    ]
    some = Cell(text="some", value="some")
    rows = [
        (Cell(text=f"n{i}", role="name"), Cell(text=t, value=v), some)
        for i, (t, v) in enumerate(numbers)
    ]
    rows.insert(
        2,
        (
            Cell(text="gap", role="name"),
            Cell(text="–", role="none"),
            Cell(text="–", role="none"),
        ),
    )
    rows.insert(
        0, (Cell(text="word", role="name"), Cell(text="infinite"), Cell(text="another"))
    )
    columns = (Column(head="name"), Column(head="x", align="right"), Column(head="y"))
    table = TableBlock(key="t", caption="", columns=columns, rows=tuple(rows))
    report = Report(
        title="t",
        sections=(Section(key="s", title="s", blocks=(table,)),),
        references=(),
        provenance=Provenance(made="report", version="0.1.0"),
        data={},
    )
    page = tmp_path / "page.html"
    page.write_text(report.to_html(), encoding="utf-8")
    browser.open(page.as_uri())
    browser.click("thead th:nth-child(2) [role=button]")
    assert column(browser, "t", 0) == [
        "n2",
        "n4",
        "n3",
        "n0",
        "n5",
        "n1",
        "word",
        "gap",
    ]
    browser.click("thead th:nth-child(2) [role=button]")
    assert column(browser, "t", 0)[-2:] == ["word", "gap"]
    assert column(browser, "t", 0)[:6] == ["n1", "n0", "n5", "n3", "n4", "n2"]
    browser.click("thead th:nth-child(1) [role=button]")
    assert column(browser, "t", 0) == [
        "gap",
        "n0",
        "n1",
        "n2",
        "n3",
        "n4",
        "n5",
        "word",
    ]
    assert browser.run("document.querySelectorAll('[aria-sort]').length") == 1
    for first in ("word", "n0"):
        browser.click("thead th:nth-child(3) [role=button]")
        assert column(browser, "t", 0)[0] == first
        assert column(browser, "t", 0)[-1] == "gap"


def test_heads_sort_by_keyboard(browser, urls, reports):
    table = reports["plain"].tables()["ranks-table"]
    given = [row[0].text for row in table.rows]
    browser.open(urls["plain"])
    browser.run(
        "document.querySelector('#table-ranks-table thead th:nth-child(2) "
        "[role=button]').focus()"
    )
    for key, text in (("Enter", "\r"), (" ", " ")):
        browser.press(key, code="Space" if key == " " else key, text=text)
    assert column(browser, "ranks-table", 0) == sorted(
        given, key=given.index, reverse=True
    )
    assert browser.run("document.activeElement.getAttribute('role')") == "button"


# -- Hints -----------------------------------------------------------------------------


def test_the_pointer_on_a_marker_tells_its_numbers(browser, urls, reports):
    browser.open(urls["plain"])
    for place in range(4):
        browser.move(*browser.point(f"#f1-marker-{place} .hit"))
        assert (
            browser.until(SHOWN)
            == reports["plain"].figures()["cd"].hints[f"marker-{place}"]
        )
        browser.move(2, 2)
        browser.until(f"{HINT}.hidden")


def test_the_pointer_on_a_cell_of_the_matrix_tells_the_pair(browser, urls, reports):
    hints = reports["plain"].figures()["pvalue-matrix"].hints
    browser.open(urls["plain"])
    for cell in ("cell-1-0", "cell-3-2"):
        browser.move(*browser.point(f"#f2-{cell}"))
        assert browser.until(SHOWN) == hints[cell]
    assert browser.run("document.querySelectorAll('#f2-cell-3-2.lit').length") == 1
    assert browser.run("document.querySelectorAll('.lit').length") == 1


def test_the_pointer_on_a_cell_of_a_table_tells_the_pair_and_may_enter_the_box(
    browser, urls, reports
):
    table = reports["plain"].tables()["pairs-table"]
    place = next(i for i, cell in enumerate(table.rows[4]) if cell.hint)
    browser.open(urls["plain"])
    cell = f"#table-pairs-table tbody tr:nth-child(5) > :nth-child({place + 1})"
    browser.move(*browser.point(cell))
    assert browser.until(SHOWN) == table.rows[4][place].hint
    left, top = browser.run(
        f"(() => {{ const r = {HINT}.getBoundingClientRect(); return [(r.left + "
        f"r.right) / 2, r.bottom - 4] }})()"
    )
    browser.move(left, top)
    time.sleep(0.3)
    assert browser.run(SHOWN) == table.rows[4][place].hint
    browser.press("Escape")
    assert browser.run(f"{HINT}.hidden")
    # The cell that lay under the box lies under the pointer now, and browsers say so.
    over = (
        'dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: '
        '"mouse" }))'
    )
    browser.run(f"document.querySelector('#table-pairs-table td.mark').{over}")
    assert browser.run(f"{HINT}.hidden")
    browser.move(*browser.point(cell))
    assert browser.until(SHOWN) == table.rows[4][place].hint


def test_the_keyboard_reaches_marks_and_walks_between_them(browser, urls, reports):
    hints = reports["plain"].figures()["cd"].hints
    browser.open(urls["plain"])
    browser.run("document.querySelector('nav li:last-child a').focus()")
    for _ in range(20):
        browser.press("Tab")
        if browser.run("document.activeElement.closest('svg') !== null"):
            break
    first = browser.run("document.activeElement.id").removeprefix("f1-")
    assert (
        browser.run(SHOWN)
        == hints[first]
        == browser.run("document.activeElement.getAttribute('aria-label')")
    )
    browser.press("ArrowLeft")
    second = browser.run("document.activeElement.id").removeprefix("f1-")
    assert second != first
    assert browser.run(SHOWN) == hints[second]
    browser.press("Escape")
    assert browser.run(f"{HINT}.hidden")
    browser.press("Tab")
    assert (
        browser.run(
            "document.activeElement.closest('svg')?.querySelector('[id^=f1-]') ?? null"
        )
        is None
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_keyboard_gets_from_every_mark_to_every_other(browser, urls, name):
    browser.open(urls[name])
    for number in (1, 2):
        stops = browser.run(
            f"[...document.querySelectorAll('[id^=f{number}-].mark:not(.echo)')].map((mark) => mark.id)"
        )
        steps = browser.run(
            f"""Object.fromEntries({json.dumps(stops)}.map((id) => [id,
              ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => {{
                document.getElementById(id).focus();
                document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {{ key, bubbles: true }}));
                return document.activeElement.id;
              }})]))"""
        )
        for start in stops:
            reached, waiting = {start}, [start]
            while waiting:
                new = set(steps[waiting.pop()]) - reached
                reached |= new
                waiting += new
            assert reached == set(stops)


def test_the_keyboard_walks_over_the_matrix_by_rows_and_columns(browser, urls, reports):
    browser.open(urls["plain"])
    browser.run("document.querySelector('#f2-cell-1-0').focus()")
    walked = []
    for key in (
        "ArrowDown",
        "ArrowRight",
        "ArrowDown",
        "ArrowRight",
        "ArrowLeft",
        "ArrowUp",
    ):
        browser.press(key)
        walked.append(browser.run("document.activeElement.id"))
    assert walked == [
        f"f2-cell-{cell}" for cell in ("2-0", "2-1", "3-1", "3-2", "3-1", "2-1")
    ]


def test_heads_explain_themselves(browser, urls, reports):
    table = reports["plain"].tables()["pairs-table"]
    place = next(i for i, column in enumerate(table.columns) if column.explained)
    browser.open(urls["plain"])
    browser.move(*browser.point(f"#table-pairs-table thead th:nth-child({place + 1})"))
    assert browser.until(SHOWN) == table.columns[place].explained


def test_a_finger_asks_for_numbers_too(browser, urls, reports):
    hints = reports["plain"].figures()["cd"].hints
    browser.open(urls["plain"], width=390, height=844, touch=True)
    for place, expected in ((1, hints["marker-1"]), (3, hints["marker-3"])):
        x, y = browser.point(f"#f1-marker-{place} .hit")
        browser(
            "Input.dispatchTouchEvent",
            type="touchStart",
            touchPoints=[{"x": x, "y": y}],
        )
        browser("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        assert browser.until(SHOWN) == expected
        left, right = browser.run(
            f"(() => {{ const r = {HINT}.getBoundingClientRect(); return [r.left, "
            f"r.right] }})()"
        )
        assert 0 <= left < right <= 390
    x, y = browser.point("main h2")
    browser(
        "Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}]
    )
    browser("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    browser.until(f"{HINT}.hidden")


# -- Phone, night, paper ---------------------------------------------------------------


@pytest.mark.parametrize("width", [320, 360, 390, 800, 1280])
@pytest.mark.parametrize("name", NAMES)
def test_the_page_never_scrolls_sideways(browser, urls, name, width):
    browser.open(urls[name], width=width, touch=width < 500)
    browser.unfold()
    assert (
        browser.run(
            "document.documentElement.scrollWidth - "
            "document.documentElement.clientWidth"
        )
        == 0
    )
    assert browser.run("innerWidth") == width
    outside = (
        "[...document.querySelectorAll('body > *, main *')].filter((e) => "
        "!e.closest('.box *') "
        f"&& e.getClientRects().length && e.getBoundingClientRect().right > {width} + "
        ".5).map((e) => e.outerHTML)"
    )
    assert browser.run(outside) == []
    wide = browser.run(
        "[...document.querySelectorAll('.box')].filter((e) => e.scrollWidth > "
        "e.clientWidth + 1).length"
    )
    stops = browser.run("document.querySelectorAll('.box[tabindex]').length")
    tall = browser.run(
        "[...document.querySelectorAll('.box')].filter((e) => e.scrollWidth <= "
        "e.clientWidth + 1 && "
        "e.scrollHeight > e.clientHeight + 1).length"
    )
    assert stops == wide + tall
    assert wide > 0 or width > 500


#: Contrast of each visible text with what lies behind it, by the formula of WCAG 2.2;
#: the smallest.
CONTRAST = """(() => {
  const rgb = (color) => color.match(/[\\d.]+/g).map(Number);
  const linear = (c) => (c / 255 <= .04045 ? c / 255 / 12.92 : ((c / 255 + .055) / 1.055) ** 2.4);
  const luminance = ([r, g, b]) => .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b);
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const color = rgb(getComputedStyle(e).backgroundColor);
      if (color.length < 4 || color[3] === 1) return color;
    }
    throw new Error("no background");
  };
  let [least, where] = [Infinity, ""];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("svg, script") || !element.getClientRects().length) continue;
    const pair = [luminance(rgb(getComputedStyle(element).color)), luminance(behind(element))].sort((a, b) => b - a);
    const ratio = (pair[0] + .05) / (pair[1] + .05);
    if (ratio < least) [least, where] = [ratio, `${element.tagName} ${walker.currentNode.data}`];
  }
  return [least, where];
})()"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_texts_have_contrast_by_day_and_night(browser, urls, name, scheme):
    browser.open(urls[name], scheme=scheme)
    background = browser.run("getComputedStyle(document.body).backgroundColor")
    assert (
        background == {"light": "rgb(255, 255, 255)", "dark": "rgb(22, 24, 27)"}[scheme]
    )
    browser.move(*browser.point("#f1-marker-0 .hit"))
    browser.until(SHOWN)
    least, where = browser.run(CONTRAST)
    assert 4.5 <= least <= 21, where


def test_figures_turn_light_at_night_or_stay_on_their_sheet(browser, urls):
    def look():
        return browser.run(
            "[getComputedStyle(document.querySelector('#f1-marker-0 circle')).fill,"
            "getComputedStyle(document.querySelector('#figure-pvalue-matrix "
            "svg')).backgroundColor]"
        )

    browser.open(urls["plain"])
    assert look() == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    browser.open(urls["plain"], scheme="dark")
    assert look() == ["rgb(230, 230, 227)", "rgb(255, 255, 255)"]
    browser(
        "Emulation.setEmulatedMedia",
        media="print",
        features=[{"name": "prefers-color-scheme", "value": "dark"}],
    )
    assert look()[0] == "rgb(0, 0, 0)"
    assert browser.run("getComputedStyle(document.body).color") == "rgb(26, 26, 26)"


def test_on_paper_nothing_is_cut_off_and_heads_are_repeated(browser, urls, reports):
    from pypdf import PdfReader

    browser.open(urls["nasty"], scheme="dark")
    browser.unfold()
    browser.move(*browser.point("#f1-marker-0 .hit"))
    browser.until(SHOWN)
    data = base64.b64decode(browser("Page.printToPDF", preferCSSPageSize=True)["data"])
    pages = [
        " ".join(page.extract_text().split())
        for page in PdfReader(io.BytesIO(data)).pages
    ]
    whole = " ".join(pages)
    report = reports["nasty"]
    table = report.tables()["pairs-table"]
    assert len(table.rows) > 30  # longer than its box on the screen
    shown = whole.replace(" ", "")
    for row in table.rows:
        assert "".join(row[2].text.split()) in shown
        assert "".join(row[1].text.split())[:20] in shown
    heads = "".join(
        column.head for column in report.tables()["apv"].columns[:2]
    ).replace(" ", "")
    long = [page.replace(" ", "") for page in pages]
    holding = [page for page in long if "vs." in page and "<script>" in page]
    assert holding
    assert any(heads in page for page in holding)
    browser("Emulation.setEmulatedMedia", media="print", features=[])
    for gone in ("nav", "#hint", ".skip", ".files"):
        assert (
            browser.run(f"getComputedStyle(document.querySelector('{gone}')).display")
            == "none"
        )
    assert browser.run(
        "[...document.querySelectorAll('.box')].every((e) => "
        "getComputedStyle(e).overflow === 'visible')"
    )


def test_pages_of_a_long_table_all_have_its_head(browser, tmp_path):
    from pypdf import PdfReader

    from cddiagram.document import Cell, Column, Report, Section, TableBlock
    from cddiagram.provenance import Provenance

    rows = tuple(
        (Cell(text=f"row{i}", role="name"), Cell(text=str(i), value=i))
        for i in range(200)
    )
    table = TableBlock(
        key="t",
        caption="c",
        columns=(Column(head="HeadA"), Column(head="HeadB", align="right")),
        rows=rows,
    )
    report = Report(
        title="t",
        sections=(Section(key="s", title="s", blocks=(table,)),),
        references=(),
        provenance=Provenance(made="report", version="0.1.0"),
        data={},
    )
    page = tmp_path / "page.html"
    page.write_text(report.to_html(), encoding="utf-8")
    browser.open(page.as_uri())
    data = base64.b64decode(browser("Page.printToPDF")["data"])
    texts = [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]
    assert len(texts) >= 3
    assert all("HeadA" in text and "HeadB" in text for text in texts if "row" in text)
    assert sum(f"row{i}" in " ".join(texts) for i in range(200)) == 200


# -- Files, levels, one algorithm ------------------------------------------------------


def test_the_slider_shows_one_level_at_a_time_and_says_which(browser, urls, reports):
    browser.open(urls["plain"])
    browser.run("document.querySelector('.levels').closest('details').open = true")
    [block] = [
        block
        for section in reports["plain"].sections
        for block in section.blocks
        if isinstance(block, Levels)
    ]
    states = block.states()
    parts = "[...document.querySelectorAll('.levels {}')]"
    for at in (0, len(states) - 1):
        browser.run("document.querySelector('.levels input').focus()")
        browser.press("Home" if at == 0 else "End")
        assert (
            browser.run("document.querySelector('.levels output').textContent")
            == states[at].label
        )
        assert (
            browser.run(
                "document.querySelector('.levels input').getAttribute('aria-valuetext')"
            )
            == states[at].label
        )
        items = (
            f"{parts.format('li')}.filter((item) => item.offsetParent).map((item) => "
            "item.textContent)"
        )
        assert browser.run(items) == list(map(str, states[at].sentences))
        shapes = (
            f"{parts.format('svg > g')}.filter((g) => getComputedStyle(g).display !== "
            "'none').length"
        )
        drawn = [
            element
            for element in states[at].sheet.elements
            if getattr(element, "text", "x").strip()
        ]
        assert browser.run(shapes) == len(drawn)


def test_an_algorithm_is_lit_everywhere_from_the_list_and_where_it_is_named(
    browser, urls, reports
):
    browser.open(urls["plain"])
    name = reports["plain"].algorithms[0]
    chosen = "[...document.querySelectorAll('.chosen')]"
    choose = (
        "(() => { const list = document.querySelector('.choose select'); list.value = "
        "'NUMBER'; "
    )
    choose += "list.dispatchEvent(new Event('change')); })()"
    browser.run(choose.replace("NUMBER", "0"))
    figures = browser.run(
        f"new Set({chosen}.map((part) => part.closest('figure')).filter(Boolean)).size"
    )
    tables = browser.run(
        f"{chosen}.filter((part) => part.tagName === 'TR').map((row) => "
        "row.textContent)"
    )
    assert figures >= len(reports["plain"].figures())
    assert tables
    assert all(name in row for row in tables)
    browser.run("document.querySelector('.choose select').focus()")
    browser.run(choose.replace("NUMBER", ""))
    assert browser.run(f"{chosen}.length") == 0
    browser.click("#ranks tbody th[data-a='0']")
    assert browser.run("document.querySelector('.choose select').value") == "0"
    browser.click("#ranks tbody th[data-a='0']")
    assert browser.run(f"{chosen}.length") == 0


def test_files_are_saved_as_they_are_packed(browser, urls, reports, tmp_path):
    browser.open(urls["plain"])
    browser("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    key = next(iter(reports["plain"].figures()))
    browser.click(f"[data-name='{key}'] .files button")
    browser.until("document.querySelector('.files span:not(:empty)') !== null")
    end = time.monotonic() + 5
    while not (tmp_path / f"{key}.pdf").exists() and time.monotonic() < end:
        time.sleep(0.05)
    reports["plain"].figures()[key].drawing.save(tmp_path / "saved.pdf")
    assert (tmp_path / f"{key}.pdf").read_bytes() == (
        tmp_path / "saved.pdf"
    ).read_bytes()


@pytest.mark.parametrize(("k", "n"), [(6, 15), (40, 112), (70, 30)])
def test_a_brief_is_one_page_and_six_algorithms_are_four(browser, tmp_path, k, n):
    from pypdf import PdfReader

    def pages(**options):
        cd.make_report(cd.compare(table, pair_test="wilcoxon"), **options).save(
            tmp_path / "r.html"
        )
        browser.open((tmp_path / "r.html").as_uri())
        printed = browser("Page.printToPDF", preferCSSPageSize=True)["data"]
        return [
            " ".join(p.extract_text().split())
            for p in PdfReader(io.BytesIO(base64.b64decode(printed))).pages
        ]

    scores = np.random.default_rng(7).normal(size=(n, k)) + np.linspace(0, 1.5, k)
    table = cd.ScoreTable.from_arrays(
        scores, algorithms=[f"Method number {i}" for i in range(k)]
    )
    sections = ("brief", "summary", "pairs") if k > 6 else None
    first, second, *more = pages(sections=sections)
    assert "In brief" in first
    assert f"All computations were performed with cddiagram {cd.__version__}." in first
    assert second.startswith("Summary")
    if k == 6:
        assert len(more) <= 2
        assert len(pages(sections="brief")) == 1
