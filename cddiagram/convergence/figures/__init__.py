"""The figures of convergence."""
