-- drop_sensitive_copies()
-- Drop the staged copies of sensitive items.
--
-- stages: _setrisk_sensitive_copies: the copies of each term in each cluster that holds it
DROP TABLE _setrisk_sensitive_copies
