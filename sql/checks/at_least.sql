-- at_least(name, value, least)
-- The value of a parameter; an error if it is NULL, not whole, or less than allowed, since an answer without rows would
-- read as one without risk.
--
-- parameter: name: the name of the parameter, for the message
-- parameter: least: the least value allowed
-- row: one
-- column: value BIGINT
-- reads: nothing
SELECT setrisk_internal.check_at_least($name, $value, $least) AS value
