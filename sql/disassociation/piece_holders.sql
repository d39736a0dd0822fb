-- piece_holders(release)
-- One row per piece and original record, of a cluster that the piece may belong to, that holds it; for the owner.
-- piece BIGINT; tid BIGINT; cluster INTEGER; anchor_set BIGINT
-- internal
SELECT held.piece, held.tid, held.cluster, records.anchor_set
FROM (
    SELECT members.piece, members.size, entries.tid, entries.cluster
    FROM (
        SELECT each.piece, each.home, len(each.items) AS size, unnest(each.items) AS item_id
        FROM setrisk.pieces($release) AS each
    ) AS members
    JOIN setrisk.homes($release) AS homes ON homes.home = members.home
    JOIN setrisk.original_entries($release) AS entries
        ON entries.cluster = homes.cluster AND entries.item_id = members.item_id
    GROUP BY members.piece, members.size, entries.tid, entries.cluster
    HAVING count(*) = members.size
) AS held
JOIN setrisk.original_records($release) AS records ON records.tid = held.tid
WHERE records.anchor_set IS NOT NULL
