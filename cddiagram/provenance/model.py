"""The record of how a figure or a report was created, and its representation in files."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from cddiagram._util import ShortRepr, as_record
from cddiagram.text import InputError, UsageError, choose_from

_T = TypeVar("_T")

#: In a file that also contains other text, this unique prefix precedes the JSON record.
MARK = "cddiagram: "

#: The version of the record format. Keys that were added by later versions are ignored.
FORMAT = 1

#: The values in a record are nested at most this many levels deep. In records that
#: cddiagram writes, values are nested four levels deep.
_DEEPEST = 20

#: Maps characters to escape sequences in JSON strings. Without escaping, these
#: characters could end a comment, a script or an attribute in one of the formats. For
#: example, a comment in BibTeX ends at an ``@``. In JSON, these characters occur only
#: in strings.
_ESCAPES = {
    "<": r"\u003c",
    ">": r"\u003e",
    "&": r"\u0026",
    "'": r"\u0027",
    "@": r"\u0040",
    "--": r"\u002d\u002d",
}

#: A line of PostScript contains at most this many characters of JSON. The string is the
#: prefix of continued comment lines. The PostScript document structuring conventions
#: allow 255 characters per line.
_EPS_LINE = 235
EPS_CONTINUED = "%cddiagram+: "


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A set of numbers from which a figure or a report was created.

    Attributes
    ----------
    kind : {"scores", "folds", "average ranks", "p-values", "distributions", "histories"}
        The kind of numbers: a table of scores, scores on the folds of one data set,
        average ranks or p-values that were computed elsewhere, the scores of each
        algorithm without their data sets (`cddiagram.plot_assumptions`), or histories.
    sha256 : str
        The SHA-256 hash of the numbers, names and direction, which does not depend on
        the order of the names. For scores, it is `ScoreTable.sha256`.
    n, k : int
        The number of data sets or problems (0 if unknown), and the number of
        algorithms.
    algorithms : tuple of str
        The names of the algorithms, in their original order.
    datasets : tuple of str or None
        The sorted names of the data sets or problems. None if they are unknown or too
        long. The hash depends on these names.
    higher_is_better : bool or None
        The direction of the scores. None if it is unknown.
    dropped : int
        The number of data sets that were dropped because scores were missing.
    dropped_algorithms, missing : int
        The number of algorithms that were dropped, and the number of scores that are
        missing or imputed. The item ``missing`` of `reading` states the policy for
        missing scores.
    decisions : mapping
        The options of the tests and the significance level, including default values.
    title : str or None
        A title that distinguishes this subject from the others.
    sources : tuple of str
        The names of the source files without their folders. The tuple is empty if the
        names are unknown.
    reading : mapping
        The options of `read_scores` that differ from their defaults. With
        ``split_column``, the item ``part`` identifies the part of the file. The item
        ``names`` contains the names of the algorithms in the files.
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
    r"""A record of how a figure or a report was created.

    The record does not contain the date, the user or the folder.

    Attributes
    ----------
    made : str
        The name of the function, such as ``"plot_cd"`` or ``"report"``.
    version : str
        The version of cddiagram.
    packages : mapping of str to str
        The versions of the packages that were used.
    subjects : tuple of Subject
        The numbers from which the figure or report was created.
    parameters : mapping
        The options that differ from their defaults.

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
        """Return a copy with additional parameters.

        They replace existing parameters with the same names.
        """
        return replace(self, parameters={**self.parameters, **as_record(parameters)})

    def to_dict(self) -> dict[str, Any]:
        """Return the record as a JSON-serialisable dict.

        Empty and unknown values are omitted.
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
        r"""Return the record as a single line of JSON in ASCII.

        The same record always results in the same line, because keys are sorted. The
        characters ``<``, ``>``, ``&``, ``'``, ``@`` and ``--`` are written as
        ``\uXXXX``. The line can therefore be included in XML, in HTML scripts and
        comments, and in comments after ``%``.
        """
        text = json.dumps(
            self.to_dict(), sort_keys=True, separators=(",", ":"), allow_nan=False
        )
        for character, escape in _ESCAPES.items():
            text = text.replace(character, escape)
        return text

    @classmethod
    def from_json(cls, text: str) -> Provenance:
        """Create a provenance record from the output of `to_json`.

        Raises
        ------
        InputError
            If the string is not a provenance record in JSON.
        """
        try:
            record = json.loads(text)
            _check_record(record)
            if "cddiagram" in record:
                record["version"] = record.pop("cddiagram")
            entries = record.get("subjects", [])
            if not isinstance(entries, list):
                raise ValueError("the subjects are not a list")
            record["subjects"] = [_of_record(Subject, entry) for entry in entries]
            return _of_record(cls, record)
        except (RecursionError, TypeError, ValueError) as error:
            raise InputError(
                f"the string is not a provenance record ({error}). Pass the output of "
                "to_json()."
            ) from error

    def comment(self, kind: str) -> str:
        r"""Return the record as a comment for a text file.

        `read_provenance` can find the comment in the file.

        Parameters
        ----------
        kind : {"tex", "html", "md", "txt", "eps"}
            The format of the comment: one line ``% cddiagram: {...}`` for TeX and
            BibTeX, ``<!-- cddiagram: {...} -->`` for HTML and Markdown, ``cddiagram:
            {...}`` for plain text, and several short lines for PostScript.

        Returns
        -------
        str
            The comment without a line break at the end.

        Raises
        ------
        UsageError
            If `kind` is unknown.

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
        """Return an HTML script element that contains the record as JSON.

        The id of the element is ``cddiagram-provenance``.
        """
        return (
            '<script type="application/json" '
            f'id="cddiagram-provenance">{self.to_json()}</script>'
        )

    def pdfinfo(self) -> str:
        r"""Return TeX code that adds the record to the Info dictionary of the PDF.

        The code can be used with and without ``hyperref``. It has no effect in engines
        other than pdfTeX and LuaTeX.

        Examples
        --------
        >>> print(Provenance(made="report", version="0.1.0").pdfinfo()[:40])
        \ifdefined\pdfinfo\pdfinfo{/Provenance <
        """
        entry = f"{{/Provenance <{(MARK + self.to_json()).encode('ascii').hex()}>}}"
        return rf"\ifdefined\pdfinfo\pdfinfo{entry}\else\ifdefined\pdfextension\pdfextension info{entry}\fi\fi"


