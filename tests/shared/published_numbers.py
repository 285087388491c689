"""Every number of the three papers, computed by the package: for tests/golden and for
the site's page of them.

The entries (key, place in the paper, printed text, exact value, tolerance of the
printed digits) are in the JSON files of tests/golden. ``agrees`` is false if the paper
is wrong.

García et al. (2010) computed Tables 9 to 11 with critical values and variances that the
package does not offer, because they do not control the error rate. They are computed
here, in the section "As printed".
"""

import json
import math
from itertools import combinations
from pathlib import Path

import numpy as np
from scipy.special import chdtri, fdtri

import cddiagram as cd
from cddiagram.stats import (
    DEFAULT_BUDGET,
    Levels,
    adjust_pairs,
    adjust_pvalues,
    aligned_test,
    bergmann_hommel,
    bergmann_hommel_bounds,
    binomial_upper,
    contrast_estimates,
    count_wins,
    critical_difference,
    critical_signed_rank_sum,
    falls_with_distance,
    family_pvalue,
    friedman_test,
    largest_true_counts,
    multiple_sign_test,
    nemenyi_pvalues,
    normal_two_sided,
    quade_average_ranks,
    quade_test,
    rank_pair_test,
    rank_standard_error,
    sign_pair_test,
    sign_z,
    wilcoxon_test,
)

HERE = Path(__file__).parents[1] / "golden"
PAPERS = {name: json.loads((HERE / f"{name}.json").read_text(encoding="utf-8")) for name in (
    "demsar2006", "garcia_herrera2008", "garcia_et_al2010"
)}  # fmt: skip
CONTROL_METHODS = (
    "bonferroni",
    "holm",
    "hochberg",
    "hommel",
    "holland",
    "finner",
    "li",
    "rom",
)


# As printed


def critical_values_by_sums(m, alpha, *, one_term_early=False):
    """Rom's critical values for the largest p-value, the second largest, ...: García et
    al. 2010, Eq. (23), with binom(i, j). They are exact if `alpha` is a fraction.

    Both sums of the programs of SCI2S stop `one_term_early`. That gives the list
    printed in the paper, r = alpha / c = 1, 2, 3, 3.814, ... for alpha = .05.
    """
    early = int(one_term_early)
    c = [None, alpha, alpha / 2]
    for i in range(3, m + 1):
        powers = sum(alpha**j for j in range(1, i - early))
        others = sum(
            math.comb(i, j) * c[j + 1] ** (i - j) for j in range(1, i - 1 - early)
        )
        c.append((powers - others) / i)
    return c[1 : m + 1]


def rom_as_printed(pvalues, *, alpha=0.05):
    """Rom's adjusted p-values with the printed list: they hold at `alpha` only."""
    p = np.asarray(pvalues, dtype=float)
    falling = np.argsort(-p, kind="stable")
    critical = critical_values_by_sums(len(p), alpha, one_term_early=True)
    # The largest p-value has the factor 1, so that no adjusted p-value exceeds 1.
    stepped = np.minimum.accumulate(alpha / np.array(critical) * p[falling])
    adjusted = np.empty_like(p)
    adjusted[falling] = np.maximum(stepped, p[falling])
    return adjusted


def adjusted_as_printed(pvalues, method):
    """Adjust p-values as in Tables 9 to 11: Rom's procedure with the printed list."""
    return (
        rom_as_printed(pvalues) if method == "rom" else adjust_pvalues(pvalues, method)
    )


def aligned_error_as_printed(n, k):
    """The standard error of a difference of average aligned ranks in Table 10: k (nk +
    1) / 6 is its square on the web page of SCI2S, and the paper misprints that.
    """
    return math.sqrt(k * (n * k + 1) / 6)


def quade_error_as_printed(n, k):
    """The standard error of a difference of weighted average ranks in Table 11, Eq.
    (22): its square is (k - 1) / 2 times the permutation variance.
    """
    return math.sqrt(k * (k + 1) * (2 * n + 1) * (k - 1) / (18 * n * (n + 1)))


