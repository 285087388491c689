"""The sequence of comparisons: who is who in every column, honest bars, and random inputs without a defect."""

import os
import re
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest
from cases import SYNTHETIC, Case, case, plain_measure, text_measure, within
from checks import _by_gid as by_gid
from checks import _letters as letters
from checks import _overlaps as overlaps
from checks import _page as page_defects
from checks import bar_defects
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from test_cd_random import random_alike, random_name, random_ranks

import cddiagram as cd
from cddiagram.errors import InputError, LayoutError, UsageError
from cddiagram.figures.cd_sequence import layout_cd_sequence
from cddiagram.sheet.elements import Line, Marker, Text

EXAMPLES = int(os.environ.get("CDDIAGRAM_LAYOUT_EXAMPLES", "400"))
CLEAR, LINE_GAP = 6.0, 5.0


# -- the checker: everything is read off the elements ---------------------------------------------------------------


def defects(layout, cases, *, width, rename=None):
    found = [*page_defects(layout, width), *overlaps(layout)]
    k = cases[0].k
    lines = {int(line.gid.split("-")[1]): line for line in by_gid(layout, Line, r"leader-\d+")}
    if sorted(lines) != list(range(k)):
        return [*found, "not one line for each algorithm"]
    axes = sorted({line.points[0][0] for line in by_gid(layout, Line, "axis")})
    if len(axes) != len(cases):
        return [*found, f"{len(axes)} axes for {len(cases)} comparisons"]
    order = cases[0].order  # method -> algorithm: methods are numbered as the first column ranks them
    hops = any(element.gid.endswith("-gap") for element in layout.elements)
    if hops != ("not a member" in [t.text for t in by_gid(layout, Text, "key-text")]):
        found.append("a key without hops, or hops without a key")
    found += _titles(layout, axes)
    found += _names(layout, lines, cases[0], rename or {})
    for number, (axis, one) in enumerate(zip(axes, cases, strict=True)):
        # in the first column tied algorithms stand in the order of the input
        found += _column(layout, number, axis, one, order, lines)
    return found


def _titles(layout, axes):
    found = []
    for number, title in enumerate(layout.titles):
        printed = "".join(t.text for t in by_gid(layout, Text, f"column-{number}"))
        if letters(printed) != letters(title):
            found.append(f"title {title!r} is printed as {printed!r}")
        for text in by_gid(layout, Text, f"column-{number}"):
            nearest = min(range(len(axes)), key=lambda i: abs(axes[i] - min(max(axes[i], text.box[0]), text.box[2])))
            if nearest != number:
                found.append(f"title {title!r} is nearer to column {nearest}")
    return found


def _names(layout, lines, first, rename):
    found = []
    for method, line in lines.items():
        name = first.names[first.order[method]]
        shown = re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", "", rename.get(name, name))
        left = by_gid(layout, Text, f"label-left-{method}")
        for texts, end in ((by_gid(layout, Text, f"label-{method}"), line.points[-1]), (left, line.points[0])):
            if not texts:
                if texts is not left and letters(shown):
                    found.append(f"name {name!r} is not printed")
                continue
            printed = "".join(t.text for t in texts)
            if letters(printed) != letters(shown):
                found.append(f"name {name!r} is printed as {printed!r}")
            middle = (texts[0].y + texts[-1].y) / 2
            near = min(abs(x - end[0]) for t in texts for x in (t.box[0], t.box[2]))
            if abs(middle - end[1]) > 1e-6 or near > 2.5:
                found.append(f"the line of {name!r} does not end at its name")
    return found


