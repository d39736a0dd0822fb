-- cover_outcomes(release, draws)
-- What a release in chunks tells for certain, how far attacks by aba and by cover get, and what it has cost.
--
-- parameter: draws: of guessing
-- row:    one
-- column: suppressed DOUBLE?, fraction, 0 to 1: of the entries of the data, those that are in no chunk
-- column: certain_pairs BIGINT, >= 0: as in certain_pairs
-- column: few_certain BIGINT, >= 0: those of them that are certain in fewer than k records
-- column: items_with_cover BIGINT, >= 0: items of chunks with a cover, as in chunk_covers
-- column: km_random DOUBLE?, fraction, 0 to 1: as in reassociation_evaluation; NULL if nothing is hidden
-- column: km_aba DOUBLE?, fraction, 0 to 1
-- column: km_cover DOUBLE?, fraction, 0 to 1
-- column: accuracy_random DOUBLE?, fraction, 0 to 1: as in reassociation_evaluation; NULL if nothing is placed
-- column: accuracy_aba DOUBLE?, fraction, 0 to 1
-- column: accuracy_cover DOUBLE?, fraction, 0 to 1
-- column: inference DOUBLE?, fraction, 0 to 1: as in assessed_risk
-- column: error_high DOUBLE?, 0 to 2: of pairs of high support, as in utility; NULL if there are none
-- reads:  originals
WITH evaluations AS MATERIALIZED (
    SELECT evaluation.attack, evaluation.km_breakage, evaluation.accuracy
    FROM setrisk.reassociation_evaluation($release, draws := $draws) AS evaluation
    WHERE evaluation.part = 'both'
)
SELECT
    (
        SELECT 1 - count(DISTINCT struct_pack(tid := shown_entries.tid, item_id := shown_entries.item_id))
            / nullif(max(sizes.n_entries), 0)
        FROM (
            SELECT origin.tid, sub_records.item_id
            FROM setrisk_private.provenance AS origin
            JOIN setrisk.chunk_record AS sub_records
                ON sub_records.release = origin.release
                AND sub_records.publishing_cluster = origin.cluster
                AND sub_records.chunk = origin.chunk
                AND sub_records.sub_record = origin.record
            WHERE origin.release = $release
            UNION ALL
            SELECT entries.tid, entries.item_id
            FROM setrisk_internal.original_entries($release) AS entries
            WHERE entries.part = 'term_chunk'
        ) AS shown_entries
        CROSS JOIN (
            SELECT count(*) AS n_entries
            FROM setrisk.release AS releases
            JOIN setrisk_private.transaction_item AS entries ON entries.dataset = releases.dataset
            WHERE releases.release = $release
        ) AS sizes
    ) AS suppressed,
    links.pairs AS certain_pairs,
    links.few AS few_certain,
    (
        SELECT count(DISTINCT struct_pack(number := items.publishing_cluster, chunk := items.chunk, item := items.item))
        FROM setrisk.chunk_covers($release) AS items
    ) AS items_with_cover,
    evaluations.*,
    (
        SELECT max(criteria.risk)
        FROM setrisk.assessed_risk($release) AS criteria
        WHERE criteria.criterion = 'inference'
    ) AS inference,
    (SELECT bands.error FROM setrisk.utility($release) AS bands WHERE bands.band = 'high') AS error_high
FROM (
    SELECT
        max(evaluations.km_breakage) FILTER (WHERE evaluations.attack = 'random_baseline') AS km_random,
        max(evaluations.km_breakage) FILTER (WHERE evaluations.attack = 'aba:self') AS km_aba,
        max(evaluations.km_breakage) FILTER (WHERE evaluations.attack = 'cover:self') AS km_cover,
        max(evaluations.accuracy) FILTER (WHERE evaluations.attack = 'random_baseline') AS accuracy_random,
        max(evaluations.accuracy) FILTER (WHERE evaluations.attack = 'aba:self') AS accuracy_aba,
        max(evaluations.accuracy) FILTER (WHERE evaluations.attack = 'cover:self') AS accuracy_cover
    FROM evaluations
) AS evaluations
CROSS JOIN (
    SELECT count(*) AS pairs, count(*) FILTER (WHERE pairs.certain_records < promises.k) AS few
    FROM setrisk.certain_pairs($release) AS pairs
    CROSS JOIN setrisk_internal.promised_support($release) AS promises
) AS links
