"""What readers of a drawn figure would find wrong with it: every drawing of the package
is looked at as it is made.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).parents[1] / "shared"))

import assumptions_checks
import convergence_checks
import matrix_checks
import sequence_checks
import stack_checks
from cases import case_of
from checks import defects, overlaps, page_defects, text_defects
from face_checks import type_defects

from cddiagram.figures import Figure
from cddiagram.sheet import Sheet
from cddiagram.text import one_line


def _cases(subject: Any) -> list[Any]:
    return [
        case_of(one)
        for one in (subject.values() if isinstance(subject, Mapping) else subject)
    ]


def _shown(assumptions: Any, own: Mapping[str, Any]) -> Any:
    return (
        assumptions.differences()
        if own.get("of") == "differences" and not assumptions.reference
        else assumptions
    )


#: Figure -> what is wrong with it: of what is drawn, its layout, its width, its own
#: options, what names are shown as.
_OF: dict[str, Callable[..., list[str]]] = {
    "cd": lambda s, sheet, width, own, rename: defects(sheet, case_of(s), width=width, rename=rename),
    "pvalue-matrix": lambda s, sheet, width, own, rename: matrix_checks.defects(
        sheet, s, width=width, full=own.get("full", False), rename=rename
    ),
    "cd-sequence": lambda s, sheet, width, own, rename: sequence_checks.defects(
        sheet, _cases(s), width=width, rename=rename, ruler=own.get("show_ruler", True)
    ),
    "cd-stack": lambda s, sheet, width, own, rename: [] if rename else stack_checks.defects(
        sheet, _cases(s), width=width
    ),
    "assumptions": lambda s, sheet, width, own, rename: assumptions_checks.defects(
        sheet, _shown(s, own), width=width, rename=rename
    ),
    "convergence-matrix": lambda s, sheet, width, own, rename: [] if rename else convergence_checks.matrix_lies(
        sheet, s, width
    ),
    "convergence-trend": lambda s, sheet, width, own, rename: [] if rename else convergence_checks.trend_lies(
        sheet, s, own["first"], own["second"]
    ),
    "convergence-problems": lambda s, sheet, width, own, rename: [] if rename else convergence_checks.problem_lies(
        sheet, s, own["first"], own["second"]
    ),
}  # fmt: skip
#: Smaller type is only where it is asked for, and then nothing keeps its distance.
SMALLEST = 6.5
#: Names of more letters are broken into all the lines that they may have.
_BROKEN = 100
_RANKED = ("mcb", "rank-bars", "rank-distribution")


def wrong_with(
    figure: Figure[Any], subject: Any, sheet: Sheet, look: Any, own: Mapping[str, Any]
) -> list[str]:
    """List what is wrong with a figure; where texts are mathtext, names are not
    read.
    """
    found = [*page_defects(sheet, sheet.width)]
    if look.font_size < SMALLEST:
        return found
    found += overlaps(sheet) + (
        type_defects(sheet) if look.min_font_size >= SMALLEST else []
    )
    if look.math:
        return found
    rename = {name: one_line(text) for name, text in (look.rename or {}).items()}
    shown = [rename.get(name, name) for name in getattr(subject, "algorithms", ())]
    if figure.key in _OF:
        found += _OF[figure.key](subject, sheet, sheet.width, own, rename)
    elif figure.key in _RANKED and look.show_ranks:
        found += text_defects(sheet, case_of(subject), rename)
    if (
        not look.wrap or max(map(len, shown), default=0) > _BROKEN
    ):  # names that leave the plot what they can
        found = [
            wrong
            for wrong in found
            if not wrong.startswith(("the plot has", "there is no plot"))
        ]
    if look.note != type(look)().note:
        found = [wrong for wrong in found if not wrong.startswith("the note does not")]
    return list(dict.fromkeys(found))


@contextlib.contextmanager
def watched() -> Iterator[list[str]]:
    """Give a list that fills with what is wrong with the figures that are laid out
    meanwhile.
    """
    found: list[str] = []
    lay_out = Figure.lay_out

    def look_at(
        self: Figure[Any], subject: Any, look: Any, measure: Any, own: Mapping[str, Any]
    ) -> Any:
        sheet = lay_out(self, subject, look, measure, own)
        try:
            found.extend(
                f"{self.key}: {wrong}"
                for wrong in wrong_with(self, subject, sheet, look, own)
            )
        except Exception as error:
            found.append(f"{self.key}: cannot be read: {type(error).__name__}: {error}")
        return sheet

    with mock.patch.object(Figure, "lay_out", look_at):
        yield found
