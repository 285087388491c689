"""The registry of features: commands, and values of options."""

from typing import get_args, get_type_hints

import pytest

import cddiagram as cd
from cddiagram._util import loaded
from cddiagram.features import FEATURES, commands_of
from cddiagram.procedures import AdjustmentName

WITH_COMMANDS = [key for key, entry in FEATURES.items() if entry.command is not None]
#: (feature, option) of each option with a list of values.
CHOICES = [(key, option) for key, entry in FEATURES.items() for option in entry.choices]


def call_of(key):
    return getattr(cd, FEATURES[key].call.partition("(")[0])


@pytest.mark.parametrize("key", WITH_COMMANDS)
def test_a_command_is_called_by_its_feature(key):
    command = loaded(FEATURES[key].command.function)
    assert command.name == key


def test_groups_of_commands_are_those_of_the_entries():
    groups = {FEATURES[key].command.group for key in WITH_COMMANDS}
    listed = [name for group in groups for name in commands_of(group)]
    assert sorted(listed) == sorted(WITH_COMMANDS)


@pytest.mark.parametrize("option", FEATURES["convergence"].choices)
def test_types_of_convergence_are_the_values_of_the_registry(option):
    hints = get_type_hints(cd.compare_convergence)
    assert get_args(hints[option]) == FEATURES["convergence"].choices[option]


@pytest.mark.parametrize(("key", "option"), CHOICES)
def test_values_are_those_of_the_option(key, option):
    values = FEATURES[key].choices[option]
    assert len(set(values)) == len(values) > 1
    if option == "p_adjust":
        assert set(values) <= {*get_args(AdjustmentName)}


@pytest.mark.parametrize(("key", "option"), CHOICES)
def test_a_command_offers_the_values_of_the_registry(key, option):
    """The values of histories are an option of the command of convergence."""
    owner = key if FEATURES[key].command is not None else "convergence"
    command = loaded(FEATURES[owner].command.function)
    (member,) = [member for member in command.params if member.name == option]
    offered = str(member.metavar).strip("[]").split("|")
    values = FEATURES[key].choices[option]
    assert [value for value in offered if value != "all" or "all" in values] == [
        *values
    ]
