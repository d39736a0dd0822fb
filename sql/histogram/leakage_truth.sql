-- leakage_truth(release)
-- Whether stored inferences from a histogram are true. The findings of the stored attribute linkage attacks are
-- compared with the people in the data. Only the owner can ask.
--
-- parameter: release: a release of the family histogram that was made in this database
-- row:       one per stored attack, maximal itemset, and item of it that the attack infers
-- column:    attack VARCHAR: name of the attack
-- column:    items VARCHAR[]: the maximal itemset, in item order
-- column:    known_items VARCHAR[]: its items but one, which the attacker knows
-- column:    leaked VARCHAR: the remaining item, which the attacker infers
-- column:    supersets BIGINT, itemsets, >= 1: published itemsets that hold all known items
-- column:    confidence DOUBLE, fraction, 0 to 1: as in leakage_findings
-- column:    knowable BIGINT, records, >= 0: records of the data that hold all known items
-- column:    correct_records BIGINT, records, >= 0: those of them that hold the inferred item too
-- column:    precision DOUBLE?, fraction, 0 to 1: correct_records divided by knowable; NULL if no record holds all
--     known items
-- checks:    own_release($release, family := 'histogram')
-- reads:     originals
-- page:      histogram.md
-- example:   FROM setrisk.leakage_truth('r3')
WITH counts AS MATERIALIZED (
    SELECT people.itemset, people.missing, CAST(sum(people.occurrences) AS BIGINT) AS people
    FROM setrisk_internal.leaked_people($release) AS people
    GROUP BY people.itemset, people.missing
)
SELECT
    leakages.attack,
    leakages.items,
    leakages.known_items,
    leakages.leaked,
    leakages.supersets,
    leakages.confidence,
    coalesce(whole_counts.people, 0) + coalesce(partial_counts.people, 0) AS knowable,
    coalesce(whole_counts.people, 0) AS correct_records,
    coalesce(whole_counts.people, 0)
        / nullif(coalesce(whole_counts.people, 0) + coalesce(partial_counts.people, 0), 0) AS precision
FROM setrisk_internal.stored_leakages($release) AS leakages
LEFT JOIN counts AS whole_counts ON whole_counts.itemset = leakages.itemset AND whole_counts.missing IS NULL
LEFT JOIN counts AS partial_counts
    ON partial_counts.itemset = leakages.itemset AND partial_counts.missing = leakages.leaked_id
