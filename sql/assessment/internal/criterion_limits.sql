-- criterion_limits(max_narrowing, max_inference, max_linkability, max_singling_out)
-- The limits on what releases give away. A limit that is not between 0 and 1 is an error. One of 100 % counts as none,
-- as it does for Limits in Python.
--
-- row:    one per criterion
-- column: criterion VARCHAR
-- column: allowed DOUBLE?: the limit; NULL if there is none
-- reads:  nothing
SELECT limits.criterion, nullif(limits.allowed, 1) AS allowed
FROM (
    SELECT 'narrowing' AS criterion, setrisk_internal.check_fraction('max_narrowing', $max_narrowing) AS allowed
    UNION ALL
    SELECT 'inference' AS criterion, setrisk_internal.check_fraction('max_inference', $max_inference) AS allowed
    UNION ALL
    SELECT 'linkability' AS criterion, setrisk_internal.check_fraction('max_linkability', $max_linkability) AS allowed
    UNION ALL
    SELECT
        'singling_out' AS criterion, setrisk_internal.check_fraction('max_singling_out', $max_singling_out) AS allowed
) AS limits
