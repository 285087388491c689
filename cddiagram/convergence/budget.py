"""Comparisons over the budget: the same tests at each cut-point of convergence
histories.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from cddiagram._util import BoolArray, FloatArray, view
from cddiagram.comparing import Comparison, compare
from cddiagram.convergence.histories import Histories, check_histories
from cddiagram.convergence.units import with_unit
from cddiagram.data import ScoreOptions
from cddiagram.figures import reference_algorithm
from cddiagram.stats import SCHEMA, Plotted, Result, plain
from cddiagram.text import Option, UsageError, choose_from
from cddiagram.words import finished_words, number_style


@dataclass(frozen=True, kw_only=True, eq=False)
class BudgetComparison(Plotted, Result, Mapping[str, Comparison]):
    """Average ranks over the budget: a mapping of cut-points ("500 evaluations") to
    comparisons.

    Made by `cddiagram.compare_over_budget`. `plot_cd_sequence` and `plot_cd_stack` take
    it as it is.

    Attributes
    ----------
    histories : Histories
        What was compared.
    cut_points : tuple of float
        Where: some of the cut-points of the histories, or all.
    comparisons : tuple of Comparison
        One for each of them, as `cddiagram.compare` makes it of
        ``histories.scores_at(cut_point)``.

    Examples
    --------
    >>> import cddiagram as cd
    >>> over = cd.compare_over_budget(
    ...     cd.load_histories("optimisers"), cut_points=[500, 5000]
    ... )
    >>> (
    ...     list(over),
    ...     over["500 evaluations"].ranking.average_ranks.tolist()
    ...     == over.average_ranks[0].tolist(),
    ... )
    (['500 evaluations', '5000 evaluations'], True)
    """

    histories: Histories
    cut_points: tuple[float, ...]
    comparisons: tuple[Comparison, ...] = field(repr=False)

    @cached_property
    def _titled(self) -> dict[str, Comparison]:
        titles = [with_unit(point, self.unit) for point in self.cut_points]
        return dict(zip(titles, self.comparisons, strict=True))

    def __getitem__(self, title: str) -> Comparison:
        return self._titled[title]

    def __iter__(self) -> Iterator[str]:
        return iter(self._titled)

    def __len__(self) -> int:
        return len(self.cut_points)

    @property
    def unit(self) -> str:
        """What the cut-points count."""
        return self.histories.unit

    @property
    def algorithms(self) -> tuple[str, ...]:
        """The names, in the order of the histories."""
        return self.histories.algorithms

    @property
    def alpha(self) -> float:
        """The level of the tests at each cut-point; it is not adjusted for the number
        of cut-points.
        """
        return self.comparisons[0].alpha

    @cached_property
    def average_ranks(self) -> FloatArray:
        """Average ranks, shape (cut-points, k)."""
        return np.array(
            [comparison.ranking.average_ranks for comparison in self.comparisons]
        )

    @cached_property
    def references(self) -> tuple[str, ...]:
        """Whom the others are held against at each cut-point: the control, otherwise
        the best by average rank.
        """
        return tuple(
            one.algorithms[one.order[reference_algorithm(one).position]]
            for one in self.comparisons
        )

    @cached_property
    def different(self) -> BoolArray:
        """Whether an algorithm is significantly different from the reference there,
        shape (cut-points, k).
        """
        held = zip(self.comparisons, self.references, strict=True)
        return np.array(
            [
                one.different()[one.algorithms.index(reference)]
                for one, reference in held
            ]
        )

    def caption(self, *, latex: bool = False, style: str = "default") -> str:
        """Return the caption of the figure; `latex` writes it for LaTeX.

        The `style` of numbers is that of `Comparison.caption`.
        """
        with number_style(style):
            words = view("budget caption")(self)
        return finished_words(words, latex=latex)

    def summary(self) -> str:
        """Return for each cut-point who is best, and who is not significantly
        different, in a few lines of text.
        """
        return str(view("budget summary")(self))

    def __str__(self) -> str:
        return self.summary()

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain Python, ready for JSON: the comparison at each
        cut-point as of itself.
        """
        return {
            "schema": SCHEMA,
            "unit": self.unit,
            "cut_points": list(self.cut_points),
            "algorithms": list(self.algorithms),
            "average_ranks": plain(self.average_ranks),
            "references": list(self.references),
            "different": plain(self.different),
            "comparisons": [comparison.to_dict() for comparison in self.comparisons],
        }


def compare_over_budget(
    histories: Histories, *, cut_points: Iterable[float] | None = None, **options: Any
) -> BudgetComparison:
    """Compare algorithms at cut-points of their histories: average ranks over the
    budget, and who differs.

    At each cut-point the values are the scores and the problems the data sets, as
    `cddiagram.compare` takes them. Runs are no data sets: comparisons that count them
    find more differences than there are. The level holds at each cut-point; it is not
    adjusted for their number.

    Parameters
    ----------
    histories : Histories
        From `cddiagram.read_histories`.
    cut_points : iterable of float, optional
        Some of the cut-points of the histories, by default all.
    **options : Any
        Those of `cddiagram.compare` but the direction, which the histories know:
        ``control``, ``pair_test``, ``p_adjust``, ``alpha``, ...

    Returns
    -------
    BudgetComparison

    Raises
    ------
    InputError
        A place that is no cut-point; what `cddiagram.compare` refuses.
    UsageError
        Something else than histories, or an unknown option.

    Examples
    --------
    >>> import cddiagram as cd
    >>> over = cd.compare_over_budget(cd.load_histories("optimisers"), p_adjust="holm")
    >>> print(over.summary().splitlines()[-2])
    5000 evaluations: PSO (average rank 2.15); not significantly different: Dual annealing and Differential evolution.
    """
    check_histories(histories)
    of_reading = ScoreOptions.__annotations__.keys()  # the histories have been read
    known = (
        inspect.signature(compare).parameters.keys()
        - {"scores", "higher_is_better"}
        - of_reading
    )
    for name in options:
        if name not in known:
            raise UsageError(choose_from("option", name, sorted(known)))
    if options.get("control") == "best" and "best" not in histories.algorithms:
        best = (
            " 'best' is another algorithm at each cut-point: leave it out, all are "
            "held against the best of each."
        )
        raise UsageError(Option("control"), best)
    places = (
        histories.cut_points
        if cut_points is None
        else tuple(float(point) for point in cut_points)
    )
    comparisons = tuple(
        compare(histories.scores_at(place), **options) for place in places
    )
    if not comparisons:
        raise UsageError(
            "no cut-points are given: leave ", Option("cut_points"), " out to take all."
        )
    return BudgetComparison(
        histories=histories, cut_points=places, comparisons=comparisons
    )
