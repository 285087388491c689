"""The convergence histories that ship."""

from __future__ import annotations

import io

from cddiagram.convergence.histories import Histories
from cddiagram.convergence.reading import read_histories
from cddiagram.data.examples import history_names, read_example
from cddiagram.errors import UsageError, choose_from


def load_histories(name: str) -> Histories:
    """Load convergence histories that ship: errors of optimisers made by ``gallery/make_optimiser_histories.py``.

    Parameters
    ----------
    name : str
        One of `history_names`.

    Returns
    -------
    Histories
        Runs averaged, at 10 cut-points; some reach the optimum early.

    Raises
    ------
    UsageError
        For an unknown name; the sentence names the nearest one.

    Examples
    --------
    >>> histories = load_histories("optimisers")
    >>> histories.k, histories.n, histories.c, histories.higher_is_better
    (6, 20, 10, False)
    """
    if name not in history_names():
        raise UsageError(choose_from("histories", name, history_names()))
    return read_histories(io.BytesIO(read_example(name)))
