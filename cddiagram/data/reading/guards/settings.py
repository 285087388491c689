"""Checks for rows that are settings or parts of one data set, such as "lr=0.1" or
"2019Q1".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from cddiagram._util.lazy import lazy_pattern
from cddiagram.data.reading.roles import DATASET_WORDS, says
from cddiagram.data.reading.splitting import word_set, words
from cddiagram.text import Complaint, Name, Option, Phrase, listed

#: The pattern for a number in a name, with or without a decimal point.
_NUMBER = lazy_pattern(r"[-−+]?\d+(?:[.,]\d+)?(?:e[-+]?\d+)?", flags=re.IGNORECASE)
#: Words for parts of a data set or for parameters of an experiment.
_SETTING_WORDS = word_set(
    """epoch epochs iteration iterations iter iters it step steps shot shots class classes label labels batch
    batches bin bins depth layer layers width lr rate noise sigma σ eps epsilon ε percentile quantile decile
    horizon window lag week weeks month months quarter quarters year years day days level severity budget
    temperature fraction ratio threshold k n size samples length dropout alpha beta gamma lambda
    lookback rank dim dims round rounds digit digits"""
)
#: Words for parts of a data set that often occur without a number.
_PART_WORDS = word_set(
    """class classes label labels week month quarter year day severity horizon split fold
    stratum strata subgroup age sex gender"""
)
_AROUND = word_set("of number num no the id nr per")
#: If a sign next to a number matches this pattern, the number is a setting or a
#: percentage.
_SIGN = lazy_pattern(r"\w\s*[=<>≤≥]\s*#|#\s*%|±\s*#")
#: This pattern matches the names of time periods.
_PERIODS = lazy_pattern(
    r"(?:\d{4}[-_ /]?)?(?:q[1-4]|w\d{1,2}|h[12])(?:[-_ /]?\d{4})?"
    r"|(?:\d{4}[-_ "
    r"/]?)?(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?"
    r"|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?(?:[-_ "
    r"/]?\d{2,4})?"
    r"|(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?",
    flags=re.IGNORECASE,
)
_YEAR = lazy_pattern(r"(?:19|20)\d\d")
_SETTINGS = "settings of an experiment on one data set"
#: A series has at least this number of names.
_FEWEST = 3
#: Names are considered settings only if there are at most this many of them.
_MOST = 200


def settings_as_rows(label: str, names: Sequence[str], title: str) -> list[Complaint]:
    """Return a warning if the rows are settings, parts or periods of one data set."""
    if not _FEWEST <= len(names) <= _MOST or says(title, DATASET_WORDS):
        return []
    what = _what(names, title)
    if not what:
        return []
    text = Phrase("the rows ", listed(names, limit=3), f" look like {what}")
    remedy = Phrase("Compare algorithms on several data sets, or use only one setting")
    if title:
        remedy = Phrase(
            remedy,
            ", or pass ",
            Option("dataset_column", Name(title)),
            " if each row is a data set",
        )
    return [Complaint(label, text, remedy, rejects=False)]


def _what(names: Sequence[str], title: str) -> str:
    """Return a description of the rows, or an empty string if they are not suspicious."""
    if all(map(_PERIODS.fullmatch, names)) or all(map(_YEAR.fullmatch, names)):
        return "periods of one series"
    rest = [word for word in words(title) if word not in _AROUND]
    by_title = bool(rest) and (_SETTING_WORDS | _PART_WORDS).issuperset(rest)
    templates = {_NUMBER.sub("#", name) for name in names}
    has_parts = by_title and not _PART_WORDS.isdisjoint(words(title))
    if has_parts and len(templates) == len(names):
        return f"values of '{title}' on one data set"
    if len(templates) > 1 or any(len(_NUMBER.findall(name)) != 1 for name in names):
        return ""
    template = templates.pop()
    bare = template == "#"
    parts = words(template)
    # In the names of functions and subjects, single letters are also common, as in F1,
    # F2 and F3.
    letter = ""
    if len(parts) == 1 and len(parts[0]) == 1:
        letter = parts[0]
    if _SIGN.search(template):  # for example, "lr=0.1" or "10%"
        return _SETTINGS
    if not letter and not _SETTING_WORDS.isdisjoint(parts):  # for example, "5-shot"
        return _SETTINGS
    if bare and by_title:  # for example, "5" and "10" in a column "epoch"
        return _SETTINGS
    # Examples are the names "p50" and "p90", or the names "10", "20" and "40" in a
    # column without a title.
    may_be_ladder = bool(letter) or (bare and not title)
    if may_be_ladder and _is_ladder(names, letter):
        return _SETTINGS
    return ""


def _is_ladder(names: Sequence[str], letter: str) -> bool:
    """Return whether the numbers in names increase like the levels of a parameter.

    Most steps must be larger than one. The numbers must be round or, after the letter
    "p", percentiles.
    """
    numbers = []
    for name in names:
        text = _NUMBER.findall(name)[0].replace("−", "-").replace(",", ".")
        if len(text) > 1 and text[0] == "0" and text[1].isdigit():
            return False
        numbers.append(float(text))
    steps = [after - before for before, after in pairwise(numbers)]
    if min(steps) <= 0 or sorted(steps)[len(steps) // 2] <= 1:
        return False
    if letter in ("p", "q") and max(numbers) <= 100:
        return True
    return _are_multiples(numbers, 4) or _are_multiples(numbers, 5)


def _are_multiples(numbers: Sequence[float], unit: int) -> bool:
    """Return whether all numbers are multiples of a unit."""
    return all(number % unit == 0 for number in numbers)
