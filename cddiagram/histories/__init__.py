"""Convergence histories: the best value so far of algorithms on problems, at cut-points of the search."""

from cddiagram.histories.checks import worse_sentence
from cddiagram.histories.model import Histories
from cddiagram.histories.prepare import cumulate, cumulated_note, optima_of

__all__ = ["Histories", "cumulate", "cumulated_note", "optima_of", "worse_sentence"]
