"""What the registry states of figures: options of their own, what they draw, captions."""

import inspect
import re
import subprocess
import sys
from collections import defaultdict

import pytest

import cddiagram as cd
from cddiagram._util import loaded
from cddiagram.cli import drawing
from cddiagram.cli import plot as command
from cddiagram.features import FEATURES, FIGURES
from cddiagram.figures.captions import caption
from cddiagram.figures.options import OWN_OPTIONS, own_options
from cddiagram.figures.registry import COMPARED, SEVERAL, find_figure
from cddiagram.words import finished_words

TABLE = cd.load_example("demsar2006-table6-ranks")
COMPARISON = cd.compare(TABLE)
REQUIRED = inspect.Parameter.empty


def stated(key):
    """Return the parameters of a figure that its entry states, with their defaults."""
    entry = own_options(key)
    found = {}
    for option in entry.options:
        if entry.making is not None and option.name in entry.making.options:
            continue
        default = REQUIRED if option.name in entry.needs else option.default
        for name in option.parameters or (option.name,):
            found[name] = default
    return found


def documented(function):
    """Return the names of parameters in a docstring, and the text of their kinds."""
    section = function.__doc__.split("Parameters\n")[1].split("Returns\n")[0]
    found = {}
    for names, kind in re.findall(r"^    (\w[\w, ]*) : (.+)$", section, re.MULTILINE):
        found |= dict.fromkeys(names.split(", "), kind)
    return found


# -- options ---------------------------------------------------------------------------


@pytest.mark.parametrize("key", FIGURES)
def test_options_are_those_of_the_layout_function(key):
    figure = find_figure(key)
    taken = {name: option.default for name, option in figure.own.items()}
    taken |= figure.look_defaults
    assert stated(key).items() <= taken.items()
    # All others are shared, and the command has them for all figures.
    shared = {str(member.name) for member in drawing.DRAWING}
    assert figure.own.keys() - stated(key).keys() <= shared


@pytest.mark.parametrize("key", FIGURES)
def test_options_are_those_of_the_public_function(key):
    plot = find_figure(key).plot
    parameters = inspect.signature(plot).parameters
    described = documented(plot)
    for name, default in stated(key).items():
        assert parameters[name].default == default, name
        assert name in described
    for option in own_options(key).options:
        if option.name in described:
            printed = [f'"{choice}"' for choice in option.choices]
            assert all(text in described[option.name] for text in printed)


@pytest.mark.parametrize(
    "key", [key for key, entry in OWN_OPTIONS.items() if entry.making]
)
def test_options_that_make_a_subject_are_those_of_what_makes_it(key):
    entry = own_options(key)
    if entry.making.from_table:
        make = loaded(entry.making.from_table)
    else:
        make = getattr(cd.Comparison, entry.making.from_comparison)
    parameters = inspect.signature(make).parameters
    assert {*entry.making.options, *entry.making.testing} <= parameters.keys()
    assert {*entry.making.options} <= entry.names
    for option in entry.options:
        if option.name in entry.making.options:
            default = REQUIRED if option.name in entry.needs else option.default
            assert parameters[option.name].default == default


def test_an_option_of_several_figures_means_one_thing():
    assert OWN_OPTIONS.keys() <= FIGURES.keys()
    by_name = defaultdict(set)
    for entry in OWN_OPTIONS.values():
        for option in entry.options:
            by_name[option.name].add((option.help, option.values, option.parameters))
        assert entry.needs.keys() <= entry.names
    assert {name: len(texts) for name, texts in by_name.items() if len(texts) > 1} == {}


def test_the_command_has_all_options_and_no_others():
    members = {
        str(member.name): member
        for member in command.plot.params
        if getattr(member, "heading", "") == "Figure"
    }
    shared = {str(member.name) for member in drawing.DRAWING}
    options = {
        option.name: option
        for entry in OWN_OPTIONS.values()
        for option in entry.options
        if option.values
    }
    assert members.keys() == {*shared, *options, "figure"}
    for name, option in options.items():
        assert members[name].help == option.help
        assert members[name].nargs == max(len(option.parameters), 1)


