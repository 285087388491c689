"""Comparisons of algorithms on the folds of one data set."""
