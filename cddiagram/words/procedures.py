"""Descriptions of the pairwise tests for captions, methods paragraphs and notes."""

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
    counted,
    inflect,
    join,
    phrase,
    sentences,
)
from cddiagram.words.critical import formula_cd
from cddiagram.words.inlines import formula_alpha, formula_p
from cddiagram.words.missing import missing_note
from cddiagram.words.names import DETAILS, adjustment_words
from cddiagram.words.numbers import format_alpha, format_count
from cddiagram.words.parts import P, T, Z, worded

#: Maps each value of an option to the phrase that describes it in notes. Defaults are
#: omitted. Variances are also omitted, because the name of the test contains them.
_NOTES: dict[tuple[str, str | bool], str] = {
    ("zeros", "drop"): "zeros dropped",
    ("zeros", "pratt"): "zeros by Pratt",
    ("tie_correction", True): DETAILS["tie_correction", True],
    ("tie_correction", False): DETAILS["tie_correction", False],
}
#: Maps each value of an option to a sentence in the methods paragraph and to the
#: sources of this sentence.
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
#: These choices are reported only in the methods paragraph.
_USUAL = {("zeros", "split")}
#: The p-values of these tests are exact if there are few data sets.
_EXACT_IF_FEW = ("wilcoxon", "sign", "multiple-sign")
#: This source describes the exact null distributions that are used for tests on average
#: ranks.
_EXACT_LAW = "mcdonald1967"


def reported_choices(comparison: Comparison) -> tuple[tuple[str, str | bool], ...]:
    """Return the options of the pairwise tests that must be reported, with their
    values.

    The correction for ties is omitted if it has its default value or does not apply.
    """
    choices = dict(comparison.choices)
    if not _tie_correction_is_reported(comparison):
        choices.pop("tie_correction", None)
    return tuple(choices.items())


def _tie_correction_is_reported(comparison: Comparison) -> bool:
    """Return whether the correction for ties applies and differs from the default."""
    choices, plan = comparison.choices, comparison.plan
    if plan.pair_test == "given":
        return False
    default = plan.pairs.ties.get(choices.get("variance"))
    return default is not None and choices.get("tie_correction") != default


def procedure_note(
    comparison: Comparison, control: str | None = None, *, best: bool = False
) -> str:
    """Name the tests and the reference for the note in a figure."""
    test: str = name_of_tests(comparison)
    selected_after = best or comparison.plan.control_chosen == "after"
    if control is not None and not selected_after:
        test = f"{test} against {control}"
    parts = [test, adjustment_note(comparison)]
    for choice in reported_choices(comparison):
        parts.append(_NOTES.get(choice, ""))
    tests = ", ".join(filter(None, parts))
    if best:
        tests = f"{tests}{PICKED_AFTER}"
    missing = missing_note(comparison)
    if not missing:
        return tests
    return f"{tests}, {missing}"


def name_of_tests(comparison: Comparison) -> str:
    """Return the name of the tests for a figure, without the reference."""
    plan = comparison.plan
    method = comparison.method
    if plan.pair_test != "given" and comparison.test == plan.label_of(method):
        return plan.figure_label_of(method)
    return comparison.test


def adjustment_note(comparison: Comparison) -> str:
    """State how external p-values were adjusted.

    Return an empty text if the name of the test already includes the adjustment.
    """
    pairs = comparison.pairwise
    if pairs.pair_test != "given" or pairs.n_hypotheses == 1:
        return ""
    name = ADJUSTMENTS[pairs.p_adjust].name
    if pairs.p_adjust == "none" or name.lower() in comparison.test.lower():
        return ""
    return f"adjusted by {name}"


