"""All that is said of comparisons of every kind, as files to be read; after a wanted
change run ``--update-golden``.
"""

import re
import warnings
from pathlib import Path

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.comparing import Posterior
from cddiagram.features import FIGURES
from cddiagram.figures import find_figure
from cddiagram.text import CddiagramError
from cddiagram.words.decisions import algorithm_words, conclusions, pair_words
from cddiagram.words.inlines import plain_words
from cddiagram.words.sentences import brief_sentences, design_words, untested_words
from cddiagram.words.sources import SOURCES, source_of

GOLDEN = Path(__file__).parents[1] / "golden" / "words"
CAPTIONS = Path(__file__).parents[1] / "golden" / "captions"
FIGURE_TESTS = Path(__file__).parents[1] / "figures"
GARCIA = cd.load_example("garcia2008-table2")


def incomplete(missing, **options):
    """The table of 2008 with scores left out, one of them of C4.5."""
    scores = GARCIA.scores.copy()
    scores[[3, 8, 8, 20], [0, 1, 2, 4]] = np.nan
    names = {"algorithms": GARCIA.algorithms, "datasets": GARCIA.datasets}
    return cd.compare(
        cd.ScoreTable.from_arrays(scores, missing=missing, **names),
        pair_test="wilcoxon",
        **options,
    )


def mixed():
    """Pairs on 55 data sets, too many for exact p-values, and on 45."""
    scores = np.random.default_rng(1).normal((0.0, 0.2, 1.0), size=(55, 3))
    scores[:10, 2] = np.nan
    table = cd.ScoreTable.from_arrays(
        scores, algorithms=["A", "B", "C"], missing="available"
    )
    return cd.compare(table, pair_test="wilcoxon")


def given(**options):
    """P-values from elsewhere: one pair was not tested."""
    p = [[1, 0.01, 0.30], [0.01, 1, np.nan], [0.30, np.nan, 1]]
    return cd.compare_pvalues([1.2, 2.6, 2.2], p, algorithms=["A", "B", "C"], **options)


SUBJECTS = {
    "nemenyi": lambda: cd.compare(GARCIA),
    "control": lambda: cd.compare(GARCIA, control="1-NN"),
    "best": lambda: cd.compare(GARCIA, control="best", p_adjust="finner"),
    "wilcoxon": lambda: cd.compare(GARCIA, pair_test="wilcoxon"),
    "sign": lambda: cd.compare(GARCIA, pair_test="sign", p_adjust="none", alpha=0.01),
    "multiple-sign": lambda: cd.compare(
        GARCIA, pair_test="multiple-sign", control="C4.5"
    ),
    "means": lambda: cd.compare(
        GARCIA, ranking="means", pair_test="t", p_adjust="shaffer"
    ),
    "aligned": lambda: cd.compare(
        GARCIA, ranking="aligned", p_adjust="bergmann-hommel"
    ),
    "quade": lambda: cd.compare(
        GARCIA, ranking="quade", variance="conover", control="C4.5", p_adjust="hochberg"
    ),
    "quade-z": lambda: cd.compare(GARCIA, ranking="quade", p_adjust="holm"),
    "dunnett": lambda: cd.compare(
        GARCIA, ranking="means", pair_test="t", p_adjust="dunnett", control="C4.5"
    ),
    "exact": lambda: cd.compare(
        cd.load_example("demsar2006-table6"), method="exact", p_adjust="bonferroni"
    ),
    "exact-holm": lambda: cd.compare(
        cd.load_example("demsar2006-table6"), method="exact", p_adjust="holm"
    ),
    "max-t": lambda: cd.compare(GARCIA, p_adjust="max-t"),
    "max-t-control": lambda: cd.compare(
        cd.load_example("demsar2006-table6"),
        pair_test="wilcoxon",
        p_adjust="max-t",
        control="C4.5",
    ),
    "lower": lambda: cd.compare(
        cd.load_example("garcia2010-table3"), control="best", p_adjust="rom"
    ),
    "two": lambda: cd.compare(GARCIA.select(["C4.5", "CN2"]), pair_test="wilcoxon"),
    "two-control": lambda: cd.compare(
        GARCIA.select(["C4.5", "CN2"]), control="CN2", pair_test="sign"
    ),
    "ranks": lambda: cd.compare_ranks([1.2, 2.1, 2.7], 20, algorithms=["A", "B", "C"]),
    "given": lambda: given(p_adjust="holm"),
    "given-difference": lambda: cd.compare_pvalues(
        [1.2, 2.6, 2.2],
        np.full((3, 3), 0.2) + 0.8 * np.eye(3),
        algorithms=["A", "B", "C"],
        critical_difference=1.5,
    ),
    "mixed": mixed,
    "posterior": lambda: cd.compare(GARCIA).posterior(0.01, draws=1000),
    "available": lambda: incomplete("available"),
    "dropped": lambda: incomplete("drop"),
    "worst": lambda: incomplete("worst", control="C4.5"),
    "alike": lambda: cd.compare(
        cd.ScoreTable.from_arrays(np.ones((4, 3)), algorithms=["A", "B", "C"])
    ),
}

