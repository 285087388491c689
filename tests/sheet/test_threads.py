"""Figures made in several threads at once: the same bytes as in one, and matplotlib's
settings as they were.
"""

import copy
import logging
import os
import pickle
import subprocess
import sys
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor

import matplotlib as mpl
import pytest

import cddiagram as cd
from cddiagram._util import ONE_AT_A_TIME
from cddiagram.sheet.mpl.saving import to_bytes
from cddiagram.sheet.mpl.settings import settings
from cddiagram.stats import plain

pytestmark = pytest.mark.slow

COMPARISON = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.1)
FORMATS = ("svg", "png", "pdf")


@pytest.fixture
def eager():
    """Let threads take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    yield
    sys.setswitchinterval(interval)


def saved(fmt, draw=cd.plot_cd):
    drawing = draw(COMPARISON, rename={"C4.5": "$\\alpha$"}, math=True)
    return to_bytes(drawing.figure, fmt, provenance=drawing.provenance)


@pytest.mark.usefixtures("eager")
def test_threads_draw_and_save_as_one_alone_and_leave_the_settings():
    alone = {fmt: saved(fmt) for fmt in FORMATS}
    before = (
        dict(mpl.rcParams),
        list(warnings.filters),
        logging.getLogger("fontTools").level,
    )
    with ThreadPoolExecutor(8) as pool:
        found = list(
            pool.map(
                lambda number: (FORMATS[number % 3], saved(FORMATS[number % 3])),
                range(18),
            )
        )
    assert (
        dict(mpl.rcParams),
        list(warnings.filters),
        logging.getLogger("fontTools").level,
    ) == before
    assert all(content == alone[fmt] for fmt, content in found)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("work", ["formulas", "assumptions"])
def test_threads_leave_the_filters_of_warnings(work):
    """What one thread ignores for a while, another does not put back: no filter
    remains, none is lost.
    """

    def do(number):
        if work == "formulas":  # each is measured, none is known yet
            formulas = {
                name: f"$x_{{{number}{place}}}$"
                for place, name in enumerate(COMPARISON.algorithms)
            }
            cd.plot_cd(COMPARISON, rename=formulas, math=True)
        else:
            cd.check_assumptions(COMPARISON.table)

    do(40)  # packages add filters of their own when they are loaded
    before = list(warnings.filters)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(do, range(40)))
    assert list(warnings.filters) == before


@pytest.mark.usefixtures("eager")
def test_threads_write_from_the_layout_as_one_alone():
    def made(kind):
        if kind == "html":
            return cd.make_report(COMPARISON).to_html()
        return cd.plot_cd(COMPARISON).to_bytes(kind)

    kinds = ("pdf", "svg", "tex", "html")
    alone = {kind: made(kind) for kind in kinds}
    with ThreadPoolExecutor(8) as pool:
        found = list(
            pool.map(
                lambda number: (kinds[number % 4], made(kinds[number % 4])), range(16)
            )
        )
    assert all(content == alone[kind] for kind, content in found)


def test_processes_at_once_write_what_one_writes(tmp_path):
    (tmp_path / "scores.csv").write_text(
        cd.load_example("garcia2008-table2").to_frame().to_csv()
    )
    command = [sys.executable, "-m", "cddiagram", "plot", "scores.csv", "-q", "-o"]
    one = ["f.pdf", "-o", "f.svg", "-o", "f.tex"]
    subprocess.run([*command, *one], cwd=tmp_path, check=True)
    alone = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for process in [subprocess.Popen([*command, *one], cwd=tmp_path) for _ in range(4)]:
        assert process.wait(120) == 0
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == alone


def test_a_setting_that_another_thread_changes_meanwhile_stays():
    before = mpl.rcParams["lines.linewidth"]
    try:
        with settings({"svg.hashsalt": "x"}):
            other = threading.Thread(
                target=mpl.rcParams.update, args=({"lines.linewidth": 7.5},)
            )
            other.start()
            other.join()
        assert mpl.rcParams["lines.linewidth"] == 7.5
        assert mpl.rcParams["svg.hashsalt"] is None
    finally:
        mpl.rcParams["lines.linewidth"] = before


def test_settings_return_after_an_error_and_one_within_another():
    before = dict(mpl.rcParams)

    def fail():
        with (
            settings({"svg.hashsalt": "a"}),
            settings({"svg.hashsalt": "b", "pdf.fonttype": 42}),
        ):
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert dict(mpl.rcParams) == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:This process")
def test_a_process_forked_while_another_thread_draws_can_draw():
    entered, leave = threading.Event(), threading.Event()

    def hold():
        with ONE_AT_A_TIME:
            entered.set()
            leave.wait(0.2)

    thread = threading.Thread(target=hold)
    thread.start()
    entered.wait()
    child = os.fork()
    if child == 0:
        os._exit(0 if ONE_AT_A_TIME.acquire(timeout=5) else 1)
    thread.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


HISTORIES = cd.compare_convergence(cd.load_histories("optimisers"))
DRAWINGS = {
    "cd": lambda: cd.plot_cd(COMPARISON),
    "rank bars": lambda: cd.plot_rank_bars(COMPARISON),
    "matrix": lambda: cd.plot_pvalue_matrix(COMPARISON),
    "mcb": lambda: cd.plot_mcb(COMPARISON),
    "sequence": lambda: cd.plot_cd_sequence(
        {"a": COMPARISON, "b": COMPARISON}, width="page"
    ),
    "assumptions": lambda: cd.plot_assumptions(
        cd.check_assumptions(cd.load_example("demsar2006-table6-ranks"))
    ),
    "page matrix": lambda: cd.plot_convergence_matrix(HISTORIES),
    "page trend": lambda: cd.plot_convergence_trend(
        HISTORIES, *HISTORIES.histories.algorithms[:2]
    ),
    "curves": lambda: cd.plot_convergence_curves(HISTORIES.histories),
}


@pytest.mark.parametrize("kind", DRAWINGS)
def test_drawings_can_be_pickled_and_copied(kind):
    drawing = DRAWINGS[kind]()
    content = to_bytes(drawing.figure, "svg", provenance=drawing.provenance)
    for other in (pickle.loads(pickle.dumps(drawing)), copy.deepcopy(drawing)):
        assert to_bytes(other.figure, "svg", provenance=other.provenance) == content
        assert dict(other.colors) == dict(drawing.colors)
        with pytest.raises(TypeError):
            other.colors["leader"] = "red"


def test_reports_and_results_can_be_pickled_and_copied():
    for made in (cd.make_report(COMPARISON), cd.make_report(HISTORIES)):
        for other in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made)):
            assert other.to_html() == made.to_html()
            assert other.to_dict() == made.to_dict()
    for result in (
        COMPARISON,
        HISTORIES,
        HISTORIES.histories,
        cd.check_assumptions(COMPARISON.table),
    ):
        for other in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
            assert plain(other) == plain(result)
    assert COMPARISON.groups == cd.compare(COMPARISON.table, alpha=0.1).groups
    assert len({*COMPARISON.groups, *copy.deepcopy(COMPARISON.groups)}) == len(
        COMPARISON.groups
    )