def z_and_pvalues(averages, error):
    """Return z and the two-sided p-values of the differences of all pairs."""
    z = (averages[..., np.newaxis, :] - averages[..., :, np.newaxis]) / error
    return z, normal_two_sided(np.abs(z))


def aligned_as_printed(ranks):
    """Return z and p-values of all pairs as in Table 10, for ranks (..., n, k)."""
    error = aligned_error_as_printed(*ranks.shape[-2:])
    return z_and_pvalues(ranks.mean(axis=-2), error)


def quade_as_printed(ranks, weights):
    """Return z and p-values of all pairs as in Table 11, for ranks (..., n, k)."""
    error = quade_error_as_printed(*ranks.shape[-2:])
    return z_and_pvalues(quade_average_ranks(ranks, weights), error)


def bergmann_hommel_formula(pvalues, *, average_ranks=None, budget=DEFAULT_BUDGET):
    """Bound the Bergmann-Hommel adjusted p-values by the formula of García and Herrera
    (2008), Section 3, without the cumulative maximum of their Table 5.

    Return lower and upper bounds, (k, k), and the number of steps of the search. The
    functions are those of the package, which takes the cumulative maximum of their
    results.
    """
    k = len(pvalues)
    order = np.arange(k)
    if average_ranks is not None:
        order = np.argsort(average_ranks, kind="stable")
    levels = Levels.of(pvalues[np.ix_(order, order)])
    if falls_with_distance(levels.index):
        lower = upper = bergmann_hommel(levels)
        steps = 0
    else:
        bounds = bergmann_hommel_bounds(levels, largest_true_counts(k), budget)
        lower, upper, steps = bounds.lower, bounds.upper, bounds.steps
    i, j = np.triu_indices(k, 1)
    squares = np.full((2, k, k), np.nan)
    for square, values in zip(squares, (lower, upper), strict=True):
        square[order[i], order[j]] = square[order[j], order[i]] = values
    return squares[0], squares[1], steps


# Every number of the papers


def friedman_numbers(ranks, names, prefix="mean_rank."):
    plain, iman, *_ = friedman_test(ranks)
    found = {
        prefix + name: value
        for name, value in zip(names, np.mean(ranks, axis=0), strict=True)
    }
    found |= {"friedman.chi2": plain.statistic, "friedman.p": plain.pvalue}
    return found | {"iman_davenport.F": iman.statistic, "iman_davenport.p": iman.pvalue}


