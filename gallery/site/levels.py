"""The error rates of all procedures: python gallery/site/levels.py writes levels.csv
anew, in some minutes.

The page of the site is made from the file; a test measures some of its rows again.
"""

import csv
from math import ceil
from pathlib import Path

FILE = Path(__file__).parent / "levels.csv"
N, SEED = 20, 1
#: Tables for each null hypothesis; procedures that search take their time, and are made
#: on fewer, with two tests.
REPEATS, SEARCHED = 4000, {"shaffer-dynamic": 400, "bergmann-hommel": 400}
_SEARCHED_WITH = ("Friedman ranks, all pairs", "Wilcoxon, all pairs")
#: Sign flips, which "all" leaves out as they take long, are made with these tests.
_FLIPPED_WITH = ("Friedman ranks", "Wilcoxon", "Sign test")
#: Title of a table -> algorithms and options of `cddiagram.study_level`.
STUDIES = {
    f"{title}, {k} algorithms": (k, options)
    for k in (3, 6)
    for title, options in {
        "Friedman ranks, all pairs": {"method": "asymptotic"},
        "Friedman ranks, control": {"control": "A1", "method": "asymptotic"},
        "Aligned ranks, all pairs": {"ranking": "aligned"},
        "Quade ranks, all pairs": {"ranking": "quade"},
        "Wilcoxon, all pairs": {"pair_test": "wilcoxon"},
        "Wilcoxon, control": {"pair_test": "wilcoxon", "control": "A1"},
        "Sign test, all pairs": {"pair_test": "sign"},
        "ANOVA, all pairs": {"ranking": "means", "pair_test": "t"},
        "ANOVA, control": {"ranking": "means", "pair_test": "t", "control": "A1"},
    }.items()
}
#: Title of the table of error rates that are not measured, but follow from the exact
#: law; in place of its tables.
EXACT, FROM_LAW = "Average ranks without ties, from the exact law", "exact"
#: Algorithms whose exact law is known for so many data sets.
EXACT_K = (3, 4, 5)
#: Where equal algorithms are mirrored, tests on ranks are above their level.
NULLS = {
    3: ("global", "one-shifted", "mirrored"),
    6: ("global", "one-shifted", "half-shifted", "mirrored"),
}


def measured(title, **how):
    """Yield the rows of a table: title, test, null hypothesis, error, the ends of its
    interval, and the tables.
    """
    import cddiagram as cd
    from cddiagram.studies import plan_tests

    k, options = STUDIES[title]
    nulls = [
        null for null in NULLS[k] if not (null == "mirrored" and "control" in options)
    ]
    found = [
        plan.p_adjust
        for plan in plan_tests(
            tuple(f"A{i + 1}" for i in range(k)), "all", 0.05, options
        ).plans
    ]
    parts = [([key for key in found if key not in SEARCHED], REPEATS)]
    if title.startswith(_FLIPPED_WITH):
        parts.append((["max-t"], REPEATS))
    parts += [
        ([key], SEARCHED[key])
        for key in found
        if key in SEARCHED and title.startswith(_SEARCHED_WITH)
    ]
    for keys, repeats in parts:
        chosen = dict(options)
        if keys == ["max-t"]:
            chosen.pop("method", None)  # sign flips have no asymptotic form
        study = cd.study_level(
            k, N, null=nulls, p_adjust=keys, repeats=repeats, seed=SEED, **chosen, **how
        )
        low, high = study.familywise_interval
        for at, test in enumerate(study.tests):
            for place, null in enumerate(study.nulls):
                numbers = [
                    f"{values[place, at]:.4f}"
                    for values in (study.familywise, low, high)
                ]
                yield [title, test, null, *numbers, str(repeats)]


