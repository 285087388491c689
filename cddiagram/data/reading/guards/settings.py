"""Rows that are settings or parts of one data set by the form of their names: "lr=0.1",
"5-shot", "p99", "2019Q1".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from cddiagram.data.reading.roles import DATASET_WORDS, says
from cddiagram.data.reading.splitting import word_set, words
from cddiagram.text import Complaint, Name, Option, Phrase, listed

#: A number in a name; a point inside belongs to it.
_NUMBER = re.compile(r"[-−+]?\d+(?:[.,]\d+)?(?:e[-+]?\d+)?", flags=re.IGNORECASE)
#: Words of what one data set is divided by, or of what an experiment on it varies.
_SETTING_WORDS = word_set(
    """epoch epochs iteration iterations iter iters it step steps shot shots class classes label labels batch
    batches bin bins depth layer layers width lr rate noise sigma σ eps epsilon ε percentile quantile decile
    horizon window lag week weeks month months quarter quarters year years day days level severity budget
    temperature fraction ratio threshold k n size samples length dropout alpha beta gamma lambda
    lookback rank dim dims round rounds digit digits"""
)
#: Those whose rows may also have names without numbers.
_PART_WORDS = word_set(
    """class classes label labels week month quarter year day severity horizon split fold
    stratum strata subgroup age sex gender"""
)
_AROUND = word_set("of number num no the id nr per")
#: Signs of a setting or a share next to its number.
_SIGN = re.compile(r"\w\s*[=<>≤≥]\s*#|#\s*%|±\s*#")
#: Names of periods.
_PERIODS = re.compile(
    r"(?:\d{4}[-_ /]?)?(?:q[1-4]|w\d{1,2}|h[12])(?:[-_ /]?\d{4})?"
    r"|(?:\d{4}[-_ "
    r"/]?)?(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?"
    r"|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?(?:[-_ "
    r"/]?\d{2,4})?"
    r"|(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?",
    flags=re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_SETTINGS = "settings of an experiment on one data set"
#: The smallest number of names that can form a series.
_FEWEST = 3
#: The largest number of names that are regarded as settings.
_MOST = 200


def settings_as_rows(label: str, names: Sequence[str], title: str) -> list[Complaint]:
    """Warn of rows that are settings, parts or periods of one data set by their names
    or their title.
    """
    if not _FEWEST <= len(names) <= _MOST or says(title, DATASET_WORDS):
        return []
    what = _what(names, title)
    if not what:
        return []
    text = Phrase("the rows ", listed(names, limit=3), f" look like {what}")
    remedy = Phrase("Compare algorithms on several data sets, or at one setting")
    if title:
        remedy = Phrase(
            remedy,
            ", or pass ",
            Option("dataset_column", Name(title)),
            " if each row is a data set",
        )
    return [Complaint(label, text, remedy, rejects=False)]


def _what(names: Sequence[str], title: str) -> str:
    """Return what the rows are, in words, or nothing."""
    if all(map(_PERIODS.fullmatch, names)) or all(map(_YEAR.fullmatch, names)):
        return "periods of one series"
    rest = [word for word in words(title) if word not in _AROUND]
    named = bool(rest) and all(word in _SETTING_WORDS | _PART_WORDS for word in rest)
    templates = {_NUMBER.sub("#", name) for name in names}
    parted = named and not _PART_WORDS.isdisjoint(words(title))
    if parted and len(templates) == len(names):
        return f"values of '{title}' on one data set"
    if len(templates) > 1 or any(len(_NUMBER.findall(name)) != 1 for name in names):
        return ""
    template = templates.pop()
    signed = bool(_SIGN.search(template))
    bare = template == "#"
    parts = words(template)
    setting = any(part in _SETTING_WORDS for part in parts)
    # Single letters also name functions and subjects: F1, F2, F3.
    letter = parts[0] if len(parts) == 1 and len(parts[0]) == 1 else ""
    if signed:  # "lr=0.1", "10%"
        return _SETTINGS
    if setting and not letter:  # "5-shot"
        return _SETTINGS
    if bare and named:  # "5", "10" in a column "epoch"
        return _SETTINGS
    may_be_ladder = bool(letter) or (
        bare and not title
    )  # "p50", "p90"; "10", "20", "40"
    if may_be_ladder and _is_ladder(names, letter):
        return _SETTINGS
    return ""


def _is_ladder(names: Sequence[str], letter: str) -> bool:
    """Whether numbers in names rise by steps most of which are not one, and are round,
    or percentiles behind a "p".
    """
    texts = [
        _NUMBER.findall(name)[0].replace("−", "-").replace(",", ".") for name in names
    ]
    if any(len(text) > 1 and text[0] == "0" and text[1].isdigit() for text in texts):
        return False
    numbers = list(map(float, texts))
    gaps = [after - before for before, after in pairwise(numbers)]
    if min(gaps) <= 0 or sorted(gaps)[len(gaps) // 2] <= 1:
        return False
    multiples = _are_multiples(numbers, 4) or _are_multiples(numbers, 5)
    percentiles = letter in ("p", "q") and max(numbers) <= 100
    return multiples or percentiles


def _are_multiples(numbers: Sequence[float], unit: int) -> bool:
    return all(number % unit == 0 for number in numbers)
