"""The registry of the figures and tables of comparisons, and of features.

A comparison of scores is the core of the package. `VIEWS`, `TABLES` and `FIGURES`
contain the functions that present a comparison. All other results are features, such as
studies, comparisons of convergence, and ranks over a budget. The entry for a feature
contains the class of the result, the call that returns a result, its public names,
sentences, tables, figures and command, and the values of its options. The command line,
reports, figures and messages use these entries, so that no other module lists figures
or features.

Functions are specified as ``"module:function"`` and loaded when they are used. This
module does not import other modules, because ``cddiagram --help`` loads it. For the
same reason, its entries are named tuples: creating data classes would take about 5% of
the run time of ``cddiagram --help``. Only type checkers use the imports at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

#: Maps each view of a comparison to the function that implements it.
VIEWS = {
    "tabulate": "report.views:tabulate",
    "to_frame": "report.views:to_frame",
    "caption": "figures.captions:caption",
    "plot": "figures.registry:plot",
    "description": "words.descriptions:comparison_description",
    "description of figure": "figures.registry:description",
    "methods": "words.methods:methods",
    "references": "words.methods:methods_bibtex",
    "summary": "words.sentences:summary",
    "to_latex": "report.pasted:comparison_latex",
    "to_markdown": "report.pasted:comparison_markdown",
    "notebook page": "report.notebook:comparison_html",
    "equivalence summary": "words.practical:equivalence_summary",
    "posterior summary": "words.practical:posterior_summary",
    "posterior references": "words.practical:posterior_bibtex",
}

#: Maps each table of a comparison to the function that creates it. The function returns
#: None if the comparison does not contain the required numbers.
TABLES = {
    "scores": "report.score_table:scores_table",
    "leaderboard": "report.leaderboard:leaderboard_table",
    "ranks": "report.tables:ranks_table",
    "pairs": "report.tables:pairs_table",
    "pvalues": "report.tables:pvalues_table",
    "effects": "report.tables:effects_table",
    "omnibus": "report.tables:omnibus_table",
    "contrasts": "report.sections.comparison:contrasts_table",
    "assumptions": "report.sections.comparison:assumptions_table",
}

#: Maps each core figure to its layout function. The key is used on the command line.
#: The public function is in the same module, and its name starts with ``plot_`` instead
#: of ``layout_``. If a figure is defined outside the package, its entry is the layout
#: function itself.
FIGURES: dict[str, str | Callable[..., Any]] = {
    "cd": "figures.cd:layout_cd",
    "rank-bars": "figures.rank_bars:layout_rank_bars",
    "pvalue-matrix": "figures.pvalue_matrix:layout_pvalue_matrix",
    "pair-matrix": "figures.pair_matrix:layout_pair_matrix",
    "pair-scatter": "figures.pair_scatter:layout_pair_scatter",
    "mcb": "figures.mcb:layout_mcb",
    "rank-distribution": "figures.rank_distribution:layout_rank_distribution",
    "cd-sequence": "figures.cd_sequence:layout_cd_sequence",
    "cd-stack": "figures.cd_stack:layout_cd_stack",
    "assumptions": "figures.assumptions:layout_assumptions",
    "forest": "figures.forest:layout_forest",
    "score-cost": "figures.score_cost:layout_score_cost",
    "posterior": "figures.posterior:layout_posterior",
}


class Command(NamedTuple):
    """The command for a feature. Its name is the key of the feature."""

    #: The function that implements the command.
    function: str
    #: The description of the command in the list of commands.
    line: str
    #: The group that contains the command. An empty string means that the command is
    #: not in a group.
    group: str = ""


class Feature(NamedTuple):
    """A kind of result, with its sentences, tables, figures and the values of its
    options.
    """

    #: The name of the feature in the registry, which is also the name of its command.
    key: str
    #: The class of the result.
    result: str
    #: How messages refer to the result, such as "a power study".
    subject: str
    #: The instruction to create a result, followed by the call that creates it.
    made: str
    call: str
    #: Messages suggest these remedies if the user passes another kind of result instead
    #: of this one. The keys are the classes of the other results.
    given: Mapping[str, str] = {}
    #: Messages suggest these remedies if the user passes this result instead of another
    #: kind of result. The keys are the classes of the other results.
    instead: Mapping[str, str] = {}
    #: Maps each module to its public names. The functions that create figures are also
    #: public.
    public: Mapping[str, str] = {}
    #: Maps each view of a result to the function that implements it.
    views: Mapping[str, str] = {}
    #: Maps each table to the function that creates it. The first table is the default.
    tables: Mapping[str, str] = {}
    #: Maps each figure to its layout function.
    figures: Mapping[str, str] = {}
    #: The function that returns the sections of a report on the result.
    report: str = ""
    #: A comparison report contains the section that this function returns.
    section: str = ""
    command: Command | None = None
    #: Maps each option to its values. If the values depend on another registry, the
    #: option is mapped to a function that returns these values. The first value is the
    #: default.
    values: Mapping[str, tuple[str, ...] | Callable[[], tuple[str, ...]]] = {}

    @property
    def choices(self) -> dict[str, tuple[str, ...]]:
        """The values of each option."""
        choices = {}
        for option, values in self.values.items():
            if callable(values):
                values = values()
            choices[option] = values
        return choices


def _pool_adjustments() -> tuple[str, ...]:
    """Return the adjustments that a pool study supports."""
    from cddiagram.procedures import adjustment_choices

    _, *flat = adjustment_choices(flat=True)
    return ("auto", "nemenyi", *flat)


def _folds_adjustments() -> tuple[str, ...]:
    """Return the adjustments that a comparison of means on one data set supports."""
    from cddiagram.procedures import ADJUSTMENTS

    suitable = [
        key
        for key, entry in ADJUSTMENTS.items()
        if entry.ranking is None and entry.needs != "sign flips"
    ]
    return ("auto", *suitable)


_ENTRIES = (
    Feature(
        key="stability",
        result="StabilityStudy",
        subject="a stability study",
        made="Run the study first",
        call="study_stability(comparison)",
        public={
            "studies.stability.study": "study_stability StabilityStudy ChangedDecision "
            "ContraryMajority",
        },
        views={
            "sentences": "studies.stability.words:stability_sentences",
            "caption": "studies.stability.words:stability_caption_words",
        },
        tables={
            "stability": "studies.stability.tables:stability_table",
            "changes": "studies.stability.tables:changes_table",
        },
        figures={"stability": "studies.stability.figure:layout_stability"},
        section="studies.sections:stability_section",
        command=Command(
            function="studies.stability.command:stability",
            line="Measure how much ranks and decisions depend on the data sets.",
            group="study",
        ),
    ),
    Feature(
        key="pool",
        result="PoolStudy",
        subject="a pool study",
        made="Run the study first",
        call="study_pool(comparison)",
        public={"studies.pool.study": "study_pool PoolStudy Flip"},
        views={
            "sentences": "studies.pool.words:pool_sentences",
            "caption": "studies.pool.words:pool_caption_words",
        },
        tables={
            "pool": "studies.pool.tables:pool_table",
            "flips": "studies.pool.tables:flips_table",
        },
        figures={"pool": "studies.pool.figure:layout_pool"},
        command=Command(
            function="studies.pool.command:pool",
            line="Measure how much tests on average ranks depend on other algorithms.",
            group="study",
        ),
        values={
            "p_adjust": _pool_adjustments,
            "pairs": ("auto", "all", "changing"),
        },
    ),
    Feature(
        key="power",
        result="PowerStudy",
        subject="a power study",
        made="Run the study first",
        call="study_power(table)",
        public={"studies.power.study": "study_power PowerStudy"},
        views={
            "sentences": "studies.power.words:power_sentences",
            "caption": "studies.power.words:power_caption_words",
        },
        tables={
            "power": "studies.power.tables:power_table",
            "pairs": "studies.power.tables:power_pairs_table",
        },
        figures={"power": "studies.power.figure:layout_power"},
        command=Command(
            function="studies.power.command:power",
            line="Measure how often and how reproducibly tests detect a difference.",
            group="study",
        ),
        values={
            "group": ("pair", "omnibus", "all", "control"),
            "pair_test": ("ranks", "wilcoxon", "sign", "t", "t-relative"),
            # These values are the names of attributes of `PowerStudy`.
            "show": (
                "power",
                "mean-pvalue",
                "replicability-e",
                "replicability-p",
                "family-rejections",
                "family-mean-pvalue",
            ),
        },
    ),
    Feature(
        key="level",
        result="LevelStudy",
        subject="a study of error rates",
        made="Run the study first",
        call="study_level(k, n)",
        public={"studies.level.study": "study_level LevelStudy"},
        views={
            "sentences": "studies.level.words:level_sentences",
            "caption": "studies.level.words:level_caption_words",
        },
        tables={"level": "studies.level.tables:level_table"},
        command=Command(
            function="studies.level.command:level",
            line="Estimate the error rate of tests for K algorithms on N data sets.",
            group="study",
        ),
        values={"null": ("global", "one-shifted", "half-shifted", "mirrored")},
    ),
    Feature(
        key="datasets",
        result="DatasetsStudy",
        subject="a study of the number of data sets",
        made="Run the study first",
        call="study_datasets(table)",
        public={
            "studies.datasets.study": "study_datasets DatasetsStudy required_datasets"
        },
        views={
            "sentences": "studies.datasets.words:datasets_sentences",
            "caption": "studies.datasets.words:datasets_caption_words",
        },
        tables={"datasets": "studies.datasets.tables:datasets_table"},
        command=Command(
            function="studies.datasets.command:datasets",
            line="Estimate the required number of data sets from a pilot study.",
            group="study",
        ),
    ),
    Feature(
        key="folds",
        result="FoldsComparison",
        subject="a comparison on folds",
        made="Compare the scores first",
        call="compare_folds(scores, folds=10)",
        instead={"Comparison": "Use plot_folds for one data set, which has no ranks"},
        public={
            "studies.folds.study": "compare_folds FoldsComparison",
            "studies.folds.correlated": "correlated_t_test",
        },
        views={
            "sentences": "studies.folds.words:folds_sentences",
            "caption": "studies.folds.words:folds_caption_words",
            "methods": "studies.folds.words:folds_methods_words",
            "references": "studies.folds.words:folds_references",
        },
        tables={
            "folds": "studies.folds.tables:folds_table",
            "means": "studies.folds.tables:means_table",
        },
        figures={"folds": "studies.folds.figure:layout_folds"},
        command=Command(
            function="studies.folds.command:folds",
            line="Compare algorithms on the cross-validation folds of one data set.",
        ),
        values={"p_adjust": _folds_adjustments},
    ),
    Feature(
        key="convergence",
        result="ConvergenceComparison",
        subject="a convergence comparison",
        made="Compare the histories first",
        call="compare_convergence(histories)",
        public={
            "convergence.testing": "compare_convergence",
            "convergence.comparison": "ConvergenceComparison",
        },
        views={
            "conclusion": "convergence.words:conclusion",
            "caption": "convergence.pair_captions:figure_caption_words",
            "summary": "convergence.words:summary",
            "advice": "convergence.advice:advice",
            "title": "convergence.words:report_title",
            "description": "convergence.descriptions:convergence_sentences",
        },
        tables={
            "pairs": "convergence.tables:pairs_table",
            "pvalues": "convergence.tables:pvalues_table",
        },
        figures={
            "matrix": "convergence.figures.matrix:layout_convergence_matrix",
            "trend": "convergence.figures.trend:layout_convergence_trend",
            "problems": "convergence.figures.problems:layout_convergence_problems",
        },
        report="convergence.sections:convergence_sections",
        command=Command(
            function="convergence.command:convergence",
            line="Compare how fast optimisers converge.",
        ),
        values={
            # The first test flips the signs of all differences on a problem at the same
            # time. The second is Page's test, which is used in the literature.
            "test": ("sign-flip", "page"),
            "ranks": ("auto", "original", "alternative"),
            "family": ("auto", "ordered", "unordered"),
        },
    ),
    Feature(
        key="budget",
        result="BudgetComparison",
        subject="a comparison over the budget",
        made="Compare the histories first",
        call="compare_over_budget(histories)",
        public={"convergence.budget": "compare_over_budget BudgetComparison"},
        views={
            "caption": "convergence.budget_words:budget_caption_words",
            "summary": "convergence.budget_words:budget_summary",
        },
        tables={"ranks": "convergence.tables:budget_table"},
        figures={
            "ranks": "convergence.figures.ranks:layout_convergence_ranks",
            "cd": "figures.cd:layout_cd",
            "cd-stack": "figures.cd_stack:layout_cd_stack",
            "cd-sequence": "figures.cd_sequence:layout_cd_sequence",
        },
    ),
    Feature(
        key="histories",
        result="Histories",
        subject="histories",
        made="Read the histories first",
        call="read_histories(path)",
        given={
            "ConvergenceComparison": "Use the histories of the comparison: "
            "{name}(comparison.histories)"
        },
        public={
            "convergence.reading": "read_histories load_histories",
            "convergence.histories": "Histories",
        },
        views={
            "sentences": "convergence.descriptions:histories_sentences",
            "caption": "convergence.words:curves_caption",
        },
        figures={"curves": "convergence.figures.curves:layout_convergence_curves"},
        values={
            "average": ("auto", "geometric-mean", "rank", "mean", "targets"),
            "run_bands": ("auto", "show", "hide"),
        },
    ),
)
FEATURES = {entry.key: entry for entry in _ENTRIES}


def feature_of(result: object) -> Feature | None:
    """Return the entry for a result, or None if the result is a comparison."""
    kind = type(result).__name__
    for entry in FEATURES.values():
        if entry.result == kind:
            return entry
    return None


def feature_key(result: object) -> str:
    """Return the key of the feature to which a result belongs."""
    feature = feature_of(result)
    if feature is None:
        raise KeyError(type(result).__name__)
    return feature.key


def commands_of(group: str) -> dict[str, Command]:
    """Return the commands for features in a group, with their names as keys.

    >>> list(commands_of(""))
    ['folds', 'convergence']
    """
    return {
        key: entry.command
        for key, entry in FEATURES.items()
        if entry.command is not None and entry.command.group == group
    }


def view_of(name: str) -> str:
    """Return the function that implements a view of a comparison or of a feature. The
    name of a view of a feature begins with the key of the feature, as in
    ``"power caption"``.

    >>> view_of("methods"), view_of("power caption")
    ('words.methods:methods', 'studies.power.words:power_caption_words')
    """
    if name in VIEWS:
        return VIEWS[name]
    key, _, what = name.partition(" ")
    return FEATURES[key].views[what]


def public_modules() -> dict[str, str]:
    """Return the public names of figures and features, each with its module.

    >>> public_modules()["plot_cd"], public_modules()["study_pool"]
    ('figures.cd', 'studies.pool.study')
    """
    modules: dict[str, str] = {}
    layouts = list(FIGURES.values())
    for entry in FEATURES.values():
        for module, names in entry.public.items():
            modules |= dict.fromkeys(names.split(), module)
        layouts += entry.figures.values()
    for layout in layouts:
        if isinstance(layout, str):
            module, _, function = layout.partition(":")
            modules[function.replace("layout_", "plot_", 1)] = module
    return modules


# -- types: written by ``python tests/shared/interfaces.py`` ---------------------------

#: The keys of the figures for a single comparison.
FigureKey = Literal[
    "cd",
    "rank-bars",
    "pvalue-matrix",
    "pair-matrix",
    "pair-scatter",
    "mcb",
    "rank-distribution",
    "forest",
    "score-cost",
]

if TYPE_CHECKING:  # what `cddiagram` exports
    from cddiagram.convergence.budget import BudgetComparison, compare_over_budget
    from cddiagram.convergence.comparison import ConvergenceComparison
    from cddiagram.convergence.figures.curves import plot_convergence_curves
    from cddiagram.convergence.figures.matrix import plot_convergence_matrix
    from cddiagram.convergence.figures.problems import plot_convergence_problems
    from cddiagram.convergence.figures.ranks import plot_convergence_ranks
    from cddiagram.convergence.figures.trend import plot_convergence_trend
    from cddiagram.convergence.histories import Histories
    from cddiagram.convergence.reading import load_histories, read_histories
    from cddiagram.convergence.testing import compare_convergence
    from cddiagram.figures.assumptions import plot_assumptions
    from cddiagram.figures.cd import plot_cd
    from cddiagram.figures.cd_sequence import plot_cd_sequence
    from cddiagram.figures.cd_stack import plot_cd_stack
    from cddiagram.figures.forest import plot_forest
    from cddiagram.figures.mcb import plot_mcb
    from cddiagram.figures.pair_matrix import plot_pair_matrix
    from cddiagram.figures.pair_scatter import plot_pair_scatter
    from cddiagram.figures.posterior import plot_posterior
    from cddiagram.figures.pvalue_matrix import plot_pvalue_matrix
    from cddiagram.figures.rank_bars import plot_rank_bars
    from cddiagram.figures.rank_distribution import plot_rank_distribution
    from cddiagram.figures.score_cost import plot_score_cost
    from cddiagram.studies.datasets.study import (
        DatasetsStudy,
        required_datasets,
        study_datasets,
    )
    from cddiagram.studies.folds.correlated import correlated_t_test
    from cddiagram.studies.folds.figure import plot_folds
    from cddiagram.studies.folds.study import FoldsComparison, compare_folds
    from cddiagram.studies.level.study import LevelStudy, study_level
    from cddiagram.studies.pool.figure import plot_pool
    from cddiagram.studies.pool.study import Flip, PoolStudy, study_pool
    from cddiagram.studies.power.figure import plot_power
    from cddiagram.studies.power.study import PowerStudy, study_power
    from cddiagram.studies.stability.figure import plot_stability
    from cddiagram.studies.stability.study import (
        ChangedDecision,
        ContraryMajority,
        StabilityStudy,
        study_stability,
    )

    __all__ = [
        "BudgetComparison",
        "ChangedDecision",
        "ContraryMajority",
        "ConvergenceComparison",
        "DatasetsStudy",
        "Flip",
        "FoldsComparison",
        "Histories",
        "LevelStudy",
        "PoolStudy",
        "PowerStudy",
        "StabilityStudy",
        "compare_convergence",
        "compare_folds",
        "compare_over_budget",
        "correlated_t_test",
        "load_histories",
        "plot_assumptions",
        "plot_cd",
        "plot_cd_sequence",
        "plot_cd_stack",
        "plot_convergence_curves",
        "plot_convergence_matrix",
        "plot_convergence_problems",
        "plot_convergence_ranks",
        "plot_convergence_trend",
        "plot_folds",
        "plot_forest",
        "plot_mcb",
        "plot_pair_matrix",
        "plot_pair_scatter",
        "plot_pool",
        "plot_posterior",
        "plot_power",
        "plot_pvalue_matrix",
        "plot_rank_bars",
        "plot_rank_distribution",
        "plot_score_cost",
        "plot_stability",
        "read_histories",
        "required_datasets",
        "study_datasets",
        "study_level",
        "study_pool",
        "study_power",
        "study_stability",
    ]
