"""
Posterior probabilities (Bayesian tests)
========================================

The blue cells above the diagonal contain the posterior probability that the algorithm
in the row is practically better than the algorithm in the column. The ochre cells below
the diagonal contain the probability of practical equivalence. Specify in advance which
probability is required for a decision. Posterior probabilities are not error rates, and
they are not adjusted for the number of pairs.
"""

import cddiagram as cd

posterior = cd.compare(
    cd.load_example("garcia2008-table2"), pair_test="wilcoxon"
).posterior(0.02)
print(posterior.caption())
drawing = cd.plot_posterior(posterior, probability=0.95)
