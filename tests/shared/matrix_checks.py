"""What is wrong with a matrix of p-values, read off its elements as `checks` reads a
diagram.
"""

import math
from itertools import combinations
from types import SimpleNamespace

import numpy as np
from checks import by_gid, overlaps, page_defects, reads
from face_checks import header_defects, type_defects

from cddiagram.comparing import make_plan
from cddiagram.sheet import Line, Marker, Rectangle, Text
from cddiagram.words import even_p

NAN = float("nan")


def compared(
    ranks, pvalues, *, names=None, statistic=None, alpha=0.05, p_adjust="holm"
):
    """Make a comparison of stated p-values; `statistic` defaults to none."""
    k = len(ranks)
    return SimpleNamespace(
        algorithms=tuple(names or (f"algorithm {i}" for i in range(k))),
        ranking=SimpleNamespace(kind="friedman", average_ranks=ranks, ranks=None),
        pairwise=SimpleNamespace(
            pvalue_adjusted=np.array(pvalues, dtype=float),
            statistic=np.full((k, k), NAN)
            if statistic is None
            else np.array(statistic, dtype=float),
            p_adjust=p_adjust,
            pair_test="wilcoxon",
        ),
        plan=make_plan(pair_test="wilcoxon"),
        method="given",
        table=None,
        choices={},
        groups=(),
        groups_complete=True,
        not_different=(),
        critical_difference=None,
        control=None,
        alpha=alpha,
        test="Wilcoxon–Holm",
    )


def symmetric(k, values):
    p = np.full((k, k), NAN)
    for (i, j), value in zip(combinations(range(k), 2), values, strict=True):
        p[i, j] = p[j, i] = value
    return p


def expected_fill(p, alpha):
    if math.isnan(p) or p > alpha:
        return "background"
    # .001 is always the darkest, .01 the one before: a small alpha has fewer classes,
    # not other shades
    limits = [alpha, *(limit for limit in (0.01, 0.001) if limit < alpha)]
    below = 1 + sum(p <= limit for limit in limits[1:])
    return f"level-{3 - len(limits) + below}"


def defects(
    layout, comparison, *, width, full=False, rename=None, against=None, crossed=True
):
    """List what is wrong. Cells without a p-value are `crossed` out, or empty."""
    found = [*page_defects(layout, width), *overlaps(layout)]
    found += header_defects(layout, "up" if by_gid(layout, Line, "cue") else None)
    found += type_defects(layout) if layout.font_size >= 6.5 else []
    ranks = comparison.ranking.average_ranks
    order = sorted(range(len(ranks)), key=lambda i: (round(ranks[i], 9), i))
    p = comparison.pairwise.pvalue_adjusted[np.ix_(order, order)]
    cells = {
        tuple(map(int, c.gid.split("-")[1:])): c
        for c in by_gid(layout, Rectangle, r"cell-\d+-\d+")
    }
    found += _diagonal(layout, cells)
    everyone = range(len(ranks))
    wanted = {(i, j) for i in everyone for j in everyone if j < i or (full and i != j)}
    if comparison.control is not None:
        column = order.index(comparison.algorithms.index(comparison.control))
        wanted = {(i, column) for i in everyone if i != column}
        found += _reference(layout, cells, column)
    if set(cells) != wanted:
        return [*found, "not one cell for each pair"]
    found += _cells(layout, cells, p, comparison.alpha, crossed)
    found += _against(layout, cells, comparison, order, against)
    triangle = not full and comparison.control is None
    found += _rows_and_columns(layout, cells, comparison, order, rename or {}, triangle)
    found += [] if triangle else _heads(layout, cells, full)
    others = [
        t
        for t in layout.elements
        if isinstance(t, Text) and not t.gid.startswith("value-")
    ]
    boxes = [(t.gid, t.box) for t in others]
    boxes += [
        (s.gid, (s.x, s.y, s.x + s.width, s.y + s.height))
        for s in by_gid(layout, Rectangle, "legend-swatch")
    ]
    for gid, box in boxes:
        if any(_meet(box, cell) for cell in cells.values()):
            found.append(f"{gid} lies on a cell")
    return found


def _diagonal(layout, cells):
    """The cells of algorithms and themselves have the borders of all cells."""
    found = []
    border = next(iter(cells.values())) if cells else None
    own = by_gid(layout, Rectangle, r"diagonal-cell-\d+-\d+")
    for cell in own:
        if (cell.edge, cell.edge_width) != ("guide", border.edge_width):
            found.append(f"{cell.gid} has no border")
    signs = by_gid(layout, Line, r"diagonal-\d+")
    signs += by_gid(layout, Marker, r"reference-.*")
    if len(signs) != len(own):
        found.append("not every cell of the diagonal has a border and a sign")
    return found


