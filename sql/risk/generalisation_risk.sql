-- generalisation_risk(release)
-- One row per published record and attack, for the owner of the release. A person who truly holds an itemset of a
-- privacy constraint is found by whoever knows it with chance 1 / (records that may still hold it); the record is at
-- risk when these records are fewer than k. score is the highest such chance.
-- record BIGINT; attack VARCHAR; at_risk BOOLEAN; score DOUBLE in [0, 1]; evidence VARCHAR
-- internal
-- duckdb only: arg_max
SELECT
    records.record,
    attacks.attack,
    coalesce(worst.holders < worst.k, false) AS at_risk,
    coalesce(1 / worst.holders, 0) AS score,
    CASE
        WHEN worst.holders IS NULL THEN 'holds no protected itemset that the attack leaves in place'
        ELSE 'who knows {' || array_to_string(worst.items, ', ') || '} of this person is left with '
            || worst.holders || ' of ' || records.n || ' records (k = ' || worst.k || ')'
    END AS evidence
FROM (
    SELECT origin.record, count(*) OVER () AS n
    FROM setrisk_private.provenance AS origin
    WHERE origin.release = $release
) AS records
CROSS JOIN (
    SELECT 'none' AS attack
    UNION ALL
    SELECT stored.attack FROM setrisk.attack AS stored WHERE stored.release = $release
) AS attacks
LEFT JOIN setrisk.worst_itemsets($release) AS worst
    ON worst.record = records.record AND worst.attack = attacks.attack
