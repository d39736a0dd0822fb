-- drop_private_copies()
-- Drop the staged copies of private terms.
--
-- stages: _setrisk_private_copies: the copies of each term in each cluster that holds it
DROP TABLE _setrisk_private_copies
