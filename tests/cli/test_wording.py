"""On the command line no message speaks of keywords: options are called by what a user
types.
"""

import ast
import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import cddiagram
from cddiagram.cli import main

#: Command -> (exit code, message, or its start and its end), where the package itself
#: words what it refuses.
REFUSED = {
    "compare scores.csv --zeros drop": (
        2,
        "--zeros 'drop' requires --pair-test 'wilcoxon'. Omit this option.",
    ),
    "compare scores.csv --variance conover": (
        2,
        "--variance 'conover' requires --pair-test 'ranks' and --ranking 'quade'. "
        "Omit the variance.",
    ),
    "compare scores.csv --ranking aligned --variance conover": (
        2,
        "--variance 'conover' requires --pair-test 'ranks' and --ranking 'quade'. "
        "Omit the variance.",
    ),
    "compare scores.csv --ranking aligned --method exact": (
        2,
        "--method 'exact' requires Friedman mean ranks or --pair-test 'wilcoxon' or "
        "'sign'. Omit this option.",
    ),
    "compare scores.csv --ranking means --p-adjust holm": (
        2,
        "--ranking 'means' (analysis of variance) requires --pair-test 't', not "
        "'ranks'. Use 't', or use --ranking 'friedman'.",
    ),
    "compare scores.csv --p-adjust tukey": (
        2,
        "--p-adjust 'tukey' requires --ranking 'means' and --pair-test 't'. Specify "
        "both, or use 'nemenyi' for average ranks.",
    ),
    "compare scores.csv --ranking means --pair-test t --p-adjust dunnett": (
        2,
        "--p-adjust 'dunnett' requires a control that was specified in advance. Name "
        "the control (--control), or use 'tukey'.",
    ),
    "compare scores.csv --p-adjust bonferroni-dunn": (
        2,
        "--p-adjust 'bonferroni-dunn' requires a control. Name the control "
        "(--control), or use 'nemenyi' for all pairs.",
    ),
    "compare scores.csv --pair-test multiple-sign": (
        2,
        "--pair-test 'multiple-sign' requires a control that was specified in "
        "advance. Name the control (--control), or use 'sign'.",
    ),
    "compare scores.csv --pair-test multiple-sign --control A --p-adjust holm": (
        2,
        "--pair-test 'multiple-sign' already returns adjusted p-values. Omit "
        "--p-adjust 'holm'.",
    ),
    "compare many.csv --pair-test wilcoxon --method exact": (
        2,
        "the exact signed-rank distribution is computed for up to 50 ranked "
        "differences, not 60. Use --method auto or "
        "'asymptotic'.",
    ),
    "plot scores.csv -o f.pdf --math --rename 'A=$\\frac$'": (
        2,
        "'$\\frac$' is not valid mathtext (",
        "). Correct it or leave out --math.",
    ),
    "plot scores.csv -o f.pdf --rank-range 3,1": (
        2,
        "--rank-range (3, 1) is too narrow. Use a range of at least 2 ranks.",
    ),
    "plot scores.csv -o f.pdf --rank-range 1.5,4": (
        2,
        "--rank-range (1.5, 4) leaves out 'A'. Widen it to contain every rank.",
    ),
    "plot scores.csv -o f.pdf --font-size 2": (
        2,
        "--font-size must be a size from ",
        ", not 2.0.",
    ),
    "plot scores.csv -o f.pdf --min-font-size 2": (
        2,
        "--min-font-size must be a size from ",
        ", not 2.0.",
    ),
    "plot scores.csv -o f.pdf --width 0.3": (
        1,
        "the figure does not fit 0.30 in: ",
        ". Use that width or shorter names (--rename).",
    ),
    "plot scores.csv -o f.pdf --width 0.3 --arrangement horizontal --no-wrap": (
        1,
        "the horizontal layout does not fit 0.30 in: ",
        ". Use that width or --arrangement list or --wrap or shorter names (--rename).",
    ),
    "plot scores.csv -o f.pdf --figure rank-bars --width 0.3": (
        1,
        "the figure does not fit 0.30 in: ",
        ". Use that width or shorter names (--rename).",
    ),
    "plot scores.csv -o f.pdf --figure pvalue-matrix --width 0.2": (
        1,
        "a matrix of 3 algorithms does not fit 0.20 in: ",
        ". Use that width or shorter names (--rename).",
    ),
    "plot scores.csv many.csv -o f.pdf --figure cd-sequence --width 0.3": (
        1,
        "",
        ". Use that width or shorter titles or names (--rename).",
    ),
    "plot scores.csv -o f.pdf --figure assumptions --width 0.3": (
        1,
        "a panel does not fit 0.30 in: ",
        ". Use that width or a smaller --font-size.",
    ),
    "plot scores.csv -o f.pdf --figure rank-bars --control A --alphas 0.1,0.1": (
        2,
        "--alphas must contain one to 3 different levels between 0 and 1, not (0.1, 0.1).",
    ),
    "plot scores.csv -o f.pdf --figure mcb --control A --reference B": (
        2,
        "the reference 'B' was not compared with the others; only the control 'A' was. "
        "Omit --reference or compare without a control.",
    ),
    "plot scores.csv -o f.pdf --figure mcb --pair-test sign": (
        2,
        "MCB requires a critical difference, but ",
        ". Use --p-adjust nemenyi and omit --pair-test. Alternatively, draw rank bars or "
        "the CD diagram.",
    ),
    "plot scores.csv -o f.pdf --font 'No Such Font'": (
        2,
        "the font 'No Such Font' is not installed. Choose an installed family, "
        "for example 'DejaVu Sans'.",
    ),
    "report scores.csv -o f.html --zeros drop": (
        2,
        "--zeros 'drop' requires --pair-test 'wilcoxon'. Omit this option.",
    ),
    "convergence falling.csv -o f.pdf --ranks alternative --threshold=-1": (
        2,
        "--threshold must be 0 or a positive number, not -1.0. Specify the "
        "largest error that counts as the optimum.",
    ),
    "convergence falling.csv -o f.pdf --ranks original --threshold 1": (
        2,
        "the original ranks do not use an optimum. Use --ranks 'alternative' "
        "with a threshold.",
    ),
    "convergence falling.csv -o f.pdf --optimum f9=0": (
        1,
        "unknown problem in --optimum 'f9': choose from ",
        ".",
    ),
    "convergence falling.csv -o f.pdf --test page --method exact": (
        2,
        "an exact p-value requires at most 100 rows without ties ",
        " with ties. Use --method asymptotic.",
    ),
    "convergence negative.csv -o f.pdf --figure curves --scale log": (
        2,
        "the axis of average ranks is linear. Omit --scale, or use --average mean.",
    ),
    "convergence falling.csv -o f.pdf --figure curves --width 0.3": (
        1,
        "convergence curves with names does not fit 0.30 in: ",
        ". Use that width or shorter names (--rename).",
    ),
    "convergence falling.csv -o f.pdf --figure trend --pair A B --width 0.3": (
        1,
        "the trend of a pair does not fit 0.30 in: ",
        ". Use that width or a smaller --font-size.",
    ),
}

