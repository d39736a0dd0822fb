-- distance_table(release, generalised_item, knowledge := 'self', context := 2, labelled := true, unlabelled_k := 2, conjunctive := false, utility_constraints := NULL)
-- How badly each member of a generalised item fits each record. It is an attacker's view: the larger the distance, the
-- more likely the member was added by the generalisation.
--
-- parameter: release: the name of a generalised release
-- parameter: generalised_item: the number of a generalised item
-- parameter: knowledge: what the attacker knows: `self` for the release alone, or the name of a corpus or an embedding
-- parameter: context: how many items of a record, the nearest ones, each generalised item is compared with
-- parameter: labelled: whether the release labels its generalised items; if not, the attacker guesses which items
--     belong to one
-- parameter: unlabelled_k: the k that the attacker assumes with `labelled := false`: items of this many records or
--     more count as generalised
-- parameter: conjunctive: whether members are compared with the context as a whole, that is with documents that hold
--     all of its items; if not, with each item of the context, and the mean counts
-- parameter: utility_constraints: lists of items that an attacker with `labelled := false` knows to be the utility
--     constraints: members of one generalised item are in the same list
-- row:       one per record that shows the generalised item, and member of it
-- column:    record BIGINT, >= 1: the published record
-- column:    item VARCHAR: the member
-- column:    distance DOUBLE?, >= 0: mean distance of the member from the context of the record; NULL if it is
--     unknown
-- checks:    known_names($release, $knowledge, family := 'generalisation')
-- checks:    known_generalised_item($release, generalised_item := $generalised_item, labelled := $labelled,
--     unlabelled_k := $unlabelled_k, utility_constraints := $utility_constraints)
-- checks:    attackers_view(context := $context, labelled := $labelled, unlabelled_k := $unlabelled_k,
--     conjunctive := $conjunctive, utility_constraints := $utility_constraints)
-- reads:     published
-- source:    CONTEXT 4.2, Figure 3; THESIS Figure 3.5
-- page:      generalisation.md
-- example:   FROM setrisk.distance_table('r1', 1, knowledge := 'literature')
SELECT cells.record, names.item, cells.distance
FROM setrisk_internal.distances(
    $release,
    $knowledge,
    setrisk_internal.as_view($context, $conjunctive, $labelled, $unlabelled_k, $utility_constraints)
) AS cells
JOIN setrisk.published_item AS names ON names.item_id = cells.item_id
WHERE names.release = $release AND cells.generalised_item = $generalised_item
