"""Scores: the table, how it is read, and the tables that ship."""
