"""The published tables: as printed, with source, and giving the numbers of the
papers.
"""

import runpy
from importlib import resources

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.data.examples import describe_examples, history_names, read_example

#: Name -> (data sets, algorithms, printed average ranks): D06 Table 6, G08 Table 2, G10
#: Table 3.
PRINTED = {
    "demsar2006-table6-ranks": (
        14,
        ("C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"),
        (3.143, 2.000, 2.893, 1.964),
    ),
    "garcia2008-table2-ranks": (
        30,
        ("C4.5", "1-NN", "NaiveBayes", "Kernel", "CN2"),
        (2.100, 3.250, 2.200, 4.333, 3.117),
    ),
    "garcia2010-table3-ranks": (
        24,
        ("PDFC", "NNEP", "IS-CHC+1NN", "FH-GBML"),
        (1.771, 2.479, 2.479, 3.271),
    ),
}


@pytest.mark.parametrize("name", PRINTED)
def test_average_ranks_are_those_printed(name):
    n, algorithms, ranks = PRINTED[name]
    table = cd.load_example(name)
    assert (table.n, table.algorithms, table.higher_is_better) == (n, algorithms, False)
    assert table.scores.mean(axis=0) == pytest.approx(ranks, abs=0.0005)
    assert (table.scores.sum(axis=1) == table.k * (table.k + 1) / 2).all()


@pytest.mark.parametrize("name", PRINTED)
def test_scores_rank_as_printed(name):
    """Everywhere but on voting (D06 Table 6), where the paper ranked by digits that it
    did not print.
    """
    scores, places = cd.load_example(name.removesuffix("-ranks")), cd.load_example(name)
    assert (scores.datasets, scores.algorithms) == (places.datasets, places.algorithms)
    assert scores.higher_is_better
    ranks = cd.compare(scores).ranking.ranks
    differ = [
        scores.datasets[i] for i in np.flatnonzero((ranks != places.scores).any(axis=1))
    ]
    assert differ == (["voting"] if name.startswith("demsar") else [])


def test_the_numbers_with_the_printed_ranks_of_2010():
    """They rank as Table 3 (the aligned and Quade ranks: tests/report/test_golden.py),
    and say what they are.
    """
    numbers, places = (
        cd.load_example("garcia2010-tables7-8"),
        cd.load_example("garcia2010-table3-ranks"),
    )
    assert (numbers.datasets, numbers.algorithms) == (
        places.datasets,
        places.algorithms,
    )
    assert cd.compare(numbers).ranking.ranks.tolist() == places.scores.tolist()
    assert (numbers.scores == numbers.scores.round()).all()
    comment = b" ".join(
        line
        for line in read_example("garcia2010-tables7-8").splitlines()
        if line[:1] == b"#"
    )
    assert b"integer programming" in comment
    assert b"mean nothing else" in comment


def test_table_2_is_part_of_table_6():
    two, six = (
        cd.load_example("demsar2006-table2"),
        cd.load_example("demsar2006-table6"),
    )
    assert two.scores.tolist() == six.select(["C4.5", "C4.5+m"]).scores.tolist()
    assert two.datasets == six.datasets
    assert six.scores[six.datasets.index("voting")].tolist() == [
        0.972,
        0.981,
        0.975,
        0.975,
    ]


def test_the_corrected_cell():
    """G08 Table 2, OptDigits: 1-NN has rank 5; printed is 1, which would make the ranks
    sum to 11.
    """
    table = cd.load_example("garcia2008-table2-ranks")
    assert table.scores[table.datasets.index("OptDigits*")].tolist() == [3, 5, 2, 1, 4]


@pytest.mark.parametrize("name", cd.example_names())
def test_every_file_names_its_source(name):
    lines = read_example(name).decode("utf-8").splitlines()
    assert lines[0].startswith("# ")
    assert any(year in lines[0] for year in ("(2006)", "(2008)", "(2010)"))
    assert lines[1].startswith(("# Table ", "# Tables "))
    assert ("Lower is better." in lines[1]) is not cd.load_example(
        name
    ).higher_is_better
    assert lines[2].startswith("# Corrections: ")
    assert describe_examples()[name]


def test_every_file_has_a_name():
    files = sorted(
        entry.name
        for entry in resources.files("cddiagram.data.examples").iterdir()
        if entry.name.endswith(".csv")
    )
    assert files == sorted(
        f"{name}.csv" for name in (*cd.example_names(), *history_names())
    )


def test_optimisers():
    """At least 5 algorithms, 19 problems and 10 cut-points, some histories at the
    optimum early.
    """
    histories = cd.load_histories("optimisers")
    assert (histories.k, histories.n, histories.c, histories.unit) == (
        6,
        20,
        10,
        "evaluations",
    )
    assert not histories.higher_is_better
    assert histories.notes == (
        "The 5 runs of each algorithm on each problem were reduced to their mean at each "
        "cut-point.",
    )
    assert (histories.values >= 0).all()
    early = (histories.values[:, :, -2] == 0).any(axis=1)
    assert early.sum() >= 4
    assert (
        "gallery/make_optimiser_histories.py"
        in read_example("optimisers").decode().splitlines()[0]
    )


@pytest.mark.slow
def test_the_script_makes_the_optimisers(pytestconfig):
    """The textbook optimisers again on two functions, to the digits of the file;
    scipy's may differ by version.
    """
    path = pytestconfig.rootpath / "gallery" / "make_optimiser_histories.py"
    script = runpy.run_path(str(path))
    lines = read_example("optimisers").decode().splitlines()
    assert len(lines) == 3 + 6 * 20 * 5
    assert sorted({line.split(",")[1] for line in lines[3:]}) == sorted(
        script["FUNCTIONS"]
    )
    for optimiser in ("Random search", "(1+1)-ES", "PSO"):
        for function in ("sphere", "step"):
            assert script["row"](optimiser, function, 2) in lines


def test_every_function_of_the_script_has_its_optimum(pytestconfig):
    script = runpy.run_path(
        str(pytestconfig.rootpath / "gallery" / "make_optimiser_histories.py")
    )
    generator = np.random.default_rng(3)
    for name, function in script["FUNCTIONS"].items():
        assert abs(function(script["SHIFT"])) < 1e-9, name
        assert all(function(generator.uniform(-5, 5, 5)) >= 0 for _ in range(200)), name


def test_unknown_histories():
    with pytest.raises(cd.UsageError) as caught:
        cd.load_histories("optimizers")
    assert (
        str(caught.value)
        == "unknown histories 'optimizers': did you mean 'optimisers'? Choose from "
        "'optimisers'."
    )


def test_unknown_name():
    with pytest.raises(cd.UsageError) as caught:
        cd.load_example("demsar-table6")
    assert str(caught.value).startswith(
        "unknown example 'demsar-table6': did you mean 'demsar2006-table6'? Choose "
        "from "
    )


def test_no_note_asks_about_the_direction():
    assert [cd.load_example(name).notes for name in cd.example_names()] == [()] * len(
        cd.example_names()
    )
