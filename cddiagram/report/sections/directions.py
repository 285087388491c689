"""For whom the numbers of a pair speak: statistics for the first algorithm, differences in the units of the scores."""

from __future__ import annotations

from cddiagram.words.names import statistic_symbol

#: What the statistic of a pair test is, first algorithm before the second.
_MEANINGS = {
    "ranks": "{symbol} is positive where the first has the better average rank",
    "exact-ranks": "{symbol} is the rank sum of the second minus the first's, so positive where the first is ranked "
    "better",
    "wilcoxon": "W+ is the sum of the ranks of the differences that speak for the first",
    "sign": "Wins are the data sets on which the first is better, and half of the ties (less one data set where their "
    "number is odd)",
    "t": "t is positive where the first is better on average",
    "t-relative": "t is positive where the first is better on average, by relative differences",
    "multiple-sign": "Wins are the data sets on which the first, the control, is better",
}


def statistic_words(pair_test: str, variance: str | None = None) -> tuple[str, ...]:
    """Say what the statistic of a pair is and for whom it speaks, as notes of a table; none without a statistic.

    Parameters
    ----------
    pair_test : str
        `PairwiseResult.kind`; ``"given"`` has no statistic.
    variance : str, optional
        The variance of aligned and Quade ranks.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> statistic_words("t")
    ('t is positive where the first is better on average, whether higher or lower scores are better.',)
    """
    if pair_test not in _MEANINGS:
        return ()
    meaning = _MEANINGS[pair_test].format(symbol=statistic_symbol(pair_test, variance))
    return (f"{meaning}, whether higher or lower scores are better.",)


def difference_words(higher_is_better: bool) -> str:
    """Say for whom a difference of scores speaks, as a note of a table of effects.

    Examples
    --------
    >>> print(difference_words(False))  # doctest: +NORMALIZE_WHITESPACE
    Differences are scores of the first minus scores of the second: lower scores are better, so negative differences
    and correlations speak for the first. Wins are data sets on which the first is better.
    """
    better, sign = ("higher", "positive") if higher_is_better else ("lower", "negative")
    return (
        f"Differences are scores of the first minus scores of the second: {better} scores are better, so {sign} "
        "differences and correlations speak for the first. Wins are data sets on which the first is better."
    )
