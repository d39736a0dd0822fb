-- publish_release(release, dataset, keep_order)
-- Publish the items, generalised items and records of a generalised release, and keep for the owner whose record is
-- whose.
--
-- parameter: keep_order: whether the entries of a record keep the order of the transaction; by item number otherwise
-- stages: _setrisk_labels(item_id, generalised_item): the items that stay, NULL for those that stay as they are
-- stages: _setrisk_records(tid, record): the number of each transaction's record
-- reads:  originals
-- writes: setrisk.published_item setrisk.generalised_item setrisk.generalised_record setrisk_private.provenance
INSERT INTO setrisk.published_item
SELECT $release, labels.item_id, items.item
FROM _setrisk_labels AS labels
JOIN setrisk_private.item AS items ON items.item_id = labels.item_id;

INSERT INTO setrisk.generalised_item
SELECT $release, labels.generalised_item, labels.item_id
FROM _setrisk_labels AS labels
WHERE labels.generalised_item IS NOT NULL;

-- Positions run from 1 without gaps, which would tell merged entries apart.
INSERT INTO setrisk.generalised_record
SELECT
    $release,
    merged.record,
    CAST(row_number() OVER (PARTITION BY merged.record ORDER BY merged.place, merged.first_item) AS INTEGER)
        AS position,
    merged.item_id,
    merged.generalised_item
FROM (
    SELECT
        numbered.record,
        CASE WHEN labelled.generalised_item IS NULL THEN held.item_id END AS item_id,
        labelled.generalised_item,
        min(CASE WHEN $keep_order THEN held.position ELSE 0 END) AS place,
        min(labelled.first_item) AS first_item
    FROM setrisk_private.transaction_item AS held
    JOIN (
        SELECT
            given.item_id,
            given.generalised_item,
            min(given.item_id) OVER (PARTITION BY coalesce(-given.generalised_item, given.item_id)) AS first_item
        FROM _setrisk_labels AS given
    ) AS labelled ON labelled.item_id = held.item_id
    JOIN _setrisk_records AS numbered ON numbered.tid = held.tid
    WHERE held.dataset = $dataset
    GROUP BY numbered.record, 2, labelled.generalised_item
) AS merged;

INSERT INTO setrisk_private.provenance
SELECT $release, NULL, NULL, records.record, records.tid
FROM _setrisk_records AS records
