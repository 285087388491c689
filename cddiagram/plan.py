"""Which tests are made: defaults, which combinations have a meaning, and what the procedure is called in print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cddiagram._util.inlines import Option, Phrase, phrase
from cddiagram.errors import UsageError, check_adjustment, choose_from
from cddiagram.procedures import (
    ADJUSTMENTS,
    CONTROL,
    METHODS,
    P_ADJUST,
    PAIR_TEST,
    PAIR_TEST_CHOICES,
    PAIR_TESTS,
    RANKING,
    RANKING_CHOICES,
    RANKINGS,
    ROM_CRITICAL,
    VARIANCE_NAMES,
    VARIANCES,
    ZEROS,
    Adjustment,
    PairProcedure,
    adjustment_choices,
    pair_procedure,
    procedure_name,
)

#: What the name of a procedure ends with where the control was picked after looking.
PICKED_AFTER = ", best against the others"


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The tests of one comparison, complete and consistent: the options of `cddiagram.compare`, defaults filled in.

    Attributes
    ----------
    control_chosen : {"before", "after", None}
        Whether there is a control named in advance, or the best-ranked algorithm picked after looking.
    two_algorithms : bool
        Whether there is a single pair, so that nothing is to be adjusted.
    pair_test : str
        As in `cddiagram.compare`; ``"given"`` for p-values from elsewhere.
    ranking, p_adjust, zeros, variance, rom_critical, method : str
        As in `cddiagram.compare`, `p_adjust` with the default filled in.
    tie_correction : bool or None
        As in `cddiagram.compare`.
    bh_monotone : bool
        As in `cddiagram.compare`.
    """

    control_chosen: str | None
    two_algorithms: bool
    ranking: str
    pair_test: str
    p_adjust: str
    zeros: str
    tie_correction: bool | None
    variance: str
    rom_critical: str
    bh_monotone: bool
    method: str

    @property
    def all_pairs(self) -> bool:
        """Whether the family of hypotheses holds all pairs; it does for a control picked after looking, too."""
        return self.control_chosen != "before"

    @property
    def exact_ranks(self) -> bool:
        """Whether pairs are tested on the exact law of Friedman's rank sums: if asked for, and for two algorithms."""
        return _exact_ranks(self.two_algorithms, self.ranking, self.pair_test, self.method)

    @property
    def adjustment(self) -> Adjustment:
        """The entry of the adjustment."""
        return ADJUSTMENTS[self.p_adjust]

    @property
    def pairs(self) -> PairProcedure:
        """The entry of the test of pairs."""
        return PAIR_TESTS["exact-ranks"] if self.exact_ranks else pair_procedure(self.ranking, self.pair_test)

    @property
    def bonferroni_dunn(self) -> bool:
        """Whether Bonferroni's adjustment makes the Bonferroni-Dunn test: z on Friedman ranks against a control."""
        on_z = self.pair_test == "ranks" and self.ranking == "friedman" and not self.exact_ranks
        return on_z and self.p_adjust == "bonferroni" and not self.all_pairs and not self.two_algorithms

    @property
    def label(self) -> str:
        """The name of the post-hoc procedure in print, for example ``"Wilcoxon–Holm"``."""
        return self._procedure() + (PICKED_AFTER if self.control_chosen == "after" else "")

    def _procedure(self) -> str:
        if self.adjustment.named_test:
            return self.adjustment.name
        if self.bonferroni_dunn:
            return ADJUSTMENTS["bonferroni-dunn"].name
        tested = self.pairs.name
        if self.pair_test == "ranks" and RANKINGS[self.ranking].variances:
            tested += f" ({VARIANCE_NAMES[self.variance]})"
        if self.two_algorithms or self.pair_test == "multiple-sign":  # nothing is done to its p-values
            return tested
        return procedure_name(tested, self.adjustment.name)


def make_plan(
    *,
    control_chosen: str | None = None,
    two_algorithms: bool = False,
    ranking: str = "friedman",
    pair_test: str = "ranks",
    p_adjust: str = "auto",
    zeros: str = "split",
    tie_correction: bool | None = None,
    variance: str = "permutation",
    rom_critical: str = "exact",
    bh_monotone: bool = True,
    method: str = "auto",
) -> Plan:
    """Check the options of `cddiagram.compare` and fill in the default adjustment.

    An unknown value, or a combination without meaning, is a `UsageError` that says what to use instead.

    >>> make_plan().p_adjust, make_plan(pair_test="wilcoxon").p_adjust, make_plan(control_chosen="before").label
    ('nemenyi', 'holm', 'Bonferroni–Dunn')
    >>> make_plan(method="exact").label, make_plan(two_algorithms=True).label
    ('Friedman ranks (exact), Holm', 'Friedman ranks (exact)')
    """
    check_adjustment(p_adjust, adjustment_choices())
    for what, given, choices in (
        ("ranking", ranking, RANKING_CHOICES),
        ("pair_test", pair_test, PAIR_TEST_CHOICES),
        ("zeros", zeros, ZEROS),
        ("variance", variance, VARIANCES),
        ("rom_critical", rom_critical, ROM_CRITICAL),
        ("method", method, METHODS),
    ):
        if given not in choices:
            raise UsageError(choose_from(Option(what), given, choices))
    _check_pair_test(control_chosen, ranking, pair_test, variance)
    exact = _exact_ranks(two_algorithms, ranking, pair_test, method)
    if p_adjust == "auto":
        p_adjust = _default_adjustment(control_chosen, two_algorithms, ranking, pair_test, exact)
    entry = ADJUSTMENTS[p_adjust]
    if exact and entry.law is not None:
        raise UsageError(_not_exact(entry, control_chosen, two_algorithms))
    _check_adjustment(entry, control_chosen, ranking, pair_test)
    if exact and method == "exact" and tie_correction is False:
        raise UsageError(
            Option("tie_correction"),
            " False asks for the formulas without ties, and ",
            Option("method"),
            " 'exact' takes the ties as they are: leave one of them out.",
        )
    if pair_test == "multiple-sign" and p_adjust != "none":
        raise UsageError(
            PAIR_TEST, " 'multiple-sign' gives family-wise p-values by itself: leave ", P_ADJUST, f" '{p_adjust}' out."
        )
    plan = Plan(
        control_chosen=control_chosen,
        two_algorithms=two_algorithms,
        ranking=ranking,
        pair_test=pair_test,
        p_adjust=entry.stands_for,
        zeros=zeros,
        tie_correction=tie_correction,
        variance=variance,
        rom_critical=rom_critical,
        bh_monotone=bh_monotone,
        method=method,
    )
    _check_applies(plan)
    return plan


