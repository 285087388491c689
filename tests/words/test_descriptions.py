"""Descriptions are complete without the figure: a reader of the text finds the ranks, the
tests and every decision.
"""

import io
import re
import xml.etree.ElementTree as ET
from itertools import combinations

import numpy as np
import pytest
from pypdf import PdfReader

import cddiagram as cd
from cddiagram.report import make_report
from cddiagram.words.descriptions import LONGEST, describe, shortest

SVG = "{http://www.w3.org/2000/svg}"


def table(k, n=24, seed=0, spread=0.5, names=None):
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(n, k)) - spread * np.arange(k)
    names = names or [f"A{i}" for i in range(k)]
    return cd.ScoreTable.from_arrays(scores, algorithms=names)


def garcia(**options):
    return cd.compare(cd.load_example("garcia2008-table2"), **options)


def ranked_names(text):
    """The algorithms in the order of the listed ranks."""
    listed = re.search(r"ranks from best to worst: (.*?)\. [A-Z]", text)[1]
    return [entry.rsplit(" ", 1)[0] for entry in listed.split(", ")]


def members(text, order):
    """The names in a list such as "A, B and C" or "all 7 algorithms from A to B"."""
    run = re.fullmatch(r"all (\d+) algorithms from (\S+) to (\S+)", text)
    if run is None:
        return set(re.split(", | and ", text))
    found = order[order.index(run[2]) : order.index(run[3]) + 1]
    assert len(found) == int(run[1])
    return set(found)


def different_pairs(text):
    """The significantly different pairs, as a reader of the groups finds them."""
    order = ranked_names(text)
    only = re.search(r"The only group is (.*?)\. ", text)
    several = re.search(r"The \d+ groups are \(1\) (.*?)\. [A-Z]", text)
    parts = [only[1]] if only else re.split(r"; \(\d+\) ", several[1])
    groups = [members(part, order) for part in parts]
    pairs = {frozenset(pair) for pair in combinations(order, 2)}
    return {pair for pair in pairs if not any(pair <= group for group in groups)}


@pytest.mark.parametrize("pair_test", ["ranks", "wilcoxon", "sign"])
@pytest.mark.parametrize("k", [3, 5, 9, 14])
def test_the_groups_contain_every_decision(k, pair_test):
    read = 0
    for seed in range(6):
        comparison = cd.compare(table(k, seed=seed), pair_test=pair_test)
        text = comparison.description()
        if "belong to the same group" not in text:
            continue
        read += 1
        names, significant = comparison.algorithms, comparison.different()
        different = {
            frozenset((names[i], names[j]))
            for i, j in combinations(range(k), 2)
            if significant[i, j]
        }
        assert different_pairs(text) == different
    assert read >= 2


def test_the_description_of_a_published_table():
    assert garcia().description() == (
        "Comparison: 5 algorithms on 30 data sets. Higher scores are better, and rank 1 "
        "is best. Average ranks from best to worst: C4.5 2.10, NaiveBayes 2.20, CN2 "
        "3.12, 1-NN 3.25, Kernel 4.33. All pairs were compared using the asymptotic "
        "Nemenyi test (α = 0.05, CD = 1.11). Two algorithms are significantly different "
        "unless they belong to the same group. The 3 groups are (1) C4.5, NaiveBayes and CN2; (2) "
        "NaiveBayes, CN2 and 1-NN; (3) 1-NN and Kernel. The Iman–Davenport test rejects "
        "the hypothesis that all algorithms perform equally, F(4, 116) = 14.31, p < 0.001."
    )


def test_a_control_is_described_by_its_decisions():
    text = garcia(control="C4.5").description()
    assert "1-NN and Kernel differ significantly from the control, C4.5, at" in text
    assert "NaiveBayes and CN2 do not differ significantly from the control." in text
    assert "group" not in text


def test_no_difference_at_all():
    text = cd.compare(table(4, n=6, spread=0)).description()
    assert "No two algorithms are significantly different at α = 0.05." in text


@pytest.mark.parametrize("k", [25, 40, 120])
@pytest.mark.parametrize("length", [2, 40, 700])
def test_long_descriptions_are_shortened_at_the_end_of_a_sentence(k, length):
    names = [f"{i:x<{length}}" for i in range(k)]
    comparison = cd.compare(table(k, names=names, spread=0.1))
    text = comparison.description()
    assert len(text) <= LONGEST
    assert text.endswith(".")
    assert text.startswith(f"Comparison: {k} algorithms on 24 data sets.")


def test_an_uncontrolled_error_rate_is_mentioned():
    text = garcia(pair_test="wilcoxon", p_adjust="none").description()
    assert "family-wise error rate" in text


def drawings():
    """One drawing for each kind of subject."""
    comparison = garcia()
    histories = cd.load_histories("optimisers")
    gains = cd.compare_convergence(histories)
    several = {"scores": comparison, "tests": garcia(pair_test="wilcoxon")}
    return {
        "cd": cd.plot_cd(comparison),
        "forest": cd.plot_forest(comparison),
        "pair-scatter": cd.plot_pair_scatter(comparison, "C4.5", "CN2"),
        "assumptions": cd.plot_assumptions(comparison.assumptions),
        "posterior": cd.plot_posterior(comparison.posterior(0.01)),
        "cd-stack": cd.plot_cd_stack(several),
        "matrix": gains.plot(),
        "trend": cd.plot_convergence_trend(gains, "PSO", "Nelder-Mead"),
        "curves": histories.plot(),
        "budget": cd.compare_over_budget(histories).plot(),
        "stability": cd.study_stability(comparison, resamples=20).plot(),
    }


