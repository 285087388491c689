"""The words of a report: names of tests, sentences, captions, conclusions, the method,
the sources.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    # The captions of figures of a comparison
    from cddiagram.words.captions import reading_of_sequence as reading_of_sequence
    from cddiagram.words.captions import reading_of_stack as reading_of_stack

    # Which algorithms were compared on which data sets
    from cddiagram.words.compared import algorithms_words as algorithms_words
    from cddiagram.words.compared import compared_words as compared_words
    from cddiagram.words.compared import subject_words as subject_words

    # How critical differences are printed
    from cddiagram.words.critical import cd_decimals as cd_decimals
    from cddiagram.words.critical import printed_cd as printed_cd
    from cddiagram.words.critical import (
        rank_difference_decimals as rank_difference_decimals,
    )

    # decisions
    from cddiagram.words.decisions import algorithm_words as algorithm_words
    from cddiagram.words.decisions import conclusions as conclusions
    from cddiagram.words.decisions import pair_words as pair_words

    # What a comparison can be drawn as
    from cddiagram.words.drawable import ReferenceAlgorithm as ReferenceAlgorithm
    from cddiagram.words.drawable import assign_lanes as assign_lanes
    from cddiagram.words.drawable import check_letters as check_letters
    from cddiagram.words.drawable import check_positive as check_positive
    from cddiagram.words.drawable import check_scores as check_scores
    from cddiagram.words.drawable import effects_of as effects_of
    from cddiagram.words.drawable import mcb_difference as mcb_difference
    from cddiagram.words.drawable import reference_algorithm as reference_algorithm

    # Which error rate the tests of a comparison control
    from cddiagram.words.error_rates import crossing_words as crossing_words
    from cddiagram.words.error_rates import interval_words as interval_words
    from cddiagram.words.error_rates import place_confidence as place_confidence
    from cddiagram.words.error_rates import uncontrolled_words as uncontrolled_words

    # for LaTeX to be pasted
    from cddiagram.words.inlines import finished_words as finished_words
    from cddiagram.words.inlines import formula_alpha as formula_alpha
    from cddiagram.words.inlines import latex_words as latex_words
    from cddiagram.words.inlines import pasted_words as pasted_words
    from cddiagram.words.inlines import plain_words as plain_words

    # The paragraph about the method
    from cddiagram.words.methods import methods_words as methods_words

    # it
    from cddiagram.words.missing import missing_words as missing_words
    from cddiagram.words.missing import runs_words as runs_words
    from cddiagram.words.missing import sensitivity_words as sensitivity_words

    # What tests, statistics and choices are called in sentences and tables
    from cddiagram.words.names import NORMALITY_SOURCES as NORMALITY_SOURCES
    from cddiagram.words.names import OMNIBUS as OMNIBUS
    from cddiagram.words.names import RANK_NOUNS as RANK_NOUNS
    from cddiagram.words.names import adjustment_words as adjustment_words
    from cddiagram.words.names import degrees_words as degrees_words
    from cddiagram.words.names import hypotheses_words as hypotheses_words
    from cddiagram.words.names import rank_head as rank_head
    from cddiagram.words.names import rank_nouns as rank_nouns
    from cddiagram.words.names import statistic_symbol as statistic_symbol

    # How numbers are printed, everywhere
    from cddiagram.words.numbers import SAME_RANK as SAME_RANK
    from cddiagram.words.numbers import STYLES as STYLES
    from cddiagram.words.numbers import compact_p as compact_p
    from cddiagram.words.numbers import difference_decimals as difference_decimals
    from cddiagram.words.numbers import equals as equals
    from cddiagram.words.numbers import format_alpha as format_alpha
    from cddiagram.words.numbers import format_cd as format_cd
    from cddiagram.words.numbers import format_count as format_count
    from cddiagram.words.numbers import format_difference as format_difference
    from cddiagram.words.numbers import format_estimate as format_estimate
    from cddiagram.words.numbers import format_level as format_level
    from cddiagram.words.numbers import format_p as format_p
    from cddiagram.words.numbers import format_percent as format_percent
    from cddiagram.words.numbers import format_rank as format_rank
    from cddiagram.words.numbers import format_share as format_share
    from cddiagram.words.numbers import format_tick as format_tick
    from cddiagram.words.numbers import number_style as number_style
    from cddiagram.words.numbers import p_limits as p_limits
    from cddiagram.words.numbers import place_words as place_words
    from cddiagram.words.numbers import power_of_ten as power_of_ten
    from cddiagram.words.numbers import rank_decimals as rank_decimals
    from cddiagram.words.numbers import short_number as short_number
    from cddiagram.words.numbers import styled_number as styled_number
    from cddiagram.words.parts import capitalised as capitalised
    from cddiagram.words.parts import enumeration as enumeration
    from cddiagram.words.parts import names_words as names_words

    # What is said of practical equivalence
    from cddiagram.words.practical import NO_ERROR_RATES as NO_ERROR_RATES
    from cddiagram.words.practical import SHADE_LIMITS as SHADE_LIMITS
    from cddiagram.words.practical import compact_probability as compact_probability
    from cddiagram.words.practical import equivalence_sentences as equivalence_sentences
    from cddiagram.words.practical import format_probability as format_probability
    from cddiagram.words.practical import posterior_test as posterior_test
    from cddiagram.words.practical import verdict_counts as verdict_counts

    # How pairs were tested
    from cddiagram.words.procedures import adjusted_here as adjusted_here
    from cddiagram.words.procedures import name_of_tests as name_of_tests
    from cddiagram.words.procedures import post_hoc_words as post_hoc_words
    from cddiagram.words.procedures import procedure as procedure
    from cddiagram.words.procedures import procedure_words as procedure_words
    from cddiagram.words.procedures import sign_patterns_words as sign_patterns_words

    # The sentences about a comparison
    from cddiagram.words.sentences import brief_sentences as brief_sentences
    from cddiagram.words.sentences import design_words as design_words
    from cddiagram.words.sentences import direction_words as direction_words
    from cddiagram.words.sentences import group_lines as group_lines
    from cddiagram.words.sentences import no_result_words as no_result_words
    from cddiagram.words.sentences import omnibus_warning as omnibus_warning
    from cddiagram.words.sentences import ranked_words as ranked_words
    from cddiagram.words.sentences import setting_words as setting_words
    from cddiagram.words.sentences import undecided_words as undecided_words
    from cddiagram.words.sentences import untested_words as untested_words
    from cddiagram.words.sources import SOURCES as SOURCES

    # BibTeX file say of each
    from cddiagram.words.sources import CitedSource as CitedSource
    from cddiagram.words.sources import cited_keys as cited_keys
    from cddiagram.words.sources import source_of as source_of

_HOMES = {
    "CitedSource": "cddiagram.words.sources",
    "NORMALITY_SOURCES": "cddiagram.words.names",
    "NO_ERROR_RATES": "cddiagram.words.practical",
    "OMNIBUS": "cddiagram.words.names",
    "RANK_NOUNS": "cddiagram.words.names",
    "ReferenceAlgorithm": "cddiagram.words.drawable",
    "SAME_RANK": "cddiagram.words.numbers",
    "SHADE_LIMITS": "cddiagram.words.practical",
    "SOURCES": "cddiagram.words.sources",
    "STYLES": "cddiagram.words.numbers",
    "adjusted_here": "cddiagram.words.procedures",
    "adjustment_words": "cddiagram.words.names",
    "algorithm_words": "cddiagram.words.decisions",
    "algorithms_words": "cddiagram.words.compared",
    "assign_lanes": "cddiagram.words.drawable",
    "brief_sentences": "cddiagram.words.sentences",
    "capitalised": "cddiagram.words.parts",
    "cd_decimals": "cddiagram.words.critical",
    "check_letters": "cddiagram.words.drawable",
    "check_positive": "cddiagram.words.drawable",
    "check_scores": "cddiagram.words.drawable",
    "cited_keys": "cddiagram.words.sources",
    "compact_p": "cddiagram.words.numbers",
    "compact_probability": "cddiagram.words.practical",
    "compared_words": "cddiagram.words.compared",
    "conclusions": "cddiagram.words.decisions",
    "crossing_words": "cddiagram.words.error_rates",
    "degrees_words": "cddiagram.words.names",
    "design_words": "cddiagram.words.sentences",
    "difference_decimals": "cddiagram.words.numbers",
    "direction_words": "cddiagram.words.sentences",
    "effects_of": "cddiagram.words.drawable",
    "enumeration": "cddiagram.words.parts",
    "equals": "cddiagram.words.numbers",
    "equivalence_sentences": "cddiagram.words.practical",
    "finished_words": "cddiagram.words.inlines",
    "format_alpha": "cddiagram.words.numbers",
    "format_cd": "cddiagram.words.numbers",
    "format_count": "cddiagram.words.numbers",
    "format_difference": "cddiagram.words.numbers",
    "format_estimate": "cddiagram.words.numbers",
    "format_level": "cddiagram.words.numbers",
    "format_p": "cddiagram.words.numbers",
    "format_percent": "cddiagram.words.numbers",
    "format_probability": "cddiagram.words.practical",
    "format_rank": "cddiagram.words.numbers",
    "format_share": "cddiagram.words.numbers",
    "format_tick": "cddiagram.words.numbers",
    "formula_alpha": "cddiagram.words.inlines",
    "group_lines": "cddiagram.words.sentences",
    "hypotheses_words": "cddiagram.words.names",
    "interval_words": "cddiagram.words.error_rates",
    "latex_words": "cddiagram.words.inlines",
    "mcb_difference": "cddiagram.words.drawable",
    "methods_words": "cddiagram.words.methods",
    "missing_words": "cddiagram.words.missing",
    "name_of_tests": "cddiagram.words.procedures",
    "names_words": "cddiagram.words.parts",
    "no_result_words": "cddiagram.words.sentences",
    "number_style": "cddiagram.words.numbers",
    "omnibus_warning": "cddiagram.words.sentences",
    "p_limits": "cddiagram.words.numbers",
    "pair_words": "cddiagram.words.decisions",
    "pasted_words": "cddiagram.words.inlines",
    "place_confidence": "cddiagram.words.error_rates",
    "place_words": "cddiagram.words.numbers",
    "plain_words": "cddiagram.words.inlines",
    "post_hoc_words": "cddiagram.words.procedures",
    "posterior_test": "cddiagram.words.practical",
    "power_of_ten": "cddiagram.words.numbers",
    "printed_cd": "cddiagram.words.critical",
    "procedure": "cddiagram.words.procedures",
    "procedure_words": "cddiagram.words.procedures",
    "rank_decimals": "cddiagram.words.numbers",
    "rank_difference_decimals": "cddiagram.words.critical",
    "rank_head": "cddiagram.words.names",
    "rank_nouns": "cddiagram.words.names",
    "ranked_words": "cddiagram.words.sentences",
    "reading_of_sequence": "cddiagram.words.captions",
    "reading_of_stack": "cddiagram.words.captions",
    "reference_algorithm": "cddiagram.words.drawable",
    "runs_words": "cddiagram.words.missing",
    "sensitivity_words": "cddiagram.words.missing",
    "setting_words": "cddiagram.words.sentences",
    "short_number": "cddiagram.words.numbers",
    "sign_patterns_words": "cddiagram.words.procedures",
    "source_of": "cddiagram.words.sources",
    "statistic_symbol": "cddiagram.words.names",
    "styled_number": "cddiagram.words.numbers",
    "subject_words": "cddiagram.words.compared",
    "uncontrolled_words": "cddiagram.words.error_rates",
    "undecided_words": "cddiagram.words.sentences",
    "untested_words": "cddiagram.words.sentences",
    "verdict_counts": "cddiagram.words.practical",
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # otherwise type checkers would accept every name
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
