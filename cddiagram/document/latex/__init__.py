"""A document in LaTeX."""
