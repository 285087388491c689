"""Random finished drawings of every figure: other subjects, names, widths, sizes,
colours and options each time.
"""

import inspect
import re
import warnings
from random import Random

import numpy as np
from convergence_checks import random_values
from every_figure import figures_of_one_comparison
from matplotlib import style
from random_inputs import random_name

import cddiagram as cd
from cddiagram.text import CddiagramError, LayoutError

#: Letters that a writer of fonts can get wrong: ligatures, pairs that stand closer,
#: composites, signs, other alphabets.
WORDS = (
    "Office AVATAR",
    "efficient affine fjord",
    "To Ty Wa Лео",
    "Ångström–Škoda",
    "α ≤ .05, χ² ± ½…",
    "flat Ŀ ǆ ŉ",
)


def random_drawing(seed):
    """Draw one figure; also say which. A width that does not do becomes the one that
    the refusal names.
    """
    rng = Random(f"drawing {seed}")
    key = sorted(MAKERS)[seed % len(MAKERS)]
    with (
        style.context("dark_background" if rng.random() < 0.15 else "default"),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter(
            "ignore", UserWarning
        )  # of colours that are faint on the page
        for _ in range(20):
            try:
                plot, *subject = MAKERS[key](rng)
                return f"{key} {seed}", fitted(
                    plot, subject, _options(rng, plot, subject[0])
                )
            except CddiagramError as error:
                refusal = error
    raise AssertionError(f"twenty refusals of {key} {seed}, at last: {refusal}")


def fitted(plot, subject, options):
    try:
        return plot(*subject, **options)
    except LayoutError as error:
        needed = re.search(r"it needs (\d+\.\d\d) in", str(error))
        if needed is None:
            raise
        return plot(*subject, **options | {"width": float(needed.group(1))})


def _options(rng, plot, subject):
    """Take some of the shared options that the figure has."""
    names = names_of(subject)
    colored = {
        "colors": rng.choice(
            ["okabe-ito", {names[0]: "#1f77b4"}, {names[1]: "tab:green"}]
        )
    }
    grouped = {
        "families": {name: f"family {i % 3}" for i, name in enumerate(names) if i % 4}
    }
    chosen = {
        "width": rng.choice(["column", "page", 2.9, 4.5]),
        "font_size": rng.choice([7.0, 8.0, 8.0, 9.5]),
        "title": rng.choice([*WORDS, random_name(rng)]),
        "note": rng.choice(
            [None, "A note of one’s own, which says more than most – α ≤ .05"]
        ),
        "ids": True,
        "highlight": rng.choice([names[0], list(names[:2]), {names[-1]: "#b00000"}]),
        **rng.choice([colored, grouped]),
        "show_ranks": False,
        "show_direction": False,
        "rename": {names[0]: rng.choice(WORDS)},
        "arrangement": "list",
        "rank_range": "data",
    }
    known = inspect.signature(plot).parameters
    return {
        name: value
        for name, value in chosen.items()
        if name in known and rng.random() < 0.4
    }


def names_of(subject):
    if isinstance(subject, dict):
        (subject, *_) = subject.values()
    return (
        getattr(subject, "algorithms", None)
        or getattr(subject, "comparison", getattr(subject, "table", 0)).algorithms
    )


# -- subjects --------------------------------------------------------------------------


def _names(rng, k):
    found = {}
    while len(found) < k:
        found[
            " ".join(
                (rng.choice(WORDS) if rng.random() < 0.3 else random_name(rng)).split()
            )
            or "x"
        ] = True
    return tuple(found)


def _table(rng, most=14, least=3, n=None):
    k = rng.randint(least, most)
    random = np.random.default_rng(rng.randrange(2**32))
    scores = random.normal(size=(n or rng.randint(6, 40), k)) * 0.1 + np.linspace(
        0.3, 0.3 + rng.random(), k
    )
    return cd.ScoreTable.from_arrays(
        scores.round(rng.choice([2, 9])), algorithms=_names(rng, k)
    )


def _compared(rng, tests=("ranks", "ranks", "wilcoxon", "sign"), control=0.3, **sizes):
    table = _table(rng, **sizes)
    test = rng.choice(tests)
    return cd.compare(
        table,
        pair_test=test,
        control=table.algorithms[0] if rng.random() < control else None,
    )


def _several(rng):
    table = _table(rng, most=9)
    return {
        test: cd.compare(table, pair_test=test)
        for test in rng.sample(["ranks", "wilcoxon", "sign"], 2)
    }


def _histories(rng):
    random = np.random.default_rng(rng.randrange(2**32))
    k, n = rng.randint(3, 6), rng.randint(3, 6)
    problems = tuple(f"{rng.choice(WORDS)} {number}" for number in range(n))
    return cd.Histories(
        values=random_values(random, k, n, 5),
        algorithms=_names(rng, k),
        problems=problems,
        cut_points=(1, 2, 3, 4, 5),
    )


def _pair_of(rng, plot, subject):
    return plot, subject, *subject.algorithms[:2]


def _score_cost(rng):
    comparison = _compared(rng, most=9)
    costs = [
        [10.0 ** rng.uniform(-2, 3) for _ in comparison.algorithms] for _ in range(2)
    ]
    cost = cd.ScoreTable.from_arrays(
        costs, algorithms=comparison.algorithms, higher_is_better=False
    )
    return cd.plot_score_cost, comparison, cost


def _power(rng):
    study = cd.study_power(
        _table(rng, most=4, n=20),
        biases=[0, 10, 20],
        repeats=40,
        seed=rng.randrange(99),
    )
    return cd.plot_power, study


def _pool(rng):
    return cd.plot_pool, cd.study_pool(_table(rng, most=5, n=8), max_pools=50)


def _posterior(rng):
    posterior = _compared(rng, tests=("wilcoxon",), most=6).posterior(
        0.05, pair_test="sign", draws=1000
    )
    pair = posterior.algorithms[:2] if rng.random() < 0.5 else ()
    return cd.plot_posterior, posterior, *pair


def _folds(rng):
    return cd.plot_folds, cd.compare_folds(_table(rng, most=6, n=10), folds=10)


MAKERS = {
    "cd": lambda rng: (cd.plot_cd, _compared(rng, most=30, least=2)),
    "cd-small": lambda rng: (cd.plot_cd, _compared(rng, most=9)),
    "rank-bars": lambda rng: (cd.plot_rank_bars, _compared(rng)),
    "pvalue-matrix": lambda rng: (cd.plot_pvalue_matrix, _compared(rng)),
    "pair-matrix": lambda rng: (cd.plot_pair_matrix, _compared(rng, most=7, control=0)),
    "pair-scatter": lambda rng: _pair_of(rng, cd.plot_pair_scatter, _compared(rng)),
    "mcb": lambda rng: (cd.plot_mcb, _compared(rng, tests=("ranks",), control=0)),
    "rank-distribution": lambda rng: (cd.plot_rank_distribution, _compared(rng)),
    "cd-sequence": lambda rng: (cd.plot_cd_sequence, _several(rng)),
    "cd-stack": lambda rng: (cd.plot_cd_stack, _several(rng)),
    "assumptions": lambda rng: (cd.plot_assumptions, cd.check_assumptions(_table(rng, most=6, n=12))),
    "forest": lambda rng: (cd.plot_forest, _compared(rng, tests=("wilcoxon",), control=1)),
    "score-cost": _score_cost,
    "posterior": _posterior,
    "stability": lambda rng: (cd.plot_stability, cd.study_stability(_compared(rng, most=8), resamples=100)),
    "pool": _pool,
    "power": _power,
    "folds": _folds,
    "convergence-matrix": lambda rng: (cd.plot_convergence_matrix, cd.compare_convergence(_histories(rng))),
    "convergence-trend": lambda rng: _pair_of(
        rng, cd.plot_convergence_trend, cd.compare_convergence(_histories(rng))
    ),
    "convergence-problems": lambda rng: _pair_of(
        rng, cd.plot_convergence_problems, cd.compare_convergence(_histories(rng))
    ),
    "convergence-ranks": lambda rng: (cd.plot_convergence_ranks, cd.compare_over_budget(_histories(rng))),
    "convergence-curves": lambda rng: (cd.plot_convergence_curves, _histories(rng)),
}  # fmt: skip
for _key, _plot in figures_of_one_comparison(but=MAKERS).items():
    MAKERS[_key] = lambda rng, plot=_plot: (plot, _compared(rng))
