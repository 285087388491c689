"""Which combinations have a meaning, what they are called, and what is said about the
others.
"""

import pytest

import cddiagram as cd
from cddiagram.comparing import make_plan
from cddiagram.text import UsageError, check_alpha


@pytest.mark.parametrize(
    ("options", "p_adjust", "label"),
    [
        ({}, "nemenyi", "Nemenyi"),
        ({"control_chosen": "before"}, "bonferroni", "Bonferroni–Dunn"),
        (
            {"control_chosen": "before", "p_adjust": "bonferroni-dunn"},
            "bonferroni",
            "Bonferroni–Dunn",
        ),
        (
            {"control_chosen": "before", "p_adjust": "holm"},
            "holm",
            "Friedman ranks, Holm",
        ),
        ({"control_chosen": "after"}, "nemenyi", "Nemenyi, best against the others"),
        (
            {"control_chosen": "after", "p_adjust": "bonferroni"},
            "bonferroni",
            "Friedman ranks, Bonferroni, best against the others",
        ),
        ({"pair_test": "wilcoxon"}, "holm", "Wilcoxon–Holm"),
        (
            {"pair_test": "wilcoxon", "control_chosen": "before"},
            "holm",
            "Wilcoxon–Holm",
        ),
        (
            {"pair_test": "wilcoxon", "p_adjust": "none"},
            "none",
            "Wilcoxon, not adjusted",
        ),
        ({"p_adjust": "bonferroni"}, "bonferroni", "Friedman ranks, Bonferroni"),
        (
            {"ranking": "quade", "variance": "conover", "p_adjust": "finner"},
            "finner",
            "Quade ranks (Conover's t), Finner",
        ),
        ({"ranking": "aligned"}, "holm", "Aligned ranks (permutation variance), Holm"),
        (
            {"p_adjust": "auto", "method": "asymptotic"},
            "nemenyi",
            "Nemenyi (asymptotic)",
        ),
        ({"method": "exact"}, "nemenyi", "Nemenyi"),
        (
            {"method": "exact", "control_chosen": "before"},
            "bonferroni",
            "Bonferroni–Dunn",
        ),
        (
            {"method": "exact", "p_adjust": "holm"},
            "holm",
            "Friedman ranks (exact), Holm",
        ),
        (
            {"method": "exact", "control_chosen": "before", "p_adjust": "bonferroni"},
            "bonferroni",
            "Bonferroni–Dunn",
        ),
        (
            {"method": "exact", "tie_correction": True, "p_adjust": "none"},
            "none",
            "Friedman ranks (exact), not adjusted",
        ),
        ({"two_algorithms": True}, "none", "Friedman ranks (exact)"),
        (
            {"two_algorithms": True, "p_adjust": "holm"},
            "holm",
            "Friedman ranks (exact)",
        ),
        (
            {"two_algorithms": True, "control_chosen": "before"},
            "none",
            "Friedman ranks (exact)",
        ),
        ({"two_algorithms": True, "method": "asymptotic"}, "none", "Friedman ranks"),
        ({"two_algorithms": True, "pair_test": "wilcoxon"}, "none", "Wilcoxon"),
        (
            {"two_algorithms": True, "ranking": "means", "pair_test": "t"},
            "none",
            "ANOVA t test",
        ),
        ({"p_adjust": "max-t"}, "max-t", "Friedman ranks, max-T"),
        (
            {"p_adjust": "max-t", "control_chosen": "before"},
            "max-t",
            "Friedman ranks, max-T",
        ),
        ({"p_adjust": "max-t", "pair_test": "wilcoxon"}, "max-t", "Wilcoxon, max-T"),
        ({"p_adjust": "max-t", "pair_test": "t"}, "max-t", "Mean differences, max-T"),
        (
            {"p_adjust": "max-t", "ranking": "means", "pair_test": "t"},
            "max-t",
            "Mean differences, max-T",
        ),
        (
            {"p_adjust": "max-t", "ranking": "quade", "pair_test": "sign"},
            "max-t",
            "Sign test, max-T",
        ),
        (
            {"p_adjust": "max-t", "two_algorithms": True},
            "max-t",
            "Friedman ranks (sign flips)",
        ),
    ],
)
def test_defaults_and_labels(options, p_adjust, label):
    plan = make_plan(**options)
    assert (plan.p_adjust, plan.label) == (p_adjust, label)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"pair_test": "wilcoxon", "p_adjust": "nemenyi"},
            "p_adjust 'nemenyi' applies to differences between Friedman average ranks, not to "
            "pair_test 'wilcoxon'. Use 'holm' instead.",
        ),
        (
            {"control_chosen": "before", "p_adjust": "nemenyi"},
            "p_adjust 'nemenyi' requires a comparison of all pairs. With a control, "
            "use 'bonferroni' (Bonferroni–Dunn) or 'holm' instead.",
        ),
        (
            {"p_adjust": "bonferroni-dunn"},
            "p_adjust 'bonferroni-dunn' requires a control. Name the control "
            "(control), or use 'nemenyi' for all pairs.",
        ),
        (
            {"p_adjust": "bonferroni-dunn", "control_chosen": "after"},
            "p_adjust 'bonferroni-dunn' requires a control that was specified in "
            "advance, not 'best'. Name the control, or use 'nemenyi'.",
        ),
        (
            {
                "p_adjust": "bonferroni-dunn",
                "control_chosen": "before",
                "pair_test": "wilcoxon",
            },
            "p_adjust 'bonferroni-dunn' applies to Friedman average ranks, not to "
            "pair_test 'wilcoxon'. Use 'bonferroni' or 'holm'.",
        ),
        (
            {"zeros": "drop"},
            "zeros 'drop' requires pair_test 'wilcoxon'. Omit this option.",
        ),
        (
            {"method": "exact", "ranking": "quade"},
            "method 'exact' requires Friedman mean ranks or pair_test 'wilcoxon' or "
            "'sign'. Omit this option.",
        ),
        (
            {"two_algorithms": True, "p_adjust": "nemenyi"},
            "p_adjust 'nemenyi' is based on the studentized range, not on the exact "
            "distribution of rank sums. Two algorithms require no adjustment. Omit "
            "the adjustment, or use method 'asymptotic'.",
        ),
        (
            {"method": "exact", "p_adjust": "tukey"},
            "p_adjust 'tukey' requires ranking 'means' and pair_test 't'. Specify "
            "both, or use 'nemenyi' for average ranks.",
        ),
        (
            {"method": "exact", "tie_correction": False},
            "tie_correction False selects formulas that ignore ties, but method "
            "'exact' uses the distribution for the observed ties. Omit one of these "
            "options.",
        ),
        (
            {"p_adjust": None},
            "p_adjust None is ambiguous: it means 'not adjusted' in some libraries "
            "and 'the default' in others. Use 'none' or 'auto'.",
        ),
        (
            {"ranking": "aligned", "p_adjust": "max-t"},
            "p_adjust 'max-t' is not available for ranking 'aligned'. Use 'holm' "
            "instead.",
        ),
        (
            {"ranking": "quade", "p_adjust": "max-t"},
            "p_adjust 'max-t' is not available for ranking 'quade'. Use 'holm' "
            "instead.",
        ),
        (
            {"incomplete": True, "p_adjust": "max-t"},
            "p_adjust 'max-t' requires complete scores, but some are missing. Read "
            "the scores with missing='worst' or 'drop'.",
        ),
        (
            {"p_adjust": "max-t", "method": "exact"},
            "p_adjust 'max-t' uses all sign patterns, or random patterns if there are "
            "many data sets. Omit method 'exact'.",
        ),
        (
            {
                "p_adjust": "max-t",
                "pair_test": "multiple-sign",
                "control_chosen": "before",
            },
            "pair_test 'multiple-sign' already returns adjusted p-values. Omit "
            "p_adjust 'max-t'.",
        ),
    ],
)
def test_meaningless_combinations_say_what_to_use(options, message):
    with pytest.raises(UsageError) as error:
        make_plan(**options)
    assert str(error.value) == message


