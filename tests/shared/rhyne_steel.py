"""Table A.1 of G10: critical values of the multiple sign test, as printed."""

# Table A.1 of G10: critical values after Rhyne and Steel (1965), as printed. For each
# n: the values for m = 2, ..., 9 comparisons with a control, first at 0.10, then at
# 0.05; "-" where the table has none. 30 of the 416 values are one lower than the exact
# ones, none is higher.
_PRINTED = """
 5   0  0  -  -  -  -  -  -     -  -  -  -  -  -  -  -
 6   0  0  0  0  0  -  -  -     0  0  -  -  -  -  -  -
 7   0  0  0  0  0  0  0  0     0  0  0  0  -  -  -  -
 8   1  1  0  0  0  0  0  0     0  0  0  0  0  0  0  0
 9   1  1  1  1  0  0  0  0     1  0  0  0  0  0  0  0
10   1  1  1  1  1  1  1  1     1  1  1  0  0  0  0  0
11   2  2  1  1  1  1  1  1     1  1  1  1  1  1  0  0
12   2  2  2  2  1  1  1  1     2  1  1  1  1  1  1  1
13   3  2  2  2  2  2  2  2     2  2  2  1  1  1  1  1
14   3  3  2  2  2  2  2  2     2  2  2  2  2  2  1  1
15   3  3  3  3  3  2  2  2     3  3  2  2  2  2  2  2
16   4  3  3  3  3  3  3  3     3  3  3  3  2  2  2  2
17   4  4  4  3  3  3  3  3     4  3  3  3  3  3  2  2
18   5  4  4  4  4  4  3  3     4  4  3  3  3  3  3  3
19   5  5  4  4  4  4  4  4     4  4  4  4  3  3  3  3
20   5  5  5  5  4  4  4  4     5  4  4  4  4  4  3  3
21   6  5  5  5  5  5  5  5     5  5  5  4  4  4  4  4
22   6  6  6  5  5  5  5  5     6  5  5  5  4  4  4  4
23   7  6  6  6  6  5  5  5     6  6  5  5  5  5  5  5
24   7  7  6  6  6  6  6  6     6  6  6  5  5  5  5  5
25   7  7  7  7  6  6  6  6     7  6  6  6  6  6  5  5
30  10  9  9  9  8  8  8  8     9  8  8  8  8  8  7  7
35  12 11 11 11 10 10 10 10    11 10 10 10 10  9  9  9
40  14 13 13 13 13 12 12 12    13 12 12 12 12 11 11 11
45  16 16 15 15 15 14 14 14    15 14 14 14 14 13 13 13
50  18 18 17 17 17 17 16 16    17 17 16 16 16 16 15 15
"""

ALPHAS = (0.10, 0.05)


def _parse():
    table = {}
    for line in _PRINTED.split("\n"):
        n, *cells = line.split() or [""]
        for place, cell in enumerate(cells):
            table[int(n), 2 + place % 8, ALPHAS[place // 8]] = (
                None if cell == "-" else int(cell)
            )
    return table


#: (n, m, alpha) -> the printed critical value, None for a dash.
TABLE_A1 = _parse()


def printed_critical_value(n, m, alpha=0.05):
    """Give the printed value, None for a dash: one lower than the exact one in 30 of
    416 cells, never higher.
    """
    return TABLE_A1[n, m, alpha]
