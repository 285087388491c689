"""What the names of rows and columns mean: a summary of the others, a description of
the data sets, a spread, ...
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from cddiagram.data.reading.measures import DIRECTIONS
from cddiagram.data.reading.splitting import word_set, words

#: Words that name a summary: "Average", "Mean rank", "Total".
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
#: Words around them: "Average of all data sets", "Mean (excl. zoo)".
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
#: Parts of names in scripts that do not divide words.
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
#: A letter with a bar, the sign of a mean.
_BARRED = re.compile("[a-z][\u0304\u0305]|[ȳẋ]", flags=re.IGNORECASE)
#: "2nd best": digits are zero by then.
_ORDINALS = re.compile(r"\b(?:0+(?:st|nd|rd|th)|second|third)\b\s*")
#: What a footer adds in brackets: "Mean (excl. zoo)".
_BRACKETS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*$")
#: "+/=/-" and its like: how often a method is better, as good and worse.
_SIGNS = re.compile(r"[\s(]*\+\s*[/|,;:]\s*[-−–=≈~]\s*([/|,;:]\s*[-−–=≈~]\s*)?[)\s]*")
#: Summaries that are written in pieces of one letter or two: "p-value", "W/T/L",
#: "Écart-type".
_IN_PIECES = word_set(
    "wtl wdl wld wlt pvalue pvalues pval pvals pwert pwerte valeurp écarttype "
    "ecarttype rerata"
)
#: A number that belongs to a name: "sum-1" and "std2" are two of many, "Avg. (15)" is
#: not.
_NUMBERED = re.compile(r"[^\W\d_][-_]?\d|\d[-_]?[^\W\d_]")
_DIGITS = re.compile("[0-9]+")
#: A last row of one of these names adds up the others; elsewhere it may be a data set.
_LAST_ROW = word_set("all alle todos tous tutti combined pooled together n anzahl")

#: Words that describe algorithms, in the last row.
_OF_ALGORITHMS = word_set("params parameters param flops macs weights memory")
#: Words that describe data sets: "#instances", "n_features".
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
#: Columns that compare two others, or that bound them: effect sizes, speed-ups, the
#: best known values.
_YARDSTICK = word_set(
    """cohen cohens hedges cliff cliffs effect speedup speedups ratio lb ub bound bounds vbs sbs bks oracle optimum
    optimal opt bestknown upperbound lowerbound groundtruth human humans previousbest priorbest bestprevious
    bestpublished bestreported uncompressed originalsize sota stateoftheart"""
)
_AROUND_YARDSTICK = word_set(
    "lower upper d g delta s size sizes virtual single best known solver solution "
    "value value of the odds"
)
#: Names of a column that only numbers the rows, in front of the column of data sets.
_ROW_NUMBERS = word_set(
    "idx index id nr no number row rowid rownumber rownr line nummer lfd lfdnr pos "
    "position"
)

#: Words of a spread in the name of a column; the second ones only where the numbers are
#: small.
_SPREAD = word_set("σ std stdev stddev stds stderr sem deviation spread")
_SPREAD_OF_TABLES = word_set("stdevs deviations variance variances iqr iqrs stderrs")
_PERHAPS_SPREAD = word_set("sd se ci ci95 var variance dev err iqr mad unc uncertainty")
_CENTRE = word_set("mean avg average median score value test") | DIRECTIONS.keys()

#: A column of one of these names tells measures apart.
_MEASURE_TITLES = word_set(
    """measure measures metric metrics indicator indicators kpi scoretype scoring evalmetric
    evalmeasure evaluationmetric evaluationmeasure metricname measurename qualityindicator"""
)

#: Words of a difference between two other columns.
_DIFFERENCE = word_set(
    """δ delta diff difference differences gain gains improvement improvements improv imp uplift
    change advantage differenz verbesserung différence diferencia"""
)
_AROUND_DIFFERENCE = word_set(
    "abs absolute rel relative pct percent in over to vs the of baseline best second "
    "sota our ours"
)
#: A difference from what is named by a word: "Ours-best", "A vs. baseline".
_MINUS_BEST = re.compile(
    r"(?P<name>.+?)\s*(?:[-−–]|\bvs\.?|\bover)\s*"
    r"(?P<other>(?:2nd |second |next )?best|baseline|sota|mean|avg\.?|second)",
    flags=re.IGNORECASE,
)
_MINUS = re.compile(r"\s+[-−–]\s+")
#: A p-value beside a method: "baseline p", "p".
_P_VALUE = re.compile(r"(?:^|.*[\s_(])p\)?")


def summarises(label: str) -> bool:
    """Whether a name states that a row or column sums up the others."""
    return _names_summary(_DIGITS.sub("0", label))


@lru_cache(maxsize=4096)
def _names_summary(label: str) -> bool:
    """Whether it does, for a name whose digits are all zero: a million rows have few of
    them.
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
    # Words at the start of a name may be one letter or two: "p-value".
    pieces = any("".join(parts[:count]) in _IN_PIECES for count in (1, 2, 3))
    return pieces or _consists_of(parts, SUMMARY, _AROUND_SUMMARY)


def summarises_at_end(label: str) -> bool:
    """Whether the name of the last row states that it adds up the others, or describes
    the columns.
    """
    parts = words(label)
    if _consists_of(parts, _OF_ALGORITHMS, _AROUND_DESCRIPTION):
        return True
    return "".join(parts) in _LAST_ROW or _consists_of(
        parts, _DIFFERENCE, _AROUND_DIFFERENCE
    )


