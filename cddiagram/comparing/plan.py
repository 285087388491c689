"""The plan of a comparison: options, defaults and printed names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from cddiagram.procedures import (
    ADJUSTMENTS,
    CHOICES,
    PAIR_TESTS,
    RANKINGS,
    Adjustment,
    Condition,
    PairProcedure,
    adjustment_choices,
    check_procedure,
    pair_procedure,
)
from cddiagram.stats import Result
from cddiagram.text import (
    InputError,
    Option,
    Phrase,
    UsageError,
    choose_from,
    phrase,
)

#: These options are mentioned in messages.
RANKING, PAIR_TEST = Option("ranking"), Option("pair_test")
P_ADJUST, CONTROL = Option("p_adjust"), Option("control")
#: The methods for computing p-values for the largest difference between rank sums. The
#: names of tests contain these words.
JOINT_METHODS = ("exact", "asymptotic", "Monte Carlo")
#: This suffix is added to the name of a procedure if the control is ``"best"``.
PICKED_AFTER = ", best against the others"
#: Maps each variance formula to its printed name. Papers and programs use different
#: variance formulas for aligned and Quade ranks, so every output states which formula
#: was used.
_VARIANCE_NAMES = {
    "permutation": "permutation variance",
    "conover": "Conover's t",
}
#: Messages about procedures that do not support missing scores end with this text.
_EVERY_SCORE = (
    "complete scores, but some are missing. Read the scores with ",
    Option("missing", "worst"),
    " or 'drop', or ",
)


@dataclass(frozen=True)
class ErrorControl:
    """The error rate that the tests of a comparison control, and the condition for this
    control.

    Attributes
    ----------
    controls : {"fwer", "fwer-weak", "fdr", "none", "unknown"}
        The error rate that is controlled: the family-wise error rate ("fwer", or
        "fwer-weak" if it is controlled only if all algorithms perform equally well),
        the false discovery rate, or none. It is unknown for p-values that were computed
        elsewhere.
    condition : str
        The condition for this control. It is ``"any"`` if no condition is required.
    """

    controls: Literal["fwer", "fwer-weak", "fdr", "none", "unknown"]
    condition: Condition = "any"

    @property
    def none(self) -> bool:
        """Whether the family-wise error rate is not controlled even if all algorithms
        perform equally well.
        """
        return self.controls in ("fdr", "none")


@dataclass(frozen=True, kw_only=True)
class Plan(Result):
    """The options of the tests in a comparison.

    Attributes
    ----------
    control_chosen : {"before", "after", None}
        How the control was chosen. ``"before"`` means that the control was specified in
        advance, and ``"after"`` that the best-ranked algorithm was selected after
        seeing the results. None without a control.
    two_algorithms : bool
        Whether there are two algorithms, so that no adjustment is required.
    incomplete : bool
        Whether scores are missing, in which case each pair is tested on its common data
        sets.
    pair_test : str
        The pairwise test, as in `cddiagram.compare`. It is ``"given"`` for p-values
        that were computed elsewhere.
    ranking, p_adjust, zeros, variance, method : str
        The options of `cddiagram.compare`. The value "auto" of `p_adjust` is replaced
        with the adjustment that it selects.
    tie_correction : bool or None
        The option of `cddiagram.compare`.
    """

    control_chosen: str | None = None
    two_algorithms: bool = False
    incomplete: bool = False
    ranking: str = "friedman"
    pair_test: str = "ranks"
    p_adjust: str = "auto"
    zeros: str = "split"
    tie_correction: bool | None = None
    variance: str = "permutation"
    method: str = "auto"

    @property
    def all_pairs(self) -> bool:
        """Whether the family of hypotheses contains all pairs. This is also the case if
        the control is the best-ranked algorithm.
        """
        return self.control_chosen != "before"

    @property
    def on_friedman_ranks(self) -> bool:
        """Whether pairs are compared on Friedman ranks, with z tests or exact tests."""
        return self.pair_test == "ranks" and self.ranking == "friedman"

    @property
    def exact_ranks(self) -> bool:
        """Whether pairs are tested with the exact distribution of Friedman rank sums.

        Exact tests are used if the user selects them and, by default, for two
        algorithms.
        """
        is_default = self.method == "auto" and self.two_algorithms
        is_chosen = self.method == "exact" or is_default
        return is_chosen and self.on_friedman_ranks and not self.sign_flips

    @property
    def sign_flips(self) -> bool:
        """Whether pairs are tested with sign flips, as the adjustment ``"max-t"``
        requires.
        """
        entry = ADJUSTMENTS.get(self.p_adjust)
        return entry is not None and entry.needs == "sign flips"

    @property
    def joint(self) -> bool:
        """Whether pairs are tested with the exact or asymptotic distribution of the
        largest difference between Friedman rank sums.
        """
        if not self.on_friedman_ranks or self.two_algorithms or self.p_adjust == "auto":
            return False
        family = "control"
        if self.all_pairs:
            family = "all pairs"
        return ADJUSTMENTS[self.adjustment.stands_for].joint == family

    @property
    def adjustment(self) -> Adjustment:
        """The registry entry for the adjustment."""
        return ADJUSTMENTS[self.p_adjust]

    @property
    def pairs(self) -> PairProcedure:
        """The registry entry for the pairwise test."""
        if self.exact_ranks:
            return PAIR_TESTS["exact-ranks"]
        entry = pair_procedure(self.ranking, self.pair_test)
        if self.sign_flips:
            return PAIR_TESTS[entry.flipped]
        return entry

    @property
    def bonferroni_dunn(self) -> bool:
        """Whether the test is the Bonferroni-Dunn test, which is Bonferroni's
        adjustment for comparisons with a control on Friedman ranks.
        """
        return self.joint and not self.all_pairs

    def error_control(self, n_hypotheses: int) -> ErrorControl:
        """Return the error rate that the tests control for a number of hypotheses.

        This is the error rate that the adjustment controls if the p-values are valid.
        If they are valid only if all algorithms perform equally well, the control is at
        most weak.
        """
        if self.pair_test == "given":
            return ErrorControl("unknown")
        if n_hypotheses == 1:
            return ErrorControl("fwer")
        if self.pairs.family_wise:
            return ErrorControl("fwer", "exchangeable")
        controls, condition = self.adjustment.controls, self.adjustment.condition
        # If there are only two algorithms, the p-value cannot depend on other
        # algorithms.
        weakly = self.pairs.validity == "joint" and not self.two_algorithms
        if condition == "transitive" and (weakly or self.pairs.transitive):
            # If all algorithms perform equally well, pairwise equality is transitive.
            condition = "any"
        if not weakly:
            return ErrorControl(controls, condition)
        if controls in ("fwer", "fwer-weak"):
            return ErrorControl("fwer-weak", condition)
        return ErrorControl("none")

    @property
    def label(self) -> str:
        """The printed name of the post-hoc procedure, for example ``"Wilcoxon–Holm"``."""
        if self.method == "asymptotic":
            return self.label_of(self.method)
        return self.label_of("")

    def label_of(self, method: str) -> str:
        """Return the label, including the method used to compute joint p-values, such
        as ``"Nemenyi (exact)"``.
        """
        return self._named(_VARIANCE_NAMES[self.variance], method)

    @property
    def figure_label(self) -> str:
        """The label of the procedure in a figure. If the variance is the default, only
        the caption states it.
        """
        return self.figure_label_of("")

    def figure_label_of(self, method: str) -> str:
        """Return the label in a figure, including the method used to compute joint
        p-values.
        """
        variance = _VARIANCE_NAMES[self.variance]
        if self.variance == "permutation":
            variance = ""
        return self._named(variance, method)

    def _named(self, variance: str, method: str) -> str:
        name = self._name_of_tests(variance)
        if self.joint and method in JOINT_METHODS:
            name = f"{name} ({method})"
        if self.control_chosen == "after":
            name += PICKED_AFTER
        return name

    def _name_of_tests(self, variance: str) -> str:
        if self.bonferroni_dunn:
            return ADJUSTMENTS["bonferroni-dunn"].name
        if self.adjustment.named_test:
            return self.adjustment.name
        test = self._name_of_pair_test()
        if variance and self.pair_test == "ranks" and RANKINGS[self.ranking].variances:
            test += f" ({variance})"
        # The name does not state an adjustment if the p-values are unadjusted or if
        # their adjustment is unknown.
        is_family_wise = self.pair_test == "multiple-sign"
        is_unadjusted = self.pair_test == "given" and self.p_adjust == "none"
        if not self.two_algorithms and not is_family_wise and not is_unadjusted:
            return self.adjustment.name_with(test)
        if self.sign_flips:
            return f"{test} (sign flips)"
        return test

    def _name_of_pair_test(self) -> str:
        if self.pair_test == "given":
            return "P-values as given"
        return self.pairs.name


def make_plan(
    algorithms: Sequence[str] = (), control: str | None = None, **options: Any
) -> Plan:
    """Create a plan from its fields, and replace ``"auto"`` with the adjustment that it
    selects.

    If the algorithms are known, they determine `two_algorithms` and, together with the
    control, `control_chosen`. If a value is unknown, or if options cannot be combined,
    a `UsageError` is raised that states what to use instead.
    """
    if algorithms:
        options["control_chosen"] = _control_chosen(control, algorithms)
        options["two_algorithms"] = len(algorithms) == 2
    plan = Plan(**options)
    check_procedure(P_ADJUST, plan.p_adjust, adjustment_choices())
    for option, choices in CHOICES.items():
        check_procedure(Option(option), getattr(plan, option), choices)
    if plan.incomplete and plan.ranking == "friedman":
        # The Skillings–Mack test generalises Friedman's test to tables with missing
        # scores.
        plan = replace(plan, ranking="skillings-mack")
    if plan.sign_flips:
        _check_sign_flips(plan)
    _check_pair_test(plan)
    if plan.p_adjust == "auto":
        plan = replace(plan, p_adjust=_default_adjustment(plan))
    entry = plan.adjustment
    if plan.two_algorithms and plan.exact_ranks and entry.law is not None:
        raise UsageError(_not_exact(plan))
    _check_adjustment(plan)
    if plan.incomplete:
        _check_incomplete(plan)
    if plan.exact_ranks and plan.method == "exact" and plan.tie_correction is False:
        raise UsageError(
            Option("tie_correction"),
            " False selects formulas that ignore ties, but ",
            Option("method"),
            " 'exact' uses the distribution for the observed ties. Omit one of these "
            "options.",
        )
    if plan.pair_test == "multiple-sign" and entry.key != "none":
        raise UsageError(
            PAIR_TEST,
            " 'multiple-sign' already returns adjusted p-values. Omit ",
            P_ADJUST,
            f" '{entry.key}'.",
        )
    plan = replace(plan, p_adjust=entry.stands_for)
    _check_applies(plan)
    return plan


def _control_chosen(control: str | None, algorithms: Sequence[str]) -> str | None:
    """Return how the control was chosen. The name of an algorithm can also be "best"."""
    if control is None:
        return None
    if control in algorithms:
        return "before"
    if control == "best":
        return "after"
    problem = f"the control '{control}' is not one of the algorithms"
    raise InputError(choose_from("control", control, algorithms, problem=problem))


def _not_exact(plan: Plan) -> Phrase:
    """Return the message about an adjustment that cannot be combined with an exact test
    of two algorithms.
    """
    entry = plan.adjustment
    remedy = "Two algorithms require no adjustment. Omit the adjustment, or use "
    rests = (
        f" '{entry.key}' is based on {entry.law}, not on the exact distribution of "
        f"rank sums. {remedy}"
    )
    return Phrase(P_ADJUST, rests, Option("method"), " 'asymptotic'.")


def _default_adjustment(plan: Plan) -> str:
    """Return the adjustment that ``"auto"`` selects."""
    if plan.pair_test == "multiple-sign" or plan.two_algorithms:
        return "none"
    if not plan.on_friedman_ranks:
        return "holm"
    if plan.all_pairs:
        return "nemenyi"
    return "bonferroni"


def _check_pair_test(plan: Plan) -> None:
    """Raise an error if the pairwise test cannot be combined with the ranking or the
    variance.
    """
    ranking, pair_test, variance = plan.ranking, plan.pair_test, plan.variance
    if ranking == "means" and pair_test != "t":
        means = (
            "{} 'means' (analysis of variance) requires {} 't', not '{}'. Use 't', or "
            "use {} 'friedman'."
        )
        raise UsageError(phrase(means, RANKING, PAIR_TEST, pair_test, RANKING))
    if ranking == "skillings-mack" and pair_test == "ranks":
        if not plan.incomplete:
            raise UsageError(
                RANKING,
                " 'skillings-mack' is intended for missing scores, but no score is "
                "missing. Use 'friedman'.",
            )
        raise UsageError(
            PAIR_TEST, " 'ranks' requires ", *_EVERY_SCORE, "use 'wilcoxon' or 'sign'."
        )
    if pair_test == "multiple-sign" and plan.all_pairs:
        compares = (
            "{} 'multiple-sign' requires a control that was specified in advance. Name "
            "the control ({}), or use 'sign'."
        )
        raise UsageError(phrase(compares, PAIR_TEST, CONTROL))
    if variance == "permutation":
        return
    if pair_test != "ranks" or variance not in RANKINGS[ranking].variances:
        on_quade = (
            f"{{}} '{variance}' requires {{}} 'ranks' and {{}} 'quade'. Omit the "
            "variance."
        )
        raise UsageError(phrase(on_quade, Option("variance"), PAIR_TEST, RANKING))


def _check_sign_flips(plan: Plan) -> None:
    """Raise an error if sign-flip tests cannot be combined with missing scores or with
    a method.
    """
    subject = Phrase(P_ADJUST, f" '{plan.p_adjust}'")
    if plan.incomplete:
        needs = " requires complete scores, but some are missing. Read the scores with "
        raise UsageError(subject, needs, Option("missing", "worst"), " or 'drop'.")
    if plan.method != "auto":
        counts = (
            " uses all sign patterns, or random patterns if there are many data sets. "
            "Omit "
        )
        raise UsageError(subject, counts, Option("method"), f" '{plan.method}'.")


def _check_incomplete(plan: Plan) -> None:
    """Raise an error if scores are missing and an option requires complete scores."""
    for option, value, entry, others in (
        (RANKING, plan.ranking, RANKINGS[plan.ranking], "omit this option"),
        (PAIR_TEST, plan.pair_test, plan.pairs, "use 'wilcoxon' or 'sign'"),
        (P_ADJUST, plan.p_adjust, plan.adjustment, "use 'holm' or 'bonferroni'"),
    ):
        if not entry.incomplete:
            raise UsageError(
                option, f" '{value}' requires ", *_EVERY_SCORE, f"{others}."
            )


def _check_adjustment(plan: Plan) -> None:
    """Raise an error if the adjustment cannot be combined with the tests."""
    entry = plan.adjustment
    suits_test = entry.ranking != "friedman" or plan.pair_test == "ranks"
    suits_ranking = entry.ranking in (None, plan.ranking) and suits_test
    if plan.sign_flips and plan.pair_test != "multiple-sign":
        suits_ranking = pair_procedure(plan.ranking, plan.pair_test).flipped != ""
    excluded = {
        "ranking": not suits_ranking,
        "control": plan.control_chosen == "before",
        "no control": plan.control_chosen is None,
        "best": plan.control_chosen == "after",
    }
    option, value = PAIR_TEST, plan.pair_test
    if plan.pair_test == "ranks":
        option, value = RANKING, plan.ranking
    for case, words in entry.refusals.items():
        if not excluded[case]:
            continue
        reason: str = words
        if "{}" in words:
            reason = phrase(words, Phrase(option, f" '{value}'"))
        raise UsageError(P_ADJUST, f" '{entry.key}' ", reason)


def _check_applies(plan: Plan) -> None:
    """Raise an error if the tests would ignore an option."""
    signed_ranks = Phrase(PAIR_TEST, " 'wilcoxon'")
    has_methods = plan.on_friedman_ranks or plan.pair_test in ("wilcoxon", "sign")
    rank_tests = Phrase("Friedman mean ranks or ", PAIR_TEST, " 'wilcoxon' or 'sign'")
    rules: list[tuple[str, str, bool, Phrase]] = [
        ("zeros", "split", plan.pair_test == "wilcoxon", signed_ranks),
        ("method", "auto", has_methods, rank_tests),
    ]
    for option, default, applies, tests in rules:
        value = getattr(plan, option)
        if value != default and not applies:
            raise UsageError(
                Option(option), f" {value!r} requires ", tests, ". Omit this option."
            )
