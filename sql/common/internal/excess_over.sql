-- excess_over(value DOUBLE, allowed DOUBLE) -> DOUBLE
-- By how much a value exceeds a limit; 0 if it keeps it, or there is none.
--
-- reads: nothing
SELECT CASE WHEN setrisk_internal.is_above($value, $allowed) THEN $value - $allowed ELSE 0 END