def _column(layout, number, axis, one, order, lines):
    found = []
    numbers = sorted((t for t in by_gid(layout, Text, "tick-number") if abs(t.x - axis) < 1e-6), key=lambda t: t.y)
    [spine] = [line for line in by_gid(layout, Line, "axis") if line.points[0][0] == axis]
    (_, top), (_, bottom) = spine.points
    low, high = float(numbers[0].text), float(numbers[1].text)
    level = {}
    exact = {}
    for method, algorithm in enumerate(order):
        points = lines[method].points
        at = [i for i, (x, _) in enumerate(points) if abs(x - axis) < 1e-9]
        if len(at) != 1:
            return [*found, f"line {method} does not meet axis {number} once"]
        exact[method] = points[at[0]][1]
        wanted = top + (one.ranks[algorithm] - low) / (high - low) * (bottom - top)
        if abs(exact[method] - wanted) > 1e-6:
            found.append(f"line {method} is not at its rank in column {number}")
        (x, y), (u, v) = points[at[0] + 1], points[at[0] + 2]
        level[method] = y
        # level through all lanes: where the column has bars the line runs on at that height
        lanes = [x for e in _bars(layout, number) for x, _ in getattr(e, "points", [(getattr(e, "x", 0), 0)])]
        if one.control is not None:
            lanes += [m.x for m in by_gid(layout, Marker, rf"marker-{number}-\d+")]
        if lanes and (abs(y - v) > 1e-9 or u < max(lanes) or x > min(lanes)):
            found.append(f"line {method} is not level through the lanes of column {number}")
    by_level = sorted(level, key=level.get)
    if any(level[b] - level[a] < LINE_GAP - 1e-6 for a, b in pairwise(by_level)):
        found.append(f"lines of column {number} are closer than {LINE_GAP}")
    if any(exact[b] < exact[a] - 1e-6 for a, b in pairwise(by_level)):
        found.append(f"lines cross between axis and bars of column {number}")
    at = exact if one.control is None else level
    return found + _markers(layout, number, axis, one, order, at) + _groups(layout, number, one, order, level)


def _bars(layout, number):
    return by_gid(layout, Line, rf"clique-{number}-\d+(-gap)?") + by_gid(
        layout, Marker, rf"clique-{number}-\d+-member-\d+"
    )


def _markers(layout, number, axis, one, order, at):
    """Discs on the axis, or decisions about a control beside it, where no two lines are at one place."""
    found = []
    markers = by_gid(layout, Marker, rf"marker-{number}-\d+")
    if sorted(round(m.y, 6) for m in markers) != sorted(round(y, 6) for y in at.values()):
        found.append(f"markers of column {number} are not on their lines")
    if any((abs(m.x - axis) < 1e-9) != (one.control is None) for m in markers):
        found.append(f"a marker of column {number} is at the wrong place")
    wanted = []
    for method, algorithm in enumerate(order):
        alike = one.control is not None and tuple(sorted((algorithm, one.control))) in one.alike
        mark = "diamond" if algorithm == one.control else "hollow" if alike else "disc"
        wanted.append((round(at[method], 6), mark))
    seen = [(round(m.y, 6), "hollow" if m.fill == "background" else m.shape) for m in markers]
    if sorted(seen) != sorted(wanted):
        found.append(f"markers of column {number} say something else about the control")
    heights = sorted((m.y, m.radius + m.edge_width / 2) for m in markers)
    if one.control is not None and any(b - a < r + s - 1e-6 for (a, r), (b, s) in pairwise(heights)):
        found.append(f"markers of column {number} overlap")
    if one.control is not None and "not different" not in [t.text for t in by_gid(layout, Text, "key-text")]:
        found.append("hollow markers are not explained")
    return found


def _groups(layout, number, one, order, level):
    elements = _bars(layout, number)
    if one.control is not None:
        return ["bars beside a control"] if elements else []
    by_level = sorted(level, key=level.get)
    place = {method: position for position, method in enumerate(by_level)}
    along = {place[m]: y for m, y in level.items()}
    drawn = {}
    for element in elements:
        drawn.setdefault(int(element.gid.split("-")[2]), []).append(element)
    found, spans, joined = [], [], set()
    for index, own in drawn.items():
        members, wrong = bar_defects(index, own, along, 1)
        found += wrong
        joined |= set(combinations(sorted(members), 2))
        x = next(e.points[0][0] if isinstance(e, Line) else e.x for e in own)
        if members:
            spans.append((along[min(members)], along[max(members)], x))
    method_of = {algorithm: method for method, algorithm in enumerate(order)}
    alike = {tuple(sorted((place[method_of[i]], place[method_of[j]]))) for i, j in one.alike}
    found += [f"{pair} of column {number} are alike and not joined" for pair in sorted(alike - joined)]
    found += [f"{pair} of column {number} are joined and not alike" for pair in sorted(joined - alike)]
    for a, b in combinations(spans, 2):
        if a[2] == b[2] and max(a[0], b[0]) - min(a[1], b[1]) < CLEAR - 1e-6:
            found.append(f"bars of column {number} are too close in their lane")
    depth = max((sum(a < start + 1e-9 < b + CLEAR for a, b, _ in spans) for start, _, _ in spans), default=0)
    if len({x for _, _, x in spans}) != depth:
        found.append(f"{len({x for _, _, x in spans})} lanes in column {number} where {depth} would do")
    return found


