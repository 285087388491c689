"""The tests whose power and error rates are studied, applied to many tables at once.

Ranks, statistics and p-values are computed by `cddiagram.stats`, whose functions accept
leading axes.
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

#: Rankings whose omnibus tests and pairwise tests are studied.
RANKED = ("friedman", "aligned", "quade")
#: Group -> the tests of the three papers: two algorithms alone (D06 4.2), omnibus tests
#: (D06 4.3), all pairs (D06 4.3, G08 4), and all against a control (D06 4.3, G10 6).
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
#: Pairwise tests that accept only one table at a time.
_SINGLE = ("exact-ranks", "multiple-sign")
#: The adjustments that require the analysis of variance.
_OF_MEANS = tuple(key for key, entry in ADJUSTMENTS.items() if entry.ranking == "means")


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One test of many tables: of a pair, an omnibus test by its ranking, or an
    adjustment; the plan contains its options.
    """

    key: str
    group: str
    ranking: str = "friedman"
    pair_test: str = "ranks"
    plan: Plan = field(default_factory=Plan)
    #: Whether the same adjustment is also studied on other ranks, so that the name must
    #: include the ranks.
    one_of_several: bool = False

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
        """The name of the test in print."""
        if self.group == "omnibus":
            return _OMNIBUS[self.key]
        if self.group == "pair":
            return pair_procedure("friedman", self.key).name
        adjustment = ADJUSTMENTS[self.key]
        on_ranks = self.pair_test == "ranks" and self.ranking == "friedman"
        if (on_ranks and not self.one_of_several) or self.ranking == "means":
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
    has_families = group in ("all", "control")
    if pair_test != "ranks" and not has_families:
        raise _only_for_families("pair_test")
    if rankings != ("friedman",) and not (has_families and pair_test == "ranks"):
        raise _only_for_families("ranking")
    rules = []
    for one in rankings:
        on_friedman = pair_test == "ranks" and one == "friedman"
        for key in _keys(tests, group, on_friedman):
            of_means = key in _OF_MEANS
            rules.append(
                Rule(
                    key=key,
                    group=group,
                    ranking="means" if of_means else one,
                    pair_test=pair_test,
                    one_of_several=len(rankings) > 1 and not of_means,
                )
            )
    # Tests of the analysis of variance are the same for each ranking.
    return tuple(dict.fromkeys(rules))


def _only_for_families(option: str) -> UsageError:
    """Return the error about an option that the group does not support."""
    return UsageError(
        Option(option),
        " applies only to families of tests, which this group does not have. Omit it.",
    )


def _keys(tests: str | Sequence[str], group: str, on_friedman: bool) -> tuple[str, ...]:
    """Return the tests by their names; raise an error for a test that the group does
    not have on these ranks.
    """
    of_papers = TESTS[group]
    if group in ("all", "control") and not on_friedman:
        flat = [key for key in of_papers if ADJUSTMENTS[key].ranking is None]
        of_papers = ("bonferroni", *flat)
    keys = (tests,) if isinstance(tests, str) else tuple(tests)
    if keys == ("all",):
        return of_papers
    choices = of_papers
    if group == "omnibus":
        choices = ("anova", *RANKED)
    elif group == "all":
        choices = tuple(dict.fromkeys(("bonferroni", *of_papers)))
    for key in keys:
        if key not in choices:
            raise UsageError(choose_from(Option("tests"), key, (*choices, "all")))
    return keys


