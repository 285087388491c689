"""The built site in a real browser: ``--site FOLDER`` says where it was built; without
it there is nothing to try.
"""

import pytest
from chromium import browsing

pytestmark = pytest.mark.slow

PAGES = (
    *(
        "index",
        "install",
        "cite",
        "guide/tutorial",
        "guide/index",
        "guide/choosing",
        "guide/faq",
        "guide/speed",
    ),
    *(
        "guide/formats",
        "guide/recipes",
        "gallery/index",
        "generated/bibliography",
        "generated/changelog",
    ),
    *("reference", "generated/cddiagram.compare"),
)


@pytest.fixture(scope="module")
def folder(request):
    folder = request.config.getoption("--site")
    if folder is None:
        pytest.skip("build the site, and name its folder with --site")
    return folder.resolve()


@pytest.fixture(scope="module")
def browser(folder, tmp_path_factory):
    with browsing(tmp_path_factory.mktemp("profile")) as chromium:
        yield chromium


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [390, 1280])
def test_a_page_fits_and_asks_for_nothing_elsewhere(browser, folder, name, width):
    browser.open((folder / f"{name}.html").as_uri(), width=width, touch=width < 500)
    assert browser.run("document.documentElement.scrollWidth") <= width
    asked = {
        event["request"]["url"].partition(":")[0]
        for event in browser.happened("Network.requestWillBeSent")
    }
    assert asked <= {"file", "data", "blob"}
    assert browser.happened("Runtime.exceptionThrown") == []


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("bergmann", "generated/bibliography.html"),
        ("tutorial", "guide/tutorial.html"),
        ("reviewer", "guide/faq.html"),
        ("plot_forest", "generated/cddiagram.plot_forest.html"),
        ("nevergrad", "guide/recipes.html"),
        ("LLM", "guide/scores.html"),
        ("leaderboard", "guide/scores.html"),
        ("subplots", "guide/figures.html"),
        ("cross_validate", "guide/folds.html"),
        ("scikit-learn", "guide/folds.html"),
        ("McNemar", "guide/folds.html"),
        ("effect size", "guide/faq.html"),
    ],
)
def test_search_finds_the_page(browser, folder, words, page):
    browser.open(f"{(folder / 'search.html').as_uri()}?q={words}")
    browser.until(
        "[...document.querySelectorAll('#search-results li a')].some((a) => "
        f"a.href.includes('{page}'))",
        20,
    )


def test_search_says_that_there_is_nothing(browser, folder):
    browser.open(f"{(folder / 'search.html').as_uri()}?q=xylophone")
    browser.until(
        "/did not match/.test(document.querySelector('#search-results').textContent)",
        20,
    )
    assert browser.run("document.querySelectorAll('#search-results li').length") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pictures_of_the_first_page_are_there(browser, folder, scheme):
    browser.open((folder / "index.html").as_uri(), scheme=scheme)
    assert browser.run("document.documentElement.dataset.theme") == scheme
    shown = browser.run(
        "[...document.querySelectorAll('div.shots img')].map((image) => "
        "image.naturalWidth)"
    )
    assert len(shown) == 5
    assert min(shown) > 100
    hero = "document.querySelector('figure.hero img')"
    assert browser.run(f"{hero}.naturalWidth") > 100
    assert browser.run(f"{hero}.getBoundingClientRect().width") > 600


@pytest.mark.parametrize(
    ("width", "name"), [(390, "which-narrow"), (1280, "which-wide")]
)
def test_nothing_leaves_the_picture_of_tests_or_its_boxes(browser, folder, width, name):
    browser.open((folder / "guide/choosing.html").as_uri(), width=width)
    texts = browser.run(
        f"""[...document.querySelectorAll('svg.{name} text')].map((text) => {{
          const [box, svg] = [text.getBBox(), text.ownerSVGElement.viewBox.baseVal];
          const inside = (x, y, w, h) => box.x >= x && box.y >= y && box.x + box.width <= x + w
            && box.y + box.height <= y + h;
          const rects = [...text.ownerSVGElement.querySelectorAll('rect')].map((rect) => rect.getBBox());
          const at = rects.find((rect) => box.x >= rect.x && box.y >= rect.y && box.y < rect.y + rect.height);
          return [text.textContent, inside(0, 0, svg.width, svg.height),
            !at || inside(at.x, at.y, at.width, at.height), text.getBoundingClientRect().height];
        }})"""
    )
    assert len(texts) > 20
    assert [
        text for text, on_page, in_box, _ in texts if not (on_page and in_box)
    ] == []
    assert min(height for *_, height in texts) > 9


def test_a_source_leads_to_its_entry(browser, folder):
    browser.open((folder / "generated/cddiagram.compare.html").as_uri())
    links = browser.run(
        "[...document.querySelectorAll('a.reference')].filter((a) => "
        "/^García et al. 2010/.test(a.textContent)).map((a) => a.href)"
    )
    assert links
    browser.open(links[0])
    assert browser.run("document.querySelector(':target').id") == "source-garcia2010"


def test_the_head_names_the_version_and_the_source(browser, folder):
    import cddiagram

    browser.open((folder / "guide/faq.html").as_uri())
    assert (
        browser.run("document.querySelector('a.version').textContent")
        == cddiagram.__version__
    )
    assert (
        browser.run(
            "document.querySelector('header "
            'a[href$="_modules/index.html"]\').textContent'
        )
        == "Source"
    )
