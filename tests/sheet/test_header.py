"""Places of what stands in the header, from letters of half an em: every length in
points.
"""

import pytest

from cddiagram.sheet.elements import Line, Text
from cddiagram.sheet.header import (
    HeaderItems,
    Ruler,
    cue_width,
    draw_cue,
)
from cddiagram.sheet.legend import KeyEntry
from cddiagram.sheet.meter import TextMeter

METER = TextMeter(lambda text, size, bold, italic: 0.5 * size * len(text))


def texts(elements, gid):
    return [e for e in elements if isinstance(e, Text) and e.gid == gid]


def lines(elements, gid):
    return [e.points for e in elements if isinstance(e, Line) and e.gid == gid]


def flat(points):
    return [place for point in points for place in point]


def header(page, **items):
    return HeaderItems(page=page, size=7.0, title_size=8.0, **items).draw(METER)


@pytest.mark.parametrize(
    ("label", "side", "words", "shaft", "head"),
    [
        (
            *("score", "right", [(10, "score"), (39, "better")]),
            *(((66, 20), (75, 20)), ((72.6, 18.3), (75, 20), (72.6, 21.7))),
        ),
        (
            *("score", "left", [(22, "better"), (55, "score")]),
            *(((19, 20), (10, 20)), ((12.4, 18.3), (10, 20), (12.4, 21.7))),
        ),
        (
            *("", "left", [(22, "better")]),
            *(((19, 20), (10, 20)), ((12.4, 18.3), (10, 20), (12.4, 21.7))),
        ),
        (
            *("score", "up", [(10, "score"), (39, "better")]),
            *(((67.7, 23.2), (67.7, 16.8)), ((66, 19.2), (67.7, 16.8), (69.4, 19.2))),
        ),
    ],
)
def test_the_arrow_of_the_cue(label, side, words, shaft, head):
    elements = draw_cue(10.0, 20.0, label, 8.0, METER, side)
    written, drawn = texts(elements, "cue"), lines(elements, "cue")
    assert [(text.x, text.text) for text in written] == words
    assert {(text.y, text.color) for text in written} == {(20.0, "secondary")}
    assert [text.text for text in written if text.italic] == ["better"]
    assert flat(drawn[0]) == pytest.approx(flat(shaft))
    assert flat(drawn[1]) == pytest.approx(flat(head))
    right = max(
        [
            *(text.box[2] for text in written),
            *(x for points in drawn for x, _ in points),
        ]
    )
    assert cue_width(label, 8.0, METER, side) == pytest.approx(right - 10)


def test_a_cue_without_a_better_end_is_a_word():
    elements = draw_cue(10.0, 20.0, "score", 8.0, METER, None)
    assert [(e.x, e.text) for e in elements] == [(10.0, "score")]
    assert cue_width("score", 8.0, METER, None) == 20.0


def test_title_and_note_stand_one_below_the_other():
    elements, bottom = header(200.0, title="Title", note="note")
    [title], [note] = texts(elements, "title"), texts(elements, "note")
    assert (title.x, title.y, title.size, title.anchor) == (
        100.0,
        2 + 0.6 * 8,
        8.0,
        "center",
    )
    assert (note.x, note.y, note.size, note.anchor) == (
        1.5,
        2 + 1.27 * 8 + 0.6 * 7,
        7.0,
        "left",
    )
    assert bottom == pytest.approx(note.y + 0.75 * 7)
    assert header(200.0) == ([], 2.0)
    assert header(200.0, title="Title")[1] == 2 + 1.27 * 8
    assert (
        len(texts(header(39.0, title="two words")[0], "title")) == 1
    )  # 36 pt between the margins
    first, second = texts(header(38.9, title="two words")[0], "title")
    assert (first.text, second.text, second.y - first.y) == (
        "two",
        "words",
        pytest.approx(1.27 * 8),
    )


@pytest.mark.parametrize(("page", "beside"), [(115.0, True), (114.9, False)])
def test_the_cue_keeps_its_distance_from_the_note(page, beside):
    elements, _ = header(
        page, note="n" * 20, cue_side="right"
    )  # to 71.5, then 9, and 33 for the cue
    [note], [cue] = texts(elements, "note"), texts(elements, "cue")
    assert cue.y - note.y == (0 if beside else pytest.approx(1.35 * 7))
    assert cue.x == pytest.approx(page - 1.5 - 33)


def test_a_cue_wider_than_the_page_has_its_words_over_its_arrow():
    named = {"axis_label": "average Quade rank", "axis_named": True}
    elements, _ = header(65, cue_side="left", **named)
    cues = texts(elements, "cue")
    assert [cue.text for cue in cues] == ["average", "Quade rank", "better"]
    assert [cue.y - cues[0].y for cue in cues] == pytest.approx(
        [0, 1.35 * 7, 2 * 1.35 * 7]
    )
    assert [cue.x + cue.width for cue in cues] == pytest.approx([63.5] * 3)
    assert all(1.5 <= x <= 63.5 for points in lines(elements, "cue") for x, _ in points)
    alone, _ = header(66, axis_label="average Quade ranks", axis_named=True)
    assert [cue.text for cue in texts(alone, "cue")] == ["average", "Quade ranks"]
    assert lines(alone, "cue") == []


