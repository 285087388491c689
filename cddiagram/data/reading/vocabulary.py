"""What the names of rows and columns say: a summary of the others, a description of data sets, a spread, a measure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from cddiagram.data.reading.roles import words


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SUMMARY = _set(
    """avg avgs average averages averaged ave mean means median medians sum sums total totals subtotal overall
    aggregate aggregated summary gmean geomean std stdev stddev stds sd deviation stderr sem variance iqr mad rank
    ranks ranking rankings avgrank meanrank count counts min max minimum maximum best worst win wins won tie ties
    tied draw draws loss losses lose lost wtl wdl wld wlt pvalue pvalues ø μ σ mittelwert mittel durchschnitt summe
    rang moyenne médiane somme media média mediana promedio gemiddelde suma soma rango"""
)
_AROUND_SUMMARY = _set(
    """of the over all across and vs per by in data dataset datasets set sets score scores value values accuracy acc
    auc auroc f error performance result results no nr num number standard arithmetic geometric harmonic weighted
    macro micro grand final friedman normalized normalised relative algorithm algorithms column columns row rows
    problems tasks confidence interval dev p"""
)
#: "+/=/-" and its like: how often a method is better, as good and worse.
_SIGNS = re.compile(r"[\s(]*\+\s*[/|,;:]\s*[-−–=≈~]\s*([/|,;:]\s*[-−–=≈~]\s*)?[)\s]*")
_IN_PIECES = _set("wtl wdl wld wlt pvalue pvalues pval pvals")
#: A number that belongs to a name: "sum-1" and "std2" are two of many, "Avg. (15)" is not.
_NUMBERED = re.compile(r"[^\W\d_][-_]?\d|\d[-_]?[^\W\d_]")
_DIGITS = re.compile("[0-9]+")

_DESCRIPTION = _set(
    """instance instances inst sample samples example examples observation observations obs feature features feat feats
    attribute attributes attrs variable variables vars dimension dimensions dimensionality dim dims class classes
    label labels target targets category categories cardinality imbalance size sizes length lengths nrow nrows ncol
    ncols rows cols columns missing year years date timestamp time times runtime runtimes walltime duration seconds
    secs sec memory params flops parameters id ids did tid index idx version epoch epochs budget evals evaluations
    iteration iterations step steps count counts"""
)
_AROUND_DESCRIPTION = _set(
    """n no nr nb num number numbers of the per in total train training test testing data dataset datasets set sets s
    ms h min mb gb max mean avg average ratio cpu gpu wall clock fit fitting prediction predict pct percent
    percentage original openml uci task series numeric nominal categorical minority majority publication elapsed
    inference values k m x"""
)

#: Words of a spread in the name of a column; those that mean something else too count where the numbers are small.
_SPREAD = _set("std stdev stddev stds stderr sem deviation spread")
_PERHAPS_SPREAD = _set("sd se ci ci95 var variance dev err iqr mad unc uncertainty")
#: What a column measures.
MEASURES = _set(
    """acc accuracy bacc auc auroc auprc roc f1 precision recall specificity sensitivity mcc kappa logloss brier nll
    mse rmse mae mape r2 loss error time runtime hv igd gd bleu rouge ndcg map mrr psnr ssim perplexity ari nmi
    gmean"""
)
#: A column of one of these names tells measures apart.
MEASURE_TITLES = _set(
    """measure measures metric metrics indicator indicators kpi scoretype scoring evalmetric evalmeasure
    evaluationmetric evaluationmeasure metricname measurename qualityindicator"""
)
_CENTRE = _set("mean avg average median score value test") | MEASURES


def summarises(label: str) -> bool:
    """Whether a name says that a row or column sums up the others."""
    return _says_summary(_DIGITS.sub("0", label))


@lru_cache(maxsize=4096)
def _says_summary(label: str) -> bool:
    """Whether it does, of a name whose numbers are all zero: a million rows have few of them."""
    if _SIGNS.fullmatch(label):
        return True
    if _NUMBERED.search(label):
        return False
    found = words(label)
    # Words beginning a name may be one letter or two: "p-value".
    pieces = any("".join(found[:count]) in _IN_PIECES for count in (1, 2, 3))
    return pieces or _are_of(found, _SUMMARY, _AROUND_SUMMARY)


def _are_of(found: Sequence[str], meanings: frozenset[str], around: frozenset[str]) -> bool:
    return any(word in meanings for word in found) and all(word in meanings or word in around for word in found)


def describes(title: str) -> bool:
    """Whether a name says that a column describes the data sets."""
    if re.match(r"#\s*[^\W\d_]", title):
        return True
    return not _NUMBERED.search(title) and _are_of(words(title), _DESCRIPTION, _AROUND_DESCRIPTION)


def tells_measures(title: str) -> bool:
    """Whether the name of a column says that it names measures."""
    return "".join(words(title)) in MEASURE_TITLES


def are_measures(values: Iterable[str]) -> bool:
    """Whether two or more texts, all of them, are names of measures."""
    found = set(values)
    return len(found) > 1 and all(re.sub(r"[\W_]", "", value).lower() in MEASURES for value in found)


def spreads(titles: Sequence[str]) -> dict[int, tuple[int, bool]]:
    """Find the columns that look like spreads: place -> (place of what each is the spread of, whether it says so)."""
    parts = [_parts(title) for title in titles]
    known: dict[tuple[str, ...], int] = {}
    for place, found in enumerate(parts):
        for stem in (found, found[:-1] if found[-1:] and found[-1] in _CENTRE else (), _behind(found, _CENTRE)):
            if stem:
                known.setdefault(stem, place)
    result = {}
    for place, found in enumerate(parts):
        sure = [word for word in found if word in _SPREAD]
        for word in sure or [word for word in found if word in _PERHAPS_SPREAD]:
            at = found.index(word)
            stem = (*found[:at], *found[at + 1 :])
            if at not in (0, len(found) - 1):
                continue
            of = known.get(stem)
            if of is None and len(stem) > 1:
                of = known.get(stem[:-1]) if stem[-1] in _CENTRE else known.get(_behind(stem, _CENTRE))
            if of is not None and of != place and stem:
                result[place] = (of, bool(sure))
                break
    return result


def other_measures(titles: Sequence[str]) -> dict[int, str]:
    """Find the columns of a second measure, where each of several algorithms has a column for each of several."""
    parts = [_parts(title) for title in titles]
    for at, stem in ((-1, slice(None, -1)), (0, slice(1, None))):  # the measure stands last, or first
        pairs = {
            place: (found[stem], found[at])
            for place, found in enumerate(parts)
            if len(found) > 1 and found[at] in MEASURES
        }
        measures: dict[tuple[str, ...], list[str]] = {}
        for owner, word in pairs.values():
            measures.setdefault(owner, []).append(word)
        first = next((word for _, word in pairs.values()), "")
        if len(measures) > 1 and all(len(found) > 1 and first in found for found in measures.values()):
            return {place: word for place, (_, word) in pairs.items() if word != first}
    return {}


def _parts(title: str) -> tuple[str, ...]:
    """Split a title into words and numbers, with the signs of a spread as a word."""
    text = re.sub(r"±|\+/?[-−]|\\pm", " std ", title)
    text = re.sub(r"(?i)\bstd\.?\s*dev\b|\bstandard[ _]deviation\b", "std", text)
    return tuple(part.lower() for part in re.findall(r"[^\W_]+", text))


def _behind(found: tuple[str, ...], meanings: frozenset[str]) -> tuple[str, ...]:
    return found[1:] if found and found[0] in meanings else ()
