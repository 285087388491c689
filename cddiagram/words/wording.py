"""Texts about one comparison for reports and other outputs."""

from __future__ import annotations

from collections.abc import Sequence

from cddiagram.comparing import Comparison
from cddiagram.text import Phrase, RichText, sentences
from cddiagram.words.compared import compared_words
from cddiagram.words.critical import printed_cd, rank_difference_decimals
from cddiagram.words.decisions import algorithm_words, conclusions, pair_words
from cddiagram.words.error_rates import interval_words, uncontrolled_words
from cddiagram.words.inlines import plain_phrase, plain_words
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
    """Texts about one comparison: its data, tests, results and warnings.

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
        """A sentence that names the algorithms and data sets."""
        return compared_words(self._comparison)

    @property
    def ranked(self) -> str:
        """A sentence about the ranks and the better direction of scores and ranks."""
        return ranked_words(self._comparison)

    @property
    def direction(self) -> str:
        """A clause that states whether higher or lower scores are better."""
        return direction_words(self._comparison)

    @property
    def runs(self) -> str:
        """A sentence about the number of runs from which each score was computed."""
        return runs_words(self._comparison)

    @property
    def missing(self) -> Phrase:
        """Sentences about the number and the handling of missing scores."""
        return missing_words(self._comparison)

    @property
    def sensitivity(self) -> Phrase:
        """A sentence that names the decisions that change if only data sets without
        missing scores are used.
        """
        return sensitivity_words(self._comparison)

    # -- the tests -----------------------------------------------------------------------

    @property
    def setting(self) -> RichText:
        """Sentences about the data, the outcome of the omnibus test, and the pairwise
        tests.
        """
        return setting_words(self._comparison)

    @property
    def methods(self) -> RichText:
        """The methods paragraph with its sources."""
        return methods_words(self._comparison)

    @property
    def pairwise_methods(self) -> RichText:
        """The part of the methods paragraph that describes the pairwise tests and their
        error rate.
        """
        tests = post_hoc_words(self._comparison)
        return sentences([tests, uncontrolled_words(self._comparison, "was")])

    def pairwise_tests(self, *, difference: bool = True) -> RichText:
        """Return the sentence about the pairwise tests for a caption.

        It contains the critical difference if there is one and if `difference` is True.
        """
        return procedure_words(self._comparison, difference=difference)

    def pairwise_sentence(self, *, difference: bool = True) -> Phrase:
        """Return the sentence about the pairwise tests for the caption of a table."""
        return plain_phrase(self.pairwise_tests(difference=difference))

    @property
    def critical_difference(self) -> str:
        """The critical difference with its symbol."""
        return printed_cd(self._comparison)

    @property
    def rank_difference_decimals(self) -> int:
        """The number of decimals with which no printed rank difference contradicts a
        decision.
        """
        return rank_difference_decimals(self._comparison)

    @property
    def sign_patterns(self) -> str:
        """The number of sign patterns and, if they are random, the seed."""
        return sign_patterns_words(self._comparison, in_brackets=True)

    @property
    def uncontrolled(self) -> str:
        """A sentence that states that the family-wise error rate is not controlled."""
        return uncontrolled_words(self._comparison)

    # -- the results ---------------------------------------------------------------------

    @property
    def brief(self) -> tuple[str, ...]:
        """At most five sentences about the most important results."""
        return brief_sentences(self._comparison)

    @property
    def conclusions(self) -> tuple[Phrase, ...]:
        """Sentences that state which algorithm ranks best and which algorithms are
        significantly different.
        """
        return conclusions(self._comparison)

    @property
    def groups(self) -> Sequence[str]:
        """A list of the groups of algorithms that are not significantly different, one
        per line.
        """
        return group_lines(self._comparison)

    @property
    def rank_intervals(self) -> str:
        """Sentences that explain rank intervals and their confidence level."""
        return (
            "The rank interval of an algorithm contains the ranks that the tests do not "
            f"exclude. {interval_words(self._comparison)}"
        )

    @property
    def design(self) -> str:
        """A sentence that states which differences in average rank are significant."""
        return design_words(self._comparison)

    def algorithm(self, column: int) -> Phrase:
        """Return the rank of one algorithm and the decisions about it."""
        return algorithm_words(self._comparison, column)

    def pair(self, i: int, j: int) -> Phrase:
        """Return the test results and the decision for the algorithms in two
        columns.
        """
        return pair_words(self._comparison, i, j)

    # -- warnings ------------------------------------------------------------------------

    @property
    def omnibus_warning(self) -> str:
        """A sentence that states that the omnibus test does not reject its
        hypothesis.
        """
        return omnibus_warning(self._comparison)

    @property
    def no_result(self) -> str:
        """A sentence that states that no result can be significant with this design."""
        return no_result_words(self._comparison)

    @property
    def untested(self) -> str:
        """A sentence about the number of pairs that were not tested."""
        return untested_words(self._comparison)

    @property
    def stopped_search(self) -> str:
        """Sentences that state that the search of an exhaustive procedure was stopped
        early.
        """
        return plain_words(stopped_search_words(self._comparison))
