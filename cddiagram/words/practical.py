"""Sentences about practical equivalence and posterior probabilities."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from cddiagram.comparing import Equivalence, Posterior
from cddiagram.text import (
    Name,
    Phrase,
    RichText,
    TextPart,
    UsageError,
    cite,
    counted,
    inflect,
    joined,
    phrase,
    sentences,
)
from cddiagram.words.numbers import format_count, format_level
from cddiagram.words.parts import (
    capitalised,
    count_at_start,
    direction,
    enumeration,
    pair_name,
    worded,
)
from cddiagram.words.sources import source_of

#: For each verdict, at most this many pairs are named. If there are more pairs, only
#: the number of remaining pairs is given.
_NAMED = 12

#: Maps each verdict to its wording in a sentence.
_VERDICTS = {
    "different": "significantly different and not practically equivalent",
    "different and negligible": "significantly different but practically equivalent",
    "equivalent": "not significantly different and practically equivalent",
    "inconclusive": "inconclusive",
}


def equivalence_summary(equivalence: Equivalence) -> str:
    """List the pairs for each verdict, and explain the verdicts."""
    total = counted(len(equivalence.pair_rows()), "pair")
    texts: list[str] = []
    for verdict in Equivalence.VERDICTS:
        pairs = _pairs_with(equivalence, verdict)
        label = capitalised(_VERDICTS[verdict])
        count = f"{label}: {format_count(len(pairs))} of {total}"
        if 0 < len(pairs) <= _NAMED:
            texts.append(phrase("{} ({}).", count, enumeration(pairs)))
        else:
            texts.append(f"{count}.")
    return " ".join([*texts, *equivalence_sentences(equivalence)])


def _pairs_with(equivalence: Equivalence, verdict: str) -> list[Phrase]:
    """Return the names of the pairs for which a verdict was reached."""
    pairs = []
    for row in equivalence.pair_rows():
        if row["verdict"] == verdict:
            pairs.append(pair_name((Name(row["algorithm"]), Name(row["other"]))))
    return pairs


def equivalence_sentences(equivalence: Equivalence) -> tuple[str, ...]:
    """Define practical equivalence, state the error rates, and explain intervals that
    disagree with the tests.
    """
    rows = equivalence.pair_rows()
    texts = [
        "Two algorithms are practically equivalent if the Hodges–Lehmann confidence "
        "interval for their difference is within the region of practical equivalence "
        f"(ROPE), ±{equivalence.rope:g}. The pairwise tests determine whether two "
        "algorithms are significantly different. The intervals are simultaneous, with a "
        "confidence level of at least 1 − α "
        f"({format_level(equivalence.confidence)} for each interval), and do not depend "
        "on the adjustment of the tests. The probability that at least one pair is "
        "falsely declared equivalent is at most α. The error rate of the tests applies to "
        "the decisions about significant differences. The probability of at least one "
        "error of either kind is not controlled."
    ]
    if any(math.isinf(row["interval_high"]) for row in rows):
        datasets = counted(equivalence.n_datasets, "data set")
        texts.append(
            f"With {datasets}, the intervals are unbounded, so no pair can be shown to be "
            f"equivalent; at least {equivalence.least_datasets} data sets are required."
        )
    crossing = sum(map(_is_different_across_0, rows))
    if crossing:
        differences = inflect(
            crossing,
            "difference is significant although its interval contains",
            "differences are significant although their intervals contain",
        )
        texts.append(
            f"{count_at_start(crossing)} {differences} 0, because the intervals are more "
            "conservative than the tests."
        )
    return tuple(texts)


def _is_different_across_0(row: Mapping[str, Any]) -> bool:
    """Return whether the algorithms of a pair differ significantly although the
    interval contains 0.
    """
    contains_0 = row["interval_low"] <= 0 <= row["interval_high"]
    return bool(row["different"] and contains_0)


#: All texts about posterior probabilities contain this caution.
NO_ERROR_RATES = (
    "These posterior probabilities refer to individual pairs. They are not error rates "
    "and are not adjusted for the number of pairs."
)
_TESTS = {
    "signed-rank": "Bayesian signed-rank test",
    "sign": "Bayesian sign test",
    "correlated-t": "Bayesian correlated t test",
}


def posterior_test(posterior: Posterior) -> str:
    """Return the name of the test and the region of practical equivalence for the note
    in a figure.
    """
    return f"{_TESTS[posterior.test]}, practically equal within ±{posterior.rope:g}"


#: The shade of a cell in the matrix changes if the probability exceeds one of these
#: numbers.
SHADE_LIMITS = (0.5, 0.75, 0.9)


def format_probability(share: float, probability: float | None = None) -> str:
    """Format a posterior probability for a text or a table, but never as 0 or 1.

    Rounding does not cross the limits in `SHADE_LIMITS` or the `probability` that a
    decision requires.

    >>> [format_probability(share) for share in (0.7498, 0.0002, 0.9999, 0.75)]
    ['0.7498', '<0.001', '>0.999', '0.750']
    """
    if share < 0.001:
        return "<0.001"
    if share > 0.999:
        return ">0.999"
    limits = _probability_limits(probability)
    for decimals in range(3, 17):
        text = f"{share:.{decimals}f}"
        if _is_on_same_side(float(text), share, limits):
            break
    return text


def _probability_limits(probability: float | None) -> tuple[float, ...]:
    """Return the limits of the shades and, if decisions are made, the probability that
    they require.
    """
    if probability is None:
        return SHADE_LIMITS
    return (*SHADE_LIMITS, probability)


def _is_on_same_side(printed: float, share: float, limits: Iterable[float]) -> bool:
    """Return whether a printed probability is on the same side of all limits as the
    exact probability.
    """
    return all((printed >= limit) == (share >= limit) for limit in limits)


def compact_probability(share: float, limits: Sequence[float] = ()) -> str:
    """Format a posterior probability for a figure, but never as 0 or 1.

    It has two decimals, and more if rounding would cross a limit.

    The `limits` are those of the shades and the probability that a decision requires.

    >>> [compact_probability(share) for share in (0.7498, 0.0002, 0.9972)]
    ['.75', '<.01', '>.99']
    >>> compact_probability(0.7498, SHADE_LIMITS)
    '.7498'
    """
    for decimals in range(2, 17):
        unit = 10.0**-decimals
        printed, sign = float(f"{share:.{decimals}f}"), ""
        if printed == 0:
            printed, sign = unit, "<"
        elif printed == 1:
            printed, sign = 1 - unit, ">"
        if _is_on_same_side(printed, share, limits):
            break
    number = f"{printed:.{decimals}f}".removeprefix("0")
    return f"{sign}{number}"


def posterior_summary(posterior: Posterior, probability: float | None = None) -> str:
    """Report the posterior probabilities for each pair and, if a `probability`
    threshold is specified, the decisions.
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
        decision = f" (decision: {decisions[i, j] or 'inconclusive'})"
    return phrase(
        f"Compared with {{}}, {{}} is practically better with probability {better}, "
        f"practically equivalent with probability {equivalent} and practically worse with "
        f"probability {worse}{decision}.",
        Name(row["other"]),
        Name(row["algorithm"]),
    )


