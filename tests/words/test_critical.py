"""Critical differences in print: no rounded number contradicts a decision, in any text,
table or figure.
"""

import itertools
import re

import numpy as np
import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.words.critical import always_from, cd_decimals, never_below
from cddiagram.words.numbers import format_cd
from cddiagram.words.sentences import brief_sentences, design_words

#: Ranks of three algorithms on 37 data sets, whose critical difference 0.5449 would
#: print as 0.54.
ROUNDED_DOWN = [(1, 3, 2)] + [(1, 2, 3)] * 27 + [(2, 1, 3)] * 9
NOTHING = (
    "With these 2 data sets, no difference in average ranks can be significant at α = "
    "0.05."
)


def of_ranks(ranks, **options):
    columns = np.array(ranks).T
    scores = {
        name: [-rank for rank in column]
        for name, column in zip(
            "ABCDEFGH"[: len(columns)], columns.tolist(), strict=True
        )
    }
    return cd.compare(scores, dataset_column="none", **options)


def of_random(rng, k, n, **options):
    shifts = rng.uniform(0, 0.5, k)
    scores = rng.normal(size=(n, k)) + shifts
    names = [f"algorithm {j}" for j in range(k)]
    table = cd.ScoreTable.from_arrays(
        scores, algorithms=names, datasets=[f"data {i}" for i in range(n)]
    )
    return cd.compare(table, **options)


def texts_of(comparison):
    """Return whatever prints a critical difference, but for reports and the command."""
    drawing = cd.plot_cd(comparison, width="page")
    yield from (
        element.text for element in drawing.layout.elements if hasattr(element, "text")
    )
    yield from (
        comparison.caption(),
        comparison.caption("rank-bars"),
        comparison.methods(),
        comparison.summary(),
    )
    yield from (
        comparison.tabulate("pairs").to_text(),
        design_words(comparison),
        *brief_sentences(comparison),
    )


def commands(folder, *options):
    """Return what `cddiagram compare` prints about scores.csv, and what `cddiagram
    plot` says of it.
    """
    scores, figure = str(folder / "scores.csv"), str(folder / "cd.svg")
    compared = CliRunner().invoke(main, ["compare", scores, *options])
    drawn = CliRunner().invoke(main, ["plot", scores, "-o", figure, *options])
    assert (compared.exit_code, drawn.exit_code) == (0, 0)
    return " ".join(compared.stdout.split()), " ".join(drawn.stderr.split())


def printed_rows(comparison):
    """Return the printed rank difference of each pair in the table of pairs, and its
    printed decision.
    """
    table = comparison.tabulate("pairs")
    heads = [column.head for column in table.columns]
    difference, decision = heads.index("Rank difference"), heads.index("Significant")
    return [
        (float(row[difference].text.lstrip("−")), row[decision].text == "yes")
        for row in table.rows
    ]


def contradictions(comparison, texts):
    """List the printed bounds that a row of the table of pairs contradicts."""
    rows, found, bounds = printed_rows(comparison), [], 0
    for text in texts:
        plain = " ".join(text.replace("\u00a0", " ").split())
        for number in re.findall(r"(?:CD = |at least )(\d+\.\d+)", plain):
            # What is at least the bound is significant; with a critical difference
            # nothing else is.
            single_step = comparison.critical_difference is not None
            bounds += 1
            for difference, significant in rows:
                reaches = difference >= float(number)
                if reaches != significant and (reaches or single_step):
                    found.append((number, difference, significant))
        for number in re.findall(r"less than (\d+\.\d+)", plain):
            bounds += 1
            found += [
                (number, difference, True)
                for difference, yes in rows
                if difference < float(number) and yes
            ]
    assert bounds
    return found


def test_a_critical_difference_is_not_rounded_below_a_difference_that_is_not_significant(
    tmp_path,
):
    comparison = of_ranks(ROUNDED_DOWN, method="asymptotic")
    assert comparison.critical_difference == pytest.approx(0.5449, abs=5e-5)
    assert printed_rows(comparison)[0] == (0.541, False)
    report = cd.make_report(comparison)
    (tmp_path / "scores.csv").write_text(
        "data,A,B,C\n"
        + "".join(f"d{i},{-a},{-b},{-c}\n" for i, (a, b, c) in enumerate(ROUNDED_DOWN))
    )
    compared, drawn = commands(tmp_path, "--method", "asymptotic")
    texts = [
        *texts_of(comparison),
        report.to_markdown(),
        report.to_text(),
        comparison._repr_html_(),
        compared,
        drawn,
    ]
    assert contradictions(comparison, texts) == []
    assert "at least 0.545 are significantly different" in report.to_markdown()
    assert "CD = 0.545" in compared
    assert "CD = 0.545" in drawn


@pytest.mark.slow
@pytest.mark.parametrize("n", [100, 200, 300])
def test_random_tables(n):
    rng, rounded = np.random.default_rng(n), 0
    for _ in range(60):
        comparison = of_random(rng, 5, n)
        assert contradictions(comparison, texts_of(comparison)) == []
        two = float(format_cd(comparison.critical_difference))
        rounded += any(
            (difference >= two) != yes for difference, yes in printed_rows(comparison)
        )
        holm = of_random(rng, 5, n, p_adjust="holm")
        assert contradictions(holm, [design_words(holm)]) == []
    # Two decimals would have contradicted a row; but with n = 100 the critical
    # difference is 0.6100, and differences of untied ranks are multiples of 0.01.
    assert rounded or n == 100


