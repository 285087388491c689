"""The picture of the guide's page about tests: questions, the call that each answer
leads to, and what that call runs.

Names of tests, adjustments that may be taken instead, and which are the default come
from running the calls.
"""

from dataclasses import dataclass
from html import escape

#: Of the picture, in pixels: its two widths (of a phone and of a desktop), a step to
#: the right, lines, and gaps.
NARROW, WIDE = 352, 700
STEP, LINE, GAP, PAD = 16, 17, 10, 7
#: Widths of letters of 13 px; a little more than most fonts need.
SANS, BOLD, MONO = 6.9, 8.2, 7.3


@dataclass(frozen=True, eq=False)
class Question:
    """An answer to the question before it; with a call it is a leaf, else it asks the
    next question.
    """

    depth: int
    text: str
    call: str = ""
    options: dict | None = None


TREE = (
    Question(0, "On how many data sets were the algorithms compared?"),
    Question(1, "One, by cross-validation", "compare_folds(folds)"),
    Question(1, "Several. How many algorithms?"),
    Question(2, "Two", 'compare(two, pair_test="wilcoxon")', {"pair_test": "wilcoxon"}),
    Question(2, "Three or more. Which pairs do you want to compare?"),
    Question(3, "All pairs, by average ranks", "compare(table)", {}),
    Question(3, "All pairs, each on its own scores", 'compare(table, pair_test="wilcoxon")', {"pair_test": "wilcoxon"}),
    Question(3, "A control (specified in advance) with the others, by average ranks", 'compare(table, control="A")',
             {"control": "A"}),
    Question(3, "A control (specified in advance) with the others, each pair on its own scores",
             'compare(table, control="A", pair_test="wilcoxon")', {"control": "A", "pair_test": "wilcoxon"}),
    Question(3, "The best-ranked algorithm (selected after seeing the results) with the others",
             'compare(table, control="best")', {"control": "best"}),
)  # fmt: skip


def scores(k, n=12):
    """Return scores of k algorithms that differ a little, to run the calls on."""
    table = {}
    for i in range(k):
        table[chr(ord("A") + i)] = {
            f"data set {j}": (i * i + 7 * j * (i + 1)) % 23 / 23 for j in range(n)
        }
    return table


def leaf(question):
    """Return what a call runs, and the keys of the adjustments that may be named
    instead of its own.
    """
    import cddiagram as cd
    from cddiagram.procedures import ADJUSTMENTS

    if question.options is None:
        folds = {name: list(values.values())[:10] for name, values in scores(3).items()}
        return cd.compare_folds(folds, folds=10).test, ()
    table = scores(2 if question.text == "Two" else 4)
    comparison = cd.compare(table, **question.options)
    if len(table) == 2:
        return comparison.test, ()
    # This is said of those that do not always control the family-wise error rate.
    asked_for = ADJUSTMENTS["li"].when
    others = []
    for key, entry in ADJUSTMENTS.items():
        if entry.controls in ("none", "fdr") or entry.when == asked_for:
            continue
        try:
            other = cd.compare(table, p_adjust=key, **question.options)
        except cd.UsageError:
            continue
        if other.pairwise.p_adjust != comparison.pairwise.p_adjust:
            others.append(key)
    return comparison.test, tuple(others)


def picture():
    """Return the picture twice, for a wide page and for a phone: style sheets show one
    of them.
    """
    lines = [".. raw:: html", ""]
    found = {question: leaf(question) for question in TREE if question.call}
    for width, name in ((WIDE, "which-wide"), (NARROW, "which-narrow")):
        lines += [f"   {line}" for line in _svg(width, name, found)]
    return "\n".join(lines) + "\n"


def _svg(width, name, found):
    """Draw the tree in one width: what a call runs stands beside its answer if there is
    room, else below it.
    """
    beside = width >= WIDE
    drawn, y, stems = [], PAD, {}
    for question in TREE:
        x = question.depth * STEP
        room = (330 if beside else width) - x - PAD
        letter, kind = (SANS, "answer") if question.call else (BOLD, "asked")
        answer = _texts(question.text, room, letter, kind)
        box_x, box_width = (
            (340, width - 341) if beside else (x + STEP, width - x - STEP - 1)
        )
        box = (
            _box(question.call, *found[question], box_width - 2 * PAD)
            if question.call
            else []
        )
        if question.depth:  # an elbow from the question before
            top = stems[question.depth - 1]
            drawn.append(
                f'<path d="M{x - STEP / 2:g} {top:g}V{y + LINE * 0.6:g}H{x - 2:g}"/>'
            )
        drawn += _placed(answer, x, y)
        box_y = y if beside else y + LINE * len(answer) + 2
        if box:
            height = LINE * len(box) + 2 * PAD
            if beside:
                end = x + len(answer[0][1]) * SANS
                drawn.append(
                    f'<path class="dots" d="M{end + 4:g} '
                    f'{y + LINE * 0.6:g}H{box_x - 4}"/>'
                )
            drawn.append(
                f'<rect x="{box_x}" y="{box_y:g}" width="{box_width}" '
                f'height="{height}" rx="4"/>'
            )
            drawn += _placed(box, box_x + PAD, box_y + PAD)
            y = max(box_y + height, y + LINE * len(answer)) + GAP
        else:
            y += LINE * len(answer) + GAP / 2
        stems[question.depth] = y - GAP / 2
    said = "Questions that lead to a call. The table below contains the same calls."
    head = (
        f'<svg class="which-test {name}" viewBox="0 0 {width} {y:g}" width="{width}" '
        f'height="{y:g}" role="img" '
    )
    return [f'{head}aria-label="{said}">', *drawn, "</svg>"]


def _box(call, test, others, room):
    """Return what stands in the box of a call: the call, its test, and other
    adjustments.
    """
    lines = _texts(call, room, MONO, "call") + _texts(test, room, BOLD, "test")
    if others:
        lines += _texts(
            "or p_adjust = " + ", ".join(others), room, SANS * 0.88, "others"
        )
    return lines


def _texts(text, room, letter, kind):
    """Break a text into lines that have room: pairs of a class and a line."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and (len(lines[-1]) + 1 + len(word)) * letter > room:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return [(kind, line) for line in lines]


def _placed(lines, x, y):
    return [
        f'<text class="{kind}" x="{x:g}" '
        f'y="{y + LINE * (at + 0.8):g}">{escape(line)}</text>'
        for at, (kind, line) in enumerate(lines)
    ]
