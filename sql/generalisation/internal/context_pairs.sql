-- context_pairs(release, context := 2, labelled := true, unlabelled_k := 2)
-- The pairs of names that an attack on the release compares, and so needs scores of: a context item and a member of a
-- generalised item.
--
-- row:    one per pair of names
-- column: item_a VARCHAR: before item_b in the order of names
-- column: item_b VARCHAR
-- reads:  published
SELECT DISTINCT
    least(context_name.item, member_name.item) AS item_a,
    greatest(context_name.item, member_name.item) AS item_b
FROM setrisk_internal.context_items(
    $release, context := $context, labelled := $labelled, unlabelled_k := $unlabelled_k
) AS contexts
JOIN setrisk_internal.attacked_items($release, labelled := $labelled, unlabelled_k := $unlabelled_k) AS members
    ON members.generalised_item = contexts.generalised_item
JOIN setrisk.published_item AS context_name ON context_name.item_id = contexts.item_id
JOIN setrisk.published_item AS member_name ON member_name.item_id = members.item_id
WHERE context_name.release = $release AND member_name.release = $release