# -- cases -----------------------------------------------------------------------------------------------------------


def lay_out(cases, **options):
    options.setdefault("measure", text_measure())
    return layout_cd_sequence([one.comparison for one in cases], **options)


@pytest.mark.parametrize("family", ["DejaVu Sans", "STIXGeneral"])
@pytest.mark.parametrize("width", [3.3, 6.75])
@pytest.mark.parametrize("key", ["c1", "c2", *SYNTHETIC])
def test_no_defects(key, width, family):
    cases = [case(key, test) for test in ("nemenyi", "wilcoxon", "control")]
    layout = lay_out(cases, width=width, measure=text_measure(family))
    assert defects(layout, cases, width=round(72 * width, 9)) == []


def three(**options):
    ranks = ([1.5, 2.5, 2.5, 3.5], [2.5, 2.5, 1.5, 3.5], [1.2, 3.0, 2.6, 3.2])
    names = ("alpha", "beta", "gamma", "delta")
    return [Case(names=names, ranks=tuple(r), cd=1.2, alike=within(r, 1.2), **options) for r in ranks]


def test_tied_lines_do_not_cross_where_they_meet():
    # column 2: alpha and beta tie; alpha came from above, so it leaves above, whatever the input order
    cases = three()
    layout = lay_out(cases)
    assert defects(layout, cases, width=237.6) == []
    swapped = [
        Case(
            names=one.names[::-1],
            ranks=one.ranks[::-1],
            cd=1.2,
            alike=within(one.ranks[::-1], 1.2),
        )
        for one in cases
    ]
    lines = {}
    for subject in (cases, swapped):
        result = lay_out(subject)
        names = {int(t.gid.split("-")[1]): t.text for t in by_gid(result, Text, r"label-\d+")}
        second = result.axes[1]
        lines[subject is swapped] = {
            names[m]: next(y for x, y in line.points if abs(x - second - 5.0) < 1e-9)
            for m, line in ((int(line.gid.split("-")[1]), line) for line in by_gid(result, Line, r"leader-\d+"))
        }
    for heights in lines.values():
        assert heights["alpha"] < heights["beta"]


def test_titles_and_names():
    comparisons = {"accuracy": three()[0].comparison, "recall": three()[1].comparison}
    layout = layout_cd_sequence(comparisons, measure=text_measure())
    assert layout.titles == ("accuracy", "recall")
    assert [t.text for t in by_gid(layout, Text, "note")] == ["Nemenyi, α = 0.05"]
    assert len(by_gid(layout, Text, r"label-left-\d+")) == 4
    named = layout_cd_sequence(comparisons, titles=["A", "B"], measure=text_measure(), rename={"alpha": "Alpha 2"})
    assert named.titles == ("A", "B")
    assert "Alpha 2" in [t.text for t in by_gid(named, Text, r"label-\d+")]
    assert lay_out(three()).titles == ("(a)", "(b)", "(c)")


def test_columns_that_were_tested_otherwise_say_so():
    cases = [three()[0], three(test="Wilcoxon–Holm", alpha=0.10)[1]]
    layout = lay_out(cases, titles=["accuracy", "recall"])
    note = " ".join(t.text for t in by_gid(layout, Text, "note"))
    assert note == "accuracy: Nemenyi, α = 0.05; recall: Wilcoxon–Holm, α = 0.10"


def test_axes_of_one_kind_of_rank_share_their_range():
    cases = [case("c4a", "nemenyi"), replace(case("c4a", "nemenyi"), ranks=case("c4a", "nemenyi").ranks[::-1])]
    for option, wanted in (("full", ["1", "25"]), ("data", ["5", "21"]), ((2, 24), ["2", "24"])):
        layout = lay_out(cases, width="page", rank_range=option)
        ends = [t.text for t in by_gid(layout, Text, "tick-number")]
        assert ends == wanted * 2


