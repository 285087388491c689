"""The published tables of adjusted p-values come out of a report with the corrected
values (see tests/golden).
"""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from published_numbers import aligned_as_printed, published, quade_as_printed

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.stats import quade_average_ranks

GOLDEN = Path(__file__).parent.parent / "golden"


def golden(paper):
    entries = json.loads((GOLDEN / f"{paper}.json").read_text(encoding="utf-8"))[
        "entries"
    ]
    return {entry["key"]: entry["value"] for entry in entries}


def cells(report, *keys):
    """Give {names of the pair: {head: value}} of the tables."""
    found = {}
    for key in keys:
        table = report.tables()[key]
        for row in table.rows:
            numbers = {
                column.head: cell.value
                for column, cell in zip(table.columns, row, strict=True)
            }
            found.setdefault(frozenset(row[1].text.split(" vs. ")), {}).update(numbers)
    return found


def parts_of(report, key):
    """Return the keys of a table of procedures and of its continuations."""
    return [each for each in report.tables() if re.fullmatch(rf"{key}(-\d+)?", each)]


def test_garcia_2008_tables_3_and_5():
    report = cd.make_report(
        cd.compare(cd.load_example("garcia2008-table2-ranks")), figures=()
    )
    # The tables of levels have the same heads as those of adjusted p-values; only they
    # have the statistic.
    adjusted, statistics = (
        cells(report, *parts_of(report, "apv")),
        cells(report, *parts_of(report, "apv-levels-05")),
    )
    values = golden("garcia_herrera2008")
    heads = {
        "p": "p",
        "z": "z",
        "apv_NM": "Bonferroni",  # what the paper calls Nemenyi
        "apv_HM": "Holm",
        "apv_SH": "Shaffer",
        "apv_BH": "Bergmann–Hommel",
        "apv_hochberg": "Hochberg",
        "apv_hommel": "Hommel",
    }
    checked = 0
    for key, value in values.items():
        kind, _, rest = key.partition(".")
        if kind not in heads or " vs " not in rest:
            continue
        number, _, pair = rest.partition(".")
        numbers = (statistics if kind == "z" else adjusted)[
            frozenset(pair.split(" vs "))
        ]
        assert numbers[heads[kind]] == pytest.approx(value, rel=1e-12), key
        assert numbers["No."] == int(number)
        checked += 1
    assert checked == 80
    levels = report.tables()["apv-levels-05"]
    place = [column.head for column in levels.columns]
    for number in range(1, 11):
        row = levels.rows[number - 1]
        assert row[place.index("Bonferroni")].value == pytest.approx(
            values[f"alpha_NM.{number}"]
        )
        assert row[place.index("Holm")].value == pytest.approx(
            values[f"alpha_HM.{number}"]
        )
        assert row[place.index("Shaffer")].value == pytest.approx(
            values[f"alpha_SH.{number}"]
        )


def test_garcia_2008_rejections():
    report = cd.make_report(
        cd.compare(cd.load_example("garcia2008-table2-ranks")), figures=()
    )
    counts = {row[0].text: row[1].value for row in report.tables()["apv-rejected"].rows}
    # section 2.2 of the paper
    assert (
        counts["Bonferroni"],
        counts["Holm"],
        counts["Shaffer"],
        counts["Bergmann–Hommel"],
    ) == (4, 5, 6, 8)


@pytest.fixture(scope="module")
def garcia_2010():
    table = cd.load_example("garcia2010-tables7-8")
    comparison = cd.compare(table, ranking="aligned", control="PDFC", p_adjust="rom")
    return cd.make_report(comparison, figures=())


def report_of_pvalues(average_ranks, pvalue):
    """Make the report of p-values that were computed elsewhere: those of the pairs with
    PDFC, the first algorithm.
    """
    tested = np.full_like(pvalue, np.nan)
    tested[0], tested[:, 0] = pvalue[0], pvalue[:, 0]
    names = cd.load_example("garcia2010-table3").algorithms
    comparison = cd.compare_pvalues(
        average_ranks, tested, algorithms=names, p_adjust="rom"
    )
    return cd.make_report(comparison, figures=())


