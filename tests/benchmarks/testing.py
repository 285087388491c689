"""The tests: ranks and Nemenyi, Wilcoxon for all pairs, groups, Page for all pairs."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
from measuring import Row, calls, compared, extra_memory, limited, paired
from numpy.typing import NDArray
from sizes import SIZES, scores, size

from cddiagram import ScoreTable, read_scores
from cddiagram._util import Exact
from cddiagram.stats import (
    PositionGroups,
    adjust_pvalues,
    critical_difference,
    difference_ranks,
    friedman_test,
    nemenyi_pvalues,
    page_test,
    page_upper,
    rank_pair_test,
    rank_scores,
    rank_standard_error,
    studentized_range_quantile,
    studentized_range_sf,
    wilcoxon_test,
)
from cddiagram.studies import BATCH, Tables, sample_datasets, studied_tests

FloatArray = NDArray[np.float64]


def forget(name: str) -> None:
    """Empty the caches of a module of ours, for the cost of the first call."""
    for value in vars(sys.modules[name]).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()


def ranks(rounds: int) -> Iterator[Row]:
    """Friedman, Iman-Davenport, Nemenyi's p of all pairs and CD, against scipy's
    Friedman test alone.
    """
    from scipy.stats import friedmanchisquare

    for k, n in SIZES:
        table = scores(k, n)
        columns = list(table.T)

        def ours(table: FloatArray = table, k: int = k) -> None:
            ranked = rank_scores(table)
            friedman_test(ranked)
            nemenyi_pvalues(rank_pair_test(ranked).statistic, k)
            critical_difference(
                k,
                rank_standard_error(ranked),
                alpha=0.05,
                p_adjust="nemenyi",
                n_hypotheses=1,
            )

        found = paired(
            {
                "ours": calls(ours),
                "friedmanchisquare": calls(
                    lambda columns=columns: friedmanchisquare(*columns)
                ),
            },
            rounds,
        )
        what = "ranks, Friedman, Iman-Davenport, all Nemenyi p, CD"
        yield compared(
            what, size(k, n), found, "friedmanchisquare", most=1.5 if k >= 60 else None
        )


def _wilcoxon_loop(table: FloatArray) -> Callable[[], object]:
    from scipy.stats import wilcoxon

    def loop() -> object:
        k = table.shape[1]
        found = [
            wilcoxon(table[:, i], table[:, j]).pvalue
            for i, j in combinations(range(k), 2)
        ]
        # Ours on both sides: that of statsmodels collects garbage in every call, which
        # takes longer than the tests.
        return adjust_pvalues(found, "holm")

    return loop


def _wilcoxon_ours(table: FloatArray) -> Callable[[], object]:
    pairs = np.triu_indices(table.shape[1], 1)
    return lambda: adjust_pvalues(wilcoxon_test(table).pvalue[pairs], "holm")


def wilcoxon(rounds: int) -> Iterator[Row]:
    """All pairs by Wilcoxon's test with Holm's adjustment, and the memory that it
    takes.
    """
    for decimals, kind in ((None, ""), (3, ", scores of 3 decimals")):
        for k, n in SIZES:
            table = scores(k, n, decimals)
            found = paired(
                {
                    "ours": calls(_wilcoxon_ours(table)),
                    "scipy loop": calls(_wilcoxon_loop(table)),
                },
                rounds,
            )
            least = 25 if kind else {(5, 30): 50, (100, 1000): 40}.get((k, n), 100)
            yield compared(
                f"all pairs Wilcoxon, Holm{kind}",
                size(k, n),
                found,
                "scipy loop",
                least=least,
            )
    k, n = SIZES[-1]
    memory = extra_memory(_wilcoxon_ours(scores(k, n)))
    yield limited(
        "all pairs Wilcoxon, Holm: extra memory", size(k, n), memory, "MiB", 32
    )


def scipy_signed_rank(differences: FloatArray) -> float:
    """Return scipy's exact p-value by the rule of D06: zeros split evenly, one dropped
    if odd.

    Without ties and zeros scipy takes the exact law. With any, its ``method="exact"``
    is that of untied ranks, and wrong; what ``"auto"`` takes up to 13 differences, the
    permutation of all signs, is exact.
    """
    from scipy.stats import PermutationMethod, wilcoxon

    zeros = np.flatnonzero(differences == 0)
    kept = np.delete(differences, zeros[: len(zeros) % 2])
    if not kept.any():
        return 1.0
    tied = len(zeros) > 0 or len(np.unique(np.abs(kept))) < len(kept)
    method = PermutationMethod(n_resamples=math.inf) if tied else "exact"
    return float(wilcoxon(kept, zero_method="zsplit", method=method).pvalue)


def drawn(decimals: int, size: int = 10) -> tuple[Callable[[], FloatArray], FloatArray]:
    """Draw tables as the study of power does: its test of a part of them, and the
    differences that it tests.
    """
    table = ScoreTable.from_arrays(scores(2, 30, decimals), algorithms=["A", "B"])
    whole = table.exact.whole.numerators
    differences = whole[:, 0] - whole[:, 1]
    rows = sample_datasets(
        table.scores[:, 0] - table.scores[:, 1],
        2.0,
        size,
        BATCH,
        np.random.default_rng(1),
    )
    rules = studied_tests("wilcoxon", "pair", "friedman", "ranks")

    def ours() -> FloatArray:
        ((pvalue, _),) = (
            Tables(table.exact.take(rows), True, (0, 1)).pvalues(rules).values()
        )
        return pvalue[:, 0]

    return ours, np.asarray(differences[rows], dtype=np.float64)


def power(rounds: int) -> Iterator[Row]:
    """Wilcoxon's test in the study of power against a loop over scipy's calls on the
    same draws: time for one draw.
    """
    for decimals, kind, count in ((6, "", 100), (1, ", ties and zeros", 2)):
        ours, differences = drawn(decimals)
        few = differences[:count]
        cost, loop = (
            calls(ours),
            calls(lambda few=few: [scipy_signed_rank(row) for row in few]),
        )
        costs = {
            "ours": lambda cost=cost: cost() / BATCH,
            "scipy loop": lambda loop=loop, count=count: loop() / count,
        }
        yield compared(
            f"Wilcoxon in the study of power{kind}",
            "10 data sets",
            paired(costs, rounds),
            "scipy loop",
            least=500,
        )
        worst = max(
            abs(p / scipy_signed_rank(row) - 1)
            for p, row in zip(ours(), few, strict=False)
        )
        yield limited(
            f"the same p-values{kind}: relative error",
            f"{count} draws",
            worst,
            "",
            1e-12,
        )


def groups(rounds: int) -> Iterator[Row]:
    """Maximal groups of the graph of pairs that Wilcoxon's test does not tell apart."""
    import networkx as nx

    for k, n in SIZES:
        table = scores(k, n)
        pvalue = wilcoxon_test(table).pvalue
        pairs = np.triu_indices(k, 1)
        joined = np.zeros((k, k), dtype=bool)
        joined[pairs] = adjust_pvalues(pvalue[pairs], "holm") > 0.05
        joined |= joined.T
        order = np.argsort(rank_scores(table).mean(axis=0))
        joined = joined[np.ix_(order, order)]
        costs = {
            "ours": calls(lambda joined=joined: PositionGroups.of(joined)),
            "networkx": calls(
                lambda joined=joined: list(nx.find_cliques(nx.from_numpy_array(joined)))
            ),
        }
        yield compared(
            "maximal groups", size(k, n), paired(costs, rounds), "networkx", most=0.5
        )


