"""Whole ways from odd files to figures, reports and numbers: every command, with
options drawn from its own list.
"""

from __future__ import annotations

import contextlib
import csv
import os
import random
import shutil
import signal
import warnings
import xml.dom.minidom
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from unittest import mock

import click
import odd
import seen
from click.testing import CliRunner
from random_inputs import random_name

from cddiagram import cli
from cddiagram.cli import main
from cddiagram.cli.drawing import _keyword
from cddiagram.convergence import find_figure as find_convergence_figure
from cddiagram.figures import find_figure
from cddiagram.provenance import read_provenance

#: How often each command gave each exit code.
OUTCOMES: Counter[str] = Counter()
#: Seconds of computing in which a case is done.
LONGEST = 60
#: Command -> how often it is tried, and of what it is called; files are written before.
_COMMANDS = {
    "plot": 9,
    "report": 3,
    "compare": 3,
    "convergence": 3,
    "study stability": 1,
    "study pool": 1,
    "study power": 1,
    "folds": 1,
    "study level": 0.5,
    "study datasets": 0.5,
    "inspect": 0.5,
    "example": 0.2,
}
_FIGURES = ("svg", "pdf", "png", "eps", "tex")
#: Options that say how much is done; drawn always, so that a case takes no minute.
_SMALL = {
    "resamples": (1, 40),
    "repeats": (2, 30),
    "max_pools": (1, 40),
    "sizes": (2, 9),
    "size": (2, 5),
    "biases": (0, 20),
    "workers": (1, 1),
}
#: Not drawn: what needs TeX or a terminal, or writes elsewhere.
_NOT = {
    "help",
    "version",
    "config",
    "no_config",
    "output",
    "scores",
    "histories",
    "fragments",
    "checkpoint",
    "workers",
}
_WIDTHS = (
    "column",
    "page",
    "3.3in",
    "88mm",
    "2in",
    "1",
    "9",
    "4.5",
    "ieee-column",
    "nature-page",
    "0",
    "-1",
    "x",
)
_COLORS = (
    "okabe-ito",
    "tab10",
    "{}=red",
    "{}=#1f77b4",
    "{}=white",
    "{}=nocolor",
    "{}",
    "=red",
)


class Endless(BaseException):
    """A case that takes longer than it may."""


