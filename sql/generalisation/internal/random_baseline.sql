-- random_baseline(release, runs := 30)
-- The members that the random attack eliminates, in each of its runs; the number of the run is its seed.
--
-- row:    one per run, record and eliminated member of a generalised item
-- column: run BIGINT, >= 1
-- column: generalised_item INTEGER, >= 1
-- column: record BIGINT, >= 1
-- column: item_id INTEGER: the member
-- reads:  published
-- source: THESIS 5.2
-- duckdb only: lists are unnested side by side
SELECT cells.run, cells.generalised_item, cells.record, cells.item_id
FROM (
    SELECT
        rows.run,
        rows.generalised_item,
        rows.record,
        unnest(rows.items) AS item_id,
        unnest(rows.steps) AS step
    FROM (
        SELECT
            runs.run,
            tables.generalised_item,
            tables.items,
            unnest(tables.records) AS record,
            unnest(setrisk.eliminate(
                'ra',
                list_transform(tables.records, lambda record: list_transform(tables.items, lambda item: 0.0)),
                seed := runs.run * 1000003 + tables.generalised_item
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
        CROSS JOIN setrisk_internal.baseline_runs($runs) AS runs
    ) AS rows
) AS cells
WHERE cells.step IS NOT NULL
