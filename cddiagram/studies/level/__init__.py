"""Error rates of procedures on simulated tables."""
