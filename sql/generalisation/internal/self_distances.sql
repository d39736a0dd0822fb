-- self_distances(release, context := 2, labelled := true, unlabelled_k := 2)
-- The distance of each generalised item from each context item, for an attacker who has nothing but the release: the
-- NGD with the published records as documents. Any record that shows a generalised item may hold any of its members, so
-- all of its members are equally far from a context item.
--
-- row:    one per context item and generalised item that occur together
-- column: item_id INTEGER: the context item
-- column: generalised_item BIGINT, >= 1
-- column: distance DOUBLE?, >= 0: NULL if both are in all records
-- reads:  published
WITH entries AS MATERIALIZED (
    SELECT entries.*
    FROM setrisk_internal.attacked_entries($release, labelled := $labelled, unlabelled_k := $unlabelled_k) AS entries
)
SELECT
    pairs.item_id,
    pairs.generalised_item,
    setrisk.ngd(contexts.records, targets.records, pairs.records, totals.records) AS distance
FROM (
    SELECT pairs.item_id, pairs.generalised_item, count(*) AS records
    FROM (
        SELECT DISTINCT context_items.item_id, context_items.generalised_item
        FROM setrisk_internal.context_items(
            $release, context := $context, labelled := $labelled, unlabelled_k := $unlabelled_k
        ) AS context_items
    ) AS pairs
    JOIN entries AS context_entries ON context_entries.item_id = pairs.item_id
    JOIN entries AS target_entries
        ON target_entries.record = context_entries.record
        AND target_entries.generalised_item = pairs.generalised_item
    GROUP BY pairs.item_id, pairs.generalised_item
) AS pairs
JOIN (
    SELECT entries.item_id, count(*) AS records
    FROM entries
    WHERE entries.item_id IS NOT NULL
    GROUP BY entries.item_id
) AS contexts ON contexts.item_id = pairs.item_id
JOIN (
    SELECT entries.generalised_item, count(*) AS records
    FROM entries
    WHERE entries.generalised_item IS NOT NULL
    GROUP BY entries.generalised_item
) AS targets ON targets.generalised_item = pairs.generalised_item
CROSS JOIN (
    SELECT count(DISTINCT entries.record) AS records
    FROM setrisk.generalised_record AS entries
    WHERE entries.release = $release
) AS totals
