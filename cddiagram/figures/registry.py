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
`find_figure`; `FIGURES` says where the figures of the package are, and which options
of their own they take.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from cddiagram._util import loaded
from cddiagram.features import feature_of
from cddiagram.figures.options import (
    ALPHAS,
    AVERAGE,
    COLUMNS,
    COST,
    COST_LABEL,
    DIFFERENCE,
    FULL,
    HALF,
    MORE_IS_BETTER,
    NAME_FARTHEST,
    OF,
    ONE_PAIR,
    PAIR,
    PROBABILITY,
    REFERENCE,
    ROPE,
    ROWS,
    SCORE,
    SEED,
    SHOW_RANK_INTERVALS,
    TITLES,
    FigureEntry,
    Making,
)
from cddiagram.sheet import Look, option_texts
from cddiagram.text import Piece, UsageError, Words, choose_from

if TYPE_CHECKING:
    from cddiagram.figures.drawing import Drawing
    from cddiagram.figures.origin import Origin
    from cddiagram.sheet import Fonts, Measure, Sheet

LayoutT = TypeVar("LayoutT", bound="Sheet")
FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])

#: Key -> where the figure is, and which options of its own it takes. The key is that of
#: the command line, and the functions are called after it.
FIGURES = {
    "cd": FigureEntry(
        module="cddiagram.figures.cd",
        options=(SHOW_RANK_INTERVALS,),
    ),
    "rank-bars": FigureEntry(
        module="cddiagram.figures.rank_bars",
        options=(ALPHAS,),
    ),
    "pvalue-matrix": FigureEntry(
        module="cddiagram.figures.pvalue_matrix",
        options=(FULL,),
    ),
    "pair-matrix": FigureEntry(
        module="cddiagram.figures.pair_matrix",
        options=(
            DIFFERENCE,
            ROWS,
            COLUMNS,
            HALF,
            ROPE,
        ),
    ),
    "pair-scatter": FigureEntry(
        module="cddiagram.figures.pair_scatter",
        options=(PAIR, NAME_FARTHEST),
        needs={"pair": ONE_PAIR},
    ),
    "mcb": FigureEntry(
        module="cddiagram.figures.mcb",
        options=(REFERENCE, SHOW_RANK_INTERVALS),
    ),
    "rank-distribution": FigureEntry(module="cddiagram.figures.rank_distribution"),
    "cd-sequence": FigureEntry(
        module="cddiagram.figures.cd_sequence",
        options=(TITLES,),
    ),
    "cd-stack": FigureEntry(
        module="cddiagram.figures.cd_stack",
        options=(TITLES,),
    ),
    "assumptions": FigureEntry(
        module="cddiagram.figures.assumptions",
        options=(OF,),
        making=Making(from_table="stats.assumptions:check_assumptions"),
    ),
    "forest": FigureEntry(
        module="cddiagram.figures.forest",
        # Without a reference it shows all pairs.
        options=(replace(REFERENCE, default=None), ROPE),
    ),
    "score-cost": FigureEntry(
        module="cddiagram.figures.score_cost",
        options=(
            COST,
            COST_LABEL,
            MORE_IS_BETTER,
            AVERAGE,
            SCORE,
        ),
        needs={"cost": "needs the costs as well"},
    ),
    "posterior": FigureEntry(
        module="cddiagram.figures.posterior",
        options=(
            PAIR,
            ROPE,
            PROBABILITY,
            SEED,
        ),
        needs={"rope": "needs a region of practical equivalence"},
        making=Making(
            from_comparison="posterior",
            options=("rope", "seed"),
            testing=("pair_test",),
        ),
    ),
}


