"""Packages use each other through their interfaces, the ``__init__`` of each package.

An interface lists the names that other packages and tests may use. A test in the folder
of a package may use all of its modules.
"""

import ast
from functools import cache
from pathlib import Path

import interfaces
import pytest

import cddiagram
from cddiagram.features import public_modules

ROOT = Path(cddiagram.__file__).parents[1]
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for folder in ("cddiagram", "tests", "gallery")
    for path in sorted((ROOT / folder).rglob("*.py"))
}
#: The registry, whose types the public interface exports.
REGISTRY = "cddiagram/features.py"
REGISTRY_SOURCE = SOURCES[REGISTRY]
SOURCES[REGISTRY] = interfaces.without_types(REGISTRY_SOURCE)
INTERFACES = {
    name: path.read_text(encoding="utf-8")
    for name, path in interfaces.interfaces().items()
}
MODULES = {
    path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    for path in SOURCES
    if path.startswith("cddiagram/")
}
#: Folder of tests -> the package whose modules its tests may use, if names differ.
_FOLDERS = {"util": "_util"}
#: What interfaces themselves, and registries, are made with.
LAZY = "cddiagram._util.lazy"
#: How many names may cross the borders of packages, and those of `sheet` alone. A
#: smaller number is better: lower these numbers when you remove names.
MOST_NAMES, MOST_OF_SHEET = 420, 70


@cache
def imports_in(source):
    """Return the ``from ... import ...`` statements of a source."""
    nodes = ast.walk(ast.parse(source))
    return [node for node in nodes if isinstance(node, ast.ImportFrom)]


def package_of(path):
    """Return the package that a file belongs to, or whose tests it contains."""
    folder, *inner = Path(path).parts[:-1] or ("",)
    if folder == "cddiagram" and inner:
        return inner[0]
    if folder == "tests" and inner:
        return _FOLDERS.get(inner[0], inner[0])
    return ""


