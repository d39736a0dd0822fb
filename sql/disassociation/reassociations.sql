-- reassociations(release, method, measure := 'self', placements := NULL, seed := 0)
-- One row per sub-record or term of a disassociated release and anchor that the attack places it on. Methods: random,
-- aba, rga, mra, assignment. `placements` is how many anchors each term of a term chunk gets, by default k - 1. An
-- error where there is no such release, method or measure.
--
-- row: one per sub-record or term of a disassociated release and anchor that the attack places it on
-- column: cluster INTEGER: of the anchor
-- column: home INTEGER: the cluster or joint cluster that publishes the piece
-- column: chunk INTEGER: 0 = the term chunk
-- column: record BIGINT?: the sub-record, NULL for a term
-- column: items VARCHAR[]: the sub-record or term
-- column: anchor BIGINT: the sub-record of the cluster's first chunk
-- column: score DOUBLE?: NULL where nothing is known
-- column: rank BIGINT: 1 = best
-- checks: known_names($release, $measure, family := 'disassociation')
-- checks: known_attack($method, placements := $placements, seed := $seed)
-- reads: published
SELECT
    chosen.cluster,
    pieces.home,
    pieces.chunk,
    pieces.records[chosen.rank] AS record,
    spelled.items,
    chosen.anchor,
    chosen.score,
    chosen.rank
FROM setrisk_internal.chosen_anchors($release, $method, measure := $measure, placements := $placements, seed := $seed) AS chosen
JOIN setrisk_internal.fragments($release, placements := $placements) AS pieces ON pieces.piece = chosen.piece
JOIN (
    SELECT members.piece, list_sort(list(names.item)) AS items
    FROM (
        SELECT each.piece, unnest(each.items) AS item_id
        FROM setrisk_internal.fragments($release, placements := $placements) AS each
    ) AS members
    JOIN setrisk.published_item AS names ON names.item_id = members.item_id
    WHERE names.release = $release
    GROUP BY members.piece
) AS spelled ON spelled.piece = chosen.piece
