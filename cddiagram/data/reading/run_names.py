"""Detection of names with the number of a fold, seed or run, such as "iris_fold1" and
"SVM (seed 2)".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cddiagram._util.lazy import lazy_pattern

_WORDS = (
    "inner|outer|fold|cv|seed|run|rep|repeat|repetition|replicate|replication|split|trial|resample|lauf|durchlauf"
    "|semilla|graine|repetición|durchgang"
)
_BETWEEN = r"[\s_\-./#(\[,:@|~+]*"
_SUFFIX = lazy_pattern(
    rf"(?P<stem>.*?\w[)\]]?){_BETWEEN}(?:(?<![^\W_])|(?-i:(?<=[A-Za-z0-9])(?=[A-Z][a-z]))|(?=seed))"
    rf"(?P<word>{_WORDS})[\s_\-.#=:]*(?P<number>\d+|(?<=[\s_\-.#=:])(?:[a-z]|[ivx]+))"
    r"(?:[\s_\-/]*(?:of)?[\s_\-/]*\d+)?[)\]]?",
    flags=re.IGNORECASE,
)
_PREFIX = lazy_pattern(
    rf"[(\[]?(?P<word>{_WORDS})[\s_\-.#=:]*(?P<number>\d+)[)\]]?[\s_\-./#:,]+(?P<stem>\S.*)",
    flags=re.IGNORECASE,
)
_MIDDLE = lazy_pattern(
    rf"(?P<stem>.*?\w)[\s_\-./]+(?P<word>{_WORDS})[\s_\-.#=:]*(?P<number>\d+)[\s_\-./:]+(?P<rest>[^\W\d].*)",
    flags=re.IGNORECASE,
)
#: The pattern for the names of files from the KEEL repository. For example, iris-5-1tra
#: is the training part of fold 1 of 5.
_KEEL = lazy_pattern(
    r"(?P<stem>.+)-(?P<word>\d+)-(?P<number>\d+)(?:tra|tst|dobscv)?(?:\.dat)?"
)
_KEEL_PART = lazy_pattern(r"(?:tra|tst)(?:\.dat)?$")
#: The pattern for a number at the end of a name, as in "iris/1" and "BERT@42". The
#: number may follow the first letter of a word such as "seed", as in "SVM_s1".
_BARE = lazy_pattern(
    r"(?P<stem>.*?[^\s_\-./#(\[@:~=])(?P<mark>[\s_\-./#(\[@:~=]+)(?P<word>[srfkt]?)(?P<number>\d{1,10})(?P<unit>[kKM]?)[)\]]?"
)
#: The pattern for a number that directly follows a name, as in "BERT1".
_JOINED = lazy_pattern(
    r"(?P<stem>.*?[^\W\d_])(?P<mark>)(?P<word>)(?P<number>\d{1,3})(?P<unit>)"
)
#: The pattern for a number at the beginning of a name, as in "s0.GCN" and "1_GCN".
_IN_FRONT = lazy_pattern(
    r"(?P<word>s?)(?P<number>\d{1,3})(?P<unit>)(?P<mark>[_./:]+)(?P<stem>[^\W\d].*)"
)
#: The pattern for a date at the beginning of a name.
_DATE_IN_FRONT = lazy_pattern(
    r"20\d\d[-_.]?\d\d[-_.]?\d\d(?:[T_\- "
    r"]\d\d[-:]?\d\d(?:[-:]?\d\d)?)?[\s_\-./]+(?P<stem>.*\S)"
)
#: Signs that often precede the number of a run but rarely precede other numbers.
_MARKS = frozenset("@#")
#: Numbers that are often used as seeds but rarely used as sizes.
_SEEDS = frozenset(
    [13, 42, 123, 137, 1234, 1337, 12345, 31337, 123456, *range(2019, 2031)]
)
#: A number with a decimal point denotes a version or a parameter, as in "v1.1" and "C
#: 0.5".
_VERSION = lazy_pattern(r"\d\.\d+$")
_ANY_WORD = lazy_pattern(
    rf"(?:{_WORDS})(?:[\s_\-.#=:]*\d|[\s_\-.#=:][a-z]\b)|\d(?:tra|tst)",
    flags=re.IGNORECASE,
)
#: At most this many names are searched for numbers that do not follow a word such as
#: "run".
_MOST_BARE = 5000


@dataclass(frozen=True)
class RunName:
    """A name that is divided into its stem and its run."""

    stem: str
    run: str


def run_name(name: str) -> RunName | None:
    """Divide a name that contains a fold, seed or run. Return None for other names.

    >>> run_name("iris_fold1")
    RunName(stem='iris', run='fold 1')
    >>> run_name("SVM (seed 2)").stem, run_name("iris-5-1tst").stem
    ('SVM', 'iris')
    >>> run_name("segment-3"), run_name("fold 1"), run_name("overrun 2")
    (None, None, None)
    """
    match = _SUFFIX.fullmatch(name) or _PREFIX.fullmatch(name)
    middle = None if match else _MIDDLE.fullmatch(name)
    if middle is not None:  # for example, "GCN run1 acc"
        run = f"{middle['word'].lower()} {middle['number']}"
        return RunName(f"{middle['stem']} {middle['rest']}", run)
    if match is None and _KEEL_PART.search(name):
        match = _KEEL.fullmatch(name)
    if match is None:
        return None
    stem = match["stem"].rstrip(" _-./#([,:@|~+")
    if stem:
        return RunName(stem, f"{match['word'].lower()} {match['number']}")
    return None


def runs_by_stem(names: Sequence[str]) -> dict[str, list[str]]:
    """Return the names that denote runs, grouped by their stems. Stems with a single
    run are omitted.
    """
    if not _ANY_WORD.search("\n".join(names)):
        return {}
    stems: dict[str, list[str]] = {}
    for name in names:
        divided = run_name(name)
        if divided is not None:
            stems.setdefault(divided.stem, []).append(name)
    return _with_several(stems)


def _with_several(stems: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the stems that have several names."""
    return {stem: names for stem, names in stems.items() if len(names) > 1}