def procedure_words(comparison: Comparison, *, difference: bool = True) -> RichText:
    """State in a caption how pairs were tested.

    The sentence contains the critical difference if there is one and if `difference` is
    True.
    """
    if comparison.pairwise.pair_test == "given":
        return _external_caption(comparison, difference)
    details = _caption_details(comparison)
    adjustment = _caption_adjustment(comparison)
    level = _level_and_numbers(comparison, difference)
    if not adjustment and not is_named_test(comparison):
        level = join(*(f"{detail}, " for detail in details), level)
        details = []
    tested = worded(
        "{} using {}{}{} ({}).",
        _compared_algorithms(comparison),
        _article(comparison),
        _tests_with_details(comparison, details),
        adjustment,
        level,
    )
    return sentences([tested, selection_words(comparison)])


def test_in_brackets(comparison: Comparison) -> RichText:
    """Return the name of the test and its level in brackets.

    Return an empty text if the caption contains a sentence about the test.
    """
    if not is_in_brackets(comparison):
        return ()
    tests = _tests_with_details(comparison, _caption_details(comparison))
    return worded(" ({}, {})", tests, _level_and_numbers(comparison))


def is_in_brackets(comparison: Comparison) -> bool:
    """Return whether the name of the test is short enough to be printed in brackets."""
    return is_named_test(comparison) and two_algorithms(comparison) is None


def _level_and_numbers(comparison: Comparison, difference: bool = True) -> RichText:
    """Return the level, followed by the critical difference and by the p-value of a
    single test.

    If `difference` is False, only the level is returned.
    """
    level = formula_alpha(comparison.alpha)
    if not difference:
        return (level,)
    numbers = [level, formula_cd(comparison), only_pvalue(comparison)]
    parts: list[TextPart] = []
    for number in filter(None, numbers):
        parts += [", ", number]
    return join(*parts[1:])


def _compared_algorithms(comparison: Comparison) -> Phrase:
    """Return the beginning of a sentence, which states which algorithms were
    compared.
    """
    two, control = two_algorithms(comparison), comparison.control
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
    """Return the role of the algorithm with which the others are compared.

    The algorithm is called the control if it was specified in advance.
    """
    if comparison.control is not None and comparison.control_chosen != "after":
        return "control"
    if two_algorithms(comparison):
        return "better-ranked algorithm"
    return "best-ranked algorithm"


def selection_words(comparison: Comparison) -> TextPart:
    """State that the control was selected after the results were known.

    Return an empty text if it was specified in advance.
    """
    if comparison.control_chosen != "after" or two_algorithms(comparison):
        return ""
    name = Name(comparison.control)
    selection = "{} was selected after the results were known"
    if comparison.pairwise.p_adjust == "none":
        return phrase(f"{selection}.", name)
    method = "adjustment"
    if is_named_test(comparison):
        method = "test"
    return phrase(
        f"Because {selection}, the {method} accounts for all pairs of algorithms.", name
    )


def post_hoc_words(comparison: Comparison) -> RichText:
    """Describe the pairwise tests, with their sources, for the methods paragraph."""
    if comparison.pairwise.pair_test == "given":
        return _external_methods(comparison)
    return sentences(
        [
            _tests_sentence(comparison),
            *_detail_sentences(comparison),
            _adjustment_sentence(comparison),
            selection_words(comparison),
        ]
    )


def _tests_sentence(comparison: Comparison) -> RichText:
    """Return a sentence about the tests of several algorithms, or about the only test
    of two algorithms and its outcome.
    """
    tests = _cited_tests(comparison)
    level = formula_alpha(comparison.alpha)
    p = only_pvalue(comparison)
    if p is not None:
        showed = "showed no significant difference"
        if comparison.different().any():
            showed = "showed a significant difference"
        return worded(f"The {{}} {showed} at {{}}, {{}}.", tests, level, p)
    we_compared = "We compared"
    if comparison.headline is not None:
        we_compared = "We then compared"
    algorithms: TextPart = "all pairs of algorithms"
    if comparison.control is not None:
        algorithms = phrase(
            f"the {role_of_control(comparison)}, {{}}, with the other algorithms",
            Name(comparison.control),
        )
    return worded(
        f"{we_compared} {{}} using {{}}{{}} at {{}}{{}}{{}}.",
        algorithms,
        _article(comparison),
        tests,
        level,
        _without_adjustment(comparison),
        _critical_difference_in_brackets(comparison),
    )