#: (q, k, P(range > q)): the trapezoidal rule on k int phi(z) [Phi(z)^(k-1) - (Phi(z) -
#: Phi(z-q))^(k-1)] dz, 30 digits.
_TAILS = (
    (0.5, 3, 0.933421945135287), (2.0, 3, 0.33349932504015), (7.0, 3, 2.222266145311475e-6),
    (12.0, 3, 6.455916377569022e-17), (20.0, 3, 6.265462751287633e-45), (50.0, 3, 2.490051771358957e-273),
    (0.5, 10, 0.9999985866194843), (2.0, 10, 0.9232142386068531), (7.0, 10, 3.265918103310925e-5),
    (12.0, 10, 9.683825946252486e-16), (36.0, 10, 2.73706615431738e-141), (52.2, 10, 1.386547871991567e-296),
    (4.5, 100, 0.8003286670910798), (7.0, 100, 0.003022080129134564), (12.0, 100, 1.065152996016211e-13),
    (36.0, 100, 3.010772769749118e-139), (50.0, 100, 4.108585422742279e-270),
)  # fmt: skip
#: (k, upper 5 % point), the same integral inverted.
_QUANTILES = (
    (2, 2.77180764869936), (3, 3.31449315539812), (10, 4.47412422172590), (30, 5.30128957403116),
    (100, 6.08463753717317), (200, 6.49591326393517), (500, 7.00557261269058), (1000, 7.36962748513835),
)  # fmt: skip