@pytest.mark.parametrize(
    "options",
    [
        {"p_adjust": "bonferroni"}, {"p_adjust": "none"}, {"control": "algorithm 1"}, {"control": "best"},
        {"method": "exact", "p_adjust": "bonferroni"}, {"method": "exact", "p_adjust": "holm"},
        {"tie_correction": True}, {"method": "asymptotic"},
        {"ranking": "aligned", "p_adjust": "sidak"}, {"ranking": "quade"}, {"alpha": 0.2, "p_adjust": "hochberg"},
    ],
)  # fmt: skip
def test_other_tests_on_ranks(options):
    rng = np.random.default_rng(11)
    for _ in range(12):
        comparison = of_random(
            rng, int(rng.integers(3, 7)), int(rng.integers(8, 80)), **options
        )
        assert (
            contradictions(
                comparison, [design_words(comparison), *texts_of(comparison)]
            )
            == []
        )


def test_an_exact_bound_is_a_difference_that_can_occur():
    """With n = 11 the exact bound is 17/11: 1.55 would exclude it."""
    rng, thirds = np.random.default_rng(5), 0
    for _ in range(60):
        n = int(rng.integers(6, 40))
        comparison = of_random(rng, 4, n, method="exact", p_adjust="bonferroni")
        bound = comparison.critical_difference
        step = 1 / n
        decimals = max(3, cd_decimals(comparison))
        printed = float(always_from(comparison, bound))
        assert (
            float(f"{bound:.{decimals}f}")
            >= printed
            > float(f"{bound - step:.{decimals}f}")
        )
        thirds += round(bound, 2) > bound
    assert thirds > 5


def test_bounds_of_holm_are_rounded_away_from_what_depends_on_the_other_pairs():
    comparison = cd.compare(cd.load_example("garcia2008-table2"), p_adjust="holm")
    low, high = comparison.difference_bounds
    assert float(never_below(comparison, low)) <= low
    assert float(always_from(comparison, high)) >= high


def test_designs_that_can_show_nothing_say_so(tmp_path):
    scores = {"A": [3, 3], "B": [2, 2], "C": [1, 1]}
    comparison = cd.compare(scores, dataset_column="none")
    asymptotic = cd.critical_difference(3, 2, method="asymptotic")
    assert asymptotic == pytest.approx(2.34, abs=0.005)  # the largest difference is 2
    assert cd.critical_difference(3, 2) == np.inf
    assert comparison.critical_difference is None
    assert comparison.difference_bounds == (None, None)
    report = cd.make_report(comparison, figures=None).to_markdown()
    (tmp_path / "scores.csv").write_text("data,A,B,C\nu,3,2,1\nv,3,2,1\n")
    outputs = [report, *commands(tmp_path)]
    for text in (
        comparison.caption(),
        comparison.methods(),
        comparison.summary(),
        *outputs,
    ):
        assert NOTHING in text
    everything = [*texts_of(comparison), *outputs, comparison._repr_html_()]
    assert not [text for text in everything if "CD =" in text or "2.34" in text]
    assert cd.plot_cd(comparison).layout is not None
    with pytest.raises(
        cd.UsageError,
        match=r"no difference can be significant with these data sets\. Use more",
    ):
        cd.plot_mcb(comparison)


@pytest.mark.parametrize(
    "options",
    [
        {}, {"control": "A"}, {"method": "asymptotic"}, {"method": "asymptotic", "control": "A"},
        {"p_adjust": "bonferroni"}, {"tie_correction": True},
        {"method": "exact", "p_adjust": "bonferroni"},
        {"ranking": "aligned", "p_adjust": "bonferroni"}, {"ranking": "quade", "p_adjust": "bonferroni"},
        {"ranking": "quade", "p_adjust": "bonferroni", "tie_correction": True},
    ],
)  # fmt: skip
def test_possible_designs_are_those_in_which_the_clearest_table_is_significant(options):
    """The clearest table has the first algorithm best and the last one worst on each
    data set.
    """
    outcomes = set()
    for k in range(3, 7):
        for n in range(2, 8):
            clearest = of_ranks(
                [[1, *middle_ranks(k, row), k] for row in range(n)], **options
            )
            possible = bool(clearest.different()[0, -1])
            assert (clearest.critical_difference is not None) == possible
            assert (NOTHING[:5] + f"these {n}" in clearest.summary()) != possible
            outcomes.add(possible)
    assert outcomes == {True, False}


def middle_ranks(k, row):
    """Return the ranks of the algorithms in the middle, in another order on each data
    set.
    """
    return np.roll(np.arange(2, k), row).tolist()


def contradictory_pairs(comparison):
    """Count the pairs whose printed ranks contradict the printed difference, and return
    the number of decimals of the ranks.
    """
    layout = cd.plot_cd(comparison, width="page", arrangement="list").layout
    texts = {e.gid: e.text for e in layout.elements if hasattr(e, "text")}
    [bound] = re.findall(r"CD = ([0-9.]+)", " ".join(texts.values()))
    rows = range(len(comparison.algorithms))
    printed = [float(texts[f"rank-{row}"]) for row in rows]
    decimals = len(texts["rank-0"].partition(".")[2])
    different, order = comparison.different(), comparison.order
    count = 0
    for first, second in itertools.combinations(rows, 2):
        difference = round(abs(printed[first] - printed[second]), decimals)
        decided = different[order[first], order[second]]
        count += (difference >= float(bound)) != decided
    return count, decimals


def test_printed_ranks_agree_with_the_printed_difference():
    """Two decimals become three if only then the ranks agree. A contradiction remains
    only if three decimals do not help.
    """
    decimals_used = set()
    for seed in range(60):
        comparison = of_random(np.random.default_rng(seed), 8, 112)
        count, decimals = contradictory_pairs(comparison)
        assert count == 0, seed
        decimals_used.add(decimals)
    assert decimals_used == {2, 3}
