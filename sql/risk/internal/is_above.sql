-- is_above(belief, allowed) -> BOOLEAN
-- Whether a belief is above what a release promises, by more than doubles may be off by.
--
-- reads: nothing
SELECT $belief > $allowed * (1 + 1e-9)
