"""Tables and documents in four formats, which do not depend on comparisons."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Cells and columns of tables
    from cddiagram.document.cells import NOTHING as NOTHING
    from cddiagram.document.cells import Filled as Filled
    from cddiagram.document.cells import count_cell as count_cell
    from cddiagram.document.cells import decimals_for as decimals_for
    from cddiagram.document.cells import decision_cell as decision_cell
    from cddiagram.document.cells import facts_table as facts_table
    from cddiagram.document.cells import full_p as full_p
    from cddiagram.document.cells import full_p_cell as full_p_cell
    from cddiagram.document.cells import name_cell as name_cell
    from cddiagram.document.cells import number_cell as number_cell
    from cddiagram.document.cells import p_cell as p_cell
    from cddiagram.document.cells import rank_cell as rank_cell
    from cddiagram.document.cells import score_cell as score_cell
    from cddiagram.document.cells import table_of as table_of
    from cddiagram.document.cells import text_cell as text_cell

    # Tables with columns of limited width
    from cddiagram.document.fitting import arrange as arrange
    from cddiagram.document.fitting import lead as lead

    # Figures in HTML
    from cddiagram.document.html.figure import DARK as DARK
    from cddiagram.document.html.figure import LIGHT as LIGHT
    from cddiagram.document.html.figure import PLAIN as PLAIN
    from cddiagram.document.html.figure import page_figure as page_figure

    # LaTeX fragments
    from cddiagram.document.latex.fragments import fragments as fragments

    # The layout of tables in LaTeX
    from cddiagram.document.latex.setting import room_of as room_of

    # Blocks of a document
    from cddiagram.document.model import Block as Block
    from cddiagram.document.model import Bullets as Bullets
    from cddiagram.document.model import Cell as Cell
    from cddiagram.document.model import Column as Column
    from cddiagram.document.model import Figure as Figure
    from cddiagram.document.model import Level as Level
    from cddiagram.document.model import Levels as Levels
    from cddiagram.document.model import Listing as Listing
    from cddiagram.document.model import Paragraph as Paragraph
    from cddiagram.document.model import Section as Section
    from cddiagram.document.model import TableBlock as TableBlock
    from cddiagram.document.model import algorithms_in as algorithms_in
    from cddiagram.document.model import hint_about as hint_about

    # Reports and their files
    from cddiagram.document.saving import FORMATS as FORMATS
    from cddiagram.document.saving import Report as Report
    from cddiagram.document.saving import check_path as check_path
    from cddiagram.document.saving import save_report as save_report

    # Tables in every format
    from cddiagram.document.shown import Table as Table
    from cddiagram.document.shown import named_frame as named_frame
    from cddiagram.document.shown import notebook_html as notebook_html

    # Pages for the terminal
    from cddiagram.document.terminal import Page as Page
    from cddiagram.document.terminal import printable_line as printable_line
    from cddiagram.document.terminal import write_out as write_out

    # Writers
    from cddiagram.document.write_html import report_html as report_html
    from cddiagram.document.write_markdown import figure_files as figure_files
    from cddiagram.document.write_markdown import markdown_table as markdown_table
    from cddiagram.document.write_markdown import markdown_text as markdown_text
    from cddiagram.document.write_markdown import report_markdown as report_markdown
    from cddiagram.document.write_text import drawn_table as drawn_table
    from cddiagram.document.write_text import print_report as print_report
    from cddiagram.document.write_text import report_text as report_text

_HOMES = {
    "Block": "cddiagram.document.model",
    "Bullets": "cddiagram.document.model",
    "Cell": "cddiagram.document.model",
    "Column": "cddiagram.document.model",
    "DARK": "cddiagram.document.html.figure",
    "FORMATS": "cddiagram.document.saving",
    "Figure": "cddiagram.document.model",
    "Filled": "cddiagram.document.cells",
    "LIGHT": "cddiagram.document.html.figure",
    "Level": "cddiagram.document.model",
    "Levels": "cddiagram.document.model",
    "Listing": "cddiagram.document.model",
    "NOTHING": "cddiagram.document.cells",
    "PLAIN": "cddiagram.document.html.figure",
    "Page": "cddiagram.document.terminal",
    "Paragraph": "cddiagram.document.model",
    "Report": "cddiagram.document.saving",
    "Section": "cddiagram.document.model",
    "Table": "cddiagram.document.shown",
    "TableBlock": "cddiagram.document.model",
    "algorithms_in": "cddiagram.document.model",
    "arrange": "cddiagram.document.fitting",
    "check_path": "cddiagram.document.saving",
    "count_cell": "cddiagram.document.cells",
    "decimals_for": "cddiagram.document.cells",
    "decision_cell": "cddiagram.document.cells",
    "drawn_table": "cddiagram.document.write_text",
    "facts_table": "cddiagram.document.cells",
    "figure_files": "cddiagram.document.write_markdown",
    "fragments": "cddiagram.document.latex.fragments",
    "full_p": "cddiagram.document.cells",
    "full_p_cell": "cddiagram.document.cells",
    "hint_about": "cddiagram.document.model",
    "lead": "cddiagram.document.fitting",
    "markdown_table": "cddiagram.document.write_markdown",
    "markdown_text": "cddiagram.document.write_markdown",
    "name_cell": "cddiagram.document.cells",
    "named_frame": "cddiagram.document.shown",
    "notebook_html": "cddiagram.document.shown",
    "number_cell": "cddiagram.document.cells",
    "p_cell": "cddiagram.document.cells",
    "page_figure": "cddiagram.document.html.figure",
    "print_report": "cddiagram.document.write_text",
    "printable_line": "cddiagram.document.terminal",
    "rank_cell": "cddiagram.document.cells",
    "report_html": "cddiagram.document.write_html",
    "report_markdown": "cddiagram.document.write_markdown",
    "report_text": "cddiagram.document.write_text",
    "room_of": "cddiagram.document.latex.setting",
    "save_report": "cddiagram.document.saving",
    "score_cell": "cddiagram.document.cells",
    "table_of": "cddiagram.document.cells",
    "text_cell": "cddiagram.document.cells",
    "write_out": "cddiagram.document.terminal",
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # type checkers would otherwise accept any attribute
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
