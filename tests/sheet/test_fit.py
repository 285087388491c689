"""Which width a refusal names: the least that would do, and that none does where none
is.
"""

import pytest

from cddiagram.sheet.fitting import check_hope, fit
from cddiagram.sheet.look import Look
from cddiagram.text import LayoutError


def needs(points):
    return lambda look: look.page_width if look.page_width >= points - 1e-6 else None


@pytest.mark.parametrize(
    ("points", "said"),
    [
        (
            3.31 * 72,
            "a diagram does not fit 3.30 in: it needs 3.35 in. Use that width or "
            "shorter names.",
        ),
        (
            40.0 * 72,
            "a diagram does not fit 3.30 in: it needs 40.00 in. Use that width or "
            "shorter names.",
        ),
        (40.1 * 72, "a diagram does not fit 40 in. Use shorter names."),
    ],
)
def test_a_refusal_names_the_least_width(points, said):
    assert fit(
        needs(3.3 * 72), Look(width=3.3), "a diagram", "shorter names"
    ) == pytest.approx(3.3 * 72)
    with pytest.raises(LayoutError) as error:
        fit(needs(points), Look(width=3.3), "a diagram", "shorter names")
    assert str(error.value) == said


def test_what_needs_more_than_the_widest_page_is_refused_before_it_is_tried():
    check_hope("a diagram", 40.0 * 72, "shorter names")
    with pytest.raises(
        LayoutError,
        match=r"^a diagram does not fit 40 in. Use shorter names or less of it\.$",
    ):
        check_hope("a diagram", 40.0 * 72 + 1, "shorter names", "less of it")
