-- self_scores(release)
-- The scores of the pairs of items that an attack compares when the published sub-records are its only corpus: minus
-- their NGD, each sub-record a document. A pair that no sub-record holds counts as half a document.
--
-- row: one per pair of items that an attack on the release compares
-- column: anchor_item INTEGER
-- column: item_id INTEGER
-- column: score DOUBLE?: higher is better; NULL where an item is published in term chunks only
-- reads: published
WITH documents AS MATERIALIZED (
    SELECT sub_records.cluster, sub_records.chunk, sub_records.record, sub_records.item_id
    FROM setrisk.chunk_record AS sub_records
    WHERE sub_records.release = $release
),
supports AS MATERIALIZED (
    SELECT documents.item_id, count(*) AS documents
    FROM documents
    GROUP BY documents.item_id
)
SELECT
    compared.anchor_item,
    compared.item_id,
    -setrisk.ngd(
        one.documents, other.documents, greatest(coalesce(together.documents, 0), 0.5), total.documents
    ) AS score
FROM setrisk_internal.compared_items($release) AS compared
LEFT JOIN supports AS one ON one.item_id = compared.anchor_item
LEFT JOIN supports AS other ON other.item_id = compared.item_id
LEFT JOIN (
    SELECT
        least(first.item_id, second.item_id) AS item_a,
        greatest(first.item_id, second.item_id) AS item_b,
        count(*) AS documents
    FROM documents AS first
    JOIN documents AS second
        ON second.cluster = first.cluster AND second.chunk = first.chunk AND second.record = first.record
        AND second.item_id > first.item_id
    GROUP BY least(first.item_id, second.item_id), greatest(first.item_id, second.item_id)
) AS together
    ON together.item_a = least(compared.anchor_item, compared.item_id)
    AND together.item_b = greatest(compared.anchor_item, compared.item_id)
CROSS JOIN (
    SELECT count(*) AS documents
    FROM (SELECT DISTINCT documents.cluster, documents.chunk, documents.record FROM documents) AS distinct_documents
) AS total
