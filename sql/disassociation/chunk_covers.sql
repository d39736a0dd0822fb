-- chunk_covers(release)
-- Items that come with a cover: whoever knows the item knows the cover. Every sub-record of the chunk with the item has
-- its cover, too.
--
-- parameter: release: a disassociated release, made here or imported
-- row: one per chunk, item, and other item that is its cover
-- column: publishing_cluster INTEGER, >= 1: cluster or joint cluster that publishes the chunk
-- column: chunk INTEGER, >= 1: the chunk
-- column: item VARCHAR: the item
-- column: cover VARCHAR: the item that is in all sub-records with it
-- column: sub_records BIGINT, records, >= 1: sub-records with the item
-- checks: known_release($release, family := 'disassociation')
-- reads: published
-- page: disassociation.md
-- example: FROM setrisk.chunk_covers('r2') ORDER BY ALL LIMIT 3
WITH entries AS MATERIALIZED (
    SELECT sub_records.publishing_cluster, sub_records.chunk, sub_records.sub_record, names.item
    FROM setrisk.chunk_record AS sub_records
    JOIN setrisk.published_item AS names
        ON names.release = sub_records.release AND names.item_id = sub_records.item_id
    WHERE sub_records.release = $release
),
supports AS MATERIALIZED (
    SELECT entries.publishing_cluster, entries.chunk, entries.item, count(*) AS sub_records
    FROM entries
    GROUP BY entries.publishing_cluster, entries.chunk, entries.item
)
SELECT pairs.publishing_cluster, pairs.chunk, pairs.item, pairs.cover, supports.sub_records
FROM (
    SELECT
        entries.publishing_cluster, entries.chunk, entries.item, other_entries.item AS cover, count(*) AS sub_records
    FROM entries
    JOIN entries AS other_entries
        ON other_entries.publishing_cluster = entries.publishing_cluster
        AND other_entries.chunk = entries.chunk
        AND other_entries.sub_record = entries.sub_record
        AND other_entries.item <> entries.item
    GROUP BY entries.publishing_cluster, entries.chunk, entries.item, other_entries.item
) AS pairs
JOIN supports
    ON supports.publishing_cluster = pairs.publishing_cluster
    AND supports.chunk = pairs.chunk
    AND supports.item = pairs.item
    AND supports.sub_records = pairs.sub_records
