"""Comparisons: how they are planned, made and kept."""