def perhaps_runs(names: Sequence[str], *, joined: bool = False) -> dict[str, list[str]]:
    """Return names that may denote runs, grouped by their stems, if all stems have the
    same numbers.

    Consecutive numbers from 0 or 1 are considered runs if there are several stems.
    Other numbers are considered runs if they follow "@", "#" or an "s", as in "BERT@42"
    and "SVM_s7", or if one of them is a common seed. If `joined` is true, three or more
    numbers may also follow directly after the stem, as in "BERT1", "BERT2" and "BERT3".

    >>> perhaps_runs(["A@7", "A@9", "B@7", "B@9"])
    {'A': ['A@7', 'A@9'], 'B': ['B@7', 'B@9']}
    >>> perhaps_runs(["RF-100", "RF-500", "SVM-100", "SVM-500"])
    {}
    """
    if not 2 <= len(names) <= _MOST_BARE:
        return {}
    runs = _numbered(names, _BARE) or _numbered(names, _IN_FRONT) or _dated(names)
    if runs or not joined:
        return runs
    return _numbered(names, _JOINED, fewest=3)


def _dated(names: Sequence[str]) -> dict[str, list[str]]:
    """Return names that consist of different dates and the same stem.

    Examples are "2023-01-05_RF" and "2023-01-06_RF".
    """
    stems: dict[str, list[str]] = {}
    for name in names:
        match = _DATE_IN_FRONT.fullmatch(name)
        if match is None:
            return {}
        stems.setdefault(match["stem"], []).append(name)
    if len(stems) > 1:
        return _with_several(stems)
    return {}


def _numbered(
    names: Sequence[str], pattern: re.Pattern[str], *, fewest: int = 2
) -> dict[str, list[str]]:
    """Return names with numbers that look like runs, grouped by their stems."""
    stems: dict[str, list[str]] = {}
    numbers: dict[str, list[tuple[str, str, int]]] = {}
    for name in names:
        match = None if _VERSION.search(name) else pattern.fullmatch(name)
        if match is not None:
            stem, mark = match["stem"], match["mark"].strip()
            number = (mark, match["word"] + match["unit"], int(match["number"]))
            stems.setdefault(stem, []).append(name)
            numbers.setdefault(stem, []).append(number)
    runs = [sorted(of_stem) for of_stem in numbers.values() if len(of_stem) > 1]
    if not runs or any(others != runs[0] for others in runs) or len(runs[0]) < fewest:
        return {}
    several = _with_several(stems)
    complete = sum(map(len, several.values())) == len(names)
    counts = [number for _, _, number in runs[0]]
    mark, word, _ = runs[0][0]
    # If all names have the same stem, names such as "config #1", "config #2" and
    # "config #3" may be different algorithms.
    if len(several) == 1:
        if complete and len(counts) > 2 and "@" in mark:
            return several
        return {}
    consecutive = counts == list(range(counts[0], counts[0] + len(counts)))
    if complete and consecutive and counts[0] in (0, 1):
        return several
    marked = bool(_MARKS.intersection(mark)) or word == "s"
    seeds = not consecutive and not _SEEDS.isdisjoint(counts)
    if pattern is _BARE and (marked or seeds):
        return several
    return {}


def divided_names(names: Sequence[str], *, joined: bool = False) -> dict[str, RunName]:
    """Divide all names that denote or may denote runs."""
    divided = {}
    rest = []
    for name in names:
        parts = run_name(name)
        if parts is None:
            rest.append(name)
        else:
            divided[name] = parts
    for stem, members in perhaps_runs(rest, joined=joined).items():
        for member in members:
            divided[member] = RunName(stem, member.replace(stem, "", 1))
    return divided


def renamed_twins(names: Iterable[str]) -> dict[str, str]:
    """Return the names to which pandas added a number, together with the original
    names.
    """
    all_names = set(names)
    twins = {}
    for name in all_names:
        original, dot, number = name.rpartition(".")
        if not dot or not number.isdigit() or original not in all_names:
            continue
        if not original.rpartition(".")[2].isdigit():
            twins[name] = original
    return twins
