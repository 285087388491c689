"""Figures: their subjects, options and layout functions. The module of a figure is
imported when the figure is used.

A figure is one module with a layout function and a public function::

    @figure("mcb", RowOptions, title="Average ranks with intervals")
    def layout_mcb(
        comparison: Comparison, *, look: Look, meter: TextMeter, reference: str = "best"
    ) -> MCBLayout: ...

    @layout_mcb.public
    def plot_mcb(
        comparison: Comparison, *, reference: str = "best", **options: Unpack[RowOptions]
    ) -> Drawing[MCBLayout]:
        \"\"\"Draw ... (with its own options, and ``{rest}`` before its own errors)\"\"\"
        return layout_mcb.draw(comparison, options, reference=reference)

`figure` turns the layout function into a `Figure`.
``layout_mcb(comparison, measure=..., width=...)`` returns a sheet, and
``layout_mcb.draw`` returns a drawing with its provenance. `public` adds the shared
options to the signature, and their descriptions from `cddiagram.sheet.look` to the
docstring. Commands, reports and captions call `find_figure`, which reads the registry
`cddiagram.features.FIGURES`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from cddiagram._util import loaded
from cddiagram._util.lazy import lazy_pattern
from cddiagram.features import FIGURES, feature_of
from cddiagram.figures.options import OwnOptions, own_options
from cddiagram.sheet import Look, option_texts
from cddiagram.text import RichText, TextPart, UsageError, choose_from

if TYPE_CHECKING:
    from cddiagram.figures.drawing import Drawing
    from cddiagram.figures.origin import Origin
    from cddiagram.sheet import Fonts, Measure, Sheet

LayoutT = TypeVar("LayoutT", bound="Sheet")
FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


@dataclass(frozen=True, kw_only=True)
class Subject:
    """The kind of object that a figure draws, with the wording of error messages.

    It has the same fields as `Feature`. Classes are specified by name, so that a figure
    does not import the classes of other figures.
    """

    #: The class of the subject.
    result: str
    #: The term that messages use for the subject.
    subject: str
    #: An imperative phrase that tells the user to create the subject, followed by the
    #: call that creates it.
    made: str
    call: str
    #: Maps other classes to the remedies that are suggested if the user passes an
    #: object of such a class.
    given: Mapping[str, str] = field(default_factory=dict)
    #: Whether the figure requires several objects of this kind.
    several: bool = False

    @classmethod
    def of_feature(cls, key: str) -> Subject:
        """Return the subject of the figures of a feature."""
        # Features are not loaded if the figure shows a comparison.
        from cddiagram.features import FEATURES

        entry = FEATURES[key]
        return cls(
            result=entry.result,
            subject=entry.subject,
            made=entry.made,
            call=entry.call,
            given=entry.given,
        )

    def check(self, name: str, subject: Any, more: Sequence[str] = ()) -> None:
        """Raise an error unless the subject is of the kind that the figure draws.

        `name` is the public function of the figure, and `more` contains its other
        required arguments, which are included in the remedy.
        """
        for member in self.members(subject):
            if not _is(member, self.result):
                kind = type(member).__name__
                remedy = self._remedy(name, member, more)
                raise UsageError(
                    f"{name} requires {self.subject}, not a {kind}. {remedy}."
                )

    def members(self, subject: Any) -> Iterable[Any]:
        """Return the objects of which a subject consists."""
        if self.several:
            return _members(subject)
        return [subject]

    def _remedy(self, name: str, member: Any, more: Sequence[str]) -> str:
        """Return the remedy for an object of another class."""
        from cddiagram.features import feature_of

        kind = type(member).__name__
        if kind in self.given:
            return self.given[kind].format(name=name)
        feature = feature_of(member)
        if feature is not None and self.result in feature.instead:
            return feature.instead[self.result].format(name=name)
        arguments = ", ".join((self.call, *more))
        return f"{self.made}: {name}({arguments})"


COMPARED = Subject(
    result="Comparison",
    subject="a comparison",
    made="Compare the scores first",
    call="compare(table)",
)
SEVERAL = Subject(
    result="Comparison",
    subject="comparisons",
    made="Compare the scores first",
    call="{title: compare(table) for title, table in tables.items()}",
    several=True,
)
CHECKED = Subject(
    result="Assumptions",
    subject="checked assumptions",
    made="Check the assumptions first",
    call="check_assumptions(table)",
    given={
        "Comparison": "Use the assumptions of the comparison: "
        "{name}(comparison.assumptions)"
    },
)


def _members(subject: Any) -> Iterable[Any]:
    """Return the members of a sequence or mapping. A single comparison has no members,
    because the layout raises an error for it.
    """
    if _is(subject, "Comparison"):
        return ()
    if isinstance(subject, Mapping):
        return subject.values()
    if isinstance(subject, list | tuple):
        return subject
    return [subject]


def _is(member: Any, name: str) -> bool:
    """Return whether an object is an instance of the class of this package with this
    name.
    """
    bases = type(member).__mro__
    own_bases = [base for base in bases if base.__module__.startswith("cddiagram.")]
    return name in [base.__name__ for base in own_bases]


@dataclass(frozen=True, kw_only=True, eq=False)
class Figure(Generic[LayoutT]):
    """A figure, with all information that commands, reports and captions require."""

    #: The key that identifies the figure on the command line and in reports, such as
    #: ``"rank-bars"``.
    key: str
    #: The layout function. The function accepts a subject, ``look``, ``meter``, and the
    #: options specific to the figure.
    layout: Callable[..., LayoutT]
    #: The class of the shared options, which is a class of `cddiagram.figures.options`
    #: or a subclass.
    shared: type
    #: The subclass of `Look` with these options.
    looks: type[Look] = Look
    #: The title of the figure in reports.
    title: str = ""
    #: The kind of object that the figure draws.
    subject: Subject = COMPARED
    #: Whether comparisons with missing scores can be drawn.
    incomplete: bool = False
    #: Whether the figure has one row for each algorithm, so that its height increases
    #: with the number of algorithms.
    rows: bool = False
    #: Whether each row contains an interval of the quantity on the axis, such as a
    #: confidence interval. Intervals of another quantity are never drawn on this axis.
    intervals: bool = False
    #: A function that raises an error if the subject cannot be drawn, regardless of the
    #: options. This function can also be specified as a string of the form
    #: ``"module:function"``.
    check: str | Callable[[Any], object] = bool
    #: The functions that return the caption and its final sentence, which explains how
    #: to read the figure. Both functions accept the same arguments as `caption`.
    worded: str | Callable[[Any, TextPart], RichText] = "words.captions:caption_words"
    reading: str | Callable[..., TextPart] = lambda comparison, **shown: ""
    #: The function that returns the description of the figure for screen readers. This
    #: function accepts the same arguments as `words.descriptions.describe`, and also
    #: the options specific to the figure.
    described: str | Callable[..., RichText] = "words.descriptions:describe"
    #: A function that returns whether the report of a comparison contains the figure by
    #: default. The value is None if such reports never contain the figure.
    report: Callable[[Any], bool] | None = None

    @property
    def name(self) -> str:
        """The name of the public function."""
        return f"plot_{self.key.replace('-', '_')}"

    @property
    def plot(self) -> Callable[..., Drawing[LayoutT]]:
        """The public function."""
        module = import_module(self.layout.__module__)
        function = getattr(module, self.name)
        return cast("Callable[..., Drawing[LayoutT]]", function)

    @cached_property
    def own(self) -> dict[str, inspect.Parameter]:
        """The options specific to this figure."""
        _, *parameters = inspect.signature(self.layout).parameters.values()
        own = {}
        for parameter in parameters:
            if parameter.name not in ("look", "meter"):
                own[parameter.name] = parameter
        return own

    @cached_property
    def look_defaults(self) -> dict[str, Any]:
        """The shared options of the figure with their defaults, without ``look`` and
        ``ax``.
        """
        defaults = vars(self.looks())
        names = [name for name in self.shared.__annotations__ if name in defaults]
        return {name: defaults[name] for name in names}

    @property
    def own_options(self) -> OwnOptions:
        """The options specific to this figure, as the command describes them."""
        return own_options(self.key)

    @property
    def required(self) -> tuple[str, ...]:
        """The options specific to this figure that have no default."""
        required = []
        for name, option in self.own.items():
            if option.default is option.empty:
                required.append(name)
        return tuple(required)

    @property
    def accepts(self) -> frozenset[str]:
        """All options except ``look`` and ``ax``."""
        return frozenset((*self.own, *self.look_defaults))

    def look(self, options: Mapping[str, Any]) -> Look:
        """Return the look with these shared options.

        Raises
        ------
        TypeError
            If an option is unknown.
        """
        own = dict(options)
        look = own.pop("look", None)
        for name in own:
            if name not in self.look_defaults:
                raise TypeError(
                    f"{self.name}() got an unexpected keyword argument '{name}'"
                )
        if look is None:
            return self.looks(**own)
        if not isinstance(look, Look):
            raise UsageError(
                f"look must be a Look, not a {type(look).__name__}. Use, for example, "
                "Look(width='page')."
            )
        return self.looks(**{**vars(look), **own})

    def lay_out(
        self, subject: Any, look: Look, measure: Measure, own: Mapping[str, Any]
    ) -> LayoutT:
        """Return the layout of a subject for a look and the figure's own options."""
        # This import is slow, so it is executed only when a figure is drawn.
        from cddiagram.sheet import TextMeter

        self.check_complete(subject)
        meter = TextMeter(measure, math=look.math)
        return self.layout(subject, look=look, meter=meter, **own)

    def check_complete(self, subject: Any) -> None:
        """Raise an error for a comparison with missing scores if the figure requires
        all scores.
        """
        if self.incomplete:
            return
        for member in self.subject.members(subject):
            if _is(member, "Comparison") and member.table is not None:
                member.table.check_complete(f"figure '{self.key}'")

    def __call__(
        self, subject: Any, *pair: str, measure: Measure, **options: Any
    ) -> LayoutT:
        """Return the layout for the options of the public function. `measure` returns
        the width of text.
        """
        own: dict[str, Any] = dict(zip(self.own, pair, strict=False))
        shared = {}
        for name, value in options.items():
            if name in self.own:
                own[name] = value
            else:
                shared[name] = value
        return self.lay_out(subject, self.look(shared), measure, own)

    def draw(
        self, subject: Any, options: Mapping[str, Any], **own: Any
    ) -> Drawing[LayoutT]:
        """Return the drawing of a subject with its provenance."""
        from cddiagram.figures.drawing import draw, warn_of, warn_of_height
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
        lay_out = None
        if look.font is None:
            lay_out = partial(self.lay_out, origin.subject, look, own=own)
        drawing = draw(
            sheet,
            fonts,
            ax=ax,
            ids=look.ids,
            origin=origin,
            stacklevel=4,
            lay_out=lay_out,
        )
        warn_of(drawing, look)
        if ax is None:
            wide = replace(look, width="page")
            warn_of_height(
                sheet, lambda: self.lay_out(subject, wide, fonts.measure, own)
            )
        return drawing

    def _origin(
        self, subject: Any, look: Look, own: Mapping[str, Any], fonts: Fonts
    ) -> Origin:
        """Return the call that created the drawing, without options that have their
        default values.
        """
        from cddiagram.figures.origin import Origin, unchanging

        defaults = dict(self.look_defaults)
        for name, option in self.own.items():
            if name not in self.required:
                defaults[name] = option.default
        options = dict(own)
        for name in self.look_defaults:
            options[name] = getattr(look, name)
        if look.font_sets:
            options["font"] = fonts.families  # the families that are installed
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
            describe=partial(self.description, subject, dict(look.rename or {}), **own),
        )

    def caption(self, comparison: Any, **shown: Any) -> RichText:
        """Return the caption of the figure of a subject.

        `shown` contains details for the last sentence, for example whether there are
        `letters`, or `numbers` in cells.
        """
        self.check_complete(comparison)
        loaded(self.check)(comparison)
        reading = loaded(self.reading)(comparison, **shown)
        words: RichText = loaded(self.worded)(comparison, reading)
        return words

    def description(
        self, subject: Any, names: Mapping[str, str] | None = None, **own: Any
    ) -> str:
        """Return the description of the figure of a subject.

        `names` maps algorithms to their names in the figure, and `own` contains the
        options specific to the figure.
        """
        describe = loaded(self.described)
        shortest = loaded("words.descriptions:shortest")
        return str(
            shortest(lambda most: describe(subject, self.title, most, **own), names)
        )

    def public(self, plot: FunctionT) -> FunctionT:
        """Add the shared options to the signature and the docstring of the public
        function.
        """
        signature = inspect.signature(plot)
        parameters = []
        for parameter in signature.parameters.values():
            if parameter.kind is not parameter.VAR_KEYWORD:
                parameters.append(parameter)
        parameters += self._shared_parameters()
        layout = str(signature.return_annotation)
        layout = layout.removeprefix("Drawing[").removesuffix("]")
        plot.__doc__ = self._with_shared_texts(plot.__doc__ or "", layout)
        plot.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        return plot

    def _shared_parameters(self) -> list[inspect.Parameter]:
        """Return the shared options as parameters: options that not all figures have,
        then the options of the page, and then the other options.
        """
        shared = self.shared.__annotations__
        special = [name for name in shared if name not in (*_FIRST, *_ORDER)]
        first = [*special, *_FIRST]
        others = [name for name in shared if name not in first]
        parameters = []
        for name in (*first, *others):
            kind = getattr(shared[name], "__forward_arg__", shared[name])
            default = self.look_defaults.get(name)
            if name == "look":
                kind = f"{kind} | None"
            parameter = inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=default,
                annotation=kind,
            )
            parameters.append(parameter)
        return parameters

    def _with_shared_texts(self, doc: str, layout: str) -> str:
        """Return the docstring of the public function with the descriptions of shared
        options, the return value, errors and warnings. `layout` is the class of the
        layout.
        """
        names = []
        for name in (*_FIRST, *_ORDER):
            is_described = f"\n    {name} : " in doc
            if name in self.shared.__annotations__ and not is_described:
                names.append(name)
        options = option_texts(names)

        def shared_sections(match: re.Match[str]) -> str:
            own_errors = match[1]
            errors = own_errors
            for text in _RAISES:
                error, _, _ = text.partition("\n")
                if error not in own_errors:
                    errors += text
            returns = _RETURNS.format(layout=layout)
            return f"{options}\n\n{returns}\n{_RAISES_HEADING}{errors}\n{_WARNS}"

        doc = doc.replace("    {look}", options)
        return _REST.sub(shared_sections, doc)