FIRST = {
    "cd": "Critical-difference diagram: 5 algorithms on 30 data sets.",
    "forest": "NaiveBayes −0.007 (−0.071 to 0.025)",
    "pair-scatter": "C4.5 is better on 23 data sets, CN2 is better on 6, and their scores "
    "are equal on 1.",
    "assumptions": "C4.5 p < 0.001, NaiveBayes p = 0.056",
    "posterior": "Compared with CN2, C4.5 is practically better with probability > 0.999",
    "cd-stack": "tests: 5 algorithms on 30 data sets.",
    "matrix": "Nelder-Mead gained significantly on Random search and (1+1)-ES.",
    "trend": "Neither PSO nor Nelder-Mead gained significantly on the other",
    "curves": "from best to worst: PSO 2.15, Dual annealing 2.50",
    "budget": "500 evaluations: Dual annealing has the best average rank (1.80)",
    "stability": "Omitting one algorithm at a time changes 6 of 30 pairwise decisions.",
}


def test_every_kind_of_subject_is_described():
    for kind, drawing in drawings().items():
        assert FIRST[kind] in drawing.description
        assert len(drawing.description) <= LONGEST
        root = ET.fromstring(drawing.to_bytes("svg"))
        title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert root.get("role") == "img"
        assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
        assert f"{title.text}. {desc.text}" == drawing.description


@pytest.mark.parametrize("font", [None, "STIXGeneral"])  # matplotlib writes the second
def test_pdf_is_tagged_with_the_description(font):
    drawing = cd.plot_cd(garcia(), rename={"CN2": "Łódź (net)"}, font=font)
    reader = PdfReader(io.BytesIO(drawing.to_bytes("pdf")))
    catalog = reader.trailer["/Root"]
    assert catalog["/MarkInfo"]["/Marked"]
    assert catalog["/Lang"] == "en"
    tree = catalog["/StructTreeRoot"]
    figure = tree["/K"][0]["/K"][0]
    assert figure["/S"] == "/Figure"
    assert figure["/Alt"] == drawing.description
    assert "Łódź (net) 3.12" in figure["/Alt"]
    assert figure["/Pg"] == reader.pages[0]
    assert tree["/ParentTree"]["/Nums"][1][0] == figure
    content = reader.pages[0].get_contents().get_data()
    assert content.startswith(b"/Figure << /MCID 0 >> BDC")
    assert content.rstrip().endswith(b"EMC")
    assert "Łódź (net)" in reader.pages[0].extract_text()


def test_tikz_describes_itself_in_classes_that_ask_for_it():
    text = cd.plot_cd(garcia()).to_bytes("tex").decode()
    described = text.splitlines()[-1]
    assert described.startswith(r"\ifdefined\Description\Description{Critical-diff")
    assert described.endswith(r"}\fi%")
    standalone = cd.plot_cd(garcia()).to_bytes("tex", standalone=True).decode()
    assert r"\Description" not in standalone


def test_files_of_matplotlib_are_described():
    drawing = cd.plot_cd(garcia(), font="STIXGeneral")
    root = ET.fromstring(drawing.to_bytes("svg"))
    assert root.find(f"{SVG}desc").text in drawing.description
    assert root.get("role") == "img"


def test_reports_contain_descriptions(tmp_path):
    comparison = garcia()
    report = make_report(comparison)
    described = report.figures()["cd"].description
    report.save(tmp_path / "r.md")
    assert "All pairs were compared" in (tmp_path / "r.md").read_text().split("](")[0]
    report.save(tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text()
    assert "<desc id" in page
    assert described.partition(" p < ")[0] in page
    report.save_fragments(tmp_path / "paper")
    files = [each.read_text() for each in (tmp_path / "paper").rglob("figure-cd*.tex")]
    assert r"\ifdefined\Description" in files[0]
    assert comparison.description()[12:60] in comparison._repr_html_()


def test_cautions_of_convergence_are_not_cut_off():
    histories = cd.load_histories("optimisers")
    text = cd.compare_convergence(histories, test="page").description()
    assert "Page's test does not control the error rate." in text
    assert text.endswith("No other algorithm gained significantly.")


def test_tied_average_ranks_are_mentioned():
    scores = [[1, 2, 3], [2, 1, 3], [1, 2, 3], [2, 1, 3]]
    tied = cd.ScoreTable.from_arrays(scores, algorithms=["a", "b", "c"])
    text = cd.compare(tied).description()
    assert "from best to worst: c 1.00, a 2.50, b 2.50 (tied with a)." in text


def test_list_items_become_one_sentence():
    text = cd.compare_folds(
        cd.load_example("garcia2008-table2"), folds=10
    ).description()
    assert (
        "higher scores are better): 0.780 C4.5, 0.756 NaiveBayes, 0.729 CN2, " in text
    )


def test_a_renamed_algorithm_has_its_name_of_the_figure():
    drawing = cd.plot_cd(garcia(), rename={"C4.5": "decision\ntree"})
    assert "best to worst: decision tree 2.10" in drawing.description
    assert "C4.5" not in drawing.description


def test_a_pickled_drawing_keeps_its_description():
    import pickle

    drawing = cd.plot_cd(garcia())
    assert pickle.loads(pickle.dumps(drawing)).description == drawing.description


def test_shortest_tries_shorter_lists():
    comparison = cd.compare(table(40, spread=0.1))
    long = shortest(lambda most: describe(comparison, "Comparison", most))
    assert "ranks from best to worst: " in long
