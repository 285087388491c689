"""The sentences about practical equivalence and about posterior probabilities."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from cddiagram.comparing import Equivalence, Posterior
from cddiagram.text import (
    Name,
    Phrase,
    Piece,
    UsageError,
    Words,
    cite,
    phrase,
    sentences,
)
from cddiagram.words.numbers import compact_p, format_count, format_level
from cddiagram.words.parts import (
    capitalised,
    count_at_start,
    counted,
    enumeration,
    pair_name,
    plural,
    worded,
)
from cddiagram.words.sources import source_of

#: More pairs than this of one verdict are counted, not named.
_NAMED = 12


#: Verdict -> what it is called in a sentence.
_VERDICTS = {
    "different": "significantly different",
    "different and negligible": "significantly different but practically equivalent",
    "equivalent": "practically equivalent",
    "undecided": "inconclusive",
}


def equivalence_summary(equivalence: Equivalence) -> str:
    """Report which pairs have which verdict, and what the verdicts mean."""
    rows = equivalence.pair_rows()
    texts: list[str] = []
    for verdict in Equivalence.VERDICTS:
        pairs = [
            pair_name((Name(row["algorithm"]), Name(row["other"])))
            for row in rows
            if row["verdict"] == verdict
        ]
        label = capitalised(_VERDICTS[verdict])
        count = f"{label}: {format_count(len(pairs))} of {counted(len(rows), 'pair')}"
        if 0 < len(pairs) <= _NAMED:
            texts.append(phrase("{} ({}).", count, enumeration(pairs)))
        else:
            texts.append(f"{count}.")
    return " ".join([*texts, *equivalence_sentences(equivalence)])


def equivalence_sentences(equivalence: Equivalence) -> tuple[str, ...]:
    """Define practical equivalence, report the error rates, and explain intervals that
    disagree with the tests.
    """
    rows, rope = equivalence.pair_rows(), f"{equivalence.rope:g}"
    texts = [
        "Two algorithms are practically equivalent if the Hodges–Lehmann interval of "
        f"their difference is within ±{rope}, the region of practical equivalence "
        "(ROPE). The tests decide whether two algorithms are significantly different. "
        "The intervals are simultaneous, with a confidence level of at least 1 − α "
        f"({format_level(equivalence.confidence)} for each interval), regardless of the "
        "adjustment of the tests. The probability of any false equivalence is at most "
        "α. For significant differences, the error rate of the tests applies. The joint "
        "probability of errors of either kind is not controlled."
    ]
    if any(math.isinf(row["interval_high"]) for row in rows):
        datasets = counted(equivalence.n_datasets, "data set")
        texts.append(
            f"With {datasets}, the intervals are unbounded, so no pair can be "
            f"equivalent; at least {equivalence.least_datasets} data sets are required."
        )
    across = sum(
        row["different"] and row["interval_low"] <= 0 <= row["interval_high"]
        for row in rows
    )
    if across:
        are, their = ("is", "its interval contains")
        if across > 1:
            are, their = ("are", "their intervals contain")
        texts.append(
            f"{count_at_start(across)} {plural(across, 'pair')} {are} significantly "
            f"different although {their} 0, because the intervals are stricter than the "
            "tests."
        )
    return tuple(texts)


#: What posterior probabilities are not: part of every text about them.
NO_ERROR_RATES = (
    "These are posterior probabilities of individual pairs. They are not error rates and "
    "are not adjusted for the number of pairs."
)
_TESTS = {
    "signed-rank": "Bayesian signed-rank test",
    "sign": "Bayesian sign test",
    "correlated-t": "Bayesian correlated t test",
}


def posterior_test(posterior: Posterior) -> str:
    """Name the test and the region."""
    return f"{_TESTS[posterior.test]}, rope ±{posterior.rope:g}"


#: The probabilities at which the shade of a cell of the matrix changes.
SHADE_LIMITS = (0.5, 0.75, 0.9)


def format_probability(share: float, probability: float | None = None) -> str:
    """Print a posterior probability in a text or a table: three decimals, and more if
    rounding would cross a limit; never as 0 or 1.

    The limits are the same as in `compact_probability`.

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
    """Print a posterior probability in a figure, never as 1: with two decimals, with
    three near 0 and 1, and with more near a limit.

    The limits are the `probability` of a decision and the limits of shades. A printed
    number is on the same side of a limit in figure, table and summary. Probabilities
    from 0.985 on have three decimals, because .99 and .990 would look different.
    """
    limits = SHADE_LIMITS if probability is None else (*SHADE_LIMITS, probability)
    share = min(share, 1.0 - 1e-9)
    if share < 0.985:
        text = compact_p(share)
    else:
        rest = compact_p(1.0 - share)
        text = ">.999"
        if rest != "<.001":
            text = f"{1.0 - float(rest):.3f}".removeprefix("0")
    for decimals in range(3, 17):
        if text[0] in "<>":
            break
        if all((float(text) >= limit) == (share >= limit) for limit in limits):
            break
        text = f"{share:.{decimals}f}".removeprefix("0")
    return text