def run(code):
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_command_reads_a_new_option_from_the_entry():
    text = run(
        "from cddiagram.figures import options\n"
        "new = options.FigureOption(name='jitter', help='Spread of dots.', "
        "values=('none', 'some'), default='none')\n"
        "options.OWN_OPTIONS['mcb'] = options.OwnOptions(options=(new,))\n"
        "from cddiagram.cli import main\n"
        "main(['plot', '--help'])\n"
    )
    assert "--jitter [none|some]" in text
    assert "Spread of dots.  [default: none]" in text


def test_help_loads_no_figure():
    text = run(
        "import sys\nfrom cddiagram.cli import main\n"
        "try:\n    main(['plot', '--help'])\n"
        "finally:\n    print('loaded', *sys.modules)\n"
    )
    modules = set(text.rpartition("loaded ")[2].split())
    assert "cddiagram.figures.registry" in modules
    figures = {f"cddiagram.{entry.partition(':')[0]}" for entry in FIGURES.values()}
    assert not modules & figures
    assert not modules & {"numpy", "matplotlib"}


@pytest.mark.parametrize(
    ("key", "options", "message"),
    [
        ("pair-scatter", [], "--figure pair-scatter shows one pair. Pass --pair A B."),
        (
            "posterior",
            [],
            "--figure posterior needs a region of practical equivalence. Pass --rope "
            "NUMBER.",
        ),
        (
            "score-cost",
            ["--more-is-better"],
            "--figure score-cost needs the costs as well. Pass --cost FILE.",
        ),
        (
            "pair-scatter",
            ["--pair", "C4.5", "C45", "--lower-is-better"],
            "unknown algorithm in --pair",
        ),
    ],
)
def test_a_figure_cannot_do_without_some_options(key, options, message, tmp_path):
    scores = tmp_path / "scores.csv"
    TABLE.to_frame().to_csv(scores)
    output = str(tmp_path / "figure.svg")
    arguments = [str(scores), "--figure", key, *options, "-o", output]
    with pytest.raises(cd.CddiagramError) as error:
        command.plot.main(arguments, standalone_mode=False)
    assert message in str(error.value)


# -- subjects --------------------------------------------------------------------------


def of_features():
    """Return the figures that draw the results of features, with the feature."""
    figures = []
    for entry in FEATURES.values():
        for layout in entry.figures.values():
            figure = loaded(layout)
            if figure.subject not in (COMPARED, SEVERAL):
                figures.append(pytest.param(entry, figure, id=figure.key))
    return figures


@pytest.mark.parametrize(("entry", "figure"), of_features())
def test_figures_of_a_feature_draw_its_result(entry, figure):
    with pytest.raises(cd.UsageError) as error:
        figure.plot(TABLE, *figure.required)
    call = ", ".join((entry.call, *figure.required))
    assert str(error.value) == (
        f"{figure.name} requires {entry.subject}, not a ScoreTable. {entry.made}: "
        f"{figure.name}({call})."
    )


def test_messages_name_all_that_a_figure_needs():
    with pytest.raises(cd.UsageError, match="compare_convergence"):
        cd.plot_convergence_trend(COMPARISON, "A", "B")
    with pytest.raises(cd.UsageError) as error:
        cd.plot_pair_scatter(TABLE, "A", "B")
    assert str(error.value).endswith(
        "Compare the scores first: plot_pair_scatter(compare(table), first, second)."
    )


def test_a_result_names_the_figure_to_take_instead():
    folds = cd.compare_folds(TABLE, folds=7)
    with pytest.raises(cd.UsageError) as error:
        cd.plot_mcb(folds)
    remedy = FEATURES["folds"].instead["Comparison"]
    assert str(error.value).endswith(f"not a FoldsComparison. {remedy}.")


# -- captions --------------------------------------------------------------------------


@pytest.mark.parametrize("latex", [False, True])
@pytest.mark.parametrize("key", ["cd", "mcb", "pvalue-matrix"])
def test_a_caption_is_that_of_the_comparison(key, latex):
    text = caption(COMPARISON, key, latex=latex)
    assert text == COMPARISON.caption(key, latex=latex)
    assert ("\\" in text) == latex


def test_a_caption_cites_as_asked_and_is_refused_as_the_figure_is():
    figure = "cd"
    cited = caption(COMPARISON, figure, latex=True, cite="citep")
    words = find_figure(figure).caption(COMPARISON)
    assert cited == finished_words(words, latex=True, cite="citep")
    with pytest.raises(cd.UsageError, match="unknown figure 'cdd'"):
        caption(COMPARISON, "cdd", latex=False)
