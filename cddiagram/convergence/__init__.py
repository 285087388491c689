"""Convergence histories: their data, Page's test, figures and words, as one slice."""