def deep_imports(path, source):
    """List what a file imports from modules of other packages, past their interfaces."""
    found = []
    for node in imports_in(source):
        if not node.module:
            continue
        if node.module == LAZY:
            continue
        parts = node.module.split(".")
        foreign = parts[0] == "cddiagram" and len(parts) > 2
        is_command = parts[-1] == "command"  # a module of the layer of `cli`
        if is_command and package_of(path) == "cli":
            continue
        if foreign and parts[1] in INTERFACES and parts[1] != package_of(path):
            found.extend(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def own_interface(path, source):
    """List what a module of a package imports from the interface of its package."""
    package = f"cddiagram.{package_of(path)}"
    if not path.startswith("cddiagram/") or package_of(path) not in INTERFACES:
        return []
    return [
        alias.name
        for node in imports_in(source)
        if node.module == package
        for alias in node.names
        if f"{package}.{alias.name}" not in MODULES
    ]


def is_listing(path):
    """Return whether a file only lists names: an interface, or the public one."""
    is_interface = path.endswith("/__init__.py") and package_of(path) in INTERFACES
    return is_interface or path == "cddiagram/__init__.py"


@cache
def names_across():
    """Return the names that modules of the package import from other packages."""
    found = set()
    for path, source in SOURCES.items():
        if not path.startswith("cddiagram/") or is_listing(path):
            continue
        own = {package_of(path)}
        if path.endswith("/command.py"):  # a module of the layer of `cli`
            own.add("cli")
        for node in imports_in(source):
            parts = (node.module or "").split(".")
            is_ours = parts[0] == "cddiagram" and len(parts) > 1
            if is_ours and parts[1] not in own and node.module != LAZY:
                found |= {(parts[1], alias.name) for alias in node.names}
    return found


def test_other_packages_are_used_through_their_interfaces():
    found = {
        path: deep_imports(path, source)
        for path, source in SOURCES.items()
        if path != "cddiagram/__init__.py"
    }
    assert {path: names for path, names in found.items() if names} == {}


def test_modules_of_a_package_import_each_other_directly():
    found = {path: own_interface(path, source) for path, source in SOURCES.items()}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize("package", INTERFACES)
def test_the_homes_are_those_of_the_block(package):
    assert interfaces.written(INTERFACES[package]) == INTERFACES[package]


def test_the_public_homes_are_those_of_the_block():
    source = SOURCES["cddiagram/__init__.py"]
    assert interfaces.written(source) == source


def test_the_types_of_figures_and_features_are_those_of_the_registry():
    homes, exported, keys = interfaces.public_types(REGISTRY_SOURCE)
    modules = {name: f"cddiagram.{home}" for name, home in public_modules().items()}
    remedy = "run python tests/shared/interfaces.py"
    assert homes == dict(sorted(modules.items())), remedy
    assert exported == sorted(modules), remedy
    assert keys == interfaces.figures_of_one(), remedy


def test_a_new_figure_gets_its_type():
    modules = {**public_modules(), "plot_dots": "figures.dots"}
    source = interfaces.with_types(REGISTRY_SOURCE, modules, ["cd", "dots"])
    homes, exported, keys = interfaces.public_types(source)
    assert homes["plot_dots"] == "cddiagram.figures.dots"
    assert "plot_dots" in exported
    assert keys == ["cd", "dots"]
    assert interfaces.without_types(source) == SOURCES[REGISTRY]


@pytest.mark.parametrize("package", INTERFACES)
def test_an_interface_lists_no_module_and_no_name_of_one(package):
    names = interfaces.listed(INTERFACES[package])
    assert not {f"cddiagram.{package}.{name}" for name in names} & MODULES


@pytest.mark.parametrize("package", INTERFACES)
def test_every_name_exists_and_is_used(package):
    module = __import__(f"cddiagram.{package}", fromlist=["_"])
    used = set()
    for path, source in SOURCES.items():
        if package_of(path) == package:
            continue
        for node in imports_in(source):
            if node.module == module.__name__:
                used |= {alias.name for alias in node.names}
    listed = interfaces.listed(INTERFACES[package])
    assert [name for name in listed if not hasattr(module, name)] == []
    assert sorted(set(listed) - used) == []
    assert dir(module) == sorted(listed)


def test_few_names_cross_the_borders():
    names = names_across()
    assert len(names) <= MOST_NAMES
    assert sum(package == "sheet" for package, _ in names) <= MOST_OF_SHEET


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(
        AttributeError, match=r"'cddiagram\.sheet' has no attribute 'x'"
    ):
        _ = __import__("cddiagram.sheet", fromlist=["_"]).x


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("cddiagram/figures/cd.py", "from cddiagram.sheet.meter import TextMeter"),
        ("cddiagram/figures/cd.py", "def f():\n    from cddiagram.data.table import T"),
        ("tests/test_plan.py", "from cddiagram.comparing.plan import make_plan"),
        ("tests/words/test_x.py", "from cddiagram.stats.ranks import rank_scores"),
    ],
)
def test_an_import_past_an_interface_is_seen(path, source):
    assert len(deep_imports(path, source)) == 1


def test_imports_that_are_allowed_are_not_reported():
    assert (
        deep_imports("tests/stats/test_x.py", "from cddiagram.stats.ranks import a")
        == []
    )
    assert deep_imports("tests/test_x.py", "from cddiagram.stats import a") == []


def test_a_use_of_the_own_interface_is_seen():
    source = "from cddiagram.sheet import TextMeter"
    assert own_interface("cddiagram/sheet/axis.py", source) == ["TextMeter"]
    assert own_interface("tests/sheet/test_axis.py", source) == []


def test_a_forgotten_home_is_seen():
    source = INTERFACES["provenance"]
    changed = source.replace('    "Provenance": "cddiagram.provenance.model",\n', "")
    assert changed != source
    assert interfaces.written(changed) == source
