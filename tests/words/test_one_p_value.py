"""One adjusted p-value prints alike in every format: text, Markdown, LaTeX, HTML,
notebook, figure, command.
"""

from __future__ import annotations

import re

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.figures import layout_pvalue_matrix
from cddiagram.report import comparison_text
from cddiagram.words.decisions import pair_words
from cddiagram.words.numbers import even_p, format_p, p_limits

AWKWARD = {
    0.0504: "0.0504",
    0.0505: "0.051",
    0.05: "0.050",
    0.04996: "0.04996",
    0.0625: "0.063",
    0.9995: "0.9995",
    0.9994: "0.999",
    1.0: "1",
    1e-20: "<0.001",
    0.0009999: "<0.001",
    0.0098: "0.0098",
    0.1: "0.10",
}


def measure(text, size, bold, italic):
    return 0.5 * size * len(text)


@pytest.mark.parametrize(("p", "text"), AWKWARD.items())
def test_every_writer_prints_it_alike(p, text, tmp_path):
    pvalues = np.array([[1, p], [p, 1]])
    comparison = cd.compare_pvalues([1.25, 1.75], pvalues, algorithms=["A", "B"])
    assert format_p(p, 0.05) == text
    matrix = [element.text for element in layout_pvalue_matrix(comparison, measure=measure, width="page").elements
              if getattr(element, "gid", "").startswith("value-")]  # fmt: skip
    # All numbers of a matrix have three decimals.
    assert matrix == [even_p(p, p_limits(0.05))]
    assert float(matrix[0].strip("<>")) == pytest.approx(p, abs=0.0011)
    decision = {True: "significantly different", False: "not significantly different"}[
        p <= 0.05
    ]
    sign = f"{text[0]} {text[1:]}" if text[0] in "<>" else f"= {text}"
    assert pair_words(comparison, 0, 1).endswith(f"p {sign}: {decision}")
    latex = text.replace("<", r"\textless{}").replace(">", r"\textgreater{}")
    assert re.search(rf"& {re.escape(latex)} &", comparison.to_latex())
    escaped = (
        comparison.to_markdown()
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("\\", "")
    )
    assert f"| {text} |" in escaped
    assert re.search(rf"\s{re.escape(text)}\s", comparison_text(comparison))
    for suffix in ("txt", "html"):
        path = tmp_path / f"report.{suffix}"
        cd.make_report(comparison, figures=()).save(path)
        page = (
            path.read_text(encoding="utf-8").replace("&lt;", "<").replace("&gt;", ">")
        )
        assert re.search(rf"[\s>]{re.escape(text)}[\s<]", page)


def test_the_notebook_prints_it_alike():
    table = cd.load_example("demsar2006-table6-ranks")
    comparison = cd.compare(table, control="C4.5")
    row = comparison.pairwise.pvalue_adjusted[comparison.algorithms.index("C4.5")]
    for p in row[~np.isnan(row)]:
        assert f">{format_p(float(p), 0.05)}<" in comparison._repr_html_()
