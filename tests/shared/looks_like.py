"""Tables as spreadsheets, papers and experiment trackers write them: with what is no
competitor or no data set in them.

`BAD` are to be refused with a place and a remedy that gives the right table; `GOOD`
look alike and are right.
"""

# ruff: noqa: E501 - a table of tables

from dataclasses import dataclass, field
from statistics import mean, median, stdev

DATASETS = ("iris", "wine", "glass", "sonar", "vehicle", "heart")
ALGORITHMS = ("A", "B", "C")
SCORES = (
    (0.953, 0.947, 0.960),
    (0.978, 0.961, 0.972),
    (0.701, 0.682, 0.715),
    (0.846, 0.812, 0.874),
    (0.735, 0.748, 0.722),
    (0.811, 0.830, 0.822),
)
COLUMNS = tuple(zip(*SCORES, strict=True))
#: The same in units where scores are above one.
PERCENT = tuple(tuple(round(100 * score, 1) for score in row) for row in SCORES)
CLEAN = (ALGORITHMS, DATASETS, SCORES)


def line(cells, sep=","):
    return sep.join(str(cell) for cell in cells) + "\n"


def wide(
    below=(),
    *,
    above=(),
    scores=SCORES,
    datasets=DATASETS,
    algorithms=ALGORITHMS,
    more=None,
    first=True,
    sep=",",
):
    """Write a wide table: `below` and `above` are further rows, `more` further columns,
    name -> cells.
    """
    more = more or {}
    rows = [(name, *row) for name, row in zip(datasets, scores, strict=True)]
    extra = list(zip(*more.values(), strict=True)) if more else [()] * len(rows)
    split = 1 if first else len(algorithms) + 1
    table = [("data set", *algorithms), *above, *rows, *below]
    extras = [
        tuple(more),
        *[("",) * len(more)] * len(above),
        *extra,
        *[("",) * len(more)] * len(below),
    ]
    return "".join(
        line((*row[:split], *add, *row[split:]), sep)
        for row, add in zip(table, extras, strict=True)
    )


def beside(**named):
    """Write the table with a column behind each algorithm; `named` says how it is
    called: A="A_std".
    """
    titles = [title for name in ALGORITHMS for title in (name, named[name]) if title]
    rows = [
        (name, *(cell for score in row for cell in (score, round(score / 40, 3))))
        for name, row in zip(DATASETS, SCORES, strict=True)
    ]
    return line(("data set", *titles)) + "".join(map(line, rows))


def long(extra=(), columns=("data set", "algorithm", "score"), rows=None):
    cells = [
        (dataset, algorithm, score)
        for dataset, row in zip(DATASETS, SCORES, strict=True)
        for algorithm, score in zip(ALGORITHMS, row, strict=True)
    ]
    return line(columns) + "".join(map(line, [*(rows or cells), *extra]))


def by(title, values, *, fold=False, wider=False):
    """Write a table whose column `title` holds each of the values for every score; each
    further one is .05 lower.
    """
    rows = []
    for dataset, scores in zip(DATASETS, SCORES, strict=True):
        for step, value in enumerate(values):
            lower = [round(score - 0.05 * step, 3) for score in scores]
            if wider:
                rows.append((dataset, value, *lower))
            else:
                run = (1,) if fold else ()
                rows += [
                    (dataset, name, *run, value, cell)
                    for name, cell in zip(ALGORITHMS, lower, strict=True)
                ]
    head = (
        ("data set", title, *ALGORITHMS)
        if wider
        else ("data set", "algorithm", *(["fold"] * fold), title, "score")
    )
    return line(head) + "".join(map(line, rows))


@dataclass(frozen=True)
class Bad:
    """A table to be refused: what the message says, and the options that make it
    right.
    """

    text: str
    place: str
    remedy: dict
    says: tuple = ()
    given: dict = field(default_factory=dict)
    right: tuple = CLEAN
    # whether `keep` with the same names takes all for what they do not look like
    keeps: bool = True


