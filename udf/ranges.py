"""The ranges of numbers that noise is drawn with, where no array is needed to know them."""

# Epsilon of a release or a count, and of what is audited.
LEAST_EPSILON, MOST_EPSILON = 1e-4, 100.0
# Of c1 and c2, in standard deviations of the noise: what is rarer at the largest epsilon, numbers of 64 bits take for
# impossible.
MOST_C = 450.0
