"""Reports that all writers are tested on: the published tables, names that are markup
somewhere, many algorithms.
"""

import warnings
from functools import cache

import numpy as np

import cddiagram as cd

#: What must be read literally and run nowhere: markup of LaTeX, Markdown, HTML and
#: terminals, and the joins of LaTeX.
ODD_NAMES = (
    "A&B", "50%", "x_1", "<script>", r"$\alpha$", "C#", r"a\b{c}~^", "*star*", "[bold]opt[/bold]", "a`b`|c", "-x--y",
    "1. one", "Šar's «α ≥ ½» χ²", "https_a_name_that_is_longer_than_any_column_should_be_and_then_longer",
)  # fmt: skip

PUBLISHED = (
    "demsar2006-table2", "demsar2006-table6", "demsar2006-table6-ranks", "garcia2008-table2", "garcia2008-table2-ranks",
    "garcia2010-table3", "garcia2010-table3-ranks",
)  # fmt: skip


@cache
def published(name, control=False, **options):
    """Report on a published table, all pairs or against its first algorithm."""
    table = cd.load_example(name)
    return cd.make_report(
        cd.compare(table, control=table.algorithms[0] if control else None), **options
    )


@cache
def odd(control=False, **options):
    """Report on the odd names, as algorithms, data sets and title."""
    rng = np.random.default_rng(6)
    datasets = [f"{ODD_NAMES[i % len(ODD_NAMES)]} {i}" for i in range(20)]
    table = cd.ScoreTable.from_arrays(
        rng.random((20, len(ODD_NAMES))), algorithms=ODD_NAMES, datasets=datasets
    )
    comparison = cd.compare(table, control=ODD_NAMES[0] if control else None)
    return cd.make_report(comparison, title=" / ".join(ODD_NAMES[:6]), **options)


@cache
def forty(**options):
    """Report on 40 algorithms of which many differ."""
    rng = np.random.default_rng(40)
    scores = rng.normal(size=(60, 40)) + np.linspace(0.0, 2.5, 40)
    names = [
        f"{'Long' * (i % 4)}Method-{i:02d}{' of many words' * (i % 7 == 0)}"
        for i in range(40)
    ]
    table = cd.ScoreTable.from_arrays(scores, algorithms=names)
    return cd.make_report(cd.compare(table, pair_test="wilcoxon"), **options)


def report_on(names, n=12, **options):
    """Report on algorithms of these names."""
    scores = np.random.default_rng(3).random((n, len(names))) + np.linspace(
        0, 0.8, len(names)
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # matplotlib's font has no Chinese letters
        return cd.make_report(
            cd.compare(cd.ScoreTable.from_arrays(scores, algorithms=names)), **options
        )


@cache
def foreign():
    """Report on names with letters that LaTeX has no commands for."""
    return report_on(("Жук", "中文", "plain"))


#: Two words of Hebrew, one of Arabic, and both ways in one name.
HEBREW, ARABIC, MIXED = "שלום עולם", "عربي", "קוד (v2)"


@cache
def leftwards():
    """Report on names that run from right to left."""
    return report_on((HEBREW, "plain", ARABIC, MIXED, "other"))


@cache
def long_names(**options):
    """Report on names of 80 letters without a place to break, and of characters whose
    codes are long.
    """
    names = (
        "L" * 80,
        "Wm" * 40,
        "中文算法的名字很长",
        HEBREW,
        "éo" * 40,
        "a",
        "b",
        "c_d",
        "e",
        "f",
    )
    return report_on(names, **options)


def cells(report):
    """Give every cell of every table."""
    return [
        cell for table in report.tables().values() for row in table.rows for cell in row
    ]
