"""From files and frames to checked scores.

`cells.Grid` is a table before anyone knows what its columns mean, whatever it was read
from (`text`, `formats`, or a frame). `roles` says which column is what, `arrange` turns
the cells into scores of algorithms on data sets.
"""
