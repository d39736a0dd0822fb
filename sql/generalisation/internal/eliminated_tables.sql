-- eliminated_tables(release, method, knowledge, threshold, scaled, seed, context, labelled, unlabelled_k)
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
    list_transform(tables.table_rows, lambda table_row: table_row.record) AS records,
    list_transform(tables.table_rows[1].cells, lambda cell: cell.item_id) AS items,
    setrisk.eliminate(
        CAST($method AS VARCHAR),
        list_transform(
            tables.table_rows,
            lambda table_row: list_transform(table_row.cells, lambda cell: cell.distance)
        ),
        threshold := $threshold,
        scaled := $scaled,
        -- A seed for each table, which fits into BIGINT whatever the given one is.
        seed := setrisk_internal.check_at_least('seed', $seed, 0) % 1000000000000 * 1000003 + tables.generalised_item
    ) AS steps
FROM (
    SELECT
        table_rows.generalised_item,
        list_sort(list({'record': table_rows.record, 'cells': table_rows.cells})) AS table_rows
    FROM (
        SELECT
            distances.generalised_item,
            distances.record,
            list_sort(list({'item_id': distances.item_id, 'distance': distances.distance})) AS cells
        FROM setrisk_internal.distances(
            $release, knowledge := $knowledge, context := $context, labelled := $labelled, unlabelled_k := $unlabelled_k
        ) AS distances
        GROUP BY distances.generalised_item, distances.record
    ) AS table_rows
    GROUP BY table_rows.generalised_item
) AS tables
