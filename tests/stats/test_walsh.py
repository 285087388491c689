"""Order statistics of sums of two: the guided search gives what sorting all sums gives,
to the last bit.
"""

from __future__ import annotations

import numpy as np
import pytest

from cddiagram.stats import effects
from cddiagram.stats.effects import walsh_estimates, walsh_order_statistics

RNG = np.random.default_rng(3)
SHAPES = {
    "normal": lambda n: RNG.normal(size=n),
    "decimal": lambda n: RNG.normal(0, 0.1, n).round(3),
    "few values": lambda n: RNG.integers(-3, 4, n).astype(float),
    "far outliers": lambda n: RNG.standard_cauchy(n) ** 3,
    "skewed": lambda n: RNG.exponential(size=n),
    "half zeros": lambda n: RNG.normal(size=n) * (RNG.random(n) < 0.5),
    "two clusters": lambda n: RNG.normal(size=n) + np.where(RNG.random(n) < 0.5, 5, -5),
    "all equal": lambda n: np.full(n, 0.25),
    "all zero": np.zeros,
    "tiny": lambda n: RNG.normal(size=n) * 1e-300,
    "huge": lambda n: RNG.normal(size=n) * 1e299,
}


def all_sums(h: np.ndarray) -> np.ndarray:
    first, second = np.triu_indices(len(h))
    return np.sort(h[first] + h[second])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("n", [1, 2, 60, 200, 201, 333, 700])
def test_equals_sorting_all_sums(shape: str, n: int) -> None:
    h = SHAPES[shape](n)
    count = n * (n + 1) // 2
    shares = [
        (count - 1) // 2,
        count // 2,
        int(0.45 * count),
        int(0.55 * count),
        0,
        count - 1,
        int(0.02 * count),
    ]
    for places in (shares[:4], shares):
        (found,) = walsh_order_statistics(h[np.newaxis], places)
        assert found.tolist() == all_sums(h)[places].tolist()


@pytest.mark.parametrize(
    "shape", ["normal", "decimal", "few values", "skewed", "two clusters", "all zero"]
)
def test_the_search_finds_middle_and_limits_without_all_sums(
    shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise it would be slow and right."""
    monkeypatch.setattr(effects, "_select_from_all", None)
    for n in (250, 1000):
        _, low, high = walsh_estimates(SHAPES[shape](n)[:, np.newaxis])
        assert low[0] <= high[0]
