"""Imports point one way (design: errors, table, results < stats < comparison < layout < plot, report < cli).

The rule is read from the syntax trees, so an import inside a function counts as well; the delegates that results may
have are listed here and nowhere else.
"""

import ast
import sys
from pathlib import Path

import pytest

import cddiagram

ROOT = Path(cddiagram.__file__).parent

#: Layer -> (layers it may import, packages outside the standard library it may import).
LAYERS = {
    "texts": (set(), set()),
    "errors": ({"texts"}, set()),
    "names": (set(), set()),
    "exact": (set(), {"numpy"}),
    "files": ({"errors"}, set()),
    "recording": ({"texts"}, set()),
    "grid": ({"errors", "exact", "recording", "texts"}, {"numpy"}),
    "digest": (set(), set()),
    "inputs": ({"errors", "exact", "texts"}, {"numpy"}),
    "table": ({"digest", "errors", "exact", "grid", "inputs", "recording"}, {"numpy"}),
    "histories": ({"digest", "errors", "exact", "inputs", "recording"}, {"numpy"}),
    "results": ({"errors", "histories", "inputs", "table"}, {"numpy"}),
    "read": (
        {"errors", "files", "grid", "histories", "inputs", "names", "recording", "table"},
        {"numpy", "openpyxl", "pandas"},
    ),
    "data": ({"errors", "histories", "read", "table"}, set()),
    "stats": ({"errors", "exact", "inputs", "names", "results"}, {"numpy", "scipy"}),
    "plan": ({"errors", "names"}, set()),
    "evidence": ({"errors", "exact", "inputs", "plan", "results", "stats", "table"}, {"numpy"}),
    "comparison": ({"errors", "evidence", "plan", "read", "results", "stats", "table"}, {"numpy"}),
    "convergence": ({"errors", "exact", "histories", "names", "results", "stats"}, {"numpy"}),
    "advice": ({"names", "plan", "results", "stats"}, {"numpy"}),
    "families": ({"comparison", "names", "plan", "results", "stats"}, {"numpy"}),
    "provenance": ({"digest", "errors", "recording"}, set()),
    "layout": ({"errors", "names", "results", "texts"}, {"numpy"}),
    "plot": (
        {"files", "errors", "layout", "provenance", "recording", "results"},
        {"fontTools", "matplotlib", "numpy"},
    ),
    "report": (
        {"advice", "files", "errors", "families", "layout", "names", "plan", "plot", "provenance", "results", "texts"},
        {"jinja2", "markupsafe", "matplotlib", "rich"},
    ),
    "cli": (
        {"files", "comparison", "convergence", "data", "errors", "advice", "histories", "layout", "names", "plan",
         "plot", "provenance", "read", "recording", "report", "results", "stats", "table", "grid", "texts"},
        {"click", "numpy", "rich"},
    ),
    "__main__": ({"cli"}, set()),
    "__init__": (set(), set()),
}  # fmt: skip

#: (module, function, imported module): one-line delegates of results, and pandas where a frame is asked for.
DELEGATES = {
    ("results", "caption", "cddiagram.report.wording.captions"),
    ("results", "summary", "cddiagram.report.wording.sentences"),
    ("results", "methods", "cddiagram.report.wording.methods"),
    ("results", "references", "cddiagram.report.wording.methods"),
    ("results", "to_latex", "cddiagram.report.write_latex"),
    ("results", "to_markdown", "cddiagram.report.write_markdown"),
    ("results", "from_pvalues", "cddiagram.comparison"),
    ("results", "_repr_html_", "cddiagram.report.html.notebook"),
    ("results", "to_frame", "pandas"),
    ("results", "conclusion", "cddiagram.report.wording.convergence"),
    ("results", "caption", "cddiagram.report.wording.convergence"),
    ("results", "summary", "cddiagram.report.wording.convergence"),
    ("table", "to_frame", "pandas"),
    ("histories", "to_frame", "pandas"),
}


def layer_of(module):
    return module.split(".")[1] if "." in module else "__init__"


def imports_of(source, module):
    """Yield (enclosing function or None, imported module) of every import outside `if TYPE_CHECKING`."""

    def visit(node, function):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            function = node.name
        if isinstance(node, ast.Import):
            yield from ((function, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative import"
            yield function, node.module
        for child in ast.iter_child_nodes(node):
            yield from visit(child, function)

    yield from visit(ast.parse(source), None)


def violations(source, module):
    inside, outside = LAYERS[layer_of(module)]
    layer, found = layer_of(module), []
    for function, name in imports_of(source, module):
        if (layer, function, name) in DELEGATES:
            continue
        if name.split(".")[0] == "cddiagram":
            allowed = name == "cddiagram" or layer_of(name) == layer or layer_of(name) in inside
        else:
            top = name.split(".")[0]
            allowed = top in sys.stdlib_module_names or top in outside
        if name.startswith("scipy.stats") and function is None:
            allowed = False
        if name == "pandas" and function is None:
            allowed = False
        if name == "matplotlib.pyplot" and function != "show":
            allowed = False
        if not allowed:
            found.append(f"{module} imports {name} in {function or 'the module'}")
    return found


MODULES = sorted(ROOT.rglob("*.py"))


def module_name(path):
    parts = ("cddiagram", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_imports_point_left(path):
    assert violations(path.read_text(encoding="utf-8"), module_name(path)) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("cddiagram.layout.cd", "import matplotlib"),
        ("cddiagram.layout.cd", "def f():\n    from cddiagram.plot.cd import plot_cd"),
        ("cddiagram.stats.groups", "from cddiagram.comparison import compare"),
        ("cddiagram.stats.groups", "import scipy.stats"),
        ("cddiagram.results", "def to_frame():\n    import cddiagram.report.wording.sentences"),
        ("cddiagram.table", "import pandas as pd"),
        ("cddiagram.plot.cd", "import matplotlib.pyplot as plt"),
    ],
)
def test_a_wrong_import_is_seen(module, source):
    assert len(violations(source, module)) == 1


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_modules_stay_small(path):
    """About 300 lines; a longer one says why in its first lines."""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 400 or any("lines" in line for line in lines[:12])
