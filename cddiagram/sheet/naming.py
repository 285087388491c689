"""What things are called in a figure: names of algorithms in one line each, renamed, picked out, and made distinct."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cddiagram._util.inlines import Option
from cddiagram._util.text import one_line
from cddiagram.errors import LayoutError, UsageError, choose_from

#: What `highlight` may be: a name, names, or names with colours.
Highlight = str | Sequence[str] | Mapping[str, str]

#: Most letters of a name, of a title or note: longer ones make no figure, and take minutes to be measured and broken.
_LONGEST_NAME, _LONGEST_TEXT = 500, 2000


def label_of(name: str) -> str:
    r"""Return a name on one line.

    Raises
    ------
    LayoutError
        It is too long for any figure.

    Examples
    --------
    >>> label_of("a\tb\r\nc")
    'a b c'
    """
    if len(name) > _LONGEST_NAME:
        raise LayoutError(
            f"the name '{name}' has {len(name)} letters and a figure prints up to {_LONGEST_NAME}: is a quote missing "
            "in the file? Otherwise give a shorter one."
        )
    return one_line(name)


def text_or_none(option: str, text: str | None) -> str | None:
    """Return a text on one line, None if nothing is left of it; refuse what is no text."""
    if text is None:
        return None
    if not isinstance(text, str):
        raise UsageError(f"{option} must be a text or None, not {text!r}.")
    if len(text) > _LONGEST_TEXT:
        raise UsageError(f"{option} has {len(text)} letters: give up to {_LONGEST_TEXT}.")
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
        label = label_of(labels.get(name, name))
        seen = " ".join(label.split())
        if seen in owners:
            raise UsageError(
                f"{owners[seen]!r} and {name!r} would both be called '{seen}' in the figure: give them "
                "different names (",
                Option("rename"),
                ").",
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