@pytest.mark.parametrize(
    "what", ["ranking", "pair_test", "p_adjust", "zeros", "variance", "method"]
)
def test_unknown_values_are_named_with_the_choices(what):
    with pytest.raises(UsageError, match=f"^unknown {what} 'qqq': choose from '"):
        make_plan(**{what: "qqq"})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("t-relative-holm", "pass pair_test='t-relative' and p_adjust='holm'."),
        ("t-holm", "pass pair_test='t' and p_adjust='holm'."),
        ("Sign_Shaffer", "pass pair_test='sign' and p_adjust='shaffer'."),
        ("sign", "pass pair_test='sign'."),
        ("multiple-sign", "pass pair_test='multiple-sign'."),
        ("ranks nemenyi", "pass pair_test='ranks' and p_adjust='nemenyi'."),
    ],
)
def test_a_test_and_an_adjustment_in_one_name_are_two_options(given, said):
    with pytest.raises(UsageError) as error:
        make_plan(p_adjust=given)
    assert str(error.value) == f"unknown p_adjust '{given}': {said}"


@pytest.mark.parametrize(
    ("options", "figure_label"),
    [
        ({"ranking": "quade"}, "Quade ranks, Holm"),
        (
            {"ranking": "quade", "variance": "conover"},
            "Quade ranks (Conover's t), Holm",
        ),
        ({"ranking": "aligned"}, "Aligned ranks, Holm"),
        ({"control_chosen": "after"}, "Nemenyi, best against the others"),
    ],
)
def test_the_label_in_a_figure_names_no_default_variance(options, figure_label):
    assert make_plan(**options).figure_label == figure_label


