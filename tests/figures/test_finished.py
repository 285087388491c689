"""Figures draw finished objects; handed anything else, they say in one sentence what to
do first.
"""

from __future__ import annotations

import pandas as pd
import pytest

import cddiagram as cd

TABLE = cd.load_example("demsar2006-table6-ranks")
FRAME = TABLE.to_frame()
COMPARED = (
    "plot_cd",
    "plot_rank_bars",
    "plot_mcb",
    "plot_pvalue_matrix",
    "plot_rank_distribution",
    "plot_forest",
)


@pytest.mark.parametrize("name", COMPARED)
@pytest.mark.parametrize("given", [TABLE, FRAME, {"A": {"x": 1}}, [[1, 2]], None])
def test_scores_are_compared_first(name, given):
    with pytest.raises(cd.UsageError) as error:
        getattr(cd, name)(given)
    kind = type(given).__name__
    assert str(error.value) == (
        f"{name} requires a comparison, not a {kind}. Compare the scores first: "
        f"{name}(compare(table))."
    )


@pytest.mark.parametrize(
    ("name", "arguments", "call"),
    [
        (
            "plot_convergence_matrix",
            (),
            "plot_convergence_matrix(compare_convergence(histories))",
        ),
        (
            "plot_convergence_trend",
            ("A", "B"),
            "plot_convergence_trend(compare_convergence(histories), first, second)",
        ),
        (
            "plot_convergence_problems",
            ("A", "B"),
            "plot_convergence_problems(compare_convergence(histories), first, second)",
        ),
    ],
)
def test_histories_are_compared_first(name, arguments, call):
    with pytest.raises(cd.UsageError) as error:
        getattr(cd, name)(cd.load_histories("optimisers"), *arguments)
    assert str(error.value) == (
        f"{name} requires a convergence comparison, not a Histories. Compare the "
        f"histories first: {call}."
    )


@pytest.mark.parametrize(
    "given",
    [[TABLE, TABLE], {"a": FRAME, "b": FRAME}, (cd.compare(TABLE), TABLE), FRAME],
)
def test_tables_of_a_sequence_are_compared_first(given):
    with pytest.raises(cd.UsageError) as error:
        cd.plot_cd_sequence(given)
    assert str(error.value).endswith(
        "Compare the scores first: plot_cd_sequence({title: compare(table) for title, table "
        "in tables.items()})."
    )


def test_other_objects():
    comparison = cd.compare(TABLE)
    cases = [
        (
            cd.plot_assumptions,
            comparison,
            "Use the assumptions of the comparison: "
            "plot_assumptions(comparison.assumptions).",
        ),
        (
            cd.plot_assumptions,
            TABLE,
            "Check the assumptions first: plot_assumptions(check_assumptions(table)).",
        ),
        (
            cd.plot_convergence_curves,
            pd.DataFrame(),
            "Read the histories first: plot_convergence_curves(read_histories(path)).",
        ),
        (
            cd.plot_convergence_curves,
            cd.compare_convergence(cd.load_histories("optimisers")),
            "Use the histories of the comparison: "
            "plot_convergence_curves(comparison.histories).",
        ),
    ]
    for plot, given, end in cases:
        with pytest.raises(cd.UsageError) as error:
            plot(given)
        assert str(error.value).endswith(end)
