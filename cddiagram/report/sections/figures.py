"""Sections that contain figures with captions.

The elements of a figure have ids and hints.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from cddiagram._util import ignored, loaded
from cddiagram.comparing import Comparison
from cddiagram.document import (
    Block,
    Bullets,
    Figure,
    Filled,
    Paragraph,
    TableBlock,
    algorithms_in,
    hint_about,
    name_cell,
    rank_cell,
    table_of,
)
from cddiagram.features import FIGURES
from cddiagram.figures import Figure as Drawn
from cddiagram.figures import find_figure, sequence_orders
from cddiagram.report.naming import Naming
from cddiagram.sheet import unique_ids, widths_from
from cddiagram.text import (
    InputError,
    LayoutError,
    Name,
    Phrase,
    RichText,
    UsageError,
    commas,
    join,
    phrase,
)
from cddiagram.words import (
    Wording,
    format_rank,
    names_words,
    plain_words,
    rank_decimals,
)

if TYPE_CHECKING:
    from cddiagram.figures import Drawing
    from cddiagram.sheet import Sheet

#: The text area on A4 and letter pages has this width in inches.
_WIDE = 6.0
#: The first number is the width in inches of diagrams with few algorithms. The second
#: number is the maximum number of algorithms in such diagrams. Diagrams of this width
#: fit on a phone screen.
_NARROW, _FEW = 4.0, 10
#: Figures in the one-page summary have at most this height in points. In print, the
#: figure is scaled down by 7%, which reduces the font size to 6.5 points.
_HIGHEST = 450.0
#: The first number is the height of a page without the references. The second number is
#: the average height per character of text. Both numbers are in points.
_PAGE, _CHARACTER = 480.0, 0.1
#: The name of the figure that shows several comparisons. This figure is drawn only if
#: the user requests it.
_STACK = "cd-stack"


def figures_blocks(
    comparison: Comparison,
    keys: str | Sequence[str],
    prefix: str,
    *,
    original: Comparison,
    width: float | str,
    **look: Any,
) -> tuple[Block, ...]:
    """Draw the figures with these keys, or the default figures of a report.

    `original` is the same comparison with the original names of the algorithms, to
    which the look refers.
    """
    k = len(comparison.algorithms)
    if width == "auto" and k <= _FEW:
        width = _NARROW
    blocks = []
    for figure in _figures_of(comparison, keys):
        block = figure_block(
            figure,
            comparison,
            f"{prefix}{figure.key}",
            alt=f"{figure.title} of {k} algorithms",
            hint=partial(comparison_hint, comparison),
            original=original,
            width=width,
            **look,
        )
        blocks.append(block)
    return tuple(blocks)


def _figures_of(comparison: Comparison, keys: str | Sequence[str]) -> list[Drawn[Any]]:
    """Return the figures with these keys, or the default figures of one comparison."""
    if keys != "auto":
        figures = map(find_figure, keys)
        return [figure for figure in figures if not figure.subject.several]
    results = []
    for figure in map(find_figure, FIGURES):
        is_of_one = not figure.subject.several
        if is_of_one and figure.report and figure.report(comparison):
            results.append(figure)
    return results


def fits_brief(blocks: Sequence[Block], characters: int = 0) -> bool:
    """Return whether the first block is a figure that fits on the page of a summary.

    `characters` is the number of characters in the summary.
    """
    if not (blocks and isinstance(blocks[0], Figure)):
        return False
    height: float = blocks[0].drawing.layout.height
    characters += len(plain_words(blocks[0].caption))
    return height <= _HIGHEST and height + _CHARACTER * characters <= _PAGE


def figure_keys(*, several: bool) -> tuple[str, ...]:
    """Return the keys of the figures that a report can contain.

    `several` specifies whether the report is about several comparisons.
    """
    keys = [key for key in FIGURES if find_figure(key).report is not None]
    if several:
        keys.append(_STACK)
    return tuple(keys)


def figure_block(
    figure: Drawn[Any],
    subject: Any,
    key: str,
    caption: RichText | None = None,
    *,
    alt: str,
    hint: Callable[[str], str] = lambda gid: "",
    original: Any,
    width: float | str,
    **options: Any,
) -> Figure | Paragraph:
    """Draw a figure with hints.

    If the figure cannot be drawn, return a paragraph that states the reason.

    If `caption` is specified, it replaces the caption of the figure. The function
    `hint` returns the hint for the id of an element, or empty text. The figure is drawn
    from `original`, because the options refer to the original names. Options that the
    figure does not accept are ignored.
    """
    accepted = {}
    for name, value in options.items():
        if name == "look" or name in figure.accepts:
            accepted[name] = value
    if width == "auto":
        width = _WIDE
    try:
        with ignored("The figure is taller"):  # a report does not have pages
            drawing = _draw_within(figure, original, ids=True, width=width, **accepted)
    except (InputError, LayoutError, UsageError) as error:
        words = (f"The figure '{figure.title}' was not drawn. Reason: {error}",)
        return Paragraph(words=words, role="warning")
    pairs = getattr(drawing.layout, "pairs", ())
    if pairs and isinstance(subject, Comparison):
        hint = partial(comparison_hint, subject, pairs=pairs)
    hints = element_hints([element.gid for element in drawing.layout.elements], hint)
    if caption is None:
        caption = figure.caption(subject, **_shown_in(drawing.layout))
    return Figure(key=key, drawing=drawing, caption=caption, alt=alt, hints=hints)


def _shown_in(layout: Sheet) -> dict[str, Any]:
    """Return the arguments of a caption that depend on the width of the figure: whether
    cells contain numbers, and whether letters show the groups.
    """
    details: dict[str, Any] = {"numbers": getattr(layout, "values_printed", None)}
    if getattr(layout, "letters", ()):
        details["letters"] = True
    elif getattr(layout, "bars", ()):
        details["letters"] = False
    return details


def _draw_within(
    figure: Drawn[Any], subject: Any, *, width: str | float, **options: Any
) -> Drawing[Any]:
    """Draw a figure at column width.

    If it does not fit, use the page width.
    """
    *columns, page = widths_from(width)
    for column in columns:
        with contextlib.suppress(LayoutError):
            return figure.plot(subject, width=column, **options)
    return figure.plot(subject, width=page, **options)


def element_hints(gids: Iterable[str], hint: Callable[[str], str]) -> dict[str, str]:
    """Return a mapping from the unique ids of elements in a figure to hints."""
    names = list(gids)
    texts = {gid: hint(gid) for gid in dict.fromkeys(names)}
    hints = {}
    for gid, unique in zip(names, unique_ids(names), strict=True):
        if texts[gid]:
            hints[unique] = texts[gid]
    return hints


def comparison_hint(
    comparison: Comparison, gid: str, pairs: Sequence[tuple[str, str]] = ()
) -> str:
    """Return the hint for an element in a figure of a comparison.

    The hint is empty if the element does not show a result. `pairs` contains the pair of
    each row if the rows of the figure show pairs of algorithms. In the row of a
    reference, both names are the same.
    """
    wording = Wording(comparison)
    order, names = comparison.order, comparison.algorithms

    def algorithm(place: int) -> str:
        column = order[place]
        return hint_about(wording.algorithm(column), names[column])

    def group(number: int) -> str:
        members = comparison.groups[number].algorithms
        words = Phrase("Not significantly different: ", names_words(members))
        return hint_about(words, *members)

    def pair(first: int, second: int) -> str:
        i, j = order[first], order[second]
        return hint_about(wording.pair(i, j), names[i], names[j])

    def pair_in_row(row: int) -> str:
        i, j = (names.index(name) for name in pairs[row])
        if i == j:
            return hint_about(wording.algorithm(i), names[i])
        return hint_about(wording.pair(i, j), names[i], names[j])

    if pairs:
        rows = {r"(?:marker|label|rank|interval|limits)-(\d+)": pair_in_row}
        return hint_of(gid, rows)
    hints_by_pattern: dict[str, Callable[..., str]] = {
        r"(?:marker|label|rank|leader|bar|interval|guide|row|column)-(\d+)": algorithm,
        r"group-(\d+)(?:-gap|-member-\d+)?": group,
        r"(?:cell|value|untested|against)-(\d+)-(\d+)": pair,
    }
    return hint_of(gid, hints_by_pattern)


def hint_of(gid: str, hints_by_pattern: Mapping[str, Callable[..., str]]) -> str:
    """Return the hint for the element with this id, or empty text.

    The mapping contains patterns of ids. Each pattern is mapped to a function of the
    numbers in the id.
    """
    for pattern, hint in hints_by_pattern.items():
        match = re.fullmatch(pattern, gid)
        if match is not None:
            return hint(*map(int, match.groups()))
    return ""


def measures_blocks(
    originals: Sequence[tuple[str, Comparison]],
    *,
    figures: str | Sequence[str],
    naming: Naming,
    **look: Any,
) -> tuple[Block, ...]:
    """Return a section that shows several comparisons of the same algorithms.

    The section contains the average ranks. If `figures` includes the stack, the section
    also contains the stacked diagrams.
    """
    if len(originals) < 2:
        return ()
    renamed = [(title, naming.renamed(other)) for title, other in originals]
    look |= naming.of([name for _, other in originals for name in other.algorithms])
    members = [other for _, other in originals]
    stack: tuple[Block, ...] = ()
    if _STACK in figures:
        stack = _stack_blocks(renamed, members, look)
    algorithms = set(renamed[0][1].algorithms)
    if any(set(other.algorithms) != algorithms for _, other in renamed):
        return stack
    blocks: tuple[Block, ...] = (*stack, _main_results(renamed), _ranks_table(renamed))
    if figures != "auto" and not set(figures) - {_STACK}:
        return blocks
    return (_sequence_block(renamed, members, look), *blocks)


def _ranks(named: Sequence[tuple[str, Comparison]]) -> str:
    """Return the name of the ranks that the comparisons use."""
    if any(other.ranking.means is not None for _, other in named):
        return "Average ranks, or ranks of mean scores,"
    return "Average ranks"


def _ranks_table(named: Sequence[tuple[str, Comparison]]) -> TableBlock:
    """Return a table of the ranks in all comparisons.

    The first comparison determines the order of the algorithms.
    """
    first = named[0][1]
    names = [first.algorithms[i] for i in first.order]
    columns = [Filled.left("Algorithm", list(map(name_cell, names)))]
    for title, other in named:
        decimals = rank_decimals(other.ranking.average_ranks)
        cells = [rank_cell(_rank_of(other, name), decimals) for name in names]
        columns.append(Filled.right(Name(title), cells))
    caption = (
        f"{_ranks(named)} in all comparisons. The algorithms are listed in the order of "
        "the first comparison."
    )
    return table_of("measures-table", caption, columns)


def _main_results(named: Sequence[tuple[str, Comparison]]) -> Bullets:
    """Return the most important conclusions from each comparison."""
    items = []
    for title, other in named:
        conclusions = Wording(other).conclusions[:2]
        items.append(phrase("{}: {} {}", Name(title), *conclusions))
    return Bullets(items=tuple(items))


def _sequence_block(
    named: Sequence[tuple[str, Comparison]],
    originals: Sequence[Comparison],
    look: Mapping[str, Any],
) -> Block:
    """Draw the comparisons as a sequence."""
    first, figure = named[0][1], find_figure("cd-sequence")
    k = len(first.algorithms)
    alt = f"{_ranks(named)} of {k} algorithms in {len(named)} comparisons"
    return figure_block(
        figure,
        originals,
        "measures-cd-sequence",
        (f"{alt}, best at the top. {loaded(figure.reading)(first)}",),
        alt=alt,
        hint=_sequence_hints(named),
        original=originals,
        titles=[title for title, _ in named],
        **look,
    )


def _stack_blocks(
    named: Sequence[tuple[str, Comparison]],
    originals: Sequence[Comparison],
    look: Mapping[str, Any],
) -> tuple[Block, ...]:
    """Draw the diagrams of the comparisons as a stack."""

    def hint_in_stack(gid: str) -> str:
        match = re.fullmatch(r"diagram-(\d+)-(.*)", gid)
        if match is None:
            return ""
        title, comparison = named[int(match[1])]
        hint = comparison_hint(comparison, match[2])
        if not hint:
            return ""
        return hint_about(phrase("{}: {}", Name(title), hint), *algorithms_in(hint))

    titles, members = zip(*named, strict=True)
    figure = find_figure(_STACK)
    alt = f"Diagrams of {len(named)} comparisons"
    block = figure_block(
        figure,
        members,
        f"measures-{_STACK}",
        join(f"{alt}. ", loaded(figure.reading)(members[0])),
        alt=alt,
        hint=hint_in_stack,
        original=originals,
        titles=titles,
        **look,
    )
    return (block,)


def _rank_of(comparison: Comparison, name: str) -> float:
    return float(comparison.ranking.average_ranks[comparison.algorithms.index(name)])


def _sequence_hints(named: Sequence[tuple[str, Comparison]]) -> Callable[[str], str]:
    """Return a function that maps the ids of elements in a sequence figure to hints."""
    titles = [Name(title) for title, _ in named]
    members = [comparison for _, comparison in named]
    orders = sequence_orders(members)

    def marker(at: int, place: int) -> str:
        column, comparison = orders[at][place], members[at]
        words = phrase("{}: {}", titles[at], Wording(comparison).algorithm(column))
        return hint_about(words, comparison.algorithms[column])

    def line(place: int) -> str:
        name = members[0].algorithms[orders[0][place]]
        ranks = []
        for title, comparison in zip(titles, members, strict=True):
            decimals = rank_decimals(comparison.ranking.average_ranks)
            number = format_rank(_rank_of(comparison, name), decimals)
            ranks.append(phrase("{} ({})", number, title))
        return hint_about(
            phrase("{}: average ranks {}", Name(name), commas(ranks)), name
        )

    def bar(at: int, group: int) -> str:
        names = members[at].groups[group].algorithms
        template = "{}: not significantly different: {}"
        return hint_about(phrase(template, titles[at], names_words(names)), *names)

    hints_by_pattern: dict[str, Callable[..., str]] = {
        r"marker-(\d+)-(\d+)": marker,
        r"(?:label|rank|leader)(?:-left)?-(\d+)": line,
        r"group-(\d+)-(\d+)(?:-gap|-member-\d+)?": bar,
    }
    return lambda gid: hint_of(gid, hints_by_pattern)
