"""Texts about comparisons: sentences, captions, methods paragraphs, names of tests,
formatted numbers, and sources.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    # The names and numbers of the compared algorithms and data sets
    from cddiagram.words.compared import subject_words as subject_words

    # The format of critical differences
    from cddiagram.words.critical import cd_decimals as cd_decimals
    from cddiagram.words.critical import rank_decimals_at_cd as rank_decimals_at_cd

    # Checks of whether a figure can show a comparison
    from cddiagram.words.drawable import LanePitch as LanePitch
    from cddiagram.words.drawable import assign_lanes as assign_lanes
    from cddiagram.words.drawable import check_letters as check_letters
    from cddiagram.words.drawable import check_scores as check_scores
    from cddiagram.words.drawable import most_arches as most_arches
    from cddiagram.words.drawable import share_lanes as share_lanes

    # The error rates of the tests of a comparison
    from cddiagram.words.error_rates import crossing_words as crossing_words
    from cddiagram.words.error_rates import interval_confidence as interval_confidence

    # Conversion to plain text and LaTeX
    from cddiagram.words.inlines import finished_words as finished_words
    from cddiagram.words.inlines import formula_alpha as formula_alpha
    from cddiagram.words.inlines import latex_words as latex_words
    from cddiagram.words.inlines import plain_words as plain_words

    # Notes about missing scores in figures
    from cddiagram.words.missing import missing_note as missing_note

    # Names of tests, statistics and choices
    from cddiagram.words.names import OMNIBUS as OMNIBUS
    from cddiagram.words.names import degrees_words as degrees_words
    from cddiagram.words.names import rank_nouns as rank_nouns
    from cddiagram.words.names import statistic_symbol as statistic_symbol

    # The format of numbers
    from cddiagram.words.numbers import SAME_RANK as SAME_RANK
    from cddiagram.words.numbers import STYLES as STYLES
    from cddiagram.words.numbers import equals as equals
    from cddiagram.words.numbers import even_p as even_p
    from cddiagram.words.numbers import format_alpha as format_alpha
    from cddiagram.words.numbers import format_cd as format_cd
    from cddiagram.words.numbers import format_count as format_count
    from cddiagram.words.numbers import format_difference as format_difference
    from cddiagram.words.numbers import format_estimate as format_estimate
    from cddiagram.words.numbers import format_interval as format_interval
    from cddiagram.words.numbers import format_level as format_level
    from cddiagram.words.numbers import format_mean as format_mean
    from cddiagram.words.numbers import format_p as format_p
    from cddiagram.words.numbers import format_rank as format_rank
    from cddiagram.words.numbers import format_share as format_share
    from cddiagram.words.numbers import format_tick as format_tick
    from cddiagram.words.numbers import number_style as number_style
    from cddiagram.words.numbers import p_limits as p_limits
    from cddiagram.words.numbers import power_of_ten as power_of_ten
    from cddiagram.words.numbers import rank_decimals as rank_decimals
    from cddiagram.words.numbers import short_number as short_number
    from cddiagram.words.numbers import styled_number as styled_number

    # Parts of sentences, such as lists of names
    from cddiagram.words.parts import capitalised as capitalised
    from cddiagram.words.parts import enumeration as enumeration
    from cddiagram.words.parts import names_words as names_words

    # Sentences about practical equivalence
    from cddiagram.words.practical import NO_ERROR_RATES as NO_ERROR_RATES
    from cddiagram.words.practical import SHADE_LIMITS as SHADE_LIMITS
    from cddiagram.words.practical import compact_probability as compact_probability
    from cddiagram.words.practical import equivalence_sentences as equivalence_sentences
    from cddiagram.words.practical import format_probability as format_probability
    from cddiagram.words.practical import posterior_test as posterior_test

    # Sentences about pairwise tests
    from cddiagram.words.procedures import adjustment_note as adjustment_note
    from cddiagram.words.procedures import procedure_note as procedure_note

    # The publications that describe the procedures
    from cddiagram.words.sources import SOURCES as SOURCES
    from cddiagram.words.sources import CitedSource as CitedSource
    from cddiagram.words.sources import cited_sources as cited_sources

    # All sentences about one comparison
    from cddiagram.words.wording import Wording as Wording

_HOMES = {
    "CitedSource": "cddiagram.words.sources",
    "LanePitch": "cddiagram.words.drawable",
    "NO_ERROR_RATES": "cddiagram.words.practical",
    "OMNIBUS": "cddiagram.words.names",
    "SAME_RANK": "cddiagram.words.numbers",
    "SHADE_LIMITS": "cddiagram.words.practical",
    "SOURCES": "cddiagram.words.sources",
    "STYLES": "cddiagram.words.numbers",
    "Wording": "cddiagram.words.wording",
    "adjustment_note": "cddiagram.words.procedures",
    "assign_lanes": "cddiagram.words.drawable",
    "capitalised": "cddiagram.words.parts",
    "cd_decimals": "cddiagram.words.critical",
    "check_letters": "cddiagram.words.drawable",
    "check_scores": "cddiagram.words.drawable",
    "cited_sources": "cddiagram.words.sources",
    "compact_probability": "cddiagram.words.practical",
    "crossing_words": "cddiagram.words.error_rates",
    "degrees_words": "cddiagram.words.names",
    "enumeration": "cddiagram.words.parts",
    "equals": "cddiagram.words.numbers",
    "equivalence_sentences": "cddiagram.words.practical",
    "even_p": "cddiagram.words.numbers",
    "finished_words": "cddiagram.words.inlines",
    "format_alpha": "cddiagram.words.numbers",
    "format_cd": "cddiagram.words.numbers",
    "format_count": "cddiagram.words.numbers",
    "format_difference": "cddiagram.words.numbers",
    "format_estimate": "cddiagram.words.numbers",
    "format_interval": "cddiagram.words.numbers",
    "format_level": "cddiagram.words.numbers",
    "format_mean": "cddiagram.words.numbers",
    "format_p": "cddiagram.words.numbers",
    "format_probability": "cddiagram.words.practical",
    "format_rank": "cddiagram.words.numbers",
    "format_share": "cddiagram.words.numbers",
    "format_tick": "cddiagram.words.numbers",
    "formula_alpha": "cddiagram.words.inlines",
    "interval_confidence": "cddiagram.words.error_rates",
    "latex_words": "cddiagram.words.inlines",
    "missing_note": "cddiagram.words.missing",
    "most_arches": "cddiagram.words.drawable",
    "names_words": "cddiagram.words.parts",
    "number_style": "cddiagram.words.numbers",
    "p_limits": "cddiagram.words.numbers",
    "plain_words": "cddiagram.words.inlines",
    "posterior_test": "cddiagram.words.practical",
    "power_of_ten": "cddiagram.words.numbers",
    "procedure_note": "cddiagram.words.procedures",
    "rank_decimals": "cddiagram.words.numbers",
    "rank_decimals_at_cd": "cddiagram.words.critical",
    "rank_nouns": "cddiagram.words.names",
    "share_lanes": "cddiagram.words.drawable",
    "short_number": "cddiagram.words.numbers",
    "statistic_symbol": "cddiagram.words.names",
    "styled_number": "cddiagram.words.numbers",
    "subject_words": "cddiagram.words.compared",
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # Type checkers would otherwise accept every name.
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