def _known(subject: Subject) -> dict[str, Any]:
    """Return a subject as a dict without default values and empty mappings."""
    values = {}
    for member in fields(Subject):
        value = getattr(subject, member.name)
        if value not in (member.default, {}):
            values[member.name] = as_record(value)
    return values


def _check_record(record: Any) -> None:
    """Raise an error if a value from JSON is not a record of cddiagram."""
    is_record = isinstance(record, dict) and fits(record.get("format"), "int")
    if not is_record or record["format"] < FORMAT:
        raise ValueError("it was not written by cddiagram")
    if not _is_shallow(record, _DEEPEST):
        raise ValueError("it is nested too deeply")


def _is_shallow(value: Any, depth: int) -> bool:
    """Return whether collections are nested at most `depth` levels deep."""
    parts = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(parts, list):
        return True
    return depth > 0 and all(_is_shallow(part, depth - 1) for part in parts)


#: Maps the name of a type in an annotation to the JSON types of its values.
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
    """Return whether the type of a value from JSON matches an annotation."""
    return any(_is(value, kind) for kind in annotation.split(" | "))


def _is(value: object, kind: str) -> bool:
    head, _, inner = kind.removesuffix("]").partition("[")
    if head == "Mapping":
        kind_of_item = inner.split(", ")[1]
        if not isinstance(value, Mapping):
            return False
        return all(_is(item, kind_of_item) for item in value.values())
    if inner:  # such as Sequence[str] or tuple[str, ...]
        kind_of_item = inner.split(",")[0]
        if not isinstance(value, list | tuple):
            return False
        return all(_is(item, kind_of_item) for item in value)
    if isinstance(value, bool) and head in ("int", "float"):
        return False
    return isinstance(value, _TYPES[head])


def option_types(read: Callable[..., object]) -> dict[str, str]:
    """Return a dict that maps the keyword-only options of a function to annotations."""
    parameters = inspect.signature(read).parameters.values()
    return {
        part.name: str(part.annotation)
        for part in parameters
        if part.kind is part.KEYWORD_ONLY
    }


def _of_record(cls: type[_T], entry: Any) -> _T:
    """Create a subject or a provenance from a record, and check the types of values."""
    if not isinstance(entry, Mapping):
        raise ValueError("a part of the record is not an object")
    types = {member.name: str(member.type) for member in fields(cls)}  # type: ignore[arg-type]
    values = {}
    for name, value in entry.items():
        if name not in types:
            continue
        if not fits(value, types[name]):
            raise ValueError(f"the item {name} does not have the type {types[name]}")
        values[name] = tuple(value) if isinstance(value, list) else value
    return cls(**values)
