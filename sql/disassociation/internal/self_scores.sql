-- self_scores(release, compared)
-- The similarities of the pairs of items that an attack compares when the published sub-records are its only corpus:
-- minus their NGD, each sub-record a document. A pair that no sub-record holds counts as half a document.
--
-- parameter: compared: the name of a CTE of the caller with the rows of compared_items
-- row: one per pair of items that an attack on the release compares
-- column: anchor_item INTEGER
-- column: item_id INTEGER
-- column: similarity DOUBLE?: higher is better; NULL if an item is published in term chunks only
-- reads: published, $compared: published
-- duckdb only: query_table
WITH documents AS MATERIALIZED (
    SELECT sub_records.publishing_cluster, sub_records.chunk, sub_records.sub_record, sub_records.item_id
    FROM setrisk.chunk_record AS sub_records
    WHERE sub_records.release = $release
),
supports AS MATERIALIZED (
    SELECT documents.item_id, count(*) AS documents
    FROM documents
    GROUP BY documents.item_id
)
SELECT
    pairs.anchor_item,
    pairs.item_id,
    -setrisk.ngd(
        supports_a.documents,
        supports_b.documents,
        greatest(coalesce(pair_supports.documents, 0), 0.5),
        totals.documents
    ) AS similarity
FROM query_table($compared) AS pairs
LEFT JOIN supports AS supports_a ON supports_a.item_id = pairs.anchor_item
LEFT JOIN supports AS supports_b ON supports_b.item_id = pairs.item_id
LEFT JOIN (
    SELECT
        least(documents_a.item_id, documents_b.item_id) AS item_a,
        greatest(documents_a.item_id, documents_b.item_id) AS item_b,
        count(*) AS documents
    FROM documents AS documents_a
    JOIN documents AS documents_b
        ON documents_b.publishing_cluster = documents_a.publishing_cluster
        AND documents_b.chunk = documents_a.chunk
        AND documents_b.sub_record = documents_a.sub_record
        AND documents_b.item_id > documents_a.item_id
    GROUP BY least(documents_a.item_id, documents_b.item_id), greatest(documents_a.item_id, documents_b.item_id)
) AS pair_supports
    ON pair_supports.item_a = least(pairs.anchor_item, pairs.item_id)
    AND pair_supports.item_b = greatest(pairs.anchor_item, pairs.item_id)
CROSS JOIN (
    SELECT count(*) AS documents
    FROM (
        SELECT DISTINCT documents.publishing_cluster, documents.chunk, documents.sub_record FROM documents
    ) AS distinct_documents
) AS totals
