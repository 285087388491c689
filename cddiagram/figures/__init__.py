"""The figures of comparisons: their contents, layouts and public functions."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Assumptions
    from cddiagram.figures.assumptions import layout_assumptions as layout_assumptions

    # The CD diagram
    from cddiagram.figures.cd import layout_cd as layout_cd
    from cddiagram.figures.cd import plot_cd as plot_cd

    # A sequence of comparisons
    from cddiagram.figures.cd_sequence import layout_cd_sequence as layout_cd_sequence
    from cddiagram.figures.cd_sequence import sequence_orders as sequence_orders

    # A stack of CD diagrams
    from cddiagram.figures.cd_stack import layout_cd_stack as layout_cd_stack

    # Cells
    from cddiagram.figures.cell_drawing import Cell as Cell
    from cddiagram.figures.cell_drawing import cells_in_rows as cells_in_rows

    # Matrices
    from cddiagram.figures.cells import MatrixLayout as MatrixLayout
    from cddiagram.figures.cells import layout_matrix as layout_matrix

    # The content of a CD diagram
    from cddiagram.figures.content import CDContent as CDContent
    from cddiagram.figures.content import against as against
    from cddiagram.figures.content import content_from as content_from

    # A finished drawing
    from cddiagram.figures.drawing import Drawing as Drawing
    from cddiagram.figures.drawing import draw as draw

    # Forest plots
    from cddiagram.figures.forest import DifferenceRows as DifferenceRows
    from cddiagram.figures.forest import layout_forest as layout_forest

    # Line plots
    from cddiagram.figures.lines import Lines as Lines
    from cddiagram.figures.lines import LinesContent as LinesContent
    from cddiagram.figures.lines import LinesLayout as LinesLayout

    # Multiple comparisons with the best (MCB)
    from cddiagram.figures.mcb import layout_mcb as layout_mcb

    # The options of individual figures
    from cddiagram.figures.options import BrokenOptions as BrokenOptions
    from cddiagram.figures.options import FigureOption as FigureOption
    from cddiagram.figures.options import FittedOptions as FittedOptions
    from cddiagram.figures.options import LookOptions as LookOptions
    from cddiagram.figures.options import PageOptions as PageOptions
    from cddiagram.figures.options import RowOptions as RowOptions
    from cddiagram.figures.options import WrappedOptions as WrappedOptions
    from cddiagram.figures.options import own_options as own_options

    # The pair matrix
    from cddiagram.figures.pair_matrix import layout_pair_matrix as layout_pair_matrix

    # Scatter plot of a pair of algorithms
    from cddiagram.figures.pair_scatter import (
        layout_pair_scatter as layout_pair_scatter,
    )

    # Posterior probabilities
    from cddiagram.figures.posterior import layout_posterior as layout_posterior

    # The matrix of p-values
    from cddiagram.figures.pvalue_matrix import (
        layout_pvalue_matrix as layout_pvalue_matrix,
    )
    from cddiagram.figures.pvalue_matrix import pvalue_cells as pvalue_cells

    # Rank bars
    from cddiagram.figures.rank_bars import layout_rank_bars as layout_rank_bars

    # The distribution of ranks
    from cddiagram.figures.rank_distribution import (
        layout_rank_distribution as layout_rank_distribution,
    )

    # The algorithm that the others are compared with
    from cddiagram.figures.references import ReferenceAlgorithm as ReferenceAlgorithm
    from cddiagram.figures.references import reference_algorithm as reference_algorithm

    # Figures
    from cddiagram.figures.registry import COMPARED as COMPARED
    from cddiagram.figures.registry import Figure as Figure
    from cddiagram.figures.registry import figure as figure
    from cddiagram.figures.registry import find_figure as find_figure

    # Figures with a row for each algorithm
    from cddiagram.figures.rows import AxisTitle as AxisTitle
    from cddiagram.figures.rows import NumberColumns as NumberColumns
    from cddiagram.figures.rows import RankRows as RankRows
    from cddiagram.figures.rows import RowsLayout as RowsLayout
    from cddiagram.figures.rows import rank_rows as rank_rows

    # Score against cost
    from cddiagram.figures.score_cost import layout_score_cost as layout_score_cost

_HOMES = {
    "AxisTitle": "cddiagram.figures.rows",
    "BrokenOptions": "cddiagram.figures.options",
    "CDContent": "cddiagram.figures.content",
    "COMPARED": "cddiagram.figures.registry",
    "Cell": "cddiagram.figures.cell_drawing",
    "DifferenceRows": "cddiagram.figures.forest",
    "Drawing": "cddiagram.figures.drawing",
    "Figure": "cddiagram.figures.registry",
    "FigureOption": "cddiagram.figures.options",
    "FittedOptions": "cddiagram.figures.options",
    "Lines": "cddiagram.figures.lines",
    "LinesContent": "cddiagram.figures.lines",
    "LinesLayout": "cddiagram.figures.lines",
    "LookOptions": "cddiagram.figures.options",
    "MatrixLayout": "cddiagram.figures.cells",
    "NumberColumns": "cddiagram.figures.rows",
    "PageOptions": "cddiagram.figures.options",
    "RankRows": "cddiagram.figures.rows",
    "ReferenceAlgorithm": "cddiagram.figures.references",
    "RowOptions": "cddiagram.figures.options",
    "RowsLayout": "cddiagram.figures.rows",
    "WrappedOptions": "cddiagram.figures.options",
    "against": "cddiagram.figures.content",
    "cells_in_rows": "cddiagram.figures.cell_drawing",
    "content_from": "cddiagram.figures.content",
    "draw": "cddiagram.figures.drawing",
    "figure": "cddiagram.figures.registry",
    "find_figure": "cddiagram.figures.registry",
    "layout_assumptions": "cddiagram.figures.assumptions",
    "layout_cd": "cddiagram.figures.cd",
    "layout_cd_sequence": "cddiagram.figures.cd_sequence",
    "layout_cd_stack": "cddiagram.figures.cd_stack",
    "layout_forest": "cddiagram.figures.forest",
    "layout_matrix": "cddiagram.figures.cells",
    "layout_mcb": "cddiagram.figures.mcb",
    "layout_pair_matrix": "cddiagram.figures.pair_matrix",
    "layout_pair_scatter": "cddiagram.figures.pair_scatter",
    "layout_posterior": "cddiagram.figures.posterior",
    "layout_pvalue_matrix": "cddiagram.figures.pvalue_matrix",
    "layout_rank_bars": "cddiagram.figures.rank_bars",
    "layout_rank_distribution": "cddiagram.figures.rank_distribution",
    "layout_score_cost": "cddiagram.figures.score_cost",
    "own_options": "cddiagram.figures.options",
    "plot_cd": "cddiagram.figures.cd",
    "pvalue_cells": "cddiagram.figures.pvalue_matrix",
    "rank_rows": "cddiagram.figures.rows",
    "reference_algorithm": "cddiagram.figures.references",
    "sequence_orders": "cddiagram.figures.cd_sequence",
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # otherwise type checkers would accept every name
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
