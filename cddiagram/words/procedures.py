"""How pairs were tested, for captions, the paragraph about the methods and notes."""

from __future__ import annotations

from string import Formatter
from typing import Any

import numpy as np

from cddiagram.comparing import PICKED_AFTER, Comparison
from cddiagram.procedures import ADJUSTMENTS, pair_procedure
from cddiagram.text import (
    Formula,
    Name,
    Phrase,
    RichText,
    TextPart,
    cite,
    join,
    phrase,
    sentences,
)
from cddiagram.words.critical import formula_cd
from cddiagram.words.inlines import formula_alpha, formula_p
from cddiagram.words.missing import missing_note
from cddiagram.words.names import DETAILS, adjustment_words
from cddiagram.words.numbers import format_alpha, format_count
from cddiagram.words.parts import P, T, Z, counted, worded

#: Option and value -> how a note reports it; defaults are omitted. Variances are part of
#: the name of the test.
_CHOICES: dict[tuple[str, str | bool], str] = {
    ("zeros", "drop"): "zeros dropped",
    ("zeros", "pratt"): "zeros by Pratt",
    ("tie_correction", True): DETAILS["tie_correction", True],
    ("tie_correction", False): DETAILS["tie_correction", False],
}
#: Option and value -> a sentence of the paragraph about the methods, and its source.
_CHOICE_SENTENCES: dict[tuple[str, str | bool], tuple[str, tuple[str, ...]]] = {
    ("zeros", "split"): (
        "The ranks of zero differences were split evenly between the two rank sums{}.",
        (),
    ),
    ("zeros", "drop"): ("Zero differences were dropped{}.", ()),
    ("zeros", "pratt"): (
        "Zero differences were treated by Pratt's rule{}.",
        ("pratt1959",),
    ),
    ("variance", "permutation"): (
        "We used the permutation variance of the ranks{}.",
        (),
    ),
    ("variance", "conover"): ("We used Conover's variance{}.", ("conover1999",)),
    ("tie_correction", True): ("The test statistics were corrected for ties{}.", ()),
    ("tie_correction", False): (
        "The test statistics were not corrected for ties{}.",
        (),
    ),
}
#: Choices that captions leave to the paragraph about the methods.
_USUAL = {("zeros", "split")}
#: Tests whose p-values are exact for few data sets.
_EXACT_IF_FEW = ("wilcoxon", "sign", "multiple-sign")
#: The source of the exact distributions of named tests on average ranks.
_EXACT_LAW = "mcdonald1967"


def chosen_options(comparison: Comparison) -> tuple[tuple[str, str | bool], ...]:
    """Return the options of the pairwise tests, without a choice about ties that is the
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
    """Name the tests of a comparison, and the reference of the figure, as a note
    does.
    """
    test: str = name_of_tests(comparison)
    named_after = best or comparison.plan.control_chosen == "after"
    if control is not None and not named_after:
        test = f"{test} against {control}"
    parts = [test, adjusted_here(comparison)]
    parts += [
        _CHOICES[option] for option in chosen_options(comparison) if option in _CHOICES
    ]
    tests = ", ".join(part for part in parts if part)
    if best:
        tests = f"{tests}{PICKED_AFTER}"
    missing = missing_note(comparison)
    return f"{tests}, {missing}" if missing else tests


def name_of_tests(comparison: Comparison) -> str:
    """Return the name of the tests as a figure prints it, without the reference."""
    plan = comparison.plan
    method = comparison.method
    if plan.pair_test != "given" and comparison.test == plan.label_of(method):
        return plan.figure_label_of(method)
    return comparison.test


def adjusted_here(comparison: Comparison) -> str | None:
    """Report how p-values from elsewhere were adjusted, unless the name that came with
    them does, or None for other comparisons.
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


