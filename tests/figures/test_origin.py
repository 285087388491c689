"""How a drawing is made: downwards, with a record that is assembled when it is asked
for, and letters that are computed when they are drawn.
"""

import copy
import pickle
import sys
from pathlib import Path

import numpy as np
import pytest

import cddiagram as cd
from cddiagram._util import as_record
from cddiagram.comparing import Comparison
from cddiagram.figures import drawing as drawing_module
from cddiagram.figures.mcb import layout_mcb
from cddiagram.provenance import provenance_of

TABLE = cd.load_example("garcia2008-table2")
COMPARISON = cd.compare(TABLE)
CONTROLLED = cd.compare(TABLE, control="C4.5", p_adjust="holm")


def records(act):
    """Count how often something is recorded meanwhile: by modules beside the one that
    defines records, which uses its own functions for other mappings as well.
    """
    codes = {as_record.__code__, provenance_of.__code__}
    count = 0

    def seen(frame, event, _):
        nonlocal count
        if event == "call" and frame.f_code in codes:
            caller = frame.f_back.f_code.co_filename
            count += caller != as_record.__code__.co_filename

    sys.setprofile(seen)
    try:
        act()
    finally:
        sys.setprofile(None)
    return count


# -- the record ------------------------------------------------------------------------

DRAWN = {
    "cd": lambda: cd.plot_cd(COMPARISON, width="page", highlight=["C4.5"]),
    "rank-bars": lambda: cd.plot_rank_bars(CONTROLLED, alphas=[0.05, 0.1]),
    "cd-stack": lambda: cd.plot_cd_stack([COMPARISON, COMPARISON]),
    "forest": lambda: cd.plot_forest(COMPARISON, rope=0.01, look=cd.Look(width=5.0)),
}


@pytest.mark.parametrize("key", DRAWN)
def test_a_record_is_assembled_when_a_file_is_saved(key):
    drawing = DRAWN[key]()  # everything is loaded and computed
    assert records(DRAWN[key]) == 0
    assert records(lambda: drawing.to_bytes("svg")) > 0
    assembled = drawing.provenance
    assert records(lambda: drawing.provenance) == 0
    assert drawing.provenance is assembled


def changed_later():
    """Return drawings with what changes the arguments afterwards, and the options that
    are recorded.
    """
    families, colors = {"C4.5": "t"}, {"t": "#cc0000"}
    yield (
        cd.plot_cd(COMPARISON, families=families, colors=colors),
        lambda: (families.clear(), colors.update(t="#00cc00")),
        {"families": {"C4.5": "t"}, "colors": {"t": "#cc0000"}},
    )
    names, rename = ["C4.5"], {"CN2": "rules"}
    look = cd.Look(highlight=names)
    yield (
        cd.plot_mcb(COMPARISON, look=look, rename=rename),
        lambda: (names.append("CN2"), rename.clear()),
        {"highlight": ["C4.5"], "rename": {"CN2": "rules"}},
    )
    alphas = np.array([0.05, 0.1])
    yield (
        cd.plot_rank_bars(CONTROLLED, alphas=alphas),
        lambda: alphas.fill(0.01),
        {"alphas": [0.05, 0.1]},
    )
    rows, columns = ["C4.5", "CN2"], ["1-NN"]
    yield (
        cd.plot_pair_matrix(COMPARISON, rows=rows, columns=columns),
        lambda: (rows.pop(), columns.append("CN2")),
        {"rows": ["C4.5", "CN2"], "columns": ["1-NN"]},
    )


def test_a_record_is_that_of_the_call_whatever_changes_afterwards():
    for drawing, change, options in changed_later():
        change()
        assert as_record(drawing.provenance.parameters) == options


