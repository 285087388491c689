"""How pairs were tested: who was compared with whom, by which tests, with which
adjustment; and the same in a note.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cddiagram.comparing import PICKED_AFTER, Comparison
from cddiagram.procedures import ADJUSTMENTS, pair_procedure
from cddiagram.text import Formula, Name, Phrase, Piece, Words, cite, join, phrase
from cddiagram.words.critical import formula_cd
from cddiagram.words.inlines import formula_alpha, formula_p, with_symbols
from cddiagram.words.missing import missing_note
from cddiagram.words.names import (
    DETAILS,
    adjustment_words,
    hypotheses_words,
)
from cddiagram.words.numbers import format_alpha, format_count

#: Option and value -> how a note says it; defaults are not said. Variances stand in the
#: name of the test.
_CHOICES: dict[tuple[str, str | bool], str] = {
    ("zeros", "drop"): "zeros dropped",
    ("zeros", "pratt"): "zeros by Pratt",
    **{
        option: said
        for option, said in DETAILS.items()
        if option[0] == "tie_correction"
    },
}


def chosen_options(comparison: Comparison) -> tuple[tuple[str, str | bool], ...]:
    """Return the options of the tests of pairs, without a choice about ties that is the
    default or changes nothing.
    """
    choices, plan = comparison.choices, comparison.plan
    ties = {} if plan.pair_test == "given" else plan.pairs.ties
    variance = choices.get("variance")
    default = ties.get(None if variance is None else str(variance))
    idle = (True, False) if default is None else (default,)
    return tuple(
        option
        for option in choices.items()
        if option[0] != "tie_correction" or option[1] not in idle
    )


def procedure(
    comparison: Comparison, control: str | None = None, *, best: bool = False
) -> str:
    """Name the tests of a comparison, and whom all are held against, as it is called in
    the figure.
    """
    choices = [
        _CHOICES[option] for option in chosen_options(comparison) if option in _CHOICES
    ]
    adjusted = adjusted_here(comparison)
    named = (
        control is None or best or comparison.plan.control_chosen == "after"
    )  # then the test says that it is
    test = name_of_tests(comparison)
    test = test if named else f"{test} against {control}"
    after = PICKED_AFTER if best else ""
    tests = ", ".join([test, *([adjusted] if adjusted else []), *choices]) + after
    return ", ".join(filter(None, (tests, missing_note(comparison))))


def name_of_tests(comparison: Comparison) -> str:
    """Return the name of the tests as a figure prints it, without the reference."""
    plan = comparison.plan
    method = comparison.method
    if plan.pair_test != "given" and comparison.test == plan.label_of(method):
        return plan.figure_label_of(method)
    return comparison.test


def adjusted_here(comparison: Comparison) -> str | None:
    """Say how p-values from elsewhere were adjusted, unless the name that came with
    them does; None for all else.
    """
    pairs = comparison.pairwise
    if (
        pairs.pair_test != "given"
        or pairs.p_adjust == "none"
        or pairs.n_hypotheses == 1
    ):
        return None
    name = ADJUSTMENTS[pairs.p_adjust].name
    return None if name.lower() in comparison.test.lower() else f"adjusted by {name}"


def procedure_words(comparison: Comparison, *, difference: bool = True) -> Words:
    """Say in one sentence for a caption how pairs were tested, with the critical
    `difference` if there is one.
    """
    level: Words = (formula_alpha(comparison.alpha),)
    formula = formula_cd(comparison)
    if difference and formula is not None:
        level = join(level, " (critical difference ", formula, ")")
    if comparison.pairwise.pair_test == "given":
        return _given_words(comparison, level, cited=False)
    p = formula_of_two(comparison)
    outcome: Words = (", ", p) if difference and p is not None else ()
    return join(
        _whom(comparison),
        " by ",
        with_symbols(_test_words(comparison)),
        " at ",
        level,
        *outcome,
        ".",
    )


def post_hoc_words(comparison: Comparison) -> Words:
    """Say for the paragraph about the method how pairs were tested, with the
    sources.
    """
    pairs = comparison.pairwise
    level: Words = (formula_alpha(comparison.alpha),)
    formula = formula_cd(comparison)
    if formula is not None:
        level = join(
            level, ", with the critical difference ", formula, " of average ranks"
        )
    if pairs.pair_test == "given":
        return _given_words(
            comparison, (*level, *((",",) if len(level) > 1 else ())), cited=True
        )
    details = "".join(f", {words}" for words in _details(comparison, in_brackets=False))
    tested = join(
        _whom(comparison, "the control "), " by ", _cited_test(comparison), details
    )
    adjusted = _adjusted_words(comparison)
    between = "," if details or adjusted else ""
    after = (
        " The control is the best-ranked algorithm; as it was chosen after the "
        "results were known, its p-values come "
        "from the family of all pairs."
    )
    if comparison.control_chosen != "after" or of_two(
        comparison
    ):  # else the family is larger for it
        after = ""
    p = formula_of_two(comparison)
    outcome: Words = () if p is None else ("; ", p)
    return join(
        tested, adjusted, between, " at ", level, *outcome, ".", with_symbols(after)
    )


def of_two(comparison: Comparison) -> tuple[Name, Name] | None:
    """Name the two algorithms of a comparison, the control or else the better average
    rank first; None for more.
    """
    if len(comparison.algorithms) != 2:
        return None
    first, second = (Name(comparison.algorithms[i]) for i in comparison.order)
    return (second, first) if comparison.control == second else (first, second)


def formula_of_two(comparison: Comparison) -> Formula | None:
    """Return the p-value of the only test, that of two algorithms; None for more, or if
    the pair was not tested.
    """
    p = comparison.pairwise.pvalue_adjusted[0, 1]
    if of_two(comparison) is None or np.isnan(p):
        return None
    return formula_p(float(p), comparison.alpha)


def pair_test_words(comparison: Comparison) -> str:
    """Name the test of a pair with its details in brackets, without the adjustment."""
    details = _details(comparison, in_brackets=True)
    return _tests(comparison) + (f" ({', '.join(details)})" if details else "")


def named_test(comparison: Comparison) -> str | None:
    """Name the procedures that are pair test and adjustment in one."""
    entry, method = ADJUSTMENTS[comparison.pairwise.p_adjust], ""
    if comparison.plan.joint and comparison.method in ("exact", "asymptotic"):
        method = f"{comparison.method} "
    if comparison.plan.bonferroni_dunn:
        entry = ADJUSTMENTS["bonferroni-dunn"]
    return f"the {method}{entry.name} test" if entry.law is not None else None


def simulated_words(comparison: Comparison) -> str:
    """Say how p-values were estimated, with their standard error; empty if they were
    computed.
    """
    if not comparison.plan.joint or comparison.method != "Monte Carlo":
        return ""
    law: Any = comparison.test_results.law
    alpha = comparison.alpha
    error, level = f"{law.standard_error(alpha):.1g}", format_alpha(alpha)
    draws = format_count(law.draws)
    return (
        f"Monte Carlo with {draws} random arrangements of the ranks, standard error "
        f"{error} at p = {level}"
    )


def _whom(comparison: Comparison, role: str = "") -> Phrase:
    """Say who was compared with whom; a caption, which names no role, also says how a
    control was chosen after.
    """
    two = of_two(comparison)
    if comparison.control is None:
        return (
            phrase("{} and {} were compared", *two)
            if two
            else Phrase("All pairs were compared")
        )
    control = Name(comparison.control)
    if two:
        return phrase("{} was compared with the control {}", two[1], control)
    after = ""
    if comparison.control_chosen == "after" and not role:
        after = (
            " (the best-ranked, chosen after the results were known, so in the family "
            "of all pairs)"
        )
    return phrase(
        "The other algorithms were compared with {}{}{}", role, control, after
    )


def _tests(comparison: Comparison) -> str:
    """Name the tests: in the singular for two algorithms, and t tests where the
    variance is Conover's.
    """
    pairs = comparison.pairwise
    named = named_test(comparison)
    if named is not None:
        return named
    words = pair_procedure(comparison.ranking.kind, pairs.kind).words
    single = of_two(comparison) is not None
    symbol = "t" if comparison.choices.get("variance") == "conover" else "z"
    article = "the " if single and not words.startswith("the ") else ""
    return article + words.format(z=symbol, tests="test" if single else "tests")


def _details(comparison: Comparison, *, in_brackets: bool) -> list[str]:
    """List what else there is to say of the tests; the choices of an adjustment are
    told with it.
    """
    pairs = comparison.pairwise
    found = []
    if pairs.pair_test in ("wilcoxon", "sign", "multiple-sign"):
        methods = [method for row in pairs.method.tolist() for method in row if method]
        exact = methods.count("exact")
        some = (
            f"exact for {exact // 2} of {len(methods) // 2} pairs, normal "
            "approximation for the others"
        )
        found.append(
            {len(methods): "exact", 0: "normal approximation"}.get(exact, some)
        )
    if comparison.plan.sign_flips:
        found = [sign_patterns_words(comparison, in_brackets=in_brackets)]
    for option in chosen_options(comparison):
        if option in DETAILS:
            found.append(
                f"{'with ' if option[0] == 'variance' and not in_brackets else ''}{DETAILS[option]}"
            )
    simulated = simulated_words(comparison)
    if simulated:
        found.append(simulated)
    return found


def sign_patterns_words(comparison: Comparison, *, in_brackets: bool) -> str:
    """Count the patterns of signs that were tried, with the seed of random ones; empty
    without sign flips.
    """
    if not comparison.plan.sign_flips:
        return ""
    count, seed = comparison.choices["flips"], comparison.choices.get("seed")
    patterns = f"all {format_count(count)} sign patterns"
    if seed is not None:
        patterns = f"{format_count(count)} random sign patterns"
    if in_brackets:
        return patterns if seed is None else f"{patterns}, seed {seed}"
    return f"with {patterns}" if seed is None else f"with {patterns} (seed {seed})"


def _test_words(comparison: Comparison) -> str:
    """Name the tests and their adjustment for a caption."""
    pairs = comparison.pairwise
    tested = pair_test_words(comparison)
    if (
        named_test(comparison)
        or pairs.pair_test == "multiple-sign"
        or pairs.n_hypotheses == 1
    ):
        return tested
    if pairs.p_adjust == "none":
        return (
            f"{tested} without adjustment for the "
            f"{hypotheses_words(pairs.n_hypotheses)}"
        )
    return (
        f"{tested} with {adjustment_words(pairs.p_adjust)} for "
        f"{hypotheses_words(pairs.n_hypotheses)}"
    )


def _cited_test(comparison: Comparison) -> Words:
    """Name the tests with their sources."""
    pairs = comparison.pairwise
    if named_test(comparison) is not None:
        # Among the named tests Bonferroni's adjustment makes one: Bonferroni–Dunn,
        # which D06 recommends.
        further = ("demsar2006",) if pairs.p_adjust == "bonferroni" else ()
        if comparison.plan.joint and comparison.method != "asymptotic":
            further = (*further, "mcdonald1967")
        return join(
            _tests(comparison), cite(*ADJUSTMENTS[pairs.p_adjust].sources, *further)
        )
    sources = pair_procedure(comparison.ranking.kind, pairs.kind).sources
    if comparison.choices.get("zeros") == "pratt":
        sources = (*sources, "pratt1959")
    if comparison.choices.get("variance") == "conover":
        sources = (*sources, "conover1999")
    return join(with_symbols(_tests(comparison)), cite(*sources))


def _adjusted_words(comparison: Comparison) -> Words:
    """Say with sources how p-values were adjusted; nothing for one hypothesis, which
    needs no adjustment.
    """
    pairs = comparison.pairwise
    if named_test(comparison) is not None or pairs.n_hypotheses == 1:
        return ()
    count = hypotheses_words(pairs.n_hypotheses)
    if pairs.pair_test == "multiple-sign":
        return with_symbols(f", whose p-values hold for the family of {count}")
    if pairs.p_adjust == "none":
        return (f", without adjustment for the {count}",)
    return join(
        with_symbols(f", p-values adjusted for {count} by "),
        _cited_adjustment(comparison),
    )


def _cited_adjustment(comparison: Comparison) -> Words:
    """Name an adjustment with its sources."""
    entry = ADJUSTMENTS[comparison.pairwise.p_adjust]
    return join(adjustment_words(entry.key, "procedure"), cite(*entry.sources))


def _given_words(comparison: Comparison, level: Words, *, cited: bool) -> Words:
    """Say how p-values from elsewhere were used; what was done to them before is not
    known.
    """
    pairs = comparison.pairwise
    one = of_two(comparison) is not None
    decided = "The decision about the pair" if one else "Decisions about pairs"
    source = (
        ("this p-value" if one else "these p-values")
        if cited
        else f"{'a p-value' if one else 'p-values'} from another source"
    )
    named = (
        "" if comparison.test == "User's p-values" else f" ({comparison.test})"
    )  # their name without one of theirs
    used: Piece = ", taken as given"
    if pairs.p_adjust != "none" and pairs.n_hypotheses > 1:
        count = hypotheses_words(pairs.n_hypotheses)
        used = f", with {adjustment_words(pairs.p_adjust)} for {count}"
        if cited:
            used = join(f", adjusted for {count} by ", _cited_adjustment(comparison))
    rest = with_symbols(f" {'rests' if one else 'rest'} on {source}")
    return join(f"{decided} at ", level, rest, named, used, ".")
