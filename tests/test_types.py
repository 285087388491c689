"""What a type checker sees of the package from outside: a user's script, under mypy's
strict mode.
"""

import re
import subprocess
import sys

import pytest

import cddiagram

pytestmark = pytest.mark.slow

MISTAKES = {
    'cd.compare(table, p_ajust="holm")': 'Unexpected keyword argument "p_ajust"',
    "cd.compare(table, alpha='large')": 'Argument "alpha" to "compare" has incompatible type "str"',
    'cd.compare(table, p_adjust="hlom")': 'Argument "p_adjust" to "compare" has incompatible type',
    'cd.compare_convergence(histories, ranks="orignal")': 'Argument "ranks" to "compare_convergence" has incompatible',
    'cd.compare_convergence(histories, p_adjust="shaffer")': 'Argument "p_adjust" to "compare_convergence" has incom',
    'comparison.plot("mbc")': 'Argument 1 to "plot" of "Comparison" has incompatible type',
    'cd.compare("scores.csv", exclud="A")': 'Unexpected keyword argument "exclud"',
    'cd.compare("scores.csv", transpose="yes")': 'Argument "transpose" to "compare" has incompatible type',
    "wrong: cd.ScoreTable = 3": "Incompatible types in assignment",
    "cd.plot_everything(comparison)": 'Module has no attribute "plot_everything"',
    "cd.plot_mcb(comparison).layout.lanes": '"MCBLayout" has no attribute "lanes"',
    "comparison.rankings": '"Comparison" has no attribute "rankings"; maybe "ranking"?',
}
RIGHT = """\
import cddiagram as cd

table = cd.read_scores("scores.csv", higher_is_better=False)
comparison = cd.compare(table, pair_test="wilcoxon", alpha=0.10)
cd.plot_cd(comparison, highlight="A", width="page").save("cd.pdf")
bars: int = len(cd.plot_cd(comparison).layout.bars)
different: tuple[bool, ...] = cd.plot_mcb(comparison).layout.reference.different
cd.make_report(comparison).save("report.html")
comparison.plot("mcb", reference="A").save("mcb.pdf")
cd.compare("scores.csv", exclude="A", runs="median").plot().save("cd.svg")
listed: cd.ShownTable = comparison.tabulate("ranks")
written: str = listed.to_csv() + comparison.equivalence(0.01).tabulate().to_text()
histories = cd.read_histories("histories.csv", best_so_far=True)
gained: bool = bool(cd.compare_convergence(histories, ranks="alternative", p_adjust="holm").gained()[0, 1])
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """What mypy prints of each line of a script: right lines, every public name
    revealed, then mistakes.
    """
    folder = tmp_path_factory.mktemp("user")
    revealed = [f"reveal_type(cd.{name})" for name in cddiagram.__all__]
    lines = [*RIGHT.splitlines(), *revealed, *MISTAKES]
    (folder / "script.py").write_text("\n".join(lines) + "\n")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--cache-dir",
        str(folder / "cache"),
        "script.py",
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=folder, check=False
    )
    assert done.returncode == 1, done.stdout + done.stderr
    found = {line: [] for line in lines}
    for number, message in re.findall(
        r"^script\.py:(\d+): (.*)$", done.stdout, re.MULTILINE
    ):
        found[lines[int(number) - 1]].append(message)
    return found


def test_right_lines_pass(seen):
    assert {line: seen[line] for line in RIGHT.splitlines() if seen[line]} == {}


@pytest.mark.parametrize("name", cddiagram.__all__)
def test_public_names_are_typed(seen, name):
    (message,) = seen[f"reveal_type(cd.{name})"]
    assert re.match(r'note: Revealed type is "(?!Any)', message)
    assert not re.search(r"\bAny\b", message.rpartition("-> ")[2]), (
        "what it returns is known"
    )


@pytest.mark.parametrize("line", MISTAKES)
def test_mistakes_are_found(seen, line):
    assert any(MISTAKES[line] in message for message in seen[line]), seen[line]
