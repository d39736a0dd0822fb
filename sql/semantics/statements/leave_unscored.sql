-- leave_unscored(knowledge)
-- Leave only those staged pairs of terms that this knowledge has not scored yet, and count them.
--
-- stages: _setrisk_pairs(item_a, item_b): pairs of terms
-- row:    one
-- column: pairs BIGINT, >= 0
-- reads:  published
DELETE FROM _setrisk_pairs AS pairs
USING setrisk.similarity AS scores
WHERE scores.knowledge = $knowledge AND scores.item_a = pairs.item_a AND scores.item_b = pairs.item_b;

SELECT count(*) AS pairs
FROM _setrisk_pairs AS pairs
