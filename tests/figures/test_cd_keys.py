"""The key of CD diagrams explains every mark, and takes no row that it does not need."""

import re

import pytest
from cases import Case, case, text_measure, within
from checks import budget_defects, by_gid, defects, explains_bars, header_rows
from grammar import form, said

from cddiagram.figures.cd import layout_cd
from cddiagram.figures.cd_sequence import layout_cd_sequence
from cddiagram.figures.cd_stack import layout_cd_stack
from cddiagram.sheet import Line, Marker, Text

PAGES = {"column": 237.6, "page": 486.0}


def lay_out(subject, **options):
    return layout_cd(subject.comparison, measure=text_measure(), **options)


def mark_of(layout, word):
    """The mark of the key entry that begins with a word, left of its text."""
    [entry] = [t for t in by_gid(layout, Text, "key-text") if t.text.startswith(word)]
    lines = by_gid(layout, Line, "key")
    return [
        line
        for line in lines
        if entry.box[0] - 20 < line.points[0][0] < entry.box[0]
        and abs(line.points[0][1] - entry.y) < 4
    ]


@pytest.mark.parametrize("arrangement", ["auto", "list"])
@pytest.mark.parametrize("width", ["column", "page"])
@pytest.mark.parametrize("key", ["c1", "c2", "c5", "c7", "c8"])
@pytest.mark.parametrize("test", ["nemenyi", "wilcoxon", "control"])
def test_every_mark_of_a_figure_is_in_its_key(test, key, width, arrangement):
    subject = case(key, test)
    layout = lay_out(subject, width=width, arrangement=arrangement)
    bars = by_gid(layout, Line, r"group-\d+")
    gaps = by_gid(layout, Line, r"group-\d+-gap")
    markers = {form(m) for m in by_gid(layout, Marker, r"marker-\d+")}
    assert bool(bars) == explains_bars(layout)
    assert bool(gaps) == ("not in the group" in said(layout))
    if subject.control is not None or layout.letters:
        assert markers <= {form(m) for m in by_gid(layout, Marker, "key")}
    assert defects(layout, subject, width=PAGES[width]) == []


def test_each_entry_of_bars_has_its_own_mark():
    subject = case("c8", "wilcoxon")
    for arrangement, word in (("horizontal", "arch"), ("list", "thin")):
        layout = lay_out(subject, arrangement=arrangement)
        [bar] = mark_of(layout, "bar")
        assert bar.width == by_gid(layout, Line, "group-0")[0].width
        gap = by_gid(layout, Line, r"group-\d+-gap")[0]
        assert gap.width in {line.width for line in mark_of(layout, word)}


def test_a_figure_without_a_note_does_not_explain_bars():
    """Its caption does, and these bars are those of Demšar (2006)."""
    plain = lay_out(case("c8", "nemenyi"), note=None)
    assert said(plain) == ""
    arched = lay_out(case("c8", "wilcoxon"), note=None)
    assert said(arched) == "arch: not in the group"
    sequence = layout_cd_sequence(
        [case("c8", "nemenyi").comparison] * 2, note=None, measure=text_measure()
    )
    assert said(sequence) == ""


@pytest.mark.parametrize("best_at", ["right", "left"])
@pytest.mark.parametrize("difference", [0.6, 1.0, 1.4])
def test_the_key_needs_no_row_of_its_own_if_others_have_room(difference, best_at):
    ranks = (1.4, 2.1, 2.6, 3.9, 5.0)
    subject = Case(
        names=tuple("ABCDE"),
        ranks=ranks,
        cd=difference,
        alike=within(ranks, difference),
    )
    layout = lay_out(subject, best_at=best_at)
    [ruler] = by_gid(layout, Line, "cd-ruler")
    [key] = by_gid(layout, Text, "key-text")
    [note] = by_gid(layout, Text, "note")
    if best_at == "right":
        assert key.y == pytest.approx(ruler.points[0][1])
    else:  # the cue is in the row of the ruler, so the row of the note has room
        assert key.y == pytest.approx(note.y)
    assert header_rows(layout) == 2
    assert budget_defects(layout, subject.names) == []
    assert defects(layout, subject, width=237.6) == []


def test_a_key_is_shorter_before_it_takes_another_row():
    subject = case("c8", "control")
    short, long = ["differs", "does not"], ["different", "not different"]
    for width, decisions in (("column", short), ("page", long)):
        layout = lay_out(subject, width=width)
        texts = [t.text for t in by_gid(layout, Text, "key-text")]
        assert texts[:3] == ["control", *decisions]


def test_a_key_is_not_shorter_if_that_saves_no_row():
    layout = lay_out(case("c8", "control"), best_at="left")
    texts = [t.text for t in by_gid(layout, Text, "key-text")]
    assert texts == ["control", "different", "not different"]
    [cue, _] = by_gid(layout, Text, "cue")
    assert cue.y > by_gid(layout, Text, "key-text")[0].y


def test_intervals_of_a_stack_are_all_at_their_brackets_or_all_in_the_keys():
    crowded, free = (1.2, 2.9, 3.0, 3.1, 4.8), (1.2, 2.4, 3.0, 3.6, 4.8)
    first, second = (
        Case(
            names=("alpha", "beta", "gamma", "delta", "epsilon"),
            ranks=ranks,
            cd=difference,
            control=2,
            alike=within(ranks, difference),
        )
        for ranks, difference in ((crowded, 0.05), (free, 1.0))
    )
    for cases in ([first, second], [second, second], [first, first]):
        comparisons = [one.comparison for one in cases]
        layout = layout_cd_stack(comparisons, measure=text_measure())
        at_brackets = by_gid(layout, Text, r"diagram-\d-interval-text")
        assert len(at_brackets) in (0, len(cases))
        keys = [t.text for t in layout.elements if t.gid.endswith("key-text")]
        in_keys = [text for text in keys if re.match("interval: ±", text)]
        assert bool(in_keys) != bool(at_brackets)