#: Figure -> the subjects whose captions are kept, and what is shown in each. Together
#: they have every subject, and every opening and reading of a figure.
PAIRS = {
    "cd": [
        ("nemenyi", {}),
        ("two-control", {}),
        ("wilcoxon", {"letters": True}),
        ("control", {"letters": True}),
        ("best", {"show_rank_intervals": True}),
        ("multiple-sign", {"show_rank_intervals": True}),
        ("sign", {"show_rank_intervals": True}),
        ("ranks", {"show_rank_intervals": True}),
    ],
    "rank-bars": [("quade", {}), ("exact", {}), ("given", {})],
    "pvalue-matrix": [
        ("given-difference", {}),
        ("mixed", {"numbers": True}),
        ("max-t-control", {"numbers": False}),
    ],
    "pair-matrix": [("means", {}), ("given", {}), ("two", {})],
    "pair-scatter": [("aligned", {}), ("ranks", {})],
    "mcb": [("nemenyi", {}), ("control", {}), ("exact-holm", {}), ("available", {})],
    "rank-distribution": [("lower", {"numbers": True}), ("dropped", {})],
    "cd-sequence": [("quade-z", {}), ("two-control", {})],
    "cd-stack": [("max-t", {}), ("worst", {})],
    "assumptions": [("nemenyi", {}), ("lower", {"of": "differences"}), ("given", {})],
    "forest": [("wilcoxon", {}), ("dunnett", {}), ("alike", {})],
    "score-cost": [("control", {}), ("sign", {})],
    "posterior": [("nemenyi", {})],
}


def caption(comparison, figure, shown):
    """Return a caption as plain text, or the error if the figure cannot be drawn."""
    try:
        if "numbers" in shown:
            words = find_figure(figure).caption(comparison, **shown)
            return "caption", plain_words(words)
        return "caption", comparison.caption(figure, **shown)
    except CddiagramError as error:
        return "no caption", str(error)


def captions(figure):
    """Yield the captions of a figure, each with its subject and what is shown."""
    for subject, shown in PAIRS[figure]:
        what, words = caption(SUBJECTS[subject](), figure, shown)
        options = "".join(f", {name}={value}" for name, value in shown.items())
        yield f"{what} of {subject}{options}", words


def said(comparison):
    """Every text of a comparison, or of a posterior, each with what it is, in the order
    of a report.
    """
    if isinstance(comparison, Posterior):
        yield "summary", comparison.summary()
        yield "summary with decisions", comparison.summary(0.9)
        yield "caption", comparison.caption()
        yield "caption in LaTeX", comparison.caption(latex=True)
        return
    yield "summary", comparison.summary()
    yield "methods", comparison.methods()
    yield "methods in LaTeX", comparison.methods(latex=True, cite="citep")
    yield "caption", comparison.caption()
    yield "caption in LaTeX", comparison.caption(latex=True)
    for sentence in conclusions(comparison):
        yield "conclusion", plain_words(sentence)
    for sentence in brief_sentences(comparison):
        yield "brief", plain_words(sentence)
    k = len(comparison.algorithms)
    for column in range(k):
        yield "algorithm", plain_words(algorithm_words(comparison, column))
    yield "pair", plain_words(pair_words(comparison, 0, k - 1))
    yield "untested", untested_words(comparison)
    yield "design", design_words(comparison) if comparison.table is not None else ""
    for note in comparison.notes:
        yield "note", plain_words(note)
    for sentence in cd.advise(comparison):
        yield "advice", plain_words(sentence)
    if comparison.plan.pair_test == "wilcoxon" and not comparison.plan.incomplete:
        yield "equivalence", comparison.equivalence(0.5).summary()


@pytest.fixture
def golden(request):
    """Return what holds a text against its file, or writes this."""

    def hold(name, text, folder=GOLDEN):
        file = folder / f"{name}.txt"
        if request.config.getoption("--update-golden"):
            folder.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        assert text == file.read_text(encoding="utf-8")

    return hold


@pytest.mark.parametrize("name", SUBJECTS)
def test_every_text(name, golden):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        golden(
            name,
            "".join(
                f"[{what}]\n{words}\n"
                for what, words in said(SUBJECTS[name]())
                if words
            ),
        )


@pytest.mark.parametrize("figure", PAIRS)
def test_captions(figure, golden):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        lines = [f"[{what}]\n{words}\n" for what, words in captions(figure)]
    golden(figure, "".join(lines), CAPTIONS)


def test_every_kind_of_comparison_has_a_caption():
    with_caption = {subject for pairs in PAIRS.values() for subject, _ in pairs}
    assert with_caption == {*SUBJECTS} - {"posterior"}


@pytest.mark.parametrize("figure", [key for key in FIGURES if key not in PAIRS])
def test_other_figures_test_their_captions_themselves(figure):
    file = FIGURE_TESTS / f"test_{figure.replace('-', '_')}.py"
    assert f'caption("{figure}"' in file.read_text(encoding="utf-8")


def kept_sources(request):
    """Return the keys of the sources in the file: a new source adds no failure, and
    ``--update-golden`` adds it to the file.
    """
    if request.config.getoption("--update-golden"):
        return list(SOURCES)
    text = (GOLDEN / "sources.txt").read_text(encoding="utf-8")
    return re.findall(r"^@\w+\{(\w+),$", text, re.MULTILINE)


def test_every_source(golden, request):
    texts = [
        f"{plain_words(source_of(key).text)}\n{source_of(key).bibtex}\n"
        for key in kept_sources(request)
    ]
    golden("sources", "".join(texts))


@pytest.mark.parametrize("key", SOURCES)
def test_every_source_names_authors_year_and_title(key):
    source, reference = SOURCES[key], source_of(key)
    text = plain_words(reference.text)
    assert text.startswith(source.names[0])
    assert f"({source.year}). {source.title}" in text
    assert text.endswith(".")
    assert f"{{{key}," in reference.bibtex
    assert f"year = {{{source.year}}}" in reference.bibtex


def test_no_text_is_left_over():
    assert {path.stem for path in GOLDEN.iterdir()} == {*SUBJECTS, "sources"}
    assert {path.stem for path in CAPTIONS.iterdir()} == {*PAIRS}
