"""What procedures are called: one proper name each, wherever it is printed."""

import ast
from pathlib import Path

import numpy as np
import pytest

import cddiagram as cd
from cddiagram.comparing import make_plan
from cddiagram.convergence import layout_convergence_matrix
from cddiagram.figures import layout_assumptions, layout_cd, layout_pvalue_matrix
from cddiagram.procedures import (
    ADJUSTMENTS,
    NORMALITY_NAMES,
    PAIR_TEST_CHOICES,
    RANKING_CHOICES,
    adjustment_choices,
)
from cddiagram.words.procedures import procedure_note

#: As their authors, and the names of their tests, are spelled, where a key has no
#: accents, dashes or capitals.
SPELLED = {
    "sidak": "Šidák",
    "bergmann-hommel": "Bergmann–Hommel",
    "max-t": "max-T",
    "li": "Li",
    "shaffer-dynamic": "Shaffer",
}
#: Adjustment -> its proper name. An adjustment with a word of its own is not in it.
PROPER = {
    key: entry.name.partition(" (")[0]
    for key, entry in ADJUSTMENTS.items()
    if key != "none" and entry.stands_for == key
}
DASHED = [entry.name for entry in ADJUSTMENTS.values() if "–" in entry.name]
TABLE = cd.load_example("garcia2008-table2")


def measure(text, size, bold, italic):
    return 0.5 * size * len(text)


def texts(sheet):
    return " ".join(
        element.text for element in sheet.elements if hasattr(element, "text")
    )


def compared(p_adjust):
    entry = ADJUSTMENTS[p_adjust]
    if entry.ranking == "means":
        control = "C4.5" if "no control" in entry.refusals else None
        return cd.compare(
            TABLE, ranking="means", pair_test="t", p_adjust=p_adjust, control=control
        )
    return cd.compare(TABLE, p_adjust=p_adjust)


def test_every_adjustment_has_a_proper_name():
    assert SPELLED.items() <= PROPER.items()
    for key, name in PROPER.items():
        assert name[0].isupper() or key in SPELLED, key
        assert "-" not in name or key in SPELLED, key


@pytest.mark.slow
@pytest.mark.parametrize("p_adjust", PROPER)
def test_an_adjustment_prints_one_name_in_every_output(p_adjust):
    comparison, proper = compared(p_adjust), PROPER[p_adjust]
    printed = {
        "name": comparison.test,
        "note": texts(layout_cd(comparison, measure=measure, width=8.0)),
        "matrix": texts(layout_pvalue_matrix(comparison, measure=measure, width=8.0)),
        "caption": comparison.caption(),
        "methods": comparison.methods(),
        "summary": comparison.summary(),
        "report": cd.make_report(comparison).to_markdown(),
    }
    assert {where: proper in text for where, text in printed.items()} == dict.fromkeys(
        printed, True
    )
    wrong = {
        p_adjust.capitalize(),
        p_adjust.title(),
        p_adjust.title().replace("-", "–"),
    } - {proper}
    assert [
        (where, name)
        for where, text in printed.items()
        for name in wrong
        if name in text
    ] == []


@pytest.mark.parametrize(
    "p_adjust",
    [name for name in adjustment_choices(flat=True) if name not in ("auto", "none")],
)
def test_the_matrix_of_convergence_prints_the_same_name(p_adjust):
    comparison = cd.compare_convergence(
        cd.load_histories("optimisers"), p_adjust=p_adjust
    )
    for text in (
        texts(layout_convergence_matrix(comparison, measure=measure, width=8.0)),
        comparison.caption(),
        comparison.summary(),
        cd.make_report(comparison).to_markdown(),
    ):
        assert PROPER[p_adjust] in text.replace("\u00a0", " ")
        assert "Sidak" not in text


@pytest.mark.parametrize(
    "p_adjust",
    [key for key in PROPER if ADJUSTMENTS[key].needs in ("p-values", "all pairs")],
)
def test_p_values_from_elsewhere_print_the_same_name(p_adjust):
    p = np.array([[np.nan, 0.01, 0.3], [0.01, np.nan, 0.2], [0.3, 0.2, np.nan]])
    comparison = cd.compare_pvalues(
        [1.2, 2.6, 2.2], p, algorithms=["A", "B", "C"], p_adjust=p_adjust
    )
    assert f"adjusted by {PROPER[p_adjust]}" in procedure_note(comparison)


def plans():
    for ranking in RANKING_CHOICES:
        for pair_test in ("t",) if ranking == "means" else PAIR_TEST_CHOICES:
            for p_adjust in adjustment_choices():
                for control in (None, "before", "after"):
                    try:
                        yield make_plan(
                            ranking=ranking,
                            pair_test=pair_test,
                            p_adjust=p_adjust,
                            control_chosen=control,
                        )
                    except cd.UsageError:
                        continue


def test_every_name_of_a_procedure_begins_with_a_capital_and_joins_alike():
    """A dash joins two single words; names of more words, or with a dash of their own,
    stand behind a comma.
    """
    labels = {plan.label for plan in plans()}
    assert len(labels) > 100
    for label in labels:
        assert label[0].isupper(), label
        before, _, after = label.removesuffix(", best against the others").partition(
            "–"
        )
        assert (
            not after
            or (before.isalpha() and after.isalpha())
            or any(name in label for name in DASHED)
        ), label
    assert {
        "Wilcoxon–Holm",
        "Wilcoxon, Bergmann–Hommel",
        "Friedman ranks, Holm",
        "Sign test, Šidák",
    } <= labels
    assert all(any(PROPER[key] in label for label in labels) for key in PROPER)


def test_tests_of_normality_print_one_name():
    assumptions = (
        TABLE.check_assumptions()
        if hasattr(TABLE, "check_assumptions")
        else cd.check_assumptions(TABLE)
    )
    caption = cd.compare(TABLE).caption("assumptions")
    figure = texts(layout_assumptions(assumptions, measure=measure, width=8.0))
    report = cd.make_report(cd.compare(TABLE), figures=()).to_markdown()
    assert len(NORMALITY_NAMES) == 4
    assert NORMALITY_NAMES["shapiro-wilk"] in caption
    assert NORMALITY_NAMES["shapiro-wilk"] in figure
    for name in NORMALITY_NAMES.values():
        assert f"{name} p" in report


@pytest.mark.slow
def test_no_name_in_print_is_made_from_a_key():
    """`.title()` and `.capitalize()` of a key gave "Sidak"; the one use left makes a
    Greek capital for TeX.
    """
    root, found = Path(cd.__file__).parent, []
    for path in sorted(root.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Attribute)
                and node.attr in ("title", "capitalize")
                and isinstance(node.ctx, ast.Load)
            ):
                found.append(
                    (
                        path.relative_to(root).as_posix(),
                        node.attr,
                        ast.unparse(node.value),
                    )
                )
    calls = [(path, of) for path, attribute, of in found if attribute == "capitalize"]
    assert calls == [("text/tex.py", "letter")]
    assert not [
        of for path, attribute, of in found if attribute == "title" and "p_adjust" in of
    ]
