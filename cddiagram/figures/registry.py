"""The figures: what each draws, which options it takes, and what lays it out; found by
key, loaded when it is used.

A figure is one module with its layout function and its public one::

    @figure("mcb", RowOptions, title="Average ranks with intervals")
    def layout_mcb(comparison: Comparison, *, look: Look, meter: TextMeter, reference: str = "best") -> MCBLayout: ...

    @layout_mcb.public
    def plot_mcb(
        comparison: Comparison, *, reference: str = "best", **options: Unpack[RowOptions]
    ) -> Drawing[MCBLayout]:
        \"\"\"Draw ... (its own options; ``{rest}`` is what all say, after it stand errors of its own)\"\"\"
        return layout_mcb.draw(comparison, options, reference=reference)

`figure` makes a `Figure` of the layout function:
``layout_mcb(comparison, measure=..., width=...)`` is a sheet in numbers,
``layout_mcb.draw`` a drawing with its provenance. The shared options are in
`cddiagram.sheet.look`. What needs every figure (command, report, captions) asks
`find_figure`; `FIGURES` says where the figures of the package are.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from cddiagram._util.lazy import loaded
from cddiagram.sheet.look import Look, option_texts
from cddiagram.text.errors import UsageError, choose_from
from cddiagram.text.inlines import Piece, Words

if TYPE_CHECKING:
    from cddiagram.figures.drawing import Drawing
    from cddiagram.figures.origin import Origin
    from cddiagram.sheet.elements import Measure, Sheet
    from cddiagram.sheet.typeface import Fonts

LayoutT = TypeVar("LayoutT", bound="Sheet")
FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

#: Key -> the module of the figure; the key is that of the command line, the functions
#: are called after it.
FIGURES = {
    "cd": "cddiagram.figures.cd",
    "rank-bars": "cddiagram.figures.rank_bars",
    "pvalue-matrix": "cddiagram.figures.pvalue_matrix",
    "pair-matrix": "cddiagram.figures.pair_matrix",
    "pair-scatter": "cddiagram.figures.pair_scatter",
    "mcb": "cddiagram.figures.mcb",
    "rank-distribution": "cddiagram.figures.rank_distribution",
    "cd-sequence": "cddiagram.figures.cd_sequence",
    "cd-stack": "cddiagram.figures.cd_stack",
    "conditions": "cddiagram.figures.conditions",
    "forest": "cddiagram.figures.forest",
    "score-cost": "cddiagram.figures.score_cost",
    "posterior": "cddiagram.figures.posterior",
}


@dataclass(frozen=True)
class Subject:
    """What a figure draws: the name of its class (no figure loads the classes of
    another), in words, what makes it.
    """

    kind: str
    words: str
    remedy: str
    several: bool = False

    def check(self, name: str, subject: Any) -> None:
        """Refuse what is not the finished object that a figure draws, and say how to
        make one.
        """
        for given in _members(subject) if self.several else [subject]:
            if not _is(given, self.kind):
                kind = type(given).__name__
                remedy = _HELD.get((self.kind, kind), self.remedy)
                raise UsageError(
                    f"{name} draws {self.words}, not a {kind}: "
                    f"{remedy.format(name=name)}."
                )


COMPARED = Subject(
    "Comparison", "a finished comparison", "compare them first: {name}(compare(table))"
)
SEVERAL = Subject(
    "Comparison",
    "finished comparisons",
    "compare them first: {name}({{title: compare(table) for title, table in "
    "tables.items()}})",
    several=True,
)
CHECKED = Subject(
    "Conditions",
    "checked conditions",
    "check them first: {name}(check_conditions(table))",
)
CONVERGED = Subject(
    "ConvergenceComparison",
    "a finished comparison of convergence",
    "compare them first: {name}(compare_convergence(histories))",
)
PAIR_CONVERGED = replace(
    CONVERGED,
    remedy="compare them first: {name}(compare_convergence(histories), first, second)",
)
STABILITY = Subject(
    "StabilityStudy",
    "a finished study of stability",
    "make it first: {name}(study_stability(comparison))",
)
POOL = Subject(
    "PoolStudy",
    "a finished study of pools",
    "make it first: {name}(study_pool(comparison))",
)
POWER = Subject(
    "PowerStudy",
    "a finished study of power",
    "make it first: {name}(study_power(table))",
)
FOLDS = Subject(
    "FoldsComparison",
    "a finished comparison of folds",
    "compare them first: {name}(compare_folds(scores, folds=10))",
)
OVER_BUDGET = Subject(
    "BudgetComparison",
    "a finished comparison over the budget",
    "compare first: {name}(compare_over_budget(histories))",
)
RECORDED = Subject(
    "Histories", "histories", "read them first: {name}(read_histories(path))"
)
#: (class wanted, class given) -> where the one has the other.
_HELD = {
    (
        "Conditions",
        "Comparison",
    ): "they are in the comparison: {name}(comparison.conditions)",
    ("Comparison", "FoldsComparison"): "one data set has no ranks, so take plot_folds",
    (
        "Histories",
        "ConvergenceComparison",
    ): "they are in the comparison: {name}(comparison.histories)",
}


def _members(subject: Any) -> Iterable[Any]:
    """List the members of a sequence; what is none is refused by the layout, in words
    of its own.
    """
    if _is(subject, "Comparison"):
        return ()
    if isinstance(subject, Mapping):
        return subject.values()
    return subject if isinstance(subject, list | tuple) else [subject]


def _is(given: Any, wanted: str) -> bool:
    return any(
        base.__name__ == wanted and base.__module__.startswith("cddiagram.")
        for base in type(given).__mro__
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class Figure(Generic[LayoutT]):
    """One figure."""

    #: On the command line and in reports: ``"rank-bars"``.
    key: str
    #: Lays it out: what is drawn, ``look``, ``meter``, and the figure's own options.
    place: Callable[..., LayoutT]
    #: The group of shared options that it takes, of `cddiagram.sheet.look`, or a larger
    #: one with options of its own.
    shared: type
    #: The look that holds all of them.
    looks: type[Look] = Look
    #: What it is called in reports.
    title: str = ""
    #: What it draws.
    subject: Subject = COMPARED
    #: Whether it draws comparisons in which scores are missing; others are refused with
    #: the remedy.
    incomplete: bool = False
    #: Whether it has a row for each algorithm, so that a matrix of all pairs is lower.
    rows: bool = False
    #: Refuses what cannot be drawn, whatever the options; it, or its name as
    #: ``"module:function"``.
    check: str | Callable[[Any], object] = bool
    #: The caption, and its last sentence: how the figure is read, of the comparison and
    #: what `caption` is told.
    worded: str | Callable[[Any, Piece], Words] = "words.captions:caption_words"
    reading: str | Callable[..., Piece] = lambda comparison, **shown: ""
    #: Whether a report of this comparison has it where nobody chose; None: no report of
    #: one comparison can have it.
    report: Callable[[Any], bool] | None = None

    @property
    def name(self) -> str:
        """The public function."""
        return f"plot_{self.key.replace('-', '_')}"

    @property
    def plot(self) -> Callable[..., Drawing[LayoutT]]:
        """The public function itself."""
        return cast(
            "Callable[..., Drawing[LayoutT]]",
            getattr(import_module(self.place.__module__), self.name),
        )

    @cached_property
    def own(self) -> dict[str, inspect.Parameter]:
        """The options of this figure alone."""
        parameters = list(inspect.signature(self.place).parameters.values())[1:]
        return {
            option.name: option
            for option in parameters
            if option.name not in ("look", "meter")
        }

    @cached_property
    def look_defaults(self) -> dict[str, Any]:
        """The shared options that it takes, with their defaults; ``look`` and ``ax``
        are not among them.
        """
        defaults = vars(self.looks())
        return {
            name: defaults[name]
            for name in self.shared.__annotations__
            if name in defaults
        }

    @property
    def required(self) -> tuple[str, ...]:
        """The options of this figure alone that have no default."""
        return tuple(
            name for name, option in self.own.items() if option.default is option.empty
        )

    @property
    def accepts(self) -> frozenset[str]:
        """All options but ``look`` and ``ax``."""
        return frozenset((*self.own, *self.look_defaults))

    def look(self, options: Mapping[str, Any]) -> Look:
        """Return the look that shared options ask for; an unknown one is an error as of
        any function.
        """
        given = dict(options)
        look = given.pop("look", None)
        unknown = [name for name in given if name not in self.look_defaults]
        if unknown:
            raise TypeError(
                f"{self.name}() got an unexpected keyword argument '{unknown[0]}'"
            )
        if look is not None and not isinstance(look, Look):
            raise UsageError(
                f"look must be a Look, not a {type(look).__name__}: Look(width='page')."
            )
        return self.looks(**{**({} if look is None else vars(look)), **given})

    def lay_out(
        self, subject: Any, look: Look, measure: Measure, own: Mapping[str, Any]
    ) -> LayoutT:
        """Lay it out with finished options."""
        from cddiagram.sheet.meter import (
            TextMeter,
        )  # with what it needs, only where something is drawn

        self.check_complete(subject)
        return self.place(
            subject, look=look, meter=TextMeter(measure, math=look.math), **own
        )

    def check_complete(self, subject: Any) -> None:
        """Refuse a comparison in which scores are missing where the figure needs all of
        them.
        """
        for given in _members(subject) if self.subject.several else [subject]:
            if (
                not self.incomplete
                and _is(given, "Comparison")
                and given.table is not None
            ):
                given.table.check_complete(f"figure '{self.key}'")

    def __call__(
        self, subject: Any, *pair: str, measure: Measure, **options: Any
    ) -> LayoutT:
        """Lay it out: the options of the public function, and how wide texts are."""
        own = {
            **dict(zip(self.own, pair, strict=False)),
            **{n: v for n, v in options.items() if n in self.own},
        }
        look = self.look(
            {name: value for name, value in options.items() if name not in own}
        )
        return self.lay_out(subject, look, measure, own)

    def draw(
        self, subject: Any, options: Mapping[str, Any], **own: Any
    ) -> Drawing[LayoutT]:
        """Draw it, with its provenance: what every ``plot_...`` function does."""
        from cddiagram.figures.drawing import draw, warn_of
        from cddiagram.sheet.typeface import fonts_for

        self.subject.check(self.name, subject)
        shared = dict(options)
        ax = shared.pop("ax", None)
        look = self.look(shared)
        if ax is not None:
            from cddiagram.sheet.mpl.figure import width_for

            look = replace(look, width=width_for(ax, look.width))
        fonts = fonts_for(look.font, math=look.math)
        sheet = self.lay_out(subject, look, fonts.measure, own)
        origin = self._origin(subject, look, own, fonts)
        drawing = draw(sheet, fonts, ax=ax, ids=look.ids, origin=origin, stacklevel=4)
        warn_of(drawing, look)
        return drawing

    def _origin(
        self, subject: Any, look: Look, own: Mapping[str, Any], fonts: Fonts
    ) -> Origin:
        """Keep how it is drawn; options that have their default need no copy."""
        from cddiagram.figures.origin import Origin, unchanging

        defaults = dict(self.look_defaults)
        for name, option in self.own.items():
            if name not in self.required:
                defaults[name] = option.default
        options = dict(own)
        for name in self.look_defaults:
            options[name] = getattr(look, name)
        if look.font_sets:
            options["font"] = fonts.families  # those that were taken
        for name, default in defaults.items():
            if options.get(name) is default:
                options.pop(name, None)
        if self.subject.several:
            subject = unchanging(subject)
        return Origin(
            function=self.name,
            subject=subject,
            options=unchanging(options),
            defaults=defaults,
        )

    def caption(self, comparison: Any, **shown: Any) -> Words:
        """Return its caption; `shown` is what a reading depends on: `letters`, whether
        there are `numbers` in cells.
        """
        self.check_complete(comparison)
        loaded(self.check)(comparison)
        words: Words = loaded(self.worded)(
            comparison, loaded(self.reading)(comparison, **shown)
        )
        return words

    def public(self, plot: FunctionT) -> FunctionT:
        """Complete signature and docstring of the public function: the shared options
        and their texts.
        """
        signature = inspect.signature(plot)
        parameters = [
            option
            for option in signature.parameters.values()
            if option.kind is not option.VAR_KEYWORD
        ]
        doc = plot.__doc__ or ""
        shared = self.shared.__annotations__
        first = (*(name for name in shared if name not in (*_FIRST, *_ORDER)), *_FIRST)
        for name in (*first, *(name for name in shared if name not in first)):
            kind = getattr(shared[name], "__forward_arg__", shared[name])
            kind, default = (
                (f"{kind} | None", None)
                if name == "look"
                else (kind, self.look_defaults.get(name))
            )
            parameters.append(
                inspect.Parameter(
                    name,
                    inspect.Parameter.KEYWORD_ONLY,
                    default=default,
                    annotation=kind,
                )
            )
        missing = [
            name
            for name in (*_FIRST, *_ORDER)
            if name in shared and f"\n    {name} : " not in doc
        ]
        texts = option_texts(missing)
        drawn = (
            str(signature.return_annotation).removeprefix("Drawing[").removesuffix("]")
        )

        def rest(found: re.Match[str]) -> str:
            raises = [
                found[1],
                *(text for text in _RAISES if text.partition("\n")[0] not in found[1]),
            ]
            return f"{texts}\n\n{_RETURNS}{drawn}{_SHARED}{''.join(raises)}\n{_WARNS}"

        doc = _REST.sub(rest, doc.replace("    {look}", texts))
        plot.__doc__ = doc
        plot.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        return plot


#: What every figure says, with the errors that only this one raises, or explains in
#: other words.
_REST = re.compile(r"    \{rest\}\n((?: +\S.*\n)*)")
_RETURNS = """\
    Returns
    -------
    Drawing of """
_SHARED = """
        With the figure, the axes, the layout in numbers, and ``save``.

    Raises
    ------
