"""The numbers of every writer's tables, read back from what it wrote and compared with
`report.to_dict()`.
"""

import itertools
import json
import re
from decimal import Decimal
from functools import cache
from html.parser import HTMLParser

import pytest
from markdown_tables import read_tables

import cddiagram as cd

REPORTS = {"demsar2006-table6-ranks": None, "garcia2010-table3": "PDFC"}
NUMBER = re.compile(r"(?:\d+(?:,\d{3})*)?(?:\.\d+)?(?:e[-+]?\d+)?")
OMNIBUS = {
    "Friedman": "friedman", "Iman–Davenport": "iman-davenport", "Friedman aligned ranks": "aligned", "Quade": "quade",
}  # fmt: skip
NORMALITY = {
    "Kolmogorov–Smirnov p": "kolmogorov-smirnov", "Lilliefors p": "lilliefors", "Shapiro–Wilk p": "shapiro-wilk",
    "D'Agostino–Pearson p": "dagostino-pearson",
}  # fmt: skip
RANKINGS = {
    "Average rank": "friedman", "Average aligned rank": "aligned", "Weighted average rank (Quade)": "quade",
}  # fmt: skip
EFFECTS = {
    "Wins": "wins", "Ties": "ties", "Losses": "losses", "Mean diff.": "mean_difference",
    "Median diff.": "median_difference", "Hodges–Lehmann": "hodges_lehmann", "from": "interval_low",
    "to": "interval_high", "Rank-biserial": "rank_biserial",
}  # fmt: skip


@cache
def made(name):
    return cd.make_report(cd.compare(cd.load_example(name), control=REPORTS[name]))


@cache
def numbers(name):
    """Give `to_dict` as a reader of the JSON gets it."""
    return json.loads(json.dumps(made(name).to_dict()))


# Readers: what was written -> tables of rows of texts, heads first


class Rows(HTMLParser):
    """The rows of all tables of a page that have a caption: letters by levels stand in
    one without.
    """

    def __init__(self, text):
        super().__init__()
        self.tables, self.others, self.inside = [], [], False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        if tag == "table":
            self.current = []
            (
                self.tables if "aria-labelledby" in dict(attributes) else self.others
            ).append(self.current)
        elif tag == "tr":
            self.current.append([])
        elif tag in ("th", "td"):
            self.current[-1].append("")
            self.inside = True

    def handle_endtag(self, tag):
        if tag in ("th", "td"):
            self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.current[-1][-1] += data


def read_html(report, heads):
    return Rows(report.to_html()).tables


def read_markdown(report, heads):
    return read_tables(report.to_markdown())


def split_latex(line):
    return [from_latex(cell) for cell in re.sub(r"\\\\\*?$", "", line).split(" & ")]


def from_latex(text):
    text = re.sub(r"\\textbf\{(.*)\}", r"\1", text.strip())
    for written, meant in (
        (r"\textendash{}", "–"),
        (r"\textminus{}", "−"),
        (r"\ensuremath{-}", "−"),
        (r"\textless{}", "<"),
        (r"\textgreater{}", ">"),
        (r"\v{S}", "Š"),
    ):
        text = text.replace(written, meant)
    return text


def read_latex(report, heads):
    """Read the bodies; heads are set in lines there, and are those of the report."""
    bodies = re.findall(
        r"\\midrule\n(.*?)\\bottomrule", report.to_latex(standalone=False), re.DOTALL
    )
    panels = iter(
        [
            [split_latex(line) for line in body.splitlines() if " & " in line]
            for body in bodies
        ]
    )
    tables = []
    for head in heads:
        rows = next(panels)
        while len(rows[0]) < len(
            head
        ):  # a wide table: panels repeat its number and its hypothesis
            more = next(panels)
            assert [row[:2] for row in more] == [row[:2] for row in rows]
            rows = [row + other[2:] for row, other in zip(rows, more, strict=True)]
        tables.append([head, *rows])
    assert next(panels, None) is None
    return tables


def read_text(report, heads):
    """Read the bodies; heads are set in lines there, and are those of the report."""
    parts = re.split(r"^Table \d+\. ", report.to_text(200), flags=re.MULTILINE)[1:]
    tables = []
    for part, head in zip(parts, heads, strict=True):
        lines = re.split(r"^─+$", part, flags=re.MULTILINE)[1].strip("\n").splitlines()
        rows = [re.split(r"\s{2,}", line.strip()) for line in lines]
        tables.append(
            [
                head,
                *itertools.takewhile(
                    lambda row, head=head: len(row) == len(head), rows
                ),
            ]
        )
    return tables


READERS = {
    "markdown": read_markdown,
    "html": read_html,
    "latex": read_latex,
    "text": read_text,
}


@cache
def written(name, writer):
    """Give the tables that were written: key -> rows, heads first."""
    tables = numbers(name)["tables"]
    found = READERS[writer](made(name), [table["columns"] for table in tables.values()])
    return dict(zip(tables, found, strict=True))


