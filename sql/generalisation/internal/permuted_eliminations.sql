-- permuted_eliminations(release, method, knowledge, threshold, scaled, view, draws)
-- The members that a method eliminates after the distances of each table have changed places at random, in each of
-- several draws; the number of the draw is the seed.
--
-- row:    one per draw, record and eliminated member of a generalised item
-- column: draw BIGINT, >= 1
-- column: record BIGINT, >= 1
-- column: item_id INTEGER: the member
-- reads:  published
-- duckdb only: lists are unnested side by side
WITH tables AS MATERIALIZED (
    SELECT tables.generalised_item, tables.records, tables.items, tables.distances
    FROM setrisk_internal.distance_tables($release, $knowledge, $view) AS tables
)
SELECT cells.draw, cells.record, cells.item_id
FROM (
    SELECT rows.draw, rows.record, unnest(rows.items) AS item_id, unnest(rows.steps) AS step
    FROM (
        SELECT
            runs.draw,
            tables.items,
            unnest(tables.records) AS record,
            unnest(setrisk.eliminate(
                CAST($method AS VARCHAR),
                tables.distances,
                threshold := $threshold,
                scaled := $scaled,
                seed := runs.draw * 1000003 + tables.generalised_item,
                permuted := true
            )) AS steps
        FROM tables
        CROSS JOIN setrisk_internal.numbered_draws('draws', $draws) AS runs
    ) AS rows
) AS cells
WHERE cells.step IS NOT NULL