def test_aligned_ranks_have_axes_of_their_own():
    table = cd.load_example("garcia2008-table2")
    comparisons = [cd.compare(table, ranking="aligned"), cd.compare(table)]
    layout = layout_cd_sequence(comparisons, measure=text_measure(), titles=["aligned", "ranks"])
    note = " ".join(t.text for t in by_gid(layout, Text, "note"))
    assert "average aligned rank" in note
    ends = [int(t.text) for t in by_gid(layout, Text, "tick-number")]
    assert ends[2:] == [1, 5]
    assert ends[1] > 5


def test_highlighted_line_is_drawn_last_and_heavy():
    layout = lay_out(three(), highlight="beta", colors={"gamma": "#d55e00"})
    leaders = by_gid(layout, Line, r"leader-\d+")
    assert (leaders[-1].width, leaders[-1].color) == (1.2, "accent")
    assert {line.width for line in leaders[:-1]} == {0.6}
    assert "#d55e00" in {line.color for line in leaders}


def test_too_many_groups_for_bars_are_refused():
    subject = case("c4b", "wilcoxon")
    with pytest.raises(LayoutError) as error:
        lay_out([subject, subject], width="page", max_lanes=5, titles=["one", "two"])
    assert str(error.value) == (
        "too many groups for bars between the columns: one (21 groups), two (21 groups). Allow more rows of bars "
        "(max_lanes), or draw the p-value matrix (plot_pvalue_matrix) of each."
    )
    assert defects(lay_out([subject, subject], width="page"), [subject, subject], width=486.0) == []


def test_messages():
    one, two = three()[:2]
    other = Case(names=("alpha", "beta", "gamma", "epsilon"), ranks=one.ranks, cd=1.2, alike=one.alike)
    with pytest.raises(InputError) as caught:
        lay_out([one, other], titles=["accuracy", "recall"])
    assert str(caught.value) == (
        "the comparison 'recall' lacks 'delta' and has 'epsilon' in addition: every column of a sequence needs the "
        "algorithms of the first, 'accuracy'."
    )
    with pytest.raises(UsageError, match="two comparisons or more; plot_cd draws a single one"):
        lay_out([one])
    with pytest.raises(UsageError, match="list of comparisons or map titles to them"):
        layout_cd_sequence(one.comparison, measure=plain_measure)
    with pytest.raises(UsageError, match="titles must be one text for each of the 2 comparisons"):
        lay_out([one, two], titles=["only one"])
    with pytest.raises(LayoutError) as caught:
        lay_out([one] * 9, measure=plain_measure)
    needed = re.fullmatch(
        r"a sequence of 9 columns does not fit 3\.30 in: it needs (\d\.\d\d) in; give that width or shorter titles or "
        r"names \(rename\)\.",
        str(caught.value),
    )
    assert lay_out([one] * 9, width=float(needed.group(1)), measure=plain_measure).titles[8] == "(i)"
    with pytest.raises(LayoutError):
        lay_out([one] * 9, width=float(needed.group(1)) - 0.05, measure=plain_measure)


def test_a_title_is_never_broken_within_a_word():
    with pytest.raises(LayoutError, match="shorter titles"):
        lay_out(three(), titles=["a", "Pneumonoultramicroscopicsilicovolcanoconiosis", "b"])


# -- the checker sees what it is for ----------------------------------------------------------------------------------


def _moved(element, dx, dy):
    if isinstance(element, Line):
        return replace(element, points=tuple((x + dx, y + dy) for x, y in element.points))
    return replace(element, x=element.x + dx, y=element.y + dy)


