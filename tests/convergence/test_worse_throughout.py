"""What gained though it is worse at every cut-point of every problem: every output says
so.
"""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import cddiagram as cd
from cddiagram.cli import main
from cddiagram.convergence.figures.matrix import layout_convergence_matrix
from cddiagram.convergence.figures.problems import layout_convergence_problems
from cddiagram.convergence.figures.trend import layout_convergence_trend
from cddiagram.sheet import Marker
from cddiagram.words import format_p

BUDGETS = (100, 200, 400, 800, 1600)
RATES = {"RS": 0.9, "PSO": 0.6, "DE": 0.5, "CMA-ES": 0.2}


def errors():
    """Errors like 1/budget: the better algorithm has less left to gain, so all others
    gain on it.
    """
    generator = np.random.default_rng(3)
    noise = 1 + 0.02 * generator.random((len(RATES), 6, len(BUDGETS)))
    return np.array(list(RATES.values()))[:, None, None] / np.array(BUDGETS) * noise


def compared(values=None, **options):
    values = errors() if values is None else values
    histories = cd.Histories.from_arrays(
        values, algorithms=list(RATES), cut_points=BUDGETS
    )
    return cd.compare_convergence(
        histories, **({"p_adjust": "none"} | options)
    )  # six problems, the fewest for a pair


def face(sheet):
    return " ".join(
        element.text for element in sheet.elements if hasattr(element, "text")
    ).replace("\u00a0", " ")


def measure(text, size, bold, italic):
    return 0.5 * size * len(text)


SENTENCE = (
    "RS gained significantly on PSO, DE and CMA-ES without overtaking them: it is worse at every "
    "cut-point on all 6 problems."
)


def test_summary_caption_report_and_conclusion_say_it():
    comparison = compared()
    assert comparison.gained()[0].tolist() == [False, True, True, True]
    for text in (
        comparison.summary(),
        comparison.caption(),
        cd.make_report(comparison).to_markdown(),
    ):
        assert SENTENCE in " ".join(text.split())
    conclusion = comparison.conclusion("CMA-ES", "RS")
    assert conclusion.startswith("RS gained significantly on CMA-ES (L = ")
    ending = "At the last cut-point, CMA-ES is better on all 6 problems."
    assert conclusion.endswith(
        f", but is worse at every cut-point on all 6 problems. {ending}"
    )
    assert "converges faster" not in conclusion


def test_the_figures_say_it():
    comparison = compared()
    matrix = layout_convergence_matrix(comparison, measure=measure, width="page")
    marked = sorted(
        e.gid
        for e in matrix.elements
        if isinstance(e, Marker) and e.gid.startswith("against-")
    )
    assert marked == [
        "against-0-1",
        "against-0-2",
        "against-0-3",
        "against-1-2",
        "against-1-3",
        "against-2-3",
    ]
    assert "row worse throughout" in face(matrix)
    trend = face(layout_convergence_trend(comparison, "CMA-ES", "RS", measure=measure))
    trend = trend.replace("CMA- ES", "CMA-ES")  # a name may be broken at its hyphen
    assert "RS gained on CMA-ES (n = 6, " in trend
    assert "but is worse throughout" in trend
    problems = face(
        layout_convergence_problems(comparison, "CMA-ES", "RS", measure=measure)
    )
    assert "RS gained (n = 6, " in problems
    assert "but is worse throughout" in problems


def test_the_command_says_it_on_standard_error(tmp_path):
    rows = ["algorithm,problem,evaluations,value"]
    for a, name in enumerate(RATES):
        for p in range(6):
            for b, budget in enumerate(BUDGETS):
                rows.append(
                    f"{name},f{p},{budget},{errors()[a, p, b]!r}".replace(
                        "np.float64(", ""
                    ).replace(")", "")
                )
    (tmp_path / "h.csv").write_text("\n".join(rows), encoding="utf-8")
    args = [
        "convergence",
        str(tmp_path / "h.csv"),
        "--p-adjust",
        "none",
        "--cut-points",
        "100,200,400,800,1600",
    ]
    result = CliRunner().invoke(main, [*args, "-o", str(tmp_path / "m.svg")])
    assert result.exit_code == 0, result.output
    assert SENTENCE in result.stderr
    assert Path(tmp_path / "m.svg").exists()


@pytest.mark.parametrize(
    "change", ["equal at one place", "better at one place", "equal but for rounding"]
)
def test_worse_everywhere_is_meant_exactly(change):
    values = errors()
    place = (0, 4, 4)
    values[place] = {
        "equal at one place": values[1, 4, 4],
        "better at one place": values[1, 4, 4] * 0.99,
        "equal but for rounding": values[1, 4, 4] * (1 + 3e-16),
    }[change]
    comparison = compared(values)
    assert not comparison.worse_everywhere[0, 1]
    assert comparison.worse_everywhere[0, 3]
    assert (
        "RS gained significantly on DE and CMA-ES without overtaking them: it is worse at every"
        in comparison.summary()
    )


def test_values_to_be_maximised_are_worse_where_they_are_lower():
    histories = cd.Histories.from_arrays(
        -errors(), algorithms=list(RATES), cut_points=BUDGETS, higher_is_better=True
    )
    comparison = cd.compare_convergence(histories, p_adjust="none")
    assert np.array_equal(comparison.worse_everywhere, compared().worse_everywhere)


def test_nothing_is_said_where_the_faster_one_is_better():
    values = errors()[::-1] * np.array([[[3.0]], [[1.0]], [[1.0]], [[1.0]]])
    values[0] = np.array([9.0, 5.0, 1.0, 0.01, 0.0001])
    comparison = compared(values)
    assert comparison.gained()[0].all() or comparison.gained()[0, 1:].all()
    assert not comparison.gained_but_worse()[0].any()


def test_the_trend_prints_the_direction_that_is_significant():
    comparison = cd.compare_convergence(
        cd.load_histories("optimisers"), ranks="original"
    )
    first, second = "Dual annealing", "Random search"
    assert comparison.pvalue[comparison.pair(first, second)] > 0.999
    for pair in ((first, second), (second, first)):
        text = face(layout_convergence_trend(comparison, *pair, measure=measure))
        gain = "Random search gained on Dual annealing"
        assert f"{gain} (n = 20, adjusted two-sided p = 0.003)" in text
        caption = comparison.caption("trend", *pair)
        gain = "Random search gained significantly on Dual annealing"
        assert f"{gain} (L = 7193.5, adjusted two-sided p = 0.003)." in caption
        assert "original ranks" in caption


def test_both_p_values_are_printed_where_neither_is_significant():
    comparison = cd.compare_convergence(
        cd.load_histories("optimisers"), test="page", ranks="original", alpha=1e-12
    )
    text = face(
        layout_convergence_trend(comparison, "PSO", "Nelder-Mead", measure=measure)
    )
    assert "PSO and Nelder-Mead: no significant gain (n = 20, p = " in text
    first, second = comparison.pair("PSO", "Nelder-Mead")
    for p in (
        comparison.pvalue_adjusted[first, second],
        comparison.pvalue_adjusted[second, first],
    ):
        assert format_p(p, 1e-12) in text