def _without_adjustment(comparison: Comparison) -> str:
    pairs = comparison.pairwise
    if pairs.p_adjust != "none" or not _has_adjustment(comparison):
        return ""
    count = counted(pairs.n_hypotheses, "comparison")
    return f", without adjustment for the {count}"


def _critical_difference_in_brackets(comparison: Comparison) -> RichText:
    difference = formula_cd(comparison)
    if difference is None:
        return ()
    return worded(" (critical difference {})", difference)


def two_algorithms(comparison: Comparison) -> tuple[Name, Name] | None:
    """Return the names of the two algorithms of a comparison, or None if there are more
    algorithms.

    The control or the better-ranked algorithm is first.
    """
    if len(comparison.algorithms) != 2:
        return None
    first, second = (Name(comparison.algorithms[i]) for i in comparison.order)
    if comparison.control == second:
        return second, first
    return first, second


def only_pvalue(comparison: Comparison) -> Formula | None:
    """Return the p-value of the test of two algorithms.

    Return None if there are more algorithms or if the pair was not tested.
    """
    p = comparison.pairwise.pvalue_adjusted[0, 1]
    if two_algorithms(comparison) is None or np.isnan(p):
        return None
    return formula_p(float(p), comparison.alpha)


def is_named_test(comparison: Comparison) -> bool:
    """Return whether a single named test, such as the Nemenyi test, compares all
    pairs.
    """
    adjustment = ADJUSTMENTS[comparison.pairwise.p_adjust]
    return comparison.plan.bonferroni_dunn or adjustment.law is not None


def _name_of_test(comparison: Comparison) -> str:
    """Return the name of a test that has its own name, such as ``"Nemenyi test"``."""
    adjustment = ADJUSTMENTS[comparison.pairwise.p_adjust]
    if comparison.plan.bonferroni_dunn:
        adjustment = ADJUSTMENTS["bonferroni-dunn"]
    return f"{adjustment.name} test"


def _article(comparison: Comparison) -> str:
    """Return the definite article for a single test, or an empty text for several
    tests.
    """
    is_single = two_algorithms(comparison) is not None
    is_multiple_sign = comparison.pairwise.pair_test == "multiple-sign"
    if is_single or is_multiple_sign or is_named_test(comparison):
        return "the "
    return ""


def _names_of_tests(comparison: Comparison) -> RichText:
    """Name the pairwise tests, for example ``"exact two-sided sign tests"``.

    The name is singular if there are only two algorithms. With Conover's variance, the
    tests are t tests instead of z tests.
    """
    template = pair_procedure(comparison.ranking.kind, comparison.pairwise.kind).words
    parts: dict[str | None, TextPart] = {None: "", "tests": "tests", "z": Z, "t": T}
    if two_algorithms(comparison) is not None:
        parts["tests"] = "test"
    if comparison.choices.get("variance") == "conover":
        parts["z"] = T
    words: list[TextPart] = []
    if _all_are_exact(comparison):
        words.append("exact ")
    for text, part, _, _ in Formatter().parse(template):
        words += [text, parts[part]]
    return join(*words)


def _tests_with_details(comparison: Comparison, details: list[str]) -> RichText:
    """Return the name of the tests with details about the computation, for a
    caption.
    """
    if is_named_test(comparison):
        name = f"{_chosen_method(comparison)}{_name_of_test(comparison)}"
        return join(", ".join([name, *details]))
    tests = _names_of_tests(comparison)
    if not details:
        return tests
    return join(tests, f" ({', '.join(details)})")


def _chosen_method(comparison: Comparison) -> str:
    """Return ``"exact "`` or ``"asymptotic "`` for a named test that is available in
    both versions.
    """
    if comparison.plan.joint and comparison.method in ("exact", "asymptotic"):
        return f"{comparison.method} "
    return ""


