"""The tests whose power and levels are studied, of many tables at once: what `compare`
decides, table by table.

Ranks, statistics and p-values are those of `cddiagram.stats`, which take leading axes;
nothing is tested here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from cddiagram._util import Exact, FloatArray, IntArray
from cddiagram.comparing import Plan
from cddiagram.features import FEATURES
from cddiagram.procedures import (
    ADJUSTMENTS,
    pair_procedure,
)
from cddiagram.stats import ManyTables, PairTest, adjust_pvalues
from cddiagram.text import Option, UsageError, choose_from

#: Rankings whose omnibus tests and tests of pairs are studied.
RANKED = ("friedman", "aligned", "quade")
#: Group -> the tests of the three papers: two algorithms alone (D06 4.2), any
#: difference at all (D06 4.3), all pairs (D06 4.3, G08 4), and all against a control
#: (D06 4.3, G10 6).
TESTS: dict[str, tuple[str, ...]] = {
    "pair": ("t", "t-relative", "wilcoxon", "sign"),
    "omnibus": ("anova", "friedman"),
    "all": ("tukey", "nemenyi", "holm", "shaffer", "bergmann-hommel"),
    "control": (
        "dunnett",
        "bonferroni-dunn",
        "holm",
        "hochberg",
        "hommel",
        "holland",
        "rom",
        "finner",
        "li",
    ),
}
_OMNIBUS = {
    "anova": "ANOVA",
    "friedman": "Friedman",
    "aligned": "Friedman aligned ranks",
    "quade": "Quade",
}
#: Tests of pairs that take one table at a time.
_SINGLE = ("exact-ranks", "multiple-sign")
#: The adjustments that need the analysis of variance.
_OF_MEANS = tuple(key for key, entry in ADJUSTMENTS.items() if entry.ranking == "means")


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One test of many tables: a pair's, an omnibus test by its ranking, or an
    adjustment; a plan holds its options.
    """

    key: str
    group: str
    ranking: str = "friedman"
    pair_test: str = "ranks"
    plan: Plan = field(default_factory=Plan)
    #: Whether tests on other ranks stand beside it, so that its name says which are its
    #: own.
    beside: bool = False

    @classmethod
    def of(cls, plan: Plan) -> Rule:
        """Return the post-hoc test of a plan."""
        group = "all" if plan.all_pairs else "control"
        return cls(
            key=plan.p_adjust,
            group=group,
            ranking=plan.ranking,
            pair_test=plan.pairs.key,
            plan=plan,
        )

    @property
    def name(self) -> str:
        """The test in print."""
        if self.group == "omnibus":
            return _OMNIBUS[self.key]
        if self.group == "pair":
            return pair_procedure("friedman", self.key).name
        adjustment = ADJUSTMENTS[self.key]
        on_ranks = self.pair_test == "ranks" and self.ranking == "friedman"
        if (on_ranks and not self.beside) or self.ranking == "means":
            return adjustment.name
        return adjustment.name_with(pair_procedure(self.ranking, self.pair_test).name)


def rules_of(
    tests: str | Sequence[str], group: str, ranking: str | Sequence[str], pair_test: str
) -> tuple[Rule, ...]:
    """Return the tests of a group by their names, or all of them (``"all"``), on each
    ranking.
    """
    groups = FEATURES["power"].choices["group"]
    if group not in groups:
        raise UsageError(choose_from(Option("group"), group, groups))
    rankings = (ranking,) if isinstance(ranking, str) else tuple(ranking)
    for one in rankings:
        if one not in RANKED:
            raise UsageError(choose_from(Option("ranking"), one, RANKED))
    pair_tests = FEATURES["power"].choices["pair_test"]
    if pair_test not in pair_tests:
        raise UsageError(choose_from(Option("pair_test"), pair_test, pair_tests))
    for name, usual, has_families in (
        ("pair_test", pair_test == "ranks", group in ("all", "control")),
        (
            "ranking",
            rankings == ("friedman",),
            group in ("all", "control") and pair_test == "ranks",
        ),
    ):
        if not usual and not has_families:
            raise UsageError(
                Option(name),
                " applies only to families of tests, which this group does not have. "
                "Omit it.",
            )
    return tuple(
        dict.fromkeys(  # tests of the ANOVA are the same beside each ranking
            Rule(
                key=key,
                group=group,
                ranking="means" if key in _OF_MEANS else one,
                pair_test=pair_test,
                beside=len(rankings) > 1 and key not in _OF_MEANS,
            )
            for one in rankings
            for key in _keys(tests, group, pair_test == "ranks" and one == "friedman")
        )
    )


