"""Names and texts hold what every output can hold, wherever they come from."""

import io
import json
import xml.dom.minidom

import numpy as np
import pandas as pd
import pytest

import cddiagram as cd
from cddiagram.sheet import to_bytes
from cddiagram.text import (
    InputError,
    LayoutError,
    Name,
    OutputError,
    UsageError,
    as_text,
    phrase,
)

#: What the production Char of XML 1.0 leaves out: all but #x9 | #xA | #xD | [#x20-#xD7FF] | [#xE000-#xFFFD] and more.
NO_XML = [
    chr(c)
    for c in (*range(9), 11, 12, *range(14, 32), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF)
]
#: What HTML counts as errors besides: control characters, and code points that are no
#: characters.
NO_HTML = [
    chr(c)
    for c in (
        *range(0x7F, 0xA0),
        *range(0xFDD0, 0xFDF0),
        *(p << 16 | 0xFFFE for p in range(17)),
    )
]

SCORES = [[1, 2, 3], [3, 1, 2], [2, 1, 3], [1, 3, 2]]


def table_named(name):
    return cd.ScoreTable.from_arrays(
        SCORES, algorithms=[f"A{name}", "B", "C"], datasets=["x", f"y{name}", "z", "w"]
    )


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, len(NO_XML), 400))
@pytest.mark.filterwarnings("ignore:no glyph")
def test_svg_is_xml_whatever_stands_in_a_name(start):
    odd = "".join(NO_XML[start : start + 400])
    drawing = cd.plot_cd(
        cd.compare(table_named(odd)),
        title=odd,
        note=odd,
        rename={"B": f"B{odd}"},
        width=20,
    )
    for text in ("outlines", "editable"):
        xml.dom.minidom.parseString(
            to_bytes(drawing.figure, "svg", text=text, provenance=drawing.provenance)
        )
    assert not set(NO_XML) & set(
        "".join(getattr(element, "text", "") for element in drawing.layout.elements)
    )


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:no glyph")
def test_reports_hold_nothing_that_html_and_utf8_exclude():
    odd = "".join(NO_XML[:40] + NO_XML[-4:] + NO_HTML)
    report = cd.make_report(cd.compare(table_named(odd)), title=f"Title {odd}")
    for text in (
        report.to_html(),
        report.to_markdown(),
        report.to_latex(),
        report.to_text(),
    ):
        assert text.encode()
        assert not {*NO_XML, *NO_HTML} & set(text)
    titled = cd.make_report(
        {f"a{odd}": cd.compare(table_named("1")), "b": cd.compare(table_named("2"))}
    )
    assert not {*NO_XML, *NO_HTML} & set(titled.to_html())


def test_what_can_be_held_stays():
    text = "Größe\t中文\r\n\u202e𝒜\u00a0\ufffd"
    assert as_text(text) == text


#: How the name "A" of the first of two algorithms may come in with blanks or halves of
#: pairs around it.
FORMS = {
    "csv": lambda name: io.StringIO(f"d,{name},B\nx,1,2\ny,3,1\n"),
    "records": lambda name: json.dumps(
        [{"d": "x", name: 1, "B": 2}, {"d": "y", name: 3, "B": 1}]
    ),
    "columns": lambda name: json.dumps({name: {"x": 1, "y": 3}, "B": {"x": 2, "y": 1}}),
    "table": lambda name: json.dumps(
        {"algorithms": [name, "B"], "datasets": ["x", "y"], "scores": [[1, 2], [3, 1]]}
    ),
    "frame": lambda name: pd.DataFrame(
        [[1, 2], [3, 1]], index=["x", "y"], columns=pd.Index([name, "B"], dtype=object)
    ),
}


def read(source, tmp_path):
    if isinstance(source, str):
        (tmp_path / "s.json").write_text(source)
        return cd.read_scores(tmp_path / "s.json")
    return cd.read_scores(source)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("given", ["A", " A", "A\t", "\u2003A "])
def test_names_lose_their_outer_blanks_in_every_format(tmp_path, form, given):
    assert read(FORMS[form](given), tmp_path).algorithms == ("A", "B")


@pytest.mark.parametrize("form", [form for form in FORMS if form != "csv"])
def test_half_of_a_pair_is_no_name_to_stumble_over(tmp_path, form):
    table = read(FORMS[form]("A\ud800"), tmp_path)
    assert table.algorithms == ("A\ufffd", "B")


@pytest.mark.parametrize("given", ["", "   ", None, float("nan"), pd.NA])
def test_an_empty_name_is_refused_in_arrays_and_frames(given):
    with pytest.raises(
        InputError,
        match=(
            r"^algorithm number 2 has no name\. Specify a name for every algorithm\.$"
        ),
    ):
        cd.ScoreTable.from_arrays([[1, 2], [2, 1]], algorithms=["A", given])
    frame = pd.DataFrame([[1, 2], [3, 1]], columns=["B", given], index=["x", "y"])
    with pytest.raises(
        InputError,
        match=(r"column 2: the column has no name. Add the name of the algorithm"),
    ):
        cd.ScoreTable.from_frame(frame)


def test_names_that_differ_in_blanks_are_the_same(tmp_path):
    (tmp_path / "s.json").write_text(
        '[{"data set":"x"," A":1,"A":2},{"data set":"y"," A":3,"A":1}]'
    )
    with pytest.raises(
        InputError, match=r"the algorithm 'A' is already in column 2\. Rename one"
    ):
        cd.read_scores(tmp_path / "s.json")
    with pytest.raises(
        InputError, match=("the name 'A' belongs to more than one algorithm")
    ):
        cd.ScoreTable.from_arrays([[1, 2], [2, 1]], algorithms=["A", "A "])


