-- reassociations(release, method, knowledge := 'self', anchors := NULL, as_printed := false, seed := 0)
-- Where an attack would place the sub-records and items of chunks. The attack is computed, and nothing is stored.
--
-- parameter: release: a disassociated release, made here or imported
-- parameter: method: random, aba, rga, mra, assignment or cover
-- parameter: knowledge: what scores pairs of items: 'self' counts in the release, or the name of a corpus or of
--     an embedding
-- parameter: anchors: anchors that each term of a term chunk is placed on; k - 1 if it is NULL
-- parameter: as_printed: whether aba places the sub-records, as in the paper, and rga or mra the terms alone; other
--     methods are as printed anyway
-- parameter: seed: seed of the random method
-- row: one per sub-record or term, and anchor that the attack places it on
-- column: cluster INTEGER, >= 1: cluster of the anchor
-- column: publishing_cluster INTEGER, >= 1: cluster or joint cluster that publishes the chunk
-- column: chunk INTEGER, >= 0: chunk of the sub-record; 0 is the term chunk
-- column: sub_record BIGINT?, >= 1: the sub-record; NULL for a term
-- column: items VARCHAR[]: items of the sub-record, or the term, in alphabetical order
-- column: anchor BIGINT: sub-record of the cluster's first record chunk
-- column: fit DOUBLE?: how well it fits the anchor, higher is better; NULL if nothing is known
-- column: rank INTEGER, >= 1: 1 for the best anchor
-- checks: known_names($release, $knowledge, family := 'disassociation')
-- checks: known_attack($method, anchors := $anchors, seed := $seed)
-- reads: published
-- page: disassociation.md
-- example: FROM setrisk.reassociations('r2', 'aba')
SELECT
    placements.cluster,
    fragments.publishing_cluster,
    fragments.chunk,
    fragments.records[placements.rank] AS sub_record,
    named_fragments.items,
    placements.anchor,
    placements.fit,
    CAST(placements.rank AS INTEGER) AS rank
FROM setrisk_internal.chosen_anchors(
    $release, $method, knowledge := $knowledge, anchors := $anchors, as_printed := $as_printed, seed := $seed
) AS placements
JOIN setrisk_internal.fragments($release, anchors := $anchors) AS fragments
    ON fragments.fragment = placements.fragment
JOIN (
    SELECT members.fragment, list_sort(list(names.item)) AS items
    FROM (
        SELECT fragments.fragment, unnest(fragments.items) AS item_id
        FROM setrisk_internal.fragments($release, anchors := $anchors) AS fragments
    ) AS members
    JOIN setrisk.published_item AS names ON names.item_id = members.item_id
    WHERE names.release = $release
    GROUP BY members.fragment
) AS named_fragments ON named_fragments.fragment = placements.fragment
