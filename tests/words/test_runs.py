"""Runs that were reduced to one score are mentioned in every text about the
comparison.
"""

import io

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.report import comparison_text

ROWS = [
    f"d{i},{run},{i + run},{i + 2 * run % 3}\n" for i in range(5) for run in range(1, 5)
]


def read(rows, **options):
    return cd.read_scores(io.StringIO("data set,seed,A,B\n" + "".join(rows)), **options)


def texts(comparison):
    return {
        "caption": comparison.caption(),
        "methods": comparison.methods(),
        "LaTeX methods": comparison.methods(latex=True),
        "summary": comparison.summary(),
        "print": str(comparison),
        "text": comparison_text(comparison),
        "LaTeX": comparison.to_latex(),
        "Markdown": comparison.to_markdown(),
        "report": cd.make_report(comparison, sections=["summary"]).to_markdown(),
        "notebook": comparison._repr_html_(),
    }


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (read(ROWS), "Each score is the mean of 4 runs."),
        (read(ROWS[:-1]), "Each score is the mean of 3–4 runs."),
        (read(ROWS, runs="median"), "Each score is the median of 4 runs."),
        (
            cd.ScoreTable.from_arrays(
                np.arange(24.0).reshape(4, 2, 3), algorithms=list("AB")
            ),
            "Each score is the mean of 3 runs.",
        ),
        (
            cd.ScoreTable.from_arrays(
                np.arange(24.0).reshape(4, 2, 3), algorithms=list("AB"), missing="worst"
            ),
            "Each score is the mean of 3 runs.",
        ),
        (
            cd.ScoreTable.from_dict(
                {"A": [[1, 2], [3, 4]], "B": [[2, 2], [3, 3]]},
                runs="median",
                dataset_column="none",
            ),
            "Each score is the median of 2 runs.",
        ),
    ],
)
def test_every_text_says_how_many_runs_a_score_was_reduced_from(table, said):
    assert table.notes
    for name, text in texts(cd.compare(table)).items():
        for dash in ("--", r"\textendash{}"):
            text = text.replace(dash, "–")
        assert said in " ".join(text.split()), name


def test_no_text_speaks_of_runs_if_there_was_one_of_each():
    for table in (read(ROWS[::4]), cd.load_example("garcia2008-table2")):
        for name, text in texts(cd.compare(table)).items():
            assert " runs" not in text, name


def test_the_caption_of_several_comparisons_says_it_of_all():
    caption = cd.compare(read(ROWS)).caption("cd-sequence")
    assert "Scores are means over runs." in caption


def test_runs_survive_a_selection_of_algorithms_and_data_sets():
    table = cd.ScoreTable.from_arrays(
        np.arange(36.0).reshape(4, 3, 3), algorithms=list("ABC")
    )
    assert table.select(["A", "B"]).exclude_datasets("1").run_counts == (3, 3)