def nemenyi(rounds: int) -> Iterator[Row]:
    """Quantiles and tails of the range of normal variables."""
    from scipy.stats import studentized_range

    for k in (10, 100):
        costs = {
            "ours": calls(lambda k=k: studentized_range_quantile(0.05, k)),
            "scipy": calls(lambda k=k: studentized_range.ppf(0.95, k, math.inf)),
        }
        yield compared(
            "Nemenyi quantile", f"k = {k}", paired(costs, rounds), "scipy", least=20
        )
    worst = max(
        abs(studentized_range_quantile(0.05, k) - exact) for k, exact in _QUANTILES
    )
    yield limited("Nemenyi quantile: absolute error", "k = 2 to 1000", worst, "", 1e-12)
    for (k, n), least in (((10, 100), 5), ((100, 1000), 50)):
        z = rank_pair_test(rank_scores(scores(k, n))).statistic
        q = math.sqrt(2) * np.abs(z[np.triu_indices(k, 1)])
        costs = {
            "ours": calls(lambda z=z, k=k: nemenyi_pvalues(z, k)),
            "scipy": calls(lambda q=q, k=k: studentized_range.sf(q, k, math.inf)),
        }
        yield compared(
            "all pairs Nemenyi p",
            f"k = {k}",
            paired(costs, rounds),
            "scipy",
            least=least,
        )
    worst = 0.0
    for k in {k for _, k, _ in _TAILS}:
        single = {q: exact for q, of, exact in _TAILS if of == k}
        # Alone, and among so many that the tail is interpolated.
        among = studentized_range_sf(
            np.concatenate([list(single), np.linspace(0.01, 50.0, 5000)]), k
        )
        for place, (q, exact) in enumerate(single.items()):
            worst = max(
                worst,
                abs(float(studentized_range_sf(q, k)) / exact - 1),
                abs(among[place] / exact - 1),
            )
    yield limited("Nemenyi p: relative error", "p from 1 to 1e-296", worst, "", 1e-10)


def page(rounds: int) -> Iterator[Row]:
    """Page's test for all ordered pairs of algorithms, and its exact distribution."""
    from scipy.stats import page_trend_test

    for k, n, c in ((6, 19, 10), (10, 19, 20), (20, 19, 20)):
        values = np.random.default_rng(c).normal(size=(k, n, c))
        first, second = np.triu_indices(k, 1)
        differences = [values[j] - values[i] for i, j in permutations(range(k), 2)]
        costs = {
            "ours": calls(
                lambda values=values, first=first, second=second: page_test(
                    difference_ranks(Exact.of(values), first, second),
                    method="asymptotic",
                )
            ),
            "scipy loop": calls(
                lambda differences=differences: [
                    page_trend_test(d, method="asymptotic") for d in differences
                ]
            ),
        }
        yield compared(
            "Page, all pairs",
            f"{k} × {n} × {c}",
            paired(costs, rounds),
            "scipy loop",
            least=10,
        )

    def exact() -> None:
        forget("cddiagram.stats.page")
        page_upper([9000], 19, 12)

    seconds = sorted(paired({"ours": calls(exact)}, rounds)["ours"])[rounds // 2]
    yield limited(
        "Page, exact p, first call",
        "19 problems, 12 cut-points",
        1e3 * seconds,
        "ms",
        100,
    )


def ties(rounds: int) -> Iterator[Row]:
    """What the one rule of ties costs: beside the same work on doubles as they are, and
    for fractions.
    """
    from scipy.stats import rankdata

    k, n = SIZES[-1]
    for decimals, kind in ((None, ""), (3, ", scores of 3 decimals")):
        table = scores(k, n, decimals)
        costs = {
            "ours": calls(lambda table=table: rank_scores(table)),
            "rankdata": calls(lambda table=table: rankdata(table, axis=1)),
        }
        yield compared(
            f"ranks{kind}", size(k, n), paired(costs, rounds), "rankdata", most=1
        )
    k, n = 30, 100
    fractions = np.random.default_rng(97).integers(0, 98, (n, k)) / 97
    costs = {
        "ours": calls(_wilcoxon_ours(fractions)),
        "scipy loop": calls(_wilcoxon_loop(fractions)),
    }
    yield compared(
        "all pairs Wilcoxon, Holm, scores k / 97",
        size(k, n),
        paired(costs, rounds),
        "scipy loop",
        least=5,
    )


def runs(rounds: int, folder: Path) -> Iterator[Row]:
    """Reading, against pandas, which neither checks nor adds exactly: a wide table, and
    a million rows of runs.
    """
    import pandas as pd

    for decimals, kind in ((None, ""), (3, ", scores of 3 decimals")):
        wide = folder / "wide.csv"
        pd.DataFrame(scores(*SIZES[-1], decimals)).to_csv(wide)
        costs = {
            "ours": calls(partial(read_scores, wide)),
            "pandas": calls(partial(pd.read_csv, wide, index_col=0)),
        }
        yield compared(
            f"reading, wide{kind}",
            size(*SIZES[-1]),
            paired(costs, rounds),
            "pandas",
            most=8,
        )

    file = folder / "runs.csv"
    values = np.random.default_rng(10**6).random((1000, 100, 10)).round(3)
    head, lines = "data set,algorithm,run,score", []
    for (i, j, run), value in np.ndenumerate(values):
        lines.append(f"d{i},a{j},{run},{value}")
    file.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")

    def grouped() -> object:
        return (
            pd.read_csv(file)
            .groupby(["data set", "algorithm"])["score"]
            .mean()
            .unstack()
        )

    found = paired(
        {"ours": calls(lambda: read_scores(file)), "pandas": calls(grouped)},
        min(rounds, 3),
    )
    yield compared("reading runs, long", "1,000,000 rows", found, "pandas", most=20)
