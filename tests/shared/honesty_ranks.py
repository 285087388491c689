"""What a figure says against itself, read off its elements as a reader does: intervals,
numbers, marks and lengths.

Five rules, each with its own function, which returns sentences; an empty list is an
honest figure.

`markers_against_intervals`: a marker is filled if and only if 0 is outside of the
interval drawn, and a dagger follows the rows for which the tests decide otherwise.
`intervals_of_other_quantities`: an interval contains the marker of its row.
`numbers_of_other_names`: a number that is level with a name is a number of that
algorithm. `marks_like_operators`: no mark next to a number looks like an operator or a
sign. `lengths_that_differ`: the number after "CD =" is the length of its ruler, and the
number after "±" is half the length of its bracket.

`random_figure` draws figures of all kinds; `findings` knows which rules apply to them,
and what is true.
"""

import inspect
import math
import re
from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from random import Random
from types import SimpleNamespace

import numpy as np
from checks import reads
from every_figure import figure_of
from grammar import by_gid, form, number, said
from matplotlib.path import Path
from random_figures import MAKERS, fitted, names_of
from random_figures import _compared as random_comparison
from random_figures import _options as random_options
from random_figures import _table as random_table
from stack_checks import alone

import cddiagram as cd
from cddiagram.sheet import VERSUS, Line, Marker, Rectangle, Text
from cddiagram.text import CddiagramError

#: Places are met so exactly, in points.
NEAR = 1e-6
#: A mark is next to a number if it is no farther from it, and level with it.
BESIDE = 12.0
LEVEL = 3.0


# -- (a) markers and intervals ---------------------------------------------------------


def markers_against_intervals(layout, decisions):
    """Compare fill, interval and dagger of each row; `decisions` are those of the
    tests, None for the reference.
    """
    [zero] = by_gid(layout, Line, "zero")
    x_zero = zero.points[0][0]
    daggers = [t.y for t in by_gid(layout, Text, r".*") if t.text == "†"]
    found = []
    for row, different in enumerate(decisions):
        [marker] = by_gid(layout, Marker, f"marker-{row}")
        lines = [
            line
            for line in by_gid(layout, Line, r"interval-\d+")
            if abs(line.points[0][1] - marker.y) < NEAR
        ]
        has_dagger = any(abs(y - marker.y) < NEAR for y in daggers)
        if form(marker) == "reference":
            found += (
                [f"row {row} is the reference and has more than a marker"]
                if lines or has_dagger
                else []
            )
            continue
        if len(lines) != 1:
            found.append(f"row {row} has {len(lines)} intervals")
            continue
        left, right = sorted(x for x, _ in lines[0].points)
        outside = left > x_zero + NEAR or right < x_zero - NEAR
        if (form(marker) == "different") != outside:
            found.append(
                f"row {row} is {form(marker)}, and 0 is "
                f"{'outside' if outside else 'inside'}"
            )
        if has_dagger != (different != outside):
            found.append(
                f"row {row} has {'a' if has_dagger else 'no'} dagger, and the tests "
                f"say {different}"
            )
    words = said(layout)
    if ("† test disagrees" in words) != bool(daggers) or ("†" in words) != bool(
        daggers
    ):
        found.append(f"{len(daggers)} daggers, and the key says {words!r}")
    if re.search(r"yet 0|: \d+$", words) or not {
        "includes 0",
        "excludes 0",
    } <= set(key_texts(layout)):
        found.append(f"the key does not say what the fill means, but {words!r}")
    return found


def key_texts(layout):
    return [t.text for t in by_gid(layout, Text, "key-text")]


# -- (b) intervals and axes ------------------------------------------------------------


