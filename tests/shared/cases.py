"""What the layout tests draw: cases in numbers, the comparisons made of them, and real
text widths.
"""

import json
import string
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextToPath

from cddiagram.comparing import make_plan

CASES = Path(__file__).parent / "figure_cases"
LETTERS = string.ascii_letters
SYNTHETIC = ("c4a", "c4b", "c5", "c6a", "c6b", "c7", "c8")


@dataclass(frozen=True, kw_only=True)
class Case:
    """What a figure has to say; `alike` holds the pairs of input columns that are not
    significantly different.
    """

    names: tuple[str, ...]
    ranks: tuple[float, ...]
    alike: frozenset = frozenset()
    cd: float | None = None
    control: int | None = None
    alpha: float = 0.05
    test: str = "Nemenyi"
    kind: str = "friedman"
    complete: bool = True

    @property
    def k(self):
        return len(self.names)

    @property
    def order(self):
        return sorted(range(self.k), key=lambda i: (round(self.ranks[i], 9), i))

    @property
    def groups(self):
        """Maximal cliques as tuples of columns, found independently of the package."""
        return () if self.control is not None else _cliques(self.k, self.alike)

    @property
    def comparison(self):
        order = self.order
        place = {column: position for position, column in enumerate(order)}
        groups = [sorted(group, key=place.get) for group in self.groups]
        control = self.control
        return SimpleNamespace(
            algorithms=self.names,
            ranking=SimpleNamespace(
                kind=self.kind, average_ranks=self.ranks, ranks=None
            ),
            groups=tuple(
                SimpleNamespace(algorithms=tuple(self.names[i] for i in group))
                for group in groups
            ),
            groups_complete=self.complete,
            not_different=tuple(
                self.names[i]
                for i in order
                if control is not None and _pair(i, control) in self.alike
            ),
            pairwise=SimpleNamespace(
                pair_test="ranks",
                p_adjust="nemenyi",
                pvalue_adjusted=np.full((self.k, self.k), np.nan),
            ),
            test_results=SimpleNamespace(law=None),
            difference_bounds=(self.cd, self.cd),
            plan=make_plan(),
            method="given",
            table=None,
            choices={},
            critical_difference=self.cd,
            control=None if control is None else self.names[control],
            alpha=self.alpha,
            test=self.test,
            letters=self.letters,
            untested=0,
            different=self.different,
        )

    def different(self):
        """The pairs that are not alike, as a (k, k) array."""
        found = np.ones((self.k, self.k), dtype=bool)
        for i, j in [*((i, i) for i in range(self.k)), *self.alike]:
            found[i, j] = found[j, i] = False
        return found

    @property
    def letters(self):
        """Letters by name, best first: groups from the smallest on go where every pair
        of them is in another one.
        """
        if self.control is not None or not self.complete:
            return None
        place = {column: position for position, column in enumerate(self.order)}
        kept = {tuple(sorted(place[i] for i in group)) for group in self.groups}
        shared = Counter(pair for group in kept for pair in combinations(group, 2))
        for group in sorted(kept, key=lambda group: (len(group), group)):
            pairs = list(combinations(group, 2))
            if min(shared[pair] for pair in pairs) > 1:
                kept.remove(group)
                shared.subtract(pairs)
        grouped = {position for group in kept for position in group}
        columns = sorted(
            [
                *kept,
                *((position,) for position in range(self.k) if position not in grouped),
            ]
        )
        if len(columns) > 52:
            return None
        words = [
            [LETTERS[n] for n, group in enumerate(columns) if position in group]
            for position in range(self.k)
        ]
        return {position: "".join(word) for position, word in enumerate(words)}


def _pair(i, j):
    return (min(i, j), max(i, j))


@cache
def _cliques(k, alike):
    near = [{j for j in range(k) if j != i and _pair(i, j) in alike} for i in range(k)]
    found = []

    def grow(members, candidates, excluded):
        if not candidates and not excluded:
            found.append(tuple(sorted(members)))
            return
        pivot = max(candidates | excluded, key=lambda v: len(near[v] & candidates))
        for v in sorted(candidates - near[pivot]):
            grow(members | {v}, candidates & near[v], excluded & near[v])
            candidates = candidates - {v}
            excluded = excluded | {v}

    grow(frozenset(), frozenset(range(k)), frozenset())
    return tuple(sorted(group for group in found if len(group) > 1))