@pytest.fixture(scope="module")
def tables_9_to_11(garcia_2010):
    """The tables of adjusted p-values. Those of Tables 10 and 11 come from the p-values
    that the variances of the paper give.
    """
    _, aligned = published("garcia2010_table7_aligned_ranks.csv")
    _, quade = published("garcia2010_table8_quade.csv")
    ranks, weights = cd.load_example("garcia2010-table3-ranks").scores, quade[:, 1]
    _, p_aligned = aligned_as_printed(aligned)
    _, p_quade = quade_as_printed(ranks, weights)
    averages = quade_average_ranks(ranks, weights)
    reports = {
        "aligned": report_of_pvalues(aligned.mean(axis=0), p_aligned),
        "quade": report_of_pvalues(averages, p_quade),
    }
    tables = {
        ranking: cells(report, *parts_of(report, "apv"))
        for ranking, report in reports.items()
    }
    friedman = cells(garcia_2010, *parts_of(garcia_2010, "apv-friedman"))
    return tables | {"friedman": friedman}


@pytest.mark.parametrize("ranking", ["friedman", "aligned", "quade"])
def test_garcia_2010_tables_9_to_11(tables_9_to_11, ranking):
    """All but one value of each: Rom's smallest was computed with the misprinted
    list.
    """
    values = golden("garcia_et_al2010")
    agrees = {}
    for pair, numbers in tables_9_to_11[ranking].items():
        (other,) = pair - {"PDFC"}
        for head, value in numbers.items():
            kind = head.lower().replace("–dunn", "")
            number = "p" if kind == "p" else f"apv_{kind}"
            name = f"{ranking}.{number}.PDFC vs {other}"
            if name in values:  # the paper has no other procedures
                agrees[name] = value == pytest.approx(values[name], rel=1e-12, abs=0)
    assert len(agrees) == 27
    differ = [name for name, same in agrees.items() if not same]
    assert differ == [f"{ranking}.apv_rom.PDFC vs FH-GBML"]


def test_garcia_2010_table_9_from_the_command(tmp_path, monkeypatch):
    """The shipped example in, a page out that contains all adjusted p-values of the
    table. Rom's smallest by the misprinted list equals Bonferroni's.
    """
    monkeypatch.chdir(tmp_path)
    for arguments in (
        ["example", "garcia2010-tables7-8", "-o", "s.csv"],
        ["report", "s.csv", "--control", "PDFC", "--p-adjust", "rom", "-o", "r.html"],
    ):
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, result.output
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    numbers = [float(number) for number in re.findall(r'data-number="([^"]+)"', page)]
    wanted = {
        name: value for name, value in golden("garcia_et_al2010").items()
        if re.match(r"friedman\.(p|apv_\w+)\.PDFC vs ", name)
    }  # fmt: skip
    assert len(wanted) == 27
    for name, value in wanted.items():
        assert any(number == pytest.approx(value, rel=1e-12) for number in numbers), (
            name
        )


def test_garcia_2010_rankings_and_statistics(garcia_2010):
    values = golden("garcia_et_al2010")
    tables = garcia_2010.tables()
    for row in tables["rankings-table"].rows:
        name = row[0].text
        assert row[1].value == pytest.approx(values[f"mean_rank.{name}"])
        assert row[2].value == pytest.approx(values[f"aligned.mean.{name}"])
        assert row[3].value == pytest.approx(values[f"quade.T.{name}"])
    plain = {row[0].text: (row[2].value, row[4].value) for row in tables["rankings-table-tests"].rows
             if row[1].text == "no"}  # fmt: skip
    for test, key in (
        ("Friedman", ("friedman.chi2", "friedman.p")),
        ("Iman–Davenport", ("iman_davenport.F", "iman_davenport.p")),
        ("Friedman aligned ranks", ("aligned.T", "aligned.p")),
        ("Quade", ("quade.T3", "quade.p")),
    ):
        assert plain[test] == pytest.approx([values[name] for name in key], rel=1e-9), (
            test
        )


def test_garcia_2010_contrasts():
    report = cd.make_report(
        cd.compare(cd.load_example("garcia2010-table3")), figures=()
    )
    table = report.tables()["contrasts-table"]
    heads = [column.head for column in table.columns]
    row = next(row for row in table.rows if row[0].text == "PDFC")
    # Table 6, which the paper computed from unrounded accuracies
    for name, printed in (
        ("NNEP", 0.02257),
        ("IS-CHC+1NN", 0.01976),
        ("FH-GBML", 0.05955),
    ):
        assert row[heads.index(name)].value == pytest.approx(printed, abs=1e-3)


def test_demsar_ranks_and_difference():
    comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    report = cd.make_report(comparison, figures=())
    ranks = {row[0].text: row[1].text for row in report.tables()["ranks-table"].rows}
    # Table 6 and section 3.2.2 of Demšar 2006
    assert ranks == {
        "C4.5+m+cf": "1.96",
        "C4.5+m": "2.00",
        "C4.5+cf": "2.89",
        "C4.5": "3.14",
    }
    assert "CD = 1.12" in report.tables()["pairs-table"].caption
