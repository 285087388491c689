"""Reports, tables and advice about a comparison."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    # The function that returns advice about a comparison
    from cddiagram.report.advice import advise as advise

    # Functions and classes for complete reports
    from cddiagram.report.building import Setting as Setting
    from cddiagram.report.building import make_report as make_report

    # Functions that display comparisons in notebooks
    from cddiagram.report.notebook import comparison_html as comparison_html

    # Functions that write tables as plain text, LaTeX and Markdown
    from cddiagram.report.pasted import comparison_latex as comparison_latex

    # Functions that create sections about one comparison or about the whole report
    from cddiagram.report.sections.comparison import advice_blocks as advice_blocks
    from cddiagram.report.sections.comparison import pairs_blocks as pairs_blocks

    # Functions that create sections about all adjustment procedures
    from cddiagram.report.sections.families import families_blocks as families_blocks

    # Functions that create sections with figures
    from cddiagram.report.sections.figures import figure_block as figure_block
    from cddiagram.report.sections.figures import fits_brief as fits_brief
    from cddiagram.report.sections.figures import hint_of as hint_of

    # Functions that create the tables of a comparison
    from cddiagram.report.tables import decided_columns as decided_columns
    from cddiagram.report.tables import names_column as names_column
    from cddiagram.report.tables import pairs_table as pairs_table
    from cddiagram.report.tables import ranks_column as ranks_column
    from cddiagram.report.tables import ranks_table as ranks_table
    from cddiagram.report.tables import tiers as tiers
    from cddiagram.report.texts import comparison_text as comparison_text
    from cddiagram.report.texts import print_comparison as print_comparison

_HOMES = {
    "Setting": "cddiagram.report.building",
    "advice_blocks": "cddiagram.report.sections.comparison",
    "advise": "cddiagram.report.advice",
    "comparison_html": "cddiagram.report.notebook",
    "comparison_latex": "cddiagram.report.pasted",
    "comparison_text": "cddiagram.report.texts",
    "decided_columns": "cddiagram.report.tables",
    "families_blocks": "cddiagram.report.sections.families",
    "figure_block": "cddiagram.report.sections.figures",
    "fits_brief": "cddiagram.report.sections.figures",
    "hint_of": "cddiagram.report.sections.figures",
    "make_report": "cddiagram.report.building",
    "names_column": "cddiagram.report.tables",
    "pairs_blocks": "cddiagram.report.sections.comparison",
    "pairs_table": "cddiagram.report.tables",
    "print_comparison": "cddiagram.report.texts",
    "ranks_column": "cddiagram.report.tables",
    "ranks_table": "cddiagram.report.tables",
    "tiers": "cddiagram.report.tables",
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # Otherwise, type checkers would accept any name.
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
