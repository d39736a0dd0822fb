-- population_rates(series)
-- One row per private term of each release of the series: how common it is there (SANONY 2.2), counterfeits included.
-- An error where there is no series of that name.
-- release VARCHAR; item VARCHAR; copies, in_bag BIGINT: in all, and of them in the global bag; n_records BIGINT;
-- population_rate DOUBLE: copies / n_records
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
JOIN setrisk.units($series) AS whole ON whole.release = held.release AND whole.scope = 'global'
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT known.series, known.series, length(known.series), length(known.series), length(known.series), length(known.series)
FROM setrisk.known_series($series) AS known
WHERE known.series IS NULL