def intervals_of_other_quantities(layout, own=0):
    """Look in each row of a plot for strokes that miss their marker, or that are more
    than the figure's `own`.
    """
    axes = by_gid(layout, Line, "axis")
    markers = by_gid(layout, Marker, r"marker-\d+")
    if len(axes) != 1 or axes[0].points[0][1] != axes[0].points[1][1] or not markers:
        return []
    if by_gid(layout, Text, "value-number"):  # no rows, but a second axis
        return []
    (low, y_axis), (high, _) = sorted(axes[0].points)
    found = []
    in_rows = [
        m
        for m in markers
        if abs(m.y - y_axis) > LEVEL and low - NEAR <= m.x <= high + NEAR
    ]
    heights = sorted({m.y for m in in_rows})
    if len(heights) < len(in_rows):
        # a diagram with leaders: its markers are on the axis or at its labels
        return []
    pitch = min((b - a for a, b in pairwise(heights)), default=10.0)
    for marker in in_rows:
        along = level_strokes(layout, marker.y, pitch)
        strokes = [
            line
            for line in along
            if abs(line.points[0][1] - y_axis) > NEAR and _inside(line, low, high)
        ]
        strokes = [line for line in strokes if not _is_inner(line, strokes)]
        missed = [line.gid for line in strokes if not _reaches(line, marker.x)]
        found += [f"{gid} of {marker.gid} misses its marker" for gid in missed]
        intervals = [line for line in strokes if not _ends_at(line, marker.x)]
        if len(intervals) > own:
            found.append(
                f"{marker.gid} has {len(intervals)} intervals: "
                f"{[line.gid for line in intervals]}"
            )
    return found


def level_strokes(layout, y, pitch):
    """Lines that run along a row; an arrow head begins and ends at one place and runs
    nowhere.
    """
    strokes = []
    for line in (e for e in layout.elements if isinstance(e, Line)):
        xs, ys = zip(*line.points, strict=True)
        if line.color == "guide":  # from end to end of the axis
            continue
        if max(abs(at - y) for at in ys) < pitch / 2 and abs(xs[-1] - xs[0]) > NEAR:
            strokes.append(line)
    return strokes


def _is_inner(line, strokes):
    """Whether a thicker line lies within another one: the 50% interval of a forest."""
    left, right = sorted(x for x, _ in (line.points[0], line.points[-1]))
    for other in strokes:
        start, end = sorted(x for x, _ in (other.points[0], other.points[-1]))
        is_within = start - NEAR <= left <= right <= end + NEAR
        if other is not line and is_within and other.width < line.width:
            return True
    return False


def _inside(line, low, high):
    return (
        max(x for x, _ in line.points) > low + NEAR
        and min(x for x, _ in line.points) < high - NEAR
    )


def _reaches(line, x):
    return (
        min(at for at, _ in line.points) - 0.05
        <= x
        <= max(at for at, _ in line.points) + 0.05
    )


def _ends_at(line, x):
    """Whether a line leads to a marker: a guide from the axis, not an interval."""
    return (
        min(abs(line.points[0][0] - x), abs(line.points[-1][0] - x)) < NEAR
        and line.color == "guide"
    )


def places_in_print(layout, places):
    """Compare the column of places with what is true: name -> its first and last
    place.
    """
    found = []
    owners = [
        (text.text, name_level_with(layout, text))
        for text in by_gid(layout, Text, r"rank-interval-\d+")
    ]
    for name, (first, last) in places.items():
        own = [text for text, lines in owners if lines and reads(lines, name)]
        wanted = str(first) if first == last else f"{first}–{last}"
        found += (
            []
            if own == [wanted]
            else [f"the places of {name!r} are {own}, not {wanted}"]
        )
    return found


# -- (c) numbers and names -------------------------------------------------------------


@dataclass(frozen=True)
class Numbers:
    """What is true of an algorithm, or of a row: numbers that may be level with its
    name, and those in parentheses.
    """

    plain: tuple = ()
    left: tuple = ()
    parenthesised: tuple = ()


def numbers_of_other_names(layout, truth):
    """Compare each number that is level with a name with what is true of that name:
    name -> `Numbers`.
    """
    found = []
    for text in loose_numbers(layout):
        lines, side = name_level_with(layout, text, with_side=True)
        if lines is None:
            continue
        name = next((name for name in truth if reads(lines, name)), None)
        if name is None:
            found.append(f"no name reads {lines}")
            continue
        numbers = truth[name]
        known = numbers.plain
        if text.text.startswith("("):
            known = numbers.parenthesised
        elif side == "label-left":
            known = numbers.left
        if not any(prints(text.text, value) for value in known):
            found.append(f"{text.text} is level with {name!r}, which has {known}")
    return found


