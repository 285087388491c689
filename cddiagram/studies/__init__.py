"""What resamples, simulates or leaves out: the engine of studies, and each study with
its figure and its words.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    # The engine of studies
    from cddiagram.studies.engine import BATCH as BATCH
    from cddiagram.studies.engine import run as run

    # One data set
    from cddiagram.studies.folds.figure import layout_folds as layout_folds
    from cddiagram.studies.level.words import NULL_WORDS as NULL_WORDS

    # The tests whose power and levels are studied, of many tables at once
    from cddiagram.studies.many_tables import Tables as Tables
    from cddiagram.studies.many_tables import studied_tests as studied_tests
    from cddiagram.studies.monte_carlo import wilson_interval as wilson_interval

    # Plans of `compare`, carried out on many tables at once
    from cddiagram.studies.planned import plan_tests as plan_tests

    # Pools
    from cddiagram.studies.pool.figure import layout_pool as layout_pool

    # Power
    from cddiagram.studies.power.figure import layout_power as layout_power

    # Power and replicability
    from cddiagram.studies.power.study import sample_datasets as sample_datasets

    # What all studies share
    from cddiagram.studies.results import Study as Study

    # Stability
    from cddiagram.studies.stability.figure import layout_stability as layout_stability

_HOMES = {
    "BATCH": "cddiagram.studies.engine",
    "NULL_WORDS": "cddiagram.studies.level.words",
    "Study": "cddiagram.studies.results",
    "Tables": "cddiagram.studies.many_tables",
    "plan_tests": "cddiagram.studies.planned",
    "sample_datasets": "cddiagram.studies.power.study",
    "layout_folds": "cddiagram.studies.folds.figure",
    "layout_pool": "cddiagram.studies.pool.figure",
    "layout_power": "cddiagram.studies.power.figure",
    "layout_stability": "cddiagram.studies.stability.figure",
    "studied_tests": "cddiagram.studies.many_tables",
    "run": "cddiagram.studies.engine",
    "wilson_interval": "cddiagram.studies.monte_carlo",
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # otherwise type checkers would accept every name
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
