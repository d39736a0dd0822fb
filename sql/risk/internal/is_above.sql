-- is_above(belief, allowed) -> BOOLEAN
-- Whether a belief is above the one that a release promises, by more than the rounding error of doubles.
--
-- reads: nothing
SELECT $belief > $allowed * (1 + 1e-9)