def _spaced(number: str) -> str:
    """Insert a space between a relational operator and its number."""
    return number.replace("<", "< ").replace(">", "> ")


def _decisions_sentence(posterior: Posterior, probability: float) -> str:
    decisions = posterior.decide(probability)
    pairs = zip(*np.triu_indices(len(decisions), 1), strict=True)
    counts = Counter(str(decisions[i, j]) for i, j in pairs)
    total, inconclusive = sum(counts.values()), counts[""]
    are = inflect(inconclusive, "pair is", "pairs are")
    equivalent = counts["equivalent"] or "none"
    return (
        f"At a probability threshold of {probability:g}, one algorithm is practically "
        f"better in {counts['better'] + counts['worse']} of {counted(total, 'pair')}, "
        f"the two algorithms are practically equivalent in {equivalent}, and "
        f"{inconclusive} {are} inconclusive."
    )


def _options(posterior: Posterior) -> str:
    """List the region of practical equivalence, the number of posterior draws, and the
    prior.
    """
    parts = [f"a region of practical equivalence (ROPE) of ±{posterior.rope:g}"]
    if posterior.draws is not None:
        parts.append(
            f"{format_count(posterior.draws)} posterior draws (seed {posterior.seed})"
        )
    if posterior.prior is not None:
        unit = "data sets"
        if posterior.prior == 1:
            unit = "data set"
        parts.append(
            "a prior that assigns the ROPE a weight equivalent to "
            f"{posterior.prior:g} {unit}"
        )
    return joined(parts)


def posterior_caption(posterior: Posterior, reading: TextPart) -> RichText:
    """Compose the caption of a figure of posterior probabilities."""
    table = posterior.table
    datasets = f"one data set ({counted(table.n, 'test set')})"
    if posterior.prior is not None:
        datasets = counted(table.n, "data set")
    opening = (
        "Posterior probabilities of practical differences between "
        f"{counted(len(posterior.algorithms), 'algorithm')} on {datasets} "
        f"({direction(table.higher_is_better)})."
    )
    test = worded(
        f"The probabilities were computed with the {_TESTS[posterior.test]}{{}}, using "
        f"{_options(posterior)}.",
        cite(_source(posterior)),
    )
    return sentences([opening, test, reading, NO_ERROR_RATES])


def _source(posterior: Posterior) -> str:
    if posterior.prior is None:
        return "corani2015"
    return "benavoli2017"


def posterior_bibtex(posterior: Posterior) -> str:
    """Return the BibTeX entry for the Bayesian test."""
    return source_of(_source(posterior)).bibtex


def reading_of_posterior(
    posterior: Posterior, *, pair: tuple[str, str] | None = None, **_: object
) -> str | Phrase:
    """Explain the matrix of posterior probabilities, or the triangle for one `pair`."""
    if pair is not None:
        return phrase(
            "Each point in the triangle represents the proportions of differences in "
            "favour of {}, within the ROPE, and in favour of {}. Shaded areas contain 50% "
            "and 95% of the posterior draws. Lines divide the triangle into three regions, "
            "in each of which one proportion is the largest. The numbers at the corners "
            "are the posterior probabilities of these regions.",
            *map(Name, pair),
        )
    return (
        "Blue cells above the diagonal show the probability that the algorithm in the "
        "row is practically better; cells with a triangle show this probability for the "
        "algorithm in the column. Ochre cells below the diagonal show the probability "
        "that the two algorithms are practically equivalent. Only probabilities of at "
        "least 0.5 are shaded and printed."
    )


def check_posterior(posterior: object) -> None:
    """Raise an error if a result, such as a comparison, is not a posterior."""
    if not isinstance(posterior, Posterior):
        raise UsageError(
            "figure 'posterior' requires a posterior, not a comparison. Call the caption "
            "method of comparison.posterior(rope)."
        )


def describe_posterior(
    posterior: Posterior,
    title: str,
    most: int,
    *,
    probability: float | None = None,
    **_: Any,
) -> RichText:
    """Describe the posterior probabilities for all pairs, or only for the pairs that
    contain the best algorithm.
    """
    algorithms = counted(len(posterior.algorithms), "algorithm")
    opening = f"{title}: {algorithms}."
    return sentences([opening, posterior_summary(posterior, probability)])
