"""The software paper compiles, shows what the package draws, and its numbers are those
of the tests.
"""

import importlib.util
import json
import re
import shutil
import subprocess

import matplotlib as mpl
import pytest
from latex import compile_tex, need

PINNED = "3.11.2"


@pytest.fixture(scope="module")
def paper(pytestconfig):
    return pytestconfig.rootpath / "paper"


def without_provenance(text):
    return re.sub(r"^% cddiagram: .*\n", "", text)


@pytest.mark.skipif(
    mpl.__version__ != PINNED, reason=f"measured by the fonts of matplotlib {PINNED}"
)
def test_figure_and_references_are_those_of_the_package(paper, tmp_path):
    spec = importlib.util.spec_from_file_location(
        "make_figure", paper / "make_figure.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.make(tmp_path)
    for name in ("figure.tex", "sources.bib"):
        made, kept = (
            (folder / name).read_text(encoding="utf-8") for folder in (tmp_path, paper)
        )
        assert without_provenance(made) == without_provenance(kept)
    cited = {key for keys in re.findall(r"\\cite\{([^}]+)\}", (paper / "paper.tex").read_text(encoding="utf-8"))
             for key in keys.split(",")}  # fmt: skip
    entries = "".join(
        (paper / name).read_text(encoding="utf-8")
        for name in ("sources.bib", "software.bib")
    )
    assert cited == set(re.findall(r"@\w+\{(\w+),", entries))


def test_numbers_of_the_paper(paper, pytestconfig):
    golden = (pytestconfig.rootpath / "tests" / "golden").glob("*.json")
    entries = [
        entry
        for path in golden
        for entry in json.loads(path.read_text(encoding="utf-8"))["entries"]
    ]
    text = " ".join((paper / "paper.tex").read_text(encoding="utf-8").split())
    printed, wrong = (
        sum(map(test, entries))
        for test in (
            lambda e: e["published"] is not None,
            lambda e: e["agrees"] is False,
        )
    )
    assert f"We computed {printed} numbers printed in the three papers" in text
    assert f"{wrong} are wrong in print" in text


@pytest.mark.slow
def test_it_compiles(paper, tmp_path):
    need("pdflatex", "bibtex")
    for path in paper.iterdir():
        if path.is_file():
            shutil.copy(path, tmp_path)
    source = (paper / "paper.tex").read_text(encoding="utf-8")
    quiet = {"cwd": tmp_path, "capture_output": True, "check": True, "timeout": 120}
    subprocess.run(["pdflatex", "-interaction=nonstopmode", "paper"], **quiet)
    assert b"Warning" not in subprocess.run(["bibtex", "paper"], **quiet).stdout
    subprocess.run(["pdflatex", "-interaction=nonstopmode", "paper"], **quiet)
    pdf, log = compile_tex("pdflatex", source, tmp_path, "paper")
    assert pdf.stat().st_size > 10_000
    assert int(re.search(r"\((\d+) pages?,", log)[1]) <= 3
