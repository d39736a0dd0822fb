-- eliminations(release, method, measure := 'self', threshold := NULL, scaled := false, seed := 0, context := 2, marked := true, k := 2)
-- One row per member of a generalised item in a record, with the step at which the attack eliminates it as added. An
-- error where there is no such release or measure.
--
-- row: one per member of a generalised item in a record, with the step at which the attack eliminates it as added
-- column: record BIGINT
-- column: generalised_item BIGINT
-- column: item VARCHAR
-- column: item_id INTEGER
-- column: step INTEGER?: NULL = kept as original
-- checks: known_names($release, $measure, family := 'generalisation')
-- reads: published
-- duckdb only: lists are unnested side by side
SELECT spread.record, spread.generalised_item, names.item, spread.item_id, spread.step
FROM (
    SELECT
        by_row.generalised_item,
        by_row.record,
        unnest(by_row.items) AS item_id,
        unnest(by_row.steps) AS step
    FROM (
        SELECT
            attacked.generalised_item,
            attacked.items,
            unnest(attacked.records) AS record,
            unnest(attacked.steps) AS steps
        FROM setrisk_internal.eliminated_tables(
            $release, $method, $measure, $threshold, $scaled, $seed, $context, $marked, $k
        ) AS attacked
    ) AS by_row
) AS spread
JOIN setrisk.published_item AS names ON names.item_id = spread.item_id
WHERE names.release = $release
