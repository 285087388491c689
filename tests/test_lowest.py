"""The lower bounds that the package promises are those that are tested."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def bounds(lines, operator):
    found = [re.match(rf"([A-Za-z0-9-]+){operator}([0-9.]+)", line) for line in lines]
    return {match[1]: match[2] for match in found if match}


def test_lower_bounds_are_those_tested():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    promised, extra = (
        bounds(project["dependencies"], ">="),
        bounds(project["optional-dependencies"]["test"], ">="),
    )
    assert len(promised) == len(project["dependencies"]), (
        "every dependency has a lower bound"
    )
    tested = bounds(
        (ROOT / "tests" / "lowest.txt").read_text(encoding="utf-8").splitlines(), "=="
    )
    # A cluster is no dependency, and users' clusters are of many ages.
    assert tested == promised | {"distributed": extra["distributed"]}
