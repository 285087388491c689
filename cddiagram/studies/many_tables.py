"""Tests that are applied to many tables at once, in studies of power and error rates.

Ranks, statistics and p-values are computed by the functions of `cddiagram.stats`, which
accept arrays with additional leading axes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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

#: The omnibus and pairwise tests of these ranking methods can be studied.
RANKED = ("friedman", "aligned", "quade")
#: Maps each group to tests from three papers: tests of two algorithms (Demšar 2006,
#: section 4.2), omnibus tests (section 4.3), tests of all pairs (section 4.3; García
#: and Herrera 2008, section 4), and comparisons with a control (Demšar 2006, section
#: 4.3; García et al. 2010, section 6).
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
#: In these groups, each test has several hypotheses.
_FAMILIES = ("all", "control")
#: These pairwise tests can be applied to only one table at a time.
_SINGLE = ("exact-ranks", "multiple-sign")
#: The keys of the adjustments that are based on the analysis of variance.
_OF_MEANS = tuple(key for key, entry in ADJUSTMENTS.items() if entry.ranking == "means")


@dataclass(frozen=True, kw_only=True)
class StudiedTest:
    """A test that is applied to many tables at once.

    It can be a test of one pair, an omnibus test, or a family of pairwise tests with an
    adjustment. The plan contains the options of the tests.
    """

    key: str
    group: str
    ranking: str = "friedman"
    pair_test: str = "ranks"
    plan: Plan = field(default_factory=Plan)
    #: Whether the study also applies the same adjustment to other ranking methods. In
    #: this case, the name must include the ranking method.
    on_several_rankings: bool = False

    @classmethod
    def of_plan(cls, plan: Plan) -> StudiedTest:
        """Return the post-hoc test that a plan describes."""
        group = "control"
        if plan.all_pairs:
            group = "all"
        return cls(
            key=plan.p_adjust,
            group=group,
            ranking=plan.ranking,
            pair_test=plan.pairs.key,
            plan=plan,
        )

    @property
    def name(self) -> str:
        """The printed name of the test."""
        if self.group == "omnibus":
            return _OMNIBUS[self.key]
        if self.group == "pair":
            return pair_procedure("friedman", self.key).name
        adjustment = ADJUSTMENTS[self.key]
        if self.ranking == "means":
            return adjustment.name
        on_friedman_ranks = self.pair_test == "ranks" and self.ranking == "friedman"
        if on_friedman_ranks and not self.on_several_rankings:
            return adjustment.name
        procedure = pair_procedure(self.ranking, self.pair_test)
        return adjustment.name_with(procedure.name)


def studied_tests(
    tests: str | Sequence[str], group: str, ranking: str | Sequence[str], pair_test: str
) -> tuple[StudiedTest, ...]:
    """Return the specified tests of a group for each ranking method.

    ``"all"`` denotes all tests of the group.
    """
    rankings = _as_tuple(ranking)
    _check_group(group, rankings, pair_test)
    studied = []
    for each in rankings:
        on_friedman_ranks = pair_test == "ranks" and each == "friedman"
        for key in _test_keys(tests, group, on_friedman_ranks):
            test = StudiedTest(
                key=key,
                group=group,
                ranking=each,
                pair_test=pair_test,
                on_several_rankings=len(rankings) > 1,
            )
            if key in _OF_MEANS:
                test = replace(test, ranking="means", on_several_rankings=False)
            studied.append(test)
    # If a test is based on the analysis of variance, it is identical for all ranking
    # methods, so duplicates are removed.
    return tuple(dict.fromkeys(studied))


def _as_tuple(names: str | Sequence[str]) -> tuple[str, ...]:
    """Return a single name or several names as a tuple."""
    if isinstance(names, str):
        return (names,)
    return tuple(names)


def _check_group(group: str, rankings: tuple[str, ...], pair_test: str) -> None:
    """Raise an error if a group does not support a ranking method or pairwise test."""
    choices = FEATURES["power"].choices
    options = [("group", group, choices["group"])]
    options += [("ranking", ranking, RANKED) for ranking in rankings]
    options.append(("pair_test", pair_test, choices["pair_test"]))
    for option, value, supported in options:
        if value not in supported:
            raise UsageError(choose_from(Option(option), value, supported))
    if pair_test != "ranks" and group not in _FAMILIES:
        raise UsageError(
            Option("pair_test"),
            " applies only to families of tests, but this group does not contain families. "
            "Omit this option.",
        )
    on_ranks = group in _FAMILIES and pair_test == "ranks"
    if rankings != ("friedman",) and not on_ranks:
        raise UsageError(
            Option("ranking"),
            " applies only to families of tests on ranks, but no such tests were "
            "selected. Omit this option.",
        )


def _test_keys(
    tests: str | Sequence[str], group: str, on_friedman_ranks: bool
) -> tuple[str, ...]:
    """Return the keys of the tests.

    Raise an error if the group does not contain a test on these ranks.
    """
    of_papers = TESTS[group]
    if group in _FAMILIES and not on_friedman_ranks:
        any_ranks = [key for key in of_papers if ADJUSTMENTS[key].ranking is None]
        of_papers = ("bonferroni", *any_ranks)
    keys = _as_tuple(tests)
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
    """Many tables of scores of shape (m, n, k), and the pair that is studied."""

    pair: tuple[int, int]

    def pvalues(
        self, tests: tuple[StudiedTest, ...]
    ) -> dict[StudiedTest, tuple[FloatArray, int]]:
        """Return the adjusted p-values of each test, of shape (m, hypotheses).

        Also return the index of the hypothesis about the pair.
        """
        results: dict[tuple[str, str, Plan], PairTest] = {}
        pvalues = {}
        for test in tests:
            plan = test.plan
            if test.group == "omnibus":
                pvalues[test] = self.omnibus_pvalues(test.key)[:, np.newaxis], 0
            elif test.group == "pair":
                pvalues[test] = self._single_pair_pvalues(test.key), 0
            elif plan.joint and plan.method != "asymptotic":
                pvalues[test] = self._joint_pvalues(test)
            elif plan.sign_flips:
                pvalues[test] = self._sign_flip_pvalues(test)
            else:
                pair_test = test.pair_test
                if test.ranking == "means":
                    pair_test = "t"
                # If tests differ only in the adjustment, they use the same pairwise
                # tests.
                unadjusted = replace(plan, p_adjust="auto")
                pairwise = test.ranking, pair_test, unadjusted
                if pairwise not in results:
                    results[pairwise] = self._test_pairs(*pairwise)
                pvalues[test] = self._adjust(test, results[pairwise])
        return pvalues

    def _single_pair_pvalues(self, key: str) -> FloatArray:
        """Return the p-values of a test that uses only the scores of the pair.

        The result has the shape (m, 1).
        """
        both = self.scores.take((..., list(self.pair)))
        if key == "wilcoxon":
            tables = ManyTables(both, self.higher_is_better)
            return tables.signed_rank_pvalues()[..., 0, 1:]
        procedure = pair_procedure("friedman", key)
        options = dict(procedure.fixed)
        result: PairTest = procedure.load()(
            both, higher_is_better=self.higher_is_better, **options
        )
        return result.pvalue[..., 0, 1:]

    def _test_pairs(self, ranking: str, key: str, plan: Plan) -> PairTest:
        """Apply a pairwise test to all pairs of each table."""
        procedure = pair_procedure(ranking, key)
        options = {name: getattr(plan, name) for name in procedure.options}
        if key == "wilcoxon":
            pvalues = self.signed_rank_pvalues(**options)
            return PairTest(statistic=pvalues, pvalue=pvalues, method="asymptotic")
        options |= procedure.fixed
        if procedure.against:
            options["control"] = self.pair[0]
        data: tuple[Any, ...]
        if procedure.on_scores:
            data = (self.scores,)
            options["higher_is_better"] = self.higher_is_better
        else:
            data = self.ranks(ranking)
        test: Callable[..., PairTest] = procedure.load()
        if key not in _SINGLE:
            return test(*data, **options)
        results = []
        for number in range(len(self)):
            table = [_table_of(part, number) for part in data]
            results.append(test(*table, **options))
        return PairTest(
            statistic=np.array([result.statistic for result in results]),
            pvalue=np.array([result.pvalue for result in results]),
            method=results[0].method,
        )

    def _joint_pvalues(self, test: StudiedTest) -> tuple[FloatArray, int]:
        """Compute joint p-values from the exact distribution of the largest difference.

        If the tables are too large, use the asymptotic distribution.
        """
        from cddiagram.stats import joint_pvalues

        (ranks,) = self.ranks("friedman")
        rows, columns, hypothesis = self._family(test)
        against_control = test.group == "control"
        exact = joint_pvalues(ranks, rows, columns, against_control=against_control)
        too_large = np.isnan(exact[:, :1])
        if not too_large.any():
            return exact, hypothesis
        if test.plan.method == "exact":
            raise UsageError(
                "the exact distribution of these rank sums is too large to compute, and "
                "a Monte Carlo test would be repeated for every table. Use ",
                Option("method"),
                " 'auto' or 'asymptotic'.",
            )
        plan = replace(test.plan, method="asymptotic", p_adjust="auto")
        result = self._test_pairs("friedman", "ranks", plan)
        asymptotic, _ = self._adjust(test, result)
        return np.where(too_large, asymptotic, exact), hypothesis

    def _sign_flip_pvalues(self, test: StudiedTest) -> tuple[FloatArray, int]:
        """Test each table by sign flips, and adjust the p-values for the family."""
        procedure = test.plan.pairs
        options = {name: getattr(test.plan, name) for name in procedure.options}
        data: Exact | FloatArray
        if procedure.on_scores:
            data = self.scores
            options["higher_is_better"] = self.higher_is_better
        else:
            (data,) = self.ranks("friedman")
        rows, columns, hypothesis = self._family(test)
        family = self._pair_numbers()[rows, columns]
        test_pairs: Callable[..., PairTest] = procedure.load()
        adjust = ADJUSTMENTS[test.key].load()
        pvalues = np.empty((len(self), len(family)))
        for number in range(len(self)):
            result = test_pairs(_table_of(data, number), **options)
            pvalues[number] = adjust(result.flips, family)
        return pvalues, hypothesis

    def _pair_numbers(self) -> IntArray:
        """Return a symmetric array that contains the index of each pair.

        The order of the pairs is (0, 1), (0, 2), ..., (1, 2), ...
        """
        k = self.scores.values.shape[-1]
        numbers = np.zeros((k, k), dtype=np.intp)
        numbers[np.triu_indices(k, 1)] = np.arange(k * (k - 1) // 2)
        return np.asarray(numbers + numbers.T)

    def _family(self, test: StudiedTest) -> tuple[IntArray, IntArray, int]:
        """Return the columns of the pairs of a family.

        Also return the index of the studied pair among them.
        """
        k = self.scores.values.shape[-1]
        first, second = self.pair
        if test.group == "control":
            rows = np.full(k - 1, first)
            columns = np.delete(np.arange(k), first)
            is_pair = columns == second
        else:
            rows, columns = np.triu_indices(k, 1)
            is_pair = (rows == min(self.pair)) & (columns == max(self.pair))
        return rows, columns, int(np.flatnonzero(is_pair)[0])

    def _adjust(self, test: StudiedTest, result: PairTest) -> tuple[FloatArray, int]:
        """Adjust the p-values of pairwise tests for the family of a test."""
        rows, columns, hypothesis = self._family(test)
        adjustment = ADJUSTMENTS[test.key]
        if adjustment.needs == "statistics":
            statistics = result.statistic[..., rows, columns]
            means = result.pvalue.shape[-1]
            if test.group == "control":
                means -= 1
            return adjustment.load()(statistics, means, result.df), hypothesis
        if adjustment.needs == "all pairs":
            from cddiagram.stats import adjust_many_pairs

            ranks = self._ordering_ranks(test.ranking)
            return adjust_many_pairs(result.pvalue, adjustment.key, ranks), hypothesis
        pvalues = result.pvalue[..., rows, columns]
        return adjust_pvalues(pvalues, adjustment.stands_for), hypothesis

    def _ordering_ranks(self, ranking: str) -> FloatArray:
        """Return the average ranks that determine the order of the algorithms.

        The result has the shape (m, k).
        """
        if ranking == "means":
            return self.average_ranks("friedman")
        return self.average_ranks(ranking)


def _table_of(data: Exact | FloatArray, number: int) -> Any:
    """Return the scores or ranks of one table."""
    if isinstance(data, Exact):
        return data.take(number)
    return data[number]