def rows_of(name, writer, key):
    heads, *rows = written(name, writer)[key]
    assert rows
    return [dict(zip(heads, row, strict=True)) for row in rows]


def prints(text, value):
    """Tell whether a text is how a value is printed: a bound that holds, or the value
    rounded to the digits shown.
    """
    if value is None:
        return text == "–"
    if isinstance(value, list):  # from and to
        ends = text.split("–")
        return len(ends) == len(set(value)) and all(
            map(prints, ends, sorted(set(value)))
        )
    if text.endswith("%"):
        text, value = re.sub(r"\s?\\?%$", "", text), 100 * value
        if text.startswith("<"):
            return 0 <= value < float(text[1:])
        if text.startswith(">"):
            return float(text[1:]) < value < 100
        return rounds(text, value)
    if text.startswith("<"):
        return 0 <= value < float(text[1:])
    if text.startswith(">"):
        return float(text[1:]) < value < 1
    if text in ("1", "1.0"):
        return value == 1
    return rounds(text, value)


def rounds(text, value):
    """Tell whether a text is a value rounded to the digits shown."""
    sign, digits = (-1, text[1:]) if text.startswith("−") else (1, text)
    if not NUMBER.fullmatch(digits) or not digits:
        return False
    shown = Decimal(digits.replace(",", ""))
    half = Decimal(5).scaleb(shown.as_tuple().exponent - 1)
    return abs(sign * shown - Decimal(value)) <= half + abs(shown) * Decimal("1e-12")


@pytest.fixture(params=REPORTS)
def name(request):
    return request.param


@pytest.fixture(params=READERS)
def writer(request):
    return request.param


@pytest.mark.parametrize(
    ("text", "value", "right"),
    [
        ("−0.0557", -0.05573, True), ("0.0557", -0.05573, False), (".031", 0.0312, True), (".031", 0.0316, False),
        ("<.001", 0.0009, True), ("<.001", 0.0011, False), ("<1e-300", 0.0, True), ("4.487e-8", 4.48699e-8, True),
        ("4.487e-8", 4.48e-8, False), ("1,234", 1234, True), ("1,234", 1235, False), ("1.0", 0.99999, False),
        (">.9999", 0.99999, True), ("1.0", 1.0, True), ("1", 0.99999, False), ("1", 1.0, True),
        ("95%", 0.95, True), ("95%", 0.94, False), (r"95\%", 0.95, True), ("<1%", 0.002, True),
        ("<1%", 0.02, False), (">99%", 0.995, True), (">99%", 1.0, False),
        ("–", None, True), ("–", 0.5, False), ("", 0.0, False), (".50", None, False),
    ],
)  # fmt: skip
def test_the_rule_of_rounding(text, value, right):
    assert prints(text, value) == right


@pytest.mark.slow
def test_every_number_of_the_tables_is_printed_in_its_cell(name, writer):
    count = 0
    for key, table in numbers(name)["tables"].items():
        heads, *rows = written(name, writer)[key]
        assert heads == table["columns"]
        rows = (
            rows[: len(table["rows"])] if key == "scores-table" else rows
        )  # its foot is of other tables
        assert len(rows) == len(table["rows"]), key
        for row, values in zip(rows, table["rows"], strict=True):
            for head, text, value in zip(heads, row, values, strict=True):
                if isinstance(value, str):
                    continue
                if text in ("yes", "no"):
                    assert value == (text == "yes")
                else:
                    text = re.sub(
                        r"^[*_]|^\\(?:underline|textbf)\{(.*)\}$", r"\1", text
                    )  # the best and the second
                    assert prints(text, value), (key, head, text, value)
                    count += 1
    assert count > 150


@pytest.mark.slow
def test_ranks_are_those_of_the_algorithm(name, writer):
    (data,) = numbers(name)["comparisons"]
    rows = rows_of(name, writer, "ranks-table")
    assert sorted(row["Algorithm"] for row in rows) == sorted(data["algorithms"])
    for row in rows:
        i = data["algorithms"].index(row["Algorithm"])
        assert prints(row["Average rank"], data["ranking"]["average_ranks"][i])
        scores = [line[i] for line in data["table"]["scores"]]
        assert prints(row["Mean score"], sum(scores) / len(scores))
        if data["control"] not in (None, row["Algorithm"]):
            adjusted = data["pairwise"]["pvalue_adjusted"][
                data["algorithms"].index(data["control"])
            ][i]
            assert prints(row["Adjusted p"], adjusted)
    for row in rows_of(name, writer, "rankings-table"):
        i = data["algorithms"].index(row["Algorithm"])
        for head, kind in RANKINGS.items():
            if head in row:
                assert prints(row[head], data["rankings"][kind]["average_ranks"][i]), (
                    row,
                    head,
                )
    assert set(data["rankings"]) == {
        kind for head, kind in RANKINGS.items() if head in row
    }