def loose_numbers(layout):
    """Numbers that are not on an axis, not in a cell, and no names."""
    cells = [
        e
        for e in layout.elements
        if isinstance(e, Rectangle) and e.gid not in ("zebra", "interval", "rope")
    ]
    texts = []
    for text in (e for e in layout.elements if isinstance(e, Text)):
        on_axis = re.search(r"tick-number|value-number|label", text.gid)
        in_cell = any(
            c.x <= text.x <= c.x + c.width and c.y <= text.y <= c.y + c.height
            for c in cells
        )
        if value_of(text.text) is not None and not on_axis and not in_cell:
            texts.append(text)
    return texts


def value_of(text):
    """Read a number as it is printed, and half a unit of its last digit; None for what
    is none.
    """
    bare = text.strip("()").removesuffix("%").replace("−", "-")
    if not re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?", bare):
        return None
    mantissa, _, exponent = bare.partition("e")
    unit = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    scale = 0.01 if text.strip("()").endswith("%") else 1.0
    return scale * float(bare), 0.5001 * scale * unit


def prints(text, value):
    read, half = value_of(text)
    return abs(read - value) <= half + 1e-9 * abs(value)


def name_level_with(layout, text, with_side=False):
    """Return the lines of the nearest name at the height of a text; None if there is
    none.
    """
    names = defaultdict(list)
    for label in by_gid(layout, Text, r"(diagram-\d+-)?label(-left)?-\d+"):
        names[label.gid].append(label)
    nearest, distance = None, math.inf
    for gid, lines in names.items():
        top, bottom = min(t.box[1] for t in lines), max(t.box[3] for t in lines)
        away = min(
            max(t.box[0] - text.box[2], text.box[0] - t.box[2], 0.0) for t in lines
        )
        if top < text.y < bottom and away < distance:
            nearest, distance = gid, away
    lines = None if nearest is None else [t.text for t in names[nearest]]
    if not with_side:
        return lines
    return lines, None if nearest is None else re.sub(r"-\d+$", "", nearest)


# -- (d) marks and operators -----------------------------------------------------------


def marks_like_operators(layout):
    """Find marks next to numbers that look like operators, marks inside of their names,
    and empty room for marks.
    """
    found = []
    numbers = [
        e
        for e in layout.elements
        if isinstance(e, Text) and value_of(e.text) is not None
    ]
    for mark in (
        e
        for e in layout.elements
        if isinstance(e, Marker) and e.shape not in ("disc", "diamond")
    ):
        near = [
            t.text
            for t in numbers
            if abs(t.y - mark.y) < LEVEL and _gap(t.box, mark.box) < BESIDE
        ]
        operator = looks_like(replace(mark, gid="", x=0.0, y=0.0))
        if operator and (near or mark.gid.endswith("-family")):
            found.append(f"{mark.gid} looks like {operator} next to {near}")
    return [*found, *_marks_inside(layout), *_empty_room(layout)]


def _gap(box, other):
    return max(box[0] - other[2], other[0] - box[2], 0.0)


_STEPS = (np.arange(40) + 0.5) / 40 * 2 - 1
_X, _Y = np.meshgrid(_STEPS, _STEPS)
#: Operator or sign -> its ink in a square from -1 to 1, for strokes of half a width,
#: and the greatest such half.
OPERATORS = {
    "−": (lambda half: abs(_Y) < half, 0.42),
    "|": (lambda half: abs(_X) < half, 0.42),
    "+": (lambda half: (abs(_X) < half) | (abs(_Y) < half), 0.36),
    "×": (
        lambda half: np.minimum(abs(_X - _Y), abs(_X + _Y)) < half * math.sqrt(2),
        0.24,
    ),
    "/": (lambda half: abs(_X + _Y) < half * math.sqrt(2), 0.36),
    "=": (lambda half: abs(abs(_Y) - 0.5) < half / 1.6, 0.36),
    "<": (lambda half: abs(abs(_Y) - (1 + _X) / 2) < half, 0.3),
    ">": (lambda half: abs(abs(_Y) - (1 - _X) / 2) < half, 0.3),
    "±": (
        lambda half: (
            (((abs(_X) < half) | (abs(_Y + 0.2) < half)) & (_Y < 0.6)) | (1 - half < _Y)
        ),
        0.24,
    ),
}
#: A mark that shares so much of its ink with an operator is read as one.
ALIKE = 0.8


