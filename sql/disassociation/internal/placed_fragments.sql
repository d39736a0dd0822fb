-- placed_fragments(release, attacks := NULL)
-- The placements of stored attacks, by the number of the fragment.
--
-- parameter: attacks: stored attacks, or NULL for all
-- row: one per stored placement
-- column: attack VARCHAR
-- column: fragment BIGINT
-- column: items INTEGER[]: items of the fragment
-- column: cluster INTEGER, >= 1
-- column: anchor BIGINT
-- reads: published
SELECT placements.attack, fragments.fragment, fragments.items, placements.cluster, placements.anchor
FROM setrisk.reassociation AS placements
JOIN (
    SELECT
        fragments.fragment,
        fragments.publishing_cluster,
        fragments.chunk,
        fragments.items,
        unnest(CASE WHEN fragments.chunk = 0 THEN [-1] ELSE fragments.records END) AS record,
        CASE WHEN fragments.chunk = 0 THEN fragments.items[1] ELSE -1 END AS item_id
    FROM setrisk_internal.fragments($release) AS fragments
) AS fragments
    ON fragments.publishing_cluster = placements.publishing_cluster
    AND fragments.chunk = placements.chunk
    AND fragments.record = coalesce(placements.sub_record, -1)
    AND fragments.item_id = coalesce(placements.item_id, -1)
WHERE placements.release = $release AND setrisk_internal.is_asked_for(placements.attack, $attacks)
