"""Tables in which scores are missing: what is done about them while they are read, by
one of six policies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from cddiagram._util import BoolArray, Exact, IntArray
from cddiagram.procedures import LIKE
from cddiagram.text import InputError, Option, Phrase, choose_from, listed, phrase

#: What may be done about missing scores, for messages that refuse them.
POLICIES = Phrase(
    "pass ",
    Option("missing", "drop"),
    " to leave such data sets out ('drop-algorithms', 'worst', 'like:NAME' and "
    "'available' keep them)",
)

#: The same on the folds of one data set, which all count: none can be left out or made
#: up.
EVERY_FOLD = Phrase(
    "complete it, or leave the algorithm out: every fold needs a score of each"
)


def settle(
    scores: Exact,
    gaps: BoolArray,
    missing: str,
    algorithms: Sequence[str],
    datasets: Sequence[str],
    higher_is_better: bool,
    *,
    holder: str,
) -> tuple[dict[str, Any], tuple[IntArray, ...]]:
    """Act on the gaps of scores (n, k), none or some; `holder` names the table in
    messages.

    Returns fields of the `ScoreTable`, with a note of what was done, and the rows and
    columns that stay, as an index of arrays. Data sets without two scores say nothing
    about any pair: they are left out where nothing is put in.
    """
    if not gaps.any():
        missing = "error"  # nothing was done
    (n, k), filled = gaps.shape, missing == "worst" or missing.startswith(LIKE)
    columns = np.arange(k)
    out: BoolArray = np.zeros(n, dtype=bool)
    source: IntArray = np.broadcast_to(columns, gaps.shape)
    if missing == "drop":
        out = np.asarray(gaps.any(axis=1))
    elif missing == "drop-algorithms":
        columns = np.flatnonzero(~gaps.any(axis=0))
    elif missing == "available":
        out = (~gaps).sum(axis=1) < 2
    elif filled:
        out = np.asarray(gaps.all(axis=1))
        if missing == "worst":
            instead = np.where(
                gaps, np.inf, scores.values if higher_is_better else -scores.values
            ).argmin(axis=1)
        else:
            instead = np.full(
                n,
                _baseline(
                    gaps, missing.removeprefix(LIKE), algorithms, datasets, holder
                ),
            )
        source = np.where(gaps, instead[:, np.newaxis], columns)
    rows = np.flatnonzero(~out)
    if min(len(rows), len(columns)) < 2:
        raise InputError(
            _too_few(gaps, missing, algorithms, len(rows), len(columns), holder)
        )
    values = (
        np.take_along_axis(scores.values, source, axis=1)
        if filled
        else np.where(gaps, np.nan, scores.values)
    )
    whole = scores.given and scores.given.each(
        lambda numbers: np.take_along_axis(numbers, source, axis=1)
    )
    kept = np.ix_(rows, columns)
    fields = {
        "scores": values[kept],
        "whole": whole and whole.take(kept),
        "algorithms": tuple(algorithms[j] for j in columns.tolist()),
        "datasets": tuple(datasets[i] for i in rows.tolist()),
        "dropped": tuple(datasets[i] for i in np.flatnonzero(out).tolist()),
        "dropped_algorithms": tuple(
            name for j, name in enumerate(algorithms) if j not in columns
        ),
        "missing": missing,
        "filled": gaps[kept] & filled,
        "incomplete": tuple(
            datasets[i] for i in np.flatnonzero(gaps.any(axis=1) & ~out).tolist()
        ),
        "notes": ()
        if missing == "error"
        else (_note(gaps, missing, algorithms, datasets, out),),
    }
    return fields, kept


def runs_left_out(gaps: BoolArray, runs: IntArray) -> tuple[str, ...]:
    """Say how many runs do not count as others of their score are missing; `runs` (n,
    k) are those that exist.
    """
    parts = runs[gaps & (runs > 0)].tolist()
    if not parts:
        return ()
    scores = (
        "1 score with a missing run counts"
        if len(parts) == 1
        else f"{len(parts)} scores with a missing run count"
    )
    left = "other run is" if sum(parts) == 1 else f"{sum(parts)} other runs are"
    return (
        f"{scores} as missing: {'its' if len(parts) == 1 else 'their'} {left} left "
        "out.",
    )


def _baseline(
    gaps: BoolArray,
    name: str,
    algorithms: Sequence[str],
    datasets: Sequence[str],
    holder: str,
) -> int:
    """Return the column whose scores are put in; refuse one that has not all."""
    if name not in algorithms:
        raise InputError(f"{holder}: ", choose_from("algorithm", name, algorithms))
    at = algorithms.index(name)
    if gaps[:, at].any():
        itself = (
            f"the baseline '{name}' has no score on "
            f"'{datasets[int(gaps[:, at].argmax())]}' itself"
        )
        complete = f"{holder}: {itself}: name one that is complete, or read with "
        raise InputError(complete, Option("missing", "worst"), ".")
    return at


def _too_few(
    gaps: BoolArray,
    missing: str,
    algorithms: Sequence[str],
    n: int,
    k: int,
    holder: str,
) -> Phrase:
    """Say that a policy leaves nothing to compare, and what would."""
    often = Counter(np.nonzero(gaps)[1].tolist())
    worst = listed(
        algorithms[j]
        for j in sorted(often, key=lambda j: (-often[j], algorithms[j]))[:3]
    )
    if missing == "drop-algorithms":
        has = (
            f"{holder}: {k} of {len(algorithms)} algorithms "
            f"{'has' if k == 1 else 'have'} a score on every data set: "
        )
        return Phrase(has, "read with ", Option("missing", "drop"), " or 'available'.")
    needs = "every algorithm" if missing == "drop" else "two algorithms or more"
    has = (
        f"{holder}: {n} of {len(gaps)} data sets {'has' if n == 1 else 'have'} a "
        f"score of {needs}: "
    )
    return Phrase(has, "exclude the algorithms that miss many, first ", worst, ".")


def _note(
    gaps: BoolArray,
    missing: str,
    algorithms: Sequence[str],
    datasets: Sequence[str],
    out: BoolArray,
) -> str:
    """Say what was done about the gaps, and to which names."""
    n, k = gaps.shape
    gone = listed([datasets[i] for i in np.flatnonzero(out).tolist()], limit=60)
    if missing == "drop":
        return phrase(
            "{} of {} data sets dropped for missing scores: {}.",
            str(out.sum()),
            str(n),
            gone,
        )
    if missing == "drop-algorithms":
        without = np.flatnonzero(gaps.any(axis=0))
        names = listed([algorithms[j] for j in without.tolist()], limit=60)
        return phrase(
            "{} of {} algorithms dropped for missing scores: {}.",
            str(len(without)),
            str(k),
            names,
        )
    inside, left = gaps[~out], int(out.sum())
    count, where = int(inside.sum()), int(inside.any(axis=1).sum())
    many = (
        f"{count} score{'' if count == 1 else 's'} on {where} of {n} data sets "
        f"{'is' if count == 1 else 'are'} missing"
    )
    done = Phrase("each pair is compared on the data sets that both have")
    if missing == "worst":
        done = Phrase("failures count as the worst score of their data set")
    elif missing != "available":
        done = Phrase(
            "failures count as the score of ",
            listed([missing.removeprefix(LIKE)]),
            " on their data set",
        )
    few = "fewer than two scores" if missing == "available" else "no score"
    less = phrase(
        f"; {left} data set{'' if left == 1 else 's'} with {few} left out: {{}}", gone
    )
    return phrase("{}: {}{}.", many, done, less if left else "")