def _ink(mark):
    """Where a mark has ink when it is scaled to the square without changing its
    proportions.
    """
    path = Path([*mark.corners, mark.corners[0]], closed=True)
    box = path.get_extents()
    half, middle = (
        max(box.width, box.height) / 2,
        ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2),
    )
    scaled = Path((path.vertices - middle) / half, path.codes)
    return scaled.contains_points(np.stack([_X, _Y], axis=-1).reshape(-1, 2)).reshape(
        _X.shape
    )


@cache
def looks_like(mark):
    """Return the operator whose shape a mark shares most of its ink with; None if there
    is none.
    """
    ink, shared = _ink(mark), {}
    for operator, (drawn, thickest) in OPERATORS.items():
        glyphs = [
            drawn(half)
            for half in (0.12, 0.2, 0.24, 0.3, 0.36, 0.42)
            if half <= thickest
        ]
        shared[operator] = max(
            (ink & glyph).sum() / (ink | glyph).sum() for glyph in glyphs
        )
    operator = max(shared, key=shared.get)
    return operator if shared[operator] > ALIKE else None


def _marks_inside(layout):
    """Names stand between their numbers and the marks of their families."""
    found = []
    for mark in by_gid(layout, Marker, r"label(-left)?-\d+-family"):
        own = by_gid(layout, Text, mark.gid.removesuffix("-family"))
        numbers = [
            t
            for t in by_gid(layout, Text, r"rank(-left)?-\d+")
            if own and abs(t.y - mark.y) < NEAR
        ]
        for text in numbers:
            left, right = sorted((mark.x, sum(text.box[::2]) / 2))
            if _gap(text.box, mark.box) < 60 and not any(
                left < sum(t.box[::2]) / 2 < right for t in own
            ):
                found.append(f"{mark.gid} is on the side of the number {text.text}")
    return found


def _empty_room(layout):
    """Names with and without a family are as far from their numbers: from the near end
    of a number, or of the column of numbers.
    """
    gaps, columns = defaultdict(set), defaultdict(set)
    for text in by_gid(layout, Text, r"rank(-left)?-\d+"):
        for name in by_gid(layout, Text, text.gid.replace("rank", "label")):
            if abs(name.y - text.y) < LEVEL:
                side = text.gid.startswith("rank-left"), name.x > text.x
                gaps[side].add(round(_gap(name.box, text.box), 3))
                columns[side].add(round(name.x - text.box[2], 2))
    return [
        f"names are {sorted(far)} from their numbers"
        for side, far in gaps.items()
        if len(far) > 1 and len(columns[side]) > 1
    ]


# -- (f) lengths -----------------------------------------------------------------------


def lengths_that_differ(layout):
    """Compare the number after "CD =" or "±" with the length of the stroke next to
    it.
    """
    found = []
    for text in by_gid(layout, Text, r".*(cd-text|key-text|interval-text)"):
        difference = re.search(r"CD\s*=\s*([\d.]+)", text.text)
        if difference:
            found += _ruler_of(layout, text, difference[1])
        half_bar = re.search(r"bars: ± CD/2 = ± ([\d.]+)", text.text)
        reach = re.search(r"^(?:interval: )?± ([\d.]+)$", text.text)
        if half_bar:
            found += _bars(layout, half_bar[1])
        elif reach:
            found += _bracket(layout, reach[1])
    return found


def unit_of(layout, line):
    """Points to a rank, on the axis that a stroke belongs to; None if it has fewer than
    two numbers.
    """
    upright = line.points[0][0] == line.points[-1][0]
    ticks = by_gid(layout, Text, "tick-number")
    if upright:
        axis = min(
            by_gid(layout, Line, "axis"),
            key=lambda one: abs(one.points[0][0] - line.points[0][0]),
        )
        own = sorted(
            (t for t in ticks if abs(t.x - axis.points[0][0]) < NEAR), key=lambda t: t.y
        )
        length = abs(axis.points[1][1] - axis.points[0][1])
    else:
        own = sorted(ticks, key=lambda t: t.x)
        length = own[-1].x - own[0].x if own else 0.0
    if len(own) < 2:
        return None
    return length / abs(number(own[-1].text) - number(own[0].text))


