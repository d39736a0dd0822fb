-- correlated_epsilon(epsilon DOUBLE, gamma DOUBLE) -> DOUBLE
-- What becomes of epsilon if an item is correlated with others. Of those who have the other items a fraction gamma has
-- the item, too. If a person joins, and the counts keep this ratio, the probability that two noisy counts reveal the
-- item changes by up to a factor of e to the power of the result: epsilon / (1 - gamma) if the person does not have the
-- item, epsilon / gamma if it does, and the larger one here. The promise that one record by itself makes little
-- difference still holds. NULL for a gamma of 0 or 1, without bound.
--
-- parameter: epsilon: what each answer spends; above 0 and finite, anything else is an error
-- parameter: gamma: the conditional probability of the item, 0 to 1
-- reads:     nothing
-- source:    APL 4.2
-- page:      histogram.md
-- example:   SELECT setrisk.correlated_epsilon(0.1, 0.9)
SELECT setrisk_internal.check_positive('epsilon', $epsilon)
    / nullif(least(setrisk_internal.check_fraction('gamma', $gamma), 1 - $gamma), 0)
