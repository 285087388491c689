"""Imports point one way: a module imports only from the layers above its own in `LAYERS`.

The rule is read from the syntax trees, so imports inside functions and for types count
as well. There is one exception, the function `view` in `_util.records`: results show
themselves by what the registries name.
"""

import ast
import sys
from pathlib import Path

import interfaces
import pytest

import cddiagram
from cddiagram.features import FEATURES

ROOT = Path(cddiagram.__file__).parent

#: Layer -> the packages outside the standard library that it may import. A layer may
#: import those above it.
LAYERS = {
    "_util.lazy": set(),
    "text": set(),
    "_util": {"matplotlib", "numpy", "pandas"},
    "procedures": set(),
    "features": set(),
    "data": {"numpy", "openpyxl", "pandas", "polars"},
    "stats": {"numpy", "scipy"},
    "comparing": {"numpy", "pandas"},
    "words": {"numpy"},
    "provenance": {"PIL"},
    "sheet": {"matplotlib", "numpy"},
    "figures": {"matplotlib", "numpy"},
    "document": {"jinja2", "markupsafe", "matplotlib", "numpy", "pandas", "rich"},
    "report": {"matplotlib", "numpy", "pandas", "rich"},
    "convergence": {"matplotlib", "numpy", "pandas"},
    "studies": {"matplotlib", "numpy", "pandas"},
    "__init__": set(),  # the public interface
    "cli": {"click", "numpy", "rich"},
    "__main__": set(),
}
ORDER = list(LAYERS)


#: Layers of feature packages, whose modules of this name belong to the layer `cli`.
FEATURE_LAYERS = ("convergence", "studies")
COMMAND = "command"


def layer_of(module):
    parts = module.split(".")[1:]
    if parts and parts[0] in FEATURE_LAYERS and parts[-1] == COMMAND:
        return "cli"
    return next(
        (
            name
            for name in (".".join(parts[:2]), parts[0] if parts else "__init__")
            if name in LAYERS
        ),
        "",
    )


def imports_of(source, module):
    """Yield (enclosing function or None, imported module) of every import."""

    def visit(node, function):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            function = node.name
        if isinstance(node, ast.Import):
            yield from ((function, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative import"
            yield function, node.module
            submodules = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from ((function, name) for name in submodules if name in NAMES)
        for child in ast.iter_child_nodes(node):
            yield from visit(child, function)

    yield from visit(ast.parse(source), None)


def violations(source, module):
    layer, found = layer_of(module), []
    for function, name in imports_of(source, module):
        top = name.split(".")[0]
        if top == "cddiagram":
            other = layer_of(name)
            points_left = ORDER.index(other) <= ORDER.index(layer)
            allowed = points_left or layer == "__init__"
        else:
            allowed = top in sys.stdlib_module_names or top in LAYERS[layer]
        if name.startswith("scipy.stats") or name == "pandas":
            allowed = (allowed and function is not None) or is_for_types(source, name)
        if name == "matplotlib.pyplot" and function != "show":
            allowed = False
        if not allowed:
            found.append(f"{module} imports {name} in {function or 'the module'}")
    return found


def is_for_types(source, name):
    blocks = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.If)]
    return any(
        isinstance(inner, ast.Import | ast.ImportFrom) and name in ast.unparse(inner)
        for block in blocks
        if ast.unparse(block.test) == "TYPE_CHECKING"
        for inner in block.body
    )


MODULES = sorted(ROOT.rglob("*.py"))


def source_of(path):
    """Return the source of a module. The types in the registry are left out: they are
    those of names that its entries contain as strings.
    """
    source = path.read_text(encoding="utf-8")
    if path == interfaces.REGISTRY:
        return interfaces.without_types(source)
    return source


def module_name(path):
    parts = ("cddiagram", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {module_name(path) for path in MODULES}


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_imports_point_left(path):
    assert violations(source_of(path), module_name(path)) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("cddiagram.figures.cd", "import click"),
        (
            "cddiagram.words.captions",
            "def f():\n    from cddiagram.figures.cd import layout_cd",
        ),
        (
            "cddiagram.sheet.axis",
            "if TYPE_CHECKING:\n    from cddiagram.figures.cd import CDLayout",
        ),
        (
            "cddiagram.stats.groups",
            "from cddiagram.comparing.comparison import Comparison",
        ),
        ("cddiagram.stats.groups", "import scipy.stats"),
        ("cddiagram.text.errors", "from cddiagram._util.files import atomic_write"),
        ("cddiagram.data.table", "import pandas as pd"),
        ("cddiagram.figures.cd", "import matplotlib.pyplot as plt"),
        ("cddiagram.stats.groups", "from cddiagram import Drawing"),
        (
            "cddiagram.studies.pool.study",
            "def f():\n    from cddiagram.studies.pool.command import POOL",
        ),
        ("cddiagram.studies.pool.study", "from cddiagram.studies.pool import command"),
        ("cddiagram.convergence.words", "import cddiagram.convergence.command"),
        ("cddiagram.studies.pool.study", "import click"),
    ],
)
def test_a_wrong_import_is_seen(module, source):
    assert len(violations(source, module)) == 1


