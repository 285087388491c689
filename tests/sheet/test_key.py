"""The key in the header: where it stands, that nothing of it is lost or touched, and
the grammar of its markers.
"""

import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cddiagram.sheet.elements import Line, Marker, Text
from cddiagram.sheet.header import HeaderItems, Ruler
from cddiagram.sheet.legend import KeyEntry, decision_marker
from cddiagram.sheet.meter import TextMeter

METER = TextMeter(lambda text, size, bold, italic: 0.5 * size * len(text))


def header(page=237.6, note="Holm against A, α = 0.05", key=None, **items):
    key = (*KeyEntry.decisions(), KeyEntry(text="CD = 1.02")) if key is None else key
    return HeaderItems(
        page=page, size=7.0, title_size=8.0, note=note, key=key, **items
    ).draw(METER)


def texts(elements, gid="key-text"):
    return [e for e in elements if isinstance(e, Text) and e.gid == gid]


def test_the_key_takes_a_row_of_its_own_from_the_left():
    elements, bottom = header(cue_side="right")
    marks = [e for e in elements if isinstance(e, Marker)]
    note, cue = texts(elements, "note")[0], texts(elements, "cue")[0]
    assert [t.text for t in texts(elements)] == [
        "different",
        "not different",
        "CD = 1.02",
    ]
    assert {t.y for t in texts(elements)} == {m.y for m in marks} == {note.y + 1.35 * 7}
    assert cue.y == note.y
    assert marks[0].x - marks[0].radius - marks[0].edge_width / 2 == pytest.approx(1.5)
    assert bottom == pytest.approx(header(cue_side="right", key=())[1] + 1.35 * 7)


def test_the_key_stands_in_the_first_row_where_it_fits():
    elements, bottom = header(page=486.0, cue_side="right")
    note = texts(elements, "note")[0]
    assert {t.y for t in texts(elements)} == {note.y}
    assert min(e.x - 2.0 for e in elements if isinstance(e, Marker)) == pytest.approx(
        note.box[2] + 9.0
    )
    assert bottom == header(page=486.0, cue_side="right", key=())[1]


def test_the_key_does_not_interrupt_a_note_of_several_rows():
    elements, _ = header(
        note="Bonferroni–Dunn against a control with a name that is long, α = 0.05",
        key=KeyEntry.decisions(),
        cue_side="right",
    )
    notes = texts(elements, "note")
    assert len(notes) == 2
    # The key is behind the last row of the note.
    assert [t.y - notes[0].y for t in (notes[1], texts(elements)[0])] == pytest.approx(
        [1.35 * 7, 1.35 * 7]
    )
    assert texts(elements)[0].x > notes[1].x + notes[1].width


def test_the_ruler_stays_below_the_key():
    ruler = Ruler(start=60.0, end=90.0, whole=True, text="CD = 1.02")
    elements, _ = header(
        ruler=ruler, note="Nemenyi of a long name, α = 0.05", cue_side="right"
    )
    assert (
        texts(elements, "note")[0].y
        < texts(elements)[0].y
        < texts(elements, "cd-text")[0].y
    )


def test_the_cue_may_share_the_row_of_the_key():
    elements, _ = header(note="n" * 60, key=KeyEntry.decisions(), cue_side="right")
    assert texts(elements, "cue")[0].y == texts(elements)[0].y


def test_a_key_alone_needs_no_note():
    elements, bottom = header(note=None)
    assert len(texts(elements)) == 3
    assert bottom == pytest.approx(2.0 + 1.35 * 7)


def test_one_grammar_of_markers():
    reference, different, alike = (
        decision_marker("m", 0, 0, "accent", different=d) for d in (None, True, False)
    )
    assert (reference.shape, reference.fill) == ("diamond", "accent")
    assert (different.shape, different.fill, different.edge) == ("disc", "accent", None)
    assert (alike.shape, alike.fill, alike.edge) == ("disc", "background", "accent")
    assert alike.radius + alike.edge_width / 2 == different.radius


@given(
    st.floats(30, 500),
    st.text("ab ", max_size=80),
    st.lists(
        st.tuples(st.text("ab c", min_size=1, max_size=60), st.floats(0, 16)),
        max_size=4,
    ),
    st.booleans(),
)
def test_no_entry_is_lost_or_touches_another(page, note, entries, cue):
    def glyph(width):
        return lambda left, y: [
            Line(gid="key", points=((left, y), (left + width, y)), width=1.0)
        ]

    key = tuple(
        KeyEntry(text=text, width=width, draw=glyph(width)) for text, width in entries
    )
    elements, bottom = header(
        page=page, note=note, key=key, cue_side="right" if cue else None
    )
    said = "".join(t.text for t in texts(elements))
    assert re.sub("[ -]", "", said) == "".join(text for text, _ in entries).replace(
        " ", ""
    )  # no entry has a hyphen
    glyphs = [e for e in elements if e.gid == "key"]
    assert [line.points[1][0] - line.points[0][0] for line in glyphs] == pytest.approx(
        [width for _, width in entries]
    )
    boxes = [t.box for t in elements if isinstance(t, Text) and t.text.strip()]
    boxes += [
        (a, y - 0.5, b, y + 0.5)
        for line in glyphs
        for (a, y), (b, _) in [line.points]
        if b > a
    ]
    for one, other in combinations(boxes, 2):
        assert (
            one[2] <= other[0] + 1e-6
            or other[2] <= one[0] + 1e-6
            or one[3] <= other[1]
            or other[3] <= one[1]
        )
    assert all(box[2] <= page + 1e-6 for box in boxes if box[0] >= 0 and page > 60)
    assert all(box[3] <= bottom + 1e-6 for box in boxes)