def _too_long(number: int, frame: FrameType | None) -> None:
    raise Endless


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    before = signal.signal(signal.SIGVTALRM, _too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def run(what: str, arguments: Sequence[str]) -> Iterator[str]:
    """Run the command; yield a line for each surprise."""
    said: list[str] = []
    shown = cli._show_warning

    def note(message: Warning | str, *place: object, **more: object) -> None:
        if type(message) is not UserWarning:
            said.append(f"{type(message).__name__}: {message}")
        shown(message, *place, **more)

    with (
        warnings.catch_warnings(),
        mock.patch.object(cli, "_show_warning", note),
        seen.watched() as wrong,
    ):
        warnings.simplefilter("always")
        try:
            with _limited():
                result = CliRunner().invoke(main, list(arguments))
        except Endless:
            yield f"{what}: takes longer than {LONGEST} s ({arguments})"
            return
    words = arguments[:2] if arguments[0] == "study" else arguments[:1]
    OUTCOMES[f"{' '.join(words)} {result.exit_code}"] += 1
    for line in (*said, *wrong):
        yield f"{what}: {line} ({arguments})"
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        yield (
            f"{what}: {type(result.exception).__name__}: "
            f"{str(result.exception)[:200]} ({arguments})"
        )
    elif result.exit_code not in (0, 1, 2):
        yield f"{what}: exit code {result.exit_code} ({arguments})"
    errors = [line for line in result.stderr.splitlines() if line.startswith("Error: ")]
    failed = result.exit_code != 0 and "does not belong to" not in result.stdout
    if (
        isinstance(result.exception, SystemExit)
        and len(errors) != failed
        and '"belongs": false' not in result.stdout
    ):
        yield (
            f"{what}: {len(errors)} error lines with exit code {result.exit_code} "
            f"({arguments})"
        )
    if any(
        "Traceback" in line or "internal error" in line.lower()
        for line in result.stderr.splitlines()
    ):
        yield f"{what}: {result.stderr[-300:]} ({arguments})"
    printed = "" if "csv" in arguments else result.stdout
    if (
        any(not (c.isprintable() or c.isspace()) for c in printed.replace("\u200d", ""))
        and "inspect" in arguments
    ):
        yield f"{what}: control characters are printed ({arguments})"


def surprises(seed: int, cases: range, folder: Path) -> Iterator[str]:
    """Take one way for each number; what was written is looked at, and taken away
    again.
    """
    here = Path.cwd()
    os.chdir(folder)
    try:
        for case in cases:
            yield from _case(
                f"whole {seed} {case}", random.Random(f"whole {seed} {case}")
            )
            for file in Path().iterdir():
                shutil.rmtree(file) if file.is_dir() else file.unlink()
    finally:
        os.chdir(here)


def _case(what: str, rng: random.Random) -> Iterator[str]:
    names = _write(rng)
    before = {path.name for path in Path().iterdir()}
    arguments = [text.replace("\0", "") for text in _arguments(rng, names)]
    yield from run(what, arguments)
    for path in sorted(Path().iterdir()):
        if path.name in before:
            continue
        yield from (f"{what}: {line} ({arguments})" for line in _file_surprises(path))


def _file_surprises(path: Path) -> Iterator[str]:
    data = path.read_bytes()
    if not path.name.startswith("out"):
        yield f"{path} is left behind"
    elif not data:
        yield f"{path} is empty"
    elif path.suffix == ".svg":
        try:
            xml.dom.minidom.parseString(data)
        except Exception as error:
            yield f"{path} is no XML: {error}"
    if (
        path.suffix[1:] in (*_FIGURES, "html", "md", "txt")
        and read_provenance(data) is None
    ):
        yield f"{path} does not record how it was made"


# -- files -----------------------------------------------------------------------------


def _write(rng: random.Random) -> list[str]:
    """Write scores, once odd and once sound, other tables, costs, ranks, folds and
    histories; return their names.
    """
    least = rng.choice((2, 2, 2, 10))
    names = list(
        dict.fromkeys(
            _name(rng).strip() or "A"
            for _ in range(rng.randrange(least, 3 * least + 3))
        )
    )
    datasets = [f"d{number}" for number in range(rng.choice((1, 2, 3, 6, 8, 14, 30)))]
    kind = rng.random()

    def rows(scale: float = 1.0, most: int | None = None) -> list[list[str]]:
        if kind < 0.2:  # few values, many ties
            return [
                [d, *(str(rng.randrange(3)) for _ in names)] for d in datasets[:most]
            ]
        return [
            [d, *(f"{scale * (i + rng.gauss(0, 1)):.4g}" for i, _ in enumerate(names))]
            for d in datasets[:most]
        ]

    head = ["data set", *names]
    for number in range(2):
        _write_csv(f"scores{number}.csv", [head, *rows()])
    _write_csv(
        "cost.csv",
        [
            head,
            *(
                [d, *(f"{abs(rng.gauss(1, 2)) + 0.01:.3g}" for _ in names)]
                for d in datasets
            ),
        ],
    )
    _write_csv(
        "ranks.csv",
        [names, [f"{1 + i * rng.random():.3g}" for i, _ in enumerate(names)]],
    )
    _write_csv(
        "folds.csv",
        [["fold", *names], *([str(i), *row[1:]] for i, row in enumerate(rows(), 1))],
    )
    histories = [["algorithm", "problem", "1", "2", "3", "4"]]
    for name in names[:5]:
        for problem in datasets[:5]:
            values = sorted((abs(rng.gauss(0, 1)) for _ in range(4)), reverse=True)
            histories.append([name, problem, *(f"{value:.3g}" for value in values)])
    _write_csv("histories.csv", histories)
    odd_head, odd_rows = odd.table_of(rng)
    _write_csv("odd.csv", [odd_head, *odd_rows])
    return [name.encode("utf-8", "replace").decode() for name in names]


def _name(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.6:
        return f"{rng.choice('ABCDEFGH')}{rng.randrange(99)}"
    return random_name(rng) if kind < 0.95 else odd.text_of(rng)


def _write_csv(name: str, rows: Sequence[Sequence[str]]) -> None:
    with open(name, "w", encoding="utf-8", errors="replace", newline="") as file:
        csv.writer(file).writerows(rows)


# -- arguments -------------------------------------------------------------------------


def _arguments(rng: random.Random, names: Sequence[str]) -> list[str]:
    name = rng.choices(list(_COMMANDS), list(_COMMANDS.values()))[0]
    command = main.all_commands(click.Context(main))[name]
    known = {
        str(member.name): member
        for member in command.params
        if isinstance(member, click.Option)
    }
    pair = rng.sample(list(names), 2) if len(names) > 1 else [*names, *names][:2]
    scores = "odd.csv" if rng.random() < 0.15 else "scores0.csv"
    told: dict[str, list[str]] = {}  # option -> what stands on the line
    for option, (low, high) in _SMALL.items():
        if option in known:
            told[option] = [known[option].opts[0], str(rng.randint(low, high))]
    files, output = [scores], f"out.{rng.choice(_FIGURES)}"
    if name == "plot":
        figure = rng.choice([*_choices(known["figure"]), "cd"])
        told["figure"] = ["--figure", figure]
        if figure in ("cd-sequence", "cd-stack"):
            files = [scores, "scores1.csv"]
        told |= {"cost": ["--cost", "cost.csv"]} if figure == "score-cost" else {}
        told |= (
            {"rope": ["--rope", rng.choice(("0.1", "1"))]}
            if figure == "posterior"
            else {}
        )
        told |= (
            {"pair": ["--pair", *pair]}
            if figure == "pair-scatter" or rng.random() < 0.02
            else {}
        )
    elif name == "convergence":
        files = ["histories.csv"]
        figure = rng.choice(_choices(known["figure"]))
        told["figure"] = ["--figure", figure]
        told |= {"pair": ["--pair", *pair]} if figure in ("trend", "problems") else {}
    elif name == "report":
        output = f"out.{rng.choice(('html', 'html', 'md', 'tex', 'txt'))}"
        if rng.random() < 0.2:
            files, told["histories"] = ["histories.csv"], ["--histories"]
        elif rng.random() < 0.2:
            files = [scores, "scores1.csv"]
    elif name == "compare":
        output = "out.numbers"
    elif name == "folds":
        files, told["folds"] = ["folds.csv"], ["--folds", str(rng.randint(2, 12))]
    elif name == "study level":
        files = [str(rng.randint(2, 6)), str(rng.randint(2, 20))]
    elif name == "inspect":
        files = [rng.choice(("scores0.csv", "odd.csv", "nothing.pdf"))]
    elif name == "example":
        output = "out.csv"
        files = [rng.choice(("optimisers", "demsar2006-table6", "nothing"))]
    if rng.random() < 0.1 and "average_ranks" in known:
        files, told["average_ranks"] = ["ranks.csv"], ["--average-ranks"]
        told["n_datasets"] = ["--n-datasets", str(rng.randint(2, 40))]
    drawn = "output" in known and (name in ("plot", "report") or rng.random() < 0.7)
    free = [option for option in known if option not in (*_NOT, *told)]
    if rng.random() < 0.8:  # of those that go with the rest, and of reading few
        free = [
            option
            for option in free
            if _goes(known[option], name, told, drawn) or rng.random() < 0.02
        ]
    for option in rng.sample(
        free, min(len(free), rng.choice((0, 0, 1, 1, 2, 2, 3, 4, 6)))
    ):
        told[option] = _told(rng, known[option], names)
    if drawn:
        told["output"] = ["-o", output]
        if output.endswith(".tex") and name != "report" and rng.random() < 0.3:
            told["more"] = ["-o", "out.svg"]
    line = [
        word for words in rng.sample(list(told.values()), len(told)) for word in words
    ]
    return [*name.split(), *files, *line]


def _goes(
    option: click.Option, command: str, told: dict[str, list[str]], drawn: bool
) -> bool:
    """Whether an option has a meaning beside the others: of a figure one that it takes,
    if there is one.
    """
    heading = getattr(option, "heading", "")
    if heading == "Input":
        return str(option.name) in ("lower_is_better", "missing", "runs")
    if heading == "Figure" and command in ("plot", "convergence"):
        key = told["figure"][1]
        found = find_figure(key) if command == "plot" else find_convergence_figure(key)
        return _keyword(option) in found.accepts and drawn
    return drawn or heading not in ("Figure", "Output")


def _choices(option: click.Option) -> list[str]:
    shown = str(option.metavar or "")
    return shown[1:-1].split("|") if shown.startswith("[") else []


def _told(rng: random.Random, option: click.Option, names: Sequence[str]) -> list[str]:
    """Give an option and, unless it is a switch, a value: mostly one that it may
    have.
    """
    flag = rng.choice([*option.opts[:1], *option.secondary_opts[:1]])
    if option.is_flag:
        return [flag]
    if option.nargs == 2:
        return [flag, rng.choice(names), rng.choice(names)]
    name, metavar = rng.choice(names), str(option.metavar or "")
    if rng.random() < 0.06:
        return [flag, odd.text_of(rng)]
    if _choices(option):
        return [flag, rng.choice(_choices(option))]
    values: dict[str, list[str]] = {
        "column|page|LENGTH": list(_WIDTHS),
        "auto|full|data|LOW,HIGH": ["auto", "full", "data", "1,3", "0,9", "3,1"],
        "NAME|best": ["best", name],
        "A,B,C": [",".join(f'"{n}"' for n in names[:3]), name, f'"{name}"'],
        "X,Y,Z": ["d0", "d1,d2", "nothing"],
        "NAMES": [f'"{name}"', "d0"],
        "POINTS": ["6", "7", "8", "9.5", "12", "3", "0"],
        "DPI": ["72", "150", "1"],
        "NUMBER": ["0.1", "1", "0.95", "5"],
        "NUMBERS": ["0,10", "5"],
        "LEVEL": ["0.05", "0.1", "0.001", "0.9", "0", "5"],
        "A,B": ["0.05,0.1", "0.05"],
        "TEXT": [odd.text_of(rng), "A title", ""],
        "NAME=TEXT": [f"{name}={odd.text_of(rng)}", f"{name}=$x^2$", f"{name}="],
        "FAMILY=A,B,C": [
            "one=" + ",".join(f'"{n}"' for n in names[:2]),
            f'{odd.text_of(rng)}="{name}"',
        ],
        "NAME=COLOR|PALETTE": [form.format(name) for form in _COLORS],
        "COLUMN=VALUE": ["data set=d1", f"{name}=1"],
        "C|A,B,...": ["2", "3", "1,2,4", "5,9"],
        "VALUE": ["0", "d0=0", "-1"],
        "FONT": ["paper", "times", "cmr10", "STIXGeneral", "no such font"],
        "FILE": ["cost.csv", "odd.csv", "nothing.csv"],
        "SCORES": ["scores0.csv"],
        "error|drop|drop-algorithms|worst|like:NAME|available": [
            *("error", "drop", "drop-algorithms", "worst", "available"),
            f"like:{name}",
        ],
    }
    return [
        flag,
        rng.choice(
            values.get(metavar) or [name, "data set", "none", "1", "2", "0.5", "auto"]
        ),
    ]
