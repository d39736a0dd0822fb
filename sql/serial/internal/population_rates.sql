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
    counts.release,
    counts.item,
    counts.copies,
    counts.in_bag,
    sizes.n_records,
    counts.copies / sizes.n_records AS population_rate
FROM (
    SELECT
        terms.release,
        names.item,
        CAST(sum(terms.copies) AS BIGINT) AS copies,
        CAST(coalesce(sum(terms.copies) FILTER (WHERE terms.cluster IS NULL), 0) AS BIGINT) AS in_bag
    FROM setrisk.sensitive_count AS terms
    JOIN setrisk.published_item AS names ON names.release = terms.release AND names.item_id = terms.item_id
    GROUP BY terms.release, names.item
) AS counts
JOIN setrisk_internal.linkage_units($series) AS sizes ON sizes.release = counts.release AND sizes.scope = 'global'