def procedure_words(comparison: Comparison, *, difference: bool = True) -> RichText:
    """Word in a caption how pairs were tested, with the critical `difference` if there
    is one.
    """
    if comparison.pairwise.pair_test == "given":
        return _given_caption(comparison, difference)
    details = _caption_details(comparison)
    adjustment, limits = (
        _caption_adjustment(comparison),
        _limits(comparison, difference),
    )
    if not adjustment and not is_named_test(comparison):
        limits = join(*(f"{detail}, " for detail in details), limits)
        details = []
    tested = worded(
        "{} by {}{}{} ({}).",
        _compared(comparison),
        _article(comparison),
        _caption_tests(comparison, details),
        adjustment,
        limits,
    )
    return sentences([tested, selected_after_words(comparison)])


def test_in_brackets(comparison: Comparison) -> RichText:
    """Name in brackets the test that decides, with its level, or nothing if the caption
    has a sentence about it.
    """
    if not is_in_brackets(comparison):
        return ()
    tests = _caption_tests(comparison, _caption_details(comparison))
    limits = _limits(comparison)
    return worded(" ({}, {})", tests, limits)


def is_in_brackets(comparison: Comparison) -> bool:
    """Whether the name of the test is short enough for brackets."""
    return is_named_test(comparison) and of_two(comparison) is None


def _limits(comparison: Comparison, difference: bool = True) -> RichText:
    """Return the level of a caption with the critical `difference`, and the p-value if
    it is the only one.
    """
    limits: RichText = (formula_alpha(comparison.alpha),)
    numbers = [formula_cd(comparison), formula_of_two(comparison)] if difference else []
    for number in numbers:
        if number is not None:
            limits = join(*limits, ", ", number)
    return limits


def _compared(comparison: Comparison) -> Phrase:
    """Word which algorithms were compared, for a caption."""
    two, control = of_two(comparison), comparison.control
    if control is None:
        if two is None:
            return Phrase("All pairs were compared")
        return phrase("{} and {} were compared", *two)
    if two is not None:
        role = role_of_control(comparison)
        return phrase(f"{{}} was compared with the {role}, {{}},", two[1], two[0])
    return phrase(
        f"The {role_of_control(comparison)}, {{}}, was compared with the others",
        Name(control),
    )


def role_of_control(comparison: Comparison) -> str:
    """Return what the algorithm is that the others are compared with: a control is
    specified in advance.
    """
    if comparison.control is not None and comparison.control_chosen != "after":
        return "control"
    return "better-ranked algorithm" if of_two(comparison) else "best-ranked algorithm"


def selected_after_words(comparison: Comparison) -> TextPart:
    """Report what follows from the selection of the control after the results, or
    nothing if it was specified in advance.
    """
    if comparison.control_chosen != "after" or of_two(comparison):
        return ""
    selected, name = (
        "{} was selected after the results were known",
        Name(comparison.control),
    )
    if comparison.pairwise.p_adjust == "none":
        return phrase(f"{selected}.", name)
    accounts = "test" if is_named_test(comparison) else "adjustment"
    return phrase(
        f"Because {selected}, the {accounts} accounts for all pairs of algorithms.",
        name,
    )


def post_hoc_words(comparison: Comparison) -> RichText:
    """Report for the paragraph about the methods how pairs were tested, with the
    sources.
    """
    if comparison.pairwise.pair_test == "given":
        return _given_methods(comparison)
    compared = _only_test(comparison) or _all_tests(comparison)
    return sentences(
        [
            compared,
            *_detail_sentences(comparison),
            _adjustment_sentence(comparison),
            selected_after_words(comparison),
        ]
    )


def _only_test(comparison: Comparison) -> RichText:
    """Report the only test, which has two algorithms, and its outcome."""
    p = formula_of_two(comparison)
    if p is None:
        return ()
    showed = "a" if comparison.different().any() else "no"
    return worded(
        f"The {{}} showed {showed} significant difference at {{}}, {{}}.",
        _cited_tests(comparison),
        formula_alpha(comparison.alpha),
        p,
    )


