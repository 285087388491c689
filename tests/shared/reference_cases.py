"""Comparisons with stated ranks and decisions for the figures that hold all algorithms
against one.
"""

from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace

import numpy as np
from hypothesis import strategies as st
from random_inputs import random_name, random_ranks

from cddiagram.comparing import make_plan

NAN = float("nan")


@dataclass(frozen=True, kw_only=True)
class Stated:
    """A comparison as far as these figures read it.

    `pvalues` is (k, k) with NaN where nothing was tested; `differences` maps alpha to
    the critical difference there.
    """

    names: tuple[str, ...]
    ranks: tuple[float, ...]
    pvalues: tuple[tuple[float, ...], ...]
    differences: tuple[tuple[float, float], ...] = ()
    alpha: float = 0.05
    control: str | None = None
    control_chosen: str | None = None
    test: str = "Nemenyi"
    kind: str = "friedman"
    table: None = None

    @property
    def order(self):
        return sorted(
            range(len(self.names)), key=lambda i: (round(self.ranks[i], 9), i)
        )

    @property
    def reference(self):
        """Column of the control, else of the best."""
        return self.order[0] if self.control is None else self.names.index(self.control)

    @property
    def algorithms(self):
        return self.names

    @property
    def ranking(self):
        return SimpleNamespace(kind=self.kind, average_ranks=self.ranks, ranks=None)

    plan, choices = make_plan(), {}

    @property
    def pairwise(self):
        decided = {"pair_test": "ranks", "p_adjust": "nemenyi"}
        return SimpleNamespace(pvalue_adjusted=np.array(self.pvalues), **decided)

    @property
    def critical_difference(self):
        return dict(self.differences).get(self.alpha)

    @property
    def difference_bounds(self):
        return self.critical_difference, self.critical_difference

    test_results = SimpleNamespace(law=None)
    method = "given"
    groups, groups_complete, not_different = (), True, ()

    def different(self):
        with np.errstate(invalid="ignore"):
            return np.array(self.pvalues) <= self.alpha

    def at(self, alpha):
        return replace(self, alpha=alpha)


def stated(ranks, p_of, *, control=None, **fields):
    """Make a comparison from {name: rank} and a rule for the p-values of two names; a
    control leaves the rest out.
    """
    names = tuple(ranks)
    pvalues = tuple(
        tuple(
            NAN if a == b or (control and control not in (a, b)) else p_of(a, b)
            for b in names
        )
        for a in names
    )
    chosen = "before" if control else None
    return Stated(
        names=names,
        ranks=tuple(ranks.values()),
        pvalues=pvalues,
        control=control,
        control_chosen=chosen,
        **fields,
    )


def by_difference(ranks, differences, **fields):
    """Pairs differ at an alpha where their ranks are more than its critical difference
    apart.
    """
    levels = sorted(differences)

    def p_of(a, b):
        gap = abs(ranks[a] - ranks[b])
        return next((alpha for alpha in levels if gap > differences[alpha] + 1e-9), 1.0)

    return stated(ranks, p_of, differences=tuple(differences.items()), **fields)


@st.composite
def subjects(draw, *, with_difference=None):
    """Draw (comparison, alphas); `with_difference` fixes whether there is a critical
    difference.
    """
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    k = draw(st.one_of(st.integers(2, 60), st.integers(2, 16)))
    ranks = random_ranks(
        rng,
        k,
        draw(st.sampled_from(["uniform", "ties", "clusters", "equal", "narrow"])),
    )
    names = []
    while len(names) < k:
        name = random_name(rng)
        if name not in names:
            names.append(name)
    kind = draw(st.sampled_from(["friedman", "friedman", "aligned", "quade"]))
    if kind == "aligned":
        ranks = [rank * 11.5 for rank in ranks]
    alphas = rng.sample((0.05, 0.10, 0.01, 0.001), draw(st.integers(1, 3)))
    control = rng.choice([None, *names])
    fields = {"alpha": alphas[0], "kind": kind, "control": control}
    test = rng.choice(
        (
            "Nemenyi",
            "Wilcoxon–Holm",
            "Friedman ranks, Bergmann–Hommel",
            "Bonferroni–Dunn",
        )
    )
    named = dict(zip(names, ranks, strict=True))
    if draw(st.booleans()) if with_difference is None else with_difference:
        widest = rng.choice((0.05, 0.25, 0.5, 1.2)) * max(ranks) * rng.uniform(0.3, 1.0)
        differences = {alpha: widest * (1.2 - alpha) for alpha in alphas}
        return by_difference(named, differences, test=test, **fields), tuple(alphas)
    p = {
        frozenset((a, b)): rng.choice((0.0005, 0.004, 0.03, 0.07, 0.5))
        for a in names
        for b in names
        if a != b
    }
    return stated(named, lambda a, b: p[frozenset((a, b))], test=test, **fields), tuple(
        alphas
    )


OPTIONS = st.fixed_dictionaries(
    {
        "width": st.sampled_from([3.3, 5.0, 6.75]),
        "font_size": st.sampled_from([7.0, 8.0, 9.0, 10.0]),
    },
    optional={
        "show_ranks": st.just(False),
        "show_direction": st.just(False),
        "note": st.sampled_from(
            [
                None,
                "A longer note than most, which has to be broken over lines in a "
                "column",
            ]
        ),
        "title": st.just("A title"),
        "wrap": st.just(True),
    },
)
