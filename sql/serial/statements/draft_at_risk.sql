-- draft_at_risk(release)
-- How many records a draft itself puts at risk, and the sensitive item whose belief is furthest above what is allowed.
--
-- row:    one
-- column: item VARCHAR?: NULL if no record is at risk
-- column: records BIGINT, records, >= 0
-- reads:  published
SELECT arg_max(beliefs.item, beliefs.prior / beliefs.allowed_belief) AS item, count(*) AS records
FROM setrisk_internal.single_release_posteriors($release) AS beliefs
WHERE setrisk_internal.is_above(beliefs.prior, beliefs.allowed_belief)
