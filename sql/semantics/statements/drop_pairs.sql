-- drop_pairs()
-- Drop the staged pairs of terms.
--
-- stages: _setrisk_pairs(item_a, item_b): pairs of terms
DROP TABLE _setrisk_pairs
