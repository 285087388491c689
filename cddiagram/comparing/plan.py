"""Which tests are made: defaults, which combinations have a meaning, and what the
procedure is called in print.
"""

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

#: Options that messages name.
RANKING, PAIR_TEST = Option("ranking"), Option("pair_test")
P_ADJUST, CONTROL = Option("p_adjust"), Option("control")
#: How p-values of the largest difference of rank sums are obtained, as names of the
#: tests have it.
JOINT_METHODS = ("exact", "asymptotic", "Monte Carlo")
#: What the name of a procedure ends with where the control was picked after looking.
PICKED_AFTER = ", best against the others"
#: Papers and programs use different variances of aligned and Quade ranks: every output
#: names the variance that was used.
_VARIANCE_NAMES = {
    "permutation": "permutation variance",
    "conover": "Conover's t",
}
#: What tables with gaps do not have, and what else helps.
_EVERY_SCORE = (
    "every score, and some are missing: read with ",
    Option("missing", "worst"),
    " or 'drop', or ",
)


@dataclass(frozen=True)
class ErrorControl:
    """Which error rate the tests of a comparison control at its level, and on which
    condition.

    ``"fwer"`` is the family-wise error rate, ``"fwer-weak"`` the same only if all
    algorithms are equal, ``"fdr"`` the false discovery rate; ``"unknown"`` is for
    p-values from elsewhere.
    """

    controls: Literal["fwer", "fwer-weak", "fdr", "none", "unknown"]
    condition: Condition = "any"

    @property
    def none(self) -> bool:
        """Whether the family-wise error rate is not controlled, not even if all
        algorithms are equal.
        """
        return self.controls in ("fdr", "none")


@dataclass(frozen=True, kw_only=True)
class Plan(Result):
    """The tests of one comparison: the options of `cddiagram.compare`, complete and
    consistent if made by `make_plan`.

    Attributes
    ----------
    control_chosen : {"before", "after", None}
        Whether there is a control named in advance, or the best-ranked algorithm picked
        after looking.
    two_algorithms : bool
        Whether there is a single pair, so that nothing is to be adjusted.
    incomplete : bool
        Whether scores are missing, so that each pair is tested on the data sets that
        both have.
    pair_test : str
        As in `cddiagram.compare`; ``"given"`` for p-values from elsewhere.
    ranking, p_adjust, zeros, variance, method : str
        As in `cddiagram.compare`, `p_adjust` with the default filled in.
    tie_correction : bool or None
        As in `cddiagram.compare`.
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
        """Whether the family of hypotheses holds all pairs; it does for a control
        picked after looking, too.
        """
        return self.control_chosen != "before"

    @property
    def on_friedman_ranks(self) -> bool:
        """Whether pairs are tested on Friedman's ranks, by z or exactly."""
        return self.pair_test == "ranks" and self.ranking == "friedman"

    @property
    def exact_ranks(self) -> bool:
        """Whether pairs are tested on the exact law of Friedman's rank sums: if asked
        for, and for two algorithms.
        """
        wanted = self.method == "exact" or (
            self.method == "auto" and self.two_algorithms
        )
        return wanted and self.on_friedman_ranks and not self.sign_flips

    @property
    def sign_flips(self) -> bool:
        """Whether pairs are tested by sign flips of the data sets, which the adjustment
        needs.
        """
        entry = ADJUSTMENTS.get(self.p_adjust)
        return entry is not None and entry.needs == "sign flips"

    @property
    def joint(self) -> bool:
        """Whether pairs are tested on the largest difference of Friedman's rank sums,
        exactly or asymptotically.
        """
        if not self.on_friedman_ranks or self.two_algorithms or self.p_adjust == "auto":
            return False
        family = "all pairs" if self.all_pairs else "control"
        return ADJUSTMENTS[self.adjustment.stands_for].joint == family

    @property
    def adjustment(self) -> Adjustment:
        """The entry of the adjustment."""
        return ADJUSTMENTS[self.p_adjust]

    @property
    def pairs(self) -> PairProcedure:
        """The entry of the test of pairs."""
        if self.exact_ranks:
            return PAIR_TESTS["exact-ranks"]
        entry = pair_procedure(self.ranking, self.pair_test)
        return PAIR_TESTS[entry.flipped] if self.sign_flips else entry

    @property
    def bonferroni_dunn(self) -> bool:
        """Whether Bonferroni's adjustment makes the Bonferroni-Dunn test: on Friedman
        ranks, against a control.
        """
        return self.joint and not self.all_pairs

    def error_control(self, n_hypotheses: int) -> ErrorControl:
        """Return which error rate is controlled: what the adjustment controls, as far
        as p-values are valid.
        """
        if self.pair_test == "given":
            return ErrorControl("unknown")
        if n_hypotheses == 1:
            return ErrorControl("fwer")
        if self.pairs.family_wise:
            return ErrorControl("fwer", "exchangeable")
        controls, condition = self.adjustment.controls, self.adjustment.condition
        # The p-value of two algorithms cannot depend on others.
        weakly = self.pairs.validity == "joint" and not self.two_algorithms
        if condition == "transitive" and (weakly or self.pairs.transitive):
            condition = "any"  # if all algorithms are equal, equality is transitive
        if not weakly:
            return ErrorControl(controls, condition)
        if controls in ("fwer", "fwer-weak"):
            return ErrorControl("fwer-weak", condition)
        return ErrorControl("none")

    @property
    def label(self) -> str:
        """The name of the post-hoc procedure in print, for example
        ``"Wilcoxon–Holm"``.
        """
        return self.label_of(self.method if self.method == "asymptotic" else "")

    def label_of(self, method: str) -> str:
        """Return the same with the method by which joint p-values were obtained:
        ``"Nemenyi (exact)"``.
        """
        return self._named(_VARIANCE_NAMES[self.variance], method)

    @property
    def figure_label(self) -> str:
        """The label in a figure, whose caption states which variance is the default."""
        return self.figure_label_of("")

    def figure_label_of(self, method: str) -> str:
        """Return the same with the method by which joint p-values were obtained."""
        variance = _VARIANCE_NAMES[self.variance]
        if self.variance == "permutation":
            variance = ""
        return self._named(variance, method)

    def _named(self, variance: str, method: str) -> str:
        given = self.pair_test == "given"
        tested, name = (
            "P-values as given" if given else self.pairs.name,
            self.adjustment.name,
        )
        if variance and self.pair_test == "ranks" and RANKINGS[self.ranking].variances:
            tested += f" ({variance})"
        if self.bonferroni_dunn:
            name = ADJUSTMENTS["bonferroni-dunn"].name
        elif not self.adjustment.named_test:
            alone = (
                self.two_algorithms or self.pair_test == "multiple-sign"
            )  # nothing is done to its p-values
            alone |= (
                given and self.p_adjust == "none"
            )  # nor here; what was done elsewhere is not known
            if alone and self.sign_flips:
                tested += " (sign flips)"
            name = tested if alone else self.adjustment.name_with(tested)
        if self.joint and method in JOINT_METHODS:
            name = f"{name} ({method})"
        return name + (PICKED_AFTER if self.control_chosen == "after" else "")