@pytest.mark.parametrize("alpha", [0.0, 1.0, -0.1, 5, float("nan"), "0.05", None])
def test_alpha_outside_its_range(alpha):
    with pytest.raises(
        UsageError,
        match=r"alpha must be between 0 and 1, not .*\. Use 0\.0[15]\b",
    ):
        check_alpha(alpha)


def test_p_values_from_elsewhere_have_a_name():
    p = [[1, 0.01, 0.2], [0.01, 1, 0.3], [0.2, 0.3, 1]]

    def label(p_adjust):
        return cd.compare_pvalues(
            [1.5, 2.5, 2], p, algorithms=list("ABC"), p_adjust=p_adjust
        ).plan.label

    assert label("none") == "P-values as given"
    assert [label("holm"), label("shaffer")] == [
        "P-values as given, Holm",
        "P-values as given, Shaffer",
    ]
    two = cd.compare_pvalues(
        [1, 2], [[1, 0.01], [0.01, 1]], algorithms=list("AB"), p_adjust="holm"
    ).plan
    assert two.figure_label == "P-values as given"


def test_max_t_needs_scores():
    needs = (
        "^p_adjust 'max-t' requires the scores, not only p-values. Use 'holm' instead"
    )
    with pytest.raises(UsageError, match=needs):
        cd.compare_pvalues(
            [1, 2], [[1, 0.01], [0.01, 1]], algorithms=list("AB"), p_adjust="max-t"
        )
    needs = (
        "^p_adjust 'max-t' requires the ranks on each data set, not only average "
        "ranks. Use 'holm' instead"
    )
    with pytest.raises(UsageError, match=needs):
        cd.compare_ranks([1.2, 1.9, 2.9], 20, algorithms=list("ABC"), p_adjust="max-t")


def test_skillings_mack_without_gaps_on_ranks():
    with pytest.raises(
        UsageError,
        match=r"^ranking 'skillings-mack' is intended for missing scores, but no "
        r"score is missing. Use 'fried",
    ):
        make_plan(ranking="skillings-mack")
