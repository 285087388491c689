"""The package speaks of its options as Python keywords; on the command line they are called by their options."""

from __future__ import annotations

import re
from functools import cache

from cddiagram.cli.options import NAMES
from cddiagram.procedures import ARRANGEMENTS, METHODS, PAGE_RANKS, RANKINGS, VARIANCES, ZEROS
from cddiagram.sheet.scale import SCALES

#: Options that are no keywords, or are never asked for by these names; all others of two words are, with or without a
#: value. Keywords of one word mean something else as well: they are asked for with a value, or in few places.
_OTHERS = {"higher_is_better", "lower_is_better", "no_note"}
_WITH_VALUE = "missing|exclude|keep|decimal|algorithms|optimum|budget|select|runs|arrangement|wrap|letters|math|method"
#: Keyword and value that are one flag.
_FLAGS = {
    "best_so_far=True": "--best-so-far",
    "higher_is_better=False": "--lower-is-better",
    "higher_is_better=True": "--higher-is-better",
    "bh_monotone False": "--no-bh-monotone",
    "(read_score_tables)": "(plot and report)",
}
#: Keywords that are words as well, and the values that tell them apart: "zeros 'drop'".
_CHOSEN = "zeros|variance|method|ranking|ranks|scale"
_CHOICES = (*ZEROS, *VARIANCES, *METHODS, *RANKINGS, *PAGE_RANKS, *SCALES)
#: Values that are words of the program rather than names, and need no quotes.
_WORDS = ("drop", "none", *METHODS, *ARRANGEMENTS)

#: What stands in quotes, apostrophes within words aside: a name of the user's, which may read like a keyword.
_QUOTED = r"(?<!\w)'(?:[^']|(?<=\w)'(?=\w))*'(?!\w)"
#: Several of them in a list; a column with its value.
_SEVERAL = rf"\[{_QUOTED}(?:, {_QUOTED})*\]"
_CHOICE = rf"\{{{_QUOTED}: {_QUOTED}\}}"


@cache
def _keywords() -> re.Pattern[str]:
    """Return what a keyword may look like, the first that fits; names in quotes come before all of them."""
    alone = "|".join(sorted(name for name in NAMES - _OTHERS if "_" in name))
    patterns = (
        rf"(?P<flag>{'|'.join(map(re.escape, _FLAGS))})",
        rf"(?P<name>(?:{alone})(?==)|(?:{_WITH_VALUE})(?==(?:['\[{{]|True\b)))="
        rf"(?P<value>{_QUOTED}|{_SEVERAL}|{_CHOICE}|\w+)",
        rf"(?P<alone>{alone})\b(?!\.\w)",
        rf"(?P<chosen>{_CHOSEN})(?= '(?:{'|'.join(_CHOICES)})')",
        r"(?P<subject>threshold|alphas)(?= must )",
        r"(?:(?<=pass )|(?<=with )|(?<=\())(?P<word>optimum|budget|select|font)\b",
        r"(?P<told>(?<=name it \()control|(?<=names \()rename|(?<=problem in )optimum|(?<=leave )reference(?= out))\b",
        r"plot_(?P<figure>pvalue_matrix)\b",
    )
    return re.compile(rf"(?P<quoted>{_QUOTED})|(?<![\w/.-])(?:{'|'.join(patterns)})")


def in_options(message: str) -> str:
    """Call keywords by the options of the command line.

    Examples
    --------
    >>> in_options("complete it, or pass missing='drop' to leave such data sets out.")
    'complete it, or pass --missing drop to leave such data sets out.'
    >>> in_options("pass algorithm_column, or dataset_column='data set'; higher_is_better=False if lower is better.")
    "pass --algorithm-column, or --dataset-column 'data set'; --lower-is-better if lower is better."
    >>> in_options("leave them out with exclude=['A', 'B'], or pass select={'metric': 'acc'}.")
    "leave them out with --exclude 'A,B', or pass --select 'metric=acc'."
    >>> in_options("zeros 'drop' is for pair_test 'wilcoxon', not for 'my zeros (control)': leave it out.")
    "--zeros 'drop' is for --pair-test 'wilcoxon', not for 'my zeros (control)': leave it out."
    """
    return _keywords().sub(_option, message)


def _argument(value: str) -> str:
    """Write the value of a keyword as the argument of an option: names divided by commas, COLUMN=VALUE."""
    texts = [text[1:-1] for text in re.findall(_QUOTED, value)]
    if value.startswith("{"):
        return f"'{'='.join(texts)}'"
    if value.startswith("[") or (value.startswith("'") and "," in value.strip("',")):
        return "'" + ",".join(f'"{text}"' if "," in text else text for text in texts) + "'"
    return texts[0] if texts and texts[0] in _WORDS else value


def _option(found: re.Match[str]) -> str:
    kind, text = str(found.lastgroup), found[0]
    if kind == "quoted":
        return text
    if kind == "flag":
        return _FLAGS[text]
    if kind == "figure":
        return f"--figure {found['figure'].replace('_', '-')}"
    if kind != "value":
        return "--" + text.replace("_", "-")
    option, value = "--" + found["name"].replace("_", "-"), found["value"]
    if value == "True":
        return option
    return f"{option} {_argument(value)}"
