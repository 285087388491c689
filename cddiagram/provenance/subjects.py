"""Functions that create the `Provenance` of results."""

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

#: The names of all data sets are recorded only if their JSON representation has at most
#: this many characters. This is sufficient for about 300 short names.
_LONGEST_NAMES = 4000

#: The packages whose versions are always recorded. SciPy is loaded only for some tests,
#: and matplotlib may be loaded even if nothing is drawn. If other packages were always
#: recorded, records would differ between sessions.
_PACKAGES = ("numpy",)


def provenance_of(
    made: str,
    subjects: Any,
    *,
    parameters: Mapping[str, Any] | None = None,
    packages: Sequence[str] = _PACKAGES,
) -> Provenance:
    """Create a record of how a figure or a report was created.

    Parameters
    ----------
    made : str
        The name of the function, such as ``"plot_cd"`` or ``"report"``.
    subjects : result, sequence or mapping
        A result, a sequence of results, or a mapping of titles to results.
    parameters : mapping, optional
        The options that differ from their defaults.
    packages : sequence of str
        The packages that are used. The version of each package is recorded if the
        package is loaded.
    """
    versions = {}
    for name in sorted(packages):
        version = getattr(sys.modules.get(name), "__version__", None)
        if version is not None:
            versions[name] = str(version)
    return Provenance(
        made=made,
        version=__version__,
        packages=versions,
        subjects=tuple(_recorded(subjects)),
        parameters=as_record(parameters or {}),
    )


def _recorded(subjects: Any) -> list[Subject]:
    fields = fields_of(subjects)
    if fields:
        return [_subject(**fields)]
    records: list[Subject] = []
    if isinstance(subjects, Mapping):
        for title, result in subjects.items():
            for subject in _recorded(result):
                records.append(replace(subject, title=str(title)))
        return records
    if isinstance(subjects, Iterable) and not isinstance(subjects, str):
        for result in subjects:
            records += _recorded(result)
        return records
    raise TypeError(
        f"a {type(subjects).__name__} has no provenance. Pass a cddiagram result."
    )


def fields_of(result: Any) -> dict[str, Any]:
    """Return the fields of the `Subject` for a result.

    In the returned dict, ``datasets`` contains the names of all data sets in their
    original order, and ``reading`` also contains the names of the source files. The
    dict is empty for objects that are not results.
    """
    for ancestor in type(result).__mro__:
        if ancestor.__name__ in _DESCRIBERS:
            return _DESCRIBERS[ancestor.__name__](result)
    if hasattr(result, "_provenance_"):
        return dict(result._provenance_())
    return {}


def _subject(
    *,
    datasets: tuple[str, ...] | None = None,
    decisions: Mapping[str, Any] | None = None,
    reading: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Subject:
    """Return a subject with these fields.

    The names of the data sets are sorted, because the order of the rows has no effect.
    They are omitted if they are too long.
    """
    if datasets is not None:
        is_short = len(json.dumps(datasets)) <= _LONGEST_NAMES
        datasets = tuple(sorted(datasets)) if is_short else None
    options = dict(reading or {})
    sources = tuple(options.pop("sources", ()))
    return Subject(
        datasets=datasets,
        decisions=as_record(decisions or {}),
        sources=sources,
        reading=as_record(options),
        **fields,
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
        # The caller specified this critical difference.
        decisions["critical_difference"] = comparison.critical_difference
    return {
        "kind": comparison.made_from,
        "sha256": _pvalues_hash(comparison),
        "decisions": decisions,
        "n": comparison.n_datasets or 0,
        "k": len(comparison.algorithms),
        "algorithms": comparison.algorithms,
    }


def _pvalues_hash(comparison: Comparison) -> str:
    """Return the hash of the average ranks and the p-values of a comparison.

    The p-values follow the average ranks in row-major order. The algorithms are sorted
    by name.
    """
    names = comparison.algorithms
    order = sorted(range(len(names)), key=names.__getitem__)
    numbers = comparison.ranking.average_ranks[order].tolist()
    for row in comparison.pairwise.pvalue[order].tolist():
        numbers += [row[j] for j in order]
    head = {"what": comparison.made_from, "algorithms": sorted(names)}
    return content_hash(head, numbers)


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
    decisions = {"center": assumptions.levene.center}
    if assumptions.reference:
        decisions["differences from"] = assumptions.reference
    return {
        "kind": "distributions",
        "sha256": distributions_hash(columns),
        "decisions": decisions,
        "n": n,
        "k": k,
        "algorithms": assumptions.algorithms,
        "reading": assumptions.reading,
    }


def distributions_hash(columns: Mapping[str, Iterable[float]]) -> str:
    """Return the hash of the sorted scores of each algorithm.

    The algorithms are sorted by name.
    """
    names = sorted(columns)
    scores: list[float] = []
    for name in names:
        scores += sorted(columns[name])
    return content_hash({"what": "distributions", "algorithms": names}, scores)


#: Maps the name of a result class to the function that returns the fields to record for
#: such a result. Classes are identified by their names, so that the classes of other
#: results need not be loaded.
_DESCRIBERS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "Comparison": _comparison,
    "Assumptions": _assumptions,
    "ScoreTable": _table,
}