def _row(name, cells, digits=3, **more):
    return Bad(
        wide(
            [(name, *[round(c, digits) if isinstance(c, float) else c for c in cells])]
        ),
        "line 8",
        {"exclude_datasets": name},
        **more,
    )


def _column(title, cells, **more):
    return Bad(
        wide(more={title: cells}), "line 1, column 2", {"exclude": title}, **more
    )


def _titles(*algorithms):
    return wide(algorithms=algorithms)


MEANS = tuple(map(mean, COLUMNS))
_OTHER = (0.85, 0.83, 0.84)
_RANKS = (2.0, 2.333, 1.667)
_SIZES = (150, 178, 214, 208, 846, 270)
_BIG = tuple(
    tuple(f"{n // 1000}.{n % 1000:03}" if n > 999 else str(n) for n in row)
    for row in (
        (987, 12345, 1234),
        (45678, 2345, 999),
        (3100, 500, 9000),
        (8000, 7000, 12000),
    )
)
_BIG_RIGHT = (
    ALGORITHMS,
    DATASETS[:4],
    ((987, 12345, 1234), (45678, 2345, 999), (3100, 500, 9000), (8000, 7000, 12000)),
)
_BIG_DECIMAL = (
    ALGORITHMS,
    DATASETS[:4],
    ((987, 12.345, 1.234), (45.678, 2.345, 999), (3.1, 500, 9), (8, 7, 12)),
)


def _numbers(
    cells, *, right=CLEAN, decimal=",", sep=",", place="line 2", scores=None, **more
):
    text = wide(scores=cells, datasets=DATASETS[: len(cells)], sep=sep)
    return Bad(text, place, {"decimal": decimal}, right=right, keeps=False, **more)


def _each(cell):
    return tuple(tuple(cell(score) for score in row) for row in SCORES)


def _metric(text, title, values, **more):
    says = (f"'{title}'", f"split_column='{title}'")
    return Bad(
        text, "line ", {"select": {title: values[0]}}, says=says, keeps=False, **more
    )


