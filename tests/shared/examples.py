"""How many random figures a run draws.

A run draws the same examples as the run before, so that more of them show nothing new
to a change that breaks none. ``pytest --hypothesis-profile anew -m hypothesis`` draws
other ones, and ``CDDIAGRAM_LAYOUT_EXAMPLES=4000`` draws more in each test.
"""

import os

from hypothesis import HealthCheck, settings

STATED = os.environ.get("CDDIAGRAM_LAYOUT_EXAMPLES")


def example_count(usual):
    """Return the number of examples: the one that is stated for all tests, or the usual
    one.
    """
    if STATED is None:
        return usual
    return int(STATED)


def random_figures(usual):
    """Return the settings of a test that lays out a random figure for each example.

    A subject is large, and a test may leave many out: Hypothesis warns of neither.
    """
    return settings(
        max_examples=example_count(usual), suppress_health_check=list(HealthCheck)
    )