#: How Python calls an option: with an underscore, with a value, or by a word for what
#: was given.
IN_PYTHON = re.compile(
    r"(?<![\w'-])(?:\w+_\w+|\w+=(?:'|True|False|\d)|(?:zeros|variance|method|ranking|ranks|scale|layout) ['(]|"
    r"(?:alphas|threshold|math|font) must |leave "
    r"reference)|\((?:control|rename|optimum|font|budget|select)\)"
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scores.csv").write_text(
        "data set,A,B,C\nx,0.9,0.8,0.7\ny,0.6,0.5,0.4\nz,0.3,0.2,0.1\n"
    )
    (tmp_path / "many.csv").write_text(
        "data set,A,B,C\n"
        + "".join(f"d{i},{i + 3},{i + 2},{i + 1}\n" for i in range(60))
    )
    curves = "".join(
        f"{a},f{p},3,{middle},LAST\n"
        for a, middle in (("A", 1), ("B", 2))
        for p in (1, 2, 3)
    )
    for name, last in (("falling.csv", "1"), ("negative.csv", "-1")):
        (tmp_path / name).write_text(
            "algorithm,problem,p10,p20,p30\n" + curves.replace("LAST", last)
        )
    return tmp_path


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--rom-critical exact", "unknown option '--rom-critical'. "),
        ("--bh-monotone", "unknown option '--bh-monotone'. "),
        (
            "--ranking quade --variance paper",
            "unknown --variance 'paper': choose from 'permutation', 'conover'.",
        ),
    ],
)
def test_misprints_of_the_papers_are_no_options(folder, options, message):
    result = CliRunner().invoke(main, ["compare", "scores.csv", *options.split()])
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())


@pytest.mark.parametrize("command", REFUSED)
def test_refusals_call_options_as_they_are_typed(folder, command):
    result = CliRunner().invoke(main, shlex.split(command))
    code, start, *end = REFUSED[command]
    message = result.stderr.removeprefix("Error: ").rstrip("\n")
    assert (result.exit_code, result.stdout, IN_PYTHON.findall(message)) == (
        code,
        "",
        [],
    )
    if end:
        assert (message[: len(start)], message[-len(end[0]) :]) == (start, end[0])
    else:
        assert message == start
    assert not list(folder.glob("f.*"))


def test_advice_calls_options_as_they_are_typed():
    printed = " ".join(
        CliRunner().invoke(main, ["compare", "scores.csv"]).stdout.split()
    )
    assert "--pair-test wilcoxon) depend only on the pair" in printed
    assert not IN_PYTHON.findall(printed)


def test_names_of_users_stay_as_they_are(folder):
    (folder / "font_size.csv").write_text(
        "data set,my zeros (control),missing='drop'\nx,1,2\ny,2,\n"
    )
    read = ["font_size.csv", "--select", "run_column=math=True"]
    assert CliRunner().invoke(main, ["compare", *read]).stderr == (
        "Error: font_size.csv: unknown column 'run_column': choose from 'data set', "
        "'my zeros (control)', "
        "'missing='drop''.\n"
    )
    assert CliRunner().invoke(main, ["compare", "font_size.csv"]).stderr == (
        "Error: font_size.csv, line 3, column 3: no score of 'missing='drop'' on 'y'. "
        "Add the missing score, or pass --missing drop to exclude such data sets "
        "('drop-algorithms', 'worst', 'like:NAME' and 'available' keep them).\n"
    )


@pytest.mark.slow
def test_no_message_names_an_option_in_plain_text():
    """An option in a message is an `Option`, which knows how it is typed."""
    options = {
        str(option.name)
        for command in main.all_commands(click.Context(main)).values()
        for option in command.params
    }
    options -= {"higher_is_better"}  # scores have --lower-is-better
    named = re.compile(
        rf"\b(?:{'|'.join(sorted(name for name in options if '_' in name))})\b"
    )
    plain = []
    for path in Path(cddiagram.__file__).parent.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in WORDED:
                plain += [text for text in texts_of(call) if named.search(text)]
    assert plain == []


#: What makes a message.
WORDED = {
    "InputError",
    "LayoutError",
    "OutputError",
    "Phrase",
    "UsageError",
    "choose_from",
    "phrase",
}


def texts_of(node):
    if getattr(getattr(node, "func", None), "id", "") == "Option":
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from texts_of(child)
