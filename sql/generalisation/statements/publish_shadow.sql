-- publish_shadow(release, shadow)
-- Generalise what a release publishes as it is, as another release, for an attacker to learn from. Of the records only
-- the items that are not generalised are taken. Entries are in the order that the release has by its keep_order.
--
-- parameter: shadow: the name of the other release
-- reads:     published
-- writes:    setrisk.release setrisk.published_item setrisk.generalised_item setrisk.generalised_record
-- stages:    _setrisk_labels(item_id, generalised_item): the items that are generalised
INSERT INTO setrisk.release BY NAME
SELECT releases.* REPLACE ($shadow AS release)
FROM setrisk.release AS releases
WHERE releases.release = $release;

INSERT INTO setrisk.published_item (release, item_id, item)
SELECT $shadow, names.item_id, names.item
FROM setrisk.published_item AS names
WHERE names.release = $release;

INSERT INTO setrisk.generalised_item (release, generalised_item, item_id)
SELECT $shadow, labels.generalised_item, labels.item_id
FROM _setrisk_labels AS labels;

INSERT INTO setrisk.generalised_record (release, record, position, item_id, generalised_item)
SELECT
    $shadow,
    entries.record,
    CAST(
        row_number() OVER (PARTITION BY entries.record ORDER BY entries.place, entries.first_item) AS INTEGER
    ) AS position,
    entries.item_id,
    entries.generalised_item
FROM (
    SELECT
        entries.record,
        CASE WHEN labels.generalised_item IS NULL THEN entries.item_id END AS item_id,
        labels.generalised_item,
        -- Elsewhere the place would reveal the original member.
        min(
            CASE WHEN setrisk_internal.keeps_order(releases.parameters) THEN entries.position ELSE 0 END
        ) AS place,
        min(coalesce(labels.first_item, entries.item_id)) AS first_item
    FROM setrisk.generalised_record AS entries
    JOIN setrisk.release AS releases ON releases.release = entries.release
    LEFT JOIN (
        SELECT
            items.item_id,
            items.generalised_item,
            min(items.item_id) OVER (PARTITION BY items.generalised_item) AS first_item
        FROM _setrisk_labels AS items
    ) AS labels ON labels.item_id = entries.item_id
    WHERE entries.release = $release AND entries.item_id IS NOT NULL
    GROUP BY entries.record, 2, labels.generalised_item
) AS entries