def _keys(tests: str | Sequence[str], group: str, on_friedman: bool) -> tuple[str, ...]:
    """Return the tests asked for; refuse what the group has not on these ranks."""
    known = TESTS[group]
    if group in ("all", "control") and not on_friedman:
        known = (
            "bonferroni",
            *(key for key in known if ADJUSTMENTS[key].ranking is None),
        )
    keys = (tests,) if isinstance(tests, str) else tuple(tests)
    if keys == ("all",):
        return known
    known = {
        "omnibus": ("anova", *RANKED),
        "all": tuple(dict.fromkeys(("bonferroni", *known))),
    }.get(group, known)
    for key in keys:
        if key not in known:
            raise UsageError(choose_from(Option("tests"), key, (*known, "all")))
    return keys


@dataclass(frozen=True, eq=False)
class Tables(ManyTables):
    """Many tables of scores, shape (m, n, k), with the pair that is studied."""

    pair: tuple[int, int]

    def pvalues(self, rules: tuple[Rule, ...]) -> dict[Rule, tuple[FloatArray, int]]:
        """Return the adjusted p-values of each test, (m, hypotheses), and which of them
        is the one about the pair.
        """
        made: dict[tuple[str, str, Plan], tuple[PairTest, FloatArray]] = {}
        found = {}
        for rule in rules:
            if rule.group == "omnibus":
                found[rule] = self.omnibus_pvalues(rule.key)[:, np.newaxis], 0
            elif rule.group == "pair":
                found[rule] = self._of_two(rule.key), 0
            elif rule.plan.joint and rule.plan.method != "asymptotic":
                found[rule] = self._joint(rule)
            elif rule.plan.sign_flips:
                found[rule] = self._flipped(rule)
            else:
                tested = "t" if rule.ranking == "means" else rule.pair_test
                source = rule.ranking, tested, replace(rule.plan, p_adjust="auto")
                if source not in made:
                    made[source] = self._tested(*source)
                found[rule] = self._adjusted(rule, *made[source])
        return found

    def _of_two(self, key: str) -> FloatArray:
        """Return the p-values of a test of the pair by itself, (m, 1)."""
        both = self.scores.take((..., list(self.pair)))
        if key == "wilcoxon":
            pairs = ManyTables(both, self.higher_is_better)
            return pairs.signed_rank_pvalues()[..., 0, 1:]
        entry = pair_procedure("friedman", key)
        test: PairTest = entry.load()(
            both, higher_is_better=self.higher_is_better, **dict(entry.fixed)
        )
        return test.pvalue[..., 0, 1:]

    def _tested(
        self, ranking: str, pair_test: str, plan: Plan
    ) -> tuple[PairTest, FloatArray]:
        """Test all pairs, and return what orders the algorithms beside it: average
        ranks, (m, k).
        """
        entry = pair_procedure(ranking, pair_test)
        options = {name: getattr(plan, name) for name in entry.options}
        average = self.average_ranks("friedman" if ranking == "means" else ranking)
        if pair_test == "wilcoxon":
            pvalue = self.signed_rank_pvalues(**options)
            return PairTest(
                statistic=pvalue, pvalue=pvalue, method="asymptotic"
            ), average
        given: Any = (self.scores,) if entry.on_scores else self.ranks(ranking)
        options |= entry.fixed
        if entry.on_scores:
            options["higher_is_better"] = self.higher_is_better
        if entry.against:
            options["control"] = self.pair[0]
        if pair_test not in _SINGLE:
            return entry.load()(*given, **options), average
        tables = zip(
            *(
                [
                    one.take(at) if isinstance(one, Exact) else one[at]
                    for at in range(len(self))
                ]
                for one in given
            ),
            strict=True,
        )
        tests = [entry.load()(*table, **options) for table in tables]
        statistic, pvalue = (
            np.array([getattr(test, name) for test in tests])
            for name in ("statistic", "pvalue")
        )
        return PairTest(
            statistic=statistic, pvalue=pvalue, method=tests[0].method
        ), average

    def _joint(self, rule: Rule) -> tuple[FloatArray, int]:
        """Adjust by the exact law of the largest difference; asymptotically in tables
        that are too large for it.
        """
        from cddiagram.stats import joint_pvalues

        (ranks,) = self.ranks("friedman")
        rows, columns, place = self._family(rule)
        pvalues = joint_pvalues(
            ranks, rows, columns, against_control=rule.group == "control"
        )
        beyond = np.isnan(pvalues[:, :1])
        if not beyond.any():
            return pvalues, place
        if rule.plan.method == "exact":
            raise UsageError(
                "the exact distribution of these rank sums is too large to compute, and "
                "a Monte Carlo test would be repeated for every table. Use ",
                Option("method"),
                " 'auto' or 'asymptotic'.",
            )
        plan = replace(rule.plan, method="asymptotic", p_adjust="auto")
        approximate, _ = self._adjusted(rule, *self._tested("friedman", "ranks", plan))
        return np.where(beyond, approximate, pvalues), place

    def _flipped(self, rule: Rule) -> tuple[FloatArray, int]:
        """Test each table by sign flips, and adjust its family."""
        entry, adjustment = rule.plan.pairs, ADJUSTMENTS[rule.key]
        options = {name: getattr(rule.plan, name) for name in entry.options}
        if entry.on_scores:
            options["higher_is_better"] = self.higher_is_better
        rows, columns, place = self._family(rule)
        k = self.scores.values.shape[-1]
        number = np.zeros((k, k), dtype=np.intp)
        number[np.triu_indices(k, 1)] = np.arange(k * (k - 1) // 2)
        family = (number + number.T)[rows, columns]
        adjusted = np.empty((len(self), len(family)))
        for at in range(len(self)):
            given = (
                self.scores.take(at)
                if entry.on_scores
                else self.ranks("friedman")[0][at]
            )
            test: PairTest = entry.load()(given, **options)
            adjusted[at] = adjustment.load()(test.flips, family)
        return adjusted, place

    def _family(self, rule: Rule) -> tuple[IntArray, IntArray, int]:
        """Return the columns of the pairs of a family, and the place of the pair among
        them.
        """
        k = self.scores.values.shape[-1]
        i, j = self.pair
        if rule.group == "control":
            rows, columns = (
                np.full(k - 1, i),
                np.array([other for other in range(k) if other != i]),
            )
            return rows, columns, int(np.flatnonzero(columns == j)[0])
        rows, columns = np.triu_indices(k, 1)
        return (
            rows,
            columns,
            int(np.flatnonzero((rows == min(i, j)) & (columns == max(i, j)))[0]),
        )

    def _adjusted(
        self, rule: Rule, test: PairTest, average: FloatArray
    ) -> tuple[FloatArray, int]:
        k = test.pvalue.shape[-1]
        rows, columns, place = self._family(rule)
        entry = ADJUSTMENTS[rule.key]
        if entry.needs == "statistics":
            means = k if rule.group == "all" else k - 1
            return entry.load()(
                test.statistic[..., rows, columns], means, test.df
            ), place
        if entry.needs == "all pairs":
            from cddiagram.stats import adjust_many_pairs

            return adjust_many_pairs(test.pvalue, entry.key, average), place
        p = test.pvalue[..., rows, columns]
        return adjust_pvalues(p, entry.stands_for), place
