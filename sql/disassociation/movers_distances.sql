-- movers_distances(release, knowledge)
-- How far reconstructed records are in meaning from the originals. The distance is their Word Mover's Distance in
-- the word vectors of an embedding. Items without a known word are left out. For the owner of the release; needs the
-- extra setrisk[wmd].
--
-- parameter: release: a disassociated release that was made in this database
-- parameter: knowledge: knowledge with word vectors, as `setrisk embed` makes
-- row: one per attack ('none' included), part of the release, and original record that has an anchor
-- column: attack VARCHAR: name of the stored attack; 'none' compares with the anchor alone
-- column: part VARCHAR: what is added to the anchor: 'record_chunk' (shared chunks included), 'term_chunk' or 'both'
-- column: tid BIGINT, >= 1: the original transaction
-- column: distance DOUBLE?, >= 0: Word Mover's Distance; NULL if no item of one of the two records is known
-- checks: own_release($release, family := 'disassociation')
-- checks: known_embedding($knowledge)
-- reads: originals
-- source: DISASSOC 6.1
-- page: disassociation.md
-- example: FROM setrisk.movers_distances('r2', 'vectors')
WITH original_items AS MATERIALIZED (
    SELECT entries.tid, entries.item_id
    FROM setrisk_internal.original_entries($release) AS entries
),
record_items AS MATERIALIZED (
    SELECT DISTINCT items.attack, items.cluster, items.anchor, items.item_id, items.part
    FROM setrisk_internal.reconstructed_items($release) AS items
),
vectors AS MATERIALIZED (
    SELECT names.item_id, terms.vector
    FROM (
        SELECT list(items.item) AS terms FROM setrisk.published_item AS items WHERE items.release = $release
    ) AS published_items
    CROSS JOIN LATERAL (
        SELECT term_vectors.term, term_vectors.vector
        FROM setrisk_internal.term_vectors($knowledge, published_items.terms) AS term_vectors
    ) AS terms
    JOIN setrisk.published_item AS names ON names.item = terms.term
    WHERE names.release = $release
)
SELECT
    records.attack,
    records.part,
    origin.tid,
    _setrisk_movers_distance_v1(originals.vectors, records.vectors) AS distance
FROM (
    SELECT
        parts.part,
        record_items.attack,
        record_items.cluster,
        record_items.anchor,
        list(vectors.vector) AS vectors
    FROM record_items
    JOIN (SELECT unnest(['record_chunk', 'term_chunk', 'both']) AS part) AS parts
        ON parts.part = record_items.part OR parts.part = 'both' OR record_items.part = 'anchoring_chunk'
    LEFT JOIN vectors ON vectors.item_id = record_items.item_id
    GROUP BY parts.part, record_items.attack, record_items.cluster, record_items.anchor
) AS records
JOIN setrisk_private.provenance AS origin
    ON origin.release = $release
    AND origin.cluster = records.cluster
    AND origin.chunk = 1
    AND origin.record = records.anchor
JOIN (
    SELECT original_items.tid, list(vectors.vector) AS vectors
    FROM original_items
    LEFT JOIN vectors ON vectors.item_id = original_items.item_id
    GROUP BY original_items.tid
) AS originals ON originals.tid = origin.tid
