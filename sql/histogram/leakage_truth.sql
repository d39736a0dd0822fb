-- leakage_truth(release)
-- One row per stored attribute linkage attack on a histogram and finding, for the owner: is it true of the people it is
-- about? An error where no release of that name was made in this database, or it is of another family.
--
-- row: one per stored attribute linkage attack on a histogram and finding, for the owner
-- column: attack VARCHAR
-- column: itemset VARCHAR[]
-- column: known VARCHAR[]
-- column: leaked VARCHAR
-- column: supersets BIGINT
-- column: confidence DOUBLE: as in leakage_findings
-- column: knowable BIGINT: people of the data who have all that is known
-- column: right_people BIGINT: those of them who have the leaked item too
-- column: precision DOUBLE?, 0 to 1: their share, NULL where no one has what is known
-- checks: own_release($release, family := 'histogram')
-- reads: originals
WITH counted AS MATERIALIZED (
    SELECT each.itemset, each.missing, CAST(sum(each.occurrences) AS BIGINT) AS people
    FROM setrisk_internal.leaked_people($release) AS each
    GROUP BY each.itemset, each.missing
)
SELECT
    found.attack,
    found.itemset,
    found.known,
    found.leaked,
    found.supersets,
    found.confidence,
    coalesce(whole.people, 0) + coalesce(lacking.people, 0) AS knowable,
    coalesce(whole.people, 0) AS right_people,
    coalesce(whole.people, 0) / nullif(coalesce(whole.people, 0) + coalesce(lacking.people, 0), 0) AS precision
FROM setrisk_internal.stored_leakages($release) AS found
LEFT JOIN counted AS whole ON whole.itemset = found.item_ids AND whole.missing IS NULL
LEFT JOIN counted AS lacking ON lacking.itemset = found.item_ids AND lacking.missing = found.leaked_id
