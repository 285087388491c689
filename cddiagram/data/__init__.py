"""Tables of scores: their class, their readers, and the example tables."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Example tables
    from cddiagram.data.examples import describe_examples as describe_examples
    from cddiagram.data.examples import history_names as history_names
    from cddiagram.data.examples import read_example as read_example

    # Selection of algorithms and data sets
    from cddiagram.data.reading.arrange import choose_names as choose_names

    # Raw cells and their locations
    from cddiagram.data.reading.cells import Grid as Grid
    from cddiagram.data.reading.cells import frame_library as frame_library

    # Scores on the folds of one data set
    from cddiagram.data.reading.folds import read_folds as read_folds
    from cddiagram.data.reading.folds import table_of_folds as table_of_folds

    # Conversion of dicts and records to a grid
    from cddiagram.data.reading.objects import FORMS as FORMS

    # Options for reading
    from cddiagram.data.reading.options import HISTORY_CHOICES as HISTORY_CHOICES
    from cddiagram.data.reading.options import HistoryOptions as HistoryOptions
    from cddiagram.data.reading.options import ReadingOptions as ReadingOptions
    from cddiagram.data.reading.options import ScoreOptions as ScoreOptions
    from cddiagram.data.reading.options import complete_options as complete_options
    from cddiagram.data.reading.options import record_of as record_of
    from cddiagram.data.reading.options import takes as takes

    # Roles of columns
    from cddiagram.data.reading.roles import COLUMN_WORDS as COLUMN_WORDS
    from cddiagram.data.reading.roles import ColumnSearch as ColumnSearch
    from cddiagram.data.reading.scores import read_average_ranks as read_average_ranks

    # Files, data frames and objects
    from cddiagram.data.reading.scores import read_grid as read_grid
    from cddiagram.data.reading.scores import read_score_tables as read_score_tables
    from cddiagram.data.reading.scores import read_scores as read_scores
    from cddiagram.data.reading.scores import table_of as table_of

    # Delimited text
    from cddiagram.data.reading.text import decode as decode

    # The table of scores
    from cddiagram.data.table import ScoreTable as ScoreTable

_HOMES = {
    "COLUMN_WORDS": "cddiagram.data.reading.roles",
    "ColumnSearch": "cddiagram.data.reading.roles",
    "FORMS": "cddiagram.data.reading.objects",
    "Grid": "cddiagram.data.reading.cells",
    "HISTORY_CHOICES": "cddiagram.data.reading.options",
    "HistoryOptions": "cddiagram.data.reading.options",
    "ReadingOptions": "cddiagram.data.reading.options",
    "ScoreOptions": "cddiagram.data.reading.options",
    "ScoreTable": "cddiagram.data.table",
    "choose_names": "cddiagram.data.reading.arrange",
    "complete_options": "cddiagram.data.reading.options",
    "decode": "cddiagram.data.reading.text",
    "describe_examples": "cddiagram.data.examples",
    "frame_library": "cddiagram.data.reading.cells",
    "history_names": "cddiagram.data.examples",
    "read_average_ranks": "cddiagram.data.reading.scores",
    "read_example": "cddiagram.data.examples",
    "read_folds": "cddiagram.data.reading.folds",
    "read_grid": "cddiagram.data.reading.scores",
    "read_score_tables": "cddiagram.data.reading.scores",
    "read_scores": "cddiagram.data.reading.scores",
    "record_of": "cddiagram.data.reading.options",
    "table_of": "cddiagram.data.reading.scores",
    "table_of_folds": "cddiagram.data.reading.folds",
    "takes": "cddiagram.data.reading.options",
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # type checkers would otherwise accept any attribute
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
