"""The family histogram: distinct itemsets with how often they occur, noisy or as they are."""