@pytest.mark.parametrize(("page", "beside"), [(113.5, True), (113.4, False)])
def test_the_difference_stands_behind_the_note_if_it_fits_there(page, beside):
    elements, _ = header(page, note="n" * 20, cd_text="CD = 1.02")
    [note], [said] = texts(elements, "note"), texts(elements, "cd-text")
    assert (said.x, said.y - note.y) == (
        (80.5, 0) if beside else (1.5, pytest.approx(1.35 * 7))
    )


def test_the_words_of_the_cue_are_shortened_before_it_takes_a_row():
    def shown(page, **items):
        elements, _ = header(
            page, note="n" * 20, cue_side="right", axis_label="rank", **items
        )
        return [text.text for text in texts(elements, "cue")], texts(elements, "cue")[
            0
        ].y == 2 + 0.6 * 7

    assert shown(138.0) == (["rank", "better"], True)
    assert shown(137.9) == (["better"], True)
    assert shown(137.9, axis_named=True) == (["rank", "better"], False)
    named, _ = header(136.0, note="n" * 20, axis_label="rank", axis_named=True)
    assert [text.text for text in texts(named, "cue")] == ["rank"]
    assert texts(header(136.0, note="n", axis_label="rank")[0], "cue") == []
    key = (
        KeyEntry(text="k" * 10),
    )  # no room for it behind the note: its row has room for all the words
    assert shown(115.0, key=key) == (["rank", "better"], False)
    assert shown(103.0, key=key) == (["rank", "better"], False)
    assert shown(102.9, key=key) == (["better"], False)
    narrow, _ = header(
        20.0, cue_side="right"
    )  # no row has room: it stands at the left edge all the same
    assert [text.x for text in texts(narrow, "cue")] == [1.5]


@pytest.mark.parametrize(
    ("page", "start", "left"),
    [
        (127.0, 60.0, 94.0),
        (126.9, 60.0, 24.5),
        (126.9, 37.0, 71.0),
        (103.9, 37.0, 1.5),
        (103.8, 36.9, None),
    ],
)
def test_the_text_of_the_ruler_stands_on_a_side_with_room(page, start, left):
    """Right of it, else left of it, else in a row above."""
    ruler = Ruler(start=start, end=start + 30, whole=True, text="CD = 1.02")
    elements, bottom = header(page, ruler=ruler)
    [said], [[(x, y), (end, _)]] = (
        texts(elements, "cd-text"),
        lines(elements, "cd-ruler"),
    )
    assert (x, end) == (start, start + 30)
    assert (said.x, said.y) == (
        (left, y) if left is not None else (1.5, pytest.approx(y - 1.35 * 7))
    )
    assert bottom == pytest.approx(y + 0.75 * 7)


@pytest.mark.parametrize("vertical", [False, True])
@pytest.mark.parametrize("whole", [False, True])
def test_an_open_end_of_the_ruler_has_no_cap(whole, vertical):
    elements = Ruler(start=60.0, end=90.0, whole=whole, text="").draw(
        20.0, vertical=vertical
    )
    strokes = [
        tuple((y, x) if vertical else (x, y) for x, y in element.points)
        for element in elements
    ]
    caps = [
        ((x, pytest.approx(17.8)), (x, pytest.approx(22.2)))
        for x in ((60.0, 90.0) if whole else (60.0,))
    ]
    assert strokes == [((60.0, 20.0), (90.0, 20.0)), *caps]
    assert {element.width for element in elements} == {1.0}


@pytest.mark.parametrize(
    ("axis_left", "x", "beside"),
    [(90.0, 90.0, True), (60.0, 80.5, True), (20.0, 20.0, False), (170.0, 165.5, True)],
)
def test_a_cue_to_the_left_is_at_the_left_end_of_the_axis(axis_left, x, beside):
    """Or behind the note, if this ends near there; or in a row of its own."""
    elements, _ = header(
        200.0, note="n" * 20, cue_side="left", axis_left=axis_left
    )  # the note ends at 71.5, and the cue is 33 wide
    [note], [cue] = texts(elements, "note"), texts(elements, "cue")
    assert cue.x - 12 == pytest.approx(x)
    assert (cue.y == note.y) == beside


@pytest.mark.parametrize(("start", "beside"), [(100.0, True), (30.0, False)])
def test_a_cue_to_the_left_may_share_the_row_of_a_mirrored_ruler(start, beside):
    ruler = Ruler(start=200 - start - 10, end=200 - start, whole=True, text="CD = 1.02")
    elements, _ = header(
        200.0, note="n" * 50, ruler=ruler, cue_side="left", axis_left=5.0, mirrored=True
    )
    [cue], [[(_, y), _]] = texts(elements, "cue"), lines(elements, "cd-ruler")
    assert (cue.y == y) == beside
