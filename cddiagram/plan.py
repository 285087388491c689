"""Which tests are made: defaults, which combinations have a meaning, and what the procedure is called in print."""

from __future__ import annotations

from dataclasses import dataclass

from cddiagram.errors import UsageError, choose_from
from cddiagram.names import ADJUSTMENTS, METHODS, PAIR_TESTS, RANKINGS, ZEROS

#: Adjustments that compare every p-value with one threshold, so that a "ranks" pair test has a critical difference.
SINGLE_STEP = ("nemenyi", "bonferroni", "none")

_PRINTED = {"bonferroni": "Bonferroni", "holm": "Holm"}
_RANKS_PRINTED = {"friedman": "mean ranks"}
_PAIR_TEST_PRINTED = {"wilcoxon": "Wilcoxon"}


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The tests of one comparison, complete and consistent.

    Attributes
    ----------
    control_chosen : {"before", "after", None}
        Whether there is a control named in advance, or the best-ranked algorithm picked after looking.
    ranking, pair_test, p_adjust : str
        As in `cddiagram.compare`, with the default adjustment filled in.
    zeros, method : str
        As in `cddiagram.compare`.
    tie_correction : bool or None
        As in `cddiagram.compare`.
    """

    control_chosen: str | None
    ranking: str
    pair_test: str
    p_adjust: str
    zeros: str
    tie_correction: bool | None
    method: str

    @property
    def all_pairs(self) -> bool:
        """Whether the family of hypotheses holds all pairs; it does for a control picked after looking, too."""
        return self.control_chosen != "before"

    @property
    def label(self) -> str:
        """The name of the post-hoc procedure in print, for example ``"Wilcoxon–Holm"``."""
        name = self._procedure()
        return f"{name}, best against the others" if self.control_chosen == "after" else name

    def _procedure(self) -> str:
        if self.p_adjust == "nemenyi":
            return "Nemenyi"
        if self.pair_test == "ranks" and self.p_adjust == "bonferroni" and not self.all_pairs:
            return "Bonferroni–Dunn"
        tested = _RANKS_PRINTED[self.ranking] if self.pair_test == "ranks" else _PAIR_TEST_PRINTED[self.pair_test]
        if self.p_adjust == "none":
            return f"{tested}, not adjusted"
        return f"{tested}–{_PRINTED[self.p_adjust]}"


def make_plan(
    *,
    control_chosen: str | None = None,
    ranking: str = "friedman",
    pair_test: str = "ranks",
    p_adjust: str | None = None,
    zeros: str = "split",
    tie_correction: bool | None = None,
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
    """
    for what, given, choices in (
        ("ranking", ranking, RANKINGS),
        ("pair_test", pair_test, PAIR_TESTS),
        ("p_adjust", p_adjust, ADJUSTMENTS),
        ("zeros", zeros, ZEROS),
        ("method", method, METHODS),
    ):
        if given not in choices and not (what == "p_adjust" and given is None):
            raise UsageError(choose_from(what, given, choices))
    if p_adjust is None:
        p_adjust = _default_adjustment(control_chosen, ranking, pair_test)
    if p_adjust == "bonferroni-dunn":
        _check_bonferroni_dunn(control_chosen, pair_test)
        p_adjust = "bonferroni"
    if p_adjust == "nemenyi":
        _check_nemenyi(control_chosen, ranking, pair_test)
    return Plan(
        control_chosen=control_chosen,
        ranking=ranking,
        pair_test=pair_test,
        p_adjust=p_adjust,
        zeros=zeros,
        tie_correction=tie_correction,
        method=method,
    )


def check_alpha(alpha: float) -> float:
    """Return alpha if it is a level.

    Raises
    ------
    UsageError
        alpha is not between 0 and 1.
    """
    if not 0.0 < alpha < 1.0:
        raise UsageError(f"alpha must lie between 0 and 1, not {alpha}: 0.05 is usual.")
    return float(alpha)


def _default_adjustment(control_chosen: str | None, ranking: str, pair_test: str) -> str:
    on_mean_ranks = ranking == "friedman" and pair_test == "ranks"
    if on_mean_ranks and control_chosen != "before":
        return "nemenyi"
    return "bonferroni" if on_mean_ranks else "holm"


def _check_bonferroni_dunn(control_chosen: str | None, pair_test: str) -> None:
    if control_chosen is None:
        raise UsageError(
            "p_adjust 'bonferroni-dunn' compares with a control: name it (control), or use 'nemenyi' for all pairs."
        )
    if control_chosen == "after":
        raise UsageError(
            "p_adjust 'bonferroni-dunn' needs a control named in advance, not 'best': name it, or use 'nemenyi'."
        )
    if pair_test != "ranks":
        raise UsageError(
            f"p_adjust 'bonferroni-dunn' is for pair_test 'ranks', not '{pair_test}': use 'bonferroni' or 'holm'."
        )


def _check_nemenyi(control_chosen: str | None, ranking: str, pair_test: str) -> None:
    if pair_test != "ranks" or ranking != "friedman":
        given = f"pair_test '{pair_test}'" if pair_test != "ranks" else f"ranking '{ranking}'"
        raise UsageError(
            f"p_adjust 'nemenyi' is for differences of Friedman mean ranks, not for {given}: use 'holm' instead."
        )
    if control_chosen == "before":
        raise UsageError(
            "p_adjust 'nemenyi' is for all pairs: with a control use 'bonferroni' (Bonferroni-Dunn) or 'holm' instead."
        )