@pytest.mark.parametrize(
    ("gid", "change", "seen"),
    [
        ("leader-2", lambda e: _moved(e, 0, 3), "is not at its rank"),
        ("marker-1-2", lambda e: _moved(e, 0, 3), "markers of column 1 are not on their lines"),
        ("clique-1-0-member-0", lambda e: _moved(e, 0, 1), "has a disc on no leader"),
        ("clique-0-1", lambda e: None, "alike and not joined"),
        ("clique-0-1", lambda e: _moved(e, 0, 3), "does not end flush with a leader"),
        ("clique-1-0-gap", lambda e: replace(e, points=(e.points[0], e.points[-1])), "runs into 1, no member"),
        ("label-3", lambda e: replace(e, text="TS"), "is printed as 'TS'"),
        ("label-3", lambda e: _moved(e, 0, 4), "does not end at its name"),
        ("column-1", lambda e: replace(e, text="x"), "title '(b)' is printed as 'x'"),
        ("column-1", lambda e: _moved(e, -170, 0), "nearer to column"),
        ("tick-number", lambda e: _moved(e, 0, 12), "touches text tick-number"),
        ("marker-2-1", lambda e: replace(e, fill="foreground"), "markers of column 2 say something else"),
        ("marker-2-1", lambda e: _moved(e, 0, 1), "not on their lines"),
        ("key-text", lambda e: None, "hops without a key"),
    ],
)
def test_checker_sees(gid, change, seen):
    eight = case("c8", "nemenyi")
    tied = replace(eight, cd=None, ranks=(4.0,) * eight.k, control=2, alike=frozenset({(0, 2), (1, 2), (2, 5)}))
    cases = [eight, case("c8", "wilcoxon"), tied]
    layout = lay_out(cases, width="page")
    index = next(i for i, e in enumerate(layout.elements) if e.gid == gid)
    new = change(layout.elements[index])
    elements = [*layout.elements[:index], *([new] if new else []), *layout.elements[index + 1 :]]
    found = defects(replace(layout, elements=tuple(elements)), cases, width=486.0)
    assert any(seen in defect for defect in found), found


# -- random inputs -----------------------------------------------------------------------------------------------------


@st.composite
def subjects(draw):
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    k = draw(st.one_of(st.integers(2, 30), st.integers(2, 10)))
    names = []
    while len(names) < k:
        name = random_name(rng)
        if name not in names:
            names.append(name)
    cases = []
    for _ in range(draw(st.integers(2, 6))):
        ranks = random_ranks(rng, k, rng.choice(["uniform", "ties", "clusters", "equal", "narrow"]))
        cd = rng.choice((0.1, 0.25, 0.5, 1.2)) * k * rng.uniform(0.3, 1.0)
        control = rng.randrange(k) if rng.random() < 0.2 else None
        flips = rng.choice((0.0, 0.02, 0.08)) if k <= 20 else 0.0
        cases.append(
            Case(
                names=tuple(names),
                ranks=tuple(ranks),
                alike=random_alike(rng, ranks, cd, flips),
                cd=cd if flips == 0.0 else None,
                control=control,
                alpha=rng.choice((0.05, 0.10)),
                test=rng.choice(("Nemenyi", "Wilcoxon–Holm")),
            )
        )
    titles = ["".join(rng.choices(("accuracy", "recall", "F1", "log loss ", "of the ", "subset"), k=2)) for _ in cases]
    return cases, titles


OPTIONS = st.fixed_dictionaries(
    {"width": st.sampled_from([3.3, 5.0, 6.75]), "font_size": st.sampled_from([7.0, 8.0, 9.0, 10.0])},
    optional={
        "rank_range": st.just("data"),
        "show_direction": st.just(False),
        "note": st.sampled_from([None, "A longer note than most, which has to be broken over lines in a column"]),
        "title": st.just("A title"),
    },
)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(max_examples=EXAMPLES, derandomize=EXAMPLES == 400, deadline=None, suppress_health_check=list(HealthCheck))
@given(subjects(), OPTIONS, st.sampled_from(["DejaVu Sans", "STIXGeneral"]), st.booleans())
def test_random_inputs_have_no_defects(subject, options, family, emphasise):
    cases, titles = subject
    options = options | {"measure": text_measure(family), "titles": titles}
    if emphasise:
        options["highlight"] = [cases[0].names[0], cases[0].names[-1]]
    try:
        layout = lay_out(cases, **options)
    except LayoutError as error:
        if "too many groups for bars" in str(error):  # no width would do
            assert max(len(one.comparison.groups) for one in cases) > 12
            return
        options["width"] = float(re.search(r"it needs (\d+\.\d\d) in", str(error)).group(1))
        layout = lay_out(cases, **options)
    event(f"{len(cases)} columns at {(options['width'] > 3.3 and 'more') or 'less'} than 3.3 in")
    assert defects(layout, cases, width=round(options["width"] * 72, 9)) == []