def demsar2006():
    table = cd.load_example("demsar2006-table6-ranks")
    names, ranks = table.algorithms, table.scores
    found = friedman_numbers(ranks, names)
    error = rank_standard_error(ranks)
    found |= {"SE": error, "F_crit(3,39;0.05)": fdtri(3, 39, 0.95)}
    for k in range(2, 11):
        for alpha, printed in ((0.05, "0.05"), (0.10, "0.10")):
            for name, p_adjust in (
                ("nemenyi", "nemenyi"),
                ("bonferroni_dunn", "bonferroni"),
            ):
                found[f"q_{name}.k{k}.alpha{printed}"] = critical_difference(
                    k, 1.0, alpha=alpha, p_adjust=p_adjust, n_hypotheses=k - 1
                )
    for printed in ("0.05", "0.10"):
        alpha = float(printed)
        found[f"CD_nemenyi.alpha{printed}"] = cd.compare(
            table, alpha=alpha, method="asymptotic"
        ).critical_difference
        control = cd.compare(table, control="C4.5", alpha=alpha, method="asymptotic")
        found[f"CD_bonferroni_dunn.alpha{printed}"] = control.critical_difference
        pairs = cd.compare(table, alpha=alpha, method="asymptotic")
        found[f"nemenyi_groups.alpha{printed}"] = {
            "pairs": [
                [names[i], names[j]]
                for i, j in combinations(range(4), 2)
                if pairs.different()[i, j]
            ]
        }
    z = np.abs(rank_pair_test(ranks).statistic)
    p = normal_two_sided(z)
    others = [names.index(name) for name in ("C4.5+m+cf", "C4.5+m", "C4.5+cf")]
    decisions = {}
    for method in CONTROL_METHODS:
        adjusted = adjust_pvalues(p[0, others], method)
        decisions[method] = (adjusted <= 0.05).tolist()
        found |= {
            f"apv.{method}.C4.5 vs {names[j]}": a
            for j, a in zip(others, adjusted, strict=True)
        }
    found["decisions"] = {
        m: decisions[m] for m in ("bonferroni", "holm", "hochberg", "hommel")
    }
    for j in others:
        found |= {f"z.C4.5 vs {names[j]}": z[0, j], f"p.C4.5 vs {names[j]}": p[0, j]}
    found |= {f"alpha/i.{i}": 0.05 / (4 - i) for i in (1, 2, 3)}
    # Hommel: the largest j for which every p of rank n - j + k exceeds k alpha / j (G08
    # figure 3).
    rising = np.sort(p[0, others])
    found["hommel.j"] = max(
        j
        for j in (1, 2, 3)
        if all(rising[3 - j + k - 1] > k * 0.05 / j for k in range(1, j + 1))
    )
    nemenyi = nemenyi_pvalues(rank_pair_test(ranks).statistic, 4)
    found |= {
        f"nemenyi_p.{names[i]} vs {names[j]}": nemenyi[i, j]
        for i, j in combinations(range(4), 2)
    }
    return found | demsar_two_classifiers()


