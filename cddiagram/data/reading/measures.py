"""The directions of measures, and functions that find measures in names.

Only this module contains directions of measures. It is used for titles, file names,
sheet names, selected values, and the parts of divided files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from cddiagram._util.lazy import lazy_pattern
from cddiagram.data.reading.splitting import tokens, word_set
from cddiagram.text import better_direction

Direction = Literal["lower", "higher"]


def _table(direction: Direction, text: str) -> dict[str, Direction]:
    return dict.fromkeys(text.split(), direction)


_LOWER = _table(
    "lower",
    """error errors err loss losses logloss crossentropy nll nlpd brier crps ece deviance
    mse rmse nrmse rmsle msle rmsd mae nmae mape smape mase wape mdape mrae rae rse rrse
    aic aicc bic dic waic collisions crashes failures misses infractions bugs defects
    perplexity ppl bpc bpb wer cer ter hter fid kid lpips emd
    slowdown overhead regret cost costs distance distances hausdorff misclassification misclassifications
    hd hd95 assd masd rvd fpr fnr par par2 par10 fdr eer ce gap optgap deviation evaluations evals fevals fes nfe nfev
    time times runtime runtimes walltime cputime seconds secs sec ms milliseconds minutes
    hours latency duration delay makespan tardiness energy memory rank ranks igd gd
    violations infeasibility residual residuals hallucinations toxicity elapsed wallclock kl kld divergence
    fad carbon co2 emissions footprint jitter ade fde minade minfde mpjpe bpd bitsper miscalibration drop degradation
    mistake mistakes pinball hamming mb gb nfeatures numfeatures selectedfeatures nparams numparams
    fehler fehlerrate fehlerquote verlust kosten laufzeit dauer zeit abstand abweichung
    erreur erreurs perte coût cout durée temps écart errore errori perdita costo tempo
    errores pérdida coste tiempo erro erros perda custo fout fouten verlies fel förlust
    fejl virhe chyba ztráta błąd hiba hata kayıp ошибка ошибки потери время
    误差 誤差 错误率 错误 損失 损失 エラー 오차 오류 손실""",
)
_HIGHER = _table(
    "higher",
    """acc accuracy accuracies bacc auc auroc auprc aucpr roc prauc f1 fscore fmeasure
    precision recall sensitivity specificity tpr tnr mcc kappa r2 ndcg mrr map psnr ssim
    bleu rouge meteor chrf ari nmi ami silhouette purity gmean iou miou dice jaccard hv
    hypervolume density mif1 maf1 microf1 macrof1 wf1 elo cider hits hitrate spearman pearson returns r²
    reward rewards likelihood loglikelihood throughput speedup wins
    richiamo dokładność sensibilidad especificidad exhaustividad sensibilité spécificité rappel
    sensitivität spezifität
    genauigkeit trefferquote exactitude précision exactitud precisión acurácia precisão
    accuratezza precisione nauwkeurigheid 准确率 精度 正解率 정확도""",
)
#: Maps each measure to its direction. The names of measures are written without spaces.
#: For example, "log loss" becomes "logloss".
DIRECTIONS: dict[str, Direction] = _LOWER | _HIGHER

#: Measures for which neither lower nor higher values are better in general, because a
#: specific value is optimal.
_BEST_AT_A_VALUE = {
    "bias": 0,
    "mbe": 0,
    "intercept": 0,
    "citl": 0,
    "slope": 1,
    "calibrationslope": 1,
}
#: Words that may occur next to the name of a measure, as in "mean squared error",
#: "balanced accuracy", "error rate" and "top-1 acc".
_AROUND = word_set(
    """valor valeur wert rate rates score scores value values mean avg average median balanced macro micro
    weighted squared absolute percentage root log cross entropy normalized normalised
    relative hinge hamming classification generalization generalisation validation test
    top at k total cpu wall clock prediction predictive training train val area under
    curve the of in s"""
)
#: Words that may follow the name of a measure at the end of a name.
_BEHIND = word_set("rate rates score scores value values")
#: Terms that contain the name of a measure but are not themselves measures.
_TERMS = frozenset(
    [
        "time series",
        "time warping",
        "time step",
        "time steps",
        "real time",
        "gap statistic",
    ]
)
#: Words that reverse the direction of the measure that follows, as in
#: `neg_mean_squared_error`.
_NEGATED = word_set("neg negative negated inverse minus")
_ONE_MINUS = lazy_pattern(r"(?i)\b1\s*[-−–]\s*([a-z0-9]+)")
#: The pattern for abbreviations of mean squared, absolute, percentage and forecast
#: errors, such as "nmse", "rmsfe" and "mdape".
_ERROR_VARIANT = lazy_pattern(r"[nwsm]?r?m(?:s|a|d|da)[sfp]{0,2}e")
#: The names of measures in languages that do not separate words by spaces.
_UNDIVIDED = tuple(
    word for word in DIRECTIONS if not word.isascii() and word.lower() == word.upper()
)
#: If a name is divided at capital letters, these words are not considered measures. For
#: example, InceptionTime is an algorithm rather than a time.
_NOT_DIVIDED = word_set("time gap map memory")

#: Maps each unit to its direction. Units are case-sensitive. Units that are single
#: letters or ordinary words are recognised only in brackets or if all names end with
#: them.
_UNITS: dict[str, Direction] = _table(
    "lower",
    """s sec secs second seconds ms msec msecs µs μs us usec ns min mins minute minutes h hr hrs hour hours days
    J kJ mJ MJ Wh kWh mWh W mW kW kB KB MB GB TB KiB MiB GiB byte bytes bit bits $ € £ USD EUR mm cm km px °""",
) | _table(
    "higher", "fps FPS qps QPS rps RPS Hz kHz MHz dB FLOPS GFLOPS TFLOPS Mbps Gbps"
)
#: Units for which neither lower nor higher values are better in general.
_NEUTRAL_UNITS = frozenset(["%", "ml", "mL", "mg", "g", "kg", "°C", "m²", "m2"])
_UNIT_IN_BRACKETS = lazy_pattern(
    r"(?P<name>.*?\S)[\s_]*[(\[]\s*(?:in\s+)?(?P<unit>[^()\[\]]+?)\s*[)\]]\s*"
)
_UNIT_AT_END = lazy_pattern(
    r"(?P<name>.*[^\W_][)\]]?)(?:[\s_]+|\s*/\s*|,\s*)(?P<unit>[^\W\d_]+(?:/[^\W\d_]+)?)"
)
#: The pattern for rates, such as "images/s" and "it/sec". A duration such as "s/epoch"
#: is not a rate.
_RATE = lazy_pattern(
    r"[^\W\d_]+(?:\s*/\s*|[\s_]per[\s_])(?:s|sec|second|min|minute|h|hour)\b"
)


@dataclass(frozen=True)
class Measured:
    """A measure that a name contains."""

    word: str
    direction: Direction


#: Words that state whether higher or lower scores are better, each with its direction.
_STATED_WORDS: dict[str, Direction] = _table(
    "lower",
    """min minimize minimise minimum minimization minimisation minimizing minimising lower low lowest smaller less
    down decreasing ↓ ⬇""",
) | _table(
    "higher",
    """max maximize maximise maximum maximization maximisation maximizing maximising higher high highest larger greater
    bigger more up increasing ↑ ⬆""",
)
#: Words that may occur next to a word such as "direction" in the title of a column.
_AROUND_STATED = word_set(
    "is are better best good goal optimize optimise optimization direction scores "
    "score the"
)
#: In columns with certain titles, signs such as + and -1 specify the direction.
_SIGNS_STATED: dict[str, Direction] = _table("lower", "- − -1 −1") | _table(
    "higher", "+ 1 +1"
)
_SIGN_TITLES = frozenset(["sign", "direction", "goal", "sense", "better", "optimum"])
_YES, _NO = word_set("true yes 1 +1 1.0 y t"), word_set("false no 0 -1 −1 0.0 -1.0 n f")

#: Maps each direction to the pattern for phrases that state it.
_STATED: dict[Direction, re.Pattern[str]] = {
    "lower": lazy_pattern(
        r"(?i)\b(?:lower|smaller|less|fewer) (?:is|are) better\b|\bminimi[sz]ed?\b"
    ),
    "higher": lazy_pattern(
        r"(?i)\b(?:higher|larger|greater|more|bigger) (?:is|are) "
        r"better\b|\bmaximi[sz]ed?\b"
    ),
}
#: If the beginning of a comment matches this pattern, the comment states the measure of
#: the scores.
_ABOUT_SCORES = lazy_pattern(
    r"(?i)(?:metric|measure|scores?|values?|criterion)\b\s*(?::|=|is\b|are\b)"
)


def _known(word: str) -> str:
    """Return the measure that a word denotes, or an empty string. The word can be in
    the plural.
    """
    if word == "gaps":  # "gaps" denotes missing scores
        return ""
    forms = [
        word,
        word.removesuffix("s"),
        word.removesuffix("es"),
        word.removesuffix("n"),
    ]
    if word.endswith("ies"):  # for example, "latencies"
        forms.append(f"{word[:-3]}y")
    if _ERROR_VARIANT.fullmatch(word):
        forms.append("mse")
    without_number = word.rstrip("0123456789")  # for example, "fpr95"
    if len(without_number) > 2:
        forms.append(without_number)
    for form in forms:
        if form in DIRECTIONS:
            return form
    return ""


#: Maps each arrow to the direction that it denotes.
_ARROWS: dict[str, Direction] = {
    "↓": "lower",
    "⬇": "lower",
    "↑": "higher",
    "⬆": "higher",
}


@lru_cache(maxsize=4096)
def measure_in(text: str, *, capitals: bool = True) -> Measured | None:
    """Return the last measure in a name, because the last word is the head of an
    English noun phrase.
    """
    explicit = _explicit_direction(text)
    if explicit is not None:
        return explicit
    parts = tokens(text, capitals=capitals)
    last = _last_measure(parts)
    if last is None:
        divided = unit_in_brackets(text)
        if divided:
            return _measured_in(divided[1])
        return None
    start, word = last
    direction = DIRECTIONS[word]
    complement = _ONE_MINUS.search(text)
    one_minus = complement is not None and complement[1].lower() == word
    if one_minus or _NEGATED.intersection(parts[:start]):
        direction = better_direction(direction == "lower")
    return Measured(word, direction)


def _explicit_direction(text: str) -> Measured | None:
    """Return the direction that a name states explicitly by an arrow, a phrase or a
    rate, or by a measure in a writing system without spaces.
    """
    for arrow, direction in _ARROWS.items():
        if arrow in text:
            return Measured(arrow, direction)
    for direction, pattern in _STATED.items():
        sentence = pattern.search(text)
        if sentence:
            return Measured(sentence[0], direction)
    for word in _UNDIVIDED:
        if word in text:
            return Measured(word, DIRECTIONS[word])
    rate = _RATE.search(text)
    if rate:
        return Measured(rate[0], "higher")
    return None


def _last_measure(parts: Sequence[str]) -> tuple[int, str] | None:
    """Return the index and the text of the last measure that consists of one or two
    words.
    """
    for end in range(len(parts), 0, -1):
        for length in (2, 1):
            start = end - length
            if start < 0:
                continue
            word = _known("".join(parts[start:end]))
            if word and not _is_term(parts, start, end):
                return start, word
    return None


def best_value_in(text: str) -> tuple[str, int] | None:
    """Return a measure in a name whose optimum is a particular value, and this value."""
    for word in reversed(tokens(text)):
        if word in _BEST_AT_A_VALUE:
            return word, _BEST_AT_A_VALUE[word]
    return None


def describes_scores(comment: str) -> bool:
    """Return whether a comment states the measure or the direction of the scores."""
    return bool(_ABOUT_SCORES.match(comment)) or any(
        pattern.search(comment) for pattern in _STATED.values()
    )


def title_direction(title: str) -> Direction | None:
    """Return the direction in the title of a column of truth values, such as
    "higher_is_better" or "maximize".
    """
    parts = tokens(title, capitals=True)
    stated = [part for part in parts if part in _STATED_WORDS]
    others = [part for part in parts if part not in _STATED_WORDS]
    if len(stated) != 1 or not all(part in _AROUND_STATED for part in others):
        return None
    if not others and stated[0] in (
        "min",
        "max",
        "low",
        "high",
        "up",
        "down",
        "minimum",
        "maximum",
    ):
        return None  # without other words, such a title denotes a column of numbers
    return _STATED_WORDS[stated[0]]


def stated_direction(title: str, value: str) -> Measured | None:
    """Return the direction that a value in a column states. The value is a measure, a
    word such as "max", or a truth value in a column such as "higher_is_better".
    """
    word = value.strip().lower()
    if word in _SIGNS_STATED and not _SIGN_TITLES.isdisjoint(tokens(title)):
        return Measured(value, _SIGNS_STATED[word])
    if word in _STATED_WORDS:
        return Measured(value, _STATED_WORDS[word])
    way = title_direction(title)
    if way and word in _YES | _NO:
        agrees = (way == "higher") == (word in _YES)
        return Measured(f"{title} {value}", better_direction(agrees))
    plain = " ".join(part for part in tokens(value) if part not in _NEGATED)
    if is_measure(plain) or "better" in word:
        return measure_in(value)
    return None


def _is_term(parts: Sequence[str], start: int, end: int) -> bool:
    """Return whether words are part of a term that is not a measure."""
    after = " ".join(parts[start : end + 1])
    before = " ".join(parts[max(start - 1, 0) : end])
    return after in _TERMS or before in _TERMS


def measure_at_end(name: str) -> Measured | None:
    """Return the measure at the end of a name with several words. It may be enclosed in
    brackets.
    """
    word = _word_at(name, -1, capitals=False)
    if word:
        return Measured(word, DIRECTIONS[word])
    divided = unit_in_brackets(name)
    if divided:
        return _measured_in(divided[1])
    return None


def unit_in_brackets(name: str) -> tuple[str, str] | None:
    """Split a name that ends with a unit in brackets into the name and the unit.

    >>> (
    ...     unit_in_brackets("ARIMA [s]"),
    ...     unit_in_brackets("SVM (%)"),
    ...     unit_in_brackets("YOLO (x)"),
    ... )
    (('ARIMA', 's'), ('SVM', '%'), None)
    """
    match = _UNIT_IN_BRACKETS.fullmatch(name)
    if match is None or not (
        match["unit"] in _NEUTRAL_UNITS or _measured_in(match["unit"])
    ):
        return None
    return match["name"], match["unit"]


def _measured_in(unit: str) -> Measured | None:
    """Return the direction of a unit, or None if it has no direction."""
    if _RATE.fullmatch(unit):
        return Measured(unit, "higher")
    direction = _UNITS.get(unit.partition("/")[0].strip())
    if direction:
        return Measured(unit, direction)
    return None


def _is_letter(text: str) -> bool:
    """Return whether a string is a single letter other than the unit of seconds."""
    return len(text) == 1 and text != "s"


def shared_unit(names: Sequence[str]) -> Measured | None:
    """Return the common unit of the numbers, which at least half of the names contain
    in brackets.

    A unit without brackets must be at the end of all names, as in "ARIMA_s", "ETS_s"
    and "Theta_s".
    """
    divided = [unit_in_brackets(name) for name in names]
    in_brackets = [parts[1] for parts in divided if parts]
    ends = [_UNIT_AT_END.fullmatch(name) for name in names]
    at_end = [end["unit"] for end in ends if end and not _is_letter(end["unit"])]
    for units, fewest in (
        (in_brackets, max(2, (len(names) + 1) // 2)),
        (at_end, max(3, len(names))),
    ):
        directed = [unit for unit in units if _measured_in(unit)]
        if len(directed) >= fewest and len(set(directed)) == 1:
            return _measured_in(directed[0])
    return None


def is_measure(name: str) -> bool:
    """Return whether a name consists of a measure and words next to it."""
    parts = tokens(name)
    if "".join(parts) in DIRECTIONS:
        return True
    others = [part for part in parts if part not in DIRECTIONS]
    if len(others) == len(parts):
        return False
    return all(part in _AROUND or part.isdigit() for part in others)


def are_measures(names: Iterable[str]) -> bool:
    """Return whether there are several names and all of them are measures."""
    different = set(names)
    return len(different) > 1 and all(map(is_measure, different))


def shared_measure(names: Sequence[str]) -> Measured | None:
    """Return the measure at the start or end of most names, as in "SVM error".

    A single name with such a word can be an algorithm, such as "Dynamic Time Warping".
    """
    for capitals in (False, True):
        fewest = len(names) if capitals else max(2, (len(names) + 1) // 2)
        for place in (-1, 0):
            words = [_word_at(name, place, capitals=capitals) for name in names]
            for word in dict.fromkeys(word for word in words if word):
                if words.count(word) >= max(2, fewest):
                    return Measured(word, DIRECTIONS[word])
    return None


def _word_at(name: str, place: int, *, capitals: bool) -> str:
    """Return the measure at one end of a name with several words, or an empty string."""
    complement = _ONE_MINUS.search(name)
    if complement is not None and _known(complement[1].lower()):
        # One minus the proportion of correct answers is an error rate.
        name = name.replace(complement[0], "error")
    parts = tokens(name, capitals=capitals)
    while len(parts) > 2 and parts[-1] in _BEHIND:
        parts.pop()
    if len(parts) < 2 or parts[place] not in DIRECTIONS:
        return ""
    divided = capitals and len(tokens(name)) < len(tokens(name, capitals=True))
    if divided and parts[place] in _NOT_DIVIDED:
        return ""
    return parts[place]
