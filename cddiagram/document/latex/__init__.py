"""Functions for documents in LaTeX."""
