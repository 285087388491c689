"""What is said of practical equivalence: by intervals, and by posterior
probabilities.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

import numpy as np

from cddiagram.comparing import VERDICTS, Equivalence, Posterior
from cddiagram.text import (
    Name,
    Phrase,
    Piece,
    UsageError,
    Words,
    cite,
    join,
    phrase,
    sentences,
)
from cddiagram.words.decisions import enumeration
from cddiagram.words.names import capitalised
from cddiagram.words.numbers import compact_p, format_count, format_level
from cddiagram.words.sources import source_of

#: More pairs than this of one verdict are counted, not named.
_NAMED = 12


def verdict_counts(verdicts: Iterable[str]) -> str:
    """Count verdicts, leaving out those that no pair has; intervals may say of fewer
    pairs that they are different.
    """
    counts = Counter(map(str, verdicts))
    said = ", ".join(
        f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict]
    )
    return said.replace("different", "different by the tests", 1)


def equivalence_summary(equivalence: Equivalence) -> str:
    """Say in sentences which pairs have which verdict, and what the verdicts rest
    on.
    """
    rows = equivalence.pair_rows()
    said: list[str] = []
    for verdict in VERDICTS:
        pairs = [
            (Name(row["algorithm"]), Name(row["other"]))
            for row in rows
            if row["verdict"] == verdict
        ]
        names = [phrase("{} – {}", *pair) for pair in pairs]
        label = capitalised(verdict.replace("different", "significantly different"))
        count = (
            f"{label}: {format_count(len(pairs))} of {format_count(len(rows))} pairs"
        )
        said += (
            [Phrase(count, " (", enumeration(names), ").")]
            if 0 < len(names) <= _NAMED
            else [f"{count}."]
        )
    return " ".join([*said, *equivalence_sentences(equivalence)])


def equivalence_sentences(equivalence: Equivalence) -> tuple[str, ...]:
    """Say what equivalent means here, how sure it is, and where intervals and tests say
    different things.
    """
    rows, region = equivalence.pair_rows(), f"{equivalence.rope:g}"
    said = [
        f"Equivalent means that the Hodges–Lehmann interval lies within ±{region}, "
        "different is decided by the tests. "
        "The intervals are simultaneous with confidence at least 1 − α (each "
        f"{format_level(equivalence.confidence)}), "
        "whatever the adjustment of the tests. At most α of tables show a false "
        "equivalence; the error rate of "
        "differences is that of the tests, and no bound is for both together."
    ]
    if any(math.isinf(row["interval_high"]) for row in rows):
        said.append(
            f"With {equivalence.n_datasets} data sets the intervals have no limits, "
            "so none can be equivalent: they "
            f"have from {equivalence.least_datasets} data sets on."
        )
    across = sum(
        row["different"] and row["interval_low"] <= 0 <= row["interval_high"]
        for row in rows
    )
    if across:
        which = "1 pair is" if across == 1 else f"{across} pairs are"
        said.append(
            f"{which} significantly different although the interval holds 0: the "
            "intervals are stricter."
        )
    return tuple(said)


#: What posterior probabilities are not: said wherever they stand.
NO_ERROR_RATES = (
    "These are posterior probabilities of single pairs, no error rates, and they are "
    "not adjusted for the number of "
    "pairs."
)
_TESTS = {
    "signed-rank": "Bayesian signed-rank test",
    "sign": "Bayesian sign test",
    "correlated-t": "Bayesian correlated t test",
}


def posterior_test(posterior: Posterior) -> str:
    """Name the test and the region."""
    return f"{_TESTS[posterior.test]}, rope ±{posterior.rope:g}"


#: From these probabilities on a cell of the matrix has the next shade; at a stated one
#: that is the last.
SHADE_LIMITS = (0.5, 0.75, 0.9)


def format_probability(share: float, probability: float | None = None) -> str:
    """Print a posterior probability in a text or a table: three decimals, and more if
    rounding would cross a limit; never as 0 or 1.

    The limits are those of `compact_probability`.

    >>> [format_probability(share) for share in (0.7498, 0.0002, 0.9999, 0.75)]
    ['0.7498', '<0.001', '>0.999', '0.750']
    """
    limits = SHADE_LIMITS if probability is None else (*SHADE_LIMITS, probability)
    if share < 0.001:
        return "<0.001"
    if share > 0.999:
        return ">0.999"
    for decimals in range(3, 17):
        text = f"{share:.{decimals}f}"
        if all((float(text) >= limit) == (share >= limit) for limit in limits):
            break
    return text


def compact_probability(share: float, probability: float | None = None) -> str:
    """Print a posterior probability in a figure: two decimals, three near 0 and 1, more
    beside a limit; never as 1.

    Limits are the probability of a decision, and those of shades, so that figure, table
    and summary print the same. Two decimals are never .99, which would stand beside
    .990.
    """
    limits = SHADE_LIMITS if probability is None else (*SHADE_LIMITS, probability)
    share = min(share, 1.0 - 1e-9)
    text = compact_p(share) if share < 0.985 else compact_p(1.0 - share)
    if share >= 0.985:
        text = (
            ">.999" if text == "<.001" else f"{1.0 - float(text):.3f}".removeprefix("0")
        )
    for decimals in range(3, 17):
        if text[0] in "<>" or all(
            (float(text) >= limit) == (share >= limit) for limit in limits
        ):
            break
        text = f"{share:.{decimals}f}".removeprefix("0")
    return text


def posterior_summary(posterior: Posterior, probability: float | None = None) -> str:
    """Say the probabilities of each pair in sentences, and what is decided at a
    probability, if one is given.
    """
    rows = posterior.pair_rows()
    decisions = None if probability is None else posterior.decide(probability)
    said: list[str] = [f"{posterior_test(posterior)}{_drawn(posterior)}."]
    for row in rows if len(rows) <= _NAMED else []:
        texts = [
            format_probability(row[what], probability)
            for what in ("p_better", "p_equivalent", "p_worse")
        ]
        numbers = (
            f": practically better {texts[0]}, equivalent {texts[1]}, worse {texts[2]}"
        )
        i, j = (
            posterior.algorithms.index(row[name]) for name in ("algorithm", "other")
        )
        decision = "" if decisions is None else f" ({decisions[i, j] or 'undecided'})"
        said.append(
            Phrase(
                Name(row["algorithm"]),
                " against ",
                Name(row["other"]),
                f"{numbers}{decision}.",
            )
        )
    if decisions is not None:
        found = Counter(
            str(decisions[i, j])
            for i, j in zip(*np.triu_indices(len(decisions), 1), strict=True)
        )
        one = found["better"] + found["worse"]
        said.append(
            f"At a probability of {probability:g}: in {one} of {len(rows)} pairs one "
            "is practically better, in "
            f"{found['equivalent']} both are equivalent, {found['']} are undecided."
        )
    return " ".join([*said, NO_ERROR_RATES])


def _drawn(posterior: Posterior) -> str:
    prior = (
        ""
        if posterior.prior is None
        else f", prior {posterior.prior:g} within the rope"
    )
    drawn = (
        ""
        if posterior.draws is None
        else f", {format_count(posterior.draws)} draws, seed {posterior.seed}"
    )
    return f"{prior}{drawn}"


def posterior_caption(posterior: Posterior, reading: Piece) -> Words:
    """Word the caption of posterior probabilities."""
    table, k = posterior.table, len(posterior.algorithms)
    better = "higher" if table.higher_is_better else "lower"
    rows = (
        f"{table.n} data sets"
        if posterior.prior is not None
        else f"one data set ({table.n} test sets)"
    )
    what = (
        f"{k} algorithms on {rows} ({better} scores are better): "
        f"{posterior_test(posterior)}{_drawn(posterior)}"
    )
    return sentences(
        [join(what, *cite(_source(posterior)), "."), reading, NO_ERROR_RATES]
    )


def _source(posterior: Posterior) -> str:
    return "corani2015" if posterior.prior is None else "benavoli2017"


def posterior_bibtex(posterior: Posterior) -> str:
    """Return the BibTeX entry of the test."""
    return source_of(_source(posterior)).bibtex


def reading_of_posterior(posterior: Posterior, **_: object) -> str:
    """Say how the matrix of posterior probabilities is read; in a simplex the corners
    say it.
    """
    return (
        "Blue cells above the diagonal show the probability that the row is "
        "practically better than the column; ochre "
        "cells below it show the probability that both are practically equal. Shades "
        "and values begin at 0.5. A "
        "triangle marks a pair whose column is better."
    )


def check_posterior(posterior: object) -> None:
    """Refuse what is no posterior: a comparison has none before a region of practical
    equivalence is stated.
    """
    if not isinstance(posterior, Posterior):
        raise UsageError(
            "figure 'posterior' shows a posterior: take the caption of "
            "comparison.posterior(rope)."
        )