def _meet(box, cell):
    return (
        box[0] < cell.x + cell.width - 0.02
        and box[2] > cell.x + 0.02
        and box[1] < cell.y + cell.height - 0.02
        and box[3] > cell.y + 0.02
    )


def _inside(box, cell):
    return (
        box[0] >= cell.x
        and box[2] <= cell.x + cell.width
        and box[1] >= cell.y
        and box[3] <= cell.y + cell.height
    )


def _cells(layout, cells, p, alpha, crossed):
    found = []
    values = {
        tuple(map(int, t.gid.split("-")[1:])): t
        for t in by_gid(layout, Text, r"value-\d+-\d+")
    }
    strokes = {
        tuple(map(int, t.gid.split("-")[1:])): t
        for t in by_gid(layout, Line, r"untested-\d+-\d+")
    }
    untested = {cell for cell in cells if math.isnan(p[cell])} if crossed else set()
    if untested != set(strokes):
        found.append("not all and only the untested cells are crossed out")
    for cell, stroke in strokes.items():
        (x, y), (u, v) = stroke.points
        if not _inside((min(x, u), min(y, v), max(x, u), max(y, v)), cells[cell]):
            found.append(f"the stroke of {cell} leaves its cell")
    missing = {cell for cell in cells if not math.isnan(p[cell])} - set(values)
    if values and not all(_is_long(p[cell], alpha) for cell in missing):
        found.append("not every tested cell has its value")
    longest = max((len(text.text) for text in values.values()), default=0)
    if any(len(even_p(p[cell], _limits(alpha))) <= longest for cell in missing):
        found.append("some values are missing, longer ones are not")
    for cell, text in values.items():
        decimals = len(text.text.partition(".")[2])
        if text.text != "1" and not 0 <= decimals - _decimals(alpha) <= 2:
            found.append(f"the value of {cell} has {decimals} decimals")
        if decimals > _decimals(alpha) and not _is_long(p[cell], alpha):
            found.append(f"the value of {cell} has more decimals than others")
    for cell, box in cells.items():
        if box.fill != expected_fill(p[cell], alpha):
            found.append(f"cell {cell} of p {p[cell]} is {box.fill}")
    for cell, text in values.items():
        if not _inside(text.box, cells[cell]):
            found.append(f"the value of {cell} leaves its cell")
        if not _true(text.text, p[cell], alpha):
            found.append(f"p {p[cell]} is printed as {text.text}")
        if (cells[cell].fill == "background") != (text.color == "foreground"):
            found.append(f"the value of {cell} is written in {text.color}")
    return found


def _limits(alpha):
    return [alpha, *(limit for limit in (0.01, 0.001) if limit < alpha)]


def _decimals(alpha):
    """The number of decimals of the p-values in a matrix."""
    return max(3, *(len(repr(limit).partition(".")[2]) for limit in _limits(alpha)))


def _is_long(p, alpha):
    """Whether a p-value needs a sign or more decimals, because with three decimals it
    reads as smaller or larger than it is.
    """
    limits = _limits(alpha)
    printed = round(p, _decimals(alpha))
    reached = any(printed <= limit < p for limit in limits)
    return p < min(0.001, *limits) or reached or (printed == 1 and p < 1)


def _true(text, p, alpha):
    """Whether a printed p-value is the value, never 0, and never in another class."""
    if text.startswith("<"):
        return p < float(text[1:]) and float(text[1:]) <= alpha
    if text.startswith(">"):
        limit = float(text[1:])
        return limit < p < 1 and limit > 0.99
    digits = len(text.partition(".")[2])
    printed = float(text)
    return (
        printed > 0
        and abs(printed - p) <= (0.501 if digits <= 4 else 1.0) * 10**-digits
        and expected_fill(printed, alpha) == expected_fill(p, alpha)
    )


