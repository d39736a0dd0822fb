-- generalisation_reconstructions(release, runs, seed)
-- One row per run, record of a generalised release and item that the record gets in it: those that it shows, and of
-- each generalised item one member at random.
--
-- row: one per run, record of a generalised release and item that the record gets in it
-- column: run BIGINT, >= 1
-- column: record BIGINT
-- column: item_id INTEGER: in the release
-- column: weight INTEGER: 1
-- reads: published
WITH members AS MATERIALIZED (
    SELECT
        each.generalised_item,
        each.item_id,
        row_number() OVER (PARTITION BY each.generalised_item ORDER BY names.item) AS place,
        count(*) OVER (PARTITION BY each.generalised_item) AS n
    FROM setrisk.generalised_item AS each
    JOIN setrisk.published_item AS names ON names.release = each.release AND names.item_id = each.item_id
    WHERE each.release = $release
)
SELECT DISTINCT numbers.run, entries.record, coalesce(entries.item_id, members.item_id) AS item_id, 1 AS weight
FROM setrisk_internal.baseline_runs($runs) AS numbers
CROSS JOIN setrisk.generalised_record AS entries
LEFT JOIN members
    ON members.generalised_item = entries.generalised_item
    AND members.place = setrisk_internal.drawn_place(
        setrisk_internal.check_at_least('seed', $seed, 0) || '/' || numbers.run || '/' || entries.record || '/' || entries.generalised_item,
        members.n
    )
WHERE entries.release = $release
