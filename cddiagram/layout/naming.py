"""What things are called in a figure: names of algorithms in one line each, renamed, picked out, and told apart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cddiagram.errors import UsageError, choose_from

#: What `highlight` may be: a name, names, or names with colours.
Highlight = str | Sequence[str] | Mapping[str, str]


def one_line(text: str) -> str:
    r"""Turn each run of tabs, line breaks and other control characters, which have no glyph, into one space.

    Examples
    --------
    >>> one_line("a\tb\r\nc")
    'a b c'
    """
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+", " ", text)


def text_or_none(option: str, text: str | None) -> str | None:
    """Return a text on one line, None if nothing is left of it; refuse what is no text."""
    if text is None:
        return None
    if not isinstance(text, str):
        raise UsageError(f"{option} must be a text or None, not {text!r}.")
    return one_line(text).strip() or None


def colors_of(highlight: Highlight | None, algorithms: Sequence[str]) -> Mapping[str, str]:
    """Return the colour of each highlighted algorithm; refuse unknown ones."""
    if isinstance(highlight, str):
        highlight = [highlight]
    if isinstance(highlight, Sequence):
        highlight = dict.fromkeys(highlight, "accent")
    return texts_of("highlight", highlight, algorithms)


def display_names(
    rename: Mapping[str, str] | None, algorithms: Sequence[str], shown: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Decide what algorithms are called in a figure, each in one line and each differently.

    Parameters
    ----------
    rename : dict or None
        Names to print instead.
    algorithms : sequence of str
        All algorithms.
    shown : sequence of str, optional
        Those that the figure names, in its order; by default all.

    Returns
    -------
    tuple of str
        One label for each in `shown`.

    Raises
    ------
    UsageError
        `rename` names an unknown algorithm, or two labels would look alike: a reader could not tell which is which.

    Examples
    --------
    >>> display_names({"A": "B", "B": "A"}, ["A", "B", "C"])
    ('B', 'A', 'C')
    """
    labels = texts_of("rename", rename, algorithms)
    owners: dict[str, str] = {}
    names = []
    for name in algorithms if shown is None else shown:
        label = one_line(labels.get(name, name))
        seen = " ".join(label.split())
        if seen in owners:
            raise UsageError(
                f"{owners[seen]!r} and {name!r} would both be called '{seen}' in the figure: give them "
                "different names (rename)."
            )
        owners[seen] = name
        names.append(label)
    return tuple(names)


def texts_of(option: str, values: Mapping[str, str] | None, algorithms: Sequence[str]) -> Mapping[str, str]:
    """Check a mapping from names of algorithms to texts."""
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        also = "a name, a list of names or a dict from names to colours" if option == "highlight" else ""
        raise UsageError(f"{option} must be {also or 'a dict from names of algorithms to texts'}, not {values!r}.")
    for name, value in values.items():
        if name not in algorithms:
            raise UsageError(choose_from(f"algorithm in {option}", name, algorithms))
        if not isinstance(value, str):
            raise UsageError(f"{option} must give a text for '{name}', not {value!r}.")
    return values
