"""Names that contain the number of a fold, seed or run: "iris_fold1", "SVM (seed 2)", "iris-5-1tst"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_WORDS = (
    "inner|outer|fold|cv|seed|run|rep|repeat|repetition|replicate|replication|split|trial|resample|lauf|durchlauf"
    "|semilla|graine|repetición|durchgang"
)
_BETWEEN = r"[\s_\-./#(\[,:@|~+]*"
_SUFFIX = re.compile(
    rf"(?P<stem>.*?\w[)\]]?){_BETWEEN}(?:(?<![^\W_])|(?-i:(?<=[A-Za-z0-9])(?=[A-Z][a-z])))"
    rf"(?P<word>{_WORDS})[\s_\-.#=:]*(?P<number>\d+|(?<=[\s_\-.#=:])[a-z])"
    r"(?:[\s_\-/]*(?:of)?[\s_\-/]*\d+)?[)\]]?",
    flags=re.IGNORECASE,
)
_PREFIX = re.compile(
    rf"[(\[]?(?P<word>{_WORDS})[\s_\-.#=:]*(?P<number>\d+)[)\]]?[\s_\-./#:,]+(?P<stem>\S.*)",
    flags=re.IGNORECASE,
)
#: Files of KEEL: iris-5-1tra is the training part of fold 1 of 5.
_KEEL = re.compile(r"(?P<stem>.+)-(?P<word>\d+)-(?P<number>\d+)(?:tra|tst|dobscv)?(?:\.dat)?")
_KEEL_PART = re.compile(r"(?:tra|tst)(?:\.dat)?$")
#: A number behind a name, perhaps with the first letter of a word in front: "SVM_s1", "iris/1".
_BARE = re.compile(r"(?P<stem>.*?\S)[\s_\-./#(\[]+(?P<word>[srfk]?)(?P<number>\d{1,3})[)\]]?")
#: A number with a point is a version or a parameter: "v1.1", "C 0.5".
_VERSION = re.compile(r"\d\.\d+$")
_ANY_WORD = re.compile(rf"(?:{_WORDS})(?:[\s_\-.#=:]*\d|[\s_\-.#=:][a-z]\b)|\d(?:tra|tst)", flags=re.IGNORECASE)
#: Names of more rows are not looked at for bare numbers.
_MOST_BARE = 5000


@dataclass(frozen=True)
class RunName:
    """A name divided into what it names and which run it is."""

    stem: str
    run: str


def run_name(name: str) -> RunName | None:
    """Divide a name that states a fold, seed or run; None for any other.

    >>> run_name("iris_fold1"), run_name("SVM (seed 2)").stem, run_name("iris-5-1tst").stem
    (RunName(stem='iris', run='fold 1'), 'SVM', 'iris')
    >>> run_name("segment-3"), run_name("fold 1"), run_name("overrun 2")
    (None, None, None)
    """
    match = _SUFFIX.fullmatch(name) or _PREFIX.fullmatch(name)
    if match is None and _KEEL_PART.search(name):
        match = _KEEL.fullmatch(name)
    if match is None:
        return None
    stem = match["stem"].rstrip(" _-./#([,:@|~+")
    return RunName(stem, f"{match['word'].lower()} {match['number']}") if stem else None


def runs_by_stem(names: Sequence[str]) -> dict[str, list[str]]:
    """Return the names that are runs, by what they are runs of; only what has several runs."""
    if not _ANY_WORD.search("\n".join(names)):
        return {}
    stems: dict[str, list[str]] = {}
    for name in names:
        divided = run_name(name)
        if divided is not None:
            stems.setdefault(divided.stem, []).append(name)
    return {stem: its for stem, its in stems.items() if len(its) > 1}


def bare_runs(names: Sequence[str]) -> dict[str, list[str]]:
    """Return names that are perhaps runs: each of several stems with the same consecutive numbers."""
    if not 4 <= len(names) <= _MOST_BARE:
        return {}
    stems: dict[str, list[str]] = {}
    numbers: dict[str, list[tuple[str, int]]] = {}
    for name in names:
        match = _BARE.fullmatch(name)
        if match is None or _VERSION.search(name):
            return {}
        stems.setdefault(match["stem"], []).append(name)
        numbers.setdefault(match["stem"], []).append((match["word"], int(match["number"])))
    first = sorted(next(iter(numbers.values())))
    counts = [number for _, number in first]
    consecutive = counts == list(range(counts[0], counts[0] + len(counts))) and counts[0] in (0, 1)
    alike = all(sorted(its) == first for its in numbers.values())
    return stems if len(stems) > 1 and len(first) > 1 and alike and consecutive else {}


def renamed_twins(names: Iterable[str]) -> dict[str, str]:
    """Return the names to which pandas added a number because they stood there before."""
    known = set(names)
    twins = {}
    for name in known:
        head, dot, number = name.rpartition(".")
        if dot and number.isdigit() and head in known and not head.rpartition(".")[2].isdigit():
            twins[name] = head
    return twins