@dataclass(frozen=True, eq=False)
class Tables(ManyTables):
    """Many tables of scores, shape (m, n, k), with the pair that is studied."""

    pair: tuple[int, int]

    def pvalues(self, rules: tuple[Rule, ...]) -> dict[Rule, tuple[FloatArray, int]]:
        """Return the adjusted p-values of each test, (m, hypotheses), and the number of
        the hypothesis about the pair.
        """
        pair_tests: dict[tuple[str, str, Plan], tuple[PairTest, FloatArray]] = {}
        pvalues = {}
        for rule in rules:
            if rule.group == "omnibus":
                pvalues[rule] = self.omnibus_pvalues(rule.key)[:, np.newaxis], 0
            elif rule.group == "pair":
                pvalues[rule] = self._of_two(rule.key), 0
            elif rule.plan.joint and rule.plan.method != "asymptotic":
                pvalues[rule] = self._joint(rule)
            elif rule.plan.sign_flips:
                pvalues[rule] = self._flipped(rule)
            else:
                pair_test = "t" if rule.ranking == "means" else rule.pair_test
                source = rule.ranking, pair_test, replace(rule.plan, p_adjust="auto")
                if source not in pair_tests:
                    pair_tests[source] = self._tested(*source)
                pvalues[rule] = self._adjusted(rule, *pair_tests[source])
        return pvalues

    def _of_two(self, key: str) -> FloatArray:
        """Return the p-values of a test of the pair alone, (m, 1)."""
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
        """Test all pairs, and return the average ranks that order the algorithms,
        (m, k).
        """
        entry = pair_procedure(ranking, pair_test)
        options = {name: getattr(plan, name) for name in entry.options}
        average = self.average_ranks("friedman" if ranking == "means" else ranking)
        if pair_test == "wilcoxon":
            p = self.signed_rank_pvalues(**options)
            return PairTest(statistic=p, pvalue=p, method="asymptotic"), average
        data: tuple[Any, ...] = (self.scores,)
        if not entry.on_scores:
            data = self.ranks(ranking)
        options |= entry.fixed
        if entry.on_scores:
            options["higher_is_better"] = self.higher_is_better
        if entry.against:
            options["control"] = self.pair[0]
        if pair_test not in _SINGLE:
            return entry.load()(*data, **options), average
        tests = []
        for table in range(len(self)):
            of_table = [_table_of(part, table) for part in data]
            tests.append(entry.load()(*of_table, **options))
        return PairTest(
            statistic=np.array([test.statistic for test in tests]),
            pvalue=np.array([test.pvalue for test in tests]),
            method=tests[0].method,
        ), average

    def _joint(self, rule: Rule) -> tuple[FloatArray, int]:
        """Adjust by the exact distribution of the largest difference, or by the
        asymptotic one in tables that are too large.
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
        data: Exact | FloatArray = self.ranks("friedman")[0]
        if entry.on_scores:
            data = self.scores
            options["higher_is_better"] = self.higher_is_better
        rows, columns, place = self._family(rule)
        family = self._numbers_of_pairs()[rows, columns]
        adjusted = np.empty((len(self), len(family)))
        for table in range(len(self)):
            test: PairTest = entry.load()(_table_of(data, table), **options)
            adjusted[table] = adjustment.load()(test.flips, family)
        return adjusted, place

    def _numbers_of_pairs(self) -> IntArray:
        """Return the number of each pair in the order (0, 1), (0, 2), ..., (k, k)."""
        k = self.scores.values.shape[-1]
        numbers = np.zeros((k, k), dtype=np.intp)
        numbers[np.triu_indices(k, 1)] = np.arange(k * (k - 1) // 2)
        return np.asarray(numbers + numbers.T)

    def _family(self, rule: Rule) -> tuple[IntArray, IntArray, int]:
        """Return the columns of the pairs of a family, and the number of the studied
        pair among them.
        """
        k = self.scores.values.shape[-1]
        i, j = self.pair
        if rule.group == "control":
            others = np.array([other for other in range(k) if other != i])
            return np.full(k - 1, i), others, int(np.flatnonzero(others == j)[0])
        rows, columns = np.triu_indices(k, 1)
        is_pair = (rows == min(i, j)) & (columns == max(i, j))
        return rows, columns, int(np.flatnonzero(is_pair)[0])

    def _adjusted(
        self, rule: Rule, test: PairTest, average: FloatArray
    ) -> tuple[FloatArray, int]:
        """Adjust the p-values of pairwise tests for the family of a rule."""
        rows, columns, place = self._family(rule)
        entry = ADJUSTMENTS[rule.key]
        if entry.needs == "statistics":
            k = test.pvalue.shape[-1]
            means = k if rule.group == "all" else k - 1
            statistics = test.statistic[..., rows, columns]
            return entry.load()(statistics, means, test.df), place
        if entry.needs == "all pairs":
            from cddiagram.stats import adjust_many_pairs

            return adjust_many_pairs(test.pvalue, entry.key, average), place
        p = test.pvalue[..., rows, columns]
        return adjust_pvalues(p, entry.stands_for), place


def _table_of(data: Exact | FloatArray, table: int) -> Any:
    """Return the scores or ranks of one of many tables."""
    return data.take(table) if isinstance(data, Exact) else data[table]
