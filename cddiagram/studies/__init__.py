"""Studies that resample or simulate tables, or omit parts of a table."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    # The engine that runs all studies
    from cddiagram.studies.engine import BATCH as BATCH
    from cddiagram.studies.engine import run as run

    # Comparisons on the folds of one data set
    from cddiagram.studies.folds.figure import layout_folds as layout_folds
    from cddiagram.studies.level.words import NULL_WORDS as NULL_WORDS

    # Tests that can be applied to many tables at once
    from cddiagram.studies.many_tables import Tables as Tables
    from cddiagram.studies.many_tables import studied_tests as studied_tests

    # Estimates from random samples
    from cddiagram.studies.monte_carlo import wilson_interval as wilson_interval

    # The tests of `compare`, applied to many tables at once
    from cddiagram.studies.planned import plan_tests as plan_tests

    # The study of pools of algorithms
    from cddiagram.studies.pool.figure import layout_pool as layout_pool

    # The study of power and replicability
    from cddiagram.studies.power.figure import layout_power as layout_power
    from cddiagram.studies.power.study import sample_datasets as sample_datasets

    # The base class of all studies
    from cddiagram.studies.results import Study as Study

    # The study of stability
    from cddiagram.studies.stability.figure import layout_stability as layout_stability

_HOMES = {
    "BATCH": "cddiagram.studies.engine",
    "NULL_WORDS": "cddiagram.studies.level.words",
    "Study": "cddiagram.studies.results",
    "Tables": "cddiagram.studies.many_tables",
    "layout_folds": "cddiagram.studies.folds.figure",
    "layout_pool": "cddiagram.studies.pool.figure",
    "layout_power": "cddiagram.studies.power.figure",
    "layout_stability": "cddiagram.studies.stability.figure",
    "plan_tests": "cddiagram.studies.planned",
    "run": "cddiagram.studies.engine",
    "sample_datasets": "cddiagram.studies.power.study",
    "studied_tests": "cddiagram.studies.many_tables",
    "wilson_interval": "cddiagram.studies.monte_carlo",
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # Type checkers would otherwise accept every name.
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
