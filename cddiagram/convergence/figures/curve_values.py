"""What the figures of convergence draw of histories: errors or values, of one problem or averaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cddiagram.errors import InputError, choose_from
from cddiagram.sheet.naming import label_of

if TYPE_CHECKING:
    from cddiagram.convergence.histories import Histories


def errors_of(histories: Histories) -> tuple[NDArray[np.float64], str]:
    """Give what is drawn of histories, (k, n, c), and what it is called: "error" or "value"."""
    values = np.asarray(histories.values)
    if histories.optimum is None:
        error = not histories.higher_is_better and bool((values >= 0).all())
        return values, "error" if error else "value"
    optimum = np.asarray(histories.optimum)[:, np.newaxis]
    return (optimum - values if histories.higher_is_better else values - optimum), "error"


def curves_of(histories: Histories, problem: str | None) -> tuple[NDArray[np.float64], str]:
    """Give one curve for each algorithm, (k, c), and what they are, in words.

    Raises
    ------
    InputError
        An unknown problem.
    """
    values, word = errors_of(histories)
    better = "higher" if histories.higher_is_better and word == "value" else "lower"
    if problem is None:
        return values.mean(axis=1), f"mean {word} on {histories.n} problems, {better} is better"
    if problem not in histories.problems:
        raise InputError(choose_from("problem", problem, histories.problems))
    name = f"problem {problem}" if problem[:1].isdigit() else problem
    return values[:, histories.problems.index(problem)], f"{word} on {label_of(name)}, {better} is better"
