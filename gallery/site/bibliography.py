"""The page of sources, made from those of the package; and links to it from texts that
cite a source by its letters, or by its authors and year.
"""

import functools
import re

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

#: Letters -> key of the source. The page of the SCI2S group is cited by letters alone.
LETTERS = {
    "D06": "demsar2006",
    "G08": "garcia2008",
    "G10": "garcia2010",
    "B16": "benavoli2016",
    "WEB": "sci2s",
}
WEB = (
    "SCI2S, University of Granada. Statistical inference in computational "
    "intelligence and data mining: thematic page, "
    "with programs and tutorials."
)
_JMLR = "https://jmlr.org/papers/"
#: Key of a source -> its DOI, or an address; sources without either that could be
#: confirmed are not here.
LINKS = {
    "benavoli2016": f"{_JMLR}v17/benavoli16a.html",
    "benavoli2017": f"{_JMLR}v18/16-305.html",
    "bouckaert2004": "10.1007/978-3-540-24775-3_3",
    "corani2015": "10.1007/s10994-015-5486-z",
    "dagostino1973": "10.1093/biomet/60.3.613",
    "demsar2006": f"{_JMLR}v7/demsar06a.html",
    "derrac2014": "10.1016/j.ins.2014.06.009",
    "dixon1946": "10.1080/01621459.1946.10501898",
    "dunn1961": "10.1080/01621459.1961.10482090",
    "dunnett1955": "10.1080/01621459.1955.10501294",
    "efron1979": "10.1214/aos/1176344552",
    "eisinga2017": "10.1186/s12859-017-1486-2",
    "friedman1937": "10.1080/01621459.1937.10503522",
    "garcia2008": f"{_JMLR}v9/garcia08a.html",
    "garcia2010": "10.1016/j.ins.2009.12.010",
    "greenhouse1959": "10.1007/BF02289823",
    "hochberg1988": "10.1093/biomet/75.4.800",
    "hodges1963": "10.1214/aoms/1177704172",
    "holm1979": "https://www.jstor.org/stable/4615733",
    "hommel1988": "10.1093/biomet/75.2.383",
    "huynh1976": "10.3102/10769986001001069",
    "iman1980": "10.1080/03610928008827904",
    "jiang2011": "10.1007/s10107-010-0419-x",
    "kerby2014": "10.2466/11.IT.3.1",
    "lilliefors1967": "10.1080/01621459.1967.10482916",
    "massey1951": "10.1080/01621459.1951.10500769",
    "nadeau2003": "10.1023/A:1024068626366",
    "page1963": "10.1080/01621459.1963.10500843",
    "pratt1959": "10.1080/01621459.1959.10501526",
    "quade1979": "10.1080/01621459.1979.10481670",
    "rom1990": "10.1093/biomet/77.3.663",
    "sci2s": "https://sci2s.ugr.es/sicidm",
    "shaffer1986": "10.1080/01621459.1986.10478341",
    "shapiro1965": "10.1093/biomet/52.3-4.591",
    "sidak1967": "10.1080/01621459.1967.10482935",
    "skillings1981": "10.1080/00401706.1981.10486261",
    "student1908": "10.1093/biomet/6.1.1",
    "tukey1949": "10.2307/3001913",
    "wilcoxon1945": "10.2307/3001968",
}
#: A section of a source that is cited by letters, as in *D06 3.2.2*.
_SECTION = r"(?: \d+(?:\.\d+)*)?"
_LEFT_ALONE = (
    nodes.literal,
    nodes.FixedTextElement,
    nodes.reference,
    nodes.title,
    addnodes.pending_xref,
    nodes.raw,
)


def page():
    """Return the page: first the sources that are cited by letters, then all others by
    author and year.
    """
    letters = {key: cited for cited, key in LETTERS.items()}
    sources = _sources()
    others = [source.key for source in sources if source.key not in letters]
    texts = {source.key: source.text for source in sources} | {"sci2s": WEB}
    lines = [
        "Bibliography",
        "============",
        "",
        "This page lists all sources that captions, methods paragraphs and reports "
        "cite.",
        "They are also available as BibTeX: :download:`references.bib`.",
        "",
        "Abbreviated sources",
        "-------------------",
        "",
    ]
    for key in letters:
        lines += [*_entry(key, f"**{letters[key]}**: {_literal(texts[key])}"), ""]
    lines += ["Other sources", "-------------", ""]
    for key in others:
        lines += [*_entry(key, _literal(texts[key])), ""]
    return "\n".join(lines)


def bibtex():
    """Return all sources as BibTeX."""
    from cddiagram.words import SOURCES

    entries = {source.key: source.bibtex for source in _sources()}
    return "\n\n".join(entries[key] for key in SOURCES) + "\n"


def _sources():
    """Return all sources by author and year."""
    from cddiagram.text import Citation
    from cddiagram.words import SOURCES, cited_sources

    return cited_sources([[Citation(key=key) for key in SOURCES]])


def _entry(key, text):
    link = LINKS.get(key, "")
    if link:
        text += (
            f" `{link} <{link}>`__"
            if "://" in link
            else f" `doi:{link} <https://doi.org/{link}>`__"
        )
    return [f".. _source-{key}:", "", text]


def _literal(text):
    return re.sub(r"([\\*`_|])", r"\\\1", text)


@functools.cache
def _keys_of_labels():
    """Return the key of each source by its label, such as *García and Herrera 2008*."""
    return {
        source.label.replace(",", "").replace("&", "and"): source.key
        for source in _sources()
    }


@functools.cache
def _citation_pattern():
    """Return the pattern of citations: *D06 3.2.2*, *Demšar (2006* or *Demšar 2006*."""
    letters = rf"\b(?:{'|'.join(LETTERS)})\b{_SECTION}"
    labels = []
    for label in _keys_of_labels():
        *names, year = map(re.escape, label.split())
        authors = r"\s+".join(names)
        labels.append(rf"\b{authors},?\s+\(?{year}\b")
    return re.compile("|".join([letters, *labels]))


def _cited_key(citation):
    """Return the key of the source that a match of the pattern cites."""
    letters = citation.split()[0]
    if letters in LETTERS:
        return LETTERS[letters]
    label = " ".join(re.sub("[,(]", "", citation).split())
    return _keys_of_labels()[label]


class LinkSources(SphinxTransform):
    """Link each citation of a source to its entry in the bibliography."""

    default_priority = 5  # before references are looked up

    def apply(self):
        if self.env.docname == "generated/bibliography":
            return
        for text in list(self.document.findall(nodes.Text)):
            if not _left_alone(text) and _citation_pattern().search(text):
                text.parent.replace(text, list(_linked(str(text), self.env.docname)))


def _left_alone(node):
    while node.parent is not None:
        node = node.parent
        if isinstance(node, _LEFT_ALONE):
            return True
    return False


def _linked(text, docname):
    """Yield a text in pieces, its citations as references."""
    at = 0
    for match in _citation_pattern().finditer(text):
        yield nodes.Text(text[at : match.start()])
        yield addnodes.pending_xref(
            "",
            nodes.inline(match[0], match[0], classes=["source"]),
            refdomain="std",
            reftype="ref",
            reftarget=f"source-{_cited_key(match[0])}",
            refexplicit=True,
            refdoc=docname,
            refwarn=True,
        )
        at = match.end()
    yield nodes.Text(text[at:])
