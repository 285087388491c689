"""What each figure draws: a finished object, or a refusal that says how to make one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cddiagram.errors import UsageError

_COMPARED = ("Comparison", "a finished comparison", "compare them first: {name}(compare(table))")
_CONVERGED = (
    "ConvergenceComparison",
    "a finished comparison of convergence",
    "compare them first: {name}(compare_convergence(histories){rest})",
)
#: Figure -> the class of what it draws, in words, and what helps. By name: no figure loads the classes of another.
_SUBJECTS = {
    "plot_cd": _COMPARED,
    "plot_rank_bars": _COMPARED,
    "plot_mcb": _COMPARED,
    "plot_pvalue_matrix": _COMPARED,
    "plot_cd_sequence": (
        "Comparison",
        "finished comparisons",
        "compare them first: {name}({{title: compare(table) for title, table in tables.items()}})",
    ),
    "plot_convergence_matrix": _CONVERGED,
    "plot_convergence_trend": _CONVERGED,
    "plot_convergence_problems": _CONVERGED,
    "plot_convergence_curves": ("Histories", "histories", "read them first: {name}(read_histories(path))"),
    "plot_conditions": ("Conditions", "checked conditions", "check them first: {name}(check_conditions(table))"),
}
#: (class wanted, class given) -> where the one has the other.
_HELD = {
    ("Conditions", "Comparison"): "they are in the comparison: {name}(comparison.conditions)",
    ("Histories", "ConvergenceComparison"): "they are in the comparison: {name}(comparison.histories)",
}


def check_finished(name: str, subject: Any) -> None:
    """Refuse what is not the finished object that a figure draws.

    Parameters
    ----------
    name : str
        The function: ``"plot_cd"``.
    subject : object
        What it was handed.

    Raises
    ------
    UsageError
        Saying in one sentence how to make what the figure draws.

    Examples
    --------
    >>> check_finished("plot_cd", [[0.9, 0.8]])
    Traceback (most recent call last):
    ...
    cddiagram.errors.UsageError: plot_cd draws a finished comparison, not a list: compare them first: \
plot_cd(compare(table)).
    """
    wanted, words, remedy = _SUBJECTS[name]
    several = name == "plot_cd_sequence"
    for given in _members(subject) if several else [subject]:
        if not _is(given, wanted):
            kind = type(given).__name__
            remedy = _HELD.get((wanted, kind), remedy)
            rest = "" if name == "plot_convergence_matrix" else ", first, second"
            raise UsageError(f"{name} draws {words}, not a {kind}: {remedy.format(name=name, rest=rest)}.")


def _members(subject: Any) -> Iterable[Any]:
    """List the members of a sequence; what is none is refused by the layout, in words of its own."""
    if _is(subject, "Comparison"):
        return ()
    if isinstance(subject, Mapping):
        return subject.values()
    return subject if isinstance(subject, list | tuple) else [subject]


def _is(given: Any, wanted: str) -> bool:
    return any(base.__name__ == wanted and base.__module__.startswith("cddiagram.") for base in type(given).__mro__)
