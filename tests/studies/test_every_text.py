"""Every text about studies and convergence, as files that can be read as a whole.

After an intended change run ``--update-golden``. This option also writes the file of a
feature that has no subject here.
"""

import contextlib
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from every_feature import result_of

import cddiagram as cd
from cddiagram.features import FEATURES, feature_of
from cddiagram.words import plain_words

TESTS = Path(__file__).parents[1]
GOLDEN = TESTS / "golden" / "features"


@cache
def garcia():
    return cd.load_example("garcia2008-table2")


@cache
def optimisers():
    return cd.load_histories("optimisers")


def first_problems(count):
    """The example without the other problems."""
    histories = optimisers()
    return cd.Histories.from_arrays(
        histories.values[:, :count],
        algorithms=histories.algorithms,
        problems=histories.problems[:count],
        cut_points=histories.cut_points,
    )


def unequal_runs(**counts):
    """The example with unequal numbers of runs of the first algorithm."""
    histories = optimisers()
    runs = np.full((histories.k, histories.n), 25)
    runs[0, :3] = 1
    return replace(histories, run_counts=runs, **counts)


def worse_throughout():
    """Errors like 1/budget, so that every algorithm gains on the better ones."""
    noise = 1 + 0.02 * np.random.default_rng(3).random((3, 6, 5))
    budgets = np.array([100, 200, 400, 800, 1600])
    errors = np.array([0.9, 0.6, 0.2])[:, None, None] / budgets * noise
    return cd.Histories.from_arrays(
        errors, algorithms=["RS", "PSO", "CMA-ES"], cut_points=budgets
    )


def equal_histories():
    """Histories without any gain, of values whose optimum is not known."""
    values = np.broadcast_to(np.arange(1.0, 6.0), (2, 8, 5)).copy()
    values[0, ::2] += 1
    return cd.Histories.from_arrays(
        values, algorithms=["A", "B"], higher_is_better=True
    )


def few_pairs():
    """Three algorithms, two of which differ on too few problems."""
    rng = np.random.default_rng(1)
    values = np.sort(rng.random((3, 9, 4)), axis=-1)[:, :, ::-1] + 0.1
    values[1] = values[0]
    values[1, :2, -1] /= 2
    return cd.Histories.from_arrays(values, algorithms=["A", "B", "C"])


def folds(count, **splits):
    scores = np.random.default_rng(0).normal(
        [0.9, 0.88, 0.85, 0.8][:count], 0.02, size=(10, count)
    )
    return cd.compare_folds(
        cd.ScoreTable.from_arrays(
            scores, algorithms=["CART", "SVM", "kNN", "Naive_Bayes"][:count]
        ),
        **splits,
    )


def cyclic():
    """Three algorithms, each better than the next on two of three data sets."""
    scores = [[3, 2, 1], [1, 3, 2], [2, 1, 3]] * 4
    return cd.ScoreTable.from_arrays(scores, algorithms=["A", "B", "C"])


SUBJECTS = {
    "histories": optimisers,
    "convergence": lambda: cd.compare_convergence(optimisers()),
    "convergence-original": lambda: cd.compare_convergence(
        optimisers(), ranks="original", p_adjust="none"
    ),
    "convergence-page": lambda: cd.compare_convergence(optimisers(), test="page"),
    "convergence-page-adjusted": lambda: cd.compare_convergence(
        optimisers(),
        test="page",
        p_adjust="holm",
        family="unordered",
        tie_correction=True,
    ),
    "convergence-page-ordered": lambda: cd.compare_convergence(
        optimisers(), test="page", p_adjust="hochberg", alpha=0.01
    ),
    "convergence-threshold": lambda: cd.compare_convergence(
        optimisers(), threshold=1e-8, method="asymptotic"
    ),
    "convergence-no-threshold-reached": lambda: cd.compare_convergence(
        worse_throughout(), ranks="alternative"
    ),
    "convergence-worse": lambda: cd.compare_convergence(
        worse_throughout(), p_adjust="none"
    ),
    "convergence-two": lambda: cd.compare_convergence(
        optimisers().select(["PSO", "Random search"])
    ),
    "convergence-no-gain": lambda: cd.compare_convergence(equal_histories()),
    "convergence-few": lambda: cd.compare_convergence(first_problems(4)),
    "convergence-few-pairs": lambda: cd.compare_convergence(few_pairs()),
    "convergence-runs": lambda: cd.compare_convergence(unequal_runs()),
    "convergence-runs-page": lambda: cd.compare_convergence(
        unequal_runs(runs_sampled=True), test="page"
    ),
    "budget": lambda: cd.compare_over_budget(optimisers()),
    "budget-control": lambda: cd.compare_over_budget(
        optimisers(), control="PSO", pair_test="wilcoxon", p_adjust="none"
    ),
    "stability": lambda: cd.study_stability(cd.compare(garcia()), resamples=500),
    "stability-aligned": lambda: cd.study_stability(
        cd.compare(garcia(), ranking="aligned", p_adjust="holm"),
        resamples=500,
        leave_out=False,
    ),
    "stability-cycle": lambda: cd.study_stability(cd.compare(cyclic()), resamples=500),
    "pool": lambda: cd.study_pool(garcia()),
    "pool-unadjusted": lambda: cd.study_pool(garcia(), p_adjust="none"),
    "pool-pair": lambda: cd.study_pool(garcia(), pair=("C4.5", "1-NN")),
    "pool-sampled": lambda: cd.study_pool(garcia(), max_pools=10),
    "power-pair": lambda: cd.study_power(
        garcia(), pair=("C4.5", "CN2"), repeats=50, biases=(0, 10)
    ),
    "power-pairs": lambda: cd.study_power(garcia(), repeats=20, biases=(0, 10)),
    "power-omnibus": lambda: cd.study_power(
        garcia(), pair=("C4.5", "CN2"), group="omnibus", repeats=50, biases=(0, 10)
    ),
    "power-all": lambda: cd.study_power(
        garcia(),
        pair=("C4.5", "CN2"),
        group="all",
        tests=("nemenyi", "holm"),
        repeats=20,
        biases=(5,),
    ),
    "power-control": lambda: cd.study_power(
        garcia(), pair=("C4.5", "CN2"), group="control", repeats=20, biases=(0, 10)
    ),
    "level": lambda: cd.study_level(4, 10, repeats=200),
    "level-null": lambda: cd.study_level(
        3, 8, null="mirrored", p_adjust=("nemenyi", "holm"), repeats=200, grid=0.5
    ),
    "level-exceeded": lambda: cd.study_level(
        6, 12, null="mirrored", p_adjust="none", control="A1", repeats=400
    ),
    "datasets": lambda: cd.study_datasets(garcia(), repeats=100),
    "datasets-control": lambda: cd.study_datasets(
        garcia(), control="C4.5", pair_test="sign", repeats=100, sizes=(10, 20)
    ),
    "folds": lambda: folds(4, folds=5),
    "folds-two": lambda: folds(2, test_share=0.3),
    "folds-two-fold": lambda: folds(3, folds=2, p_adjust="none"),
}