def test_a_command_of_a_feature_may_import_what_commands_may():
    source = "import click\nfrom cddiagram.cli.command import command"
    assert violations(source, "cddiagram.studies.pool.command") == []


def test_feature_layers_are_those_of_the_registry():
    """The commands of features are modules of feature packages, and no others are."""
    commands = {
        f"cddiagram.{entry.command.function.partition(':')[0]}"
        for entry in FEATURES.values()
        if entry.command is not None
    }
    assert commands == {
        name
        for name in NAMES
        if name.split(".")[1:2] != ["cli"] and name.endswith(f".{COMMAND}")
    }
    assert {name.split(".")[1] for name in commands} == {*FEATURE_LAYERS}


#: What names modules in strings, to be loaded when a procedure is carried out or a
#: figure is drawn.
REGISTRIES = ("cddiagram.features", "cddiagram.procedures")


def graph_of(sources):
    """Return the modules that each module imports: anywhere, for types, and by names in
    strings.
    """
    graph = {}
    homes = {}
    for module, source in sources.items():
        for name, home in interfaces.listed(source).items():
            homes[f"{module}.{name}"] = home
    for module, source in sources.items():
        found = set()
        if "_HOMES = " in source:  # an interface, which loads nothing by itself
            graph[module] = set()
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    name = f"{node.module}.{alias.name}"
                    is_module = name in sources
                    found.add(name if is_module else homes.get(name, node.module))
            elif isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and module not in REGISTRIES
            ):
                named = node.value.partition(":")[0]
                found |= {named, f"cddiagram.{named}" if "." in named else ""}
        graph[module] = found & sources.keys() - {module, "cddiagram"}
    return graph


def cycles_of(graph):
    """Return the modules that reach themselves: what is left when all that imports
    nothing more is taken away.
    """
    while free := {
        module for module, imported in graph.items() if not imported & graph.keys()
    }:
        graph = {
            module: imported for module, imported in graph.items() if module not in free
        }
    while unused := graph.keys() - set().union(*graph.values(), ()):
        graph = {
            module: imported
            for module, imported in graph.items()
            if module not in unused
        }
    return set(graph)


def test_no_module_imports_itself_by_way_of_others():
    """The facade `cddiagram` reaches everything by names in strings, and is left out,
    as are the registries.
    """
    sources = {
        module_name(path): source_of(path)
        for path in MODULES
        if path != ROOT / "__init__.py"
    }
    assert cycles_of(graph_of(sources)) == set()


def upward_strings(source, module):
    """Return the modules above its own that a module names in strings."""
    if module in REGISTRIES:
        return []
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            named = node.value.partition(":")[0].removeprefix("cddiagram.")
            layer = layer_of(f"cddiagram.{named}")
            is_module = "." in node.value and f"cddiagram.{named}" in NAMES
            if is_module and ORDER.index(layer) > ORDER.index(layer_of(module)):
                found.append(named)
    return found


def test_only_view_loads_what_is_above():
    found = {}
    for path in MODULES:
        module = module_name(path)
        source = path.read_text(encoding="utf-8")
        if module != "cddiagram" and upward_strings(source, module):
            found[module] = upward_strings(source, module)
    assert found == {"cddiagram._util.records": ["features"]}


@pytest.mark.parametrize(
    "source",
    ['loaded("report.views:tabulate")', 'import_module("cddiagram.report.views")'],
)
def test_a_string_that_points_up_is_seen(source):
    assert upward_strings(source, "cddiagram.stats.groups") == ["report.views"]


def test_a_cycle_is_seen():
    sources = {
        "cddiagram.a": "def f():\n    from cddiagram.b import x",
        "cddiagram.b": "from cddiagram import c",
        "cddiagram.c": "HOME = 'cddiagram.a'",
        "cddiagram.d": "import cddiagram.a",
    }
    assert cycles_of(graph_of(sources)) == {"cddiagram.a", "cddiagram.b", "cddiagram.c"}


def test_no_module_bears_a_public_name():
    """A submodule would hide the function of the same name as soon as it is
    imported.
    """
    assert not {path.stem for path in ROOT.iterdir()} & set(cddiagram.__all__)