def _consists_of(
    parts: Sequence[str], meanings: frozenset[str], around: frozenset[str]
) -> bool:
    """Whether some words have one of the meanings, and all others may be around it."""
    known = [word in meanings for word in parts]
    rest = [word for word in parts if word not in meanings]
    return any(known) and all(word in around for word in rest)


def contains_summary(title: str) -> bool:
    """Whether a name contains a word of a summary or of a spread among others."""
    return not (SUMMARY | _SPREAD | _PERHAPS_SPREAD).isdisjoint(words(title))


def names_spreads(title: str) -> str:
    """Return the word of a title that states that all numbers are spreads or p-values.

    >>> names_spreads("Std-HV"), names_spreads("pvalues"), names_spreads("avg-std")
    ('std', 'p-value', '')
    """
    parts = words(title)
    found = [
        word
        for word in parts
        if word in _SPREAD | _SPREAD_OF_TABLES or (word == "sd" and word in parts[-1:])
    ]
    means = [
        word
        for word in parts
        if word in ("mean", "avg", "average", "median", "means", "and", "with")
    ]
    joined = "".join(parts)
    if "pvalue" in joined or "pval" in parts:
        return "p-value"
    return found[0] if found and not means else ""


def describes(title: str) -> bool:
    """Whether a name states that a column describes the data sets."""
    if re.match(r"#\s*[^\W\d_]", title):
        return True
    if _NUMBERED.search(title):
        return False
    return _consists_of(words(title), _DESCRIPTION, _AROUND_DESCRIPTION)


def is_yardstick(title: str) -> bool:
    """Whether a column compares two others, or holds the best known values, by its
    name.
    """
    parts = words(title)
    joined = "".join(parts)
    return joined in _YARDSTICK or _consists_of(parts, _YARDSTICK, _AROUND_YARDSTICK)


def numbers_rows(title: str) -> bool:
    """Whether the name of a column states that it numbers the rows."""
    return title.strip() in ("#", "№") or "".join(words(title)) in _ROW_NUMBERS


def tells_measures(title: str) -> bool:
    """Whether the name of a column states that it names measures."""
    return "".join(words(title)) in _MEASURE_TITLES


def differences(titles: Sequence[str]) -> dict[int, tuple[str, bool]]:
    """Find the columns that are differences of two others by their names.

    Returns the place of each -> a reason, and whether the name alone tells. "Delta" and
    "gain" may be algorithms.
    """
    found: dict[int, tuple[str, bool]] = {}
    known = set(titles)
    owners = {parts_of(title): title for title in titles}
    for place, title in enumerate(titles):
        sides = _MINUS.split(title)
        from_best = _MINUS_BEST.fullmatch(title)
        if from_best and from_best["name"] in known:
            found[place] = (
                f"is the difference between '{from_best['name']}' and "
                f"'{from_best['other']}'",
                True,
            )
        elif len(sides) == 2 and known.issuperset(sides):
            found[place] = (
                f"is the difference between '{sides[0]}' and '{sides[1]}'",
                True,
            )
        elif owner := _gain_of(title, owners):
            found[place] = (
                f"is a difference between '{owner}' and another column",
                True,
            )
        elif "Δ" in title or _consists_of(
            words(title), _DIFFERENCE, _AROUND_DIFFERENCE
        ):
            sure = "Δ" in title or len(words(title)) > 1
            found[place] = ("is a difference between other columns", sure)
    return found


def _gain_of(title: str, owners: Mapping[tuple[str, ...], str]) -> str:
    """Return the column whose gain another one holds by its name, as "A gain" does;
    nothing if it does not.
    """
    parts = parts_of(title)
    if len(parts) < 2:
        return ""
    for word, stem in ((parts[-1], parts[:-1]), (parts[0], parts[1:])):
        if word in _DIFFERENCE and stem in owners:
            return owners[stem]
    return ""


def p_values(titles: Sequence[str]) -> list[int]:
    """Return the columns that hold p-values by their names."""
    if 2 * sum(len(title) == 1 for title in titles) > len(titles):
        return []  # algorithms that are called by single letters
    return [place for place, title in enumerate(titles) if _P_VALUE.fullmatch(title)]


def spreads(titles: Sequence[str]) -> dict[int, tuple[int, bool]]:
    """Find the columns that look like spreads: place -> (place of what each is the
    spread of, whether it says so).
    """
    parts = [parts_of(title) for title in titles]
    known: dict[tuple[str, ...], int] = {}
    for place, found in enumerate(parts):
        for stem in (
            found,
            found[:-1] if found[-1:] and found[-1] in _CENTRE else (),
            _behind(found, _CENTRE),
        ):
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
                of = (
                    known.get(stem[:-1])
                    if stem[-1] in _CENTRE
                    else known.get(_behind(stem, _CENTRE))
                )
            if of is not None and of != place and stem:
                result[place] = (of, bool(sure))
                break
    return result


def parts_of(title: str) -> tuple[str, ...]:
    """Split a title into words and numbers, with the signs of a spread as a word."""
    text = re.sub(r"±|\+/?[-−]|\\pm", " std ", title)
    text = re.sub(r"(?i)\bstd\.?\s*dev\b|\bstandard[ _]deviation\b", "std", text)
    return tuple(part.lower() for part in re.findall(r"[^\W_]+", text))


def _behind(found: tuple[str, ...], meanings: frozenset[str]) -> tuple[str, ...]:
    return found[1:] if found and found[0] in meanings else ()
