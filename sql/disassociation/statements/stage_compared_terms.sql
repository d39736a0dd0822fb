-- stage_compared_terms(release)
-- Stage the pairs of terms that an attack on a disassociated release compares.
--
-- stages: _setrisk_pairs(item_a, item_b): pairs of terms, item_a first in the order of names
-- reads:  published
CREATE OR REPLACE TEMP TABLE _setrisk_pairs AS
SELECT pairs.item_a, pairs.item_b
FROM setrisk_internal.compared_terms($release) AS pairs
