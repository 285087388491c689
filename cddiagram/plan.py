"""Which tests are made: defaults, which combinations have a meaning, and what the procedure is called in print."""

from __future__ import annotations

from dataclasses import dataclass

from cddiagram.errors import UsageError, check_adjustment, choose_from
from cddiagram.names import (
    ADJUSTMENT_NAMES,
    ADJUSTMENTS,
    METHODS,
    PAIR_TESTS,
    RANKINGS,
    ROM_CRITICAL,
    TESTED_NAMES,
    VARIANCE_NAMES,
    VARIANCES,
    ZEROS,
    procedure_name,
)

#: Adjustments that compare every p-value with one threshold, so that a "ranks" pair test has a critical difference.
SINGLE_STEP = ("nemenyi", "bonferroni", "sidak", "none")
#: Adjustments that use how the hypotheses of all pairs hang together.
PAIR_STRUCTURED = ("shaffer", "shaffer-dynamic", "bergmann-hommel")
#: Adjustments that belong to the repeated-measures ANOVA.
OF_MEANS = ("tukey", "dunnett")
#: Adjustments that are laws of their own, which p-values from other laws do not go with.
_LAWS = {
    "nemenyi": "the studentized range",
    "tukey": "the studentized range",
    "bonferroni-dunn": "the normal distribution",
    "dunnett": "the multivariate t distribution",
}
#: What the name of a procedure ends with where the control was picked after looking.
PICKED_AFTER = ", best against the others"


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The tests of one comparison, complete and consistent.

    Attributes
    ----------
    control_chosen : {"before", "after", None}
        Whether there is a control named in advance, or the best-ranked algorithm picked after looking.
    two_algorithms : bool
        Whether there is a single pair, so that nothing is to be adjusted.
    ranking, pair_test, p_adjust : str
        As in `cddiagram.compare`, with the default adjustment filled in.
    zeros, variance, rom_critical, method : str
        As in `cddiagram.compare`.
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
    def options(self) -> tuple[tuple[str, str], ...]:
        """The choices of the adjustment that are not its default, as they go into results."""
        chosen = []
        if self.p_adjust == "rom" and self.rom_critical != "exact":
            chosen.append(("rom_critical", self.rom_critical))
        if self.p_adjust == "bergmann-hommel" and not self.bh_monotone:
            chosen.append(("bh_monotone", "False"))
        return tuple(chosen)

    @property
    def tie_option(self) -> tuple[tuple[str, str], ...]:
        """The forced choice about ties, for the tests that it changes."""
        return () if self.tie_correction is None else (("tie_correction", str(self.tie_correction)),)

    @property
    def label(self) -> str:
        """The name of the post-hoc procedure in print, for example ``"Wilcoxon–Holm"``."""
        name = self._procedure()
        return name + PICKED_AFTER if self.control_chosen == "after" else name

    def _procedure(self) -> str:
        if self.p_adjust in ("nemenyi", *OF_MEANS):
            return ADJUSTMENT_NAMES[self.p_adjust]
        if self.pair_test == "multiple-sign":
            return TESTED_NAMES[self.pair_test]
        on_ranks = self.pair_test == "ranks"
        on_z = on_ranks and self.ranking == "friedman" and not self.exact_ranks
        if on_z and self.p_adjust == "bonferroni" and not self.all_pairs and not self.two_algorithms:
            return "Bonferroni–Dunn"
        tested = TESTED_NAMES[self.ranking if on_ranks or self.ranking == "means" else self.pair_test]
        if self.exact_ranks:
            tested += " (exact)"
        elif on_ranks and self.ranking != "friedman":
            tested += f" ({VARIANCE_NAMES[self.variance]})"
        if self.two_algorithms:  # one hypothesis: no procedure does anything to its p-value
            return tested
        return procedure_name(tested, ADJUSTMENT_NAMES.get(self.p_adjust))


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

    Returns
    -------
    Plan
        The tests to make.

    Raises
    ------
    UsageError
        An unknown value, or a combination without meaning; the message says what to use instead.

    Examples
    --------
    >>> make_plan().p_adjust, make_plan(pair_test="wilcoxon").p_adjust, make_plan(control_chosen="before").label
    ('nemenyi', 'holm', 'Bonferroni–Dunn')
    >>> make_plan(method="exact").label, make_plan(two_algorithms=True).label
    ('Friedman ranks (exact), Holm', 'Friedman ranks (exact)')
    """
    check_adjustment(p_adjust, ADJUSTMENTS)
    for what, given, choices in (
        ("ranking", ranking, RANKINGS),
        ("pair_test", pair_test, PAIR_TESTS),
        ("zeros", zeros, ZEROS),
        ("variance", variance, VARIANCES),
        ("rom_critical", rom_critical, ROM_CRITICAL),
        ("method", method, METHODS),
    ):
        if given not in choices:
            raise UsageError(choose_from(what, given, choices))
    _check_pair_test(control_chosen, ranking, pair_test, variance)
    exact = _exact_ranks(two_algorithms, ranking, pair_test, method)
    if p_adjust == "auto":
        p_adjust = _default_adjustment(control_chosen, two_algorithms, ranking, pair_test, exact)
    if exact and p_adjust in _LAWS:
        raise UsageError(_not_exact(p_adjust, control_chosen, two_algorithms))
    for names, check in _CHECKS:
        if p_adjust in names:
            check(p_adjust, control_chosen, ranking, pair_test)
    if exact and method == "exact" and tie_correction is False:
        raise UsageError(
            "tie_correction False asks for the formulas without ties, and method 'exact' takes the ties as they are: "
            "leave one of them out."
        )
    if pair_test == "multiple-sign" and p_adjust != "none":
        raise UsageError(
            f"pair_test 'multiple-sign' gives family-wise p-values by itself: leave p_adjust '{p_adjust}' out."
        )
    plan = Plan(
        control_chosen=control_chosen,
        two_algorithms=two_algorithms,
        ranking=ranking,
        pair_test=pair_test,
        p_adjust="bonferroni" if p_adjust == "bonferroni-dunn" else p_adjust,
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


def _not_exact(p_adjust: str, control_chosen: str | None, two_algorithms: bool) -> str:
    """Word why a procedure does not go with exact p-values: none of these laws is known exactly for rank sums."""
    if two_algorithms:
        remedy = "two algorithms are one hypothesis, with nothing to adjust: leave it out, or use method 'asymptotic'."
    else:
        others = "'bonferroni' or 'holm'" if control_chosen == "before" else "'holm' or 'shaffer'"
        remedy = f"with exact tests of rank sums use {others} instead, or method 'asymptotic'."
    return f"p_adjust '{p_adjust}' rests on {_LAWS[p_adjust]}, which is not exact: {remedy}"


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
        raise UsageError(
            f"ranking 'means' is the analysis of variance, whose pair_test is 't', not '{pair_test}': use 't', "
            "or ranking 'friedman'."
        )
    if pair_test == "multiple-sign" and control_chosen != "before":
        raise UsageError(
            "pair_test 'multiple-sign' compares with a control named in advance: name it (control), or use 'sign'."
        )
    if variance == "permutation":
        return
    if pair_test != "ranks" or ranking not in ("aligned", "quade"):
        raise UsageError(
            f"variance '{variance}' is for pair_test 'ranks' with ranking 'aligned' or 'quade': leave it out."
        )
    if variance == "conover" and ranking != "quade":
        raise UsageError("variance 'conover' is for ranking 'quade': use 'permutation' or 'paper' with 'aligned'.")


def _check_applies(plan: Plan) -> None:
    """Refuse a choice that the tests at hand would pass over."""
    for option, given, default, applies, where in (
        ("zeros", plan.zeros, "split", plan.pair_test == "wilcoxon", "pair_test 'wilcoxon'"),
        ("method", plan.method, "auto", _has_methods(plan), "Friedman mean ranks and pair_test 'wilcoxon' or 'sign'"),
        ("rom_critical", plan.rom_critical, "exact", plan.p_adjust == "rom", "p_adjust 'rom'"),
        ("bh_monotone", plan.bh_monotone, True, plan.p_adjust == "bergmann-hommel", "p_adjust 'bergmann-hommel'"),
    ):
        if given != default and not applies:
            raise UsageError(f"{option} {given!r} is for {where}: leave it out.")


def _has_methods(plan: Plan) -> bool:
    on_mean_ranks = plan.pair_test == "ranks" and plan.ranking == "friedman"
    return on_mean_ranks or plan.pair_test in ("wilcoxon", "sign")


def _check_bonferroni_dunn(p_adjust: str, control_chosen: str | None, ranking: str, pair_test: str) -> None:
    if control_chosen is None:
        raise UsageError(
            "p_adjust 'bonferroni-dunn' compares with a control: name it (control), or use 'nemenyi' for all pairs."
        )
    if control_chosen == "after":
        raise UsageError(
            "p_adjust 'bonferroni-dunn' needs a control named in advance, not 'best': name it, or use 'nemenyi'."
        )
    if pair_test != "ranks" or ranking != "friedman":
        given = f"pair_test '{pair_test}'" if pair_test != "ranks" else f"ranking '{ranking}'"
        raise UsageError(
            f"p_adjust 'bonferroni-dunn' is for Friedman mean ranks, not for {given}: use 'bonferroni' or 'holm'."
        )


def _check_nemenyi(p_adjust: str, control_chosen: str | None, ranking: str, pair_test: str) -> None:
    if pair_test != "ranks" or ranking != "friedman":
        given = f"pair_test '{pair_test}'" if pair_test != "ranks" else f"ranking '{ranking}'"
        raise UsageError(
            f"p_adjust 'nemenyi' is for differences of Friedman mean ranks, not for {given}: use 'holm' instead."
        )
    if control_chosen == "before":
        raise UsageError(
            "p_adjust 'nemenyi' is for all pairs: with a control use 'bonferroni' (Bonferroni-Dunn) or 'holm' instead."
        )


def _check_structured(p_adjust: str, control_chosen: str | None, ranking: str, pair_test: str) -> None:
    if control_chosen == "before":
        raise UsageError(
            f"p_adjust '{p_adjust}' is for all pairs: with a control use 'holm', 'hochberg' or 'hommel' instead."
        )


def _check_of_means(p_adjust: str, control_chosen: str | None, ranking: str, pair_test: str) -> None:
    if ranking != "means":
        other = "nemenyi" if p_adjust == "tukey" else "bonferroni-dunn"
        raise UsageError(
            f"p_adjust '{p_adjust}' belongs to ranking 'means' with pair_test 't': add them, "
            f"or use '{other}' on mean ranks."
        )
    if p_adjust == "tukey" and control_chosen == "before":
        raise UsageError("p_adjust 'tukey' is for all pairs: with a control use 'dunnett' instead.")
    if p_adjust == "dunnett" and control_chosen != "before":
        raise UsageError(
            "p_adjust 'dunnett' compares with a control named in advance: name it (control), or use 'tukey'."
        )


_CHECKS = (
    (("bonferroni-dunn",), _check_bonferroni_dunn),
    (("nemenyi",), _check_nemenyi),
    (PAIR_STRUCTURED, _check_structured),
    (OF_MEANS, _check_of_means),
)
