"""The study of error rates of procedures on simulated tables."""
