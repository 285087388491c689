"""The sheets that are written as TikZ: the cases of the figures' specification and the
options that change ink.
"""

from functools import cache

from cases import SYNTHETIC, Case, case, text_measure, within

import cddiagram as cd
from cddiagram.convergence import (
    layout_convergence_curves,
    layout_convergence_matrix,
    layout_convergence_problems,
    layout_convergence_ranks,
    layout_convergence_trend,
)
from cddiagram.figures import (
    layout_assumptions,
    layout_cd,
    layout_cd_sequence,
    layout_cd_stack,
    layout_forest,
    layout_mcb,
    layout_pair_matrix,
    layout_pair_scatter,
    layout_posterior,
    layout_pvalue_matrix,
    layout_rank_bars,
    layout_rank_distribution,
    layout_score_cost,
)
from cddiagram.studies import layout_folds, layout_pool, layout_power, layout_stability

#: Every character that LaTeX reads as markup or joins, accents of several languages,
#: Greek, mathematical signs.
ODD_NAMES = (
    "A & B", "100% of_it #1", "$x$ {y} ~z^2", "<p> | \"q\" 'r' `s`", "García–Łódź ångström", "α−β ≥ ½… Ω²",
    "back\\slash--dash,,", "ąđþ«»!`?`",
)  # fmt: skip
_ODD_RANKS = (1.5, 2.2, 3.1, 4.4, 5.0, 5.6, 6.8, 7.4)

#: Colours as a dark style gives them.
DARK = {
    "foreground": "#ffffff", "background": "#000000", "secondary": "#9e9e9e", "leader": "#7a7a7a", "guide": "#4d4d4d",
    "band": "#1b1b1b", "zebra": "#0e0e0e", "accent": "#56b4e9",
}  # fmt: skip


@cache
def sheet(name):
    """One sheet by name: ``"c4a-wilcoxon"``, or one of `OTHERS`."""
    if name in OTHERS:
        return OTHERS[name]()
    key, _, test = name.partition("-")
    return _laid_out(case(key, test))


def _laid_out(subject, **options):
    return layout_cd(subject.comparison, measure=text_measure(), **options)


def _published():
    return cd.load_example("garcia2008-table2")


@cache
def _convergence():
    return cd.compare_convergence(
        cd.load_histories("optimisers"), ranks="alternative", p_adjust="holm"
    )


def _posterior():
    return cd.compare(_published()).posterior(0.05, pair_test="sign")


_PAIR = ("Dual annealing", "Random search")


def _tied():
    """All ranks tie; D differs from the control B."""
    return Case(
        names=tuple("ABCD"),
        ranks=(2.5,) * 4,
        control=1,
        alike=frozenset({(0, 1), (1, 2)}),
        test="Wilcoxon",
    )


def costs(table, factor=4.0, higher_is_better=False):
    """Stated costs on two data sets, each algorithm `factor` times as costly as the one
    before, in another order.
    """
    steps = [(7 * i + 3) % table.k for i in range(table.k)]
    scores = [[scale * factor**step for step in steps] for scale in (0.5, 1.5)]
    return cd.ScoreTable.from_arrays(
        scores,
        algorithms=table.algorithms,
        datasets=["small", "large"],
        higher_is_better=higher_is_better,
    )


def _odd(**options):
    alike = within(_ODD_RANKS, 2.0)
    return _laid_out(
        Case(names=ODD_NAMES, ranks=_ODD_RANKS, cd=2.0, alike=alike), **options
    )


