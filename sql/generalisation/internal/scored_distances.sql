-- scored_distances(release, knowledge, view)
-- The distance of each member of a generalised item from each context item, by the stored similarities of knowledge:
-- minus the similarity by a corpus, 1 minus the cosine of an embedding. No rows for an unknown name. An error if the
-- knowledge has not scored the pairs of this release and context yet, because no rows would look like an attack that
-- found nothing.
--
-- row:    one per record, generalised item that it shows, member of it, and context item
-- column: record BIGINT, >= 1
-- column: generalised_item BIGINT, >= 1
-- column: item_id INTEGER: the member
-- column: distance DOUBLE?, >= 0: NULL if a term is unknown, or the distance would be negative and so unreliable
-- reads:  published
-- source: THESIS 3.1.2
WITH named_pairs AS (
    SELECT pairs.*
    FROM setrisk_internal.compared_members($release, $view) AS pairs
)
SELECT
    scores.record,
    scores.generalised_item,
    scores.item_id,
    CASE
        -- greatest() ignores NULL, but an unknown similarity must stay unknown.
        WHEN scores.similarity IS NULL THEN NULL
        WHEN knowledge.scorer = 'embedding' THEN greatest(1 - scores.similarity, 0)
        ELSE -scores.similarity
    END AS distance
FROM setrisk_internal.stored_scores($knowledge, 'named_pairs') AS scores
JOIN setrisk.knowledge AS knowledge ON knowledge.knowledge = $knowledge
