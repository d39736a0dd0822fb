-- compared_members(release, view)
-- What an attack that knows more than the release compares: each member of a generalised item with the context of a
-- record that shows it, by name. Several items at once go by their names in alphabetical order, with chr(31) between
-- them.
--
-- parameter: view: what the attacker looks at, as as_view has it
-- row:       one per record, generalised item that it shows, member of it, and item of its context, or one for all
--     items of the context if the view is conjunctive
-- column:    record BIGINT, >= 1
-- column:    generalised_item BIGINT, >= 1
-- column:    item_id INTEGER: the member
-- column:    anchor_term VARCHAR: the context item, or all of them
-- column:    item_term VARCHAR: the member
-- reads:     published
-- source:    CONTEXT 4.1
WITH contexts AS MATERIALIZED (
    SELECT contexts.*
    FROM setrisk_internal.context_items($release, $view) AS contexts
),
anchors AS (
    SELECT anchors.anchor, array_to_string(list_sort(list(names.item)), chr(31)) AS term
    FROM (SELECT DISTINCT contexts.anchor, contexts.item_id FROM contexts) AS anchors
    JOIN setrisk.published_item AS names ON names.item_id = anchors.item_id
    WHERE names.release = $release
    GROUP BY anchors.anchor
)
SELECT
    pairs.record,
    pairs.generalised_item,
    members.item_id,
    anchors.term AS anchor_term,
    names.item AS item_term
FROM (SELECT DISTINCT contexts.record, contexts.generalised_item, contexts.anchor FROM contexts) AS pairs
JOIN anchors ON anchors.anchor = pairs.anchor
JOIN setrisk_internal.attacked_items($release, $view) AS members
    ON members.generalised_item = pairs.generalised_item
JOIN setrisk.published_item AS names ON names.item_id = members.item_id
WHERE names.release = $release