OTHERS = {
    "odd": lambda: _odd(title="50 % of_the $title$"),
    "odd-page": lambda: _odd(width="page", highlight={"A & B": "#d62728"}),
    "families": lambda: _odd(
        families={
            name: f"{i % 6}: 50 % of_the & $" for i, name in enumerate(ODD_NAMES)
        },
        arrangement="list",
    ),
    "left": lambda: _laid_out(
        case("c8", "wilcoxon"),
        best_at="left",
        highlight="Proposed",
        arrangement="horizontal",
    ),
    "list": lambda: _laid_out(case("c1", "nemenyi"), arrangement="list"),
    "one-sided": lambda: _laid_out(case("c2", "wilcoxon"), side="right", width="page"),
    "bars": lambda: layout_rank_bars(cd.compare(_published()), measure=text_measure()),
    "bars-of-a-control": lambda: layout_rank_bars(
        cd.compare(_published(), control="C4.5"),
        measure=text_measure(),
        alphas=(0.05, 0.10),
    ),
    "bars-without-a-cd": lambda: layout_rank_bars(
        cd.compare(_published(), control="C4.5", p_adjust="holm"),
        measure=text_measure(),
        alphas=(0.05, 0.10),
    ),
    "sequence": lambda: layout_cd_sequence(
        {
            test: cd.compare(_published(), pair_test=test)
            for test in ("ranks", "wilcoxon", "sign")
        },
        measure=text_measure(),
        width="page",
    ),
    "tied-beside-a-control": lambda: _laid_out(_tied()),
    "sequence-of-controls": lambda: layout_cd_sequence(
        [cd.compare(_published(), control="C4.5").at(alpha) for alpha in (0.05, 0.01)],
        measure=text_measure(),
    ),
    "stack": lambda: layout_cd_stack(
        {
            test: cd.compare(_published(), pair_test=test)
            for test in ("ranks", "wilcoxon")
        },
        measure=text_measure(),
    ),
    "mcb": lambda: layout_mcb(cd.compare(_published()), measure=text_measure()),
    "rank-distribution": lambda: layout_rank_distribution(
        cd.compare(_published()), measure=text_measure()
    ),
    "places": lambda: layout_mcb(
        cd.compare(_published()), measure=text_measure(), show_rank_intervals=True
    ),
    "matrix": lambda: layout_pvalue_matrix(
        cd.compare(_published(), pair_test="wilcoxon"), measure=text_measure()
    ),
    "forest": lambda: layout_forest(
        cd.compare(_published(), pair_test="wilcoxon", control="C4.5"),
        measure=text_measure(),
        rope=0.01,
    ),
    "forest-of-few": lambda: layout_forest(
        cd.compare(
            cd.ScoreTable.from_arrays([[1, 2, 3], [3, 2, 4]], algorithms=ODD_NAMES[:3])
        ),
        measure=text_measure(),
    ),
    "score-cost": lambda: layout_score_cost(
        cd.compare(_published()), costs(_published()), measure=text_measure()
    ),
    "pair-matrix": lambda: layout_pair_matrix(
        cd.compare(_published()), measure=text_measure(), width="page"
    ),
    "pair-scatter": lambda: layout_pair_scatter(
        cd.compare(_published()),
        "C4.5",
        "1-NN",
        measure=text_measure(),
        name_farthest=2,
    ),
    "posterior": lambda: layout_posterior(
        _posterior(), measure=text_measure(), probability=0.95
    ),
    "simplex": lambda: layout_posterior(
        _posterior(), "C4.5", "1-NN", measure=text_measure()
    ),
    "assumptions": lambda: layout_assumptions(
        cd.check_assumptions(_published()), measure=text_measure()
    ),
    "stability": lambda: layout_stability(
        cd.study_stability(cd.compare(_published()), resamples=1000),
        measure=text_measure(),
    ),
    "pool": lambda: layout_pool(cd.study_pool(_published()), measure=text_measure()),
    "power": lambda: layout_power(
        cd.study_power(
            _published(),
            pair=("C4.5", "1-NN"),
            group="control",
            biases=[0, 10, 20],
            repeats=100,
        ),
        measure=text_measure(),
        show="family-rejections",
    ),
    "folds": lambda: layout_folds(
        cd.compare_folds(_published(), folds=10), measure=text_measure()
    ),
    "page-matrix": lambda: layout_convergence_matrix(
        _convergence(), measure=text_measure()
    ),
    "page-trend": lambda: layout_convergence_trend(
        _convergence(), *_PAIR, measure=text_measure()
    ),
    "ranks-over-budget": lambda: layout_convergence_ranks(
        cd.compare_over_budget(
            cd.load_histories("optimisers"), cut_points=[500, 2500, 5000]
        ),
        measure=text_measure(),
    ),
    "page-problems": lambda: layout_convergence_problems(
        _convergence(), *_PAIR, measure=text_measure(), width="page"
    ),
    "curves": lambda: layout_convergence_curves(
        cd.load_histories("optimisers"),
        measure=text_measure(),
        problem="Rastrigin",
        highlight="PSO",
    ),
    "sizes": lambda: _laid_out(case("c5", "nemenyi"), font_size=9.5, width="page"),
}

CASES = [
    f"{key}-{test}"
    for key in ("c1", "c2", *SYNTHETIC)
    for test in ("nemenyi", "wilcoxon", "control")
]
NAMES = [*CASES, *OTHERS]
