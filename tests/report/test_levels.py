"""The diagram, letters and sentences of a report at every level at which decisions
change.
"""

import json
import random
import re
from itertools import pairwise

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.document import Levels, report_html
from cddiagram.report.sections.levels import levels_of
from cddiagram.sheet import in_states
from cddiagram.words import Wording


def compared(k, n=30, spread=1, **options):
    generator = np.random.default_rng(0)
    scores = generator.normal(size=(n, k)) + np.linspace(0, spread, k)
    return cd.compare(
        cd.ScoreTable.from_arrays(scores, algorithms=[f"A{i}" for i in range(k)]),
        **options,
    )


@pytest.mark.parametrize(
    ("k", "options"),
    [
        (5, {}),
        (8, {"pair_test": "wilcoxon"}),
        (6, {"control": "A0"}),
        (7, {"alpha": 0.3}),
        (7, {"alpha": 0.0002}),
    ],
)
def test_every_set_of_decisions_between_the_ends_has_one_level(k, options):
    comparison = compared(k, **options)
    levels = levels_of(comparison)
    assert levels == sorted(set(levels))
    assert comparison.alpha in levels
    sets = [comparison.at(level).different().tobytes() for level in levels]
    assert len(set(sets)) == len(sets)
    # another way: all levels on a fine grid, and at the p-values themselves
    p = comparison.pairwise.pvalue_adjusted
    tried = [
        *np.geomspace(0.001, 0.2, 3000),
        *(float(x) for x in p[(p >= 0.001) & (p <= 0.2)]),
    ]
    assert {
        comparison.at(float(level)).different().tobytes() for level in tried
    } <= set(sets)


def test_of_many_levels_forty_are_kept_with_the_own_one_and_the_ends():
    comparison = compared(40, n=40, spread=2, pair_test="wilcoxon")
    levels = levels_of(comparison)
    assert len(levels) == 40
    assert comparison.alpha in levels
    assert (levels[0], levels[-1] > 0.18) == (0.001, True)


def test_what_is_said_and_drawn_at_a_level_is_that_of_the_comparison_there():
    comparison = compared(6, pair_test="wilcoxon")
    report = cd.make_report(comparison, sections=["levels"])
    [block] = [
        block for block in report.sections[0].blocks if isinstance(block, Levels)
    ]
    levels, states = levels_of(comparison), block.states()
    assert len(states) == len(levels)
    assert (levels[block.own], "this report" in states[block.own].label) == (0.05, True)
    for level, state in zip(levels, states, strict=True):
        there = comparison.at(level)
        assert state.sentences == Wording(there).conclusions
        assert state.letters == tuple(there.letters.values())
        drawn = cd.plot_cd(there, ids=True, width=4.0).layout
        assert state.sheet.elements == drawn.elements
    table = report.tables()["levels-table"]
    counts = [int(comparison.at(level).different().sum()) // 2 for level in levels]
    assert [row[1].value for row in table.rows] == counts
    for row, (before, after) in zip(table.rows[1:], pairwise(counts), strict=True):
        assert row[2].text.count(" – ") == min(3, after - before)


def test_the_page_has_each_state_as_its_parts():
    comparison = compared(6)
    page = report_html(cd.make_report(comparison, sections=["levels"]))
    [labels] = re.findall(r'data-labels="([^"]*)"', page)
    levels = levels_of(comparison)
    assert labels.count("|") == len(levels) - 1
    [sentences] = re.findall(r'<div class="levels".*?<ul>(.*?)</ul>', page, re.DOTALL)
    items = re.findall(r'<li(?: data-states="([\d ]*)")?>(.*?)</li>', sentences)
    for number, level in enumerate(levels):
        shown = tuple(
            text
            for states, text in items
            if not states or str(number) in states.split()
        )
        assert shown == Wording(comparison.at(level)).conclusions


def test_states_come_out_as_they_went_in():
    generator = random.Random(4)
    for _ in range(200):
        states = [
            generator.choices("abcdef", k=generator.randrange(6))
            for _ in range(generator.randrange(1, 6))
        ]
        merged = in_states(states)
        for number, items in enumerate(states):
            assert [
                item for item, own in merged if not own or str(number) in own.split()
            ] == items


def test_nothing_changes_where_nothing_is_tested_or_differs():
    table = cd.ScoreTable.from_arrays([[1, 1, 1]] * 3, algorithms=["A", "B", "C"])
    assert "levels" not in json.dumps(
        [section.key for section in cd.make_report(cd.compare(table)).sections]
    )
