"""Examples 1 and 2 of Benavoli, Corani and Mangili 2016 (B16), for tests."""

import numpy as np

import cddiagram as cd


def example_1():
    """B16 4.1, rebuilt from its text: the order of the five on 20 data sets is the
    paper's, the values are not.

    A and B have mirrored differences. On the first ten data sets B < C, D, E < A, on
    the others A < B < C, D, E; the order within C, D, E is not given there, and is
    rotated.
    """
    rows = []
    for i in range(20):
        others = np.roll([1.0, 2.0, 3.0], i)
        a, b = (10.0 + i, 0.0) if i < 10 else (-20.0 - (i - 10), -10.0)
        rows.append([a, b, *others])
    return cd.ScoreTable.from_arrays(rows, algorithms=["A", "B", "C", "D", "E"])
