"""The package speaks of its options as Python keywords; on the command line they are called by their options."""

from __future__ import annotations

import re

#: Keywords that messages name, alone or with a value; the others are words that mean something else as well.
_ALONE = (
    "dataset_column|algorithm_column|score_column|run_column|problem_column|budget_column|value_column|best_so_far|"
    "cut_points|p_adjust|pair_test|rom_critical|bh_monotone|tie_correction"
)
_WITH_VALUE = f"{_ALONE}|missing|exclude|algorithms|optimum|budget|select|runs"
#: Keyword and value that are one flag.
_FLAGS = {
    "best_so_far=True": "--best-so-far",
    "higher_is_better=False": "--lower-is-better",
    "higher_is_better=True": "--higher-is-better",
}
#: Values that are words of the program rather than names, and need no quotes.
_WORDS = ("drop", "none")

# A name of the user's that reads like a keyword stands in quotes and stays.
_OPTION = re.compile(
    rf"(?<!['\w])(?:(?P<flag>{'|'.join(_FLAGS)})|(?P<name>{_WITH_VALUE})=(?P<value>'[^']*'|\w+)|(?P<alone>{_ALONE})\b|"
    r"(?:(?<=pass )|(?<=with )|(?<=\())(?P<word>optimum|budget|select)\b|plot_(?P<figure>pvalue_matrix)\b)"
)


def in_options(message: str) -> str:
    """Call keywords by the options of the command line.

    Examples
    --------
    >>> in_options("complete it, or pass missing='drop' to leave such data sets out.")
    'complete it, or pass --missing drop to leave such data sets out.'
    >>> in_options("pass algorithm_column, or dataset_column='data set'; higher_is_better=False if lower is better.")
    "pass --algorithm-column, or --dataset-column 'data set'; --lower-is-better if lower is better."
    """
    return _OPTION.sub(_option, message)


def _option(found: re.Match[str]) -> str:
    if found["flag"]:
        return _FLAGS[found["flag"]]
    if found["figure"]:
        return f"--figure {found['figure'].replace('_', '-')}"
    option = "--" + (found["name"] or found["alone"] or found["word"]).replace("_", "-")
    value = found["value"]
    if value is None or value == "True":
        return option
    return f"{option} {value.strip(chr(39)) if value.strip(chr(39)) in _WORDS else value}"
