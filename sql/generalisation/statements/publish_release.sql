-- publish_release(release, dataset, keep_order)
-- Publish the items, generalised items and records of a generalised release, and keep for the owner which record
-- belongs to which transaction.
--
-- parameter: keep_order: whether the entries of a record keep the order of the transaction; otherwise they are sorted
--     by item number
-- reads:     originals
-- writes:    setrisk.published_item setrisk.generalised_item setrisk.generalised_record setrisk_private.provenance
-- stages:    _setrisk_labels(item_id, generalised_item): the items that are not suppressed; generalised_item is NULL
--     for an item that is not generalised
-- stages:    _setrisk_records(tid, record): the number of each transaction's record
INSERT INTO setrisk.published_item (release, item_id, item)
SELECT $release, labels.item_id, items.item
FROM _setrisk_labels AS labels
JOIN setrisk_private.item AS items ON items.item_id = labels.item_id;

INSERT INTO setrisk.generalised_item (release, generalised_item, item_id)
SELECT $release, labels.generalised_item, labels.item_id
FROM _setrisk_labels AS labels
WHERE labels.generalised_item IS NOT NULL;

-- Positions run from 1 without gaps: a gap would reveal where entries were merged.
INSERT INTO setrisk.generalised_record (release, record, position, item_id, generalised_item)
SELECT
    $release,
    entries.record,
    CAST(
        row_number() OVER (PARTITION BY entries.record ORDER BY entries.place, entries.first_item) AS INTEGER
    ) AS position,
    entries.item_id,
    entries.generalised_item
FROM (
    SELECT
        records.record,
        CASE WHEN labels.generalised_item IS NULL THEN originals.item_id END AS item_id,
        labels.generalised_item,
        min(CASE WHEN $keep_order THEN originals.position ELSE 0 END) AS place,
        min(labels.first_item) AS first_item
    FROM setrisk_private.transaction_item AS originals
    JOIN (
        SELECT
            items.item_id,
            items.generalised_item,
            min(items.item_id) OVER (PARTITION BY coalesce(-items.generalised_item, items.item_id)) AS first_item
        FROM _setrisk_labels AS items
    ) AS labels ON labels.item_id = originals.item_id
    JOIN _setrisk_records AS records ON records.tid = originals.tid
    WHERE originals.dataset = $dataset
    GROUP BY records.record, 2, labels.generalised_item
) AS entries;

INSERT INTO setrisk_private.provenance (release, cluster, chunk, record, tid)
SELECT $release, NULL, NULL, records.record, records.tid
FROM _setrisk_records AS records
