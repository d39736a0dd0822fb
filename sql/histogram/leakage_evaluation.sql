-- leakage_evaluation(release)
-- How much of what attacks on a histogram infer is true. Only the owner can ask, because the answer compares the
-- findings with the data.
--
-- parameter: release: a release of the family histogram that was made in this database
-- row:       one per stored attack
-- column:    attack VARCHAR: name of the attack
-- column:    leakages BIGINT, findings, >= 0: how many items it infers, each from the other items of a maximal itemset
-- column:    maximal_itemsets BIGINT, itemsets, >= 0: maximal itemsets that the findings are about
-- column:    confidence DOUBLE?, fraction, 0 to 1: mean confidence of the findings; NULL without findings
-- column:    knowable BIGINT, records, >= 0: records of the data that hold the known items of a finding, added up over
--     the findings
-- column:    precision DOUBLE?, fraction, 0 to 1: fraction of these that hold the inferred item too; NULL if there are
--     none
-- column:    people BIGINT, records, >= 0: records of which at least one item is inferred correctly
-- column:    people_share DOUBLE, fraction, 0 to 1: their fraction of all records
-- checks:    own_release($release, family := 'histogram')
-- reads:     originals
-- page:      histogram.md
-- example:   FROM setrisk.leakage_evaluation('r3')
WITH exposed_people AS MATERIALIZED (
    SELECT people.attack, CAST(sum(people.occurrences) AS BIGINT) AS people
    FROM (
        SELECT DISTINCT leakages.attack, people.transactions, people.occurrences
        FROM setrisk.leakage AS leakages
        JOIN setrisk_internal.leaked_people($release) AS people
            ON people.itemset = leakages.itemset AND people.missing IS NULL
        WHERE leakages.release = $release
    ) AS people
    GROUP BY people.attack
)
SELECT
    attacks.attack,
    count(truth.items) AS leakages,
    count(DISTINCT truth.items) AS maximal_itemsets,
    avg(truth.confidence) AS confidence,
    CAST(coalesce(sum(truth.knowable), 0) AS BIGINT) AS knowable,
    sum(truth.correct_records) / nullif(sum(truth.knowable), 0) AS precision,
    coalesce(max(exposed_people.people), 0) AS people,
    coalesce(max(exposed_people.people), 0) / max(datasets.n_transactions) AS people_share
FROM setrisk.attack_run AS attacks
JOIN setrisk.release AS releases ON releases.release = attacks.release
JOIN setrisk_private.dataset AS datasets ON datasets.dataset = releases.dataset
LEFT JOIN setrisk.leakage_truth($release) AS truth ON truth.attack = attacks.attack
LEFT JOIN exposed_people ON exposed_people.attack = attacks.attack
WHERE attacks.release = $release AND releases.family = 'histogram'
GROUP BY attacks.attack
