-- random_baseline(release, draws := 30)
-- The members that the random attack eliminates, in each of its draws; the number of the draw is its seed.
--
-- row:    one per draw, record and eliminated member of a generalised item
-- column: draw BIGINT, >= 1
-- column: generalised_item INTEGER, >= 1
-- column: record BIGINT, >= 1
-- column: item_id INTEGER: the member
-- reads:  published
-- source: THESIS 5.2
-- duckdb only: lists are unnested side by side
SELECT cells.draw, cells.generalised_item, cells.record, cells.item_id
FROM (
    SELECT
        rows.draw,
        rows.generalised_item,
        rows.record,
        unnest(rows.items) AS item_id,
        unnest(rows.steps) AS step
    FROM (
        SELECT
            runs.draw,
            tables.generalised_item,
            tables.items,
            unnest(tables.records) AS record,
            unnest(setrisk.eliminate(
                'ra',
                list_transform(tables.records, lambda record: list_transform(tables.items, lambda item: 0.0)),
                seed := runs.draw * 1000003 + tables.generalised_item
            )) AS steps
        FROM (
            SELECT holders.generalised_item, holders.records, members.items
            FROM (
                SELECT entries.generalised_item, list_sort(list(entries.record)) AS records
                FROM setrisk.generalised_record AS entries
                WHERE entries.release = $release AND entries.generalised_item IS NOT NULL
                GROUP BY entries.generalised_item
            ) AS holders
            JOIN (
                SELECT members.generalised_item, list_sort(list(members.item_id)) AS items
                FROM setrisk.generalised_item AS members
                WHERE members.release = $release
                GROUP BY members.generalised_item
            ) AS members ON members.generalised_item = holders.generalised_item
        ) AS tables
        CROSS JOIN setrisk_internal.numbered_draws('draws', $draws) AS runs
    ) AS rows
) AS cells
WHERE cells.step IS NOT NULL
