"""Results for a region of practical equivalence: verdicts and posterior probabilities.

Methods of `Comparison` return these results. The functions in `cddiagram.stats` compute
the numbers.
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

from cddiagram._util import BoolArray, FloatArray, loaded, view
from cddiagram.procedures import POSTERIORS
from cddiagram.stats import Plotted, Result
from cddiagram.text import Option, UsageError, check_count, check_pair

if TYPE_CHECKING:
    from cddiagram.data import ScoreTable
    from cddiagram.stats import Effects

#: A proportion of 0 is reported as "< 0.001" only if there are at least this many
#: samples.
_FEWEST = 1000


def check_rope(rope: object) -> float:
    """Return half the width of a region of practical equivalence. Raise an error unless
    it is a positive number.
    """
    return _between(
        rope, 0, math.inf, "rope", "be a positive number in the units of the scores"
    )


def _between(
    value: object, low: float, high: float, option: str, what: str, hint: str = ""
) -> float:
    """Return a number. Raise an error unless it is between two limits."""
    if isinstance(value, Real) and not isinstance(value, bool):
        number = float(value)
        if low < number < high:
            return number
    raise UsageError(Option(option), f" must {what}, not {value!r}{hint}.")


@dataclass(frozen=True, kw_only=True, eq=False)
class _Pairs(Result):
    """The base class of results about pairs of algorithms."""

    algorithms: tuple[str, ...]
    order: tuple[int, ...]
    rope: float

    #: Maps each column of the table of pairs to the attribute that contains its values,
    #: which is an array of shape (k, k).
    _columns: ClassVar[Mapping[str, str]]

    def pair_rows(self) -> list[dict[str, Any]]:
        """Return one dict of names, numbers and verdicts for each tested pair, with the
        better-ranked algorithm first.
        """
        squares = {name: attrgetter(path)(self) for name, path in self._columns.items()}
        rows = []
        for i, j in combinations(self.order, 2):
            row = {"algorithm": self.algorithms[i], "other": self.algorithms[j]}
            row |= {name: square[i, j].item() for name, square in squares.items()}
            if row.get("verdict") != "":
                rows.append(row)
        return rows


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Equivalence(_Pairs):
    """The pairs that are different or practically equivalent, as returned by
    `Comparison.equivalence`.

    Attributes
    ----------
    algorithms : tuple of str
        The names of the algorithms, in the column order of the table.
    order : tuple of int
        The column indices from the best to the worst average rank.
    rope : float
        Half the width of the region of practical equivalence, in the units of the
        scores.
    n_datasets, least_datasets : int
        The number of data sets, and the smallest number of data sets with which the
        intervals are finite.
    confidence : float
        The confidence level of each of the m intervals, 1 - alpha / m.
    estimate, interval_low, interval_high : ndarray, shape (k, k)
        The Hodges-Lehmann estimates of the differences i minus j, and the limits of
        their simultaneous confidence intervals.
    different : ndarray of bool, shape (k, k)
        The decisions of the comparison.
    verdict : ndarray of str, shape (k, k)
        The verdict for each pair: ``"different"``, ``"equivalent"`` if the interval is
        contained in [-rope, rope], ``"different and negligible"`` if both apply, and
        otherwise ``"inconclusive"``. It is ``""`` for pairs that were not tested.
    """

    #: The verdicts, in the order in which the summary lists them.
    VERDICTS: ClassVar = (
        "different",
        "different and negligible",
        "equivalent",
        "inconclusive",
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
        """Describe the verdicts and the criterion on which they are based."""
        return str(view("equivalence summary")(self))

    __str__ = summary


def verdicts_of(
    effects: Effects, different: BoolArray, tested: BoolArray, rope: float
) -> NDArray[np.str_]:
    """Return the verdicts for pairs, based on confidence intervals and the decisions of
    a comparison.
    """
    negligible = effects.negligible(rope)
    verdict = np.full(tested.shape, "inconclusive", dtype="<U24")
    verdict[negligible] = "equivalent"
    verdict[different] = "different"
    verdict[different & negligible] = "different and negligible"
    verdict[~tested] = ""
    return verdict


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Posterior(Plotted, _Pairs):
    """The probabilities that algorithms are practically better or practically
    equivalent, as returned by `Comparison.posterior`.

    These are posterior probabilities for individual pairs. They are not error rates,
    and they are not adjusted for the number of pairs.

    Attributes
    ----------
    algorithms : tuple of str
        The names of the algorithms, in the column order of the table.
    order : tuple of int
        The column indices from the best to the worst average rank or, for
        `correlated_t_test`, mean score.
    rope : float
        Half the width of the region of practical equivalence (limits included), in the
        units of the scores.
    test : {"signed-rank", "sign", "correlated-t"}
        The Bayesian test.
    better : ndarray, shape (k, k)
        The probability that i is practically better than j; NaN on the diagonal.
    equivalent : ndarray, shape (k, k)
        The probability that i and j are practically equivalent. The probability that j
        is better is ``better[j, i]``.
    prior : float or None
        The strength of the prior on the ROPE, as a number of data sets.
    draws, seed : int or None
        The number of samples from the posterior of the signed-rank test, and the random
        seed. The standard error of a probability is at most ``0.5 / sqrt(draws)``. None
        if the probabilities are exact.
    table : ScoreTable
        The scores.
    """

    default_figure = "posterior"
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
        """Return the conclusions for pairs whose posterior probabilities are
        sufficiently high.

        Parameters
        ----------
        probability : float
            The required probability, greater than 0.5. A common value is 0.95.

        Returns
        -------
        ndarray of str, shape (k, k)
            The conclusions about i compared with j: ``"better"``, ``"equivalent"`` or
            ``"worse"``. The value is ``""`` if no conclusion has a sufficiently high
            probability.

        Raises
        ------
        UsageError
            If the probability is not between 0.5 and 1.
        """
        least = _between(
            probability,
            0.5,
            1,
            "probability",
            "be between 0.5 and 1",
            ". Use a probability such as 0.95",
        )
        shares = (self.better, self.equivalent, self.better.T)
        sure: list[BoolArray] = [share >= least for share in shares]
        return np.asarray(np.select(sure, ["better", "equivalent", "worse"], ""))

    def draw(self, first: str, second: str, draws: int = 1000) -> FloatArray:
        """Draw samples from the posterior distribution for a pair.

        Parameters
        ----------
        first, second : str
            The two algorithms of the pair.
        draws : int, default 1000
            The number of samples. For the signed-rank test, these are the first of the
            samples from which the probabilities were computed.

        Returns
        -------
        ndarray, shape (draws, 3)
            The proportions of differences in favour of `first`, within the ROPE, and in
            favour of `second`. The sum of each row is 1.

        Raises
        ------
        UsageError
            If an algorithm is unknown, if both algorithms are the same, or if the test
            is a correlated t test, whose posterior does not consist of proportions.
        """
        pair = check_pair(first, second, self.algorithms)
        sample = POSTERIORS[self.test].sample
        if sample is None:
            raise UsageError(
                "the posterior of a correlated t test describes a mean difference, not "
                "proportions of data sets. Plot all pairs instead."
            )
        shares: FloatArray = loaded(sample)(
            self.table.exact.take((slice(None), list(pair))),
            self.rope,
            test=self.test,
            prior=self.prior,
            draws=check_count("draws", draws, 1),
            seed=self.seed or 0,
            higher_is_better=self.table.higher_is_better,
        )
        return shares

    def summary(self, probability: float | None = None) -> str:
        """Describe the probabilities in sentences.

        Parameters
        ----------
        probability : float, optional
            The posterior probability that a decision requires. By default, no decisions
            are reported.
        """
        return str(view("posterior summary")(self, probability=probability))

    def __str__(self) -> str:
        return self.summary()

    def caption(
        self,
        first: str | None = None,
        second: str | None = None,
        *,
        latex: bool = False,
        cite: str = "cite",
        style: str = "default",
    ) -> str:
        """Return the caption of `plot_posterior` for all pairs or, with `first` and
        `second`, for one pair.

        In LaTeX, `cite` is the citation command, as in `Comparison.methods`. The option
        `style` is described in `Comparison.caption`.
        """
        pair = None
        if first is not None and second is not None:
            check_pair(first, second, self.algorithms)
            pair = (first, second)
        settings = {"latex": latex, "cite": cite, "style": style}
        return str(view("caption")(self, "posterior", pair=pair, **settings))

    def references(self) -> str:
        """Return the BibTeX entry for the source that `caption` cites."""
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
        decisions = {}
        for name in ("test", "rope", "prior", "draws", "seed"):
            value = getattr(self, name)
            if value is not None:
                decisions[name] = value
        of_table = {name: getattr(self.table, name) for name in fields}
        return {"kind": "scores", "decisions": decisions, **of_table}


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
    """Compute the posterior probabilities for all pairs with the Bayesian sign test or
    signed-rank test.
    """
    rope = check_rope(rope)
    entry = POSTERIORS[test]
    if prior is None:
        prior = entry.prior
    prior = _between(prior, 0, math.inf, "prior", "be a positive number of data sets")
    draws = check_count("draws", draws, _FEWEST)
    seed = check_count("seed", seed, 0)
    sampling: dict[str, Any] = {}
    if entry.draws:
        sampling = {"draws": draws, "seed": seed}
    better, equivalent = entry.load()(
        table.exact,
        rope,
        prior=prior,
        higher_is_better=table.higher_is_better,
        **sampling,
    )
    return Posterior(
        algorithms=table.algorithms,
        order=tuple(order),
        rope=rope,
        test=test,
        better=better,
        equivalent=equivalent,
        prior=prior,
        draws=sampling.get("draws"),
        seed=seed,
        table=table,
    )
