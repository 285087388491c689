"""From named columns of raw cells to checked scores, whatever they were read from.

`Grid` is a table before anyone knows what its columns mean. `find_roles` says which column is what, `arrange` turns the
cells into scores of algorithms on data sets. Files (`cddiagram.data.reading.scores`) and frames (`grid_from_frame`)
take the same way.
"""

from __future__ import annotations

from cddiagram.data.reading.arrange import arrange, names_in, prepare
from cddiagram.data.reading.arranged import Arranged
from cddiagram.data.reading.cells import Grid
from cddiagram.data.reading.frames import grid_from_frame, is_frame
from cddiagram.data.reading.options import Reading, ReadingOptions, takes_reading
from cddiagram.data.reading.preview import grid_text

__all__ = [
    "Arranged",
    "Grid",
    "Reading",
    "ReadingOptions",
    "arrange",
    "grid_from_frame",
    "grid_text",
    "is_frame",
    "names_in",
    "prepare",
    "takes_reading",
]
