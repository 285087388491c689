"""The pages of the site: what they say to type runs, what they say is printed is, and
their links lead somewhere.
"""

import importlib
import re
import shlex
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram import features
from cddiagram.cli import main
from cddiagram.data import read_example
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.text import Citation
from cddiagram.words import SOURCES, cited_sources

ROOT = Path(__file__).parents[1]
SITE = ROOT / "gallery" / "site"
PAGES = {
    str(path.relative_to(SITE).with_suffix("")): path
    for path in sorted(SITE.rglob("*.rst"))
}
LOGS = ROOT / "tests" / "convergence" / "logs"
#: Pages whose commands and code have tests of their own.
ELSEWHERE = ("guide/reports", "guide/coming_from")


def blocks(page, language):
    """Return the code blocks of a page in a language."""
    found = re.findall(
        rf"^\.\. code-block:: {language}\n\n((?:(?:   .*)?\n)+)",
        page.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    return [re.sub("^   ", "", block, flags=re.MULTILINE) for block in found]


def with_blocks(language):
    return [
        name
        for name, page in PAGES.items()
        if name not in ELSEWHERE and blocks(page, language)
    ]


@pytest.fixture
def site(monkeypatch):
    """Import a module that makes pages; two of them need what makes the site, which CI
    has when it is built.
    """
    monkeypatch.syspath_prepend(SITE)

    def module(name):
        if name in ("bibliography", "site_tools"):
            pytest.importorskip(
                "sphinx_gallery", reason="the extra docs is not installed"
            )
        return importlib.import_module(name)

    return module


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Stand in a folder with the files that the pages speak of."""
    monkeypatch.chdir(tmp_path)
    for name in ("results.csv", "errors.csv", "scores.csv", "pilot.csv"):
        (tmp_path / name).write_bytes(read_example("garcia2008-table2"))
    (tmp_path / "histories.csv").write_bytes(read_example("optimisers"))
    gaps = pd.read_csv("results.csv", comment="#")
    gaps.iloc[3, 2] = np.nan
    gaps.to_csv("gaps.csv", index=False)
    for name, source in (("ioh", "ioh"), ("coco", "coco"), ("exdata", "coco")):
        shutil.copytree(LOGS / source, tmp_path / name)
    errors = np.linspace(11, 1, 11)[:, None] * np.ones((1, 3))
    for parent in (tmp_path, tmp_path / "cec"):
        for at, algorithm in enumerate(("jSO", "L-SHADE")):
            (parent / algorithm).mkdir(parents=True)
            for function in (1, 2):
                np.savetxt(
                    parent / algorithm / f"{algorithm}_{function}_10.txt",
                    errors * (at + 1),
                )
    rows = [
        (name, budget, function, seed, start * (seed + 2) / budget)
        for name, start in (("CMA", 1.0), ("DE", 2.0), ("RandomSearch", 3.0))
        for budget in (100, 200, 400)
        for function in ("sphere", "rastrigin")
        for seed in (1, 2)
    ]
    frame = pd.DataFrame(
        rows, columns=["optimizer_name", "budget", "function", "seed", "loss"]
    )
    frame.to_csv("nevergrad.csv", index=False)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("name", with_blocks("sh"))
def test_commands_run(name, folder):
    lines = "".join(blocks(PAGES[name], "sh")).replace("\\\n", " ").splitlines()
    for line in filter(None, map(str.strip, lines)):
        program, *arguments = shlex.split(line.partition(" > ")[0], comments=True)
        assert program == "cddiagram"
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, (line, result.output)


@pytest.mark.slow
@pytest.mark.parametrize("name", with_blocks("console"))
def test_commands_print_what_the_page_says(name, site, tmp_path):
    consoles = site("consoles")
    found = list(consoles.run_page(PAGES[name], tmp_path))
    assert found
    for command, said, printed in found:
        assert consoles.same(said, printed), f"{command}\n{printed}"


@pytest.mark.slow
@pytest.mark.parametrize("name", with_blocks("python"))
def test_code_runs(name, folder):
    names = ["one", "two"]
    known = {
        "cd": cd,
        "frame": pd.read_csv("nevergrad.csv").assign(
            budget=lambda frame: frame["budget"] // 10
        ),
        "models": dict.fromkeys(names),
        "X": None,
        "y": None,
        "RepeatedStratifiedKFold": lambda **options: (
            options["n_splits"] * options["n_repeats"]
        ),
        "cross_val_score": lambda model, X, y, cv: np.random.default_rng(
            len(names.pop())
        ).random(cv),
    }
    for block in blocks(PAGES[name], "python"):
        exec(compile(block, name, "exec"), known)


@pytest.mark.slow
def test_calls_of_the_table_of_cases_run(folder):
    table = cd.load_example("garcia2008-table2")
    table = cd.ScoreTable.from_arrays(table.scores, algorithms=list("ABCDE"))
    first = cd.compare(table)
    names = list(table.algorithms)
    known = {
        "cd": cd, "table": table, "two": table.select(["A", "B"]), "names": names,
        "comparison": cd.compare(table, pair_test="wilcoxon"),
        "ranks": first.ranking.average_ranks, "p": first.pairwise.pvalue, "histories": cd.load_histories("optimisers"),
        "folds": {name: column[:10] for name, column in zip(names, table.scores.T, strict=True)},
    }  # fmt: skip
    text = (
        PAGES["guide/choosing"]
        .read_text(encoding="utf-8")
        .partition("All pairs, or a control")[0]
    )
    calls = [
        call
        for cell in re.findall(r"^     - (.*)$", text, re.MULTILINE)
        for call in re.findall("``(.*?)``", cell)
    ]
    assert len(calls) > 20
    for call in calls:
        assert eval(call, known) is not None, call


@pytest.mark.slow
def test_the_picture_of_tests_says_what_the_calls_run(site):
    which_test = site("which_test")
    picture = which_test.picture()
    table = which_test.scores(4)
    for question in which_test.TREE:
        if question.options is None:
            continue
        test, others = which_test.leaf(question)
        assert f">{test}<" in picture
        if question.text == "Two":
            continue
        assert test == cd.compare(table, **question.options).test
        assert "finner" not in others
        controlled = {ADJUSTMENTS[key].controls for key in others}
        assert controlled <= {"fwer", "fwer-weak"}
        assert ("shaffer" in others) == (
            question.options.get("control") in (None, "best")
        )
        assert eval(f"cd.{question.call}", {"cd": cd, "table": table}).test == test


def test_every_source_has_its_entry(site):
    bibliography = site("bibliography")
    page = bibliography.page()
    sources = cited_sources([[Citation(key=key) for key in SOURCES]])
    assert {source.key for source in sources} == {*SOURCES}
    for source in sources:
        assert page.count(f".. _source-{source.key}:") == 1
        assert bibliography._literal(source.text) in page
        assert f"{{{source.key}," in bibliography.bibtex()
    assert set(bibliography.LINKS) <= {*SOURCES, "sci2s"}
    assert set(bibliography.LETTERS.values()) <= {*SOURCES, "sci2s"}
    for link in bibliography.LINKS.values():
        assert re.fullmatch(r"10\.\d{4,5}/\S+|https://\S+", link), link
    assert len(set(bibliography.LINKS.values())) == len(bibliography.LINKS)


def test_the_letters_are_those_of_the_package(site):
    named = dict(
        re.findall(r"^([A-Z]\w{2})\n    (.*(?:\n    .*)*)", cd.__doc__, re.MULTILINE)
    )
    letters = site("bibliography").LETTERS
    assert list(named) == list(letters)
    for letter, key in letters.items():
        if key in SOURCES:
            assert f"{SOURCES[key].families[0]}" in named[letter]
            assert f"({SOURCES[key].year})" in named[letter]


def test_sources_in_a_text_become_links(site):
    text = "See D06 3.2.2, (WEB), Demšar (2006, section 2), García et\nal. 2010, XD06."
    linked = list(site("bibliography")._linked(text, "page"))
    assert "".join(node.astext() for node in linked) == text
    targets = [
        (node.astext(), node["reftarget"])
        for node in linked
        if hasattr(node, "attributes")
    ]
    assert targets == [
        ("D06 3.2.2", "source-demsar2006"),
        ("WEB", "source-sci2s"),
        ("Demšar (2006", "source-demsar2006"),
        ("García et\nal. 2010", "source-garcia2010"),
    ]


def test_lists_of_the_changelog_stay_lists(site):
    text = (
        "## 0.1\n\n### Changed\n\n- **Breaking:** `a` is\n  `b`.\n- Texts * differ.\n"
    )
    page = site("site_tools").changelog(text)
    assert (
        page
        == "0.1\n---\n\nChanged\n~~~~~~~\n\n- **Breaking:** ``a`` is ``b``.\n- Texts "
        "\\* differ.\n"
    )


def test_the_changelog_is_turned_into_a_page(site):
    page = site("site_tools").changelog(
        "# Changes\n\n## 0.1 (soon)\n\n`p_adjust` of *any* `cd\nplot` test_\n"
    )
    assert (
        page
        == "Changes\n=======\n\n0.1 (soon)\n----------\n\n``p_adjust`` of \\*any\\* "
        "``cd plot`` test\\_\n"
    )


def test_texts_that_pages_quote_are_made(site):
    shown = site("shown")
    made = shown.texts(SITE)
    included = set()
    for page in PAGES.values():
        text = page.read_text(encoding="utf-8")
        found = re.findall(
            r"include:: \.\./generated/((?:caption|methods|advice).*)", text
        )
        included.update(found)
    assert included == set(made)
    for sentences in made.values():
        assert all(sentence[0].isupper() for sentence in sentences)
    assert shown.quoted(["a_b *c*"]) == "   a\\_b \\*c\\*\n"
    assert shown.quoted(["one", "two"]) == "* one\n* two\n"


def test_the_reference_contains_every_public_name_once(site):
    page = site("reference").page(PAGES["reference"].read_text(encoding="utf-8"))
    names = re.findall(r"^   ~cddiagram\.(\w+)$", page, re.MULTILINE)
    assert sorted(["__version__", *names]) == sorted(cd.__all__)
    assert "{" not in page


def test_a_new_figure_follows_the_previous_one_in_the_gallery(site, monkeypatch):
    place = site("site_tools").place_in_gallery
    assert place("rank_bars") < place("mcb") < place("dots")
    figures = dict.fromkeys(["rank-bars", "dots", "stripes", "mcb"], "")
    monkeypatch.setattr(features, "FIGURES", figures)
    assert place("rank_bars") < place("dots") < place("stripes") < place("mcb")


def test_groups_of_the_gallery_have_titles(site):
    site_tools = site("site_tools")
    assert set(site_tools.GROUPS) <= set(site_tools.ORDER)
    thumbnail = (
        '.. raw:: html\n\n    <div class="sphx-glr-thumbcontainer" tooltip="">\n\n'
        "  .. image:: /gallery/images/thumb/sphx_glr_plot_{}_thumb.png\n\n"
        ".. raw:: html\n\n    </div>\n\n"
    )
    first, second = "cd_nemenyi", "rank_bars"
    text = "Gallery\n" + "".join(
        thumbnail.format(name) for name in (first, "cd_holm", second)
    )
    page = site_tools.with_groups(text)
    titles = [page.index(site_tools.GROUPS[name]) for name in (first, second)]
    thumbs = [page.index(f"_{name}_thumb") for name in (first, "cd_holm", second)]
    assert titles[0] < thumbs[0] < thumbs[1] < titles[1] < thumbs[2]
    assert page.count("sphx-glr-thumbnails") == 2


def test_the_table_of_speed_has_every_row(site):
    text = (SITE / "speed.md").read_text(encoding="utf-8")
    page = site("site_tools").speed(text)
    rows = [
        line
        for line in text.splitlines()
        if line.startswith("| ") and "---" not in line
    ]
    assert page.count("   * - ") == len(rows) > 40
    assert page.count("     - ") + page.count("     -\n") == 6 * len(rows)


def test_links_within_the_site_are_followed(site, tmp_path):
    (tmp_path / "a.html").write_text(
        '<h1 id="top"></h1><a href="b.html#x">', encoding="utf-8"
    )
    (tmp_path / "b.html").write_text(
        '<a name="x" href="a.html#top"><a href="a.html#no"><img src="c.png"><a '
        'href="https://example.org/d">'
        '<a href="a.html?q=1">',
        encoding="utf-8",
    )
    assert site("build").broken_links(tmp_path) == [
        "b.html: a.html#no",
        "b.html: c.png",
    ]
