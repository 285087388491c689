"""What tables and figures are called: numbered in reading order, as LaTeX does it."""

from __future__ import annotations

from cddiagram.report.model import Figure, Report, Table


def numbers(report: Report) -> dict[str, str]:
    """Give key -> ``"Table 1"``, ``"Figure 1"``, ... for every table and figure.

    Examples
    --------
    >>> import cddiagram as cd
    >>> report = cd.make_report(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    >>> [name for name in numbers(report).values() if name.startswith("Figure")][:1]
    ['Figure 1']
    """
    named: dict[str, str] = {}
    counts = {"Table": 0, "Figure": 0}
    for section in report.sections:
        for block in section.blocks:
            if isinstance(block, Table | Figure):
                kind = "Table" if isinstance(block, Table) else "Figure"
                counts[kind] += 1
                named[block.key] = f"{kind} {counts[kind]}"
    return named
