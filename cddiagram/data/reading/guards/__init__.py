"""Guards against tables that would be misread.

A guard examines names or numbers and returns a `Complaint` about each problem. Examples
are rows that are not data sets, columns that are not algorithms, numbers in another
unit, and the wrong direction. Guards neither raise nor warn; `arrange` does.
"""
