"""The figures of convergence: the matrix of Page's tests, the trend of a pair, curves, and all problems of a pair."""
