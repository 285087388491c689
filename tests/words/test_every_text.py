"""All that is said of comparisons of every kind, as files to be read; after a wanted
change run ``--update-golden``.
"""

import warnings
from pathlib import Path

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.comparing.practical import Posterior
from cddiagram.figures.registry import FIGURES, find_figure
from cddiagram.text.errors import CddiagramError
from cddiagram.words.conclusions import algorithm_words, conclusions, pair_words
from cddiagram.words.inlines import plain_words
from cddiagram.words.sentences import brief_sentences, design_words, untested_words
from cddiagram.words.sources import SOURCES, reference_of

GOLDEN = Path(__file__).parents[1] / "golden" / "words"
GARCIA = cd.load_example("garcia2008-table2")
#: What figures show that is said only where it is asked for.
SHOWN = {
    "cd": [{}, {"letters": True}, {"places": True}],
    "conditions": [{}, {"of": "differences"}],
}


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
    for figure in FIGURES:
        for shown in SHOWN.get(figure, [{}]):
            of = "".join(f", {name}={value}" for name, value in shown.items())
            try:
                yield f"caption of {figure}{of}", comparison.caption(figure, **shown)
            except CddiagramError as error:
                yield f"no caption of {figure}{of}", str(error)
    yield "caption in LaTeX", comparison.caption(latex=True)
    for figure in ("pvalue-matrix", "rank-distribution"):
        for numbers in (True, False):
            try:
                words = find_figure(figure).caption(comparison, numbers=numbers)
                yield f"caption of {figure}, {numbers=}", plain_words(words)
            except CddiagramError as error:
                yield f"no caption of {figure}", str(error)
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

    def hold(name, text):
        file = GOLDEN / f"{name}.txt"
        if request.config.getoption("--update-golden"):
            GOLDEN.mkdir(parents=True, exist_ok=True)
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


def test_every_source(golden):
    golden(
        "sources",
        "".join(
            f"{plain_words(reference_of(key).text)}\n{reference_of(key).bibtex}\n"
            for key in SOURCES
        ),
    )


def test_no_text_is_left_over():
    assert {path.stem for path in GOLDEN.iterdir()} == {*SUBJECTS, "sources"}
