"""The page of the reference: the public names of the package, by section."""

import inspect

import cddiagram as cd
from cddiagram.features import FEATURES

#: The names that come first and last in their sections. The others keep the order of the
#: package.
FIRST = ("read_scores", "compare", "plot_cd", "make_report", "Drawing")
LAST = ("Look",)
#: Name -> its section, if the rules below do not apply.
SECTIONS = {
    "ScoreTable": "Scores",
    "Histories": "Scores",
    "example_names": "Scores",
    "Comparison": "Tests",
    "advise": "Tests",
    "Look": "Figures",
}
#: The packages whose names are in the section of reports.
REPORTS = ("document", "provenance", "report")


def section_of(name):
    """Return the section of a public name."""
    if name in SECTIONS:
        return SECTIONS[name]
    if name.startswith("plot_"):
        return "Figures"
    member = getattr(cd, name)
    if member.__module__.split(".")[1] in REPORTS:
        return "Reports"
    if name.startswith(("read_", "load_")):
        return "Scores"
    results = [entry.result for entry in FEATURES.values()]
    if inspect.isfunction(member) or name in results:
        return "Tests"
    return "Results and exceptions"


def names_by_section():
    """Return the public names of each section."""
    names = {}
    placed = (*FIRST, *LAST, "__version__")
    others = [name for name in cd.__all__ if name not in placed]
    for name in (*FIRST, *others, *LAST):
        names.setdefault(section_of(name), []).append(name)
    return names


def page(text):
    """Return the page with the names of each section instead of ``{section}``."""
    for section, names in names_by_section().items():
        lines = [f"   ~cddiagram.{name}" for name in names]
        text = text.replace(f"   {{{section}}}", "\n".join(lines))
    return text
