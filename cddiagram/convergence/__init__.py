"""Convergence histories: their data, tests, figures and words, as one slice."""