def _against(layout, cells, comparison, order, wanted=None):
    marked = {
        tuple(map(int, m.gid.split("-")[1:])): m
        for m in by_gid(layout, Marker, r"against-\d+-\d+")
    }
    ranks, statistic = comparison.ranking.average_ranks, comparison.pairwise.statistic
    if wanted is None:
        wanted = set()
        for i, j in cells:
            better, worse = order[min(i, j)], order[max(i, j)]
            if (
                ranks[worse] - ranks[better] > 1e-6
                and statistic[worse, better] > statistic[better, worse]
            ):
                wanted.add((i, j))
    found = (
        []
        if set(marked) == wanted
        else ["the wrong cells are marked as against the rank order"]
    )
    for cell, mark in marked.items():
        r = mark.radius
        if not _inside(
            (mark.x - r, mark.y - r, mark.x + r, mark.y + r / 2), cells[cell]
        ):
            found.append(f"the mark of {cell} leaves its cell")
    return found


def _reference(layout, cells, column):
    """A diamond stands in the row of the control, in the middle of its column."""
    diamonds = by_gid(layout, Marker, r"reference-.*")
    cell = next(iter(cells.values()))
    if [(m.gid, m.shape) for m in diamonds] != [
        (f"reference-{column}-{column}", "diamond")
    ]:
        return ["not one diamond for the control"]
    [(top, bottom)] = [(layout.row_edges[column], layout.row_edges[column + 1])]
    right = (
        abs(diamonds[0].x - cell.x - cell.width / 2) < 1e-6
        and top < diamonds[0].y < bottom
    )
    return [] if right else ["the diamond is not in the row of the control"]


def _heads(layout, cells, full):
    """Over the columns stand all names, or numbers that are those of the rows: of every
    column up to 20.
    """
    heads, numbers = {}, {t.gid: t.text for t in by_gid(layout, Text, r"row-\d+")}
    found = []
    columns = sorted({j for _, j in cells})
    for text in by_gid(layout, Text, r"column-\d+"):
        column = int(text.gid.split("-")[1])
        cell = next(cell for (_, j), cell in cells.items() if j == column)
        heads.setdefault(column, []).append(text.text)
        if abs(text.x - cell.x - cell.width / 2) > 1e-6:
            found.append(f"{text.gid} is not over its column")
    if not full:
        return found + (
            ["heads over the one column of a control"] if heads or numbers else []
        )
    if not numbers:
        if not all(reads(heads.get(j, []), layout.names[j]) for j in columns):
            found.append("the heads of the columns are not their names")
    else:
        rows = len(layout.names)
        if list(numbers.items()) != [
            (f"row-{row}", str(row + 1)) for row in range(rows)
        ]:
            found.append("the rows are not numbered")
        if any(texts != [str(j + 1)] for j, texts in heads.items()):
            found.append("a column has another number than its row")
        if len(columns) <= 20 and layout.cell_width >= 5 and list(heads) != columns:
            found.append("not every column has its number")
    return found


def _rows_and_columns(layout, cells, comparison, order, rename, triangle):
    found = (
        []
        if layout.cell_width >= 2.4 - 1e-9
        else [f"cells are {layout.cell_width:.2f} pt wide"]
    )
    for (i, j), one in cells.items():
        if (i, j + 1) in cells and abs(one.x + one.width - cells[i, j + 1].x) > 1e-6:
            found.append(f"cells {(i, j)} and {(i, j + 1)} do not adjoin")
        if (i + 1, j) in cells and abs(one.y + one.height - cells[i + 1, j].y) > 1e-6:
            found.append(f"cells {(i, j)} and {(i + 1, j)} do not adjoin")
    first = min(cell.x for cell in cells.values())
    for row, column in enumerate(order):
        name = comparison.algorithms[column]
        texts = by_gid(layout, Text, f"label-{row}")
        printed = [t.text for t in texts]
        if not reads(printed, rename.get(name, name)):
            found.append(f"name {name!r} is printed as {' '.join(printed)!r}")
        numbers = by_gid(layout, Text, f"row-{row}")
        for text in (*numbers, *texts):
            edges = layout.row_edges[row : row + 2]
            if not triangle and text.box[2] > first:
                found.append(f"{text.gid} reaches into the cells")
            if not edges[0] - 0.02 <= text.y <= edges[1] + 0.02:
                found.append(f"{text.gid} is not at its row")
            # the place on the diagonal: right of the row, over the column
            at = first + row * layout.cell_width
            marks = [
                mark.box[0] for mark in by_gid(layout, Marker, f"label-{row}-family")
            ]
            if triangle and not at - 0.02 <= min([text.box[0], *marks]) <= at + 4.02:
                found.append(f"{text.gid} is not on the diagonal")
        if triangle and numbers:
            found.append("a triangle with numbers")
    return found
