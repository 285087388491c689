"""How often tests on the folds of one data set call equal algorithms different:
``python folds.py --draws 300``.

The algorithms are one learner on three blocks of features that have the same
distribution, so that their expected scores are equal by symmetry, whatever the learner
does, while on a given data set one block may be luckier than another, in all folds
alike. Each draw is a new data set. Needs scikit-learn (the extra ``bench``).
"""

import argparse
import sys
import time

import numpy as np

import cddiagram as cd
from cddiagram.stats import adjust_pvalues, t_pair_test

#: Rows of a data set, features of a block, blocks, and how far apart the two classes
#: are in each feature.
ROWS, FEATURES, BLOCKS, APART = 150, 3, 3, 0.6
FOLDS, REPEATS = 10, 10


def learners():
    """Small models, deterministic but for the tree, whose seed is fixed."""
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.tree import DecisionTreeClassifier

    return {
        "naive Bayes": GaussianNB(),
        "tree of depth 3": DecisionTreeClassifier(max_depth=3, random_state=0),
        "5 nearest neighbours": KNeighborsClassifier(5, algorithm="kd_tree"),
    }


def cross_validated(learner, rng):
    """Accuracy on the folds of all repetitions: (repetition x fold, algorithm)."""
    from sklearn.base import clone
    from sklearn.model_selection import StratifiedKFold

    labels = np.arange(ROWS) % 2
    features = rng.normal(size=(ROWS, BLOCKS, FEATURES)) + APART * labels[:, None, None]
    scores, models = [], [clone(learner) for _ in range(BLOCKS)]
    for _ in range(REPEATS):
        split = StratifiedKFold(
            FOLDS, shuffle=True, random_state=int(rng.integers(2**31))
        )
        for train, test in split.split(features[:, 0], labels):
            fitted = [
                model.fit(features[train, block], labels[train])
                for block, model in enumerate(models)
            ]
            scores.append(
                [
                    np.mean(m.predict(features[test, b]) == labels[test])
                    for b, m in enumerate(fitted)
                ]
            )
    return np.array(scores)


def decisions(scores):
    """Whether one stated pair, and whether any pair, is called different by each way of
    testing.
    """
    names = [f"block {block}" for block in range(BLOCKS)]
    found = cd.compare_folds(dict(zip(names, scores.T, strict=True)), folds=FOLDS)
    plain, upper = t_pair_test(scores).pvalue, np.triu_indices(BLOCKS, 1)
    as_datasets = cd.compare(cd.ScoreTable.from_arrays(scores, algorithms=names))
    friedman = as_datasets.headline.rejects(0.05)
    return {
        "corrected, a pair": found.pairwise.pvalue[0, 1] <= 0.05,
        "uncorrected, a pair": plain[0, 1] <= 0.05,
        "corrected, any (Holm)": found.different().any(),
        "uncorrected, any (Holm)": (adjust_pvalues(plain[upper], "holm") <= 0.05).any(),
        "Friedman on folds": friedman,
        "Nemenyi on folds, any": as_datasets.different().any(),
    }


def levels(learner, draws, seed):
    """Share of the draws in which each way calls equal algorithms different, for one
    and for all repetitions.
    """
    counts = {}
    for draw in range(draws):
        scores = cross_validated(learner, np.random.default_rng([seed, draw]))
        for scheme, rows in (
            (f"{FOLDS}-fold", FOLDS),
            (f"{REPEATS} x {FOLDS}-fold", FOLDS * REPEATS),
        ):
            for way, called in decisions(scores[:rows]).items():
                counts[scheme, way] = counts.get((scheme, way), 0) + bool(called)
    return {key: count / draws for key, count in counts.items()}


def main(words=None):
    """Print a row for each learner and scheme, a column for each way, as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--learner", action="append", help="one of them; again for more; by default all"
    )
    given = parser.parse_args(words)
    heads: list[str] = []
    for name, learner in learners().items():
        if given.learner and name not in given.learner:
            continue
        begun = time.perf_counter()
        found = levels(learner, given.draws, given.seed)
        if not heads:
            heads = list(dict.fromkeys(way for _, way in found))
            print("| " + " | ".join(["learner", "folds", *heads]) + " |")
            print("| " + " | ".join(["---"] * (len(heads) + 2)) + " |")
        for scheme in dict.fromkeys(scheme for scheme, _ in found):
            print(
                f"| {name} | {scheme} | "
                + " | ".join(f"{found[scheme, way]:.3f}" for way in heads)
                + " |"
            )
        print(
            f"{name}: {given.draws} draws, {time.perf_counter() - begun:.0f} s",
            file=sys.stderr,
            flush=True,
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
