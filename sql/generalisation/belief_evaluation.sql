-- belief_evaluation(release)
-- How often eliminations were right, by how sure the attacker was. If the fraction is near the mean belief in each
-- row, the attacker knows which of its eliminations to trust. For the owner of the release.
--
-- parameter: release: a generalised release that was made in this database
-- row:       one per stored attack that was calibrated, and tenth of the belief that eliminations have
-- column:    attack VARCHAR: the name of the attack
-- column:    belief_low DOUBLE, fraction, 0 to 1: the lower end of this tenth
-- column:    tables BIGINT, tables, >= 1: distance tables of these eliminations
-- column:    eliminated BIGINT, cells, >= 1: members that the attack eliminated
-- column:    mean_belief DOUBLE, fraction, 0 to 1: the mean over them
-- column:    precision DOUBLE, fraction, 0 to 1: added members among them / eliminated members
-- checks:    own_release($release, family := 'generalisation')
-- reads:     originals
-- source:    THESIS 6.2; CONTEXT 7
-- page:      generalisation.md
-- example:   FROM setrisk.belief_evaluation('r1')
SELECT
    beliefs.attack,
    least(floor(10 * beliefs.belief), 9) / 10 AS belief_low,
    count(DISTINCT beliefs.generalised_item) AS tables,
    count(*) AS eliminated,
    avg(beliefs.belief) AS mean_belief,
    count(*) FILTER (WHERE NOT coalesce(truth.original, true)) / count(*) AS precision
FROM setrisk.elimination_belief AS beliefs
LEFT JOIN setrisk_internal.cell_truth($release) AS truth
    ON truth.record = beliefs.record AND truth.item_id = beliefs.item_id
WHERE beliefs.release = $release
GROUP BY beliefs.attack, least(floor(10 * beliefs.belief), 9) / 10
