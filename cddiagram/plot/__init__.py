"""Ink: layouts turned into matplotlib figures, and figures into files."""
