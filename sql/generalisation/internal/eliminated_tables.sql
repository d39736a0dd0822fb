-- eliminated_tables(release, method, knowledge, threshold, scaled, seed, view)
-- The distance tables of a release, each with the cells that an attack eliminates from it.
--
-- row:    one per generalised item
-- column: generalised_item BIGINT, >= 1
-- column: records BIGINT[]: the rows of the table
-- column: items INTEGER[]: its columns, the members
-- column: steps INTEGER[][]: a list per record, with the step at which each member goes; NULL if it is kept
-- reads:  published
SELECT
    tables.generalised_item,
    tables.records,
    tables.items,
    setrisk.eliminate(
        CAST($method AS VARCHAR),
        tables.distances,
        threshold := $threshold,
        scaled := $scaled,
        -- A seed for each table, which fits into BIGINT whatever the given one is.
        seed := setrisk_internal.check_at_least('seed', $seed, 0) % 1000000000000 * 1000003 + tables.generalised_item
    ) AS steps
FROM setrisk_internal.distance_tables($release, $knowledge, $view) AS tables
