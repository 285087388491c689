"""The figures of studies."""
