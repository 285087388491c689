"""Numerical procedures, which accept arrays and return frozen objects.

Import the functions from their modules, for example
``from cddiagram.stats.friedman import friedman_test``.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cddiagram.stats.adjust import StepRule as StepRule
    from cddiagram.stats.adjust import adjust_pvalues as adjust_pvalues
    from cddiagram.stats.aligned import aligned_ranks as aligned_ranks
    from cddiagram.stats.aligned import aligned_test as aligned_test
    from cddiagram.stats.assumptions import Assumptions as Assumptions
    from cddiagram.stats.assumptions import Histogram as Histogram
    from cddiagram.stats.assumptions import LeveneResult as LeveneResult
    from cddiagram.stats.assumptions import NormalityTest as NormalityTest
    from cddiagram.stats.assumptions import check_assumptions as check_assumptions
    from cddiagram.stats.assumptions import histogram_of as histogram_of
    from cddiagram.stats.available import available_effects as available_effects
    from cddiagram.stats.available import (
        estimate_average_ranks as estimate_average_ranks,
    )
    from cddiagram.stats.differences import difference_ranks as difference_ranks
    from cddiagram.stats.differences import differences_from as differences_from
    from cddiagram.stats.effects import Effects as Effects
    from cddiagram.stats.effects import contrast_estimates as contrast_estimates
    from cddiagram.stats.effects import excludes_zero as excludes_zero
    from cddiagram.stats.effects import pair_contrasts as pair_contrasts
    from cddiagram.stats.effects import unadjusted_medians as unadjusted_medians
    from cddiagram.stats.exhaustive import Levels as Levels
    from cddiagram.stats.exhaustive.mean_ranks import bergmann_hommel as bergmann_hommel
    from cddiagram.stats.exhaustive.mean_ranks import (
        falls_with_distance as falls_with_distance,
    )
    from cddiagram.stats.exhaustive.search import (
        bergmann_hommel_bounds as bergmann_hommel_bounds,
    )
    from cddiagram.stats.friedman import friedman_test as friedman_test
    from cddiagram.stats.groups import PositionGroups as PositionGroups
    from cddiagram.stats.majorities import Majorities as Majorities
    from cddiagram.stats.many import ManyTables as ManyTables
    from cddiagram.stats.mean_ranks import average_rank_tests as average_rank_tests
    from cddiagram.stats.mean_ranks import critical_difference as critical_difference
    from cddiagram.stats.mean_ranks import nemenyi_pvalues as nemenyi_pvalues
    from cddiagram.stats.mean_ranks import rank_pair_test as rank_pair_test
    from cddiagram.stats.mean_ranks import rank_standard_error as rank_standard_error
    from cddiagram.stats.mean_ranks import (
        untied_critical_difference as untied_critical_difference,
    )
    from cddiagram.stats.multiple_sign import family_pvalue as family_pvalue
    from cddiagram.stats.multiple_sign import multiple_sign_test as multiple_sign_test
    from cddiagram.stats.notes import result_notes as result_notes
    from cddiagram.stats.page import page_test as page_test
    from cddiagram.stats.page import page_upper as page_upper
    from cddiagram.stats.page_flips import least_problems as least_problems
    from cddiagram.stats.page_flips import page_flip_test as page_flip_test
    from cddiagram.stats.pair_adjustments import DEFAULT_BUDGET as DEFAULT_BUDGET
    from cddiagram.stats.pair_adjustments import MOST_ENUMERATED as MOST_ENUMERATED
    from cddiagram.stats.pair_adjustments import adjust_many_pairs as adjust_many_pairs
    from cddiagram.stats.pair_adjustments import adjust_pairs as adjust_pairs
    from cddiagram.stats.pair_adjustments import exhaustive_sets as exhaustive_sets
    from cddiagram.stats.pair_adjustments import (
        largest_true_counts as largest_true_counts,
    )
    from cddiagram.stats.pair_test import PairTest as PairTest
    from cddiagram.stats.paired_t import corrected_t_test as corrected_t_test
    from cddiagram.stats.paired_t import t_pair_test as t_pair_test
    from cddiagram.stats.quade import quade_average_ranks as quade_average_ranks
    from cddiagram.stats.quade import quade_test as quade_test
    from cddiagram.stats.quade import quade_weights as quade_weights
    from cddiagram.stats.rank_law_table import LARGEST_N as LARGEST_N
    from cddiagram.stats.rank_law_table import TABLE as TABLE
    from cddiagram.stats.rank_law_table import rounded as rounded
    from cddiagram.stats.rank_sums import RankLaw as RankLaw
    from cddiagram.stats.rank_sums import joint_pvalues as joint_pvalues
    from cddiagram.stats.rank_sums import untied_law as untied_law
    from cddiagram.stats.ranks import rank_means as rank_means
    from cddiagram.stats.ranks import rank_plain as rank_plain
    from cddiagram.stats.ranks import rank_scores as rank_scores
    from cddiagram.stats.results import SCHEMA as SCHEMA
    from cddiagram.stats.results import OmnibusResult as OmnibusResult
    from cddiagram.stats.results import PairwiseResult as PairwiseResult
    from cddiagram.stats.results import Plotted as Plotted
    from cddiagram.stats.results import Ranking as Ranking
    from cddiagram.stats.results import Result as Result
    from cddiagram.stats.results import plain as plain
    from cddiagram.stats.results import rank_order as rank_order
    from cddiagram.stats.results import significant as significant
    from cddiagram.stats.rom import rom_critical_values as rom_critical_values
    from cddiagram.stats.sign import count_wins as count_wins
    from cddiagram.stats.sign import sign_pair_test as sign_pair_test
    from cddiagram.stats.sign import sign_test_power as sign_test_power
    from cddiagram.stats.sign import sign_z as sign_z
    from cddiagram.stats.sign_patterns import (
        smallest_flip_pvalue as smallest_flip_pvalue,
    )
    from cddiagram.stats.studentized import (
        studentized_range_quantile as studentized_range_quantile,
    )
    from cddiagram.stats.studentized import studentized_range_sf as studentized_range_sf
    from cddiagram.stats.tails import binomial_upper as binomial_upper
    from cddiagram.stats.tails import normal_quantile as normal_quantile
    from cddiagram.stats.tails import normal_two_sided as normal_two_sided
    from cddiagram.stats.trends import trend_test as trend_test
    from cddiagram.stats.wilcoxon import (
        critical_signed_rank_sum as critical_signed_rank_sum,
    )
    from cddiagram.stats.wilcoxon import signed_rank_pvalues as signed_rank_pvalues
    from cddiagram.stats.wilcoxon import wilcoxon_test as wilcoxon_test

_HOMES = {
    "Assumptions": "cddiagram.stats.assumptions",
    "DEFAULT_BUDGET": "cddiagram.stats.pair_adjustments",
    "Effects": "cddiagram.stats.effects",
    "Histogram": "cddiagram.stats.assumptions",
    "LARGEST_N": "cddiagram.stats.rank_law_table",
    "Levels": "cddiagram.stats.exhaustive",
    "LeveneResult": "cddiagram.stats.assumptions",
    "MOST_ENUMERATED": "cddiagram.stats.pair_adjustments",
    "Majorities": "cddiagram.stats.majorities",
    "ManyTables": "cddiagram.stats.many",
    "NormalityTest": "cddiagram.stats.assumptions",
    "OmnibusResult": "cddiagram.stats.results",
    "PairTest": "cddiagram.stats.pair_test",
    "PairwiseResult": "cddiagram.stats.results",
    "Plotted": "cddiagram.stats.results",
    "PositionGroups": "cddiagram.stats.groups",
    "RankLaw": "cddiagram.stats.rank_sums",
    "Ranking": "cddiagram.stats.results",
    "Result": "cddiagram.stats.results",
    "SCHEMA": "cddiagram.stats.results",
    "StepRule": "cddiagram.stats.adjust",
    "TABLE": "cddiagram.stats.rank_law_table",
    "adjust_many_pairs": "cddiagram.stats.pair_adjustments",
    "adjust_pairs": "cddiagram.stats.pair_adjustments",
    "adjust_pvalues": "cddiagram.stats.adjust",
    "aligned_ranks": "cddiagram.stats.aligned",
    "aligned_test": "cddiagram.stats.aligned",
    "available_effects": "cddiagram.stats.available",
    "average_rank_tests": "cddiagram.stats.mean_ranks",
    "bergmann_hommel": "cddiagram.stats.exhaustive.mean_ranks",
    "bergmann_hommel_bounds": "cddiagram.stats.exhaustive.search",
    "binomial_upper": "cddiagram.stats.tails",
    "check_assumptions": "cddiagram.stats.assumptions",
    "contrast_estimates": "cddiagram.stats.effects",
    "corrected_t_test": "cddiagram.stats.paired_t",
    "count_wins": "cddiagram.stats.sign",
    "critical_difference": "cddiagram.stats.mean_ranks",
    "critical_signed_rank_sum": "cddiagram.stats.wilcoxon",
    "difference_ranks": "cddiagram.stats.differences",
    "differences_from": "cddiagram.stats.differences",
    "estimate_average_ranks": "cddiagram.stats.available",
    "excludes_zero": "cddiagram.stats.effects",
    "exhaustive_sets": "cddiagram.stats.pair_adjustments",
    "falls_with_distance": "cddiagram.stats.exhaustive.mean_ranks",
    "family_pvalue": "cddiagram.stats.multiple_sign",
    "friedman_test": "cddiagram.stats.friedman",
    "histogram_of": "cddiagram.stats.assumptions",
    "joint_pvalues": "cddiagram.stats.rank_sums",
    "largest_true_counts": "cddiagram.stats.pair_adjustments",
    "least_problems": "cddiagram.stats.page_flips",
    "multiple_sign_test": "cddiagram.stats.multiple_sign",
    "nemenyi_pvalues": "cddiagram.stats.mean_ranks",
    "normal_quantile": "cddiagram.stats.tails",
    "normal_two_sided": "cddiagram.stats.tails",
    "page_flip_test": "cddiagram.stats.page_flips",
    "page_test": "cddiagram.stats.page",
    "page_upper": "cddiagram.stats.page",
    "pair_contrasts": "cddiagram.stats.effects",
    "plain": "cddiagram.stats.results",
    "quade_average_ranks": "cddiagram.stats.quade",
    "quade_test": "cddiagram.stats.quade",
    "quade_weights": "cddiagram.stats.quade",
    "rank_means": "cddiagram.stats.ranks",
    "rank_order": "cddiagram.stats.results",
    "rank_pair_test": "cddiagram.stats.mean_ranks",
    "rank_plain": "cddiagram.stats.ranks",
    "rank_scores": "cddiagram.stats.ranks",
    "rank_standard_error": "cddiagram.stats.mean_ranks",
    "result_notes": "cddiagram.stats.notes",
    "rom_critical_values": "cddiagram.stats.rom",
    "rounded": "cddiagram.stats.rank_law_table",
    "sign_pair_test": "cddiagram.stats.sign",
    "sign_test_power": "cddiagram.stats.sign",
    "sign_z": "cddiagram.stats.sign",
    "signed_rank_pvalues": "cddiagram.stats.wilcoxon",
    "significant": "cddiagram.stats.results",
    "smallest_flip_pvalue": "cddiagram.stats.sign_patterns",
    "studentized_range_quantile": "cddiagram.stats.studentized",
    "studentized_range_sf": "cddiagram.stats.studentized",
    "t_pair_test": "cddiagram.stats.paired_t",
    "trend_test": "cddiagram.stats.trends",
    "unadjusted_medians": "cddiagram.stats.effects",
    "untied_critical_difference": "cddiagram.stats.mean_ranks",
    "untied_law": "cddiagram.stats.rank_sums",
    "wilcoxon_test": "cddiagram.stats.wilcoxon",
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # Otherwise, type checkers would accept any name.
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
