"""The meanings of names of rows and columns, such as summaries, descriptions and
measures of spread.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from cddiagram._util.lazy import lazy_pattern
from cddiagram.data.reading.measures import DIRECTIONS
from cddiagram.data.reading.splitting import word_set, words

#: Words that denote a summary, as in "Average", "Mean rank" and "Total".
SUMMARY = word_set(
    """avg avgs average averages averaged ave mean means median medians sum sums total totals
    subtotal overall iqm signif significant significance
    range span spannweite étendue aggregate aggregated summary gmean geomean std stdev stddev stds sd
    deviation stderr sem variance iqr mad rank ranks ranking rankings avgrank meanrank count
    counts min max minimum maximum best worst win wins won tie ties tied draw draws loss losses
    lose lost holm bonferroni nemenyi wilcoxon finner hochberg
    wtl wdl wld wlt pvalue pvalues cd ø μ σ macroaverage microaverage

    mittelwert mittelwerte mittel mittlerer mittlere durchschnitt durchschnittlicher
    durchschnittliche durchschnittlich durchschnittsrang schnitt summe gesamt insgesamt
    gesamtsumme gesamtrang rang rangsumme streuung standardabweichung varianz siege niederlagen
    unentschieden beste bester bestes signifikanz platz platzierung
    moyenne moyennes médiane somme moyen rangs victoires défaites meilleur totale totaux
    media média mediana promedio promedios suma soma rango rangos posto victorias derrotas
    empates mejor desviación desviacion vitórias melhor desvio mediane rankmedio deviazione
    vittorie migliore totaal gemiddelde gemiddelden standaardafwijking
    medelvärde medelvärdet genomsnitt genomsnittlig gennemsnit gjennomsnitt gjennomsnittlig
    keskiarvo summa yhteensä średnia średni odchylenie razem suma průměr prumer celkem součet
    odchylka átlag összesen szórás medie ortalama toplam vidurkis keskmine vidējais prosjek
    prosek povprečje среднее средний итого сумма всего ранг медиана отклонение όρος σύνολο
    ממוצע סהכ متوسط المتوسط المجموع rata bình"""
)
#: Words that may occur next to a word for a summary, as in "Average of all data sets"
#: and "Mean (excl. zoo)".
_AROUND_SUMMARY = word_set(
    """of the over all across and vs per by in data dataset datasets set sets score scores value
    values accuracy acc auc auroc f error performance result results no nr num number standard
    arithmetic geometric harmonic weighted macro micro grand final friedman normalized
    normalised relative algorithm algorithms column columns row rows problems tasks confidence
    interval dev p adj adjusted corrected critical difference alpha geo geom excl incl alle aller der die des über tous
    toutes todos todas tutti
    arithmetisches geometrisches generale general médio medio μέσος μέση trung стандартное
    значение padrão típica estándar standaard směrodatná μέσος"""
)
#: Parts of summary names in languages that do not separate words with spaces.
_SUMMARY_PARTS = (
    *(
        "平均",
        "均值",
        "中位数",
        "合計",
        "合计",
        "总计",
        "總計",
        "总和",
        "标准差",
        "標準差",
        "標準偏差",
    ),
    *(
        "平均順位",
        "排名",
        "평균",
        "합계",
        "총계",
        "표준편차",
        "중앙값",
        "ค่าเฉลี่ย",
        "औसत",
    ),
)
#: The pattern for a letter with an overbar, which denotes a mean.
_BARRED = lazy_pattern("[a-z][\u0304\u0305]|[ȳẋ]", flags=re.IGNORECASE)
#: The pattern for names such as "2nd best", after all digits in the name have been
#: replaced by zeros.
_ORDINALS = lazy_pattern(r"\b(?:0+(?:st|nd|rd|th)|second|third)\b\s*")
#: The pattern for brackets at the end of a name, as in "Mean (excl. zoo)".
_BRACKETS = lazy_pattern(r"\s*[(\[][^()\[\]]*[)\]]\s*$")
#: The pattern for signs such as "+/=/-", which denote the numbers of wins, ties and
#: losses.
_SIGNS = lazy_pattern(r"[\s(]*\+\s*[/|,;:]\s*[-−–=≈~]\s*([/|,;:]\s*[-−–=≈~]\s*)?[)\s]*")
#: The names of summaries that are often divided into parts, such as "p-value", "W/T/L"
#: and "Écart-type".
_IN_PIECES = word_set(
    "wtl wdl wld wlt pvalue pvalues pval pvals pwert pwerte valeurp écarttype "
    "ecarttype rerata"
)
#: The pattern for a number that is attached to a word, as in "sum-1" and "std2" but not
#: in "Mean (15)".
_NUMBERED = lazy_pattern(r"[^\W\d_][-_]?\d|\d[-_]?[^\W\d_]")
_DIGITS = lazy_pattern("[0-9]+")
#: These names denote a summary only if they occur in the last row. In other rows, they
#: may be names of data sets.
_LAST_ROW = word_set("all alle todos tous tutti combined pooled together n anzahl")

#: If the name of the last row contains these words, the row describes a property of the
#: algorithms.
_OF_ALGORITHMS = word_set("params parameters param flops macs weights memory")
#: Words that denote a property of the data sets, as in "#instances" and "n_features".
_DESCRIPTION = word_set(
    """instance instances inst sample samples example examples observation observations obs
    feature features feat feats attribute attributes attrs variable variables vars dimension
    dimensions dimensionality dim dims class classes label labels target targets category
    categories cardinality imbalance minority majority ir entropy skewness kurtosis size sizes length lengths nrow
    nrows ncol ncols rows cols columns missing year years date timestamp time times runtime
    runtimes walltime duration seconds secs sec memory params flops parameters id ids did tid
    weight weights index idx version epoch epochs budget evals evaluations
    iteration iterations step steps count counts
    anzahl instanzen beispiele merkmale klassen jahr datum nombre attributs année
    instancias clases atributos istanze classi"""
)
_AROUND_DESCRIPTION = word_set(
    """share fraction proportion rate n no nr nb num number numbers of the per in total train
    training test testing data dataset
    datasets set sets s ms h min mb gb max mean avg average ratio cpu gpu wall clock fit fitting
    prediction predict pct percent percentage original openml uci task series numeric nominal
    categorical minority majority publication elapsed inference values k m x der de"""
)
#: Words that denote comparisons or bounds, such as effect sizes, speed-ups and
#: best-known values.
_YARDSTICK = word_set(
    """cohen cohens hedges cliff cliffs effect speedup speedups ratio lb ub bound bounds vbs sbs bks oracle optimum
    optimal opt bestknown upperbound lowerbound groundtruth human humans previousbest priorbest bestprevious
    bestpublished bestreported uncompressed originalsize sota stateoftheart"""
)
_AROUND_YARDSTICK = word_set(
    "lower upper d g delta s size sizes virtual single best known solver solution "
    "value value of the odds"
)
#: A column of row numbers to the left of the data sets has one of these names.
_ROW_NUMBERS = word_set(
    "idx index id nr no number row rowid rownumber rownr line nummer lfd lfdnr pos "
    "position"
)

#: In the name of a column, these words denote a measure of spread.
_SPREAD = word_set("σ std stdev stddev stds stderr sem deviation spread")
_SPREAD_OF_TABLES = word_set("stdevs deviations variance variances iqr iqrs stderrs")
#: These words denote a measure of spread only if the numbers in the column are small.
_PERHAPS_SPREAD = word_set("sd se ci ci95 var variance dev err iqr mad unc uncertainty")
#: If the title of a table contains one of these words, some numbers in the table are
#: not measures of spread.
_NEXT_TO_SPREADS = word_set("mean avg average median means and with")
_CENTRE = word_set("mean avg average median score value test") | DIRECTIONS.keys()

#: The names of columns that contain measures.
_MEASURE_TITLES = word_set(
    """measure measures metric metrics indicator indicators kpi scoretype scoring evalmetric
    evalmeasure evaluationmetric evaluationmeasure metricname measurename qualityindicator"""
)

#: Words that denote a difference between two other columns.
_DIFFERENCE = word_set(
    """δ delta diff difference differences gain gains improvement improvements improv imp uplift
    change advantage differenz verbesserung différence diferencia"""
)
_AROUND_DIFFERENCE = word_set(
    "abs absolute rel relative pct percent in over to vs the of baseline best second "
    "sota our ours"
)
#: The pattern for names of columns that contain differences, such as "Ours-best" and "A
#: vs. baseline".
_MINUS_BEST = lazy_pattern(
    r"(?P<name>.+?)\s*(?:[-−–]|\bvs\.?|\bover)\s*"
    r"(?P<other>(?:2nd |second |next )?best|baseline|sota|mean|avg\.?|second)",
    flags=re.IGNORECASE,
)
_MINUS = lazy_pattern(r"\s+[-−–]\s+")
#: The pattern for the name of a p-value, such as "baseline p" or "p".
_P_VALUE = lazy_pattern(r"(?:^|.*[\s_(])p\)?")


def summarises(label: str) -> bool:
    """Return whether a name indicates that a row or column summarises the others."""
    return _names_summary(_DIGITS.sub("0", label))


@lru_cache(maxsize=4096)
def _names_summary(label: str) -> bool:
    """Return whether a name, whose digits were replaced by zeros, denotes a summary.

    Even a million rows have only a few distinct names of this form, so results can be
    cached.
    """
    if _SIGNS.fullmatch(label) or _BARRED.fullmatch(label.strip()):
        return True
    if any(part in label for part in _SUMMARY_PARTS):
        return True
    label = _ORDINALS.sub("", label)
    if _NUMBERED.search(label):
        return False
    head = _BRACKETS.sub("", label)
    if head not in ("", label) and _names_summary(head):
        return True
    parts = words(label)
    # The first parts of a name may have only one or two letters, as in "p-value".
    pieces = any("".join(parts[:count]) in _IN_PIECES for count in (1, 2, 3))
    return pieces or _consists_of(parts, SUMMARY, _AROUND_SUMMARY)


def summarises_at_end(label: str) -> bool:
    """Return whether the name of the last row indicates that it summarises other rows
    or describes the columns.
    """
    parts = words(label)
    return (
        _consists_of(parts, _OF_ALGORITHMS, _AROUND_DESCRIPTION)
        or "".join(parts) in _LAST_ROW
        or _consists_of(parts, _DIFFERENCE, _AROUND_DIFFERENCE)
    )


def _consists_of(
    parts: Sequence[str], meanings: frozenset[str], around: frozenset[str]
) -> bool:
    """Return whether at least one word is in `meanings` and all others are in `around`."""
    rest = [word for word in parts if word not in meanings]
    return len(rest) < len(parts) and around.issuperset(rest)


def contains_summary(title: str) -> bool:
    """Return whether a name contains a word for a summary or a measure of spread."""
    return not (SUMMARY | _SPREAD | _PERHAPS_SPREAD).isdisjoint(words(title))


def names_spreads(title: str) -> str:
    """Return the word in a title that indicates that all numbers are measures of spread
    or p-values, or an empty string.

    >>> names_spreads("Std-HV"), names_spreads("pvalues"), names_spreads("avg-std")
    ('std', 'p-value', '')
    """
    parts = words(title)
    if "pvalue" in "".join(parts) or "pval" in parts:
        return "p-value"
    if not _NEXT_TO_SPREADS.isdisjoint(parts):
        return ""
    for word in parts:
        if word in _SPREAD | _SPREAD_OF_TABLES or (word == "sd" and parts[-1] == "sd"):
            return word
    return ""


def describes(title: str) -> bool:
    """Return whether a name indicates that a column describes the data sets."""
    if re.match(r"#\s*[^\W\d_]", title):
        return True
    if _NUMBERED.search(title):
        return False
    return _consists_of(words(title), _DESCRIPTION, _AROUND_DESCRIPTION)


def is_yardstick(title: str) -> bool:
    """Return whether a name indicates that a column compares other columns or contains
    best-known values.
    """
    parts = words(title)
    if "".join(parts) in _YARDSTICK:
        return True
    return _consists_of(parts, _YARDSTICK, _AROUND_YARDSTICK)


def numbers_rows(title: str) -> bool:
    """Return whether a name indicates that a column numbers the rows."""
    return title.strip() in ("#", "№") or "".join(words(title)) in _ROW_NUMBERS


def tells_measures(title: str) -> bool:
    """Return whether a name indicates that a column contains measures."""
    return "".join(words(title)) in _MEASURE_TITLES


def differences(titles: Sequence[str]) -> dict[int, tuple[str, bool]]:
    """Find columns whose names indicate differences between other columns.

    Returns
    -------
    dict of int to (str, bool)
        The reason for each column, and whether the name alone is sufficient. For
        example, "Delta" and "gain" can be algorithms. The keys are the indices of the
        columns.
    """
    reasons: dict[int, tuple[str, bool]] = {}
    all_titles = frozenset(titles)
    owners = {parts_of(title): title for title in titles}
    for place, title in enumerate(titles):
        minuend, subtrahend = _sides(title, all_titles)
        owner = _gain_of(title, owners)
        parts = words(title)
        if minuend:
            reason = f"is the difference between '{minuend}' and '{subtrahend}'"
            reasons[place] = reason, True
        elif owner:
            reasons[place] = (
                f"is a difference between '{owner}' and another column",
                True,
            )
        elif "Δ" in title or _consists_of(parts, _DIFFERENCE, _AROUND_DIFFERENCE):
            sure = "Δ" in title or len(parts) > 1
            reasons[place] = "is a difference between other columns", sure
    return reasons


def _sides(title: str, known: frozenset[str]) -> tuple[str, str]:
    """Return the minuend and the subtrahend in a title, or two empty strings."""
    from_best = _MINUS_BEST.fullmatch(title)
    if from_best and from_best["name"] in known:
        return from_best["name"], from_best["other"]
    sides = _MINUS.split(title)
    if len(sides) == 2 and known.issuperset(sides):
        return sides[0], sides[1]
    return "", ""


def _gain_of(title: str, owners: Mapping[tuple[str, ...], str]) -> str:
    """Return the column whose gain a title denotes, as in "A gain", or an empty string."""
    parts = parts_of(title)
    if len(parts) < 2:
        return ""
    for word, stem in ((parts[-1], parts[:-1]), (parts[0], parts[1:])):
        if word in _DIFFERENCE and stem in owners:
            return owners[stem]
    return ""


def p_values(titles: Sequence[str]) -> list[int]:
    """Return the columns whose names indicate p-values."""
    if 2 * sum(len(title) == 1 for title in titles) > len(titles):
        return []  # the names of the algorithms are single letters
    return [place for place, title in enumerate(titles) if _P_VALUE.fullmatch(title)]


def spreads(titles: Sequence[str]) -> dict[int, tuple[int, bool]]:
    """Find columns whose names indicate measures of spread for other columns.

    Returns
    -------
    dict of int to (int, bool)
        The index of the centre for each measure of spread, and whether the name alone
        is sufficient. The keys are the indices of the measures of spread.
    """
    parts_of_titles = [parts_of(title) for title in titles]
    places: dict[tuple[str, ...], int] = {}
    for place, parts in enumerate(parts_of_titles):
        without_last = parts[:-1] if parts and parts[-1] in _CENTRE else ()
        for stem in (parts, without_last, _without_first(parts)):
            if stem:
                places.setdefault(stem, place)
    centres = {}
    for place, parts in enumerate(parts_of_titles):
        sure = [word for word in parts if word in _SPREAD]
        candidates = sure or [word for word in parts if word in _PERHAPS_SPREAD]
        for word in candidates:
            centre = _centre_of(parts, word, places)
            if centre is not None and centre != place:
                centres[place] = (centre, bool(sure))
                break
    return centres


def _centre_of(
    parts: tuple[str, ...], word: str, places: Mapping[tuple[str, ...], int]
) -> int | None:
    """Return the index of the column whose name remains if the word for a measure of
    spread is removed.
    """
    at = parts.index(word)
    if at not in (0, len(parts) - 1):
        return None
    stem = (*parts[:at], *parts[at + 1 :])
    if stem in places or len(stem) < 2:
        return places.get(stem)
    without_centre = stem[:-1] if stem[-1] in _CENTRE else _without_first(stem)
    return places.get(without_centre)


def parts_of(title: str) -> tuple[str, ...]:
    """Split a title into words and numbers. Signs for a measure of spread are replaced
    by a word.
    """
    text = re.sub(r"±|\+/?[-−]|\\pm", " std ", title)
    text = re.sub(r"(?i)\bstd\.?\s*dev\b|\bstandard[ _]deviation\b", "std", text)
    return tuple(part.lower() for part in re.findall(r"[^\W_]+", text))


def _without_first(parts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words after a leading word for a centre, or an empty tuple."""
    if parts and parts[0] in _CENTRE:
        return parts[1:]
    return ()
