"""The registry of rankings, pairwise tests, adjustments, and values of options.

Each entry contains all properties of a procedure. Plans, tests, captions, reports, the
command line and the user guide use these entries. To add an adjustment, add a function,
an entry in `ADJUSTMENTS` and, for type checkers, a value in `AdjustmentName`. Functions
are specified as ``"module:function"`` and loaded when they are used, so that this
module does not import NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, TypeVar, get_args

from cddiagram._util import loaded
from cddiagram.text import Option, Phrase, UsageError, choose_from, phrase

RankingName = Literal["friedman", "aligned", "quade", "means", "skillings-mack"]
PairTestName = Literal["ranks", "wilcoxon", "sign", "t", "t-relative", "multiple-sign"]
AdjustmentName = Literal[
    "auto", "nemenyi", "bonferroni", "bonferroni-dunn", "sidak", "holm", "hochberg", "hommel", "holland", "rom",
    "finner", "li", "benjamini-hochberg", "shaffer", "shaffer-dynamic", "bergmann-hommel", "max-t", "tukey",
    "dunnett", "none",
]  # fmt: skip
#: These adjustments can be applied to any family of p-values, because they do not use
#: logical relations between hypotheses.
FlatAdjustmentName = Literal[
    "auto",
    "none",
    "bonferroni",
    "sidak",
    "holm",
    "holland",
    "finner",
    "hochberg",
    "hommel",
    "rom",
    "li",
    "benjamini-hochberg",
]
Zeros = Literal["split", "drop", "pratt"]
Variance = Literal["permutation", "conover"]
Method = Literal["auto", "exact", "asymptotic"]
#: The condition under which the p-value of a pair is valid. The p-value is valid if the
#: two algorithms perform equally ("pair"), or only if all algorithms perform equally
#: ("joint").
Validity = Literal["pair", "joint"]
#: The error rate that an adjustment controls if the p-values are valid.
Controls = Literal["fwer", "fwer-weak", "fdr", "none"]
#: The condition under which the error rate is controlled. Except for "any", one of
#: these conditions must hold: tests are positively dependent, equality is transitive,
#: tests are independent, or algorithms that perform equally are exchangeable.
Condition = Literal["any", "positive", "transitive", "independence", "exchangeable"]

RANKING_CHOICES: tuple[str, ...] = get_args(RankingName)
PAIR_TEST_CHOICES: tuple[str, ...] = get_args(PairTestName)
ZEROS: tuple[str, ...] = get_args(Zeros)
VARIANCES: tuple[str, ...] = get_args(Variance)
METHODS: tuple[str, ...] = get_args(Method)
#: Maps each option of a comparison to its values.
CHOICES = {
    "ranking": RANKING_CHOICES,
    "pair_test": PAIR_TEST_CHOICES,
    "zeros": ZEROS,
    "variance": VARIANCES,
    "method": METHODS,
}

#: Maps each option for reading scores to its values. When scores are read, `missing`
#: accepts additional values.
READING_CHOICES = {
    "decimal": (".", ","),
    "missing": ("error", "drop"),
    "runs": ("mean", "median"),
}
LIKE = "like:"
MISSING_SCORES = (
    *READING_CHOICES["missing"],
    "drop-algorithms",
    "worst",
    f"{LIKE}NAME",
    "available",
)

#: The options to which messages refer.
RANKING, PAIR_TEST, P_ADJUST, CONTROL = map(
    Option, ("ranking", "pair_test", "p_adjust", "control")
)

#: The possible scales of an axis. By default, values that cover a large range are shown
#: on a logarithmic scale.
SCALES = ("auto", "log", "linear")
#: The values that a figure for checking assumptions can show.
ASSUMPTIONS_OF = ("scores", "differences")

#: Maps each option of the CD diagram to its values.
CD_CHOICES = {
    "arrangement": ("auto", "horizontal", "list"),
    "labels": ("auto", "column", "stair"),
    "side": ("both", "left", "right"),
    "best_at": ("right", "left"),
    "rank_range": ("auto", "full", "data"),
}
#: In a diagram of pairwise tests, bars occupy at most this many lanes. If more lanes
#: are required, the groups are shown by letters.
MAX_LANES = 12


def check_missing(option: str, missing: object) -> None:
    """Raise a `UsageError` if `missing` is not a valid policy for missing scores."""
    names_baseline = (
        isinstance(missing, str) and missing.startswith(LIKE) and missing != LIKE
    )
    if missing not in MISSING_SCORES and not names_baseline:
        raise UsageError(choose_from(option, missing, MISSING_SCORES))


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Procedure:
    """The fields that all entries have.

    Attributes
    ----------
    key, name : str
        The value of the option, and the printed name.
    sources : tuple of str
        The keys of the sources.
    function : str or callable
        The function that implements the procedure.
    incomplete : bool
        Whether the procedure supports tables with missing scores.

    Notes
    -----
    Entries are compared by identity and have no representation of their own.
    Otherwise, data classes would generate the methods for both whenever the command
    starts.
    """

    key: str
    name: str
    sources: tuple[str, ...] = ()
    function: str | Callable[..., Any] = ""
    incomplete: bool = False

    def load(self) -> Callable[..., Any]:
        """Return the function that implements the procedure."""
        return loaded(self.function)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PairProcedure(Procedure):
    """A pairwise test. Its function returns a `cddiagram.stats.pair_test.PairTest`.

    Attributes
    ----------
    words : str
        A template for the name of the test in a sentence. ``{tests}`` is replaced by
        "test" or "tests", ``{t}`` by t, and ``{z}`` by z or, for Conover's variance, by
        t.
    symbol : str
        The symbol of the test statistic in tables.
    validity : {"pair", "joint"}
        The condition under which p-values are valid if there are three or more
        algorithms.
    transitive : bool
        Whether the null hypotheses A = B and B = C imply A = C, as for means.
    family_wise : bool
        Whether the p-values are adjusted by the test itself.
    discrete : bool
        Whether the smallest p-value depends on the number of data sets.
    options, fixed
        The options of the plan that are passed to the function, and additional
        arguments with fixed values.
    on_scores : bool
        Whether the function requires scores and their direction instead of ranks.
    against : bool
        Whether the function accepts the position of a control.
    ties : mapping
        The variances for which a correction for ties changes the test. The values state
        whether the correction is the default. The key None means that the variance
        cannot be chosen.
    joint : str
        The test that is based on the largest difference among all pairs or among the
        pairs with a control.
    flipped : str
        The key of the sign-flip test of the same differences, which the max-T
        adjustment uses.
    """

    words: str
    symbol: str
    validity: Validity
    transitive: bool = False
    family_wise: bool = False
    discrete: bool = False
    options: tuple[str, ...] = ()
    fixed: Mapping[str, Any] = field(default_factory=dict)
    on_scores: bool = False
    against: bool = False
    ties: Mapping[str | None, bool] = field(default_factory=dict)
    joint: str = ""
    flipped: str = ""

    def load_available(self) -> Callable[..., Any]:
        """Return the function for incomplete scores, which tests each pair on the data
        sets that both algorithms have in common.
        """
        return partial(loaded("stats.available:available_pairs"), test=self.load())


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class RankingProcedure(Procedure):
    """A ranking of the algorithms.

    Its function has the signature ``(scores, higher_is_better, **options)`` and returns
    a `Ranking` and the results of the omnibus tests.

    Attributes
    ----------
    heading, noun : str
        The header of a column of average ranks, and the name of one such rank in a
        sentence.
    options : tuple of str
        The options that the function accepts: ``tie_correction`` and ``algorithms``
        (the names of the algorithms).
    pairs : PairProcedure or None
        The pairwise test of the ranks. If it is None, the scores of each pair are
        tested.
    variances : tuple of str
        The variances that this test supports, if there is a choice.
    """

    heading: str
    noun: str
    options: tuple[str, ...] = ()
    pairs: PairProcedure | None = None
    variances: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Adjustment(Procedure):
    """An adjustment of p-values for the number of tests.

    Attributes
    ----------
    controls, condition
        The error rate that the adjustment controls if the p-values are valid, and the
        condition under which it is controlled.
        `cddiagram.comparing.plan.Plan.error_control` determines the error rate that a
        comparison controls.
    needs : {"p-values", "all pairs", "statistics", "sign flips"}
        The kind of arguments that the function requires.

        * "p-values": the p-values of any family in ascending order, as an array of
          shape (..., m). The function returns an array of the same shape.
        * "all pairs": the arguments of `cddiagram.stats.pair_adjustments.adjust_pairs`.
        * "statistics": ``(statistics, means, df)``, where ``means`` is k, or k - 1 with
          a control.
        * "sign flips": the arguments of `cddiagram.stats.max_t.step_down`, which
          include the positions of a family among all pairs.
    noun, when : str
        The name of the adjustment in a sentence, and the advice in the user guide on
        when to use it.
    ranking, law : str or None
        The only ranking and the only distribution for which the adjustment is suitable.
        None if the adjustment is suitable for all of them.
    single_step : bool
        Whether every p-value is compared with the same threshold. In this case, tests
        of ranks have a critical difference.
    joint : {"", "all pairs", "control"}
        The family for which the adjustment of tests on average ranks is equivalent to a
        test of the largest difference of rank sums. This test can be exact.
    bounded : bool
        Whether the adjustment rejects every hypothesis that Bonferroni's adjustment
        rejects.
    refusals : mapping
        The end of the error message for each unsupported case, in order of precedence.
        The cases are ``"ranking"`` (another ranking or pairwise test, which replaces
        ``{}``), ``"control"`` (a control specified in advance), ``"no control"`` and
        ``"best"`` (the best-ranked algorithm as the control).
    levels : str or callable
        The function that returns the level with which each p-value is compared. Its
        signature is ``(rising, alpha, k=...)``. By default, it is an attribute of
        `function`.
    searched : bool
        Whether the function searches for the largest sets of hypotheses that can be
        true at the same time. The number of steps of the search is limited.
    most_hypotheses, most_beside : int or None
        The maximum number of hypotheses in a family and, if several rankings are
        compared, the maximum number of algorithms. Beyond these limits, the adjustment
        is computed only if the user selects it.
    stands_for : str
        The key of the entry of which this entry is an alias. By default, it is the key
        of the entry itself.
    """

    controls: Controls = "none"
    condition: Condition = "any"
    needs: Literal["p-values", "all pairs", "statistics", "sign flips"] = "p-values"
    noun: str = ""
    when: str = ""
    ranking: str | None = None
    law: str | None = None
    single_step: bool = False
    joint: Literal["", "all pairs", "control"] = ""
    bounded: bool = True
    refusals: Mapping[str, str] = field(default_factory=dict)
    levels: str | Callable[..., Any] = ""
    searched: bool = False
    most_hypotheses: int | None = None
    most_beside: int | None = None
    stands_for: str = ""

    def __post_init__(self) -> None:
        if not self.noun:
            object.__setattr__(self, "noun", f"{self.name}'s adjustment")
        if not self.stands_for:
            object.__setattr__(self, "stands_for", self.key)

    @property
    def flat(self) -> bool:
        """Whether the entry adjusts any family of p-values and is not an alias."""
        return self.needs == "p-values" and self.stands_for == self.key

    @property
    def named_test(self) -> bool:
        """Whether the entry is both a test and an adjustment, such as *the Nemenyi
        test*.
        """
        return self.needs == "statistics"

    def name_with(self, test: str) -> str:
        """Return the name of a test together with the name of this adjustment.

        A dash joins two single words. Otherwise, a comma separates the names.
        """
        joins = test.isalpha() and self.name.isalpha()
        return f"{test}–{self.name}" if joins else f"{test}, {self.name}"


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class PosteriorProcedure(Procedure):
    """A Bayesian pairwise test with a region of practical equivalence.

    The function returns the probabilities that algorithms are practically better and
    that they are practically equivalent. Its arguments are the scores, the region, the
    direction of the scores and the `prior`, whose default is the prior of the entry. If
    `draws` is true, the number of samples and a seed are also passed. The function
    `sample` draws from the posterior distribution of one pair.
    """

    prior: float | None = None
    draws: bool = False
    sample: str | None = None


_Entry = TypeVar("_Entry", bound=Procedure)


def _by_key(*entries: _Entry) -> dict[str, _Entry]:
    return {entry.key: entry for entry in entries}


_ON_FRIEDMAN_RANKS = PairProcedure(
    key="ranks",
    name="Friedman ranks",
    sources=("demsar2006",),
    function="stats.mean_ranks:rank_pair_test",
    options=("tie_correction",),
    words="two-sided {z} {tests} on average ranks",
    symbol="z",
    validity="joint",
    ties={None: False},
    joint="stats.rank_sums:joint_pair_test",
    flipped="flip-ranks",
)
#: Maps each ranking to its entry.
RANKINGS = _by_key(
    RankingProcedure(
        key="friedman",
        name="Friedman ranks",
        function="stats.rankings:friedman_ranking",
        options=("tie_correction",),
        heading="Average ranks",
        noun="average rank",
        pairs=_ON_FRIEDMAN_RANKS,
    ),
    RankingProcedure(
        key="aligned",
        name="Aligned ranks",
        function="stats.rankings:aligned_ranking",
        heading="Average aligned ranks",
        noun="average aligned rank",
        variances=("permutation",),
        pairs=PairProcedure(
            key="ranks",
            name="Aligned ranks",
            sources=("garcia2010",),
            function="stats.aligned:aligned_pair_test",
            options=("tie_correction",),
            words="two-sided {z} {tests} on average aligned ranks",
            symbol="z",
            validity="joint",
            ties={"permutation": True},
        ),
    ),
    RankingProcedure(
        key="quade",
        name="Quade ranks",
        function="stats.rankings:quade_ranking",
        heading="Weighted average ranks (Quade)",
        noun="weighted average rank",
        variances=("permutation", "conover"),
        pairs=PairProcedure(
            key="ranks",
            name="Quade ranks",
            sources=("garcia2010",),
            function="stats.quade:quade_pair_test",
            options=("variance", "tie_correction"),
            words="two-sided {z} {tests} on Quade's weighted average ranks",
            symbol="z",
            validity="joint",
            ties={"permutation": False, "conover": True},
        ),
    ),
    RankingProcedure(
        key="means",
        name="Means",
        function="stats.rankings:means_ranking",
        heading="Ranks of the mean scores",
        noun="rank of the mean score",
        pairs=PairProcedure(
            key="t",
            name="ANOVA t test",
            sources=("fisher1959",),
            function="stats.anova:anova_pair_test",
            on_scores=True,
            words="two-sided {t} {tests} based on the residual variance of the ANOVA",
            symbol="t",
            validity="joint",
            transitive=True,
            flipped="flip-t",
        ),
    ),
    RankingProcedure(
        key="skillings-mack",
        name="Skillings–Mack ranks",
        function="stats.rankings:skillings_mack_ranking",
        options=("algorithms",),
        heading="Estimated average ranks",
        noun="estimated average rank",
        incomplete=True,
    ),
)

#: Maps each pairwise test to its entry. The keys are the values of
#: `cddiagram.stats.results.PairwiseResult.kind`. Entries can be looked up with
#: `pair_procedure`.
PAIR_TESTS = _by_key(
    _ON_FRIEDMAN_RANKS,
    PairProcedure(
        key="exact-ranks",
        name="Friedman ranks (exact)",
        sources=("eisinga2017",),
        function="stats.rank_pairs_exact:rank_pair_exact_test",
        joint="stats.rank_sums:joint_pair_test",
        words="exact two-sided {tests} of differences between Friedman rank sums",
        symbol="d",
        validity="joint",
        discrete=True,
    ),
    PairProcedure(
        key="wilcoxon",
        name="Wilcoxon",
        sources=("wilcoxon1945", "benavoli2016"),
        function="stats.wilcoxon:wilcoxon_test",
        options=("zeros", "tie_correction", "method"),
        on_scores=True,
        incomplete=True,
        words="two-sided Wilcoxon signed-rank {tests}",
        symbol="W+",
        validity="pair",
        discrete=True,
        ties={None: True},
        flipped="flip-wilcoxon",
    ),
    PairProcedure(
        key="sign",
        name="Sign test",
        sources=("dixon1946", "benavoli2016"),
        function="stats.sign:sign_pair_test",
        options=("method",),
        on_scores=True,
        incomplete=True,
        words="two-sided sign {tests}",
        symbol="wins",
        validity="pair",
        discrete=True,
        flipped="flip-sign",
    ),
    PairProcedure(
        key="t",
        name="Paired t test",
        sources=("student1908",),
        function="stats.paired_t:t_pair_test",
        on_scores=True,
        words="two-sided paired {t} {tests}",
        symbol="t",
        validity="pair",
        transitive=True,
        flipped="flip-t",
    ),
    PairProcedure(
        key="t-relative",
        name="Relative paired t test",
        sources=("student1908",),
        function="stats.paired_t:t_pair_test",
        fixed={"relative": True},
        on_scores=True,
        words="two-sided paired {t} {tests} of relative differences",
        symbol="t",
        validity="pair",
        flipped="flip-t-relative",
    ),
    PairProcedure(  # used by `compare_folds` only
        key="corrected-t",
        name="Corrected resampled t test",
        sources=("nadeau2003", "bouckaert2004"),
        function="stats.paired_t:corrected_t_test",
        on_scores=True,
        words="two-sided corrected resampled {t} {tests}",
        symbol="t",
        validity="pair",  # approximately valid, because the variance is approximate
        transitive=True,
    ),
    PairProcedure(
        key="multiple-sign",
        name="Multiple sign test (one-sided)",
        sources=("steel1959", "rhyne1965"),
        function="stats.multiple_sign:multiple_sign_test",
        on_scores=True,
        against=True,
        words="one-sided multiple sign test for superiority of the control",
        symbol="wins",
        validity="pair",
        family_wise=True,
        discrete=True,
    ),
    PairProcedure(
        key="flip-ranks",
        name="Friedman ranks",
        function="stats.max_t:flipped_ranks",
        words="two-sided sign-flip {tests} based on differences between ranks",
        symbol="T",
        # A sign flip reverses the complete ranking on a data set. Therefore, the test
        # assumes only that the two algorithms of the pair perform equally.
        validity="pair",
        discrete=True,
    ),
    PairProcedure(
        key="flip-wilcoxon",
        name="Wilcoxon",
        sources=("wilcoxon1945",),
        function="stats.max_t:flipped_signed_ranks",
        options=("zeros",),
        on_scores=True,
        words="two-sided sign-flip {tests} based on signed ranks",
        symbol="T",
        validity="pair",
        discrete=True,
    ),
    PairProcedure(
        key="flip-sign",
        name="Sign test",
        sources=("dixon1946",),
        function="stats.max_t:flipped_signs",
        on_scores=True,
        words="two-sided sign-flip {tests} based on the signs of differences",
        symbol="T",
        validity="pair",
        discrete=True,
    ),
    PairProcedure(
        key="flip-t",
        name="Mean differences",
        sources=("fisher1935",),
        function="stats.max_t:flipped_scores",
        on_scores=True,
        words="two-sided sign-flip {tests} based on mean differences",
        symbol="T",
        validity="pair",
        transitive=True,
        discrete=True,
    ),
    PairProcedure(
        key="flip-t-relative",
        name="Mean relative differences",
        sources=("fisher1935",),
        function="stats.max_t:flipped_relative",
        on_scores=True,
        words="two-sided sign-flip {tests} based on mean relative differences",
        symbol="T",
        validity="pair",
        discrete=True,
    ),
)


#: Maps each Bayesian pairwise test to its entry. The priors are those of the original
#: papers.
POSTERIORS = _by_key(
    PosteriorProcedure(
        key="signed-rank",
        name="Bayesian signed-rank test",
        function="stats.bayes:signed_rank_posterior",
        prior=0.5,
        draws=True,
        sample="stats.bayes:pair_draws",
    ),
    PosteriorProcedure(
        key="sign",
        name="Bayesian sign test",
        function="stats.bayes:sign_posterior",
        prior=1.0,
        sample="stats.bayes:pair_draws",
    ),
    PosteriorProcedure(
        key="correlated-t",
        name="Bayesian correlated t test",
        function="stats.bayes:correlated_t_posterior",
    ),
)


def pair_procedure(ranking: str, kind: str) -> PairProcedure:
    """Return the entry for a pairwise test.

    The test "ranks" depends on the ranking. For the ranking "means", the test "t" uses
    the residual variance of an ANOVA.
    """
    own = RANKINGS[ranking].pairs
    is_of_ranking = kind == "ranks" or (ranking, kind) == ("means", "t")
    if is_of_ranking and own is not None:
        return own
    return PAIR_TESTS[kind]


_ON_PAIRS = {
    "control": (
        "requires a comparison of all pairs. With a control, use 'holm', 'hochberg' or "
        "'hommel' instead."
    )
}
_BELONGS = (
    "requires {} 'means' and {} 't'. Specify both, or use '{}' for average ranks."
)
_NAMED_IN_ADVANCE = phrase(
    "requires a control that was specified in advance. Name the control ({}), or use "
    "'tukey'.",
    CONTROL,
)
_POSITIVE = (
    "These adjustments have slightly more power than Holm's adjustment, and require "
    "positively dependent tests. In simulations of tests on the scores of each pair, "
    "they controlled the error rate."
)
_LOGICAL = (
    "Use these adjustments for all pairs. They use the logical relations between the "
    "hypotheses: if A = B and B = C are true, A = C is also true. They never have less "
    "power than Holm's adjustment."
)
_INDEPENDENT = (
    "These adjustments have slightly more power than Bonferroni's and Holm's "
    "adjustments, respectively."
)
_ASKED_FOR = (
    "The adjustments of Finner and Li are included because reviewers ask for them. "
    "Finner's adjustment controls the FWER only if all algorithms perform equally, and "
    "Li's adjustment does not control it even in this case; see :doc:`statistics`."
)
_OF_MEANS = (
    "Use these adjustments after an analysis of variance "
    '(``ranking="means"``, ``pair_test="t"``).'
)

#: Maps each adjustment to its entry, in the order of García and Herrera (2008) and of
#: García, Fernández, Luengo and Herrera (2010). The single-step procedures come first,
#: followed by step-down, all-pairs, step-up and two-step procedures.
ADJUSTMENTS = _by_key(
    Adjustment(
        key="nemenyi",
        name="Nemenyi",
        sources=("nemenyi1963", "demsar2006"),
        function="stats.mean_ranks:nemenyi_pvalues",
        needs="statistics",
        when="Use this test for all pairs on average ranks if the figure should show "
        "the critical difference. It is simple, well known, and exact by default for "
        "small numbers of algorithms.",
        controls="fwer-weak",
        ranking="friedman",
        law="the studentized range",
        single_step=True,
        joint="all pairs",
        refusals={
            "ranking": "applies to differences between Friedman average ranks, not to {}. "
            "Use 'holm' instead.",
            "control": "requires a comparison of all pairs. With a control, use "
            "'bonferroni' (Bonferroni–Dunn) or 'holm' instead.",
        },
        levels="stats.mean_ranks:nemenyi_levels",
    ),
    Adjustment(
        key="tukey",
        name="Tukey",
        sources=("tukey1949",),
        controls="fwer-weak",
        function="stats.anova:tukey_pvalues",
        needs="statistics",
        when=_OF_MEANS,
        ranking="means",
        law="the studentized range",
        refusals={
            "ranking": phrase(_BELONGS, RANKING, PAIR_TEST, "nemenyi"),
            "control": (
                "requires a comparison of all pairs. With a control, use 'dunnett' "
                "instead."
            ),
        },
    ),
    Adjustment(
        key="dunnett",
        name="Dunnett",
        sources=("dunnett1955",),
        controls="fwer-weak",
        function="stats.studentized:dunnett_sf",
        needs="statistics",
        when=_OF_MEANS,
        ranking="means",
        law="the multivariate t distribution",
        refusals={
            "ranking": phrase(_BELONGS, RANKING, PAIR_TEST, "bonferroni-dunn"),
            "no control": _NAMED_IN_ADVANCE,
            "best": _NAMED_IN_ADVANCE,
        },
    ),
    Adjustment(
        key="bonferroni",
        name="Bonferroni",
        sources=("dunn1961",),
        controls="fwer",
        function="stats.adjust:bonferroni",
        when="With a control on average ranks, this adjustment is the Bonferroni–Dunn "
        "test, for which the figure shows an interval around the control. This test is "
        "exact by default for small numbers of algorithms. It has less power than "
        "stepwise adjustments.",
        single_step=True,
        joint="control",
        incomplete=True,
    ),
    Adjustment(
        key="bonferroni-dunn",
        name="Bonferroni–Dunn",
        controls="fwer",
        ranking="friedman",
        law="the normal distribution",
        refusals={
            "no control": phrase(
                "requires a control. Name the control ({}), or use 'nemenyi' for all "
                "pairs.",
                CONTROL,
            ),
            "best": "requires a control that was specified in advance, not 'best'. "
            "Name the control, or use 'nemenyi'.",
            "ranking": (
                "applies to Friedman average ranks, not to {}. Use 'bonferroni' or "
                "'holm'."
            ),
        },
        stands_for="bonferroni",
    ),
    Adjustment(
        key="sidak",
        name="Šidák",
        sources=("sidak1967",),
        controls="fwer",
        condition="positive",
        function="stats.adjust:sidak",
        when=_INDEPENDENT,
        single_step=True,
    ),
    Adjustment(
        key="holm",
        name="Holm",
        sources=("holm1979",),
        function="stats.adjust:holm",
        when="Use this adjustment for any tests, with any dependence between them. It "
        "is the default for tests that do not have a critical difference.",
        controls="fwer",
        incomplete=True,
    ),
    Adjustment(
        key="shaffer",
        name="Shaffer",
        sources=("shaffer1986", "garcia2008"),
        controls="fwer",
        condition="transitive",
        function="stats.pair_adjustments:adjust_pairs",
        needs="all pairs",
        when=_LOGICAL,
        refusals=_ON_PAIRS,
        levels="stats.pair_adjustments:shaffer_levels",
    ),
    Adjustment(
        key="shaffer-dynamic",
        name="Shaffer (dynamic)",
        noun="Shaffer's dynamic adjustment",
        sources=("shaffer1986", "garcia2008"),
        controls="fwer",
        condition="transitive",
        function="stats.pair_adjustments:adjust_pairs",
        needs="all pairs",
        when=_LOGICAL,
        refusals=_ON_PAIRS,
        searched=True,
    ),
    Adjustment(
        key="bergmann-hommel",
        name="Bergmann–Hommel",
        noun="the Bergmann–Hommel adjustment",
        sources=("bergmann1988", "garcia2008"),
        function="stats.pair_adjustments:adjust_pairs",
        needs="all pairs",
        controls="fwer",
        condition="transitive",
        when="Use this adjustment for all pairs. It has the most power of the "
        "adjustments that use logical relations. García and Herrera (2008) recommend "
        "it if it can be computed. cddiagram computes it exactly even for many "
        "algorithms.",
        refusals=_ON_PAIRS,
        searched=True,
        most_beside=60,  # the run time is cubic: 0.1 s at this limit
    ),
    Adjustment(
        key="max-t",
        name="max-T",
        noun="the step-down max-T adjustment",
        sources=("westfall1993",),
        function="stats.max_t:step_down",
        needs="sign flips",
        controls="fwer",
        when="Use this adjustment for all pairs or for a control. It is based on sign "
        "flips of complete data sets, takes the dependence between the tests into "
        "account, and controls the FWER on average ranks as well. At α = 0.05, it "
        "requires at least six data sets.",
        refusals={"ranking": "is not available for {}. Use 'holm' instead."},
    ),
    Adjustment(
        key="hochberg",
        name="Hochberg",
        sources=("hochberg1988",),
        controls="fwer",
        condition="positive",
        function="stats.adjust:hochberg",
        when=_POSITIVE,
    ),
    Adjustment(
        key="hommel",
        name="Hommel",
        sources=("hommel1988",),
        controls="fwer",
        condition="positive",
        function="stats.adjust:hommel",
        when=_POSITIVE,
        levels="stats.adjust:hommel_levels",
    ),
    Adjustment(
        key="holland",
        name="Holland",
        sources=("holland1987",),
        controls="fwer",
        condition="positive",
        function="stats.adjust:holland",
        when=_INDEPENDENT,
    ),
    Adjustment(
        key="rom",
        name="Rom",
        sources=("rom1990",),
        controls="fwer",
        condition="independence",
        function="stats.rom:rom",
        when="This adjustment has slightly more power than Hochberg's adjustment. Its "
        "critical values are derived for independent tests.",
        levels="stats.rom:rom_levels",
        most_hypotheses=500,  # the run time is quadratic: 0.4 s at this limit
    ),
    Adjustment(
        key="finner",
        name="Finner",
        sources=("finner1993",),
        controls="fwer-weak",
        condition="positive",
        function="stats.adjust:finner",
        when=_ASKED_FOR,
    ),
    Adjustment(
        key="li",
        name="Li",
        sources=("li2008",),
        function="stats.adjust:li",
        when=_ASKED_FOR,
        bounded=False,
        levels="stats.adjust:li_levels",
    ),
    Adjustment(
        key="benjamini-hochberg",
        name="Benjamini–Hochberg",
        noun="the Benjamini–Hochberg adjustment",
        sources=("benjamini1995",),
        controls="fdr",
        condition="positive",
        function="stats.adjust:benjamini_hochberg",
        when="Use this adjustment for large numbers of comparisons if a small "
        "proportion of the significant differences may be wrong. It controls the "
        "false discovery rate instead of the FWER, and requires positively "
        "dependent tests on the scores of each pair.",
    ),
    Adjustment(
        key="none",
        name="not adjusted",
        function="stats.adjust:unadjusted",
        single_step=True,
        incomplete=True,
    ),
)


def adjustment_choices(*, flat: bool = False) -> tuple[str, ...]:
    """Return the values of `p_adjust` for all adjustments or, if `flat` is true, for
    those that can be applied to any family of p-values.

    Entries that are in the registry but not in `AdjustmentName` come last.
    """
    listed: tuple[str, ...] = get_args(FlatAdjustmentName if flat else AdjustmentName)
    added = [key for key, entry in ADJUSTMENTS.items() if entry.flat or not flat]
    return (*listed, *(key for key in added if key not in listed))


def check_procedure(option: str, value: object, choices: Collection[str]) -> None:
    """Raise a `UsageError` if `value` is not one of the choices of an option.

    Some libraries use a single name for a test and its adjustment, such as
    "Wilcoxon-Holm". The error message for such a name contains the two equivalent
    options. The error message for None as an adjustment explains that None is
    ambiguous.
    """
    if value is None and option == P_ADJUST:
        ambiguity = (
            " None is ambiguous: it means 'not adjusted' in some libraries and 'the "
            "default' in others. Use 'none' or 'auto'."
        )
        raise UsageError(P_ADJUST, ambiguity)
    if value not in choices:
        combination = _combined_name(option, str(value), choices)
        raise UsageError(combination or choose_from(option, value, choices))


def _combined_name(option: str, value: str, choices: Collection[str]) -> Phrase | None:
    """Return the message about a name that combines a test and an adjustment, such as
    "Wilcoxon-Holm". Return None for other values.
    """
    adjustments = adjustment_choices()
    name = option.strip("-").replace("-", "_")
    text = value.lower().replace("_", "-").replace(" ", "-")
    tests = [test for test in PAIR_TEST_CHOICES if f"{text}-".startswith(f"{test}-")]
    test = ""
    if tests:
        test = tests[-1]
    adjustment = text.removeprefix(test).strip("-")
    # A study that supports only some adjustments does not have the option `pair_test`.
    has_tests = name == "pair_test" or (
        name == "p_adjust" and {*choices} >= {*adjustments}
    )
    if not has_tests:
        return None
    unknown = Phrase("unknown ", option, f" '{value}': pass ")
    if test and adjustment in adjustments:
        both = Option("pair_test", test), " and ", Option("p_adjust", adjustment)
        return Phrase(unknown, *both, ".")
    if test and not adjustment and name == "p_adjust":
        return Phrase(unknown, Option("pair_test", test), ".")
    if text in adjustments and name == "pair_test":
        adjusted = Option("p_adjust", text)
        ranks = Option("pair_test", "ranks")
        return Phrase(unknown, adjusted, ", on average ranks (", ranks, ").")
    return None


#: Maps each test of normality to its printed name.
NORMALITY_NAMES = {
    "kolmogorov-smirnov": "Kolmogorov–Smirnov",
    "lilliefors": "Lilliefors",
    "shapiro-wilk": "Shapiro–Wilk",
    "dagostino-pearson": "D'Agostino–Pearson",
}
