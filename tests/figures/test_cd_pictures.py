"""Pictures of the CD diagram, compared with those in baseline_images/ pixel by pixel.

Most have boxes for text and run on every matplotlib; a few have real text and run only
on the version that drew them. They are drawn at 101 dpi: at 100, every place of 9 pt is
12.5 pixels, and the last bit of a sum decides which way matplotlib rounds it to a whole
one.
"""

import matplotlib as mpl
import pytest
from matplotlib import style

from cddiagram.figures.cd import plot_cd

#: The version that drew the pictures with real text; the extra ``test`` installs it.
PINNED = "3.11.2"

#: Name of the picture -> (comparison of pictured.py, options).
BOXES = {
    "nemenyi": ("nemenyi", {}),
    "near_ties": ("nine", {}),
    "linked": ("linked", {}),
    "interval": ("interval", {}),
    "step_down": ("holm", {}),
    "two": ("two", {}),
    "all_tied": ("tied", {}),
    "list": ("many", {}),
    "list_many_lanes": ("lanes", {"letters": False}),
    "list_letters": ("lanes", {"max_lanes": 8}),
    "list_places": ("lanes", {"max_lanes": 8, "show_rank_intervals": True}),
    "list_interval": ("many-control", {}),
    "list_long_names": ("long", {}),
    "highlight": ("linked", {"highlight": "Proposed", "colors": {"BOSS": "#d55e00"}}),
    "best_left": ("linked", {"best_at": "left"}),
    "one_side": ("nine", {"side": "right"}),
    "stair": ("nine", {"labels": "stair"}),
    "wrapped": ("long", {"arrangement": "horizontal"}),
    "bare": (
        "nemenyi",
        {
            "note": None,
            "show_ruler": False,
            "show_direction": False,
            "show_ranks": False,
            "title": "A title",
        },
    ),
}

WORDS = {
    "nemenyi": ("nemenyi", {}),
    "linked_highlight": ("linked", {"highlight": "Proposed"}),
    "list": ("many-control", {"title": "Twenty-two methods"}),
    "serif": ("nine", {"font": "STIXGeneral", "font_size": 9}),
    "names": (
        "nemenyi",
        {
            "rename": {
                "C4.5": r"a_b \alpha", "C4.5+m": "50 % & #1", "C4.5+cf": "Éclair $x^2$", "C4.5+m+cf": "{µ} <tag> ~",
            }
        },
    ),
}  # fmt: skip


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 101})
@pytest.mark.parametrize("name", BOXES)
def test_cd(name, comparison_of, text_as_boxes):
    case, options = BOXES[name]
    return plot_cd(comparison_of(case), **options).figure


@pytest.mark.mpl_image_compare(savefig_kwargs={"dpi": 101})
@pytest.mark.parametrize("case", ["linked", "holm", "many-control"])
def test_cd_dark(case, comparison_of, text_as_boxes):
    with style.context("dark_background"):
        return plot_cd(comparison_of(case)).figure


@pytest.mark.skipif(
    mpl.__version__ != PINNED,
    reason=f"drawn by matplotlib {PINNED}; others set text a little apart",
)
@pytest.mark.mpl_image_compare(
    savefig_kwargs={"dpi": 101}, style={"text.hinting": "no_hinting"}
)
@pytest.mark.parametrize("name", WORDS)
def test_cd_words(name, comparison_of):
    case, options = WORDS[name]
    return plot_cd(comparison_of(case), **options).figure


def test_pinned_version_is_the_one_of_the_test_extra(pytestconfig):
    assert f'"matplotlib=={PINNED}"' in (
        pytestconfig.rootpath / "pyproject.toml"
    ).read_text(encoding="utf-8")
