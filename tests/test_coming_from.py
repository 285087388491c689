"""The page "Coming from another package": our calls run, and where the other package is
installed the numbers agree.
"""

import inspect
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import cddiagram as cd

PAGE = Path(__file__).parents[1] / "gallery" / "site" / "guide" / "coming_from.rst"
PEERS = (
    "Orange", "autorank", "scikit-posthocs", "aeon", "critdd", "baycomp", "scmamp", "PMCMRplus", "tsutils",
    "KEEL and the programs of SCI2S", "STAC",
)  # fmt: skip


def sections():
    """Name of a package -> its text."""
    parts = re.split(
        r"^(.+)\n-{4,}$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE
    )
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def calls(text):
    """Give the literals of the right-hand columns of tables of calls, and all calls of
    ours beside the tables.
    """
    cells = re.findall(
        r"^   \* - .*\n(?:       .*\n)*     - (.*\n(?:       .*\n)*)",
        text,
        re.MULTILINE,
    )
    ours = re.findall(r"``((?:cd\.|comparison)[^`]+)``", text)
    return list(
        dict.fromkeys(
            [literal for cell in cells for literal in re.findall(r"``([^`]+)``", cell)]
            + ours
        )
    )


def test_every_section_states_what_only_one_package_provides():
    found = sections()
    assert tuple(found) == PEERS
    for peer, text in found.items():
        assert re.search(r"(?:Only|also)\s(?:\S+\s)?(?:provides|supports)", text), peer
        assert len(calls(text)) > 3, peer


@pytest.mark.slow
@pytest.mark.parametrize("peer", PEERS)
def test_calls_run(peer, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(1)
    scores, names = rng.random((20, 3)), ["A", "B", "C"]
    frame = pd.DataFrame(
        scores, columns=names, index=[f"data set {i}" for i in range(20)]
    )
    frame.to_csv("scores.csv", index_label="data set")
    table = cd.ScoreTable.from_arrays(scores, algorithms=names)
    comparison = cd.compare(table)
    ranks = comparison.ranking.average_ranks
    known = {
        "cd": cd, "table": table, "frame": frame, "X": scores, "names": names, "comparison": comparison,
        "ranks": ranks, "average_ranks": ranks, "n": 20, "p": comparison.pairwise.pvalue_adjusted, "k": 3,
        "first": comparison, "second": comparison, "save": cd.plot_cd(comparison).save, "seconds": table,
        "fold_table": table, "histories": cd.load_histories("optimisers"),
    }  # fmt: skip
    takers = {
        **dict.fromkeys(
            ("highlight", "side", "best_at", "rank_range", "width"),
            lambda options: cd.plot_cd(comparison, **options),
        ),
        "ranking": lambda options: cd.compare(table, **options),
        "p_adjust": lambda options: cd.compare(
            table,
            pair_test="wilcoxon",
            control="A" if options["p_adjust"] in ("rom", "li", "holland") else None,
            **options,
        ),
        "higher_is_better": lambda options: cd.read_scores(frame, **options),
        "control": lambda options: cd.compare(table, **options),
        "zeros": lambda options: cd.compare(table, pair_test="wilcoxon", **options),
        "variance": lambda options: cd.compare(table, ranking="aligned", **options),
        "dataset_column": lambda options: cd.read_scores(frame, **options),
    }
    for call in calls(sections()[peer]):
        if call.startswith("c = "):
            exec(call, known)
        elif re.match(r"(cd\.|comparison|save\(|print\()", call):
            eval(call, known)
        elif "=" in call:
            (taker,) = [
                taker for start, taker in takers.items() if call.startswith(start)
            ]
            taker(eval(f"dict({call})", known))
        else:
            assert (
                call == "rcParams" or call in inspect.signature(cd.plot_cd).parameters
            ), call


@pytest.fixture(scope="module")
def garcia():
    table = cd.load_example("garcia2008-table2")
    return table, pd.DataFrame(
        table.scores, columns=list(table.algorithms), index=list(table.datasets)
    )


PAIRS = np.triu_indices(5, 1)


@pytest.mark.filterwarnings("ignore")
def test_nemenyi_is_that_of_scikit_posthocs(garcia):
    posthocs = pytest.importorskip("scikit_posthocs", exc_type=ImportError)
    table, frame = garcia
    theirs = posthocs.posthoc_nemenyi_friedman(frame).to_numpy()[PAIRS]
    np.testing.assert_allclose(
        cd.compare(table).pairwise.pvalue_adjusted[PAIRS], theirs, rtol=1e-9
    )


@pytest.mark.filterwarnings("ignore")
def test_ranks_and_critical_difference_are_those_of_autorank(garcia):
    package = pytest.importorskip("autorank", exc_type=ImportError)
    table, frame = garcia
    theirs, ours = (
        package.autorank(frame, force_mode="nonparametric"),
        cd.compare(table),
    )
    assert round(theirs.cd, 4) == round(ours.critical_difference, 4)
    assert theirs.rankdf["meanrank"].to_dict() == pytest.approx(
        dict(zip(table.algorithms, ours.ranking.average_ranks, strict=True))
    )
    (corrected,) = [
        test for test in ours.omnibus if test.name == "friedman" and test.tie_corrected
    ]
    assert theirs.pvalue == pytest.approx(corrected.pvalue, rel=1e-9)


@pytest.mark.filterwarnings("ignore")
def test_what_is_said_of_aeon_is_so():
    package = pytest.importorskip(
        "aeon.visualisation.results._critical_difference", exc_type=ImportError
    )
    stats = pytest.importorskip("aeon.benchmarking.stats", exc_type=ImportError)
    assert package._compute_adjusted_alpha(0.1, 5, "holm") == 0.1 / 4
    assert [len(stats._get_qalpha(alpha)) - 1 for alpha in (0.01, 0.05, 0.1)] == [
        56,
        56,
        56,
    ]
    with pytest.raises(Exception, match="alpha must be"):
        stats._get_qalpha(0.02)


@pytest.mark.slow
def test_posterior_is_that_of_baycomp_within_the_noise(garcia):
    baycomp = pytest.importorskip("baycomp", exc_type=ImportError)
    table, frame = garcia
    found = cd.compare(table).posterior(0.01)
    first, second = table.algorithms.index("CN2"), table.algorithms.index("1-NN")
    # Their scores are better when they are higher, and the first of the three numbers
    # is the first one's.
    theirs = baycomp.two_on_multiple(
        frame["CN2"].to_numpy(), frame["1-NN"].to_numpy(), rope=0.01
    )
    assert found.better[first, second] == pytest.approx(theirs[0], abs=0.015)
    assert found.better[second, first] == pytest.approx(theirs[2], abs=0.015)
