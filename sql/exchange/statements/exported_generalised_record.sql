-- exported_generalised_record(release)
-- The records of a generalised release, by the names of their items. Numbers that are missing are those of records that
-- show nothing.
--
-- row: one per entry of a record, which is either an item or a generalised item
-- column: record BIGINT, >= 1: its number
-- column: position INTEGER, >= 1: place of the entry in its record, by name, a generalised item by that of its first
--     member, unless the release keeps the order of the data
-- column: item VARCHAR?: NULL for a generalised item
-- column: generalised_item INTEGER?: NULL for an item
-- reads: published
SELECT
    entries.record,
    -- Numbers of items, by which the database has them, tell in which of its data sets an item came first.
    CAST(
        row_number() OVER (
            PARTITION BY entries.record
            ORDER BY
                CASE WHEN setrisk_internal.keeps_order(releases.parameters) THEN entries.position ELSE 0 END,
                coalesce(names.item, firsts.item)
        ) AS INTEGER
    ) AS position,
    names.item,
    entries.generalised_item
FROM setrisk.generalised_record AS entries
JOIN setrisk.release AS releases ON releases.release = entries.release
LEFT JOIN setrisk.published_item AS names ON names.item_id = entries.item_id AND names.release = entries.release
LEFT JOIN (
    SELECT members.generalised_item, min(member_names.item) AS item
    FROM setrisk.generalised_item AS members
    JOIN setrisk.published_item AS member_names
        ON member_names.item_id = members.item_id AND member_names.release = members.release
    WHERE members.release = $release
    GROUP BY members.generalised_item
) AS firsts ON firsts.generalised_item = entries.generalised_item
WHERE entries.release = $release
ORDER BY entries.record, position
