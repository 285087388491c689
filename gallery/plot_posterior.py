"""
How probable: Bayesian tests with a region of practical equivalence
===================================================================

Blue cells above the diagonal show the posterior probability that the row is better than
the column by more than the region; ochre cells below it show the probability that both
are practically equal. Nothing is decided unless a probability is stated. These are no
error rates, and they are not adjusted for the number of pairs.
"""

import cddiagram as cd

posterior = cd.compare(
    cd.load_example("garcia2008-table2"), pair_test="wilcoxon"
).posterior(0.02)
print(posterior.caption())
drawing = cd.plot_posterior(posterior, probability=0.95)
