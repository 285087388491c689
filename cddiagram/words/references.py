r"""References from sources: the label in a text, the entry of a list, the entry of a BibTeX file."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from cddiagram._util.inlines import Citation, Words
from cddiagram._util.tex import tex_text
from cddiagram.words.sources import SOURCES, Source

#: Fields whose words keep their capitals in BibTeX styles that lower them.
_KEPT = ("Bonferroni", "Friedman", "Wilcoxon", "Kolmogorov", "Smirnov", "Box")


@dataclass(frozen=True, kw_only=True)
class Reference:
    """A source: its BibTeX key, how a text names it (``"Demšar, 2006"``), its entry in a list and in BibTeX."""

    key: str
    label: str
    text: str
    bibtex: str


def reference_of(key: str) -> Reference:
    r"""Return a source of `cddiagram.words.sources.SOURCES` as a reference.

    Examples
    --------
    >>> reference = reference_of("demsar2006")
    >>> reference.label, reference.text[-46:]
    ('Demšar, 2006', 'Journal of Machine Learning Research, 7, 1–30.')
    >>> print(reference.bibtex)
    @article{demsar2006,
      author = {Dem{\v{s}}ar, J.},
      title = {Statistical comparisons of classifiers over multiple data sets},
      journal = {Journal of Machine Learning Research},
      volume = {7},
      pages = {1--30},
      year = {2006}
    }
    """
    source = SOURCES[key]
    return Reference(key=key, label=_label(source), text=_text(source), bibtex=_bibtex(key, source))


def cited_keys(texts: Iterable[Words]) -> tuple[str, ...]:
    """List the keys that texts cite, each once, in the order of a list of references."""
    found = {word.key for text in texts for word in text if isinstance(word, Citation)}
    return tuple(sorted(found, key=lambda key: (_sortable(SOURCES[key]), key)))


def _sortable(source: Source) -> tuple[str, int]:
    letters = unicodedata.normalize("NFD", source.authors[0][0])
    return "".join(c for c in letters if not unicodedata.combining(c)).lower(), source.year


def _label(source: Source) -> str:
    families = [family for family, _ in source.authors]
    if len(families) > 2:
        return f"{families[0]} et al., {source.year}"
    return f"{' & '.join(families)}, {source.year}"


def _text(source: Source) -> str:
    names = [f"{family}, {given}" if given else family for family, given in source.authors]
    authors = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} & {names[-1]}"
    return f"{authors}{'' if authors.endswith('.') else '.'} ({source.year}). {source.title}{_where(source)}"


def _where(source: Source) -> str:
    fields = dict(source.fields)
    end = "" if source.title.endswith("?") else "."
    if source.kind == "article":
        return f"{end} {fields['journal']}, {fields['volume']}, {fields['pages']}."
    if source.kind == "book":
        return f" ({fields['edition']} ed.). {fields['publisher']}, {fields['address']}."
    if source.kind == "phdthesis":
        return f" (PhD thesis). {fields['school']}."
    editors = fields["editor"].split(" and ")
    named = f"{', '.join(editors[:-1])} & {editors[-1]}"
    return (
        f"{end} In {named} (Eds.), {fields['booktitle']} (pp. {fields['pages']}). {fields['publisher']}, "
        f"{fields['address']}."
    )


def _bibtex(key: str, source: Source) -> str:
    fields = dict(source.fields)
    if source.kind == "article" and "(" in fields["volume"]:
        volume, _, number = fields["volume"].rstrip(")").partition("(")
        fields = {name: value for name, value in fields.items() if name != "pages"}
        fields |= {"volume": volume, "number": number, "pages": dict(source.fields)["pages"]}
    authors = " and ".join(f"{family}, {given}" if given else family for family, given in source.authors)
    title = _spelled(source.title)
    for word in _KEPT:
        title = title.replace(word, f"{{{word}}}")
    entries = {"author": _spelled(authors), "title": title}
    entries |= {name: _spelled(value) for name, value in fields.items()}
    entries["year"] = str(source.year)
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in entries.items())
    return f"@{source.kind}{{{key},\n{lines}\n}}"


def _spelled(text: str) -> str:
    """Write a field of BibTeX in ASCII: accents in braces, dashes as two hyphens."""
    special = {"–": "--", "“": "``", "”": "''", "&": r"\&"}
    return "".join(special.get(c) or (c if ord(c) < 128 else f"{{{tex_text(c)}}}") for c in text)
