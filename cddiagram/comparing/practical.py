"""Results that judge differences by a region of practical equivalence: verdicts of
intervals, posterior probabilities.

`Comparison` makes them; the numbers come from `cddiagram.stats`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from numbers import Real
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from cddiagram._util import BoolArray, FloatArray, view
from cddiagram.procedures import POSTERIORS
from cddiagram.stats import Result, pair_draws
from cddiagram.text import Option, UsageError, check_count, check_pair

if TYPE_CHECKING:
    from cddiagram.data import ScoreTable
    from cddiagram.stats import Effects

#: Draws without which a share of none of them would not read as "<.001".
_FEWEST = 1000


def check_rope(rope: object) -> float:
    """Return half the width of a region of practical equivalence; refuse what is
    none.
    """
    return _between(
        rope, 0, math.inf, "rope", "be a positive number in units of the scores"
    )


def _between(
    value: object, low: float, high: float, option: str, what: str, hint: str = ""
) -> float:
    if (
        isinstance(value, bool)
        or not isinstance(value, Real)
        or not low < float(value) < high
    ):
        raise UsageError(Option(option), f" must {what}, not {value!r}{hint}.")
    return float(value)


@dataclass(frozen=True, kw_only=True, eq=False)
class _Pairs(Result):
    """What both have in common: names, and the order in which pairs are told."""

    algorithms: tuple[str, ...]
    order: tuple[int, ...]
    rope: float

    #: Column of a pair -> the attribute that holds it for all, as a square.
    _columns: ClassVar[Mapping[str, str]]

    def pair_rows(self) -> list[dict[str, Any]]:
        """Return the pairs, better average rank first, as rows of names, numbers and
        verdicts; untested have none.
        """
        rows = [
            {"algorithm": self.algorithms[i], "other": self.algorithms[j]}
            | {
                name: attrgetter(square)(self)[i, j].item()
                for name, square in self._columns.items()
            }
            for i, j in combinations(self.order, 2)
        ]
        return [row for row in rows if row.get("verdict") != ""]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Equivalence(_Pairs):
    """Which pairs are different, which practically equivalent. Made by
    `Comparison.equivalence`.

    Attributes
    ----------
    algorithms : tuple of str
        Names, in the column order of the table.
    order : tuple of int
        Columns from the best to the worst average rank.
    rope : float
        Half the width of the region of practical equivalence, in the units of the
        scores.
    n_datasets, least_datasets : int
        How many data sets there are, and how many the intervals need to have limits.
    confidence : float
        Level of each interval: 1 - alpha / m.
    estimate, interval_low, interval_high : ndarray, shape (k, k)
        Hodges-Lehmann estimates of i minus j with the limits of their simultaneous
        intervals.
    different : ndarray of bool, shape (k, k)
        The decisions of the comparison.
    verdict : ndarray of str, shape (k, k)
        ``"different"``, ``"equivalent"`` where the interval lies in -rope .. rope,
        ``"different and negligible"`` where both hold, else ``"undecided"``; ``""``
        where nothing was tested.
    """

    #: The verdicts in the order in which they are counted.
    VERDICTS: ClassVar = (
        "different",
        "different and negligible",
        "equivalent",
        "undecided",
    )

    _columns: ClassVar[Mapping[str, str]] = {
        "hodges_lehmann": "estimate",
        "interval_low": "interval_low",
        "interval_high": "interval_high",
        "different": "different",
        "verdict": "verdict",
    }
    n_datasets: int
    least_datasets: int
    confidence: float
    estimate: FloatArray
    interval_low: FloatArray
    interval_high: FloatArray
    different: BoolArray
    verdict: NDArray[np.str_]

    def __repr__(self) -> str:
        return f"<Equivalence of {len(self.algorithms)} algorithms: ±{self.rope:g}>"

    def summary(self) -> str:
        """Return the verdicts in sentences, and what they rest on."""
        return str(view("equivalence summary")(self))

    __str__ = summary


def verdicts_of(
    effects: Effects, different: BoolArray, tested: BoolArray, rope: float
) -> NDArray[np.str_]:
    """Judge pairs by simultaneous intervals and by the decisions of a comparison."""
    negligible = effects.negligible(rope)
    verdict = np.full(tested.shape, "undecided", dtype="<U24")
    verdict[negligible] = "equivalent"
    verdict[different] = "different"
    verdict[different & negligible] = "different and negligible"
    verdict[~tested] = ""
    return verdict


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Posterior(_Pairs):
    """How probable it is that algorithms are practically better, or equivalent. Made by
    `Comparison.posterior`.

    These are posterior probabilities of single pairs: no error rates, and not adjusted
    for the number of pairs.

    Attributes
    ----------
    algorithms : tuple of str
        Names, in the column order of the table.
    order : tuple of int
        Columns from the best to the worst average rank, of `correlated_t_test` mean
        score.
    rope : float
        Half the width of the region of practical equivalence, in the units of the
        scores; its ends belong to it.
    test : {"signed-rank", "sign", "correlated-t"}
        Which Bayesian test it is.
    better : ndarray, shape (k, k)
        Probability that i is practically better than j; NaN on the diagonal.
    equivalent : ndarray, shape (k, k)
        Probability that i and j are practically equivalent; that j is better is
        ``better[j, i]``.
    prior : float or None
        Strength of the prior within the rope, in data sets.
    draws, seed : int or None
        Of the signed-rank test: the standard error of a probability is at most
        ``0.5 / sqrt(draws)``. None where the probabilities are exact.
    table : ScoreTable
        The scores.
    """

    _columns: ClassVar[Mapping[str, str]] = {
        "p_better": "better",
        "p_equivalent": "equivalent",
        "p_worse": "better.T",
    }
    test: str
    better: FloatArray
    equivalent: FloatArray
    prior: float | None = None
    draws: int | None = None
    seed: int | None = None
    table: ScoreTable = field(repr=False)

    def __repr__(self) -> str:
        return (
            f"<Posterior of {len(self.algorithms)} algorithms: {self.test}, "
            f"±{self.rope:g}>"
        )

    def decide(self, probability: float) -> NDArray[np.str_]:
        """Return what is at least so probable of i against j.

        Parameters
        ----------
        probability : float
            Above one half; 0.95 is usual, and none is the default.

        Returns
        -------
        ndarray of str, shape (k, k)
            ``"better"``, ``"equivalent"``, ``"worse"``, or ``""`` where nothing is so
            probable.

        Raises
        ------
        UsageError
            No probability above one half.
        """
        least = _between(
            probability,
            0.5,
            1,
            "probability",
            "lie between 0.5 and 1",
            ": 0.95 is usual",
        )
        shares = (self.better, self.equivalent, self.better.T)
        sure: list[BoolArray] = [share >= least for share in shares]
        return np.asarray(np.select(sure, ["better", "equivalent", "worse"], ""))

    def draw(self, first: str, second: str, draws: int = 1000) -> FloatArray:
        """Return draws of the shares behind the probabilities of a pair.

        Parameters
        ----------
        first, second : str
            The pair.
        draws : int, default 1000
            How many; the first of those that the signed-rank test counted.

        Returns
        -------
        ndarray, shape (draws, 3)
            Shares of the differences in favour of `first`, within the rope, in favour
            of `second`; rows have the sum 1.

        Raises
        ------
        UsageError
            Unknown algorithm, one twice, or a correlated t test, whose posterior has no
            shares.
        """
        pair = check_pair(first, second, self.algorithms)
        if self.prior is None:
            raise UsageError(
                "the posterior of a correlated t test is that of a mean, without "
                "shares: take all pairs."
            )
        return pair_draws(
            self.table.exact.take((slice(None), list(pair))),
            self.rope,
            test=self.test,
            prior=self.prior,
            draws=check_count("draws", draws, 1),
            seed=self.seed or 0,
            higher_is_better=self.table.higher_is_better,
        )

    def summary(self, probability: float | None = None) -> str:
        """Return the probabilities in sentences: which is the largest of each pair, and
        what they are not.

        Parameters
        ----------
        probability : float, optional
            Say what is decided at this probability; by default nothing is decided.
        """
        return str(view("posterior summary")(self, probability=probability))

    def __str__(self) -> str:
        return self.summary()

    def caption(
        self, *, latex: bool = False, cite: str = "cite", style: str = "default"
    ) -> str:
        """Return the caption of `plot_posterior`, as `Comparison.caption` does of other
        figures.

        In LaTeX sources are cited by `cite`, as in `Comparison.methods`. The `style` of
        numbers is that of `Comparison.caption`.
        """
        made = view("caption")(self, "posterior", latex=latex, cite=cite, style=style)
        return str(made)

    def references(self) -> str:
        """Return the BibTeX entry of what `caption` cites."""
        return str(view("posterior references")(self))

    def _provenance_(self) -> Mapping[str, Any]:
        fields = (
            "sha256",
            "n",
            "k",
            "algorithms",
            "datasets",
            "higher_is_better",
            "reading",
        )
        settings = ("test", "rope", "prior", "draws", "seed")
        decisions = {
            name: value
            for name in settings
            if (value := getattr(self, name)) is not None
        }
        return {
            "kind": "scores",
            "decisions": decisions,
            **{name: getattr(self.table, name) for name in fields},
        }


def posterior_of(
    table: ScoreTable,
    order: Sequence[int],
    rope: float,
    *,
    test: str,
    prior: float | None,
    draws: int,
    seed: int,
) -> Posterior:
    """Compute the posterior of all pairs by the sign or the signed-rank test."""
    rope, entry = check_rope(rope), POSTERIORS[test]
    strength = entry.prior if prior is None else prior
    prior = _between(
        strength, 0, math.inf, "prior", "be a positive number of data sets"
    )
    draws, seed = check_count("draws", draws, _FEWEST), check_count("seed", seed, 0)
    drawn: dict[str, Any] = {"draws": draws, "seed": seed} if entry.draws else {}
    better, equivalent = entry.load()(
        table.exact, rope, prior=prior, higher_is_better=table.higher_is_better, **drawn
    )
    return Posterior(
        algorithms=table.algorithms,
        order=tuple(order),
        rope=rope,
        test=test,
        better=better,
        equivalent=equivalent,
        prior=prior,
        draws=drawn.get("draws"),
        seed=seed,
        table=table,
    )