def make_plan(
    algorithms: Sequence[str] = (), control: str | None = None, **options: Any
) -> Plan:
    """Make a plan from the fields of `Plan`, and fill in the default adjustment.

    The algorithms, if known, and their control determine `control_chosen` and
    `two_algorithms`. An unknown value, or a combination without meaning, raises a
    `UsageError` that states what to use instead.
    """
    if algorithms:
        options["control_chosen"] = _control_chosen(control, algorithms)
        options["two_algorithms"] = len(algorithms) == 2
    plan = Plan(**options)
    check_procedure(P_ADJUST, plan.p_adjust, adjustment_choices())
    for option, choices in CHOICES.items():
        check_procedure(Option(option), getattr(plan, option), choices)
    if plan.incomplete and plan.ranking == "friedman":
        plan = replace(
            plan, ranking="skillings-mack"
        )  # which is Friedman's test for tables with gaps
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
            " False asks for the formulas without ties, and ",
            Option("method"),
            " 'exact' takes the ties as they are: leave one of them out.",
        )
    if plan.pair_test == "multiple-sign" and entry.key != "none":
        raise UsageError(
            PAIR_TEST,
            " 'multiple-sign' gives family-wise p-values by itself: leave ",
            P_ADJUST,
            f" '{entry.key}' out.",
        )
    plan = replace(plan, p_adjust=entry.stands_for)
    _check_applies(plan)
    return plan


def _control_chosen(control: str | None, algorithms: Sequence[str]) -> str | None:
    """Return how the control was chosen; an algorithm can itself be called "best"."""
    if control is None:
        return None
    if control in algorithms:
        return "before"
    if control == "best":
        return "after"
    problem = f"the control '{control}' is not among the algorithms"
    raise InputError(choose_from("control", control, algorithms, problem=problem))


def _not_exact(plan: Plan) -> Phrase:
    """Return why an adjustment does not go with the exact p-value of two algorithms: it
    takes another distribution.
    """
    entry = plan.adjustment
    remedy = (
        "two algorithms are one hypothesis, with nothing to adjust: leave it out, or "
        "use "
    )
    rests = (
        f" '{entry.key}' is computed from {entry.law}, not from the exact law of rank "
        f"sums: {remedy}"
    )
    return Phrase(P_ADJUST, rests, Option("method"), " 'asymptotic'.")


