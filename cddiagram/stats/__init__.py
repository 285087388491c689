"""The statistics: arrays in, frozen results out.

Import the functions from their modules, for example
``from cddiagram.stats.friedman import friedman_test``.
"""