def posterior_summary(posterior: Posterior, probability: float | None = None) -> str:
    """Report the probabilities of each pair, and what is decided at a probability, if
    one is given.
    """
    rows = posterior.pair_rows()
    test = f"We used the {_TESTS[posterior.test]} with {_options(posterior)}."
    texts: list[str] = [test]
    if len(rows) <= _NAMED:
        texts += [_pair_sentence(posterior, row, probability) for row in rows]
    if probability is not None:
        texts.append(_decisions_sentence(posterior, probability))
    return " ".join([*texts, NO_ERROR_RATES])


def _pair_sentence(
    posterior: Posterior, row: Mapping[str, Any], probability: float | None
) -> Phrase:
    better, equivalent, worse = (
        _spaced(format_probability(row[what], probability))
        for what in ("p_better", "p_equivalent", "p_worse")
    )
    decision = ""
    if probability is not None:
        decisions = posterior.decide(probability)
        i = posterior.algorithms.index(row["algorithm"])
        j = posterior.algorithms.index(row["other"])
        decision = f" (decision: {_decision(str(decisions[i, j]))})"
    return phrase(
        f"Compared with {{}}, {{}} is practically better with probability {better}, "
        f"equivalent with probability {equivalent} and worse with probability {worse}"
        f"{decision}.",
        Name(row["other"]),
        Name(row["algorithm"]),
    )


def _spaced(number: str) -> str:
    """Separate a sign of comparison from its number, as in a sentence."""
    return number.replace("<", "< ").replace(">", "> ")


def _decision(decision: str) -> str:
    """Return a decision in a sentence."""
    if not decision:
        return "inconclusive"
    return decision


def _decisions_sentence(posterior: Posterior, probability: float) -> str:
    decisions = posterior.decide(probability)
    pairs = zip(*np.triu_indices(len(decisions), 1), strict=True)
    counts = Counter(str(decisions[i, j]) for i, j in pairs)
    total, inconclusive = sum(counts.values()), counts[""]
    are = "is" if inconclusive == 1 else "are"
    return (
        f"At a probability threshold of {probability:g}, one algorithm is practically "
        f"better in {counts['better'] + counts['worse']} of {counted(total, 'pair')}, "
        f"both are practically equivalent in {counts['equivalent']}, and "
        f"{inconclusive} {are} inconclusive."
    )


def _options(posterior: Posterior) -> str:
    """List the region, the prior and the draws of a test."""
    parts = [
        f"a region of practical equivalence (ROPE) of ±{posterior.rope:g}",
    ]
    if posterior.prior is not None:
        parts.append(
            f"a prior strength of {posterior.prior:g} data sets within the ROPE"
        )
    if posterior.draws is not None:
        parts.append(f"{format_count(posterior.draws)} draws (seed {posterior.seed})")
    if len(parts) == 1:
        return parts[0]
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def posterior_caption(posterior: Posterior, reading: Piece) -> Words:
    """Word the caption of posterior probabilities."""
    table = posterior.table
    better = "higher" if table.higher_is_better else "lower"
    rows = f"one data set ({counted(table.n, 'test set')})"
    if posterior.prior is not None:
        rows = counted(table.n, "data set")
    opening = (
        "Posterior probabilities of practical differences between "
        f"{counted(len(posterior.algorithms), 'algorithm')} on {rows} ({better} scores "
        "are better)."
    )
    test = worded(
        f"The probabilities were computed with the {_TESTS[posterior.test]}{{}}, using "
        f"{_options(posterior)}.",
        cite(_source(posterior)),
    )
    return sentences([opening, test, reading, NO_ERROR_RATES])


def _source(posterior: Posterior) -> str:
    return "corani2015" if posterior.prior is None else "benavoli2017"


def posterior_bibtex(posterior: Posterior) -> str:
    """Return the BibTeX entry of the test."""
    return source_of(_source(posterior)).bibtex


def reading_of_posterior(posterior: Posterior, **_: object) -> str:
    """Explain the matrix of posterior probabilities; in a simplex, the corners have
    labels.
    """
    return (
        "Blue cells above the diagonal show the probability that one algorithm of the "
        "pair is practically better. This is the algorithm of the row or, in a cell with "
        "a triangle, the algorithm of the column. Ochre "
        "cells below the diagonal show the probability that both are practically "
        "equivalent. Only probabilities of at least 0.5 are shaded and printed."
    )


def check_posterior(posterior: object) -> None:
    """Raise an error for other results, such as a comparison without a region of
    practical equivalence.
    """
    if not isinstance(posterior, Posterior):
        raise UsageError(
            "figure 'posterior' requires a posterior, not a comparison. Use the caption "
            "of comparison.posterior(rope)."
        )
