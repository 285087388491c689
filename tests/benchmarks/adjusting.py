"""The adjustments that take time: Bergmann-Hommel, Shaffer, Hommel; the long ones
against one cold floor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from cold import floor
from measuring import Row, calls, compared, paired
from numpy.typing import NDArray
from sizes import scores, write_scores
from testing import forget

import cddiagram as cd
from cddiagram.stats import (
    adjust_pairs,
    adjust_pvalues,
    normal_two_sided,
    rank_pair_test,
    rank_scores,
    wilcoxon_test,
)

FloatArray = NDArray[np.float64]


def _on_ranks(k: int, n: int) -> tuple[FloatArray, FloatArray]:
    """Give average ranks and the p-values of all pairs on them."""
    ranked = rank_scores(scores(k, n))
    return ranked.mean(axis=0), normal_two_sided(rank_pair_test(ranked).statistic)


def _adjusting(
    method: str, pvalues: FloatArray, average_ranks: FloatArray
) -> Callable[[], object]:
    def adjust() -> object:
        forget("cddiagram.stats.pair_adjustments")
        result = adjust_pairs(pvalues, method, average_ranks=average_ranks)
        if not result.exact:
            raise RuntimeError(f"{method} was stopped at its budget")
        return result

    return adjust


def adjusting(rounds: int, folder: Path) -> Iterator[Row]:
    """Measure each procedure at the sizes it is to reach; n = 30 and 1000 data sets
    where it matters.
    """
    write_scores(folder / "10.csv", 10, 100)
    bottom = floor(folder, 10, 100, "ranks")
    drawing = cd.plot_cd(cd.compare(cd.read_scores(folder / "10.csv")))
    # By matplotlib, as our own save has become faster; the goals are what they were, 2
    # ms and the 15 ms of a save then.
    assert drawing.figure is not None
    save = calls(lambda: drawing.save(folder / "saved.pdf"))
    for k, n, peer, cost, most in (
        (9, 30, "matplotlib's PDF", save, 0.02),
        (9, 1000, "matplotlib's PDF", save, 0.02),
        (20, 30, "matplotlib's PDF", save, 0.16),
        (20, 1000, "matplotlib's PDF", save, 0.16),
        (50, 1000, "floor", bottom, 1),
        (100, 1000, "floor", bottom, 8),
    ):
        averages, pvalues = _on_ranks(k, n)
        found = paired(
            {
                "ours": calls(_adjusting("bergmann-hommel", pvalues, averages)),
                peer: cost,
            },
            rounds,
        )
        yield compared(
            "Bergmann-Hommel, mean ranks", f"k = {k}, n = {n}", found, peer, most=most
        )
    averages, _ = _on_ranks(30, 100)
    pvalues = wilcoxon_test(scores(30, 100)).pvalue
    found = paired(
        {
            "ours": calls(_adjusting("bergmann-hommel", pvalues, averages)),
            "floor": bottom,
        },
        rounds,
    )
    yield compared(
        "Bergmann-Hommel, Wilcoxon, exact", "k = 30, n = 100", found, "floor", most=2
    )
    for method, k in (("shaffer", 500), ("shaffer-dynamic", 100)):
        averages, pvalues = _on_ranks(k, 1000)
        found = paired(
            {"ours": calls(_adjusting(method, pvalues, averages)), "floor": bottom},
            rounds,
        )
        yield compared(
            method.replace("-", " ").capitalize(), f"k = {k}", found, "floor", most=0.5
        )


def hommel(rounds: int) -> Iterator[Row]:
    """Measure Hommel's procedure for the pairs of 100 algorithms; statsmodels also
    collects garbage in every call.
    """
    from statsmodels.stats.multitest import multipletests

    pvalues = np.random.default_rng(4950).uniform(size=4950) ** 3
    costs = {
        "ours": calls(lambda: adjust_pvalues(pvalues, "hommel")),
        "statsmodels": calls(lambda: multipletests(pvalues, method="hommel")),
    }
    yield compared("Hommel", "m = 4950", paired(costs, rounds), "statsmodels", least=20)