def _ruler_of(layout, text, digits):
    """The ruler nearest to a text, whose length is to be what the text says; none in a
    figure without rulers.
    """
    rulers = by_gid(layout, Line, "cd-ruler")
    if not rulers:
        brackets = by_gid(layout, Line, r"interval(-\d+)?") + by_gid(
            layout, Rectangle, "interval"
        )
        return (
            [f"{text.text!r} is next to {brackets[0].gid}, which is no ruler"]
            if brackets
            else []
        )
    ruler = min(rulers, key=lambda line: _distance(text, line))
    axis = 1 if ruler.points[0][0] == ruler.points[1][0] else 0
    unit = unit_of(layout, ruler)
    if unit is None or (axis == 1 and not _is_in_column(layout, text, ruler)):
        return []
    length = abs(ruler.points[1][axis] - ruler.points[0][axis])
    read, half = value_of(digits)
    if len(caps_of(layout, ruler)) < 2:  # open: it says that it is longer
        return (
            []
            if length < (read + half) * unit + 0.05
            else [f"an open ruler is longer than {text.text!r}"]
        )
    if abs(length - read * unit) > half * unit + 0.05:
        return [f"{text.text!r} is next to a ruler of {length / unit:.3f}"]
    return []


def _is_in_column(layout, text, ruler):
    """Whether an upright ruler is beside the axis below a text: only the first of
    several columns with one critical difference has a ruler.
    """
    middle = (text.box[0] + text.box[2]) / 2
    places = [line.points[0][0] for line in by_gid(layout, Line, "axis")]
    below = min(places, key=lambda x: abs(x - middle))
    return 0 < below - ruler.points[0][0] < BESIDE


def _distance(text, line):
    xs, ys = zip(*line.points, strict=True)
    left, top, right, bottom = text.box
    return math.hypot(
        max(min(xs) - right, left - max(xs), 0.0),
        max(min(ys) - bottom, top - max(ys), 0.0),
    )


def caps_of(layout, ruler):
    ends = [(round(x, 6), round(y, 6)) for x, y in ruler.points]
    middles = [
        (round((a[0] + b[0]) / 2, 6), round((a[1] + b[1]) / 2, 6))
        for a, b in (line.points for line in by_gid(layout, Line, "cd-ruler-cap"))
    ]
    return [end for end in ends if end in middles]


def _bars(layout, digits):
    read, half = value_of(digits)
    found = []
    for line in by_gid(layout, Line, r"interval-\d+"):
        unit = unit_of(layout, line)
        reach = abs(line.points[1][0] - line.points[0][0]) / 2
        if unit and abs(reach - read * unit) > half * unit + 0.05:
            found.append(
                f"{line.gid} reaches {reach / unit:.3f}, the key says {digits}"
            )
    return found


def _bracket(layout, digits):
    """The closed ends of the interval around a control are as far from it as the number
    says.
    """
    [axis] = by_gid(layout, Line, "axis") or [None]
    if axis is None:
        return [f"± {digits} without an axis"]
    unit, center = unit_of(layout, axis), _control_place(layout)
    if unit is None or center is None:
        return []
    ends = [line.points[0][0] for line in by_gid(layout, Line, "interval-cap")]
    drawn = by_gid(layout, Line, "interval") or by_gid(layout, Rectangle, "interval")
    read, half = value_of(digits)
    if not drawn:
        return [f"± {digits} without an interval"]
    wrong = [
        end for end in ends if abs(abs(end - center) - read * unit) > half * unit + 0.05
    ]
    return [
        f"the interval ends {abs(end - center) / unit:.3f} from the control, not "
        f"{digits}"
        for end in wrong
    ]


def _control_place(layout):
    """Where the control is on the axis: its leader, or its diamond in a list."""
    for marker in by_gid(layout, Marker, r"marker-\d+"):
        if marker.shape == "diamond":
            leaders = by_gid(layout, Line, marker.gid.replace("marker", "leader"))
            return leaders[0].points[0][0] if leaders else marker.x
    return None


