"""A drawing inside a page of HTML: SVG with a name, a description, and ids that nothing else on the page has."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from cddiagram.figures.drawing import Drawing
from cddiagram.sheet.mpl.saving import to_bytes

#: Where SVG speaks of an id: as a reference in an attribute or in a style.
_REFERENCE = re.compile(r'(?P<start>\bid="|href="#|url\(#)(?P<id>[^")]+)')


def inline_svg(drawing: Drawing[Any], *, title: str, description: str = "", prefix: str = "figure") -> str:
    """Give a drawing as an ``<svg>`` element.

    Parameters
    ----------
    drawing : Drawing[Any]
        What to show; texts are outlines, so the page needs no fonts.
    title : str
        The short name that a screen reader says, and that shows under the pointer.
    description : str, default ""
        What the figure says, in a sentence or two.
    prefix : str, default "figure"
        Begins every id in the element: give each drawing of a page its own.

    Returns
    -------
    str
        One element; `title` and `description` are escaped.

    Examples
    --------
    >>> import cddiagram as cd
    >>> drawing = cd.plot_cd(cd.compare(cd.load_example("demsar2006-table6-ranks"), alpha=0.10))
    >>> inline_svg(drawing, title="C4.5 & co", prefix="a")[:41]
    '<svg role="img" aria-labelledby="a-title"'
    """
    text = to_bytes(drawing.figure, "svg").decode()
    opening, _, body = text[text.index("<svg") :].partition(">")
    # Matplotlib's style sheet holds for "*", which on a page of HTML is everything: it becomes the style of the root,
    # whose properties all elements inherit.
    rule = re.search(r"<style[^>]*>\*\{([^}]*)\}</style>", body)
    # Black is SVG's own default and left out by matplotlib; a style of the page must not change it.
    style = "max-width: 100%; height: auto; fill: #000000" + (f"; {rule[1]}" if rule else "")
    body = re.sub(
        r"\s*(<metadata>.*?</metadata>|<defs>\s*<style.*?</style>\s*</defs>|<!--.*?-->)", "", body, flags=re.S
    )
    body = _REFERENCE.sub(lambda match: f"{match['start']}{prefix}-{match['id']}", body)
    labels = [f'<title id="{prefix}-title">{escape(title)}</title>']
    if description:
        labels.append(f'<desc id="{prefix}-description">{escape(description)}</desc>')
    names = " ".join(re.findall(r'id="([^"]+)"', "".join(labels)))
    attributes = opening.removeprefix("<svg").strip()
    return f'<svg role="img" aria-labelledby="{names}" style="{style}" {attributes}>\n{"".join(labels)}{body.strip()}'