def demsar_two_classifiers():
    scores = cd.load_example("demsar2006-table2").scores
    printed = wilcoxon_test(scores, method="asymptotic", tie_correction=False)
    smaller = printed.statistic[0, 1]
    wins, ties = count_wins(scores)
    n = len(scores)
    split = int(wins[1, 0] + ties[1, 0] // 2)
    found = {
        "wilcoxon.R+": printed.statistic[1, 0],
        "wilcoxon.R-": smaller,
        "wilcoxon.z": (smaller - n * (n + 1) / 4)
        / math.sqrt(n * (n + 1) * (2 * n + 1) / 24),
        "wilcoxon.p.normal": printed.pvalue[0, 1],
        "wilcoxon.critical T (N=14, .05 two-sided)": critical_signed_rank_sum(14, 0.05),
        "sign.wins": split,
        "sign.p.two_sided_exact": sign_pair_test(scores).pvalue[0, 1],
        "sign.p.one_sided_exact": float(binomial_upper(split, n)),
        "sign.z": float(sign_z(split, n)),
        "sign.p.normal_two_sided": sign_pair_test(scores, method="asymptotic").pvalue[
            0, 1
        ],
    }
    for n_sets in range(5, 26):
        for printed_alpha in ("0.05", "0.10"):
            key = f"sign_crit.N{n_sets}.alpha{printed_alpha}"
            found[key] = next(
                w
                for w in range(n_sets + 1)
                if binomial_upper(w, n_sets) <= float(printed_alpha)
            )
    return found


def garcia_herrera2008():
    table = cd.load_example("garcia2008-table2")
    comparison = cd.compare(table)
    names, ranks = table.algorithms, comparison.ranking.ranks
    found = friedman_numbers(ranks, names)
    found |= {
        "chi2_crit(4;0.05)": chdtri(4, 0.05),
        "F_crit(4,116;0.05)": fdtri(4, 116, 0.95),
        "SE": rank_standard_error(ranks),
        "shaffer.t": largest_true_counts(5)[:0:-1].tolist(),
        "2^m.k9": 2 ** (9 * 8 // 2),
    }
    found |= {
        f"S({k})": np.unique(largest_true_counts(k)).tolist() for k in range(2, 11)
    }
    found |= {f"n_exhaustive.k{k}": bell(k) - 1 for k in range(4, 10)}
    z = np.abs(rank_pair_test(ranks).statistic)
    p = normal_two_sided(z)
    methods = {
        "apv_NM": "bonferroni", "apv_HM": "holm", "apv_SH": "shaffer", "apv_BH": "bergmann-hommel",
        "apv_hochberg": "hochberg", "apv_hommel": "hommel",
    }  # fmt: skip
    means = comparison.ranking.average_ranks
    adjusted = {
        key: adjust_pairs(p, name, average_ranks=means).pvalue_adjusted
        for key, name in methods.items()
    }
    pairs = sorted(combinations(range(5), 2), key=lambda pair: p[pair])
    factors = largest_true_counts(5)[:0:-1].tolist()
    for at, (i, j) in enumerate(pairs):
        label = f"{at + 1}.{names[i]} vs {names[j]}"
        found |= {f"z.{label}": z[i, j], f"p.{label}": p[i, j]}
        found |= {f"{key}.{label}": values[i, j] for key, values in adjusted.items()}
        found |= {
            f"alpha_NM.{at + 1}": 0.05 / 10,
            f"alpha_HM.{at + 1}": 0.05 / (10 - at),
            f"alpha_SH.{at + 1}": 0.05 / factors[at],
        }
    for name, key in (
        ("Nemenyi", "NM"),
        ("Holm", "HM"),
        ("Shaffer", "SH"),
        ("Bergmann-Hommel", "BH"),
    ):
        values = adjusted[f"apv_{key}"][np.triu_indices(5, 1)]
        found[f"rejections.{name}"] = int((values <= 0.05).sum())
    nemenyi = nemenyi_pvalues(rank_pair_test(ranks).statistic, 5)
    return found | {
        f"nemenyi_p_tukey.{names[i]} vs {names[j]}": nemenyi[i, j]
        for i, j in combinations(range(5), 2)
    }


def bell(k):
    """Number of partitions of k things, by the Bell triangle."""
    row = [1]
    for _ in range(k - 1):
        following = [row[-1]]
        for value in row:
            following.append(following[-1] + value)
        row = following
    return row[-1]


def published(name):
    """Read a printed table of intermediate numbers: first column names, then
    numbers.
    """
    lines = [
        line.split(",")
        for line in (HERE / name).read_text(encoding="utf-8").splitlines()
        if line[0] != "#"
    ]
    return lines[0][1:], np.array(
        [[float(cell) for cell in line[1:]] for line in lines[1:]]
    )


def against_control(prefix, names, statistic, pvalue, error):
    z, p = np.abs(statistic[0, 1:]), pvalue[0, 1:]
    found = {f"{prefix}.SE": float(error)}
    adjusted = {method: adjusted_as_printed(p, method) for method in CONTROL_METHODS}
    for at, name in enumerate(names[1:]):
        pair = f"{names[0]} vs {name}"
        found |= {f"{prefix}.z.{pair}": z[at], f"{prefix}.p.{pair}": p[at]}
        found |= {
            f"{prefix}.apv_{method}.{pair}": adjusted[method][at]
            for method in CONTROL_METHODS
        }
    return found


def garcia_et_al2010():
    table = cd.load_example("garcia2010-table3")
    names = table.algorithms
    comparison = cd.compare(table)
    found = friedman_numbers(comparison.ranking.ranks, names)
    named = cd.compare(table, control="PDFC", p_adjust="none")
    tests, error = named.pairwise, rank_standard_error(comparison.ranking.ranks)
    found |= against_control("friedman", names, tests.statistic, tests.pvalue, error)
    found |= multiple_sign_numbers(table)
    found |= contrast_numbers(names)
    found |= aligned_numbers(names)
    return found | quade_numbers(names)


def multiple_sign_numbers(table):
    test = multiple_sign_test(table.scores, 0)
    kept = multiple_sign_test(table.scores, 0, ties="keep")
    found = {
        "multiple_sign.critical_r(n=24,m=3,.05)": max(
            c for c in range(24) if family_pvalue(c, 24, 3) <= 0.05
        )
    }
    for j, name in enumerate(table.algorithms[1:], 1):
        found |= {
            f"multiple_sign.pluses.{name}": int(test.statistic[j, 0]),
            f"multiple_sign.minuses.{name}": int(test.statistic[0, j]),
            f"multiple_sign.r.{name}": int(
                min(test.statistic[j, 0], test.statistic[0, j])
            ),
            f"multiple_sign.exact_familywise_p.{name}": kept.pvalue[0, j],
        }
    return found


def contrast_numbers(names):
    """From the differences printed in Table 5, which come from unrounded accuracies."""
    header, differences = published("garcia2010_table5_differences.csv")
    medians = np.zeros((4, 4))
    found = {}
    for column, values in zip(header, differences.T, strict=True):
        u, v = int(column[1]) - 1, int(column[2]) - 1
        medians[u, v], medians[v, u] = np.median(values), -np.median(values)
        found[f"contrast.Z{u + 1}{v + 1}"] = medians[u, v]
    estimates = contrast_estimates(medians)
    m = medians.mean(axis=1)
    found |= {"contrast.m1": m[0], "contrast.m2": m[1]}
    return found | {
        f"contrast.{names[u]} - {names[v]}": estimates[u, v]
        for u, v in combinations(range(4), 2)
    }


def aligned_numbers(names):
    """From the aligned ranks printed in Table 7, which come from unrounded
    accuracies.
    """
    _, ranks = published("garcia2010_table7_aligned_ranks.csv")
    plain, _ = aligned_test(ranks)
    found = {
        "aligned.sum_Rj2": float(np.sum(ranks.sum(axis=0) ** 2)),
        "aligned.sum_Ri2": float(np.sum(ranks.sum(axis=1) ** 2)),
        "aligned.T": plain.statistic,
        "aligned.p": plain.pvalue,
        "aligned.expected total": ranks.size * (ranks.size + 1) / 2 / 4,
    }
    for j, name in enumerate(names):
        found |= {
            f"aligned.total.{name}": ranks[:, j].sum(),
            f"aligned.mean.{name}": ranks[:, j].mean(),
        }
    error = aligned_error_as_printed(*ranks.shape)
    return found | against_control("aligned", names, *aligned_as_printed(ranks), error)


def quade_numbers(names):
    """From the ranks Q of the data sets printed in Table 8, and the printed ranks of
    Table 3.
    """
    _, printed = published("garcia2010_table8_quade.csv")
    weights = printed[:, 1]
    ranks = cd.load_example("garcia2010-table3-ranks").scores
    n, k = ranks.shape
    s = weights[:, np.newaxis] * (ranks - (k + 1) / 2)
    plain, _ = quade_test(ranks, weights)
    found = {
        "quade.A2": n * (n + 1) * (2 * n + 1) * k * (k + 1) * (k - 1) / 72,
        "quade.B": float(np.sum(s.sum(axis=0) ** 2) / n),
        "quade.T3": plain.statistic,
        "quade.p": plain.pvalue,
    }
    averages = quade_average_ranks(ranks, weights)
    for j, name in enumerate(names):
        found |= {f"quade.S.{name}": s[:, j].sum(), f"quade.T.{name}": averages[j]}
    tests = quade_as_printed(ranks, weights)
    error = quade_error_as_printed(n, k)
    return found | against_control("quade", names, *tests, error)


#: Paper -> what makes key of the entry -> what the package makes of it.
COMPUTED = {
    "demsar2006": demsar2006,
    "garcia_herrera2008": garcia_herrera2008,
    "garcia_et_al2010": garcia_et_al2010,
}
