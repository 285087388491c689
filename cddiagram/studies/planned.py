"""Plans of `compare`, carried out on many tables at once: who is significantly
different in each.
"""

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

#: Scores of a part of the work: large tables come in smaller batches.
_SCORES = 2_000_000
#: Searches for every one of many tables end here, where nobody chose them.
_MOST_SEARCHED = 15


@dataclass(frozen=True, kw_only=True)
class Design:
    """Tests that differ in their adjustment alone, of all pairs or against a control,
    and the level of decisions.
    """

    algorithms: tuple[str, ...]
    control: str | None
    plans: tuple[Plan, ...]
    alpha: float

    @property
    def pairs(self) -> tuple[IntArray, IntArray]:
        """The columns of the pairs of the family; a control that was named stands
        first.
        """
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
        """Do the work on so many tables of each kind, of the size that it has, and
        return what it counts for each.
        """
        batch = {
            kind: max(1, min(BATCH, _SCORES // (n * len(self.algorithms))))
            for kind, n in sizes.items()
        }
        parts = [
            (kind, count) for kind in sizes for count in batches(repeats, batch[kind])
        ]
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
        done = run(work, parts, seed=seed, study={**study, **plans}, **how)
        of_kind = [
            [one for part, one in zip(parts, done, strict=True) if part[0] == kind]
            for kind in sizes
        ]
        return {
            name: np.array(
                [np.sum([one[name] for one in found], axis=0) for found in of_kind]
            )
            for name in done[0]
        }

    def decide(self, tables: Tables) -> tuple[BoolArray, BoolArray]:
        """Return who is significantly different, (m, plans, pairs), and which pairs
        were decided about, (m, pairs).
        """
        rules = tuple(map(Rule.of, self.plans))
        found = tables.pvalues(rules)
        different = np.stack(
            [significant(found[rule][0], self.alpha) for rule in rules], axis=1
        )
        decided = np.ones(different[:, 0].shape, dtype=bool)
        if self.plans[0].control_chosen == "after":
            ranks = np.round(tables.average_ranks(self.plans[0].ranking), SAME_RANK)
            best = ranks.argmin(axis=-1)[
                :, np.newaxis
            ]  # of equal ones the first, as in `compare`
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
    """Make the plans of one adjustment, of several, or of all that go with the tests
    (``"all"``).
    """
    given: dict[str, Any] = {
        name: value
        for name, value in options.items()
        if name in TestOptions.__annotations__
    }
    control = given.pop("control", None)
    given |= {"algorithms": algorithms, "control": control}
    plans = (
        _all_plans(len(algorithms), given)
        if p_adjust == "all"
        else tuple(
            make_plan(p_adjust=key, **given)
            for key in ([p_adjust] if isinstance(p_adjust, str) else p_adjust)
        )
    )
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


def _all_plans(k: int, given: dict[str, Any]) -> tuple[Plan, ...]:
    usual, found = make_plan(**given), []
    pairs = comb(k, 2) if usual.all_pairs else k - 1
    for key, entry in ADJUSTMENTS.items():
        slow = entry.searched and usual.pair_test != "ranks" and pairs > _MOST_SEARCHED
        slow |= (
            entry.needs == "sign flips"
        )  # made of each table by itself, and only if it is named
        if key == "none" or k == 2 or slow or pairs > (entry.most_hypotheses or pairs):
            continue
        try:
            found.append(make_plan(p_adjust=key, **given))
        except UsageError:  # has no meaning for these tests
            continue
    return tuple(found) or (usual,)
