-- elimination_traits(release, attack, knowledge, context, conjunctive, labelled, unlabelled_k, utility_constraints)
-- What an attacker can see of each stored elimination that may make it more or less sure.
--
-- parameter: attack: the name of the attack; the other parameters are those of setrisk.eliminations
-- row:    one per elimination, by generalised item, record and member
-- column: generalised_item INTEGER, >= 1
-- column: record BIGINT, >= 1
-- column: item_id INTEGER
-- column: log_distance DOUBLE: logarithm of the distance of the member over the mean of its table, -7 or more
-- column: log_members DOUBLE, >= 0: logarithm of the number of members
-- column: log_records DOUBLE, >= 0: logarithm of the number of records
-- column: lateness DOUBLE, fraction, 0 to 1: the step of the elimination over the steps in its table
-- reads:  published
WITH cells AS MATERIALIZED (
    SELECT distances.*
    FROM setrisk_internal.distances(
        $release,
        $knowledge,
        setrisk_internal.as_view($context, $conjunctive, $labelled, $unlabelled_k, $utility_constraints)
    ) AS distances
),
tables AS (
    SELECT
        cells.generalised_item,
        -- Whole numbers have the same sum in any order.
        sum(CAST(round(cells.distance * 1e12) AS HUGEINT)) / 1e12 / count(cells.distance) AS mean_distance,
        count(DISTINCT cells.item_id) AS members,
        count(DISTINCT cells.record) AS records
    FROM cells
    GROUP BY cells.generalised_item
)
SELECT
    eliminations.generalised_item,
    eliminations.record,
    eliminations.item_id,
    -- Rounded, since distances to more than two context items are means, which differ in their last digits.
    round(ln(greatest(coalesce(cells.distance / nullif(tables.mean_distance, 0), 1), 0.001)), 9) AS log_distance,
    ln(tables.members) AS log_members,
    ln(tables.records) AS log_records,
    eliminations.step / max(eliminations.step) OVER (PARTITION BY eliminations.generalised_item) AS lateness
FROM setrisk.elimination AS eliminations
JOIN cells
    ON cells.generalised_item = eliminations.generalised_item
    AND cells.record = eliminations.record
    AND cells.item_id = eliminations.item_id
JOIN tables ON tables.generalised_item = eliminations.generalised_item
WHERE eliminations.release = $release AND eliminations.attack = $attack
ORDER BY eliminations.generalised_item, eliminations.record, eliminations.item_id
