"""The sections with figures: drawn with ids, captions, and hints for every element."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from cddiagram._util import loaded
from cddiagram.comparing import Comparison
from cddiagram.document import (
    Block,
    Bullets,
    Figure,
    Filled,
    Paragraph,
    about_of,
    name_cell,
    rank_cell,
    table_of,
    told,
)
from cddiagram.figures import FIGURES, find_figure, sequence_orders
from cddiagram.figures import Figure as Drawn
from cddiagram.report.naming import Naming
from cddiagram.sheet import unique_ids, widths_from
from cddiagram.text import (
    InputError,
    LayoutError,
    Name,
    Phrase,
    UsageError,
    Words,
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

#: Widths in inches: the text of A4 and letter pages; of diagrams of few algorithms,
#: which a telephone shows whole.
_WIDE, _NARROW, _FEW = 6.0, 4.0, 10
#: A figure in a brief is at most so many points high, on paper 7% less, which leaves
#: type of 6.5 points; and what is left of a page for it and the texts, a tenth of a
#: point for each of their characters, beside the list of references.
_HIGHEST, _PAGE = 450.0, 480.0
#: Of several comparisons, by request.
_STACK = "cd-stack"


def figures_blocks(
    comparison: Comparison,
    asked: str | Sequence[str],
    prefix: str,
    *,
    original: Comparison,
    width: float | str,
    **look: Any,
) -> tuple[Block, ...]:
    """Draw figures of a comparison: those that were asked for, or ``"auto"``, those
    that it has by default.

    `original` is the same under the names that the look speaks of.
    """
    figures = map(find_figure, FIGURES if asked == "auto" else asked)
    k = len(comparison.algorithms)
    return tuple(
        figure_block(
            figure,
            comparison,
            f"{prefix}{figure.key}",
            alt=f"{figure.title} of {k} algorithms",
            tell=partial(comparison_hint, comparison),
            original=original,
            width=_NARROW if width == "auto" and k <= _FEW else width,
            **look,
        )
        for figure in figures
        if not figure.subject.several
        and (
            asked != "auto" or (figure.report is not None and figure.report(comparison))
        )
    )


def fits_brief(blocks: Sequence[Block], characters: int = 0) -> bool:
    """Whether the first of these is a figure that has room on a page beside so many
    characters of a brief.
    """
    if not (blocks and isinstance(blocks[0], Figure)):
        return False
    height: float = blocks[0].drawing.layout.height
    characters += len(plain_words(blocks[0].caption))
    return height <= _HIGHEST and height + 0.1 * characters <= _PAGE


def figure_keys(*, several: bool) -> tuple[str, ...]:
    """Return the figures that a report of one comparison, or of several, can have, in
    reading order.
    """
    of_one = [key for key in FIGURES if find_figure(key).report is not None]
    return (*of_one, *([_STACK] if several else []))


def figure_block(
    figure: Drawn[Any],
    subject: Any,
    key: str,
    caption: Words | None = None,
    *,
    alt: str,
    tell: Callable[[str], str] = lambda gid: "",
    original: Any,
    width: float | str,
    **options: Any,
) -> Figure | Paragraph:
    """Draw any figure with its hints; one that cannot be drawn is replaced by a
    sentence that says why.

    `caption` is its own by default, `tell` gives the hint for the id of an element,
    empty for none. What is drawn is the `original`, whose names options speak of; those
    that the figure does not take are left out. The width ``"auto"`` is that of a page;
    what has no room in a column of two is drawn over both.
    """
    taken = {
        name: value
        for name, value in options.items()
        if name == "look" or name in figure.accepts
    }
    try:
        drawing = _drawn(
            figure,
            original,
            ids=True,
            width=_WIDE if width == "auto" else width,
            **taken,
        )
    except (InputError, LayoutError, UsageError) as error:
        return Paragraph(
            words=(f"The figure '{figure.title}' was not drawn. Reason: {error}",),
            role="warning",
        )
    hints = element_hints([element.gid for element in drawing.layout.elements], tell)
    if caption is None:  # whether cells hold numbers depends on their width
        caption = figure.caption(
            subject, numbers=getattr(drawing.layout, "values_printed", None)
        )
    return Figure(key=key, drawing=drawing, caption=caption, alt=alt, hints=hints)


def _drawn(
    figure: Drawn[Any], subject: Any, *, width: str | float, **options: Any
) -> Drawing[Any]:
    """Draw a figure; over the page where it has no room in one of two columns."""
    *columns, page = widths_from(width)
    for column in columns:
        with contextlib.suppress(LayoutError):
            return figure.plot(subject, width=column, **options)
    return figure.plot(subject, width=page, **options)


def element_hints(gids: Iterable[str], tell: Callable[[str], str]) -> dict[str, str]:
    """Tell what the elements of a figure show."""
    names = list(gids)
    told = {gid: tell(gid) for gid in dict.fromkeys(names)}
    return {
        unique: told[gid]
        for gid, unique in zip(names, unique_ids(names), strict=True)
        if told[gid]
    }


def comparison_hint(comparison: Comparison, gid: str) -> str:
    """Tell what an element of a figure of a comparison shows; empty where it shows no
    number.
    """
    wording = Wording(comparison)
    order, names = comparison.order, comparison.algorithms

    def algorithm(place: int) -> str:
        return told(wording.algorithm(order[place]), names[order[place]])

    def group(number: int) -> str:
        members = comparison.groups[number].algorithms
        return told(
            Phrase("Not significantly different: ", names_words(members)), *members
        )

    def pair(i: int, j: int) -> str:
        return told(
            wording.pair(order[i], order[j]),
            names[order[i]],
            names[order[j]],
        )

    tellers: dict[str, Callable[..., str]] = {
        r"(?:marker|label|rank|leader|bar|interval|guide|row|column)-(\d+)": algorithm,
        r"group-(\d+)(?:-gap|-member-\d+)?": group,
        r"(?:cell|value|untested|against)-(\d+)-(\d+)": pair,
    }
    return hint_of(gid, tellers)


def hint_of(gid: str, tellers: Mapping[str, Callable[..., str]]) -> str:
    """Find who tells about an element: pattern of the id -> function of the numbers in
    it.
    """
    found = ((re.fullmatch(pattern, gid), tell) for pattern, tell in tellers.items())
    return next((tell(*map(int, match.groups())) for match, tell in found if match), "")


def measures_blocks(
    originals: Sequence[tuple[str, Comparison]],
    *,
    figures: str | Sequence[str],
    naming: Naming,
    **look: Any,
) -> tuple[Block, ...]:
    """Return the average ranks of several comparisons of the same algorithms, and of
    any, if asked, their stack.
    """
    if len(originals) < 2:
        return ()
    named = [(title, naming.renamed(other)) for title, other in originals]
    look |= naming.of([name for _, other in originals for name in other.algorithms])
    members = [other for _, other in originals]
    first, stack = (
        named[0][1],
        _stack_blocks(named, members, look) if _STACK in figures else (),
    )
    by_means = any(other.ranking.means is not None for _, other in named)
    ranks = "Average ranks, or ranks of mean scores," if by_means else "Average ranks"
    if any(set(other.algorithms) != set(first.algorithms) for _, other in named):
        return stack
    names = [first.algorithms[i] for i in first.order]
    columns = [Filled.left("Algorithm", list(map(name_cell, names)))]
    for title, other in named:
        decimals = rank_decimals(other.ranking.average_ranks)
        columns.append(
            Filled.right(
                Name(title),
                [rank_cell(_rank_of(other, name), decimals) for name in names],
            )
        )
    table = table_of(
        "measures-table",
        f"{ranks} in all comparisons. The algorithms are listed in the order of the first "
        "comparison.",
        columns,
    )
    found = {title: Wording(other).conclusions[:2] for title, other in named}
    said = Bullets(
        items=tuple(
            phrase("{}: {} {}", Name(title), *sentences)
            for title, sentences in found.items()
        )
    )
    if figures != "auto" and not set(figures) - {_STACK}:
        return (*stack, said, table)
    titles = [title for title, _ in named]
    alt = f"{ranks} of {len(first.algorithms)} algorithms in {len(named)} comparisons"
    sequence = find_figure("cd-sequence")
    figure = figure_block(
        sequence,
        members,
        "measures-cd-sequence",
        (f"{alt}, best at the top. {loaded(sequence.reading)(first)}",),
        alt=alt,
        tell=_sequence_hints(named),
        original=members,
        titles=titles,
        **look,
    )
    return (figure, *stack, said, table)


def _stack_blocks(
    named: Sequence[tuple[str, Comparison]],
    originals: Sequence[Comparison],
    look: Mapping[str, Any],
) -> tuple[Block, ...]:
    def tell(gid: str) -> str:
        _, number, own = (
            gid.split("-", 2) if gid.startswith("diagram-") else ("", "0", "")
        )
        hint = comparison_hint(named[int(number)][1], own)
        return (
            told(phrase("{}: {}", Name(named[int(number)][0]), hint), *about_of(hint))
            if hint
            else ""
        )

    titles, members = zip(*named, strict=True)
    alt = f"Diagrams of {len(named)} comparisons"
    stack, key = find_figure(_STACK), f"measures-{_STACK}"
    caption = join(f"{alt}. ", loaded(stack.reading)(members[0]))
    return (
        figure_block(
            stack,
            members,
            key,
            caption,
            alt=alt,
            tell=tell,
            original=originals,
            titles=titles,
            **look,
        ),
    )


def _rank_of(comparison: Comparison, name: str) -> float:
    return float(comparison.ranking.average_ranks[comparison.algorithms.index(name)])


def _sequence_hints(named: Sequence[tuple[str, Comparison]]) -> Callable[[str], str]:
    """Tell what a marker, a line or a bar of the sequence shows."""
    titles, members = (
        [Name(title) for title, _ in named],
        [comparison for _, comparison in named],
    )
    orders = sequence_orders(members)

    def marker(at: int, place: int) -> str:
        column = orders[at][place]
        words = phrase("{}: {}", titles[at], Wording(members[at]).algorithm(column))
        return told(words, members[at].algorithms[column])

    def line(place: int) -> str:
        name, ranks = members[0].algorithms[orders[0][place]], []
        for title, comparison in zip(titles, members, strict=True):
            number = format_rank(
                _rank_of(comparison, name),
                rank_decimals(comparison.ranking.average_ranks),
            )
            ranks.append(phrase("{} ({})", number, title))
        return told(phrase("{}: average ranks {}", Name(name), commas(ranks)), name)

    def bar(at: int, group: int) -> str:
        names = members[at].groups[group].algorithms
        return told(
            phrase(
                "{}: not significantly different: {}", titles[at], names_words(names)
            ),
            *names,
        )

    tellers: dict[str, Callable[..., str]] = {
        r"marker-(\d+)-(\d+)": marker,
        r"(?:label|rank|leader)(?:-left)?-(\d+)": line,
        r"group-(\d+)-(\d+)(?:-gap|-member-\d+)?": bar,
    }
    return lambda gid: hint_of(gid, tellers)
