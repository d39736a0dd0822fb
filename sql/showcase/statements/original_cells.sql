-- original_cells(release, knowledge)
-- The distance tables of a generalised release, and which of their cells are original.
--
-- row:    one per generalised item, in their order
-- column: distances DOUBLE[][]: a list per record, with the distance of each member; NULL if it is unknown
-- column: originals BOOLEAN[][]: of the same cells, whether the record had the member before
-- reads:  originals
SELECT
    list(table_rows.distances ORDER BY table_rows.record) AS distances,
    list(table_rows.originals ORDER BY table_rows.record) AS originals
FROM (
    SELECT
        distances.generalised_item,
        distances.record,
        list(distances.distance ORDER BY distances.item_id) AS distances,
        list(truth.original ORDER BY distances.item_id) AS originals
    FROM setrisk_internal.distances($release, $knowledge, setrisk_internal.as_view()) AS distances
    JOIN setrisk_internal.cell_truth($release) AS truth
        ON truth.generalised_item = distances.generalised_item
        AND truth.record = distances.record
        AND truth.item_id = distances.item_id
    GROUP BY distances.generalised_item, distances.record
) AS table_rows
GROUP BY table_rows.generalised_item
ORDER BY table_rows.generalised_item
