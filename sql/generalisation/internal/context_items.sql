-- context_items(release, context := 2, marked := true, k := 2)
-- One row per context item of a generalised item in a record: the `context` trivially generalised items of the record
-- that stand nearest by position, the earlier first on a tie (CONTEXT Definition 3.4, THESIS 3.3.1).
--
-- row: one per context item of a generalised item in a record
-- column: record BIGINT
-- column: generalised_item BIGINT
-- column: item_id INTEGER: the context item
-- column: nearness BIGINT: 1 = nearest
-- reads: published
SELECT ranked.record, ranked.generalised_item, ranked.item_id, ranked.nearness
FROM (
    SELECT
        target.record,
        target.generalised_item,
        neighbour.item_id,
        row_number() OVER (
            PARTITION BY target.record, target.generalised_item
            ORDER BY abs(neighbour.position - target.position), neighbour.position, neighbour.item_id
        ) AS nearness
    FROM setrisk_internal.attacked_entries($release, marked := $marked, k := $k) AS target
    JOIN setrisk_internal.attacked_entries($release, marked := $marked, k := $k) AS neighbour ON neighbour.record = target.record
    WHERE target.generalised_item IS NOT NULL AND neighbour.item_id IS NOT NULL
) AS ranked
WHERE ranked.nearness <= $context
