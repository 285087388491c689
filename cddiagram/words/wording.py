"""The texts about one comparison, for reports and other outputs."""

from __future__ import annotations

from collections.abc import Sequence

from cddiagram.comparing import Comparison
from cddiagram.text import Phrase, RichText, sentences
from cddiagram.words.compared import compared_words
from cddiagram.words.critical import printed_cd, rank_difference_decimals
from cddiagram.words.decisions import algorithm_words, conclusions, pair_words
from cddiagram.words.error_rates import interval_words, uncontrolled_words
from cddiagram.words.inlines import plain_words
from cddiagram.words.methods import methods_words
from cddiagram.words.missing import missing_words, runs_words, sensitivity_words
from cddiagram.words.procedures import (
    post_hoc_words,
    procedure_words,
    sign_patterns_words,
)
from cddiagram.words.sentences import (
    brief_sentences,
    design_words,
    direction_words,
    group_lines,
    no_result_words,
    omnibus_warning,
    ranked_words,
    setting_words,
    stopped_search_words,
    untested_words,
)


class Wording:
    """The texts about one comparison: what was compared, how, and what follows.

    A text is empty if it does not apply to the comparison.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison.
    """

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison

    # -- the data ------------------------------------------------------------------------

    @property
    def compared(self) -> Phrase:
        """The algorithms and data sets that were compared."""
        return compared_words(self._comparison)

    @property
    def ranked(self) -> str:
        """What was ranked, and which scores and ranks are better."""
        return ranked_words(self._comparison)

    @property
    def direction(self) -> str:
        """Which scores are better."""
        return direction_words(self._comparison)

    @property
    def runs(self) -> str:
        """The number of runs that each score averages."""
        return runs_words(self._comparison)

    @property
    def missing(self) -> Phrase:
        """The number of missing scores, and how they were handled."""
        return missing_words(self._comparison)

    @property
    def sensitivity(self) -> Phrase:
        """Which decisions change if only data sets without missing scores are used."""
        return sensitivity_words(self._comparison)

    # -- the tests -----------------------------------------------------------------------

    @property
    def setting(self) -> RichText:
        """The data, the omnibus test with its outcome, and the pairwise tests."""
        return setting_words(self._comparison)

    @property
    def methods(self) -> RichText:
        """The paragraph about the methods, with sources."""
        return methods_words(self._comparison)

    @property
    def pairwise_methods(self) -> RichText:
        """The part of the methods about the pairwise tests and their error rate."""
        tests = post_hoc_words(self._comparison)
        return sentences([tests, uncontrolled_words(self._comparison, "was")])

    def pairwise_tests(self, *, difference: bool = True) -> RichText:
        """Return the sentence of a caption about the pairwise tests, with the critical
        `difference` if there is one.
        """
        return procedure_words(self._comparison, difference=difference)

    @property
    def critical_difference(self) -> str:
        """The critical difference with its symbol."""
        return printed_cd(self._comparison)

    @property
    def rank_difference_decimals(self) -> int:
        """The decimals with which no difference of ranks contradicts a decision."""
        return rank_difference_decimals(self._comparison)

    @property
    def sign_patterns(self) -> str:
        """The number of sign patterns and the seed of random patterns."""
        return sign_patterns_words(self._comparison, in_brackets=True)

    @property
    def uncontrolled(self) -> str:
        """That the family-wise error rate is not controlled."""
        return uncontrolled_words(self._comparison)

    # -- the results ---------------------------------------------------------------------

    @property
    def brief(self) -> tuple[str, ...]:
        """The most important results in at most five sentences."""
        return brief_sentences(self._comparison)

    @property
    def conclusions(self) -> tuple[Phrase, ...]:
        """Which algorithm ranks best, and which are significantly different."""
        return conclusions(self._comparison)

    @property
    def groups(self) -> Sequence[str]:
        """The groups of algorithms that are not significantly different, a line each."""
        return group_lines(self._comparison)

    @property
    def rank_intervals(self) -> str:
        """What rank intervals contain, and their confidence level."""
        return (
            "The rank interval of an algorithm contains the ranks that the tests do not "
            f"exclude. {interval_words(self._comparison)}"
        )

    @property
    def design(self) -> str:
        """Which differences of average ranks are significant."""
        return design_words(self._comparison)

    def algorithm(self, column: int) -> Phrase:
        """Return the rank and the decisions of one algorithm."""
        return algorithm_words(self._comparison, column)

    def pair(self, i: int, j: int) -> Phrase:
        """Return the numbers and the decision of a pair of columns."""
        return pair_words(self._comparison, i, j)

    # -- warnings ------------------------------------------------------------------------

    @property
    def omnibus_warning(self) -> str:
        """That the omnibus test does not reject its hypothesis."""
        return omnibus_warning(self._comparison)

    @property
    def no_result(self) -> str:
        """That no result can be significant with this design."""
        return no_result_words(self._comparison)

    @property
    def untested(self) -> str:
        """The number of pairs that were not tested."""
        return untested_words(self._comparison)

    @property
    def stopped_search(self) -> str:
        """That the search of an exhaustive procedure was stopped early."""
        return plain_words(stopped_search_words(self._comparison))
