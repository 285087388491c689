"""Algorithms compared on the folds of one data set."""
