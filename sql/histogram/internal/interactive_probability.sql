-- interactive_probability(known BIGINT, whole BIGINT, epsilon DOUBLE) -> DOUBLE
-- How likely two noisy counts are to reveal an item: that the noisy count of the records with exactly the known items
-- is 0, and the one of the records with the whole itemset is above 0. Both have discrete Laplace noise.
--
-- parameter: known: records with exactly the known items
-- parameter: whole: records with exactly the whole itemset
-- parameter: epsilon: what each answer spends
-- reads:     nothing
-- source:    APL 4.2
SELECT
    -- The paper gives the weight of one outcome r, exp(-epsilon (x + y - r)), without a sum; this sums over r > 0.
    exp(-$epsilon * $known) * (1 - exp(-$epsilon)) / (1 + exp(-$epsilon))
    * (1 - exp(-$epsilon * $whole) / (1 + exp(-$epsilon)))
