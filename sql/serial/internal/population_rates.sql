-- population_rates(series)
-- One row per private term of each release of the series: how common it is there (SANONY 2.2), counterfeits included.
-- An error where there is no series of that name.
--
-- row: one per private term of each release of the series
-- column: release VARCHAR
-- column: item VARCHAR
-- column: copies BIGINT: in all, and of them in the global bag
-- column: in_bag BIGINT: in all, and of them in the global bag
-- column: n_records BIGINT
-- column: population_rate DOUBLE: copies / n_records
-- checks: known_series($series)
-- reads: published
SELECT
    held.release,
    held.item,
    held.copies,
    held.in_bag,
    whole.n_records,
    held.copies / whole.n_records AS population_rate
FROM (
    SELECT
        terms.release,
        shown.item,
        CAST(sum(terms.copies) AS BIGINT) AS copies,
        CAST(coalesce(sum(terms.copies) FILTER (WHERE terms.cluster IS NULL), 0) AS BIGINT) AS in_bag
    FROM setrisk.private_term AS terms
    JOIN setrisk.published_item AS shown ON shown.release = terms.release AND shown.item_id = terms.item_id
    GROUP BY terms.release, shown.item
) AS held
JOIN setrisk_internal.linkage_units($series) AS whole ON whole.release = held.release AND whole.scope = 'global'
