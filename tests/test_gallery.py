"""The gallery: each script runs, is short, and draws the picture in baseline_images/;
the guide says what is so.
"""

import ast
import doctest
import importlib.util
import re
import runpy
import shlex
import shutil
from pathlib import Path

import matplotlib as mpl
import pytest

import cddiagram as cd
from cddiagram.document import fragments

pytestmark = pytest.mark.slow

GALLERY = Path(__file__).parents[1] / "gallery"
SCRIPTS = {
    path.stem.removeprefix("plot_"): path for path in sorted(GALLERY.glob("plot_*.py"))
}
GUIDE = sorted(
    [*(GALLERY / "site").glob("*.rst"), *(GALLERY / "site" / "guide").glob("*.rst")]
)

#: The version that drew the pictures; the extra ``test`` installs it.
PINNED = "3.11.2"


@pytest.mark.skipif(
    mpl.__version__ != PINNED,
    reason=f"drawn by matplotlib {PINNED}; others set text a little apart",
)
@pytest.mark.mpl_image_compare(
    savefig_kwargs={"dpi": 202}, style={"text.hinting": "no_hinting"}
)
@pytest.mark.parametrize("name", SCRIPTS)
def test_gallery(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    figure = runpy.run_path(str(SCRIPTS[name]))["drawing"].figure
    assert list(tmp_path.iterdir()) == []
    return figure


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_is_short_and_ends_with_a_drawing(name):
    text = SCRIPTS[name].read_text(encoding="utf-8")
    tree = ast.parse(text)
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    assert len(statements) < 15
    title, underline, blank, *sentences = ast.get_docstring(tree).splitlines()
    assert underline == "=" * len(title)
    assert blank == ""
    assert sentences
    assigned = [
        node.targets[0] for node in ast.walk(tree) if isinstance(node, ast.Assign)
    ]
    assert "drawing" in [
        target.id for target in assigned if isinstance(target, ast.Name)
    ]
    assert any(
        f"{made}(" in text
        for made in ("load_example", "load_histories", "compare_folds", "from_arrays")
    )


def test_every_figure_has_a_script():
    text = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS.values())
    missing = [
        name
        for name in cd.__all__
        if name.startswith("plot_") and f"cd.{name}(" not in text
    ]
    assert missing == []


def test_the_order_of_the_gallery_names_scripts():
    """Scripts that it does not name come last."""
    tree = ast.parse((GALLERY / "site" / "site_tools.py").read_text(encoding="utf-8"))
    (order,) = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        and getattr(node.targets[0], "id", "") == "ORDER"
    ]
    assert len(set(order)) == len(order)
    assert set(order) <= set(SCRIPTS)


@pytest.mark.parametrize("path", GUIDE, ids=lambda path: path.stem)
def test_guide_shows_what_the_code_prints(path, tmp_path, monkeypatch):
    monkeypatch.chdir(
        shutil.copytree(path.with_suffix(""), tmp_path / "files")
        if path.stem == "tutorial"
        else tmp_path
    )
    assert (
        doctest.testfile(str(path), module_relative=False, encoding="utf-8").failed == 0
    )


def shell_commands(page):
    """Give the commands of its shell blocks, without what the shell does with their
    output.
    """
    blocks = re.findall(
        r"^\.\. code-block:: sh\n\n((?:(?:   .*)?\n)+)",
        page.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    text = "".join(blocks).replace("\\\n", " ")
    lines = [
        line.strip().partition(" > ")[0] for line in text.splitlines() if line.strip()
    ]
    return [shlex.split(line, comments=True) for line in lines]


def test_shell_commands_of_the_guide_run(tmp_path, monkeypatch):
    from click.testing import CliRunner

    from cddiagram.cli import main

    monkeypatch.chdir(tmp_path)
    commands = shell_commands(GALLERY / "site" / "guide" / "reports.rst")
    assert len(commands) > 12
    latex = shutil.which("pdflatex") or shutil.which("lualatex")
    for program, *arguments in commands:
        assert program == "cddiagram"
        if "report.pdf" in arguments and not latex:
            continue
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, (arguments, result.output)
        if "--scores" in arguments:
            assert "fig.pdf belongs to scores.csv." in result.output
    text = (tmp_path / "scores.csv").read_text(encoding="utf-8")
    (tmp_path / "scores.csv").write_text(
        text.replace("0.5", "0.6", 1), encoding="utf-8"
    )
    assert (
        CliRunner()
        .invoke(main, ["inspect", "fig.pdf", "--scores", "scores.csv"])
        .exit_code
        == 1
    )


def test_the_pieces_that_the_guide_reads_exist():
    names = re.findall(
        r"\{tables/([\w-]+)\}",
        (GALLERY / "site" / "guide" / "reports.rst").read_text(encoding="utf-8"),
    )
    pieces = fragments(
        cd.make_report(cd.compare(cd.load_example("garcia2008-table2-ranks")))
    )
    assert len(names) == 8
    assert [
        name
        for name in names
        if f"{name}.tex" not in pieces and f"{name}.bib" not in pieces
    ] == []


def test_guide_names_pictures_that_the_gallery_draws():
    picture = re.compile(
        r"^ *\.\. (?:image|figure):: /gallery/images/sphx_glr_plot_(\w+)_001\.svg$",
        re.MULTILINE,
    )
    shown = [
        name
        for page in GUIDE
        for name in picture.findall(page.read_text(encoding="utf-8"))
    ]
    assert len(shown) > 5
    assert [name for name in shown if name not in SCRIPTS] == []


@pytest.mark.parametrize(
    ("page", "loads"),
    [
        (
            '<script src="https://cdn.example/x.js"></script>',
            ["https://cdn.example/x.js"],
        ),
        (
            '<link rel="stylesheet" href="//fonts.example/a.css">',
            ["//fonts.example/a.css"],
        ),
        (
            "@import url('https://fonts.example/a.css');",
            ["https://fonts.example/a.css"],
        ),
        ("src: url(https://fonts.example/a.woff2)", ["https://fonts.example/a.woff2"]),
        ('<a href="https://www.sphinx-doc.org">Sphinx</a>', []),
        (
            '<link rel="stylesheet" href="_static/site.css"><script '
            'src="_static/doctools.js"></script>',
            [],
        ),
    ],
)
def test_the_build_notices_what_a_page_would_load(page, loads):
    spec = importlib.util.spec_from_file_location(
        "build_site", GALLERY / "site" / "build.py"
    )
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    assert build.loaded_from_elsewhere(page) == loads
