-- population_rates(series)
-- How common each sensitive item is in each release of a series, counterfeits included.
--
-- row: one per release and sensitive item
-- column: release VARCHAR
-- column: item VARCHAR
-- column: copies BIGINT, copies, > 0: all copies in the release
-- column: in_bag BIGINT, copies, >= 0: those in the global bag
-- column: n_records BIGINT, records, > 0
-- column: population_rate DOUBLE, > 0: copies / n_records
-- checks: known_series($series)
-- reads: published
-- source: SANONY 2.2
SELECT
    counted.release,
    counted.item,
    counted.copies,
    counted.in_bag,
    whole.n_records,
    counted.copies / whole.n_records AS population_rate
FROM (
    SELECT
        terms.release,
        names.item,
        CAST(sum(terms.copies) AS BIGINT) AS copies,
        CAST(coalesce(sum(terms.copies) FILTER (WHERE terms.cluster IS NULL), 0) AS BIGINT) AS in_bag
    FROM setrisk.sensitive_count AS terms
    JOIN setrisk.published_item AS names ON names.release = terms.release AND names.item_id = terms.item_id
    GROUP BY terms.release, names.item
) AS counted
JOIN setrisk_internal.linkage_units($series) AS whole ON whole.release = counted.release AND whole.scope = 'global'
