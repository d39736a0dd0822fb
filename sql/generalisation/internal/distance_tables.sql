-- distance_tables(release, knowledge, view)
-- The distance tables of a release, as eliminate takes them.
--
-- row:    one per generalised item
-- column: generalised_item BIGINT, >= 1
-- column: records BIGINT[]: the rows of the table
-- column: items INTEGER[]: its columns, the members
-- column: distances DOUBLE[][]: a list per record, with the distance of each member; NULL if it is unknown
-- reads:  published
-- source: CONTEXT 4.2; THESIS 3.5.1
SELECT
    tables.generalised_item,
    list_transform(tables.table_rows, lambda table_row: table_row.record) AS records,
    list_transform(tables.table_rows[1].cells, lambda cell: cell.item_id) AS items,
    list_transform(
        tables.table_rows, lambda table_row: list_transform(table_row.cells, lambda cell: cell.distance)
    ) AS distances
FROM (
    SELECT
        table_rows.generalised_item,
        list_sort(list({'record': table_rows.record, 'cells': table_rows.cells})) AS table_rows
    FROM (
        SELECT
            distances.generalised_item,
            distances.record,
            list_sort(list({'item_id': distances.item_id, 'distance': distances.distance})) AS cells
        FROM setrisk_internal.distances($release, $knowledge, $view) AS distances
        GROUP BY distances.generalised_item, distances.record
    ) AS table_rows
    GROUP BY table_rows.generalised_item
) AS tables
