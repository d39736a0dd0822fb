-- unseen_holders(release)
-- One row per original record, and itemset of 2 to m items that it holds, that 1 to k - 1 original records of its cluster
-- hold, and that no published sub-record of the cluster shows: what disassociation hides; for the owner of the release.
-- cluster INTEGER; items INTEGER[]: ascending; tid BIGINT; support BIGINT: in the cluster; part VARCHAR: 'record chunks' or
-- 'term chunks', where beside the anchoring chunk its items stand in such alone, or 'both'
-- internal
WITH RECURSIVE entries AS MATERIALIZED (
    SELECT
        each.tid,
        each.cluster,
        each.item_id,
        -- Terms of a term chunk stand with nothing.
        CASE WHEN each.chunk = 0 THEN -each.item_id ELSE CAST(each.home AS BIGINT) * 1000000000 + each.chunk END AS place,
        each.part
    FROM setrisk.original_entries($release) AS each
),
promised AS MATERIALIZED (
    SELECT
        CAST(json_extract_string(made.parameters, '$.k') AS INTEGER) AS k,
        CAST(json_extract_string(made.parameters, '$.m') AS INTEGER) AS m
    FROM setrisk.release AS made
    WHERE made.release = $release
),
grown AS (
    SELECT
        entries.tid,
        entries.cluster,
        [entries.item_id] AS items,
        entries.place,
        false AS is_hidden,
        entries.part = 'record chunks' AS of_chunks,
        entries.part = 'term chunks' AS of_terms
    FROM entries
    UNION ALL
    SELECT
        shorter.tid,
        shorter.cluster,
        list_append(shorter.items, entries.item_id),
        shorter.place,
        shorter.is_hidden OR entries.place <> shorter.place,
        shorter.of_chunks OR entries.part = 'record chunks',
        shorter.of_terms OR entries.part = 'term chunks'
    FROM grown AS shorter
    JOIN entries ON entries.tid = shorter.tid AND entries.item_id > shorter.items[-1]
    CROSS JOIN promised
    WHERE len(shorter.items) < promised.m
)
SELECT counted.cluster, counted.items, counted.tid, counted.support, counted.part
FROM (
    SELECT
        grown.cluster,
        grown.items,
        grown.tid,
        count(*) OVER (PARTITION BY grown.cluster, grown.items) AS support,
        CASE
            WHEN grown.of_chunks AND grown.of_terms THEN 'both'
            WHEN grown.of_terms THEN 'term chunks'
            ELSE 'record chunks'
        END AS part
    FROM grown
    WHERE grown.is_hidden
) AS counted
CROSS JOIN promised
WHERE counted.support < promised.k
