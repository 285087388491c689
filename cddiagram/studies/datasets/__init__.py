"""The study of the number of data sets that a test requires."""
