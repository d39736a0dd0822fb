-- movers_distances(release, measure)
-- One row per attack, 'none' included, part and original record with an anchor, for the owner of the release: the Word
-- Mover's Distance between the record and what was put together on its anchor, in the vectors of the embedding
-- `measure` (DISASSOC 6.1). Terms without a known word are left out. Needs setrisk[wmd]. An error where no release of
-- that name was made in this database, it is of another family, or there is no such measure.
--
-- row: one per attack, 'none' included, part and original record with an anchor, for the owner of the release
-- column: attack VARCHAR
-- column: part VARCHAR: 'record chunks' (shared ones too), 'term chunks' or 'both'
-- column: tid BIGINT
-- column: distance DOUBLE?: >= 0: NULL where no term of the one or of the other is known
-- checks: own_release($release, family := 'disassociation')
-- checks: known_embedding($measure)
-- reads: originals
WITH entries AS MATERIALIZED (
    SELECT each.tid, each.item_id
    FROM setrisk_internal.original_entries($release) AS each
),
reconstructed AS MATERIALIZED (
    SELECT DISTINCT each.attack, each.cluster, each.anchor, each.item_id, each.part
    FROM setrisk_internal.reconstructed_items($release) AS each
),
vectors AS MATERIALIZED (
    SELECT names.item_id, known.vector
    FROM (SELECT list(shown.item) AS terms FROM setrisk.published_item AS shown WHERE shown.release = $release) AS listed
    CROSS JOIN LATERAL (SELECT each.term, each.vector FROM setrisk_internal.term_vectors($measure, listed.terms) AS each) AS known
    JOIN setrisk.published_item AS names ON names.item = known.term
    WHERE names.release = $release
)
SELECT
    made.attack,
    made.part,
    origin.tid,
    _setrisk_movers_distance_v1(originals.vectors, made.vectors) AS distance
FROM (
    SELECT parts.part, each.attack, each.cluster, each.anchor, list(vectors.vector) AS vectors
    FROM reconstructed AS each
    JOIN (SELECT unnest(['record chunks', 'term chunks', 'both']) AS part) AS parts
        ON parts.part = each.part OR parts.part = 'both' OR each.part = 'anchors'
    LEFT JOIN vectors ON vectors.item_id = each.item_id
    GROUP BY parts.part, each.attack, each.cluster, each.anchor
) AS made
JOIN setrisk_private.provenance AS origin
    ON origin.release = $release AND origin.cluster = made.cluster AND origin.chunk = 1 AND origin.record = made.anchor
JOIN (
    SELECT entries.tid, list(vectors.vector) AS vectors
    FROM entries
    LEFT JOIN vectors ON vectors.item_id = entries.item_id
    GROUP BY entries.tid
) AS originals ON originals.tid = origin.tid
