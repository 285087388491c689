"""Scores: the table, how it is read, and the tables that ship."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    # The tables that ship
    from cddiagram.data.examples import describe_example as describe_example
    from cddiagram.data.examples import example_names as example_names
    from cddiagram.data.examples import history_names as history_names
    from cddiagram.data.examples import read_example as read_example
    from cddiagram.data.examples import split_example as split_example

    # Tables in which scores are missing
    from cddiagram.data.incomplete import EVERY_FOLD as EVERY_FOLD

    # From cells with known roles to scores
    from cddiagram.data.reading.arrange import chosen as chosen
    from cddiagram.data.reading.arrange import prepare as prepare

    # mean; data frames as such a table
    from cddiagram.data.reading.cells import Grid as Grid
    from cddiagram.data.reading.cells import frame_library as frame_library

    # Scores on the folds of one data set
    from cddiagram.data.reading.folds import read_folds as read_folds
    from cddiagram.data.reading.folds import table_of_folds as table_of_folds

    # Rows that are not data sets and columns that are not algorithms, by their names
    from cddiagram.data.reading.guards.names import refuse_doubtful as refuse_doubtful

    # none, in words
    from cddiagram.data.reading.numbers import shown as shown

    # Dicts and records, of Python or of JSON, as a `Grid`
    from cddiagram.data.reading.objects import FORMS as FORMS

    # How a table is to be read
    from cddiagram.data.reading.options import HISTORY_CHOICES as HISTORY_CHOICES
    from cddiagram.data.reading.options import HistoryOptions as HistoryOptions
    from cddiagram.data.reading.options import ReadingOptions as ReadingOptions
    from cddiagram.data.reading.options import ScoreOptions as ScoreOptions
    from cddiagram.data.reading.options import check_known as check_known
    from cddiagram.data.reading.options import recorded as recorded
    from cddiagram.data.reading.options import selecting as selecting
    from cddiagram.data.reading.options import settled as settled
    from cddiagram.data.reading.options import takes as takes

    # What the columns of a table mean
    from cddiagram.data.reading.roles import ALGORITHM_WORDS as ALGORITHM_WORDS
    from cddiagram.data.reading.roles import DATASET_WORDS as DATASET_WORDS
    from cddiagram.data.reading.roles import SCORE_WORDS as SCORE_WORDS
    from cddiagram.data.reading.roles import ColumnSearch as ColumnSearch

    # files of average ranks
    from cddiagram.data.reading.scores import grid_of as grid_of
    from cddiagram.data.reading.scores import read_average_ranks as read_average_ranks
    from cddiagram.data.reading.scores import read_score_tables as read_score_tables
    from cddiagram.data.reading.scores import read_scores as read_scores
    from cddiagram.data.reading.scores import table_of as table_of

    # Delimited text as a `Grid`
    from cddiagram.data.reading.text import decode as decode

    # The table of scores that every comparison starts from
    from cddiagram.data.table import ScoreTable as ScoreTable

_HOMES = {
    "ALGORITHM_WORDS": "cddiagram.data.reading.roles",
    "ColumnSearch": "cddiagram.data.reading.roles",
    "DATASET_WORDS": "cddiagram.data.reading.roles",
    "EVERY_FOLD": "cddiagram.data.incomplete",
    "FORMS": "cddiagram.data.reading.objects",
    "Grid": "cddiagram.data.reading.cells",
    "HISTORY_CHOICES": "cddiagram.data.reading.options",
    "HistoryOptions": "cddiagram.data.reading.options",
    "ReadingOptions": "cddiagram.data.reading.options",
    "SCORE_WORDS": "cddiagram.data.reading.roles",
    "ScoreOptions": "cddiagram.data.reading.options",
    "ScoreTable": "cddiagram.data.table",
    "check_known": "cddiagram.data.reading.options",
    "chosen": "cddiagram.data.reading.arrange",
    "decode": "cddiagram.data.reading.text",
    "describe_example": "cddiagram.data.examples",
    "example_names": "cddiagram.data.examples",
    "frame_library": "cddiagram.data.reading.cells",
    "grid_of": "cddiagram.data.reading.scores",
    "history_names": "cddiagram.data.examples",
    "prepare": "cddiagram.data.reading.arrange",
    "read_average_ranks": "cddiagram.data.reading.scores",
    "read_example": "cddiagram.data.examples",
    "read_folds": "cddiagram.data.reading.folds",
    "read_score_tables": "cddiagram.data.reading.scores",
    "read_scores": "cddiagram.data.reading.scores",
    "recorded": "cddiagram.data.reading.options",
    "refuse_doubtful": "cddiagram.data.reading.guards.names",
    "selecting": "cddiagram.data.reading.options",
    "settled": "cddiagram.data.reading.options",
    "shown": "cddiagram.data.reading.numbers",
    "split_example": "cddiagram.data.examples",
    "table_of": "cddiagram.data.reading.scores",
    "table_of_folds": "cddiagram.data.reading.folds",
    "takes": "cddiagram.data.reading.options",
}
__all__ = list(_HOMES)

if not TYPE_CHECKING:  # otherwise type checkers would accept every name
    from cddiagram._util.lazy import interface

    __getattr__, __dir__ = interface(__name__, _HOMES)
