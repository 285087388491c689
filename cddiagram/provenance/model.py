"""What is recorded, and the text it becomes in files."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from cddiagram._util import ShortRepr, as_record
from cddiagram.text import InputError, UsageError, choose_from

_T = TypeVar("_T")

#: Stands before the JSON wherever a file holds it between other text; nothing else
#: begins so.
MARK = "cddiagram: "

#: The version of what the JSON means; a later one may add keys, which are passed over.
FORMAT = 1

#: How deep values may lie in a record; ours lie four deep.
_DEEPEST = 20

#: What ends a comment, a script or an attribute somewhere -> what means the same in the
#: strings of JSON, where alone it can stand. BibTeX passes over everything up to an
#: ``@``.
_ESCAPES = {
    "<": r"\u003c",
    ">": r"\u003e",
    "&": r"\u0026",
    "'": r"\u0027",
    "@": r"\u0040",
    "--": r"\u002d\u002d",
}

#: Most characters of JSON in a line of PostScript, whose document structuring
#: conventions allow 255; and how the lines begin that continue a comment.
_EPS_LINE = 235
EPS_CONTINUED = "%cddiagram+: "


@dataclass(frozen=True, kw_only=True)
class Subject:
    """One set of numbers that a figure or a report was made from.

    Attributes
    ----------
    kind : {"scores", "folds", "average ranks", "p-values", "distributions", "histories"}
        A table of scores; scores on the folds of one data set; average ranks and
        p-values that were computed elsewhere; the scores of each algorithm without
        their data sets (`cddiagram.plot_assumptions`); histories.
    sha256 : str
        Hash of the numbers with their names and direction, in an order that the names
        settle; for scores `ScoreTable.sha256`.
    n, k : int
        How many data sets (problems; 0 if unknown) and algorithms there are.
    algorithms : tuple of str
        Their names, in their order.
    datasets : tuple of str or None
        Names of data sets or problems, sorted; None if unknown, or too long to be
        written down. The hash covers them.
    higher_is_better : bool or None
        The direction; None if unknown.
    dropped : int
        How many data sets were left out for missing scores.
    dropped_algorithms, missing : int
        How many algorithms were; and how many scores were missing that others stand
        for, or that are missing still: ``missing`` in `reading` says which.
    decisions : mapping
        Which tests were made, at which level: what was done, defaults filled in.
    title : str or None
        What tells it from the other subjects.
    sources : tuple of str
        Names of the files it was read from, without folders; empty if unknown.
    reading : mapping
        How it was read: options that differ from their defaults; with ``split_column``
        the ``part`` of the file that it is; with ``names`` what the algorithms of the
        sources were called.
    """

    kind: str
    sha256: str
    n: int
    k: int
    algorithms: tuple[str, ...]
    datasets: tuple[str, ...] | None = None
    higher_is_better: bool | None = None
    dropped: int = 0
    dropped_algorithms: int = 0
    missing: int = 0
    decisions: Mapping[str, Any] = field(default_factory=dict)
    title: str | None = None
    sources: tuple[str, ...] = ()
    reading: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Provenance(ShortRepr):
    r"""How a figure or a report was made. Made by `provenance_of`; holds no date, user
    or folder.

    Attributes
    ----------
    made : str
        What made it: ``"plot_cd"``, ``"report"``, ...
    version : str
        The version of cddiagram.
    packages : mapping of str to str
        Versions of the packages that took part.
    subjects : tuple of Subject
        The numbers it was made from.
    parameters : mapping
        Its options that differ from their defaults.

    Examples
    --------
    >>> import cddiagram as cd
    >>> comparison = cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10)
    >>> provenance = cd.plot_cd(comparison, width="page").provenance
    >>> (
    ...     provenance.made,
    ...     provenance.parameters,
    ...     provenance.subjects[0].decisions["p_adjust"],
    ... )
    ('plot_cd', {'width': 'page'}, 'nemenyi')
    >>> provenance.subjects[0].sha256 == comparison.table.sha256
    True
    >>> Provenance.from_json(provenance.to_json()) == provenance
    True
    """

    made: str
    version: str
    packages: Mapping[str, str] = field(default_factory=dict)
    subjects: tuple[Subject, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def with_parameters(self, parameters: Mapping[str, Any]) -> Provenance:
        """Add options, which replace those of the same name."""
        return replace(self, parameters={**self.parameters, **as_record(parameters)})

    def to_dict(self) -> dict[str, Any]:
        """Return everything that is known as plain Python; what is empty or unknown is
        left out.
        """
        record = {
            "format": FORMAT,
            "made": self.made,
            "cddiagram": self.version,
            "packages": as_record(self.packages),
            "parameters": as_record(self.parameters),
            "subjects": [_known(subject) for subject in self.subjects],
        }
        return {name: value for name, value in record.items() if value not in ({}, [])}

    def to_json(self) -> str:
        r"""Return one line of ASCII that is the same for the same provenance, in every
        process.

        Keys are sorted. ``<``, ``>``, ``&``, ``'``, ``@`` and ``--`` are written as
        ``\uXXXX``, so that the line can stand as it is in XML, in an HTML script or
        comment, and behind a ``%``.
        """
        text = json.dumps(
            self.to_dict(), sort_keys=True, separators=(",", ":"), allow_nan=False
        )
        for character, escape in _ESCAPES.items():
            text = text.replace(character, escape)
        return text

    @classmethod
    def from_json(cls, text: str) -> Provenance:
        """Read what `to_json` wrote.

        Raises
        ------
        InputError
            If the text is no provenance.
        """
        try:
            record = json.loads(text)
            if (
                not isinstance(record, dict)
                or not fits(record.get("format"), "int")
                or record["format"] < FORMAT
            ):
                raise ValueError("not written by cddiagram")
            if not _shallow(record, _DEEPEST):
                raise ValueError("nested too deep")
            given = {
                "version" if name == "cddiagram" else name: value
                for name, value in record.items()
            }
            entries = given.get("subjects", [])
            if not isinstance(entries, list):
                raise ValueError("subjects are no list")
            given["subjects"] = [_made(Subject, entry) for entry in entries]
            return _made(cls, given)
        except (RecursionError, TypeError, ValueError) as error:
            raise InputError(
                f"the text is no provenance of cddiagram ({error}): give what "
                "to_json() wrote."
            ) from error

    def comment(self, kind: str) -> str:
        r"""Return a comment that holds the JSON, without a line end; `read_provenance`
        finds it in any text.

        Parameters
        ----------
        kind : {"tex", "html", "md", "txt", "eps"}
            One line ``% cddiagram: {...}``, for BibTeX too;
            ``<!-- cddiagram: {...} -->`` for HTML and Markdown; ``cddiagram: {...}``
            for plain text, which has no comments; for PostScript several lines, as its
            lines are short.

        Returns
        -------
        str

        Raises
        ------
        UsageError
            Unknown kind.

        Examples
        --------
        >>> Provenance(made="report", version="0.1.0").comment("md")
        '<!-- cddiagram: {"cddiagram":"0.1.0","format":1,"made":"report"} -->'
        """
        text = self.to_json()
        if kind == "eps":
            parts = [text[at : at + _EPS_LINE] for at in range(0, len(text), _EPS_LINE)]
            return f"%{MARK}" + f"\n{EPS_CONTINUED}".join(parts)
        forms = {"tex": "% {}", "html": "<!-- {} -->", "md": "<!-- {} -->", "txt": "{}"}
        if kind not in forms:
            raise UsageError(choose_from("kind of comment", kind, (*forms, "eps")))
        return forms[kind].format(MARK + text)

    def script(self) -> str:
        """Return an HTML element that holds the JSON, for scripts of the page to read:
        ``#cddiagram-provenance``.
        """
        return (
            '<script type="application/json" '
            f'id="cddiagram-provenance">{self.to_json()}</script>'
        )

    def pdfinfo(self) -> str:
        r"""Return TeX that puts the JSON into the Info dictionary of the PDF, under a
        key of its own.

        ``hyperref`` may be loaded or not, before or after. Engines other than pdfTeX
        and LuaTeX pass it over.

        Examples
        --------
        >>> print(Provenance(made="report", version="0.1.0").pdfinfo()[:40])
        \ifdefined\pdfinfo\pdfinfo{/Provenance <
        """
        entry = f"{{/Provenance <{(MARK + self.to_json()).encode('ascii').hex()}>}}"
        return rf"\ifdefined\pdfinfo\pdfinfo{entry}\else\ifdefined\pdfextension\pdfextension info{entry}\fi\fi"


def _known(subject: Subject) -> dict[str, Any]:
    """Return a subject as a dictionary, without what has its default."""
    defaults = {member.name: member.default for member in fields(Subject)}
    values = {name: getattr(subject, name) for name in defaults}
    return {
        name: as_record(value)
        for name, value in values.items()
        if value not in (defaults[name], {})
    }


def _shallow(value: Any, left: int) -> bool:
    parts = list(value.values()) if isinstance(value, dict) else value
    return not isinstance(parts, list) or (
        left > 0 and all(_shallow(part, left - 1) for part in parts)
    )


#: Name of a type in an annotation -> the types that JSON has for it.
_TYPES: dict[str, Any] = {
    "None": type(None),
    "bool": bool,
    "int": int,
    "float": int | float,
    "str": str,
    "Subject": Subject,
    "Any": object,
    "object": object,
}


def fits(value: object, annotation: str) -> bool:
    """Whether a value read from JSON is of a type, as the annotation of a field or
    parameter says it.
    """
    return any(_is(value, kind) for kind in annotation.split(" | "))


def _is(value: object, kind: str) -> bool:
    head, _, inner = kind.removesuffix("]").partition("[")
    if head == "Mapping":
        return isinstance(value, Mapping) and all(
            _is(item, inner.split(", ")[1]) for item in value.values()
        )
    if inner:  # Sequence[str], tuple[str, ...]
        return isinstance(value, list | tuple) and all(
            _is(item, inner.split(",")[0]) for item in value
        )
    return isinstance(value, _TYPES[head]) and not (
        head in ("int", "float") and isinstance(value, bool)
    )


def option_types(read: Callable[..., object]) -> dict[str, str]:
    """Return the keywords of a function that reads, with their types as its annotations
    say them.
    """
    parameters = inspect.signature(read).parameters.values()
    return {
        part.name: str(part.annotation)
        for part in parameters
        if part.kind is part.KEYWORD_ONLY
    }


def _made(cls: type[_T], entry: Any) -> _T:
    """Make a subject or a provenance of what is recorded, each field of the type that
    its class says.
    """
    if not isinstance(entry, Mapping):
        raise ValueError("a part of it is no object")
    types = {member.name: str(member.type) for member in fields(cls)}  # type: ignore[arg-type]
    known = {name: value for name, value in entry.items() if name in types}
    for name, value in known.items():
        if not fits(value, types[name]):
            raise ValueError(f"its {name} is of another type than {types[name]}")
    return cls(
        **{
            name: tuple(value) if isinstance(value, list) else value
            for name, value in known.items()
        }
    )