def _count_exact_pairs(comparison: Comparison) -> tuple[int, int]:
    """Return the number of pairs with exact p-values and the number of all tested
    pairs.

    Both numbers are 0 unless the test is exact only for few data sets.
    """
    pairs = comparison.pairwise
    if pairs.kind not in _EXACT_IF_FEW:
        return 0, 0
    methods = [method for row in pairs.method.tolist() for method in row if method]
    return methods.count("exact") // 2, len(methods) // 2


def _remaining_pairs(count: int) -> str:
    return inflect(count, "the remaining pair", "the other pairs")


def _caption_details(comparison: Comparison) -> list[str]:
    """List the details of the tests that captions report."""
    details = [
        sign_patterns_words(comparison, in_brackets=True),
        _approximation_details(comparison),
    ]
    for choice in reported_choices(comparison):
        if choice not in _USUAL:
            details.append(DETAILS.get(choice, ""))
    details.append(simulated_words(comparison))
    return [detail for detail in details if detail]


def _approximation_details(comparison: Comparison) -> str:
    """State for which pairs the normal approximation was used.

    Return an empty text if all p-values are exact.
    """
    exact, tested = _count_exact_pairs(comparison)
    if exact == tested:
        return ""
    if exact == 0:
        return "normal approximation"
    return (
        f"exact for {exact} of {tested} pairs, normal approximation for "
        f"{_remaining_pairs(tested - exact)}"
    )


def simulated_words(comparison: Comparison) -> str:
    """State how p-values were simulated, with their standard error.

    Return an empty text if they were not simulated.
    """
    if not _is_simulated(comparison):
        return ""
    return f"Monte Carlo with {_simulation_details(comparison)}"


def _is_simulated(comparison: Comparison) -> bool:
    return bool(comparison.plan.joint) and comparison.method == "Monte Carlo"


def _simulation_details(comparison: Comparison) -> str:
    law: Any = comparison.test_results.law
    draws = format_count(law.draws)
    error = f"{law.standard_error(comparison.alpha):.1g}"
    level = format_alpha(comparison.alpha)
    return f"{draws} random arrangements of the ranks, standard error {error} at p = {level}"


def sign_patterns_words(comparison: Comparison, *, in_brackets: bool) -> str:
    """Return the number of sign patterns and, for random patterns, the seed.

    Return an empty text for tests without sign flips.
    """
    if not comparison.plan.sign_flips:
        return ""
    count, seed = comparison.choices["flips"], comparison.choices.get("seed")
    if seed is None:
        return f"all {format_count(count)} sign patterns"
    patterns = f"{format_count(count)} random sign patterns"
    if in_brackets:
        return f"{patterns}, seed {seed}"
    return f"{patterns} (seed {seed})"


def _detail_sentences(comparison: Comparison) -> list[RichText]:
    """Describe the computation of the p-values and the options of the tests."""
    details = [_computation_sentence(comparison)]
    for choice in reported_choices(comparison):
        if choice in _CHOICE_SENTENCES:
            template, sources = _CHOICE_SENTENCES[choice]
            details.append(worded(template, cite(*sources)))
    return details


def _computation_sentence(comparison: Comparison) -> RichText:
    """State how p-values were computed.

    Return an empty text if the name of the test already states this.
    """
    start = "The {}-values were"
    if two_algorithms(comparison) is not None:
        start = "The {}-value was"
    if comparison.plan.sign_flips:
        patterns = sign_patterns_words(comparison, in_brackets=False)
        return worded(f"{start} based on {patterns}.", P)
    if _is_simulated(comparison):
        return worded(f"{start} estimated from {_simulation_details(comparison)}.", P)
    if ("ties", "conditional") in reported_choices(comparison):
        return worded(f"{start} computed conditionally on the observed ties.", P)
    exact, tested = _count_exact_pairs(comparison)
    if exact == tested:
        return ()
    approximation = "the normal approximation"
    if comparison.choices.get("tie_correction") is True:
        approximation = "the tie-corrected normal approximation"
    if exact == 0:
        return worded(f"{start} based on {approximation}.", P)
    return worded(
        f"{start} exact for {exact} of the {tested} pairs and based on {approximation} "
        f"for {_remaining_pairs(tested - exact)}.",
        P,
    )


