-- weakness(is_weak BOOLEAN, is_able BOOLEAN, comparison VARCHAR) -> VARCHAR
-- What the sentence of a risk says besides, if the attacks were weak; else nothing.
--
-- parameter: is_weak: whether they were
-- parameter: is_able: whether they work, if not here, then on the data as they are
-- parameter: comparison: in words, what they have not surpassed
-- reads: nothing
SELECT CASE
    WHEN NOT $is_weak THEN ''
    WHEN $is_able
        THEN '. The attack works on the data as they are, but here hardly: ' || $comparison
    ELSE '. The attack is ' || setrisk_internal.too_weak() || ': ' || $comparison
END
