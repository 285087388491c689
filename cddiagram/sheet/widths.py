"""Widths of figures by name: our own two, and the columns and pages of common venues.

A figure that is as wide as the column it stands in needs no scaling in LaTeX, so its type keeps its size. The lengths
are those of the class and style files named beside them; an author may have set others, and a number of inches is
always taken as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

#: Points of TeX, in which class files count, to inches; 12 of them are a pica (pc).
_PT = 1 / 72.27
_PC = 12 * _PT
_MM = 1 / 25.4

#: Venue -> widths of a column and of the page (the text block) in inches; one number where the text has one column.
_VENUES: Mapping[str, tuple[float, float] | float] = {
    # IEEEtran.cls 1.8b, conference and journal: \textwidth 43pc, \columnsep 1pc
    "ieee": (21 * _PC, 43 * _PC),
    # acmart.cls, format sigconf: paperwidth=8.5in, inner=54pt, outer=54pt, columnsep=2pc
    "acm": ((8.5 - 108 * _PT - 2 * _PC) / 2, 8.5 - 108 * _PT),
    # elsarticle.cls 1.20, option 5p with twocolumn: textwidth=522pt, columnsep=18pt
    "elsevier": (252 * _PT, 522 * _PT),
    # svjour3.cls with svglov3.clo, option twocolumn: \textwidth 17.4cm, \columnsep 6mm
    "springer": (84 * _MM, 174 * _MM),
    # llncs.cls 2.14 (Lecture Notes in Computer Science): \textwidth 12.2cm
    "lncs": 122 * _MM,
    # neurips_2023.sty: textwidth=5.5in
    "neurips": 5.5,
    # jmlr2e.sty (Journal of Machine Learning Research): \textwidth 6.0 true in
    "jmlr": 6.0,
}


def _named() -> dict[str, float]:
    widths = {"column": 3.3, "page": 6.75}
    for venue, lengths in _VENUES.items():
        column, page = lengths if isinstance(lengths, tuple) else (lengths, lengths)
        widths |= {f"{venue}-column": column, f"{venue}-page": page}
    return widths


#: Name -> width in inches. The column of a venue that sets one column is its page.
NAMED_WIDTHS: Mapping[str, float] = MappingProxyType(_named())
