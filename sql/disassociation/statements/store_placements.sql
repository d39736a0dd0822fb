-- store_placements(release, attack, method, knowledge, anchors, as_printed, seed)
-- Attack a disassociated release and store where the attack places its sub-records and terms, in place of what an
-- earlier attack of the same name has stored.
--
-- parameter: attack: the name under which the placements are stored
-- parameter: method: random, aba, rga, mra, assignment or cover
-- parameter: anchors: anchors that each term of a term chunk is placed on; k - 1 if it is NULL
-- parameter: as_printed: whether aba places the sub-records, and rga or mra the terms alone
-- parameter: seed: seed of the random method
-- reads: published
-- writes: setrisk.reassociation
DELETE FROM setrisk.reassociation AS rows
WHERE rows.release = $release AND rows.attack = $attack;

INSERT INTO setrisk.reassociation (
    release, attack, cluster, anchor, publishing_cluster, chunk, sub_record, item_id, rank, fit
)
SELECT
    $release,
    $attack,
    anchors.cluster,
    anchors.anchor,
    fragments.publishing_cluster,
    fragments.chunk,
    fragments.records[anchors.rank] AS sub_record,
    CASE WHEN fragments.chunk = 0 THEN fragments.items[1] END AS item_id,
    anchors.rank,
    anchors.fit
FROM setrisk_internal.chosen_anchors(
    $release, $method, knowledge := $knowledge, anchors := $anchors, as_printed := $as_printed, seed := $seed
) AS anchors
JOIN setrisk_internal.fragments($release, anchors := $anchors) AS fragments
    ON fragments.fragment = anchors.fragment;
