"""What is public: every class that a public name leads to is a public name itself."""

import ast
import importlib
import inspect
import re
import sys
from functools import cache, cached_property
from pathlib import Path

import pytest

import cddiagram
from cddiagram.sheet import Sheet

ROOT = Path(__file__).parents[1]

#: Classes that public ones hold, but that are internal, with the reason. Layouts are
#: internal as well: they contain positions on a page.
INTERNAL = {
    "Adjustment": "the entry of a registry; `Plan.p_adjust` is its key",
    "PairProcedure": "the entry of a registry; `Plan.pair_test` is its key",
    "Output": "the state of a drawing; `Drawing.figure` and `Drawing.ax` are public",
    "Origin": "what a drawing was made from; `Drawing.provenance` is public",
    "DrawingView": "what types know of `Drawing` below the figures",
    "TableView": "what types know of `Table` below the tables",
    "Exact": "the scores in exact arithmetic, for the tests of this package",
    "Whole": "the sums of runs as whole numbers, for the tests of this package",
    "Figure": "a part of a report; `Report.save` writes it",
    "Section": "a part of a report; `Report.save` writes it",
    "TableBlock": "a table of a report; `Comparison.tabulate` returns a public one",
    "CitedSource": "an entry in the bibliography of a report; `Report.save` writes it",
}


@cache
def imported_names(module):
    """Return what a module imports anywhere, for types as well: name -> object.

    Some names are imported by way of another module that itself imports them for types.
    """
    found = {}
    tree = ast.parse(Path(sys.modules[module].__file__).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        if not node.module.startswith("cddiagram"):
            continue
        home = importlib.import_module(node.module)
        for alias in node.names:
            member = getattr(home, alias.name, None)
            if member is None and home is not cddiagram:
                member = imported_names(node.module).get(alias.name)
            found[alias.asname or alias.name] = member
    return found


def classes_in(annotation, module):
    """Return the classes of the package that an annotation names."""
    known = {**vars(sys.modules[module]), **imported_names(module)}
    found = set()
    for word in re.findall(r"[A-Za-z_]\w*", str(annotation)):
        member = known.get(word)
        if inspect.isclass(member) and member.__module__.startswith("cddiagram."):
            found.add(member)
    return found


def function_of(member):
    """Return the function behind a method or a property; None if it is neither."""
    if isinstance(member, property):
        return member.fget
    if isinstance(member, cached_property):
        return member.func
    if isinstance(member, classmethod | staticmethod):
        return member.__func__
    if inspect.isfunction(member):
        return member
    return None


def returned_by(function):
    annotation = function.__annotations__.get("return", "")
    return classes_in(annotation, function.__module__)


def held_by(kind):
    """Return (where, class) of what public methods and attributes of a class hold."""
    for base in kind.__mro__:
        if not base.__module__.startswith("cddiagram."):
            continue
        for name, member in vars(base).items():
            function = function_of(member)
            if name.startswith("_") or function is None:
                continue
            for found in returned_by(function):
                yield f"{kind.__name__}.{name}", found
        for name, annotation in vars(base).get("__annotations__", {}).items():
            if name.startswith("_"):
                continue
            for found in classes_in(annotation, base.__module__):
                yield f"{kind.__name__}.{name}", found


def is_internal(kind):
    return issubclass(kind, Sheet) or kind.__name__ in INTERNAL


def returned_classes(names):
    """Return the classes that public names lead to, with the place of each."""
    found = {}
    waiting = []
    for name in names:
        member = getattr(cddiagram, name)
        if inspect.isclass(member):
            waiting.append((name, member))
        elif callable(member):
            waiting += [(name, kind) for kind in returned_by(member)]
    while waiting:
        where, kind = waiting.pop()
        if kind in found or is_internal(kind):
            continue
        found[kind] = where
        waiting += held_by(kind)
    return found


RETURNED = returned_classes(cddiagram.__all__)


def test_every_returned_class_is_public():
    missing = {
        kind.__name__: where
        for kind, where in RETURNED.items()
        if getattr(cddiagram, kind.__name__, None) is not kind
    }
    assert missing == {}


def test_classes_are_found_by_every_way():
    """A function, a method, a property, a generic class and a type alone lead on."""
    names = {kind.__name__ for kind in RETURNED}
    assert {"Report", "Posterior", "Group", "Drawing", "Table"} <= names


def test_a_class_that_is_not_public_is_seen():
    without = [name for name in cddiagram.__all__ if name != "Effects"]
    assert cddiagram.Effects in returned_classes(without)


def test_internal_classes_are_held_and_not_public():
    held = {
        found.__name__ for kind in RETURNED for _, found in held_by(kind)
    } - cddiagram.__dict__.keys()
    assert held >= INTERNAL.keys()
    assert not INTERNAL.keys() & set(cddiagram.__all__)


def public_docstrings():
    """Yield (name, docstring) of public functions, classes and their members."""
    for name in cddiagram.__all__:
        member = getattr(cddiagram, name)
        if not callable(member):
            continue
        yield name, inspect.getdoc(member) or ""
        if not inspect.isclass(member):
            continue
        for part, inner in vars(member).items():
            function = function_of(inner)
            if function is not None and not part.startswith("_"):
                yield f"{name}.{part}", inspect.getdoc(function) or ""


def documents():
    """Yield (name, text) of what users read."""
    yield from public_docstrings()
    site = sorted((ROOT / "gallery" / "site").rglob("*.rst"))
    scripts = sorted((ROOT / "gallery").glob("*.py"))
    for path in (ROOT / "README.md", *site, *scripts):
        if "generated" not in path.parts:
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def deeper_paths(text):
    """Return what a text names below the package itself."""
    dotted = re.findall(r"\bcddiagram\.([a-z]\w*\.\w+)", text)
    imported = re.findall(r"from cddiagram\.([\w.]+) import", text)
    files = {"svg", "csv", "bib", "py", "rst", "html", "io"}
    return [path for path in dotted if path.split(".")[1] not in files] + imported


def test_the_documentation_uses_no_deeper_path():
    deeper = {name: deeper_paths(text) for name, text in documents()}
    assert {name: paths for name, paths in deeper.items() if paths} == {}


@pytest.mark.parametrize(
    "text",
    [
        "`Drawing <cddiagram.figures.drawing.Drawing>`",
        "from cddiagram.stats.ranks import mean_ranks",
        "~cddiagram.provenance.Subject",
    ],
)
def test_a_deeper_path_is_seen(text):
    assert deeper_paths(text) != []
