"""Guards against tables that would be misread.

A guard looks at names or at numbers and returns a `Complaint` for everything that is
not what it would be taken for: rows that are not data sets, columns that are not
algorithms, runs that would count as data sets, numbers in another unit, and the wrong
direction. Guards neither raise nor warn; `arrange` does.
"""