def exact_rates():
    """Yield the rows of the error rates of exact and asymptotic tests if all algorithms
    are equal, by the exact law.
    """
    import cddiagram as cd
    from cddiagram.stats import untied_law

    for name, p_adjust in (
        ("Nemenyi", "nemenyi"),
        ("Bonferroni–Dunn", "bonferroni-dunn"),
    ):
        for k in EXACT_K:
            law = untied_law(k, N, against_control=p_adjust != "nemenyi")
            for method in ("exact", "asymptotic"):
                difference = cd.critical_difference(
                    k, N, p_adjust=p_adjust, method=method
                )
                rate = f"{law.adjusted(ceil(difference * N - 1e-9)):.4f}"
                yield [
                    EXACT,
                    f"{name} ({method}), {k} algorithms",
                    "global",
                    rate,
                    rate,
                    rate,
                    FROM_LAW,
                ]


def stored():
    """Return the rows of the file."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))[1:]


def unmeasured():
    """Return the names of the adjustments that no row of the file is about.

    The unadjusted tests are not measured, as their error rate only depends on the
    number of tests.
    """
    from cddiagram.procedures import ADJUSTMENTS

    tests = {row[1].removesuffix(" (asymptotic)") for row in stored()}
    names = []
    for key, entry in ADJUSTMENTS.items():
        ends = (f", {entry.name}", f"–{entry.name}", entry.name)
        if key != "none" and not any(test.endswith(ends) for test in tests):
            names.append(entry.name)
    return names


def page():
    """Return the page of the site: a table for each ranking and test, a row for each
    procedure.
    """
    from cddiagram.studies import NULL_WORDS

    lines = [
        "Error rates",
        "===========",
        "",
        "The tables list family-wise error rates at α = 0.05, with 95% Wilson "
        "intervals.",
        f"Each rate is the share of {REPEATS:,} simulated tables of {N} data sets "
        f"({min(SEARCHED.values())} tables for procedures that require a search)",
        "in which algorithms with equal performance are significantly different. "
        "``cddiagram study level``",
        "(`study_level <cddiagram.study_level>`) estimates error rates for other sizes "
        "and for tables with ties.",
        "",
        "Each score is the sum of a normally distributed data set effect and normally "
        "distributed noise. Shifted algorithms are better by one standard deviation.",
        "Rates that exceed 0.05 by more than three standard errors of the simulation "
        "are bold. The error rates in the last table",
        "are not simulated. They follow from the exact distribution of average ranks "
        "without ties.",
        "",
        *(f"* *{null}*: {words}" for null, words in NULL_WORDS.items()),
        "",
    ]
    missing = unmeasured()
    if missing:
        lines += [f"Not measured: {', '.join(missing)}.", ""]
    rows = stored()
    for title in dict.fromkeys(row[0] for row in rows):
        own = [row for row in rows if row[0] == title]
        nulls = list(dict.fromkeys(row[2] for row in own))
        lines += [
            title,
            "-" * len(title),
            "",
            ".. list-table::",
            "   :header-rows: 1",
            "",
            "   * - Test",
        ]
        lines += [f"     - {null}" for null in nulls]
        for test in dict.fromkeys(row[1] for row in own):
            lines.append(f"   * - {test}")
            lines += [f"     - {_cell(row)}" for row in own if row[1] == test]
        lines.append("")
    return "\n".join(lines)


def is_above(rate, repeats):
    """Return whether an error rate is above 0.05, if it was measured by more than three
    standard errors.
    """
    error = 0.0 if repeats == FROM_LAW else (0.05 * 0.95 / int(repeats)) ** 0.5
    return float(rate) > 0.05 + 3 * error


def _cell(row):
    *_, rate, low, high, repeats = row
    bold = "**" if is_above(rate, repeats) else ""
    number = f"{bold}{float(rate):.3f}{bold}"
    return (
        number
        if repeats == FROM_LAW
        else f"{number} [{float(low):.3f}, {float(high):.3f}]"
    )


def write():
    """Measure all, and write the file."""
    with FILE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(
            ["table", "test", "null", "familywise", "low", "high", "tables"]
        )
        for title in STUDIES:
            writer.writerows(measured(title, workers=1))
        writer.writerows(exact_rates())


if __name__ == "__main__":
    write()
