"""The family histogram: distinct itemsets and how often each occurs, with noise or without."""
