"""The same scores compared by all rankings of G10."""

from __future__ import annotations

from cddiagram.comparison import Comparison
from cddiagram.plan import OF_MEANS
from cddiagram.testing.compare import compare

#: The rankings of G10, in its order.
RANKING_KINDS = ("friedman", "aligned", "quade")


def compare_rankings(comparison: Comparison) -> dict[str, Comparison]:
    """Compare the same scores on all rankings of G10: Friedman, aligned ranks, Quade.

    Parameters
    ----------
    comparison : Comparison
        The finished comparison: its table, control, level, and variance of aligned and Quade ranks are used.

    Returns
    -------
    dict of str to Comparison
        Ranking -> its comparison, decided by the same procedure where it has a meaning for that ranking, otherwise by
        the default; the given comparison itself for its own ranking. Empty without a table.

    Examples
    --------
    >>> import cddiagram as cd
    >>> found = compare_rankings(cd.compare(cd.load_example("garcia2010-table3"), control="PDFC"))
    >>> {kind: other.ranking.average_ranks.round(2).tolist()[0] for kind, other in found.items()}
    {'friedman': 1.77, 'aligned': 29.35, 'quade': 1.39}
    """
    table = comparison.table
    if table is None:
        return {}
    on_ranks = comparison.pairwise.pair_test == "ranks"
    options = dict(comparison.pairwise.options)
    p_adjust = comparison.pairwise.p_adjust
    if p_adjust in ("nemenyi", *OF_MEANS) or comparison.pairwise.pair_test == "multiple-sign":
        p_adjust = "auto"
    variance = options.get("variance", "permutation") if on_ranks else "permutation"
    ties = options.get("tie_correction") if on_ranks else None
    found = {}
    for kind in RANKING_KINDS:
        if kind == comparison.ranking.kind and on_ranks:
            found[kind] = comparison
            continue
        fits = kind == "quade" or (kind == "aligned" and variance != "conover")
        found[kind] = compare(
            table,
            ranking=kind,
            control="best" if comparison.control_chosen == "after" else comparison.control,
            p_adjust=p_adjust,
            alpha=comparison.alpha,
            rom_critical=options.get("rom_critical", "exact"),
            bh_monotone=options.get("bh_monotone") != "False",
            variance=variance if fits else "permutation",
            tie_correction=None if ties is None else ties == "True",
        )
    return found
