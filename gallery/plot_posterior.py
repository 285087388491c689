"""
Posterior probabilities (Bayesian tests)
========================================

Blue cells above the diagonal contain the posterior probability that the row is better
than the column by more than the region of practical equivalence. Ochre cells below it
contain the probability of practical equivalence. Decisions require a probability that
you specify. The probabilities are neither error rates nor adjusted for the number of
pairs.
"""

import cddiagram as cd

posterior = cd.compare(
    cd.load_example("garcia2008-table2"), pair_test="wilcoxon"
).posterior(0.02)
print(posterior.caption())
drawing = cd.plot_posterior(posterior, probability=0.95)
