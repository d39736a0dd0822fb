-- leakage_evaluation(release)
-- One row per stored attribute linkage attack on a histogram, for the owner: how much it tells, and how much of that is
-- true. An error where no release of that name was made in this database, or it is of another family.
--
-- row: one per stored attribute linkage attack on a histogram, for the owner
-- column: attack VARCHAR
-- column: leakages BIGINT: findings
-- column: itemsets BIGINT: maximal itemsets that they are of
-- column: confidence DOUBLE: their mean
-- column: knowable BIGINT: people of the data, once a finding, who have all that it takes to know
-- column: precision DOUBLE?, 0 to 1: share of them who have the leaked item, NULL where there is none
-- column: people BIGINT: people of whom an item is rightly told
-- column: share DOUBLE: of all people
-- checks: own_release($release, family := 'histogram')
-- reads: originals
WITH exposed AS MATERIALIZED (
    SELECT people.attack, CAST(sum(people.occurrences) AS BIGINT) AS people
    FROM (
        SELECT DISTINCT found.attack, each.transactions, each.occurrences
        FROM setrisk.leakage AS found
        JOIN setrisk_internal.leaked_people($release) AS each ON each.itemset = found.itemset AND each.missing IS NULL
        WHERE found.release = $release
    ) AS people
    GROUP BY people.attack
)
SELECT
    stored.attack,
    count(truth.itemset) AS leakages,
    count(DISTINCT truth.itemset) AS itemsets,
    avg(truth.confidence) AS confidence,
    CAST(coalesce(sum(truth.knowable), 0) AS BIGINT) AS knowable,
    sum(truth.right_people) / nullif(sum(truth.knowable), 0) AS precision,
    coalesce(max(exposed.people), 0) AS people,
    coalesce(max(exposed.people), 0) / max(held.n_transactions) AS share
FROM setrisk.attack AS stored
JOIN setrisk.release AS made ON made.release = stored.release
JOIN setrisk_private.dataset AS held ON held.dataset = made.dataset
LEFT JOIN setrisk.leakage_truth($release) AS truth ON truth.attack = stored.attack
LEFT JOIN exposed ON exposed.attack = stored.attack
WHERE stored.release = $release AND made.family = 'histogram'
GROUP BY stored.attack
