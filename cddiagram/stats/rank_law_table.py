"""The table of exact distributions of the largest difference between rank sums without
ties, which is part of the package.

For each k and n, the file `rank_laws.bin` contains P(max |R_i - R_j| >= d) for d = 0,
1, ..., n (k - 1). The maximum is first over all pairs and then over the pairs with a
control. The file is created by the script ``tests/shared/rank_laws.py``. Only the bytes
of the required distribution are read.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

from cddiagram._util import FloatArray

TABLE = "rank_laws.bin"
#: Maps each number of algorithms in the table to the maximum number of data sets. The
#: minimum number of data sets is 2.
LARGEST_N = {3: 60, 4: 60, 5: 30}
_BYTES = 8


def is_tabulated(k: int, n: int) -> bool:
    """Return whether the table contains the distributions for k algorithms on n data
    sets.

    >>> is_tabulated(5, 30), is_tabulated(5, 31), is_tabulated(2, 5)
    (True, False, False)
    """
    return 2 <= n <= LARGEST_N.get(k, 0)


@lru_cache(maxsize=64)
def tabulated_tails(k: int, n: int, against_control: bool) -> FloatArray:
    """Return P(max >= d) for differences of d = 0, 1, ..., n (k - 1) ranks.

    >>> tabulated_tails(3, 2, False).round(4).tolist()
    [1.0, 0.8333, 0.8333, 0.5, 0.1667]
    """
    offset, length = _offset(k, n), _length(k, n)
    if against_control:
        offset += length
    with (Path(__file__).parent / TABLE).open("rb") as file:
        file.seek(offset * _BYTES)
        content = file.read(length * _BYTES)
    return np.frombuffer(content, dtype="<f8").astype(np.float64)


def _offset(k: int, n: int) -> int:
    """Return the number of probabilities that precede the distributions for k
    algorithms on n data sets.
    """
    offset = 0
    for algorithms, largest in LARGEST_N.items():
        for size in range(2, largest + 1):
            if (algorithms, size) == (k, n):
                return offset
            offset += 2 * _length(algorithms, size)
    raise KeyError((k, n))


def _length(k: int, n: int) -> int:
    """Return the number of probabilities in one distribution."""
    return n * (k - 1) + 1


def rounded(probabilities: FloatArray) -> FloatArray:
    """Replace probabilities that are close to short decimals by these decimals.

    For example, the probability 0.05 for k = 5 and n = 2 is then exactly equal to the
    level 0.05. The relative errors of the probabilities are below 1e-12.

    >>> rounded(np.array([0.05000000000000001, 1 / 6])).tolist()
    [0.05, 0.16666666666666666]
    """
    short = np.array([float(f"{value:.6g}") for value in probabilities.tolist()])
    is_close = np.abs(probabilities - short) <= 1e-12 * short
    return np.where(is_close, short, probabilities)
