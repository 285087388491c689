"""What each command loads, and how many artists a figure has: what keeps the command
fast, without a clock.

`tests/benchmarks` measures; these tests say why its numbers hold.
"""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from matplotlib.text import Text

import cddiagram as cd
from cddiagram.data import read_example

pytestmark = pytest.mark.slow

#: matplotlib's own packages (Pillow takes defusedxml where it is installed), without
#: pyplot and without scipy, which would take a fifth of a whole run.
DRAWING = {
    "PIL", "click", "contourpy", "cycler", "cython_runtime", "dateutil", "defusedxml", "fontTools", "kiwisolver",
    "matplotlib", "mpl_toolkits", "numpy", "packaging", "pyparsing", "six",
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("loading")
    (path / "scores.csv").write_bytes(read_example("garcia2008-table2"))
    loaded(path, "plot", "scores.csv", "-o", "figure.pdf")
    return path


def loaded(folder, *arguments):
    """Run a command in a process of its own; give the modules that it loaded."""
    code = (
        "import json, sys\nfrom cddiagram.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit as stop:\n    assert not "
        "stop.code, stop.code\n"
        "print(); print(json.dumps(sorted(sys.modules)))"
    )
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=folder
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def packages(modules):
    """Give the packages from elsewhere: neither ours nor the standard library's nor
    single compiled files.
    """
    tops = (
        {name.split(".")[0] for name in modules}
        - set(sys.stdlib_module_names)
        - {"cddiagram", "sitecustomize"}
    )
    return {name for name in tops if not name.startswith("_")}


def test_nothing_at_all_for_the_package(tmp_path):
    code = (
        "import sys\nbefore = set(sys.modules)\nimport cddiagram\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    ours = {"cddiagram", "cddiagram._util", "cddiagram._util.lazy"}
    ours.add("cddiagram._util.version")
    assert set(done.stdout.split()) <= {"__future__"} | ours


def test_the_list_of_commands_loads_none_of_them(folder):
    """Every call pays for what stands in the list: a command is loaded when it is
    called.
    """
    ours = {name for name in loaded(folder, "--help") if name.startswith("cddiagram")}
    plain_signs = {
        "cddiagram._util",
        "cddiagram._util.plain",
        "cddiagram._util.version",
    }  # for consoles that lack signs
    # These load no other module.
    alone = {"cddiagram.features", "cddiagram._util.lazy", "cddiagram._util.version"}
    assert ours == {"cddiagram", "cddiagram.cli"} | alone | plain_signs
    called = {
        name for name in loaded(folder, "example") if name.startswith("cddiagram.cli.")
    }
    assert not called & {
        f"cddiagram.cli.{name}"
        for name in ("plot", "compare", "report", "study_commands")
    }


def test_help_asks_for_the_width_without_compression_libraries(folder):
    code = "from cddiagram.cli import run; run()"
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", code, "--help"],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env={**os.environ, "COLUMNS": "60"},
    )
    assert "lzma" not in done.stderr
    # The width is 60 without two of margin, as click has it.
    lines = done.stdout.splitlines()
    assert "  Compare algorithms by statistical tests, and draw" in lines
    assert max(map(len, lines)) <= 58


def test_the_list_of_studies_loads_none_of_them(folder):
    modules = loaded(folder, "study", "--help")
    assert packages(modules) == {"click"}
    assert not [name for name in modules if name.endswith("command")]


@pytest.mark.parametrize(
    "arguments",
    [
        *(
            ["--help"],
            ["--version"],
            ["plot", "--help"],
            ["compare", "--help"],
            ["convergence", "--help"],
        ),
        *(
            ["inspect", "--help"],
            ["example"],
            ["example", "garcia2008-table2"],
            ["inspect", "figure.pdf"],
        ),
    ],
    ids=" ".join,
)
def test_click_alone(folder, arguments):
    assert packages(loaded(folder, *arguments)) == {"click"}


@pytest.mark.parametrize(
    "options",
    [
        *(
            [],
            ["--pair-test", "wilcoxon"],
            ["--pair-test", "wilcoxon", "--p-adjust", "hommel"],
        ),
        *(
            ["--control", "best"],
            ["--p-adjust", "bonferroni"],
            ["--p-adjust", "shaffer"],
        ),
        *(
            ["--figure", "rank-bars"],
            ["--figure", "pvalue-matrix"],
            ["--figure", "mcb"],
        ),
        ["--figure", "score-cost", "--cost", "scores.csv"],
    ],
    ids=" ".join,
)
def test_plot_loads_numpy_alone(folder, options):
    modules = loaded(folder, "plot", "scores.csv", "-o", "some.pdf", *options)
    assert packages(modules) == {"click", "numpy"}
    assert not {"numpy.ma", "zipfile", "secrets"} & modules


@pytest.mark.parametrize(
    "arguments", [["-o", "some.gif"], ["-o", "some.pdf", "--dpi", "100"]], ids=" ".join
)
def test_a_refused_file_loads_no_matplotlib(folder, arguments):
    code = "import sys\nfrom cddiagram.cli import main\n"
    code += (
        "try:\n    main(sys.argv[1:])\nfinally:\n    print('matplotlib' in "
        "sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "plot", "scores.csv", *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
    )
    assert done.returncode != 0
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.parametrize("suffix", ["pdf", "svg", "png", "eps", "tex"])
def test_a_suffix_loads_its_own_writer(folder, suffix):
    modules = loaded(folder, "plot", "scores.csv", "-o", f"some.{suffix}")
    assert ("matplotlib" in modules) == (suffix == "png")
    assert packages(modules) <= DRAWING
    assert (
        not {
            f"matplotlib.backends.backend_{name}"
            for name in ("pdf", "svg", "ps", "pgf")
        }
        & modules
    )
    assert (
        "fontTools.subset" not in modules
    )  # which cuts fonts down, and is slow to load


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["compare", "scores.csv"], {"click", "numpy", "rich"}),
        (["compare", "scores.csv", "--format", "csv"], {"click", "numpy"}),
        (
            ["compare", "scores.csv", "--format", "csv", "--pair-test", "wilcoxon"],
            {"click", "numpy"},
        ),
        (["inspect", "figure.pdf", "--scores", "scores.csv"], {"click", "numpy"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_numbers_need_no_matplotlib(folder, arguments, expected):
    # What rich needs to write tables differs from version to version.
    assert (
        packages(loaded(folder, *arguments))
        - {"attr", "pygments", "markdown_it", "mdurl"}
        == expected
    )


def table(k, seed=0):
    scores = np.random.default_rng(seed).normal(size=(60, k)) * 0.1 + np.linspace(
        0.5, 0.8, k
    )
    return cd.ScoreTable.from_arrays(
        scores, algorithms=[f"M{number}" for number in range(k)]
    )


FIGURES = {
    "cd": lambda k: cd.plot_cd(cd.compare(table(k)), width="page"),
    "cd list": lambda k: cd.plot_cd(cd.compare(table(k)), arrangement="list"),
    "cd wilcoxon": lambda k: cd.plot_cd(
        cd.compare(table(k), pair_test="wilcoxon"), arrangement="list"
    ),
    "cd control": lambda k: cd.plot_cd(
        cd.compare(table(k), control="M1"), arrangement="list"
    ),
    "rank bars": lambda k: cd.plot_rank_bars(cd.compare(table(k))),
    "mcb": lambda k: cd.plot_mcb(cd.compare(table(k))),
    "rank distribution": lambda k: cd.plot_rank_distribution(
        cd.compare(table(k)), width="page"
    ),
    "forest": lambda k: cd.plot_forest(cd.compare(table(k)), reference="best"),
    "score cost": lambda k: cd.plot_score_cost(
        cd.compare(table(k)), table(k, 2), width="page"
    ),
    "posterior": lambda k: cd.plot_posterior(
        cd.compare(table(k)).posterior(0.1, pair_test="sign"), width="page"
    ),
    "simplex": lambda k: cd.plot_posterior(
        cd.compare(table(k)).posterior(0.1, pair_test="sign"), "M1", "M2"
    ),
    "p-value matrix": lambda k: cd.plot_pvalue_matrix(
        cd.compare(table(k)), width="page"
    ),
    "stack": lambda k: cd.plot_cd_stack(
        {"a": cd.compare(table(k)), "b": cd.compare(table(k, 1))}, width="page"
    ),
    "sequence": lambda k: cd.plot_cd_sequence(
        {"a": cd.compare(table(k)), "b": cd.compare(table(k, 1))}, width="page"
    ),
}


@pytest.mark.filterwarnings("ignore:The figure is taller:UserWarning")
@pytest.mark.parametrize("figure", FIGURES)
@pytest.mark.parametrize("k", [6, 40])
def test_shapes_of_one_kind_are_one_artist(figure, k):
    """Ten of the artists are those of every Axes; texts alone are one each."""
    drawing = FIGURES[figure](k)
    shapes = [
        artist for artist in drawing.ax.get_children() if not isinstance(artist, Text)
    ]
    assert len(shapes) <= 32
    if k == 40:
        assert sum(
            not hasattr(element, "text") for element in drawing.layout.elements
        ) > len(shapes)
