"""The code can be skimmed: measures of its syntax stay within those of its peers.

The limits are a minimum. Seaborn, plotnine, narwhals and great-tables have 10.5 to
12.6 tokens per statement, and 2.6% to 4.8% of their statements have more than 30.
"""

from pathlib import Path

import pytest
from syntax import MANY_LINES, MANY_TOKENS, Syntax, measure

import cddiagram

PACKAGE = Path(cddiagram.__file__).parent
#: Lower these limits when a module has been simplified.
MOST_TOKENS_PER_STATEMENT = 11.9
MOST_DENSE_STATEMENTS = 0.035
MOST_CONDITIONAL_EXPRESSIONS = 350
NEVER = (
    "comprehension in a comprehension",
    "conditional expression in a conditional expression",
    "conditional expression in an f-string",
    "conditional expression in a call of several lines",
    "long function",
    "participle as a name",
)
#: Modules that have not been rewritten yet, mostly layouts of figures. Remove a module
#: from this list when nothing in it is found any more.
PENDING = {
    "cli/report.py",
}


@pytest.fixture(scope="module")
def syntax():
    return measure(PACKAGE)


def test_mean_number_of_tokens(syntax):
    assert syntax.statements > 20_000
    assert syntax.tokens_per_statement <= MOST_TOKENS_PER_STATEMENT


def test_share_of_dense_statements(syntax):
    assert syntax.share_of_dense_statements <= MOST_DENSE_STATEMENTS


def test_number_of_conditional_expressions(syntax):
    assert syntax.conditionals <= MOST_CONDITIONAL_EXPRESSIONS


@pytest.mark.parametrize("kind", NEVER)
def test_never(syntax, kind):
    places = syntax.places.get(kind, [])
    assert [place for place in places if _module(place) not in PENDING] == []


def test_no_finished_module_is_pending(syntax):
    findings = set()
    for kind in NEVER:
        findings |= {_module(place) for place in syntax.places.get(kind, [])}
    assert PENDING - findings == set()


def _module(place):
    """The file of a place."""
    return place.partition(":")[0]


PLANTED = '''"""A docstring is no statement."""
import os


def short(rows):
    return [cell for row in rows for cell in row]


def dense(rows, mark):
    found = [[cell for cell in row] for row in rows]
    print(
        1 if mark else 2,
        found,
    )
    return f"{'a' if mark else 'b'}", 1 if mark else 2 if rows else 3
'''


def test_every_kind_is_detected(tmp_path):
    body = "\n".join("    x = 1" for _ in range(MANY_LINES + 1))
    terms = " + ".join("x" for _ in range(MANY_TOKENS))
    source = f"{PLANTED}\n\ndef long(x):\n{body}\n    return {terms}\n"
    (tmp_path / "planted.py").write_text(source, encoding="utf-8")
    syntax = measure(tmp_path)
    assert sorted(syntax.places) == sorted([*NEVER, "dense statement"])
    assert all(len(places) == 1 for places in syntax.places.values())
    assert syntax.conditionals == 4
    assert "planted.py:10 dense" in syntax.places["participle as a name"]


def test_headers_are_counted_without_their_bodies(tmp_path):
    path = tmp_path / "loop.py"
    path.write_text("for x in y:\n    z = x\n", encoding="utf-8")
    syntax = Syntax()
    syntax.add(path, "loop.py")
    assert (syntax.statements, syntax.tokens) == (2, 5 + 3)
