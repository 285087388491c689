"""The study of how much ranks and decisions depend on the data sets and algorithms."""
