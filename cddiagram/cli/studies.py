"""The commands of studies: how far decisions hold, and on what; what can be known of
tests before, or from a pilot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

import cddiagram as cd
from cddiagram._util.lazy import loaded
from cddiagram.cli.command import command
from cddiagram.cli.drawing import (
    DRAWING,
    FORMAT,
    MAYBE_OUTPUT,
    SAVING,
    check_output,
    drawing_keywords,
    on_wide_page,
    say_drawn,
    say_tall,
)
from cddiagram.cli.options import (
    ALPHA,
    READING,
    SCORES,
    TESTING,
    checked,
    given,
    option,
    options,
    reading,
    take,
)
from cddiagram.cli.stderr import progress, say, say_compared, say_note, say_read
from cddiagram.cli.tables import printed, write
from cddiagram.procedures import (
    FOLDS_ADJUSTMENTS,
    NULLS,
    POOL_ADJUSTMENTS,
    POOL_PAIRS,
    POWER_GROUPS,
    POWER_PAIR_TESTS,
    POWER_SHOWN,
    POWER_TABLES,
    adjustment_choices,
)
from cddiagram.text.errors import UsageError

if TYPE_CHECKING:
    from cddiagram.data.table import ScoreTable
    from cddiagram.studies.results import Study

_COUNT, _SEVERAL = {"type": click.IntRange(min=1)}, {"type": click.IntRange(min=2)}
_DRAWN = (
    "width font_size min_font_size show_direction title math highlight color families "
    "rename font note no_note wrap"
)
DRAWN = tuple(member for member in DRAWING if member.name in _DRAWN.split())
#: The figure of power has curves of tests, no rows of names.
CURVES = tuple(
    member for member in DRAWN if member.name not in ("show_direction", "wrap")
)
#: How a study is run.
RUNNING = options(
    "Study",
    {"workers": 1},
    seed=(
        "Of the draws: the same seed gives the same numbers.",
        {"type": click.IntRange(min=0), "default": 0, "show_default": True},
    ),
    workers=("Processes to work in.", _COUNT),
    checkpoint=(
        "Keep here what is done; a study that was stopped goes on from it.",
        "FILE",
    ),
)
STABILITY = options(
    "Study",
    {"resamples": 10000, "confidence": 0.95, "leave_out": True},
    resamples=("Bootstrap resamples of the data sets.", _COUNT),
    confidence=("Level of the percentile intervals of average ranks.", "LEVEL"),
    leave_out="Make all tests again without each algorithm and each data set.",
)
POOL = options(
    "Study",
    {"max_pools": 200000, "alpha": 0.05},
    pair=("Study this pair alone.", {"nargs": 2, "metavar": "A B"}),
    p_adjust=(
        "Adjustment for the pairs of each pool; auto: nemenyi.",
        POOL_ADJUSTMENTS,
    ),
    alpha=ALPHA,
    max_pools=("Look at all pools up to so many; of more, draw about so many.", _COUNT),
)
POWER = options(
    "Study",
    {
        "size": 10,
        "repeats": 1000,
        "alpha": 0.05,
        "tests": "all",
        "ranking": "friedman",
        "pair_test": "ranks",
    },
    pair=(
        "The algorithm that the draws favour, and the other one.  [default: every "
        "pair]",
        {"nargs": 2, "metavar": "A B"},
    ),
    group=(
        "Tests of two algorithms alone, of any difference, of all pairs, of all "
        "against the first.",
        POWER_GROUPS,
    ),
    tests=("Which tests of the group; adjustments as of --p-adjust.", "A,B,C"),
    ranking=("What families are tested on: friedman, aligned, quade.", "A,B,C"),
    pair_test=("The test of pairs that is adjusted.", POWER_PAIR_TESTS),
    biases=("In units of one over the scores.  [default: 0 to 20]", "NUMBERS"),
    size=("Data sets of a draw.", _SEVERAL),
    repeats=("Draws for each pair and bias.", _SEVERAL),
    alpha=ALPHA,
)
SHOW = option(
    "show",
    "What the figure shows of each test.",
    POWER_SHOWN,
    default=POWER_SHOWN[0],
    heading="Figure",
)
TABLE = option(
    "table",
    "Which table is printed; pairs: all pairs in a matrix.",
    POWER_TABLES,
    default=POWER_TABLES[0],
)
FOLDS = click.Argument(["scores"], metavar="FOLDS")
#: How the folds are read: `read_folds`; they are not reduced to one score, and none may
#: be missing.
FOLDS_READING = tuple(
    member
    for member in READING
    if member.name
    not in ("missing", "runs", "group_column", "exclude_datasets", "transpose")
)
SPLIT = options(
    "Tests",
    {"alpha": 0.05},
    folds=(
        "Folds of one cross-validation.  [default: as the columns fold and repeat say]",
        {**_SEVERAL, "metavar": "K"},
    ),
    test_share=(
        "For other splits: the share of the data in a test set, 0.3 for 70:30.",
        "LEVEL",
    ),
    p_adjust=("Adjustment for the number of pairs; auto: holm.", FOLDS_ADJUSTMENTS),
    alpha=ALPHA,
)
REFERENCE = option(
    "reference",
    "The algorithm that the others are held against.",
    "NAME|best",
    default="best",
    heading="Figure",
)
PAIRS = option(
    "pairs",
    "Which pairs the figure shows; auto: beyond 15 those that change.",
    POOL_PAIRS,
    heading="Figure",
)


def _sizes(option: str, value: str) -> tuple[int, ...]:
    parts = [part.strip() for part in value.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise UsageError(
            f"{option} must be whole numbers divided by commas, not '{value}'."
        )
    return tuple(map(int, parts))


_COUNTS = tuple(
    click.Argument([name], metavar=name.upper(), type=click.IntRange(min=2))
    for name in ("k", "n")
)
LEVEL = options(
    "Study",
    {"shift": 1.0, "repeats": 10000},
    null=("Which algorithms are equal; all: the first three.", ("all", *NULLS)),
    p_adjust=(
        "Adjustment for the number of tests; all: those that go with the tests.",
        ("auto", "all", *adjustment_choices()[1:]),
    ),
    shift=(
        "How much better shifted ones are, in standard deviations of the noise.",
        {"type": float},
    ),
    grid=("Round scores to multiples of so much, so that they tie.", "NUMBER"),
    repeats=("Tables for each null hypothesis.", _COUNT),
)
DATASETS = options(
    "Study",
    {"repeats": 1000},
    sizes=(
        "How many data sets to draw.  [default: 5,10,15,20,30,40,60,80,100]",
        {"metavar": "N,N,N", "callback": checked(_sizes)},
    ),
    repeats=("Tables for each number of data sets.", _COUNT),
)
_TESTED = tuple(member for member in TESTING if member.name != "p_adjust")


@command(
    "stability",
    SCORES,
    MAYBE_OUTPUT,
    FORMAT,
    *STABILITY,
    *RUNNING,
    *READING,
    *TESTING,
    *DRAWN,
    *SAVING,
)
@click.pass_context
def stability(context: click.Context, /, **values: Any) -> None:
    """Resample the data sets of SCORES ('-' is standard input), and leave out each data
    set and each algorithm.

    \b
      cddiagram stability scores.csv
      cddiagram stability scores.csv --pair-test wilcoxon -o stability.pdf
    """

    def study(table: ScoreTable, how: dict[str, Any]) -> Study:
        return cd.study_stability(
            cd.compare(table, **take(values, TESTING)), **take(values, STABILITY), **how
        )

    _run(context, values, DRAWN, study)


@command(
    "pool",
    SCORES,
    MAYBE_OUTPUT,
    FORMAT,
    *POOL,
    *RUNNING,
    *READING,
    PAIRS,
    *DRAWN,
    *SAVING,
)
@click.pass_context
def pool(context: click.Context, /, **values: Any) -> None:
    """Test the pairs of SCORES ('-' is standard input) on average ranks in all pools of
    the other algorithms.

    \b
      cddiagram pool scores.csv
      cddiagram pool scores.csv --pair A B --p-adjust bonferroni --format json
      cddiagram pool scores.csv -o pool.pdf
    """
    asked = _asked(values, POOL)
    _run(
        context,
        values,
        (PAIRS, *DRAWN),
        lambda table, how: cd.study_pool(table, **asked, **how),
    )


@command(
    "power",
    SCORES,
    MAYBE_OUTPUT,
    FORMAT,
    TABLE,
    *POWER,
    *RUNNING,
    *READING,
    SHOW,
    *CURVES,
    *SAVING,
)
@click.pass_context
def power(context: click.Context, /, **values: Any) -> None:
    """Draw data sets of SCORES ('-' is standard input) with a bias towards one of two
    algorithms, and test each draw.

    \b
      cddiagram power scores.csv --pair A B -o power.pdf
      cddiagram power scores.csv --pair A B --group all --show mean-pvalue -o family.pdf
      cddiagram power scores.csv --biases 15 --table pairs --format latex
    """
    from cddiagram.studies.rules import rules_of

    asked = _asked(values, POWER)
    tests = [
        test.name
        for test in rules_of(
            *(asked[name] for name in ("tests", "group", "ranking", "pair_test"))
        )
    ]
    _run(
        context,
        values,
        (SHOW, *CURVES),
        lambda table, how: cd.study_power(table, **asked, **how),
        shown=tests,
    )


@command(
    "folds",
    FOLDS,
    MAYBE_OUTPUT,
    FORMAT,
    *SPLIT,
    *FOLDS_READING,
    REFERENCE,
    *DRAWN,
    *SAVING,
)
@click.pass_context
def folds(context: click.Context, /, **values: Any) -> None:
    """Compare algorithms on the FOLDS of one data set ('-' is standard input):
    corrected resampled t tests.

    FOLDS has a row for each fold and a column for each algorithm, or a row for each
    score; columns fold and repeat say how many folds a cross-validation has, or --folds
    does.

    \b
      cddiagram folds folds.csv
      cddiagram folds folds.csv --folds 10 --p-adjust shaffer -o folds.pdf
    """
    from cddiagram.studies.folds.reading import read_folds
    from cddiagram.studies.folds.study import compare_table

    def read() -> tuple[ScoreTable, int | None]:
        stated = values["folds"] is not None or values["test_share"] is not None
        return read_folds(
            values["scores"], stated=stated, **reading(values, FOLDS_READING)
        )

    def study(table: ScoreTable, count: int | None) -> Study:
        return compare_table(table, count, **take(values, SPLIT))

    _run(context, values, (REFERENCE, *DRAWN), study, read=read)


@command("level", *_COUNTS, FORMAT, *LEVEL, *_TESTED, *RUNNING)
def level(**values: Any) -> None:
    """Make tables of K algorithms on N data sets at random, and count how often equal
    ones are called different.

    \b
      cddiagram level 5 30
      cddiagram level 5 30 --p-adjust all --pair-test wilcoxon --grid 0.5
      cddiagram level 6 20 --null mirrored --control A1
    """
    asked = _asked(values, (*LEVEL, *_TESTED))
    _print(values, lambda how: cd.study_level(values["k"], values["n"], **asked, **how))


@command("datasets", SCORES, FORMAT, *DATASETS, *RUNNING, *READING, *TESTING)
def datasets(**values: Any) -> None:
    """Draw data sets from SCORES, a pilot, and count how often pairs are significantly
    different on so many.

    \b
      cddiagram datasets pilot.csv --sizes 10,20,40 --pair-test wilcoxon
      cddiagram datasets pilot.csv --control A --repeats 5000
    """
    table = cd.read_scores(values["scores"], **reading(values))
    if not values["quiet"]:
        say_read(values["scores"], table)
    asked = _asked(values, (*DATASETS, *TESTING))
    _print(values, lambda how: cd.study_datasets(table, **asked, **how))


def _asked(values: dict[str, Any], members: Sequence[click.Option]) -> dict[str, Any]:
    """Return the options that have a value; the others have their defaults in the
    package.
    """
    return {
        name: value
        for name, value in take(values, members).items()
        if value not in (None, ())
    }


def _print(values: dict[str, Any], study: Callable[[dict[str, Any]], Study]) -> None:
    """Study, and print the numbers."""
    with progress(quiet=values["quiet"]) as stage:
        found = study(_how(values, stage))
    write(printed(found, values["format"]).encode(), None)


def _how(values: dict[str, Any], stage: Callable[[str], None]) -> dict[str, Any]:
    """Return how a study is run: it shows how far it is."""

    def tell(done: int, total: int) -> None:
        stage(f"studying, {done} of {total} parts done")

    return {**take(values, RUNNING), "progress": tell}


def _run(
    context: click.Context,
    values: dict[str, Any],
    drawn: Sequence[click.Option],
    study: Callable[[ScoreTable, Any], Study],
    shown: Sequence[str] = (),
    read: Callable[[], tuple[ScoreTable, Any]] | None = None,
) -> None:
    """Read, study, draw if there is a file to draw into, print otherwise or where a
    format is asked for.

    `shown` are the names in the figure where these are no algorithms; `read` also
    returns what else is studied with.
    """
    outputs = values["output"]
    check_output(context, outputs, [values["scores"]], drawn)
    with progress(quiet=values["quiet"]) as stage:
        stage("reading")
        if read is None:
            table, how = (
                cd.read_scores(values["scores"], **reading(values)),
                _how(values, stage),
            )
        else:
            table, how = read()
        keywords = drawing_keywords(
            context,
            values,
            drawn,
            shown or table.algorithms,
            "test" if shown else "algorithm",
        )
        found = study(table, how)
        drawing = None
        if outputs:
            stage("drawing")
            figure: Any = loaded(f"studies.{found.kind}.figure:layout_{found.kind}")
            drawing = figure.plot(found, **keywords)
            drawing.save(*outputs, **take(values, SAVING))
    if not values["quiet"]:
        say_read(
            values["scores"],
            table,
            "test sets of one data set" if found.kind == "folds" else "data sets",
        )
        if found.kind == "stability":
            say_compared(found.comparison)  # type: ignore[attr-defined]
    if not outputs or given(context, [FORMAT, TABLE]):
        write(printed(found, values["format"], values.get("table", "")).encode(), None)
    if drawing is not None and not values["quiet"]:
        for line in found.summary().splitlines():
            (say if found.kind == "folds" else say_note)(line)
        say_drawn(outputs, drawing.layout)
        say_tall(drawing.layout, lambda: on_wide_page(figure, (found,), keywords))
