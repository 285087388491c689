"""Comparisons over the budget, with the same tests at each cut-point."""

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
    """Comparisons of algorithms by their average ranks at several cut-points.

    This is the result of `cddiagram.compare_over_budget`. The keys are cut-points with
    their unit, such as "500 evaluations", and the values are comparisons. The functions
    `plot_cd_sequence` and `plot_cd_stack` accept this mapping.

    Attributes
    ----------
    histories : Histories
        The histories that were compared.
    cut_points : tuple of float
        The cut-points at which the algorithms were compared.
    comparisons : tuple of Comparison
        The comparison of ``histories.scores_at(cut_point)`` for each cut-point.

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
    def _by_title(self) -> dict[str, Comparison]:
        titles = [with_unit(point, self.unit) for point in self.cut_points]
        return dict(zip(titles, self.comparisons, strict=True))

    def __getitem__(self, title: str) -> Comparison:
        return self._by_title[title]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_title)

    def __len__(self) -> int:
        return len(self.cut_points)

    @property
    def unit(self) -> str:
        """The unit of the cut-points."""
        return self.histories.unit

    @property
    def algorithms(self) -> tuple[str, ...]:
        """The names of the algorithms, in the order of the histories."""
        return self.histories.algorithms

    @property
    def alpha(self) -> float:
        """The significance level of the tests at each cut-point.

        The level is not adjusted for the number of cut-points.
        """
        return self.comparisons[0].alpha

    @cached_property
    def average_ranks(self) -> FloatArray:
        """The average ranks, of shape (cut-points, k)."""
        return np.array(
            [comparison.ranking.average_ranks for comparison in self.comparisons]
        )

    @cached_property
    def references(self) -> tuple[str, ...]:
        """The reference at each cut-point.

        The reference is the control or, without a control, the algorithm with the best
        average rank.
        """
        references = []
        for comparison in self.comparisons:
            position = reference_algorithm(comparison).position
            algorithm = comparison.order[position]
            references.append(comparison.algorithms[algorithm])
        return tuple(references)

    @cached_property
    def different(self) -> BoolArray:
        """Whether each algorithm differs significantly from the reference.

        The array has the shape (cut-points, k).
        """
        rows = []
        pairs = zip(self.comparisons, self.references, strict=True)
        for comparison, reference in pairs:
            row = comparison.algorithms.index(reference)
            rows.append(comparison.different()[row])
        return np.array(rows)

    def caption(self, *, latex: bool = False, style: str = "default") -> str:
        """Return the caption of the figure that shows ranks over the budget.

        Parameters
        ----------
        latex : bool, default False
            Whether to return LaTeX.
        style : {"default", "apa"}, default "default"
            The style of p-values and significance levels, as in `Comparison.caption`.

        Returns
        -------
        str
            The caption.
        """
        with number_style(style):
            words = view("budget caption")(self)
        return finished_words(words, latex=latex)

    def summary(self) -> str:
        """Return a summary with one line for each cut-point.

        Each line contains the reference and the algorithms that are not significantly
        different from the reference.
        """
        return str(view("budget summary")(self))

    def __str__(self) -> str:
        return self.summary()

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a JSON-serialisable dict."""
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
    """Compare algorithms by their average ranks at cut-points of their histories.

    At each cut-point, the values are used as scores and the problems as data sets in
    `cddiagram.compare`. Runs are not used as data sets, because the tests would then
    reject too often. The significance level is not adjusted for the number of
    cut-points.

    Parameters
    ----------
    histories : Histories
        The histories, from `cddiagram.read_histories`.
    cut_points : iterable of float, optional
        The cut-points at which the algorithms are compared. By default, all cut-points
        of the histories are used.
    **options : Any
        The options of `cddiagram.compare` except the direction, such as ``control``,
        ``pair_test``, ``p_adjust`` and ``alpha``.

    Returns
    -------
    BudgetComparison
        The comparison at each cut-point.

    Raises
    ------
    InputError
        If `cut_points` contains a position that is not a cut-point of the histories, or
        if `cddiagram.compare` raises an InputError.
    UsageError
        If `histories` is not a Histories object, or if an option is unknown.

    See Also
    --------
    cddiagram.compare_convergence : Tests of the gains over all cut-points.

    Examples
    --------
    >>> import cddiagram as cd
    >>> over = cd.compare_over_budget(cd.load_histories("optimisers"), p_adjust="holm")
    >>> print(over.summary().splitlines()[-2])  # doctest: +ELLIPSIS
    5000 evaluations: PSO has the best average rank (2.15) and is not significantly...
    """
    check_histories(histories)
    # The histories already contain the scores and their direction, so options for
    # reading scores do not apply.
    excluded = {"scores", "higher_is_better", *ScoreOptions.__annotations__}
    choices = inspect.signature(compare).parameters.keys() - excluded
    for name in options:
        if name not in choices:
            raise UsageError(choose_from("option", name, sorted(choices)))
    if options.get("control") == "best" and "best" not in histories.algorithms:
        raise UsageError(
            Option("control"),
            " 'best' can be a different algorithm at each cut-point. Omit this option "
            "to compare all algorithms with the best-ranked algorithm at each "
            "cut-point.",
        )
    points = histories.cut_points
    if cut_points is not None:
        points = tuple(map(float, cut_points))
    if not points:
        raise UsageError(
            "no cut-points are specified. Omit ",
            Option("cut_points"),
            " to use all cut-points.",
        )
    comparisons = []
    for point in points:
        comparisons.append(compare(histories.scores_at(point), **options))
    return BudgetComparison(
        histories=histories, cut_points=points, comparisons=tuple(comparisons)
    )
