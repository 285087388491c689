"""The help of every command and option starts with a verb."""

import re

import click
import pytest

from cddiagram.cli import main
from cddiagram.features import FIGURES
from cddiagram.figures import own_options

#: The first words that a help may have. Words that are nouns as often as verbs, such as
#: "average", "level", "number" and "test", are not among them.
VERBS = frozenset(
    re.findall(
        r"\w+",
        """
        accept adjust align arrange break check combine compare compute correct decode
        divide draw drop estimate examine fit group handle highlight ignore include keep
        label limit mark measure omit place print rank read repeat replace report resample
        round sample save set show simulate specify treat typeset use write
        """,
    )
)
COMMANDS = main.all_commands(click.Context(main))


def faults(texts):
    """Return the texts that do not start with a verb or do not end with a full stop."""
    found = []
    for text in texts:
        sentences, _, _ = text.partition("  [default: ")
        first = re.match(r"[A-Za-z]*", text)[0]
        starts = first.lower() in VERBS and first == first.capitalize()
        if not (starts and sentences.endswith(".")):
            found.append(text)
    return found


def summary(command):
    """Return the first paragraph of the help of a command."""
    paragraph, _, _ = command.help.partition("\n\n")
    return " ".join(paragraph.split())


@pytest.mark.parametrize(
    "text",
    [
        "Number of data sets.",
        "Of the draws: the same seed gives the same numbers.",
        "Which figure.",
        "A line above the figure.",
        "highlight this algorithm.",
        "Highlight this algorithm",
    ],
)
def test_other_openings_are_found(text):
    assert faults([text]) == [text]


def test_verbs_are_accepted():
    texts = ["Highlight this algorithm. Repeatable.", "Omit it.  [default: if short]"]
    assert faults(texts) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_options_start_with_a_verb(name):
    options = [
        member for member in COMMANDS[name].params if isinstance(member, click.Option)
    ]
    assert faults(member.help for member in options) == []


def test_commands_start_with_a_verb():
    commands = [main, *COMMANDS.values()]
    assert faults(map(summary, commands)) == []
    assert faults(command.short_help for command in COMMANDS.values()) == []


def test_options_of_figures_start_with_a_verb():
    """Options that no command has are included."""
    texts = [option.help for key in FIGURES for option in own_options(key).options]
    assert faults(texts) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_fits_a_terminal(name):
    """Only examples and choices, which are not broken, are longer than 80 columns."""
    context = click.Context(
        COMMANDS[name], info_name=name, terminal_width=80, **main.context_settings
    )
    lines = COMMANDS[name].get_help(context).splitlines()
    long = [line for line in lines if len(line) > 80]
    assert [line for line in long if not re.match(r" +(cddiagram |--)", line)] == []