def _all_tests(comparison: Comparison) -> RichText:
    then = "then " if comparison.headline is not None else ""
    algorithms: TextPart = "all pairs of algorithms"
    if comparison.control is not None:
        algorithms = phrase(
            f"the {role_of_control(comparison)}, {{}}, with the other algorithms",
            Name(comparison.control),
        )
    tests = join(_article(comparison), _cited_tests(comparison))
    difference, pairs = formula_cd(comparison), comparison.pairwise
    unadjusted = ""
    end: RichText = ()
    if pairs.p_adjust == "none" and _is_adjusted(comparison):
        count = counted(pairs.n_hypotheses, "comparison")
        unadjusted = f", without adjustment for the {count}"
    if difference is not None:
        end = worded(" (critical difference {})", difference)
    level = formula_alpha(comparison.alpha)
    return worded(
        f"We {then}compared {{}} using {{}} at {{}}{unadjusted}{{}}.",
        algorithms,
        tests,
        level,
        end,
    )


def of_two(comparison: Comparison) -> tuple[Name, Name] | None:
    """Name the two algorithms of a comparison, the control or else the better average
    rank first, or None for more.
    """
    if len(comparison.algorithms) != 2:
        return None
    first, second = (Name(comparison.algorithms[i]) for i in comparison.order)
    return (second, first) if comparison.control == second else (first, second)


def formula_of_two(comparison: Comparison) -> Formula | None:
    """Return the p-value of the only test, which has two algorithms, or None for more,
    or if the pair was not tested.
    """
    p = comparison.pairwise.pvalue_adjusted[0, 1]
    if of_two(comparison) is None or np.isnan(p):
        return None
    return formula_p(float(p), comparison.alpha)


def is_named_test(comparison: Comparison) -> bool:
    """Whether one test with a name compares all pairs, such as the Nemenyi test."""
    adjustment = ADJUSTMENTS[comparison.pairwise.p_adjust]
    return comparison.plan.bonferroni_dunn or adjustment.law is not None


def _name_of_test(comparison: Comparison) -> str:
    """Return the name of a named test: ``"Nemenyi test"``."""
    adjustment = ADJUSTMENTS[comparison.pairwise.p_adjust]
    if comparison.plan.bonferroni_dunn:
        adjustment = ADJUSTMENTS["bonferroni-dunn"]
    return f"{adjustment.name} test"


def _article(comparison: Comparison) -> str:
    """Return the article before the name of one test, or nothing for several."""
    single = of_two(comparison) is not None
    multiple_sign = comparison.pairwise.pair_test == "multiple-sign"
    return "the " if single or multiple_sign or is_named_test(comparison) else ""


def _tests(comparison: Comparison) -> RichText:
    """Name the pairwise tests: in the singular for two algorithms, and t tests if the
    variance is Conover's.
    """
    template = pair_procedure(comparison.ranking.kind, comparison.pairwise.kind).words
    parts: dict[str | None, TextPart] = {
        None: "",
        "tests": "tests" if of_two(comparison) is None else "test",
        "z": T if comparison.choices.get("variance") == "conover" else Z,
        "t": T,
    }
    words: list[TextPart] = []
    for text, part, _, _ in Formatter().parse(template):
        words += [text, parts[part]]
    return join(*words)


def _caption_tests(comparison: Comparison, details: list[str]) -> RichText:
    """Name the tests for a caption, with `details` of how they were made."""
    if is_named_test(comparison):
        method = f"{comparison.method} " if _has_method(comparison) else ""
        return join(", ".join([f"{method}{_name_of_test(comparison)}", *details]))
    prefix = "exact " if _all_are_exact(comparison) else ""
    brackets = f" ({', '.join(details)})" if details else ""
    return join(prefix, _tests(comparison), brackets)


def _has_method(comparison: Comparison) -> bool:
    """Whether the p-values of a named test are exact or asymptotic by choice."""
    plan = comparison.plan
    return bool(plan.joint) and comparison.method in ("exact", "asymptotic")


def _exact_pairs(comparison: Comparison) -> tuple[int, int]:
    """Count the pairs whose p-values are exact, and all pairs, of tests that are exact
    for few data sets only; (0, 0) for other tests.
    """
    pairs = comparison.pairwise
    if pairs.kind not in _EXACT_IF_FEW:
        return 0, 0
    methods = [method for row in pairs.method.tolist() for method in row if method]
    return methods.count("exact") // 2, len(methods) // 2


