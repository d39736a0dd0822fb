-- known_epsilon(epsilon)
-- The value of an epsilon, as text; an error if it is not above 0, or not finite.
--
-- row: one
-- column: epsilon VARCHAR
-- reads: nothing
SELECT CAST(setrisk_internal.check_positive('epsilon', $epsilon) AS VARCHAR) AS epsilon
