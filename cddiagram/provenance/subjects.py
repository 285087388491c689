"""Recording: from results to a `Provenance`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cddiagram._util import __version__, as_record, content_hash
from cddiagram.provenance.model import Provenance, Subject

if TYPE_CHECKING:
    from cddiagram.comparing import Comparison
    from cddiagram.data import ScoreTable
    from cddiagram.stats import Assumptions

#: The names of data sets are written down up to this many characters of JSON together:
#: some 300 short ones.
_LONGEST_NAMES = 4000

#: What takes part always. Scipy is loaded for some tests only, or by others: a record
#: that depended on it would differ from session to session. So would one of matplotlib
#: where it is loaded, but draws nothing.
_PACKAGES = ("numpy",)


def provenance_of(
    made: str,
    subjects: Any,
    *,
    parameters: Mapping[str, Any] | None = None,
    packages: Sequence[str] = _PACKAGES,
) -> Provenance:
    """Record how a figure or a report is made; the same for the same input in every
    process.

    `made` is what makes it ("plot_cd", "report", ...), `subjects` the results that it
    is made from: one, a sequence, or a mapping with titles as keys; `parameters` are
    its options that differ from their defaults. The versions of `packages` are recorded
    if they are loaded: what matplotlib measures or draws names it, nothing else.
    """
    loaded = {
        name: getattr(sys.modules.get(name), "__version__", None)
        for name in sorted(packages)
    }
    return Provenance(
        made=made,
        version=__version__,
        packages={
            name: str(version)
            for name, version in loaded.items()
            if version is not None
        },
        subjects=tuple(_recorded(subjects)),
        parameters=as_record(parameters or {}),
    )


def _recorded(subjects: Any) -> list[Subject]:
    fields = fields_of(subjects)
    if fields:
        return [_subject(**fields)]
    if isinstance(subjects, Mapping):
        return [
            replace(s, title=str(title))
            for title, result in subjects.items()
            for s in _recorded(result)
        ]
    if isinstance(subjects, Iterable) and not isinstance(subjects, str):
        return [subject for result in subjects for subject in _recorded(result)]
    raise TypeError(
        f"a {type(subjects).__name__} has no provenance: give a result of cddiagram."
    )


def fields_of(result: Any) -> dict[str, Any]:
    """Return the fields of the `Subject` of one result, which may say them itself;
    empty for anything else.

    ``datasets`` are all names, ``reading`` holds the sources as well.
    """
    names = (ancestor.__name__ for ancestor in type(result).__mro__)
    describe = next((_DESCRIBERS[name] for name in names if name in _DESCRIBERS), None)
    if describe is not None:
        return describe(result)
    return dict(result._provenance_()) if hasattr(result, "_provenance_") else {}


def _subject(
    *,
    datasets: tuple[str, ...] | None = None,
    decisions: Mapping[str, Any] | None = None,
    reading: Mapping[str, Any] | None = None,
    **said: Any,
) -> Subject:
    """Make the subject: names sorted, as the order of rows changes nothing, and none if
    they are too many.
    """
    options = dict(reading or {})
    return Subject(
        datasets=None
        if datasets is None or len(json.dumps(datasets)) > _LONGEST_NAMES
        else tuple(sorted(datasets)),
        decisions=as_record(decisions or {}),
        sources=tuple(options.pop("sources", ())),
        reading=as_record(options),
        **said,
    )


def _comparison(comparison: Comparison) -> dict[str, Any]:
    pairs = comparison.pairwise
    decisions: dict[str, Any] = {
        "pair_test": pairs.pair_test,
        "p_adjust": pairs.p_adjust,
        "n_hypotheses": pairs.n_hypotheses,
        "alpha": comparison.alpha,
        "method": comparison.method,
        "test": comparison.test,
        **{option: str(value) for option, value in comparison.choices.items()},
    }
    if comparison.control is not None:
        decisions |= {
            "control": comparison.control,
            "control_chosen": comparison.control_chosen,
        }
    if comparison.table is not None:
        decisions["ranking"] = comparison.ranking.kind
        if comparison.plan.tie_correction is True and comparison.omnibus:
            decisions["omnibus_tie_correction"] = True
        return {**_table(comparison.table), "decisions": decisions}
    if (
        comparison.test_results.given is not None
        and comparison.critical_difference is not None
    ):
        decisions["critical_difference"] = (
            comparison.critical_difference
        )  # it was given, not computed
    known = {
        "n": comparison.n_datasets or 0,
        "k": len(comparison.algorithms),
        "algorithms": comparison.algorithms,
    }
    return {
        "kind": comparison.made_from,
        "sha256": _pvalues_hash(comparison),
        "decisions": decisions,
        **known,
    }


def _pvalues_hash(comparison: Comparison) -> str:
    """Hash average ranks, then the p-values row by row, algorithms in the order of
    their names.
    """
    order = sorted(
        range(len(comparison.algorithms)), key=comparison.algorithms.__getitem__
    )
    ranks, pvalues = (
        comparison.ranking.average_ranks.tolist(),
        comparison.pairwise.pvalue.tolist(),
    )
    head = {"what": comparison.made_from, "algorithms": sorted(comparison.algorithms)}
    return content_hash(
        head,
        [*(ranks[i] for i in order), *(pvalues[i][j] for i in order for j in order)],
    )


def _table(table: ScoreTable) -> dict[str, Any]:
    fields = (
        "sha256",
        "n",
        "k",
        "algorithms",
        "datasets",
        "higher_is_better",
        "reading",
    )
    counts = {
        "dropped": len(table.dropped),
        "dropped_algorithms": len(table.dropped_algorithms),
    }
    return {
        "kind": "scores",
        **counts,
        "missing": table.touched,
        **{name: getattr(table, name) for name in fields},
    }


def _assumptions(assumptions: Assumptions) -> dict[str, Any]:
    columns = dict(
        zip(assumptions.algorithms, assumptions.scores.T.tolist(), strict=True)
    )
    n, k = assumptions.scores.shape
    known = {
        "n": n,
        "k": k,
        "algorithms": assumptions.algorithms,
        "reading": assumptions.reading,
    }
    decisions = {"center": assumptions.levene.center}
    decisions |= (
        {"differences from": assumptions.reference} if assumptions.reference else {}
    )
    return {
        "kind": "distributions",
        "sha256": distributions_hash(columns),
        "decisions": decisions,
        **known,
    }


def distributions_hash(columns: Mapping[str, Iterable[float]]) -> str:
    """Hash the scores of each algorithm, ascending, algorithms in the order of their
    names.
    """
    head = {"what": "distributions", "algorithms": sorted(columns)}
    return content_hash(
        head, [score for name in sorted(columns) for score in sorted(columns[name])]
    )


#: Class of a result -> the fields of its subject. By name: a figure of one kind need
#: not load the code of the others.
_DESCRIBERS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "Comparison": _comparison,
    "Assumptions": _assumptions,
    "ScoreTable": _table,
}
