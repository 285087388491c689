"""The required number of data sets."""
