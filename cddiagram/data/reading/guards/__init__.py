"""Checks that detect tables which would be misread.

Each function checks names or numbers and returns a `Complaint` about each problem.
Examples are rows that are not data sets, columns that are not algorithms, numbers in
different units, and a wrong direction. The module `arrange` raises errors and stores
warnings.
"""