@pytest.mark.parametrize("digits", [400, 5000])
@pytest.mark.parametrize("sign", ["", "-"])
def test_a_whole_number_beyond_floats_is_infinite(tmp_path, digits, sign):
    (tmp_path / "s.json").write_text(
        f'{{"A": [{sign}1{"0" * digits}, 2], "B": [3, 4]}}'
    )
    with pytest.raises(InputError, match=r"is infinite\. Enter a finite score"):
        cd.read_scores(tmp_path / "s.json", dataset_column="none")
    huge = int(f"{sign}1") * 10**digits
    with pytest.raises(InputError, match=r"is infinite\. Enter a finite score"):
        cd.read_scores(
            pd.DataFrame({"d": ["x", "y"], "A": [huge, 2], "B": [3, 4]}, dtype=object)
        )
    with pytest.raises(InputError, match="scores are not an array of numbers"):
        cd.ScoreTable.from_arrays([[huge, 2], [3, 4]], algorithms=["A", "B"])


def test_a_long_number_is_a_name(tmp_path):
    (tmp_path / "s.json").write_text(
        f'[{{"d": {"7" * 5000}, "A": 1, "B": 2}}, {{"d": 8, "A": 2, "B": 1}}]'
    )
    assert cd.read_scores(tmp_path / "s.json").datasets == ("7" * 5000, "8")
    frame = pd.DataFrame(
        {"d": [int("7" * 4000) * 10**1000, 8], "A": [1, 2], "B": [2, 1]}, dtype=object
    )
    assert cd.read_scores(frame).datasets == ("7" * 4000 + "0" * 1000, "8")


def test_messages_are_one_line_and_not_longer_than_one_reads():
    for error in (InputError, UsageError, LayoutError, OutputError):
        assert (
            str(error("the name 'a\n\tb\u2028c\x1bd\ud800' is odd"))
            == "the name 'a b c d\ufffd' is odd"
        )
    with pytest.raises(InputError) as refused:
        cd.ScoreTable.from_arrays(
            [[1, np.nan], [2, 1]], algorithms=["A" * 100_000, "B\nC"]
        )
    assert str(refused.value).startswith("the score of 'B C' on '1' is missing (nan)")
    with pytest.raises(InputError) as refused:
        cd.ScoreTable.from_arrays(
            [[np.nan, 1], [2, 1]], algorithms=["A" * 100_000, "B\nC"]
        )
    assert str(refused.value).startswith(
        f"the score of '{'A' * 100}...' on '1' is missing (nan)"
    )


@pytest.mark.parametrize(
    "draw", [cd.plot_cd, cd.plot_rank_bars, cd.plot_mcb, cd.plot_pvalue_matrix]
)
def test_a_name_that_no_figure_can_print_is_refused_unless_renamed(draw):
    table = table_named("x" * 8000)
    with pytest.raises(LayoutError) as refused:
        draw(cd.compare(table))
    assert str(refused.value) == (
        f"the name 'A{'x' * 99}...' has 8001 characters, but a figure prints at most "
        "500. Is a quotation mark missing in the file? Otherwise use a shorter name."
    )
    assert (
        draw(cd.compare(table), rename={table.algorithms[0]: "short"}).layout.width > 0
    )


def test_titles_and_notes_have_a_limit():
    comparison = cd.compare(table_named("1"))
    for option in ("title", "note"):
        with pytest.raises(
            UsageError, match=rf"^{option} has 2001 characters. Use at most 2000\.$"
        ):
            cd.plot_cd(comparison, **{option: "x" * 2001})


def test_a_report_says_of_a_long_name_that_no_figure_shows_it():
    text = cd.make_report(cd.compare(table_named("x" * 600))).to_text()
    assert "not drawn. Reason: the name" in " ".join(text.split())


def test_a_phrase_cannot_lose_its_names():
    text = phrase("{} differs from {}.", Name("A"), Name("B"))
    for lose in (
        lambda: f"Note: {text}",
        lambda: "Note: " + text,
        lambda: text + " Note.",
    ):
        with pytest.raises(TypeError, match="would lose the names"):
            lose()
    note = phrase("Note: {}", text)
    assert [word for word in note.words if isinstance(word, Name)] == ["A", "B"]


def test_users_may_format_notes_and_advice():
    scores = {"A": {"x": 1.0, "y": 2.0, "z": 3.0}, "B": {"x": 2.0, "y": 3.0, "z": 4.0}}
    comparison = cd.compare(scores, pair_test="t")
    runs = {"data set": ["x", "x", "y", "y"], "run": [1, 2, 1, 2]}
    frame = pd.DataFrame(runs | {"A": [1.0, 2.0, 3.0, 1.0], "B": [3.0, 2.0, 2.0, 1.0]})
    table = cd.read_scores(frame)
    histories = cd.load_histories("optimisers")
    notes = [
        *comparison.notes,
        *table.notes,
        *histories.notes,
        *cd.advise(comparison),
        *comparison.tabulate("pairs").notes,
        *cd.advise(cd.compare_convergence(histories)),
    ]
    assert len(comparison.notes) == len(table.notes) == 1
    assert [f"{note}" for note in notes] == [str(note) for note in notes]
