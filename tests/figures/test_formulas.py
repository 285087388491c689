"""Formulas in names, in every figure: all texts are mathtext, broken between words, and
a dollar alone is a dollar.
"""

import re
from random import Random

import pytest
from checks import overlaps, page_defects
from random_figures import MAKERS, fitted, names_of

import cddiagram as cd
from cddiagram.sheet import Text, is_mathtext
from cddiagram.text import LayoutError

SUBJECT = cd.compare(cd.load_example("demsar2006-table6"))


@pytest.mark.parametrize("key", sorted(MAKERS))
def test_long_names_with_formulas(key):
    plot, *subject = MAKERS[key](Random(7))
    algorithms = (
        ("Wilcoxon", "Sign test") if key == "power" else names_of(subject[0])
    )  # its lines are tests
    names = [
        rf"Kernel method $\alpha_{{{i}}}$ with words" if i % 2 else f"{i} of 5$"
        for i in range(len(algorithms))
    ]
    rename = dict(zip(algorithms, names, strict=True))
    drawing = fitted(
        plot,
        subject,
        {"rename": rename, "math": True, "title": r"Scores for $\lambda = 1$ " * 3},
    )
    layout = drawing.layout
    assert [*page_defects(layout, layout.width), *overlaps(layout)] == []
    texts = [element for element in layout.elements if isinstance(element, Text)]
    assert all(text.math for text in texts)
    assert [
        t.text
        for t in texts
        if is_mathtext(t.text) != bool(re.search(r"\$\\(alpha|lambda)", t.text))
    ] == []
    assert any(r"\lambda" in text.text for text in texts)


def test_names_of_data_sets_are_mathtext_too():
    """They were measured as mathtext and drawn letter by letter, so that they left the
    plot.
    """
    table = cd.load_example("demsar2006-table6")
    table = cd.ScoreTable.from_arrays(
        table.scores,
        algorithms=table.algorithms,
        datasets=[rf"$\beta_{{{i}}}$" for i in range(table.n)],
    )
    layout = cd.plot_pair_scatter(
        cd.compare(table), "C4.5", "C4.5+m", name_farthest=2, math=True
    ).layout
    named = [
        e
        for e in layout.elements
        if isinstance(e, Text) and e.gid.startswith("dataset-")
    ]
    assert len(named) == 2
    assert all(text.math and text.text.startswith(r"$\beta") for text in named)


def test_two_dollars_of_two_names_are_no_formula():
    rename = {"C4.5": "5$", "C4.5+m": "9$"}
    layout = cd.plot_pair_scatter(
        SUBJECT, "C4.5", "C4.5+m", rename=rename, math=True
    ).layout
    assert layout.names == (r"5\$", r"9\$")
    counts = [
        e.text
        for e in layout.elements
        if isinstance(e, Text) and e.gid in ("triangle-upper", "triangle-lower")
    ]
    assert [text.partition(" better")[0] for text in counts] == [r"5\$", r"9\$"]
    assert not any(map(is_mathtext, counts))


def test_a_formula_wider_than_the_page_is_refused():
    with pytest.raises(
        LayoutError,
        match=r"^the formula '\$x{90}\$' is \d\.\d\d in wide, which does not fit 2\.9\d "
        r"in. Use ",
    ):
        cd.plot_cd(SUBJECT, title=f"A ${'x' * 90}$", math=True, width=3)
