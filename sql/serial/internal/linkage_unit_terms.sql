-- linkage_unit_terms(series)
-- How many copies of each sensitive item an attacker counts in a unit: for a cluster its own copies and its share of
-- the global bag, rounded half up; for a whole release all copies.
--
-- row: one per unit and sensitive item that it holds
-- column: scope VARCHAR: cluster or global
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: 0 for the whole release
-- column: n_records BIGINT, records, > 0
-- column: item VARCHAR
-- column: copies BIGINT, copies, >= 1: at most n_records
-- column: population_rate DOUBLE, > 0
-- reads: published
-- source: SANONY formula 3
WITH rates AS MATERIALIZED (
    SELECT rates.release, rates.item, rates.copies, rates.in_bag, rates.n_records, rates.population_rate
    FROM setrisk_internal.population_rates($series) AS rates
),
sizes AS MATERIALIZED (
    SELECT units.scope, units.release, units.cluster, units.n_records
    FROM setrisk_internal.linkage_units($series) AS units
)
SELECT
    terms.scope,
    terms.release,
    terms.cluster,
    terms.n_records,
    terms.item,
    least(CAST(sum(terms.copies) AS BIGINT), terms.n_records) AS copies,
    terms.population_rate
FROM (
    SELECT sizes.scope, sizes.release, sizes.cluster, sizes.n_records, rates.item, rates.population_rate, terms.copies
    FROM setrisk.sensitive_count AS terms
    JOIN setrisk.published_item AS names ON names.release = terms.release AND names.item_id = terms.item_id
    JOIN rates ON rates.release = terms.release AND rates.item = names.item
    JOIN sizes ON sizes.release = terms.release AND sizes.cluster = terms.cluster
    UNION ALL
    SELECT
        sizes.scope,
        sizes.release,
        sizes.cluster,
        sizes.n_records,
        rates.item,
        rates.population_rate,
        CASE
            WHEN sizes.scope = 'global' THEN rates.copies
            ELSE setrisk_internal.bag_share(sizes.n_records, rates.in_bag, rates.n_records)
        END AS copies
    FROM sizes
    JOIN rates ON rates.release = sizes.release
        AND (sizes.scope = 'global' OR 2 * sizes.n_records * rates.in_bag >= rates.n_records)
) AS terms
GROUP BY
    terms.scope, terms.release, terms.cluster, terms.n_records, terms.item, terms.population_rate