"""
_RAISES = (
    """\
    UsageError
        An option has an unknown value or names an unknown algorithm, or `width` and `ax` are both given.
""",
    """\
    LayoutError
        The figure does not fit the width, or `ax` is too low; the message names the size that is needed.
""",
)
_WARNS = """\
    Warns
    -----
    UserWarning
        If no font has a glyph for some character of a name, or if the figure does not show what an option asks for.
"""
_FIRST = ("look", "ax", "ids", "font", "width")
_ORDER = tuple(name for name in Look.__dataclass_fields__ if name not in _FIRST)


def figure(
    key: str, shared: type, *, listed: bool = True, **settings: Any
) -> Callable[[Callable[..., LayoutT]], Figure[LayoutT]]:
    """Make a figure of its layout function, in `FIGURES` if it is `listed`; `settings`
    are the fields of `Figure`.
    """

    def made(place: Callable[..., LayoutT]) -> Figure[LayoutT]:
        if listed:
            FIGURES.setdefault(key, place.__module__)
        return Figure(key=key, place=place, shared=shared, **settings)

    return made


def find_figure(key: str) -> Figure[Any]:
    """Return a figure, loaded."""
    if key not in FIGURES:
        raise UsageError(choose_from("figure", key, FIGURES))
    found = getattr(import_module(FIGURES[key]), f"layout_{key.replace('-', '_')}")
    return cast("Figure[Any]", found)