def pairs_of(data, rows):
    """Give each row with the places of its two, after checking that every pair that was
    tested has one row.
    """
    names, control = data["algorithms"], data["control"]
    pairs = [(names.index(row["First"]), names.index(row["Second"])) for row in rows]
    wanted = [{i, j} for i, j in itertools.combinations(range(len(names)), 2)
              if control is None or control in (names[i], names[j])]  # fmt: skip
    assert sorted(map(sorted, pairs)) == sorted(map(sorted, wanted))
    return zip(rows, pairs, strict=True)


def test_tests_are_those_of_the_pair(name, writer):
    (data,) = numbers(name)["comparisons"]
    tests, ranks = data["pairwise"], data["ranking"]["average_ranks"]
    for row, (i, j) in pairs_of(data, rows_of(name, writer, "pairs-table")):
        assert prints(row["Rank difference"], ranks[j] - ranks[i]), row
        assert prints(row["z"], tests["statistic"][i][j]), row
        assert prints(row["p"], tests["pvalue"][i][j]), row
        assert prints(row["Adjusted p"], tests["pvalue_adjusted"][i][j]), row
        assert (row["Significant"] == "yes") == (
            tests["pvalue_adjusted"][i][j] <= data["alpha"]
        )


def test_effects_are_those_of_the_pair(name, writer):
    (data,) = numbers(name)["comparisons"]
    for row, (i, j) in pairs_of(data, rows_of(name, writer, "pairs-table-effects")):
        assert set(row) == {"First", "Second", *EFFECTS}
        for head, effect in EFFECTS.items():
            assert prints(row[head], data["effects"][effect][i][j]), (row, head)


def test_contrasts_are_those_of_the_pair(name, writer):
    (data,) = numbers(name)["comparisons"]
    names = data["algorithms"]
    for row in rows_of(name, writer, "contrasts-table"):
        for other in names:
            if other == row["Algorithm"]:
                assert row[other] == "–"
            else:
                assert prints(
                    row[other],
                    data["contrasts"][names.index(row["Algorithm"])][
                        names.index(other)
                    ],
                ), row


def test_adjusted_p_values_are_those_of_the_hypothesis(name, writer):
    (data,) = numbers(name)["comparisons"]
    family, seen = data["family"], set()
    joined = [
        second if data["control"] else f"{first} vs. {second}"
        for first, second in family["hypotheses"]
    ]
    for key in [
        key for key in written(name, writer) if re.fullmatch(r"apv(-\d+)?", key)
    ]:
        rows = rows_of(name, writer, key)
        assert sorted(next(iter(list(row.values())[1:])) for row in rows) == sorted(
            joined
        )
        for row in rows:
            at = joined.index(list(row.values())[1])
            assert prints(row["p"], family["pvalue"][at]), row
            for procedure in family["procedures"]:
                if procedure["name"] in row:
                    seen.add(procedure["name"])
                    assert prints(
                        row[procedure["name"]], procedure["pvalue_adjusted"][at]
                    ), row
    assert seen == {procedure["name"] for procedure in family["procedures"]}


@pytest.mark.parametrize("key", ["omnibus-table", "rankings-table-tests"])
def test_statistics_of_any_difference(name, writer, key):
    (data,) = numbers(name)["comparisons"]
    results = data["omnibus"]
    if key == "rankings-table-tests":
        results = [
            result
            for ranking in data["rankings"].values()
            for result in ranking["omnibus"]
        ]
    named = {(result["name"], result["tie_corrected"]): result for result in results}
    rows = rows_of(name, writer, key)
    assert len(rows) == len(named) == len(results)
    for row in rows:
        result = named.pop((OMNIBUS[row["Test"]], row["Corrected for ties"] == "yes"))
        assert prints(row["Statistic"], result["statistic"]), row
        assert prints(row["p"], result["pvalue"]), row
        assert [float(df) for df in row["df"].split(", ")] == result["df"]


def test_normality_is_that_of_the_algorithm(name, writer):
    (data,) = numbers(name)["comparisons"]
    tests = {test["name"]: test["pvalue"] for test in data["assumptions"]["normality"]}
    rows = rows_of(name, writer, "assumptions-table")
    assert sorted(row["Algorithm"] for row in rows) == sorted(data["algorithms"])
    for row in rows:
        assert set(row) == {"Algorithm", *NORMALITY}
        for head, test in NORMALITY.items():
            assert prints(
                row[head], tests[test][data["algorithms"].index(row["Algorithm"])]
            ), (row, head)


def test_levene(name, writer):
    (data,) = numbers(name)["comparisons"]
    levene = data["assumptions"]["levene"]
    (row,) = rows_of(name, writer, "assumptions-table-levene")
    assert prints(row["F"], levene["statistic"])
    assert prints(row["p"], levene["pvalue"])
    assert [float(df) for df in row["df"].split(", ")] == levene["df"]