@dataclass(frozen=True, kw_only=True)
class Subject:
    """What a figure draws, and what makes it: the fields of `Feature` that messages
    use. No figure loads the classes of another.
    """

    #: The class of the result.
    result: str
    #: What messages call it.
    subject: str
    #: What makes one: an imperative, and the call.
    made: str
    call: str
    #: Class of another result -> what to do with that one.
    given: Mapping[str, str] = field(default_factory=dict)
    several: bool = False

    @classmethod
    def of_feature(cls, key: str) -> Subject:
        """Return the subject of the figures of a feature."""
        from cddiagram.features import FEATURES  # other figures need no features

        entry = FEATURES[key]
        return cls(
            result=entry.result,
            subject=entry.subject,
            made=entry.made,
            call=entry.call,
            given=entry.given,
        )

    def check(self, name: str, subject: Any, more: Sequence[str] = ()) -> None:
        """Refuse what is not the finished object that a figure draws, and say how to
        make one; `more` are the other arguments that the figure needs.
        """
        for given in _members(subject) if self.several else [subject]:
            if not _is(given, self.result):
                kind = type(given).__name__
                remedy = self._remedy(name, given, more)
                raise UsageError(
                    f"{name} draws {self.subject}, not a {kind}: {remedy}."
                )

    def _remedy(self, name: str, given: Any, more: Sequence[str]) -> str:
        """Return what to do with another object."""
        from cddiagram.features import feature_of

        kind = type(given).__name__
        if kind in self.given:
            return self.given[kind].format(name=name)
        feature = feature_of(given)
        if feature is not None and self.result in feature.instead:
            return feature.instead[self.result].format(name=name)
        arguments = ", ".join((self.call, *more))
        return f"{self.made}: {name}({arguments})"


COMPARED = Subject(
    result="Comparison",
    subject="a finished comparison",
    made="compare them first",
    call="compare(table)",
)
SEVERAL = Subject(
    result="Comparison",
    subject="finished comparisons",
    made="compare them first",
    call="{title: compare(table) for title, table in tables.items()}",
    several=True,
)
CHECKED = Subject(
    result="Assumptions",
    subject="checked assumptions",
    made="check them first",
    call="check_assumptions(table)",
    given={"Comparison": "they are in the comparison: {name}(comparison.assumptions)"},
)


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
    layout: Callable[..., LayoutT]
    #: The group of shared options that it takes, of `options`, or a larger
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
            getattr(import_module(self.layout.__module__), self.name),
        )

    @cached_property
    def own(self) -> dict[str, inspect.Parameter]:
        """The options of this figure alone."""
        parameters = list(inspect.signature(self.layout).parameters.values())[1:]
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
        from cddiagram.sheet import (
            TextMeter,  # with what it needs, only where something is drawn
        )

        self.check_complete(subject)
        return self.layout(
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
        from cddiagram.sheet import fonts_for

        self.subject.check(self.name, subject, self.required)
        shared = dict(options)
        ax = shared.pop("ax", None)
        look = self.look(shared)
        if ax is not None:
            from cddiagram.sheet import width_for

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
    key: str,
    shared: type,
    *,
    listed: bool = True,
    subject: Subject | str = COMPARED,
    **settings: Any,
) -> Callable[[Callable[..., LayoutT]], Figure[LayoutT]]:
    """Make a figure of its layout function, in `FIGURES` if it is `listed`.

    `subject` is what it draws, or the key of the feature that has the result;
    `settings` are the other fields of `Figure`.
    """
    if isinstance(subject, str):
        subject = Subject.of_feature(subject)
    settings["subject"] = subject

    def made(layout: Callable[..., LayoutT]) -> Figure[LayoutT]:
        if listed:
            FIGURES.setdefault(key, FigureEntry(module=layout.__module__))
        return Figure(key=key, layout=layout, shared=shared, **settings)

    return made


def find_figure(key: str) -> Figure[Any]:
    """Return a figure, loaded."""
    if key not in FIGURES:
        raise UsageError(choose_from("figure", key, FIGURES))
    module = import_module(FIGURES[key].module)
    found = getattr(module, f"layout_{key.replace('-', '_')}")
    return cast("Figure[Any]", found)


def plot(result: Any, kind: str = "", **options: Any) -> Drawing[Any]:
    """Draw a figure of a result, as the public function of the figure does.

    A feature has the figures of its registry entry; by default the first is drawn.
    """
    figure: Figure[Any]
    feature = feature_of(result)
    if feature is None:
        figure = find_figure(kind)
    else:
        kind = kind or next(iter(feature.figures))
        if kind not in feature.figures:
            raise UsageError(choose_from("figure", kind, feature.figures))
        figure = cast("Figure[Any]", loaded(feature.figures[kind]))
    return figure.plot(result, **options)