# -- random figures --------------------------------------------------------------------


@dataclass(frozen=True)
class Drawn:
    """A random figure: what was drawn, by which options, and its layout."""

    kind: str
    subject: tuple
    options: dict = field(repr=False)
    layout: object = field(repr=False)
    #: The largest number of intervals in a row.
    intervals: int

    @property
    def first(self):
        """The comparison or study that is drawn."""
        return self.subject[0]


def _forest(rng):
    test = rng.choice(["ranks", "wilcoxon", "t", "sign"])
    return cd.plot_forest, random_comparison(rng, tests=(test,), control=0.4, most=9)


#: Names that leave room for a horizontal diagram.
_SHORT = (
    "SVM",
    "kNN",
    "C4.5",
    "Forest",
    "Naive Bayes",
    "MLP",
    "CN2",
    "Boosting",
    "ROCKET",
)


def _control(rng):
    table = random_table(rng, most=9)
    named = cd.ScoreTable.from_arrays(
        table.scores, algorithms=rng.sample(_SHORT, table.k)
    )
    return cd.compare(named, control=rng.choice(named.algorithms))


def _folds(rng):
    adjusted = rng.choice(["holm", "shaffer", "bonferroni"])
    return cd.plot_folds, cd.compare_folds(
        random_table(rng, most=9, n=20), folds=10, p_adjust=adjusted
    )


#: Like those of `random_figures`, with the tests that disagree with the intervals.
SUBJECTS = MAKERS | {
    "forest": _forest,
    "folds": _folds,
    "cd-control": lambda rng: (cd.plot_cd, _control(rng)),
    "mcb-control": lambda rng: (cd.plot_mcb, _control(rng)),
    "cd-stack-control": lambda rng: (
        cd.plot_cd_stack,
        {"one": _control(rng), "two": _control(rng)},
    ),
}
#: What these figures show beside what all figures have.
_OWN = {
    "show_rank_intervals": True,
    "reference": "best",
    "rope": 0.01,
    "best_at": "left",
    "letters": True,
}
_FAMILIES = ("one family", "another family", "a third")


def random_figure(kind, seed):
    """Draw a figure of a kind; a width that does not do becomes the one that the error
    names.
    """
    rng = Random(f"honest {kind} {seed}")
    for _ in range(100):
        try:
            plot, *subject = SUBJECTS[kind](rng)
            options = random_options(rng, plot, subject[0]) | _more_options(
                rng, plot, subject[0]
            )
            if {"families", "colors"} <= set(options):
                del options["colors"]
            layout = fitted(plot, subject, options).layout
        except CddiagramError as error:
            refusal = error
        else:
            intervals = int(figure_of(plot).intervals)
            return Drawn(kind, tuple(subject), options, layout, intervals)
    raise AssertionError(f"a hundred refusals of {kind} {seed}, at last: {refusal}")


def _more_options(rng, plot, subject):
    """Take some of the options that the rules are about."""
    known = inspect.signature(plot).parameters
    options = {
        name: value
        for name, value in _OWN.items()
        if name in known and rng.random() < 0.3
    }
    if "families" in known and plot is not cd.plot_power and rng.random() < 0.3:
        members = [name for name in names_of(subject) if rng.random() < 0.7]
        options["families"] = {name: rng.choice(_FAMILIES) for name in members}
    return options


def findings(drawn):
    """Apply all rules to a figure."""
    if drawn.kind.startswith("cd-stack"):
        return [
            f"diagram {position}: {finding}"
            for position, comparison in enumerate(drawn.first.values())
            for finding in _of_one(drawn, alone(drawn.layout, position), comparison)
        ]
    return _of_one(drawn, drawn.layout, drawn.first)


def _of_one(drawn, layout, subject):
    found = [*marks_like_operators(layout), *lengths_that_differ(layout)]
    kind = drawn.kind.removesuffix("-control")
    found += intervals_of_other_quantities(layout, own=drawn.intervals)
    if drawn.options.get("show_rank_intervals"):
        places = subject.rank_intervals.items()
        found += places_in_print(
            layout, {shown(drawn, name): ends for name, ends in places}
        )
    if kind in DECISIONS:
        found += markers_against_intervals(layout, DECISIONS[kind](layout, subject))
    if kind in TRUTHS:
        found += numbers_of_other_names(layout, TRUTHS[kind](drawn, layout, subject))
    return found