#: This placeholder in a docstring is replaced by the shared sections. The errors
#: specific to the function follow it.
_REST = lazy_pattern(r"    \{rest\}\n((?: +\S.*\n)*)")
_RETURNS = """\
    Returns
    -------
    Drawing of {layout}
        The drawing, with its matplotlib figure, its layout in points, and a method to save
        the figure.
"""
_RAISES_HEADING = """\
    Raises
    ------
"""
_RAISES = (
    """\
    UsageError
        If an option has an unknown value or contains the name of an unknown algorithm,
        or if both `width` and `ax` are specified.
""",
    """\
    LayoutError
        If the figure does not fit the width or the axes. The message states the
        required size.
""",
)
_WARNS = """\
    Warns
    -----
    UserWarning
        If no font contains a character of a name, or if an option has no effect on the
        figure.
"""
#: The shared options that come first in signatures and docstrings, in this order.
_FIRST = ("look", "ax", "ids", "font", "width")
_ORDER = tuple(name for name in Look.__dataclass_fields__ if name not in _FIRST)


#: Maps the class of a subject to the function that returns the description of its
#: figures.
_DESCRIBED = {
    "Comparison": "words.descriptions:describe",
    "Posterior": "words.practical:describe_posterior",
    "Assumptions": "words.descriptions:describe_assumptions",
}


