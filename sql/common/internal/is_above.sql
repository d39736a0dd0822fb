-- is_above(belief DOUBLE, allowed DOUBLE) -> BOOLEAN
-- Whether a belief is above the one that a release promises, by more than the rounding error of doubles.
--
-- reads: nothing
SELECT
    -- Kernels, which have no database, use is_above of udf/serial/copies.py; a test holds the two together.
    $belief > $allowed * (1 + 1e-9)
