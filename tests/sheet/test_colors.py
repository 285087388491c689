"""Colours of the roles, on light and on dark pages."""

import matplotlib as mpl
import pytest
from matplotlib import style

from cddiagram.sheet.colors import contrast, ink, luminance, palette
from cddiagram.sheet.elements import ROLES
from cddiagram.text import UsageError


def test_light_page():
    assert dict(palette("white")) == {
        "foreground": "#000000",
        "secondary": "#616161",
        "leader": "#858585",
        "guide": "#cccccc",
        "band": "#e4e4e4",
        "zebra": "#f1f1f1",
        "background": "#ffffff",
        "accent": "#0072b2",
        "shade-1": "#595959",
        "shade-2": "#808080",
        "shade-3": "#a3a3a3",
        "shade-4": "#c7c7c7",
        "level-1": "#c9d7e8",
        "level-2": "#7f9fc4",
        "level-3": "#2f5688",
        "on-level-1": "#000000",
        "on-level-2": "#000000",
        "on-level-3": "#ffffff",
        "equal-1": "#ebd2ab",
        "equal-2": "#c9923f",
        "equal-3": "#7c4707",
        "on-equal-1": "#000000",
        "on-equal-2": "#000000",
        "on-equal-3": "#ffffff",
        "better-1": "#d4dfee",
        "better-2": "#aabfdb",
        "better-3": "#7f9fc4",
        "worse-1": "#f6d9b0",
        "worse-2": "#edb268",
        "worse-3": "#d68c3c",
        **{
            f"on-{side}-{n}": "#000000"
            for side in ("better", "worse")
            for n in (1, 2, 3)
        },
        "line-1": "#000000",
        "line-2": "#0072b2",
        "line-3": "#d55e00",
        "line-4": "#cc79a7",
        "line-5": "#009e73",
        "line-6": "#4999c6",
        "line-7": "#a08a00",
        "line-8": "#7f7f7f",
    }


@pytest.mark.parametrize("scale", ["level", "equal", "better", "worse"])
@pytest.mark.parametrize(
    "page", [("white", "black"), ("black", "white"), ("#222222", "#eeeeee")]
)
def test_the_largest_value_differs_most_from_the_page(scale, page):
    inks = palette(*page)
    strength = [contrast(inks[f"{scale}-{n}"], inks["background"]) for n in (1, 2, 3)]
    assert strength == sorted(strength)
    for n in (1, 2, 3):
        assert contrast(inks[f"on-{scale}-{n}"], inks[f"{scale}-{n}"]) >= 4.5


@pytest.mark.parametrize("page", [("white", "black"), ("black", "white")])
def test_lines_are_seen_on_the_page(page):
    inks = palette(*page)
    assert (
        min(contrast(inks[f"line-{n}"], inks["background"]) for n in range(1, 9)) >= 3
    )


def test_contrasts_on_white():
    # Contrast ratios of WCAG 2 (relative luminance), rounded.
    inks = palette("white")
    assert [
        round(contrast(inks[role], "white"), 1)
        for role in ("secondary", "leader", "accent")
    ] == [6.2, 3.7, 5.2]


def test_every_role_has_a_colour():
    assert set(palette()) == set(ROLES)


@pytest.mark.parametrize(
    "name", ["default", "dark_background", "bmh", "fivethirtyeight"]
)
def test_texts_and_leaders_stand_out(name):
    with style.context(name):
        inks = palette()
    assert all(
        contrast(inks[role], inks["background"]) >= 4.5
        for role in ("foreground", "secondary", "accent")
    )
    assert contrast(inks["leader"], inks["background"]) >= 3


def test_dark_page_has_the_light_accent():
    with style.context("dark_background"):
        inks = palette()
    assert inks["accent"] == "#56b4e9"
    assert round(contrast(inks["accent"], inks["background"]), 1) == 9.1


def test_guides_are_seen_on_dark_pages():
    # Hairlines that end in the black of a screen need more than the 1.6 that they have
    # on white.
    ratios = [
        contrast(palette(page, text)["guide"], page)
        for page, text in (("white", "black"), ("black", "white"))
    ]
    assert [round(ratio, 1) for ratio in ratios] == [1.6, 2.5]


def test_fills_shine_on_dark_pages():
    # As if projected: the light of the page is added to that of the fill, fill + page
    # (1 - fill), the weakest darkest.
    assert [palette("black", "white")[f"level-{n}"] for n in (1, 2, 3)] == [
        "#2f5688",
        "#7f9fc4",
        "#c9d7e8",
    ]
    assert [palette("#333333", "white")[f"level-{n}"] for n in (1, 2, 3)] == [
        "#5978a0",
        "#99b2d0",
        "#d4dfed",
    ]


def test_colours_follow_rc_when_asked_for_not_at_import():
    with mpl.rc_context({"text.color": "navy", "figure.facecolor": "ivory"}):
        assert palette()["foreground"] == "#000080"
        assert palette()["background"] == "#fffff0"


@pytest.mark.parametrize(
    ("text", "behind"), [("black", "#ffffff"), ("white", "#000000")]
)
def test_transparent_page_is_taken_for_what_the_text_is_made_for(text, behind):
    with mpl.rc_context({"text.color": text, "figure.facecolor": "none"}):
        assert palette()["background"] == behind


def test_ink():
    inks = palette("white")
    assert ink("leader", inks) == "#858585"
    assert ink("#12ab34", inks) == "#12ab34"
    assert ink("rebeccapurple", inks) == "#663399"
    assert ink(None, inks) == "none"


def test_unknown_colour():
    with pytest.raises(UsageError) as caught:
        ink("bleu", palette())
    assert (
        str(caught.value)
        == "unknown color 'bleu'. Give a name that matplotlib knows or '#rrggbb'."
    )


@pytest.mark.parametrize(
    "page", ["white", "black", "0.75", "0.9", "#002b36", "#fdf6e3"]
)
def test_accent_reads_as_text_on_every_page(page):
    with mpl.rc_context({"text.color": "white" if luminance(page) < 0.2 else "black"}):
        assert contrast(palette(page)["accent"], page) >= 4.5