def figure(
    key: str,
    shared: type,
    *,
    listed: bool = True,
    subject: Subject | str = COMPARED,
    **settings: Any,
) -> Callable[[Callable[..., LayoutT]], Figure[LayoutT]]:
    """Turn a layout function into a figure.

    If the figure is `listed` and `FIGURES` has no entry for its key, it is added to
    `FIGURES`.

    `subject` is the kind of object that the figure draws, or the key of a feature.
    `settings` contains the other fields of `Figure`.
    """
    if isinstance(subject, str):
        subject = Subject.of_feature(subject)
    described = _DESCRIBED.get(subject.result, "words.descriptions:describe_feature")
    if subject.several:
        described = "words.descriptions:describe_several"
    settings.setdefault("described", described)
    settings["subject"] = subject

    def decorate(layout: Callable[..., LayoutT]) -> Figure[LayoutT]:
        figure = Figure(key=key, layout=layout, shared=shared, **settings)
        if listed:
            FIGURES.setdefault(key, figure)
        return figure

    return decorate


def find_figure(key: str) -> Figure[Any]:
    """Return a figure by its key."""
    if key not in FIGURES:
        raise UsageError(choose_from("figure", key, FIGURES))
    return cast("Figure[Any]", loaded(FIGURES[key]))


def plot(result: Any, kind: str = "", **options: Any) -> Drawing[Any]:
    """Draw a figure of a result.

    The figures of a feature are those in its registry entry, and the first of them is
    the default.
    """
    return _figure_of(result, kind).plot(result, **options)


def description(result: Any) -> str:
    """Return the description of the default figure of a result."""
    return _figure_of(result, "").description(result)


def _figure_of(result: Any, kind: str) -> Figure[Any]:
    """Return a figure of a result by its key, or the default figure."""
    feature = feature_of(result)
    if feature is None:
        return find_figure(kind or result.default_figure)
    kind = kind or next(iter(feature.figures))
    if kind not in feature.figures:
        raise UsageError(choose_from("figure", kind, feature.figures))
    return cast("Figure[Any]", loaded(feature.figures[kind]))
