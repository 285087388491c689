"""Columns of names and numbers: exactly what fits, and not a point more."""

import pytest
from cases import Case, plain_measure

from cddiagram.figures.content import content_from
from cddiagram.figures.rows import fit_labels
from cddiagram.sheet.look import Look
from cddiagram.sheet.meter import TextMeter

SUBJECT = Case(names=("four", "six666"), ranks=(1.2, 1.8))


@pytest.mark.parametrize(("limit", "fits"), [(24.0, True), (24.0 - 1e-6, False), (23.1, False)])
def test_a_name_fits_to_the_last_part_of_a_point(limit, fits):
    """Six letters of half an em are 24 pt at a size of 8."""
    content = content_from(SUBJECT.comparison)
    labels = fit_labels(content, Look(width=200 / 72), TextMeter(plain_measure), 8.0, 1, limit)
    assert (labels is not None) == fits