@pytest.mark.parametrize("kind", [list, dict])
def test_a_record_names_the_comparisons_that_were_drawn(kind):
    members = {"first": COMPARISON, "second": cd.compare(TABLE, p_adjust="holm")}
    subjects = members if kind is dict else list(members.values())
    drawing = cd.plot_cd_sequence(subjects)
    subjects.clear()
    adjustments = [s.decisions["p_adjust"] for s in drawing.provenance.subjects]
    assert adjustments == ["nemenyi", "holm"]
    titles = [s.title for s in drawing.provenance.subjects]
    assert titles == (["first", "second"] if kind is dict else [None, None])


def test_a_record_names_matplotlib_where_it_has_drawn():
    from matplotlib.figure import Figure

    drawing = cd.plot_cd(COMPARISON)
    assert drawing.ax is not None
    assert {*drawing.provenance.packages} == {"numpy"}
    axes = Figure(figsize=(5.0, 5.0)).add_subplot()
    on_axes = cd.plot_cd(COMPARISON, ax=axes)
    assert {*on_axes.provenance.packages} == {"matplotlib", "numpy"}


def test_a_pickle_holds_the_record_and_not_what_it_is_made_from():
    drawing = cd.plot_cd(COMPARISON, width="page")
    expected = cd.plot_cd(COMPARISON, width="page").provenance
    content = pickle.dumps(drawing)
    assert b"ScoreTable" not in content
    for other in (pickle.loads(content), copy.copy(drawing), copy.deepcopy(drawing)):
        assert other.provenance.to_json() == expected.to_json()
        assert other.to_bytes("svg") == drawing.to_bytes("svg")
        again = pickle.loads(pickle.dumps(other))
        assert again.provenance.to_json() == expected.to_json()


# -- downwards -------------------------------------------------------------------------


def test_nothing_lays_out_by_a_call_back(monkeypatch):
    """The modules that are at work while a figure is laid out do not include the one
    that draws the finished layout.
    """
    below = set()
    place = layout_mcb.layout

    def watched(*arguments, **options):
        frame = sys._getframe()
        while frame is not None:
            below.add(Path(frame.f_code.co_filename))
            frame = frame.f_back
        return place(*arguments, **options)

    monkeypatch.setitem(vars(layout_mcb), "layout", watched)
    cd.plot_mcb(COMPARISON)
    home = Path(drawing_module.__file__)
    assert home.with_name("registry.py") in below
    assert home not in below


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"arrangement": "list", "side": "left"}, "has no effect on a list"),
        ({"colors": {"C4.5": "#fefefe"}}, "C4.5"),
        ({"rename": {"C4.5": "\ue123"}, "font": "cmr10"}, "U\\+E123"),
    ],
)
def test_warnings_name_the_line_of_the_caller(options, message):
    with pytest.warns(UserWarning, match=message) as raised:
        cd.plot_cd(COMPARISON, **options)
    assert {warning.filename for warning in raised} == {__file__}


# -- letters ---------------------------------------------------------------------------


@pytest.fixture
def asked(monkeypatch):
    """List the comparisons whose letters are asked for."""
    computed = []
    letters = Comparison.letters

    def counted(comparison):
        computed.append(comparison)
        return letters.fget(comparison)

    monkeypatch.setattr(Comparison, "letters", property(counted))
    return computed


@pytest.mark.parametrize(
    "options", [{}, {"arrangement": "list"}, {"letters": False}, {"width": "page"}]
)
def test_bars_need_no_letters(asked, options):
    layout = cd.plot_cd(COMPARISON, **options).layout
    assert layout.bars
    assert layout.letters == ()
    assert asked == []


def test_a_stack_of_bars_needs_no_letters(asked):
    cd.plot_cd_stack([COMPARISON, COMPARISON])
    assert asked == []


def test_letters_are_computed_once_where_they_are_drawn(asked):
    expected = tuple(COMPARISON.letters.values())
    asked.clear()
    assert cd.plot_cd(COMPARISON, letters=True).layout.letters == expected
    assert len(asked) == 1
    assert asked[0] is COMPARISON
