"""Plans of `compare`, carried out on many tables at once: the decisions in each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import comb
from typing import Any

import numpy as np

from cddiagram._util import BoolArray, Exact, IntArray
from cddiagram.comparing import Plan, make_plan
from cddiagram.procedures import ADJUSTMENTS
from cddiagram.stats import significant
from cddiagram.studies.engine import BATCH, RunOptions, TestOptions, Work, batches, run
from cddiagram.studies.rules import Rule, Tables
from cddiagram.text import Option, UsageError, check_alpha
from cddiagram.words import SAME_RANK

#: Most scores in a part of the work: large tables come in smaller batches.
_SCORES = 2_000_000
#: Procedures that search sets of hypotheses are too slow for more pairs than this if
#: every table is tested. They must then be chosen by name.
_MOST_SEARCHED = 15


@dataclass(frozen=True, kw_only=True)
class Design:
    """Tests of all pairs or against a control that differ only in their adjustment,
    and the level of the decisions.
    """

    algorithms: tuple[str, ...]
    control: str | None
    plans: tuple[Plan, ...]
    alpha: float

    @property
    def pairs(self) -> tuple[IntArray, IntArray]:
        """The columns of the pairs of the family; a control is the first of a pair."""
        k = len(self.algorithms)
        if self.plans[0].all_pairs:
            first, second = np.triu_indices(k, 1)
            return first, second
        control = self.algorithms.index(str(self.control))
        return np.full(k - 1, control), np.delete(np.arange(k), control)

    @property
    def named_pairs(self) -> tuple[tuple[str, str], ...]:
        """The names of the pairs."""
        return tuple(
            (self.algorithms[i], self.algorithms[j])
            for i, j in zip(*self.pairs, strict=True)
        )

    def count(
        self,
        work: Work,
        sizes: Mapping[Any, int],
        repeats: int,
        seed: int,
        study: dict[str, Any],
        options: Any,
    ) -> dict[str, IntArray]:
        """Do the work on `repeats` tables of each kind, and sum what it counts.

        `sizes` contains the number of data sets of each kind of table. Each sum has an
        axis of kinds.
        """
        parts: list[tuple[Any, int]] = []
        for kind, n in sizes.items():
            size = max(1, min(BATCH, _SCORES // (n * len(self.algorithms))))
            parts += [(kind, count) for count in batches(repeats, size)]
        plans = {
            "control": self.control,
            "alpha": self.alpha,
            "plans": [asdict(plan) for plan in self.plans],
        }
        how = {
            name: options[name]
            for name in RunOptions.__annotations__
            if name in options
        }
        results = run(work, parts, seed=seed, study={**study, **plans}, **how)
        sums: dict[str, list[Any]] = {name: [] for name in results[0]}
        for kind in sizes:
            of_kind = [
                counts
                for part, counts in zip(parts, results, strict=True)
                if part[0] == kind
            ]
            for name, totals in sums.items():
                totals.append(np.sum([counts[name] for counts in of_kind], axis=0))
        return {name: np.array(totals) for name, totals in sums.items()}

    def decide(self, tables: Tables) -> tuple[BoolArray, BoolArray]:
        """Return which pairs are significantly different, (m, plans, pairs), and which
        were decided about, (m, pairs).
        """
        rules = tuple(map(Rule.of, self.plans))
        adjusted = tables.pvalues(rules)
        decisions = [significant(adjusted[rule][0], self.alpha) for rule in rules]
        different = np.stack(decisions, axis=1)
        decided = np.ones(different[:, 0].shape, dtype=bool)
        if self.plans[0].control_chosen == "after":
            ranks = np.round(tables.average_ranks(self.plans[0].ranking), SAME_RANK)
            # Of equal average ranks the first column is best, as in `compare`.
            best = ranks.argmin(axis=-1)[:, np.newaxis]
            first, second = self.pairs
            decided = (first == best) | (second == best)
        return different & decided[:, np.newaxis], decided

    def tables(self, scores: Exact, higher_is_better: bool) -> Tables:
        """Return tables of scores, (m, n, k), for these tests."""
        first, second = self.pairs
        return Tables(scores, higher_is_better, (int(first[0]), int(second[0])))


def design(
    algorithms: tuple[str, ...],
    p_adjust: str | Sequence[str],
    alpha: float,
    options: TestOptions | dict[str, Any],
) -> Design:
    """Make the plans of one adjustment, of several, or of all that are valid for the
    tests (``"all"``).
    """
    chosen: dict[str, Any] = {
        name: value
        for name, value in options.items()
        if name in TestOptions.__annotations__
    }
    control = chosen.pop("control", None)
    chosen |= {"algorithms": algorithms, "control": control}
    if p_adjust == "all":
        plans = _all_plans(len(algorithms), chosen)
    else:
        keys = [p_adjust] if isinstance(p_adjust, str) else p_adjust
        plans = tuple(make_plan(p_adjust=key, **chosen) for key in keys)
    if plans[0].ranking == "skillings-mack":
        raise UsageError(
            Option("ranking"),
            " 'skillings-mack' requires missing scores, which the sampled tables do not "
            "have. Use 'friedman'.",
        )
    return Design(
        algorithms=algorithms,
        control=control,
        plans=tuple(dict.fromkeys(plans)),
        alpha=check_alpha(alpha),
    )


def _all_plans(k: int, chosen: dict[str, Any]) -> tuple[Plan, ...]:
    """Make the plans of all adjustments that are valid and fast enough."""
    default = make_plan(**chosen)
    pairs = comb(k, 2) if default.all_pairs else k - 1
    plans = []
    for key, entry in ADJUSTMENTS.items():
        if key == "none" or k == 2 or pairs > (entry.most_hypotheses or pairs):
            continue
        if _is_slow(key, default, pairs):
            continue
        try:
            plans.append(make_plan(p_adjust=key, **chosen))
        except UsageError:  # not valid for these tests
            continue
    return tuple(plans) or (default,)


def _is_slow(key: str, default: Plan, pairs: int) -> bool:
    """Return whether an adjustment takes too long if it was not chosen by name.

    Sign flips are made for each table separately, and so are searches unless the
    tests are on ranks.
    """
    entry = ADJUSTMENTS[key]
    if entry.needs == "sign flips":
        return True
    return entry.searched and default.pair_test != "ranks" and pairs > _MOST_SEARCHED
