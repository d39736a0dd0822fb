-- weakness(is_weak BOOLEAN, is_able BOOLEAN, naive VARCHAR) -> VARCHAR
-- What the sentence of a risk says besides, if the attacks were no better than without what is known; else nothing.
--
-- parameter: is_weak: whether they were not
-- parameter: is_able: whether they work, if not here, then on the data as they are
-- parameter: naive: how many it would be without what is known, in words
-- reads: nothing
SELECT CASE
    WHEN NOT $is_weak THEN ''
    WHEN $is_able
        THEN '. The attack works on the data as they are, but here hardly: without what is known it would be ' || $naive
    ELSE '. The attack is ' || setrisk_internal.too_weak() || ': without what is known it would be ' || $naive
END
