"""Every number of the three papers: computed, against the exact value and against what
is printed.

Where a paper is wrong (``agrees`` is false) the number is tested to differ from what is
printed.
"""

import pytest
from published_numbers import COMPUTED as MAKERS
from published_numbers import PAPERS

import cddiagram as cd
from cddiagram.stats import rank_order

COMPUTED = {paper: make() for paper, make in MAKERS.items()}
ENTRIES = [
    (paper, at)
    for paper, content in PAPERS.items()
    for at in range(len(content["entries"]))
]


def entry_id(case):
    paper, at = case
    return f"{paper}-{at}-{PAPERS[paper]['entries'][at]['key']}"


@pytest.mark.parametrize("case", ENTRIES, ids=entry_id)
def test_published_number(case):
    paper, at = case
    entry = PAPERS[paper]["entries"][at]
    value = COMPUTED[paper][entry["key"]]
    if isinstance(entry["value"], dict | list):
        assert value == entry["value"]
        return
    assert float(value) == pytest.approx(entry["value"], rel=1e-9, abs=1e-300)
    if entry["published"] is None:
        return
    printed = float(entry["published"])
    near = abs(float(value) - printed) <= entry["abs_tol"] * (1 + 1e-9)
    assert near == entry["agrees"], (
        f"{entry['where']} prints {entry['published']}, computed {float(value)!r}"
    )


def test_all_entries_are_here():
    """452 entries, 25 of them misprints or otherwise wrong in print."""
    assert len(ENTRIES) == 452
    assert (
        sum(PAPERS[paper]["entries"][at]["agrees"] is False for paper, at in ENTRIES)
        == 25
    )


def test_orders_of_the_tables_are_ours():
    """The printed mean ranks order the algorithms as `rank_order` does."""
    comparison = cd.compare(cd.load_example("garcia2008-table2"))
    assert [comparison.algorithms[i] for i in rank_order(comparison.ranking.average_ranks)] == [
        "C4.5", "NaiveBayes", "CN2", "1-NN", "Kernel"
    ]  # fmt: skip
