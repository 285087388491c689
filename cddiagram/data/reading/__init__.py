"""Readers that convert files and data frames to checked scores.

A `cells.Grid` contains the raw cells of a text file (module `text`), another file
(`formats`) or a data frame. The module `roles` determines the roles of the columns, and
`arrange` converts the cells to scores of algorithms on data sets.
"""