def _remaining(count: int) -> str:
    """Refer to the remaining pairs."""
    return "the remaining pair" if count == 1 else "the other pairs"


def _caption_details(comparison: Comparison) -> list[str]:
    """List how the tests were made, without what is usual."""
    details = []
    exact, tested = _exact_pairs(comparison)
    if tested and exact == 0:
        details.append("normal approximation")
    elif exact < tested:
        details.append(
            f"exact for {exact} of {tested} pairs, normal approximation for "
            f"{_remaining(tested - exact)}"
        )
    details += _chosen_details(comparison)
    patterns = sign_patterns_words(comparison, in_brackets=True)
    return [detail for detail in [patterns, *details] if detail]


def _chosen_details(comparison: Comparison) -> list[str]:
    """List the choices in brackets, and how p-values were simulated."""
    details = [
        DETAILS[option]
        for option in chosen_options(comparison)
        if option in DETAILS and option not in _USUAL
    ]
    return [*details, simulated_words(comparison)]


def simulated_words(comparison: Comparison) -> str:
    """Report how p-values were estimated, with their standard error, or nothing if they
    were computed.
    """
    if not _is_simulated(comparison):
        return ""
    return f"Monte Carlo with {_simulation(comparison)}"


def _is_simulated(comparison: Comparison) -> bool:
    return bool(comparison.plan.joint) and comparison.method == "Monte Carlo"


def _simulation(comparison: Comparison) -> str:
    law: Any = comparison.test_results.law
    alpha = comparison.alpha
    error, level = f"{law.standard_error(alpha):.1g}", format_alpha(alpha)
    draws = format_count(law.draws)
    return f"{draws} random arrangements of the ranks, standard error {error} at p = {level}"


def sign_patterns_words(comparison: Comparison, *, in_brackets: bool) -> str:
    """Count the sign patterns that were tried, with the seed of random patterns; empty
    without sign flips.
    """
    if not comparison.plan.sign_flips:
        return ""
    count, seed = comparison.choices["flips"], comparison.choices.get("seed")
    if seed is None:
        return f"all {format_count(count)} sign patterns"
    patterns = f"{format_count(count)} random sign patterns"
    return f"{patterns}, seed {seed}" if in_brackets else f"{patterns} (seed {seed})"


def _detail_sentences(comparison: Comparison) -> list[RichText]:
    """Report how p-values were computed, and the choices of the tests."""
    details = [_exactness(comparison)]
    for option in chosen_options(comparison):
        template, sources = _CHOICE_SENTENCES.get(option, ("", ()))
        if template:
            details.append(worded(template, cite(*sources)))
    return details


def _exactness(comparison: Comparison) -> RichText:
    """Report how p-values were computed, unless the name of the test includes it."""
    values, were = "{}-values", "were"
    if of_two(comparison) is not None:
        values, were = "{}-value", "was"
    start = f"The {values} {were}"
    if comparison.plan.sign_flips:
        patterns = sign_patterns_words(comparison, in_brackets=False)
        return worded(f"{start} based on {patterns}.", P)
    if _is_simulated(comparison):
        return worded(f"{start} estimated from {_simulation(comparison)}.", P)
    if ("ties", "conditional") in chosen_options(comparison):
        return worded(f"{start} computed conditional on the observed ties.", P)
    exact, tested = _exact_pairs(comparison)
    if exact == tested:
        return ()
    approximation = "the normal approximation"
    if comparison.choices.get("tie_correction") is True:
        approximation = "the tie-corrected normal approximation"
    if exact == 0:
        return worded(f"{start} based on {approximation}.", P)
    return worded(
        f"{start} exact for {exact} of the {tested} pairs and based on {approximation} "
        f"for {_remaining(tested - exact)}.",
        P,
    )


def _cited_tests(comparison: Comparison) -> RichText:
    """Name the tests with their source."""
    pairs = comparison.pairwise
    if is_named_test(comparison):
        return _cited_named_test(comparison)
    sources = pair_procedure(comparison.ranking.kind, pairs.kind).sources[:1]
    prefix = "exact " if _all_are_exact(comparison) else ""
    return join(prefix, _tests(comparison), cite(*sources))


