"""How many data sets a comparison needs."""
