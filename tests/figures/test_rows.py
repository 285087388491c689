"""Columns of names and numbers: exactly what fits, and not a point more."""

import pytest
from cases import Case, plain_measure

from cddiagram.figures.content import content_from
from cddiagram.sheet import Look, TextMeter

SUBJECT = Case(names=("four", "six666"), ranks=(1.2, 1.8))


@pytest.mark.parametrize(
    ("limit", "fits"), [(24.0, True), (24.0 - 1e-6, False), (23.1, False)]
)
def test_a_name_fits_to_the_last_part_of_a_point(limit, fits):
    """Six letters of half an em are 24 pt at a size of 8."""
    content = content_from(SUBJECT.comparison, Look())
    labels = content.fit(8.0, limit, 1, TextMeter(plain_measure))
    assert (labels is not None) == fits