def _default_adjustment(plan: Plan) -> str:
    if plan.pair_test == "multiple-sign" or plan.two_algorithms:
        return "none"
    if not plan.on_friedman_ranks:
        return "holm"
    return "nemenyi" if plan.all_pairs else "bonferroni"


def _check_pair_test(plan: Plan) -> None:
    ranking, pair_test, variance = plan.ranking, plan.pair_test, plan.variance
    if ranking == "means" and pair_test != "t":
        means = (
            "{} 'means' is the analysis of variance, whose {} is 't', not '{}': use "
            "'t', or {} 'friedman'."
        )
        raise UsageError(phrase(means, RANKING, PAIR_TEST, pair_test, RANKING))
    if ranking == "skillings-mack" and pair_test == "ranks":
        if not plan.incomplete:
            raise UsageError(
                RANKING,
                " 'skillings-mack' is 'friedman' where no score is missing: use "
                "'friedman'.",
            )
        raise UsageError(
            PAIR_TEST, " 'ranks' needs ", *_EVERY_SCORE, "use 'wilcoxon' or 'sign'."
        )
    if pair_test == "multiple-sign" and plan.all_pairs:
        compares = (
            "{} 'multiple-sign' compares with a control named in advance: name it "
            "({}), or use 'sign'."
        )
        raise UsageError(phrase(compares, PAIR_TEST, CONTROL))
    if variance == "permutation":
        return
    if pair_test != "ranks" or variance not in RANKINGS[ranking].variances:
        on_quade = (
            f"{{}} '{variance}' is for {{}} 'ranks' with {{}} 'quade': leave it out."
        )
        raise UsageError(phrase(on_quade, Option("variance"), PAIR_TEST, RANKING))


def _check_sign_flips(plan: Plan) -> None:
    """Refuse missing scores and methods: how p-values are counted depends on the number
    of data sets.
    """
    chosen = Phrase(P_ADJUST, f" '{plan.p_adjust}'")
    if plan.incomplete:
        needs = " needs every score, and some are missing: read with "
        raise UsageError(chosen, needs, Option("missing", "worst"), " or 'drop'.")
    if plan.method != "auto":
        counts = (
            " counts all patterns of signs, or random ones if there are many data "
            "sets: leave "
        )
        raise UsageError(chosen, counts, Option("method"), f" '{plan.method}' out.")


def _check_incomplete(plan: Plan) -> None:
    """Refuse what needs every score, where some are missing and each pair is tested on
    what both have.
    """
    for option, value, entry, others in (
        (RANKING, plan.ranking, RANKINGS[plan.ranking], "leave it out"),
        (PAIR_TEST, plan.pair_test, plan.pairs, "use 'wilcoxon' or 'sign'"),
        (P_ADJUST, plan.p_adjust, plan.adjustment, "use 'holm' or 'bonferroni'"),
    ):
        if not entry.incomplete:
            raise UsageError(option, f" '{value}' needs ", *_EVERY_SCORE, f"{others}.")


def _check_adjustment(plan: Plan) -> None:
    """Refuse an adjustment that has no meaning for the tests, in its own words."""
    entry = plan.adjustment
    on_its_ranks = entry.ranking in (None, plan.ranking) and (
        entry.ranking != "friedman" or plan.pair_test == "ranks"
    )
    if plan.sign_flips and plan.pair_test != "multiple-sign":
        on_its_ranks = pair_procedure(plan.ranking, plan.pair_test).flipped != ""
    excluded = {
        "ranking": not on_its_ranks,
        "control": plan.control_chosen == "before",
        "no control": plan.control_chosen is None,
        "best": plan.control_chosen == "after",
    }
    option, value = (
        (RANKING, plan.ranking)
        if plan.pair_test == "ranks"
        else (PAIR_TEST, plan.pair_test)
    )
    for case, words in entry.refusals.items():
        if excluded[case]:
            reason: str = words
            if "{}" in words:
                reason = phrase(words, Phrase(option, f" '{value}'"))
            raise UsageError(P_ADJUST, f" '{entry.key}' ", reason)


def _check_applies(plan: Plan) -> None:
    """Refuse a choice that the tests at hand would pass over."""
    has_methods = plan.on_friedman_ranks or plan.pair_test in ("wilcoxon", "sign")
    rank_tests = Phrase("Friedman mean ranks and ", PAIR_TEST, " 'wilcoxon' or 'sign'")
    chosen: list[tuple[str, str, bool, Phrase]] = [
        (
            "zeros",
            "split",
            plan.pair_test == "wilcoxon",
            Phrase(PAIR_TEST, " 'wilcoxon'"),
        ),
        ("method", "auto", has_methods, rank_tests),
    ]
    for option, default, applies, where in chosen:
        given = getattr(plan, option)
        if given != default and not applies:
            value = f" {given!r} is for "
            raise UsageError(Option(option), value, where, ": leave it out.")