def _exact_ranks(two_algorithms: bool, ranking: str, pair_test: str, method: str) -> bool:
    wanted = method == "exact" or (method == "auto" and two_algorithms)
    return wanted and pair_test == "ranks" and ranking == "friedman"


def _not_exact(entry: Adjustment, control_chosen: str | None, two_algorithms: bool) -> Phrase:
    """Return why an adjustment does not go with exact p-values: its law is not known exactly for rank sums."""
    if two_algorithms:
        remedy = "two algorithms are one hypothesis, with nothing to adjust: leave it out, or use "
    else:
        others = "'bonferroni' or 'holm'" if control_chosen == "before" else "'holm' or 'shaffer'"
        remedy = f"with exact tests of rank sums use {others} instead, or "
    rests = f" '{entry.key}' rests on {entry.law}, which is not exact: {remedy}"
    return Phrase(P_ADJUST, rests, Option("method"), " 'asymptotic'.")


def _default_adjustment(
    control_chosen: str | None, two_algorithms: bool, ranking: str, pair_test: str, exact: bool
) -> str:
    if pair_test == "multiple-sign" or two_algorithms:
        return "none"
    on_mean_ranks = ranking == "friedman" and pair_test == "ranks" and not exact
    if on_mean_ranks and control_chosen != "before":
        return "nemenyi"
    return "bonferroni" if on_mean_ranks else "holm"


def _check_pair_test(control_chosen: str | None, ranking: str, pair_test: str, variance: str) -> None:
    if ranking == "means" and pair_test != "t":
        means = "{} 'means' is the analysis of variance, whose {} is 't', not '{}': use 't', or {} 'friedman'."
        raise UsageError(phrase(means, RANKING, PAIR_TEST, pair_test, RANKING))
    if pair_test == "multiple-sign" and control_chosen != "before":
        compares = "{} 'multiple-sign' compares with a control named in advance: name it ({}), or use 'sign'."
        raise UsageError(phrase(compares, PAIR_TEST, CONTROL))
    if variance == "permutation":
        return
    if pair_test != "ranks" or not RANKINGS[ranking].variances:
        on_ranks = f"{{}} '{variance}' is for {{}} 'ranks' with {{}} 'aligned' or 'quade': leave it out."
        raise UsageError(phrase(on_ranks, Option("variance"), PAIR_TEST, RANKING))
    if variance not in RANKINGS[ranking].variances:
        on_quade = "{} 'conover' is for {} 'quade': use 'permutation' or 'paper' with 'aligned'."
        raise UsageError(phrase(on_quade, Option("variance"), RANKING))


def _check_adjustment(entry: Adjustment, control_chosen: str | None, ranking: str, pair_test: str) -> None:
    """Refuse an adjustment that has no meaning for the tests, in its own words."""
    on_its_ranks = entry.ranking in (None, ranking) and (entry.ranking != "friedman" or pair_test == "ranks")
    hindered = {
        "ranking": not on_its_ranks,
        "control": control_chosen == "before",
        "no control": control_chosen is None,
        "best": control_chosen == "after",
    }
    option, value = (PAIR_TEST, pair_test) if pair_test != "ranks" else (RANKING, ranking)
    for case, words in entry.refusals.items():
        if hindered[case]:
            told = phrase(words, Phrase(option, f" '{value}'")) if "{}" in words else words
            raise UsageError(P_ADJUST, f" '{entry.key}' ", told)


def _check_applies(plan: Plan) -> None:
    """Refuse a choice that the tests at hand would pass over."""
    rank_tests = Phrase("Friedman mean ranks and ", PAIR_TEST, " 'wilcoxon' or 'sign'")
    chosen: list[tuple[str, Any, bool, str]] = [
        ("zeros", "split", plan.pair_test == "wilcoxon", Phrase(PAIR_TEST, " 'wilcoxon'")),
        ("method", "auto", _has_methods(plan), rank_tests),
    ]
    for entry in ADJUSTMENTS.values():
        options: Mapping[str, Any] = entry.options
        chosen_as = Phrase(P_ADJUST, f" '{entry.key}'")
        chosen += [(name, default, plan.adjustment is entry, chosen_as) for name, default in options.items()]
    for option, default, applies, where in chosen:
        given = getattr(plan, option)
        if given != default and not applies:
            off = f"--no-{option.replace('_', '-')}"
            said = Option(f"{option} False", typed=off) if given is False else Phrase(Option(option), f" {given!r}")
            raise UsageError(said, " is for ", where, ": leave it out.")


def _has_methods(plan: Plan) -> bool:
    on_mean_ranks = plan.pair_test == "ranks" and plan.ranking == "friedman"
    return on_mean_ranks or plan.pair_test in ("wilcoxon", "sign")
