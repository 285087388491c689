"""The publications that describe the procedures, for citations, lists of references and
BibTeX.

Page numbers were checked against the reference lists of D06, G08 and G10. If these
lists disagree, the entry follows the journal. For example, Hochberg 1988 ends on page
802, Friedman 1937 begins on page 675, and Dunnett's paper appeared in 1955.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cddiagram.text import Citation, RichText, tex_text


@dataclass(frozen=True, kw_only=True)
class Source:
    """A BibTeX entry.

    `fields` contains all fields except the authors, the year and the title.
    """

    authors: str
    year: int
    title: str
    kind: str
    fields: Mapping[str, str]

    @property
    def names(self) -> list[str]:
        """The names of the authors in the form ``"Hodges, J. L."``."""
        return self.authors.split("; ")

    @property
    def families(self) -> list[str]:
        """The family names of the authors."""
        return [name.partition(", ")[0] for name in self.names]


def _article(
    authors: str, year: int, title: str, journal: str, volume: str, pages: str
) -> Source:
    return _other(
        authors, year, title, "article", journal=journal, volume=volume, pages=pages
    )


def _other(authors: str, year: int, title: str, kind: str, **fields: str) -> Source:
    return Source(authors=authors, year=year, title=title, kind=kind, fields=fields)


_JASA = "Journal of the American Statistical Association"
_AMS = "The Annals of Mathematical Statistics"
_JMLR = "Journal of Machine Learning Research"

#: Maps each BibTeX key to the source that it identifies.
SOURCES = {
    "benavoli2016": _article("Benavoli, A.; Corani, G.; Mangili, F.", 2016,
        "Should we really use post-hoc tests based on mean-ranks?", _JMLR, "17(5)", "1–10"),
    "benavoli2017": _article("Benavoli, A.; Corani, G.; Demšar, J.; Zaffalon, M.", 2017,
        "Time for a change: A tutorial for comparing multiple classifiers through "
        "Bayesian analysis", _JMLR, "18(77)",
        "1–36"),
    "benjamini1995": _article("Benjamini, Y.; Hochberg, Y.", 1995,
        "Controlling the false discovery rate: A practical and powerful approach to "
        "multiple testing", "Journal of the Royal Statistical Society: Series B", "57", "289–300"),
    "bergmann1988": _other("Bergmann, G.; Hommel, G.", 1988,
        "Improvements of general multiple test procedures for redundant systems of "
        "hypotheses", "incollection",
        booktitle="Multiple Hypotheses Testing", editor="P. Bauer and G. Hommel and E. Sonnemann", pages="100–115",
        publisher="Springer", address="Berlin"),
    "bouckaert2004": _other("Bouckaert, R. R.; Frank, E.", 2004,
        "Evaluating the replicability of significance tests for comparing learning "
        "algorithms", "incollection",
        booktitle="Advances in Knowledge Discovery and Data Mining (PAKDD 2004)",
        editor="H. Dai and R. Srikant and C. Zhang", pages="3–12", publisher="Springer", address="Berlin"),
    "conover1999": _other("Conover, W. J.", 1999, "Practical Nonparametric Statistics", "book", edition="3rd",
        publisher="Wiley", address="New York"),
    "corani2015": _article("Corani, G.; Benavoli, A.", 2015,
        "A Bayesian approach for comparing cross-validated algorithms on multiple "
        "data sets", "Machine Learning", "100",
        "285–304"),
    "dagostino1973": _article("D'Agostino, R. B.; Pearson, E. S.", 1973,
        "Tests for departure from normality. Empirical results for the distributions "
        "of b₂ and √b₁", "Biometrika", "60",
        "613–622"),
    "demsar2006": _article("Demšar, J.", 2006, "Statistical comparisons of classifiers over multiple data sets", _JMLR,
        "7", "1–30"),
    "derrac2014": _article("Derrac, J.; García, S.; Hui, S.; Suganthan, P. N.; Herrera, F.", 2014,
        "Analyzing convergence performance of evolutionary algorithms: A statistical "
        "approach", "Information Sciences",
        "289", "41–58"),
    "dixon1946": _article("Dixon, W. J.; Mood, A. M.", 1946, "The statistical sign test", _JASA, "41", "557–566"),
    "doksum1967": _article("Doksum, K.", 1967, "Robust procedures for some linear models with one observation per cell",
        _AMS, "38", "878–883"),
    "dunn1961": _article("Dunn, O. J.", 1961, "Multiple comparisons among means", _JASA, "56", "52–64"),
    "dunnett1955": _article("Dunnett, C. W.", 1955,
        "A multiple comparison procedure for comparing several treatments with a "
        "control", _JASA, "50", "1096–1121"),
    "efron1979": _article("Efron, B.", 1979, "Bootstrap methods: another look at the jackknife",
        "The Annals of Statistics", "7", "1–26"),
    "eisinga2017": _article("Eisinga, R.; Heskes, T.; Pelzer, B.; Te Grotenhuis, M.", 2017,
        "Exact p-values for pairwise comparison of Friedman rank sums, with "
        "application to comparing classifiers",
        "BMC Bioinformatics", "18", "68"),
    "finner1993": _article("Finner, H.", 1993, "On a monotonicity problem in step-down multiple test procedures", _JASA,
        "88", "920–923"),
    "fisher1935": _other("Fisher, R. A.", 1935, "The Design of Experiments", "book", publisher="Oliver and Boyd",
        address="Edinburgh"),
    "fisher1959": _other("Fisher, R. A.", 1959, "Statistical Methods and Scientific Inference", "book", edition="2nd",
        publisher="Hafner", address="New York"),
    "friedman1937": _article("Friedman, M.", 1937,
        "The use of ranks to avoid the assumption of normality implicit in the "
        "analysis of variance", _JASA, "32",
        "675–701"),
    "garcia2008": _article("García, S.; Herrera, F.", 2008,
        "An extension on “Statistical comparisons of classifiers over multiple data "
        "sets” for all pairwise comparisons",
        _JMLR, "9", "2677–2694"),
    "garcia2010": _article("García, S.; Fernández, A.; Luengo, J.; Herrera, F.", 2010,
        "Advanced nonparametric tests for multiple comparisons in the design of "
        "experiments in computational "
        "intelligence and data mining: Experimental analysis of power", "Information Sciences", "180", "2044–2064"),
    "greenhouse1959": _article("Greenhouse, S. W.; Geisser, S.", 1959, "On methods in the analysis of profile data",
        "Psychometrika", "24", "95–112"),
    "hochberg1988": _article("Hochberg, Y.", 1988, "A sharper Bonferroni procedure for multiple tests of significance",
        "Biometrika", "75", "800–802"),
    "hodges1962": _article("Hodges, J. L.; Lehmann, E. L.", 1962,
        "Rank methods for combination of independent experiments in analysis of "
        "variance", _AMS, "33", "482–497"),
    "hodges1963": _article("Hodges, J. L.; Lehmann, E. L.", 1963, "Estimates of location based on rank tests", _AMS,
        "34", "598–611"),
    "holland1987": _article("Holland, B. S.; Copenhaver, M. D.", 1987,
        "An improved sequentially rejective Bonferroni test procedure", "Biometrics", "43", "417–423"),
    "holm1979": _article("Holm, S.", 1979, "A simple sequentially rejective multiple test procedure",
        "Scandinavian Journal of Statistics", "6", "65–70"),
    "hommel1988": _article("Hommel, G.", 1988,
        "A stagewise rejective multiple test procedure based on a modified Bonferroni "
        "test", "Biometrika", "75",
        "383–386"),
    "huynh1976": _article("Huynh, H.; Feldt, L. S.", 1976,
        "Estimation of the Box correction for degrees of freedom from sample data in "
        "randomized block and split-plot "
        "designs", "Journal of Educational Statistics", "1", "69–82"),
    "iman1980": _article("Iman, R. L.; Davenport, J. M.", 1980,
        "Approximations of the critical region of the Friedman statistic",
        "Communications in Statistics – Theory and Methods", "9", "571–595"),
    "jiang2011": _article("Jiang, X.; Lim, L.-H.; Yao, Y.; Ye, Y.", 2011,
        "Statistical ranking and combinatorial Hodge theory", "Mathematical Programming", "127", "203–244"),
    "kerby2014": _article("Kerby, D. S.", 2014,
        "The simple difference formula: An approach to teaching nonparametric "
        "correlation", "Comprehensive Psychology",
        "3", "11.IT.3.1"),
    "levene1960": _other("Levene, H.", 1960, "Robust tests for equality of variances", "incollection",
        booktitle="Contributions to Probability and Statistics: Essays in Honor of Harold "
            "Hotelling",
        editor="I. Olkin and S. G. Ghurye and W. Hoeffding and W. G. Madow and H. B. Mann", pages="278–292",
        publisher="Stanford University Press", address="Stanford"),
    "li2008": _article("Li, J.", 2008, "A two-step rejection procedure for testing multiple hypotheses",
        "Journal of Statistical Planning and Inference", "138", "1521–1527"),
    "lilliefors1967": _article("Lilliefors, H. W.", 1967,
        "On the Kolmogorov–Smirnov test for normality with mean and variance unknown", _JASA, "62", "399–402"),
    "massey1951": _article("Massey, F. J.", 1951, "The Kolmogorov–Smirnov test for goodness of fit", _JASA, "46",
        "68–78"),
    "mcdonald1967": _article("McDonald, B. J.; Thompson, W. A.", 1967,
        "Rank sum multiple comparisons in one- and two-way classifications", "Biometrika", "54", "487–497"),
    "nadeau2003": _article("Nadeau, C.; Bengio, Y.", 2003, "Inference for the generalization error",
        "Machine Learning", "52", "239–281"),
    "nemenyi1963": _other("Nemenyi, P. B.", 1963, "Distribution-free multiple comparisons", "phdthesis",
        school="Princeton University"),
    "page1963": _article("Page, E. B.", 1963,
        "Ordered hypotheses for multiple treatments: A significance test for linear "
        "ranks", _JASA, "58", "216–230"),
    "pratt1959": _article("Pratt, J. W.", 1959, "Remarks on zeros and ties in the Wilcoxon signed rank procedures",
        _JASA, "54", "655–667"),
    "quade1979": _article("Quade, D.", 1979,
        "Using weighted rankings in the analysis of complete blocks with additive "
        "block effects", _JASA, "74",
        "680–683"),
    "rhyne1965": _article("Rhyne, A. L.; Steel, R. G. D.", 1965,
        "Tables for a treatments versus control multiple comparisons sign test", "Technometrics", "7", "293–306"),
    "rom1990": _article("Rom, D. M.", 1990,
        "A sequentially rejective test procedure based on a modified Bonferroni "
        "inequality", "Biometrika", "77",
        "663–665"),
    "shaffer1986": _article("Shaffer, J. P.", 1986, "Modified sequentially rejective multiple test procedures", _JASA,
        "81", "826–831"),
    "shapiro1965": _article("Shapiro, S. S.; Wilk, M. B.", 1965,
        "An analysis of variance test for normality (complete samples)", "Biometrika", "52", "591–611"),
    "sidak1967": _article("Šidák, Z.", 1967,
        "Rectangular confidence regions for the means of multivariate normal "
        "distributions", _JASA, "62", "626–633"),
    "skillings1981": _article("Skillings, J. H.; Mack, G. A.", 1981,
        "On the use of a Friedman-type statistic in balanced and unbalanced block "
        "designs", "Technometrics", "23",
        "171–177"),
    "steel1959": _article("Steel, R. G. D.", 1959, "A multiple comparison sign test: Treatments versus control", _JASA,
        "54", "767–775"),
    "student1908": _article("Student", 1908, "The probable error of a mean", "Biometrika", "6", "1–25"),
    "tukey1949": _article("Tukey, J. W.", 1949, "Comparing individual means in the analysis of variance", "Biometrics",
        "5", "99–114"),
    "westfall1993": _other("Westfall, P. H.; Young, S. S.", 1993,
        "Resampling-Based Multiple Testing: Examples and Methods for p-Value "
        "Adjustment", "book", publisher="Wiley",
        address="New York"),
    "wilcoxon1945": _article("Wilcoxon, F.", 1945, "Individual comparisons by ranking methods", "Biometrics Bulletin",
        "1", "80–83"),
}  # fmt: skip


#: These proper names in titles keep their capital letters in all BibTeX styles.
_CAPITALISED = ("Bonferroni", "Friedman", "Wilcoxon", "Kolmogorov", "Smirnov", "Box")
#: Maps special characters to their representation in BibTeX.
_TEX_SIGNS = {"–": "--", "“": "``", "”": "''", "&": r"\&"}


@dataclass(frozen=True, kw_only=True)
class CitedSource:
    """A source in a list of references.

    Attributes
    ----------
    key : str
        The BibTeX key.
    label : str
        The citation in the text, such as ``"Demšar, 2006"``.
    text : str
        The entry in the list of references.
    bibtex : str
        The BibTeX entry.
    """

    key: str
    label: str
    text: str
    bibtex: str


def source_of(key: str) -> CitedSource:
    """Return the source with a given key."""
    source = SOURCES[key]
    authors = _with_ampersand(source.names)
    if not authors.endswith("."):
        authors = f"{authors}."
    label = " & ".join(source.families)
    if len(source.families) > 2:
        label = f"{source.families[0]} et al."
    return CitedSource(
        key=key,
        label=f"{label}, {source.year}",
        text=f"{authors} ({source.year}). {source.title}{_publication(source)}",
        bibtex=_bibtex(key, source),
    )


def _with_ampersand(names: list[str]) -> str:
    """Return a list of names in the form ``"A, B & C"``."""
    if len(names) == 1:
        return names[0]
    *first, last = names
    return f"{', '.join(first)} & {last}"


def cited_sources(texts: Iterable[RichText]) -> tuple[CitedSource, ...]:
    """Return the sources cited in texts, in the order of a list of references."""
    return tuple(source_of(key) for key in cited_keys(texts))


def cited_keys(texts: Iterable[RichText]) -> tuple[str, ...]:
    """Return the keys cited in texts, without duplicates, in the order of a list of
    references.
    """
    keys = {word.key for text in texts for word in text if isinstance(word, Citation)}
    return tuple(sorted(keys, key=_sort_key))


def _sort_key(key: str) -> tuple[str, int, str]:
    """Return the sort key of a source: the first author without accents, the year and
    the key.
    """
    letters = unicodedata.normalize("NFD", SOURCES[key].families[0])
    author = "".join(c for c in letters if not unicodedata.combining(c))
    return author.lower(), SOURCES[key].year, key


def _publication(source: Source) -> str:
    """Return the part of a reference that follows the title."""
    fields = source.fields
    end = "."
    if source.title.endswith("?"):
        end = ""
    if source.kind == "article":
        return f"{end} {fields['journal']}, {fields['volume']}, {fields['pages']}."
    if source.kind == "phdthesis":
        return f" (PhD thesis). {fields['school']}."
    publisher = f"{fields['publisher']}, {fields['address']}."
    if source.kind == "incollection":
        editors = _with_ampersand(fields["editor"].split(" and "))
        book = f"{editors} (Eds.), {fields['booktitle']} (pp. {fields['pages']})"
        return f"{end} In {book}. {publisher}"
    if "edition" in fields:
        return f" ({fields['edition']} ed.). {publisher}"
    return f"{end} {publisher}"


def _bibtex(key: str, source: Source) -> str:
    fields = dict(source.fields)
    if source.kind == "article" and "(" in fields["volume"]:
        volume, _, number = fields["volume"].rstrip(")").partition("(")
        fields |= {"volume": volume, "number": number, "pages": fields.pop("pages")}
    title = _ascii(source.title)
    for word in _CAPITALISED:
        title = title.replace(word, f"{{{word}}}")
    entries = {"author": _ascii(" and ".join(source.names)), "title": title}
    entries |= {name: _ascii(value) for name, value in fields.items()}
    entries["year"] = str(source.year)
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in entries.items())
    return f"@{source.kind}{{{key},\n{lines}\n}}"


def _ascii(text: str) -> str:
    """Convert a BibTeX field to ASCII.

    Accents are written in braces, and dashes as two hyphens.
    """
    return "".join(map(_ascii_character, text))


def _ascii_character(character: str) -> str:
    if character in _TEX_SIGNS:
        return _TEX_SIGNS[character]
    if character.isascii():
        return character
    return f"{{{tex_text(character)}}}"
