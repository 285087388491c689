"""How far ranks and decisions depend on the data sets."""
