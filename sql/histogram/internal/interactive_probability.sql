-- interactive_probability(known, whole, epsilon) -> DOUBLE
-- With which probability two noisy counts tell an item (APL 4.2): the one of those who have just what is known comes
-- out 0, the one of those who have the whole itemset above 0; each is asked with epsilon, and answered with discrete
-- Laplace noise. The paper gives the weight of one outcome, exp(-epsilon (x + y - r)), not added up; this is the sum
-- over all r above 0.
--
-- reads: nothing
SELECT exp(-$epsilon * $known) * (1 - exp(-$epsilon)) / (1 + exp(-$epsilon))
    * (1 - exp(-$epsilon * $whole) / (1 + exp(-$epsilon)))