def _decisions_of_forest(layout, comparison):
    different = comparison.different()
    at = comparison.algorithms.index
    return [
        None if one == other else bool(different[at(one), at(other)])
        for one, other in layout.pairs
    ]


def _decisions_of_folds(layout, folds):
    different, held = folds.different(), folds.order[layout.reference.position]
    return [None if i == held else bool(different[i, held]) for i in folds.order]


#: Kind -> the decisions of the tests in each row, None for the reference.
DECISIONS = {"forest": _decisions_of_forest, "folds": _decisions_of_folds}


def shown(drawn, name):
    return drawn.options.get("rename", {}).get(name, name)


def _ranks(drawn, layout, comparison):
    truth = {}
    for name, rank in zip(
        comparison.algorithms, comparison.ranking.average_ranks, strict=True
    ):
        own = [float(rank)]
        if drawn.options.get("show_rank_intervals"):
            own += [
                end
                for end in comparison.rank_intervals[name][:1]
                if len(set(comparison.rank_intervals[name])) == 1
            ]
        truth[shown(drawn, name)] = Numbers(plain=tuple(own))
    return truth


def _estimates(drawn, layout, comparison):
    truth, estimates = {}, comparison.simultaneous_effects.hodges_lehmann
    at = comparison.algorithms.index
    alone_in_row = layout.pairs[0][1] == layout.pairs[-1][1] and len(layout.pairs) > 1
    above = None
    for one, other in layout.pairs:
        name = f"{shown(drawn, one)}{VERSUS}{shown(drawn, other)}"
        if alone_in_row:
            name = shown(drawn, one)
        elif one == above:
            name = f"{VERSUS.strip()} {shown(drawn, other)}"
        above = one
        known = truth.get(name, Numbers()).plain
        truth[name] = Numbers(plain=(*known, float(estimates[at(one), at(other)])))
    return truth


def _means(drawn, layout, folds):
    means = zip(folds.algorithms, folds.table.means, strict=True)
    return {shown(drawn, name): Numbers(plain=(float(mean),)) for name, mean in means}


def _firsts(drawn, layout, study):
    comparison = study.comparison
    numbers = zip(
        comparison.algorithms,
        comparison.ranking.average_ranks,
        study.first,
        strict=True,
    )
    return {
        shown(drawn, name): Numbers(plain=(float(rank), float(share)))
        for name, rank, share in numbers
    }


def _shares(drawn, layout, study):
    names = study.table.algorithms
    at = names.index
    return {
        f"{shown(drawn, one)}{VERSUS}{shown(drawn, other)}": Numbers(
            plain=(100 * float(study.share[at(one), at(other)]),)  # in percent
        )
        for one, other in layout.pairs
    }


def _first_and_last(drawn, layout, comparisons):
    first, *_, last = comparisons.values()
    ranks = [
        dict(zip(one.algorithms, one.ranking.average_ranks, strict=True))
        for one in (first, last)
    ]
    return {
        shown(drawn, name): Numbers(
            plain=(float(ranks[1][name]),),
            left=(float(ranks[0][name]),),
            parenthesised=(float(ranks[0][name]),),
        )
        for name in first.algorithms
    }


#: Kind -> what is true of each name that numbers are level with.
TRUTHS = {
    "cd": _ranks,
    "cd-small": _ranks,
    "cd-stack": _ranks,
    "mcb": _ranks,
    "rank-bars": _ranks,
    "rank-distribution": _ranks,
    "forest": _estimates,
    "folds": _means,
    "stability": _firsts,
    "pool": _shares,
    "cd-sequence": _first_and_last,
}


def changed(layout, change):
    """Return a layout whose elements are changed, one by one; what becomes None is left
    out.
    """
    elements = [change(element) for element in layout.elements]
    return replace(
        layout, elements=tuple(element for element in elements if element is not None)
    )


def with_elements(layout, *more):
    return replace(layout, elements=(*layout.elements, *more))


def of_elements(*elements):
    """A figure of stated elements alone."""
    return SimpleNamespace(elements=elements)
