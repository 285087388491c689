"""The application of the tests of `compare` to many tables at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import comb
from typing import Any

import numpy as np

from cddiagram._util import BoolArray, Exact, IntArray
from cddiagram.comparing import Plan, make_plan
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.stats import significant
from cddiagram.studies.engine import BATCH, RunOptions, TestOptions, Work, batches, run
from cddiagram.studies.many_tables import StudiedTest, Tables
from cddiagram.text import Option, UsageError, check_alpha
from cddiagram.words import SAME_RANK

#: Each part of the work contains at most this many scores. For large tables, this
#: number limits the size of a batch.
_SCORES = 2_000_000
#: ``p_adjust="all"`` includes exhaustive procedures only if there are at most this many
#: pairs. If there are more pairs, these procedures are too slow for many tables.
_MOST_SEARCHED = 15


@dataclass(frozen=True, kw_only=True)
class PlannedTests:
    """Pairwise tests that differ only in their adjustments.

    The tests compare all pairs, or all algorithms with a control. Their significance
    levels are equal.
    """

    algorithms: tuple[str, ...]
    control: str | None
    plans: tuple[Plan, ...]
    alpha: float

    @property
    def pairs(self) -> tuple[IntArray, IntArray]:
        """The columns of the pairs of the family.

        If there is a control, it is the first algorithm of each pair.
        """
        k = len(self.algorithms)
        if self.plans[0].all_pairs:
            first, second = np.triu_indices(k, 1)
            return first, second
        control = self.algorithms.index(str(self.control))
        return np.full(k - 1, control), np.delete(np.arange(k), control)

    @property
    def named_pairs(self) -> tuple[tuple[str, str], ...]:
        """The names of the algorithms in each pair."""
        pairs = []
        for i, j in zip(*self.pairs, strict=True):
            pairs.append((self.algorithms[i], self.algorithms[j]))
        return tuple(pairs)

    def count_outcomes(
        self,
        work: Work,
        sizes: Mapping[Any, int],
        repeats: int,
        seed: int,
        study: dict[str, Any],
        options: Any,
    ) -> dict[str, IntArray]:
        """Run the study on `repeats` tables of each kind, and add up the counts.

        `sizes` contains the number of data sets in each kind of table. The first axis
        of each returned array corresponds to the kinds.
        """
        parts: list[tuple[Any, int]] = []
        for kind, n in sizes.items():
            scores_of_table = n * len(self.algorithms)
            batch = max(1, min(BATCH, _SCORES // scores_of_table))
            parts += [(kind, count) for count in batches(repeats, batch)]
        run_options = _select(options, RunOptions.__annotations__)
        identity = {**study, **self._identity()}
        results = run(work, parts, seed=seed, study=identity, **run_options)
        sums: dict[str, list[Any]] = {name: [] for name in results[0]}
        for kind in sizes:
            counts_of_kind = []
            for (part_kind, _), counts in zip(parts, results, strict=True):
                if part_kind == kind:
                    counts_of_kind.append(counts)
            for name, totals in sums.items():
                counts_of_name = [counts[name] for counts in counts_of_kind]
                totals.append(np.sum(counts_of_name, axis=0))
        return {name: np.array(totals) for name, totals in sums.items()}

    def _identity(self) -> dict[str, Any]:
        """Return the properties of the tests that determine the results of a study."""
        return {
            "control": self.control,
            "alpha": self.alpha,
            "plans": [asdict(plan) for plan in self.plans],
        }

    def decide(self, tables: Tables) -> tuple[BoolArray, BoolArray]:
        """Return the decision about each pair, and whether the pair was tested.

        The shapes of the arrays are (m, plans, pairs) and (m, pairs).
        """
        tests = tuple(map(StudiedTest.of_plan, self.plans))
        pvalues = tables.pvalues(tests)
        decisions = []
        for test in tests:
            family, _ = pvalues[test]
            decisions.append(significant(family, self.alpha))
        different = np.stack(decisions, axis=1)
        tested = np.ones(different[:, 0].shape, dtype=bool)
        if self.plans[0].control_chosen == "after":
            ranks = np.round(tables.average_ranks(self.plans[0].ranking), SAME_RANK)
            # If average ranks are equal, the first column is considered best, as in
            # `compare`.
            best = ranks.argmin(axis=-1)[:, np.newaxis]
            first, second = self.pairs
            tested = (first == best) | (second == best)
        return different & tested[:, np.newaxis], tested

    def tables(self, scores: Exact, higher_is_better: bool) -> Tables:
        """Prepare tables of scores of shape (m, n, k) for these tests."""
        first, second = self.pairs
        pair = int(first[0]), int(second[0])
        return Tables(scores, higher_is_better, pair)


def plan_tests(
    algorithms: tuple[str, ...],
    p_adjust: str | Sequence[str],
    alpha: float,
    options: TestOptions | dict[str, Any],
) -> PlannedTests:
    """Create the plans for one or several adjustments.

    ``"all"`` denotes all adjustments that are valid for the tests.
    """
    test_options = _select(options, TestOptions.__annotations__)
    control = test_options.pop("control", None)
    test_options |= {"algorithms": algorithms, "control": control}
    plans = _plans(len(algorithms), p_adjust, test_options)
    if plans[0].ranking == "skillings-mack":
        raise UsageError(
            Option("ranking"),
            " 'skillings-mack' requires missing scores, which the sampled tables do not "
            "have. Use 'friedman'.",
        )
    return PlannedTests(
        algorithms=algorithms,
        control=control,
        plans=tuple(dict.fromkeys(plans)),
        alpha=check_alpha(alpha),
    )


def _select(options: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return the options with these names."""
    return {name: options[name] for name in names if name in options}


def _plans(
    k: int, p_adjust: str | Sequence[str], options: dict[str, Any]
) -> tuple[Plan, ...]:
    """Create a plan for each adjustment."""
    if p_adjust == "all":
        return _all_plans(k, options)
    keys = p_adjust
    if isinstance(p_adjust, str):
        keys = [p_adjust]
    return tuple(make_plan(p_adjust=key, **options) for key in keys)


def _all_plans(k: int, options: dict[str, Any]) -> tuple[Plan, ...]:
    """Create plans for all adjustments that are valid and fast enough."""
    default = make_plan(**options)
    pairs = k - 1
    if default.all_pairs:
        pairs = comb(k, 2)
    plans = []
    for key, adjustment in ADJUSTMENTS.items():
        most = adjustment.most_hypotheses or pairs
        if key == "none" or k == 2 or pairs > most:
            continue
        if _is_slow(key, default, pairs):
            continue
        try:
            plans.append(make_plan(p_adjust=key, **options))
        except UsageError:  # The adjustment is not valid for these tests.
            continue
    return tuple(plans) or (default,)


def _is_slow(key: str, default: Plan, pairs: int) -> bool:
    """Return whether an adjustment is too slow to be included by default.

    Sign flips are generated separately for each table. Procedures that search for sets
    of hypotheses also process each table separately, unless the tests are based on
    ranks.
    """
    adjustment = ADJUSTMENTS[key]
    if adjustment.needs == "sign flips":
        return True
    on_ranks = default.pair_test == "ranks"
    return adjustment.searched and not on_ranks and pairs > _MOST_SEARCHED