def case_of(comparison):
    """What a figure of a comparison has to say, from its decisions."""
    names, control = tuple(comparison.algorithms), comparison.control
    different = comparison.different()
    pairs = (
        (i, j)
        for i, j in combinations(range(len(names)), 2)
        if control is None or control in (names[i], names[j])
    )
    return Case(
        names=names,
        ranks=tuple(map(float, comparison.ranking.average_ranks)),
        alike=frozenset((i, j) for i, j in pairs if not different[i, j]),
        cd=comparison.critical_difference,
        control=None if control is None else names.index(control),
        alpha=comparison.alpha,
    )


def within(ranks, cd):
    """Pairs whose average ranks differ by at most a critical difference."""
    k = len(ranks)
    return frozenset(
        (i, j)
        for i in range(k)
        for j in range(i + 1, k)
        if abs(ranks[i] - ranks[j]) <= cd + 1e-9
    )


def load(key):
    return json.loads((CASES / f"{key}.json").read_text(encoding="utf-8"))


@cache
def case(key, test):
    """One of the cases of the figures' specification: test is "nemenyi", "wilcoxon" or
    "control" (of the best).
    """
    if key == "c1":
        return _demsar(test)
    if key == "c2":
        return _garcia(test)
    data = load(key)
    shared = {
        "names": tuple(data["names"]),
        "ranks": tuple(data["mean_ranks"]),
        "alpha": data["alpha"],
    }
    if test == "nemenyi":
        return Case(**shared, cd=data["cd"], alike=within(shared["ranks"], data["cd"]))
    if test == "wilcoxon":
        p = data["wilcoxon_holm"]
        k = len(p)
        alike = frozenset(
            (i, j) for i in range(k) for j in range(i + 1, k) if p[i][j] > data["alpha"]
        )
        return Case(**shared, alike=alike, test="Wilcoxon–Holm")
    cd = data["bonferroni_dunn_cd"]
    best = min(range(len(shared["ranks"])), key=shared["ranks"].__getitem__)
    return Case(
        **shared,
        cd=cd,
        control=best,
        alike=within(shared["ranks"], cd),
        test="Bonferroni–Dunn",
    )


def _demsar(test):
    # Demsar 2006: mean ranks 3.143 2.000 2.893 1.964 (Table 6); CD 1.12 at alpha .10
    # (p. 15, from q = 2.291), and 1.168 for Bonferroni-Dunn at .05 (p. 15, Figure 1b);
    # with 14 data sets and 4 classifiers sqrt(k(k+1)/6n) = .488
    data = load("c1")
    ranks = tuple(
        sum(column) / len(column) for column in zip(*data["ranks"], strict=True)
    )
    names = tuple(data["names"])
    if test == "control":
        return Case(
            names=names,
            ranks=ranks,
            cd=1.168,
            control=0,
            alike=within(ranks, 1.168),
            test="Bonferroni–Dunn",
        )
    cd = 1.118
    alike = within(ranks, cd)
    shared = {"names": names, "ranks": ranks, "alike": alike, "alpha": 0.10}
    return (
        Case(**shared, cd=cd)
        if test == "nemenyi"
        else Case(**shared, test="Wilcoxon–Holm")
    )


def _garcia(test):
    # Garcia and Herrera 2008, Table 2: average ranks of five classifiers over 30 data
    # sets
    names = tuple(load("c2")["names"])
    ranks = (2.1, 3.25, 2.2, 4.0 + 1 / 3, 3.0 + 0.35 / 3)
    shared = {"names": names, "ranks": ranks}
    if test == "wilcoxon":
        # C4.5 ~ NaiveBayes, 1-NN ~ NaiveBayes, 1-NN ~ CN2, but CN2 is different from
        # NaiveBayes (Holm, .0245)
        return Case(
            **shared, alike=frozenset({(0, 2), (1, 2), (1, 4)}), test="Wilcoxon–Holm"
        )
    if test == "control":
        return Case(
            **shared,
            cd=1.02,
            control=0,
            alike=within(ranks, 1.02),
            test="Bonferroni–Dunn",
        )
    return Case(**shared, cd=1.114, alike=within(ranks, 1.114))


_PATHS = TextToPath()


@cache
def _unit_width(family, text, bold, italic):
    weight, style = ("bold" if bold else "normal"), ("italic" if italic else "normal")
    font = FontProperties(
        family=[family, "DejaVu Sans"], size=10.0, weight=weight, style=style
    )
    return _PATHS.get_text_width_height_descent(text, font, False)[0] / 10.0


def text_measure(family="DejaVu Sans"):
    """Widths as matplotlib draws them, with DejaVu Sans for missing glyphs."""
    return lambda text, size, bold, italic: (
        _unit_width(family, text, bold, italic) * size
    )


def plain_measure(text, size, bold, italic):
    """Half an em for each character: for tests of exact places."""
    return 0.5 * size * len(text)