BAD = {
    # rows with names of summaries, whatever stands in them
    **{
        f"a row called {name}": _row(name, _OTHER)
        for name in (
            *("Avg.", "AVG", "Average", "average", "Mean", "MEAN:", "Mean rank", "Avg. rank", "avg_rank", "AvgRank", "Rank"),
            *("Median", "Std", "Std. dev.", "standard deviation", "sd", "Total", "SUM", "Sum of ranks", "Count", "No. of wins"),
            *("Overall", "Average (6 data sets)", "Mean accuracy", "p-value", "Friedman rank", "Mittelwert", "Moyenne", "Ø"),
        )
    },
    "wins, ties and losses": _row("W/T/L", ("3/0/3", "2/1/3", "-"), keeps=False),
    "wins and losses in words": _row("Win/Tie/Loss", ("3/0/3", "2/1/3", "-"), keeps=False),
    "better, equal, worse in signs": _row("+/=/-", ("3/0/3", "2/1/3", "-"), keeps=False),
    "two summaries": Bad(
        wide([("Avg.", *_OTHER), ("Mean rank", *_RANKS)]), "line 8", {"exclude_datasets": ["Avg.", "Mean rank"]}
    ),
    "a summary above": Bad(wide(above=[("Average", *_OTHER)]), "line 2", {"exclude_datasets": "Average"}),
    "a summary in a long table": Bad(
        long([("Average", name, cell) for name, cell in zip(ALGORITHMS, _OTHER, strict=True)]),
        "line 20",
        {"exclude_datasets": "Average"},
    ),
    "a summary in a table with semicolons": Bad(
        wide([("Avg.", *_OTHER)], sep=";"), "line 8", {"exclude_datasets": "Avg."}
    ),
    "a name with a comma": Bad(
        wide([('"Mean, all"', *_OTHER)]), "line 8", {"exclude_datasets": "Mean, all"}
    ),
    # rows that hold what a summary holds, whatever they are called
    "means": _row("Zusammen", MEANS, 4, says=("the means of the other rows",)),
    "means, rounded": _row("rest", MEANS, 3, says=("the means",)),
    "means with all digits": _row("rest", MEANS, 17, says=("the means",)),
    "sums": _row("Zusammen", tuple(map(sum, COLUMNS)), says=("the sums",)),
    "deviations": _row("Streuung", tuple(map(stdev, COLUMNS))),
    "mean ranks": _row("R", _RANKS, 3, says=("average ranks",)),
    "counts": _row("Q", (3, 2, 4), says=("whole numbers",)),
    "medians next to means": Bad(
        wide([("rest", *(round(m, 4) for m in MEANS)), ("mid", *(round(median(c), 4) for c in COLUMNS))]),
        "line 8",
        {"exclude_datasets": ["rest", "mid"]},
        says=("the medians",),
    ),
    "means of blocks": Bad(
        wide(
            scores=(*SCORES[:3], tuple(round(mean(c[:3]), 4) for c in COLUMNS), *SCORES[3:],
                    tuple(round(mean(c[3:]), 4) for c in COLUMNS)),
            datasets=(*DATASETS[:3], "UCI", *DATASETS[3:], "KEEL"),
        ),
        "line 5",
        {"exclude_datasets": ["UCI", "KEEL"]},
        says=("the means of the rows above",),
    ),
    "means above": Bad(wide(above=[("all", *(round(m, 4) for m in MEANS))]), "line 2", {"exclude_datasets": "all"}),
    "means in between": Bad(
        wide(scores=(*SCORES[:3], tuple(round(m, 4) for m in MEANS), *SCORES[3:]),
             datasets=(*DATASETS[:3], "all", *DATASETS[3:])), "line 5", {"exclude_datasets": "all"}
    ),
    "means and deviations": Bad(
        wide([("all", *(round(m, 4) for m in MEANS)), ("+-", *(round(stdev(c), 4) for c in COLUMNS))]),
        "line 8",
        {"exclude_datasets": ["all", "+-"]},
    ),
    "means in a long table": Bad(
        long([("all", name, round(cell, 4)) for name, cell in zip(ALGORITHMS, MEANS, strict=True)]),
        "line 20",
        {"exclude_datasets": "all"},
    ),
    # columns with names of descriptions
    **{
        f"a column called {title}": _column(title, _SIZES)
        for title in (
            *("#instances", "# features", "n_samples", "No. of classes", "Instances", "size", "num_attributes", "#Ex."),
            *("n_train", "ID", "year", "runtime", "Time (s)", "train time", "N samples", "OpenML ID", "Dimensions"),
        )
        if title != "n_train"
    },
    "two descriptions": Bad(
        wide(more={"#inst": _SIZES, "classes": (3, 3, 6, 2, 4, 2)}), "line 1, column 2", {"exclude": ["#inst", "classes"]}
    ),
    "a description at the end": Bad(
        wide(more={"features": _SIZES}, first=False), "line 1, column 5", {"exclude": "features"}
    ),
    "a column of averages by name": _column("Average", tuple(round(mean(row), 3) for row in SCORES)),
    "the best of each row": _column("Best", tuple(max(row) for row in SCORES)),
    "algorithms melted with a description": Bad(
        long([(dataset, "#instances", size) for dataset, size in zip(DATASETS, _SIZES, strict=True)]),
        "line 20, column 2",
        {"exclude": "#instances"},
    ),
    # columns whose numbers are of another kind
    "whole numbers beside fractions": _column("cases", _SIZES, says=("whole numbers",)),
    "small whole numbers beside fractions": _column("K", (3, 3, 6, 2, 4, 2), says=("whole numbers",)),
    "whole numbers beside per cent": Bad(
        wide(scores=PERCENT, more={"cases": _SIZES}), "line 1, column 2", {"exclude": "cases"},
        says=("whole numbers",), right=(ALGORITHMS, DATASETS, PERCENT),
    ),
    "another unit": _column("load", (412.5, 388.1, 97.2, 1203.4, 800.3, 455.1), says=("30 times larger",)),
    "per cent beside fractions": _column("D", (95.1, 96.2, 70.3, 81.4, 74.4, 83.5), says=("30 times larger",)),
    "a column of averages by its name and its numbers": _column(
        "Mean vote", tuple(round(mean(row), 4) for row in SCORES), says=("the means of the other columns",)
    ),
    "parts of the data": Bad(
        _titles("train", "valid", "dev"), "line 1, column 2", {"keep": ["train", "valid", "dev"]},
        says=("each denotes a part of the data",), right=(("train", "valid", "dev"), DATASETS, SCORES), keeps=False,
    ),
    # spreads beside means, second measures
    **{
        f"spreads called {pattern}": Bad(
            beside(**{name: pattern.replace("X", name) for name in ALGORITHMS}),
            "line 1, column 3",
            {"exclude": [pattern.replace("X", name) for name in ALGORITHMS]},
            says=("contains a measure of spread for 'A'",),
        )
        for pattern in ("X_std", "X std", "std(X)", "X ±", "sd_X", "X.stderr", "X_se", "X-std", "X std. dev.", "X_ci")
    },
    **{
        f"measures called {first} and {second}": Bad(
            beside(**{name: second.replace("X", name) for name in ALGORITHMS}).replace(
                line(("data set", *(t for n in ALGORITHMS for t in (n, second.replace("X", n))))),
                line(("data set", *(t for n in ALGORITHMS for t in (first.replace("X", n), second.replace("X", n))))),
            ),
            "line 1, column 3",
            {"exclude": [second.replace("X", name) for name in ALGORITHMS]},
            right=(tuple(first.replace("X", name) for name in ALGORITHMS), DATASETS, SCORES),
        )
        for first, second in (("X_acc", "X_std"), ("X mean", "X std"), ("acc_X", "std_X"), ("X_acc", "X_f1"), ("auc-X", "f1-X"),
                              ("X_accuracy", "X_time"))
    },
    # columns that divide the scores
    "a metric column": _metric(by("metric", ("acc", "f1")), "metric", ("acc",)),
    "a measure column": _metric(by("Measure", ("acc", "f1", "auc")), "Measure", ("acc",)),
    "an evaluation metric": _metric(by("eval_metric", ("acc", "f1")), "eval_metric", ("acc",)),
    "measures under another name": _metric(by("what", ("acc", "f1")), "what", ("acc",)),
    "a metric column as runs": _metric(by("metric", ("acc", "f1")), "metric", ("acc",), given={"run_column": "metric"}),
    "measures under another name as runs": _metric(
        by("what", ("acc", "f1")), "what", ("acc",), given={"run_column": "what"}
    ),
    "a metric column beside folds": _metric(by("metric", ("acc", "f1"), fold=True), "metric", ("acc",)),
    "a metric column in a wide table": _metric(by("metric", ("acc", "f1"), wider=True), "metric", ("acc",)),
    "a setting in words": _metric(by("noise", ("none", "much")), "noise", ("none",)),
    "a setting in numbers": _metric(by("horizon", (1, 12)), "horizon", ("1",)),
    "a setting in a wide table": _metric(by("subset", ("none", "much"), wider=True), "subset", ("none",)),
    "a setting in numbers in a wide table": _metric(by("dim", (10, 30), wider=True), "dim", ("10",)),
    "measures that change with the algorithm": Bad(
        long(columns=("data set", "algorithm", "metric", "score"),
             rows=[(d, a, m, s) for d, row in zip(DATASETS, SCORES, strict=True)
                   for a, m, s in zip(ALGORITHMS, ("acc", "acc", "f1"), row, strict=True)]),
        "line 4, column 3", {"keep": "metric"}, says=("select={'metric': 'acc'}",), keeps=False,
    ),
    # dots, commas and blanks within numbers
    "dots divide thousands": _numbers(_BIG, place="line 3", right=_BIG_RIGHT, sep=";", says=("decimal='.'",)),
    "dots divide thousands, with tabs": _numbers(_BIG, place="line 3", right=_BIG_RIGHT, sep="\t", says=("decimal='.'",)),
    "dots stand before decimals after all": _numbers(_BIG, place="line 3", right=_BIG_DECIMAL, sep=";", decimal=".", says=("decimal=','",)),
    "several dots": _numbers((("2.345.678", "1.345.678", "3.345.678"), ("2.000.000", "1.000.000", "5.000.000")), sep=";",
                             right=(ALGORITHMS, DATASETS[:2], ((2345678, 1345678, 3345678), (2e6, 1e6, 5e6)))),
    "several dots, with commas": _numbers((("2.345.678", "1.345.678", "3.345.678"), ("2.000.000", "1.000.000", "5.000.000")),
                             right=(ALGORITHMS, DATASETS[:2], ((2345678, 1345678, 3345678), (2e6, 1e6, 5e6)))),
    "dots and decimal commas": _numbers((("1.234,5", "2.345,5", "3.456,5"), ("1.000,5", "2.000,5", "3.000,5")), sep=";",
                             right=(ALGORITHMS, DATASETS[:2], ((1234.5, 2345.5, 3456.5), (1000.5, 2000.5, 3000.5)))),
    "quoted decimal commas": _numbers(_each(lambda s: f'"{s}"'.replace(".", ","))),
    "quoted thousands": _numbers(_each(lambda s: f'"{int(s * 1000):,}"' if s > 1 else f'"{int(s * 1e6):,}"'), decimal=".",
                                 right=(ALGORITHMS, DATASETS, _each(lambda s: int(s * 1e6)))),
    "blanks divide thousands": _numbers(_each(lambda s: f"{int(s * 1e6):,}".replace(",", " ")), decimal=".",
                                        right=(ALGORITHMS, DATASETS, _each(lambda s: int(s * 1e6)))),
    "apostrophes divide thousands": _numbers(_each(lambda s: f"{int(s * 1e6):,}".replace(",", "'")), decimal=".",
                                        right=(ALGORITHMS, DATASETS, _each(lambda s: int(s * 1e6)))),
    "commas may divide thousands": _numbers((("1,234", "987", "2,345"), ("5,678", "4", "1")), sep=";", says=("decimal=','",),
                                            decimal=".", right=(ALGORITHMS, DATASETS[:2], ((1234, 987, 2345), (5678, 4, 1)))),
    # measures in the rows
    "measures in the rows": Bad(
        wide([("acc", *_OTHER), ("F1", *_OTHER)], scores=(), datasets=()), "line 2", {"keep": ["acc", "F1"]},
        says=("'acc', 'F1' do not look like data sets",), right=(ALGORITHMS, ("acc", "F1"), (_OTHER, _OTHER)), keeps=False,
    ),
}  # fmt: skip