#: The features that have texts and no subject above: their own tests contain the
#: caption, and a file of their texts is optional.
OTHERS = [
    key
    for key, entry in FEATURES.items()
    if entry.views and key not in {name.partition("-")[0] for name in SUBJECTS}
]


def texts(result):
    """Yield every text of a result with what it is."""
    feature = feature_of(result)
    yield "summary", str(result)
    if "caption" in feature.views:
        yield "caption", result.caption()
        yield "caption in LaTeX", result.caption(latex=True)
    if feature.figures:
        with contextlib.suppress(cd.InputError):  # power at one bias has no curves
            yield "description", result.plot().description
    if feature.key == "power":
        shows = feature.choices["show"]
        family = () if max(result.hypotheses) > 1 else ("family",)
        for show in shows:
            if not show.startswith(family or "none"):
                yield f"caption of {show}", result.caption(show=show)
    if hasattr(result, "methods"):
        yield "methods", result.methods()
        yield "methods in LaTeX", result.methods(latex=True)
    if feature.key == "convergence":
        yield from convergence_texts(result)
    elif feature.key in ("stability", "pool"):
        yield from section_texts(result)
    for key in feature.tables:
        yield from table_texts(result, key)


def convergence_texts(comparison):
    """Yield the sentences and the report of a comparison of convergence."""
    for sentence in cd.advise(comparison):
        yield "advice", plain_words(sentence)
    names = comparison.algorithms
    for other in names[1:3]:
        yield "conclusion", comparison.conclusion(names[0], other)
    for figure in ("trend", "problems"):
        yield f"caption of {figure}", comparison.caption(figure, *names[:2])
    trend = comparison.caption("trend", *names[:2], latex=True)
    yield "caption of trend in LaTeX", trend
    report = cd.make_report(
        comparison, sections=["brief", "summary", "input", "texts"], figures=()
    )
    yield "report", report.to_text().partition("\nReferences\n")[0]


def section_texts(study):
    """Yield what a report of a comparison contains about its robustness."""
    if hasattr(study, "comparison"):
        report = cd.make_report(study.comparison, sections=["stability"], figures=())
        yield "report", report.to_text().partition("\nReferences\n")[0]


def table_texts(result, key):
    """Yield caption, heads, words in cells and notes of a table."""
    try:
        table = result.tabulate(key)
    except cd.CddiagramError as error:
        yield f"no table {key}", str(error)
        return
    yield f"table {key}", plain_words(table.caption)
    for column in table.columns:
        yield f"table {key}: column", f"{column.head}: {column.explained}"
    for note in table.notes:
        yield f"table {key}: note", plain_words(note)
    hints = [cell.hint for row in table.rows for cell in row if cell.hint]
    for hint in hints[:3]:
        yield f"table {key}: hint", plain_words(hint)


@pytest.fixture
def golden(request):
    """Return a function that compares a text with its file, or writes the file."""

    def compare(name, text):
        file = GOLDEN / f"{name}.txt"
        if request.config.getoption("--update-golden"):
            GOLDEN.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        assert text == file.read_text(encoding="utf-8")

    return compare


def all_texts(result):
    """Return the texts of a result as one text."""
    return "".join(f"[{what}]\n{words}\n" for what, words in texts(result) if words)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", SUBJECTS)
def test_every_text(name, golden):
    golden(name, all_texts(SUBJECTS[name]()))


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("key", OTHERS)
def test_texts_of_other_features(key, golden, request):
    text = all_texts(result_of(key))
    is_updated = request.config.getoption("--update-golden")
    if is_updated or (GOLDEN / f"{key}.txt").exists():
        golden(key, text)


@pytest.mark.parametrize("key", OTHERS)
def test_other_features_test_their_captions_themselves(key):
    (file,) = TESTS.rglob(f"test_{key.replace('-', '_')}.py")
    assert ".caption()" in file.read_text(encoding="utf-8")


def test_no_file_is_left_over():
    names = {path.stem for path in GOLDEN.iterdir()}
    assert {*SUBJECTS} <= names <= {*SUBJECTS, *OTHERS}
