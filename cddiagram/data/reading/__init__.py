"""From files and data frames to checked scores.

`cells.Grid` is a table whose columns have no roles yet, read from a text (`text`), another
file (`formats`) or a data frame. `roles` determines the roles of the columns, and
`arrange` turns the cells into scores of algorithms on data sets.
"""