def _cited_named_test(comparison: Comparison) -> RichText:
    """Name one test with its source, and with the source of its exact distribution."""
    method = ""
    sources = [ADJUSTMENTS[comparison.pairwise.p_adjust].sources[0]]
    if _has_method(comparison):
        method = f"{comparison.method} "
        if comparison.method == "exact":
            sources.append(_EXACT_LAW)
    return join(f"{method}two-sided {_name_of_test(comparison)}", cite(*sources))


def _all_are_exact(comparison: Comparison) -> bool:
    """Whether all p-values are exact, of tests that are exact for few data sets only."""
    exact, tested = _exact_pairs(comparison)
    return 0 < exact == tested


def _is_adjusted(comparison: Comparison) -> bool:
    """Whether an adjustment is chosen apart from the test."""
    pairs = comparison.pairwise
    return not (
        is_named_test(comparison)
        or pairs.n_hypotheses == 1
        or pairs.pair_test == "multiple-sign"
    )


def _caption_adjustment(comparison: Comparison) -> str:
    pairs = comparison.pairwise
    if not _is_adjusted(comparison):
        return ""
    count = counted(pairs.n_hypotheses, "comparison")
    if pairs.p_adjust == "none":
        return f", without adjustment for {count}"
    return f", with {adjustment_words(pairs.p_adjust)} for {count}"


def _adjustment_sentence(comparison: Comparison) -> RichText:
    """Report with the source how p-values were adjusted, or nothing for one comparison."""
    pairs = comparison.pairwise
    count = counted(pairs.n_hypotheses, "comparison")
    if pairs.pair_test == "multiple-sign" and pairs.n_hypotheses > 1:
        return worded(f"Its {{}}-values account for all {count}.", P)
    if not _is_adjusted(comparison) or pairs.p_adjust == "none":
        return ()
    adjustment = ADJUSTMENTS[pairs.p_adjust]
    return worded(
        f"We applied {adjustment.noun} for {count}{{}}.", cite(adjustment.sources[0])
    )


def _given_caption(comparison: Comparison, difference: bool) -> RichText:
    """Word in a caption how p-values from elsewhere were used."""
    pairs = comparison.pairwise
    two = of_two(comparison)
    compared: TextPart = "All pairs were compared"
    source: RichText = worded("{}-values from another source", P)
    if two is not None:
        compared = phrase("{} and {} were compared", *two)
        source = worded("a {}-value from another source", P)
    elif comparison.untested:
        compared = "Pairs were compared"
    used = ", without further adjustment"
    if pairs.p_adjust != "none" and pairs.n_hypotheses > 1:
        count = counted(pairs.n_hypotheses, "comparison")
        used = f", with {adjustment_words(pairs.p_adjust)} for {count}"
    return worded(
        f"{{}} using {{}}{{}}{used} ({{}}).",
        compared,
        source,
        _given_name(comparison),
        _limits(comparison, difference),
    )


def _given_methods(comparison: Comparison) -> RichText:
    """Report for the paragraph about the methods how p-values from elsewhere were
    used; what was done to them before is not known.
    """
    pairs = comparison.pairwise
    difference = formula_cd(comparison)
    end: TextPart = ""
    if difference is not None:
        end = worded(" (critical difference {})", difference)
    values = "this {}-value" if of_two(comparison) else "these {}-values"
    compared = worded(
        f"We compared the algorithms at {{}}{{}} using {values}{{}}.",
        formula_alpha(comparison.alpha),
        end,
        P,
        _given_name(comparison),
    )
    adjusted = _adjustment_sentence(comparison)
    if pairs.p_adjust == "none" or not adjusted:
        adjusted = ("No further adjustment was made.",)
    return sentences([compared, adjusted])


def _given_name(comparison: Comparison) -> str:
    """Return the name that p-values from elsewhere came with, in brackets."""
    if comparison.test == "User's p-values":
        return ""
    return f" ({comparison.test})"