def _labels(*datasets):
    return wide(datasets=(*datasets, *DATASETS[len(datasets) :]))


def _cells(scores, datasets=DATASETS, sep=","):
    return wide(scores=scores, datasets=datasets[: len(scores)], sep=sep)


_RANDOM = (
    (0.61, 0.62, 0.64),
    (0.71, 0.69, 0.73),
    (0.66, 0.65, 0.61),
    (0.81, 0.84, 0.79),
)

#: What -> the table, and the one option that it needs.
GOOD = {
    "nothing special": (wide(), {}),
    # algorithms
    **{
        f"algorithms called {', '.join(names)}": (_titles(*names), {})
        for names in (
            ("Mean-Teacher", "MixMatch", "FixMatch"),
            ("Time-LSTM", "Phased-LSTM", "GRU-D"),
            ("AVG-Net", "MAX-Net", "SumNet"),
            ("InceptionTime", "ROCKET", "TimesNet"),
            ("MedianFilter", "MeanShift", "MaxEnt"),
            ("TotalVariation", "RankNet", "LambdaRank"),
            ("RankSVM", "RankBoost", "ListNet"),
            ("ResNet", "SE-ResNet", "ResNeXt"),
            ("DE", "DE-var", "SaDE"),
            ("A", "A+", "A++"),
            ("k=1", "k=3", "k=5"),
            ("1-NN", "3-NN", "5-NN"),
            ("C4.5", "C4.5+m", "C4.5+cf"),
            ("SVM_linear", "SVM_rbf", "kNN_linear"),
            ("N", "P", "D"),
            ("n", "p", "d"),
            ("CI", "SE", "SD-Net"),
            ("Zusammen", "train", "dev-net"),
            ("class2vec", "label2vec", "size2vec"),
            ("mean1", "mean2", "mean3"),
            ("sum-1", "sum-2", "sum-3"),
            ("XGBoost", "LightGBM", "CatBoost"),
            ("MSE-loss net", "MAE-loss net", "Huber"),
            ("F1", "F2", "F3"),
            ("AdaBoost", "Bagging", "RandomForest"),
            ("acc_A", "acc_B", "acc_C"),
            ("A_acc", "B_acc", "C_acc"),
            ("model (ours)", "model (theirs)", "model"),
            ("A - B", "B - C", "A - C"),
            ("Weighted-kNN", "Harmonic", "Geometric-SVM"),
        )
    },
    "an algorithm Mean": (_titles("Mean", "SVM", "RF"), {"keep": "Mean"}),
    "an algorithm Average": (_titles("SVM", "Average", "RF"), {"keep": "Average"}),
    "an algorithm Time": (_titles("SVM", "RF", "Time"), {"keep": "Time"}),
    "an algorithm Best": (_titles("Best", "SVM", "RF"), {"keep": "Best"}),
    "algorithms Mean and Median": (_titles("Mean", "Median", "RF"), {"keep": ["Mean", "Median"]}),
    "an algorithm std beside its own": (_titles("A", "A_std", "B"), {"keep": "A_std"}),
    # data sets
    **{
        f"data sets called {', '.join(names)}": (_labels(*names), {})
        for names in (
            ("Mean-1", "sum2", "avg3x"),
            ("meander", "rankings-of-universities", "total-recall"),
            ("average-joe", "median-house", "time"),
            ("size", "year", "classes"),
            ("std-10", "rank-7", "max50"),
            ("all", "both", "none-such"),
            ("F1", "F2", "F3"),
            ("wine (mean)", "iris (avg)", "x-std"),
            ("accent", "f1-races", "auction"),
            ("summer", "meaning", "stdlib"),
            ("1", "2", "3"),
            ("winning", "losses-of-banks", "tied-house"),
        )
    },
    "a data set average": (_labels("average"), {"keep": "average"}),
    "a data set mean": (_labels("iris", "mean"), {"keep": "mean"}),
    "a data set total": (_labels("total"), {"keep": "total"}),
    "data sets sum and max": (_labels("sum", "max"), {"keep": ["sum", "max"]}),
    # rows that are near to others
    "a row that equals the means by chance": (
        _cells(((3, 4), (4, 5), (5, 3), (4, 4)), DATASETS).replace(",A,B,C", ",A,B"),
        {},
    ),
    "a row near the means": (wide(scores=(*SCORES[:5], (0.837, 0.83, 0.84))), {}),
    "rows that are all the same": (_cells(((0.5, 0.6, 0.7),) * 5), {}),
    "a row of ones beside ones": (_cells(((1.0, 1.0, 1.0), (1.0, 1.0, 1.0), (0.9, 0.8, 0.9), (1.0, 1.0, 1.0))), {}),
    "ranks": (_cells(((1, 2, 3), (2, 1, 3), (1, 3, 2), (1, 2, 3), (3, 2, 1))), {}),
    "ranks that are all the same": (_cells(((1, 2, 3),) * 5), {}),
    "halves of ranks": (_cells(((1.5, 1.5, 3), (2, 1, 3), (1, 3, 2), (1.5, 1.5, 3))), {}),
    "means to the last digit": (
        wide(scores=(*SCORES[:5], tuple(sum(column[:5]) / 5 for column in COLUMNS))),
        {"keep": "heart"},
    ),
    # columns of other numbers
    "whole per cent beside decimals": (
        _cells(tuple((round(a), b, c) for a, b, c in PERCENT)),
        {},
    ),
    "whole numbers alone": (_cells(((987, 1023, 994), (45, 51, 48), (310, 300, 305), (12, 9, 15))), {}),
    "whole numbers of several sizes": (_cells(((987, 102, 94), (4500, 51, 480), (310, 3000, 35), (12, 9, 150))), {}),
    "zeros beside fractions": (_cells(tuple((0, b, c) for _, b, c in SCORES)), {}),
    "ones beside fractions": (_cells(tuple((1, b, c) for _, b, c in SCORES)), {}),
    "errors over many orders": (_cells(((1e-8, 2e3, 5.0), (3e-4, 1.0, 7e2), (4e-12, 8e1, 3e-1), (1e-3, 2.5, 9e3))), {}),
    "one far worse now and then": (_cells(((1e5, 2.5, 2.6), (1.2, 1.1, 1.3), (8e6, 4.5, 4.4), (2.1, 2.2, 2.3))), {}),
    "one far worse always": (_cells(((1e5, 2.5, 2.6), (2e4, 1.1, 1.3), (8e6, 4.5, 4.4))), {"keep": "A"}),
    "an algorithm that is the mean by chance": (_cells(((3, 5, 4), (2, 4, 3), (5, 3, 4))), {}),
    # long tables
    "a long table": (long(), {}),
    "a long table with an index": (
        long(columns=("", "data set", "algorithm", "score"), rows=[
            (i, *cells.split(",")) for i, cells in enumerate(long().splitlines()[1:])]),
        {},
    ),
    "one metric": (by("metric", ("acc",)), {}),
    "one metric for each data set": (
        long(columns=("data set", "algorithm", "metric", "score"), rows=[
            (d, a, "acc" if d < "j" else "auc", s)
            for d, row in zip(DATASETS, SCORES, strict=True) for a, s in zip(ALGORITHMS, row, strict=True)]),
        {},
    ),
    "settings of the algorithms": (
        long(columns=("data set", "algorithm", "criterion", "score"), rows=[
            (d, a, c, s) for d, row in zip(DATASETS, SCORES, strict=True)
            for a, c, s in zip(ALGORITHMS, ("gini", "entropy", "none"), row, strict=True)]),
        {},
    ),
    "runs by number": (by("fold", (1, 2, 3)), {}),
    "runs by name": (by("seed", ("s1", "s2")), {}),
    # dots and commas
    "three decimals with semicolons": (wide(sep=";"), {}),
    "three decimals and a whole number": (
        _cells(((1.234, 2.345, 3), (4.567, 1.5, 2), (3.125, 4, 5)), sep=";"),
        {},
    ),
    "three decimals above one": (_cells((("1.234", "2.345", "3.100"), ("4.567", "1.500", "2.250")), sep=";"), {}),
    "three decimals above one and a whole number": (
        _cells((("1.234", "2.345", "3"), ("4.567", "1.500", "2.250")), sep=";"),
        {"decimal": "."},
    ),
    "three decimals with a zero in front": (_cells((("0.234", "2.345", "3"), ("4.567", "1.500", "2.250")), sep=";"), {}),
    "three decimals with commas between": (_cells((("1.234", "2.345", "3"), ("4.567", "1.500", "2.250"))), {}),
    "decimal commas with semicolons": (wide(sep=";").replace(".", ","), {}),
    "thousands without dots": (_cells(((1234, 2345, 3456), (987, 12, 5)), sep=";"), {}),
}  # fmt: skip
