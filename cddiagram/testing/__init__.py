"""A plan carried out: a table of scores in, every number out."""
