-- self_distances(release, view)
-- The distance of each generalised item from each context that a record has for it, for an attacker who has nothing but
-- the release: the NGD with the published records as documents. Any record that shows a generalised item may hold any
-- of its members, so all of its members are equally far from a context.
--
-- parameter: view: what the attacker looks at, as as_view has it
-- row:       one per record, generalised item that it shows, and item of its context, or one for all items of the
--     context if the view is conjunctive
-- column:    record BIGINT, >= 1
-- column:    generalised_item BIGINT, >= 1
-- column:    anchor BIGINT: the number of what it is compared with, as context_items has it
-- column:    distance DOUBLE?, >= 0: NULL if both are in all records
-- reads:     published
WITH entries AS MATERIALIZED (
    SELECT entries.*
    FROM setrisk_internal.attacked_entries($release, $view) AS entries
),
contexts AS MATERIALIZED (
    SELECT contexts.*
    FROM setrisk_internal.context_items($release, $view) AS contexts
),
comparisons AS MATERIALIZED (
    SELECT DISTINCT contexts.record, contexts.generalised_item, contexts.anchor
    FROM contexts
),
-- The records that hold each item of an anchor.
holders AS MATERIALIZED (
    SELECT anchors.anchor, entries.record
    FROM (
        SELECT DISTINCT contexts.anchor, contexts.item_id
        FROM contexts
    ) AS anchors
    JOIN (
        SELECT contexts.anchor, count(DISTINCT contexts.item_id) AS items
        FROM contexts
        GROUP BY contexts.anchor
    ) AS sizes ON sizes.anchor = anchors.anchor
    JOIN entries ON entries.item_id = anchors.item_id
    GROUP BY anchors.anchor, entries.record, sizes.items
    HAVING count(*) = sizes.items
)
SELECT
    comparisons.record,
    comparisons.generalised_item,
    comparisons.anchor,
    setrisk.ngd(anchors.records, targets.records, pairs.records, totals.records) AS distance
FROM comparisons
JOIN (
    SELECT pairs.anchor, pairs.generalised_item, count(*) AS records
    FROM (SELECT DISTINCT comparisons.anchor, comparisons.generalised_item FROM comparisons) AS pairs
    JOIN holders ON holders.anchor = pairs.anchor
    JOIN entries ON entries.record = holders.record AND entries.generalised_item = pairs.generalised_item
    GROUP BY pairs.anchor, pairs.generalised_item
) AS pairs ON pairs.anchor = comparisons.anchor AND pairs.generalised_item = comparisons.generalised_item
JOIN (
    SELECT holders.anchor, count(*) AS records
    FROM holders
    GROUP BY holders.anchor
) AS anchors ON anchors.anchor = comparisons.anchor
JOIN (
    SELECT entries.generalised_item, count(*) AS records
    FROM entries
    WHERE entries.generalised_item IS NOT NULL
    GROUP BY entries.generalised_item
) AS targets ON targets.generalised_item = comparisons.generalised_item
CROSS JOIN (
    SELECT count(DISTINCT entries.record) AS records
    FROM setrisk.generalised_record AS entries
    WHERE entries.release = $release
) AS totals
