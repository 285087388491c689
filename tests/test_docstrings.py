"""Every public function and class says in numpydoc what goes in, what comes out, and
shows it in a running example.
"""

import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import cddiagram
import cddiagram.stats

SKIPPED_PACKAGES = ("cddiagram.cli", "cddiagram.__main__")


def public_members():
    for module in pkgutil.walk_packages(cddiagram.__path__, "cddiagram."):
        if module.name.startswith(SKIPPED_PACKAGES):
            continue
        loaded = importlib.import_module(module.name)
        for name, member in vars(loaded).items():
            if (
                name.startswith("_")
                or getattr(member, "__module__", None) != module.name
            ):
                continue
            if inspect.isfunction(member) or inspect.isclass(member):
                yield f"{module.name}.{name}", member


MEMBERS = dict(public_members())
#: The words of all modules outside of the statistics: whose names are among them is
#: taken by others.
ELSEWHERE = {
    word
    for path in Path(cddiagram.__file__).parent.rglob("*.py")
    if "stats" not in path.relative_to(Path(cddiagram.__file__).parent).parts
    for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))
}
STATS_FUNCTIONS = {
    name: member
    for name, member in MEMBERS.items()
    if name.startswith("cddiagram.stats.")
    and inspect.isfunction(member)
    and member.__name__ in ELSEWHERE
}
API = {
    name: getattr(cddiagram, name)
    for name in cddiagram.__all__
    if callable(getattr(cddiagram, name))
}


def test_all_have_a_docstring():
    assert len(MEMBERS) > 500
    assert [
        name for name, member in MEMBERS.items() if not inspect.getdoc(member)
    ] == []


def test_statistics_that_others_take_show_an_example():
    assert len(STATS_FUNCTIONS) > 20
    assert [
        name
        for name, member in STATS_FUNCTIONS.items()
        if ">>>" not in inspect.getdoc(member)
    ] == []


@pytest.mark.parametrize(
    "name", [n for n, member in API.items() if inspect.isfunction(member)]
)
def test_the_interface_is_numpydoc(name):
    doc = inspect.getdoc(API[name])
    sections = ["Returns\n", "Examples\n"]
    if inspect.signature(API[name]).parameters:
        sections.append("Parameters\n")
    for section in sections:
        assert section in doc, f"{name} has no section {section.strip()}"
    for parameter in inspect.signature(API[name]).parameters:
        assert (
            f"{parameter} :" in doc
            or f"{parameter}, " in doc
            or f", {parameter}" in doc
        ), parameter