def _cited_tests(comparison: Comparison) -> RichText:
    """Return the name of the tests with their source."""
    if is_named_test(comparison):
        return _cited_named_test(comparison)
    pairs = comparison.pairwise
    sources = pair_procedure(comparison.ranking.kind, pairs.kind).sources[:1]
    return join(_names_of_tests(comparison), cite(*sources))


def _cited_named_test(comparison: Comparison) -> RichText:
    """Return the name of a named test with its source and the source of its exact
    distribution.
    """
    sources = [ADJUSTMENTS[comparison.pairwise.p_adjust].sources[0]]
    method = _chosen_method(comparison)
    if method == "exact ":
        sources.append(_EXACT_LAW)
    return join(f"{method}two-sided {_name_of_test(comparison)}", cite(*sources))


def _all_are_exact(comparison: Comparison) -> bool:
    """Return whether all p-values are exact.

    The result is False for tests that are always exact.
    """
    exact, tested = _count_exact_pairs(comparison)
    return 0 < exact == tested


def _has_adjustment(comparison: Comparison) -> bool:
    """Return whether the adjustment is a separate choice rather than a part of the
    test.
    """
    pairs = comparison.pairwise
    return not (
        is_named_test(comparison)
        or pairs.n_hypotheses == 1
        or pairs.pair_test == "multiple-sign"
    )


def _caption_adjustment(comparison: Comparison) -> str:
    pairs = comparison.pairwise
    if not _has_adjustment(comparison):
        return ""
    count = counted(pairs.n_hypotheses, "comparison")
    if pairs.p_adjust == "none":
        return f", without adjustment for the {count}"
    return f", with {adjustment_words(pairs.p_adjust)} for {count}"


def _adjustment_sentence(comparison: Comparison) -> RichText:
    """State how p-values were adjusted, with the source.

    Return an empty text if there is only one comparison.
    """
    pairs = comparison.pairwise
    count = counted(pairs.n_hypotheses, "comparison")
    if pairs.pair_test == "multiple-sign" and pairs.n_hypotheses > 1:
        return worded(f"The {{}}-values of this test account for all {count}.", P)
    if not _has_adjustment(comparison) or pairs.p_adjust == "none":
        return ()
    adjustment = ADJUSTMENTS[pairs.p_adjust]
    return worded(
        f"We applied {adjustment.noun} for {count}{{}}.", cite(adjustment.sources[0])
    )


def _external_caption(comparison: Comparison, difference: bool) -> RichText:
    """State in a caption how p-values from another source were used."""
    pairs = comparison.pairwise
    two = two_algorithms(comparison)
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
        _external_test_in_brackets(comparison),
        _level_and_numbers(comparison, difference),
    )


def _external_methods(comparison: Comparison) -> RichText:
    """State in the methods paragraph how p-values from another source were used.

    It is unknown whether these p-values were adjusted by their source.
    """
    values = "these {}-values"
    if two_algorithms(comparison):
        values = "this {}-value"
    compared = worded(
        f"We compared the algorithms at {{}}{{}} using {values}{{}}.",
        formula_alpha(comparison.alpha),
        _critical_difference_in_brackets(comparison),
        P,
        _external_test_in_brackets(comparison),
    )
    adjusted = _adjustment_sentence(comparison)
    if not adjusted:
        adjusted = ("We did not adjust them further.",)
        if two_algorithms(comparison):
            adjusted = ("We did not adjust it further.",)
    return sentences([compared, adjusted])


def _external_test_in_brackets(comparison: Comparison) -> str:
    """Return, in brackets, the name of the test that produced p-values from another
    source.
    """
    if comparison.test == "User's p-values":
        return ""
    return f" ({comparison.test})"
