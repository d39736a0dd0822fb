-- scored_distances(release, knowledge, context := 2, marked := true, unmarked_k := 2)
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
SELECT
    contexts.record,
    contexts.generalised_item,
    members.item_id,
    CASE
        WHEN NOT setrisk_internal.is_scored(
            scores.knowledge IS NOT NULL, knowledge.knowledge, context_name.item, member_name.item
        ) THEN NULL
        -- greatest() ignores NULL, but an unknown similarity must stay unknown.
        WHEN knowledge.scorer = 'embedding' AND scores.similarity IS NOT NULL THEN greatest(1 - scores.similarity, 0)
        WHEN knowledge.scorer = 'embedding' THEN NULL
        WHEN scores.similarity <= 0 THEN -scores.similarity
    END AS distance
FROM setrisk_internal.context_items(
    $release, context := $context, marked := $marked, unmarked_k := $unmarked_k
) AS contexts
JOIN setrisk_internal.attacked_items($release, marked := $marked, unmarked_k := $unmarked_k) AS members
    ON members.generalised_item = contexts.generalised_item
JOIN setrisk.published_item AS context_name ON context_name.item_id = contexts.item_id
JOIN setrisk.published_item AS member_name ON member_name.item_id = members.item_id
JOIN setrisk.knowledge AS knowledge ON knowledge.knowledge = $knowledge
LEFT JOIN setrisk.similarity AS scores
    ON scores.knowledge = knowledge.knowledge
    AND scores.item_a = least(context_name.item, member_name.item)
    AND scores.item_b = greatest(context_name.item, member_name.item)
WHERE context_name.release = $release AND member_name.release = $release
